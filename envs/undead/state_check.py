"""What a battle as JSON may not contradict: order, turn, and which window can stand on which.

A document made by play never does; one made by hand or damaged may, and the kernels rely on it.
"""

from typing import Any

import numpy as np

from fracas.envs.core.encounter import SetupError
from fracas.envs.core.grid import DX, DY
from fracas.envs.core.names import Names
from fracas.envs.core.record import address
from fracas.envs.core.system import OP_LEGAL
from fracas.envs.undead.flow import ACT, CHOSEN, ENDED
from fracas.envs.undead.frame import (
    W_ACTION,
    W_ATTACK,
    W_GRANT,
    W_GRAPPLE,
    W_PARTS,
    W_READY,
    W_STEP,
    W_TURN,
    WINDOWS,
)
from fracas.envs.undead.items import NOTHING
from fracas.envs.undead.options import MODE_SIDE
from fracas.envs.undead.rules_attack import AFTER_GRAPPLE, CHOICE, DEFENCE
from fracas.envs.undead.rules_ready import ATTACKED, CHECKED, MOVED, RUNNING
from fracas.envs.undead.state import MAX_NEST
from fracas.envs.undead.step import play
from fracas.envs.undead.tables import MAIN_HAND
from fracas.envs.undead.verbs import (
    CHOOSE_KIND,
    CHOOSE_NEXT,
    CHOOSE_TARGET,
    DEFEND,
    GRANT_STEPS,
    GRANT_TOWARDS,
    GRAPPLE,
    ITEM_DIRECTION,
    MAIN,
    MELEE,
    OPPORTUNITY,
    PHASES,
    PLACE,
    PUSH,
    READY,
    READY_FIRE,
    SHOT_SEMI,
    SHOT_SINGLE,
    SPRAY,
    STRONG_CHOICE,
    THROW_OBJECT,
    THROW_WEAPON,
    TILE,
    UNARMED,
    VERBS,
)

_ABOVE = {
    W_TURN: (W_ACTION, W_READY, W_PARTS),
    W_ACTION: (W_STEP, W_ATTACK, W_GRAPPLE, W_GRANT, W_READY),
    W_STEP: (W_ACTION,),
    W_ATTACK: (W_GRAPPLE,),
    W_GRAPPLE: (),
    W_READY: (W_ACTION, W_PARTS),
    W_GRANT: (W_ACTION,),
    W_PARTS: (),
}
"""What each kind of window leads to."""

_ASKS = {
    MAIN: W_TURN, CHOOSE_NEXT: W_TURN, OPPORTUNITY: W_STEP, STRONG_CHOICE: W_ATTACK,
    READY_FIRE: W_READY, GRANT_STEPS: W_GRANT, CHOOSE_TARGET: W_GRANT, GRANT_TOWARDS: W_GRANT,
    TILE: W_PARTS, ITEM_DIRECTION: W_PARTS, CHOOSE_KIND: W_PARTS,
}  # fmt: skip
"""The window that asks each phase's question; a defence is asked by an attack or a grapple."""

_IN_PARTS = {READY: CHOOSE_KIND, PLACE: ITEM_DIRECTION, THROW_OBJECT: TILE}
_STRIKES = {
    W_ATTACK: (UNARMED, MELEE, THROW_WEAPON, SHOT_SINGLE, SHOT_SEMI, SPRAY),
    W_GRAPPLE: (GRAPPLE, PUSH),
}


def _need(condition: Any, message: str, *path: Any) -> None:
    if not condition:
        raise SetupError(path, message)


def _holds(units: Any, i: int) -> bool:
    return bool(int(units) >> i & 1)


def check(s: Any, names: Names) -> None:
    """Refuse a record whose fields contradict each other.

    Raises:
        SetupError: with the path in the document.
    """
    n = int(s["n_units"])
    order = s["order"][:n].tolist()
    _need(sorted(order) == list(range(n)), "each unit stands in it once", "order")
    limit = int(s["round_limit"])
    _need(s["round"] <= limit, f"1 to {limit} is accepted, not {s['round']}", "round")
    if s["winner"] != 0:
        return
    for side, name in enumerate(names.sides):
        up = any(u["side"] == side and not u["down"] for u in s["units"][:n])
        _need(up, f"all of {name} are down, so somebody has won", "outcome")
    turn = int(s["turn_unit"])
    _need(turn >= 0, "it is some unit's turn", "turn")
    if s["options"]["initiative_mode"] != MODE_SIDE:
        place = order.index(turn)
        _need(s["turn_pos"] == place, f"{place} is its unit's in the order", "turn_place")
    _check_windows(s, n)
    _check_decider(s, names)


# -- windows ---------------------------------------------------------------------------------------


def _check_windows(s: Any, n: int) -> None:
    windows = s["windows"][: int(s["depth"])]
    _need(windows[0]["kind"] == W_TURN, "the first is a turn", "windows", 0, "kind")
    nested = 0
    for k, w in enumerate(windows):
        above = windows[k + 1] if k + 1 < len(windows) else None
        below = windows[k - 1] if k > 0 else None
        if above is not None:
            kinds = [WINDOWS[kind] for kind in _ABOVE[int(w["kind"])]]
            fits = WINDOWS[int(above["kind"])] in kinds
            known = ", ".join(kinds) or "nothing"
            _need(fits, f"{known} follows a {WINDOWS[int(w['kind'])]}", "windows", k + 1, "kind")
        if w["kind"] == W_READY:
            fits = nested == 0 or (s["options"]["trigger_nest"] and nested <= MAX_NEST)
            _need(fits, "no ready window opens inside a reaction here (U518)", "windows", k)
        if w["kind"] == W_ACTION:
            nested += int(w["flag"])
        _check_stage(s, k, w, above)
        if below is not None:
            _check_under(s, k, w, below, above)
    _need(s["nest"] == nested, f"{nested} of the actions in windows are nested", "nested")


def _check_stage(s: Any, k: int, w: Any, above: Any) -> None:
    """A window has come as far as what stands on it says."""
    kind, next_kind = int(w["kind"]), None if above is None else int(above["kind"])
    stages = {0}
    if kind == W_TURN:
        stages = {ENDED if next_kind == W_READY else ACT}
        if s["phase"] == CHOOSE_NEXT:
            stages = {CHOSEN}
    elif kind == W_ACTION:
        stages = {CHECKED if next_kind == W_READY else RUNNING}
    elif kind == W_ATTACK:
        stages = {CHOICE if s["phase"] == STRONG_CHOICE else DEFENCE}
        if next_kind == W_GRAPPLE:
            stages = {AFTER_GRAPPLE}
    _need(
        w["stage"] in stages, "not the stage at which this decision is asked", "windows", k, "stage"
    )


def _check_under(s: Any, k: int, w: Any, below: Any, above: Any) -> None:
    """A window goes on with what the one below it is about."""
    kind, base = int(w["kind"]), int(below["kind"])
    at = ("windows", k)
    actor = int(w["actor"])
    if kind == W_ACTION:
        _check_action(s, k, w, below, above)
    elif base in (W_ACTION, W_ATTACK) and kind != W_READY:
        _need(actor == below["actor"], "the actor is that of the window below", *at, "actor")
    if kind in _STRIKES:
        i, target = s["units"][actor], int(w["target"])
        _need(w["verb"] in _STRIKES[kind], f"no verb of a {WINDOWS[kind]}", *at, "verb")
        _need(
            target != actor and not s["units"][target]["down"], "no unit to strike", *at, "target"
        )
        _need(target == below["target"], "the target is that of the window below", *at, "target")
        slot = int(w["slot"])
        _need(slot >= MAIN_HAND, "main or off is accepted", *at, "slot")
        bare = w["verb"] in (UNARMED, GRAPPLE, PUSH)
        gone = w["verb"] == THROW_WEAPON and w["item"] != NOTHING
        held = w["item"] == i["items"][slot]["item"] != NOTHING
        _need(bare or gone or held, "the item that the verb uses is needed", *at, "item")
    if kind == W_STEP:
        u = s["units"][actor]
        x, y = int(w["x"] + DX[w["direction"]]), int(w["y"] + DY[w["direction"]])
        _need(_is_ground(s, x, y), "nobody can step there", *at, "direction")
        if not s["options"]["trigger_nest"]:  # else it may have been moved, the tile taken
            _need(u["x"] == w["x"] and u["y"] == w["y"], "it is not there any more", *at, "from")
            _need(_is_free(s, x, y), "somebody is there", *at, "direction")
        granted = any(v["kind"] == W_GRANT for v in s["windows"][:k])
        _need(granted or not w["flag"], "no window grants it", *at, "granted")
    if kind == W_READY and base == W_TURN:
        _need(s["turn_over"], "the turn has ended before its ready check", "turn_over")
    if kind == W_PARTS:
        _check_parts(s, k, w, base)


def _is_ground(s: Any, x: int, y: int) -> bool:
    if not (0 <= x < s["width"] and 0 <= y < s["height"]):
        return False
    return not (int(s["walls"][y]) | int(s["obstacles"][y])) >> x & 1


def _is_free(s: Any, x: int, y: int) -> bool:
    units = s["units"][: int(s["n_units"])]
    return not any(u["x"] == x and u["y"] == y and not u["down"] for u in units)


def _check_action(s: Any, k: int, w: Any, below: Any, above: Any) -> None:
    base, actor, at = int(below["kind"]), int(w["actor"]), ("windows", k)
    _need(above is not None, "an action asks nothing; what it leads to is missing", *at)
    nested = base in (W_STEP, W_READY)
    _need(w["flag"] == nested, f"{str(nested).lower()} is accepted here", *at, "nested")
    attacked = w["verb"] == ATTACKED
    _need(not attacked or w["target"] >= 0, "who was attacked is needed", *at, "target")
    if above["kind"] in (W_ATTACK, W_GRAPPLE):
        _need(attacked, "attacked is accepted here", *at, "event")
    if base == W_TURN:
        _need(actor == s["turn_unit"], "the turn is another unit's", *at, "actor")
    elif base == W_GRANT:
        _need(actor == below["actor"], "the steps are granted to another unit", *at, "actor")
        fits = w["verb"] == MOVED and above["kind"] in (W_STEP, W_READY)
        _need(fits, "a granted step is meant", *at)
    elif base == W_READY:
        _need(_holds(below["asked"], actor), "it was not asked in the window below", *at, "actor")
    else:  # an opportunity attack
        mover = int(below["actor"])
        foe = s["units"][actor]["side"] != s["units"][mover]["side"]
        _need(foe, "only an enemy of who steps reacts (U548)", *at, "actor")
        _need(_holds(below["asked"], actor), "it was not asked in the window below", *at, "actor")
        fits = attacked and w["target"] == mover and above["kind"] in (W_ATTACK, W_READY)
        _need(fits, "an attack on who steps is meant", *at)


def _check_parts(s: Any, k: int, w: Any, base: int) -> None:
    """The first part of the action is legal, as it was when it was chosen."""
    at, verb = ("windows", k), int(w["verb"])
    _need(verb in _IN_PARTS, "ready, place and throw_object are asked in parts", *at, "verb")
    before = np.array([s])
    before["depth"] -= 1
    before["decider"] = w["actor"]
    before["phase"] = MAIN if base == W_TURN else READY_FIRE
    block = before["blocks"][0, verb]
    row = int(block["start"]) + int(w["slot"])
    fits = 0 <= int(w["slot"]) < block["n1"] and block["start"] >= 0
    legal = fits and play.call(address(before), OP_LEGAL, row, 0, 0)
    name = VERBS.verbs[verb].name
    _need(legal, f"{name} is not legal with this argument", *at, "argument")


# -- who decides -----------------------------------------------------------------------------------


def _check_decider(s: Any, names: Names) -> None:
    phase, i = int(s["phase"]), int(s["decider"])
    w = s["windows"][int(s["depth"]) - 1]
    kind = int(w["kind"])
    _need(i >= 0, "some unit decides while the battle goes on", "decider")
    _need(phase > 0, "something is asked while the battle goes on", "phase")
    fits = _ASKS[phase] == kind if phase != DEFEND else kind in _STRIKES
    _need(fits, f"a {WINDOWS[kind]} doesn't ask {PHASES[phase]}", "phase")
    if kind == W_PARTS:
        _need(_IN_PARTS[int(w["verb"])] == phase, f"{PHASES[phase]} is no part of it", "phase")
    if kind == W_GRANT:
        chosen = w["target"] >= 0
        meant = GRANT_TOWARDS if chosen else CHOOSE_TARGET if w["candidates"] else GRANT_STEPS
        _need(phase == meant, f"{PHASES[meant]} is accepted here", "phase")
    if kind == W_STEP:
        foe = s["units"][i]["side"] != s["units"][int(w["actor"])]["side"]
        _need(foe and _holds(w["asked"], i), "an enemy that the step has asked decides", "decider")
    elif kind == W_READY:
        fits = _holds(w["candidates"], i) and _holds(w["asked"], i)
        _need(fits, "a candidate that the ready window has asked decides", "decider")
    elif phase != CHOOSE_NEXT:
        meant = w["target"] if phase == DEFEND else s["turn_unit"] if kind == W_TURN else w["actor"]
        _need(i == meant, f"{names.units[int(meant)]} is accepted here", "decider")
