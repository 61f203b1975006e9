"""Section 3.5, second half: Intimidate and Sense Area (U420 to U438), costs of all four actions.

The rest of Inspect Area and Apply Pressure: test_inspect_pressure.py.
"""

import pytest

from fracas.envs.core.testing import clause

WIDE = "\n".join(["." * 20] * 15)
STRIPE = "..#.."  # one row: (0,0) and (4,0) don't see each other


@clause("U420", "U430", "U440", "U455")
@pytest.mark.parametrize(
    ("cost", "call", "dice"),
    [
        (1, ("intimidate", "B"), [12, 8]),
        (2, ("sense",), [10]),
        (2, ("inspect",), [10]),
        (1, ("pressure", "B"), [10]),
    ],
)
def test_the_action_costs_its_ap_and_is_masked_with_less(scene, cost, call, dice):
    a = {"inventory": ["bandage"]}
    s = scene(A=a, B={"bleed": 2})
    s.act(*call, dice=dice)
    assert s.unit("A").ap == 4 - cost
    assert scene(A=a | {"ap": cost}, B={"bleed": 2}).legal(call[0])
    assert not scene(A=a | {"ap": cost - 1}, B={"bleed": 2}).legal(call[0])


@clause("U421")
def test_intimidate_has_no_range_but_needs_mutual_sight(scene):
    assert scene(A={"at": (0, 7)}, B={"at": (14, 7)}).legal("intimidate", "B")
    assert scene(map="..x..", A={"at": (0, 0)}, B={"at": (4, 0)}).legal("intimidate", "B")
    assert not scene(map=STRIPE, A={"at": (0, 0)}, B={"at": (4, 0)}).legal("intimidate")
    assert not scene(B={"hidden": True}).legal("intimidate")


@clause("U421")
def test_intimidate_may_name_any_enemy_in_sight_and_nobody_else(scene):
    s = scene(
        map="......#..",
        A={"at": (0, 0)},
        B={"at": (5, 0)},
        C={"side": 1, "at": (1, 0)},
        D={"side": 2, "at": (3, 0), "prone": True},
    )
    assert s.rows("intimidate") == ["intimidate(B)", "intimidate(D)"]
    assert s.copy().act("intimidate", "D", dice=[12, 8])
    s.refused("intimidate", "C")
    s.refused("intimidate", "A")


@clause("U422")
@pytest.mark.parametrize(
    ("a", "b", "dice", "stress"),
    [
        ({}, {}, [12, 8], 1),
        ({"presence": 1, "intimidation": 2}, {}, [9, 12], 1),  # 12 against 12
        ({"presence": 1, "intimidation": 2}, {}, [8, 12], 0),
        ({}, {"presence": 1, "morale": 2}, [11, 8], 1),  # 11 against 11
        ({}, {"presence": 1, "morale": 2}, [10, 8], 0),
    ],
)
def test_intimidation_is_rolled_against_the_targets_morale_roll(scene, a, b, dice, stress):
    s = scene(A=a, B=b)
    s.act("intimidate", "B", dice=dice)
    assert s.dice_used == 2
    assert s.unit("B").stress == stress
    assert not s.unit("B").horrified


@clause("U423")
@pytest.mark.parametrize(("dice", "stress"), [([9, 10], 0), ([10, 10], 1), ([15, 10], 1)])
def test_intimidate_success_gives_the_target_one_stress(scene, dice, stress):
    s = scene()
    s.act("intimidate", "B", dice=dice)
    assert (s.unit("B").stress, s.unit("A").stress) == (stress, 0)
    assert not s.unit("B").horrified
    assert s.unit("B").hp == 6


@clause("U424")
def test_intimidate_strong_success_horrifies_too(scene):
    for dice in ([18, 8], [16, 10]):
        s = scene()
        s.act("intimidate", "B", dice=dice)
        b = s.unit("B")
        assert (b.stress, b.horrified_t, b.horror_source) == (1, 1, "A")
        assert b.horrified
    s = scene()
    s.act("intimidate", "B", dice=[15, 10])
    assert not s.unit("B").horrified


@clause("U424")
def test_that_horror_lasts_until_the_end_of_the_targets_next_turn(scene):
    s = scene(C={"side": 1, "at": (3, 3)})
    s.act("intimidate", "B", dice=[18, 8])
    s.end_turn()
    assert (s.decider, s.unit("B").horrified, s.unit("B").horror_source) == ("B", True, "A")
    s.end_turn()
    assert (s.decider, s.unit("B").horrified) == ("C", False)
    assert s.unit("B").stress == 1


@clause("U425")
def test_intimidate_failure_has_no_effect(scene):
    for dice in ([8, 12], [7, 12], [11, 12]):
        s = scene()
        s.act("intimidate", "B", dice=dice)
        assert (s.unit("A").stress, s.unit("B").stress) == (0, 0)
        assert not s.unit("B").horrified


@clause("U426")
@pytest.mark.parametrize(("dice", "stress"), [([4, 12], 1), ([6, 12], 1), ([7, 12], 0)])
def test_intimidate_strong_failure_gives_the_roller_one_stress(scene, dice, stress):
    s = scene()
    s.act("intimidate", "B", dice=dice)
    assert (s.unit("A").stress, s.unit("B").stress) == (stress, 0)


@clause("U427")
def test_intimidate_is_no_attack_and_a_hidden_unit_cannot_use_it(scene):
    s = scene(B={"agility": 2, "physique": 2})
    s.declare("intimidate", "B", dice=[12, 8])
    assert (s.phase, s.decider) == ("main", "A")
    assert s.unit("B").ap == 4
    scene(A={"hidden": True}).refused("intimidate", "B")


@clause("U427")
@pytest.mark.parametrize(("trigger", "armed"), [("enemy_attacks", "B"), ("ally_attacks", "C")])
def test_intimidate_sets_off_nothing_that_waits_for_an_attack(scene, trigger, armed):
    ready = {"ready": (trigger, "drop_prone")}
    others = {"B": {}, "C": {"side": 1, "at": (3, 3)}}
    others[armed] = others[armed] | ready
    s = scene(**others)
    s.declare("intimidate", "B", dice=[12, 8])
    assert (s.phase, s.decider, s.unit("B").stress) == ("main", "A", 1)
    s.declare("unarmed", "B", "torso", dice=[9])
    assert (s.phase, s.decider) == ("ready_fire", armed)  # an attack does set it off


@clause("U431")
@pytest.mark.parametrize(
    ("awareness", "x", "die", "count"),
    [(0, 10, 11, 1), (0, 11, 11, 0), (1, 15, 10, 1), (1, 16, 10, 0)],
)
def test_sense_reaches_ten_and_five_per_awareness(scene, awareness, x, die, count):
    s = scene(
        map=WIDE,
        A={"at": (0, 7), "awareness": awareness},
        B={"at": (x, 7), "hidden": True},
    )
    s.act("sense", dice=[die])  # total 11
    assert (s.unit("A").sense_tier, s.unit("A").sense_count) == (1, count)


@clause("U431")
@pytest.mark.parametrize(
    ("a", "at", "count"),
    [
        ({"reason": 1}, (11, 0), 0),  # the skill alone, not its ability
        ({"reason": 1}, (10, 10), 1),  # a diagonal step counts one
        ({"reason": 1}, (10, 11), 0),
        ({"awareness": 2}, (19, 0), 1),
    ],
)
def test_the_range_of_sense_is_the_skill_alone_in_any_direction(scene, a, at, count):
    s = scene(map=WIDE, A={"at": (0, 0), **a}, B={"at": at, "hidden": True})
    s.act("sense", dice=[10])
    assert (s.unit("A").sense_tier, s.unit("A").sense_count) == (1, count)


@clause("U431")
def test_of_an_enemy_out_of_range_the_best_sense_tells_nothing(scene):
    near, far = {"at": (10, 7), "hidden": True}, {"side": 2, "at": (11, 7), "hidden": True}
    s = scene(map=WIDE, A={"at": (0, 7), "reason": 4}, B=near, C=far)
    s.act("sense", dice=[20])
    a = s.unit("A")
    assert (a.sense_tier, a.sense_count) == (3, 1)
    assert list(a.sense_dir) == [3, 0, 0, 0, 0, 0]
    assert list(a.sense_tile) == [(10, 7), None, None, None, None, None]


@clause("U432")
@pytest.mark.parametrize(
    ("a", "die", "tier"),
    [
        ({"reason": 2}, 9, 1),
        ({"reason": 2}, 8, 0),
        ({"awareness": 2}, 9, 1),
        ({"awareness": 2}, 8, 0),
        ({"reason": 2, "awareness": 2}, 12, 2),
        ({"reason": -1, "awareness": 1}, 10, 0),
    ],
)
def test_sense_rolls_awareness_and_reads_the_total(scene, a, die, tier):
    s = scene(A=a, B={"hidden": True})
    s.act("sense", dice=[die])
    assert s.dice_used == 1
    assert s.unit("A").sense_tier == tier


@clause("U433")
@pytest.mark.parametrize(("reason", "die"), [(0, 10), (0, 1), (-1, 1)])
def test_sense_of_ten_and_below_gives_nothing(scene, reason, die):
    s = scene(A={"reason": reason}, B={"hidden": True})
    s.act("sense", dice=[die])
    a = s.unit("A")
    assert (a.sense_tier, a.sense_count) == (0, 0)
    assert list(a.sense_dir) == [0] * 6
    assert list(a.sense_tile) == [None] * 6


@clause("U433")
def test_a_failed_sense_shows_nothing_in_what_the_side_sees(scene):
    """Neither whether anybody hides there, nor where."""
    seen = []
    for b in ({"at": (10, 7), "hidden": True}, {"at": (7, 2), "hidden": True}):
        s = scene(B=b)
        s.act("sense", dice=[10])
        seen.append(s.observation("A").tolist())
    assert seen[0] == seen[1]
    counts = []
    for c in ({"hidden": True}, {}):
        s = scene(C={"side": 2, "at": (9, 9), **c}, B={"hidden": True})
        s.act("sense", dice=[10])
        counts.append((s.unit("A").sense_tier, s.unit("A").sense_count))
    assert counts == [(0, 0), (0, 0)]


@clause("U434")
@pytest.mark.parametrize("die", [11, 15])
def test_sense_of_eleven_gives_the_number_of_hidden_enemies(scene, die):
    s = scene(
        B={"hidden": True},
        C={"side": 2, "at": (7, 5)},
        D={"side": 1, "at": (5, 5), "hidden": True},
    )
    s.act("sense", dice=[die])
    a = s.unit("A")
    assert (a.sense_tier, a.sense_count) == (1, 1)
    assert list(a.sense_dir) == [0] * 6
    assert list(a.sense_tile) == [None] * 6
    s = scene(B={"hidden": True}, C={"side": 2, "at": (7, 5), "hidden": True})
    s.act("sense", dice=[die])
    assert s.unit("A").sense_count == 2


@clause("U435")
@pytest.mark.parametrize("die", [16, 20])
def test_sense_of_sixteen_gives_the_direction_of_each_too(scene, die):
    s = scene(B={"hidden": True}, C={"side": 2, "at": (7, 5), "hidden": True})
    s.act("sense", dice=[die])
    a = s.unit("A")
    assert (a.sense_tier, a.sense_count) == (2, 2)
    assert list(a.sense_dir) == [3, 1, 0, 0, 0, 0]  # B in the east, C in the north
    assert list(a.sense_tile) == [None] * 6


@clause("U435")
@pytest.mark.parametrize(
    ("at", "direction"),
    [
        ((9, 3), 1), ((10, 3), 2), ((11, 5), 3), ((10, 9), 4), ((9, 11), 5), ((4, 9), 6),
        ((3, 5), 7), ((4, 3), 8), ((5, 3), 1), ((11, 4), 2), ((11, 9), 3), ((10, 11), 4),
        ((5, 11), 5), ((4, 11), 6), ((3, 9), 7), ((3, 4), 8),
    ],
)  # fmt: skip
def test_the_direction_of_a_far_tile_is_straight_up_to_one_in_two(scene, at, direction):
    s = scene(B={"at": at, "hidden": True})
    s.act("sense", dice=[16])
    assert s.unit("A").sense_dir[0] == direction


@clause("U436")
def test_sense_of_twenty_one_gives_the_tile_of_each_too(scene):
    s = scene(A={"reason": 3}, B={"hidden": True}, C={"side": 2, "at": (7, 5), "hidden": True})
    weaker = s.copy()
    s.act("sense", dice=[18])
    a = s.unit("A")
    assert (a.sense_tier, a.sense_count) == (3, 2)
    assert list(a.sense_dir)[:2] == [3, 1]
    assert list(a.sense_tile) == [(8, 7), (7, 5), None, None, None, None]
    best = weaker.copy()
    best.set("A", reason=4)
    best.act("sense", dice=[20])  # 24
    assert (best.unit("A").sense_tier, best.unit("A").sense_tile[1]) == (3, (7, 5))
    weaker.act("sense", dice=[17])
    assert weaker.unit("A").sense_tier == 2
    assert list(weaker.unit("A").sense_tile) == [None] * 6


@clause("U437")
def test_sense_needs_no_line_of_sight(scene):
    s = scene(map=STRIPE, A={"at": (0, 0)}, B={"at": (4, 0), "hidden": True})
    better = s.copy()
    s.act("sense", dice=[11])
    assert s.unit("A").sense_count == 1
    better.set("A", reason=4)
    better.act("sense", dice=[17])
    assert (better.unit("A").sense_dir[0], better.unit("A").sense_tile[0]) == (3, (4, 0))


@clause("U438")
def test_sense_does_not_end_hidden_and_the_whole_side_sees_its_result(scene):
    scenes = [
        scene(
            A={"reason": 4, "hidden": True},
            B={"at": at, "hidden": True},
            C={"side": 1, "at": (5, 5)},
        )
        for at in ((10, 7), (10, 10))
    ]
    before = [s.observation("C").tolist() for s in scenes]
    assert before[0] == before[1]
    for s in scenes:
        s.act("sense", dice=[20])
        assert s.unit("A").hidden
    after = [s.observation("C").tolist() for s in scenes]
    assert after[0] != after[1]
    for decider in ("B", "C", "A"):
        seen = [s.observation("C").tolist() for s in scenes]
        assert seen[0] != seen[1]
        for s in scenes:
            s.end_turn()
            assert s.decider == decider
    gone = [s.observation("C").tolist() for s in scenes]
    assert gone[0] == gone[1]


@clause("U438")
def test_what_is_sensed_is_not_shown_to_the_other_side(scene):
    seen = []
    for die in (1, 11, 20):
        s = scene(A={"reason": 4}, B={"at": (10, 7), "hidden": True})
        s.act("sense", dice=[die])
        seen.append(s.observation("B").tolist())
    assert seen[0] == seen[1] == seen[2]


@clause("U438")
def test_a_known_tile_is_a_snapshot_until_the_next_own_turn_start(scene):
    s = scene(A={"reason": 4}, B={"at": (10, 7), "hidden": True}, C={"side": 1, "at": (5, 5)})
    s.act("sense", dice=[20])
    s.end_turn()
    s.act("sneak", by="B")
    other = s.copy()
    s.act("step", "E", by="B")
    other.act("step", "N", by="B")
    assert (s.unit("B").x, s.unit("B").hidden) == (11, True)
    assert s.unit("A").sense_tile[0] == (10, 7)
    assert s.observation("C").tolist() == other.observation("C").tolist()
    s.end_turn()  # B's
    assert s.unit("A").sense_tile[0] == (10, 7)
    s.end_turn()  # C's
    a = s.unit("A")
    assert (s.decider, a.sense_tier, a.sense_count) == ("A", 0, 0)
    assert (a.sense_dir[0], a.sense_tile[0]) == (0, None)
