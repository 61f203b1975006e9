"""Section 3.7 of the rules, first part: injuries and their slots (C120-C125).

Armour: test_armour.py; who is taken out, and who wins: test_defeat.py.
"""

import pytest

from fracas.envs.core.errors import EncounterError
from fracas.envs.core.testing import clause

UNHURT = (1, 1, 1, 1, 1)
WELLNESS = {"defeat.rule": "wellness"}
HARM = {
    1: ("brawl", ("jab", "B", "strength"), ["sword"]),  # on a unit that is tiring
    2: ("strike", ("strike", "B", "clash"), ["dagger"]),
    3: ("strike", ("strike", "B", "clash"), ["sword"]),
    4: ("strike", ("strike", "B", "clash"), ["greatsword"]),
}


def without(*severities):
    """The free slots of a unit that has one of each, without these."""
    return tuple(int(n not in severities) for n in range(1, 6))


def hurt(scene, severity, b=None, act=True, **more):
    """B suffers an injury of this severity from A."""
    plan, call, hands = HARM[severity]
    b = {"marks": 4 if severity == 1 else 0, **(b or {})}
    s = scene(A={"hands": hands}, B=b, announce={"A": [plan]}, **more)
    (s.act if act else s.declare)(*call, dice=[5, 4])
    if not act:
        s.declare("decline", by="B")
    return s


# --- severities


@clause("C120")
@pytest.mark.parametrize(
    ("weapon", "severity"),
    [
        ("dagger", 2),
        ("sword", 3),
        ("greatsword", 4),
        ("hatchet", 2),
        ("axe", 3),
        ("mace", 2),
        ("maul", 4),
        ("spear", 3),
        ("glaive", 3),
        ("javelin", 2),
        ("tusks", 3),
    ],
)
def test_a_clash_injures_with_the_severity_of_the_weapon(scene, weapon, severity):
    s = scene(A={"hands": [weapon]}, announce={"A": ["strike"]})
    s.act("strike", "B", "clash", dice=[5, 4])
    assert s.unit("B").slots == without(severity)
    assert (s.unit("A").slots, s.unit("B").marks, s.unit("B").wellness) == (UNHURT, 0, 4)


@clause("C120")
@pytest.mark.parametrize(
    ("plan", "call", "hands", "severity"),
    [
        ("shoot", ("shoot", "B"), ["bow"], 3),
        ("shoot", ("shoot", "B"), ["crossbow"], 4),
        ("throw", ("throw", "B", "main"), ["dagger"], 2),
        ("throw", ("throw", "B", "main"), ["spear"], 3),
        ("cast", ("cast", "bolt", "B"), [], 2),
    ],
)
def test_so_do_shots_throws_and_bolts(scene, plan, call, hands, severity):
    a = {"hands": hands, "spells": ["bolt"]}
    s = scene(A=a, apart=True, announce={"A": [plan]})
    s.act(*call, dice=[5, 4])
    assert s.unit("B").slots == without(severity)


@clause("C120", "C363")
def test_severity_one_is_the_minor_injury_of_a_strength_jab(scene):
    assert hurt(scene, 1).unit("B").slots == without(1)


@clause("C120", "C126")
def test_severity_five_is_the_worst(scene):
    scythe = {"class": "melee", "skill": "polearms", "hands": 2, "damage": 5}
    s = scene(A={"hands": ["scythe"]}, items={"scythe": scythe}, announce={"A": ["strike"]})
    s.act("strike", "B", "clash", dice=[5, 4])
    assert (s.unit("B").slots, s.unit("B").out) == (without(5), True)


# --- which slot


@clause("C121", "C122")
@pytest.mark.parametrize("severity", [1, 2, 3, 4])
def test_an_injury_crosses_out_one_slot_of_its_severity(scene, severity):
    s = hurt(scene, severity)
    assert s.unit("B").slots == without(severity)
    assert s.unit("B").slots_max == UNHURT


@clause("C121")
def test_of_several_slots_of_a_severity_one_is_crossed_out(scene):
    s = hurt(scene, 2, {"slots": [1, 3, 1, 1, 1]})
    assert s.unit("B").slots == (1, 2, 1, 1, 1)


@clause("C121", "C122")
@pytest.mark.parametrize(
    ("severity", "free", "slot"),
    [
        (1, [0, 1, 1, 1, 1], 2),
        (1, [0, 0, 0, 1, 1], 4),
        (2, [1, 0, 1, 1, 1], 3),
        (2, [0, 0, 0, 1, 1], 4),
        (3, [1, 1, 0, 1, 1], 4),
        (3, [1, 1, 0, 0, 1], 5),
        (4, [1, 1, 1, 0, 1], 5),
    ],
)
def test_with_none_of_its_severity_left_the_lowest_higher_slot_is_used(scene, severity, free, slot):
    s = hurt(scene, severity, {"slots_free": free})
    after = list(free)
    after[slot - 1] = 0
    assert s.unit("B").slots == tuple(after)
    assert s.unit("B").out == (slot == 5)
    assert s.unit("B").wellness == 4


@clause("C122", "option:injury.ask")
@pytest.mark.parametrize("ask", [False, True])
def test_the_injured_unit_may_be_asked_which_slot(scene, ask):
    s = hurt(scene, 3, act=False, options={"injury.ask": ask})
    if not ask:
        assert (s.phase, s.decider, s.unit("B").slots) == ("combat", "W", without(3))
        return
    assert (s.phase, s.decider) == ("injury", "B")
    assert [str(action) for action in s.battle.legal()] == ["take(3)", "take(4)", "take(5)"]
    s.act("take", 4)
    assert s.unit("B").slots == without(4)


@clause("C122", "C126", "option:injury.ask")
@pytest.mark.parametrize(("slot", "out"), [(3, False), (4, False), (5, True)])
def test_the_slot_that_was_chosen_is_crossed_out(scene, slot, out):
    s = hurt(scene, 3, act=False, options={"injury.ask": True})
    s.act("take", slot, by="B")
    assert s.unit("B").slots == without(slot)
    assert s.unit("B").out == out


@clause("C122", "option:injury.ask")
@pytest.mark.parametrize(
    ("free", "rows"),
    [
        ([1, 1, 0, 1, 1], ["take(4)", "take(5)"]),
        ([1, 1, 1, 0, 1], ["take(3)", "take(5)"]),
        ([0, 0, 1, 1, 1], ["take(3)", "take(4)", "take(5)"]),
        ([1, 1, 0, 0, 1], None),  # one slot fits: not asked
    ],
)
def test_only_free_slots_that_fit_are_offered(scene, free, rows):
    s = hurt(scene, 3, {"slots_free": free}, act=False, options={"injury.ask": True})
    if rows is None:
        assert (s.phase, s.unit("B").slots) == ("combat", (1, 1, 0, 0, 0))
    else:
        assert s.rows("take") == rows


@clause("C122", "C104", "option:injury.ask")
def test_each_of_several_injuries_is_asked_for(scene):
    b = {"marks": 8, "breathless": 1}
    s = scene(B=b, options={"injury.ask": True}, announce={"A": ["strike"]})
    s.declare("strike", "B", "harry", dice=[4, 3])
    s.declare("decline", by="B")
    assert len(s.rows("take")) == 5
    s.declare("take", 2, by="B")
    assert s.rows("take") == ["take(1)", "take(3)", "take(4)", "take(5)"]
    s.act("take", 1, by="B")
    assert s.unit("B").slots == without(1, 2)


@clause("C122", "C107", "option:injury.ask")
def test_it_is_asked_in_the_environments_phase_too(scene):
    s = scene(A={"breathless": 5}, options={"injury.ask": True}, announce={})
    s.finish_round()
    assert (s.round, s.phase, s.decider) == (2, "injury", "A")
    s.act("take", 3)
    assert (s.unit("A").slots, s.unit("A").breathless) == (without(3), 4)


# --- no slot left


@clause("C123")
@pytest.mark.parametrize(
    ("severity", "free", "slots", "wellness"),
    [
        (3, [1, 0, 0, 0, 0], [0, 0, 0, 0, 0], 2),
        (3, [1, 1, 0, 0, 0], [1, 0, 0, 0, 0], 3),
        (4, [1, 1, 0, 0, 0], [1, 0, 0, 0, 0], 2),
        (4, [1, 1, 1, 0, 0], [1, 1, 0, 0, 0], 3),
        (3, [0, 0, 0, 0, 0], [0, 0, 0, 0, 0], 1),
        (2, [0, 0, 0, 0, 0], [0, 0, 0, 0, 0], 2),
        (1, [0, 0, 0, 0, 0], [0, 0, 0, 0, 0], 3),
        (3, [1, 1, 1, 0, 0], [1, 1, 0, 0, 0], 4),
        (2, [1, 0, 0, 0, 1], [1, 0, 0, 0, 0], 4),
    ],
)
def test_without_a_fitting_slot_wellness_falls_for_each_step_down(
    scene, severity, free, slots, wellness
):
    s = hurt(scene, severity, {"slots_free": free}, options=WELLNESS)
    assert s.unit("B").slots == tuple(slots)
    assert s.unit("B").wellness == wellness
    assert not s.unit("B").out


@clause("C123", "C126")
@pytest.mark.parametrize(("wellness", "out"), [(1, True), (2, True), (3, True), (4, False)])
def test_the_last_wellness_takes_the_unit_out(scene, wellness, out):
    b = {"slots_free": [0, 0, 0, 0, 0], "wellness": wellness}
    s = hurt(scene, 3, b, options=WELLNESS)
    assert s.unit("B").out == out
    assert s.unit("B").wellness == max(0, wellness - 3)


@clause("C123", "option:injury.ask")
def test_a_slot_that_is_reached_by_steps_down_is_the_only_one_and_not_asked_for(scene):
    b = {"slots_free": [1, 1, 0, 0, 0]}
    s = hurt(scene, 3, b, act=False, options={"injury.ask": True, **WELLNESS})
    assert (s.phase, s.unit("B").slots, s.unit("B").wellness) == ("combat", (1, 0, 0, 0, 0), 3)


@clause("C123")
@pytest.mark.parametrize(
    ("willpower", "wisdom", "wellness"),
    [(8, 8, 4), (4, 4, 2), (12, 12, 6), (10, 8, 4), (12, 6, 4), (12, 8, 5), (6, 4, 2)],
)
def test_wellness_begins_at_a_quarter_of_willpower_and_wisdom(scene, willpower, wisdom, wellness):
    unit = scene(A={"willpower": willpower, "wisdom": wisdom}).unit("A")
    assert (unit.wellness_max, unit.wellness) == (wellness, wellness)


# --- buying slots


def accepted(scene, slots, constitution=8, strength=8, divisor=None, **more):
    a = {"slots": slots, "constitution": constitution, "strength": strength, **more}
    options = {} if divisor is None else {"injury.points_divisor": divisor}
    try:
        s = scene(A=a, options=options)
    except EncounterError as error:
        if "slots" not in str(error):
            raise
        return False
    assert s.unit("A").slots == s.unit("A").slots_max == tuple(slots)
    return True


@clause("C124", "C125")
@pytest.mark.parametrize(
    ("slots", "points"),
    [
        ([1, 1, 1, 1, 1], 0),
        ([2, 1, 1, 1, 1], 1),
        ([1, 2, 1, 1, 1], 2),
        ([1, 1, 2, 1, 1], 3),
        ([1, 1, 1, 2, 1], 4),
        ([1, 1, 1, 1, 2], 5),
        ([5, 1, 1, 1, 1], 4),
        ([1, 3, 1, 1, 1], 4),
        ([2, 1, 2, 1, 1], 4),
        ([2, 2, 1, 1, 1], 3),
        ([2, 2, 2, 1, 1], 6),
        ([2, 1, 1, 2, 1], 5),
    ],
)
def test_a_slot_beyond_the_first_costs_its_severity(scene, slots, points):
    for constitution, strength in [(4, 4), (8, 8), (10, 10), (12, 12)]:
        pool = (constitution + strength) // 4
        assert accepted(scene, slots, constitution, strength) == (points <= pool)


@clause("C124", "C125")
def test_the_pool_is_rounded_down_and_counts_constitution_and_strength_alone(scene):
    four, five = [1, 1, 1, 2, 1], [1, 1, 1, 1, 2]
    assert accepted(scene, four, 10, 8)
    assert not accepted(scene, five, 10, 8)  # 18 / 4
    assert accepted(scene, five, 12, 8)
    assert accepted(scene, five, 8, 12)
    assert not accepted(scene, five, 8, 8, willpower=12, agility=12, wisdom=12)


@clause("C125", "option:injury.points_divisor")
@pytest.mark.parametrize(("divisor", "pool"), [(None, 4), (4, 4), (2, 8), (1, 16)])
def test_the_pool_is_divided(scene, divisor, pool):
    bought = [
        ([1, 1, 1, 2, 1], 4),
        ([2, 1, 1, 2, 1], 5),
        ([5, 3, 1, 1, 1], 8),
        ([5, 2, 1, 2, 1], 10),
        ([2, 2, 2, 1, 2], 11),
        ([2, 5, 2, 2, 1], 16),
        ([2, 2, 2, 2, 2], 15),
        ([3, 2, 2, 2, 2], 16),
        ([4, 2, 2, 2, 2], 17),
    ]
    for slots, points in bought:
        assert accepted(scene, slots, divisor=divisor) == (points <= pool)


@clause("C124")
@pytest.mark.parametrize("slots", [[6, 1, 1, 1, 1], [1, 6, 1, 1, 1]])
def test_there_are_at_most_five_of_a_severity(scene, slots):
    enough = {"constitution": 12, "strength": 12, "divisor": 1}
    five = [min(n, 5) for n in slots]
    assert accepted(scene, five, **enough)
    assert not accepted(scene, slots, **enough)


@clause("C124")
@pytest.mark.parametrize("severity", range(5))
def test_one_of_each_is_free(scene, severity):
    fewer = [1, 1, 1, 1, 1]
    fewer[severity] = 0
    assert not accepted(scene, fewer)


@clause("C124")
def test_a_beast_is_free_of_the_pool_and_not_of_the_bound(scene):
    boar = [3, 3, 3, 2, 1]
    assert not accepted(scene, boar, 12, 12)
    assert accepted(scene, boar, 12, 12, beast=True)
    assert not accepted(scene, [6, 1, 1, 1, 1], 12, 12, beast=True)
