"""A battle as JSON: the names of the rules, documents by hand, and what is refused."""

import json
from typing import Any

import pytest

from fracas.envs import Battle, StateError, arena


def by_text(battle: Battle) -> Battle:
    """Return what comes back from JSON text."""
    return Battle.from_json(json.dumps(battle.to_json(), allow_nan=False), battle.arena)


@pytest.fixture
def cage(rules: Any) -> dict[str, Any]:
    return rules("undead").CAGE


def test_who_to_walk_up_to_comes_back(cage: dict[str, Any]) -> None:
    battle = Battle({**cage, "order": ["red_1", "red_0", "red_2", "blue_0", "blue_1", "blue_2"]})
    battle.force_dice([20])
    battle.act("inspect")
    assert battle.phase == "grant_target"
    assert battle.to_json()["windows"][-1]["candidates"] == ["blue_0", "blue_1"]
    assert by_text(battle).state.tobytes() == battle.state.tobytes()
    battle.act("grant_target", "blue_0")
    assert battle.phase == "grant_towards"
    assert by_text(battle).state.tobytes() == battle.state.tobytes()


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
    ("encounter", "undead/aley", "encounter: a bundled id ("),
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


def test_the_unit_whose_turn_it_is_is_needed() -> None:
    document = by_hand()
    del document["turn"]
    with pytest.raises(StateError, match=r"^turn: "):
        Battle.from_json(document)
