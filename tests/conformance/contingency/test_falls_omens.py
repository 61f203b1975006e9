"""Section 3.18 of the rules: the omens of Brace (C404-C407)."""

import pytest

from fracas.envs.core.testing import clause

# Brace dice, agility and mobility d4 or d4 and d6: omens, result.
THREE = {"agility": 4, "mobility": 4}  # 4, 4: 3 omens, result 8
TWO = {"agility": 4, "mobility": 6}  # 4, 6: 2 omens, result 10
ONE = {"agility": 4, "mobility": 6}  # 4, 1: 1 omen, result 5


def fall(scene, b, dice, drop="2d6", **more):
    """A shoves B down to Z1; stop at B's first decision."""
    s = scene(
        B=b,
        zones={"Z0": {"props": True}},
        edges=[{"from": "Z0", "to": "Z1", "kind": "drop", "dice": drop}],
        announce={"A": ["brawl"]},
        **more,
    )
    s.declare("wrestle", "B", "strength", dice=[5, 4])
    s.declare("decline", by="B")
    s.declare("shove", "Z1", dice=dice, by="A")
    return s


def landing(scene, b, dice, **more):
    """The same, nothing lowered; stop where omens are spent."""
    s = fall(scene, b, dice, **more)
    if s.phase == "lower":
        s.declare("done", by="B")
    return s


def rows(s):
    assert s.decider == "B"
    return sorted(str(action) for action in s.battle.legal())


def crossed(s, name="B"):
    """Severities of the injury slots crossed out."""
    u = s.unit(name)
    pairs = enumerate(zip(u.slots, u.slots_max, strict=True), start=1)
    return [severity for severity, (free, most) in pairs for _ in range(most - free)]


def sizes(s):
    """Sizes of the dice rolled so far."""
    state = s.battle.state[0]
    return [int(die["sides"]) for die in state["dice"][: int(state["n_dice"])]]


# --- Wind Resistance


@clause("C404")
def test_two_omens_remove_two_dice_of_3_or_less(scene):
    s = landing(scene, TWO, [4, 6, 3, 2])
    assert (s.phase, rows(s)) == ("land", ["feet", "keep", "remove(1)", "remove(2)"])
    s.declare("remove", 1)
    assert s.phase == "land"
    assert not s.legal("remove", 1)
    assert not s.legal("feet")  # one omen is left
    s.declare("remove", 2)
    assert (s.phase, crossed(s), s.unit("B").prone) == ("combat", [], True)


@clause("C404", "C408")
@pytest.mark.parametrize(("die", "severity"), [(1, 1), (2, 2)])
def test_a_removed_die_counts_for_nothing(scene, die, severity):
    s = landing(scene, ONE, [4, 1, 3, 1, 3], drop="3d6")
    assert rows(s) == ["keep", "remove(1)", "remove(2)", "remove(3)"]
    s.declare("remove", die)  # 4 are left, or 6
    assert (s.phase, crossed(s)) == ("combat", [severity])


@clause("C404")
@pytest.mark.parametrize(("face", "legal"), [(1, True), (2, True), (3, True), (4, False)])
def test_only_a_die_of_3_or_less_can_be_removed(scene, face, legal):
    s = landing(scene, ONE, [4, 1, 3, face])
    assert s.phase == "land"
    assert s.legal("remove", 1)
    assert s.legal("remove", 2) is legal


@clause("C404")
def test_a_die_lowered_to_3_can_be_removed(scene):
    s = fall(scene, ONE, [4, 1, 6, 6])
    s.declare("lower", 1, 3)  # three of five
    s.declare("lower", 2, 3)  # the other two: 4
    assert (s.phase, rows(s)) == ("land", ["keep", "remove(1)"])
    s.declare("remove", 1)
    assert crossed(s) == [1]  # 4


@clause("C404")
def test_without_omens_nothing_is_removed(scene):
    s = landing(scene, THREE, [3, 2, 3, 2])
    assert (s.phase, crossed(s)) == ("combat", [2])


@clause("C404")
def test_a_match_is_an_omen_too(scene):
    s = landing(scene, THREE, [3, 3, 3, 2])
    assert rows(s) == ["keep", "remove(1)", "remove(2)"]


@clause("C404")
def test_an_omen_with_nothing_to_remove_is_not_asked_for(scene):
    s = landing(scene, ONE, [4, 1, 4, 5])
    assert (s.phase, crossed(s)) == ("combat", [3])


@clause("C404")
def test_keep_spends_nothing_more(scene):
    s = landing(scene, TWO, [4, 6, 3, 2])
    s.declare("keep")
    assert (s.phase, crossed(s), s.unit("B").prone) == ("combat", [2], True)
    s = landing(scene, TWO, [4, 6, 3, 2])
    s.declare("remove", 1)
    s.declare("keep")
    assert (s.phase, crossed(s)) == ("combat", [1])


@clause("C404", "C408", "option:fall.damage")
@pytest.mark.parametrize(("option", "severities"), [("quarter", [1]), ("per_die", [1])])
def test_what_is_removed_is_no_injury_per_die_either(scene, option, severities):
    s = landing(scene, ONE, [4, 1, 3, 2], options={"fall.damage": option})
    s.declare("remove", 1)
    assert crossed(s) == severities


# --- On Your Feet


@clause("C405")
def test_two_omens_keep_the_faller_on_its_feet(scene):
    s = landing(scene, TWO, [4, 6, 3, 2])
    s.declare("feet", by="B")
    assert (s.phase, s.unit("B").prone, s.unit("B").zone) == ("combat", False, "Z1")
    assert crossed(s) == [2]  # the dice are another matter


@clause("C405")
@pytest.mark.parametrize(("brace", "legal"), [([4, 6], True), ([4, 1], False), ([3, 3], False)])
def test_it_takes_two(scene, brace, legal):
    s = landing(scene, TWO, [*brace, 3, 2])
    assert s.phase == "land"
    assert s.legal("feet") is legal


@clause("C405")
def test_feet_is_there_when_no_die_can_be_removed(scene):
    s = landing(scene, TWO, [4, 6, 4, 5])
    assert rows(s) == ["feet", "keep"]
    s.declare("feet")
    assert (s.phase, s.unit("B").prone, crossed(s)) == ("combat", False, [3])


@clause("C404", "C405")
@pytest.mark.parametrize("order", [("feet", "remove"), ("remove", "feet")])
def test_three_omens_are_enough_for_both(scene, order):
    s = fall(scene, THREE, [4, 4, 3, 2])
    s.declare("keep", by="B")  # no Skilled Falling
    s.declare("done", by="B")
    for verb in order:
        s.declare(verb, *([1] if verb == "remove" else []))
    assert (s.phase, s.unit("B").prone, crossed(s)) == ("combat", False, [1])


@clause("C405")
def test_feet_is_used_once(scene):
    s = fall(scene, THREE, [4, 4, 3, 2])
    s.declare("keep")
    s.declare("done")
    s.declare("feet")
    assert rows(s) == ["keep", "remove(1)", "remove(2)"]


@clause("C405")
def test_a_prone_faller_stays_prone_on_its_feet(scene):
    s = landing(scene, {**TWO, "prone": True}, [4, 6, 4, 5])
    s.act("feet")
    assert s.unit("B").prone


# --- Skilled Falling


@clause("C406", "C407")
@pytest.mark.parametrize(
    ("drop", "smaller"), [("2d12", 10), ("2d10", 8), ("2d8", 6), ("2d6", 4), ("3d8", 6)]
)
def test_three_omens_make_the_fall_dice_one_size_smaller(scene, drop, smaller):
    count, size = int(drop[0]), int(drop[2:])
    s = fall(scene, THREE, [4, 4, *([4] * count)], drop=drop)
    assert (s.phase, rows(s)) == ("skilled", ["keep", "skilled"])
    assert sizes(s)[2:] == [4, 4]  # the fall dice are still to come
    t = s.copy()
    s.act("skilled")
    assert sizes(s)[4:] == [smaller] * count
    t.act("keep")
    assert sizes(t)[4:] == [size] * count


@clause("C406")
def test_never_below_d4(scene):
    s = fall(scene, THREE, [4, 4, 4, 4], drop="2d4")
    if s.phase == "skilled":
        s.declare("skilled")
    assert sizes(s)[4:] == [4, 4]


@clause("C406")
@pytest.mark.parametrize(("b", "brace"), [(TWO, [4, 6]), (TWO, [4, 4]), (ONE, [4, 1])])
def test_two_omens_are_not_enough(scene, b, brace):
    s = fall(scene, b, [*brace, 5, 6])
    assert s.phase == "lower"


@clause("C406")
def test_the_omens_of_skilled_falling_are_gone(scene):
    s = fall(scene, THREE, [4, 4, 3, 2])
    s.declare("skilled")
    assert s.phase == "lower"
    s.declare("done")
    assert (s.phase, crossed(s), s.unit("B").prone) == ("combat", [2], True)


@clause("C406")
def test_a_willing_jump_may_be_skilled_too(scene):
    s = scene(
        A=THREE,
        edges=[{"from": "Z0", "to": "Z1", "kind": "drop", "dice": "2d8"}],
        apart=True,
        announce={"A": ["reposition"]},
    )
    s.declare("reposition", dice=[3, 2])
    s.declare("step", "Z1", dice=[4, 1, 4])  # the 1 is dropped
    assert (s.phase, s.decider) == ("skilled", "A")
    s.act("skilled", dice=[1, 1])
    assert sizes(s)[5:] == [6, 6]


# --- the order


@clause("C407")
def test_skilled_falling_then_dice_then_lowering_then_the_other_omens(scene):
    s = fall(scene, THREE, [4, 4, 6, 3], drop="2d6")
    asked = [s.phase]
    for verb, *arguments in (("keep",), ("lower", 1, 3), ("done",), ("remove", 1), ("feet",)):
        assert (s.unit("B").zone, crossed(s), s.unit("B").prone) == ("Z1", [], False)
        s.declare(verb, *arguments, by="B")
        asked.append(s.phase)
    assert asked == ["skilled", "lower", "lower", "land", "land", "combat"]
    assert (crossed(s), s.unit("B").prone) == ([1], False)


@clause("C407")
def test_who_is_taken_out_by_the_fall_has_spent_its_omens_before(scene):
    s = landing(scene, {**TWO, "slots_free": [0, 0, 0, 0, 1]}, [4, 6, 3, 2])
    assert s.phase == "land"
    t = s.copy()
    s.act("keep")
    assert s.unit("B").out
    t.declare("remove", 1)
    t.declare("remove", 2)
    assert not t.unit("B").out
