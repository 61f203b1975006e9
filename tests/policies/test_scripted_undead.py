"""The scripted baselines of ``undead``, B0 to B4: a test for each sentence of section 10.1."""

import numpy as np
import pytest

from fracas.policies.scripted.undead import SCRIPTS

# -- common ----------------------------------------------------------------------------------------


def test_weakest_is_lowest_health_then_nearest(place, says):
    gun = {"at": (0, 4), "hands": ["pistol"]}
    ends = {"M": {"at": (8, 0)}, "N": {"at": (6, 8)}}
    assert says(place(A=gun, **ends, O={"at": (3, 4), "hp": 7}), "breaker") == "intimidate(N)"
    shots = place(A=gun, M={"at": (3, 4)}, N={"at": (9, 4), "hp": 5}, O={"at": (8, 4), "hp": 5})
    assert says(shots, "counterpuncher") == "shot_semi(O, torso)"


def test_expected_margin_is_bonus_minus_defense_dc_with_current_guard(place, says):
    gun = {"at": (0, 4), "aiming": 4, "mv": 0, "hands": [{"item": "smg", "mode": "full"}]}
    battle = place(A=gun, M={"at": (3, 4)})
    assert says(battle, "marksman") == "spray(M, torso)"
    battle.edit("M", guard=11)
    assert says(battle, "marksman") == "switch_mode"


@pytest.mark.parametrize("script", SCRIPTS)
def test_every_script_passes_a_defence_window_if_ap_is_below_1(place, says, asked, script):
    battle = place(A={"at": (4, 4)}, M={"at": (5, 4), "agility": 3, "physique": 3, "ap": 0})
    asked(battle, "unarmed", "M", "torso")
    assert battle.phase == "main"  # without AP nobody is even asked
    assert says(battle, script)


@pytest.mark.parametrize("script", SCRIPTS[1:])
def test_all_end_the_turn_when_nothing_applies(place, turn, script):
    hidden = {"at": (9, 4), "hidden": True}
    assert turn(place(A={"at": (0, 4), "ap": 1}, M=hidden), script) == ["end_turn"]


# -- B0 --------------------------------------------------------------------------------------------


def test_random_takes_every_legal_row_alike(place, says):
    battle = place(A={"at": (0, 0)}, M={"at": (9, 4)})
    n = len(battle.legal())
    counts = {str(action): 0 for action in battle.legal()}
    rng = np.random.default_rng(1)
    for word in rng.integers(2**63, size=400 * n):
        counts[says(battle, "random", int(word))] += 1
    assert sum((c - 400) ** 2 / 400 for c in counts.values()) < n + 5 * (2 * n) ** 0.5


# -- B1 rusher -------------------------------------------------------------------------------------


def test_rusher_strikes_an_adjacent_target_at_the_torso(place, says):
    battle = place(A={"at": (4, 4), "hands": ["knife"]}, M={"at": (5, 4)})
    assert says(battle, "rusher") == "melee(M, torso)"
    assert says(place(A={"at": (4, 4)}, M={"at": (5, 4)}), "rusher") == "unarmed(M, torso)"


@pytest.mark.parametrize(("physique", "undead", "area"), [
    (4, True, "head"), (3, True, "torso"), (4, False, "torso"),
])  # fmt: skip
def test_rusher_strikes_the_head_of_undead_when_bonus_minus_dc_is_at_least_minus_4(
    place, says, physique, undead, area
):
    fighter = {"at": (4, 4), "hands": ["bat"], "melee": 4, "physique": physique}
    target = {"at": (5, 4), "undead": undead}
    battle = place(options={"area.head": 2}, A=fighter, M=target)  # DC 12
    assert says(battle, "rusher") == f"melee(M, {area})"


def test_rusher_spends_all_ap(place, turn):
    battle = place(A={"at": (4, 4), "hands": ["knife"]}, M={"at": (5, 4), "hp": 14})
    assert turn(battle, "rusher") == ["melee(M, torso)"] * 4 + ["end_turn"]


def test_rusher_steps_along_the_shortest_path_to_the_nearest_enemy(place, says, turn):
    board = "......\n.###..\n...#..\n...#..\n......"
    battle = place(board, A={"at": (2, 2)}, M={"at": (4, 2)})  # 2 away, 5 steps round the wall
    done = turn(battle, "rusher", until="unarmed")
    assert done == ["step(S)", "step(SE)", "step(NE)", "unarmed(M, torso)"]
    two = place(A={"at": (4, 4)}, M={"at": (9, 4), "hp": 1}, N={"at": (1, 4)})
    assert says(two, "rusher") in ("step(W)", "step(NW)", "step(SW)")


def test_rusher_goes_round_difficult_ground_when_that_is_shorter(place, turn):
    board = "......\n.~~~~.\n......"
    battle = place(board, A={"at": (0, 1)}, M={"at": (5, 1)})
    assert turn(battle, "rusher", until="unarmed")[0] in ("step(NE)", "step(SE)")


def test_rusher_moves_when_out_of_movement(place, turn):
    battle = place(A={"at": (0, 4)}, M={"at": (14, 4)})
    done = turn(battle, "rusher")
    steps = ["step(E)"] * 4
    assert done[:-1] == [
        *steps,
        "move",
        *steps,
        "move",
        *steps,
        "move",
        "step(E)",
        "unarmed(M, torso)",
    ]


@pytest.mark.parametrize(("x", "inventory", "first"), [
    (4, ["knife"], "drop_item(main)"), (5, ["knife"], "step"), (4, [], "step"),
])  # fmt: skip
def test_rusher_drops_a_firearm_if_it_carries_a_melee_weapon_and_is_within_4_tiles(
    place, says, x, inventory, first
):
    battle = place(A={"at": (0, 4), "hands": ["pistol"], "inventory": inventory}, M={"at": (x, 4)})
    assert says(battle, "rusher").startswith(first.split("(")[0])


def test_rusher_then_equips(place, turn):
    figures = {"hands": ["smg"], "inventory": [None, "bat"]}
    done = turn(place(A={"at": (0, 4), **figures}, M={"at": (4, 4)}), "rusher", until="step")
    assert done[:2] == ["drop_item", "equip(slot_1)"]


@pytest.mark.parametrize("hp", [3, 4])
def test_rusher_defends_only_at_health_3_or_less(place, says, asked, hp):
    battle = place(A={"at": (4, 4)}, M={"at": (5, 4), "agility": 1, "physique": 2, "hp": hp})
    asked(battle, "unarmed", "M", "torso")
    assert says(battle, "rusher") == ("parry" if hp == 3 else "pass")


def test_rusher_takes_every_opportunity_attack(place, says, asked):
    for ap in (4, 1):
        knife = {"at": (5, 4), "hands": ["knife"], "ap": ap}
        battle = asked(place(A={"at": (4, 4)}, M=knife), "step", "W")
        assert says(battle, "rusher") == "opp_melee(torso)"
    battle = asked(place(A={"at": (4, 4)}, M={"at": (5, 4)}), "step", "W")
    assert says(battle, "rusher") == "opp_unarmed(torso)"


# -- B2 marksman -----------------------------------------------------------------------------------

CORNER = "\n".join(["..#####"] + ["#######"] * 3)


def test_marksman_keeps_1_ap(place, turn):
    battle = place(A={"at": (0, 4), "mv": 0, "hands": ["pistol"]}, M={"at": (9, 4), "hp": 14})
    assert turn(battle, "marksman") == ["shot_semi(M, torso)"] * 3 + ["end_turn"]
    battle = place(A={"at": (0, 4), "mv": 0, "hands": ["revolver"]}, M={"at": (9, 4)})
    assert turn(battle, "marksman") == ["shot_single(M, torso)", "end_turn"]
    assert battle.unit("A").ap == 2


def test_marksman_disengages_from_an_adjacent_enemy_to_a_tile_without_one(place, says):
    battle = place(A={"at": (4, 4), "hands": ["pistol"]}, M={"at": (5, 4)}, N={"at": (5, 3)})
    assert says(battle, "marksman") == "disengage(SW)"


def test_marksman_shoots_when_no_tile_without_an_adjacent_enemy_exists(place, says):
    battle = place(CORNER, A={"at": (0, 0), "hands": ["pistol"]}, M={"at": (1, 0)})
    assert says(battle, "marksman") == "shot_semi(M, torso)"


def test_marksman_fires_from_the_farthest_tile_in_range_with_sight(place, turn):
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
    place, says, gun, ap, guard, choice
):
    figures = {"at": (0, 4), "aiming": 4, "ap": ap, "mv": 0, "hands": [{"item": "smg", **gun}]}
    battle = place(A=figures, M={"at": (9, 4), "guard": guard})
    assert says(battle, "marksman") == choice


def test_marksman_else_fires_semi_else_single(place, says):
    for gun, verb in (("smg", "shot_semi"), ("pistol", "shot_semi"), ("rifle", "shot_single")):
        battle = place(A={"at": (0, 4), "mv": 0, "hands": [gun]}, M={"at": (9, 4)})
        assert says(battle, "marksman") == f"{verb}(M, torso)"


@pytest.mark.parametrize(("x", "choice"), [(6, "reload(slot_0)"), (5, "end_turn")])
def test_marksman_reloads_at_0_rounds_when_no_enemy_is_within_5(place, says, x, choice):
    empty = {"hands": [{"item": "pistol", "rounds": 0}], "inventory": ["mag12"]}
    assert says(place(A={"at": (0, 4), "mv": 0, **empty}, M={"at": (x, 4)}), "marksman") == choice
    one = {"hands": [{"item": "pistol", "rounds": 1}], "inventory": ["mag12"]}
    battle = place(A={"at": (0, 4), "mv": 0, **one}, M={"at": (x, 4)})
    assert says(battle, "marksman") == "shot_semi(M, torso)"


@pytest.mark.parametrize(("x", "choice"), [(6, "unjam"), (5, "end_turn")])
def test_marksman_unjams_when_no_enemy_is_within_5(place, says, x, choice):
    jam = {"hands": [{"item": "smg", "jam": True}]}
    assert says(place(A={"at": (0, 4), "mv": 0, **jam}, M={"at": (x, 4)}), "marksman") == choice


@pytest.mark.parametrize(("agility", "answer"), [(2, "dodge"), (1, "pass")])
def test_marksman_dodges_if_it_raises_d_by_2_or_more(place, says, asked, agility, answer):
    target = {"at": (5, 4), "agility": agility, "hands": ["pistol"]}
    battle = asked(place(A={"at": (4, 4)}, M=target), "unarmed", "M", "torso")
    assert says(battle, "marksman") == answer


# -- B3 counterpuncher -----------------------------------------------------------------------------


@pytest.mark.parametrize(("hands", "row"), [
    (["pistol"], "shot_semi(M, torso)"), (["knife"], "melee(M, torso)"), ([], "unarmed(M, torso)"),
])  # fmt: skip
def test_counterpuncher_acts_with_2_ap_only_and_keeps_2(place, turn, hands, row):
    battle = place(A={"at": (4, 4), "hands": hands}, M={"at": (5, 4), "hp": 14})
    assert turn(battle, "counterpuncher") == [row, row, "end_turn"]
    assert battle.unit("A").ap == 2


def test_counterpuncher_closes_to_2_tiles_beyond_reach_if_nothing_is_in_range(place, turn):
    battle = place(A={"at": (0, 4), "hands": ["knife"]}, M={"at": (10, 4)})
    done = turn(battle, "counterpuncher", until="ready")
    assert battle.unit("M").x - battle.unit("A").x == 3
    assert done == ["step(E)"] * 4 + ["move"] + ["step(E)"] * 3 + ["ready(enemy_enters_reach)"]


def test_counterpuncher_readies_melee_or_a_shot_if_nothing_is_in_range(place, turn):
    battle = place(A={"at": (0, 4), "hands": ["knife"]}, M={"at": (3, 4)})
    done = turn(battle, "counterpuncher")
    assert done == ["ready(enemy_enters_reach)", "ready_kind(melee)", "end_turn"]
    wall = "....#....\n" * 5
    for gun, kind in (("pistol", "shot_semi"), ("revolver", "shot_single")):
        battle = place(wall, A={"at": (3, 2), "hands": [gun]}, M={"at": (6, 2)})
        done = turn(battle, "counterpuncher")
        assert done == ["ready(enemy_in_sight)", f"ready_kind({kind})", "end_turn"]
        assert battle.unit("A").ap == 3


def test_counterpuncher_takes_the_readied_action(place, says, asked):
    waits = {"at": (8, 4), "hands": ["knife"], "ready": ("enemy_enters_reach", "melee")}
    battle = asked(place(A={"at": (6, 4)}, M=waits), "step", "E")
    assert (battle.phase, says(battle, "counterpuncher")) == ("ready_fire", "melee(A, torso)")


@pytest.mark.parametrize(("agility", "physique", "answer"), [
    (2, 1, "dodge"), (1, 2, "parry"), (1, 1, "dodge"),
])  # fmt: skip
def test_counterpuncher_uses_the_better_of_dodge_and_parry(
    place, says, asked, agility, physique, answer
):
    target = {"at": (5, 4), "agility": agility, "physique": physique}
    battle = asked(place(A={"at": (4, 4)}, M=target), "unarmed", "M", "torso")
    assert says(battle, "counterpuncher") == answer


def test_counterpuncher_defends_at_the_first_attack_of_every_enemy_turn(place, says, asked):
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
    place, says, asked, ap, order, taken
):
    battle = place(A={"at": (4, 4)}, B={"at": (0, 0)}, M={"at": (5, 4), "ap": ap}, order=order)
    asked(battle, "step", "W")
    assert says(battle, "counterpuncher") == ("opp_unarmed(torso)" if taken else "pass")


# -- B4 wrestler -----------------------------------------------------------------------------------


def test_wrestler_gets_hands_empty(place, turn):
    battle = place(A={"at": (0, 4), "hands": ["pistol", "knife"]}, M={"at": (1, 4)})
    done = turn(battle, "wrestler", until="grapple")
    assert done == ["drop_item(main)", "drop_item", "grapple(M)"]


def test_wrestler_pushes_only_to_break_the_hold_on_an_ally(place, says):
    units = {"A": {"at": (4, 4)}, "M": {"at": (5, 4)}, "B": {"at": (5, 5)}, "N": {"at": (4, 5)}}
    assert says(place(**units), "wrestler") == "grapple(M)"
    battle = place(**units)
    battle.edit("N", grappling="B")
    assert says(battle, "wrestler") == "push(N)"


def test_wrestler_else_grapples(place, says):
    battle = place(A={"at": (4, 4)}, M={"at": (5, 4)})
    assert says(battle, "wrestler") == "grapple(M)"
    battle.edit("A", ap=1)
    assert says(battle, "wrestler") == "unarmed(M, torso)"


@pytest.mark.parametrize("prone", [False, True])
def test_wrestler_strikes_whom_it_holds_unarmed_at_the_torso_and_never_releases(place, turn, prone):
    battle = place(A={"at": (4, 4)}, M={"at": (5, 4), "hp": 14}, N={"at": (4, 5), "hp": 1})
    battle.edit("A", grappling="M")
    battle.edit("M", prone=prone)
    assert turn(battle, "wrestler") == ["unarmed(M, torso)"] * 4 + ["end_turn"]
    assert battle.unit("A").grappling == "M"


def test_wrestler_chooses_grapple_at_a_strong_unarmed_hit_when_not_yet_holding(place, says):
    battle = place(A={"at": (4, 4)}, M={"at": (5, 4)})
    battle.force_dice([16])
    battle.act("unarmed", "M", "torso")
    assert (battle.phase, says(battle, "wrestler")) == ("strong_choice", "strong_grapple")
    assert says(battle, "rusher") == "table"


@pytest.mark.parametrize(("other", "preferred"), [
    ({}, "M"), ({"agility": 2}, "N"), ({"hands": ["pistol"]}, "N"),
    ({"agility": 2, "physique": 2}, "M"), ({"hands": ["knife"]}, "M"),
])  # fmt: skip
def test_wrestler_prefers_targets_with_dodge_over_parry_and_firearms(place, says, other, preferred):
    near = place(A={"at": (4, 4)}, M={"at": (5, 4), "hp": 1}, N={"at": (3, 4), **other})
    assert says(near, "wrestler") == f"grapple({preferred})"
    far = place(A={"at": (7, 4)}, M={"at": (12, 4), "hp": 1}, N={"at": (2, 4), **other})
    assert says(far, "wrestler").endswith("E)") == (preferred == "M")


def test_wrestler_parries(place, says, asked):
    target = {"at": (5, 4), "agility": 4, "physique": 1}
    battle = asked(place(A={"at": (4, 4)}, M=target), "unarmed", "M", "torso")
    assert says(battle, "wrestler") == "parry"
    target = {"at": (5, 4), "agility": 4}
    battle = asked(place(A={"at": (4, 4)}, M=target), "unarmed", "M", "torso")
    assert says(battle, "wrestler") == "pass"
