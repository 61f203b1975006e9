"""Section 3.4 of the rules: jams, firing modes, reloading (U362-U374)."""

import pytest

from fracas.envs.core.testing import clause

FULL_SMG = {"item": "smg", "mode": "full"}
FULL_CARBINE = {"item": "carbine", "mode": "full"}
MAGAZINES = [
    ("revolver", "clip6", 6),
    ("rifle", "clip5", 5),
    ("pistol", "mag12", 12),
    ("smg", "mag20", 20),
    ("carbine", "mag30", 30),
]


# --- jams


@clause("U362")
@pytest.mark.parametrize(
    ("verb", "gun"),
    [
        ("shot_single", {"item": "revolver"}),
        ("shot_single", {"item": "rifle"}),
        ("shot_semi", {"item": "pistol"}),
        ("shot_semi", {"item": "smg"}),
        ("shot_semi", {"item": "carbine"}),
        ("spray", FULL_SMG),
        ("spray", FULL_CARBINE),
    ],
)
def test_a_jammed_firearm_cannot_be_fired(scene, verb, gun):
    assert scene(A={"hands": [gun]}).legal(verb, "B")
    s = scene(A={"hands": [{**gun, "jam": True}]})
    assert not any(s.legal(v) for v in ("shot_single", "shot_semi", "spray"))


@clause("U362")
def test_the_shot_that_jams_masks_the_next(scene):
    s = scene(A={"hands": ["pistol"]})
    s.act("shot_semi", "B", "torso", dice=[4])
    s.refused("shot_semi", "B", "torso")


@clause("U362")
def test_reload_and_switch_are_still_possible_with_a_jam(scene):
    s = scene(
        A={"hands": [{"item": "smg", "rounds": 3, "jam": True}], "inventory": ["mag20"]},
    )
    s.act("reload", "slot_0", dice=[])
    s.act("switch_mode", dice=[])
    smg = s.item("A", "smg")
    assert (smg.rounds, smg.mode, bool(smg.jam)) == (20, "full", True)
    s.set("A", ap=4)
    assert not any(s.legal(v) for v in ("shot_single", "shot_semi", "spray"))


@clause("U362")
@pytest.mark.parametrize("jammed", ["main", "off"])
def test_a_jam_masks_only_the_firearm_that_has_it(scene, jammed):
    hands = [{"item": "pistol", "jam": hand == jammed} for hand in ("main", "off")]
    s = scene(A={"hands": hands})
    assert [s.legal("shot_semi", "B", "torso", h) for h in ("main", "off")] == [
        jammed == "off",
        jammed == "main",
    ]


@clause("U362")
@pytest.mark.parametrize("jam", [False, True])
def test_a_readied_shot_is_not_offered_with_a_jam(scene, jam):
    a = {"hands": [{"item": "pistol", "jam": jam}], "ready": ("enemy_moves", "shot_semi")}
    s = scene(turn="B", A=a, B={"at": (10, 7)})
    s.declare("step", "E")
    assert (s.phase, s.decider) == (("main", "B") if jam else ("ready_fire", "A"))


@clause("U363")
def test_unjam_costs_2_ap(scene):
    gun = {"item": "smg", "jam": True}
    s = scene(A={"hands": [gun]})
    s.act("unjam", dice=[])
    assert s.unit("A").ap == 2
    assert scene(A={"hands": [gun], "ap": 2}).legal("unjam")
    scene(A={"hands": [gun], "ap": 1}).refused("unjam")


@clause("U364")
@pytest.mark.parametrize(
    ("gun", "legal"),
    [
        ({"item": "smg"}, True),
        (FULL_SMG, True),
        ({"item": "carbine"}, True),
        (FULL_CARBINE, True),
        ({"item": "pistol"}, False),
        ({"item": "revolver"}, False),
        ({"item": "rifle"}, False),
    ],
)
def test_unjam_uses_an_equipped_full_auto_firearm(scene, gun, legal):
    jammed = {**gun, "jam": True}
    assert scene(A={"hands": [jammed]}).legal("unjam") == legal
    assert not scene(A={"inventory": [jammed]}).legal("unjam")
    assert not scene(A={"hands": [gun]}).legal("unjam")  # nothing to clear
    loose = {"unjam.needs_full_auto": False}
    assert scene(A={"hands": [jammed]}, options=loose).legal("unjam")


@clause("U365")
@pytest.mark.parametrize(
    ("verb", "gun"), [("shot_semi", {"item": "smg"}), ("spray", FULL_SMG), ("spray", FULL_CARBINE)]
)
def test_unjam_makes_the_firearm_ready_again(scene, verb, gun):
    s = scene(A={"hands": [{**gun, "jam": True}], "ap": 5})
    assert not s.legal(verb)
    before = s.item("A", gun["item"]).rounds, s.item("A", gun["item"]).mode
    s.act("unjam", dice=[])
    assert not s.item("A", gun["item"]).jam
    assert (s.item("A", gun["item"]).rounds, s.item("A", gun["item"]).mode) == before
    assert s.legal(verb, "B", "torso")
    s.refused("unjam")


# --- Switch Firing Mode


@clause("U366")
def test_switch_mode_costs_1_ap(scene):
    s = scene(A={"hands": ["smg"]})
    s.act("switch_mode", dice=[])
    assert s.unit("A").ap == 3
    assert scene(A={"hands": ["smg"], "ap": 1}).legal("switch_mode")
    scene(A={"hands": ["smg"], "ap": 0}).refused("switch_mode")


@clause("U367")
@pytest.mark.parametrize(
    ("gun", "legal"),
    [
        ("smg", True),
        ("carbine", True),
        (FULL_SMG, True),
        ("pistol", False),
        ("revolver", False),
        ("rifle", False),
    ],
)
def test_switch_mode_uses_an_equipped_firearm_with_a_switch(scene, gun, legal):
    assert scene(A={"hands": [gun]}).legal("switch_mode") == legal
    assert not scene(A={"inventory": [gun]}).legal("switch_mode")


@clause("U368")
@pytest.mark.parametrize("gun", ["smg", "carbine"])
def test_it_changes_from_one_mode_to_the_other(scene, gun):
    s = scene(A={"hands": [gun]})
    assert s.item("A", gun).mode == "semi"
    for mode, fires, masked in [("full", "spray", "shot_semi"), ("semi", "shot_semi", "spray")]:
        rounds = s.item("A", gun).rounds
        s.act("switch_mode", dice=[])
        s.set("A", ap=4)
        assert (s.item("A", gun).mode, s.item("A", gun).rounds) == (mode, rounds)
        assert not s.item("A", gun).jam
        assert s.legal(fires, "B", "torso")
        assert not s.legal(masked)


# --- Reload Firearm


@clause("U369")
def test_reload_costs_2_ap(scene):
    a = {"hands": [{"item": "pistol", "rounds": 0}], "inventory": ["mag12"]}
    s = scene(A=a)
    s.act("reload", "slot_0", dice=[])
    assert s.unit("A").ap == 2
    assert scene(A={**a, "ap": 2}).legal("reload", "slot_0")
    scene(A={**a, "ap": 1}).refused("reload", "slot_0")


@clause("U370")
def test_reload_uses_an_equipped_firearm(scene):
    empty = {"item": "pistol", "rounds": 0}
    assert scene(A={"hands": [empty], "inventory": ["mag12"]}).legal("reload")
    assert not scene(A={"inventory": [empty, "mag12"]}).legal("reload")
    assert not scene(A={"hands": ["knife"], "inventory": [empty, "mag12"]}).legal("reload")


@clause("U370")
def test_the_reloaded_firearm_may_be_in_the_second_hand(scene):
    s = scene(A={"hands": ["knife", {"item": "pistol", "rounds": 0}], "inventory": ["mag12"]})
    assert len(s.rows("reload")) == 1
    s.act("reload", "slot_0", dice=[])
    assert (s.item("A", "pistol").rounds, s.unit("A").hands) == (12, ["knife", "pistol"])


@clause("U370", "U371")
@pytest.mark.parametrize("hand", ["main", "off"])
def test_with_two_firearms_only_the_one_named_is_loaded(scene, hand):
    hands = [{"item": "pistol", "rounds": 1}, {"item": "pistol", "rounds": 2}]
    s = scene(A={"hands": hands, "inventory": ["mag12"]})
    assert len(s.rows("reload", "slot_0")) == 2
    s.act("reload", "slot_0", hand, dice=[])
    held = [i["rounds"] for i in s.unit("A").items if i and i["item"] == "pistol"]
    assert held == ([12, 2] if hand == "main" else [1, 12])
    assert s.item("A", "mag12").rounds == (1 if hand == "main" else 2)


@clause("U370", "U371")
@pytest.mark.parametrize(("magazine", "loaded"), [("clip6", "revolver"), ("mag12", "pistol")])
def test_the_magazine_goes_into_the_firearm_that_takes_it(scene, magazine, loaded):
    hands = [{"item": "pistol", "rounds": 1}, {"item": "revolver", "rounds": 1}]
    s = scene(A={"hands": hands, "inventory": [magazine]})
    assert len(s.rows("reload")) == 1
    s.battle.act(s.rows("reload")[0])
    other = {"pistol": "revolver", "revolver": "pistol"}[loaded]
    assert s.item("A", loaded).rounds == int({"clip6": 6, "mag12": 12}[magazine])
    assert s.item("A", other).rounds == 1


@clause("U371")
@pytest.mark.parametrize(("gun", "magazine", "rounds"), MAGAZINES)
def test_reload_loads_a_fitting_magazine_from_the_main_inventory(scene, gun, magazine, rounds):
    hand = [{"item": gun, "rounds": 0}]
    s = scene(A={"hands": hand, "inventory": [magazine]})
    s.act("reload", "slot_0", dice=[])
    assert s.item("A", gun).rounds == rounds
    s = scene(A={"hands": hand, "inventory": ["bandage", {"item": magazine, "rounds": 4}]})
    s.act("reload", "slot_1", dice=[])
    assert s.item("A", gun).rounds == 4
    assert s.unit("A").inventory[:2] == ["bandage", None]


@clause("U371")
@pytest.mark.parametrize(("gun", "magazine", "rounds"), MAGAZINES)
def test_no_magazine_or_the_wrong_kind_masks_reload(scene, gun, magazine, rounds):
    hand = [{"item": gun, "rounds": 0}]
    assert not scene(A={"hands": hand, "inventory": ["bandage"]}).legal("reload")
    s = scene(A={"hands": hand, "inventory": [m for _, m, _ in MAGAZINES]})
    legal = {m for i, (_, m, _) in enumerate(MAGAZINES) if s.legal("reload", f"slot_{i}")}
    assert legal == {magazine}


@clause("U371")
@pytest.mark.parametrize("slot", range(6))
def test_each_slot_of_the_main_inventory_may_hold_the_magazine(scene, slot):
    inventory = ["stone"] * 6
    inventory[slot] = "mag12"
    s = scene(A={"hands": [{"item": "pistol", "rounds": 0}], "inventory": inventory})
    assert len(s.rows("reload")) == 1
    s.act("reload", f"slot_{slot}", dice=[])
    inventory[slot] = None
    assert (s.item("A", "pistol").rounds, s.unit("A").inventory) == (12, inventory)


@clause("U371")
def test_a_magazine_lying_about_is_not_in_the_main_inventory(scene):
    a = {"hands": [{"item": "pistol", "rounds": 0}]}
    assert not scene(A=a, floor=[("mag12", 7, 7), ("mag12", 7, 6)]).legal("reload")


@clause("U371")
def test_a_magazine_in_hand_is_not_in_the_main_inventory(scene):
    s = scene(A={"hands": [{"item": "pistol", "rounds": 0}, "mag12"]})
    assert not s.legal("reload")


@clause("U372")
@pytest.mark.parametrize(("gun", "magazine", "rounds"), MAGAZINES)
def test_the_magazine_already_in_the_firearm_is_removed_for_free(scene, gun, magazine, rounds):
    s = scene(A={"hands": [{"item": gun, "rounds": 3}], "inventory": [magazine]})
    s.act("reload", "slot_0", dice=[])
    assert (s.item("A", gun).rounds, s.unit("A").ap) == (rounds, 2)
    assert s.unit("A").inventory[0] == magazine
    assert s.item("A", magazine).rounds == 3


@clause("U373")
def test_the_removed_magazine_goes_to_the_slot_just_freed(scene):
    hand = [{"item": "pistol", "rounds": 3}]
    s = scene(A={"hands": hand, "inventory": ["bandage", None, "mag12"]})
    s.act("reload", "slot_2", dice=[])
    assert s.unit("A").inventory[:4] == ["bandage", None, "mag12", None]


@clause("U373")
@pytest.mark.parametrize(("gun", "magazine", "full"), MAGAZINES)
@pytest.mark.parametrize("rounds", [0, 1])
def test_an_empty_magazine_is_discarded(scene, gun, magazine, full, rounds):
    s = scene(A={"hands": [{"item": gun, "rounds": rounds}], "inventory": [magazine]})
    s.act("reload", "slot_0", dice=[])
    assert s.item("A", gun).rounds == full
    assert s.unit("A").inventory == [magazine if rounds else None] + [None] * 5
    assert len(s.floor()) == 0


@clause("U373")
@pytest.mark.parametrize(("gun", "magazine", "full"), MAGAZINES)
def test_reload_is_legal_with_a_full_firearm_and_always_removes(scene, gun, magazine, full):
    inventory = [{"item": magazine, "rounds": 2}]
    s = scene(A={"hands": [gun], "inventory": inventory})
    s.act("reload", "slot_0", dice=[])
    assert (s.item("A", gun).rounds, s.item("A", magazine).rounds) == (2, full)


@clause("U373")
def test_the_two_magazines_can_be_exchanged_again_and_again(scene):
    inventory = [{"item": "mag12", "rounds": 5}]
    s = scene(A={"hands": ["pistol"], "inventory": inventory})
    for rounds, spare in [(5, 12), (12, 5)]:
        s.act("reload", "slot_0", dice=[])
        assert (s.item("A", "pistol").rounds, s.item("A", "mag12").rounds) == (rounds, spare)


@clause("U374")
@pytest.mark.parametrize(
    ("gun", "magazine", "kept"),
    [
        ("carbine", "mag30", False),
        ("smg", "mag20", False),
        ("rifle", "clip5", False),
        ("pistol", "mag12", True),
        ("revolver", "clip6", True),
    ],
)
def test_two_handed_firearms_need_both_hands_for_firing_and_reloading(scene, gun, magazine, kept):
    # Slashing Arms, save strongly failed: B has a Broken Arm, and Bleeding for one tick.
    s = scene(A={"hands": ["knife"]}, B={"hands": [gun], "inventory": [magazine]})
    s.act("melee", "B", "arms", dice=[18, 4])
    assert s.unit("B").injuries == {"broken_arm"}
    assert s.unit("B").hands == ([gun] if kept else [])
    assert [(i.item, i.x, i.y) for i in s.floor()] == ([] if kept else [(gun, 8, 7)])
    s.end_turn(dice=[])
    assert (s.phase, s.decider) == ("main", "B")
    assert any(s.legal(v, "A") for v in ("shot_single", "shot_semi")) == kept
    assert s.legal("reload") == kept
    assert not s.legal("equip_floor", "here")


@clause("U374")
@pytest.mark.parametrize(
    ("gun", "magazine", "verb"),
    [
        ("smg", "mag20", "shot_semi"),
        ("carbine", "mag30", "shot_semi"),
        (FULL_SMG, "mag20", "spray"),
        (FULL_CARBINE, "mag30", "spray"),
        ("rifle", "clip5", "shot_single"),
    ],
)
def test_with_both_hands_they_fire_and_reload(scene, gun, magazine, verb):
    s = scene(A={"hands": [gun], "inventory": [magazine]})
    assert s.legal(verb, "B", "torso")
    assert s.legal("reload", "slot_0")
    assert s.unit("A").hands == [gun if isinstance(gun, str) else gun["item"]]
    busy = scene(A={"hands": ["knife"], "inventory": [magazine]}, floor=[(gun, 7, 7)])
    assert not busy.legal("equip_floor", "here")
