"""The bundled encounters of the rulebook: figures, maps and gear."""

import re
from pathlib import Path

import pytest
import yaml

from fracas.envs import Battle, arena, bundled
from fracas.envs.undead.kinds import KINDS
from fracas.envs.undead.tables import ABILITIES, SKILLS

ROOT = Path(__file__).resolve().parents[3]
FILES = ROOT / "configs" / "encounters"
RULES = (ROOT / "envs" / "undead" / "RULES.md").read_text(encoding="utf-8")
ENCOUNTERS = [name for name in bundled() if name.startswith("undead/")]
every_encounter = pytest.mark.parametrize("name", ENCOUNTERS)


def content(name):
    return yaml.safe_load((FILES / f"{name}.yaml").read_text(encoding="utf-8"))


# Stat blocks ------------------------------------------------------------------------------------

ROWS = {
    cells[0].split()[0]: cells
    for line in RULES.split("| kind | Ph Re Ag Pr")[1].split("\n\n")[0].splitlines()[2:]
    if (cells := [cell.strip() for cell in line.strip("| ").split("|")])
}


def alone(**unit):
    """Return a unit in a battle of its own."""
    units = [{"id": "one", "at": [0, 0], **unit}], [{"at": [4, 0]}]
    sides = [{"id": i, "units": u} for i, u in zip(("red", "blue"), units, strict=True)]
    battle = Battle({"system": "undead", "title": "t", "map": ".....", "sides": sides})
    return battle.unit("one")


def test_the_rulebook_and_the_code_have_the_same_stat_blocks():
    assert list(ROWS) == list(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_abilities_and_skills_are_those_of_the_rulebook(kind):
    figures, skills = ROWS[kind][1:3]
    expected = dict.fromkeys(SKILLS, 0)
    expected |= dict(zip(ABILITIES, map(int, figures.split()), strict=True))
    for part in skills.split(", "):
        name, level = part.split()
        expected[name.lower()] = int(level)
    unit = alone(kind=kind)
    assert {name: getattr(unit, name) for name in expected} == expected
    assert unit.undead == ("undead" in ROWS[kind][0])
    assert unit.ap_turn == (2 if unit.undead else 4)


@pytest.mark.parametrize("kind", KINDS)
def test_derived_values_are_those_of_the_rulebook(kind):
    health, stress, movement, guards, detection = ROWS[kind][3:]
    unit = alone(kind=kind)
    assert (unit.hp, unit.hp_max) == (int(health), int(health))
    assert unit.stress_limit == (0 if stress == "-" else int(stress))
    assert unit.mv_full == int(movement)
    assert 10 + unit.agility + unit.stealth + unit.detect_bonus == int(detection)
    if guards != "-":
        dodge, parry = 10 + unit.agility + unit.reflex, 10 + unit.physique + unit.melee
        assert f"{dodge} / {parry}" == guards


@pytest.mark.parametrize("kind", sorted(set(KINDS) - {"shambler"}))
@pytest.mark.parametrize("reaction", ["dodge", "parry"])
def test_the_guard_after_a_reaction_is_that_of_the_rulebook(kind, reaction):
    guard = int(ROWS[kind][6].split(" / ")[reaction == "parry"])
    attacker = {"id": "one", "at": [0, 0]}
    target = {"id": "two", "at": [1, 0], "kind": kind}
    battle = Battle(
        {
            "system": "undead",
            "title": "t",
            "map": ".....",
            "sides": [{"id": "red", "units": [attacker]}, {"id": "blue", "units": [target]}],
            "options": {"reaction.prune_useless": False},
            "order": ["one", "two"],
        }
    )
    battle.force_dice([1])
    battle.act("unarmed", "two", "torso")
    battle.act(reaction)
    assert battle.unit("two").guard == guard


# Maps and gear ----------------------------------------------------------------------------------

MAPS = {
    "alley": """
        .............
        .a.#...x.....
        .h.#.........
        .....x.x.....
        .........#.h.
        .....x...#.b.
        .............
    """,
    "lot": """
        ................
        .a..x....#..h...
        .h..x....#......
        .....~~.........
        .c.....xx.....d.
        .........~~.....
        ......#....x..h.
        ...h..#....x..b.
        ................
    """,
    "clinic": """
        ..................
        .a...#......h.....
        .....#...~........
        .c.h.....~...x....
        .e......##........
        ........##......f.
        ....x...~.....h.d.
        ........~...#.....
        .....h......#...b.
        ..................
    """,
    "stalkers": """
        ................
        ..h#......#h....
        ..1#......#.....
        .......g........
        ...h.......#....
        .........g.#..h.
        ..2....l........
        ..h#.....##.....
        ...#.....h......
        ................
    """,
    "horde": """
        ................
        ...#......#.....
        .a.#..z...#.....
        .......x.....z..
        .....~..........
        .b......z.......
        ...#......#.z...
        ...#..x...#.....
        ........z.......
        ................
    """,
    "rush": """
        ................
        ....x....#......
        ..h......#....h.
        .r............s.
        ..h....#........
        .......#...x....
        ................
    """,
}
LIMITS = {"alley": 20, "lot": 20, "clinic": 25, "stalkers": 20, "horde": 25, "rush": 20}
DRIFTER = (["revolver"], ["knife", "clip6", "bandage", "stone"])
SMG = (["smg"], ["mag20", "bandage"])
BAT = (["bat"], ["bandage"])
CARBINE = (["carbine"], ["mag30"])
BOMBER = ([], ["machete", "firebomb"])
MEDIC = (["pistol"], ["mag12", "bandage", "bandage", "flashbang"])
STALKER = (["throwing_knife", "knife"], ["throwing_knife", "bandage"])
GUARD = (["pistol"], ["mag12", "bandage"])
UNITS = {  # tile, hands and inventory of each unit, in index order
    "alley": [((1, 1), DRIFTER), ((11, 5), DRIFTER)],
    "lot": [((1, 1), SMG), ((1, 4), BAT), ((14, 7), SMG), ((14, 4), BAT)],
    "clinic": [
        *[((1, 1), CARBINE), ((1, 3), BOMBER), ((1, 4), MEDIC)],
        *[((16, 8), CARBINE), ((16, 6), BOMBER), ((16, 5), MEDIC)],
    ],
    "stalkers": [
        *[((2, 2), STALKER), ((2, 6), STALKER)],
        *[((7, 3), GUARD), ((9, 5), GUARD), ((7, 6), (["revolver"], ["clip6"]))],
    ],
    "horde": [
        ((1, 2), (["pistol"], ["mag12", "mag12", "flashbang"])),
        ((1, 5), (["bat"], ["bandage", "firebomb"])),
        *[(tile, ([], [])) for tile in ((6, 2), (13, 3), (8, 5), (12, 6), (8, 8))],
    ],
    "rush": [((1, 3), (["bat"], ["machete", "bandage", "stone", "stone"])), ((14, 3), SMG)],
}
FIGURES = {  # kinds in index order, side 1 first
    "alley": (["drifter"], ["drifter"]),
    "lot": (["gunner", "bruiser"], ["gunner", "bruiser"]),
    "clinic": (["gunner", "bruiser", "medic"], ["gunner", "bruiser", "medic"]),
    "stalkers": (["stalker", "stalker"], ["guard", "guard", "lookout"]),
    "horde": (["gunner", "bruiser"], ["shambler"] * 5),
    "rush": (["bruiser"], ["gunner"]),
}
every_map = pytest.mark.parametrize("short", MAPS)


def test_all_bundled_encounters_of_undead_are_known_here():
    known = [f"undead/{short}" for short in sorted(MAPS)]
    assert known == ENCOUNTERS, "MAPS, LIMITS, UNITS, FIGURES and the table in RULES.md have each"


@every_map
def test_the_map_is_that_of_the_specification(short):
    rows = [row.strip() for row in MAPS[short].split()]
    assert content(f"undead/{short}")["map"].split() == rows
    ready = arena(f"undead/{short}")
    assert (int(ready.record["width"][0]), int(ready.record["height"][0])) == (
        len(rows[0]),
        len(rows),
    )
    for field, tile in (("walls", "#"), ("obstacles", "x"), ("difficult", "~"), ("hiding", "h")):
        bits = [sum(1 << x for x, t in enumerate(row) if t == tile) for row in rows]
        assert ready.record[field][0][: len(rows)].tolist() == bits, field


@every_map
def test_rounds_and_sides_are_those_of_the_rulebook(short):
    ready = arena(f"undead/{short}")
    size = f"{ready.record['width'][0]}x{ready.record['height'][0]}"
    line = next(row for row in RULES.splitlines() if re.match(rf"\| E\d \| {short} ", row, re.I))
    symmetric, lot = ", point-symmetric", ", ties by lot"
    assert line.split("|")[3].strip() in {
        f"{size}, {LIMITS[short]}",
        f"{size}{symmetric}, {LIMITS[short]}{lot}",
    }
    assert int(ready.record["round_limit"][0]) == LIMITS[short]
    assert bool(ready.record["symmetric"][0]) == (symmetric in line)
    assert bool(ready.record["options"]["initiative_tie"][0]) == (lot in line)
    assert ready.title == f"{line.split('|')[1].strip()} {line.split('|')[2].strip()}"
    assert ready.sides == ("red", "blue")


@every_map
def test_units_stand_and_carry_as_the_specification_says(short):
    battle = Battle(f"undead/{short}")
    units = [battle.unit(name) for name in battle.units]
    found = [
        ((u.x, u.y), (u.hands, [item for item in u.inventory if item is not None])) for u in units
    ]
    assert found == UNITS[short]
    kinds = [kind for side in FIGURES[short] for kind in side]
    blocks = {**KINDS, **content(f"undead/{short}").get("kinds", {})}
    assert battle.arena.sides_of == tuple(k for k in (0, 1) for _ in FIGURES[short][k])
    for unit, kind in zip(units, kinds, strict=True):
        figures = [getattr(unit, name) for name in (*ABILITIES, *SKILLS)]
        assert figures == [blocks[kind].get(name, 0) for name in (*ABILITIES, *SKILLS)]
        assert unit.inventory[: len(unit.inventory)] == sorted(
            unit.inventory, key=lambda item: item is None
        ), "items fill the slots from the first"
        assert unit.hidden == (kind == "stalker")
        if short == "stalkers" and kind in ("guard", "lookout"):
            assert unit.hp == unit.hp_max == 4  # with their own figures no ambush is worth while
        assert not unit.surprised
        assert unit.ap == unit.ap_turn


FULL = {
    "revolver": 6, "clip6": 6, "smg": 20, "mag20": 20, "carbine": 30, "mag30": 30, "pistol": 12,
    "mag12": 12,
}  # fmt: skip


@every_encounter
def test_guns_and_magazines_are_full_in_semi_mode_and_not_jammed(name):
    battle = Battle(name)
    for unit in map(battle.unit, battle.units):
        for item in filter(None, unit.items):
            assert item["rounds"] == FULL.get(item["item"], 0)
            assert (item["mode"], item["jam"]) == ("semi", False)


@every_encounter
def test_symmetric_encounters_give_both_sides_the_same_places_figures_and_gear(name):
    battle = Battle(name)
    if not battle.arena.record["symmetric"][0]:
        return
    width, height = (int(battle.arena.record[key][0]) for key in ("width", "height"))
    red, blue = (
        [
            battle.unit(n)
            for n, of in zip(battle.units, battle.arena.sides_of, strict=True)
            if of == k
        ]
        for k in (0, 1)
    )
    for one, other in zip(red, blue, strict=True):
        assert (other.x, other.y) == (width - 1 - one.x, height - 1 - one.y)
        own = (*ABILITIES, *SKILLS, "hp", "stress_limit", "ap_turn", "hidden", "items", "armour")
        assert [getattr(one, key) for key in own] == [getattr(other, key) for key in own]
