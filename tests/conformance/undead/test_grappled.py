"""Section 3.7: Grappled and Grappling (U615-U618)."""

import pytest

from fracas.envs.core.testing import clause

NOOK = "....\n.h..\n...."
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
@pytest.mark.parametrize("hold", [{}, {"grappling": "A"}])
def test_a_grappled_unit_cannot_hide(scene, hold):
    # a Hidden enemy's sight doesn't count for Hide (U134), so the hold alone forbids it
    s = scene(map=NOOK, A={"at": (1, 1)}, B={"at": (2, 1), "hidden": True, **hold})
    assert s.legal("hide") is not bool(hold)


@clause("U615")
@pytest.mark.parametrize("verb", ["step", "disengage"])
def test_a_grappled_unit_has_no_direction_to_go(scene, verb):
    assert len(scene().rows(verb)) == 7  # B stands in the eighth
    assert scene(B={"grappling": "A"}).rows(verb) == []


@clause("U615")
def test_a_grappled_unit_keeps_everything_else(scene):
    kit = {"hands": ["knife"], "inventory": ["stone", "bandage"], "bleed": 2}
    s = scene(A=kit, B={"grappling": "A"}, floor=[("bat", 7, 7)])
    for call in (
        ("melee", "B", "torso"),
        ("escape_reflex",),
        ("escape_melee",),
        ("throw_object", "slot_0"),
        ("pressure", "A"),
        ("equip_floor", "here"),
        ("unequip", "main"),
        ("place", "slot_0"),
        ("drop_item", "main"),
        ("intimidate", "B"),
        ("sense",),
        ("inspect",),
        ("drop_prone",),
        ("ready", "enemy_moves"),
        ("end_turn",),
    ):
        assert s.legal(*call), call


@clause("U615")
def test_a_grappled_unit_may_parry_but_not_dodge(scene):
    held = {"physique": 1, "agility": 1}
    s = scene(A={"grappling": "B"}, B=held)
    s.declare("unarmed", "B", "torso", dice=[9])
    assert (s.phase, s.legal("dodge"), s.legal("parry")) == ("defend", False, True)


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


@clause("U616")
@pytest.mark.parametrize(
    ("verb", "hands"),
    [
        ("unarmed", []),
        ("melee", ["knife"]),
        ("throw_weapon", ["throwing_knife"]),
        ("shot_single", ["revolver"]),
        ("shot_semi", ["pistol"]),
        ("spray", [SMG_FULL]),
    ],
)
@pytest.mark.parametrize("dice", [[15, 3], [3, 15]])
def test_every_attack_of_a_grappled_unit_on_others_has_disadvantage(scene, verb, hands, dice):
    for target, rolled, hit in (("C", dice, False), ("B", [15], True)):
        s = scene(A={"hands": hands}, B={"grappling": "A"}, C={"side": 2, "at": (6, 7)})
        s.act(verb, target, "torso", dice=rolled)
        assert (s.unit(target).hp < 6, s.unit("A").stress) == (hit, int(not hit))


@clause("U616")
def test_other_rolls_of_a_grappled_unit_have_no_disadvantage(scene):
    s = scene(B={"grappling": "A"}, C={"side": 2, "at": (6, 7)})
    s.act("intimidate", "C", dice=[12, 8])
    assert s.unit("C").stress == 1
    s = scene(A={"inventory": ["stone"]}, B={"grappling": "A"})
    s.act("throw_object", "slot_0", 3, 3, dice=[16])
    assert [(f.x, f.y) for f in s.floor()] == [(3, 3)]


@clause("U616")
@pytest.mark.parametrize(("held", "dice"), [(False, [12]), (True, [12, 3])])
def test_an_opportunity_attack_of_a_grappled_unit_on_another_has_disadvantage(scene, held, dice):
    s = scene(
        A={"hands": ["knife"]},
        B={"grappling": "A"} if held else {},
        C={"side": 2, "at": (6, 7)},
        turn="C",
    )
    s.declare("step", "W")
    s.act("opp_melee", "torso", dice=dice, by="A")
    assert (s.unit("C").hp == 5) is not held


@clause("U616")
def test_the_attacks_of_the_grappler_have_no_disadvantage(scene):
    s = scene(A={"grappling": "B"})
    s.act("unarmed", "B", "torso", dice=[12])
    assert s.unit("B").hp == 5


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
@pytest.mark.parametrize("hold", [{}, {"grappling": "B"}])
def test_a_grappling_unit_cannot_hide(scene, hold):
    s = scene(map=NOOK, A={"at": (1, 1), **hold}, B={"at": (2, 1), "hidden": True})
    assert s.legal("hide") is not bool(hold)


@clause("U617")
@pytest.mark.parametrize("target", ["A", "C", "B"])
def test_a_grappling_unit_presses_on_nobodys_wound(scene, target):
    wounded = {"bleed": 2}
    for hold in (False, True):
        s = scene(
            A={"inventory": ["bandage"], **wounded, **({"grappling": "B"} if hold else {})},
            B=wounded,
            C={"side": 1, "at": (6, 7), **wounded},
        )
        assert s.legal("pressure", target) is not hold


@clause("U617")
@pytest.mark.parametrize("verb", ["step", "disengage"])
def test_a_grappling_unit_has_no_direction_to_go(scene, verb):
    assert scene(A={"grappling": "B"}).rows(verb) == []


@clause("U617")
def test_a_grappling_unit_may_drop_what_it_holds_and_defend_itself(scene):
    assert scene(A={"grappling": "B", "hands": ["knife"]}).legal("drop_item", "main")
    s = scene(A={"grappling": "B", "agility": 1, "physique": 1}, turn="B")
    s.declare("unarmed", "A", "torso", dice=[9])
    assert (s.phase, s.legal("dodge"), s.legal("parry")) == ("defend", True, True)


@clause("U617")
@pytest.mark.parametrize("hold", [False, True])
def test_a_readied_action_of_a_grappling_unit_meets_the_same_bars(scene, hold):
    grappler = {"ready": ("enemy_moves", "unarmed"), **({"grappling": "B"} if hold else {})}
    s = scene(turn="C", A=grappler, C={"side": 2, "at": (6, 6)})
    s.declare("step", "S")  # inside A's reach all the way
    assert (s.phase, s.decider) == ("ready_fire", "A")
    assert (s.legal("unarmed", "B"), s.legal("unarmed", "C")) == (True, not hold)


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


@clause("U618")
def test_a_grapple_ends_when_either_unit_goes_down_by_bleeding_or_a_burst(scene):
    s = scene(A={"grappling": "B"}, B={"hp": 1, "bleed": 1}, C={"side": 2, "at": (1, 1)})
    s.end_turn()
    assert s.unit("B").down
    assert apart(s, "A", "B")
    s = scene(
        turn="C",
        A={"grappling": "B", "hp": 1},
        C={"side": 2, "at": (4, 7), "inventory": ["firebomb"]},
        D={"side": 1, "at": (1, 1)},
    )
    s.act("throw_object", "slot_0", 7, 7, dice=[16])
    assert (s.unit("A").down, s.unit("B").hp) == (True, 5)
    assert apart(s, "A", "B")


@clause("U618")
def test_nothing_else_ends_a_grapple(scene):
    s = scene(A={"grappling": "B"}, C={"side": 2, "at": (6, 7)})
    s.act("unarmed", "B", "torso", dice=[10])
    s.act("drop_prone", dice=[])
    s.act("intimidate", "C", dice=[4, 12])
    for _ in range(3):
        s.end_turn()
        assert (s.unit("A").grappling, s.unit("B").grappled_by) == ("B", "A")
