"""Section 3.6 of the rules: Breathless and suffocating (C105-C107)."""

import pytest

from fracas.envs.core.testing import clause

UNHURT = (1, 1, 1, 1, 1)
GAS = [{"round": 2, "kind": "gas_starts", "zone": "Z0", "toxin": "smoke"}]
PENDING = ["fortify", "dance", "brawl"]


def level(s, name="A"):
    return s.unit(name).breathless


# --- the level


@clause("C105", "C395")
@pytest.mark.parametrize(("before", "after"), [(0, 1), (1, 2), (3, 4), (8, 9), (9, 9)])
def test_breathless_plus_one_adds_one_up_to_nine(scene, before, after):
    s = scene(A={"breathless": before}, B={"zone": "Z1"}, events=GAS, announce={})
    s.finish_round()
    assert (s.phase, s.decider) == ("breath", "A")
    s.declare("hold")
    assert (s.unit("A").holding, level(s)) == (True, after)


@clause("C105", "C398")
@pytest.mark.parametrize(("before", "after"), [(1, 2), (9, 9)])
def test_holding_on_adds_one_too(scene, before, after):
    s = scene(A={"holding": True, "breathless": before}, announce={})
    s.finish_round()
    assert (s.round, s.phase, s.decider) == (3, "breath", "A")
    assert level(s) == before
    s.act("hold", dice=[])
    assert level(s) == after


# --- its fall


@clause("C106")
@pytest.mark.parametrize(("before", "after"), [(1, 0), (2, 1), (3, 2), (0, 0)])
def test_a_round_without_a_combat_action_lowers_it_by_one(scene, before, after):
    s = scene(A={"breathless": before}, announce={"A": ["fortify"]})
    s.act("fortify")
    assert level(s) == before
    s.finish_round()
    assert level(s) == after


FOUGHT = [
    ("strike", ("strike", "B", "clash"), ["sword"]),
    ("strike", ("strike", "B", "harry"), ["sword"]),
    ("shoot", ("shoot", "B"), ["bow"]),
    ("throw", ("throw", "B", "main"), ["dagger"]),
    ("brawl", ("jab", "B", "agility"), []),
    ("brawl", ("wrestle", "B", "finesse"), []),
]


@clause("C106")
@pytest.mark.parametrize(("plan", "call", "hands"), FOUGHT)
def test_a_round_with_a_combat_action_does_not_even_if_it_missed(scene, plan, call, hands):
    a = {"hands": hands, "breathless": 1}
    s = scene(A=a, apart=True, zones={"Z0": {"props": True}}, announce={"A": [plan]})
    s.declare(*call, dice=[2, 2])
    s.act("dodge", dice=[6, 5], by="B")
    s.finish_round()
    assert (s.round, level(s)) == (3, 1)


@clause("C106", "C047")
def test_a_combat_action_that_was_forgone_is_none(scene):
    s = scene(A={"breathless": 1}, announce={"A": ["strike"]})
    s.act("forgo", by="A")
    s.finish_round()
    assert level(s) == 0


@clause("C106", "C047")
def test_a_combat_action_that_was_dropped_is_none(scene):
    s = scene(A={"breathless": 1}, B={"zone": "Z1"}, announce={"A": ["strike"]})
    s.finish_round()
    assert level(s) == 0


@clause("C106", "C047")
def test_an_instant_combat_action_counts(scene):
    a = {"hands": [], "techniques": ["quick_grab"], "breathless": 1}
    s = scene(
        A=a,
        apart=True,
        ground=[{"item": "sword", "zone": "Z0"}],
        announce={"A": ["pick_up"]},
    )
    declined = s.copy()
    s.declare("pick_up", "sword", "roll", dice=[8, 1])
    s.declare("technique", "quick_grab")
    s.act("strike", "B", "harry", dice=[2, 2])
    s.finish_round()
    assert level(s) == 1
    declined.act("pick_up", "sword", "roll", dice=[8, 1])
    declined.finish_round()
    assert level(declined) == 0


@clause("C106", "C468")
def test_a_bolt_is_no_combat_action(scene):
    a = {"hands": [], "spells": ["bolt"], "breathless": 1}
    s = scene(A=a, announce={"A": ["cast"]})
    s.act("cast", "bolt", "B", dice=[2, 2])
    s.finish_round()
    assert level(s) == 0


@clause("C106")
@pytest.mark.parametrize("answer", ["dodge", "guard"])
def test_defending_is_no_combat_action(scene, answer):
    s = scene(B={"breathless": 1}, announce={"A": ["strike"]})
    s.declare("strike", "B", "clash", dice=[2, 2])
    s.act(answer, dice=[5, 4], by="B")
    s.finish_round()
    assert level(s, "B") == 0


@clause("C106")
def test_a_unit_that_holds_its_breath_does_not_recover_it(scene):
    s = scene(A={"holding": True, "breathless": 2}, B={"breathless": 2}, announce={})
    s.finish_round()
    assert (level(s), level(s, "B")) == (2, 1)


# --- suffocating


@clause("C107", "option:breath.suffocation")
@pytest.mark.parametrize(
    ("rule", "constitution", "first"),
    [
        ("half_con", 8, 5),
        ("half_con", 4, 3),
        ("half_con", 6, 4),
        ("half_con", 12, 7),
        ("four", 8, 5),
        ("four", 4, 5),
        ("four", 12, 5),
    ],
)
def test_who_is_too_breathless_suffocates(scene, rule, constitution, first):
    for before in range(10):
        a = {"constitution": constitution, "breathless": before}
        s = scene(A=a, options={"breath.suffocation": rule}, announce={})
        assert s.unit("A").suffocating == (before >= first)
        s.finish_round()
        hurt = before >= first
        assert s.unit("A").slots == ((0, 1, 1, 1, 1) if hurt else UNHURT)
        assert level(s) == max(0, before - 1)  # judged before it fell


@clause("C107", "C128")
def test_armour_does_not_help_against_it(scene):
    s = scene(A={"armour": "light", "breathless": 5}, announce={})
    s.finish_round()
    assert (s.unit("A").slots, s.unit("A").boxes) == ((0, 1, 1, 1, 1), 1)


@clause("C107")
def test_it_injures_every_round_that_it_lasts(scene):
    s = scene(A={"breathless": 6}, announce={})
    for slots in [(0, 1, 1, 1, 1), (0, 0, 1, 1, 1), (0, 0, 1, 1, 1)]:  # levels 6, 5, 4
        s.finish_round()
        assert s.unit("A").slots == slots
        s.announce(W=["brawl"])


@clause("C107", "C126")
def test_it_may_take_a_unit_out(scene):
    s = scene(A={"breathless": 5, "slots_free": [0, 0, 0, 0, 1]}, announce={})
    s.finish_round()
    assert s.unit("A").out


# --- what Breathless means

HINDERED = {"breathless.effect": "disadvantage"}


@clause("C043", "option:breathless.effect")
@pytest.mark.parametrize(
    ("before", "options", "several"),
    [(0, {}, True), (1, {}, False), (4, {}, False), (1, HINDERED, True), (4, HINDERED, True)],
)
def test_a_breathless_unit_announces_one_action(scene, before, options, several):
    s = scene(A={"breathless": before}, options=options)
    s.declare("announce", "fortify")
    assert (s.decider == "A" and s.legal("announce", "strike")) is several
    assert s.decider != "A" or s.legal("done")


@clause("option:breathless.effect")
@pytest.mark.parametrize("before", [1, 4])
@pytest.mark.parametrize(("dice", "hit"), [([8, 5, 4], True), ([8, 4, 4], False)])
def test_it_may_hinder_the_own_attacks_instead(scene, before, dice, hit):
    s = scene(A={"breathless": before}, options=HINDERED, announce={"A": ["strike"]})
    s.declare("strike", "B", "clash", dice=dice)  # 9 or 8
    s.act("dodge", dice=[4, 4], by="B")
    assert s.unit("B").hit == hit


@clause("option:breathless.effect")
@pytest.mark.parametrize("answer", ["dodge", "guard"])
@pytest.mark.parametrize(("dice", "hit"), [([8, 4, 4], False), ([8, 3, 4], True)])
def test_it_may_hinder_the_defence(scene, answer, dice, hit):
    s = scene(B={"breathless": 1}, options=HINDERED, announce={"A": ["strike"]})
    s.declare("strike", "B", "clash", dice=[4, 4])
    s.act(answer, dice=dice, by="B")
    assert s.unit("B").hit == hit


@clause("option:breathless.effect")
@pytest.mark.parametrize(("dice", "phase"), [([8, 4, 4], "combat"), ([8, 3, 4], "option")])
def test_it_may_hinder_focus(scene, dice, phase):
    s = scene(B={"breathless": 1}, options=HINDERED, announce={"A": ["taunt"]})
    s.declare("taunt", "B", "plain", dice=[5, 3, *dice])
    assert s.phase == phase


@clause("option:breathless.effect")
def test_it_may_hinder_every_other_roll(scene):
    s = scene(A={"breathless": 1}, apart=True, options=HINDERED, announce={"A": ["reposition"]})
    s.act("reposition", dice=[8, 1, 1])
    assert s.dice_used == 3
    s = scene(A={"breathless": 1}, options=HINDERED, announce={"A": ["disengage"]})
    s.act("disengage", dice=[8, 4, 4, 4, 3])  # 8 against a plain 7
    assert s.unit("A").engaged == set()
    a = {"breathless": 1, "spells": ["mire"], "hands": []}
    a["kept"] = [{"spell": "mire", "target": "Z1", "tokens": 5}]
    s = scene(A=a, options=HINDERED, announce={"A": ["brawl"]})
    s.act("jab", "B", "agility", dice=[8, 1, 1])  # the level stays
    s.finish_round(dice=[8, 3, 3])  # Maintain Concentration: 6 of the 7 it takes
    assert s.unit("A").kept == []


@clause("option:breathless.effect", "C485")
def test_it_may_hinder_the_rolls_of_the_environments_phase(scene):
    gas = scene(A={"breathless": 1}, B={"zone": "Z1"}, events=GAS, options=HINDERED, announce={})
    gas.finish_round()
    gas.declare("resist", dice=[8, 3, 2], by="A")
    assert (gas.dice_used, gas.unit("A").marks) == (3, 0)
    s = scene(
        A={"hidden_from": {"B", "W"}, "hide_result": 9},
        B={"breathless": 1},  # falls after the detection
        apart=True,
        options=HINDERED,
        announce={},
    )
    s.finish_round(dice=[8, 4, 4])
    assert "B" in s.unit("A").hidden_from
    assert level(s, "B") == 0


@clause("option:breathless.effect", "C006")
def test_an_advantage_cancels_it(scene):
    s = scene(B={"breathless": 1, "fortified": True}, options=HINDERED, announce={"A": ["strike"]})
    s.declare("strike", "B", "clash", dice=[4, 4])
    s.act("dodge", dice=[5, 3], by="B")
    assert not s.unit("B").hit


@clause("option:breathless.effect")
@pytest.mark.parametrize(("before", "options"), [(1, {}), (0, HINDERED)])
def test_else_rolls_are_plain(scene, before, options):
    s = scene(
        A={"breathless": before},
        B={"breathless": before},
        options=options,
        announce={"A": ["strike"]},
    )
    s.declare("strike", "B", "clash", dice=[4, 4])
    s.act("dodge", dice=[5, 3], by="B")
    assert not s.unit("B").hit


@clause("option:breathless.effect", "C280")
@pytest.mark.parametrize("options", [{}, HINDERED])
def test_recover_is_barred_in_any_case(scene, options):
    a = {"breathless": 1, "marks": 3}
    s = scene(A=a, apart=True, options=options)
    assert not s.legal("announce", "recover")
