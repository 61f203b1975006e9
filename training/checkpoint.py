"""The folder of a training run: what is in it, how it is written, and how it is taken up again.

::

    config.yaml                the run, in full
    policy.npz meta.json       the latest weights and what they are for
    curve.csv                  the running scores after every update up to the last checkpoint
    checkpoints/<decisions>/   model.zip (stable-baselines3's own file), state.npz, run.json
    league/<digest>.npz        weights of frozen opponents, written once
    logs/                      CSV and TensorBoard

Everything is written beside its place and renamed, so a run that is stopped at any moment leaves
the files of its last checkpoint whole. Reading needs no pickle: of ``model.zip`` only tensors are
read. (``MaskablePPO.load`` does unpickle; use it on your own files only.)
"""

import csv
import hashlib
import io
import json
import os
import pickle
import shutil
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from fracas.envs.core.encounter import Model, Source, validate
from fracas.envs.core.errors import EncounterError
from fracas.envs.core.files import written_whole
from fracas.policies import network as networks
from fracas.policies.network import Network
from fracas.training.config import TrainConfig, load, to_yaml
from fracas.training.progress import Curve

CONFIG_FILE = "config.yaml"
META_FILE = "meta.json"
CURVE_FILE = "curve.csv"
BESIDE = ".new-"
FILES = ("model.zip", "state.npz")
MOST_STATE = 8_000_000_000

MAY_CHANGE = ("decisions", "minutes", "checkpoint_every", "keep", "threads", "tensorboard")
"""What may be given anew when a run is resumed."""


class RunError(ValueError):
    """A run folder that can't be used, in one line."""


class RunFolder:
    """The files of a training run.

    Args:
        path: the folder; made when something is written.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)

    # -- beginning --------------------------------------------------------------------------------

    def check_free(self) -> None:
        """Refuse a folder that no new run can be kept in.

        Raises:
            RunError: there is a run in it already, or a file in its place.
        """
        if (self.path / CONFIG_FILE).exists() or self.checkpoints():
            raise RunError(f"{self.path}: holds a run already; resume it, or name another folder")
        there = next(place for place in (self.path, *self.path.parents) if os.path.lexists(place))
        if not there.is_dir():
            raise RunError(f"{self.path}: {there} is no folder; name another place for the run")

    def begin(self, config: TrainConfig) -> None:
        """Claim the folder for a new run.

        Raises:
            RunError: as ``check_free``, or it can't be written.
        """
        self.check_free()
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            self._write(CONFIG_FILE, to_yaml(config))
        except OSError as error:
            raise RunError(f"{self.path}: {error.strerror}") from None

    def resume(self, config: TrainConfig | None) -> tuple[TrainConfig, Path]:
        """Return the configuration of the run to take up, and its newest checkpoint.

        Args:
            config: with other limits perhaps; None for the folder's own.

        Raises:
            RunError: there is nothing to resume, or the configuration is another one.
        """
        file = self.path / CONFIG_FILE
        if not file.is_file():
            raise RunError(f"{self.path}: no training run in this folder (no {CONFIG_FILE})")
        saved = load(file)
        if not self.checkpoints():
            raise RunError(f"{self.path}: no checkpoint in this folder yet; begin the run anew")
        if config is not None:
            before, now = saved.model_dump(), config.model_dump()
            for key in before:
                if before[key] != now[key] and key not in MAY_CHANGE:
                    raise RunError(
                        f"{self.path}: begun with another {key}; only {', '.join(MAY_CHANGE)} may"
                        " change when a run is resumed"
                    )
        return config or saved, self.checkpoints()[-1]

    def keep_config(self, config: TrainConfig) -> None:
        """Write the configuration that the run goes on with."""
        self._write(CONFIG_FILE, to_yaml(config))

    def checkpoints(self) -> list[Path]:
        """Return the folders of the complete checkpoints, the oldest first."""
        folder = self.path / "checkpoints"
        return sorted(p for p in folder.glob("*") if p.name.isdigit() and p.is_dir())

    # -- writing ----------------------------------------------------------------------------------

    def save(
        self,
        model: Any,
        arrays: dict[str, NDArray[Any]],
        run: dict[str, Any],
        weights: list[Network],
        keep: int,
    ) -> Path:
        """Write a checkpoint and remove those too old.

        Args:
            model: the learner.
            arrays: state of the battles and generators.
            run: the rest, as JSON can hold it.
            weights: networks of the opponents in ``run["pool"]``.
            keep: checkpoints to keep.

        Raises:
            RunError: it can't be written; the checkpoints before are as they were.
        """
        league = self.path / "league"
        league.mkdir(parents=True, exist_ok=True)
        for network in weights:
            file = league / f"{network.digest()}.npz"
            if not file.exists():
                networks.save(file, network, {})
        name = f"{run['decisions']:012d}"
        beside = self.path / "checkpoints" / f"{BESIDE}{name}"
        shutil.rmtree(beside, ignore_errors=True)
        final = beside.with_name(name)
        try:
            beside.mkdir(parents=True)
            model.save(beside / "model.zip")
            np.savez(beside / "state.npz", **arrays)  # type: ignore[arg-type]
            files = {name: _digest(beside / name) for name in FILES}
            text = json.dumps({**run, "files": files})
            (beside / "run.json").write_text(text, encoding="utf-8")
            shutil.rmtree(final, ignore_errors=True)
            os.replace(beside, final)
        except BaseException as error:
            shutil.rmtree(beside, ignore_errors=True)
            if isinstance(error, OSError):
                raise RunError(f"{final}: {error.strerror or error}") from None
            raise
        self._prune(keep)
        return final

    def publish(self, network: Network, meta: dict[str, Any]) -> None:
        """Write the latest weights and what they are for."""
        networks.save(self.path / networks.POLICY_FILE, network, meta)
        self._write(META_FILE, json.dumps(meta, indent=2) + "\n")

    def draw(self, curve: Curve) -> None:
        """Write the learning curve."""
        self._write(CURVE_FILE, curve.to_csv())

    def _prune(self, keep: int) -> None:
        for old in self.checkpoints()[:-keep]:
            shutil.rmtree(old, ignore_errors=True)
        used = {
            member["digest"]
            for folder in self.checkpoints()
            for member in read_run(folder)["pool"]["members"].values()
        }
        for file in (self.path / "league").glob("*.npz"):
            if file.stem not in used:
                file.unlink()

    def _write(self, name: str, text: str) -> None:
        with written_whole(self.path / name) as file:
            file.write(text.encode())

    # -- reading ----------------------------------------------------------------------------------

    def curve(self) -> Curve:
        """Return the learning curve; an empty one if the folder has none.

        Raises:
            RunError: it is damaged.
        """
        file = self.path / CURVE_FILE
        try:
            return Curve.from_csv(file.read_text(encoding="utf-8")) if file.exists() else Curve()
        except (OSError, TypeError, ValueError, csv.Error) as error:
            raise RunError(f"{file}: a damaged learning curve ({error})") from None

    def weights(self, run: dict[str, Any]) -> dict[str, Network]:
        """Return the networks of a saved pool by digest."""
        digests = {m["digest"]: None for m in run["pool"]["members"].values() if m["digest"]}
        return {d: networks.load(self.path / "league" / f"{d}.npz")[0] for d in digests}


class Member(Model):
    """An opponent of a saved pool, as ``fracas.training.opponents.Opponent``."""

    name: str
    kind: str
    script: int
    digest: str = Field(pattern=r"^([0-9a-f]{16})?$", description="name of its weights")
    score: float = Field(ge=0, le=1)
    games: int = Field(ge=0)


class SavedPool(Model):
    """A saved pool of opponents."""

    members: dict[str, Member]
    next: int = Field(ge=0)
    rng: dict[str, Any]


class SavedRun(Model):
    """What ``run.json`` of a checkpoint holds."""

    decisions: int = Field(ge=0)
    updates: int = Field(ge=0)
    seconds: float = Field(ge=0)
    frozen_at: int = Field(ge=0)
    order: dict[str, Any]
    pool: SavedPool
    files: dict[str, str] = Field(description="SHA-256 of the files beside it")


def read_run(checkpoint: Path) -> dict[str, Any]:
    """Return the JSON part of a checkpoint.

    Raises:
        RunError: it is damaged.
    """
    file = checkpoint / "run.json"
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
        run: SavedRun = validate(SavedRun, data, Source(str(file), {}, data))
        for name in FILES:
            if _digest(checkpoint / name) != run.files.get(name):
                raise RunError(f"{checkpoint / name}: altered since it was written, or damaged")
        return run.model_dump(exclude={"files"})
    except RunError:
        raise
    except EncounterError as error:
        raise RunError(str(error)) from None
    except (OSError, ValueError, RecursionError) as error:
        raise RunError(f"{checkpoint}: a damaged checkpoint ({error})") from None


def _digest(file: Path) -> str:
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()


def read_state(checkpoint: Path) -> dict[str, NDArray[Any]]:
    """Return the arrays of a checkpoint.

    Raises:
        RunError: they are damaged.
    """
    try:
        return networks.read_arrays(checkpoint / "state.npz", MOST_STATE)
    except (OSError, ValueError) as error:
        raise RunError(f"{checkpoint}: a damaged checkpoint (state.npz: {error})") from None


def read_model(checkpoint: Path, model: Any) -> None:
    """Give a learner the weights and the optimiser's state of a checkpoint.

    Raises:
        RunError: they are damaged, or those of another network.
    """
    import torch

    try:
        with zipfile.ZipFile(checkpoint / "model.zip") as file:
            for name, target in (
                ("policy.pth", model.policy),
                ("policy.optimizer.pth", model.policy.optimizer),
            ):
                target.load_state_dict(torch.load(io.BytesIO(file.read(name)), weights_only=True))
    except pickle.UnpicklingError:
        raise RunError(
            f"{checkpoint}: model.zip holds more than tensors, so it isn't read"
        ) from None
    except (OSError, EOFError, KeyError, ValueError, RuntimeError, zipfile.BadZipFile) as error:
        reason = (str(error).splitlines() or [type(error).__name__])[0]
        raise RunError(f"{checkpoint}: weights that don't fit or are damaged ({reason})") from None
