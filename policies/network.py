"""Trained networks as policies: plain arrays and small kernels, no PyTorch.

A network is a trunk of dense layers with two heads, one number for each row of the action table
and one for the value of the position. Its file is an ``.npz`` of float32 arrays with a JSON text
that says which encounter it was made for; nothing in it is ever unpickled.

The kernels skip the zeros, of which observations are full, and so are faster than a matrix
product. They use one thread and add in a fixed order: a battle gets the same numbers in any batch.
"""

import hashlib
import json
import math
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fracas.envs.core.battle import Arena
from fracas.envs.core.files import written_whole
from fracas.envs.core.jit import public_kernel

FORMAT = 1
POLICY_FILE = "policy.npz"
META = "meta"
MOST_BYTES = 256_000_000
ACTIVATIONS = ("relu", "tanh")

Floats = NDArray[np.float32]


class NetworkError(ValueError):
    """A network file that can't be used: what is wrong and what would be accepted."""


# -- kernels ---------------------------------------------------------------------------------------


@public_kernel
def dense(weights: Any, base: int, size: int, width: int, x: Any, k: int, out: Any, at: int) -> Any:
    """Write row ``k`` of ``x`` times a layer's weights, plus its biases, to row ``at`` of ``out``.

    Args:
        weights: all of the network, end to end.
        base: where the layer's (size, width) weights begin; its biases follow.
        size: numbers that come in.
        width: numbers that go out.
        x: (rows, size or more) float32.
        k: row of ``x``.
        out: (rows, width or more) float32.
        at: row of ``out``.

    Returns:
        Where the next layer begins.
    """
    # Views first: loops over plain ``i`` and ``j`` need no check of signs, and so are vectorised.
    end = base + size * width
    table = weights[base:end].reshape(size, width)
    biases = weights[end : end + width]
    numbers, sums = x[k], out[at]
    for j in range(width):
        sums[j] = biases[j]
    for i in range(size):
        v = numbers[i]
        if v != 0:
            for j in range(width):
                sums[j] += v * table[i, j]
    return end + width


@public_kernel
def evaluate(weights: Any, widths: Any, tanh: Any, x: Any, k: int, scratch: Any) -> Any:
    """Write the scores of all rows to row 2 of ``scratch``; return the value of the position.

    Args:
        weights: all of the network, end to end.
        widths: sizes of the observation, the trunk's layers, and the action table.
        tanh: whether layers end in tanh, else in relu.
        x: observations.
        k: the one meant.
        scratch: (3, largest width or more) float32.
    """
    base, before = 0, -1
    for layer in range(widths.shape[0] - 2):
        size, width, at = widths[layer], widths[layer + 1], layer % 2
        if before < 0:
            base = dense(weights, base, size, width, x, k, scratch, at)
        else:
            base = dense(weights, base, size, width, scratch, before, scratch, at)
        numbers = scratch[at]
        for j in range(width):
            numbers[j] = math.tanh(numbers[j]) if tanh else max(numbers[j], np.float32(0))
        before = at
    size, rows = widths[widths.shape[0] - 2], widths[widths.shape[0] - 1]
    base = dense(weights, base, size, rows, scratch, before, scratch, 2)
    value = weights[base + size]
    for i in range(size):
        value += scratch[before, i] * weights[base + i]
    return value


@public_kernel
def draw(scratch: Any, masks: Any, k: int, chance: float) -> Any:
    """Return a legal row by the scores that ``evaluate`` wrote, -1 if the mask is empty.

    Args:
        scratch: of ``evaluate``.
        masks: (battles, rows).
        k: the battle.
        chance: a number from 0 to under 1 that decides the draw; below 0: the likeliest row.
    """
    best = -1
    for row in range(masks.shape[1]):
        if masks[k, row] != 0 and (best < 0 or scratch[2, row] > scratch[2, best]):
            best = row
    if best < 0 or chance < 0:
        return best
    top = scratch[2, best]
    total = 0.0
    for row in range(masks.shape[1]):
        if masks[k, row] != 0:
            total += math.exp(scratch[2, row] - top)
    left = chance * total
    for row in range(masks.shape[1]):
        if masks[k, row] != 0:
            left -= math.exp(scratch[2, row] - top)
            if left < 0:
                return row
    return best  # rounding used the total up


@public_kernel
def choose_many(
    weights: Any, widths: Any, tanh: Any, x: Any, masks: Any, chances: Any, scratch: Any, rows: Any
) -> Any:
    """Write a legal row for each battle, -1 where the mask is empty."""
    for k in range(rows.shape[0]):
        evaluate(weights, widths, tanh, x, k, scratch)
        rows[k] = draw(scratch, masks, k, chances[k])


@public_kernel
def evaluate_many(
    weights: Any, widths: Any, tanh: Any, x: Any, scratch: Any, scores: Any, values: Any
) -> Any:
    """Write the scores of all rows and the value, for each battle."""
    for k in range(values.shape[0]):
        values[k] = evaluate(weights, widths, tanh, x, k, scratch)
        for row in range(scores.shape[1]):
            scores[k, row] = scratch[2, row]


# -- networks --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Network:
    """A masked actor-critic; its weights are read-only.

    Attributes:
        weights: all weights end to end: of each layer (in, out) weights, then biases; last the
            heads for rows and value.
        widths: sizes of the observation, the trunk's layers, and the action table.
        activation: what follows each layer of the trunk.
    """

    weights: Floats
    widths: tuple[int, ...]
    activation: str

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]], activation: str) -> "Network":
        """Return a network with its own copy of named arrays (see ``arrays``).

        Raises:
            NetworkError: arrays are missing, of another type, don't fit together, or not finite.
        """
        if activation not in ACTIVATIONS:
            raise NetworkError(f"activation {activation!r}: {' or '.join(ACTIVATIONS)} is needed")
        depth = sum(name.startswith("layer_") and name.endswith(".weight") for name in arrays)
        if not depth:
            raise NetworkError("layer_0.weight is missing")
        names = [*(f"layer_{k}" for k in range(depth)), "rows", "value"]
        pairs = [_pair(arrays, name) for name in names]
        widths = [pairs[0][0].shape[0]]
        for name, (weight, _) in zip(names, pairs, strict=True):
            if weight.shape[0] != widths[min(depth, len(widths) - 1)]:
                raise NetworkError(f"{name} takes {weight.shape[0]} numbers, {widths[-1]} come in")
            widths.append(weight.shape[1])
        if widths.pop() != 1:
            raise NetworkError(f"value gives {pairs[-1][0].shape[1]} numbers, 1 is needed")
        weights = np.concatenate([array.ravel() for pair in pairs for array in pair])
        weights.flags.writeable = False
        return cls(weights, tuple(widths), activation)

    def arrays(self) -> dict[str, Floats]:
        """Return views of the weights: ``layer_0.weight``, ..., ``rows.bias``, ``value.bias``."""
        shapes = {f"layer_{k}": self.widths[k : k + 2] for k in range(len(self.widths) - 2)}
        shapes |= {"rows": self.widths[-2:], "value": (self.widths[-2], 1)}
        found, at = {}, 0
        for name, (size, width) in shapes.items():
            end = at + size * width
            found[f"{name}.weight"] = self.weights[at:end].reshape(size, width)
            found[f"{name}.bias"] = self.weights[end : end + width]
            at = end + width
        return found

    @property
    def n_floats(self) -> int:
        """Return the size of the observations that it takes."""
        return self.widths[0]

    @property
    def n_rows(self) -> int:
        """Return the size of the action table that it scores."""
        return self.widths[-1]

    def digest(self) -> str:
        """Return a name of the weights: equal exactly if all of them are."""
        name = hashlib.sha256(f"{self.activation} {self.widths}".encode())
        name.update(self.weights.tobytes())
        return name.hexdigest()[:16]

    @cached_property
    def kernel_arguments(self) -> tuple[Floats, NDArray[np.int64], bool, Floats]:
        """Return what the kernels take: weights, widths, whether tanh, and scratch."""
        scratch = np.zeros((3, max(self.widths)), np.float32)
        return self.weights, np.array(self.widths, np.int64), self.activation == "tanh", scratch

    def evaluate(self, observations: Floats) -> tuple[Floats, Floats]:
        """Return (battles, rows) scores and (battles,) values, about -1 to 1."""
        scores = np.empty((len(observations), self.n_rows), np.float32)
        values = np.empty(len(observations), np.float32)
        weights, widths, tanh, scratch = self.kernel_arguments
        evaluate_many(weights, widths, tanh, _rows_of(observations), scratch, scores, values)
        return scores, values

    def probabilities(self, observations: Floats, masks: NDArray[np.int8]) -> Floats:
        """Return (battles, rows) probabilities; 0 for rows that the masks refuse.

        Raises:
            ValueError: a mask is empty.
        """
        refused = masks == 0
        nobody = refused.all(axis=1)
        if nobody.any():
            raise ValueError(f"battle {int(nobody.argmax())} has no legal row")
        scores, _ = self.evaluate(observations)
        np.putmask(scores, refused, -np.inf)
        scores -= scores.max(axis=1, keepdims=True)
        np.exp(scores, out=scores)
        scores /= scores.sum(axis=1, keepdims=True)
        return scores

    def choose(
        self,
        observations: Floats,
        masks: NDArray[np.int8],
        rng: np.random.Generator | None,
    ) -> NDArray[np.int64]:
        """Return a legal row for each battle: drawn with ``rng``, the likeliest without.

        Where a mask is empty it is ``NO_ROW``.
        """
        rows = np.empty(len(observations), np.int64)
        chances = np.full(len(rows), -1.0) if rng is None else rng.random(len(rows))
        weights, widths, tanh, scratch = self.kernel_arguments
        x, legal = _rows_of(observations), _rows_of(masks)
        choose_many(weights, widths, tanh, x, legal, chances, scratch, rows)
        return rows


def _rows_of(array: NDArray[Any]) -> NDArray[Any]:
    """Return the array as the kernels take it: contiguous and writable, else they compile anew."""
    return np.require(array, requirements=["C", "W"])


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
        parts.append(array)
    if parts[0].shape[1] != len(parts[1]):
        raise NetworkError(
            f"{name}: {parts[0].shape[1]} columns of weights, {len(parts[1])} biases"
        )
    return parts[0], parts[1]


# -- files ----------------------------------------------------------------------------------------


def save(path: str | Path, network: Network, meta: Mapping[str, Any]) -> None:
    """Write a network and what it was made for, beside the old file first, then in its place."""
    about = {"format": FORMAT, "activation": network.activation, **meta}
    with written_whole(path) as file:
        np.savez(file, **{META: np.array(json.dumps(about))}, **network.arrays())  # type: ignore[arg-type]


def read_arrays(path: Path, most_bytes: int) -> dict[str, NDArray[Any]]:
    """Return the arrays of an ``.npz`` file; nothing in it is unpickled.

    Args:
        path: the file.
        most_bytes: what its arrays may take; a file that claims more is refused unread.

    Raises:
        OSError: it can't be read.
        ValueError: it is no such file, damaged, or too large.
    """
    try:
        with path.open("rb") as raw:
            with zipfile.ZipFile(raw) as members:
                size = sum(member.file_size for member in members.infolist())
            if size > most_bytes:
                raise ValueError(f"its arrays take {size:,} bytes, at most {most_bytes:,} are read")
            raw.seek(0)
            with np.load(raw, allow_pickle=False) as file:
                return {name: file[name] for name in file.files}
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
        raise ValueError(str(error)) from None
    except MemoryError:  # an array that says it is larger than the file
        raise ValueError("an array is larger than memory") from None


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
        arrays = read_arrays(path, MOST_BYTES)
        about = json.loads(str(arrays.pop(META)))
        version, activation = about["format"], about["activation"]
    except FileNotFoundError:
        raise NetworkError(f"{path}: no such file") from None
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        raise NetworkError(f"{path}: not a network file (an .npz that training wrote)") from None
    if version != FORMAT:
        raise NetworkError(f"{path}: format {version!r}; this version reads format {FORMAT}")
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
        """Return a legal row for each battle, ``NO_ROW`` where the mask is all zero.

        Args:
            observations: (battles, floats).
            masks: (battles, rows).
            states: not needed: a network knows only what its seat may know.

        Raises:
            ValueError: the shapes are not the network's.
        """
        if observations.shape[1] != self.network.n_floats or masks.shape[1] != self.network.n_rows:
            raise ValueError(
                f"the network takes {self.network.n_floats} floats and {self.network.n_rows} rows,"
                f" not {observations.shape[1]} and {masks.shape[1]}"
            )
        return self.network.choose(observations, masks, None if self.greedy else self._rng)
