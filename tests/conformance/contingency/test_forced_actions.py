"""Section 3.2: actions forced on a unit, and what counts as performed (C046, C047)."""

import pytest

from fracas.envs.core.testing import clause

FREEZE, FLEE = 2, 3
FORK = {
    "zones": {"Z0": {}, "L": {}, "R": {}},
    "edges": [["Z0", "L"], ["Z0", "R"]],
    "apart": True,
}
PICKED = {"ground": [{"item": "axe", "zone": "Z0"}], "apart": True}


def intimidated(scene, plan, option, **more):
    """Return a scene where B must take this option of A's Intimidate; dice come with it."""
    s = scene(announce={"A": ["intimidate"], "B": plan}, **more)
    s.declare("intimidate", "B", "strength", dice=[5, 4, 4, 3])
    assert s.legal("option", option)
    return s


# --- forced actions without a choice


@clause("C046")
def test_freezing_runs_by_itself(scene):
    s = intimidated(scene, [], FREEZE)
    s.act("option", FREEZE, dice=[])
    assert (s.phase, s.decider) == ("combat", "W")
    assert s.unit("B").frozen


@clause("C046")
def test_freezing_comes_before_other_movements_and_masks_them(scene):
    s = intimidated(scene, ["dance", "disengage", "fortify"], FREEZE)
    s.declare("option", FREEZE)
    s.declare("replace", "dance", by="B")
    assert (s.phase, s.decider) == ("influence", "B")
    s.act("fortify", dice=[])
    assert (s.phase, s.decider) == ("combat", "W")
    assert s.unit("B").frozen
    assert "disengage" not in s.unit("B").performed


@clause("C046")
@pytest.mark.parametrize(
    ("zone", "dice", "end"), [("Z0", (4, 2), "Z3"), ("Z0", (1, 2), "Z2"), ("Z1", (1, 1), "Z2")]
)
def test_a_flight_with_one_way_to_go_runs_by_itself(scene, zone, dice, end):
    s = intimidated(scene, [], FLEE, B={"zone": zone}, apart=True)
    s.act("option", FLEE, dice=dice)
    assert s.unit("B").zone == end
    assert (s.phase, s.decider) == ("combat", "W")


@clause("C046")
def test_a_flight_runs_before_other_movements(scene):
    s = intimidated(scene, ["reposition", "dance"], FLEE, apart=True)
    s.declare("option", FLEE)
    s.declare("replace", "dance", dice=[4, 3], by="B")  # 7 - 2: three zones
    assert s.battle.dice_left == 0
    assert s.unit("B").zone == "Z3"
    assert (s.phase, s.decider) == ("movement", "B")
    assert s.legal("reposition")
    assert not s.legal("dance")


@clause("C046")
def test_the_steps_of_a_flight_are_asked_where_more_than_one_is_allowed(scene):
    s = intimidated(scene, [], FLEE, **FORK)
    s.declare("option", FLEE, dice=[1, 1])
    assert (s.phase, s.decider) == ("step", "B")
    assert {action.text for action in s.battle.legal()} == {"step(L)", "step(R)"}
    s.act("step", "R")
    assert s.unit("B").zone == "R"
    assert (s.phase, s.decider) == ("combat", "W")


@clause("C046", "option:attr.ask")
@pytest.mark.parametrize("ask", [False, True])
@pytest.mark.parametrize(("agility", "finesse"), [(10, 6), (6, 10)])
def test_a_flight_by_disengage_takes_the_larger_attribute(scene, agility, finesse, ask):
    b = {"agility": agility, "finesse": finesse}
    s = intimidated(scene, [], FLEE, B=b, options={"attr.ask": ask})
    before = s.battle.dice_rolled
    s.act("option", FLEE, dice=[5, 4, 4, 4])
    assert int(s.battle.state[0]["dice"][before]["sides"]) == 10
    assert s.unit("B").engaged == set()
    assert (s.phase, s.decider) == ("combat", "W")


@clause("C046")
def test_an_approach_runs_by_itself(scene):
    s = scene(B={"zone": "Z1"}, announce={"A": ["taunt"]})
    s.declare("taunt", "B", "plain", dice=[5, 4, 4, 3])
    s.act("option", 2, dice=[2, 2], by="B")
    assert (s.unit("B").zone, s.unit("B").engaged) == ("Z0", {"A"})
    assert (s.phase, s.decider) == ("combat", "W")


@clause("C046")
def test_with_several_units_up_a_forced_action_waits_until_its_unit_is_picked(scene):
    plans = {"A": ["intimidate"], "B2": ["dance"]}
    s = scene(B2={}, announce=plans)
    s.declare("intimidate", "B", "strength", dice=[5, 4, 4, 3])
    s.declare("option", FREEZE, by="B")
    assert (s.phase, s.decider) == ("next", "B")
    assert s.rows("next") == ["next(B)", "next(B2)"]
    s.act("next", "B2")
    assert not s.unit("B").frozen
    s.act("dance", by="B2")
    assert s.unit("B").frozen


# --- an owed attack that can't be made


@clause("C046")
@pytest.mark.parametrize("zone", ["Z2", "Z3"])
def test_an_owed_attack_that_cannot_be_made_costs_one_mark(scene, zone):
    s = scene(A={"zone": zone}, B={"owes_attack": "A"}, announce={"B": ["brawl"]})
    assert (s.phase, s.decider) == ("next", "B")
    assert s.unit("B").marks == 0  # only once its turn comes
    s.act("next", "B", dice=[])
    assert s.unit("B").marks == 1
    assert s.unit("B").owes_attack is None
    assert (s.phase, s.decider) == ("combat", "W")


@clause("C046")
def test_an_added_attack_is_lost_without_a_decision(scene):
    s = scene(B={"zone": "Z1"})
    s.announce(A=["taunt"])
    s.declare("taunt", "B", "plain", dice=[5, 4, 4, 3])
    assert s.unit("B").marks == 0
    s.act("option", 3, dice=[], by="B")
    assert s.round == 3
    assert s.unit("B").marks == 1


@clause("C046")
def test_announced_attacks_stay_usable_on_others(scene):
    b = {"owes_attack": "A"}
    s = scene(
        A={"zone": "Z3"}, A2={}, B=b, engaged=[("A2", "B")], announce={"B": ["strike", "brawl"]}
    )
    s.act("next", "B", by="B")
    assert s.unit("B").marks == 1
    while s.phase == "next" or s.decider == "W":
        s.act(*(("next", "B") if s.phase == "next" else ("forgo",)))
    assert (s.phase, s.decider) == ("combat", "B")
    assert s.legal("strike", "A2")
    assert s.legal("jab", "A2")
    assert s.legal("forgo")


@clause("C046")
def test_the_owed_attack_waits_while_a_legal_one_may_still_come(scene):
    """Initiative one: A2 shoves B to A before side two has its turn."""
    s = scene(
        A2={"zone": "Z1"}, B={"zone": "Z1", "owes_attack": "A"}, zones={"Z1": {"props": True}},
        engaged=[("A2", "B")], announce={"A2": ["brawl"], "B": ["strike"]},
    )  # fmt: skip
    s.declare("wrestle", "B", "strength", dice=[5, 4], by="A2")
    s.declare("decline", by="B")
    s.act("shove", "Z0", dice=[])
    s.act("next", "B", by="B")
    assert s.unit("B").marks == 0
    assert s.legal("strike", "A")
    assert not s.legal("forgo")


# --- what counts as performed


def breathless(scene, plan, **more):
    """Return a scene where the level of A falls unless it performs a Combat action."""
    a = {"breathless": 1, **more.pop("A", {})}
    return scene(A=a, announce={"A": plan}, **more)


@clause("C047")
def test_an_action_carried_out_is_performed_hit_or_miss(scene):
    for reaction, dice in [("decline", []), ("dodge", [5, 3])]:
        s = breathless(scene, ["strike"])
        s.declare("strike", "B", "clash", dice=[4, 4])
        s.act(reaction, dice=dice)
        assert s.unit("A").performed == ["strike"]
        s.finish_round()
        assert s.unit("A").breathless == 1


@clause("C047")
def test_a_forgone_action_is_not_performed(scene):
    s = breathless(scene, ["strike"])
    s.act("forgo", by="A")
    assert s.unit("A").performed == []
    s.finish_round()
    assert s.unit("A").breathless == 0


@clause("C047")
def test_a_dropped_action_is_not_performed(scene):
    s = breathless(scene, ["strike"], B={"zone": "Z1"})
    s.finish_round()
    assert s.unit("A").breathless == 0


@clause("C047")
def test_an_action_masked_by_cover_is_not_performed(scene):
    s = breathless(scene, ["strike"], A={"covered": True}, zones={"Z0": {"cover": True}})
    assert (s.phase, s.decider) == ("combat", "W")
    s.finish_round()
    assert s.unit("A").breathless == 0


GRABBER = {"hands": [None], "techniques": ["quick_grab"]}


def grabs(scene, plan, a=None, **more):
    """A takes the axe from the ground and Strikes B with it as an Instant Action."""
    s = scene(A={**GRABBER, **(a or {})}, announce={"A": plan}, **{**PICKED, **more})
    s.declare("pick_up", "axe", "roll", dice=[8, 3], by="A")
    s.declare("technique", "quick_grab", by="A")
    s.declare("strike", "B", "harry", dice=[4, 3], by="A")
    s.act("decline", by="B")
    return s


@clause("C047", "C106")
def test_an_instant_action_counts_for_breath(scene):
    s = grabs(scene, ["pick_up"], {"breathless": 1})
    assert s.unit("A").performed == ["pick_up"]
    s.finish_round()
    assert s.unit("A").breathless == 1


@clause("C047", "C335")
def test_an_instant_movement_counts_against_shooting(scene):
    """The Disengage before it counts as well: Shoot at disadvantage."""
    a = {"hands": ["bow"], "techniques": ["slip_away"]}
    s = scene(A=a, announce={"A": ["disengage", "shoot"]})
    s.declare("disengage", dice=[8, 3, 2, 2])
    s.declare("technique", "slip_away", dice=[2, 1], by="A")
    s.act("stop")
    s.act("shoot", "B", dice=[2, 3, 4])


@clause("C047")
def test_an_instant_attack_settles_an_owed_one(scene):
    s = grabs(scene, ["pick_up"], {"owes_attack": "B"})
    assert s.unit("A").owes_attack is None
    assert (s.phase, s.decider) == ("combat", "W")  # nothing is owed any more
    assert s.unit("A").marks == 0


@clause("C047")
def test_an_instant_attack_leaves_the_announced_one(scene):
    s = grabs(scene, ["pick_up", "strike"], {"owes_attack": "B", "carried": ["dagger"]})
    assert (s.phase, s.decider) == ("combat", "A")
    assert s.legal("strike", "B")
    assert s.legal("forgo")


@clause("C047", "C155")
@pytest.mark.parametrize(("declared", "marks"), [("pick_up", 0), ("strike", 2)])
def test_an_instant_action_is_not_the_first_action_performed(scene, declared, marks):
    s = grabs(scene, ["pick_up"], {"declared": declared, "declared_round": 2})
    assert s.unit("A").marks == marks


@clause("C047")
def test_a_forced_movement_counts_as_performed(scene):
    """Freezing is a Movement action: what B shoots then is at disadvantage (C335)."""
    b = {"hands": ["bow"]}
    s = scene(A2={"zone": "Z1"}, B=b, announce={"A": ["intimidate"], "B": ["shoot"]}, apart=True)
    s.declare("intimidate", "B", "strength", dice=[5, 4, 4, 3])
    s.declare("option", FREEZE, by="B")
    s.act("next", "B", by="B")
    s.act("shoot", "A2", dice=[2, 3, 4], by="B")
