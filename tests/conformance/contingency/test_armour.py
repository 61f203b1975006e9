"""Section 3.7 of the rules: armour (C128, C129)."""

import pytest

from fracas.envs.core.testing import clause

UNHURT = (1, 1, 1, 1, 1)
LIGHT = {"armour": "light"}
BOXES = [("none", 0), ("light", 1), ("heavy", 2), ("hide", 2)]


def without(*severities):
    return tuple(int(n not in severities) for n in range(1, 6))


def harm(s, name="B"):
    return s.unit(name).slots, s.unit(name).boxes


# --- boxes


@clause("C128")
@pytest.mark.parametrize(("armour", "boxes"), BOXES)
def test_armour_has_boxes(scene, armour, boxes):
    unit = scene(B={"armour": armour}).unit("B")
    assert (unit.boxes, bool(unit.heavy)) == (boxes, armour == "heavy")


@clause("C128")
@pytest.mark.parametrize(("armour", "boxes"), BOXES)
def test_each_box_lowers_one_injury_by_one_and_is_used_up(scene, armour, boxes):
    s = scene(
        A2={},
        A3={},
        B={"armour": armour},
        engaged=[("A", "B"), ("A2", "B"), ("A3", "B")],
        witness=False,
        announce={name: ["strike"] for name in ("A", "A2", "A3")},
    )
    free = [1, 1, 1, 1, 1]
    for hit, name in enumerate(("A", "A2", "A3")):
        if s.phase == "next":
            s.act("next", name)
        s.act("strike", "B", "clash", dice=[5, 4], by=name)
        severity = 2 if hit < boxes else 3
        slot = next(k for k in range(severity, 6) if free[k - 1])
        free[slot - 1] = 0
        assert harm(s) == (tuple(free), max(0, boxes - hit - 1))


@clause("C128")
@pytest.mark.parametrize(
    ("plan", "call", "hands", "severity"),
    [
        ("strike", ("strike", "B", "clash"), ["sword"], 3),
        ("strike", ("strike", "B", "clash"), ["dagger"], 2),
        ("strike", ("strike", "B", "clash"), ["maul"], 4),
        ("shoot", ("shoot", "B"), ["bow"], 3),
        ("throw", ("throw", "B", "main"), ["dagger"], 2),
        ("cast", ("cast", "bolt", "B"), [], 2),
    ],
)
def test_it_lowers_the_injury_of_every_attack_and_spell(scene, plan, call, hands, severity):
    a = {"hands": hands, "spells": ["bolt"]}
    s = scene(A=a, B=LIGHT, apart=True, announce={"A": [plan]})
    s.act(*call, dice=[5, 4])
    assert harm(s) == (without(severity - 1), 0)


@clause("C128", "C363")
def test_an_injury_of_severity_one_is_none_and_uses_the_box_up(scene):
    s = scene(B={"marks": 4, **LIGHT}, announce={"A": ["brawl"]})
    s.act("jab", "B", "strength", dice=[5, 4])
    assert harm(s) == (UNHURT, 0)
    assert s.unit("B").marks == 5


@clause("C128")
def test_an_attack_that_does_not_injure_uses_no_box_up(scene):
    s = scene(B=LIGHT, announce={"A": ["strike"]})
    s.declare("strike", "B", "clash", dice=[5, 4])
    s.act("dodge", dice=[5, 4], by="B")
    assert harm(s) == (UNHURT, 1)
    s = scene(B=LIGHT, announce={"A": ["strike"]})
    s.act("strike", "B", "harry", dice=[5, 4])
    assert harm(s) == (UNHURT, 1)


@clause("C128")
@pytest.mark.parametrize(("armour", "boxes"), BOXES)
def test_crushing_weapons_ignore_it(scene, armour, boxes):
    s = scene(A={"hands": ["mace"]}, B={"armour": armour}, announce={"A": ["strike"]})
    s.act("strike", "B", "clash", dice=[5, 4])
    assert harm(s) == (without(2), boxes)


@clause("C128", "C408")
def test_falls_ignore_it(scene):
    drop = {"from": "Z0", "to": "Z1", "kind": "drop", "dice": "2d6"}
    s = scene(A=LIGHT, edges=[drop], apart=True, announce={"A": ["reposition"]})
    s.act("reposition", dice=[2, 1])
    s.act("step", "Z1", dice=[2, 3, 1, 1, 1])
    assert harm(s, "A") == (without(1), 1)


@clause("C128", "C104", "C107")
def test_breath_ignores_it(scene):
    s = scene(B={"breathless": 5, **LIGHT}, announce={})
    s.finish_round()
    assert harm(s) == (without(1), 1)
    s = scene(B={"marks": 8, "breathless": 1, **LIGHT}, announce={"A": ["brawl"]})
    s.act("jab", "B", "agility", dice=[5, 4])
    assert harm(s) == (without(1), 1)


@clause("C128", "C391")
def test_toxins_ignore_it(scene):
    gas = [{"round": 2, "kind": "gas_starts", "zone": "Z0", "toxin": "venom"}]
    s = scene(A=LIGHT, B={"zone": "Z1"}, events=gas, announce={})
    s.finish_round()
    s.declare("resist", dice=[3, 3], by="A")
    assert harm(s, "A") == (without(1), 1)
    a = {"hands": [{"item": "sword", "toxin": "venom"}]}
    s = scene(A=a, B={"armour": "heavy"}, announce={"A": ["strike"]})
    s.act("strike", "B", "clash", dice=[5, 4, 3, 3])
    assert harm(s) == (without(1, 2), 1)  # one box went on the sword


@clause("C128")
def test_boxes_do_not_come_back(scene):
    s = scene(B={"armour": "heavy"}, announce={"A": ["strike"]})
    s.act("strike", "B", "clash", dice=[5, 4])
    s.finish_round()
    assert harm(s) == (without(2), 1)


# --- heavy armour

armours = pytest.mark.parametrize(("armour", "boxes"), BOXES)


@clause("C129", "C430")
@armours
def test_heavy_armour_hinders_a_dodge(scene, armour, boxes):
    dice = [8, 5, 4] if armour == "heavy" else [5, 4]
    s = scene(B={"armour": armour}, announce={"A": ["strike"]})
    s.declare("strike", "B", "clash", dice=[5, 4])
    s.act("dodge", dice=dice, by="B")
    assert harm(s) == (UNHURT, boxes)


@clause("C129", "C247")
@armours
@pytest.mark.parametrize(("skill", "free"), [(4, False), (3, True)])
def test_it_hinders_the_dodge_against_a_disengage(scene, armour, boxes, skill, free):
    dodge = [8, skill, 5] if armour == "heavy" else [5, skill]
    s = scene(B={"armour": armour}, announce={"A": ["disengage"]})
    s.act("disengage", dice=[5, 4, *dodge])
    assert s.unit("A").engaged == (set() if free else {"B"})


@clause("C129")
@armours
@pytest.mark.parametrize(("skill", "hidden"), [(4, True), (3, False)])
def test_it_hinders_hiding(scene, armour, boxes, skill, hidden):
    hide = [8, skill, 5] if armour == "heavy" else [5, skill]
    s = scene(
        A={"armour": armour},
        apart=True,
        zones={"Z0": {"conceal": True}},
        announce={"A": ["hide"]},
    )
    s.act("hide", "surroundings", dice=[*hide, 4, 4])
    assert ("B" in s.unit("A").hidden_from) is hidden
    if hidden:
        assert s.unit("A").hide_result == 9


@clause("C129")
@armours
def test_it_hinders_no_other_roll(scene, armour, boxes):
    s = scene(A={"armour": armour}, B={"armour": armour}, announce={"A": ["strike"]})
    s.declare("strike", "B", "clash", dice=[5, 4])
    s.act("guard", dice=[5, 4], by="B")
    assert harm(s) == (UNHURT, boxes)
    s = scene(A={"armour": armour}, announce={"A": ["disengage"]})
    s.act("disengage", dice=[5, 4, 4, 4])
    assert s.unit("A").engaged == set()
    s = scene(A={"armour": armour}, apart=True, announce={"A": ["reposition"]})
    s.act("reposition", dice=[5, 4])
    assert s.dice_used == 2
    s = scene(
        A={"hidden_from": {"B", "W"}, "hide_result": 9},
        B={"armour": armour},
        apart=True,
        announce={},
    )
    s.finish_round(dice=[5, 4])
    assert "B" not in s.unit("A").hidden_from
