"""Section 3.7: what Hidden does and what ends it (U602-U607)."""

import pytest

from fracas.envs.core.testing import clause

# A wall between x = 5 and x = 7 on the middle row only.
CORNER = "...........\n......#....\n..........."
SMG_FULL = {"item": "smg", "mode": "full"}


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
        assert any("B" in str(action) for action in s.battle.legal()) is not hidden


@clause("U602")
def test_a_readied_action_cannot_choose_a_hidden_unit(scene):
    for hidden in (False, True):
        a = {"hands": ["knife"], "ready": ("enemy_ends_turn", "melee")}
        s = scene(turn="B", A=a, B={"at": (7, 8)}, D={"side": 2, "hidden": hidden, "at": (8, 7)})
        s.declare("end_turn")
        assert (s.phase, s.decider) == ("ready_fire", "A")
        assert s.legal("melee", "B", "torso")
        assert s.legal("melee", "D", "torso") is not hidden


@clause("U602")
def test_only_enemies_cannot_choose_a_hidden_unit(scene):
    a = {"inventory": ["bandage"]}
    s = scene(A=a, C={"side": 1, "at": (7, 8), "hidden": True, "bleed": 2})
    assert s.legal("pressure", "C")
    s.act("pressure", "C", dice=[10])
    assert (s.unit("C").stanched, s.unit("C").hidden) == (True, True)


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


@clause("U603")
@pytest.mark.parametrize(
    ("hands", "verb"),
    [
        ([], "unarmed"),
        (["knife"], "melee"),
        (["throwing_knife"], "throw_weapon"),
        (["revolver"], "shot_single"),
        (["pistol"], "shot_semi"),
        ([SMG_FULL], "spray"),
    ],
)
def test_every_attack_from_hidden_rolls_two_dice_and_keeps_the_higher(scene, hands, verb):
    for dice, hp in [([3, 11], 5), ([11, 3], 5), ([9, 9], 6)]:
        s = scene(A={"hands": hands, "hidden": True})
        s.act(verb, "B", "torso", dice=dice)
        assert (s.unit("B").hp, s.unit("A").stress) == (hp, 0)
    s = scene(A={"hands": hands})
    s.act(verb, "B", "torso", dice=[11])  # not Hidden: one die
    assert s.unit("B").hp == 5


@clause("U603")
def test_an_opportunity_attack_from_hidden_has_advantage(scene):
    s = scene(turn="B", A={"hidden": True})
    s.declare("step", "E")
    s.act("opp_unarmed", "torso", dice=[3, 12], by="A")
    assert (s.unit("B").hp, s.unit("A").stress) == (5, 0)


@clause("U603")
def test_a_readied_attack_from_hidden_has_advantage(scene):
    s = scene(turn="B", A={"hidden": True, "ready": ("enemy_ends_turn", "unarmed")})
    s.declare("end_turn")
    s.act("unarmed", "B", "torso", dice=[3, 12], by="A")
    assert (s.unit("B").hp, s.unit("A").stress, s.unit("A").hidden) == (5, 0, False)


@clause("U603")
def test_only_attacks_from_hidden_have_advantage(scene):
    a = {"hidden": True, "bleed": 1, "inventory": ["bandage"]}
    for call in [("push", "B"), ("grapple", "B"), ("pressure", "A"), ("inspect",), ("sense",)]:
        s = scene(A=a)
        s.act(*call, dice=[9])
        assert s.dice_used == 1


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
    ("call", "dice", "more"),
    [
        (("end_turn",), [], {}),
        (("move",), [], {"mv": 0}),
        (("sneak",), [], {}),
        (("stand_up",), [], {"prone": True}),
        (("drop_prone",), [], {}),
        (("release",), [], {"grappling": "B"}),
        (("unjam",), [], {"hands": [{"item": "smg", "jam": True}]}),
        (("switch_mode",), [], {"hands": [SMG_FULL]}),
        (("reload", "slot_0"), [], {"hands": ["pistol"], "inventory": ["mag12"]}),
        (("equip", "slot_0"), [], {"inventory": ["knife"]}),
        (("equip_floor", "S"), [], {}),
        (("unequip",), [], {"hands": ["knife"]}),
        (("place", "main", "W"), [], {"hands": ["knife"]}),
        (("drop_item", "main"), [], {"hands": ["knife"]}),
        (("sense",), [10], {}),
        (("inspect",), [10], {}),
        (("pressure", "A"), [10], {"bleed": 2, "inventory": ["bandage"]}),
        (("ready", "enemy_moves", "unarmed"), [], {}),
    ],
)
def test_hidden_does_not_end_on_a_quiet_act(scene, call, dice, more):
    s = scene(A={"hidden": True, **more}, floor=[("stone", 7, 8)])
    s.act(*call, dice=dice)
    assert s.unit("A").hidden


@clause("U604")
@pytest.mark.parametrize(
    ("call", "phase"),
    [
        (("unarmed", "B", "torso"), "defend"),
        (("grapple", "B"), "defend"),
        (("step", "W"), "opportunity"),
        (("melee", "B", "torso"), "defend"),
        (("throw_weapon", "B", "torso"), "defend"),
        (("shot_single", "B", "torso"), "defend"),
        (("shot_semi", "B", "torso"), "defend"),
        (("spray", "B", "torso"), "defend"),
    ],
)
def test_hidden_ends_when_the_act_is_declared(scene, call, phase):
    hands = next(hands for hands, loud, _ in LOUD if loud[0] == call[0])
    s = scene(A={"hidden": True, "hands": hands}, B={"agility": 1})
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
def test_hidden_ends_on_the_own_opportunity_attack_when_it_is_declared(scene):
    s = scene(turn="B", A={"hidden": True}, B={"agility": 1})
    s.declare("step", "E")
    s.declare("opp_unarmed", "torso", by="A")
    assert (s.phase, s.decider, s.unit("A").hidden) == ("defend", "B", False)


@clause("U604")
def test_stress_alone_does_not_end_hidden(scene):
    s = scene(A={"hidden": True, "bleed": 1, "inventory": ["bandage"]})
    s.act("pressure", "A", dice=[4])
    assert (s.unit("A").stress, s.unit("A").hidden) == (1, True)


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
def test_every_adjacent_enemy_is_revealed_and_no_ally(scene):
    s = scene(
        turn="B",
        A={"at": (5, 7), "hidden": True},
        B={"at": (7, 7)},
        C={"side": 1, "at": (5, 8), "hidden": True},
        D={"side": 2, "at": (6, 6), "hidden": True},
    )
    s.act("step", "W")
    assert [s.unit(u).hidden for u in "ACD"] == [False, False, True]


@clause("U605")
def test_a_sneaking_enemy_that_ends_adjacent_reveals_and_stays_hidden(scene):
    s = scene(turn="B", A={"at": (6, 7), "hidden": True}, B={"hidden": True, "sneaking": True})
    s.act("step", "W")
    assert (s.unit("A").hidden, s.unit("B").hidden) == (False, True)


@clause("U605")
def test_a_granted_step_that_ends_adjacent_reveals(scene):
    s = scene(
        A={"ready": ("enemy_moves", "move")},
        B={"at": (14, 14)},
        turn="B",
        D={"side": 2, "at": (5, 7), "hidden": True},
    )
    s.declare("step", "N")
    s.declare("move", by="A")
    s.declare("step", "W")
    assert (s.unit("A").x, s.unit("D").hidden) == (6, False)


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


@clause("U606")
def test_an_enemy_in_plain_sight_two_tiles_off_does_not_end_hidden(scene):
    s = scene(turn="B", A={"at": (2, 7), "hidden": True}, B={"at": (8, 7)})
    for x in (7, 6, 5, 4):  # to distance 2
        s.act("step", "W")
        assert (s.unit("B").x, s.unit("A").hidden) == (x, True)
    s.end_turn()
    assert s.unit("A").hidden


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


@clause("U607")
@pytest.mark.parametrize(("verb", "mv", "ap"), [("step", 2, 4), ("disengage", 4, 3)])
def test_a_prone_unit_pays_what_the_step_would_have_cost(scene, verb, mv, ap):
    s = scene(A={"prone": True}, B={"hidden": True})
    s.act(verb, "E", dice=[])
    a = s.unit("A")
    assert (a.x, a.mv, a.ap, s.unit("B").hidden) == (7, mv, ap, False)


@clause("U607")
@pytest.mark.parametrize(("mv", "legal"), [(1, False), (2, True)])
def test_the_mask_asks_for_the_movement_whoever_is_there(scene, mv, legal):
    rows = ["." * 15] * 7 + ["." * 8 + "~" + "." * 6] + ["." * 15] * 7
    for at in [(8, 7), (12, 12)]:
        s = scene(map="\n".join(rows), A={"mv": mv}, B={"at": at, "hidden": True})
        assert s.legal("step", "E") is legal


@clause("U607")
def test_a_granted_step_onto_a_hidden_enemy_costs_a_point_and_reveals_it(scene):
    d = {"side": 2, "at": (6, 7), "hidden": True}
    s = scene(turn="B", A={"ready": ("enemy_moves", "move")}, B={"at": (14, 14)}, D=d)
    s.declare("step", "N")
    s.declare("move", by="A")
    s.declare("step", "W")
    assert (s.phase, s.decider, s.unit("A").x, s.unit("D").hidden) == ("grant_steps", "A", 7, False)
    for _ in range(3):
        assert s.phase == "grant_steps"
        s.act("step", "N")
    assert (s.phase, s.decider, s.unit("A").y) == ("main", "B", 4)


@clause("U607")
def test_an_allys_tile_is_no_step_even_when_the_ally_is_hidden(scene):
    s = scene(C={"side": 1, "at": (6, 7), "hidden": True})
    s.refused("step", "W")


@clause("U603")
def test_an_attack_from_hidden_on_an_ally_has_no_advantage(scene):
    ally = {"side": 1, "at": (7, 8)}
    s = scene(A={"hidden": True}, C=ally, options={"target.allies": True})
    s.act("unarmed", "C", "torso", dice=[11])
    assert s.unit("C").hp == 5
