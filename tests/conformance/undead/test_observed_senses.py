"""Section 3.5: what Sense Area told, as the whole side's observation shows it (U438)."""

import pytest

from fracas.envs.core.testing import clause

AROUND = {  # direction -> a tile that lies so from (7, 7)
    "N": (7, 2),
    "NE": (11, 3),
    "E": (12, 7),
    "SE": (11, 11),
    "S": (7, 12),
    "SW": (3, 11),
    "W": (2, 7),
    "NW": (3, 3),
}
WAY = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
SENSED = ("sensed_dx", "sensed_dy", "sensed_tile")
TIER_2, TIER_3 = [13], [18]  # dice with Reason 3


def way(direction):
    dx, dy = (sum(WAY[letter][axis] for letter in direction) for axis in (0, 1))
    return dx, dy


def sensed(s, seat, block):
    told = s.observe(seat)
    return tuple(told[f"{block}.{name}"] for name in SENSED)


def block_of(s, seat, block):
    told = s.observe(seat)
    return {k: v for k, v in told.items() if k.startswith(f"{block}.") and v != 0}


def tile(x, y):
    return pytest.approx((x * 0.05, y * 0.05, 1))


@clause("U438")
@pytest.mark.parametrize("direction", AROUND)
def test_the_direction_of_a_hidden_enemy(scene, direction):
    s = scene(
        A={"reason": 3}, B={"at": AROUND[direction], "hidden": True}, C={"side": 1, "at": (0, 0)}
    )
    before = block_of(s, "A", "enemy_0")
    assert sensed(s, "A", "enemy_0") == (0, 0, 0)
    s.act("sense", dice=TIER_2)
    dx, dy = way(direction)
    for seat in "AC":
        assert sensed(s, seat, "enemy_0") == (dx, dy, 0)
    told = {"enemy_0.sensed_dx": dx, "enemy_0.sensed_dy": dy}
    assert block_of(s, "A", "enemy_0") == before | {k: v for k, v in told.items() if v}


@clause("U438")
@pytest.mark.parametrize("direction", AROUND)
@pytest.mark.parametrize("symmetric", [False, True])
def test_the_direction_that_the_second_side_is_told(scene, direction, symmetric):
    # The second side sees a symmetric map turned by half.
    s = scene(
        symmetric=symmetric,
        turn="B",
        A={"at": AROUND[direction], "hidden": True},
        B={"at": (7, 7), "reason": 3},
        C={"side": 1, "at": (14, 0)},
        D={"side": 2, "at": (0, 14)},
    )
    s.act("sense", dice=TIER_2)
    dx, dy = way(direction)
    turn = -1 if symmetric else 1
    for seat in "BD":
        assert sensed(s, seat, "enemy_0") == (turn * dx, turn * dy, 0)
        assert sensed(s, seat, "enemy_1") == (0, 0, 0)


@clause("U438")
@pytest.mark.parametrize("at", [(2, 1), (0, 0), (0, 5), (5, 0), (14, 14)])
def test_the_tile_of_a_hidden_enemy(scene, at):
    s = scene(A={"reason": 3}, B={"at": at, "hidden": True}, C={"side": 1, "at": (1, 13)})
    before = block_of(s, "A", "enemy_0")
    s.act("sense", dice=TIER_3)
    for seat in "AC":
        assert sensed(s, seat, "enemy_0") == tile(*at)
    told = dict(zip([f"enemy_0.{name}" for name in SENSED], tile(*at).expected, strict=True))
    told = {k: pytest.approx(v) for k, v in told.items() if v}
    assert block_of(s, "A", "enemy_0") == before | told


@clause("U438")
@pytest.mark.parametrize("symmetric", [False, True])
def test_the_tile_that_the_second_side_is_told(scene, symmetric):
    s = scene(
        symmetric=symmetric,
        turn="B",
        A={"at": (2, 5), "hidden": True},
        B={"at": (7, 7), "reason": 3},
    )
    s.act("sense", dice=TIER_3)
    assert sensed(s, "B", "enemy_0") == (tile(12, 9) if symmetric else tile(2, 5))


@clause("U438")
def test_of_each_enemy_its_own_is_told(scene):
    b, c = {"at": (12, 7), "hidden": True}, {"side": 2, "at": (7, 2), "hidden": True}
    s = scene(A={"reason": 3}, B=b, C=c, D={"side": 2, "at": (0, 0)})
    assert s.observe("A")["battle.hidden_sensed"] == 0
    s.act("sense", dice=TIER_2)
    assert [sensed(s, "A", f"enemy_{k}") for k in range(3)] == [(1, 0, 0), (0, -1, 0), (0, 0, 0)]
    assert s.observe("A")["battle.hidden_sensed"] == pytest.approx(2 * 0.15)
    s.set("A", ap=4)
    s.act("sense", dice=TIER_3)
    assert sensed(s, "A", "enemy_0") == tile(12, 7)
    assert sensed(s, "A", "enemy_1") == tile(7, 2)


@clause("U438")
def test_the_number_alone_tells_no_direction(scene):
    s = scene(A={"reason": 3}, B={"at": (12, 7), "hidden": True})
    s.act("sense", dice=[8])
    assert sensed(s, "A", "enemy_0") == (0, 0, 0)
    assert s.observe("A")["battle.hidden_sensed"] == pytest.approx(0.15)
    assert s.observe("B")["battle.hidden_sensed"] == 0


@clause("U438")
@pytest.mark.parametrize(("first", "second"), [(TIER_2, TIER_3), (TIER_3, TIER_2)])
def test_of_two_allies_senses_the_better_is_shown(scene, first, second):
    s = scene(
        A={"at": (2, 7), "reason": 3},
        B={"at": (12, 7), "hidden": True, "reason": 0},
        C={"side": 1, "at": (12, 2), "reason": 3},
        turn="A",
    )
    s.act("sense", dice=first)
    s.end_turn()  # B
    s.end_turn()
    assert s.decider == "C"
    s.act("sense", dice=second)
    for seat in "AC":
        assert sensed(s, seat, "enemy_0") == tile(12, 7)


@clause("U438")
@pytest.mark.parametrize("senser", ["A", "C"])
def test_either_ally_may_be_the_one_who_sensed(scene, senser):
    s = scene(
        A={"at": (2, 7), "reason": 3},
        B={"at": (12, 7), "hidden": True},
        C={"side": 1, "at": (12, 2), "reason": 3},
        turn=senser,
    )
    s.act("sense", dice=TIER_2)
    expected = {"A": (1, 0, 0), "C": (0, 1, 0)}[senser]
    assert [sensed(s, seat, "enemy_0") for seat in "AC"] == [expected, expected]


@clause("U438")
def test_of_equally_good_senses_the_first_allys_stand(scene):
    s = scene(
        A={"at": (2, 7), "reason": 3},
        B={"at": (12, 7), "hidden": True},
        C={"side": 1, "at": (12, 2), "reason": 3},
    )
    s.act("sense", dice=TIER_2)
    s.end_turn()
    s.end_turn()
    s.act("sense", dice=TIER_2)
    assert [sensed(s, seat, "enemy_0") for seat in "AC"] == [(1, 0, 0), (1, 0, 0)]


@clause("U438")
def test_who_sensed_another_enemy_does_not_stand_in_the_way(scene):
    # A senses C only, D later B only; B's block shows what D was told.
    s = scene(
        A={"at": (0, 0), "reason": 3},
        B={"at": (14, 14), "hidden": True},
        C={"side": 2, "at": (3, 0), "hidden": True},
        D={"side": 1, "at": (14, 9), "reason": 3},
    )
    s.act("sense", dice=TIER_3)
    assert [sensed(s, "A", f"enemy_{k}") for k in (0, 1)] == [(0, 0, 0), tile(3, 0)]
    s.end_turn()
    s.end_turn()
    s.end_turn()
    assert s.decider == "D"
    s.act("sense", dice=TIER_2)
    assert [sensed(s, "A", f"enemy_{k}") for k in (0, 1)] == [(0, 1, 0), tile(3, 0)]


@clause("U438")
def test_what_was_sensed_lapses_without_a_trace(scene):
    s = scene(A={"reason": 3}, B={"at": (2, 1), "hidden": True})
    s.act("sense", dice=TIER_3)
    s.end_turn()
    assert sensed(s, "A", "enemy_0") == tile(2, 1)
    s.end_turn()
    assert (s.decider, sensed(s, "A", "enemy_0")) == ("A", (0, 0, 0))
    unit = s.battle.to_json()["units"]["A"]
    assert not {"sense_tier", "sense_count", "sense_dir", "sense_tile"} & set(unit)
