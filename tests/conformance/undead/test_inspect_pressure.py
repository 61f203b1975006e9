"""Section 3.5, the end: Inspect Area and Apply Pressure (U441 to U464)."""

import pytest

from fracas.envs.core.testing import clause

STRIPE = "..#.."  # one row: (0,0) and (4,0) don't see each other


@clause("U441")
@pytest.mark.parametrize(
    ("awareness", "distance", "compared"),
    [(0, 5, True), (0, 6, False), (1, 6, True), (1, 7, False)],
)
def test_inspect_reaches_five_and_awareness(scene, awareness, distance, compared):
    a = {"at": (0, 7), "awareness": awareness}
    s = scene(A=a, B={"at": (distance, 7), "hidden": True})
    worse = s.copy()
    s.act("inspect", dice=[10])
    assert s.unit("B").hidden == (not compared)
    worse.act("inspect", dice=[3])
    assert worse.unit("B").detect_bonus == (3 if compared else 0)


@clause("U441")
@pytest.mark.parametrize(
    ("a", "at", "compared"),
    [
        ({"reason": 1}, (6, 0), False),  # the skill alone, not its ability
        ({"reason": 1}, (5, 5), True),  # a diagonal step counts one
        ({"reason": 1}, (5, 6), False),
        ({"awareness": 4}, (9, 3), True),
        ({"awareness": 4}, (10, 3), False),
    ],
)
def test_the_range_of_inspect_is_the_skill_alone_in_any_direction(scene, a, at, compared):
    s = scene(A={"at": (0, 0), **a}, B={"at": at, "hidden": True})
    s.act("inspect", dice=[10])
    assert s.unit("B").hidden is not compared


@clause("U442")
def test_inspect_beyond_the_neighbours_needs_line_of_sight(scene):
    for row, compared in ((STRIPE, False), ("..x..", True), (".....", True)):
        s = scene(map=row, A={"at": (0, 0)}, B={"at": (4, 0), "hidden": True})
        s.act("inspect", dice=[10])
        assert s.unit("B").hidden == (not compared)
    s = scene(B={"hidden": True})
    s.act("inspect", dice=[10])
    assert not s.unit("B").hidden


@clause("U443")
def test_one_awareness_roll_is_compared_with_each_hidden_enemy(scene):
    c = {"side": 2, "at": (7, 5), "agility": 2, "stealth": 2, "hidden": True}
    s = scene(B={"hidden": True}, C=c)
    s.act("inspect", dice=[12])
    assert s.dice_used == 1
    assert (s.unit("B").hidden, s.unit("C").hidden) == (False, True)
    s = scene(A={"reason": 1, "awareness": 1}, B={"hidden": True, "at": (8, 9)}, C=c)
    s.act("inspect", dice=[12])  # 14 against 10 and 14
    assert (s.unit("B").hidden, s.unit("C").hidden) == (False, False)


@clause("U442")
@pytest.mark.parametrize(("x", "compared"), [(0, True), (3, False)])
def test_at_distance_two_a_wall_between_already_hides(scene, x, compared):
    s = scene(map=STRIPE, A={"at": (1, 0)}, B={"at": (x, 0), "hidden": True})
    s.act("inspect", dice=[10])
    assert s.unit("B").hidden is not compared


@clause("U442", "U450")
@pytest.mark.parametrize(
    ("row", "x", "found"),
    [
        (".......", 1, True),  # on the own tile
        (".......", 5, True),
        (".......", 6, True),
        ("........", 7, False),  # out of range
        ("...#...", 5, False),
        ("...x...", 5, True),
        (".h.....", 2, True),
    ],
)
def test_a_hidden_item_is_looked_for_in_range_and_sight(scene, row, x, found):
    lying = [({"item": "knife", "hidden": True}, x, 0)]
    s = scene(map=row, A={"at": (1, 0)}, B={"at": (0, 0)}, floor=lying)
    s.act("inspect", dice=[12])
    assert bool(s.floor()[0].hidden) is not found


@clause("U443")
@pytest.mark.parametrize(
    ("die", "b", "c"),
    [
        (4, (True, 3), (True, 3)),
        (9, (True, 0), (True, 3)),  # F and SF
        (11, (False, 0), (True, 0)),  # S and F
        (15, (False, 0), (True, 0)),
        (16, (False, 0), (False, 0)),  # SS and S
    ],
)
def test_each_hidden_enemy_has_an_outcome_of_its_own(scene, die, b, c):
    """B's score is 10, C's 10 + Agility 3 + Stealth 3."""
    s = scene(
        B={"at": (9, 7), "hidden": True},
        C={"side": 2, "at": (7, 5), "agility": 3, "stealth": 3, "hidden": True},
        D={"side": 1, "at": (5, 5), "hidden": True},
    )
    s.act("inspect", dice=[die])
    assert s.dice_used == 1
    assert (s.unit("B").hidden, s.unit("B").detect_bonus) == b
    assert (s.unit("C").hidden, s.unit("C").detect_bonus) == c
    assert (s.unit("D").hidden, s.unit("D").detect_bonus) == (True, 0)  # an ally is no target


@clause("U443")
@pytest.mark.parametrize(
    ("b", "score"),
    [({"agility": 3}, 13), ({"stealth": 2}, 12), ({"agility": -1}, 9), ({"detect_bonus": 6}, 16)],
)
def test_the_detection_score_is_made_of_agility_stealth_and_bonus(scene, b, score):
    for die, hidden in ((score - 1, True), (score, False)):
        s = scene(B={"hidden": True, **b})
        s.act("inspect", dice=[die])
        assert s.unit("B").hidden is hidden


@clause("U444")
def test_inspect_success_takes_hidden_from_the_target(scene):
    for die in (10, 15):
        s = scene(B={"hidden": True, "at": (10, 7)})
        s.act("inspect", dice=[die])
        assert not s.unit("B").hidden
        assert s.phase == "main"


@clause("U445")
def test_inspect_strong_success_grants_the_movement_towards_the_target(scene):
    s = scene(A={"mv": 1}, B={"at": (11, 7), "hidden": True})
    s.declare("inspect", dice=[16])
    assert not s.unit("B").hidden
    assert (s.phase, s.decider) == ("grant_towards", "A")
    for direction in ("NE", "E", "SE", "N", "S", "W", "NW", "SW"):
        assert s.legal("step", direction) == (direction in ("NE", "E", "SE"))
    assert s.legal("stop")
    for _ in range(3):
        s.act("step", "E")
    assert (s.phase, s.unit("A").x, s.unit("A").mv) == ("main", 10, 1)  # beside B: no way closer


@clause("U445")
def test_the_granted_movement_is_the_present_full_movement_and_may_be_left(scene):
    s = scene(A={"slowed": 1, "mv": 0}, B={"at": (12, 7), "hidden": True})
    s.declare("inspect", dice=[16])
    stays = s.copy()
    s.act("step", "E")
    s.act("step", "E")
    assert (s.phase, s.unit("A").x) == ("main", 9)
    stays.act("stop")
    assert (stays.phase, stays.unit("A").x) == ("main", 7)


@clause("U445")
@pytest.mark.parametrize(
    ("a", "field", "steps"),
    [
        ({}, "........", 4),
        ({"mv": 0, "agility": 1}, "........", 4),  # 5 points, but then A is beside B
        ({}, ".~~.....", 2),  # 2 points a tile
        ({"prone": True}, "........", 2),  # 1 more a step
        ({"agility": -1}, "........", 3),
    ],
)
def test_the_grant_is_spent_as_steps_cost(scene, a, field, steps):
    s = scene(map=field, A={"at": (0, 0), **a}, B={"at": (5, 0), "hidden": True})
    s.declare("inspect", dice=[16])
    for n in range(steps):
        assert (s.phase, s.unit("A").x) == ("grant_towards", n)
        s.act("step", "E")
    assert (s.phase, s.unit("A").x) == ("main", steps)


@clause("U445")
def test_each_granted_step_must_come_nearer_than_the_last(scene):
    s = scene(A={"at": (7, 7)}, B={"at": (10, 10), "hidden": True})
    s.declare("inspect", dice=[16])
    assert [d for d in ("N", "NE", "E", "SE", "S", "SW", "W", "NW") if s.legal("step", d)] == ["SE"]
    s.act("step", "SE")
    assert s.rows("step") == ["step(SE)"]
    assert s.legal("stop")
    s.act("stop")
    assert (s.phase, s.unit("A").ap, s.unit("A").mv) == ("main", 2, 4)


@clause("U445")
def test_who_is_held_finds_the_target_but_cannot_walk(scene):
    s = scene(B={"grappling": "A"}, C={"side": 2, "at": (7, 4), "hidden": True})
    s.act("inspect", dice=[16])
    assert (s.phase, s.unit("C").hidden, s.unit("A").y) == ("main", False, 7)


@clause("U446")
def test_one_strong_success_beside_a_plain_one_leaves_no_choice(scene):
    c = {"side": 2, "at": (7, 3), "stealth": 1, "hidden": True}
    s = scene(B={"at": (11, 7), "hidden": True}, C=c)
    s.declare("inspect", dice=[16])  # margins 6 and 5
    assert (s.unit("B").hidden, s.unit("C").hidden) == (False, False)
    assert s.phase == "grant_towards"
    assert [s.legal("step", d) for d in ("N", "E")] == [False, True]


@clause("U446")
def test_with_several_strong_successes_one_target_is_chosen_first(scene):
    c = {"side": 2, "at": (7, 3), "hidden": True}
    s = scene(B={"at": (11, 7), "hidden": True}, C=c)
    s.declare("inspect", dice=[16])
    assert (s.phase, s.decider) == ("grant_target", "A")
    assert s.legal("grant_target", "B")
    assert s.legal("grant_target", "C")
    s.act("grant_target", "C")
    assert s.phase == "grant_towards"
    assert not s.legal("step", "E")
    s.act("step", "N")
    assert (s.unit("A").y, s.unit("A").mv) == (6, 4)
    assert not s.unit("B").hidden


@clause("U446")
@pytest.mark.parametrize(("name", "way"), [("A", "W"), ("C", "N")])
def test_either_side_and_any_of_the_targets_may_be_chosen(scene, name, way):
    c = {"side": 1, "at": (8, 3), "hidden": True}
    s = scene(turn="B", A={"at": (4, 7), "hidden": True}, C=c)
    s.declare("inspect", dice=[16])
    assert (s.phase, s.decider) == ("grant_target", "B")
    s.declare("grant_target", name)
    assert (s.phase, s.decider) == ("grant_towards", "B")
    assert [s.legal("step", d) for d in ("N", "W")] == [way == "N", way == "W"]


@clause("U446")
def test_the_granted_steps_provoke(scene):
    s = scene(B={"at": (7, 3), "hidden": True}, C={"side": 2, "at": (8, 8)})
    s.declare("inspect", dice=[16])
    s.declare("step", "N")
    assert (s.phase, s.decider, s.unit("A").y) == ("opportunity", "C", 7)
    s.declare("pass")
    assert (s.phase, s.unit("A").y) == ("grant_towards", 6)


@clause("U447")
def test_inspect_failure_leaves_it_hidden(scene):
    for die in (9, 5):
        s = scene(B={"hidden": True})
        s.act("inspect", dice=[die])
        assert (s.unit("B").hidden, s.unit("B").detect_bonus) == (True, 0)


@clause("U448")
def test_inspect_strong_failure_raises_the_detection_score_by_three(scene):
    s = scene(B={"hidden": True})
    s.act("inspect", dice=[4])
    assert (s.unit("B").hidden, s.unit("B").detect_bonus) == (True, 3)
    again = s.copy()
    again.act("inspect", dice=[7])  # 6 below 13
    assert again.unit("B").detect_bonus == 6
    for die, hidden in ((12, True), (13, False)):
        later = s.copy()
        later.act("inspect", dice=[die])
        assert later.unit("B").hidden == hidden


@clause("U449")
def test_the_detection_bonus_is_capped_at_nine_and_ends_with_hidden(scene):
    s = scene(B={"hidden": True, "detect_bonus": 9})
    s.act("inspect", dice=[4])
    assert s.unit("B").detect_bonus == 9
    s.act("inspect", dice=[19])
    assert (s.unit("B").hidden, s.unit("B").detect_bonus) == (False, 0)


@clause("U449")
@pytest.mark.parametrize(("bonus", "after"), [(0, 3), (3, 6), (6, 9), (9, 9)])
def test_the_bonus_goes_up_in_threes_to_nine(scene, bonus, after):
    s = scene(B={"hidden": True, "detect_bonus": bonus})
    s.act("inspect", dice=[4])
    assert s.unit("B").detect_bonus == after
    s.act("inspect", dice=[9 + after])  # 1 below the score
    assert (s.unit("B").hidden, s.unit("B").detect_bonus) == (True, after)


@clause("U449")
def test_hiding_again_starts_without_a_bonus(scene):
    a = {"at": (1, 0), "hidden": True, "detect_bonus": 6}
    s = scene(map="h.#..", A=a, B={"at": (4, 0)})
    s.act("step", "W")
    assert (s.unit("A").hidden, s.unit("A").detect_bonus) == (False, 0)
    s.act("hide")
    assert (s.unit("A").hidden, s.unit("A").detect_bonus) == (True, 0)


@clause("U450")
def test_inspect_is_always_legal_and_always_rolls(scene):
    s = scene()
    s.act("inspect", dice=[20])
    assert (s.unit("A").ap, s.dice_used, s.phase) == (2, 1, "main")
    assert s.legal("inspect")
    s.act("inspect", dice=[1])
    assert (s.unit("A").ap, s.unit("A").stress) == (0, 0)


@clause("U450")
@pytest.mark.parametrize(("die", "hidden"), [(11, True), (12, False), (17, False)])
def test_a_hidden_floor_item_has_score_twelve(scene, die, hidden):
    s = scene(floor=[({"item": "knife", "hidden": True}, 7, 5)])
    s.act("inspect", dice=[die])
    assert bool(s.floor()[0].hidden) == hidden


@clause("U450")
def test_inspect_asks_and_rolls_alike_whether_or_not_anybody_is_hidden(scene):
    """Row, cost and dice tell nothing: nobody hidden, out of range, within range."""
    for b in ({"at": (1, 1)}, {"at": (1, 1), "hidden": True}, {"hidden": True}):
        s = scene(B=b)
        assert s.rows("inspect") == ["inspect"]
        s.act("inspect", dice=[9])
        assert (s.unit("A").ap, s.dice_used, s.phase) == (2, 1, "main")


@clause("U450")
def test_a_hidden_floor_item_can_be_taken_only_once_it_is_found(scene):
    s = scene(floor=[({"item": "knife", "hidden": True}, 7, 6)])
    assert not s.legal("equip_floor")
    s.act("inspect", dice=[12])
    assert s.rows("equip_floor") == ["equip_floor(N)"]


@clause("U456")
@pytest.mark.parametrize("at", [(6, 6), (7, 6), (8, 6), (6, 7), (6, 8), (7, 8), (8, 8)])
def test_apply_pressure_reaches_all_neighbours_but_none_at_two(scene, at):
    x, y = at
    for target, legal in ((at, True), ((2 * x - 7, 2 * y - 7), False)):
        c = {"side": 1, "at": target, "bleed": 1}
        s = scene(A={"inventory": ["bandage"]}, C=c)
        assert s.legal("pressure", "C") is legal


@clause("U456")
def test_apply_pressure_reaches_anybody_within_one_and_oneself(scene):
    a = {"inventory": ["bandage"], "bleed": 1}
    s = scene(A=a, B={"bleed": 1}, C={"side": 1, "at": (7, 5), "bleed": 1})
    assert s.legal("pressure", "A")
    assert s.legal("pressure", "B")
    assert not s.legal("pressure", "C")
    assert scene(A=a, C={"side": 1, "at": (7, 6), "bleed": 1}).legal("pressure", "C")
    s.act("pressure", "A", dice=[10])
    assert s.unit("A").stanched


@clause("U457")
def test_apply_pressure_needs_a_bleeding_target(scene):
    assert not scene(A={"inventory": ["bandage"]}).legal("pressure")
    s = scene(A={"inventory": ["bandage"]}, B={"bleed": 1})
    assert len(s.rows("pressure")) == 1
    assert s.legal("pressure", "B")
    s.refused("pressure", "A")
    a = {"inventory": ["bandage"], "bleed": 1}
    assert scene(A=a).rows("pressure") == ["pressure(A)"]  # only B doesn't bleed


@clause("U458")
@pytest.mark.parametrize(("die", "kept"), [(4, True), (9, True), (10, False), (16, False)])
def test_the_bandage_is_used_up_on_success_only(scene, die, kept):
    s = scene(A={"inventory": ["bandage"]}, B={"bleed": 3})
    s.act("pressure", "B", dice=[die])
    assert s.unit("A").inventory[0] == ("bandage" if kept else None)


@clause("U458")
def test_a_bandage_in_the_lowest_slot_or_else_in_hand_is_needed(scene):
    assert not scene(A={"inventory": ["stone"]}, B={"bleed": 3}).legal("pressure")
    inventory = [None, "bandage", "stone", "bandage"]
    s = scene(A={"hands": ["bandage"], "inventory": inventory}, B={"bleed": 3})
    s.act("pressure", "B", dice=[10])
    assert s.unit("A").inventory[:4] == [None, None, "stone", "bandage"]
    s.act("pressure", "B", dice=[10])
    assert s.unit("A").inventory[:4] == [None, None, "stone", None]
    assert s.unit("A").hands == ["bandage"]
    s.act("pressure", "B", dice=[10])
    assert s.unit("A").hands == []
    assert not s.legal("pressure")


@clause("U459")
@pytest.mark.parametrize(
    ("a", "die", "stanched"),
    [
        ({"reason": 1}, 9, True),
        ({"reason": 1}, 8, False),
        ({"medicine": 2}, 8, True),
        ({"medicine": 2}, 7, False),
    ],
)
def test_medicine_is_rolled_against_ten(scene, a, die, stanched):
    s = scene(A=a | {"inventory": ["bandage"]}, B={"bleed": 2})
    s.act("pressure", "B", dice=[die])
    assert s.dice_used == 1
    assert s.unit("B").stanched == stanched


@clause("U460")
def test_after_success_the_next_tick_does_no_damage(scene):
    s = scene(A={"inventory": ["bandage"]}, B={"bleed": 2})
    untreated = s.copy()
    s.act("pressure", "B", dice=[10])
    assert s.unit("B").bleed == 2
    s.end_turn()
    assert (s.decider, s.unit("B").hp) == ("B", 6)
    untreated.end_turn()
    assert untreated.unit("B").hp == 5
    s.end_turn()
    s.end_turn()
    assert (s.decider, s.unit("B").hp) == ("B", 5)  # "next turn", and none after it


@clause("U460")
def test_pressure_on_oneself_spares_the_own_next_tick(scene):
    s = scene(A={"inventory": ["bandage"], "bleed": 2})
    s.act("pressure", "A", dice=[10])
    s.end_turn()
    s.end_turn()
    assert (s.decider, s.unit("A").hp, s.unit("A").bleed) == ("A", 6, 1)


@clause("U461")
def test_strong_success_takes_one_round_off_too(scene):
    for die, left in ((15, 3), (16, 2)):
        s = scene(A={"inventory": ["bandage"]}, B={"bleed": 3})
        s.act("pressure", "B", dice=[die])
        assert (s.unit("B").bleed, s.unit("B").stanched) == (left, True)
        s.end_turn()
        assert (s.unit("B").hp, s.unit("B").bleed) == (6, left - 1)


@clause("U462")
def test_apply_pressure_failure_has_no_effect(scene):
    for die in (9, 5):
        s = scene(A={"inventory": ["bandage"]}, B={"bleed": 2})
        s.act("pressure", "B", dice=[die])
        assert (s.unit("B").bleed, s.unit("B").stanched, s.unit("A").stress) == (2, False, 0)
        s.end_turn()
        assert (s.unit("B").hp, s.unit("B").bleed) == (5, 1)


@clause("U463")
def test_apply_pressure_strong_failure_gives_the_roller_one_stress(scene):
    s = scene(A={"inventory": ["bandage"]}, B={"bleed": 2})
    s.act("pressure", "B", dice=[4])
    assert (s.unit("A").stress, s.unit("B").stress) == (1, 0)
    assert (s.unit("B").bleed, s.unit("B").stanched) == (2, False)
    s.end_turn()
    assert (s.unit("B").hp, s.unit("B").bleed) == (5, 1)
    s = scene(A={"inventory": ["bandage"]}, B={"bleed": 2})
    s.act("pressure", "B", dice=[5])
    assert s.unit("A").stress == 0


@clause("U464")
def test_the_protected_tick_counts_down_and_protection_does_not_stack(scene):
    s = scene(A={"inventory": ["bandage", "bandage"]}, B={"bleed": 3})
    s.act("pressure", "B", dice=[10])
    s.act("pressure", "B", dice=[10])
    s.end_turn()
    b = s.unit("B")
    assert (b.hp, b.bleed, b.stanched) == (6, 2, False)
    s.end_turn()
    s.end_turn()
    assert (s.unit("B").hp, s.unit("B").bleed) == (5, 1)


@clause("U464")
def test_a_second_strong_success_shortens_again_but_spares_one_tick_only(scene):
    s = scene(A={"inventory": ["bandage", "bandage"]}, B={"bleed": 4})
    s.act("pressure", "B", dice=[16])
    s.act("pressure", "B", dice=[16])
    assert (s.unit("B").bleed, s.unit("B").stanched) == (2, True)
    s.end_turn()
    s.end_turn()
    s.end_turn()
    assert (s.decider, s.unit("B").hp, s.unit("B").bleed) == ("B", 5, 0)


@clause("U464")
def test_a_new_wound_does_not_lift_the_protection(scene):
    s = scene(A={"hands": ["knife"]}, B={"bleed": 1, "stanched": True})
    s.act("melee", "B", "torso", dice=[16, 4])  # 1 + 1 damage, Deep Wound: 3 ticks
    assert (s.unit("B").hp, s.unit("B").bleed, s.unit("B").stanched) == (4, 3, True)
    s.end_turn()
    assert (s.unit("B").hp, s.unit("B").bleed, s.unit("B").stanched) == (4, 2, False)


@clause("U464")
def test_bleeding_brought_to_no_ticks_ends_at_once_with_its_protection(scene):
    s = scene(A={"inventory": ["bandage"]}, B={"bleed": 1})
    s.act("pressure", "B", dice=[16])
    assert (s.unit("B").bleed, s.unit("B").stanched) == (0, False)
    s = scene(A={"inventory": ["bandage"]}, B={"bleed": 1, "stanched": True})
    s.act("pressure", "B", dice=[16])
    assert (s.unit("B").bleed, s.unit("B").stanched) == (0, False)
