"""Bundled encounters and training runs: YAML files, loaded by name.

Encounters are opened by ``fracas.envs`` (``Battle("undead/alley")``), which also lists them
(``fracas.envs.bundled()``); this module opens the training runs.
"""

import difflib
from importlib import resources
from typing import Any

__all__ = ["training", "training_names"]


def _folder() -> Any:
    return resources.files(__name__) / "training"


def training_names() -> list[str]:
    """Return the names of the training runs that come with the package."""
    return sorted(
        file.name.removesuffix(".yaml")
        for file in _folder().iterdir()
        if file.name.endswith(".yaml")
    )


def training(name: str) -> str:
    """Return the YAML text of a bundled training run.

    Raises:
        ValueError: there is no run of this name.
    """
    known = training_names()
    if name not in known:
        near = difflib.get_close_matches(name, known, 1, 0.6)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(known) or 'none'}"
        raise ValueError(f"no training run {name!r}; {hint}")
    text: str = (_folder() / f"{name}.yaml").read_text(encoding="utf-8")
    return text
