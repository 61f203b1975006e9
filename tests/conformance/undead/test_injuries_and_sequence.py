"""Section 3.1 of the rules, fourth part: injuries, order of damage, attacks (U035-U043)."""

import pytest

from fracas.envs.core.testing import clause

FAR = {"side": 2, "at": (14, 14)}  # a second enemy, so that B's fall doesn't end the battle
FULL_SMG = {"item": "smg", "mode": "full"}
STRONG = {"head": 20, "torso": 16, "arms": 18, "legs": 18}  # lowest die of a Strong Success
ATTACKS = [
    ("unarmed", []),
    ("melee", ["knife"]),
    ("throw_weapon", ["throwing_knife"]),
    ("shot_single", ["revolver"]),
    ("shot_semi", ["pistol"]),
    ("spray", [FULL_SMG]),
]


def hurt(*names, **more):
    return {"injuries": list(names), **more}


def floor(s):
    return [(thing.item, thing.x, thing.y) for thing in s.floor()]


@clause("U035")
def test_concussion_gives_disadvantage_on_aiming(scene):
    s = scene(A=hurt("concussion", hands=["pistol"]))
    s.act("shot_semi", "B", "torso", dice=[15, 3])  # 3: Strong Failure
    assert (s.unit("B").hp, s.unit("A").stress, s.dice_used) == (6, 1, 2)
    s = scene(A=hurt("concussion", hands=["throwing_knife"]))
    s.act("throw_weapon", "B", "torso", dice=[3, 15])
    assert (s.unit("B").hp, s.unit("A").stress) == (6, 1)
    s = scene(A={"hands": ["pistol"]})
    s.act("shot_semi", "B", "torso", dice=[15])
    assert (s.unit("B").hp, s.dice_used) == (5, 1)


@clause("U035")
def test_concussion_gives_disadvantage_on_the_aiming_of_throw_object(scene):
    s = scene(A=hurt("concussion", inventory=["stone"]))
    s.act("throw_object", "slot_0", 8, 7, dice=[16, 3, 3])  # 3: five tiles off, to the east
    assert floor(s) == [("stone", 13, 7)]


@clause("U035")
def test_concussion_gives_disadvantage_on_reason_rolls(scene):
    s = scene(A=hurt("concussion"))
    s.act("sense", dice=[20, 3])
    assert s.unit("A").sense_tier == 0
    s = scene(A=hurt("concussion"), B={"at": (10, 7), "hidden": True})
    s.act("inspect", dice=[15, 3])  # 3 against 10: Strong Failure
    assert (s.unit("B").hidden, s.unit("B").detect_bonus) == (True, 3)
    s = scene(A=hurt("concussion", inventory=["bandage"]), B={"bleed": 1})
    s.act("pressure", "B", dice=[15, 3])
    assert (s.unit("A").stress, s.unit("B").stanched) == (1, False)


@clause("U035")
def test_concussion_leaves_other_rolls_alone(scene):
    s = scene(A=hurt("concussion", hands=["knife"]))
    s.act("melee", "B", "torso", dice=[15])
    assert (s.unit("B").hp, s.dice_used) == (5, 1)


@clause("U035")
@pytest.mark.parametrize(("verb", "hands"), ATTACKS)
@pytest.mark.parametrize("dice", [[15, 3], [3, 15]])
def test_concussion_touches_the_attacks_that_roll_aiming(scene, verb, hands, dice):
    aims = verb not in ("unarmed", "melee")
    s = scene(A=hurt("concussion", hands=hands))
    s.act(verb, "B", "torso", dice=dice if aims else [15])
    assert s.unit("A").stress == (1 if aims else 0)
    assert (s.unit("B").hp < 6) is not aims


@clause("U035")
def test_concussion_leaves_physique_agility_and_presence_rolls_alone(scene):
    for call in (("push", "B"), ("grapple", "B")):
        s = scene(A=hurt("concussion"))
        s.act(*call, dice=[15])
        assert (s.unit("B").x, s.unit("B").grappled_by) != (8, None)
    for verb in ("escape_reflex", "escape_melee"):
        s = scene(A=hurt("concussion"), B={"grappling": "A"})
        s.act(verb, dice=[15])
        assert s.unit("A").grappled_by is None
    s = scene(A=hurt("concussion"), B=hurt("concussion"))
    s.act("intimidate", "B", dice=[12, 8])
    assert s.unit("B").stress == 1
    for area in ("torso", "legs"):  # saves
        s = scene(A={"hands": ["knife"]}, B=hurt("concussion"))
        s.act("melee", "B", area, dice=[STRONG[area], 10])
        assert (s.unit("B").hp, s.unit("B").bleed) == (5, 0)


@clause("U036")
def test_broken_ribs_weaken_for_good(scene):
    s = scene(A={"hands": ["knife"]}, B=hurt("broken_ribs", physique=2))
    for _ in range(3):
        assert s.unit("B").weakened
        s.declare("melee", "B", "torso", dice=[9])  # Parry would raise the guard to 12
        assert (s.phase, s.decider) == ("main", "A")
        s.end_turn()
        s.end_turn()
    s = scene(A={"hands": ["knife"]}, B={"physique": 2})
    s.declare("melee", "B", "torso")
    assert (s.phase, s.decider, s.legal("parry")) == ("defend", "B", True)


@clause("U036")
def test_ribs_broken_in_play_weaken_beyond_any_timer(scene):
    s = scene(A={"hands": ["bat"]}, B={"hp": 12, "physique": 2, "weakened": 1})
    s.act("melee", "B", "torso", dice=[16, 4, 2])
    assert s.unit("B").injuries == {"broken_ribs"}
    for _ in range(3):
        s.end_turn()
        assert s.unit("B").weakened
        s.end_turn()
        s.declare("melee", "B", "torso", dice=[9])
        assert (s.phase, s.unit("B").weakened, s.unit("B").weakened_t) == ("main", True, 0)


@clause("U037")
def test_a_broken_arm_drops_a_two_handed_item_and_bars_it(scene):
    s = scene(A={"hands": ["knife"]}, B={"hands": ["carbine"], "inventory": ["mag30"]})
    s.act("melee", "B", "arms", dice=[18, 4])  # Slashing Arms itself drops nothing
    assert (s.unit("B").hands, floor(s)) == ([], [("carbine", 8, 7)])
    s.end_turn()
    for verb in ("shot_semi", "spray", "switch_mode", "reload"):
        assert s.rows(verb) == []
    s.refused("equip_floor", "here")


@clause("U037")
def test_a_failed_save_alone_leaves_the_two_handed_item_in_hand(scene):
    s = scene(A={"hands": ["knife"]}, B={"hands": ["carbine"]})
    s.act("melee", "B", "arms", dice=[18, 5])
    assert (s.unit("B").hands, floor(s)) == (["carbine"], [])
    s = scene(B={}, floor=[("carbine", 8, 7)], turn="B")
    assert s.legal("equip_floor", "here")


@clause("U037")
def test_a_broken_arm_drops_the_item_of_the_second_hand_only(scene):
    s = scene(A={"hands": ["knife"]}, B={"hands": ["knife", "bat"]})
    s.act("melee", "B", "arms", dice=[18, 4])
    assert (s.unit("B").hands, floor(s)) == (["knife"], [("bat", 8, 7)])


@clause("U037")
def test_empty_hands_then_means_the_one_hand(scene):
    assert scene(A=hurt("broken_arm")).legal("unarmed", "B", "torso")
    s = scene(A=hurt("broken_arm", hands=["knife"], inventory=["stone"]))
    assert not s.legal("unarmed", "B", "torso")
    assert not s.legal("equip", "slot_0")
    s = scene(A=hurt("broken_arm", inventory=["stone", "spear"]))
    assert s.legal("equip", "slot_0")
    assert not s.legal("equip", "slot_1")
    s = scene(A={"hands": ["knife"], "inventory": ["stone"]})
    assert s.legal("equip", "slot_0")


@clause("U037")
def test_a_broken_arm_leaves_what_the_first_hand_holds_usable(scene):
    s = scene(A=hurt("broken_arm", hands=["knife"], inventory=["spear"]))
    assert s.legal("melee", "B", "torso")
    s.act("drop_item", "main", dice=[])
    assert not s.legal("equip", "slot_0")  # two hands
    assert s.legal("unarmed", "B", "torso")
    assert s.legal("grapple", "B")
    s.act("equip_floor", "here", dice=[])
    assert s.unit("A").hands == ["knife"]


@clause("U037")
def test_a_broken_arm_drops_what_only_the_second_hand_holds(scene):
    s = scene(turn="B", A={"hands": ["knife"]}, B={"hands": ["knife", "bat"]})
    s.act("drop_item", "main", dice=[])
    s.end_turn()
    s.act("melee", "B", "arms", dice=[18, 4])
    assert (s.unit("B").hands, floor(s)) == ([], [("knife", 8, 7), ("bat", 8, 7)])
    s.end_turn(dice=[])
    assert s.legal("unarmed", "A", "torso")


@clause("U037")
@pytest.mark.parametrize("item", ["spear", "rifle", "smg"])
def test_a_broken_arm_takes_every_two_handed_item_out_of_use(scene, item):
    verb = {"spear": "melee", "rifle": "shot_single", "smg": "shot_semi"}[item]
    s = scene(turn="B", B={"hands": [item]})
    assert s.legal(verb, "A", "torso")
    s = scene(A={"hands": ["knife"]}, B={"hands": [item]})
    s.act("melee", "B", "arms", dice=[18, 4])
    s.end_turn()
    assert (s.unit("B").hands, floor(s)) == ([], [(item, 8, 7)])
    assert s.rows(verb) == []


@clause("U037")
def test_a_broken_arm_leaves_one_handed_firearms_in_use(scene):
    s = scene(A=hurt("broken_arm", hands=["pistol"], inventory=["mag12"]))
    assert s.legal("shot_semi", "B", "torso")
    assert s.legal("reload", "slot_0")


@clause("U038")
def test_a_broken_leg_slows_for_good(scene):
    s = scene(A={"hands": ["knife"]}, B=hurt("broken_leg", reflex=2))
    for _ in range(3):
        assert (s.unit("B").slowed, s.unit("B").mv_full) == (True, 2)
        s.declare("melee", "B", "torso", dice=[9])  # Dodge would raise the guard to 12
        assert (s.phase, s.decider) == ("main", "A")
        s.end_turn()
        assert s.unit("B").mv == 2
        s.end_turn()
    s = scene(A={"hands": ["knife"]}, B={"reflex": 2})
    assert s.unit("B").mv_full == 4
    s.declare("melee", "B", "torso")
    assert (s.phase, s.decider, s.legal("dodge")) == ("defend", "B", True)


@clause("U038")
def test_a_leg_broken_in_play_slows_beyond_any_timer(scene):
    s = scene(A={"hands": ["knife"]}, B={"hp": 12, "agility": 2})
    s.act("melee", "B", "legs", dice=[18, 2])
    for _ in range(3):
        s.end_turn()
        assert (s.unit("B").slowed, s.unit("B").mv) == (True, 3)
        s.end_turn()
        s.declare("melee", "B", "torso", dice=[9])
        assert (s.phase, s.unit("B").slowed, s.unit("B").slowed_t) == ("main", True, 0)


@clause("U039")
def test_a_deep_wound_bleeds_for_three_ticks(scene):
    s = scene(A={"hands": ["knife"]})
    s.act("melee", "B", "torso", dice=[16, 4])
    assert (s.unit("B").hp, s.unit("B").bleed) == (4, 3)
    for hp, bleed in [(3, 2), (2, 1), (1, 0), (1, 0)]:
        s.end_turn()
        assert (s.unit("B").hp, s.unit("B").bleed) == (hp, bleed)
        s.end_turn()


@clause("U040")
@pytest.mark.parametrize(("bleed", "after"), [(1, 3), (2, 3), (3, 3), (5, 5)])
@pytest.mark.parametrize("already", [[], ["deep_wound"]])
def test_a_deep_wound_sets_bleeding_to_at_least_three(scene, bleed, after, already):
    s = scene(A={"hands": ["knife"]}, B=hurt(*already, bleed=bleed))
    s.act("melee", "B", "torso", dice=[16, 4])
    assert (s.unit("B").hp, s.unit("B").bleed) == (4, after)
    assert set(s.unit("B").injuries) == {"deep_wound"}


@clause("U040")
def test_a_second_broken_leg_or_arm_has_no_further_effect(scene):
    s = scene(A={"hands": ["bat"]}, B=hurt("broken_leg"))
    s.act("melee", "B", "legs", dice=[18, 4])
    assert (set(s.unit("B").injuries), s.unit("B").mv_full) == ({"broken_leg"}, 2)
    s = scene(A={"hands": ["knife"]}, B=hurt("broken_arm", hands=["knife"]))
    s.act("melee", "B", "arms", dice=[18, 4])
    assert (set(s.unit("B").injuries), s.unit("B").hands) == ({"broken_arm"}, ["knife"])


@clause("U040")
def test_a_second_broken_rib_or_concussion_has_no_further_effect(scene):
    s = scene(A={"hands": ["bat"]}, B=hurt("broken_ribs"))
    s.act("melee", "B", "torso", dice=[16, 10, 4])  # Weakened: the save has disadvantage
    assert (set(s.unit("B").injuries), s.unit("B").hp) == ({"broken_ribs"}, 3)
    s = scene(A={"hands": ["bat"]}, B=hurt("concussion"))
    s.act("melee", "B", "head", dice=[20, 4])
    assert (set(s.unit("B").injuries), s.unit("B").hp) == ({"concussion"}, 5)


@clause("U040")
@pytest.mark.parametrize(("injuries", "left"), [([], 4), (["broken_leg"], 2)])
def test_a_second_broken_leg_does_not_halve_movement_again(scene, injuries, left):
    s = scene(A=hurt(*injuries, mv=left), B={"hands": ["bat"]})
    s.declare("step", "W")
    s.act("opp_melee", "legs", dice=[18, 4], by="B")
    # 2 movement are left in either case: Prone since then, the step costs them both
    assert (s.unit("A").x, s.unit("A").prone, s.unit("A").mv) == (6, True, 0)
    assert s.unit("A").mv_full == 2


@clause("U041")
def test_a_target_downed_by_ordinary_damage_makes_no_save(scene):
    s = scene(A={"hands": ["bat"]}, B={"hp": 1})
    s.act("melee", "B", "torso", dice=[16])
    assert (s.unit("B").down, s.dice_used, s.winner, s.phase) == (True, 1, "one", None)
    s = scene(A={"hands": ["bat"]}, B={"hp": 1}, D=FAR)
    s.act("melee", "B", "torso", dice=[16])
    assert (s.unit("B").down, s.dice_used, s.phase, s.decider) == (True, 1, "main", "A")
    s = scene(A={"hands": ["bat"]}, B={"hp": 2}, D=FAR)
    s.act("melee", "B", "torso", dice=[16, 10])
    assert (s.unit("B").hp, s.dice_used) == (1, 2)


@clause("U041")
def test_a_target_downed_by_ordinary_damage_leaves_no_choice(scene):
    s = scene(B={"hp": 1}, D=FAR)
    s.act("unarmed", "B", "torso", dice=[16])
    assert (s.unit("B").down, s.dice_used, s.phase, s.decider) == (True, 1, "main", "A")
    s = scene(B={"hp": 2}, D=FAR)
    s.act("unarmed", "B", "torso", dice=[16])
    assert (s.unit("B").hp, s.phase, s.decider) == (1, "strong_choice", "A")


@clause("U041")
@pytest.mark.parametrize(("verb", "hands"), ATTACKS)
def test_no_attack_asks_for_a_save_or_a_choice_after_downing_its_target(scene, verb, hands):
    ordinary = 5 if verb == "spray" else 1
    s = scene(A={"hands": hands}, B={"hp": ordinary}, D=FAR)
    s.act(verb, "B", "torso", dice=[16])
    assert (s.unit("B").down, s.dice_used, s.phase, s.decider) == (True, 1, "main", "A")
    s = scene(A={"hands": hands}, B={"hp": ordinary + 1}, D=FAR)
    s.declare(verb, "B", "torso", dice=[16, 10])
    if verb == "unarmed":
        assert (s.phase, s.unit("B").hp) == ("strong_choice", 1)  # damaged before the choice
        s.declare("table")
    assert (s.unit("B").hp, s.battle.dice_left) == (1, 0)


@clause("U041")
def test_an_opportunity_attack_that_downs_its_target_asks_for_nothing_more(scene):
    for hands, verb in (([], "opp_unarmed"), (["knife"], "opp_melee")):
        s = scene(A={"hp": 1}, B={"hands": hands}, C={"side": 1, "at": (1, 1)})
        s.declare("step", "W")
        s.act(verb, "torso", dice=[16], by="B")
        assert (s.unit("A").down, s.dice_used, s.phase, s.decider) == (True, 1, "main", "B")


@clause("U042")
@pytest.mark.parametrize(("hp", "left", "found"), [(3, 0, set()), (4, 1, {"broken_ribs"})])
def test_the_failure_column_comes_first_and_a_down_unit_gets_no_more(scene, hp, left, found):
    s = scene(A={"hands": ["bat"]}, B={"hp": hp}, D=FAR)
    s.act("melee", "B", "torso", dice=[16, 4])  # 1 of the hit, 2 of the Failure column
    assert (s.unit("B").hp, s.unit("B").down) == (left, left == 0)
    assert set(s.unit("B").injuries) == found


@clause("U042")
@pytest.mark.parametrize(("hp", "left", "bleed"), [(2, 0, 0), (3, 1, 1)])
def test_inside_an_entry_the_order_is_as_written(scene, hp, left, bleed):
    s = scene(A={"hands": ["knife"]}, B={"hp": hp}, D=FAR)
    s.act("melee", "B", "torso", dice=[16, 9])  # 1 damage, then Bleeding
    assert (s.unit("B").hp, s.unit("B").bleed) == (left, bleed)


ORDER = [  # weapon, area, and what a Strong Failure of the save does, in the order written in 1.4
    ("bat", "head", ["Stunned", "concussion"]),
    ("bat", "torso", [2, "broken_ribs"]),
    ("bat", "arms", ["knife", "machete", "broken_arm"]),
    ("bat", "legs", ["Prone", "broken_leg"]),
    ("knife", "head", ["Stress", "Bleeding", "deep_wound"]),
    ("knife", "torso", [1, "Bleeding", "deep_wound"]),
    ("knife", "arms", ["Weakened", "Bleeding", "broken_arm", "machete"]),
    ("knife", "legs", ["Slowed", "Bleeding", "broken_leg"]),
    ("pistol", "head", [2, "concussion"]),
    ("pistol", "torso", [1, "Bleeding", "deep_wound"]),
    ("pistol", "arms", ["knife", "machete", "broken_arm"]),
    ("pistol", "legs", ["Slowed", "deep_wound"]),
]


@clause("U042")
@pytest.mark.parametrize(("weapon", "area", "effects"), ORDER)
def test_every_entry_is_carried_out_in_the_order_written(scene, weapon, area, effects):
    s = scene(A={"hands": [weapon]}, B={"hands": ["knife", "machete"]})
    verb = "shot_semi" if weapon == "pistol" else "melee"
    events = s.act(verb, "B", area, dice=[STRONG[area], 4])
    kinds = [event.kind for event in events]
    said = {
        "damaged": lambda event: event.number,
        "stressed": lambda event: "Stress",
        **dict.fromkeys(("gained", "injured", "fell"), lambda event: event.what),
    }
    done = [said[e.kind](e) for e in events[kinds.index("saved") :] if e.kind in said]
    assert done == effects


@clause("U042")
@pytest.mark.parametrize("weapon", ["knife", "pistol"])
@pytest.mark.parametrize(("hp", "down"), [(2, True), (3, False)])
def test_a_unit_downed_by_the_first_of_an_entry_suffers_neither_the_rest_nor_an_injury(
    scene, weapon, hp, down
):
    s = scene(A={"hands": [weapon]}, B={"hp": hp}, D=FAR)
    s.act("shot_semi" if weapon == "pistol" else "melee", "B", "torso", dice=[16, 4])
    b = s.unit("B")
    assert (b.down, b.bleed, b.injuries) == (down, *((0, set()) if down else (3, {"deep_wound"})))


@clause("U042")
@pytest.mark.parametrize(("hp", "down"), [(3, True), (4, False)])
def test_a_unit_downed_by_a_head_wound_gets_no_concussion(scene, hp, down):
    s = scene(A={"hands": ["pistol"]}, B={"hp": hp}, D=FAR)
    s.act("shot_semi", "B", "head", dice=[20, 4])
    assert (s.unit("B").down, s.unit("B").injuries) == (down, set() if down else {"concussion"})


@clause("U043")
@pytest.mark.parametrize(("verb", "hands"), ATTACKS)
def test_an_attack_from_hidden_has_advantage_and_ends_hidden(scene, verb, hands):
    s = scene(A={"hidden": True, "hands": hands})
    s.act(verb, "B", "torso", dice=[3, 11])  # beats 10 by 1, a spray's damage
    assert (s.unit("B").hp, s.unit("A").hidden, s.dice_used) == (5, False, 2)


@clause("U043")
def test_grapple_and_push_are_not_attacks(scene):
    s = scene(A={"hidden": True})
    s.act("grapple", "B", dice=[10])
    assert (s.unit("B").grappled_by, s.unit("A").hidden, s.dice_used) == ("A", False, 1)
    s = scene(A={"hidden": True})
    s.act("push", "B", dice=[10])
    assert (s.unit("B").x, s.unit("A").hidden, s.dice_used) == (9, False, 1)


@clause("U043")
def test_throw_object_is_not_an_attack(scene):
    s = scene(A={"hidden": True, "inventory": ["stone"]})
    s.act("throw_object", "slot_0", 10, 10, dice=[16])
    assert (floor(s), s.unit("A").hidden) == ([("stone", 10, 10)], False)


@clause("U043")
def test_intimidate_is_not_an_attack(scene):
    s = scene(B={"agility": 2, "physique": 2})
    s.declare("intimidate", "B", dice=[12, 8])  # no defence window
    assert (s.phase, s.decider, s.unit("B").stress) == ("main", "A", 1)


@clause("U043")
def test_an_opportunity_attack_is_an_attack(scene):
    s = scene(B={"hidden": True, "hands": ["knife"]})
    s.declare("step", "W")
    s.act("opp_melee", "torso", dice=[3, 12], by="B")
    assert (s.unit("A").hp, s.unit("B").hidden) == (5, False)


@clause("U043")
def test_a_readied_attack_is_an_attack(scene):
    marksman = {"at": (0, 7), "hidden": True, "hands": ["pistol"]}
    s = scene(A={**marksman, "ready": ("enemy_moves", "shot_semi")}, turn="B")
    s.declare("step", "W")
    s.act("shot_semi", "B", "torso", dice=[3, 12], by="A")
    assert (s.unit("B").hp, s.unit("A").hidden) == (5, False)


@clause("U043")
def test_an_unarmed_opportunity_attack_is_an_attack(scene):
    s = scene(B={"hidden": True})
    s.declare("step", "W")
    s.act("opp_unarmed", "torso", dice=[3, 12], by="B")
    assert (s.unit("A").hp, s.unit("B").hidden) == (5, False)


@clause("U043")
@pytest.mark.parametrize(("verb", "hands"), ATTACKS)
def test_every_readied_attack_is_an_attack(scene, verb, hands):
    ambush = {"hidden": True, "hands": hands, "ready": ("enemy_attacks", verb)}
    s = scene(A=ambush, C={"side": 1, "at": (9, 7)}, turn="B")
    s.declare("push", "C", dice=[10])
    s.act(verb, "B", "torso", dice=[3, 11], by="A")
    assert (s.unit("B").hp, s.unit("A").hidden, s.dice_used) == (5, False, 2)


@clause("U043")
@pytest.mark.parametrize("able", [{"agility": 2}, {"physique": 2}])
def test_only_attacks_and_grapples_open_a_defence_window(scene, able):
    s = scene(B=able)
    s.declare("push", "B", dice=[5])
    assert (s.phase, s.decider) == ("main", "A")
    s = scene(A={"inventory": ["firebomb"]}, B=able)
    s.declare("throw_object", "slot_0", 8, 7, dice=[16])
    assert (s.phase, s.decider, s.unit("B").hp) == ("main", "A", 4)
    s = scene(B=able)
    s.declare("grapple", "B", dice=[5])
    assert (s.phase, s.decider) == ("defend", "B")
