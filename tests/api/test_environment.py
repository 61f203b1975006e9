"""What the environments promise beyond the libraries' own tests: errors, options, states."""

import subprocess
import sys

import numpy as np
import pytest

from fracas.envs import Battle, IllegalAction, bundled, make
from fracas.envs.core.single import SingleEnv

NAME = bundled()[0]


def rows(mask):
    """Return the legal rows of a mask."""
    return np.flatnonzero(mask).tolist()


def begun(name=NAME, seed=1, **settings):
    env = make(name, **settings)
    env.reset(seed=seed)
    return env


def finished(name=NAME):
    """Return an environment whose battle is over, and its last decider."""
    env = begun(name)
    rng = np.random.default_rng(1)
    while not env.terminations[env.agent_selection]:
        env.step(int(rng.choice(rows(env.last()[0]["action_mask"]))))
    return env


# -- order of calls -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "call",
    [
        lambda env: env.step(0),
        lambda env: env.last(),
        lambda env: env.observe(env.possible_agents[0]),
        lambda env: env.state(),
        lambda env: env.battle,
    ],
)
def test_what_comes_before_reset_is_refused_in_one_line(call):
    with pytest.raises(RuntimeError, match=r"^no battle has begun: call reset\(\) first$"):
        call(make(NAME))


def test_a_finished_battle_takes_no_more_actions_until_reset():
    env = finished()
    with pytest.raises(IllegalAction, match=r"the battle is over \(.*\): .* can only step\(None\)"):
        env.step(0)
    for _ in env.possible_agents:
        env.step(None)
    with pytest.raises(IllegalAction, match=r"no agent is left: reset\(\)"):
        env.step(None)
    with pytest.raises(RuntimeError, match=r"no agent is left: reset\(\)"):
        env.last()
    env.reset()
    assert env.agents == env.possible_agents
    assert not any(env.terminations.values())


def test_an_illegal_row_is_named_and_changes_nothing():
    env = begun()
    before, seen = env.record().tobytes(), env.last()[0]
    row = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    with pytest.raises(IllegalAction) as error:
        env.step(row)
    assert str(env.battle.action(row)) in str(error.value)
    assert env.agent_selection in str(error.value)
    assert env.record().tobytes() == before
    assert env.last()[0]["observation"].tobytes() == seen["observation"].tobytes()
    assert env.last()[0]["action_mask"].tobytes() == seen["action_mask"].tobytes()


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"render_mode": "rgb_array"}, "render_mode is None, ansi or human"),
        ({"max_decisions": 0}, "max_decisions is a positive number"),
    ],
)
def test_bad_settings_are_refused(settings, message):
    with pytest.raises(ValueError, match=message):
        make(NAME, **settings)


def test_bad_seeds_and_agents_are_refused():
    env = begun()
    with pytest.raises(ValueError, match="a seed is a number from 0 on, not -1"):
        env.reset(seed=-1)
    for ask in (env.observe, env.observation_space, env.action_space):
        with pytest.raises(ValueError, match=f"no agent 'nobody'; agents: {env.agents[0]}"):
            ask("nobody")


# -- seeds, states, copies ------------------------------------------------------------------------


@pytest.mark.parametrize("name", bundled())
def test_a_seed_means_the_same_battle_as_for_Battle(name):
    env = begun(name, seed=11)
    assert env.record().tobytes() == Battle(name, seed=11).state.tobytes()


def test_later_episodes_follow_from_the_seed():
    records = []
    for _ in range(2):
        env = begun(seed=4)
        for _ in range(3):
            env.reset()
        records.append(env.record().tobytes())
    assert records[0] == records[1]
    assert begun(seed=4).record().tobytes() != records[0]


def test_without_a_seed_two_environments_differ():
    one, two = make(NAME), make(NAME)
    one.reset()
    two.reset()
    assert one.record()["seed"] != two.record()["seed"]


@pytest.mark.parametrize("name", bundled())
def test_a_battle_is_taken_over_and_handed_out_as_it_is(name):
    battle = Battle(name, seed=5)
    for _ in range(12):
        battle.act(rows(battle.mask())[-1])
    env = make(name)
    env.reset(options={"battle": battle})
    assert env.agent_selection == battle.decider
    assert env.record().tobytes() == battle.state.tobytes()
    assert (env.last()[0]["action_mask"] == battle.mask()).all()
    assert env.last()[0]["observation"].tobytes() == battle.observation().tobytes()
    handed = env.battle
    handed.act(rows(handed.mask())[0])
    assert env.record().tobytes() == battle.state.tobytes()  # copies, both ways


@pytest.mark.skipif(len(bundled()) < 2, reason="needs two encounters")
def test_a_battle_of_another_encounter_is_refused():
    other = bundled()[1]
    with pytest.raises(ValueError, match=f"the battle is one of {other}, not of {NAME}"):
        make(NAME).reset(options={"battle": Battle(other)})


def test_a_finished_battle_that_is_taken_over_has_ended():
    env, over = make(NAME), finished()
    env.reset(options={"battle": over.battle})
    assert all(env.terminations.values())
    assert env.rewards == over.rewards


@pytest.mark.parametrize("name", bundled())
def test_the_state_is_inside_its_space_and_holds_every_seat(name):
    env = begun(name)
    state = env.state()
    assert env.state_space.contains(state)
    parts = np.split(state, len(env.possible_agents))
    for agent, part in zip(env.possible_agents, parts, strict=True):
        assert (part == env.observe(agent)["observation"]).all()


def test_a_clone_has_dicts_of_its_own():
    env = begun()
    other = env.clone()
    other.infos[other.agents[0]]["mine"] = 1
    other.agents.pop()
    other.rewards[other.agents[0]] = 5.0
    assert env.infos[env.agents[0]] == {}
    assert env.agents == env.possible_agents
    assert env.rewards[env.agents[0]] == 0.0
    assert other.action_space(other.agents[0]) is not env.action_space(env.agents[0])


def test_G8_the_mask_of_a_truncated_battle_is_empty_for_all():
    env = begun(max_decisions=3)
    for _ in range(3):
        env.step(rows(env.last()[0]["action_mask"])[0])
    assert all(env.truncations.values())
    assert not any(env.observe(agent)["action_mask"].any() for agent in env.agents)


def test_D16_another_player_meets_the_same_dice():
    def dice(seed):
        """Return {kind: [(sides, value), ...]} of a battle played with a generator of its own."""
        battle, rng = Battle(NAME, seed=9), np.random.default_rng(seed)
        found, at = {}, 0
        ring = battle.state[0]["dice"]
        while battle.outcome is None:
            for n in range(at, battle.dice_rolled):
                die = ring[n % len(ring)]
                found.setdefault(int(die["kind"]), []).append(
                    (int(die["sides"]), int(die["value"]))
                )
            at = battle.dice_rolled
            battle.act(int(rng.choice(rows(battle.mask()))))
        return found

    one, two = dice(1), dice(2)
    compared = 0
    for kind in one.keys() & two.keys():
        for (sides, value), (other_sides, other_value) in zip(one[kind], two[kind], strict=False):
            if sides == other_sides:
                assert value == other_value
                compared += 1
    assert compared > 5


def test_the_environments_need_no_torch():
    code = (
        "import sys, fracas.envs as e; env = e.make('%s'); env.reset(seed=1); env.last();"
        "print([m for m in ('torch', 'stable_baselines3', 'matplotlib') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", code % NAME], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


# -- one side against a policy --------------------------------------------------------------------


class Watcher:
    """Plays the first legal row and keeps what it was shown."""

    def __init__(self):
        self.seeds, self.shapes, self.units = [], set(), set()

    def reset(self, seed):
        self.seeds.append(seed)

    def act(self, observations, masks, states=None):
        self.shapes.add((observations.shape, masks.shape, states.shape))
        self.units.add(int(states["decider"][0]))
        return masks.argmax(axis=1)


def episode(env, seed):
    """Play random legal rows; return all that was seen."""
    observation, info = env.reset(seed=seed)
    rng, seen, done = np.random.default_rng(0), [], False
    while not done:
        row = int(rng.choice(rows(observation["action_mask"])))
        observation, reward, terminated, truncated, info = env.step(row)
        done = terminated or truncated
        seen.append((observation["observation"].tobytes(), reward, done, info["unit"]))
    return seen, info


@pytest.mark.parametrize("name", bundled())
def test_a_policy_plays_every_other_side_and_none_of_the_own(name):
    watcher = Watcher()
    env = SingleEnv(name, policy=watcher)
    _, info = episode(env, 1)
    n, floats, actions = 1, env.combat.arena.n_floats, env.combat.arena.n_rows
    assert watcher.shapes == {((n, floats), (n, actions), (n,))}
    assert not {env.combat.possible_agents[k] for k in watcher.units} & set(env.units)
    assert info["outcome"] in (*env.combat.arena.sides, "draw")


def test_D13_the_same_seed_gives_the_same_episode_and_the_policy_is_seeded():
    env, watcher = SingleEnv(NAME), Watcher()
    assert episode(env, 6) == episode(env, 6)
    assert episode(env, 6) != episode(env, 7)
    watched = SingleEnv(NAME, policy=watcher)
    for seed in (6, 6, 7):
        watched.reset(seed=seed)
    assert watcher.seeds[0] == watcher.seeds[1] != watcher.seeds[2]


def test_an_illegal_action_loses_or_is_refused_as_asked():
    env = SingleEnv(NAME)
    env.reset(seed=1)
    row = int(np.flatnonzero(~env.action_masks())[0])
    observation, reward, terminated, truncated, info = env.step(row)
    assert (reward, terminated, truncated, info["outcome"]) == (-1.0, True, False, "illegal")
    assert "is not legal for" in info["illegal"]
    assert not observation["action_mask"].any()
    with pytest.raises(IllegalAction, match=r"no battle is under way: reset\(\) begins one"):
        env.step(0)
    strict = SingleEnv(NAME, illegal="error")
    strict.reset(seed=1)
    before = strict.combat.record().tobytes()
    with pytest.raises(IllegalAction, match="is not legal for"):
        strict.step(row)
    assert strict.combat.record().tobytes() == before
    assert not strict.step(rows(strict.action_masks())[0])[2]


def test_a_policy_that_answers_an_illegal_row_is_refused():
    class Wrong(Watcher):
        def act(self, observations, masks, states=None):
            return masks.argmin(axis=1)

    env = SingleEnv(NAME, policy=Wrong())
    with pytest.raises(IllegalAction, match="is not legal for"):
        episode(env, 1)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"side": "green"}, "no side 'green'; sides: red, blue"),
        ({"policy": object()}, "a policy has a method act"),
        ({"illegal": "ignore"}, "illegal is lose or error, not 'ignore'"),
    ],
)
def test_bad_settings_of_a_single_side_are_refused(settings, message):
    with pytest.raises(ValueError, match=message):
        SingleEnv(NAME, **settings)
