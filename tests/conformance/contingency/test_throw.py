"""Section 3.17 of the rules: Throw (C340-C351)."""

import pytest

from fracas.envs.core.testing import clause

PLACES = {
    "engaged": {},
    "close": {"apart": True},
    "near": {"B": {"zone": "Z1"}},
    "far": {"B": {"zone": "Z2"}},
    "distant": {"B": {"zone": "Z3"}},
}
# item: range, damage
MADE_FOR_IT = {
    "dagger": ("near", 2),
    "hatchet": ("near", 2),
    "spear": ("near", 3),
    "javelin": ("far", 2),
    "net": ("close", None),
}
IMPROVISED = {
    "sword": ("close", 3),
    "greatsword": ("close", 4),
    "axe": ("close", 3),
    "mace": ("close", 2),
    "maul": ("close", 4),
    "glaive": ("close", 3),
}
THROWN = MADE_FOR_IT | IMPROVISED


def thrower(scene, item="dagger", a=(), plans=("throw",), **more):
    more = {"apart": True, **more}
    return scene(A={"hands": [item], **dict(a)}, announce={"A": list(plans)}, **more)


def hits(s, dice, dodge):
    """Whether A's Throw at B succeeds against a Dodge."""
    s.declare("throw", "B", "main", dice=dice, by="A")
    s.act("dodge", dice=dodge, by="B")
    return bool(s.unit("B").hit)


def stuck(scene, **more):
    """A scene in which a dagger thrown by A sticks in B; stop at W's decision."""
    s = thrower(scene, **more)
    s.declare("throw", "B", "main", dice=[7, 1], by="A")
    s.declare("decline", by="B")
    s.act("embed", by="B")
    assert s.unit("B").embedded == ["dagger"]
    return s


def on_the_floor(s):
    return sorted((thing.item, thing.zone) for thing in s.floor())


def crossed(s, name="B"):
    """Severities of the injury slots crossed out."""
    u = s.unit(name)
    pairs = enumerate(zip(u.slots, u.slots_max, strict=True), start=1)
    return [severity for severity, (free, most) in pairs for _ in range(most - free)]


def sizes(s):
    """Sizes of the dice rolled so far."""
    state = s.battle.state[0]
    return [int(die["sides"]) for die in state["dice"][: int(state["n_dice"])]]


# --- requirement and range


@clause("C340", "C342", "C351")
@pytest.mark.parametrize(
    ("hands", "main", "off"),
    [
        ([], False, False),
        *(([item], True, False) for item in THROWN),
        ([None, "dagger"], False, True),
        (["sword", "net"], True, True),
        (["dagger", "shield"], True, False),
        (["shield", "javelin"], False, True),
        (["shield"], False, False),
        (["bow"], False, False),
        (["crossbow"], False, False),
        (["tusks"], False, False),
    ],
)
def test_what_can_be_thrown_is_a_held_weapon_that_is_not_ranged_or_natural(scene, hands, main, off):
    a = {"hands": hands, "carried": ["dagger"]}
    s = scene(A=a, announce={"A": ["throw", "brawl"]})
    assert s.decider == "A"
    assert s.legal("throw", "B", "main") is main
    assert s.legal("throw", "B", "off") is off


@clause("C340")
def test_with_empty_hands_an_announced_throw_is_not_even_asked_for(scene):
    s = thrower(scene, a={"hands": [], "carried": ["dagger"]})
    assert (s.phase, s.decider) == ("combat", "W")


@clause("C340", "C351")
@pytest.mark.parametrize(
    ("a", "legal"),
    [
        ({"hands": ["net"]}, True),
        ({"hands": ["greatsword"]}, True),
        ({"hands": [], "carried": ["dagger"]}, True),
        ({"hands": []}, False),
        ({"hands": ["bow"]}, False),
        ({"hands": ["shield"]}, False),
        ({"hands": ["tusks"]}, False),
    ],
)
def test_throw_is_announced_by_whoever_holds_or_carries_something_to_throw(scene, a, legal):
    assert scene(A=a).legal("announce", "throw") is legal


@clause("C341")
@pytest.mark.parametrize("item", THROWN)
@pytest.mark.parametrize("place", PLACES)
def test_the_range_is_the_thrown_range_or_close(scene, item, place):
    s = scene(A={"hands": [item]}, announce={"A": ["throw"]}, **PLACES[place])
    names = list(PLACES)
    within = names.index(place) <= names.index(THROWN[item][0])
    assert s.legal("throw", "B", "main") is within
    assert s.decider == ("A" if within else "W")


@clause("C341")
def test_the_reach_of_a_glaive_is_no_range_for_throwing_it(scene):
    s = scene(A={"hands": ["glaive"]}, B={"zone": "Z1"}, announce={"A": ["throw", "strike"]})
    assert s.legal("strike", "B")
    assert not s.legal("throw", "B")


@clause("C341")
@pytest.mark.parametrize("no_sight", [(), (["Z0", "Z1"],)])
def test_the_target_must_be_in_sight(scene, no_sight):
    s = thrower(scene, B={"zone": "Z1"}, no_sight=no_sight)
    assert s.legal("throw", "B") is (not no_sight)


@clause("C341")
def test_a_throw_engages_nobody(scene):
    s = thrower(scene)
    s.act("throw", "B", "main", dice=[5, 4])
    assert s.unit("A").engaged == set()


# --- the roll


@clause("C342")
@pytest.mark.parametrize("item", IMPROVISED)
@pytest.mark.parametrize(("dodge", "hit"), [([4, 2], False), ([4, 1], True)])
def test_disadvantage_for_a_melee_weapon_not_made_for_it(scene, item, dodge, hit):
    assert hits(thrower(scene, item), [2, 4, 7], dodge) is hit


@clause("C342", "C344")
@pytest.mark.parametrize("item", MADE_FOR_IT)
@pytest.mark.parametrize(("dodge", "hit"), [([5, 4], False), ([4, 4], True)])
def test_no_disadvantage_for_what_is_made_for_it(scene, item, dodge, hit):
    assert hits(thrower(scene, item), [5, 4], dodge) is hit


@clause("C343")
@pytest.mark.parametrize(
    ("strength", "finesse", "used"), [(10, 12, 12), (12, 10, 12), (8, 10, 10), (6, 4, 6)]
)
@pytest.mark.parametrize("item", ["dagger", "net", "spear"])
def test_the_larger_of_strength_and_finesse_with_accuracy(scene, strength, finesse, used, item):
    skills = {"accuracy": 4, "blades": 12, "polearms": 12, "unarmed": 12}
    s = thrower(scene, item, {"strength": strength, "finesse": finesse, **skills})
    assert len(s.rows("throw", "B")) == 1
    s.declare("throw", "B", "main", dice=[3, 2])
    assert sizes(s) == [used, 4]


@clause("C343")
@pytest.mark.parametrize(("attribute", "used"), [("strength", 10), ("finesse", 12)])
def test_both_attributes_are_offered_where_they_are_asked_for(scene, attribute, used):
    a = {"strength": 10, "finesse": 12, "accuracy": 4}
    s = thrower(scene, "dagger", a, options={"attr.ask": True})
    assert len(s.rows("throw", "B")) == 2
    s.declare("throw", "B", "main", attribute, dice=[3, 2])
    assert sizes(s) == [used, 4]


@clause("C344")
@pytest.mark.parametrize("item", MADE_FOR_IT)
@pytest.mark.parametrize("engaged", [[("A", "B")], [("A", "B2")]])
@pytest.mark.parametrize(("dodge", "hit"), [([4, 2], False), ([4, 1], True)])
def test_disadvantage_while_engaged_with_anybody(scene, item, engaged, dodge, hit):
    s = thrower(scene, item, B2={}, engaged=engaged, apart=False)
    assert hits(s, [2, 4, 7], dodge) is hit


@clause("C342", "C344")
def test_improvised_and_engaged_are_one_disadvantage(scene):
    assert hits(thrower(scene, "sword", apart=False), [2, 4, 7], [4, 2]) is False


@clause("C345")
def test_a_dance_does_not_hinder_a_throw(scene):
    s = thrower(scene, plans=["dance", "throw"])
    s.act("dance")
    assert hits(s, [5, 4], [4, 2]) is True  # 9 - 2, two dice


@clause("C345")
def test_a_reposition_does_not_hinder_a_throw(scene):
    s = thrower(scene, plans=["reposition", "throw"])
    s.declare("reposition", dice=[4, 3])
    s.declare("step", "Z1")
    s.act("stop")
    assert hits(s, [5, 4], [4, 2]) is True


# --- effect


@clause("C346")
@pytest.mark.parametrize("item", [item for item in THROWN if item != "net"])
@pytest.mark.parametrize("dodge", [[4, 1], [5, 4]])
def test_a_hit_deals_the_weapons_damage_and_a_miss_nothing(scene, item, dodge):
    s = thrower(scene, item)
    dice = [5, 4] if item in MADE_FOR_IT else [5, 4, 6]
    hit = hits(s, dice, dodge)
    assert hit is (dodge == [4, 1])
    assert crossed(s) == ([THROWN[item][1]] if hit else [])
    assert (s.unit("B").marks, s.unit("B").restrained, s.unit("A").marks) == (0, 0, 0)


@clause("C346")
@pytest.mark.parametrize(("dodge", "restrained"), [([4, 4], 5), ([5, 4], 0)])
def test_a_net_restrains_instead_of_injuring(scene, dodge, restrained):
    s = thrower(scene, "net")
    hits(s, [5, 4], dodge)
    assert (s.unit("B").restrained, crossed(s), s.unit("B").marks) == (restrained, [], 0)


@clause("C346")
def test_a_net_uses_no_armour_up(scene):
    s = thrower(scene, "net", B={"armour": "light"})
    s.act("throw", "B", "main", dice=[5, 4])
    assert (s.unit("B").boxes, s.unit("B").restrained) == (1, 5)


# --- where the weapon goes


@clause("C347", "C348")
@pytest.mark.parametrize("zone", ["Z0", "Z1"])
@pytest.mark.parametrize(
    ("answer", "dice"),
    [("decline", []), ("dodge", [4, 4]), ("dodge", [5, 4]), ("guard", [5, 4])],
)
def test_the_weapon_falls_in_the_targets_zone_hit_or_not(scene, zone, answer, dice):
    s = thrower(scene, B={"zone": zone})
    s.declare("throw", "B", "main", dice=[5, 4])
    s.act(answer, dice=dice, by="B")
    assert on_the_floor(s) == [("dagger", zone)]
    assert (s.unit("A").main, s.unit("B").embedded) == (None, [])


@clause("C347", "C348")
@pytest.mark.parametrize("item", THROWN)
def test_every_weapon_falls_and_frees_the_hands_it_filled(scene, item):
    s = thrower(scene, item)
    dice = [5, 4] if item in MADE_FOR_IT else [5, 4, 6]
    s.act("throw", "B", "main", dice=dice)
    assert on_the_floor(s) == [(item, "Z0")]
    assert (s.unit("A").main, s.unit("A").off) == (None, None)


@clause("C347")
@pytest.mark.parametrize(
    ("hand", "thrown", "left"),
    [("main", "dagger", (None, "javelin")), ("off", "javelin", ("dagger", None))],
)
def test_the_weapon_of_the_chosen_hand_is_thrown(scene, hand, thrown, left):
    s = thrower(scene, a={"hands": ["dagger", "javelin"]}, B={"zone": "Z1"})
    s.act("throw", "B", hand, dice=[5, 4])
    assert on_the_floor(s) == [(thrown, "Z1")]
    assert (s.unit("A").main, s.unit("A").off) == left


@clause("C348")
def test_a_javelin_thrown_far_lies_far(scene):
    s = thrower(scene, "javelin", B={"zone": "Z2"})
    s.act("throw", "B", "main", dice=[5, 4])
    assert on_the_floor(s) == [("javelin", "Z2")]


# --- Embedded


@clause("C349")
@pytest.mark.parametrize("item", MADE_FOR_IT)
def test_with_a_moderator_omen_the_target_of_a_hit_is_asked(scene, item):
    s = thrower(scene, item)
    s.declare("throw", "B", "main", dice=[7, 1])
    s.declare("decline", by="B")
    assert (s.phase, s.decider) == ("embed", "B")
    assert [str(action) for action in s.battle.legal()] == ["embed", "fall"]
    t = s.copy()
    s.act("embed", by="B")
    assert (s.unit("B").embedded, on_the_floor(s)) == ([item], [])
    t.act("fall", by="B")
    assert (t.unit("B").embedded, on_the_floor(t)) == ([], [(item, "Z0")])
    assert s.unit("A").main is t.unit("A").main is None


@clause("C349")
@pytest.mark.parametrize("choice", ["embed", "fall"])
def test_the_hit_does_the_same_whatever_becomes_of_the_weapon(scene, choice):
    s = thrower(scene)
    s.declare("throw", "B", "main", dice=[7, 1])
    s.declare("decline", by="B")
    s.act(choice, by="B")
    assert (crossed(s), s.unit("B").marks) == ([2], 0)


@clause("C349")
@pytest.mark.parametrize(
    ("dice", "asked"), [([7, 1], True), ([1, 5], True), ([1, 1], True), ([7, 2], False)]
)
def test_it_takes_a_die_that_shows_1(scene, dice, asked):
    s = thrower(scene)
    s.declare("throw", "B", "main", dice=dice)
    s.declare("decline", by="B")
    assert s.phase == ("embed" if asked else "combat")
    assert s.unit("B").hit


@clause("C349")
def test_two_omens_ask_once(scene):
    s = thrower(scene)
    s.declare("throw", "B", "main", dice=[1, 1])
    s.declare("decline", by="B")
    s.declare("fall", by="B")
    assert (s.phase, s.decider) == ("combat", "W")


@clause("C349")
@pytest.mark.parametrize(("item", "asked"), [("dagger", False), ("sword", True)])
def test_only_a_kept_die_counts(scene, item, asked):
    # advantage drops the 1 of the dagger; with the sword the roll is plain, and keeps it
    s = thrower(scene, item, B={"grant_combat": True})
    s.declare("throw", "B", "main", dice=[1, 4, 7] if item == "dagger" else [1, 4])
    s.declare("decline", by="B")
    assert s.phase == ("embed" if asked else "combat")


@clause("C349")
def test_disadvantage_keeps_the_1(scene):
    s = thrower(scene, "sword")
    s.declare("throw", "B", "main", dice=[1, 4, 7])
    s.declare("decline", by="B")
    assert (s.phase, s.decider) == ("embed", "B")


@clause("C349")
@pytest.mark.parametrize("answer", ["dodge", "guard"])
def test_on_a_failure_it_falls_unasked(scene, answer):
    s = thrower(scene)
    s.declare("throw", "B", "main", dice=[7, 1])
    s.declare(answer, dice=[4, 4], by="B")
    assert (s.phase, s.decider) == ("combat", "W")
    assert (s.unit("B").embedded, on_the_floor(s)) == ([], [("dagger", "Z0")])


@clause("C349")
def test_without_moderator_omens_nothing_is_asked(scene):
    s = thrower(scene, options={"omens.moderator": "off"})
    s.declare("throw", "B", "main", dice=[7, 1])
    s.declare("decline", by="B")
    assert (s.phase, on_the_floor(s)) == ("combat", [("dagger", "Z0")])


@clause("C349")
@pytest.mark.parametrize(
    ("a", "plan", "row"),
    [
        ({}, "strike", ("strike", "B", "clash")),
        ({"hands": ["bow"]}, "shoot", ("shoot", "B")),
        ({}, "brawl", ("jab", "B", "agility")),
    ],
)
def test_other_attacks_embed_nothing(scene, a, plan, row):
    s = scene(A=a, announce={"A": [plan]}, apart=True)
    s.declare(*row, dice=[7, 1])
    s.declare("decline", by="B")
    assert (s.phase, s.decider) == ("combat", "W")


@clause("C350", "C349")
def test_an_embedded_item_moves_with_the_unit(scene):
    s = stuck(scene)
    s.finish_round()
    s.announce(B=["reposition"], W=["brawl"])
    s.declare("reposition", dice=[4, 3], by="B")
    s.declare("step", "Z1")
    assert (s.unit("B").zone, s.unit("B").embedded, on_the_floor(s)) == ("Z1", ["dagger"], [])


@clause("C350")
def test_an_embedded_item_falls_where_the_unit_is_taken_out(scene):
    plans = {"A": ["throw"], "A2": ["strike"]}
    b = {"zone": "Z1", "slots_free": [0, 1, 0, 0, 1]}
    s = scene(A={"hands": ["dagger"]}, A2={"zone": "Z1"}, B=b, announce=plans)
    s.declare("next", "A")
    s.declare("throw", "B", "main", dice=[7, 1])
    s.declare("decline", by="B")
    s.act("embed")
    s.declare("forgo", by="W")
    s.act("strike", "B", "clash", dice=[5, 4], by="A2")
    assert s.unit("B").out
    assert on_the_floor(s) == [("dagger", "Z1"), ("sword", "Z1")]


@clause("C350")
def test_an_embedded_item_is_not_held_and_cannot_be_disarmed(scene):
    plans = {"A": ["throw"], "A2": ["brawl"]}
    s = scene(
        A={"hands": ["dagger"]},
        A2={},
        B={"hands": []},
        zones={"Z0": {"props": True}},
        apart=True,
        announce=plans,
    )
    s.declare("next", "A")
    s.declare("throw", "B", "main", dice=[7, 1])
    s.declare("decline", by="B")
    s.act("embed")
    assert (s.unit("B").main, s.unit("B").off) == (None, None)
    s.declare("forgo", by="W")
    s.declare("wrestle", "B", "strength", dice=[5, 4], by="A2")
    s.declare("decline", by="B")
    assert s.phase == "effect"
    assert not s.legal("disarm")


@clause("C350")
def test_an_embedded_item_cannot_be_let_go(scene):
    s = stuck(scene, B={"hands": []})
    s.finish_round()
    assert (s.phase, s.decider) == ("announce", "B")
    assert not s.legal("let_go")


@clause("C350")
def test_an_embedded_item_cannot_be_dropped(scene):
    s = stuck(scene, B={"hands": [], "prone": True})
    s.finish_round()
    s.announce(A=["feint"], W=["brawl"])
    s.declare("feint", "B", dice=[5, 4, 4, 3], by="A")
    assert (s.phase, s.decider) == ("option", "B")
    assert [s.legal("option", n) for n in (1, 2, 3)] == [True, False, True]


@clause("C350")
def test_the_unit_may_pick_it_up(scene):
    s = stuck(scene)
    s.finish_round()
    s.announce(B=["pick_up"], W=["brawl"])
    s.act("pick_up", "dagger", "roll", dice=[4, 4], by="B")
    assert (s.unit("B").embedded, s.unit("B").off) == ([], "dagger")


@clause("C350")
def test_nobody_else_may_pick_it_up(scene):
    s = stuck(scene, A2={})
    s.finish_round()
    assert s.decider == "B"
    assert s.legal("announce", "pick_up")
    while s.decider != "A":
        s.declare("done")
    assert not s.legal("announce", "pick_up")
