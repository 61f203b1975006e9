"""Section 3.12, second part: what the target of a Parley chooses from (C186-C190)."""

import pytest

from fracas.envs.core.testing import clause

SUCCESS = [5, 4, 4, 3]  # A rolls 9, B's Focus is 7
EMPTY = {"hands": [None, None]}
CHOICES = [
    ("drop", "main"), ("drop", "off"), ("sheathe", "main"), ("sheathe", "off"), ("grant",),
]  # fmt: skip


def options(s):
    return [n for n in (1, 2, 3) if s.legal("option", n)]


def floor(s):
    return [(item.item, item.zone) for item in s.floor()]


def talked_round(scene, announced=(), **more):
    """A's Parley with B has succeeded."""
    s = scene(apart="engaged" not in more, announce={"A": ["parley"], "B": list(announced)}, **more)
    s.act("parley", "B", "none", dice=SUCCESS)
    assert (s.phase, s.decider) == ("option", "B")
    return s


# --- option 1


@clause("C186", "C108")
def test_option_1_marks_one_stamina(scene):
    s = talked_round(scene, ["dance"])
    s.act("option", 1, by="B", dice=[])
    b = s.unit("B")
    assert (b.marks, s.unit("A").marks, b.main, bool(b.grant_any)) == (1, 0, "sword", False)
    assert (s.phase, s.decider) == ("movement", "B")


# --- option 2: Recover instead


@clause("C187", "C188")
@pytest.mark.parametrize(
    "announced",
    [
        [],
        ["strike"],
        ["reposition", "strike"],
        ["recover"],
        ["recover", "strike", "dance"],
        ["fortify", "dance", "ready", "brawl"],
    ],
)
def test_option_2_makes_the_target_recover_and_do_nothing_else(scene, announced):
    s = talked_round(scene, announced, B={"marks": 6})
    s.act("option", 2, by="B", dice=[2, 3])  # at no penalty, and it can't be forgone
    b = s.unit("B")
    assert (s.phase, s.decider) == ("combat", "W")
    assert (b.marks, b.n, set(b.pending)) == (1, 1, set())
    assert (b.moved, b.fortified) == (False, False)


@clause("C188", "C033")
def test_actions_performed_before_count_for_its_penalty(scene):
    s = scene(
        apart=True,
        initiative="two",
        B={"marks": 6},
        announce={"A": ["parley"], "B": ["fortify", "strike", "dance"]},
    )
    s.act("fortify", by="B", dice=[])
    s.act("parley", "B", "none", dice=SUCCESS)
    s.act("option", 2, by="B", dice=[2, 3])  # 5 - 2
    assert (s.unit("B").marks, s.unit("B").n) == (3, 2)


@clause("C188", "C280")
@pytest.mark.parametrize(
    ("b", "possible"),
    [({"marks": 6}, True), ({"breathless": 1}, False), ({"breathless": 5}, False)],
)
def test_option_2_needs_recover_to_be_possible(scene, b, possible):
    s = talked_round(scene, B=b)
    assert options(s) == ([1, 2, 3] if possible else [1, 3])


@clause("C188", "C280")
def test_a_grappled_target_cannot_be_made_to_recover(scene):
    s = talked_round(scene, A2={"grappling": {"B"}}, B={"marks": 6}, engaged=[("A2", "B")])
    assert options(s) == [1, 3]


@clause("C188")
def test_it_is_dropped_if_it_becomes_impossible(scene):
    s = scene(
        apart=True,
        B={"marks": 8},
        A2={},
        announce={"A": ["parley"], "A2": ["feint"], "B": ["strike"]},
    )
    s.act("next", "A")
    s.act("parley", "B", "none", dice=SUCCESS)
    s.act("option", 2, by="B", dice=[])
    s.act("feint", "B", dice=SUCCESS)
    s.act("option", 1, by="B", dice=[])  # breathless now
    b = s.unit("B")
    assert (s.phase, s.decider) == ("combat", "W")
    assert (b.marks, b.breathless, set(b.pending)) == (8, 1, set())


@clause("C188", "C177")
@pytest.mark.parametrize("announced", [["reposition", "strike"], ["reposition"], ["strike"], []])
def test_a_forced_movement_owed_stays_as_an_added_one(scene, announced):
    s = scene(apart=True, B={"marks": 6}, A2={},
              announce={"A": ["intimidate"], "A2": ["parley"], "B": announced})  # fmt: skip
    s.act("next", "A")
    s.act("intimidate", "B", dice=SUCCESS)
    s.act("option", 3, by="B", dice=[])
    s.act("parley", "B", "none", dice=SUCCESS)
    s.act("option", 2, by="B", dice=[4, 3, 3, 2])  # n = 2: 5, 3 zones; then 3
    b = s.unit("B")
    assert (b.zone, b.n, b.marks) == ("Z3", 2, 3)
    assert (s.phase, s.decider) == ("combat", "W")


@clause("C188", "C202")
@pytest.mark.parametrize("announced", [["strike"], ["strike", "dance"], []])
def test_an_attack_owed_stays_as_an_added_one(scene, announced):
    s = scene(apart=True, B={"marks": 6}, A2={},
              announce={"A": ["taunt"], "A2": ["parley"], "B": announced})  # fmt: skip
    s.act("next", "A")
    s.act("taunt", "B", "plain", dice=SUCCESS)
    s.act("option", 3, by="B", dice=[])
    s.act("parley", "B", "none", dice=SUCCESS)
    s.act("option", 2, by="B", dice=[3, 2])  # n = 2
    assert (s.unit("B").n, s.unit("B").marks) == (2, 3)
    s.act("next", "B")
    assert [v for v in ("strike", "jab", "wrestle", "throw") if s.legal(v, "A")] == [
        "strike",
        "jab",
        "wrestle",
        "throw",
    ]
    assert not s.legal("strike", "A2")
    assert not s.legal("forgo")


@clause("C188", "C194")
def test_a_promised_dance_so_lost_is_a_failed_promise(scene):
    s = scene(apart=True, initiative="two", B={"marks": 5},
              announce={"A": ["parley"], "B": ["taunt", "dance"]})  # fmt: skip
    s.act("taunt", "A", "dance", by="B", dice=[4, 3, 2, 4, 4])
    s.act("parley", "B", "none", dice=SUCCESS)
    s.act("option", 2, by="B", dice=[3, 3])  # taunt and recover: n = 2
    assert (s.phase, s.decider) == ("combat", "W")
    assert (s.unit("B").marks, s.unit("B").n, s.unit("B").moved) == (1, 2, False)
    s.finish_round()
    assert s.unit("B").marks == 3


# --- option 3: drop, sheathe or grant


@clause("C189", "C190")
@pytest.mark.parametrize(
    ("b", "left"),
    [
        ({}, [("drop", "main"), ("sheathe", "main"), ("grant",)]),
        ({"hands": ["sword", "dagger"]}, CHOICES),
        ({"hands": [None, "dagger"]}, [("drop", "off"), ("sheathe", "off"), ("grant",)]),
        ({"hands": ["sword", "shield"]}, [("drop", "main"), ("sheathe", "main"), ("grant",)]),
        ({"carried": ["dagger"] * 4}, [("drop", "main"), ("grant",)]),
    ],
)
def test_option_3_is_dropping_or_sheathing_a_weapon_or_granting_advantage(scene, b, left):
    s = talked_round(scene, B=b)
    s.act("option", 3, by="B")
    assert (s.phase, s.decider) == ("yield", "B")
    assert [call for call in CHOICES if s.legal(*call)] == left
    assert len(s.battle.legal()) == len(left)


@clause("C190")
@pytest.mark.parametrize("hands", [[None, None], ["tusks"], [None, "shield"]])
def test_without_a_weapon_to_give_up_only_the_grant_is_left(scene, hands):
    s = talked_round(scene, B={"hands": hands})
    assert options(s) == [1, 2, 3]
    s.act("option", 3, by="B", dice=[])
    assert (s.phase, bool(s.unit("B").grant_any)) == ("combat", True)


@clause("C189")
@pytest.mark.parametrize(
    ("call", "hands", "lying", "carried", "grant"),
    [
        (("drop", "main"), (None, "dagger"), [("sword", "Z1")], [], False),
        (("drop", "off"), ("sword", None), [("dagger", "Z1")], [], False),
        (("sheathe", "main"), (None, "dagger"), [], ["sword"], False),
        (("sheathe", "off"), ("sword", None), [], ["dagger"], False),
        (("grant",), ("sword", "dagger"), [], [], True),
    ],
)
def test_what_each_choice_does(scene, call, hands, lying, carried, grant):
    s = talked_round(scene, B={"zone": "Z1", "hands": ["sword", "dagger"]})
    s.act("option", 3, by="B")
    s.act(*call, dice=[])
    b = s.unit("B")
    assert ((b.main, b.off), floor(s), list(b.carried)) == (hands, lying, carried)
    assert (bool(b.grant_any), bool(b.grant_combat), b.marks) == (grant, False, 0)


# --- the grant


USES = [
    ({}, {}, "anticipate", ("anticipate", "B"), [6, 5]),
    ({}, {}, "feint", ("feint", "B"), [6, 5]),
    ({}, {}, "intimidate", ("intimidate", "B"), [6, 5]),
    ({}, {"apart": True}, "parley", ("parley", "B", "none"), [6, 5]),
    ({}, {}, "taunt", ("taunt", "B", "plain"), [6, 5]),
    ({**EMPTY, "spells": ["bolt"]}, {}, "cast", ("cast", "bolt", "B"), []),
    ({**EMPTY, "spells": ["dread"]}, {}, "cast", ("cast", "dread", "B"), [6, 5]),
    ({}, {}, "strike", ("strike", "B", "clash"), []),
    ({}, {}, "strike", ("strike", "B", "harry"), []),
    ({"hands": ["bow"]}, {"apart": True}, "shoot", ("shoot", "B"), []),
    ({"hands": ["dagger"]}, {"apart": True}, "throw", ("throw", "B", "main"), []),
    ({}, {}, "brawl", ("jab", "B", "agility"), []),
    ({}, {"zones": {"Z0": {"props": True}}}, "brawl", ("wrestle", "B", "finesse"), []),
    ({}, {}, "disengage", ("disengage",), [5, 4]),
]


@clause("C189", "C190", "C199")
@pytest.mark.parametrize(("a", "more", "plan", "call", "answer"), USES)
def test_the_grant_is_used_by_any_action_against_the_target(scene, a, more, plan, call, answer):
    s = scene(A=a, B={"grant_any": True}, announce={"A": [plan]}, **more)
    s.act(*call, dice=[3, 4, 6, *answer])
    assert (s.dice_used, bool(s.unit("B").grant_any)) == (3 + len(answer), False)


@clause("C190")
def test_the_grappler_in_an_escape_is_such_a_target(scene):
    s = scene(B={"grant_any": True, "grappling": {"A"}}, announce={"A": ["escape"]})
    s.declare("escape", "grapple", dice=[2, 4, 5])  # 9
    s.act("guard", by="B", dice=[4, 4])
    assert (bool(s.unit("B").grant_any), set(s.unit("A").grappled_by)) == (False, set())


@clause("C190", "C243")
def test_one_of_several_opponents_of_a_disengage_is_such_a_target(scene):
    s = scene(B={"grant_any": True}, B2={}, engaged=[("A", "B"), ("A", "B2")],
              announce={"A": ["disengage"]})  # fmt: skip
    s.act("disengage", dice=[2, 4, 5, 5, 3, 1])  # 9 against 8
    assert (set(s.unit("A").engaged), bool(s.unit("B").grant_any)) == (set(), False)


@clause("C189", "C190", "C496")
def test_only_the_first_action_uses_it_whatever_its_result(scene):
    s = scene(B={"grant_any": True}, A2={}, announce={"A": ["taunt"], "A2": ["anticipate"]})
    s.act("next", "A")
    s.act("taunt", "B", "plain", dice=[1, 2, 1, 6, 5])
    assert not s.unit("B").grant_any
    s.act("anticipate", "B", dice=[5, 4, 6, 5])
    assert s.phase == "combat"


@clause("C190")
@pytest.mark.parametrize(
    ("a", "plan", "call", "dice"),
    [
        ({}, "fortify", ("fortify",), []),
        ({}, "taunt", ("taunt", "B2", "plain"), [5, 4, 6, 5]),
        ({}, "strike", ("strike", "B2", "harry"), [5, 4]),
        ({"restrained": 5}, "escape", ("escape", "restraint"), [4, 3]),
        ({"marks": 3}, "recover", ("recover",), [4, 3]),
        ({}, "hide", ("hide", "surroundings"), [5, 4, 6, 5, 6, 5]),
        ({**EMPTY, "spells": ["mire"]}, "cast", ("cast", "mire", "Z0"), [5, 4]),
    ],
)
def test_an_action_that_does_not_aim_at_the_target_leaves_it(scene, a, plan, call, dice):
    s = scene(apart=True, zones={"Z0": {"conceal": True}}, A=a, B={"grant_any": True}, B2={},
              announce={"A": [plan]})  # fmt: skip
    s.act(*call, dice=dice)
    assert (s.dice_used, bool(s.unit("B").grant_any)) == (len(dice), True)


@clause("C190")
def test_the_targets_own_actions_leave_it(scene):
    s = scene(B={"grant_any": True}, announce={"B": ["taunt", "strike"]})
    s.act("taunt", "A", "plain", by="B", dice=[4, 3, 6, 5])
    s.act("next", "B")
    s.act("strike", "A", "harry", dice=[5, 4])
    assert s.unit("B").grant_any


@clause("C189")
def test_unused_it_ends_with_the_round(scene):
    s = talked_round(scene)
    s.act("option", 3, by="B")
    s.act("grant", dice=[])
    s.finish_round()
    assert not s.unit("B").grant_any
    s.announce(A=["taunt"], W=["brawl"])
    s.act("taunt", "B", "plain", dice=[5, 4, 6, 5])


@clause("C190", "option:grants.users")
@pytest.mark.parametrize("users", ["any", "side"])
@pytest.mark.parametrize("who", ["A", "A2"])
def test_the_actors_whole_side_may_use_it_under_either_rule(scene, users, who):
    announce = {"A": ["parley"], "A2": []}
    announce[who] = [*announce[who], "strike"]
    s = scene(apart=True, A2={}, options={"grants.users": users}, announce=announce)
    s.act("parley", "B", "none", dice=[6, 5, 4, 3])
    s.act("option", 3, by="B")
    s.act("grant", dice=[])
    s.act("strike", "B", "clash", by=who, dice=[3, 4, 6])
    assert not s.unit("B").grant_any
