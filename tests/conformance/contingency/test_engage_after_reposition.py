"""Section 3.5 of the rules: the choice to engage at the end of a Reposition (C084)."""

import pytest

from fracas.envs.core.testing import clause

W_IS_ASKED = ("combat", "W")


def engaged(s, *names):
    return [s.unit(name).engaged for name in names]


def asked(s):
    return s.phase, s.decider


@clause("C084")
@pytest.mark.parametrize("choice", ["engage", "stop"])
def test_at_the_end_of_a_reposition_a_close_enemy_may_be_engaged(scene, choice):
    s = scene(B={"zone": "Z1"}, announce={"A": ["reposition"]})
    s.declare("reposition", dice=[1, 1])  # one zone
    s.declare("step", "Z1")
    assert asked(s) == ("engage", "A")
    assert [str(action) for action in s.battle.legal()] == ["stop", "engage(B)"]
    s.act(choice, *(["B"] if choice == "engage" else []))
    assert engaged(s, "A", "B") == ([{"B"}, {"A"}] if choice == "engage" else [set(), set()])
    assert asked(s) == W_IS_ASKED


@clause("C084")
def test_the_end_may_come_at_once_or_with_movement_left(scene):
    s = scene(apart=True, B2={"zone": "Z1"}, announce={"A": ["reposition"]})
    s.declare("reposition", dice=[4, 3])
    t = s.copy()
    s.declare("stop")
    assert (s.phase, s.rows("engage")) == ("engage", ["engage(B)"])
    t.declare("step", "Z1")
    assert t.phase == "step"
    t.declare("stop")
    assert (t.phase, t.rows("engage")) == ("engage", ["engage(B2)"])


@clause("C084", "C223")
def test_a_reposition_without_movement_ends_where_it_began(scene):
    s = scene(apart=True, announce={"A": ["fortify", "strike", "reposition"]})
    s.act("fortify")
    s.declare("reposition", dice=[1, 2])  # 3 - 4: no zone
    assert (s.phase, s.rows("engage")) == ("engage", ["engage(B)"])


@clause("C084")
def test_one_enemy_of_several_may_be_engaged(scene):
    s = scene(B={"zone": "Z1"}, B2={"zone": "Z1"}, announce={"A": ["reposition"]})
    s.declare("reposition", dice=[1, 1])
    s.declare("step", "Z1")
    assert s.rows("engage") == ["engage(B)", "engage(B2)"]
    s.act("engage", "B2")
    assert asked(s) == W_IS_ASKED
    assert engaged(s, "A", "B", "B2") == [{"B2"}, set(), {"A"}]


@clause("C084")
def test_enemies_of_other_zones_and_hidden_ones_are_not_offered(scene):
    s = scene(
        B={"zone": "Z2"},
        B2={"zone": "Z1", "hidden_from": {"A", "V"}},
        announce={"A": ["reposition"]},
    )
    s.declare("reposition", dice=[1, 1])
    s.declare("step", "Z1")
    assert asked(s) == W_IS_ASKED
    s = scene(
        B={"zone": "Z1"},
        B2={"zone": "Z1", "hidden_from": {"A", "V"}},
        announce={"A": ["reposition"]},
    )
    s.declare("reposition", dice=[1, 1])
    s.declare("step", "Z1")
    assert s.rows("engage") == ["engage(B)"]


@clause("C084", "C178")
def test_a_forced_flight_ends_without_engaging(scene):
    s = scene(B2={"zone": "Z3"}, apart=True, announce={"B": ["intimidate"]})
    s.declare("intimidate", "A", dice=[5, 4, 1, 1], by="B")
    s.act("option", 3, dice=[4, 2], by="A")  # three zones
    assert s.unit("A").zone == "Z3"
    assert asked(s) == W_IS_ASKED
    assert engaged(s, "A") == [set()]


@clause("C084", "C200")
def test_a_forced_approach_offers_no_other_enemy(scene):
    s = scene(B={"zone": "Z1"}, B2={"zone": "Z1"}, announce={"B": ["taunt"]})
    s.declare("taunt", "A", "plain", dice=[5, 4, 1, 1], by="B")
    s.act("option", 2, dice=[1, 1], by="A")
    assert s.unit("A").zone == "Z1"
    assert asked(s) == W_IS_ASKED
    assert engaged(s, "A", "B", "B2") == [{"B"}, {"A"}, set()]


@clause("C084", "C225")
def test_a_fall_ends_a_reposition_without_engaging(scene):
    drop = {"from": "Z0", "to": "Z1", "kind": "drop", "dice": "2d6"}
    s = scene(B={"zone": "Z1"}, edges=[drop], announce={"A": ["reposition"]})
    s.declare("reposition", dice=[3, 2])
    s.act("step", "Z1", dice=[2, 3, 1, 1, 1])  # Brace with advantage, two fall dice
    assert (s.unit("A").zone, s.unit("A").prone) == ("Z1", True)
    assert asked(s) == W_IS_ASKED
    assert engaged(s, "A", "B") == [set(), set()]
