"""Section 3.4 of the rules: Throw Object and what bursts (U311-U326)."""

import pytest

from fracas.envs.core.testing import clause

DIRECTIONS = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)]
EAST = 3  # the d8 counts clockwise from 1 = N


def ground(marks, width=15, height=15):
    return "\n".join("".join(marks.get((x, y), ".") for x in range(width)) for y in range(height))


def lying(s):
    return [(i.item, i.x, i.y) for i in s.floor()]


def hp(s, units):
    return [s.unit(u).hp for u in units]


def tile_legal(s, x, y):
    """Whether the tile (x, y) is offered to a thrower whose item is already named."""
    s = s.copy()
    if not s.legal("column", x):
        return False
    s.declare("column", x)
    return s.phase == "tile" and s.legal("row", y)


@clause("U311")
@pytest.mark.parametrize(
    ("item", "dice"),
    [
        ("stone", [4, EAST]),
        ("stone", [16]),
        ("bandage", [20]),
        ("firebomb", [4]),
        ("flashbang", [20]),
    ],
)
def test_throw_object_costs_1_ap(scene, item, dice):
    s = scene(A={"inventory": [item]})
    s.act("throw_object", "slot_0", 12, 7, dice=dice)
    assert s.unit("A").ap == 3


@clause("U311")
def test_1_ap_is_enough_to_throw_an_object_and_0_is_not(scene):
    assert scene(A={"inventory": ["stone"], "ap": 1}).legal("throw_object", "slot_0")
    assert not scene(A={"inventory": ["stone"], "ap": 0}).legal("throw_object")


@clause("U312")
@pytest.mark.parametrize(
    ("able", "reach"),
    [
        ({}, 15),
        ({"athletics": 1}, 16),
        ({"athletics": 3}, 18),
        ({"physique": 2, "aiming": 2, "agility": 2}, 15),
    ],
)
def test_the_range_is_15_plus_athletics(scene, able, reach):
    a = {"at": (0, 7), "inventory": ["stone"], **able}
    s = scene(A=a, B={"at": (1, 7)}, map=ground({}, width=20))
    s.declare("throw_object", "slot_0")
    assert s.phase == "tile"
    assert tile_legal(s, reach, 7)
    assert not tile_legal(s, reach + 1, 7)
    s.refused("column", reach + 1)
    s.act("column", reach)
    s.act("row", 7, dice=[16])
    assert lying(s) == [("stone", reach, 7)]


@clause("U312")
def test_the_range_counts_a_diagonal_as_one_tile(scene):
    s = scene(
        A={"at": (0, 0), "inventory": ["stone"]},
        B={"at": (1, 0)},
        map=ground({}, width=20, height=16),
    )
    s.declare("throw_object", "slot_0")
    assert all(tile_legal(s, *tile) for tile in [(0, 15), (15, 0), (15, 15), (7, 15)])
    assert not any(tile_legal(s, 16, y) for y in (0, 8, 15))


@clause("U313")
@pytest.mark.parametrize(
    ("item", "light"),
    [
        ("stone", True),
        ("firebomb", True),
        ("flashbang", True),
        ("bandage", True),
        ("clip6", True),
        ("clip5", True),
        ("mag12", True),
        ("mag20", True),
        ("mag30", True),
        ("bat", False),
        ("knife", False),
        ("machete", False),
        ("throwing_knife", False),
        ("spear", False),
        ("revolver", False),
        ("pistol", False),
        ("rifle", False),
        ("smg", False),
        ("carbine", False),
    ],
)
def test_it_uses_a_lightweight_item(scene, item, light):
    assert scene(A={"inventory": [item]}).legal("throw_object", "slot_0") == light
    assert scene(A={"hands": [item]}).legal("throw_object", "main") == light
    assert not scene(A={"inventory": [item]}).legal("throw_object", "slot_1")


@clause("U313")
def test_the_item_leaves_the_slot_it_was_thrown_from(scene):
    s = scene(A={"hands": ["stone"], "inventory": ["bandage", "stone"]})
    s.act("throw_object", "slot_1", 8, 7, dice=[16])
    assert (s.unit("A").hands, s.unit("A").inventory[:2]) == (["stone"], ["bandage", None])
    s.act("throw_object", "main", 8, 7, dice=[16])
    assert (s.unit("A").hands, len(s.floor())) == ([], 2)


@clause("U314")
def test_the_target_is_any_open_tile_in_range_and_sight_the_own_too(scene):
    marks = {(7, 5): "h", (9, 5): "~", (10, 10): "x", (4, 7): "#"}
    s = scene(A={"inventory": ["stone"]}, map=ground(marks))
    s.declare("throw_object", "slot_0")
    assert (s.phase, s.decider) == ("tile", "A")
    for tile in [(7, 7), (8, 7), (0, 0), (7, 5), (9, 5), (11, 11), (5, 7)]:
        assert tile_legal(s, *tile), tile
    for tile in [(10, 10), (4, 7), (3, 7), (0, 7)]:  # obstacle, wall, two tiles behind it
        assert not tile_legal(s, *tile), tile


@clause("U314")
@pytest.mark.parametrize("hidden", [False, True])
def test_every_tile_of_open_ground_in_range_is_offered(scene, hidden):
    # Also those of units, and of a Hidden enemy: the mask doesn't tell.
    s = scene(
        A={"inventory": ["stone"]},
        C={"side": 1, "at": (3, 3)},
        D={"side": 2, "at": (10, 4), "hidden": hidden},
    )
    s.declare("throw_object", "slot_0")
    assert all(tile_legal(s, x, y) for x in range(15) for y in range(15))


@clause("U314")
def test_it_is_thrown_at_the_tile_named_the_own_one_too(scene):
    for tile in [(7, 7), (3, 12), (8, 7)]:
        s = scene(A={"inventory": ["stone"]})
        s.act("throw_object", "slot_0", *tile, dice=[16])
        assert lying(s) == [("stone", *tile)]


@clause("U314")
def test_a_walled_in_thrower_still_has_its_own_tile(scene):
    walls = {(7 + dx, 7 + dy): "#" for dx, dy in DIRECTIONS}
    s = scene(A={"inventory": ["stone"]}, B={"at": (9, 7)}, map=ground(walls))
    assert s.legal("throw_object", "slot_0")


@clause("U315")
@pytest.mark.parametrize(
    ("able", "dice", "x"),
    [
        ({"agility": 2, "aiming": 2}, [12], 10),
        ({"agility": 2, "aiming": 2}, [10, EAST], 12),  # 14
        ({"physique": 3, "athletics": 3}, [14, EAST], 12),
    ],
)
def test_the_aiming_total_itself_is_read(scene, able, dice, x):
    s = scene(A={"inventory": ["stone"], **able})
    s.act("throw_object", "slot_0", 10, 7, dice=dice)
    assert lying(s) == [("stone", x, 7)]


@clause("U315")
def test_there_is_no_dc(scene):
    s = scene(A={"inventory": ["stone"]}, B={"guard": 16, "gear": ["vest", "helmet"]})
    s.act("throw_object", "slot_0", 8, 7, dice=[16])
    assert (lying(s), s.unit("A").stress) == ([("stone", 8, 7)], 0)


@clause("U316", "U317", "U318", "U319", "U320", "U321")
@pytest.mark.parametrize(
    ("die", "off"),
    [(1, 5), (4, 5), (5, 3), (7, 3), (9, 3), (10, 2), (14, 2), (15, 0), (16, 0), (19, 0), (20, 0)],
)
def test_the_total_tells_how_far_off_target_the_object_lands(scene, die, off):
    s = scene(A={"inventory": ["stone"]})
    s.act("throw_object", "slot_0", 8, 7, dice=[die, EAST] if off else [die])
    assert lying(s) == [("stone", 8 + off, 7)]
    assert (s.unit("A").stress, s.unit("B").hp, s.unit("B").stress) == (0, 6, 0)


@clause("U316")
def test_a_total_below_1_is_4_and_under(scene):
    s = scene(A={"inventory": ["stone"], "agility": -1})
    s.act("throw_object", "slot_0", 8, 7, dice=[1, EAST])
    assert lying(s) == [("stone", 13, 7)]


@clause("U316", "U324")
@pytest.mark.parametrize("die", [1, 4])
def test_strong_failure_bursts_a_firebomb_on_the_throwers_tile(scene, die):
    s = scene(A={"inventory": ["firebomb"]}, C={"side": 2, "at": (12, 7)})
    s.act("throw_object", "slot_0", 12, 7, dice=[die])  # no d8
    assert hp(s, "ABC") == [4, 5, 6]
    assert (lying(s), s.unit("A").inventory[0]) == ([], None)


@clause("U317", "U318", "U322", "U324")
@pytest.mark.parametrize(
    ("die", "marks", "x"),
    [
        (5, {}, 11),
        (9, {}, 11),
        (10, {}, 10),
        (14, {}, 10),
        (5, {(10, 7): "#"}, 9),
        (10, {(9, 7): "#"}, 8),
    ],
)
def test_a_firebomb_off_target_bursts_where_it_lands(scene, die, marks, x):
    s = scene(
        A={"inventory": ["firebomb"]},
        C={"side": 2, "at": (11, 8)},
        D={"side": 2, "at": (12, 8)},
        map=ground(marks),
    )
    s.act("throw_object", "slot_0", 8, 7, dice=[die, EAST])
    loss = [2 if x == at else 1 if abs(x - at) == 1 else 0 for at in (7, 8)]
    loss += [1 if abs(x - at) <= 1 else 0 for at in (11, 12)]
    assert [6 - left for left in hp(s, "ABCD")] == loss
    assert lying(s) == []


@clause("U319", "U320", "U324")
@pytest.mark.parametrize(
    ("able", "die", "after"),
    [
        ({}, 15, [5, 4, 5, 6]),
        ({}, 16, [5, 4, 5, 6]),
        ({}, 19, [5, 4, 5, 6]),
        ({}, 20, [4, 3, 4, 6]),
        ({"aiming": 3}, 17, [4, 3, 4, 6]),
        ({"aiming": 3}, 16, [5, 4, 5, 6]),
        ({"aiming": 3, "agility": 4}, 20, [4, 3, 4, 6]),
    ],
)
def test_20_and_up_is_a_strong_success_of_the_firebomb(scene, able, die, after):
    # B stands on the tile, A and C beside it, D two tiles off.
    s = scene(
        A={"inventory": ["firebomb"], **able},
        C={"side": 1, "at": (9, 8)},
        D={"side": 2, "at": (10, 7)},
    )
    s.act("throw_object", "slot_0", 8, 7, dice=[die])
    assert hp(s, "ABCD") == after


@clause("U322")
@pytest.mark.parametrize(("d8", "dx", "dy"), [(i + 1, *d) for i, d in enumerate(DIRECTIONS)])
def test_the_d8_counts_clockwise_from_north_off_the_target_tile(scene, d8, dx, dy):
    s = scene(A={"inventory": ["stone"]})
    s.act("throw_object", "slot_0", 8, 6, dice=[10, d8])
    assert lying(s) == [("stone", 8 + 2 * dx, 6 + 2 * dy)]


@clause("U322")
@pytest.mark.parametrize(
    ("marks", "target", "dice", "at"),
    [
        ({(10, 7): "#"}, (8, 7), [4, EAST], (9, 7)),
        ({(9, 7): "#"}, (8, 7), [4, EAST], (8, 7)),
        ({}, (12, 7), [4, EAST], (14, 7)),
        ({}, (7, 1), [4, 1], (7, 0)),
        ({(10, 7): "x"}, (8, 7), [4, EAST], (13, 7)),
        ({(9, 7): "#", (8, 8): "#"}, (8, 7), [14, 4], (10, 9)),  # SE, by the corner
        ({(9, 7): "~", (10, 7): "h"}, (8, 7), [4, EAST], (13, 7)),
        ({(10, 7): "#"}, (8, 7), [9, EAST], (9, 7)),
        ({(10, 7): "#"}, (8, 7), [14, EAST], (9, 7)),
        ({(13, 7): "#"}, (8, 7), [4, EAST], (12, 7)),
        ({(14, 7): "#"}, (8, 7), [4, EAST], (13, 7)),
        ({(13, 7): "x"}, (8, 7), [4, EAST], (13, 7)),
        ({}, (12, 2), [4, 2], (14, 0)),
        ({}, (13, 3), [4, 2], (14, 2)),
        ({(6, 9): "#"}, (8, 7), [4, 6], (7, 8)),
    ],
)
def test_it_stops_at_the_last_tile_before_a_wall_or_the_edge(scene, marks, target, dice, at):
    s = scene(A={"inventory": ["stone"]}, map=ground(marks))
    s.act("throw_object", "slot_0", *target, dice=dice)
    assert lying(s) == [("stone", *at)]


@clause("U322")
def test_units_do_not_stop_what_flies_off_target(scene):
    s = scene(
        A={"inventory": ["stone"]}, C={"side": 1, "at": (10, 7)}, D={"side": 2, "at": (13, 7)}
    )
    s.act("throw_object", "slot_0", 8, 7, dice=[4, EAST])
    assert (lying(s), hp(s, "BCD")) == ([("stone", 13, 7)], [6, 6, 6])


@clause("U323")
@pytest.mark.parametrize("item", ["stone", "firebomb", "flashbang"])
def test_hidden_gives_a_thrown_object_no_advantage(scene, item):
    s = scene(A={"inventory": [item], "hidden": True})
    s.act("throw_object", "slot_0", 12, 7, dice=[16])
    assert (s.dice_used, s.unit("A").hidden) == (1, False)


@clause("U323")
@pytest.mark.parametrize("item", ["stone", "firebomb", "flashbang", "bandage"])
def test_throw_object_opens_no_defence_window(scene, item):
    s = scene(A={"inventory": [item]}, B={"agility": 3, "physique": 3})
    s.declare("throw_object", "slot_0", 8, 7, dice=[16])
    assert (s.phase, s.decider, s.unit("B").ap) == ("main", "A", 4)


@clause("U323")
@pytest.mark.parametrize("item", ["bandage", "stone", "mag12"])
def test_what_lands_stays_as_a_floor_item(scene, item):
    s = scene(A={"inventory": [item]}, C={"side": 1, "at": (7, 10)})
    s.act("throw_object", "slot_0", 7, 10, dice=[16])
    assert lying(s) == [(item, 7, 10)]
    assert (s.unit("A").inventory[0], s.unit("C").hp, s.unit("C").stress) == (None, 6, 0)


@clause("U323")
@pytest.mark.parametrize("item", ["firebomb", "flashbang"])
@pytest.mark.parametrize("dice", [[4], [14, EAST], [16], [20]])
def test_single_use_items_are_spent(scene, item, dice):
    s = scene(A={"inventory": [item]})
    s.act("throw_object", "slot_0", 8, 7, dice=dice)
    assert (lying(s), s.unit("A").inventory[0]) == ([], None)


@clause("U324")
@pytest.mark.parametrize(("dx", "dy"), [(0, 0), *DIRECTIONS])
@pytest.mark.parametrize("item", ["firebomb", "flashbang"])
@pytest.mark.parametrize("die", [16, 20])
@pytest.mark.parametrize("side", [1, 2])
def test_a_burst_reaches_its_tile_and_the_8_around_it(scene, side, die, item, dx, dy):
    # C stands within one tile, D two tiles off in the same direction, or in none.
    away = (7 + 2 * dx, 3 + 2 * dy) if dx or dy else (9, 4)
    s = scene(
        A={"inventory": [item]},
        C={"side": side, "at": (7 + dx, 3 + dy), "hidden": True},
        D={"side": side, "at": away, "hidden": True},
    )
    s.act("throw_object", "slot_0", 7, 3, dice=[die])
    strong = die == 20
    if item == "firebomb":
        after = (6 - (1 if dx or dy else 2) - strong, 0, False, 0)
    else:
        after = (6, 1, False, 1 if strong else 0)
    assert [(u.hp, u.stress, u.hidden, u.stunned_t) for u in map(s.unit, "ABCD")] == [
        (6, 0, False, 0),
        (6, 0, False, 0),
        after,
        (6, 0, True, 0),
    ]


@clause("U324")
@pytest.mark.parametrize(("die", "stunned"), [(16, (0, 0)), (19, (0, 0)), (20, (2, 1))])
def test_a_flashbang_gives_stress_takes_hidden_and_on_strong_success_stuns(scene, die, stunned):
    # Until the end of the next turn: 2 own turn ends for A, whose turn it is, 1 for the others.
    s = scene(
        A={"inventory": ["flashbang"]},
        C={"side": 2, "at": (9, 6), "hidden": True},
        D={"side": 1, "at": (10, 7), "hidden": True},
    )
    s.act("throw_object", "slot_0", 8, 7, dice=[die])
    assert [s.unit(u).stress for u in "ABCD"] == [1, 1, 1, 0]
    assert hp(s, "ABCD") == [6, 6, 6, 6]
    assert (s.unit("C").hidden, s.unit("D").hidden) == (False, True)
    assert [s.unit(u).stunned_t for u in "ABCD"] == [stunned[0], stunned[1], stunned[1], 0]


@clause("U324")
def test_a_flashbang_off_target_bursts_where_it_lands(scene):
    s = scene(A={"inventory": ["flashbang"]}, C={"side": 2, "at": (11, 7)})
    s.act("throw_object", "slot_0", 8, 7, dice=[14, EAST])  # at (10, 7)
    assert [s.unit(u).stress for u in "ABC"] == [0, 0, 1]


@clause("U324")
@pytest.mark.parametrize("dice", [[4, EAST], [16], [20]])
def test_a_stone_has_no_effect_where_it_lands(scene, dice):
    s = scene(A={"inventory": ["stone"]}, C={"side": 2, "at": (13, 7), "hidden": True})
    s.act("throw_object", "slot_0", 8, 7, dice=dice)
    assert [(s.unit(u).hp, s.unit(u).stress) for u in "ABC"] == [(6, 0)] * 3
    assert s.unit("C").hidden


@clause("U324")
@pytest.mark.parametrize(("item", "loss"), [("firebomb", (1, 0)), ("flashbang", (0, 1))])
def test_a_burst_reaches_a_tile_only_with_sight_from_the_burst_tile(scene, item, loss):
    # C is behind the wall. D touches the corner: between neighbours nothing blocks sight (1.6).
    s = scene(
        A={"inventory": [item]},
        C={"side": 2, "at": (10, 7)},
        D={"side": 2, "at": (9, 8)},
        map=ground({(9, 7): "#", (8, 8): "#"}),
    )
    s.act("throw_object", "slot_0", 8, 7, dice=[16])
    assert (s.unit("C").hp, s.unit("C").stress) == (6, 0)
    assert (6 - s.unit("D").hp, s.unit("D").stress) == loss


@clause("U325")
@pytest.mark.parametrize(
    ("item", "dice"),
    [
        ("firebomb", [4]),
        ("flashbang", [4]),
        ("stone", [4, EAST]),
        ("bandage", [4, EAST]),
        ("mag12", [4, EAST]),
        ("firebomb", [5, EAST]),
        ("flashbang", [5, EAST]),
    ],
)
def test_only_the_strong_failure_of_a_bomb_uses_no_scatter_die(scene, item, dice):
    s = scene(A={"inventory": [item]})
    s.act("throw_object", "slot_0", 8, 7, dice=dice)
    assert s.dice_used == len(dice)


@clause("U325")
@pytest.mark.parametrize("item", ["firebomb", "flashbang"])
@pytest.mark.parametrize(
    ("agility", "dice"), [(1, [3]), (1, [4, EAST]), (-1, [5]), (-1, [6, EAST])]
)
def test_the_strong_failure_of_a_bomb_is_read_from_the_total(scene, item, agility, dice):
    s = scene(A={"inventory": [item], "agility": agility})
    s.act("throw_object", "slot_0", 8, 7, dice=dice)
    assert s.dice_used == len(dice)


@clause("U325")
def test_the_strong_failure_of_a_flashbang_is_a_dud(scene):
    s = scene(
        A={"inventory": ["flashbang"]},
        C={"side": 2, "at": (6, 7), "hidden": True},
        D={"side": 2, "at": (9, 7), "hidden": True},
    )
    s.act("throw_object", "slot_0", 8, 7, dice=[4])
    assert [s.unit(u).stress for u in "ABCD"] == [0, 0, 0, 0]
    assert [s.unit(u).stunned_t for u in "ABCD"] == [0, 0, 0, 0]
    assert (s.unit("C").hidden, s.unit("D").hidden) == (True, True)
    assert (lying(s), s.unit("A").inventory[0]) == ([], None)


@clause("U326")
@pytest.mark.parametrize(
    ("a", "b", "winner"), [(1, 2, "draw"), (1, 3, "two"), (2, 2, "one"), (2, 3, None)]
)
def test_a_burst_is_one_effect_tested_after_all_its_units(scene, a, b, winner):
    s = scene(A={"hp": a, "inventory": ["firebomb"]}, B={"hp": b})
    s.act("throw_object", "slot_0", 8, 7, dice=[16])
    assert hp(s, "AB") == [a - 1, b - 2]
    assert (s.winner, s.dice_used) == (winner, 1)


@clause("U326")
def test_a_flashbang_goes_through_its_units_in_index_order(scene):
    # Index order is side 1's units first; on the map C stands before A, D before B.
    s = scene(
        A={"inventory": ["flashbang"]},
        B={"hidden": True},
        C={"side": 1, "at": (7, 6), "hidden": True},
        D={"side": 2, "at": (8, 6)},
    )
    new = s.act("throw_object", "slot_0", 7, 7, dice=[20])
    told = [(e.target, e.kind, e.what) for e in new if e.kind in ("stressed", "lost", "gained")]
    expected = []
    for unit in ("A", "C", "B", "D"):
        expected.append((unit, "stressed", None))
        if unit in ("C", "B"):
            expected.append((unit, "lost", "Hidden"))
        expected.append((unit, "gained", "Stunned"))
    assert told == expected


@clause("U326")
def test_units_that_a_firebomb_brings_down_fall_in_index_order(scene):
    s = scene(
        A={"inventory": ["firebomb"], "hands": ["knife"], "hp": 1},
        B={"hp": 1, "hands": ["bat"], "at": (8, 8)},
        C={"side": 2, "at": (7, 6), "hp": 1, "hands": ["machete"]},
        D={"side": 1, "at": (14, 14)},
    )
    s.act("throw_object", "slot_0", 7, 7, dice=[16])
    assert lying(s) == [("knife", 7, 7), ("bat", 8, 8), ("machete", 7, 6)]
    assert (s.winner, s.unit("D").hp) == ("one", 6)


@clause("U326")
def test_nobody_wins_before_all_units_of_the_burst_have_had_their_share(scene):
    # The last enemy B goes Down; C after it in index order still takes its damage.
    s = scene(
        A={"inventory": ["firebomb"], "hp": 2, "at": (7, 6)},
        B={"hp": 2},
        C={"side": 2, "at": (9, 7), "hp": 1},
        D={"side": 1, "at": (8, 8)},
    )
    s.act("throw_object", "slot_0", 8, 7, dice=[16])
    assert (s.winner, hp(s, "ABCD")) == ("one", [1, 0, 0, 5])


@clause("U326")
@pytest.mark.parametrize("hidden", [True, False])
@pytest.mark.parametrize("item", ["firebomb", "flashbang"])
def test_hidden_lost_through_a_burst_counts_for_enemy_in_sight(scene, item, hidden):
    s = scene(
        A={"inventory": [item]},
        B={"hidden": hidden},
        C={"side": 1, "at": (7, 11), "hands": ["pistol"], "ready": ("enemy_in_sight", "shot_semi")},
    )
    s.declare("throw_object", "slot_0", 9, 7, dice=[16])
    assert (s.phase, s.decider) == (("ready_fire", "C") if hidden else ("main", "A"))


@clause("U323", "U326")
@pytest.mark.parametrize(
    ("item", "after"), [("firebomb", (4, 0)), ("flashbang", (6, 1)), ("stone", (6, 0))]
)
@pytest.mark.parametrize(("side", "trigger"), [(1, "ally_attacks"), (2, "enemy_attacks")])
def test_a_burst_is_no_attack(scene, side, trigger, item, after):
    c = {"side": side, "at": (7, 11), "hands": ["pistol"], "ready": (trigger, "shot_semi")}
    s = scene(A={"inventory": [item]}, C=c)
    s.declare("throw_object", "slot_0", 8, 7, dice=[16])
    assert (s.phase, s.decider) == ("main", "A")
    assert (s.unit("B").hp, s.unit("B").stress) == after
