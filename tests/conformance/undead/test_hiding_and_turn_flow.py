"""Section 3.2 of the rules, second part: sneaking, hiding, Prone, Disengage, order of a step, end
of a turn (U111-U130, U134-U138)."""

import pytest

from fracas.envs.core.testing import clause

DIRECTIONS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
# B at (4, 1) sees (1, 0), but (1, 1) lies behind the wall
NOOK = "\n".join([".....", "..#..", "....."])
WATCH = {"at": (4, 1)}


def grid(tiles, width=15, height=15):
    rows = [["."] * width for _ in range(height)]
    for (x, y), tile in tiles.items():
        rows[y][x] = tile
    return "\n".join("".join(row) for row in rows)


def place(s, name="A"):
    return (s.unit(name).x, s.unit(name).y)


def hideout(scene, h, between="#", **more):
    # A at (2, 1), a wall on its right, B at (6, 1)
    field = grid({(3, 1): between, h: "h"}, 7, 3)
    a = {"at": (2, 1), **more.pop("A", {})}
    return scene(map=field, A=a, B={"at": (6, 1)}, **more)


@clause("U111")
def test_sneaky_movement_costs_one_ap_and_requires_hidden(scene):
    scene().refused("sneak")
    scene(A={"hidden": True, "ap": 0}).refused("sneak")
    s = scene(A={"hidden": True})
    s.act("sneak")
    assert (s.unit("A").ap, s.unit("A").hidden, s.unit("A").sneaking) == (3, True, True)


@clause("U112")
@pytest.mark.parametrize(("mv", "left"), [(4, 2), (3, 1), (1, 0)])
def test_sneaking_slows_until_the_end_of_the_turn(scene, mv, left):
    s = scene(A={"hidden": True, "mv": mv})
    assert not s.unit("A").slowed
    s.act("sneak")
    assert (s.unit("A").slowed, s.unit("A").mv) == (True, left)
    s.end_turn()
    assert (s.unit("A").slowed, s.unit("A").sneaking) == (False, False)
    s.end_turn()
    assert s.unit("A").mv == 4


@clause("U113")
def test_a_sneak_that_ends_out_of_sight_keeps_hidden(scene):
    s = scene(map=NOOK, A={"at": (1, 0), "hidden": True}, B=WATCH)
    s.act("sneak")
    s.act("step", "S")
    s.end_turn()
    assert (place(s), s.unit("A").hidden) == ((1, 1), True)


@clause("U113")
def test_the_sneaker_must_be_out_of_the_sight_of_every_enemy(scene):
    s = scene(map=NOOK, A={"at": (1, 1), "hidden": True}, B=WATCH, D={"side": 2, "at": (0, 2)})
    s.act("sneak")
    s.end_turn()
    assert not s.unit("A").hidden


@clause("U114")
def test_a_sneak_that_ends_in_sight_loses_hidden(scene):
    s = scene(map=NOOK, A={"at": (1, 1), "hidden": True}, B=WATCH)
    s.act("sneak")
    s.act("step", "N")
    assert s.unit("A").hidden
    s.end_turn()
    assert not s.unit("A").hidden


@clause("U114")
def test_a_low_obstacle_does_not_shelter_a_sneaker(scene):
    s = scene(map=NOOK.replace("#", "x"), A={"at": (1, 1), "hidden": True}, B=WATCH)
    s.act("sneak")
    s.end_turn()
    assert not s.unit("A").hidden


@clause("U114")
def test_without_sneaking_a_turn_that_ends_in_sight_keeps_hidden(scene):
    s = scene(A={"hidden": True})
    s.end_turn()
    assert s.unit("A").hidden


@clause("U115")
def test_sneaking_across_an_enemys_sight_keeps_hidden(scene):
    field = "\n".join([".....", ".....", "##.##", "....."])
    sneaker = {"at": (0, 1), "hidden": True}
    # Agility 4: movement 8, halved to 4; through the gap B sees (2, 1), but not (0, 1) or (4, 1)
    s = scene(map=field, A={**sneaker, "agility": 4, "mv": 8}, B={"at": (2, 3)})
    s.act("sneak")
    s.act("step", "E")
    s.act("step", "E")
    stopped = s.copy()
    assert s.unit("A").hidden
    s.act("step", "E")
    s.act("step", "E")
    s.end_turn()
    assert (place(s), s.unit("A").hidden) == ((4, 1), True)
    stopped.end_turn()
    assert not stopped.unit("A").hidden


@clause("U116")
def test_a_step_without_sneaking_ends_hidden_before_opportunity_windows(scene):
    s = scene(A={"hidden": True})
    s.declare("step", "W")
    assert (s.phase, s.decider) == ("opportunity", "B")
    assert (place(s), s.unit("A").hidden) == ((7, 7), False)


@clause("U116")
def test_a_sneaking_step_keeps_hidden_and_opens_no_window(scene):
    s = scene(A={"hidden": True})
    s.act("sneak")
    s.declare("step", "W")
    assert (s.phase, s.decider, s.unit("A").hidden, place(s)) == ("main", "A", True, (6, 7))


@clause("U117")
def test_sneaking_twice_in_a_turn_is_masked(scene):
    s = scene(map=NOOK, A={"at": (1, 1), "hidden": True}, B=WATCH)
    s.act("sneak")
    assert s.unit("A").hidden
    s.refused("sneak")
    s.end_turn()
    s.end_turn()
    assert (s.decider, s.legal("sneak")) == ("A", True)


@clause("U118")
def test_hide_costs_one_ap(scene):
    s = hideout(scene, (1, 1))
    s.act("hide")
    assert s.unit("A").ap == 3
    hideout(scene, (1, 1), A={"ap": 0}).refused("hide")


@clause("U119")
@pytest.mark.parametrize(
    ("h", "legal"),
    [
        ((2, 1), True),
        ((1, 1), True),
        ((1, 0), True),
        ((3, 2), True),
        ((0, 1), False),
        ((0, 0), False),
        ((4, 1), False),
    ],
)
def test_hide_needs_a_hiding_place_at_distance_zero_or_one(scene, h, legal):
    assert hideout(scene, h).legal("hide") == legal


@clause("U120")
@pytest.mark.parametrize(("between", "legal"), [("#", True), (".", False), ("x", False)])
def test_hide_needs_that_no_enemy_has_line_of_sight(scene, between, legal):
    assert hideout(scene, (1, 1), between).legal("hide") == legal


@clause("U120")
@pytest.mark.parametrize(("side", "legal"), [(1, True), (2, False)])
def test_one_enemy_with_line_of_sight_is_enough(scene, side, legal):
    assert hideout(scene, (1, 1), C={"side": side, "at": (0, 2)}).legal("hide") == legal


@clause("U121")
def test_hide_gives_hidden_and_does_not_move_the_unit(scene):
    s = hideout(scene, (1, 1))
    s.act("hide")
    assert (s.unit("A").hidden, place(s), s.unit("A").mv) == (True, (2, 1), 4)


@clause("U122")
def test_hide_is_masked_when_already_hidden(scene):
    assert hideout(scene, (1, 1)).legal("hide")
    hideout(scene, (1, 1), A={"hidden": True}).refused("hide")


@clause("U122")
@pytest.mark.parametrize(
    ("a", "b", "legal"),
    [({}, {}, True), ({}, {"grappling": "A"}, False), ({"grappling": "B"}, {}, False)],
)
def test_hide_is_masked_when_grappled_or_grappling(scene, a, b, legal):
    # B is Hidden, so that its sight does not count (U134)
    s = scene(map=grid({(7, 7): "h"}), A=a, B={"hidden": True, **b})
    assert s.legal("hide") == legal


@clause("U123")
def test_stand_up_removes_prone_for_one_ap(scene):
    s = scene(A={"prone": True})
    s.act("stand_up")
    assert (s.unit("A").prone, s.unit("A").ap, s.unit("A").mv) == (False, 3, 4)
    s.refused("stand_up")
    assert not scene(A={"prone": True, "ap": 0}).legal("stand_up")


@clause("U124")
def test_stand_up_is_masked_while_prone_is_forced(scene):
    scene(A={"prone": True}, B={"grappling": "A"}).refused("stand_up")


@clause("U125")
@pytest.mark.parametrize(("die", "legal"), [(10, True), (9, False)])
def test_prone_is_forced_while_the_unit_is_prone_and_grappled(scene, die, legal):
    s = scene(A={"grappling": "B"}, B={"prone": True}, turn="B")
    assert not s.legal("stand_up")
    s.act("escape_reflex", dice=[die])
    assert (s.unit("B").grappled_by is None) == legal
    assert s.legal("stand_up") == legal


@clause("U125")
def test_a_prone_grappler_is_not_pinned(scene):
    assert scene(A={"prone": True, "grappling": "B"}).legal("stand_up")


@clause("U126")
@pytest.mark.parametrize("ap", [4, 0])
def test_drop_prone_is_free_and_masked_when_prone(scene, ap):
    s = scene(A={"ap": ap})
    s.act("drop_prone")
    assert (s.unit("A").prone, s.unit("A").ap) == (True, ap)
    s.refused("drop_prone")


@clause("U127")
def test_disengage_costs_one_ap_and_moves_one_tile(scene):
    s = scene()
    assert len(s.rows("disengage")) == 7  # all but B's tile
    s.act("disengage", "W")
    assert (place(s), s.unit("A").ap) == ((6, 7), 3)
    scene(A={"ap": 0}).refused("disengage", "W")


@clause("U128")
def test_disengage_does_not_provoke_opportunity_attacks(scene):
    s = scene(B={"hands": ["knife"]})
    s.declare("disengage", "W")
    assert (s.phase, s.decider, place(s)) == ("main", "A", (6, 7))
    s = scene(B={"hands": ["knife"]})
    s.declare("step", "W")
    assert (s.phase, s.decider, place(s)) == ("opportunity", "B", (7, 7))


@clause("U129")
def test_the_disengage_tile_is_free_of_movement_points(scene):
    s = scene()
    s.act("disengage", "W")
    assert s.unit("A").mv == 4
    s = scene(map=grid({(6, 7): "~"}), A={"mv": 0, "prone": True})
    s.act("disengage", "W")
    assert (place(s), s.unit("A").mv, s.unit("A").prone) == ((6, 7), 0, True)


@clause("U129")
def test_the_disengage_tile_must_be_legal_as_a_step(scene):
    # wall in the N and E, low obstacle in the S, B in the W: the corner NE is cut off
    field = grid({(7, 6): "#", (8, 7): "#", (7, 8): "x"})
    s = scene(map=field, B={"at": (6, 7)})
    ways = {way for way in DIRECTIONS if s.legal("disengage", way)}
    assert ways == {"NW", "SW", "SE"}
    assert ways == {way for way in DIRECTIONS if s.legal("step", way)}


@clause("U129")
@pytest.mark.parametrize(
    ("a", "b", "legal"),
    [
        ({"slowed": 1}, {}, True),
        ({"prone": True}, {}, True),
        ({}, {"grappling": "A"}, False),
        ({"grappling": "B"}, {}, False),
    ],
)
def test_disengage_is_impossible_only_in_a_grapple(scene, a, b, legal):
    assert scene(A=a, B=b).legal("disengage", "W") == legal


@clause("U130")
@pytest.mark.parametrize("sneak", [False, True])
def test_disengage_ends_hidden(scene, sneak):
    s = scene(A={"hidden": True})
    if sneak:
        s.act("sneak")
    assert s.unit("A").hidden
    s.act("disengage", "W")
    assert (s.unit("A").hidden, place(s)) == (False, (6, 7))


@clause("U134")
@pytest.mark.parametrize(("hidden", "legal"), [(True, True), (False, False)])
def test_hidden_enemies_do_not_count_for_hide(scene, hidden, legal):
    s = scene(map=grid({(7, 7): "h"}), B={"at": (10, 7), "hidden": hidden})
    assert s.legal("hide") == legal


@clause("U134")
def test_hidden_enemies_count_for_the_test_at_the_end_of_a_sneak(scene):
    s = scene(A={"hidden": True}, B={"at": (10, 7), "hidden": True})
    s.act("sneak")
    s.end_turn()
    assert (s.unit("A").hidden, s.unit("B").hidden) == (False, True)


@clause("U134")
def test_down_enemies_do_not_count(scene):
    # B falls beside A; D stands on the far side of the wall
    field = grid({(3, 1): "#", (1, 1): "h"}, 7, 3)
    s = scene(
        map=field,
        A={"at": (2, 1), "hands": ["knife"]},
        B={"at": (1, 2), "hp": 1},
        D={"side": 2, "at": (6, 1)},
    )
    assert not s.legal("hide")
    s.act("melee", "B", "torso", dice=[10])
    s.act("hide")
    s.act("sneak")
    s.end_turn()
    assert s.unit("A").hidden


@clause("U135")
def test_a_disengage_onto_a_hidden_enemy_only_reveals_it(scene):
    s = scene(B={"at": (6, 7), "hidden": True})
    s.act("disengage", "W")
    assert (s.unit("A").ap, place(s), s.unit("B").hidden) == (3, (7, 7), False)


@clause("U135")
def test_a_step_onto_a_hidden_enemy_is_done_before_opportunity_windows(scene):
    s = scene(B={"at": (6, 7), "hidden": True}, D={"side": 2, "at": (8, 7), "hands": ["knife"]})
    s.declare("step", "W")  # it would have left D's reach
    assert (s.phase, s.decider) == ("main", "A")
    assert (place(s), s.unit("A").mv, s.unit("B").hidden) == ((7, 7), 3, False)


@clause("U135")
@pytest.mark.parametrize(("mv", "to", "left"), [(4, (6, 7), 2), (2, (6, 7), 0), (1, (7, 7), 0)])
def test_the_cost_of_a_step_is_worked_out_anew_after_the_windows(scene, mv, to, left):
    s = scene(A={"mv": mv}, B={"hands": ["bat"]})
    s.declare("step", "W")
    s.act("opp_melee", "legs", dice=[18, 9], by="B")  # Prone: the step now costs 2
    assert (place(s), s.unit("A").mv, s.unit("A").prone) == (to, left, True)


@clause("U135")
def test_a_mover_grappled_in_a_window_stays(scene):
    s = scene()
    s.declare("step", "W")
    s.declare("opp_unarmed", "torso", dice=[16, 10])
    s.act("strong_grapple", by="B")
    # Grappled counts as Slowed: movement 4 is halved to 2, then the cost of 1 is spent
    assert (place(s), s.unit("A").grappled_by, s.unit("A").mv) == ((7, 7), "B", 1)


@clause("U135")
def test_a_step_beside_a_hidden_enemy_reveals_it_before_the_ready_check(scene):
    ally = {"side": 1, "at": (7, 10), "ready": ("enemy_in_sight", "drop_prone")}
    s = scene(B={"at": (5, 7), "hidden": True}, C=ally)
    s.declare("step", "W")
    assert (place(s), s.unit("B").hidden) == ((6, 7), False)
    assert (s.phase, s.decider) == ("ready_fire", "C")


@clause("U135")
def test_disengage_beside_a_hidden_enemy_reveals_it_too(scene):
    s = scene(B={"at": (5, 7), "hidden": True})
    s.act("disengage", "W")
    assert (place(s), s.unit("B").hidden) == ((6, 7), False)


@clause("U136")
def test_a_unit_that_goes_down_in_its_own_turn_ends_it_at_once(scene):
    ready = {"agility": 1, "ready": ("enemy_ends_turn", "drop_prone")}
    s = scene(A=ready, B={"hp": 1}, C={"side": 2, "at": (14, 14)}, turn="B")
    s.declare("unarmed", "A", "torso")
    s.declare("dodge", dice=[4], by="A")  # guard 11; Strong Failure: B takes 1 damage
    assert s.unit("B").down
    assert (s.phase, s.decider, s.unit("C").ap, s.unit("A").guard) == ("main", "C", 4, 10)


@clause("U136")
@pytest.mark.parametrize(("hp", "down", "decider"), [(1, True, "C"), (2, False, "B")])
def test_a_unit_that_goes_down_at_its_turn_start_has_no_turn(scene, hp, down, decider):
    ready = {"ready": ("enemy_ends_turn", "drop_prone")}
    s = scene(A=ready, B={"hp": hp, "bleed": 1}, C={"side": 2, "at": (14, 14)})
    s.declare("end_turn")
    assert (s.unit("B").down, s.phase, s.decider) == (down, "main", decider)


@clause("U136")
def test_a_turn_ended_by_choice_does_fire_enemy_ends_turn(scene):
    s = scene(A={"ready": ("enemy_ends_turn", "drop_prone")}, turn="B")
    s.declare("end_turn")
    assert (s.phase, s.decider) == ("ready_fire", "A")


@clause("U136")
def test_a_mover_downed_by_an_opportunity_attack_ends_its_turn_where_it_stood(scene):
    # D, who is in reach too, is not asked any more
    s = scene(
        A={"hp": 1},
        B={"hands": ["knife"]},
        C={"side": 1, "at": (0, 0)},
        D={"side": 2, "at": (8, 6), "hands": ["knife"]},
    )
    s.declare("step", "W")
    s.declare("opp_melee", "torso", dice=[10], by="B")
    assert (s.unit("A").down, place(s)) == (True, (7, 7))
    assert (s.phase, s.decider, s.unit("B").ap) == ("main", "B", 4)


@clause("U137")
def test_when_end_turn_is_the_only_row_the_turn_ends_unasked(scene):
    s = scene(A={"ap": 0, "mv": 0})
    s.act("drop_prone")
    assert (s.phase, s.decider, s.unit("A").prone) == ("main", "B", True)


@clause("U137")
def test_a_second_legal_row_keeps_the_main_phase_open(scene):
    s = scene(A={"ap": 0, "mv": 0, "hands": ["knife"]})
    s.act("drop_prone")
    assert (s.phase, s.decider) == ("main", "A")
    s.act("drop_item", "main")
    assert (s.phase, s.decider) == ("main", "B")


@clause("U137")
@pytest.mark.parametrize(("b", "phase"), [({}, "main"), ({"agility": 1}, "defend")])
def test_a_window_with_only_pass_is_not_asked(scene, b, phase):
    s = scene(A={"hands": ["knife"]}, B=b)
    s.declare("melee", "B", "torso", dice=[9])
    assert s.phase == phase


@clause("U137")
def test_a_grant_with_only_stop_is_not_asked(scene):
    s = scene(A={"grappling": "B"}, turn="B")
    s.act("escape_reflex", dice=[16])  # Strong Success: half of 4 movement points
    assert (s.phase, s.legal("stop")) == ("grant_steps", True)
    s.act("step", "E")
    assert s.phase == "grant_steps"
    s.act("step", "E")
    assert (s.phase, s.decider, place(s, "B")) == ("main", "B", (10, 7))


@clause("U137")
def test_a_choice_of_one_is_taken_unasked(scene):
    s = scene(A={"grappling": "B"})
    s.act("unarmed", "B", "torso", dice=[16, 9])  # B is held already: only the table is left
    assert (s.phase, s.unit("B").hp, s.dice_used) == ("main", 3, 2)
    s = scene()
    s.act("unarmed", "B", "torso", dice=[16])
    assert (s.phase, s.decider) == ("strong_choice", "A")


@clause("U138")
def test_sneaking_and_its_slowed_stay_if_hidden_is_lost_before(scene):
    s = scene(A={"hidden": True, "hands": ["pistol"]})
    s.act("sneak")
    s.act("shot_semi", "B", "torso", dice=[3, 12])  # from Hidden: advantage
    a = s.unit("A")
    assert (a.hidden, a.sneaking, a.slowed, a.mv, s.unit("B").hp) == (False, True, True, 2, 5)
    s.end_turn()
    assert (s.unit("A").sneaking, s.unit("A").slowed) == (False, False)
