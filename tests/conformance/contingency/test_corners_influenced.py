"""Rare cases of influence, escapes, contests and steps: what is told, asked, and written down."""

import json

import pytest

from fracas.envs.contingency.tables import DICE
from fracas.envs.core.battle import Battle
from fracas.envs.core.testing import clause

AFTER = ("combat", "W")  # nobody else is asked any more
SUCCESS = [5, 4, 4, 3]  # A rolls 9, B's Focus is 7
MARGIN = {"omens.source": "margin"}
DAGGER = [{"item": "dagger", "zone": "Z0"}]
GRAB = ["pick_up"]
HOLDS = {"grappling": {"A"}}


def asked(s):
    return s.phase, s.decider


def thrown(s):
    """Return what all dice so far were thrown for, and their sizes."""
    dice = s.side["dice"][: int(s.side["n_dice"])]
    return [(DICE[int(die["kind"])], int(die["sides"])) for die in dice]


def told(s, unit, part=" rolls "):
    return [text for text in s.saw(unit) if part in text]


def under_way(s):
    """Return what the document says of the innermost that is under way; it reads back the same."""
    document = s.battle.to_json()
    again = Battle.from_json(json.dumps(document), s.battle.arena)
    depth = len(document["windows"])
    assert again.state[0]["windows"][:depth].tobytes() == (
        s.battle.state[0]["windows"][:depth].tobytes()
    )
    return document["windows"][-1]


def figures(s, unit):
    return s.battle.to_json()["units"][unit]


# --- what is rolled, and who is told


@clause("C140", "C141", "C088", "C385", "C158")
def test_influence_is_an_action_roll_against_focus(scene):
    b = {"willpower": 10, "discipline": 4, "weaknesses": ["focus"],
         "revealed": {"focus"}, "unspent": {"focus"}}  # fmt: skip
    s = scene(A={"charisma": 12, "mockery": 8}, B=b, announce={"A": ["taunt"]})
    s.declare("taunt", "B", "plain", dice=[5, 4, 4, 3, 9])
    focus = [("focus", 10), ("focus", 4), ("focus", 10)]
    assert thrown(s) == [("action", 12), ("action", 8), *focus]
    for unit in ("A", "B"):
        assert told(s, unit) == ["A rolls 9 (action)", "B rolls 7 (focus)"]


@clause("C270", "C190", "C272")
def test_an_escape_is_an_action_roll_against_a_defence(scene):
    s = scene(B=HOLDS, announce={"A": ["escape"]})
    s.declare("escape", "grapple", dice=[5, 4])
    s.act("guard", dice=[4, 3], by="B")
    assert thrown(s) == [("action", 8), ("action", 6), ("defend", 8), ("defend", 6)]
    assert told(s, "B") == ["A rolls 9 (action)", "B rolls 7 (defend)"]


@clause("C281", "C282", "C287")
def test_recovering_is_an_action_roll(scene):
    a = {"marks": 5, "willpower": 10, "endurance": 4}
    s = scene(A=a, B={"zone": "Z2"}, announce={"A": ["recover"]})
    s.act("recover", dice=[1, 2])
    assert (thrown(s), s.unit("A").marks) == ([("action", 10), ("action", 4)], 2)
    assert told(s, "B") == ["A rolls 3 (action)"]


@clause("C292", "C293", "C294", "C295")
def test_picking_up_is_an_action_roll(scene):
    a = {"finesse": 10, "dexterity": 4}
    s = scene(A=a, apart=True, ground=DAGGER, announce={"A": GRAB})
    s.act("pick_up", "dagger", "roll", dice=[2, 1])
    assert (thrown(s), s.unit("A").off) == ([("action", 10), ("action", 4)], "dagger")
    assert told(s, "B") == ["A rolls 3 (action)"]


@clause("C298", "C299", "C300", "C155")
def test_only_the_competitors_roll_is_a_contest_roll(scene):
    s = scene(apart=True, ground=DAGGER, announce={"A": GRAB, "B": GRAB})
    s.declare("pick_up", "dagger", "roll", by="A")
    s.act("contest", dice=[5, 4, 4, 3], by="B")
    assert thrown(s) == [("action", 8), ("action", 6), ("contest", 8), ("contest", 6)]
    assert told(s, "A") == ["A rolls 9 (action)", "B rolls 7 (contest)"]


@clause("C220", "C221", "C222", "C223")
def test_a_reposition_is_an_action_roll(scene):
    a = {"agility": 10, "mobility": 4}
    s = scene(A=a, apart=True, announce={"A": ["reposition"]})
    s.declare("reposition", dice=[2, 1])
    assert thrown(s) == [("action", 10), ("action", 4)]
    assert told(s, "B") == ["A rolls 3 (action)"]


@clause("C250", "C251", "C252", "C253", "C255", "C256", "C257", "C258", "C025", "C472")
@pytest.mark.parametrize(
    ("one", "two", "hidden", "shown"),
    [
        ([4, 4], [4, 3], {"B", "B2"}, []),
        ([6, 4], [4, 3], {"B2"}, ["B rolls 10 (detect)"]),
        ([4, 4], [6, 4], {"B"}, ["B2 rolls 10 (detect)"]),
        ([5, 4], [6, 4], set(), [  # a tie
            "B rolls 9 (detect)", "B2 rolls 10 (detect)", "A rolls 9 (action)"]),
    ],
)  # fmt: skip
def test_the_enemy_learns_of_a_hide_what_found_the_hider(scene, one, two, hidden, shown):
    eyes = {"knowledge": 10, "awareness": 8, "strength": 6, "blades": 4}
    s = scene(A={"wisdom": 12, "stealth": 4}, A2={}, B=eyes, B2=eyes, apart=True,
              witness=False, zones={"Z0": {"conceal": True}},
              announce={"A": ["hide"], "A2": ["brawl"]})  # fmt: skip
    s.declare("hide", "surroundings", dice=[5, 4, *one, *two])
    assert asked(s) == ("combat", "A2")
    assert thrown(s) == [("action", 12), ("action", 4), *2 * [("detect", 10), ("detect", 8)]]
    assert s.unit("A").hidden_from == hidden
    assert told(s, "B") == shown
    assert told(s, "A") == [
        f"B rolls {sum(one)} (detect)", f"B2 rolls {sum(two)} (detect)", "A rolls 9 (action)",
    ]  # fmt: skip


# --- before an Influence roll


@clause("C183", "C184")
@pytest.mark.parametrize(
    "hands", [["sword", "shield"], [None, "dagger"], ["sword"], ["greatsword"]]
)
def test_who_offers_nothing_keeps_what_it_holds(scene, hands):
    s = scene(A={"hands": hands}, apart=True, announce={"A": ["parley"]})
    before = {field: figures(s, "A")[field] for field in ("main", "off")}
    s.declare("parley", "B", "none", dice=SUCCESS)
    assert asked(s) == ("option", "B")
    assert {field: figures(s, "A")[field] for field in ("main", "off")} == before
    assert not told(s, "A", "A's hands")


@clause("C083", "C183", "C193")
@pytest.mark.parametrize(
    ("plans", "left", "n"),
    [
        (["dance"], ["dance"], 2),
        (["dance", "stand"], ["dance", "stand"], 3),
        (["reposition", "dance"], ["reposition", "dance"], 3),
        (["stand"], ["dance"], 2),
        (["disengage"], ["dance"], 2),
        ([], ["dance"], 2),
    ],
)
def test_a_promise_uses_the_dance_that_is_planned_or_the_only_other_movement(scene, plans, left, n):
    s = scene(A={"prone": "stand" in plans}, announce={"A": ["taunt", *plans]})
    s.declare("taunt", "B", "dance", dice=[5, 4, 6, 4, 2])
    assert asked(s) == ("option", "B")
    a = s.unit("A")
    assert (set(a.pending), a.n, a.owes_dance) == (set(left), n, True)
    assert told(s, "B", "drops") == [f"A drops {plan}" for plan in plans if plan not in left]
    assert s.observe("A")["me.owes_dance"] == s.observe("B")["enemy_0.owes_dance"] == 1
    assert len(s.battle.to_json()["taken"]) == 1  # the Taunt: nothing else was to be said


@clause("C083", "C183", "C193", "C471")
@pytest.mark.parametrize("engaged", [True, False])
def test_a_feint_engages_whom_it_is_not_engaged_with(scene, engaged):
    b = {"hidden_from": {"A2"}, "hide_result": 9}
    s = scene(A2={}, B=b, apart=not engaged, announce={"A": ["feint"]})
    s.declare("feint", "B", dice=SUCCESS)
    zone = under_way(s)["zone"]
    s.act("option", 1, by="B")
    assert asked(s) == AFTER
    assert (s.unit("A").engaged, s.unit("B").engaged) == ({"B"}, {"A"})
    assert told(s, "A", "are engaged") == ([] if engaged else ["A and B are engaged"])
    assert zone == (None if engaged else "Z0")
    assert s.unit("B").hidden_from == ({"A2"} if engaged else set())


@clause("C083", "C183", "C193", "C147", "C092", "option:ambush.step_in")
@pytest.mark.parametrize(
    ("ruling", "dice", "left"), [("uncovers", SUCCESS, {"W"}), ("hidden", [5, 4], set())]
)
def test_who_uncovers_itself_by_stepping_in_feints_openly(scene, ruling, dice, left):
    a = {"hidden_from": {"B", "W"}, "hide_result": 9}
    s = scene(A=a, B={"aware_of": set()}, apart=True, options={"ambush.step_in": ruling},
              announce={"A": ["feint"]})  # fmt: skip
    s.declare("feint", "B", dice=dice)
    assert asked(s) == ("option", "B")
    openly = ruling == "uncovers"
    w = under_way(s)
    assert (w["hidden"], w["aware"]) == (not openly, openly)
    s.act("option", 1, by="B", dice=[])
    assert (asked(s), s.unit("A").hidden_from) == (AFTER, left)


@clause("C152", "C161", "C171", "C172")
@pytest.mark.parametrize(
    ("plan", "b", "dice", "leans"),
    [
        ("anticipate", {"sapient": False}, [4, 5, 6, 4, 3], (False, True)),
        ("anticipate", {}, SUCCESS, (False, False)),
        ("intimidate", HOLDS, [4, 5, 6, 4, 3], (False, True)),
        ("taunt", {"grant_any": True}, [4, 5, 3, 4, 3], (True, False)),
    ],
)
def test_what_helps_and_hinders_an_influence_is_on_record(scene, plan, b, dice, leans):
    s = scene(B=b, announce={"A": [plan]})
    s.declare(plan, "B", *(["plain"] if plan == "taunt" else []), dice=dice)
    w = under_way(s)
    assert (w["verb"], w["advantage"], w["disadvantage"]) == (plan, *leans)


# --- against Focus, or nothing


@clause("C140", "C141", "C088", "C008", "C009", "C386", "option:difficulty.passive")
@pytest.mark.parametrize(("dice", "won"), [([1, 1], False), ([2, 1], True)])
def test_against_the_unaware_the_passive_difficulty_holds(scene, dice, won):
    s = scene(B={"aware_of": set()}, options={"difficulty.passive": 3}, announce={"A": ["taunt"]})
    s.declare("taunt", "B", "plain", dice=dice)
    assert (asked(s) == ("option", "B")) is won
    assert (asked(s) == AFTER) is not won
    if won:
        assert s.observe("B")["battle.opposed_by"] == 0


@clause("C385", "C140", "C141", "option:focus.ask")
@pytest.mark.parametrize(("focus", "won"), [([4, 3], True), ([5, 4], False)])
def test_a_focus_that_was_asked_for_decides_the_matter(scene, focus, won):
    s = scene(options={"focus.ask": True}, announce={"A": ["taunt"]})
    s.declare("taunt", "B", "plain", dice=[5, 4])
    assert asked(s) == ("focus", "B")
    s.declare("focus", dice=focus, by="B")
    assert asked(s) == (("option", "B") if won else AFTER)
    assert [k for k in (1, 2, 3) if won and s.legal("option", k)] == ([1, 2, 3] if won else [])
    assert told(s, "B")[-1] == f"B rolls {sum(focus)} (focus)"


@clause("C008", "C009", "C386", "C144", "option:omens.source")
@pytest.mark.parametrize(
    ("dice", "omens"), [([4, 4, 3, 3], 0), ([5, 4, 3, 3], 1), ([8, 4, 3, 3], 2)]
)
def test_a_margin_of_3_is_an_omen_to_muddle_with(scene, dice, omens):
    s = scene(options=MARGIN, announce={"A": ["taunt"]})
    s.declare("taunt", "B", "plain", dice=dice)
    assert asked(s) == (("muddle", "A") if omens else ("option", "B"))
    w = under_way(s)
    assert (w["omens"], w["moderator"], w["success"]) == (omens, 0, True)
    assert s.observe(s.decider)["battle.omens"] == pytest.approx(omens * 0.33)


@clause("C008", "C009", "C386", "C177")
def test_the_intimidated_says_which_of_its_movements_gives_way(scene):
    s = scene(B={"prone": True}, announce={"A": ["intimidate"], "B": ["reposition", "stand"]})
    s.declare("intimidate", "B", dice=SUCCESS)
    s.declare("option", 2, by="B")
    assert asked(s) == ("replace", "B")
    assert under_way(s)["success"] is True
    assert s.rows("replace") == ["replace(reposition)", "replace(stand)"]
    s.declare("replace", "stand")
    assert told(s, "A", "B drops")[0] == "B drops stand"


# --- after it


@clause("C147", "C471", "C089")
@pytest.mark.parametrize(
    ("hidden", "dice", "left"),
    [({"B", "W"}, SUCCESS, set()), ({"W"}, SUCCESS, {"W"}), (set(), SUCCESS, set())],
)
def test_who_was_hidden_from_its_target_is_known_to_all_of_its_side(scene, hidden, dice, left):
    a = {"hidden_from": hidden, "hide_result": 9} if hidden else {}
    s = scene(A=a, zones={"Z0": {"conceal": True}}, announce={"A": ["taunt"]})
    s.declare("taunt", "B", "plain", dice=dice)
    assert s.unit("A").hidden_from == hidden  # until the action is over
    s.act("option", 1, by="B")
    assert (asked(s), s.unit("A").hidden_from) == (AFTER, left)


@clause("C471", "C147")
@pytest.mark.parametrize("plan", ["taunt", "anticipate", "intimidate"])
def test_words_do_not_uncover_who_is_spoken_to(scene, plan):
    b = {"hidden_from": {"A2"}, "hide_result": 9}
    s = scene(A2={}, B=b, announce={"A": [plan]})
    s.declare(plan, "B", *(["plain"] if plan == "taunt" else []), dice=SUCCESS)
    s.act("option", 1, by="B")
    assert (asked(s), s.unit("B").hidden_from) == (AFTER, {"A2"})


@clause("C147", "C471", "C089", "C155")
def test_nobody_notices_who_was_taken_out_before_its_taunt(scene):
    a = {"declared": "strike", "declared_round": 2, "marks": 8, "breathless": 1,
         "slots_free": [0, 0, 0, 0, 1]}  # fmt: skip
    s = scene(A=a, A2={}, B={"aware_of": {"A2"}}, apart=True,
              announce={"A": ["taunt"], "A2": ["brawl"]})  # fmt: skip
    s.declare("taunt", "B", "plain", dice=[])
    assert (asked(s), s.unit("A").out) == (("combat", "A2"), True)
    assert "A" not in s.unit("B").aware_of
    assert not told(s, "B", "notices A")


# --- Escape


@clause("C270", "C190", "C274")
@pytest.mark.parametrize(
    ("bond", "granted", "dice", "left"),
    [
        ("restraint", "B", [3, 2], True),  # no grappler is escaped from
        ("grapple", "B", [3, 2, 1], False),
        ("grapple", "B2", [3, 2], True),  # who doesn't hold A
    ],
)
def test_only_a_grant_against_the_grappler_helps_and_only_against_it(
    scene, bond, granted, dice, left
):
    units = {"B": dict(HOLDS), "B2": {}}
    units[granted]["grant_any"] = True
    s = scene(A={"restrained": 5}, **units, engaged=[("A", "B"), ("A", "B2")],
              announce={"A": ["escape"]})  # fmt: skip
    s.declare("escape", bond, dice=dice)
    if bond == "grapple":
        assert asked(s) == ("defend", "B")
        assert under_way(s)["advantage"] is (granted == "B")
    assert (s.battle.dice_left, s.battle.dice_rolled) == (0, len(dice))
    assert s.unit(granted).grant_any is left


@clause("C272", "C273", "option:cooperation.mode")
@pytest.mark.parametrize("answer", ["guard", "decline"])
def test_with_separate_rolls_no_grappler_is_asked_twice(scene, answer):
    s = scene(B=HOLDS, B2=HOLDS, engaged=[("A", "B"), ("A", "B2")],
              options={"cooperation.mode": "separate"}, announce={"A": ["escape"]})  # fmt: skip
    s.declare("escape", "grapple", dice=[5, 4])
    assert (asked(s), under_way(s)["asked"]) == (("defend", "B"), [])
    s.declare(answer, dice=[4, 4] if answer == "guard" else [], by="B")
    assert (asked(s), under_way(s)["asked"]) == (("defend", "B2"), ["B"])
    s.act(answer, dice=[4, 4] if answer == "guard" else [], by="B2")
    assert (asked(s), s.unit("A").grappled_by) == (AFTER, set())


# --- Pick Up Object and those who compete for it


@clause("C294", "C297", "option:omens.source")
@pytest.mark.parametrize(("dice", "omens"), [([4, 1], 0), ([4, 2], 1), ([6, 6], 3)])
def test_omens_by_margin_allow_a_quick_grab(scene, dice, omens):
    s = scene(A={"techniques": ["quick_grab"]}, apart=True, ground=DAGGER, options=MARGIN,
              announce={"A": GRAB})  # fmt: skip
    s.declare("pick_up", "dagger", "roll", dice=dice)
    assert s.unit("A").off == "dagger"
    assert asked(s) == (("technique", "A") if omens else AFTER)
    if omens:
        w = under_way(s)
        assert (w["omens"], w["moderator"], w["success"]) == (omens, 0, True)


def competing(scene, **more):
    s = scene(apart=True, ground=DAGGER, announce={"A": GRAB, "B": GRAB}, **more)
    s.declare("pick_up", "dagger", "roll", by="A")
    assert asked(s) == ("contest", "B")
    return s


@clause("C298", "C299", "C300", "C155")
def test_to_compete_is_to_pick_up_as_declared(scene):
    s = competing(scene, B={"declared": "pick_up", "declared_round": 2})
    s.act("contest", dice=[5, 4, 4, 3], by="B")
    b = s.unit("B")
    assert (b.pending, b.performed, b.marks, b.declared) == ([], ["pick_up"], 0, None)
    s = competing(scene, B={"declared": "ready", "declared_round": 2})
    s.act("contest", dice=[5, 4, 4, 3], by="B")
    assert (s.unit("B").marks, s.unit("B").declared) == (2, None)


@clause("C298", "C299", "C033", "option:penalty.mode")
def test_to_compete_counts_among_the_actions_begun(scene):
    s = scene(apart=True, ground=DAGGER, options={"penalty.mode": "progressive"},
              announce={"A": GRAB, "B": ["taunt", "pick_up"]})  # fmt: skip
    s.act("taunt", "A", "plain", dice=[5, 4, 5, 4], by="B")
    s.declare("pick_up", "dagger", "roll", by="A")
    assert figures(s, "B")["order"] == 1
    s.act("contest", dice=[4, 3, 5, 4], by="B")  # 7 against 9 - 2
    assert (figures(s, "B")["order"], s.unit("B").performed) == (2, ["taunt", "pick_up"])
    assert told(s, "A")[-2:] == ["A rolls 7 (action)", "B rolls 7 (contest)"]
    assert [item.item for item in s.floor()] == ["dagger"]


@clause("C298", "C299", "C300")
def test_a_competitor_that_was_hidden_is_known_from_then_on(scene):
    a = {"techniques": ["quick_grab"], "aware_of": {"B2"}}
    s = competing(scene, A=a, B={"hidden_from": {"A"}, "hide_result": 9}, B2={"zone": "Z3"},
                  zones={"Z0": {"conceal": True}})  # fmt: skip
    s.declare("contest", dice=[8, 4, 5, 4], by="B")
    assert asked(s) == ("technique", "A")
    assert under_way(s)["success"] is True
    assert (s.unit("A").aware_of, s.unit("B").hidden_from) == ({"B", "B2"}, set())
    s.act("keep", by="A")
    assert asked(s) == AFTER


# --- steps and falls


@clause("C220", "C221", "C222", "C223", "C224")
@pytest.mark.parametrize(
    ("prone", "then"), [(True, ("interaction", "A")), (False, ("engage", "A"))]
)
def test_who_has_no_movement_to_get_up_with_engages_nobody(scene, prone, then):
    s = scene(A={"prone": prone}, apart=True, announce={"A": ["reposition", "ready"]})
    s.declare("reposition", dice=[1, 1])  # 0 after the penalty
    assert (asked(s), s.unit("A").prone) == (then, prone)


@clause("C220", "C221", "C222", "C223")
@pytest.mark.parametrize("meets", [True, False])
def test_when_nothing_is_left_to_say_nobody_stops(scene, meets):
    s = scene(B={"zone": "Z1" if meets else "Z3"}, announce={"A": ["reposition"]})
    s.declare("reposition", dice=[1, 1])
    assert asked(s) == ("step", "A")
    s.declare("step", "Z1")
    assert asked(s) == (("engage", "A") if meets else AFTER)
    assert [str(s.battle.action(row)) for row in s.side["taken"][: int(s.side["n_taken"])]] == [
        "step(Z1)"
    ]


@clause("C222", "C225", "C084")
def test_a_fall_uses_up_all_movement(scene):
    s = scene(edges=[{"from": "Z0", "to": "Z1", "kind": "drop", "dice": "1d8"}, ("Z1", "Z2")],
              apart=True, announce={"A": ["reposition"]})  # fmt: skip
    s.declare("reposition", dice=[5, 4])
    assert s.observe("A")["battle.left"] == pytest.approx(5 * 0.08)
    s.declare("step", "Z1", dice=[3, 2, 4, 8])
    assert asked(s) == ("lower", "A")
    windows = s.battle.to_json()["windows"]
    assert [w["kind"] for w in windows] == ["round", "action", "fall"]
    assert windows[1]["budget"] == 0
