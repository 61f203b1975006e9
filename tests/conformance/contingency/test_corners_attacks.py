"""Attacks and what answers them with unusual gear: in which hand, how far, how often it counts."""

import pytest

from fracas.envs.core.testing import clause

AFTER = ("combat", "W")
PISTOL = {"class": "ranged", "skill": "accuracy", "damage": 2, "range": "near"}
SPIKE = {"class": "melee", "skill": "blades", "damage": 2, "thrown": "engaged"}
PAVISE = {"class": "none", "hands": 2, "guard": 3}
VENOM = {"item": "dagger", "toxin": "venom"}
# With what four units hold or carry, 20 items, of which a bow is the last.
FULL = [{"item": item, "zone": "Z3"} for item in (*["mace"] * 15, "bow")]


def asked(s):
    return s.phase, s.decider


# --- Shoot


@clause("C330", "C336")
@pytest.mark.parametrize("ground", [[], FULL])
@pytest.mark.parametrize(
    "hands", [["pistol"], [None, "pistol"], ["sword", "pistol"], ["pistol", "shield"]]
)
def test_a_ranged_weapon_is_fired_from_either_hand(scene, hands, ground):
    ground = ground[len(hands) - hands.count(None) - 1 :]
    s = scene(
        A={"hands": hands}, items={"pistol": PISTOL}, ground=ground, apart=True,
        announce={"A": ["shoot"]},
    )  # fmt: skip
    s.act("shoot", "B", dice=[5, 4])
    assert s.unit("B").slots == (1, 0, 1, 1, 1)


@clause("C330")
@pytest.mark.parametrize("hands", [[], ["shield"], [None, "shield"]])
def test_without_a_ranged_weapon_in_hand_nothing_is_fired(scene, hands):
    a = {"hands": hands, "carried": ["bow"]}
    s = scene(A=a, ground=FULL[len(hands) - hands.count(None) :], announce={"A": ["shoot"]})
    assert (s.battle.state[0]["n_items"], asked(s)) == (20, AFTER)


# --- Throw, Strike


@clause("C341", "C344")
def test_a_weapon_thrown_engaged_goes_no_farther(scene):
    for apart in (False, True):
        s = scene(A={"hands": ["spike"]}, items={"spike": SPIKE}, apart=apart)
        s.announce(A=["throw"], W=["brawl"])
        assert asked(s) == (AFTER if apart else ("combat", "A"))
    s = scene(A={"hands": ["spike"]}, items={"spike": SPIKE}, announce={"A": ["throw"]})
    s.act("throw", "B", dice=[5, 4, 6])
    assert s.unit("B").slots == (1, 0, 1, 1, 1)


@clause("C050")
@pytest.mark.parametrize("act", [("jab", "B", "agility"), ("throw", "B", "main")])
def test_only_a_strike_is_followed_up(scene, act):
    a = {"hands": ["dagger"], "techniques": ["follow_up"]}
    s = scene(A=a, announce={"A": ["brawl" if act[0] == "jab" else act[0]]})
    s.declare(*act, dice=[8, 3] if act[0] == "jab" else [8, 3, 8])
    s.declare("decline", by="B")
    assert asked(s) == AFTER


@clause("C050")
def test_before_its_row_a_quick_grab_is_aimed_at_nobody(scene):
    a = {"hands": [], "techniques": ["quick_grab"], "agility": 8}
    s = scene(
        A=a, B={"hands": []}, ground=[{"item": "dagger", "zone": "Z0"}], apart=True,
        announce={"A": ["pick_up"], "B": ["pick_up"]},
    )  # fmt: skip
    s.declare("pick_up", "dagger", "roll", dice=[8, 3, 2, 2])
    s.declare("contest", by="B")
    s.declare("technique", "quick_grab", by="A")
    assert asked(s) == ("instant", "A")
    seen = s.observe("A")
    assert (seen["me.acting"], seen["enemy_0.aimed_at"], seen["enemy_1.aimed_at"]) == (1, 0, 0)


# --- Defend


@clause("C088", "option:ambush.defend")
@pytest.mark.parametrize("aware", [True, False])
def test_by_option_the_unaware_defend_with_disadvantage(scene, aware):
    b = {} if aware else {"aware_of": set()}
    s = scene(B=b, announce={"A": ["strike"]}, options={"ambush.defend": "disadvantage"})
    s.declare("strike", "B", "clash", dice=[5, 4])
    s.act("dodge", by="B", dice=[4, 5] if aware else [4, 4, 8])
    assert s.unit("B").hit is not aware


@clause("C232", "C231")
@pytest.mark.parametrize(("zone", "dice"), [("Z0", [4, 4]), ("Z1", [4, 4, 1])])
def test_nobody_in_the_zone_of_a_cover_is_beyond_it(scene, zone, dice):
    s = scene(
        A={"hands": ["bow"], "zone": zone}, B={"covered": True}, apart=True,
        zones={"Z0": {"cover": True, "cover_from": ["Z0", "Z1"]}}, announce={"A": ["shoot"]},
    )  # fmt: skip
    s.declare("shoot", "B", dice=[5, 4])
    s.act("dodge", by="B", dice=dice)
    assert s.unit("B").hit


@clause("C429", "C497")
@pytest.mark.parametrize(("dice", "hit"), [([5, 5], False), ([6, 5], True)])
def test_a_shield_in_both_hands_is_one_shield(scene, dice, hit):
    s = scene(B={"hands": ["pavise"]}, items={"pavise": PAVISE}, announce={"A": ["strike"]})
    s.declare("strike", "B", "clash", dice=dice)
    s.act("guard", by="B", dice=[4, 3])
    assert s.unit("B").hit is hit


# --- injuries of one attack


def poisoned(scene, **b):
    """B is hit by a coated dagger and may choose its slots."""
    s = scene(
        A={"hands": [VENOM]}, B=b, B2={}, announce={"A": ["strike"]}, options={"injury.ask": True}
    )
    s.declare("strike", "B", "clash", dice=[5, 4])
    s.declare("decline", by="B")
    return s


@clause("C122", "C126", "C044")
def test_who_falls_by_the_slot_it_takes_takes_no_more(scene):
    s = poisoned(scene, slots_free=[0, 0, 0, 1, 1])
    assert asked(s) == ("injury", "B")
    s.act("take", 5, dice=[])  # no toxin is resisted by who is out (2.4)
    assert (asked(s), s.unit("B").out, s.unit("B").slots) == (AFTER, True, (0, 0, 0, 1, 0))


@clause("C122", "C123")
def test_nobody_is_asked_for_a_slot_where_none_is_left(scene):
    s = poisoned(scene, slots_free=[0, 0, 1, 1, 0], marks=8, breathless=1)
    assert asked(s) == ("injury", "B")
    s.act("take", 3, dice=[3, 3])  # the toxin's severity 2 takes slot 4
    assert (asked(s), s.unit("B").slots) == (AFTER, (0, 0, 0, 0, 0))
    assert s.unit("B").wellness == 3  # an injury of severity 1 for its mark, without a slot: C123


# --- Cast


@clause("C467")
@pytest.mark.parametrize("target", ["A", "A2", "A3"])
def test_ward_is_cast_on_any_of_three(scene, target):
    a = {"hands": [], "spells": ["ward", "mire"]}
    s = scene(A=a, A2={}, A3={}, witness=False, announce={"A": ["cast"], "B": ["strike"]})
    s.act("cast", "ward", target, dice=[5, 4])
    assert [(k["spell"], k["target"]) for k in s.unit("A").kept] == [("ward", target)]
