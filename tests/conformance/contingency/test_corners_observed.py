"""What the one who decides sees of an action under way: its result and what it has come to."""

import json

import pytest

from fracas.envs.core.battle import Battle
from fracas.envs.core.testing import clause

MARGIN = {"omens.source": "margin"}
CASTER = {"hands": [], "spells": ["bolt", "ward", "mire", "dread"]}
SHOWN = ("result", "omens", "moderator", "opposed_by", "option_1", "option_2", "option_3", "left",
         "clash", *(f"spell_{k}" for k in range(4)))  # fmt: skip


def seen(s):
    """What the decider is shown of the action, but for what is 0."""
    floats = s.observe(s.decider)
    found = {name: round(float(floats[f"battle.{name}"]), 3) for name in SHOWN}
    found |= {
        name.removeprefix("battle.under_way_"): 1
        for name in floats
        if name.startswith("battle.under_way_") and floats[name]
    }
    return {name: value for name, value in found.items() if value != 0}


def taunted(scene, dice, *plan, **more):
    s = scene(announce={"A": ["taunt"]}, **more)
    s.declare("taunt", "B", *(plan or ("plain",)), dice=dice)
    return s


@clause("C311", "C011")
@pytest.mark.parametrize(
    ("dice", "shown"),
    [
        ([5, 4], {"result": 0.36}),
        ([5, 1], {"result": 0.24, "moderator": 0.5}),
        ([1, 1], {"result": 0.08, "moderator": 1}),
        ([5, 5], {"result": 0.4, "omens": 0.33}),
        ([8, 6], {"result": 0.56, "omens": 0.66}),
    ],
)
@pytest.mark.parametrize(("mode", "clash"), [("harry", {}), ("clash", {"clash": 1})])
def test_the_target_of_a_strike_knows_the_attackers_result(scene, dice, shown, mode, clash):
    s = scene(announce={"A": ["strike"]})
    s.declare("strike", "B", mode, dice=dice)
    assert (s.phase, s.decider) == ("defend", "B")
    assert seen(s) == {"strike": 1} | shown | clash


@clause("C311", "C011", "C013")
def test_more_than_two_moderator_omens_are_shown_as_two(scene):
    s = scene(announce={"A": ["strike"]})
    s.declare("strike", "B", "harry", dice=[1, 1])
    s.battle.state[0]["windows"][1]["moderator"] = 3
    assert seen(s)["moderator"] == 1


@clause("C140", "C142", "option:omens.source")
@pytest.mark.parametrize(
    ("dice", "shown"),
    [
        ([8, 5, 2, 2], {"result": 0.52, "omens": 0.99, "opposed_by": 0.16}),
        ([8, 6, 1, 1], {"result": 0.56, "omens": 0.99, "opposed_by": 0.08}),  # 4 omens
        ([8, 3, 3, 2], {"result": 0.44, "omens": 0.66, "opposed_by": 0.2}),
    ],
)
def test_who_influences_sees_what_it_was_opposed_by(scene, dice, shown):
    s = taunted(scene, dice, options=MARGIN)
    assert (s.phase, s.decider) == ("muddle", "A")
    options = {f"option_{n}": 1 for n in (1, 2, 3)}
    assert seen(s) == {"taunt": 1} | shown | options


@clause("C142", "C144", "C311")
@pytest.mark.parametrize("gone", [1, 2, 3])
def test_the_target_sees_the_options_that_are_left(scene, gone):
    s = taunted(scene, [8, 3, 2, 2])
    s.declare("muddle", gone)
    assert (s.phase, s.decider) == ("option", "B")
    options = {f"option_{n}": 1 for n in (1, 2, 3) if n != gone}
    assert seen(s) == {"taunt": 1, "result": 0.44, "opposed_by": 0.16} | options


@clause("C141")
def test_nothing_is_shown_to_oppose_where_nobody_focused(scene):
    s = taunted(scene, [8, 3], B={"aware_of": set()})
    assert s.phase == "muddle"
    assert "opposed_by" not in seen(s)


@clause("C140", "option:triggered.penalty")
@pytest.mark.parametrize(("dice", "shown"), [([1, 2], {"opposed_by": 0.04}), ([1, 1], {})])
def test_a_focus_of_1_is_shown_and_one_of_0_is_none(scene, dice, shown):
    s = scene(announce={"A": ["taunt"], "A2": ["taunt"]}, A2={}, options={"triggered.penalty": 2})
    s.declare("next", "A")
    s.act("taunt", "B", "plain", dice=[1, 2, 5, 4])  # a first roll of B
    s.declare("taunt", "B", "plain", dice=[8, 3, *dice])
    assert (s.phase, s.decider) == ("muddle", "A2")
    options = {f"option_{n}": 1 for n in (1, 2, 3)}
    assert seen(s) == {"taunt": 1, "result": 0.44, "omens": 0.33} | shown | options


@clause("C140")
@pytest.mark.parametrize(("focus", "shown"), [(1, 0.04), (24, 0.96), (25, 1), (26, 1), (40, 1)])
def test_what_opposes_is_shown_up_to_25(scene, focus, shown):
    s = taunted(scene, [8, 3, 2, 2])
    s.battle.state[0]["windows"][1]["budget"] = focus
    assert seen(s)["opposed_by"] == shown


@clause("C222", "C220")
@pytest.mark.parametrize(
    ("dice", "left"), [([5, 4], 0.4), ([5, 2], 0.32), ([8, 3], 0.48), ([1, 1], 0.08)]
)
def test_who_repositions_sees_how_many_zones_are_left(scene, dice, left):
    s = scene(apart=True, announce={"A": ["reposition"]})
    s.declare("reposition", dice=dice)
    assert s.phase == "step"
    found = seen(s)
    assert {name: found.get(name) for name in ("left", "opposed_by", "reposition")} == {
        "left": left, "opposed_by": None, "reposition": 1,
    }  # fmt: skip
    s.declare("step", "Z1")
    if s.phase == "step":
        assert seen(s)["left"] == round(left - 0.08, 3)


@clause("C466", "C467")
@pytest.mark.parametrize(("spell", "target"), [(1, "A"), (2, "Z1"), (3, "B")])
def test_the_caster_sees_which_spell_is_under_way(scene, spell, target):
    s = scene(A=CASTER, announce={"A": ["cast"]})
    s.declare("cast", CASTER["spells"][spell], target, dice=[8, 3, 2, 2][: 2 if spell < 3 else 4])
    assert (s.phase, s.decider) == ("less_strain", "A")
    found = seen(s)
    assert {k: found[k] for k in found if k.startswith("spell_")} == {f"spell_{spell}": 1}
    assert (found["cast"], found["omens"]) == (1, 0.33)


@clause("C027", "option:events.notice")
@pytest.mark.parametrize("notice", ["this_round", "next_round"])
@pytest.mark.parametrize("due", [1, 2, 3, 4])
def test_an_event_is_shown_until_it_has_happened(scene, notice, due):
    events = [{"round": due, "kind": "hazard_starts", "zone": "Z3"}]
    s = scene(events=events, options={"events.notice": notice})
    early = notice == "next_round"
    floats = s.observe("A")
    shown = 2 <= due <= 2 + early
    zone = next(name for name in floats if name.startswith("zone_3.coming_hazard"))
    names = ("battle.event_0_in", "battle.event_0_hazard_starts", zone)
    assert [bool(floats[name]) for name in names] == [shown] * 3


@clause("C027", "option:events.notice")
@pytest.mark.parametrize(
    ("notice", "due", "rounds"),
    [
        ("this_round", 1, [1]),
        ("this_round", 2, [2]),
        ("this_round", 3, []),
        ("next_round", 1, [1]),
        ("next_round", 2, [1]),
        ("next_round", 3, [2]),
    ],
)
def test_an_event_is_told_of_once_the_first_in_round_1(scene, notice, due, rounds):
    events = [{"round": due, "kind": "hazard_starts", "zone": "Z3"}]
    s = scene(events=events, options={"events.notice": notice}, round=1, announce={})
    found = []
    for number in (1, 2):
        found += [number] * (sum("is coming" in text for text in s.saw("A")) - len(found))
        s.finish_round()
    assert (s.round, found) == (2, rounds)


@clause("C156", "C311")
def test_who_declares_a_technique_sees_which_option_it_chose(scene):
    s = scene(announce={"A": ["anticipate"]})
    s.act("anticipate", "B", dice=[8, 3, 2, 2])
    if s.phase == "muddle":
        s.act("keep")
    s.act("option", 2, by="B")
    assert (s.phase, s.decider) == ("declare", "B")
    shown = seen(s)
    assert [shown.get(f"option_{n}", 0) for n in (1, 2, 3)] == [0, 1, 0]


@clause("C036", "C311", "option:resolve.order")
@pytest.mark.parametrize(
    ("options", "types"), [({}, [0, 0, 0, 1]), ({"resolve.order": "by_unit"}, [0, 0, 0, 0])]
)
def test_the_type_of_action_under_way_is_seen_while_actions_are_resolved(scene, options, types):
    s = scene(options=options)

    def under_way():
        floats = s.observe(s.decider)
        names = [name for name in floats if name.startswith("battle.type_")]
        assert len(names) == 4
        return [floats[name] for name in names]

    assert s.phase == "announce"
    assert under_way() == [0, 0, 0, 0]
    s.announce(A=["strike"])
    assert under_way() == types


@clause("C311", "C220")
@pytest.mark.parametrize(("a", "shown"), [(0, 0), (1, 1), (2, 0), (5, 0), (11, 0)])
def test_a_mode_that_a_document_makes_up_is_shown_as_none(scene, a, shown):
    s = scene(apart=True, announce={"A": ["reposition"]})
    s.declare("reposition", dice=[5, 4])
    document = s.battle.to_json()
    document["windows"][1]["a"] = a
    again = Battle.from_json(json.dumps(document), s.battle.arena)
    assert again.observe("A")["battle.clash"] == shown
