"""Brains: a trained policy in one file, for games and tools that have no use for its training.

A ``.brain`` is a zip of three members, none of which is ever unpickled:

* ``brain.json``: format version, what the brain fits (system, digests of rules and table), the
  encounter, the action table in words, the layout of observations, a model card, and the size and
  SHA-256 of the other members; ``sha256`` is that of this JSON without it (sorted keys, no blanks).
* ``policy.onnx``: inputs ``observation`` float32 (batch, floats) and ``mask`` bool (batch, rows);
  outputs ``logits`` (batch, rows), -1e9 where the mask refuses, and ``value`` (batch,).
* ``golden.bin``: decisions met in play and what the network said, little-endian, array after array:
  observation float32, mask uint8, logits float32, value float32.

The digests tell damage, not who wrote the file. A stranger's file can do no more than play badly:
sizes are checked before anything is read, operators before anything runs.

This module takes numpy and onnxruntime, and the rest of the package only where a battle is given.
"""

import hashlib
import json
import zipfile
import zlib
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fracas.policies import graph

if TYPE_CHECKING:
    from fracas.envs.core.battle import Arena

FORMAT = 1
SUFFIX = ".brain"
ABOUT, POLICY, GOLDEN = "brain.json", "policy.onnx", "golden.bin"
MOST_BYTES = {ABOUT: 8_000_000, POLICY: 64_000_000, GOLDEN: 64_000_000}
MOST_CASES = 1000
REFUSED = -1e9
NO_ROW = -1
TOLERANCE = 1e-4
"""How far a run may be from the golden cases, relative to numbers beyond 1."""

Floats = NDArray[np.float32]


class BrainError(ValueError):
    """A brain that can't be used, or a question that it can't answer, in one line."""


class Ranked(NamedTuple):
    """A legal action, its row in the table, and how likely the policy takes it."""

    action: str
    row: int
    probability: float


class Ranking(NamedTuple):
    """The legal actions, the likeliest first, and the value of the position, about -1 to 1."""

    actions: list[Ranked]
    value: float


class Brain:
    """A trained policy, ready to be asked. ``load`` makes it.

    It is a ``Policy``: ``play``, ``evaluate`` and matches take it as it is.

    Attributes:
        about: all of ``brain.json``.
        system: id of the rule system.
        rules: digest of the rules that it was exported with.
        encounter: the encounter it was made for: ``id``, ``title``, ``sides``, ``definition``.
        options: the encounter's rulings that differ from the system's defaults.
        names: each row of the action table as its decider calls it: ``melee(enemy_0, torso, main)``
            (``frame`` in ``about`` says how places and directions are meant).
        layout: where each piece of an observation stands: name -> (first, past the last).
        floats: the name of each number of an observation: ``self.hp``.
        card: the model card: training in figures, scores with intervals, date.
        golden: the golden cases: ``observation``, ``mask``, ``logits``, ``value``.
        greedy: whether ``act`` takes the likeliest row instead of drawing one.
        temperature: of the draws; below 1 nearer to the likeliest, above 1 nearer to chance.
        any_rules: whether rules that differ from those it was exported with are accepted.
    """

    def __init__(self, name: str, about: dict[str, Any], policy: bytes, golden: bytes) -> None:
        """Take the parts as ``from_bytes`` has checked them."""
        self.name = name
        self.about = about
        self.system: str = about["fits"]["system"]
        self.rules: str = about["fits"]["rules"]
        self.encounter: dict[str, Any] = about["encounter"]
        self.options: dict[str, Any] = about["options"]
        self.card: dict[str, Any] = about["card"]
        self.names = tuple(about["names"])
        self.layout: dict[str, tuple[int, int]] = {}
        names: list[str] = []
        for piece, numbers in about["layout"]:
            self.layout[piece] = (len(names), len(names) + len(numbers))
            names += [f"{piece}.{number}" for number in numbers]
        self.floats = tuple(names)
        self.golden = _golden(golden, about["golden"], len(self.floats), len(self.names))
        self._session = _session(policy, len(self.floats), len(self.names))
        self.greedy, self.temperature, self.any_rules = True, 1.0, False
        self.reset(0)
        self._rehearse()

    # -- loading ----------------------------------------------------------------------------------

    @classmethod
    def load(
        cls,
        path: str | Path,
        greedy: bool = True,
        temperature: float = 1.0,
        seed: int = 0,
        any_rules: bool = False,
    ) -> "Brain":
        """Return the brain of a file that ``fracas export`` wrote.

        Args:
            path: the file.
            greedy: whether ``act`` takes the likeliest row instead of drawing one.
            temperature: of the draws.
            seed: seed of the draws.
            any_rules: play also by rules that differ from those it was exported with.

        Raises:
            BrainError: there is none, it is damaged, or it is of another format.
        """
        try:
            with Path(path).open("rb") as file:
                data = file.read(sum(MOST_BYTES.values()) + 1)
        except OSError as error:
            raise BrainError(f"{path}: {error.strerror}") from None
        brain = cls.from_bytes(data, str(path))
        brain.greedy, brain.temperature, brain.any_rules = greedy, temperature, any_rules
        brain.reset(seed)
        return brain

    @classmethod
    def from_bytes(cls, data: bytes, name: str = "brain") -> "Brain":
        """Return the brain of a file's content.

        Args:
            data: the content.
            name: what errors call it.

        Raises:
            BrainError: it is damaged, or of another format.
        """
        try:
            members = _members(data)
            about = _about(members)
            return cls(name, about, members[POLICY], members[GOLDEN])
        except BrainError as error:
            raise BrainError(f"{name}: {' '.join(str(error).split())}") from None

    def _rehearse(self) -> None:
        """Refuse a graph that doesn't say what the network said when it was exported."""
        for x, legal, logits, value in zip(*self.golden.values(), strict=True):
            scores, values = self.evaluate(x[None], legal[None])
            found = np.append(scores[0, legal], values)
            meant = np.append(logits[legal], value)
            # so written that a number that is none fails too
            near = np.abs(found - meant) <= TOLERANCE * np.maximum(1, np.abs(meant))
            if not near.all():
                raise BrainError(f"{POLICY} doesn't give the answers of {GOLDEN}; export it anew")

    # -- asking -----------------------------------------------------------------------------------

    def evaluate(self, observations: ArrayLike, masks: ArrayLike) -> tuple[Floats, Floats]:
        """Return (battles, rows) logits, -1e9 where the mask refuses, and (battles,) values.

        Args:
            observations: (battles, floats).
            masks: (battles, rows), not 0 where a row is legal.

        Raises:
            BrainError: the shapes are not the brain's, or a number is not finite.
        """
        x, legal = np.ascontiguousarray(observations, np.float32), np.asarray(masks) != 0
        n = x.shape[:1]
        if x.shape != (*n, len(self.floats)) or legal.shape != (*n, self.n_rows):
            raise BrainError(
                f"observations of shape (battles, {len(self.floats)}) and masks of shape"
                f" (battles, {self.n_rows}) are needed, not {x.shape} and {legal.shape}"
            )
        if not np.isfinite(x).all():
            raise BrainError("an observation holds a number that is not finite")
        try:
            logits, values = self._session.run(None, {"observation": x, "mask": legal})
        except Exception as error:  # onnxruntime's own have no other base
            raise BrainError(f"{POLICY} can't be run ({_first_line(error)})") from None
        return logits, values

    @property
    def n_rows(self) -> int:
        """Return the size of the action table."""
        return len(self.names)

    def probabilities(
        self, observations: ArrayLike, masks: ArrayLike, temperature: float = 1.0
    ) -> NDArray[np.float64]:
        """Return (battles, rows) probabilities; 0 where a mask refuses, and all 0 if it is empty.

        Raises:
            BrainError: as ``evaluate``, or the temperature is not above 0.
        """
        return self._probabilities(observations, masks, temperature)[0]

    def _probabilities(
        self, observations: ArrayLike, masks: ArrayLike, temperature: float
    ) -> tuple[NDArray[np.float64], Floats]:
        if not 0 < temperature < np.inf:
            raise BrainError(f"temperature {temperature}: a number above 0 is needed")
        logits, values = self.evaluate(observations, masks)
        legal = np.asarray(masks) != 0
        scores = np.where(legal, np.nan_to_num(logits), -np.inf).astype(np.float64)
        scores -= scores.max(axis=1, keepdims=True, initial=np.finfo(np.float32).min)
        with np.errstate(over="ignore"):  # a temperature near 0: all but the likeliest are 0
            chances = np.exp(scores / temperature)
        chances /= np.maximum(chances.sum(axis=1, keepdims=True), np.finfo(np.float64).tiny)
        return chances, values

    def rank(self, observation: ArrayLike, mask: ArrayLike, temperature: float = 1.0) -> Ranking:
        """Return the legal actions of one decision, the likeliest first, and its value.

        Args:
            observation: (floats,).
            mask: (rows,).
            temperature: of the probabilities.

        Raises:
            BrainError: as ``probabilities``, or nothing is legal.
        """
        legal = np.flatnonzero(mask)
        chances, values = self._probabilities(
            np.asarray(observation)[None], np.asarray(mask)[None], temperature
        )
        if legal.size == 0:
            raise BrainError("nothing is legal, so there is nothing to decide")
        order = legal[np.argsort(-chances[0, legal], kind="stable")]
        ranked = [Ranked(self.names[row], int(row), float(chances[0, row])) for row in order]
        return Ranking(ranked, float(values[0]))

    def choose(
        self,
        observations: ArrayLike,
        masks: ArrayLike,
        greedy: bool = True,
        temperature: float = 1.0,
    ) -> NDArray[np.int64]:
        """Return a legal row for each battle, -1 where nothing is legal.

        Args:
            observations: (battles, floats).
            masks: (battles, rows).
            greedy: take the likeliest row instead of drawing one; ``reset`` seeds the draws.
            temperature: of the draws.

        Raises:
            BrainError: as ``probabilities``.
        """
        legal = np.asarray(masks) != 0
        if greedy:
            logits, _ = self.evaluate(observations, masks)
            # whatever the weights: a legal number is above every refused one
            rows = np.where(legal, np.nan_to_num(logits), -np.inf).argmax(axis=1)
        else:
            up_to = self.probabilities(observations, masks, temperature).cumsum(axis=1)
            drawn = self._rng.random(len(legal)) * up_to[:, -1]
            drawn = np.minimum(drawn, np.nextafter(up_to[:, -1], 0))  # rounding may reach the end
            rows = (up_to > drawn[:, None]).argmax(axis=1)
        return np.where(legal.any(axis=1), rows, NO_ROW)

    def reset(self, seed: int = 0) -> None:
        """Start the draws anew."""
        self._rng = np.random.default_rng(seed)

    def act(self, observations: ArrayLike, masks: ArrayLike, states: Any = None) -> Any:
        """Answer as a ``Policy``: ``choose`` by the brain's own ``greedy`` and ``temperature``."""
        return self.choose(observations, masks, self.greedy, self.temperature)

    # -- battles ----------------------------------------------------------------------------------

    def decide(self, state: Mapping[str, Any], temperature: float = 1.0) -> Ranking:
        """Return the decider's legal actions in a battle, named as ``Battle.act`` takes them.

        This needs the whole package, which works out what is seen and what is legal.

        Args:
            state: a battle as ``Battle.to_json`` gives it.
            temperature: of the probabilities.

        Raises:
            BrainError: the package is not installed, or the state is of another encounter's shape
                or of other rules, or the battle is over.
            ValueError: the state can't be read.
        """
        try:
            from fracas.envs import Battle
        except ModuleNotFoundError as error:
            raise BrainError(
                f"deciding from a state needs all of fracas, and {error.name} is missing:"
                " pip install fracas"
            ) from None
        battle = Battle.from_json(state)
        self.check_fit(battle.arena)
        if battle.decider is None:
            raise BrainError(f"{self.name}: the battle is over ({battle.outcome})")
        found = self.rank(battle.observation(), battle.mask(), temperature)
        named = [one._replace(action=str(battle.action(one.row))) for one in found.actions]
        return Ranking(named, found.value)

    def check_fit(self, arena: "Arena") -> None:
        """Refuse an encounter whose action table or observation is not the brain's.

        Args:
            arena: the encounter made ready.

        Raises:
            BrainError: it doesn't fit, or its rules are not those that the brain was exported with.
        """
        from fracas.envs.core.system import rules_digest
        from fracas.policies import network

        try:
            network.check_fit(self.about["fits"], arena, self.name)
        except network.NetworkError as error:
            raise BrainError(str(error)) from None
        here = rules_digest(arena.system.name)
        if here != self.rules and not self.any_rules:
            raise BrainError(
                f"{self.name}: exported with rules {self.rules}, these are {here}; export its run"
                " anew, or accept other rules by Brain.load(path, any_rules=True)"
            )


# -- the file -------------------------------------------------------------------------------------


def digest(about: Mapping[str, Any]) -> str:
    """Return the SHA-256 of ``brain.json`` without its own."""
    rest = {key: value for key, value in about.items() if key != "sha256"}
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _members(data: bytes) -> dict[str, bytes]:
    """Return the content of the members, none of them larger than it may be."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as file:
            names = [info.filename for info in file.infolist()]
            if sorted(names) != sorted(MOST_BYTES):
                raise BrainError(f"holds {str(names)[:80]}; a brain is {', '.join(MOST_BYTES)}")
            return {info.filename: _content(file, info) for info in file.infolist()}
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, NotImplementedError):
        raise BrainError("no brain, or a damaged one; `fracas export` writes them") from None


def _content(file: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes:
    if info.file_size > MOST_BYTES[info.filename]:
        most = MOST_BYTES[info.filename] // 1_000_000
        raise BrainError(f"{info.filename} is larger than {most} MB")
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise BrainError(f"{info.filename} is neither stored nor deflated")
    with file.open(info) as member:
        # With a number, no more than that is inflated, whatever the stream holds.
        return member.read(info.file_size + 1)


def _about(members: Mapping[str, bytes]) -> dict[str, Any]:
    """Return ``brain.json``, checked."""
    try:
        about = json.loads(members[ABOUT].decode(), parse_constant=_no_number)
        version = about["format"]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise BrainError(f"{ABOUT} can't be read") from None
    if version != FORMAT:
        raise BrainError(f"format {version!r}; this version reads format {FORMAT}: export it anew")
    try:
        if about["sha256"] != digest(about):
            raise BrainError(f"{ABOUT} was altered")
        for name in (POLICY, GOLDEN):
            if about["files"][name]["sha256"] != hashlib.sha256(members[name]).hexdigest():
                raise BrainError(f"{name} was altered")
        _check_kinds(about)
    except BrainError:
        raise
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise BrainError(f"{ABOUT} lacks or misuses a key ({error})") from None
    return dict(about)


def _no_number(text: str) -> None:
    raise ValueError(text)


def _check_kinds(about: Mapping[str, Any]) -> None:
    """Refuse values that are not of their kinds, or that contradict each other."""
    fits, names, layout = about["fits"], about["names"], about["layout"]
    if not all(isinstance(about[key], dict) for key in ("encounter", "options", "card")):
        raise BrainError(f"{ABOUT}: encounter, options and card must be mappings")
    numbers = [number for _, part in layout for number in part]
    kinds = [fits[key] for key in ("system", "encounter", "digest", "rules")]
    for text in (*kinds, *names, *dict(layout), *numbers):
        if not isinstance(text, str) or not text.isprintable():
            raise BrainError(f"{ABOUT}: {str(text)[:40]!r} is no name")
    if not numbers or not names or len(set(names)) != len(names):
        raise BrainError(f"{ABOUT}: each row and each float needs a name of its own")
    if (len(names), len(numbers)) != (fits["rows"], fits["floats"]):
        raise BrainError(
            f"{ABOUT}: {fits['rows']} rows and {fits['floats']} floats, but names of {len(names)}"
            f" rows and {len(numbers)} floats"
        )
    cases = about["golden"]
    if type(cases) is not int or not 1 <= cases <= MOST_CASES:
        raise BrainError(f"{ABOUT}: {cases} golden cases; 1 to {MOST_CASES} are needed")


def _golden(data: bytes, cases: int, floats: int, rows: int) -> dict[str, NDArray[Any]]:
    parts = {"observation": ("<f4", floats), "mask": ("u1", rows), "logits": ("<f4", rows)}
    kinds = {**parts, "value": ("<f4", 1)}
    size = sum(np.dtype(kind).itemsize * width for kind, width in kinds.values())
    if len(data) != cases * size:
        raise BrainError(f"{GOLDEN} has {len(data)} bytes, {cases} cases need {cases * size}")
    arrays, at = {}, 0
    for name, (kind, width) in kinds.items():
        flat = np.frombuffer(data, kind, cases * width, at)
        arrays[name] = flat.reshape(cases, width)
        at += flat.nbytes
    return {**arrays, "mask": arrays["mask"] != 0, "value": arrays["value"][:, 0]}


def _session(policy: bytes, floats: int, rows: int) -> Any:
    """Return an onnxruntime session of one thread, its inputs and outputs checked."""
    try:
        graph.check(policy)
    except ValueError as error:
        raise BrainError(f"{POLICY}: {error}") from None
    try:
        import onnxruntime as ort
    except ModuleNotFoundError:
        raise BrainError("brains need onnxruntime: pip install onnxruntime") from None
    options = ort.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 4
    try:
        session = ort.InferenceSession(policy, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # as above
        raise BrainError(f"{POLICY} can't be run ({_first_line(error)})") from None
    ends = [*session.get_inputs(), *session.get_outputs()]
    found = [(end.name, end.type, end.shape) for end in ends]
    meant = [
        ("observation", "tensor(float)", ["batch", floats]),
        ("mask", "tensor(bool)", ["batch", rows]),
        ("logits", "tensor(float)", ["batch", rows]),
        ("value", "tensor(float)", ["batch"]),
    ]
    for one, other in zip(found, meant, strict=False):
        if one != other:
            raise BrainError(f"{POLICY} has {one}, its action table and layout need {other}")
    if len(found) != len(meant):
        raise BrainError(f"{POLICY} has {len(found)} inputs and outputs, not {len(meant)}")
    return session


def _first_line(error: Exception) -> str:
    return "".join(filter(str.isprintable, str(error).partition("\n")[0]))[:200]
