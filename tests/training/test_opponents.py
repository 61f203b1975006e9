"""Who is met, how often, and that frozen selves stay as they were."""

import json

import numpy as np
import pytest

from fracas.training.opponents import Opponent, Pool, PoolError


def weights(seed: int):
    from fracas.policies.network import Network

    rng = np.random.default_rng(seed)
    sizes = {"layer_0": (6, 4), "rows": (4, 5), "value": (4, 1)}
    arrays = {f"{k}.weight": rng.normal(size=s).astype(np.float32) for k, s in sizes.items()}
    arrays |= {f"{k}.bias": np.zeros(s[1], np.float32) for k, s in sizes.items()}
    return Network.from_arrays(arrays, "relu")


def test_H7_kinds_are_met_by_their_shares(make_pool) -> None:
    pool = make_pool(random=1.0, scripted=2.0, frozen=1.0)
    pool.freeze("self_1", weights(1))
    chances = pool.chances()
    kinds = dict.fromkeys(("random", "scripted", "frozen"), 0.0)
    for number, chance in chances.items():
        kinds[pool.members[number].kind] += chance
    assert kinds == pytest.approx({"random": 0.25, "scripted": 0.5, "frozen": 0.25})
    drawn = pool.draw(20_000)
    for number, chance in chances.items():
        assert np.mean(drawn == number) == pytest.approx(chance, abs=0.02)


def test_a_kind_without_members_leaves_its_share_to_the_others(make_pool) -> None:
    pool = make_pool(random=1.0, frozen=3.0)
    assert sum(pool.chances().values()) == pytest.approx(1)
    assert {pool.members[n].kind for n in pool.chances()} == {"random"}


def test_harder_opponents_are_met_more_often_and_beaten_ones_still(make_pool) -> None:
    pool = make_pool(scripted=1.0)
    easy, hard, *_ = pool.of_kind("scripted")
    pool.members[easy].score, pool.members[hard].score = 1.0, 0.1
    chances = pool.chances()
    assert chances[hard] == pytest.approx(chances[easy] * 10)
    assert chances[easy] > 0


def test_nobody_to_meet_is_an_error(make_pool) -> None:
    with pytest.raises(ValueError, match="no opponent"):
        make_pool(frozen=1.0).draw(1)


def test_H10_a_score_of_zero_counts() -> None:
    met = Opponent("x", "scripted")
    for _ in range(50):
        met.meet(0.0)
    assert met.games == 50
    assert met.score < 0.02
    met.meet(1.0)
    assert met.score == pytest.approx(0.02, abs=0.02)


def test_a_score_follows_the_last_hundred_games() -> None:
    met = Opponent("x", "scripted")
    for result in [0.0] * 400 + [1.0] * 150:
        met.meet(result)
    assert met.score > 0.9


def test_H1_frozen_weights_are_copies_that_nobody_can_write(make_pool) -> None:
    pool = make_pool(random=1.0, frozen=1.0)
    network = weights(1)
    number = pool.freeze("self_1", network)
    frozen = pool.members[number]
    with pytest.raises(ValueError, match="read-only"):
        frozen.network.arrays()["rows.weight"][0, 0] = 7
    pool.check()
    frozen.network.weights.flags.writeable = True
    frozen.network.arrays()["rows.weight"][0, 0] += 1
    with pytest.raises(PoolError, match="self_1 have changed"):
        pool.check()


def test_H2_frozen_selves_are_bounded(make_pool) -> None:
    pool = make_pool(random=1.0, frozen=1.0)
    in_use = np.array([], np.int64)
    for k in range(200):
        number = pool.freeze(f"self_{k}", weights(k))
        pool.members[number].score = (k * 7 % 10) / 10
        pool.forget(in_use)
    assert len(pool.of_kind("frozen")) == 3
    assert len(pool.members) == 4


def test_the_self_that_is_beaten_best_leaves_once_no_battle_needs_it(make_pool) -> None:
    pool = make_pool(random=1.0, frozen=1.0)
    numbers = [pool.freeze(f"self_{k}", weights(k)) for k in range(3)]
    pool.members[numbers[1]].score = 0.9
    pool.freeze("self_3", weights(3))
    assert numbers[1] not in pool.chances()
    pool.forget(np.array([numbers[1]]))
    assert numbers[1] in pool.members
    pool.forget(np.array([numbers[0]]))
    assert numbers[1] not in pool.members


def test_the_state_goes_through_json(make_pool) -> None:
    pool = make_pool(random=1.0, scripted=1.0, frozen=1.0)
    network = weights(1)
    pool.freeze("self_1", network)
    pool.members[0].meet(1.0)
    saved = json.loads(json.dumps(pool.state()))
    other = make_pool(random=1.0, scripted=1.0, frozen=1.0)
    other.restore(saved, {network.digest(): network})
    assert other.state() == pool.state()
    assert (other.draw(50) == pool.draw(50)).all()


@pytest.mark.parametrize(("given", "message"), [({}, "missing"), ({"other": 1}, "missing")])
def test_a_saved_pool_needs_its_weights(make_pool, given, message) -> None:
    pool: Pool = make_pool(random=1.0, frozen=1.0)
    pool.freeze("self_1", weights(1))
    with pytest.raises(PoolError, match=message):
        make_pool(random=1.0, frozen=1.0).restore(pool.state(), given)


def test_other_weights_under_a_saved_digest_are_noticed(make_pool) -> None:
    pool = make_pool(random=1.0, frozen=1.0)
    pool.freeze("self_1", weights(1))
    with pytest.raises(PoolError, match="have changed"):
        make_pool(random=1.0, frozen=1.0).restore(pool.state(), {weights(1).digest(): weights(2)})


def test_H7_a_file_of_another_encounter_is_refused(make_pool, duel, tmp_path) -> None:
    from fracas.policies.network import NetworkError, save

    save(tmp_path / "a.npz", weights(1), {"system": "undead", "encounter": "x", "rows": 5})
    with pytest.raises(NetworkError, match="made for x"):
        make_pool(files=1.0).read(str(tmp_path / "a.npz"), duel)
