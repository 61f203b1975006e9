"""On a symmetric map both seats of a mirrored battle see the same bytes (fault H4)."""

import numpy as np
import pytest

from fracas.envs import Battle, bundled
from fracas.envs.core.encounter import read
from fracas.envs.undead.frame import WINDOWS

SYMMETRIC = [name for name in bundled() if read(name)[0].get("symmetric")]


def mirrored(battle):
    """Return the battle with sides exchanged and the map turned by half, and who became whom."""
    other = battle.copy()
    s, m = battle.state[0], other.state[0]
    half, last_x, last_y = int(s["count"][0]), int(s["width"]) - 1, int(s["height"]) - 1
    n = 2 * half

    def unit(i):
        return (int(i) + half) % n if 0 <= i < n else int(i)

    def units(bits):
        return sum(1 << unit(k) for k in range(n) if int(bits) >> k & 1)

    def turn(row):
        if row["x"] >= 0:
            row["x"] = last_x - row["x"]
        if row["y"] >= 0:
            row["y"] = last_y - row["y"]

    for i in range(n):
        u = m["units"][unit(i)]
        for name in u.dtype.names:
            u[name] = s["units"][i][name]
        u["side"] = 1 - u["side"]
        turn(u)
        for name in ("sight", "seen"):
            u[name] = units(u[name])
        for name in ("horror_source", "grappled_by", "grappling"):
            u[name] = unit(u[name])
        for k in range(len(u["sense_dir"])):
            if u["sense_dir"][k] > 0:
                u["sense_dir"][k] = (u["sense_dir"][k] + 3) % 8 + 1
            if u["sense_x"][k] >= 0:
                u["sense_x"][k] = last_x - u["sense_x"][k]
                u["sense_y"][k] = last_y - u["sense_y"][k]
    for k in range(n):
        m["order"][k] = unit(s["order"][k])
    for name in ("turn_unit", "decider"):
        m[name] = unit(s[name])
    m["acted"] = units(s["acted"])
    m["last_side"] = 1 - s["last_side"]
    for k in range(int(s["n_floor"])):
        turn(m["floor"][k])
    for k in range(int(s["depth"])):
        w = m["windows"][k]
        kind = WINDOWS[int(w["kind"])]
        w["actor"], w["target"] = unit(w["actor"]), unit(w["target"])
        if kind in ("action", "step"):
            turn(w)
            w["direction"] = (w["direction"] + 4) % 8
        elif kind == "parts" and w["x"] >= 0:
            w["x"] = last_x - w["x"]
        w["candidates"] = units(w["candidates"])
        if kind in ("step", "ready"):  # elsewhere it counts
            w["asked"] = units(w["asked"])
    return other, unit


def random_battles(name, seed, states):
    """Yield battles in random states of an encounter, all phases among them."""
    rng = np.random.default_rng(seed)
    battle = Battle(name, seed=seed)
    for n in range(states):
        for _ in range(int(rng.integers(1, 6))):
            if battle.outcome is not None:
                battle = Battle(battle.arena, seed=seed * 1000 + n)
            battle.act(int(rng.choice(np.flatnonzero(battle.mask()))))
        if battle.outcome is None:
            yield battle


def test_the_duel_and_the_team_maps_are_declared_symmetric():
    assert SYMMETRIC == ["undead/alley", "undead/clinic", "undead/lot"]


@pytest.mark.parametrize("name", SYMMETRIC)
def test_both_seats_of_a_mirrored_battle_see_the_same_bytes(name):
    phases = set()
    for battle in random_battles(name, 1, 400):
        other, unit = mirrored(battle)
        assert other.faults() == []
        phases.add(battle.phase)
        for i, seat in enumerate(battle.units):
            twin = other.units[unit(i)]
            assert battle.observation(seat).tobytes() == other.observation(twin).tobytes()
            assert battle.mask(seat).tobytes() == other.mask(twin).tobytes()
    assert {"main", "tile", "item_direction", "ready_kind"} <= phases


@pytest.mark.parametrize("name", SYMMETRIC)
def test_the_same_row_leads_to_mirrored_battles_again(name):
    rng = np.random.default_rng(2)
    for battle in random_battles(name, 3, 150):
        other, unit = mirrored(battle)
        row = int(rng.choice(np.flatnonzero(battle.mask())))
        dice = [int(die) for die in rng.integers(1, 9, 40)]  # a scatter die of 8 fits too
        if battle.phase == "tile":
            continue  # the scatter die counts from north on both maps
        for one in (battle, other):
            one.force_dice(dice)
            one.act(row)
        assert (battle.phase, battle.round) == (other.phase, other.round)
        if battle.outcome is None:
            seat, twin = battle.decider, other.decider
            assert unit(battle.index(seat)) == other.index(twin)
            assert battle.observation(seat).tobytes() == other.observation(twin).tobytes()
            assert battle.mask().tobytes() == other.mask().tobytes()
