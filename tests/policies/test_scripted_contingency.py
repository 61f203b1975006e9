"""Scripts of ``contingency``: the common parts and 1 to 3, a test for each sentence of 10.1."""

import itertools

import numpy as np
import pytest

from fracas.policies.scripted.contingency import SCRIPTS
from fracas.policies.scripted.contingency_odds import AT_LEAST, SIZES

CALM = SCRIPTS[1:]

# -- common: hit and threat ------------------------------------------------------------------------


def kept(dice, lean):
    """Return the two kept dice of three (C003 C004), or both of two."""
    low_to_high = sorted(dice)
    return low_to_high[-2:] if lean > 0 else low_to_high[:2]


@pytest.mark.parametrize("lean", [-1, 0, 1])
@pytest.mark.parametrize(("combine", "both"), [(0, sum), (1, max)])
def test_chances_are_exact_from_all_faces_of_the_dice(lean, combine, both):
    for (a, high), (b, low) in itertools.product(enumerate(SIZES), repeat=2):
        faces = [range(1, n + 1) for n in (high, low, *[high] * abs(lean))]
        results = np.array([both(kept(dice, lean)) for dice in itertools.product(*faces)])
        for result, chance in enumerate(AT_LEAST[0, combine, lean + 1, a, b]):
            assert chance == pytest.approx((results >= result).mean())


@pytest.mark.parametrize("lean", [-1, 0, 1])
def test_chances_are_exact_where_both_dice_are_rolled_twice(lean):
    faces = [range(1, 7), range(1, 5)]
    pairs = [sum(dice) for dice in itertools.product(*faces)]
    twice = [(one, two) for one in pairs for two in pairs]
    better = [max(p) if lean > 0 else min(p) if lean < 0 else p[0] for p in twice]
    for result, chance in enumerate(AT_LEAST[1, 0, lean + 1, 1, 0]):
        assert chance == pytest.approx((np.array(better) >= result).mean())


def test_the_table_of_chances_is_frozen():
    with pytest.raises(ValueError, match="read-only"):
        AT_LEAST[0, 0, 0, 0, 0, 0] = 1


@pytest.mark.parametrize(("blades", "hafted", "weapon"), [
    (6, 6, "main"), (4, 12, "off"), (12, 4, "main"),
])  # fmt: skip
def test_threat_is_damage_times_the_chance_to_hit(stage, tells, begin, blades, hafted, weapon):
    hands = ["sword", "mace"]  # 3 and 2
    battle = stage(A={"hands": hands, "blades": blades, "hafted": hafted, "engaged": {"M"}}, M={})
    begin(battle, A=["strike"])
    assert tells(battle, "slugger") == f"strike(M, clash, {weapon})"


# -- common: focus target --------------------------------------------------------------------------


@pytest.mark.parametrize(("m", "n", "target"), [
    ({}, {}, "M"),
    ({}, {"marks": 1}, "N"),
    ({"marks": 3}, {"slots_free": [1, 1, 0, 1, 1]}, "N"),
    ({}, {"slots_free": [0, 0, 1, 1, 1]}, "M"),  # below the sword's 3
    ({"slots_free": [1, 1, 0, 1, 1]}, {"slots_free": [1, 1, 0, 0, 1]}, "N"),
])  # fmt: skip
def test_focus_target_has_the_fewest_slots_of_own_damage_then_most_marks_then_lowest_index(
    stage, tells, begin, m, n, target
):
    battle = begin(stage(A={}, M=m, N=n), A=["strike"])
    assert tells(battle, "slugger") == f"strike({target}, clash)"


def test_focus_target_must_be_visible(stage, tells, begin):
    battle = stage(A={}, M={}, N={"marks": 3, "hidden_from": {"A"}})
    assert tells(begin(battle, A=["strike"]), "slugger") == "strike(M, clash)"


# -- common: default reactions ---------------------------------------------------------------------

DEFENDERS = [name for name in CALM if name != "turtle"]


@pytest.mark.parametrize("script", DEFENDERS)
@pytest.mark.parametrize(("figures", "answer"), [
    ({}, "dodge"),
    ({"endurance": 8}, "guard"),
    ({"endurance": 8, "agility": 10}, "dodge"),
    ({"endurance": 8, "marks": 6}, "guard"),
    ({"endurance": 8, "marks": 7}, "dodge"),
    ({"endurance": 8, "fortified": True, "reflex": 8}, "dodge"),
])  # fmt: skip
def test_guards_if_the_chance_is_a_tenth_above_dodge_and_two_units_are_unmarked(
    stage, tells, begin, script, figures, answer
):
    """A result of 9 is met by 21 in 48 of d8 and d6, by 36 in 64 of two d8."""
    battle = begin(stage(A={"engaged": {"M"}}, M=figures), dice=[5, 4], A=["strike"])
    battle.act("strike", "M", "clash")
    assert (battle.phase, tells(battle, script)) == ("defend", answer)


@pytest.mark.parametrize(("figures", "answer"), [
    ({"prone": True}, "guard"), ({"restrained": 5}, "dodge"),
])  # fmt: skip
def test_the_chance_of_a_reaction_counts_known_advantages(stage, tells, begin, figures, answer):
    battle = begin(stage(A={"engaged": {"M"}}, M=figures), dice=[4, 3], A=["strike"])
    battle.act("strike", "M", "clash")
    assert tells(battle, "slugger") == answer


@pytest.mark.parametrize(("marks", "answer"), [(6, "guard"), (7, "decline")])
def test_a_grappler_guards_against_escape_while_two_units_are_unmarked(
    stage, tells, begin, marks, answer
):
    battle = stage(A={"engaged": {"M"}}, M={"grappling": {"A"}, "marks": marks})
    battle = begin(battle, A=["escape"])
    battle.act("escape", "grapple")
    assert tells(battle, "slugger") == answer


# -- common: forced choices ------------------------------------------------------------------------


def asked(stage, begin, word, *more, plans=(), **figures):
    """Return a battle in which an Influence action on M has succeeded, without an omen."""
    battle = begin(stage(A={}, M=figures), dice=[7, 5, 1, 1], A=[word], M=plans)
    battle.act(word, "M", *more)
    assert battle.phase == "option"
    return battle


@pytest.mark.parametrize("script", CALM)
@pytest.mark.parametrize(("marks", "option"), [(6, 1), (7, 2)])
def test_marks_one_while_more_than_one_unit_is_unmarked(stage, tells, begin, script, marks, option):
    battle = asked(stage, begin, "taunt", "plain", marks=marks)
    assert tells(battle, script) == f"option({option})"


@pytest.mark.parametrize(("word", "more", "plans", "option"), [
    ("intimidate", (), (), 2),
    ("intimidate", (), ["strike"], 3),  # who stands frozen can't attack the intimidator
    ("parley", ("none",), (), 2),
    ("parley", ("none",), ["strike"], 3),  # Recover takes the place of everything
    ("feint", (), ["strike"], 2),
    ("anticipate", (), ["strike"], 2),
    ("taunt", ("plain",), ["strike"], 2),
])  # fmt: skip
def test_takes_the_option_that_does_not_replace_a_pending_attack(
    stage, tells, begin, word, more, plans, option
):
    battle = asked(stage, begin, word, *more, plans=plans, marks=7)
    assert tells(battle, "slugger") == f"option({option})"


def test_else_takes_option_1(stage, tells, begin):
    battle = begin(stage(A={}, M={"marks": 8}), dice=[8, 6, 1, 1], A=["intimidate"], M=["strike"])
    battle.act("intimidate", "M")
    battle.act("muddle", "3")
    assert (battle.phase, tells(battle, "slugger")) == ("option", "option(1)")


def test_follow_ups_of_forced_choices(stage, tells, begin):
    battle = asked(stage, begin, "parley", "none", plans=["strike"], marks=7)
    battle.act("option", "3")
    assert tells(battle, "slugger") == "grant"
    battle = asked(stage, begin, "feint", marks=7)
    battle.act("option", "2")
    assert tells(battle, "slugger") == "prone"
    battle = asked(stage, begin, "feint", marks=7, prone=True, hands=["sword", "dagger"])
    battle.act("option", "2")
    assert tells(battle, "slugger") == "drop(off)"
    weak = {"weaknesses": ["dodge", "guard", "focus"]}
    battle = asked(stage, begin, "anticipate", marks=7, **weak)
    second = battle.copy()
    second.act("option", "2")
    assert tells(second, "slugger") == "declare(strike)"
    battle.act("option", "3")
    assert tells(battle, "slugger") == "reveal(focus)"


# -- common: free actions, breath ------------------------------------------------------------------


@pytest.mark.parametrize("script", CALM)
def test_no_free_action_is_taken(stage, tells, begin, script):
    battle = begin(stage(A={"engaged": {"M"}, "grappling": {"M"}}, M={}), A=["disengage"])
    assert "release" in [str(action) for action in battle.legal()]
    assert tells(battle, script) == "forgo"


@pytest.mark.parametrize(("die", "level", "answer"), [
    (8, 0, "resist"), (6, 0, "hold"), (6, 1, "resist"),
])  # fmt: skip
def test_holds_breath_in_gas_if_resist_is_below_6_in_10_and_the_level_is_0(
    stage, tells, begin, die, level, answer
):
    """The venom's 7 is met by 33 in 48 of d8 and d6, by 21 in 36 of two d6."""
    figures = {"constitution": die, "fortitude": 6, "breathless": level}
    battle = begin(stage(zones={"Z0": {"gas": "venom"}}, A=figures, M={"zone": "Z2"}))
    while battle.phase != "breath":
        battle.act("forgo")
    assert tells(battle, "slugger") == answer


def test_breath_is_not_held_before_the_gas_bites(stage, tells, begin):
    figures = {"constitution": 4, "fortitude": 4}
    battle = begin(stage(zones={"Z0": {"gas": "venom"}}, A=figures, M={"zone": "Z2"}))
    battle.act("hold")
    assert (battle.phase, battle.round) == ("breath", 3)
    assert tells(battle, "slugger") == "breathe"


# -- 1 slugger -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("hands", "zone", "plan"), [
    (["sword"], "Z0", ["strike"]),
    (["spear"], "Z0", ["strike"]),
    (["glaive"], "Z1", ["strike"]),
    (["bow"], "Z2", ["shoot"]),
    (["dagger"], "Z1", ["throw"]),
    (["tusks"], "Z0", ["strike"]),
    ([], "Z0", ["brawl"]),
])  # fmt: skip
def test_slugger_attacks_if_an_enemy_is_in_reach(stage, plans, hands, zone, plan):
    assert plans(stage(A={"hands": hands}, M={"zone": zone}), "slugger") == plan


@pytest.mark.parametrize(("hands", "zone", "plan"), [
    (["sword"], "Z1", ["reposition", "strike"]),
    (["bow"], "Z3", ["reposition", "shoot"]),
    (["dagger"], "Z2", ["reposition", "strike"]),
    ([], "Z1", ["reposition", "brawl"]),
])  # fmt: skip
def test_slugger_moves_and_attacks_if_none_is(stage, plans, hands, zone, plan):
    assert plans(stage(A={"hands": hands}, M={"zone": zone}), "slugger") == plan


@pytest.mark.parametrize(("figures", "plan"), [
    ({"marks": 6}, ["strike"]),
    ({"marks": 7}, ["recover"]),
    ({"marks": 8}, ["recover"]),
    ({"marks": 8, "breathless": 1}, ["strike"]),
    ({"marks": 7, "held": True}, ["strike"]),
])  # fmt: skip
def test_slugger_recovers_alone_when_not_breathless_and_one_unit_at_most_is_unmarked(
    stage, plans, figures, plan
):
    holder = {"grappling": {"A"}} if figures.pop("held", False) else {}
    assert plans(stage(A={"engaged": {"M"}, **figures}, M=holder), "slugger") == plan


def test_slugger_clashes_with_the_focus_target(stage, tells, begin):
    battle = begin(stage(A={}, M={}, N={"marks": 2}), A=["strike"])
    assert tells(battle, "slugger") == "strike(N, clash)"


def walk(battle, tells, script, dice=(8, 6)):
    """Return what a script does with a Reposition."""
    battle.force_dice(dice)
    done = []
    while battle.phase in ("movement", "step", "engage"):
        done.append(tells(battle, script))
        battle.act(done[-1])
    return done


def test_slugger_repositions_by_the_shortest_path_to_the_focus_target_and_engages(
    stage, tells, begin
):
    ring = (("Z0", "Z1"), {"from": "Z1", "to": "Z2", "kind": "difficult"}, ("Z0", "Z3"),
            {"from": "Z3", "to": "Z2", "kind": "normal"})  # fmt: skip
    battle = stage(edges=ring, A={}, M={"zone": "Z2"}, N={"zone": "Z2", "marks": 1})
    begin(battle, A=["reposition", "strike"])
    done = walk(battle, tells, "slugger")
    assert done == ["reposition", "step(Z3)", "step(Z2)", "stop", "engage(N)"]


def test_slugger_goes_down_no_drop_and_round_water(stage, tells, begin):
    drop = {"from": "Z0", "to": "Z2", "kind": "drop", "dice": "2d6"}
    down = (drop, ("Z0", "Z1"), ("Z1", "Z2"), ("Z0", "Z3"), ("Z3", "Z2"))
    battle = stage(zones={"Z1": {"airless": True}}, edges=down, A={}, M={"zone": "Z2"})
    begin(battle, A=["reposition"])
    assert walk(battle, tells, "slugger")[:3] == ["reposition", "step(Z3)", "step(Z2)"]


def test_slugger_engages_with_bare_hands_too(stage, tells, begin):
    battle = begin(stage(A={"hands": []}, M={"zone": "Z1"}), A=["reposition", "brawl"])
    assert walk(battle, tells, "slugger")[-1] == "engage(M)"


def test_slugger_that_shoots_stops_once_in_range(stage, tells, begin):
    battle = begin(stage(A={"hands": ["bow"]}, M={"zone": "Z3"}), A=["reposition", "shoot"])
    assert walk(battle, tells, "slugger") == ["reposition", "step(Z1)", "stop"]


def test_slugger_forgoes_a_walk_when_somebody_came_to_it(stage, tells, begin):
    battle = stage(initiative="two", A={}, M={"zone": "Z1"})
    begin(battle, dice=[8, 6], M=["reposition"], A=["reposition", "strike"])
    for action in ("reposition", "step(Z0)", "stop"):
        battle.act(action)
    if battle.phase == "engage":
        battle.act("stop")
    assert (battle.decider, tells(battle, "slugger")) == ("A", "forgo")


@pytest.mark.parametrize(("figures", "plan", "row"), [
    ({"hands": [], "carried": ["dagger", "sword"]}, ["ready", "strike"], "ready(draw_1)"),
    ({"hands": [{"item": "crossbow", "loaded": False}]}, ["ready", "shoot"], "ready(load)"),
])  # fmt: skip
def test_slugger_readies_a_weapon_first(stage, plans, tells, begin, figures, plan, row):
    battle = stage(A=figures, M={})
    assert plans(battle.copy(), "slugger") == plan
    assert tells(begin(battle, A=plan), "slugger") == row


def test_slugger_casts_an_attack_spell_with_empty_hands(stage, plans, tells, begin):
    caster = {"hands": [], "spells": ["bolt"], "carried": ["dagger"]}
    battle = stage(A=caster, M={"zone": "Z1"}, N={"zone": "Z1", "marks": 1})
    assert plans(battle, "slugger") == ["cast"]
    begin(battle)
    assert tells(battle, "slugger") == "cast(bolt)"
    battle.act("cast", "bolt")
    assert tells(battle, "slugger") == "cast_at(N)"


def test_the_prone_stand_and_the_held_escape(stage, plans):
    assert plans(stage(A={"prone": True}, M={}), "slugger") == ["stand", "strike"]
    assert plans(stage(A={"prone": True}, M={"zone": "Z1"}), "slugger") == ["reposition", "strike"]
    held = {"restrained": 5}
    assert plans(stage(A=held, M={"zone": "Z1"}), "slugger") == ["escape"]


def test_nothing_is_announced_when_no_enemy_is_known(stage, plans):
    battle = stage(A={}, M={"zone": "Z1", "hidden_from": {"A"}})
    for script in CALM:
        assert plans(battle.copy(), script) in ([], ["fortify", "strike"], ["hide"])


# -- 2 harrier -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("marks", "plan"), [
    (0, ["taunt", "strike"]), (4, ["taunt", "strike"]), (5, ["strike"]), (6, ["recover"]),
])  # fmt: skip
def test_harrier_strikes_and_taunts_up_to_half_strikes_above_recovers_with_two_left(
    stage, plans, marks, plan
):
    assert plans(stage(A={"marks": marks}, M={}), "harrier") == plan


def test_harrier_taunts_without_a_dance(stage, tells, begin):
    battle = begin(stage(A={}, M={}), A=["taunt", "strike"])
    assert tells(battle, "harrier") == "taunt(M, plain)"


@pytest.mark.parametrize(("level", "mode"), [(0, "harry"), (1, "clash"), (2, "clash")])
def test_harrier_harries_while_the_targets_level_is_0_then_clashes(
    stage, tells, begin, level, mode
):
    battle = begin(stage(A={}, M={"breathless": level}), A=["strike"])
    assert tells(battle, "harrier") == f"strike(M, {mode})"


@pytest.mark.parametrize(("a", "m", "plan"), [
    ({"hands": []}, {}, "brawl"),
    ({"hands": [], "agility": 12}, {}, "brawl"),
    ({"unarmed": 8}, {}, "strike"),
    ({"unarmed": 8}, {"marks": 4}, "brawl"),
    ({"unarmed": 8}, {"marks": 3}, "strike"),
    ({"unarmed": 6}, {"marks": 4}, "strike"),
])  # fmt: skip
def test_harrier_jabs_with_strength_if_unarmed_or_a_tiring_target_meets_larger_unarmed_dice(
    stage, plans, tells, begin, a, m, plan
):
    battle = stage(A={"engaged": {"M"}, **a}, M=m)
    assert plans(battle.copy(), "harrier") == ["taunt", plan]
    if plan == "brawl":
        assert tells(begin(battle, A=["brawl"]), "harrier") == "jab(M, strength)"


def test_harrier_goes_for_whom_the_fewest_units_are_unmarked(stage, tells, begin):
    units = {"M": {"marks": 2, "slots_free": [0, 0, 0, 0, 1]}, "N": {"marks": 3},
             "O": {"stamina_max": 4}}  # fmt: skip
    battle = begin(stage(A={}, **units), A=["strike"])
    assert tells(battle, "harrier") == "strike(O, harry)"


def test_harrier_out_of_reach_walks_and_strikes(stage, plans):
    assert plans(stage(A={}, M={"zone": "Z1"}), "harrier") == ["reposition", "strike"]
    knife = {"hands": ["dagger"]}
    assert plans(stage(A=knife, M={"zone": "Z1"}), "harrier") == ["reposition", "strike"]
    bow = {"hands": ["bow"]}
    assert plans(stage(A=bow, M={"zone": "Z1"}), "harrier") == ["taunt", "shoot"]


# -- 3 turtle --------------------------------------------------------------------------------------

COVER = {"Z0": {"cover": True}}
BESIDE = {"Z1": {"cover": True}}


def test_turtle_fortifies_and_strikes_if_engaged(stage, plans):
    for marks in (0, 6):
        battle = stage(zones=COVER, A={"engaged": {"M"}, "marks": marks}, M={})
        assert plans(battle, "turtle") == ["fortify", "strike"]


@pytest.mark.parametrize(("zones", "marks", "zone", "plan"), [
    (COVER, 4, "Z1", ["take_cover", "recover"]),
    (COVER, 3, "Z1", ["fortify", "strike"]),
    (COVER, 4, "Z0", ["fortify", "strike"]),
    (BESIDE, 4, "Z3", ["reposition", "take_cover", "recover"]),
    ({}, 4, "Z1", ["fortify", "strike"]),
    ({"Z2": {"cover": True}}, 4, "Z1", ["fortify", "strike"]),
])  # fmt: skip
def test_turtle_covers_and_recovers_from_half_on_with_cover_at_hand_and_no_enemy_in_its_zone(
    stage, plans, zones, marks, zone, plan
):
    assert plans(stage(zones=zones, A={"marks": marks}, M={"zone": zone}), "turtle") == plan


def test_turtle_walks_to_the_cover_next_door_and_takes_it(stage, tells, begin):
    battle = stage(zones=BESIDE, A={"marks": 4}, M={"zone": "Z3"})
    begin(battle, A=["reposition", "take_cover", "recover"])
    assert walk(battle, tells, "turtle") == ["reposition", "step(Z1)", "stop", "take_cover"]
    assert tells(battle, "turtle") == "recover"


@pytest.mark.parametrize(("zones", "plan"), [(COVER, ["shoot"]), ({}, ["fortify", "brawl"])])
def test_turtle_shoots_from_a_cover_zone_else_holds_the_zone(stage, plans, zones, plan):
    assert plans(stage(zones=zones, A={"hands": ["bow"]}, M={"zone": "Z1"}), "turtle") == plan


def test_turtle_holds_the_zone_and_strikes_who_comes(stage, tells, begin):
    battle = stage(initiative="two", A={}, M={"zone": "Z1"})
    begin(battle, dice=[8, 6], M=["reposition"], A=["fortify", "strike"])
    for action in ("fortify", "reposition", "step(Z0)", "stop", "stop"):
        battle.act(action)
    assert tells(battle, "turtle") == "strike(M, clash)"


@pytest.mark.parametrize(("marks", "answer"), [(6, "guard"), (7, "dodge")])
def test_turtle_guards_with_a_shield_while_two_units_are_unmarked(
    stage, tells, begin, marks, answer
):
    shield = {"hands": ["sword", "shield"], "strength": 4, "endurance": 4, "marks": marks}
    battle = begin(stage(A={"engaged": {"M"}}, M=shield), dice=[5, 4], A=["strike"])
    battle.act("strike", "M", "clash")
    assert tells(battle, "turtle") == answer
    assert tells(battle, "slugger") == "dodge"


def test_turtle_leaves_its_zone_only_if_no_enemy_came_within_near_for_2_rounds(stage, plans):
    far = {"A": {}, "M": {"zone": "Z2"}}
    assert plans(stage(round=2, **far), "turtle") == ["fortify", "strike"]
    assert plans(stage(round=3, **far), "turtle") == ["reposition", "strike"]
    assert plans(stage(round=3, A={}, M={"zone": "Z1"}), "turtle") == ["fortify", "strike"]


def test_turtle_stays_when_an_enemy_came_and_went(stage, plans, begin):
    battle = stage(round=3, A={}, M={"zone": "Z2"})
    begin(battle, dice=[8, 6], M=["reposition"])
    for action in ("reposition", "step(Z1)", "step(Z2)", "step(Z3)", "stop"):
        battle.act(action)
    begin(battle)
    assert battle.round == 5
    stayed = stage(round=5, A={}, M={"zone": "Z3"})
    for scene, plan in ((battle, ["fortify", "strike"]), (stayed, ["reposition", "strike"])):
        while scene.decider != "A":
            plans(scene, "skirmisher")
        assert plans(scene, "turtle") == plan
