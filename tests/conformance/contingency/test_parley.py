"""Section 3.12, first part: Parley's roll and what the actor does to itself (C180-C185).

What the target chooses from: test_parley_options.py.
"""

import pytest

from fracas.envs.core.testing import clause

SUCCESS = [5, 4, 4, 3]  # A rolls 9, B's Focus is 7
ADVANTAGE = [2, 4, 5]  # 9, the lowest dropped
DISADVANTAGE = [6, 4, 5]  # 9, the highest dropped
LAST_LEGS = {"marks": 8, "breathless": 1, "slots_free": [0, 0, 0, 0, 1]}
OFFERS = "none mark recover drop_main drop_off sheathe_main sheathe_off grant".split()
EMPTY = {"hands": [None, None]}
LATE = {"parley.self_timing": "success"}


def sizes(s):
    """Return the sizes of all dice rolled since the scene began."""
    state = s.battle.state[0]
    return [int(die["sides"]) for die in state["dice"][: int(state["n_dice"])]]


def parleying(scene, announced=("parley",), **more):
    """A and B stand Close, A is about to parley."""
    return scene(apart=True, announce={"A": list(announced)}, **more)


def offers(s):
    return [offer for offer in OFFERS if s.legal("parley", "B", offer)]


def floor(s):
    return [(item.item, item.zone) for item in s.floor()]


# --- the roll


@clause("C180", "C014")
@pytest.mark.parametrize(("willpower", "charisma", "die"), [(10, 8, 10), (8, 10, 10), (8, 8, 8)])
def test_parley_rolls_the_larger_of_willpower_and_charisma_with_empathy(
    scene, willpower, charisma, die
):
    s = parleying(scene, A={"willpower": willpower, "charisma": charisma, "empathy": 12})
    assert len(s.rows("parley", "B", "none")) == 1
    s.act("parley", "B", "none", dice=SUCCESS)
    assert sizes(s)[:2] == [die, 12]


@clause("C180", "C014", "option:attr.ask")
@pytest.mark.parametrize(("attribute", "die"), [("willpower", 4), ("charisma", 10)])
def test_the_actor_may_be_asked_which(scene, attribute, die):
    a = {"willpower": 4, "charisma": 10, "empathy": 12}
    s = parleying(scene, A=a, options={"attr.ask": True})
    assert len(s.rows("parley", "B", "none")) == 2
    s.act("parley", "B", "none", attribute, dice=[3, 6, 4, 3])
    assert sizes(s)[:2] == [die, 12]


@clause("C180")
@pytest.mark.parametrize(
    ("zone", "engaged", "legal"),
    [("Z0", [("A", "B")], False), ("Z0", [], True), ("Z1", [], True), ("Z2", [], False),
     ("Z3", [], False)],
)  # fmt: skip
def test_the_target_must_be_close_or_near_and_not_engaged(scene, zone, engaged, legal):
    s = scene(B={"zone": zone}, B2={}, engaged=engaged, announce={"A": ["parley"]})
    assert s.legal("parley", "B2")
    assert s.legal("parley", "B") is legal


@clause("C181", "C140")
@pytest.mark.parametrize(("focus", "success"), [((4, 4), True), ((5, 4), False)])
def test_the_difficulty_is_the_targets_focus(scene, focus, success):
    s = parleying(scene)
    s.act("parley", "B", "none", dice=[5, 4, *focus])
    assert (s.phase == "option") is success


@clause("C181", "C141")
@pytest.mark.parametrize(
    ("announced", "success"), [(["parley"], True), (["parley", "fortify", "dance"], False)]
)
def test_a_target_that_cannot_focus_leaves_difficulty_1(scene, announced, success):
    s = parleying(scene, announced, A={"hidden_from": {"B"}}, B={"aware_of": set()})
    s.act("parley", "B", "none", dice=[2, 1])
    assert (s.phase == "option") is success


# --- what the actor does to itself


@clause("C182", "C183")
@pytest.mark.parametrize("offer", ["mark", "drop_main", "sheathe_main", "grant"])
def test_an_effect_on_oneself_gives_advantage(scene, offer):
    for focus, success in [((4, 4), True), ((5, 4), False)]:
        s = parleying(scene)
        s.act("parley", "B", offer, dice=[*ADVANTAGE, *focus])
        assert (s.phase == "option") is success
        assert s.dice_used == 5


@clause("C182")
def test_without_one_the_roll_is_plain(scene):
    s = parleying(scene)
    s.act("parley", "B", "none", dice=SUCCESS)
    assert (s.phase, s.dice_used, s.unit("A").marks, s.unit("A").main) == ("option", 4, 0, "sword")


@clause("C183", "C189", "C190")
@pytest.mark.parametrize(
    ("a", "left"),
    [
        ({}, "none mark recover drop_main sheathe_main grant"),
        ({"hands": ["sword", "dagger"]}, " ".join(OFFERS)),
        ({"hands": [None, "dagger"]}, "none mark recover drop_off sheathe_off grant"),
        (EMPTY, "none mark recover grant"),
        ({"hands": [None, "shield"]}, "none mark recover grant"),  # no weapon
        ({"hands": ["tusks"]}, "none mark recover grant"),
        ({"carried": ["dagger"] * 4}, "none mark recover drop_main grant"),
        ({"breathless": 1}, "none mark drop_main sheathe_main grant"),
        ({"marks": 8}, "none mark recover drop_main sheathe_main grant"),
    ],
)
def test_only_effects_possible_for_the_actor_are_offered(scene, a, left):
    s = parleying(scene, A={"marks": 1, **a})
    assert offers(s) == left.split()


@clause("C183", "C188")
def test_who_is_grappled_cannot_offer_to_recover(scene):
    s = scene(A={"marks": 1}, B2={"grappling": {"A"}}, engaged=[("A", "B2")],
              announce={"A": ["parley"]})  # fmt: skip
    assert "recover" not in offers(s)


@clause("C183")
@pytest.mark.parametrize("focus", [(4, 3), (6, 5)])
def test_the_mark_is_taken_whatever_the_result(scene, focus):
    s = parleying(scene)
    s.act("parley", "B", "mark", dice=[*ADVANTAGE, *focus])
    assert (s.unit("A").marks, s.unit("B").marks) == (1, 0)


@clause("C183")
@pytest.mark.parametrize("focus", [(4, 3), (6, 5)])
@pytest.mark.parametrize(
    ("offer", "hands", "lying", "carried"),
    [
        ("drop_main", (None, "dagger"), [("sword", "Z0")], []),
        ("drop_off", ("sword", None), [("dagger", "Z0")], []),
        ("sheathe_main", (None, "dagger"), [], ["sword"]),
        ("sheathe_off", ("sword", None), [], ["dagger"]),
    ],
)
def test_the_weapon_goes_whatever_the_result(scene, focus, offer, hands, lying, carried):
    s = parleying(scene, A={"hands": ["sword", "dagger"]})
    s.act("parley", "B", offer, dice=[*ADVANTAGE, *focus])
    a = s.unit("A")
    assert (a.main, a.off) == hands
    assert (floor(s), list(a.carried)) == (lying, carried)
    assert a.marks == 0


@clause("C183")
@pytest.mark.parametrize("focus", [(4, 3), (6, 5)])
def test_the_grant_on_oneself_is_made_whatever_the_result(scene, focus):
    s = parleying(scene)
    s.act("parley", "B", "grant", dice=[*ADVANTAGE, *focus])
    assert [bool(s.unit(u).grant_any) for u in "AB"] == [True, False]


@clause("C183", "C190", "option:grants.users")
@pytest.mark.parametrize(("users", "dice"), [("any", ADVANTAGE), ("side", [5, 4])])
def test_an_enemy_uses_that_grant_unless_grants_are_for_the_actors_side(scene, users, dice):
    s = scene(apart=True, options={"grants.users": users},
              announce={"A": ["parley"], "B": ["taunt"]})  # fmt: skip
    s.act("parley", "B", "grant", dice=[*ADVANTAGE, 5, 4])
    s.act("taunt", "A", "plain", by="B", dice=[*dice, 5, 4])
    assert s.phase == "combat"


# --- Recover on oneself


@clause("C183", "C188")
def test_to_recover_replaces_the_actors_other_plans_at_once(scene):
    s = parleying(scene, ["parley", "reposition", "strike"], A={"marks": 6})
    s.act("parley", "B", "recover", dice=[3, 4, 6, 4, 3])  # 8 with n = 2
    a = s.unit("A")
    assert (s.phase, a.n, a.marks) == ("option", 2, 6)
    assert set(a.pending) == {"recover"}


@clause("C183", "C188")
@pytest.mark.parametrize(
    "announced", [["parley"], ["parley", "recover"], ["parley", "recover", "dance", "strike"]]
)
def test_both_rolls_take_the_penalty_of_n_2(scene, announced):
    for focus, success in [((4, 2), True), ((4, 3), False)]:  # against 9 - 2
        s = parleying(scene, announced, A={"marks": 6})
        recover = [4, 2]  # 6 - 2, as soon as nothing is asked before it
        s.act("parley", "B", "recover", dice=[*ADVANTAGE, *focus, *([] if success else recover)])
        if success:
            assert (s.phase, s.unit("A").n) == ("option", 2)
            s.act("option", 1, by="B", dice=recover)
        assert (s.unit("A").marks, s.unit("A").n) == (2, 2)
        assert (s.phase, s.decider) == ("combat", "W")  # nothing else is left to A


@clause("C183", "C188")
def test_influence_actions_still_pending_are_replaced_too(scene):
    s = parleying(scene, ["parley", "fortify", "anticipate"], A={"marks": 6})
    s.act("parley", "B", "recover", dice=[*ADVANTAGE, 6, 5, 4, 2])
    assert (s.phase, s.decider, s.unit("A").marks) == ("combat", "W", 2)
    assert not s.unit("A").fortified


@clause("C183")
def test_who_is_taken_out_by_its_own_mark_makes_no_roll(scene):
    s = parleying(scene, A=LAST_LEGS, B={"grant_any": True})
    s.act("parley", "B", "mark", dice=[])
    assert (s.unit("A").out, s.phase, s.decider) == (True, "combat", "W")
    assert s.unit("B").grant_any  # no roll used it


@clause("C183", "option:parley.self_timing")
@pytest.mark.parametrize(("focus", "success"), [((4, 4), True), ((5, 4), False)])
def test_the_effect_may_come_only_on_a_success(scene, focus, success):
    def after(offer):
        s = parleying(scene, options=LATE)
        s.act("parley", "B", offer, dice=[*ADVANTAGE, *focus])  # with advantage all the same
        assert (s.phase == "option") is success
        if success:
            s.act("option", 1, by="B", dice=[])
        assert s.unit("B").marks == int(success)
        return s.unit("A"), floor(s)

    assert after("mark")[0].marks == int(success)
    assert bool(after("grant")[0].grant_any) is success
    a, lying = after("drop_main")
    assert (a.main, lying) == ((None, [("sword", "Z0")]) if success else ("sword", []))
    a, lying = after("sheathe_main")
    assert (a.main, lying) == ((None, []) if success else ("sword", []))


@clause("C183", "option:parley.self_timing")
@pytest.mark.parametrize(("focus", "success"), [((4, 4), True), ((5, 4), False)])
def test_then_the_roll_is_made_before_recover_changes_n(scene, focus, success):
    s = parleying(scene, A={"marks": 6}, options=LATE)
    s.act("parley", "B", "recover", dice=[*ADVANTAGE, *focus])  # n = 1
    assert (s.phase == "option") is success
    if success:
        s.act("option", 1, by="B", dice=[4, 2])
    assert s.unit("A").marks == (2 if success else 6)


# --- disadvantage


@clause("C184")
@pytest.mark.parametrize(
    ("sides", "dice"),
    [(("one",), DISADVANTAGE), (("one", "two"), DISADVANTAGE), (("two",), [5, 4]), ((), [5, 4])],
)
def test_disadvantage_if_the_actors_side_attacked_the_targets_last_round(scene, sides, dice):
    for focus, success in [((4, 4), True), ((5, 4), False)]:
        s = parleying(scene, attacked_last=sides)
        s.act("parley", "B", "none", dice=[*dice, *focus])
        assert (s.phase == "option") is success
        assert s.dice_used == len(dice) + 2


@clause("C184", "C313")
def test_an_allys_attack_on_the_targets_ally_is_enough_for_one_round(scene):
    s = scene(A2={}, B2={}, engaged=[("A2", "B2")], announce={"A2": ["strike"]})
    s.declare("strike", "B2", "clash", dice=[2, 1])
    s.act("dodge", by="B2", dice=[5, 4])  # missed
    s.finish_round()
    s.announce(A=["parley"], B=["parley"], W=["brawl"])
    s.act("parley", "A", "none", by="B", dice=[5, 4, 6, 5])  # its own side attacked nobody
    s.act("parley", "B", "none", by="A", dice=[*DISADVANTAGE, 6, 5])
    s.finish_round()
    s.announce(A=["parley"], W=["brawl"])
    s.act("parley", "B", "none", dice=[5, 4, 6, 5])
    assert s.round == 4


@clause("C184")
def test_this_rounds_attacks_do_not_matter(scene):
    s = parleying(scene)
    s.side["attacked"][0] = 1
    s.act("parley", "B", "none", dice=SUCCESS)
    assert s.dice_used == 4


@clause("C185", "C006")
@pytest.mark.parametrize("offer", ["mark", "grant", "drop_main"])
def test_advantage_and_disadvantage_make_a_plain_roll(scene, offer):
    s = parleying(scene, attacked_last=("one",))
    s.act("parley", "B", offer, dice=SUCCESS)
    assert (s.phase, s.dice_used) == ("option", 4)
