"""Section 3.11: Intimidate (C170-C177). How a unit flees: test_forced_movement.py."""

import pytest

from fracas.envs.core.testing import clause

SUCCESS = [5, 4, 4, 3]  # A rolls 9, B's Focus is 7
PAIRS = [("A", "B"), ("A2", "B")]
NINE = {"plain": [5, 4], "advantage": [2, 4, 5], "disadvantage": [6, 4, 5]}


def sizes(s):
    """Return the sizes of all dice rolled since the scene began."""
    state = s.battle.state[0]
    return [int(die["sides"]) for die in state["dice"][: int(state["n_dice"])]]


def options(s):
    return [n for n in (1, 2, 3) if s.legal("option", n)]


def check_roll(scene, kind, **more):
    """A's Intimidate comes to 9 if it is rolled as expected."""
    for focus, success in [((4, 4), True), ((5, 4), False)]:
        s = scene(announce={"A": ["intimidate"]}, **more)
        s.act("intimidate", "B", dice=[*NINE[kind], *focus])
        assert (s.phase == "option") is success
        assert s.dice_used == len(NINE[kind]) + 2


def intimidated(scene, announced=(), **more):
    """A's Intimidate on B has succeeded."""
    s = scene(announce={"A": ["intimidate"], "B": list(announced)}, **more)
    s.act("intimidate", "B", dice=SUCCESS)
    assert (s.phase, s.decider) == ("option", "B")
    return s


# --- the roll


@clause("C170", "C014")
@pytest.mark.parametrize(("strength", "charisma", "die"), [(10, 8, 10), (8, 10, 10), (8, 8, 8)])
def test_intimidate_rolls_the_larger_of_strength_and_charisma_with_coercion(
    scene, strength, charisma, die
):
    a = {"strength": strength, "charisma": charisma, "coercion": 12}
    s = scene(A=a, announce={"A": ["intimidate"]})
    assert len(s.rows("intimidate", "B")) == 1
    s.act("intimidate", "B", dice=SUCCESS)
    assert sizes(s)[:2] == [die, 12]


@clause("C170", "C014", "option:attr.ask")
@pytest.mark.parametrize(("attribute", "die"), [("strength", 4), ("charisma", 10)])
def test_the_actor_may_be_asked_which(scene, attribute, die):
    a = {"strength": 4, "charisma": 10, "coercion": 12}
    s = scene(A=a, announce={"A": ["intimidate"]}, options={"attr.ask": True})
    assert len(s.rows("intimidate", "B")) == 2
    s.act("intimidate", "B", attribute, dice=[3, 6, 4, 3])
    assert sizes(s)[:2] == [die, 12]


@clause("C170")
@pytest.mark.parametrize(
    ("zone", "engaged", "legal"),
    [("Z0", [("A", "B")], True), ("Z0", [], True), ("Z1", [], True), ("Z2", [], False),
     ("Z3", [], False)],
)  # fmt: skip
def test_the_target_must_be_engaged_close_or_near(scene, zone, engaged, legal):
    s = scene(B={"zone": zone}, B2={}, engaged=engaged, announce={"A": ["intimidate"]})
    assert s.legal("intimidate", "B2")
    assert s.legal("intimidate", "B") is legal


# --- who believes what

ONE, TWO, THREE = [0, 1, 1, 1, 1], [0, 0, 1, 1, 1], [0, 0, 0, 1, 1]  # slots crossed


@clause("C171", "C173")
@pytest.mark.parametrize(
    ("b", "a", "kind"),
    [
        ({}, {}, "plain"),
        ({"slots_free": ONE}, {}, "plain"),
        ({"slots_free": TWO}, {}, "advantage"),
        ({"slots_free": [1, 1, 0, 0, 1]}, {}, "advantage"),
        ({"slots": [3, 1, 1, 1, 1], "slots_free": [2, 1, 1, 1, 1]}, {}, "plain"),
        ({"slots": [3, 1, 1, 1, 1], "slots_free": [1, 1, 1, 1, 1]}, {}, "advantage"),
        ({"marks": 4}, {}, "plain"),
        ({"marks": 4, "slots_free": ONE}, {}, "advantage"),
        ({"marks": 3, "slots_free": ONE}, {}, "plain"),
        ({"prone": True}, {}, "plain"),
        ({"prone": True, "slots_free": ONE}, {}, "advantage"),
        ({"prone": True, "marks": 4}, {}, "advantage"),
        ({"breathless": 1}, {}, "advantage"),
        ({"breathless": 3}, {"prone": True}, "plain"),  # 2, whatever the level
        ({"restrained": 5}, {}, "advantage"),
        ({"restrained": 5}, {"prone": True}, "plain"),
        ({}, {"grappling": {"B"}}, "advantage"),
        ({"restrained": 5}, {"prone": True, "grappling": {"B"}}, "plain"),  # 2 for both bonds
        ({"slots_free": THREE}, {"prone": True}, "advantage"),
        ({"slots_free": THREE}, {"slots_free": TWO}, "plain"),
    ],
)
def test_advantage_if_the_targets_worry_is_2_above_the_actors(scene, b, a, kind):
    check_roll(scene, kind, A=a, B=b)


@clause("C172", "C173")
@pytest.mark.parametrize(
    ("b", "a", "kind"),
    [
        ({}, {"slots_free": ONE}, "plain"),
        ({}, {"slots_free": TWO}, "disadvantage"),
        ({}, {"marks": 4}, "plain"),
        ({}, {"marks": 4, "prone": True}, "disadvantage"),
        ({}, {"marks": 3, "prone": True}, "plain"),
        ({}, {"breathless": 1}, "disadvantage"),
        ({"prone": True}, {"breathless": 3}, "plain"),
        ({}, {"restrained": 5}, "disadvantage"),
        ({"prone": True}, {"restrained": 5}, "plain"),
        ({"slots_free": ONE}, {"slots_free": THREE}, "disadvantage"),
        ({"slots_free": TWO}, {"slots_free": THREE}, "plain"),
    ],
)
def test_disadvantage_if_the_targets_worry_is_2_below_the_actors(scene, b, a, kind):
    check_roll(scene, kind, A=a, B=b)


@clause("C172", "C173")
@pytest.mark.parametrize(
    ("b", "kind"),
    [
        ({}, "disadvantage"),
        ({"slots_free": ONE}, "disadvantage"),  # only 1 below
        ({"slots_free": TWO}, "disadvantage"),
        ({"slots_free": THREE}, "disadvantage"),
        ({"slots_free": [0, 0, 0, 0, 1]}, "plain"),  # feels weaker, too
    ],
)
def test_who_grapples_the_actor_feels_in_control(scene, b, kind):
    check_roll(scene, kind, B={**b, "grappling": {"A"}})


@clause("C172", "C173")
def test_a_grapple_by_another_counts_as_worry_only(scene):
    more = {"B2": {"grappling": {"A"}}, "engaged": [("A", "B"), ("A", "B2")]}
    check_roll(scene, "disadvantage", **more)
    check_roll(scene, "plain", B={"prone": True}, **more)


@clause("C171", "C172", "C173", "option:intimidate.belief")
@pytest.mark.parametrize(
    ("a", "b"),
    [({}, {"slots_free": THREE}), ({"slots_free": THREE}, {}), ({}, {"grappling": {"A"}})],
)
def test_beliefs_may_count_for_nothing(scene, a, b):
    check_roll(scene, "plain", A=a, B=b, options={"intimidate.belief": "none"})


@clause("C171", "C172", "C173", "option:intimidate.belief")
@pytest.mark.parametrize(
    ("more", "kind"),
    [
        ({}, "plain"),
        ({"A2": {}}, "advantage"),
        ({"B2": {}}, "disadvantage"),
        ({"A2": {}, "B2": {}}, "plain"),
        ({"A2": {"zone": "Z3"}}, "advantage"),
        ({"B": {"slots_free": THREE}}, "plain"),
        ({"A": {"slots_free": THREE}}, "plain"),
    ],
)
def test_beliefs_may_go_by_numbers_in_play(scene, more, kind):
    check_roll(scene, kind, **more, options={"intimidate.belief": "numbers"})


@clause("C173", "option:intimidate.belief")
def test_units_in_reserve_are_not_in_play(scene):
    events = [{"round": 9, "kind": "reinforcement", "zone": "Z0", "unit": "B2"}]
    options = {"intimidate.belief": "numbers"}
    check_roll(scene, "plain", B2={"reserve": True}, events=events, options=options)


# --- option 1


@clause("C174", "C108")
def test_option_1_marks_one_stamina(scene):
    s = intimidated(scene, ["disengage"])
    s.act("option", 1, by="B", dice=[])
    b = s.unit("B")
    assert (b.marks, s.unit("A").marks, b.frozen, set(b.barred)) == (1, 0, False, set())
    assert (s.phase, s.decider) == ("movement", "B")
    assert s.legal("disengage")


# --- option 2: frozen


@clause("C175", "C453", "C046")
def test_option_2_uses_the_targets_movement_action_to_stand_frozen(scene):
    s = intimidated(scene, ["disengage"])
    s.act("option", 2, by="B", dice=[])
    b = s.unit("B")
    assert (s.phase, s.decider) == ("combat", "W")  # no decision about it
    assert (b.frozen, b.moved, b.zone, b.marks) == (True, True, "Z0", 0)
    assert set(b.engaged) == {"A"}


@clause("C175", "C226")
def test_a_frozen_unit_does_nothing_else_in_movement(scene):
    s = intimidated(scene, ["dance", "disengage"])
    s.act("option", 2, by="B")
    assert (s.phase, s.decider) == ("replace", "B")
    s.act("replace", "disengage", dice=[])
    assert (s.phase, s.decider, s.unit("B").frozen) == ("combat", "W", True)


@clause("C175")
@pytest.mark.parametrize(
    ("hands", "announced", "calls"),
    [
        (["dagger"], ["strike", "throw"], [("strike",), ("throw",)]),
        ([None, None], ["brawl"], [("jab",), ("wrestle",)]),
        (["bow"], ["shoot", "brawl"], [("shoot",), ("jab",)]),
    ],
)
def test_no_combat_action_of_the_target_may_aim_at_the_intimidator(scene, hands, announced, calls):
    s = intimidated(scene, announced, A2={}, B={"hands": hands}, engaged=PAIRS)
    s.act("option", 2, by="B", dice=[])
    assert set(s.unit("B").barred) == {"A"}
    s.act("next", "B")
    assert s.decider == "B"
    for call in calls:
        assert not s.legal(*call, "A")
        assert s.legal(*call, "A2")


@clause("C175", "C040")
def test_with_nobody_else_in_reach_its_combat_action_is_dropped(scene):
    s = intimidated(scene, ["strike"])
    s.act("option", 2, by="B", dice=[])
    assert (s.phase, s.decider) == ("combat", "W")


@clause("C175")
def test_its_allies_may_still_attack_the_intimidator(scene):
    s = scene(B2={}, engaged=[("A", "B"), ("A", "B2")],
              announce={"A": ["intimidate"], "B2": ["strike"]})  # fmt: skip
    s.act("intimidate", "B", dice=SUCCESS)
    s.act("option", 2, by="B", dice=[])
    s.act("next", "B2")
    assert s.legal("strike", "A")


@clause("C175", "C468")
def test_a_bolt_is_no_combat_action(scene):
    s = intimidated(scene, ["cast"], B={"hands": [None, None], "spells": ["bolt"]})
    s.act("option", 2, by="B", dice=[])
    assert (s.phase, s.decider) == ("interaction", "B")
    assert s.legal("cast", "bolt", "A")


@clause("C175")
def test_the_ban_and_the_fright_end_with_the_round(scene):
    s = intimidated(scene)
    s.act("option", 2, by="B", dice=[])
    s.finish_round()
    b = s.unit("B")
    assert (b.frozen, b.moved, set(b.barred)) == (False, False, set())
    s.announce(B=["disengage", "strike"], W=["brawl"])
    assert s.legal("disengage")
    s.act("forgo", by="B")
    s.act("next", "B")
    assert s.legal("strike", "A")


# --- option 3: flight


@clause("C176", "C178", "C046")
def test_option_3_uses_the_targets_movement_action_to_flee(scene):
    s = intimidated(scene, ["reposition"], apart=True)
    s.act("option", 3, by="B", dice=[4, 2])  # 3 zones
    b = s.unit("B")
    assert (s.phase, s.decider) == ("combat", "W")
    assert (b.zone, b.moved, b.marks, b.frozen) == ("Z3", True, 0, False)
    assert set(b.barred) == set()


@clause("C176")
def test_who_fled_may_attack_the_intimidator(scene):
    b = {"hands": ["bow"]}
    s = intimidated(scene, ["reposition", "shoot"], apart=True, B=b)
    s.act("option", 3, by="B", dice=[2, 2])  # n = 2: 1 zone
    s.act("next", "B")
    assert s.unit("B").zone == "Z1"
    assert s.legal("shoot", "A")


# --- which Movement action is used


@clause("C177", "C035")
@pytest.mark.parametrize(
    ("announced", "n"),
    [([], 1), (["reposition"], 1), (["strike"], 2), (["reposition", "strike"], 2),
     (["strike", "brawl"], 3), (["reposition", "strike", "brawl"], 3)],
)  # fmt: skip
@pytest.mark.parametrize(("option", "dice"), [(2, []), (3, [4, 2])])
def test_it_replaces_an_announced_movement_action_or_is_added(scene, announced, n, option, dice):
    s = intimidated(scene, announced, apart=True)
    s.act("option", option, by="B", dice=dice)
    assert s.phase in ("combat", "next")
    assert s.unit("B").n == n


@clause("C177", "C033")
@pytest.mark.parametrize(
    ("announced", "zone"),
    [([], "Z3"), (["reposition"], "Z3"), (["strike"], "Z2"), (["reposition", "strike"], "Z2"),
     (["strike", "brawl"], "Z1"), (["reposition", "strike", "brawl"], "Z1")],
)  # fmt: skip
def test_the_flights_roll_takes_the_penalty_of_n(scene, announced, zone):
    s = intimidated(scene, announced, apart=True)
    s.act("option", 3, by="B", dice=[4, 2])  # 6, 4 or 2
    assert s.unit("B").zone == zone


@clause("C177")
@pytest.mark.parametrize("option", [2, 3])
def test_the_target_picks_which_of_several_gives_way(scene, option):
    s = intimidated(scene, ["dance", "reposition", "strike"], apart=True)
    s.act("option", option, by="B")
    assert (s.phase, s.decider) == ("replace", "B")
    assert [m for m in ("reposition", "disengage", "dance") if s.legal("replace", m)] == [
        "reposition",
        "dance",
    ]
    assert len(s.battle.legal()) == 2


@clause("C177")
@pytest.mark.parametrize(("replaced", "left"), [("dance", "reposition"), ("reposition", "dance")])
def test_the_other_ones_can_still_be_done_after_a_flight(scene, replaced, left):
    s = intimidated(scene, ["dance", "reposition"], apart=True)
    s.act("option", 3, by="B")
    s.act("replace", replaced, dice=[2, 2])  # n = 2: 1 zone
    assert (s.phase, s.decider) == ("movement", "B")
    assert (s.unit("B").zone, s.unit("B").n) == ("Z1", 2)
    assert s.legal(left)
    assert not s.legal(replaced)


@clause("C177", "option:forced.movement_cap")
@pytest.mark.parametrize("option", [2, 3])
@pytest.mark.parametrize("announced", [[], ["dance", "hide"]])
def test_a_unit_that_owes_a_forced_movement_takes_no_other(scene, option, announced):
    s = scene(apart=True, A2={}, announce={"A": ["intimidate"], "A2": ["intimidate"],
                                           "B": announced})  # fmt: skip
    s.act("next", "A")
    s.act("intimidate", "B", dice=SUCCESS)
    s.act("option", option, by="B")
    if announced:
        s.act("replace", "dance")
    assert s.unit("B").forced == {2: "freeze", 3: "away"}[option]
    s.declare("intimidate", "B", dice=SUCCESS)
    assert s.unit("B").marks == 1  # nothing else was left to choose


@clause("C177", "C198", "option:forced.movement_cap")
def test_an_approach_owed_leaves_only_marking_too(scene):
    s = scene(apart=True, A2={}, announce={"A": ["taunt"], "A2": ["intimidate"]})
    s.act("next", "A")
    s.act("taunt", "B", "plain", dice=SUCCESS)
    s.act("option", 2, by="B")
    assert s.unit("B").forced == "toward"
    s.act("intimidate", "B", dice=SUCCESS)
    assert s.unit("B").marks == 1
    assert set(s.unit("B").engaged) == {"A"}  # the approach is still carried out


@clause("C177", "option:forced.movement_cap")
@pytest.mark.parametrize("option", [2, 3])
def test_the_cap_may_be_lifted(scene, option):
    s = scene(apart=True, A2={}, options={"forced.movement_cap": "unlimited"},
              announce={"A": ["intimidate"], "A2": ["intimidate"]})  # fmt: skip
    s.act("next", "A")
    s.act("intimidate", "B", dice=SUCCESS)
    s.act("option", option, by="B")
    s.act("intimidate", "B", dice=SUCCESS)
    assert (s.phase, options(s)) == ("option", [1, 2, 3])


@clause("C177")
def test_next_round_it_can_be_forced_again(scene):
    s = intimidated(scene)
    s.act("option", 2, by="B", dice=[])
    s.finish_round()
    s.announce(A=["intimidate"], W=["brawl"])
    s.act("intimidate", "B", dice=SUCCESS)
    assert options(s) == [1, 2, 3]


@clause("C177", "option:forced.movement_cap")
@pytest.mark.parametrize("option", [2, 3])
def test_without_the_cap_eight_forced_movements_can_be_owed(scene, option):
    s = scene(apart=True, A2={}, announce={"A": ["intimidate"], "A2": ["intimidate"]},
              options={"forced.movement_cap": "unlimited"})  # fmt: skip
    owed = s.side["units"][s.battle.index("B")]["forced"]
    assert len(owed) == 8
    owed[:7] = 1
    s.act("next", "A")
    s.act("intimidate", "B", dice=SUCCESS)
    assert options(s) == [1, 2, 3]
    s.act("option", option, by="B")
    assert (owed != 0).all()
    assert s.unit("B").marks == 0
    s.act("intimidate", "B", dice=SUCCESS)
    assert s.unit("B").marks == 1  # the Taxing option is the only one left
