"""Section 3.6, first half: Ready Action and its checks (U500 to U519)."""

import pytest

from fracas.envs.core.testing import clause

# Line of sight on this map: (0,1) and (4,1) don't see each other, (4,0) is seen from (0,1),
# (0,0) from (4,1).
PILLAR = ".....\n..#..\n....."
COVER = "\n".join(["h" + "." * 14] + ["." * 15] * 14)
TRIGGERS = (
    "enemy_enters_reach",
    "enemy_in_sight",
    "enemy_moves",
    "enemy_attacks",
    "ally_attacks",
    "enemy_ends_turn",
)
KINDS = (
    "move hide stand_up drop_prone disengage unarmed melee push grapple escape release throw_weapon"
    " throw_object shot_single shot_semi spray unjam switch_mode reload equip unequip place"
    " drop_item intimidate inspect pressure sense"
).split()


@clause("U500")
def test_ready_costs_one_ap(scene):
    s = scene()
    s.act("ready", "enemy_moves", "melee", dice=[])
    assert s.unit("A").ap == 3
    assert scene(A={"ap": 1}).legal("ready", "enemy_moves")
    assert not scene(A={"ap": 0}).legal("ready")


@clause("U501")
@pytest.mark.parametrize("trigger", TRIGGERS)
def test_ready_sets_one_of_six_triggers_and_an_action(scene, trigger):
    assert len(KINDS) == 27
    inventory = ["revolver", "smg", "clip6", "mag20", "bandage", "stone"]
    s = scene(map=COVER, A={"hands": ["knife", "throwing_knife"], "inventory": inventory})
    assert len(s.rows("ready")) == 6
    for kind in KINDS:
        armed = s.copy()
        armed.act("ready", trigger, kind)
        assert armed.unit("A").ready == (trigger, kind)


@clause("U502")
def test_the_owner_is_asked_and_may_decline(scene):
    a = {"hands": ["knife"], "ready": ("enemy_enters_reach", "melee")}
    s = scene(turn="B", A=a, B={"at": (9, 7)})
    s.declare("step", "W")
    assert (s.phase, s.decider) == ("ready_fire", "A")
    s.act("pass")
    assert (s.unit("A").ap, s.unit("A").ready) == (4, ("enemy_enters_reach", "melee"))
    s.act("step", "E")
    s.declare("step", "W")
    assert (s.phase, s.decider) == ("ready_fire", "A")
    s = scene(turn="B", A=a, B={"at": (9, 7)}, options={"ready.decline_keeps": False})
    s.act("step", "W")
    assert (s.unit("A").ap, s.unit("A").ready) == (4, None)


@clause("U503")
def test_the_action_needs_its_requirements_when_it_fires(scene):
    for dropped in (False, True):
        s = scene(A={"hands": ["knife"]}, B={"at": (9, 7)})
        s.act("ready", "enemy_enters_reach", "melee")
        if dropped:
            s.act("drop_item", "main")
        s.end_turn()
        s.declare("step", "W")
        assert (s.phase, s.decider) == (("main", "B") if dropped else ("ready_fire", "A"))


@clause("U504")
@pytest.mark.parametrize(
    ("kind", "ap", "asked"),
    [
        ("unarmed", 0, False),
        ("unarmed", 1, True),
        ("grapple", 1, False),
        ("grapple", 2, True),
        ("drop_prone", 0, True),
    ],
)
def test_the_action_needs_its_own_ap_when_it_fires(scene, kind, ap, asked):
    a = {"ap": ap, "ready": ("enemy_enters_reach", kind)}
    s = scene(turn="B", A=a, B={"at": (9, 7)})
    s.declare("step", "W")
    assert s.phase == ("ready_fire" if asked else "main")


@clause("U504")
def test_the_actions_own_cost_is_paid_when_it_fires(scene):
    a = {"hands": ["knife"], "ap": 1, "ready": ("enemy_enters_reach", "melee")}
    s = scene(turn="B", A=a, B={"at": (9, 7)})
    s.declare("step", "W")
    s.act("melee", "B", "torso", dice=[10])
    assert (s.unit("A").ap, s.unit("B").hp, s.decider) == (0, 5, "B")
    s = scene(turn="B", A={"ap": 0, "ready": ("enemy_moves", "drop_prone")})
    s.declare("step", "E")
    s.act("drop_prone")
    assert (s.unit("A").ap, s.unit("A").prone, s.decider) == (0, True, "B")


@clause("U505")
def test_one_readied_action_at_a_time_and_it_lapses_at_the_own_turn_start(scene):
    s = scene()
    s.act("ready", "enemy_attacks", "unarmed")
    assert s.unit("A").ready == ("enemy_attacks", "unarmed")
    s.act("ready", "ally_attacks", "push")
    assert (s.unit("A").ap, s.unit("A").ready) == (2, ("ally_attacks", "push"))
    s.end_turn()
    assert (s.decider, s.unit("A").ap) == ("B", 2)
    assert s.unit("A").ready == ("ally_attacks", "push")
    s.end_turn()
    assert (s.decider, s.unit("A").ap, s.unit("A").ready) == ("A", 4, None)


@clause("U506")
@pytest.mark.parametrize(
    ("b", "call", "asked"),
    [
        ({"at": (9, 7)}, ("step", "W"), True),
        ({"at": (9, 7)}, ("disengage", "W"), True),
        ({"at": (9, 9)}, ("step", "NW"), True),
        ({"at": (10, 7)}, ("step", "W"), False),  # 3 to 2
        ({"at": (8, 7)}, ("step", "N"), False),  # 1 to 1
        ({"at": (9, 7), "hidden": True, "sneaking": True, "mv": 2}, ("step", "W"), False),
    ],
)
def test_enemy_enters_reach(scene, b, call, asked):
    s = scene(turn="B", A={"ready": ("enemy_enters_reach", "drop_prone")}, B=b)
    s.declare(*call)
    assert (s.phase, s.decider) == (("ready_fire", "A") if asked else ("main", "B"))
    assert (s.unit("B").x, s.unit("B").y) != b["at"]  # after the step


@clause("U506")
def test_an_enemy_pushed_into_reach_does_not_enter_it(scene):
    s = scene(
        turn="C",
        A={"ready": ("enemy_enters_reach", "unarmed")},
        B={"at": (9, 7)},
        C={"side": 1, "at": (10, 7)},
    )
    s.declare("push", "B", dice=[10])
    assert (s.phase, s.decider, s.unit("B").x) == ("main", "C", 8)


@clause("U507")
def test_enemy_in_sight_coming_out_from_behind_a_wall(scene):
    a = {"at": (0, 1), "hands": ["pistol"], "ready": ("enemy_in_sight", "shot_semi")}
    s = scene(map=PILLAR, turn="B", A=a, B={"at": (4, 1)})
    s.declare("step", "N")
    assert (s.phase, s.decider, s.unit("B").y) == ("ready_fire", "A", 0)
    s.declare("pass")
    s.declare("step", "W")  # seen already
    assert (s.phase, s.decider, s.unit("B").x) == ("main", "B", 3)


@clause("U507")
def test_enemy_in_sight_by_losing_hidden(scene):
    a = {"ready": ("enemy_in_sight", "intimidate")}
    s = scene(turn="B", A=a, B={"at": (10, 7), "hidden": True})
    s.declare("step", "E")
    assert (s.phase, s.decider, s.unit("B").x) == ("ready_fire", "A", 11)
    s = scene(turn="B", A=a, B={"at": (10, 7), "hidden": True, "sneaking": True, "mv": 2})
    s.declare("step", "E")  # still Hidden
    assert (s.phase, s.decider) == ("main", "B")
    s.declare("end_turn")  # in sight: Hidden is lost
    assert (s.phase, s.decider, s.unit("B").hidden) == ("ready_fire", "A", False)


@clause("U508")
@pytest.mark.parametrize(
    ("b", "call", "asked"),
    [
        ({"at": (4, 0)}, ("step", "W"), True),
        ({"at": (4, 0)}, ("disengage", "W"), True),
        ({"at": (4, 1)}, ("step", "N"), True),  # unseen before, seen on its new tile
        ({"at": (4, 0)}, ("step", "S"), False),  # out of sight
        ({"at": (4, 0), "hidden": True, "sneaking": True, "mv": 2}, ("step", "W"), False),
    ],
)
def test_enemy_moves(scene, b, call, asked):
    a = {"at": (0, 1), "ready": ("enemy_moves", "drop_prone")}
    s = scene(map=PILLAR, turn="B", A=a, B=b)
    s.declare(*call)
    assert (s.phase, s.decider) == (("ready_fire", "A") if asked else ("main", "B"))


@clause("U508")
def test_a_pushed_enemy_does_not_move(scene):
    a = {"ready": ("enemy_moves", "drop_prone")}
    s = scene(turn="C", A=a, C={"side": 1, "at": (7, 6)})
    s.declare("push", "B", dice=[10])
    assert (s.phase, s.decider, s.unit("B").x) == ("main", "C", 9)


@clause("U509")
@pytest.mark.parametrize(
    ("hands", "call", "dice", "hp"),
    [
        (["pistol"], ("shot_semi", "C", "torso"), [10], 5),
        (["throwing_knife"], ("throw_weapon", "C", "torso"), [10], 5),
        (["knife"], ("melee", "C", "torso"), [9], 6),  # a miss is an attack too
        ([], ("unarmed", "C", "torso"), [10], 5),
        ([], ("grapple", "C"), [10], 6),
        ([], ("push", "C"), [10], 6),
        ([], ("unarmed", "A", "torso"), [10], 6),
    ],
)
def test_enemy_attacks_the_unit_or_its_ally(scene, hands, call, dice, hp):
    a = {"ready": ("enemy_attacks", "unarmed")}
    s = scene(turn="B", A=a, B={"hands": hands}, C={"side": 1, "at": (9, 7)})
    s.declare(*call, dice=dice)
    assert (s.phase, s.decider) == ("ready_fire", "A")
    assert s.unit("C").hp == hp  # after the damage
    s.act("unarmed", "B", "torso", dice=[10])
    assert s.unit("B").hp == 5


@clause("U509")
def test_enemy_attacks_neither_by_intimidating_nor_unseen(scene):
    c = {"side": 1, "at": (9, 7)}
    s = scene(turn="B", A={"ready": ("enemy_attacks", "unarmed")}, C=c)
    s.declare("intimidate", "C", dice=[12, 8])
    assert (s.phase, s.decider) == ("main", "B")
    a = {"at": (0, 1), "ready": ("enemy_attacks", "drop_prone")}
    for b, c, phase in (((4, 1), (4, 0), "main"), ((4, 0), (4, 1), "ready_fire")):
        s = scene(map=PILLAR, turn="B", A=a, B={"at": b}, C={"side": 1, "at": c})
        s.declare("unarmed", "C", "torso", dice=[10])
        assert s.phase == phase


@clause("U510")
def test_ally_attacks_by_a_push_and_the_readied_melee_has_advantage(scene):
    a = {"hands": ["knife"], "ready": ("ally_attacks", "melee")}
    s = scene(turn="C", A=a, C={"side": 1, "at": (9, 7)})
    s.declare("push", "B", dice=[16])  # against A: B stays, Prone
    assert (s.phase, s.decider, s.unit("B").prone) == ("ready_fire", "A", True)
    s.act("melee", "B", "torso", dice=[3, 12])
    assert (s.unit("B").hp, s.unit("A").ap, s.decider) == (5, 3, "C")


@clause("U510")
@pytest.mark.parametrize(
    ("call", "dice", "asked"),
    [
        (("unarmed", "B", "torso"), [9], True),
        (("grapple", "B"), [10], True),
        (("intimidate", "B"), [12, 8], False),
    ],
)
def test_ally_attacks_by_attack_or_grapple(scene, call, dice, asked):
    a = {"ready": ("ally_attacks", "unarmed")}
    s = scene(turn="C", A=a, C={"side": 1, "at": (9, 7)})
    s.declare(*call, dice=dice)
    assert (s.phase, s.decider) == (("ready_fire", "A") if asked else ("main", "C"))


@clause("U510")
def test_the_own_attack_is_not_an_allys(scene):
    s = scene(A={"ready": ("ally_attacks", "unarmed")}, C={"side": 1, "at": (9, 7)})
    s.declare("unarmed", "B", "torso", dice=[10])
    assert (s.phase, s.decider) == ("main", "A")


@clause("U511")
def test_enemy_ends_turn_with_its_guard_down_again(scene):
    a = {"ready": ("enemy_ends_turn", "unarmed")}
    s = scene(turn="B", A=a, B={"guard": 13})
    s.declare("end_turn")
    assert (s.phase, s.decider, s.unit("B").guard) == ("ready_fire", "A", 10)
    s.act("unarmed", "B", "torso", dice=[10])
    assert (s.unit("B").hp, s.phase, s.decider) == (5, "main", "A")


@clause("U511")
def test_neither_an_unseen_enemy_nor_an_ally_ends_its_turn_as_a_trigger(scene):
    a = {"at": (0, 1), "ready": ("enemy_ends_turn", "drop_prone")}
    for b, phase in (((4, 1), "main"), ((4, 0), "ready_fire")):
        s = scene(map=PILLAR, turn="B", A=a, B={"at": b})
        s.declare("end_turn")
        assert (s.phase, s.decider) == (phase, "A")
    a = {"ready": ("enemy_ends_turn", "drop_prone")}
    s = scene(turn="C", A=a, C={"side": 1, "at": (5, 5)})
    s.declare("end_turn")
    assert (s.phase, s.decider) == ("main", "A")


@clause("U512")
def test_target_and_area_are_chosen_when_it_fires(scene):
    a = {"hands": ["knife"], "ready": ("enemy_enters_reach", "melee")}
    s = scene(turn="B", A=a, B={"at": (9, 7)}, C={"side": 2, "at": (6, 7)})
    s.declare("step", "W")
    assert len(s.rows("melee")) == 8
    for unit in "BC":
        for area in ("head", "torso", "arms", "legs"):
            assert s.legal("melee", unit, area)
    s.act("melee", "C", "legs", dice=[12])  # not the one that set it off
    assert (s.unit("B").hp, s.unit("C").hp) == (6, 5)


@clause("U512")
def test_the_tile_is_chosen_when_it_fires(scene):
    a = {"inventory": ["stone"], "ready": ("enemy_moves", "throw_object")}
    s = scene(turn="B", A=a)
    s.declare("step", "N")
    s.act("throw_object", "slot_0", 3, 4, dice=[16])
    assert [(f.item, f.x, f.y) for f in s.floor()] == [("stone", 3, 4)]
    assert (s.unit("A").ap, s.decider) == (3, "B")


@clause("U513")
@pytest.mark.parametrize("steps", [0, 1, 2, 3, 4])
def test_a_readied_move_grants_the_full_movement_at_once(scene, steps):
    s = scene(turn="B", A={"ready": ("enemy_moves", "move")}, B={"at": (10, 7)})
    s.declare("step", "E")
    s.act("move")
    assert (s.phase, s.decider, s.unit("A").ap) == ("grant_steps", "A", 3)
    for _ in range(steps):
        s.act("step", "W")
    if steps < 4:  # after four only stop is left, and is not asked
        s.act("stop")
    assert (s.phase, s.decider) == ("main", "B")
    assert (s.unit("A").x, s.unit("A").mv) == (7 - steps, 0)


@clause("U513")
def test_a_readied_disengage_is_carried_out_at_once(scene):
    s = scene(turn="B", A={"ready": ("enemy_moves", "disengage")}, B={"hands": ["knife"]})
    s.declare("step", "N")
    s.declare("disengage", "W")
    assert (s.phase, s.decider) == ("main", "B")
    assert (s.unit("A").x, s.unit("A").ap) == (6, 3)


@clause("U514")
def test_ready_and_sneaking_cannot_be_readied(scene):
    s = scene(A={"hidden": True})
    s.declare("ready", "enemy_moves")
    assert (s.phase, s.decider) == ("ready_kind", "A")
    assert s.legal("ready_kind", "move")
    for kind in ("ready", "sneak", "step", "end_turn"):
        assert not s.legal("ready_kind", kind)


@clause("U515")
def test_readying_is_quiet_and_the_readied_action_loud_or_not_by_its_kind(scene):
    a = {"hidden": True, "hands": ["pistol"], "inventory": ["knife"]}
    for kind in ("shot_semi", "equip"):
        s = scene(A=a, B={"at": (10, 7)})
        s.act("ready", "enemy_moves", kind)
        assert s.unit("A").hidden
        s = scene(turn="B", A=a | {"ready": ("enemy_moves", kind)}, B={"at": (10, 7)})
        s.declare("step", "E")
        if kind == "equip":
            s.act("equip", "slot_0", dice=[])
            assert s.unit("A").hidden
        else:
            s.act("shot_semi", "B", "torso", dice=[3, 12])  # advantage from Hidden
            assert (s.unit("A").hidden, s.unit("B").hp) == (False, 5)


@clause("U516")
def test_each_step_is_one_event_and_all_are_asked_once_in_initiative_order(scene):
    ready = {"ready": ("enemy_moves", "drop_prone")}
    s = scene(turn="B", A=ready, C=ready | {"side": 1, "at": (5, 5)})
    for direction in ("N", "N"):
        s.declare("step", direction)
        for unit in ("A", "C"):
            if s.phase == "opportunity":
                s.declare("pass")
            assert (s.phase, s.decider) == ("ready_fire", unit)
            s.declare("pass")
        assert (s.phase, s.decider) == ("main", "B")


@clause("U516")
def test_each_unit_is_tested_anew_when_its_turn_to_be_asked_comes(scene):
    ready = {"hands": ["pistol"], "ready": ("enemy_moves", "shot_semi")}
    units = {
        "B": {"at": (10, 7), "hp": 1},
        "C": ready | {"side": 1, "at": (5, 5)},
        "D": {"side": 2, "at": (14, 14), "hidden": True},
    }
    s = scene(turn="B", A=ready, **units)
    s.declare("step", "E")
    missed = s.copy()
    s.declare("shot_semi", "B", "torso", dice=[10])
    assert s.unit("B").down
    assert (s.phase, s.decider) == ("main", "C")  # nobody left to shoot: C's own turn
    missed.declare("shot_semi", "B", "torso", dice=[9])
    assert (missed.phase, missed.decider) == ("ready_fire", "C")


@clause("U516")
def test_the_check_comes_when_a_row_is_wholly_resolved_and_after_each_granted_step(scene):
    c = {"side": 1, "at": (5, 5), "ready": ("enemy_attacks", "move")}
    s = scene(turn="B", C=c)
    s.declare("unarmed", "A", "torso", dice=[16])
    assert (s.phase, s.decider) == ("strong_choice", "B")
    s.declare("table", dice=[10])
    assert (s.phase, s.decider) == ("ready_fire", "C")
    a = {"at": (4, 7), "ready": ("enemy_moves", "drop_prone")}
    s = scene(turn="B", A=a, C={"side": 1, "at": (9, 7), "grappling": "B"})
    s.declare("escape_reflex", dice=[16])
    assert (s.phase, s.decider) == ("grant_steps", "B")
    s.declare("step", "N")
    assert (s.phase, s.decider, s.unit("B").y) == ("ready_fire", "A", 6)
    s.declare("pass")
    assert (s.phase, s.decider) == ("grant_steps", "B")


@clause("U517")
def test_stunned_or_down_units_are_not_asked(scene):
    for stunned, phase in ((0, "ready_fire"), (1, "main")):
        s = scene(turn="B", A={"stunned": stunned, "ready": ("enemy_moves", "move")})
        s.declare("step", "N")
        assert s.phase == phase
    for hp, phase in ((2, "ready_fire"), (1, "main")):
        a = {"hp": hp, "ready": ("enemy_attacks", "unarmed")}
        s = scene(turn="B", A=a, C={"side": 1, "at": (5, 5)})
        s.declare("unarmed", "A", "torso", dice=[10])
        assert s.phase == phase


@clause("U517")
def test_the_unit_in_turn_may_be_asked(scene):
    a = {"at": (0, 1), "hands": ["pistol"], "ready": ("enemy_in_sight", "shot_semi")}
    s = scene(map=PILLAR, A=a, B={"at": (4, 1)})
    s.declare("step", "N")
    assert (s.phase, s.decider) == ("ready_fire", "A")
    s.act("shot_semi", "B", "torso", dice=[10])
    assert (s.unit("B").hp, s.unit("A").ap, s.decider) == (5, 3, "A")


@clause("U517")
def test_taking_the_action_disarms_before_it_is_carried_out(scene):
    a = {"ready": ("enemy_enters_reach", "unarmed")}
    s = scene(turn="B", A=a, B={"at": (9, 7), "agility": 2})
    s.declare("step", "W")
    s.declare("unarmed", "B", "torso", dice=[10])
    assert (s.phase, s.decider) == ("defend", "B")
    assert (s.unit("A").ready, s.unit("A").ap) == (None, 3)


@clause("U518")
def test_an_opportunity_attack_triggers_no_readied_action(scene):
    s = scene(C={"side": 1, "at": (5, 5), "ready": ("enemy_attacks", "move")})
    s.declare("step", "W")
    assert (s.phase, s.decider) == ("opportunity", "B")
    s.declare("opp_unarmed", "torso", dice=[10])
    assert (s.phase, s.decider) == ("main", "A")
    assert (s.unit("A").x, s.unit("A").hp) == (6, 5)


@clause("U518")
def test_a_readied_action_triggers_no_readied_action(scene):
    a = {"hands": ["pistol"], "ready": ("enemy_moves", "shot_semi")}
    c = {"side": 1, "at": (5, 5), "ready": ("ally_attacks", "move")}
    s = scene(turn="B", A=a, C=c)
    s.declare("step", "N")
    s.declare("shot_semi", "B", "torso", dice=[10])
    assert (s.phase, s.decider, s.unit("B").hp) == ("main", "B", 5)


@clause("U518")
def test_sight_gained_in_a_readied_action_counts_as_already_seen(scene):
    b = {"at": (10, 7), "hidden": True, "hands": ["pistol"], "ready": ("enemy_moves", "shot_semi")}
    s = scene(A={"ready": ("enemy_in_sight", "intimidate")}, B=b)
    s.declare("step", "W")
    assert (s.phase, s.decider) == ("ready_fire", "B")
    s.declare("shot_semi", "A", "torso", dice=[3, 10])
    assert (s.phase, s.decider, s.unit("B").hidden) == ("main", "A", False)
    s.declare("step", "W")
    assert (s.phase, s.decider, s.unit("A").x) == ("main", "A", 5)


@clause("U519")
def test_a_timer_gained_in_the_turn_end_check_is_one(scene):
    a = {"hands": ["bat"], "ready": ("enemy_ends_turn", "melee")}
    s = scene(turn="B", A=a)
    s.declare("end_turn")
    s.act("melee", "B", "head", dice=[20, 9])  # 6 above 14; the save fails by 1
    assert (s.unit("B").hp, s.unit("B").stunned_t, s.decider) == (5, 1, "A")
    s.end_turn()
    assert (s.decider, s.unit("B").ap) == ("B", 2)
    s.end_turn()
    assert s.unit("B").stunned_t == 0


@clause("U519")
def test_a_guard_raised_in_the_turn_end_check_falls_when_it_is_done(scene):
    a = {"ready": ("enemy_ends_turn", "unarmed")}
    s = scene(turn="B", A=a, B={"agility": 2})
    s.declare("end_turn")
    s.declare("unarmed", "B", "torso")
    assert (s.phase, s.decider) == ("defend", "B")
    s.act("dodge", dice=[11])  # against 12
    assert (s.unit("B").hp, s.unit("B").ap) == (6, 3)
    assert (s.phase, s.decider, s.unit("B").guard) == ("main", "A", 10)
