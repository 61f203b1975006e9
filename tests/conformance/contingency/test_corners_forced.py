"""Forced and added actions at their limits: who falls by them, who stands frozen, what counts."""

import pytest

from fracas.envs.core.battle import Battle
from fracas.envs.core.testing import clause

SUCCESS = [5, 4, 4, 3]  # A rolls 9, B's Focus is 7
LAST_LEGS = {"marks": 8, "breathless": 1, "slots_free": [0, 0, 0, 0, 1]}
DECLARED = {"declared": "strike", "declared_round": 2}
FREE = {"prone.stand": "free"}


def influenced(scene, verb, option, announced=(), **more):
    s = scene(announce={"A": [verb], "B": list(announced)}, **more)
    s.act(verb, "B", *(("plain",) if verb == "taunt" else ()), dice=SUCCESS)
    s.act("option", option, by="B", dice=[])
    return s


@clause("C044", "C155", "C175")
def test_who_falls_by_freezing_does_not_stand_frozen(scene):
    s = influenced(scene, "intimidate", 2, B={**LAST_LEGS, **DECLARED}, B2={})
    assert (s.unit("B").out, s.unit("B").frozen, s.unit("B").marks) == (True, False, 8)
    assert "B is frozen" not in s.saw("B")


@clause("C044", "C155", "C200")
def test_who_falls_by_approaching_engages_nobody(scene):
    s = influenced(scene, "taunt", 2, B={**LAST_LEGS, **DECLARED}, B2={}, apart=True)
    assert (s.unit("B").out, set(s.unit("A").engaged)) == (True, set())
    assert not any("engaged" in text for text in s.saw("A"))


@clause("C226", "C178", "C453")
@pytest.mark.parametrize(("verb", "option"), [("intimidate", 3), ("taunt", 2)])
def test_who_has_stood_frozen_neither_flees_nor_approaches(scene, verb, option):
    zone = {"zone": "Z1"} if verb == "taunt" else {}
    s = influenced(scene, verb, option, B={"frozen": True, **zone}, apart=True)
    assert (s.phase, s.decider) == ("combat", "W")
    assert s.unit("B").zone == ("Z1" if zone else "Z0")
    assert (s.unit("B").moved, set(s.unit("B").engaged)) == (True, set())


@clause("C226", "C451", "option:prone.stand")
@pytest.mark.parametrize("frozen", [False, True])
def test_who_has_stood_frozen_does_not_get_up_along_with_movement(scene, frozen):
    b = {"frozen": frozen, "prone": True, "restrained": 5}
    s = influenced(scene, "intimidate", 3, B=b, apart=True, options=FREE)
    assert (s.unit("B").moved, s.unit("B").prone) == (True, frozen)


@clause("C491", "C451", "option:prone.stand")
@pytest.mark.parametrize("grappled", [False, True])
def test_the_grappled_do_not_get_up_along_with_a_dance(scene, grappled):
    b = {"grappling": {"A"}} if grappled else {}
    s = scene(A={"prone": True}, B=b, announce={"A": ["dance"]}, options=FREE)
    s.act("dance", dice=[])
    assert (s.unit("A").moved, s.unit("A").prone) == (True, grappled)


@clause("C035", "C202")
@pytest.mark.parametrize("n", [0, 3, 6, 7])
def test_an_added_attack_raises_n_by_1(scene, n):
    s = scene(announce={"A": ["taunt"]})
    s.set("B", n=n)
    s.act("taunt", "B", "plain", dice=SUCCESS)
    s.declare("option", 3, by="B")
    assert s.unit("B").n == n + 1


@clause("C035", "C202")
def test_after_eight_actions_an_added_attack_leaves_a_battle_that_can_be_read_again(scene):
    s = scene(announce={"A": ["taunt"]})
    s.set("B", n=8)
    s.act("taunt", "B", "plain", dice=SUCCESS)
    s.declare("option", 3, by="B")
    assert s.unit("B").owes_attack == "A"
    again = Battle.from_json(s.battle.to_json())
    assert again.unit("B") == s.unit("B")
