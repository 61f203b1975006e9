"""Section 3.6, third part: Opportunity Attack (U540 to U550)."""

import pytest

from fracas.envs.core.testing import clause


def way(tile):
    """Return the open map with this tile at (6, 7), where A's step leads."""
    return "\n".join("." * 6 + (tile if y == 7 else ".") + "." * 8 for y in range(15))


@clause("U540")
def test_an_opportunity_attack_costs_one_ap(scene):
    for ap in (4, 1):
        s = scene(B={"ap": ap})
        s.declare("step", "W")
        assert (s.phase, s.decider) == ("opportunity", "B")
        s.act("opp_unarmed", "torso", dice=[10])
        assert (s.unit("B").ap, s.unit("A").hp, s.unit("A").x) == (ap - 1, 5, 6)
        s = scene(B={"ap": ap, "hands": ["knife"]})
        s.declare("step", "W")
        missed = s.copy()
        s.act("opp_melee", "torso", dice=[10])
        assert (s.unit("B").ap, s.unit("A").hp, s.unit("A").x) == (ap - 1, 5, 6)
        missed.act("opp_melee", "torso", dice=[9])
        assert (missed.unit("B").ap, missed.unit("A").hp) == (ap - 1, 6)
    s = scene()
    s.declare("step", "W")
    s.act("pass", dice=[])
    assert (s.unit("B").ap, s.unit("A").hp, s.unit("A").x) == (4, 6, 6)


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
        ((7, 7), "SW", True),
        ((7, 6), "N", True),
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


@clause("U544")
@pytest.mark.parametrize(
    ("hands", "verb", "die", "hp", "b_hp", "stress"),
    [
        ([], "opp_unarmed", 10, 5, 6, 0),
        ([], "opp_unarmed", 9, 6, 6, 0),
        ([], "opp_unarmed", 4, 6, 5, 1),  # as U210
        (["knife"], "opp_melee", 10, 5, 6, 0),
        (["knife"], "opp_melee", 9, 6, 6, 0),
        (["knife"], "opp_melee", 4, 6, 6, 1),  # as U219
    ],
)
def test_it_has_the_outcomes_of_that_attack(scene, hands, verb, die, hp, b_hp, stress):
    s = scene(B={"hands": hands})
    s.declare("step", "W")
    s.act(verb, "torso", dice=[die])
    assert (s.unit("A").hp, s.unit("B").hp, s.unit("B").stress) == (hp, b_hp, stress)


@clause("U544")
@pytest.mark.parametrize(("hands", "verb"), [([], "opp_unarmed"), (["knife"], "opp_melee")])
def test_it_rolls_melee_with_the_dice_of_a_melee_attack(scene, hands, verb):
    for able, die in (({"melee": 2}, 8), ({"physique": 1}, 9), ({"athletics": 4, "aiming": 4}, 10)):
        for missed in (0, 1):
            s = scene(B={**able, "hands": hands})
            s.declare("step", "W")
            s.act(verb, "torso", dice=[die - missed])
            assert s.unit("A").hp == 5 + missed
    s = scene(A={"prone": True}, B={"hands": hands})
    s.declare("step", "W")
    s.act(verb, "torso", dice=[3, 12])  # advantage
    assert s.unit("A").hp == 5
    s = scene(B={"hands": hands, "prone": True})
    s.declare("step", "W")
    s.act(verb, "torso", dice=[12, 8])  # disadvantage
    assert s.unit("A").hp == 6


@clause("U544")
def test_it_is_made_against_the_mover_only(scene):
    s = scene(C={"side": 1, "at": (8, 6)}, D={"side": 1, "at": (9, 7)})
    s.declare("step", "W")
    assert len(s.rows("opp_unarmed")) == 4
    s.act("opp_unarmed", "legs", dice=[12])
    assert [s.unit(u).hp for u in "ABCD"] == [5, 6, 6, 6]


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


@clause("U545")
@pytest.mark.parametrize(("area", "dc"), [("head", 14), ("torso", 10), ("arms", 12), ("legs", 12)])
@pytest.mark.parametrize(("hands", "verb"), [([], "opp_unarmed"), (["knife"], "opp_melee")])
def test_its_area_is_chosen_then_and_sets_the_dc(scene, hands, verb, area, dc):
    for die, hp in ((dc - 1, 6), (dc, 5)):
        s = scene(B={"hands": hands})
        s.declare("step", "W")
        s.act(verb, area, dice=[die])
        assert (s.unit("A").hp, s.unit("B").ap) == (hp, 3)


@clause("U545", "U546")
def test_a_mover_brought_down_falls_on_its_old_tile(scene):
    s = scene(A={"hp": 1, "hands": ["knife"]}, C={"side": 1, "at": (0, 0)})
    s.declare("step", "W")
    s.declare("opp_unarmed", "torso", dice=[10])
    assert s.unit("A").down
    assert [(f.item, f.x, f.y) for f in s.floor()] == [("knife", 7, 7)]
    assert (s.phase, s.decider) == ("main", "B")


@clause("U546")
@pytest.mark.parametrize(
    ("mv", "tile", "left"),
    [
        (4, ".", 1),  # 4, halved as Grappled counts as Slowed, less the step's 1
        (3, ".", 0),
        (1, ".", 0),  # nothing is left to spend
        (4, "~", 0),
    ],
)
def test_a_mover_that_is_grappled_stays(scene, mv, tile, left):
    s = scene(map=way(tile), A={"mv": mv})
    s.declare("step", "W")
    s.declare("opp_unarmed", "torso", dice=[16])
    s.declare("strong_grapple", dice=[10])
    a = s.unit("A")
    assert (s.phase, s.decider, a.grappled_by) == ("main", "A", "B")
    assert (a.x, a.y) == (7, 7)
    assert a.mv == left
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


@clause("U546")
@pytest.mark.parametrize(
    ("mv", "tile", "x", "left"),
    [
        (1, ".", 7, 0),
        (2, ".", 6, 0),
        (4, ".", 6, 1),
        (2, "~", 7, 0),  # 1 left, 2 needed: the 1 is spent
        (4, "~", 6, 0),
    ],
)
def test_a_mover_slowed_just_now_may_be_short_of_movement(scene, mv, tile, x, left):
    s = scene(map=way(tile), A={"mv": mv}, B={"hands": ["knife"]})
    s.declare("step", "W")
    s.declare("opp_melee", "legs", dice=[18, 9])  # the save fails: Slowed
    assert (s.unit("A").slowed, s.unit("A").x, s.unit("A").mv) == (True, x, left)


@clause("U547")
@pytest.mark.parametrize(
    ("hands", "asked"),
    [
        (["pistol"], False),
        (["carbine"], False),
        (["bandage"], False),
        (["stone", "pistol"], False),
        (["spear"], True),
        (["throwing_knife"], True),
        (["pistol", "knife"], True),
        ([], True),
    ],
)
def test_neither_empty_hands_nor_a_melee_weapon_no_opportunity_attack(scene, hands, asked):
    s = scene(B={"hands": hands})
    s.declare("step", "W")
    assert s.phase == ("opportunity" if asked else "main")
    assert len(s.rows("opp_unarmed")) == (4 if not hands else 0)
    assert len(s.rows("opp_melee")) == (4 if asked and hands else 0)


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


@clause("U548")
def test_the_order_of_initiative_is_not_that_of_the_units(scene):
    s = scene(C={"side": 2, "at": (8, 8)}, initiative=[20, 5, 10])  # A, C, B
    s.declare("step", "W")
    assert (s.phase, s.decider) == ("opportunity", "C")
    s.declare("pass")
    assert (s.phase, s.decider) == ("opportunity", "B")


@clause("U548")
def test_each_may_react_again_at_a_later_step(scene):
    s = scene(B={"ap": 2})
    for ap in (1, 0):
        s.declare("step", "W")
        assert (s.phase, s.decider) == ("opportunity", "B")
        s.act("opp_unarmed", "torso", dice=[9])
        assert (s.unit("B").ap, s.unit("A").x) == (ap, 6)
        s.act("step", "E")


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
    free.declare("opp_unarmed", "torso", dice=[10])
    assert (free.phase, free.decider, free.unit("A").x, free.unit("A").hp) == ("main", "A", 6, 4)


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
