"""Battles as the learner meets them: only its own side's decisions, opponents played inside.

``SelfPlay`` is plain numpy over a ``BattleBatch``. ``FracasVecEnv`` shows it to stable-baselines3
(the class is made when it is first asked for, so that importing this module needs no PyTorch).
"""

import json
import time
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fracas.envs.core.batch import (
    NETWORK,
    BattleBatch,
    act_many,
    act_one,
    answer_many,
    head_at,
)
from fracas.envs.core.battle import Arena, arena
from fracas.envs.core.dice import mix
from fracas.envs.core.errors import IllegalAction
from fracas.envs.core.jit import public_kernel
from fracas.envs.core.record import DRAW, address
from fracas.envs.core.system import OP_LOOK, REFUSED
from fracas.policies.network import draw, evaluate
from fracas.training.opponents import Pool, scripts_of

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MOST_STARTS = 100


@public_kernel
def network_many(  # noqa: D417 - the rest as in answer_many
    play: Any, states: Any, which: Any, learners: Any, sides_of: Any, noises: Any,
    observations: Any, masks: Any, deciders: Any, limit: Any,
    weights: Any, widths: Any, tanh: Any, scratch: Any,
) -> Any:  # fmt: skip
    """Run battles on through a network's decisions until the learner must decide.

    Args:
        which: battles to run on, which this network plays.
        weights: and the rest: the network (``Network.kernel_arguments``).

    Returns:
        The first battle in which a row was refused, or -1.
    """
    for n in range(which.shape[0]):
        k = which[n]
        head = head_at(states.ctypes.data + k * states.shape[1])
        while (
            head.decider >= 0 and sides_of[head.decider] != learners[k] and head.decisions < limit
        ):
            noises[k] = mix(noises[k] + GOLDEN)
            evaluate(weights, widths, tanh, observations, k, scratch)
            row = draw(scratch, masks, k, np.float64(noises[k] >> np.uint64(11)) * 2.0**-53)
            deciders[k] = act_one(play, states, k, row, observations, masks)
            if deciders[k] == REFUSED:
                return k
    return -1


class SelfPlay:
    """Battles in which a learner plays one side and the pool's opponents the others.

    A step takes the learner's row, plays on until the learner's side must decide again, and
    gives as reward what happened until then. Battles that end start anew with another opponent.
    Call ``reset`` once before the first step.

    Args:
        encounter: a bundled id, a YAML path, a mapping, or an ``Arena``.
        n: number of battles.
        seed: seed of dice, seats and scripts.
        pool: the opponents.
        side: the learner's side; None to change seats with every episode.
        max_decisions: decisions after which a battle is cut (a truncation).
        shaping: weight of the potential (how whole the own side is, less the enemies').
        gamma: discount of the learner, which the potential needs.
        draw: reward of a draw.

    Attributes:
        batch: the battles.
        seats: (n,) side of the learner.
        met: (n,) number of the opponent.
        episodes: (n,) episodes begun.
        finished: results so far: ``won``, ``drawn``, ``lost``, ``cut``.
    """

    def __init__(
        self,
        encounter: str | Path | Mapping[str, Any] | Arena,
        n: int,
        seed: np.random.SeedSequence,
        pool: Pool,
        *,
        side: str | None = None,
        max_decisions: int = 2000,
        shaping: float = 0.0,
        gamma: float = 1.0,
        draw: float = 0.0,
    ) -> None:
        self.arena = arena(encounter)
        dice, draws = seed.spawn(2)
        self.rng = np.random.default_rng(draws)
        self.batch = BattleBatch(self.arena, n, int(dice.generate_state(1, np.uint64)[0]))
        self._decisions = self.batch.states["decisions"]  # a view: always up to date
        self.n, self.pool = n, pool
        self.max_decisions, self.shaping, self.gamma = max_decisions, shaping, gamma
        self.draw = np.float32(draw)
        self.side = None if side is None else self.arena.sides.index(side)
        self._choose = scripts_of(self.arena.system.name)[0].function
        self._potential_of = _potential(self.arena) if shaping else None
        self.seats = np.zeros(n, np.int64)
        self.met = np.zeros(n, np.int64)
        self.episodes = np.zeros(n, np.int64)
        self._scripts = np.zeros(n, np.int64)
        self._noises = np.zeros(n, np.uint64)
        self._last = np.zeros(n, np.int64)  # unit that took the learner's last decision
        self._steps = np.zeros(n, np.int64)
        self._potential = np.zeros(n, np.float32)
        self.finished = dict.fromkeys(("won", "drawn", "lost", "cut"), 0)

    @property
    def masks(self) -> NDArray[np.int8]:
        """Return the masks of the decisions that the learner owes, overwritten by ``step``."""
        return self.batch.masks

    @property
    def observations(self) -> NDArray[np.float32]:
        """Return what the deciders may know, overwritten by ``step``."""
        return self.batch.observations

    def reset(self) -> None:
        """Start all battles anew."""
        self._begin(np.arange(self.n))
        self._check()

    def step(
        self, rows: NDArray[np.int64]
    ) -> tuple[NDArray[np.float32], NDArray[np.bool_], dict[int, dict[str, Any]]]:
        """Take a row in every battle and play on to the learner's next decisions.

        Returns:
            Rewards, whether the episode ended, and more about those that did, by battle: result,
            opponent, seat, steps, whether it was cut, and what the learner saw last.

        Raises:
            IllegalAction: a row is not legal.
        """
        batch = self.batch
        self._last[:] = batch.deciders
        self._steps += 1
        self._act(rows)
        self._answer(np.arange(self.n))
        batch.settle()
        rewards = batch.rewards[np.arange(self.n), self.seats]
        cut = ~batch.done & (self._decisions >= self.max_decisions)
        ended = batch.done | cut
        rewards[batch.done & (batch.states["winner"] == DRAW)] = self.draw
        if self._potential_of is not None:
            after = self._potential_of(batch.states, self.seats)
            after[batch.done] = 0  # so shaping adds up to nothing over an episode
            rewards += np.float32(self.shaping) * (np.float32(self.gamma) * after - self._potential)
            self._potential = after
        more = {int(k): self._finish(int(k), bool(cut[k])) for k in np.flatnonzero(ended)}
        if more:
            self._begin(np.flatnonzero(ended))
        self._check()
        return rewards, ended, more

    # -- inside a step ----------------------------------------------------------------------------

    def _begin(self, which: NDArray[np.int64]) -> None:
        """Start battles and run them to the learner's first decision."""
        for _ in range(MOST_STARTS):
            self.met[which] = self.pool.draw(len(which))
            self.seats[which] = (
                (self.episodes[which] + which) % len(self.arena.sides)
                if self.side is None
                else self.side
            )
            self.episodes[which] += 1
            members = self.pool.members
            self._scripts[which] = [members[int(number)].script for number in self.met[which]]
            self._noises[which] = self.rng.integers(0, 2**64, len(which), np.uint64)
            self._steps[which] = 0
            self.batch.restart(which)
            self._answer(which)
            over = (self.batch.deciders[which] < 0) | (self._decisions[which] >= self.max_decisions)
            if self._potential_of is not None:
                self._potential[which] = self._potential_of(
                    self.batch.states[which], self.seats[which]
                )
            if not over.any():
                return
            # Over before the learner was asked: no decision to learn from, but a result.
            self.batch.settle()
            for k in which[over]:
                self._count(int(k), not self.batch.done[k])
            which = which[over]
        raise RuntimeError(
            f"{self.arena.name}: {MOST_STARTS} battles ended before the learner could decide"
        )

    def _answer(self, which: NDArray[np.int64]) -> None:
        """Play the opponents' decisions until the learner owes one everywhere."""
        batch = self.batch
        refused = answer_many(
            batch.play, self._choose, batch.bytes, which, self.seats, self._scripts,
            batch.sides_of, self._noises, batch.observations, batch.masks, batch.deciders,
            self.max_decisions,
        )  # fmt: skip
        if refused >= 0:
            name = self.pool.members[int(self.met[refused])].name
            raise IllegalAction(f"battle {refused}: {name} chose a row that is not legal")
        which = which[self._scripts[which] == NETWORK]
        met = self.met[which]
        for number in np.unique(met):
            network = self.pool.members[int(number)].network
            assert network is not None
            refused = network_many(
                batch.play, batch.bytes, which[met == number], self.seats, batch.sides_of,
                self._noises, batch.observations, batch.masks, batch.deciders, self.max_decisions,
                *network.kernel_arguments,
            )  # fmt: skip
            if refused >= 0:
                raise IllegalAction(f"battle {refused}: a network chose a row that is not legal")

    def _act(self, rows: NDArray[np.int64]) -> None:
        batch = self.batch
        refused = act_many(
            batch.play, batch.bytes, rows, batch.observations, batch.masks, batch.deciders
        )
        if refused >= 0:
            raise IllegalAction(f"battle {refused}: row {rows[refused]} is not legal")

    def _finish(self, k: int, cut: bool) -> dict[str, Any]:
        """Count an episode's result and tell about it."""
        seen = np.zeros(self.arena.n_floats, np.float32)
        mask = np.zeros(self.arena.n_rows, np.int8)
        # The row in the batch may be an opponent's view: ask for the learner's own.
        self.arena.system.play.call(
            address(self.batch.bytes[k]), OP_LOOK, int(self._last[k]), address(seen), address(mask)
        )
        result = self._count(k, cut)
        return {
            "result": result,
            "opponent": self.pool.members[int(self.met[k])].name,
            "seat": self.arena.sides[self.seats[k]],
            "steps": int(self._steps[k]),
            "cut": cut,
            "seen": seen,
        }

    def _count(self, k: int, cut: bool) -> float:
        result = 0.0 if cut else float(self.batch.rewards[k, self.seats[k]])
        self.pool.members[int(self.met[k])].meet((result + 1) / 2)
        kind = "cut" if cut else "won" if result > 0 else "lost" if result < 0 else "drawn"
        self.finished[kind] += 1
        return result

    def _check(self) -> None:
        """Refuse to ask the learner where it can't answer: a policy would draw an illegal row."""
        empty = ~self.batch.masks.any(axis=1)
        if empty.any():
            raise RuntimeError(
                f"battle {int(np.argmax(empty))} owes a decision without a legal row"
            )

    # -- saving -----------------------------------------------------------------------------------

    def state(self) -> dict[str, NDArray[Any]]:
        """Return all that the future depends on, as arrays without objects."""
        more = {
            "base": int(self.batch.base),
            "episode": self.batch.episode,
            "rng": self.rng.bit_generator.state,
            "finished": self.finished,
        }
        arrays = {name: array.copy() for name, array in self._arrays().items()}
        return {**arrays, "more": np.array(json.dumps(more))}

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        """Take up a saved state (the pool's is saved apart).

        Raises:
            ValueError: it is of another encounter or number of battles.
        """
        for name, array in self._arrays().items():
            saved = state[name]
            if saved.shape != array.shape or saved.dtype != array.dtype:
                found, needed = (f"{a.dtype} of shape {a.shape}" for a in (saved, array))
                raise ValueError(f"{name}: {needed} is needed, not {found}")
            array[...] = saved
        more = json.loads(str(state["more"]))
        self.batch.base, self.batch.episode = np.uint64(more["base"]), more["episode"]
        self.rng.bit_generator.state = more["rng"]
        self.finished = more["finished"]

    def _arrays(self) -> dict[str, NDArray[Any]]:
        batch = self.batch
        return {
            "bytes": batch.bytes, "observations": batch.observations, "masks": batch.masks,
            "deciders": batch.deciders, "done": batch.done, "seats": self.seats, "met": self.met,
            "episodes": self.episodes, "scripts": self._scripts, "noises": self._noises,
            "last": self._last, "steps": self._steps, "potential": self._potential,
        }  # fmt: skip


def _potential(where: Arena) -> Any:
    """Return a function (states, seats) -> how whole the own side is, less the others."""
    count, vitality = len(where.units), where.system.vitality
    sides = np.array(where.sides_of)
    shares = np.array(
        [np.where(sides == s, 1 / np.sum(sides == s), 0) for s in range(max(sides) + 1)]
    )
    shares = shares.astype(np.float32)

    def potential(states: NDArray[Any], seats: NDArray[np.int64]) -> NDArray[np.float32]:
        own = shares[seats]
        others = (1 - (own > 0)) / np.float32(max(1, len(shares) - 1)) * shares.sum(axis=0)
        return ((own - others) * vitality(states)[:, :count]).sum(axis=1).astype(np.float32)

    return potential


# -- stable-baselines3 ----------------------------------------------------------------------------


@cache
def _vec_env_class() -> type[Any]:
    from gymnasium import spaces
    from stable_baselines3.common.vec_env import VecEnv

    class FracasVecEnv(VecEnv):
        """``SelfPlay`` as a vectorised environment of stable-baselines3, with batched masks.

        Args:
            battles: the battles; the other arguments are those of ``SelfPlay`` if it is not given.
        """

        def __init__(self, battles: SelfPlay) -> None:
            self.battles = battles
            self.render_mode = None
            floats, rows = battles.arena.n_floats, battles.arena.n_rows
            super().__init__(
                battles.n, spaces.Box(-1.0, 1.0, (floats,), np.float32), spaces.Discrete(rows)
            )
            self.seconds = 0.0  # spent in the battles
            self._nothing: list[dict[str, Any]] = [{} for _ in range(battles.n)]
            self._rows = np.zeros(battles.n, np.int64)

        def action_masks(self) -> NDArray[np.bool_]:
            """Return a copy of the masks of the decisions owed, shape (battles, rows)."""
            return self.battles.masks != 0

        def reset(self) -> NDArray[np.float32]:
            """Start all battles anew (seeds are given to ``SelfPlay``)."""
            self.battles.reset()
            return self.battles.observations.copy()

        def step_async(self, actions: NDArray[np.int64]) -> None:
            """Keep the rows for ``step_wait``."""
            self._rows = np.ascontiguousarray(actions, np.int64).reshape(self.num_envs)

        def step_wait(self) -> Any:
            """Take the rows; all arrays returned are the caller's own."""
            started = time.perf_counter()
            rewards, ended, more = self.battles.step(self._rows)
            self.seconds += time.perf_counter() - started
            infos = self._nothing
            if more:
                infos = list(infos)
                for k, about in more.items():
                    infos[k] = {
                        "terminal_observation": about["seen"],
                        "TimeLimit.truncated": about["cut"],
                        "episode": {"r": about["result"], "l": about["steps"]},
                        "opponent": about["opponent"],
                        "seat": about["seat"],
                    }
            return self.battles.observations.copy(), rewards, ended, infos

        def close(self) -> None:
            """Nothing is held open."""

        def has_attr(self, attr_name: str) -> bool:
            """Tell whether there is such an attribute; it is the same for all battles."""
            return hasattr(self, attr_name)

        def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
            """Return an attribute once for each battle asked for."""
            return [getattr(self, attr_name)] * len(list(self._get_indices(indices)))

        def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
            """Set an attribute, for all battles."""
            setattr(self, attr_name, value)

        def env_method(
            self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any
        ) -> list[Any]:
            """Call a method once; its answer holds all battles (so masks come as one array)."""
            return [getattr(self, method_name)(*args, **kwargs)]

        def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
            """Return False: battles carry no wrappers."""
            return [False] * self.num_envs

    FracasVecEnv.__qualname__ = "FracasVecEnv"
    return FracasVecEnv


def __getattr__(name: str) -> Any:
    if name == "FracasVecEnv":
        return _vec_env_class()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
