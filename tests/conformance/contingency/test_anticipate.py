"""Section 3.9: Anticipate (C150-C157). What a revealed weakness does: test_weaknesses.py."""

import pytest

from fracas.envs.core.testing import clause

PLANS = """anticipate feint intimidate parley taunt fortify
    reposition take_cover disengage hide dance stand
    escape recover pick_up ready cast
    strike shoot throw brawl""".split()
SUCCESS = [5, 4, 4, 3]  # A rolls 9, B's Focus is 7


def sizes(s):
    """Return the sizes of all dice rolled since the scene began."""
    state = s.battle.state[0]
    return [int(die["sides"]) for die in state["dice"][: int(state["n_dice"])]]


def options(s):
    return [n for n in (1, 2, 3) if s.legal("option", n)]


def foretold(scene, plan, announced, **more):
    """B declared its action in the round before; now it announces some."""
    b = {"declared": plan, "declared_round": 2, **more.pop("B", {})}
    return scene(B=b, announce={"B": announced}, **more)


# --- the roll


@clause("C150", "C014")
@pytest.mark.parametrize(("wisdom", "charisma", "die"), [(10, 8, 10), (8, 10, 10), (8, 8, 8)])
def test_anticipate_rolls_the_larger_of_wisdom_and_charisma_with_tactics(
    scene, wisdom, charisma, die
):
    a = {"wisdom": wisdom, "charisma": charisma, "tactics": 12}
    s = scene(A=a, announce={"A": ["anticipate"]})
    assert len(s.rows("anticipate", "B")) == 1
    s.act("anticipate", "B", dice=SUCCESS)
    assert sizes(s)[:2] == [die, 12]


@clause("C150", "C014", "option:attr.ask")
@pytest.mark.parametrize(("attribute", "die"), [("wisdom", 4), ("charisma", 10)])
def test_the_actor_may_be_asked_which(scene, attribute, die):
    a = {"wisdom": 4, "charisma": 10, "tactics": 12}
    s = scene(A=a, announce={"A": ["anticipate"]}, options={"attr.ask": True})
    assert len(s.rows("anticipate", "B")) == 2
    s.act("anticipate", "B", attribute, dice=[3, 6, 4, 3])
    assert sizes(s)[:2] == [die, 12]


@clause("C151")
@pytest.mark.parametrize(
    ("zone", "engaged", "legal"),
    [("Z0", [("A", "B")], True), ("Z0", [], True), ("Z1", [], True), ("Z2", [], False),
     ("Z3", [], False)],
)  # fmt: skip
def test_the_target_must_be_engaged_close_or_near(scene, zone, engaged, legal):
    s = scene(B={"zone": zone}, B2={}, engaged=engaged, announce={"A": ["anticipate"]})
    assert s.legal("anticipate", "B2")
    assert s.legal("anticipate", "B") is legal


@clause("C151")
def test_the_target_must_be_visible(scene):
    for more in [
        {"B": {"zone": "Z1"}, "no_sight": [["Z0", "Z1"]]},
        {"B": {"zone": "Z1", "hidden_from": {"A"}}},
    ]:
        s = scene(B2={}, announce={"A": ["anticipate"]}, **more)
        assert s.legal("anticipate", "B2")
        assert not s.legal("anticipate", "B")


@clause("C152")
@pytest.mark.parametrize(("focus", "success"), [((2, 2), True), ((3, 2), False)])
def test_a_target_that_is_not_sapient_is_anticipated_with_disadvantage(scene, focus, success):
    s = scene(B={"sapient": False}, announce={"A": ["anticipate"]})
    s.act("anticipate", "B", dice=[6, 3, 2, *focus])  # 5: the 6 is dropped
    assert (s.phase == "option") is success
    assert s.dice_used == 5


@clause("C152")
def test_a_sapient_target_is_not(scene):
    s = scene(announce={"A": ["anticipate"]})
    s.act("anticipate", "B", dice=[6, 3, 4, 4])
    assert (s.phase, s.dice_used) == ("option", 4)


@clause("C152")
@pytest.mark.parametrize(
    "call", [("feint", "B"), ("intimidate", "B"), ("parley", "B", "none"), ("taunt", "B", "plain")]
)
def test_other_influence_does_not_mind_who_is_sapient(scene, call):
    s = scene(apart=True, B={"sapient": False}, announce={"A": [call[0]]})
    s.act(*call, dice=SUCCESS)
    assert (s.phase, s.dice_used) == ("option", 4)


# --- option 1


@clause("C153", "C108")
def test_option_1_marks_one_stamina(scene):
    s = scene(announce={"A": ["anticipate"]})
    s.act("anticipate", "B", dice=SUCCESS)
    s.act("option", 1, by="B", dice=[])
    assert (s.unit("B").marks, s.unit("A").marks) == (1, 0)
    assert s.phase == "combat"


# --- option 2: the declaration


@clause("C154", "C156")
def test_option_2_lets_the_target_declare_any_announceable_verb(scene):
    s = scene(announce={"A": ["anticipate"]})
    s.act("anticipate", "B", dice=SUCCESS)
    s.act("option", 2, by="B", dice=[])
    assert (s.phase, s.decider) == ("declare", "B")
    assert [plan for plan in PLANS if s.legal("declare", plan)] == PLANS
    assert len(s.rows("declare")) == len(s.battle.legal()) == len(PLANS)


@clause("C155", "C156")
@pytest.mark.parametrize("plan", ["strike", "anticipate", "brawl"])
def test_the_declaration_is_for_the_next_round_and_shown_to_all(scene, plan):
    s = scene(A2={}, B2={}, announce={"A": ["anticipate"]})
    s.act("anticipate", "B", dice=SUCCESS)
    s.act("option", 2, by="B")
    s.act("declare", plan, by="B", dice=[])
    b = s.unit("B")
    assert (b.declared, b.declared_round, b.marks) == (plan, 3, 0)
    for name in ("A", "A2", "B", "B2"):
        assert f"B declares {plan}" in s.saw(name)


@clause("C154", "C155")
@pytest.mark.parametrize(("declared", "marks"), [("fortify", 0), ("strike", 2)])
def test_next_rounds_first_action_is_compared_with_it(scene, declared, marks):
    s = scene(announce={"A": ["anticipate"], "B": ["dance"]})
    s.act("anticipate", "B", dice=SUCCESS)
    s.act("option", 2, by="B")
    s.act("declare", declared, by="B", dice=[])
    s.act("dance", by="B", dice=[])  # this round's plan is public already
    assert s.unit("B").marks == 0
    s.finish_round()
    s.announce(B=["fortify"], W=["brawl"])
    s.act("fortify", by="B", dice=[])
    assert (s.round, s.unit("B").marks) == (3, marks)


@clause("C154", "C155")
@pytest.mark.parametrize(
    ("declared", "announced", "marks"),
    [
        ("fortify", ["fortify"], 0),
        ("dance", ["fortify"], 2),
        ("fortify", ["fortify", "dance"], 0),  # over with the first
        ("dance", ["fortify", "dance"], 2),
        ("strike", ["fortify", "dance"], 2),  # once
    ],
)
def test_only_the_first_action_performed_counts(scene, declared, announced, marks):
    s = foretold(scene, declared, announced)
    for plan in announced:
        s.act(plan, by="B", dice=[])
    assert s.unit("B").marks == marks


@clause("C155", "C047")
def test_a_forgone_action_is_not_performed(scene):
    s = foretold(scene, "dance", ["fortify", "dance"])
    s.act("forgo", by="B")
    assert s.unit("B").marks == 0
    s.act("dance", by="B", dice=[])
    assert s.unit("B").marks == 0


@clause("C155")
def test_after_a_forgone_action_the_next_one_counts(scene):
    s = foretold(scene, "fortify", ["fortify", "dance"])
    s.act("forgo", by="B")
    s.act("dance", by="B", dice=[])
    assert s.unit("B").marks == 2


@clause("C155")
def test_who_performs_nothing_marks_nothing_and_the_declaration_lapses(scene):
    s = foretold(scene, "strike", ["dance"])
    s.act("forgo", by="B")
    s.finish_round()
    assert (s.round, s.unit("B").marks) == (3, 0)
    s.announce(B=["fortify"], W=["brawl"])
    s.act("fortify", by="B", dice=[])
    assert s.unit("B").marks == 0


@clause("C155")
def test_the_two_are_marked_as_the_differing_action_begins(scene):
    s = foretold(scene, "brawl", ["strike"])
    s.act("next", "B")
    s.declare("strike", "A", "clash", dice=[5, 4])
    assert (s.phase, s.decider, s.unit("B").marks) == ("defend", "A", 2)


@clause("C155")
def test_they_are_marked_before_its_roll(scene):
    last_legs = {"marks": 8, "breathless": 1, "slots_free": [0, 0, 0, 0, 1]}
    s = foretold(scene, "brawl", ["strike"], B=last_legs)
    s.act("next", "B")
    s.act("strike", "A", "clash", dice=[])
    assert (s.unit("B").out, s.decider) == (True, "W")
    assert s.unit("A").slots == (1, 1, 1, 1, 1)


@clause("C155", "C032")
def test_triggered_actions_do_not_count(scene):
    s = scene(
        B={"declared": "strike", "declared_round": 2},
        announce={"A": ["taunt", "strike"], "B": ["strike"]},
    )
    s.act("taunt", "B", "plain", dice=[4, 3, 5, 4])  # Focus
    s.declare("strike", "B", "clash", dice=[4, 3])
    s.act("dodge", by="B", dice=[5, 4])  # Defend
    assert s.unit("B").marks == 0
    s.act("next", "B")
    s.act("strike", "A", "harry", dice=[4, 3])
    assert s.unit("B").marks == 0


@clause("C155", "C050")
@pytest.mark.parametrize(("declared", "marks"), [("strike", 0), ("brawl", 2)])
def test_instant_actions_do_not_count(scene, declared, marks):
    s = foretold(scene, declared, ["strike"], B={"techniques": ["follow_up"]})
    s.act("next", "B")
    s.declare("strike", "A", "harry", dice=[8, 4])
    s.declare("decline", by="A")
    assert (s.phase, s.decider) == ("technique", "B")
    s.declare("technique", "follow_up")
    s.act("jab", "A", "agility", dice=[5, 3])
    assert (s.unit("B").marks, s.unit("A").marks) == (marks, 3)


@clause("C155", "C175")
@pytest.mark.parametrize("declared", ["dance", "reposition", "disengage", "strike"])
def test_standing_frozen_is_none_of_the_verbs(scene, declared):
    s = scene(B={"declared": declared, "declared_round": 2}, announce={"A": ["intimidate"]})
    s.act("intimidate", "B", dice=SUCCESS)
    s.act("option", 2, by="B", dice=[])
    assert (s.unit("B").frozen, s.unit("B").marks) == (True, 2)


@clause("C155", "C176", "C198")
@pytest.mark.parametrize(
    ("call", "option", "more", "dice", "verb"),
    [
        (("intimidate", "B"), 3, {"apart": True}, [2, 2], "reposition"),
        (("intimidate", "B"), 3, {}, [5, 4, 4, 3], "disengage"),
        (("taunt", "B", "plain"), 2, {"B": {"zone": "Z1"}}, [2, 2], "reposition"),
        (
            ("taunt", "B", "plain"),
            2,
            {"B": {"zone": "Z1"}, "A2": {"zone": "Z1"}, "engaged": [("A2", "B")]},
            [5, 4, 4, 3],
            "disengage",
        ),
    ],
    ids=["flight", "flight, engaged", "approach", "approach, engaged"],
)
def test_forced_movement_counts_as_the_verb_that_carries_it_out(
    scene, call, option, more, dice, verb
):
    for declared in ("reposition", "disengage", "dance"):
        b = {**more.get("B", {}), "declared": declared, "declared_round": 2}
        s = scene(**{**more, "B": b}, announce={"A": [call[0]]})
        s.act(*call, dice=SUCCESS)
        s.act("option", option, by="B", dice=dice)
        assert s.unit("B").marks == (0 if declared == verb else 2)


@clause("C155", "C200")
@pytest.mark.parametrize("declared", ["reposition", "disengage", "dance"])
def test_an_approach_that_only_engages_is_none_of_the_verbs(scene, declared):
    b = {"declared": declared, "declared_round": 2}
    s = scene(apart=True, B=b, announce={"A": ["taunt"]})
    s.act("taunt", "B", "plain", dice=SUCCESS)
    s.act("option", 2, by="B", dice=[])
    assert (set(s.unit("B").engaged), s.unit("B").marks) == ({"A"}, 2)


@clause("C155")
@pytest.mark.parametrize("declared_round", [2, 3])
def test_option_2_is_not_offered_while_a_declaration_is_outstanding(scene, declared_round):
    b = {"declared": "strike", "declared_round": declared_round}
    s = scene(B=b, announce={"A": ["anticipate"]})
    s.act("anticipate", "B", dice=SUCCESS)
    assert options(s) == [1, 3]


@clause("C155")
@pytest.mark.parametrize("declared", ["fortify", "strike"])
def test_once_the_declaration_is_over_option_2_is_offered_again(scene, declared):
    s = scene(
        B={"declared": declared, "declared_round": 2},
        initiative="two",
        announce={"A": ["anticipate"], "B": ["fortify"]},
    )
    s.act("fortify", by="B", dice=[])
    s.act("anticipate", "B", dice=SUCCESS)
    assert options(s) == [1, 2, 3]


@clause("C155", "option:anticipate.next")
@pytest.mark.parametrize(("declared", "marks"), [("strike", 0), ("brawl", 2)])
def test_it_may_be_this_rounds_next_action_that_is_declared(scene, declared, marks):
    s = scene(
        options={"anticipate.next": "this_round"},
        announce={"A": ["anticipate"], "B": ["strike"]},
    )
    s.act("anticipate", "B", dice=SUCCESS)
    s.act("option", 2, by="B")
    s.act("declare", declared, by="B", dice=[])
    assert (s.unit("B").declared, s.unit("B").declared_round) == (declared, 2)
    s.act("next", "B")
    s.act("strike", "A", "harry", dice=[4, 3])
    assert s.unit("B").marks == marks


@clause("C155", "option:anticipate.next")
def test_a_declaration_of_this_round_lapses_with_it(scene):
    s = scene(
        options={"anticipate.next": "this_round"},
        announce={"A": ["anticipate"], "B": ["dance"]},
    )
    s.act("anticipate", "B", dice=SUCCESS)
    s.act("option", 2, by="B")
    s.act("declare", "strike", by="B", dice=[])
    s.act("forgo", by="B")
    s.finish_round()
    s.announce(B=["fortify"], W=["brawl"])
    s.act("fortify", by="B", dice=[])
    assert s.unit("B").marks == 0


# --- option 3: a weakness


@clause("C157", "C158")
@pytest.mark.parametrize("shown", ["dodge", "guard"])
def test_option_3_reveals_the_weakness_that_the_target_picks(scene, shown):
    s = scene(B={"weaknesses": ["dodge", "guard"]}, announce={"A": ["anticipate"]})
    s.act("anticipate", "B", dice=SUCCESS)
    s.act("option", 3, by="B")
    assert (s.phase, s.decider) == ("reveal", "B")
    assert [w for w in ("dodge", "guard", "focus") if s.legal("reveal", w)] == ["dodge", "guard"]
    s.act("reveal", shown, dice=[])
    assert set(s.unit("B").revealed) == set(s.unit("B").unspent) == {shown}
    assert f"B shows its weakness: {shown}" in s.saw("A")
    assert s.unit("B").marks == 0


@clause("C157")
def test_a_single_weakness_left_is_revealed_unasked(scene):
    b = {"weaknesses": ["dodge", "focus"], "revealed": ["dodge"]}
    s = scene(B=b, announce={"A": ["anticipate"]})
    s.act("anticipate", "B", dice=SUCCESS)
    s.act("option", 3, by="B", dice=[])
    assert s.phase == "combat"
    assert set(s.unit("B").revealed) == {"dodge", "focus"}
    assert set(s.unit("B").unspent) == {"focus"}


@clause("C158")
@pytest.mark.parametrize(
    ("weaknesses", "revealed", "left"),
    [
        (["dodge"], [], [1, 2, 3]),
        (["dodge"], ["dodge"], [1, 2]),
        (["dodge", "focus"], ["focus"], [1, 2, 3]),
        (["dodge", "focus"], ["dodge", "focus"], [1, 2]),
    ],
)
def test_option_3_needs_a_weakness_not_yet_revealed(scene, weaknesses, revealed, left):
    s = scene(B={"weaknesses": weaknesses, "revealed": revealed}, announce={"A": ["anticipate"]})
    s.act("anticipate", "B", dice=SUCCESS)
    assert options(s) == left
