"""Sections 1.6 and 8, tables.gear: the bundled kinds of items, and an encounter's own."""

import pytest

from fracas.envs.core.errors import EncounterError
from fracas.envs.core.testing import clause

AFTER = ("combat", "W")  # A is not asked any more
SKILLS = ("accuracy", "blades", "hafted", "polearms", "unarmed")
# Name, skill, hands, severity.
MELEE = [
    ("dagger", "blades", 1, 2),
    ("sword", "blades", 1, 3),
    ("greatsword", "blades", 2, 4),
    ("hatchet", "hafted", 1, 2),
    ("axe", "hafted", 1, 3),
    ("mace", "hafted", 1, 2),
    ("maul", "hafted", 2, 4),
    ("spear", "polearms", 2, 3),
    ("glaive", "polearms", 2, 3),
    ("javelin", "polearms", 1, 2),
    ("tusks", "unarmed", 0, 3),
]
OTHERS = [("bow", 2), ("crossbow", 2), ("net", 1), ("shield", 1)]
# Plan, row without its target's zone, item, zones of the target that it reaches.
REACH = [
    ("strike", ("strike", "B", "clash"), "sword", 1),
    ("strike", ("strike", "B", "clash"), "javelin", 1),
    ("strike", ("strike", "B", "clash"), "spear", 1),
    ("strike", ("strike", "B", "clash"), "glaive", 2),
    ("throw", ("throw", "B", "main"), "sword", 1),
    ("throw", ("throw", "B", "main"), "mace", 1),
    ("throw", ("throw", "B", "main"), "net", 1),
    ("throw", ("throw", "B", "main"), "dagger", 2),
    ("throw", ("throw", "B", "main"), "hatchet", 2),
    ("throw", ("throw", "B", "main"), "spear", 2),
    ("throw", ("throw", "B", "main"), "javelin", 3),
    ("shoot", ("shoot", "B"), "bow", 3),
    ("shoot", ("shoot", "B"), "crossbow", 3),
]


def asked(s):
    return s.phase, s.decider


def sizes(s):
    """Return the sizes of all dice so far."""
    record = s.side
    return [int(n) for n in record["dice"]["sides"][: int(record["n_dice"])]]


def armed(scene, item, plan="strike", A=None, **more):  # noqa: N803
    return scene(A={"hands": [item], **(A or {})}, announce={"A": [plan]}, **more)


def own(scene, plan="strike", A=None, item="thing", **figures):  # noqa: N803
    """Return a scene in which A holds an item of the encounter's own kind."""
    more = {key: figures.pop(key) for key in ("B", "apart", "options") if key in figures}
    kind = {"class": "melee", "skill": "blades", "hands": 1, "damage": 2, **figures}
    return armed(scene, item, plan, A, items={"thing": kind}, **more)


def crossed(s):
    """Return the severity of B's only injury."""
    return [severity for severity, free in enumerate(s.unit("B").slots, 1) if not free]


# --- bundled gear


@clause("option:tables.gear", "C120", "C327")
@pytest.mark.parametrize(("item", "skill", "hands", "severity"), MELEE)
def test_melee_weapons(scene, item, skill, hands, severity):
    skills = {name: 12 if name == skill else 4 for name in SKILLS}
    s = armed(scene, item, A=skills)
    a = s.unit("A")
    assert (a.main, a.off) == (item, item if hands == 2 else None)
    s.act("strike", "B", "clash", dice=[5, 3])
    assert (sizes(s), crossed(s)) == ([8, 12], [severity])


@clause("option:tables.gear", "C497")
@pytest.mark.parametrize(("item", "hands"), OTHERS)
def test_other_gear(scene, item, hands):
    a = scene(A={"hands": [item]}).unit("A")
    assert (a.main, a.off) == (item, item if hands == 2 else None)
    s = armed(scene, item, "brawl")
    assert asked(s) == ("combat", "A")
    scene(A={"hands": [item]}).refused("announce", "strike")


@clause("option:tables.gear", "C331", "C332", "C336")
@pytest.mark.parametrize(
    ("item", "attribute", "severity"), [("bow", "finesse", 3), ("crossbow", "wisdom", 4)]
)
def test_ranged_weapons(scene, item, attribute, severity):
    a = {"finesse": 6, "wisdom": 6, attribute: 10, "accuracy": 12}
    s = armed(scene, item, "shoot", a, apart=True)
    s.act("shoot", "B", dice=[5, 3])
    assert (sizes(s), crossed(s)) == ([10, 12], [severity])
    assert item == "bow" or not s.unit("A").loaded


@clause("option:tables.gear", "C321", "C330", "C341")
@pytest.mark.parametrize(("plan", "row", "item", "zones"), REACH)
def test_how_far_each_weapon_reaches(scene, plan, row, item, zones):
    for distance in range(4):
        s = armed(scene, item, plan, B={"zone": f"Z{distance}"}, apart=True)
        legal = asked(s) == ("combat", "A") and s.legal(*row)
        assert legal is (distance < zones)


@clause("option:tables.gear", "C321", "C083")
@pytest.mark.parametrize(("item", "engaged"), [("spear", set()), ("glaive", set()), ("axe", {"B"})])
def test_only_reach_strikes_without_a_step_in(scene, item, engaged):
    s = armed(scene, item, apart=True)
    s.act("strike", "B", "clash", dice=[5, 3])
    assert s.unit("A").engaged == engaged


@clause("option:tables.gear", "C342")
@pytest.mark.parametrize(
    ("item", "made_for_it"),
    [("dagger", True), ("hatchet", True), ("spear", True), ("javelin", True), ("net", True)]
    + [(item, False) for item in ("sword", "greatsword", "axe", "mace", "maul", "glaive")],
)
def test_weapons_not_made_for_throwing_are_thrown_at_disadvantage(scene, item, made_for_it):
    s = armed(scene, item, "throw", apart=True)
    s.act("throw", "B", "main", dice=[5, 3] if made_for_it else [5, 3, 7])


@clause("option:tables.gear", "C351")
@pytest.mark.parametrize("item", ["bow", "crossbow", "shield", "tusks"])
def test_some_gear_is_never_thrown(scene, item):
    scene(A={"hands": [item]}).refused("announce", "throw")


@clause("option:tables.gear", "C128")
@pytest.mark.parametrize(("item", "severity", "boxes"), [("mace", 2, 1), ("dagger", 1, 0)])
def test_only_the_mace_crushes(scene, item, severity, boxes):
    s = armed(scene, item, B={"armour": "light"})
    s.act("strike", "B", "clash", dice=[5, 3])
    assert (crossed(s), s.unit("B").boxes) == ([severity], boxes)


@clause("option:tables.gear", "C346", "C274")
def test_the_net_restrains(scene):
    s = armed(scene, "net", "throw", apart=True)
    s.act("throw", "B", "main", dice=[5, 3])
    assert (s.unit("B").restrained, crossed(s)) == (5, [])


@clause("option:tables.gear", "C429")
@pytest.mark.parametrize(("guard", "hit"), [([4, 2], False), ([3, 2], True)])
def test_the_shield_adds_two_to_guard(scene, guard, hit):
    s = armed(scene, "sword", B={"hands": ["sword", "shield"]})
    s.declare("strike", "B", "clash", dice=[5, 3])
    s.act("guard", dice=guard, by="B")
    assert s.unit("B").hit is hit


@clause("option:tables.gear")
def test_tusks_are_natural(scene):
    s = scene(A={"hands": ["tusks"]})
    s.refused("let_go")
    s.refused("announce", "ready")


# --- an encounter's own kinds


@clause("option:tables.gear")
@pytest.mark.parametrize("damage", [1, 2, 3, 4, 5])
def test_own_damage(scene, damage):
    s = own(scene, damage=damage)
    s.act("strike", "B", "clash", dice=[5, 3])
    assert crossed(s) == [damage]


@clause("option:tables.gear")
@pytest.mark.parametrize("skill", ["blades", "hafted", "polearms", "unarmed", "accuracy"])
def test_own_skill(scene, skill):
    s = own(scene, A={name: 12 if name == skill else 4 for name in SKILLS}, skill=skill)
    s.act("strike", "B", "clash", dice=[5, 3])
    assert sizes(s) == [8, 12]


@clause("option:tables.gear", "C497")
@pytest.mark.parametrize("hands", [1, 2])
def test_own_number_of_hands(scene, hands):
    a = own(scene, hands=hands).unit("A")
    assert (a.main, a.off) == ("thing", "thing" if hands == 2 else None)


@clause("option:tables.gear", "C321")
@pytest.mark.parametrize(
    ("reach", "zones"), [("close", 1), ("near", 2), ("far", 3), ("distant", 4)]
)
def test_own_range_of_strike_is_reach(scene, reach, zones):
    for distance in range(4):
        s = own(scene, B={"zone": f"Z{distance}"}, apart=True, range=reach)
        legal = asked(s) == ("combat", "A") and s.legal("strike", "B", "clash")
        assert legal is (distance < zones)
    s = own(scene, apart=True, range=reach)
    s.act("strike", "B", "clash", dice=[5, 3])
    assert s.unit("A").engaged == set()


@clause("option:tables.gear", "C341")
@pytest.mark.parametrize(
    ("reach", "zones"), [("close", 1), ("near", 2), ("far", 3), ("distant", 4)]
)
def test_own_range_of_throw(scene, reach, zones):
    for distance in range(4):
        s = own(scene, "throw", B={"zone": f"Z{distance}"}, apart=True, thrown=reach)
        legal = asked(s) == ("combat", "A") and s.legal("throw", "B", "main")
        assert legal is (distance < zones)
    s = own(scene, "throw", apart=True, thrown=reach)
    s.act("throw", "B", "main", dice=[5, 3])  # made for it: no disadvantage


@clause("option:tables.gear", "C331", "C332")
@pytest.mark.parametrize(("mechanical", "die"), [(False, 6), (True, 10)])
def test_own_ranged_weapons_may_be_mechanical(scene, mechanical, die):
    figures = {"class": "ranged", "skill": "accuracy", "range": "near", "mechanical": mechanical}
    s = own(scene, "shoot", A={"finesse": 6, "wisdom": 10}, apart=True, **figures)
    s.act("shoot", "B", dice=[5, 3])
    assert (sizes(s), crossed(s)) == ([die, 6], [2])


@clause("option:tables.gear", "C337")
@pytest.mark.parametrize("reload", [False, True])
def test_own_ranged_weapons_may_need_to_be_loaded(scene, reload):
    figures = {"class": "ranged", "skill": "accuracy", "range": "near", "reload": reload}
    s = own(scene, "shoot", apart=True, **figures)
    s.act("shoot", "B", dice=[5, 3])
    s.finish_round()
    s.announce(A=["shoot"], W=["brawl"])
    s.act("forgo", by="W")
    assert (asked(s) == ("combat", "A")) is not reload


@clause("option:tables.gear", "C128")
@pytest.mark.parametrize(("crushing", "severity", "boxes"), [(False, 1, 0), (True, 2, 1)])
def test_own_weapons_may_crush(scene, crushing, severity, boxes):
    s = own(scene, B={"armour": "light"}, crushing=crushing)
    s.act("strike", "B", "clash", dice=[5, 3])
    assert (crossed(s), s.unit("B").boxes) == ([severity], boxes)


@clause("option:tables.gear", "C346", "C274")
@pytest.mark.parametrize("difficulty", [3, 7, 9])
def test_own_nets_have_their_difficulty(scene, difficulty):
    kind = {"class": "thrown", "skill": "accuracy", "hands": 1, "thrown": "near"}
    s = armed(scene, "bola", "throw", items={"bola": {**kind, "entangling": difficulty}},
              B={"zone": "Z1"})  # fmt: skip
    s.act("throw", "B", "main", dice=[5, 3])
    assert (s.unit("B").restrained, crossed(s)) == (difficulty, [])
    items = {"bola": {**kind, "entangling": difficulty}}
    scene(A={"hands": ["bola"]}, items=items).refused("announce", "strike")


@clause("option:tables.gear", "C351", "C454")
@pytest.mark.parametrize("natural", [False, True])
def test_own_weapons_may_be_natural(scene, natural):
    figures = {"class": "melee", "skill": "unarmed", "hands": 0 if natural else 1, "damage": 4}
    items = {"claws": {**figures, "natural": natural}}
    s = scene(A={"hands": ["claws"]}, items=items)
    for row in (("let_go", "main"), ("announce", "ready"), ("announce", "throw")):
        assert s.legal(*row) is not natural


@clause("option:tables.gear", "C429")
@pytest.mark.parametrize(("guard", "dice", "hit"), [(1, [4, 3], False), (4, [2, 2], False),
                                                    (4, [2, 1], True)])  # fmt: skip
def test_own_shields_add_to_guard(scene, guard, dice, hit):
    items = {"buckler": {"class": "none", "hands": 1, "guard": guard}}
    s = armed(scene, "sword", B={"hands": ["buckler"]}, items=items)
    s.declare("strike", "B", "clash", dice=[5, 3])
    s.act("guard", dice=dice, by="B")
    assert s.unit("B").hit is hit
    scene(A={"hands": ["buckler"]}, items=items).refused("announce", "strike")


@clause("option:tables.gear")
def test_own_kinds_stand_beside_the_bundled_ones(scene):
    items = {"pike": {"class": "melee", "skill": "polearms", "hands": 2, "damage": 4}}
    s = scene(A={"hands": ["sword"], "carried": ["pike"]}, items=items,
              ground=[{"item": "pike", "zone": "Z0"}])  # fmt: skip
    assert (s.unit("A").main, list(s.unit("A").carried)) == ("sword", ["pike"])
    assert [item.item for item in s.floor()] == ["pike"]


@clause("option:tables.gear")
@pytest.mark.parametrize(
    "more",
    [
        {"A": {"hands": ["laser"]}},
        {"A": {"carried": ["laser"]}},
        {"ground": [{"item": "laser", "zone": "Z0"}]},
        {"items": {"laser": {"class": "beam", "hands": 1}}},
        {"items": {"laser": {"class": "melee", "skill": "optics", "hands": 1, "damage": 2}}},
        {"items": {"laser": {"class": "ranged", "skill": "accuracy", "range": "next door"}}},
    ],
)
def test_unknown_kinds_and_words_are_refused(scene, more):
    with pytest.raises(EncounterError):
        scene(**more)
