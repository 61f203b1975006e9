"""Those a Hide is rolled against search without acting (C025): no triggered roll, no penalty."""

import pytest

from fracas.envs.core.testing import clause

PLANS = {"A2": ["feint"], "A": ["hide"], "A3": ["strike"]}


def clashes(s, actor, dodge):
    """Let ``actor`` Clash B with 8, which dodges: tell whether it is hit."""
    before = sum(s.unit("B").slots)
    s.declare("strike", "B", "clash", dice=[4, 4], by=actor)
    s.act("dodge", dice=dodge, by="B")
    return sum(s.unit("B").slots) < before


@clause("C025", "C032", "C255", "option:triggered.penalty")
@pytest.mark.parametrize(("found", "seen"), [((4, 4), True), ((3, 3), False)])
def test_a_searcher_loses_nothing_for_its_focus_and_its_dodge_nothing_for_the_search(
    scene, found, seen
):
    s = scene(
        A2={}, A3={}, engaged=[("A2", "B"), ("A3", "B")], zones={"Z0": {"conceal": True}},
        announce=PLANS, options={"triggered.penalty": 2},
    )  # fmt: skip
    s.act("feint", "B", dice=[4, 3, 5, 4], by="A2")  # B's Focus is its first triggered roll
    s.act("hide", "surroundings", dice=[4, 3, *found], by="A")
    assert ("B" not in s.unit("A").hidden_from) is seen
    assert not clashes(s.copy(), "A3", (6, 4))  # one triggered roll before it
    assert clashes(s.copy(), "A3", (5, 4))
