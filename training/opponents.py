"""The pool of opponents: scripts, frozen selves, the latest self, and networks from files.

Each episode draws its opponent: first a kind by the shares of the configuration, then one of that
kind, those that beat the learner more often. Frozen weights are read-only copies whose digest
is kept and checked.
"""

import importlib.util
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fracas.envs.core.batch import NETWORK, pick
from fracas.envs.core.battle import Arena
from fracas.envs.core.jit import Entry, bytes_at, entry, record_at
from fracas.envs.core.record import HEADER
from fracas.policies import network as networks
from fracas.policies.network import Network

KINDS = ("random", "scripted", "frozen", "latest", "files")
RATE = 0.02
"""Weight of a new result in an opponent's running score, once it has met 50 times."""

_header_at = record_at(HEADER)


class PoolError(RuntimeError):
    """Weights of a frozen opponent are not what they were when it was frozen."""


@entry
def _random_row(record: int, script: int, noise: int, observation: int, mask: int) -> int:
    """Draw a legal row: a script for systems that have none of their own."""
    legal = bytes_at(mask, int(_header_at(record).n_rows))
    return pick(legal, np.uint64(noise))


def scripts_of(system: str) -> tuple[Entry, tuple[str, ...]]:
    """Return a system's door to its scripted policies and their names, in the door's order."""
    name = f"fracas.policies.scripted.{system}"
    if importlib.util.find_spec(name) is None:
        return _random_row, ("random",)
    module = importlib.import_module(name)
    return module.choose, tuple(module.SCRIPTS)


@dataclass
class Opponent:
    """One of the pool.

    Attributes:
        name: ``random``, a script's name, ``self_<decisions>``, ``latest`` or a file's path.
        kind: one of ``KINDS``.
        script: its number, NETWORK for those with weights.
        network: its weights.
        digest: of the weights when they came in.
        score: running average of the learner's score against it: 1 a win, 0.5 a draw.
        games: how often they have met.
    """

    name: str
    kind: str
    script: int = NETWORK
    network: Network | None = None
    digest: str = ""
    score: float = 0.5
    games: int = 0

    def meet(self, score: float) -> None:
        """Count a result of the learner."""
        self.games += 1
        self.score += (score - self.score) * max(1 / (self.games + 1), RATE)


class Pool:
    """Opponents and how often each is met.

    Args:
        shares: weight of each kind; kinds that have no member yet are left out.
        scripts: names of the scripts to meet (``random`` has a share of its own).
        door: names of all scripts, in the order in which the system counts them.
        rng: generator of the draws.
        most_frozen: frozen selves kept; beyond it the one that the learner beats best leaves.
        exponent: how much harder opponents are preferred.
        floor: weight that even an opponent beaten always keeps.
    """

    def __init__(
        self,
        shares: Mapping[str, float],
        scripts: Sequence[str],
        door: Sequence[str],
        rng: np.random.Generator,
        *,
        most_frozen: int = 8,
        exponent: float = 1.0,
        floor: float = 0.1,
    ) -> None:
        self.shares = {kind: shares.get(kind, 0.0) for kind in KINDS}
        self.rng, self.door = rng, tuple(door)
        self.most_frozen, self.exponent, self.floor = most_frozen, exponent, floor
        self.members: dict[int, Opponent] = {}
        self._next = 0
        for name in scripts:
            kind = "random" if name == "random" else "scripted"
            if self.shares[kind] > 0:
                self._add(Opponent(name, kind, script=door.index(name)))

    def _add(self, opponent: Opponent) -> int:
        number = self._next
        self.members[number] = opponent
        self._next += 1
        return number

    def of_kind(self, kind: str) -> list[int]:
        """Return the numbers of a kind's members, the oldest first."""
        return [number for number, member in self.members.items() if member.kind == kind]

    # -- members ----------------------------------------------------------------------------------

    def freeze(self, name: str, network: Network) -> int:
        """Add a frozen self; if there are too many, the one beaten best leaves the draws."""
        number = self._add(Opponent(name, "frozen", network=network, digest=network.digest()))
        frozen = self.of_kind("frozen")[:-1]
        if len(frozen) >= self.most_frozen:
            best = max(frozen, key=lambda n: self.members[n].score)
            self.members[best].kind = "retired"
        return number

    def read(self, path: str, arena: Arena) -> int:
        """Add the network of a file.

        Raises:
            NetworkError: it can't be used, or doesn't fit the encounter.
        """
        network, meta = networks.load(path)
        networks.check_fit(meta, arena, path)
        return self._add(Opponent(path, "files", network=network, digest=network.digest()))

    def follow(self, network: Network) -> None:
        """Give the latest self its present weights."""
        if not self.of_kind("latest"):
            self._add(Opponent("latest", "latest"))
        member = self.members[self.of_kind("latest")[0]]
        member.network, member.digest = network, network.digest()

    def forget(self, in_use: NDArray[np.int64]) -> None:
        """Drop retired opponents that no battle is playing against any more."""
        for number in self.of_kind("retired"):
            if number not in in_use:
                del self.members[number]

    def check(self) -> None:
        """Compare all weights with the digests taken when they came in.

        Raises:
            PoolError: some have changed.
        """
        for member in self.members.values():
            if member.network is not None and member.network.digest() != member.digest:
                raise PoolError(f"the weights of {member.name} have changed since it was frozen")

    # -- draws ------------------------------------------------------------------------------------

    def chances(self) -> dict[int, float]:
        """Return how likely each member is to be drawn; they add up to 1."""
        weights: dict[int, float] = {}
        for kind, share in self.shares.items():
            numbers = self.of_kind(kind) if share > 0 else []
            harder = [(1.0 - self.members[n].score) ** self.exponent + self.floor for n in numbers]
            weights |= {n: share * w / sum(harder) for n, w in zip(numbers, harder, strict=True)}
        total = sum(weights.values())
        if not weights:
            raise ValueError("no opponent: give a share to a kind that has members")
        return {number: weight / total for number, weight in weights.items()}

    def draw(self, n: int) -> NDArray[np.int64]:
        """Return the numbers of n opponents."""
        chances = self.chances()
        numbers = np.fromiter(chances, np.int64, len(chances))
        below = np.cumsum(np.fromiter(chances.values(), np.float64, len(chances)))
        drawn = np.searchsorted(below, self.rng.random(n) * below[-1], side="right")
        return numbers[np.minimum(drawn, len(numbers) - 1)]

    def scores(self) -> dict[str, float]:
        """Return the learner's running score against each opponent it has met, by name."""
        return {
            member.name: member.score
            for member in self.members.values()
            if member.games and member.kind in KINDS
        }

    # -- saving -----------------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        """Return everything but the weights, as JSON can hold it."""
        members = {
            str(number): {
                "name": member.name,
                "kind": member.kind,
                "script": member.script,
                "digest": member.digest,
                "score": member.score,
                "games": member.games,
            }
            for number, member in self.members.items()
        }
        return {"members": members, "next": self._next, "rng": self.rng.bit_generator.state}

    def restore(self, state: Mapping[str, Any], weights: Mapping[str, Network]) -> None:
        """Take up a saved state.

        Args:
            state: what ``state`` gave.
            weights: networks by their digest.

        Raises:
            PoolError: weights are missing or not those that were saved, or a script is.
        """
        self.members = {}
        for number, saved in state["members"].items():
            member = Opponent(**saved)
            if member.script != NETWORK and (
                not 0 <= member.script < len(self.door) or self.door[member.script] != member.name
            ):
                raise PoolError(f"there is no script {member.name!r} of number {member.script}")
            if member.script == NETWORK:
                if member.digest not in weights:
                    raise PoolError(f"the weights of {member.name} are missing")
                member.network = weights[member.digest]
            self.members[int(number)] = member
        self._next = state["next"]
        self.rng.bit_generator.state = state["rng"]
        self.check()
