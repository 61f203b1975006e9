"""Section 3.8: what all Influence actions share (C142-C148); Focus: test_focus.py."""

import pytest

from fracas.envs.core.testing import clause

# The five that aim at an enemy, with what a row names beside it.
FURTHER = {
    "anticipate": (),
    "feint": (),
    "intimidate": (),
    "parley": ("none",),
    "taunt": ("plain",),
}
every_action = pytest.mark.parametrize("verb", FURTHER)
EMPTY = {"hands": [None, None]}
OUTSTANDING = {"declared": "strike", "declared_round": 3}
LAST_LEGS = {"marks": 8, "breathless": 1, "slots_free": [0, 0, 0, 0, 1]}


def begin(scene, verb, announce=(), **more):
    """A stands Close to B and has announced the action."""
    return scene(apart=True, announce={"A": [verb], **dict(announce)}, **more)


def use(s, verb, target="B", dice=(5, 4, 4, 3)):
    """A takes the action: it rolls 9, the target's Focus is 7."""
    s.act(verb, target, *FURTHER[verb], dice=list(dice))


def options(s):
    return [n for n in (1, 2, 3) if s.legal("option", n)]


def removable(s):
    return [n for n in (1, 2, 3) if s.legal("muddle", n)]


# --- the target chooses


@clause("C142")
@every_action
def test_on_a_success_the_target_chooses_an_option(scene, verb):
    s = begin(scene, verb)
    use(s, verb)
    assert (s.phase, s.decider) == ("option", "B")
    assert options(s) == [1, 2, 3]


@clause("C143")
@pytest.mark.parametrize(
    ("verb", "b", "left"),
    [
        ("anticipate", OUTSTANDING, [1, 3]),
        ("anticipate", {"revealed": ["dodge"]}, [1, 2]),
        ("feint", EMPTY, [1, 2, 3]),
        ("feint", {"prone": True}, [1, 2, 3]),
        ("feint", {"prone": True, **EMPTY}, [1, 3]),
        ("parley", {"breathless": 1}, [1, 3]),
        ("parley", EMPTY, [1, 2, 3]),
        ("taunt", {"owes_attack": "A"}, [1, 2]),
        ("taunt", {"barred": {"A"}}, [1, 2]),
    ],
)
def test_only_options_that_can_be_carried_out_are_offered(scene, verb, b, left):
    s = begin(scene, verb, B=b)
    use(s, verb)
    assert options(s) == left


@clause("C143", "C109")
@every_action
@pytest.mark.parametrize("b", [{"marks": 8}, {"marks": 8, "breathless": 1}])
def test_marking_can_always_be_chosen(scene, verb, b):
    s = begin(scene, verb, A=b, B=b)  # alike, so that neither feels weaker
    use(s, verb)
    assert 1 in options(s)


@clause("C143")
def test_a_single_option_is_taken_unasked(scene):
    s = begin(scene, "anticipate", B={**OUTSTANDING, "revealed": ["dodge"]})
    use(s, "anticipate")
    assert (s.phase, s.decider, s.unit("B").marks) == ("combat", "W", 1)


# --- Muddling


@clause("C144", "C145")
@every_action
@pytest.mark.parametrize("dice", [(8, 3), (3, 6), (5, 5)])
def test_an_omen_lets_the_actor_remove_an_option_first(scene, verb, dice):
    s = begin(scene, verb)
    s.declare(verb, "B", *FURTHER[verb], dice=[*dice, 4, 3])
    assert (s.phase, s.decider) == ("muddle", "A")
    assert removable(s) == [1, 2, 3]
    for number, left in [(1, [2, 3]), (2, [1, 3]), (3, [1, 2])]:
        t = s.copy()
        t.declare("muddle", number, by="A")
        assert (t.phase, t.decider, options(t)) == ("option", "B", left)
    s.declare("keep", by="A")
    assert (s.phase, s.decider, options(s)) == ("option", "B", [1, 2, 3])


@clause("C144")
@every_action
def test_without_an_omen_nothing_is_removed(scene, verb):
    s = begin(scene, verb)
    s.declare(verb, "B", *FURTHER[verb], dice=[5, 4, 4, 3])
    assert s.phase == "option"


@clause("C144")
@every_action
def test_an_omen_of_a_failed_roll_removes_nothing(scene, verb):
    s = begin(scene, verb)
    s.declare(verb, "B", *FURTHER[verb], dice=[8, 6, 8, 6])
    assert s.phase == "combat"


@clause("C145", "C012")
@every_action
def test_two_omens_remove_one_option_only(scene, verb):
    s = begin(scene, verb)
    s.declare(verb, "B", *FURTHER[verb], dice=[8, 6, 4, 3])
    s.declare("muddle", 2, by="A")
    assert (s.phase, options(s)) == ("option", [1, 3])


@clause("C145")
@pytest.mark.parametrize(("removed", "marks", "grant"), [(1, 0, True), (3, 1, False)])
def test_only_possible_options_can_be_removed(scene, removed, marks, grant):
    s = begin(scene, "feint", B={"prone": True, **EMPTY})
    s.declare("feint", "B", dice=[8, 3, 4, 3])
    assert (s.phase, removable(s), s.legal("keep")) == ("muddle", [1, 3], True)
    s.act("muddle", removed, dice=[])
    b = s.unit("B")
    assert (s.phase, b.marks, bool(b.grant_combat)) == ("combat", marks, grant)


@clause("C145")
def test_the_last_option_cannot_be_removed(scene):
    b = {"weaknesses": ["dodge", "guard", "focus"], "revealed": ["dodge", "guard", "focus"]}
    s = begin(scene, "anticipate", B={**b, **OUTSTANDING})
    s.declare("anticipate", "B", dice=[8, 3, 4, 3])
    assert (s.phase, s.unit("B").marks) == ("combat", 1)


@clause("C145")
@pytest.mark.parametrize(
    ("weaknesses", "revealed", "outstanding", "can_go"),
    [
        (["dodge"], [], False, [1, 2, 3]),
        (["dodge"], ["dodge"], False, [1, 2, 3]),
        (["dodge", "guard"], ["dodge"], False, [1, 2, 3]),
        (["dodge", "guard", "focus"], ["dodge", "guard"], False, [1, 2, 3]),
        (["dodge", "guard", "focus"], ["dodge", "guard", "focus"], False, [1, 2]),
        (["dodge"], [], True, [1, 3]),
        (["dodge"], ["dodge"], True, [3]),
        (["dodge", "guard"], ["dodge"], True, [3]),
        (["dodge", "guard"], ["dodge", "guard"], True, [3]),
    ],
)
def test_muddling_tells_nothing_of_weaknesses_not_revealed(
    scene, weaknesses, revealed, outstanding, can_go
):
    b = {"weaknesses": weaknesses, "revealed": revealed, **(OUTSTANDING if outstanding else {})}
    s = begin(scene, "anticipate", B=b)
    s.declare("anticipate", "B", dice=[8, 3, 4, 3])
    assert (s.phase, s.decider) == ("muddle", "A")
    assert removable(s) == can_go
    assert s.legal("keep")


@clause("C145", "C158")
@pytest.mark.parametrize(
    ("weaknesses", "removed", "left"),
    [
        (["dodge"], None, [1, 2]),
        (["dodge"], 3, [1, 2]),
        (["dodge", "guard"], None, [1, 2, 3]),
        (["dodge", "guard"], 2, [1, 3]),
        (["dodge", "guard"], 3, [1, 2]),
    ],
)
def test_what_is_left_after_muddling_must_be_possible(scene, weaknesses, removed, left):
    s = begin(scene, "anticipate", B={"weaknesses": weaknesses, "revealed": ["dodge"]})
    s.declare("anticipate", "B", dice=[8, 3, 4, 3])
    s.declare(*(("muddle", removed) if removed else ("keep",)))
    assert (s.phase, options(s)) == ("option", left)


@clause("C145")
@pytest.mark.parametrize(("removed", "phase", "marks"), [(2, "combat", 1), (1, "declare", 0)])
def test_an_option_left_alone_is_taken_unasked(scene, removed, phase, marks):
    s = begin(scene, "anticipate", B={"revealed": ["dodge"]})
    s.declare("anticipate", "B", dice=[8, 3, 4, 3])
    s.declare("muddle", removed)
    assert (s.phase, s.unit("B").marks) == (phase, marks)


# --- failure


@clause("C146")
@every_action
@pytest.mark.parametrize("dice", [(5, 4, 5, 4), (1, 1, 4, 3), (8, 6, 8, 6)])
def test_on_a_failure_nothing_happens(scene, verb, dice):
    fields = "marks breathless prone main off zone pending n revealed barred owes_attack".split()

    def state():
        return [
            [getattr(s.unit(u), field) for field in fields]
            + [bool(s.unit(u).grant_combat), bool(s.unit(u).grant_any)]
            for u in "AB"
        ]

    s = begin(scene, verb, announce={"B": ["strike"]})
    before = state()
    use(s, verb, dice=dice)
    after = state()
    after[0][fields.index("pending")] = before[0][fields.index("pending")]  # A's is used
    assert after == before
    assert s.phase == "next"  # B or W strikes


# --- hidden actors


@clause("C147", "C092", "C471")
@every_action
@pytest.mark.parametrize(("focus", "success"), [((4, 3), True), ((5, 4), False)])
def test_a_hidden_actor_is_revealed_to_the_targets_side_afterwards(scene, verb, focus, success):
    s = begin(scene, verb, A={"hidden_from": {"B", "B2"}}, B2={})
    use(s, verb, dice=[5, 4, *focus])
    if success:
        assert set(s.unit("A").hidden_from) == {"B", "B2"}
        s.act("option", 1, by="B", dice=[])
    assert set(s.unit("A").hidden_from) == set()


@clause("C147", "C089", "C092")
@every_action
def test_an_unaware_target_and_its_allies_in_sight_become_aware(scene, verb):
    unaware = {"aware_of": set()}
    s = begin(scene, verb, A={"hidden_from": {"B", "B2"}}, B=unaware, B2=unaware)
    use(s, verb, dice=[5, 4])
    assert "A" not in s.unit("B").aware_of
    s.act("option", 1, by="B", dice=[])
    assert [("A" in s.unit(u).aware_of) for u in ("B", "B2")] == [True, True]
    assert set(s.unit("A").hidden_from) == set()


@clause("C147", "C148")
def test_fortify_reveals_nobody(scene):
    s = begin(scene, "fortify", A={"hidden_from": {"B"}})
    s.act("fortify", dice=[])
    assert set(s.unit("A").hidden_from) == {"B"}


# --- whom it may target


@clause("C148")
@every_action
def test_enemies_in_play_can_be_targets_and_nobody_else(scene, verb):
    events = [{"round": 9, "kind": "reinforcement", "zone": "Z0", "unit": "B3"}]
    s = begin(scene, verb, A2={}, B2={}, B3={"reserve": True}, events=events)
    assert [u for u in ("A", "A2", "B", "B2", "B3", "W") if s.legal(verb, u)] == ["B", "B2"]
    for name in ("A", "A2"):
        s.refused(verb, name, *FURTHER[verb])


@clause("C148")
@every_action
def test_a_unit_taken_out_can_be_no_target(scene, verb):
    first = "taunt" if verb != "taunt" else "anticipate"
    s = scene(apart=True, A2={}, B2=LAST_LEGS, announce={"A": [first], "A2": [verb]})
    s.act("next", "A")
    use(s, first, "B2")
    assert s.legal("option", 1)
    s.act("option", 1, by="B2", dice=[])
    assert (s.unit("B2").out, s.decider) == (True, "A2")
    assert s.legal(verb, "B")
    assert not s.legal(verb, "B2")


@clause("C148", "C081")
@every_action
@pytest.mark.parametrize(
    "more",
    [
        {"B": {"hidden_from": {"A"}}},
        {"B": {"hidden_from": {"A"}}, "A": {"aware_of": {"B2"}}},
        {"A": {"aware_of": {"B2"}}},
        {"B": {"zone": "Z1"}, "no_sight": [["Z0", "Z1"]]},
    ],
    ids=["hidden", "hidden and unknown", "unknown", "out of sight"],
)
def test_the_actor_must_see_and_know_of_its_target(scene, verb, more):
    s = begin(scene, verb, B2={}, **more)
    assert s.legal(verb, "B2")
    assert not s.legal(verb, "B")


@clause("C148")
@pytest.mark.parametrize("verb", [*FURTHER, "fortify"])
@pytest.mark.parametrize(
    ("more", "legal"),
    [
        ({}, True),
        ({"apart": True}, True),
        ({"B": {"zone": "Z1"}}, True),
        ({"B": {"zone": "Z3"}}, True),
        ({"apart": True, "B": {"hidden_from": {"A"}}}, False),
        ({"B": {"zone": "Z1"}, "no_sight": [["Z0", "Z1"]]}, False),
    ],
)
def test_they_are_announced_only_while_an_enemy_known_of_is_seen(scene, verb, more, legal):
    s = scene(**more)
    assert s.decider == "A"
    if verb == "feint" and more.get("B", {}).get("zone"):
        legal = False  # nobody Engaged or Close
    assert s.legal("announce", verb) is (legal or verb == "fortify")


@clause("C148", "C399")
@every_action
def test_who_holds_its_breath_cannot_parley_taunt_or_intimidate(scene, verb):
    s = begin(scene, verb, A={"holding": True, "breathless": 1})
    assert s.legal(verb, "B") is (verb in ("anticipate", "feint"))


# --- actions already spent, where a unit does all its actions in one go


@clause("C177", "C188", "C202", "option:resolve.order")
@pytest.mark.parametrize(
    ("plan", "first", "dice", "verb", "left"),
    [
        ("strike", ("strike", "A", "harry"), [2, 1], "taunt", [1, 2]),
        ("recover", ("recover",), [2, 1], "parley", [1, 3]),
        ("fortify", ("fortify",), [], "intimidate", [1, 2, 3]),
    ],
)
def test_an_option_that_needs_a_spent_action_is_not_offered(scene, plan, first, dice, verb, left):
    s = scene(
        apart=True,
        B={"marks": 3},
        witness=False,
        initiative="two",
        options={"resolve.order": "by_unit"},
        announce={"A": [verb], "B": [plan]},
    )
    s.act(*first, dice=dice, by="B")
    use(s, verb)
    assert (s.phase, options(s)) == ("option", left)


@clause("C177", "option:resolve.order")
def test_a_spent_movement_leaves_only_marking_to_the_intimidated(scene):
    s = scene(
        witness=False,
        initiative="two",
        options={"resolve.order": "by_unit"},
        announce={"A": ["intimidate"], "B": ["dance"]},
    )
    s.act("dance", dice=[], by="B")
    use(s, "intimidate")
    assert (s.phase, s.unit("B").marks) == ("announce", 1)
