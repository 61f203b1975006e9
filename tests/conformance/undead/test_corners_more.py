"""Corners of the rules: the lot's die, and a granted step that has become too dear."""

import pytest

from fracas.envs.core.testing import clause


@clause("option:initiative.tie", "U131")
@pytest.mark.parametrize(("tie", "lots"), [("side", 0), ("lot", 1)])
def test_the_lot_is_a_d2_rolled_once_before_initiative(scene, tie, lots):
    s = scene(options={"initiative.tie": tie}, initiative=[1] * lots + [12, 11])
    rolled = [(die["kind"], die["sides"]) for die in s.battle.to_json()["dice"]["log"]]
    assert rolled == [("initiative", 2)] * lots + [("initiative", 20)] * 2


@clause("U546", "U133", "U245")
def test_a_granted_step_that_has_become_too_dear_ends_the_grant(scene):
    # B breaks free with half of movement 3: 1 point; prone, its step costs 2
    c = {"side": 1, "at": (8, 8), "hands": ["bat"]}
    s = scene(turn="B", A={"grappling": "B"}, B={"agility": -1, "mv": 3}, C=c)
    s.declare("escape_reflex", dice=[17])
    s.declare("step", "NE")
    if s.decider == "A":
        s.declare("pass")
    s.declare("opp_melee", "legs", dice=[18, 9], by="C")
    b = s.unit("B")
    assert (b.prone, b.x, b.y, b.mv) == (True, 8, 7, 3)
    assert (s.phase, s.decider) == ("main", "B")
    assert [w["kind"] for w in s.battle.to_json()["windows"]] == ["turn"]
