"""Section 3.5 of the rules: who knows of whom, attacks from hiding (C088-C090, C092)."""

import pytest

from fracas.envs.core.testing import clause

HIDDEN = {"hidden_from": {"B", "W"}}
UNAWARE = {"aware_of": {"V"}}  # of V alone, so that it is not surprised
PROPS = {"Z0": {"props": True}}  # Wrestle without disadvantage
W_IS_ASKED = ("combat", "W")

ATTACKS = [
    ("strike", ("strike", "B", "clash"), ["sword"]),
    ("strike", ("strike", "B", "harry"), ["sword"]),
    ("strike", ("strike", "B", "clash"), ["glaive"]),
    ("shoot", ("shoot", "B"), ["bow"]),
    ("throw", ("throw", "B", "main"), ["dagger"]),
    ("brawl", ("jab", "B", "agility"), []),
    ("brawl", ("wrestle", "B", "finesse"), []),
    ("cast", ("cast", "bolt", "B"), []),
]
STEPPING_IN = [
    ("strike", ("strike", "B", "clash"), ["sword"]),
    ("brawl", ("jab", "B", "agility"), []),
    ("brawl", ("wrestle", "B", "finesse"), []),
]
INFLUENCES = [
    ("anticipate", "B"),
    ("feint", "B"),
    ("intimidate", "B"),
    ("parley", "B", "none"),
    ("taunt", "B", "plain"),
]


def attacker(scene, plan, hands, a=None, b=None, **more):
    a = {"hands": hands, "spells": ["bolt"], **HIDDEN, **(a or {})}
    plans = more.pop("announce", {"A": [plan]})
    return scene(A=a, B=b, apart=True, zones=PROPS, announce=plans, **more)


def knows(s, who, whom="A"):
    return whom in s.unit(who).aware_of


def hidden(s):
    return "B" in s.unit("A").hidden_from


def asked(s):
    return s.phase, s.decider


# --- an unaware unit answers nothing


@clause("C088", "C381")
@pytest.mark.parametrize(("plan", "call", "hands"), ATTACKS)
def test_an_unaware_unit_is_not_asked_to_defend(scene, plan, call, hands):
    s = attacker(scene, plan, hands, b=UNAWARE)
    s.declare(*call, dice=[1, 2])
    assert s.phase != "defend"
    assert s.dice_used == 2
    assert s.unit("B").hit


@clause("C088", "C009")
@pytest.mark.parametrize(("dice", "hit"), [([1, 1], False), ([1, 2], True)])
def test_the_difficulty_of_an_attack_on_it_is_one(scene, dice, hit):
    s = attacker(scene, "strike", ["sword"], b=UNAWARE, announce={"A": ["fortify", "strike"]})
    s.act("fortify")
    s.act("strike", "B", "clash", dice=dice)  # with a penalty of 2
    assert s.unit("B").hit == hit
    assert s.unit("B").slots[2] == (0 if hit else 1)


@clause("C088", "C141")
@pytest.mark.parametrize("call", INFLUENCES)
def test_an_unaware_unit_does_not_focus(scene, call):
    s = attacker(scene, call[0], ["sword"], b=UNAWARE)
    s.declare(*call, dice=[1, 2])
    assert s.dice_used == 2
    assert asked(s) == ("option", "B")


@clause("C088", "C141")
@pytest.mark.parametrize(("dice", "phase"), [([1, 1], "movement"), ([1, 2], "option")])
def test_the_difficulty_of_an_influence_on_it_is_one(scene, dice, phase):
    plans = {"A": ["taunt", "dance"]}
    s = attacker(scene, "taunt", ["sword"], b=UNAWARE, announce=plans)
    s.declare("taunt", "B", "plain", dice=dice)  # with a penalty of 2
    assert s.phase == phase


@clause("C088", "C468")
def test_an_unaware_unit_does_not_focus_against_dread(scene):
    s = attacker(scene, "cast", [], a={"spells": ["dread"]}, b=UNAWARE)
    s.act("cast", "dread", "B", dice=[1, 2])
    assert [kept["spell"] for kept in s.unit("A").kept] == ["dread"]


@clause("C088")
@pytest.mark.parametrize(("plan", "call", "hands"), ATTACKS)
def test_an_aware_unit_is_asked_to_defend(scene, plan, call, hands):
    s = attacker(scene, plan, hands)
    s.declare(*call, dice=[1, 2])
    assert asked(s) == ("defend", "B")


@clause("C088", "option:ambush.defend")
@pytest.mark.parametrize(("plan", "call", "hands"), ATTACKS)
@pytest.mark.parametrize(("dice", "hit"), [([8, 4, 5], False), ([8, 3, 5], True)])
def test_an_ambushed_unit_may_defend_with_disadvantage(scene, plan, call, hands, dice, hit):
    options = {"ambush.defend": "disadvantage"}
    s = attacker(scene, plan, hands, b=UNAWARE, options=options)
    s.declare(*call, dice=[5, 4])
    assert asked(s) == ("defend", "B")
    s.declare("dodge", dice=dice)
    assert s.unit("B").hit == hit


@clause("C088", "option:ambush.defend")
def test_an_ambushed_unit_that_may_defend_still_does_not_focus(scene):
    options = {"ambush.defend": "disadvantage"}
    s = attacker(scene, "taunt", ["sword"], b=UNAWARE, options=options)
    s.declare("taunt", "B", "plain", dice=[1, 2])
    assert (s.phase, s.dice_used) == ("option", 2)


# --- becoming aware


@clause("C089")
@pytest.mark.parametrize(("no_sight", "seen"), [([["Z0", "Z3"]], True), ([["Z0", "Z2"]], False)])
def test_an_enemy_that_walks_into_sight_is_noticed(scene, no_sight, seen):
    blind = [["Z0", "Z3"], *no_sight]
    s = scene(A={"zone": "Z3"}, B=UNAWARE, no_sight=blind, announce={"A": ["reposition"]})
    assert not knows(s, "B")
    s.act("reposition", dice=[1, 1])
    s.act("step", "Z2")
    assert knows(s, "B") is seen


@clause("C089")
def test_an_enemy_is_noticed_by_who_walks_into_sight_of_it(scene):
    s = scene(
        A={"zone": "Z3"},
        B=UNAWARE,
        no_sight=[["Z0", "Z3"]],
        initiative="two",
        announce={"B": ["reposition"]},
    )
    s.act("reposition", dice=[1, 1], by="B")
    s.act("step", "Z1")
    assert knows(s, "B")


@clause("C089", "C471")
def test_an_enemy_that_comes_out_of_hiding_is_noticed(scene):
    s = scene(
        A={"zone": "Z3", **HIDDEN},
        B=UNAWARE,
        zones={"Z3": {"conceal": True}},
        announce={"A": ["reposition"]},
    )
    s.act("reposition", dice=[1, 1])
    assert not knows(s, "B")
    s.act("step", "Z2")
    assert knows(s, "B")


@clause("C089", "C472")
@pytest.mark.parametrize(("dice", "seen"), [([5, 4], True), ([4, 4], False)])
def test_an_enemy_that_is_detected_is_noticed(scene, dice, seen):
    a = {**HIDDEN, "hide_result": 9}
    s = scene(A=a, B=UNAWARE, zones={"Z0": {"conceal": True}}, apart=True, announce={})
    s.finish_round(dice=dice)
    assert knows(s, "B") is seen


@clause("C089", "C483")
def test_a_reinforcement_that_arrives_in_sight_is_noticed(scene):
    event = {"round": 2, "kind": "reinforcement", "zone": "Z1", "unit": "A2"}
    b = {"aware_of": {"A", "V"}}
    s = scene(A2={"reserve": True}, B=b, apart=True, events=[event], announce={})
    assert not knows(s, "B", "A2")
    s.finish_round()
    assert knows(s, "B", "A2")


@clause("C089", "C092")
@pytest.mark.parametrize(("plan", "call", "hands"), ATTACKS)
@pytest.mark.parametrize("dice", [[1, 1], [5, 4]])
def test_the_target_of_an_attack_is_aware_of_the_attacker_afterwards(
    scene, plan, call, hands, dice
):
    s = attacker(scene, plan, hands, b=UNAWARE)
    s.declare(*call, dice=dice)
    if s.phase == "effect":
        s.act("prone", by="A")
    elif s.phase == "embed":
        s.act("fall", by="B")
    assert asked(s) == W_IS_ASKED
    assert knows(s, "B")
    assert not hidden(s)


@clause("C089", "C147")
@pytest.mark.parametrize("call", INFLUENCES)
def test_the_target_of_an_influence_is_aware_of_the_actor_afterwards(scene, call):
    s = attacker(scene, call[0], ["sword"], b=UNAWARE)
    s.declare(*call, dice=[1, 2])
    s.act("option", 1, by="B")
    assert knows(s, "B")
    assert not hidden(s)


@clause("C089")
@pytest.mark.parametrize(
    ("plan", "call", "dice"),
    [
        ("shoot", ("shoot", "B"), [1, 1]),
        ("shoot", ("shoot", "B"), [5, 4]),
        ("anticipate", ("anticipate", "B"), [1, 1, 5, 4]),
    ],
)
def test_allies_that_see_the_target_are_aware_of_the_actor_and_others_are_not(
    scene, plan, call, dice
):
    # B2 sees B and not A; B3 sees neither
    s = scene(
        A={"hands": ["bow"]},
        B={"zone": "Z1"},
        B2={"zone": "Z2", **UNAWARE},
        B3={"zone": "Z3", **UNAWARE},
        no_sight=[["Z0", "Z2"], ["Z0", "Z3"], ["Z1", "Z3"]],
        announce={"A": [plan]},
    )
    assert not knows(s, "B2")
    s.declare(*call, dice=dice)
    if s.phase == "defend":
        s.act("dodge", dice=[6, 5], by="B")
    assert asked(s) == W_IS_ASKED
    assert (knows(s, "B2"), knows(s, "B3")) == (True, False)


@clause("C089")
def test_who_is_aware_stays_so_when_the_enemy_leaves_its_sight(scene):
    s = scene(A={"zone": "Z2"}, no_sight=[["Z0", "Z3"]], announce={"A": ["reposition"]})
    s.act("reposition", dice=[1, 1])
    s.act("step", "Z3")
    assert knows(s, "B")


# --- a hidden attacker


@clause("C090")
@pytest.mark.parametrize(("plan", "call", "hands"), ATTACKS)
@pytest.mark.parametrize(("dice", "hit"), [([8, 4, 5], False), ([8, 3, 5], True)])
def test_an_aware_unit_dodges_a_hidden_attacker_with_disadvantage(
    scene, plan, call, hands, dice, hit
):
    s = attacker(scene, plan, hands)
    s.declare(*call, dice=[5, 4])
    s.declare("dodge", dice=dice, by="B")
    assert s.unit("B").hit == hit


@clause("C090")
@pytest.mark.parametrize(("dice", "hit"), [([8, 4, 5], False), ([8, 3, 5], True)])
def test_an_aware_unit_guards_against_a_hidden_attacker_with_disadvantage(scene, dice, hit):
    s = attacker(scene, "strike", ["sword"])
    s.declare("strike", "B", "clash", dice=[5, 4])
    s.act("guard", dice=dice, by="B")
    assert s.unit("B").hit == hit


@clause("C090")
@pytest.mark.parametrize("hidden_from", [set(), {"W"}, {"B2", "W"}])
def test_an_attacker_hidden_from_others_only_hinders_no_defence(scene, hidden_from):
    a = {"hidden_from": hidden_from}
    s = attacker(scene, "strike", ["sword"], a=a, B2={})
    s.declare("strike", "B", "clash", dice=[5, 4])
    s.act("dodge", dice=[5, 4], by="B")
    assert not s.unit("B").hit


@clause("C090")
@pytest.mark.parametrize("call", INFLUENCES)
def test_a_hidden_actor_hinders_no_focus(scene, call):
    s = attacker(scene, call[0], ["sword"])
    s.act(*call, dice=[5, 4, 5, 4])
    assert s.dice_used == 4
    assert asked(s) == W_IS_ASKED


# --- what holds when the action is chosen holds until it ends


@clause("C092")
@pytest.mark.parametrize(("plan", "call", "hands"), STEPPING_IN)
def test_a_step_in_does_not_warn_an_unaware_unit(scene, plan, call, hands):
    s = attacker(scene, plan, hands, b=UNAWARE)
    s.declare(*call, dice=[1, 1])
    assert s.unit("B").hit
    assert s.unit("A").engaged == {"B"}


@clause("C092", "C141")
def test_a_step_in_to_feint_does_not_warn_an_unaware_unit(scene):
    s = attacker(scene, "feint", ["sword"], b=UNAWARE)
    s.declare("feint", "B", dice=[1, 1])
    assert asked(s) == ("option", "B")
    assert s.unit("A").engaged == {"B"}


@clause("C092")
@pytest.mark.parametrize(("plan", "call", "hands"), STEPPING_IN)
def test_the_bits_hold_while_the_action_is_under_way(scene, plan, call, hands):
    s = attacker(scene, plan, hands)
    s.declare(*call, dice=[5, 4])
    assert asked(s) == ("defend", "B")
    assert s.unit("A").engaged == {"B"}
    assert hidden(s)
    s.act("dodge", dice=[8, 4, 5], by="B")
    assert not hidden(s)


@clause("C092", "C054")
@pytest.mark.parametrize("aware", [True, False])
def test_the_bits_hold_for_its_instant_actions(scene, aware):
    a = {"techniques": ["follow_up"]}
    s = attacker(scene, "strike", ["sword"], a=a, b={} if aware else UNAWARE)
    s.declare("strike", "B", "clash", dice=[8, 4])
    if aware:
        s.declare("decline", by="B")
    assert asked(s) == ("technique", "A")
    assert (hidden(s), knows(s, "B")) == (True, aware)
    s.declare("technique", "follow_up")
    s.declare("jab", "B", "agility", dice=[5, 4])
    if aware:
        assert asked(s) == ("defend", "B")
        s.act("dodge", dice=[8, 4, 5])
    assert s.unit("B").marks == (0 if aware else 1)
    assert asked(s) == W_IS_ASKED
    assert (hidden(s), knows(s, "B")) == (False, True)


@clause("C092", "C314")
def test_afterwards_the_attacker_stays_hidden_from_those_without_sight(scene):
    a = {"hidden_from": {"B", "B2", "B3", "W"}}
    b2, b3 = ({"zone": zone, **UNAWARE} for zone in ("Z1", "Z2"))
    s = attacker(scene, "strike", ["sword"], a=a, B2=b2, B3=b3, no_sight=[["Z0", "Z2"]])
    s.act("strike", "B", "clash", dice=[5, 4])
    assert s.unit("A").hidden_from == {"B3", "W"}
    assert (knows(s, "B2"), knows(s, "B3")) == (True, False)


@clause("C092", "option:ambush.step_in")
@pytest.mark.parametrize(("plan", "call", "hands"), STEPPING_IN)
@pytest.mark.parametrize("b", [{}, UNAWARE])
def test_a_step_in_may_uncover_at_once(scene, plan, call, hands, b):
    options = {"ambush.step_in": "uncovers"}
    s = attacker(scene, plan, hands, b=b, options=options)
    s.declare(*call, dice=[5, 4])
    assert asked(s) == ("defend", "B")
    assert (hidden(s), knows(s, "B")) == (False, True)
    s.declare("dodge", dice=[5, 4])  # a plain roll
    assert not s.unit("B").hit


@clause("C092", "option:ambush.step_in")
def test_a_step_in_that_uncovers_lets_the_target_of_a_feint_focus(scene):
    options = {"ambush.step_in": "uncovers"}
    s = attacker(scene, "feint", ["sword"], b=UNAWARE, options=options)
    s.act("feint", "B", dice=[5, 4, 5, 4])
    assert asked(s) == W_IS_ASKED


@clause("C092", "option:ambush.step_in")
def test_without_a_step_in_nothing_is_uncovered_before_the_end(scene):
    options = {"ambush.step_in": "uncovers"}
    s = attacker(scene, "throw", ["dagger"], b=UNAWARE, options=options)
    s.declare("throw", "B", "main", dice=[3, 2])
    assert asked(s) == W_IS_ASKED
    assert s.unit("B").hit
