"""Section 3.4 of the rules: Basic Thrown Attack, ranged attacks (U300-U310)."""

import pytest

from fracas.envs.core.testing import clause

AREA_DC = [("head", 14), ("torso", 10), ("arms", 12), ("legs", 12)]


def ground(marks, width=15, height=15):
    return "\n".join("".join(marks.get((x, y), ".") for x in range(width)) for y in range(height))


def lying(s):
    return [(i.item, i.x, i.y) for i in s.floor()]


@clause("U300")
@pytest.mark.parametrize("dice", [[4], [9], [10], [16, 10]])
def test_a_basic_thrown_attack_costs_1_ap_whatever_comes_of_it(scene, dice):
    s = scene(A={"hands": ["throwing_knife"]})
    s.act("throw_weapon", "B", "torso", dice=dice)
    assert s.unit("A").ap == 3


@clause("U300")
def test_1_ap_is_enough_for_a_basic_thrown_attack_and_0_is_not(scene):
    assert scene(A={"hands": ["throwing_knife"], "ap": 1}).legal("throw_weapon", "B", "torso")
    scene(A={"hands": ["throwing_knife"], "ap": 0}).refused("throw_weapon", "B", "torso")


@clause("U301")
@pytest.mark.parametrize("weapon", ["throwing_knife", "spear"])
@pytest.mark.parametrize(
    ("able", "reach"),
    [
        ({}, 3),
        ({"physique": 1}, 4),
        ({"physique": -1}, 2),
        ({"physique": 4}, 7),
        ({"athletics": 3, "aiming": 3, "agility": 3}, 3),
    ],
)
def test_the_range_is_3_plus_physique(scene, weapon, able, reach):
    a = {"at": (0, 7), "hands": [weapon], **able}
    for at in [(reach, 7), (reach, 7 - reach), (1, 7)]:
        assert scene(A=a, B={"at": at}).legal("throw_weapon", "B", "torso")
    for at in [(reach + 1, 7), (reach + 1, 7 - reach), (reach + 1, 6)]:
        assert not scene(A=a, B={"at": at}).legal("throw_weapon", "B")


@clause("U302")
def test_it_uses_an_equipped_thrown_weapon(scene):
    for weapon in ["throwing_knife", "spear"]:
        assert scene(A={"hands": [weapon]}).legal("throw_weapon", "B", "torso")
    for hands in [[], ["knife"], ["machete"], ["bat"], ["pistol"], ["stone"]]:
        s = scene(A={"hands": hands, "inventory": ["throwing_knife"]})
        assert not s.legal("throw_weapon", "B")


@clause("U302")
def test_the_thrown_weapon_may_be_in_the_second_hand(scene):
    s = scene(A={"hands": ["knife", "throwing_knife"]})
    assert len(s.rows("throw_weapon", "B")) == 4
    s.act("throw_weapon", "B", "torso", dice=[10])
    assert (s.unit("A").hands, lying(s)) == (["knife"], [("throwing_knife", 8, 7)])
    s.refused("throw_weapon", "B", "torso")


@clause("U302")
def test_what_was_thrown_is_no_longer_equipped(scene):
    s = scene(A={"hands": ["throwing_knife"], "inventory": ["throwing_knife"]})
    s.act("throw_weapon", "B", "torso", dice=[9])
    s.refused("throw_weapon", "B", "torso")
    s.act("equip", "slot_0")
    assert s.legal("throw_weapon", "B", "torso")


@clause("U303")
def test_choose_a_target_in_range_and_a_body_area(scene):
    s = scene(
        A={"hands": ["throwing_knife"]},
        C={"side": 2, "at": (7, 10)},
        D={"side": 2, "at": (11, 7)},
    )
    assert all(s.legal("throw_weapon", u, area) for u in "BC" for area, _ in AREA_DC)
    assert [len(s.rows("throw_weapon", u)) for u in "BCD"] == [4, 4, 0]


@clause("U303")
def test_only_the_chosen_target_is_hit(scene):
    s = scene(
        A={"hands": ["throwing_knife"]}, C={"side": 2, "at": (9, 7)}, D={"side": 2, "at": (8, 8)}
    )
    s.act("throw_weapon", "C", "torso", dice=[10])
    assert [s.unit(u).hp for u in "ABCD"] == [6, 6, 5, 6]


@clause("U304")
@pytest.mark.parametrize(("area", "dc"), AREA_DC)
def test_the_roll_is_against_the_defense_dc_of_the_area(scene, area, dc):
    for die, left in [(dc - 1, 6), (dc, 5)]:
        s = scene(A={"hands": ["throwing_knife"]})
        s.act("throw_weapon", "B", area, dice=[die])
        assert s.unit("B").hp == left


@clause("U304")
@pytest.mark.parametrize(
    ("able", "needed"),
    [
        ({"aiming": 1}, 9),
        ({"agility": 1}, 9),
        ({"agility": 2, "aiming": 2}, 6),
        ({"agility": -1}, 11),
        ({"physique": 3, "melee": 3, "athletics": 3}, 10),
        ({"reason": 3, "presence": 3, "reflex": 3, "stealth": 3, "awareness": 3}, 10),
    ],
)
def test_a_thrown_attack_rolls_aiming(scene, able, needed):
    for die, left in [(needed - 1, 6), (needed, 5)]:
        s = scene(A={"hands": ["throwing_knife"], **able})
        s.act("throw_weapon", "B", "torso", dice=[die])
        assert s.unit("B").hp == left


@clause("U304")
@pytest.mark.parametrize(
    ("b", "area", "dc"),
    [
        ({"gear": ["vest"]}, "torso", 11),
        ({"gear": ["vest"]}, "arms", 12),
        ({"gear": ["helmet"]}, "head", 15),
        ({"guard": 13}, "torso", 13),
        ({"guard": 13, "gear": ["helmet"]}, "head", 18),
        ({"agility": 3, "reflex": 2, "physique": 3, "melee": 2}, "torso", 10),
    ],
)
def test_armour_and_a_raised_guard_count_the_targets_own_figures_do_not(scene, b, area, dc):
    for die, left in [(dc - 1, 6), (dc, 5)]:
        s = scene(A={"hands": ["throwing_knife"]}, B=b)
        s.act("throw_weapon", "B", area, dice=[die])
        assert s.unit("B").hp == left


@clause("U304")
def test_a_dodge_raises_the_dc_of_a_thrown_attack(scene):
    for die, left in [(12, 6), (13, 5)]:
        s = scene(A={"hands": ["throwing_knife"]}, B={"agility": 2, "reflex": 1})
        s.declare("throw_weapon", "B", "torso")
        s.declare("dodge", dice=[die])
        assert (s.unit("B").hp, s.dice_used) == (left, 1)


@clause("U305")
@pytest.mark.parametrize("die", [10, 15])
def test_success_deals_1_damage(scene, die):
    s = scene(A={"hands": ["throwing_knife"]})
    s.act("throw_weapon", "B", "torso", dice=[die])
    assert (s.unit("B").hp, s.unit("B").bleed, s.unit("A").stress) == (5, 0, 0)


@clause("U306")
@pytest.mark.parametrize("weapon", ["throwing_knife", "spear"])
@pytest.mark.parametrize(
    ("area", "dice", "after"),  # hp, bleed, injuries
    [
        ("head", [20, 9], (3, 0, set())),
        ("head", [20, 4], (3, 0, {"concussion"})),
        ("head", [20, 10], (5, 0, set())),
        ("head", [19], (5, 0, set())),
        ("torso", [16, 9], (4, 1, set())),
        ("torso", [15], (5, 0, set())),
    ],
)
def test_strong_success_uses_the_table_of_the_weapons_type(scene, weapon, area, dice, after):
    s = scene(A={"hands": [weapon]})
    s.act("throw_weapon", "B", area, dice=dice)
    b = s.unit("B")
    assert (b.hp, b.bleed, b.injuries) == after


@clause("U306")
@pytest.mark.parametrize("weapon", ["throwing_knife", "spear"])
@pytest.mark.parametrize(
    ("area", "dice", "hands", "after"),  # hp, bleed, slowed, injuries
    [
        ("arms", [18, 9], [], (5, 0, 0, set())),
        ("arms", [18, 4], [], (5, 0, 0, {"broken_arm"})),
        ("arms", [18, 10], ["bat"], (5, 0, 0, set())),
        ("arms", [17], ["bat"], (5, 0, 0, set())),
        ("legs", [18, 9], ["bat"], (5, 0, 1, set())),
        ("legs", [18, 4], ["bat"], (5, 3, 1, {"deep_wound"})),
        ("legs", [18, 10], ["bat"], (5, 0, 0, set())),
        ("legs", [17], ["bat"], (5, 0, 0, set())),
    ],
)
def test_the_piercing_table_strikes_arms_and_legs(scene, weapon, area, dice, hands, after):
    s = scene(A={"hands": [weapon]}, B={"hands": ["bat"]})
    s.act("throw_weapon", "B", area, dice=dice)
    b = s.unit("B")
    assert (b.hp, b.bleed, b.slowed_t, b.injuries) == after
    assert (b.hands, b.prone, b.stunned_t, b.weakened_t) == (hands, False, 0, 0)


@clause("U307", "U308")
@pytest.mark.parametrize(("area", "dc"), AREA_DC)
def test_what_fails_strongly_depends_on_the_dc_of_the_area(scene, area, dc):
    for die, stress in [(dc - 6, 1), (dc - 5, 0), (dc - 1, 0)]:
        s = scene(A={"hands": ["throwing_knife"]})
        s.act("throw_weapon", "B", area, dice=[die])
        assert (s.unit("A").stress, s.unit("A").hp, s.unit("B").hp) == (stress, 6, 6)


@clause("U307", "U308")
@pytest.mark.parametrize(("die", "stress"), [(9, 0), (5, 0), (4, 1), (1, 1)])
def test_failure_misses_and_strong_failure_costs_1_stress(scene, die, stress):
    s = scene(A={"hands": ["throwing_knife"]})
    s.act("throw_weapon", "B", "torso", dice=[die])
    assert (s.unit("A").stress, s.unit("A").hp, s.unit("B").hp) == (stress, 6, 6)


@clause("U309")
@pytest.mark.parametrize("weapon", ["throwing_knife", "spear"])
@pytest.mark.parametrize("die", [4, 9, 10])
def test_the_weapon_lands_on_the_targets_tile_hit_or_miss(scene, weapon, die):
    s = scene(A={"hands": [weapon]}, B={"at": (9, 8)})
    s.act("throw_weapon", "B", "torso", dice=[die])
    assert (s.unit("A").hands, lying(s)) == ([], [(weapon, 9, 8)])


@clause("U309")
def test_it_leaves_the_hand_at_declaration_and_lands_after_the_roll(scene):
    s = scene(A={"hands": ["throwing_knife"]}, B={"agility": 1})
    s.declare("throw_weapon", "B", "torso")
    assert (s.phase, s.unit("A").hands, lying(s)) == ("defend", [], [])
    s.declare("pass", dice=[9])
    assert (s.phase, lying(s)) == ("main", [("throwing_knife", 8, 7)])


@clause("U309")
@pytest.mark.parametrize(("b", "area", "dice"), [(1, "torso", [10]), (6, "arms", [18, 9])])
def test_it_lands_before_the_effects_of_the_hit(scene, b, area, dice):
    # What B then loses, by going Down or by the Arms table, lies above it.
    s = scene(
        A={"hands": ["throwing_knife"]},
        B={"hp": b, "hands": ["bat"]},
        C={"side": 2, "at": (14, 14)},
    )
    s.act("throw_weapon", "B", area, dice=dice)
    assert lying(s) == [("throwing_knife", 8, 7), ("bat", 8, 7)]


@clause("U310")
@pytest.mark.parametrize(
    ("verb", "gun"),
    [
        ("throw_weapon", "throwing_knife"),
        ("shot_single", "revolver"),
        ("shot_semi", "pistol"),
        ("spray", {"item": "smg", "mode": "full"}),
    ],
)
def test_ranged_attacks_need_sight_and_units_do_not_block_it(scene, verb, gun):
    far = {"at": (9, 7)}
    assert not scene(A={"hands": [gun]}, B=far, map=ground({(8, 7): "#"})).legal(verb, "B")
    assert scene(A={"hands": [gun]}, B=far, map=ground({(8, 7): "x"})).legal(verb, "B")
    assert scene(A={"hands": [gun]}, B=far, map=ground({(8, 6): "#"})).legal(verb, "B")
    for side in (1, 2):
        between = {"side": side, "at": (8, 7)}
        s = scene(A={"hands": [gun]}, B=far, C=between)
        s.act(verb, "B", "torso", dice=[11])  # one die; 1 damage, by margin too
        assert [s.unit(u).hp for u in "BC"] == [5, 6]


@clause("U310")
@pytest.mark.parametrize(
    ("verb", "gun"),
    [
        ("throw_weapon", "throwing_knife"),
        ("shot_single", "revolver"),
        ("shot_semi", "pistol"),
        ("spray", {"item": "smg", "mode": "full"}),
    ],
)
def test_distance_1_is_allowed_without_penalty(scene, verb, gun):
    s = scene(A={"hands": [gun]})
    s.act(verb, "B", "torso", dice=[11])  # one die; 1 damage, by margin too
    assert s.unit("B").hp == 5
