"""Section 3.18 of the rules: Defend (C420-C431)."""

import pytest

from fracas.envs.core.testing import clause

PROPS = {"Z0": {"props": True}}
STATES = {  # what B, the target, may be in: units
    "prone": {"B": {"prone": True}},
    "grappled": {"A": {"grappling": {"B"}}},
    "restrained": {"B": {"restrained": 5}},
    "heavy": {"B": {"armour": "heavy"}},
    "light": {"B": {"armour": "light"}},
    "free": {},
}
ANSWERS = ("dodge", "guard", "decline")
# Melee attacks and others: units, plan, row.
MELEE = {
    "harry": ({}, "strike", ("strike", "B", "harry")),
    "clash": ({}, "strike", ("strike", "B", "clash")),
    "reach": (
        {"A": {"hands": ["glaive"]}, "B": {"zone": "Z1"}},
        "strike",
        ("strike", "B", "clash"),
    ),
    "jab": ({}, "brawl", ("jab", "B", "strength")),
    "wrestle": ({}, "brawl", ("wrestle", "B", "finesse")),
}
OTHER = {
    "shoot": ({"A": {"hands": ["bow"]}, "apart": True}, "shoot", ("shoot", "B")),
    "throw": ({"A": {"hands": ["dagger"]}, "apart": True}, "throw", ("throw", "B", "main")),
    "bolt": ({"A": {"hands": [], "spells": ["bolt"]}}, "cast", ("cast", "bolt", "B")),
}


def attacked(scene, dice=(5, 4), **more):
    """A clashes with B; stop at B's decision."""
    s = scene(announce={"A": ["strike"]}, **more)
    s.declare("strike", "B", "clash", dice=list(dice))
    assert (s.phase, s.decider) == ("defend", "B")
    return s


def attack(scene, units, plan, row, dice=(5, 4)):
    s = scene(zones=PROPS, announce={"A": [plan]}, **units)
    s.declare(*row, dice=list(dice))
    assert (s.phase, s.decider) == ("defend", "B")
    return s


def crossed(s, name="B"):
    """Severities of the injury slots crossed out."""
    u = s.unit(name)
    pairs = enumerate(zip(u.slots, u.slots_max, strict=True), start=1)
    return [severity for severity, (free, most) in pairs for _ in range(most - free)]


def sizes(s):
    """Sizes of the dice rolled so far."""
    state = s.battle.state[0]
    return [int(die["sides"]) for die in state["dice"][: int(state["n_dice"])]]


# --- the choice


@clause("C420", "C421")
@pytest.mark.parametrize("state", STATES)
def test_dodge_guard_or_neither_whatever_state_the_target_is_in(scene, state):
    s = attacked(scene, **STATES[state])
    assert [str(action) for action in s.battle.legal()] == list(ANSWERS)


@clause("C420", "C109")
@pytest.mark.parametrize("hands", [[], ["bow"], ["sword", "shield"], ["tusks"]])
def test_no_gear_is_needed_and_a_full_track_forbids_nothing(scene, hands):
    s = attacked(scene, B={"hands": hands, "marks": 8})
    assert [str(action) for action in s.battle.legal()] == list(ANSWERS)


@clause("C420")
def test_one_attack_is_answered_once(scene):
    s = attacked(scene)
    s.declare("dodge", dice=[4, 4])  # failed; no Guard after it
    assert (s.phase, s.decider) == ("combat", "W")


@clause("C420", "C032")
def test_every_attack_of_a_round_is_answered_anew(scene):
    s = scene(
        A2={}, engaged=[("A", "B"), ("A2", "B")], announce={"A": ["strike"], "A2": ["strike"]}
    )
    s.declare("next", "A")
    s.declare("strike", "B", "clash", dice=[5, 4])
    s.declare("dodge", dice=[5, 4], by="B")
    s.declare("forgo", by="W")
    s.declare("strike", "B", "clash", dice=[5, 4], by="A2")
    assert [str(action) for action in s.battle.legal()] == list(ANSWERS)
    s.act("dodge", dice=[5, 4], by="B")
    assert crossed(s) == []


@clause("C421")
@pytest.mark.parametrize(
    ("plans", "dice", "hit"),
    [(["strike"], [1, 1], True), (["fortify", "strike"], [1, 1], False)],
)
def test_who_declines_leaves_difficulty_1(scene, plans, dice, hit):
    s = scene(announce={"A": plans})
    if "fortify" in plans:
        s.act("fortify")
    s.declare("strike", "B", "clash", dice=dice)
    s.act("decline", dice=[], by="B")
    assert (s.unit("B").hit, s.unit("B").marks) == (hit, 0)


# --- Dodge


@clause("C422")
@pytest.mark.parametrize("weapon", ["sword", "maul"])
def test_a_dodge_rolls_agility_and_reflex(scene, weapon):
    b = {"agility": 10, "reflex": 4, "strength": 12, "endurance": 12, "mobility": 12}
    s = attacked(scene, A={"hands": [weapon]}, B=b)
    s.act("dodge", dice=[4, 3], by="B")
    assert sizes(s)[2:] == [10, 4]


@clause("C422", "C423")
@pytest.mark.parametrize(
    ("attack", "dodge", "hit"),
    [
        ([5, 4], [4, 4], True),
        ([5, 4], [5, 4], False),
        ([5, 4], [6, 4], False),
        ([3, 2], [2, 2], True),
        ([3, 2], [3, 2], False),
        ([8, 6], [8, 5], True),
        ([8, 6], [8, 6], False),
    ],
)
def test_a_dodge_of_the_attacks_difficulty_is_not_hit(scene, attack, dodge, hit):
    s = attacked(scene, attack)
    s.act("dodge", dice=dodge, by="B")
    assert (s.unit("B").hit, crossed(s)) == (hit, [3] if hit else [])
    assert (s.unit("B").marks, s.unit("A").marks) == (0, 0)


@clause("C423")
@pytest.mark.parametrize("name", [*MELEE, *OTHER])
def test_every_attack_can_be_dodged(scene, name):
    s = attack(scene, *(MELEE | OTHER)[name])
    s.declare("dodge", dice=[5, 4])
    b = s.unit("B")
    assert (s.phase, s.decider, b.hit, crossed(s)) == ("combat", "W", False, [])
    assert (b.marks, s.unit("A").marks) == (int(name == "harry"), 0)


@clause("C422", "C032")
def test_a_defend_takes_no_action_penalty(scene):
    s = scene(announce={"A": ["strike"], "B": ["anticipate", "feint", "strike"]})
    s.act("anticipate", "A", dice=[2, 1, 4, 4], by="B")
    s.act("feint", "A", dice=[2, 1, 4, 4], by="B")
    s.declare("strike", "B", "clash", dice=[5, 4], by="A")
    s.act("dodge", dice=[5, 4], by="B")
    assert not s.unit("B").hit


# --- Guard


@clause("C424")
def test_a_guard_rolls_strength_and_endurance(scene):
    b = {"strength": 10, "endurance": 4, "agility": 12, "reflex": 12, "unarmed": 12}
    s = attacked(scene, B=b)
    s.act("guard", dice=[4, 3], by="B")
    assert sizes(s)[2:] == [10, 4]


@clause("C424")
@pytest.mark.parametrize("name", [*MELEE, *OTHER])
@pytest.mark.parametrize(("dice", "hit"), [([4, 4], True), ([5, 4], False)])
def test_a_guard_takes_one_unit_of_stress_whatever_the_result(scene, name, dice, hit):
    s = attack(scene, *(MELEE | OTHER)[name])
    s.declare("guard", dice=dice, by="B")
    more = {"harry": 2 if hit else 1, "jab": int(hit)}.get(name, 0)
    assert (s.unit("B").hit, s.unit("B").marks) == (hit, 1 + more)


@clause("C425")
def test_the_stress_is_taken_before_the_roll(scene):
    # the mark makes B breathless, and here a breathless unit rolls with disadvantage
    options = {"breathless.effect": "disadvantage"}
    s = attacked(scene, B={"marks": 8}, options=options)
    s.act("guard", dice=[5, 4, 7], by="B")
    assert (s.unit("B").breathless, s.unit("B").hit) == (1, False)


@clause("C425")
@pytest.mark.parametrize(("marks", "after", "level"), [(6, 7, 0), (7, 8, 0), (8, 8, 1)])
def test_the_stress_is_marked_on_the_track(scene, marks, after, level):
    s = attacked(scene, B={"marks": marks})
    s.act("guard", dice=[4, 4], by="B")
    b = s.unit("B")
    assert (b.marks, b.breathless, crossed(s)) == (after, level, [3])


@clause("C425")
def test_a_guard_that_takes_the_target_out_ends_the_attack(scene):
    b = {"marks": 8, "breathless": 1, "slots_free": [0, 0, 0, 0, 1]}
    s = attacked(scene, B=b)
    s.declare("guard", dice=[], by="B")
    assert s.unit("B").out
    assert (s.phase, s.decider, s.dice_used) == ("combat", "W", 0)
    assert s.unit("A").marks == 0


@clause("C426")
@pytest.mark.parametrize(
    ("attack", "guard", "hit"),
    [
        ([5, 4], [4, 4], True),
        ([5, 4], [5, 4], False),
        ([5, 4], [6, 4], False),
        ([3, 2], [2, 2], True),
        ([3, 2], [3, 2], False),
    ],
)
def test_a_guard_of_the_attacks_difficulty_is_not_hit(scene, attack, guard, hit):
    s = attacked(scene, attack)
    s.act("guard", dice=guard, by="B")
    assert (s.unit("B").hit, crossed(s)) == (hit, [3] if hit else [])


@clause("C427", "C428")
@pytest.mark.parametrize("name", MELEE)
@pytest.mark.parametrize(
    ("answer", "dice", "marks"),
    [
        ("guard", [5, 4], 1),
        ("guard", [6, 4], 1),
        ("guard", [4, 4], 0),
        ("dodge", [5, 4], 0),
        ("dodge", [4, 4], 0),
        ("decline", [], 0),
    ],
)
def test_a_guarded_melee_attack_marks_the_attacker(scene, name, answer, dice, marks):
    s = attack(scene, *MELEE[name])
    s.declare(answer, dice=dice, by="B")
    assert (s.unit("A").marks, crossed(s, "A")) == (marks, [])


@clause("C428")
@pytest.mark.parametrize("name", OTHER)
@pytest.mark.parametrize("dice", [[5, 4], [4, 4]])
def test_shoot_throw_and_bolt_are_no_melee_attacks(scene, name, dice):
    s = attack(scene, *OTHER[name])
    s.act("guard", dice=dice, by="B")
    assert (s.unit("A").marks, s.unit("B").marks) == (0, 1)


@clause("C428")
@pytest.mark.parametrize(
    ("a", "plan", "row"),
    [
        ({"hands": ["bow"]}, "shoot", ("shoot", "B")),
        ({"hands": ["dagger"]}, "throw", ("throw", "B", "main")),
    ],
)
def test_not_even_when_they_are_engaged(scene, a, plan, row):
    s = attack(scene, {"A": a}, plan, row, dice=(5, 4, 6))
    s.act("guard", dice=[5, 4], by="B")
    assert s.unit("A").marks == 0


@clause("C427")
def test_the_mark_of_a_guard_may_make_the_attacker_breathless(scene):
    s = attacked(scene, A={"marks": 8})
    s.act("guard", dice=[5, 4], by="B")
    assert (s.unit("A").marks, s.unit("A").breathless) == (8, 1)


# --- shields


@clause("C429")
@pytest.mark.parametrize(
    ("hands", "carried", "bonus"),
    [
        (["sword", "shield"], [], 2),
        (["shield"], [], 2),
        ([None, "shield"], [], 2),
        (["sword"], ["shield"], 0),
        (["sword", "dagger"], [], 0),
    ],
)
def test_a_held_shield_adds_2_to_guard(scene, hands, carried, bonus):
    for dice, hit in [([5, 4 - bonus], False), ([4, 4 - bonus], True)]:
        s = attacked(scene, B={"hands": hands, "carried": carried})
        s.act("guard", dice=dice, by="B")
        assert s.unit("B").hit == hit


@clause("C429")
@pytest.mark.parametrize("name", OTHER)
def test_a_shield_helps_against_every_attack(scene, name):
    units, plan, row = OTHER[name]
    s = attack(scene, {**units, "B": {"hands": ["sword", "shield"]}}, plan, row)
    s.act("guard", dice=[4, 3], by="B")
    assert not s.unit("B").hit


@clause("C429")
def test_a_shield_does_not_help_a_dodge(scene):
    s = attacked(scene, B={"hands": ["sword", "shield"]})
    s.act("dodge", dice=[4, 4], by="B")
    assert s.unit("B").hit


@clause("C429", "C270")
@pytest.mark.parametrize(("dice", "free"), [([4, 3], False), ([4, 2], True)])
def test_a_shield_helps_to_hold_on(scene, dice, free):
    b = {"hands": ["sword", "shield"], "grappling": {"A"}}
    s = scene(B=b, announce={"A": ["escape"]})
    s.declare("escape", "grapple", dice=[5, 4])
    s.act("guard", dice=dice, by="B")
    assert (s.unit("A").grappled_by == set()) is free


# --- disadvantage


@clause("C430")
@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize(("last", "hit"), [(4, False), (3, True)])
def test_dodge_has_disadvantage_prone_grappled_restrained_or_in_heavy_armour(
    scene, state, last, hit
):
    s = attacked(scene, **STATES[state])
    plain = state in ("free", "light")
    s.act("dodge", dice=[5, last] if plain else [5, last, 7], by="B")  # the 7 is dropped
    assert s.unit("B").hit == hit


@clause("C430")
@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize(("last", "hit"), [(4, False), (3, True)])
def test_guard_has_disadvantage_only_when_restrained(scene, state, last, hit):
    s = attacked(scene, **STATES[state])
    plain = state != "restrained"
    s.act("guard", dice=[5, last] if plain else [5, last, 7], by="B")
    assert s.unit("B").hit == hit


@clause("C430")
def test_it_does_not_matter_who_grapples(scene):
    s = attacked(scene, A2={"grappling": {"B"}}, engaged=[("A", "B"), ("A2", "B")])
    s.act("dodge", dice=[5, 4, 7], by="B")
    assert not s.unit("B").hit


@clause("C430")
def test_a_grappler_dodges_as_ever(scene):
    s = attacked(scene, B={"grappling": {"A2"}}, A2={}, engaged=[("A", "B"), ("A2", "B")])
    s.act("dodge", dice=[5, 4], by="B")
    assert not s.unit("B").hit


@clause("C430")
def test_several_of_them_are_one_disadvantage(scene):
    b = {"prone": True, "restrained": 5, "armour": "heavy"}
    s = attacked(scene, A={"grappling": {"B"}}, B=b)
    s.act("dodge", dice=[5, 4, 7], by="B")
    assert not s.unit("B").hit


# --- defended against


@clause("C431")
@pytest.mark.parametrize("name", [*MELEE, *OTHER])
@pytest.mark.parametrize(
    ("answer", "dice", "defended"),
    [
        ("dodge", [5, 4], {"A"}),
        ("guard", [5, 4], {"A"}),
        ("dodge", [4, 4], set()),
        ("guard", [4, 4], set()),
        ("decline", [], set()),
    ],
)
def test_a_successful_dodge_or_guard_is_noted(scene, name, answer, dice, defended):
    s = attack(scene, *(MELEE | OTHER)[name])
    s.declare(answer, dice=dice, by="B")
    assert (s.unit("B").defended, s.unit("A").defended) == (defended, set())


@clause("C431")
@pytest.mark.parametrize(("dodge", "defended"), [([5, 4], {"A"}), ([4, 4], set())])
def test_the_dodge_against_a_disengage_is_noted_too(scene, dodge, defended):
    s = scene(announce={"A": ["disengage"]})
    s.act("disengage", dice=[5, 4, *dodge])
    assert s.unit("B").defended == defended


@clause("C431")
@pytest.mark.parametrize(
    ("answer", "dice", "defended"),
    [("guard", [5, 4], {"A"}), ("guard", [4, 4], set()), ("decline", [], set())],
)
def test_the_guard_against_an_escape_is_noted_too(scene, answer, dice, defended):
    s = scene(B={"grappling": {"A"}}, announce={"A": ["escape"]})
    s.declare("escape", "grapple", dice=[5, 4])
    s.act(answer, dice=dice, by="B")
    assert s.unit("B").defended == defended


@clause("C431", "C161")
@pytest.mark.parametrize(
    ("answer", "dice", "advantage"),
    [("dodge", [5, 4], True), ("guard", [5, 4], True), ("dodge", [4, 4], False)],
)
def test_in_the_next_round_a_feint_against_that_attacker_has_advantage(
    scene, answer, dice, advantage
):
    s = scene(A2={}, B2={}, initiative="two", announce={"B": ["strike"]})
    s.declare("next", "B")
    s.declare("strike", "A", "clash", dice=[5, 4])
    s.act(answer, dice=dice, by="A")
    s.finish_round()
    assert (s.unit("A").defended, s.unit("A").defended_last) == (
        set(),
        {"B"} if advantage else set(),
    )
    s.announce(A=["feint"], W=["brawl"])
    others = s.copy()
    s.declare("feint", "B", dice=[2, 4, 7, 5, 5] if advantage else [6, 5, 5, 5])
    assert (s.phase, s.battle.dice_left) == ("option", 0)
    others.declare("feint", "B2", dice=[6, 5, 5, 5])
    assert (others.phase, others.battle.dice_left) == ("option", 0)
