"""Rare cases of what all actions share: how one begins and ends, what is noted of it, what it owes.

Documents show an action under way with all that it has come to; read again they are the same.
"""

import json

import pytest

from fracas.envs.core.battle import Battle
from fracas.envs.core.testing import clause

ASK = {"injury.ask": True}
MARGIN = {"omens.source": "margin"}
SPENT = {"marks": 8, "breathless": 1}
"""The next mark is an injury (C104)."""
BROKEN = {"declared": "dance", "declared_round": 2}
"""Any other action than a Dance marks 2 (C155)."""
SUCCESS = [7, 4, 4, 3]  # the influence rolls 11, or 9 as one of two actions; Focus is 7
STAR = (("Z0", "Z1"), ("Z0", "Z2"), ("Z0", "Z3"))
FRESH = {
    "stage": 0, "asked": [], "actor": "A", "target": "B", "a": 0, "b": 0, "item": None, "spell": 0,
    "zone": None, "instant": False, "forced": "none", "advantage": False, "disadvantage": False,
    "aware": True, "hidden": False, "result": 0, "omens": 0, "moderator": 0, "success": False,
    "options": 0, "budget": 0,
}  # fmt: skip
"""An action that has only just been chosen."""


def asked(s):
    return s.phase, s.decider


def under_way(s, at=1):
    """What a document says of an action: the fields of FRESH."""
    window = s.battle.to_json()["windows"][at]
    return {name: window[name] for name in FRESH}


def in_document(s, unit, *names):
    shown = s.battle.to_json()["units"][unit]
    return tuple(shown[name] for name in names)


def comes_back(s):
    """Tell whether a document gives the battle back, to the last bit."""
    again = Battle.from_json(json.dumps(s.battle.to_json()), s.battle.arena)
    return again.state.tobytes() == s.battle.state.tobytes()


def influenced(scene, verb, option, announced=(), **more):
    """Return a scene where B has taken an option of A's Taunt or Intimidate."""
    plans = {"A": [verb, *more.pop("also", ())], "B": list(announced)}
    s = scene(announce=plans, **more)
    s.declare(verb, "B", *(("plain",) if verb == "taunt" else ()), dice=SUCCESS)
    s.declare("option", option, by="B")
    return s


# --- an action begins


@clause("C050", "C051", "C052", "C053", "C155", "C122", "option:injury.ask")
@pytest.mark.parametrize(
    ("plan", "call", "more"),
    [
        ("taunt", ("taunt", "B", "plain"), {}),
        ("strike", ("strike", "B", "harry"), {"item": 0}),
        ("brawl", ("jab", "B", "strength"), {}),
        ("fortify", ("fortify",), {"target": None}),
    ],
)
def test_what_is_chosen_begins_with_nothing_rolled(scene, plan, call, more):
    s = scene(A=SPENT | BROKEN, options=ASK, announce={"A": [plan]})
    s.declare(*call)
    assert asked(s) == ("injury", "A")  # before any roll
    assert under_way(s) == FRESH | more
    assert comes_back(s)


@clause("C050", "C051", "C052", "C053", "C193")
def test_nothing_has_been_rolled_when_a_dancer_says_what_gives_way(scene):
    s = scene(announce={"A": ["taunt", "reposition", "hide"]})
    s.declare("taunt", "B", "dance", dice=[])
    assert asked(s) == ("replace", "A")
    shown = under_way(s)
    nothing = ("result", "omens", "moderator", "success", "options", "budget")
    assert [shown[name] for name in nothing] == [0, 0, 0, False, 0, 0]
    s.declare("replace", "hide", dice=[7, 4, 1])
    assert under_way(s)["result"] == 7  # one of three actions


@clause("C050", "C051", "C052", "C053", "C054")
def test_an_instant_jab_has_hit_nobody_yet(scene):
    a = {"techniques": ["follow_up"]}
    s = scene(A=a, B={"grant_any": True}, announce={"A": ["strike", "dance"]})
    s.act("forgo")
    s.declare("strike", "B", "clash", dice=[8, 3, 2])
    s.declare("decline")
    s.declare("technique", "follow_up")
    s.declare("jab", "B", "agility", dice=[4, 3, 1])
    assert (asked(s), s.unit("A").n) == (("defend", "B"), 2)
    come_to = {"stage": 1, "a": 1, "instant": True, "advantage": True, "result": 5}
    assert under_way(s, 2) == FRESH | come_to  # 4 + 3 - 2
    assert comes_back(s)
    assert in_document(s, "A", "order", "performed") == (1, ["strike"])


@clause("C092", "C088", "C147")
@pytest.mark.parametrize("hidden", [False, True])
def test_the_first_of_all_units_may_be_unaware_of_who_strikes_it(scene, hidden):
    b = {"hidden_from": {"A"} if hidden else set(), **SPENT, **BROKEN}
    s = scene(A={"aware_of": {"W"}}, B=b, apart=True, options=ASK, announce={"B": ["strike"]})
    s.declare("next", "B")
    s.declare("strike", "A", "clash", by="B")
    assert asked(s) == ("injury", "B")
    begun = {"actor": "B", "target": "A", "item": 2, "a": 1, "aware": False, "hidden": hidden}
    assert under_way(s) == FRESH | begun
    assert "B" not in s.unit("A").aware_of
    s.declare("take", 3)
    s.declare("take", 4, dice=[1, 1])  # no Defend, and 2 is enough
    assert asked(s) == ("injury", "A")
    s.act("take", 3)
    assert (s.unit("A").slots, "B" in s.unit("A").aware_of) == ((1, 1, 0, 1, 1), True)


@clause("C050", "C051", "C092")
@pytest.mark.parametrize("hidden", [False, True])
def test_whether_the_target_knows_of_the_attacker_comes_back(scene, hidden):
    a = {"hidden_from": {"B"} if hidden else set()}
    s = scene(A=a, apart=True, announce={"A": ["strike"]})
    s.declare("strike", "B", "clash", dice=[5, 4])
    assert asked(s) == ("defend", "B")
    shown = under_way(s)
    assert (shown["aware"], shown["hidden"]) == (True, hidden)
    assert "leftover" not in s.battle.to_json()  # that is all there is to it
    assert comes_back(s)


@clause("C155", "C047", "option:penalty.mode")
def test_what_has_been_performed_is_counted_one_by_one(scene):
    a = {"declared": "anticipate", "declared_round": 2}
    options = {"penalty.mode": "progressive"}
    s = scene(A=a, options=options, announce={"A": ["anticipate", "dance", "strike"]})
    assert in_document(s, "A", "order", "performed") == (0, [])
    s.act("anticipate", "B", dice=[2, 1, 4, 3])
    assert in_document(s, "A", "order", "performed") == (1, ["anticipate"])
    s.act("dance", dice=[])
    assert in_document(s, "A", "order", "performed") == (2, ["anticipate", "dance"])
    s.declare("strike", "B", "clash", dice=[8, 5])
    assert under_way(s)["result"] == 9  # the third takes -4
    assert in_document(s, "A", "order", "performed") == (3, ["anticipate", "dance", "strike"])
    assert s.unit("A").marks == 0  # what was declared came first


# --- a forced movement begins


@clause("C035", "C155", "C178", "C176")
def test_a_flight_is_an_action_of_its_own_at_nobody(scene):
    s = influenced(scene, "intimidate", 3, apart=True, edges=STAR)
    assert asked(s) == ("step", "B")
    shown = under_way(s)
    begun = {"actor": "B", "target": "A", "forced": "away", "instant": False, "aware": True}
    assert {name: shown[name] for name in begun} == begun
    assert in_document(s, "B", "order", "n", "performed", "forced_had") == (1, 1, [], 1)
    assert "B: reposition" in s.saw("A")
    assert not any("reposition on" in text for text in s.saw("A"))


@clause("C178", "C035", "C155", "C050")
def test_who_flees_by_a_disengage_may_slip_away(scene):
    b = {"techniques": ["slip_away"]}
    s = scene(B=b, announce={"A": ["intimidate"]})
    s.declare("intimidate", "B", dice=SUCCESS)
    s.declare("option", 3, by="B", dice=[8, 3, 1, 1])
    assert asked(s) == ("technique", "B")
    s.declare("technique", "slip_away", dice=[2, 1])
    assert asked(s) == ("step", "B")


@clause("C175", "C176", "C198", "C177")
@pytest.mark.parametrize(
    ("verb", "option", "told"),
    [
        ("intimidate", 2, "B must stand frozen"),
        ("intimidate", 3, "B must flee from A"),
        ("taunt", 2, "B must approach A"),
    ],
)
def test_all_hear_which_movement_is_forced_once_a_round(scene, verb, option, told):
    s = influenced(scene, verb, option, also=["strike"], apart=True, B={"zone": "Z1"})
    for reader in ("A", "B"):
        assert [text for text in s.saw(reader) if " must " in text] == [told]
    assert in_document(s, "B", "forced_had") == (1,)


@clause("C175", "C226", "C453", "C178")
def test_who_stands_frozen_attacks_all_but_the_one_who_made_it(scene):
    engaged = [("A", "B"), ("A", "B2")]
    s = scene(B2={}, engaged=engaged, announce={"B": ["intimidate"], "A": ["strike"]})
    s.declare("intimidate", "A", dice=SUCCESS, by="B")
    s.declare("option", 2, by="A")
    assert asked(s) == ("combat", "A")
    assert (s.unit("A").frozen, s.unit("A").barred) == (True, {"B"})
    assert (s.observe("A")["me.frozen"], s.observe("B")["enemy_0.frozen"]) == (1, 1)
    assert in_document(s, "A", "order", "performed", "n") == (1, [], 2)
    assert (s.legal("strike", "B"), s.legal("strike", "B2")) == (False, True)
    assert comes_back(s)


# --- forced movement runs by itself


@clause("C046", "C155", "C063", "C122", "C200", "C178")
@pytest.mark.parametrize(
    ("verb", "option", "dice", "zone"),
    [("intimidate", 3, [2, 2], "Z1"), ("taunt", 2, [], "Z0")],
)
def test_a_forced_movement_is_the_turn(scene, verb, option, dice, zone):
    plans = {"A": [verb, "dance"], "B": ["hide", "dance"]}
    s = scene(apart=True, initiative="two", announce=plans)
    s.declare(verb, "B", *(("plain",) if verb == "taunt" else ()), dice=SUCCESS)
    s.declare("option", option, by="B")
    assert asked(s) == ("replace", "B")
    s.declare("replace", "hide", dice=dice)
    assert (asked(s), s.unit("B").zone, s.unit("B").moved) == (("movement", "A"), zone, True)
    mates = {"A"} if verb == "taunt" else set()
    assert (s.unit("B").engaged, s.unit("B").pending) == (mates, ["dance"])
    s.act("dance")
    assert asked(s) == ("movement", "B")


@clause("C046", "C155", "C063", "C122", "C175", "option:injury.ask")
def test_who_freezes_after_it_has_chosen_its_slots_does_so_in_the_same_turn(scene):
    s = influenced(scene, "intimidate", 2, also=["dance"], B=SPENT | BROKEN, apart=True,
                   initiative="two", options=ASK)  # fmt: skip
    assert (asked(s), s.unit("B").frozen) == (("injury", "B"), False)
    s.declare("take", 3)
    s.declare("take", 4)
    assert (asked(s), s.unit("B").frozen) == (("movement", "A"), True)


@clause("C046", "C155", "C175")
@pytest.mark.parametrize("declared", ["anticipate", "dance", "reposition"])
def test_whoever_declared_anything_is_marked_for_freezing(scene, declared):
    b = {"declared": declared, "declared_round": 2}
    s = influenced(scene, "intimidate", 2, B=b)
    assert (s.unit("B").frozen, s.unit("B").marks, s.unit("B").declared) == (True, 2, None)


# --- owed attacks


@clause("C201", "C202", "C035")
@pytest.mark.parametrize(("announced", "n"), [([], 1), (["strike"], 1), (["hide"], 2)])
def test_an_attack_that_is_owed_is_added_unless_one_is_pending(scene, announced, n):
    s = influenced(scene, "taunt", 3, announced)
    added = announced != ["strike"]
    assert in_document(s, "B", "owes_attack", "attack_added", "n") == ("A", added, n)
    assert "B must attack A" in s.saw("A")
    assert comes_back(s)


@clause("C046", "C202")
@pytest.mark.parametrize(
    ("hands", "plan", "now", "marks", "owed"),
    [
        ([None, "dagger"], "strike", ("combat", "A"), 0, "B"),
        ([None, "dagger"], "throw", ("defend", "B"), 0, None),  # nothing else is possible
        (["dagger", None], "throw", ("defend", "B"), 0, None),
        (["sword"], "shoot", ("combat", "W"), 1, None),  # its bow is not at hand
        ([None, None], "throw", ("combat", "W"), 1, None),
    ],
)
def test_an_owed_attack_needs_an_announced_action(scene, hands, plan, now, marks, owed):
    a = {"hands": hands, "carried": ["bow", "javelin"], "owes_attack": "B"}
    s = scene(A=a, announce={"A": [plan]})
    assert (asked(s), s.unit("A").marks, s.unit("A").owes_attack) == (now, marks, owed)


# --- attacks


@clause("C148", "C175", "C201", "C234", "C081")
@pytest.mark.parametrize(
    ("b", "legal"),
    [
        ({}, True),
        ({"hidden_from": {"A"}}, False),
        ({"zone": "Z1"}, True),
        ({"zone": "Z2"}, False),  # out of sight
    ],
)
@pytest.mark.parametrize("aware", [True, False])
def test_nobody_shoots_at_whom_it_does_not_see_or_know_of(scene, b, legal, aware):
    a = {"hands": ["bow"], "aware_of": {"B", "B2", "W"} if aware else {"B2", "W"}}
    s = scene(A=a, B=b, B2={}, apart=True, no_sight=[["Z0", "Z2"]],
              announce={"A": ["shoot"]})  # fmt: skip
    assert asked(s) == ("combat", "A")
    assert s.rows("shoot") == (["shoot(B)"] if legal and aware else []) + ["shoot(B2)"]


@clause("C083", "C082", "C471")
@pytest.mark.parametrize(
    ("plan", "call"), [("strike", ("strike", "B", "harry")), ("brawl", ("jab", "B", "agility"))]
)
@pytest.mark.parametrize("apart", [True, False])
def test_only_who_is_not_engaged_steps_in(scene, plan, call, apart):
    s = scene(apart=apart, announce={"A": [plan]})
    s.declare(*call, dice=[5, 4])
    assert under_way(s)["zone"] == ("Z0" if apart else None)
    s.declare("decline")
    told = ["A and B are engaged"] if apart else []
    assert [text for text in s.saw("B") if "are engaged" in text] == told


@clause("C366", "C158", "option:wrestle.clever")
@pytest.mark.parametrize(
    ("clever", "props", "dice"),
    [("always", False, 2), ("never", True, 3), ("props", True, 2), ("props", False, 3)],
)
def test_a_wrestle_takes_a_third_die_unless_it_is_clever(scene, clever, props, dice):
    s = scene(zones={"Z0": {"props": props}}, options={"wrestle.clever": clever},
              announce={"A": ["brawl"]})  # fmt: skip
    s.declare("wrestle", "B", "strength", dice=[5, 4, 7][:dice])
    assert (asked(s), s.battle.dice_rolled, s.battle.dice_left) == (("defend", "B"), dice, 0)
    assert under_way(s)["disadvantage"] is (dice == 3)


@clause("C333", "C334", "C342", "C344", "C164")
@pytest.mark.parametrize(
    ("b", "plan", "dice", "leans"),
    [
        ({"grant_any": True}, "strike", [5, 4, 1], (True, False)),
        ({"grant_combat": True}, "throw", [5, 4], (True, True)),
        ({}, "throw", [5, 4, 6], (False, True)),
        ({}, "strike", [5, 4], (False, False)),
    ],
)
def test_what_helps_and_hinders_an_attack_stands_in_its_document(scene, b, plan, dice, leans):
    s = scene(B=b, announce={"A": [plan]})
    s.declare(plan, "B", "clash" if plan == "strike" else "main", dice=dice)
    shown = under_way(s)
    assert (shown["advantage"], shown["disadvantage"], shown["result"]) == (*leans, 9)
    assert comes_back(s)


@clause("C420", "C421", "C392", "C422", "C423", "option:omens.source", "option:injury.ask")
@pytest.mark.parametrize(
    ("options", "dice", "come_to"),
    [
        (MARGIN, [5, 4], {"result": 9, "omens": 2}),
        (MARGIN, [2, 1], {"result": 3}),
        ({}, [5, 4], {"result": 9}),
        ({}, [8, 1], {"result": 9, "omens": 1, "moderator": 1}),
    ],
)
def test_a_hit_waits_for_the_slot_of_its_injury(scene, options, dice, come_to):
    s = scene(options=ASK | options, announce={"A": ["strike"]})
    s.declare("strike", "B", "clash", dice=dice)
    s.declare("decline", by="B")
    assert asked(s) == ("injury", "B")
    come_to = {"stage": 3, "a": 1, "item": 0, "success": True, "b": 1} | come_to
    assert under_way(s) == FRESH | come_to
    assert comes_back(s)


@clause("C420", "C422", "C423", "C324", "C325", "option:omens.source", "option:injury.ask")
@pytest.mark.parametrize(
    ("options", "dodge", "come_to"),
    [(MARGIN, [8, 6], {"moderator": 3}), (MARGIN, [2, 2], {}), ({}, [8, 6], {"moderator": 1})],
)
def test_a_harry_that_was_dodged_waits_for_the_slot_of_its_mark(scene, options, dodge, come_to):
    s = scene(B=SPENT, options=ASK | options, announce={"A": ["strike"]})
    s.declare("strike", "B", "harry", dice=[1, 3])
    s.declare("dodge", dice=dodge, by="B")
    assert asked(s) == ("injury", "B")
    come_to = {"stage": 3, "item": 0, "result": 4, "options": 1} | come_to
    assert under_way(s) == FRESH | come_to
    s.act("take", 3)
    assert (s.unit("B").defended, asked(s)) == ({"A"}, ("combat", "W"))


@clause("C390", "C391", "C392")
@pytest.mark.parametrize(("dice", "marks", "slots"), [([4, 3], 0, 4), ([4, 2], 1, 3)])
def test_all_hear_how_a_toxin_is_resisted(scene, dice, marks, slots):
    a = {"hands": [{"item": "dagger", "toxin": "venom"}]}
    s = scene(A=a, announce={"A": ["strike"]})
    s.act("strike", "B", "clash", dice=[5, 4, *dice])
    assert f"B rolls {sum(dice)} (resist)" in s.saw("A")
    assert (s.unit("B").marks, sum(s.unit("B").slots)) == (marks, slots)


# --- Defend


@clause("C422", "C424", "C429", "C273", "C158")
@pytest.mark.parametrize(
    ("verb", "dice", "left", "result"),
    [
        ("dodge", [2, 1, 3], {"guard", "focus"}, 3),
        ("guard", [2, 1, 3], {"dodge", "focus"}, 5),  # the shield adds 2
    ],
)
def test_a_defence_uses_its_own_weakness_up(scene, verb, dice, left, result):
    weak = ["dodge", "guard", "focus"]
    b = {"weaknesses": weak, "revealed": weak, "unspent": weak, "hands": ["sword", "shield"]}
    s = scene(B=b, announce={"A": ["strike"]})
    s.declare("strike", "B", "clash", dice=[5, 4])
    s.act(verb, dice=dice, by="B")
    assert set(s.unit("B").unspent) == left
    assert f"B rolls {result} (defend)" in s.saw("A")


# --- an action ends


@clause("C092", "C130", "C471", "C050")
@pytest.mark.parametrize("instant", [False, True])
def test_who_was_engaged_by_a_step_in_is_noticed_when_the_action_ends(scene, instant):
    a = {"techniques": ["follow_up"]}
    s = scene(A=a, A2={"aware_of": {"W"}}, B={"hidden_from": {"A2"}}, apart=True,
              announce={"A": ["strike"]})  # fmt: skip
    s.declare("strike", "B", "harry", dice=[8, 3])
    s.declare("decline")
    assert asked(s) == ("technique", "A")
    assert (set(s.unit("B").hidden_from), s.unit("A2").aware_of) == ({"A2"}, {"W"})
    if instant:
        s.declare("technique", "follow_up")
        s.declare("jab", "B", "agility", dice=[4, 3])
        assert s.unit("A2").aware_of == {"W"}
        s.act("decline")
    else:
        s.act("keep")
    assert (set(s.unit("B").hidden_from), s.unit("A2").aware_of) == (set(), {"B", "W"})


@clause("C092", "C130", "C050", "C051")
def test_victory_by_an_instant_action_comes_when_all_of_the_action_is_over(scene):
    b = {"marks": 6, "breathless": 1, "slots_free": [0, 0, 0, 0, 1]}
    s = scene(A={"techniques": ["follow_up"]}, B=b, witness=False, announce={"A": ["strike"]})
    s.declare("strike", "B", "harry", dice=[8, 3])
    s.declare("decline")
    s.declare("technique", "follow_up")
    s.act("jab", "B", "strength", dice=[4, 3])
    assert (s.winner, s.phase) == ("one", None)
    assert len(s.battle.to_json()["windows"]) == 1  # the round
    assert s.saw("A")[-1] == "Side 1 wins"
