"""How a taunted unit approaches (C198, C200)."""

import pytest

from fracas.envs.core.testing import clause

SUCCESS = [5, 4, 4, 3]  # A rolls 9, B's Focus is 7
NEAR = {"B": {"zone": "Z1"}}


def approaches(scene, dice, announced=(), roll=SUCCESS, **more):
    """A has taunted B, which chose to approach and rolled these dice."""
    s = scene(apart="engaged" not in more, announce={"A": ["taunt"], "B": list(announced)}, **more)
    s.act("taunt", "B", "plain", dice=roll)
    s.act("option", 2, by="B", dice=dice)
    return s


def came(s):
    """B has been asked nothing more: where it is now, and with whom it is engaged."""
    assert (s.phase, s.decider, s.unit("B").moved) == ("combat", "W", True)
    return s.unit("B").zone, set(s.unit("B").engaged)


def moved_on(scene, dice, b=(), steps="Z0", **more):
    """A in Z1 has taunted B in Z2 and gone a zone farther before B's approach."""
    s = scene(A={"zone": "Z1"}, B={"zone": "Z2", **dict(b)},
              announce={"A": ["taunt", "reposition"]}, **more)  # fmt: skip
    s.act("taunt", "B", "plain", dice=[6, 5, 4, 3])  # n = 2
    s.act("option", 2, by="B", dice=[])
    s.declare("reposition", dice=[2, 2])  # 1 zone
    s.act("step", steps, by="A", dice=dice)
    return s


# --- in the taunter's zone


@clause("C198", "C200")
def test_in_the_taunters_zone_it_becomes_engaged_without_a_roll(scene):
    s = approaches(scene, [])
    assert came(s) == ("Z0", {"A"})
    assert (set(s.unit("A").engaged), s.unit("B").n, s.unit("B").marks) == ({"B"}, 1, 0)


@clause("C200")
def test_that_comes_before_any_disengaging(scene):
    s = approaches(scene, [], A2={}, engaged=[("A2", "B")])
    assert came(s) == ("Z0", {"A", "A2"})


@clause("C200", "C087")
def test_a_pair_freed_by_disengage_is_not_engaged_by_it(scene):
    s = approaches(scene, [], A={"no_engage": {"B"}}, B={"no_engage": {"A"}})
    assert came(s) == ("Z0", set())


@clause("C200", "C193")
def test_it_replaces_an_announced_movement_action(scene):
    s = approaches(scene, [], announced=["reposition"])
    assert came(s) == ("Z0", {"A"})
    assert s.unit("B").n == 1


@clause("C200", "C177")
def test_of_several_the_target_picks_which_gives_way(scene):
    s = approaches(scene, [], announced=["reposition", "dance"])
    assert (s.phase, s.decider) == ("replace", "B")
    s.act("replace", "reposition", dice=[])
    assert (s.phase, s.decider) == ("movement", "B")
    assert s.legal("dance")
    assert not s.legal("reposition")
    assert set(s.unit("B").engaged) == {"A"}


# --- engaged with others


@clause("C200", "C245")
@pytest.mark.parametrize(
    ("dice", "engaged", "marks"), [([5, 4, 4, 3], set(), 0), ([4, 3, 4, 3], {"A2"}, 1)]
)
def test_engaged_with_others_it_tries_to_disengage_and_no_more(scene, dice, engaged, marks):
    s = approaches(scene, dice, A2={"zone": "Z1"}, engaged=[("A2", "B")], **NEAR)
    assert came(s) == ("Z1", engaged)
    assert s.unit("B").marks == marks


@clause("C200", "C091")
def test_a_grappler_lets_go_first(scene):
    s = approaches(
        scene, [5, 4, 4, 3], A2={"zone": "Z1"}, engaged=[("A2", "B")],
        B={"zone": "Z1", "grappling": {"A2"}},
    )  # fmt: skip
    assert came(s) == ("Z1", set())
    assert set(s.unit("A2").grappled_by) == set()


# --- a Reposition


@clause("C198", "C200")
@pytest.mark.parametrize("dice", [[1, 1], [2, 2], [6, 4]])
def test_from_afar_it_moves_to_the_taunter_and_becomes_engaged(scene, dice):
    s = approaches(scene, dice, **NEAR)
    assert came(s) == ("Z0", {"A"})
    assert set(s.unit("A").engaged) == {"B"}


@clause("C200", "C084")
def test_it_engages_nobody_else_there(scene):
    s = approaches(scene, [2, 2], A2={}, **NEAR)
    assert came(s) == ("Z0", {"A"})


@clause("C200", "C087")
def test_a_freed_pair_is_not_engaged_there_either(scene):
    s = approaches(
        scene, [2, 2], A={"no_engage": {"B"}}, B={"zone": "Z1", "no_engage": {"A"}}
    )  # fmt: skip
    assert came(s) == ("Z0", set())


@clause("C200", "C033", "C223")
def test_its_roll_takes_the_penalty(scene):
    s = scene(apart=True, announce={"A": ["taunt"], "B": ["strike", "brawl"]}, **NEAR)
    s.act("taunt", "B", "plain", dice=SUCCESS)
    s.act("option", 2, by="B", dice=[2, 2])  # n = 3: 0
    assert (s.unit("B").zone, s.unit("B").moved, s.unit("B").n) == ("Z1", True, 3)


@clause("C200", "C224")
@pytest.mark.parametrize(("dice", "end"), [([1, 1], ("Z1", set())), ([2, 2], ("Z0", {"A"}))])
def test_a_prone_unit_stands_up_first(scene, dice, end):
    s = approaches(scene, dice, B={"zone": "Z1", "prone": True})
    assert came(s) == end
    assert not s.unit("B").prone


@clause("C200", "C222")
@pytest.mark.parametrize(("dice", "end"), [([1, 1], ("Z1", set())), ([2, 2], ("Z0", {"A"}))])
def test_it_goes_only_as_far_as_the_budget_pays(scene, dice, end):
    edges = [{"from": "Z0", "to": "Z1", "kind": "difficult"}, ["Z1", "Z2"], ["Z2", "Z3"]]
    assert came(approaches(scene, dice, edges=edges, **NEAR)) == end


@clause("C200")
def test_it_never_goes_down_a_drop_edge(scene):
    edges = [{"from": "Z1", "to": "Z0", "kind": "drop", "dice": "2d6"}]
    s = approaches(scene, [2, 2], zones={"Z0": {}, "Z1": {}, "X": {}},
                   edges=[*edges, ["Z1", "X"]], **NEAR)  # fmt: skip
    assert came(s) == ("Z1", set())
    assert not s.unit("B").prone


@clause("C200", "C222")
@pytest.mark.parametrize(("dice", "end"), [([1, 1], ("Z1", set())), ([2, 2], ("Z0", {"A"}))])
def test_it_climbs_one(scene, dice, end):
    edges = [{"from": "Z0", "to": "Z1", "kind": "drop", "dice": "2d6"}]
    s = approaches(scene, dice, zones={"Z0": {}, "Z1": {}, "X": {}}, edges=[*edges, ["Z1", "X"]],
                   **NEAR)  # fmt: skip
    assert came(s) == end


@clause("C200")
@pytest.mark.parametrize(("dice", "end"), [([1, 1], ("Z1", set())), ([2, 2], ("Z0", {"A"}))])
def test_it_follows_where_the_taunter_has_gone(scene, dice, end):
    assert came(moved_on(scene, dice)) == end


@clause("C200")
@pytest.mark.parametrize("way", ["Z1", "Q"])
def test_of_two_shortest_ways_it_picks_one_and_may_not_stop(scene, way):
    zones = {"Z0": {}, "Z1": {}, "Z2": {}, "Q": {}}
    edges = [["Z0", "Z1"], ["Z0", "Q"], ["Z1", "Z2"], ["Q", "Z2"]]
    s = moved_on(scene, [2, 2], zones=zones, edges=edges)
    assert (s.phase, s.decider, s.unit("B").zone) == ("step", "B", "Z2")
    assert [z for z in zones if s.legal("step", z)] == ["Z1", "Q"]
    assert not s.legal("stop")
    s.act("step", way, dice=[])
    assert came(s) == ("Z0", {"A"})


@clause("C200", "C222")
def test_a_way_that_the_budget_does_not_pay_is_not_open(scene):
    zones = {"Z0": {}, "Z1": {}, "Z2": {}, "Q": {}}
    edges = [
        ["Z0", "Z1"],
        ["Z0", "Q"],
        ["Z1", "Z2"],
        {"from": "Q", "to": "Z2", "kind": "difficult"},
    ]
    s = moved_on(scene, [1, 1], zones=zones, edges=edges)
    assert came(s) == ("Z1", set())


@clause("C200")
def test_a_way_round_is_no_approach(scene):
    zones = {"Z0": {}, "Z1": {}, "Z2": {}, "Q": {}}
    edges = [["Z0", "Z1"], {"from": "Z1", "to": "Z2", "kind": "difficult"}, ["Z2", "Q"]]
    s = moved_on(scene, [1, 1], zones=zones, edges=edges)
    assert came(s) == ("Z2", set())


# --- nothing


@clause("C200", "C178")
@pytest.mark.parametrize(
    "more",
    [
        {"B": {"zone": "Z1", "restrained": 5}},
        {"A2": {"zone": "Z1", "grappling": {"B"}}, "engaged": [("A2", "B")], **NEAR},
    ],
    ids=["restrained", "grappled"],
)
def test_who_is_grappled_or_restrained_does_nothing(scene, more):
    s = approaches(scene, [], **more)
    assert came(s) == ("Z1", {"A2"} if "A2" in more else set())
    assert (s.unit("B").marks, s.unit("B").n) == (0, 1)


@clause("C200", "C178")
@pytest.mark.parametrize("zone", ["Z0", "Z1"])
def test_it_does_nothing_once_the_taunter_is_hidden_from_it(scene, zone):
    s = scene(apart=True, A2={}, B={"zone": zone}, announce={"A": ["taunt"], "A2": ["fortify"]})
    s.act("next", "A")
    s.act("taunt", "B", "plain", dice=SUCCESS)
    s.act("option", 2, by="B", dice=[])
    s.set("A", hidden_from={"B"})
    s.act("fortify", dice=[])
    assert came(s) == (zone, set())


@clause("C200", "C178")
def test_it_does_nothing_once_the_taunter_is_out(scene):
    a = {"marks": 8, "breathless": 1, "slots_free": [0, 0, 0, 0, 1]}
    s = scene(apart=True, A=a, B2={}, announce={"A": ["taunt"], "B2": ["feint"]}, **NEAR)
    s.act("taunt", "B", "plain", dice=SUCCESS)
    s.act("option", 2, by="B")
    s.act("feint", "A", dice=SUCCESS)
    s.act("option", 1, by="A", dice=[])
    assert s.unit("A").out
    assert came(s) == ("Z1", set())
