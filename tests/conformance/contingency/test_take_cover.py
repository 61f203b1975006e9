"""Section 3.15, second part: Take Cover (C230 to C235)."""

import pytest

from fracas.envs.core.testing import clause

AFTER = ("combat", "W")  # A is not asked any more
COVER = {"Z0": {"cover": True}}
COVERED = {"covered": True}
CASTER = {"hands": [], "spells": ["bolt"]}
# Gear, announced action, row: attacks that reach the next zone.
LONG_ATTACKS = [
    ({"hands": ["bow"]}, "shoot", ("shoot", "B")),
    ({"hands": ["dagger"]}, "throw", ("throw", "B", "main")),
    ({"hands": ["glaive"]}, "strike", ("strike", "B", "clash")),
    (CASTER, "cast", ("cast", "bolt", "B")),
]


def asked(s):
    return s.phase, s.decider


def attacked(scene, A, plan, call, B=COVERED, zones=COVER, **more):  # noqa: N803
    """Return a scene in which A attacks B with a result of 5 and B must defend."""
    s = scene(A=A, B=B, zones=zones, apart=True, announce={"A": [plan]}, **more)
    s.declare(*call, dice=[3, 2], by="A")
    assert asked(s) == ("defend", "B")
    return s


# --- who may


@clause("C230")
def test_it_needs_cover_in_the_zone(scene):
    s = scene(zones=COVER, announce={"A": ["take_cover"]})
    assert asked(s) == ("movement", "A")
    assert len(s.rows("take_cover")) == 1
    s.act("take_cover", dice=[])
    a = s.unit("A")
    assert (a.covered, a.moved, a.zone, "take_cover" in a.performed) == (True, True, "Z0", True)
    s = scene(zones={"Z1": {"cover": True}}, announce={"A": ["take_cover"]})
    assert (asked(s), s.unit("A").covered) == (AFTER, False)


@clause("C230")
@pytest.mark.parametrize("trait", ["conceal", "props", "clutter", "crowd"])
def test_other_traits_are_no_cover(scene, trait):
    value = 3 if trait == "crowd" else True
    zones = {"Z0": {trait: value}, "Z3": {"cover": True}}
    assert asked(scene(zones=zones, announce={"A": ["take_cover"]})) == AFTER


@clause("C230")
def test_it_is_announced_where_the_map_has_cover_anywhere(scene):
    assert scene(zones={"Z3": {"cover": True}}).legal("announce", "take_cover")
    scene().refused("announce", "take_cover")
    scene(A={"sapient": False}, zones=COVER).refused("announce", "take_cover")


@clause("C230", "C491", "C493")
@pytest.mark.parametrize(
    ("A", "B"),
    [({"restrained": 5}, {}), ({}, {"grappling": {"A"}})],
    ids=["restrained", "grappled"],
)
def test_a_grappled_or_restrained_unit_cannot_take_cover(scene, A, B):  # noqa: N803
    s = scene(A=A, B=B, zones=COVER, announce={"A": ["take_cover"]})
    assert (asked(s), s.unit("A").covered) == (AFTER, False)


@clause("C230")
def test_it_may_reposition_to_the_cover_first(scene):
    s = scene(
        B={"zone": "Z3"},
        zones={"Z1": {"cover": True}},
        announce={"A": ["reposition", "take_cover"]},
    )
    s.refused("take_cover")
    s.declare("reposition", dice=[2, 2])  # -2: 1 zone
    s.act("step", "Z1", dice=[])
    s.act("take_cover", dice=[])
    assert s.unit("A").covered


# --- what it helps against


@clause("C231", "C232")
@pytest.mark.parametrize(("A", "plan", "call"), LONG_ATTACKS)
def test_dodge_has_advantage_against_attacks_from_the_other_side(scene, A, plan, call):  # noqa: N803
    s = attacked(scene, {**A, "zone": "Z1"}, plan, call)
    s.act("dodge", dice=[1, 2, 4], by="B")  # 1 dropped: 6
    assert not s.unit("B").hit
    s = attacked(scene, {**A, "zone": "Z1"}, plan, call, B={})
    s.act("dodge", dice=[1, 2], by="B")
    assert s.unit("B").hit


@clause("C231")
def test_take_cover_helps_in_the_combat_that_follows(scene):
    s = scene(
        A={"zone": "Z1", "hands": ["bow"]},
        zones=COVER,
        announce={"A": ["shoot"], "B": ["take_cover"]},
    )
    s.act("take_cover", dice=[], by="B")
    s.declare("shoot", "B", dice=[3, 2], by="A")
    s.act("dodge", dice=[1, 2, 4], by="B")
    assert not s.unit("B").hit


@clause("C232")
@pytest.mark.parametrize(("A", "plan", "call"), LONG_ATTACKS)
def test_attackers_in_the_same_zone_are_not_on_the_other_side(scene, A, plan, call):  # noqa: N803
    s = attacked(scene, A, plan, call)
    s.act("dodge", dice=[1, 2], by="B")
    assert s.unit("B").hit


@clause("C232")
@pytest.mark.parametrize("zone", ["Z1", "Z2"])
def test_every_other_zone_is_on_the_other_side_by_default(scene, zone):
    s = attacked(scene, {"hands": ["bow"], "zone": zone}, "shoot", ("shoot", "B"))
    s.act("dodge", dice=[1, 2, 4], by="B")
    assert not s.unit("B").hit


@clause("C232")
@pytest.mark.parametrize(("zone", "dice"), [("Z0", [1, 2]), ("Z2", [1, 2, 4]), ("Z3", [1, 2, 4])])
def test_a_zone_may_say_against_which_zones_it_covers(scene, zone, dice):
    zones = {"Z1": {"cover": True, "cover_from": ["Z2", "Z3"]}}
    a = {"hands": ["bow"], "zone": zone}
    s = attacked(scene, a, "shoot", ("shoot", "B"), B=COVERED | {"zone": "Z1"}, zones=zones)
    s.act("dodge", dice=dice, by="B")
    assert s.unit("B").hit == (len(dice) == 2)


@clause("C231")
@pytest.mark.parametrize("state", [{"prone": True}, {"armour": "heavy"}, {"restrained": 5}])
def test_with_a_disadvantage_the_dodge_is_plain(scene, state):
    a = {"hands": ["glaive"], "zone": "Z1"}
    s = attacked(scene, a, "strike", ("strike", "B", "clash"), B=COVERED | state)
    s.act("dodge", dice=[1, 2], by="B")
    assert s.unit("B").hit


@clause("C231", "C005")
def test_with_fortify_it_is_one_advantage(scene):
    b = COVERED | {"fortified": True}
    s = attacked(scene, {"hands": ["bow"], "zone": "Z1"}, "shoot", ("shoot", "B"), B=b)
    s.act("dodge", dice=[1, 2, 4], by="B")
    assert not s.unit("B").hit


@clause("C231")
def test_it_does_not_help_the_dodge_against_a_disengage(scene):
    s = scene(B=COVERED, zones=COVER, announce={"A": ["disengage"]})
    s.act("disengage", dice=[5, 4, 4, 4])
    assert s.unit("A").engaged == set()


@clause("C233")
@pytest.mark.parametrize(("A", "plan", "call"), LONG_ATTACKS)
def test_it_does_not_help_guard(scene, A, plan, call):  # noqa: N803
    s = attacked(scene, {**A, "zone": "Z1"}, plan, call)
    s.act("guard", dice=[1, 2], by="B")
    assert s.unit("B").hit


# --- no Combat actions


@clause("C234")
@pytest.mark.parametrize(
    ("hands", "plan"),
    [(["sword"], "strike"), (["bow"], "shoot"), (["dagger"], "throw"), (["sword"], "brawl")],
)
def test_a_covered_unit_performs_no_combat_action(scene, hands, plan):
    given = {"A": {"hands": hands}, "zones": COVER, "announce": {"A": ["take_cover", plan]}}
    s = scene(**given)
    s.act("take_cover", dice=[])
    assert (asked(s), plan in s.unit("A").performed) == (AFTER, False)
    assert not s.unit("A").fought
    s = scene(**given)
    s.act("forgo", dice=[])
    assert asked(s) == ("combat", "A")


@clause("C234", "C202")
def test_a_covered_unit_cannot_make_an_attack_that_it_owes(scene):
    for covered in (True, False):
        a = {"covered": covered, "owes_attack": "B"}
        s = scene(A=a, zones=COVER, announce={"A": ["strike"]})
        assert asked(s) == (AFTER if covered else ("combat", "A"))
        assert s.unit("A").marks == covered


@clause("C234")
def test_influence_and_interaction_stay_open(scene):
    a = COVERED | CASTER | {"marks": 3}
    s = scene(A=a, zones=COVER, announce={"A": ["feint", "recover", "cast"]})
    s.act("feint", "B", dice=[2, 1, 4, 4])
    assert asked(s) == ("interaction", "A")
    assert s.legal("recover")
    assert s.legal("cast", "bolt", "B")  # an attack, but no Combat action


@clause("C234")
def test_it_still_defends(scene):
    s = scene(B=COVERED, zones=COVER, announce={"A": ["strike"]})
    s.declare("strike", "B", "clash", dice=[3, 2])
    assert s.legal("dodge")
    assert s.legal("guard")


# --- how long


@clause("C235", "C231")
def test_it_ends_with_the_round(scene):
    s = scene(zones=COVER, announce={"A": ["take_cover"]})
    s.act("take_cover", dice=[])
    s.finish_round()
    assert (s.round, s.unit("A").covered) == (3, False)


@clause("C235")
@pytest.mark.parametrize("steps", [["Z1"], ["Z1", "Z0"], []])
def test_it_ends_when_the_unit_leaves_the_zone(scene, steps):
    s = scene(B={"zone": "Z3"}, zones=COVER, announce={"A": ["take_cover", "reposition"]})
    s.act("take_cover", dice=[])
    s.declare("reposition", dice=[5, 4])
    assert s.unit("A").covered
    for zone in steps:
        s.declare("step", zone)
    s.act("stop", dice=[])
    assert s.unit("A").covered is (not steps)


@clause("C235", "C252")
def test_it_ends_with_a_dash(scene):
    zones = {"Z0": {"cover": True}, "Z1": {"cover": True}}
    s = scene(B={"zone": "Z3"}, zones=zones, announce={"A": ["take_cover", "hide"]})
    s.act("take_cover", dice=[])
    s.act("hide", "Z1", dice=[5, 4, 4, 4])
    assert (s.unit("A").zone, s.unit("A").covered) == ("Z1", False)


@clause("C235", "C373")
@pytest.mark.parametrize(("effect", "covered"), [(("shove", "Z1"), False), (("grapple",), True)])
def test_it_ends_when_the_unit_is_moved(scene, effect, covered):
    s = scene(B=COVERED, zones=COVER, announce={"A": ["brawl"]})
    s.act("wrestle", "B", "strength", dice=[5, 4, 3])
    s.act(*effect, dice=[])
    assert s.unit("B").covered is covered


@clause("C235")
def test_a_covered_unit_may_be_engaged_and_stays_covered(scene):
    s = scene(B=COVERED, zones=COVER, apart=True, announce={"A": ["strike"]})
    s.act("strike", "B", "harry", dice=[5, 4])
    assert (s.unit("B").engaged, s.unit("B").covered) == ({"A"}, True)
