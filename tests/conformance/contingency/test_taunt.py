"""Section 3.13, first part: Taunt's roll and the dance (C191-C196).

What the target chooses from: test_taunt_options.py.
"""

import pytest

from fracas.envs.core.testing import clause

SUCCESS = [5, 4, 4, 3]  # A rolls 9, B's Focus is 7
ADVANTAGE = [2, 4, 5]  # 9, the lowest dropped
DISADVANTAGE = [6, 4, 5]  # 9, the highest dropped
BELOW = {2: (5, 4), 3: (4, 3), 4: (3, 2)}  # by n: the Focus that 12 - 2 (n - 1) just beats
EQUAL = {2: (6, 4), 3: (5, 3), 4: (4, 2)}


def sizes(s):
    """Return the sizes of all dice rolled since the scene began."""
    state = s.battle.state[0]
    return [int(die["sides"]) for die in state["dice"][: int(state["n_dice"])]]


def replaceable(s):
    plans = "reposition take_cover disengage hide dance stand".split()
    return [plan for plan in plans if s.legal("replace", plan)]


def promised(scene, announced, b=(), **more):
    """A has taunted B in vain and promised to dance; B may announce something."""
    s = scene(announce={"A": list(announced), "B": list(b)}, **more)
    s.act("taunt", "B", "dance", dice=[1, 2, 1, 6, 5])
    return s


# --- the roll


@clause("C191", "C014")
@pytest.mark.parametrize(("finesse", "charisma", "die"), [(10, 8, 10), (8, 10, 10), (8, 8, 8)])
def test_taunt_rolls_the_larger_of_finesse_and_charisma_with_mockery(scene, finesse, charisma, die):
    a = {"finesse": finesse, "charisma": charisma, "mockery": 12}
    s = scene(A=a, announce={"A": ["taunt"]})
    assert len(s.rows("taunt", "B")) == 2  # with the dance or without
    s.act("taunt", "B", "plain", dice=SUCCESS)
    assert sizes(s)[:2] == [die, 12]


@clause("C191", "C014", "option:attr.ask")
@pytest.mark.parametrize(("attribute", "die"), [("finesse", 4), ("charisma", 10)])
def test_the_actor_may_be_asked_which(scene, attribute, die):
    a = {"finesse": 4, "charisma": 10, "mockery": 12}
    s = scene(A=a, announce={"A": ["taunt"]}, options={"attr.ask": True})
    assert len(s.rows("taunt", "B")) == 4
    s.act("taunt", "B", "plain", attribute, dice=[3, 6, 4, 3])
    assert sizes(s)[:2] == [die, 12]


@clause("C191")
@pytest.mark.parametrize(
    ("zone", "engaged", "legal"),
    [("Z0", [("A", "B")], True), ("Z0", [], True), ("Z1", [], True), ("Z2", [], False),
     ("Z3", [], False)],
)  # fmt: skip
def test_the_target_must_be_engaged_close_or_near(scene, zone, engaged, legal):
    s = scene(B={"zone": zone}, B2={}, engaged=engaged, announce={"A": ["taunt"]})
    assert s.legal("taunt", "B2")
    assert s.legal("taunt", "B") is legal


# --- the dance


@clause("C192", "C193")
def test_to_promise_a_dance_gives_advantage(scene):
    for focus, success in [((4, 2), True), ((4, 3), False)]:  # against 9 - 2
        s = scene(announce={"A": ["taunt", "dance"]})
        s.act("taunt", "B", "dance", dice=[*ADVANTAGE, *focus])
        assert (s.phase == "option") is success
        assert (s.unit("A").n, s.unit("A").owes_dance) == (2, True)


@clause("C192")
def test_without_the_promise_there_is_none(scene):
    s = scene(announce={"A": ["taunt", "dance"]})
    s.act("taunt", "B", "plain", dice=[5, 4, 4, 2])
    assert (s.phase, s.dice_used, s.unit("A").owes_dance) == ("option", 4, False)


@clause("C193")
@pytest.mark.parametrize(
    ("announced", "n"),
    [
        (["taunt"], 2),  # added
        (["taunt", "strike"], 3),  # added
        (["taunt", "dance"], 2),
        (["taunt", "dance", "hide", "strike"], 4),
        (["taunt", "reposition"], 2),  # replaced
        (["taunt", "disengage", "strike"], 3),  # replaced
    ],
)
def test_the_dance_is_the_one_pending_or_replaces_a_movement_action_or_is_added(
    scene, announced, n
):
    # 12 less 2, 4 or 6, against one less and as much
    for focus, success in [(BELOW[n], True), (EQUAL[n], False)]:
        s = scene(announce={"A": announced})
        s.act("taunt", "B", "dance", dice=[3, 5, 7, *focus])
        assert (s.phase == "option") is success
        assert s.unit("A").n == n


@clause("C193")
@pytest.mark.parametrize(
    ("announced", "left"),
    [
        (["taunt"], ["dance"]),
        (["taunt", "dance"], ["dance"]),
        (["taunt", "reposition"], ["dance"]),
        (["taunt", "dance", "disengage"], ["disengage", "dance"]),
        (["taunt", "dance", "disengage", "reposition"], ["disengage", "dance"]),  # it is engaged
    ],
)
def test_what_is_left_for_movement(scene, announced, left):
    s = promised(scene, announced)
    assert (s.phase, s.decider) == ("movement", "A")
    plans = "reposition take_cover disengage hide dance stand".split()
    assert [plan for plan in plans if s.legal(plan)] == left


@clause("C193")
@pytest.mark.parametrize(
    ("picked", "left"), [("disengage", ["dance"]), ("hide", ["disengage", "dance"])]
)
def test_of_several_movement_actions_the_actor_picks_before_the_roll(scene, picked, left):
    s = scene(announce={"A": ["taunt", "disengage", "hide"]})
    s.declare("taunt", "B", "dance")
    assert (s.phase, s.decider, s.dice_used) == ("replace", "A", 0)
    assert replaceable(s) == ["disengage", "hide"]
    assert len(s.battle.legal()) == 2
    s.act("replace", picked, dice=[*ADVANTAGE, 6, 5])
    assert (s.phase, s.unit("A").n) == ("movement", 3)
    plans = "disengage hide dance".split()
    assert [plan for plan in plans if s.legal(plan)] == left


@clause("C193")
def test_a_pending_dance_is_used_without_asking(scene):
    s = scene(announce={"A": ["taunt", "disengage", "hide", "dance"]})
    s.declare("taunt", "B", "dance", dice=[*ADVANTAGE, 6, 5])
    assert s.phase == "movement"


@clause("C193")
@pytest.mark.parametrize(
    ("a", "legal"), [({}, True), ({"breathless": 1}, False), ({"restrained": 5}, False)]
)
def test_a_breathless_or_restrained_unit_cannot_promise_a_dance(scene, a, legal):
    s = scene(A=a, announce={"A": ["taunt"]})
    assert s.legal("taunt", "B", "plain")
    assert s.legal("taunt", "B", "dance") is legal


@clause("C193")
def test_a_restrained_unit_cannot_promise_a_dance_that_it_announced(scene):
    s = scene(A={"restrained": 5}, announce={"A": ["taunt", "dance"]})
    assert not s.legal("taunt", "B", "dance")


@clause("C193")
@pytest.mark.parametrize("announced", [["taunt"], ["taunt", "dance"]])
@pytest.mark.parametrize("option", [2, 3])
def test_it_cannot_be_promised_while_a_forced_movement_is_owed(scene, announced, option):
    s = scene(initiative="two", announce={"A": announced, "B": ["intimidate"]})
    s.act("intimidate", "A", by="B", dice=SUCCESS)
    s.act("option", option, by="A", dice=[])
    assert (s.phase, s.decider) == ("influence", "A")
    assert s.legal("taunt", "B", "plain")
    assert not s.legal("taunt", "B", "dance")


@clause("C193", "option:resolve.order")
def test_it_cannot_be_promised_once_the_dance_is_done(scene):
    s = scene(
        options={"resolve.order": "by_unit"},
        witness=False,
        announce={"A": ["taunt", "dance"]},
    )
    assert s.legal("taunt", "B", "dance")
    s.act("dance", dice=[])
    assert s.legal("taunt", "B", "plain")
    assert not s.legal("taunt", "B", "dance")


# --- the promise


@clause("C194", "C192")
@pytest.mark.parametrize(
    "announced", [["taunt"], ["taunt", "dance"], ["taunt", "disengage"], ["taunt", "dance", "hide"]]
)
@pytest.mark.parametrize(("deed", "marks"), [("dance", 0), ("forgo", 2)])
def test_a_dance_not_performed_costs_two_stress_in_phase_5(scene, announced, deed, marks):
    s = promised(scene, announced)
    s.act(deed, dice=[])
    while s.phase == "movement":
        s.act("forgo")
    assert s.unit("A").marks == 0
    s.finish_round()
    assert (s.round, s.unit("A").marks, s.unit("A").owes_dance) == (3, marks, False)


@clause("C194")
def test_another_movement_action_does_not_keep_the_promise(scene):
    s = promised(scene, ["taunt", "dance", "disengage"])
    s.act("disengage", dice=[6, 5, 2, 1])
    s.act("forgo")
    s.finish_round()
    assert s.unit("A").marks == 2


@clause("C192", "C194")
def test_the_promise_binds_after_a_success_too(scene):
    s = scene(announce={"A": ["taunt", "dance"]})
    s.act("taunt", "B", "dance", dice=[*ADVANTAGE, 3, 2])
    s.act("option", 1, by="B", dice=[])
    s.act("forgo", by="A")
    s.finish_round()
    assert s.unit("A").marks == 2


@clause("C194", "C450")
def test_nothing_is_owed_without_a_promise(scene):
    s = scene(announce={"A": ["taunt", "dance"]})
    s.act("taunt", "B", "plain", dice=[1, 2, 6, 5])
    s.act("forgo", by="A")
    s.finish_round()
    assert s.unit("A").marks == 0


@clause("C195", "C175", "C178")
@pytest.mark.parametrize("announced", [["taunt", "dance"], ["taunt"], ["taunt", "reposition"]])
@pytest.mark.parametrize(("option", "dice"), [(2, []), (3, [3, 2])])
def test_a_forced_movement_that_replaces_the_dance_fails_the_promise(
    scene, announced, option, dice
):
    s = promised(scene, announced, ["intimidate"], apart=True)
    s.act("intimidate", "A", by="B", dice=SUCCESS)
    s.act("option", option, by="A", dice=dice)  # n = 2
    assert (s.phase, s.decider, s.unit("A").n, s.unit("A").marks) == ("combat", "W", 2, 0)
    s.finish_round()
    assert s.unit("A").marks == 2


@clause("C195")
@pytest.mark.parametrize(
    ("replaced", "deed", "marks"),
    [("reposition", "dance", 0), ("reposition", "forgo", 2), ("dance", "forgo", 2)],
)
def test_a_flight_that_replaces_another_action_leaves_the_dance(scene, replaced, deed, marks):
    s = promised(scene, ["taunt", "dance", "reposition"], ["intimidate"], apart=True)
    s.act("intimidate", "A", by="B", dice=SUCCESS)
    s.act("option", 3, by="A")
    assert replaceable(s) == ["reposition", "dance"]
    s.act("replace", replaced, dice=[4, 2])  # n = 3: 2, 1 zone
    assert (s.phase, s.decider, s.unit("A").zone) == ("movement", "A", "Z1")
    assert s.legal("dance") is (replaced != "dance")
    s.act(deed, dice=[])
    s.finish_round()
    assert s.unit("A").marks == marks


@clause("C195")
@pytest.mark.parametrize("replaced", ["reposition", "dance"])
def test_standing_frozen_precludes_the_dance_whatever_it_replaces(scene, replaced):
    s = promised(scene, ["taunt", "dance", "reposition"], ["intimidate"], apart=True)
    s.act("intimidate", "A", by="B", dice=SUCCESS)
    s.act("option", 2, by="A")
    s.act("replace", replaced, dice=[])
    assert (s.phase, s.decider) == ("combat", "W")
    s.finish_round()
    assert s.unit("A").marks == 2


# --- disadvantage


@clause("C196")
@pytest.mark.parametrize(
    ("a", "dice"),
    [({"hit_last": True}, DISADVANTAGE), ({"hit": True}, [5, 4]), ({}, [5, 4])],
)
def test_disadvantage_after_a_hit_in_the_previous_round(scene, a, dice):
    for focus, success in [((4, 4), True), ((5, 4), False)]:
        s = scene(A=a, announce={"A": ["taunt"]})
        s.act("taunt", "B", "plain", dice=[*dice, *focus])
        assert (s.phase == "option") is success
        assert s.dice_used == len(dice) + 2


@clause("C196", "C192", "C006")
def test_with_the_dance_it_is_plain(scene):
    s = scene(A={"hit_last": True}, announce={"A": ["taunt", "dance"]})
    s.act("taunt", "B", "dance", dice=[5, 4, 4, 2])
    assert (s.phase, s.dice_used) == ("option", 4)


@clause("C196", "C312")
@pytest.mark.parametrize(
    ("answer", "dice", "hit"),
    [("decline", [], True), ("dodge", [4, 3], True), ("dodge", [5, 4], False),
     ("guard", [5, 4], False)],
)  # fmt: skip
def test_a_hit_counts_for_one_round(scene, answer, dice, hit):
    s = scene(announce={"B": ["strike"]})
    s.act("next", "B")
    s.declare("strike", "A", "harry", dice=[5, 4])
    s.act(answer, by="A", dice=dice)
    s.finish_round()
    s.announce(A=["taunt"], W=["brawl"])
    s.act("taunt", "B", "plain", dice=[*(DISADVANTAGE if hit else [5, 4]), 6, 5])
    s.finish_round()
    s.announce(A=["taunt"], W=["brawl"])
    s.act("taunt", "B", "plain", dice=[5, 4, 6, 5])
    assert s.round == 4
