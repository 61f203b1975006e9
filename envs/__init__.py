"""Tabletop combat systems as masked multi-agent environments.

``Battle`` is one battle with names, ``make`` a PettingZoo ``AECEnv``, ``BattleBatch`` many battles
in one array. Bundled encounters are registered as ``fracas/<system>-<encounter>-v0`` with
PettingZoo (all units are agents) and Gymnasium (one side against a policy).
"""

from fracas.envs.contingency import SYSTEM as CONTINGENCY
from fracas.envs.core.batch import BattleBatch
from fracas.envs.core.battle import Arena, Battle, arena
from fracas.envs.core.encounter import bundled
from fracas.envs.core.errors import EncounterError, IllegalAction, StateError
from fracas.envs.core.registry import make, register_all
from fracas.envs.core.system import register_system, system_named, system_names
from fracas.envs.undead import SYSTEM as UNDEAD

SYSTEMS = (CONTINGENCY, UNDEAD)
for _system in SYSTEMS:
    register_system(_system)
register_all()

__all__ = [
    "SYSTEMS",
    "Arena",
    "Battle",
    "BattleBatch",
    "EncounterError",
    "IllegalAction",
    "StateError",
    "arena",
    "bundled",
    "make",
    "system_named",
    "system_names",
]
