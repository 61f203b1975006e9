"""Section 3.7: conditions and the end of a battle (U600, U601, U610-U614, U625-U642)."""

import random

import pytest

from fracas.envs import Battle
from fracas.envs.core.testing import clause

# A wall between x = 5 and x = 7 on the middle row only.
CORNER = "...........\n......#....\n..........."
SMG_FULL = {"item": "smg", "mode": "full"}


@clause("U600")
@pytest.mark.parametrize(
    ("hands", "call", "dice", "timer"),
    [
        (["bat"], ("melee", "B", "head"), [20, 9], "stunned_t"),  # 20 against 14: SS
        (["knife"], ("melee", "B", "arms"), [18, 9], "weakened_t"),
        (["knife"], ("melee", "B", "legs"), [18, 9], "slowed_t"),
        ([], ("intimidate", "B"), [18, 8], "horrified_t"),
    ],
)
def test_a_condition_gained_outside_the_own_turn_ends_with_the_next_own_turn(
    scene, hands, call, dice, timer
):
    s = scene(A={"hands": hands})
    s.act(*call, dice=dice)
    assert getattr(s.unit("B"), timer) == 1
    s.end_turn()
    assert (s.decider, getattr(s.unit("B"), timer)) == ("B", 1)
    s.end_turn()
    assert (s.decider, getattr(s.unit("B"), timer)) == ("A", 0)


@clause("U600")
def test_a_condition_gained_during_the_own_turn_outlasts_that_turn(scene):
    s = scene(B={"hands": ["bat"]})
    s.declare("step", "W")
    s.act("opp_melee", "head", dice=[20, 9], by="B")
    assert s.unit("A").stunned_t == 2
    s.end_turn()
    assert s.unit("A").stunned_t == 1
    s.end_turn()  # an enemy's turn end counts for nothing
    assert (s.decider, s.unit("A").stunned_t, s.unit("A").ap) == ("A", 1, 2)
    s.end_turn()
    assert s.unit("A").stunned_t == 0


@clause("U601")
def test_the_same_condition_again_keeps_the_later_end(scene):
    s = scene(turn="B", A={"hands": ["knife"]}, B={"slowed": 1})
    s.declare("step", "E")
    s.act("opp_melee", "legs", dice=[18, 9], by="A")  # gained in B's own turn: 2
    assert s.unit("B").slowed_t == 2
    s = scene(A={"hands": ["knife"]}, B={"slowed": 2})
    s.act("melee", "B", "legs", dice=[18, 9])  # gained outside it: 1
    assert s.unit("B").slowed_t == 2


@clause("U601")
@pytest.mark.parametrize("timer", [1, 2])
def test_a_newer_source_of_horror_replaces_the_old_one(scene, timer):
    s = scene(B={"horrified": timer, "horror_source": "C"}, C={"side": 1, "at": (3, 3)})
    assert s.unit("B").horror_source == "C"
    s.act("intimidate", "B", dice=[18, 8])
    assert (s.unit("B").horror_source, s.unit("B").horrified_t) == ("A", timer)


@clause("U610")
def test_slowed_halves_full_movement_down(scene):
    for agility, free, slow in ((0, 4, 2), (1, 5, 2), (3, 7, 3)):
        for timer, mv in ((0, free), (1, slow)):
            s = scene(B={"agility": agility, "slowed": timer})
            s.end_turn()
            assert (s.decider, s.unit("B").mv) == ("B", mv)


@clause("U610")
def test_becoming_slowed_in_the_own_turn_halves_the_movement_left_once(scene):
    s = scene(A={"hidden": True, "mv": 3})
    s.act("sneak", dice=[])
    assert s.unit("A").mv == 1
    s = scene(A={"hidden": True, "mv": 2, "slowed": 1})
    s.act("sneak", dice=[])
    assert s.unit("A").mv == 2
    s = scene(A={"mv": 3}, B={"hands": ["knife"]})
    s.declare("step", "W")
    s.act("opp_melee", "legs", dice=[18, 9], by="B")
    assert (s.unit("A").x, s.unit("A").mv) == (6, 0)  # 3 -> 1, the step costs 1
    s = scene(A={"mv": 2}, B={"grappling": "A"})
    s.act("escape_reflex", dice=[10])
    assert s.unit("A").mv == 2  # losing Slowed restores nothing


@clause("U611")
@pytest.mark.parametrize("slow", [{"slowed": 1}, {"slowed": 2}, {"injuries": ["broken_leg"]}])
def test_slowed_forbids_dodge(scene, slow):
    for hands, verb in (([], "unarmed"), (["pistol"], "shot_semi")):
        s = scene(A={"hands": hands}, B={"agility": 1})
        s.declare(verb, "B", "torso", dice=[9])
        assert (s.phase, s.legal("dodge")) == ("defend", True)
        s = scene(A={"hands": hands}, B={"agility": 1, **slow})
        s.declare(verb, "B", "torso", dice=[9])
        assert (s.phase, s.decider) == ("main", "A")


@clause("U612")
def test_a_prone_unit_has_disadvantage_on_melee_attacks_only(scene):
    s = scene(A={"hands": ["knife"], "prone": True})
    s.act("melee", "B", "torso", dice=[12, 3])
    assert (s.unit("B").hp, s.unit("A").stress) == (6, 1)
    s = scene(A={"prone": True})
    s.act("unarmed", "B", "torso", dice=[12, 3])
    assert (s.unit("B").hp, s.unit("A").stress, s.unit("A").hp) == (6, 1, 5)
    s = scene(A={"hands": ["pistol"], "prone": True})
    s.act("shot_semi", "B", "torso", dice=[12])
    assert s.unit("B").hp == 5


@clause("U613")
def test_melee_attacks_against_a_prone_unit_have_advantage(scene):
    for hands, verb in ((["knife"], "melee"), ([], "unarmed")):
        s = scene(A={"hands": hands}, B={"prone": True})
        s.act(verb, "B", "torso", dice=[3, 12])
        assert (s.unit("B").hp, s.unit("A").stress) == (5, 0)
    s = scene(B={"prone": True})
    s.act("push", "B", dice=[3])  # no attack: one die
    assert s.unit("A").stress == 1


@clause("U614")
@pytest.mark.parametrize(
    ("item", "verb"),
    [
        ("throwing_knife", "throw_weapon"),
        ("revolver", "shot_single"),
        ("pistol", "shot_semi"),
        (SMG_FULL, "spray"),
    ],
)
def test_ranged_attacks_on_a_prone_unit_have_disadvantage_from_distance_two(scene, item, verb):
    for x, dice, stress in ((8, [15], 0), (9, [15, 3], 1), (10, [15, 3], 1)):
        s = scene(A={"hands": [item]}, B={"at": (x, 7), "prone": True})
        s.act(verb, "B", "torso", dice=dice)
        assert (s.unit("A").stress, s.unit("B").hp < 6) == (stress, stress == 0)


@clause("U614")
def test_a_shot_at_a_prone_unit_five_tiles_off_reads_the_lower_die(scene):
    s = scene(A={"hands": ["pistol"]}, B={"at": (12, 7), "prone": True})
    s.act("shot_semi", "B", "torso", dice=[15, 3])
    assert (s.unit("B").hp, s.unit("A").stress, s.item("A", "pistol").jam) == (6, 1, True)


@clause("U614")
@pytest.mark.parametrize(
    ("at", "prone", "dice", "hit"),
    [
        ((8, 8), True, [15], True),  # diagonal, distance 1
        ((9, 9), True, [15, 3], False),
        ((9, 9), True, [3, 15], False),
        ((9, 8), True, [3, 15], False),
        ((9, 9), False, [15], True),
    ],
)
def test_the_distance_to_a_prone_target_counts_diagonals_as_one(scene, at, prone, dice, hit):
    s = scene(A={"hands": ["pistol"]}, B={"at": at, "prone": prone})
    s.act("shot_semi", "B", "torso", dice=dice)
    assert s.unit("B").hp == (5 if hit else 6)


@clause("U614")
def test_throw_object_at_a_prone_units_tile_has_no_disadvantage(scene):
    s = scene(A={"inventory": ["firebomb"]}, B={"at": (12, 7), "prone": True})
    s.act("throw_object", "slot_0", 12, 7, dice=[16])  # no attack: one die
    assert s.unit("B").hp == 4


@clause("U625")
def test_bleeding_deals_damage_at_the_own_turn_start_until_its_counter_is_zero(scene):
    s = scene(B={"bleed": 2})
    seen = []
    for _ in range(6):
        s.end_turn()
        seen.append((s.decider, s.unit("B").hp, s.unit("B").bleed))
    assert seen == [
        ("B", 5, 1),
        ("A", 5, 1),
        ("B", 4, 0),
        ("A", 4, 0),
        ("B", 4, 0),
        ("A", 4, 0),
    ]


@clause("U626")
@pytest.mark.parametrize(("before", "save", "after"), [(0, 9, 1), (1, 9, 1), (3, 9, 3), (1, 4, 3)])
def test_a_new_bleeding_sets_the_counter_to_the_larger_value(scene, before, save, after):
    s = scene(A={"hands": ["knife"]}, B={"bleed": before})
    s.act("melee", "B", "torso", dice=[16, save])  # 4: Deep Wound, 3 ticks
    assert (s.unit("B").bleed, s.unit("B").hp) == (after, 4)


@clause("U627")
def test_a_stunned_unit_has_no_reactions(scene):
    for stunned in (0, 1):
        s = scene(B={"agility": 1, "physique": 1, "stunned": stunned})
        s.declare("unarmed", "B", "torso", dice=[9])
        assert s.phase == ("main" if stunned else "defend")
        s = scene(B={"stunned": stunned})
        s.declare("step", "W")
        assert s.phase == ("main" if stunned else "opportunity")
        s = scene(A={"at": (4, 7)}, B={"stunned": stunned, "ready": ("enemy_moves", "drop_prone")})
        s.declare("step", "W")
        assert s.phase == ("main" if stunned else "ready_fire")


@clause("U627")
def test_a_stunned_unit_has_at_most_two_ap_at_its_turn_start(scene):
    for stunned, ap in ((0, 4), (1, 2), (2, 2)):
        s = scene(B={"stunned": stunned})
        s.end_turn()
        assert (s.decider, s.unit("B").ap) == ("B", ap)


@clause("U628")
@pytest.mark.parametrize("seed", range(8))
def test_no_verb_raises_health_or_lowers_stress(seed):
    sides = [
        {"id": "one", "units": [{"id": "A", "at": [4, 0], "presence": 1}]},
        {"id": "two", "units": [{"id": "B", "at": [5, 1], "reason": 2}]},
    ]
    battle = Battle(
        {
            "system": "undead",
            "title": "t",
            "map": "..........\n..........\n",
            "sides": sides,
            "order": ["A", "B"],
            "round_limit": 20,
        },
        seed=seed,
    )
    chooser = random.Random(seed)
    worst = {name: (battle.unit(name).hp, battle.unit(name).stress) for name in "AB"}
    while battle.phase is not None:
        battle.act(chooser.choice(battle.legal()))
        for name, (hp, stress) in worst.items():
            unit = battle.unit(name)
            assert unit.hp <= hp
            assert unit.stress >= stress
            worst[name] = (unit.hp, unit.stress)


@clause("U628")
def test_apply_pressure_and_a_new_round_heal_nothing(scene):
    s = scene(A={"hp": 3, "stress": 2, "bleed": 3, "inventory": ["bandage"]})
    s.act("pressure", "A", dice=[20])
    s.end_turn()
    s.end_turn()  # the protected tick
    assert (s.round, s.unit("A").hp, s.unit("A").stress) == (2, 3, 2)


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
