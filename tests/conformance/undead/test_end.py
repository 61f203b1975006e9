"""Section 3.7: the end of a battle (U640-U642)."""

import pytest

from fracas.envs.core.testing import clause

SMG_FULL = {"item": "smg", "mode": "full"}


@clause("U640")
def test_a_side_wins_when_every_enemy_is_down(scene):
    s = scene(B={"hp": 2}, C={"side": 2, "at": (6, 7), "hp": 1})
    s.act("unarmed", "B", "torso", dice=[10])
    s.act("unarmed", "B", "torso", dice=[10])
    assert (s.unit("B").down, s.winner, s.phase) == (True, None, "main")
    s.act("unarmed", "C", "torso", dice=[10])
    assert (s.winner, s.phase, s.decider) == ("one", None, None)
    s = scene(A={"hp": 1})
    s.act("unarmed", "B", "torso", dice=[4])  # SF: 1 damage to A
    assert (s.winner, s.phase, s.decider) == ("two", None, None)


@clause("U640")
def test_victory_is_tested_after_every_effect_and_nothing_more_happens(scene):
    armed = {"side": 1, "at": (7, 9), "ready": ("ally_attacks", "drop_prone")}
    s = scene(A={"hands": ["bat"]}, B={"hp": 1}, C=armed)
    s.declare("melee", "B", "torso", dice=[16])  # SS: no save, no ready window
    assert (s.winner, s.phase, s.decider, s.dice_used) == ("one", None, None, 1)
    assert not s.mask("A").any()


@clause("U640")
def test_victory_in_a_table_or_a_window_or_at_a_turn_start_ends_all_that_runs(scene):
    s = scene(A={"hands": ["bat"]}, B={"hp": 2})
    s.act("melee", "B", "torso", dice=[16, 4])  # 1 + 2: no Broken Ribs any more
    assert (s.winner, s.phase, s.unit("B").injuries) == ("one", None, set())
    s = scene(A={"hp": 1})
    s.declare("step", "W")
    s.act("opp_unarmed", "torso", dice=[16], by="B")  # no choice, no step
    assert (s.winner, s.phase, s.decider, s.unit("A").x) == ("two", None, None, 7)
    s = scene(B={"hp": 1, "bleed": 2})
    s.end_turn()
    assert (s.winner, s.phase, s.decider) == ("one", None, None)


@clause("U640")
def test_the_state_codes_the_winner_0_none_1_and_2_sides(scene):
    for a, b, code in ((6, 6, 0), (6, 2, 1), (1, 3, 2)):
        s = scene(A={"hp": a, "inventory": ["firebomb"]}, B={"hp": b})
        s.act("throw_object", "slot_0", 8, 7, dice=[16])  # A loses 1, B loses 2
        assert int(s.battle.state[0]["winner"]) == code


@clause("U640")
@pytest.mark.parametrize(
    ("call", "hands", "dice"),
    [
        (("unarmed", "B", "torso"), [], [10]),
        (("grapple", "B"), [], [16]),
        (("throw_weapon", "B", "torso"), ["throwing_knife"], [10]),
        (("shot_single", "B", "torso"), ["revolver"], [10]),
        (("shot_semi", "B", "torso"), ["pistol"], [10]),
        (("spray", "B", "torso"), [SMG_FULL], [11]),
    ],
)
def test_whatever_brings_the_last_enemy_down_wins_at_once(scene, call, hands, dice):
    s = scene(A={"hands": hands}, B={"hp": 1})
    s.act(*call, dice=dice)
    assert (s.winner, s.phase, s.decider) == ("one", None, None)
    assert not s.mask("A").any()
    assert not s.mask("B").any()


@clause("U641")
def test_both_sides_down_by_the_same_effect_is_a_draw(scene):
    for b, winner in ((1, "draw"), (2, "draw"), (3, "two")):  # A loses 1, B loses 2
        s = scene(A={"hp": 1, "inventory": ["firebomb"]}, B={"hp": b})
        s.act("throw_object", "slot_0", 8, 7, dice=[16])
        assert (s.winner, s.phase) == (winner, None)


@clause("U641")
def test_the_last_turn_of_the_last_round_is_a_draw(scene):
    s = scene(B={"hp": 1}, round_limit=2)
    for decider, round_ in (("B", 1), ("A", 2), ("B", 2)):
        s.end_turn()
        assert (s.decider, s.round, s.winner) == (decider, round_, None)
    s.end_turn()
    assert (s.winner, s.phase, s.decider) == ("draw", None, None)


@clause("U641")
def test_the_health_result_compares_shares_of_summed_health(scene):
    health = {"limit.result": "health"}
    for a, b, winner in (
        ({"hp": 6}, {"hp": 5}, "one"),
        ({"hp": 3}, {"hp": 4}, "two"),
        ({"hp": 4}, {"hp": 7, "hp_max": 14}, "one"),  # 4/6 against 7/14
        ({"hp": 3}, {"hp": 7, "hp_max": 14}, "draw"),
    ):
        s = scene(A=a, B=b, turn="B", round_limit=1, options=health)
        s.end_turn()
        assert (s.winner, s.phase) == (winner, None)


GOAL = {"goal.zone": {"one": [[7, 7], [6, 7]]}}


@clause("U641")
def test_the_round_limit_counts_although_the_last_of_the_order_is_down(scene):
    s = scene(A={"hands": ["knife"]}, C={"side": 2, "at": (6, 7), "hp": 1}, round_limit=1)
    s.act("melee", "C", "torso", dice=[10])
    s.end_turn()
    assert (s.decider, s.winner) == ("B", None)
    s.end_turn()
    assert (s.winner, s.phase) == ("draw", None)


@clause("U641")
def test_a_larger_share_of_health_is_still_a_draw_by_default(scene):
    s = scene(B={"hp": 1}, turn="B", round_limit=1)
    s.end_turn()
    assert s.winner == "draw"


@clause("U641")
@pytest.mark.parametrize(
    ("a", "c", "winner"),  # against B's 6/6, a share of the sum 12
    [(6, 5, "two"), (6, 6, "draw"), (1, 6, "two")],
)
def test_the_health_result_sums_over_the_side(scene, a, c, winner):
    s = scene(
        A={"hp": a},
        C={"side": 1, "at": (1, 1), "hp": c},
        turn="B",
        round_limit=1,
        options={"limit.result": "health"},
    )
    s.end_turn()
    s.end_turn()
    assert (s.winner, s.phase) == (winner, None)


@clause("U641")
def test_the_health_result_counts_the_full_health_of_those_who_are_down(scene):
    s = scene(
        A={"hands": ["knife"], "hp": 4},
        C={"side": 2, "at": (6, 7), "hp": 1},
        round_limit=1,
        options={"limit.result": "health"},
    )
    s.act("melee", "C", "torso", dice=[10])
    s.end_turn()
    s.end_turn()
    assert s.winner == "one"  # 4 of 6 against 6 of 12


@clause("U642")
def test_a_side_wins_by_ending_its_turn_on_its_goal(scene):
    for direction, options, winner in (
        (None, GOAL, "one"),
        ("W", GOAL, "one"),
        ("N", GOAL, None),
        (None, {}, None),
        (None, {"goal.zone": {"two": [[7, 7]]}}, None),
    ):
        s = scene(options=options)
        if direction:
            s.act("step", direction)
        assert s.winner is None
        s.end_turn()
        assert (s.winner, s.phase is None) == (winner, winner is not None)


@clause("U642")
def test_a_goal_counts_at_the_end_of_the_sides_own_turns(scene):
    s = scene(turn="B", options=GOAL)
    s.end_turn()  # A stands there, but it is side 2's turn that ends
    assert (s.winner, s.decider) == (None, "A")
    s.end_turn()
    assert s.winner == "one"


@clause("U642")
def test_all_units_of_the_side_that_are_not_down_must_stand_there(scene):
    s = scene(C={"side": 1, "at": (6, 7)}, options=GOAL)
    s.end_turn()
    assert s.winner == "one"
    s = scene(C={"side": 1, "at": (9, 7), "hp": 1}, options=GOAL)
    s.end_turn()
    assert (s.winner, s.decider) == (None, "B")
    s.act("unarmed", "C", "torso", dice=[10])
    s.end_turn()
    assert (s.unit("C").down, s.winner, s.decider) == (True, None, "A")
    s.end_turn()
    assert s.winner == "one"


@clause("U642")
def test_the_second_side_has_goals_of_its_own(scene):
    s = scene(options={"goal.zone": {"two": [[8, 7]], "one": [[1, 1]]}})
    s.end_turn()
    assert (s.winner, s.decider) == (None, "B")
    s.end_turn()
    assert (s.winner, s.phase) == ("two", None)


@clause("U642")
def test_any_turn_of_the_side_may_end_on_the_goal(scene):
    s = scene(turn="C", C={"side": 1, "at": (6, 6)}, options=GOAL)
    s.act("step", "S")  # C joins A on the goal
    assert s.winner is None
    s.end_turn()
    assert (s.winner, s.phase) == ("one", None)


@clause("U642")
def test_a_goal_takes_nothing_from_victory_by_knock_out(scene):
    s = scene(B={"hp": 1}, options={"goal.zone": {"one": [[1, 1]]}})
    s.act("unarmed", "B", "torso", dice=[10])
    assert (s.winner, s.phase) == ("one", None)
