"""Section 3.1 of the rules, second part: Defense DC, damage, Stress (U010-U017)."""

import pytest

from fracas.envs.core.testing import clause

ABILITIES = ("physique", "reason", "agility", "presence")
SKILLS = (
    *("athletics", "melee", "resilience", "awareness", "medicine"),
    *("aiming", "stealth", "reflex", "morale", "intimidation"),
)
AREAS = ("head", "torso", "arms", "legs")
DEFENSE = {"head": 14, "torso": 10, "arms": 12, "legs": 12}
HIT = {"knife": "melee", "bat": "melee", "pistol": "shot_semi"}
FAR = {"side": 2, "at": (14, 14)}  # a second enemy, so that B's fall doesn't end the battle
FULL_SMG = {"item": "smg", "mode": "full"}
ATTACKS = [
    ("unarmed", []),
    ("melee", ["knife"]),
    ("throw_weapon", ["throwing_knife"]),
    ("shot_single", ["revolver"]),
    ("shot_semi", ["pistol"]),
    ("spray", [FULL_SMG]),
]


def strike(scene, weapon, area, dice, a=None, b=None, **more):
    s = scene(A={"hands": [weapon], **(a or {})}, B=b or {}, **more)
    s.act(HIT[weapon], "B", area, dice=dice)
    return s


def marks(unit):
    # names of everything bad on a unit except lost Health
    fields = "stress prone slowed_t weakened_t stunned_t horrified_t bleed".split()
    return {name for name in fields if getattr(unit, name)} | set(unit.injuries)


def floor(s):
    return [(thing.item, thing.x, thing.y) for thing in s.floor()]


@clause("U010")
@pytest.mark.parametrize("area", AREAS)
def test_defense_dc_is_guard_ten_plus_the_area_modifier(scene, area):
    assert strike(scene, "knife", area, [DEFENSE[area] - 1]).unit("B").hp == 6
    assert strike(scene, "knife", area, [DEFENSE[area]]).unit("B").hp == 5


@clause("U010")
@pytest.mark.parametrize(("area", "dc"), [("torso", 13), ("head", 17)])
def test_defense_dc_starts_from_the_present_guard(scene, area, dc):
    assert strike(scene, "knife", area, [dc - 1], b={"guard": 13}).unit("B").hp == 6
    assert strike(scene, "knife", area, [dc], b={"guard": 13}).unit("B").hp == 5


@clause("U010")
@pytest.mark.parametrize(
    ("area", "gear", "dc"), [("torso", ["vest"], 14), ("head", ["helmet"], 18), ("legs", [], 15)]
)
def test_guard_area_modifier_and_armour_add_up(scene, area, gear, dc):
    armoured = {"guard": 13, "gear": gear}
    assert strike(scene, "knife", area, [dc - 1], b=armoured).unit("B").hp == 6
    assert strike(scene, "knife", area, [dc], b=armoured).unit("B").hp == 5


@clause("U010")
@pytest.mark.parametrize("area", AREAS)
@pytest.mark.parametrize(("verb", "hands"), ATTACKS)
def test_every_attack_rolls_against_the_dc_of_its_area(scene, verb, hands, area):
    hit = DEFENSE[area] + (verb == "spray")  # a margin of 0 sprays no damage (U358)
    for die, hp in ((DEFENSE[area] - 1, 6), (hit, 5)):
        s = scene(A={"hands": hands})
        s.act(verb, "B", area, dice=[die])
        assert s.unit("B").hp == hp


@clause("U010")
def test_no_ability_of_the_target_is_in_its_default_dc(scene):
    able = {name: 4 for name in (*ABILITIES, *SKILLS)}
    assert strike(scene, "knife", "torso", [9], b=able).unit("B").hp == 6
    assert strike(scene, "knife", "torso", [10], b=able).unit("B").hp == 5


@clause("U011")
@pytest.mark.parametrize(("gear", "covered"), [("vest", "torso"), ("helmet", "head")])
@pytest.mark.parametrize("area", AREAS)
def test_armour_adds_to_the_dc_of_its_area_only(scene, gear, covered, area):
    dc = DEFENSE[area] + (area == covered)
    assert strike(scene, "knife", area, [dc - 1], b={"gear": [gear]}).unit("B").hp == 6
    assert strike(scene, "knife", area, [dc], b={"gear": [gear]}).unit("B").hp == 5


@clause("U011")
@pytest.mark.parametrize(("gear", "dc"), [(["vest"], 11), (["helmet"], 10)])
def test_push_and_grapple_meet_the_armour_of_the_torso(scene, gear, dc):
    for die, moved in ((dc - 1, False), (dc, True)):
        s = scene(B={"gear": gear})
        s.act("push", "B", dice=[die])
        assert (s.unit("B").x == 9) is moved
        s = scene(B={"gear": gear})
        s.act("grapple", "B", dice=[die])
        assert (s.unit("B").grappled_by == "A") is moved


@clause("U011")
@pytest.mark.parametrize(("area", "dc"), [("torso", 11), ("head", 15), ("arms", 12)])
def test_two_pieces_of_armour_cover_an_area_each_against_shots_too(scene, area, dc):
    both = {"gear": ["vest", "helmet"]}
    assert strike(scene, "pistol", area, [dc - 1], b=both).unit("B").hp == 6
    assert strike(scene, "pistol", area, [dc], b=both).unit("B").hp == 5


@clause("U012")
def test_at_health_zero_a_unit_is_down_and_its_held_items_fall_on_its_tile(scene):
    s = strike(scene, "knife", "torso", [10], b={"hp": 1, "hands": ["knife"]})
    assert (s.unit("B").hp, s.unit("B").down) == (0, True)
    assert floor(s) == [("knife", 8, 7)]
    s = strike(scene, "knife", "torso", [10], b={"hp": 2, "hands": ["knife"]})
    assert (s.unit("B").hp, s.unit("B").down, floor(s)) == (1, False, [])


@clause("U012")
def test_a_down_unit_drops_hand_one_first_and_takes_its_inventory_with_it(scene):
    victim = {"hp": 1, "hands": ["knife", "bat"], "inventory": ["stone", "mag12"]}
    s = strike(scene, "knife", "torso", [10], b=victim, D=FAR)
    assert floor(s) == [("knife", 8, 7), ("bat", 8, 7)]


@clause("U012")
def test_a_down_unit_leaves_its_tile_and_has_no_reaction_and_no_turn(scene):
    s = scene(A={"hands": ["knife"]}, B={"hp": 1, "hands": ["knife"]}, D=FAR)
    assert not s.legal("step", "E")
    s.act("melee", "B", "torso", dice=[10])
    assert s.legal("step", "E")
    s.declare("step", "W")  # B had AP 4 and a knife, but is out
    assert (s.phase, s.decider, s.unit("A").x) == ("main", "A", 6)
    s.end_turn()
    assert s.decider == "D"


@clause("U012")
def test_grapples_and_the_readied_action_of_a_down_unit_go_with_it(scene):
    holder = {"hp": 1, "grappling": "C", "ready": ("enemy_attacks", "unarmed")}
    held = {"side": 1, "at": (9, 7)}
    s = scene(A={"hands": ["knife"]}, B=holder, C=held, D=FAR)
    assert s.unit("C").grappled_by == "B"
    s.declare("melee", "B", "torso", dice=[10])
    assert (s.phase, s.decider) == ("main", "A")
    assert s.unit("C").grappled_by is None
    assert not s.unit("C").slowed


@clause("U012")
def test_a_down_unit_can_be_no_target_and_has_no_turn_in_later_rounds(scene):
    s = scene(A={"hands": ["knife"], "inventory": ["bandage"]}, B={"hp": 1, "bleed": 2}, D=FAR)
    for call in (("melee", "B"), ("push", "B"), ("intimidate", "B"), ("pressure", "B")):
        assert s.legal(*call), call
    s.act("melee", "B", "torso", dice=[10])
    for call in (("melee", "B"), ("push", "B"), ("intimidate", "B"), ("pressure", "B")):
        assert not s.legal(*call), call
    deciders = []
    for _ in range(4):
        s.end_turn()
        deciders.append((s.decider, s.round))
    assert deciders == [("D", 1), ("A", 2), ("D", 2), ("A", 3)]


@clause("U012")
@pytest.mark.parametrize("hp", [1, 2])
def test_the_readied_action_of_a_down_unit_is_not_asked_for(scene, hp):
    s = scene(A={"hands": ["knife"]}, B={"hp": hp, "ready": ("enemy_attacks", "unarmed")}, D=FAR)
    s.declare("melee", "B", "torso", dice=[10])
    assert (s.phase, s.decider) == (("main", "A") if hp == 1 else ("ready_fire", "B"))
    assert (s.unit("B").ready is None) is (hp == 1)


@clause("U012")
def test_the_conditions_of_a_down_unit_go_with_it(scene):
    ill = {"prone": True, "slowed": 1, "weakened": 1, "stunned": 1, "bleed": 2, "horrified": 1}
    s = strike(scene, "knife", "torso", [10, 10], b={"hp": 1, **ill}, D=FAR)
    assert (s.unit("B").down, marks(s.unit("B"))) == (True, set())
    s = scene(B={"hp": 1, "hidden": True, "bleed": 1}, D=FAR)
    s.end_turn()
    assert (s.unit("B").down, s.unit("B").hidden, s.decider) == (True, False, "D")


@clause("U012")
@pytest.mark.parametrize("item", ["spear", "carbine"])
def test_a_two_handed_item_of_a_down_unit_falls_once(scene, item):
    s = strike(scene, "knife", "torso", [10], b={"hp": 1, "hands": [item]}, D=FAR)
    assert floor(s) == [(item, 8, 7)]


@clause("U012")
def test_damage_of_every_kind_can_bring_a_unit_down(scene):
    s = scene(A={"hp": 1, "hands": ["knife"]}, C={"side": 1, "at": (1, 1)})
    s.act("drop_item", "main")
    s.act("unarmed", "B", "torso", dice=[4])  # Strong Failure: 1 damage to A
    assert (s.unit("A").down, s.decider) == (True, "B")
    s = scene(A={"inventory": ["firebomb"]}, B={"hp": 2, "hands": ["bat"]}, D=FAR)
    s.act("throw_object", "slot_0", 8, 7, dice=[16])
    assert (s.unit("B").down, floor(s)) == (True, [("bat", 8, 7)])


@clause("U013")
@pytest.mark.parametrize(("hp", "left"), [(1, 0), (2, 0), (3, 1)])
def test_health_never_goes_below_zero(scene, hp, left):
    s = scene(A={"hands": [FULL_SMG]}, B={"hp": hp})
    s.act("spray", "B", "torso", dice=[12])  # beats the DC by 2: 2 damage
    assert (s.unit("B").hp, s.unit("B").down) == (left, left == 0)


@clause("U013")
def test_armour_does_not_reduce_damage(scene):
    s = strike(scene, "bat", "torso", [17, 9], b={"gear": ["vest"]})  # DC 11: Strong Success
    assert s.unit("B").hp == 3  # 1 + 2 of the table


@clause("U014")
def test_stress_is_counted_up_to_the_limit_and_no_further(scene):
    s = scene(A={"hands": ["knife"], "stress": 3})
    s.act("melee", "B", "torso", dice=[4])
    assert s.unit("A").stress == 4
    s.act("melee", "B", "torso", dice=[20, 4])  # Horrified at the limit: disadvantage, 4
    assert (s.unit("A").stress, s.unit("A").stress_limit) == (4, 4)


@clause("U014")
@pytest.mark.parametrize(("stress", "after"), [(0, 1), (3, 4), (4, 4)])
def test_stress_given_by_others_stops_at_the_limit_too(scene, stress, after):
    s = scene(B={"stress": stress})
    s.act("intimidate", "B", dice=[12, 8])
    assert s.unit("B").stress == after
    s = strike(scene, "knife", "head", [20, 9], b={"stress": stress})
    assert s.unit("B").stress == after


@clause("U014", "U015")
@pytest.mark.parametrize(("limit", "horrified"), [(2, True), (3, False)])
def test_the_limit_is_the_units_own(scene, limit, horrified):
    s = scene(B={"stress_limit": limit, "stress": 1})
    s.act("intimidate", "B", dice=[12, 8])
    assert (s.unit("B").stress, s.unit("B").horrified) == (2, horrified)
    s.act("intimidate", "B", dice=[12, 8])
    assert s.unit("B").stress == limit


@clause("U015")
@pytest.mark.parametrize(("stress", "horrified"), [(2, False), (3, True)])
def test_at_its_stress_limit_a_unit_is_horrified_without_a_source(scene, stress, horrified):
    s = scene(B={"stress": stress})
    s.act("intimidate", "B", dice=[12, 8])  # margin 4: Success
    b = s.unit("B")
    assert (b.stress, b.horrified, b.horror_source) == (stress + 1, horrified, None)


@clause("U015")
def test_horrified_by_stress_lasts_as_long_as_the_unit_stays_at_its_limit(scene):
    s = scene(B={"stress": 3, "hands": ["knife"]})
    s.act("intimidate", "B", dice=[12, 8])
    for _ in range(2):
        s.end_turn()
        s.act("melee", "A", "torso", dice=[15, 5])  # disadvantage: 5, Failure
        assert (s.unit("A").hp, s.unit("B").horrified) == (6, True)
        s.end_turn()
        assert s.unit("B").horrified


@clause("U015")
def test_horror_at_the_limit_forbids_no_step(scene):
    s = scene(A={"stress": 3, "at": (4, 7)})
    s.act("intimidate", "B", dice=[4, 12])  # Strong Failure: A reaches its own limit
    assert (s.unit("A").horrified, s.unit("A").horror_source) == (True, None)
    for direction in ("NE", "E", "SE"):
        assert s.legal("step", direction), direction


@clause("U015")
def test_horror_at_the_limit_outlasts_the_timed_one(scene):
    s = scene(B={"stress": 3})
    s.act("intimidate", "B", dice=[18, 8])  # Strong Success: to its limit, and for a time
    assert (s.unit("B").horrified, s.unit("B").horror_source) == (True, "A")
    s.end_turn()
    s.end_turn()
    b = s.unit("B")
    assert (b.horrified_t, b.horrified, b.horror_source) == (0, True, None)


@clause("U016")
@pytest.mark.parametrize(
    ("hands", "call", "dice"),
    [
        ([], ("push", "B"), [4]),  # "take"
        ([], ("unarmed", "B", "torso"), [4]),  # "take"
        (["knife"], ("melee", "B", "torso"), [4]),  # "gain"
        ([], ("intimidate", "B"), [4, 12]),  # "gain"
    ],
)
def test_take_and_gain_stress_mean_the_same(scene, hands, call, dice):
    s = scene(A={"hands": hands})
    s.act(*call, dice=dice)
    assert s.unit("A").stress == 1


@clause("U017")
@pytest.mark.parametrize(("verb", "hands"), ATTACKS)
def test_an_attack_names_one_of_four_areas_for_each_target(scene, verb, hands):
    s = scene(A={"hands": hands}, D={"side": 2, "at": (8, 8)})
    for target in ("B", "D"):
        assert len(s.rows(verb, target)) == 4
        assert all(s.legal(verb, target, area) for area in AREAS)


@clause("U017")
def test_an_opportunity_attack_names_one_of_four_areas(scene):
    s = scene(B={"hands": ["knife"]})
    s.declare("step", "W")
    assert len(s.rows("opp_melee")) == 4
    assert all(s.legal("opp_melee", area) for area in AREAS)


@clause("U017")
def test_an_unarmed_opportunity_attack_and_a_readied_attack_name_an_area_too(scene):
    s = scene()
    s.declare("step", "W")
    assert len(s.rows("opp_unarmed")) == 4
    assert all(s.legal("opp_unarmed", area) for area in AREAS)
    s = scene(A={"at": (5, 7)}, B={"hands": ["pistol"], "ready": ("enemy_moves", "shot_semi")})
    s.declare("step", "W")
    assert (s.phase, len(s.rows("shot_semi", "A"))) == ("ready_fire", 4)
    assert all(s.legal("shot_semi", "A", area) for area in AREAS)


@clause("U017")
@pytest.mark.parametrize("area", AREAS)
def test_the_area_is_named_before_the_defence_window(scene, area):
    s = scene(A={"hands": ["knife"]}, B={"agility": 1})
    s.declare("melee", "B", area, dice=[DEFENSE[area]])
    assert (s.phase, s.decider, s.dice_used) == ("defend", "B", 0)
    s.act("pass", by="B")
    assert s.unit("B").hp == 5
