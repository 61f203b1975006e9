"""Section 3.6, second part: Dodge and Parry (U520 to U535)."""

import pytest

from fracas.envs.core.testing import clause

SPRAYER = {"item": "smg", "mode": "full"}
MELEE = [
    ([], ("unarmed", "B", "torso")),
    (["knife"], ("melee", "B", "torso")),
    ([], ("grapple", "B")),
]
RANGED = [
    (["throwing_knife"], ("throw_weapon", "B", "torso")),
    (["revolver"], ("shot_single", "B", "torso")),
    (["pistol"], ("shot_semi", "B", "torso")),
    ([SPRAYER], ("spray", "B", "torso")),
]


@clause("U520")
@pytest.mark.parametrize(
    ("able", "reaction"), [({"agility": 2}, "dodge"), ({"physique": 2}, "parry")]
)
def test_a_reaction_may_be_used_in_the_own_turn(scene, able, reaction):
    s = scene(A=able)
    s.declare("step", "W")
    s.declare("opp_unarmed", "torso")
    assert (s.phase, s.decider) == ("defend", "A")
    s.act(reaction, dice=[11])  # against 12
    assert (s.unit("A").hp, s.unit("A").ap, s.unit("A").x) == (6, 3, 6)


@clause("U520")
@pytest.mark.parametrize(("ap", "asked"), [(4, True), (0, False)])
def test_an_opportunity_attack_may_be_made_in_the_own_turn(scene, ap, asked):
    s = scene(A={"ap": ap}, B={"ready": ("enemy_moves", "move")})
    s.declare("step", "N")
    s.declare("move", by="B")
    s.declare("step", "E", by="B")  # out of A's reach
    assert (s.phase, s.decider) == (("opportunity", "A") if asked else ("grant_steps", "B"))
    if asked:
        s.declare("opp_unarmed", "torso", dice=[10])
        assert (s.unit("A").ap, s.unit("B").hp, s.unit("B").x) == (3, 5, 9)


@clause("U521", "U526")
@pytest.mark.parametrize("reaction", ["dodge", "parry"])
@pytest.mark.parametrize(("die", "hp"), [(11, 6), (12, 5)])
def test_dodge_and_parry_cost_one_ap_whether_they_help_or_not(scene, reaction, die, hp):
    for ap in (4, 1):
        s = scene(B={"agility": 2, "physique": 2, "ap": ap})
        s.declare("unarmed", "B", "torso")
        s.act(reaction, dice=[die])
        assert (s.unit("B").ap, s.unit("B").hp, s.unit("A").ap) == (ap - 1, hp, 3)
    s = scene(B={"agility": 2, "physique": 2})
    s.declare("unarmed", "B", "torso")
    s.act("pass", dice=[9])
    assert s.unit("B").ap == 4


@clause("U522")
@pytest.mark.parametrize(
    ("a", "b", "offered"),
    [
        ({}, {}, True),
        ({}, {"slowed": 1}, False),
        ({}, {"injuries": ["broken_leg"]}, False),
        ({"grappling": "B"}, {}, False),
    ],
)
def test_dodge_is_not_offered_to_a_slowed_unit(scene, a, b, offered):
    s = scene(A=a, B=b | {"agility": 2})
    s.declare("unarmed", "B", "torso", dice=[9])
    assert s.phase == ("defend" if offered else "main")
    s = scene(A=a, B=b | {"agility": 2, "physique": 2})
    s.declare("unarmed", "B", "torso", dice=[9])
    assert (s.legal("dodge"), s.legal("parry")) == (offered, True)


@clause("U522")
@pytest.mark.parametrize(("sneaking", "offered"), [(False, True), (True, False)])
def test_sneakings_slowed_forbids_dodge_too(scene, sneaking, offered):
    s = scene(A={"agility": 2, "sneaking": sneaking, "mv": 3})
    s.declare("step", "W")
    s.declare("opp_unarmed", "torso", dice=[9])
    assert (s.phase, s.decider) == ("defend" if offered else "main", "A")


@clause("U523")
@pytest.mark.parametrize(("hands", "call"), MELEE + RANGED)
def test_dodge_answers_any_attack_or_grapple(scene, hands, call):
    s = scene(A={"hands": hands}, B={"agility": 2})
    s.declare(*call, dice=[9])
    assert (s.phase, s.decider) == ("defend", "B")
    assert s.legal("dodge")
    assert s.legal("pass")


@clause("U523", "U528")
@pytest.mark.parametrize(("hands", "call"), MELEE + RANGED)
def test_only_the_target_is_asked(scene, hands, call):
    able = {"agility": 2, "physique": 2}
    others = {"C": {"side": 2, "at": (8, 8), **able}, "D": {"side": 1, "at": (7, 8), **able}}
    s = scene(A={"hands": hands, **able}, B=able, **others)
    s.declare(*call, dice=[9])
    assert (s.phase, s.decider) == ("defend", "B")
    s.declare("pass")
    assert (s.phase, s.decider) == ("main", "A")
    s = scene(A={"hands": hands, **able}, **others)  # B has nothing to gain
    s.declare(*call, dice=[9])
    assert (s.phase, s.decider) == ("main", "A")


@clause("U523")
@pytest.mark.parametrize(
    ("call", "dice"),
    [
        (("push", "B"), [9]),
        (("intimidate", "B"), [12, 8]),
        (("throw_object", "slot_0", 8, 7), [16]),
    ],
)
def test_dodge_does_not_answer_a_push_intimidation_or_thrown_object(scene, call, dice):
    s = scene(A={"inventory": ["stone"]}, B={"agility": 2, "physique": 2})
    s.declare(*call, dice=dice)
    assert (s.phase, s.decider, s.unit("B").ap) == ("main", "A", 4)


@clause("U524")
@pytest.mark.parametrize(
    ("able", "dc"),
    [
        ({"agility": 2, "reflex": 1}, 13),
        ({"agility": 3}, 13),
        ({"reflex": 4}, 14),
        ({"agility": -1, "reflex": 3}, 12),
        ({"agility": 2, "reflex": 1, "guard": 12}, 13),  # it becomes, it doesn't add
        ({"agility": 2, "reflex": 1, "physique": 4, "melee": 4, "athletics": 4}, 13),
    ],
)
def test_dodge_makes_the_dc_ten_and_agility_and_reflex(scene, able, dc):
    for die, hp in ((dc - 1, 6), (dc, 5)):
        s = scene(B=able)
        s.declare("unarmed", "B", "torso")
        s.act("dodge", dice=[die])
        assert (s.unit("B").hp, s.unit("B").guard) == (hp, dc)


@clause("U525")
def test_dodge_holds_until_the_end_of_the_turn_in_progress(scene):
    s = scene(B={"agility": 2, "reflex": 1}, C={"side": 1, "at": (9, 7)})
    s.declare("unarmed", "B", "torso")
    s.act("dodge", dice=[12])
    hit = s.copy()
    hit.act("unarmed", "B", "torso", dice=[13])
    assert hit.unit("B").hp == 5
    s.declare("unarmed", "B", "torso", dice=[12])  # no window: nothing is higher
    assert (s.phase, s.unit("B").hp, s.unit("B").ap) == ("main", 6, 3)
    s.end_turn()
    assert s.unit("B").guard == 10
    s.end_turn()
    s.act("unarmed", "B", "torso", dice=[10], by="C")
    assert s.unit("B").hp == 5


@clause("U527")
@pytest.mark.parametrize(
    ("b", "offered"), [({}, True), ({"weakened": 1}, False), ({"injuries": ["broken_ribs"]}, False)]
)
def test_parry_is_not_offered_to_a_weakened_unit(scene, b, offered):
    s = scene(B=b | {"physique": 2})
    s.declare("unarmed", "B", "torso", dice=[9])
    assert s.phase == ("defend" if offered else "main")
    s = scene(B=b | {"physique": 2, "agility": 2})
    s.declare("unarmed", "B", "torso", dice=[9])
    assert (s.legal("dodge"), s.legal("parry")) == (True, offered)


@clause("U528")
@pytest.mark.parametrize(
    ("hands", "call", "offered"),
    [(*case, True) for case in MELEE] + [(*case, False) for case in RANGED],
)
def test_parry_answers_melee_attacks_and_grapples_only(scene, hands, call, offered):
    s = scene(A={"hands": hands}, B={"physique": 2, "agility": 1})
    s.declare(*call, dice=[9])
    assert (s.legal("parry"), s.legal("dodge")) == (offered, True)
    s = scene(A={"hands": hands}, B={"physique": 2})
    s.declare(*call, dice=[9])
    assert s.phase == ("defend" if offered else "main")


@clause("U529")
@pytest.mark.parametrize(
    ("able", "dc"),
    [
        ({"physique": 2, "melee": 2}, 14),
        ({"physique": 3}, 13),
        ({"melee": 4}, 14),
        ({"physique": -1, "melee": 3}, 12),
        ({"physique": 2, "melee": 1, "guard": 12}, 13),  # it becomes, it doesn't add
        ({"physique": 2, "melee": 1, "agility": 4, "reflex": 4, "athletics": 4}, 13),
    ],
)
def test_parry_makes_the_dc_ten_and_physique_and_melee(scene, able, dc):
    for die, hp in ((dc - 1, 6), (dc, 5)):
        s = scene(B=able)
        s.declare("unarmed", "B", "torso")
        s.act("parry", dice=[die])
        assert (s.unit("B").hp, s.unit("B").guard) == (hp, dc)


@clause("U524", "U529")
@pytest.mark.parametrize("reaction", ["dodge", "parry"])
def test_the_raised_dc_counts_against_the_grapple_it_answers(scene, reaction):
    for die, holder in ((12, None), (13, "A")):
        s = scene(B={"agility": 3, "physique": 3})
        s.declare("grapple", "B")
        s.act(reaction, dice=[die])
        assert s.unit("B").grappled_by == holder


@clause("U530")
def test_parry_holds_until_the_end_of_this_turn_and_against_shots_too(scene):
    c = {"side": 1, "at": (9, 7)}
    s = scene(A={"hands": ["knife", "pistol"]}, B={"physique": 2, "melee": 2}, C=c)
    s.declare("melee", "B", "torso")
    s.act("parry", dice=[13])
    hit = s.copy()
    s.declare("shot_semi", "B", "torso", dice=[13])
    assert (s.phase, s.unit("B").hp, s.unit("B").ap) == ("main", 6, 3)
    hit.act("shot_semi", "B", "torso", dice=[14])
    assert hit.unit("B").hp == 5
    s.end_turn()
    assert s.unit("B").guard == 10
    s.end_turn()
    s.act("unarmed", "B", "torso", dice=[10], by="C")
    assert s.unit("B").hp == 5


@clause("U525", "U530")
@pytest.mark.parametrize("reaction", ["dodge", "parry"])
def test_a_guard_raised_in_the_own_turn_falls_at_its_end(scene, reaction):
    s = scene(A={"agility": 3, "physique": 3})
    s.declare("step", "W")
    s.declare("opp_unarmed", "torso")
    s.act(reaction, dice=[12])
    assert (s.unit("A").guard, s.phase, s.decider) == (13, "main", "A")
    s.end_turn()
    assert (s.unit("A").guard, s.decider) == (10, "B")


@clause("U531")
@pytest.mark.parametrize("reaction", ["dodge", "parry"])
@pytest.mark.parametrize(
    ("area", "gear", "dc"),
    [
        ("torso", [], 13),
        ("head", [], 17),
        ("arms", [], 15),
        ("legs", [], 15),
        ("torso", ["vest"], 14),
        ("head", ["helmet"], 18),
        ("head", ["vest"], 17),
    ],
)
def test_area_and_armour_still_add_to_a_raised_guard(scene, area, gear, dc, reaction):
    able = {"agility": 2, "reflex": 1, "physique": 1, "melee": 2}
    for die, hp in ((dc - 1, 6), (dc, 5)):
        s = scene(B={**able, "gear": gear})
        s.declare("unarmed", "B", area)
        s.act(reaction, dice=[die])
        assert (s.unit("B").hp, s.unit("B").guard) == (hp, 13)


@clause("U532")
@pytest.mark.parametrize(
    ("b", "dodge", "parry"),
    [
        ({}, False, False),
        ({"agility": -1, "melee": 1}, False, True),
        ({"physique": -1, "reflex": 1}, True, False),
        ({"agility": 2, "physique": 3, "guard": 12}, False, True),  # 12 again is no rise
        ({"agility": 3, "physique": 2, "guard": 12}, True, False),
        ({"agility": 2, "physique": 2, "guard": 13}, False, False),
    ],
)
def test_a_reaction_that_would_not_raise_the_guard_is_not_offered(scene, b, dodge, parry):
    s = scene(B=b)
    s.declare("unarmed", "B", "torso", dice=[9])
    assert (s.phase, s.decider) == (("defend", "B") if dodge or parry else ("main", "A"))
    assert (s.legal("dodge"), s.legal("parry")) == (dodge, parry)


@clause("U532")
def test_useless_reactions_are_offered_by_option(scene):
    s = scene(options={"reaction.prune_useless": False})
    s.declare("unarmed", "B", "torso", dice=[9])
    assert (s.phase, s.legal("dodge"), s.legal("parry")) == ("defend", True, True)


@clause("U532")
def test_there_is_one_defence_choice_per_attack(scene):
    s = scene(B={"agility": 2, "physique": 3})
    s.declare("unarmed", "B", "torso")
    s.declare("dodge", dice=[9])
    assert (s.phase, s.decider) == ("main", "A")
    s.declare("unarmed", "B", "torso")
    assert s.phase == "defend"
    assert (s.legal("dodge"), s.legal("parry")) == (False, True)  # 12 stands, 13 is higher
    s.act("parry", dice=[12])
    assert (s.unit("B").hp, s.unit("B").ap) == (6, 2)


@clause("U533")
def test_the_target_chooses_after_declaration_and_payment_and_before_dice(scene):
    s = scene(A={"hands": ["pistol"]}, B={"agility": 1})
    s.declare("shot_semi", "B", "torso", dice=[10])
    assert (s.phase, s.decider, s.dice_used) == ("defend", "B", 0)
    assert (s.unit("A").ap, s.item("A", "pistol").rounds) == (3, 11)
    assert s.unit("B").hp == 6
    s.act("pass")
    assert (s.unit("B").hp, s.dice_used) == (5, 1)


@clause("U533")
@pytest.mark.parametrize(
    ("hands", "call", "ap"),
    [
        ([], ("unarmed", "B", "head"), 3),
        (["knife"], ("melee", "B", "legs"), 3),
        ([], ("grapple", "B"), 2),
        (["throwing_knife"], ("throw_weapon", "B", "arms"), 3),
        (["revolver"], ("shot_single", "B", "torso"), 2),
        ([SPRAYER], ("spray", "B", "torso"), 1),
    ],
)
def test_every_attack_and_grapple_is_paid_for_before_the_choice(scene, hands, call, ap):
    s = scene(A={"hands": hands}, B={"agility": 1})
    s.declare(*call, dice=[9])
    assert (s.phase, s.decider, s.dice_used, s.battle.dice_left) == ("defend", "B", 0, 1)
    assert s.unit("A").ap == ap
    s.act("pass")
    assert (s.unit("A").ap, s.dice_used) == (ap, 1)


@clause("U534")
@pytest.mark.parametrize(("hands", "call"), [MELEE[0], MELEE[1], *RANGED])
def test_the_window_opens_against_an_unseen_attacker_too(scene, hands, call):
    s = scene(A={"hidden": True, "hands": hands}, B={"agility": 1})
    s.declare(*call)
    assert (s.phase, s.decider) == ("defend", "B")
    s.act("dodge", dice=[3, 10])  # advantage, against 11
    assert (s.unit("B").hp, s.unit("B").ap) == (6, 3)


@clause("U535")
@pytest.mark.parametrize(("b", "asked"), [({}, True), ({"ap": 0}, False), ({"stunned": 1}, False)])
def test_no_reaction_without_ap_or_when_stunned(scene, b, asked):
    for able in ({"agility": 2}, {"physique": 2}):
        s = scene(B=b | able)
        s.declare("unarmed", "B", "torso", dice=[9])
        assert s.phase == ("defend" if asked else "main")
    s = scene(B=b | {"hands": ["knife"]})
    s.declare("step", "W")
    assert s.phase == ("opportunity" if asked else "main")


@clause("U535")
def test_no_reaction_when_down(scene):
    s = scene(B={"hp": 1}, C={"side": 2, "at": (0, 0)})
    s.act("unarmed", "B", "torso", dice=[10])
    s.declare("step", "W")
    assert (s.phase, s.decider, s.unit("A").x) == ("main", "A", 6)
