"""Rare cases of getting away, influence, casting and turns: what is told, asked, written."""

import json

import pytest

from fracas.envs.core.battle import Battle
from fracas.envs.core.testing import clause

AFTER = ("combat", "W")  # nobody else is asked any more
FAR = {"zone": "Z3"}
SPENT = {"marks": 8, "breathless": 1, "slots_free": [0, 0, 0, 1, 1]}
ASK = {"injury.ask": True}
BY_UNIT = {"resolve.order": "by_unit"}
MARGIN = {"omens.source": "margin"}
SLIPPERY = {"techniques": ["slip_away"]}
SUCCESS = [5, 4, 4, 3]  # A rolls 9, B's Focus is 7


def asked(s):
    return s.phase, s.decider


def comes_back(s):
    """Tell whether the battle is the same again when read from its document."""
    document = json.dumps(s.battle.to_json())
    return Battle.from_json(document, s.battle.arena).state.tobytes() == s.bytes()


def window(s, n):
    return s.battle.to_json()["windows"][n]


def taken(s):
    """Count the rows taken since somebody was asked."""
    return len(s.battle.to_json()["taken"])


def told(s, text, by="A"):
    return [t for t in s.saw(by) if text in t]


# --- cover, getting up, letting go


@clause("C230", "C231")
def test_a_battle_is_saved_with_a_unit_behind_cover(scene):
    s = scene(zones={"Z0": {"cover": True}}, announce={"A": ["take_cover"]})
    s.act("take_cover", dice=[])
    assert (asked(s), s.unit("A").covered) == (AFTER, True)
    assert comes_back(s)


@clause("C235", "C086")
def test_who_has_no_cover_leaves_none_when_it_moves(scene):
    s = scene(apart=True, announce={"A": ["reposition"]})
    s.declare("reposition", dice=[1, 1])
    s.act("step", "Z1", dice=[])
    assert told(s, "A moves to Z1")
    assert not told(s, "covered")


@clause("C163", "C369", "C410", "C495")
@pytest.mark.parametrize("prone", [False, True])
def test_who_lies_already_does_not_fall_prone_once_more(scene, prone):
    edges = [{"from": "Z0", "to": "Z1", "kind": "drop", "dice": "2d6"}]
    s = scene(B={"prone": prone}, zones={"Z0": {"props": True}}, edges=edges,
              announce={"A": ["brawl"]})  # fmt: skip
    s.declare("wrestle", "B", "strength", dice=[5, 4])
    s.declare("decline", by="B")
    s.act("shove", "Z1", dice=[2, 3, 1, 1], by="A")
    assert (s.unit("B").prone, len(told(s, "B is prone"))) == (True, 0 if prone else 1)
    assert comes_back(s)


@clause("C398", "C397")
@pytest.mark.parametrize("holding", [True, False])
def test_who_holds_no_breath_does_not_stop_holding_it(scene, holding):
    s = scene(B={"zone": "Z1"}, zones={"Z0": {"gas": "smoke"}}, announce={})
    s.finish_round()
    s.declare("resist", dice=[8, 6], by="A")
    s.set("A", holding=holding, breathless=1)
    s.declare("breathe", by="A")  # in the next upkeep
    assert s.phase == "announce"
    lost = ["A is no longer holding its breath"] if holding else []
    assert (s.unit("A").holding, told(s, "holding")) == (False, lost)


@clause("C492")
def test_letting_go_is_told_of_those_who_were_grappled_only(scene):
    s = scene(A={"grappling": {"B"}}, B2={}, engaged=[("A", "B"), ("A", "B2")],
              announce={"A": ["brawl"]})  # fmt: skip
    s.declare("release", by="A")
    assert told(s, " go") == ["A lets B go"]


@clause("C370", "C471")
def test_a_target_is_grappled_by_whoever_wrestles_it(scene):
    s = scene(A2={}, engaged=[("A2", "B")], announce={"A2": ["brawl"]})
    s.declare("wrestle", "B", "strength", dice=[5, 4], by="A2")
    s.declare("decline", by="B")
    s.act("grapple", dice=[])
    assert (asked(s), s.unit("B").grappled_by) == (AFTER, {"A2"})


# --- Disengage


def slipping(scene, dice, helped=(), **more):
    """A2 disengages from B; A and B2 stand by."""
    grants = {name: {"grant_any": name in helped} for name in ("B", "B2")}
    s = scene(A2=SLIPPERY, **grants, engaged=[("A2", "B")], announce={"A2": ["disengage"]}, **more)
    s.declare("disengage", dice=dice, by="A2")
    return s


@clause("C242", "C243", "C244", "C245", "C247")
def test_a_disengage_is_an_action_and_a_defence_and_parts_the_pair(scene):
    s = slipping(scene, [8, 4, 1, 2], helped={"B2"})
    assert told(s, "rolls") == ["A2 rolls 12 (action)", "B rolls 3 (defend)"]
    assert (asked(s), s.unit("B2").grant_any) == (("technique", "A2"), True)
    assert (s.unit("A2").no_engage, s.unit("B").no_engage) == ({"B"}, {"A2"})
    assert comes_back(s)


@clause("C242", "C243", "C054", "C050")
@pytest.mark.parametrize(("helped", "third"), [((), []), (("B",), [1])])
def test_the_advantage_of_a_disengage_is_that_of_slipping_away(scene, helped, third):
    s = slipping(scene, [8, 4, *third, 1, 2], helped=helped)
    assert (asked(s), window(s, 1)["advantage"]) == (("technique", "A2"), bool(third))
    assert comes_back(s)
    s.declare("technique", "slip_away", dice=[2, 1, *third])
    assert (s.phase, s.battle.dice_left) == ("step", 0)
    assert s.dice_used == 2 + len(third)


@clause("C242", "C245", "C050", "option:engage.locks")
def test_nobody_slips_away_from_a_disengage_that_failed(scene):
    s = slipping(scene, [2, 2, 5, 4], options={"engage.locks": False})
    assert told(s, "omens") == ["A2 has 1 omens"]
    assert (asked(s), s.unit("A2").engaged, s.unit("A2").marks) == (AFTER, {"B"}, 1)


@clause("C242", "C010", "option:omens.source")
def test_by_margin_a_disengage_has_an_omen_for_every_3_points(scene):
    s = slipping(scene, [5, 4, 1, 2], options=MARGIN)
    assert (asked(s), window(s, 1)["omens"], window(s, 1)["moderator"]) == (
        ("technique", "A2"), 2, 0)  # fmt: skip


@clause("C242", "C245", "C011", "option:omens.source")
def test_by_margin_a_disengage_that_fails_has_signs_against_it(scene):
    s = scene(A=SPENT, options=MARGIN | ASK, announce={"A": ["disengage"]})
    s.declare("disengage", dice=[1, 2, 5, 5])
    assert (asked(s), window(s, 1)["omens"], window(s, 1)["moderator"]) == (("injury", "A"), 0, 2)
    assert comes_back(s)


# --- three dice of the same face


@clause("C003", "C004", "C010")
@pytest.mark.parametrize("lean", ["advantage", "disadvantage"])
def test_of_three_dice_alike_the_one_rolled_last_is_dropped(scene, lean):
    s = scene(A={"hit_last": lean == "disadvantage"}, B={"grant_any": lean == "advantage"},
              announce={"A": ["taunt"]})  # fmt: skip
    s.declare("taunt", "B", "plain", dice=[6, 6, 6, 1, 2])  # the d6 that was kept shows its most
    assert (told(s, "omens"), s.phase) == (["A has 2 omens"], "muddle")


# --- what others have granted


@clause("C164", "C165", "C190", "C496", "option:grants.users")
@pytest.mark.parametrize(("actor", "target"), [("A", "B"), ("B", "A")])
def test_what_was_granted_against_a_unit_serves_whichever_side(scene, actor, target):
    s = scene(**{actor: {}, target: {"grant_any": True}}, apart=True,
              options={"grants.users": "any"}, announce={actor: ["intimidate"]})  # fmt: skip
    s.act("intimidate", target, dice=[1, 2, 1, 5, 4], by=actor)
    assert not s.unit(target).grant_any


@clause("C190", "C189", "C496", "option:grants.users")
@pytest.mark.parametrize(("users", "third", "left"), [("side", [], True), ("any", [1], False)])
def test_what_a_side_has_granted_against_itself_waits_for_it(scene, users, third, left):
    s = scene(apart=True, initiative="two", options={"grants.users": users},
              announce={"B": ["parley"], "A": ["taunt"]})  # fmt: skip
    s.act("parley", "A", "grant", dice=[1, 2, 1, 5, 4], by="B")
    s.act("taunt", "B", "plain", dice=[1, 2, *third, 5, 4], by="A")
    assert s.unit("B").grant_any is left


# --- options of an influence


@clause("C188", "C183")
def test_recover_takes_the_place_of_all_but_itself(scene):
    plans = ["fortify", "recover", "ready", "strike"]
    s = scene(B={"owes_attack": "A", "marks": 3}, apart=True,
              announce={"A": ["parley", "ready"], "B": plans})  # fmt: skip
    s.declare("parley", "B", "none", dice=[5, 4, 3, 3])
    s.declare("option", 2, by="B")
    assert told(s, "drops") == ["B drops fortify", "B drops ready", "B drops strike"]
    assert s.unit("B").pending == ["recover"]
    assert comes_back(s)


OMEN = [8, 5, 4, 3]  # a success with an omen


@clause("C145", "C144")
def test_who_muddles_a_taunt_sees_what_its_target_can_do(scene):
    s = scene(B={"owes_attack": "A"}, announce={"A": ["taunt"]})
    s.declare("taunt", "B", "plain", dice=OMEN)
    assert (asked(s), s.rows("muddle")) == (("muddle", "A"), ["muddle(1)", "muddle(2)"])


@clause("C145", "C144")
def test_who_muddles_a_feint_may_take_either_option_whatever_is_revealed(scene):
    b = {"prone": True, "hands": [], "revealed": {"dodge"}}
    s = scene(B=b, announce={"A": ["feint"]})
    s.declare("feint", "B", dice=OMEN)
    assert (asked(s), s.rows("muddle")) == (("muddle", "A"), ["muddle(1)", "muddle(3)"])


@clause("C144", "C145")
def test_the_only_option_cannot_be_muddled(scene):
    s = scene(B={"owes_attack": "A", "moved": True}, apart=True, announce={"A": ["taunt"]})
    s.declare("taunt", "B", "plain", dice=OMEN)
    assert (asked(s), s.unit("B").marks, taken(s)) == (("next", "B"), 1, 2)  # and B's option


@clause("C177")
def test_the_only_movement_action_gives_way_unasked(scene):
    s = scene(announce={"A": ["intimidate"], "B": ["dance"]})
    s.declare("intimidate", "B", dice=SUCCESS)
    s.declare("option", 2, by="B")
    assert (asked(s), s.unit("B").frozen, s.unit("B").pending, taken(s)) == (AFTER, True, [], 1)


@clause("C189")
def test_sheathing_is_the_end_of_a_parley(scene):
    s = scene(apart=True, announce={"A": ["parley"]})
    s.declare("parley", "B", "none", dice=SUCCESS)
    s.declare("option", 3, by="B", dice=[])
    s.act("sheathe", "main", dice=[])
    assert (asked(s), s.unit("B").main, s.unit("B").carried) == (AFTER, None, ["sword"])


@clause("C147")
@pytest.mark.parametrize(("b", "target"), [("B", "B2"), ("B2", "B")])
def test_whoever_influences_an_enemy_is_hidden_from_none_of_its_side(scene, b, target):
    units = {b: FAR, target: {}}
    s = scene(A={"hidden_from": {"B", "B2", "W"}, "hide_result": 9}, **units, apart=True,
              no_sight=[["Z0", "Z3"]], announce={"A": ["taunt"]})  # fmt: skip
    s.act("taunt", target, "plain", dice=[1, 2, 5, 4])
    assert s.unit("A").hidden_from == set()


# --- who knows of whom


@clause("C089")
def test_nobody_notices_whom_it_knows_of_and_nobody_its_own_side(scene):
    late = {"reserve": True, "aware_of": set()}
    event = {"round": 9, "kind": "reinforcement", "zone": "Z0", "unit": "B2"}
    s = scene(A2={}, B2=late, apart=True, announce={"A": ["taunt"], "A2": ["dance"]},
              events=[event])  # fmt: skip
    units = ("A", "A2", "B", "B2", "V", "W")
    known = {name: s.unit(name).aware_of for name in units}
    s.act("taunt", "B", "plain", dice=[1, 2, 5, 4])
    assert {name: s.unit(name).aware_of for name in units} == known
    assert not known["B2"]
    assert not known["A2"] & {"A", "A2", "V"}
    assert not told(s, "notices", "A") + told(s, "notices", "B")


@clause("C042")
def test_who_knows_only_of_those_that_are_out_does_not_announce(scene):
    b = SPENT | {"slots_free": [0, 0, 0, 0, 1]}
    s = scene(A={"aware_of": {"B"}}, B=b, apart=True, announce={"B": ["parley"]})
    s.declare("parley", "A", "mark", by="B", dice=[])
    assert (s.unit("B").out, s.unit("A").aware_of) == (True, {"B"})
    s.finish_round()
    announcing = set()
    while s.phase == "announce":
        announcing.add(s.decider)
        s.declare("done")
    assert announcing == {"V", "W"}


# --- casting


def casting(scene, known, **more):
    a = {"hands": [], "spells": known, **more.pop("A", {})}
    return scene(A=a, announce={"A": ["cast"]}, **more)


@clause("C461", "C065")
def test_a_spell_without_an_aim_is_not_offered(scene):
    s = casting(scene, ["ward", "dread"], B=FAR, apart=True)
    assert s.legal("cast", "ward")
    s.refused("cast", "dread")


@clause("C467")
def test_a_ward_is_aimed_at_those_there_are(scene):
    s = casting(scene, ["ward"], A2={}, B2={}, B3={}, apart=True)
    s.declare("cast", "ward")
    assert (s.phase, s.rows("cast_at")) == ("spell", ["cast_at(A)", "cast_at(A2)"])


@clause("C460", "C463", "C467", "C190")
def test_a_ward_makes_no_use_of_what_is_granted_against_an_ally(scene):
    s = casting(scene, ["ward"], A2={"grant_any": True}, apart=True)
    s.act("cast", "ward", "A2", dice=[5, 4])
    assert (s.unit("A2").grant_any, told(s, "rolls")) == (True, ["A rolls 9 (action)"])


@clause("C460", "C463", "C467")
@pytest.mark.parametrize(("dice", "kept"), [([2, 2], 0), ([3, 2], 1)])
def test_dread_of_the_unaware_meets_the_passive_difficulty(scene, dice, kept):
    spells = {"fear": {"effect": "dread", "concentration": 1, "strain": 1, "difficulty": 9}}
    s = casting(scene, ["fear"], B={"aware_of": set()}, apart=True, spells=spells,
                options={"difficulty.passive": 5})  # fmt: skip
    s.act("cast", "fear", "B", dice=dice)
    assert len(s.unit("A").kept) == kept


@clause("C460", "C463", "C467", "C466", "C010", "option:omens.source")
@pytest.mark.parametrize(
    ("spell", "aim", "dice", "target", "zone"),
    [
        ("ward", "A2", [7, 5], "A2", None),
        ("dread", "B", [5, 4, 1, 2], "B", None),
        ("mire", "Z1", [7, 5], None, "Z1"),
    ],
)
def test_by_margin_a_cast_has_omens_against_its_strain(scene, spell, aim, dice, target, zone):
    s = casting(scene, [spell], A2={}, apart=True, options=MARGIN)
    s.declare("cast", spell, aim, dice=dice)
    cast = window(s, 1)
    assert (asked(s), cast["omens"], cast["moderator"]) == (("less_strain", "A"), 2, 0)
    assert (cast["target"], cast["zone"], cast["success"]) == (target, zone, True)
    assert told(s, "A: cast") == [f"A: cast on {target}" if target else "A: cast"]
    assert comes_back(s)


@clause("C462", "C464", "C465")
def test_a_strained_success_makes_no_spell_taxing(scene):
    s = casting(scene, ["ward"], A={"strain": {"ward": 8}}, apart=True)
    s.act("cast", "ward", "A", dice=[5, 4, 7])
    assert (s.unit("A").strain["ward"], s.unit("A").taxing) == (5, set())


# --- turns


@clause("C202", "C040", "option:resolve.drop")
def test_a_debt_keeps_no_movement_that_is_impossible_at_the_first_turn(scene):
    s = scene(A={"owes_attack": "B"}, A2={}, options={"resolve.drop": "first_turn"},
              announce={"A": ["disengage", "brawl"], "A2": ["dance"]},
              apart=True)  # fmt: skip
    assert asked(s) == ("movement", "A2")
    assert (s.unit("A").pending, s.unit("A2").pending) == (["brawl"], ["dance"])


@clause("C037", "C038", "C039", "C040", "C130", "C202")
@pytest.mark.parametrize("options", [{}, BY_UNIT])
def test_a_debt_that_takes_the_last_out_ends_the_battle_in_its_turn(scene, options):
    a = SPENT | {"owes_attack": "B", "slots_free": [0, 0, 0, 0, 1]}
    s = scene(A=a, B=FAR, apart=True, witness=False, options=options, initiative="two",
              announce={"B": ["dance"]})  # fmt: skip
    s.declare("dance", by="B")
    assert (asked(s), s.winner, s.unit("A").out) == ((None, None), "two", True)
    end = s.battle.to_json()
    assert (end["turn_side"], end["turn_unit"]) == ("one", "A")


@clause("C037", "C038", "C039", "C040", "C046")
def test_who_is_next_is_asked_of_several_only_and_nobody_has_acted_yet(scene):
    s = scene(A2={}, B2={}, apart=True, announce={"A": ["dance"], "B": ["dance"], "B2": ["dance"]})
    assert (asked(s), taken(s)) == (("movement", "A"), 1)
    s.act("dance", dice=[])
    assert (asked(s), window(s, 0)["acted"], taken(s)) == (("next", "B"), None, 1)
    assert comes_back(s)
    s.act("next", "B2")
    s.act("dance", dice=[])
    assert (asked(s), window(s, 0)["acted"], taken(s)) == (("movement", "B"), None, 1)


@clause("C039", "C046", "C045")
def test_what_a_unit_can_do_no_more_takes_nothing_of_other_types_from_it(scene):
    s = scene(announce={"A": ["ready", "brawl"], "B": ["ready"]})
    s.act("let_go", "main", by="A")
    assert (asked(s), s.unit("A").pending) == (("interaction", "B"), ["ready", "brawl"])


@clause("C039", "C046", "C045", "option:resolve.order")
def test_by_unit_a_turn_in_which_nothing_can_be_done_any_more_drops_all(scene):
    s = scene(options=BY_UNIT, announce={"A": ["ready"], "B": ["ready"]})
    s.act("let_go", "main", by="A")
    assert (asked(s), s.unit("A").pending) == (("next", "B"), [])
    assert told(s, "drops") == ["A drops ready"]


@clause("C040", "option:resolve.order")
def test_by_unit_what_could_never_be_done_is_dropped_at_the_end(scene):
    s = scene(A={"hands": ["sword"]}, B=FAR, options=BY_UNIT, announce={"A": ["strike"]})
    assert (asked(s), s.unit("A").pending) == (("any", "W"), ["strike"])
    s.act("forgo")
    assert told(s, "A drops") == ["A drops strike"]


# --- Instant Actions


@clause("C050")
def test_a_follow_up_costs_an_omen_and_is_aimed_at_whom_was_struck(scene):
    s = scene(A={"techniques": ["follow_up"], "agility": 8}, A2={}, B={}, B2={},
              engaged=[("A", "B2")], options={"attr.ask": True},
              announce={"A": ["strike"]})  # fmt: skip
    s.declare("strike", "B2", "clash", dice=[8, 4])
    s.declare("decline", by="B2")
    s.declare("technique", "follow_up", by="A")
    assert (asked(s), window(s, 1)["omens"]) == (("instant", "A"), 0)
    assert window(s, 2) == {
        "kind": "parts", "actor": "A", "verb": "technique", "a": 0, "target": "B2", "item": None,
        "spell": 0,
    }  # fmt: skip
    assert comes_back(s)


@clause("C050")
def test_a_quick_grab_is_made_with_what_was_picked_up(scene):
    a = {"hands": [], "techniques": ["quick_grab"], "agility": 8}
    s = scene(A=a, ground=[{"item": "axe", "zone": "Z0"}, {"item": "dagger", "zone": "Z0"}],
              apart=True, announce={"A": ["pick_up"]})  # fmt: skip
    s.declare("pick_up", "dagger", "roll", dice=[8, 4])
    s.declare("technique", "quick_grab", by="A")
    assert (asked(s), window(s, 1)["omens"]) == (("instant", "A"), 0)
    grab = window(s, 2)
    assert (grab["verb"], grab["a"], grab["target"], grab["spell"]) == ("technique", 2, None, 0)
    assert grab["item"] == window(s, 1)["item"]
    assert comes_back(s)
