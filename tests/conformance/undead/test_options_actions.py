"""Section 8: options about attacks, grapples, items, Intimidate and wounds."""

import pytest

from fracas.envs import Battle
from fracas.envs.core.testing import clause

KNIFE = {"hands": ["knife"]}
BAT = {"hands": ["bat"]}


def opened(options, **unit):
    """Return a battle of A, as given, and B, with only the rows that it can use."""
    sides = [
        {"id": "one", "units": [{"id": "A", "at": [0, 0], **unit}]},
        {"id": "two", "units": [{"id": "B", "at": [9, 0]}]},
    ]
    field = {"system": "undead", "title": "t", "map": "." * 10, "sides": sides}
    return Battle({**field, "order": ["A", "B"], "options": options}, seed=0)


@clause("option:strong.save_dc")
@pytest.mark.parametrize(
    ("options", "dc"),
    [
        ({}, 14),  # 10 + Physique 2 + Melee 2
        ({"strong.save_dc": "passive"}, 14),
        ({"strong.save_dc": "attack_total"}, 16),  # 12 + 2 + 2
        ({"strong.save_dc": "fixed15"}, 15),
    ],
)
def test_strong_save_dc(scene, options, dc):
    for save, hp, bleed in ((dc - 1, 4, 1), (dc, 5, 0)):
        s = scene(A={**KNIFE, "physique": 2, "melee": 2}, options=options)
        s.act("melee", "B", "torso", dice=[12, save])
        assert (s.unit("B").hp, s.unit("B").bleed) == (hp, bleed)


@clause("option:strong.save_dc")
@pytest.mark.parametrize(
    ("options", "dc"),
    [
        ({}, 13),  # 10 + Agility 1 + Aiming 2
        ({"strong.save_dc": "passive"}, 13),
        ({"strong.save_dc": "attack_total"}, 23),  # 20 + 1 + 2: the total, not the margin or the DC
        ({"strong.save_dc": "fixed15"}, 15),
    ],
)
def test_strong_save_dc_of_a_shot_at_the_legs(scene, options, dc):
    a = {"hands": ["pistol"], "agility": 1, "aiming": 2}
    for save, slowed, bleed in (
        (dc - 6, True, 3),
        (dc - 5, True, 0),
        (dc - 1, True, 0),
        (dc, False, 0),
    ):
        s = scene(A=a, B={"reflex": 4}, options=options)
        s.act("shot_semi", "B", "legs", dice=[20, save - 4])
        assert (s.unit("B").slowed, s.unit("B").bleed) == (slowed, bleed), save


@clause("option:strong.damage_mode")
@pytest.mark.parametrize(
    ("options", "hp"),
    [({}, 3), ({"strong.damage_mode": "add"}, 3), ({"strong.damage_mode": "replace"}, 4)],
)
def test_strong_damage_mode(scene, options, hp):
    s = scene(A=BAT, options=options)
    s.act("melee", "B", "torso", dice=[16, 9])  # the attack's 1, the table's 2
    assert s.unit("B").hp == hp
    s = scene(A=BAT, options=options)
    s.act("melee", "B", "torso", dice=[16, 10])  # saved: the ordinary damage stands
    assert s.unit("B").hp == 5


@clause("option:strong.damage_mode")
@pytest.mark.parametrize(("mode", "both"), [("add", True), ("replace", False)])
def test_strong_damage_mode_with_other_tables(scene, mode, both):
    options = {"strong.damage_mode": mode}
    s = scene(A={"hands": ["pistol"]}, options=options)
    s.act("shot_semi", "B", "head", dice=[20, 9])  # 1 and 2
    assert s.unit("B").hp == (3 if both else 4)
    s = scene(A=KNIFE, options=options)
    s.act("melee", "B", "torso", dice=[16, 9])  # 1 and 1
    assert (s.unit("B").hp, s.unit("B").bleed) == (4 if both else 5, 1)
    s = scene(A=BAT, options=options)
    s.act("melee", "B", "torso", dice=[16, 4])  # with an injury on top
    assert (s.unit("B").hp, s.unit("B").injuries) == (3 if both else 4, {"broken_ribs"})
    s = scene(A=BAT, options=options)
    s.act("melee", "B", "legs", dice=[18, 9])  # an entry without damage replaces none
    assert (s.unit("B").hp, s.unit("B").prone) == (5, True)
    s = scene(A={"hands": [{"item": "smg", "mode": "full"}]}, B={"hp": 12}, options=options)
    s.act("spray", "B", "torso", dice=[16, 9])  # 5 and 1: the larger when not both
    assert s.unit("B").hp == (6 if both else 7)


@clause("option:outcome.strong_stacks")
@pytest.mark.parametrize(
    ("options", "stacks"),
    [
        ({}, True),
        ({"outcome.strong_stacks": True}, True),
        ({"outcome.strong_stacks": False}, False),
    ],
)
def test_outcome_strong_stacks(scene, options, stacks):
    s = scene(options=options)
    s.act("push", "B", dice=[16])
    assert (s.unit("B").x, s.unit("B").prone) == (9 if stacks else 8, True)
    s = scene(options=options)
    s.act("push", "B", dice=[15])
    assert (s.unit("B").x, s.unit("B").prone) == (9, False)
    s = scene(options=options)
    s.act("grapple", "B", dice=[16])
    assert (s.unit("B").hp, s.unit("A").grappling) == (5, "B" if stacks else None)
    s = scene(A=BAT, options=options)
    s.act("melee", "B", "torso", dice=[16, 4])  # save SF: Broken Ribs, and 2 damage if it stacks
    assert s.unit("B").injuries == {"broken_ribs"}
    assert (s.unit("B").hp == 3) is stacks


STACKS = [({}, True), ({"outcome.strong_stacks": False}, False)]


@clause("option:outcome.strong_stacks")
@pytest.mark.parametrize(("options", "stacks"), STACKS)
def test_outcome_strong_stacks_of_attacks(scene, options, stacks):
    s = scene(A=KNIFE, options=options)
    s.act("melee", "B", "torso", dice=[16, 10])  # saved: SS alone then does nothing
    assert s.unit("B").hp == (5 if stacks else 6)
    s = scene(A={"hands": [{"item": "smg", "mode": "full"}]}, B={"hp": 12}, options=options)
    s.act("spray", "B", "torso", dice=[16, 9])
    assert (s.unit("B").hp, s.unit("B").bleed) == (6 if stacks else 11, 1)
    s = scene(options=options)
    s.declare("unarmed", "B", "torso", dice=[16, 10])
    assert (s.phase, s.unit("B").hp) == ("strong_choice", 5 if stacks else 6)
    s.act("strong_grapple")
    assert s.unit("A").grappling == "B"
    s = scene(A=KNIFE, options=options)
    s.act("melee", "B", "arms", dice=[18, 4])  # save SF: F's Weakened and Bleeding, SF's Broken Arm
    assert s.unit("B").injuries == {"broken_arm"}
    assert (s.unit("B").weakened, s.unit("B").bleed) == (stacks, 1 if stacks else 0)


@clause("option:outcome.strong_stacks")
@pytest.mark.parametrize(("options", "stacks"), STACKS)
def test_outcome_strong_stacks_of_other_actions(scene, options, stacks):
    s = scene(options=options)
    s.act("intimidate", "B", dice=[18, 8])
    assert (s.unit("B").stress, s.unit("B").horrified) == (1 if stacks else 0, True)
    s = scene(A={"inventory": ["bandage"]}, B={"bleed": 3}, options=options)
    s.act("pressure", "B", dice=[16])
    assert (s.unit("B").bleed, s.unit("B").stanched) == (2, stacks)
    assert s.unit("A").inventory[0] is None
    s = scene(B={"grappling": "A"}, options=options)
    s.act("escape_reflex", dice=[16])
    assert (s.unit("B").grappling is None) is stacks
    assert s.phase == ("grant_steps" if stacks else "main")  # nobody held walks
    s = scene(options=options)
    s.act("push", "B", dice=[4])  # a failure that has no effect adds none
    assert (s.unit("A").stress, s.unit("B").x) == (1, 8)
    s = scene(options=options)
    s.act("unarmed", "B", "torso", dice=[4])
    assert (s.unit("A").stress, s.unit("A").hp, s.unit("B").hp) == (1, 5, 6)


@clause("option:outcome.strong_stacks", "U445")
@pytest.mark.parametrize("options", [options for options, _ in STACKS])
def test_outcome_strong_stacks_never_grants_steps_towards_who_stays_hidden(scene, options):
    s = scene(B={"at": (11, 7), "hidden": True}, options=options)
    s.declare("inspect", dice=[16])
    assert (s.unit("B").hidden, s.phase) == (False, "grant_towards")


@clause("option:unarmed.hands")
@pytest.mark.parametrize(
    ("options", "one"),
    [({}, False), ({"unarmed.hands": "both"}, False), ({"unarmed.hands": "one"}, True)],
)
def test_unarmed_hands(scene, options, one):
    for hands, legal in (
        ([], True),
        (["knife"], one),
        (["knife", "stone"], False),
        (["spear"], False),
    ):
        s = scene(A={"hands": hands}, options=options)
        assert s.legal("unarmed", "B", "torso") is legal, hands


@clause("option:unarmed.hands")
@pytest.mark.parametrize(("options", "one"), [({}, False), ({"unarmed.hands": "one"}, True)])
def test_unarmed_hands_holds_for_opportunity_readied_attacks_and_grapples(scene, options, one):
    s = scene(B=KNIFE, options=options)
    s.declare("step", "W")
    assert (s.phase, s.legal("opp_melee")) == ("opportunity", True)
    assert s.legal("opp_unarmed") is one
    s = scene(A=KNIFE, options=options)
    assert s.legal("grapple", "B") is one
    s = scene(A={**KNIFE, "injuries": {"broken_arm"}}, options=options)
    assert not s.legal("unarmed")  # its one hand is full
    s = scene(A={"injuries": {"broken_arm"}}, options=options)
    assert s.legal("unarmed")
    ready = ("enemy_moves", "unarmed")
    s = scene(turn="B", A={**KNIFE, "ready": ready}, options=options)
    s.declare("step", "N")
    assert s.phase == ("ready_fire" if one else "main")


@clause("option:push.is_attack")
@pytest.mark.parametrize(
    ("options", "attack"),
    [({}, False), ({"push.is_attack": False}, False), ({"push.is_attack": True}, True)],
)
def test_push_is_attack(scene, options, attack):
    s = scene(B={"agility": 1, "physique": 2}, options=options)
    s.declare("push", "B", dice=[10])
    if not attack:
        assert (s.phase, s.decider, s.unit("B").x) == ("main", "A", 9)
        return
    assert (s.phase, s.decider) == ("defend", "B")
    assert s.legal("dodge")
    assert s.legal("parry")
    s.act("dodge", by="B")  # 10 against 11
    assert (s.unit("B").x, s.unit("B").ap) == (8, 3)


@clause("option:push.is_attack")
def test_push_is_attack_gives_the_defence_of_a_melee_attack(scene):
    options = {"push.is_attack": True}
    s = scene(B={"agility": 1, "physique": 2}, options=options)
    s.declare("push", "B", dice=[11])
    assert (s.phase, s.dice_used, s.unit("A").ap) == ("defend", 0, 3)
    passed = s.copy()
    s.act("parry", by="B")  # 11 against 12
    assert (s.unit("B").x, s.unit("B").ap, s.unit("B").guard) == (8, 3, 12)
    passed.act("pass", by="B")
    assert (passed.unit("B").x, passed.unit("B").ap) == (9, 4)
    s = scene(B={"agility": 1, "physique": 2, "slowed": 1, "weakened": 1}, options=options)
    s.act("push", "B", dice=[10])
    assert s.unit("B").x == 9  # Slowed forbids the one, Weakened the other
    s = scene(options=options)
    s.declare("push", "B", dice=[10])
    assert (s.phase, s.unit("B").x) == ("main", 9)  # neither would raise the guard


@clause("option:grapple.counts_slowed")
@pytest.mark.parametrize(
    ("options", "slowed"),
    [
        ({}, True),
        ({"grapple.counts_slowed": True}, True),
        ({"grapple.counts_slowed": False}, False),
    ],
)
def test_grapple_counts_slowed(scene, options, slowed):
    s = scene(A={"grappling": "B"}, B={"agility": 1}, options=options)
    assert s.unit("B").slowed is slowed
    s.declare("unarmed", "B", "torso", dice=[9])
    assert (s.phase, s.decider) == (("main", "A") if slowed else ("defend", "B"))
    assert s.legal("dodge") is not slowed
    s = scene(A={"grappling": "B"}, options=options)
    s.end_turn()
    assert (s.unit("B").mv, s.legal("step", "N")) == (2 if slowed else 4, False)


@clause("option:grapple.counts_slowed")
@pytest.mark.parametrize(("options", "mv"), [({}, 1), ({"grapple.counts_slowed": False}, 3)])
def test_grapple_counts_slowed_halves_what_is_left_of_the_movement(scene, options, mv):
    s = scene(options=options)
    s.declare("step", "W", dice=[16, 10])
    s.declare("opp_unarmed", "torso", by="B")
    s.declare("strong_grapple", by="B")  # holds A, whose step is spent without being taken
    assert (s.phase, s.decider, s.unit("B").grappling) == ("main", "A", "A")
    assert (s.unit("A").x, s.unit("A").mv) == (7, mv)


@clause("option:throw.fifteen")
@pytest.mark.parametrize(
    ("options", "dice", "tile"),
    [
        ({}, [15], (5, 5)),
        ({"throw.fifteen": "on_target"}, [15], (5, 5)),
        ({"throw.fifteen": "two_off"}, [15, 3], (7, 5)),  # d8 = E
        ({}, [14, 3], (7, 5)),
        ({"throw.fifteen": "two_off"}, [14, 3], (7, 5)),
        ({"throw.fifteen": "two_off"}, [16], (5, 5)),
    ],
)
def test_throw_fifteen(scene, options, dice, tile):
    s = scene(A={"inventory": ["stone"]}, options=options)
    s.act("throw_object", "slot_0", 5, 5, dice=dice)
    assert [(f.item, f.x, f.y) for f in s.floor()] == [("stone", *tile)]


@clause("option:throw.fifteen")
@pytest.mark.parametrize(
    ("options", "dice", "hurt"),
    [({}, [12], True), ({"throw.fifteen": "two_off"}, [12, 3], False)],
)
def test_throw_fifteen_is_a_total(scene, options, dice, hurt):
    """Agility 1 and Aiming 2; the bomb at B's tile goes two tiles east."""
    a = {"agility": 1, "aiming": 2, "inventory": ["firebomb"]}
    s = scene(A=a, B={"at": (11, 7)}, options=options)
    s.act("throw_object", "slot_0", 11, 7, dice=dice)
    assert s.unit("B").hp == (4 if hurt else 6)


@clause("option:unjam.needs_full_auto")
@pytest.mark.parametrize(
    ("options", "pistol"),
    [
        ({}, False),
        ({"unjam.needs_full_auto": True}, False),
        ({"unjam.needs_full_auto": False}, True),
    ],
)
def test_unjam_needs_full_auto(scene, options, pistol):
    for item, legal in (("smg", True), ("pistol", pistol)):
        s = scene(A={"hands": [{"item": item, "jam": True}]}, options=options)
        assert s.legal("unjam") is legal
        if legal:
            s.act("unjam", dice=[])
            assert (s.item("A", item).jam, s.unit("A").ap) == (False, 2)
    assert not scene(A={"hands": ["pistol"]}, options=options).legal("unjam")


@clause("option:unjam.needs_full_auto")
@pytest.mark.parametrize(
    ("options", "listed"), [({}, False), ({"unjam.needs_full_auto": False}, True)]
)
def test_unjam_is_in_the_table_where_an_encounter_allows_it(options, listed):
    battle = opened(options, hands=[{"item": "pistol", "jam": True}])
    assert any(action.verb == "unjam" for action in battle.legal()) is listed


@clause("option:intimidate.range")
@pytest.mark.parametrize(
    ("options", "reach"),
    [
        ({}, 14),
        ({"intimidate.range": "sight"}, 14),
        ({"intimidate.range": 5}, 5),
        ({"intimidate.range": 10}, 10),
    ],
)
def test_intimidate_range(scene, options, reach):
    for distance in (5, 6, 10, 11, 14):
        s = scene(A={"at": (0, 7)}, B={"at": (distance, 7)}, options=options)
        assert s.legal("intimidate", "B") is (distance <= reach), distance


@clause("option:intimidate.range")
@pytest.mark.parametrize("reach", ["sight", 5, 10])
def test_intimidate_range_counts_diagonals_as_one_and_still_needs_sight(scene, reach):
    options = {"intimidate.range": reach}
    for at, distance in (((5, 5), 5), ((6, 5), 6), ((10, 9), 10), ((3, 11), 11)):
        s = scene(A={"at": (0, 0)}, B={"at": at}, options=options)
        assert s.legal("intimidate", "B") is (reach == "sight" or distance <= reach), at
    near = {"A": {"at": (0, 0)}, "B": {"at": (4, 0)}}
    assert not scene(map="..#..", **near, options=options).legal("intimidate")
    assert scene(map=".....", **near, options=options).legal("intimidate")


@clause("option:pressure.bandage")
@pytest.mark.parametrize(
    ("options", "needed", "spent"),
    [
        ({}, True, True),
        ({"pressure.bandage": "spend_on_success"}, True, True),
        ({"pressure.bandage": "needed"}, True, False),
        ({"pressure.bandage": "not_needed"}, False, False),
    ],
)
def test_pressure_bandage(scene, options, needed, spent):
    s = scene(A={"bleed": 2}, options=options)
    assert s.legal("pressure", "A") is not needed
    for die, kept in ((4, True), (9, True), (10, not spent), (16, not spent)):
        s = scene(A={"bleed": 2, "inventory": ["bandage"]}, options=options)
        s.act("pressure", "A", dice=[die])
        assert ("bandage" in s.unit("A").inventory) is kept
        assert bool(s.unit("A").stanched) is (die >= 10)


@clause("option:pressure.bandage")
@pytest.mark.parametrize(
    ("mode", "spent"), [("spend_on_success", True), ("needed", False), ("not_needed", False)]
)
def test_pressure_bandage_in_hand_and_on_others(scene, mode, spent):
    options = {"pressure.bandage": mode}
    s = scene(A={"hands": ["bandage"]}, B={"bleed": 2}, options=options)
    s.act("pressure", "B", dice=[10])
    assert (s.unit("B").stanched, s.unit("A").hands) == (True, [] if spent else ["bandage"])
    s = scene(B={"bleed": 2}, options=options)
    assert s.legal("pressure", "B") is (mode == "not_needed")
    s = scene(options=options)
    assert not s.legal("pressure")  # nobody bleeds
    if mode == "not_needed":
        battle = opened(options)  # an encounter without bandages
        battle.edit(unit="A", bleed=2)
        assert any(action.verb == "pressure" for action in battle.legal())


@clause("option:bleed.tick")
@pytest.mark.parametrize(
    ("options", "seen"),
    [
        ({"bleed.tick": "turn_start"}, [("B", 5, 1), ("A", 5, 1), ("B", 4, 0), ("A", 4, 0)]),
        ({}, [("B", 5, 1), ("A", 5, 1), ("B", 4, 0), ("A", 4, 0)]),
        ({"bleed.tick": "turn_end"}, [("B", 6, 2), ("A", 5, 1), ("B", 5, 1), ("A", 4, 0)]),
    ],
)
def test_bleed_tick(scene, options, seen):
    s = scene(B={"bleed": 2}, options=options)
    for state in seen:
        s.end_turn()
        assert (s.decider, s.unit("B").hp, s.unit("B").bleed) == state


@clause("option:bleed.tick")
@pytest.mark.parametrize(("options", "last"), [({}, "A"), ({"bleed.tick": "turn_end"}, "B")])
def test_bleed_tick_decides_whether_the_last_turn_is_taken(scene, options, last):
    s = scene(B={"hp": 1, "bleed": 1}, options=options)
    s.end_turn()
    if last == "B":
        assert (s.decider, s.unit("B").hp, s.winner) == ("B", 1, None)
        s.act("unarmed", "A", "torso", dice=[10])
        s.end_turn()
        assert s.unit("A").hp == 5
    assert (s.winner, s.unit("B").down) == ("one", True)


@clause("option:bleed.tick")
@pytest.mark.parametrize(
    ("options", "seen"),
    [
        ({}, [(6, 1, False), (6, 1, False)]),
        ({"bleed.tick": "turn_end"}, [(6, 2, True), (6, 1, False)]),
    ],
)
def test_bleed_tick_is_where_pressure_protects(scene, options, seen):
    s = scene(B={"bleed": 2, "stanched": True}, options=options)
    for state in seen:
        s.end_turn()
        assert (s.unit("B").hp, s.unit("B").bleed, s.unit("B").stanched) == state
