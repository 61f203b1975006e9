"""Sections 1.6 and 8: tables.toxins, tables.spells and tables.techniques."""

import pytest

from fracas.envs.core.errors import EncounterError
from fracas.envs.core.testing import clause

AFTER = ("combat", "W")  # A is not asked any more
FAR = {"zone": "Z3"}
DAGGER = [{"item": "dagger", "zone": "Z0"}]


def asked(s):
    return s.phase, s.decider


# --- toxins


@clause("option:tables.toxins", "C390", "C391")
@pytest.mark.parametrize(
    ("figures", "dice", "marks", "slots"),
    [
        ({"difficulty": 9, "severity": 3, "marks": 2}, [4, 4], 2, (1, 1, 0, 1, 1)),
        ({"difficulty": 9, "severity": 3, "marks": 2}, [5, 4], 0, (1, 1, 1, 1, 1)),
        ({"difficulty": 3, "marks": 4}, [1, 1], 4, (1, 1, 1, 1, 1)),
        ({"difficulty": 3, "marks": 4}, [2, 1], 0, (1, 1, 1, 1, 1)),
        ({"difficulty": 5, "severity": 2}, [2, 2], 0, (1, 0, 1, 1, 1)),
    ],
)
def test_an_own_toxin_as_gas(scene, figures, dice, marks, slots):
    zones = {"Z0": {"gas": "acid"}}
    s = scene(B=FAR, zones=zones, toxins={"acid": figures}, announce={})
    s.finish_round()
    s.act("resist", dice=dice, by="A")
    assert (s.unit("A").marks, s.unit("A").slots) == (marks, slots)


@clause("option:tables.toxins", "C392")
@pytest.mark.parametrize(
    ("dice", "slots", "marks"), [([4, 4], (1, 0, 0, 1, 1), 2), ([5, 4], (1, 0, 1, 1, 1), 0)]
)
def test_an_own_toxin_on_a_weapon(scene, dice, slots, marks):
    toxins = {"acid": {"difficulty": 9, "severity": 3, "marks": 2}}
    s = scene(
        A={"hands": [{"item": "dagger", "toxin": "acid"}]},
        toxins=toxins,
        announce={"A": ["strike"]},
    )
    s.act("strike", "B", "clash", dice=[5, 3, *dice])
    assert (s.unit("B").slots, s.unit("B").marks) == (slots, marks)


@clause("option:tables.toxins", "C483")
def test_an_own_toxin_in_an_event(scene):
    toxins = {"acid": {"difficulty": 9, "marks": 3}}
    events = [{"round": 2, "kind": "gas_starts", "zone": "Z0", "toxin": "acid"}]
    s = scene(B=FAR, events=events, toxins=toxins, announce={})
    s.finish_round()
    s.act("resist", dice=[4, 4], by="A")
    assert s.unit("A").marks == 3


@clause("option:tables.toxins")
@pytest.mark.parametrize(
    "more",
    [
        {"zones": {"Z0": {"gas": "acid"}}},
        {"A": {"hands": [{"item": "dagger", "toxin": "acid"}]}},
        {"events": [{"round": 3, "kind": "gas_starts", "zone": "Z0", "toxin": "acid"}]},
        {"toxins": {"acid": {"difficulty": 9, "colour": 1}}},
    ],
)
def test_unknown_toxins_are_refused(scene, more):
    with pytest.raises(EncounterError):
        scene(**more)


# --- spells

SPARK = {"spark": {"effect": "bolt", "strain": 3, "severity": 4}}
AEGIS = {"aegis": {"effect": "ward", "strain": 3, "concentration": 4, "difficulty": 7}}
BOG = {"bog": {"effect": "mire", "strain": 1, "concentration": 3, "difficulty": 3}}
GLOOM = {"gloom": {"effect": "dread", "strain": 4, "concentration": 5}}


def casting(scene, table, others=None, **more):
    a = {"hands": [], "spells": list(table)}
    return scene(A=a, spells=table, announce={"A": ["cast"], **(others or {})}, **more)


def strain(s, spell):
    return dict(s.unit("A").strain).get(spell, 0)


def kept(s):
    return [(effect["spell"], effect["target"]) for effect in s.unit("A").kept]


@clause("option:tables.spells", "C467", "C462")
def test_an_own_bolt(scene):
    s = casting(scene, SPARK)
    s.declare("cast", "spark", "B", dice=[5, 4])
    s.act("dodge", dice=[4, 4], by="B")
    assert (s.unit("B").slots, strain(s, "spark")) == ((1, 1, 1, 0, 1), 3)
    assert casting(scene, SPARK, B={"zone": "Z1"}).legal("cast", "spark", "B")


@clause("option:tables.spells", "C467", "C460", "C441")
@pytest.mark.parametrize(
    ("dice", "success"), [([4, 3], True), ([4, 2], False), ([5, 4], True), ([3, 2], False)]
)
def test_an_own_wards_difficulty_and_strain(scene, dice, success):
    s = casting(scene, AEGIS)
    s.act("cast", "aegis", "A", dice=dice)
    assert (kept(s), strain(s, "aegis")) == ([("aegis", "A")] if success else [], 3)


@clause("option:tables.spells", "C060", "C441")
@pytest.mark.parametrize(("table", "target"), [(AEGIS, "A"), (BOG, "Z1"), (GLOOM, "B")])
def test_own_concentration(scene, table, target):
    ((spell, figures),) = table.items()
    for result, holds in ((figures["concentration"], True), (figures["concentration"] - 1, False)):
        s = casting(scene, table)
        s.act("cast", spell, target, dice=[5, 4, 1, 2] if target == "B" else [5, 4])
        s.finish_round([result - 1, 1])
        assert kept(s) == ([(spell, target)] if holds else [])


@clause("option:tables.spells", "C467")
def test_an_own_ward_helps_the_defence(scene):
    s = casting(scene, AEGIS, {"B": ["strike"]})
    s.act("cast", "aegis", "A", dice=[5, 4])
    s.declare("next", "B")
    s.declare("strike", "A", "clash", dice=[3, 2])
    s.act("dodge", dice=[1, 2, 4], by="A")
    assert not s.unit("A").hit


@clause("option:tables.spells", "C467")
@pytest.mark.parametrize(("dice", "success"), [([2, 1], True), ([1, 1], False)])
def test_an_own_mire(scene, dice, success):
    s = casting(scene, BOG)
    s.act("cast", "bog", "Z1", dice=dice)
    assert bool(s.zone("Z1")["mired"]) is success
    assert (kept(s), strain(s, "bog")) == ([("bog", "Z1")] if success else [], 1)


@clause("option:tables.spells", "C467")
def test_an_own_dread(scene):
    s = casting(scene, GLOOM, {"B": ["strike"]})
    s.act("cast", "gloom", "B", dice=[5, 4, 1, 2])
    assert strain(s, "gloom") == 4
    s.declare("next", "B")
    s.act("strike", "A", "clash", dice=[3, 4, 8], by="B")


@clause("option:tables.spells", "C464", "C465")
def test_own_strain_sets_when_a_spell_is_no_longer_taxing(scene):
    s = casting(scene, AEGIS)
    s.set("A", strain={"aegis": 7}, taxing=["aegis"])
    s.act("cast", "aegis", "A", dice=[5, 4, 7])
    assert (s.unit("A").marks, strain(s, "aegis")) == (1, 6)
    assert "aegis" in s.unit("A").taxing


@clause("option:tables.spells")
def test_two_spells_of_one_effect_are_two_spells(scene):
    table = AEGIS | {"shell": {"effect": "ward", "strain": 1, "concentration": 1, "difficulty": 5}}
    a = {"hands": [], "spells": list(table)}
    a["kept"] = [{"spell": "aegis", "target": "A", "tokens": 0}]
    s = scene(A=a, spells=table, announce={"A": ["cast"]})
    s.refused("cast", "aegis")
    s.act("cast", "shell", "A", dice=[5, 4])
    assert kept(s) == [("aegis", "A"), ("shell", "A")]


@clause("option:tables.spells")
@pytest.mark.parametrize("table", [AEGIS, {}])
def test_an_own_table_replaces_the_bundled_one(scene, table):
    scene(A={"spells": ["bolt"]})
    with pytest.raises(EncounterError):
        scene(A={"spells": ["bolt"]}, spells=table)


@clause("option:tables.spells", "C460")
def test_an_empty_table_means_that_there_are_no_spells(scene):
    s = scene(A={"hands": []}, spells={})
    s.refused("announce", "cast")
    assert s.legal("announce", "fortify")


@clause("option:tables.spells")
@pytest.mark.parametrize(
    "more",
    [
        {"A": {"spells": ["fireball"]}},
        {"spells": {"fireball": {"effect": "explosion", "strain": 1}}},
        {"spells": {"fireball": {"effect": "bolt", "strain": 1, "radius": 2}}},
    ],
)
def test_unknown_spells_and_words_are_refused(scene, more):
    with pytest.raises(EncounterError):
        scene(**more)


# --- techniques


def striking(scene, techniques):
    return scene(A={"techniques": techniques}, announce={"A": ["strike"]})


def leaving(scene, techniques):
    return scene(A={"techniques": techniques}, announce={"A": ["disengage"]})


def grabbing(scene, techniques, hands=("sword",), **more):
    a = {"techniques": techniques, "hands": list(hands)}
    return scene(A=a, apart=True, ground=DAGGER, announce={"A": ["pick_up"]}, **more)


@clause("option:tables.techniques", "C050")
@pytest.mark.parametrize("techniques", [[], ["slip_away"], ["quick_grab"]])
def test_without_follow_up_an_omen_on_a_strike_has_no_use(scene, techniques):
    s = striking(scene, techniques)
    s.declare("strike", "B", "clash", dice=[8, 3])
    s.declare("decline", by="B")
    assert asked(s) == AFTER


@clause("option:tables.techniques", "C050")
@pytest.mark.parametrize("mode", ["harry", "clash"])
def test_follow_up_is_a_jab_at_the_target_of_a_strike(scene, mode):
    s = striking(scene, ["follow_up"])
    s.declare("strike", "B", mode, dice=[8, 3])
    s.declare("decline", by="B")
    assert asked(s) == ("technique", "A")
    s.declare("technique", "follow_up")
    assert asked(s) == ("instant", "A")
    before = s.unit("B").marks
    assert not s.rows("wrestle")
    s.act("jab", "B", "agility", dice=[5, 3])
    assert s.unit("B").marks == before + 1


@clause("option:tables.techniques", "C050")
@pytest.mark.parametrize(
    ("dice", "dodge"), [([5, 3], [1, 2]), ([8, 3], [8, 6])], ids=["no omen", "no success"]
)
def test_follow_up_needs_an_omen_and_a_success(scene, dice, dodge):
    s = striking(scene, ["follow_up"])
    s.declare("strike", "B", "clash", dice=dice)
    s.declare("dodge", dice=dodge, by="B")
    assert asked(s) == AFTER


@clause("option:tables.techniques", "C050")
@pytest.mark.parametrize("techniques", [[], ["follow_up"], ["quick_grab"]])
def test_without_slip_away_an_omen_on_a_disengage_has_no_use(scene, techniques):
    s = leaving(scene, techniques)
    s.declare("disengage", dice=[8, 3, 1, 2])
    assert asked(s) == AFTER


@clause("option:tables.techniques", "C050")
def test_slip_away_is_a_reposition_after_a_disengage(scene):
    s = leaving(scene, ["slip_away"])
    s.declare("disengage", dice=[8, 3, 1, 2])
    assert asked(s) == ("technique", "A")
    s.declare("technique", "slip_away", dice=[1, 2])
    assert (s.dice_used, s.phase) == (2, "step")
    s.declare("step", "Z1")
    s.act("step", "Z2", dice=[])
    assert (asked(s), s.unit("A").zone) == (AFTER, "Z2")


@clause("option:tables.techniques", "C050")
@pytest.mark.parametrize("dice", [[5, 3, 1, 2], [8, 3, 8, 6]], ids=["no omen", "no success"])
def test_slip_away_needs_an_omen_and_a_success(scene, dice):
    s = leaving(scene, ["slip_away"])
    s.declare("disengage", dice=dice)
    assert asked(s) == AFTER


@clause("option:tables.techniques", "C050")
@pytest.mark.parametrize("techniques", [[], ["follow_up"], ["slip_away"]])
def test_without_quick_grab_an_omen_on_a_pick_up_has_no_use(scene, techniques):
    s = grabbing(scene, techniques)
    s.declare("pick_up", "dagger", "roll", dice=[8, 3])
    assert (asked(s), s.unit("A").off) == (AFTER, "dagger")


@clause("option:tables.techniques", "C050", "C293")
def test_quick_grab_is_a_strike_or_throw_with_the_item(scene):
    s = grabbing(scene, ["quick_grab"])
    s.declare("pick_up", "dagger", "roll", dice=[8, 3])
    assert asked(s) == ("technique", "A")
    s.declare("technique", "quick_grab")
    assert asked(s) == ("instant", "A")
    assert s.legal("throw", "B", "off")
    for mode in ("harry", "clash"):
        assert s.legal("strike", "B", mode, "off")
        assert not s.legal("strike", "B", mode, "main")  # not with the sword
    s.act("strike", "B", "clash", "off", dice=[5, 3])
    assert s.unit("B").slots == (1, 0, 1, 1, 1)


@clause("option:tables.techniques", "C050", "C293")
@pytest.mark.parametrize(("how", "dice"), [("roll", [5, 3]), ("roll", [1, 1]), ("auto", [])])
def test_quick_grab_needs_an_omen_on_a_roll_that_succeeds(scene, how, dice):
    b = {"zone": "Z1"} if how == "auto" else {}
    s = grabbing(scene, ["quick_grab"], B=b)
    s.declare("pick_up", "dagger", how, dice=dice)
    assert asked(s) == AFTER


@clause("option:tables.techniques", "C234")
def test_a_covered_unit_grabs_quickly_for_nothing(scene):
    s = scene(
        A={"techniques": ["quick_grab"], "covered": True},
        zones={"Z0": {"cover": True}},
        apart=True,
        ground=DAGGER,
        announce={"A": ["pick_up"]},
    )
    s.declare("pick_up", "dagger", "roll", dice=[8, 3])
    assert asked(s) == AFTER


@clause("option:tables.techniques")
def test_a_unit_may_have_several_techniques_and_unknown_ones_are_refused(scene):
    s = scene(A={"techniques": ["follow_up", "slip_away"]})
    assert set(s.unit("A").techniques) == {"follow_up", "slip_away"}
    assert not s.unit("B").techniques
    with pytest.raises(EncounterError):
        scene(A={"techniques": ["moonwalk"]})
