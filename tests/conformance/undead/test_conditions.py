"""Section 3.7: conditions and how long they last (U600, U601, U610-U614, U625-U628)."""

import random

import pytest

from fracas.envs import Battle
from fracas.envs.core.testing import clause

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


@clause("U600")
@pytest.mark.parametrize(
    ("weapon", "area", "dice", "timer"),
    [
        ("knife", "arms", [18, 9], "weakened_t"),
        ("knife", "legs", [18, 9], "slowed_t"),
        ("bat", "head", [20, 9], "stunned_t"),
        (None, None, [18, 8], "horrified_t"),
    ],
)
def test_every_condition_gained_during_the_own_turn_counts_two_own_turn_ends(
    scene, weapon, area, dice, timer
):
    if weapon:
        s = scene(B={"hands": [weapon]})
        s.declare("step", "W")
        s.act("opp_melee", area, dice=dice, by="B")
    else:
        s = scene(B={"at": (10, 7), "ready": ("enemy_moves", "intimidate")})
        s.declare("step", "W")
        s.act("intimidate", "A", dice=dice, by="B")
    seen = [getattr(s.unit("A"), timer)]
    for _ in range(3):
        s.end_turn()
        seen.append(getattr(s.unit("A"), timer))
    assert seen == [2, 1, 1, 0]


@clause("U600")
def test_only_own_turn_ends_count(scene):
    s = scene(A={"hands": ["bat"]}, C={"side": 2, "at": (6, 7)}, D={"side": 1, "at": (1, 1)})
    s.act("melee", "C", "head", dice=[20, 9])
    seen = []
    for _ in range(3):  # A's, B's, C's
        s.end_turn()
        seen.append((s.decider, s.unit("C").stunned_t))
    assert seen == [("B", 1), ("C", 1), ("D", 0)]


@clause("U600")
def test_one_event_may_be_in_the_own_turn_of_one_and_outside_that_of_another(scene):
    s = scene(A={"inventory": ["flashbang"]})
    s.act("throw_object", "slot_0", 8, 7, dice=[20])
    assert (s.unit("A").stunned_t, s.unit("B").stunned_t) == (2, 1)


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


@clause("U601")
@pytest.mark.parametrize(
    ("weapon", "area", "dice", "name"),
    [
        ("knife", "legs", [18, 9], "slowed"),
        ("knife", "arms", [18, 9, 9], "weakened"),  # the save has disadvantage
        ("bat", "head", [20, 9], "stunned"),
    ],
)
@pytest.mark.parametrize("before", [1, 2])
def test_neither_an_earlier_nor_a_later_end_is_lost(scene, weapon, area, dice, name, before):
    s = scene(A={name: before}, B={"hands": [weapon]})
    s.declare("step", "W")
    s.act("opp_melee", area, dice=dice, by="B")  # in A's own turn: 2
    assert getattr(s.unit("A"), f"{name}_t") == 2
    s = scene(A={"hands": [weapon]}, B={name: before})
    s.act("melee", "B", area, dice=dice)  # outside B's turn: 1
    assert getattr(s.unit("B"), f"{name}_t") == before


@clause("U601")
@pytest.mark.parametrize("timer", [1, 2])
def test_horror_gained_again_in_the_own_turn_ends_later_and_has_the_new_source(scene, timer):
    s = scene(
        A={"horrified": timer, "horror_source": "C"},
        B={"at": (10, 7), "ready": ("enemy_moves", "intimidate")},
        C={"side": 2, "at": (1, 1)},
    )
    s.declare("step", "S")
    s.act("intimidate", "A", dice=[18, 8], by="B")
    assert (s.unit("A").horror_source, s.unit("A").horrified_t) == ("B", 2)
    s.refused("step", "E")
    assert s.legal("step", "NW")


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


@clause("U610")
@pytest.mark.parametrize(
    "slow",
    [
        {"slowed": 1},
        {"injuries": ["broken_leg"]},
        {"slowed": 1, "injuries": ["broken_leg"]},  # not halved twice
    ],
)
def test_full_movement_is_halved_once_whatever_slows(scene, slow):
    for agility, mv in ((-1, 1), (0, 2), (1, 2), (4, 4)):
        s = scene(A={"agility": agility, "mv": 0, **slow})
        assert s.unit("A").mv_full == mv
        s.act("move", dice=[])
        assert s.unit("A").mv == mv


@clause("U610")
@pytest.mark.parametrize(("slowed", "before"), [(0, 4), (1, 2)])
def test_being_grappled_or_breaking_a_leg_in_the_own_turn_halves_movement_once(
    scene, slowed, before
):
    s = scene(A={"mv": before, "slowed": slowed})
    s.declare("step", "W")
    s.declare("opp_unarmed", "torso", dice=[16, 10], by="B")
    s.act("strong_grapple", by="B")
    # 2 movement are left in either case, and the step that fails costs 1 of them
    assert (s.unit("A").grappled_by, s.unit("A").x, s.unit("A").mv) == ("B", 7, 1)
    s = scene(A={"mv": before, "slowed": slowed}, B={"hands": ["knife"]})
    s.declare("step", "W")
    s.act("opp_melee", "legs", dice=[18, 4], by="B")
    assert (s.unit("A").injuries, s.unit("A").x, s.unit("A").mv) == ({"broken_leg"}, 6, 1)


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


@clause("U611")
@pytest.mark.parametrize("call", [("unarmed", "B", "legs"), ("grapple", "B")])
def test_slowed_leaves_parry(scene, call):
    s = scene(B={"physique": 1, "agility": 1, "slowed": 1})
    s.declare(*call, dice=[9])
    assert (s.phase, s.legal("dodge"), s.legal("parry")) == ("defend", False, True)


@clause("U611")
@pytest.mark.parametrize("sneaks", [False, True])
def test_a_unit_that_sneaked_cannot_dodge_in_its_turn(scene, sneaks):
    s = scene(A={"agility": 1, "hidden": True, "hands": ["pistol"]})
    if sneaks:
        s.act("sneak", dice=[])
    s.act("shot_semi", "B", "torso", dice=[5, 6])
    s.declare("step", "W")
    s.declare("opp_unarmed", "torso", dice=[9], by="B")
    assert (s.phase, s.decider) == (("main", "A") if sneaks else ("defend", "A"))
    if not sneaks:
        assert s.legal("dodge")


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


@clause("U612")
def test_a_prone_units_other_rolls_are_untouched(scene):
    for call in (("push", "B"), ("grapple", "B")):
        s = scene(A={"prone": True})
        s.act(*call, dice=[12])
        assert (s.unit("B").x, s.unit("B").grappled_by) != (8, None)
    for hands, verb in (
        (["throwing_knife"], "throw_weapon"),
        (["revolver"], "shot_single"),
        ([SMG_FULL], "spray"),
    ):
        s = scene(A={"prone": True, "hands": hands})
        s.act(verb, "B", "torso", dice=[12])
        assert s.unit("B").hp < 6, verb
    s = scene(A={"prone": True})
    s.act("intimidate", "B", dice=[12, 8])
    assert s.unit("B").stress == 1


@clause("U612")
@pytest.mark.parametrize(("hands", "verb"), [([], "opp_unarmed"), (["knife"], "opp_melee")])
@pytest.mark.parametrize("dice", [[12, 3], [3, 12]])
def test_a_prone_units_opportunity_attacks_have_disadvantage(scene, hands, verb, dice):
    s = scene(B={"prone": True, "hands": hands})
    s.declare("step", "W")
    s.act(verb, "torso", dice=dice, by="B")
    assert (s.unit("A").hp, s.unit("B").stress) == (6, 1)


@clause("U613")
def test_melee_attacks_against_a_prone_unit_have_advantage(scene):
    for hands, verb in ((["knife"], "melee"), ([], "unarmed")):
        s = scene(A={"hands": hands}, B={"prone": True})
        s.act(verb, "B", "torso", dice=[3, 12])
        assert (s.unit("B").hp, s.unit("A").stress) == (5, 0)
    s = scene(B={"prone": True})
    s.act("push", "B", dice=[3])  # no attack: one die
    assert s.unit("A").stress == 1


@clause("U613")
def test_a_grapple_on_a_prone_unit_is_no_attack_and_rolls_one_die(scene):
    s = scene(B={"prone": True})
    s.act("grapple", "B", dice=[10])
    assert (s.unit("B").grappled_by, s.dice_used) == ("A", 1)


@clause("U613")
@pytest.mark.parametrize(("hands", "verb"), [([], "opp_unarmed"), (["knife"], "opp_melee")])
@pytest.mark.parametrize("dice", [[12, 3], [3, 12]])
def test_opportunity_attacks_against_a_prone_unit_have_advantage(scene, hands, verb, dice):
    s = scene(A={"prone": True}, B={"hands": hands})
    s.declare("step", "W")
    s.act(verb, "torso", dice=dice, by="B")
    assert (s.unit("A").hp, s.unit("B").stress) == (5, 0)


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


@clause("U625")
def test_each_bleeding_unit_ticks_at_its_own_turn_start_only(scene):
    s = scene(A={"bleed": 1}, B={"bleed": 2}, C={"side": 1, "at": (1, 1), "bleed": 5})
    seen = []
    for _ in range(4):
        s.end_turn()
        seen.append([(s.unit(name).hp, s.unit(name).bleed) for name in "ABC"])
    assert seen == [
        [(6, 1), (5, 1), (6, 5)],
        [(6, 1), (5, 1), (5, 4)],
        [(5, 0), (5, 1), (5, 4)],
        [(5, 0), (4, 0), (5, 4)],
    ]


@clause("U626")
@pytest.mark.parametrize(("before", "save", "after"), [(0, 9, 1), (1, 9, 1), (3, 9, 3), (1, 4, 3)])
def test_a_new_bleeding_sets_the_counter_to_the_larger_value(scene, before, save, after):
    s = scene(A={"hands": ["knife"]}, B={"bleed": before})
    s.act("melee", "B", "torso", dice=[16, save])  # 4: Deep Wound, 3 ticks
    assert (s.unit("B").bleed, s.unit("B").hp) == (after, 4)


@clause("U626")
def test_bleeding_gained_in_the_own_turn_is_one_tick_too(scene):
    s = scene(B={"hands": ["knife"]})
    s.declare("step", "W")
    s.act("opp_melee", "torso", dice=[16, 9], by="B")
    assert (s.unit("A").hp, s.unit("A").bleed) == (4, 1)
    s.end_turn()
    assert (s.unit("A").hp, s.unit("A").bleed) == (4, 1)
    s.end_turn()
    assert (s.unit("A").hp, s.unit("A").bleed) == (3, 0)


@clause("U626")
@pytest.mark.parametrize(("area", "save"), [("head", 9), ("arms", 9), ("legs", 9)])
@pytest.mark.parametrize(("before", "after"), [(0, 1), (1, 1), (3, 3)])
def test_bleeding_of_every_table_entry_neither_adds_nor_shortens(scene, area, save, before, after):
    die = {"head": 20, "arms": 18, "legs": 18}[area]
    s = scene(A={"hands": ["knife"]}, B={"bleed": before})
    s.act("melee", "B", area, dice=[die, save])
    assert s.unit("B").bleed == after


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


@clause("U627")
@pytest.mark.parametrize(("ap_turn", "ap"), [(1, 1), (2, 2), (3, 2), (6, 2)])
def test_a_stunned_unit_gets_no_more_ap_than_it_has_by_right(scene, ap_turn, ap):
    s = scene(B={"stunned": 1, "ap_turn": ap_turn})
    s.end_turn()
    assert (s.decider, s.unit("B").ap) == ("B", ap)
    s.end_turn()
    s.end_turn()
    assert (s.decider, s.unit("B").ap) == ("B", ap_turn)  # no longer Stunned


@clause("U627")
def test_being_stunned_in_the_own_turn_takes_no_ap_before_the_next(scene):
    s = scene(B={"hands": ["bat"]})
    s.declare("step", "W")
    s.act("opp_melee", "head", dice=[20, 9], by="B")
    assert (s.unit("A").stunned_t, s.unit("A").ap, s.decider) == (2, 4, "A")
    assert s.legal("grapple", "B") is False  # the step was made
    assert s.legal("intimidate", "B")


@clause("U627")
@pytest.mark.parametrize(
    ("hands", "verb"), [(["knife"], "melee"), (["throwing_knife"], "throw_weapon")]
)
def test_a_stunned_unit_neither_dodges_nor_parries_any_attack(scene, hands, verb):
    for able in ({"agility": 1}, {"physique": 1}):
        s = scene(A={"hands": hands}, B={**able, "stunned": 1})
        s.declare(verb, "B", "torso", dice=[9])
        assert (s.phase, s.decider) == ("main", "A")


@clause("U628")
@pytest.mark.parametrize(
    "kit",
    [
        {},
        {"hands": ["knife"], "inventory": ["bandage", "pistol", "mag12", "stone", "bandage"]},
        {"hands": ["smg"], "inventory": ["mag20", "flashbang", "bandage", "throwing_knife"]},
    ],
)
@pytest.mark.parametrize("seed", range(3))
def test_no_verb_raises_health_or_lowers_stress(seed, kit):
    sides = [
        {"id": "one", "units": [{"id": "A", "at": [4, 0], "presence": 1, **kit}]},
        {"id": "two", "units": [{"id": "B", "at": [5, 1], "reason": 2, **kit}]},
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


@clause("U628")
@pytest.mark.parametrize("die", [10, 15, 16, 20])
def test_no_degree_of_apply_pressure_heals(scene, die):
    hurt = {"hp": 2, "stress": 2, "bleed": 2}
    s = scene(A={**hurt, "medicine": 4, "inventory": ["bandage"]}, B=hurt)
    s.act("pressure", "B", dice=[die])
    for name in "AB":
        assert (s.unit(name).hp, s.unit(name).stress) == (2, 2)
