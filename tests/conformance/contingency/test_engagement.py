"""Section 3.5 of the rules: who is engaged, step-in, what it locks, its end (C082-C087).

The choice at the end of a Reposition: test_engage_after_reposition.py; grapplers that want to
leave: test_engagement_grapplers.py.
"""

import pytest

from fracas.envs.core.testing import clause

DODGED = [6, 5]
PROPS = {"Z0": {"props": True}}
W_IS_ASKED = ("combat", "W")


def engaged(s, *names):
    return [s.unit(name).engaged for name in names]


def asked(s):
    return s.phase, s.decider


def attempt(s, call, dice):
    """Do it and fail: B focuses with the last dice given, or dodges."""
    s.declare(*call, dice=dice, by="A")
    if s.phase == "defend":
        s.act("dodge", dice=DODGED, by="B")


# --- the relation


@clause("C082")
def test_engaged_is_mutual_and_pairwise(scene):
    s = scene(A2={}, B2={}, engaged=[], announce={"A": ["strike"]})
    assert engaged(s, "A", "A2", "B", "B2") == [set(), set(), set(), set()]
    s.act("strike", "B", "harry", dice=[1, 1])
    assert engaged(s, "A", "A2", "B", "B2") == [{"B"}, set(), {"A"}, set()]


@clause("C082")
def test_a_unit_may_be_engaged_with_several(scene):
    s = scene(B2={}, apart=True, announce={"A": ["feint", "strike"]})
    s.act("feint", "B", dice=[1, 1, *DODGED])
    s.act("strike", "B2", "harry", dice=[4, 4])
    assert engaged(s, "A", "B", "B2") == [{"B", "B2"}, {"A"}, {"A"}]


@clause("C082")
def test_several_may_be_engaged_with_one(scene):
    s = scene(A2={}, announce={"A2": ["strike"]})
    s.act("strike", "B", "harry", dice=[4, 4], by="A2")
    assert engaged(s, "A", "A2", "B") == [{"B"}, {"B"}, {"A", "A2"}]


# --- step-in

ENGAGED_RANGE = [
    ("feint", ("feint", "B"), [1, 1, *DODGED]),
    ("strike", ("strike", "B", "harry"), [1, 1]),
    ("strike", ("strike", "B", "clash"), [1, 1]),
    ("brawl", ("jab", "B", "agility"), [1, 1]),
    ("brawl", ("wrestle", "B", "strength"), [1, 1, 1]),
]


@clause("C083")
@pytest.mark.parametrize(("plan", "call", "dice"), ENGAGED_RANGE)
def test_an_engaged_range_action_against_a_close_enemy_engages_even_if_it_fails(
    scene, plan, call, dice
):
    s = scene(apart=True, announce={"A": [plan]})
    attempt(s, call, dice)
    assert engaged(s, "A", "B") == [{"B"}, {"A"}]
    assert not s.unit("B").hit


@clause("C083")
@pytest.mark.parametrize(("plan", "call", "dice"), ENGAGED_RANGE[1:])
def test_the_step_in_comes_before_the_action(scene, plan, call, dice):
    s = scene(apart=True, announce={"A": [plan]})
    s.declare(*call, dice=dice)
    assert asked(s) == ("defend", "B")
    assert engaged(s, "A", "B") == [{"B"}, {"A"}]


@clause("C083")
@pytest.mark.parametrize(("plan", "call", "dice"), ENGAGED_RANGE[1:])
def test_nobody_steps_into_another_zone(scene, plan, call, dice):
    s = scene(B={"zone": "Z1"}, announce={"A": [plan]})
    assert asked(s) == W_IS_ASKED


@clause("C083")
def test_nobody_steps_in_on_a_hidden_enemy(scene):
    s = scene(B={"hidden_from": {"A"}}, B2={}, apart=True, announce={"A": ["feint", "strike"]})
    assert s.legal("feint", "B2")
    assert not s.legal("feint", "B")
    s.act("forgo", by="A")
    assert s.legal("strike", "B2")
    assert not s.legal("strike", "B")


@clause("C083")
@pytest.mark.parametrize(
    ("call", "a", "dice"),
    [
        (("anticipate", "B"), {}, [1, 1, *DODGED]),
        (("intimidate", "B"), {}, [1, 1, *DODGED]),
        (("taunt", "B", "plain"), {}, [1, 1, *DODGED]),
        (("parley", "B", "none"), {}, [1, 1, *DODGED]),
        (("shoot", "B"), {"hands": ["bow"]}, [1, 1]),
        (("throw", "B", "main"), {"hands": ["dagger"]}, [1, 2]),
        (("throw", "B", "main"), {}, [1, 2, 1]),
        (("strike", "B", "clash"), {"hands": ["spear"]}, [1, 1]),
        (("strike", "B", "harry"), {"hands": ["glaive"]}, [1, 1]),
        (("cast", "bolt", "B"), {"hands": [], "spells": ["bolt"]}, [1, 1]),
    ],
)
def test_an_action_of_a_longer_range_does_not_step_in(scene, call, a, dice):
    s = scene(A=a, apart=True, announce={"A": [call[0]]})
    attempt(s, call, dice)
    assert asked(s) == W_IS_ASKED
    assert engaged(s, "A", "B") == [set(), set()]


@clause("C083", "C050")
@pytest.mark.parametrize("apart", [False, True])
def test_a_jab_by_follow_up_does_not_step_in(scene, apart):
    a = {"hands": ["spear"], "techniques": ["follow_up"]}
    s = scene(A=a, apart=apart, announce={"A": ["strike"]})
    s.declare("strike", "B", "clash", dice=[8, 4])
    s.declare("decline", by="B")
    assert asked(s) == (W_IS_ASKED if apart else ("technique", "A"))


@clause("C083")
@pytest.mark.parametrize("grappled", [False, True])
def test_a_grappled_actor_cannot_step_in(scene, grappled):
    b2 = {"grappling": {"A"}} if grappled else {}
    s = scene(B2=b2, engaged=[("A", "B2")], announce={"A": ["feint", "strike", "brawl"]})
    assert s.legal("feint", "B2")
    assert s.legal("feint", "B") is not grappled
    s.act("forgo", by="A")
    for verb in ("strike", "jab", "wrestle"):
        assert s.legal(verb, "B2")
        assert s.legal(verb, "B") is not grappled


@clause("C083")
@pytest.mark.parametrize("restrained", [0, 5])
def test_a_restrained_actor_cannot_step_in(scene, restrained):
    plans = ["feint", "strike", "brawl"]
    s = scene(A={"restrained": restrained}, B2={}, announce={"A": plans})
    assert s.legal("feint", "B")  # engaged with it already
    assert s.legal("feint", "B2") is not bool(restrained)
    s.act("forgo", by="A")
    for verb in ("strike", "jab", "wrestle"):
        assert s.legal(verb, "B")
        assert s.legal(verb, "B2") is not bool(restrained)


@clause("C083")
@pytest.mark.parametrize("pairs", [[], [("A", "B")]])
def test_an_actor_that_stood_frozen_this_round_cannot_step_in(scene, pairs):
    plans = {"A": ["strike", "brawl"], "B2": ["intimidate"]}
    s = scene(B2={}, engaged=pairs, announce=plans)
    s.declare("intimidate", "A", dice=[5, 4, 1, 1], by="B2")
    s.act("option", 2, dice=[], by="A")
    assert s.unit("A").frozen
    if not pairs:
        assert asked(s) == W_IS_ASKED
        return
    assert asked(s) == ("combat", "A")
    assert s.legal("strike", "B")
    assert s.legal("jab", "B")


@clause("C083")
@pytest.mark.parametrize(
    "b", [{"restrained": 5}, {"prone": True}, {"covered": True}, {"breathless": 3}]
)
def test_what_hinders_the_target_hinders_no_step_in(scene, b):
    s = scene(B=b, apart=True, announce={"A": ["strike"]})
    s.act("strike", "B", "harry", dice=[4, 4])
    assert engaged(s, "A", "B") == [{"B"}, {"A"}]


@clause("C083", "option:engage.free_step")
@pytest.mark.parametrize("free_step", [True, False])
def test_without_the_free_step_only_engaged_enemies_are_in_reach(scene, free_step):
    s = scene(
        B2={},
        options={"engage.free_step": free_step},
        announce={"A": ["feint", "strike", "brawl"]},
    )
    assert s.legal("feint", "B")
    assert s.legal("feint", "B2") is free_step
    s.act("forgo", by="A")
    for verb in ("strike", "jab", "wrestle"):
        assert s.legal(verb, "B")
        assert s.legal(verb, "B2") is free_step


@clause("C083", "option:engage.free_step")
def test_without_the_free_step_engage_brings_an_enemy_into_reach(scene):
    s = scene(
        apart=True,
        options={"engage.free_step": False},
        announce={"A": ["reposition", "strike"]},
    )
    s.act("reposition", dice=[4, 3])
    s.act("stop")
    s.act("engage", "B", by="A")
    assert asked(s) == ("combat", "A")
    assert s.legal("strike", "B")


@clause("C083", "option:engage.free_step")
def test_without_the_free_step_reach_works_as_before(scene):
    s = scene(
        A={"hands": ["spear"]},
        apart=True,
        options={"engage.free_step": False},
        announce={"A": ["strike"]},
    )
    assert s.legal("strike", "B")


# --- what engagement locks


@clause("C085")
@pytest.mark.parametrize(
    ("plan", "call"),
    [
        ("reposition", ("reposition",)),
        ("hide", ("hide", "surroundings")),
        ("hide", ("hide", "Z1")),
        ("pick_up", ("pick_up", "dagger")),
    ],
)
@pytest.mark.parametrize("pair", [("A", "B"), ("A", "B2"), ("A2", "B"), None])
def test_a_unit_engaged_with_anyone_cannot_reposition_hide_or_pick_up(scene, plan, call, pair):
    s = scene(
        A2={},
        B2={},
        zones={"Z0": {"conceal": True}, "Z1": {"cover": True}},
        ground=[{"item": "dagger", "zone": "Z0"}],
        engaged=[pair] if pair else [],
        announce={"A": [plan]},
    )
    free = pair is None or pair[0] != "A"
    assert (s.decider == "A" and s.legal(*call)) is free


@clause("C085", "option:engage.locks")
@pytest.mark.parametrize("locks", [True, False])
def test_without_locks_an_engaged_unit_may_reposition(scene, locks):
    s = scene(options={"engage.locks": locks}, announce={"A": ["reposition"]})
    assert (s.decider == "A" and s.legal("reposition")) is not locks


@clause("C085", "option:engage.locks")
@pytest.mark.parametrize("pairs", [[], [("A", "B")], [("A", "B"), ("A", "B2")]])
def test_without_locks_leaving_an_engagement_costs_a_mark(scene, pairs):
    s = scene(B2={}, engaged=pairs, options={"engage.locks": False}, announce={"A": ["reposition"]})
    s.act("reposition", dice=[3, 1])  # two zones
    assert s.unit("A").marks == 0
    s.act("step", "Z1")
    assert (s.unit("A").zone, s.unit("A").marks) == ("Z1", 1 if pairs else 0)
    s.act("step", "Z2")
    assert (s.unit("A").zone, s.unit("A").marks) == ("Z2", 1 if pairs else 0)
    assert engaged(s, "A", "B", "B2") == [set(), set(), set()]


@clause("C085", "option:engage.locks")
def test_without_locks_staying_costs_nothing_and_frees_nobody(scene):
    s = scene(options={"engage.locks": False}, announce={"A": ["reposition"]})
    s.act("reposition", dice=[3, 1])
    s.act("stop")
    assert (s.unit("A").marks, engaged(s, "A", "B")) == (0, [{"B"}, {"A"}])


@clause("C085", "option:engage.locks")
def test_without_locks_an_engaged_unit_still_cannot_hide_or_pick_up(scene):
    s = scene(
        zones={"Z0": {"conceal": True}},
        ground=[{"item": "dagger", "zone": "Z0"}],
        options={"engage.locks": False},
        announce={"A": ["hide", "pick_up"]},
    )
    assert asked(s) == W_IS_ASKED


# --- how it ends


@clause("C086")
@pytest.mark.parametrize(
    ("effect", "ends"),
    [(("shove", "Z1"), True), (("prone",), False), (("grapple",), False), (("disarm",), False)],
)
def test_a_strength_shove_ends_an_engagement_and_no_other_effect_does(scene, effect, ends):
    s = scene(zones=PROPS, announce={"A": ["brawl"]})
    s.declare("wrestle", "B", "strength", dice=[5, 4])
    s.declare("decline", by="B")
    s.act(*effect, by="A")
    assert engaged(s, "A", "B") == ([set(), set()] if ends else [{"B"}, {"A"}])


@clause("C086", "C373")
def test_a_shove_ends_every_engagement_of_the_one_that_is_moved(scene):
    s = scene(A2={}, zones=PROPS, engaged=[("A", "B"), ("A2", "B")], announce={"A": ["brawl"]})
    s.declare("wrestle", "B", "strength", dice=[5, 4])
    s.declare("decline", by="B")
    s.act("shove", "Z1")
    assert s.unit("B").zone == "Z1"
    assert engaged(s, "A", "A2", "B") == [set(), set(), set()]


@clause("C086")
@pytest.mark.parametrize("fallen", ["A", "B"])
def test_it_ends_when_one_is_taken_out(scene, fallen):
    other = {"A": "B", "B": "A"}[fallen]
    s = scene(**{fallen: {"slots_free": [0, 0, 0, 0, 1]}}, announce={other: ["strike"]})
    if s.phase == "next":
        s.act("next", other)
    s.act("strike", fallen, "clash", dice=[5, 4], by=other)
    assert s.unit(fallen).out
    assert engaged(s, "A", "B") == [set(), set()]


@clause("C086", "C245")
@pytest.mark.parametrize(("dodge", "ends"), [([4, 4], True), ([5, 4], False), ([5, 5], False)])
def test_it_ends_when_a_disengage_succeeds(scene, dodge, ends):
    s = scene(announce={"A": ["disengage"]})
    s.act("disengage", dice=[5, 4, *dodge])
    assert engaged(s, "A", "B") == ([set(), set()] if ends else [{"B"}, {"A"}])


@clause("C086")
def test_it_does_not_end_with_the_round(scene):
    s = scene(announce={})
    s.finish_round()
    assert s.round == 3
    assert engaged(s, "A", "B") == [{"B"}, {"A"}]


# --- no re-engaging after a Disengage


def disengaged(scene, dodge=(4, 4), announce=None, **more):
    plans = {"A": ["disengage"], **(announce or {})}
    s = scene(announce=plans, **more)
    s.act("disengage", dice=[5, 4, *dodge], by="A")
    return s


@clause("C087")
@pytest.mark.parametrize("plan", ["strike", "brawl"])
def test_the_opponent_cannot_step_in_again_this_round(scene, plan):
    s = disengaged(scene, announce={"B": [plan]})
    assert asked(s) == W_IS_ASKED
    s = disengaged(scene, dodge=[5, 4], announce={"B": [plan]})  # it failed
    assert asked(s) == ("next", "B")


@clause("C087", "C083")
def test_nor_can_the_unit_itself(scene):
    s = disengaged(scene, announce={"A": ["disengage", "strike"]}, dodge=[1, 1])
    assert engaged(s, "A") == [set()]
    assert asked(s) == W_IS_ASKED


@clause("C087")
def test_what_needs_no_step_in_is_not_barred(scene):
    s = disengaged(scene, B={"hands": ["dagger"]}, announce={"B": ["throw", "strike"]})
    s.act("next", "B", by="B")
    assert s.legal("throw", "A")
    assert not s.legal("strike", "A")


@clause("C087", "C084")
def test_neither_can_engage_the_other_at_the_end_of_a_reposition(scene):
    s = disengaged(scene, announce={"A": ["disengage", "reposition"]}, dodge=[1, 1])
    s.declare("reposition", dice=[4, 4], by="A")
    s.declare("stop")
    assert asked(s) == W_IS_ASKED
    s = disengaged(scene, announce={"B": ["reposition"]})
    s.declare("reposition", dice=[4, 4], by="B")
    s.declare("stop")
    assert asked(s) == W_IS_ASKED


@clause("C087")
def test_only_the_pairs_that_were_freed_are_barred(scene):
    s = disengaged(scene, A2={}, B2={}, announce={"B": ["strike"], "B2": ["strike"]})
    s.act("next", "B", by="B")
    assert s.legal("strike", "A2")
    assert not s.legal("strike", "A")
    s.act("forgo")
    s.act("next", "B2", by="B2")
    assert s.legal("strike", "A")
    s = disengaged(scene, A2={}, announce={"B": ["reposition"]})
    s.declare("reposition", dice=[4, 4], by="B")
    s.declare("stop")
    assert s.rows("engage") == ["engage(A2)"]


@clause("C087", "C243")
def test_every_pair_that_was_freed_is_barred(scene):
    s = scene(
        B2={},
        engaged=[("A", "B"), ("A", "B2")],
        announce={"A": ["disengage"], "B": ["strike"], "B2": ["strike"]},
    )
    s.act("disengage", dice=[6, 5, 4, 3, 2])  # B dodges for both, with advantage
    assert engaged(s, "A", "B", "B2") == [set(), set(), set()]
    assert asked(s) == W_IS_ASKED


@clause("C087")
def test_the_next_round_they_may_engage_again(scene):
    s = disengaged(scene)
    s.finish_round()
    s.announce(B=["strike"], W=["brawl"])
    s.act("next", "B", by="B")
    assert s.legal("strike", "A")
