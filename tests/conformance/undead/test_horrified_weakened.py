"""Section 3.7: Horrified and Weakened (U620-U624)."""

import pytest

from fracas.envs.core.testing import clause

# A wall between x = 5 and x = 7 on the middle row only.
CORNER = "...........\n......#....\n..........."
FOE = {"side": 2, "at": (2, 7)}
DIRECTIONS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
SMG_FULL = {"item": "smg", "mode": "full"}


HORROR = [
    (("unarmed", "B", "torso"), {}, [15, 3]),
    (("melee", "B", "torso"), {"hands": ["knife"]}, [15, 3]),
    (("push", "B"), {}, [15, 3]),
    (("grapple", "B"), {}, [15, 3]),
    (("throw_weapon", "B", "torso"), {"hands": ["throwing_knife"]}, [15, 3]),
    (("shot_single", "B", "torso"), {"hands": ["revolver"]}, [15, 3]),
    (("shot_semi", "B", "torso"), {"hands": ["pistol"]}, [15, 3]),
    (("spray", "B", "torso"), {"hands": [SMG_FULL]}, [15, 3]),
    (("intimidate", "B"), {}, [15, 3, 9]),  # 3 against 9: SF
    (("pressure", "A"), {"inventory": ["bandage"], "bleed": 2}, [15, 3]),
]


@clause("U620")
@pytest.mark.parametrize(("call", "unit", "dice"), HORROR)
def test_a_horrified_unit_rolls_its_actions_with_disadvantage(scene, call, unit, dice):
    s = scene(A={**unit, "horrified": 1, "horror_source": "B"})
    s.act(*call, dice=dice)
    assert s.unit("A").stress == 1  # 15 would have been a Success


@clause("U620")
@pytest.mark.parametrize("verb", ["escape_reflex", "escape_melee"])
def test_a_horrified_unit_escapes_with_disadvantage(scene, verb):
    s = scene(A={"horrified": 1, "horror_source": "B"}, B={"grappling": "A"})
    s.act(verb, dice=[15, 3])
    assert (s.unit("A").stress, s.unit("A").grappled_by) == (1, "B")


@clause("U620")
def test_horror_touches_sense_inspect_and_throw_object_too(scene):
    unit = {"horrified": 1, "horror_source": "B", "inventory": ["stone"]}
    s = scene(A=unit, C={"side": 2, "at": (4, 7), "hidden": True})
    s.act("sense", dice=[15, 3])
    assert s.unit("A").sense_tier == 0
    s.act("inspect", dice=[15, 3])
    assert (s.unit("C").hidden, s.unit("C").detect_bonus) == (True, 3)
    s = scene(A=unit)
    s.act("throw_object", "slot_0", 5, 5, dice=[15, 3, 3])  # 3: 5 tiles off, d8 = E
    assert [(f.x, f.y) for f in s.floor()] == [(10, 5)]


@clause("U620")
def test_horror_touches_reactions_but_not_saves_and_the_morale_roll(scene):
    horror = {"horrified": 1, "horror_source": "A"}
    s = scene(B=horror)
    s.declare("step", "W")
    s.act("opp_unarmed", "torso", dice=[15, 3], by="B")
    assert (s.unit("A").hp, s.unit("B").stress) == (6, 1)
    s = scene(A={"hands": ["knife"]}, B=horror)
    s.act("melee", "B", "torso", dice=[16, 10])
    assert s.unit("B").hp == 5
    s = scene(B=horror)
    s.act("intimidate", "B", dice=[12, 8])
    assert s.unit("B").stress == 1


@clause("U620")
@pytest.mark.parametrize("dice", [[15, 3], [3, 15]])
def test_horror_touches_armed_reactions_and_readied_actions(scene, dice):
    horror = {"horrified": 1, "horror_source": "A", "hands": ["knife"]}
    s = scene(B=horror)
    s.declare("step", "W")
    s.act("opp_melee", "torso", dice=dice, by="B")
    assert (s.unit("A").hp, s.unit("B").stress) == (6, 1)
    s = scene(A={"at": (6, 7)}, B={**horror, "ready": ("enemy_enters_reach", "melee")})
    s.declare("step", "E")
    s.act("melee", "A", "torso", dice=dice, by="B")
    assert (s.unit("A").hp, s.unit("B").stress) == (6, 1)


@clause("U620")
@pytest.mark.parametrize(
    ("weapon", "area", "dice"), [("bat", "legs", [18, 10]), ("bat", "arms", [18, 10])]
)
def test_horror_does_not_touch_the_save_of_any_area(scene, weapon, area, dice):
    s = scene(A={"hands": [weapon]}, B={"horrified": 1, "horror_source": "A", "hands": ["knife"]})
    s.act("melee", "B", area, dice=dice)
    assert (s.unit("B").prone, s.unit("B").hands) == (False, ["knife"])


@clause("U620")
@pytest.mark.parametrize("area", ["head", "torso"])
def test_horror_does_not_touch_the_save_of_head_and_torso(scene, area):
    die = {"head": 20, "torso": 16}[area]
    s = scene(A={"hands": ["knife"]}, B={"horrified": 1, "horror_source": "A"})
    s.act("melee", "B", area, dice=[die, 10])
    assert (s.unit("B").hp, s.unit("B").bleed, s.unit("B").stress) == (5, 0, 0)


@clause("U620")
@pytest.mark.parametrize(("call", "unit", "dice"), HORROR)
def test_horror_at_the_stress_limit_gives_the_same_disadvantage(scene, call, unit, dice):
    s = scene(A={**unit, "stress": 4})
    swapped = [dice[1], dice[0], *dice[2:]]
    s.act(*call, dice=swapped)
    b = s.unit("B")
    assert (b.hp, b.x, b.grappled_by, b.stress, s.unit("A").stanched) == (6, 8, None, 0, False)


@clause("U620")
def test_without_horror_one_die_is_rolled(scene):
    s = scene(A={"hands": ["knife"]})
    s.act("melee", "B", "torso", dice=[15])
    assert (s.unit("B").hp, s.dice_used) == (5, 1)


@clause("U621")
@pytest.mark.parametrize("verb", ["step", "disengage"])
def test_a_horrified_unit_may_not_come_nearer_to_a_source_it_sees(scene, verb):
    horror = {"at": (4, 7), "horrified": 1, "horror_source": "B"}
    s = scene(A=horror)
    for direction in ("NE", "E", "SE"):  # distance 4 -> 3
        s.refused(verb, direction)
    for direction in ("N", "S", "NW", "W", "SW"):
        assert s.legal(verb, direction), direction
    assert scene(A=horror, B={"hidden": True}).legal(verb, "E")
    s = scene(map=CORNER, A={**horror, "at": (2, 1)}, B={"at": (7, 1)})
    assert s.legal(verb, "E")  # B behind the wall isn't seen


@clause("U621")
def test_a_source_that_is_down_forbids_nothing(scene):
    s = scene(
        A={"at": (4, 7), "hands": ["pistol"], "horrified": 1, "horror_source": "C"},
        C={"side": 2, "at": (8, 5), "hp": 1},
    )
    assert not s.legal("step", "E")
    s.act("shot_semi", "C", "torso", dice=[10, 10])
    assert s.unit("C").down
    assert s.legal("step", "E")


@clause("U621")
def test_horror_of_one_forbids_nothing_towards_another(scene):
    s = scene(
        A={"at": (4, 7), "horrified": 1, "horror_source": "B"},
        C={"side": 2, "at": (0, 7)},
    )
    for direction in ("W", "NW", "SW", "N", "S"):
        assert s.legal("step", direction), direction
    s.refused("step", "E")


@clause("U621")
def test_horror_that_has_ended_or_has_no_source_forbids_nothing(scene):
    s = scene(A={"at": (4, 7), "horrified": 1, "horror_source": "B"})
    s.end_turn()
    s.end_turn()
    assert s.legal("step", "E")
    assert s.legal("disengage", "E")
    s = scene(A={"at": (4, 7), "stress": 4})
    assert s.unit("A").horrified
    assert s.legal("step", "E")
    assert s.legal("disengage", "E")


@clause("U621")
def test_steps_granted_by_an_escape_or_a_readied_move_are_bound_too(scene):
    s = scene(A={"horrified": 1, "horror_source": "C"}, B={"grappling": "A"}, C=FOE)
    s.act("escape_reflex", dice=[16, 17])
    assert s.phase == "grant_steps"
    assert not s.legal("step", "W")  # towards C
    assert s.legal("step", "NE")
    mover = {"horrified": 1, "horror_source": "C", "ready": ("enemy_moves", "move")}
    s = scene(turn="B", A=mover, B={"at": (12, 7)}, C=FOE)
    s.declare("step", "N")
    s.declare("move", by="A")
    assert (s.phase, s.decider) == ("grant_steps", "A")
    assert not s.legal("step", "W")
    assert s.legal("step", "E")


@clause("U621")
def test_the_distance_to_the_source_counts_diagonals_as_one(scene):
    s = scene(A={"at": (4, 4), "horrified": 1, "horror_source": "B"}, B={"at": (8, 7)})
    allowed = {d for d in DIRECTIONS if s.legal("step", d)}
    assert allowed == {"N", "NE", "S", "SW", "W", "NW"}  # to the NE it stays 4


@clause("U622")
def test_horror_from_intimidate_lasts_until_the_end_of_the_targets_next_turn(scene):
    s = scene()
    s.act("intimidate", "B", dice=[18, 8])
    assert (s.unit("B").horrified, s.unit("B").horror_source) == (True, "A")
    s.end_turn()
    assert (s.decider, s.unit("B").horrified) == ("B", True)
    s.end_turn()
    assert (s.unit("B").horrified, s.unit("B").horror_source) == (False, None)


WEAK = [{"weakened": 1}, {"injuries": ["broken_ribs"]}]


@clause("U622")
def test_horror_from_a_readied_intimidate_in_the_targets_turn_lasts_through_its_next(scene):
    s = scene(B={"at": (10, 7), "ready": ("enemy_moves", "intimidate")})
    s.declare("step", "W")
    s.act("intimidate", "A", dice=[18, 8], by="B")
    seen = []
    for _ in range(3):
        seen.append((s.decider, s.unit("A").horrified))
        s.end_turn()
    assert seen == [("A", True), ("B", True), ("A", True)]
    assert not s.unit("A").horrified


@clause("U623")
@pytest.mark.parametrize("weak", WEAK)
def test_a_weakened_unit_saves_by_resilience_with_disadvantage(scene, weak):
    for save in ([9, 15], [15, 9]):
        s = scene(A={"hands": ["knife"]}, B=weak)
        s.act("melee", "B", "torso", dice=[16, *save])
        assert (s.unit("B").hp, s.unit("B").bleed) == (4, 1)
    s = scene(A={"hands": ["knife"]}, B=weak)
    s.act("melee", "B", "legs", dice=[18, 10])  # Reflex: one die, a Success
    assert (s.unit("B").hp, s.unit("B").bleed) == (5, 0)


@clause("U623")
@pytest.mark.parametrize("weak", WEAK)
def test_weakness_touches_athletics_and_melee_rolls_only(scene, weak):
    for hands, call in (
        ([], ("push", "B")),
        ([], ("grapple", "B")),
        ([], ("unarmed", "B", "torso")),
        (["knife"], ("melee", "B", "torso")),
    ):
        s = scene(A={"hands": hands, **weak})
        s.act(*call, dice=[15, 3])
        assert s.unit("A").stress == 1, call
    for verb, dice in (("escape_melee", [15, 3]), ("escape_reflex", [3])):
        s = scene(A=weak, B={"grappling": "A"})
        s.act(verb, dice=dice)
        assert s.unit("A").stress == 1, verb
    s = scene(A={"hands": ["pistol"], **weak})
    s.act("shot_semi", "B", "torso", dice=[10])
    assert s.unit("B").hp == 5


@clause("U623")
@pytest.mark.parametrize("weak", WEAK)
@pytest.mark.parametrize("dice", [[15, 3], [3, 15]])
def test_weakness_touches_opportunity_attacks(scene, weak, dice):
    for hands, verb in (([], "opp_unarmed"), (["knife"], "opp_melee")):
        s = scene(B={"hands": hands, **weak})
        s.declare("step", "W")
        s.act(verb, "torso", dice=dice, by="B")
        assert (s.unit("A").hp, s.unit("B").stress) == (6, 1)


@clause("U623")
@pytest.mark.parametrize("weak", WEAK)
@pytest.mark.parametrize(("area", "die"), [("head", 20), ("arms", 18)])
def test_a_weakened_units_saves_of_head_and_arms_have_disadvantage(scene, weak, area, die):
    s = scene(A={"hands": ["bat"]}, B={"hands": ["knife"], **weak})
    s.act("melee", "B", area, dice=[die, 15, 9])
    assert (s.unit("B").stunned_t == 1, s.unit("B").hands == []) == (area == "head", area == "arms")


@clause("U623")
@pytest.mark.parametrize("weak", WEAK)
def test_weakness_leaves_aiming_awareness_medicine_and_presence_alone(scene, weak):
    for hands, verb in (
        (["throwing_knife"], "throw_weapon"),
        (["revolver"], "shot_single"),
        ([SMG_FULL], "spray"),
    ):
        s = scene(A={"hands": hands, **weak})
        s.act(verb, "B", "torso", dice=[12])
        assert s.unit("B").hp < 6, verb
    s = scene(A=weak, B={"at": (9, 7), "hidden": True})
    s.act("inspect", dice=[10])
    assert not s.unit("B").hidden
    s = scene(A={"inventory": ["bandage"], **weak}, B={"bleed": 1})
    s.act("pressure", "B", dice=[10])
    assert s.unit("B").stanched
    s = scene(A=weak, B=weak)
    s.act("intimidate", "B", dice=[12, 8])
    assert s.unit("B").stress == 1


@clause("U624")
@pytest.mark.parametrize("weak", WEAK)
def test_weakened_forbids_parry_but_not_dodge(scene, weak):
    s = scene(B={"physique": 1, "agility": 1})
    s.declare("unarmed", "B", "torso", dice=[9])
    assert (s.phase, s.legal("parry"), s.legal("dodge")) == ("defend", True, True)
    s = scene(B={"physique": 1, "agility": 1, **weak})
    s.declare("unarmed", "B", "torso", dice=[9])
    assert (s.phase, s.legal("parry"), s.legal("dodge")) == ("defend", False, True)
    s = scene(B={"physique": 1, **weak})
    s.declare("unarmed", "B", "torso", dice=[9])
    assert (s.phase, s.decider) == ("main", "A")


@clause("U624")
@pytest.mark.parametrize("call", [("melee", "B", "torso"), ("grapple", "B")])
def test_weakened_forbids_parry_against_weapons_and_grapples_while_it_lasts(scene, call):
    hands = ["knife"] if call[0] == "melee" else []
    s = scene(A={"hands": hands}, B={"physique": 1, "weakened": 1})
    s.declare(*call, dice=[9])
    assert (s.phase, s.decider) == ("main", "A")
    s.end_turn()
    s.end_turn()  # B's turn end: no longer Weakened
    s.declare(*call, dice=[9])
    assert (s.phase, s.decider, s.legal("parry")) == ("defend", "B", True)
