"""Section 3.7: what the floats say of items in hands and pockets (U645), for every kind of item."""

import pytest

from fracas.envs.core.testing import clause

HAND = (
    *("item", "melee", "thrown", "single", "semi", "full", "two_hands", "light", "blunt"),
    *("slashing", "full_load", "special", "full_mode", "jam"),
)
SHOWN = {  # what the item's hand shows beside "item": 1
    "knife": {"melee": 1, "slashing": 1},
    "machete": {"melee": 1, "slashing": 1},
    "bat": {"melee": 1, "blunt": 1},
    "spear": {"melee": 1, "thrown": 1, "two_hands": 1},
    "throwing_knife": {"melee": 1, "thrown": 1},
    "revolver": {"single": 1, "full_load": 6 * 0.033},
    "rifle": {"single": 1, "two_hands": 1, "full_load": 5 * 0.033},
    "pistol": {"semi": 1, "full_load": 12 * 0.033},
    "smg": {"semi": 1, "full": 1, "two_hands": 1, "full_load": 20 * 0.033},
    "carbine": {"semi": 1, "full": 1, "two_hands": 1, "full_load": 30 * 0.033},
    "clip6": {"light": 1, "full_load": 6 * 0.033},
    "clip5": {"light": 1, "full_load": 5 * 0.033},
    "mag12": {"light": 1, "full_load": 12 * 0.033},
    "mag20": {"light": 1, "full_load": 20 * 0.033},
    "mag30": {"light": 1, "full_load": 30 * 0.033},
    "bandage": {"light": 1, "special": 0.33},
    "stone": {"light": 1},
    "firebomb": {"light": 1, "special": 0.67},
    "flashbang": {"light": 1, "special": 1},
}
TWO_HANDED = ("spear", "rifle", "smg", "carbine")
OWN = {  # kinds that no bundled item is
    "axe": {"thrown": True, "damage": "slashing"},
    "club": {"melee": True, "damage": "blunt", "hands": 2},
    "sprayer": {"full": True, "rounds": 10},
    "crate": {"hands": 2},
    "coin": {"hands": 1, "lightweight": True},
}
OWN_SHOWN = {
    "axe": {"thrown": 1},  # the type of damage is shown of what strikes
    "club": {"melee": 1, "two_hands": 1, "blunt": 1},
    "sprayer": {"full": 1, "full_load": 10 * 0.033},
    "crate": {"two_hands": 1},
    "coin": {"light": 1},
}


def changed(seat, one, other):
    """Return the floats of a seat that differ between two scenes, as the second has them."""
    before, after = one.observe(seat), other.observe(seat)
    return {key: value for key, value in after.items() if value != before[key]}


def shows(block, hand, figures):
    full = {"item": 1, **figures}
    return {f"{block}.{hand}_{name}": pytest.approx(value) for name, value in full.items()}


@clause("U645")
@pytest.mark.parametrize("item", SHOWN)
def test_what_is_shown_of_an_item_in_the_main_hand(scene, item):
    for side, block in ((2, "enemy_1"), (1, "ally_0")):
        empty, full = (
            scene(C={"side": side, "at": (5, 5), "hands": hands}) for hands in ([], [item])
        )
        found = changed("A", empty, full)
        rounds = found.pop("ally_0.rounds", 0)  # of an ally's, closed to the enemy
        assert rounds == pytest.approx(SHOWN[item].get("full_load", 0) if side == 1 else 0)
        assert found == shows(block, "main", SHOWN[item])


@clause("U645")
@pytest.mark.parametrize("item", [item for item in SHOWN if item not in TWO_HANDED])
def test_what_is_shown_of_an_item_in_the_off_hand(scene, item):
    one, both = (scene(B={"hands": hands}) for hands in (["knife"], ["knife", item]))
    assert changed("A", one, both) == shows("enemy_0", "off", SHOWN[item])


@clause("U645")
@pytest.mark.parametrize("item", OWN)
def test_what_is_shown_of_an_encounters_own_items(scene, item):
    empty, full = (scene(B={"hands": hands}, items=OWN) for hands in ([], [item]))
    assert changed("A", empty, full) == shows("enemy_0", "main", OWN_SHOWN[item])


@clause("U645")
@pytest.mark.parametrize(
    ("figures", "shown"), [({"mode": "full"}, "full_mode"), ({"jam": True}, "jam")]
)
def test_mode_and_jam_of_an_equipped_item_are_open(scene, figures, shown):
    plain, other = (scene(B={"hands": [{"item": "smg", **more}]}) for more in ({}, figures))
    assert changed("A", plain, other) == {f"enemy_0.main_{shown}": 1}
    assert changed("B", plain, other) == {f"me.main_{shown}": 1}


@clause("U645")
def test_mode_and_jam_in_the_off_hand(scene):
    own = {"machine_pistol": {"semi": True, "full": True, "rounds": 10}}
    for figures, shown in (({"mode": "full"}, "full_mode"), ({"jam": True}, "jam")):
        plain, other = (
            scene(B={"hands": ["knife", {"item": "machine_pistol", **more}]}, items=own)
            for more in ({}, figures)
        )
        assert changed("A", plain, other) == {f"enemy_0.off_{shown}": 1}


@clause("U645")
def test_empty_hands_and_the_second_hand_show_nothing(scene):
    s = scene(B={"hands": ["rifle"]})
    told = s.observe("A")
    assert [told[f"enemy_0.off_{name}"] for name in HAND] == [0] * len(HAND)
    assert [told[f"me.{hand}_{name}"] for hand in ("main", "off") for name in HAND] == [0] * 28


@clause("U645")
def test_the_rounds_in_a_hand_are_shown_to_its_own_side_only(scene):
    full, spent = (
        scene(
            A={"hands": [{"item": "pistol", "rounds": n}]},
            C={"side": 1, "at": (3, 3), "hands": [{"item": "revolver", "rounds": n}]},
        )
        for n in (6, 4)
    )
    assert changed("B", full, spent) == {}
    assert changed("C", full, spent) == {
        "me.rounds": pytest.approx(4 * 0.033),
        "ally_0.rounds": pytest.approx(4 * 0.033),
        "self.slot_6_rounds": pytest.approx(4 * 0.033),
    }


@clause("U645")
@pytest.mark.parametrize(
    ("item", "figures"),
    [
        ("knife", {"melee": 1}),
        ("throwing_knife", {"melee": 1, "thrown": 1}),
        ("pistol", {"firearm": 1, "rounds": 12 * 0.033}),
        ({"item": "revolver", "rounds": 2}, {"firearm": 1, "rounds": 2 * 0.033}),
        ("mag20", {"ammo": 1, "rounds": 20 * 0.033}),
        ({"item": "mag20", "rounds": 0}, {"ammo": 1}),
        ("bandage", {"bandage": 1}),
        ("stone", {}),
        ("firebomb", {"bomb": 1}),
        ("flashbang", {"flashbang": 1}),
    ],
)
def test_what_its_own_seat_sees_of_a_pocket(scene, item, figures):
    for slot in range(6):
        pockets = [None] * slot + [item]
        empty, full = scene(), scene(A={"inventory": pockets})
        expected = {f"self.slot_{slot}_used": 1}
        expected |= {f"self.slot_{slot}_{k}": pytest.approx(v) for k, v in figures.items()}
        assert changed("A", empty, full) == expected
        assert changed("B", empty, full) == {}


@clause("U645", "U040")
def test_a_second_wound_or_condition_is_shown_as_one(scene):
    """Flags are 1 when set, however they came about."""
    s = scene(A={"hands": ["bat"]}, B={"hp": 14})
    for _ in range(2):
        s.act("melee", "B", "legs", dice=[18, 4])
        told = s.observe("A")
        assert (told["enemy_0.broken_leg"], told["enemy_0.prone"]) == (1, 1)
        s.set("B", prone=False)
