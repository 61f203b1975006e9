"""A policy by its name: a script of the system, a trained network on disk, or a brain."""

import difflib
from collections.abc import Sequence
from pathlib import Path

from fracas.envs.core.battle import Arena
from fracas.policies.base import Policy
from fracas.policies.brain import SUFFIX, Brain, BrainError
from fracas.policies.network import POLICY_FILE, NetworkError, NetworkPolicy
from fracas.policies.random import RandomPolicy
from fracas.policies.scripted import ScriptedPolicy, scripts_of


class PolicyError(ValueError):
    """No such policy, or one that can't play here: one line says what would be accepted."""


def script_names(system: str) -> tuple[str, ...]:
    """Return the names of the policies that a system has built in, ``random`` first."""
    try:
        return scripts_of(system)
    except ValueError:
        return ("random",)


def first_baseline(names: Sequence[str]) -> str:
    """Return the script to meet unless another is asked for: the first that isn't random."""
    return next((name for name in names if name != "random"), names[0])


def resolve(name: str, arena: Arena, greedy: bool = False) -> Policy:
    """Return a policy that can play an encounter.

    Args:
        name: ``random``, another script's name, the folder of a training run, or an ``.npz`` or
            ``.brain`` file.
        arena: the encounter.
        greedy: whether a network or brain takes the likeliest row instead of drawing one.

    Raises:
        PolicyError: there is none of this name, or it was made for another encounter.
    """
    scripts = script_names(arena.system.name)
    if name in scripts:
        try:
            return ScriptedPolicy(arena, name)
        except ValueError:  # a system without scripts
            return RandomPolicy()
    path = Path(name)
    if not name or not path.exists():
        near = difflib.get_close_matches(name, [*scripts, *_runs(path)], 1, 0.5)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise PolicyError(
            f"no policy {name!r}: neither one of {', '.join(scripts)} nor a training run or a"
            f" .brain file{hint}"
        )
    if path.suffix == ".zip":
        raise PolicyError(
            f"{name}: a .zip of stable-baselines3 can run code when it is loaded, so none ever is;"
            " give the training run's folder or a .brain file (fracas export)"
        )
    try:
        if path.suffix == SUFFIX:
            brain = Brain.load(path, greedy=greedy)
            brain.check_fit(arena)
            return brain
        return NetworkPolicy.load(path, greedy=greedy, arena=arena)
    except (NetworkError, BrainError) as error:
        raise PolicyError(str(error)) from None


def _runs(path: Path) -> list[str]:
    """Return the training runs, weights and brains that stand beside a path."""
    try:
        runs = [str(run.parent) for run in path.parent.glob(f"*/{POLICY_FILE}")]
        files = [*path.parent.glob("*.npz"), *path.parent.glob(f"*{SUFFIX}")]
        return sorted(runs + [str(file) for file in files if file.is_file()])
    except OSError:
        return []
