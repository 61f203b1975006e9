"""A battle as JSON: the same bytes after the way back, documents by hand, and what is refused."""

import copy
import itertools
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np
import pytest

from fracas.envs import Arena, Battle, StateError, arena, bundled, system_named, system_names
from fracas.envs.core.encounter import read

every_system = pytest.mark.parametrize("system", system_names())

STATES = 200  # of each encounter, at most
PLAYED = 3000  # decisions among which they are found
BRANCHES = 25  # states of each encounter that are played on
BROKEN = 120  # documents damaged at random, of each encounter


def random_row(battle: Battle, rng: np.random.Generator) -> int:
    """Return a legal row, each verb as likely as another."""
    rows = np.flatnonzero(battle.mask())
    verbs = np.array([battle.arena.rows[int(row)][0] for row in rows])
    return int(rng.choice(rows[verbs == rng.choice(np.unique(verbs))]))


def random_battles(made: Arena, edits: Mapping[str, Any], seed: int, high: int) -> Iterator[Battle]:
    """Yield a battle before each decision of random play, and once it is over; then the next.

    Every other one begins with high dice, for what follows strong outcomes only.
    """
    rng = np.random.default_rng(seed)
    for n in itertools.count():
        battle = Battle(made, seed=int(rng.integers(2**31)))
        for unit, fields in edits.items():
            battle.edit(unit, **fields)
        battle.force_dice([high] * (48 * (n % 2)))
        while battle.decider is not None:
            yield battle
            battle.act(random_row(battle, rng))
        yield battle


@pytest.fixture
def chosen_states(rules: Any) -> Callable[..., list[Battle]]:
    """Return a function: copies of states of random play, as many of rare phases as of others."""

    def choose(encounter: Any, count: int, seed: int = 0) -> list[Battle]:
        made, edits = arena(encounter[0]), encounter[1]
        return _chosen(random_battles(made, edits, seed, rules(made.system.name).HIGH_DIE), count)

    return choose


def _chosen(battles: Iterator[Battle], count: int) -> list[Battle]:
    found: list[Battle] = []
    seen: Counter[str | None] = Counter()
    for _, battle in zip(range(PLAYED), battles, strict=False):
        if seen[battle.phase] < max(1, count // 8):
            seen[battle.phase] += 1
            found.append(battle.copy())
    return found


def first_of(system: str) -> str:
    """Return a bundled encounter of a system."""
    return next(name for name in bundled() if name.startswith(f"{system}/"))


def by_text(battle: Battle) -> Battle:
    """Return what comes back from JSON text."""
    return Battle.from_json(json.dumps(battle.to_json(), allow_nan=False), battle.arena)


# -- the way back ----------------------------------------------------------------------------------


def test_a_round_trip_gives_the_same_bytes(any_encounter: Any, chosen_states: Any) -> None:
    for battle in chosen_states(any_encounter, STATES):
        assert by_text(battle).state.tobytes() == battle.state.tobytes()


def test_a_battle_in_which_a_reaction_is_pending_comes_back(scene_pending: Any) -> None:
    scene = scene_pending()
    scene.battle.act(*scene.action)
    assert scene.battle.phase == scene.phase
    assert by_text(scene.battle).state.tobytes() == scene.battle.state.tobytes()


@every_system
def test_every_phase_and_window_is_among_the_states_tried(
    system: str, rules: Any, chosen_states: Any
) -> None:
    phases: set[str | None] = set()
    windows: set[str] = set()
    for encounter in rules(system).NARROW.values():
        for battle in chosen_states(encounter, STATES):
            document = battle.to_json()
            phases.add(document["phase"])
            windows |= {window["kind"] for window in document["windows"]}
    table = system_named(system)
    assert windows == set(table.windows)
    assert phases >= {None, *table.phases[1:]} - rules(system).UNMET


def test_play_goes_on_as_if_nothing_had_happened_and_leftovers_mean_nothing(
    any_encounter: Any, chosen_states: Any
) -> None:
    rng = np.random.default_rng(1)
    for battle in chosen_states(any_encounter, BRANCHES, seed=2):
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


@every_system
def test_another_encounter_than_a_bundled_one_travels_in_the_document(
    system: str, tmp_path: Any
) -> None:
    name = first_of(system)
    data, _ = read(name)
    path = tmp_path / "mine.yaml"
    path.write_text(json.dumps({**data, "title": "Mine", "round_limit": 7}), encoding="utf-8")
    battle = Battle(path, seed=3)
    path.unlink()
    again = Battle.from_json(json.dumps(battle.to_json()))
    assert again.state.tobytes() == battle.state.tobytes()
    assert again.arena.title == "Mine"
    assert again.arena.digest == battle.arena.digest != arena(name).digest


@every_system
def test_a_title_is_no_part_of_the_digest_and_a_ruling_is(system: str) -> None:
    data, _ = read(first_of(system))
    first = arena(data).digest
    assert arena({**data, "title": "Other"}).digest == first
    assert arena({**data, "round_limit": 7}).digest != first


# -- by hand ---------------------------------------------------------------------------------------


# -- what is refused -------------------------------------------------------------------------------


@every_system
@pytest.mark.parametrize("key", ["round", "units", "encounter"])
def test_a_document_without_what_it_needs_is_refused(system: str, key: str, rules: Any) -> None:
    document = copy.deepcopy(rules(system).BY_HAND)
    assert Battle.from_json(document).faults() == []
    del document[key]
    with pytest.raises(StateError, match=f"^{key}: "):
        Battle.from_json(document)


@every_system
def test_a_missing_unit_is_named(system: str, rules: Any) -> None:
    document = copy.deepcopy(rules(system).BY_HAND)
    *_, last = document["units"]
    del document["units"][last]
    with pytest.raises(StateError, match=rf"^units.{last}: this key is missing$"):
        Battle.from_json(document)


@pytest.mark.parametrize(
    "data",
    ["{", "[]", "3", b"\xff", '{"round": 1, "round": 2}', "[" * 100_000, None, 5, {1: 2}, "NaN"],
)
def test_what_is_no_document_is_refused(data: Any) -> None:
    with pytest.raises(StateError) as error:
        Battle.from_json(data)
    assert "\n" not in str(error.value)


@every_system
def test_a_document_opens_no_file(system: str, rules: Any, tmp_path: Any) -> None:
    path = tmp_path / "secret.yaml"
    path.write_text(f"system: {system}\ntitle: secret", encoding="utf-8")
    with pytest.raises(StateError, match="a bundled id"):
        Battle.from_json({**rules(system).BY_HAND, "encounter": str(path)})


@every_system
def test_leftovers_cannot_change_what_is_said(system: str) -> None:
    battle = Battle(first_of(system), seed=7)
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


@every_system
@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_any_value_at_any_key_is_read_or_refused(system: str, value: Any) -> None:
    made = arena(first_of(system))
    document = Battle(made, seed=7).to_json()
    unit = document["units"][made.units[0]]
    places = [(document, key) for key in document]
    places += [(unit, key) for key in unit]
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


def test_a_damaged_document_is_refused_or_plays_soundly(
    any_encounter: Any, chosen_states: Any
) -> None:
    made = arena(any_encounter[0])
    rng = np.random.default_rng(len(made.title))
    documents = [battle.to_json() for battle in chosen_states(any_encounter, 40, seed=3)]
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
