"""Section 3.6, second half: Dodge, Parry, Opportunity Attack (U520 to U550)."""

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
def test_a_reaction_may_be_used_in_the_own_turn(scene):
    s = scene(A={"agility": 2})
    s.declare("step", "W")
    s.declare("opp_unarmed", "torso")
    assert (s.phase, s.decider) == ("defend", "A")
    s.act("dodge", dice=[11])  # against 12
    assert (s.unit("A").hp, s.unit("A").ap, s.unit("A").x) == (6, 3, 6)


@clause("U521")
def test_dodge_costs_one_ap(scene):
    for ap in (4, 1):
        s = scene(B={"agility": 2, "ap": ap})
        s.declare("unarmed", "B", "torso")
        s.act("dodge", dice=[11])
        assert s.unit("B").ap == ap - 1


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


@clause("U523")
@pytest.mark.parametrize(("hands", "call"), MELEE + RANGED)
def test_dodge_answers_any_attack_or_grapple(scene, hands, call):
    s = scene(A={"hands": hands}, B={"agility": 2})
    s.declare(*call, dice=[9])
    assert (s.phase, s.decider) == ("defend", "B")
    assert s.legal("dodge")
    assert s.legal("pass")


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
def test_dodge_makes_the_dc_ten_and_agility_and_reflex(scene):
    for die, hp in ((12, 6), (13, 5)):
        s = scene(B={"agility": 2, "reflex": 1})
        s.declare("unarmed", "B", "torso")
        s.act("dodge", dice=[die])
        assert (s.unit("B").hp, s.unit("B").guard) == (hp, 13)


@clause("U525")
def test_dodge_holds_until_the_end_of_the_turn_in_progress(scene):
    s = scene(B={"agility": 2, "reflex": 1}, C={"side": 1, "at": (9, 7)})
    s.declare("unarmed", "B", "torso")
    s.act("dodge", dice=[12])
    s.declare("unarmed", "B", "torso", dice=[12])  # no window: nothing is higher
    assert (s.phase, s.unit("B").hp, s.unit("B").ap) == ("main", 6, 3)
    s.end_turn()
    assert s.unit("B").guard == 10
    s.end_turn()
    s.act("unarmed", "B", "torso", dice=[10], by="C")
    assert s.unit("B").hp == 5


@clause("U526")
def test_parry_costs_one_ap(scene):
    for ap in (4, 1):
        s = scene(B={"physique": 2, "ap": ap})
        s.declare("unarmed", "B", "torso")
        s.act("parry", dice=[11])
        assert s.unit("B").ap == ap - 1


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
def test_parry_makes_the_dc_ten_and_physique_and_melee(scene):
    for die, hp in ((13, 6), (14, 5)):
        s = scene(B={"physique": 2, "melee": 2})
        s.declare("unarmed", "B", "torso")
        s.act("parry", dice=[die])
        assert (s.unit("B").hp, s.unit("B").guard) == (hp, 14)


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


@clause("U531")
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
def test_area_and_armour_still_add_to_a_raised_guard(scene, area, gear, dc):
    for die, hp in ((dc - 1, 6), (dc, 5)):
        s = scene(B={"agility": 2, "reflex": 1, "gear": gear})
        s.declare("unarmed", "B", area)
        s.act("dodge", dice=[die])
        assert s.unit("B").hp == hp


@clause("U532")
def test_a_reaction_that_would_not_raise_the_guard_is_not_offered(scene):
    s = scene()
    s.declare("unarmed", "B", "torso", dice=[9])
    assert (s.phase, s.decider) == ("main", "A")
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


@clause("U534")
def test_the_window_opens_against_an_unseen_attacker_too(scene):
    s = scene(A={"hidden": True}, B={"agility": 1})
    s.declare("unarmed", "B", "torso", dice=[3, 9])
    assert (s.phase, s.decider) == ("defend", "B")


@clause("U535")
@pytest.mark.parametrize(("b", "asked"), [({}, True), ({"ap": 0}, False), ({"stunned": 1}, False)])
def test_no_reaction_without_ap_or_when_stunned(scene, b, asked):
    s = scene(B=b | {"agility": 2})
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


@clause("U540")
def test_an_opportunity_attack_costs_one_ap(scene):
    for ap in (4, 1):
        s = scene(B={"ap": ap})
        s.declare("step", "W")
        assert (s.phase, s.decider) == ("opportunity", "B")
        s.act("opp_unarmed", "torso", dice=[10])
        assert (s.unit("B").ap, s.unit("A").hp, s.unit("A").x) == (ap - 1, 5, 6)


@clause("U541")
def test_only_a_mover_that_is_seen_can_be_attacked(scene):
    s = scene(A={"hidden": True, "sneaking": True, "mv": 2})
    s.declare("step", "W")
    assert (s.phase, s.unit("A").x, s.unit("A").hidden) == ("main", 6, True)
    s = scene(A={"hidden": True})  # not sneaking: the step gives it away first
    s.declare("step", "W")
    assert (s.phase, s.decider, s.unit("A").hidden) == ("opportunity", "B", False)


@clause("U542")
def test_only_a_willing_move_can_be_attacked(scene):
    s = scene(C={"side": 1, "at": (7, 6), "hands": ["knife"]})
    s.declare("push", "B", dice=[10])  # from C's reach to distance 2
    assert (s.phase, s.decider, s.unit("B").x) == ("main", "A", 9)
    s = scene(turn="B", A={"ap": 0}, C={"side": 1, "at": (7, 6), "hands": ["knife"]})
    s.declare("step", "E")
    assert (s.phase, s.decider) == ("opportunity", "C")


@clause("U543")
@pytest.mark.parametrize(
    ("at", "direction", "asked"),
    [
        ((7, 7), "W", True),
        ((7, 7), "NW", True),
        ((7, 7), "N", False),  # 1 to 1
        ((7, 7), "NE", False),
        ((6, 7), "W", False),  # 2 to 3
        ((6, 7), "E", False),  # 2 to 1
    ],
)
def test_only_a_step_out_of_reach_can_be_attacked(scene, at, direction, asked):
    s = scene(A={"at": at}, B={"hands": ["knife"]})
    s.declare("step", direction)
    assert s.phase == ("opportunity" if asked else "main")


@clause("U544")
def test_it_is_an_unarmed_or_basic_melee_attack_by_their_requirements(scene):
    s = scene()
    s.declare("step", "W")
    assert (len(s.rows("opp_unarmed")), len(s.rows("opp_melee"))) == (4, 0)
    s = scene(B={"hands": ["knife"]})
    s.declare("step", "W")
    assert (len(s.rows("opp_unarmed")), len(s.rows("opp_melee"))) == (0, 4)
    s.act("opp_melee", "torso", dice=[16, 9])  # the Slashing table: 1 damage and Bleeding
    assert (s.unit("A").hp, s.unit("A").bleed) == (4, 1)


@clause("U545")
def test_it_is_resolved_before_the_step_on_the_old_tile(scene):
    s = scene()
    s.declare("step", "W")
    for area in ("head", "torso", "arms", "legs"):
        assert s.legal("opp_unarmed", area)
    s.declare("opp_unarmed", "torso", dice=[16])
    assert (s.phase, s.decider) == ("strong_choice", "B")
    assert (s.unit("A").x, s.unit("A").hp, s.unit("B").ap) == (7, 5, 3)
    s.act("table", dice=[10])
    assert (s.unit("A").x, s.unit("A").mv, s.unit("B").ap) == (6, 3, 3)


@clause("U545", "U546")
def test_a_mover_brought_down_falls_on_its_old_tile(scene):
    s = scene(A={"hp": 1, "hands": ["knife"]}, C={"side": 1, "at": (0, 0)})
    s.declare("step", "W")
    s.declare("opp_unarmed", "torso", dice=[10])
    assert s.unit("A").down
    assert [(f.item, f.x, f.y) for f in s.floor()] == [("knife", 7, 7)]
    assert (s.phase, s.decider) == ("main", "B")


@clause("U546")
def test_a_mover_that_is_grappled_stays(scene):
    s = scene()
    s.declare("step", "W")
    s.declare("opp_unarmed", "torso", dice=[16])
    s.declare("strong_grapple", dice=[10])
    a = s.unit("A")
    assert (s.phase, s.decider, a.grappled_by) == ("main", "A", "B")
    assert (a.x, a.y) == (7, 7)
    assert a.mv == 1  # 4, halved as Grappled counts as Slowed, less the step's 1
    assert s.unit("B").ap == 3


@clause("U546")
@pytest.mark.parametrize(("mv", "x", "left"), [(1, 7, 0), (2, 6, 0), (4, 6, 2)])
def test_a_mover_short_of_movement_stays_and_spends_what_is_left(scene, mv, x, left):
    s = scene(A={"mv": mv}, B={"hands": ["bat"]})
    s.declare("step", "W")
    s.declare("opp_melee", "legs", dice=[18, 9])  # 6 above 12, save fails: Prone, the step costs 2
    a = s.unit("A")
    assert (s.phase, s.decider, a.prone) == ("main", "A", True)
    assert (a.x, a.mv) == (x, left)


@clause("U547")
@pytest.mark.parametrize(
    ("hands", "asked"),
    [
        (["pistol"], False),
        (["carbine"], False),
        (["bandage"], False),
        (["pistol", "knife"], True),
        ([], True),
    ],
)
def test_neither_empty_hands_nor_a_melee_weapon_no_opportunity_attack(scene, hands, asked):
    s = scene(B={"hands": hands})
    s.declare("step", "W")
    assert s.phase == ("opportunity" if asked else "main")


@clause("U548")
def test_only_enemies_react_in_initiative_order_each_once_a_step(scene):
    s = scene(C={"side": 2, "at": (8, 8)}, D={"side": 1, "at": (8, 6)})
    s.declare("step", "W")
    assert (s.phase, s.decider) == ("opportunity", "B")
    s.declare("opp_unarmed", "torso", dice=[9])
    assert (s.phase, s.decider) == ("opportunity", "C")
    s.declare("pass")
    assert (s.phase, s.decider, s.unit("A").x) == ("main", "A", 6)
    assert (s.unit("B").ap, s.unit("C").ap, s.unit("D").ap) == (3, 4, 4)


@clause("U549")
def test_disengage_and_push_trigger_no_opportunity_attack(scene):
    s = scene(B={"hands": ["knife"]})
    s.declare("disengage", "W")
    assert (s.phase, s.decider, s.unit("A").x) == ("main", "A", 6)
    s = scene(turn="B", C={"side": 2, "at": (8, 6), "hands": ["knife"]})
    s.declare("push", "A", dice=[10])
    assert (s.phase, s.decider, s.unit("A").x) == ("main", "B", 6)


@clause("U550")
def test_a_second_reactor_is_asked_only_if_the_step_can_still_happen(scene):
    s = scene(C={"side": 2, "at": (8, 8)})
    s.declare("step", "W")
    s.declare("opp_unarmed", "torso", dice=[16])
    free = s.copy()
    s.declare("strong_grapple", dice=[10])
    assert (s.phase, s.decider, s.unit("A").grappled_by) == ("main", "A", "B")
    free.declare("strong_grapple", dice=[9])
    assert (free.phase, free.decider) == ("opportunity", "C")


@clause("U550")
@pytest.mark.parametrize(("mv", "asked"), [(1, False), (2, True)])
def test_a_second_reactor_is_not_asked_if_the_movement_no_longer_suffices(scene, mv, asked):
    s = scene(A={"mv": mv}, B={"hands": ["bat"]}, C={"side": 2, "at": (8, 8)})
    s.declare("step", "W")
    s.declare("opp_melee", "legs", dice=[18, 9])  # Prone: 2 movement needed now
    assert (s.phase, s.decider) == (("opportunity", "C") if asked else ("main", "A"))


@clause("U550")
def test_a_second_reactor_is_not_asked_if_the_mover_is_down(scene):
    s = scene(A={"hp": 1}, C={"side": 2, "at": (8, 8)}, D={"side": 1, "at": (0, 0)})
    s.declare("step", "W")
    s.declare("opp_unarmed", "torso", dice=[10])
    assert (s.phase, s.decider, s.unit("C").ap) == ("main", "B", 4)
