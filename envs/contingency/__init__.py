"""The `contingency` system: zones, secret plans, influence.

Description
    Units in a graph of zones announce in secret which actions they will attempt; then all are
    resolved by type: Influence, Movement, Interaction, Combat. Each further action makes all rolls
    worse. Targets of Influence choose what they suffer; attacks are dodged or guarded against;
    omens, stamina, breath, injury slots, concentration and spells do the rest.
    The rules are in ``RULES.md`` beside this file, clause by clause.

Action Space
    ``Discrete(n)``, n fixed by the encounter (about 120 to 350): rows of the verb table in the
    decider's frame, such as ``strike(blue_0, clash)``.

Observation Space
    ``Dict(observation: Box(-1, 1, float32), action_mask: Box(0, 1, int8))``; the vector's pieces
    are named by ``Battle.layout``.

Starting State
    As the encounter sets it; initiative is rolled unless it is fixed.

Rewards
    +1, -1 or 0 to every unit of a side when the battle ends; 0 before.

Episode End
    A side has nobody left in play or in reserve, or the round limit is over (a draw).

Version History
    v0: first version.
"""

from fracas.envs.contingency.edits import edit
from fracas.envs.contingency.events import EVENTS
from fracas.envs.contingency.faults import FAULTS
from fracas.envs.contingency.frame import WINDOWS
from fracas.envs.contingency.observe import layout
from fracas.envs.contingency.setup import setup
from fracas.envs.contingency.setup_models import ContingencyEncounter
from fracas.envs.contingency.state import STATE
from fracas.envs.contingency.state_names import STATE_TABLE
from fracas.envs.contingency.step import play
from fracas.envs.contingency.tables import DICE
from fracas.envs.contingency.verbs import PHASES, VERBS
from fracas.envs.contingency.view import (
    argument_name,
    argument_names,
    board,
    floor_view,
    secrets,
    shows_optional,
    unit_view,
    vitality,
)
from fracas.envs.core.system import System

SYSTEM = System(
    name="contingency",
    title="Contingency: Actions",
    dtype=STATE,
    verbs=VERBS,
    play=play,
    events=EVENTS,
    phases=PHASES,
    windows=WINDOWS,
    dice=DICE,
    fault_names=FAULTS,
    encounter_model=ContingencyEncounter,
    setup=setup,
    layout=layout,
    argument_name=argument_name,
    argument_names=argument_names,
    shows_optional=shows_optional,
    unit_view=unit_view,
    floor_view=floor_view,
    secrets=secrets,
    vitality=vitality,
    edit=edit,
    board=board,
    state=STATE_TABLE,
    clauses="C",
)
