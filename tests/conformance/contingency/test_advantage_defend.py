"""Section 2.5 of the rules: where the rolls against an action have advantage or disadvantage."""

import pytest

from fracas.envs.core.testing import clause

PLAIN, ADVANTAGE, DISADVANTAGE = "plain", "advantage", "disadvantage"
NINE = {PLAIN: [5, 4], ADVANTAGE: [2, 4, 5], DISADVANTAGE: [5, 4, 7]}
WARD = {"spells": ["ward"], "kept": [{"spell": "ward", "target": "B", "tokens": 0}]}
HIDDEN = {"hidden_from": {"B"}, "hide_result": 9}
COVER = {"Z0": {"cover": True}}


def check(s, row, how, answer=None, stopped=lambda t: not t.unit("B").hit):
    """Check that B's roll comes to 9 if it is rolled so: enough against 9, too little for 10."""
    for acting, succeeds in (([5, 4], True), ([6, 4], False)):
        t, dice = s.copy(), [*acting, *NINE[how]]
        rolled = t.battle.dice_rolled
        t.declare(*row, dice=dice)
        if answer is not None:
            assert t.phase == "defend"
            t.declare(answer, by="B")
        assert t.battle.dice_rolled - rolled == len(dice)
        assert stopped(t) is succeeds


def clash(scene, answer, how, **more):
    s = scene(announce={"A": ["strike"]}, **more)
    check(s, ("strike", "B", "clash"), how, answer)


# --- Dodge and Guard


@clause("C210", "C211")
@pytest.mark.parametrize("answer", ["dodge", "guard"])
def test_fortified(scene, answer):
    clash(scene, answer, PLAIN)
    clash(scene, answer, ADVANTAGE, B={"fortified": True})
    clash(scene, answer, PLAIN, A={"fortified": True}, B2={"fortified": True})


@clause("C467")
@pytest.mark.parametrize("answer", ["dodge", "guard"])
def test_warded(scene, answer):
    clash(scene, answer, ADVANTAGE, B=WARD)
    clash(scene, answer, ADVANTAGE, B={}, B2=WARD)
    another = {**WARD, "kept": [{"spell": "ward", "target": "B2", "tokens": 0}]}
    clash(scene, answer, PLAIN, B={}, B2=another)


@clause("C005", "C210")
@pytest.mark.parametrize("answer", ["dodge", "guard"])
def test_two_advantages_are_one(scene, answer):
    clash(scene, answer, ADVANTAGE, B={**WARD, "fortified": True})


@clause("C231", "C232", "C233")
@pytest.mark.parametrize(
    ("zone", "cover", "answer", "how"),
    [
        ("Z1", {"cover": True}, "dodge", ADVANTAGE),
        ("Z2", {"cover": True}, "dodge", ADVANTAGE),
        ("Z0", {"cover": True}, "dodge", PLAIN),
        ("Z1", {"cover": True}, "guard", PLAIN),
        ("Z1", {"cover": True, "cover_from": ["Z1"]}, "dodge", ADVANTAGE),
        ("Z2", {"cover": True, "cover_from": ["Z1"]}, "dodge", PLAIN),
    ],
)
def test_covered_against_an_attack_from_the_other_side(scene, zone, cover, answer, how):
    s = scene(
        A={"zone": zone, "hands": ["bow"]},
        zones={"Z0": cover},
        apart=True,
        announce={"A": ["shoot"], "B": ["take_cover"]},
    )
    s.act("take_cover", by="B")
    check(s, ("shoot", "B"), how, answer)


@clause("C231")
def test_a_zone_with_cover_helps_nobody_who_does_not_take_it(scene):
    s = scene(A={"zone": "Z1", "hands": ["bow"]}, zones=COVER, announce={"A": ["shoot"], "B": []})
    check(s, ("shoot", "B"), PLAIN, "dodge")


@clause("C244")
@pytest.mark.parametrize(("others", "how"), [([], PLAIN), (["B2"], ADVANTAGE)])
def test_the_lead_of_a_cooperation(scene, others, how):
    units = {name: {"agility": 4} for name in others}
    pairs = [("A", "B"), *(("A", name) for name in others)]
    s = scene(**units, engaged=pairs, announce={"A": ["disengage"]})
    check(s, ("disengage",), how, stopped=lambda t: bool(t.unit("A").engaged))


@clause("C273")
@pytest.mark.parametrize(("others", "how"), [([], PLAIN), (["B2"], ADVANTAGE)])
def test_the_lead_of_several_grapplers(scene, others, how):
    units = {name: {"strength": 4, "grappling": {"A"}} for name in others}
    pairs = [("A", "B"), *(("A", name) for name in others)]
    s = scene(B={"grappling": {"A"}}, **units, engaged=pairs, announce={"A": ["escape"]})
    row = ("escape", "grapple")
    check(s, row, how, "guard", stopped=lambda t: bool(t.unit("A").grappled_by))


@clause("C430", "C129")
@pytest.mark.parametrize(
    ("a", "b", "dodge", "guard"),
    [
        ({}, {"prone": True}, DISADVANTAGE, PLAIN),
        ({"grappling": {"B"}}, {}, DISADVANTAGE, PLAIN),
        ({}, {"restrained": 5}, DISADVANTAGE, DISADVANTAGE),
        ({}, {"armour": "heavy"}, DISADVANTAGE, PLAIN),
        ({}, {"armour": "hide"}, PLAIN, PLAIN),
    ],
)
def test_prone_grappled_restrained_or_in_heavy_armour(scene, a, b, dodge, guard):
    clash(scene, "dodge", dodge, A=a, B=b)
    clash(scene, "guard", guard, A=a, B=b)


@clause("C090")
@pytest.mark.parametrize("answer", ["dodge", "guard"])
def test_a_hidden_attacker(scene, answer):
    clash(scene, answer, DISADVANTAGE, A=HIDDEN, apart=True)
    other = {"hidden_from": {"B2"}, "hide_result": 9}
    clash(scene, answer, PLAIN, A=other, B2={}, apart=True)


@clause("C158")
@pytest.mark.parametrize("answer", ["dodge", "guard"])
@pytest.mark.parametrize("weakness", ["dodge", "guard", "focus"])
def test_a_weakness_just_revealed(scene, answer, weakness):
    b = {"weaknesses": ["dodge", "guard", "focus"], "revealed": [weakness]}
    how = DISADVANTAGE if answer == weakness else PLAIN
    clash(scene, answer, how, B={**b, "unspent": [weakness]})
    clash(scene, answer, PLAIN, B=b)  # its disadvantage is spent


@clause("C006")
@pytest.mark.parametrize(
    ("a", "b", "answer"),
    [
        ({}, {"fortified": True, "prone": True}, "dodge"),
        ({}, {"fortified": True, "restrained": 5}, "guard"),
        ({}, {**WARD, "prone": True}, "dodge"),
        ({"grappling": {"B"}}, {"fortified": True}, "dodge"),
        ({}, {**WARD, "fortified": True, "restrained": 5, "prone": True}, "dodge"),
    ],
)
def test_advantage_and_disadvantage_cancel_out(scene, a, b, answer):
    clash(scene, answer, PLAIN, A=a, B=b)


@clause("C211")
def test_the_dodge_against_a_disengage_has_the_same(scene):
    for a, b, how in (
        ({}, {"fortified": True}, ADVANTAGE),
        ({}, WARD, ADVANTAGE),
        ({}, {"prone": True}, DISADVANTAGE),
        ({}, {"restrained": 5}, DISADVANTAGE),
        ({}, {"armour": "heavy"}, DISADVANTAGE),
        ({"fortified": True}, {}, PLAIN),
    ):
        s = scene(A=a, B=b, announce={"A": ["disengage"]})
        check(s, ("disengage",), how, stopped=lambda t: bool(t.unit("A").engaged))


@clause("C211")
def test_the_guard_against_an_escape_has_the_same(scene):
    for b, how in (
        ({"fortified": True}, ADVANTAGE),
        (WARD, ADVANTAGE),
        ({"prone": True}, PLAIN),
        ({"restrained": 5}, DISADVANTAGE),
    ):
        s = scene(B={**b, "grappling": {"A"}}, announce={"A": ["escape"]})
        row = ("escape", "grapple")
        check(s, row, how, "guard", stopped=lambda t: bool(t.unit("A").grappled_by))


# --- Focus


@clause("C158", "C385")
@pytest.mark.parametrize("weakness", ["dodge", "guard", "focus"])
def test_focus_with_its_weakness_just_revealed(scene, weakness):
    b = {"weaknesses": ["dodge", "guard", "focus"], "revealed": [weakness]}
    for unspent, how in (([weakness], DISADVANTAGE if weakness == "focus" else PLAIN), ([], PLAIN)):
        s = scene(B={**b, "unspent": unspent}, announce={"A": ["feint"]})
        check(s, ("feint", "B"), how, stopped=lambda t: t.phase != "option")


@clause("C385")
@pytest.mark.parametrize(
    "b", [{"fortified": True}, WARD, {"restrained": 5}, {"armour": "heavy"}, {"prone": True}]
)
def test_nothing_else_helps_or_hinders_focus(scene, b):
    s = scene(B=b, announce={"A": ["feint"]})
    check(s, ("feint", "B"), PLAIN, stopped=lambda t: t.phase != "option")
