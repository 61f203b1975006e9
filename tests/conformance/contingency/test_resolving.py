"""Section 3.2: in which order actions are resolved, and what becomes of those that can't be.

Clauses C036 to C040, C045, C047. Forced actions: test_forced_actions.py.
"""

import pytest

from fracas.envs.core.testing import clause

PAIRS = {"A2": {}, "B2": {}, "engaged": [("A", "B"), ("A2", "B2")]}
FREE = {"end_concentration", "release", "let_go"}


def verbs(s):
    return {action.verb for action in s.battle.legal()}


def everybody(*plan):
    return {unit: [*plan] for unit in ("A", "A2", "B", "B2")}


# --- by type


@clause("C036", "option:resolve.order")
@pytest.mark.parametrize("options", [{}, {"resolve.order": "by_type"}])
def test_influence_comes_before_combat_whoever_has_initiative(scene, options):
    s = scene(announce={"A": ["strike"], "B": ["feint"]}, options=options)
    assert (s.phase, s.decider) == ("influence", "B")
    s.act("forgo")
    assert (s.phase, s.decider) == ("combat", "A")


@clause("C036")
def test_types_come_as_influence_movement_interaction_combat(scene):
    plans = {"A": ["strike", "recover"], "B": ["dance", "fortify"]}
    s = scene(A={"marks": 2}, announce=plans)
    seen = []
    while s.decider != "W":
        seen.append((s.phase, s.decider))
        s.act("forgo")
    assert seen == [
        ("influence", "B"), ("movement", "B"), ("interaction", "A"), ("combat", "A"),
    ]  # fmt: skip


@clause("C036")
def test_all_actions_of_a_type_are_done_before_the_next_type_begins(scene):
    plans = {"A": ["fortify", "feint", "dance"], "B": ["taunt"]}
    s = scene(announce=plans)
    seen = []
    for verb in ("fortify", "forgo", "forgo", "dance"):
        seen.append((s.phase, s.decider))
        s.act(verb)
    assert seen == [("influence", "A"), ("influence", "B"), ("influence", "A"), ("movement", "A")]


# --- resolve.order = by_unit

BY_UNIT = {"options": {"resolve.order": "by_unit"}}


@clause("C036", "option:resolve.order")
@pytest.mark.parametrize("order", [("strike", "fortify"), ("fortify", "strike")])
def test_by_unit_a_unit_does_all_its_actions_in_its_own_order(scene, order):
    plans = {"A": ["strike", "fortify"], "B": ["feint"]}
    s = scene(announce=plans, **BY_UNIT)
    for verb in order:
        assert (s.phase, s.decider) == ("any", "A")
        assert s.legal(verb)
        s.act(verb, *(("B", "clash") if verb == "strike" else ()), dice=None)
    assert s.unit("A").pending == []
    assert s.decider == "B"


@clause("C036", "C037", "option:resolve.order")
def test_by_unit_the_sides_alternate_unit_by_unit(scene):
    plans = everybody("fortify", "dance")
    s = scene(announce=plans, witness=False, **PAIRS, **BY_UNIT)
    for unit, several in [("A", True), ("B", True), ("A2", False), ("B2", False)]:
        if several:
            assert (s.phase, s.decider) == ("next", unit)
            s.act("next", unit)
        for verb in ("dance", "fortify"):
            assert (s.phase, s.decider) == ("any", unit)
            s.act(verb, dice=[])
    assert s.round == 3


@clause("C036", "option:resolve.order")
@pytest.mark.parametrize(("plan", "asked"), [(["dance"], False), ([], True)])
def test_by_unit_an_option_that_needs_a_spent_kind_of_action_is_not_offered(scene, plan, asked):
    plans = {"A": ["intimidate"], "B": plan}
    s = scene(announce=plans, initiative="two", witness=False, **BY_UNIT)
    if plan:
        s.act("dance", by="B")
    s.declare("intimidate", "B", dice=[5, 4, 4, 3], by="A")
    if asked:
        assert (s.phase, s.decider) == ("option", "B")
        assert len(s.rows("option")) == 3
    else:
        assert s.unit("B").marks == 1  # what is left


@clause("C036", "option:resolve.order")
@pytest.mark.parametrize(("plan", "options"), [(["strike"], [1, 2]), ([], [1, 2, 3])])
def test_by_unit_a_unit_that_has_fought_owes_no_attack(scene, plan, options):
    plans = {"A": ["taunt"], "B": plan}
    s = scene(announce=plans, initiative="two", witness=False, **BY_UNIT)
    if plan:
        s.act("strike", "A", "harry", dice=[4, 3], by="B")
    s.declare("taunt", "B", "plain", dice=[5, 4, 4, 3], by="A")
    assert [k for k in (1, 2, 3) if s.legal("option", k)] == options


# --- sides take turns


def seen_in_combat(s):
    """Let the first unit of the two that may act Strike each time; return who did."""
    seen = []
    while s.phase in ("next", "combat"):
        if s.phase == "next":
            s.act(s.rows("next")[0])
        enemy = {"A": "B", "A2": "B2", "B": "A", "B2": "A2"}[s.decider]
        seen.append(s.decider)
        s.act("strike", enemy, "harry", dice=[3, 2])
    return seen


@clause("C037")
@pytest.mark.parametrize(
    ("initiative", "order"), [("one", ["A", "B", "A2", "B2"]), ("two", ["B", "A", "B2", "A2"])]
)
def test_sides_alternate_one_action_at_a_time_initiative_side_first(scene, initiative, order):
    plans = everybody("strike")
    s = scene(announce=plans, initiative=initiative, witness=False, **PAIRS)
    assert seen_in_combat(s) == order


@clause("C037", "C045")
def test_a_side_with_no_unit_up_is_skipped(scene):
    for plans, order in [
        ({"A": ["strike"], "A2": ["strike"], "B2": ["strike"]}, ["A", "B2", "A2"]),
        ({"A": ["strike"], "A2": ["strike"]}, ["A", "A2"]),
        ({"B": ["strike"], "B2": ["strike"]}, ["B", "B2"]),
    ]:
        s = scene(announce=plans, witness=False, **PAIRS)
        assert seen_in_combat(s) == order
        assert s.round == 3


@clause("C037")
def test_each_type_begins_with_the_initiative_side(scene):
    s = scene(announce={"A": ["dance"], "B": ["fortify", "dance"]})
    seen = []
    while s.decider != "W":
        seen.append((s.phase, s.decider))
        s.act("fortify" if s.phase == "influence" else "dance")
    assert seen == [("influence", "B"), ("movement", "A"), ("movement", "B")]


@clause("C038")
def test_the_speaker_picks_which_of_several_units_acts(scene):
    for first, second in [("A", "A2"), ("A2", "A")]:
        s = scene(announce={"A": ["strike"], "A2": ["strike"]}, **PAIRS)
        assert (s.phase, s.decider) == ("next", "A")
        assert s.rows("next") == ["next(A)", "next(A2)"]
        assert verbs(s) == {"next"}
        s.act("next", first)
        assert (s.phase, s.decider) == ("combat", first)
        s.act("forgo")
        s.act("forgo", by="W")
        assert (s.phase, s.decider) == ("combat", second)  # one left: no choice


@clause("C038", "C045")
def test_the_speaker_is_the_first_unit_that_can_act(scene):
    trio = {"A2": {}, "A3": {}, "engaged": [("A2", "B"), ("A3", "B")]}
    far = {"zone": "Z3"}
    for a, plans in [({}, {}), (far, {"A": ["strike"]})]:  # nothing pending, or nobody in reach
        plans = {**plans, "A2": ["strike"], "A3": ["strike"]}
        s = scene(A=a, announce=plans, **trio)
        assert (s.phase, s.decider) == ("next", "A2")
        assert s.rows("next") == ["next(A2)", "next(A3)"]


@clause("C038")
def test_the_choice_is_made_anew_each_turn(scene):
    plans = {unit: ["strike", "brawl"] for unit in ("A", "A2")}
    s = scene(announce=plans, witness=False, **PAIRS)
    for first in ("A", "A2"):
        s.act("next", first, by="A")
        s.act("strike", {"A": "B", "A2": "B2"}[first], "harry", dice=[3, 2], by=first)
        assert (s.phase, s.decider) == ("next", "A")
        assert s.rows("next") == ["next(A)", "next(A2)"]


@clause("C039")
@pytest.mark.parametrize("first", ["dance", "disengage"])
def test_a_unit_picks_which_of_several_actions_it_does_first(scene, first):
    s = scene(announce={"A": ["disengage", "dance"], "B": ["dance"]})
    assert (s.phase, s.decider) == ("movement", "A")
    assert verbs(s) - FREE == {"disengage", "dance", "forgo"}
    dice = {"dance": [], "disengage": [5, 4, 2, 2]}
    s.act(first, dice=dice[first])
    assert (s.phase, s.decider) == ("movement", "B")  # then it is the other side's turn
    s.act("dance")
    assert (s.phase, s.decider) == ("movement", "A")
    assert verbs(s) - FREE == {"disengage", "dance", "forgo"} - {first}


@clause("C039")
def test_an_action_may_become_possible_by_another_of_its_type(scene):
    s = scene(announce={"A": ["reposition", "disengage"]})
    assert verbs(s) - FREE == {"disengage", "forgo"}
    s.act("disengage", dice=[5, 4, 2, 2])
    assert (s.phase, s.decider) == ("movement", "A")
    assert verbs(s) - FREE == {"reposition", "forgo"}


# --- forgoing


@clause("C040")
def test_forgoing_drops_all_pending_actions_of_the_type_and_uses_the_turn(scene):
    plans = {"A": ["dance", "disengage", "strike"], "B": ["dance"]}
    s = scene(announce=plans)
    s.act("forgo", by="A")
    assert s.unit("A").pending == ["strike"]
    assert (s.phase, s.decider) == ("movement", "B")
    s.act("dance")
    assert (s.phase, s.decider) == ("combat", "A")
    assert s.unit("A").performed == []


@clause("C040")
def test_forgoing_drops_what_has_no_row_now_as_well(scene):
    s = scene(announce={"A": ["reposition", "disengage"]})
    s.act("forgo", by="A")
    assert s.unit("A").pending == []


@clause("C040")
def test_forgoing_is_masked_while_an_owed_attack_can_be_made(scene):
    for owed in (None, "A"):
        b = {} if owed is None else {"owes_attack": owed}
        s = scene(B=b, announce={"B": ["strike"]})
        s.act("next", "B", by="B")
        assert s.legal("strike", "A")
        assert s.legal("forgo") is (owed is None)


@clause("C040")
def test_of_other_types_forgoing_stays_legal_then(scene):
    s = scene(B={"owes_attack": "A"}, announce={"B": ["dance", "strike"]})
    assert (s.phase, s.decider) == ("movement", "B")
    s.act("forgo")
    s.act("next", "B", by="B")
    assert not s.legal("forgo")


# --- actions without a legal row


@clause("C040")
@pytest.mark.parametrize(
    ("plan", "more"),
    [
        ("strike", {"B": {"zone": "Z1"}}),
        ("brawl", {"B": {"zone": "Z3"}}),
        ("throw", {"B": {"zone": "Z1"}}),  # a sword: Close at most
        ("reposition", {}),  # engaged
    ],
)
def test_an_action_without_a_legal_row_is_not_asked_for_but_dropped(scene, plan, more):
    s = scene(announce={"A": [plan]}, **more)
    assert (s.phase, s.decider) == ("combat", "W")
    assert s.unit("A").performed == []
    s.finish_round()
    assert (s.round, s.unit("A").pending) == (3, [])


@clause("C040")
def test_the_other_actions_of_the_unit_are_offered_without_it(scene):
    a = {"hands": ["dagger"]}
    s = scene(A=a, B={"zone": "Z1"}, announce={"A": ["strike", "throw"]})
    assert (s.phase, s.decider) == ("combat", "A")
    assert verbs(s) - FREE == {"throw", "forgo"}


@clause("C040", "option:resolve.drop")
@pytest.mark.parametrize(
    ("options", "asked"),
    [({}, True), ({"resolve.drop": "both_skipped"}, True), ({"resolve.drop": "first_turn"}, False)],
)
def test_it_waits_until_both_sides_are_skipped_or_only_for_its_first_turn(scene, options, asked):
    s = scene(
        A2={"zone": "Z1"}, B={"zone": "Z1"}, zones={"Z1": {"props": True}},
        engaged=[("A2", "B")], announce={"A": ["strike"], "A2": ["brawl"]}, options=options,
    )  # fmt: skip
    assert (s.phase, s.decider) == ("combat", "A2")
    s.declare("wrestle", "B", "strength", dice=[5, 4])
    s.declare("decline", by="B")
    s.act("shove", "Z0", dice=[])
    s.act("forgo", by="W")
    assert (s.phase, s.decider) == (("combat", "A") if asked else ("announce", "B"))
    if asked:
        assert s.legal("strike", "B", "clash")


# --- when a unit is asked


@clause("C045")
def test_a_grappler_is_asked_to_let_go_for_a_disengage(scene):
    s = scene(A={"grappling": {"B"}}, announce={"A": ["disengage"]})
    assert (s.phase, s.decider) == ("movement", "A")
    assert verbs(s) == {"forgo", "release", "let_go"}
    s.act("release", dice=[])
    assert (s.phase, s.decider) == ("movement", "A")
    assert verbs(s) == {"forgo", "disengage", "let_go"}


@clause("C045")
def test_a_grappler_is_not_asked_where_letting_go_does_not_help(scene):
    s = scene(A={"grappling": {"B"}}, announce={"A": ["reposition"]})
    assert (s.phase, s.decider) == ("combat", "W")
    s = scene(A={"grappling": {"B"}, "restrained": 5}, announce={"A": ["disengage"]})
    assert (s.phase, s.decider) == ("combat", "W")


@clause("C045")
@pytest.mark.parametrize("item", ["axe", "greatsword"])
def test_full_hands_are_asked_to_let_go_for_a_pick_up(scene, item):
    a, ground = {"hands": ["sword", "dagger"]}, [{"item": item, "zone": "Z0"}]
    s = scene(A=a, ground=ground, apart=True, announce={"A": ["pick_up"]})
    assert (s.phase, s.decider) == ("interaction", "A")
    assert verbs(s) == {"forgo", "let_go"}
    s.act("let_go", "main", dice=[])
    assert (s.phase, s.decider) == ("interaction", "A")
    assert s.legal("pick_up", item) is (item == "axe")  # the greatsword needs both hands
    s.act("let_go", "off", dice=[])
    assert s.legal("pick_up", item)


@clause("C045")
def test_an_engaged_unit_is_not_asked_to_let_go_for_a_pick_up(scene):
    a, ground = {"hands": ["sword", "dagger"]}, [{"item": "axe", "zone": "Z0"}]
    s = scene(A=a, ground=ground, announce={"A": ["pick_up"]})
    assert (s.phase, s.decider) == ("combat", "W")


@clause("C045")
def test_full_hands_are_asked_to_let_go_for_a_spell(scene):
    s = scene(A={"spells": ["bolt"]}, announce={"A": ["cast"]})
    assert (s.phase, s.decider) == ("interaction", "A")
    assert verbs(s) == {"forgo", "let_go"}
    s.act("let_go", "main", dice=[])
    assert verbs(s) == {"forgo", "cast"}


@clause("C045")
@pytest.mark.parametrize("hands", [[None], ["sword"]])
def test_a_caster_is_asked_to_end_the_only_spell_it_could_cast(scene, hands):
    kept = [{"spell": "ward", "target": "A", "tokens": 0}]
    a = {"hands": hands, "spells": ["ward"], "kept": kept}
    s = scene(A=a, announce={"A": ["cast"]})
    assert (s.phase, s.decider) == ("interaction", "A")
    assert verbs(s) == {"forgo", "end_concentration"} | ({"let_go"} if hands[0] else set())
    s.act("end_concentration", "ward", dice=[])
    if hands[0]:
        assert not s.legal("cast")
        s.act("let_go", "main", dice=[])
    assert s.legal("cast", "ward")


@clause("C045")
@pytest.mark.parametrize(("a", "b"), [({"restrained": 5}, {}), ({}, {"grappling": {"A"}})])
def test_a_caster_is_not_asked_where_free_actions_do_not_help(scene, a, b):
    s = scene(A={"spells": ["bolt"], **a}, B=b, announce={"A": ["cast"]})
    assert (s.phase, s.decider) == ("combat", "W")


@clause("C045", "C040")
def test_forgoing_instead_of_letting_go_drops_the_action(scene):
    s = scene(A={"spells": ["bolt"]}, announce={"A": ["cast"]})
    s.act("forgo", by="A")
    assert s.unit("A").pending == []
    assert s.unit("A").main == "sword"
    assert (s.phase, s.decider) == ("combat", "W")
