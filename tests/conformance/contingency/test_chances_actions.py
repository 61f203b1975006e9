"""Chances of what actions bring: omens, falls, toxins, spells, stamina, hiding, crowds.

The fractions are worked out by hand from the rules; how many ways lead to a sum, and to the pairs
kept of three dice: test_chances.py.
"""

from collections import Counter
from fractions import Fraction

import pytest

from fracas.envs.core.testing import clause

HIGHER = Fraction(106, 256)  # d4 + d4 against d4 + d4
LOWER = 1 - HIGHER  # or equal
STRIKE = ("strike", "B", "clash")
NONE = (1, 1, 1, 1, 1)  # slots free


def slots(*crossed):
    return tuple(int(severity not in crossed) for severity in range(1, 6))


# --- omens of the player: Muddling against a target that does not Focus


def muddles(chances, fours, sizes, verb="feint", a=(), b=(), **options):
    """Return how often an action of A, which always succeeds, shows an omen."""
    own = {"agility": sizes[0], "wisdom": sizes[0], "deception": sizes[1], "tactics": sizes[1]}
    a = {"hidden_from": {"B"}, **own, **dict(a)}
    s = fours([verb], a, {"aware_of": set(), **dict(b)}, apart=True, options=options)
    found = chances(s, [(verb, "B")], sizes, "phase")
    assert set(found) == {"muddle", "option"}
    return found["muddle"]


@clause("C010", "C012", "C144", "option:omens.source")
@pytest.mark.parametrize(
    ("sizes", "ways"),
    [
        # An 8 with any d6: 6; a 6 with another die than the 8: 7; 22, 33, 44, 55: 4.
        ([8, 6], 17),
        ([8, 8], 15 + 6),  # an 8 shows; 22 to 77
        ([4, 4], 7 + 2),  # a 4 shows; 22, 33
        ([12, 4], 4 + 11 + 2),  # a 12 with any d4; a 4 with no 12; 22, 33 (44 is among the 4s)
    ],
)
def test_a_plain_roll_shows_an_omen(chances, fours, sizes, ways):
    found = muddles(chances, fours, sizes)
    assert found == Fraction(ways, sizes[0] * sizes[1])


@clause("C003", "C004", "C010")
@pytest.mark.parametrize(
    ("sizes", "verb", "a", "b", "without"),
    [
        # Best two of three d4. None: 11, 21, 31, 32 are kept in 1 + 3 + 3 + 9 ways.
        ([4, 4, 4], "feint", {"defended_last": {"B"}}, {}, 16),
        # Worst two. None: 11, 12, 13, 23 in 10 + 15 + 9 + 9 ways.
        ([4, 4, 4], "anticipate", {}, {"sapient": False}, 43),
        # x and z are d6, y is d4; rolled x, y, z, on a tie the last is dropped. Best two, none:
        # y dropped (y < z, y <= x), x and z below 6, unlike: for y of 1 to 4: 20 - 4, 12 - 3,
        # 6 - 2, 2 - 1 = 16 9 4 1. z dropped (in min(x, y) ways), x < 6, y < 4, unlike or 11: for y
        # of 1 to 3: 5, 1 + 3 * 2, 1 + 2 + 2 * 3 = 5 7 9. x dropped (in min(y, z) - 1 ways), y < 4,
        # z < 6, unlike: for y of 2, 3: 3, 1 + 2 * 2 = 3 5.
        ([6, 4, 6], "feint", {"defended_last": {"B"}}, {}, 30 + 21 + 8),
        # Worst two, none: z dropped (in 7 - max(x, y) ways): for y of 1 to 3: 6 + 5 + 4 + 3 + 2,
        # 5 + 4 + 3 + 2, 4 + 4 + 3 + 2 = 20 14 13. y dropped (y > z, y >= x), x and z below y and
        # unlike or 11: for y of 2 to 4: 2, 6 - 1, 12 - 2 = 2 5 10. x dropped (in 6 - max(y, z)
        # ways), y < 4, z < 6, unlike or 11: for y of 1 to 3: 15, 14 - 4, 12 - 3 = 15 10 9.
        ([6, 4, 6], "anticipate", {}, {"sapient": False}, 47 + 17 + 34),
    ],
)
def test_kept_dice_show_an_omen(chances, fours, sizes, verb, a, b, without):
    found = muddles(chances, fours, sizes, verb, a, b)
    assert found == 1 - Fraction(without, sizes[0] * sizes[1] * sizes[2])


@clause("option:omens.source")
def test_omens_by_margin_unopposed(chances, fours):
    # Difficulty 1, margin 3 by a sum of 4 or more: 48 - 1 - 2.
    assert muddles(chances, fours, [8, 6], **{"omens.source": "margin"}) == Fraction(45, 48)


@clause("option:omens.source")
def test_omens_by_margin_opposed(chances, fours):
    s = fours(["feint"], options={"omens.source": "margin"})
    found = chances(s, [("feint", "B")], [4] * 4, "phase")
    # Higher by 3 or more: 1*4 + 2*3 + 3*2 + 4*1, by 4 10, by 5 4, by 6 1: 35; by 1 or 2: the rest.
    assert (found["muddle"], found["option"]) == (Fraction(35, 256), Fraction(106 - 35, 256))


# --- omens of the moderator: a dagger that may stay in the target


@clause("C011", "C013", "C349", "option:omens.moderator")
@pytest.mark.parametrize(
    ("sizes", "more", "chance"),
    [
        ([8, 6], {}, 1 - Fraction(7 * 5, 8 * 6)),  # neither die a 1
        ([8, 6], {"options": {"omens.moderator": "off"}}, 0),
        # Best two of three d4: a 1 is kept if two show it: 111, and 3 * 3 with another die.
        ([4, 4, 4], {"b": {"grant_combat": True}}, Fraction(1 + 9, 64)),
        # Worst two: the lowest is kept, so any 1.
        ([4, 4, 4], {"apart": False}, 1 - Fraction(27, 64)),
    ],
)
def test_a_thrown_dagger_may_be_embedded(chances, fours, sizes, more, chance):
    a = {"hands": ["dagger"], "finesse": sizes[0], "accuracy": sizes[1]}
    s = fours(["throw"], a, **{"apart": True, **more})
    found = chances(s, [("throw", "B", "main"), ("decline",)], sizes, "phase")
    assert found.get("embed", 0) == chance


# --- falls


def shoved(fours, drop, b=()):
    """Return a scene where A is about to shove B, who falls."""
    edges = [{"from": "Z0", "to": "Z1", "kind": "drop", "dice": drop}]
    s = fours(["brawl"], b=b, zones={"Z0": {"props": True}}, edges=edges)
    s.declare("wrestle", "B", "strength", dice=[3, 2])
    s.declare("decline", by="B")
    return s


SHOVE, KEEP, DONE = ("shove", "Z1"), ("keep",), ("done",)


@clause("C407", "C408")
def test_an_unbroken_fall_of_2d6(chances, fours):
    s = shoved(fours, "2d6")
    found = chances(s, [SHOVE, DONE], [(4, 1), (4, 2), 6, 6], "B.slots")
    # Sums of 2 to 4: 1 + 2 + 3; 5 to 8: 4 + 5 + 6 + 5; 9 to 12: 4 + 3 + 2 + 1.
    assert found == {
        slots(1): Fraction(6, 36), slots(2): Fraction(20, 36), slots(3): Fraction(10, 36),
    }  # fmt: skip


@clause("C400", "C401", "C403", "C408")
def test_a_braced_fall_of_1d12(chances, fours):
    s = shoved(fours, "1d12")
    found = chances(s, [SHOVE, KEEP, ("lower", 1, 1), KEEP], [4, 4, 12], "B.slots")
    # Severity 3: 9 or more left, of 11 and 12 by a Brace of 2, of 12 by 3: 1*2 + 2*1. Severity 2:
    # 5 to 8 left, by a Brace of 2 to 7 of 4 4 4 3 2 1 faces: 1*4 + 2*4 + 3*4 + 4*3 + 3*2 + 2*1.
    assert found == {
        slots(1): Fraction(144, 192), slots(2): Fraction(44, 192), slots(3): Fraction(4, 192),
    }  # fmt: skip


@clause("C404", "C408")
def test_wind_resistance_takes_the_only_fall_die(chances, fours):
    s = shoved(fours, "1d4", {"agility": 8, "mobility": 6})
    found = chances(s, [SHOVE, DONE, ("remove", 1), KEEP], [8, 6, 4], "B.slots")
    # An omen in 17 of 48 ways, with a fall die of 1 to 3.
    assert found == {NONE: Fraction(17, 48) * Fraction(3, 4), slots(1): 1 - Fraction(17, 64)}


@clause("C405", "C410")
def test_on_your_feet_after_a_shove(chances, fours):
    s = shoved(fours, "1d4", {"agility": 8, "mobility": 6})
    found = chances(s, [SHOVE, DONE, ("feet",), KEEP], [8, 6, 4], "B.prone")
    assert found[0] == Fraction(2, 48)  # two omens by 8 6 and by 6 6


@clause("C405", "C409", "C410")
def test_on_your_feet_after_a_jump(chances, fours):
    edges = [{"from": "Z0", "to": "Z1", "kind": "drop", "dice": "1d4"}]
    s = fours(["reposition"], edges=edges, apart=True)
    s.declare("reposition", dice=[1, 2])
    calls = [("step", "Z1"), ("feet",), KEEP]
    found = chances(s, calls, [4, 4, 4, (4, 1)], "A.prone")
    # Best two of three d4: two or more omens only by 44, at least two dice of 4: 1 + 3 * 3.
    assert found[0] == Fraction(10, 64)


@clause("C406")
@pytest.mark.parametrize(
    ("sizes", "chance"), [((8, 8), Fraction(1, 64)), ((4, 4), Fraction(1, 16)), ((8, 6), 0)]
)
def test_skilled_falling_needs_both_top_faces_of_one_size(chances, fours, sizes, chance):
    s = shoved(fours, "1d6", {"agility": sizes[0], "mobility": sizes[1]})
    found = chances(s, [SHOVE], [*sizes], "phase", dice_may_follow=True)
    assert found.get("skilled", 0) == chance


# --- toxins


@clause("C390", "C391", "C392")
@pytest.mark.parametrize(
    ("toxin", "fails", "marks", "free"),
    [
        ("smoke", 1 + 2 + 3, 2, slots(2)),  # difficulty 5: sums of 2 to 4
        ("venom", 1 + 2 + 3 + 4 + 5, 1, slots(1, 2)),  # difficulty 7: 2 to 6
    ],
)
def test_to_resist_a_toxin_with_d8_and_d6(chances, fours, toxin, fails, marks, free):
    a = {"hands": [{"item": "dagger", "toxin": toxin}]}
    s = fours(["strike"], a, {"constitution": 8, "fortitude": 6})
    found = chances(s, [STRIKE, ("decline",)], [(4, 3), (4, 2), 8, 6], "B.marks", "B.slots")
    assert found == {
        (marks, free): Fraction(fails, 48), (0, slots(2)): 1 - Fraction(fails, 48),
    }  # fmt: skip


# --- spells: strain and what is kept, in the order bolt, ward, mire, dread

WARD = ("cast", "ward", "A")


def caster(**more):
    figures = {"knowledge": 8, "arcana": 6, "constitution": 8, "willpower": 8, "discipline": 6}
    return {"hands": [None], "spells": ["ward", "dread"], **figures, **more}


@clause("C007", "C460", "C462")
def test_to_cast_a_fresh_spell(chances, fours):
    s = fours(["cast"], caster())
    found = chances(s, [WARD, KEEP], [8, 6], "A.kept", "A.strain")
    # Difficulty 5: all but 1 + 2 + 3 ways.
    assert found == {
        ((2, 0, 0), (0, 1, 0, 0)): Fraction(42, 48), ((0, 0, 0), (0, 1, 0, 0)): Fraction(6, 48),
    }  # fmt: skip


@clause("C463", "C464", "C465")
def test_to_cast_a_strained_spell(chances, fours):
    s = fours(["cast"], caster(strain={"ward": 1}))
    found = chances(s, [WARD, KEEP], [8, 6, 8], "A.kept", "A.strain", "A.taxing")
    # Worst two of d8, d8, d6 below 5: 11 in 20 ways, 12 in 35, 13 in 29, 22 in 17, of 384. A 12:
    # the three dice are a 1 and two others of 2 or more, one of them a 2 at least: the 1 on a d8,
    # 5 + 6 ways, on the other likewise, on the d6 7 + 6.
    assert found == {
        ((2, 0, 0), (0, 1, 0, 0), 0): Fraction(283, 384),
        ((0, 0, 0), (0, 2, 0, 0), 1 << 1): Fraction(101, 384),
    }


@clause("C466")
def test_an_omen_spares_a_strain_token(chances, fours):
    s = fours(["cast"], caster())
    found = chances(s, [WARD, ("less_strain",)], [8, 6], "A.strain")
    assert found == {(0, 0, 0, 0): Fraction(17, 48), (0, 1, 0, 0): Fraction(31, 48)}


def keeps(fours, **tokens):
    targets = {"ward": "A", "dread": "B"}
    kept = [{"spell": k, "target": targets[k], "tokens": n} for k, n in tokens.items()]
    return fours([], caster(kept=kept))


@clause("C440", "C441", "C445")
@pytest.mark.parametrize(
    ("tokens", "fails"),
    [
        ({"ward": 0}, 0),  # requirement 1
        ({"dread": 0}, 1),  # 3: a sum of 2
        ({"dread": 3}, 1 + 2 + 3 + 4),  # 6: sums of 2 to 5
        ({"dread": 6}, 1 + 2 + 3 + 4 + 5 + 6 + 6),  # 9: sums of 2 to 8
    ],
)
def test_to_keep_one_spell_up(chances, fours, tokens, fails):
    s = keeps(fours, **tokens)
    found = chances(s, [("forgo",)], [8, 6], "A.kept")
    assert found.get((0, 0, 0), 0) == Fraction(fails, 48)


@clause("C442", "C443")
@pytest.mark.parametrize(
    ("ended", "left"),
    [
        ("dread", (2, 0, 0)),  # 1 is left, below 2 and 3
        ("ward", (0, 0, 0)),  # 3 is left, below neither
    ],
)
def test_to_keep_two_spells_up(chances, fours, ended, left):
    s = keeps(fours, ward=0, dread=0)
    found = chances(s, [("forgo",), ("end_concentration", ended)], [8, 6], "A.kept")
    # Requirement 4: not by sums of 2 and 3.
    assert found == {(2, 4, 0): Fraction(45, 48), left: Fraction(3, 48)}


# --- stamina


@clause("C424", "C425", "C427")
def test_a_clash_against_a_guard_costs_one_of_the_two_or_both(chances, fours):
    s = fours(["strike"])
    found = chances(s, [STRIKE, ("guard",)], [4] * 4, "A.marks", "B.marks", "B.slots")
    assert found == {(0, 1, slots(3)): HIGHER, (1, 1, NONE): LOWER}


@clause("C428")
def test_an_arrow_against_a_guard_costs_the_archer_nothing(chances, fours):
    s = fours(["shoot"], {"hands": ["bow"]}, apart=True)
    found = chances(s, [("shoot", "B"), ("guard",)], [4] * 4, "A.marks", "B.marks", "B.hit")
    assert found == {(0, 1, 1): HIGHER, (0, 1, 0): LOWER}


@clause("C323", "C324", "C325", "C424", "C427", "option:harry.on_defend")
@pytest.mark.parametrize(
    ("option", "reaction", "success", "failure"),
    [
        ("mark", "dodge", (0, 2), (0, 1)),
        ("mark", "guard", (0, 1 + 2), (1, 1 + 1)),
        ("none", "dodge", (0, 2), (0, 0)),
        ("none", "guard", (0, 1 + 2), (1, 1)),
    ],
)
def test_a_harry_wears_down(chances, fours, option, reaction, success, failure):
    s = fours(["strike"], options={"harry.on_defend": option})
    calls = [("strike", "B", "harry"), (reaction,)]
    found = chances(s, calls, [4] * 4, "A.marks", "B.marks")
    assert found == {success: HIGHER, failure: LOWER}


@clause("C100", "C104", "C323", "C324")
def test_a_harry_may_take_the_breath_away(chances, fours):
    s = fours(["strike"], b={"marks": 3})
    calls = [("strike", "B", "harry"), ("dodge",)]
    found = chances(s, calls, [4] * 4, "B.marks", "B.breathless")
    assert found == {(4, 1): HIGHER, (4, 0): LOWER}


@clause("C103", "C362", "C363", "C375")
@pytest.mark.parametrize(
    ("attribute", "marks", "success"),
    [
        ("strength", 1, (2, NONE)),
        ("strength", 2, (3, slots(1))),  # tiring: half of 4
        ("agility", 2, (3, NONE)),
    ],
)
def test_a_jab_hurts_who_is_tiring(chances, fours, attribute, marks, success):
    s = fours(["brawl"], b={"marks": marks})
    calls = [("jab", "B", attribute), ("dodge",)]
    found = chances(s, calls, [4] * 4, "B.marks", "B.slots")
    assert found == {success: HIGHER, (marks, NONE): LOWER}


@clause("C245", "C246")
def test_a_failed_disengage_costs_a_mark(chances, fours):
    s = fours(["disengage"])
    found = chances(s, [("disengage",)], [4] * 4, "A.engaged", "A.marks")
    assert found == {(0, 0): HIGHER, (1 << s.battle.index("B"), 1): LOWER}


@clause("C272", "C275", "C276")
def test_an_escape_costs_the_grappler_or_both_a_mark(chances, fours):
    s = fours(["escape"], b={"grappling": {"A"}})
    calls = [("escape", "grapple"), ("guard",)]
    found = chances(s, calls, [4] * 4, "A.grappled_by", "A.marks", "B.marks")
    assert found == {(0, 0, 1): HIGHER, (1 << s.battle.index("B"), 1, 1): LOWER}


@clause("C365", "C366", "option:wrestle.clever")
@pytest.mark.parametrize(
    ("clever", "props", "chance"),
    [
        ("props", True, HIGHER),
        ("props", False, Fraction(259, 1024)),  # worst two of three d4 against d4 + d4
        ("always", False, HIGHER),
        ("never", True, Fraction(259, 1024)),
    ],
)
def test_a_wrestle_needs_to_be_clever(chances, fours, clever, props, chance):
    options = {"wrestle.clever": clever}
    s = fours(["brawl"], zones={"Z0": {"props": props}}, options=options)
    calls = [("wrestle", "B", "strength"), ("dodge",)]
    found = chances(s, calls, [4] * (4 if chance == HIGHER else 5), "phase")
    assert found["effect"] == chance


# --- hiding

THICKET = {"Z0": {"conceal": True}}


def finders(s, found):
    """Return the distribution of who of B and B2 sees A."""
    seats = [s.battle.index(name) for name in ("B", "B2") if name in s.battle.units]
    result = Counter()
    for fooled, chance in found.items():
        result[tuple(not fooled >> seat & 1 for seat in seats)] += chance
    return dict(result)


@clause("C255", "C256")
def test_to_hide_from_two(chances, fours):
    s = fours(["hide"], B2={}, zones=THICKET, apart=True)
    found = chances(s, [("hide", "surroundings")], [4] * 6, "A.hidden_from")
    # Seen by neither: below A's sum in 0 1 3 6 10 13 15 ways, squared:
    # 2*1 + 3*9 + 4*36 + 3*100 + 2*169 + 1*225 = 1036.
    # Seen by both: at or above A's sum in 16 15 13 10 6 3 1 ways, squared:
    # 256 + 2*225 + 3*169 + 4*100 + 3*36 + 2*9 + 1 = 1740. One of the two: the rest, halved.
    assert finders(s, found) == {
        (False, False): Fraction(1036, 4096), (True, True): Fraction(1740, 4096),
        (True, False): Fraction(660, 4096), (False, True): Fraction(660, 4096),
    }  # fmt: skip


@clause("C129", "C255")
def test_to_hide_in_heavy_armour(chances, fours):
    s = fours(["hide"], {"armour": "heavy"}, zones=THICKET, apart=True)
    found = chances(s, [("hide", "surroundings")], [4] * 5, "A.hidden_from")
    assert finders(s, found)[False,] == Fraction(259, 1024)  # worst two against a plain roll


@clause("C472", "option:hide.detection")
@pytest.mark.parametrize(
    ("dice", "result", "seen"),
    [
        ([4, 4], 6, Fraction(3 + 2 + 1, 16)),
        ([4, 4], 9, 0),
        ([8, 6], 9, Fraction(6 + 5 + 4 + 3 + 2 + 1, 48)),
        ([8, 6], 2, 1),
    ],
)
def test_to_find_who_hides_in_the_zone(chances, fours, dice, result, seen):
    a = {"hidden_from": {"B", "W"}, "hide_result": result}
    b = {"knowledge": dice[0], "awareness": dice[1]}
    s = fours([], a, b, zones=THICKET, apart=True)
    found = chances(s, [("forgo",)], dice, "A.hidden_from")
    assert finders(s, found).get((True,), 0) == seen


# --- crowds


@clause("C294", "C295", "option:pickup.steps")
@pytest.mark.parametrize(
    ("traits", "ways"),
    [
        # B and the bystanders are the others. Difficulty 3: 48 - 1; 5: 48 - 6; 7: 48 - 15; 9: 21.
        ({"crowd": 0}, 47),
        ({"crowd": 1}, 47),
        ({"crowd": 2}, 42),
        ({"crowd": 4}, 33),
        ({"crowd": 6}, 21),
        ({"crowd": 2, "clutter": True}, 33),
        ({"crowd": 6, "clutter": True}, 21),  # no harder than 9
    ],
)
def test_to_pick_something_up_in_a_crowd(chances, fours, traits, ways):
    a = {"hands": [None], "finesse": 8, "dexterity": 6}
    ground = [{"item": "dagger", "zone": "Z0"}]
    s = fours(["pick_up"], a, zones={"Z0": traits}, ground=ground, apart=True)
    found = chances(s, [("pick_up", "dagger", "roll")], [8, 6], "A.main")
    assert 1 - found.get(0, 0) == Fraction(ways, 48)
