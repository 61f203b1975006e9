"""Section 3.18 of the rules: Maintain Concentration (C440-C445)."""

import pytest

from fracas.envs.core.testing import clause

SPELLS = ["bolt", "ward", "mire", "dread"]
TARGETS = {"ward": "A", "mire": "Z1", "dread": "B"}


def caster(tokens=None, **more):
    """A unit that keeps these spells, each with so many damage tokens."""
    kept = [
        {"spell": spell, "target": TARGETS[spell], "tokens": n}
        for spell, n in (tokens or {}).items()
    ]
    return {"hands": [], "spells": SPELLS, "kept": kept, **more}


def kept(s, name="A"):
    return {effect["spell"]: effect["tokens"] for effect in s.unit(name).kept}


def upkeep(scene, tokens, dice, **more):
    """The next round's first decision after A's roll."""
    s = scene(A=caster(tokens), announce={}, **more)
    s.finish_round(dice=dice)
    assert s.round == 3
    return s


def sizes(s, n):
    """Sizes of the last n dice."""
    state = s.battle.state[0]
    log, total = state["dice"], int(state["n_dice"])
    return [int(log[k % len(log)]["sides"]) for k in range(total - n, total)]


# --- when, and what is rolled


@clause("C440")
def test_it_is_rolled_with_willpower_and_discipline(scene):
    others = dict.fromkeys(("wisdom", "knowledge", "charisma", "constitution"), 4)
    s = scene(A=caster({"ward": 0}, willpower=10, discipline=12, **others), announce={})
    s.finish_round(dice=[2, 3])
    assert sizes(s, 2) == [10, 12]


@clause("C440", "C061")
def test_it_is_rolled_at_the_start_of_every_round_while_something_is_kept(scene):
    s = upkeep(scene, {"ward": 0}, [2, 3])
    assert s.phase == "announce"
    assert kept(s) == {"ward": 0}
    s.announce(W=["brawl"])
    s.finish_round(dice=[2, 3])
    assert (s.round, s.phase) == (4, "announce")


@clause("C440", "C061")
def test_it_is_not_rolled_when_nothing_is_kept(scene):
    s = scene(A=caster(), announce={})
    s.finish_round()
    assert (s.round, s.dice_used) == (3, 0)


@clause("C440")
def test_it_is_not_rolled_when_concentration_was_ended_before(scene):
    s = scene(A=caster({"ward": 0}), announce={"A": ["fortify"]})
    s.act("end_concentration", "ward")
    s.act("fortify")
    s.finish_round()
    assert (s.round, s.dice_used) == (3, 0)


@clause("C440")
def test_it_is_one_roll_however_much_is_kept(scene):
    s = upkeep(scene, {"ward": 0, "mire": 0, "dread": 0}, [3, 3])
    assert kept(s) == {"ward": 0, "mire": 0, "dread": 0}


@clause("C440")
def test_units_roll_in_index_order(scene):
    b = {**caster(), "kept": [{"spell": "ward", "target": "B", "tokens": 6}]}
    s = scene(A=caster({"ward": 6}), B=b, announce={})
    s.finish_round(dice=[4, 3, 3, 3])  # both need 7
    assert (kept(s), kept(s, "B")) == ({"ward": 0}, {})


@clause("C440", "C067")
def test_a_unit_that_is_out_does_not_roll(scene):
    a = caster({"ward": 0}, breathless=5, slots_free=[0, 0, 0, 0, 1])
    s = scene(A=a, announce={})
    s.finish_round()
    assert s.unit("A").out
    assert (s.round, s.dice_used) == (3, 0)


# --- the requirement


@clause("C441")
@pytest.mark.parametrize(
    ("tokens", "requirement"),
    [
        ({"ward": 2}, 3),
        ({"ward": 6}, 7),
        ({"mire": 1}, 3),
        ({"dread": 0}, 3),
        ({"dread": 3}, 6),
        ({"ward": 0, "mire": 0}, 3),
        ({"ward": 0, "dread": 0}, 4),
        ({"ward": 2, "dread": 1}, 7),
        ({"ward": 0, "mire": 0, "dread": 0}, 6),
        ({"ward": 1, "mire": 2, "dread": 2}, 11),
    ],
)
def test_a_result_below_what_is_kept_and_its_tokens_fails(scene, tokens, requirement):
    for result in (requirement - 1, requirement, requirement + 1):
        dice = [result - min(6, result - 1), min(6, result - 1)]
        s = upkeep(scene, tokens, dice)
        held = result >= requirement
        ended = s.phase == "end_concentration" or len(kept(s)) < len(tokens)
        assert ended is not held
        if held:
            assert kept(s) == dict.fromkeys(tokens, 0)


@clause("C441")
def test_the_only_effect_ends_unasked(scene):
    s = upkeep(scene, {"dread": 3}, [3, 2])
    assert (s.phase, kept(s)) == ("announce", {})


@clause("C441", "C066")
def test_what_is_ended_has_no_more_effect(scene):
    s = scene(A=caster({"mire": 2}), announce={})
    assert int(s.zone("Z1")["mired"]) != 0
    s.finish_round(dice=[2, 1])
    assert int(s.zone("Z1")["mired"]) == 0


@clause("C440", "C068")
@pytest.mark.parametrize("tokens", [{"ward": 0}, {"ward": 0, "mire": 0}])
def test_nothing_is_asked_when_it_holds(scene, tokens):
    assert upkeep(scene, tokens, [4, 4]).phase == "announce"


# --- what must be ended

CASES = [
    # kept, result, what is ended and what is left then (None: more must be ended)
    ({"ward": 0, "dread": 0}, [2, 1], "dread", {"ward"}),  # 1 is below 3
    ({"ward": 0, "dread": 0}, [2, 1], "ward", set()),  # 3 is not below 3
    ({"ward": 0, "mire": 0}, [1, 1], "mire", {"ward"}),  # 1 is below 2
    ({"ward": 0, "mire": 0}, [1, 1], "ward", set()),  # 2 is not below 2
    ({"mire": 0, "dread": 0}, [3, 1], "mire", {"dread"}),  # 3 is below 4
    ({"mire": 0, "dread": 0}, [2, 1], "mire", set()),
    ({"mire": 0, "dread": 0}, [2, 1], "dread", {"mire"}),
    ({"ward": 0, "mire": 0, "dread": 0}, [3, 2], "dread", {"ward", "mire"}),  # 3 is below 5
    ({"ward": 0, "mire": 0, "dread": 0}, [3, 2], "mire", {"ward", "dread"}),  # 4 is below 5
    ({"ward": 0, "mire": 0, "dread": 0}, [3, 2], "ward", None),  # 5 is not
    ({"ward": 0, "mire": 0, "dread": 0}, [2, 1], "dread", None),
    # tokens of an ended effect no longer count, those of the others do
    ({"ward": 2, "mire": 0}, [2, 2], "ward", {"mire"}),  # 2 is below 4
    ({"ward": 2, "mire": 0}, [2, 2], "mire", {"ward"}),  # 3 is below 4
    ({"ward": 2, "mire": 0}, [2, 1], "mire", set()),  # 3 is not below 3
    ({"ward": 2, "mire": 0}, [2, 1], "ward", {"mire"}),
    ({"ward": 0, "dread": 3}, [3, 3], "dread", {"ward"}),  # 7 less 6
    ({"ward": 0, "dread": 3}, [3, 3], "ward", set()),  # 6 is not below 6
]


@clause("C442", "C443")
@pytest.mark.parametrize(("tokens", "dice", "ended", "left"), CASES)
def test_effects_are_ended_until_the_rest_is_below_the_result(scene, tokens, dice, ended, left):
    s = upkeep(scene, tokens, dice)
    assert (s.phase, s.decider) == ("end_concentration", "A")
    s.declare("end_concentration", ended)
    if left is None:
        assert s.phase == "end_concentration"
        assert set(kept(s)) == set(tokens) - {ended}
    else:
        assert s.phase == "announce"
        assert set(kept(s)) == left


@clause("C443")
def test_the_unit_picks_each_from_all_that_it_keeps(scene):
    s = upkeep(scene, {"ward": 0, "mire": 0, "dread": 0}, [3, 2])
    assert {str(action) for action in s.battle.legal()} == {
        f"end_concentration({spell})" for spell in ("ward", "mire", "dread")
    }
    s.declare("end_concentration", "ward", by="A")
    assert {str(action) for action in s.battle.legal()} == {
        f"end_concentration({spell})" for spell in ("mire", "dread")
    }
    s.act("end_concentration", "mire", dice=[], by="A")
    assert (s.phase, set(kept(s))) == ("announce", {"dread"})


# --- tokens


@clause("C444")
@pytest.mark.parametrize(
    ("tokens", "dice", "ended"),
    [
        ({"ward": 3}, [3, 3], None),
        ({"ward": 3, "mire": 1}, [4, 4], None),
        ({"ward": 3, "mire": 1}, [3, 3], "mire"),
        ({"ward": 3, "mire": 1}, [3, 3], "ward"),
    ],
)
def test_all_tokens_are_removed_afterwards_in_any_case(scene, tokens, dice, ended):
    s = upkeep(scene, tokens, dice)
    if ended:
        s.act("end_concentration", ended)
    assert kept(s) == {spell: 0 for spell in tokens if spell != ended}


@clause("C444", "C062")
def test_tokens_of_this_round_count_at_the_next_roll(scene):
    s = scene(A=caster({"ward": 0}), announce={"B": ["strike"]})
    s.act("next", "B")
    s.act("strike", "A", "clash", dice=[5, 4], by="B")
    assert kept(s) == {"ward": 3}
    t = s.copy()
    s.finish_round(dice=[2, 2])
    assert kept(s) == {"ward": 0}
    t.finish_round(dice=[2, 1])
    assert kept(t) == {}


# --- no penalty


@clause("C445")
@pytest.mark.parametrize(("dice", "held"), [([3, 2], True), ([2, 2], False)])
def test_the_roll_takes_no_penalty_for_the_last_rounds_actions(scene, dice, held):
    plans = {"A": ["fortify", "dance", "brawl"]}
    s = scene(A=caster({"ward": 4}), announce=plans)
    s.act("fortify")
    s.act("dance")
    s.act("jab", "B", "agility", dice=[5, 4])  # at -4
    s.finish_round(dice=dice)
    assert (kept(s) == {"ward": 0}) is held
