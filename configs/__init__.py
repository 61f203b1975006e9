"""Bundled encounters and training runs: YAML files, loaded by name.

Encounters are opened by ``fracas.envs`` (``Battle("undead/alley")``), which also lists them
(``fracas.envs.bundled()``); this module opens the training runs.
"""

import difflib
from importlib import resources
from importlib.resources.abc import Traversable

__all__ = ["training", "training_names"]


def _folder() -> Traversable:
    return resources.files(__name__) / "training"


def training_names() -> list[str]:
    """Return the names of the training runs that come with the package."""
    return sorted(
        file.name.removesuffix(".yaml")
        for file in _folder().iterdir()
        if file.name.endswith(".yaml")
    )


def training(name: str) -> Traversable:
    """Return the YAML file of a bundled training run (``.read_text()``, or ``as_file``).

    Raises:
        ValueError: there is no run of this name.
    """
    known = training_names()
    if name not in known:
        near = difflib.get_close_matches(name, known, 1, 0.6)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(known) or 'none'}"
        raise ValueError(f"no training run {name!r}; {hint}")
    return _folder() / f"{name}.yaml"
