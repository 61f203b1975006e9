"""The scripted baselines of ``undead``: one test for each sentence of section 10.1."""

import numpy as np
import pytest

from fracas.envs import Battle
from fracas.policies.scripted.undead import SCRIPTS, choose

OPEN = "\n".join(["." * 16] * 9)
IN_ENCOUNTER = (
    "kind at hands inventory gear hidden surprised prone physique reason agility presence athletics"
    " melee resilience awareness medicine aiming stealth reflex morale intimidation hp undead"
    " stress_limit"
).split()
NO_DICE = 10  # what the dice show unless a test says otherwise


def place(board=OPEN, options=None, order=None, **units):
    """Return a battle in the main phase of its first unit; names before ``M`` are red."""
    sides = {"red": [], "blue": []}
    for name, unit in units.items():
        figures = {key: value for key, value in unit.items() if key in IN_ENCOUNTER}
        sides["red" if name < "M" else "blue"].append(
            {"id": name, "hp": 6, "stress_limit": 4, **figures, "at": list(unit["at"])}
        )
    battle = Battle(
        {
            "system": "undead", "title": "scene", "map": board, "options": options or {},
            "sides": [{"id": side, "units": members} for side, members in sides.items()],
            **({} if options and "initiative.mode" in options else {"order": order or [*units]}),
        }
    )  # fmt: skip
    for name, unit in units.items():
        for key, value in unit.items():
            if key not in IN_ENCOUNTER:
                battle.edit(name, **{key: value})
    return battle


def says(battle, script, noise=0):
    """Return the text of a script's choice, after a check that it is legal."""
    mask = battle.mask()
    row = choose.call(
        battle.state.ctypes.data, SCRIPTS.index(script), noise, 0, mask.ctypes.data
    )
    assert mask[row] == 1
    return str(battle.action(row))


def turn(battle, script, dice=NO_DICE, until=None):
    """Return what a script does in the turn of the unit that decides; windows are passed."""
    unit, done = battle.decider, []
    while battle.outcome is None and (not done or done[-1] != "end_turn"):
        battle.force_dice([dice] * 8)
        if battle.decider == unit:
            done.append(says(battle, script))
            if until is not None and done[-1].startswith(until):
                return done
            battle.act(done[-1])
        else:
            battle.act("pass")
    return done


def asked(battle, *action):
    """Take an action of the unit in turn, whose answer somebody else owes."""
    battle.force_dice([NO_DICE] * 8)
    battle.act(*action)
    return battle


# -- common ----------------------------------------------------------------------------------------


def test_weakest_is_lowest_health_then_nearest():
    gun = {"at": (0, 4), "hands": ["pistol"]}
    ends = {"M": {"at": (8, 0)}, "N": {"at": (6, 8)}}
    assert says(place(A=gun, **ends, O={"at": (3, 4), "hp": 7}), "breaker") == "intimidate(N)"
    shots = place(A=gun, M={"at": (3, 4)}, N={"at": (9, 4), "hp": 5}, O={"at": (8, 4), "hp": 5})
    assert says(shots, "counterpuncher") == "shot_semi(O, torso)"


def test_expected_margin_is_bonus_minus_defense_dc_with_current_guard():
    gun = {"at": (0, 4), "aiming": 4, "mv": 0, "hands": [{"item": "smg", "mode": "full"}]}
    battle = place(A=gun, M={"at": (3, 4)})
    assert says(battle, "marksman") == "spray(M, torso)"
    battle.edit("M", guard=11)
    assert says(battle, "marksman") == "switch_mode"


@pytest.mark.parametrize("script", SCRIPTS)
def test_every_script_passes_a_defence_window_if_ap_is_below_1(script):
    battle = place(A={"at": (4, 4)}, M={"at": (5, 4), "agility": 3, "physique": 3, "ap": 0})
    asked(battle, "unarmed", "M", "torso")
    assert battle.phase == "main"  # without AP nobody is even asked
    assert says(battle, script)


@pytest.mark.parametrize("script", SCRIPTS[1:])
def test_all_end_the_turn_when_nothing_applies(script):
    hidden = {"at": (9, 4), "hidden": True}
    battle = place(A={"at": (0, 4), "ap": 1, "hands": ["pistol"] * (script == "marksman")}, M=hidden)
    assert turn(battle, script) == ["drop_item"] * 0 + ["end_turn"]


# -- B0 --------------------------------------------------------------------------------------------


def test_random_takes_every_legal_row_alike():
    battle = place(A={"at": (0, 0)}, M={"at": (9, 4)})
    n = len(battle.legal())
    counts = {str(action): 0 for action in battle.legal()}
    rng = np.random.default_rng(1)
    for word in rng.integers(2**63, size=400 * n):
        counts[says(battle, "random", int(word))] += 1
    assert sum((c - 400) ** 2 / 400 for c in counts.values()) < n + 5 * (2 * n) ** 0.5


# -- B1 rusher -------------------------------------------------------------------------------------


def test_rusher_strikes_an_adjacent_target_at_the_torso():
    battle = place(A={"at": (4, 4), "hands": ["knife"]}, M={"at": (5, 4)})
    assert says(battle, "rusher") == "melee(M, torso)"
    assert says(place(A={"at": (4, 4)}, M={"at": (5, 4)}), "rusher") == "unarmed(M, torso)"


@pytest.mark.parametrize(("melee", "undead", "area"), [
    (4, True, "torso"), (4, False, "torso"), (10, True, "head"), (10, False, "torso"),
])  # fmt: skip
def test_rusher_strikes_the_head_of_undead_when_bonus_minus_dc_is_at_least_minus_4(
    melee, undead, area
):
    figures = {"melee": min(4, melee), "physique": 4 if melee == 10 else 1}
    battle = place(
        {"area.head": 2} and OPEN, {"area.head": 2},
        A={"at": (4, 4), "hands": ["bat"], **figures}, M={"at": (5, 4), "undead": undead},
    )  # fmt: skip
    assert says(battle, "rusher") == f"melee(M, {area})"


def test_rusher_spends_all_ap():
    battle = place(A={"at": (4, 4), "hands": ["knife"]}, M={"at": (5, 4), "hp": 14})
    assert turn(battle, "rusher") == ["melee(M, torso)"] * 4 + ["end_turn"]


def test_rusher_steps_along_the_shortest_path_to_the_nearest_enemy():
    board = "......\n.###..\n...#..\n...#..\n......"
    battle = place(board, A={"at": (2, 2)}, M={"at": (4, 2)})  # 2 away, 5 steps round the wall
    battle.act("step", "SE") if battle.copy() is None else None
    done = turn(battle, "rusher", until="unarmed")
    assert done == ["step(S)", "step(SE)", "step(NE)", "unarmed(M, torso)"]
    two = place(A={"at": (4, 4)}, M={"at": (9, 4), "hp": 1}, N={"at": (1, 4)})
    assert says(two, "rusher") in ("step(W)", "step(NW)", "step(SW)")


def test_rusher_goes_round_difficult_ground_when_that_is_shorter():
    board = "......\n.~~~~.\n......"
    battle = place(board, A={"at": (0, 1)}, M={"at": (5, 1)})
    assert turn(battle, "rusher", until="unarmed")[0] in ("step(NE)", "step(SE)")


def test_rusher_moves_when_out_of_movement():
    battle = place(A={"at": (0, 4)}, M={"at": (14, 4)})
    done = turn(battle, "rusher")
    assert [text for text in done if not text.startswith("step")] == ["move"] * 3 + [
        "move" for _ in range(battle.unit("A").ap * 0)
    ] + ["unarmed(M, torso)", "end_turn"]
    assert done.index("move") == 4


@pytest.mark.parametrize(("x", "inventory", "first"), [
    (4, ["knife"], "drop_item(main)"), (5, ["knife"], "step"), (4, [], "step"),
])  # fmt: skip
def test_rusher_drops_a_firearm_if_it_carries_a_melee_weapon_and_is_within_4_tiles(
    x, inventory, first
):
    battle = place(A={"at": (0, 4), "hands": ["pistol"], "inventory": inventory}, M={"at": (x, 4)})
    assert says(battle, "rusher").startswith(first.split("(")[0])


def test_rusher_then_equips():
    figures = {"hands": ["smg"], "inventory": [None, "bat"]}
    done = turn(place(A={"at": (0, 4), **figures}, M={"at": (4, 4)}), "rusher", until="step")
    assert done[:2] == ["drop_item", "equip(slot_1)"]


@pytest.mark.parametrize("hp", [3, 4])
def test_rusher_defends_only_at_health_3_or_less(hp):
    battle = place(A={"at": (4, 4)}, M={"at": (5, 4), "agility": 1, "physique": 2, "hp": hp})
    asked(battle, "unarmed", "M", "torso")
    assert says(battle, "rusher") == ("parry" if hp == 3 else "pass")


def test_rusher_takes_every_opportunity_attack():
    for ap in (4, 1):
        knife = {"at": (5, 4), "hands": ["knife"], "ap": ap}
        battle = asked(place(A={"at": (4, 4)}, M=knife), "step", "W")
        assert says(battle, "rusher") == "opp_melee(torso)"
    battle = asked(place(A={"at": (4, 4)}, M={"at": (5, 4)}), "step", "W")
    assert says(battle, "rusher") == "opp_unarmed(torso)"


# -- B2 marksman -----------------------------------------------------------------------------------

CORNER = "\n".join(["..#####"] + ["#######"] * 3)


def test_marksman_keeps_1_ap():
    battle = place(A={"at": (0, 4), "mv": 0, "hands": ["pistol"]}, M={"at": (9, 4), "hp": 14})
    assert turn(battle, "marksman") == ["shot_semi(M, torso)"] * 3 + ["end_turn"]
    battle = place(A={"at": (0, 4), "mv": 0, "hands": ["revolver"]}, M={"at": (9, 4)})
    assert turn(battle, "marksman") == ["shot_single(M, torso)", "end_turn"]
    assert battle.unit("A").ap == 2


def test_marksman_disengages_from_an_adjacent_enemy_to_a_tile_without_one():
    battle = place(A={"at": (4, 4), "hands": ["pistol"]}, M={"at": (5, 4)}, N={"at": (5, 3)})
    assert says(battle, "marksman") == "disengage(SW)"


def test_marksman_shoots_when_no_tile_without_an_adjacent_enemy_exists():
    battle = place(CORNER, A={"at": (0, 0), "hands": ["pistol"]}, M={"at": (1, 0)})
    assert says(battle, "marksman") == "shot_semi(M, torso)"


def test_marksman_fires_from_the_farthest_tile_in_range_with_sight():
    board = "................\n.......#........\n................"
    gun = {"at": (5, 1), "hands": ["revolver"], "mv": 3}
    battle = place(board, A=gun, M={"at": (9, 2)})
    done = turn(battle, "marksman", until="shot")
    assert len(done) == 4
    assert (battle.unit("A").x, battle.unit("M").x) == (2, 9)
    far = place(A={"at": (4, 4), "hands": ["revolver"]}, M={"at": (13, 4)})  # range 10
    turn(far, "marksman", until="shot")
    assert far.unit("A").x == 3


@pytest.mark.parametrize(("gun", "ap", "guard", "choice"), [
    ({"mode": "full"}, 4, 10, "spray(M, torso)"),
    ({"mode": "full", "rounds": 5}, 4, 10, "spray(M, torso)"),
    ({"mode": "full", "rounds": 4}, 4, 10, "switch_mode"),
    ({"mode": "full"}, 3, 10, "switch_mode"),
    ({"mode": "full"}, 4, 11, "switch_mode"),
    ({}, 4, 10, "shot_semi(M, torso)"),
    ({}, 5, 10, "switch_mode"),  # 1 for the switch, 3 for the spray, 1 kept
    ({}, 5, 11, "shot_semi(M, torso)"),
    ({"mode": "full"}, 2, 10, "end_turn"),
])  # fmt: skip
def test_marksman_fires_full_auto_if_loaded_5_ap_4_and_bonus_minus_dc_at_least_minus_6(
    gun, ap, guard, choice
):
    figures = {"at": (0, 4), "aiming": 4, "ap": ap, "mv": 0, "hands": [{"item": "smg", **gun}]}
    battle = place(A=figures, M={"at": (9, 4), "guard": guard})
    assert says(battle, "marksman") == choice


def test_marksman_else_fires_semi_else_single():
    for gun, verb in (("smg", "shot_semi"), ("pistol", "shot_semi"), ("rifle", "shot_single")):
        battle = place(A={"at": (0, 4), "mv": 0, "hands": [gun]}, M={"at": (9, 4)})
        assert says(battle, "marksman") == f"{verb}(M, torso)"


@pytest.mark.parametrize(("x", "choice"), [(6, "reload(slot_0)"), (5, "end_turn")])
def test_marksman_reloads_at_0_rounds_when_no_enemy_is_within_5(x, choice):
    empty = {"hands": [{"item": "pistol", "rounds": 0}], "inventory": ["mag12"]}
    assert says(place(A={"at": (0, 4), "mv": 0, **empty}, M={"at": (x, 4)}), "marksman") == choice
    one = {"hands": [{"item": "pistol", "rounds": 1}], "inventory": ["mag12"]}
    battle = place(A={"at": (0, 4), "mv": 0, **one}, M={"at": (x, 4)})
    assert says(battle, "marksman") == "shot_semi(M, torso)"


@pytest.mark.parametrize(("x", "choice"), [(6, "unjam"), (5, "end_turn")])
def test_marksman_unjams_when_no_enemy_is_within_5(x, choice):
    jam = {"hands": [{"item": "smg", "jam": True}]}
    assert says(place(A={"at": (0, 4), "mv": 0, **jam}, M={"at": (x, 4)}), "marksman") == choice


@pytest.mark.parametrize(("agility", "answer"), [(2, "dodge"), (1, "pass")])
def test_marksman_dodges_if_it_raises_d_by_2_or_more(agility, answer):
    target = {"at": (5, 4), "agility": agility, "hands": ["pistol"]}
    battle = asked(place(A={"at": (4, 4)}, M=target), "unarmed", "M", "torso")
    assert says(battle, "marksman") == answer


# -- B3 counterpuncher -----------------------------------------------------------------------------


@pytest.mark.parametrize(("hands", "row"), [
    (["pistol"], "shot_semi(M, torso)"), (["knife"], "melee(M, torso)"), ([], "unarmed(M, torso)"),
])  # fmt: skip
def test_counterpuncher_acts_with_2_ap_only_and_keeps_2(hands, row):
    battle = place(A={"at": (4, 4), "hands": hands}, M={"at": (5, 4), "hp": 14})
    assert turn(battle, "counterpuncher") == [row, row, "end_turn"]
    assert battle.unit("A").ap == 2


def test_counterpuncher_closes_to_2_tiles_beyond_reach_if_nothing_is_in_range():
    battle = place(A={"at": (0, 4), "hands": ["knife"]}, M={"at": (10, 4)})
    done = turn(battle, "counterpuncher", until="ready")
    assert battle.unit("M").x - battle.unit("A").x == 3
    assert done == ["step(E)"] * 4 + ["move"] + ["step(E)"] * 3 + ["ready(enemy_enters_reach)"]


def test_counterpuncher_readies_melee_or_a_shot_if_nothing_is_in_range():
    battle = place(A={"at": (0, 4), "hands": ["knife"]}, M={"at": (3, 4)})
    done = turn(battle, "counterpuncher")
    assert done == ["ready(enemy_enters_reach)", "ready_kind(melee)", "end_turn"]
    wall = "....#....\n" * 5
    for gun, kind in (("pistol", "shot_semi"), ("revolver", "shot_single")):
        battle = place(wall, A={"at": (3, 2), "hands": [gun]}, M={"at": (6, 2)})
        done = turn(battle, "counterpuncher")
        assert done == ["ready(enemy_in_sight)", f"ready_kind({kind})", "end_turn"]
        assert battle.unit("A").ap == 3


def test_counterpuncher_takes_the_readied_action():
    waits = {"at": (8, 4), "hands": ["knife"], "ready": ("enemy_enters_reach", "melee")}
    battle = asked(place(A={"at": (6, 4)}, M=waits), "step", "E")
    assert (battle.phase, says(battle, "counterpuncher")) == ("ready_fire", "melee(A, torso)")


@pytest.mark.parametrize(("agility", "physique", "answer"), [
    (2, 1, "dodge"), (1, 2, "parry"), (1, 1, "dodge"),
])  # fmt: skip
def test_counterpuncher_uses_the_better_of_dodge_and_parry(agility, physique, answer):
    target = {"at": (5, 4), "agility": agility, "physique": physique}
    battle = asked(place(A={"at": (4, 4)}, M=target), "unarmed", "M", "torso")
    assert says(battle, "counterpuncher") == answer


def test_counterpuncher_defends_at_the_first_attack_of_every_enemy_turn():
    shooter = {"at": (4, 4), "hands": ["pistol"]}
    target = {"at": (5, 4), "agility": 1, "physique": 3, "hp": 9}
    battle = place(A=shooter, M=target, B={"at": (5, 5)}, order=["A", "B", "M"])
    asked(battle, "shot_semi", "M", "torso")
    assert says(battle, "counterpuncher") == "dodge"
    battle.act("dodge")
    battle.act("drop_item")
    asked(battle, "unarmed", "M", "torso")
    assert (battle.phase, says(battle, "counterpuncher")) == ("defend", "pass")
    battle.act("pass")
    battle.act("end_turn")
    asked(battle, "unarmed", "M", "torso")
    assert says(battle, "counterpuncher") == "parry"


@pytest.mark.parametrize(("ap", "order", "taken"), [
    (2, ["A", "B", "M"], True), (1, ["A", "B", "M"], False), (1, ["A", "M", "B"], True),
])  # fmt: skip
def test_counterpuncher_takes_opportunity_attacks_with_the_last_ap_only_if_no_enemy_is_to_act(
    ap, order, taken
):
    battle = place(
        A={"at": (4, 4)}, B={"at": (0, 0)}, M={"at": (5, 4), "ap": ap}, order=order
    )
    asked(battle, "step", "W")
    assert says(battle, "counterpuncher") == ("opp_unarmed(torso)" if taken else "pass")


# -- B4 wrestler -----------------------------------------------------------------------------------


def test_wrestler_gets_hands_empty():
    battle = place(A={"at": (0, 4), "hands": ["pistol", "knife"]}, M={"at": (1, 4)})
    done = turn(battle, "wrestler", until="grapple")
    assert done == ["drop_item(main)", "drop_item", "grapple(M)"]


def test_wrestler_pushes_only_to_break_the_hold_on_an_ally():
    units = {"A": {"at": (4, 4)}, "M": {"at": (5, 4)}, "B": {"at": (5, 5)}, "N": {"at": (4, 5)}}
    assert says(place(**units), "wrestler") == "grapple(M)"
    battle = place(**units)
    battle.edit("N", grappling="B")
    assert says(battle, "wrestler") == "push(N)"


def test_wrestler_else_grapples():
    battle = place(A={"at": (4, 4)}, M={"at": (5, 4)})
    assert says(battle, "wrestler") == "grapple(M)"
    battle.edit("A", ap=1)
    assert says(battle, "wrestler") == "unarmed(M, torso)"


@pytest.mark.parametrize("prone", [False, True])
def test_wrestler_strikes_whom_it_holds_unarmed_at_the_torso_and_never_releases(prone):
    battle = place(A={"at": (4, 4)}, M={"at": (5, 4), "hp": 14}, N={"at": (4, 5), "hp": 1})
    battle.edit("A", grappling="M")
    battle.edit("M", prone=prone)
    assert turn(battle, "wrestler") == ["unarmed(M, torso)"] * 4 + ["end_turn"]
    assert battle.unit("A").grappling == "M"


def test_wrestler_chooses_grapple_at_a_strong_unarmed_hit_when_not_yet_holding():
    battle = place(A={"at": (4, 4)}, M={"at": (5, 4)})
    battle.force_dice([16])
    battle.act("unarmed", "M", "torso")
    assert (battle.phase, says(battle, "wrestler")) == ("strong_choice", "strong_grapple")
    assert says(battle, "rusher") == "table"


@pytest.mark.parametrize(("other", "preferred"), [
    ({}, "M"), ({"agility": 2}, "N"), ({"hands": ["pistol"]}, "N"),
    ({"agility": 2, "physique": 2}, "M"), ({"hands": ["knife"]}, "M"),
])  # fmt: skip
def test_wrestler_prefers_targets_with_dodge_over_parry_and_firearms(other, preferred):
    near = place(A={"at": (4, 4)}, M={"at": (5, 4), "hp": 1}, N={"at": (3, 4), **other})
    assert says(near, "wrestler") == f"grapple({preferred})"
    far = place(A={"at": (7, 4)}, M={"at": (12, 4), "hp": 1}, N={"at": (2, 4), **other})
    assert says(far, "wrestler").endswith("E)") == (preferred == "M")


def test_wrestler_parries():
    target = {"at": (5, 4), "agility": 4, "physique": 1}
    battle = asked(place(A={"at": (4, 4)}, M=target), "unarmed", "M", "torso")
    assert says(battle, "wrestler") == "parry"
    target = {"at": (5, 4), "agility": 4}
    battle = asked(place(A={"at": (4, 4)}, M=target), "unarmed", "M", "torso")
    assert says(battle, "wrestler") == "pass"


# -- B5 stalker ------------------------------------------------------------------------------------

SCREEN = "...........\n.....#.....\n.....#.....\n.h...#.....\n...........\n..........."


def test_stalker_hidden_sneaks_to_the_nearest_tile_out_of_all_sight_and_within_range():
    knife = {"at": (1, 2), "hidden": True, "ap": 1, "hands": ["throwing_knife"], "physique": 1}
    battle = place(SCREEN, A=knife, M={"at": (7, 2)})  # range 4: from column 3, behind the screen
    assert turn(battle, "stalker") == ["sneak", "step(E)", "step(E)", "end_turn"]
    assert battle.unit("A").hidden


def test_stalker_expects_a_hidden_target_where_it_was_last_seen_to_move():
    knife = {"at": (1, 2), "hidden": True, "hands": ["throwing_knife"], "physique": 1}
    units = {"A": knife, "M": {"at": (8, 2)}}
    battle = place(SCREEN, **units, order=["M", "A"])
    battle.act("step", "W")
    battle.act("end_turn")
    battle.edit("M", hidden=True)
    assert turn(battle, "stalker")[0] == "sneak"
    assert battle.unit("A").x == 3
    unknown = place(SCREEN, **units)
    unknown.edit("M", hidden=True)
    assert turn(unknown, "stalker") == ["end_turn"]


@pytest.mark.parametrize(("hands", "figures", "row"), [
    (["throwing_knife", "knife"], {"aiming": 1}, "throw_weapon(M, torso)"),
    (["throwing_knife", "knife"], {"melee": 2}, "melee(M, torso, main)"),
    (["revolver"], {}, "shot_single(M, torso)"),
    ([{"item": "smg", "mode": "full"}], {}, "spray(M, torso)"),
])  # fmt: skip
def test_stalker_attacks_from_hidden_with_the_best_weapon(hands, figures, row):
    hidden = {"at": (4, 4), "hidden": True, "hands": hands, **figures}
    assert says(place(A=hidden, M={"at": (5, 4)}), "stalker") == row


def test_stalker_sneaks_out_to_attack_from_hidden():
    hidden = {"at": (4, 3), "hidden": True, "hands": ["pistol"]}
    battle = place(SCREEN, A=hidden, M={"at": (8, 2)})
    done = turn(battle, "stalker", until="shot")
    assert done[0] == "sneak"
    assert done[-1] == "shot_semi(M, torso)"
    assert battle.unit("A").hidden


@pytest.mark.parametrize(("aiming", "agility", "hidden", "area"), [
    (4, 2, True, "head"), (4, 1, True, "torso"), (4, 2, False, "torso"),
])  # fmt: skip
def test_stalker_strikes_the_head_if_with_advantage_bonus_minus_dc_is_at_least_minus_8(
    aiming, agility, hidden, area
):
    gun = {"at": (4, 4), "hidden": hidden, "hands": ["pistol"], "aiming": aiming}
    battle = place(A={**gun, "agility": agility}, M={"at": (9, 4)})
    assert says(battle, "stalker") == f"shot_semi(M, {area})"


def test_stalker_then_moves_out_of_sight_and_hides_when_a_hiding_place_can_be_reached():
    gun = {"at": (4, 4), "hidden": True, "hands": ["pistol"]}
    battle = place(SCREEN, A=gun, M={"at": (9, 3), "hp": 14})
    done = turn(battle, "stalker")
    first_step = next(k for k, text in enumerate(done) if text.startswith("step"))
    assert done[:first_step] == ["shot_semi(M, torso)"]
    assert "hide" in done[first_step:]


def test_stalker_without_a_hiding_place_attacks_as_it_stands():
    battle = place(A={"at": (4, 4), "hands": ["pistol"]}, M={"at": (9, 4)})
    assert says(battle, "stalker") == "shot_semi(M, torso)"


def test_stalker_not_hidden_and_unseen_hides():
    battle = place(SCREEN, A={"at": (2, 3), "hands": ["pistol"]}, M={"at": (9, 2)})
    assert says(battle, "stalker") == "hide"


def test_stalker_dodges_always():
    target = {"at": (5, 4), "agility": 1, "physique": 4, "hands": ["pistol"]}
    battle = asked(place(A={"at": (4, 4)}, M=target), "unarmed", "M", "torso")
    assert says(battle, "stalker") == "dodge"


# -- B6 breaker ------------------------------------------------------------------------------------


def test_breaker_intimidates_the_enemy_with_the_lowest_stress_limit_minus_stress():
    shaken = {"at": (9, 7), "stress": 3, "hp": 9}
    gone = {"at": (9, 0), "stress": 4, "hp": 1}
    battle = place(A={"at": (4, 4)}, M={"at": (9, 4), "stress": 2}, N=shaken, O=gone)
    assert says(battle, "breaker") == "intimidate(N)"


def test_breaker_intimidates_while_in_sight_only():
    battle = place("....#....\n" * 3, A={"at": (1, 1)}, M={"at": (7, 1)})
    assert says(battle, "breaker") == "end_turn"


@pytest.mark.parametrize(("x", "row"), [(6, "intimidate(N)"), (5, "shot_semi(M, torso)")])
def test_breaker_intimidates_at_2_tiles_from_every_enemy(x, row):
    battle = place(
        A={"at": (4, 4), "hands": ["pistol"]}, M={"at": (x, 4)}, N={"at": (9, 4), "stress": 3}
    )
    assert says(battle, "breaker") == row


def test_breaker_intimidates_twice_a_turn_and_keeps_2_ap():
    battle = place(A={"at": (4, 4), "hands": ["pistol"]}, M={"at": (9, 4)})
    assert turn(battle, "breaker", dice=10)[:2] == ["intimidate(M)"] * 2
    battle = place(A={"at": (4, 4), "morale": 1, "hands": ["pistol"]}, M={"at": (9, 4), "morale": 4})
    assert turn(battle, "breaker") == ["intimidate(M)"] * 2 + ["end_turn"]
    assert battle.unit("A").ap == 2


def test_breaker_dodges():
    battle = asked(
        place(A={"at": (4, 4)}, M={"at": (5, 4), "agility": 1, "physique": 3}),
        "unarmed", "M", "torso",
    )  # fmt: skip
    assert says(battle, "breaker") == "dodge"


def test_breaker_shoots_with_what_is_left():
    battle = place(
        options={"ap.per_turn": 6},
        A={"at": (4, 4), "mv": 0, "hands": ["pistol"]}, M={"at": (9, 4), "morale": 4, "hp": 14},
    )  # fmt: skip
    assert turn(battle, "breaker") == ["intimidate(M)"] * 2 + ["shot_semi(M, torso)"] * 2 + [
        "end_turn"
    ]


def test_breaker_switches_to_the_marksman_when_all_enemies_are_at_their_limit():
    gun = {"at": (4, 4), "mv": 0, "hands": ["pistol"]}
    battle = place(A=gun, M={"at": (9, 4), "stress": 4, "hp": 14})
    assert turn(battle, "breaker") == ["shot_semi(M, torso)"] * 3 + ["end_turn"]
    battle = place(A=gun, M={"at": (9, 4), "stress": 4}, N={"at": (9, 5), "stress": 3})
    assert says(battle, "breaker") == "intimidate(N)"


# -- B7 field team ---------------------------------------------------------------------------------

MEDIC = {"medicine": 4, "reason": 2, "hands": ["pistol"], "inventory": ["bandage"]}
GUNNER = {"aiming": 4, "agility": 2, "hands": ["pistol"]}
BRUISER = {"melee": 4, "physique": 2}


@pytest.mark.parametrize(("hp", "bleed", "helped"), [(4, 1, True), (5, 1, False), (5, 2, True)])
def test_medic_presses_on_a_bleeding_ally_of_4_health_or_2_ticks(hp, bleed, helped):
    ally = {"at": (4, 5), "hp": hp, "bleed": bleed}
    battle = place(A={"at": (4, 4), "mv": 0, **MEDIC}, B=ally, M={"at": (11, 4)})
    assert says(battle, "field_team") == ("pressure(B)" if helped else "shot_semi(M, torso)")


def test_medic_presses_on_its_own_wound_too():
    battle = place(A={"at": (4, 4), "mv": 0, "bleed": 2, **MEDIC}, M={"at": (11, 4)})
    assert says(battle, "field_team") == "pressure(A)"


@pytest.mark.parametrize(("other", "preferred"), [
    ({}, "M"), ({"stunned": 1}, "N"), ({"ap": 0}, "N"), ({"prone": True}, "M"),
])  # fmt: skip
def test_gunner_prefers_targets_that_are_stunned_or_have_spent_their_guard_ap(other, preferred):
    gun = {"at": (4, 4), "mv": 0, **GUNNER}
    battle = place(A=gun, M={"at": (9, 4), "hp": 3}, N={"at": (9, 5), **other})
    assert says(battle, "field_team") == f"shot_semi({preferred}, torso)"


def test_gunner_prefers_a_grappled_target_and_a_prone_one_within_1():
    gun = {"at": (4, 4), "mv": 0, **GUNNER}
    battle = place(A=gun, B={"at": (9, 6)}, M={"at": (9, 4), "hp": 3}, N={"at": (9, 5)})
    battle.edit("B", grappling="N")
    assert says(battle, "field_team") == "shot_semi(N, torso)"
    board = "...\n" + "###\n" * 3
    prone = {"at": (1, 0), "prone": True}
    battle = place(board, A={**gun, "at": (0, 0)}, M={"at": (2, 0), "hp": 3}, N=prone)
    assert says(battle, "field_team") == "shot_semi(N, torso)"


def test_bruiser_wrestles_the_enemy_gunner():
    battle = place(
        A={"at": (4, 4), **BRUISER}, M={"at": (5, 4), "hp": 1, **BRUISER}, N={"at": (4, 6), **GUNNER}
    )
    done = turn(battle, "field_team", until="grapple")
    assert done[0].startswith("step(")
    assert done[-1] == "grapple(N)"


def test_bruiser_parries_and_gunner_dodges():
    for figures, answer in ((BRUISER, "parry"), (GUNNER, "dodge")):
        target = {"at": (5, 4), **figures}
        battle = asked(place(A={"at": (4, 4)}, M=target), "unarmed", "M", "torso")
        assert says(battle, "field_team") == answer


def test_side_order_is_bruiser_gunner_medic():
    units = {"A": MEDIC, "B": GUNNER, "C": BRUISER}
    red = {name: {"at": (4, y), "reflex": 4, **unit} for y, (name, unit) in enumerate(units.items())}
    battle = place(options={"initiative.mode": "side"}, **red, M={"at": (9, 4), "agility": -1})
    while battle.phase != "next_unit":
        battle.act("end_turn")
    asked_units = []
    while battle.phase == "next_unit":
        asked_units.append(says(battle, "field_team"))
        battle.act(asked_units[-1])
        battle.act("end_turn")
        if battle.unit(battle.decider).side == 1:
            battle.act("end_turn")
    assert asked_units == ["next_unit(C)", "next_unit(B)"]


# -- B8 shambler -----------------------------------------------------------------------------------

DEAD = {"at": (4, 4), "undead": True}


def test_shambler_takes_the_nearest_enemy():
    battle = place(A=DEAD, M={"at": (9, 4), "hp": 1}, N={"at": (0, 4)})
    assert says(battle, "shambler") == "step(W)"


def test_shambler_grapples_if_it_has_2_ap_and_the_target_is_not_held_else_strikes_unarmed():
    battle = place(A=DEAD, B={"at": (5, 5), "undead": True}, M={"at": (5, 4)})
    assert says(battle, "shambler") == "grapple(M)"
    battle.edit("A", ap=1)
    assert says(battle, "shambler") == "unarmed(M, torso)"
    battle.edit("A", ap=4)
    battle.edit("B", grappling="M")
    assert says(battle, "shambler") == "unarmed(M, torso)"


def test_shambler_walks_straight():
    battle = place("........\n...##...\n........", A={**DEAD, "at": (2, 1)}, M={"at": (7, 1)})
    assert says(battle, "shambler") in ("step(NE)", "step(SE)", "step(E)")
    board = ".....\n..##.\n..#..\n..##.\n....."
    stuck = place(board, A={**DEAD, "at": (1, 2)}, M={"at": (4, 2)})
    assert says(stuck, "shambler") == "end_turn"
    assert says(stuck, "rusher").startswith("step")


def test_shambler_uses_no_windows_except_opportunity_attacks_always_taken():
    body = {"at": (5, 4), "agility": 3, "physique": 3, "ap": 1}
    battle = asked(place(A={"at": (4, 4)}, M=body), "unarmed", "M", "torso")
    assert says(battle, "shambler") == "pass"
    battle = asked(place(A={"at": (4, 4)}, M=body), "step", "W")
    assert says(battle, "shambler") == "opp_unarmed(torso)"
