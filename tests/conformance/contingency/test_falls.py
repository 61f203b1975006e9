"""Section 3.18 of the rules: falls and Brace without its omens (C400-C403, C407-C410)."""

import pytest

from fracas.envs.core.errors import EncounterError
from fracas.envs.core.testing import clause


def edge(dice="2d6"):
    """A drop edge from Z0 down to Z1."""
    return {"from": "Z0", "to": "Z1", "kind": "drop", **({"dice": dice} if dice else {})}


def ledge(scene, b=(), drop="2d6", zones=(), **more):
    """A is about to shove B down a drop edge."""
    zones = {"Z0": {"props": True}, **dict(zones)}
    s = scene(B=dict(b), zones=zones, edges=[edge(drop)], announce={"A": ["brawl"]}, **more)
    s.declare("wrestle", "B", "strength", dice=[5, 4])
    s.declare("decline", by="B")
    return s


def shoved(scene, dice, **more):
    """B falls; stop at its first decision."""
    s = ledge(scene, **more)
    s.declare("shove", "Z1", dice=dice, by="A")
    return s


def jumping(scene, dice, a=(), edges=None, **more):
    """A jumps down to Z1; stop at its first decision."""
    edges = edges or [edge()]
    s = scene(A=dict(a), edges=edges, apart=True, announce={"A": ["reposition"]}, **more)
    s.declare("reposition", dice=[4, 3])
    s.declare("step", "Z1", dice=dice)
    return s


def crossed(s, name="B"):
    """Severities of the injury slots crossed out."""
    u = s.unit(name)
    pairs = enumerate(zip(u.slots, u.slots_max, strict=True), start=1)
    return [severity for severity, (free, most) in pairs for _ in range(most - free)]


def sizes(s):
    """Sizes of the dice rolled so far."""
    state = s.battle.state[0]
    return [int(die["sides"]) for die in state["dice"][: int(state["n_dice"])]]


# --- the roll


@clause("C400", "C407")
def test_a_fall_rolls_agility_and_mobility_and_then_the_fall_dice(scene):
    b = {"agility": 10, "mobility": 4, "strength": 12, "endurance": 12}
    s = shoved(scene, [2, 3, 5, 6], b=b, drop="2d8")
    assert sizes(s)[2:] == [10, 4, 8, 8]


@clause("C400")
def test_a_fall_of_the_own_accord_is_braced_too(scene):
    s = jumping(scene, [2, 4, 7, 5, 6], a={"agility": 10, "mobility": 4})
    assert sizes(s)[2:] == [10, 4, 10, 6, 6]


@clause("C400", "C032")
@pytest.mark.parametrize("plans", [[], ["fortify", "strike", "dance"]])
def test_brace_takes_no_action_penalty(scene, plans):
    s = scene(
        zones={"Z0": {"props": True}},
        edges=[edge()],
        announce={"A": ["brawl"], "B": plans},
    )
    if plans:
        s.act("fortify", by="B")
        s.act("dance", by="B")
    s.declare("wrestle", "B", "strength", dice=[5, 4])
    s.declare("decline", by="B")
    s.declare("shove", "Z1", dice=[3, 1, 5, 6], by="A")
    s.act("lower", 1, 1, by="B")  # takes all four
    assert crossed(s) == [2]


@clause("C400")
@pytest.mark.parametrize("other", [["Z0", "Z1"], {"from": "Z0", "to": "Z1", "kind": "difficult"}])
def test_other_edges_are_no_fall(scene, other):
    s = jumping(scene, [], edges=[other])
    assert (s.phase, s.unit("A").zone, s.unit("A").prone) == ("step", "Z1", False)


@clause("C400")
def test_climbing_a_drop_edge_is_no_fall(scene):
    up = {"from": "Z1", "to": "Z0", "kind": "drop", "dice": "2d6"}
    s = jumping(scene, [], edges=[up])
    assert (s.phase, s.unit("A").zone, s.unit("A").prone) == ("step", "Z1", False)


# --- lowering the dice


@clause("C401")
@pytest.mark.parametrize(
    ("lowered", "severity"),
    [
        ([], 3),  # 11
        ([(1, 1)], 2),  # 1 and 6
        ([(2, 1)], 2),  # 5 and 2
        ([(1, 3), (2, 3)], 2),  # 3 and 4
        ([(2, 3), (1, 3)], 2),  # 4 and 3
        ([(1, 3), (1, 1)], 2),  # 1 and 6
    ],
)
def test_the_dice_are_lowered_by_up_to_the_result_in_all(scene, lowered, severity):
    s = shoved(scene, [3, 1, 5, 6])
    for die, face in lowered:
        assert (s.phase, s.decider) == ("lower", "B")
        s.declare("lower", die, face)
    if s.phase == "lower":
        assert not lowered  # the four are used up
        s.declare("done")
    assert (s.phase, crossed(s)) == ("combat", [severity])


@clause("C401")
def test_a_die_is_lowered_to_1_at_least(scene):
    s = shoved(scene, [7, 5, 5, 6])
    s.declare("lower", 1, 1)
    s.declare("lower", 2, 1)
    assert (s.phase, crossed(s)) == ("combat", [1])  # nothing is left to lower


@clause("C401")
def test_dice_that_show_1_ask_nothing(scene):
    s = shoved(scene, [3, 1, 1, 1])
    assert (s.phase, crossed(s)) == ("combat", [1])


@clause("C402")
def test_the_lowering_may_be_divided(scene):
    s = shoved(scene, [3, 1, 5, 4])
    s.declare("lower", 1, 3)  # costs two
    assert s.phase == "lower"
    s.declare("lower", 2, 1)  # two are left: 4 to 2
    assert (s.phase, crossed(s)) == ("combat", [2])


@clause("C402")
@pytest.mark.parametrize(
    ("lowered", "severity"), [([(1, 1)], 4), ([(1, 3), (2, 3)], 4), ([(3, 3), (1, 3)], 4)]
)
def test_it_may_be_divided_among_three_dice(scene, lowered, severity):
    s = shoved(scene, [3, 2, 6, 6, 6], drop="3d6")  # 18 - 5
    for die, face in lowered:
        s.declare("lower", die, face)
    assert (s.phase, crossed(s)) == ("combat", [severity])


@clause("C403")
def test_the_rows_name_dice_that_show_more_than_the_figure(scene):
    s = shoved(scene, [3, 1, 6, 2, 3], drop="3d6")
    assert s.phase == "lower"
    rows = {(die, face) for die in (1, 2, 3) for face in (1, 3) if s.legal("lower", die, face)}
    assert rows == {(1, 1), (1, 3), (2, 1), (3, 1)}
    assert s.legal("done")
    assert len(s.battle.legal()) == 5


@clause("C403")
def test_a_die_that_shows_1_has_no_row(scene):
    s = shoved(scene, [3, 1, 6, 1])
    assert not s.legal("lower", 2)
    assert s.legal("lower", 1, 3)


@clause("C403")
def test_a_drop_of_one_die_has_rows_for_it_alone(scene):
    s = shoved(scene, [3, 1, 6], drop="1d6")
    assert not s.legal("lower", 2)
    assert not s.legal("lower", 3)


@clause("C403")
def test_lowering_to_3_spends_the_difference(scene):
    s = shoved(scene, [3, 1, 6, 3])  # 9
    s.declare("lower", 1, 3)  # three of four
    assert s.phase == "lower"
    s.declare("lower", 2, 1)  # the last one: 3 to 2
    assert (s.phase, crossed(s)) == ("combat", [2])  # 5


@clause("C403")
def test_a_die_may_be_lowered_twice_and_takes_what_is_left(scene):
    s = shoved(scene, [3, 1, 6, 6])  # 12
    s.declare("lower", 1, 3)
    assert not s.legal("lower", 1, 3)
    s.declare("lower", 1, 1)  # one is left: 3 to 2
    assert (s.phase, crossed(s)) == ("combat", [2])  # 8


@clause("C403")
@pytest.mark.parametrize("first", [(1, 3), (1, 1)])
def test_done_keeps_the_rest(scene, first):
    s = shoved(scene, [5, 4, 6, 6])
    s.declare("lower", *first)
    assert s.phase == "lower"
    s.declare("done")
    assert (s.phase, crossed(s)) == ("combat", [3 if first == (1, 3) else 2])


# --- the order of a fall


@clause("C407")
def test_the_zone_is_the_lower_one_from_the_start_of_the_fall(scene):
    s = shoved(scene, [3, 1, 5, 6])
    b = s.unit("B")
    assert (s.phase, s.decider, b.zone, b.engaged) == ("lower", "B", "Z1", set())
    assert (crossed(s), b.prone) == ([], False)  # damage and landing are still to come
    s.declare("done")
    assert (crossed(s), s.unit("B").prone) == ([3], True)


@clause("C407")
def test_whoever_is_taken_out_by_a_fall_lies_below_with_all_it_had(scene):
    b = {"slots_free": [0, 0, 0, 0, 1], "carried": ["dagger"]}
    s = ledge(scene, b=b)
    s.act("shove", "Z1", dice=[2, 3, 2, 2], by="A")
    assert s.unit("B").out
    assert sorted((thing.item, thing.zone) for thing in s.floor()) == [
        ("dagger", "Z1"),
        ("sword", "Z1"),
    ]


@clause("C407")
@pytest.mark.parametrize(
    ("free", "out", "holding"), [([1] * 5, False, True), ([0, 0, 0, 0, 1], True, False)]
)
def test_landing_is_for_those_still_in_play(scene, free, out, holding):
    s = ledge(scene, b={"slots_free": free}, zones={"Z1": {"airless": True}})
    s.act("shove", "Z1", dice=[2, 3, 2, 2], by="A")
    b = s.unit("B")
    assert (b.out, bool(b.prone), bool(b.holding)) == (out, not out, holding)
    assert b.breathless == int(holding)


@clause("C407")
def test_a_jumper_may_take_itself_out(scene):
    s = jumping(scene, [1, 2, 3, 6, 6], a={"slots_free": [0, 0, 0, 0, 1]})
    s.declare("done", by="A")
    assert s.unit("A").out
    assert [(thing.item, thing.zone) for thing in s.floor()] == [("sword", "Z1")]
    assert (s.phase, s.decider) == ("combat", "W")


# --- damage


@clause("C408")
@pytest.mark.parametrize(
    ("drop", "dice", "severity"),
    [
        ("1d6", [1], 1),
        ("1d6", [4], 1),
        ("1d6", [5], 2),
        ("2d6", [1, 1], 1),
        ("2d6", [2, 2], 1),
        ("2d6", [2, 3], 2),
        ("2d6", [2, 6], 2),
        ("2d6", [3, 6], 3),
        ("2d6", [6, 6], 3),
        ("3d6", [4, 4, 5], 4),
        ("3d6", [4, 6, 6], 4),
        ("3d6", [5, 6, 6], 5),
        ("3d6", [6, 6, 6], 5),
        ("3d12", [12, 12, 12], 5),
    ],
)
@pytest.mark.parametrize("option", [None, "quarter"])
def test_the_severity_is_a_quarter_of_the_sum_rounded_up(scene, drop, dice, severity, option):
    options = {"fall.damage": option} if option else {}
    s = ledge(scene, drop=drop, options=options)
    s.act("shove", "Z1", dice=[2, 3, *dice], by="A")
    assert (crossed(s), s.unit("B").marks) == ([severity], 0)
    assert s.unit("B").out == (severity == 5)
    assert s.unit("B").wellness == 4


@clause("C408", "option:fall.damage")
@pytest.mark.parametrize(
    ("drop", "dice", "severities"),
    [
        ("1d6", [5], [2]),
        ("2d6", [1, 1], [1, 2]),  # the second finds no slot 1
        ("2d6", [5, 6], [2, 3]),
        ("2d6", [2, 5], [1, 2]),
        ("2d12", [12, 3], [1, 3]),
        ("3d6", [6, 6, 6], [2, 3, 4]),
    ],
)
def test_per_die_each_die_is_an_injury_of_its_own(scene, drop, dice, severities):
    s = ledge(scene, drop=drop, options={"fall.damage": "per_die"})
    s.act("shove", "Z1", dice=[2, 3, *dice], by="A")
    assert crossed(s) == severities


@clause("C408", "C128")
@pytest.mark.parametrize(("armour", "boxes"), [("light", 1), ("heavy", 2)])
def test_armour_does_not_soften_a_fall(scene, armour, boxes):
    s = ledge(scene, b={"armour": armour})
    s.act("shove", "Z1", dice=[2, 3, 5, 6], by="A")
    assert (crossed(s), s.unit("B").boxes) == ([3], boxes)


@clause("C408")
def test_a_fall_is_no_hit_by_an_attack(scene):
    s = jumping(scene, [1, 2, 3, 6, 6])
    s.declare("done")
    assert (crossed(s, "A"), s.unit("A").hit) == ([3], False)


# --- drop edges


@clause("C409")
@pytest.mark.parametrize(
    ("drop", "rolled"),
    [
        (None, [6, 6]),
        ("1d4", [4]),
        ("2d6", [6, 6]),
        ("2d8", [8, 8]),
        ("3d10", [10] * 3),
        ("1d12", [12]),
    ],
)
def test_a_drop_edge_lists_its_dice_two_d6_by_default(scene, drop, rolled):
    s = ledge(scene, drop=drop)
    s.act("shove", "Z1", dice=[2, 3, *([2] * len(rolled))], by="A")
    assert sizes(s)[4:] == rolled


@clause("C409")
@pytest.mark.parametrize("drop", ["0d6", "4d6", "2d6+1d8"])
def test_a_drop_edge_has_one_to_three_dice_of_one_size(scene, drop):
    with pytest.raises(EncounterError):
        ledge(scene, drop=drop)


@clause("C409")
def test_a_willing_jump_has_advantage_on_brace(scene):
    s = jumping(scene, [2, 4, 7, 6, 6])  # 4 + 7
    s.declare("lower", 1, 1, by="A")
    s.declare("lower", 2, 1, by="A")
    assert (s.phase, crossed(s, "A")) == ("combat", [1])


@clause("C409")
def test_a_shove_has_none(scene):
    s = shoved(scene, [2, 4, 6, 6])  # 2 + 4
    s.declare("lower", 1, 1)
    s.declare("lower", 2, 1)
    assert (s.phase, crossed(s)) == ("combat", [2])  # 1 and 5


@clause("C409", "C225", "C084")
def test_a_jump_ends_the_movement(scene):
    s = jumping(
        scene,
        [2, 4, 7, 2, 2],
        edges=[edge(), ["Z1", "Z2"]],
        B2={"zone": "Z1"},
    )
    s.declare("done")
    assert (s.phase, s.decider, s.unit("A").zone) == ("combat", "W", "Z1")
    assert s.unit("A").engaged == set()


@clause("C410")
def test_whoever_lands_is_prone_in_the_lower_zone(scene):
    s = ledge(scene)
    s.act("shove", "Z1", dice=[2, 3, 1, 1], by="A")
    assert (s.unit("B").prone, s.unit("B").zone) == (True, "Z1")
    s = jumping(scene, [2, 4, 7, 1, 1])
    assert (s.phase, s.unit("A").prone, s.unit("A").zone) == ("combat", True, "Z1")


@clause("C410")
def test_a_unit_that_was_prone_already_stays_prone(scene):
    s = ledge(scene, b={"prone": True})
    s.act("shove", "Z1", dice=[2, 3, 1, 1], by="A")
    assert s.unit("B").prone
