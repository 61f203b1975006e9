"""What can happen, and the sentence for each kind."""

from fracas.envs.core.events import EventTable
from fracas.envs.undead.tables import AREAS, DIRECTIONS, INJURIES, OUTCOMES
from fracas.envs.undead.verbs import READY_KINDS, VERBS

_VERBS = tuple(verb.name for verb in VERBS.verbs)

CONDITIONS = (
    "Hidden", "Slowed", "Prone", "Grappled", "Horrified", "Weakened", "Bleeding", "stanched",
    "Stunned", "jammed",
)  # fmt: skip
(
    C_HIDDEN, C_SLOWED, C_PRONE, C_GRAPPLED, C_HORRIFIED, C_WEAKENED, C_BLEEDING, C_STANCHED,
    C_STUNNED, C_JAMMED,
) = range(len(CONDITIONS))  # fmt: skip

_ROWS: tuple[tuple[str, str, tuple[str, ...] | str | None], ...] = (
    ("round_began", "round {number} begins", None),
    ("turn_began", "{actor}'s turn begins with {number} AP", None),
    ("turn_ended", "{actor}'s turn ends", None),
    ("acted", "{actor}: {what}", _VERBS),
    ("aimed", "{actor}: {what} on {target}", _VERBS),
    ("moved", "{actor} moves to ({x}, {y})", None),
    ("blocked", "{actor}'s step does not happen", None),
    ("targeted_area", "the {what} of {target} is the mark", AREAS),
    ("rolled", "{actor} rolls {number}: {what}", OUTCOMES),
    ("damaged", "{target} takes {number} damage", None),
    ("stressed", "{target} gains {number} Stress", None),
    ("gained", "{target} is {what}", CONDITIONS),
    ("lost", "{target} is no longer {what}", CONDITIONS),
    ("injured", "{target} suffers {what}", INJURIES),
    ("saved", "{target} saves with {number}: {what}", OUTCOMES),
    ("went_down", "{target} goes down", None),
    ("pushed", "{target} is pushed to ({x}, {y})", None),
    ("fell", "a {what} lies at ({x}, {y})", "item"),
    ("took", "{actor} takes {what}", "item"),
    ("burst", "a {what} bursts at ({x}, {y})", "item"),
    ("guarded", "{target}'s guard is {number}", None),
    ("sensed", "{actor} senses {number} hidden", None),
    ("searched", "{actor} searches", None),
    ("uncovered", "a hidden {what} is found at ({x}, {y})", "item"),
    ("readied", "{actor} readies {what}", READY_KINDS),
    ("fired", "{actor} takes the readied action: {what}", READY_KINDS),
    ("declined", "{actor} declines", None),
    ("initiative", "{actor} rolls {number} for initiative", None),
    ("scattered", "the throw goes astray to the {what}", DIRECTIONS),
    ("won", "side {number} wins", None),
    ("drawn", "the battle is a draw", None),
)

EVENTS = EventTable(
    kinds=tuple(row[0] for row in _ROWS),
    templates=tuple(row[1] for row in _ROWS),
    words=tuple(row[2] for row in _ROWS),
)

(
    E_ROUND, E_TURN, E_TURN_END, E_ACTED, E_AIMED, E_MOVED, E_BLOCKED, E_AREA, E_ROLLED,
    E_DAMAGED, E_STRESSED, E_GAINED, E_LOST, E_INJURED, E_SAVED, E_DOWN, E_PUSHED, E_FELL, E_TOOK,
    E_BURST, E_GUARD, E_SENSED, E_SEARCHED, E_UNCOVERED, E_READIED, E_FIRED, E_DECLINED,
    E_INITIATIVE, E_SCATTERED, E_WON, E_DRAWN,
) = range(len(_ROWS))  # fmt: skip
