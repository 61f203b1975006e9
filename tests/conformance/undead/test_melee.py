"""Section 3.3 of the rules, first half: Unarmed and Basic Melee (U199-U220)."""

import pytest

from fracas.envs.core.testing import clause

DIRECTIONS = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)]
AREA_DC = [("head", 14), ("torso", 10), ("arms", 12), ("legs", 12)]
ADJACENT_VERBS = [
    ("unarmed", [], 1),
    ("melee", ["knife"], 1),
    ("push", [], 1),
    ("grapple", [], 2),
]


def in_hands(s, field):
    """Of what A has in its main and its off hand; nothing for an empty one."""
    return [item and item[field] for item in s.unit("A").items[6:]]


def hold(s):
    """Who holds B, whom A holds."""
    return s.unit("B").grappled_by, s.unit("A").grappling


# --- targets, costs, range


@clause("U199")
@pytest.mark.parametrize(
    ("verb", "hands"),
    [
        ("unarmed", []),
        ("push", []),
        ("grapple", []),
        ("intimidate", []),
        ("melee", ["knife"]),
        ("throw_weapon", ["throwing_knife"]),
        ("shot_single", ["revolver"]),
        ("shot_semi", ["pistol"]),
        ("spray", [{"item": "smg", "mode": "full"}]),
    ],
)
def test_attack_push_grapple_and_intimidate_rows_exist_for_enemies_only(scene, verb, hands):
    s = scene(A={"hands": hands}, C={"side": 1, "at": (7, 8)})
    assert s.legal(verb, "B")
    assert not s.rows(verb, "C")
    assert not s.rows(verb, "A")


@clause("U199")
def test_bursts_hit_anybody(scene):
    s = scene(A={"inventory": ["firebomb"]}, C={"side": 1, "at": (8, 8)})
    s.act("throw_object", "slot_0", 8, 7, dice=[16])
    assert [s.unit(u).hp for u in "ABC"] == [5, 4, 5]


@clause("U199")
def test_target_allies_opens_the_rows_for_allies(scene):
    s = scene(C={"side": 1, "at": (7, 8)}, options={"target.allies": True})
    assert s.legal("unarmed", "C", "torso")
    assert s.legal("unarmed", "B", "torso")


@clause("U199")
@pytest.mark.parametrize("name", ["A", "C"])
def test_a_burst_hits_its_thrower_and_an_ally_alone_too(scene, name):
    s = scene(A={"inventory": ["firebomb"]}, B={"at": (14, 14)}, C={"side": 1, "at": (2, 2)})
    s.act("throw_object", "slot_0", s.unit(name).x, s.unit(name).y, dice=[16])
    assert {u: s.unit(u).hp for u in "ABC"} == {"A": 6, "B": 6, "C": 6} | {name: 4}


@clause("U199")
def test_an_ally_that_steps_out_of_reach_opens_no_opportunity_window(scene):
    s = scene(turn="C", B={"at": (14, 14)}, C={"side": 1, "at": (7, 8)})
    s.declare("step", "S")
    assert (s.phase, s.decider, s.unit("C").y) == ("main", "C", 9)


@clause("U200", "U211", "U221", "U232")
@pytest.mark.parametrize(("verb", "hands", "cost"), ADJACENT_VERBS)
def test_unarmed_melee_and_push_cost_1_ap_grapple_2(scene, verb, hands, cost):
    args = ("B", "torso") if verb in ("unarmed", "melee") else ("B",)
    s = scene(A={"hands": hands})
    s.act(verb, *args, dice=[10])
    assert s.unit("A").ap == 4 - cost
    s = scene(A={"hands": hands}, B={"agility": 1})
    s.declare(verb, *args)  # paid for before the defence window, if there is one
    assert s.unit("A").ap == 4 - cost
    s = scene(A={"hands": hands, "ap": cost})
    assert s.legal(verb, *args)
    s = scene(A={"hands": hands, "ap": cost - 1})
    s.refused(verb, *args)


@clause("U201", "U212", "U222", "U233")
@pytest.mark.parametrize(("verb", "hands", "cost"), ADJACENT_VERBS)
def test_the_range_is_an_adjacent_tile(scene, verb, hands, cost):
    for dx, dy in DIRECTIONS:
        assert scene(A={"hands": hands}, B={"at": (7 + dx, 7 + dy)}).legal(verb, "B")
    for at in [(9, 7), (9, 9), (7, 5), (5, 8)]:
        assert not scene(A={"hands": hands}, B={"at": at}).legal(verb, "B")


# --- Unarmed Attack


@clause("U202", "U234")
@pytest.mark.parametrize("verb", ["unarmed", "grapple"])
@pytest.mark.parametrize("item", ["knife", "spear", "pistol", "stone"])
def test_unarmed_and_grapple_use_empty_hands(scene, verb, item):
    assert scene().legal(verb, "B")
    assert scene(A={"inventory": [item]}).legal(verb, "B")
    assert not scene(A={"hands": [item]}).legal(verb, "B")


@clause("U202", "U234")
@pytest.mark.parametrize("verb", ["unarmed", "grapple"])
def test_an_item_in_any_hand_forbids_it(scene, verb):
    s = scene(A={"hands": ["bat", "knife"]})
    s.act("drop_item", "main", dice=[])
    assert s.unit("A").hands == ["knife"]
    assert not s.legal(verb, "B")
    s.act("drop_item", "off", dice=[])
    assert s.legal(verb, "B")


@clause("U202", "U234")
@pytest.mark.parametrize("verb", ["unarmed", "grapple"])
def test_an_item_in_the_second_hand_alone_forbids_it_too(scene, verb):
    s = scene(A={"hands": ["bat", "knife"]})
    s.act("drop_item", "off", dice=[])
    assert s.unit("A").hands == ["bat"]
    assert not s.legal(verb, "B")


@clause("U203", "U214")
@pytest.mark.parametrize(("verb", "hands"), [("unarmed", []), ("melee", ["knife"])])
def test_choose_a_target_in_range_and_a_body_area(scene, verb, hands):
    s = scene(A={"hands": hands}, C={"side": 2, "at": (7, 8)}, D={"side": 2, "at": (10, 7)})
    assert all(s.legal(verb, u, area) for u in "BC" for area, _ in AREA_DC)
    assert [len(s.rows(verb, u)) for u in "BCD"] == [4, 4, 0]


@clause("U204", "U215")
@pytest.mark.parametrize(("verb", "hands"), [("unarmed", []), ("melee", ["knife"])])
@pytest.mark.parametrize(("area", "dc"), AREA_DC)
def test_the_roll_is_against_the_defense_dc_of_that_area(scene, verb, hands, area, dc):
    for die, hp in [(dc - 1, 6), (dc, 5)]:
        s = scene(A={"hands": hands})
        s.act(verb, "B", area, dice=[die])
        assert s.unit("B").hp == hp


@clause("U203", "U214")
@pytest.mark.parametrize(("verb", "hands"), [("unarmed", []), ("melee", ["knife"])])
@pytest.mark.parametrize("target", ["B", "C"])
def test_the_chosen_target_is_attacked_and_nobody_else(scene, verb, hands, target):
    s = scene(A={"hands": hands}, C={"side": 2, "at": (7, 8)})
    s.act(verb, target, "torso", dice=[10])
    assert {u: s.unit(u).hp for u in "ABC"} == {"A": 6, "B": 6, "C": 6} | {target: 5}


@clause("U204", "U215")
@pytest.mark.parametrize(("verb", "hands"), [("unarmed", []), ("melee", ["knife"])])
@pytest.mark.parametrize(("area", "dc"), [("head", 17), ("torso", 14), ("arms", 15), ("legs", 15)])
def test_the_roll_is_against_the_targets_own_guard_and_armour(scene, verb, hands, area, dc):
    target = {"gear": ["vest"], "agility": 1, "reflex": 2}  # Dodge 13; the vest: Torso +1
    for die, hp in [(dc - 1, 6), (dc, 5)]:
        s = scene(A={"hands": hands}, B=target, C={"side": 2, "at": (7, 8)})
        s.declare(verb, "B", area)
        s.act("dodge", dice=[die], by="B")
        assert s.unit("B").hp == hp


@clause("U204", "U215")
@pytest.mark.parametrize(("verb", "hands"), [("unarmed", []), ("melee", ["knife"])])
@pytest.mark.parametrize(
    ("able", "needed"),
    [
        ({"melee": 2}, 8),
        ({"physique": 1}, 9),
        ({"physique": 1, "melee": 2}, 7),
        ({"agility": 3, "aiming": 3, "athletics": 3}, 10),
    ],
)
def test_unarmed_and_basic_melee_roll_melee(scene, verb, hands, able, needed):
    for die, hp in [(needed - 1, 6), (needed, 5)]:
        s = scene(A={"hands": hands, **able})
        s.act(verb, "B", "torso", dice=[die])
        assert s.unit("B").hp == hp


@clause("U205", "U216")
@pytest.mark.parametrize(("verb", "hands"), [("unarmed", []), ("melee", ["knife"])])
@pytest.mark.parametrize("die", [10, 15])
def test_success_deals_1_damage(scene, verb, hands, die):
    s = scene(A={"hands": hands})
    s.act(verb, "B", "torso", dice=[die])
    b = s.unit("B")
    assert (b.hp, b.bleed, b.stress, b.injuries) == (5, 0, 0, set())
    assert (s.unit("A").hp, s.unit("A").stress) == (6, 0)


@clause("U206")
def test_strong_success_unarmed_lets_the_attacker_choose_the_blunt_table(scene):
    s = scene()
    s.act("unarmed", "B", "torso", dice=[16])
    assert (s.phase, s.decider) == ("strong_choice", "A")
    assert s.unit("B").hp == 5  # the ordinary damage comes before the choice
    assert s.legal("table")
    assert s.legal("strong_grapple")
    s.act("table", dice=[9])
    assert (s.phase, s.unit("B").hp, s.unit("B").injuries) == ("main", 3, set())


@clause("U206")
@pytest.mark.parametrize(
    ("save", "hp", "injuries"),
    [(10, 5, set()), (9, 3, set()), (5, 3, set()), (4, 3, {"broken_ribs"})],
)
def test_the_chosen_table_is_blunt_with_its_save(scene, save, hp, injuries):
    s = scene()
    s.act("unarmed", "B", "torso", dice=[16])
    s.act("table", dice=[save])
    assert (s.unit("B").hp, s.unit("B").injuries) == (hp, injuries)
    assert hold(s) == (None, None)


@clause("U206")
@pytest.mark.parametrize(
    ("area", "die", "after"),  # hp, stunned_t, Prone, hands, injuries
    [
        ("head", 9, (5, 1, False, ["knife"], set())),
        ("head", 4, (5, 1, False, ["knife"], {"concussion"})),
        ("arms", 9, (5, 0, False, [], set())),
        ("arms", 4, (5, 0, False, [], {"broken_arm"})),
        ("legs", 9, (5, 0, True, ["knife"], set())),
        ("legs", 4, (5, 0, True, ["knife"], {"broken_leg"})),
        ("legs", 10, (5, 0, False, ["knife"], set())),
    ],
)
def test_the_row_of_the_blunt_table_is_that_of_the_attacked_area(scene, area, die, after):
    s = scene(B={"hands": ["knife"]})
    s.act("unarmed", "B", area, dice=[20])
    s.act("table", dice=[die], by="A")
    b = s.unit("B")
    assert (b.hp, b.stunned_t, b.prone, b.hands, b.injuries) == after
    assert (b.bleed, b.stress) == (0, 0)  # nothing of the Slashing table


@clause("U206")
def test_the_choice_is_one_of_the_two_and_nothing_else(scene):
    s = scene()
    s.act("unarmed", "B", "torso", dice=[16])
    assert [str(action) for action in s.battle.legal()] == ["table", "strong_grapple"]


@clause("U206", "U207")
def test_a_plain_unarmed_success_gives_no_choice(scene):
    s = scene()
    s.act("unarmed", "B", "torso", dice=[15])
    assert s.phase == "main"


@clause("U207")
def test_or_a_grapple_for_0_ap(scene):
    s = scene()
    s.act("unarmed", "B", "torso", dice=[16])
    s.act("strong_grapple", dice=[10])
    assert hold(s) == ("A", "B")
    assert (s.phase, s.unit("A").ap, s.unit("B").hp) == ("main", 3, 5)


@clause("U207")
def test_the_free_grapple_needs_no_ap_at_all(scene):
    s = scene(A={"ap": 1})
    s.act("unarmed", "B", "torso", dice=[16])
    s.act("strong_grapple", dice=[10])
    assert (hold(s), s.unit("A").ap) == (("A", "B"), 0)


@clause("U207", "U208")
@pytest.mark.parametrize(
    ("able", "needed"), [({}, 10), ({"athletics": 2}, 8), ({"physique": 1}, 9), ({"melee": 2}, 10)]
)
def test_the_free_grapple_rolls_athletics_against_the_torso(scene, able, needed):
    for die, held in [(needed - 1, None), (needed, "A")]:
        s = scene(A=able)
        s.act("unarmed", "B", "head", dice=[20])
        s.act("strong_grapple", dice=[die])
        assert s.unit("B").grappled_by == held
        assert s.unit("B").injuries == set()


@clause("U208")
@pytest.mark.parametrize(
    ("die", "held", "hp", "stress"),
    [(4, None, 5, 1), (9, None, 5, 0), (10, "A", 5, 0), (16, "A", 4, 0)],
)
def test_the_free_grapple_has_its_own_roll_and_strong_outcomes(scene, die, held, hp, stress):
    s = scene()
    s.act("unarmed", "B", "torso", dice=[16])
    s.act("strong_grapple", dice=[die])
    assert (s.unit("B").grappled_by, s.unit("B").hp) == (held, hp)
    assert (s.unit("A").stress, s.unit("A").hp) == (stress, 6)


@clause("U208")
def test_the_free_grapple_has_its_own_defence_window(scene):
    s = scene(B={"physique": 1})
    s.declare("unarmed", "B", "torso", dice=[16])
    assert (s.phase, s.decider) == ("defend", "B")
    s.declare("pass")
    assert s.phase == "strong_choice"
    s.declare("strong_grapple")
    assert (s.phase, s.decider, s.unit("B").ap) == ("defend", "B", 4)
    s.declare("parry", dice=[10])  # DC 11
    assert (s.phase, s.unit("B").ap, hold(s)) == ("main", 3, (None, None))


@clause("U208")
def test_a_guard_already_raised_stays_and_only_a_higher_one_is_offered(scene):
    s = scene(B={"physique": 1, "agility": 2})  # Parry 11, Dodge 12
    s.declare("unarmed", "B", "torso", dice=[17])
    s.declare("parry")  # 17 against 11: still strong
    s.declare("strong_grapple")
    assert s.phase == "defend"
    assert s.legal("dodge")
    assert not s.legal("parry")
    t = s.copy()
    s.declare("pass", dice=[10])
    assert (s.phase, hold(s)) == ("main", (None, None))
    t.declare("pass", dice=[11])
    assert hold(t) == ("A", "B")


@clause("U208")
def test_without_a_higher_guard_the_free_grapple_opens_no_window(scene):
    s = scene(B={"physique": 1, "agility": 2})
    s.declare("unarmed", "B", "torso", dice=[18])
    s.declare("dodge")  # 18 against 12
    s.declare("strong_grapple", dice=[11])
    assert (s.phase, s.unit("B").ap, hold(s)) == ("main", 3, (None, None))


@clause("U208")
@pytest.mark.parametrize(
    "units",
    [
        {"C": {"side": 1, "at": (9, 7), "grappling": "B"}},
        {"A": {"grappling": "B"}},
        {"C": {"side": 1, "at": (9, 7)}, "B": {"grappling": "C"}},
    ],
)
def test_if_only_the_table_is_legal_it_is_taken_unasked(scene, units):
    s = scene(**units)
    s.act("unarmed", "B", "torso", dice=[16, 9])
    assert (s.phase, s.unit("B").hp) == ("main", 3)


@clause("U208")
def test_a_held_attacker_takes_the_table_unasked(scene):
    # a third unit's hold: A attacks another than its grappler with disadvantage (U616)
    s = scene(D={"side": 2, "at": (6, 7), "grappling": "A"})
    s.act("unarmed", "B", "torso", dice=[16, 17, 9])
    assert (s.phase, s.unit("B").hp, s.unit("B").grappled_by) == ("main", 3, None)


@clause("U208")
def test_an_ordinary_hit_that_downs_the_target_gives_no_choice(scene):
    s = scene(B={"hp": 1}, C={"side": 2, "at": (14, 14)})
    s.act("unarmed", "B", "torso", dice=[16])
    assert (s.unit("B").down, s.phase, s.dice_used) == (True, "main", 1)


@clause("U209", "U218")
@pytest.mark.parametrize(("verb", "hands"), [("unarmed", []), ("melee", ["knife"])])
@pytest.mark.parametrize("die", [5, 9])
def test_failure_misses(scene, verb, hands, die):
    s = scene(A={"hands": hands})
    s.act(verb, "B", "torso", dice=[die])
    assert (s.unit("B").hp, s.unit("A").hp, s.unit("A").stress) == (6, 6, 0)
    assert s.unit("A").ap == 3


@clause("U210")
@pytest.mark.parametrize("die", [1, 4])
def test_strong_failure_unarmed_costs_the_attacker_1_stress_and_1_damage(scene, die):
    s = scene()
    s.act("unarmed", "B", "torso", dice=[die])
    assert (s.unit("A").stress, s.unit("A").hp) == (1, 5)
    assert (s.unit("B").stress, s.unit("B").hp) == (0, 6)


# --- Basic Melee Attack


@clause("U213")
def test_basic_melee_uses_an_equipped_melee_weapon(scene):
    for weapon in ["knife", "machete", "bat", "spear", "throwing_knife"]:
        assert scene(A={"hands": [weapon]}).legal("melee", "B", "torso")
    assert scene(A={"hands": ["pistol", "knife"]}).legal("melee", "B", "torso")
    for hands in [[], ["pistol"], ["stone"]]:
        assert not scene(A={"hands": hands, "inventory": ["knife"]}).legal("melee", "B")


@clause("U217")
@pytest.mark.parametrize(
    ("weapon", "after"),  # hp, stress, bleed, stunned_t after the Failure column of Head
    [
        ("bat", (5, 0, 0, 1)),
        ("knife", (5, 1, 1, 0)),
        ("machete", (5, 1, 1, 0)),
        ("spear", (3, 0, 0, 0)),
        ("throwing_knife", (3, 0, 0, 0)),
    ],
)
def test_strong_success_uses_the_table_of_the_weapons_damage_type(scene, weapon, after):
    for dice, expected in [([20, 9], after), ([20, 10], (5, 0, 0, 0)), ([19], (5, 0, 0, 0))]:
        s = scene(A={"hands": [weapon]})
        s.act("melee", "B", "head", dice=dice)
        b = s.unit("B")
        assert (b.hp, b.stress, b.bleed, b.stunned_t) == expected
        assert s.phase == "main"


@clause("U217")
@pytest.mark.parametrize(
    ("weapon", "area", "die", "after"),  # hp, bleed, Slowed, hands, Prone after the Failure column
    [
        ("bat", "torso", 16, (3, 0, False, ["pistol"], False)),
        ("knife", "torso", 16, (4, 1, False, ["pistol"], False)),
        ("spear", "torso", 16, (4, 1, False, ["pistol"], False)),
        ("bat", "arms", 18, (5, 0, False, [], False)),
        ("knife", "arms", 18, (5, 1, False, ["pistol"], False)),
        ("spear", "arms", 18, (5, 0, False, [], False)),
        ("bat", "legs", 18, (5, 0, False, ["pistol"], True)),
        ("knife", "legs", 18, (5, 1, True, ["pistol"], False)),
        ("spear", "legs", 18, (5, 0, True, ["pistol"], False)),
    ],
)
def test_the_table_has_the_row_of_the_attacked_area(scene, weapon, area, die, after):
    s = scene(A={"hands": [weapon]}, B={"hands": ["pistol"]})
    s.act("melee", "B", area, dice=[die, 9])
    b = s.unit("B")
    assert (b.hp, b.bleed, b.slowed, b.hands, b.prone) == after
    assert b.injuries == set()


@clause("U219")
@pytest.mark.parametrize("die", [1, 4])
def test_strong_failure_in_melee_costs_1_stress_and_no_damage(scene, die):
    s = scene(A={"hands": ["knife"]})
    s.act("melee", "B", "torso", dice=[die])
    assert (s.unit("A").stress, s.unit("A").hp) == (1, 6)
    assert (s.unit("B").stress, s.unit("B").hp) == (0, 6)


@clause("U220")
def test_with_two_melee_weapons_the_row_names_the_hand(scene):
    assert len(scene(A={"hands": ["knife", "pistol"]}).rows("melee", "B")) == 4
    assert len(scene(A={"hands": ["spear"]}).rows("melee", "B")) == 4
    s = scene(A={"hands": ["knife", "bat"]})
    assert len(s.rows("melee", "B")) == 8
    assert len(s.rows("melee", "B", "torso")) == 2
    t = s.copy()
    s.act("melee", "B", "torso", "main", dice=[16, 9])  # knife: 1 + 1 and Bleeding
    assert (s.unit("B").hp, s.unit("B").bleed) == (4, 1)
    t.act("melee", "B", "torso", "off", dice=[16, 9])  # bat: 1 + 2
    assert (t.unit("B").hp, t.unit("B").bleed) == (3, 0)


@clause("U220")
@pytest.mark.parametrize(
    ("verb", "item", "rows"),
    [
        ("throw_weapon", "throwing_knife", 4),
        ("shot_single", "revolver", 4),
        ("shot_semi", "pistol", 4),
        ("reload", "pistol", 1),
        ("unjam", {"item": "pistol", "jam": True}, 1),
    ],
)
def test_the_other_hand_verbs_name_the_hand_too(scene, verb, item, rows):
    options = {"unjam.needs_full_auto": False}
    one = scene(A={"hands": [item, "bat"], "inventory": ["mag12"]}, options=options)
    assert len(one.rows(verb)) == rows
    two = scene(A={"hands": [item, item], "inventory": ["mag12"]}, options=options)
    assert len(two.rows(verb)) == 2 * rows


@clause("U220")
def test_the_named_hand_fires_and_is_reloaded(scene):
    pistols = [{"item": "pistol", "rounds": n} for n in (5, 9)]
    magazines = ["mag12", {"item": "mag12", "rounds": 3}]
    for hand, fired, loaded in [("main", [4, 9], [3, 9]), ("off", [5, 8], [5, 3])]:
        s = scene(A={"hands": pistols, "inventory": magazines})
        t = s.copy()
        s.act("shot_semi", "B", "torso", hand, dice=[9])
        assert in_hands(s, "rounds") == fired
        t.act("reload", "slot_1", hand, dice=[])
        assert in_hands(t, "rounds") == loaded


@clause("U220")
def test_the_named_hand_throws_or_is_unjammed(scene):
    knives = ["throwing_knife", "throwing_knife"]
    jammed = [{"item": "pistol", "jam": True}] * 2
    for hand, left, jams in [
        ("main", [None, "throwing_knife"], [False, True]),
        ("off", ["throwing_knife", None], [True, False]),
    ]:
        s = scene(A={"hands": knives})
        s.act("throw_weapon", "B", "torso", hand, dice=[9])
        assert in_hands(s, "item") == left
        s = scene(A={"hands": jammed}, options={"unjam.needs_full_auto": False})
        s.act("unjam", hand, dice=[])
        assert in_hands(s, "jam") == jams


@clause("U220")
def test_an_opportunity_attack_with_two_melee_weapons_names_the_hand(scene):
    s = scene(B={"hands": ["knife", "bat"]})
    s.declare("step", "W")
    assert len(s.rows("opp_melee", "torso")) == 2
    assert len(s.rows("opp_melee")) == 8
    s.act("opp_melee", "torso", "off", dice=[16, 9], by="B")  # bat: 1 + 2
    assert (s.unit("A").hp, s.unit("A").bleed) == (3, 0)
