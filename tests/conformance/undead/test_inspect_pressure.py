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
