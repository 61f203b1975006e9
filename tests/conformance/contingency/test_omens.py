"""Section 3.1: omens, who counts them and who spends them (C010 to C013)."""

import pytest

from fracas.envs.core.testing import clause

DROP = [{"from": "Z0", "to": "Z1", "kind": "drop", "dice": "3d6"}, ["Z1", "Z2"], ["Z2", "Z3"]]
PROPS = {"Z0": {"props": True}}
THROWER = {"hands": ["dagger"]}
FOLLOW_UP = {"techniques": ["follow_up"]}


def falling(scene, dice, figures=None, options=None):
    """B is shoved down a drop: its Brace shows ``dice``, the three fall dice a 1 each."""
    s = scene(B=figures, zones=PROPS, edges=DROP, announce={"A": ["brawl"]}, options=options)
    s.declare("wrestle", "B", "strength", dice=[5, 4])
    s.declare("decline", by="B")
    s.declare("shove", "Z1", dice=[*dice, 1, 1, 1], by="A")
    return s


def jumping(scene, dice, figures=None):
    """A jumps down a drop: its Brace shows ``dice``, the extra one last."""
    s = scene(A=figures, edges=DROP, apart=True, announce={"A": ["reposition"]})
    s.declare("reposition", dice=[1, 2])
    s.declare("step", "Z1", dice=[*dice, 1, 1, 1])
    return s


def omens(s):
    """Return the omens of the Brace roll: how many fall dice they can remove."""
    found = 0
    if s.phase == "skilled":
        s.declare("keep")
    while s.phase == "land":
        found += 1
        s.declare("remove", found)
    assert s.battle.dice_left == 0
    return found


# --- counting the player's


@clause("C010", "option:omens.source")
@pytest.mark.parametrize("options", [{}, {"omens.source": "faces"}])
@pytest.mark.parametrize(
    ("agility", "mobility", "dice", "count"),
    [
        (8, 6, (8, 6), 2),
        (8, 6, (6, 6), 2),  # the top of the d6, and a match
        (8, 6, (5, 5), 1),
        (8, 6, (1, 1), 0),
        (8, 6, (8, 5), 1),
        (8, 6, (5, 6), 1),
        (8, 6, (6, 5), 0),
        (8, 6, (7, 4), 0),
        (8, 8, (8, 8), 3),
        (8, 8, (2, 2), 1),
        (4, 4, (4, 4), 3),
        (12, 4, (12, 1), 1),
        (12, 4, (8, 4), 1),
        (12, 4, (4, 4), 2),
    ],
)
def test_top_faces_and_a_match_that_is_not_of_ones_are_omens(
    scene, agility, mobility, dice, count, options
):
    figures = {"agility": agility, "mobility": mobility}
    assert omens(falling(scene, dice, figures, options)) == count


@clause("C010", "C003")
@pytest.mark.parametrize(
    ("mobility", "dice", "count"),
    [
        (6, (8, 6, 2), 2),
        (6, (2, 6, 8), 2),
        (6, (8, 2, 8), 3),  # two kept dice of one size may match as well
        (6, (5, 2, 5), 1),
        (6, (2, 2, 5), 0),  # one of the two that match is dropped
        (4, (5, 4, 6), 0),  # a dropped top face is none
        (4, (4, 4, 7), 0),  # of equal dice the one rolled last is dropped: the d4
        (4, (7, 4, 4), 1),  # and here the extra die, the d4 stays
    ],
)
def test_only_kept_dice_show_omens_with_advantage(scene, mobility, dice, count):
    assert omens(jumping(scene, dice, {"mobility": mobility})) == count


@clause("C010", "C004")
@pytest.mark.parametrize(
    ("dice", "offered"),
    [
        ((8, 3, 2), False),  # the top face is dropped
        ((2, 6, 3), False),
        ((2, 6, 7), True),
        ((4, 4, 7), True),
        ((4, 3, 4), False),  # a match broken by the drop
        ((6, 6, 2), False),  # of equal dice the one rolled last is dropped: the d6
        ((2, 6, 6), True),  # and here the extra die, the d6 stays
    ],
)
def test_only_kept_dice_show_omens_with_disadvantage(scene, dice, offered):
    s = scene(B={"sapient": False}, announce={"A": ["anticipate"]})
    s.declare("anticipate", "B", dice=[*dice, 1, 1])
    assert s.phase == ("muddle" if offered else "option")


@clause("C010")
@pytest.mark.parametrize(
    ("attribute", "skill", "dice", "offered"),
    [
        (10, 6, (10, 3), True),
        (12, 6, (10, 3), False),
        (8, 8, (5, 8), True),
        (8, 10, (5, 8), False),
    ],
)
def test_the_top_face_is_that_of_the_die_rolled(scene, attribute, skill, dice, offered):
    a = {"agility": attribute, "charisma": 4, "deception": skill}
    s = scene(A=a, announce={"A": ["feint"]})
    s.declare("feint", "B", dice=[*dice, 2, 1])
    assert s.phase == ("muddle" if offered else "option")


@clause("C010")
def test_a_penalty_changes_no_omen(scene):
    s = scene(announce={"A": ["feint", "dance", "strike"]})
    s.declare("feint", "B", dice=[8, 3, 2, 1])
    assert s.phase == "muddle"


# --- counting the moderator's


@clause("C011", "option:omens.source", "option:omens.moderator")
@pytest.mark.parametrize(
    "options", [{}, {"omens.source": "faces"}, {"omens.moderator": "target"}], ids=str
)
@pytest.mark.parametrize(
    ("dice", "asked"),
    [((1, 5), True), ((7, 1), True), ((1, 1), True), ((7, 2), False), ((2, 2), False)],
)
def test_a_kept_die_of_one_is_an_omen_of_the_moderator(scene, dice, asked, options):
    s = scene(A=THROWER, apart=True, announce={"A": ["throw"]}, options=options)
    s.declare("throw", "B", "main", dice=dice)
    s.declare("decline", by="B")
    assert (s.phase == "embed") is asked


@clause("C011")
@pytest.mark.parametrize(("dice", "count"), [((1, 5), 1), ((5, 1), 1), ((1, 1), 2)])
def test_each_of_two_ones_is_one(scene, dice, count):
    s = scene(A=THROWER, apart=True, announce={"A": ["throw"]})
    s.declare("throw", "B", "main", dice=dice)
    s.declare("decline", by="B")
    state = s.battle.state[0]
    assert max(int(w["moderator"]) for w in state["windows"][: int(state["depth"])]) == count


@clause("C011")
@pytest.mark.parametrize(
    ("dice", "asked"),
    [((1, 4, 5), False), ((5, 4, 1), False), ((5, 1, 4), False), ((1, 1, 5), True)],
)
def test_a_dropped_one_is_none_with_advantage(scene, dice, asked):
    b = {"grant_combat": True}
    s = scene(A=THROWER, B=b, apart=True, announce={"A": ["throw"]})
    s.declare("throw", "B", "main", dice=dice)
    s.declare("decline", by="B")
    assert (s.phase == "embed") is asked


@clause("C011")
@pytest.mark.parametrize(("dice", "asked"), [((1, 4, 5), True), ((5, 4, 3), False)])
def test_with_disadvantage_the_highest_is_dropped_and_ones_stay(scene, dice, asked):
    s = scene(apart=True, announce={"A": ["throw"]})  # a sword: not made for it
    s.declare("throw", "B", "main", dice=dice)
    s.declare("decline", by="B")
    assert (s.phase == "embed") is asked


# --- spending the player's


@clause("C012")
@pytest.mark.parametrize("spent", [("muddle", "1"), ("keep",)])
def test_a_use_is_offered_once_a_roll_to_the_roller(scene, spent):
    s = scene(announce={"A": ["feint"]})
    s.declare("feint", "B", dice=[8, 6, 2, 1])  # two omens
    assert (s.phase, s.decider) == ("muddle", "A")
    s.declare(*spent)
    assert (s.phase, s.decider) == ("option", "B")


@clause("C012")
def test_a_technique_is_offered_once_a_roll(scene):
    s = scene(A=FOLLOW_UP, announce={"A": ["strike"]})
    s.declare("strike", "B", "clash", dice=[8, 6])
    s.declare("decline", by="B")
    s.declare("technique", "follow_up", by="A")
    s.declare("jab", "B", "agility", dice=[3, 2], by="A")
    s.declare("decline", by="B")
    assert (s.phase, s.decider) == ("combat", "W")


@clause("C012")
def test_two_omens_lower_the_strain_once(scene):
    a = {"hands": [None], "spells": ["bolt"]}
    s = scene(A=a, announce={"A": ["cast"]})
    s.declare("cast", "bolt", "B", dice=[8, 6])
    s.declare("decline", by="B")
    s.declare("less_strain", by="A")
    assert (s.phase, s.decider) == ("combat", "W")
    assert s.unit("A").strain["bolt"] == 1


@clause("C012")
@pytest.mark.parametrize(
    ("dice", "feet", "remove"),
    [((8, 5), False, True), ((8, 6), True, True), ((6, 6), True, True)],
)
def test_each_use_costs_its_number_of_omens(scene, dice, feet, remove):
    s = falling(scene, dice)
    assert s.phase == "land"
    assert (s.legal("feet"), s.legal("remove")) == (feet, remove)


@clause("C012")
def test_an_omen_is_spent_but_once(scene):
    s = falling(scene, (8, 6))
    s.declare("remove", 1)
    assert not s.legal("feet")
    s.declare("remove", 2)
    assert s.phase == "combat"
    s = falling(scene, (8, 6))
    s.declare("feet")
    assert s.phase == "combat"


@clause("C012")
def test_three_omens_buy_skilled_falling_or_two_other_uses(scene):
    figures = {"mobility": 8}
    s = falling(scene, (8, 8), figures)
    assert (s.phase, s.decider) == ("skilled", "B")
    s.declare("skilled")
    assert s.phase == "combat"
    s = falling(scene, (8, 8), figures)
    s.declare("keep")
    s.declare("feet")
    s.declare("remove", 1)
    assert s.phase == "combat"


@clause("C012")
def test_only_a_repeatable_use_is_made_again(scene):
    s = falling(scene, (8, 8), {"mobility": 8})
    s.declare("keep")
    for die in (1, 2):
        s.declare("remove", die)
        assert s.phase == "land"
    s.declare("remove", 3)
    assert s.phase == "combat"


@clause("C012")
def test_what_is_left_is_lost_with_the_action(scene):
    s = scene(A=FOLLOW_UP, announce={"A": ["feint", "strike"]})
    s.declare("feint", "B", dice=[8, 6, 2, 1])
    s.declare("keep")
    s.declare("option", 1, by="B")
    s.declare("strike", "B", "clash", dice=[5, 4], by="A")
    s.declare("decline", by="B")
    assert s.unit("B").hit
    assert (s.phase, s.decider) == ("combat", "W")


@clause("C012")
def test_a_failed_roll_has_no_use_for_them(scene):
    s = scene(A=FOLLOW_UP, announce={"A": ["feint", "strike"]})
    s.declare("feint", "B", dice=[8, 6, 8, 6])
    assert (s.phase, s.decider) == ("combat", "A")
    s.declare("strike", "B", "clash", dice=[8, 6])
    s.declare("dodge", dice=[8, 6], by="B")
    assert (s.phase, s.decider) == ("combat", "W")


@clause("C012")
def test_the_opposing_rolls_omens_have_no_use(scene):
    s = scene(B=FOLLOW_UP, announce={"A": ["strike"]})
    s.declare("strike", "B", "clash", dice=[8, 5])
    s.declare("dodge", dice=[8, 6], by="B")
    assert (s.phase, s.decider) == ("combat", "W")


# --- spending the moderator's


@clause("C013", "option:omens.moderator")
@pytest.mark.parametrize("options", [{}, {"omens.moderator": "target"}])
@pytest.mark.parametrize("choice", ["embed", "fall"])
def test_the_target_spends_the_moderators_omens(scene, options, choice):
    s = scene(A=THROWER, apart=True, announce={"A": ["throw"]}, options=options)
    s.declare("throw", "B", "main", dice=[7, 1])
    s.declare("decline", by="B")
    assert (s.phase, s.decider) == ("embed", "B")
    assert {action.verb for action in s.battle.legal()} == {"embed", "fall"}
    s.act(choice)
    assert [item.item for item in s.floor()] == ([] if choice == "embed" else ["dagger"])
    assert s.unit("B").embedded == (["dagger"] if choice == "embed" else [])


@clause("C013")
def test_they_are_spent_once(scene):
    s = scene(A=THROWER, apart=True, announce={"A": ["throw"]})
    s.declare("throw", "B", "main", dice=[1, 1])
    s.declare("decline", by="B")
    s.declare("fall", by="B")
    assert (s.phase, s.decider) == ("combat", "W")


@clause("C013")
def test_they_have_no_use_where_the_action_lists_none(scene):
    for verb, args, plan in [
        ("strike", ("B", "clash"), "strike"),
        ("jab", ("B", "agility"), "brawl"),
    ]:
        s = scene(announce={"A": [plan]})
        s.declare(verb, *args, dice=[7, 1])
        s.declare("decline", by="B")
        assert (s.phase, s.decider) == ("combat", "W")


@clause("C013")
def test_they_have_no_use_on_a_throw_that_misses(scene):
    s = scene(A=THROWER, apart=True, announce={"A": ["throw"]})
    s.declare("throw", "B", "main", dice=[7, 1])
    s.declare("dodge", dice=[5, 3], by="B")
    assert (s.phase, s.decider) == ("combat", "W")
    assert [item.item for item in s.floor()] == ["dagger"]


@clause("C013", "option:omens.moderator")
@pytest.mark.parametrize("dice", [(7, 1), (1, 1)])
def test_omens_moderator_off_leaves_them_unspent(scene, dice):
    off = {"omens.moderator": "off"}
    s = scene(A=THROWER, apart=True, announce={"A": ["throw"]}, options=off)
    s.declare("throw", "B", "main", dice=dice)
    s.declare("decline", by="B")
    assert (s.phase, s.decider) == ("combat", "W")
    assert [item.item for item in s.floor()] == ["dagger"]


# --- omens.source = margin


@clause("C010", "option:omens.source")
@pytest.mark.parametrize(
    ("dice", "focus", "offered"),
    [
        ((5, 3), (3, 2), True),
        ((5, 3), (4, 2), False),
        ((5, 3), (1, 1), True),
        ((8, 6), (7, 5), False),  # top faces count for nothing
        ((4, 4), (4, 2), False),  # nor does a match
    ],
)
def test_omens_source_margin_gives_an_omen_for_three_points(scene, dice, focus, offered):
    s = scene(announce={"A": ["feint"]}, options={"omens.source": "margin"})
    s.declare("feint", "B", dice=[*dice, *focus])
    assert s.phase == ("muddle" if offered else "option")


@clause("C010", "option:omens.source")
@pytest.mark.parametrize(
    ("plan", "dice", "offered"),
    [
        (["strike"], (3, 1), True),  # 3 above the difficulty of 1
        (["strike"], (2, 1), False),
        (["fortify", "strike"], (3, 2), False),  # what the penalty leaves counts
        (["fortify", "strike"], (4, 2), True),
    ],
)
def test_omens_source_margin_counts_from_the_difficulty(scene, plan, dice, offered):
    s = scene(A=FOLLOW_UP, announce={"A": plan}, options={"omens.source": "margin"})
    if "fortify" in plan:
        s.act("fortify")
    s.declare("strike", "B", "clash", dice=dice)
    s.declare("decline", by="B")
    assert (s.phase == "technique") is offered


@clause("C011", "option:omens.source")
@pytest.mark.parametrize("dice", [(7, 1), (1, 1)])
def test_omens_source_margin_takes_ones_for_no_omens(scene, dice):
    margin = {"omens.source": "margin"}
    s = scene(A=THROWER, apart=True, announce={"A": ["throw"]}, options=margin)
    s.declare("throw", "B", "main", dice=dice)
    s.declare("decline", by="B")
    assert (s.phase, s.decider) == ("combat", "W")
