"""Section 3.7: Hidden units and what a seat may know (U602-U608, U645)."""

import pytest

from fracas.envs.core.testing import clause

# A wall between x = 5 and x = 7 on the middle row only.
CORNER = "...........\n......#....\n..........."
SMG_FULL = {"item": "smg", "mode": "full"}


def told(s, seat):
    return s.observation(seat).tobytes(), s.mask(seat).tobytes(), s.saw(seat)


@clause("U602")
@pytest.mark.parametrize(
    ("hands", "call"),
    [
        ([], ("unarmed", "B")),
        ([], ("push", "B")),
        ([], ("grapple", "B")),
        ([], ("intimidate", "B")),
        ([], ("pressure", "B")),
        (["knife"], ("melee", "B")),
        (["throwing_knife"], ("throw_weapon", "B")),
        (["revolver"], ("shot_single", "B")),
        (["pistol"], ("shot_semi", "B")),
        ([SMG_FULL], ("spray", "B")),
    ],
)
def test_enemies_cannot_choose_a_hidden_unit_as_a_target(scene, hands, call):
    for hidden in (False, True):
        s = scene(A={"hands": hands, "inventory": ["bandage"]}, B={"hidden": hidden, "bleed": 2})
        assert s.legal(*call) is not hidden


@clause("U602")
def test_enemies_cannot_choose_a_hidden_unit_for_an_opportunity_attack(scene):
    for hidden in (False, True):
        s = scene(A={"hidden": hidden, "sneaking": hidden}, B={"hands": ["knife"]})
        s.declare("step", "W")
        assert (s.phase, s.decider) == (("main", "A") if hidden else ("opportunity", "B"))


@clause("U603")
def test_a_hidden_unit_attacks_an_enemy_with_advantage(scene):
    s = scene(A={"hands": ["pistol"], "hidden": True})
    s.act("shot_semi", "B", "torso", dice=[3, 12])
    assert (s.unit("B").hp, s.unit("A").stress) == (5, 0)
    s.act("shot_semi", "B", "torso", dice=[3])  # no longer Hidden: one die, SF
    assert (s.unit("B").hp, s.unit("A").stress) == (5, 1)


LOUD = [
    ([], ("unarmed", "B", "torso"), [3, 9]),
    (["knife"], ("melee", "B", "torso"), [3, 9]),
    (["throwing_knife"], ("throw_weapon", "B", "torso"), [3, 9]),
    (["revolver"], ("shot_single", "B", "torso"), [3, 9]),
    (["pistol"], ("shot_semi", "B", "torso"), [3, 9]),
    ([SMG_FULL], ("spray", "B", "torso"), [3, 9]),
    ([], ("push", "B"), [9]),
    ([], ("grapple", "B"), [9]),
    ([], ("throw_object", "slot_0", 5, 5), [16]),
    ([], ("disengage", "W"), []),
    ([], ("step", "W"), []),
]


@clause("U604")
@pytest.mark.parametrize(("hands", "call", "dice"), LOUD)
def test_hidden_ends_on_a_loud_act_even_a_missed_one(scene, hands, call, dice):
    s = scene(A={"hands": hands, "inventory": ["stone"], "hidden": True})
    s.act(*call, dice=dice)
    assert not s.unit("A").hidden
    assert s.unit("B").hp == 6


@clause("U604")
@pytest.mark.parametrize(
    ("call", "phase"),
    [
        (("unarmed", "B", "torso"), "defend"),
        (("grapple", "B"), "defend"),
        (("step", "W"), "opportunity"),
    ],
)
def test_hidden_ends_when_the_act_is_declared(scene, call, phase):
    s = scene(A={"hidden": True}, B={"agility": 1})
    s.declare(*call)
    assert (s.phase, s.decider, s.unit("A").hidden) == (phase, "B", False)


@clause("U604")
def test_hidden_ends_on_the_own_opportunity_attack(scene):
    s = scene(turn="B", A={"hidden": True})
    s.declare("step", "E")
    assert (s.phase, s.decider) == ("opportunity", "A")
    passed = s.copy()
    passed.act("pass", by="A")
    assert passed.unit("A").hidden
    s.act("opp_unarmed", "torso", dice=[3, 9], by="A")
    assert not s.unit("A").hidden


@clause("U604")
def test_hidden_ends_on_damage_of_one_or_more(scene):
    for stanched, hidden in ((False, False), (True, True)):
        s = scene(turn="B", A={"hidden": True, "bleed": 2, "stanched": stanched})
        s.end_turn(dice=[])
        assert (s.unit("A").hidden, s.unit("A").hp) == (hidden, 6 if hidden else 5)
    for x, hidden in ((4, False), (5, True)):  # bursts 1 and 2 tiles from A
        s = scene(turn="B", A={"at": (3, 7), "hidden": True}, B={"inventory": ["firebomb"]})
        s.act("throw_object", "slot_0", x, 7, dice=[16])
        assert (s.unit("A").hidden, s.unit("A").hp) == (hidden, 6 if hidden else 5)


@clause("U605")
@pytest.mark.parametrize("verb", ["step", "disengage"])
def test_an_enemy_whose_own_step_or_disengage_ends_adjacent_reveals(scene, verb):
    s = scene(turn="B", A={"at": (5, 7), "hidden": True})
    s.act(verb, "W")
    assert s.unit("A").hidden  # B at distance 2
    s.act(verb, "W")
    assert not s.unit("A").hidden
    s = scene(turn="B", A={"hidden": True})
    s.act(verb, "N")  # adjacent before and after
    assert not s.unit("A").hidden


@clause("U605")
def test_own_sneaking_beside_an_enemy_and_a_pushed_enemy_do_not_reveal(scene):
    s = scene(A={"at": (6, 7), "hidden": True, "sneaking": True})
    s.act("step", "E", dice=[])
    assert (s.unit("A").x, s.unit("A").hidden) == (7, True)
    s = scene(C={"side": 1, "at": (10, 7), "hidden": True})
    s.act("push", "B", dice=[10])  # B to (9,7), beside C, without a step of its own
    assert (s.unit("B").x, s.unit("C").hidden) == (9, True)


@clause("U606")
def test_sight_gained_on_the_enemys_turn_does_not_end_hidden(scene):
    for hidden in (False, True):
        s = scene(map=CORNER, turn="B", A={"at": (2, 1), "hidden": hidden}, B={"at": (7, 1)})
        assert not s.legal("intimidate", "A")
        s.act("step", "N")  # (7,0): tiles (3,1) (4,1) (5,0) (6,0) are clear
        assert s.legal("intimidate", "A") is not hidden
        assert s.unit("A").hidden is hidden
        s.end_turn()
        assert s.unit("A").hidden is hidden


@clause("U607")
@pytest.mark.parametrize(("tile", "left"), [(".", 3), ("~", 2)])
def test_a_step_onto_a_hidden_enemy_costs_movement_and_reveals_it(scene, tile, left):
    rows = ["." * 15] * 7 + ["." * 8 + tile + "." * 6] + ["." * 15] * 7
    s = scene(map="\n".join(rows), B={"hidden": True})
    elsewhere = s.copy()
    elsewhere.set("B", at=(12, 12))
    assert s.legal("step", "E")
    assert s.mask("A").tobytes() == elsewhere.mask("A").tobytes()
    s.act("step", "E", dice=[])
    a = s.unit("A")
    assert (a.x, a.y, a.mv, a.ap) == (7, 7, left, 4)
    assert (s.unit("B").x, s.unit("B").hidden) == (8, False)
    assert not s.legal("step", "E")


@clause("U608")
@pytest.mark.parametrize(
    "secret",
    [
        {"at": (6, 6)},
        {"at": (12, 2)},
        {"at": (0, 14)},
        {"hp": 2},
        {"stress": 3},
        {"ap": 1},
        {"prone": True},
        {"hands": []},
        {"inventory": []},
        {"detect_bonus": 6},
    ],
)
def test_an_enemy_sees_nothing_of_a_hidden_unit(scene, secret):
    s = scene(B={"hidden": True, "hands": ["knife"], "inventory": ["stone"]})
    t = s.copy()
    t.set("B", **secret)
    assert s.bytes() != t.bytes()
    assert told(s, "A") == told(t, "A")
    if "detect_bonus" not in secret and "inventory" not in secret:
        for each in (s, t):
            each.set("B", hidden=False)
        assert told(s, "A") != told(t, "A")


@clause("U608")
@pytest.mark.parametrize(
    ("one", "other"),
    [(("step", "N"), ("step", "S")), (("equip", "slot_0"), ("equip", "slot_1"))],
)
def test_an_enemy_cannot_tell_what_a_hidden_unit_did(scene, one, other):
    unit = {"at": (12, 7), "hidden": True, "sneaking": True, "inventory": ["knife", "bat"]}
    s = scene(turn="B", B=unit)
    t = s.copy()
    s.act(*one, dice=[])
    t.act(*other, dice=[])
    assert s.unit("B").hidden
    assert t.unit("B").hidden
    assert told(s, "A") == told(t, "A")


@clause("U608")
@pytest.mark.parametrize(("die", "same"), [(7, True), (8, True), (13, False), (18, False)])
def test_sense_area_may_tell_of_a_hidden_unit(scene, die, same):
    # Reason 3: totals 10, 11 (the number), 16 (the direction), 21 (the tile)
    s = scene(A={"reason": 3}, B={"at": (13, 7), "hidden": True})
    t = s.copy()
    t.set("B", at=(7, 2))
    for each in (s, t):
        each.act("sense", dice=[die])
    assert (s.observation("A").tobytes() == t.observation("A").tobytes()) is same


@clause("U645")
@pytest.mark.parametrize(
    "change",
    [
        {"at": (9, 7)},
        {"hp": 5},
        {"stress": 1},
        {"ap": 3},
        {"prone": True},
        {"slowed": 1},
        {"weakened": 1},
        {"stunned": 1},
        {"horrified": 1, "horror_source": "A"},
        {"bleed": 1},
        {"injuries": ["broken_leg"]},
        {"hands": []},
        {"hands": [SMG_FULL]},
        {"hands": [{"item": "smg", "jam": True}]},
    ],
)
def test_what_is_open_of_a_unit_in_sight_of_all(scene, change):
    s = scene(B={"hands": ["smg"]})
    t = s.copy()
    t.set("B", **change)
    assert s.observation("A").tobytes() != t.observation("A").tobytes()


@clause("U645")
def test_floor_items_are_open(scene):
    s, t = (scene(floor=[("stone", x, 3)]) for x in (3, 9))
    for seat in "AB":
        assert s.observation(seat).tobytes() != t.observation(seat).tobytes()


@clause("U645")
@pytest.mark.parametrize(
    "secret",
    [
        {"inventory": ["mag20"]},
        {"inventory": [{"item": "mag20", "rounds": 3}, "bandage"]},
        {"hands": [{"item": "smg", "rounds": 3}]},
        {"ready": ("enemy_attacks", "unarmed")},
        {"ready": ("enemy_moves", "push")},
    ],
)
def test_inventory_rounds_and_readied_action_are_closed_to_the_enemy(scene, secret):
    s = scene(
        B={
            "hands": ["smg"],
            "inventory": ["mag20", "bandage"],
            "ready": ("enemy_moves", "unarmed"),
        }
    )
    t = s.copy()
    t.set("B", **secret)
    assert s.bytes() != t.bytes()
    assert told(s, "A") == told(t, "A")
    assert s.observation("B").tobytes() != t.observation("B").tobytes()


@clause("U645")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("ready", "enemy_moves", "unarmed"), ("ready", "enemy_attacks", "push")),
        (("reload", "slot_0"), ("reload", "slot_1")),
    ],
)
def test_the_enemy_cannot_read_what_was_readied_or_loaded(scene, one, other):
    magazines = ["mag12", {"item": "mag12", "rounds": 3}]
    s = scene(A={"hands": ["pistol"], "inventory": magazines})
    t = s.copy()
    s.act(*one, dice=[])
    t.act(*other, dice=[])
    assert s.bytes() != t.bytes()
    assert told(s, "B") == told(t, "B")


@clause("U645")
def test_the_dice_of_inspect_and_the_detection_bonus_are_closed(scene):
    s = scene()
    t = s.copy()
    s.act("inspect", dice=[5])
    t.act("inspect", dice=[15])
    for seat in "AB":
        assert told(s, seat) == told(t, seat)
    s = scene(B={"hidden": True})
    t = s.copy()
    s.act("inspect", dice=[9])  # F
    t.act("inspect", dice=[4])  # SF: the score rises by 3
    assert (s.unit("B").detect_bonus, t.unit("B").detect_bonus) == (0, 3)
    assert told(s, "A") == told(t, "A")


@clause("U645")
def test_of_a_hidden_enemy_being_hidden_is_shown(scene):
    s = scene()
    t = s.copy()
    t.set("B", hidden=True)
    assert s.observation("A").tobytes() != t.observation("A").tobytes()
