"""Seeds and determinism of other projects that went wrong, tried on these (area D).

The names keep the rows' numbers.

Elsewhere: D1 in tests/properties/test_same_bytes.py, D2 and D17 in tests/test_layers.py, D13 in
tests/evaluation, tests/training/test_train.py and tests/policies/test_policies.py.
"""

import numpy as np
import pytest

from fracas.envs import Battle, BattleBatch, arena, bundled, make
from fracas.evaluation.match import play
from fracas.policies.resolve import resolve, script_names
from fracas.training.opponents import Pool, scripts_of
from fracas.training.vec_env import SelfPlay


def log(name, seed):
    """Return all that an episode of random legal play gave, step by step."""
    env, rng = make(name), np.random.default_rng(5)
    env.reset(seed=seed)
    told = []
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        told.append((agent, reward, terminated, truncated, seen["observation"].tobytes()))
        done = terminated or truncated
        if done:
            env.step(None)
        else:
            told.append(env.record().tobytes())  # events among it
            env.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
    return told


@pytest.mark.parametrize("name", bundled())
def test_D5_whole_episodes_are_equal_not_their_first_step_only(name):
    one, again, other = log(name, 3), log(name, 3), log(name, 4)
    assert one == again
    assert one != other
    assert len(one) > 20


@pytest.mark.parametrize("name", bundled())
def test_D7_sampling_follows_the_spaces_own_seed_and_leaves_the_battle_alone(name):
    def drawn(reset_seed, space_seed):
        env = make(name)
        env.reset(seed=reset_seed)
        agent = env.agent_selection
        space, mask = env.action_space(agent), env.last()[0]["action_mask"]
        space.seed(space_seed)
        before = env.record().tobytes()
        rows = [int(space.sample(mask)) for _ in range(30)]
        assert env.record().tobytes() == before
        return rows

    assert drawn(1, 7) == drawn(1, 7)
    assert drawn(1, 7) != drawn(1, 8)


class Noting:
    """Asks another policy, and notes the generator words of the battles."""

    def __init__(self, inner, dtype, words):
        self.inner, self.dtype, self.words = inner, dtype, words

    def reset(self, seed):
        self.inner.reset(seed)

    def act(self, observations, masks, states=None):
        records = np.ascontiguousarray(states).view(self.dtype).reshape(-1)
        self.words.update(records["seed"].tolist())
        return self.inner.act(observations, masks, states)


def test_D10_no_battle_of_an_evaluation_was_one_of_the_training():
    made = arena(bundled()[0])
    door = scripts_of(made.system.name)[1]
    for seed in range(4):
        pool = Pool({"random": 1.0}, door, door, np.random.default_rng(0))
        training = SelfPlay(made, 64, np.random.SeedSequence(seed), pool)
        training.reset()
        trained = set(training.batch.states["seed"].tolist())
        trained |= set(training.batch.next_words(5000).tolist())
        judged = set()
        noting = Noting(resolve("random", made), made.system.dtype, judged)
        play(made, noting, noting, 50, seed=seed)
        assert len(judged) == 50
        assert not trained & judged


def dice_of(batch, policy):
    """Return ({kind: [(sides, value), ...]}) of a battle that one policy plays on all sides."""
    found, at = {}, 0
    while not batch.done.all():
        state = batch.states[0]
        for n in range(at, int(state["n_dice"])):
            die = state["dice"][n % len(state["dice"])]
            found.setdefault(int(die["kind"]), []).append((int(die["sides"]), int(die["value"])))
        at = int(state["n_dice"])
        batch.step(policy.act(batch.observations, batch.masks, batch.states))
    return found


@pytest.mark.parametrize("name", bundled())
def test_D16_other_players_meet_the_same_start_and_the_same_dice(name):
    """Whoever plays: the n-th die of a kind is the same wherever it has as many sides."""
    names, compared = script_names(name.split("/")[0]), 0
    for seed in range(6):
        batches = [BattleBatch(name, 1, seed=seed) for _ in range(2)]
        assert batches[0].bytes.tobytes() == batches[1].bytes.tobytes()
        one, other = (
            dice_of(batch, resolve(script, batch.arena))
            for batch, script in zip(batches, (names[0], names[-1]), strict=True)
        )
        for kind in one.keys() & other.keys():
            for (sides, value), (others, rolled) in zip(one[kind], other[kind], strict=False):
                if sides == others:
                    assert value == rolled
                    compared += 1
    assert compared > 20


@pytest.mark.parametrize("name", bundled())
def test_D17_a_seed_means_one_battle_whatever_numpys_own_generator_says(name):
    states = set()
    for seed in (0, 1):
        np.random.seed(seed)  # noqa: NPY002 - the global generator is what must not matter
        before = np.random.get_state()[1].tobytes()  # noqa: NPY002
        battle = Battle(name, seed=6)
        for _ in range(20):
            battle.act(int(np.flatnonzero(battle.mask())[-1]))
        states.add(battle.state.tobytes())
        assert np.random.get_state()[1].tobytes() == before  # noqa: NPY002
    assert len(states) == 1
