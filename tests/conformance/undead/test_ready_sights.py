"""Section 3.6: what was seen before an event (U507), with events inside others (U516 U518)."""

import pytest

from fracas.envs.core.testing import clause

WAITS = {"ready": ("enemy_in_sight", "drop_prone")}
# From (6, 0), (6, 7) is in sight and (7, 7) is not.
FIELD = "\n".join("." * 7 + ("#" if y == 5 else ".") + "." * 7 for y in range(15))


@clause("U518", "U516", "U507")
@pytest.mark.parametrize(("mover", "hidden"), [("A", "B"), ("B", "A")])
def test_sight_gained_in_an_opportunity_attack_is_not_asked_about(scene, mover, hidden):
    s = scene(turn=mover, **{mover: WAITS, hidden: {"hidden": True}})
    way = "W" if mover == "A" else "E"
    s.declare("step", way)
    assert (s.phase, s.decider) == ("opportunity", hidden)
    s.declare("opp_unarmed", "torso", dice=[3, 10])
    assert (s.phase, s.decider, s.unit(hidden).hidden) == ("main", mover, False)
    s.declare("step", way)
    assert (s.phase, s.decider) == ("main", mover)


@clause("U518", "U516", "U507")
@pytest.mark.parametrize("answer", [("pass",), ("opp_unarmed", "torso")])
@pytest.mark.parametrize(("mover", "reactor", "watcher"), [("A", "B", "D"), ("B", "A", "C")])
def test_sight_gained_by_the_step_itself_is_asked_about(scene, mover, reactor, watcher, answer):
    side = {"A": 1, "B": 2}
    units = {
        mover: {"at": (7, 7)},
        reactor: {"at": (8, 7)},
        watcher: {"side": side[reactor], "at": (6, 0), **WAITS},
    }
    s = scene(map=FIELD, turn=mover, **units)
    s.declare("step", "W")
    s.declare(*answer, dice=[10] if len(answer) > 1 else [], by=reactor)
    assert (s.phase, s.decider, s.unit(mover).x) == ("ready_fire", watcher, 6)


@clause("U518", "U516", "U507", "U116")
@pytest.mark.parametrize("answer", [("pass",), ("opp_unarmed", "torso")])
def test_hidden_lost_before_an_opportunity_attack_is_asked_about_after_the_step(scene, answer):
    s = scene(A={"hidden": True}, D={"side": 2, "at": (3, 3), **WAITS})
    s.declare("step", "W")
    s.declare(*answer, dice=[10] if len(answer) > 1 else [], by="B")
    assert (s.phase, s.decider, s.unit("A").x) == ("ready_fire", "D", 6)


@clause("U516", "U507", "U625")
def test_who_lost_hidden_at_its_turn_start_was_seen_before_its_first_action(scene):
    a = {"at": (2, 7), "hidden": True, "bleed": 3}
    s = scene(turn="B", A=a, B=WAITS)
    s.battle.act("end_turn")
    assert (s.decider, s.unit("A").hidden, s.unit("A").hp) == ("A", False, 5)
    s.declare("drop_prone")
    assert (s.phase, s.decider) == ("main", "A")


@clause("U505", "U517")
@pytest.mark.parametrize("fired", [False, True])
def test_nothing_is_left_of_a_readied_action_that_is_gone(scene, fired):
    s = scene(turn="B", A={"ready": ("enemy_ends_turn", "stand_up"), "prone": fired})
    s.battle.act("end_turn")
    if fired:
        s.declare("stand_up", by="A")
    assert (s.decider, s.unit("A").prone) == ("A", False)
    assert s.battle.to_json()["units"]["A"]["ready"] is None
