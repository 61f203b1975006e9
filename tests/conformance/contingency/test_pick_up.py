"""Section 3.16, last part: Pick Up Object (C290 to C301); competing: test_pick_up_contest.py."""

import pytest

from fracas.envs.core.testing import clause

AFTER = ("combat", "W")  # A is not asked any more
ALONE = {"zone": "Z3"}  # B
DAGGER = [{"item": "dagger", "zone": "Z0"}]
SEVEN = ("dagger", "hatchet", "axe", "mace", "javelin", "shield", "net")
LADDER = {
    "pairs": {1: 3, 2: 3, 3: 5, 4: 5, 5: 7, 6: 7, 7: 9, 8: 9, 10: 9},
    "ones": {1: 3, 2: 5, 3: 7, 4: 9, 5: 9, 10: 9},
    "triples": {1: 3, 3: 3, 4: 5, 6: 5, 7: 7, 9: 7, 10: 9},
}
ENOUGH = {1: [1, 1], 3: [2, 1], 5: [3, 2], 7: [4, 3], 9: [5, 4]}
TOO_FEW = {3: [1, 1], 5: [2, 2], 7: [3, 3], 9: [4, 4]}


def asked(s):
    return s.phase, s.decider


def sizes(s):
    """Return the sizes of all dice so far."""
    record = s.side
    return [int(n) for n in record["dice"]["sides"][: int(record["n_dice"])]]


def reaching(scene, ground=DAGGER, plans=("pick_up",), apart=True, **more):
    return scene(ground=ground, announce={"A": list(plans)}, apart=apart, **more)


def crowded(scene, others, clutter=False, options=None):
    """Return a scene in which so many others are with A: B, bystanders, more units."""
    crowd = min(others - 1, 6)
    names = ("A2", "A3", "B2", "B3")[: others - 1 - crowd]
    zone = {"crowd": crowd, "clutter": clutter}
    return reaching(scene, zones={"Z0": zone}, options=options, **{name: {} for name in names})


def lying(s):
    return {(item.item, item.zone) for item in s.floor()}


def hands(s):
    return s.unit("A").main, s.unit("A").off


# --- who may


@clause("C290", "C085")
def test_it_needs_that_the_unit_is_not_engaged(scene):
    assert asked(reaching(scene)) == ("interaction", "A")
    s = reaching(scene, apart=False)
    assert (asked(s), "pick_up" in s.unit("A").performed) == (AFTER, False)


@clause("C290")
def test_after_a_disengage_it_may_pick_up(scene):
    s = reaching(scene, plans=["disengage", "pick_up"], apart=False)
    s.act("disengage", dice=[8, 5, 2, 1])
    assert s.legal("pick_up", "dagger", "roll")


@clause("C290")
@pytest.mark.parametrize("zone", ["Z0", "Z1"])
def test_the_object_must_lie_in_the_same_zone(scene, zone):
    s = reaching(scene, [{"item": "dagger", "zone": zone}], B=ALONE)
    assert asked(s) == (("interaction", "A") if zone == "Z0" else AFTER)


@clause("C290")
def test_only_what_lies_in_the_zone_has_a_row(scene):
    ground = [*DAGGER, {"item": "axe", "zone": "Z1"}, {"item": "mace", "zone": "Z0"}]
    s = reaching(scene, ground, B=ALONE)
    assert [s.legal("pick_up", i) for i in ("dagger", "axe", "mace", "sword")] == [
        True,
        False,
        True,
        False,
    ]


@clause("C290")
@pytest.mark.parametrize(("zone", "announced"), [("Z0", True), ("Z1", True), ("Z2", False)])
def test_it_is_announced_for_an_object_in_the_own_or_an_adjacent_zone(scene, zone, announced):
    s = scene(ground=[{"item": "dagger", "zone": zone}], B=ALONE)
    assert s.legal("announce", "pick_up") is announced
    scene(A={"sapient": False}, ground=DAGGER).refused("announce", "pick_up")
    scene().refused("announce", "pick_up")


@clause("C290")
def test_it_may_move_to_the_object_first(scene):
    s = reaching(scene, [{"item": "dagger", "zone": "Z1"}], ["reposition", "pick_up"], B=ALONE)
    s.declare("reposition", dice=[2, 2])  # -2: 1 zone
    s.act("step", "Z1", dice=[])
    s.act("pick_up", "dagger", "auto", dice=[])
    assert hands(s) == ("sword", "dagger")


# --- hands


@clause("C291")
@pytest.mark.parametrize(
    ("held", "after"),
    [
        ([], ("dagger", None)),
        (["sword"], ("sword", "dagger")),
        ([None, "shield"], ("dagger", "shield")),
    ],
)
def test_the_object_comes_to_the_main_hand_if_free_else_to_the_off_hand(scene, held, after):
    s = reaching(scene, A={"hands": held}, B=ALONE)
    s.act("pick_up", "dagger", "auto", dice=[])
    assert (hands(s), lying(s)) == (after, set())
    assert (asked(s), "pick_up" in s.unit("A").performed) == (AFTER, True)


@clause("C291", "C045", "C454")
@pytest.mark.parametrize("held", [["sword", "shield"], ["greatsword"]])
def test_with_no_free_hand_it_must_let_go_first(scene, held):
    s = reaching(scene, A={"hands": held}, B=ALONE)
    assert asked(s) == ("interaction", "A")
    s.refused("pick_up", "dagger")
    assert s.legal("forgo")
    s.declare("let_go", "main")
    s.act("pick_up", "dagger", "auto", dice=[])
    assert hands(s) == ("dagger", held[1] if len(held) == 2 else None)


@clause("C291", "C497")
@pytest.mark.parametrize(
    ("held", "legal"), [([], True), (["sword"], False), ([None, "shield"], False)]
)
def test_a_two_handed_object_needs_both_hands(scene, held, legal):
    s = reaching(scene, [{"item": "greatsword", "zone": "Z0"}], A={"hands": held}, B=ALONE)
    assert s.legal("pick_up", "greatsword") is legal
    if not legal:
        s.declare("let_go", "main" if held[0] else "off")
    s.act("pick_up", "greatsword", "auto", dice=[])
    assert hands(s) == ("greatsword", "greatsword")


@clause("C291")
def test_only_the_six_items_of_lowest_index_have_rows(scene):
    ground = [{"item": item, "zone": "Z0"} for item in SEVEN]
    s = reaching(scene, ground, B=ALONE)
    assert [s.legal("pick_up", item) for item in SEVEN] == [True] * 6 + [False]
    assert len(s.rows("pick_up")) == 12
    ground[0]["zone"] = "Z1"
    s = reaching(scene, ground, B=ALONE)
    assert [s.legal("pick_up", item) for item in SEVEN] == [False] + [True] * 6


@clause("C291", "C454")
def test_an_item_let_go_keeps_its_low_index(scene):
    ground = [{"item": item, "zone": "Z0"} for item in SEVEN]
    s = reaching(scene, ground, B=ALONE)
    s.declare("let_go", "main")
    assert [s.legal("pick_up", item) for item in ("sword", *SEVEN)] == [True] * 6 + [False] * 2


# --- without a roll


@clause("C292")
@pytest.mark.parametrize("crowd", [0, 6])
@pytest.mark.parametrize("ally", [None, {}])
def test_without_adversaries_and_obstacles_it_succeeds_without_a_roll(scene, crowd, ally):
    s = reaching(scene, B=ALONE, A2=ally, zones={"Z0": {"crowd": crowd, "props": True}})
    assert s.legal("pick_up", "dagger", "auto")
    s.act("pick_up", "dagger", "auto", dice=[])
    assert hands(s) == ("sword", "dagger")


@clause("C292", "C293")
@pytest.mark.parametrize(
    ("B", "traits", "auto"),
    [
        (ALONE, {}, True),
        ({"zone": "Z1"}, {}, True),
        ({}, {}, False),
        (ALONE, {"clutter": True}, False),
        ({}, {"clutter": True}, False),
    ],
)
def test_an_adversary_or_clutter_in_the_zone_asks_for_a_roll(scene, B, traits, auto):  # noqa: N803
    s = reaching(scene, B=B, zones={"Z0": traits, "Z1": {"clutter": True}})
    assert s.legal("pick_up", "dagger", "auto") is auto
    assert s.legal("pick_up", "dagger", "roll")
    assert len(s.rows("pick_up", "dagger")) == 1 + auto


@clause("C293")
@pytest.mark.parametrize("techniques", [[], ["quick_grab"]])
def test_alone_it_may_roll_all_the_same(scene, techniques):
    s = reaching(scene, A={"techniques": techniques}, B=ALONE)
    assert s.legal("pick_up", "dagger", "auto")
    s.act("pick_up", "dagger", "roll", dice=[5, 3])
    assert hands(s) == ("sword", "dagger")


@clause("C292", "C295")
@pytest.mark.parametrize(
    ("A", "B"),
    [({}, {"hidden_from": {"A"}, "hide_result": 9}), ({"aware_of": {"W"}}, {})],
)
def test_adversaries_hidden_from_it_or_unknown_to_it_do_not_count(scene, A, B):  # noqa: N803
    s = reaching(scene, A=A, B=B, zones={"Z0": {"conceal": True}})
    s.act("pick_up", "dagger", "auto", dice=[])
    assert hands(s) == ("sword", "dagger")


# --- the roll


@clause("C294")
def test_the_dice_are_finesse_and_dexterity(scene):
    s = reaching(scene, A={"finesse": 10, "dexterity": 12, "agility": 4})
    s.act("pick_up", "dagger", "roll", dice=[2, 1])
    assert sizes(s) == [10, 12]
    assert hands(s) == ("sword", "dagger")


@clause("C294", "C033")
@pytest.mark.parametrize(("dice", "taken"), [([3, 2], True), ([2, 2], False)])
def test_the_penalty_lowers_the_result(scene, dice, taken):
    s = reaching(scene, plans=["pick_up", "strike"])
    s.act("pick_up", "dagger", "roll", dice=dice)
    assert (s.unit("A").off == "dagger") is taken


@clause("C294")
@pytest.mark.parametrize("state", [{"prone": True}, {"restrained": 5}, {"armour": "heavy"}])
def test_other_states_neither_forbid_nor_hinder_it(scene, state):
    s = reaching(scene, A=state)
    s.act("pick_up", "dagger", "roll", dice=[2, 1])
    assert hands(s) == ("sword", "dagger")


@clause("C295", "C297")
@pytest.mark.parametrize(("others", "difficulty"), list(LADDER["pairs"].items()))
def test_the_difficulty_is_set_by_how_many_others_there_are(scene, others, difficulty):
    for dice, taken in ((ENOUGH, True), (TOO_FEW, False)):
        s = crowded(scene, others)
        s.act("pick_up", "dagger", "roll", dice=dice[difficulty])
        assert (s.unit("A").off == "dagger") is taken
        assert (("dagger", "Z0") in lying(s)) is not taken


@clause("C295", "option:pickup.steps")
@pytest.mark.parametrize(
    ("steps", "others", "difficulty"),
    [(steps, n, d) for steps, ladder in LADDER.items() for n, d in ladder.items()],
)
def test_how_many_others_make_a_crowd(scene, steps, others, difficulty):
    for dice, taken in ((ENOUGH, True), (TOO_FEW, False)):
        s = crowded(scene, others, options={"pickup.steps": steps})
        s.act("pick_up", "dagger", "roll", dice=dice[difficulty])
        assert (s.unit("A").off == "dagger") is taken


@clause("C295")
@pytest.mark.parametrize(
    ("others", "difficulty"), [(1, 5), (2, 5), (3, 7), (4, 7), (5, 9), (6, 9), (7, 9), (8, 9)]
)
def test_clutter_adds_two_but_not_above_nine(scene, others, difficulty):
    for dice, taken in ((ENOUGH, True), (TOO_FEW, False)):
        s = crowded(scene, others, clutter=True)
        s.act("pick_up", "dagger", "roll", dice=dice[difficulty])
        assert (s.unit("A").off == "dagger") is taken


@clause("C295")
@pytest.mark.parametrize(("dice", "taken"), [([2, 1], True), ([1, 1], False)])
def test_alone_in_clutter_it_is_three(scene, dice, taken):
    s = reaching(scene, B=ALONE, zones={"Z0": {"clutter": True}})
    s.act("pick_up", "dagger", "roll", dice=dice)
    assert (s.unit("A").off == "dagger") is taken


@clause("C295")
@pytest.mark.parametrize(
    ("more", "difficulty"),
    [
        ({"A2": {}, "A3": {}, "B2": {}}, 5),  # 4 others, allies too
        ({"A2": {"zone": "Z1"}, "B2": {"zone": "Z1"}, "B3": {"zone": "Z3"}}, 3),  # B alone
        ({"B2": {"hidden_from": {"A"}}, "B3": {"hidden_from": {"A"}}, "A2": {}}, 3),
        ({"B2": {"hidden_from": {"A2"}}, "B3": {"hidden_from": {"A2"}}, "A2": {}}, 5),
        ({"A2": {"hidden_from": {"B"}}, "B2": {}}, 5),
    ],
)
def test_who_counts_as_another(scene, more, difficulty):
    for dice, taken in ((ENOUGH, True), (TOO_FEW, False)):
        s = reaching(scene, zones={"Z0": {"conceal": True}}, **more)
        s.act("pick_up", "dagger", "roll", dice=dice[difficulty])
        assert (s.unit("A").off == "dagger") is taken


@clause("C295")
def test_units_in_reserve_do_not_count(scene):
    events = [{"round": 9, "kind": "reinforcement", "zone": "Z0", "unit": "B2"}]
    s = reaching(scene, B=ALONE, B2={"reserve": True}, events=events)
    s.act("pick_up", "dagger", "auto", dice=[])
    assert hands(s) == ("sword", "dagger")


@clause("C295", "C293")
@pytest.mark.parametrize(
    ("crowd", "ally", "difficulty"), [(1, None, 3), (3, None, 5), (2, {}, 5), (0, {}, 3)]
)
def test_a_roll_by_choice_among_bystanders_and_allies_is_as_hard(scene, crowd, ally, difficulty):
    for dice, taken in ((ENOUGH, True), (TOO_FEW, False)):
        s = reaching(scene, B=ALONE, A2=ally, zones={"Z0": {"crowd": crowd}})
        s.act("pick_up", "dagger", "roll", dice=dice[difficulty])
        assert (s.unit("A").off == "dagger") is taken


@clause("C296")
@pytest.mark.parametrize(
    ("plans", "dice", "taken"),
    [
        (["pick_up"], [1, 1], True),
        (["pick_up", "strike"], [2, 1], True),
        (["pick_up", "strike"], [1, 1], False),
    ],
)
def test_a_roll_by_choice_while_alone_has_difficulty_one(scene, plans, dice, taken):
    s = reaching(scene, plans=plans, B=ALONE)
    s.act("pick_up", "dagger", "roll", dice=dice)
    assert (s.unit("A").off == "dagger") is taken


@clause("C297")
def test_after_a_failure_the_object_stays_and_the_action_is_used(scene):
    s = reaching(scene)
    s.act("pick_up", "dagger", "roll", dice=[1, 1])
    a = s.unit("A")
    assert (hands(s), a.marks, "pick_up" in a.performed) == (("sword", None), 0, True)
    assert (asked(s), lying(s)) == (AFTER, {("dagger", "Z0")})


# --- embedded items


def stuck(scene, plans=("pick_up",), hands=("sword",), zone="Z1", apart=True, **more):
    """Return a scene one round after B's javelin stuck in A."""
    s = scene(
        A={"hands": list(hands)},
        B={"zone": zone, "hands": ["javelin"]},
        apart=apart,
        initiative="two",
        announce={"B": ["throw"]},
        **more,
    )
    s.declare("next", "B")
    s.declare("throw", "A", "main", dice=[7, 1] if apart else [7, 1, 8], by="B")
    s.declare("decline", by="A")
    s.act("embed", dice=[], by="A")
    assert s.unit("A").embedded == ["javelin"]
    s.finish_round()
    assert s.decider == "A"
    if plans:
        s.announce(A=list(plans), W=["brawl"])
    return s


@clause("C301")
def test_an_item_embedded_in_a_unit_may_be_picked_up_by_it(scene):
    s = stuck(scene)
    assert s.legal("pick_up", "javelin", "roll")
    s.act("pick_up", "javelin", "auto", dice=[])
    a = s.unit("A")
    assert (hands(s), a.embedded, a.slots) == (("sword", "javelin"), [], (1, 0, 1, 1, 1))


@clause("C301")
def test_only_while_not_engaged(scene):
    s = stuck(scene, zone="Z0", apart=False)
    assert (asked(s), s.unit("A").embedded) == (AFTER, ["javelin"])


@clause("C301")
def test_only_with_a_free_hand(scene):
    s = stuck(scene, hands=("sword", "shield"))
    s.refused("pick_up", "javelin")
    s.declare("let_go", "off")
    assert s.legal("pick_up", "javelin", "auto")


@clause("C301", "C292", "C294")
@pytest.mark.parametrize(("dice", "taken"), [([2, 1], True), ([1, 1], False)])
@pytest.mark.parametrize("more", [{"zones": {"Z0": {"clutter": True}}}, {"zone": "Z0"}])
def test_a_roll_is_needed_as_for_items_on_the_ground(scene, dice, taken, more):
    s = stuck(scene, **more)
    s.refused("pick_up", "javelin", "auto")
    s.act("pick_up", "javelin", "roll", dice=dice)
    assert s.unit("A").embedded == ([] if taken else ["javelin"])


@clause("C301", "C350")
def test_nobody_else_can_take_it(scene):
    s = stuck(scene, plans=(), A2={})
    s.declare("done", by="A")
    s.refused("announce", "pick_up")


@clause("C301", "C300")
def test_nobody_competes_for_it(scene):
    s = stuck(scene, plans=(), zone="Z0", ground=DAGGER)
    s.announce(A=["pick_up"], B=["pick_up"], W=["brawl"])
    s.declare("pick_up", "javelin", "roll", dice=[2, 1])
    assert s.unit("A").off == "javelin"
    assert asked(s) == ("interaction", "B")
