"""Section 3.3 of the rules: Grapple, Escape, Release (U232-U249)."""

import pytest

from fracas.envs.core.testing import clause


def ground(marks, width=15, height=15):
    return "\n".join("".join(marks.get((x, y), ".") for x in range(width)) for y in range(height))


def place(unit):
    return unit.x, unit.y


def hold(s):
    """Who holds B, whom A holds."""
    return s.unit("B").grappled_by, s.unit("A").grappling


# --- Grapple


@clause("U235")
@pytest.mark.parametrize(
    ("able", "gear", "needed"),
    [
        ({"physique": 2}, [], 8),
        ({"athletics": 1}, [], 9),
        ({"physique": 2, "athletics": 1}, [], 7),
        ({"physique": -1}, [], 11),
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


@clause("U235")
def test_the_grapple_dc_is_the_defense_dc_with_the_guard_of_the_moment(scene):
    for die, held in [(12, None), (13, "A")]:
        s = scene(B={"guard": 13})
        s.act("grapple", "B", dice=[die])
        assert s.unit("B").grappled_by == held
    able = dict.fromkeys(("physique", "athletics", "melee", "agility", "reflex", "resilience"), 3)
    s = scene(B=able)  # figures of a reaction not taken
    s.act("grapple", "B", dice=[10])
    assert s.unit("B").grappled_by == "A"


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
    assert (hold(s), s.unit("B").hp, s.unit("B").stress) == ((None, None), 6, 0)
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


@clause("U240")
def test_a_grapple_between_others_forbids_none(scene):
    c, d = {"side": 2, "at": (8, 8), "grappling": "D"}, {"side": 1, "at": (9, 8)}
    s = scene(C=c, D=d)
    assert not s.legal("grapple", "C")
    s.act("grapple", "B", dice=[10])
    assert (hold(s), s.unit("C").grappling, s.unit("D").grappled_by) == (("A", "B"), "D", "C")


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
        ("escape_reflex", {"agility": 2, "reflex": 1}, 7),
        ("escape_reflex", {"physique": 3, "melee": 3, "athletics": 3}, 10),
        ("escape_melee", {"physique": 2}, 8),
        ("escape_melee", {"melee": 1}, 9),
        ("escape_melee", {"physique": 2, "melee": 1}, 7),
        ("escape_melee", {"agility": 3, "reflex": 3, "athletics": 3}, 10),
    ],
)
def test_the_escaper_chooses_reflex_or_melee(scene, verb, able, needed):
    for die, held in [(needed - 1, "B"), (needed, None)]:
        s = scene(A=able, B={"grappling": "A"})
        assert s.legal("escape_reflex")
        assert s.legal("escape_melee")
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
        ({"physique": -1}, 9),
        ({"melee": 3, "agility": 3, "guard": 13, "gear": ["vest"]}, 10),
    ],
)
def test_the_grapple_dc_is_10_plus_the_grapplers_physique_and_athletics(scene, verb, able, dc):
    for die, held in [(dc - 1, "B"), (dc, None)]:
        s = scene(B={"grappling": "A", **able})
        s.act(verb, dice=[die])
        assert s.unit("A").grappled_by == held


@clause("U244")
@pytest.mark.parametrize("verb", ["escape_reflex", "escape_melee"])
@pytest.mark.parametrize(("die", "phase"), [(10, "main"), (15, "main"), (16, "grant_steps")])
def test_success_frees_both(scene, verb, die, phase):
    s = scene(B={"grappling": "A"})
    s.act(verb, dice=[die])
    assert (s.unit("A").grappled_by, s.unit("B").grappling) == (None, None)
    assert (s.phase, s.decider, place(s.unit("A"))) == (phase, "A", (7, 7))
    assert (s.unit("B").hp, s.unit("B").stress, s.unit("A").stress) == (6, 0, 0)
    assert s.legal("step", "W")


@clause("U245")
@pytest.mark.parametrize(
    ("verb", "able", "die", "steps"),
    [
        ("escape_reflex", {}, 16, 2),  # half of 4
        ("escape_reflex", {"agility": 1}, 15, 2),  # of 5
        ("escape_reflex", {"agility": 2}, 14, 3),  # of 6
        ("escape_melee", {}, 16, 2),
        ("escape_melee", {"agility": 3}, 16, 3),  # of 7
    ],
)
def test_strong_success_grants_half_its_movement(scene, verb, able, die, steps):
    s = scene(A=able, B={"grappling": "A"})
    s.act(verb, dice=[die])
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
    assert s.unit("B").ap == 3


@clause("U246")
def test_a_granted_step_does_not_happen_if_its_mover_is_held_again(scene):
    s = scene(B={"grappling": "A"})
    s.act("escape_reflex", dice=[16])
    s.declare("step", "W")
    s.declare("opp_unarmed", "torso", dice=[16])
    s.declare("strong_grapple", dice=[10])
    assert (s.unit("A").grappled_by, place(s.unit("A"))) == ("B", (7, 7))
    assert (s.phase, s.decider) == ("main", "A")


@clause("U245", "U246")
def test_a_readied_escape_grants_steps_that_provoke_too(scene):
    a = {"ready": ("ally_attacks", "escape")}
    s = scene(turn="C", A=a, B={"grappling": "A"}, C={"side": 1, "at": (8, 8)})
    s.declare("unarmed", "B", "torso", dice=[9])
    s.declare("escape_reflex", dice=[16], by="A")
    assert (s.phase, s.decider, s.unit("A").ap) == ("grant_steps", "A", 2)
    s.declare("step", "W")
    assert (s.phase, s.decider) == ("opportunity", "B")
    s.declare("pass")
    s.declare("step", "W")
    assert (s.phase, s.decider, place(s.unit("A"))) == ("main", "C", (5, 7))


@clause("U246")
def test_a_granted_step_that_is_willing_ends_hidden_when_unsneaked(scene):
    s = scene(A={"hidden": True}, B={"grappling": "A"})
    s.act("escape_reflex", dice=[16])
    assert s.unit("A").hidden
    s.declare("step", "W")
    assert not s.unit("A").hidden


@clause("U246")
def test_the_granted_steps_are_separate_from_the_turns_movement(scene):
    s = scene(A={"mv": 1}, B={"grappling": "A"})
    before = s.unit("A").mv
    s.act("escape_reflex", dice=[16])
    s.act("step", "W")
    s.act("step", "W")
    assert (place(s.unit("A")), s.unit("A").mv, s.unit("A").ap) == ((5, 7), before, 2)
    s.act("step", "W")
    assert (place(s.unit("A")), s.unit("A").mv) == ((4, 7), before - 1)
    s = scene(A={"mv": 1}, B={"grappling": "A"})
    s.act("escape_reflex", dice=[16])
    s.act("stop")  # what was granted and not used is not added
    assert (s.phase, s.unit("A").mv) == ("main", before)


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


@clause("U246")
@pytest.mark.parametrize(("unit", "legal"), [({}, True), ({"slowed": 1}, False)])
def test_a_granted_step_needs_points_enough_for_its_cost(scene, unit, legal):
    s = scene(A=unit, B={"grappling": "A"}, map=ground({(6, 7): "~"}))
    s.act("escape_reflex", dice=[16])
    assert s.legal("step", "W") is legal
    assert s.legal("step", "NW")


@clause("U247", "U248")
@pytest.mark.parametrize("verb", ["escape_reflex", "escape_melee"])
@pytest.mark.parametrize(("die", "stress"), [(9, 0), (5, 0), (4, 1), (1, 1)])
def test_escape_failure_is_no_effect_and_strong_failure_1_stress(scene, verb, die, stress):
    s = scene(B={"grappling": "A"})
    s.act(verb, dice=[die])
    assert (s.unit("A").grappled_by, s.unit("B").grappling) == ("B", "A")
    assert (s.phase, s.unit("B").stress, s.unit("B").hp) == ("main", 0, 6)
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
    s = scene(A={"grappling": "B", "agility": 2}, C={"side": 2, "at": (6, 7)}, turn="C")
    s.declare("unarmed", "A", "torso")
    assert (s.phase, s.decider) == ("defend", "A")
    s.refused("release")
