"""Section 8: every option, its default and each alternative. First the figures.

The others: test_options_actions.py, test_options_more.py and test_options_end.py; all of them
read from a file: test_options_files.py.
"""

import pytest

from fracas.envs import Battle
from fracas.envs.core.testing import clause

KNIFE = {"hands": ["knife"]}
BAT = {"hands": ["bat"]}


def opened(**options):
    sides = [
        {"id": "one", "units": [{"id": "A", "at": [0, 0], "physique": 1, "presence": 1}]},
        {"id": "two", "units": [{"id": "B", "at": [9, 1]}]},
    ]
    return Battle(
        {
            "system": "undead",
            "title": "t",
            "map": "..........\n..........\n",
            "sides": sides,
            "options": {name.replace("__", "."): value for name, value in options.items()},
            "order": ["A", "B"],
            "round_limit": 20,
        },
        seed=0,
    )


@clause("option:ap.per_turn")
@pytest.mark.parametrize(
    ("options", "ap"), [({}, 4)] + [({"ap__per_turn": n}, n) for n in (1, 2, 3, 4, 5, 6)]
)
def test_ap_per_turn(options, ap):
    battle = opened(**options)
    assert (battle.decider, battle.unit("A").ap) == ("A", ap)
    assert battle.unit("B").ap == ap  # for reactions before the first turn
    battle.act("drop_prone")
    battle.act("stand_up")
    assert battle.unit("A").ap == ap - 1
    battle.act("end_turn")
    assert (battle.decider, battle.unit("B").ap) == ("B", ap)
    battle.act("end_turn")
    assert (battle.decider, battle.unit("A").ap) == ("A", ap)


@clause("option:ap.per_turn")
@pytest.mark.parametrize("ap", [1, 2, 3, 5, 6])
def test_ap_per_turn_is_what_stunned_cuts_to_two_and_a_stat_block_replaces(scene, ap):
    s = scene(B={"stunned": 1}, C={"side": 2, "at": (12, 3)}, options={"ap.per_turn": ap})
    s.end_turn()
    assert (s.decider, s.unit("B").ap) == ("B", min(ap, 2))
    s.end_turn()
    assert (s.decider, s.unit("C").ap) == ("C", ap)
    s.end_turn()
    s.end_turn()
    assert (s.decider, s.unit("B").ap) == ("B", ap)
    block = {"id": "A", "at": [0, 0], "kind": "shambler"}
    sides = [{"id": "one", "units": [block]}, {"id": "two", "units": [{"at": [9, 0]}]}]
    field = {"system": "undead", "title": "t", "map": "." * 10, "sides": sides}
    battle = Battle({**field, "options": {"ap.per_turn": ap}}, seed=0)
    assert (battle.unit("A").ap_turn, battle.unit("two_0").ap_turn) == (2, ap)


@clause("option:ap.initial")
@pytest.mark.parametrize(
    ("options", "ap"), [({}, 4), ({"ap__initial": "full"}, 4), ({"ap__initial": "zero"}, 0)]
)
def test_ap_initial(options, ap):
    battle = opened(**options)
    assert (battle.unit("A").ap, battle.unit("B").ap) == (4, ap)
    battle.act("end_turn")
    assert (battle.decider, battle.unit("B").ap) == ("B", 4)


@clause("option:ap.initial")
@pytest.mark.parametrize(("options", "asked"), [({}, True), ({"ap.initial": "zero"}, False)])
def test_ap_initial_decides_who_can_react_before_the_first_turn(scene, options, asked):
    s = scene(A=KNIFE, B={"agility": 2}, options=options)
    s.declare("melee", "B", "torso", dice=[9])
    assert (s.phase, s.decider) == (("defend", "B") if asked else ("main", "A"))
    if asked:
        s.declare("pass")
    s.declare("step", "W")
    assert (s.phase, s.decider) == (("opportunity", "B") if asked else ("main", "A"))
    s = scene(A=KNIFE, B={"agility": 2}, options=options)
    s.end_turn()
    s.end_turn()  # B has had its first turn
    s.declare("melee", "B", "torso")
    assert (s.phase, s.decider) == ("defend", "B")


@clause("option:move.at_turn_start")
@pytest.mark.parametrize(
    ("options", "mv"),
    [({}, 4), ({"move.at_turn_start": "full"}, 4), ({"move.at_turn_start": "zero"}, 0)],
)
def test_move_at_turn_start(scene, options, mv):
    s = scene(options=options)
    s.end_turn()
    assert (s.decider, s.unit("B").mv, s.legal("step", "N")) == ("B", mv, mv > 0)
    if mv == 0:
        s.act("move")
        assert (s.unit("B").mv, s.unit("B").ap) == (4, 3)


@clause("option:move.at_turn_start")
@pytest.mark.parametrize(
    ("options", "mv"),
    [({}, 4), ({"move__at_turn_start": "full"}, 4), ({"move__at_turn_start": "zero"}, 0)],
)
def test_move_at_turn_start_holds_for_the_first_turn_and_not_for_move(options, mv):
    battle = opened(**options)
    assert (battle.decider, battle.unit("A").mv) == ("A", mv)
    assert battle.unit("B").mv == 0
    if mv == 0:
        battle.copy().act("disengage", "E")
        battle.act("move")
        assert (battle.unit("A").mv, battle.unit("A").ap) == (4, 3)
    battle.act("step", "E")
    battle.act("end_turn")
    assert (battle.unit("A").mv, battle.unit("B").mv) == (0, mv)


@clause("option:move.at_turn_start")
@pytest.mark.parametrize("options", [{}, {"move.at_turn_start": "zero"}])
def test_move_at_turn_start_leaves_grants_whole(scene, options):
    s = scene(
        turn="B", A={"at": (3, 7), "ready": ("enemy_moves", "move")}, B={"mv": 1}, options=options
    )
    s.declare("step", "E")
    s.declare("move", by="A")
    for _ in range(4):
        assert (s.phase, s.decider) == ("grant_steps", "A")
        s.declare("step", "W" if s.unit("A").x > 2 else "N")
    assert s.decider == "B"


@clause("option:move.base")
@pytest.mark.parametrize(
    ("options", "base"), [({}, 4)] + [({"move.base": n}, n) for n in (3, 4, 5, 6)]
)
def test_move_base(scene, options, base):
    for agility in (-1, 0, 2):
        s = scene(B={"agility": agility}, options=options)
        s.end_turn()
        assert (s.decider, s.unit("B").mv) == ("B", max(2, base + agility))
    s = scene(B={"slowed": 1}, options=options)
    s.end_turn()
    assert s.unit("B").mv == base // 2


@clause("option:move.base")
@pytest.mark.parametrize("base", [3, 4, 5, 6])
def test_move_base_fills_move_and_grants(scene, base):
    options = {"move.base": base}
    s = scene(A={"agility": 1, "mv": 0}, options=options)
    s.act("move")
    assert s.unit("A").mv == base + 1
    assert not s.legal("move")
    s = scene(B={"grappling": "A"}, options=options)
    s.act("escape_reflex", dice=[16])
    for _ in range(base // 2):
        assert (s.phase, s.decider) == ("grant_steps", "A")
        s.act("step", "W")
    assert (s.phase, s.unit("A").x) == ("main", 7 - base // 2)


@clause("option:health.base")
@pytest.mark.parametrize(
    ("options", "base"), [({}, 6)] + [({"health__base": n}, n) for n in (4, 5, 6, 7, 8)]
)
def test_health_base(options, base):
    battle = opened(**options)
    assert (battle.unit("A").hp, battle.unit("A").hp_max) == (base + 1, base + 1)
    assert (battle.unit("B").hp, battle.unit("B").hp_max) == (base, base)


def alone(options, **figures):
    """Return a unit with these figures in a battle of its own."""
    sides = [
        {"id": "one", "units": [{"id": "A", "at": [0, 0], **figures}]},
        {"id": "two", "units": [{"at": [9, 0]}]},
    ]
    field = {"system": "undead", "title": "t", "map": "." * 10, "sides": sides}
    return Battle({**field, "options": options}, seed=0).unit("A")


@clause("option:health.base")
@pytest.mark.parametrize("base", [4, 5, 6, 7, 8])
def test_health_base_is_added_to_physique_and_resilience_at_least_three(base):
    options = {"health.base": base}
    assert alone(options, physique=2, resilience=1).hp == base + 3
    assert alone(options, resilience=2, agility=3).hp == base + 2
    assert alone(options, physique=-1).hp == base - 1
    assert alone(options, hp=5).hp_max == 5  # a stat block's own figure holds


@clause("option:stress.base")
@pytest.mark.parametrize(
    ("options", "base"), [({}, 4)] + [({"stress__base": n}, n) for n in (2, 3, 4, 5, 6)]
)
def test_stress_base(options, base):
    battle = opened(**options)
    assert (battle.unit("A").stress, battle.unit("A").stress_limit) == (0, base + 1)
    assert (battle.unit("B").stress, battle.unit("B").stress_limit) == (0, base)


@clause("option:stress.base")
@pytest.mark.parametrize("base", [2, 3, 4, 5, 6])
def test_stress_base_is_added_to_presence_and_morale_at_least_two(base):
    options = {"stress.base": base}
    assert alone(options, presence=2, morale=1).stress_limit == base + 3
    assert alone(options, morale=2, physique=3).stress_limit == base + 2
    assert alone(options, presence=-1).stress_limit == max(2, base - 1)
    assert alone(options, stress_limit=7).stress_limit == 7


@clause("option:stress.at_limit")
@pytest.mark.parametrize(
    ("options", "horrified", "winner"),
    [
        ({}, True, None),
        ({"stress.at_limit": "horrified"}, True, None),
        ({"stress.at_limit": "defeated"}, False, "one"),
        ({"stress.at_limit": "none"}, False, None),
    ],
)
def test_stress_at_limit(scene, options, horrified, winner):
    s = scene(B={"stress": 2}, options=options)
    s.act("intimidate", "B", dice=[12, 8])
    assert (s.unit("B").stress, s.unit("B").horrified, s.winner) == (3, False, None)
    s.act("intimidate", "B", dice=[12, 8])
    assert s.winner == winner
    assert s.unit("B").down is (winner == "one")
    if winner is None:
        assert (s.unit("B").stress, s.unit("B").horrified) == (4, horrified)


@clause("option:stress.at_limit")
def test_stress_at_limit_defeated_is_as_good_as_down(scene):
    b = {"stress": 3, "hands": ["knife"]}
    s = scene(B=b, C={"side": 2, "at": (12, 3)}, options={"stress.at_limit": "defeated"})
    s.act("intimidate", "B", dice=[12, 8])
    assert (s.unit("B").down, s.winner) == (True, None)
    assert [(f.item, f.x, f.y) for f in s.floor()] == [("knife", 8, 7)]
    assert s.rows("intimidate") == ["intimidate(C)"]
    s.act("step", "E")  # off the tile
    assert (s.unit("A").x, s.unit("A").y) == (8, 7)
    s.end_turn()
    assert s.decider == "C"  # no turn
    s.end_turn()
    assert s.decider == "A"


@clause("option:stress.at_limit")
def test_stress_at_limit_defeated_ends_the_own_turn_and_the_battle(scene):
    options = {"stress.at_limit": "defeated"}
    s = scene(A={"stress": 3}, C={"side": 1, "at": (3, 3)}, options=options)
    s.act("push", "B", dice=[4])
    assert (s.unit("A").down, s.winner, s.decider) == (True, None, "B")
    s = scene(A={"stress": 3}, options=options)
    s.act("push", "B", dice=[4])
    assert (s.winner, s.phase) == ("two", None)


@clause("option:stress.at_limit")
@pytest.mark.parametrize(
    ("options", "dice"),
    [
        ({}, [15, 9]),
        ({"stress.at_limit": "horrified"}, [15, 9]),
        ({"stress.at_limit": "none"}, [9]),
    ],
)
def test_stress_at_limit_horrifies_for_good_without_a_source(scene, options, dice):
    s = scene(A={"stress": 3, **KNIFE}, options=options)
    s.act("push", "B", dice=[4])
    assert (s.unit("A").stress, s.unit("A").horror_source) == (4, None)
    s.end_turn()
    s.end_turn()
    s.act("melee", "B", "torso", dice=dice)
    assert (s.dice_used, s.unit("B").hp) == (len(dice), 6)
    s.act("push", "B", dice=[4] * len(dice))
    assert s.unit("A").stress == 4


@clause("option:defense.base")
@pytest.mark.parametrize(
    ("options", "base"), [({}, 10)] + [({"defense.base": n}, n) for n in (8, 9, 10, 11, 12)]
)
def test_defense_base(scene, options, base):
    for area, modifier in (("torso", 0), ("head", 4)):
        for die, hp in ((base + modifier - 1, 6), (base + modifier, 5)):
            s = scene(A=KNIFE, options=options)
            s.act("melee", "B", area, dice=[die])
            assert s.unit("B").hp == hp
    for die, x in ((base - 1, 8), (base, 9)):
        s = scene(options=options)
        s.act("push", "B", dice=[die])
        assert s.unit("B").x == x


def area_modifier(scene, area, options, modifier):
    for die, hp in ((9 + modifier, 6), (10 + modifier, 5)):
        s = scene(A=KNIFE, options=options)
        s.act("melee", "B", area, dice=[die])
        assert s.unit("B").hp == hp


@clause("option:defense.base")
@pytest.mark.parametrize("base", [8, 9, 10, 11, 12])
def test_defense_base_is_the_guard_until_a_reaction_sets_another(scene, base):
    options = {"defense.base": base}
    s = scene(A=KNIFE, B={"agility": 1, "reflex": 2}, options=options)
    assert s.unit("B").guard == base
    s.declare("melee", "B", "torso", dice=[12])
    s.act("dodge", by="B")  # 13, whatever the base
    assert (s.unit("B").guard, s.unit("B").hp) == (13, 6)
    s.end_turn()
    assert s.unit("B").guard == base
    s = scene(A=KNIFE, B={"agility": 1}, options=options)
    s.declare("melee", "B", "torso", dice=[10])
    raises = base < 11
    assert (s.phase, s.legal("dodge")) == ("defend" if raises else "main", raises)


@clause("option:defense.base")
@pytest.mark.parametrize("base", [8, 9, 10, 11, 12])
def test_defense_base_counts_for_every_area_armour_shot_and_grapple(scene, base):
    options = {"defense.base": base}
    for area, modifier in (("torso", 1), ("head", 4), ("arms", 2), ("legs", 2)):
        for die, hp in ((base + modifier - 1, 6), (base + modifier, 5)):
            s = scene(A={"hands": ["pistol"]}, B={"gear": ["vest"]}, options=options)
            s.act("shot_semi", "B", area, dice=[die])
            assert s.unit("B").hp == hp, (area, die)
    for die, held in ((base - 1, None), (base, "B")):
        s = scene(options=options)
        s.act("grapple", "B", dice=[die])
        assert s.unit("A").grappling == held


@clause("option:defense.base")
@pytest.mark.parametrize("base", [8, 12])
def test_defense_base_leaves_the_other_dcs_at_ten(scene, base):
    options = {"defense.base": base}
    for save, hp in ((9, 3), (10, 5)):
        s = scene(A=BAT, options=options)
        s.act("melee", "B", "torso", dice=[base + 6, save])
        assert s.unit("B").hp == hp
    for die, free in ((9, False), (10, True)):
        s = scene(B={"grappling": "A"}, options=options)
        s.act("escape_reflex", dice=[die])
        assert (s.unit("B").grappling is None) is free
        s = scene(B={"hidden": True}, options=options)
        s.act("inspect", dice=[die])
        assert s.unit("B").hidden is not free


@clause("option:area.head")
@pytest.mark.parametrize(("options", "head"), [({}, 4)] + [({"area.head": n}, n) for n in range(7)])
def test_area_head(scene, options, head):
    area_modifier(scene, "head", options, head)
    area_modifier(scene, "torso", options, 0)
    area_modifier(scene, "arms", options, 2)


@clause("option:area.arms")
@pytest.mark.parametrize(("options", "arms"), [({}, 2)] + [({"area.arms": n}, n) for n in range(7)])
def test_area_arms(scene, options, arms):
    area_modifier(scene, "arms", options, arms)
    area_modifier(scene, "legs", options, 2)
    area_modifier(scene, "head", options, 4)


@clause("option:area.legs")
@pytest.mark.parametrize(("options", "legs"), [({}, 2)] + [({"area.legs": n}, n) for n in range(7)])
def test_area_legs(scene, options, legs):
    area_modifier(scene, "legs", options, legs)
    area_modifier(scene, "arms", options, 2)
    area_modifier(scene, "head", options, 4)


@clause("option:area.head", "option:area.arms", "option:area.legs")
def test_areas_cost_nothing_when_all_are_zero(scene):
    options = {"area.head": 0, "area.arms": 0, "area.legs": 0}
    for area in ("head", "torso", "arms", "legs"):
        area_modifier(scene, area, options, 0)
    s = scene(A=KNIFE, B={"agility": 3}, options=options)
    s.declare("melee", "B", "head", dice=[13])
    s.act("dodge", by="B")  # a raised guard is the same for all areas, too
    assert s.unit("B").hp == 5
