"""Play the battles of ``<system>/*.txt`` again and write down what happens.

A file is a YAML header, a line ``---`` and the recording; the diff of a recording is the review
of a change to the rules. The header says what is played:

    encounter   a bundled id
    changes     what to write over keys of the encounter (may be left out)
    edits       fields of units as the battle begins (may be left out)
    seed        of the dice and of the choices
    decisions   where to stop if the battle is not over

``python tests/playthroughs/record.py`` names the files that differ from a fresh recording;
``--update`` rewrites them. A new playthrough is a new file with a header, then ``--update``.
Every verb, phase and window has to occur in some playthrough; what occurs in none is named, and
``--find NAME FILE`` tries other seeds of a file until it does.
"""

import argparse
import hashlib
import importlib.util
import re
import sys
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import yaml

from fracas.envs import Battle, system_named, system_names
from fracas.envs.core.encounter import read
from fracas.envs.core.notation import Action
from fracas.envs.core.record import MAX_DICE_LOG, MAX_EVENTS

FOLDER = Path(__file__).resolve().parent
BREAK = "---\n"
SEEDS = 400


@cache
def rules(system: str) -> ModuleType:
    """Return what the tests know of a system."""
    path = FOLDER.parent / "systems" / f"{system}.py"
    spec = importlib.util.spec_from_file_location(f"recorded_{system}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def files() -> list[Path]:
    """Return all playthroughs."""
    return sorted(FOLDER.glob("*/*.txt"))


def fresh(text: str) -> str:
    """Return a file's text with its recording made anew."""
    header = text.partition(BREAK)[0]
    return header + BREAK + "\n".join(recording(yaml.safe_load(header))) + "\n"


# -- the steering ---------------------------------------------------------------------------------


def number_of(*parts: object) -> int:
    """Return a number that depends on ``parts`` alone, the same everywhere."""
    return int.from_bytes(hashlib.sha256(repr(parts).encode()).digest()[:8], "big")


def choose(battle: Battle, legal: list[Action], used: Counter[str], seed: int, n: int) -> Action:
    """Return the action to take: mostly of a kind used least so far, else one that closes in.

    Ties are broken by a draw for each unit and round, so that one more legal action seldom
    changes what is chosen; what the unit has done twice stands behind.
    """
    kind_of = rules(battle.system.name).kind_of
    if number_of(seed, n) % 5 < 2:
        ranks = distances(battle, legal)
    else:
        ranks = [used[kind_of(action)] for action in legal]
    best = [action for action, rank in zip(legal, ranks, strict=True) if rank == min(ranks)]
    who = battle.decider
    return min(
        best,
        key=lambda a: (used[f"{who}: {a}"] // 2, number_of(seed, who, battle.round, a.text)),
    )


def distances(battle: Battle, legal: list[Action]) -> list[int]:
    """Return how far the decider is from where the nearest enemy stood, after each action."""
    found = []
    for action in legal:
        after = battle.copy()
        after.act(action)
        found.append(rules(battle.system.name).distance(battle, after, str(battle.decider)))
    return found


# -- the recording --------------------------------------------------------------------------------


def recording(given: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of a playthrough.

    Args:
        given: the header of its file.
    """
    encounter, seed = given["encounter"], given["seed"]
    changes = given.get("changes")
    battle = Battle({**read(encounter)[0], **changes} if changes else encounter, seed)
    made, system = battle.arena, battle.system
    known = rules(system.name)
    for unit, fields in given.get("edits", {}).items():
        battle.edit(unit, **fields)
    yield f"system: {system.name}, {system.title}"
    yield f"title: {made.title}"
    yield f"rows: {made.n_rows}"
    yield f"floats: {made.n_floats}"
    for number, side in enumerate(made.sides):
        own = [u for u, k in zip(made.units, made.sides_of, strict=True) if k == number]
        yield f"side {side}: {', '.join(own)}"
    yield ""
    yield from happened(battle, 0, 0)
    used: Counter[str] = Counter()
    begun, after = True, picture(battle)
    for n in range(1, given["decisions"] + 1):
        state = battle.state[0]
        if battle.outcome is not None:
            break
        open_ = [system.windows[int(w["kind"])] for w in state["windows"][: int(state["depth"])]]
        yield ""
        yield f"{n}. round {battle.round}, {battle.decider}, {battle.phase} ({' > '.join(open_)})"
        if begun:
            yield from (f"    {line}" for line in battle.board().splitlines())
        legal = battle.legal()
        counts = Counter(action.verb for action in legal)
        yield "  legal: " + ", ".join(v if k == 1 else f"{v} {k}" for v, k in counts.items())
        action = choose(battle, legal, used, seed, n)
        used.update((known.kind_of(action), f"{battle.decider}: {action}"))
        yield f"  > {action}"
        before, events, dice = after, int(state["n_events"]), battle.dice_rolled
        lay = floor_of(battle)
        battle.act(action)
        yield from happened(battle, events, dice)
        after = picture(battle)
        yield from differences(before, after)
        yield from moved_items(lay, floor_of(battle))
        begun = any(event.kind in known.BOARD_AT for event in battle.events_since(events))
    yield ""
    yield from (f"    {line}" for line in battle.board().splitlines())
    yield f"outcome: {battle.outcome or 'none yet'}"
    yield f"round: {battle.round}"
    yield f"decisions: {int(battle.state[0]['decisions'])}"


def happened(battle: Battle, events: int, dice: int) -> Iterator[str]:
    """Yield the dice and events since there were so many of them."""
    state = battle.state[0]
    total = battle.dice_rolled
    if total > dice:
        log = [
            state["dice"][k % MAX_DICE_LOG] for k in range(max(dice, total - MAX_DICE_LOG), total)
        ]
        names = [f"{battle.system.dice[int(die['kind'])]} {int(die['value'])}" for die in log]
        yield f"  dice: {left_out(total - dice, MAX_DICE_LOG)}{', '.join(names)}"
    omitted = left_out(int(state["n_events"]) - events, MAX_EVENTS)
    if omitted:
        yield f"  - {omitted}"
    for event in battle.events_since(events):
        public = len(event.sides) == len(battle.arena.sides)
        readers = "" if public else f" [{', '.join(event.sides) or 'nobody'} may read it]"
        yield f"  - {event}{readers}"


def left_out(number: int, kept: int) -> str:
    """Return a note of what the record no longer holds."""
    return f"({number - kept} more before) " if number > kept else ""


# -- what changed ---------------------------------------------------------------------------------


def picture(battle: Battle) -> dict[str, dict[str, str]]:
    """Return the fields of all units as texts."""
    left_out = rules(battle.system.name).REPEATED
    return {name: flat(vars(battle.unit(name)), left_out) for name in battle.units}


def floor_of(battle: Battle) -> Counter[str]:
    """Return the items that lie about, as texts."""
    return Counter(word(vars(item)) for item in battle.floor())


def flat(fields: Mapping[str, Any], left_out: Collection[str]) -> dict[str, str]:
    """Return fields with one entry for each part of a list, table or set."""
    found = {}
    for name, value in fields.items():
        if name in left_out:
            continue
        if isinstance(value, Mapping):
            found |= {f"{name}.{key}": word(part) for key, part in value.items()}
        elif isinstance(value, list):
            found |= {f"{name}.{key}": word(part) for key, part in enumerate(value)}
        elif isinstance(value, (set, frozenset)):
            found |= {f"{name}.{part}": "yes" for part in sorted(value)}
        else:
            found[name] = word(value)
    return found


def word(value: Any) -> str:
    """Return a value in short; of a table what is neither zero nor empty."""
    if isinstance(value, Mapping):
        kept = {k: v for k, v in value.items() if v or k in ("x", "y")}
        return " ".join(k if v is True else word(v) for k, v in kept.items())
    if isinstance(value, tuple):
        return f"({' '.join(word(part) for part in value)})"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


def differences(
    before: Mapping[str, dict[str, str]], after: Mapping[str, dict[str, str]]
) -> Iterator[str]:
    """Yield a line for each unit that changed."""
    for name, now in after.items():
        old = before[name]
        keys = [*old, *(key for key in now if key not in old)]
        pairs = [(key, old.get(key, "no"), now.get(key, "no")) for key in keys]
        found = [f"{key} {was}>{new}" for key, was, new in pairs if was != new]
        if found:
            yield f"  {name}: {', '.join(found)}"


def moved_items(before: Counter[str], after: Counter[str]) -> Iterator[str]:
    """Yield a line of the items laid down (+) and taken away (-)."""
    found = [f"-{item}" for item in before - after] + [f"+{item}" for item in after - before]
    if found:
        yield f"  floor: {', '.join(found)}"


# -- what occurs ----------------------------------------------------------------------------------


def shown(text: str) -> set[str]:
    """Return the verbs, phases and windows that occur in recordings."""
    found = set(re.findall(r"(?m)^  > (\w+)", text))
    for phase, stack in re.findall(r"(?m)^\d+\. round \d+, \w+, (\w+) \(([\w ,>]+)\)", text):
        found |= {f"phase {phase}", *(f"window {name}" for name in re.findall(r"\w+", stack))}
    return found


def missing(name: str) -> set[str]:
    """Return the verbs, phases and windows of a system that no playthrough shows."""
    system = system_named(name)
    texts = [p.read_text(encoding="utf-8") for p in files() if p.parent.name == name]
    verbs = {verb.name for verb in system.verbs.verbs}
    phases = {f"phase {phase}" for phase in system.phases[1:]}
    return (verbs | phases | {f"window {window}" for window in system.windows}) - shown(
        "\n".join(texts)
    )


def find(name: str, path: Path) -> int | None:
    """Return the first seed with which a playthrough's battle shows a verb, phase or window."""
    given = yaml.safe_load(path.read_text(encoding="utf-8").partition(BREAK)[0])
    for seed in range(1, SEEDS + 1):
        if name in shown("\n".join(recording({**given, "seed": seed}))):
            return seed
    return None


# -- the command ----------------------------------------------------------------------------------


def main() -> int:
    """Compare all playthroughs with fresh recordings, or rewrite them; or look for a seed."""
    parser = argparse.ArgumentParser(description="compare playthroughs with fresh recordings")
    parser.add_argument("--update", action="store_true", help="rewrite those that differ")
    parser.add_argument(
        "--find",
        nargs=2,
        metavar=("NAME", "FILE"),
        help="try seeds of a file until a verb (or 'phase P', 'window W') occurs",
    )
    asked = parser.parse_args()
    if asked.find:
        seed = find(asked.find[0], Path(asked.find[1]))
        print(
            f"seed: {seed}" if seed else f"no seed up to {SEEDS}: try more decisions in its header"
        )
        return int(seed is None)
    update = asked.update
    differing = 0
    for path in files():
        old = path.read_text(encoding="utf-8")
        new = fresh(old)
        if new != old:
            differing += 1
            if update:
                path.write_text(new, encoding="utf-8", newline="\n")
            print(f"{path.relative_to(FOLDER)} {'rewritten' if update else 'differs'}")
    lost = {name: missing(name) for name in system_names()}
    for name, what in lost.items():
        if what:
            print(f"{name}: no playthrough shows {', '.join(sorted(what))}; see --find")
    return int((differing > 0 and not update) or any(lost.values()))


if __name__ == "__main__":
    sys.exit(main())
