"""Section 3.16, last part: competing for an object (C298 to C300)."""

import pytest

from fracas.envs.core.testing import clause

AFTER = ("combat", "W")  # neither A nor B is asked any more
DAGGER = [{"item": "dagger", "zone": "Z0"}]
TWO = [*DAGGER, {"item": "axe", "zone": "Z0"}]
GRAB = ["pick_up"]


def asked(s):
    return s.phase, s.decider


def sizes(s):
    """Return the sizes of all dice so far."""
    record = s.side
    return [int(n) for n in record["dice"]["sides"][: int(record["n_dice"])]]


def reaching(scene, how="roll", announce=None, ground=TWO, apart=True, **more):
    """Return a scene in which A reaches for the dagger and others had announced the same."""
    announce = announce or {"A": GRAB, "B": GRAB}
    s = scene(ground=ground, apart=apart, announce=announce, **more)
    s.declare("pick_up", "dagger", how, by="A")
    return s


def holders(s, *units):
    return [u for u in units or ("A", "B") if "dagger" in (s.unit(u).main, s.unit(u).off)]


# --- the rolls


@clause("C298", "C299")
@pytest.mark.parametrize(
    ("ours", "theirs", "holder"),
    [
        ([5, 4], [4, 4], ["A"]),
        ([4, 4], [5, 4], ["B"]),
        ([5, 4], [6, 3], []),
        ([1, 1], [1, 1], []),
        ([2, 1], [1, 1], ["A"]),
    ],
)
def test_the_higher_result_takes_it_and_equal_ones_leave_it(scene, ours, theirs, holder):
    s = reaching(scene)
    assert asked(s) == ("contest", "B")
    s.act("contest", dice=[*ours, *theirs], by="B")
    assert holders(s) == holder
    assert any(item.item == "dagger" for item in s.floor()) is (not holder)


@clause("C299")
def test_the_winner_holds_it_in_its_free_hand(scene):
    s = reaching(scene)
    s.act("contest", dice=[4, 4, 5, 4], by="B")
    assert (s.unit("B").main, s.unit("B").off) == ("sword", "dagger")
    s = reaching(scene, B={"hands": []})
    s.act("contest", dice=[4, 4, 5, 4], by="B")
    assert (s.unit("B").main, s.unit("B").off) == ("dagger", None)


@clause("C298")
@pytest.mark.parametrize("options", [{}, {"attr.ask": True}])
@pytest.mark.parametrize(
    ("dexterity", "reflex", "skill", "other"),
    [(6, 12, 12, 4), (12, 6, 12, 10), (8, 8, 8, 10), (4, 6, 6, 4)],
)
def test_the_actors_larger_skill_is_rolled_by_both(scene, options, dexterity, reflex, skill, other):
    a = {"agility": 10, "finesse": 4, "dexterity": dexterity, "reflex": reflex}
    b = {"agility": 6, "finesse": 12, "dexterity": 10, "reflex": 4}
    s = reaching(scene, A=a, B=b, options=options)
    s.act("contest", dice=[4, 3, 2, 1], by="B")  # the skill is not asked for
    assert sizes(s) == [10, skill, 6, other]


@clause("C298", "C295")
def test_crowding_does_not_matter_in_a_contest(scene):
    s = reaching(scene, zones={"Z0": {"crowd": 6, "clutter": True}})
    s.act("contest", dice=[2, 1, 1, 1], by="B")
    assert holders(s) == ["A"]


# --- who competes


@clause("C300")
def test_an_adversary_may_let_the_object_go(scene):
    s = reaching(scene)
    assert (s.legal("contest"), s.legal("let")) == (True, True)
    s.act("let", dice=[2, 1], by="B")  # a normal roll against 3
    assert holders(s) == ["A"]
    assert asked(s) == ("interaction", "B")  # its action is not used
    assert s.legal("pick_up", "axe", "roll")
    s = reaching(scene)
    s.act("let", dice=[1, 1], by="B")
    assert holders(s) == []


@clause("C300", "C294")
def test_the_roll_after_let_is_the_normal_one(scene):
    s = reaching(scene, A={"finesse": 10, "dexterity": 4, "reflex": 12, "agility": 12})
    s.act("let", dice=[2, 1], by="B")
    assert sizes(s) == [10, 4]


@clause("C300")
@pytest.mark.parametrize(
    ("B", "plans"),
    [
        ({}, ["strike"]),  # nothing pending
        ({"zone": "Z1"}, GRAB),
        ({"hands": ["sword", "shield"]}, GRAB),
        ({"hands": ["greatsword"]}, GRAB),
    ],
)
def test_who_is_not_asked(scene, B, plans):  # noqa: N803
    how = "auto" if "zone" in B else "roll"
    s = reaching(scene, how, {"A": GRAB, "B": plans}, B=B)
    assert s.phase != "contest"


@clause("C300")
def test_an_engaged_adversary_does_not_compete(scene):
    s = reaching(scene, A2={}, engaged=[("A2", "B")])
    assert s.phase != "contest"


@clause("C300")
def test_an_adversary_that_has_picked_up_does_not_compete(scene):
    s = scene(ground=TWO, apart=True, initiative="two", announce={"A": GRAB, "B": GRAB})
    s.declare("pick_up", "axe", "roll", by="B")
    s.act("let", dice=[2, 1], by="A")
    s.declare("pick_up", "dagger", "roll", dice=[2, 1], by="A")
    assert (asked(s), holders(s)) == (AFTER, ["A"])


@clause("C300")
def test_an_ally_does_not_compete(scene):
    s = scene(ground=TWO, apart=True, A2={}, B={"zone": "Z3"}, announce={"A": GRAB, "A2": GRAB})
    s.declare("next", "A")
    s.act("pick_up", "dagger", "auto", dice=[])
    assert asked(s) == ("interaction", "A2")


@clause("C300")
def test_they_are_asked_in_index_order_and_the_first_is_the_only_one(scene):
    plans = {"A": GRAB, "B": GRAB, "B2": GRAB}
    s = reaching(scene, announce=plans, B2={})
    assert asked(s) == ("contest", "B")
    s.act("contest", dice=[5, 4, 4, 4], by="B")
    assert holders(s) == ["A"]
    assert asked(s) == ("interaction", "B2")
    s = reaching(scene, announce=plans, B2={})
    s.declare("let", by="B")
    assert asked(s) == ("contest", "B2")
    s.act("contest", dice=[4, 4, 5, 4], by="B2")
    assert holders(s, "A", "B", "B2") == ["B2"]
    assert asked(s) == ("interaction", "B")
    s = reaching(scene, announce=plans, B2={})
    s.declare("let", by="B")
    s.act("let", dice=[2, 1], by="B2")
    assert holders(s, "A", "B", "B2") == ["A"]


@clause("C300")
@pytest.mark.parametrize("theirs", [[4, 4], [6, 4], [5, 4]])
def test_the_competitors_action_is_used_whatever_the_result(scene, theirs):
    s = reaching(scene)
    s.act("contest", dice=[5, 4, *theirs], by="B")
    assert asked(s) == AFTER  # though the axe lies there
    assert "pick_up" not in s.unit("B").pending
    assert "pick_up" in s.unit("A").performed


@clause("C300", "C033")
@pytest.mark.parametrize(
    ("ours", "theirs", "dice", "holder"),
    [
        (["pick_up"], ["pick_up", "strike"], [5, 3, 5, 4], ["A"]),
        (["pick_up"], ["pick_up"], [5, 3, 5, 4], ["B"]),
        (["pick_up", "strike"], ["pick_up"], [5, 4, 4, 4], ["B"]),
        (["pick_up", "strike"], ["pick_up", "strike"], [5, 4, 4, 4], ["A"]),
    ],
)
def test_each_roll_takes_its_own_units_penalty(scene, ours, theirs, dice, holder):
    s = reaching(scene, announce={"A": ours, "B": theirs})
    s.act("contest", dice=dice, by="B")
    assert holders(s) == holder


@clause("C300")
@pytest.mark.parametrize("how", ["auto", "roll"])
def test_a_unit_hidden_from_the_actor_that_competes_is_seen(scene, how):
    hidden = {"hidden_from": {"A"}, "hide_result": 9}
    zones = {"Z0": {"conceal": True}}
    s = reaching(scene, how, B=hidden, zones=zones)
    assert asked(s) == ("contest", "B")
    s.act("contest", dice=[5, 4, 4, 4], by="B")
    assert (holders(s), s.unit("B").hidden_from) == (["A"], set())
    s = reaching(scene, how, B=hidden, zones=zones)
    s.act("let", dice=[] if how == "auto" else [1, 1], by="B")
    assert (holders(s), s.unit("B").hidden_from) == (["A"], {"A"})
