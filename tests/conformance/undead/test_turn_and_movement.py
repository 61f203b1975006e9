"""Section 3.2 of the rules, first part: action points, movement (U100-U110, U131-U133)."""

import pytest

from fracas.envs.core.testing import clause

DIRECTIONS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
# A at (1, 1), B at (0, 1): N wall, NE hiding place, E open, S low obstacle, W unit, NW difficult
AROUND = "\n".join(["~#h.", "....", ".x.."])
HERE, BESIDE = {"at": (1, 1)}, {"at": (0, 1)}


def grid(tiles, width=15, height=15):
    rows = [["."] * width for _ in range(height)]
    for (x, y), tile in tiles.items():
        rows[y][x] = tile
    return "\n".join("".join(row) for row in rows)


def open_ways(s, verb="step"):
    return {way for way in DIRECTIONS if s.legal(verb, way)}


def place(s, name="A"):
    return (s.unit(name).x, s.unit(name).y)


def verbs(s):
    return {v.name for v in s.battle.system.verbs.verbs if s.rows(v.name)}


@clause("U100")
@pytest.mark.parametrize("kept", [0, 2, 4, 6])
def test_ap_are_set_to_four_at_turn_start_and_nothing_is_saved(scene, kept):
    s = scene(A={"ap": kept}, B={"ap": 1})
    s.end_turn()
    assert (s.decider, s.unit("A").ap, s.unit("B").ap) == ("B", kept, 4)
    s.end_turn()
    assert (s.decider, s.unit("A").ap) == ("A", 4)


@clause("U100")
def test_a_unit_has_four_ap_in_the_first_round_too(scene):
    s = scene(C={"side": 1, "at": (0, 0)})
    assert [s.unit(name).ap for name in "ABC"] == [4, 4, 4]
    for decider in "BCAB":
        s.end_turn()
        assert (s.decider, s.unit(decider).ap) == (decider, 4)


@clause("U101")
def test_a_cost_above_what_is_left_masks_the_row(scene):
    s = scene(A={"ap": 1})
    s.refused("grapple", "B")
    assert s.legal("push", "B")
    s.act("push", "B", dice=[9])
    assert s.unit("A").ap == 0
    assert not s.legal("push", "B")
    assert scene(A={"ap": 2}).legal("grapple", "B")


@clause("U101")
@pytest.mark.parametrize(("ap", "asked"), [(1, True), (0, False)])
def test_reactions_are_paid_from_the_same_ap(scene, ap, asked):
    s = scene(A={"ap": ap, "agility": 1}, B={"hands": ["knife"]})
    s.declare("step", "W")
    s.declare("opp_melee", "torso", dice=[10])
    assert (s.phase == "defend") == asked
    if asked:
        s.act("dodge", by="A")  # 10 against 11
    assert (s.unit("A").ap, s.unit("A").hp) == (0, 6 if asked else 5)


@clause("U101")
def test_each_cost_is_compared_with_what_is_left(scene):
    # every verb with a cost that A could use at once, by cost
    costs = {
        0: {"end_turn", "drop_prone", "drop_item"},
        1: {"move", "disengage", "push", "throw_object", "shot_semi", "unequip", "place"}
        | {"intimidate", "pressure", "ready"},
        2: {"sense", "inspect", "reload", "shot_single"},
    }
    inventory = ["clip6", "bandage"]
    a = {"hands": ["revolver", "pistol"], "inventory": inventory, "bleed": 1, "mv": 0}
    for ap in range(5):
        affordable = set().union(*(costs[c] for c in costs if c <= ap))
        assert verbs(scene(A={**a, "ap": ap})) == affordable
    a = {"hands": [{"item": "smg", "mode": "full"}]}
    assert [scene(A={**a, "ap": ap}).legal("spray", "B") for ap in (2, 3)] == [False, True]


@clause("U102")
def test_zero_ap_actions_are_legal_at_zero_ap(scene):
    s = scene(A={"ap": 0, "hands": ["knife"]})
    assert s.legal("drop_item", "main")
    assert not s.legal("push", "B")
    s.act("drop_prone")
    assert (s.unit("A").prone, s.unit("A").ap) == (True, 0)
    assert scene(A={"ap": 0, "grappling": "B"}).legal("release")


@clause("U103")
def test_actions_are_taken_only_in_the_own_main_phase(scene):
    s = scene(A={"hands": ["knife"]}, turn="B")
    assert s.decider == "B"
    assert not s.mask("A").any()
    assert s.mask("B").any()
    s.end_turn()
    assert s.mask("A").any()
    assert s.legal("melee", "B", "torso")


@clause("U103")
def test_in_a_window_only_its_reactions_are_legal(scene):
    s = scene(A={"hands": ["knife"], "agility": 1}, B={"hands": ["knife"]}, turn="B")
    s.declare("melee", "A", "torso")
    assert (s.phase, s.decider, s.legal("dodge"), s.legal("pass")) == ("defend", "A", True, True)
    assert verbs(s) == {"dodge", "pass"}


@clause("U103")
def test_outside_the_own_turn_only_reactions_and_the_readied_action_are_legal(scene):
    s = scene(B={"hands": ["knife"]})
    s.declare("step", "W")
    assert (s.phase, s.decider, verbs(s)) == ("opportunity", "B", {"opp_melee", "pass"})
    a = {"hands": ["knife"], "ready": ("enemy_enters_reach", "melee")}
    s = scene(turn="B", A=a, B={"at": (9, 7)})
    s.declare("step", "W")
    assert (s.phase, s.decider, verbs(s)) == ("ready_fire", "A", {"melee", "pass"})


@clause("U104")
def test_end_turn_keeps_ap_for_reactions(scene):
    s = scene(A={"ap": 3})
    s.end_turn()
    assert (s.decider, s.unit("A").ap) == ("B", 3)
    s.declare("step", "E")
    assert (s.phase, s.decider, s.unit("A").ap) == ("opportunity", "A", 3)


@clause("U104")
@pytest.mark.parametrize(
    ("a", "b"),
    [
        ({}, {}),
        ({"ap": 0}, {}),
        ({"mv": 0}, {}),
        ({"prone": True}, {"grappling": "A"}),
        ({"grappling": "B"}, {}),
        ({"horrified": 1, "horror_source": "B"}, {}),
        ({"stunned": 1, "ap": 2}, {}),
        ({"hidden": True, "sneaking": True}, {}),
    ],
)
def test_end_turn_is_always_legal_in_the_main_phase(scene, a, b):
    s = scene(A=a, B=b)
    assert s.legal("end_turn")
    s.end_turn()
    assert (s.decider, s.phase, s.unit("A").ap) == ("B", "main", a.get("ap", 4))


@clause("U105")
def test_move_resets_movement_to_full(scene):
    s = scene()
    for _ in range(4):
        s.act("step", "W")
    assert (place(s), s.unit("A").mv, s.unit("A").ap) == ((3, 7), 0, 4)
    assert open_ways(s) == set()
    s.act("move")
    assert (place(s), s.unit("A").mv, s.unit("A").ap) == ((3, 7), 4, 3)
    assert open_ways(s) == set(DIRECTIONS)


@clause("U105")
@pytest.mark.parametrize(("agility", "full"), [(-1, 3), (0, 4), (2, 6), (4, 8)])
def test_move_resets_to_the_units_own_full_movement(scene, agility, full):
    s = scene(A={"agility": agility, "mv": 0})
    s.act("move")
    assert (s.unit("A").mv, s.unit("A").ap) == (full, 3)


@clause("U105")
def test_move_needs_its_ap_and_may_be_repeated(scene):
    scene(A={"ap": 0, "mv": 0}).refused("move")
    s = scene(A={"ap": 2, "mv": 0})
    s.act("move")
    assert not s.legal("move")
    s.act("step", "N")
    s.act("move")
    assert (s.unit("A").mv, s.unit("A").ap) == (4, 0)


@clause("U106")
def test_movement_is_full_and_free_at_turn_start(scene):
    s = scene(A={"mv": 0}, B={"agility": 2})
    s.end_turn()
    assert (s.unit("B").mv, s.unit("B").ap) == (6, 4)
    s.end_turn()
    assert (s.unit("A").mv, s.unit("A").ap) == (4, 4)


@clause("U106")
def test_at_turn_start_movement_is_the_full_movement_of_a_slowed_unit(scene):
    s = scene(B={"injuries": ["broken_leg"], "agility": 1})
    s.end_turn()
    assert (s.decider, s.unit("B").mv) == ("B", 2)  # 5, halved down


@clause("U106")
def test_with_the_option_zero_movement_starts_at_zero(scene):
    s = scene(options={"move.at_turn_start": "zero"})
    s.end_turn()
    assert (s.decider, s.unit("B").mv, s.legal("move")) == ("B", 0, True)


@clause("U107")
@pytest.mark.parametrize("left", [0, 1, 3])
def test_move_with_movement_left_only_refills(scene, left):
    s = scene(A={"mv": left})
    s.act("move")
    assert (s.unit("A").mv, s.unit("A").ap) == (4, 3)


@clause("U107")
@pytest.mark.parametrize("left", [4, 5])
def test_move_is_masked_at_or_above_full_movement(scene, left):
    scene(A={"mv": left}).refused("move")


@clause("U107")
def test_move_refills_to_the_present_full_movement(scene):
    s = scene(A={"injuries": ["broken_leg"], "mv": 2})
    assert not s.legal("move")
    s.act("step", "W")
    assert s.unit("A").mv == 1
    s.act("move")
    assert s.unit("A").mv == 2


@clause("U107")
def test_a_sneaking_unit_refills_to_its_halved_movement(scene):
    s = scene(A={"hidden": True})
    s.act("sneak")
    assert not s.legal("move")  # at 2/2
    s.act("step", "N")
    s.act("move")
    assert (s.unit("A").mv, s.unit("A").ap) == (2, 2)


@clause("U107")
def test_a_readied_move_is_not_masked_at_full_movement(scene):
    s = scene(A={"ready": ("enemy_in_sight", "move")}, B={"at": (10, 7), "hidden": True})
    s.declare("inspect", dice=[10])  # reveals B, and so fires A's readied action
    assert (s.phase, s.decider, s.unit("A").mv, s.legal("move")) == ("ready_fire", "A", 4, True)
    s.declare("move")
    assert (s.phase, s.unit("A").ap) == ("grant_steps", 1)
    s.declare("stop")
    assert (s.phase, s.unit("A").mv) == ("main", 4)


@clause("U108")
@pytest.mark.parametrize(
    ("mv", "ways"),
    [
        (4, {"NW", "NE", "E", "SE", "SW"}),
        (2, {"NW", "NE", "E", "SE", "SW"}),
        (1, {"NE", "E", "SE", "SW"}),
        (0, set()),
    ],
)
def test_a_step_needs_an_open_unoccupied_tile_and_enough_movement(scene, mv, ways):
    s = scene(map=AROUND, A={**HERE, "mv": mv}, B=BESIDE)
    assert open_ways(s) == ways
    for way in set(DIRECTIONS) - ways:
        s.refused("step", way)


@clause("U108")
@pytest.mark.parametrize(
    ("way", "to", "cost"),
    [("E", (2, 1), 1), ("SE", (2, 2), 1), ("NE", (2, 0), 1), ("NW", (0, 0), 2)],
)
def test_a_step_costs_one_and_a_difficult_tile_two(scene, way, to, cost):
    s = scene(map=AROUND, A=HERE, B=BESIDE)
    s.act("step", way)
    assert (place(s), s.unit("A").mv, s.unit("A").ap) == (to, 4 - cost, 4)


@clause("U108", "U127")
@pytest.mark.parametrize(("verb", "mv", "ap"), [("step", 3, 4), ("disengage", 4, 3)])
def test_each_direction_leads_to_its_own_neighbour(scene, verb, mv, ap):
    tiles = [(7, 6), (8, 6), (8, 7), (8, 8), (7, 8), (6, 8), (6, 7), (6, 6)]
    for way, tile in zip(DIRECTIONS, tiles, strict=True):
        s = scene(B={"at": (14, 14)})
        s.act(verb, way)
        assert (place(s), s.unit("A").mv, s.unit("A").ap) == (tile, mv, ap)


@clause("U108")
def test_a_step_stays_on_the_map(scene):
    assert open_ways(scene(A={"at": (0, 0)})) == {"E", "SE", "S"}
    assert open_ways(scene(A={"at": (14, 14)})) == {"N", "W", "NW"}


@clause("U108")
def test_an_ally_occupies_its_tile_too(scene):
    assert open_ways(scene(C={"side": 1, "at": (6, 7)})) == set(DIRECTIONS) - {"E", "W"}


@clause("U109")
@pytest.mark.parametrize(
    ("north", "east", "legal"),
    [
        ("#", "#", False),
        ("#", ".", True),
        (".", "#", True),
        ("#", "x", True),
        ("x", "#", True),
        ("x", "x", True),
        (".", ".", True),
    ],
)
def test_no_cutting_the_corner_of_two_walls(scene, north, east, legal):
    field = grid({(7, 6): north, (8, 7): east})
    s = scene(map=field, B={"at": (14, 14)})
    assert s.legal("step", "NE") == legal


@clause("U109")
def test_no_corner_of_two_walls_is_cut_in_any_diagonal(scene):
    s = scene(map=grid({(7, 6): "#", (8, 7): "#", (7, 8): "#", (6, 7): "#"}), B={"at": (14, 14)})
    assert open_ways(s) == set()
    s = scene(map=grid({(7, 6): "#", (7, 8): "#"}), B={"at": (14, 14)})
    assert open_ways(s) == set(DIRECTIONS) - {"N", "S"}


@clause("U110")
def test_movement_left_is_lost_at_turn_end(scene):
    s = scene()
    s.act("step", "N")
    assert s.unit("A").mv == 3
    s.end_turn()
    assert (s.decider, s.unit("A").mv, s.unit("B").mv) == ("B", 0, 4)
    assert not s.mask("A").any()


@clause("U110")
def test_a_grant_is_a_pool_of_its_own_and_lost_at_its_end(scene):
    s = scene(A={"ready": ("enemy_moves", "move")}, B={"at": (12, 7)}, turn="B")
    s.declare("step", "E")
    s.declare("move", by="A")
    s.declare("step", "N", by="A")
    assert (s.phase, s.decider, place(s)) == ("grant_steps", "A", (7, 6))
    s.declare("stop")
    assert (s.phase, s.decider, s.unit("A").mv, s.unit("B").mv) == ("main", "B", 0, 3)


@clause("U110")
def test_no_step_rows_outside_the_own_turn_without_a_grant(scene):
    s = scene(turn="B", A={"agility": 1, "ready": ("enemy_moves", "drop_prone")})
    assert s.unit("A").mv == 0
    s.declare("unarmed", "A", "torso")
    assert (s.phase, s.decider, s.rows("step")) == ("defend", "A", [])
    s.declare("pass", dice=[9])
    s.declare("step", "N")
    assert (s.phase, s.decider, s.rows("step"), s.unit("A").mv) == ("ready_fire", "A", [], 0)


@clause("U110")
def test_a_grant_leaves_the_movement_of_the_turn_alone(scene):
    s = scene(A={"mv": 3}, B={"at": (12, 7), "hidden": True})
    s.declare("inspect", dice=[16])  # Strong Success: movement towards B
    assert (s.phase, s.decider) == ("grant_towards", "A")
    s.declare("step", "E")
    s.declare("stop")
    assert (s.phase, place(s), s.unit("A").mv) == ("main", (8, 7), 3)


@clause("U131")
@pytest.mark.parametrize(
    ("dice", "first"), [([12, 12], "A"), ([12, 13], "B"), ([13, 12], "A"), ([1, 20], "B")]
)
def test_initiative_is_rolled_once_and_the_higher_total_goes_first(scene, dice, first):
    s = scene(initiative=dice)
    second = "B" if first == "A" else "A"
    for decider in (first, second, first, second):
        assert s.decider == decider
        s.end_turn()  # no further die in later rounds


@clause("U131")
@pytest.mark.parametrize("bonus", ["agility", "reflex"])
def test_initiative_adds_agility_and_reflex_and_they_break_ties(scene, bonus):
    assert scene(B={bonus: 1}, initiative=[12, 12]).decider == "B"  # 13 to 12
    assert scene(B={bonus: 1}, initiative=[12, 11]).decider == "B"  # 12 each, then 1 to 0
    assert scene(B={bonus: 1}, initiative=[12, 10]).decider == "A"


@clause("U131")
def test_initiative_ties_go_to_the_lower_side_then_the_lower_index(scene):
    # dice in unit index order: side 1's A and C, then side 2's B and D
    ally, enemy = {"side": 1, "at": (0, 0)}, {"side": 2, "at": (14, 14)}
    s = scene(C=ally, D=enemy, initiative=[12, 12, 12, 12])
    for decider in "ACBD":
        assert s.decider == decider
        s.end_turn()
    s = scene(C=ally, D=enemy, initiative=[5, 9, 11, 7])
    for decider in "BCDA":
        assert s.decider == decider
        s.end_turn()


@clause("U132")
def test_a_surprised_unit_has_no_ap_until_its_first_turn_start(scene):
    s = scene(A={"hands": ["knife"]}, B={"surprised": True, "agility": 1})
    assert s.unit("B").ap == 0
    s.declare("melee", "B", "torso", dice=[9])
    assert (s.phase, s.decider) == ("main", "A")
    s.end_turn()
    assert (s.decider, s.unit("B").ap) == ("B", 4)
    s.end_turn()
    s.declare("melee", "B", "torso")
    assert (s.phase, s.decider) == ("defend", "B")


@clause("U132")
@pytest.mark.parametrize(("surprised", "phase"), [(True, "main"), (False, "opportunity")])
def test_a_surprised_unit_makes_no_opportunity_attack(scene, surprised, phase):
    s = scene(B={"surprised": surprised, "hands": ["knife"]})
    s.declare("step", "W")
    assert s.phase == phase


@clause("U132")
def test_a_unit_not_surprised_may_react_before_its_first_turn(scene):
    s = scene(A={"hands": ["knife"]}, B={"agility": 1})
    s.declare("melee", "B", "torso")
    assert (s.phase, s.decider, s.unit("B").ap) == ("defend", "B", 4)


@clause("U133")
def test_a_voluntary_step_while_prone_costs_one_extra(scene):
    s = scene(A={"prone": True})
    s.act("step", "W")
    assert (place(s), s.unit("A").mv) == ((6, 7), 2)
    s.act("step", "W")
    assert (place(s), s.unit("A").mv) == ((5, 7), 0)


@clause("U133")
@pytest.mark.parametrize(
    ("mv", "plain", "rough"), [(1, False, False), (2, True, False), (3, True, True)]
)
def test_a_prone_step_is_masked_below_its_cost(scene, mv, plain, rough):
    s = scene(map=grid({(6, 7): "~"}), A={"prone": True, "mv": mv})
    assert (s.legal("step", "N"), s.legal("step", "W")) == (plain, rough)


@clause("U133")
def test_a_granted_step_while_prone_costs_one_extra_too(scene):
    s = scene(turn="B", A={"prone": True, "ready": ("enemy_moves", "move")}, B={"at": (12, 7)})
    s.declare("step", "E")
    s.declare("move", by="A")
    s.declare("step", "N", by="A")
    assert (s.phase, place(s)) == ("grant_steps", (7, 6))
    s.declare("step", "N", by="A")
    assert (s.phase, s.decider, place(s)) == ("main", "B", (7, 5))  # 4 points are spent


@clause("U133")
def test_standing_up_ends_the_extra_cost(scene):
    s = scene(map=grid({(6, 7): "~"}), A={"prone": True})
    t = s.copy()
    s.act("step", "W")
    assert (place(s), s.unit("A").mv) == ((6, 7), 1)
    t.act("stand_up")
    t.act("step", "W")
    assert (place(t), t.unit("A").mv) == ((6, 7), 2)
