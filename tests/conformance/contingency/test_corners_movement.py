"""Rare cases of movement: hiding, forced steps, drops, grapples that separation ends."""

import pytest

from fracas.envs.core.testing import clause

AFTER = ("combat", "W")  # nobody else is asked any more
LATE = [{"round": 9, "kind": "reinforcement", "zone": "Z0", "unit": "B2"}]
SUCCESS = [5, 4, 4, 3]  # A rolls 9, B's Focus is 7


def asked(s):
    return s.phase, s.decider


def drop(top, bottom, dice):
    return {"from": top, "to": bottom, "kind": "drop", "dice": dice}


# --- Hide


@clause("C261", "C226")
@pytest.mark.parametrize("holding", [True, False])
def test_nobody_dashes_away_from_whom_it_holds(scene, holding):
    s = scene(A={"grappling": {"B"} if holding else set()}, apart=True,
              zones={"Z1": {"conceal": True}}, announce={"A": ["hide", "dance"]})  # fmt: skip
    assert s.legal("hide", "Z1") is not holding


@clause("C258", "C253")
@pytest.mark.parametrize(("seen_by_all_there", "legal"), [(True, False), (False, True)])
def test_nerve_is_for_who_is_hidden_from_an_enemy_that_is_there(scene, seen_by_all_there, legal):
    a = {"hidden_from": {"B2"} if seen_by_all_there else {"B", "B2"}}
    s = scene(A=a, B2={"reserve": True}, apart=True, events=LATE, zones={"Z0": {"conceal": True}},
              announce={"A": ["hide", "dance"]})  # fmt: skip
    assert s.legal("hide", "nerve") is legal


@clause("C252", "C258")
@pytest.mark.parametrize("zone", ["Z0", "Z2"])
def test_a_dash_leads_to_whichever_zone_is_named(scene, zone):
    s = scene(A={"zone": "Z1"}, B={"zone": "Z3"}, announce={"A": ["hide"]},
              zones={"Z0": {"conceal": True}, "Z2": {"cover": True}})  # fmt: skip
    s.act("hide", zone, dice=[5, 4, 3, 3])
    assert (s.unit("A").zone, s.unit("A").hidden_from) == (zone, {"B", "W"})


@clause("C471", "option:hide.detection")
@pytest.mark.parametrize(
    ("option", "hidden"), [("until_acts", {"B"}), ("each", set()), ("no_check", set())]
)
def test_only_until_acts_leaves_a_unit_hidden_in_the_open(scene, option, hidden):
    s = scene(A={"hidden_from": {"B"}, "hide_result": 9}, B={"zone": "Z3"},
              options={"hide.detection": option}, announce={"A": ["reposition"]})  # fmt: skip
    s.declare("reposition", dice=[1, 1])
    s.act("step", "Z1", dice=[])
    assert (s.unit("A").zone, s.unit("A").hidden_from) == ("Z1", hidden)


# --- Take Cover, Disengage, standing up


@clause("C226", "C175")
@pytest.mark.parametrize("frozen", [True, False])
def test_who_has_stood_frozen_takes_no_cover(scene, frozen):
    s = scene(A={"frozen": frozen}, zones={"Z0": {"cover": True}}, announce={"A": ["take_cover"]})
    assert asked(s) == (AFTER if frozen else ("movement", "A"))


@clause("C240")
@pytest.mark.parametrize("apart", [True, False])
def test_there_is_no_disengaging_without_opponents(scene, apart):
    s = scene(apart=apart, announce={"A": ["disengage", "dance"]})
    assert asked(s) == ("movement", "A")
    assert s.legal("disengage") is not apart


@clause("C451", "C224", "option:prone.stand")
@pytest.mark.parametrize(
    ("prone", "plan", "times"), [(False, "dance", 0), (True, "dance", 1), (True, "stand", 1)]
)
def test_who_gets_up_is_seen_to_once_and_who_stands_is_not(scene, prone, plan, times):
    s = scene(A={"prone": prone}, options={"prone.stand": "free"}, announce={"A": [plan]})
    s.act(plan, dice=[])
    assert (s.unit("A").prone, s.saw("B").count("A is no longer prone")) == (False, times)


# --- approach


@clause("C200")
def test_each_step_of_an_approach_leads_nearer_not_beside(scene):
    s = scene(B={"zone": "Z1"}, edges=[("Z0", "Z1"), ("Z1", "Z2"), ("Z0", "Z2")],
              announce={"A": ["taunt"]})  # fmt: skip
    s.act("taunt", "B", "plain", dice=SUCCESS)
    s.act("option", 2, by="B", dice=[4, 4])  # four zones, and one that leads nearer
    assert (asked(s), s.unit("B").zone, s.unit("B").engaged) == (AFTER, "Z0", {"A"})


@clause("C200", "C471")
def test_an_approach_to_whom_one_is_engaged_with_changes_nothing(scene):
    b = {"forced": "toward", "forced_from": "A", "hidden_from": {"A2"}, "hide_result": 9}
    s = scene(B=b, A2={"zone": "Z1"}, announce={})
    assert (asked(s), s.unit("B").moved, s.unit("B").engaged) == (AFTER, True, {"A"})
    assert s.unit("B").hidden_from == {"A2"}
    assert not any("B and A are engaged" in text for text in s.saw("B"))


# --- drops


@clause("C409", "C400")
def test_each_drop_edge_has_dice_of_its_own(scene):
    edges = [drop("Z0", "Z1", "3d8"), drop("Z0", "Z2", "1d4"), drop("Z3", "Z1", "1d12")]
    s = scene(edges=edges, apart=True, announce={"A": ["reposition"]})
    s.declare("reposition", dice=[4, 3])
    s.declare("step", "Z1", dice=[2, 4, 3, 8, 8, 8])
    sizes = s.side["dice"]["sides"][: int(s.side["n_dice"])]
    assert [int(n) for n in sizes] == [8, 6, 8, 6, 8, 8, 8, 8]


# --- separation


@clause("C373", "C492", "C086")
@pytest.mark.parametrize(("holder", "held"), [("A", "B"), ("B", "A")])
def test_a_shove_ends_a_grapple_between_units_that_are_not_engaged(scene, holder, held):
    units = {"A": {}, "A2": {}, "B": {}}
    units[holder] = {"grappling": {held}}
    s = scene(**units, zones={"Z0": {"props": True}}, engaged=[("A2", "B")],
              announce={"A2": ["brawl"]})  # fmt: skip
    s.declare("wrestle", "B", "strength", dice=[5, 4], by="A2")
    s.declare("decline", by="B")
    s.act("shove", "Z1")
    assert (s.unit("B").zone, s.unit(held).grappled_by) == ("Z1", set())
