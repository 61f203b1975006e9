"""Forced Movement actions: how a unit flees (C178), and that they count (C453).

How a unit approaches: test_forced_approach.py.
"""

import pytest

from fracas.envs.core.testing import clause

SUCCESS = [5, 4, 4, 3]  # A rolls 9, B's Focus is 7
FORK = {
    "zones": {"Z0": {}, "L1": {}, "L2": {}, "R1": {}},
    "edges": [["Z0", "L1"], ["L1", "L2"], ["Z0", "R1"]],
}
HARD_FORK = {
    "zones": FORK["zones"],
    "edges": [
        ["Z0", "L1"],
        {"from": "L1", "to": "L2", "kind": "difficult"},
        ["Z0", "R1"],
    ],
}
LAST_LEGS = {"marks": 8, "breathless": 1, "slots_free": [0, 0, 0, 0, 1]}


def sizes(s):
    """Return the sizes of all dice rolled since the scene began."""
    state = s.battle.state[0]
    return [int(die["sides"]) for die in state["dice"][: int(state["n_dice"])]]


def steps(s):
    """Return where B may step to, and whether it may stop."""
    assert (s.phase, s.decider) == ("step", "B")
    return [z for z in ("Z0", "P", "Q", "R", "L1", "L2", "R1") if s.legal("step", z)], s.legal(
        "stop"
    )


def flees(scene, dice, announced=(), roll=SUCCESS, apart=True, **more):
    """A has frightened B, which chose to flee and rolled these dice."""
    s = scene(apart=apart, announce={"A": ["intimidate"], "B": list(announced)}, **more)
    s.act("intimidate", "B", dice=roll)
    s.act("option", 3, by="B", dice=dice)
    return s


def fled(s):
    """B has been asked nothing more: where it is now."""
    assert (s.phase, s.decider, s.unit("B").moved) == ("combat", "W", True)
    return s.unit("B").zone


# --- a Reposition as far away as possible


@clause("C178", "C176")
@pytest.mark.parametrize(
    ("zone", "dice", "end"),
    [
        ("Z0", [4, 2], "Z3"),  # 3 zones
        ("Z0", [4, 4], "Z3"),  # 4, the last one can't be used
        ("Z0", [2, 1], "Z2"),
        ("Z0", [1, 1], "Z1"),
        ("Z1", [2, 2], "Z3"),
        ("Z1", [1, 1], "Z2"),
    ],
)
def test_who_is_free_to_move_ends_as_far_away_as_its_roll_allows(scene, zone, dice, end):
    s = flees(scene, dice, B={"zone": zone})
    assert fled(s) == end
    assert (s.unit("B").marks, s.unit("B").n) == (0, 1)


@clause("C178", "C220")
def test_the_roll_is_agility_and_mobility(scene):
    s = flees(scene, [2, 2], B={"agility": 10, "mobility": 12})
    assert sizes(s)[4:] == [10, 12]


@clause("C178", "C033", "C223")
def test_with_a_result_of_0_it_stays(scene):
    s = scene(apart=True, announce={"A": ["intimidate"], "B": ["reposition", "strike", "brawl"]})
    s.act("intimidate", "B", dice=SUCCESS)
    s.act("option", 3, by="B", dice=[2, 2])  # n = 3
    assert (s.unit("B").zone, s.unit("B").moved, s.phase) == ("Z0", True, "next")


@clause("C178")
def test_in_a_dead_end_it_stays(scene):
    s = flees(scene, [1, 1], A={"zone": "Z2"}, B={"zone": "Z3"})
    assert fled(s) == "Z3"


@clause("C178")
@pytest.mark.parametrize(
    ("field", "dice"), [(FORK, [2, 2]), (FORK, [3, 2]), (HARD_FORK, [3, 2]), (HARD_FORK, [5, 2])]
)
def test_a_way_that_leads_less_far_is_not_open(scene, field, dice):
    s = flees(scene, dice, **field)
    assert fled(s) == "L2"


@clause("C178")
@pytest.mark.parametrize("end", ["L1", "R1"])
def test_of_equally_far_zones_it_picks_one_and_may_not_stop_before(scene, end):
    s = flees(scene, [1, 1], **FORK)
    assert steps(s) == (["L1", "R1"], False)
    s.act("step", end, dice=[])
    assert fled(s) == end


@clause("C178", "C222")
@pytest.mark.parametrize("end", ["L1", "R1"])
def test_only_zones_that_the_budget_reaches_count(scene, end):
    s = flees(scene, [2, 2], **HARD_FORK)  # L2 would cost 3
    assert steps(s) == (["L1", "R1"], False)
    s.act("step", end, dice=[])
    assert fled(s) == end


@clause("C178", "C221")
def test_it_may_stop_in_a_farthest_zone_or_go_on_to_another(scene):
    zones = {"Z0": {}, "P": {}, "Q": {}, "R": {}}
    edges = [["Z0", "P"], ["P", "Q"], ["P", "R"], ["Q", "R"]]
    s = flees(scene, [3, 2], zones=zones, edges=edges)  # 3 zones, Q and R are 2 away
    assert steps(s) == (["Q", "R"], False)
    s.declare("step", "Q")
    assert steps(s) == (["R"], True)
    t = s.copy()
    s.act("stop", dice=[])
    assert fled(s) == "Q"
    t.act("step", "R", dice=[])
    assert fled(t) == "R"


@clause("C178")
@pytest.mark.parametrize(
    ("edges", "end"),
    [
        ([["Z0", "Z1"]], "Z1"),
        ([], "Z0"),
    ],
)
def test_it_never_goes_down_a_drop_edge(scene, edges, end):
    zones = {"Z0": {}, "Z1": {}, "P": {}, "Q": {}}
    drop = {"from": "Z0", "to": "P", "kind": "drop", "dice": "2d6"}
    more = [] if edges else [["Z1", "Q"]]
    s = flees(scene, [2, 2], zones=zones, edges=[*edges, drop, ["P", "Q"], *more])
    assert fled(s) == end
    assert not s.unit("B").prone


@clause("C178", "C222")
@pytest.mark.parametrize(("dice", "end"), [([2, 2], "Q"), ([1, 1], "Z0")])
def test_it_climbs_one(scene, dice, end):
    drop = {"from": "Q", "to": "Z0", "kind": "drop", "dice": "2d6"}
    s = flees(scene, dice, zones={"Z0": {}, "Q": {}}, edges=[drop])
    assert fled(s) == end


@clause("C178", "C084")
def test_it_engages_nobody_where_it_ends(scene):
    s = flees(scene, [2, 2], A2={"zone": "Z2"})
    assert fled(s) == "Z2"
    assert set(s.unit("B").engaged) == set()


@clause("C178", "C224")
@pytest.mark.parametrize(("dice", "end"), [([2, 2], "Z1"), ([1, 1], "Z0")])
def test_a_prone_unit_stands_up_first(scene, dice, end):
    s = flees(scene, dice, B={"prone": True})
    assert fled(s) == end
    assert not s.unit("B").prone


# --- engaged: an attempt to disengage


@clause("C178", "C245")
def test_an_engaged_unit_tries_to_disengage_and_does_no_more(scene):
    s = flees(scene, [5, 4, 4, 3], apart=False)
    assert fled(s) == "Z0"
    assert (set(s.unit("B").engaged), s.unit("B").marks) == (set(), 0)
    assert set(s.unit("B").no_engage) == {"A"}


@clause("C178", "C246")
def test_if_that_fails_it_marks_one_and_stays_engaged(scene):
    s = flees(scene, [4, 3, 4, 3], apart=False)
    assert fled(s) == "Z0"
    assert (set(s.unit("B").engaged), s.unit("B").marks) == ({"A"}, 1)


@clause("C178", "C033")
def test_that_attempt_takes_the_penalty_too(scene):
    s = scene(announce={"A": ["intimidate"], "B": ["disengage", "strike"]})
    s.act("intimidate", "B", dice=SUCCESS)
    s.act("option", 3, by="B", dice=[5, 4, 4, 3])  # n = 2: 7 against 7
    assert (set(s.unit("B").engaged), s.unit("B").marks) == ({"A"}, 1)


@clause("C178", "C046")
@pytest.mark.parametrize(("agility", "finesse", "die"), [(8, 12, 12), (10, 8, 10)])
@pytest.mark.parametrize("ask", [False, True])
def test_it_takes_the_larger_attribute_unasked(scene, agility, finesse, die, ask):
    b = {"agility": agility, "finesse": finesse, "reflex": 10}
    s = scene(B=b, announce={"A": ["intimidate"]}, options={"attr.ask": ask})
    s.act("intimidate", "B", "strength", dice=SUCCESS)
    s.act("option", 3, by="B", dice=[5, 4, 4, 3])
    assert fled(s) == "Z0"
    assert sizes(s)[4:6] == [die, 10]


@clause("C178", "C243", "C244")
def test_it_is_against_all_that_it_is_engaged_with(scene):
    s = flees(scene, [5, 4, 3, 2, 1], apart=False, A2={}, engaged=[("A", "B"), ("A2", "B")])
    assert fled(s) == "Z0"
    assert set(s.unit("B").engaged) == set()


@clause("C178")
def test_engaged_with_another_it_disengages_too(scene):
    s = flees(scene, [5, 4, 4, 3], apart=False, A2={}, engaged=[("A2", "B")])
    assert fled(s) == "Z0"
    assert set(s.unit("B").engaged) == set()


@clause("C178", "C091")
def test_a_grappler_lets_go_first(scene):
    s = flees(scene, [5, 4, 4, 3], roll=[6, 4, 5, 4, 3], apart=False, B={"grappling": {"A"}})
    assert fled(s) == "Z0"
    assert (set(s.unit("A").grappled_by), set(s.unit("B").engaged)) == (set(), set())


@clause("C178", "C091")
def test_it_lets_go_even_if_the_attempt_fails(scene):
    s = flees(scene, [4, 3, 4, 3], roll=[6, 4, 5, 4, 3], apart=False, B={"grappling": {"A"}})
    assert fled(s) == "Z0"
    assert (set(s.unit("A").grappled_by), set(s.unit("B").engaged)) == (set(), {"A"})


# --- nothing


@clause("C178", "C453")
@pytest.mark.parametrize(
    "more",
    [
        {"A": {"grappling": {"B"}}, "apart": False},
        {"B": {"restrained": 5}, "apart": False},
        {"B": {"restrained": 5}},
    ],
    ids=["grappled", "restrained and engaged", "restrained"],
)
def test_who_is_grappled_or_restrained_does_nothing(scene, more):
    s = flees(scene, [], roll=[2, 4, 5, 4, 3], **more)  # B feels weaker
    assert fled(s) == "Z0"
    assert (s.unit("B").marks, s.unit("B").n) == (0, 1)


@clause("C178", "C453")
@pytest.mark.parametrize("engaged", [[], [("A2", "B")]])
def test_it_does_nothing_once_the_intimidator_is_hidden_from_it(scene, engaged):
    s = scene(A2={}, engaged=engaged, announce={"A": ["intimidate"], "A2": ["fortify"]})
    s.act("next", "A")
    s.act("intimidate", "B", dice=SUCCESS)
    s.act("option", 3, by="B", dice=[])
    s.set("A", hidden_from={"B"})
    s.act("fortify", dice=[])
    assert fled(s) == "Z0"
    assert set(s.unit("B").engaged) == {u for pair in engaged for u in pair if u != "B"}


@clause("C178", "C453")
def test_it_does_nothing_once_the_intimidator_is_out(scene):
    s = scene(apart=True, A=LAST_LEGS, B2={}, announce={"A": ["intimidate"], "B2": ["feint"]})
    s.act("intimidate", "B", dice=[6, 4, 5, 4, 3])  # B feels in control
    s.act("option", 3, by="B")
    s.act("feint", "A", dice=SUCCESS)
    s.act("option", 1, by="A", dice=[])
    assert s.unit("A").out
    assert fled(s) == "Z0"


# --- forced Movement actions count as performed


@clause("C453", "C046")
@pytest.mark.parametrize(
    ("call", "option", "more", "dice"),
    [
        (("intimidate", "B"), 2, {"apart": True}, []),
        (("intimidate", "B"), 2, {}, []),
        (("intimidate", "B"), 3, {"apart": True}, [2, 2]),
        (("intimidate", "B"), 3, {}, [5, 4, 4, 3]),
        (("taunt", "B", "plain"), 2, {"apart": True}, []),
        (("taunt", "B", "plain"), 2, {"B": {"zone": "Z1"}}, [2, 2]),
    ],
    ids=["freeze", "freeze, engaged", "flight", "flight by Disengage", "approach", "approach far"],
)
def test_freeze_flight_and_approach_run_unasked_and_count_as_performed(
    scene, call, option, more, dice
):
    s = scene(**more, announce={"A": [call[0]]})
    s.act(*call, dice=SUCCESS)
    assert not s.unit("B").moved
    s.act("option", option, by="B", dice=dice)
    b = s.unit("B")
    assert (s.phase, s.decider) == ("combat", "W")
    assert (b.moved, b.n, b.marks) == (True, 1, 0)


@clause("C453", "C333", "C335")
@pytest.mark.parametrize(("option", "dice"), [(2, []), (3, [2, 2]), (1, [])])
def test_shoot_has_disadvantage_after_one(scene, option, dice):
    s = scene(apart=True, A2={}, B={"hands": ["bow"]},
              announce={"A": ["intimidate"], "B": ["shoot"]})  # fmt: skip
    s.act("intimidate", "B", dice=SUCCESS)
    s.act("option", option, by="B", dice=dice)
    s.act("next", "B")
    s.act("shoot", "A2", dice=[5, 4] if option == 1 else [5, 4, 3])


@clause("C453", "C106")
def test_a_forced_movement_is_no_combat_action(scene):
    s = scene(B={"breathless": 1}, announce={"A": ["intimidate"]})
    s.act("intimidate", "B", dice=[2, 4, 5, 4, 3])  # B feels weaker
    s.act("option", 2, by="B", dice=[])
    s.finish_round()
    assert s.unit("B").breathless == 0
