"""Section 3.3 of the rules: Push (U221-U231, U250)."""

import pytest

from fracas.envs.core.testing import clause

DIRECTIONS = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)]


def ground(marks, width=15, height=15):
    return "\n".join("".join(marks.get((x, y), ".") for x in range(width)) for y in range(height))


def place(unit):
    return unit.x, unit.y


@clause("U223")
@pytest.mark.parametrize(
    ("able", "gear", "needed"),
    [
        ({"athletics": 1}, [], 9),
        ({"physique": 2}, [], 8),
        ({"physique": 2, "athletics": 1}, [], 7),
        ({"physique": -1}, [], 11),
        ({"melee": 3, "agility": 3}, [], 10),
        ({}, ["vest"], 11),
        ({}, ["helmet"], 10),
    ],
)
def test_push_rolls_athletics_against_the_torso_dc(scene, able, gear, needed):
    for die, moved in [(needed - 1, False), (needed, True)]:
        s = scene(A=able, B={"gear": gear})
        s.act("push", "B", dice=[die])
        assert (s.unit("B").x > 8) == moved


@clause("U223")
def test_the_targets_own_figures_do_not_raise_the_push_dc(scene):
    able = dict.fromkeys(("physique", "athletics", "melee", "agility", "reflex", "resilience"), 3)
    s = scene(B=able)
    s.act("push", "B", dice=[10])
    assert place(s.unit("B")) == (9, 7)


@clause("U224")
@pytest.mark.parametrize(
    ("able", "x"),
    [
        ({}, 9),
        ({"athletics": 1}, 10),
        ({"athletics": 2}, 11),
        ({"athletics": 4}, 13),
        ({"physique": 3}, 9),  # the bare skill level counts, not the ability
    ],
)
def test_the_target_is_moved_directly_away_1_plus_athletics_tiles(scene, able, x):
    s = scene(A=able)
    s.act("push", "B", dice=[10])
    assert place(s.unit("B")) == (x, 7)
    assert place(s.unit("A")) == (7, 7)
    assert (s.unit("B").hp, s.unit("B").prone) == (6, False)
    assert (s.unit("A").stress, s.unit("B").stress) == (0, 0)


@clause("U224")
def test_neither_a_strong_success_nor_the_targets_athletics_moves_it_farther(scene):
    for die in (10, 20):
        s = scene(A={"athletics": 1}, B={"athletics": 4})
        s.act("push", "B", dice=[die])
        assert place(s.unit("B")) == (10, 7)


@clause("U225")
@pytest.mark.parametrize(("dx", "dy"), DIRECTIONS)
def test_the_direction_is_from_pusher_to_target(scene, dx, dy):
    s = scene(A={"athletics": 1}, B={"at": (7 + dx, 7 + dy)})
    s.act("push", "B", dice=[10])
    assert place(s.unit("B")) == (7 + 3 * dx, 7 + 3 * dy)


@clause("U225")
@pytest.mark.parametrize("tile", ["#", "x"])
def test_the_pushed_unit_stops_before_a_wall_or_obstacle(scene, tile):
    s = scene(A={"athletics": 2}, map=ground({(10, 7): tile}))
    s.act("push", "B", dice=[10])
    assert place(s.unit("B")) == (9, 7)


@clause("U225")
@pytest.mark.parametrize("side", [1, 2])
def test_the_pushed_unit_stops_before_a_unit(scene, side):
    s = scene(A={"athletics": 2}, C={"side": side, "at": (10, 7)})
    s.act("push", "B", dice=[10])
    assert (place(s.unit("B")), place(s.unit("C"))) == ((9, 7), (10, 7))


@clause("U225")
@pytest.mark.parametrize(("dx", "dy"), DIRECTIONS)
def test_the_pushed_unit_stops_at_the_map_edge(scene, dx, dy):
    s = scene(map=ground({}, 5, 5), A={"at": (2, 2), "athletics": 4}, B={"at": (2 + dx, 2 + dy)})
    s.act("push", "B", dice=[10])
    assert place(s.unit("B")) == (2 + 2 * dx, 2 + 2 * dy)


@clause("U225")
def test_a_down_unit_does_not_stop_a_push(scene):
    s = scene(A={"hands": ["pistol"]}, C={"side": 2, "at": (9, 7), "hp": 1})
    s.act("shot_semi", "C", "torso", dice=[10])
    s.act("push", "B", dice=[10])
    assert (s.unit("C").down, place(s.unit("B"))) == (True, (9, 7))


@clause("U225")
@pytest.mark.parametrize(
    ("tiles", "at"),
    [
        ({(9, 8): "#", (8, 9): "#"}, (8, 8)),
        ({(9, 8): "#"}, (10, 10)),
        ({(8, 9): "#"}, (10, 10)),
        ({(9, 8): "x", (8, 9): "x"}, (10, 10)),  # low obstacles make no corner
        ({(9, 8): "#", (8, 9): "x"}, (10, 10)),
        ({(10, 9): "#", (9, 10): "#"}, (9, 9)),  # further on
        ({(8, 7): "#", (7, 8): "#"}, (10, 10)),  # behind it
    ],
)
def test_a_push_cuts_no_corner_of_two_walls(scene, tiles, at):
    s = scene(A={"athletics": 1}, B={"at": (8, 8)}, map=ground(tiles))
    s.act("push", "B", dice=[10])
    assert place(s.unit("B")) == at


@clause("U225")
@pytest.mark.parametrize(("die", "prone"), [(10, False), (15, False), (16, True)])
def test_a_push_of_0_tiles_still_makes_prone_on_strong_success(scene, die, prone):
    s = scene(map=ground({(9, 7): "#"}))
    s.act("push", "B", dice=[die])
    assert (place(s.unit("B")), s.unit("B").prone) == ((8, 7), prone)


@clause("U225")
def test_difficult_tiles_do_not_matter_to_a_push(scene):
    s = scene(A={"athletics": 2}, map=ground({(9, 7): "~", (10, 7): "~", (11, 7): "~"}))
    s.act("push", "B", dice=[10])
    assert place(s.unit("B")) == (11, 7)


@clause("U226")
@pytest.mark.parametrize(("die", "prone"), [(15, False), (16, True), (20, True)])
def test_strong_success_pushes_and_makes_prone(scene, die, prone):
    s = scene()
    said = [event.text for event in s.act("push", "B", dice=[die])]
    assert (place(s.unit("B")), s.unit("B").prone, s.unit("B").hp) == ((9, 7), prone, 6)
    assert (s.unit("A").prone, s.unit("A").ap) == (False, 3)
    order = ["B is pushed to (9, 7)"] + (["B is Prone"] if prone else [])
    assert said[-len(order) :] == order


@clause("U226")
@pytest.mark.parametrize(("die", "x"), [(9, 8), (10, 9), (16, 9)])
def test_a_prone_target_is_pushed_and_stays_prone(scene, die, x):
    s = scene(B={"prone": True})
    s.act("push", "B", dice=[die])
    assert (s.unit("B").x, s.unit("B").prone) == (x, True)


@clause("U227", "U228")
@pytest.mark.parametrize(("die", "stress"), [(9, 0), (5, 0), (4, 1), (1, 1)])
def test_push_failure_is_nothing_and_strong_failure_1_stress(scene, die, stress):
    s = scene()
    s.act("push", "B", dice=[die])
    assert (place(s.unit("B")), s.unit("B").prone) == ((8, 7), False)
    assert (s.unit("B").stress, s.unit("B").hp, place(s.unit("A"))) == (0, 6, (7, 7))
    assert (s.unit("A").stress, s.unit("A").hp, s.unit("A").ap) == (stress, 6, 3)


@clause("U229")
@pytest.mark.parametrize("hands", [[], ["knife", "bat"], ["spear"], ["pistol"]])
def test_push_needs_no_free_hands(scene, hands):
    s = scene(A={"hands": hands})
    s.act("push", "B", dice=[10])
    assert place(s.unit("B")) == (9, 7)


@clause("U229")
def test_push_opens_no_defence_window(scene):
    s = scene(B={"agility": 3, "physique": 2})
    s.declare("push", "B", dice=[10])
    assert (s.phase, s.decider, s.unit("B").ap) == ("main", "A", 4)
    assert place(s.unit("B")) == (9, 7)


@clause("U229")
@pytest.mark.parametrize(
    ("able", "reaction"), [({"agility": 3}, "dodge"), ({"physique": 3}, "parry")]
)
@pytest.mark.parametrize(("die", "x"), [(12, 8), (13, 9)])
def test_an_earlier_reaction_of_this_turn_counts_in_the_push_dc(scene, able, reaction, die, x):
    s = scene(B=able)
    s.declare("unarmed", "B", "torso")
    s.declare(reaction, dice=[10])
    assert s.unit("B").guard == 13
    s.act("push", "B", dice=[die])
    assert s.unit("B").x == x


@clause("U229")
def test_a_reaction_of_an_earlier_turn_does_not_count_in_the_push_dc(scene):
    s = scene(B={"agility": 3}, C={"side": 1, "at": (9, 7)})
    s.declare("unarmed", "B", "torso")
    s.act("dodge", dice=[10])
    s.end_turn()
    s.end_turn()
    s.act("push", "B", dice=[16], by="C")
    assert s.unit("B").prone  # 6 above 10, not 3 above 13


@clause("U229")
@pytest.mark.parametrize(
    ("a", "b"),
    [({"hidden": True}, {}), ({"prone": True}, {}), ({}, {"prone": True})],
)
def test_a_push_is_no_attack_so_hidden_and_prone_change_no_dice(scene, a, b):
    s = scene(A=a, B=b)
    s.act("push", "B", dice=[10])
    assert (place(s.unit("B")), s.dice_used) == ((9, 7), 1)


@clause("U230")
def test_being_pushed_provokes_no_opportunity_attack(scene):
    s = scene(C={"side": 1, "at": (7, 6), "hands": ["knife"]})
    s.declare("push", "B", dice=[10])
    assert (s.phase, s.decider, place(s.unit("B"))) == ("main", "A", (9, 7))
    s = scene(C={"side": 1, "at": (7, 6), "hands": ["knife"]}, turn="B")
    s.declare("step", "E")  # the same way, willingly
    assert s.phase == "opportunity"


@clause("U231")
@pytest.mark.parametrize(
    ("blocked", "die", "ends"),
    [
        (False, 10, True),
        (False, 16, True),
        (False, 9, False),
        (True, 10, False),
        (True, 16, False),
    ],
)
@pytest.mark.parametrize("holder", ["B", "C"])
def test_being_pushed_1_tile_or_more_ends_the_grapple(scene, blocked, die, ends, holder):
    # C at (9, 6) is beside B before and after the push: it is the push that ends the hold.
    c = {"side": 1, "at": (9, 6)}
    units = {"B": {"grappling": "C"}, "C": c} if holder == "B" else {"C": {**c, "grappling": "B"}}
    s = scene(**units, map=ground({(9, 7): "#"} if blocked else {}))
    s.act("push", "B", dice=[die])
    held = "C" if holder == "B" else "B"
    assert (s.unit(holder).grappling is None) is ends
    assert (s.unit(held).grappled_by is None) is ends


@clause("U231")
def test_a_grappled_or_grappling_unit_cannot_push(scene):
    assert scene().legal("push", "B")
    assert not scene(A={"grappling": "B"}).legal("push", "B")
    assert not scene(B={"grappling": "A"}).legal("push", "B")
    c = {"side": 2, "at": (6, 7)}
    assert scene(C=c).legal("push", "C")
    scene(A={"grappling": "B"}, C=c).refused("push", "C")  # nor a third unit
    scene(B={"grappling": "A"}, C=c).refused("push", "C")


@clause("U250")
@pytest.mark.parametrize("side", [1, 2])
@pytest.mark.parametrize(
    ("athletics", "at", "die", "x", "hidden"),
    [
        (0, (9, 7), 10, 8, False),
        (0, (9, 7), 16, 8, False),
        (0, (9, 7), 9, 8, True),  # no push, nobody stops it
        (0, (9, 8), 10, 9, True),  # beside the way
        (2, (10, 7), 10, 9, False),
        (1, (11, 7), 10, 10, True),  # the push ends before it of itself
    ],
)
def test_a_hidden_unit_that_stops_a_push_loses_hidden(scene, side, athletics, at, die, x, hidden):
    s = scene(A={"athletics": athletics}, C={"side": side, "at": at, "hidden": True})
    s.act("push", "B", dice=[die])
    assert (s.unit("B").x, s.unit("C").hidden) == (x, hidden)
    assert place(s.unit("C")) == at


@clause("U250")
def test_a_hidden_unit_behind_what_stops_the_push_stays_hidden(scene):
    c = {"side": 2, "at": (10, 7), "hidden": True}
    s = scene(A={"athletics": 4}, C=c, map=ground({(9, 7): "x"}))
    s.act("push", "B", dice=[10])
    assert (place(s.unit("B")), s.unit("C").hidden) == ((8, 7), True)
    s = scene(A={"athletics": 4}, C=c, D={"side": 2, "at": (9, 7), "hidden": True})
    s.act("push", "B", dice=[10])
    assert (place(s.unit("B")), s.unit("D").hidden, s.unit("C").hidden) == ((8, 7), False, True)
    c = {"side": 2, "at": (9, 9), "hidden": True}
    s = scene(B={"at": (8, 8)}, C=c, map=ground({(9, 8): "#", (8, 9): "#"}))
    s.act("push", "B", dice=[10])  # the corner stops it
    assert (place(s.unit("B")), s.unit("C").hidden) == ((8, 8), True)
