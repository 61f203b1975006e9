"""``SingleEnv``: one side of a battle as a Gymnasium environment, the others played by a policy."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from fracas.envs.core.aec import RENDER_MODES, CombatEnv, Observation, observation_space
from fracas.envs.core.battle import Arena
from fracas.envs.core.errors import IllegalAction


class Acts(Protocol):
    """Whoever plays the other sides: ``fracas.policies`` are such, and any object like it.

    A method ``reset(seed)``, where it has one, is called at the start of each battle.
    """

    def act(
        self, observations: NDArray[np.float32], masks: NDArray[np.int8], states: Any = None
    ) -> Any:
        """Return a legal row for each row of ``observations`` and ``masks``."""


class RandomLegal:
    """Picks a legal row at random."""

    def __init__(self) -> None:
        """Take a seed from the system; ``reset`` sets another."""
        self.reset(None)

    def reset(self, seed: int | None) -> None:
        """Draw from now on as ``seed`` says."""
        self._rng = np.random.default_rng(seed)

    def act(
        self, observations: NDArray[np.float32], masks: NDArray[np.int8], states: Any = None
    ) -> NDArray[np.int64]:
        """Return a legal row for each row of ``masks``."""
        return np.array([self._rng.choice(np.flatnonzero(mask)) for mask in masks], np.int64)


class SingleEnv(gymnasium.Env[Observation, Any]):
    """One side against a policy: decides for whichever unit of the side owes a decision.

    ``info["unit"]`` names that unit; at the end ``info["outcome"]`` is the winning side, "draw",
    "truncated" or "illegal". The reward is 0 until the end, then as for ``CombatEnv``. The mask is
    in the observation and, for MaskablePPO, in ``action_masks()``.

    Gymnasium lets any member of the action space be tried, so an illegal action ends the battle
    with reward -1 (``info["illegal"]`` says why), unless ``illegal="error"`` refuses it. To sample
    a legal one: ``env.action_space.sample(observation["action_mask"])``.

    Args:
        encounter: a bundled id (``"undead/alley"``), a YAML path, a mapping, or an ``Arena``.
        side: id of the side to play; the encounter's first if left out.
        policy: plays all other sides; random legal actions if left out.
        illegal: what an illegal action does: ``"lose"`` or ``"error"``.
        max_decisions: decisions of all sides after which a battle is truncated.
        render_mode: ``"ansi"`` (``render()`` returns the board) or ``"human"`` (it prints it).

    Raises:
        EncounterError: the encounter can't be used.
        ValueError: another argument is wrong.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - Gymnasium's name and type
        "render_modes": RENDER_MODES,
        "render_fps": 4,
    }

    def __init__(
        self,
        encounter: str | Path | Mapping[str, Any] | Arena,
        *,
        side: str | None = None,
        policy: Acts | None = None,
        illegal: str = "lose",
        max_decisions: int = 10_000,
        render_mode: str | None = None,
    ) -> None:
        """Make the environment; ``reset`` begins a battle."""
        self.combat = CombatEnv(encounter, max_decisions=max_decisions, render_mode=render_mode)
        arena = self.combat.arena
        self.side = arena.sides[0] if side is None else side
        if self.side not in arena.sides:
            raise ValueError(f"no side {side!r}; sides: {', '.join(arena.sides)}")
        if policy is not None and not hasattr(policy, "act"):
            raise ValueError(f"a policy has a method act(observations, masks), {policy!r} has none")
        if illegal not in ("lose", "error"):
            raise ValueError(f"illegal is lose or error, not {illegal!r}")
        own = arena.sides.index(self.side)
        self.units = [u for u, s in zip(arena.units, arena.sides_of, strict=True) if s == own]
        self.policy: Acts = RandomLegal() if policy is None else policy
        self.illegal = illegal
        self.render_mode = render_mode
        self.unit = self.units[0]
        self.observation_space = observation_space(arena.n_floats, arena.n_rows)  # type: ignore[assignment]
        self.action_space = spaces.Discrete(arena.n_rows)
        self._mask = np.zeros(arena.n_rows, np.int8)
        self._done = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a battle and run to the side's first decision.

        A battle that ends before the side has had any is replaced by the next.

        Args:
            seed: seed of the dice and, apart from them, of the policy.
            options: as for ``CombatEnv.reset``.

        Raises:
            ValueError: as for ``CombatEnv.reset``.
            RuntimeError: the side never gets a decision.
        """
        super().reset(seed=seed)
        for _ in range(1000):
            self.combat.reset(seed=seed, options=options)
            seat_policy = getattr(self.policy, "reset", None)
            if seat_policy is not None:
                seat_policy(int(self.np_random.integers(2**31)))
            observation = self._run()
            if not self._done:
                return observation, {"unit": self.unit}
            seed = None
        raise RuntimeError(f"{self.side} never gets a decision in {self.combat.arena.name}")

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Take an action for the unit that owes a decision and run to the side's next one.

        Raises:
            IllegalAction: the action is not legal now and ``illegal`` is ``"error"``, or the battle
                is over; nothing has changed.
        """
        if self._done:
            raise IllegalAction("no battle is under way: reset() begins one")
        combat = self.combat
        try:
            combat.step(action)
        except IllegalAction as error:
            if self.illegal == "error":
                raise
            return self._lose(str(error))
        observation = self._run()
        info: dict[str, Any] = {"unit": self.unit}
        if self._done:
            info["outcome"] = combat.battle.outcome or "truncated"
        unit = self.unit
        return (
            observation,
            combat.rewards[unit],
            combat.terminations[unit],
            combat.truncations[unit],
            info,
        )

    def _lose(self, why: str) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        self._done = True
        self._mask[:] = 0
        observation = {**self.combat.observe(self.unit), "action_mask": self._mask.copy()}
        info = {"unit": self.unit, "outcome": "illegal", "illegal": why}
        return observation, -1.0, True, False, info

    def _run(self) -> Observation:
        """Let the policy play until the side owes a decision or the battle is over."""
        combat = self.combat
        while True:
            agent = combat.agent_selection
            assert agent is not None
            self._done = combat.terminations[agent] or combat.truncations[agent]
            if self._done or agent in self.units:
                self.unit = self.unit if self._done else agent
                observation = combat.observe(self.unit)
                self._mask = observation["action_mask"].copy()
                return observation
            seen = combat.observe(agent)
            rows = self.policy.act(
                seen["observation"][None], seen["action_mask"][None], combat.record()
            )
            combat.step(rows[0])

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which rows are legal now: what MaskablePPO asks for."""
        return self._mask.astype(np.bool_)

    def render(self) -> Any:
        """Return the board (``"ansi"``), or print it (``"human"``)."""
        return self.combat.render()
