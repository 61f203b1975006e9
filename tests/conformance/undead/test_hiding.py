"""Section 3.2 of the rules, second part: sneaking and hiding (U111-U122, U134)."""

import pytest

from fracas.envs.core.testing import clause

# B at (4, 1) sees (1, 0), but (1, 1) lies behind the wall
NOOK = "\n".join([".....", "..#..", "....."])
WATCH = {"at": (4, 1)}


def grid(tiles, width=15, height=15):
    rows = [["."] * width for _ in range(height)]
    for (x, y), tile in tiles.items():
        rows[y][x] = tile
    return "\n".join("".join(row) for row in rows)


def place(s, name="A"):
    return (s.unit(name).x, s.unit(name).y)


def hideout(scene, h, between="#", **more):
    # A at (2, 1), a wall on its right, B at (6, 1)
    field = grid({(3, 1): between, h: "h"}, 7, 3)
    a = {"at": (2, 1), **more.pop("A", {})}
    return scene(map=field, A=a, B={"at": (6, 1)}, **more)


@clause("U111")
def test_sneaky_movement_costs_one_ap_and_requires_hidden(scene):
    scene().refused("sneak")
    scene(A={"hidden": True, "ap": 0}).refused("sneak")
    s = scene(A={"hidden": True})
    s.act("sneak")
    assert (s.unit("A").ap, s.unit("A").hidden, s.unit("A").sneaking) == (3, True, True)


@clause("U112")
@pytest.mark.parametrize(("mv", "left"), [(4, 2), (3, 1), (1, 0)])
def test_sneaking_slows_until_the_end_of_the_turn(scene, mv, left):
    s = scene(A={"hidden": True, "mv": mv})
    assert not s.unit("A").slowed
    s.act("sneak")
    assert (s.unit("A").slowed, s.unit("A").mv, s.unit("A").mv_full) == (True, left, 2)
    s.end_turn()
    assert (s.unit("A").slowed, s.unit("A").sneaking) == (False, False)
    assert s.unit("A").mv_full == 4
    s.end_turn()
    assert s.unit("A").mv == 4


@clause("U112")
@pytest.mark.parametrize(("sneak", "phase"), [(False, "defend"), (True, "opportunity")])
def test_a_sneaking_units_slowed_forbids_dodge_for_the_rest_of_its_turn(scene, sneak, phase):
    # A shoots and so is seen; B, then D may hit it when it leaves their reach
    more = {"hands": ["pistol"], "hidden": sneak, "agility": 1}
    s = scene(A=more, B={"hands": ["knife"]}, D={"side": 2, "at": (8, 6), "hands": ["knife"]})
    if sneak:
        s.act("sneak")
    s.act("shot_semi", "B", "torso", dice=[3, 9] if sneak else [9])
    s.declare("step", "W")
    s.declare("opp_melee", "torso", dice=[9], by="B")
    assert s.phase == phase


@clause("U112")
def test_slowed_by_sneaking_does_not_touch_a_longer_slowed(scene):
    s = scene(A={"hidden": True, "slowed": 2, "mv": 2})
    s.act("sneak")
    assert s.unit("A").mv == 2  # halved once only (U610)
    s.end_turn()
    assert (s.unit("A").sneaking, s.unit("A").slowed) == (False, True)


@clause("U113")
def test_a_sneak_that_ends_out_of_sight_keeps_hidden(scene):
    s = scene(map=NOOK, A={"at": (1, 0), "hidden": True}, B=WATCH)
    s.act("sneak")
    s.act("step", "S")
    s.end_turn()
    assert (place(s), s.unit("A").hidden) == ((1, 1), True)


@clause("U113")
def test_the_sneaker_must_be_out_of_the_sight_of_every_enemy(scene):
    s = scene(map=NOOK, A={"at": (1, 1), "hidden": True}, B=WATCH, D={"side": 2, "at": (0, 2)})
    s.act("sneak")
    s.end_turn()
    assert not s.unit("A").hidden


@clause("U113")
def test_an_allys_sight_does_not_matter_to_a_sneaker(scene):
    s = scene(map=NOOK, A={"at": (1, 1), "hidden": True}, B=WATCH, C={"side": 1, "at": (0, 2)})
    s.act("sneak")
    s.end_turn()
    assert s.unit("A").hidden


@clause("U114")
def test_a_sneak_that_ends_in_sight_loses_hidden(scene):
    s = scene(map=NOOK, A={"at": (1, 1), "hidden": True}, B=WATCH)
    s.act("sneak")
    s.act("step", "N")
    assert s.unit("A").hidden
    s.end_turn()
    assert not s.unit("A").hidden


@clause("U114")
def test_a_sneaker_seen_at_the_end_can_be_attacked_from_then_on(scene):
    s = scene(A={"hidden": True}, B={"hands": ["knife"]})
    s.act("sneak")
    s.end_turn()
    assert (s.decider, s.legal("melee", "A"), s.unit("A").hidden) == ("B", True, False)


@clause("U114")
def test_a_low_obstacle_does_not_shelter_a_sneaker(scene):
    s = scene(map=NOOK.replace("#", "x"), A={"at": (1, 1), "hidden": True}, B=WATCH)
    s.act("sneak")
    s.end_turn()
    assert not s.unit("A").hidden


@clause("U114")
def test_without_sneaking_a_turn_that_ends_in_sight_keeps_hidden(scene):
    s = scene(A={"hidden": True})
    s.end_turn()
    assert s.unit("A").hidden


@clause("U115")
def test_sneaking_across_an_enemys_sight_keeps_hidden(scene):
    field = "\n".join([".....", ".....", "##.##", "....."])
    sneaker = {"at": (0, 1), "hidden": True}
    # Agility 4: movement 8, halved to 4; through the gap B sees (2, 1), but not (0, 1) or (4, 1)
    s = scene(map=field, A={**sneaker, "agility": 4, "mv": 8}, B={"at": (2, 3)})
    s.act("sneak")
    s.act("step", "E")
    s.act("step", "E")
    stopped = s.copy()
    assert s.unit("A").hidden
    s.act("step", "E")
    s.act("step", "E")
    s.end_turn()
    assert (place(s), s.unit("A").hidden) == ((4, 1), True)
    stopped.end_turn()
    assert not stopped.unit("A").hidden


@clause("U116")
def test_a_step_without_sneaking_ends_hidden_before_opportunity_windows(scene):
    s = scene(A={"hidden": True})
    s.declare("step", "W")
    assert (s.phase, s.decider) == ("opportunity", "B")
    assert (place(s), s.unit("A").hidden) == ((7, 7), False)


@clause("U116")
def test_any_step_without_sneaking_ends_hidden_even_where_nobody_looks(scene):
    s = scene(map=NOOK, A={"at": (1, 1), "hidden": True}, B=WATCH)
    s.act("step", "W")
    assert (place(s), s.unit("A").hidden) == ((0, 1), False)


@clause("U116")
def test_sneaky_movement_of_an_earlier_turn_does_not_cover_a_step(scene):
    s = scene(map=NOOK, A={"at": (1, 1), "hidden": True}, B=WATCH)
    s.act("sneak")
    s.end_turn()
    s.end_turn()
    assert (s.decider, s.unit("A").hidden) == ("A", True)
    s.act("step", "W")
    assert not s.unit("A").hidden


@clause("U116")
def test_a_sneaking_step_keeps_hidden_and_opens_no_window(scene):
    s = scene(A={"hidden": True})
    s.act("sneak")
    s.declare("step", "W")
    assert (s.phase, s.decider, s.unit("A").hidden, place(s)) == ("main", "A", True, (6, 7))


@clause("U117")
def test_sneaking_twice_in_a_turn_is_masked(scene):
    s = scene(map=NOOK, A={"at": (1, 1), "hidden": True}, B=WATCH)
    s.act("sneak")
    assert s.unit("A").hidden
    s.refused("sneak")
    s.end_turn()
    s.end_turn()
    assert (s.decider, s.legal("sneak")) == ("A", True)


@clause("U118")
def test_hide_costs_one_ap(scene):
    s = hideout(scene, (1, 1))
    s.act("hide")
    assert s.unit("A").ap == 3
    hideout(scene, (1, 1), A={"ap": 0}).refused("hide")


@clause("U119")
@pytest.mark.parametrize(
    ("h", "legal"),
    [
        ((2, 1), True),
        ((1, 1), True),
        ((1, 0), True),
        ((3, 2), True),
        ((0, 1), False),
        ((0, 0), False),
        ((4, 1), False),
    ],
)
def test_hide_needs_a_hiding_place_at_distance_zero_or_one(scene, h, legal):
    assert hideout(scene, h).legal("hide") == legal


@clause("U119")
@pytest.mark.parametrize("at", [(0, 0), (6, 0), (0, 4), (6, 4)])
def test_a_hiding_place_at_the_far_edge_is_not_near(scene, at):
    # a wall across the middle of the map hides every corner from B
    x, y = at
    tiles = {(k, 2): "#" for k in range(7)}
    b = {"at": (3, 4 - y)}
    far = {(6 - x, y): "h", (x, 4 - y): "h", (6 - x, 4 - y): "h"}
    assert not scene(map=grid(tiles | far, 7, 5), A={"at": at}, B=b).legal("hide")
    near = {(abs(x - 1), abs(y - 1)): "h"}
    assert scene(map=grid(tiles | near, 7, 5), A={"at": at}, B=b).legal("hide")


@clause("U120")
@pytest.mark.parametrize(("between", "legal"), [("#", True), (".", False), ("x", False)])
def test_hide_needs_that_no_enemy_has_line_of_sight(scene, between, legal):
    assert hideout(scene, (1, 1), between).legal("hide") == legal


@clause("U120")
@pytest.mark.parametrize(("side", "legal"), [(1, True), (2, False)])
def test_one_enemy_with_line_of_sight_is_enough(scene, side, legal):
    assert hideout(scene, (1, 1), C={"side": side, "at": (0, 2)}).legal("hide") == legal


@clause("U120")
def test_units_do_not_block_the_sight_that_forbids_hide(scene):
    s = scene(map="h......", A={"at": (0, 0)}, B={"at": (4, 0)}, C={"side": 1, "at": (2, 0)})
    s.refused("hide")


@clause("U121")
def test_hide_gives_hidden_and_does_not_move_the_unit(scene):
    s = hideout(scene, (1, 1))
    s.act("hide")
    assert (s.unit("A").hidden, place(s), s.unit("A").mv) == (True, (2, 1), 4)


@clause("U122")
def test_hide_is_masked_when_already_hidden(scene):
    assert hideout(scene, (1, 1)).legal("hide")
    hideout(scene, (1, 1), A={"hidden": True}).refused("hide")


@clause("U122")
@pytest.mark.parametrize(
    ("a", "b", "legal"),
    [({}, {}, True), ({}, {"grappling": "A"}, False), ({"grappling": "B"}, {}, False)],
)
def test_hide_is_masked_when_grappled_or_grappling(scene, a, b, legal):
    # B is Hidden, so that its sight does not count (U134)
    s = scene(map=grid({(7, 7): "h"}), A=a, B={"hidden": True, **b})
    assert s.legal("hide") == legal


@clause("U134")
@pytest.mark.parametrize(("hidden", "legal"), [(True, True), (False, False)])
def test_hidden_enemies_do_not_count_for_hide(scene, hidden, legal):
    s = scene(map=grid({(7, 7): "h"}), B={"at": (10, 7), "hidden": hidden})
    assert s.legal("hide") == legal


@clause("U134")
def test_hidden_enemies_count_for_the_test_at_the_end_of_a_sneak(scene):
    s = scene(A={"hidden": True}, B={"at": (10, 7), "hidden": True})
    s.act("sneak")
    s.end_turn()
    assert (s.unit("A").hidden, s.unit("B").hidden) == (False, True)


@clause("U134")
def test_down_enemies_do_not_count(scene):
    # B falls beside A; D stands on the far side of the wall
    field = grid({(3, 1): "#", (1, 1): "h"}, 7, 3)
    s = scene(
        map=field,
        A={"at": (2, 1), "hands": ["knife"]},
        B={"at": (1, 2), "hp": 1},
        D={"side": 2, "at": (6, 1)},
    )
    assert not s.legal("hide")
    s.act("melee", "B", "torso", dice=[10])
    s.act("hide")
    s.act("sneak")
    s.end_turn()
    assert s.unit("A").hidden
