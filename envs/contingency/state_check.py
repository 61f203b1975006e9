"""What a battle as JSON may not contradict: which window can stand on which, and what it asks.

A document made by play never does; one made by hand or damaged may, and the kernels rely on it.
"""

from typing import Any

from fracas.envs.contingency.frame import (
    W_ACTION,
    W_FALL,
    W_INJURY,
    W_PARTS,
    W_ROUND,
    W_TOKENS,
    WINDOWS,
)
from fracas.envs.contingency.rules_environment import (
    ANNOUNCING,
    ENVIRONMENT,
    RESOLVING,
    UPKEEP_BREATH,
    UPKEEP_CONCENTRATION,
)
from fracas.envs.contingency.state import HELD
from fracas.envs.contingency.tables import FOLLOW_UP, QUICK_GRAB, SLIP_AWAY, TYPES
from fracas.envs.contingency.verbs import (
    ANTICIPATE,
    CAST,
    DISENGAGE,
    ESCAPE,
    FEINT,
    INTIMIDATE,
    JAB,
    P_ANNOUNCE,
    P_ANY,
    P_BREATH,
    P_CONTEST,
    P_DECLARE,
    P_DEFEND,
    P_EFFECT,
    P_EMBED,
    P_END,
    P_ENGAGE,
    P_FOCUS,
    P_INFLUENCE,
    P_INJURY,
    P_INSTANT,
    P_LAND,
    P_LESS,
    P_LOWER,
    P_MUDDLE,
    P_NEXT,
    P_OPTION,
    P_REPLACE,
    P_REVEAL,
    P_SKILLED,
    P_SPELL,
    P_STEP,
    P_TECHNIQUE,
    P_TOKEN,
    P_YIELD,
    PARLEY,
    PHASES,
    PICK_UP,
    REPOSITION,
    SHOOT,
    STRIKE,
    TAUNT,
    TECHNIQUE,
    THROW,
    VERBS,
    WRESTLE,
)
from fracas.envs.core.encounter import SetupError
from fracas.envs.core.names import Names

_ABOVE = {
    W_ROUND: (W_PARTS, W_ACTION, W_TOKENS, W_INJURY),
    W_PARTS: (),
    W_ACTION: (W_PARTS, W_ACTION, W_FALL, W_TOKENS, W_INJURY),
    W_FALL: (W_TOKENS, W_INJURY),
    W_TOKENS: (W_TOKENS, W_INJURY),
    W_INJURY: (W_TOKENS, W_INJURY),
}
"""What each kind of window leads to."""

_INFLUENCES = (ANTICIPATE, FEINT, INTIMIDATE, PARLEY, TAUNT)
_ATTACKS = (STRIKE, SHOOT, THROW, JAB, WRESTLE, CAST)
_AIMED = (*_INFLUENCES, *_ATTACKS[:-1])

_ASKED_BY: dict[int, tuple[int, tuple[int, ...]]] = {
    **{P_INFLUENCE + t: (W_ROUND, (RESOLVING,)) for t in range(len(TYPES))},
    P_ANY: (W_ROUND, (RESOLVING,)),
    P_NEXT: (W_ROUND, (RESOLVING,)),
    P_ANNOUNCE: (W_ROUND, (ANNOUNCING,)),
    P_END: (W_ROUND, (UPKEEP_CONCENTRATION,)),
    P_BREATH: (W_ROUND, (UPKEEP_BREATH, ENVIRONMENT)),
    P_INSTANT: (W_PARTS, (0,)),
    P_SPELL: (W_PARTS, (0,)),
    P_TOKEN: (W_TOKENS, (0,)),
    P_INJURY: (W_INJURY, (0,)),
    P_SKILLED: (W_FALL, (2,)),
    P_LOWER: (W_FALL, (3,)),
    P_LAND: (W_FALL, (4,)),
}
"""The window that asks each phase's question, and how far it has come then."""

_ASKED_IN: dict[int, tuple[tuple[int, ...], tuple[int, ...]]] = {
    P_STEP: ((REPOSITION,), (1,)),
    P_ENGAGE: ((REPOSITION,), (3,)),
    P_DEFEND: ((*_ATTACKS, ESCAPE), (1,)),
    P_MUDDLE: (_INFLUENCES, (4,)),
    P_OPTION: (_INFLUENCES, (5,)),
    P_YIELD: ((FEINT, PARLEY), (6,)),
    P_DECLARE: ((ANTICIPATE,), (6,)),
    P_REVEAL: ((ANTICIPATE,), (6,)),
    P_REPLACE: ((INTIMIDATE, TAUNT), (7,)),
    P_FOCUS: (_INFLUENCES, (2,)),
    P_EFFECT: ((WRESTLE,), (4,)),
    P_EMBED: ((THROW,), (6,)),
    P_TECHNIQUE: ((STRIKE, DISENGAGE, PICK_UP), (3, 5, 7)),
    P_CONTEST: ((PICK_UP,), (1,)),
    P_LESS: ((CAST,), (8,)),
}
"""The actions whose stages ask each phase's question."""


_TECHNIQUE_OF = {STRIKE: FOLLOW_UP, DISENGAGE: SLIP_AWAY, PICK_UP: QUICK_GRAB}


def _need(condition: Any, message: str, *path: Any) -> None:
    if not condition:
        raise SetupError(path, message)


def check(s: Any, names: Names) -> None:
    """Refuse a record whose fields contradict each other.

    Raises:
        SetupError: with the path in the document.
    """
    limit = int(s["round_limit"])
    _need(s["round"] <= limit, f"1 to {limit} is accepted, not {s['round']}", "round")
    n = int(s["n_units"])
    for i in range(n):
        u = s["units"][i]
        for field in ("main", "off"):
            held = int(u[field]) - 1
            fits = held < 0 or (s["items"][held]["place"], s["items"][held]["where"]) == (HELD, i)
            _need(fits, "the item is not held by the unit", "units", names.units[i], field)
        for name, size in (("attribute", u["attribute"]), ("skill", u["skill"])):
            _need((size >= 4).all(), f"4 to 12 is accepted of an {name}", "units", names.units[i])
    if s["winner"] != 0:
        return
    judged = s["depth"] == 1 and s["windows"][0]["stage"] != ENVIRONMENT  # C130
    for side, name in enumerate(names.sides if judged else ()):
        left = any(u["side"] == side and not u["out"] for u in s["units"][:n])
        _need(left, f"all of {name} are out, so somebody has won", "outcome")
    _need(s["initiative"] >= 0, "a side has it", "initiative")
    _check_windows(s)
    _check_decider(s, names)


# -- windows ---------------------------------------------------------------------------------------


def _check_windows(s: Any) -> None:
    windows = s["windows"][: int(s["depth"])]
    _need(windows[0]["kind"] == W_ROUND, "the first is a round", "windows", 0, "kind")
    for k, w in enumerate(windows):
        if k + 1 < len(windows):
            kinds = [WINDOWS[kind] for kind in _ABOVE[int(w["kind"])]]
            fits = WINDOWS[int(windows[k + 1]["kind"])] in kinds
            known = ", ".join(kinds) or "nothing"
            _need(fits, f"{known} follows a {WINDOWS[int(w['kind'])]}", "windows", k + 1, "kind")
        if w["kind"] == W_ACTION:
            _check_action(s, k, w)
        elif w["kind"] == W_PARTS:
            _check_parts(s, k, w, windows[k - 1])
        elif w["kind"] == W_FALL:
            _need(s["n_drops"] > 0, "there is no drop to fall from", "windows", k, "kind")
        elif w["kind"] == W_ROUND:
            _need(w["a"] < len(TYPES), f"0 to {len(TYPES) - 1} is accepted", "windows", k, "type")


def _check_action(s: Any, k: int, w: Any) -> None:
    verb = int(w["verb"])
    _need(verb <= WRESTLE, "it is no action", "windows", k, "verb")
    if verb in _AIMED:
        fits = w["target"] >= 0 and (
            s["units"][w["target"]]["side"] != s["units"][w["actor"]]["side"]
        )
        _need(fits, "an enemy is needed", "windows", k, "target")
    if verb in (STRIKE, SHOOT, THROW, PICK_UP):
        _need(w["item"] > 0, "an item is needed", "windows", k, "item")
    if verb == CAST:
        _need(w["spell"] < s["n_spells"], "there is no such spell", "windows", k, "spell")
        effect = int(s["spells"][w["spell"]]["effect"])
        aimed = w["zone"] >= 0 if effect == 2 else w["target"] >= 0
        _need(aimed, "the spell needs an aim", "windows", k, "target")
    if verb not in (*_INFLUENCES, ESCAPE, THROW, CAST, STRIKE, JAB, WRESTLE, DISENGAGE, PICK_UP):
        return
    if verb != CAST:
        _need(w["a"] <= 1, "0 or 1 is accepted", "windows", k, "a")


def _check_parts(s: Any, k: int, w: Any, below: Any) -> None:
    if w["verb"] == CAST:
        _need(below["kind"] == W_ROUND, "it stands on a round", "windows", k, "kind")
        _need(w["spell"] < s["n_spells"], "there is no such spell", "windows", k, "spell")
    else:
        fits = w["verb"] == TECHNIQUE and below["kind"] == W_ACTION and w["a"] in (0, 2)
        _need(fits, "it is neither a spell nor a technique", "windows", k, "verb")


# -- who decides -----------------------------------------------------------------------------------


def _check_decider(s: Any, names: Names) -> None:
    phase, decider = int(s["phase"]), int(s["decider"])
    _need(decider >= 0, "somebody decides, as nobody has won", "decider")
    _need(phase > 0, "something is asked, as nobody has won", "phase")
    u = s["units"][decider]
    _need(not u["out"] and not u["reserve"], "the decider is in play", "decider")
    w = s["windows"][int(s["depth"]) - 1]
    kind, stage, verb = int(w["kind"]), int(w["stage"]), int(w["verb"])
    if phase in _ASKED_BY:
        asks, stages = _ASKED_BY[phase]
        _need(
            kind == asks and stage in stages,
            f"{PHASES[phase]} isn't asked by a {WINDOWS[kind]} at this stage", "phase",
        )  # fmt: skip
    else:
        verbs, stages = _ASKED_IN[phase]
        fits = kind == W_ACTION and verb in verbs and stage in stages
        what = VERBS.verbs[verb].name if kind == W_ACTION else WINDOWS[kind]
        _need(fits, f"{PHASES[phase]} isn't asked by a {what} at this stage", "phase")
    if phase == P_TECHNIQUE:
        _need(w["options"] == 1 << _TECHNIQUE_OF[verb], "its own technique is needed", "windows",
              int(s["depth"]) - 1, "options")  # fmt: skip
    wanted = _who_decides(s, phase, w)
    if wanted is not None:
        _need(decider == wanted, f"{names.units[wanted]} decides here", "decider")


def _who_decides(s: Any, phase: int, w: Any) -> int | None:
    """Return who must be the decider, None where any unit may be."""
    if phase in (P_DEFEND, P_OPTION, P_YIELD, P_DECLARE, P_REVEAL, P_FOCUS, P_EMBED, P_CONTEST):
        return int(w["target"])
    if phase == P_REPLACE:
        return int(w["target" if w["success"] else "actor"])
    if phase == P_ANNOUNCE:
        first, place = int(s["initiative"]), int(w["actor"])
        order = [
            int(s["first"][side]) + n
            for side in (first, 1 - first)
            for n in range(int(s["count"][side]))
        ]
        return order[place] if place < len(order) else None
    if P_INFLUENCE <= phase <= P_ANY:
        return int(s["turn_unit"]) if s["turn_unit"] >= 0 else None
    if w["kind"] == W_ROUND:
        return None
    return int(w["actor"])
