"""Section 3.19 of the rules: prone, grappled, restrained (C490-C495)."""

import pytest

from fracas.envs.core.testing import clause

PROPS = {"Z0": {"props": True}}
COVER = {"Z0": {"cover": True, "conceal": True, "props": True}}
BOTH = [("A", "B"), ("A", "B2")]
# A's attacks on B that take two dice without a hindrance: units, plan, row.
COMBAT = {
    "harry": ({}, "strike", ("strike", "B", "harry")),
    "clash": ({}, "strike", ("strike", "B", "clash")),
    "shoot": ({"hands": ["bow"]}, "shoot", ("shoot", "B")),
    "throw": ({"hands": ["dagger"]}, "throw", ("throw", "B", "main")),
    "jab": ({}, "brawl", ("jab", "B", "strength")),
    "wrestle": ({}, "brawl", ("wrestle", "B", "strength")),
}
RANGED = ("shoot", "throw")


def attack(scene, name, dice, dodge, a=(), **more):
    """Whether A's attack on B, who is engaged or for a shot Close, succeeds against a Dodge."""
    gear, plan, row = COMBAT[name]
    more = {"apart": name in RANGED, "zones": PROPS, **more}
    s = scene(A={**gear, **dict(a)}, announce={"A": [plan]}, **more)
    s.declare(*row, dice=dice)
    s.declare("dodge", dice=dodge, by="B")
    assert s.battle.dice_left == 0
    return bool(s.unit("B").hit)


def asked(scene, verb, bond=None, **more):
    """Whether A is asked about an announced verb that a bond may have made impossible since."""
    more = {"zones": COVER, **more}
    s = scene(announce={"A": ["fortify", verb]}, **more)
    if bond == "grappled":
        s.set("B", grappling={"A"})
    elif bond == "restrained":
        s.set("A", restrained=5)
    s.act("fortify")
    assert s.decider in ("A", "W")
    return s.decider == "A"


# --- prone


@clause("C490")
@pytest.mark.parametrize("name", COMBAT)
@pytest.mark.parametrize(("dodge", "hit"), [([4, 2], False), ([4, 1], True)])
def test_prone_combat_rolls_have_disadvantage(scene, name, dodge, hit):
    assert attack(scene, name, [2, 4, 7], dodge, a={"prone": True}) is hit


@clause("C490")
@pytest.mark.parametrize("name", ["anticipate", "feint", "intimidate", "taunt"])
def test_prone_influence_rolls_have_none(scene, name):
    arguments = ("plain",) if name == "taunt" else ()
    s = scene(A={"prone": True}, announce={"A": [name]})
    s.act(name, "B", *arguments, dice=[2, 1, 5, 4])
    assert s.dice_used == 4


@clause("C490")
@pytest.mark.parametrize("name", RANGED)
@pytest.mark.parametrize(("zone", "dice"), [("Z0", [5, 4]), ("Z1", [5, 4, 7]), ("Z2", [5, 4, 7])])
def test_shoot_and_throw_at_a_prone_target_from_near_or_farther(scene, name, zone, dice):
    a = {"hands": ["javelin"]} if name == "throw" else {}
    b = {"zone": zone, "prone": True}
    # B's own Dodge has disadvantage, too
    assert attack(scene, name, dice, [5, 3, 7], a=a, B=b) is True
    assert attack(scene, name, dice, [5, 4, 7], a=a, B=b) is False


@clause("C490")
@pytest.mark.parametrize("name", ["harry", "clash", "jab", "wrestle"])
def test_other_attacks_on_a_prone_target_have_none(scene, name):
    assert attack(scene, name, [5, 4], [5, 3, 7], B={"prone": True}) is True


@clause("C490")
def test_not_even_a_strike_from_near(scene):
    b = {"prone": True, "zone": "Z1"}
    assert attack(scene, "clash", [5, 4], [5, 3, 7], a={"hands": ["glaive"]}, B=b) is True


@clause("C490", "C430")
def test_prone_dodge_has_disadvantage_and_guard_has_none(scene):
    for answer, dice in (("dodge", [5, 4, 7]), ("guard", [5, 4])):
        s = scene(B={"prone": True}, announce={"A": ["strike"]})
        s.declare("strike", "B", "clash", dice=[5, 4])
        s.act(answer, dice=dice, by="B")
        assert not s.unit("B").hit


@clause("C490", "C224")
@pytest.mark.parametrize(("dice", "zone"), [([1, 1], "Z0"), ([2, 1], "Z1"), ([1, 2], "Z1")])
def test_prone_no_reposition_before_standing(scene, dice, zone):
    s = scene(A={"prone": True}, apart=True, B={"zone": "Z3"}, announce={"A": ["reposition"]})
    s.declare("reposition", dice=dice)
    if s.phase == "step":
        assert not s.unit("A").prone  # before the first step
        s.declare("step", "Z1")
    assert (s.unit("A").prone, s.unit("A").zone) == (False, zone)


@clause("C490", "C223")
def test_a_reposition_of_0_does_not_stand(scene):
    plans = {"A": ["fortify", "anticipate", "reposition"]}
    s = scene(A={"prone": True}, apart=True, announce=plans)
    s.act("fortify")
    s.act("forgo")
    s.act("reposition", dice=[2, 2])
    assert (s.unit("A").prone, s.unit("A").zone) == (True, "Z0")


@clause("C490")
def test_stand_ends_it(scene):
    s = scene(A={"prone": True}, announce={"A": ["stand"]})
    s.act("stand", dice=[])
    assert not s.unit("A").prone


@clause("C490")
def test_the_end_of_the_round_does_not_end_it(scene):
    s = scene(A={"prone": True}, announce={})
    s.finish_round()
    assert (s.round, s.unit("A").prone) == (3, True)


# --- grappled


@clause("C491")
@pytest.mark.parametrize(
    ("verb", "more"),
    [
        ("reposition", {"options": {"engage.locks": False}}),
        ("disengage", {}),
        ("take_cover", {}),
        ("stand", {"A": {"prone": True}}),
        ("shoot", {"A": {"hands": ["bow"]}}),
        ("cast", {"A": {"hands": [], "spells": ["ward"]}}),
        ("recover", {"A": {"marks": 3}}),
    ],
)
def test_what_a_grappled_unit_cannot_do(scene, verb, more):
    assert asked(scene, verb, **more)
    assert not asked(scene, verb, "grappled", **more)


@clause("C491")
def test_a_grappled_unit_cannot_hide(scene):
    assert asked(scene, "hide", apart=True)
    assert not asked(scene, "hide", "grappled")


@clause("C491", "C494")
@pytest.mark.parametrize(
    ("verb", "more"),
    [
        ("dance", {}),
        ("ready", {}),
        ("strike", {}),
        ("throw", {"A": {"hands": ["dagger"]}}),
        ("brawl", {}),
    ],
)
def test_what_a_grappled_unit_still_can_do(scene, verb, more):
    assert asked(scene, verb, "grappled", **more)


@clause("C491")
@pytest.mark.parametrize(
    ("row", "a"),
    [
        (("strike",), {}),
        (("strike",), {"hands": ["spear"]}),
        (("throw",), {"hands": ["dagger"]}),
        (("jab",), {}),
        (("wrestle",), {}),
    ],
)
def test_a_grappled_unit_attacks_only_its_grapplers(scene, row, a):
    plan = "brawl" if row[0] in ("jab", "wrestle") else row[0]
    for grapplers in ({"B"}, {"B2"}, {"B", "B2"}, set()):
        held = {name: {"grappling": {"A"}} if name in grapplers else {} for name in ("B", "B2")}
        s = scene(A=a, **held, engaged=BOTH, announce={"A": [plan]})
        for name in ("B", "B2"):
            assert s.legal(*row, name) is (name in grapplers or not grapplers)


@clause("C491", "C430")
def test_grappled_attacks_and_guard_have_no_disadvantage(scene):
    assert attack(scene, "clash", [5, 4], [4, 4], B={"grappling": {"A"}}) is True
    s = scene(A={"grappling": {"B"}}, announce={"A": ["strike"]})
    s.declare("strike", "B", "clash", dice=[5, 4])
    s.act("guard", dice=[5, 4], by="B")
    assert not s.unit("B").hit


@clause("C491", "C430")
@pytest.mark.parametrize(("dodge", "hit"), [([5, 4, 7], False), ([5, 3, 7], True)])
def test_grappled_dodge_has_disadvantage(scene, dodge, hit):
    assert attack(scene, "clash", [5, 4], dodge, a={"grappling": {"B"}}) is hit


@clause("C491", "C493")
@pytest.mark.parametrize("verb", ["reposition", "hide"])
def test_movement_that_bonds_bar_is_not_announced(scene, verb):
    assert scene().legal("announce", verb)
    assert not scene(B={"grappling": {"A"}}).legal("announce", verb)
    assert not scene(A={"restrained": 5}).legal("announce", verb)


@clause("C492")
@pytest.mark.parametrize(
    ("answer", "dice", "held"),
    [("guard", [4, 4], False), ("guard", [5, 4], True), ("decline", [], False)],
)
def test_a_grapple_ends_by_escape(scene, answer, dice, held):
    s = scene(B={"grappling": {"A"}}, announce={"A": ["escape"]})
    s.declare("escape", "grapple", dice=[5, 4])
    s.act(answer, dice=dice, by="B")
    assert s.unit("A").grappled_by == ({"B"} if held else set())
    assert s.unit("A").engaged == {"B"}


@clause("C492")
def test_release_ends_all_the_units_grapples_and_no_engagement(scene):
    s = scene(A={"grappling": {"B", "B2"}}, B2={}, engaged=BOTH)
    assert (s.phase, s.decider) == ("announce", "A")
    s.declare("release")
    assert (s.phase, s.decider) == ("announce", "A")
    assert (s.unit("B").grappled_by, s.unit("B2").grappled_by) == (set(), set())
    assert (s.unit("A").grappling, s.unit("A").engaged) == (set(), {"B", "B2"})
    assert not s.legal("release")


@clause("C492")
def test_a_release_leaves_the_grapples_of_others(scene):
    s = scene(
        A={"grappling": {"B"}},
        A2={"grappling": {"B"}},
        B={"grappling": {"A"}},
        engaged=[("A", "B"), ("A2", "B")],
    )
    s.declare("release")
    assert (s.unit("B").grappled_by, s.unit("A").grappled_by) == ({"A2"}, {"B"})


@clause("C492", "C086")
@pytest.mark.parametrize(("holder", "held"), [("A2", "B"), ("B", "A2")])
def test_a_grapple_ends_by_separation(scene, holder, held):
    units = {"A2": {}, "B": {}}
    units[holder] = {"grappling": {held}}
    s = scene(**units, zones=PROPS, engaged=[("A", "B"), ("A2", "B")], announce={"A": ["brawl"]})
    s.declare("wrestle", "B", "strength", dice=[5, 4])
    s.declare("decline", by="B")
    s.act("shove", "Z1")
    assert (s.unit(holder).grappling, s.unit(held).grappled_by) == (set(), set())


@clause("C492", "C127")
def test_a_grapple_ends_when_the_grappler_is_taken_out(scene):
    b = {"grappling": {"A"}, "slots_free": [0, 0, 0, 0, 1]}
    s = scene(B=b, announce={"A": ["strike"]})
    s.act("strike", "B", "clash", dice=[5, 4])
    assert s.unit("B").out
    assert (s.unit("A").grappled_by, s.unit("A").engaged) == (set(), set())


@clause("C492")
def test_a_grapple_outlives_the_round(scene):
    s = scene(A={"grappling": {"B"}}, announce={})
    s.finish_round()
    assert (s.round, s.unit("B").grappled_by) == (3, {"A"})


@clause("C492", "C091")
def test_a_grappler_does_not_leave_the_zone_before_it_lets_go(scene):
    s = scene(A={"grappling": {"B"}}, announce={"A": ["disengage", "reposition"]})
    assert (s.phase, s.decider) == ("movement", "A")
    assert not s.legal("disengage")
    assert not s.legal("reposition")
    s.declare("release")
    assert s.legal("disengage")
    assert not s.legal("reposition")  # still engaged


@clause("C492")
def test_a_grappler_cannot_leave_where_engagement_does_not_lock_either(scene):
    options = {"engage.locks": False}
    s = scene(A={"grappling": {"B"}}, announce={"A": ["reposition", "dance"]}, options=options)
    assert not s.legal("reposition")
    assert s.legal("dance")


# --- restrained


@clause("C493")
@pytest.mark.parametrize(
    ("verb", "more"),
    [
        ("reposition", {"apart": True}),
        ("disengage", {}),
        ("take_cover", {}),
        ("hide", {"apart": True}),
        ("dance", {}),
        ("cast", {"A": {"hands": [], "spells": ["ward"]}}),
    ],
)
def test_what_a_restrained_unit_cannot_do(scene, verb, more):
    assert asked(scene, verb, **more)
    assert not asked(scene, verb, "restrained", **more)


@clause("C493")
@pytest.mark.parametrize(
    ("verb", "more"),
    [
        ("stand", {"A": {"prone": True}}),
        ("ready", {}),
        ("recover", {"A": {"marks": 3}}),
        ("strike", {}),
        ("shoot", {"A": {"hands": ["bow"]}}),
        ("throw", {"A": {"hands": ["dagger"]}}),
        ("brawl", {}),
    ],
)
def test_what_a_restrained_unit_still_can_do(scene, verb, more):
    assert asked(scene, verb, "restrained", **more)


@clause("C493")
@pytest.mark.parametrize("name", COMBAT)
@pytest.mark.parametrize(("dodge", "hit"), [([4, 2], False), ([4, 1], True)])
def test_restrained_combat_rolls_have_disadvantage(scene, name, dodge, hit):
    assert attack(scene, name, [2, 4, 7], dodge, a={"restrained": 5}) is hit


@clause("C493", "C430")
@pytest.mark.parametrize("answer", ["dodge", "guard"])
@pytest.mark.parametrize(("dice", "hit"), [([5, 4, 7], False), ([5, 3, 7], True)])
def test_restrained_dodge_and_guard_have_disadvantage(scene, answer, dice, hit):
    s = scene(B={"restrained": 5}, announce={"A": ["strike"]})
    s.declare("strike", "B", "clash", dice=[5, 4])
    s.act(answer, dice=dice, by="B")
    assert s.unit("B").hit == hit


@clause("C493")
@pytest.mark.parametrize("name", ["harry", "clash", "jab", "wrestle"])
def test_attacks_on_a_restrained_target_are_plain(scene, name):
    assert attack(scene, name, [5, 4], [5, 3, 7], B={"restrained": 5}) is True


@clause("C493")
@pytest.mark.parametrize(("dice", "left"), [([3, 2], 0), ([2, 2], 5)])
def test_a_restraint_ends_by_escape(scene, dice, left):
    s = scene(A={"restrained": 5}, announce={"A": ["escape"]})
    s.act("escape", "restraint", dice=dice)
    assert s.unit("A").restrained == left


@clause("C493")
def test_a_restraint_ends_by_nothing_else(scene):
    s = scene(A={"restrained": 5}, announce={})
    s.finish_round()
    assert (s.round, s.unit("A").restrained) == (3, 5)
    s = scene(A={"restrained": 5}, B={"grappling": {"A"}}, announce={"A": ["escape"]})
    s.declare("escape", "grapple", dice=[5, 4])
    s.act("decline", by="B")
    assert (s.unit("A").restrained, s.unit("A").grappled_by) == (5, set())


@clause("C494")
@pytest.mark.parametrize(
    ("bond", "disengage", "recover"),
    [(None, True, True), ("grappled", False, False), ("restrained", False, True)],
)
def test_both_bonds_block_disengage_and_only_a_grapple_blocks_recover(
    scene, bond, disengage, recover
):
    assert asked(scene, "disengage", bond) is disengage
    assert asked(scene, "recover", bond, A={"marks": 3}) is recover


@clause("C495")
def test_a_grappler_that_falls_prone_keeps_its_grapple(scene):
    s = scene(A={"grappling": {"B"}}, zones=PROPS, initiative="two", announce={"B": ["brawl"]})
    s.declare("next", "B")
    s.declare("wrestle", "A", "finesse", dice=[5, 4])
    s.declare("decline", by="A")
    s.act("prone", by="B")
    assert (s.unit("A").prone, s.unit("A").grappling, s.unit("B").grappled_by) == (
        True,
        {"B"},
        {"A"},
    )
