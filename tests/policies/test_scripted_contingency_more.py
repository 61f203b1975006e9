"""Scripts of ``contingency``, 4 to 7, and windows of which section 10.1 doesn't speak."""

import pytest

# -- 4 trickster -----------------------------------------------------------------------------------

WORDY = {"hands": [], "charisma": 8, "agility": 8}


@pytest.mark.parametrize(("figures", "word"), [
    ({"deception": 12}, "feint"), ({"deception": 4, "mockery": 12}, "taunt"),
])  # fmt: skip
def test_trickster_picks_the_action_with_the_best_chance(stage, plans, figures, word):
    """M invites a feint, since B strikes at it, and O, an archer, invites a taunt."""
    battle = stage(
        B={"engaged": {"M"}},
        C={"engaged": {"M"}, "hands": [], **figures},
        M={}, O={"zone": "Z1", "hands": ["bow"]},
    )  # fmt: skip
    plans(battle, "slugger")
    assert plans(battle, "trickster")[0] == word


@pytest.mark.parametrize(("ally", "word"), [("slugger", "feint"), ("trickster", "anticipate")])
def test_trickster_feints_if_engaged_and_an_ally_is_to_attack_the_same_target(
    stage, plans, ally, word
):
    """Neither of the two could hit with two actions."""
    weak = {"engaged": {"M"}, "strength": 4, "agility": 4, "blades": 4}
    battle = stage(A=weak, B={**weak, "hands": []}, M={"agility": 12, "reflex": 12})
    plans(battle, ally)
    assert plans(battle, "trickster") == [word]


def test_trickster_does_not_feint_when_the_ally_attacks_somebody_else(stage, plans):
    weak = {"strength": 4, "agility": 4}
    battle = stage(
        A={"zone": "Z1"}, B={"engaged": {"M"}, "hands": [], **weak},
        M={"agility": 12, "reflex": 12}, N={"zone": "Z1"},
    )  # fmt: skip
    assert plans(battle, "slugger") == ["strike"]
    assert plans(battle, "trickster") == ["anticipate"]


def test_trickster_feints_if_it_is_to_attack_itself(stage, plans):
    battle = stage(A={"engaged": {"M"}, "blades": 12, "strength": 12, "deception": 12}, M={})
    assert plans(battle, "trickster") == ["feint", "strike"]


@pytest.mark.parametrize(("wounds", "word"), [(2, "intimidate"), (1, "anticipate")])
def test_trickster_intimidates_when_the_worry_gap_gives_advantage(stage, plans, wounds, word):
    hurt = {"zone": "Z1", "slots_free": [1 - (k < wounds) for k in range(5)]}
    assert plans(stage(A=WORDY, M=hurt), "trickster") == [word]


@pytest.mark.parametrize(("round_", "word"), [(1, "parley"), (2, "anticipate")])
def test_trickster_parleys_in_round_1(stage, plans, round_, word):
    assert plans(stage(round=round_, A=WORDY, M={"zone": "Z1"}), "trickster") == [word]


def test_trickster_parleys_with_an_unengaged_enemy_that_carries_the_biggest_weapon(
    stage, tells, begin
):
    """Whoever has greatsword or maul; of equals the one who is easier to sway."""
    battle = stage(
        round=1, A=WORDY, B={"zone": "Z1", "engaged": {"P"}},
        M={"zone": "Z1"}, N={"zone": "Z1", "carried": ["maul"], "hands": []},
        O={"zone": "Z1", "hands": ["greatsword"], "discipline": 4},
        P={"zone": "Z1", "hands": ["greatsword"], "discipline": 4, "willpower": 4},
    )  # fmt: skip
    begin(battle, A=["parley"])
    assert tells(battle, "trickster") == "parley(O, none)"


@pytest.mark.parametrize(("hands", "engaged", "word"), [
    (["bow"], False, "taunt(M, plain)"), (["bow"], True, None), (["sword"], False, None),
])  # fmt: skip
def test_trickster_taunts_the_enemy_archer_that_is_engaged_with_nobody(
    stage, plans, tells, begin, hands, engaged, word
):
    friend = {"zone": "Z1", "hands": [], "engaged": {"M"} if engaged else set()}
    battle = stage(A=WORDY, B=friend, M={"zone": "Z1", "hands": hands}, N={"zone": "Z1"})
    if word is None:
        assert plans(battle, "trickster") == ["anticipate"]
    else:
        assert plans(battle, "trickster") == ["taunt"]
        assert tells(begin(battle), "trickster") == word


def test_trickster_anticipates_otherwise_whom_it_reads_best(stage, plans, tells, begin):
    battle = stage(A=WORDY, M={"zone": "Z1"}, N={"zone": "Z1", "willpower": 4})
    assert plans(battle, "trickster") == ["anticipate"]
    assert tells(begin(battle), "trickster") == "anticipate(N)"


def muddled(stage, begin, marks, **figures):
    """Return a battle in which a Taunt of A on M has succeeded with an omen."""
    battle = stage(A={"zone": "Z1"}, M={"marks": marks, **figures})
    battle = begin(battle, dice=[8, 3, 1, 1], A=["taunt"], M=["strike"])
    battle.act("taunt", "M", "plain")
    assert battle.phase == "muddle"
    return battle


@pytest.mark.parametrize("script", ["trickster", "harrier"])
@pytest.mark.parametrize(("marks", "row"), [(0, "muddle(1)"), (6, "muddle(1)"), (7, "muddle(2)")])
def test_trickster_muddles_away_mark_one_if_2_units_are_unmarked_else_what_costs_nothing(
    stage, tells, begin, script, marks, row
):
    assert tells(muddled(stage, begin, marks), script) == row


@pytest.mark.parametrize(("reflex", "plan"), [
    (4, ["anticipate", "throw"]), (12, ["anticipate"]),
])  # fmt: skip
def test_trickster_adds_a_throw_only_if_two_actions_keep_a_chance_of_35_in_100(
    stage, plans, reflex, plan
):
    """FIN d8 and Accuracy d6, less 2, against AGI d4 or d12 and a like Reflex."""
    target = {"zone": "Z1", "agility": reflex, "reflex": reflex, "strength": 4, "endurance": 4}
    assert plans(stage(A={"hands": ["dagger"]}, M=target), "trickster") == plan


def test_trickster_adds_a_strike_and_harries_where_a_clash_would_miss(stage, plans, tells, begin):
    figures = {"engaged": {"M"}, "strength": 4, "agility": 12, "blades": 8}
    battle = stage(A=figures, M={"discipline": 12})
    assert plans(battle, "trickster")[1:] == ["strike"]
    begin(battle)
    while battle.phase != "combat":
        battle.act(tells(battle, "slugger"))
    assert tells(battle, "trickster") == "strike(M, harry)"


def test_trickster_strikes_whom_a_feint_has_opened(stage, tells, begin):
    battle = stage(A={}, M={"marks": 5}, N={"grant_combat": True})
    assert tells(begin(battle, A=["strike"]), "trickster") == "strike(N, clash)"


def test_trickster_with_nobody_near_walks_until_somebody_is(stage, plans, tells, begin):
    battle = stage(A={}, M={"zone": "Z3"})
    assert plans(battle, "trickster") == ["reposition"]
    begin(battle, dice=[8, 6])
    done = []
    while battle.phase in ("movement", "step"):
        done.append(tells(battle, "trickster"))
        battle.act(done[-1])
    assert done == ["reposition", "step(Z1)", "step(Z2)", "stop"]


def test_whoever_can_talk_to_nobody_only_intimidates_or_attacks(stage, plans):
    boar = {"hands": ["tusks"], "sapient": False, "strength": 12}
    assert plans(stage(A=boar, M={}), "trickster") == ["strike"]
    hurt = {"slots_free": [0, 0, 0, 1, 1]}
    assert plans(stage(A=boar, M=hurt), "trickster") == ["intimidate", "strike"]


# -- 5 skirmisher ----------------------------------------------------------------------------------

BOW = {"hands": ["bow"]}


@pytest.mark.parametrize(
    ("hands", "zone"), [(["bow"], "Z1"), (["bow"], "Z2"), (["crossbow"], "Z1")]
)
def test_skirmisher_shoots_alone_if_no_enemy_is_close(stage, plans, hands, zone):
    assert plans(stage(A={"hands": hands}, M={"zone": zone}), "skirmisher") == ["shoot"]


def moves(battle, tells, dice):
    """Return what a Skirmisher does with a Reposition."""
    battle.force_dice(dice)
    done = []
    while battle.phase in ("movement", "step", "engage") and battle.decider == "A":
        done.append(tells(battle, "skirmisher"))
        battle.act(done[-1])
    return done


def test_skirmisher_repositions_alone_if_an_enemy_is_close(stage, plans):
    assert plans(stage(A=BOW, M={}), "skirmisher") == ["reposition"]


@pytest.mark.parametrize(("dice", "steps"), [
    ((8, 6), ["step(Z1)", "step(Z2)", "stop"]),  # a bow reaches Far
    ((1, 1), ["step(Z1)"]),
])  # fmt: skip
def test_skirmisher_goes_farthest_from_enemies_within_range_of_its_target(
    stage, tells, begin, dice, steps
):
    battle = begin(stage(A=BOW, M={}), A=["reposition"])
    assert moves(battle, tells, dice) == ["reposition", *steps]


def test_skirmisher_keeps_its_target_in_sight(stage, tells, begin):
    battle = begin(stage(no_sight=[["Z0", "Z2"]], A=BOW, M={}), A=["reposition"])
    assert moves(battle, tells, (8, 6)) == ["reposition", "step(Z1)", "stop"]


def test_skirmisher_prefers_cover_where_distances_are_equal(stage, tells, begin):
    star = (("Z0", "Z1"), ("Z0", "Z2"), ("Z0", "Z3"))
    battle = begin(stage(zones={"Z2": {"cover": True}}, edges=star, A=BOW, M={}), A=["reposition"])
    assert moves(battle, tells, (8, 6))[:2] == ["reposition", "step(Z2)"]


@pytest.mark.parametrize("figures", [{}, {"techniques": ["slip_away"]}])
def test_skirmisher_disengages_without_an_attack_if_engaged(stage, plans, figures):
    assert plans(stage(A={**BOW, **figures, "engaged": {"M"}}, M={}), "skirmisher") == ["disengage"]


def test_skirmisher_slips_away_when_offered(stage, tells, begin):
    battle = stage(A={**BOW, "techniques": ["slip_away"], "engaged": {"M"}}, M={})
    begin(battle, dice=[8, 5, 1, 1, 8, 6], A=["disengage"])
    battle.act("disengage")
    assert tells(battle, "slugger") == "keep"
    assert tells(battle, "skirmisher") == "technique(slip_away)"
    battle.act("technique", "slip_away")
    assert tells(battle, "skirmisher") == "step(Z1)"


UNLOADED = {"hands": [{"item": "crossbow", "loaded": False}]}


@pytest.mark.parametrize(("zone", "plan"), [
    ("Z3", ["ready"]), ("Z2", ["ready"]), ("Z1", ["reposition", "ready"]),
])  # fmt: skip
def test_skirmisher_reloads_when_every_enemy_is_far(stage, plans, zone, plan):
    star = (("Z0", "Z1"), ("Z1", "Z2"), ("Z2", "Z3"), ("Z0", "back"))
    scene = stage(zones={"back": {}}, edges=star, A=UNLOADED, M={"zone": zone})
    assert plans(scene, "skirmisher") == plan


def test_skirmisher_does_not_reload_with_an_enemy_near(stage, tells, begin):
    scene = stage(A={"zone": "Z1", **UNLOADED}, M={"zone": "Z0"})
    begin(scene, dice=[3, 1], A=["reposition", "ready"])
    scene.act("reposition")
    scene.act("stop")
    assert tells(scene, "skirmisher") == "forgo"
    away = stage(A={"zone": "Z2", **UNLOADED}, M={"zone": "Z0"})
    assert tells(begin(away, A=["ready"]), "skirmisher") == "ready(load)"


@pytest.mark.parametrize(("zone", "plan"), [
    ("Z1", ["throw"]), ("Z2", ["reposition"]), ("Z0", ["reposition"]),
])  # fmt: skip
def test_skirmisher_throws_at_near(stage, plans, tells, begin, zone, plan):
    battle = stage(A={"hands": ["dagger"]}, M={"zone": zone})
    assert plans(battle, "skirmisher") == plan
    if plan == ["throw"]:
        assert tells(begin(battle), "skirmisher") == "throw(M, main)"


@pytest.mark.parametrize(("zone", "plan"), [
    ("Z1", ["pick_up"]), ("Z2", ["pick_up"]), ("Z0", ["brawl"]),
])  # fmt: skip
def test_skirmisher_picks_up_when_alone(stage, plans, tells, begin, zone, plan):
    lying = [{"item": "sword", "zone": "Z0"}, {"item": "dagger", "zone": "Z0"}]
    battle = stage(ground=lying, A={"hands": []}, M={"zone": zone})
    assert plans(battle, "skirmisher") == plan
    if plan == ["pick_up"]:
        assert tells(begin(battle), "skirmisher") == "pick_up(lying_1, auto)"


def test_skirmisher_draws_or_fetches_a_missile(stage, plans, tells, begin):
    drawn = stage(A={"hands": [], "carried": ["sword", "dagger"]}, M={"zone": "Z2"})
    assert plans(drawn, "skirmisher") == ["ready"]
    assert tells(begin(drawn), "skirmisher") == "ready(draw_1)"
    lying = [{"item": "javelin", "zone": "Z1"}]
    fetched = stage(ground=lying, A={"hands": []}, M={"zone": "Z3"})
    assert plans(fetched, "skirmisher") == ["reposition", "pick_up"]
    assert moves(begin(fetched), tells, (8, 6)) == ["reposition", "step(Z1)", "stop"]


def test_skirmisher_without_missiles_plays_the_slugger(stage, plans):
    assert plans(stage(A={}, M={}), "skirmisher") == ["strike"]
    assert plans(stage(A={}, M={"zone": "Z1"}), "skirmisher") == ["reposition", "strike"]


# -- 6 ambusher ------------------------------------------------------------------------------------

BRUSH = {"Z0": {"conceal": True}}
UNSEEN = {"hidden": True, "hide_result": 9}


def ambush(stage, allies=1, zone="Z0", round_=1, **figures):
    """Return a battle of hidden ambushers against somebody unaware; A has a dagger to throw."""
    units = {name: {"hands": ["dagger"], **UNSEEN, **figures} for name in "ABC"[:allies]}
    target = {"zone": zone, "aware": False}
    return stage(zones=BRUSH, round=round_, no_sight=[], **units, M=target)


def test_ambusher_waits_unseen_until_two_can_attack_one_target(stage, plans):
    assert plans(ambush(stage, 2, "Z2"), "ambusher") == []
    assert plans(ambush(stage, 2, "Z1"), "ambusher") == ["throw"]
    lonely = stage(
        zones=BRUSH, A={"hands": ["dagger"], **UNSEEN}, B={"zone": "Z3", **UNSEEN},
        M={"zone": "Z1", "aware": False},
    )  # fmt: skip
    assert plans(lonely, "ambusher") == []


def test_an_ambusher_alone_needs_nobody_else(stage, plans):
    assert plans(ambush(stage, 1, "Z1"), "ambusher") == ["throw"]


def test_ambusher_attacks_the_unaware_focus_target(stage, tells, begin):
    battle = stage(A={}, M={"marks": 5}, N={"zone": "Z0", "marks": 1}, O={})
    battle.edit("N", aware_of=set())
    battle.edit("O", aware_of=set())
    assert tells(begin(battle, A=["strike"]), "ambusher") == "strike(N, clash)"


@pytest.mark.parametrize(("round_", "zones", "plan"), [
    (2, {"Z1": {"conceal": True}}, ["hide"]),
    (4, {"Z1": {"cover": True}}, ["hide"]),
    (2, {"Z0": {"crowd": 2}}, ["hide"]),
    (3, {"Z1": {"cover": True}}, ["throw"]),
    (2, {"Z2": {"cover": True}}, ["throw"]),
])  # fmt: skip
def test_ambusher_once_seen_hides_every_second_round_and_attacks_in_the_others(
    stage, plans, round_, zones, plan
):
    battle = stage(zones=zones, round=round_, A={"hands": ["dagger"]}, M={"zone": "Z1"})
    assert plans(battle, "ambusher") == plan


def test_ambusher_dashes_where_no_enemy_is(stage, tells, begin):
    star = (("Z0", "Z1"), ("Z0", "Z2"), ("Z0", "Z3"))
    zones = {"Z1": {"cover": True}, "Z2": {"conceal": True}}
    battle = begin(stage(zones=zones, edges=star, A={}, M={"zone": "Z1"}), A=["hide"])
    assert tells(battle, "ambusher") == "hide(Z2)"
    busy = {"Z0": {"conceal": True}, "Z1": {"cover": True}}
    battle = begin(stage(zones=busy, edges=star, A={}, M={"zone": "Z1"}), A=["hide"])
    assert tells(battle, "ambusher") == "hide(surroundings)"


@pytest.mark.parametrize(("dodged", "plan"), [
    ({"M"}, ["feint", "strike"]), (set(), ["disengage", "hide"]), ({"N"}, ["disengage", "hide"]),
])  # fmt: skip
def test_ambusher_engaged_feints_and_strikes_whom_it_dodged_else_disengages_and_hides(
    stage, plans, tells, begin, dodged, plan
):
    figures = {"engaged": {"M"}, "defended_last": dodged}
    battle = stage(zones={"Z1": {"cover": True}}, A=figures, M={}, N={"zone": "Z3"})
    assert plans(battle, "ambusher") == plan
    row = tells(begin(battle), "ambusher")
    assert row == ("feint(M)" if dodged == {"M"} else "disengage")


def test_ambusher_feints_at_the_enemy_it_dodged(stage, tells, begin):
    figures = {"engaged": {"M", "N"}, "defended_last": {"N"}}
    battle = stage(A=figures, M={"willpower": 4}, N={})
    assert tells(begin(battle, A=["feint", "strike"]), "ambusher") == "feint(N)"


@pytest.mark.parametrize("script", ["skirmisher", "ambusher"])
def test_whoever_has_to_get_away_escapes_when_held(stage, plans, script):
    battle = stage(A={**BOW, "engaged": {"M"}}, M={"grappling": {"A"}})
    assert plans(battle, script) == ["escape"]


# -- 7 wrestler ------------------------------------------------------------------------------------


def test_wrestler_announces_brawl_and_walks_if_it_has_to(stage, plans):
    assert plans(stage(A={}, M={}), "wrestler") == ["brawl"]
    assert plans(stage(A={}, M={"zone": "Z2"}), "wrestler") == ["reposition", "brawl"]


@pytest.mark.parametrize(("zones", "steps"), [
    ({"Z1": {"props": True}}, ["step(Z1)", "stop"]),
    ({"Z0": {"props": True}}, ["step(Z1)", "step(Z2)", "step(Z3)"]),
    ({}, ["step(Z1)", "step(Z2)", "step(Z3)"]),
])  # fmt: skip
def test_wrestler_goes_to_props_zones(stage, tells, begin, zones, steps):
    battle = begin(stage(zones=zones, A={}, M={"zone": "Z3"}), dice=[8, 6], A=["reposition"])
    battle.act("reposition")
    done = []
    while battle.phase == "step":
        done.append(tells(battle, "wrestler"))
        battle.act(done[-1])
    assert done[: len(steps)] == steps


DROP = ({"from": "Z0", "to": "Z1", "kind": "drop", "dice": "2d6"}, ("Z0", "Z2"), ("Z1", "Z3"))


def wrestled(stage, begin, edges=DROP, zones=None, **figures):
    """Return a battle in which A has wrestled M with success."""
    battle = stage(zones=zones or {"Z0": {"props": True}}, edges=edges, A={}, M=figures)
    battle = begin(battle, dice=[7, 5], A=["brawl"])
    battle.act("wrestle", "M", "strength")
    battle.act("decline")
    assert battle.phase == "effect"
    return battle


def test_wrestler_wrestles_with_strength_and_shoves_over_a_drop(stage, tells, begin):
    assert tells(begin(stage(edges=DROP, A={}, M={}), A=["brawl"]), "wrestler") == (
        "wrestle(M, strength)"
    )
    assert tells(wrestled(stage, begin), "wrestler") == "shove(Z1)"


def test_wrestler_grapples_where_there_is_no_drop(stage, tells, begin):
    flat = (("Z0", "Z1"), ("Z1", "Z2"), ("Z2", "Z3"))
    assert tells(wrestled(stage, begin, flat), "wrestler") == "grapple"


def test_wrestler_grapples_whoever_needs_recover_most_then_jabs(stage, tells, begin):
    units = {"M": {"marks": 2, "slots_free": [0, 0, 0, 0, 1]}, "N": {"marks": 3}}
    battle = begin(stage(A={}, **units), A=["brawl"])
    assert tells(battle, "wrestler") == "wrestle(N, strength)"
    held = stage(A={"engaged": {"N"}, "grappling": {"N"}}, **units)
    assert tells(begin(held, A=["brawl"]), "wrestler") == "jab(N, strength)"


def test_wrestler_disarms_two_handed_wielders_first(stage, tells, begin):
    units = {"M": {"marks": 4}, "N": {"hands": ["spear"]}}
    battle = begin(stage(A={}, **units), A=["brawl"])
    assert tells(battle, "wrestler") == "wrestle(N, strength)"
    assert tells(wrestled(stage, begin, hands=["spear"]), "wrestler") == "disarm(main)"
    assert tells(wrestled(stage, begin, hands=["sword", "dagger"]), "wrestler") == "shove(Z1)"


# -- windows that the text leaves open -----------------------------------------------------


@pytest.mark.parametrize(("brace", "done"), [
    ([8, 5, 2], ["lower(2, 3)", "lower(1, 1)", "lower(2, 1)", "remove(1)"]),  # 13 and an omen
    ([5, 3, 2], ["lower(1, 1)"]),
])  # fmt: skip
def test_fall_dice_are_lowered_to_3_while_omens_remove_them_then_to_1(
    stage, tells, begin, brace, done
):
    drop = ({"from": "Z0", "to": "Z1", "kind": "drop", "dice": "2d6"}, ("Z1", "Z2"), ("Z2", "Z3"))
    battle = stage(edges=drop, A={}, M={"zone": "Z3"})
    begin(battle, dice=[5, 5, *brace, 5, 6], A=["reposition"])
    battle.act("reposition")
    battle.act("step", "Z1")
    said = []
    while battle.phase in ("lower", "land") and len(said) < len(done):
        said.append(tells(battle, "slugger"))
        battle.act(said[-1])
    assert said == done


def test_a_thrown_weapon_that_hits_stays_embedded(stage, tells, begin):
    battle = begin(stage(A={"hands": ["dagger"]}, M={"zone": "Z1"}), dice=[7, 1], A=["throw"])
    battle.act("throw", "M", "main")
    battle.act("decline")
    assert (battle.phase, tells(battle, "slugger")) == ("embed", "embed")
