"""Section 3.7 of the rules: who is taken out, and who wins (C126, C127, C130)."""

import pytest

from fracas.envs.core.testing import clause

UNHURT = (1, 1, 1, 1, 1)
FRAIL = {"slots_free": [0, 0, 0, 0, 1]}  # any injury takes the unit out
WELLNESS = {"defeat.rule": "wellness"}
SPENT = {"marks": 8, "breathless": 1, **FRAIL}  # a mark takes it out


def clash(s, target="B", by="A"):
    s.act("strike", target, "clash", dice=[5, 4], by=by)


# --- taken out


@clause("C126", "C121")
def test_three_hits_of_a_sword_reach_the_fatal_slot(scene):
    names = ("A", "A2", "A3")
    s = scene(
        A2={},
        A3={},
        engaged=[(name, "B") for name in names],
        witness=False,
        announce={name: ["strike"] for name in names},
    )
    for name, slots in zip(names, [(1, 1, 0, 1, 1), (1, 1, 0, 0, 1), (1, 1, 0, 0, 0)], strict=True):
        assert not s.unit("B").out
        if s.phase == "next":
            s.act("next", name)
        clash(s, by=name)
        assert s.unit("B").slots == slots
    assert s.unit("B").out
    assert s.winner == "one"


@clause("C126", "option:defeat.rule")
@pytest.mark.parametrize("hands", [["dagger"], ["sword"], ["greatsword"]])
@pytest.mark.parametrize(("options", "out"), [({}, True), (WELLNESS, False)])
def test_an_injury_of_any_severity_in_the_fatal_slot_takes_out(scene, hands, options, out):
    s = scene(A={"hands": hands}, B=FRAIL, options=options, announce={"A": ["strike"]})
    clash(s)
    assert (s.unit("B").slots, s.unit("B").wellness) == ((0, 0, 0, 0, 0), 4)
    assert s.unit("B").out == out


@clause("C126", "option:defeat.rule")
def test_one_fatal_slot_of_two_is_enough(scene):
    b = {"constitution": 12, "strength": 12, "slots": [1, 1, 1, 1, 2]}
    for options, out in [({}, True), (WELLNESS, False)]:
        s = scene(
            B={**b, "slots_free": [0, 0, 0, 0, 2]}, options=options, announce={"A": ["strike"]}
        )
        clash(s)
        assert (s.unit("B").slots[4], s.unit("B").out) == (1, out)


@clause("C126", "option:defeat.rule")
@pytest.mark.parametrize("options", [{}, WELLNESS])
def test_any_other_slot_does_not_take_out(scene, options):
    s = scene(B={"slots_free": [0, 0, 0, 1, 1]}, options=options, announce={"A": ["strike"]})
    clash(s)
    assert (s.unit("B").slots, s.unit("B").out) == ((0, 0, 0, 0, 1), False)


@clause("C126", "option:defeat.rule")
@pytest.mark.parametrize("options", [{}, WELLNESS])
@pytest.mark.parametrize(("wellness", "out"), [(1, True), (2, False)])
def test_wellness_at_zero_takes_out_under_either_rule(scene, options, wellness, out):
    s = scene(
        B={"wellness": wellness},
        options={"stress.track": "wellness", **options},
        announce={"A": ["strike"]},
    )
    s.declare("strike", "B", "clash", dice=[4, 3])
    s.act("guard", dice=[] if out else [5, 4], by="B")
    assert (s.unit("B").wellness, s.unit("B").out) == (wellness - 1, out)


@clause("C126", "C123", "option:defeat.rule")
def test_under_the_wellness_rule_a_unit_lasts_until_its_wellness_is_gone(scene):
    names = ("A", "A2", "A3")
    s = scene(
        A2={},
        A3={},
        B={"slots_free": [0, 0, 0, 0, 1]},
        engaged=[(name, "B") for name in names],
        options=WELLNESS,
        witness=False,
        announce={name: ["strike"] for name in names},
    )
    for name, wellness in zip(names, (4, 1, 0), strict=True):
        assert not s.unit("B").out
        if s.phase == "next":
            s.act("next", name)
        clash(s, by=name)
        assert s.unit("B").wellness == wellness
    assert (s.unit("B").out, s.winner) == (True, "one")


# --- what a unit leaves behind


@clause("C127")
@pytest.mark.parametrize("zone", ["Z0", "Z1"])
def test_what_it_held_and_carried_falls_in_its_zone(scene, zone):
    b = {"zone": zone, "hands": ["sword", "dagger"], "carried": ["hatchet", "net"], **FRAIL}
    s = scene(A={"hands": ["bow"]}, B=b, apart=True, announce={"A": ["shoot"]})
    s.act("shoot", "B", dice=[5, 4])
    assert s.unit("B").out
    assert {(item.item, item.zone) for item in s.floor()} == {
        (item, zone) for item in ("sword", "dagger", "hatchet", "net")
    }
    assert (s.unit("B").main, s.unit("B").off, s.unit("B").carried) == (None, None, [])


@clause("C127", "C497")
def test_a_two_handed_item_falls_once(scene):
    s = scene(B={"hands": ["greatsword"], **FRAIL}, announce={"A": ["strike"]})
    clash(s)
    assert [(item.item, item.zone) for item in s.floor()] == [("greatsword", "Z0")]


@clause("C127")
def test_a_natural_weapon_does_not_fall(scene):
    b = {"hands": ["tusks"], "sapient": False, **FRAIL}
    s = scene(B=b, announce={"A": ["strike"]})
    clash(s)
    assert s.unit("B").out
    assert s.floor() == []


@clause("C127", "C350")
def test_what_was_embedded_in_it_falls_too(scene):
    s = scene(
        A={"hands": ["dagger"]},
        A2={},
        B={"slots_free": [0, 1, 0, 0, 1]},
        engaged=[("A2", "B")],
        announce={"A": ["throw"], "A2": ["strike"]},
    )
    s.act("next", "A", by="A")
    s.declare("throw", "B", "main", dice=[7, 1])
    s.declare("decline", by="B")
    s.act("embed", by="B")
    assert (s.unit("B").embedded, s.floor()) == (["dagger"], [])
    s.act("forgo", by="W")
    clash(s, by="A2")
    assert s.unit("B").out
    assert {(item.item, item.zone) for item in s.floor()} == {("dagger", "Z0"), ("sword", "Z0")}
    assert s.unit("B").embedded == []


@clause("C127", "C086", "C492")
def test_its_engagements_and_grapples_end(scene):
    s = scene(
        A2={"grappling": {"B"}},
        B={"grappling": {"A"}, **FRAIL},
        engaged=[("A", "B"), ("A2", "B")],
        announce={"A": ["strike"]},
    )
    clash(s)
    assert [s.unit(name).engaged for name in ("A", "A2", "B")] == [set(), set(), set()]
    assert [s.unit(name).grappled_by for name in ("A", "B")] == [set(), set()]
    assert [s.unit(name).grappling for name in ("A2", "B")] == [set(), set()]


@clause("C127", "C067")
def test_its_concentration_ends(scene):
    b = {"hands": [], "spells": ["mire"], **FRAIL}
    b["kept"] = [{"spell": "mire", "target": "Z1", "tokens": 0}]
    s = scene(B=b, announce={"A": ["strike"]})
    assert int(s.zone("Z1")["mired"]) != 0
    clash(s)
    assert s.unit("B").kept == []
    assert int(s.zone("Z1")["mired"]) == 0


@clause("C127")
def test_it_is_on_the_board_no_more(scene):
    s = scene(B=FRAIL, B2={}, announce={"A": ["strike", "brawl"]})
    s.act("strike", "B", "clash", dice=[5, 6])
    s.act("forgo", by="W")
    assert s.decider == "A"
    assert s.legal("jab", "B2")
    assert not s.legal("jab", "B")


# --- victory


@clause("C130")
@pytest.mark.parametrize("by", ["A", "B"])
def test_the_side_with_a_unit_left_wins_at_once(scene, by):
    target = {"A": "B", "B": "A"}[by]
    plans = {"A": ["strike", "fortify"], "B": ["strike", "fortify"]}
    s = scene(
        **{target: FRAIL},
        initiative={"A": "one", "B": "two"}[by],
        witness=False,
        announce=plans,
    )
    s.act("fortify", by=by)
    s.act("fortify", by=target)
    s.act("strike", target, "clash", dice=[5, 6], by=by)
    assert (s.phase, s.decider) == (None, None)
    assert s.winner == {"A": "one", "B": "two"}[by]


@clause("C130")
@pytest.mark.parametrize("more", [{}, {"zone": "Z3"}, {"slots_free": [0, 0, 0, 0, 1]}])
def test_a_side_with_another_unit_in_play_goes_on(scene, more):
    s = scene(B=FRAIL, B2=more, witness=False, announce={"A": ["strike"]})
    clash(s)
    assert s.unit("B").out
    assert (s.winner, s.phase) == (None, "announce")


@clause("C130", "C483")
@pytest.mark.parametrize("reserve", [False, True])
def test_a_side_with_a_unit_in_reserve_goes_on(scene, reserve):
    b2 = {"reserve": True, "zone": "Z3"} if reserve else None
    event = {"round": 3, "kind": "reinforcement", "zone": "Z3", "unit": "B2"}
    s = scene(
        B=FRAIL,
        B2=b2,
        events=[event] if reserve else [],
        witness=False,
        announce={"A": ["strike"]},
    )
    clash(s)
    assert s.unit("B").out
    assert s.winner == (None if reserve else "one")


@clause("C130")
def test_victory_does_not_wait_for_the_environments_phase(scene):
    s = scene(A={"breathless": 9, **FRAIL}, B=FRAIL, witness=False, announce={"A": ["strike"]})
    clash(s)
    assert s.winner == "one"
    assert not s.unit("A").out


@clause("C130")
def test_a_unit_may_lose_by_its_own_action(scene):
    s = scene(A=SPENT, witness=False, announce={"A": ["strike"]})
    s.declare("strike", "B", "clash", dice=[2, 2])
    s.act("guard", dice=[5, 4], by="B")
    assert s.unit("A").out
    assert s.winner == "two"


@clause("C130", "C325")
@pytest.mark.parametrize("a2", [None, {"zone": "Z3"}])
def test_both_gone_within_one_action_is_a_draw(scene, a2):
    # B's Guard turns the Harry: that takes A out, and the Harry's one mark B
    s = scene(
        A=SPENT,
        A2=a2,
        B={**SPENT, "marks": 7},
        witness=False,
        announce={"A": ["strike"]},
    )
    s.declare("strike", "B", "harry", dice=[2, 2])
    s.act("guard", dice=[5, 4], by="B")
    assert (s.unit("A").out, s.unit("B").out) == (True, True)
    assert s.winner == ("one" if a2 else "draw")


@clause("C130", "C050")
def test_so_it_is_within_an_instant_action(scene):
    s = scene(
        A={"hands": [], "techniques": ["quick_grab"], **SPENT},
        B={**SPENT, "marks": 7},
        apart=True,
        ground=[{"item": "sword", "zone": "Z0"}],
        witness=False,
        announce={"A": ["pick_up"]},
    )
    s.declare("pick_up", "sword", "roll", dice=[8, 1])
    s.declare("technique", "quick_grab")
    s.declare("strike", "B", "harry", dice=[2, 2])
    s.act("guard", dice=[5, 4], by="B")
    assert s.winner == "draw"


@clause("C130", "C485")
@pytest.mark.parametrize(
    ("a", "b", "winner"),
    [
        ({"zone": "Z1", **FRAIL}, {"breathless": 5, **FRAIL}, "draw"),  # HAZARD, suffocation
        ({"breathless": 5, **FRAIL}, {"breathless": 5, **FRAIL}, "draw"),
        ({"owes_dance": True, **SPENT}, {"zone": "Z1", **FRAIL}, "draw"),
        ({"zone": "Z1", **FRAIL}, {}, "two"),
        ({}, {"breathless": 5, **FRAIL}, "one"),
        ({"zone": "Z1"}, {"breathless": 5}, None),
    ],
)
def test_victory_is_checked_once_in_the_environments_phase(scene, a, b, winner):
    s = scene(
        A=a,
        B=b,
        apart=True,
        zones={"Z1": {"hazard": True}},
        witness=False,
        announce={"A": ["fortify"]},
    )
    s.act("fortify", by="A")
    assert s.winner == winner


# --- the round limit


@clause("C130", "option:limit.result")
@pytest.mark.parametrize("limit", [2, 3])
def test_the_round_limit_is_a_draw(scene, limit):
    s = scene(B={"slots_free": [0, 0, 0, 0, 1]}, round_limit=limit, announce={})
    s.finish_round()
    if limit == 3:
        assert (s.winner, s.round) == (None, 3)
        s.announce(W=["brawl"])
        s.finish_round()
    assert (s.winner, s.phase) == ("draw", None)


@clause("C130", "option:limit.result")
@pytest.mark.parametrize("result", ["draw", "score"])
def test_who_is_out_in_the_last_round_has_lost(scene, result):
    s = scene(
        B={"breathless": 5, **FRAIL},
        witness=False,
        round_limit=2,
        options={"limit.result": result},
        announce={"A": ["fortify"]},
    )
    s.act("fortify", by="A")
    assert s.winner == "one"


@clause("option:limit.result")
@pytest.mark.parametrize(
    ("units", "winner"),
    [
        ({}, "draw"),
        ({"B": [1, 1, 0, 1, 1]}, "one"),  # 0 to 3
        ({"B": [0, 0, 1, 1, 1]}, "one"),
        ({"B": [1, 0, 1, 1, 1]}, "draw"),  # 0 to 2
        ({"A": [1, 1, 0, 1, 1]}, "two"),
        ({"A": [1, 0, 1, 1, 1]}, "draw"),
        ({"A": [0, 1, 1, 1, 1], "B": [1, 1, 1, 0, 1]}, "one"),  # 1 to 4
        ({"A": [1, 0, 1, 1, 1], "B": [1, 1, 1, 0, 1]}, "draw"),  # 2 to 4
        ({"B": [0, 1, 1, 1, 1], "B2": [1, 0, 1, 1, 1]}, "one"),  # 0 to 1 + 2
        ({"B": [0, 1, 1, 1, 1], "B2": [0, 1, 1, 1, 1]}, "draw"),
    ],
)
@pytest.mark.parametrize("result", ["draw", "score"])
def test_the_score_at_the_limit_is_the_severity_lost(scene, units, winner, result):
    given = {"B2": {}, **{name: {"slots_free": free} for name, free in units.items()}}
    s = scene(**given, engaged=[], round_limit=2, options={"limit.result": result}, announce={})
    s.finish_round()
    assert s.winner == (winner if result == "score" else "draw")
