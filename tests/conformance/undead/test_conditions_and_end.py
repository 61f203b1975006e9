"""Section 3.7: conditions and the end of a battle (U600, U601, U610-U614, U625-U644)."""

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


@clause("U643")
def test_the_undead_are_immune_to_stress_horror_bleeding_stun_and_concussion(scene):
    s = scene(A={"undead": True})
    s.act("push", "B", dice=[4])
    assert s.unit("A").stress == 0
    s = scene(B={"undead": True})
    s.act("intimidate", "B", dice=[18, 8])  # legal, without effect
    assert (s.unit("B").stress, s.unit("B").horrified, s.unit("A").ap) == (0, False, 3)
    s = scene(A={"hands": ["knife"]}, B={"undead": True})
    s.act("melee", "B", "torso", dice=[16, 4])  # 1 + 1; no Bleeding
    assert (s.unit("B").hp, s.unit("B").bleed) == (4, 0)
    s = scene(A={"hands": ["bat"]}, B={"undead": True})
    s.act("melee", "B", "head", dice=[20, 4])
    assert (s.unit("B").stunned_t, "concussion" in s.unit("B").injuries) == (0, False)


@clause("U643")
@pytest.mark.parametrize(
    ("weapon", "area", "dice", "hp", "found"),  # a Head hit deals 1 more (U644)
    [
        ("knife", "head", [20, 9], 4, set()),  # no Stress, no Bleeding
        ("knife", "head", [20, 4], 4, set()),
        ("knife", "torso", [16, 9], 4, set()),
        ("knife", "arms", [18, 9], 5, {"weakened_t"}),
        ("knife", "arms", [18, 4], 5, {"weakened_t", "broken_arm"}),
        ("knife", "legs", [18, 9], 5, {"slowed_t"}),
        ("knife", "legs", [18, 4], 5, {"slowed_t", "broken_leg"}),
        ("bat", "head", [20, 9], 4, set()),  # no Stun
        ("bat", "torso", [16, 4], 3, {"broken_ribs"}),
        ("bat", "legs", [18, 9], 5, {"prone"}),
        ("pistol", "head", [20, 4], 2, set()),  # no Concussion
        ("pistol", "torso", [16, 4], 4, set()),
        ("pistol", "legs", [18, 4], 5, {"slowed_t"}),
    ],
)
def test_the_tables_do_to_the_undead_all_but_what_they_are_immune_to(
    scene, weapon, area, dice, hp, found
):
    s = scene(A={"hands": [weapon]}, B={"undead": True})
    s.act("shot_semi" if weapon == "pistol" else "melee", "B", area, dice=dice)
    b = s.unit("B")
    fields = "stress prone slowed_t weakened_t stunned_t horrified_t bleed".split()
    marks = {field for field in fields if getattr(b, field)}
    assert (b.hp, marks | set(b.injuries) - {"deep_wound"}) == (hp, found)
    s.end_turn()
    assert (s.decider, s.unit("B").hp, s.unit("B").ap) == ("B", hp, 4)


@clause("U643")
def test_a_flashbang_neither_stresses_nor_stuns_the_undead(scene):
    for undead, stress, stunned in ((False, 1, 1), (True, 0, 0)):
        s = scene(A={"inventory": ["flashbang"]}, B={"undead": undead, "hidden": True})
        s.act("throw_object", "slot_0", 8, 7, dice=[20])
        b = s.unit("B")
        assert (b.stress, b.stunned_t, b.hidden) == (stress, stunned, False)


@clause("U643")
@pytest.mark.parametrize(
    ("call", "hp"), [(("unarmed", "B", "torso"), 5), (("push", "B"), 6), (("grapple", "B"), 6)]
)
def test_strong_failures_give_the_undead_no_stress(scene, call, hp):
    for undead, stress in ((False, 1), (True, 0)):
        s = scene(A={"undead": undead})
        s.act(*call, dice=[4])
        assert (s.unit("A").stress, s.unit("A").hp) == (stress, hp)


@clause("U643")
@pytest.mark.parametrize(
    ("call", "unit"),
    [
        (("equip", "slot_0"), {"inventory": ["knife"]}),
        (("equip_floor", "here"), {}),
        (("throw_object", "slot_0"), {"inventory": ["stone"]}),
        (("throw_object", "main"), {"hands": ["stone"]}),
        (("pressure", "B"), {"inventory": ["bandage"]}),
        (("pressure", "B"), {"hands": ["bandage"]}),
        (("melee", "B", "torso"), {"hands": ["knife"]}),
        (("throw_weapon", "B", "torso"), {"hands": ["throwing_knife"]}),
        (("shot_single", "B", "torso"), {"hands": ["revolver"]}),
        (("shot_semi", "B", "torso"), {"hands": ["pistol"]}),
        (("spray", "B", "torso"), {"hands": [SMG_FULL]}),
        (("unjam",), {"hands": [{"item": "smg", "jam": True}]}),
        (("switch_mode",), {"hands": ["smg"]}),
        (("reload", "slot_0"), {"hands": ["pistol"], "inventory": ["mag12"]}),
        (("unequip", "main"), {"hands": ["knife"]}),
        (("place", "slot_0"), {"inventory": ["knife"]}),
        (("place", "main"), {"hands": ["knife"]}),
        (("drop_item", "main"), {"hands": ["knife"]}),
        (("ready", "enemy_moves"), {}),
        (("intimidate", "B"), {}),
        (("sense",), {}),
    ],
)
def test_the_undead_use_no_items_and_neither_ready_intimidate_nor_sense(scene, call, unit):
    for undead in (False, True):
        s = scene(A={**unit, "undead": undead}, B={"bleed": 2}, floor=[("stone", 7, 7)])
        assert s.legal(*call) is not undead


@clause("U643")
def test_the_undead_cannot_hide_but_fight_and_walk(scene):
    for undead in (False, True):
        s = scene(
            map=CORNER.replace("......#", ".h....#"),
            A={"at": (2, 1), "undead": undead},
            B={"at": (7, 1)},
        )
        assert s.legal("hide") is not undead
    s = scene(A={"undead": True, "mv": 3})
    for call in (
        ("unarmed", "B", "torso"),
        ("push", "B"),
        ("grapple", "B"),
        ("step", "N"),
        ("move",),
        ("disengage", "N"),
        ("drop_prone",),
        ("inspect",),
        ("end_turn",),
    ):
        assert s.legal(*call), call
    assert scene(A={"undead": True, "prone": True}).legal("stand_up")
    assert scene(A={"undead": True, "grappling": "B"}).legal("release")
    assert scene(A={"undead": True, "hidden": True}).legal("sneak")
    s = scene(A={"undead": True}, B={"grappling": "A"})
    assert s.legal("escape_reflex")
    assert s.legal("escape_melee")


@clause("U643")
def test_the_unarmed_table_of_the_undead_is_slashing(scene):
    s = scene(A={"undead": True})
    s.act("unarmed", "B", "torso", dice=[16])
    assert (s.phase, s.decider) == ("strong_choice", "A")
    s.act("table", dice=[9])
    assert (s.unit("B").hp, s.unit("B").bleed) == (4, 1)  # Blunt: Health 3, no Bleeding


@clause("U643")
@pytest.mark.parametrize(
    ("area", "dice", "after"),  # stress, weakened, slowed, bleed, injuries
    [
        ("head", [20, 9], (1, 0, 0, 1, set())),
        ("arms", [18, 9], (0, 1, 0, 1, set())),
        ("arms", [18, 4], (0, 1, 0, 1, {"broken_arm"})),
        ("legs", [18, 9], (0, 0, 1, 1, set())),
        ("torso", [16, 4], (0, 0, 0, 3, {"deep_wound"})),
    ],
)
def test_the_undead_use_the_slashing_table_on_every_area(scene, area, dice, after):
    s = scene(A={"undead": True})
    s.act("unarmed", "B", area, dice=dice[:1])
    s.act("table", dice=dice[1:])
    b = s.unit("B")
    assert (b.stress, b.weakened_t, b.slowed_t, b.bleed, b.injuries) == after
    assert (b.stunned_t, b.prone) == (0, False)


@clause("U643")
def test_the_undead_make_opportunity_attacks_by_unarmed_and_slashing_only(scene):
    s = scene(B={"undead": True})
    s.declare("step", "W")
    s.declare("opp_unarmed", "torso", dice=[16, 9], by="B")
    s.act("table", by="B")
    assert (s.unit("A").hp, s.unit("A").bleed) == (4, 1)
    for undead in (False, True):
        s = scene(B={"undead": undead, "hands": ["knife"]})
        s.declare("step", "W")
        assert (s.phase, s.decider) == (("main", "A") if undead else ("opportunity", "B"))


@clause("U643")
def test_the_undead_neither_dodge_nor_parry(scene):
    for undead in (False, True):
        s = scene(B={"agility": 1, "physique": 1, "undead": undead})
        s.declare("unarmed", "B", "torso", dice=[9])
        assert s.phase == ("main" if undead else "defend")


@clause("U643")
@pytest.mark.parametrize(
    ("able", "verb"),
    [({"agility": 2, "reflex": 1}, "dodge"), ({"physique": 2, "melee": 1}, "parry")],
)
@pytest.mark.parametrize(
    ("hands", "call", "melee"),
    [
        ([], ("unarmed", "B", "torso"), True),
        (["knife"], ("melee", "B", "torso"), True),
        ([], ("grapple", "B"), True),
        (["throwing_knife"], ("throw_weapon", "B", "torso"), False),
        (["revolver"], ("shot_single", "B", "torso"), False),
        (["pistol"], ("shot_semi", "B", "torso"), False),
        ([SMG_FULL], ("spray", "B", "torso"), False),
    ],
)
def test_against_no_attack_do_the_undead_have_a_reaction(scene, able, verb, hands, call, melee):
    for undead in (False, True):
        s = scene(A={"hands": hands}, B={**able, "undead": undead})
        s.declare(*call, dice=[9])
        asked = not undead and (melee or verb == "dodge")
        assert (s.phase, s.legal(verb)) == (("defend", True) if asked else ("main", False))


@clause("U644")
def test_a_head_hit_deals_one_extra_damage_to_the_undead(scene):
    for undead, area, dice, hp in (
        (True, "head", [14], 4),
        (True, "head", [13], 6),
        (True, "torso", [10], 5),
        (True, "arms", [12], 5),
        (False, "head", [14], 5),
        (True, "head", [20, 10], 4),  # SS, save S: only the ordinary damage
    ):
        s = scene(A={"hands": ["knife"]}, B={"undead": undead})
        s.act("melee", "B", area, dice=dice)
        assert s.unit("B").hp == hp
