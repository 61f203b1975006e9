"""How fast the learner is, beside a PPO loop written out by hand for the same sizes.

Run as ``python -m fracas.training.bench_learner [encounter] [seconds]``.
"""

import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from fracas.envs.core.battle import arena
from fracas.training.config import Net, Ppo
from fracas.training.learner import REFUSED_LOGIT, make_learner
from fracas.training.opponents import Pool, scripts_of
from fracas.training.vec_env import SelfPlay


def battles(encounter: str, ppo: Ppo) -> SelfPlay:
    """Return battles against random play, the cheapest opponent."""
    where = arena(encounter)
    names = scripts_of(where.system.name)[1]
    pool = Pool({"random": 1.0}, ["random"], names, np.random.default_rng(0))
    found = SelfPlay(where, ppo.battles, np.random.SeedSequence(1), pool, gamma=ppo.gamma)
    found.reset()
    return found


def by_hand(encounter: str, ppo: Ppo, net: Net) -> Callable[[], dict[str, float]]:
    """Return a function that does one rollout and its epochs, with nothing to spare."""
    import torch
    from torch import nn

    env = battles(encounter, ppo)
    floats, rows = env.arena.n_floats, env.arena.n_rows
    widths = [floats, *net.layers]
    parts: list[Any] = []
    for before, after in zip(widths, net.layers, strict=False):
        parts += [nn.Linear(before, after), nn.ReLU()]
    trunk, score, value = (
        nn.Sequential(*parts),
        nn.Linear(widths[-1], rows),
        nn.Linear(widths[-1], 1),
    )
    weights = [*trunk.parameters(), *score.parameters(), *value.parameters()]
    adam = torch.optim.Adam(weights, lr=ppo.learning_rate, fused=True)
    steps, n = ppo.steps, ppo.battles
    seen = torch.zeros(steps, n, floats)
    legal = torch.zeros(steps, n, rows, dtype=torch.bool)
    taken = torch.zeros(steps, n, dtype=torch.int64)
    logs, guess, gain, over = (torch.zeros(steps, n) for _ in range(4))

    def evaluate(x: Any, mask: Any) -> Any:
        hidden = trunk(x)
        logits = score(hidden).masked_fill(~mask, REFUSED_LOGIT)
        return logits, logits.log_softmax(1), value(hidden).squeeze(1)

    def update() -> dict[str, float]:
        spent = {"env": 0.0, "rollout": 0.0, "learn": 0.0}
        begun = time.perf_counter()
        with torch.no_grad():
            for t in range(steps):
                seen[t] = torch.from_numpy(env.observations)
                legal[t] = torch.from_numpy(env.masks) != 0
                logits, log, guess[t] = evaluate(seen[t], legal[t])
                below = logits.softmax(1).cumsum(1)
                drawn = torch.rand(n, 1) * (1 - 1e-6) * below[:, -1:]
                taken[t] = torch.searchsorted(below, drawn, right=True).squeeze(1)
                logs[t] = log.gather(1, taken[t, :, None]).squeeze(1)
                started = time.perf_counter()
                rewards, ended, _ = env.step(taken[t].numpy())
                spent["env"] += time.perf_counter() - started
                gain[t], over[t] = torch.from_numpy(rewards), torch.from_numpy(ended)
            after = value(trunk(torch.from_numpy(env.observations))).squeeze(1)
            advantages = torch.zeros(steps, n)
            last = torch.zeros(n)
            for t in reversed(range(steps)):
                goes_on = 1 - over[t]
                delta = gain[t] + ppo.gamma * after * goes_on - guess[t]
                last = delta + ppo.gamma * ppo.gae_lambda * goes_on * last
                advantages[t], after = last, guess[t]
            returns = advantages + guess
        spent["rollout"] = time.perf_counter() - begun - spent["env"]
        begun = time.perf_counter()
        flat = [t.flatten(0, 1) for t in (seen, legal, taken, logs, advantages, returns)]
        for _ in range(ppo.epochs):
            for chosen in torch.randperm(steps * n).split(ppo.minibatch):
                x, mask, row, old, advantage, target = (t.index_select(0, chosen) for t in flat)
                logits, log, now = evaluate(x, mask)
                advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
                ratio = (log.gather(1, row[:, None]).squeeze(1) - old).exp()
                clipped = ratio.clamp(1 - ppo.clip, 1 + ppo.clip)
                loss = -torch.min(advantage * ratio, advantage * clipped).mean()
                loss = loss + ppo.value * (now - target).square().mean()
                loss = loss + ppo.entropy * (logits.softmax(1) * log).sum(1).mean()
                adam.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(weights, ppo.max_grad_norm)
                adam.step()
        spent["learn"] = time.perf_counter() - begun
        return spent

    return update


def with_sb3(encounter: str, ppo: Ppo, net: Net) -> Callable[[], dict[str, float]]:
    """Return a function that does one rollout and its epochs as training does."""
    from fracas.training.vec_env import FracasVecEnv

    env = FracasVecEnv(battles(encounter, ppo))
    model = make_learner(env, ppo, net, np.random.SeedSequence(2))
    _, callback = model._setup_learn(1_000_000_000)

    def update() -> dict[str, float]:
        env.seconds, begun = 0.0, time.perf_counter()
        model.collect_rollouts(model.env, callback, model.rollout_buffer, ppo.steps)
        rolled = time.perf_counter()
        model.train()
        done = time.perf_counter()
        return {
            "env": env.seconds, "rollout": rolled - begun - env.seconds, "learn": done - rolled,
        }  # fmt: skip

    return update


def compare(encounter: str, ppo: Ppo, net: Net, seconds: float) -> dict[str, dict[str, float]]:
    """Return decisions per second and shares of time, rollouts of both taking turns."""
    import torch

    torch.set_num_threads(1)
    sides = {"by hand": by_hand(encounter, ppo, net), "training": with_sb3(encounter, ppo, net)}
    for update in sides.values():
        update()  # the first one loads and compiles
    spent: dict[str, list[dict[str, float]]] = {name: [] for name in sides}
    begun = time.perf_counter()
    while time.perf_counter() - begun < seconds or len(spent["training"]) < 3:
        for name, update in sides.items():
            spent[name].append(update())
    found = {}
    for name, rounds in spent.items():
        totals = [sum(parts.values()) for parts in rounds]
        best = rounds[int(np.argmin(totals))]
        found[name] = {"decisions/s": ppo.battles * ppo.steps / min(totals)} | {
            part: seconds / min(totals) for part, seconds in best.items()
        }
    return found


def main() -> None:
    """Print the comparison."""
    encounter = sys.argv[1] if len(sys.argv) > 1 else "undead/alley"
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 30.0
    found = compare(encounter, Ppo(), Net(), seconds)
    for name, figures in found.items():
        shares = ", ".join(f"{k} {v:.0%}" for k, v in figures.items() if k != "decisions/s")
        print(f"{name:9s} {figures['decisions/s']:8,.0f} decisions/s ({shares})")
    print(f"ratio     {found['training']['decisions/s'] / found['by hand']['decisions/s']:8.2f}")


if __name__ == "__main__":
    main()
