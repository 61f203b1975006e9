"""Choices that wait for another, and what becomes of them: tokens, slots, who falls at once."""

import pytest

from fracas.envs.core.testing import clause

BROKEN = {"declared": "strike", "declared_round": 2}
"""Any other action than a Strike marks 2 (C155)."""
SPENT = {"marks": 8, "breathless": 1}
"""The next mark is an injury (C104)."""
DYING = SPENT | BROKEN | {"slots_free": [0, 0, 0, 1, 1]}
SPELLS = {
    "spells": ["ward", "mire"],
    "kept": [
        {"spell": "ward", "target": "A", "tokens": 0},
        {"spell": "mire", "target": "Z0", "tokens": 0},
    ],
}
ASK = {"injury.ask": True}


def asked(s):
    return s.phase, s.decider


@clause("C063", "C067", "C104", "C155")
def test_who_falls_by_the_second_of_two_injuries_places_no_token_for_the_first(scene):
    s = scene(A=DYING | SPELLS, A2={}, announce={"A": ["fortify"], "A2": ["brawl"]})
    s.act("fortify", dice=[])
    assert (s.unit("A").out, s.unit("A").kept) == (True, [])
    assert s.decider != "A"


@clause("C155", "C083", "C183", "C193", "C104")
@pytest.mark.parametrize(
    "call",
    [("feint", "B"), ("parley", "B", "drop_main"), ("taunt", "B", "dance")],
    ids=lambda call: call[0],
)
def test_who_falls_as_its_influence_begins_gets_no_further(scene, call):
    s = scene(
        A=DYING, A2={}, apart=True, options={"breathless.effect": "disadvantage"},
        announce={"A": [call[0]], "A2": ["brawl"]},
    )  # fmt: skip
    s.act(*call, dice=[])
    a = s.unit("A")
    assert (a.out, a.engaged, a.pending, s.unit("B").engaged) == (True, set(), [], set())
    assert s.decider != "A"


@clause("C122", "C123", "C121", "option:injury.ask")
def test_the_slots_of_two_injuries_are_chosen_one_after_the_other(scene):
    a = SPENT | BROKEN | {"slots_free": [1, 1, 0, 0, 0]}
    s = scene(A=a, A2={}, options=ASK, announce={"A": ["fortify"], "A2": ["brawl"]})
    wellness = s.unit("A").wellness
    s.declare("fortify")
    assert (asked(s), s.rows("take")) == (("injury", "A"), ["take(1)", "take(2)"])
    s.act("take", 2, dice=[])
    assert (s.unit("A").slots, s.unit("A").wellness) == ((0, 0, 0, 0, 0), wellness)


@clause("C122", "C123", "C390", "option:injury.ask")
def test_an_injury_that_waited_until_no_slot_was_left_wears_its_unit_down(scene):
    a = SPENT | {"slots_free": [1, 1, 0, 0, 0], "wellness": 3}
    s = scene(A=a, zones={"Z0": {"gas": "dust"}}, apart=True, options=ASK, announce={},
              toxins={"dust": {"difficulty": 24, "marks": 3}}, B={"zone": "Z1"})  # fmt: skip
    s.finish_round()
    s.declare("resist", dice=[1, 1], by="A")
    assert (asked(s), s.rows("take")) == (("injury", "A"), ["take(1)", "take(2)"])
    s.declare("take", 2)
    assert (s.unit("A").slots, s.unit("A").wellness) == ((0, 0, 0, 0, 0), 2)
    assert (s.round, asked(s), s.unit("A").out) == (3, ("breath", "A"), False)


@clause("C104", "C122", "C324", "C427", "option:injury.ask")
def test_each_chooses_slots_for_its_own_injuries(scene):
    a, b = SPENT, {"marks": 7, "breathless": 1}
    s = scene(A=a, B=b, options=ASK, announce={"A": ["strike"]})
    s.declare("strike", "B", "harry", dice=[1, 2])
    s.declare("guard", dice=[5, 4], by="B")
    left = {}
    for _ in range(2):
        assert s.phase == "injury"
        left[s.decider] = s.unit(s.decider).slots
        s.declare("take", 2)
    assert left == {"A": (1, 1, 1, 1, 1), "B": (1, 1, 1, 1, 1)}
    assert [s.unit(unit).slots for unit in "AB"] == [(1, 0, 1, 1, 1)] * 2
