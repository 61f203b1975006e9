"""Section 3.6, first part: the triggers of Ready Action (U506 to U511)."""

import pytest

from fracas.envs.core.testing import clause

# Line of sight on this map: (0,1) and (4,1) don't see each other, (4,0) is seen from (0,1),
# (0,0) from (4,1).
PILLAR = ".....\n..#..\n....."
# From (0, 0) nothing is seen.
SEALED = "\n".join([".#" + "." * 13, "##" + "." * 13] + ["." * 15] * 13)
SPRAYER = {"item": "smg", "mode": "full"}
ALLY = {"side": 1, "at": (9, 7)}


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
        ({"at": (9, 7), "hidden": True}, ("step", "W"), True),  # the step ends Hidden
        ({"at": (9, 7), "hidden": True}, ("disengage", "W"), True),
        ({"at": (8, 7)}, ("disengage", "N"), False),
        ({"at": (8, 7)}, ("disengage", "E"), False),  # 1 to 2
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


@clause("U506")
def test_neither_an_ally_nor_the_unit_itself_enters_its_reach_as_an_enemy(scene):
    a = {"ready": ("enemy_enters_reach", "drop_prone")}
    s = scene(turn="C", A=a, B={"at": (12, 7)}, C=ALLY)
    s.declare("step", "W")
    assert (s.phase, s.decider, s.unit("C").x) == ("main", "C", 8)
    s = scene(A=a, B={"at": (9, 7)})
    s.declare("step", "E")
    assert (s.phase, s.decider, s.unit("A").x) == ("main", "A", 8)


@clause("U506")
def test_an_enemy_that_enters_an_allys_reach_only_does_not_count(scene):
    ready = {"ready": ("enemy_enters_reach", "drop_prone")}
    s = scene(turn="B", A=ready, B={"at": (11, 7)}, C=ready | ALLY)
    s.declare("step", "W")
    assert (s.phase, s.decider) == ("ready_fire", "C")
    s.declare("pass")
    assert (s.phase, s.decider) == ("main", "B")


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
def test_enemy_in_sight_once_more_after_it_was_out_of_sight(scene):
    a = {"at": (0, 1), "ready": ("enemy_in_sight", "drop_prone")}
    s = scene(map=PILLAR, turn="B", A=a, B={"at": (4, 0)})
    s.declare("step", "S")
    assert (s.phase, s.decider) == ("main", "B")
    s.declare("disengage", "N")
    assert (s.phase, s.decider, s.unit("B").ap) == ("ready_fire", "A", 3)


@clause("U507")
def test_neither_an_ally_nor_an_enemy_still_hidden_is_an_enemy_in_sight(scene):
    a = {"at": (0, 1), "ready": ("enemy_in_sight", "drop_prone")}
    s = scene(map=PILLAR, turn="C", A=a, B={"at": (4, 2)}, C={"side": 1, "at": (4, 1)})
    s.declare("step", "N")
    assert (s.phase, s.decider) == ("opportunity", "B")
    s.declare("pass")
    assert (s.phase, s.decider) == ("main", "C")
    b = {"at": (4, 1), "hidden": True, "sneaking": True, "mv": 2}
    s = scene(map=PILLAR, turn="B", A=a, B=b)
    s.declare("step", "N")
    assert (s.phase, s.decider, s.unit("B").hidden) == ("main", "B", True)


@clause("U507")
@pytest.mark.parametrize(("die", "asked"), [(10, True), (9, False)])
def test_enemy_in_sight_that_was_pushed_there(scene, die, asked):
    a = {"at": (0, 1), "ready": ("enemy_in_sight", "drop_prone")}
    s = scene(map=PILLAR, turn="C", A=a, B={"at": (4, 1)}, C={"side": 1, "at": (4, 2)})
    s.declare("push", "B", dice=[die])
    assert (s.phase, s.decider) == (("ready_fire", "A") if asked else ("main", "C"))


@clause("U507")
def test_enemy_in_sight_of_the_unit_itself_not_of_its_ally(scene):
    ready = {"ready": ("enemy_in_sight", "drop_prone")}
    b, c = {"at": (10, 7), "hidden": True}, {"side": 1, "at": (5, 5)}
    s = scene(map=SEALED, turn="B", A=ready | {"at": (0, 0)}, B=b, C=ready | c)
    s.declare("step", "E")
    assert (s.phase, s.decider) == ("ready_fire", "C")
    s.declare("pass")
    assert (s.phase, s.decider) == ("main", "B")


@clause("U507")
@pytest.mark.parametrize(
    ("turn", "call", "dice"),
    [
        ("B", ("disengage", "N"), []),
        ("B", ("shot_semi", "C", "torso"), [3, 10]),
        ("B", ("throw_object", "slot_0", 12, 7), [16]),
        ("B", ("push", "C"), [9]),
        ("C", ("inspect",), [10]),
        ("C", ("throw_object", "slot_0", 10, 7), [16]),  # the flashbang takes Hidden off
        ("D", ("step", "E"), []),  # ends beside B
        ("D", ("disengage", "E"), []),
    ],
)
def test_enemy_in_sight_however_it_loses_hidden(scene, turn, call, dice):
    a = {"at": (0, 7), "ready": ("enemy_in_sight", "drop_prone")}
    b = {"at": (10, 7), "hidden": True, "hands": ["pistol"], "inventory": ["stone"]}
    c = {"side": 1, "at": (11, 7), "inventory": ["flashbang"]}
    s = scene(turn=turn, A=a, B=b, C=c, D={"side": 1, "at": (8, 8)})
    s.declare(*call, dice=dice, by=turn)
    assert not s.unit("B").hidden
    assert (s.phase, s.decider) == ("ready_fire", "A")


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
        ({"at": (4, 0), "hidden": True}, ("step", "W"), True),  # the step ends Hidden
        ({"at": (4, 1)}, ("disengage", "N"), True),
        ({"at": (4, 0)}, ("disengage", "S"), False),
        ({"at": (4, 0)}, ("move",), False),
        ({"at": (4, 0)}, ("drop_prone",), False),
    ],
)
def test_enemy_moves(scene, b, call, asked):
    a = {"at": (0, 1), "ready": ("enemy_moves", "drop_prone")}
    s = scene(map=PILLAR, turn="B", A=a, B={**b, "mv": b.get("mv", 3)})
    s.declare(*call)
    assert (s.phase, s.decider) == (("ready_fire", "A") if asked else ("main", "B"))


@clause("U508")
@pytest.mark.parametrize("call", [("step", "N"), ("disengage", "N")])
@pytest.mark.parametrize("turn", ["A", "C"])
def test_neither_an_ally_nor_the_unit_itself_moves_as_an_enemy(scene, turn, call):
    ready = {"ready": ("enemy_moves", "drop_prone")}
    s = scene(turn=turn, A=ready, B={"at": (12, 7)}, C=ready | {"side": 1, "at": (5, 7)})
    s.declare(*call)
    assert (s.phase, s.decider, s.unit(turn).y) == ("main", turn, 6)


@clause("U508")
def test_a_step_that_does_not_happen_is_no_completed_step(scene):
    a = {"at": (5, 5), "ready": ("enemy_moves", "drop_prone")}
    for die, phase in ((10, "main"), (9, "ready_fire")):
        s = scene(turn="B", A=a, C=ALLY)
        s.declare("step", "W")
        s.declare("opp_unarmed", "torso", dice=[16], by="C")
        s.declare("strong_grapple", dice=[die])
        assert (s.phase, s.unit("B").x) == (phase, 8 if die == 10 else 7)
    for hidden in (True, False):  # Hidden C is on the tile of the first step
        s = scene(turn="B", A=a, C={**ALLY, "at": (8, 6), "hidden": hidden})
        s.declare("step", "N" if hidden else "E")
        assert s.phase == ("main" if hidden else "ready_fire")


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
        (["revolver"], ("shot_single", "C", "torso"), [10], 5),
        ([SPRAYER], ("spray", "C", "torso"), [12], 4),
        ([], ("grapple", "C"), [9], 6),
        ([], ("push", "C"), [4], 6),
        ([], ("push", "A"), [9], 6),
        ([], ("grapple", "A"), [9], 6),
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


@clause("U509")
def test_a_thrown_object_and_an_allys_attack_are_no_enemy_attacks(scene):
    a = {"ready": ("enemy_attacks", "unarmed")}
    s = scene(turn="B", A=a, B={"inventory": ["firebomb"]}, C=ALLY)
    s.declare("throw_object", "slot_0", 9, 7, dice=[16])
    assert (s.phase, s.decider, s.unit("C").hp) == ("main", "B", 4)
    s = scene(turn="C", A=a, C=ALLY)
    s.declare("unarmed", "B", "torso", dice=[10])
    assert (s.phase, s.decider) == ("main", "C")


@clause("U509")
@pytest.mark.parametrize(("target", "asked"), [("C", True), ("D", False)])
def test_an_enemys_attack_on_its_own_ally_is_none_on_the_unit_or_its_ally(scene, target, asked):
    s = scene(
        turn="B",
        A={"ready": ("enemy_attacks", "unarmed")},
        C=ALLY,
        D={"side": 2, "at": (9, 8)},
        options={"target.allies": True},
    )
    s.declare("unarmed", target, "torso", dice=[10])
    assert (s.phase, s.decider) == (("ready_fire", "A") if asked else ("main", "B"))


@clause("U509")
def test_an_attack_out_of_hiding_shows_the_enemy_before_it_is_completed(scene):
    a = {"ready": ("enemy_attacks", "unarmed")}
    s = scene(turn="B", A=a, B={"hidden": True}, C=ALLY)
    s.declare("unarmed", "C", "torso", dice=[3, 10])
    assert (s.phase, s.decider, s.unit("C").hp) == ("ready_fire", "A", 5)


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
    ("hands", "call", "dice", "asked"),
    [
        ([], ("unarmed", "B", "torso"), [9], True),
        (["knife"], ("melee", "B", "torso"), [10], True),
        (["throwing_knife"], ("throw_weapon", "B", "torso"), [10], True),
        (["revolver"], ("shot_single", "B", "torso"), [10], True),
        (["pistol"], ("shot_semi", "B", "torso"), [10], True),
        ([SPRAYER], ("spray", "B", "torso"), [10], True),
        ([], ("grapple", "B"), [10], True),
        ([], ("grapple", "B"), [9], True),
        ([], ("push", "B"), [9], True),
        ([], ("intimidate", "B"), [12, 8], False),
        ([], ("throw_object", "slot_0", 8, 7), [16], False),
        ([], ("step", "E"), [], False),
    ],
)
def test_ally_attacks_by_attack_grapple_or_push(scene, hands, call, dice, asked):
    a = {"ready": ("ally_attacks", "unarmed")}
    s = scene(turn="C", A=a, B={"ap": 0}, C=ALLY | {"hands": hands, "inventory": ["stone"]})
    s.declare(*call, dice=dice)
    assert (s.phase, s.decider) == (("ready_fire", "A") if asked else ("main", "C"))


@clause("U510")
def test_the_ally_that_attacks_need_not_be_seen(scene):
    a = {"at": (0, 0), "ready": ("ally_attacks", "drop_prone")}
    s = scene(map=SEALED, turn="C", A=a, C=ALLY)
    s.declare("unarmed", "B", "torso", dice=[9])
    assert (s.phase, s.decider) == ("ready_fire", "A")


@clause("U510")
def test_an_enemys_attack_and_one_on_an_ally_are_not_an_allys_on_an_enemy(scene):
    a = {"ready": ("ally_attacks", "unarmed")}
    s = scene(turn="B", A=a, C=ALLY)
    s.declare("unarmed", "C", "torso", dice=[10])
    assert (s.phase, s.decider) == ("main", "B")
    for target, phase in (("B", "ready_fire"), ("D", "main")):
        d = {"side": 1, "at": (9, 8)}
        s = scene(turn="C", A=a, C=ALLY, D=d, options={"target.allies": True})
        s.declare("unarmed", target, "torso", dice=[10])
        assert s.phase == phase


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


@clause("U511")
def test_the_own_turns_end_is_no_enemys(scene):
    s = scene(A={"ready": ("enemy_ends_turn", "drop_prone")})
    s.declare("end_turn")
    assert (s.phase, s.decider) == ("main", "B")


@clause("U511")
@pytest.mark.parametrize(
    ("sneaking", "phase"),
    [(False, "main"), (True, "ready_fire")],  # having sneaked, it loses Hidden in A's sight
)
def test_a_hidden_enemy_is_not_seen_to_end_its_turn(scene, sneaking, phase):
    a = {"ready": ("enemy_ends_turn", "drop_prone")}
    s = scene(turn="B", A=a, B={"at": (10, 7), "hidden": True, "sneaking": sneaking, "mv": 2})
    s.declare("end_turn")
    assert (s.phase, s.decider, s.unit("B").hidden) == (phase, "A", not sneaking)
