"""A battle as JSON: the same bytes after the way back, documents by hand, and what is refused."""

import copy
import itertools
import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from fracas.envs import Arena, Battle, StateError, arena, bundled
from fracas.envs.core.encounter import read

STATES = 200  # of each encounter, at most
PLAYED = 3000  # decisions among which they are found
BRANCHES = 25  # states of each encounter that are played on
BROKEN = 120  # documents damaged at random, of each encounter

RULINGS = {
    "initiative.mode": "side",
    "trigger.nest": True,
    "target.allies": True,
    "reaction.defence_per_attack": 2,
    "reaction.prune_useless": False,
    "push.is_attack": True,
    "hidden.adjacent_reveals": False,
}


# So narrow that random play meets at once.
CAGE = {
    "system": "undead",
    "title": "Cage",
    "map": "h..h.\n.....\nh.h..\n.....",
    "sides": [
        {
            "id": "red",
            "units": [
                {"at": [0, 1], "kind": "bruiser", "reflex": 4, "hp": 14},
                {"at": [2, 1], "kind": "medic", "awareness": 4, "hp": 14, "hands": ["spear"]},
                {"at": [4, 1], "kind": "gunner", "hands": ["pistol"], "inventory": ["mag12"]},
            ],
        },
        {
            "id": "blue",
            "units": [
                {"at": [0, 2], "kind": "stalker", "hp": 14, "hidden": True},
                {"at": [2, 2], "kind": "stalker", "hp": 14, "hidden": True, "hands": ["knife"]},
                {"at": [1, 3], "kind": "drifter", "hp": 14, "inventory": ["firebomb", "bandage"]},
            ],
        },
    ],
}

ENCOUNTERS = [*bundled(), "cage", "cage under other rulings"]


def made_ready(name: str) -> Arena:
    """Return a bundled encounter, or the cage."""
    if name in bundled():
        return arena(name)
    return arena(CAGE if name == "cage" else {**CAGE, "options": RULINGS})


def random_row(battle: Battle, rng: np.random.Generator) -> int:
    """Return a legal row, each verb as likely as another."""
    rows = np.flatnonzero(battle.mask())
    verbs = np.array([battle.arena.rows[int(row)][0] for row in rows])
    return int(rng.choice(rows[verbs == rng.choice(np.unique(verbs))]))


def random_battles(made: Arena, seed: int) -> Iterator[Battle]:
    """Yield a battle before each decision of random play, and once it is over; then the next.

    Every other one begins with high dice, for what follows strong outcomes only.
    """
    rng = np.random.default_rng(seed)
    for n in itertools.count():
        battle = Battle(made, seed=int(rng.integers(2**31)))
        battle.force_dice([20] * (48 * (n % 2)))
        while battle.decider is not None:
            yield battle
            battle.act(random_row(battle, rng))
        yield battle


def chosen_states(made: Arena, count: int, seed: int = 0) -> list[Battle]:
    """Return copies of states of random play, as many of rare phases as of common ones."""
    found: list[Battle] = []
    seen: Counter[str | None] = Counter()
    for _, battle in zip(range(PLAYED), random_battles(made, seed), strict=False):
        if seen[battle.phase] < max(1, count // 8):
            seen[battle.phase] += 1
            found.append(battle.copy())
    return found


def by_text(battle: Battle) -> Battle:
    """Return what comes back from JSON text."""
    return Battle.from_json(json.dumps(battle.to_json(), allow_nan=False), battle.arena)


# -- the way back ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ENCOUNTERS)
def test_a_round_trip_gives_the_same_bytes(name: str) -> None:
    for battle in chosen_states(made_ready(name), STATES):
        assert by_text(battle).state.tobytes() == battle.state.tobytes()


def test_who_to_walk_up_to_comes_back() -> None:
    battle = Battle({**CAGE, "order": ["red_1", "red_0", "red_2", "blue_0", "blue_1", "blue_2"]})
    battle.force_dice([20])
    battle.act("inspect")
    assert battle.phase == "grant_target"
    assert battle.to_json()["windows"][-1]["candidates"] == ["blue_0", "blue_1"]
    assert by_text(battle).state.tobytes() == battle.state.tobytes()
    battle.act("grant_target", "blue_0")
    assert battle.phase == "grant_towards"
    assert by_text(battle).state.tobytes() == battle.state.tobytes()


def test_every_phase_and_window_is_among_the_states_tried() -> None:
    phases: set[str | None] = set()
    windows: set[str] = set()
    for name in ENCOUNTERS[-2:]:
        for battle in chosen_states(made_ready(name), STATES):
            document = battle.to_json()
            phases.add(document["phase"])
            windows |= {window["kind"] for window in document["windows"]}
    system = arena("undead/alley").system
    assert windows == set(system.windows)
    assert phases >= {None, *system.phases[1:]} - {"grant_target", "grant_towards"}  # as above


@pytest.mark.parametrize("name", ENCOUNTERS)
def test_play_goes_on_as_if_nothing_had_happened_and_leftovers_mean_nothing(name: str) -> None:
    rng = np.random.default_rng(1)
    for battle in chosen_states(made_ready(name), BRANCHES, seed=2):
        document = battle.to_json()
        without = {key: value for key, value in document.items() if key != "leftover"}
        same = Battle.from_json(document, battle.arena)
        clean = Battle.from_json(without, battle.arena)
        for _ in range(15):
            assert battle.mask().tobytes() == same.mask().tobytes() == clean.mask().tobytes()
            shown = battle.observation().tobytes()
            assert shown == same.observation().tobytes() == clean.observation().tobytes()
            if battle.decider is None:
                break
            row = random_row(battle, rng)
            happened = [str(event) for event in battle.act(row)]
            assert happened == [str(event) for event in same.act(row)]
            assert happened == [str(event) for event in clean.act(row)]
        assert same.state.tobytes() == battle.state.tobytes()


def test_edits_and_forced_dice_come_back() -> None:
    battle = Battle("undead/alley", seed=7)
    battle.edit("red_0", agility=4, medicine=3, undead=False, gear=["vest"], hp=2)
    battle.force_dice([18, 3, 11])
    battle.act("end_turn")
    document = battle.to_json()
    assert document["units"]["red_0"]["agility"] == 4
    assert "physique" not in document["units"]["red_0"]
    assert document["dice"]["forced"] == [18, 3, 11]
    again = by_text(battle)
    assert again.state.tobytes() == battle.state.tobytes()
    assert again.dice_left == battle.dice_left


def test_the_names_are_those_of_the_rules() -> None:
    battle = Battle("undead/alley", seed=7)
    battle.act("step", "N")
    document = battle.to_json()
    assert document["system"] == "undead"
    assert document["encounter"] == "undead/alley"
    assert (document["round"], document["decider"], document["phase"]) == (1, "blue_0", "main")
    assert document["windows"] == [{"kind": "turn", "stage": "act"}]
    unit = document["units"]["blue_0"]
    assert unit["at"] == [11, 4]
    assert unit["hp"] == battle.unit("blue_0").hp
    assert unit["hands"] == [{"item": "revolver", "rounds": 6, "mode": "semi", "jam": False}]
    assert document["events"][-1] == {
        "kind": "moved", "actor": "blue_0", "target": None, "what": None, "number": 0,
        "tile": [11, 4], "sides": ["red", "blue"],
    }  # fmt: skip


def test_another_encounter_than_a_bundled_one_travels_in_the_document(tmp_path: Any) -> None:
    data, _ = read("undead/lot")
    path = tmp_path / "mine.yaml"
    path.write_text(json.dumps({**data, "title": "Mine", "round_limit": 7}), encoding="utf-8")
    battle = Battle(path, seed=3)
    path.unlink()
    again = Battle.from_json(json.dumps(battle.to_json()))
    assert again.state.tobytes() == battle.state.tobytes()
    assert again.arena.title == "Mine"
    assert again.arena.digest == battle.arena.digest != arena("undead/lot").digest


def test_a_title_is_no_part_of_the_digest_and_a_ruling_is() -> None:
    data, _ = read("undead/alley")
    first = arena(data).digest
    assert arena({**data, "title": "Other"}).digest == first
    assert arena({**data, "round_limit": 19}).digest != first


# -- by hand ---------------------------------------------------------------------------------------


def by_hand(**more: Any) -> dict[str, Any]:
    """Return a document as a tool would write it."""
    return {
        "encounter": "undead/alley",
        "round": 3,
        "turn": "red_0",
        "units": {
            "red_0": {"at": [3, 4], "hp": 4, "hands": ["revolver"]},
            "blue_0": {"at": [4, 5], "prone": True, "ap": 1, "hands": [None, "knife"]},
        },
        **more,
    }


def test_what_a_document_leaves_out_is_a_plain_turn() -> None:
    battle = Battle.from_json(by_hand(), seed=5)
    assert (battle.round, battle.decider, battle.phase) == (3, "red_0", "main")
    red, blue = battle.unit("red_0"), battle.unit("blue_0")
    assert (red.hp, red.hp_max, red.ap, red.mv) == (4, 8, 4, red.mv_full)
    assert red.items[6] == {"item": "revolver", "rounds": 6, "mode": "semi", "jam": False}
    assert (blue.prone, blue.ap, blue.mv, blue.hp) == (True, 1, 0, blue.hp_max)
    assert blue.items[6] is None
    assert blue.items[7]["item"] == "knife"
    assert "shot_single(blue_0, legs)" in [str(action) for action in battle.legal()]
    assert Battle.from_json(by_hand(), seed=5).state["seed"] == battle.state["seed"]
    assert Battle.from_json(by_hand(), seed=6).state["seed"] != battle.state["seed"]


def test_slowed_units_get_the_movement_of_slowed_units() -> None:
    document = by_hand()
    document["units"]["red_0"]["slowed_t"] = 1
    battle = Battle.from_json(document)
    assert battle.unit("red_0").mv == Battle.from_json(by_hand()).unit("red_0").mv // 2


def test_a_unit_without_health_is_down_and_out_of_play() -> None:
    name = "undead/lot"
    units: dict[str, Any] = {unit: {} for unit in arena(name).units}
    units["red_1"] = {"hp": 0}
    battle = Battle.from_json({"encounter": name, "round": 1, "turn": "blue_0", "units": units})
    assert battle.unit("red_1").down
    assert battle.unit("red_1").hands == []
    assert battle.faults() == []


# -- what is refused -------------------------------------------------------------------------------

WRONG = [
    ("units.red_0.hp", 99, "units.red_0.hp: 0 to 14 is accepted, not 99"),
    ("units.red_0.hp", True, "units.red_0.hp: a whole number from 0 to 14 is needed, not true"),
    ("units.red_0.hpp", 1, "units.red_0.hpp: unknown key; did you mean hp?"),
    ("units.red_9", {}, "units.red_9: unknown key; did you mean red_0?"),
    ("units.red_0.hands", ["pistl"], "units.red_0.hands.0.item: 'pistl' is unknown; did you mean"),
    ("units.red_0.hands", [None, "smg"], "units.red_0.hands: smg fills both hands"),
    ("units.red_0.hands", ["smg", "knife"], "units.red_0.hands.1: no hand is left for knife"),
    (
        "units.red_0.inventory",
        [None, {"item": "pistol", "rounds": 13}],
        "units.red_0.inventory.1: pistol holds at most 12 rounds, not 13",
    ),
    ("units.red_0.at", [0, 99], "units.red_0.at.1: 0 to 6 is accepted, not 99"),
    ("units.red_0.at", [4, 5], "no sound battle: two_units_on_a_tile"),
    ("units.red_0.grappling", "blue_0", "no sound battle: grapple_not_mutual"),
    ("units.red_0.grappling", "green_0", "units.red_0.grappling: 'green_0' is unknown"),
    (
        "units.red_0.injuries",
        ["broken_rib"],
        "units.red_0.injuries.0: 'broken_rib' is unknown; did",
    ),
    ("units.red_0.injuries", ["concussion"] * 2, "units.red_0.injuries.1: concussion stands twice"),
    ("units.red_0.ready", ["enemy_moves"], "units.red_0.ready: 2 items are accepted, not 1"),
    ("units.blue_0.hp", 0, "outcome: all of blue are down, so somebody has won"),
    ("units", [], "units: a mapping of units is needed, not a list"),
    ("turn", "red_1", "turn: 'red_1' is unknown; did you mean red_0?"),
    ("turn", None, "turn: the unit whose turn it is is needed here, or all windows"),
    ("trun", "red_0", "trun: unknown key; did you mean turn?"),
    ("round", 61, "round: 1 to 20 is accepted, not 61"),
    ("order", ["red_0", "red_0"], "order: each unit stands in it once"),
    ("decider", "blue_0", "decider: red_0 is accepted here"),
    ("phase", "defend", "phase: a turn doesn't ask defend"),
    ("outcome", "green", "outcome: 'green' is unknown"),
    ("system", "chess", "system: 'undead' is the encounter's, not 'chess'"),
    ("format", 2, "format: 1 is accepted, not 2"),
    ("encounter", "undead/aley", "encounter: a bundled id (undead/alley, "),
    ("encounter", {"system": "undead"}, "encounter: title: this key is missing"),
    ("encounter_digest", "0", "encounter_digest: '"),
    ("windows", [], "windows: 1 to 24 items are accepted, not 0"),
    ("windows", [{"kind": "trun"}], "windows.0.kind: 'trun' is unknown; did you mean turn?"),
    ("windows", [{"kind": "turn"}], "windows.0.stage: this key is missing"),
    ("dice", {"seed": "xyz"}, "dice.seed: 16 digits 0 to 9, a to f are needed, not 'xyz'"),
    ("dice", {"forced": [0]}, "dice.forced.0: 1 to 100 is accepted, not 0"),
    ("taken", [10**6], "taken.0: 0 to "),
    ("leftover", {"windows": "ff"}, "leftover: it stands only beside windows"),
    ("floor", [{"item": "bat", "at": [3, 1]}], "no sound battle: floor_out_of_bounds"),
]


@pytest.mark.parametrize(("path", "value", "message"), WRONG)
def test_what_is_wrong_is_told_in_one_line_with_its_place(
    path: str, value: Any, message: str
) -> None:
    document = by_hand()
    *keys, last = path.split(".")
    part = document
    for key in keys:
        part = part[key]
    part[last] = value
    with pytest.raises(StateError) as error:
        Battle.from_json(document)
    assert str(error.value).startswith(message)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("key", ["round", "turn", "units", "encounter"])
def test_a_document_without_what_it_needs_is_refused(key: str) -> None:
    document = by_hand()
    del document[key]
    with pytest.raises(StateError, match=f"^{key}: "):
        Battle.from_json(document)


def test_a_missing_unit_is_named() -> None:
    document = by_hand()
    del document["units"]["blue_0"]
    with pytest.raises(StateError, match=r"^units.blue_0: this key is missing$"):
        Battle.from_json(document)


@pytest.mark.parametrize(
    "data",
    ["{", "[]", "3", b"\xff", '{"round": 1, "round": 2}', "[" * 100_000, None, 5, {1: 2}, "NaN"],
)
def test_what_is_no_document_is_refused(data: Any) -> None:
    with pytest.raises(StateError) as error:
        Battle.from_json(data)
    assert "\n" not in str(error.value)


def test_a_document_opens_no_file(tmp_path: Any) -> None:
    path = tmp_path / "secret.yaml"
    path.write_text("system: undead\ntitle: secret", encoding="utf-8")
    with pytest.raises(StateError, match="a bundled id"):
        Battle.from_json(by_hand(encounter=str(path)))


def test_leftovers_cannot_change_what_is_said() -> None:
    battle = Battle("undead/alley", seed=7)
    document = {**battle.to_json(), "leftover": {"windows": "00" * 8 + "04"}}
    with pytest.raises(StateError, match=r"^leftover.windows: it would change"):
        Battle.from_json(document)


VALUES: list[Any] = [
    None, True, 0, 1, -1, 3, 99, 10**30, 2.5, float("nan"), "", "red_0", "torso", [], {}, [1, 2],
]  # fmt: skip


def read_or_refused(document: dict[str, Any], made: Arena) -> Battle | None:
    """Return the battle of a document, or None if it is refused in one line."""
    try:
        return Battle.from_json(document, made)
    except StateError as error:
        message = str(error)
    assert "\n" not in message
    return None


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_any_value_at_any_key_is_read_or_refused(value: Any) -> None:
    document = Battle("undead/alley", seed=7).to_json()
    made = arena("undead/alley")
    places = [(document, key) for key in document]
    places += [(document["units"]["red_0"], key) for key in document["units"]["red_0"]]
    places += [(document["dice"], key) for key in document["dice"]]
    for part, key in places:
        kept, part[key] = part[key], value
        battle = read_or_refused(document, made)
        assert battle is None or battle.faults() == []
        part[key] = kept


def leaves(part: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of every value inside a document."""
    items = part.items() if isinstance(part, dict) else enumerate(part)
    for key, value in items:
        yield (*path, key)
        if isinstance(value, (dict, list)):
            yield from leaves(value, (*path, key))


def at(document: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        document = document[key]
    return document


def damaged(
    document: dict[str, Any], others: list[dict[str, Any]], rng: np.random.Generator
) -> dict[str, Any]:
    """Return a document with a value of another state, a wrong one, one more or one less."""
    document = copy.deepcopy(document)
    for key in ("events", "dice", "events_before", "leftover"):
        document.pop(key, None)
    for _ in range(int(rng.integers(1, 4))):
        deep = [path for path in leaves(document) if path[0] in ("windows", "decider", "phase")]
        paths = deep if rng.random() < 0.5 else list(leaves(document))
        *into, key = paths[int(rng.integers(len(paths)))]
        part, way = at(document, tuple(into)), rng.random()
        if way < 0.1:
            del part[key]
        elif way < 0.7:
            other = others[int(rng.integers(len(others)))]
            same = [at(other, path) for path in leaves(other) if path[-1] == key]
            part[key] = copy.deepcopy(same[int(rng.integers(len(same)))]) if same else None
        else:
            part[key] = VALUES[int(rng.integers(len(VALUES)))]
    return document


@pytest.mark.parametrize("name", ENCOUNTERS)
def test_a_damaged_document_is_refused_or_plays_soundly(name: str) -> None:
    rng = np.random.default_rng(len(name))
    made = made_ready(name)
    documents = [battle.to_json() for battle in chosen_states(made, 40, seed=3)]
    played = 0
    for _ in range(BROKEN):
        document = documents[int(rng.integers(len(documents)))]
        battle = read_or_refused(damaged(document, documents, rng), made)
        if battle is None:
            continue
        assert by_text(battle).state.tobytes() == battle.state.tobytes()
        played += 1
        for _ in range(30):
            if battle.decider is None:
                break
            battle.act(random_row(battle, rng))
            assert battle.faults() == []
    assert played > 0
