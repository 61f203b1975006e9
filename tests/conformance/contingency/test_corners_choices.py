"""Choices that are there in every case: to pick something up alone, not to Focus."""

import pytest

from fracas.envs.core.testing import clause


@clause("C295", "option:pickup.steps")
@pytest.mark.parametrize("steps", ["pairs", "ones", "triples"])
def test_alone_a_one_is_enough_whatever_makes_a_crowd(scene, steps):
    s = scene(
        B={"zone": "Z3"}, ground=[{"item": "dagger", "zone": "Z0"}], apart=True,
        announce={"A": ["pick_up"]}, options={"pickup.steps": steps},
    )  # fmt: skip
    s.act("pick_up", "dagger", "roll", dice=[1, 1])
    assert s.unit("A").off == "dagger"


@clause("C142", "C421", "option:focus.ask")
@pytest.mark.parametrize("verb", ["anticipate", "feint", "intimidate", "taunt"])
def test_who_is_asked_to_focus_may_decline(scene, verb):
    s = scene(announce={"A": [verb]}, options={"focus.ask": True})
    s.declare(verb, "B", *(["plain"] if verb == "taunt" else []), dice=[4, 3])
    assert (s.phase, s.decider) == ("focus", "B")
    assert [str(action) for action in s.battle.legal()] == ["decline", "focus"]
