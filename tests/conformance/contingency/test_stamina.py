"""Section 3.6 of the rules: the stamina track, stress, a full track (C100-C104, C108, C109).

Breathless and suffocating: test_breathless.py.
"""

import pytest

from fracas.envs.core.testing import clause

UNHURT = (1, 1, 1, 1, 1)
FRAIL = [0, 0, 0, 0, 1]  # any injury takes the unit out
FULL = {"marks": 8}
BOLT = {"hands": [], "spells": ["bolt"]}


def track(s, name):
    unit = s.unit(name)
    return unit.marks, unit.breathless, unit.slots


def guarded(s, dice=(6, 5)):
    s.declare("strike", "B", "clash", dice=[4, 4], by="A")
    s.act("guard", dice=list(dice), by="B")


# Ways to one mark: the one that is marked, what is announced, what happens.
ONE_MARK = {
    "a Harry that failed": ("B", {"A": ["strike"]}, "harried"),
    "a Jab": ("B", {"A": ["brawl"]}, "jabbed"),
    "a Guard": ("B", {"A": ["strike"]}, "guarded"),
    "a strike that was guarded": ("A", {"A": ["strike"]}, "guarded"),
    "a Disengage that failed": ("A", {"A": ["disengage"]}, "held_back"),
    "an Escape that failed": ("A", {"A": ["escape"]}, "kept_bound"),
    "a Taxing option": ("B", {"A": ["anticipate"]}, "anticipated"),
    "a Taxing spell": ("A", {"A": ["cast"]}, "cast"),
    "an effect on oneself": ("A", {"A": ["parley"]}, "offered"),
}
one_mark = pytest.mark.parametrize(
    ("name", "plans", "how"), ONE_MARK.values(), ids=[way.replace(" ", "_") for way in ONE_MARK]
)


def marked_once(scene, name, plans, how, **fields):
    """A scene in which the unit, with these fields, has just been marked once."""
    more = {"cast": {**BOLT, "strain": {"bolt": 4}, "taxing": ["bolt"]}}.get(how, {})
    if how == "kept_bound":
        more = {"restrained": 5}
    s = scene(**{name: {**more, **fields}}, apart=how == "offered", announce=plans)
    match how:
        case "harried":
            s.declare("strike", "B", "harry", dice=[1, 1])
            s.act("dodge", dice=[6, 5])
        case "jabbed":
            s.act("jab", "B", "agility", dice=[4, 3])
        case "guarded":
            guarded(s)
        case "held_back":
            s.act("disengage", dice=[1, 1, 4, 4])
        case "kept_bound":
            s.act("escape", "restraint", dice=[1, 1])
        case "anticipated":
            s.declare("anticipate", "B", dice=[4, 3, 1, 1])
            s.act("option", 1, by="B")
        case "cast":
            s.declare("cast", "bolt", "B", dice=[3, 2, 1])
            s.act("dodge", dice=[6, 5], by="B")
        case "offered":
            s.act("parley", "B", "mark", dice=[1, 2, 1, 6, 5])
    return s


# --- marking


@clause("C100")
@one_mark
@pytest.mark.parametrize("marks", [0, 3])
def test_effects_mark_the_units_that_they_name(scene, name, plans, how, marks):
    s = marked_once(scene, name, plans, how, marks=marks)
    assert s.unit(name).marks == marks + 1


@clause("C100", "C323")
@pytest.mark.parametrize(("dodge", "marks"), [([1, 1], 2), ([6, 5], 1)])
def test_an_effect_may_mark_two_units(scene, dodge, marks):
    s = scene(announce={"A": ["strike"]})
    s.declare("strike", "B", "harry", dice=[4, 3])
    s.act("dodge", dice=dodge)
    assert (s.unit("A").marks, s.unit("B").marks) == (0, marks)


@clause("C101")
@pytest.mark.parametrize(
    ("constitution", "willpower", "length"),
    [(8, 8, 8), (4, 4, 4), (12, 12, 12), (12, 4, 8), (4, 12, 8), (10, 8, 9), (6, 4, 5)],
)
def test_the_track_is_half_of_constitution_and_willpower(scene, constitution, willpower, length):
    others = dict.fromkeys(("agility", "strength", "knowledge", "wisdom"), 12)
    s = scene(A={"constitution": constitution, "willpower": willpower, **others})
    assert (s.unit("A").stamina_max, s.unit("A").marks) == (length, 0)


@clause("C101", "option:stamina.max")
@pytest.mark.parametrize(("constitution", "willpower"), [(12, 4), (4, 12), (8, 8)])
def test_the_track_may_be_constitution(scene, constitution, willpower):
    a = {"constitution": constitution, "willpower": willpower}
    s = scene(A=a, options={"stamina.max": "con"})
    assert s.unit("A").stamina_max == constitution


@clause("C101", "C104", "option:stamina.max")
def test_a_longer_track_is_full_later(scene):
    b = {"constitution": 12, "willpower": 4, "marks": 8}
    for options, after in [({}, (8, 1)), ({"stamina.max": "con"}, (9, 0))]:
        s = scene(B=b, options=options, announce={"A": ["brawl"]})
        s.act("jab", "B", "agility", dice=[4, 3])
        assert track(s, "B")[:2] == after


# --- stress


@clause("C102", "C424")
def test_stress_is_marked_on_the_stamina_track(scene):
    s = scene(announce={"A": ["strike"]})
    guarded(s)
    assert (s.unit("B").marks, s.unit("B").wellness) == (1, 4)


@clause("C102", "C194")
def test_two_units_of_stress_for_a_dance_not_danced(scene):
    s = scene(A={"owes_dance": True}, announce={})
    s.finish_round()
    assert (s.unit("A").marks, s.unit("A").wellness) == (2, 4)


WORN = {"stress.track": "wellness"}


@clause("C102", "option:stress.track")
@pytest.mark.parametrize("marks", [0, 8])
def test_stress_may_wear_down_wellness(scene, marks):
    s = scene(B={"marks": marks}, options=WORN, announce={"A": ["strike"]})
    guarded(s)
    assert track(s, "B") == (marks, 0, UNHURT)
    assert s.unit("B").wellness == 3
    s = scene(A={"owes_dance": True, "marks": marks}, options=WORN, announce={})
    s.finish_round()
    assert track(s, "A") == (marks, 0, UNHURT)
    assert s.unit("A").wellness == 2


@clause("C102", "C427", "option:stress.track")
def test_what_is_no_stress_is_marked_on_stamina_all_the_same(scene):
    s = scene(options=WORN, announce={"A": ["strike"]})
    guarded(s)
    assert (s.unit("A").marks, s.unit("A").wellness) == (1, 4)
    s = scene(options=WORN, announce={"A": ["strike"]})
    s.act("strike", "B", "harry", dice=[4, 3])
    assert (s.unit("B").marks, s.unit("B").wellness) == (2, 4)


@clause("C102", "C126", "option:stress.track")
def test_stress_that_takes_the_last_wellness_takes_the_unit_out(scene):
    s = scene(B={"wellness": 1}, options=WORN, announce={"A": ["strike"]})
    s.declare("strike", "B", "clash", dice=[4, 4])
    s.act("guard", dice=[], by="B")  # the attack ends here
    assert (s.unit("B").out, s.unit("A").marks) == (True, 0)


# --- tiring


@clause("C103", "option:stamina.tiring")
@pytest.mark.parametrize(
    ("tiring", "constitution", "willpower", "first"),
    [
        ("half", 8, 8, 4),  # of 8
        ("half", 10, 8, 5),  # of 9
        ("half", 6, 4, 3),  # of 5
        ("half", 12, 12, 6),
        ("two_thirds", 8, 8, 6),
        ("two_thirds", 10, 8, 6),
        ("two_thirds", 6, 4, 4),
        ("two_thirds", 12, 12, 8),
    ],
)
def test_a_unit_is_tiring_from_a_share_of_its_track_on(
    scene, tiring, constitution, willpower, first
):
    for marks in range((constitution + willpower) // 2 + 1):
        a = {"constitution": constitution, "willpower": willpower, "marks": marks}
        s = scene(A=a, options={"stamina.tiring": tiring})
        assert s.unit("A").tiring == (marks >= first)


@clause("C103", "C363", "option:stamina.tiring")
@pytest.mark.parametrize(("tiring", "first"), [("half", 4), ("two_thirds", 6)])
def test_a_strength_jab_injures_who_is_tiring(scene, tiring, first):
    for marks in range(3, 8):
        s = scene(B={"marks": marks}, options={"stamina.tiring": tiring}, announce={"A": ["brawl"]})
        s.act("jab", "B", "strength", dice=[4, 3])
        assert s.unit("B").slots == ((0, 1, 1, 1, 1) if marks >= first else UNHURT)


# --- a full track


@clause("C104")
@pytest.mark.parametrize(
    ("marks", "level", "after"),
    [
        (6, 0, (8, 0, UNHURT)),
        (7, 0, (8, 1, UNHURT)),
        (8, 0, (8, 1, (0, 1, 1, 1, 1))),
        (6, 1, (8, 1, UNHURT)),
        (7, 1, (8, 1, (0, 1, 1, 1, 1))),
        (8, 1, (8, 1, (0, 0, 1, 1, 1))),
        (8, 4, (8, 4, (0, 0, 1, 1, 1))),
    ],
)
def test_a_full_track_makes_breathless_and_then_injures_unit_by_unit(scene, marks, level, after):
    s = scene(B={"marks": marks, "breathless": level}, announce={"A": ["strike"]})
    s.act("strike", "B", "harry", dice=[4, 3])  # two marks
    assert track(s, "B") == after


@clause("C104")
@one_mark
@pytest.mark.parametrize(("level", "after"), [(0, (8, 1, UNHURT)), (1, (8, 1, (0, 1, 1, 1, 1)))])
def test_whatever_marks_it_does_so(scene, name, plans, how, level, after):
    s = marked_once(scene, name, plans, how, marks=8, breathless=level)
    assert track(s, name) == after


@clause("C104", "C485")
def test_marks_of_the_environments_phase_do_so_too(scene):
    s = scene(A={"owes_dance": True, **FULL}, announce={})
    s.finish_round()
    assert track(s, "A") == (8, 0, (0, 1, 1, 1, 1))  # Breathless 1 has fallen again
    gas = [{"round": 2, "kind": "gas_starts", "zone": "Z0", "toxin": "smoke"}]
    s = scene(A=FULL, B={"zone": "Z1"}, events=gas, announce={})
    s.finish_round()
    s.declare("resist", dice=[1, 1], by="A")
    assert track(s, "A") == (8, 0, (0, 1, 1, 1, 1))


@clause("C104", "C128")
def test_armour_does_not_help_against_it(scene):
    s = scene(B={"armour": "heavy", **FULL}, announce={"A": ["strike"]})
    s.act("strike", "B", "harry", dice=[4, 3])
    assert (s.unit("B").slots, s.unit("B").boxes) == ((0, 1, 1, 1, 1), 2)


@clause("C104", "C123")
@pytest.mark.parametrize(
    ("slots", "out", "wellness"),
    [(FRAIL, True, 4), ([0, 0, 0, 1, 1], True, 4), ([0, 0, 1, 1, 1], False, 4)],
)
def test_marking_stops_when_the_unit_is_taken_out(scene, slots, out, wellness):
    b = {"breathless": 1, "slots_free": slots, **FULL}
    s = scene(B=b, announce={"A": ["strike"]})
    s.act("strike", "B", "harry", dice=[4, 3])
    assert (s.unit("B").out, s.unit("B").wellness) == (out, wellness)


@clause("C104", "option:stamina.overflow")
@pytest.mark.parametrize("level", [0, 1])
def test_a_full_track_may_make_breathless_and_no_more(scene, level):
    s = scene(
        B={"breathless": level, "slots_free": FRAIL, **FULL},
        options={"stamina.overflow": "breathless"},
        announce={"A": ["strike"]},
    )
    s.act("strike", "B", "harry", dice=[4, 3])
    assert track(s, "B") == (8, 1, tuple(FRAIL))
    assert not s.unit("B").out


# --- Taxing, and marks on purpose


@clause("C108", "C153", "C162", "C174", "C186", "C197")
@pytest.mark.parametrize(
    "call",
    [
        ("anticipate", "B"),
        ("feint", "B"),
        ("intimidate", "B"),
        ("parley", "B", "none"),
        ("taunt", "B", "plain"),
    ],
)
def test_a_taxing_option_costs_the_one_unit_named_with_it(scene, call):
    s = scene(apart=True, announce={"A": [call[0]]})
    s.declare(*call, dice=[4, 3, 1, 1])
    assert s.unit("B").marks == 0
    s.act("option", 1, by="B")
    assert (s.unit("A").marks, s.unit("B").marks) == (0, 1)


@clause("C108", "C465")
@pytest.mark.parametrize("taxing", [True, False])
def test_a_taxing_spell_costs_its_caster_one_unit_as_it_begins(scene, taxing):
    a = {**BOLT, "strain": {"bolt": 4}, "taxing": ["bolt"] if taxing else []}
    s = scene(A=a, announce={"A": ["cast"]})
    s.declare("cast", "bolt", "B", dice=[3, 2, 1])  # at a disadvantage
    assert s.phase == "defend"
    assert s.unit("A").marks == (1 if taxing else 0)
    s.act("dodge", dice=[6, 5])
    assert (s.unit("A").marks, s.unit("B").marks) == (1 if taxing else 0, 0)


@clause("C109")
@pytest.mark.parametrize("level", [0, 1])
def test_a_unit_may_choose_to_be_marked_on_a_full_track(scene, level):
    full = {"breathless": level, **FULL}
    s = scene(B=full, announce={"A": ["strike"]})
    s.declare("strike", "B", "clash", dice=[4, 3])
    assert s.legal("guard")
    s = scene(B=full, announce={"A": ["anticipate"]})
    s.declare("anticipate", "B", dice=[4, 3, 1, 1])
    assert s.legal("option", 1)
    s = scene(A=full, apart=True, announce={"A": ["parley"]})
    assert s.legal("parley", "B", "mark")
    a = {**BOLT, "strain": {"bolt": 4}, "taxing": ["bolt"], **full}
    s = scene(A=a, announce={"A": ["cast"]})
    assert s.legal("cast", "bolt", "B")


@clause("C109", "C425")
def test_a_guard_on_a_full_track_may_take_the_unit_out(scene):
    b = {"breathless": 1, "slots_free": FRAIL, **FULL}
    s = scene(B=b, announce={"A": ["strike"]})
    s.declare("strike", "B", "clash", dice=[4, 3])
    assert s.legal("guard")
    s.act("guard", dice=[], by="B")  # the attack ends here
    assert s.unit("B").out
    assert s.unit("A").marks == 0
