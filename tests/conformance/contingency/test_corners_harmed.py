"""Rare cases of being harmed: what ends with who falls, tokens, slots, falls, breath, upkeep."""

import json

import pytest

from fracas.envs.core.battle import Battle
from fracas.envs.core.testing import clause

ASK = {"injury.ask": True}
PER_DIE = {"fall.damage": "per_die"}
SPELLS = ["bolt", "ward", "mire", "dread"]
DYING = {"slots_free": [0, 0, 0, 0, 1]}  # any injury takes it out
NOBODY = -1


def keeping(*kept, **more):
    """A unit that keeps up (spell, target) without tokens."""
    pairs = [{"spell": spell, "target": target, "tokens": 0} for spell, target in kept]
    return {"hands": [], "spells": SPELLS, "kept": pairs, **more}


def at(s, unit):
    """A unit's row of the record."""
    return s.battle.state[0]["units"][s.battle.index(unit)]


def told(events, *kinds):
    return [event.text for event in events if event.kind in kinds]


def assert_survives_its_document(s):
    document = json.dumps(s.battle.to_json())
    again = Battle.from_json(document, s.battle.arena)
    assert again.state.tobytes() == s.battle.state.tobytes()


def last_dice(s, n):
    """What the last n dice were for, and their faces."""
    return [(die["kind"], die["value"]) for die in s.battle.to_json()["dice"]["log"][-n:]]


# --- what ends with who is taken out (C126, C127, C044, C067)


def fallen(scene, a2=(), **b):
    """A strikes B down, A2 and B2 look on from afar."""
    s = scene(
        A2={"zone": "Z3", **dict(a2)}, B={**DYING, **b}, B2={"zone": "Z3"},
        zones={"Z3": {"conceal": True}}, announce={"A": ["strike"], "B": ["brawl"]},
    )  # fmt: skip
    start = s.copy()
    events = s.act("strike", "B", "clash", dice=[5, 4])
    return start, s, events


@clause("C126", "C127", "C044", "C067")
def test_nothing_is_owed_or_lasts_of_who_is_taken_out(scene):
    b = {
        "no_engage": {"A2"}, "hidden_from": {"A2"}, "barred": {"A2"}, "holding": True,
        "covered": True, "fortified": True, "grant_any": True, "grant_combat": True,
        "owes_attack": "A2", "owes_dance": True, "declared": "dance", "declared_round": 9,
    }  # fmt: skip
    s = scene(A2={}, B={**DYING, **b}, announce={"A": ["strike"], "B": ["strike"]})
    row = at(s, "B")
    row["attack_added"], row["recovering"] = 1, 1
    row["forced"][:2], row["forced_from"][:2] = 2, s.battle.index("A2")
    while s.phase != "combat" or s.decider != "A":
        s.declare("forgo")
    s.act("strike", "B", "clash", dice=[5, 4, 1])
    row = at(s, "B")
    assert row["out"] == 1
    ended = (
        "pending", "engaged", "no_engage", "hidden_from", "barred", "holding", "covered",
        "fortified", "grant_any", "grant_combat", "attack_added", "owes_dance", "recovering",
    )  # fmt: skip
    assert {name: int(row[name]) for name in ended} == dict.fromkeys(ended, 0)
    assert (row["owes_attack"], row["declared"]) == (NOBODY, NOBODY)
    assert set(row["forced"].tolist()) == {0}
    assert set(row["forced_from"].tolist()) == {NOBODY}


@clause("C126", "C127", "C044", "C067")
def test_the_others_forget_who_is_taken_out_and_nobody_else(scene):
    both = {"B", "B2"}
    a2 = {"no_engage": both, "hidden_from": both, "hide_result": 9, "barred": both}
    start, s, _ = fallen(scene, a2)
    before, after = start.unit("A2"), s.unit("A2")
    assert (before.no_engage, before.hidden_from, before.barred) == (both, both, both)
    assert (after.no_engage, after.hidden_from, after.barred) == ({"B2"}, {"B2"}, {"B2"})


@clause("C126", "C067", "C066")
@pytest.mark.parametrize(
    ("kept", "ended"),
    [
        ([], []),
        ([("ward", "B2")], ["ward of B ends"]),
        ([("mire", "Z1"), ("ward", "B2")], ["mire of B ends", "ward of B ends"]),
    ],
)
def test_what_who_is_taken_out_kept_up_ends_and_nothing_else_does(scene, kept, ended):
    _, s, events = fallen(scene, **keeping(*kept))
    assert told(events, "spell_ended") == ended
    assert s.unit("B").kept == []
    assert_survives_its_document(s)


@clause("C127", "C126", "C454")
def test_what_lay_elsewhere_stays_there_when_somebody_is_taken_out(scene):
    ground = [{"item": "dagger", "zone": zone} for zone in ("Z1", "Z2", "Z3")]
    s = scene(B=DYING, ground=ground, announce={"A": ["strike"]})
    events = s.act("strike", "B", "clash", dice=[5, 4])
    assert told(events, "item_fell") == ["sword lies in the zone of B"]
    lying = [(item.item, item.zone) for item in s.floor()]
    assert sorted(lying) == [("dagger", "Z1"), ("dagger", "Z2"), ("dagger", "Z3"), ("sword", "Z0")]


@clause("C397", "C398", "C044")
def test_who_is_out_is_not_asked_about_its_breath(scene):
    events = [{"round": 2, "kind": "gas_starts", "zone": "Z0", "toxin": "smoke"}]
    s = scene(A2={"zone": "Z1"}, B=DYING, B2={"zone": "Z1"}, events=events,
              announce={"A": ["strike"]})  # fmt: skip
    s.act("strike", "B", "clash", dice=[5, 4])
    s.finish_round()
    assert (s.phase, s.decider) == ("breath", "A")
    s.declare("resist", dice=[8, 6])
    assert (s.round, s.phase, s.decider) == (3, "breath", "A")
    s.declare("breathe")
    assert s.phase == "announce"


# --- concentration and tokens (C060 to C068, C440 to C445)


@clause("C066", "C062")
@pytest.mark.parametrize(("spell", "target"), [("ward", "A2"), ("mire", "Z1"), ("dread", "B")])
def test_nothing_remains_of_a_spell_that_was_ended(scene, spell, target):
    s = scene(A=keeping((spell, target)), A2={}, announce={"A": ["fortify"]})
    events = s.declare("end_concentration", spell)
    assert told(events, "spell_ended") == [f"{spell} of A ends"]
    assert_survives_its_document(s)


@clause("C062", "C063")
def test_an_only_effect_takes_all_tokens_at_once(scene):
    s = scene(A=keeping(("ward", "A")), announce={"B": ["strike"]})
    s.act("next", "B")
    events = s.act("strike", "A", "clash", dice=[5, 4], by="B")
    assert told(events, "token_placed") == ["A places 3 damage tokens on ward"]
    assert s.unit("A").kept[0]["tokens"] == 3


@clause("C062", "C063")
def test_among_several_effects_tokens_are_placed_one_by_one(scene):
    s = scene(A=keeping(("ward", "A"), ("dread", "B")), announce={"B": ["strike"]})
    s.act("next", "B")
    s.declare("strike", "A", "clash", dice=[5, 4], by="B")
    s.declare("decline", by="A")
    assert (s.phase, s.decider) == ("token", "A")
    for spell in ("ward", "dread", "ward"):
        assert s.battle.to_json().get("leftover", {}).get("windows") is None
        s.declare("token", spell)
    assert [kept["tokens"] for kept in s.unit("A").kept] == [2, 1]


@clause("C062", "C063", "C408", "C122", "option:injury.ask", "option:fall.damage")
def test_who_keeps_nothing_up_owes_no_tokens(scene):
    s = falls(scene, [2, 1, 1, 12, 1], "2d12", {"slots_free": [1, 1, 0, 1, 0]}, ASK | PER_DIE)
    assert (s.phase, s.unit("A").slots) == ("injury", (1, 1, 0, 0, 0))
    windows = [window["kind"] for window in s.battle.to_json()["windows"]]
    assert windows == ["round", "action", "fall", "injury"]


@clause("C440", "C441", "C442", "C443", "C445", "C061")
def test_a_unit_that_must_end_an_effect_may_go_on_from_its_document(scene):
    s = scene(A=keeping(("ward", "A"), ("dread", "B")), B=keeping(("ward", "B")), announce={})
    s.finish_round(dice=[2, 1])
    assert (s.phase, s.decider) == ("end_concentration", "A")
    assert_survives_its_document(s)
    assert s.battle.to_json()["windows"][0]["result"] == 3
    assert "A rolls 3 (maintain)" in s.saw("A")
    assert last_dice(s, 2) == [("maintain", 2), ("maintain", 1)]
    s.declare("end_concentration", "dread", dice=[4, 4])  # then B rolls
    assert s.battle.to_json()["windows"][0]["result"] == 127  # more than could be needed


# --- stamina and breath (C100 to C109, C395 to C398)


@clause("C100", "C104", "C109")
def test_marks_are_told_of_with_their_number(scene):
    a = {"declared": "anticipate", "declared_round": 2}
    s = scene(A=a, announce={"A": ["fortify", "brawl"]})
    assert told(s.act("fortify", dice=[]), "marked") == ["A marks 2 stamina"]
    events = s.act("jab", "B", "agility", dice=[7, 6])
    assert told(events, "marked") == ["B marks 1 stamina"]
    assert (s.unit("A").marks, s.unit("B").marks) == (2, 1)


@clause("C100", "C104", "C109", "C391", "C126")
def test_who_falls_by_a_toxin_marks_nothing_any_more(scene):
    s = scene(
        A=DYING, A2={}, zones={"Z0": {"gas": "venom"}}, B={"zone": "Z1"}, engaged=[], announce={}
    )
    s.finish_round()
    while s.decider != "A":
        s.declare("resist", dice=[8, 6])
    events = s.declare("resist", dice=[1, 1], by="A")
    assert told(events, "marked", "injured", "taken_out") == [
        "A suffers an injury of severity 1", "A is taken out",
    ]  # fmt: skip
    assert (s.unit("A").out, s.unit("A").marks) == (True, 0)


@clause("C100", "C391")
def test_a_toxin_that_marks_nothing_tells_of_no_marks(scene):
    toxins = {"rot": {"difficulty": 24, "severity": 1}}
    s = scene(zones={"Z0": {"gas": "rot"}}, toxins=toxins, B={"zone": "Z1"}, announce={})
    s.finish_round()
    events = s.declare("resist", dice=[1, 1], by="A")
    assert told(events, "marked", "injured") == ["A suffers an injury of severity 1"]


@clause("C395", "C398")
def test_one_begins_to_hold_its_breath_once(scene):
    s = scene(zones={"Z0": {"gas": "smoke"}}, B={"zone": "Z1"}, announce={})
    s.finish_round()
    begins = s.declare("hold", by="A")
    assert told(begins, "gained") == ["A is holding its breath"]
    assert (s.round, s.phase) == (3, "breath")
    assert (at(s, "A")["holding"], s.observe("A")["me.holding"]) == (1, 1)
    assert_survives_its_document(s)
    goes_on = s.declare("hold", by="A")
    assert told(goes_on, "gained", "breathless_rose") == ["A is breathless (2)"]


@clause("C396")
@pytest.mark.parametrize("airless", [True, False])
def test_only_where_there_is_no_air_the_breath_is_held_at_once(scene, airless):
    s = scene(zones={"Z1": {"airless": airless}}, apart=True, announce={"A": ["reposition"]})
    s.declare("reposition", dice=[4, 3])
    s.declare("step", "Z1", dice=[])
    assert (s.unit("A").holding, s.unit("A").breathless) == (airless, int(airless))


# --- injuries (C120 to C128)


@clause("C120", "C128", "C062")
def test_what_armour_takes_wholly_is_no_injury(scene):
    a = keeping(("ward", "A"), armour="light")
    s = scene(A=a, zones={"Z0": {"hazard": True}}, B={"zone": "Z1"}, announce={})
    s.finish_round(dice=[8, 6])
    texts = s.saw("A")
    assert texts.count("A's armour takes some of it") == 1
    assert [text for text in texts if "injury" in text or "tokens" in text] == []
    assert (s.unit("A").slots, s.unit("A").boxes) == ((1, 1, 1, 1, 1), 0)


@clause("C122", "C121", "C123", "C062", "C126", "option:injury.ask")
def test_the_last_slot_is_crossed_out_before_tokens_are_placed(scene):
    a = keeping(("ward", "A"), **DYING)
    s = scene(A=a, A2={}, options=ASK, announce={"B": ["strike"]})
    s.act("next", "B")
    s.declare("strike", "A", "clash", dice=[5, 4], by="B")
    events = s.declare("decline", by="A")
    assert told(events, "injured", "token_placed", "taken_out", "spell_ended") == [
        "A suffers an injury of severity 3", "A is taken out", "ward of A ends",
    ]  # fmt: skip


@clause("C122", "C121", "C123", "C120", "C408", "option:injury.ask", "option:fall.damage")
def test_an_only_slot_is_crossed_out_as_each_injury_comes(scene):
    a = {"slots_free": [1, 0, 0, 0, 0], "wellness": 1}
    _, events = fell(scene, [1, 1, 1, 1, 1, 1], "3d4", a, ASK | PER_DIE)
    texts = told(events, "injured", "worn_down", "taken_out")
    injury = "A suffers an injury of severity 1"
    assert texts == [injury, injury, "A loses 1 wellness", "A is taken out"]


# --- falls (C400 to C410)


def falls(scene, dice, drop="2d6", a=(), options=(), **more):
    """A jumps down, the dice are three of Brace and the fall's; stop at its first decision."""
    return fell(scene, dice, drop, a, options, **more)[0]


def fell(scene, dice, drop="2d6", a=(), options=(), **more):
    edge = {"from": "Z0", "to": "Z1", "kind": "drop", "dice": drop}
    s = scene(A=dict(a), A2={"zone": "Z3"}, apart=True, edges=[edge, ("Z1", "Z2"), ("Z2", "Z3")],
              options=dict(options), announce={"A": ["reposition"]}, **more)  # fmt: skip
    s.declare("reposition", dice=[4, 3])
    events = s.declare("step", "Z1", dice=dice)
    while s.phase == "lower":
        events += s.declare("done")
    assert s.battle.dice_left == 0
    return s, events


@clause("C400", "C407", "C409")
def test_a_fall_has_dice_of_its_own(scene):
    s, events = fell(scene, [2, 1, 1, 1, 1])
    assert [kind for kind, _ in last_dice(s, 5)] == [*["brace"] * 3, "fall", "fall"]
    assert told(events, "rolled", "fall_dice") == ["A rolls 3 (brace)", "A falls on 2"]


@clause("C403", "C404", "C405", "C407")
def test_nothing_is_answered_for_who_can_neither_lower_nor_land_better(scene):
    s, _ = fell(scene, [2, 1, 1, 1, 1])
    (step,) = s.battle.to_json()["taken"]
    assert (str(s.battle.action(step)), s.unit("A").prone) == ("step(Z1)", True)


@clause("C403")
@pytest.mark.parametrize(("face", "legal"), [(5, True), (4, True), (3, False)])
def test_a_die_above_3_may_be_lowered_to_3(scene, face, legal):
    edge = {"from": "Z0", "to": "Z1", "kind": "drop", "dice": "1d6"}
    s = scene(apart=True, edges=[edge, ("Z1", "Z2")], announce={"A": ["reposition"]})
    s.declare("reposition", dice=[4, 3])
    s.declare("step", "Z1", dice=[5, 4, 2, face])
    assert (s.phase, s.legal("lower", 1, 3), s.legal("lower", 1, 1)) == ("lower", legal, True)


@clause("C404", "C408")
def test_a_removed_die_counts_nothing(scene):
    s = falls(scene, [8, 3, 1, 5, 2])
    assert s.phase == "land"
    events = s.declare("remove", 2)
    assert told(events, "fall_dice") == ["A falls on 5"]
    assert told(events, "injured") == ["A suffers an injury of severity 2"]


@clause("C405", "C404")
def test_who_lands_on_its_feet_may_still_remove_a_die(scene):
    s = falls(scene, [8, 6, 6, 2, 1], "2d4", options={"omens.source": "margin"})
    assert s.phase == "land"
    s.declare("feet")
    assert (s.phase, s.legal("feet"), s.legal("remove", 1)) == ("land", False, True)
    assert s.battle.state[0]["windows"][int(s.battle.state[0]["depth"]) - 1]["success"] == 1


@clause("C408", "C128", "option:fall.damage")
def test_armour_does_not_soften_a_fall_per_die_either(scene):
    s = falls(scene, [2, 1, 1, 5, 1], a={"armour": "heavy"}, options=PER_DIE)
    assert (s.unit("A").slots, s.unit("A").boxes) == ((0, 0, 1, 1, 1), 2)


@clause("C408", "C126", "C120", "option:fall.damage")
def test_who_is_taken_out_by_a_die_of_its_fall_suffers_no_other(scene):
    s, events = fell(scene, [2, 1, 1, 5, 5], a=DYING, options=PER_DIE)
    assert told(events, "injured") == ["A suffers an injury of severity 2"]
    assert s.unit("A").out


# --- the environment (C472, C480 to C485)


@clause("C483", "C485", "option:events.order")
@pytest.mark.parametrize("order", ["first", "last"])
def test_an_event_happens_once(scene, order):
    events = [{"round": 2, "kind": "hazard_starts", "zone": "Z3"}]
    s = scene(events=events, options={"events.order": order}, announce={})
    s.finish_round()
    assert len(told(s.battle.events_since(0), "event_happened")) == 1
    assert sorted(v for k, v in s.observe("A").items() if k.endswith(".hazard"))[-2:] == [0, 1]


@clause("C485", "C194")
def test_a_dance_that_was_owed_is_paid_for_before_the_gas_comes(scene):
    s = scene(A={"owes_dance": True}, zones={"Z0": {"gas": "smoke"}}, announce={})
    s.finish_round()
    assert (s.phase, s.decider, s.unit("A").marks) == ("breath", "A", 2)
    assert (at(s, "A")["owes_dance"], s.observe("A")["me.owes_dance"]) == (0, 0)


@clause("C485", "C194")
def test_the_units_pay_for_their_dances_in_index_order(scene):
    owed = {"owes_dance": True}
    s = scene(A=owed, A2={}, A3=owed, B2={}, B3=owed, announce={})
    s.set("W", owes_dance=True)
    s.finish_round()
    texts = [text for text in s.saw("A") if "stamina" in text]
    assert texts == [f"{name} marks 2 stamina" for name in ("A", "A3", "B3", "W")]


@clause("C472")
@pytest.mark.parametrize("found", [True, False])
def test_who_detects_a_hidden_unit_is_aware_of_it_from_then_on(scene, found):
    hidden = {"hidden_from": {"B"}, "hide_result": 6}
    s = scene(A2=hidden, B={"aware_of": {"A"}}, zones={"Z0": {"conceal": True}}, apart=True,
              announce={})  # fmt: skip
    s.finish_round(dice=[4, 2] if found else [4, 1])
    assert (s.round, "A2" in s.unit("B").aware_of) == (3, found)
    assert last_dice(s, 2) == [("detect", 4), ("detect", 2 if found else 1)]


# --- gear (C190, C452, C337, C300)


@clause("C190", "C452")
@pytest.mark.parametrize(
    ("hands", "rows"),
    [
        ([], ["ready(draw_0)"]),
        (["sword"], ["ready(draw_0)", "ready(sheathe_main)"]),
        ([None, "shield"], ["ready(draw_0)", "ready(sheathe_off)"]),
        (["greatsword"], ["ready(draw_0)", "ready(sheathe_main)"]),
    ],
)
def test_only_what_is_held_is_sheathed_and_both_hands_at_once(scene, hands, rows):
    s = scene(A={"hands": hands, "carried": ["dagger"]}, announce={"A": ["ready"]})
    assert sorted(s.rows("ready")) == rows


@clause("C452")
@pytest.mark.parametrize(
    ("hands", "drawn", "away"),
    [
        ([], "dagger", []), (["sword"], "dagger", []), ([], "maul", []),
        (["sword"], "maul", ["sword"]), ([None, "shield"], "maul", ["shield"]),
        (["sword", "shield"], "maul", ["sword", "shield"]),
    ],
)  # fmt: skip
def test_only_what_is_in_the_way_leaves_the_hands(scene, hands, drawn, away):
    s = scene(A={"hands": hands, "carried": [drawn]}, announce={"A": ["ready"]})
    events = s.act("ready", "draw_0", dice=[])
    left = [f"{item} leaves A's hands" for item in away]
    assert told(events, "item_moved", "item_taken") == [*left, f"A takes {drawn}"]
    assert_survives_its_document(s)


@clause("C452", "C337")
def test_a_loaded_weapon_is_loaded_in_the_document_too(scene):
    a = {"hands": [{"item": "crossbow", "loaded": False}]}
    s = scene(A=a, announce={"A": ["ready"]})
    s.act("ready", "load", dice=[])
    assert s.unit("A").loaded
    assert_survives_its_document(s)


@clause("C300", "C298")
def test_an_ally_that_wants_the_same_object_does_not_compete(scene):
    s = scene(A2={}, apart=True, ground=[{"item": "dagger", "zone": "Z0"}],
              announce={"A": ["pick_up"], "A2": ["pick_up"]})  # fmt: skip
    s.declare("next", "A")
    s.declare("pick_up", "dagger", "roll", dice=[5, 4])
    assert s.phase != "contest"
    assert s.unit("A").off == "dagger"
