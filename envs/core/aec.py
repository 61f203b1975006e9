"""``CombatEnv``: a battle as a PettingZoo environment in which every unit is an agent."""

import operator
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo.utils.env import AECEnv

from fracas.envs.core.batch import rewards_of
from fracas.envs.core.battle import Arena, Battle, arena
from fracas.envs.core.errors import IllegalAction
from fracas.envs.core.record import address, copy_of
from fracas.envs.core.system import OP_ACT, OP_BEGIN, OP_LOOK, REFUSED, system_named

Observation = dict[str, NDArray[Any]]

RENDER_MODES = ["ansi", "human"]


def observation_space(n_floats: int, n_rows: int) -> spaces.Dict:
    """Return the space of observations with masks."""
    return spaces.Dict(
        {
            "observation": spaces.Box(-1.0, 1.0, (n_floats,), np.float32),
            "action_mask": spaces.Box(0, 1, (n_rows,), np.int8),
        }
    )


class CombatEnv(AECEnv):
    """One battle; ``agent_selection`` is the unit that owes a decision, whoever's turn it is.

    The same agent may be asked several times in a row, and a reaction interrupts another's turn.
    A unit that is down is never selected, but stays in ``agents`` until the battle ends, so that it
    receives its side's result. At the end all agents terminate together (at ``max_decisions`` they
    are truncated), ``agent_selection`` is the first of ``agents``, and each agent leaves with its
    own ``step(None)``.

    Rewards are 0 until the end, then +1 for the winner's units, -1 for the loser's (with more than
    two sides the others share it), 0 for a draw or a truncation.

    Arrays handed out are never written to again. ``clone()``, ``copy.deepcopy`` and ``pickle`` keep
    a battle under way, dice and all.

    Args:
        encounter: a bundled id (``"undead/alley"``), a YAML path, a mapping, or an ``Arena``.
        max_decisions: decisions after which a battle is truncated.
        render_mode: ``"ansi"`` (``render()`` returns the board) or ``"human"`` (it prints it).

    Raises:
        EncounterError: the encounter can't be used.
        ValueError: another argument is wrong.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - PettingZoo's name and type
        "name": "fracas_v0",
        "render_modes": RENDER_MODES,
        "render_fps": 4,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        encounter: str | Path | Mapping[str, Any] | Arena,
        *,
        max_decisions: int = 10_000,
        render_mode: str | None = None,
    ) -> None:
        """Make the environment; ``reset`` begins a battle."""
        super().__init__()
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"render_mode is None, ansi or human, not {render_mode!r}")
        if max_decisions < 1:
            raise ValueError(f"max_decisions is a positive number, not {max_decisions}")
        self.arena = arena(encounter)
        self.max_decisions = max_decisions
        self.render_mode = render_mode
        name = Path(self.arena.name).stem
        self.metadata = {**self.metadata, "name": f"{self.arena.system.name}-{name}_v0"}
        self.possible_agents = list(self.arena.units)
        self.agents: list[str] = []
        self.agent_selection: str | None = None
        self._spaces: dict[str, tuple[spaces.Dict, spaces.Discrete]] = {}
        self._entropy: Any = np.random.SeedSequence().entropy
        self._episode = 0
        self._begun = self._over = False
        self._state = copy_of(self.arena.record)
        self._floats = np.zeros(self.arena.n_floats, np.float32)
        self._mask = np.zeros(self.arena.n_rows, np.int8)
        self._wire()

    def _wire(self) -> None:
        """Look up once what every step needs."""
        self._play = self.arena.system.play.call
        self._record = address(self._state)
        self._bytes = self._state.view(np.uint8)
        self._floats_at, self._mask_at = address(self._floats), address(self._mask)
        self._decisions = self._state["decisions"]
        self._n_rows = len(self._mask)

    # -- spaces -----------------------------------------------------------------------------------

    def _spaces_of(self, agent: str) -> tuple[spaces.Dict, spaces.Discrete]:
        found = self._spaces.get(agent)
        if found is None:
            self._seat(agent)
            floats, rows = self.arena.n_floats, self.arena.n_rows
            found = (observation_space(floats, rows), spaces.Discrete(rows))
            self._spaces[agent] = found
        return found

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return an agent's space of observations, the same object each time."""
        return self._spaces_of(agent)[0]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return an agent's space of actions, the same object each time.

        Sample with the mask: ``env.action_space(a).sample(observation["action_mask"])``. Its own
        ``seed`` decides what it draws; ``reset`` doesn't.
        """
        return self._spaces_of(agent)[1]

    @property
    def state_space(self) -> spaces.Box:
        """Return the space of ``state()``."""
        size = self.arena.n_floats * len(self.possible_agents)
        return spaces.Box(-1.0, 1.0, (size,), np.float32)

    # -- a battle ---------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a battle.

        Args:
            seed: seed of the dice, as in ``Battle(encounter, seed)``; later calls without one go
                on from it, each battle with unrelated dice.
            options: ``{"battle": Battle}`` starts from that battle's state; others are ignored.

        Raises:
            ValueError: the seed is negative, or the battle is one of another encounter.
        """
        given = (options or {}).get("battle")
        if seed is not None:
            if seed < 0:
                raise ValueError(f"a seed is a number from 0 on, not {seed}")
            self._entropy, self._episode = int(seed), 0
        if given is not None:
            seat = self._adopt(given)
        else:
            key = (self._episode,) if self._episode else ()
            word = np.random.SeedSequence(self._entropy, spawn_key=key).generate_state(1, np.uint64)
            self._episode += 1
            self._bytes[:] = self.arena.record.view(np.uint8)
            self._state["seed"] = word[0]
            seat = self._play(self._record, OP_BEGIN, 0, self._floats_at, self._mask_at)
        agents = self.possible_agents
        self.agents = agents.copy()
        self.rewards = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        self._skip_agent_selection = None
        self._begun, self._over = True, False
        if seat >= 0:
            self.agent_selection = agents[seat]
        else:
            self._finish(truncated=False)

    def _adopt(self, battle: Battle) -> int:
        """Take over a battle's state; return who owes a decision."""
        s, own = battle.state[0], self.arena.record[0]
        if (
            battle.system is not self.arena.system
            or battle.arena.names != self.arena.names
            or any(s[size] != own[size] for size in ("n_rows", "n_floats"))
        ):
            raise ValueError(f"the battle is one of {battle.arena.name}, not of {self.arena.name}")
        self._bytes[:] = battle.state.view(np.uint8)
        seat = int(s["decider"])
        self._play(self._record, OP_LOOK, seat, self._floats_at, self._mask_at)
        return seat

    def step(self, action: Any) -> None:
        """Take an action for ``agent_selection`` and run to the next decision.

        Args:
            action: a row that the mask allows; None for an agent that is done.

        Raises:
            IllegalAction: the action is not legal now; nothing has changed.
            RuntimeError: no battle has begun.
        """
        if self._over or not self._begun:
            self._step_when_done(action)
            return
        try:
            row = operator.index(action)
        except TypeError:
            raise self._refusal(action) from None
        if not 0 <= row < self._n_rows:
            raise self._refusal(action)
        seat = self._play(self._record, OP_ACT, row, self._floats_at, self._mask_at)
        if seat >= 0:
            self.agent_selection = self.possible_agents[seat]
            if self._decisions[0] >= self.max_decisions:
                self._finish(truncated=True)
        elif seat == REFUSED:
            raise self._refusal(row)
        else:
            self._finish(truncated=False)

    def _finish(self, truncated: bool) -> None:
        """End the battle for all agents at once."""
        winner = self._state["winner"]
        by_side = rewards_of(winner, len(self.arena.sides))[0]
        for agent, side in zip(self.possible_agents, self.arena.sides_of, strict=True):
            reward = float(by_side[side])
            self.rewards[agent] = self._cumulative_rewards[agent] = reward
            self.terminations[agent] = not truncated
            self.truncations[agent] = truncated
        self.agent_selection = self.agents[0]
        self._over = True

    def _step_when_done(self, action: Any) -> None:
        self._check_begun()
        if not self.agents:
            raise IllegalAction("no agent is left: reset() begins another battle")
        if action is not None:
            raise IllegalAction(
                f"the battle is over ({self._result()}): {self.agent_selection} can only step(None)"
            )
        self._was_dead_step(None)

    def _refusal(self, action: Any) -> IllegalAction:
        battle = self.battle
        if isinstance(action, (int, np.integer)):
            row = int(action)
            known = 0 <= row < self._n_rows
            name = str(battle.action(row)) if known else f"row {row} (of {self._n_rows})"
        else:
            shown = " ".join(repr(action).split())[:40]
            name = f"{shown} (a row's number from 0 to {self._n_rows - 1} is needed)"
        return IllegalAction(f"{name} is not legal for {battle.decider} ({battle.phase})")

    def _result(self) -> str:
        return self.battle.outcome or "truncated"

    def _check_begun(self) -> None:
        if not self._begun:
            raise RuntimeError("no battle has begun: call reset() first")

    # -- looking ----------------------------------------------------------------------------------

    def last(
        self, observe: bool = True
    ) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """Return observation, reward since its last step, terminated, truncated and info.

        They are those of ``agent_selection``.

        Raises:
            RuntimeError: no battle has begun, or no agent is left.
        """
        agent = self.agent_selection
        if not self.agents or agent is None:
            self._check_begun()
            raise RuntimeError("no agent is left: reset() begins another battle")
        observation = None
        if observe:
            if self._over:
                observation = self.observe(agent)
            else:
                observation = {"observation": self._floats.copy(), "action_mask": self._mask.copy()}
        return (
            observation,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def observe(self, agent: str) -> Observation:
        """Return what an agent may know now, deciding or not, down or not, also after the end.

        The mask of an agent that owes no decision is all zero.

        Raises:
            ValueError: there is no such agent.
            RuntimeError: no battle has begun.
        """
        self._check_begun()
        if agent == self.agent_selection and not self._over:
            return {"observation": self._floats.copy(), "action_mask": self._mask.copy()}
        floats, mask = np.empty_like(self._floats), np.empty_like(self._mask)
        self._play(self._record, OP_LOOK, self._seat(agent), address(floats), address(mask))
        if self._over:
            mask[:] = 0  # the decision owed when a battle is truncated is no longer asked
        return {"observation": floats, "action_mask": mask}

    def _seat(self, agent: str) -> int:
        if agent not in self.possible_agents:
            raise ValueError(f"no agent {agent!r}; agents: {', '.join(self.possible_agents)}")
        return self.possible_agents.index(agent)

    def state(self) -> NDArray[np.float32]:
        """Return the observations of all ``possible_agents``, one after another.

        It holds what any unit knows, so it is for centralised critics, not for players.
        """
        return np.concatenate(
            [self.observe(agent)["observation"] for agent in self.possible_agents]
        )

    @property
    def battle(self) -> Battle:
        """Return the present state as an independent ``Battle``."""
        self._check_begun()
        battle = Battle(self.arena)
        battle.state = self.record()
        return battle

    def record(self) -> NDArray[Any]:
        """Return a copy of the present state, shape (1,)."""
        return copy_of(self._state)

    def render(self) -> str | None:
        """Return the board (``"ansi"``), or print it (``"human"``)."""
        if self.render_mode is None:
            return None
        board = self.battle.board()
        if self.render_mode == "ansi":
            return board
        print(board)
        return None

    def close(self) -> None:
        """Do nothing: there is nothing to release."""

    # -- copies -----------------------------------------------------------------------------------

    def clone(self) -> "CombatEnv":
        """Return an independent copy, dice and all, with action spaces of its own."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._spaces = {}
        other._state = copy_of(self._state)
        for name in ("_floats", "_mask", "possible_agents", "agents"):
            setattr(other, name, getattr(self, name).copy())
        if self._begun:
            for name in ("rewards", "_cumulative_rewards", "terminations", "truncations"):
                setattr(other, name, getattr(self, name).copy())
            other.infos = {agent: dict(info) for agent, info in self.infos.items()}
        other._wire()
        return other

    def __getstate__(self) -> dict[str, Any]:
        state = self.__dict__.copy()
        for name in ("_play", "_record", "_bytes", "_floats_at", "_mask_at", "_decisions"):
            del state[name]
        parts = {field.name: getattr(self.arena, field.name) for field in fields(Arena)}
        state["arena"] = {**parts, "system": self.arena.system.name}  # kernels can't be pickled
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        parts = state["arena"]
        self.arena = Arena(**{**parts, "system": system_named(parts["system"])})
        self._wire()
