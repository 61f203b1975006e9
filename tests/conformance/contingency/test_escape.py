"""Section 3.16, first part: Escape (C270 to C276)."""

import pytest

from fracas.envs.core.testing import clause

AFTER = ("combat", "W")  # A is not asked any more
HOLDS = {"grappling": {"A"}}
NET = {"restrained": 5}
BOTH = [("A", "B"), ("A", "B2")]
SEPARATE = {"cooperation.mode": "separate"}


def asked(s):
    return s.phase, s.decider


def sizes(s):
    """Return the sizes of all dice so far."""
    record = s.side
    return [int(n) for n in record["dice"]["sides"][: int(record["n_dice"])]]


def held(scene, A=None, B=None, plans=("escape",), others=None, **more):  # noqa: N803
    """Return a scene in which B grapples A, and A's Escape has come up."""
    announce = {"A": list(plans), **(others or {})}
    return scene(A=A, B=HOLDS | (B or {}), announce=announce, **more)


def held_by_two(scene, B=None, B2=None, **more):  # noqa: N803
    return held(scene, B=B, B2=HOLDS | (B2 or {}), engaged=BOTH, **more)


def bonds(s):
    return s.unit("A").grappled_by, s.unit("A").restrained


# --- the roll against a grapple


@clause("C270", "C275")
@pytest.mark.parametrize(
    ("guard", "free"), [([4, 4], True), ([5, 3], True), ([5, 4], False), ([6, 4], False)]
)
def test_the_roll_is_against_the_grapplers_guard_and_a_tie_fails(scene, guard, free):
    s = held(scene)
    assert asked(s) == ("interaction", "A")
    s.declare("escape", "grapple", dice=[5, 4])
    s.act("guard", dice=guard, by="B")
    a = s.unit("A")
    assert a.grappled_by == (set() if free else {"B"})
    assert s.unit("B").grappling == (set() if free else {"A"})
    assert (a.engaged, a.moved, a.fought, "escape" in a.performed) == ({"B"}, False, False, True)
    assert asked(s) == AFTER


@clause("C270", "C014")
@pytest.mark.parametrize(
    ("strength", "finesse", "die"), [(10, 8, 10), (8, 12, 12), (10, 10, 10), (4, 6, 6)]
)
def test_the_dice_are_strength_or_finesse_and_unarmed(scene, strength, finesse, die):
    a = {"strength": strength, "finesse": finesse, "unarmed": 4}
    s = held(scene, A=a, B={"strength": 6, "endurance": 12})
    s.declare("escape", "grapple", dice=[3, 3])
    s.act("guard", dice=[1, 2], by="B")
    assert sizes(s) == [die, 4, 6, 12]


@clause("C270", "C014", "option:attr.ask")
@pytest.mark.parametrize(("attribute", "die"), [("strength", 10), ("finesse", 6)])
@pytest.mark.parametrize(("bond", "state"), [("grapple", {}), ("restraint", NET)])
def test_either_attribute_may_be_chosen_where_it_is_asked(scene, attribute, die, bond, state):
    a = {"strength": 10, "finesse": 6, **state}
    s = held(scene, A=a)
    assert (s.legal("escape", bond, attribute), len(s.rows("escape", bond))) == (die == 10, 1)
    s = held(scene, A=a, options={"attr.ask": True})
    assert len(s.rows("escape", bond)) == 2
    s.act("escape", bond, attribute, dice=[3, 3])
    assert sizes(s) == [die, 6]


@clause("C270", "C033")
def test_the_penalty_is_taken_by_the_actor_only(scene):
    s = held(scene, plans=["escape", "brawl"], others={"B": ["strike", "brawl"]})
    s.declare("escape", "grapple", dice=[5, 4])
    s.act("guard", dice=[4, 3], by="B")  # 7 against 7
    assert bonds(s) == ({"B"}, 0)


@clause("C270")
@pytest.mark.parametrize("state", [{"prone": True}, {"armour": "heavy"}, NET])
def test_what_hinders_combat_rolls_does_not_hinder_it(scene, state):
    s = held(scene, A=state)
    s.declare("escape", "grapple", dice=[5, 4])
    s.act("guard", dice=[4, 4], by="B")
    assert s.unit("A").grappled_by == set()


@clause("C270", "C190")
def test_a_grant_against_the_grappler_gives_advantage(scene):
    s = held(scene, B={"grant_any": True, "grant_combat": True})
    s.declare("escape", "grapple", dice=[2, 4, 5])
    s.act("guard", dice=[4, 4], by="B")
    assert s.unit("A").grappled_by == set()
    assert (s.unit("B").grant_any, s.unit("B").grant_combat) == (False, True)


# --- who may


@clause("C271")
def test_it_needs_a_bond(scene):
    s = scene(announce={"A": ["escape"]})  # announced: the enemy may grapple it
    assert (asked(s), "escape" in s.unit("A").performed) == (AFTER, False)


@clause("C271")
@pytest.mark.parametrize(
    ("A", "B", "announced"),
    [
        ({}, {}, True),  # an enemy is Close
        ({}, {"zone": "Z1"}, False),
        ({}, {"hidden_from": {"A"}}, False),
        (NET, {"zone": "Z1"}, True),
    ],
)
def test_when_it_may_be_announced(scene, A, B, announced):  # noqa: N803
    s = scene(A=A, B=B, apart=True, zones={"Z0": {"conceal": True}})
    assert s.legal("announce", "escape") is announced


@clause("C271")
@pytest.mark.parametrize(
    ("A", "B", "rows"),
    [
        ({}, HOLDS, {"grapple"}),
        (NET, {}, {"restraint"}),
        (NET, HOLDS, {"grapple", "restraint"}),
    ],
)
def test_with_both_bonds_the_unit_picks_which(scene, A, B, rows):  # noqa: N803
    s = scene(A=A, B=B, announce={"A": ["escape"]})
    assert {bond for bond in ("grapple", "restraint") if s.legal("escape", bond)} == rows
    assert len(s.rows("escape")) == len(rows)


# --- the grappler's Guard


@clause("C272")
def test_the_grappler_may_guard_or_decline_but_not_dodge(scene):
    s = held(scene)
    s.declare("escape", "grapple", dice=[5, 4])
    assert asked(s) == ("defend", "B")
    assert (s.legal("guard"), s.legal("decline"), s.legal("dodge")) == (True, True, False)


@clause("C272", "C276")
@pytest.mark.parametrize(("guard", "failed"), [([4, 4], False), ([5, 4], True)])
def test_guard_costs_the_grappler_one_stress_and_the_escaper_nothing_more(scene, guard, failed):
    s = held(scene)
    s.declare("escape", "grapple", dice=[5, 4])
    s.act("guard", dice=guard, by="B")
    assert (s.unit("B").marks, s.unit("A").marks) == (1, failed)


@clause("C272")
@pytest.mark.parametrize(
    ("plans", "dice", "free"),
    [
        (["escape"], [1, 1], True),
        (["escape", "brawl"], [2, 1], True),
        (["escape", "brawl"], [1, 1], False),
        (["escape", "brawl", "strike"], [2, 2], False),
        (["escape", "brawl", "strike"], [3, 2], True),
    ],
)
def test_declining_leaves_difficulty_one(scene, plans, dice, free):
    s = held(scene, plans=plans)
    s.declare("escape", "grapple", dice=dice)
    s.act("decline", dice=[], by="B")
    assert s.unit("A").grappled_by == (set() if free else {"B"})
    assert (s.unit("A").marks, s.unit("B").marks) == (not free, 0)


@clause("C272", "C431")
@pytest.mark.parametrize(("guard", "defended"), [([5, 4], {"A"}), ([4, 4], set())])
def test_it_is_a_defend_roll_against_the_escaper(scene, guard, defended):
    s = held(scene)
    s.declare("escape", "grapple", dice=[5, 4])
    s.act("guard", dice=guard, by="B")
    assert (s.unit("B").defended, s.unit("B").hit) == (defended, False)


@clause("C272", "C211", "C429", "C430")
@pytest.mark.parametrize(
    ("state", "guard", "free"),
    [
        ({"fortified": True}, [2, 4, 5], False),  # 9
        ({"fortified": True}, [2, 4, 4], True),
        ({"hands": ["sword", "shield"]}, [3, 3], True),  # 8
        ({"hands": ["sword", "shield"]}, [4, 3], False),  # 9
        ({"restrained": 5}, [4, 4, 6], True),
        ({"restrained": 5, "fortified": True}, [5, 4], False),
        ({"prone": True}, [5, 4], False),
        ({"covered": True}, [4, 4], True),
        ({"revealed": ["guard"], "unspent": ["guard"], "weaknesses": ["guard"]}, [4, 4, 6], True),
    ],
)
def test_what_changes_a_guard_changes_this_one(scene, state, guard, free):
    s = held(scene, B=state, zones={"Z0": {"cover": True}})
    s.declare("escape", "grapple", dice=[5, 4])
    s.act("guard", dice=guard, by="B")
    assert s.unit("A").grappled_by == (set() if free else {"B"})


# --- several grapplers


@clause("C273", "option:cooperation.mode")
@pytest.mark.parametrize("options", [{}, {"cooperation.mode": "lead_advantage"}])
@pytest.mark.parametrize(("guard", "free"), [([1, 4, 4], True), ([1, 4, 5], False)])
def test_one_grappler_guards_with_advantage_for_all(scene, options, guard, free):
    s = held_by_two(scene, options=options)
    s.declare("escape", "grapple", dice=[5, 4])
    s.act("guard", dice=guard, by="B")
    assert s.unit("A").grappled_by == (set() if free else {"B", "B2"})
    assert [s.unit(u).marks for u in ("A", "B", "B2")] == [not free, 1, 0]
    assert asked(s) == AFTER


@clause("C273")
@pytest.mark.parametrize(
    ("B", "B2", "lead", "dice"),
    [
        ({"strength": 10}, {}, "B", [10, 6]),
        ({}, {"strength": 10}, "B2", [10, 6]),
        ({}, {"strength": 6, "endurance": 10}, "B2", [6, 10]),
        ({"strength": 12, "endurance": 4}, {"strength": 4, "endurance": 12}, "B", [12, 4]),
        ({"strength": 4, "endurance": 12}, {"strength": 12, "endurance": 4}, "B", [4, 12]),
    ],
)
def test_the_one_with_the_largest_dice_leads(scene, B, B2, lead, dice):  # noqa: N803
    s = held_by_two(scene, B=B, B2=B2)
    s.declare("escape", "grapple", dice=[5, 4])
    s.act("guard", dice=[2, 2, 2], by=lead)
    assert sizes(s)[2:] == [*dice, dice[0]]


@clause("C273")
def test_when_the_lead_declines_nobody_guards(scene):
    s = held_by_two(scene)
    s.declare("escape", "grapple", dice=[1, 1])
    s.act("decline", dice=[], by="B")
    assert (s.unit("A").grappled_by, asked(s)) == (set(), AFTER)


@clause("C273")
def test_an_engaged_enemy_that_does_not_grapple_is_no_help(scene):
    s = held(scene, B2={}, engaged=BOTH)
    s.declare("escape", "grapple", dice=[5, 4])
    s.act("guard", dice=[4, 4], by="B")
    assert s.unit("A").grappled_by == set()


@clause("C273", "option:cooperation.mode")
@pytest.mark.parametrize(
    ("one", "two", "free"),
    [([4, 4], [4, 3], True), ([5, 4], [1, 1], False), ([1, 1], [5, 4], False)],
)
def test_with_separate_rolls_each_grappler_guards_and_the_best_counts(scene, one, two, free):
    s = held_by_two(scene, options=SEPARATE)
    s.declare("escape", "grapple", dice=[5, 4])
    s.declare("guard", dice=one, by="B")
    s.act("guard", dice=two, by="B2")
    assert s.unit("A").grappled_by == (set() if free else {"B", "B2"})
    assert [s.unit(u).marks for u in ("A", "B", "B2")] == [not free, 1, 1]


# --- restraints


@clause("C274", "C275", "C276")
@pytest.mark.parametrize(
    ("difficulty", "dice", "free"),
    [(5, [3, 2], True), (5, [2, 2], False), (7, [4, 3], True), (7, [4, 2], False)],
)
def test_restraints_have_a_fixed_difficulty_and_no_roll(scene, difficulty, dice, free):
    s = scene(A={"restrained": difficulty}, B={"zone": "Z1"}, announce={"A": ["escape"]})
    s.declare("escape", "restraint", dice=dice)
    assert (asked(s), s.battle.dice_left) == (AFTER, 0)  # nobody is asked
    assert s.unit("A").restrained == (0 if free else difficulty)
    assert s.unit("A").marks == (not free)


@clause("C274")
def test_an_engaged_enemy_does_not_oppose_it(scene):
    s = scene(A=NET, announce={"A": ["escape"]})
    s.act("escape", "restraint", dice=[3, 2])
    assert (s.unit("A").restrained, s.unit("A").engaged, s.unit("B").marks) == (0, {"B"}, 0)


# --- success and failure


@clause("C275")
@pytest.mark.parametrize(("bond", "left"), [("grapple", (set(), 5)), ("restraint", ({"B"}, 0))])
def test_only_the_bond_chosen_ends(scene, bond, left):
    s = held(scene, A=NET)
    s.act("escape", bond, dice=[5, 4])  # a Guard is declined
    assert bonds(s) == left


@clause("C275")
def test_those_whom_the_actor_grapples_stay_grappled(scene):
    s = held(scene, A={"grappling": {"B2"}}, B2={}, engaged=BOTH)
    s.act("escape", "grapple", dice=[5, 4])
    assert (s.unit("A").grappled_by, s.unit("B2").grappled_by) == (set(), {"A"})


@clause("C276")
@pytest.mark.parametrize(("bond", "dice"), [("grapple", [2, 1]), ("restraint", [2, 1])])
def test_failure_marks_one_stamina(scene, bond, dice):
    s = held(scene, A=NET | {"marks": 2})
    s.declare("escape", bond, dice=dice)
    if bond == "grapple":
        s.act("guard", dice=[5, 4], by="B")
    assert s.unit("A").marks == 3
    assert bonds(s) == ({"B"}, 5)


@clause("C276", "C104")
def test_failure_on_a_full_track_makes_breathless(scene):
    s = scene(A=NET | {"marks": 8}, announce={"A": ["escape"]})
    s.act("escape", "restraint", dice=[2, 1])
    assert (s.unit("A").marks, s.unit("A").breathless) == (8, 1)
