"""Section 3.17 of the rules: Shoot (C330-C337)."""

import pytest

from fracas.envs.core.testing import clause

PLACES = {
    "engaged": {},
    "close": {"apart": True},
    "near": {"B": {"zone": "Z1"}},
    "far": {"B": {"zone": "Z2"}},
    "distant": {"B": {"zone": "Z3"}},
}
RANGED = {"bow": 3, "crossbow": 4}
every_weapon = pytest.mark.parametrize("item", RANGED)


def archer(scene, item="bow", a=(), plans=("shoot",), **more):
    more = {"apart": True, **more}
    return scene(A={"hands": [item], **dict(a)}, announce={"A": list(plans)}, **more)


def hits(s, dice, dodge, target="B"):
    """Whether a Shoot of A succeeds against a Dodge."""
    s.declare("shoot", target, dice=dice, by="A")
    s.act("dodge", dice=dodge, by=target)
    return bool(s.unit(target).hit)


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


@clause("C330")
@pytest.mark.parametrize(
    ("hands", "legal"),
    [
        (["bow"], True),
        (["crossbow"], True),
        ([], False),
        (["sword"], False),
        (["javelin", "net"], False),
        (["shield"], False),
        (["spear"], False),
    ],
)
def test_shoot_needs_a_wielded_ranged_weapon(scene, hands, legal):
    a = {"hands": hands, "carried": ["bow"]}
    s = scene(A=a, announce={"A": ["shoot", "brawl"]})
    assert s.decider == "A"
    assert s.legal("shoot", "B") is legal


@clause("C330")
@pytest.mark.parametrize(
    ("a", "legal"),
    [
        ({"hands": ["bow"]}, True),
        ({"hands": ["sword"], "carried": ["crossbow"]}, True),
        ({"hands": ["sword"], "carried": ["javelin"]}, False),
    ],
)
def test_shoot_is_announced_by_whoever_holds_or_carries_a_ranged_weapon(scene, a, legal):
    assert scene(A=a).legal("announce", "shoot") is legal


@clause("C330")
@every_weapon
@pytest.mark.parametrize("place", PLACES)
def test_the_target_must_be_within_the_weapons_range(scene, item, place):
    s = scene(A={"hands": [item]}, announce={"A": ["shoot"]}, **PLACES[place])
    legal = place != "distant"
    assert s.legal("shoot", "B") is legal
    assert s.decider == ("A" if legal else "W")


@clause("C330")
@pytest.mark.parametrize("no_sight", [(), (["Z0", "Z2"],)])
def test_the_target_must_be_in_sight(scene, no_sight):
    s = archer(scene, B={"zone": "Z2"}, no_sight=no_sight)
    assert s.legal("shoot", "B") is (not no_sight)


@clause("C330")
def test_a_shot_engages_nobody_and_moves_nobody(scene):
    s = archer(scene)
    s.act("shoot", "B", dice=[5, 4])
    assert (s.unit("A").engaged, s.unit("A").zone, s.unit("B").zone) == (set(), "Z0", "Z0")


# --- the roll


@clause("C331", "C332")
@pytest.mark.parametrize(("item", "attribute"), [("bow", 10), ("crossbow", 12)])
def test_finesse_for_a_bow_and_wisdom_for_what_is_mechanical(scene, item, attribute):
    s = archer(scene, item, {"finesse": 10, "wisdom": 12, "accuracy": 4})
    s.declare("shoot", "B", dice=[5, 3])
    assert sizes(s) == [attribute, 4]


@clause("C331", "C332")
@pytest.mark.parametrize(("item", "attribute"), [("bow", 6), ("crossbow", 4)])
def test_the_larger_of_the_two_is_no_choice(scene, item, attribute):
    a = {"finesse": 6, "wisdom": 4, "agility": 12, "strength": 12, "accuracy": 8}
    s = archer(scene, item, a)
    assert len(s.rows("shoot", "B")) == 1
    s.declare("shoot", "B", dice=[4, 3])
    assert sizes(s) == [attribute, 8]


# --- disadvantage


@clause("C333", "C335")
@pytest.mark.parametrize(("dodge", "hit"), [([3, 1], False), ([2, 1], True)])
def test_disadvantage_after_a_movement_action_this_round(scene, dodge, hit):
    s = archer(scene, plans=["dance", "shoot"])
    s.act("dance")
    assert hits(s, [2, 4, 7], dodge) is hit  # 2 + 4 - 2


@clause("C333")
def test_a_reposition_hinders_the_shot(scene):
    s = archer(scene, plans=["reposition", "shoot"])
    s.declare("reposition", dice=[4, 3])
    s.declare("step", "Z1")
    s.act("stop")
    assert s.unit("A").zone == "Z1"
    assert hits(s, [2, 4, 7], [3, 1]) is False


@clause("C333", "C335")
def test_a_reposition_that_stays_in_place_hinders_it_too(scene):
    s = archer(scene, plans=["reposition", "shoot"])
    s.declare("reposition", dice=[4, 3])
    while s.phase in ("step", "engage"):
        s.declare("stop")
    assert hits(s, [2, 4, 7], [3, 1]) is False


@clause("C333")
def test_a_movement_action_that_was_forgone_does_not_hinder_it(scene):
    s = archer(scene, plans=["dance", "shoot"])
    s.act("forgo")
    assert hits(s, [5, 4], [4, 2]) is True  # 9 - 2: the penalty stays


@clause("C333")
def test_actions_of_other_types_do_not_hinder_it(scene):
    s = archer(scene, a={"marks": 2}, plans=["fortify", "recover", "shoot"])
    s.act("fortify")
    s.act("recover", dice=[4, 3])
    assert hits(s, [6, 4], [4, 1]) is True  # 10 - 4


@clause("C333")
def test_a_movement_action_of_the_last_round_does_not_hinder_it(scene):
    s = archer(scene, plans=["dance"], initiative="two")
    s.act("dance")
    s.finish_round()
    s.announce(A=["shoot"], W=["brawl"])
    assert hits(s, [5, 4], [4, 4]) is True


@clause("C333")
def test_the_movement_of_others_does_not_hinder_it(scene):
    plans = {"A": ["shoot"], "A2": ["dance"], "B": ["dance"]}
    s = scene(A={"hands": ["bow"]}, A2={}, apart=True, announce=plans)
    s.act("dance", by="A2")
    s.act("dance", by="B")
    assert hits(s, [5, 4], [4, 4]) is True


@clause("C334")
@pytest.mark.parametrize("engaged", [[("A", "B")], [("A", "B2")], [("A", "B"), ("A", "B2")]])
@pytest.mark.parametrize(("dodge", "hit"), [([4, 2], False), ([4, 1], True)])
def test_disadvantage_while_engaged_with_anybody(scene, engaged, dodge, hit):
    s = archer(scene, B2={}, engaged=engaged, apart=False)
    assert hits(s, [2, 4, 7], dodge) is hit


@clause("C334")
@pytest.mark.parametrize("place", ["close", "near", "far"])
def test_no_disadvantage_while_engaged_with_nobody(scene, place):
    s = scene(A={"hands": ["bow"]}, announce={"A": ["shoot"]}, **PLACES[place])
    assert hits(s, [5, 4], [4, 4]) is True


@clause("C334")
def test_an_engaged_target_is_no_hindrance(scene):
    s = archer(scene, A2={}, engaged=[("A2", "B")], apart=False)
    assert hits(s, [5, 4], [4, 4]) is True


@clause("C333", "C334")
def test_moved_and_engaged_are_one_disadvantage(scene):
    s = archer(scene, plans=["dance", "shoot"], apart=False)
    s.act("dance")
    assert hits(s, [2, 4, 7], [3, 1]) is False


@clause("C335")
def test_standing_up_counts(scene):
    s = archer(scene, a={"prone": True}, plans=["stand", "shoot"])
    s.act("stand", dice=[])
    assert hits(s, [2, 4, 7], [3, 1]) is False


@clause("C335")
def test_a_disengage_counts_whether_it_succeeds_or_not(scene):
    for dodge, marks in [([2, 1], 0), ([6, 5], 1)]:
        s = archer(scene, plans=["disengage", "shoot"], apart=False)
        s.act("disengage", dice=[5, 4, *dodge])
        assert s.unit("A").marks == marks
        assert hits(s, [2, 4, 7], [3, 1]) is False


@clause("C335")
def test_hiding_counts(scene):
    s = archer(scene, plans=["hide", "shoot"], zones={"Z0": {"conceal": True}})
    s.act("hide", "surroundings", dice=[2, 2, 5, 4])
    assert hits(s, [2, 4, 7], [3, 1]) is False


@clause("C335")
def test_taking_cover_counts_when_the_cover_is_lost_again(scene):
    s = scene(
        A={"hands": ["bow"]},
        initiative="two",
        zones={"Z0": {"cover": True, "props": True}},
        announce={"A": ["take_cover", "shoot"], "B": ["brawl"]},
    )
    s.act("take_cover", dice=[])
    s.declare("next", "B")
    s.declare("wrestle", "A", "strength", dice=[5, 4], by="B")
    s.declare("decline", by="A")
    s.declare("shove", "Z1", by="B")
    assert (s.unit("A").zone, s.unit("A").covered) == ("Z1", False)
    assert hits(s, [2, 4, 7], [3, 1]) is False


def intimidated(scene, option, dice=()):
    """A archer whom B has made take an option; stop in Combat."""
    s = scene(
        A={"hands": ["bow"]},
        B2={},
        apart=True,
        announce={"A": ["shoot"], "B": ["intimidate"]},
    )
    s.declare("intimidate", "A", dice=[6, 5, 3, 2], by="B")
    s.declare("option", option, dice=list(dice), by="A")
    assert (s.phase, s.decider, s.battle.dice_left) == ("combat", "A", 0)
    return s


@clause("C335")
@pytest.mark.parametrize(("dodge", "hit"), [([3, 1], False), ([2, 1], True)])
def test_standing_frozen_counts(scene, dodge, hit):
    s = intimidated(scene, 2)
    assert hits(s, [2, 4, 7], dodge, target="B2") is hit  # added: penalty -2


@clause("C335")
@pytest.mark.parametrize(("dodge", "hit"), [([3, 1], False), ([2, 1], True)])
def test_a_forced_flight_counts(scene, dodge, hit):
    s = intimidated(scene, 3, dice=[4, 2])  # 6 - 2: two zones
    assert s.unit("A").zone == "Z2"
    assert hits(s, [2, 4, 7], dodge) is hit


@clause("C335")
def test_another_option_of_the_same_intimidation_does_not_count(scene):
    s = intimidated(scene, 1)
    assert hits(s, [5, 4], [4, 4]) is True


# --- effect, loading


@clause("C336")
@every_weapon
@pytest.mark.parametrize(("dodge", "hit"), [([4, 4], True), ([5, 4], False)])
def test_a_hit_deals_the_weapons_damage_and_a_miss_nothing(scene, item, dodge, hit):
    s = archer(scene, item)
    assert hits(s, [5, 4], dodge) is hit
    assert crossed(s) == ([RANGED[item]] if hit else [])
    assert (s.unit("B").marks, s.unit("A").marks, crossed(s, "A")) == (0, 0, [])


@clause("C337")
@pytest.mark.parametrize("dodge", [[4, 4], [5, 4]])
def test_after_a_shoot_a_crossbow_is_unloaded_hit_or_not(scene, dodge):
    s = archer(scene, "crossbow")
    assert s.unit("A").loaded
    hits(s, [5, 4], dodge)
    assert not s.unit("A").loaded
    assert s.unit("A").main == "crossbow"


@clause("C337")
@pytest.mark.parametrize(("item", "legal"), [("bow", True), ("crossbow", False)])
def test_in_the_next_round_it_cannot_be_shot_unless_it_was_loaded(scene, item, legal):
    s = archer(scene, item, initiative="two")
    s.declare("forgo", by="W")
    s.act("shoot", "B", dice=[1, 2])
    assert s.round == 3
    s.announce(A=["shoot", "brawl"], W=["brawl"])
    assert s.decider == "A"
    assert s.legal("shoot", "B") is legal


@clause("C337")
def test_an_unloaded_crossbow_is_loaded_by_ready_and_can_be_shot_again(scene):
    a = {"hands": [{"item": "crossbow", "loaded": False}]}
    s = scene(A=a, apart=True, announce={"A": ["shoot", "brawl"]})
    assert not s.legal("shoot")
    s = scene(A=a, apart=True, announce={"A": ["ready", "shoot"]})
    s.act("ready", "load", dice=[])
    assert s.unit("A").loaded
    assert hits(s, [5, 4], [4, 2]) is True  # 9 - 2
    assert not s.unit("A").loaded


@clause("C337")
def test_an_unloaded_crossbow_may_be_announced_all_the_same(scene):
    s = scene(A={"hands": [{"item": "crossbow", "loaded": False}]}, apart=True)
    assert s.legal("announce", "shoot")
