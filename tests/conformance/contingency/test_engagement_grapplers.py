"""Section 3.5 of the rules: a grappler lets go before it leaves (C091)."""

import pytest

from fracas.envs.core.testing import clause

HOLDER = {"A": {"grappling": {"B"}}}


def held(s):
    return "A" in s.unit("B").grappled_by


@clause("C091", "C045")
def test_a_grappler_may_not_disengage_before_it_lets_go(scene):
    s = scene(**HOLDER, announce={"A": ["disengage"]})
    assert (s.phase, s.decider) == ("movement", "A")
    assert {action.verb for action in s.battle.legal()} == {"forgo", "release", "let_go"}
    s.act("release", dice=[])
    assert not held(s)
    assert (s.phase, s.decider) == ("movement", "A")
    assert s.unit("A").engaged == {"B"}
    s.act("disengage", dice=[5, 4, 4, 4])  # B, let go of, dodges plainly
    assert s.unit("A").engaged == set()


@clause("C091")
def test_a_unit_that_grapples_nobody_disengages_at_once(scene):
    s = scene(announce={"A": ["disengage"]})
    assert s.legal("disengage")
    assert not s.legal("release")


@clause("C091", "C085", "C226")
@pytest.mark.parametrize("plan", ["reposition", "hide"])
def test_letting_go_does_not_open_what_engagement_bars(scene, plan):
    zones = {"Z0": {"conceal": True}}
    s = scene(**HOLDER, zones=zones, announce={"A": [plan, "disengage"]})
    assert not s.legal(plan)
    s.act("release")
    assert not s.legal(plan)
    assert s.legal("disengage")


@clause("C091", "C178")
@pytest.mark.parametrize(("dodge", "free"), [([4, 4], True), ([5, 4], False)])
def test_a_forced_flight_by_disengage_lets_go_by_itself(scene, dodge, free):
    s = scene(**HOLDER, B2={}, engaged=[("A", "B")], announce={"B2": ["intimidate"]})
    s.declare("intimidate", "A", dice=[5, 4, 1, 1], by="B2")
    assert held(s)
    s.act("option", 3, dice=[5, 4, *dodge], by="A")
    assert not held(s)
    assert s.unit("A").engaged == (set() if free else {"B"})
    assert s.unit("A").marks == (0 if free else 1)


@clause("C091", "C200")
def test_a_forced_approach_by_disengage_lets_go_by_itself(scene):
    s = scene(**HOLDER, B2={"zone": "Z1"}, announce={"B2": ["taunt"]})
    s.declare("taunt", "A", "plain", dice=[5, 4, 1, 1], by="B2")
    s.act("option", 2, dice=[5, 4, 4, 4], by="A")
    assert not held(s)
    assert (s.unit("A").engaged, s.unit("A").zone) == (set(), "Z0")


@clause("C091", "C200")
def test_an_approach_within_the_zone_moves_nobody_and_keeps_the_grapple(scene):
    s = scene(**HOLDER, B2={}, engaged=[("A", "B")], announce={"B2": ["taunt"]})
    s.declare("taunt", "A", "plain", dice=[5, 4, 1, 1], by="B2")
    s.act("option", 2, dice=[], by="A")
    assert held(s)
    assert s.unit("A").engaged == {"B", "B2"}


@clause("C091")
def test_standing_frozen_keeps_the_grapple(scene):
    s = scene(**HOLDER, B2={}, engaged=[("A", "B")], announce={"B2": ["intimidate"]})
    s.declare("intimidate", "A", dice=[5, 4, 1, 1], by="B2")
    s.act("option", 2, dice=[], by="A")
    assert held(s)


@clause("C091", "option:engage.locks")
@pytest.mark.parametrize("grappling", [False, True])
def test_without_locks_a_grappler_lets_go_before_it_repositions(scene, grappling):
    s = scene(
        A={"grappling": {"B"}} if grappling else {},
        options={"engage.locks": False},
        announce={"A": ["reposition"]},
    )
    assert s.decider == "A"
    assert s.legal("reposition") is not grappling
