"""Section 3.4: where free actions are offered (C068), and that they cost nothing."""

import pytest

from fracas.envs.core.testing import clause

FREE = {"end_concentration", "release", "let_go"}
KEPT = [{"spell": "ward", "target": "A", "tokens": 0}]
# Able to do all three: it keeps a spell, grapples an enemy and holds a sword.
ABLE = {"spells": ["ward"], "kept": KEPT, "grappling": {"B"}, "marks": 2}


def verbs(s):
    return {action.verb for action in s.battle.legal()}


@clause("C068")
def test_they_are_offered_while_announcing(scene):
    s = scene(A=ABLE)
    assert (s.phase, s.decider) == ("announce", "A")
    assert verbs(s) & FREE == FREE
    s.declare("announce", "fortify")
    assert verbs(s) & FREE == FREE


@clause("C068")
@pytest.mark.parametrize(
    ("plan", "phase"),
    [
        ("fortify", "influence"),
        ("dance", "movement"),
        ("disengage", "movement"),
        ("recover", "interaction"),
        ("strike", "combat"),
    ],
)
def test_they_are_offered_at_the_choice_of_an_action(scene, plan, phase):
    s = scene(A=ABLE, announce={"A": [plan]})
    assert (s.phase, s.decider) == (phase, "A")
    assert verbs(s) & FREE == FREE


@clause("C068")
@pytest.mark.parametrize(
    "call", [("end_concentration", "ward"), ("release",), ("let_go", "main")], ids=str
)
def test_they_use_no_turn_and_the_same_decision_is_asked_again(scene, call):
    s = scene(A=ABLE, announce={"A": ["fortify", "dance"]})
    before = s.unit("A")
    s.act(*call, dice=[])
    after = s.unit("A")
    assert (s.phase, s.decider) == ("influence", "A")
    assert s.legal("fortify")
    assert not s.legal(*call)
    for field in ("n", "marks", "pending", "performed"):
        assert getattr(after, field) == getattr(before, field)


@clause("C068")
def test_several_may_be_taken_one_after_another(scene):
    s = scene(A=ABLE, announce={"A": ["fortify"]})
    for call in [("let_go", "main"), ("release",), ("end_concentration", "ward")]:
        s.act(*call, dice=[])
        assert (s.phase, s.decider) == ("influence", "A")
    assert verbs(s) == {"fortify", "forgo"}
    unit = s.unit("A")
    assert (unit.main, unit.grappling, list(unit.kept)) == (None, set(), [])


@clause("C068")
def test_only_what_can_be_done_is_offered(scene):
    s = scene(A={"hands": [None]}, announce={"A": ["fortify"]})
    assert verbs(s) == {"fortify", "forgo"}
    s = scene(A={"hands": [None, "dagger"]}, announce={"A": ["fortify"]})
    assert s.rows("let_go") == ["let_go(off)"]
    s = scene(A={"hands": ["tusks"]}, announce={"A": ["fortify"]})  # natural
    assert verbs(s) == {"fortify", "forgo"}


@clause("C068")
def test_they_alone_cause_no_decision(scene):
    b = {"spells": ["ward"], "kept": [{"spell": "ward", "target": "B", "tokens": 0}]}
    s = scene(A=ABLE, B=b, announce={})
    assert (s.phase, s.decider) == ("combat", "W")
    s = scene(A=ABLE, announce={"A": ["brawl"]})
    assert (s.phase, s.decider) == ("combat", "A")  # in none of the types before


@clause("C068")
def test_a_unit_that_may_announce_no_more_is_not_asked_for_their_sake(scene):
    s = scene(A={**ABLE, "breathless": 1})
    s.declare("announce", "brawl")
    assert s.decider == "V"


@clause("C068")
def test_reactions_offer_none(scene):
    a = {"spells": ["ward"], "kept": KEPT}
    s = scene(A=a, announce={"B": ["strike"]})
    s.act("next", "B", by="B")
    s.declare("strike", "A", "clash", dice=[5, 4], by="B")
    assert (s.phase, s.decider) == ("defend", "A")
    assert verbs(s) == {"dodge", "guard", "decline"}


@clause("C068")
def test_forced_choices_and_follow_ups_offer_none(scene):
    b = {"spells": ["ward"], "kept": [{"spell": "ward", "target": "B", "tokens": 0}]}
    s = scene(A=ABLE, B=b, announce={"A": ["feint"]})
    s.declare("feint", "B", dice=[8, 3, 2, 2])
    assert (s.phase, verbs(s)) == ("muddle", {"muddle", "keep"})
    s.declare("keep")
    assert (s.phase, s.decider, verbs(s)) == ("option", "B", {"option"})
    s.declare("option", 2)
    assert (s.phase, s.decider, verbs(s)) == ("yield", "B", {"prone", "drop"})


@clause("C068")
def test_the_speakers_choice_offers_none(scene):
    plans = {"A": ["fortify"], "A2": ["fortify"]}
    s = scene(A=ABLE, A2={}, announce=plans)
    assert (s.phase, s.decider, verbs(s)) == ("next", "A", {"next"})


@clause("C068")
def test_movement_offers_none(scene):
    a = {"spells": ["ward"], "kept": KEPT}
    s = scene(A=a, apart=True, announce={"A": ["reposition"]})
    s.declare("reposition", dice=[3, 2])
    assert (s.phase, verbs(s)) == ("step", {"step", "stop"})


@clause("C068")
def test_an_instant_action_offers_none(scene):
    s = scene(A={**ABLE, "techniques": ["follow_up"]}, announce={"A": ["strike"]})
    s.declare("strike", "B", "clash", dice=[8, 3])
    s.declare("decline", by="B")
    assert (s.phase, verbs(s)) == ("technique", {"technique", "keep"})
    s.declare("technique", "follow_up")
    assert (s.phase, verbs(s)) == ("instant", {"jab"})


@clause("C068")
def test_the_choice_of_an_effect_offers_none(scene):
    s = scene(A=ABLE, zones={"Z0": {"props": True}}, announce={"A": ["brawl"]})
    s.declare("wrestle", "B", "strength", dice=[5, 4])
    s.declare("decline", by="B")
    assert s.phase == "effect"
    assert not verbs(s) & FREE
