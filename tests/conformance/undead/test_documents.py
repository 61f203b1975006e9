"""A battle from a document without windows: a plain turn of the unit in turn (U100 U106)."""

import pytest

from fracas.envs.core.battle import Battle, StateError
from fracas.envs.core.testing import clause

UNIT = {"hp": 6, "stress_limit": 4}


def encounter(one=({},), two=({},), **more):
    sides = [
        {
            "id": side,
            "units": [
                {"id": f"{side}_{k}", "at": [2 * k, 4 * n], **UNIT, **unit}
                for k, unit in enumerate(units)
            ],
        }
        for n, (side, units) in enumerate((("one", one), ("two", two)))
    ]
    field = "\n".join(["." * 9] * 9)
    return {"system": "undead", "title": "document", "map": field, "sides": sides, **more}


def load(enc, turn, units=None, **more):
    names = [unit["id"] for side in enc["sides"] for unit in side["units"]]
    document = {
        "round": 1,
        "turn": turn,
        "units": {name: (units or {}).get(name, {}) for name in names},
        **more,
    }
    return Battle.from_json(document, encounter=enc)


@clause("U100", "U106")
@pytest.mark.parametrize(
    ("turn", "place", "acted"),
    [("one_0", 0, 1), ("one_1", 1, 3), ("two_0", 2, 7), ("two_1", 3, 15)],
)
def test_the_turn_that_a_document_names_is_a_plain_one(turn, place, acted):
    order = ["one_0", "one_1", "two_0", "two_1"]
    battle = load(encounter([{}, {}], [{}, {"agility": 2}], order=order), turn)
    assert (battle.decider, battle.phase, battle.outcome) == (turn, "main", None)
    s = battle.state[0]
    assert (int(s["depth"]), int(s["turn_pos"]), int(s["acted"])) == (1, place, acted)
    assert int(s["last_side"]) == place // 2
    assert battle.to_json()["windows"] == [{"kind": "turn", "stage": "act"}]
    for name in order:
        unit = battle.unit(name)
        assert (unit.ap, unit.mv) == (4, (6 if name == "two_1" else 4) if name == turn else 0)
    for name in [*order[place + 1 :], *order[: place + 1]]:  # the turns that follow
        battle.act("end_turn")
        assert battle.decider == name


@clause("U100", "U106")
def test_a_document_may_give_another_order():
    enc = encounter([{}, {}], [{}])
    battle = load(enc, "one_1", order=["two_0", "one_1", "one_0"])
    s = battle.state[0]
    assert (int(s["turn_pos"]), int(s["acted"]), int(s["last_side"])) == (1, 6, 0)


@clause("U100", "U106")
def test_an_order_that_lacks_the_unit_in_turn_is_refused():
    with pytest.raises(StateError, match=r"^order: each unit stands in it once"):
        load(encounter(), "two_0", order=["one_0", "one_0"])


@clause("U100", "U106")
@pytest.mark.parametrize(
    ("surprised", "options", "ap"),
    [
        (False, {}, 4),
        (True, {}, 0),
        (False, {"ap.initial": "zero"}, 0),
        (True, {"ap.initial": "zero"}, 0),
        (False, {"ap.per_turn": 3}, 3),
    ],
)
def test_ap_of_the_units_whose_turn_it_is_not(surprised, options, ap):
    enc = encounter(two=[{"surprised": surprised}], options=options)
    battle = load(enc, "one_0")
    assert battle.unit("two_0").ap == ap
    assert battle.unit("one_0").ap == options.get("ap.per_turn", 4)


@clause("U100", "U106")
def test_the_unit_in_turn_has_its_ap_even_if_it_was_surprised():
    battle = load(encounter([{"surprised": True}]), "one_0")
    assert (battle.decider, battle.unit("one_0").ap, battle.unit("one_0").mv) == ("one_0", 4, 4)


@clause("U100", "U106")
def test_a_slowed_units_movement_is_halved_in_a_document_too():
    battle = load(encounter([{"agility": 1}]), "one_0", {"one_0": {"slowed_t": 1}})
    assert battle.unit("one_0").mv == 2


@clause("U100", "U106")
@pytest.mark.parametrize("figures", [{"hp": 0}, {"down": True}, {"down": True, "hp": 0}])
def test_a_unit_without_health_or_down_is_out_of_the_turn(figures):
    two = [{"hands": ["knife", "bat"], "inventory": ["stone"], "hidden": True}, {}]
    battle = load(encounter(two=two), "one_0", {"two_0": figures} if figures else {})
    unit = battle.unit("two_0")
    assert (unit.down, unit.hp, unit.ap, unit.hidden, unit.hands) == (True, 0, 0, False, [])
    assert (unit.inventory[0], battle.faults()) == ("stone", [])
    other = battle.unit("two_1")
    assert (other.down, other.hp, other.ap) == (False, 6, 4)


@clause("U100", "U106")
def test_a_unit_that_is_up_keeps_what_the_encounter_gives_it():
    two = [{"hands": ["knife"], "hidden": True}]
    unit = load(encounter(two=two), "one_0").unit("two_0")
    assert (unit.down, unit.hp, unit.hidden, unit.hands) == (False, 6, True, ["knife"])


@clause("U100", "U106")
@pytest.mark.parametrize("winner", ["one", "two", "draw"])
def test_a_battle_that_is_over_asks_nobody(winner):
    battle = load(encounter(), "one_0", outcome=winner)
    assert (battle.outcome, battle.decider, battle.phase) == (winner, None, None)
    assert int(battle.state[0]["phase"]) == 0


@clause("U100", "U106")
def test_the_unit_whose_turn_it_is_is_needed():
    with pytest.raises(StateError, match=r"^turn: .*is needed here"):
        load(encounter(), None)
