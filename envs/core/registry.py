"""``make``, and the names under which PettingZoo and Gymnasium know the bundled encounters."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import gymnasium
import pettingzoo

from fracas.envs.core.aec import CombatEnv
from fracas.envs.core.battle import Arena
from fracas.envs.core.encounter import bundled
from fracas.envs.core.system import system_names


def make(encounter: str | Path | Mapping[str, Any] | Arena, **settings: Any) -> CombatEnv:
    """Return a PettingZoo environment of an encounter.

    Args:
        encounter: a bundled id (``"undead/alley"``), a YAML path, a mapping, or an ``Arena``.
        settings: as for ``CombatEnv``.

    Raises:
        EncounterError: the encounter can't be used.
    """
    return CombatEnv(encounter, **settings)


def env_id(encounter: str) -> str:
    """Return the registered name of a bundled encounter: ``fracas/undead-alley-v0``."""
    return f"fracas/{encounter.replace('/', '-')}-v0"


def register_all() -> None:
    """Register every bundled encounter of the known systems; a second call does nothing."""
    # PettingZoo has had a registry since 1.27.
    register_aec = getattr(pettingzoo, "register", None)
    for encounter in bundled():
        name = env_id(encounter)
        if encounter.split("/")[0] not in system_names():
            continue
        kwargs = {"encounter": encounter}
        if name not in gymnasium.registry:
            gymnasium.register(name, "fracas.envs.core.single:SingleEnv", kwargs=kwargs)
        if register_aec is not None and name not in pettingzoo.aec_registry:
            register_aec("aec", name, "fracas.envs.core.aec:CombatEnv", kwargs=kwargs)
