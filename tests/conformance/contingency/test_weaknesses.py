"""What a weakness revealed by Anticipate does (C158): one roll at disadvantage, and Wrestle."""

import pytest

from fracas.envs.core.testing import clause

ALL = ["dodge", "guard", "focus"]
PAIRS = [("A", "B"), ("A2", "B")]


def shown(*weaknesses, **more):
    """Return a unit with these weaknesses just revealed, their disadvantage still to come."""
    return {"weaknesses": ALL, "revealed": list(weaknesses), "unspent": list(weaknesses), **more}


def unspent(s, unit="B"):
    return set(s.unit(unit).unspent)


# --- the next roll of that kind


@clause("C158")
@pytest.mark.parametrize(
    ("weakness", "answer", "dice", "hit"),
    [
        ("dodge", "dodge", [6, 3, 2], True),  # 5: the 6 is dropped
        ("guard", "guard", [6, 3, 2], True),
        ("dodge", "guard", [6, 3], False),
        ("guard", "dodge", [6, 3], False),
        ("focus", "dodge", [6, 3], False),
        ("focus", "guard", [6, 3], False),
    ],
)
def test_the_next_defend_of_that_kind_has_disadvantage(scene, weakness, answer, dice, hit):
    s = scene(B=shown(weakness), announce={"A": ["strike"]})
    s.declare("strike", "B", "clash", dice=[5, 4])
    s.act(answer, by="B", dice=dice)
    assert (s.unit("B").slots[2] == 0) is hit
    assert unspent(s) == ({weakness} if weakness != answer else set())


@clause("C158")
@pytest.mark.parametrize("answer", ["dodge", "guard"])
def test_the_one_after_has_none(scene, answer):
    s = scene(B=shown(answer), A2={}, engaged=PAIRS,
              announce={"A": ["strike"], "A2": ["strike"]})  # fmt: skip
    s.act("next", "A")
    s.declare("strike", "B", "clash", dice=[5, 4])
    s.act(answer, by="B", dice=[5, 5, 6])  # 10 after the drop
    assert unspent(s) == set()
    s.act("forgo", by="W")
    s.declare("strike", "B", "clash", dice=[5, 4])
    s.act(answer, by="B", dice=[6, 3])
    assert s.unit("B").slots == (1, 1, 1, 1, 1)


@clause("C158")
def test_it_waits_for_a_roll_of_its_kind(scene):
    s = scene(B=shown("dodge"), A2={}, engaged=PAIRS,
              announce={"A": ["strike"], "A2": ["strike"]})  # fmt: skip
    s.act("next", "A")
    s.declare("strike", "B", "clash", dice=[5, 4])
    s.act("guard", by="B", dice=[5, 4])
    s.act("forgo", by="W")
    s.declare("strike", "B", "clash", dice=[5, 4])
    s.act("dodge", by="B", dice=[6, 3, 2])
    assert s.unit("B").slots[2] == 0


@clause("C158")
def test_declining_is_no_roll(scene):
    s = scene(B=shown("dodge", "guard"), announce={"A": ["strike"]})
    s.act("strike", "B", "harry", dice=[4, 3])
    assert unspent(s) == {"dodge", "guard"}


@clause("C158")
def test_it_lasts_into_later_rounds(scene):
    s = scene(B=shown("dodge"))
    s.announce(W=["brawl"])
    s.finish_round()
    s.announce(A=["strike"], W=["brawl"])
    assert s.round == 3
    s.act("forgo", by="W")  # side two begins
    s.declare("strike", "B", "clash", dice=[5, 4])
    s.act("dodge", by="B", dice=[6, 3, 2])
    assert s.unit("B").slots[2] == 0


@clause("C158")
@pytest.mark.parametrize("who", ["A", "A2"])
def test_it_counts_against_the_actors_whole_side(scene, who):
    s = scene(A2={}, engaged=PAIRS, announce={"A": ["anticipate", "strike"], "A2": ["strike"]})
    s.act("anticipate", "B", dice=[6, 5, 4, 3])  # n = 2
    s.act("option", 3, by="B")
    s.act("next", who)
    s.declare("strike", "B", "clash", dice=[6, 5])  # 9 or 11
    s.act("dodge", by="B", dice=[8, 4, 3])  # 7: the 8 is dropped
    assert s.unit("B").slots[2] == 0


@clause("C158", "C247")
def test_the_dodge_against_a_disengage_counts(scene):
    s = scene(B=shown("dodge", "guard"), announce={"A": ["disengage"]})
    s.act("disengage", dice=[4, 2, 6, 3, 2])
    assert set(s.unit("A").engaged) == set()
    assert unspent(s) == {"guard"}


@clause("C158", "C272")
def test_the_guard_against_an_escape_counts(scene):
    s = scene(B=shown("dodge", "guard", grappling={"A"}), announce={"A": ["escape"]})
    s.declare("escape", "grapple", dice=[4, 2])
    s.act("guard", by="B", dice=[6, 3, 2])
    assert set(s.unit("A").grappled_by) == set()
    assert unspent(s) == {"dodge"}


@clause("C158", "C385")
@pytest.mark.parametrize(
    "call",
    [("anticipate", "B"), ("feint", "B"), ("intimidate", "B"), ("parley", "B", "none"),
     ("taunt", "B", "plain")],
)  # fmt: skip
def test_the_next_focus_has_disadvantage(scene, call):
    for dice, success in [([4, 2], True), ([3, 2], False)]:  # against 5: the 6 is dropped
        s = scene(apart=True, B=shown("focus"), announce={"A": [call[0]]})
        s.act(*call, dice=[*dice, 6, 3, 2])
        assert (s.phase == "option") is success
        assert unspent(s) == set()


@clause("C158", "C385")
def test_the_focus_after_has_none(scene):
    s = scene(B=shown("focus"), A2={}, announce={"A": ["taunt"], "A2": ["taunt"]})
    s.act("next", "A")
    s.act("taunt", "B", "plain", dice=[1, 2, 5, 4, 6])
    s.act("taunt", "B", "plain", dice=[1, 2, 5, 4])
    assert s.phase == "combat"


@clause("C158", "C385")
@pytest.mark.parametrize("weakness", ["dodge", "guard"])
def test_other_weaknesses_do_not_hinder_focus(scene, weakness):
    s = scene(B=shown(weakness), announce={"A": ["taunt"]})
    s.act("taunt", "B", "plain", dice=[5, 4, 4, 3])
    assert (s.phase, unspent(s)) == ("option", {weakness})


@clause("C158", "C006")
def test_an_advantage_makes_that_roll_plain_and_it_is_used_up(scene):
    s = scene(B=shown("dodge", fortified=True), A2={}, engaged=PAIRS,
              announce={"A": ["strike"], "A2": ["strike"]})  # fmt: skip
    s.act("next", "A")
    s.declare("strike", "B", "clash", dice=[5, 4])
    s.act("dodge", by="B", dice=[5, 4])
    assert unspent(s) == set()
    s.act("forgo", by="W")
    s.declare("strike", "B", "clash", dice=[5, 4])
    s.act("dodge", by="B", dice=[2, 4, 5])  # advantage: 9
    assert s.unit("B").slots == (1, 1, 1, 1, 1)


# --- Wrestle


@clause("C158", "C366")
@pytest.mark.parametrize("weakness", ALL)
def test_wrestle_has_no_disadvantage_against_a_revealed_weakness(scene, weakness):
    b = {"weaknesses": ALL, "revealed": [weakness]}
    s = scene(B=b, announce={"A": ["brawl"]})
    s.act("wrestle", "B", "strength", dice=[5, 4])
    assert (s.phase, s.dice_used) == ("effect", 2)


@clause("C158", "C366")
def test_wrestle_has_disadvantage_against_hidden_weaknesses(scene):
    s = scene(B={"weaknesses": ALL}, announce={"A": ["brawl"]})
    s.act("wrestle", "B", "strength", dice=[5, 4, 3])
    assert (s.phase, s.dice_used) == ("effect", 3)


@clause("C158", "C366")
def test_it_stays_so_in_later_rounds_once_the_roll_is_spent(scene):
    s = scene(B=shown("dodge"), announce={"A": ["strike"]})
    s.declare("strike", "B", "clash", dice=[5, 4])
    s.act("dodge", by="B", dice=[5, 5, 6])
    for _ in range(2):
        s.finish_round()
        s.announce(W=["brawl"])
    s.finish_round()
    s.announce(A=["brawl"], W=["brawl"])
    assert s.round == 5
    s.act("forgo", by="W")  # side two begins
    s.act("wrestle", "B", "strength", dice=[5, 4])
    assert (s.phase, s.dice_used) == ("effect", 2)


# --- weakness.effect = information


@clause("C158", "option:weakness.effect")
@pytest.mark.parametrize("answer", ["dodge", "guard"])
def test_as_information_only_it_hinders_no_defend(scene, answer):
    s = scene(B={"weaknesses": [answer]}, options={"weakness.effect": "information"},
              A2={}, engaged=PAIRS, announce={"A": ["anticipate"], "A2": ["strike"]})  # fmt: skip
    s.act("anticipate", "B", dice=[5, 4, 4, 3])
    s.act("option", 3, by="B", dice=[])
    assert set(s.unit("B").revealed) == {answer}
    s.declare("strike", "B", "clash", dice=[5, 4])
    s.act(answer, by="B", dice=[5, 4])
    assert s.unit("B").slots == (1, 1, 1, 1, 1)


@clause("C158", "option:weakness.effect")
def test_as_information_only_it_hinders_no_focus(scene):
    s = scene(B={"weaknesses": ["focus"]}, options={"weakness.effect": "information"},
              A2={}, announce={"A": ["anticipate"], "A2": ["taunt"]})  # fmt: skip
    s.act("next", "A")
    s.act("anticipate", "B", dice=[5, 4, 4, 3])
    s.act("option", 3, by="B", dice=[])
    s.act("taunt", "B", "plain", dice=[5, 4, 4, 3])
    assert s.phase == "option"


@clause("C158", "option:weakness.effect")
def test_as_information_only_it_helps_no_wrestle(scene):
    s = scene(B={"weaknesses": ["dodge"], "revealed": ["dodge"]}, announce={"A": ["brawl"]},
              options={"weakness.effect": "information"})  # fmt: skip
    s.act("wrestle", "B", "strength", dice=[5, 4, 3])
    assert (s.phase, s.dice_used) == ("effect", 3)
