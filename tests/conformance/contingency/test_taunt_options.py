"""Section 3.13, second part: what the target of a Taunt chooses from (C197-C202).

How it approaches: test_forced_approach.py.
"""

import pytest

from fracas.envs.core.testing import clause

SUCCESS = [5, 4, 4, 3]  # A rolls 9, B's Focus is 7
EMPTY = {"hands": [None, None]}
PAIRS = [("A", "B"), ("A2", "B")]
ATTACKS = ("strike", "shoot", "throw", "jab", "wrestle")


def options(s):
    return [n for n in (1, 2, 3) if s.legal("option", n)]


def attacks(s, target):
    return [verb for verb in ATTACKS if s.legal(verb, target)]


def taunted(scene, announced=(), **more):
    """A's Taunt of B has succeeded."""
    s = scene(announce={"A": ["taunt"], "B": list(announced)}, **more)
    s.act("taunt", "B", "plain", dice=SUCCESS)
    assert (s.phase, s.decider) == ("option", "B")
    return s


def provoked(scene, announced=(), **more):
    """B has chosen to attack A; it is B's turn in Combat."""
    s = taunted(scene, announced, **more)
    s.act("option", 3, by="B", dice=[])
    s.act("next", "B", dice=[])
    assert (s.phase, s.decider) == ("combat", "B")
    return s


# --- option 1


@clause("C197", "C108")
def test_option_1_marks_one_stamina(scene):
    s = taunted(scene, ["dance"])
    s.act("option", 1, by="B", dice=[])
    b = s.unit("B")
    assert (b.marks, s.unit("A").marks, bool(b.grant_any), b.n) == (1, 0, False, 1)
    assert (s.phase, s.decider) == ("movement", "B")


# --- option 2


@clause("C198")
def test_option_2_uses_the_targets_movement_action_to_approach(scene):
    s = taunted(scene, ["reposition"], B={"zone": "Z1"})
    s.act("option", 2, by="B", dice=[2, 1])
    b = s.unit("B")
    assert (s.phase, s.decider) == ("combat", "W")
    assert (b.zone, b.moved, b.marks, bool(b.grant_any)) == ("Z0", True, 0, False)


@clause("C199")
def test_engaged_with_the_taunter_it_grants_advantage_instead(scene):
    s = taunted(scene, ["disengage"])
    s.act("option", 2, by="B", dice=[])
    b = s.unit("B")
    assert (bool(b.grant_any), bool(b.grant_combat), b.moved, b.n) == (True, False, False, 1)
    assert (s.phase, s.decider) == ("movement", "B")  # it keeps its Movement action
    assert s.legal("disengage")
    assert s.legal("forgo")


@clause("C199")
def test_the_grant_is_for_the_next_action_of_any_type(scene):
    s = scene(A2={}, engaged=PAIRS, announce={"A": ["taunt"], "A2": ["anticipate", "strike"]})
    s.act("next", "A")
    s.act("taunt", "B", "plain", dice=SUCCESS)
    s.act("option", 2, by="B", dice=[])
    s.act("anticipate", "B", dice=[2, 4, 5, 6, 5])  # not successful, but it is used
    assert not s.unit("B").grant_any
    s.act("strike", "B", "harry", dice=[5, 4])


@clause("C199")
def test_unused_the_grant_ends_with_the_round(scene):
    s = taunted(scene)
    s.act("option", 2, by="B", dice=[])
    s.finish_round()
    assert not s.unit("B").grant_any


@clause("C199", "option:grants.users")
@pytest.mark.parametrize("users", ["any", "side"])
@pytest.mark.parametrize("who", ["A", "A2"])
def test_the_actors_whole_side_may_use_it_under_either_rule(scene, users, who):
    announce = {"A": ["taunt"], "A2": []}
    announce[who] = [*announce[who], "strike"]
    s = scene(A2={}, engaged=PAIRS, options={"grants.users": users}, announce=announce)
    s.act("taunt", "B", "plain", dice=[6, 5, 4, 3])
    s.act("option", 2, by="B", dice=[])
    s.act("strike", "B", "clash", by=who, dice=[3, 4, 6])
    assert not s.unit("B").grant_any


@clause("C199", "C200")
def test_engaged_only_with_another_it_approaches(scene):
    s = taunted(scene, A2={}, engaged=[("A2", "B")])
    s.act("option", 2, by="B", dice=[])
    assert not s.unit("B").grant_any
    assert set(s.unit("B").engaged) == {"A", "A2"}


@clause("C199", "C200", "C177")
@pytest.mark.parametrize(
    ("engaged", "left"), [([("A", "B"), ("A2", "B")], [1, 2, 3]), ([("A", "B")], [1, 3])]
)
def test_a_movement_already_owed_bars_the_approach_but_not_the_grant(scene, engaged, left):
    s = scene(A2={}, engaged=engaged, announce={"A": ["intimidate"], "A2": ["taunt"]})
    s.act("next", "A")
    s.act("intimidate", "B", dice=SUCCESS)
    s.act("option", 2, by="B", dice=[])
    s.act("taunt", "B", "plain", dice=SUCCESS)
    assert options(s) == left


@clause("C200", "C177", "option:forced.movement_cap")
@pytest.mark.parametrize(("cap", "left"), [("one", [1, 3]), ("unlimited", [1, 2, 3])])
def test_one_approach_a_round(scene, cap, left):
    s = scene(apart=True, A2={}, options={"forced.movement_cap": cap},
              announce={"A": ["taunt"], "A2": ["taunt"]})  # fmt: skip
    s.act("next", "A")
    s.act("taunt", "B", "plain", dice=SUCCESS)
    s.act("option", 2, by="B", dice=[])
    s.act("taunt", "B", "plain", dice=SUCCESS)
    assert options(s) == left


# --- option 3: an attack on the taunter


@clause("C201", "C202")
def test_option_3_binds_the_targets_combat_action_to_the_taunter(scene):
    s = provoked(scene, ["strike"], A2={}, engaged=PAIRS)
    assert s.unit("B").owes_attack == "A"
    assert s.unit("B").n == 1
    assert (attacks(s, "A"), attacks(s, "A2")) == (["strike"], [])
    assert not s.legal("forgo")
    assert len(s.battle.legal()) == len(s.rows("strike", "A")) + len(s.rows("let_go"))


@clause("C201", "C202")
@pytest.mark.parametrize(("answer", "dice"), [("decline", []), ("dodge", [6, 5])])
def test_the_attack_settles_it_hit_or_not(scene, answer, dice):
    s = provoked(scene, ["strike"])
    s.declare("strike", "A", "harry", dice=[5, 4])
    s.act(answer, by="A", dice=dice)
    assert (s.phase, s.decider) == ("combat", "W")
    assert s.unit("B").owes_attack != "A"
    s.finish_round()
    assert s.unit("B").marks == 0


@clause("C202")
def test_of_several_pending_combat_actions_the_target_chooses_which(scene):
    s = provoked(scene, ["strike", "brawl"], A2={}, engaged=PAIRS)
    assert (attacks(s, "A"), attacks(s, "A2")) == (["strike", "jab", "wrestle"], [])
    assert (s.unit("B").n, s.legal("forgo")) == (2, False)


@clause("C202")
@pytest.mark.parametrize(
    ("call", "left"),
    [(("strike", "A", "harry"), ["jab", "wrestle"]), (("jab", "A", "agility"), ["strike"])],
)
def test_after_it_the_others_are_free_again(scene, call, left):
    s = provoked(scene, ["strike", "brawl"], A2={}, engaged=PAIRS)
    s.act(*call, dice=[5, 4])
    s.act("next", "B")
    assert (attacks(s, "A"), attacks(s, "A2"), s.legal("forgo")) == (left, left, True)


@clause("C202")
def test_only_what_is_announced_can_serve_if_a_combat_action_is_pending(scene):
    s = provoked(scene, ["brawl"])
    assert attacks(s, "A") == ["jab", "wrestle"]


@clause("C202", "C035")
@pytest.mark.parametrize(("announced", "n"), [([], 1), (["dance"], 2), (["dance", "recover"], 3)])
def test_with_none_pending_an_attack_by_any_combat_verb_is_added(scene, announced, n):
    s = taunted(scene, announced, A2={}, engaged=PAIRS, B={"marks": 1})
    s.act("option", 3, by="B", dice=[])
    while s.phase != "next":
        s.act("forgo", by="B")
    s.act("next", "B")
    assert s.unit("B").n == n
    assert (attacks(s, "A"), attacks(s, "A2")) == (["strike", "throw", "jab", "wrestle"], [])
    assert not s.legal("forgo")


@clause("C202", "C033")
@pytest.mark.parametrize(("dodge", "hit"), [((4, 2), True), ((4, 3), False)])
def test_the_added_attack_counts_for_the_penalty(scene, dodge, hit):
    s = taunted(scene, ["dance"])
    s.act("option", 3, by="B", dice=[])
    s.act("dance", by="B", dice=[])
    s.act("next", "B")
    s.declare("strike", "A", "clash", dice=[5, 4])  # n = 2
    s.act("dodge", by="A", dice=dodge)
    assert (s.unit("A").slots[2] == 0) is hit
    assert (s.phase, s.decider) == ("combat", "W")  # one attack, no more


@clause("C202")
@pytest.mark.parametrize(
    ("b", "left"),
    [
        ({"hands": ["bow"]}, ["shoot", "jab", "wrestle"]),
        (EMPTY, ["jab", "wrestle"]),
        ({"hands": ["dagger"]}, ["strike", "throw", "jab", "wrestle"]),
    ],
)
def test_the_added_attack_needs_what_its_verb_needs(scene, b, left):
    s = provoked(scene, B=b)
    assert attacks(s, "A") == left


@clause("C202", "C046")
@pytest.mark.parametrize("announced", [[], ["brawl"], ["brawl", "dance"]])
def test_if_no_attack_on_the_taunter_is_possible_it_marks_one(scene, announced):
    s = taunted(scene, announced, B={**EMPTY, "zone": "Z1"}, witness=False)
    assert options(s) == [1, 2, 3]
    s.act("option", 3, by="B", dice=[])
    if "dance" in announced:
        assert s.unit("B").marks == 0
        s.act("forgo", by="B")
    assert (s.phase, s.round, s.unit("B").marks) == ("announce", 3, 1)  # no decision about it


@clause("C202", "C152")
@pytest.mark.parametrize(("sapient", "marks"), [(True, 0), (False, 1)])
def test_who_is_not_sapient_shoots_no_added_attack_either(scene, sapient, marks):
    b = {"zone": "Z1", "hands": ["bow"], "sapient": sapient}
    s = taunted(scene, B=b, witness=False)
    s.act("option", 3, by="B", dice=[1, 1] if sapient else [])  # dice of the only attack left
    assert s.unit("B").marks == marks


@clause("C202", "C046")
def test_then_announced_actions_stay_usable_on_others(scene):
    s = taunted(scene, ["brawl"], B={**EMPTY, "zone": "Z1"}, A2={"zone": "Z1"}, witness=False)
    s.act("option", 3, by="B", dice=[])
    assert (s.phase, s.decider, s.unit("B").marks) == ("combat", "B", 1)
    assert (attacks(s, "A2"), s.legal("forgo")) == (["jab", "wrestle"], True)


@clause("C202", "C046")
def test_then_an_added_attack_is_lost(scene):
    s = taunted(scene, B={**EMPTY, "zone": "Z1"}, A2={"zone": "Z1"}, witness=False)
    s.act("option", 3, by="B", dice=[])
    assert (s.phase, s.round, s.unit("B").marks) == ("announce", 3, 1)


@clause("C202", "C234")
def test_behind_cover_no_attack_is_possible(scene):
    s = taunted(scene, ["take_cover"], zones={"Z0": {"cover": True}}, witness=False)
    s.act("option", 3, by="B", dice=[])
    s.act("take_cover", by="B", dice=[])
    assert (s.phase, s.round, s.unit("B").marks) == ("announce", 3, 1)


@clause("C202", "C175")
@pytest.mark.parametrize(("barred", "left"), [({"A"}, [1, 2]), ({"A2"}, [1, 2, 3])])
def test_option_3_needs_that_the_target_may_attack_the_taunter(scene, barred, left):
    s = taunted(scene, B={"barred": barred}, A2={}, engaged=PAIRS)
    assert options(s) == left


@clause("C202", "C175")
def test_who_stands_frozen_before_the_taunter_cannot_be_made_to_attack_it(scene):
    s = scene(announce={"A": ["intimidate", "taunt"]})
    s.act("intimidate", "B", dice=[6, 5, 4, 3])  # n = 2
    s.act("option", 2, by="B", dice=[])
    s.act("taunt", "B", "plain", dice=[6, 5, 4, 3])
    assert options(s) == [1, 2]  # 2 is the grant: they are engaged


@clause("C202")
@pytest.mark.parametrize("taunter", ["A", "A2"])
def test_option_3_needs_that_no_attack_is_owed_yet(scene, taunter):
    s = scene(A2={}, engaged=PAIRS, announce={"A": ["taunt"], "A2": ["taunt"]})
    first = "A2" if taunter == "A" else "A"
    s.act("next", first)
    s.act("taunt", "B", "plain", dice=SUCCESS)
    s.act("option", 3, by="B", dice=[])
    s.act("taunt", "B", "plain", by=taunter, dice=SUCCESS)
    assert options(s) == [1, 2]


@clause("C201", "C202", "C468")
def test_a_bolt_is_no_combat_action_and_settles_nothing(scene):
    s = taunted(scene, ["cast"], B={**EMPTY, "spells": ["bolt"]})
    s.act("option", 3, by="B", dice=[])
    s.act("cast", "bolt", "A", by="B", dice=[5, 4])
    assert s.unit("B").owes_attack == "A"
    s.act("next", "B")
    assert (attacks(s, "A"), s.legal("forgo")) == (["jab", "wrestle"], False)


@clause("C201")
def test_other_types_of_actions_are_not_bound(scene):
    s = taunted(scene, ["anticipate", "disengage", "strike"], A2={}, engaged=PAIRS)
    s.act("option", 3, by="B", dice=[])
    assert (s.phase, s.decider) == ("influence", "B")
    assert s.legal("anticipate", "A2")
    s.act("forgo", by="B")
    assert (s.phase, s.decider) == ("movement", "B")
    assert s.legal("disengage")
    assert s.legal("forgo")


@clause("C201", "C202")
def test_nothing_is_owed_in_the_next_round(scene):
    s = taunted(scene, B={**EMPTY, "zone": "Z1"}, witness=False)
    s.act("option", 3, by="B", dice=[])
    s.announce(A=["reposition"], B=["brawl"])
    s.act("reposition", by="A", dice=[1, 1])
    s.act("step", "Z1", dice=[])
    s.act("stop", by="A", dice=[])
    assert (s.round, s.phase, s.decider) == (3, "combat", "B")
    assert s.legal("jab", "A")
    assert s.legal("forgo")
