"""Section 3.7: Grappled, Grappling, Horrified, Weakened (U615-U624)."""

import pytest

from fracas.envs.core.testing import clause

# A wall between x = 5 and x = 7 on the middle row only.
CORNER = "...........\n......#....\n..........."
AREAS = ("head", "torso", "arms", "legs")
SMG_FULL = {"item": "smg", "mode": "full"}


@clause("U615")
@pytest.mark.parametrize(
    "call", [("step", "N"), ("step", "W"), ("disengage", "N"), ("move",), ("push", "B")]
)
def test_a_grappled_unit_cannot_go_anywhere_or_push(scene, call):
    mv = 0 if call == ("move",) else 4
    assert scene(A={"mv": mv}).legal(*call)
    s = scene(A={"mv": mv}, B={"grappling": "A"}, C={"side": 2, "at": (6, 8)})
    assert not s.legal(*call)
    assert not s.legal("push", "C")
    s.refused(*call)


@clause("U615")
def test_a_grappled_unit_cannot_hide(scene):
    s = scene(map="....\n.h..\n....", A={"at": (1, 1)}, B={"at": (2, 1), "grappling": "A"})
    s.refused("hide")


@clause("U615")
def test_a_grappled_unit_counts_as_slowed(scene):
    for held in (False, True):
        s = scene(turn="B", A={"agility": 1}, B={"grappling": "A"} if held else {})
        assert s.unit("A").slowed is held
        s.declare("unarmed", "A", "torso", dice=[9])
        assert (s.phase, s.decider) == (("main", "B") if held else ("defend", "A"))
    s = scene(turn="B", A={"agility": 1}, B={"grappling": "A"})
    s.end_turn()
    assert (s.decider, s.unit("A").mv) == ("A", 2)  # half of 5


@clause("U616")
def test_a_grappled_unit_attacks_others_than_its_grappler_with_disadvantage(scene):
    fixture = {
        "A": {"hands": ["knife"]},
        "B": {"grappling": "A"},
        "C": {"side": 2, "at": (6, 7)},
    }
    s = scene(**fixture)
    s.act("melee", "C", "torso", dice=[15, 3])
    assert (s.unit("C").hp, s.unit("A").stress) == (6, 1)
    s = scene(**fixture)
    s.act("melee", "B", "torso", dice=[15])
    assert (s.unit("B").hp, s.unit("A").stress) == (5, 0)


@clause("U617")
@pytest.mark.parametrize(
    ("call", "unit"),
    [
        (("step", "N"), {}),
        (("disengage", "N"), {}),
        (("move",), {"mv": 0}),
        (("push", "B"), {}),
        (("push", "C"), {}),
        (("grapple", "C"), {}),
        (("unarmed", "C", "torso"), {}),
        (("equip", "slot_0"), {"inventory": ["knife"]}),
        (("equip_floor", "here"), {}),
        (("place", "slot_0"), {"inventory": ["knife"]}),
        (("throw_object", "slot_0"), {"inventory": ["stone"]}),
        (("pressure", "B"), {"inventory": ["bandage"]}),
        (("unequip", "main"), {"hands": ["knife"]}),
        (("melee", "B", "torso"), {"hands": ["knife"]}),
        (("throw_weapon", "B", "torso"), {"hands": ["throwing_knife"]}),
        (("shot_single", "B", "torso"), {"hands": ["revolver"]}),
        (("shot_semi", "B", "torso"), {"hands": ["pistol"]}),
        (("spray", "B", "torso"), {"hands": [SMG_FULL]}),
        (("switch_mode",), {"hands": ["smg"]}),
        (("reload", "slot_0"), {"hands": ["pistol"], "inventory": ["mag12"]}),
        (("unjam",), {"hands": [{"item": "smg", "jam": True}]}),
    ],
)
def test_a_grappling_unit_has_both_hands_busy(scene, call, unit):
    fixture = {
        "B": {"bleed": 2},
        "C": {"side": 2, "at": (6, 7)},
        "floor": [("stone", 7, 7)],
    }
    assert scene(A=unit, **fixture).legal(*call)
    s = scene(A={**unit, "grappling": "B"}, **fixture)
    assert not s.legal(*call)


@clause("U617")
def test_a_grappling_unit_cannot_hide(scene):
    s = scene(map="....\n.h..\n....", A={"at": (1, 1), "grappling": "B"}, B={"at": (2, 1)})
    s.refused("hide")


@clause("U617")
def test_a_grappling_unit_keeps_everything_else(scene):
    s = scene(A={"grappling": "B"}, C={"side": 2, "at": (6, 7)})
    for area in AREAS:
        assert s.legal("unarmed", "B", area)
    for call in (
        ("release",),
        ("drop_prone",),
        ("intimidate", "B"),
        ("intimidate", "C"),
        ("sense",),
        ("inspect",),
        ("ready", "enemy_moves"),
        ("end_turn",),
    ):
        assert s.legal(*call), call
    s.set("A", prone=True)
    assert s.legal("stand_up")
    s = scene(turn="C", A={"grappling": "B"}, C={"side": 2, "at": (6, 7)})
    s.declare("step", "W")  # an opportunity attack would be an Unarmed on another target
    assert (s.phase, s.decider) == ("main", "C")


def apart(s, *names):
    return all(s.unit(n).grappling is None and s.unit(n).grappled_by is None for n in names)


@clause("U618")
def test_a_grapple_ends_on_escape_and_on_release(scene):
    s = scene(turn="B", A={"grappling": "B"})
    assert (s.unit("A").grappling, s.unit("B").grappled_by) == ("B", "A")
    s.act("escape_reflex", dice=[9])
    assert not apart(s, "A", "B")
    s.act("escape_reflex", dice=[10])
    assert apart(s, "A", "B")
    s = scene(A={"grappling": "B"})
    s.act("release", dice=[])
    assert apart(s, "A", "B")


@clause("U618")
def test_a_grapple_ends_when_either_unit_goes_down(scene):
    s = scene(A={"grappling": "B"}, B={"hp": 1}, C={"side": 2, "at": (1, 1)})
    s.act("unarmed", "B", "torso", dice=[10])
    assert s.unit("B").down
    assert apart(s, "A", "B")
    s = scene(turn="B", A={"hp": 1, "grappling": "B"}, C={"side": 1, "at": (1, 1)})
    s.act("unarmed", "A", "torso", dice=[10])
    assert s.unit("A").down
    assert apart(s, "A", "B")


@clause("U618")
@pytest.mark.parametrize(
    ("pusher", "target", "end"),
    [
        ({"side": 2, "at": (7, 8)}, "A", (7, 6)),  # still beside B: moved is enough
        ({"side": 1, "at": (8, 8)}, "B", (8, 6)),
        ({"side": 1, "at": (8, 8), "athletics": 2}, "B", (8, 4)),  # distance above 1
    ],
)
def test_a_grapple_ends_when_either_unit_is_moved_by_a_push(scene, pusher, target, end):
    s = scene(turn="C", A={"grappling": "B"}, C=pusher)
    s.act("push", target, dice=[10])
    assert (s.unit(target).x, s.unit(target).y) == end
    assert apart(s, "A", "B")


@clause("U618")
def test_a_push_that_moves_nobody_keeps_the_grapple(scene):
    s = scene(turn="C", A={"grappling": "B"}, C={"side": 2, "at": (6, 7)})
    s.act("push", "A", dice=[10])  # B stands in the way
    assert (s.unit("A").x, s.unit("A").grappling) == (7, "B")


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
