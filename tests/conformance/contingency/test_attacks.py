"""Section 3.17 of the rules: what all attacks have in common (C310-C314, C380, C381)."""

import pytest

from fracas.envs.core.testing import clause

# Attacks on B, who is Close, from a zone with props: what A has, its plan, the row.
ATTACKS = {
    "harry": ({}, "strike", ("strike", "B", "harry")),
    "clash": ({}, "strike", ("strike", "B", "clash")),
    "shoot": ({"hands": ["bow"]}, "shoot", ("shoot", "B")),
    "throw": ({"hands": ["dagger"]}, "throw", ("throw", "B", "main")),
    "jab": ({}, "brawl", ("jab", "B", "strength")),
    "wrestle": ({}, "brawl", ("wrestle", "B", "strength")),
    "bolt": ({"hands": [], "spells": ["bolt"]}, "cast", ("cast", "bolt", "B")),
}
PROPS = {"Z0": {"props": True}}
UNAWARE = {"A": {"hidden_from": {"B"}, "hide_result": 9}, "B": {"aware_of": {"V"}}}
every_attack = pytest.mark.parametrize("name", ATTACKS)


def attack(scene, name, dice, a=(), **more):
    """Let A attack; stop at the next decision."""
    gear, plan, row = ATTACKS[name]
    more = {"apart": True, "zones": PROPS, **more}
    s = scene(A={**gear, **dict(a)}, announce={"A": [plan]}, **more)
    s.declare(*row, dice=dice)
    return s


def finish(s):
    """Choose an effect if there is one to choose."""
    if s.phase == "effect":
        s.act("prone", by="A")
    assert (s.phase, s.decider) == ("combat", "W")


def sizes(s):
    """Sizes of the dice rolled so far."""
    state = s.battle.state[0]
    return [int(die["sides"]) for die in state["dice"][: int(state["n_dice"])]]


def harm(s, name="B"):
    """What an attack can do to a unit."""
    u = s.unit(name)
    bonds = (u.prone, u.restrained, u.grappled_by)
    return (u.marks, u.slots, *bonds, u.zone, u.main, u.embedded, u.out)


# --- Defend is triggered


@clause("C310", "C380")
@every_attack
def test_every_attack_asks_the_target_to_defend(scene, name):
    s = attack(scene, name, [5, 4])
    assert (s.phase, s.decider) == ("defend", "B")
    assert [str(action) for action in s.battle.legal()] == ["dodge", "guard", "decline"]


@clause("C310")
@every_attack
def test_whoever_is_attacked_is_asked_and_nobody_else(scene, name):
    gear, plan, row = ATTACKS[name]
    s = scene(A=gear, B2={}, apart=True, zones=PROPS, announce={"A": [plan]})
    s.declare(*(part if part != "B" else "B2" for part in row), dice=[5, 4])
    assert (s.phase, s.decider) == ("defend", "B2")
    s.declare("dodge", dice=[5, 4])
    assert (s.phase, s.decider) == ("combat", "W")


@clause("C310")
@pytest.mark.parametrize(
    ("a", "plan", "row", "dice"),
    [
        ({}, "anticipate", ("anticipate", "B"), [3, 2, 5, 4]),
        ({}, "feint", ("feint", "B"), [3, 2, 5, 4]),
        ({}, "intimidate", ("intimidate", "B"), [3, 2, 5, 4]),
        ({}, "taunt", ("taunt", "B", "plain"), [3, 2, 5, 4]),
        ({}, "fortify", ("fortify",), []),
        ({}, "disengage", ("disengage",), [3, 2, 5, 4]),
        ({"hands": [], "spells": ["dread"]}, "cast", ("cast", "dread", "B"), [3, 2, 5, 4]),
    ],
)
def test_what_is_no_attack_asks_for_no_defence(scene, a, plan, row, dice):
    s = scene(A=a, announce={"A": [plan]})
    s.declare(*row, dice=dice)
    assert (s.phase, s.decider) == ("combat", "W")
    assert s.battle.dice_left == 0


@clause("C310")
def test_a_parley_asks_for_no_defence(scene):
    s = scene(apart=True, announce={"A": ["parley"]})
    s.declare("parley", "B", "none", dice=[3, 2, 5, 4])
    assert (s.phase, s.decider) == ("combat", "W")


# --- the attacker rolls first


@clause("C311")
@every_attack
def test_the_attacker_has_rolled_when_the_target_chooses(scene, name):
    s = attack(scene, name, [5, 4])
    assert s.phase == "defend"
    assert (s.dice_used, s.battle.dice_left) == (2, 0)


@clause("C311")
@every_attack
def test_the_target_sees_the_result_before_it_chooses(scene, name):
    seen = [attack(scene, name, dice).observe("B") for dice in ([4, 3], [5, 3], [5, 4])]
    seven, eight, nine = seen
    assert any(seven[k] < eight[k] < nine[k] for k in nine)


@clause("C311")
@every_attack
@pytest.mark.parametrize(("dodge", "hit"), [([4, 4], True), ([5, 4], False), ([6, 4], False)])
def test_the_attackers_result_is_the_difficulty(scene, name, dodge, hit):
    s = attack(scene, name, [5, 4])
    s.declare("dodge", dice=dodge, by="B")
    assert s.unit("B").hit == hit
    finish(s)


@clause("C311")
@pytest.mark.parametrize(("dodge", "hit"), [([4, 2], True), ([4, 3], False)])
def test_the_result_that_counts_is_that_after_the_penalty(scene, dodge, hit):
    s = scene(announce={"A": ["fortify", "strike"]})
    s.act("fortify")
    s.declare("strike", "B", "clash", dice=[5, 4])
    s.act("dodge", dice=dodge, by="B")
    assert s.unit("B").hit == hit


@clause("C311")
def test_a_bolt_rolls_knowledge_and_arcana(scene):
    s = attack(scene, "bolt", [5, 3], a={"knowledge": 12, "arcana": 4})
    assert sizes(s) == [12, 4]


# --- hit, attacked


@clause("C312")
@every_attack
@pytest.mark.parametrize(
    ("answer", "dice", "hit"),
    [
        ("decline", [], True),
        ("dodge", [4, 4], True),
        ("dodge", [5, 4], False),
        ("guard", [4, 4], True),
        ("guard", [5, 4], False),
    ],
)
def test_a_unit_is_hit_when_the_attack_succeeds(scene, name, answer, dice, hit):
    s = attack(scene, name, [5, 4])
    assert not s.unit("B").hit
    s.declare(answer, dice=dice, by="B")
    assert (s.unit("B").hit, s.unit("A").hit) == (hit, False)
    finish(s)
    assert s.unit("B").hit == hit


@clause("C312")
def test_the_stamina_of_a_failed_harry_is_no_hit(scene):
    s = attack(scene, "harry", [5, 4])
    s.act("dodge", dice=[5, 4], by="B")
    assert (s.unit("B").marks, s.unit("B").hit) == (1, False)


@clause("C312")
def test_a_success_without_any_effect_is_a_hit_too(scene):
    b = {"prone": True, "hands": []}
    a = {"grappling": {"B"}}
    s = scene(A=a, B=b, zones=PROPS, announce={"A": ["brawl"]})
    s.act("wrestle", "B", "finesse", dice=[5, 4])
    assert s.unit("B").hit


@clause("C312")
@pytest.mark.parametrize(("dodge", "hit"), [([4, 4], True), ([5, 4], False)])
@pytest.mark.parametrize("name", ["harry", "clash", "throw", "jab", "bolt"])
def test_it_counts_as_hit_in_the_previous_round_in_the_next_round_only(scene, name, dodge, hit):
    s = attack(scene, name, [5, 4])
    s.act("dodge", dice=dodge, by="B")
    s.finish_round()
    assert (s.round, s.unit("B").hit, s.unit("B").hit_last) == (3, False, hit)
    s.announce(W=["brawl"])
    s.finish_round()
    assert (s.round, s.unit("B").hit_last) == (4, False)


@clause("C313")
@every_attack
@pytest.mark.parametrize("dodge", [[4, 4], [5, 4]])
def test_an_attack_is_noted_hit_or_not(scene, name, dodge):
    s = attack(scene, name, [5, 4])
    assert list(s.side["attacked"]) == [1, 0]
    s.declare("dodge", dice=dodge, by="B")
    finish(s)
    assert list(s.side["attacked"]) == [1, 0]


@clause("C313")
def test_the_attack_of_the_other_side_is_noted_for_it(scene):
    s = scene(announce={"B": ["strike"]})
    s.declare("next", "B")
    s.act("strike", "A", "clash", dice=[1, 1], by="B")
    assert list(s.side["attacked"]) == [0, 1]


@clause("C313")
@pytest.mark.parametrize(
    ("plan", "row", "dice"),
    [
        ("anticipate", ("anticipate", "B"), [3, 2, 5, 4]),
        ("feint", ("feint", "B"), [3, 2, 5, 4]),
        ("intimidate", ("intimidate", "B"), [3, 2, 5, 4]),
        ("taunt", ("taunt", "B", "plain"), [3, 2, 5, 4]),
        ("disengage", ("disengage",), [3, 2, 5, 4]),
        ("strike", ("forgo",), []),
    ],
)
def test_nothing_else_is_noted_as_an_attack(scene, plan, row, dice):
    s = scene(announce={"A": [plan]})
    s.act(*row, dice=dice)
    assert list(s.side["attacked"]) == [0, 0]


@clause("C313")
def test_it_counts_as_attacked_in_the_previous_round_in_the_next_round_only(scene):
    s = attack(scene, "clash", [5, 4])
    s.act("dodge", dice=[5, 4], by="B")
    s.finish_round()
    assert (list(s.side["attacked"]), list(s.side["attacked_last"])) == ([0, 0], [1, 0])
    s.announce(W=["brawl"])
    s.finish_round()
    assert list(s.side["attacked_last"]) == [0, 0]


# --- no longer hidden


@clause("C314")
@every_attack
@pytest.mark.parametrize("dodge", [[2, 5, 6], [4, 5, 6]])
def test_after_an_attack_the_attacker_is_not_hidden_from_anyone_with_sight(scene, name, dodge):
    a = {"hidden_from": {"B", "B2"}, "hide_result": 9}
    s = attack(scene, name, [5, 4], a=a, B2={"zone": "Z1"})
    s.declare("dodge", dice=dodge, by="B")  # hidden: the highest is dropped
    finish(s)
    assert s.unit("A").hidden_from == set()


@clause("C314")
@every_attack
def test_it_stays_hidden_from_those_without_sight_of_its_zone(scene, name):
    a = {"hidden_from": {"B", "B2"}, "hide_result": 9}
    s = attack(scene, name, [5, 4], a=a, B2={"zone": "Z1"}, no_sight=[["Z0", "Z1"]])
    s.declare("decline", by="B")
    finish(s)
    assert s.unit("A").hidden_from == {"B2"}


@clause("C314")
@pytest.mark.parametrize("zone", ["Z0", "Z1", "Z3"])
def test_whoever_was_not_attacked_sees_it_too(scene, zone):
    a = {"hidden_from": {"B2"}, "hide_result": 9}
    s = attack(scene, "clash", [5, 4], a=a, B2={"zone": zone})
    s.act("decline", by="B")
    assert s.unit("A").hidden_from == set()


@clause("C314")
def test_other_hidden_units_of_the_side_stay_hidden(scene):
    a2 = {"hidden_from": {"B"}, "hide_result": 9}
    s = attack(scene, "clash", [5, 4], A2=a2)
    s.act("decline", by="B")
    assert s.unit("A2").hidden_from == {"B"}


# --- triggered actions


@clause("C380")
@every_attack
def test_defend_is_asked_before_anything_is_done_to_the_target(scene, name):
    s = attack(scene, name, [5, 4])
    assert s.phase == "defend"
    assert harm(s) == (0, (1, 1, 1, 1, 1), False, 0, set(), "Z0", "sword", [], False)


@clause("C380")
def test_the_defend_is_over_before_the_next_action_of_the_round(scene):
    s = scene(announce={"A": ["strike"], "B": ["strike"]})
    s.declare("strike", "B", "clash", dice=[5, 4])
    assert (s.phase, s.decider) == ("defend", "B")
    s.declare("dodge", dice=[4, 4])
    assert s.unit("B").slots == (1, 1, 0, 1, 1)
    assert s.phase == "next"  # now side two acts


@clause("C380")
def test_focus_is_rolled_inside_the_influence_action(scene):
    s = scene(announce={"A": ["feint"]})
    s.declare("feint", "B", dice=[5, 4, 4, 3])
    assert (s.phase, s.decider, s.dice_used) == ("option", "B", 4)


@clause("C381")
@every_attack
def test_an_unaware_target_does_not_answer_an_attack(scene, name):
    s = attack(scene, name, [3, 2], a=UNAWARE["A"], B=UNAWARE["B"])
    assert s.phase != "defend"
    assert s.unit("B").hit
    finish(s)


@clause("C381")
@pytest.mark.parametrize(
    ("plans", "dice", "hit"), [(["strike"], [1, 1], True), (["fortify", "strike"], [1, 1], False)]
)
def test_against_an_unaware_target_the_difficulty_is_1(scene, plans, dice, hit):
    s = scene(**UNAWARE, apart=True, announce={"A": plans})
    if "fortify" in plans:
        s.act("fortify")
    s.declare("strike", "B", "clash", dice=dice)
    assert (s.phase, s.decider) == ("combat", "W")
    assert s.unit("B").hit == hit


@clause("C381")
def test_an_aware_ally_does_not_answer_for_the_unaware_target(scene):
    s = attack(scene, "clash", [3, 2], a=UNAWARE["A"], B=UNAWARE["B"], B2={})
    assert (s.phase, s.decider) == ("combat", "W")


@clause("C381")
@pytest.mark.parametrize(
    "row",
    [
        ("anticipate", "B"),
        ("feint", "B"),
        ("intimidate", "B"),
        ("parley", "B", "none"),
        ("taunt", "B", "plain"),
    ],
)
def test_an_unaware_target_does_not_answer_influence(scene, row):
    s = scene(**UNAWARE, apart=True, announce={"A": [row[0]]})
    s.declare(*row, dice=[1, 1])
    assert (s.phase, s.decider, s.battle.dice_left) == ("option", "B", 0)


@clause("C381")
def test_a_unit_taken_out_answers_nothing_any_more(scene):
    plans = {"A": ["strike"], "A2": ["strike"], "B": ["strike"], "B2": ["strike"]}
    b = {"slots_free": [0, 0, 0, 0, 1]}
    s = scene(A2={}, B=b, B2={}, engaged=[("A", "B"), ("A2", "B")], announce=plans)
    s.declare("next", "A")
    s.act("strike", "B", "clash", dice=[5, 4])
    assert s.unit("B").out
    assert (s.phase, s.decider) == ("next", "B2")  # B's own Strike is gone
    s.declare("next", "W")
    s.declare("forgo", by="W")
    assert s.decider == "A2"
    assert not s.legal("strike", "B")
    assert s.legal("strike", "B2")
