"""Section 3.15, first part: Reposition (C220 to C226)."""

import pytest

from fracas.envs.core.testing import clause

AFTER = ("combat", "W")  # A is not asked any more
FAR = {"zone": "Z3"}
KEEPER = {"zone": "Z3", "hands": [], "spells": ["mire"]}
DIFFICULT = {"from": "Z0", "to": "Z1", "kind": "difficult"}
DIFFICULT_BACK = {"from": "Z1", "to": "Z0", "kind": "difficult"}
DOWN = {"from": "Z0", "to": "Z1", "kind": "drop", "dice": "1d4"}
UP = {"from": "Z1", "to": "Z0", "kind": "drop", "dice": "1d4"}
ONE_DIE_FALL = [1, 1, 1, 1]  # Brace with advantage, then a fall die that can't be lowered


def asked(s):
    return s.phase, s.decider


def sizes(s):
    """Return the sizes of all dice so far."""
    record = s.side
    return [int(n) for n in record["dice"]["sides"][: int(record["n_dice"])]]


def rolled(scene, dice, A=None, B=FAR, plans=("reposition",), **more):  # noqa: N803
    """Return a scene in which A has made the roll of its Reposition."""
    s = scene(A=A, B=B, announce={"A": list(plans)}, **more)
    s.declare("reposition", dice=dice, by="A")
    assert s.dice_used == len(dice)
    return s


def walk(s):
    """Go to and fro as long as the movement lasts; return the number of zones."""
    zones = 0
    while s.phase == "step":
        s.act("step", "Z1" if s.unit("A").zone == "Z0" else "Z0", dice=[])
        zones += 1
    return zones


def budget(zones):
    """Return dice that give this much movement."""
    return [zones, zones]


# --- the roll


@clause("C220")
@pytest.mark.parametrize(
    ("dice", "zones"),
    [
        ([5, 4], 5),
        ([2, 1], 2),
        ([1, 1], 1),
        ([2, 2], 2),
        ([3, 2], 3),
        ([4, 4], 4),
        ([8, 5], 7),
        ([8, 6], 7),
    ],
)
def test_the_unit_moves_up_to_half_the_result_rounded_up(scene, dice, zones):
    s = rolled(scene, dice)
    assert walk(s) == zones
    assert asked(s) == AFTER


@clause("C220")
def test_the_roll_is_agility_and_mobility(scene):
    s = rolled(scene, [9, 11], A={"agility": 10, "mobility": 12})
    assert sizes(s) == [10, 12]
    assert walk(s) == 10


@clause("C220", "C033")
@pytest.mark.parametrize(
    ("plans", "zones"),
    [
        (["reposition"], 5),
        (["reposition", "strike"], 4),
        (["reposition", "strike", "brawl"], 3),
        (["reposition", "strike", "brawl", "throw"], 2),
    ],
)
def test_the_action_penalty_lowers_the_result(scene, plans, zones):
    assert walk(rolled(scene, [5, 4], plans=plans)) == zones


@clause("C220")
@pytest.mark.parametrize("state", [{"armour": "heavy"}, {"prone": True}, {"marks": 8}])
def test_neither_heavy_armour_nor_other_states_change_the_roll(scene, state):
    assert rolled(scene, [5, 4], A=state).dice_used == 2


@clause("C220")
def test_it_is_a_movement_action_without_arguments(scene):
    s = scene(B=FAR, announce={"A": ["reposition"]})
    assert asked(s) == ("movement", "A")
    assert len(s.rows("reposition")) == 1
    s.act("reposition", dice=[1, 1])
    s.act("step", "Z1", dice=[])
    a = s.unit("A")
    assert (a.zone, a.moved, a.fought, "reposition" in a.performed) == ("Z1", True, False, True)


# --- up to


@clause("C221")
@pytest.mark.parametrize("steps", range(4))
def test_it_may_stop_at_any_point_also_at_once(scene, steps):
    s = rolled(scene, [5, 4])
    for zone in ("Z1", "Z2", "Z1")[:steps]:
        assert s.legal("stop")
        s.declare("step", zone)
    s.act("stop", dice=[])
    a = s.unit("A")
    assert (a.zone, a.moved, "reposition" in a.performed) == (
        ("Z0", "Z1", "Z2", "Z1")[steps],
        True,
        True,
    )
    assert asked(s) == AFTER


# --- what movement costs


@clause("C222")
@pytest.mark.parametrize(
    ("edge", "mired", "cost"),
    [
        (["Z0", "Z1"], False, 1),
        (["Z1", "Z0"], False, 1),
        (DIFFICULT, False, 2),
        (DIFFICULT_BACK, False, 2),
        (UP, False, 2),
        (["Z0", "Z1"], True, 2),
        (DIFFICULT, True, 3),
        (UP, True, 3),
    ],
)
def test_each_kind_of_edge_has_its_cost(scene, edge, mired, cost):
    kept = [{"spell": "mire", "target": "Z0", "tokens": 0}] if mired else []
    more = {"B": KEEPER | {"kept": kept}, "edges": [edge, ["Z1", "Z2"]]}
    for zones in range(1, cost):
        s = rolled(scene, budget(zones), **more)
        # With nothing but STOP there is no decision.
        assert (asked(s), s.unit("A").zone) == (AFTER, "Z0")
    s = rolled(scene, budget(cost), **more)
    s.act("step", "Z1", dice=[])
    assert (asked(s), s.unit("A").zone, s.unit("A").prone) == (AFTER, "Z1", False)
    s = rolled(scene, budget(cost + 1), **more)
    s.declare("step", "Z1")
    assert s.legal("step", "Z2")


@clause("C222", "C225")
@pytest.mark.parametrize(("mired", "cost"), [(False, 1), (True, 2)])
def test_jumping_down_a_drop_edge_costs_one(scene, mired, cost):
    kept = [{"spell": "mire", "target": "Z0", "tokens": 0}] if mired else []
    more = {"B": KEEPER | {"kept": kept}, "edges": [DOWN]}
    for zones in range(1, cost):
        assert asked(rolled(scene, budget(zones), **more)) == AFTER
    s = rolled(scene, budget(cost), **more)
    s.act("step", "Z1", dice=ONE_DIE_FALL)
    assert s.unit("A").zone == "Z1"


@clause("C222")
def test_a_row_that_costs_too_much_is_masked_beside_one_that_does_not(scene):
    s = rolled(scene, budget(1), edges=[DIFFICULT, ["Z0", "Z2"]])
    s.refused("step", "Z1")
    assert s.legal("step", "Z2")
    s = rolled(scene, budget(2), edges=[DIFFICULT, ["Z0", "Z2"]])
    assert s.legal("step", "Z1")
    assert s.legal("step", "Z2")


@clause("C222")
def test_a_step_leads_to_an_adjacent_zone_only(scene):
    s = rolled(scene, budget(5))
    assert [s.legal("step", z) for z in ("Z0", "Z1", "Z2", "Z3")] == [False, True, False, False]
    s.declare("step", "Z1")
    assert [s.legal("step", z) for z in ("Z0", "Z1", "Z2", "Z3")] == [True, False, True, False]


@clause("C222")
def test_only_leaving_a_mired_zone_costs_more(scene):
    kept = [{"spell": "mire", "target": "Z1", "tokens": 0}]
    s = rolled(scene, budget(2), B=KEEPER | {"kept": kept})
    s.act("step", "Z1", dice=[])  # 1 of 2; leaving Z1 would take 2
    assert (asked(s), s.unit("A").zone) == (AFTER, "Z1")
    s = rolled(scene, budget(3), B=KEEPER | {"kept": kept})
    s.declare("step", "Z1")
    s.act("step", "Z2", dice=[])
    assert (asked(s), s.unit("A").zone) == (AFTER, "Z2")


@clause("C222")
def test_a_mire_hinders_the_keepers_own_side_too(scene):
    kept = [{"spell": "mire", "target": "Z0", "tokens": 0}]
    s = rolled(scene, budget(1), A2=KEEPER | {"kept": kept})
    assert (asked(s), s.unit("A").zone) == (AFTER, "Z0")


# --- result 0


@clause("C223")
@pytest.mark.parametrize(("dice", "zones"), [([2, 1], 0), ([3, 1], 0), ([3, 2], 1), ([4, 3], 2)])
def test_with_a_result_of_0_there_is_no_movement(scene, dice, zones):
    s = rolled(scene, dice, plans=["reposition", "strike", "brawl"])
    assert walk(s) == zones
    a = s.unit("A")
    assert ("reposition" in a.performed, a.moved) == (True, True)


# --- prone


@clause("C224")
@pytest.mark.parametrize(
    ("dice", "zones"), [([1, 1], 0), ([2, 1], 1), ([2, 2], 1), ([3, 2], 2), ([5, 4], 4)]
)
def test_a_prone_unit_spends_its_first_movement_to_stand(scene, dice, zones):
    s = rolled(scene, dice, A={"prone": True})
    assert not s.unit("A").prone  # at once and unasked
    assert walk(s) == zones


@clause("C224")
def test_a_prone_unit_that_stops_at_once_stands_all_the_same(scene):
    s = rolled(scene, [5, 4], A={"prone": True})
    s.act("stop", dice=[])
    assert (s.unit("A").prone, s.unit("A").zone) == (False, "Z0")


@clause("C223", "C224")
def test_with_a_result_of_0_it_stays_prone(scene):
    s = rolled(scene, [2, 1], A={"prone": True}, plans=["reposition", "strike", "brawl"])
    assert s.phase != "step"
    assert (s.unit("A").prone, s.unit("A").zone) == (True, "Z0")


# --- drops


@clause("C225")
def test_going_down_a_drop_edge_is_a_fall_and_ends_the_movement(scene):
    s = rolled(scene, budget(6), edges=[DOWN, ["Z1", "Z2"]])
    s.act("step", "Z1", dice=ONE_DIE_FALL)  # Brace of a willing jump: advantage
    a = s.unit("A")
    assert (asked(s), a.zone, a.prone) == (AFTER, "Z1", True)
    assert a.slots == (0, 1, 1, 1, 1)


@clause("C225")
def test_a_fall_ends_the_movement_after_earlier_steps_too(scene):
    edges = [["Z0", "Z2"], {"from": "Z2", "to": "Z1", "kind": "drop", "dice": "1d4"}]
    s = rolled(scene, budget(6), edges=edges)
    s.declare("step", "Z2")
    s.act("step", "Z1", dice=ONE_DIE_FALL)
    assert (asked(s), s.unit("A").zone) == (AFTER, "Z1")


@clause("C225", "C084")
def test_after_a_fall_nobody_is_engaged(scene):
    s = rolled(scene, budget(6), B={"zone": "Z1"}, edges=[DOWN])
    s.act("step", "Z1", dice=ONE_DIE_FALL)
    assert (asked(s), s.unit("A").engaged) == (AFTER, set())


@clause("C225")
def test_climbing_is_no_fall_and_the_movement_goes_on(scene):
    s = rolled(scene, budget(3), edges=[UP, ["Z1", "Z2"]])
    s.act("step", "Z1", dice=[])
    assert (s.phase, s.unit("A").zone, s.unit("A").prone) == ("step", "Z1", False)
    s.act("step", "Z2", dice=[])
    assert s.unit("A").zone == "Z2"


# --- who may


@clause("C226", "C085")
def test_an_engaged_unit_cannot_reposition(scene):
    assert asked(scene(apart=True, announce={"A": ["reposition"]})) == ("movement", "A")
    s = scene(announce={"A": ["reposition"]})  # announced, but without a legal row
    assert (asked(s), "reposition" in s.unit("A").performed) == (AFTER, False)


@clause("C226")
@pytest.mark.parametrize(
    ("A", "B"), [({"restrained": 5}, {"zone": "Z3"}), ({}, {"grappling": {"A"}})]
)
def test_a_grappled_or_restrained_unit_does_not_announce_it(scene, A, B):  # noqa: N803
    scene(A=A, B=B).refused("announce", "reposition")
    assert scene().legal("announce", "reposition")  # engaged: it may come free


@clause("C226")
@pytest.mark.parametrize("restrained", [0, 5])
def test_a_unit_restrained_after_it_announced_cannot_reposition(scene, restrained):
    s = scene(B=FAR, announce={"A": ["fortify", "reposition"]})
    s.set("A", restrained=restrained)
    s.act("fortify", dice=[])
    assert asked(s) == (AFTER if restrained else ("movement", "A"))


@clause("C226", "C491")
@pytest.mark.parametrize("grappled", [False, True])
def test_a_grappled_unit_cannot_reposition_even_where_engagement_does_not_lock(scene, grappled):
    s = scene(options={"engage.locks": False}, announce={"A": ["fortify", "reposition"]})
    if grappled:
        s.set("B", grappling={"A"})
    s.act("fortify", dice=[])
    assert asked(s) == (AFTER if grappled else ("movement", "A"))


@clause("C226", "C091", "C045")
def test_a_grappler_lets_go_and_is_still_engaged(scene):
    s = scene(A={"grappling": {"B"}}, announce={"A": ["reposition", "disengage"]})
    assert asked(s) == ("movement", "A")
    for verb in ("reposition", "disengage"):
        s.refused(verb)
    s.declare("release")
    s.refused("reposition")
    assert s.legal("disengage")


@clause("C226", "C045")
def test_a_grappler_with_nothing_but_reposition_is_not_asked(scene):
    s = scene(A={"grappling": {"B"}}, announce={"A": ["reposition"]})
    assert (asked(s), s.unit("A").grappling) == (AFTER, {"B"})


@clause("C226")
def test_after_a_disengage_it_may_reposition(scene):
    s = scene(announce={"A": ["reposition", "disengage"]})
    s.refused("reposition")
    s.act("disengage", dice=[8, 5, 2, 1])  # -2
    assert s.legal("reposition")
    s.declare("reposition", dice=[3, 3])
    s.act("step", "Z1", dice=[])
    assert s.unit("A").zone == "Z1"


@clause("C226", "C177", "C453")
def test_a_unit_that_stood_frozen_performs_no_other_movement_action(scene):
    s = scene(
        apart=True,
        announce={"A": ["reposition", "dance"], "B": ["intimidate"]},
    )
    s.declare("intimidate", "A", dice=[5, 4, 1, 2], by="B")
    s.declare("option", 2, by="A")
    s.act("replace", "dance", dice=[], by="A")
    a = s.unit("A")
    assert asked(s) == AFTER
    assert (a.frozen, a.moved, a.zone) == (True, True, "Z0")
    assert not {"reposition", "dance"} & set(a.performed)


@clause("C226")
def test_a_unit_under_a_movement_obligation_does_not_choose_to_reposition(scene):
    s = scene(A={"forced": "freeze", "forced_from": "B"}, apart=True)
    s.announce(A=["reposition"], W=["brawl"])
    a = s.unit("A")
    assert (asked(s), a.frozen, a.zone) == (AFTER, True, "Z0")
    assert "reposition" not in a.performed
