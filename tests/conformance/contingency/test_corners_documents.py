"""Documents of states in the middle of an action: whatever an action asks can be kept and read."""

import itertools
import json

import pytest

from fracas.envs import Battle, StateError
from fracas.envs.core.testing import clause

DICE = ([8, 6, 1, 1], [5, 4, 4, 3], [1, 2, 8, 6], [3, 3, 3, 3], [8, 6, 8, 6])
PLANS = {"jab": "brawl", "wrestle": "brawl"}
ASK = {"focus.ask": True, "breathless.effect": "disadvantage"}
B = {"weaknesses": ["dodge", "guard", "focus"], "revealed": ["guard"], "unspent": ["guard"]}
GROUND = [{"item": "dagger", "zone": "Z0"}, {"item": "axe", "zone": "Z0"}]
TURNS = ("next", "influence", "movement", "interaction", "combat", "announce")


def asked_in(scene, call, plans=("brawl",), **more):
    """Play an action on in several ways; return what it asks, each state kept and read again."""
    found = set()
    for dice, choice in itertools.product(DICE, range(3)):
        announce = {"A": [PLANS.get(call[0], call[0])], "B": list(plans)}
        s = scene(announce=announce, options=ASK, **{"A": {}, "B": B, **more})
        s.declare(*call, dice=dice)
        while s.phase not in TURNS:
            found.add(s.phase)
            again = Battle.from_json(json.dumps(s.battle.to_json()), s.battle.arena)
            assert again.digest() == s.battle.digest(), (dice, s.phase)
            legal = s.battle.legal()
            s.battle.act(legal[min(choice, len(legal) - 1)])
    return found


INFLUENCE = {"focus", "muddle", "option"}


@clause("C140", "C141", "C142", "C143")
@pytest.mark.parametrize(
    ("call", "more"),
    [
        (("anticipate", "B"), {"declare", "reveal"}),
        (("feint", "B"), {"yield"}),
        (("intimidate", "B"), {"replace"}),
        (("parley", "B", "drop_main"), {"yield"}),
        (("taunt", "B", "plain"), {"replace"}),
    ],
    ids=["anticipate", "feint", "intimidate", "parley", "taunt"],
)
def test_whatever_an_influence_asks_can_be_kept(scene, call, more):
    plans = ("reposition", "dance")
    assert asked_in(scene, call, plans, apart=call[0] in ("parley", "taunt")) == INFLUENCE | more


@clause("C310", "C311", "C312", "C313", "C460", "C461", "C462", "C463")
@pytest.mark.parametrize(
    ("call", "a", "asks"),
    [
        (("strike", "B", "clash"), {"techniques": ["follow_up"]}, {"technique", "instant"}),
        (("shoot", "B"), {"hands": ["bow"]}, set()),
        (("throw", "B", "main"), {"hands": ["dagger"]}, {"embed"}),
        (("jab", "B", "agility"), {}, set()),
        (("wrestle", "B", "strength"), {}, {"effect"}),
        (("cast", "bolt", "B"), {"hands": [], "spells": ["bolt"]}, {"less_strain"}),
    ],
    ids=["strike", "shoot", "throw", "jab", "wrestle", "cast"],
)
def test_whatever_an_attack_asks_can_be_kept(scene, call, a, asks):
    assert asked_in(scene, call, A=a) == {"defend"} | asks


@clause("C290", "C291", "C292", "C293")
def test_whatever_picking_up_asks_can_be_kept(scene):
    a = {"hands": [None], "techniques": ["quick_grab"]}
    call = ("pick_up", "dagger", "roll")
    asks = asked_in(scene, call, ("pick_up",), A=a, apart=True, ground=GROUND)
    assert asks >= {"contest", "technique", "instant"}


# --- documents written by hand


@clause("C130")
def test_a_side_that_is_out_while_units_are_asked_is_refused_as_beaten(scene):
    s = scene()
    document = s.battle.to_json()
    for unit in ("B", "W"):
        document["units"][unit]["out"] = True
    with pytest.raises(StateError, match="all of two are out, so somebody has won"):
        Battle.from_json(document, s.battle.arena)


@clause("C042")
@pytest.mark.parametrize(("known", "first"), [("B2", "V"), ("B", "A")])
def test_who_knows_of_one_in_reserve_alone_is_not_the_first_to_announce(scene, known, first):
    later = [{"round": 9, "kind": "reinforcement", "zone": "Z0", "unit": "B2"}]
    s = scene(B2={"reserve": True}, events=later)
    document = s.battle.to_json()
    for name in ("windows", "decider", "phase"):
        document.pop(name, None)
    document["units"]["A"]["aware_of"] = [known]
    again = Battle.from_json(document, s.battle.arena)
    assert (again.phase, again.decider) == ("announce", first)
