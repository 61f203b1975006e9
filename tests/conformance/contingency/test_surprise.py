"""Sections 3.2 and 3.19 of the rules: surprised units, hidden and unaware starts (C042, C473)."""

import pytest

from fracas.envs import Battle
from fracas.envs.contingency.tables import ATTRIBUTES, SKILLS
from fracas.envs.core.testing import clause

HIDDEN = {"hidden_from": {"B", "W"}, "hide_result": 12}
SURPRISED = {"aware_of": set()}
ANNOUNCES = {"surprise.announces": True}


def askers(s):
    """Who is asked to announce this round; nobody announces anything."""
    now, found = s.round, []
    while s.phase == "announce" and s.round == now:
        found.append(s.decider)
        s.declare("done")
    return found


# --- surprised units


@clause("C042", "option:surprise.announces")
@pytest.mark.parametrize(
    ("b", "options", "names"),
    [
        ({}, {}, ["A", "V", "B", "W"]),
        ({"aware_of": {"V"}}, {}, ["A", "V", "B", "W"]),
        (SURPRISED, {}, ["A", "V", "W"]),
        (SURPRISED, ANNOUNCES, ["A", "V", "B", "W"]),
    ],
)
def test_who_is_aware_of_no_enemy_announces_nothing(scene, b, options, names):
    s = scene(A={**HIDDEN, "zone": "Z1"}, B=b, options=options)
    assert askers(s) == names


@clause("C042")
def test_becoming_aware_in_mid_round_gives_no_announcement(scene):
    s = scene(A=HIDDEN, B=SURPRISED, apart=True, announce={"A": ["strike"]})
    s.act("strike", "B", "harry", dice=[4, 4])
    assert "A" in s.unit("B").aware_of
    assert (s.phase, s.decider) == ("combat", "W")
    s.finish_round()
    assert askers(s) == ["B", "W", "A", "V"]  # side two begins the next round


@clause("C088", "option:surprise.announces")
def test_a_surprised_unit_that_announces_has_no_target(scene):
    s = scene(A={**HIDDEN, "zone": "Z1"}, B=SURPRISED, options=ANNOUNCES, initiative="two")
    assert s.decider == "B"
    for plan in ("anticipate", "feint", "intimidate", "parley", "taunt", "disengage"):
        assert not s.legal("announce", plan)
    for plan in ("strike", "throw", "brawl", "fortify", "reposition"):
        assert s.legal("announce", plan)


@clause("C088", "C089", "option:surprise.announces")
def test_a_surprised_unit_attacks_what_uncovered_itself_and_nothing_else(scene):
    plans = {"A": ["strike"], "B": ["strike"]}
    s = scene(A=HIDDEN, B=SURPRISED, apart=True, options=ANNOUNCES, announce=plans)
    t = s.copy()
    s.act("strike", "B", "harry", dice=[4, 4], by="A")
    assert (s.phase, s.decider) == ("next", "B")
    s.act("next", "B")
    assert s.legal("strike", "A")
    t.act("forgo", by="A")
    assert (t.phase, t.decider) == ("combat", "W")


# --- how a battle starts

PLAIN = {
    **dict.fromkeys(ATTRIBUTES, 8),
    **dict.fromkeys(SKILLS, 6),
    "slots": [1, 1, 1, 1, 1],
    "weaknesses": ["dodge"],
    "hands": ["sword"],
    "zone": "Z0",
}


def begun(a=None, b=None, **more):
    sides = [
        {"id": "one", "units": [{"id": "A", **PLAIN, **(a or {})}]},
        {"id": "two", "units": [{"id": name, **PLAIN, **(b or {})} for name in ("B", "B2")]},
    ]
    return Battle(
        {
            "system": "contingency",
            "title": "start",
            "zones": {"Z0": {"conceal": True}},
            "edges": [],
            "sides": sides,
            "initiative": "one",
            "round_limit": 20,
            **more,
        }
    )


@clause("C473")
def test_all_start_aware_of_each_other_and_seen_unless_it_is_said():
    battle = begun()
    assert battle.unit("A").hidden_from == set()
    assert {"B", "B2"} <= battle.unit("A").aware_of
    assert all("A" in battle.unit(name).aware_of for name in ("B", "B2"))


@clause("C473")
@pytest.mark.parametrize("result", [7, 9])
def test_a_unit_may_start_hidden_with_a_result(result):
    battle = begun({"hidden": True, "hide_result": result})
    assert battle.unit("A").hidden_from == {"B", "B2"}
    assert battle.unit("A").hide_result == result
    assert {"B", "B2"} <= battle.unit("A").aware_of
    # hidden and known of: those hunters are not surprised
    assert all("A" in battle.unit(name).aware_of for name in ("B", "B2"))


@clause("C473", "C472")
@pytest.mark.parametrize(
    ("dice", "hidden_from"),
    [([4, 3, 5, 1], {"B2"}), ([4, 2, 4, 3], {"B"}), ([4, 2, 1, 1], {"B", "B2"})],
)
def test_detection_is_against_the_result_it_started_with(dice, hidden_from):
    battle = begun({"hidden": True, "hide_result": 7})
    battle.force_dice(dice)
    for name in ("A", "B", "B2"):
        assert battle.decider == name
        battle.act("done")
    assert (battle.round, battle.dice_left) == (2, 0)
    assert battle.unit("A").hidden_from == hidden_from


@clause("C473", "C042")
def test_units_may_start_unaware():
    battle = begun({"hidden": True, "hide_result": 9}, {"aware": False})
    assert all("A" not in battle.unit(name).aware_of for name in ("B", "B2"))
    assert {"B", "B2"} <= battle.unit("A").aware_of
    battle.force_dice([1, 1, 1, 1])
    assert battle.decider == "A"
    battle.act("done")
    assert (battle.round, battle.decider) == (2, "A")  # B and B2 were not asked, nor are now


@clause("C473")
def test_the_forest_road_and_the_boar_hunt_start_as_they_are_told():
    road = Battle("contingency/road")
    guards, ambush = road.units[:4], road.units[4:]
    assert all(road.unit(name).aware_of.isdisjoint(ambush) for name in guards)
    for name in ambush:
        assert road.unit(name).hidden_from == set(guards)
        assert road.unit(name).hide_result == 9
        assert set(guards) <= road.unit(name).aware_of
    assert road.decider in ambush
    hunt = Battle("contingency/hunt")
    *hunters, boar = hunt.units
    assert hunt.unit(boar).hidden_from == set(hunters)
    assert hunt.unit(boar).hide_result == 7
    assert all(boar in hunt.unit(name).aware_of for name in hunters)
