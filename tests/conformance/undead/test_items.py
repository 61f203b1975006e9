"""Section 3.5, first half: item actions (U400 to U417)."""

import re
from pathlib import Path

import pytest

from fracas.envs.core.testing import clause
from fracas.envs.undead.items import ITEMS
from fracas.envs.undead.setup_items import BUNDLED

RULES = Path(__file__).resolve().parents[3] / "envs" / "undead" / "RULES.md"


def test_bundled_items_are_those_of_table_1_5():
    table = RULES.read_text(encoding="utf-8").split("| item | class | hands |")[1].split("\n\n")[0]
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in table.splitlines()]
    named = [(re.findall(r"`(\w+)`", cells[0]), cells[1:]) for cells in rows[2:]]
    assert [name for names, (of, *_) in named for name in names if of != "armour"] == list(ITEMS)
    for names, (of, hands, damage, remarks) in named:
        for item in (BUNDLED[name] for name in names if of != "armour"):
            flags = {"melee": item.melee, "thrown": item.thrown, "lightweight": item.lightweight}
            flags |= {"single-action": item.single, "semi": item.semi, "full auto": item.full}
            assert flags == {word: word in of for word in flags}, names
            assert int(hands) == (item.weapon if item.hands is None else item.hands), names
            of_shots = "piercing" if item.firearm else ""
            assert damage.lower() == (item.damage or of_shots), names
            if item.firearm:
                assert remarks.startswith(f"{item.rounds} rounds, loads `{item.ammo}`"), names


@clause("U400", "U404", "U407")
@pytest.mark.parametrize(
    "call",
    [
        ("equip", "slot_0"),
        ("equip_floor", "here"),
        ("equip_floor", "N"),
        ("unequip", "main"),
        ("place", "slot_0", "N"),
        ("place", "main", "N"),
    ],
)
def test_equip_unequip_and_place_cost_one_ap(scene, call):
    a = {"hands": ["knife"], "inventory": ["stone"]}
    floor = [("bat", 7, 7), ("bat", 7, 6)]
    s = scene(A=a, floor=floor)
    s.act(*call, dice=[])
    assert s.unit("A").ap == 3
    assert scene(A=a | {"ap": 1}, floor=floor).legal(*call)
    scene(A=a | {"ap": 0}, floor=floor).refused(*call)


@clause("U401")
def test_equip_takes_an_item_from_the_inventory_or_a_tile_within_one(scene):
    assert scene(A={"inventory": ["knife"]}).legal("equip", "slot_0")
    around = [("N", 7, 6), ("NE", 8, 6), ("E", 8, 7), ("SE", 8, 8), ("S", 7, 8)]
    around += [("SW", 6, 8), ("W", 6, 7), ("NW", 6, 6), ("here", 7, 7)]
    for direction, x, y in around:
        s = scene(floor=[("knife", x, y)])
        assert s.legal("equip_floor", direction)
        assert len(s.rows("equip_floor")) == 1
    ring = [(x, y) for x in range(5, 10) for y in range(5, 10) if max(abs(x - 7), abs(y - 7)) == 2]
    assert not scene(floor=[("knife", x, y) for x, y in ring]).legal("equip_floor")
    assert not scene().legal("equip")


@clause("U401")
@pytest.mark.parametrize("slot", range(6))
def test_equip_takes_from_each_slot_of_the_inventory(scene, slot):
    inventory = [None] * 6
    inventory[slot] = "knife"
    s = scene(A={"inventory": inventory})
    assert len(s.rows("equip")) == 1
    s.act("equip", f"slot_{slot}", dice=[])
    assert (s.unit("A").hands, s.unit("A").inventory) == (["knife"], [None] * 6)


@clause("U401")
def test_equip_from_a_tile_takes_the_item_laid_last(scene):
    s = scene(floor=[("knife", 7, 6), ("bat", 7, 6)])
    s.act("equip_floor", "N")
    assert s.unit("A").hands == ["bat"]
    assert [f.item for f in s.floor()] == ["knife"]


@clause("U402")
def test_the_item_becomes_equipped(scene):
    s = scene(A={"inventory": [None, "knife"]})
    assert not s.legal("melee", "B")
    s.act("equip", "slot_1")
    assert s.unit("A").hands == ["knife"]
    assert s.unit("A").inventory == [None] * 6
    assert s.legal("melee", "B", "torso")
    s = scene(floor=[("knife", 7, 6)])
    s.act("equip_floor", "N")
    assert (s.unit("A").hands, s.floor()) == (["knife"], [])


@clause("U402")
def test_equip_fills_the_lowest_free_hand(scene):
    s = scene(A={"hands": ["knife"], "inventory": ["bat", "stone"]})
    assert not s.legal("drop_item", "off")
    s.act("equip", "slot_0")
    assert s.legal("drop_item", "off")
    s.act("drop_item", "main")
    s.act("equip", "slot_1")
    s.act("drop_item", "main")
    assert [f.item for f in s.floor()] == ["knife", "stone"]


@clause("U402", "U403")
@pytest.mark.parametrize("source", ["inventory", "floor"])
def test_a_two_handed_item_takes_both_hands(scene, source):
    a = {"inventory": ["knife", "spear"] if source == "inventory" else ["knife"]}
    s = scene(A=a, floor=[("spear", 7, 6)] if source == "floor" else ())
    s.act(*(("equip", "slot_1") if source == "inventory" else ("equip_floor", "N")), dice=[])
    assert s.unit("A").hands == ["spear"]
    assert s.legal("melee", "B", "torso")
    assert not s.legal("equip", "slot_0")
    s.act("drop_item", "main")
    assert s.legal("equip", "slot_0")


@clause("U403")
@pytest.mark.parametrize(
    ("hands", "item", "legal"),
    [
        (["knife"], "spear", False),
        ([], "spear", True),
        (["knife"], "bat", True),
        (["knife", "bat"], "machete", False),
        (["knife"], "bandage", True),
        (["spear"], "bandage", False),
        (["knife", "bat"], "stone", False),
    ],
)
def test_equip_needs_as_many_empty_hands_as_the_item_takes(scene, hands, item, legal):
    assert scene(A={"hands": hands, "inventory": [item]}).legal("equip", "slot_0") == legal
    assert scene(A={"hands": hands}, floor=[(item, 7, 7)]).legal("equip_floor", "here") == legal


@clause("U403")
def test_a_broken_arm_leaves_one_hand_to_equip(scene):
    s = scene(A={"injuries": ["broken_arm"], "inventory": ["spear", "knife", "stone"]})
    assert not s.legal("equip", "slot_0")
    assert s.legal("equip", "slot_1")
    s.act("equip", "slot_1")
    assert not s.legal("equip")


@clause("U405")
def test_unequip_uses_an_equipped_item(scene):
    assert not scene(A={"inventory": ["knife"]}).legal("unequip")
    s = scene(A={"hands": ["knife"]})
    assert s.legal("unequip", "main")
    assert not s.legal("unequip", "off")


@clause("U405", "U406")
def test_the_item_of_the_second_hand_is_put_away_alone(scene):
    s = scene(A={"hands": ["knife", "bandage"]})
    assert len(s.rows("unequip")) == 2
    s.act("unequip", "off", dice=[])
    assert s.unit("A").hands == ["knife"]
    assert s.unit("A").inventory == ["bandage"] + [None] * 5
    assert s.legal("unequip", "main")
    assert len(s.rows("unequip")) == 1


@clause("U405")
@pytest.mark.parametrize("item", ["spear", "pistol", "mag12", "bandage", "stone", "firebomb"])
def test_any_item_in_hand_can_be_unequipped(scene, item):
    s = scene(A={"hands": [item]})
    s.act("unequip", "main", dice=[])
    assert (s.unit("A").hands, s.unit("A").inventory[0]) == ([], item)


@clause("U406")
def test_the_unequipped_item_goes_into_the_lowest_free_slot(scene):
    s = scene(A={"hands": ["knife"], "inventory": ["stone", None, "stone"]})
    s.act("unequip", "main")
    assert s.unit("A").hands == []
    assert s.unit("A").inventory == ["stone", "knife", "stone", None, None, None]
    s = scene(A={"hands": ["spear"], "inventory": ["stone"] * 5})
    s.act("unequip", "main")
    assert s.unit("A").inventory[5] == "spear"
    assert not scene(A={"hands": ["knife"], "inventory": ["stone"] * 6}).legal("unequip")


@clause("U408")
def test_place_goes_to_an_adjacent_open_tile_occupied_or_not(scene):
    s = scene(map=".#x~h\n.....", A={"at": (2, 1), "inventory": ["stone"]}, B={"at": (3, 1)})
    s.declare("place", "slot_0")
    assert (s.phase, s.decider) == ("item_direction", "A")
    for direction in ("NE", "E", "W"):  # difficult, occupied by B, open
        assert s.legal("place_direction", direction)
    for direction in ("N", "NW", "S", "SE", "SW", "here"):  # low obstacle, wall, off the map, own
        assert not s.legal("place_direction", direction)


@clause("U408")
def test_place_takes_each_of_the_8_directions_a_hiding_place_and_a_hidden_enemys_tile(scene):
    around = [("N", 7, 6), ("NE", 8, 6), ("E", 8, 7), ("SE", 8, 8), ("S", 7, 8)]
    around += [("SW", 6, 8), ("W", 6, 7), ("NW", 6, 6)]
    field = "\n".join(["." * 15] * 6 + ["......h........"] + ["." * 15] * 8)
    for direction, x, y in around:
        s = scene(
            A={"inventory": ["stone"]},
            C={"side": 2, "at": (6, 8), "hidden": True},
            D={"side": 1, "at": (7, 8)},
            map=field,
        )
        s.act("place", "slot_0", direction, dice=[])
        assert [(f.item, f.x, f.y) for f in s.floor()] == [("stone", x, y)]
        assert s.unit("C").hidden


@clause("U408")
def test_with_no_open_tile_beside_it_nothing_can_be_placed(scene):
    s = scene(map="###.\n#.x.\n###.", A={"at": (1, 1), "inventory": ["stone"]}, B={"at": (3, 1)})
    assert not s.legal("place")


@clause("U409")
def test_place_uses_the_item_named(scene):
    a = {"hands": ["knife", "bat"], "inventory": ["stone", None, None, None, None, "bandage"]}
    assert len(scene(A=a).rows("place")) == 4
    for slot, item in [
        ("main", "knife"),
        ("off", "bat"),
        ("slot_0", "stone"),
        ("slot_5", "bandage"),
    ]:
        s = scene(A=a)
        s.act("place", slot, "W", dice=[])
        assert [f.item for f in s.floor()] == [item]
        left = s.unit("A").hands + [i for i in s.unit("A").inventory if i]
        assert sorted(left) == sorted({"knife", "bat", "stone", "bandage"} - {item})


@clause("U409")
def test_place_uses_an_equipped_or_an_inventory_item(scene):
    s = scene(A={"hands": ["knife"], "inventory": ["stone"]})
    assert s.legal("place", "slot_0")
    assert s.legal("place", "main")
    assert not s.legal("place", "slot_1")
    assert not s.legal("place", "off")
    assert not scene().legal("place")


@clause("U410")
def test_the_placed_item_lies_on_the_floor_of_that_tile(scene):
    s = scene(A={"hands": ["knife"], "inventory": ["stone"]})
    s.act("place", "slot_0", "N")
    s.act("place", "main", "E")  # B stands there
    assert [(f.item, f.x, f.y) for f in s.floor()] == [("stone", 7, 6), ("knife", 8, 7)]
    assert (s.unit("A").hands, s.unit("A").inventory) == ([], [None] * 6)


@clause("U411")
def test_drop_item_costs_nothing(scene):
    for ap in (4, 0):
        s = scene(A={"hands": ["knife"], "ap": ap})
        s.act("drop_item", "main")
        assert s.unit("A").ap == ap


@clause("U412")
def test_only_an_equipped_item_can_be_dropped(scene):
    assert not scene(A={"inventory": ["stone", "knife"]}).legal("drop_item")
    s = scene(A={"hands": ["knife"], "inventory": ["stone"]})
    assert len(s.rows("drop_item")) == 1
    assert s.legal("drop_item", "main")


@clause("U412")
@pytest.mark.parametrize(
    ("hand", "gone", "kept"), [("main", "knife", "bat"), ("off", "bat", "knife")]
)
def test_the_hand_named_drops_its_item(scene, hand, gone, kept):
    s = scene(A={"hands": ["knife", "bat"]})
    assert len(s.rows("drop_item")) == 2
    s.act("drop_item", hand, dice=[])
    assert (s.unit("A").hands, [f.item for f in s.floor()]) == ([kept], [gone])
    assert s.legal("drop_item")
    assert not scene().legal("drop_item")


@clause("U413")
@pytest.mark.parametrize("item", ["knife", "spear", "pistol", "bandage"])
def test_the_dropped_item_lies_on_the_own_tile(scene, item):
    s = scene(A={"hands": [item]})
    s.act("drop_item", "main")
    assert s.unit("A").hands == []
    assert [(f.item, f.x, f.y) for f in s.floor()] == [(item, 7, 7)]


@clause("U414")
def test_a_firearm_on_the_floor_keeps_load_mode_and_jam(scene):
    s = scene(A={"hands": [{"item": "smg", "mode": "full", "rounds": 4, "jam": True}]})
    s.act("drop_item", "main")
    lying = s.floor()[0]
    assert (lying.rounds, lying.mode, bool(lying.jam)) == (4, "full", True)
    s.act("equip_floor", "here")
    gun = s.item("A", "smg")
    assert (gun.rounds, gun.mode, bool(gun.jam)) == (4, "full", True)


@clause("U414")
@pytest.mark.parametrize(("mode", "jam"), [("semi", True), ("full", False)])
def test_a_firearm_that_falls_keeps_load_mode_and_jam(scene, mode, jam):
    gun = {"item": "smg", "mode": mode, "rounds": 9, "jam": jam}
    # Slashing Arms, save strongly failed: the arm breaks; or the blow brings B Down.
    for hp, area, dice in [(6, "arms", [18, 4]), (1, "torso", [10])]:
        s = scene(
            A={"hands": ["knife"]},
            B={"hands": [gun], "hp": hp},
            C={"side": 2, "at": (14, 14)},
        )
        s.act("melee", "B", area, dice=dice)
        lying = s.floor()[0]
        assert (lying.x, lying.y, lying.item) == (8, 7, "smg")
        assert (lying.rounds, lying.mode, bool(lying.jam)) == (9, mode, jam)
        s.act("drop_item", "main")
        s.act("equip_floor", "E")
        held = s.item("A", "smg")
        assert (held.rounds, held.mode, bool(held.jam)) == (9, mode, jam)


@clause("U415")
@pytest.mark.parametrize(
    ("a", "call"),
    [
        ({"inventory": ["knife"]}, ("equip", "slot_0")),
        ({}, ("equip_floor", "N")),
        ({"hands": ["knife"]}, ("unequip", "main")),
        ({"hands": ["knife"]}, ("place", "main", "N")),
        ({"inventory": ["stone"]}, ("place", "slot_0", "E")),
        ({"hands": ["knife"]}, ("drop_item", "main")),
        ({"hands": ["pistol"], "inventory": ["mag12"]}, ("reload", "slot_0")),
        ({"hands": ["smg"]}, ("switch_mode",)),
        ({"hands": [{"item": "smg", "jam": True}]}, ("unjam",)),
    ],
)
def test_item_actions_are_quiet(scene, a, call):
    s = scene(A=a | {"hidden": True}, floor=[("bat", 7, 6)])
    s.act(*call, dice=[])
    assert s.unit("A").hidden


@clause("U415")
@pytest.mark.parametrize(
    ("a", "call", "dice"),
    [
        ({"hands": ["pistol"]}, ("shot_semi", "B", "torso"), [3, 9]),
        ({"hands": ["revolver"]}, ("shot_single", "B", "torso"), [3, 9]),
        ({"hands": [{"item": "smg", "mode": "full"}]}, ("spray", "B", "torso"), [3, 9]),
        ({"hands": ["throwing_knife"]}, ("throw_weapon", "B", "torso"), [3, 9]),
        ({"inventory": ["bandage"]}, ("throw_object", "slot_0", 5, 7), [16]),
        ({"inventory": ["stone"]}, ("throw_object", "slot_0", 5, 7), [16]),
    ],
)
def test_firing_and_throwing_are_loud(scene, a, call, dice):
    s = scene(A=a | {"hidden": True})
    s.act(*call, dice=dice)
    assert not s.unit("A").hidden


@clause("U416")
def test_an_item_keeps_rounds_mode_and_jam_wherever_it_is(scene):
    def look(gun):
        return (gun.rounds, gun.mode, bool(gun.jam))

    s = scene(A={"hands": [{"item": "smg", "mode": "full", "rounds": 7, "jam": True}]})
    s.act("unequip", "main")
    assert look(s.item("A", "smg")) == (7, "full", True)
    s.act("equip", "slot_0")
    assert look(s.item("A", "smg")) == (7, "full", True)
    s.act("place", "main", "W")
    assert look(s.floor()[0]) == (7, "full", True)
    s.act("equip_floor", "W")
    assert look(s.item("A", "smg")) == (7, "full", True)


@clause("U416")
def test_a_jammed_pistol_unequipped_and_equipped_is_still_jammed(scene):
    magazine = {"item": "mag12", "rounds": 3}
    s = scene(A={"hands": [{"item": "pistol", "jam": True}], "inventory": [magazine]})
    s.act("unequip", "main")
    s.act("equip", "slot_1")
    assert s.item("A", "pistol").jam
    assert not s.legal("shot_semi")
    s.act("equip", "slot_0")  # a magazine in hand keeps its count too
    assert s.item("A", "mag12").rounds == 3


@clause("U416")
@pytest.mark.parametrize(
    ("call", "dice"),
    [(("place", "slot_0", "N"), []), (("throw_object", "slot_0", 7, 6), [16])],
)
def test_a_magazine_keeps_its_rounds_on_the_floor(scene, call, dice):
    s = scene(A={"inventory": [{"item": "mag20", "rounds": 7}]})
    s.act(*call, dice=dice)
    assert [(f.item, f.rounds) for f in s.floor()] == [("mag20", 7)]
    s.act("equip_floor", "N")
    assert s.item("A", "mag20").rounds == 7
    s.act("unequip", "main")
    assert (s.unit("A").inventory[0], s.item("A", "mag20").rounds) == ("mag20", 7)


@clause("U416")
def test_each_item_of_a_kind_keeps_its_own_values(scene):
    hands = [{"item": "pistol", "rounds": 2, "jam": True}, {"item": "pistol", "rounds": 8}]
    s = scene(A={"hands": hands})
    s.act("drop_item", "main")
    s.act("drop_item", "off")
    assert [(f.rounds, bool(f.jam)) for f in s.floor()] == [(2, True), (8, False)]
    s.act("equip_floor", "here")  # the last laid
    assert (s.item("A", "pistol").rounds, bool(s.item("A", "pistol").jam)) == (8, False)
    s.act("unequip", "main")
    s.act("equip_floor", "here")
    held = [(i["rounds"], bool(i["jam"])) for i in s.unit("A").items if i]
    assert held == [(8, False), (2, True)]


@clause("U417")
@pytest.mark.parametrize(
    ("a", "call", "dice", "item"),
    [
        ({"inventory": ["bat"]}, ("place", "slot_0", "W"), [], "bat"),
        ({"inventory": ["bandage"]}, ("throw_object", "slot_0", 8, 7), [16], "bandage"),
        ({"hands": ["spear"]}, ("throw_weapon", "B", "torso"), [9], "spear"),
        ({"hands": ["knife"]}, ("melee", "B", "torso"), [10], "machete"),  # B goes Down
    ],
)
def test_the_oldest_item_goes_however_the_seventeenth_comes(scene, a, call, dice, item):
    stones = [("stone", x, y) for y in (0, 1) for x in range(8)]
    s = scene(
        A=a,
        B={"hp": 1, "hands": ["machete"]},
        C={"side": 2, "at": (14, 14)},
        floor=stones,
    )
    s.act(*call, dice=dice)
    assert [(f.item, f.x, f.y) for f in s.floor()][:15] == stones[1:]
    assert [f.item for f in s.floor()][15:] == [item]


@clause("U417")
def test_a_seventeenth_floor_item_removes_the_one_laid_longest_ago(scene):
    stones = [("stone", x, 0) for x in range(15)]
    s = scene(A={"hands": ["knife", "bat"]}, floor=stones)
    s.act("drop_item", "main")
    assert [(f.item, f.x) for f in s.floor()] == [("stone", x) for x in range(15)] + [("knife", 7)]
    s.act("drop_item", "off")
    assert len(s.floor()) == 16
    assert s.floor()[0].x == 1
    assert [f.item for f in s.floor()][-2:] == ["knife", "bat"]


@clause("U417")
def test_an_item_taken_up_and_laid_again_is_the_newest(scene):
    s = scene(A={"hands": ["knife"]}, floor=[("bat", 7, 7)] + [("stone", x, 0) for x in range(15)])
    s.act("equip_floor", "here")
    s.act("drop_item", "off")  # 16 again, the bat last
    s.act("drop_item", "main")
    left = [(f.item, f.x) for f in s.floor()]
    assert left == [("stone", x) for x in range(1, 15)] + [("bat", 7), ("knife", 7)]
