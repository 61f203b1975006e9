"""The scripted baselines of ``undead``, B5 to B8: a test for each sentence of section 10.1."""

import pytest

# -- B5 stalker ------------------------------------------------------------------------------------

SCREEN = "...........\n.....#.....\n.....#.....\n.h...#.....\n...........\n..........."


def test_stalker_hidden_sneaks_to_the_nearest_tile_out_of_all_sight_and_within_range(place, turn):
    knife = {"at": (1, 2), "hidden": True, "ap": 1, "hands": ["throwing_knife"], "physique": 1}
    battle = place(SCREEN, A=knife, M={"at": (7, 2)})  # range 4: from column 3, behind the screen
    assert turn(battle, "stalker")[0] == "sneak"
    assert (battle.unit("A").x, battle.unit("A").hidden) == (3, True)


def test_stalker_expects_a_hidden_target_where_it_was_last_seen_to_move(place, turn):
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
def test_stalker_attacks_from_hidden_with_the_best_weapon(place, says, hands, figures, row):
    hidden = {"at": (4, 4), "hidden": True, "hands": hands, **figures}
    assert says(place(A=hidden, M={"at": (5, 4)}), "stalker") == row


def test_stalker_sneaks_out_to_attack_from_hidden(place, turn):
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
    place, says, aiming, agility, hidden, area
):
    gun = {"at": (4, 4), "hidden": hidden, "hands": ["pistol"], "aiming": aiming}
    battle = place(A={**gun, "agility": agility}, M={"at": (9, 4)})
    assert says(battle, "stalker") == f"shot_semi(M, {area})"


def test_stalker_then_moves_out_of_sight_and_hides_when_a_hiding_place_can_be_reached(place, turn):
    gun = {"at": (4, 4), "hidden": True, "hands": ["pistol"]}
    battle = place(SCREEN, A=gun, M={"at": (9, 3), "hp": 14})
    done = turn(battle, "stalker")
    first_step = next(k for k, text in enumerate(done) if text.startswith("step"))
    assert done[:first_step] == ["shot_semi(M, torso)"]
    assert "hide" in done[first_step:]


def test_stalker_without_a_hiding_place_attacks_as_it_stands(place, says):
    battle = place(A={"at": (4, 4), "hands": ["pistol"]}, M={"at": (9, 4)})
    assert says(battle, "stalker") == "shot_semi(M, torso)"


def test_stalker_not_hidden_and_unseen_hides(place, says):
    battle = place(SCREEN, A={"at": (2, 3), "hands": ["pistol"]}, M={"at": (9, 2)})
    assert says(battle, "stalker") == "hide"


def test_stalker_dodges_always(place, says, asked):
    target = {"at": (5, 4), "agility": 1, "physique": 4, "hands": ["pistol"]}
    battle = asked(place(A={"at": (4, 4)}, M=target), "unarmed", "M", "torso")
    assert says(battle, "stalker") == "dodge"


# -- B6 breaker ------------------------------------------------------------------------------------


def test_breaker_intimidates_the_enemy_with_the_lowest_stress_limit_minus_stress(place, says):
    shaken = {"at": (9, 7), "stress": 3, "hp": 9}
    gone = {"at": (9, 0), "stress": 4, "hp": 1}
    battle = place(A={"at": (4, 4)}, M={"at": (9, 4), "stress": 2}, N=shaken, O=gone)
    assert says(battle, "breaker") == "intimidate(N)"


def test_breaker_intimidates_while_in_sight_only(place, says):
    battle = place("....#....\n" * 3, A={"at": (1, 1)}, M={"at": (7, 1)})
    assert says(battle, "breaker") == "end_turn"


@pytest.mark.parametrize(("x", "row"), [(6, "intimidate(N)"), (5, "shot_semi(M, torso)")])
def test_breaker_intimidates_at_2_tiles_from_every_enemy(place, says, x, row):
    battle = place(
        A={"at": (4, 4), "hands": ["pistol"]}, M={"at": (x, 4)}, N={"at": (9, 4), "stress": 3}
    )
    assert says(battle, "breaker") == row


def test_breaker_intimidates_twice_a_turn_and_keeps_2_ap(place, turn):
    battle = place(
        A={"at": (4, 4), "morale": 1, "hands": ["pistol"]}, M={"at": (9, 4), "morale": 4}
    )
    assert turn(battle, "breaker") == ["intimidate(M)"] * 2 + ["end_turn"]
    assert battle.unit("A").ap == 2


def test_breaker_dodges(place, says, asked):
    battle = asked(
        place(A={"at": (4, 4)}, M={"at": (5, 4), "agility": 1, "physique": 3}),
        "unarmed", "M", "torso",
    )  # fmt: skip
    assert says(battle, "breaker") == "dodge"


def test_breaker_shoots_with_what_is_left(place, turn):
    battle = place(
        options={"ap.per_turn": 6},
        A={"at": (4, 4), "mv": 0, "hands": ["pistol"]}, M={"at": (9, 4), "morale": 4, "hp": 14},
    )  # fmt: skip
    assert turn(battle, "breaker") == ["intimidate(M)"] * 2 + ["shot_semi(M, torso)"] * 2 + [
        "end_turn"
    ]


def test_breaker_switches_to_the_marksman_when_all_enemies_are_at_their_limit(place, says, turn):
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
def test_medic_presses_on_a_bleeding_ally_of_4_health_or_2_ticks(place, says, hp, bleed, helped):
    ally = {"at": (4, 5), "hp": hp, "bleed": bleed}
    battle = place(A={"at": (4, 4), "mv": 0, **MEDIC}, B=ally, M={"at": (11, 4)})
    assert says(battle, "field_team") == ("pressure(B)" if helped else "shot_semi(M, torso)")


def test_medic_presses_on_its_own_wound_too(place, says):
    battle = place(A={"at": (4, 4), "mv": 0, "bleed": 2, **MEDIC}, M={"at": (11, 4)})
    assert says(battle, "field_team") == "pressure(A)"


@pytest.mark.parametrize(("other", "preferred"), [
    ({}, "M"), ({"stunned": 1}, "N"), ({"ap": 0}, "N"), ({"prone": True}, "M"),
])  # fmt: skip
def test_gunner_prefers_targets_that_are_stunned_or_have_spent_their_guard_ap(
    place, says, other, preferred
):
    gun = {"at": (4, 4), "mv": 0, **GUNNER}
    battle = place(A=gun, M={"at": (9, 4), "hp": 3}, N={"at": (9, 5), **other})
    assert says(battle, "field_team") == f"shot_semi({preferred}, torso)"


def test_gunner_prefers_a_grappled_target_and_a_prone_one_within_1(place, says):
    gun = {"at": (4, 4), "mv": 0, **GUNNER}
    battle = place(A=gun, B={"at": (9, 6)}, M={"at": (9, 4), "hp": 3}, N={"at": (9, 5)})
    battle.edit("B", grappling="N")
    assert says(battle, "field_team") == "shot_semi(N, torso)"
    board = "...\n" + "###\n" * 3
    prone = {"at": (1, 0), "prone": True}
    battle = place(board, A={**gun, "at": (0, 0)}, M={"at": (2, 0), "hp": 3}, N=prone)
    assert says(battle, "field_team") == "shot_semi(N, torso)"


def test_bruiser_wrestles_the_enemy_gunner(place, turn):
    battle = place(
        A={"at": (4, 4), **BRUISER},
        M={"at": (5, 4), "hp": 1, **BRUISER},
        N={"at": (4, 6), **GUNNER},
    )
    done = turn(battle, "field_team", until="grapple")
    assert done[0].startswith("step(")
    assert done[-1] == "grapple(N)"


def test_bruiser_parries_and_gunner_dodges(place, says, asked):
    for figures, answer in ((BRUISER, "parry"), (GUNNER, "dodge")):
        target = {"at": (5, 4), **figures}
        battle = asked(place(A={"at": (4, 4)}, M=target), "unarmed", "M", "torso")
        assert says(battle, "field_team") == answer


def test_side_order_is_bruiser_gunner_medic(place, says):
    units = {"A": MEDIC, "B": GUNNER, "C": BRUISER}
    red = {
        name: {"at": (4, y), "reflex": 4, **unit} for y, (name, unit) in enumerate(units.items())
    }
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


def test_shambler_takes_the_nearest_enemy(place, says):
    battle = place(A=DEAD, M={"at": (9, 4), "hp": 1}, N={"at": (0, 4)})
    assert says(battle, "shambler") == "step(W)"


def test_shambler_grapples_if_it_has_2_ap_and_the_target_is_not_held_else_strikes_unarmed(
    place, says
):
    battle = place(A=DEAD, B={"at": (5, 5), "undead": True}, M={"at": (5, 4)})
    assert says(battle, "shambler") == "grapple(M)"
    battle.edit("A", ap=1)
    assert says(battle, "shambler") == "unarmed(M, torso)"
    battle.edit("A", ap=4)
    battle.edit("B", grappling="M")
    assert says(battle, "shambler") == "unarmed(M, torso)"


def test_shambler_walks_straight(place, says):
    battle = place("........\n...##...\n........", A={**DEAD, "at": (2, 1)}, M={"at": (7, 1)})
    assert says(battle, "shambler") in ("step(NE)", "step(SE)", "step(E)")
    board = ".....\n..##.\n..#..\n..##.\n....."
    stuck = place(board, A={**DEAD, "at": (1, 2)}, M={"at": (4, 2)})
    assert says(stuck, "shambler") == "end_turn"
    assert says(stuck, "rusher").startswith("step")


def test_shambler_uses_no_windows_except_opportunity_attacks_always_taken(place, says, asked):
    body = {"at": (5, 4), "agility": 3, "physique": 3, "ap": 1}
    battle = asked(place(A={"at": (4, 4)}, M=body), "unarmed", "M", "torso")
    assert says(battle, "shambler") == "pass"
    battle = asked(place(A={"at": (4, 4)}, M=body), "step", "W")
    assert says(battle, "shambler") == "opp_unarmed(torso)"
