"""Section 3.4: concentration (C060 to C068)."""

import pytest

from fracas.envs.core.testing import clause

ALL = ["bolt", "ward", "mire", "dread"]
TARGETS = {"ward": "A", "mire": "Z0", "dread": "W"}


def keeps(*spells, **more):
    """Return a unit's fields: it keeps these spells, each "ward" or ("ward", tokens)."""
    pairs = [spell if isinstance(spell, tuple) else (spell, 0) for spell in spells]
    kept = [{"spell": name, "target": TARGETS[name], "tokens": n} for name, n in pairs]
    return {"spells": ALL, "kept": kept, **more}


def kept(s, unit="A"):
    return {each["spell"]: each["tokens"] for each in s.unit(unit).kept}


def verbs(s):
    return {action.verb for action in s.battle.legal()}


def upkeep(s, dice):
    """Forgo what W has pending and roll these dice up to the next decision."""
    return s.act("forgo", dice=dice, by="W")


# --- what must be kept up, and when


@clause("C060", "C061")
@pytest.mark.parametrize(
    ("spells", "requirement"),
    [
        ([("ward", 3)], 4),
        ([("mire", 3)], 5),
        ([("dread", 0)], 3),
        ([("dread", 4)], 7),
        ([("ward", 2), ("mire", 0)], 5),
        ([("ward", 1), ("mire", 1), ("dread", 1)], 9),
    ],
)
def test_an_action_with_concentration_counts_its_units(scene, spells, requirement):
    s = scene(A=keeps(*spells), announce={})
    holds, fails = s.copy(), s.copy()
    upkeep(holds, [requirement - 1, 1])
    assert holds.phase == "announce"
    assert kept(holds) == {spell: 0 for spell, _ in spells}
    fails.declare("forgo", dice=[requirement - 2, 1], by="W")
    assert fails.phase == ("announce" if len(spells) == 1 else "end_concentration")
    if len(spells) == 1:
        assert kept(fails) == {}


@clause("C060")
def test_the_least_requirement_is_met_by_any_roll(scene):
    s = scene(A=keeps("ward"), announce={})
    upkeep(s, [1, 1])
    assert kept(s) == {"ward": 0}


@clause("C060")
def test_a_spell_without_concentration_is_not_kept(scene):
    s = scene(A={"hands": [None], "spells": ALL}, announce={"A": ["cast"]})
    s.act("cast", "bolt", "B", dice=[5, 4])
    assert kept(s) == {}
    upkeep(s, [])


@clause("C060", "C061")
@pytest.mark.parametrize(("spell", "dice"), [("ward", [5, 2]), ("mire", [5, 2])])
def test_a_spell_that_is_cast_is_kept_up_from_the_next_round(scene, spell, dice):
    s = scene(A={"hands": [None], "spells": ALL}, announce={"A": ["cast"]})
    s.act("cast", spell, TARGETS[spell], dice=dice)
    assert kept(s) == {spell: 0}
    upkeep(s, [2, 1])
    assert s.round == 3
    assert kept(s) == {spell: 0}


@clause("C061")
def test_concentration_is_maintained_at_the_start_of_every_round(scene):
    s = scene(A=keeps("ward"), announce={})
    for number in (3, 4, 5):
        upkeep(s, [3, 2])
        assert (s.round, s.phase) == (number, "announce")
        s.announce(W=["brawl"])


@clause("C061")
def test_with_nothing_kept_there_is_no_roll(scene):
    s = scene(A={"spells": ALL}, announce={})
    upkeep(s, [])
    assert s.round == 3


@clause("C061")
def test_it_is_one_roll_for_all_that_is_kept(scene):
    s = scene(A=keeps("ward", "mire", "dread"), announce={})
    upkeep(s, [4, 2])
    assert kept(s) == {"ward": 0, "mire": 0, "dread": 0}


@clause("C061")
def test_each_unit_that_keeps_something_rolls_in_index_order(scene):
    b = {"spells": ALL, "kept": [{"spell": "dread", "target": "A", "tokens": 0}]}
    for initiative in ("one", "two"):
        s = scene(A=keeps("dread"), B=b, announce={}, initiative=initiative)
        upkeep(s, [2, 1, 1, 1])  # A holds, B does not
        assert (kept(s), kept(s, "B")) == ({"dread": 0}, {})
        s = scene(A=keeps("dread"), B=b, announce={}, initiative=initiative)
        upkeep(s, [1, 1, 2, 1])
        assert (kept(s), kept(s, "B")) == ({}, {"dread": 0})


@clause("C061")
def test_the_roll_is_willpower_and_discipline(scene):
    s = scene(A=keeps("ward", willpower=12, discipline=4), announce={})
    before = s.battle.dice_rolled
    upkeep(s, None)
    log = s.battle.state[0]["dice"]
    assert [int(die["sides"]) for die in log[before : s.battle.dice_rolled]] == [12, 4]


# --- damage tokens


def struck(scene, a, weapon="sword", **more):
    """B hits A with a weapon."""
    b = {"hands": [weapon], **more.pop("B", {})}
    s = scene(A=a, B=b, announce={"B": ["strike"]}, **more)
    s.act("next", "B", by="B")
    s.declare("strike", "A", "clash", dice=[5, 4], by="B")
    s.declare("decline", by="A")
    return s


@clause("C062")
@pytest.mark.parametrize(
    ("weapon", "armour", "tokens"),
    [
        ("dagger", "none", 2),
        ("sword", "none", 3),
        ("greatsword", "none", 4),
        ("sword", "light", 2),
        ("dagger", "heavy", 1),
        ("mace", "light", 2),  # it ignores the box
    ],
)
def test_an_injury_places_a_token_for_each_unit_of_severity_after_armour(
    scene, weapon, armour, tokens
):
    s = struck(scene, keeps("ward", armour=armour), weapon)
    assert kept(s) == {"ward": tokens}


@clause("C062")
def test_tokens_count_the_severity_not_the_slot(scene):
    s = struck(scene, keeps("ward", slots_free=[1, 1, 0, 1, 1]))
    assert s.unit("A").slots == (1, 1, 0, 0, 1)
    assert kept(s) == {"ward": 3}


@clause("C062")
def test_tokens_of_several_injuries_add_up(scene):
    a = keeps("ward", marks=4)  # tiring: a Jab injures
    s = scene(A=a, B={"hands": ["dagger"]}, announce={"B": ["strike", "brawl"]})
    s.act("next", "B", by="B")
    s.act("strike", "A", "clash", dice=[5, 4], by="B")
    s.act("next", "B", by="B")
    s.act("jab", "A", "strength", dice=[5, 4], by="B")
    assert kept(s) == {"ward": 3}


@clause("C062")
def test_tokens_raise_the_requirement(scene):
    for dice, left in [((4, 2), {"mire": 0}), ((3, 2), {})]:  # 2 + 4
        s = struck(scene, keeps("mire"), "greatsword")
        upkeep(s, dice)
        assert kept(s) == left


@clause("C062")
def test_without_an_injury_there_is_no_token(scene):
    s = scene(A=keeps("ward"), announce={"B": ["strike"]})
    s.act("next", "B", by="B")
    s.act("strike", "A", "harry", dice=[5, 4], by="B")
    assert s.unit("A").marks == 2
    assert kept(s) == {"ward": 0}
    s = scene(A=keeps("ward", marks=4, armour="light"), announce={"B": ["brawl"]})
    s.act("next", "B", by="B")
    s.act("jab", "A", "strength", dice=[5, 4], by="B")  # the box takes all of it
    assert kept(s) == {"ward": 0}


@clause("C062")
def test_an_injury_by_a_spell_places_tokens(scene):
    b = {"hands": [None], "spells": ALL}
    s = scene(A=keeps("ward"), B=b, announce={"B": ["cast"]})
    s.act("cast", "bolt", "A", dice=[5, 4], by="B")
    assert kept(s) == {"ward": 2}


@clause("C062")
def test_an_injury_by_a_fall_places_tokens(scene):
    edges = [{"from": "Z0", "to": "Z1", "kind": "drop", "dice": "2d6"}]
    zones = {"Z0": {"props": True}}
    s = scene(A=keeps("ward"), zones=zones, edges=edges, announce={"B": ["brawl"]})
    s.act("next", "B", by="B")
    s.declare("wrestle", "A", "strength", dice=[5, 4], by="B")
    s.declare("decline", by="A")
    s.act("shove", "Z1", dice=[2, 1, 6, 6])  # 12: severity 3
    assert kept(s) == {"ward": 3}


@clause("C062")
def test_an_injury_by_exhaustion_places_tokens(scene):
    s = scene(A=keeps("ward", marks=8, breathless=1), announce={"B": ["brawl"]})
    s.act("next", "B", by="B")
    s.act("jab", "A", "agility", dice=[5, 4], by="B")
    assert s.unit("A").slots == (0, 1, 1, 1, 1)
    assert kept(s) == {"ward": 1}


@clause("C062")
def test_an_injury_by_a_hazard_places_tokens(scene):
    for dice, left in [((3, 1), {"dread": 0}), ((2, 1), {})]:  # 3 + 1
        s = scene(A=keeps("dread"), B={"zone": "Z1"}, zones={"Z0": {"hazard": True}}, announce={})
        upkeep(s, dice)
        assert kept(s) == left


@clause("C062")
def test_only_the_injured_unit_places_tokens(scene):
    s = struck(scene, keeps("ward"), B={"spells": ALL, "kept": keeps("mire")["kept"]})
    assert (kept(s), kept(s, "B")) == ({"ward": 3}, {"mire": 0})


@clause("C063")
@pytest.mark.parametrize(
    "choices", [("ward", "ward"), ("ward", "mire"), ("mire", "ward"), ("mire", "mire")]
)
def test_tokens_are_split_one_by_one_as_the_unit_likes(scene, choices):
    s = struck(scene, keeps("ward", "mire"), "dagger")
    for choice in choices:
        assert (s.phase, s.decider) == ("token", "A")
        assert s.rows("token") == ["token(ward)", "token(mire)"]
        assert verbs(s) == {"token"}
        s.declare("token", choice)
    assert (s.phase, s.decider) == ("combat", "W")
    assert kept(s) == {spell: choices.count(spell) for spell in ("ward", "mire")}


@clause("C063")
def test_with_three_actions_kept_each_may_take_a_token(scene):
    s = struck(scene, keeps("ward", "mire", "dread"))
    for spell in ("dread", "mire", "ward"):
        s.declare("token", spell, by="A")
    assert kept(s) == {"ward": 1, "mire": 1, "dread": 1}


@clause("C063")
def test_a_unit_that_is_taken_out_is_not_asked(scene):
    s = struck(scene, keeps("ward", "mire", slots_free=[0, 0, 0, 0, 1]))
    assert s.unit("A").out
    assert (s.phase, s.decider) == ("combat", "W")


# --- ending it


@clause("C064")
@pytest.mark.parametrize("spell", ["ward", "mire", "dread"])
def test_any_of_them_may_be_ended_free_of_cost(scene, spell):
    s = scene(A=keeps("ward", "mire", "dread"))
    assert (s.phase, s.decider) == ("announce", "A")
    s.declare("announce", "strike")
    assert s.rows("end_concentration") == [
        f"end_concentration({each})" for each in ("ward", "mire", "dread")
    ]
    before = s.unit("A")
    s.act("end_concentration", spell, dice=[])
    assert (s.phase, s.decider) == ("announce", "A")
    after = s.unit("A")
    assert kept(s) == {each: 0 for each in ("ward", "mire", "dread") if each != spell}
    for field in ("n", "marks", "announced", "pending", "performed"):
        assert getattr(after, field) == getattr(before, field)


@clause("C064", "C068")
@pytest.mark.parametrize(
    ("plan", "phase"),
    [
        ("fortify", "influence"),
        ("dance", "movement"),
        ("recover", "interaction"),
        ("strike", "combat"),
    ],
)
def test_it_may_be_ended_at_any_choice_of_an_action(scene, plan, phase):
    s = scene(A=keeps("ward", marks=2), announce={"A": [plan]})
    assert (s.phase, s.decider) == (phase, "A")
    before = s.unit("A").n
    s.act("end_concentration", "ward", dice=[])
    assert kept(s) == {}
    assert (s.phase, s.decider) == (phase, "A")  # the turn goes on
    assert s.legal(plan)
    assert s.unit("A").n == before
    assert not s.legal("end_concentration")


@clause("C065")
def test_what_is_kept_cannot_be_cast_again_until_it_is_ended(scene):
    s = scene(A=keeps("ward", hands=[None]), A2={}, announce={"A": ["cast"]})
    assert (s.phase, s.decider) == ("interaction", "A")
    for target in ("A", "A2"):
        assert not s.legal("cast", "ward", target)
    for spell, target in [("mire", "Z0"), ("dread", "B"), ("bolt", "B")]:
        assert s.legal("cast", spell, target)
    s.act("end_concentration", "ward")
    for target in ("A", "A2"):
        assert s.legal("cast", "ward", target)
    s.act("cast", "ward", "A2", dice=[4, 3])
    assert kept(s) == {"ward": 0}
    assert s.unit("A").kept[0]["target"] == "A2"


@clause("C065")
def test_several_different_ones_may_be_kept_at_once(scene):
    s = scene(A=keeps("ward", "mire", hands=[None]), announce={"A": ["cast"]})
    s.act("cast", "dread", "B", dice=[5, 4, 2, 2])
    assert kept(s) == {"ward": 0, "mire": 0, "dread": 0}


@clause("C065")
def test_another_unit_may_keep_the_same_action(scene):
    a2 = {"hands": [None], "spells": ALL}
    s = scene(A=keeps("ward"), A2=a2, announce={"A2": ["cast"]})
    s.act("cast", "ward", "A", dice=[4, 3], by="A2")
    assert (kept(s), kept(s, "A2")) == ({"ward": 0}, {"ward": 0})


@clause("C065")
def test_a_spell_that_is_not_kept_may_be_cast_again(scene):
    s = scene(A={"hands": [None], "spells": ALL, "strain": {"bolt": 2}}, announce={"A": ["cast"]})
    assert s.legal("cast", "bolt", "B")


# --- what ends with it


def dodges(s, dice):
    """B strikes A with 8, A dodges: tell whether it isn't hit."""
    s.act("next", "B", by="B")
    s.declare("strike", "A", "clash", dice=[4, 4], by="B")
    s.act("dodge", dice=dice, by="A")
    return not s.unit("A").hit


@clause("C066")
def test_a_ward_ends_at_once(scene):
    plans = {"A": ["dance"], "B": ["strike"]}
    s = scene(A=keeps("ward"), announce=plans)
    ended = s.copy()
    ended.act("end_concentration", "ward")
    for each, dice in [(s, [2, 3, 5]), (ended, [5, 3])]:
        each.act("dance", by="A")
        assert dodges(each, dice)


@clause("C066")
def test_a_mire_ends_at_once(scene):
    plans = {"A": ["dance"], "B": ["reposition"]}
    s = scene(A=keeps("mire"), announce=plans, apart=True)
    ended = s.copy()
    ended.act("end_concentration", "mire")
    for each, steps in [(s, False), (ended, True)]:
        each.act("dance", by="A")
        each.declare("reposition", dice=[1, 1], by="B")  # one zone
        assert (each.phase == "step") is steps
        assert (each.unit("B").zone, each.legal("step", "Z1")) == ("Z0", steps)


@clause("C066")
def test_a_dread_ends_at_once(scene):
    plans = {"A": ["dance"], "B": ["strike"]}
    a = {"spells": ALL, "kept": [{"spell": "dread", "target": "B", "tokens": 0}]}
    s = scene(A=a, announce=plans)
    ended = s.copy()
    ended.act("end_concentration", "dread")
    for each, dice in [(s, [4, 3, 5]), (ended, [4, 3])]:
        each.act("dance", by="A")
        each.act("next", "B", by="B")
        each.act("strike", "A", "harry", dice=dice, by="B")


@clause("C066")
def test_its_tokens_go_with_it(scene):
    s = scene(A=keeps(("ward", 3), ("mire", 2), hands=[None]), announce={"A": ["cast"]})
    s.act("end_concentration", "ward")
    assert kept(s) == {"mire": 2}
    s.act("cast", "ward", "A", dice=[4, 3])
    assert kept(s) == {"mire": 2, "ward": 0}
    upkeep(s, [4, 1])  # 2 and 2 tokens and 1
    assert kept(s) == {"mire": 0, "ward": 0}


@clause("C066")
def test_losing_it_at_the_start_of_a_round_ends_the_effect(scene):
    for dice, defence in [((4, 1), [2, 3, 5]), ((3, 1), [5, 3])]:
        s = scene(A=keeps(("ward", 4)), announce={})
        upkeep(s, dice)
        s.announce(B=["strike"], W=["brawl"])
        assert dodges(s, defence)


def warded_by_a_caster_that_is_hit(scene, slots):
    """B strikes A, which keeps a ward on A2; B2 is to strike A2."""
    a = {"spells": ALL, "slots_free": slots}
    a["kept"] = [{"spell": "ward", "target": "A2", "tokens": 0}]
    s = scene(
        A=a, A2={}, B2={}, engaged=[("A", "B"), ("A2", "B2")],
        announce={"B": ["strike"], "B2": ["strike"]},
    )  # fmt: skip
    s.act("next", "B", by="B")
    s.act("strike", "A", "clash", dice=[5, 4], by="B")
    s.act("next", "B2", by="B2")
    s.declare("strike", "A2", "clash", dice=[4, 4], by="B2")
    return s


@clause("C067")
@pytest.mark.parametrize(
    ("slots", "left", "defence"),
    [([1, 1, 1, 1, 1], {"ward": 3}, [2, 3, 5]), ([0, 0, 0, 0, 1], {}, [5, 3])],
)
def test_concentration_ends_when_the_unit_is_taken_out(scene, slots, left, defence):
    s = warded_by_a_caster_that_is_hit(scene, slots)
    assert s.unit("A").out is (left == {})
    assert kept(s) == left
    s.act("dodge", dice=defence, by="A2")
    assert not s.unit("A2").hit


@clause("C067")
def test_a_mire_ends_when_its_caster_is_taken_out(scene):
    s = scene(A=keeps("mire", slots_free=[0, 0, 0, 0, 1]), announce={"B": ["strike"]})
    assert s.zone("Z0")["mired"] != 0
    s.act("next", "B", by="B")
    s.act("strike", "A", "clash", dice=[5, 4], by="B")
    assert s.unit("A").out
    assert s.zone("Z0")["mired"] == 0
