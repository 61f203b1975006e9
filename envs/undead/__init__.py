"""The `undead` system: tactical combat on tiles with one pool of action points.

Description
    Units on a tile map spend action points (AP) on actions in their own turn and on reactions in
    anybody's; points kept are defence. Attacks name a body area; strong hits roll on damage
    tables. Units hide, sneak, grapple, frighten, throw bombs and prepare actions for triggers.
    The rules are in ``RULES.md`` beside this file, clause by clause.

Action Space
    ``Discrete(n)``, n fixed by the encounter (about 120 to 300): rows of the verb table in the
    decider's frame, such as ``melee(blue_0, torso)``.

Observation Space
    ``Dict(observation: Box(-1, 1, float32), action_mask: Box(0, 1, int8))``; the vector's pieces
    are named by ``Battle.layout``.

Starting State
    As the encounter sets it; initiative is rolled.

Rewards
    +1, -1 or 0 to every unit of a side when the battle ends; 0 before.

Episode End
    A side is Down, a goal is reached, or the round limit is over (a draw).

Version History
    v0: first version.
"""

from fracas.envs.core.system import System
from fracas.envs.undead.events import EVENTS
from fracas.envs.undead.faults import FAULTS
from fracas.envs.undead.frame import WINDOWS
from fracas.envs.undead.observe import layout
from fracas.envs.undead.setup import UndeadEncounter, setup
from fracas.envs.undead.state import STATE
from fracas.envs.undead.state_names import STATE_TABLE
from fracas.envs.undead.step import play
from fracas.envs.undead.tables import DICE
from fracas.envs.undead.verbs import PHASES, VERBS
from fracas.envs.undead.view import (
    argument_name,
    argument_names,
    board,
    edit,
    floor_view,
    secrets,
    shows_optional,
    unit_view,
    vitality,
)

SYSTEM = System(
    name="undead",
    title="The Undead Archive: Basic Actions",
    dtype=STATE,
    verbs=VERBS,
    play=play,
    events=EVENTS,
    phases=PHASES,
    windows=WINDOWS,
    dice=DICE,
    fault_names=FAULTS,
    encounter_model=UndeadEncounter,
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
    clauses="U",
)
