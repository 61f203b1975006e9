"""Rare cases of turns: debts and forgoing, most of them unit by unit (C039, C040, C046, C202)."""

import pytest

from fracas.envs.core.testing import clause

BY_UNIT = {"resolve.order": "by_unit"}
FIRST = {"resolve.drop": "first_turn"}
FAR = {"zone": "Z3"}
OWING = {"owes_attack": "B"}


def asked(s):
    return s.phase, s.decider


# --- debts


@clause("C046", "C045", "option:resolve.order")
def test_by_unit_a_forced_movement_alone_is_reason_for_a_turn(scene):
    a = {"forced": "freeze", "forced_from": "B"}
    s = scene(A=a, options=BY_UNIT, announce={})
    assert (asked(s), s.unit("A").frozen, s.unit("A").forced) == (("any", "W"), True, None)


@clause("C046", "C202", "option:resolve.order")
def test_by_unit_an_attack_that_cannot_be_made_costs_a_mark_in_the_units_turn(scene):
    s = scene(A=OWING, B=FAR, options=BY_UNIT, announce={})
    assert (asked(s), s.unit("A").marks, s.unit("A").owes_attack) == (("any", "W"), 1, None)


@clause("C046", "C202", "option:resolve.order")
def test_by_unit_a_debt_waits_for_what_may_make_the_attack_possible(scene):
    s = scene(A=OWING, B={"zone": "Z1"}, options=BY_UNIT, announce={"A": ["reposition", "strike"]})
    assert (asked(s), s.unit("A").marks, s.unit("A").owes_attack) == (("any", "A"), 0, "B")
    s.refused("strike")
    s.declare("reposition", dice=[2, 3])
    s.declare("step", "Z1")
    s.declare("stop")  # where it is
    assert (s.phase, s.unit("A").marks, s.unit("A").owes_attack) == ("engage", 0, "B")
    s.declare("engage", "B", dice=[])
    assert s.legal("strike", "B", "clash")


@clause("C046", "C202")
def test_whether_an_owed_attack_can_be_made_is_not_looked_at_before_combat(scene):
    s = scene(A=OWING, B=FAR, announce={"A": ["ready"], "B": ["ready"]})
    s.act("let_go", "main")  # so there is nothing to ready any more
    assert (asked(s), s.unit("A").marks, s.unit("A").owes_attack) == (("interaction", "B"), 0, "B")
    s.act("forgo")
    assert (asked(s), s.unit("A").marks, s.unit("A").owes_attack) == (("combat", "W"), 1, None)


# --- forgoing


@clause("C040", "C034", "option:resolve.order")
def test_by_unit_forgoing_gives_up_all_that_is_pending(scene):
    s = scene(options=BY_UNIT, announce={"A": ["fortify", "dance", "ready", "strike"]})
    s.act("forgo", dice=[])
    assert (asked(s), s.unit("A").pending, s.unit("A").n) == (("any", "W"), [], 4)


@clause("C040", "C046", "option:resolve.order")
def test_by_unit_forgoing_is_the_turn_and_a_debt_comes_in_the_next(scene):
    s = scene(A=OWING, B=FAR, options=BY_UNIT, announce={"A": ["fortify"], "B": ["fortify"]})
    s.act("forgo", dice=[])
    assert (asked(s), s.unit("A").marks) == (("next", "B"), 0)
    s.act("next", "B")
    s.act("fortify")
    assert (asked(s), s.unit("A").marks) == (("any", "W"), 1)


@clause("C202", "C040", "option:resolve.order")
@pytest.mark.parametrize(("owes", "legal"), [("B", False), (None, True)])
def test_by_unit_an_attack_that_can_be_made_is_not_forgone(scene, owes, legal):
    a = {"owes_attack": owes}
    s = scene(A=a, options=BY_UNIT, announce={"A": ["fortify", "strike"]})
    assert asked(s) == ("any", "A")
    assert s.legal("forgo") is legal


@clause("C188", "C040", "option:resolve.order")
def test_by_unit_the_recovering_in_place_of_all_else_is_not_forgone(scene):
    s = scene(options=BY_UNIT, apart=True, initiative="two",
              announce={"B": ["parley"], "A": ["strike", "fortify"]})  # fmt: skip
    s.act("next", "B")
    s.declare("parley", "A", "none", dice=[5, 4, 4, 3], by="B")
    s.act("option", 2, by="A", dice=[1, 1])
    assert (asked(s), s.unit("A").performed) == (("any", "W"), ["recover"])


# --- what can't be done


@clause("C040", "option:resolve.order", "option:resolve.drop")
def test_by_unit_what_cannot_be_done_yet_is_treated_alike_whatever_its_type(scene):
    plans = {"A": ["taunt", "fortify", "brawl"]}
    s = scene(B=FAR, options=BY_UNIT | FIRST, announce=plans)
    assert asked(s) == ("any", "A")
    pending = s.unit("A").pending
    assert "fortify" in pending
    assert ("taunt" in pending) is ("brawl" in pending)
