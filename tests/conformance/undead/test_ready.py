"""Section 3.6, first part: Ready Action (U500 to U505, U512 to U515)."""

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


# A tile to hide on at (0, 0) that nobody sees.
NICHE = "\n".join(["h#" + "." * 13, "##" + "." * 13] + ["." * 15] * 13)
# kind, cost, A with what it needs, A without, the call, its dice
FIRED = [
    ("move", 1, {}, {"grappling": "B"}, ("move",), []),
    ("hide", 1, {"at": (0, 0)}, {}, ("hide",), []),
    ("stand_up", 1, {"prone": True}, {}, ("stand_up",), []),
    ("drop_prone", 0, {}, {"prone": True}, ("drop_prone",), []),
    ("disengage", 1, {}, {"grappling": "B"}, ("disengage", "W"), []),
    ("unarmed", 1, {}, {"hands": ["knife"]}, ("unarmed", "B", "torso"), [10]),
    ("melee", 1, {"hands": ["knife"]}, {}, ("melee", "B", "torso"), [10]),
    ("push", 1, {}, {"at": (5, 7)}, ("push", "B"), [10]),
    ("grapple", 2, {}, {"hands": ["knife"]}, ("grapple", "B"), [10]),
    ("release", 0, {"grappling": "B"}, {}, ("release",), []),
    (
        "throw_weapon",
        1,
        {"hands": ["throwing_knife"]},
        {"hands": ["knife"]},
        ("throw_weapon", "B", "torso"),
        [10],
    ),
    ("throw_object", 1, {"inventory": ["stone"]}, {}, ("throw_object", "slot_0", 4, 4), [16]),
    (
        "shot_single",
        2,
        {"hands": ["revolver"]},
        {"hands": [{"item": "revolver", "rounds": 0}]},
        ("shot_single", "B", "torso"),
        [10],
    ),
    (
        "shot_semi",
        1,
        {"hands": ["pistol"]},
        {"hands": [{"item": "pistol", "jam": True}]},
        ("shot_semi", "B", "torso"),
        [10],
    ),
    (
        "spray",
        3,
        {"hands": [{"item": "smg", "mode": "full"}]},
        {"hands": ["smg"]},
        ("spray", "B", "torso"),
        [10],
    ),
    ("unjam", 2, {"hands": [{"item": "smg", "jam": True}]}, {"hands": ["smg"]}, ("unjam",), []),
    ("switch_mode", 1, {"hands": ["smg"]}, {"hands": ["pistol"]}, ("switch_mode",), []),
    (
        "reload",
        2,
        {"hands": ["smg"], "inventory": ["mag20"]},
        {"hands": ["smg"], "inventory": ["clip6"]},
        ("reload", "slot_0"),
        [],
    ),
    ("equip", 1, {"inventory": ["knife"]}, {}, ("equip", "slot_0"), []),
    ("unequip", 1, {"hands": ["knife"]}, {}, ("unequip",), []),
    ("place", 1, {"inventory": ["knife"]}, {}, ("place", "slot_0", "N"), []),
    ("drop_item", 0, {"hands": ["knife"]}, {}, ("drop_item",), []),
    ("intimidate", 1, {}, {"hidden": True}, ("intimidate", "B"), [12, 8]),
    ("pressure", 1, {"bleed": 1, "inventory": ["bandage"]}, {"bleed": 1}, ("pressure", "A"), [10]),
    ("inspect", 2, {}, None, ("inspect",), [10]),
    ("sense", 2, {}, None, ("sense",), [10]),
]


def ally_attacks_in_turn(scene, kind, a, b):
    """Return the scene after C, A's ally, has attacked B, with A armed for that."""
    armed = {**a, "ready": ("ally_attacks", kind)}
    s = scene(map=NICHE, turn="C", A=armed, B=b, C={"side": 1, "at": (8, 8)})
    s.declare("unarmed", "B", "torso", dice=[9], by="C")
    return s


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
    choice = s.copy()
    choice.declare("ready", trigger)
    assert choice.rows("ready_kind") == [f"ready_kind({kind})" for kind in KINDS]
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


@clause("U503")
@pytest.mark.parametrize(("kind", "cost", "a", "lacking", "call", "dice"), FIRED)
def test_every_kind_needs_its_requirements_when_it_fires(scene, kind, cost, a, lacking, call, dice):
    s = ally_attacks_in_turn(scene, kind, a, {})
    assert (s.phase, s.decider) == ("ready_fire", "A")
    assert {str(row).split("(")[0] for row in s.battle.legal()} == {call[0], "pass"}
    if lacking is not None:  # Sense and Inspect need AP only
        s = ally_attacks_in_turn(scene, kind, lacking, {})
        assert (s.phase, s.decider) == ("main", "C")


@clause("U504")
@pytest.mark.parametrize(("kind", "cost", "a", "lacking", "call", "dice"), FIRED)
def test_every_kind_needs_and_pays_its_own_cost(scene, kind, cost, a, lacking, call, dice):
    s = ally_attacks_in_turn(scene, kind, {**a, "ap": cost}, {})
    s.declare(*call, dice=dice, by="A")
    assert (s.unit("A").ap, s.unit("A").ready) == (0, None)
    if cost:
        s = ally_attacks_in_turn(scene, kind, {**a, "ap": cost - 1}, {})
        assert (s.phase, s.decider) == ("main", "C")


@clause("U503", "U504")
@pytest.mark.parametrize("verb", ["escape_reflex", "escape_melee"])
@pytest.mark.parametrize(
    ("held", "ap", "asked"), [(True, 2, True), (True, 1, False), (False, 4, False)]
)
def test_a_readied_escape_is_by_either_skill(scene, verb, held, ap, asked):
    s = ally_attacks_in_turn(scene, "escape", {"ap": ap}, {"grappling": "A"} if held else {})
    assert (s.phase, s.decider) == (("ready_fire", "A") if asked else ("main", "C"))
    if asked:
        assert {str(row) for row in s.battle.legal()} == {"escape_reflex", "escape_melee", "pass"}
        s.act(verb, dice=[10])
        assert (s.unit("A").grappled_by, s.unit("A").ap, s.decider) == (None, 0, "C")


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


@clause("U505")
@pytest.mark.parametrize(("call", "asked"), [(("step", "N"), False), (("end_turn",), True)])
def test_a_replaced_readied_action_no_longer_waits_for_its_trigger(scene, call, asked):
    s = scene()
    s.act("ready", "enemy_moves", "unarmed")
    s.act("ready", "enemy_ends_turn", "intimidate")
    s.end_turn()
    s.declare(*call, by="B")
    assert (s.phase == "ready_fire") is asked
    if asked:
        assert [str(row) for row in s.battle.legal()] == ["intimidate(B)", "pass"]


@clause("U505")
def test_a_readied_action_waits_through_all_turns_until_the_own_next(scene):
    s = scene(B={"at": (10, 7)}, C={"side": 2, "at": (12, 7)})
    s.act("ready", "enemy_moves", "intimidate")
    assert s.unit("A").ap == 3
    s.end_turn()
    s.end_turn()
    late = s.copy()
    s.declare("step", "N", by="C")
    assert (s.phase, s.decider, s.unit("A").ap) == ("ready_fire", "A", 3)
    late.end_turn()
    assert (late.decider, late.unit("A").ready, late.unit("A").ap) == ("A", None, 4)
    late.end_turn()
    late.declare("step", "N", by="B")
    assert (late.phase, late.decider) == ("main", "B")


@clause("U512")
def test_target_and_area_are_chosen_when_it_fires(scene):
    a = {"hands": ["knife"], "ready": ("enemy_enters_reach", "melee")}
    c, d = {"side": 2, "at": (6, 7)}, {"side": 2, "at": (7, 9)}  # D is out of reach
    s = scene(turn="B", A=a, B={"at": (9, 7)}, C=c, D=d)
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
    assert not s.legal("throw_object", "slot_0", 7, 15)  # off the map
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
@pytest.mark.parametrize(
    ("a", "points"),
    [
        ({"agility": 2}, 6),
        ({"agility": -1}, 3),
        ({"slowed": 1}, 2),
        ({"injuries": ["broken_leg"]}, 2),
    ],
)
def test_a_readied_move_grants_mv_full_points(scene, a, points):
    a = {**a, "ready": ("enemy_moves", "move")}
    s = scene(turn="B", A=a, B={"at": (10, 7)})
    s.declare("step", "E")
    s.act("move")
    for _ in range(points):
        assert s.phase == "grant_steps"
        s.act("step", "W")
    assert (s.phase, s.decider, s.unit("A").x) == ("main", "B", 7 - points)


@clause("U513")
def test_the_granted_points_are_spent_as_steps_cost(scene):
    field = "\n".join(["." * 15] * 7 + [".....~~........"] + ["." * 15] * 7)
    s = scene(map=field, turn="B", A={"ready": ("enemy_moves", "move")}, B={"at": (10, 7)})
    s.declare("step", "E")
    s.act("move")
    s.act("step", "W")
    s.act("step", "W")
    assert (s.phase, s.decider, s.unit("A").x) == ("main", "B", 5)


@clause("U513")
@pytest.mark.parametrize(
    ("call", "mv", "ap"),
    [(("step", "N"), 3, 3), (("disengage", "N"), 4, 2)],  # at full movement too (U107)
)
def test_a_move_readied_in_the_own_turn_leaves_its_movement_alone(scene, call, mv, ap):
    a = {"at": (0, 1), "ready": ("enemy_in_sight", "move")}
    s = scene(map=PILLAR, A=a, B={"at": (4, 1)})
    s.declare(*call)
    assert (s.phase, s.decider, s.unit("A").mv) == ("ready_fire", "A", mv)
    s.act("move")
    s.act("step", "S")
    s.act("stop")
    assert (s.phase, s.decider, s.unit("A").y) == ("main", "A", 1)
    assert (s.unit("A").mv, s.unit("A").ap) == (mv, ap)


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
    assert s.rows("ready_kind") == [f"ready_kind({kind})" for kind in KINDS]
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
