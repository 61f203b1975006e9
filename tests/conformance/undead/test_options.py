"""Section 8: every option, its default and each alternative (second half: test_options_more.py)."""

import pytest

from fracas.envs import Battle
from fracas.envs.core.testing import clause

KNIFE = {"hands": ["knife"]}
BAT = {"hands": ["bat"]}


def opened(**options):
    sides = [
        {"id": "one", "units": [{"id": "A", "at": [0, 0], "physique": 1, "presence": 1}]},
        {"id": "two", "units": [{"id": "B", "at": [9, 1]}]},
    ]
    return Battle(
        {
            "system": "undead",
            "title": "t",
            "map": "..........\n..........\n",
            "sides": sides,
            "options": {name.replace("__", "."): value for name, value in options.items()},
            "order": ["A", "B"],
            "round_limit": 20,
        },
        seed=0,
    )


@clause("option:ap.per_turn")
@pytest.mark.parametrize(
    ("options", "ap"), [({}, 4), ({"ap__per_turn": 3}, 3), ({"ap__per_turn": 5}, 5)]
)
def test_ap_per_turn(options, ap):
    battle = opened(**options)
    assert (battle.decider, battle.unit("A").ap) == ("A", ap)
    battle.act("drop_prone")
    battle.act("stand_up")
    assert battle.unit("A").ap == ap - 1
    battle.act("end_turn")
    assert (battle.decider, battle.unit("B").ap) == ("B", ap)
    battle.act("end_turn")
    assert (battle.decider, battle.unit("A").ap) == ("A", ap)


@clause("option:ap.initial")
@pytest.mark.parametrize(
    ("options", "ap"), [({}, 4), ({"ap__initial": "full"}, 4), ({"ap__initial": "zero"}, 0)]
)
def test_ap_initial(options, ap):
    battle = opened(**options)
    assert (battle.unit("A").ap, battle.unit("B").ap) == (4, ap)
    battle.act("end_turn")
    assert (battle.decider, battle.unit("B").ap) == ("B", 4)


@clause("option:move.at_turn_start")
@pytest.mark.parametrize(
    ("options", "mv"),
    [({}, 4), ({"move.at_turn_start": "full"}, 4), ({"move.at_turn_start": "zero"}, 0)],
)
def test_move_at_turn_start(scene, options, mv):
    s = scene(options=options)
    s.end_turn()
    assert (s.decider, s.unit("B").mv, s.legal("step", "N")) == ("B", mv, mv > 0)
    if mv == 0:
        s.act("move")
        assert (s.unit("B").mv, s.unit("B").ap) == (4, 3)


@clause("option:move.base")
@pytest.mark.parametrize(
    ("options", "base"), [({}, 4)] + [({"move.base": n}, n) for n in (3, 4, 5, 6)]
)
def test_move_base(scene, options, base):
    for agility in (-1, 0, 2):
        s = scene(B={"agility": agility}, options=options)
        s.end_turn()
        assert (s.decider, s.unit("B").mv) == ("B", max(2, base + agility))
    s = scene(B={"slowed": 1}, options=options)
    s.end_turn()
    assert s.unit("B").mv == base // 2


@clause("option:health.base")
@pytest.mark.parametrize(
    ("options", "base"), [({}, 6)] + [({"health__base": n}, n) for n in (4, 5, 6, 7, 8)]
)
def test_health_base(options, base):
    battle = opened(**options)
    assert (battle.unit("A").hp, battle.unit("A").hp_max) == (base + 1, base + 1)
    assert (battle.unit("B").hp, battle.unit("B").hp_max) == (base, base)


@clause("option:stress.base")
@pytest.mark.parametrize(
    ("options", "base"), [({}, 4), ({"stress__base": 3}, 3), ({"stress__base": 6}, 6)]
)
def test_stress_base(options, base):
    battle = opened(**options)
    assert (battle.unit("A").stress, battle.unit("A").stress_limit) == (0, base + 1)
    assert (battle.unit("B").stress, battle.unit("B").stress_limit) == (0, base)


@clause("option:stress.at_limit")
@pytest.mark.parametrize(
    ("options", "horrified", "winner"),
    [
        ({}, True, None),
        ({"stress.at_limit": "horrified"}, True, None),
        ({"stress.at_limit": "defeated"}, False, "one"),
        ({"stress.at_limit": "none"}, False, None),
    ],
)
def test_stress_at_limit(scene, options, horrified, winner):
    s = scene(B={"stress": 2}, options=options)
    s.act("intimidate", "B", dice=[12, 8])
    assert (s.unit("B").stress, s.unit("B").horrified, s.winner) == (3, False, None)
    s.act("intimidate", "B", dice=[12, 8])
    assert s.winner == winner
    assert s.unit("B").down is (winner == "one")
    if winner is None:
        assert (s.unit("B").stress, s.unit("B").horrified) == (4, horrified)


@clause("option:defense.base")
@pytest.mark.parametrize(
    ("options", "base"), [({}, 10)] + [({"defense.base": n}, n) for n in (8, 9, 10, 11, 12)]
)
def test_defense_base(scene, options, base):
    for area, modifier in (("torso", 0), ("head", 4)):
        for die, hp in ((base + modifier - 1, 6), (base + modifier, 5)):
            s = scene(A=KNIFE, options=options)
            s.act("melee", "B", area, dice=[die])
            assert s.unit("B").hp == hp
    for die, x in ((base - 1, 8), (base, 9)):
        s = scene(options=options)
        s.act("push", "B", dice=[die])
        assert s.unit("B").x == x


def area_modifier(scene, area, options, modifier):
    for die, hp in ((9 + modifier, 6), (10 + modifier, 5)):
        s = scene(A=KNIFE, options=options)
        s.act("melee", "B", area, dice=[die])
        assert s.unit("B").hp == hp


@clause("option:area.head")
@pytest.mark.parametrize(("options", "head"), [({}, 4), ({"area.head": 0}, 0)])
def test_area_head(scene, options, head):
    area_modifier(scene, "head", options, head)
    area_modifier(scene, "torso", options, 0)
    area_modifier(scene, "arms", options, 2)


@clause("option:area.arms")
@pytest.mark.parametrize(("options", "arms"), [({}, 2), ({"area.arms": 0}, 0)])
def test_area_arms(scene, options, arms):
    area_modifier(scene, "arms", options, arms)
    area_modifier(scene, "legs", options, 2)
    area_modifier(scene, "head", options, 4)


@clause("option:area.legs")
@pytest.mark.parametrize(("options", "legs"), [({}, 2), ({"area.legs": 0}, 0)])
def test_area_legs(scene, options, legs):
    area_modifier(scene, "legs", options, legs)
    area_modifier(scene, "arms", options, 2)
    area_modifier(scene, "head", options, 4)


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


@clause("option:unarmed.hands")
@pytest.mark.parametrize(("options", "one"), [({}, False), ({"unarmed.hands": "one"}, True)])
def test_unarmed_hands(scene, options, one):
    for hands, legal in (
        ([], True),
        (["knife"], one),
        (["knife", "stone"], False),
        (["spear"], False),
    ):
        s = scene(A={"hands": hands}, options=options)
        assert s.legal("unarmed", "B", "torso") is legal, hands


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


@clause("option:throw.fifteen")
@pytest.mark.parametrize(
    ("options", "dice", "tile"),
    [
        ({}, [15], (5, 5)),
        ({"throw.fifteen": "on_target"}, [15], (5, 5)),
        ({"throw.fifteen": "two_off"}, [15, 3], (7, 5)),  # d8 = E
        ({}, [14, 3], (7, 5)),
        ({"throw.fifteen": "two_off"}, [16], (5, 5)),
    ],
)
def test_throw_fifteen(scene, options, dice, tile):
    s = scene(A={"inventory": ["stone"]}, options=options)
    s.act("throw_object", "slot_0", 5, 5, dice=dice)
    assert [(f.item, f.x, f.y) for f in s.floor()] == [("stone", *tile)]


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
    for die, kept in ((9, True), (10, not spent), (16, not spent)):
        s = scene(A={"bleed": 2, "inventory": ["bandage"]}, options=options)
        s.act("pressure", "A", dice=[die])
        assert ("bandage" in s.unit("A").inventory) is kept
        assert bool(s.unit("A").stanched) is (die >= 10)


@clause("option:bleed.tick")
@pytest.mark.parametrize(
    ("options", "seen"),
    [
        ({}, [("B", 5, 1), ("A", 5, 1), ("B", 4, 0), ("A", 4, 0)]),
        ({"bleed.tick": "turn_end"}, [("B", 6, 2), ("A", 5, 1), ("B", 5, 1), ("A", 4, 0)]),
    ],
)
def test_bleed_tick(scene, options, seen):
    s = scene(B={"bleed": 2}, options=options)
    for state in seen:
        s.end_turn()
        assert (s.decider, s.unit("B").hp, s.unit("B").bleed) == state
