"""Section 3.19, Cast (C460 to C466): who casts, the roll, strain; spells: test_spells.py."""

import pytest

from fracas.envs.core.testing import clause

AFTER = ("combat", "W")  # A is not asked any more
ALL = ["bolt", "ward", "mire", "dread"]
CASTER = {"hands": [], "spells": ALL}
SURE = {"bolt": [5, 4], "ward": [5, 4], "mire": [5, 4], "dread": [5, 4, 1, 2]}  # and a Focus
# Opposed by 5, or by a Focus of 5.
FAILED = {"ward": [2, 1], "mire": [2, 1], "dread": [2, 1, 3, 2]}
TARGET = {"bolt": "B", "ward": "A", "mire": "Z1", "dread": "B"}


def asked(s):
    return s.phase, s.decider


def sizes(s):
    """Return the sizes of all dice so far."""
    record = s.side
    return [int(n) for n in record["dice"]["sides"][: int(record["n_dice"])]]


def casting(scene, A=None, plans=("cast",), others=None, **more):  # noqa: N803
    announce = {"A": list(plans), **(others or {})}
    return scene(A=CASTER | (A or {}), announce=announce, **more)


def cast(s, spell, dice):
    s.act("cast", spell, TARGET[spell], dice=dice, by="A")
    return s


def strain(s, spell):
    return dict(s.unit("A").strain).get(spell, 0)


# --- the roll


@clause("C460")
@pytest.mark.parametrize("spell", ALL)
def test_the_dice_are_knowledge_and_arcana(scene, spell):
    s = casting(scene, {"knowledge": 10, "arcana": 12})
    assert asked(s) == ("interaction", "A")
    cast(s, spell, SURE[spell])
    a = s.unit("A")
    assert sizes(s)[:2] == [10, 12]
    assert (asked(s), "cast" in a.performed, a.moved, a.fought) == (AFTER, True, False, False)


@clause("C460", "C033")
@pytest.mark.parametrize(
    ("plans", "dice", "kept"),
    [
        (["cast"], [3, 2], True),
        (["cast", "brawl"], [4, 3], True),
        (["cast", "brawl"], [4, 2], False),
    ],
)
def test_the_roll_takes_the_penalty(scene, plans, dice, kept):
    s = cast(casting(scene, plans=plans), "ward", dice)
    assert bool(s.unit("A").kept) is kept


@clause("C460")
@pytest.mark.parametrize(
    ("spells", "announced"), [([], False), (["ward"], True), (["mire", "dread"], True)]
)
def test_only_spells_that_are_known_are_cast(scene, spells, announced):
    s = scene(A={"hands": [], "spells": spells})
    assert s.legal("announce", "cast") is announced
    if announced:
        s.announce(A=["cast"], W=["brawl"])
        assert {spell for spell in ALL if s.legal("cast", spell)} == set(spells)
    scene(A=CASTER | {"sapient": False}).refused("announce", "cast")


@clause("C460")
@pytest.mark.parametrize("state", [{"prone": True}, {"moved": True}, {"armour": "heavy"}])
def test_what_hinders_combat_rolls_does_not_hinder_it(scene, state):
    cast(casting(scene, state), "ward", [5, 4])  # engaged, too


# --- what it needs


@clause("C461", "C045", "C454")
@pytest.mark.parametrize(
    ("hands", "hand"), [(["sword"], "main"), ([None, "shield"], "off"), (["greatsword"], "main")]
)
def test_both_hands_must_be_empty(scene, hands, hand):
    s = casting(scene, {"hands": hands})
    assert asked(s) == ("interaction", "A")
    s.refused("cast")
    assert s.legal("forgo")
    s.declare("let_go", hand)
    assert s.legal("cast", "bolt", "B")


@clause("C461")
def test_letting_go_of_one_of_two_items_is_not_enough(scene):
    s = casting(scene, {"hands": ["sword", "dagger"]})
    s.declare("let_go", "main")
    s.refused("cast")
    s.declare("let_go", "off")
    assert s.legal("cast", "bolt", "B")


@clause("C461")
@pytest.mark.parametrize("carried", [[], ["dagger"], ["sword", "axe", "maul", "bow"]])
def test_what_is_carried_does_not_matter_and_the_focus_is_always_there(scene, carried):
    assert casting(scene, {"carried": carried}).legal("cast", "ward", "A")


@clause("C461", "C399", "C491", "C493")
@pytest.mark.parametrize(
    ("A", "B"),
    [
        ({"restrained": 5}, {}),
        ({}, {"grappling": {"A"}}),
        ({"holding": True, "breathless": 1}, {}),
    ],
)
@pytest.mark.parametrize("hands", [[], ["sword"]])
def test_it_must_be_neither_held_nor_without_speech(scene, A, B, hands):  # noqa: N803
    s = casting(scene, A | {"hands": hands}, B=B)
    assert (asked(s), "cast" in s.unit("A").performed) == (AFTER, False)


@clause("C461")
@pytest.mark.parametrize("state", [{"breathless": 1}, {"grappling": {"B"}}, {"covered": True}])
def test_other_states_do_not_forbid_it(scene, state):
    assert casting(scene, state, zones={"Z0": {"cover": True}}).legal("cast", "bolt", "B")


# --- strain


@clause("C462", "C467")
@pytest.mark.parametrize(("spell", "tokens"), [("bolt", 2), ("ward", 1), ("mire", 2), ("dread", 2)])
def test_tokens_equal_to_the_strain_are_placed_after_a_success(scene, spell, tokens):
    s = cast(casting(scene), spell, SURE[spell])
    assert {name: strain(s, name) for name in ALL} == {**dict.fromkeys(ALL, 0), spell: tokens}
    assert (s.unit("A").marks, list(s.unit("A").taxing)) == (0, [])


@clause("C462", "C467")
@pytest.mark.parametrize(("spell", "tokens"), [("ward", 1), ("mire", 2), ("dread", 2)])
def test_they_are_placed_after_a_failure_too(scene, spell, tokens):
    s = cast(casting(scene), spell, FAILED[spell])
    assert (strain(s, spell), list(s.unit("A").kept)) == (tokens, [])
    assert list(s.unit("A").taxing) == []  # it had no tokens before


@clause("C462")
@pytest.mark.parametrize("dodge", [[5, 4], [4, 4]])
def test_a_bolt_strains_hit_or_miss(scene, dodge):
    s = casting(scene)
    s.declare("cast", "bolt", "B", dice=[5, 4])
    s.act("dodge", dice=dodge, by="B")
    assert (strain(s, "bolt"), s.unit("B").hit) == (2, dodge == [4, 4])


@clause("C462")
def test_it_strains_though_the_target_is_out(scene):
    s = casting(scene, B={"slots_free": [0, 0, 0, 0, 1]})
    s.act("cast", "bolt", "B", dice=[5, 4])
    assert (bool(s.unit("B").out), strain(s, "bolt")) == (True, 2)


@clause("C462")
@pytest.mark.parametrize(
    ("spell", "before", "after"),
    [("mire", 12, 14), ("mire", 13, 15), ("mire", 14, 15), ("mire", 15, 15), ("ward", 15, 15)],
)
def test_a_spell_holds_fifteen_tokens_at_most(scene, spell, before, after):
    s = casting(scene, {"strain": {spell: before}})
    cast(s, spell, [2, 1, 1])
    assert strain(s, spell) == after


@clause("C463")
@pytest.mark.parametrize(
    ("tokens", "dice"), [({}, [5, 4]), ({"ward": 1}, [5, 4, 7]), ({"bolt": 9, "dread": 9}, [5, 4])]
)
def test_a_spell_that_has_tokens_is_cast_at_disadvantage(scene, tokens, dice):
    s = casting(scene, {"strain": tokens})
    cast(s, "ward", dice)
    assert s.unit("A").kept


@clause("C463")
def test_the_highest_of_the_three_is_dropped(scene):
    for dice, kept in [([3, 2, 8], True), ([8, 2, 2], False), ([2, 6, 2], False)]:
        s = cast(casting(scene, {"strain": {"ward": 1}}), "ward", dice)
        assert bool(s.unit("A").kept) is kept


@clause("C463", "C462")
def test_casting_a_spell_twice_is_at_disadvantage_the_second_time(scene):
    s = casting(scene)
    s.act("cast", "bolt", "B", dice=[5, 4])
    s.finish_round()
    s.announce(A=["cast"], W=["brawl"])
    s.act("cast", "bolt", "B", dice=[5, 4, 7])
    assert strain(s, "bolt") == 2  # 2 removed, 2 added


@clause("C464")
@pytest.mark.parametrize(
    ("constitution", "before", "after"),
    [(8, 1, 2), (8, 2, 2), (8, 4, 2), (8, 5, 3), (8, 8, 6), (4, 5, 5), (6, 5, 4), (10, 5, 2),
     (10, 7, 4), (12, 8, 4), (12, 15, 11)],
)  # fmt: skip
def test_such_a_success_first_removes_up_to_half_the_constitution_die(
    scene, constitution, before, after
):
    s = casting(scene, {"constitution": constitution, "strain": {"mire": before, "ward": 3}})
    cast(s, "mire", [5, 4, 7])
    assert (strain(s, "mire"), strain(s, "ward")) == (after, 3)


@clause("C464", "C465")
def test_a_failure_removes_nothing(scene):
    s = cast(casting(scene, {"strain": {"mire": 2}}), "mire", [2, 1, 1])
    assert strain(s, "mire") == 4


# --- Taxing


@clause("C465")
@pytest.mark.parametrize(
    ("spell", "before", "after"), [("mire", 2, 4), ("mire", 1, 3), ("ward", 1, 2), ("dread", 6, 8)]
)
def test_such_a_failure_adds_the_tokens_and_makes_the_spell_taxing(scene, spell, before, after):
    s = casting(scene, {"strain": {spell: before}})
    cast(s, spell, [2, 1, 1, 3, 2] if spell == "dread" else [2, 1, 1])
    a = s.unit("A")
    assert (strain(s, spell), list(a.taxing), a.marks) == (after, [spell], 0)


@clause("C465", "C108")
@pytest.mark.parametrize("dice", [[5, 4, 7], [2, 1, 1]])
def test_a_taxing_spell_marks_one_as_the_cast_begins(scene, dice):
    s = casting(scene, {"strain": {"mire": 4}, "taxing": ["mire"], "marks": 2})
    cast(s, "mire", dice)
    assert s.unit("A").marks == 3


@clause("C465")
def test_other_spells_are_not_taxing(scene):
    s = casting(scene, {"strain": {"mire": 4}, "taxing": ["mire"]})
    cast(s, "ward", [5, 4])
    assert (s.unit("A").marks, list(s.unit("A").taxing)) == (0, ["mire"])


@clause("C465", "C464")
@pytest.mark.parametrize(
    ("constitution", "before", "after", "taxing"),
    [(8, 4, 2, False), (8, 3, 2, False), (8, 8, 6, True), (4, 5, 5, True), (12, 6, 2, False)],
)
def test_it_is_taxing_until_its_tokens_are_down_to_its_strain(
    scene, constitution, before, after, taxing
):
    a = {"constitution": constitution, "strain": {"mire": before}, "taxing": ["mire"]}
    s = cast(casting(scene, a), "mire", [5, 4, 7])
    assert (strain(s, "mire"), "mire" in s.unit("A").taxing) == (after, taxing)


@clause("C465")
def test_it_stays_taxing_after_a_further_failure(scene):
    s = casting(scene, {"strain": {"mire": 4}, "taxing": ["mire"]})
    cast(s, "mire", [2, 1, 1])
    assert (strain(s, "mire"), list(s.unit("A").taxing)) == (6, ["mire"])


@clause("C465", "C104")
@pytest.mark.parametrize("slots", [[1, 1, 1, 1, 1], [0, 0, 0, 0, 1]])
def test_a_caster_taken_out_by_the_mark_casts_nothing(scene, slots):
    a = {"strain": {"bolt": 4}, "taxing": ["bolt"], "marks": 8, "breathless": 1}
    s = casting(scene, a | {"slots_free": slots})
    out = sum(slots) == 1
    s.act("cast", "bolt", "B", dice=[] if out else [5, 4, 7])
    assert (bool(s.unit("A").out), s.unit("B").slots[1]) == (out, 1 if out else 0)


@clause("C465")
def test_becoming_breathless_by_the_mark_does_not_stop_the_cast(scene):
    s = casting(scene, {"strain": {"ward": 2}, "taxing": ["ward"], "marks": 8})
    cast(s, "ward", [5, 4, 7])
    assert (s.unit("A").breathless, len(s.unit("A").kept)) == (1, 1)


# --- the omen


@clause("C466", "C012")
@pytest.mark.parametrize(
    ("spell", "dice", "answer", "tokens"),
    [
        ("mire", [8, 3], "less_strain", 1),
        ("mire", [8, 3], "keep", 2),
        ("mire", [3, 6], "less_strain", 1),
        ("mire", [8, 6], "less_strain", 1),  # two omens, one use
        ("ward", [8, 3], "less_strain", 0),
        ("mire", [2, 2], "less_strain", 1),  # a failure
        ("mire", [2, 2], "keep", 2),
        ("ward", [2, 2], "less_strain", 0),
        ("dread", [8, 3, 1, 2], "less_strain", 1),
        ("dread", [2, 2, 4, 4], "less_strain", 1),
    ],
)
def test_an_omen_spares_one_token_on_a_success_or_a_failure(scene, spell, dice, answer, tokens):
    s = casting(scene)
    s.declare("cast", spell, TARGET[spell], dice=dice)
    assert asked(s) == ("less_strain", "A")
    assert (s.legal("less_strain"), s.legal("keep"), strain(s, spell)) == (True, True, 0)
    s.act(answer, dice=[])
    assert (asked(s), strain(s, spell)) == (AFTER, tokens)


@clause("C466")
@pytest.mark.parametrize("defence", [("decline", []), ("dodge", [8, 6])])
def test_it_is_asked_after_the_defence_against_a_bolt(scene, defence):
    s = casting(scene)
    s.declare("cast", "bolt", "B", dice=[8, 3])
    s.declare(defence[0], dice=defence[1], by="B")
    assert asked(s) == ("less_strain", "A")
    s.act("less_strain", dice=[])
    assert strain(s, "bolt") == 1


@clause("C466")
def test_without_an_omen_it_is_not_asked(scene):
    s = casting(scene)
    s.declare("cast", "mire", "Z1", dice=[5, 4])
    assert (asked(s), strain(s, "mire")) == (AFTER, 2)


@clause("C466", "C464", "C465")
@pytest.mark.parametrize(
    ("before", "dice", "after"), [(2, [8, 3, 8], 1), (5, [8, 3, 8], 2), (2, [2, 2, 8], 3)]
)
def test_it_spares_one_of_the_new_tokens_on_a_strained_spell(scene, before, dice, after):
    s = casting(scene, {"strain": {"mire": before}})
    s.declare("cast", "mire", "Z1", dice=dice)
    s.act("less_strain", dice=[])
    assert strain(s, "mire") == after
