"""Section 3.2: what several actions cost, and what costs nothing (C032 to C035)."""

import pytest

from fracas.envs.core.testing import clause

SPENT = {"constitution": 12, "willpower": 12, "marks": 12}
TWO_ON_ONE = {"A2": {}, "engaged": [("A", "B"), ("A2", "B")]}
THREE_ON_ONE = {"A2": {}, "A3": {}, "engaged": [("A", "B"), ("A2", "B"), ("A3", "B")]}
FREEZE, FLEE = 2, 3


def wounds(s, unit="B"):
    return sum(s.unit(unit).slots_max) - sum(s.unit(unit).slots)


def clash(s, result, dice=(8, 6)):
    """Check what A's Clash of B comes to: a Dodge of as much turns it, one less does not."""
    assert result >= 3
    for less in (0, 1):
        t = s.copy()
        t.declare("strike", "B", "clash", dice=dice, by="A")
        first = min(6, result - 1 - less)
        t.act("dodge", dice=[result - less - first, first], by="B")
        assert wounds(t) == less


def perform(s, plan):
    """Let A perform what comes before its Strike."""
    for verb in plan:
        if verb in ("fortify", "dance"):
            s.act(verb, by="A")
        elif verb in ("feint", "taunt", "ready"):
            args = {"feint": ("B",), "taunt": ("B", "plain"), "ready": ("draw_0",)}[verb]
            s.declare(verb, *args, dice=[] if verb == "ready" else [1, 2, 8, 5], by="A")


# --- announced actions


@clause("C033", "option:penalty.mode")
@pytest.mark.parametrize("options", [{}, {"penalty.mode": "announced"}])
@pytest.mark.parametrize(
    ("plan", "penalty"),
    [
        (["strike"], 0),
        (["fortify", "strike"], 2),
        (["strike", "fortify"], 2),
        (["fortify", "dance", "strike"], 4),
        (["taunt", "dance", "ready", "strike"], 6),
    ],
)
def test_each_action_after_the_first_costs_two_on_every_roll(scene, plan, penalty, options):
    s = scene(A={"carried": ["shield"]}, announce={"A": plan}, options=options)
    perform(s, sorted(plan, key=["fortify", "taunt", "dance", "ready", "strike"].index))
    assert s.unit("A").n == len(plan)
    clash(s, 14 - penalty)


@clause("C033")
def test_the_first_roll_takes_the_penalty_as_well_as_the_last(scene):
    s = scene(announce={"A": ["feint", "strike"]})
    for dice, phase in [((5, 3, 4, 2), "combat"), ((5, 4, 4, 2), "option")]:
        t = s.copy()
        t.declare("feint", "B", dice=dice)
        assert t.phase == phase  # 6 ties, 7 is higher
    s.act("feint", "B", dice=[1, 2, 5, 5])
    clash(s, 12)


@clause("C033")
def test_the_penalty_of_one_unit_is_not_that_of_another(scene):
    s = scene(A2={}, announce={"A": ["strike"], "A2": ["fortify", "dance", "strike"]})
    s.act("forgo", by="A2")
    s.act("forgo", by="A2")
    assert (s.unit("A").n, s.unit("A2").n) == (1, 3)
    s.act("next", "A", by="A")
    clash(s, 14)


@clause("C033")
def test_the_penalty_is_gone_in_the_next_round(scene):
    s = scene(announce={"A": ["fortify", "strike"]})
    s.act("forgo", by="A")
    s.act("forgo", by="A")
    s.finish_round()
    assert s.unit("A").n == 0
    s.announce(A=["strike"], W=["brawl"])
    s.act("forgo", by="W")
    clash(s, 14)


@clause("C034")
@pytest.mark.parametrize(
    ("plan", "result"), [(["fortify", "strike"], 12), (["fortify", "dance", "strike"], 10)]
)
def test_forgoing_does_not_lower_the_penalty(scene, plan, result):
    s = scene(announce={"A": plan})
    for _ in plan[:-1]:
        s.act("forgo", by="A")
    assert s.unit("A").n == len(plan)
    clash(s, result)


@clause("C034")
def test_an_action_that_is_dropped_does_not_lower_it_either(scene):
    plan = ["reposition", "strike"]  # engaged: there is no Reposition
    s = scene(announce={"A": plan})
    assert s.phase == "combat"
    clash(s, 12)


# --- penalty.mode


def recovered(scene, mode, plan):
    """Return what A's Recover of 6 and 4 comes to, each action done in its turn."""
    s = scene(A=SPENT, apart=True, announce={"A": plan}, options={"penalty.mode": mode})
    perform(s, plan[: plan.index("recover")])
    s.act("recover", dice=[6, 4], by="A")
    return 12 - s.unit("A").marks


@clause("C033", "option:penalty.mode")
@pytest.mark.parametrize(
    ("plan", "announced", "progressive", "flat"),
    [
        (["recover"], 10, 10, 10),
        (["recover", "strike"], 8, 10, 8),
        (["fortify", "recover"], 8, 8, 8),
        (["fortify", "recover", "strike"], 6, 8, 8),
        (["fortify", "dance", "recover"], 6, 6, 8),
        (["fortify", "dance", "recover", "strike"], 4, 6, 8),
    ],
)
def test_penalty_mode(scene, plan, announced, progressive, flat):
    """Announced: 2 for each after the first; progressive: the k-th 2 x (k - 1); flat: 2."""
    assert recovered(scene, "announced", plan) == announced
    assert recovered(scene, "progressive", plan) == progressive
    assert recovered(scene, "flat", plan) == flat


@clause("C034", "option:penalty.mode")
@pytest.mark.parametrize(("mode", "result"), [("progressive", 14), ("flat", 12)])
def test_penalty_mode_counts_what_is_forgone_only_when_flat(scene, mode, result):
    s = scene(announce={"A": ["fortify", "strike"]}, options={"penalty.mode": mode})
    s.act("forgo", by="A")
    clash(s, result)


@clause("C033", "C052", "option:penalty.mode")
@pytest.mark.parametrize("mode", ["announced", "progressive", "flat"])
def test_in_no_mode_is_an_instant_action_a_further_one(scene, mode):
    plans = {"A": ["fortify", "strike"]}
    options = {"penalty.mode": mode}
    s = scene(A={"techniques": ["follow_up"]}, announce=plans, options=options)
    s.act("fortify", by="A")
    s.declare("strike", "B", "harry", dice=[8, 3], by="A")
    s.declare("decline", by="B")
    s.declare("technique", "follow_up", by="A")
    s.declare("jab", "B", "agility", dice=[4, 3], by="A")  # 5
    for dodge, marks in [((3, 2), 2), ((2, 2), 3)]:
        t = s.copy()
        t.act("dodge", dice=dodge, by="B")
        assert t.unit("B").marks == marks


# --- triggered rolls


@clause("C032", "option:triggered.penalty")
@pytest.mark.parametrize("options", [{}, {"triggered.penalty": 0}])
@pytest.mark.parametrize("reaction", ["dodge", "guard"])
def test_defending_takes_no_penalty_however_often(scene, reaction, options):
    plans = {"A": ["strike"], "A2": ["strike"], "B": ["taunt", "dance"]}
    s = scene(announce=plans, options=options, **TWO_ON_ONE)
    s.act("forgo", by="B")
    s.act("forgo", by="B")
    s.act("next", "A", by="A")
    for actor in ("A", "A2"):
        s.declare("strike", "B", "clash", dice=[4, 4], by=actor)
        assert s.legal("dodge")
        assert s.legal("guard")
        s.act(reaction, dice=[5, 3], by="B")
        assert wounds(s) == 0
        if actor == "A":
            assert s.unit("B").n == 2
            s.act("forgo", by="W")


@clause("C032")
def test_focus_takes_no_penalty(scene):
    s = scene(announce={"A": ["feint"], "B": ["fortify", "dance", "strike"]})
    for focus, phase in [((5, 3), "influence"), ((4, 3), "option")]:
        t = s.copy()
        t.declare("feint", "B", dice=[5, 3, *focus])
        assert (t.phase, t.decider) == (phase, "B")


@clause("C032")
def test_triggered_actions_and_those_they_answer_raise_no_count(scene):
    s = scene(announce={"A": ["taunt", "strike"], "B": ["brawl"]})
    s.declare("taunt", "B", "plain", dice=[3, 2, 5, 5])
    s.declare("strike", "B", "harry", dice=[5, 4], by="A")
    s.act("guard", dice=[4, 2], by="B")
    assert (s.unit("A").n, s.unit("B").n) == (2, 1)
    s.act("next", "B", by="B")
    s.declare("jab", "A", "agility", dice=[4, 3], by="B")
    s.act("dodge", dice=[4, 3], by="A")  # no penalty on either roll: a tie
    assert not s.unit("A").hit


def attacked(s, actor, dodge):
    """Let ``actor`` Clash B with 8, which dodges: tell whether it is hit by this one."""
    before = wounds(s)
    s.declare("strike", "B", "clash", dice=[4, 4], by=actor)
    s.act("dodge", dice=dodge, by="B")
    return wounds(s) > before


@clause("C032", "option:triggered.penalty")
@pytest.mark.parametrize(
    ("second", "third", "hits"),
    [
        ((6, 4), (8, 4), (False, False)),
        ((5, 4), (8, 4), (True, False)),
        ((6, 4), (7, 4), (False, True)),
    ],
)
def test_triggered_penalty_is_two_for_each_one_made_this_round(scene, second, third, hits):
    plans = {unit: ["strike"] for unit in ("A", "A2", "A3")}
    s = scene(announce=plans, options={"triggered.penalty": 2}, **THREE_ON_ONE)
    s.act("next", "A", by="A")
    assert not attacked(s, "A", (5, 3))
    s.act("forgo", by="W")
    s.act("next", "A2", by="A2")
    assert attacked(s, "A2", second) is hits[0]
    assert attacked(s, "A3", third) is hits[1]


@clause("C032", "option:triggered.penalty")
def test_triggered_penalty_counts_focus_and_the_dodge_of_a_disengage(scene):
    for plan, call in [("feint", ("feint", "B")), ("disengage", ("disengage",))]:
        plans = {"A": [plan], "A2": ["strike"]}
        s = scene(announce=plans, options={"triggered.penalty": 2}, **TWO_ON_ONE)
        s.act(*call, dice=[4, 3, 4, 3], by="A")  # fails
        assert attacked(s.copy(), "A2", (5, 4))
        assert not attacked(s.copy(), "A2", (6, 4))


@clause("C032", "option:triggered.penalty")
def test_triggered_penalty_counts_neither_declining_nor_rolls_of_others(scene):
    plans = {"A": ["strike"], "A2": ["strike"], "B": ["strike"]}
    s = scene(announce=plans, options={"triggered.penalty": 2}, **TWO_ON_ONE)
    s.act("next", "A", by="A")
    s.act("strike", "B", "clash", dice=[1, 1])
    s.act("next", "B", by="B")
    s.declare("strike", "A", "harry", dice=[4, 4], by="B")
    s.act("dodge", dice=[5, 3], by="A")
    assert not attacked(s, "A2", (5, 3))


@clause("C032", "option:triggered.penalty")
def test_triggered_penalty_begins_anew_each_round(scene):
    options = {"triggered.penalty": 2}
    s = scene(announce={"A": ["strike"]}, options=options)
    assert not attacked(s, "A", (5, 3))
    s.finish_round()
    s.announce(A=["strike"], W=["brawl"])
    s.act("forgo", by="W")
    assert not attacked(s, "A", (5, 3))


# --- forced actions


def intimidated(scene, plan, option, **more):
    """Return a scene where B has taken this option of A's Intimidate."""
    s = scene(announce={"A": ["intimidate"], "B": plan}, **more)
    s.declare("intimidate", "B", dice=[5, 4, 4, 3])
    s.declare("option", option, by="B")
    return s


@clause("C035")
@pytest.mark.parametrize(
    ("plan", "n"),
    [
        ([], 1),
        (["strike"], 2),
        (["recover", "strike"], 3),
        (["reposition"], 1),
        (["reposition", "strike"], 2),
        (["dance", "recover", "strike"], 3),
    ],
)
@pytest.mark.parametrize("option", [FREEZE, FLEE])
def test_a_forced_movement_raises_n_unless_it_replaces_an_announced_one(scene, plan, n, option):
    s = intimidated(scene, plan, option, B={"marks": 2, "zone": "Z3"}, A={"zone": "Z2"})
    assert s.unit("B").n == n
    assert not {"reposition", "dance"} & set(s.unit("B").pending)
    assert set(s.unit("B").pending) <= {"recover", "strike"}


@clause("C035", "C034")
def test_of_several_announced_movements_one_is_replaced(scene):
    s = scene(announce={"A": ["intimidate"], "B": ["dance", "disengage", "strike"]})
    s.declare("intimidate", "B", dice=[5, 4, 4, 3])
    s.declare("option", FREEZE, by="B")
    assert (s.phase, s.decider) == ("replace", "B")
    s.declare("replace", "dance")
    assert s.unit("B").n == 3


def taunted(scene, plan, option, **more):
    s = scene(announce={"A": ["taunt"], "B": plan}, **more)
    s.declare("taunt", "B", "plain", dice=[5, 4, 4, 3])
    s.declare("option", option, by="B")
    return s


@clause("C035")
@pytest.mark.parametrize(
    ("plan", "n"),
    [([], 1), (["fortify"], 2), (["strike"], 1), (["fortify", "brawl"], 2), (["dance"], 2)],
)
def test_a_forced_attack_raises_n_unless_a_combat_action_is_announced(scene, plan, n):
    s = taunted(scene, plan, 3)
    assert s.unit("B").n == n
    assert s.unit("B").owes_attack == "A"


@clause("C035")
@pytest.mark.parametrize(("plan", "n"), [([], 1), (["strike"], 2), (["dance", "strike"], 2)])
def test_a_forced_approach_counts_as_a_movement_action(scene, plan, n):
    s = taunted(scene, plan, 2, apart=True)
    assert s.unit("B").n == n
    assert "A" in s.unit("B").engaged


@clause("C033", "C035")
@pytest.mark.parametrize(
    ("plan", "dice", "free"),
    [
        ([], (4, 3), True),  # n = 1: 7 against 6
        ([], (4, 2), False),
        (["strike"], (5, 4), True),  # n = 2
        (["strike"], (5, 3), False),
        (["dance", "strike"], (5, 4), True),
        (["dance", "strike"], (5, 3), False),
    ],
)
def test_a_forced_roll_takes_the_penalty(scene, plan, dice, free):
    s = scene(announce={"A": ["intimidate"], "B": plan})
    s.declare("intimidate", "B", dice=[5, 4, 4, 3])
    s.declare("option", FLEE, dice=[*dice, 4, 2], by="B")  # flight: a Disengage
    assert s.battle.dice_left == 0
    assert ("A" not in s.unit("B").engaged) is free


@clause("C033", "C035")
def test_n_is_read_when_a_roll_is_made(scene):
    plans = {"A": ["intimidate"], "B": ["taunt", "strike"]}
    more = {"A2": {}, "engaged": [("A", "B"), ("A2", "B")], "initiative": "two"}
    s = scene(announce=plans, **more)
    # 9 - 2 against 7: a tie.
    s.declare("taunt", "A2", "plain", dice=[5, 4, 4, 3], by="B")
    assert (s.phase, s.decider) == ("influence", "A")
    s.declare("intimidate", "B", dice=[5, 4, 4, 3])
    s.declare("option", FREEZE, by="B")
    assert s.unit("B").n == 3
    assert (s.phase, s.decider) == ("next", "B")
    s.declare("next", "B")
    for dodge, hit in [((4, 1), False), ((3, 1), True)]:  # against 9 - 4
        t = s.copy()
        t.declare("strike", "A2", "clash", dice=[5, 4], by="B")
        t.act("dodge", dice=dodge, by="A2")
        assert t.unit("A2").hit is hit
