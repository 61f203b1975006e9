"""Rare cases of Influence: promises, options that remain, grants, results of 0 (3.8 to 3.13)."""

import pytest

from fracas.envs.core.testing import clause

AFTER = ("combat", "W")  # nobody else is asked any more
SUCCESS = [5, 4, 4, 3]  # the actor rolls 9, Focus is 7


def asked(s):
    return s.phase, s.decider


def options(s):
    assert s.phase == "option"
    return [k for k in (1, 2, 3) if s.legal("option", k)]


# --- the promise of a dance


@clause("C193", "C226", "option:resolve.order")
@pytest.mark.parametrize("frozen", [True, False])
def test_who_has_stood_frozen_promises_no_dance(scene, frozen):
    s = scene(A={"frozen": frozen}, options={"resolve.order": "by_unit"}, announce={"A": ["taunt"]})
    assert s.legal("taunt", "B", "plain")
    assert s.legal("taunt", "B", "dance") is not frozen


@clause("C193", "C043", "option:breathless.effect")
@pytest.mark.parametrize(
    ("also", "more", "legal"),
    [
        ([], {}, False),
        (["reposition"], {}, True),  # it takes the place of that
        (["ready"], {}, False),
        ([], {"breathless.effect": "disadvantage"}, True),
    ],
)
def test_the_breathless_promise_a_dance_in_place_of_another_movement_only(scene, also, more, legal):
    s = scene(apart=True, options=more, announce={"A": ["taunt", *also]})
    s.set("A", breathless=1)
    assert s.legal("taunt", "B", "plain")
    assert s.legal("taunt", "B", "dance") is legal


@clause("C183", "C192", "option:parley.self_timing")
def test_what_parley_does_on_success_is_no_business_of_a_taunt(scene):
    s = scene(options={"parley.self_timing": "success"}, announce={"A": ["taunt"]})
    s.declare("taunt", "B", "dance", dice=[5, 4, 6, 4, 3])
    assert asked(s) == ("option", "B")
    assert (s.unit("A").marks, s.unit("A").n) == (0, 2)


# --- Focus


@clause("C008", "C009", "C140")
@pytest.mark.parametrize(("focus", "won"), [([1, 1], True), ([3, 1], False)])
def test_a_focus_of_0_is_still_an_opposing_roll(scene, focus, won):
    rulings = {"triggered.penalty": 2, "difficulty.passive": 3}
    s = scene(A2={}, options=rulings, announce={"A": ["taunt"], "A2": ["taunt"]})
    s.act("next", "A")
    s.act("taunt", "B", "plain", dice=[1, 1, 4, 4])
    s.declare("taunt", "B", "plain", dice=[1, 1, *focus], by="A2")  # 2 against 0, or 2
    assert (asked(s) == ("option", "B")) is won


# --- options


@clause("C145")
def test_where_nothing_possible_remains_nothing_comes_of_it(scene):
    s = scene(announce={"A": ["anticipate"]})
    s.set("B", weaknesses=set(), declared="strike", declared_round=3)
    s.declare("anticipate", "B", dice=[8, 5, 4, 3])
    assert s.rows("muddle") == ["muddle(1)", "muddle(3)"]
    s.act("muddle", 1, dice=[])
    assert (asked(s), s.unit("B").marks, s.unit("B").declared) == (AFTER, 0, "strike")


@clause("C155")
@pytest.mark.parametrize(("declared", "left"), [("anticipate", [1, 3]), (None, [1, 2, 3])])
def test_who_owes_a_declaration_of_whatever_verb_declares_no_other(scene, declared, left):
    due = {"declared": declared, "declared_round": 3} if declared else {}
    s = scene(B=due, announce={"A": ["anticipate"]})
    s.declare("anticipate", "B", dice=SUCCESS)
    assert options(s) == left


@clause("C163", "C166")
@pytest.mark.parametrize(
    ("hands", "left"),
    [([None, "dagger"], [1, 2, 3]), (["dagger"], [1, 2, 3]), ([], [1, 3]), (["tusks"], [1, 3])],
)
def test_the_prone_drop_what_either_hand_holds(scene, hands, left):
    s = scene(B={"hands": hands, "prone": True}, announce={"A": ["feint"]})
    s.declare("feint", "B", dice=SUCCESS)
    assert options(s) == left


@clause("C188", "C183")
@pytest.mark.parametrize(("begun", "owed", "n"), [(1, 1, 3), (4, 2, 7), (4, 3, 8), (4, 4, 8)])
def test_recovering_instead_counts_what_is_done_and_owed_up_to_8(scene, begun, owed, n):
    s = scene(apart=True, announce={"A": ["dance"], "B": ["parley"]})
    u = s.side["units"][s.battle.index("A")]
    u["order"] = begun
    u["forced"][:owed], u["forced_from"][:owed] = 1, s.battle.index("B")
    s.declare("parley", "A", "none", dice=SUCCESS, by="B")
    s.declare("option", 2, by="A", dice=[1, 1])
    assert (s.unit("A").n, s.unit("A").performed) == (n, ["recover"])


# --- grants that side 2 brings about


@clause("C164", "C142")
def test_a_feint_of_side_2_grants_advantage_for_combat(scene):
    s = scene(announce={"B": ["feint"]})
    s.declare("feint", "A", dice=SUCCESS, by="B")
    s.act("option", 3, by="A")
    assert (s.unit("A").grant_combat, s.unit("A").grant_any) == (True, False)


@clause("C189", "C199", "C142")
@pytest.mark.parametrize(
    ("plan", "arguments", "option", "apart"),
    [("parley", ["none"], 3, True), ("taunt", ["plain"], 2, False)],
)
def test_what_side_2_is_granted_by_words_holds_for_any_action(
    scene, plan, arguments, option, apart
):
    s = scene(A={"hands": []}, apart=apart, announce={"B": [plan]})
    s.declare(plan, "A", *arguments, dice=SUCCESS, by="B")
    s.act("option", option, by="A")
    assert (s.unit("A").grant_any, s.unit("A").grant_combat) == (True, False)


# --- the penalty


@clause("C033")
@pytest.mark.parametrize("n", [0, 1])
def test_no_count_of_actions_adds_to_a_roll(scene, n):
    s = scene(announce={"A": ["strike"]})
    s.set("A", n=n)
    s.declare("strike", "B", "clash", dice=[4, 3])
    s.act("dodge", dice=[4, 3], by="B")  # a tie
    assert not s.unit("B").hit
