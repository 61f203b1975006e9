"""Section 8: every value of every option as an encounter file gives it, and what is refused."""

import re
from pathlib import Path

import pytest

from fracas.envs import Battle
from fracas.envs.core.encounter import EncounterError
from fracas.envs.core.testing import clause

# Option -> the values a file may give, the default first (tables of section 8 and of RULES.md).
VALUES = {
    "ap.per_turn": (4, 1, 2, 3, 5, 6),
    "ap.initial": ("full", "zero"),
    "move.at_turn_start": ("full", "zero"),
    "move.base": (4, 3, 5, 6),
    "health.base": (6, 4, 5, 7, 8),
    "stress.base": (4, 2, 3, 5, 6),
    "stress.at_limit": ("horrified", "defeated", "none"),
    "defense.base": (10, 8, 9, 11, 12),
    "area.head": (4, 0, 1, 2, 3, 5, 6),
    "area.arms": (2, 0, 1, 3, 4, 5, 6),
    "area.legs": (2, 0, 1, 3, 4, 5, 6),
    "strong.save_dc": ("passive", "attack_total", "fixed15"),
    "strong.damage_mode": ("add", "replace"),
    "outcome.strong_stacks": ("true", "false"),
    "unarmed.hands": ("both", "one"),
    "push.is_attack": ("false", "true"),
    "grapple.counts_slowed": ("true", "false"),
    "throw.fifteen": ("on_target", "two_off"),
    "unjam.needs_full_auto": ("true", "false"),
    "intimidate.range": ("sight", 5, 10),
    "pressure.bandage": ("spend_on_success", "needed", "not_needed"),
    "bleed.tick": ("turn_start", "turn_end"),
    "hidden.adjacent_reveals": ("true", "false"),
    "hidden.attack_advantage": ("true", "false"),
    "inspect.sight": ("beyond_one", "never", "always"),
    "reaction.prune_useless": ("true", "false"),
    "reaction.defence_per_attack": (1, 2),
    "trigger.nest": ("false", "true"),
    "ready.decline_keeps": ("true", "false"),
    "initiative.mode": ("individual", "side"),
    "initiative.tie": ("side", "lot"),
    "limit.result": ("draw", "health"),
    "full_auto.zero_margin": (0, 1),
    "down.final": ("true",),
    "hide.place": ("h", "own", "any_wall"),
    "target.allies": ("false", "true"),
}
# Written in another way: lists, tiles, and the encounter's own limit.
OTHERS = {"ready.actions", "goal.zone", "limit.rounds"}

FILE = """\
system: undead
title: "options"
round_limit: 3
map: |
  ..........
  ..........
sides:
  - id: red
    units: [{id: A, at: [0, 0], hands: [knife]}]
  - id: blue
    units: [{id: B, at: [1, 0]}]
order: [A, B]
"""

every_value = pytest.mark.parametrize(
    ("name", "value"),
    [
        pytest.param(name, value, marks=pytest.mark.clause(f"option:{name}"), id=f"{name}={value}")
        for name, values in VALUES.items()
        for value in values
    ],
)


@pytest.fixture
def file(tmp_path):
    """Return a function that writes an encounter file with these lines at its end."""

    def write(more=""):
        path = tmp_path / "options.yaml"
        path.write_text(FILE + more, encoding="utf-8")
        return path

    return write


def options_of(path):
    return tuple(Battle(path, seed=0).state[0]["options"].tolist())


def test_the_values_are_those_of_the_rulebooks_table():
    rules = Path(__file__).resolve().parents[3] / "envs" / "undead" / "RULES.md"
    section = rules.read_text(encoding="utf-8").split("## 7. Options")[1].split("\n## ")[0]
    found = {}
    for line in section.splitlines():
        if not line.startswith("| `"):
            continue
        name, default, others, _ = (cell.strip() for cell in line.split("|")[1:5])
        first = re.match(r"`?(\w+)", default).group(1)
        if span := re.fullmatch(r"(\d+) to (\d+)", others):
            words = [str(n) for n in range(int(span[1]), int(span[2]) + 1)]
        else:
            words = re.findall(r"\w+", others)
        found[name.strip("`")] = {first, *words}
    assert set(found) > OTHERS
    for name in OTHERS:
        del found[name]
    assert found == {name: {str(v) for v in values} for name, values in VALUES.items()}


@every_value
def test_a_file_gives_the_value_and_no_other_option_changes(file, name, value):
    names = Battle(file(), seed=0).state[0]["options"].dtype.names
    plain = dict(zip(names, options_of(file()), strict=True))
    given = dict(zip(names, options_of(file(f"options: {{{name}: {value}}}\n")), strict=True))
    changed = {n for n in names if plain[n] != given[n]}
    assert changed == (set() if value == VALUES[name][0] else {name.replace(".", "_")})


@pytest.mark.parametrize("name", VALUES)
def test_no_two_values_of_an_option_are_the_same(file, name):
    kept = [options_of(file(f"options:\n  {name}: {value}\n")) for value in VALUES[name]]
    assert len(set(kept)) == len(VALUES[name])


@pytest.mark.parametrize("name", VALUES)
def test_another_value_is_refused_with_the_line_and_what_would_do(file, name):
    values = VALUES[name]
    wrong = 99 if any(isinstance(v, int) for v in values) else "elsewhere"
    with pytest.raises(EncounterError) as error:
        Battle(file(f"options:\n  {name}: {wrong}\n"), seed=0)
    text = str(error.value)
    line = len(FILE.splitlines()) + 2
    assert f"options.yaml:{line}: options.{name}: " in text
    assert "\n" not in text
    accepted = text.split(f"options.{name}: ")[1]
    assert all(re.search(rf"\b{value}\b", accepted) for value in values), accepted


@clause("option:ready.actions")
def test_ready_actions_from_a_file(file):
    def kinds(more):
        battle = Battle(file(more), seed=0)
        if not any(action.verb == "ready" for action in battle.legal()):
            return set()
        battle.act("ready", "enemy_moves")
        return {str(action) for action in battle.legal()}

    assert len(kinds("")) == 27
    assert kinds("options: {ready.actions: [melee, sense]}\n") == {
        "ready_kind(melee)",
        "ready_kind(sense)",
    }
    assert kinds("options: {ready.actions: []}\n") == set()


@clause("option:goal.zone")
def test_goal_zone_from_a_file(file):
    for more, outcome in (
        ("", None),
        ("options:\n  goal.zone: {red: [[0, 0]]}\n", "red"),
        ("options:\n  goal.zone:\n    red: [[5, 1], [0, 0]]\n    blue: [[9, 1]]\n", "red"),
        ("options:\n  goal.zone: {blue: [[0, 0]]}\n", None),
    ):
        battle = Battle(file(more), seed=0)
        battle.act("end_turn")
        assert battle.outcome == outcome, more


@clause("option:limit.rounds", "option:limit.result")
@pytest.mark.parametrize(("limit", "turns"), [(1, 2), (3, 6), (5, 10)])
def test_limit_rounds_from_a_file(tmp_path, limit, turns):
    path = tmp_path / "limit.yaml"
    path.write_text(FILE.replace("round_limit: 3", f"round_limit: {limit}"), encoding="utf-8")
    battle = Battle(path, seed=0)
    for _ in range(turns):
        assert battle.outcome is None
        battle.act("end_turn")
    assert battle.outcome == "draw"
    path.write_text(path.read_text() + "options: {limit.result: health}\n", encoding="utf-8")
    battle = Battle(path, seed=0)
    battle.edit(unit="A", hp=5)
    for _ in range(turns):
        battle.act("end_turn")
    assert battle.outcome == "blue"
