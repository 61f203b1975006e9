"""Chances of key rolls, enumerated over all dice, against fractions worked out by hand.

DC 10 without bonuses: 16 to 20 Strong Success (5/20), 10 to 15 Success (6/20), 5 to 9 Failure
(5/20), 1 to 4 Strong Failure (4/20).
"""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from fracas.envs import Battle


def arena(a=None, b=None, **keys):
    return Battle(
        {
            "system": "undead",
            "title": "chances",
            "map": "..........",
            "order": ["red_0", "blue_0"],
            "sides": [
                {"id": "red", "units": [{"at": [0, 0], "hp": 14, **(a or {})}]},
                {"id": "blue", "units": [{"at": [1, 0], "hp": 14, **(b or {})}]},
            ],
            **keys,
        }
    ).arena


def chances(start, call, read, dice):
    """Return the exact distribution of ``read(battle)`` after ``call``, over all lists of dice."""
    counts = Counter()
    for faces in product(*(range(1, sides + 1) for sides in dice)):
        battle = Battle(start)
        battle.force_dice(faces)
        battle.act(*call)
        while battle.phase in ("defend", "opportunity"):
            battle.act("pass")
        counts[read(battle)] += 1
    total = sum(counts.values())
    return {value: Fraction(n, total) for value, n in counts.items()}


def lost(battle):
    unit = battle.unit("blue_0")
    return unit.hp_max - unit.hp


def test_melee_with_a_knife_at_the_torso():
    # Hit 11/20. SS 5/20; then the save against DC 10 fails (F or SF) by 1 to 9: 9/20, +1 damage.
    found = chances(arena({"hands": ["knife"]}), ("melee", "blue_0", "torso"), lost, (20, 20))
    assert found == {
        0: Fraction(9, 20),
        1: Fraction(6, 20) + Fraction(5, 20) * Fraction(11, 20),
        2: Fraction(5, 20) * Fraction(9, 20),
    }


def test_melee_at_the_head_needs_four_more():
    # DC 14: hit by 14 to 20.
    found = chances(arena({"hands": ["bat"]}), ("melee", "blue_0", "head"), lost, (20, 20))
    assert found == {0: Fraction(13, 20), 1: Fraction(7, 20)}


def test_advantage_keeps_the_higher_die():
    # Prone target: two dice, higher at least 10: 1 - (9/20)^2.
    start = arena({"hands": ["bat"]}, {"prone": True})
    found = chances(start, ("melee", "blue_0", "legs"), lambda b: lost(b) > 0, (20, 20, 20))
    assert found[True] == 1 - Fraction(11, 20) ** 2  # legs: DC 12, missed by 1 to 11


def test_disadvantage_keeps_the_lower_die():
    start = arena({"hands": ["bat"], "prone": True})
    found = chances(start, ("melee", "blue_0", "torso"), lambda b: lost(b) > 0, (20, 20, 20))
    assert found[True] == Fraction(11, 20) ** 2


def test_spray_deals_the_margin_up_to_five():
    # Aiming 4 + Agility 1 against 10: margin = die - 5; SS from die 11 on adds the table.
    start = arena(
        {"hands": [{"item": "smg", "mode": "full"}], "aiming": 4, "agility": 1}, {"at": [5, 0]}
    )
    found = chances(start, ("spray", "blue_0", "torso"), lost, (20, 20))
    # margins 1 to 5 by 6 to 10; from 11 (margin 6 or more) 5, and 1 more where the save fails.
    # Save DC 10 + 5: made by 15 to 20, 6/20.
    expected = {k: Fraction(1, 20) for k in range(1, 5)}
    expected[0] = Fraction(5, 20)
    expected[5] = Fraction(1, 20) + Fraction(10, 20) * Fraction(6, 20)
    expected[6] = Fraction(10, 20) * Fraction(14, 20)
    assert found == expected


def test_intimidate_is_a_contest_that_a_tie_wins():
    found = chances(
        arena(), ("intimidate", "blue_0"), lambda b: b.unit("blue_0").stress > 0, (20, 20)
    )
    assert found[True] == Fraction(210, 400)  # pairs with mine >= theirs


def test_push_is_never_dodged_and_fells_on_a_strong_success():
    start = arena(None, {"agility": 4, "reflex": 4})
    found = chances(start, ("push", "blue_0"), lambda b: b.unit("blue_0").prone, (20,))
    assert found == {True: Fraction(5, 20), False: Fraction(15, 20)}


@pytest.mark.parametrize(("awareness", "tier3"), [(0, 0), (4, Fraction(4, 20))])
def test_sense_tells_all_from_21_on(awareness, tier3):
    start = arena({"awareness": awareness})
    found = chances(start, ("sense",), lambda b: b.unit("red_0").sense_tier, (20,))
    assert found.get(3, 0) == tier3
    assert found[0] == Fraction(10 - awareness, 20)


def test_scatter_of_a_stone():
    # 4 and under 4/20, 5 to 9 5/20, 10 to 14 5/20, 15 and up on target 6/20.
    start = arena({"inventory": ["stone"]})
    found = chances(start, ("throw_object", "stone", 5, 0), lambda b: b.floor()[0].x, (20, 8))
    # On a map of one row only directions E (3) and W (7) of 8 leave the target tile at all.
    out, in_ = Fraction(1, 8), Fraction(1, 8)
    expected = {
        5: Fraction(6, 20) + Fraction(14, 20) * Fraction(6, 8),
        9: Fraction(4, 20) * out,  # 5 off, stopped by the edge
        8: Fraction(5, 20) * out,
        7: Fraction(5, 20) * out,
        0: Fraction(4, 20) * in_,
        2: Fraction(5, 20) * in_,
        3: Fraction(5, 20) * in_,
    }
    assert found == expected
