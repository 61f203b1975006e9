"""The learner: MaskablePPO of sb3-contrib with a lean policy and rollout buffer.

What is replaced is only how the same numbers are computed. ``MaskedPolicy`` takes
log-probabilities and entropy straight from masked logits instead of building distribution
objects; ``MaskedBuffer`` keeps masks as booleans and its arrays from one rollout to the next.
Both draw from generators of their own, so a run depends on no generator of the process.

The classes are made when they are first asked for, so that importing this module needs no PyTorch.
"""

from functools import cache
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np

from fracas.policies.network import Network
from fracas.training.config import Net, Ppo

if TYPE_CHECKING:
    from sb3_contrib import MaskablePPO

REFUSED_LOGIT = -1e8


@cache
def _classes() -> SimpleNamespace:
    import torch
    from sb3_contrib.common.maskable.buffers import (
        MaskableRolloutBuffer,
        MaskableRolloutBufferSamples,
    )
    from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
    from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
    from torch import nn

    class Trunk(BaseFeaturesExtractor):
        """Dense layers that the scores of the rows and the value share."""

        def __init__(self, observation_space: Any, layers: list[int], activation: str) -> None:
            super().__init__(observation_space, layers[-1])
            widths = [observation_space.shape[0], *layers]
            parts: list[nn.Module] = []
            for before, after in zip(widths, layers, strict=False):
                parts += [
                    nn.Linear(before, after),
                    nn.ReLU() if activation == "relu" else nn.Tanh(),
                ]
            self.stack = nn.Sequential(*parts)

        def forward(self, observations: torch.Tensor) -> torch.Tensor:
            return self.stack(observations)

    class MaskedPolicy(MaskableActorCriticPolicy):
        """Actor-critic that never draws a refused row and never forgets its masks.

        Args:
            seed: seed of the draws.
        """

        def __init__(self, *args: Any, seed: int = 0, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            self.draws = torch.Generator().manual_seed(seed)

        def forward(
            self, obs: Any, deterministic: bool = False, action_masks: Any = None
        ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
            """Return (rows, values, log-probabilities of the rows)."""
            values, logits = self._evaluate(obs, action_masks)
            if deterministic:
                rows = logits.argmax(dim=1, keepdim=True)
            else:
                below = logits.softmax(dim=1).cumsum(dim=1)
                # slightly under the total: rounding must never reach past the last legal row
                drawn = torch.rand(len(below), 1, generator=self.draws) * (1 - 1e-6)
                rows = torch.searchsorted(below, drawn * below[:, -1:], right=True)
            logs = logits.log_softmax(dim=1).gather(1, rows)
            return rows.squeeze(1), values, logs.squeeze(1)

        def evaluate_actions(
            self, obs: Any, actions: torch.Tensor, action_masks: Any = None
        ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
            """Return (values, log-probabilities of the rows, entropies)."""
            values, logits = self._evaluate(obs, action_masks)
            logs = logits.log_softmax(dim=1)
            taken = logs.gather(1, actions.unsqueeze(1)).squeeze(1)
            # softmax: exp of such low numbers takes ten times as long
            return values, taken, -(logits.softmax(dim=1) * logs).sum(dim=1)

        def _evaluate(self, obs: Any, masks: Any) -> tuple[torch.Tensor, torch.Tensor]:
            latent = self.features_extractor(obs)
            legal = torch.as_tensor(masks, dtype=torch.bool).reshape(len(latent), -1)
            logits = self.action_net(latent).masked_fill(~legal, REFUSED_LOGIT)
            return self.value_net(latent), logits

        def predict(self, *args: Any, action_masks: Any = None, **kwargs: Any) -> Any:
            """Return rows as sb3 does; without masks it would choose illegal ones in silence."""
            if action_masks is None:
                raise ValueError("predict needs action_masks")
            return super().predict(*args, action_masks=action_masks, **kwargs)

    class MaskedBuffer(MaskableRolloutBuffer):
        """Rollouts with boolean masks, in arrays that are made once.

        Args:
            seed: seed of the order in which decisions are learned from.
        """

        def __init__(self, *args: Any, seed: int = 0, **kwargs: Any) -> None:
            self.order = np.random.default_rng(seed)
            self._made = False
            super().__init__(*args, **kwargs)

        def reset(self) -> None:
            """Forget the rollout; the arrays stay."""
            if self._made:
                self.pos, self.full = 0, False
                return
            super().reset()
            shape = (self.buffer_size, self.n_envs, self.mask_dims)
            self.action_masks = np.ones(shape, np.bool_)
            self._made = True

        def get(self, batch_size: int | None = None) -> Any:
            """Yield minibatches of equal size (so that none is a single decision)."""
            total = self.buffer_size * self.n_envs
            flat = [
                torch.from_numpy(array.reshape(total, *array.shape[2:]))
                for array in (
                    self.observations, self.actions, self.values, self.log_probs,
                    self.advantages, self.returns, self.action_masks,
                )
            ]  # fmt: skip
            parts = max(1, total // (batch_size or total))
            for chosen in np.array_split(self.order.permutation(total), parts):
                picked = torch.from_numpy(chosen)
                yield MaskableRolloutBufferSamples(*(t.index_select(0, picked) for t in flat))

    found = SimpleNamespace(Trunk=Trunk, MaskedPolicy=MaskedPolicy, MaskedBuffer=MaskedBuffer)
    for name, made in vars(found).items():
        made.__qualname__ = name  # where __getattr__ below finds it
    return found


def __getattr__(name: str) -> Any:
    if name in ("Trunk", "MaskedPolicy", "MaskedBuffer"):
        return getattr(_classes(), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def make_learner(env: Any, ppo: Ppo, net: Net, seed: np.random.SeedSequence) -> "MaskablePPO":
    """Return a MaskablePPO on the environment; the process's generators stay untouched."""
    import torch
    from sb3_contrib import MaskablePPO

    found = _classes()
    weights, draws, order = (int(child.generate_state(1)[0]) for child in seed.spawn(3))
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(weights)
        return MaskablePPO(
            found.MaskedPolicy,
            env,
            learning_rate=_Linear(ppo.learning_rate, ppo.last_learning_rate),
            n_steps=ppo.steps,
            batch_size=ppo.minibatch,
            n_epochs=ppo.epochs,
            gamma=ppo.gamma,
            gae_lambda=ppo.gae_lambda,
            clip_range=ppo.clip,
            ent_coef=ppo.entropy,
            vf_coef=ppo.value,
            max_grad_norm=ppo.max_grad_norm,
            rollout_buffer_class=found.MaskedBuffer,
            rollout_buffer_kwargs={"seed": order},
            policy_kwargs={
                "net_arch": {"pi": [], "vf": []},
                "features_extractor_class": found.Trunk,
                "features_extractor_kwargs": {
                    "layers": list(net.layers),
                    "activation": net.activation,
                },
                "optimizer_kwargs": {"eps": 1e-5, "fused": True},
                "seed": draws,
            },
            device="cpu",
        )


class _Linear:
    """A step size that falls linearly as the progress remaining falls from 1 to 0."""

    def __init__(self, first: float, last: float) -> None:
        self.first, self.last = first, last

    def __call__(self, remaining: float) -> float:
        """Return the step size."""
        return self.last + (self.first - self.last) * remaining


def network_of(model: Any, activation: str) -> Network:
    """Return a copy of the learner's present weights."""
    policy = model.policy
    linear = [layer for layer in policy.features_extractor.stack if hasattr(layer, "weight")]
    named = {f"layer_{k}": layer for k, layer in enumerate(linear)}
    named |= {"rows": policy.action_net, "value": policy.value_net}
    arrays = {}
    for name, layer in named.items():
        arrays[f"{name}.weight"] = layer.weight.detach().numpy().T
        arrays[f"{name}.bias"] = layer.bias.detach().numpy()
    return Network.from_arrays(arrays, activation)
