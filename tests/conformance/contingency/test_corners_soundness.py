"""What the rules never bring about is told apart from what they do: hands and concentration."""

import pytest

from fracas.envs.contingency.state import CARRIED, HELD
from fracas.envs.core.testing import clause

ALL = ["bolt", "ward", "mire", "dread"]
LIST = ["sword", "dagger"]


def at(s, unit):
    """A unit's row of the record, to be written."""
    return s.battle.state[0]["units"][s.battle.index(unit)]


def unsound(s):
    return s.battle.faults()


# --- hands


@clause("C497")
@pytest.mark.parametrize("hand", [0, 1])
def test_what_a_hand_holds_is_held_and_not_carried(scene, hand):
    s = scene(A={"hands": LIST})
    assert unsound(s) == []
    s.battle.state[0]["items"][hand]["place"] = CARRIED
    assert unsound(s) == ["hands_inconsistent"]


@clause("C497")
@pytest.mark.parametrize("hand", ["main", "off"])
def test_no_two_units_hold_one_item(scene, hand):
    s = scene(A={"hands": LIST}, A2={"hands": []})
    at(s, "A2")[hand] = at(s, "A")[hand]
    assert unsound(s) == ["hands_inconsistent"]


@clause("C497")
@pytest.mark.parametrize("hand", ["main", "off"])
def test_a_hand_holds_none_but_the_items_that_there_are(scene, hand):
    s = scene(A={"hands": []})
    record = s.battle.state[0]
    n = int(record["n_items"])
    record["items"][n] = record["items"][0]
    record["items"][n]["place"], record["items"][n]["where"] = HELD, s.battle.index("A")
    at(s, "A")[hand] = n + 1
    assert unsound(s) == ["hands_inconsistent"]


@clause("C497")
@pytest.mark.parametrize("hand", ["main", "off"])
def test_a_two_handed_item_is_never_in_one_hand_alone(scene, hand):
    s = scene(A={"hands": ["greatsword"]})
    assert unsound(s) == []
    at(s, "A")[hand] = 0
    assert unsound(s) == ["hands_inconsistent"]


@clause("C497")
def test_a_one_handed_item_is_never_in_both(scene):
    s = scene(A={"hands": ["sword"]})
    at(s, "A")["off"] = at(s, "A")["main"]
    assert unsound(s) == ["hands_inconsistent"]


# --- concentration


def keeping(scene, *kept, **more):
    kept = [{"spell": name, "target": target, "tokens": 0} for name, target in kept]
    s = scene(A={"spells": ALL, "kept": kept}, A2={}, **more)
    assert unsound(s) == []
    return s


@clause("C066", "C062")
@pytest.mark.parametrize("place", range(3))
def test_tokens_lie_on_kept_effects_only(scene, place):
    s = keeping(scene)
    at(s, "A")["tokens"][place] = 1
    assert unsound(s) == ["kept_inconsistent"]


@clause("C065")
@pytest.mark.parametrize("place", [1, 2])
def test_one_effect_is_not_kept_twice(scene, place):
    s = keeping(scene, ("ward", "A"))
    at(s, "A")["kept"][place] = at(s, "A")["kept"][0]
    assert unsound(s) == ["kept_inconsistent"]


@clause("C060")
def test_a_kept_mire_lies_on_its_zone(scene):
    s = keeping(scene, ("mire", "Z1"))
    s.zone("Z1")["mired"] = 0
    assert unsound(s) == ["mire_inconsistent"]


@clause("C060", "C066")
@pytest.mark.parametrize("kept", [(), (("ward", "A2"),), (("mire", "Z0"),)])
def test_a_zone_is_mired_only_as_long_as_a_mire_on_it_is_kept(scene, kept):
    s = keeping(scene, *kept)
    s.zone("Z1")["mired"] |= 1 << s.battle.index("A")
    assert unsound(s) == ["mire_inconsistent"]


@clause("C060", "C066")
def test_where_nothing_is_kept_no_zone_is_mired(scene):
    spells = {
        name: {"effect": "ward", "concentration": 1} for name in ("bolt", "ward", "dread")
    } | {"mire": {"effect": "mire", "concentration": 2}}
    s = keeping(scene, spells=spells)
    s.zone("Z0")["mired"] |= 1 << s.battle.index("A")
    assert unsound(s) == ["mire_inconsistent"]


@clause("C060")
def test_a_mire_is_kept_beside_an_effect_on_a_unit(scene):
    s = keeping(scene, ("mire", "Z1"), ("ward", "A2"))
    assert [(k["spell"], k["target"]) for k in s.unit("A").kept] == [("mire", "Z1"), ("ward", "A2")]
    assert s.battle.index("A2") == 1  # a number that zones have, too
