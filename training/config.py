"""Training runs as YAML: one file says all that a run depends on."""

from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Annotated, Any, Literal

import yaml
from pydantic import Field, model_validator

from fracas import configs
from fracas.envs.core.encounter import Model, Source, read, validate
from fracas.envs.core.errors import EncounterError
from fracas.envs.core.yaml_text import value_of

MEANT = "a training run is a mapping of keys (encounter, decisions, ppo, ...)"
MOST_ROLLOUT = 2**22
MOST_SEED = 2**63 - 1


class Ppo(Model):
    """Sizes and coefficients of MaskablePPO."""

    battles: int = Field(default=256, ge=1, le=65536, description="battles played side by side")
    steps: int = Field(
        default=64, ge=2, le=65536, description="learner's decisions in each battle per rollout"
    )
    minibatch: int = Field(
        default=1024, ge=2, le=MOST_ROLLOUT, description="decisions in a gradient step, at least"
    )
    epochs: int = Field(default=4, ge=1, le=100, description="passes over a rollout")
    gamma: float = Field(default=0.999, gt=0, le=1, description="discount per decision")
    gae_lambda: float = Field(default=0.95, ge=0, le=1, description="decay of the advantage sum")
    clip: float = Field(default=0.2, gt=0, lt=1, description="range of the probability ratio")
    entropy: float = Field(default=0.01, ge=0, description="weight of the entropy bonus")
    last_entropy: float | None = Field(
        default=None,
        ge=0,
        description="that weight at the end, reached linearly; as it is if left out",
    )
    value: float = Field(default=0.5, ge=0, description="weight of the value loss")
    learning_rate: float = Field(default=1e-3, gt=0, le=1, description="step size at the start")
    last_learning_rate: float = Field(
        default=1e-4, ge=0, le=1, description="step size at the end, reached linearly"
    )
    max_grad_norm: float = Field(default=0.5, gt=0, description="longest gradient")

    @model_validator(mode="after")
    def _fits(self) -> "Ppo":
        if self.battles * self.steps > MOST_ROLLOUT:
            raise ValueError(
                f"battles times steps is {self.battles * self.steps:,}, at most {MOST_ROLLOUT:,}"
                " decisions are kept for a gradient"
            )
        return self


class Net(Model):
    """The network: a trunk that scores of rows and value share."""

    layers: list[Annotated[int, Field(ge=1, le=4096)]] = Field(
        default=[128, 128], min_length=1, max_length=8, description="widths of the trunk"
    )
    activation: Literal["relu", "tanh"] = Field(default="relu", description="after each layer")


class Opponents(Model):
    """Whom the learner meets: shares of each kind (any scale), and how members are chosen."""

    random: float = Field(default=0.1, ge=0, description="share of uniformly random play")
    scripted: float = Field(default=0.4, ge=0, description="share of scripted policies")
    frozen: float = Field(default=0.3, ge=0, description="share of frozen former selves")
    latest: float = Field(default=0.2, ge=0, description="share of the present self")
    files: float = Field(default=0.0, ge=0, description="share of the networks in `networks`")
    scripts: list[str] | None = Field(
        default=None, description="scripted policies to meet; all of the system if left out"
    )
    networks: list[str] = Field(default=[], description="network files or run folders to meet")
    freeze_every: int = Field(default=200_000, ge=1, description="decisions between frozen selves")
    most_frozen: int = Field(default=8, ge=1, le=1000, description="frozen selves kept")
    exponent: float = Field(
        default=1.0, ge=0, le=10, description="preference for opponents that beat the learner"
    )
    floor: float = Field(
        default=0.1, gt=0, le=10, description="weight that an opponent beaten always keeps"
    )

    @model_validator(mode="after")
    def _somebody(self) -> "Opponents":
        if self.random + self.scripted + self.latest + (self.files if self.networks else 0) <= 0:
            raise ValueError("give random, scripted, latest or files (with networks) a share")
        return self


class TrainConfig(Model):
    """A training run.

    With ``decisions`` as its only limit a run is repeatable bit for bit on one machine; with
    ``minutes`` the clock decides how far it gets and how fast the step size falls.
    """

    encounter: str | dict[str, Any] = Field(description="bundled id, YAML path, or in full")
    seed: int = Field(default=0, ge=0, le=MOST_SEED, description="seed of everything")
    decisions: int | None = Field(default=None, ge=1, description="the learner's decisions in all")
    minutes: float | None = Field(default=None, gt=0, description="most minutes of training")
    side: str | None = Field(
        default=None, description="side that learns; seats change with every episode if left out"
    )
    max_decisions: int = Field(
        default=2000, ge=1, description="decisions after which a battle is cut"
    )
    shaping: float = Field(
        default=0.0,
        ge=0,
        le=10,
        description="weight of a potential (own units whole, less theirs); best play stays best",
    )
    draw: float = Field(
        default=0.0,
        ge=-1,
        le=1,
        description="reward of a draw in training; below 0 where a learner settles for it",
    )
    imitate: str | None = Field(
        default=None,
        description="script that the learner imitates before it plays to win; or `strongest`",
    )
    lessons: int = Field(
        default=1_000_000, ge=1, description="decisions of that script to learn from"
    )
    ppo: Ppo = Field(default_factory=Ppo, description="the learner")
    network: Net = Field(default_factory=Net, description="its network")
    opponents: Opponents = Field(default_factory=Opponents, description="the pool")
    checkpoint_every: int = Field(
        default=500_000, ge=1, description="decisions between checkpoints"
    )
    keep: int = Field(default=2, ge=1, le=1000, description="checkpoints kept")
    threads: int = Field(default=1, ge=1, le=256, description="threads of PyTorch")
    tensorboard: bool = Field(default=True, description="write TensorBoard files beside the CSV")

    @model_validator(mode="after")
    def _ends(self) -> "TrainConfig":
        if self.decisions is None and self.minutes is None:
            raise ValueError("a run needs an end: give `decisions` or `minutes`")
        return self


def load(
    source: str | Path | Mapping[str, Any], overrides: Mapping[str, Any] | None = None
) -> TrainConfig:
    """Return a run's configuration.

    Args:
        source: a bundled name (``"quickstart"``), a YAML path, or a mapping.
        overrides: values for dotted keys (``{"ppo.battles": 64}``), which win over the file's.

    Raises:
        EncounterError: it can't be used; one line says what, where, and what would be accepted.
    """
    data, where = _read(source)
    chosen: set[tuple[str, ...]] = set()
    for key, value in (overrides or {}).items():
        path = tuple(key.split("."))
        chosen.add(path)
        inner = data
        for part in path[:-1]:
            above = inner.get(part)
            inner[part] = dict(above) if isinstance(above, Mapping) else {}
            inner = inner[part]
        inner[path[-1]] = value
    return validate(TrainConfig, data, _Overridden(where, chosen, data))


def parse_override(text: str) -> tuple[str, Any]:
    """Return (dotted key, value) of a text such as ``ppo.battles=64``.

    Raises:
        EncounterError: it is no such text.
    """
    key, equals, value = text.partition("=")
    if not equals or not all(key.strip().split(".")):
        raise EncounterError(f"{text!r}: key=value is needed, such as ppo.battles=64")
    try:
        return key.strip(), value_of(value)
    except EncounterError as error:
        raise EncounterError(f"{text!r}: {error}") from None


def to_yaml(config: TrainConfig) -> str:
    """Return the configuration in full, as ``load`` reads it."""
    return yaml.safe_dump(config.model_dump(mode="json"), sort_keys=False, allow_unicode=True)


class _Overridden(Source):
    """A file some of whose keys were given elsewhere."""

    def __init__(self, file: Source, chosen: set[tuple[str, ...]], data: Any) -> None:
        super().__init__(file.name, {}, data)
        self._file, self._chosen = file, chosen

    def at(self, path: tuple[Any, ...]) -> str:
        """Return where a key stands: its line, or that it was given beside the file."""
        if any(all(a == b for a, b in zip(path, given, strict=False)) for given in self._chosen):
            return "given beside the file"
        return self._file.at(path)


def _read(source: str | Path | Mapping[str, Any]) -> tuple[dict[str, Any], Source]:
    if isinstance(source, Mapping):
        return dict(source), Source("training", {})
    name = str(source)
    if Path(name).is_file():
        return read(name, MEANT)
    try:
        bundled = configs.training(name)
    except ValueError as error:
        raise EncounterError(f"{error} (nor is there such a file)") from None
    with resources.as_file(bundled) as path:
        data, where = read(path, MEANT)
    where.name = name
    return data, where
