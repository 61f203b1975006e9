"""Focus (C140, C141, C385, C386): what opposes an Influence action."""

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


def begin(scene, verb, announce=(), **more):
    """A stands Close to B and has announced the action."""
    return scene(apart=True, announce={"A": [verb], **dict(announce)}, **more)


def use(s, verb, target="B", dice=(5, 4, 4, 3)):
    """A takes the action: it rolls 9, the target's Focus is 7."""
    s.act(verb, target, *FURTHER[verb], dice=list(dice))


def sizes(s):
    """Return the sizes of all dice rolled since the scene began."""
    state = s.battle.state[0]
    return [int(die["sides"]) for die in state["dice"][: int(state["n_dice"])]]


@clause("C140", "C385", "C386")
@every_action
@pytest.mark.parametrize(
    ("roll", "focus", "success"),
    [
        ((5, 4), (4, 4), True),
        ((5, 4), (5, 4), False),  # a tie stops it
        ((5, 4), (6, 4), False),
        ((2, 1), (1, 1), True),
        ((1, 1), (1, 1), False),
    ],
)
def test_the_targets_focus_is_the_difficulty(scene, verb, roll, focus, success):
    s = begin(scene, verb)
    use(s, verb, dice=[*roll, *focus])
    assert (s.phase == "option") is success
    assert s.dice_used == 4


@clause("C385")
@every_action
def test_focus_rolls_willpower_and_discipline(scene, verb):
    s = begin(scene, verb, B={"willpower": 10, "discipline": 12})
    use(s, verb)
    assert sizes(s)[2:] == [10, 12]


@clause("C140", "C385")
@every_action
def test_only_the_target_focuses(scene, verb):
    b2 = {"willpower": 12, "discipline": 10}
    s = begin(scene, verb, B2=b2)
    use(s, verb, "B2")
    assert sizes(s)[2:] == [12, 10]
    assert (s.phase, s.decider) == ("option", "B2")


@clause("C385", "C468")
@pytest.mark.parametrize(("focus", "kept"), [((4, 3), 1), ((5, 4), 0)])
def test_dread_is_opposed_by_focus_too(scene, focus, kept):
    s = scene(A={**EMPTY, "spells": ["dread"]}, announce={"A": ["cast"]})
    s.act("cast", "dread", "B", dice=[5, 4, *focus])
    assert len(s.unit("A").kept) == kept


@clause("C385", "C468")
def test_bolt_has_no_influence_trait_and_meets_no_focus(scene):
    s = scene(A={**EMPTY, "spells": ["bolt"]}, announce={"A": ["cast"]})
    s.declare("cast", "bolt", "B", dice=[5, 4])
    assert (s.phase, s.decider, s.dice_used) == ("defend", "B", 2)


@clause("C386", "option:opposed.tie")
@every_action
def test_the_actor_wins_ties_where_the_rules_say_so(scene, verb):
    for focus, success in [((5, 4), True), ((6, 4), False)]:
        s = begin(scene, verb, options={"opposed.tie": "actor"})
        use(s, verb, dice=[5, 4, *focus])
        assert (s.phase == "option") is success


@clause("C141")
@every_action
def test_focus_is_automatic_and_costs_nothing(scene, verb):
    s = begin(scene, verb, announce={"B": ["fortify", "strike"]})
    use(s, verb)
    b = s.unit("B")
    assert (s.phase, b.n, b.marks) == ("option", 2, 0)
    assert set(b.pending) == {"fortify", "strike"}


@clause("C141", "C032")
@every_action
def test_focus_takes_no_action_penalty(scene, verb):
    s = begin(scene, verb, announce={"B": ["fortify", "strike"]})
    use(s, verb, dice=[5, 4, 5, 4])
    assert (s.phase, s.decider) == ("influence", "B")


@clause("C141", "C148", "C381")
@every_action
@pytest.mark.parametrize(
    ("announced", "success"),
    [([], True), (["fortify"], True), (["fortify", "strike"], False)],  # 3, 1 and 0 against 1
)
def test_an_unaware_target_leaves_difficulty_1(scene, verb, announced, success):
    s = begin(
        scene,
        verb,
        A={"hidden_from": {"B"}},
        B={"aware_of": set()},
        announce={"A": [verb, *announced]},
    )
    use(s, verb, dice=[2, 1])
    assert (s.phase == "option") is success
    assert s.dice_used == 2


@clause("C141")
@every_action
def test_a_target_focuses_against_one_hidden_from_it_that_it_is_aware_of(scene, verb):
    s = begin(scene, verb, A={"hidden_from": {"B"}})
    use(s, verb, dice=[5, 4, 5, 4])
    assert s.phase != "option"


@clause("C141", "option:focus.ask")
@every_action
def test_the_target_may_be_asked_whether_to_focus(scene, verb):
    s = begin(scene, verb, options={"focus.ask": True})
    s.declare(verb, "B", *FURTHER[verb], dice=[5, 4])
    assert (s.phase, s.decider) == ("focus", "B")
    t, u = s.copy(), s.copy()
    s.act("focus", dice=[5, 4], by="B")
    assert s.phase == "combat"
    t.act("focus", dice=[4, 4], by="B")
    assert t.phase == "option"
    u.act("decline", dice=[], by="B")
    assert u.phase == "option"


@clause("C141", "option:focus.ask")
@every_action
def test_who_declines_to_focus_leaves_difficulty_1(scene, verb):
    for dice, success in [([2, 1], False), ([3, 2], True)]:  # n = 3: 0 and 1
        s = begin(
            scene, verb, announce={"A": [verb, "fortify", "strike"]}, options={"focus.ask": True}
        )
        s.declare(verb, "B", *FURTHER[verb], dice=dice)
        s.act("decline", dice=[], by="B")
        assert (s.phase == "option") is success


@clause("C141", "option:focus.ask")
@every_action
def test_an_unaware_target_is_not_asked_to_focus(scene, verb):
    s = begin(
        scene,
        verb,
        A={"hidden_from": {"B"}},
        B={"aware_of": set()},
        options={"focus.ask": True},
    )
    s.declare(verb, "B", *FURTHER[verb], dice=[1, 1])
    assert s.phase == "option"
