"""Section 3.19 of the rules: how a granted advantage is used up (C496)."""

import pytest

from fracas.envs.core.testing import clause

BOTH = [("A", "B"), ("A", "B2")]
either = pytest.mark.parametrize("grant", ["grant_combat", "grant_any"])


def two_strikes(scene, first, second, a=(), b=(), **more):
    """A and then A2 clash with B, who declines; return the scene between the two."""
    plans = {"A": ["strike"], "A2": ["strike"]}
    pairs = [("A", "B"), ("A2", "B")]
    s = scene(A=dict(a), A2={}, B=dict(b), engaged=pairs, announce=plans, **more)
    s.declare("next", "A")
    s.act("strike", "B", "clash", dice=first)
    between = s.copy()
    s.declare("forgo", by="W")
    s.act("strike", "B", "clash", dice=second, by="A2")
    return between


@clause("C496", "C164")
@either
def test_the_first_matching_roll_has_it_and_the_second_does_not(scene, grant):
    between = two_strikes(scene, [2, 4, 7], [5, 4], b={grant: True})
    assert not getattr(between.unit("B"), grant)


@clause("C496")
@either
def test_it_is_advantage(scene, grant):
    for dodge, hit in [([5, 5], True), ([6, 5], False)]:
        s = scene(B={grant: True}, announce={"A": ["strike"]})
        s.declare("strike", "B", "clash", dice=[2, 4, 7])
        s.act("dodge", dice=dodge, by="B")
        assert s.unit("B").hit == hit


@clause("C496")
@either
def test_it_is_used_up_even_if_it_changes_nothing(scene, grant):
    # prone and granted: plain
    between = two_strikes(scene, [5, 4], [5, 4], a={"prone": True}, b={grant: True})
    assert not getattr(between.unit("B"), grant)


@clause("C496")
@either
def test_it_is_used_up_by_a_roll_that_fails(scene, grant):
    s = scene(B={grant: True}, announce={"A": ["strike"]})
    s.declare("strike", "B", "clash", dice=[1, 2, 3])
    assert not getattr(s.unit("B"), grant)  # before the Defend
    s.act("dodge", dice=[5, 4], by="B")
    assert not s.unit("B").hit


@clause("C496")
def test_both_kinds_are_used_up_by_one_roll(scene):
    b = {"grant_combat": True, "grant_any": True}
    s = scene(B=b, announce={"A": ["strike"]})
    s.act("strike", "B", "clash", dice=[2, 4, 7])
    assert (bool(s.unit("B").grant_combat), bool(s.unit("B").grant_any)) == (False, False)


@clause("C496", "C165")
@pytest.mark.parametrize(("grant", "used"), [("grant_combat", False), ("grant_any", True)])
@pytest.mark.parametrize(
    ("a", "plan", "row", "opposed"),
    [
        ({}, "anticipate", ("anticipate", "B"), [6, 5]),
        ({}, "taunt", ("taunt", "B", "plain"), [6, 5]),
        ({"hands": [], "spells": ["bolt"]}, "cast", ("cast", "bolt", "B"), []),
        ({}, "disengage", ("disengage",), [6, 5]),
    ],
)
def test_other_actions_use_up_only_the_grant_for_any_action(
    scene, grant, used, a, plan, row, opposed
):
    s = scene(A=a, B={grant: True}, announce={"A": [plan]})
    roll = [2, 4, 7] if used else [2, 4]
    s.act(*row, dice=[*roll, *opposed])
    assert bool(getattr(s.unit("B"), grant)) is not used


@clause("C496")
@either
def test_an_attack_on_another_target_does_not_use_it(scene, grant):
    s = scene(B={grant: True}, B2={}, engaged=BOTH, announce={"A": ["strike"]})
    s.act("strike", "B2", "clash", dice=[5, 4])
    assert getattr(s.unit("B"), grant)


@clause("C496")
@either
def test_unused_it_ends_with_the_round(scene, grant):
    s = scene(B={grant: True}, announce={})
    s.finish_round()
    assert (s.round, bool(getattr(s.unit("B"), grant))) == (3, False)
