"""Which rows are legal, all of them, in the mask and one by one (U101-U104; tables of 4.1)."""

import numpy as np
import pytest

from fracas.envs.core.battle import Battle
from fracas.envs.core.errors import IllegalAction
from fracas.envs.core.record import address
from fracas.envs.core.system import OP_ACT, OP_LEGAL
from fracas.envs.core.testing import clause

OWN = {
    "machine_pistol": {"semi": True, "full": True, "rounds": 10, "ammo": "mag10"},
    "mag10": {"rounds": 10, "lightweight": True},
    "sprayer": {"full": True, "rounds": 10},
    "axe": {"thrown": True, "damage": "slashing"},
}
WALL = "\n".join(["." * 15] * 6 + ["." * 15, "." * 10 + "#" + "." * 4, "." * 15] + ["." * 15] * 6)
AREAS = ("head", "torso", "arms", "legs")


def verbs(s):
    """Return the verbs that have a legal row."""
    return {action.verb for action in s.battle.legal()}


def check_every_row(s):
    """Check that exactly the rows of the mask are taken, and that refusing changes nothing."""
    battle, before = s.battle, s.bytes()
    mask, state = battle.mask(), address(battle.state)
    legal = [battle.system.play.call(state, OP_LEGAL, row, 0, 0) for row in range(len(mask))]
    assert legal == mask.tolist()
    for row in np.flatnonzero(mask == 0)[::60]:
        with pytest.raises(IllegalAction):
            battle.act(int(row))
    assert s.bytes() == before


PLAIN = {"step", "end_turn", "drop_prone", "disengage", "ready", "sense", "inspect", "intimidate"}


@clause("U104", "U430", "U450", "U101", "U111", "U501", "U456")
@pytest.mark.parametrize(
    ("a", "more"),
    [
        ({}, {"unarmed", "push", "grapple"}),
        ({"mv": 3}, {"move", "unarmed", "push", "grapple"}),
        ({"hidden": True}, {"sneak", "unarmed", "push", "grapple"}),
        ({"hands": ["knife"]}, {"melee", "push", "unequip", "place", "drop_item"}),
        ({"hands": ["smg"]}, set("push shot_semi switch_mode unequip place drop_item".split())),
        ({"inventory": ["stone"]}, set("unarmed push grapple throw_object equip place".split())),
        ({"prone": True}, {"stand_up", "unarmed", "push", "grapple"}),
        ({"bleed": 1, "inventory": ["knife"]}, {"unarmed", "push", "grapple", "equip", "place"}),
    ],
)
def test_the_verbs_of_a_plain_turn(scene, a, more):
    s = scene(A=a)
    left = {"hidden": {"intimidate"}, "prone": {"drop_prone"}}
    expected = PLAIN | more
    for key, gone in left.items():
        if a.get(key):
            expected = expected - gone
    assert verbs(s) == expected


@clause("U104", "U430", "U450", "U456", "U501")
def test_ready_does_not_depend_on_a_wound_nor_pressure_on_another_verb(scene):
    hurt, well = (scene(A={"bleed": n, "inventory": ["bandage"]}) for n in (1, 0))
    assert verbs(hurt) - verbs(well) == {"pressure"}
    assert "ready" in verbs(well)


@clause("U104", "U111", "U117", "U643", "U615")
@pytest.mark.parametrize("a", [{}, {"undead": True}])
def test_who_is_not_hidden_never_sneaks(scene, a):
    scene(A=a).refused("sneak")
    assert scene(A={"hidden": True, **a}).legal("sneak")
    scene(A=a, B={"grappling": "A"}).refused("sneak")


@clause("U123", "U503", "U104")
def test_a_readied_stand_up_needs_a_unit_that_lies(scene):
    for prone, asked in ((True, "ready_fire"), (False, "main")):
        s = scene(turn="B", A={"at": (3, 7), "prone": prone, "ready": ("enemy_moves", "stand_up")})
        s.declare("step", "E")
        assert s.phase == asked


STATES = {
    "plain": {},
    "no movement, no AP": {"A": {"mv": 0, "ap": 0}},
    "one AP": {"A": {"ap": 1, "hands": ["revolver"], "mv": 1}},
    "lying": {"A": {"prone": True, "mv": 2}},
    "held": {"B": {"grappling": "A"}, "A": {"prone": True}},
    "holding": {"A": {"grappling": "B", "inventory": ["stone"]}},
    "undead": {"A": {"undead": True, "mv": 1, "inventory": ["knife"]}},
    "hidden": {"A": {"hidden": True, "mv": 2}},
    "sneaking": {"A": {"hidden": True, "sneaking": True}},
    "armed": {"A": {"hands": ["knife", "pistol"], "inventory": ["mag12", "bandage"]}},
    "own guns": {"A": {"hands": ["sprayer", "machine_pistol"], "inventory": ["mag10"]}},
    "jammed": {"A": {"hands": [{"item": "smg", "jam": True}]}},
    "far": {"B": {"at": (14, 14)}, "A": {"hands": ["throwing_knife"]}},
    "bleeding": {"B": {"bleed": 1}, "A": {"inventory": ["bandage", "spear"]}},
    "by the wall": {"map": WALL, "A": {"at": (9, 7)}, "B": {"at": (11, 7)}},
}


@clause("U104", "U101", "U103", "U017", "U105", "U107")
@pytest.mark.parametrize("name", STATES)
def test_a_row_outside_the_mask_is_refused(scene, name):
    floor = [("knife", 7, 7), ("spear", 6, 7), ("bat", 8, 8)]
    s = scene(**STATES[name], floor=floor, items=OWN)
    check_every_row(s)


STONE = {"inventory": ["stone"]}
ARMED = {"ready": ("enemy_moves", "unarmed")}
WINDOWS = [
    ({"A": {"hands": ["knife"]}, "B": {"agility": 1}}, ["melee", "B", "head"], "defend"),
    ({"A": {"hands": ["knife"]}, "B": {"physique": 1}}, ["melee", "B", "arms"], "defend"),
    ({"A": {"hands": ["pistol"]}, "B": {"agility": 1}}, ["shot_semi", "B", "head"], "defend"),
    ({}, ["step", "W"], "opportunity"),
    ({"B": {"hands": ["bat", "knife"]}}, ["step", "W"], "opportunity"),
    ({"A": STONE}, ["throw_object", "slot_0"], "tile"),
    ({"A": STONE}, ["place", "slot_0"], "item_direction"),
    ({}, ["ready", "enemy_moves"], "ready_kind"),
    ({"A": ARMED, "turn": "B"}, ["step", "N"], "ready_fire"),
    ({}, ["unarmed", "B", "torso"], "strong_choice"),
    ({"B": {"at": (9, 7), "hidden": True}}, ["inspect"], "grant_towards"),
]


@clause("U532", "U522", "U528", "U544", "U502", "U206", "U408", "U314", "U514", "U445", "U017")
@pytest.mark.parametrize(("units", "call", "phase"), WINDOWS)
def test_a_row_outside_the_mask_is_refused_in_windows_too(scene, units, call, phase):
    s = scene(**units)
    s.battle.force_dice([16] if phase in ("strong_choice", "grant_towards") else [])
    s.declare(*call)
    assert s.phase == phase
    check_every_row(s)


@clause("U201", "U212", "U222", "U233", "U199")
def test_only_whom_it_reaches_among_several_enemies(scene):
    for hands in ([], ["knife"]):
        s = scene(
            A={"hands": hands},
            C={"side": 2, "at": (9, 7)},
            D={"side": 2, "at": (14, 7)},
        )
        attack = "melee" if hands else "unarmed"
        reached = [attack, "push"] + ([] if hands else ["grapple"])
        for verb in reached:
            assert [s.legal(verb, name) for name in "BCD"] == [True, False, False]


@clause("U201", "U212", "U222", "U233", "U017")
@pytest.mark.parametrize("hands", [[], ["knife"]])
def test_whom_it_reaches_in_a_later_slot(scene, hands):
    s = scene(A={"hands": hands}, B={"at": (0, 0)}, C={"side": 2, "at": (8, 7)})
    for verb in ("push", "melee") if hands else ("push", "unarmed", "grapple"):
        assert [s.legal(verb, name) for name in "BC"] == [False, True]


@clause("U137", "U640", "U101")
def test_no_row_is_left_when_the_battle_is_over(scene):
    s = scene(B={"hp": 1})
    mask = s.mask("A")
    s.battle.force_dice([10])
    (row,) = (int(a) for a in s.battle.legal() if str(a) == "unarmed(B, torso)")
    state = address(s.battle.state)
    assert s.battle.system.play.call(state, OP_ACT, row, 0, address(mask)) == -1
    assert (s.winner, mask.any()) == ("one", False)


@clause("U310", "U331", "U301", "U421")
@pytest.mark.parametrize(
    ("hands", "verb"),
    [
        (["throwing_knife"], "throw_weapon"),
        (["revolver"], "shot_single"),
        (["pistol"], "shot_semi"),
        ([{"item": "smg", "mode": "full"}], "spray"),
        ([], "intimidate"),
    ],
)
def test_whom_a_wall_hides_is_no_target_though_another_is_in_sight(scene, hands, verb):
    s = scene(
        map=WALL,
        A={"at": (9, 7), "hands": hands, "physique": 4},
        B={"at": (9, 4)},
        C={"side": 2, "at": (12, 7)},
    )
    assert [s.legal(verb, name) for name in "BC"] == [True, False]
    t = scene(
        map=WALL,
        turn="B",
        B={"at": (9, 7), "hands": hands, "physique": 4},
        A={"at": (12, 7)},
        C={"side": 1, "at": (9, 4)},
    )
    assert [t.legal(verb, name) for name in "AC"] == [False, True]


@clause("U353", "U352", "U342", "U343", "U332", "U220")
def test_each_gun_fires_in_its_own_way_whatever_the_other_hand_holds(scene):
    s = scene(A={"hands": ["sprayer", "revolver"]}, items=OWN)
    assert [s.legal("spray", "B", "head", hand) for hand in ("main", "off")] == [True, False]
    assert [s.legal("shot_single", "B", "head", h) for h in ("main", "off")] == [False, True]
    assert not s.legal("shot_semi")
    full = {"item": "machine_pistol", "mode": "full"}
    s = scene(A={"hands": ["pistol", full]}, items=OWN)
    assert [s.legal("spray", "B", "head", hand) for hand in ("main", "off")] == [False, True]
    assert [s.legal("shot_semi", "B", "head", h) for h in ("main", "off")] == [True, False]
    s = scene(A={"hands": ["knife", "machine_pistol"]}, items=OWN)
    assert s.legal("shot_semi", "B", "head")
    assert not s.legal("spray")


@clause("U353", "U352")
def test_a_gun_without_a_switch_sprays_as_it_is(scene):
    s = scene(A={"hands": ["sprayer"]}, items=OWN)
    s.act("spray", "B", "torso", dice=[12])
    assert (s.unit("B").hp, s.item("A", "sprayer").rounds) == (4, 5)
    s.refused("switch_mode", "main")


@clause("U367", "U368", "U220")
def test_the_switch_of_a_gun_in_the_off_hand(scene):
    a = {"hands": ["knife", "machine_pistol"], "inventory": [None] * 5 + ["smg"]}
    s = scene(A=a, items=OWN)
    assert [s.legal("switch_mode", hand) for hand in ("main", "off")] == [False, True]
    for mode in ("full", "semi"):
        s.act("switch_mode", "off")
        assert s.item("A", "machine_pistol").mode == mode
        assert s.item("A", "smg").mode == "semi"


@clause("U043", "U333", "U343", "U353", "U220")
@pytest.mark.parametrize(
    ("gun", "verb", "left"),
    [
        ("revolver", "shot_single", 5),
        ("pistol", "shot_semi", 11),
        ("sprayer", "spray", 5),
    ],
)
def test_rounds_are_spent_from_the_gun_that_fires(scene, gun, verb, left):
    for hands, hand in (([gun, "knife"], "main"), (["knife", gun], "off")):
        s = scene(A={"hands": hands, "inventory": [None] * 5 + [gun]}, items=OWN)
        full = s.item("A", gun).rounds
        s.act(verb, "B", "torso", hand, dice=[9])
        rounds = [item["rounds"] for item in s.unit("A").items if item and item["item"] == gun]
        assert rounds == [full, left]  # in the pocket, in hand


@clause("U043", "U309", "U306", "U217", "U220")
def test_a_weapon_thrown_from_the_off_hand(scene):
    s = scene(A={"hands": ["knife", "axe"], "inventory": [None] * 5 + ["axe"]}, items=OWN)
    s.act("throw_weapon", "B", "head", dice=[20, 9])  # Slashing: 1 Stress and Bleeding
    b = s.unit("B")
    assert (b.hp, b.stress, b.bleed) == (5, 1, 1)
    assert (s.unit("A").hands, s.unit("A").inventory[5]) == (["knife"], "axe")


@clause("U401", "U403")
def test_only_pockets_with_an_item_are_equipped_from(scene):
    s = scene(A={"inventory": [None, "knife", None, "spear", "stone"]})
    assert [s.legal("equip", f"slot_{k}") for k in range(6)] == [k in (1, 3, 4) for k in range(6)]
    s.set("A", hands=["bat"])
    assert [s.legal("equip", f"slot_{k}") for k in range(6)] == [k in (1, 4) for k in range(6)]


@clause("U401", "U403", "U402", "U414")
def test_the_item_laid_last_decides_what_is_picked_up(scene):
    for floor, legal in (
        ([("knife", 6, 7), ("spear", 6, 7)], False),  # the spear lies on top
        ([("spear", 6, 7), ("knife", 6, 7)], True),
    ):
        s = scene(A={"hands": ["bat"]}, floor=floor)
        assert s.legal("equip_floor", "W") is legal
        if legal:
            events = s.act("equip_floor", "W")
            assert [e.what for e in events if e.kind == "took"] == ["knife"]
            assert s.unit("A").hands == ["bat", "knife"]


@clause("U401", "U314", "U409", "U501")
def test_picking_up_is_offered_where_something_lies(scene):
    s = scene(floor=[("knife", 7, 7)])
    assert s.rows("equip_floor") == s.rows("equip_floor", "here")
    s = scene(floor=[("knife", 6, 6), ("bat", 7, 8), ("bat", 5, 5)])
    places = ("here", "NW", "S", "W", "SW")
    assert [place for place in places if s.legal("equip_floor", place)] == ["NW", "S"]


@clause("U314", "U017")
@pytest.mark.parametrize("column", [0, 3, 14])
def test_a_tile_is_aimed_at_by_its_column_then_its_row(scene, column):
    s = scene(A={"inventory": ["stone"]})
    s.declare("throw_object", "slot_0")
    assert verbs(s) == {"column"}
    s.battle.act("column", str(column))
    assert verbs(s) == {"row"}
    assert len(s.battle.legal()) == 15
    s.act("row", "2", dice=[16])
    assert [(f.x, f.y) for f in s.floor()] == [(column, 2)]


@clause("U446")
@pytest.mark.parametrize("found", ["BC", "BD", "CD", "BCD"])
def test_only_those_found_may_be_approached(scene, found):
    places = {"B": (9, 7), "C": (9, 9), "D": (5, 5)}
    units = {n: {"side": 2, "at": at, "hidden": n in found} for n, at in places.items()}
    s = scene(**units)
    s.declare("inspect", dice=[16])
    assert s.phase == "grant_target"
    assert [s.legal("grant_target", name) for name in "BCD"] == [n in found for n in "BCD"]
    check_every_row(s)


@clause("U446")
def test_a_slot_without_a_unit_is_not_approached():
    places = {"one": [(7, 7), (0, 0), (0, 2)], "two": [(9, 7), (9, 9)]}  # slots for three enemies
    sides = [
        {
            "id": side,
            "units": [{"at": list(at), "hidden": side == "two"} for at in tiles],
        }
        for side, tiles in places.items()
    ]
    field = "\n".join(["." * 15] * 15)
    order = ["one_0", "one_1", "one_2", "two_0", "two_1"]
    battle = Battle(
        {"system": "undead", "title": "t", "map": field, "sides": sides, "order": order}
    )
    battle.force_dice([16])
    battle.act("inspect")
    assert (battle.phase, len(battle.legal())) == ("grant_target", 2)
    first = battle.legal()[0].row
    state = address(battle.state)
    rows = [battle.system.play.call(state, OP_LEGAL, first + k, 0, 0) for k in range(3)]
    assert rows == [1, 1, 0]
