"""Section 3.6, first part: when readied actions are asked for (U516 to U519)."""

import pytest

from fracas.envs.core.testing import clause

# Line of sight on this map: (0,1) and (4,1) don't see each other, (4,0) is seen from (0,1),
# (0,0) from (4,1).
PILLAR = ".....\n..#..\n....."


@clause("U516")
def test_each_step_is_one_event_and_all_are_asked_once_in_initiative_order(scene):
    ready = {"ready": ("enemy_moves", "drop_prone")}
    s = scene(turn="B", A=ready, C=ready | {"side": 1, "at": (5, 5)})
    for direction in ("N", "N"):
        s.declare("step", direction)
        for unit in ("A", "C"):
            if s.phase == "opportunity":
                s.declare("pass")
            assert (s.phase, s.decider) == ("ready_fire", unit)
            s.declare("pass")
        assert (s.phase, s.decider) == ("main", "B")


@clause("U516")
def test_they_are_asked_in_initiative_order_not_in_that_of_the_units(scene):
    ready = {"ready": ("enemy_moves", "drop_prone")}
    c = ready | {"side": 1, "at": (5, 5)}
    s = scene(turn="B", A=ready, C=c, initiative=[5, 10, 20])  # B, C, A
    s.declare("step", "N")
    for unit in ("C", "A"):
        assert (s.phase, s.decider) == ("ready_fire", unit)
        s.declare("drop_prone")
    assert (s.phase, s.decider) == ("main", "B")


@clause("U516")
def test_different_triggers_of_one_event_are_one_check(scene):
    units = {
        "A": {"ready": ("enemy_enters_reach", "drop_prone")},
        "C": {"side": 1, "at": (5, 5), "ready": ("enemy_moves", "drop_prone")},
        "D": {"side": 1, "at": (5, 9), "ready": ("enemy_attacks", "drop_prone")},
    }
    s = scene(turn="B", B={"at": (9, 7)}, **units)
    s.declare("step", "W")
    for unit in ("A", "C"):
        assert (s.phase, s.decider) == ("ready_fire", unit)
        s.declare("pass")
    assert (s.phase, s.decider) == ("main", "B")  # D waits for something else


@clause("U516")
def test_the_turns_end_is_one_event_for_all_who_wait_for_it(scene):
    ready = {"ready": ("enemy_ends_turn", "drop_prone")}
    s = scene(turn="B", A=ready, C=ready | {"side": 1, "at": (5, 5)})
    s.declare("end_turn")
    for unit in ("A", "C"):
        assert (s.phase, s.decider) == ("ready_fire", unit)
        s.declare("pass")
    assert (s.phase, s.decider) == ("main", "C")


@clause("U516")
@pytest.mark.parametrize("die", [9, 10])
def test_an_attack_with_its_free_grapple_is_one_event(scene, die):
    c = {"side": 1, "at": (5, 5), "ready": ("enemy_attacks", "drop_prone")}
    s = scene(turn="B", C=c)
    s.declare("unarmed", "A", "torso", dice=[16])
    s.declare("strong_grapple", dice=[die])
    assert (s.unit("A").grappled_by == "B") is (die == 10)
    assert (s.phase, s.decider) == ("ready_fire", "C")
    s.declare("pass")
    assert (s.phase, s.decider) == ("main", "B")


@clause("U516")
@pytest.mark.parametrize(("answer", "asked"), [("pass", True), ("dodge", False)])
def test_ap_spent_meanwhile_count_when_its_turn_to_be_asked_comes(scene, answer, asked):
    units = {
        "A": {"at": (0, 0), "ready": ("ally_attacks", "drop_prone")},
        "B": {"ready": ("ally_attacks", "unarmed")},
        "C": {"side": 1, "at": (8, 8), "ap": 1, "agility": 2, "ready": ("enemy_attacks", "push")},
        "D": {"side": 2, "at": (9, 8)},
    }
    s = scene(turn="D", **units)
    s.declare("unarmed", "C", "torso", dice=[9])
    s.declare("pass", by="C")  # D's own attack
    assert (s.phase, s.decider) == ("ready_fire", "B")
    s.declare("unarmed", "C", "torso", dice=[9])
    assert (s.phase, s.decider) == ("defend", "C")
    s.declare(answer)
    assert (s.phase, s.decider) == (("ready_fire", "C") if asked else ("main", "D"))


@clause("U516")
def test_each_unit_is_tested_anew_when_its_turn_to_be_asked_comes(scene):
    ready = {"hands": ["pistol"], "ready": ("enemy_moves", "shot_semi")}
    units = {
        "B": {"at": (10, 7), "hp": 1},
        "C": ready | {"side": 1, "at": (5, 5)},
        "D": {"side": 2, "at": (14, 14), "hidden": True},
    }
    s = scene(turn="B", A=ready, **units)
    s.declare("step", "E")
    missed = s.copy()
    s.declare("shot_semi", "B", "torso", dice=[10])
    assert s.unit("B").down
    assert (s.phase, s.decider) == ("main", "C")  # nobody left to shoot: C's own turn
    missed.declare("shot_semi", "B", "torso", dice=[9])
    assert (missed.phase, missed.decider) == ("ready_fire", "C")


@clause("U516")
def test_the_check_comes_when_a_row_is_wholly_resolved_and_after_each_granted_step(scene):
    c = {"side": 1, "at": (5, 5), "ready": ("enemy_attacks", "move")}
    s = scene(turn="B", C=c)
    s.declare("unarmed", "A", "torso", dice=[16])
    assert (s.phase, s.decider) == ("strong_choice", "B")
    s.declare("table", dice=[10])
    assert (s.phase, s.decider) == ("ready_fire", "C")
    a = {"at": (4, 7), "ready": ("enemy_moves", "drop_prone")}
    s = scene(turn="B", A=a, C={"side": 1, "at": (9, 7), "grappling": "B"})
    s.declare("escape_reflex", dice=[16])
    assert (s.phase, s.decider) == ("grant_steps", "B")
    s.declare("step", "N")
    assert (s.phase, s.decider, s.unit("B").y) == ("ready_fire", "A", 6)
    s.declare("pass")
    assert (s.phase, s.decider) == ("grant_steps", "B")


@clause("U516")
def test_the_check_comes_after_each_step_that_inspect_grants(scene):
    a = {"at": (8, 2), "ready": ("enemy_moves", "drop_prone")}
    s = scene(turn="B", A=a, C={"side": 1, "at": (12, 7), "hidden": True})
    s.declare("inspect", dice=[16])
    for x in (9, 10):
        assert (s.phase, s.decider) == ("grant_towards", "B")
        s.declare("step", "E")
        assert (s.phase, s.decider, s.unit("B").x) == ("ready_fire", "A", x)
        s.declare("pass")
    assert (s.phase, s.decider) == ("grant_towards", "B")


@clause("U517")
def test_stunned_or_down_units_are_not_asked(scene):
    for stunned, phase in ((0, "ready_fire"), (1, "main")):
        s = scene(turn="B", A={"stunned": stunned, "ready": ("enemy_moves", "move")})
        s.declare("step", "N")
        assert s.phase == phase
    for hp, phase in ((2, "ready_fire"), (1, "main")):
        a = {"hp": hp, "ready": ("enemy_attacks", "unarmed")}
        s = scene(turn="B", A=a, C={"side": 1, "at": (5, 5)})
        s.declare("unarmed", "A", "torso", dice=[10])
        assert s.phase == phase


@clause("U517")
def test_the_unit_in_turn_may_be_asked(scene):
    a = {"at": (0, 1), "hands": ["pistol"], "ready": ("enemy_in_sight", "shot_semi")}
    s = scene(map=PILLAR, A=a, B={"at": (4, 1)})
    s.declare("step", "N")
    assert (s.phase, s.decider) == ("ready_fire", "A")
    s.act("shot_semi", "B", "torso", dice=[10])
    assert (s.unit("B").hp, s.unit("A").ap, s.decider) == (5, 3, "A")


@clause("U517")
def test_taking_the_action_disarms_before_it_is_carried_out(scene):
    a = {"ready": ("enemy_enters_reach", "unarmed")}
    s = scene(turn="B", A=a, B={"at": (9, 7), "agility": 2})
    s.declare("step", "W")
    s.declare("unarmed", "B", "torso", dice=[10])
    assert (s.phase, s.decider) == ("defend", "B")
    assert (s.unit("A").ready, s.unit("A").ap) == (None, 3)


@clause("U518")
def test_an_opportunity_attack_triggers_no_readied_action(scene):
    s = scene(C={"side": 1, "at": (5, 5), "ready": ("enemy_attacks", "move")})
    s.declare("step", "W")
    assert (s.phase, s.decider) == ("opportunity", "B")
    s.declare("opp_unarmed", "torso", dice=[10])
    assert (s.phase, s.decider) == ("main", "A")
    assert (s.unit("A").x, s.unit("A").hp) == (6, 5)


@clause("U518")
def test_a_readied_action_triggers_no_readied_action(scene):
    a = {"hands": ["pistol"], "ready": ("enemy_moves", "shot_semi")}
    c = {"side": 1, "at": (5, 5), "ready": ("ally_attacks", "move")}
    s = scene(turn="B", A=a, C=c)
    s.declare("step", "N")
    s.declare("shot_semi", "B", "torso", dice=[10])
    assert (s.phase, s.decider, s.unit("B").hp) == ("main", "B", 5)


@clause("U518")
@pytest.mark.parametrize(("side", "trigger"), [(1, "enemy_attacks"), (2, "ally_attacks")])
def test_no_trigger_is_met_inside_an_opportunity_attack_then_or_later(scene, side, trigger):
    s = scene(C={"side": side, "at": (5, 5), "ready": (trigger, "drop_prone")})
    s.declare("step", "W")
    s.declare("opp_unarmed", "torso", dice=[10])
    assert (s.phase, s.decider, s.unit("A").x) == ("main", "A", 6)
    s.declare("drop_prone")  # the next row's check doesn't make up for it
    assert (s.phase, s.decider, s.unit("A").prone) == ("main", "A", True)


@clause("U518")
@pytest.mark.parametrize(
    ("side", "trigger"),
    [(1, "ally_attacks"), (2, "enemy_attacks"), (2, "enemy_in_sight")],
)
def test_no_trigger_is_met_inside_a_readied_attack_then_or_later(scene, side, trigger):
    a = {"at": (5, 7), "hidden": True, "hands": ["pistol"], "ready": ("enemy_moves", "shot_semi")}
    s = scene(turn="B", A=a, C={"side": side, "at": (5, 9), "ready": (trigger, "drop_prone")})
    s.declare("step", "N")
    s.declare("shot_semi", "B", "torso", dice=[3, 10])
    assert (s.phase, s.decider, s.unit("B").hp, s.unit("A").hidden) == ("main", "B", 5, False)
    s.declare("drop_prone")
    assert (s.phase, s.decider) == ("main", "B")


@clause("U518")
@pytest.mark.parametrize("trigger", ["enemy_moves", "enemy_enters_reach", "enemy_in_sight"])
def test_the_steps_of_a_readied_move_trigger_nothing(scene, trigger):
    a = {"at": (0, 1), "ready": ("enemy_moves", "move")}
    d = {"side": 2, "at": (4, 1), "ready": (trigger, "drop_prone")}
    s = scene(map=PILLAR, turn="B", A=a, B={"at": (3, 0)}, D=d)
    s.declare("step", "E")
    s.declare("move", by="A")
    for direction in ("NE", "E", "E"):  # into D's sight, then its reach
        s.declare("step", direction, by="A")
        assert (s.phase, s.decider) == ("grant_steps", "A")
    s.declare("stop", by="A")
    assert (s.phase, s.decider, s.unit("A").x) == ("main", "B", 3)
    s.declare("drop_prone")
    assert (s.phase, s.decider) == ("main", "B")


@clause("U518")
def test_sight_gained_in_an_opportunity_attack_counts_as_already_seen(scene):
    s = scene(A={"ready": ("enemy_in_sight", "drop_prone")}, B={"hidden": True})
    s.declare("step", "W")
    assert (s.phase, s.decider) == ("opportunity", "B")
    s.declare("opp_unarmed", "torso", dice=[3, 10])
    assert (s.phase, s.decider, s.unit("B").hidden, s.unit("A").hp) == ("main", "A", False, 5)
    s.declare("step", "W")
    assert (s.phase, s.decider, s.unit("A").x) == ("main", "A", 5)


@clause("U518")
def test_sight_gained_in_a_readied_action_counts_as_already_seen(scene):
    b = {"at": (10, 7), "hidden": True, "hands": ["pistol"], "ready": ("enemy_moves", "shot_semi")}
    s = scene(A={"ready": ("enemy_in_sight", "intimidate")}, B=b)
    s.declare("step", "W")
    assert (s.phase, s.decider) == ("ready_fire", "B")
    s.declare("shot_semi", "A", "torso", dice=[3, 10])
    assert (s.phase, s.decider, s.unit("B").hidden) == ("main", "A", False)
    s.declare("step", "W")
    assert (s.phase, s.decider, s.unit("A").x) == ("main", "A", 5)


@clause("U516", "U507")
@pytest.mark.parametrize("steps", [[], ["W"], ["W", "W"]])
def test_sight_that_a_row_gains_is_asked_about_with_its_first_granted_step_or_its_end(scene, steps):
    a = {"at": (0, 7), "ready": ("enemy_in_sight", "drop_prone")}
    s = scene(turn="C", A=a, B={"hidden": True}, C={"side": 1, "at": (12, 7)})
    s.declare("inspect", dice=[16])
    assert not s.unit("B").hidden
    asked = 0
    for verb in (*(["step", d] for d in steps), ["stop"]):
        s.declare(*verb)
        if s.phase == "ready_fire":
            assert s.decider == "A"
            s.declare("pass")
            asked += 1
    assert (asked, s.phase, s.decider) == (1, "main", "C")


@clause("U507", "U516")
def test_sight_gained_by_a_granted_step_is_asked_about_once(scene):
    a = {"at": (0, 1), "ready": ("enemy_in_sight", "drop_prone")}
    c = {"side": 1, "at": (4, 2), "ap": 0, "grappling": "B"}
    s = scene(map=PILLAR, turn="B", A=a, B={"at": (4, 1)}, C=c)
    s.declare("escape_reflex", dice=[16])
    s.declare("step", "N")
    assert (s.phase, s.decider) == ("ready_fire", "A")
    s.declare("pass")
    s.declare("stop")
    assert (s.phase, s.decider) == ("main", "B")


@clause("U519")
def test_a_timer_gained_in_the_turn_end_check_is_one(scene):
    a = {"hands": ["bat"], "ready": ("enemy_ends_turn", "melee")}
    s = scene(turn="B", A=a)
    s.declare("end_turn")
    s.act("melee", "B", "head", dice=[20, 9])  # 6 above 14; the save fails by 1
    assert (s.unit("B").hp, s.unit("B").stunned_t, s.decider) == (5, 1, "A")
    s.end_turn()
    assert (s.decider, s.unit("B").ap) == ("B", 2)
    s.end_turn()
    assert s.unit("B").stunned_t == 0


@clause("U519")
def test_a_guard_raised_in_the_turn_end_check_falls_when_it_is_done(scene):
    a = {"ready": ("enemy_ends_turn", "unarmed")}
    s = scene(turn="B", A=a, B={"agility": 2})
    s.declare("end_turn")
    s.declare("unarmed", "B", "torso")
    assert (s.phase, s.decider) == ("defend", "B")
    s.act("dodge", dice=[11])  # against 12
    assert (s.unit("B").hp, s.unit("B").ap) == (6, 3)
    assert (s.phase, s.decider, s.unit("B").guard) == ("main", "A", 10)
