"""Section 3.1 of the rules, third part: saves and the Strong Attack tables (U018-U034)."""

import pytest

from fracas.envs.core.testing import clause

ABILITIES = ("physique", "reason", "agility", "presence")
SKILLS = (
    *("athletics", "melee", "resilience", "awareness", "medicine"),
    *("aiming", "stealth", "reflex", "morale", "intimidation"),
)
AREAS = ("head", "torso", "arms", "legs")
STRONG = {"head": 20, "torso": 16, "arms": 18, "legs": 18}  # lowest die of a Strong Success
FULL_SMG = {"item": "smg", "mode": "full"}
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
@pytest.mark.parametrize("weapon", ["knife", "bat", "pistol"])
def test_the_victim_saves_with_resilience_or_for_legs_with_reflex(scene, weapon, area):
    # die 9 against DC 10: the one point decides
    helps = ("agility", "reflex") if area == "legs" else ("physique", "resilience")
    for bonus in (*ABILITIES, *SKILLS):
        s = strike(scene, weapon, area, [STRONG[area], 9], b={bonus: 1, "hands": ["bat"]})
        b = s.unit("B")
        untouched = (b.hp, marks(b), b.hands) == (5, set(), ["bat"])
        assert untouched is (bonus in helps), bonus


@clause("U018")
def test_the_save_takes_ability_and_skill_together(scene):
    for area, able in (
        ("torso", {"physique": 2, "resilience": 3}),
        ("legs", {"agility": 2, "reflex": 3}),
    ):
        for save, bleed in ((5, 0), (4, 1)):
            s = strike(scene, "knife", area, [STRONG[area], save], b=able)
            assert s.unit("B").bleed == bleed


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


@clause("U019")
@pytest.mark.parametrize(
    ("verb", "hands", "ability", "skill"),
    [
        ("unarmed", [], "physique", "melee"),
        ("melee", ["spear"], "physique", "melee"),
        ("throw_weapon", ["spear"], "agility", "aiming"),
        ("shot_single", ["revolver"], "agility", "aiming"),
        ("shot_semi", ["pistol"], "agility", "aiming"),
        ("spray", [FULL_SMG], "agility", "aiming"),
    ],
)
@pytest.mark.parametrize("die", [13, 20])  # the total, 16 or 23, is not what counts
@pytest.mark.parametrize("save", [12, 13])
def test_the_save_dc_of_every_attack_takes_its_own_ability_and_skill(
    scene, verb, hands, ability, skill, die, save
):
    able = {name: 4 for name in (*ABILITIES, *SKILLS)}
    s = scene(A={**able, ability: 1, skill: 2, "hands": hands}, B={"hp": 12})
    s.declare(verb, "B", "torso", dice=[die, save])
    if verb == "unarmed":
        s.declare("table")
    assert (s.phase, s.battle.dice_left) == ("main", 0)
    table = {"unarmed": 2}.get(verb, 1)  # what the Torso entry deals
    ordinary = 5 if verb == "spray" else 1
    assert s.unit("B").hp == 12 - ordinary - (table if save == 12 else 0)


@clause("U019")
@pytest.mark.parametrize(("save", "bleed"), [(13, 0), (12, 1)])
def test_the_save_dc_of_an_opportunity_attack_is_its_attackers(scene, save, bleed):
    s = scene(B={"physique": 1, "melee": 2, "hands": ["knife"]})
    s.declare("step", "W")
    s.act("opp_melee", "torso", dice=[13, save], by="B")
    assert s.unit("A").bleed == bleed


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


@clause("U025", "U033")
@pytest.mark.parametrize("weapon", ["bat", "pistol"])
@pytest.mark.parametrize(
    ("hands", "lying"),
    [
        (["knife", "machete"], ["knife", "machete"]),
        (["stone"], ["stone"]),
        (["carbine"], ["carbine"]),
        ([], []),
    ],
)
@pytest.mark.parametrize("save", [9, 4])
def test_the_arms_tables_drop_whatever_is_in_hand_and_nothing_else(
    scene, weapon, hands, lying, save
):
    s = strike(scene, weapon, "arms", [18, save], b={"hands": hands, "inventory": ["bandage"]})
    assert sorted(floor(s)) == [(item, 8, 7) for item in lying]
    assert (s.unit("B").hands, s.unit("B").inventory[0]) == ([], "bandage")
    assert s.unit("A").hands == [weapon]


@clause("U026")
@pytest.mark.parametrize(
    ("save", "found"), [(9, {"prone"}), (4, {"prone", "broken_leg"}), (10, set())]
)
def test_blunt_legs_makes_prone_and_then_breaks_a_leg(scene, save, found):
    s = strike(scene, "bat", "legs", [18, save])
    assert (s.unit("B").hp, marks(s.unit("B"))) == (5, found)


@clause("U027")
@pytest.mark.parametrize(
    ("save", "bleed", "found"),
    [(9, 1, {"stress", "bleed"}), (4, 3, {"stress", "bleed", "deep_wound"}), (10, 0, set())],
)
def test_slashing_head_gives_stress_and_bleeding_and_then_a_deep_wound(scene, save, bleed, found):
    b = strike(scene, "knife", "head", [20, save]).unit("B")
    assert (b.hp, b.stress, b.bleed, marks(b)) == (5, int(save < 10), bleed, found)


@clause("U028")
@pytest.mark.parametrize(
    ("save", "hp", "bleed", "found"),
    [(9, 4, 1, {"bleed"}), (4, 4, 3, {"bleed", "deep_wound"}), (10, 5, 0, set())],
)
def test_slashing_torso_deals_one_damage_and_bleeding_and_then_a_deep_wound(
    scene, save, hp, bleed, found
):
    b = strike(scene, "knife", "torso", [16, save]).unit("B")
    assert (b.hp, b.bleed, marks(b)) == (hp, bleed, found)


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


@clause("U027", "U028", "U029", "U030")
@pytest.mark.parametrize("area", AREAS)
@pytest.mark.parametrize("save", [9, 5])
def test_slashing_bleeds_and_hampers_until_the_end_of_the_victims_next_turn(scene, area, save):
    s = strike(scene, "knife", area, [STRONG[area], save])
    hp, timed = s.unit("B").hp, {"arms": "weakened", "legs": "slowed"}.get(area)
    s.end_turn()  # its only tick
    assert (s.unit("B").hp, s.unit("B").bleed) == (hp - 1, 0)
    assert [name for name in ("weakened", "slowed") if getattr(s.unit("B"), name)] == (
        [timed] if timed else []
    )
    s.end_turn()
    b = s.unit("B")
    assert (b.weakened, b.slowed) == (False, False)
    s.end_turn()
    assert s.unit("B").hp == hp - 1


@clause("U031")
@pytest.mark.parametrize(
    ("save", "hp", "found"), [(9, 3, set()), (4, 3, {"concussion"}), (10, 5, set())]
)
def test_piercing_head_deals_two_damage_and_then_gives_a_concussion(scene, save, hp, found):
    b = strike(scene, "pistol", "head", [20, save]).unit("B")
    assert (b.hp, marks(b)) == (hp, found)


@clause("U032")
@pytest.mark.parametrize(
    ("save", "hp", "bleed", "found"),
    [(9, 4, 1, {"bleed"}), (4, 4, 3, {"bleed", "deep_wound"}), (10, 5, 0, set())],
)
def test_piercing_torso_deals_one_damage_and_bleeding_and_then_a_deep_wound(
    scene, save, hp, bleed, found
):
    b = strike(scene, "pistol", "torso", [16, save]).unit("B")
    assert (b.hp, b.bleed, marks(b)) == (hp, bleed, found)


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
