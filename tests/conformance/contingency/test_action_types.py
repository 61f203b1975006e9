"""Section 3.2: the five types of actions (C020 to C025)."""

import pytest

from fracas.envs.contingency.tables import TYPES
from fracas.envs.contingency.verbs import PLANS, TYPE_OF
from fracas.envs.core.testing import clause

OF_TYPE = {
    "influence": ("anticipate", "feint", "intimidate", "parley", "taunt", "fortify"),
    "movement": ("reposition", "take_cover", "disengage", "hide", "dance", "stand"),
    "interaction": ("escape", "recover", "pick_up", "ready", "cast"),
    "combat": ("strike", "shoot", "throw", "brawl"),
}
TRIGGERED = (
    "focus", "resist", "hold", "hold_breath", "brace", "defend", "dodge", "guard", "maintain",
    "maintain_concentration",
)  # fmt: skip
FREE = {"end_concentration", "release", "let_go"}
AXE = {"A": {"hands": [None]}, "ground": [{"item": "axe", "zone": "Z0"}], "apart": True}

# Announced action, row that performs it, scene in which it can be performed.
INFLUENCE = [
    ("anticipate", ("anticipate", "B"), {}),
    ("feint", ("feint", "B"), {}),
    ("intimidate", ("intimidate", "B"), {}),
    ("parley", ("parley", "B", "none"), {"apart": True}),
    ("taunt", ("taunt", "B", "plain"), {}),
    ("fortify", ("fortify",), {}),
]
MOVEMENT = [
    ("reposition", ("reposition",), {"apart": True}),
    ("take_cover", ("take_cover",), {"zones": {"Z0": {"cover": True}}}),
    ("disengage", ("disengage",), {}),
    ("hide", ("hide", "surroundings"), {"zones": {"Z0": {"conceal": True}}, "apart": True}),
    ("dance", ("dance",), {}),
    ("stand", ("stand",), {"A": {"prone": True}}),
]
INTERACTION = [
    ("escape", ("escape", "restraint"), {"A": {"restrained": 5}}),
    ("recover", ("recover",), {"A": {"marks": 2}}),
    ("pick_up", ("pick_up", "axe", "roll"), AXE),
    ("ready", ("ready", "draw_0"), {"A": {"carried": ["dagger"]}}),
    ("cast", ("cast", "ward", "A"), {"A": {"hands": [None], "spells": ["ward"]}}),
]
COMBAT = [
    ("strike", ("strike", "B", "harry"), {}),
    ("strike", ("strike", "B", "clash"), {}),
    ("shoot", ("shoot", "B"), {"A": {"hands": ["bow"]}}),
    ("throw", ("throw", "B", "main"), {"A": {"hands": ["dagger"]}}),
    ("brawl", ("jab", "B", "agility"), {}),
    ("brawl", ("wrestle", "B", "strength"), {}),
]


def is_of_type(scene, kind, plan, call, more):
    """Check that an announced action is asked for in its type's sub-phase and in no other."""
    s = scene(announce={"A": [plan]}, **more)
    assert (s.phase, s.decider) == (kind, "A")
    assert s.legal(*call)
    assert {action.verb for action in s.battle.legal()} <= {
        call[0],
        "jab",
        "wrestle",
        "forgo",
    } | FREE
    s.act("forgo")
    assert (s.phase, s.decider) == ("combat", "W")


@clause("C020")
def test_every_action_that_is_announced_has_exactly_one_type():
    types = {plan: TYPES[int(number)] for plan, number in zip(PLANS, TYPE_OF, strict=True)}
    assert types == {plan: kind for kind, plans in OF_TYPE.items() for plan in plans}
    assert len(PLANS) == sum(map(len, OF_TYPE.values()))


@clause("C021", "C020")
@pytest.mark.parametrize(("plan", "call", "more"), INFLUENCE)
def test_influence_actions(scene, plan, call, more):
    is_of_type(scene, "influence", plan, call, more)


@clause("C022", "C020")
@pytest.mark.parametrize(("plan", "call", "more"), MOVEMENT)
def test_movement_actions(scene, plan, call, more):
    is_of_type(scene, "movement", plan, call, more)


@clause("C023", "C020")
@pytest.mark.parametrize(("plan", "call", "more"), INTERACTION)
def test_interaction_actions(scene, plan, call, more):
    is_of_type(scene, "interaction", plan, call, more)


@clause("C024", "C020")
@pytest.mark.parametrize(("plan", "call", "more"), COMBAT)
def test_combat_actions(scene, plan, call, more):
    is_of_type(scene, "combat", plan, call, more)


@clause("C025")
def test_triggered_actions_are_never_announced(scene):
    assert not set(PLANS) & set(TRIGGERED)
    a = {
        "marks": 2, "hands": ["dagger"], "carried": ["bow"], "spells": ["ward", "bolt"],
        "kept": [{"spell": "ward", "target": "A", "tokens": 0}],
    }  # fmt: skip
    zones = {"Z0": {"gas": "smoke", "cover": True, "conceal": True}}
    s = scene(A=a, zones=zones)
    assert {action.verb for action in s.battle.legal()} == {
        "announce", "done", "end_concentration", "let_go",
    }  # fmt: skip
    plans = {row.removeprefix("announce(").removesuffix(")") for row in s.rows("announce")}
    assert plans <= {plan for kind in OF_TYPE.values() for plan in kind}


@clause("C025")
@pytest.mark.parametrize(
    ("plan", "phase"), [("fortify", "influence"), ("dance", "movement"), ("strike", "combat")]
)
def test_triggered_actions_are_no_choice_of_a_units_turn(scene, plan, phase):
    s = scene(announce={"A": [plan]})
    assert s.phase == phase
    for verb in ("dodge", "guard", "hold", "resist", "focus"):
        assert not s.rows(verb)


@clause("C025")
def test_triggered_actions_answer_their_trigger(scene):
    s = scene(announce={"A": ["strike"]})
    s.declare("strike", "B", "clash", dice=[4, 4])
    assert (s.phase, s.decider) == ("defend", "B")
    assert {action.verb for action in s.battle.legal()} == {"dodge", "guard", "decline"}
