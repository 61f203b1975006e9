"""What can happen, and the sentence for each kind."""

from fracas.envs.contingency.state import EVENT_KINDS
from fracas.envs.contingency.tables import DICE, TYPES, WEAKNESSES
from fracas.envs.contingency.verbs import PLANS, VERBS
from fracas.envs.core.events import EventTable

_VERBS = tuple(verb.name for verb in VERBS.verbs)

STEPS = ("setting the scene", "upkeep", "announcing", "resolving", "environment", "end of round")

CONDITIONS = (
    "prone", "restrained", "covered", "fortified", "holding its breath", "frozen",
)  # fmt: skip
(
    C_PRONE, C_RESTRAINED, C_COVERED, C_FORTIFIED, C_HOLDING, C_FROZEN,
) = range(len(CONDITIONS))  # fmt: skip

_ROWS: tuple[tuple[str, str, tuple[str, ...] | str | None], ...] = (
    ("round_began", "round {number} begins", None),
    ("initiative", "side {number} has the initiative", None),
    ("foreshadowed", "round {number}: {what} is coming", EVENT_KINDS),
    ("step_began", "{what}", STEPS),
    ("type_began", "{what} actions", TYPES),
    ("announced", "{actor} announces {what}", PLANS),
    ("announced_all", "{actor} has announced", None),
    ("acted", "{actor}: {what}", _VERBS),
    ("aimed", "{actor}: {what} on {target}", _VERBS),
    ("dropped", "{actor} drops {what}", PLANS),
    ("forgone", "{actor} forgoes its actions", None),
    ("rolled", "{actor} rolls {number} ({what})", DICE),
    ("succeeded", "{actor} succeeds", None),
    ("failed", "{actor} fails", None),
    ("omens", "{actor} has {number} omens", None),
    ("muddled", "{actor} takes option {number} away", None),
    ("chose", "{actor} takes option {number}", None),
    ("declared", "{actor} declares {what}", PLANS),
    ("revealed", "{actor} shows its weakness: {what}", WEAKNESSES),
    ("granted", "the next action against {actor} has advantage", None),
    ("granted_combat", "the next Combat action against {actor} has advantage", None),
    ("obliged", "{actor} must stand frozen", None),
    ("driven", "{actor} must flee from {target}", None),
    ("drawn_in", "{actor} must approach {target}", None),
    ("provoked", "{actor} must attack {target}", None),
    ("moved", "{actor} moves to {what}", "zone"),
    ("engaged", "{actor} and {target} are engaged", None),
    ("disengaged", "{actor} is no longer engaged", None),
    ("gained", "{actor} is {what}", CONDITIONS),
    ("lost", "{actor} is no longer {what}", CONDITIONS),
    ("grappled", "{actor} grapples {target}", None),
    ("released", "{actor} lets {target} go", None),
    ("hid", "{actor} is hidden from {target}", None),
    ("noticed", "{actor} notices {target}", None),
    ("marked", "{actor} marks {number} stamina", None),
    ("recovered", "{actor} clears {number} stamina", None),
    ("worn_down", "{actor} loses {number} wellness", None),
    ("breathless_rose", "{actor} is breathless ({number})", None),
    ("breathless_fell", "{actor} breathes easier ({number})", None),
    ("armour_used", "{actor}'s armour takes some of it", None),
    ("injured", "{actor} suffers an injury of severity {number}", None),
    ("taken_out", "{actor} is taken out", None),
    ("item_moved", "{what} leaves {actor}'s hands", "item"),
    ("item_taken", "{actor} takes {what}", "item"),
    ("item_fell", "{what} lies in the zone of {actor}", "item"),
    ("item_embedded", "{what} sticks in {actor}", "item"),
    ("loaded", "{actor} loads {what}", "item"),
    ("contested", "{actor} competes for {what}", "item"),
    ("spell_kept", "{actor} keeps up {what}", "spell"),
    ("spell_ended", "{what} of {actor} ends", "spell"),
    ("strained", "{actor} has {number} strain", None),
    ("token_placed", "{actor} places {number} damage tokens on {what}", "spell"),
    ("fell", "{actor} falls", None),
    ("fall_dice", "{actor} falls on {number}", None),
    ("toxin", "{actor} is in the {what}", "toxin"),
    ("event_happened", "{what}", EVENT_KINDS),
    ("arrived", "{actor} arrives", None),
    ("won", "side {number} wins", None),
    ("drawn", "the battle is a draw", None),
)

EVENTS = EventTable(
    kinds=tuple(row[0] for row in _ROWS),
    templates=tuple(row[1] for row in _ROWS),
    words=tuple(row[2] for row in _ROWS),
)

(
    E_ROUND, E_INITIATIVE, E_FORESHADOWED, E_STEP, E_TYPE, E_ANNOUNCED, E_ANNOUNCED_ALL, E_ACTED,
    E_AIMED, E_DROPPED, E_FORGONE, E_ROLLED, E_SUCCEEDED, E_FAILED, E_OMENS, E_MUDDLED, E_CHOSE,
    E_DECLARED, E_REVEALED, E_GRANTED, E_GRANTED_COMBAT, E_OBLIGED, E_DRIVEN, E_DRAWN_IN,
    E_PROVOKED, E_MOVED, E_ENGAGED, E_DISENGAGED, E_GAINED, E_LOST, E_GRAPPLED, E_RELEASED, E_HID,
    E_NOTICED, E_MARKED, E_RECOVERED, E_WORN_DOWN, E_BREATHLESS, E_BREATHES, E_ARMOUR, E_INJURED,
    E_OUT, E_ITEM_MOVED, E_ITEM_TAKEN, E_ITEM_FELL, E_EMBEDDED, E_LOADED, E_CONTESTED, E_KEPT,
    E_SPELL_ENDED, E_STRAINED, E_TOKEN, E_FELL, E_FALL_DICE, E_TOXIN, E_HAPPENED, E_ARRIVED, E_WON,
    E_DRAWN,
) = range(len(_ROWS))  # fmt: skip
