"""Rare cases of Cast: what is kept, what it is aimed at, hands that cannot be emptied."""

import pytest

from fracas.envs.core.testing import clause

ALL = ["bolt", "ward", "mire", "dread"]
FOUR = {name: {"effect": "ward", "concentration": 1} for name in ("aid", "balm", "calm", "dew")}
CLAW = {"claw": {"class": "melee", "hands": 0, "damage": 1, "natural": True}}
KEPT = [
    {"spell": "ward", "target": "A"},
    {"spell": "mire", "target": "Z0"},
    {"spell": "dread", "target": "B"},
]


def asked(s):
    return s.phase, s.decider


# --- what is kept


@clause("C065", "C060")
def test_what_needs_no_concentration_is_cast_beside_three_effects(scene):
    s = scene(A={"hands": [], "spells": ALL, "kept": KEPT}, announce={"A": ["cast"]})
    assert s.legal("cast", "bolt", "B")
    assert not any(s.legal("cast", spell) for spell in ("ward", "mire", "dread"))


@clause("C065", "C060")
@pytest.mark.parametrize(("kept", "legal"), [(["aid", "balm", "calm"], False), (["aid"], True)])
def test_three_effects_at_most_are_kept(scene, kept, legal):
    a = {"hands": [], "spells": [*FOUR], "kept": [{"spell": n, "target": "A"} for n in kept]}
    s = scene(A=a, spells=FOUR, announce={"A": ["cast"]})
    assert asked(s) == ("interaction", "A")
    assert s.legal("cast", "dew", "A") is legal
    s.act("end_concentration", "aid")
    assert s.legal("cast", "dew", "A")


@clause("C060", "C467")
@pytest.mark.parametrize("caster", ["A2", "B"])
def test_mire_lies_on_the_zone_whoever_casts_it(scene, caster):
    units = {"A2": {}, "B": {}}
    units[caster] = {"hands": [], "spells": ["mire"]}
    s = scene(**units, apart=True, announce={caster: ["cast"]})
    s.act("cast", "mire", "Z0", dice=[4, 3], by=caster)
    assert [effect["target"] for effect in s.unit(caster).kept] == ["Z0"]
    assert int(s.zone("Z0")["mired"]) == 1 << s.battle.index(caster)


# --- strain


@clause("C466", "C462")
@pytest.mark.parametrize(("strain", "left"), [(0, 0), (1, 0), (2, 1)])
def test_one_token_less_than_none_is_none(scene, strain, left):
    spells = {"spark": {"effect": "bolt", "strain": strain, "severity": 1}}
    s = scene(A={"hands": [], "spells": ["spark"]}, spells=spells, announce={"A": ["cast"]})
    s.declare("cast", "spark", "B", dice=[8, 3])
    s.declare("decline", by="B")
    s.act("less_strain", dice=[])
    assert s.unit("A").strain["spark"] == left


# --- aims


@clause("C467")
@pytest.mark.parametrize("zone", ["aside", "Z0"])
def test_however_many_units_there_are_every_near_zone_may_be_mired(scene, zone):
    a = {"hands": [], "spells": ["mire"], "zone": zone}
    s = scene(A=a, A2={}, A3={}, announce={"A": ["cast"]})
    near = {z for z in ("Z0", "Z1", "Z2", "Z3", "aside") if s.legal("cast", "mire", z)}
    assert near == ({"aside"} if zone == "aside" else {"Z0", "Z1"})


# --- when it is worth to empty one's hands


@clause("C045", "C461")
@pytest.mark.parametrize(
    ("hands", "up"),
    [
        (["sword"], True),
        (["sword", "shield"], True),
        (["greatsword"], True),
        (["tusks"], False),
        (["tusks", "sword"], False),
        ([None, "claw"], False),
        (["sword", "claw"], False),
    ],
)
def test_a_caster_is_asked_if_it_could_empty_both_hands(scene, hands, up):
    a = {"hands": hands, "spells": ["ward"]}
    s = scene(A=a, A2={}, items=CLAW, announce={"A": ["cast"], "A2": ["ready"]})
    assert asked(s) == (("next", "A") if up else ("interaction", "A2"))


@clause("C045", "C467")
@pytest.mark.parametrize(("zone", "up"), [("Z1", True), ("Z2", False)])
def test_a_caster_with_full_hands_is_asked_if_there_is_something_to_aim_at(scene, zone, up):
    a = {"hands": ["sword"], "spells": ["dread"]}
    s = scene(A=a, A2={}, B={"zone": zone}, announce={"A": ["cast"], "A2": ["ready"]})
    assert asked(s) == (("next", "A") if up else ("interaction", "A2"))
