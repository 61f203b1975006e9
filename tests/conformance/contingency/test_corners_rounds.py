"""What a round and an action begin with, what a round clears, and what is shown of a plan."""

import json

import pytest

from fracas.envs.contingency.verbs import PLANS
from fracas.envs.core.battle import Battle
from fracas.envs.core.testing import clause

FREE_STAND = {"prone.stand": "free"}
SPELLS = ["bolt", "ward", "mire", "dread"]
FOR_A_ROUND = (
    "grant_any", "grant_combat", "fortified", "covered", "frozen", "barred", "no_engage",
    "attack_added", "owes_dance", "readied", "recovering",
)  # fmt: skip


def asked(s):
    return s.phase, s.decider


def fields(s, unit, names):
    row = s.battle.state[0]["units"][s.battle.index(unit)]
    return {name: int(row[name]) for name in names}


def kept(*spells, tokens=0):
    return [{"spell": spell, "target": "A", "tokens": tokens} for spell in spells]


# --- rounds


@clause("C155", "C026")
def test_with_the_declaration_all_else_that_lasts_a_round_ends_with_it(scene):
    b = {"fortified": True, "owes_dance": True, "declared": "strike", "declared_round": 2}
    s = scene(B=b, apart=True, options={"gear.ready": "free"})
    s.act("ready", "sheathe_main")
    assert fields(s, "A", ["readied"]) == {"readied": 1}
    s.announce(W=["brawl"])
    s.finish_round()
    assert (s.round, asked(s)) == (3, ("announce", "B"))
    for unit in s.battle.units:
        assert fields(s, unit, FOR_A_ROUND) == dict.fromkeys(FOR_A_ROUND, 0)
    assert s.unit("B").declared is None
    for unit in ("B", "W"):
        s.declare("done", by=unit)
    assert (s.decider, s.rows("ready")) == ("A", ["ready(draw_0)"])


@clause("C026", "C061", "C440")
def test_the_first_unit_maintains_its_concentration_as_every_round_begins(scene):
    s = scene(A={"spells": SPELLS, "kept": kept("ward")}, announce={})
    for number in (3, 4):
        s.finish_round(dice=[5, 4])
        assert (s.round, s.phase, s.dice_used) == (number, "announce", 2)
        s.announce(W=["brawl"])
    assert [k["spell"] for k in s.unit("A").kept] == ["ward"]


@clause("C036", "C026", "C485")
def test_after_the_last_type_the_events_of_the_round_come_first(scene):
    events = [{"round": 2, "kind": "gas_starts", "zone": "Z0", "toxin": "smoke"}]
    s = scene(events=events, announce={})
    s.finish_round()
    assert (s.round, asked(s)) == (2, ("breath", "A"))


# --- actions


@clause("C050", "C051", "C092")
def test_an_instant_action_begins_with_what_its_row_says(scene):
    s = scene(A={"techniques": ["slip_away"]}, announce={"A": ["disengage", "strike"]})
    s.declare("disengage", "agility", dice=[8, 3, 1, 1])
    s.declare("technique", "slip_away", dice=[5, 4])
    assert asked(s) == ("step", "A")
    document = s.battle.to_json()
    found = document["windows"][-1]
    assert (found["actor"], found["verb"], found["instant"]) == ("A", "reposition", True)
    nothing = {"target": None, "item": None, "zone": None, "a": 0, "b": 0, "spell": 0,
               "aware": True, "hidden": False, "forced": "none"}  # fmt: skip
    assert {name: found[name] for name in nothing} == nothing
    again = Battle.from_json(json.dumps(document), s.battle.arena)
    depth = len(document["windows"])
    windows = [b.state[0]["windows"][:depth].tobytes() for b in (s.battle, again)]
    assert windows[0] == windows[1]


@clause("C047", "C106", "C335", "C453")
@pytest.mark.parametrize(
    ("plan", "call", "noted"),
    [
        ("dance", ("dance",), (1, 0)),
        ("brawl", ("jab", "B", "agility"), (0, 1)),
        ("fortify", ("fortify",), (0, 0)),
        ("ready", ("ready", "sheathe_main"), (0, 0)),
    ],
)
def test_what_was_performed_shows(scene, plan, call, noted):
    s = scene(announce={"A": [plan]})
    s.act(*call)
    shown = s.observe("A")
    assert (shown["me.moved"], shown["me.fought"]) == noted
    again = Battle.from_json(json.dumps(s.battle.to_json()), s.battle.arena)
    assert again.observe("A") == shown


@clause("C047", "C335", "C451", "C491", "C226", "option:prone.stand")
@pytest.mark.parametrize(
    ("options", "a", "b", "prone"),
    [
        ({}, {}, {}, True),
        (FREE_STAND, {}, {}, False),
        (FREE_STAND, {}, {"grappling": {"A"}}, True),
        (FREE_STAND, {"prone": False}, {}, False),
    ],
)
def test_a_dance_gets_nobody_up_except_by_option(scene, options, a, b, prone):
    s = scene(A={"prone": True, **a}, B=b, options=options, announce={"A": ["dance"]})
    s.act("dance", dice=[])
    assert s.unit("A").prone is prone


@clause("C047", "C335", "C453", "option:prone.stand")
def test_nobody_gets_up_by_standing_frozen(scene):
    a = {"prone": True, "forced": "freeze", "forced_from": "B"}
    s = scene(A=a, options=FREE_STAND, announce={})
    assert (asked(s), s.unit("A").frozen, s.unit("A").prone) == (("combat", "W"), True, True)


# --- plans


def plan_of(floats, who):
    pending = {plan for plan in PLANS if floats[f"{who}.pending_{plan}"]}
    assert all(floats[f"{who}.pending_{plan}"] == 1 for plan in pending)
    return floats[f"{who}.actions"], floats[f"{who}.announced_all"], pending


@clause("C029", "C033", "C034")
@pytest.mark.parametrize("plans", [(), ("brawl",), ("anticipate", "strike"), PLANS[4:7]])
def test_a_plan_is_shown_with_the_number_of_its_actions(scene, plans):
    s = scene(options={"intent.secret": False})
    for plan in plans:
        s.declare("announce", plan)
    n = len(plans) * 0.125
    assert plan_of(s.observe("A"), "me") == (n, 0, set(plans))
    assert plan_of(s.observe("B"), "enemy_0") == (n, 0, set(plans))
    s.declare("done")
    assert plan_of(s.observe("A"), "me") == (n, 1, set(plans))


@clause("C029", "C034")
def test_of_a_plan_those_actions_are_shown_that_are_pending_yet(scene):
    s = scene(announce={"A": ["fortify", "dance", "brawl"], "B": ["fortify", "strike"]})
    s.act("fortify", by="A")
    assert plan_of(s.observe("B"), "enemy_0") == (0.375, 1, {"dance", "brawl"})
    assert plan_of(s.observe("A"), "enemy_0") == (0.25, 1, {"fortify", "strike"})
    s.act("forgo", by="B")
    assert plan_of(s.observe("A"), "enemy_0") == (0.25, 1, {"strike"})
