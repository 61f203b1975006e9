"""Section 3.2 of the rules, third part: Prone, Disengage, order of a step, end of a turn
(U123-U130, U135-U138)."""

import pytest

from fracas.envs.core.testing import clause

DIRECTIONS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")


def grid(tiles, width=15, height=15):
    rows = [["."] * width for _ in range(height)]
    for (x, y), tile in tiles.items():
        rows[y][x] = tile
    return "\n".join("".join(row) for row in rows)


def place(s, name="A"):
    return (s.unit(name).x, s.unit(name).y)


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


@clause("U125")
def test_a_held_unit_that_drops_prone_is_pinned(scene):
    s = scene(B={"grappling": "A"})
    s.act("drop_prone")
    assert s.unit("A").prone
    s.refused("stand_up")


@clause("U125")
def test_stand_up_is_legal_again_when_the_grappler_lets_go(scene):
    s = scene(A={"prone": True}, B={"grappling": "A"}, turn="B")
    s.act("release")
    s.end_turn()
    assert (s.decider, s.legal("stand_up")) == ("A", True)


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


@clause("U128")
def test_only_the_disengage_tile_is_safe(scene):
    # B and D reach (7,7) and (6,7); the step after the Disengage leaves D's reach
    s = scene(B={"hands": ["knife"]}, D={"side": 2, "at": (7, 6), "hands": ["knife"]})
    s.declare("disengage", "W")
    assert (s.phase, s.decider, place(s)) == ("main", "A", (6, 7))
    s.declare("step", "W")
    assert (s.phase, s.decider) == ("opportunity", "D")
    s = scene(B={"hands": ["knife"]})
    s.act("disengage", "NE")  # (8,6), still in B's reach
    s.declare("step", "NE")
    assert (s.phase, s.decider) == ("opportunity", "B")


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
@pytest.mark.parametrize(("hidden", "count"), [(False, 6), (True, 7)])
def test_an_allys_tile_and_a_seen_enemys_are_no_disengage_tiles(scene, hidden, count):
    s = scene(B={"hidden": hidden}, C={"side": 1, "at": (7, 6)})
    assert (s.legal("disengage", "N"), s.legal("disengage", "E")) == (False, hidden)
    assert len(s.rows("disengage")) == count


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
@pytest.mark.parametrize("verb", ["step", "disengage"])
def test_a_hidden_mover_onto_a_hidden_enemy_is_done_before_it_loses_hidden(scene, verb):
    s = scene(A={"hidden": True}, B={"at": (6, 7), "hidden": True})
    s.act(verb, "W")
    assert (place(s), s.unit("A").hidden, s.unit("B").hidden) == ((7, 7), True, False)


@clause("U135")
def test_the_cost_is_paid_and_the_unit_moves_only_after_the_windows(scene):
    s = scene(B={"hands": ["knife"]}, D={"side": 2, "at": (8, 6), "hands": ["bat"]})
    s.declare("step", "W")
    for enemy in "BD":
        assert (s.phase, s.decider, s.unit("A").mv, place(s)) == ("opportunity", enemy, 4, (7, 7))
        s.declare("opp_melee", "torso", dice=[10])
    assert (s.phase, s.unit("A").mv, place(s), s.unit("A").hp) == ("main", 3, (6, 7), 4)


@clause("U135")
def test_a_difficult_tile_costs_a_prone_mover_three_after_the_windows(scene):
    for mv, to, left in [(4, (6, 7), 1), (2, (7, 7), 0)]:
        s = scene(map=grid({(6, 7): "~"}), A={"mv": mv}, B={"hands": ["bat"]})
        s.declare("step", "W")
        s.act("opp_melee", "legs", dice=[18, 9], by="B")
        assert (place(s), s.unit("A").mv, s.unit("A").prone) == (to, left, True)


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
@pytest.mark.parametrize(("verb", "mv"), [("step", 3), ("disengage", 4)])
def test_the_ready_check_comes_last_after_the_move(scene, verb, mv):
    s = scene(B={"ready": ("enemy_moves", "drop_prone")})
    s.declare(verb, "N")  # stays in B's reach: no opportunity window
    assert (s.phase, s.decider) == ("ready_fire", "B")
    assert (place(s), s.unit("A").mv) == ((7, 6), mv)


@clause("U135")
@pytest.mark.parametrize("verb", ["step", "disengage"])
def test_a_reveal_on_the_tile_is_followed_by_a_ready_check(scene, verb):
    ally = {"side": 1, "at": (7, 10), "ready": ("enemy_in_sight", "drop_prone")}
    s = scene(B={"at": (6, 7), "hidden": True}, C=ally)
    s.declare(verb, "W")
    assert (s.phase, s.decider, place(s)) == ("ready_fire", "C", (7, 7))


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
def test_a_unit_downed_by_its_own_unarmed_attack_gives_way_to_the_next_in_order(scene):
    s = scene(A={"hp": 1}, C={"side": 1, "at": (0, 0)}, initiative=[12, 8, 5])  # A, C, B
    s.act("unarmed", "B", "torso", dice=[4])
    assert (s.unit("A").down, s.phase, s.decider) == (True, "main", "C")
    s.end_turn()
    assert (s.decider, s.round) == ("B", 1)
    s.end_turn()
    assert (s.decider, s.round) == ("C", 2)  # A has no turn any more


@clause("U136")
@pytest.mark.parametrize(("hp", "down", "decider"), [(1, True, "C"), (2, False, "B")])
def test_a_unit_that_goes_down_at_its_turn_start_has_no_turn(scene, hp, down, decider):
    ready = {"ready": ("enemy_ends_turn", "drop_prone")}
    s = scene(A=ready, B={"hp": hp, "bleed": 1}, C={"side": 2, "at": (14, 14)})
    s.declare("end_turn")
    assert (s.unit("B").down, s.phase, s.decider) == (down, "main", decider)


@clause("U136")
def test_the_last_unit_in_order_going_down_ends_the_round(scene):
    s = scene(turn="C", C={"side": 2, "at": (6, 7), "hp": 1})
    s.act("unarmed", "A", "torso", dice=[4])
    assert (s.unit("C").down, s.decider, s.round) == (True, "A", 2)


@clause("U136")
def test_what_is_still_running_is_finished_without_the_fallen_unit(scene):
    # the ready check after A's attack is still made: its ally C is asked, then the turn ends
    ally = {"side": 1, "at": (9, 7), "ready": ("ally_attacks", "push")}
    s = scene(A={"hp": 1}, C=ally)
    s.declare("unarmed", "B", "torso", dice=[4])
    assert (s.unit("A").down, s.phase, s.decider) == (True, "ready_fire", "C")
    s.act("push", "B", dice=[9])
    assert (s.phase, s.decider) == ("main", "B")


@clause("U136")
def test_no_timer_of_another_unit_counts_down_when_the_turn_ends_by_falling(scene):
    held = {"stunned": 1, "slowed": 1, "weakened": 1}
    s = scene(A={"hp": 1}, B={"stunned": 1}, C={"side": 1, "at": (0, 0), **held})
    s.act("unarmed", "B", "torso", dice=[4])
    c = s.unit("C")
    assert (s.decider, s.unit("B").stunned_t) == ("B", 1)
    assert (c.stunned_t, c.slowed_t, c.weakened_t) == (1, 1, 1)


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
