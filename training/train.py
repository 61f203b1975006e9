"""Training runs: MaskablePPO against a pool of scripts and former selves."""

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from fracas.envs.core.battle import Arena, arena
from fracas.policies.network import Network, describe
from fracas.training.checkpoint import (
    RunError,
    RunFolder,
    read_model,
    read_run,
    read_state,
)
from fracas.training.config import Ppo, TrainConfig
from fracas.training.imitate import STRONGEST, imitate
from fracas.training.learner import make_learner, network_of
from fracas.training.opponents import Pool, scripts_of
from fracas.training.progress import Bar, Curve, Status
from fracas.training.vec_env import SelfPlay

Report = Callable[[Status], None]


@dataclass(frozen=True)
class Result:
    """What came of a run.

    Attributes:
        folder: where it is.
        status: how far it came.
        network: the final weights.
    """

    folder: Path
    status: Status
    network: Network


def train(
    config: TrainConfig | None,
    run_folder: str | Path,
    resume: bool = False,
    progress: bool | Report = True,
) -> Result:
    """Train a network and keep everything about it in a folder.

    The first Ctrl-C ends the run after the update under way, with a checkpoint, and then raises
    ``KeyboardInterrupt``; a second one ends it at once, with the checkpoint before.

    Args:
        config: the run; None to resume with the folder's own.
        run_folder: a folder for the run alone.
        resume: go on from the folder's newest checkpoint.
        progress: show a bar on the terminal; or a function that is called after every update.

    Raises:
        RunError: the folder holds a run already, or none that could be resumed.
        EncounterError: the encounter can't be used.
        NetworkError: an opponent's file can't be used.
    """
    folder = RunFolder(run_folder)
    if resume:
        config, checkpoint = folder.resume(config)
        run = Run(config, folder)
        run.restore(checkpoint)
        folder.keep_config(config)
    else:
        if config is None:
            raise RunError(f"{folder.path}: a new run needs a configuration")
        folder.check_free()
        run = Run(config, folder)
        folder.begin(config)
    bar = Bar(folder.path.name) if progress is True else nullcontext(progress or None)
    with bar as report, _stoppable() as stop:
        run.go(report, stop)
    if stop.is_set():
        raise KeyboardInterrupt
    return Result(folder.path, run.status(), run.network)


@contextmanager
def _stoppable() -> Iterator[threading.Event]:
    """Turn the first Ctrl-C into an event; later ones, and those of threads, are as ever."""
    stop = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield stop
        return
    before = signal.getsignal(signal.SIGINT)

    def asked(number: int, frame: Any) -> None:
        stop.set()
        signal.signal(signal.SIGINT, before)

    signal.signal(signal.SIGINT, asked)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)


class Run:
    """A run under way: battles, pool and learner.

    Args:
        config: the run.
        folder: where it is kept.
    """

    def __init__(self, config: TrainConfig, folder: RunFolder) -> None:
        import torch

        from fracas.training.vec_env import FracasVecEnv

        torch.set_num_threads(config.threads)
        self.config, self.folder = config, folder
        self.arena = arena(config.encounter)
        battles, pool, learner, self.lessons = np.random.SeedSequence(config.seed).spawn(4)
        self.pool = make_pool(config, self.arena, np.random.default_rng(pool))
        self.battles = SelfPlay(
            self.arena,
            config.ppo.battles,
            battles,
            self.pool,
            side=config.side,
            max_decisions=config.max_decisions,
            shaping=config.shaping,
            gamma=config.ppo.gamma,
            draw=config.draw,
        )
        self.env = FracasVecEnv(self.battles)
        self.model: Any = make_learner(self.env, config.ppo, config.network, learner)
        if config.opponents.latest > 0:
            self.pool.follow(self.network)
        self.seconds = 0.0  # of training, up to the end of the last update
        self.session = (0, 0.0)  # decisions and seconds when this session began
        self.spent = {"env": 0.0, "rollout": 0.0, "learn": 0.0}
        self.frozen_at = 0
        self.curve = Curve()

    @property
    def network(self) -> Network:
        """Return a copy of the present weights."""
        return network_of(self.model, self.config.network.activation)

    @property
    def decisions(self) -> int:
        """Return the learner's decisions so far."""
        return int(self.model.num_timesteps)

    @property
    def done(self) -> float:
        """Return the share of the run that is over, 0 to 1."""
        config = self.config
        shares = [0.0]
        if config.decisions is not None:
            shares.append(self.decisions / config.decisions)
        if config.minutes is not None:
            shares.append(self.seconds / (60 * config.minutes))
        return min(1.0, max(shares))

    def status(self) -> Status:
        """Return how far the run has come."""
        decisions, seconds = self.session
        total = sum(self.spent.values())
        return Status(
            self.decisions,
            self.done,
            self.seconds,
            (self.decisions - decisions) / max(1e-9, self.seconds - seconds),
            self.pool.scores(),
            dict(self.battles.finished),
            {name: part / max(1e-9, total) for name, part in self.spent.items()},
        )

    def go(self, report: Report | None, stop: threading.Event) -> None:
        """Train to the end, or until asked to stop; a checkpoint is written either way."""
        saved_at = self.decisions
        callback = self._set_up()
        if self.config.imitate is not None and self.decisions == 0:
            self._imitate(self.config.imitate, report, stop)
        try:
            while self.done < 1 and not stop.is_set():
                self._update(callback)
                if report is not None:
                    report(self.status())
                if self.decisions - saved_at >= self.config.checkpoint_every:
                    self.save()
                    saved_at = self.decisions
        finally:
            self.model.logger.close()
        self.pool.check()
        if saved_at != self.decisions or not self.folder.checkpoints():
            self.save()

    def _set_up(self) -> Any:
        """Prepare the learner's logs and its first observations; return its callback."""
        from stable_baselines3.common.logger import configure

        formats = ["csv", "tensorboard"] if self.config.tensorboard else ["csv"]
        logs = self.folder.path / "logs" / f"from_{self.decisions:012d}"
        self.model.set_logger(configure(str(logs), formats))
        fresh = self.model._last_obs is None
        _, callback = self.model._setup_learn(0, reset_num_timesteps=fresh)
        self.session = (self.decisions, self.seconds)
        return callback

    def _imitate(self, script: str, report: Report | None, stop: threading.Event) -> None:
        """Begin as a script plays."""
        begun, amount = time.perf_counter(), self.config.lessons

        def tell(share: float) -> None:
            if report is not None:
                report(replace(self.status(), stage=f"lessons {share:.0%}"))

        imitate(self.model, self.arena, script, amount, self.lessons, stop, tell)
        if self.config.opponents.latest > 0:
            self.pool.follow(self.network)
        self.seconds += time.perf_counter() - begun

    def _update(self, callback: Any) -> None:
        """Play one rollout and learn from it."""
        model, env = self.model, self.env
        begun, env.seconds = time.perf_counter(), 0.0
        model.collect_rollouts(model.env, callback, model.rollout_buffer, model.n_steps)
        rolled = time.perf_counter()
        model._current_progress_remaining = 1 - self.done
        model.ent_coef = entropy_at(self.config.ppo, self.done)
        model.train()
        self.pool.forget(self.battles.met)
        network = self.network
        if self.config.opponents.latest > 0:
            self.pool.follow(network)
        if (
            self.config.opponents.frozen > 0
            and self.decisions - self.frozen_at >= self.config.opponents.freeze_every
        ):
            self.pool.freeze(f"self_{self.decisions}", network)
            self.frozen_at = self.decisions
        over = time.perf_counter()
        self.spent["env"] += env.seconds
        self.spent["rollout"] += rolled - begun - env.seconds
        self.spent["learn"] += over - rolled
        self.seconds += over - begun
        self._log()

    def _log(self) -> None:
        status, logger = self.status(), self.model.logger
        for name, score in status.scores.items():
            kind = "selves" if name.startswith("self_") else "scores"
            logger.record(f"{kind}/{name}", score)
        for name, count in status.results.items():
            logger.record(f"episodes/{name}", count)
        for name, share in status.shares.items():
            logger.record(f"time/{name}", share)
        logger.record("time/decisions_per_second", status.speed)
        logger.record("time/seconds", status.seconds)
        logger.dump(status.decisions)
        self.curve.add(status)

    # -- checkpoints ------------------------------------------------------------------------------

    def save(self) -> None:
        """Write a checkpoint and the latest weights."""
        model = self.model
        arrays = {
            **self.battles.state(),
            "episode_starts": np.asarray(model._last_episode_starts, np.bool_),
            "draws": model.policy.draws.get_state().numpy(),
        }
        run = {
            "decisions": self.decisions,
            "updates": model._n_updates,
            "seconds": self.seconds,
            "frozen_at": self.frozen_at,
            "order": model.rollout_buffer.order.bit_generator.state,
            "pool": self.pool.state(),
        }
        members = self.pool.members.values()
        weights = [member.network for member in members if member.network is not None]
        self.folder.draw(self.curve)  # before the checkpoint: what is beyond it is cut off again
        self.folder.save(model, arrays, run, weights, self.config.keep)
        status = self.status()
        self.folder.publish(
            self.network,
            {
                **describe(self.arena),
                "title": self.arena.title,
                "decisions": status.decisions,
                "seconds": round(status.seconds, 1),
                "scores": {name: round(score, 4) for name, score in status.scores.items()},
                "games": {m.name: m.games for m in members if m.games},
                "results": status.results,
                "seed": self.config.seed,
            },
        )

    def restore(self, checkpoint: Path) -> None:
        """Take up a checkpoint."""
        import torch

        run, arrays = read_run(checkpoint), read_state(checkpoint)
        read_model(checkpoint, self.model)
        curve = self.folder.curve()
        try:
            self.pool.restore(run["pool"], self.folder.weights(run))
            self.battles.restore(arrays)
            model = self.model
            model.num_timesteps, model._n_updates = run["decisions"], run["updates"]
            model._last_obs = self.battles.observations.copy()
            model._last_episode_starts = arrays["episode_starts"]
            model.policy.draws.set_state(torch.from_numpy(arrays["draws"]))
            model.rollout_buffer.order.bit_generator.state = run["order"]
            self.seconds, self.frozen_at = run["seconds"], run["frozen_at"]
            self.curve.rows = [r for r in curve.rows if r["decisions"] <= run["decisions"]]
        except (KeyError, TypeError, ValueError, RuntimeError) as error:  # torch's are the last
            raise RunError(f"{checkpoint}: a checkpoint that doesn't fit ({error})") from None


def entropy_at(ppo: Ppo, done: float) -> float:
    """Return the weight of the entropy bonus when a share of the run is over."""
    last = ppo.entropy if ppo.last_entropy is None else ppo.last_entropy
    return ppo.entropy + (last - ppo.entropy) * done


def make_pool(config: TrainConfig, where: Arena, rng: np.random.Generator) -> Pool:
    """Return the pool of opponents that a run begins with.

    Raises:
        RunError: there is no such script or side.
        NetworkError: a network file can't be used.
    """
    wanted = config.opponents
    door = scripts_of(where.system.name)[1]
    scripts = door if wanted.scripts is None else tuple(wanted.scripts)
    for name in scripts:
        if name not in door:
            raise RunError(f"opponents.scripts: no script {name!r}; known: {', '.join(door)}")
    if config.imitate not in (None, STRONGEST, *door):
        known = ", ".join((STRONGEST, *door))
        raise RunError(f"imitate: no script {config.imitate!r}; known: {known}")
    if config.side is not None and config.side not in where.sides:
        raise RunError(f"side: no side {config.side!r}; sides: {', '.join(where.sides)}")
    shares = {
        kind: getattr(wanted, kind) for kind in ("random", "scripted", "frozen", "latest", "files")
    }
    names = ["random", *(name for name in scripts if name != "random")]
    pool = Pool(
        shares,
        names,
        door,
        rng,
        most_frozen=wanted.most_frozen,
        exponent=wanted.exponent,
        floor=wanted.floor,
    )
    for path in wanted.networks if wanted.files > 0 else []:
        pool.read(path, where)
    if not any(shares[member.kind] > 0 for member in pool.members.values()) and not wanted.latest:
        raise RunError("opponents: nobody to meet; give random, latest or files a share")
    return pool
