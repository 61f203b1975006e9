"""Section 3.17 of the rules: Wrestle (C365-C373)."""

import pytest

from fracas.envs.core.testing import clause

PROPS = {"Z0": {"props": True}}
DROP = {"from": "Z0", "to": "Z1", "kind": "drop", "dice": "2d6"}
COVERED = {"Z0": {"props": True, "cover": True}}
either = pytest.mark.parametrize("attribute", ["strength", "finesse"])


def wrestle(scene, attribute="strength", a=(), b=(), **more):
    """Let A's Wrestle succeed against B; stop at what follows."""
    more = {"zones": PROPS, **more}
    s = scene(A=dict(a), B=dict(b), announce={"A": ["brawl"]}, **more)
    s.declare("wrestle", "B", attribute, dice=[5, 4])
    s.declare("decline", by="B")
    return s


def effects(s):
    assert (s.phase, s.decider) == ("effect", "A")
    return sorted(str(action) for action in s.battle.legal())


def on_the_floor(s):
    return [(thing.item, thing.zone) for thing in s.floor()]


def sizes(s):
    """Sizes of the dice rolled so far."""
    state = s.battle.state[0]
    return [int(die["sides"]) for die in state["dice"][: int(state["n_dice"])]]


# --- the roll


@clause("C365")
@pytest.mark.parametrize(("attribute", "size"), [("strength", 10), ("finesse", 12)])
@pytest.mark.parametrize("ask", [False, True])
def test_a_wrestle_rolls_the_chosen_attribute_and_unarmed(scene, attribute, size, ask):
    a = {"strength": 10, "finesse": 12, "unarmed": 4}
    options = {"attr.ask": ask}
    s = scene(A=a, zones=PROPS, announce={"A": ["brawl"]}, options=options)
    assert len(s.rows("wrestle", "B")) == 2
    s.declare("wrestle", "B", attribute, dice=[5, 3])
    assert sizes(s) == [size, 4]


@clause("C366", "option:wrestle.clever")
@pytest.mark.parametrize(
    ("option", "props", "revealed", "clever"),
    [
        (None, False, False, False),
        (None, True, False, True),
        (None, False, True, True),
        (None, True, True, True),
        ("props", False, False, False),
        ("props", True, False, True),
        ("props", False, True, True),
        ("never", False, False, False),
        ("never", True, False, False),
        ("never", False, True, False),
        ("always", False, False, True),
        ("always", True, True, True),
    ],
)
@either
def test_disadvantage_unless_it_is_clever(scene, option, props, revealed, clever, attribute):
    s = scene(
        B={"revealed": ["dodge"]} if revealed else {},
        zones=PROPS if props else None,
        announce={"A": ["brawl"]},
        options={"wrestle.clever": option} if option else {},
    )
    t = s.copy()
    dice = [5, 4] if clever else [5, 4, 7]  # the 7 is dropped
    s.declare("wrestle", "B", attribute, dice=dice)
    s.declare("dodge", dice=[4, 4], by="B")
    assert (s.phase, s.battle.dice_left) == ("effect", 0)
    t.declare("wrestle", "B", attribute, dice=dice)
    t.declare("dodge", dice=[5, 4], by="B")
    assert (t.phase, t.decider, t.battle.dice_left) == ("combat", "W", 0)


@clause("C366")
@pytest.mark.parametrize("weakness", ["dodge", "guard", "focus"])
def test_any_revealed_weakness_of_the_target_will_do(scene, weakness):
    b = {"weaknesses": ["dodge", "guard", "focus"], "revealed": [weakness]}
    s = scene(B=b, announce={"A": ["brawl"]})
    s.declare("wrestle", "B", "finesse", dice=[5, 4])
    assert (s.phase, s.dice_used) == ("defend", 2)


@clause("C366")
def test_revealed_weaknesses_of_others_and_props_elsewhere_do_not_help(scene):
    s = scene(
        A={"revealed": ["dodge"]},
        B2={"revealed": ["dodge"]},
        zones={"Z1": {"props": True, "clutter": True}, "Z0": {"clutter": True}},
        announce={"A": ["brawl"]},
    )
    s.declare("wrestle", "B", "strength", dice=[5, 4, 7])
    assert (s.phase, s.dice_used) == ("defend", 3)


# --- the choice of an effect


@clause("C367")
def test_on_a_success_the_actor_selects_one_effect(scene):
    s = wrestle(scene)
    assert effects(s) == ["disarm(main)", "grapple", "prone", "shove(Z1)"]
    s.act("grapple")
    assert (s.phase, s.decider) == ("combat", "W")
    b = s.unit("B")
    assert (b.grappled_by, b.prone, b.main, b.zone) == ({"A"}, False, "sword", "Z0")


@clause("C367")
@either
def test_on_a_failure_nothing_is_selected(scene, attribute):
    s = scene(zones=PROPS, announce={"A": ["brawl"]})
    s.declare("wrestle", "B", attribute, dice=[5, 4])
    s.declare("dodge", dice=[5, 4], by="B")
    assert (s.phase, s.decider) == ("combat", "W")


@clause("C367")
@either
@pytest.mark.parametrize("effect", ["disarm", "prone", "grapple"])
def test_these_effects_are_there_with_either_attribute(scene, attribute, effect):
    assert wrestle(scene, attribute).legal(effect)


@clause("C367", "C362")
def test_no_effect_marks_or_injures(scene):
    for effect in (("disarm", "main"), ("prone",), ("grapple",), ("shove", "Z1")):
        s = wrestle(scene, b={"marks": 5})
        s.act(*effect, by="A")
        assert (s.unit("B").marks, s.unit("B").slots) == (5, (1, 1, 1, 1, 1))


@clause("C368")
@pytest.mark.parametrize(
    ("hands", "choices"),
    [
        (["sword", "dagger"], {"main": "sword", "off": "dagger"}),
        (["sword", "shield"], {"main": "sword", "off": "shield"}),
        ([None, "net"], {"off": "net"}),
        (["axe"], {"main": "axe"}),
    ],
)
@either
def test_a_held_item_of_the_target_is_dropped(scene, hands, choices, attribute):
    s = wrestle(scene, attribute, b={"hands": hands})
    assert s.rows("disarm") == [f"disarm({hand})" for hand in choices]
    for hand, item in choices.items():
        t = s.copy()
        t.act("disarm", hand, by="A")
        assert on_the_floor(t) == [(item, "Z0")]
        assert getattr(t.unit("B"), hand) is None
        other = {"main": "off", "off": "main"}[hand]
        assert getattr(t.unit("B"), other) == choices.get(other)


@clause("C368")
@pytest.mark.parametrize("item", ["greatsword", "bow"])
def test_a_two_handed_item_is_one_item(scene, item):
    s = wrestle(scene, b={"hands": [item]})
    assert s.rows("disarm") == ["disarm(main)"]
    s.act("disarm", "main", by="A")
    assert (s.unit("B").main, s.unit("B").off, on_the_floor(s)) == (None, None, [(item, "Z0")])


@clause("C368")
def test_what_is_carried_is_not_dropped(scene):
    s = wrestle(scene, b={"hands": ["sword"], "carried": ["dagger"]})
    s.act("disarm", "main", by="A")
    assert (on_the_floor(s), s.unit("B").carried) == ([("sword", "Z0")], ["dagger"])


@clause("C369")
@either
def test_the_target_falls_prone(scene, attribute):
    s = wrestle(scene, attribute)
    s.act("prone", dice=[], by="A")
    assert (s.unit("B").prone, s.unit("A").prone, s.unit("B").main) == (True, False, "sword")
    assert (s.unit("B").engaged, s.unit("B").zone) == ({"A"}, "Z0")


@clause("C370")
@either
def test_the_target_is_grappled_by_the_actor(scene, attribute):
    s = wrestle(scene, attribute)
    s.act("grapple", dice=[], by="A")
    assert (s.unit("B").grappled_by, s.unit("A").grappling) == ({"A"}, {"B"})
    assert (s.unit("A").grappled_by, s.unit("B").engaged) == (set(), {"A"})


# --- the shove


@clause("C371")
def test_with_finesse_there_is_no_shove(scene):
    assert effects(wrestle(scene, "finesse")) == ["disarm(main)", "grapple", "prone"]


@clause("C371")
def test_with_strength_the_target_is_moved_and_no_longer_engaged(scene):
    s = wrestle(scene)
    s.act("shove", "Z1", dice=[], by="A")
    a, b = s.unit("A"), s.unit("B")
    assert (a.zone, b.zone, a.engaged, b.engaged) == ("Z0", "Z1", set(), set())
    assert (b.prone, b.main, b.moved) == (False, "sword", False)


@clause("C371")
def test_the_actor_picks_any_adjacent_zone(scene):
    zones = {"Z1": {"props": True}}
    a, b = {"zone": "Z1"}, {"zone": "Z1"}
    s = wrestle(scene, a=a, b=b, zones=zones)
    assert s.rows("shove") == ["shove(Z0)", "shove(Z2)"]
    for zone in ("Z0", "Z2"):
        t = s.copy()
        t.act("shove", zone, by="A")
        assert (t.unit("B").zone, t.unit("A").zone) == (zone, "Z1")


@clause("C371")
def test_a_zone_without_edges_leaves_nowhere_to_shove(scene):
    s = wrestle(scene, edges=[["Z1", "Z2"]])
    assert effects(s) == ["disarm(main)", "grapple", "prone"]


@clause("C371", "C087")
def test_the_shoved_unit_may_come_back_and_engage_in_the_round(scene):
    s = wrestle(scene)
    s.act("shove", "Z1", by="A")
    assert (s.unit("A").no_engage, s.unit("B").no_engage) == (set(), set())


# --- effects that change nothing


@clause("C372")
@pytest.mark.parametrize(
    ("a", "b", "left"),
    [
        ({}, {"prone": True}, ["disarm(main)", "grapple"]),
        ({}, {"hands": []}, ["grapple", "prone"]),
        ({}, {"hands": [], "carried": ["sword"]}, ["grapple", "prone"]),
        ({}, {"hands": ["tusks"]}, ["grapple", "prone"]),
        ({"grappling": {"B"}}, {}, ["disarm(main)", "prone"]),
    ],
)
def test_effects_that_change_nothing_are_not_offered(scene, a, b, left):
    assert effects(wrestle(scene, "finesse", a, b)) == left
    assert effects(wrestle(scene, "strength", a, b)) == [*left, "shove(Z1)"]


@clause("C372")
def test_a_unit_grappled_by_somebody_else_can_still_be_grappled(scene):
    a2 = {"grappling": {"B"}}
    s = wrestle(scene, A2=a2, engaged=[("A", "B"), ("A2", "B")])
    s.act("grapple", by="A")
    assert s.unit("B").grappled_by == {"A", "A2"}


@clause("C372")
@pytest.mark.parametrize(
    ("attribute", "a", "b", "after"),
    [
        ("finesse", {}, {"hands": [], "prone": True}, "grappled"),
        ("finesse", {"grappling": {"B"}}, {"hands": []}, "prone"),
        ("finesse", {"grappling": {"B"}}, {"prone": True}, "disarmed"),
        ("strength", {"grappling": {"B"}}, {"hands": [], "prone": True}, "shoved"),
    ],
)
def test_the_only_effect_possible_happens_unasked(scene, attribute, a, b, after):
    s = wrestle(scene, attribute, a, b)
    assert (s.phase, s.decider) == ("combat", "W")
    b = s.unit("B")
    happened = {
        "grappled": b.grappled_by == {"A"},
        "prone": b.prone,
        "disarmed": b.main is None,
        "shoved": b.zone == "Z1",
    }
    assert happened[after]


@clause("C372")
@pytest.mark.parametrize(("attribute", "edges"), [("finesse", None), ("strength", [["Z1", "Z2"]])])
def test_with_no_effect_possible_the_success_does_nothing(scene, attribute, edges):
    more = {"edges": edges} if edges else {}
    s = wrestle(scene, attribute, {"grappling": {"B"}}, {"hands": [], "prone": True}, **more)
    assert (s.phase, s.decider) == ("combat", "W")
    b = s.unit("B")
    assert (b.zone, b.marks, b.grappled_by, b.hit) == ("Z0", 0, {"A"}, True)


@clause("C372", "option:wrestle.shove")
@pytest.mark.parametrize(
    ("edge", "option", "legal"),
    [
        (["Z0", "Z1"], None, True),
        ({"from": "Z0", "to": "Z1", "kind": "difficult"}, None, True),
        (DROP, None, True),
        ({**DROP, "from": "Z1", "to": "Z0"}, None, False),
        (["Z0", "Z1"], "any_edge", True),
        (DROP, "any_edge", True),
        ({**DROP, "from": "Z1", "to": "Z0"}, "any_edge", False),
        (["Z0", "Z1"], "no_drops", True),
        ({"from": "Z0", "to": "Z1", "kind": "difficult"}, "no_drops", True),
        (DROP, "no_drops", False),
        ({**DROP, "from": "Z1", "to": "Z0"}, "no_drops", False),
    ],
)
def test_where_a_shove_may_lead(scene, edge, option, legal):
    options = {"wrestle.shove": option} if option else {}
    s = wrestle(scene, edges=[edge], options=options)
    assert s.legal("shove", "Z1") is legal


@clause("C372")
@pytest.mark.parametrize("edge", [["Z0", "Z1"], {"from": "Z0", "to": "Z1", "kind": "difficult"}])
def test_a_shove_along_another_edge_is_no_fall(scene, edge):
    s = wrestle(scene, edges=[edge])
    s.act("shove", "Z1", dice=[], by="A")
    assert (s.unit("B").zone, s.unit("B").prone, s.unit("B").slots) == ("Z1", False, (1,) * 5)


# --- what a shove ends


@clause("C373")
def test_a_shove_along_a_drop_edge_is_a_fall(scene):
    s = wrestle(scene, edges=[DROP])
    s.act("shove", "Z1", dice=[2, 3, 3, 3], by="A")
    b = s.unit("B")
    assert (b.zone, b.prone, b.slots) == ("Z1", True, (1, 0, 1, 1, 1))
    assert (b.engaged, s.unit("A").zone, s.unit("A").prone) == (set(), "Z0", False)


@clause("C373")
def test_a_shove_ends_all_engagements_of_the_target(scene):
    pairs = [("A", "B"), ("A2", "B"), ("A", "B2")]
    s = wrestle(scene, A2={}, B2={}, engaged=pairs)
    s.act("shove", "Z1", by="A")
    assert s.unit("B").engaged == set()
    assert (s.unit("A").engaged, s.unit("A2").engaged) == ({"B2"}, set())


@clause("C373")
@pytest.mark.parametrize(
    ("a", "a2", "b"),
    [
        ({"grappling": {"B"}}, {}, {}),
        ({}, {"grappling": {"B"}}, {}),
        ({}, {}, {"grappling": {"A"}}),
        ({}, {}, {"grappling": {"A2"}}),
        ({"grappling": {"B"}}, {"grappling": {"B"}}, {}),
    ],
)
def test_a_shove_ends_all_grapples_of_the_target(scene, a, a2, b):
    s = wrestle(scene, a=a, b=b, A2=a2, engaged=[("A", "B"), ("A2", "B")])
    s.act("shove", "Z1", by="A")
    for name in ("A", "A2", "B"):
        u = s.unit(name)
        assert (u.grappling, u.grappled_by, u.engaged) == (set(), set(), set())


@clause("C373")
def test_bonds_of_others_stay(scene):
    a2 = {"grappling": {"B2"}}
    s = wrestle(scene, A2=a2, B2={}, engaged=[("A", "B"), ("A2", "B2")])
    s.act("shove", "Z1", by="A")
    assert (s.unit("B2").grappled_by, s.unit("A2").engaged) == ({"A2"}, {"B2"})


@clause("C373")
def test_a_shove_engages_nobody_in_the_new_zone(scene):
    s = wrestle(scene, A2={"zone": "Z1"})
    s.act("shove", "Z1", by="A")
    assert (s.unit("B").engaged, s.unit("A2").engaged) == (set(), set())


@clause("C373")
@pytest.mark.parametrize(
    ("effect", "covered"), [(("shove", "Z1"), False), (("prone",), True), (("grapple",), True)]
)
def test_a_shove_ends_the_targets_cover(scene, effect, covered):
    plans = {"A": ["brawl"], "B": ["take_cover"]}
    s = scene(zones=COVERED, announce=plans)
    s.act("take_cover", by="B")
    s.declare("wrestle", "B", "strength", dice=[5, 4])
    s.declare("decline", by="B")
    s.act(*effect, by="A")
    assert s.unit("B").covered == covered


@clause("C373")
def test_a_shove_leaves_a_restraint(scene):
    s = wrestle(scene, b={"restrained": 5})
    s.act("shove", "Z1", by="A")
    assert s.unit("B").restrained == 5
