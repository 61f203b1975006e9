"""Section 3.1 of the rules, third part: saves and the Strong Attack tables (U018-U034)."""

import pytest

from fracas.envs.core.testing import clause

AREAS = ("head", "torso", "arms", "legs")
STRONG = {"head": 20, "torso": 16, "arms": 18, "legs": 18}  # lowest die of a Strong Success
HIT = {"knife": "melee", "bat": "melee", "pistol": "shot_semi"}


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
