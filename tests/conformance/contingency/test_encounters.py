"""The bundled encounters of the rulebook: figures, maps, gear and who knows of whom."""

import re
from itertools import pairwise
from pathlib import Path

import pytest
import yaml

from fracas.envs import Battle, arena, bundled
from fracas.envs.contingency.kinds import KINDS
from fracas.envs.contingency.state import EDGES, EVENT_KINDS
from fracas.envs.contingency.tables import ATTRIBUTES, SKILLS

ROOT = Path(__file__).resolve().parents[3]
FILES = ROOT / "configs" / "encounters"
RULES = (ROOT / "envs" / "contingency" / "RULES.md").read_text(encoding="utf-8")


def table(head):
    """Return the rows of the rulebook's table whose first line begins so, by their first cell."""
    lines = RULES.split(head)[1].split("\n\n")[0].splitlines()[2:]
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines]
    return {cells[0].split()[0]: cells for cells in rows}


# -- stat blocks -----------------------------------------------------------------------------------

ROWS = table("| kind | AGI CHA")
every_kind = pytest.mark.parametrize("kind", KINDS)


def alone(kind):
    """Return a unit of a kind, in a battle against another."""
    sides = [
        {"id": side, "units": [{"id": name, "kind": of, "zone": "yard"}]}
        for side, name, of in (("red", "one", kind), ("blue", "two", "duelist"))
    ]
    battle = Battle({"system": "contingency", "title": "t", "zones": {"yard": {}}, "sides": sides})
    return battle.unit("one")


def test_the_rulebook_and_the_code_have_the_same_stat_blocks():
    assert list(ROWS) == list(KINDS)


@every_kind
def test_attributes_and_skills_are_those_of_the_rulebook(kind):
    expected = dict.fromkeys(SKILLS, 4)
    expected |= dict(zip(ATTRIBUTES, map(int, ROWS[kind][1].split()), strict=True))
    for part in ROWS[kind][2].split(", "):
        name, size = part.split()
        expected[name.lower()] = int(size)
    unit = alone(kind)
    assert {name: getattr(unit, name) for name in expected} == expected


@every_kind
def test_figures_are_those_of_the_rulebook(kind):
    stamina, slots, wellness = ROWS[kind][3:6]
    unit = alone(kind)
    assert (unit.stamina_max, unit.wellness_max) == (int(stamina), int(wellness))
    assert unit.slots == unit.slots_max == tuple(map(int, slots.split(",")))
    assert (unit.marks, unit.breathless, unit.wellness) == (0, 0, unit.wellness_max)
    assert unit.sapient == ("not sapient" not in ROWS[kind][0])


ARMOUR = {"none": (0, False), "light": (1, False), "heavy": (2, True), "hide": (2, False)}


@every_kind
def test_gear_and_gifts_are_those_of_the_rulebook(kind):
    gear, armour, weaknesses, gifts = ROWS[kind][6:]
    hands, _, carried = gear.partition(";")
    main, _, off = hands.replace(" in both", "").partition(" / ")
    unit = alone(kind)
    named = [re.sub(r" \(.*", "", item) for item in (main, off)]
    assert unit.main == (named[0] if named[0] != "-" else None)
    if hands.endswith("in both"):
        assert unit.off == unit.main
    else:
        assert unit.off == (named[1] if named[1] not in ("-", "") else None)
    assert unit.carried == [item.strip() for item in carried.split(",") if item.strip()]
    assert (unit.boxes, unit.heavy) == ARMOUR[armour]
    assert unit.weaknesses == set(weaknesses.split(", "))
    assert unit.techniques | unit.spells == {gift for gift in gifts.split(", ") if gift}
    assert unit.loaded == (unit.main == "crossbow")


# -- the encounters --------------------------------------------------------------------------------

FOUND = {cells[2].strip("`"): cells for cells in table("| id | name | file").values()}
UNITS = {
    "yard": ["duelist gate", "bruiser stable"],
    "yard_mirror": ["duelist gate", "duelist stable"],
    "bridge": ["guardian west_bank", "archer west_wood", "guardian east_bank", "archer east_wood"],
    "market": [
        f"{kind} {side}_gate"
        for side in ("west", "east")
        for kind in ("guardian", "trickster", "archer")
    ],
    "road": [
        "road_guard west_road", "guardian wagon", "road_guard wagon", "road_guard east_road",
        "cutthroat south_thicket", "cutthroat north_thicket", "marksman north_thicket",
    ],
    "road_three": [
        "road_guard west_road", "guardian wagon", "road_guard east_road",
        "cutthroat north_thicket", "marksman north_thicket",
    ],
    "cellar": [
        f"{kind} {side}_stairs" for side in ("west", "east") for kind in ("arcanist", "bruiser")
    ],
    "hunt": ["archer track", "road_guard track", "great_boar thicket"],
}  # fmt: skip
LYING = {"yard": ["spear yard"], "yard_mirror": ["spear yard"], "market": ["greatsword square"]}
TRAITS = {
    "yard": {"gate": "props", "stable": "cover, clutter"},
    "yard_mirror": {"gate": "props, cover", "stable": "props, cover"},
    "bridge": {
        "west_wood": "cover, conceal", "east_wood": "cover, conceal", "bridge": "props",
        "river": "airless",
    },
    "market": {
        "west_stalls": "cover, clutter", "east_stalls": "cover, clutter",
        "square": "crowd 3, props", "gallery": "cover", "south_alley": "conceal",
    },
    "road": {
        "wagon": "cover, clutter", "north_thicket": "conceal, cover", "south_thicket": "conceal",
    },
    "cellar": {
        "west_cellar": "clutter", "east_cellar": "clutter", "middle": "props", "loft": "cover",
    },
    "hunt": {"rocks": "cover, props", "thicket": "conceal"},
}  # fmt: skip
LIGHT = {("yard", "red_0")}  # armour that its kind doesn't wear
AMBUSHED = {"road": 9, "road_three": 9, "hunt": 7}
every_encounter = pytest.mark.parametrize("short", UNITS)


def content(short):
    text = (FILES / "contingency" / f"{short}.yaml").read_text(encoding="utf-8")
    return yaml.safe_load(text)


def test_all_bundled_encounters_are_known_here():
    own = [name for name in bundled() if name.startswith("contingency/")]
    known = [f"contingency/{short}" for short in sorted(UNITS)]
    assert own == known, "UNITS, LYING, TRAITS and both tables in RULES.md have each"
    assert set(FOUND) == set(UNITS)


@every_encounter
def test_title_rounds_and_symmetry_are_those_of_the_rulebook(short):
    made = arena(f"contingency/{short}")
    number, name, _, rounds, *_ = FOUND[short]
    assert made.title == f"{number} {name}"
    assert rounds.split(", ")[0] == str(int(made.record["round_limit"][0]))
    assert bool(made.record["symmetric"][0]) == ("symmetric" in rounds)
    assert bool(made.record["options"]["limit_result"][0]) == ("by score" in rounds)


@every_encounter
def test_units_stand_where_the_rulebook_says_and_have_the_figures_of_their_kinds(short):
    battle = Battle(f"contingency/{short}")
    given = [unit for side in content(short)["sides"] for unit in side["units"]]
    assert [f"{unit['kind']} {unit['zone']}" for unit in given] == UNITS[short]
    for name, text in zip(battle.units, UNITS[short], strict=True):
        unit, like = battle.unit(name), alone(text.split()[0])
        assert unit.zone == text.split()[1]
        keys = (*ATTRIBUTES, *SKILLS, "slots", "main", "off", "carried", "weaknesses")
        assert [getattr(unit, key) for key in keys] == [getattr(like, key) for key in keys]
        armour = (1, False) if (short, name) in LIGHT else (like.boxes, like.heavy)
        assert (unit.boxes, unit.heavy) == armour
        assert [unit.engaged, unit.prone, unit.holding, unit.marks] == [set(), False, False, 0]
    assert [f"{item.item} {item.zone}" for item in battle.floor()] == LYING.get(short, [])


@every_encounter
def test_who_is_hidden_and_who_knows_of_whom(short):
    record = arena(f"contingency/{short}").record[0]
    units = record["units"][: int(record["n_units"])]
    for u in units:
        others = sum(1 << k for k, t in enumerate(units) if t["side"] != u["side"])
        hides = short in AMBUSHED and u["side"] == 1
        assert int(u["hidden_from"]) == (others if hides else 0)
        assert int(u["hide_result"]) == (AMBUSHED[short] if hides else 0)
        surprised = short.startswith("road") and u["side"] == 0
        assert int(u["aware_of"]) == (0 if surprised else others)
    assert int(record["fixed_initiative"]) == (1 if short.startswith("road") else -1)


def ways(text):
    """Return the pairs that a cell of the map table joins: a-b-c, d-e."""
    chains = [chain.strip().split("-") for part in text.split(";") for chain in part.split(",")]
    return {frozenset(pair) for chain in chains for pair in pairwise(chain)}


@every_encounter
def test_zones_and_edges_are_those_of_the_rulebook(short):
    made = arena(f"contingency/{short}")
    zones, s = made.names.words["zone"], made.record[0]
    number = FOUND[short][0].removesuffix("b")
    row = next(cells for cells in table("| id | zones and traits").values()
               if number in cells[0].split(", "))  # fmt: skip
    traits = TRAITS[short.removesuffix("_three")]
    assert set(zones) == set(re.findall(r"\w+(?=[, (]|$)", re.sub(r"\([^)]*\)", "", row[1])))
    for z, name in enumerate(zones):
        zone = s["zones"][z]
        own = [t for t in ("props", "cover", "clutter", "conceal", "airless") if zone[t]]
        own += [f"crowd {zone['crowd']}"] * bool(zone["crowd"])
        assert set(own) == set(filter(None, traits.get(name, "").split(", ")))
    of_kind = {
        kind: {
            frozenset((zones[a], zones[b]))
            for a in range(len(zones))
            for b in range(len(zones))
            if EDGES[int(s["edges"][a][b])] == kind
        }
        for kind in ("normal", "difficult")
    }
    assert of_kind["normal"] == ways(row[2])
    if number != "E4":  # told in words
        assert of_kind["difficult"] == ways(row[3])
    drop = re.match(r"(\w+) to (\w+), (\d)d(\d+)", row[4])
    assert int(s["n_drops"]) == (drop is not None)
    if drop:
        d = s["drops"][0]
        found = zones[d["top"]], zones[d["bottom"]], int(d["count"]), int(d["sides"])
        assert found == (drop[1], drop[2], int(drop[3]), int(drop[4]))


def test_the_smoke_of_the_cellar_comes_and_goes():
    made = arena("contingency/cellar")
    s, zones = made.record[0], made.names.words["zone"]
    events = [
        (int(e["round"]), EVENT_KINDS[e["kind"]], zones[e["zone"]])
        for e in s["scheduled"][: int(s["n_scheduled"])]
    ]
    assert events == [
        (3, "gas_starts", "middle"), (5, "gas_starts", "west_cellar"),
        (5, "gas_starts", "east_cellar"), (9, "gas_ends", "middle"),
    ]  # fmt: skip


def test_a_thicket_of_the_road_leads_to_all_of_it():
    for short in ("road", "road_three"):
        made = arena(f"contingency/{short}")
        zones, edges = made.names.words["zone"], made.record[0]["edges"]
        for thicket in ("north_thicket", "south_thicket"):
            found = {
                zone: EDGES[int(edges[zones.index(thicket)][k])] for k, zone in enumerate(zones)
            }
            assert found == {zone: "none" if "thicket" in zone else "difficult" for zone in zones}
