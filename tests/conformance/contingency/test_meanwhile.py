"""What is decided while something else is under way: documents, draws, debts and what hides."""

import json

import pytest

from fracas.envs.core.battle import Battle
from fracas.envs.core.errors import EncounterError, StateError
from fracas.envs.core.testing import clause

ASK = {"injury.ask": True}
SPENT = {"marks": 8, "breathless": 1}
DYING = SPENT | {"slots_free": [0, 0, 0, 1, 1]}
BROKEN = {"declared": "strike", "declared_round": 2}
LAST = {"slots_free": [0, 0, 0, 0, 1]}
OMENS = [8, 6, 1, 1]


def comes_back(s):
    again = Battle.from_json(json.dumps(s.battle.to_json()), s.battle.arena)
    return again.state.tobytes() == s.battle.state.tobytes()


# --- a side has fallen, and the battle is not judged yet


@clause("C130", "C485")
def test_a_battle_is_saved_while_phase_5_still_decides(scene):
    zones = {"Z0": {"hazard": True}, "Z1": {"gas": "smoke"}}
    s = scene(A=LAST, B={"zone": "Z1"}, apart=True, witness=False, zones=zones, announce={})
    s.finish_round()
    assert (s.phase, s.decider, s.unit("A").out) == ("breath", "B", True)
    assert comes_back(s)
    s.declare("hold")
    assert s.battle.outcome == "two"


@clause("C130", "C183", "option:parley.self_timing")
def test_a_battle_is_saved_while_the_target_of_the_fallen_chooses(scene):
    options = ASK | {"parley.self_timing": "success"}
    s = scene(A=LAST | SPENT, apart=True, witness=False, options=options,
              announce={"A": ["parley"]})  # fmt: skip
    s.declare("parley", "B", "mark", dice=[5, 4, 4, 3])
    assert (s.phase, s.decider, s.unit("A").out) == ("option", "B", True)
    assert comes_back(s)
    s.declare("option", 1)
    assert s.battle.outcome == "two"


@clause("C163", "C311")
def test_a_battle_is_saved_while_the_target_of_a_feint_gives_something_up(scene):
    s = scene(B={"hands": ["dagger", "axe"]}, announce={"A": ["feint"]})
    s.declare("feint", "B", dice=[5, 4, 4, 3])
    s.declare("option", 2, by="B")
    assert (s.phase, s.decider) == ("yield", "B")
    assert comes_back(s)


@clause("C050")
@pytest.mark.parametrize(("options", "fits"), [(2, True), (1, False), (3, False), (0, False)])
def test_a_document_offers_the_technique_of_its_action(scene, options, fits):
    s = scene(A={"techniques": ["slip_away", "follow_up"]}, announce={"A": ["disengage"]})
    s.declare("disengage", dice=[8, 6, 1, 1])
    assert s.phase == "technique"
    document = s.battle.to_json()
    assert document["windows"][1]["options"] == 2
    document["windows"][1]["options"] = options
    if fits:
        Battle.from_json(json.dumps(document), s.battle.arena)
    else:
        with pytest.raises(StateError, match="its own technique is needed"):
            Battle.from_json(json.dumps(document), s.battle.arena)


# --- weaknesses that nobody has seen


@clause("C145", "C157")
def test_whoever_muddles_an_anticipate_cannot_tell_what_weaknesses_are_left(scene):
    seen = []
    for weaknesses in (["dodge"], ["dodge", "guard"]):
        b = {"weaknesses": weaknesses, "revealed": ["dodge"]}
        s = scene(B=b, announce={"A": ["anticipate"]})
        s.declare("anticipate", "B", dice=OMENS)
        assert (s.phase, s.decider) == ("muddle", "A")
        seen.append((s.battle.observation("A").tobytes(), s.battle.mask().tobytes()))
    assert seen[0] == seen[1]


@clause("C145", "C157")
def test_a_battle_redrawn_while_an_anticipate_is_muddled_can_be_played_on(scene):
    b = {"weaknesses": ["dodge", "guard"], "revealed": ["guard"]}
    s = scene(B=b, announce={"A": ["anticipate"]})
    s.declare("anticipate", "B", dice=OMENS)
    left = set()
    for seed in range(30):
        drawn = s.battle.redetermine("A", seed)
        assert drawn.observation("A").tobytes() == s.battle.observation("A").tobytes()
        drawn.act("keep")
        options = [str(action) for action in drawn.legal()]
        left.add("option(3)" in options)
        drawn.act("option", 3 if "option(3)" in options else 1)
        assert drawn.mask().any()
    assert left == {True, False}


@clause("C145", "C157")
def test_a_battle_redrawn_while_the_target_of_an_anticipate_chooses_can_be_played_on(scene):
    b = {"weaknesses": ["dodge", "guard"], "revealed": ["guard"]}
    s = scene(B=b, announce={"A": ["anticipate"]})
    s.declare("anticipate", "B", dice=[5, 4, 4, 3])
    for seed in range(30):
        drawn = s.battle.redetermine("A", seed)
        drawn.act("option", 3)
        assert drawn.mask().any()
        assert drawn.faults() == []


# --- what is owed, under `resolve.drop` and with slots to choose


@clause("C046", "C202", "option:resolve.drop")
@pytest.mark.parametrize("drop", ["both_skipped", "first_turn"])
def test_when_an_owed_attack_lapses_those_announced_are_still_there(scene, drop):
    s = scene(A={"zone": "Z3"}, A2={}, B={"owes_attack": "A"}, engaged=[("A2", "B")],
              options={"resolve.drop": drop}, announce={"B": ["strike"]})  # fmt: skip
    s.declare("next", "B")
    assert (s.phase, s.decider, s.unit("B").marks) == ("combat", "B", 1)
    assert s.legal("strike", "A2", "clash")


@clause("C155", "C044", "C452", "option:injury.ask")
@pytest.mark.parametrize(("slot", "loaded"), [(4, False), (None, True)])
def test_who_falls_as_it_readies_readies_nothing(scene, slot, loaded):
    a = {"hands": [{"item": "crossbow", "loaded": False}], **(DYING | BROKEN if slot else {})}
    s = scene(A=a, A2={}, apart=True, options=ASK, announce={"A": ["ready"], "A2": ["brawl"]})
    s.declare("ready", "load")
    if slot:
        s.declare("take", slot)
    assert s.unit("A").out is not loaded
    assert bool(s.side["items"][0]["loaded"]) is loaded


@clause("C044", "C155", "C175", "C200", "C122", "option:injury.ask")
@pytest.mark.parametrize(
    ("verb", "arguments", "told"),
    [("taunt", ["plain"], "are engaged"), ("intimidate", [], "B is frozen")],
)
@pytest.mark.parametrize("out", [True, False])
def test_what_is_forced_waits_for_the_slot_of_a_broken_declaration(
    scene, verb, arguments, told, out
):
    b = (DYING if out else SPENT) | BROKEN
    s = scene(B=b, B2={}, apart=True, options=ASK, announce={"A": [verb]})
    s.declare(verb, "B", *arguments, dice=[5, 4, 4, 3])
    s.act("option", 2, by="B")
    assert (s.phase, s.decider) == ("injury", "B")
    assert not any(told in text for text in s.saw("A"))
    while s.phase == "injury":
        s.declare("take", next(slot for slot in range(1, 6) if s.legal("take", slot)))
    assert s.unit("B").out is out
    assert any(told in text for text in s.saw("A")) is not out


@clause("C453", "C175", "C178", "option:prone.stand")
def test_who_is_made_to_stand_frozen_does_not_get_up(scene):
    s = scene(B={"prone": True}, apart=True, options={"prone.stand": "free"},
              announce={"A": ["intimidate"]})  # fmt: skip
    s.declare("intimidate", "B", dice=[5, 4, 4, 3])
    s.act("option", 2, by="B")
    s.finish_round()
    assert s.unit("B").prone


# --- hidden, and engaged by another


@clause("C471", "C082", "C084")
def test_who_is_engaged_after_a_reposition_is_hidden_from_nobody_with_sight(scene):
    s = scene(A={"zone": "Z1"}, A2={}, B={"hidden_from": {"A2"}}, apart=True,
              announce={"A": ["reposition"]})  # fmt: skip
    s.declare("reposition", dice=[4, 4])
    s.declare("step", "Z0")
    s.declare("stop")
    s.declare("engage", "B")
    assert s.unit("B").hidden_from == set()


@clause("C471", "C082", "C083", "C092")
@pytest.mark.parametrize(("verb", "more"), [("strike", ["clash"]), ("feint", [])])
def test_who_is_engaged_by_a_step_in_is_hidden_from_nobody_with_sight(scene, verb, more):
    s = scene(A2={}, B={"hidden_from": {"A2"}}, apart=True, announce={"A": [verb]})
    s.declare(verb, "B", *more, dice=[1, 1] if verb == "strike" else [1, 1, 4, 4])
    if verb == "strike":
        s.act("decline", by="B")
    assert s.unit("B").hidden_from == set()


@clause("C472", "option:triggered.penalty")
def test_searching_takes_no_penalty_under_any_option(scene):
    hidden = {"hidden_from": {"B"}, "hide_result": 9}
    s = scene(A=hidden, A2=hidden, apart=True, zones={"Z0": {"conceal": True}},
              options={"triggered.penalty": 2}, announce={}, witness=False)  # fmt: skip
    s.finish_round(dice=[5, 4, 5, 4])
    assert s.unit("A").hidden_from == s.unit("A2").hidden_from == set()


# --- omens, spells, items


@clause("C010", "C050", "option:omens.source")
@pytest.mark.parametrize(("dice", "technique"), [([8, 6, 1, 1], True), ([3, 1, 1, 1], False)])
def test_omens_by_margin_serve_to_slip_away(scene, dice, technique):
    s = scene(A={"techniques": ["slip_away"]}, options={"omens.source": "margin"},
              announce={"A": ["disengage"]})  # fmt: skip
    s.declare("disengage", dice=dice)
    assert (s.phase == "technique") is technique


MUD = {"effect": "mire", "strain": 1, "concentration": 1}


@clause("C066")
def test_a_zone_stays_mired_while_one_of_two_mires_is_kept(scene):
    kept = [{"spell": spell, "target": "Z0", "tokens": 0} for spell in ("mud", "bog")]
    a = {"hands": [], "spells": ["mud", "bog"], "kept": kept}
    s = scene(A=a, apart=True, spells={"mud": MUD, "bog": MUD}, announce={"A": ["brawl"]})
    s.declare("end_concentration", "mud", by="A")
    assert s.battle.faults() == []
    assert s.side["zones"][0]["mired"] != 0


@clause("C452", "C454", "C497")
@pytest.mark.parametrize("place", ["carried", "ground"])
def test_natural_weapons_are_in_hand_only(scene, place):
    unit = {"carried": ["tusks"]} if place == "carried" else {}
    ground = [{"item": "tusks", "zone": "Z0"}] if place == "ground" else []
    with pytest.raises(EncounterError, match="a natural weapon is in hand, neither carried nor"):
        scene(A=unit, ground=ground)


@clause("C351")
def test_no_natural_weapon_can_be_made_for_throwing(scene):
    spit = {"class": "melee", "natural": True, "hands": 0, "thrown": "near", "damage": 1,
            "skill": "unarmed"}  # fmt: skip
    with pytest.raises(EncounterError, match=r"a natural weapon is not `thrown` \(C351\)"):
        scene(items={"spit": spit})
