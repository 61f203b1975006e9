"""What the learner meets: its own decisions only, with the rewards that belong to them."""

import numpy as np
import pytest

from fracas.envs import IllegalAction
from fracas.policies.network import Network


def network(arena, seed=0, width=8):
    """Return a network with random weights."""
    rng = np.random.default_rng(seed)
    sizes = {
        "layer_0": (arena.n_floats, width), "rows": (width, arena.n_rows), "value": (width, 1),
    }  # fmt: skip
    arrays = {
        f"{name}.weight": rng.normal(0, 0.5, size).astype(np.float32)
        for name, size in sizes.items()
    }
    arrays |= {f"{name}.bias": np.zeros(size[1], np.float32) for name, size in sizes.items()}
    return Network.from_arrays(arrays, "tanh")


@pytest.fixture
def mixed(make_pool, duel):
    """Return a pool with all kinds of opponents."""
    pool = make_pool(random=1.0, scripted=1.0, frozen=1.0, latest=1.0)
    pool.freeze("self_1", network(duel, 1))
    pool.freeze("self_2", network(duel, 2))
    pool.follow(network(duel, 3))
    return pool


def test_H5_the_learner_is_asked_only_for_its_own_side(battles, draw, mixed) -> None:
    play = battles(16, pool=mixed)
    for _ in range(200):
        assert (play.batch.sides_of[play.batch.deciders] == play.seats).all()
        assert play.masks.any(axis=1).all()
        play.step(draw(play))
    assert {m.kind for m in mixed.members.values() if m.games} == {
        "random", "scripted", "frozen", "latest",
    }  # fmt: skip


def test_what_the_learner_sees_is_its_deciders_view(battles, draw, mixed) -> None:
    play = battles(8, pool=mixed)
    for _ in range(60):
        for k in range(8):
            battle = play.batch.battle(k)
            assert (battle.observation() == play.observations[k]).all()
            assert (battle.mask() == play.masks[k]).all()
        play.step(draw(play))


def test_B1_a_win_is_plus_one_for_the_winner_at_the_step_that_won(battles, draw) -> None:
    play = battles(16)
    own, others = 0, 0
    for _ in range(400):
        rows, seats = draw(play), play.seats.copy()
        copies = [play.batch.battle(k) for k in range(16)]
        rewards, ended, more = play.step(rows)
        for k, battle in enumerate(copies):
            battle.act(int(rows[k]))
            if battle.outcome is not None:  # the learner's own row ended it
                winner = battle.outcome
                expected = (
                    0 if winner == "draw" else 1 if winner == play.arena.sides[seats[k]] else -1
                )
                assert rewards[k] == more[k]["result"] == expected
                assert ended[k]
                own += expected == 1
            else:  # an opponent's did, or nobody's
                assert rewards[k] == (more[k]["result"] if ended[k] else 0)
                others += rewards[k] == -1
    assert own > 5
    assert others > 5


def test_both_seats_are_played_in_turn(battles, draw) -> None:
    play = battles(2)
    seats = [[], []]
    while min(map(len, seats)) < 4:
        before = play.seats.copy()
        for k in play.step(draw(play))[2]:
            seats[k].append(int(before[k]))
    assert seats[0][:4] == [0, 1, 0, 1]
    assert seats[1][:4] == [1, 0, 1, 0]


def test_one_seat_only_when_asked_for(battles, draw) -> None:
    play = battles(4, side="blue")
    for _ in range(100):
        assert (play.seats == 1).all()
        play.step(draw(play))


def words(play):
    return set(play.batch.states["seed"].tolist())


def test_D8_D11_no_two_battles_share_their_dice(battles) -> None:
    runs = [words(battles(8, seed=seed)) for seed in range(6)]
    assert len(set().union(*runs)) == 48
    assert words(battles(8, seed=0)) == runs[0]


def test_the_same_seed_plays_the_same_battles(battles, make_pool, duel) -> None:
    ends = []
    for _ in range(2):
        pool = make_pool(random=1.0, scripted=1.0, latest=1.0)
        pool.follow(network(duel))
        play, rng = battles(8, pool=pool), np.random.default_rng(2)
        for _ in range(100):
            play.step((rng.random(play.masks.shape) * play.masks).argmax(axis=1))
        ends.append(play.batch.bytes.tobytes())
    assert ends[0] == ends[1]


def test_C5_an_illegal_row_is_refused(battles) -> None:
    play = battles(4)
    rows = play.masks.argmax(axis=1)
    rows[2] = play.masks[2].argmin()
    with pytest.raises(IllegalAction, match="battle 2: row"):
        play.step(rows)


def test_C4_an_empty_mask_never_reaches_the_policy(battles, draw, monkeypatch) -> None:
    play = battles(4)
    rows = draw(play)
    answer = play._answer

    def emptied(which):
        answer(which)
        play.masks[1] = 0

    monkeypatch.setattr(play, "_answer", emptied)
    with pytest.raises(RuntimeError, match="battle 1 owes a decision without a legal row"):
        play.step(rows)


def test_a_cut_battle_is_a_truncation_seen_from_the_learners_seat(battles, draw) -> None:
    play = battles(8, max_decisions=5)
    cuts = 0
    for _ in range(60):
        rows = draw(play)
        copies = [play.batch.battle(k) for k in range(8)]
        rewards, ended, more = play.step(rows)
        for k, about in more.items():
            battle = copies[k]
            unit = battle.decider
            battle.act(int(rows[k]))
            if about["cut"]:
                cuts += 1
                assert ended[k]
                assert rewards[k] == 0
                if int(battle.state["decisions"][0]) == 5:
                    assert (about["seen"] == battle.observation(unit)).all()
    assert cuts > 10
    assert play.finished["cut"] >= cuts  # some before the learner could decide


def test_shaping_adds_up_to_nothing_over_an_episode(battles, draw) -> None:
    play = battles(8, shaping=0.7)
    sums, begun = np.zeros(8), np.zeros(8)
    seen = 0
    begun[:] = play._potential
    for _ in range(300):
        rewards, ended, more = play.step(draw(play))
        sums += rewards
        for k in np.flatnonzero(ended):
            assert sums[k] == pytest.approx(more[k]["result"] - 0.7 * begun[k], abs=1e-5)
            sums[k], begun[k] = 0, play._potential[k]
            seen += 1
    assert seen > 20


def test_a_draw_is_worth_what_the_run_says_to_the_learner_alone(battles, draw, small) -> None:
    short = {**small().encounter, "round_limit": 1}
    plain, grim = battles(8, encounter=short), battles(8, encounter=short, draw=-0.4)
    drawn = 0
    for _ in range(60):
        rows = draw(plain)
        results = plain.step(rows), grim.step(rows)
        for k, about in results[0][2].items():
            assert about["result"] == results[1][2][k]["result"]  # what pools and tables count
            is_draw = not about["cut"] and about["result"] == 0
            drawn += is_draw
            expected = -0.4 if is_draw else about["result"]
            assert results[1][0][k] == pytest.approx(expected)
        going = ~results[0][1]
        assert (results[1][0][going] == 0).all()
    assert drawn > 20


def test_battles_go_on_from_a_saved_state(battles, make_pool, duel) -> None:
    def fresh():
        pool = make_pool(random=1.0, scripted=1.0, latest=1.0)
        pool.follow(network(duel))
        return battles(6, pool=pool, seed=4)

    def go(play, rng, steps):
        for _ in range(steps):
            play.step((rng.random(play.masks.shape) * play.masks).argmax(axis=1))

    whole, rng = fresh(), np.random.default_rng(0)
    go(whole, rng, 40)
    saved, pool = whole.state(), whole.pool.state()
    resumed, other = fresh(), np.random.default_rng()
    other.bit_generator.state = rng.bit_generator.state
    resumed.restore(saved)
    resumed.pool.restore(pool, {m.digest: m.network for m in whole.pool.members.values()})
    go(whole, rng, 40)
    go(resumed, other, 40)
    assert whole.batch.bytes.tobytes() == resumed.batch.bytes.tobytes()
    assert whole.pool.state() == resumed.pool.state()
    assert whole.finished == resumed.finished


def test_a_battle_over_before_the_learner_decides_is_no_episode_of_its(battles, draw) -> None:
    """A14: blue strikes first, and red may fall before its first decision."""
    from fracas.training.opponents import Pool, scripts_of

    data = {
        "system": "undead", "title": "Ambush", "round_limit": 4, "map": "....",
        "order": ["blue_0", "red_0"],
        "sides": [
            {"id": "red", "units": [{"at": [1, 0], "hp": 4}]},
            {"id": "blue", "units": [{"at": [2, 0], "hp": 9, "hands": ["knife"]}]},
        ],
    }  # fmt: skip
    door = scripts_of("undead")[1]
    pool = Pool({"scripted": 1.0}, door[1:2], door, np.random.default_rng(0))
    play = battles(8, encounter=data, side="red", pool=pool)
    learned = 0
    for _ in range(50):
        assert (play.batch.sides_of[play.batch.deciders] == 0).all()
        learned += len(play.step(draw(play))[2])
    assert sum(play.finished.values()) > learned


# -- stable-baselines3 ----------------------------------------------------------------------------


@pytest.fixture
def env(battles):
    from fracas.training.vec_env import FracasVecEnv

    return FracasVecEnv(battles(4))


def test_masks_reach_sb3_in_one_array(env) -> None:
    from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported

    assert is_masking_supported(env)
    masks = get_action_masks(env)
    assert masks.reshape(4, -1).shape == env.battles.masks.shape
    assert (masks[0] == (env.battles.masks != 0)).all()


def test_G1_what_was_returned_is_never_overwritten(env, draw) -> None:
    seen = env.reset()
    masks = env.action_masks()
    kept = seen.copy(), masks.copy()
    for _ in range(20):
        seen_next, rewards, ended, _ = env.step(draw(env.battles))
        before = seen_next.copy(), rewards.copy(), ended.copy()
        env.step(draw(env.battles))
        for now, then in zip((seen_next, rewards, ended), before, strict=True):
            assert (now == then).all()
    assert (seen == kept[0]).all()
    assert (masks == kept[1]).all()


def test_the_end_of_an_episode_is_told_as_sb3_expects(battles, draw) -> None:
    from fracas.training.vec_env import FracasVecEnv

    env = FracasVecEnv(battles(4, max_decisions=30))
    env.reset()
    told = []
    for _ in range(200):
        seen, _, ended, infos = env.step(draw(env.battles))
        assert seen.dtype == np.float32
        for k in range(4):
            assert bool(infos[k]) == bool(ended[k])
        told += [infos[k] for k in np.flatnonzero(ended)]
    assert {info["TimeLimit.truncated"] for info in told} == {True, False}
    assert all(info["terminal_observation"].shape == seen.shape[1:] for info in told)
    assert all(info["episode"]["r"] in (-1, 0, 1) for info in told)


def test_the_class_is_found_where_it_says_it_is(env) -> None:
    import pickle

    assert pickle.loads(pickle.dumps(type(env))) is type(env)


def test_systems_without_scripts_have_random_play(battles, draw, monkeypatch) -> None:
    from fracas.training import opponents, vec_env

    door, names = opponents.scripts_of("a_system_to_come")
    assert names == ("random",)
    monkeypatch.setattr(vec_env, "scripts_of", lambda system: (door, names))
    play = battles(4)
    for _ in range(200):
        play.step(draw(play))
    assert sum(play.finished.values()) > 5
