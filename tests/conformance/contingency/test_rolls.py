"""Section 3.1: what a roll comes to and when it succeeds (C001 to C009, C014, C015).

Omens: test_omens.py.
"""

import pytest

from fracas.envs.core.testing import clause

# Recover shows what a roll comes to: it clears as many marks.
SPENT = {"constitution": 12, "willpower": 12, "marks": 12}
COVER = {"Z0": {"cover": True}}
CASTER = {"hands": [None], "spells": ["bolt"]}


def tired(scene, *plan, **more):
    a = {**SPENT, **more.pop("A", {})}
    return scene(A=a, announce={"A": [*plan] or ["recover"]}, **{"apart": True, **more})


def tired_behind_cover(scene, *plan, **more):
    """Return a scene where A recovers with advantage."""
    return tired(scene, *plan, A={"covered": True}, zones=COVER, **more)


def tired_in_a_fight(scene, *plan, **more):
    """Return a scene where A recovers with disadvantage."""
    return tired(scene, *plan, apart=False, **more)


def cleared(s, dice):
    before = s.unit("A").marks
    s.act("recover", dice=dice, by="A")
    return before - s.unit("A").marks


def sizes(s, first):
    """Return the sides of the dice rolled since there were ``first``."""
    log = s.battle.state[0]["dice"]
    return [int(log[k % len(log)]["sides"]) for k in range(first, s.battle.dice_rolled)]


# --- sum and modifiers


@clause("C001", "option:dice.combine")
@pytest.mark.parametrize("options", [{}, {"dice.combine": "sum"}])
@pytest.mark.parametrize(
    ("dice", "result"), [((5, 4), 9), ((4, 5), 9), ((1, 1), 2), ((8, 3), 11), ((1, 6), 7)]
)
def test_a_roll_is_the_sum_of_its_two_dice(scene, options, dice, result):
    assert cleared(tired(scene, options=options), dice) == result


@clause("C001")
@pytest.mark.parametrize(
    ("dice", "zones"), [((5, 4), 5), ((5, 3), 4), ((2, 1), 2), ((1, 1), 1), ((8, 6), 7)]
)
def test_the_sum_is_what_an_action_works_with(scene, dice, zones):
    line = {f"L{k}": {} for k in range(8)}
    edges = [[f"L{k}", f"L{k + 1}"] for k in range(7)]
    s = scene(
        A={"zone": "L0"}, B={"zone": "L0"}, zones=line, edges=edges, apart=True,
        announce={"A": ["reposition"]},
    )  # fmt: skip
    s.declare("reposition", dice=dice)
    for k in range(1, zones + 1):
        assert s.legal("step", f"L{k}")
        s.declare("step", f"L{k}")
    assert not s.rows("step")
    assert s.unit("A").zone == f"L{zones}"


@clause("C001")
@pytest.mark.parametrize("attribute", [4, 6, 8, 10, 12])
@pytest.mark.parametrize("skill", [4, 6, 8, 10, 12])
def test_both_dice_have_the_sizes_of_the_unit_that_rolls(scene, attribute, skill):
    own = {"agility": attribute, "mobility": skill}
    s = scene(A=own, B={"zone": "Z1"}, apart=True, announce={"A": ["reposition"]})
    before = s.battle.dice_rolled
    s.declare("reposition")
    assert sizes(s, before) == [attribute, skill]


@clause("C001")
def test_an_opposing_roll_has_the_dice_of_the_unit_that_opposes(scene):
    a = {"strength": 10, "blades": 8, "agility": 6, "reflex": 6}
    b = {"agility": 12, "reflex": 4, "strength": 4, "endurance": 10}
    for reaction, own in [("dodge", [12, 4]), ("guard", [4, 10])]:
        s = scene(A=a, B=b, announce={"A": ["strike"]})
        before = s.battle.dice_rolled
        s.declare("strike", "B", "clash", dice=[5, 4])
        s.act(reaction, dice=[1, 1], by="B")
        assert sizes(s, before) == [10, 8, *own]


@clause("C002")
@pytest.mark.parametrize(
    ("plan", "result"),
    [
        (["recover"], 9),
        (["recover", "strike"], 7),
        (["fortify", "recover", "strike"], 5),
        (["fortify", "dance", "recover", "strike"], 3),
    ],
)
def test_a_penalty_is_taken_off_the_sum(scene, plan, result):
    s = tired(scene, *plan)
    for verb in plan[: plan.index("recover")]:
        s.act(verb)
    assert cleared(s, [5, 4]) == result


@clause("C002")
@pytest.mark.parametrize("dice", [(1, 1), (2, 1), (1, 3), (2, 2)])
def test_a_result_is_never_below_zero(scene, dice):
    s = tired(scene, "fortify", "recover", "strike")
    s.act("fortify")
    assert cleared(s, dice) == 0
    assert s.unit("A").marks == 12


@clause("C002")
@pytest.mark.parametrize(("attack", "hit"), [((4, 4), False), ((5, 4), True)])
def test_a_bonus_is_added_to_the_sum(scene, attack, hit):
    s = scene(B={"hands": ["sword", "shield"]}, announce={"A": ["strike"]})
    s.declare("strike", "B", "clash", dice=attack)
    s.act("guard", dice=[3, 3], by="B")  # and 2 for the shield
    assert s.unit("B").hit is hit


@clause("C001", "C002", "C003", "C004", "option:dice.combine")
@pytest.mark.parametrize(
    ("make", "dice", "result"),
    [
        (tired, (5, 4), 5),
        (tired, (3, 6), 6),
        (tired, (4, 4), 4),
        (tired_behind_cover, (2, 4, 7), 7),
        (tired_behind_cover, (3, 5, 1), 5),
        (tired_in_a_fight, (2, 4, 7), 4),
        (tired_in_a_fight, (5, 3, 6), 5),
    ],
)
def test_dice_combine_highest_takes_the_higher_kept_die(scene, make, dice, result):
    assert cleared(make(scene, options={"dice.combine": "highest"}), dice) == result


@clause("C002", "option:dice.combine")
@pytest.mark.parametrize(("dice", "result"), [((5, 4), 1), ((6, 2), 2), ((3, 3), 0)])
def test_dice_combine_highest_takes_the_penalty_off_it(scene, dice, result):
    s = tired(scene, "fortify", "recover", "strike", options={"dice.combine": "highest"})
    s.act("fortify")
    assert cleared(s, dice) == result


@clause("option:dice.combine")
@pytest.mark.parametrize(("combine", "hit"), [("sum", False), ("highest", True)])
def test_dice_combine_holds_for_both_who_oppose_each_other(scene, combine, hit):
    s = scene(announce={"A": ["strike"]}, options={"dice.combine": combine})
    s.declare("strike", "B", "clash", dice=[5, 2])
    s.act("dodge", dice=[4, 4], by="B")
    assert s.unit("B").hit is hit


# --- advantage and disadvantage


@clause("C003", "option:dice.advantage")
@pytest.mark.parametrize("options", [{}, {"dice.advantage": "third_die"}])
@pytest.mark.parametrize(
    ("dice", "result"),
    [((2, 4, 7), 11), ((7, 4, 2), 11), ((7, 1, 4), 11), ((3, 3, 5), 8), ((4, 4, 4), 8)],
)
def test_advantage_drops_the_lowest_of_three(scene, options, dice, result):
    assert cleared(tired_behind_cover(scene, options=options), dice) == result


@clause("C004", "option:dice.advantage")
@pytest.mark.parametrize("options", [{}, {"dice.advantage": "third_die"}])
@pytest.mark.parametrize(
    ("dice", "result"),
    [((2, 4, 7), 6), ((7, 4, 2), 6), ((2, 6, 4), 6), ((5, 5, 3), 8), ((4, 4, 4), 8)],
)
def test_disadvantage_drops_the_highest_of_three(scene, options, dice, result):
    assert cleared(tired_in_a_fight(scene, options=options), dice) == result


@clause("C003", "C004")
@pytest.mark.parametrize("make", [tired_behind_cover, tired_in_a_fight])
def test_the_extra_die_is_one_more_attribute_die_and_rolled_last(scene, make):
    s = make(scene)
    before = s.battle.dice_rolled
    s.act("recover")
    assert sizes(s, before) == [12, 6, 12]


@clause("C003", "C004")
@pytest.mark.parametrize(("make", "result"), [(tired_behind_cover, 9), (tired_in_a_fight, 4)])
def test_modifiers_are_added_to_what_is_kept(scene, make, result):
    assert cleared(make(scene, "recover", "strike"), [2, 4, 7]) == result


@clause("C003", "C004", "option:dice.advantage")
@pytest.mark.parametrize(
    ("make", "dice", "result"),
    [
        (tired_behind_cover, (2, 4, 7, 1), 8),
        (tired_behind_cover, (5, 4, 2, 1), 9),
        (tired_in_a_fight, (2, 4, 7, 1), 6),
        (tired_in_a_fight, (5, 4, 2, 1), 3),
        (tired, (5, 4), 9),
    ],
)
def test_dice_advantage_reroll_rolls_both_dice_again(scene, make, dice, result):
    """With advantage the better of the two results is kept, with disadvantage the worse."""
    assert cleared(make(scene, options={"dice.advantage": "reroll"}), dice) == result


DEFENCE = {
    "fortified": {"fortified": True},
    "warded": {"spells": ["ward"], "kept": [{"spell": "ward", "target": "B", "tokens": 0}]},
    "prone": {"prone": True},
    "heavy": {"armour": "heavy"},
    "restrained": {"restrained": 5},
}


def dodges(scene, conditions, dice, options=None):
    """B dodges a Clash of 8: tell whether it is hit."""
    b = {key: value for name in conditions for key, value in DEFENCE[name].items()}
    s = scene(B=b, announce={"A": ["strike"]}, options=options)
    s.declare("strike", "B", "clash", dice=[4, 4])
    s.act("dodge", dice=dice, by="B")
    return s.unit("B").hit


@clause("C005")
@pytest.mark.parametrize(
    "conditions", [("fortified",), ("warded",), ("fortified", "warded")], ids="+".join
)
def test_two_sources_of_advantage_act_as_one(scene, conditions):
    assert not dodges(scene, conditions, [2, 3, 5])
    assert dodges(scene, conditions, [2, 3, 4])


@clause("C005")
@pytest.mark.parametrize(
    "conditions",
    [
        ("prone",),
        ("heavy",),
        ("prone", "heavy"),
        ("prone", "restrained"),
        ("prone", "heavy", "restrained"),
    ],
    ids="+".join,
)
def test_two_sources_of_disadvantage_act_as_one(scene, conditions):
    assert not dodges(scene, conditions, [8, 5, 3])
    assert dodges(scene, conditions, [8, 4, 3])


@clause("C006")
@pytest.mark.parametrize("options", [{}, {"dice.advantage": "reroll"}])
@pytest.mark.parametrize(
    "conditions",
    [
        ("fortified", "prone"),
        ("fortified", "warded", "prone"),
        ("warded", "prone", "heavy"),
        ("fortified", "warded", "prone", "heavy", "restrained"),
    ],
    ids="+".join,
)
def test_with_both_the_roll_is_plain(scene, conditions, options):
    assert not dodges(scene, conditions, [5, 3], options)
    assert dodges(scene, conditions, [4, 3], options)


@clause("C006")
def test_with_both_an_acting_roll_is_plain(scene):
    s = tired(scene, A={"covered": True}, zones=COVER, apart=False)
    assert cleared(s, [5, 4]) == 9


# --- success against a fixed difficulty


@clause("C007")
@pytest.mark.parametrize(
    ("difficulty", "dice", "free"),
    [
        (5, (3, 2), True),
        (5, (2, 2), False),
        (5, (4, 3), True),
        (9, (5, 4), True),
        (9, (5, 3), False),
        (1, (1, 1), True),
    ],
)
def test_a_result_of_at_least_the_difficulty_succeeds(scene, difficulty, dice, free):
    s = scene(A={"restrained": difficulty}, announce={"A": ["escape"]})
    s.act("escape", "restraint", dice=dice)
    assert (s.unit("A").restrained == 0) is free


@clause("C007")
@pytest.mark.parametrize(("dice", "kept"), [((3, 2), 1), ((4, 1), 1), ((2, 2), 0), ((3, 1), 0)])
def test_spells_with_a_difficulty_succeed_likewise(scene, dice, kept):
    s = scene(A={"hands": [None], "spells": ["ward"]}, announce={"A": ["cast"]})
    s.act("cast", "ward", "A", dice=dice)
    assert len(s.unit("A").kept) == kept


@clause("C007", "option:opposed.tie")
@pytest.mark.parametrize("tie", ["triggered", "actor"])
@pytest.mark.parametrize(("dice", "free"), [((3, 2), True), ((3, 1), False)])
def test_opposed_tie_does_not_touch_fixed_difficulties(scene, tie, dice, free):
    s = scene(A={"restrained": 5}, announce={"A": ["escape"]}, options={"opposed.tie": tie})
    s.act("escape", "restraint", dice=dice)
    assert (s.unit("A").restrained == 0) is free


# --- success against an opposing roll: each function tells whether A succeeds


def clash_against_dodge(scene, dice, opposing, options):
    s = scene(announce={"A": ["strike"]}, options=options)
    s.declare("strike", "B", "clash", dice=dice)
    s.act("dodge", dice=opposing, by="B")
    return s.unit("B").hit


def clash_against_guard(scene, dice, opposing, options):
    s = scene(announce={"A": ["strike"]}, options=options)
    s.declare("strike", "B", "clash", dice=dice)
    s.act("guard", dice=opposing, by="B")
    return s.unit("B").hit


def feint_against_focus(scene, dice, opposing, options):
    s = scene(announce={"A": ["feint"]}, options=options)
    s.declare("feint", "B", dice=[*dice, *opposing])
    return s.phase == "option"


def disengage_against_dodge(scene, dice, opposing, options):
    s = scene(announce={"A": ["disengage"]}, options=options)
    s.act("disengage", dice=[*dice, *opposing])
    return not s.unit("A").engaged


def escape_against_guard(scene, dice, opposing, options):
    s = scene(B={"grappling": {"A"}}, announce={"A": ["escape"]}, options=options)
    s.declare("escape", "grapple", dice=dice)
    s.act("guard", dice=opposing, by="B")
    return not s.unit("A").grappled_by


def bolt_against_dodge(scene, dice, opposing, options):
    s = scene(A=CASTER, announce={"A": ["cast"]}, options=options)
    s.declare("cast", "bolt", "B", dice=dice)
    s.act("dodge", dice=opposing, by="B")
    return s.unit("B").hit


def dread_against_focus(scene, dice, opposing, options):
    a = {"hands": [None], "spells": ["dread"]}
    s = scene(A=a, announce={"A": ["cast"]}, options=options)
    s.act("cast", "dread", "B", dice=[*dice, *opposing])
    return len(s.unit("A").kept) == 1


OPPOSED = [
    clash_against_dodge,
    clash_against_guard,
    feint_against_focus,
    disengage_against_dodge,
    escape_against_guard,
    bolt_against_dodge,
    dread_against_focus,
]


@clause("C008", "option:opposed.tie")
@pytest.mark.parametrize("options", [{}, {"opposed.tie": "triggered"}, {"opposed.tie": "actor"}])
@pytest.mark.parametrize("contest", OPPOSED)
def test_the_higher_result_wins_and_a_tie_goes_by_the_option(scene, contest, options):
    tie = options.get("opposed.tie") == "actor"
    for opposing, success in [((6, 1), True), ((6, 2), tie), ((6, 3), False)]:
        assert contest(scene, [5, 3], opposing, options) is success


# --- success where nobody opposes


def declined(scene, dice, more, options):
    s = scene(announce={"A": [*more, "strike"]}, options=options)
    for verb in more:
        s.act(verb)
    s.act("strike", "B", "clash", dice=dice)
    return s.unit("B").hit


def unnoticed(scene, dice, more, options):
    a, b = {"hidden_from": {"B"}}, {"aware_of": set()}
    s = scene(A=a, B=b, apart=True, announce={"A": [*more, "strike"]}, options=options)
    for verb in more:
        s.act(verb)
    s.act("strike", "B", "clash", dice=dice)
    return s.unit("B").hit


def without_focus(scene, dice, more, options):
    a, b = {"hidden_from": {"B"}}, {"aware_of": set()}
    s = scene(A=a, B=b, apart=True, announce={"A": [*more, "taunt"]}, options=options)
    s.declare("taunt", "B", "plain", dice=dice)
    return s.phase == "option"


def not_held_fast(scene, dice, more, options):
    b = {"grappling": {"A"}}
    s = scene(B=b, announce={"A": [*more, "escape"]}, options=options)
    for verb in more:
        s.act(verb)
    s.act("escape", "grapple", dice=dice)
    return not s.unit("A").grappled_by


def declined_bolt(scene, dice, more, options):
    s = scene(A=CASTER, announce={"A": [*more, "cast"]}, options=options)
    for verb in more:
        s.act(verb)
    s.act("cast", "bolt", "B", dice=dice)
    return s.unit("B").hit


@clause("C009", "option:difficulty.passive")
@pytest.mark.parametrize(
    ("options", "more", "failing", "succeeding"),
    [
        ({}, ["dance"], (1, 1), (2, 1)),  # at -2
        ({"difficulty.passive": 1}, ["dance"], (1, 1), (2, 1)),
        ({"difficulty.passive": 3}, [], (1, 1), (2, 1)),
        ({"difficulty.passive": 5}, [], (3, 1), (3, 2)),
    ],
)
@pytest.mark.parametrize(
    "action", [declined, unnoticed, without_focus, not_held_fast, declined_bolt]
)
def test_unopposed_a_roll_has_the_passive_difficulty(
    scene, action, options, more, failing, succeeding
):
    assert not action(scene, failing, more, options)
    assert action(scene, succeeding, more, options)


@clause("C009")
def test_by_default_anything_but_zero_succeeds_unopposed(scene):
    assert declined(scene, [1, 1], [], {})
    assert not declined(scene, [1, 1], ["dance"], {})
