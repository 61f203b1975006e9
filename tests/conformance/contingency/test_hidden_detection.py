"""Section 3.19 of the rules: the detection of hidden units in phase 5 (C472)."""

import pytest

from fracas.envs.core.testing import clause

HIDDEN = {"hidden_from": {"B", "W"}, "hide_result": 9}
FROM_BOTH = {"hidden_from": {"B", "B2", "W"}, "hide_result": 9}
THICKET = {"Z0": {"conceal": True}}


def hidden_from(s, *names, of="A"):
    return [name in s.unit(of).hidden_from for name in names]


def told(s, unit):
    return s.observation(unit).tobytes(), s.mask(unit).tobytes(), s.saw(unit)


def sizes(s, n):
    """Sizes of the last n dice."""
    state = s.battle.state[0]
    log, total = state["dice"], int(state["n_dice"])
    return [int(log[k % len(log)]["sides"]) for k in range(total - n, total)]


def lurking(scene, **more):
    given = {"A": HIDDEN, "apart": True, "zones": THICKET, "announce": {}, **more}
    return scene(**given)


# --- the roll


@clause("C472")
@pytest.mark.parametrize("result", [6, 9])
@pytest.mark.parametrize("short", [0, 1])
def test_an_enemy_in_the_zone_sees_it_at_the_hide_result_or_more(scene, result, short):
    s = lurking(scene, A={**HIDDEN, "hide_result": result})
    s.finish_round(dice=[result - 4, 4 - short])
    assert hidden_from(s, "B", "W") == [bool(short), True]


@clause("C472")
def test_it_rolls_knowledge_and_awareness(scene):
    others = dict.fromkeys(("wisdom", "agility", "stealth", "tactics"), 4)
    s = lurking(scene, B={"knowledge": 10, "awareness": 12, **others})
    s.finish_round(dice=[1, 1])
    assert sizes(s, 2) == [10, 12]


@clause("C472")
@pytest.mark.parametrize(("dice", "hidden"), [([5, 4], False), ([4, 4], True)])
def test_the_roll_takes_no_penalty(scene, dice, hidden):
    s = lurking(scene, announce={"B": ["fortify", "dance", "recover"]}, B={"marks": 2})
    s.act("fortify", by="B")
    s.act("dance", by="B")
    s.act("forgo", by="B")
    s.finish_round(dice=dice)
    assert hidden_from(s, "B") == [hidden]


@clause("C472", "C485")
def test_each_enemy_that_it_is_hidden_from_rolls_in_index_order(scene):
    s = lurking(scene, A=FROM_BOTH, B2={})
    s.finish_round(dice=[4, 4, 5, 4])
    assert hidden_from(s, "B", "B2") == [True, False]
    s = lurking(scene, A=FROM_BOTH, B2={})
    s.finish_round(dice=[6, 5, 1, 1])
    assert hidden_from(s, "B", "B2") == [False, True]


@clause("C472")
@pytest.mark.parametrize("name", ["B", "B2"])
def test_who_sees_it_already_does_not_roll(scene, name):
    other = {"B": "B2", "B2": "B"}[name]
    s = lurking(scene, A={**HIDDEN, "hidden_from": {name, "W"}}, B2={})
    s.finish_round(dice=[4, 4])
    assert hidden_from(s, name, other) == [True, False]


@clause("C472")
def test_enemies_of_other_zones_and_allies_do_not_roll(scene):
    s = lurking(scene, A2={}, B={"zone": "Z1"})
    s.finish_round()
    assert s.dice_used == 0
    assert hidden_from(s, "B") == [True]


@clause("C472")
def test_nobody_rolls_for_units_in_plain_sight(scene):
    s = lurking(scene, A={"hide_result": 9})
    s.finish_round()
    assert s.dice_used == 0


@clause("C472", "C485")
def test_hidden_unit_by_hidden_unit_its_enemies_in_index_order(scene):
    a2 = {**FROM_BOTH, "hide_result": 5}
    s = lurking(scene, A=FROM_BOTH, A2=a2, B2={})
    s.finish_round(dice=[4, 4, 5, 4, 2, 2, 3, 2])  # A: 8, 9; A2: 4, 5
    assert hidden_from(s, "B", "B2") == [True, False]
    assert hidden_from(s, "B", "B2", of="A2") == [True, False]


@clause("C472")
def test_hidden_units_of_both_sides_are_looked_for(scene):
    b = {"hidden_from": {"A", "V"}, "hide_result": 5}
    s = lurking(scene, B=b)
    s.finish_round(dice=[5, 4, 2, 2])  # B looks for A, then A for B
    assert hidden_from(s, "B") == [False]
    assert hidden_from(s, "A", of="B") == [True]


@clause("C472", "C480")
def test_an_enemy_that_came_this_round_rolls(scene):
    s = lurking(scene, B={"zone": "Z1"}, announce={"B": ["reposition"]})
    s.act("reposition", dice=[1, 1], by="B")
    s.act("step", "Z0")
    s.finish_round(dice=[5, 4])
    assert hidden_from(s, "B") == [False]


@clause("C472")
def test_it_is_done_every_round(scene):
    s = lurking(scene)
    s.finish_round(dice=[4, 4])
    s.announce(W=["brawl"])
    s.finish_round(dice=[5, 4])
    assert hidden_from(s, "B") == [False]
    s.announce(W=["brawl"])
    s.finish_round()
    assert s.dice_used == 0


# --- who is told


@clause("C472")
def test_a_roll_that_finds_nothing_is_shown_to_the_hiders_side_only(scene):
    s, t = lurking(scene), lurking(scene)
    s.finish_round(dice=[4, 4])
    t.finish_round(dice=[1, 1])
    assert told(s, "B") == told(t, "B")
    assert told(s, "W") == told(t, "W")
    assert not any("detect" in text for text in s.saw("B"))
    for name in ("A", "V"):
        assert s.saw(name) != t.saw(name)
        assert "B rolls 8 (detect)" in s.saw(name)


@clause("C472")
def test_a_roll_that_finds_it_is_shown_to_both(scene):
    s = lurking(scene)
    s.finish_round(dice=[5, 4])
    assert all("B rolls 9 (detect)" in s.saw(name) for name in ("A", "B"))


@clause("C472")
def test_the_dice_of_a_hide_that_fooled_a_unit_are_shown_to_the_hiders_side_only(scene):
    s, t = (lurking(scene, A={}, announce={"A": ["hide"]}) for _ in range(2))
    s.act("hide", "surroundings", dice=[5, 4, 1, 1])
    t.act("hide", "surroundings", dice=[4, 3, 1, 2])
    assert hidden_from(s, "B") == hidden_from(t, "B") == [True]
    assert told(s, "B") == told(t, "B")
    assert told(s, "W") == told(t, "W")
    assert s.saw("A") != t.saw("A")
    assert "A rolls 9 (action)" in s.saw("A")
    assert "A rolls 9 (action)" not in s.saw("B")


@clause("C472")
def test_the_dice_of_a_hide_that_fooled_nobody_are_shown_to_both(scene):
    s = lurking(scene, A={}, witness=False, announce={"A": ["hide"]})
    s.act("hide", "surroundings", dice=[5, 4, 6, 5])
    assert hidden_from(s, "B") == [False]
    assert all("A rolls 9 (action)" in s.saw(name) for name in ("A", "B"))


# --- the option


@clause("C472", "option:hide.detection")
@pytest.mark.parametrize("rule", ["each", "no_check", "until_acts"])
def test_the_check_each_round_may_be_left_out(scene, rule):
    s = lurking(scene, options={"hide.detection": rule})
    if rule == "each":
        s.finish_round(dice=[6, 5])
        assert hidden_from(s, "B") == [False]
    else:
        s.finish_round()
        assert s.dice_used == 0
        assert hidden_from(s, "B") == [True]


@clause("C471", "option:hide.detection")
@pytest.mark.parametrize("rule", ["each", "no_check", "until_acts"])
def test_an_attack_ends_it_under_any_rule(scene, rule):
    s = lurking(scene, options={"hide.detection": rule}, announce={"A": ["strike"]})
    s.act("strike", "B", "harry", dice=[4, 3])
    assert hidden_from(s, "B") == [False]


@clause("C255", "option:hide.detection")
@pytest.mark.parametrize("rule", ["each", "no_check"])
def test_without_the_check_enemies_still_roll_against_a_hide(scene, rule):
    for detect, hidden in [([4, 4], True), ([5, 4], False)]:
        s = lurking(scene, A={}, options={"hide.detection": rule}, announce={"A": ["hide"]})
        s.act("hide", "surroundings", dice=[5, 4, *detect])
        assert hidden_from(s, "B") == [hidden]
