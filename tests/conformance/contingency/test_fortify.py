"""Section 3.14: Fortify (C210, C211)."""

import pytest

from fracas.envs.core.testing import clause

NINE = [2, 4, 5]  # with advantage: the lowest is dropped


@clause("C210", "C015")
def test_fortify_has_no_roll_and_no_target(scene):
    s = scene(announce={"A": ["fortify"]})
    assert s.rows("fortify") == ["fortify"]
    s.act("fortify", dice=[])
    a = s.unit("A")
    assert (s.dice_used, a.fortified, a.marks, a.n) == (0, True, 0, 1)
    assert not s.unit("B").fortified


@clause("C210")
def test_it_can_be_announced_and_done_without_an_enemy_in_sight(scene):
    s = scene(B={"zone": "Z1"}, no_sight=[["Z0", "Z1"]])
    assert s.legal("announce", "fortify")
    s.announce(A=["fortify"], W=["brawl"])
    s.act("fortify", dice=[])
    assert s.unit("A").fortified


@clause("C210", "C422", "C424")
@pytest.mark.parametrize("answer", ["dodge", "guard"])
@pytest.mark.parametrize(("roll", "hit"), [((5, 4), False), ((6, 4), True)])
def test_it_gives_advantage_on_defend(scene, answer, roll, hit):
    s = scene(announce={"A": ["fortify"], "B": ["strike"]})
    s.act("fortify", dice=[])
    s.act("next", "B")
    s.declare("strike", "A", "clash", dice=[*roll])  # n = 1
    s.act(answer, by="A", dice=NINE)
    assert (s.unit("A").slots[2] == 0) is hit


@clause("C210")
@pytest.mark.parametrize("answers", [("dodge", "dodge"), ("dodge", "guard"), ("guard", "guard")])
def test_it_lasts_for_all_attacks_of_the_round_and_ends_with_it(scene, answers):
    s = scene(B2={}, engaged=[("A", "B"), ("A", "B2")],
              announce={"A": ["fortify"], "B": ["strike"], "B2": ["strike"]})  # fmt: skip
    s.act("fortify", dice=[])
    for attacker, answer in zip(("B", "B2"), answers, strict=True):
        s.act("next", attacker)
        s.declare("strike", "A", "clash", dice=[5, 4])
        s.act(answer, by="A", dice=NINE)
    assert s.unit("A").fortified
    s.finish_round()
    assert not s.unit("A").fortified
    s.announce(B=["strike"], W=["brawl"])
    s.act("next", "B")
    s.declare("strike", "A", "clash", dice=[5, 4])
    s.act(answers[0], by="A", dice=[5, 4])
    assert s.unit("A").slots == (1, 1, 1, 1, 1)


@clause("C210")
@pytest.mark.parametrize(
    ("b", "plan", "call"),
    [
        ({"hands": ["bow"]}, "shoot", ("shoot", "A")),
        ({"hands": ["dagger"]}, "throw", ("throw", "A", "main")),
        ({}, "brawl", ("jab", "A", "agility")),
        ({"hands": [None, None], "spells": ["bolt"]}, "cast", ("cast", "bolt", "A")),
    ],
)
@pytest.mark.parametrize("answer", ["dodge", "guard"])
def test_every_kind_of_attack_is_defended_so(scene, b, plan, call, answer):
    s = scene(apart=True, B=b, announce={"A": ["fortify"], "B": [plan]})
    s.act("fortify", dice=[])
    if plan != "cast":
        s.act("next", "B")
    s.declare(*call, dice=[5, 4])
    s.act(answer, by="A", dice=NINE)
    assert s.unit("A").slots == (1, 1, 1, 1, 1)


@clause("C210", "C006")
def test_a_disadvantage_makes_the_defend_plain(scene):
    s = scene(A={"prone": True}, announce={"A": ["fortify"], "B": ["strike"]})
    s.act("fortify", dice=[])
    s.act("next", "B")
    s.declare("strike", "A", "clash", dice=[5, 4])
    s.act("dodge", by="A", dice=[5, 4])
    assert s.unit("A").slots == (1, 1, 1, 1, 1)


@clause("C210")
def test_an_attack_before_it_is_defended_plainly(scene):
    s = scene(
        options={"resolve.order": "by_unit"},
        witness=False,
        initiative="two",
        announce={"A": ["fortify"], "B": ["strike"]},
    )
    s.declare("strike", "A", "clash", dice=[5, 4])
    s.act("dodge", by="A", dice=[5, 4])
    assert s.unit("A").slots == (1, 1, 1, 1, 1)


@clause("C210", "C211")
def test_it_helps_nobody_else_and_no_other_roll(scene):
    s = scene(A2={}, engaged=[("A", "B"), ("A2", "B")],
              announce={"A": ["fortify", "strike"], "B": ["taunt", "strike"]})  # fmt: skip
    s.act("fortify", dice=[])
    s.act("taunt", "A", "plain", by="B", dice=[4, 3, 5, 4])  # A's Focus
    s.act("strike", "B", "harry", by="A", dice=[5, 4])
    s.act("next", "B")
    s.declare("strike", "A2", "clash", dice=[5, 4])  # n = 2
    s.act("dodge", by="A2", dice=[5, 4])


@clause("C211", "C247")
@pytest.mark.parametrize(("roll", "free"), [((5, 4), False), ((6, 4), True)])
def test_it_covers_the_dodge_against_a_disengage(scene, roll, free):
    s = scene(announce={"A": ["disengage"], "B": ["fortify"]})
    s.act("fortify", by="B", dice=[])
    s.act("disengage", by="A", dice=[*roll, *NINE])
    assert (set(s.unit("A").engaged) == set()) is free
    assert s.unit("A").marks == (0 if free else 1)


@clause("C211", "C272")
@pytest.mark.parametrize(("roll", "free"), [((5, 4), False), ((6, 4), True)])
def test_it_covers_the_guard_against_an_escape(scene, roll, free):
    s = scene(B={"grappling": {"A"}}, announce={"A": ["escape"], "B": ["fortify"]})
    s.act("fortify", by="B", dice=[])
    s.declare("escape", "grapple", dice=[*roll])
    s.act("guard", by="B", dice=NINE)
    assert (set(s.unit("A").grappled_by) == set()) is free
    assert (s.unit("A").marks, s.unit("B").marks) == (0 if free else 1, 1)


@clause("C211", "C244")
def test_several_advantages_on_that_dodge_act_as_one(scene):
    s = scene(A={}, B2={}, engaged=[("A", "B"), ("A", "B2")],
              announce={"A": ["disengage"], "B": ["fortify"]})  # fmt: skip
    s.act("fortify", by="B", dice=[])
    s.act("disengage", by="A", dice=[5, 4, *NINE])
    assert set(s.unit("A").engaged) == {"B", "B2"}
