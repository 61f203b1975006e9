"""Section 3.4 of the rules: the three firearm attacks (U330-U361)."""

import pytest

from fracas.envs.core.testing import clause

AREA_DC = [("head", 14), ("torso", 10), ("arms", 12), ("legs", 12)]
FULL_SMG = {"item": "smg", "mode": "full"}
FULL_CARBINE = {"item": "carbine", "mode": "full"}
SHOTS = [("shot_single", "revolver"), ("shot_semi", "pistol")]
FIRE = [*SHOTS, ("spray", FULL_SMG)]


def name(gun):
    return gun if isinstance(gun, str) else gun["item"]


def gun_of(s, gun):
    return s.item("A", name(gun))


# --- what the three firearm attacks share


@clause("U330", "U340", "U350")
@pytest.mark.parametrize(
    ("verb", "gun", "cost"),
    [("shot_single", "revolver", 2), ("shot_semi", "pistol", 1), ("spray", FULL_SMG, 3)],
)
def test_a_single_shot_costs_2_ap_a_semi_shot_1_a_spray_3(scene, verb, gun, cost):
    for dice in [[4], [9], [10], [16, 10]]:
        s = scene(A={"hands": [gun]})
        s.act(verb, "B", "torso", dice=dice)
        assert s.unit("A").ap == 4 - cost
    assert scene(A={"hands": [gun], "ap": cost}).legal(verb, "B", "torso")
    scene(A={"hands": [gun], "ap": cost - 1}).refused(verb, "B", "torso")


@clause("U331", "U341", "U351")
@pytest.mark.parametrize(("verb", "gun"), FIRE)
@pytest.mark.parametrize(
    ("able", "reach"),
    [({}, 10), ({"aiming": 1}, 11), ({"aiming": 3}, 13), ({"agility": 3, "physique": 3}, 10)],
)
def test_the_range_is_10_plus_aiming(scene, verb, gun, able, reach):
    a = {"at": (0, 7), "hands": [gun], **able}
    for y in (7, 0, 14):
        assert scene(A=a, B={"at": (reach, y)}).legal(verb, "B", "torso")
        assert not scene(A=a, B={"at": (reach + 1, y)}).legal(verb, "B")


@clause("U332", "U342", "U352")
@pytest.mark.parametrize(
    ("gun", "verbs"),
    [
        ("revolver", {"shot_single"}),
        ("rifle", {"shot_single"}),
        ("pistol", {"shot_semi"}),
        ("smg", {"shot_semi"}),
        ("carbine", {"shot_semi"}),
        (FULL_SMG, {"spray"}),
        (FULL_CARBINE, {"spray"}),
        ("knife", set()),
        ("mag20", set()),
    ],
)
def test_each_firearm_attack_uses_an_equipped_firearm_of_its_kind(scene, gun, verbs):
    s = scene(A={"hands": [gun]})
    assert {v for v in ("shot_single", "shot_semi", "spray") if s.legal(v, "B")} == verbs
    s = scene(A={"inventory": [gun]})
    assert not any(s.legal(v) for v in ("shot_single", "shot_semi", "spray"))


@clause("U332", "U342")
@pytest.mark.parametrize(("verb", "gun"), SHOTS)
def test_the_firearm_may_be_in_the_second_hand(scene, verb, gun):
    s = scene(A={"hands": ["knife", gun]})
    full = s.item("A", gun).rounds
    assert len(s.rows(verb, "B")) == 4
    s.act(verb, "B", "torso", dice=[10])
    assert (s.unit("B").hp, s.item("A", gun).rounds) == (5, full - 1)


@clause("U332", "U333", "U342", "U343")
@pytest.mark.parametrize("hands", [["revolver", "pistol"], ["pistol", "revolver"]])
@pytest.mark.parametrize(("verb", "gun"), SHOTS)
def test_with_two_firearms_each_attack_uses_the_one_of_its_kind(scene, verb, gun, hands):
    s = scene(A={"hands": hands})
    left = {"revolver": 6, "pistol": 12}
    s.act(verb, "B", "torso", dice=[4])
    left[gun] -= 1
    assert {g: s.item("A", g).rounds for g in hands} == left
    assert {g: s.item("A", g).jam for g in hands} == {"revolver": False, "pistol": gun == "pistol"}


@clause("U343", "U349")
@pytest.mark.parametrize("hand", ["main", "off"])
def test_only_the_pistol_fired_uses_a_round_and_jams(scene, hand):
    s = scene(A={"hands": ["pistol", "pistol"]})
    s.act("shot_semi", "B", "torso", hand, dice=[4])
    fired, other = (11, True), (12, False)
    held = [(i["rounds"], i["jam"]) for i in s.unit("A").items if i]
    assert held == ([fired, other] if hand == "main" else [other, fired])


@clause("U333", "U343", "U353")
@pytest.mark.parametrize(("verb", "gun", "used"), [(*SHOTS[0], 1), (*SHOTS[1], 1), (*FIRE[2], 5)])
def test_the_ammo_is_gone_before_the_target_answers(scene, verb, gun, used):
    s = scene(A={"hands": [gun]}, B={"agility": 1})
    full = gun_of(s, gun).rounds
    s.declare(verb, "B", "torso")
    assert (s.phase, gun_of(s, gun).rounds) == ("defend", full - used)
    s.declare("dodge", dice=[10])
    assert (s.phase, gun_of(s, gun).rounds) == ("main", full - used)


@clause("U333", "U343", "U353")
@pytest.mark.parametrize(
    ("verb", "gun", "full", "used"),
    [
        ("shot_single", "revolver", 6, 1),
        ("shot_single", "rifle", 5, 1),
        ("shot_semi", "pistol", 12, 1),
        ("shot_semi", "smg", 20, 1),
        ("shot_semi", "carbine", 30, 1),
        ("spray", FULL_SMG, 20, 5),
        ("spray", FULL_CARBINE, 30, 5),
    ],
)
@pytest.mark.parametrize("dice", [[4], [9], [10], [16, 10]])
def test_a_single_or_semi_shot_consumes_1_ammo_a_spray_5(scene, verb, gun, full, used, dice):
    s = scene(A={"hands": [gun]})
    assert gun_of(s, gun).rounds == full
    s.act(verb, "B", "torso", dice=dice)  # hit or miss
    assert gun_of(s, gun).rounds == full - used


@clause("U333", "U343", "U353")
@pytest.mark.parametrize(("verb", "gun"), FIRE)
def test_too_little_ammo_loaded_masks_the_attack(scene, verb, gun):
    used = 5 if verb == "spray" else 1
    item = {"item": gun} if isinstance(gun, str) else gun
    s = scene(A={"hands": [{**item, "rounds": used}]})
    t = scene(A={"hands": [{**item, "rounds": used - 1}]})
    t.refused(verb, "B", "torso")
    s.act(verb, "B", "torso", dice=[10])
    assert gun_of(s, gun).rounds == 0
    s.set("A", ap=4)
    s.refused(verb, "B", "torso")


@clause("U334", "U344", "U354")
@pytest.mark.parametrize(("verb", "gun"), FIRE)
def test_choose_one_target_in_range_and_one_body_area(scene, verb, gun):
    s = scene(
        A={"at": (0, 7), "hands": [gun]},
        C={"side": 2, "at": (0, 0)},
        D={"side": 2, "at": (11, 7)},
    )
    assert all(s.legal(verb, u, area) for u in "BC" for area, _ in AREA_DC)
    assert [len(s.rows(verb, u)) for u in "BCD"] == [4, 4, 0]


@clause("U334", "U344", "U354")
@pytest.mark.parametrize(("verb", "gun"), FIRE)
def test_only_the_chosen_target_is_hit(scene, verb, gun):
    s = scene(A={"hands": [gun]}, C={"side": 2, "at": (9, 7)}, D={"side": 2, "at": (8, 8)})
    s.act(verb, "C", "torso", dice=[11])
    assert [s.unit(u).hp for u in "BCD"] == [6, 5, 6]


@clause("U335", "U345", "U355")
@pytest.mark.parametrize(("verb", "gun"), FIRE)
@pytest.mark.parametrize(("area", "dc"), AREA_DC)
def test_the_roll_is_against_the_defense_dc_of_the_area(scene, verb, gun, area, dc):
    least = dc + 1 if verb == "spray" else dc  # a spray's damage is its margin
    for die, hp in [(least - 1, 6), (least, 5)]:
        s = scene(A={"hands": [gun]})
        s.act(verb, "B", area, dice=[die])
        assert s.unit("B").hp == hp


@clause("U335", "U345", "U355")
@pytest.mark.parametrize(("verb", "gun"), FIRE)
@pytest.mark.parametrize(
    ("able", "bonus"),
    [
        ({"agility": 1}, 1),
        ({"aiming": 1}, 1),
        ({"agility": 2, "aiming": 2}, 4),
        ({"agility": -1}, -1),
        ({"physique": 3, "melee": 3, "athletics": 3, "reason": 3}, 0),
        ({"presence": 3, "reflex": 3, "stealth": 3, "awareness": 3}, 0),
    ],
)
def test_a_firearm_attack_rolls_aiming(scene, verb, gun, able, bonus):
    least = (11 if verb == "spray" else 10) - bonus
    for die, hp in [(least - 1, 6), (least, 5)]:
        s = scene(A={"hands": [gun], **able})
        s.act(verb, "B", "torso", dice=[die])
        assert s.unit("B").hp == hp
    # The bonus also lifts the edge between Failure and Strong Failure.
    for die, stress in [(4 - bonus, 1), (5 - bonus, 0)]:
        if die >= 1:
            s = scene(A={"hands": [gun], **able})
            s.act(verb, "B", "torso", dice=[die])
            assert s.unit("A").stress == stress


@clause("U335", "U345", "U355")
@pytest.mark.parametrize(("verb", "gun"), FIRE)
@pytest.mark.parametrize(
    ("b", "area", "dc"),
    [
        ({"gear": ["vest"]}, "torso", 11),
        ({"gear": ["vest"]}, "arms", 12),
        ({"gear": ["helmet"]}, "head", 15),
        ({"guard": 13}, "torso", 13),
        ({"agility": 3, "reflex": 2, "physique": 3, "melee": 2}, "torso", 10),
    ],
)
def test_armour_and_a_raised_guard_count(scene, verb, gun, b, area, dc):
    least = dc + 1 if verb == "spray" else dc
    for die, hp in [(least - 1, 6), (least, 5)]:
        s = scene(A={"hands": [gun]}, B=b)
        s.act(verb, "B", area, dice=[die])
        assert s.unit("B").hp == hp


@clause("U335", "U345", "U355")
@pytest.mark.parametrize(("verb", "gun"), FIRE)
def test_a_dodge_raises_the_dc(scene, verb, gun):
    least = 14 if verb == "spray" else 13
    for die, hp in [(least - 1, 6), (least, 5)]:
        s = scene(A={"hands": [gun]}, B={"agility": 2, "reflex": 1})
        s.declare(verb, "B", "torso")
        s.declare("dodge", dice=[die])
        assert (s.unit("B").hp, s.dice_used) == (hp, 1)


@clause("U336", "U346")
@pytest.mark.parametrize(("verb", "gun"), SHOTS)
@pytest.mark.parametrize("die", [10, 13, 15])
def test_success_deals_1_damage(scene, verb, gun, die):
    s = scene(A={"hands": [gun]})
    s.act(verb, "B", "torso", dice=[die])
    assert (s.unit("B").hp, s.unit("B").bleed, s.unit("A").stress) == (5, 0, 0)
    assert not gun_of(s, gun).jam


@clause("U337", "U347")
@pytest.mark.parametrize(("verb", "gun"), SHOTS)
@pytest.mark.parametrize(
    ("area", "dice", "after"),  # hp, bleed, injuries
    [
        ("torso", [16, 9], (4, 1, set())),
        ("torso", [16, 4], (4, 3, {"deep_wound"})),
        ("torso", [16, 10], (5, 0, set())),
        ("head", [20, 9], (3, 0, set())),
        ("head", [19], (5, 0, set())),
    ],
)
def test_strong_success_uses_the_piercing_table(scene, verb, gun, area, dice, after):
    s = scene(A={"hands": [gun]})
    s.act(verb, "B", area, dice=dice)
    b = s.unit("B")
    assert (b.hp, b.bleed, b.injuries) == after


@clause("U337", "U347", "U359")
@pytest.mark.parametrize(
    ("verb", "gun", "damage"),
    [
        ("shot_single", "revolver", 1),
        ("shot_single", "rifle", 1),
        ("shot_semi", "pistol", 1),
        ("shot_semi", "smg", 1),
        ("shot_semi", "carbine", 1),
        ("spray", FULL_SMG, 5),
        ("spray", FULL_CARBINE, 5),
    ],
)
def test_the_table_of_every_firearm_is_piercing(scene, verb, gun, damage):
    # The Head and Legs rows tell Piercing from Slashing; the Torso row doesn't.
    for area, dice, more, slowed in (("head", [20, 9], 2, 0), ("legs", [18, 9], 0, 1)):
        s = scene(A={"hands": [gun]}, B={"hp": 12})
        s.act(verb, "B", area, dice=dice)
        b = s.unit("B")
        assert (b.hp, b.slowed_t) == (12 - damage - more, slowed)
        assert (b.bleed, b.stress, b.stunned_t, b.prone) == (0, 0, 0, False)


@clause("U337", "U347", "U359")
@pytest.mark.parametrize(("verb", "gun"), FIRE)
@pytest.mark.parametrize(
    ("area", "dice", "hands", "after"),  # bleed, slowed, injuries
    [
        ("head", [20, 4], ["bat"], (0, 0, {"concussion"})),
        ("arms", [18, 9], [], (0, 0, set())),
        ("arms", [18, 4], [], (0, 0, {"broken_arm"})),
        ("arms", [18, 10], ["bat"], (0, 0, set())),
        ("arms", [17], ["bat"], (0, 0, set())),
        ("legs", [18, 4], ["bat"], (3, 1, {"deep_wound"})),
        ("legs", [18, 10], ["bat"], (0, 0, set())),
        ("legs", [17], ["bat"], (0, 0, set())),
    ],
)
def test_the_piercing_table_by_area(scene, verb, gun, area, dice, hands, after):
    s = scene(A={"hands": [gun]}, B={"hands": ["bat"], "hp": 12})
    s.act(verb, "B", area, dice=dice)
    b = s.unit("B")
    assert (b.bleed, b.slowed_t, b.injuries) == after
    assert b.hands == hands
    ordinary = 5 if verb == "spray" else 1
    assert b.hp == 12 - ordinary - (2 if area == "head" else 0)


@clause("U338", "U339", "U348", "U349", "U360", "U361")
@pytest.mark.parametrize(("verb", "gun"), FIRE)
@pytest.mark.parametrize(("area", "dc"), AREA_DC)
def test_what_fails_strongly_depends_on_the_dc_of_the_area(scene, verb, gun, area, dc):
    for die, strong in [(dc - 6, True), (dc - 5, False), (dc - 1, False)]:
        s = scene(A={"hands": [gun]})
        s.act(verb, "B", area, dice=[die])
        assert (s.unit("A").stress, s.unit("B").hp) == (int(strong), 6)
        assert gun_of(s, gun).jam == (strong and verb != "shot_single")


@clause("U338", "U348", "U360")
@pytest.mark.parametrize(("verb", "gun"), FIRE)
@pytest.mark.parametrize("die", [5, 9])
def test_failure_misses(scene, verb, gun, die):
    s = scene(A={"hands": [gun]})
    s.act(verb, "B", "torso", dice=[die])
    assert (s.unit("B").hp, s.unit("A").hp, s.unit("A").stress) == (6, 6, 0)
    assert not gun_of(s, gun).jam


@clause("U339", "U349", "U361")
@pytest.mark.parametrize(
    ("verb", "gun", "jams"),
    [
        ("shot_single", "revolver", False),
        ("shot_single", "rifle", False),
        ("shot_semi", "pistol", True),
        ("shot_semi", "smg", True),
        ("spray", FULL_SMG, True),
        ("spray", FULL_CARBINE, True),
    ],
)
@pytest.mark.parametrize("die", [1, 4])
def test_strong_failure_costs_1_stress_and_jams_semi_and_full_auto(scene, verb, gun, jams, die):
    s = scene(A={"hands": [gun]})
    s.act(verb, "B", "torso", dice=[die])
    assert (s.unit("A").stress, s.unit("A").hp, s.unit("B").hp) == (1, 6, 6)
    assert bool(gun_of(s, gun).jam) == jams


# --- Full Auto Spray


@clause("U356", "U357", "U358")
@pytest.mark.parametrize(
    ("area", "die", "damage"),
    [
        ("torso", 10, 0),  # a Success that beats the DC by 0
        ("torso", 11, 1),
        ("torso", 13, 3),
        ("torso", 14, 4),
        ("torso", 15, 5),
        ("head", 14, 0),
        ("head", 17, 3),
        ("legs", 17, 5),
    ],
)
def test_a_spray_deals_1_damage_per_point_the_roll_beats_the_dc(scene, area, die, damage):
    s = scene(A={"hands": [FULL_SMG]})
    s.act("spray", "B", area, dice=[die])
    assert s.unit("B").hp == 6 - damage
    assert (s.unit("A").stress, bool(gun_of(s, FULL_SMG).jam)) == (0, False)


@clause("U356")
def test_a_raised_guard_lessens_the_damage_of_a_spray(scene):
    s = scene(A={"hands": [FULL_SMG]}, B={"agility": 3})
    s.declare("spray", "B", "torso")
    s.declare("dodge", dice=[15])  # DC 13
    assert s.unit("B").hp == 4


@clause("U357")
@pytest.mark.parametrize("die", [15, 16, 20])
def test_a_spray_deals_up_to_5(scene, die):
    s = scene(A={"hands": [FULL_SMG]}, B={"hp": 12})
    s.act("spray", "B", "torso", dice=[die, 20] if die > 15 else [die])
    assert s.unit("B").hp == 7


@clause("U357")
def test_a_margin_of_10_takes_5_of_6_health(scene):
    s = scene(A={"hands": [FULL_SMG]})
    s.act("spray", "B", "torso", dice=[20, 20])
    assert (s.unit("B").hp, s.unit("B").bleed) == (1, 0)


@clause("U359")
@pytest.mark.parametrize(
    ("dice", "after"),  # hp, bleed, injuries
    [
        ([15], (7, 0, set())),
        ([16, 10], (7, 0, set())),
        ([16, 9], (6, 1, set())),
        ([16, 4], (6, 3, {"deep_wound"})),
    ],
)
def test_strong_success_of_a_spray_also_uses_the_piercing_table(scene, dice, after):
    s = scene(A={"hands": [FULL_SMG]}, B={"hp": 12})
    s.act("spray", "B", "torso", dice=dice)
    b = s.unit("B")
    assert (b.hp, b.bleed, b.injuries) == after
