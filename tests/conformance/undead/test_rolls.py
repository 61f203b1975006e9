"""Section 3.1 of the rules: rolls, outcomes, ranges (U001-U009)."""

import pytest

from fracas.envs.core.testing import clause

ABILITIES = ("physique", "reason", "agility", "presence")
SKILLS = (
    *("athletics", "melee", "resilience", "awareness", "medicine"),
    *("aiming", "stealth", "reflex", "morale", "intimidation"),
)
HIT = {"knife": "melee", "bat": "melee", "pistol": "shot_semi"}
FULL_SMG = {"item": "smg", "mode": "full"}
WIDE_MAP = "\n".join(["." * 20] * 15)


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


@clause("U001")
@pytest.mark.parametrize(("die", "hp"), [(7, 5), (6, 6)])
def test_a_roll_is_d20_plus_parent_ability_plus_skill_level(scene, die, hp):
    s = strike(scene, "knife", "torso", [die], a={"physique": 2, "melee": 1})
    assert s.unit("B").hp == hp


@clause("U001")
def test_other_abilities_and_skills_add_nothing_to_a_roll(scene):
    other = {"agility": 2, "reason": 2, "presence": 2, "athletics": 2, "aiming": 2}
    assert strike(scene, "knife", "torso", [9], a=other).unit("B").hp == 6


def lost_health(s):
    return 6 - s.unit("B").hp


def held(s):
    return s.unit("B").grappled_by == "A"


def free(s):
    return s.unit("A").grappled_by is None


UNARMED, MELEE = ("unarmed", "B", "torso"), ("melee", "B", "torso")
THROW, SINGLE = ("throw_weapon", "B", "torso"), ("shot_single", "B", "torso")
SEMI, SPRAY = ("shot_semi", "B", "torso"), ("spray", "B", "torso")
HIDDEN_B = {"at": (9, 7), "hidden": True}
SKILL_ROLLS = [  # skill, its parent, A, B, the call, what to look at, what dice 5 and 4 bring
    ("athletics", "physique", {}, {}, ("push", "B"), lambda s: s.unit("B").x > 8, (1, 0)),
    ("athletics", "physique", {}, {}, ("grapple", "B"), held, (1, 0)),
    ("melee", "physique", {}, {}, UNARMED, lost_health, (1, 0)),
    ("melee", "physique", {"hands": ["knife"]}, {}, MELEE, lost_health, (1, 0)),
    ("melee", "physique", {}, {"grappling": "A"}, ("escape_melee",), free, (1, 0)),
    ("reflex", "agility", {}, {"grappling": "A"}, ("escape_reflex",), free, (1, 0)),
    ("aiming", "agility", {"hands": ["throwing_knife"]}, {}, THROW, lost_health, (1, 0)),
    ("aiming", "agility", {"hands": ["revolver"]}, {}, SINGLE, lost_health, (1, 0)),
    ("aiming", "agility", {"hands": ["pistol"]}, {}, SEMI, lost_health, (1, 0)),
    ("awareness", "reason", {}, HIDDEN_B, ("inspect",), lambda s: s.unit("B").hidden, (0, 1)),
    (
        *("medicine", "reason", {"inventory": ["bandage"]}, {"bleed": 2}, ("pressure", "B")),
        *(lambda s: s.unit("B").stanched, (1, 0)),
    ),
]


@clause("U001")
@pytest.mark.parametrize(("skill", "parent", "a", "b", "call", "look", "seen"), SKILL_ROLLS)
@pytest.mark.parametrize("other", [0, 4])
def test_each_roll_adds_the_skills_own_level_and_parent_ability_and_nothing_else(
    scene, skill, parent, a, b, call, look, seen, other
):
    figures = {name: other for name in (*ABILITIES, *SKILLS)}
    for die, found in zip((5, 4), seen, strict=True):  # 2 + 3 to the die, against 10
        s = scene(A={**figures, parent: 2, skill: 3, **a}, B=b)
        s.act(*call, dice=[die])
        assert look(s) == found


@clause("U001")
@pytest.mark.parametrize("other", [0, 4])
def test_rolls_without_a_fixed_dc_add_ability_and_level_too(scene, other):
    figures = {name: other for name in (*ABILITIES, *SKILLS)}
    for die, tier in ((5, 0), (6, 1)):  # totals 10 and 11
        s = scene(A={**figures, "reason": 2, "awareness": 3})
        s.act("sense", dice=[die])
        assert s.unit("A").sense_tier == tier
    thrower = {**figures, "agility": 2, "aiming": 3, "inventory": ["stone"]}
    for dice, x in (([9, 3], 10), ([10], 8)):  # totals 14 (2 off, to the east) and 15
        s = scene(A=thrower)
        s.act("throw_object", "slot_0", 8, 7, dice=dice)
        assert floor(s) == [("stone", x, 7)]
    shooter = {**figures, "agility": 2, "aiming": 3, "hands": [FULL_SMG]}
    s = scene(A=shooter)
    s.act("spray", "B", "torso", dice=[8])  # total 13: 3 damage
    assert s.unit("B").hp == 3
    for die, stress in ((5, 1), (4, 0)):  # against the Morale roll's 10
        s = scene(A={**figures, "presence": 2, "intimidation": 3})
        s.act("intimidate", "B", dice=[die, 10])
        assert s.unit("B").stress == stress
    for die, stress in ((5, 1), (6, 0)):  # the Morale roll, against 10
        s = scene(B={**figures, "presence": 2, "morale": 3})
        s.act("intimidate", "B", dice=[10, die])
        assert s.unit("B").stress == stress


@clause("U001")
@pytest.mark.parametrize(("die", "hp"), [(10, 6), (11, 5)])
def test_a_negative_ability_lowers_the_roll(scene, die, hp):
    assert strike(scene, "knife", "torso", [die], a={"physique": -1}).unit("B").hp == hp


@clause("U001")
def test_every_die_of_a_roll_and_of_a_save_has_twenty_sides(scene):
    s = strike(scene, "knife", "torso", [3, 16, 9], b={"prone": True})
    s.act("intimidate", "B", dice=[12, 12])
    s.act("inspect", dice=[7])
    trace = s.battle.state[0]["dice"][:6]
    assert [int(die["sides"]) for die in trace] == [20] * 6
    assert [int(die["value"]) for die in trace] == [3, 16, 9, 12, 12, 7]


@clause("U002")
@pytest.mark.parametrize("die", [10, 15])
def test_a_total_equal_to_the_dc_up_to_five_above_is_success(scene, die):
    s = strike(scene, "knife", "torso", [die])
    assert (s.unit("B").hp, marks(s.unit("B")), s.dice_used) == (5, set(), 1)


@clause("U003")
def test_more_than_five_above_the_dc_is_strong_success(scene):
    # the second die is the victim's save: only a Strong Success asks for it
    assert strike(scene, "knife", "torso", [16, 20]).dice_used == 2
    assert strike(scene, "knife", "torso", [15]).dice_used == 1


@clause("U003")
def test_a_natural_twenty_is_no_strong_success_of_itself(scene):
    s = strike(scene, "knife", "torso", [20], b={"guard": 15})
    assert (s.unit("B").hp, s.dice_used) == (5, 1)
    s = strike(scene, "knife", "torso", [20, 20], b={"guard": 14})
    assert (s.unit("B").hp, s.dice_used) == (5, 2)


@clause("U003", "U005")
@pytest.mark.parametrize(
    ("dice", "a_stress", "b_stress", "horrified"),
    [
        ([11, 5], 0, 1, True),
        ([10, 5], 0, 1, False),
        ([5, 10], 0, 0, False),
        ([5, 11], 1, 0, False),
    ],
)
def test_the_bands_lie_around_a_rolled_dc_too(scene, dice, a_stress, b_stress, horrified):
    s = scene()
    s.act("intimidate", "B", dice=dice)
    b = s.unit("B")
    assert (s.unit("A").stress, b.stress, b.horrified) == (a_stress, b_stress, horrified)


@clause("U004")
@pytest.mark.parametrize("die", [9, 5])
def test_one_to_five_below_is_failure(scene, die):
    s = strike(scene, "knife", "torso", [die])
    assert (s.unit("B").hp, s.unit("A").stress) == (6, 0)


@clause("U004")
@pytest.mark.parametrize("guard", [17, 20])
def test_a_natural_twenty_below_the_dc_is_a_failure(scene, guard):
    s = strike(scene, "knife", "head", [20], b={"guard": guard})  # DC 21 and 24
    assert (s.unit("B").hp, s.unit("A").stress) == (6, 0)


@clause("U005")
@pytest.mark.parametrize(("die", "stress"), [(5, 0), (4, 1), (1, 1)])
def test_more_than_five_below_is_strong_failure(scene, die, stress):
    s = strike(scene, "knife", "torso", [die])
    assert (s.unit("B").hp, s.unit("A").stress) == (6, stress)


@clause("U005")
def test_a_natural_one_is_no_strong_failure_of_itself(scene):
    skilled = {"physique": 4, "melee": 4}
    s = strike(scene, "knife", "torso", [1], a=skilled)  # total 9: Failure
    assert (s.unit("B").hp, s.unit("A").stress) == (6, 0)
    s = scene(A={"presence": 4, "intimidation": 4})
    s.act("intimidate", "B", dice=[1, 3])  # total 9 against 3: Strong Success
    assert (s.unit("B").stress, s.unit("B").horrified) == (1, True)


@clause("U006")
@pytest.mark.parametrize(("die", "x", "prone"), [(9, 8, False), (15, 9, False), (16, 9, True)])
def test_a_strong_success_applies_the_success_effect_too(scene, die, x, prone):
    s = scene()
    s.act("push", "B", dice=[die])
    assert (s.unit("B").x, s.unit("B").y, s.unit("B").prone) == (x, 7, prone)


@clause("U006")
def test_a_strong_failure_applies_the_failure_effect_too(scene):
    s = strike(scene, "bat", "head", [20, 4])
    assert marks(s.unit("B")) == {"stunned_t", "concussion"}


@clause("U006")
def test_every_strong_success_applies_the_success_effect_too(scene):
    for verb, hands, damage in (
        ("melee", ["knife"], 1),
        ("throw_weapon", ["throwing_knife"], 1),
        ("shot_single", ["revolver"], 1),
        ("shot_semi", ["pistol"], 1),
        ("spray", [FULL_SMG], 5),
    ):
        s = scene(A={"hands": hands}, B={"hp": 8})
        s.act(verb, "B", "torso", dice=[16, 10])
        assert s.unit("B").hp == 8 - damage, verb
    s = scene()
    s.act("unarmed", "B", "torso", dice=[16])
    assert (s.unit("B").hp, s.phase) == (5, "strong_choice")
    s = scene()
    s.act("grapple", "B", dice=[16])
    assert (s.unit("B").hp, s.unit("B").grappled_by) == (5, "A")
    s = scene(B={"grappling": "A"})
    s.act("escape_reflex", dice=[16])
    assert (s.unit("A").grappled_by, s.phase) == (None, "grant_steps")
    s = scene()
    s.act("intimidate", "B", dice=[18, 8])
    assert (s.unit("B").stress, s.unit("B").horrified) == (1, True)
    s = scene(B={"at": (9, 7), "hidden": True})
    s.act("inspect", dice=[16])
    assert (s.unit("B").hidden, s.phase) == (False, "grant_towards")
    s = scene(A={"inventory": ["bandage"]}, B={"bleed": 2})
    s.act("pressure", "B", dice=[16])
    assert (s.unit("B").stanched, s.unit("B").bleed) == (True, 1)


@clause("U006")
def test_a_strongly_failed_inspect_leaves_the_target_hidden_too(scene):
    s = scene(B={"at": (9, 7), "hidden": True})
    s.act("inspect", dice=[4])
    assert (s.unit("B").hidden, s.unit("B").detect_bonus) == (True, 3)


@clause("U007")
@pytest.mark.parametrize("dice", [[3, 12], [12, 3]])
def test_advantage_keeps_the_higher_of_two_dice_disadvantage_the_lower(scene, dice):
    s = strike(scene, "knife", "torso", dice, b={"prone": True})  # 12: Success
    assert (s.unit("B").hp, s.unit("A").stress, s.dice_used) == (5, 0, 2)
    s = strike(scene, "knife", "torso", dice, a={"prone": True})  # 3: Strong Failure
    assert (s.unit("B").hp, s.unit("A").stress, s.dice_used) == (6, 1, 2)


@clause("U008")
def test_one_advantage_and_one_disadvantage_cancel_to_one_die(scene):
    s = strike(scene, "knife", "torso", [12], a={"prone": True}, b={"prone": True})
    assert (s.unit("B").hp, s.dice_used) == (5, 1)


@clause("U008")
def test_several_sources_of_advantage_or_disadvantage_do_not_stack(scene):
    s = strike(scene, "knife", "torso", [3, 12], a={"hidden": True}, b={"prone": True})
    assert (s.unit("B").hp, s.dice_used) == (5, 2)
    worse = {"prone": True, "weakened": 1}
    s = strike(scene, "knife", "torso", [12, 9], a=worse)
    assert (s.unit("B").hp, s.dice_used) == (6, 2)
    s = strike(scene, "knife", "torso", [12], a={**worse, "hidden": True})
    assert (s.unit("B").hp, s.dice_used) == (5, 1)


@clause("U008")
def test_two_advantages_and_one_disadvantage_cancel_to_one_die(scene):
    s = strike(scene, "knife", "torso", [12], a={"hidden": True, "prone": True}, b={"prone": True})
    assert (s.unit("B").hp, s.dice_used) == (5, 1)
    far = {"at": (9, 7), "prone": True}
    s = strike(scene, "pistol", "torso", [12], a={"hidden": True}, b=far)
    assert (s.unit("B").hp, s.dice_used) == (5, 1)


@clause("U009")
@pytest.mark.parametrize(("x", "legal"), [(11, True), (12, False)])
def test_a_bare_skill_name_in_a_range_is_its_level_alone(scene, x, legal):
    shooter = {"at": (0, 7), "agility": 3, "aiming": 1, "hands": ["pistol"]}
    s = scene(A=shooter, B={"at": (x, 7)})
    assert s.legal("shot_semi", "B", "torso") == legal


@clause("U009")
@pytest.mark.parametrize(("x", "legal"), [(4, True), (5, False)])
def test_a_bare_ability_name_in_a_range_is_its_level_alone(scene, x, legal):
    thrower = {"at": (0, 7), "physique": 1, "athletics": 2, "hands": ["throwing_knife"]}
    s = scene(A=thrower, B={"at": (x, 7)})
    assert s.legal("throw_weapon", "B", "torso") == legal


@clause("U009")
def test_a_bare_skill_name_in_a_distance_is_its_level_alone(scene):
    s = scene(A={"physique": 3, "athletics": 1})
    s.act("push", "B", dice=[6])  # total 10; 1 + Athletics 1 = 2 tiles
    assert (s.unit("B").x, s.unit("B").y) == (10, 7)


@clause("U009")
@pytest.mark.parametrize(("verb", "hands"), [("shot_single", ["revolver"]), ("spray", [FULL_SMG])])
def test_every_firearms_range_takes_the_level_alone(scene, verb, hands):
    shooter = {"at": (0, 7), "agility": 3, "aiming": 1, "hands": hands}
    assert scene(A=shooter, B={"at": (11, 7)}).legal(verb, "B", "torso")
    assert not scene(A=shooter, B={"at": (12, 7)}).legal(verb, "B", "torso")


@clause("U009")
def test_the_range_of_throw_object_takes_the_level_alone(scene):
    thrower = {"at": (0, 7), "physique": 3, "athletics": 1, "inventory": ["stone"]}
    s = scene(A=thrower, map=WIDE_MAP)
    assert s.legal("throw_object", "slot_0", 16, 7)
    assert not s.legal("throw_object", "slot_0", 17, 7)


@clause("U009")
def test_the_ranges_of_sense_and_inspect_take_the_level_alone(scene):
    seeker = {"at": (0, 7), "reason": 3, "awareness": 1}
    for x, hidden in ((6, False), (7, True)):  # 5 + 1
        s = scene(A=seeker, B={"at": (x, 7), "hidden": True})
        s.act("inspect", dice=[10])
        assert s.unit("B").hidden is hidden
    for x, count in ((15, 1), (16, 0)):  # 10 + 5 x 1
        s = scene(A=seeker, B={"at": (x, 7), "hidden": True}, map=WIDE_MAP)
        s.act("sense", dice=[10])
        assert (s.unit("A").sense_tier, s.unit("A").sense_count) == (1, count)
