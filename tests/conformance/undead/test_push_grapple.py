"""Section 3.3 of the rules, second half: Push, Grapple, Escape, Release (U221-U250)."""

import pytest

from fracas.envs.core.testing import clause

DIRECTIONS = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)]


def ground(marks, width=15, height=15):
    return "\n".join("".join(marks.get((x, y), ".") for x in range(width)) for y in range(height))


def place(unit):
    return unit.x, unit.y


def hold(s):
    """Who holds B, whom A holds."""
    return s.unit("B").grappled_by, s.unit("A").grappling


# --- Push


@clause("U223")
@pytest.mark.parametrize(
    ("able", "gear", "needed"),
    [
        ({"athletics": 1}, [], 9),
        ({"physique": 2}, [], 8),
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
def test_the_pushed_unit_stops_at_the_map_edge(scene):
    s = scene(A={"at": (12, 7), "athletics": 2}, B={"at": (13, 7)})
    s.act("push", "B", dice=[10])
    assert place(s.unit("B")) == (14, 7)


@clause("U225")
@pytest.mark.parametrize(
    ("walls", "at"), [([(9, 8), (8, 9)], (8, 8)), ([(9, 8)], (9, 9)), ([(8, 9)], (9, 9))]
)
def test_a_push_cuts_no_corner_of_two_walls(scene, walls, at):
    s = scene(B={"at": (8, 8)}, map=ground(dict.fromkeys(walls, "#")))
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
    s.act("push", "B", dice=[die])
    assert (place(s.unit("B")), s.unit("B").prone, s.unit("B").hp) == ((9, 7), prone, 6)


@clause("U227", "U228")
@pytest.mark.parametrize(("die", "stress"), [(9, 0), (5, 0), (4, 1), (1, 1)])
def test_push_failure_is_nothing_and_strong_failure_1_stress(scene, die, stress):
    s = scene()
    s.act("push", "B", dice=[die])
    assert (place(s.unit("B")), s.unit("B").prone) == ((8, 7), False)
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
    ("blocked", "die", "ends"), [(False, 10, True), (False, 9, False), (True, 10, False)]
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


# --- Grapple


@clause("U235")
@pytest.mark.parametrize(
    ("able", "gear", "needed"),
    [
        ({"physique": 2}, [], 8),
        ({"athletics": 1}, [], 9),
        ({"melee": 3, "agility": 3}, [], 10),
        ({}, ["vest"], 11),
        ({}, ["helmet"], 10),
    ],
)
def test_grapple_rolls_athletics_against_the_torso_dc(scene, able, gear, needed):
    for die, held in [(needed - 1, None), (needed, "A")]:
        s = scene(A=able, B={"gear": gear})
        s.act("grapple", "B", dice=[die])
        assert s.unit("B").grappled_by == held


@clause("U236", "U237")
@pytest.mark.parametrize(("die", "hp"), [(10, 6), (15, 6), (16, 5), (20, 5)])
def test_success_links_the_two_and_strong_success_also_deals_1_damage(scene, die, hp):
    s = scene()
    s.act("grapple", "B", dice=[die])
    assert hold(s) == ("A", "B")
    assert (s.unit("A").grappled_by, s.unit("B").grappling) == (None, None)
    assert (s.unit("B").hp, s.phase) == (hp, "main")


@clause("U237")
@pytest.mark.parametrize(("die", "down"), [(15, False), (16, True)])
def test_the_damage_of_a_grapple_may_bring_its_target_down(scene, die, down):
    s = scene(B={"hp": 1}, C={"side": 2, "at": (0, 0)})
    s.act("grapple", "B", dice=[die])
    assert (s.unit("B").down, hold(s)) == (down, (None, None) if down else ("A", "B"))


@clause("U238", "U239")
@pytest.mark.parametrize(("die", "stress"), [(9, 0), (5, 0), (4, 1), (1, 1)])
def test_grapple_failure_is_nothing_and_strong_failure_1_stress(scene, die, stress):
    s = scene()
    s.act("grapple", "B", dice=[die])
    assert (hold(s), s.unit("B").hp) == ((None, None), 6)
    assert (s.unit("A").stress, s.unit("A").hp, s.unit("A").ap) == (stress, 6, 2)


@clause("U240")
@pytest.mark.parametrize(
    "units",
    [
        {"B": {"grappling": "C"}, "C": {"side": 1, "at": (8, 8)}},
        {"C": {"side": 1, "at": (8, 8), "grappling": "B"}},
        {"A": {"grappling": "C"}, "C": {"side": 2, "at": (7, 8)}},
        {"C": {"side": 2, "at": (7, 8), "grappling": "A"}},
        {"A": {"grappling": "B"}},
        {"B": {"grappling": "A"}},
    ],
)
def test_grapple_needs_that_neither_unit_is_in_a_grapple(scene, units):
    assert scene().legal("grapple", "B")
    scene(**units).refused("grapple", "B")


# --- Escape Grapple, Release


@clause("U241")
@pytest.mark.parametrize("verb", ["escape_reflex", "escape_melee"])
def test_escape_costs_2_ap_and_is_only_for_a_grappled_unit(scene, verb):
    s = scene(B={"grappling": "A"})
    s.act(verb, dice=[10])
    assert s.unit("A").ap == 2
    assert not s.legal(verb)
    assert scene(A={"ap": 2}, B={"grappling": "A"}).legal(verb)
    assert not scene(A={"ap": 1}, B={"grappling": "A"}).legal(verb)
    assert not scene().legal(verb)
    assert not scene(A={"grappling": "B"}).legal(verb)


@clause("U242")
@pytest.mark.parametrize(
    ("verb", "able", "needed"),
    [
        ("escape_reflex", {"agility": 2}, 8),
        ("escape_reflex", {"reflex": 1}, 9),
        ("escape_reflex", {"physique": 3, "melee": 3}, 10),
        ("escape_melee", {"physique": 2}, 8),
        ("escape_melee", {"melee": 1}, 9),
        ("escape_melee", {"agility": 3, "reflex": 3}, 10),
    ],
)
def test_the_escaper_chooses_reflex_or_melee(scene, verb, able, needed):
    for die, held in [(needed - 1, "B"), (needed, None)]:
        s = scene(A=able, B={"grappling": "A"})
        s.act(verb, dice=[die])
        assert s.unit("A").grappled_by == held


@clause("U243")
@pytest.mark.parametrize("verb", ["escape_reflex", "escape_melee"])
@pytest.mark.parametrize(
    ("able", "dc"),
    [
        ({"physique": 1, "athletics": 1}, 12),
        ({"physique": 2}, 12),
        ({"athletics": 3}, 13),
        ({"melee": 3, "agility": 3, "guard": 13, "gear": ["vest"]}, 10),
    ],
)
def test_the_grapple_dc_is_10_plus_the_grapplers_physique_and_athletics(scene, verb, able, dc):
    for die, held in [(dc - 1, "B"), (dc, None)]:
        s = scene(B={"grappling": "A", **able})
        s.act(verb, dice=[die])
        assert s.unit("A").grappled_by == held


@clause("U244")
@pytest.mark.parametrize("die", [10, 15])
def test_success_frees_both(scene, die):
    s = scene(B={"grappling": "A"})
    s.act("escape_reflex", dice=[die])
    assert (s.unit("A").grappled_by, s.unit("B").grappling) == (None, None)
    assert (s.phase, s.unit("B").hp) == ("main", 6)


@clause("U245")
@pytest.mark.parametrize(
    ("able", "die", "steps"), [({}, 16, 2), ({"agility": 1}, 15, 2), ({"agility": 2}, 14, 3)]
)
def test_strong_success_grants_half_its_movement(scene, able, die, steps):
    s = scene(A=able, B={"grappling": "A"})
    s.act("escape_reflex", dice=[die])  # movement 4, 5, 6: granted 2, 2, 3
    assert s.unit("A").grappled_by is None
    for i in range(steps):
        assert (s.phase, s.decider) == ("grant_steps", "A")
        s.act("step", "W")
        assert place(s.unit("A")) == (6 - i, 7)
    assert s.phase == "main"


@clause("U245")
@pytest.mark.parametrize("steps", [0, 1])
def test_the_granted_steps_are_optional(scene, steps):
    s = scene(B={"grappling": "A"})
    s.act("escape_reflex", dice=[16])
    for _ in range(steps):
        s.act("step", "W")
    s.act("stop", dice=[])
    assert (s.phase, place(s.unit("A"))) == ("main", (7 - steps, 7))


@clause("U246")
def test_the_granted_steps_provoke(scene):
    s = scene(B={"grappling": "A"})
    s.act("escape_reflex", dice=[16])
    s.declare("step", "W")
    assert (s.phase, s.decider, place(s.unit("A"))) == ("opportunity", "B", (7, 7))
    s.declare("opp_unarmed", "torso", dice=[10])
    assert (s.unit("A").hp, place(s.unit("A")), s.phase) == (5, (6, 7), "grant_steps")


@clause("U246")
def test_the_granted_steps_are_separate_from_the_turns_movement(scene):
    s = scene(A={"mv": 1}, B={"grappling": "A"})
    before = s.unit("A").mv
    s.act("escape_reflex", dice=[16])
    s.act("step", "W")
    s.act("step", "W")
    assert (place(s.unit("A")), s.unit("A").mv, s.unit("A").ap) == ((5, 7), before, 2)


@clause("U246")
@pytest.mark.parametrize(
    ("unit", "tile"),
    [
        ({}, "~"),  # difficult: 2
        ({"prone": True}, "."),  # 1 more: 2
        ({"slowed": 1}, "."),  # mv_full 2, half of it 1
        ({"injuries": ["broken_leg"]}, "."),
    ],
)
def test_the_granted_steps_cost_as_steps_do_out_of_half_mv_full(scene, unit, tile):
    s = scene(A=unit, B={"grappling": "A"}, map=ground({(6, 7): tile}))
    s.act("escape_reflex", dice=[16])
    assert s.phase == "grant_steps"
    s.act("step", "W")
    assert (s.phase, place(s.unit("A"))) == ("main", (6, 7))


@clause("U247", "U248")
@pytest.mark.parametrize("verb", ["escape_reflex", "escape_melee"])
@pytest.mark.parametrize(("die", "stress"), [(9, 0), (5, 0), (4, 1), (1, 1)])
def test_escape_failure_is_no_effect_and_strong_failure_1_stress(scene, verb, die, stress):
    s = scene(B={"grappling": "A"})
    s.act(verb, dice=[die])
    assert (s.unit("A").grappled_by, s.unit("B").grappling) == ("B", "A")
    assert (s.unit("A").stress, s.unit("A").hp, s.unit("A").ap) == (stress, 6, 2)


@clause("U249")
@pytest.mark.parametrize("ap", [0, 4])
def test_release_costs_0_ap_for_the_grappler_in_its_main_phase(scene, ap):
    s = scene(A={"grappling": "B", "ap": ap})
    s.act("release", dice=[])
    assert (hold(s), s.unit("A").ap) == ((None, None), ap)
    s.refused("release")


@clause("U249")
def test_release_is_for_nobody_but_the_grappler_in_turn(scene):
    assert not scene(B={"grappling": "A"}).legal("release")
    s = scene(A={"grappling": "B"}, turn="B")
    assert s.decider == "B"
    assert not s.legal("release")


@clause("U250")
@pytest.mark.parametrize("side", [1, 2])
@pytest.mark.parametrize(
    ("athletics", "at", "die", "x", "hidden"),
    [
        (0, (9, 7), 10, 8, False),
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
