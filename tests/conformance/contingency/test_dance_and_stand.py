"""Section 3.19, other Movement actions: Dance, Stand, forced ones (C450, C451, C453)."""

import pytest

from fracas.envs.core.testing import clause

AFTER = ("combat", "W")  # A is not asked any more
FREE = {"prone.stand": "free"}
PRONE = {"prone": True}
FREEZE = {"forced": "freeze", "forced_from": "B"}
# Movement actions of a prone unit: plan, row, dice, what the scene needs.
MOVEMENTS = [
    ("dance", ("dance",), [], {}),
    ("take_cover", ("take_cover",), [], {"zones": {"Z0": {"cover": True}}}),
    ("disengage", ("disengage",), [5, 4, 4, 4], {"apart": False}),
    ("disengage", ("disengage",), [5, 4, 5, 4], {"apart": False}),
    ("hide", ("hide", "surroundings"), [5, 4, 4, 4], {"zones": {"Z0": {"conceal": True}}}),
]


def asked(s):
    return s.phase, s.decider


def scene_of(scene, *plans, apart=True, **more):
    return scene(apart=apart, announce={"A": list(plans)}, **more)


def steps(s):
    """Go to and fro as long as the movement lasts; return the number of zones."""
    zones = 0
    while s.phase == "step":
        s.act("step", "Z1" if s.unit("A").zone == "Z0" else "Z0", dice=[])
        zones += 1
    return zones


# --- Dance


@clause("C450", "C022")
def test_a_dance_is_a_movement_action_without_a_roll(scene):
    s = scene_of(scene, "dance")
    assert asked(s) == ("movement", "A")
    assert len(s.rows("dance")) == 1
    s.act("dance", dice=[])
    a = s.unit("A")
    assert (asked(s), a.moved, "dance" in a.performed) == (AFTER, True, True)


@clause("C450")
def test_without_a_promise_it_has_no_effect(scene):
    s = scene_of(scene, "dance")
    before = s.unit("A"), s.unit("B")
    s.act("dance", dice=[])
    s.finish_round()
    for old, new in zip(before, (s.unit("A"), s.unit("B")), strict=True):
        assert (old.marks, old.zone, old.slots, old.grant_any, old.grant_combat) == (
            new.marks,
            new.zone,
            new.slots,
            new.grant_any,
            new.grant_combat,
        )


@clause("C450", "C194")
@pytest.mark.parametrize(("verb", "marks"), [("dance", 0), ("forgo", 2)])
def test_it_keeps_the_promise_of_taunt(scene, verb, marks):
    s = scene_of(scene, "dance", A={"owes_dance": True})
    s.act(verb, dice=[])
    s.finish_round()
    assert (s.unit("A").marks, s.unit("A").owes_dance) == (marks, False)


@clause("C450", "C335", "C333")
@pytest.mark.parametrize(("verb", "dice"), [("dance", [5, 4, 7]), ("forgo", [5, 4])])
def test_it_counts_as_movement_performed(scene, verb, dice):
    s = scene_of(scene, "dance", "shoot", A={"hands": ["bow"]})
    s.act(verb, dice=[])
    s.act("shoot", "B", dice=dice)


@clause("C450")
@pytest.mark.parametrize(
    ("A", "B", "apart", "legal"),
    [
        ({}, {}, False, True),
        ({}, {"grappling": {"A"}}, False, True),
        ({"grappling": {"B"}}, {}, False, True),
        (PRONE, {}, True, True),
        ({"restrained": 5}, {}, True, False),
    ],
)
def test_only_a_restraint_forbids_it(scene, A, B, apart, legal):  # noqa: N803
    s = scene_of(scene, "dance", A=A, B=B, apart=apart)
    assert asked(s) == (("movement", "A") if legal else AFTER)


# --- Stand


@clause("C451")
def test_a_prone_unit_stands_without_a_roll(scene):
    s = scene_of(scene, "stand", A=PRONE)
    assert asked(s) == ("movement", "A")
    s.act("stand", dice=[])
    a = s.unit("A")
    assert (asked(s), a.prone, a.moved, "stand" in a.performed) == (AFTER, False, True, True)


@clause("C451")
def test_it_is_announced_by_prone_units_only(scene):
    scene().refused("announce", "stand")
    assert scene(A=PRONE).legal("announce", "stand")


@clause("C451", "C491", "C493")
@pytest.mark.parametrize(
    ("A", "B", "legal"),
    [
        ({}, {}, True),  # engaged
        ({}, {"grappling": {"A"}}, False),
        ({"grappling": {"B"}}, {}, True),
        ({"restrained": 5}, {}, True),
    ],
)
def test_a_grappled_unit_cannot_stand(scene, A, B, legal):  # noqa: N803
    s = scene_of(scene, "stand", A=PRONE | A, B=B, apart=False)
    assert asked(s) == (("movement", "A") if legal else AFTER)
    assert s.unit("A").prone


@clause("C451", "C226")
def test_a_unit_that_stood_frozen_cannot_stand(scene):
    s = scene(A=PRONE | FREEZE, apart=True)
    s.announce(A=["stand"], W=["brawl"])
    assert (asked(s), s.unit("A").prone, s.unit("A").frozen) == (AFTER, True, True)


@clause("C451")
def test_a_unit_that_stands_already_cannot_stand(scene):
    s = scene_of(scene, "reposition", "stand", A=PRONE)
    s.declare("reposition", dice=[2, 2])  # -2: 1 of movement, spent to stand
    s.act("stop")  # engages nobody
    assert (asked(s), "stand" in s.unit("A").performed) == (AFTER, False)


@clause("C451", "C490")
@pytest.mark.parametrize(("verb", "dice"), [("stand", [5, 4]), ("forgo", [5, 4, 7])])
def test_having_stood_it_fights_plainly(scene, verb, dice):
    s = scene_of(scene, "stand", "strike", A=PRONE, apart=False)
    s.act(verb, dice=[])
    s.act("strike", "B", "harry", dice=dice)


# --- standing for nothing


@clause("C451", "option:prone.stand")
@pytest.mark.parametrize("options", [{}, {"prone.stand": "verb"}])
@pytest.mark.parametrize(("plan", "row", "dice", "more"), MOVEMENTS)
def test_by_default_other_movement_actions_leave_it_prone(scene, options, plan, row, dice, more):
    s = scene_of(scene, plan, A=PRONE, options=options, **more)
    s.act(*row, dice=dice)
    assert s.unit("A").prone


@clause("C451", "option:prone.stand")
@pytest.mark.parametrize(("plan", "row", "dice", "more"), MOVEMENTS)
def test_it_may_stand_with_any_movement_action(scene, plan, row, dice, more):
    s = scene_of(scene, plan, A=PRONE, options=FREE, **more)
    s.act(*row, dice=dice)
    assert not s.unit("A").prone


@clause("C224", "C451", "option:prone.stand")
@pytest.mark.parametrize(("options", "zones"), [({}, 1), ({"prone.stand": "verb"}, 1), (FREE, 2)])
def test_a_reposition_spends_movement_to_stand_or_not(scene, options, zones):
    s = scene_of(scene, "reposition", A=PRONE, B={"zone": "Z3"}, options=options)
    s.declare("reposition", dice=[2, 2])
    assert not s.unit("A").prone
    assert steps(s) == zones


@clause("C451", "option:prone.stand")
@pytest.mark.parametrize("options", [{}, FREE])
def test_actions_of_other_types_leave_it_prone(scene, options):
    s = scene_of(scene, "fortify", "strike", A=PRONE, apart=False, options=options)
    s.act("fortify", dice=[])
    s.act("strike", "B", "harry", dice=[5, 4, 7])
    assert s.unit("A").prone


# --- forced Movement actions


@clause("C453", "C335")
@pytest.mark.parametrize(
    ("forced", "A", "B", "dice", "zone"),
    [
        ("freeze", {}, {}, [], "Z0"),
        ("away", {}, {}, [4, 2], "Z3"),
        ("toward", {"zone": "Z1"}, {}, [2, 2], "Z0"),
        ("toward", {"zone": "Z0"}, {}, [], "Z0"),
    ],
)
def test_forced_movement_counts_as_performed(scene, forced, A, B, dice, zone):  # noqa: N803
    owed = {"forced": forced, "forced_from": "B"}
    s = scene_of(scene, "fortify", A=A | owed, B=B)
    s.act("fortify", dice=dice)
    a = s.unit("A")
    assert (asked(s), a.moved, a.zone) == (AFTER, True, zone)
    assert a.forced in (None, "none")
    assert a.frozen == (forced == "freeze")


@clause("C453", "C333")
@pytest.mark.parametrize(("forced", "dice"), [("freeze", [5, 4, 7]), (None, [5, 4])])
def test_after_it_a_shot_has_disadvantage(scene, forced, dice):
    owed = {"forced": forced, "forced_from": "B"} if forced else {}
    s = scene_of(scene, "shoot", A={"hands": ["bow"], **owed}, B={"zone": "Z1"})
    s.act("shoot", "B", dice=dice)
