"""`injury.ask`: what waits until a slot has been chosen, and what ends with who falls by it."""

import json

import numpy as np
import pytest

from fracas.envs.contingency.state import MAX_WINDOWS
from fracas.envs.core.battle import Battle
from fracas.envs.core.testing import clause

ASK = {"injury.ask": True}
SPELLS = ["bolt", "ward", "mire", "dread"]
SPENT = {"marks": 8, "breathless": 1}
"""The next mark is an injury (C104)."""
DYING = SPENT | {"slots_free": [0, 0, 0, 1, 1]}
LAST = {"slots_free": [0, 0, 0, 0, 1]}
FIRE = {"Z0": {"hazard": True}}
BROKEN = {"declared": "strike", "declared_round": 2}
"""Any other action than a Strike marks 2 (C155)."""
SUCCESS = [5, 4, 4, 3]


def asked(s):
    return s.phase, s.decider


@clause("C465", "C155", "C122", "option:injury.ask")
def test_who_falls_as_its_cast_begins_casts_nothing(scene):
    a = {"hands": [], "spells": ["ward"], **DYING, **BROKEN}
    s = scene(A=a, A2={}, options=ASK, announce={"A": ["cast"], "A2": ["brawl"]})
    s.declare("cast", "ward", "A2")
    assert asked(s) == ("injury", "A")
    s.act("take", 4, dice=[])  # the second mark takes the fatal slot
    assert (s.unit("A").out, s.unit("A").kept) == (True, [])


@clause("C465", "C155", "C122", "option:injury.ask")
def test_who_lives_casts_once_its_slot_is_chosen(scene):
    a = {"hands": [], "spells": ["ward"], **SPENT, **BROKEN}
    s = scene(A=a, A2={}, options=ASK, announce={"A": ["cast"], "A2": ["brawl"]})
    s.declare("cast", "ward", "A2")
    s.act("take", 3, dice=[])
    s.act("take", 4, dice=[8, 6])
    assert (s.unit("A").out, [k["spell"] for k in s.unit("A").kept]) == (False, ["ward"])


@clause("C122", "C126", "C044", "option:injury.ask")
def test_who_chose_the_fatal_slot_chooses_no_other(scene):
    a = {"hands": [], "spells": ["ward"], **SPENT, **BROKEN, "slots_free": [0, 0, 1, 1, 1]}
    s = scene(A=a, A2={}, options=ASK, announce={"A": ["cast"], "A2": ["brawl"]})
    s.declare("cast", "ward", "A2")
    s.act("take", 5, dice=[])
    assert s.unit("A").out
    assert s.decider != "A"


@clause("C183", "C122", "option:injury.ask")
@pytest.mark.parametrize(("slot", "dice", "out"), [(5, [], True), (4, SUCCESS, False)])
def test_who_falls_by_the_mark_that_it_offers_makes_no_parley(scene, slot, dice, out):
    s = scene(A=DYING, A2={}, apart=True, options=ASK, announce={"A": ["parley"]})
    s.declare("parley", "B", "mark")
    assert asked(s) == ("injury", "A")
    s.act("take", slot, dice=dice)
    assert s.unit("A").out is out
    assert (s.phase in ("muddle", "option")) is not out


@clause("C183", "C122", "C144", "option:injury.ask", "option:parley.self_timing")
def test_who_falls_by_the_mark_of_a_parley_that_succeeded_muddles_nothing(scene):
    options = ASK | {"parley.self_timing": "success"}
    s = scene(A=DYING, A2={}, apart=True, options=options, announce={"A": ["parley"]})
    s.declare("parley", "B", "mark", dice=[8, 6, 4, 3])  # omens to muddle with
    assert asked(s) == ("injury", "A")
    s.act("take", 5, dice=[])
    assert (s.unit("A").out, asked(s)) == (True, ("option", "B"))


@clause("C425", "C122", "option:injury.ask")
@pytest.mark.parametrize(("slot", "dice", "out"), [(5, [], True), (4, [4, 3], False)])
def test_the_guard_is_rolled_once_its_stress_has_a_slot(scene, slot, dice, out):
    s = scene(B=DYING, B2={}, options=ASK, announce={"A": ["strike"]})
    s.declare("strike", "B", "clash", dice=[3, 2])
    s.declare("guard", dice=[])
    assert asked(s) == ("injury", "B")
    s.act("take", slot, dice=dice)
    assert (s.unit("B").out, s.unit("B").hit) == (out, False)
    assert (s.unit("A").marks == 1) is not out  # C427


@clause("C272", "C122", "option:injury.ask")
@pytest.mark.parametrize(("slot", "dice", "free"), [(5, [], True), (4, [12, 8], False)])
def test_a_grappler_guards_once_its_stress_has_a_slot(scene, slot, dice, free):
    b = DYING | {"grappling": {"A"}}
    s = scene(B=b, B2={}, options=ASK, announce={"A": ["escape"]})
    s.declare("escape", "grapple", "strength", dice=[5, 4])
    s.declare("guard", dice=[])
    assert asked(s) == ("injury", "B")
    s.act("take", slot, dice=dice)
    assert s.unit("B").out is free
    assert (s.unit("A").marks == 0) is free  # C276


@clause("C298", "C155", "C122", "option:injury.ask")
@pytest.mark.parametrize(("slot", "dice", "holder"), [(4, [4, 4, 5, 4], "B"), (5, [5, 4], "A")])
def test_a_contest_is_rolled_once_the_broken_declaration_has_its_slot(scene, slot, dice, holder):
    b = SPENT | BROKEN | {"marks": 7, "slots_free": [0, 0, 0, 1, 1]}
    s = scene(B=b, B2={}, ground=[{"item": "dagger", "zone": "Z0"}], apart=True, options=ASK,
              announce={"A": ["pick_up"], "B": ["pick_up"]})  # fmt: skip
    s.declare("pick_up", "dagger", "roll", by="A")
    s.declare("contest", dice=[])
    assert asked(s) == ("injury", "B")
    s.act("take", slot, dice=dice)
    assert s.unit("B").out is (slot == 5)
    assert "dagger" in (s.unit(holder).main, s.unit(holder).off)


@clause("C130", "C202", "C046", "C122", "option:injury.ask")
def test_a_side_that_falls_by_the_slot_of_a_lapsed_attack_has_lost(scene):
    b = DYING | {"owes_attack": "A", "zone": "Z2"}
    options = ASK | {"breathless.effect": "disadvantage"}
    s = scene(A=LAST, B=b, apart=True, witness=False, zones=FIRE, options=options,
              announce={"A": ["strike"], "B": ["strike"]})  # fmt: skip
    assert asked(s) == ("injury", "B")
    s.declare("take", 5)
    assert s.battle.outcome == "one"
    assert not s.unit("A").out  # the round ends there: the hazard harms nobody any more


@clause("C130", "C155", "C178", "C122", "option:injury.ask")
def test_a_side_that_falls_by_the_slot_of_a_forced_freeze_has_lost(scene):
    b = DYING | BROKEN | {"forced": "freeze", "forced_from": "A", "slots_free": [0, 0, 0, 1, 1]}
    s = scene(A=LAST, B=b, witness=False, zones=FIRE, options=ASK,
              announce={"A": ["strike"], "B": ["strike"]})  # fmt: skip
    assert asked(s) == ("injury", "B")
    s.declare("take", 5)
    assert s.battle.outcome == "one"
    assert not s.unit("A").out


# --- one window for what one unit owes

KEPT = [{"spell": "ward", "target": "B", "tokens": 0}, {"spell": "dread", "target": "A"}]
CASTER = {"hands": [], "spells": SPELLS, "kept": KEPT}


def answer_all(s):
    """Choose the first slot or effect each time; return how many windows were open at most."""
    most = 0
    while s.phase in ("token", "injury"):
        most = max(most, int(s.battle.state[0]["depth"]))
        document = json.dumps(s.battle.to_json())
        assert (
            Battle.from_json(document, s.battle.arena).state.tobytes() == s.battle.state.tobytes()
        )
        s.battle.act(int(np.flatnonzero(s.battle.mask())[0]))
    return most


@clause("C062", "C063", "C104", "C122", "option:injury.ask")
@pytest.mark.parametrize("answer", ["guard", "decline"])
def test_a_blow_that_leaves_much_to_choose_opens_few_windows(scene, answer):
    a = {"hands": [{"item": "dagger", "toxin": "venom"}]}
    b = CASTER | SPENT | {"slots": [1, 1, 1, 1, 1]}
    s = scene(A=a, B=b, options=ASK, announce={"A": ["strike"]})
    s.declare("strike", "B", "clash", dice=[8, 6])
    s.declare(answer)
    assert 3 < answer_all(s) <= MAX_WINDOWS
    assert s.unit("B").slots != (1, 1, 1, 1, 1)


@clause("C063", "C104", "C390")
@pytest.mark.parametrize("options", [{}, ASK])
def test_twelve_marks_at_once_are_twelve_injuries_and_as_many_tokens(scene, options):
    a = CASTER | SPENT | {"beast": True, "slots": [5, 5, 5, 1, 1]}
    gas = {"Z0": {"gas": "fog"}}
    s = scene(A=a, zones=gas, toxins={"fog": {"difficulty": 24, "marks": 12}}, options=options,
              announce={})  # fmt: skip
    s.finish_round()
    s.declare("resist", dice=[1, 1])
    assert answer_all(s) <= MAX_WINDOWS
    assert s.unit("A").slots == (0, 0, 3, 1, 1)
    assert sum(kept["tokens"] for kept in s.unit("A").kept) == 12


@clause("C408", "C063", "C122", "option:injury.ask", "option:fall.damage")
def test_a_fall_with_an_injury_a_die_opens_a_window_for_each_severity(scene):
    drop = {"from": "Z0", "to": "Z1", "kind": "drop", "dice": "3d12"}
    s = scene(A=CASTER, apart=True, edges=[drop, ("Z1", "Z2"), ("Z2", "Z3")],
              options=ASK | {"fall.damage": "per_die"}, announce={"A": ["reposition"]})  # fmt: skip
    s.declare("reposition", dice=[8, 6])
    s.declare("step", "Z1", dice=[1, 1, 1, 4, 8, 12])
    while s.phase == "lower":
        s.declare("done")
    assert answer_all(s) == 7  # round, Reposition, fall, tokens, an injury of each severity
    assert (s.unit("A").zone, s.unit("A").prone) == ("Z1", True)


@clause("C222", "C225", "C063", "option:engage.locks")
@pytest.mark.parametrize(
    ("more", "options"), [({}, ASK), ({"spells": SPELLS, "kept": KEPT}, {})], ids=["slot", "token"]
)
def test_a_jump_out_of_an_engagement_waits_for_what_its_mark_leaves_to_choose(scene, more, options):
    drop = {"from": "Z0", "to": "Z1", "kind": "drop", "dice": "1d4"}
    s = scene(A={"hands": [], **SPENT, **more}, edges=[drop, ("Z1", "Z2"), ("Z2", "Z3")],
              options=options | {"engage.locks": False, "breathless.effect": "disadvantage"},
              announce={"A": ["reposition"]})  # fmt: skip
    s.declare("reposition", dice=[8, 6])
    s.declare("step", "Z1", dice=[])
    assert (s.phase in ("token", "injury"), s.unit("A").zone) == (True, "Z0")
    answer_all(s)
    assert s.unit("A").zone == "Z1"


@clause("C222", "C225", "C126", "C122", "option:engage.locks")
def test_who_falls_by_the_mark_of_leaving_takes_no_step(scene):
    s = scene(A=DYING, A2={}, options=ASK | {"engage.locks": False,
              "breathless.effect": "disadvantage"}, announce={"A": ["reposition"]})  # fmt: skip
    s.declare("reposition", dice=[8, 6])
    s.declare("step", "Z1")
    s.act("take", 5, dice=[])
    assert (s.unit("A").out, s.unit("A").zone) == (True, "Z0")
