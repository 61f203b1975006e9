"""Trained networks as policies: plain arrays and numpy, no PyTorch.

A network is a trunk of dense layers with two heads, one number for each row of the action table
and one for the value of the position. Its file is an ``.npz`` of float32 arrays with a JSON text
that says which encounter it was made for; nothing in it is ever unpickled.
"""

import hashlib
import json
import os
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fracas.envs.core.battle import Arena

FORMAT = 1
POLICY_FILE = "policy.npz"
META = "meta"
ACTIVATIONS = ("relu", "tanh")

Floats = NDArray[np.float32]


class NetworkError(ValueError):
    """A network file that can't be used: what is wrong and what would be accepted."""


@dataclass(frozen=True)
class Network:
    """Weights of a masked actor-critic; every array is read-only.

    Attributes:
        layers: (weights of shape (in, out), biases) of the trunk, in order.
        rows: of the head that scores the rows of the action table.
        value: of the head that values the position.
        activation: what follows each layer of the trunk.
    """

    layers: tuple[tuple[Floats, Floats], ...]
    rows: tuple[Floats, Floats]
    value: tuple[Floats, Floats]
    activation: str = "relu"

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]], activation: str) -> "Network":
        """Return a network with its own copies of named arrays (see ``arrays``).

        Raises:
            NetworkError: arrays are missing, of another type, don't fit together, or not finite.
        """
        if activation not in ACTIVATIONS:
            raise NetworkError(f"activation {activation!r}: {' or '.join(ACTIVATIONS)} is needed")
        depth = sum(name.startswith("layer_") and name.endswith(".weight") for name in arrays)
        names = [*(f"layer_{k}" for k in range(depth)), "rows", "value"]
        pairs = [_pair(arrays, name) for name in names]
        width = pairs[0][0].shape[0]
        for name, (weight, _) in zip(names, pairs, strict=True):
            if weight.shape[0] != width:
                raise NetworkError(f"{name} takes {weight.shape[0]} numbers, {width} come in")
            if name.startswith("layer_"):
                width = weight.shape[1]
        if pairs[-1][0].shape[1] != 1:
            raise NetworkError(f"value gives {pairs[-1][0].shape[1]} numbers, 1 is needed")
        return cls(tuple(pairs[:-2]), pairs[-2], pairs[-1], activation)

    def arrays(self) -> dict[str, Floats]:
        """Return the weights by name: ``layer_0.weight``, ..., ``rows.bias``, ``value.bias``."""
        pairs = {f"layer_{k}": pair for k, pair in enumerate(self.layers)}
        pairs |= {"rows": self.rows, "value": self.value}
        return {
            f"{name}.{part}": array
            for name, pair in pairs.items()
            for part, array in zip(("weight", "bias"), pair, strict=True)
        }

    @property
    def n_floats(self) -> int:
        """Return the size of the observations that it takes."""
        return int((self.layers[0] if self.layers else self.rows)[0].shape[0])

    @property
    def n_rows(self) -> int:
        """Return the size of the action table that it scores."""
        return int(self.rows[0].shape[1])

    def digest(self) -> str:
        """Return a name of the weights: equal exactly if all of them are."""
        name = hashlib.sha256(self.activation.encode())
        for key, array in self.arrays().items():
            name.update(f"{key}{array.shape}".encode())
            name.update(array.tobytes())
        return name.hexdigest()[:16]

    def trunk(self, observations: Floats) -> Floats:
        """Return what the trunk makes of observations (battles, floats)."""
        x = observations
        for weight, bias in self.layers:
            x = x @ weight
            x += bias
            if self.activation == "relu":
                np.maximum(x, 0, out=x)
            else:
                np.tanh(x, out=x)
        return x

    def probabilities(self, observations: Floats, masks: NDArray[np.int8]) -> Floats:
        """Return (battles, rows) probabilities; 0 for rows that the masks refuse.

        Raises:
            ValueError: a mask is empty.
        """
        logits = self.trunk(observations) @ self.rows[0]
        logits += self.rows[1]
        refused = masks == 0
        nobody = refused.all(axis=1)
        if nobody.any():
            raise ValueError(
                f"battle {int(nobody.argmax())} has no legal row: nobody owes a decision there"
            )
        np.putmask(logits, refused, -np.inf)
        logits -= logits.max(axis=1, keepdims=True)
        np.exp(logits, out=logits)
        logits /= logits.sum(axis=1, keepdims=True)
        return logits

    def values(self, observations: Floats) -> Floats:
        """Return (battles,) expected results for the deciding side, about -1 to 1."""
        return (self.trunk(observations) @ self.value[0] + self.value[1])[:, 0]

    def choose(
        self,
        observations: Floats,
        masks: NDArray[np.int8],
        rng: np.random.Generator | None,
    ) -> NDArray[np.int64]:
        """Return a legal row for each battle: drawn with ``rng``, the likeliest without.

        Raises:
            ValueError: a mask is empty.
        """
        chances = self.probabilities(observations, masks)
        if rng is None:
            return chances.argmax(axis=1)
        below = chances.cumsum(axis=1)
        # slightly under the total: rounding must never reach past the last legal row
        drawn = rng.random((len(below), 1), np.float32) * below[:, -1:] * np.float32(1 - 1e-6)
        return (below > drawn).argmax(axis=1)


def _pair(arrays: Mapping[str, NDArray[Any]], name: str) -> tuple[Floats, Floats]:
    parts = []
    for part, ndim in (("weight", 2), ("bias", 1)):
        key = f"{name}.{part}"
        if key not in arrays:
            raise NetworkError(f"{key} is missing")
        array = arrays[key]
        if array.dtype != np.float32 or array.ndim != ndim or array.size == 0:
            raise NetworkError(
                f"{key} is {array.dtype} of shape {array.shape}; float32 with {ndim} axes is needed"
            )
        if not np.isfinite(array).all():
            raise NetworkError(f"{key} holds numbers that are not finite")
        copy = np.array(array, order="C")
        copy.flags.writeable = False
        parts.append(copy)
    if parts[0].shape[1] != len(parts[1]):
        raise NetworkError(
            f"{name}: {parts[0].shape[1]} columns of weights, {len(parts[1])} biases"
        )
    return parts[0], parts[1]


# -- files ----------------------------------------------------------------------------------------


def save(path: str | Path, network: Network, meta: Mapping[str, Any]) -> None:
    """Write a network and what it was made for, beside the old file first, then in its place."""
    path = Path(path)
    about = {"format": FORMAT, "activation": network.activation, **meta}
    beside = path.with_name(f".{path.name}.new")
    with beside.open("wb") as file:
        np.savez(file, **{META: np.array(json.dumps(about))}, **network.arrays())  # type: ignore[arg-type]
    os.replace(beside, path)


def load(path: str | Path) -> tuple[Network, dict[str, Any]]:
    """Return a network and what it was made for.

    Args:
        path: an ``.npz`` file, or the folder of a training run.

    Raises:
        NetworkError: there is none, or it can't be used.
    """
    path = Path(path)
    if path.is_dir():
        if not (path / POLICY_FILE).is_file():
            raise NetworkError(f"{path}: no {POLICY_FILE} in this folder; is it a training run?")
        path = path / POLICY_FILE
    try:
        with path.open("rb") as raw, np.load(raw, allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        about = json.loads(str(arrays.pop(META)))
        version, activation = about["format"], about["activation"]
    except FileNotFoundError:
        raise NetworkError(f"{path}: no such file") from None
    except (OSError, ValueError, KeyError, TypeError, AttributeError, EOFError, zipfile.BadZipFile):
        raise NetworkError(f"{path}: not a network file (an .npz that training wrote)") from None
    if version != FORMAT:
        raise NetworkError(f"{path}: format {version}; this version reads format {FORMAT}")
    try:
        return Network.from_arrays(arrays, activation), about
    except NetworkError as error:
        raise NetworkError(f"{path}: {error}") from None


def describe(arena: Arena) -> dict[str, Any]:
    """Return what a network file says of the encounter that its network is for."""
    verbs = [verb.name for verb in arena.system.verbs.verbs]
    rows = [(verbs[verb], *arguments) for verb, *arguments in arena.rows]
    table = f"{arena.system.name} {rows} {arena.layout.blocks}"
    return {
        "system": arena.system.name,
        "encounter": arena.name,
        "rows": arena.n_rows,
        "floats": arena.n_floats,
        "digest": hashlib.sha256(table.encode()).hexdigest()[:16],
    }


def check_fit(meta: Mapping[str, Any], arena: Arena, name: str | Path) -> None:
    """Refuse a network whose action table or observation is not the encounter's.

    Raises:
        NetworkError: it was made for something else.
    """
    here = describe(arena)
    for key in ("system", "rows", "floats", "digest"):
        if meta.get(key) != here[key]:
            raise NetworkError(
                f"{name}: made for {meta.get('encounter')} ({key} {meta.get(key)}), which doesn't"
                f" fit {here['encounter']} ({key} {here[key]})"
            )


# -- the policy -----------------------------------------------------------------------------------


class NetworkPolicy:
    """A trained network that answers batches of observations and masks.

    Args:
        network: the weights.
        meta: what the network was made for.
        greedy: take the likeliest row instead of drawing one.
        seed: seed of the draws.
    """

    def __init__(
        self,
        network: Network,
        meta: Mapping[str, Any] | None = None,
        greedy: bool = False,
        seed: int = 0,
    ) -> None:
        self.network = network
        self.meta = dict(meta or {})
        self.greedy = greedy
        self.reset(seed)

    @classmethod
    def load(
        cls, path: str | Path, greedy: bool = False, seed: int = 0, arena: Arena | None = None
    ) -> "NetworkPolicy":
        """Return the policy of a network file or of a training run's folder.

        Args:
            path: an ``.npz`` file or the folder of a run.
            greedy: take the likeliest row instead of drawing one.
            seed: seed of the draws.
            arena: the encounter to be played; a network made for something else is refused.

        Raises:
            NetworkError: there is none, or it can't be used.
        """
        network, meta = load(path)
        if arena is not None:
            check_fit(meta, arena, path)
        return cls(network, meta, greedy, seed)

    def reset(self, seed: int = 0) -> None:
        """Start the draws anew."""
        self._rng = np.random.default_rng(seed)

    def act(
        self, observations: Floats, masks: NDArray[np.int8], states: Any = None
    ) -> NDArray[np.int64]:
        """Return a legal row for each battle.

        Args:
            observations: (battles, floats).
            masks: (battles, rows).
            states: not needed: a network knows only what its seat may know.

        Raises:
            ValueError: a mask is empty, or the shapes are not the network's.
        """
        if observations.shape[1] != self.network.n_floats or masks.shape[1] != self.network.n_rows:
            raise ValueError(
                f"the network takes {self.network.n_floats} floats and {self.network.n_rows} rows,"
                f" not {observations.shape[1]} and {masks.shape[1]}"
            )
        return self.network.choose(observations, masks, None if self.greedy else self._rng)
