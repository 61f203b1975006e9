"""Section 3.1 of the rules: dice, values, damage (U001-U034)."""

import pytest

from fracas.envs.core.testing import clause

AREAS = ("head", "torso", "arms", "legs")
DEFENSE = {"head": 14, "torso": 10, "arms": 12, "legs": 12}
STRONG = {"head": 20, "torso": 16, "arms": 18, "legs": 18}  # lowest die of a Strong Success
HIT = {"knife": "melee", "bat": "melee", "pistol": "shot_semi"}
FAR = {"side": 2, "at": (14, 14)}  # a second enemy, so that B's fall doesn't end the battle
FULL_SMG = {"item": "smg", "mode": "full"}


def strike(scene, weapon, area, dice, a=None, b=None, **more):
    s = scene(A={"hands": [weapon], **(a or {})}, B=b or {}, **more)
    s.act(HIT[weapon], "B", area, dice=dice)
    return s


def marks(unit):
    # names of everything bad on a unit except lost Health
    fields = "stress prone slowed_t weakened_t stunned_t horrified_t bleed".split()
    return {name for name in fields if getattr(unit, name)} | set(unit.injuries)


def floor(s):
    return [(thing.item, thing.x, thing.y) for thing in s.floor()]


@clause("U001")
@pytest.mark.parametrize(("die", "hp"), [(7, 5), (6, 6)])
def test_a_roll_is_d20_plus_parent_ability_plus_skill_level(scene, die, hp):
    s = strike(scene, "knife", "torso", [die], a={"physique": 2, "melee": 1})
    assert s.unit("B").hp == hp


@clause("U001")
def test_other_abilities_and_skills_add_nothing_to_a_roll(scene):
    other = {"agility": 2, "reason": 2, "presence": 2, "athletics": 2, "aiming": 2}
    assert strike(scene, "knife", "torso", [9], a=other).unit("B").hp == 6


@clause("U002")
@pytest.mark.parametrize("die", [10, 15])
def test_a_total_equal_to_the_dc_up_to_five_above_is_success(scene, die):
    s = strike(scene, "knife", "torso", [die])
    assert (s.unit("B").hp, marks(s.unit("B")), s.dice_used) == (5, set(), 1)


@clause("U003")
def test_more_than_five_above_the_dc_is_strong_success(scene):
    # the second die is the victim's save: only a Strong Success asks for it
    assert strike(scene, "knife", "torso", [16, 20]).dice_used == 2
    assert strike(scene, "knife", "torso", [15]).dice_used == 1


@clause("U004")
@pytest.mark.parametrize("die", [9, 5])
def test_one_to_five_below_is_failure(scene, die):
    s = strike(scene, "knife", "torso", [die])
    assert (s.unit("B").hp, s.unit("A").stress) == (6, 0)


@clause("U005")
@pytest.mark.parametrize(("die", "stress"), [(5, 0), (4, 1), (1, 1)])
def test_more_than_five_below_is_strong_failure(scene, die, stress):
    s = strike(scene, "knife", "torso", [die])
    assert (s.unit("B").hp, s.unit("A").stress) == (6, stress)


@clause("U006")
@pytest.mark.parametrize(("die", "x", "prone"), [(9, 8, False), (15, 9, False), (16, 9, True)])
def test_a_strong_success_applies_the_success_effect_too(scene, die, x, prone):
    s = scene()
    s.act("push", "B", dice=[die])
    assert (s.unit("B").x, s.unit("B").y, s.unit("B").prone) == (x, 7, prone)


@clause("U006")
def test_a_strong_failure_applies_the_failure_effect_too(scene):
    s = strike(scene, "bat", "head", [20, 4])
    assert marks(s.unit("B")) == {"stunned_t", "concussion"}


@clause("U007")
@pytest.mark.parametrize("dice", [[3, 12], [12, 3]])
def test_advantage_keeps_the_higher_of_two_dice_disadvantage_the_lower(scene, dice):
    s = strike(scene, "knife", "torso", dice, b={"prone": True})  # 12: Success
    assert (s.unit("B").hp, s.unit("A").stress, s.dice_used) == (5, 0, 2)
    s = strike(scene, "knife", "torso", dice, a={"prone": True})  # 3: Strong Failure
    assert (s.unit("B").hp, s.unit("A").stress, s.dice_used) == (6, 1, 2)


@clause("U008")
def test_one_advantage_and_one_disadvantage_cancel_to_one_die(scene):
    s = strike(scene, "knife", "torso", [12], a={"prone": True}, b={"prone": True})
    assert (s.unit("B").hp, s.dice_used) == (5, 1)


@clause("U008")
def test_several_sources_of_advantage_or_disadvantage_do_not_stack(scene):
    s = strike(scene, "knife", "torso", [3, 12], a={"hidden": True}, b={"prone": True})
    assert (s.unit("B").hp, s.dice_used) == (5, 2)
    worse = {"prone": True, "weakened": 1}
    s = strike(scene, "knife", "torso", [12, 9], a=worse)
    assert (s.unit("B").hp, s.dice_used) == (6, 2)
    s = strike(scene, "knife", "torso", [12], a={**worse, "hidden": True})
    assert (s.unit("B").hp, s.dice_used) == (5, 1)


@clause("U009")
@pytest.mark.parametrize(("x", "legal"), [(11, True), (12, False)])
def test_a_bare_skill_name_in_a_range_is_its_level_alone(scene, x, legal):
    shooter = {"at": (0, 7), "agility": 3, "aiming": 1, "hands": ["pistol"]}
    s = scene(A=shooter, B={"at": (x, 7)})
    assert s.legal("shot_semi", "B", "torso") == legal


@clause("U009")
@pytest.mark.parametrize(("x", "legal"), [(4, True), (5, False)])
def test_a_bare_ability_name_in_a_range_is_its_level_alone(scene, x, legal):
    thrower = {"at": (0, 7), "physique": 1, "athletics": 2, "hands": ["throwing_knife"]}
    s = scene(A=thrower, B={"at": (x, 7)})
    assert s.legal("throw_weapon", "B", "torso") == legal


@clause("U009")
def test_a_bare_skill_name_in_a_distance_is_its_level_alone(scene):
    s = scene(A={"physique": 3, "athletics": 1})
    s.act("push", "B", dice=[6])  # total 10; 1 + Athletics 1 = 2 tiles
    assert (s.unit("B").x, s.unit("B").y) == (10, 7)


@clause("U010")
@pytest.mark.parametrize("area", AREAS)
def test_defense_dc_is_guard_ten_plus_the_area_modifier(scene, area):
    assert strike(scene, "knife", area, [DEFENSE[area] - 1]).unit("B").hp == 6
    assert strike(scene, "knife", area, [DEFENSE[area]]).unit("B").hp == 5


@clause("U010")
@pytest.mark.parametrize(("area", "dc"), [("torso", 13), ("head", 17)])
def test_defense_dc_starts_from_the_present_guard(scene, area, dc):
    assert strike(scene, "knife", area, [dc - 1], b={"guard": 13}).unit("B").hp == 6
    assert strike(scene, "knife", area, [dc], b={"guard": 13}).unit("B").hp == 5


@clause("U011")
@pytest.mark.parametrize(("gear", "covered"), [("vest", "torso"), ("helmet", "head")])
@pytest.mark.parametrize("area", AREAS)
def test_armour_adds_to_the_dc_of_its_area_only(scene, gear, covered, area):
    dc = DEFENSE[area] + (area == covered)
    assert strike(scene, "knife", area, [dc - 1], b={"gear": [gear]}).unit("B").hp == 6
    assert strike(scene, "knife", area, [dc], b={"gear": [gear]}).unit("B").hp == 5


@clause("U012")
def test_at_health_zero_a_unit_is_down_and_its_held_items_fall_on_its_tile(scene):
    s = strike(scene, "knife", "torso", [10], b={"hp": 1, "hands": ["knife"]})
    assert (s.unit("B").hp, s.unit("B").down) == (0, True)
    assert floor(s) == [("knife", 8, 7)]
    s = strike(scene, "knife", "torso", [10], b={"hp": 2, "hands": ["knife"]})
    assert (s.unit("B").hp, s.unit("B").down, floor(s)) == (1, False, [])


@clause("U012")
def test_a_down_unit_drops_hand_one_first_and_takes_its_inventory_with_it(scene):
    victim = {"hp": 1, "hands": ["knife", "bat"], "inventory": ["stone", "mag12"]}
    s = strike(scene, "knife", "torso", [10], b=victim, D=FAR)
    assert floor(s) == [("knife", 8, 7), ("bat", 8, 7)]


@clause("U012")
def test_a_down_unit_leaves_its_tile_and_has_no_reaction_and_no_turn(scene):
    s = scene(A={"hands": ["knife"]}, B={"hp": 1, "hands": ["knife"]}, D=FAR)
    assert not s.legal("step", "E")
    s.act("melee", "B", "torso", dice=[10])
    assert s.legal("step", "E")
    s.declare("step", "W")  # B had AP 4 and a knife, but is out
    assert (s.phase, s.decider, s.unit("A").x) == ("main", "A", 6)
    s.end_turn()
    assert s.decider == "D"


@clause("U012")
def test_grapples_and_the_readied_action_of_a_down_unit_go_with_it(scene):
    holder = {"hp": 1, "grappling": "C", "ready": ("enemy_attacks", "unarmed")}
    held = {"side": 1, "at": (9, 7)}
    s = scene(A={"hands": ["knife"]}, B=holder, C=held, D=FAR)
    assert s.unit("C").grappled_by == "B"
    s.declare("melee", "B", "torso", dice=[10])
    assert (s.phase, s.decider) == ("main", "A")
    assert s.unit("C").grappled_by is None
    assert not s.unit("C").slowed


@clause("U013")
@pytest.mark.parametrize(("hp", "left"), [(1, 0), (2, 0), (3, 1)])
def test_health_never_goes_below_zero(scene, hp, left):
    s = scene(A={"hands": [FULL_SMG]}, B={"hp": hp})
    s.act("spray", "B", "torso", dice=[12])  # beats the DC by 2: 2 damage
    assert (s.unit("B").hp, s.unit("B").down) == (left, left == 0)


@clause("U013")
def test_armour_does_not_reduce_damage(scene):
    s = strike(scene, "bat", "torso", [17, 9], b={"gear": ["vest"]})  # DC 11: Strong Success
    assert s.unit("B").hp == 3  # 1 + 2 of the table


@clause("U014")
def test_stress_is_counted_up_to_the_limit_and_no_further(scene):
    s = scene(A={"hands": ["knife"], "stress": 3})
    s.act("melee", "B", "torso", dice=[4])
    assert s.unit("A").stress == 4
    s.act("melee", "B", "torso", dice=[20, 4])  # Horrified at the limit: disadvantage, 4
    assert (s.unit("A").stress, s.unit("A").stress_limit) == (4, 4)


@clause("U015")
@pytest.mark.parametrize(("stress", "horrified"), [(2, False), (3, True)])
def test_at_its_stress_limit_a_unit_is_horrified_without_a_source(scene, stress, horrified):
    s = scene(B={"stress": stress})
    s.act("intimidate", "B", dice=[12, 8])  # margin 4: Success
    b = s.unit("B")
    assert (b.stress, b.horrified, b.horror_source) == (stress + 1, horrified, None)


@clause("U015")
def test_horrified_by_stress_lasts_as_long_as_the_unit_stays_at_its_limit(scene):
    s = scene(B={"stress": 3, "hands": ["knife"]})
    s.act("intimidate", "B", dice=[12, 8])
    for _ in range(2):
        s.end_turn()
        s.act("melee", "A", "torso", dice=[15, 5])  # disadvantage: 5, Failure
        assert (s.unit("A").hp, s.unit("B").horrified) == (6, True)
        s.end_turn()
        assert s.unit("B").horrified


@clause("U016")
@pytest.mark.parametrize(
    ("hands", "call", "dice"),
    [
        ([], ("push", "B"), [4]),  # "take"
        ([], ("unarmed", "B", "torso"), [4]),  # "take"
        (["knife"], ("melee", "B", "torso"), [4]),  # "gain"
        ([], ("intimidate", "B"), [4, 12]),  # "gain"
    ],
)
def test_take_and_gain_stress_mean_the_same(scene, hands, call, dice):
    s = scene(A={"hands": hands})
    s.act(*call, dice=dice)
    assert s.unit("A").stress == 1


@clause("U017")
@pytest.mark.parametrize(
    ("verb", "hands"),
    [
        ("unarmed", []),
        ("melee", ["knife"]),
        ("throw_weapon", ["throwing_knife"]),
        ("shot_single", ["revolver"]),
        ("shot_semi", ["pistol"]),
        ("spray", [FULL_SMG]),
    ],
)
def test_an_attack_names_one_of_four_areas_for_each_target(scene, verb, hands):
    s = scene(A={"hands": hands}, D={"side": 2, "at": (8, 8)})
    for target in ("B", "D"):
        assert len(s.rows(verb, target)) == 4
        assert all(s.legal(verb, target, area) for area in AREAS)


@clause("U017")
def test_an_opportunity_attack_names_one_of_four_areas(scene):
    s = scene(B={"hands": ["knife"]})
    s.declare("step", "W")
    assert len(s.rows("opp_melee")) == 4
    assert all(s.legal("opp_melee", area) for area in AREAS)


@clause("U018")
@pytest.mark.parametrize("area", AREAS)
@pytest.mark.parametrize(
    ("bonus", "helps"),
    [
        ("resilience", {"head", "torso", "arms"}),
        ("physique", {"head", "torso", "arms"}),
        ("reflex", {"legs"}),
        ("agility", {"legs"}),
        ("reason", set()),
        ("presence", set()),
    ],
)
def test_the_victim_saves_with_resilience_or_for_legs_with_reflex(scene, area, bonus, helps):
    # die 9 against DC 10: the one point decides; a Slashing failure always brings Bleeding
    s = strike(scene, "knife", area, [STRONG[area], 9], b={bonus: 1})
    assert s.unit("B").bleed == (0 if area in helps else 1)
    if area in helps:
        assert (s.unit("B").hp, marks(s.unit("B"))) == (5, set())


@clause("U019")
@pytest.mark.parametrize(
    ("save", "hp", "found"),
    [
        (14, 5, set()),
        (13, 4, {"bleed"}),
        (9, 4, {"bleed"}),
        (8, 4, {"bleed", "deep_wound"}),
    ],
)
def test_the_save_dc_is_ten_plus_ability_and_skill_of_the_attack(scene, save, hp, found):
    # total 16: Strong Success; save DC 10 + 2 + 2 = 14
    s = strike(scene, "knife", "torso", [12, save], a={"physique": 2, "melee": 2})
    assert (s.unit("B").hp, marks(s.unit("B"))) == (hp, found)


@clause("U019")
@pytest.mark.parametrize(("save", "hp"), [(12, 5), (11, 4)])
def test_the_save_dc_of_a_shot_takes_agility_and_aiming(scene, save, hp):
    shooter = {"agility": 1, "aiming": 1, "physique": 3, "melee": 3}
    assert strike(scene, "pistol", "torso", [14, save], a=shooter).unit("B").hp == hp


@clause("U020")
@pytest.mark.parametrize("weapon", ["bat", "knife", "pistol"])
@pytest.mark.parametrize("area", AREAS)
@pytest.mark.parametrize("save", [10, 16])
def test_a_save_leaves_only_the_ordinary_damage(scene, weapon, area, save):
    s = strike(scene, weapon, area, [STRONG[area], save], b={"hands": ["knife"]})
    assert (s.unit("B").hp, marks(s.unit("B"))) == (5, set())
    assert s.unit("B").hands == ["knife"]


@clause("U021")
@pytest.mark.parametrize(("save", "found"), [(5, set()), (4, {"broken_ribs"})])
def test_a_strongly_failed_save_applies_both_columns(scene, save, found):
    s = strike(scene, "bat", "torso", [16, save])
    assert (s.unit("B").hp, marks(s.unit("B"))) == (3, found)  # 6 - 1 - 2


@clause("U022")
@pytest.mark.parametrize(("save", "hp"), [(9, 3), (10, 5)])
def test_table_damage_adds_to_the_damage_of_the_attack(scene, save, hp):
    s = strike(scene, "bat", "torso", [16, save])
    assert (s.unit("B").hp, marks(s.unit("B"))) == (hp, set())


@clause("U023")
@pytest.mark.parametrize(
    ("save", "found"), [(9, {"stunned_t"}), (4, {"stunned_t", "concussion"}), (10, set())]
)
def test_blunt_head_stuns_and_then_gives_a_concussion(scene, save, found):
    s = strike(scene, "bat", "head", [20, save])
    assert (s.unit("B").hp, marks(s.unit("B"))) == (5, found)


@clause("U023")
def test_blunt_head_stuns_until_the_end_of_the_victims_next_turn(scene):
    s = strike(scene, "bat", "head", [20, 9])
    s.end_turn()
    assert (s.unit("B").stunned_t, s.unit("B").ap) == (1, 2)
    s.end_turn()
    assert s.unit("B").stunned_t == 0


@clause("U024")
@pytest.mark.parametrize(
    ("save", "hp", "found"), [(9, 3, set()), (4, 3, {"broken_ribs"}), (10, 5, set())]
)
def test_blunt_torso_deals_two_damage_and_then_breaks_ribs(scene, save, hp, found):
    s = strike(scene, "bat", "torso", [16, save])
    assert (s.unit("B").hp, marks(s.unit("B"))) == (hp, found)


@clause("U025")
@pytest.mark.parametrize(("save", "found"), [(9, set()), (4, {"broken_arm"})])
def test_blunt_arms_drops_the_hand_items_and_then_breaks_an_arm(scene, save, found):
    s = strike(scene, "bat", "arms", [18, save], b={"hands": ["knife"]})
    assert (s.unit("B").hp, marks(s.unit("B"))) == (5, found)
    assert (s.unit("B").hands, floor(s)) == ([], [("knife", 8, 7)])


@clause("U025")
def test_blunt_arms_drops_both_hands_but_not_the_inventory(scene):
    s = strike(scene, "bat", "arms", [18, 9], b={"hands": ["knife", "bat"], "inventory": ["stone"]})
    assert sorted(floor(s)) == [("bat", 8, 7), ("knife", 8, 7)]
    assert (s.unit("B").hands, s.unit("B").inventory[0]) == ([], "stone")


@clause("U026")
@pytest.mark.parametrize(
    ("save", "found"), [(9, {"prone"}), (4, {"prone", "broken_leg"}), (10, set())]
)
def test_blunt_legs_makes_prone_and_then_breaks_a_leg(scene, save, found):
    s = strike(scene, "bat", "legs", [18, save])
    assert (s.unit("B").hp, marks(s.unit("B"))) == (5, found)


@clause("U027")
@pytest.mark.parametrize(
    ("save", "stress", "bleed", "deep"), [(9, 1, 1, False), (4, 1, 3, True), (10, 0, 0, False)]
)
def test_slashing_head_gives_stress_and_bleeding_and_then_a_deep_wound(
    scene, save, stress, bleed, deep
):
    b = strike(scene, "knife", "head", [20, save]).unit("B")
    assert (b.hp, b.stress, b.bleed, "deep_wound" in b.injuries) == (5, stress, bleed, deep)


@clause("U028")
@pytest.mark.parametrize(
    ("save", "hp", "bleed", "deep"), [(9, 4, 1, False), (4, 4, 3, True), (10, 5, 0, False)]
)
def test_slashing_torso_deals_one_damage_and_bleeding_and_then_a_deep_wound(
    scene, save, hp, bleed, deep
):
    b = strike(scene, "knife", "torso", [16, save]).unit("B")
    assert (b.hp, b.bleed, "deep_wound" in b.injuries) == (hp, bleed, deep)


@clause("U029")
@pytest.mark.parametrize(
    ("save", "found"),
    [(9, {"weakened_t", "bleed"}), (4, {"weakened_t", "bleed", "broken_arm"}), (10, set())],
)
def test_slashing_arms_weakens_and_bleeds_and_then_breaks_an_arm(scene, save, found):
    b = strike(scene, "knife", "arms", [18, save]).unit("B")
    assert (b.hp, b.bleed, marks(b)) == (5, int(save < 10), found)


@clause("U030")
@pytest.mark.parametrize(
    ("save", "found"),
    [
        (10, set()),
        (9, {"slowed_t", "bleed"}),
        (5, {"slowed_t", "bleed"}),
        (4, {"slowed_t", "bleed", "broken_leg"}),
    ],
)
def test_slashing_legs_slows_and_bleeds_and_then_breaks_a_leg(scene, save, found):
    b = strike(scene, "knife", "legs", [18, save]).unit("B")
    assert (b.hp, b.bleed, marks(b)) == (5, int(save < 10), found)


@clause("U031")
@pytest.mark.parametrize(
    ("save", "hp", "found"), [(9, 3, set()), (4, 3, {"concussion"}), (10, 5, set())]
)
def test_piercing_head_deals_two_damage_and_then_gives_a_concussion(scene, save, hp, found):
    b = strike(scene, "pistol", "head", [20, save]).unit("B")
    assert (b.hp, marks(b)) == (hp, found)


@clause("U032")
@pytest.mark.parametrize(
    ("save", "hp", "bleed", "deep"), [(9, 4, 1, False), (4, 4, 3, True), (10, 5, 0, False)]
)
def test_piercing_torso_deals_one_damage_and_bleeding_and_then_a_deep_wound(
    scene, save, hp, bleed, deep
):
    b = strike(scene, "pistol", "torso", [16, save]).unit("B")
    assert (b.hp, b.bleed, "deep_wound" in b.injuries) == (hp, bleed, deep)


@clause("U033")
@pytest.mark.parametrize(("save", "found"), [(9, set()), (4, {"broken_arm"})])
def test_piercing_arms_drops_the_hand_items_and_then_breaks_an_arm(scene, save, found):
    s = strike(scene, "pistol", "arms", [18, save], b={"hands": ["knife"]})
    assert (s.unit("B").hp, marks(s.unit("B"))) == (5, found)
    assert (s.unit("B").hands, floor(s)) == ([], [("knife", 8, 7)])


@clause("U034")
@pytest.mark.parametrize(
    ("save", "found"),
    [(9, {"slowed_t"}), (4, {"slowed_t", "bleed", "deep_wound"}), (10, set())],
)
def test_piercing_legs_slows_and_then_gives_a_deep_wound(scene, save, found):
    b = strike(scene, "pistol", "legs", [18, save]).unit("B")
    assert (b.hp, b.bleed, marks(b)) == (5, 3 if save == 4 else 0, found)


@clause("U034")
def test_piercing_legs_slows_until_the_end_of_the_victims_next_turn(scene):
    s = strike(scene, "pistol", "legs", [18, 9])
    s.end_turn()
    assert (s.unit("B").slowed, s.unit("B").mv) == (True, 2)
    s.end_turn()
    assert not s.unit("B").slowed
