"""Section 3.10: Feint (C160-C166)."""

import pytest

from fracas.envs.core.testing import clause

EMPTY = {"hands": [None, None]}
SUCCESS = [5, 4, 4, 3]  # A rolls 9, B's Focus is 7
PAIRS = [("A", "B"), ("A2", "B")]


def sizes(s):
    """Return the sizes of all dice rolled since the scene began."""
    state = s.battle.state[0]
    return [int(die["sides"]) for die in state["dice"][: int(state["n_dice"])]]


def options(s):
    return [n for n in (1, 2, 3) if s.legal("option", n)]


def yields(s):
    """Return what B may choose under option 2."""
    calls = [("prone",), ("drop", "main"), ("drop", "off")]
    return [call for call in calls if s.legal(*call)]


def floor(s):
    return [(item.item, item.zone) for item in s.floor()]


def feinted(scene, b=(), **more):
    """A's Feint on B has succeeded."""
    s = scene(B=dict(b), announce={"A": ["feint"]}, **more)
    s.act("feint", "B", dice=SUCCESS)
    assert (s.phase, s.decider) == ("option", "B")
    return s


# --- the roll


@clause("C160", "C014")
@pytest.mark.parametrize(("agility", "charisma", "die"), [(10, 8, 10), (8, 10, 10), (8, 8, 8)])
def test_feint_rolls_the_larger_of_agility_and_charisma_with_deception(
    scene, agility, charisma, die
):
    a = {"agility": agility, "charisma": charisma, "deception": 12}
    s = scene(A=a, announce={"A": ["feint"]})
    assert len(s.rows("feint", "B")) == 1
    s.act("feint", "B", dice=SUCCESS)
    assert sizes(s)[:2] == [die, 12]


@clause("C160", "C014", "option:attr.ask")
@pytest.mark.parametrize(("attribute", "die"), [("agility", 4), ("charisma", 10)])
def test_the_actor_may_be_asked_which(scene, attribute, die):
    a = {"agility": 4, "charisma": 10, "deception": 12}
    s = scene(A=a, announce={"A": ["feint"]}, options={"attr.ask": True})
    assert len(s.rows("feint", "B")) == 2
    s.act("feint", "B", attribute, dice=[3, 6, 4, 3])
    assert sizes(s)[:2] == [die, 12]


@clause("C160")
@pytest.mark.parametrize(("zone", "legal"), [("Z0", True), ("Z1", False), ("Z2", False)])
def test_the_target_must_be_in_reach(scene, zone, legal):
    s = scene(B={"zone": zone}, B2={}, announce={"A": ["feint"]})
    assert s.legal("feint", "B2")
    assert s.legal("feint", "B") is legal


@clause("C160", "C083")
@pytest.mark.parametrize("focus", [(4, 3), (5, 4)])
def test_a_feint_on_a_close_enemy_engages_it_first(scene, focus):
    s = scene(apart=True, announce={"A": ["feint"]})
    s.declare("feint", "B", dice=[5, 4, *focus])
    assert [set(s.unit(u).engaged) for u in "AB"] == [{"B"}, {"A"}]


@clause("C160", "C083", "option:engage.free_step")
def test_without_the_free_step_only_engaged_enemies_can_be_feinted(scene):
    options = {"engage.free_step": False}
    s = scene(B2={}, announce={"A": ["feint"]}, options=options)
    assert s.legal("feint", "B")
    assert not s.legal("feint", "B2")


@clause("C160", "C083", "C087")
@pytest.mark.parametrize(
    "more",
    [
        {"A": {"restrained": 5}},
        {"B": {"grappling": {"A"}}},
        {"A": {"no_engage": {"B2"}}, "B2": {"no_engage": {"A"}}},
    ],
    ids=["restrained", "grappled", "pair freed by Disengage"],
)
def test_who_cannot_step_in_can_feint_only_the_engaged(scene, more):
    s = scene(**{"B2": {}, **more}, announce={"A": ["feint"]})
    assert s.legal("feint", "B")
    assert not s.legal("feint", "B2")


@clause("C160", "C092")
def test_a_hidden_unit_steps_in_unseen_and_is_seen_after_its_feint(scene):
    s = scene(apart=True, A={"hidden_from": {"B"}}, B={"aware_of": set()},
              announce={"A": ["feint"]})  # fmt: skip
    s.act("feint", "B", dice=[1, 1])
    assert (set(s.unit("A").hidden_from), set(s.unit("A").engaged)) == ({"B"}, {"B"})
    s.act("option", 1, by="B", dice=[])
    assert (set(s.unit("A").hidden_from), "A" in s.unit("B").aware_of) == (set(), True)


# --- advantage


@clause("C161")
@pytest.mark.parametrize(
    ("a", "dice"),
    [
        ({"defended_last": {"B"}}, [2, 4, 5]),
        ({"defended_last": {"B", "B2"}}, [2, 4, 5]),
        ({"defended_last": {"B2"}}, [5, 4]),
        ({"defended": {"B"}}, [5, 4]),  # this round, not the previous one
        ({}, [5, 4]),
    ],
)
def test_who_defended_against_the_target_last_round_has_advantage(scene, a, dice):
    for focus, success in [((4, 4), True), ((5, 4), False)]:  # the roll is 9
        s = scene(A=a, B2={}, announce={"A": ["feint"]})
        s.act("feint", "B", dice=[*dice, *focus])
        assert (s.phase == "option") is success
        assert s.dice_used == len(dice) + 2


@clause("C161")
@pytest.mark.parametrize("defended", ["defended", "defended_last"])
def test_that_the_target_defended_against_the_actor_does_not_matter(scene, defended):
    s = scene(B={defended: {"A"}}, announce={"A": ["feint"]})
    s.act("feint", "B", dice=SUCCESS)
    assert s.dice_used == 4


@clause("C161", "C431")
@pytest.mark.parametrize(
    ("answer", "dice", "advantage"),
    [
        ("dodge", [5, 4], True),
        ("guard", [5, 4], True),
        ("dodge", [4, 3], False),
        ("guard", [4, 3], False),
        ("decline", [], False),
    ],
)
def test_only_a_successful_defend_counts_and_for_one_round(scene, answer, dice, advantage):
    s = scene(B2={}, announce={"B": ["strike"]})
    s.act("next", "B")
    s.declare("strike", "A", "harry", dice=[5, 4])
    s.act(answer, by="A", dice=dice)
    s.finish_round()
    t = s.copy()
    s.announce(A=["feint"], W=["brawl"])
    s.act("feint", "B", dice=[2, 4, 5, 6, 5] if advantage else [5, 4, 6, 5])
    t.announce(A=["feint"], W=["brawl"])
    t.act("feint", "B2", dice=[5, 4, 6, 5])
    s.finish_round()
    s.announce(A=["feint"], W=["brawl"])
    s.act("feint", "B", dice=[5, 4, 6, 5])
    assert s.round == 4


@clause("C161", "C431")
@pytest.mark.parametrize("plan", ["disengage", "escape"])
def test_defending_against_a_disengage_or_an_escape_counts_too(scene, plan):
    s = scene(A={"grappling": {"B"} if plan == "escape" else set()}, announce={"B": [plan]})
    if plan == "escape":
        s.declare("escape", "grapple", dice=[2, 1])
        s.act("guard", by="A", dice=[5, 4])
    else:
        s.act("disengage", dice=[2, 1, 5, 4])
    s.finish_round()
    s.announce(A=["feint"], W=["brawl"])
    s.act("feint", "B", dice=[2, 4, 5, 4, 4])
    assert (s.phase, s.dice_used) == ("option", 5)


# --- option 1


@clause("C162", "C108")
def test_option_1_marks_one_stamina(scene):
    s = feinted(scene)
    s.act("option", 1, by="B", dice=[])
    b = s.unit("B")
    assert (b.marks, b.prone, b.main, bool(b.grant_combat)) == (1, False, "sword", False)
    assert s.unit("A").marks == 0


# --- option 2


@clause("C163")
@pytest.mark.parametrize(
    ("b", "left"),
    [
        ({}, [("prone",), ("drop", "main")]),
        ({"hands": ["sword", "dagger"]}, [("prone",), ("drop", "main"), ("drop", "off")]),
        ({"hands": [None, "dagger"]}, [("prone",), ("drop", "off")]),
        ({"hands": [None, "shield"]}, [("prone",), ("drop", "off")]),
        ({"hands": ["sword", "dagger"], "prone": True}, [("drop", "main"), ("drop", "off")]),
    ],
)
def test_option_2_is_falling_prone_or_dropping_a_held_item(scene, b, left):
    s = feinted(scene, b)
    s.act("option", 2, by="B")
    assert (s.phase, s.decider, yields(s)) == ("yield", "B", left)
    assert len(s.battle.legal()) == len(left)


@clause("C163")
def test_falling_prone(scene):
    s = feinted(scene)
    s.act("option", 2, by="B")
    s.act("prone", dice=[])
    b = s.unit("B")
    assert (b.prone, b.main, b.marks, bool(b.grant_combat)) == (True, "sword", 0, False)
    assert set(b.engaged) == {"A"}


@clause("C163")
@pytest.mark.parametrize(
    ("hand", "dropped", "kept"),
    [("main", "sword", (None, "dagger")), ("off", "dagger", ("sword", None))],
)
def test_dropping_an_item(scene, hand, dropped, kept):
    s = scene(
        A={"zone": "Z1"},
        B={"zone": "Z1", "hands": ["sword", "dagger"]},
        announce={"A": ["feint"]},
    )
    s.act("feint", "B", dice=SUCCESS)
    s.act("option", 2, by="B")
    s.act("drop", hand, dice=[])
    b = s.unit("B")
    assert ((b.main, b.off), b.prone, b.marks) == (kept, False, 0)
    assert floor(s) == [(dropped, "Z1")]


@clause("C163")
def test_a_dropped_two_handed_item_empties_both_hands(scene):
    s = feinted(scene, {"hands": ["greatsword"]})
    s.act("option", 2, by="B")
    s.act("drop", "main", dice=[])
    assert (s.unit("B").main, s.unit("B").off) == (None, None)
    assert floor(s) == [("greatsword", "Z0")]


@clause("C163")
@pytest.mark.parametrize("hands", [[None, None], ["tusks"]])
def test_who_holds_nothing_that_can_be_dropped_falls_prone_unasked(scene, hands):
    s = feinted(scene, {"hands": hands})
    assert options(s) == [1, 2, 3]
    s.act("option", 2, by="B", dice=[])
    assert (s.phase, s.unit("B").prone) == ("combat", True)


@clause("C163", "C166")
def test_a_prone_unit_with_one_item_drops_it_unasked(scene):
    s = feinted(scene, {"prone": True})
    assert options(s) == [1, 2, 3]
    s.act("option", 2, by="B", dice=[])
    assert (s.phase, s.unit("B").main, floor(s)) == ("combat", None, [("sword", "Z0")])


@clause("C166")
@pytest.mark.parametrize("hands", [[None, None], ["tusks"]])
def test_a_prone_unit_without_an_item_has_no_option_2(scene, hands):
    s = feinted(scene, {"prone": True, "hands": hands})
    assert options(s) == [1, 3]


@clause("C163", "C495")
def test_falling_prone_keeps_ones_grapple(scene):
    s = scene(B={"grappling": {"A"}}, announce={"A": ["feint"]})
    s.act("feint", "B", dice=SUCCESS)
    s.act("option", 2, by="B")
    s.act("prone", dice=[])
    assert set(s.unit("A").grappled_by) == {"B"}


# --- option 3: the next Combat action against the target


@clause("C164", "C165")
@pytest.mark.parametrize("who", ["A", "A2"])
def test_option_3_grants_advantage_to_the_next_combat_action_against_the_target(scene, who):
    s = scene(A2={}, engaged=PAIRS, announce={"A": ["feint", "strike"], "A2": ["strike"]})
    s.act("feint", "B", dice=[6, 5, 4, 3])  # n = 2
    s.act("option", 3, by="B", dice=[])
    b = s.unit("B")
    assert (bool(b.grant_combat), bool(b.grant_any), b.marks, b.prone) == (True, False, 0, False)
    s.act("next", who)
    s.act("strike", "B", "clash", dice=[3, 4, 6])
    assert not s.unit("B").grant_combat
    s.act("forgo", by="W")
    s.act("strike", "B", "harry", dice=[3, 4])  # the other one: plain


GRANTED = [
    ({}, "strike", ("strike", "B", "clash")),
    ({}, "strike", ("strike", "B", "harry")),
    ({}, "brawl", ("jab", "B", "agility")),
    ({}, "brawl", ("wrestle", "B", "strength")),
    ({"hands": ["bow"]}, "shoot", ("shoot", "B")),
    ({"hands": ["dagger"]}, "throw", ("throw", "B", "main")),
]


@clause("C164", "C165")
@pytest.mark.parametrize(("a", "plan", "call"), GRANTED)
def test_every_kind_of_combat_action_uses_it(scene, a, plan, call):
    s = scene(apart=True, zones={"Z0": {"props": True}}, A=a, B={"grant_combat": True},
              announce={"A": [plan]})  # fmt: skip
    s.act(*call, dice=[3, 4, 6])
    assert (s.dice_used, bool(s.unit("B").grant_combat)) == (3, False)


@clause("C164")
@pytest.mark.parametrize(("answer", "hit"), [((5, 4), True), ((6, 4), False)])
def test_the_lowest_die_is_dropped(scene, answer, hit):
    s = scene(B={"grant_combat": True}, announce={"A": ["strike"]})
    s.declare("strike", "B", "clash", dice=[3, 4, 6])  # 10
    s.act("dodge", by="B", dice=answer)
    assert (s.unit("B").slots[2] == 0) is hit


@clause("C165", "C496")
def test_a_combat_action_that_fails_uses_it_too(scene):
    s = scene(B={"grant_combat": True}, announce={"A": ["strike"]})
    s.declare("strike", "B", "clash", dice=[1, 2, 1])
    s.act("dodge", by="B", dice=[4, 3])
    assert not s.unit("B").grant_combat


@clause("C165", "C496", "C006")
def test_it_is_used_even_where_a_disadvantage_makes_the_roll_plain(scene):
    s = scene(A={"prone": True}, B={"grant_combat": True}, announce={"A": ["strike"]})
    s.act("strike", "B", "clash", dice=[5, 4])
    assert not s.unit("B").grant_combat


@clause("C165")
@pytest.mark.parametrize(
    ("a", "b", "plan", "call", "dice"),
    [
        ({**EMPTY, "spells": ["bolt"]}, {}, "cast", ("cast", "bolt", "B"), [5, 4]),
        ({**EMPTY, "spells": ["dread"]}, {}, "cast", ("cast", "dread", "B"), [5, 4, 6, 5]),
        ({}, {}, "taunt", ("taunt", "B", "plain"), [5, 4, 6, 5]),
        ({}, {}, "disengage", ("disengage",), [5, 4, 4, 3]),
        ({}, {"grappling": {"A"}}, "escape", ("escape", "grapple"), [5, 4]),
        ({}, {}, "strike", ("strike", "B2", "harry"), [5, 4]),
    ],
    ids=["BOLT", "DREAD", "Influence", "Disengage", "Escape", "an attack on another"],
)
def test_nothing_else_uses_it(scene, a, b, plan, call, dice):
    s = scene(A=a, B={**b, "grant_combat": True}, B2={}, announce={"A": [plan]})
    s.act(*call, dice=dice)
    assert (s.dice_used, bool(s.unit("B").grant_combat)) == (len(dice), True)


@clause("C164", "C165")
def test_unused_it_ends_with_the_round(scene):
    s = feinted(scene)
    s.act("option", 3, by="B", dice=[])
    assert s.unit("B").grant_combat
    s.finish_round()
    assert not s.unit("B").grant_combat
    s.announce(A=["strike"], W=["brawl"])
    s.act("forgo", by="W")
    s.act("strike", "B", "harry", dice=[5, 4])


@clause("C165", "option:grants.users")
@pytest.mark.parametrize("users", ["any", "side"])
@pytest.mark.parametrize("who", ["A", "A2"])
def test_the_actors_whole_side_may_use_it_under_either_rule(scene, users, who):
    s = scene(A2={}, engaged=PAIRS, options={"grants.users": users},
              announce={"A": ["feint", "strike"], "A2": ["strike"]})  # fmt: skip
    s.act("feint", "B", dice=[6, 5, 4, 3])
    s.act("option", 3, by="B", dice=[])
    s.act("next", who)
    s.act("strike", "B", "clash", dice=[3, 4, 6])
    assert not s.unit("B").grant_combat
