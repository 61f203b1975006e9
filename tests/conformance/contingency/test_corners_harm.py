"""Rare cases of harm: tokens, wellness, choosing slots, falling by one's own doing (3.6, 3.7)."""

import pytest

from fracas.envs.core.testing import clause

DYING = {"slots_free": [0, 0, 0, 0, 1], "marks": 8, "breathless": 1}  # one mark takes it out
OTHER = {"declared": "anticipate", "declared_round": 2}  # marks 2 for any other action


def asked(s):
    return s.phase, s.decider


@clause("C062")
@pytest.mark.parametrize(("before", "after"), [(11, 14), (12, 15), (14, 15), (15, 15)])
def test_fifteen_tokens_at_most_are_on_an_effect(scene, before, after):
    kept = [{"spell": "ward", "target": "A", "tokens": before}]
    s = scene(A={"spells": ["ward"], "kept": kept}, announce={"B": ["strike"]})
    s.act("next", "B")
    s.act("strike", "A", "clash", dice=[5, 4], by="B")  # severity 3
    assert s.unit("A").kept[0]["tokens"] == after


@clause("C123", "C126", "C194", "option:stress.track")
@pytest.mark.parametrize(("wellness", "left"), [(1, 0), (2, 0), (3, 1)])
def test_stress_that_wellness_is_too_small_for_takes_the_unit_out(scene, wellness, left):
    s = scene(A={"wellness": wellness, "owes_dance": True}, announce={},
              options={"stress.track": "wellness"})  # fmt: skip
    s.finish_round()
    assert (s.unit("A").wellness, s.unit("A").out) == (left, left == 0)


@clause("C122", "C123", "C104", "option:injury.ask")
def test_a_single_fitting_slot_is_taken_unasked_before_the_next_injury(scene):
    b = {"slots_free": [1, 0, 0, 0, 0], "marks": 8, "breathless": 1}
    s = scene(B=b, options={"injury.ask": True}, announce={"A": ["strike"]})
    wellness = s.unit("B").wellness
    s.act("strike", "B", "harry", dice=[5, 4])
    assert (s.unit("B").slots, s.unit("B").wellness) == ((0, 0, 0, 0, 0), wellness - 1)


@clause("C272", "C126", "C381")
def test_a_grappler_whom_the_stress_of_its_guard_takes_out_makes_no_roll(scene):
    s = scene(B={**DYING, "grappling": {"A"}}, announce={"A": ["escape"]})
    s.declare("escape", "grapple", dice=[1, 1])
    s.act("guard", dice=[], by="B")
    assert (s.unit("B").out, s.unit("A").grappled_by, s.unit("A").marks) == (True, set(), 0)


# --- who is taken out as an action begins doesn't carry it out (C155)


def begun(scene, verb, *arguments, a=(), **more):
    """A is taken out as it begins what it hadn't declared."""
    s = scene(A={**DYING, **OTHER, **dict(a)}, announce={"A": [verb]}, **more)
    s.act(verb, *arguments, dice=[])
    assert (s.unit("A").out, s.decider) == (True, "W")
    return s


@clause("C155", "C250", "C044")
def test_who_falls_as_it_begins_to_hide_does_not(scene):
    s = begun(scene, "hide", "Z1", apart=True, zones={"Z1": {"conceal": True}})
    assert (s.unit("A").zone, s.unit("A").hidden_from) == ("Z0", set())


@clause("C155", "C210", "C044")
def test_who_falls_as_it_begins_to_fortify_does_not(scene):
    assert not begun(scene, "fortify").unit("A").fortified


@clause("C155", "C230", "C044")
def test_who_falls_as_it_begins_to_take_cover_does_not(scene):
    assert not begun(scene, "take_cover", zones={"Z0": {"cover": True}}).unit("A").covered


@clause("C155", "C451", "C044")
def test_who_falls_as_it_begins_to_stand_lies(scene):
    assert begun(scene, "stand", a={"prone": True}).unit("A").prone


@clause("C155", "C281", "C044")
def test_who_falls_as_it_begins_to_recover_does_not(scene):
    begun(scene, "recover", a={"breathless": 0})


@clause("C226", "C044", "option:engage.locks")
def test_who_falls_as_it_leaves_an_engagement_stays_where_it_was(scene):
    s = scene(A=DYING, options={"engage.locks": False}, announce={"A": ["reposition"]})
    s.declare("reposition", dice=[4, 4])
    s.act("step", "Z1", dice=[])
    assert (s.unit("A").out, s.unit("A").zone, s.decider) == (True, "Z0", "W")
    assert [item.zone for item in s.floor()] == ["Z0"]


# --- a rival that falls as it contests (C300, C155)


@clause("C298", "C299", "C155")
def test_a_rival_that_falls_as_it_contests_leaves_an_ordinary_roll(scene):
    a = {"techniques": ["quick_grab"]}
    s = scene(A=a, A2={}, B={**DYING, **OTHER}, B2={}, apart=True,
              ground=[{"item": "dagger", "zone": "Z0"}],
              announce={"A": ["pick_up"], "B": ["pick_up"]})  # fmt: skip
    s.declare("pick_up", "dagger", "roll")
    assert asked(s) == ("contest", "B")
    s.declare("contest", dice=[8, 3], by="B")  # Finesse + Dexterity against the crowding
    assert s.dice_used == 2
    assert (s.unit("B").out, s.unit("A").off) == (True, "dagger")
    assert asked(s) == ("technique", "A")
    seen = s.observe("A")
    assert [name for name, value in seen.items() if name.endswith("aimed_at") and value] == []


@clause("C300")
def test_a_rival_hidden_from_an_actor_of_a_higher_number_is_seen_too(scene):
    b = {"hidden_from": {"A2"}, "hide_result": 9}
    s = scene(A={"zone": "Z3"}, A2={}, B=b, apart=True, zones={"Z0": {"conceal": True}},
              ground=[{"item": "dagger", "zone": "Z0"}],
              announce={"A2": ["pick_up"], "B": ["pick_up"]})  # fmt: skip
    s.declare("pick_up", "dagger", "roll", by="A2")
    s.act("contest", dice=[5, 4, 4, 4], by="B")
    assert (s.unit("A2").off, s.unit("B").hidden_from) == ("dagger", set())
