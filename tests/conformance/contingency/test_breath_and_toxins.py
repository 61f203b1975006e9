"""Section 3.18, toxins and breath: Resist (C390 to C392), Hold Breath (C395 to C399)."""

import pytest

from fracas.envs.core.testing import clause

AFTER = ("combat", "W")  # A is not asked any more
FAR = {"zone": "Z3"}
SMOKE = {"Z0": {"gas": "smoke"}}
VENOM = {"Z0": {"gas": "venom"}}
AIRLESS = {"Z1": {"airless": True}}
HOLDING = {"holding": True, "breathless": 1}
ENVENOMED = {"item": "dagger", "toxin": "venom"}
NEEDLE = {"needle": {"class": "melee", "skill": "blades", "hands": 1, "damage": 1}}


def asked(s):
    return s.phase, s.decider


def sizes(s):
    """Return the sizes of all dice so far."""
    record = s.side
    return [int(n) for n in record["dice"]["sides"][: int(record["n_dice"])]]


def breath(s, unit="A"):
    u = s.unit(unit)
    return bool(u.holding), u.breathless


def phase_5(scene, zones, A=None, B=FAR, **more):  # noqa: N803
    """Return a scene in which all actions are over and the zones have their effect."""
    s = scene(A=A, B=B, zones=zones, apart=True, announce={}, **more)
    s.finish_round()
    return s


def upkeep(scene, kind="gas_starts", zone="Z0", when=3, **more):
    """Return a scene at the start of round 3, with an event to come."""
    event = {"round": when, "kind": kind, "zone": zone}
    event |= {"toxin": "smoke"} if kind == "gas_starts" else {}
    s = scene(**{"B": FAR, "apart": True, "announce": {}, "events": [event], **more})
    s.finish_round()
    assert s.round == 3
    return s


# --- Resist


@clause("C390", "C391", "C481")
@pytest.mark.parametrize(
    ("zones", "dice", "marks", "slots"),
    [
        (SMOKE, [3, 2], 0, (1, 1, 1, 1, 1)),
        (SMOKE, [2, 2], 2, (1, 1, 1, 1, 1)),
        (VENOM, [4, 3], 0, (1, 1, 1, 1, 1)),
        (VENOM, [4, 2], 1, (0, 1, 1, 1, 1)),
    ],
)
def test_a_failed_resist_lets_the_toxin_work(scene, zones, dice, marks, slots):
    s = phase_5(scene, zones)
    assert (asked(s), s.round) == (("breath", "A"), 2)
    s.act("resist", dice=dice, by="A")
    assert (s.dice_used, s.unit("A").marks, s.unit("A").slots) == (2, marks, slots)
    assert breath(s) == (False, 0)


@clause("C390")
def test_the_dice_are_constitution_and_fortitude(scene):
    s = phase_5(scene, SMOKE, A={"constitution": 10, "fortitude": 12})
    s.act("resist", dice=[3, 2])
    assert sizes(s) == [10, 12]


@clause("C390", "C032")
def test_resist_takes_no_action_penalty(scene):
    plans = ["fortify", "dance", "strike", "brawl"]
    s = scene(B=FAR, zones=SMOKE, announce={"A": plans})
    s.act("fortify", dice=[])
    s.act("dance", dice=[])
    s.finish_round()
    s.act("resist", dice=[3, 2], by="A")
    assert s.unit("A").marks == 0


@clause("C391", "C128")
def test_armour_does_not_help_against_a_toxin(scene):
    s = phase_5(scene, VENOM, A={"armour": "light"})
    s.act("resist", dice=[2, 2])
    assert (s.unit("A").slots, s.unit("A").boxes) == ((0, 1, 1, 1, 1), 1)


@clause("C390", "C481")
def test_each_unit_in_the_zone_resists_in_index_order(scene):
    s = phase_5(scene, SMOKE, A2={}, B={}, B2={"zone": "Z1"})
    for unit, dice in (("A", [2, 2]), ("A2", [3, 2]), ("B", [2, 1])):
        s.declare("resist", dice=dice, by=unit)
    assert [s.unit(u).marks for u in ("A", "A2", "B", "B2")] == [2, 0, 2, 0]


# --- envenomed weapons


def coat(s):
    return int(s.side["items"]["toxin"][0])  # of A's main hand at the start


def stabbing(scene, B=None, item=ENVENOMED, plan="strike", **more):  # noqa: N803
    return scene(A={"hands": [item]}, B=B, announce={"A": [plan]}, **more)


@clause("C392", "C390")
@pytest.mark.parametrize(
    ("dice", "slots", "marks"),
    [
        ([3, 3], (0, 0, 1, 1, 1), 1),
        ([4, 2], (0, 0, 1, 1, 1), 1),
        ([4, 3], (1, 0, 1, 1, 1), 0),
    ],
)
def test_a_hit_that_injures_targets_the_victim_with_the_toxin(scene, dice, slots, marks):
    s = stabbing(scene)
    assert coat(s)
    s.act("strike", "B", "clash", dice=[5, 3, *dice])
    b = s.unit("B")
    assert (b.slots, b.marks, coat(s)) == (slots, marks, 0)


@clause("C392")
@pytest.mark.parametrize(
    ("row", "dodge", "dice"),
    [
        (("strike", "B", "clash"), [6, 3], [5, 3]),  # defended
        (("strike", "B", "harry"), [4, 3], [5, 3]),  # a hit without an injury
        (("strike", "B", "harry"), [6, 3], [5, 3]),
    ],
)
def test_without_an_injury_there_is_no_toxin_and_the_coating_stays(scene, row, dodge, dice):
    s = stabbing(scene)
    s.declare(*row, dice=dice)
    s.act("dodge", dice=dodge, by="B")
    assert (coat(s) > 0, s.unit("B").slots) == (True, (1, 1, 1, 1, 1))


@clause("C392", "C128")
@pytest.mark.parametrize(
    ("name", "armour", "dice"),
    [("needle", "none", [4, 3]), ("needle", "light", []), ("dagger", "light", [4, 3])],
)
def test_severity_one_or_more_after_armour_counts(scene, name, armour, dice):
    item = {"item": name, "toxin": "venom"}
    s = stabbing(scene, {"armour": armour}, item, items=NEEDLE)
    s.act("strike", "B", "clash", dice=[5, 3, *dice])
    assert (coat(s) == 0) is bool(dice)


@clause("C392")
def test_the_coating_works_once(scene):
    s = stabbing(scene)
    s.act("strike", "B", "clash", dice=[5, 3, 4, 3])
    s.finish_round()
    s.announce(A=["strike"], W=["brawl"])
    s.act("forgo", by="W")
    s.act("strike", "B", "clash", dice=[5, 3])


@clause("C392")
def test_a_thrown_weapon_carries_its_coating(scene):
    s = stabbing(scene, plan="throw", B={"zone": "Z1"})
    s.act("throw", "B", "main", dice=[5, 3, 3, 3])
    assert (s.unit("B").slots, s.unit("B").marks, coat(s)) == ((0, 0, 1, 1, 1), 1, 0)


@clause("C392")
def test_a_victim_that_is_out_is_not_targeted(scene):
    s = stabbing(scene, {"slots_free": [0, 0, 0, 0, 1]})
    s.act("strike", "B", "clash", dice=[5, 3])
    assert (bool(s.unit("B").out), coat(s)) == (True, 0)


@clause("C392")
def test_other_attacks_of_the_holder_do_not_use_the_coating(scene):
    s = stabbing(scene, {"marks": 4}, plan="brawl")
    s.act("jab", "B", "strength", dice=[5, 3])  # tiring: an injury
    assert (s.unit("B").slots, coat(s) > 0) == ((0, 1, 1, 1, 1), True)


@clause("C390", "C392")
def test_a_toxin_may_take_its_victim_out(scene):
    s = stabbing(scene, {"slots_free": [0, 1, 0, 0, 1]})
    s.act("strike", "B", "clash", dice=[5, 3, 2, 2])
    assert s.unit("B").out


# --- Hold Breath


@clause("C395", "C397")
def test_a_unit_in_gas_may_hold_its_breath_instead(scene):
    s = phase_5(scene, SMOKE)
    assert (s.legal("hold"), s.legal("resist"), s.legal("breathe")) == (True, True, False)
    s.act("hold", by="A")
    assert (s.dice_used, breath(s), s.unit("A").marks) == (0, (True, 1), 0)


@clause("C395", "C105")
@pytest.mark.parametrize(("level", "after"), [(0, 1), (1, 2), (8, 9), (9, 9)])
def test_it_adds_one_breathless_level_up_to_nine(scene, level, after):
    s = scene(
        A={"breathless": level, "constitution": 12},
        B=FAR,
        apart=True,
        announce={},
        events=[{"round": 3, "kind": "gas_starts", "zone": "Z0", "toxin": "smoke"}],
    )
    s.finish_round()
    s.set("A", breathless=level, slots_free=[1, 1, 1, 1, 1])
    s.act("hold", by="A")
    assert breath(s) == (True, after)


@clause("C395", "C106")
def test_a_holders_level_does_not_fall(scene):
    s = scene(A=HOLDING, B=FAR, apart=True, announce={})
    s.finish_round()
    assert (s.round, asked(s), breath(s)) == (3, ("breath", "A"), (True, 1))


# --- required


@clause("C396", "C395")
def test_entering_an_airless_zone_makes_a_unit_hold_at_once(scene):
    s = scene(B=FAR, zones=AIRLESS, announce={"A": ["reposition", "fortify"]})
    s.act("fortify", dice=[])
    s.declare("reposition", dice=[3, 3])  # -2: 2 zones
    assert breath(s) == (False, 0)
    s.declare("step", "Z1")
    assert (s.phase, breath(s)) == ("step", (True, 1))
    s.act("step", "Z2", dice=[])
    assert breath(s) == (True, 1)  # it goes on until it may breathe


@clause("C396")
def test_going_back_in_adds_nothing_while_it_holds(scene):
    s = scene(B=FAR, zones=AIRLESS, announce={"A": ["reposition"]})
    s.declare("reposition", dice=[3, 3])
    for zone in ("Z1", "Z2"):
        s.declare("step", zone)
    s.act("step", "Z1", dice=[])
    assert breath(s) == (True, 1)
    s = scene(A=HOLDING, B=FAR, zones=AIRLESS, announce={"A": ["reposition"]})
    s.declare("reposition", dice=[1, 1])
    s.act("step", "Z1", dice=[])
    assert breath(s) == (True, 1)


@clause("C396", "C407")
def test_a_fall_into_an_airless_zone_ends_in_holding(scene):
    edges = [{"from": "Z0", "to": "Z1", "kind": "drop", "dice": "1d4"}]
    s = scene(B=FAR, zones=AIRLESS, edges=edges, announce={"A": ["reposition"]})
    s.declare("reposition", dice=[3, 3])
    s.act("step", "Z1", dice=[1, 1, 1, 1])
    assert (breath(s), s.unit("A").prone) == ((True, 1), True)


@clause("C396")
def test_a_shove_into_an_airless_zone_makes_the_target_hold(scene):
    s = scene(zones=AIRLESS, announce={"A": ["brawl"]})
    s.act("wrestle", "B", "strength", dice=[5, 4, 3])
    s.act("shove", "Z1", dice=[])
    assert (breath(s, "B"), breath(s)) == ((True, 1), (False, 0))


@clause("C396", "C252")
def test_a_dash_into_an_airless_zone_makes_a_unit_hold(scene):
    zones = {"Z1": {"airless": True, "cover": True}}
    s = scene(B=FAR, zones=zones, announce={"A": ["hide"]})
    s.act("hide", "Z1", dice=[5, 4, 4, 4])
    assert breath(s) == (True, 1)


@clause("C396")
def test_a_unit_in_an_airless_zone_holds_in_phase_5_unasked(scene):
    s = phase_5(scene, {"Z0": {"airless": True}}, round=1)
    # Level 1 in phase 5; in the Upkeep that follows it must go on.
    assert (s.round, s.phase, breath(s)) == (2, "announce", (True, 2))


# --- chosen


@clause("C397")
@pytest.mark.parametrize(
    ("more", "able"),
    [
        ({}, True),
        ({"zone": "Z1"}, False),
        ({"when": 4}, False),
        ({"kind": "hazard_starts"}, False),
        ({"events": [], "zones": SMOKE}, True),
    ],
)
def test_in_upkeep_it_may_hold_where_gas_is_or_is_announced(scene, more, able):
    if "zones" in more:
        s = phase_5(scene, more["zones"])
        s.act("resist", dice=[3, 2], by="A")
        assert s.round == 3
    else:
        s = upkeep(scene, **more)
    assert (asked(s) == ("breath", "A")) is able
    if able:
        assert (s.legal("hold"), s.legal("breathe"), s.legal("resist")) == (True, True, False)


@clause("C397", "option:events.notice")
@pytest.mark.parametrize(("notice", "able"), [("this_round", False), ("next_round", True)])
def test_an_event_of_the_next_round_counts_once_it_is_shown(scene, notice, able):
    s = upkeep(scene, when=4, options={"events.notice": notice})
    assert (asked(s) == ("breath", "A")) is able


@clause("C397", "C398", "C485")
def test_breath_held_in_upkeep_helps_in_the_round_in_which_the_gas_starts(scene):
    s = upkeep(scene)
    s.act("hold", dice=[], by="A")
    assert breath(s) == (True, 1)
    s.announce(W=["brawl"])
    s.finish_round()  # the gas starts, but A is no target
    assert (s.round, asked(s), breath(s)) == (4, ("breath", "A"), (True, 1))
    assert s.unit("A").marks == 0


@clause("C397")
def test_whoever_does_not_begin_in_upkeep_is_asked_in_phase_5(scene):
    s = upkeep(scene)
    s.act("breathe", dice=[], by="A")
    assert breath(s) == (False, 0)
    s.announce(W=["brawl"])
    s.finish_round()
    assert (s.round, asked(s)) == (3, ("breath", "A"))
    assert (s.legal("hold"), s.legal("resist")) == (True, True)


@clause("C397")
def test_all_units_of_the_zone_are_asked_in_index_order(scene):
    s = upkeep(scene, A2={}, B={}, B2=FAR)
    s.declare("hold", by="A")
    s.declare("breathe", by="A2")
    s.act("hold", dice=[], by="B")
    assert [breath(s, u)[0] for u in ("A", "A2", "B", "B2")] == [True, False, True, False]
    assert s.phase == "announce"


# --- going on


@clause("C398", "C395")
@pytest.mark.parametrize(("answer", "after"), [("hold", (True, 2)), ("breathe", (False, 1))])
@pytest.mark.parametrize("zones", [{}, SMOKE])
def test_going_on_in_a_later_round_adds_a_level_and_stopping_is_free(scene, answer, after, zones):
    s = scene(A=HOLDING, B=FAR, zones=zones, apart=True, announce={})
    s.finish_round()
    assert (s.round, asked(s)) == (3, ("breath", "A"))
    s.act(answer, dice=[], by="A")
    assert (breath(s), s.unit("A").marks) == (after, 0)


@clause("C398", "C481")
@pytest.mark.parametrize("zones", [SMOKE, VENOM])
def test_a_holder_is_not_targeted_by_gas(scene, zones):
    s = phase_5(scene, zones, A=HOLDING)
    assert (s.round, asked(s)) == (3, ("breath", "A"))  # Upkeep already
    a = s.unit("A")
    assert (s.battle.dice_rolled, a.marks, a.slots) == (0, 0, (1, 1, 1, 1, 1))


@clause("C398", "C392")
def test_a_holder_is_targeted_by_an_envenomed_weapon(scene):
    s = stabbing(scene, HOLDING)
    s.act("strike", "B", "clash", dice=[5, 3, 3, 3])
    assert s.unit("B").slots == (0, 0, 1, 1, 1)


@clause("C398", "C396")
def test_in_an_airless_zone_it_must_go_on(scene):
    s = scene(A=HOLDING | {"zone": "Z1"}, B=FAR, zones=AIRLESS, announce={})
    s.finish_round()
    assert (s.round, s.phase, breath(s)) == (3, "announce", (True, 2))
    s.announce(W=["brawl"])
    s.finish_round()
    assert (s.round, breath(s)) == (4, (True, 3))


@clause("C398")
def test_breathing_is_possible_in_upkeep_only(scene):
    s = scene(A=HOLDING, B=FAR, announce={"A": ["fortify"]})
    s.refused("breathe")
    s.act("fortify", dice=[])
    assert breath(s) == (True, 1)


@clause("C398", "C106")
def test_after_breathing_the_level_falls(scene):
    s = scene(A=HOLDING, B=FAR, apart=True, announce={})
    s.finish_round()
    s.act("breathe", dice=[], by="A")
    s.announce(W=["brawl"])
    s.finish_round()
    assert (s.round, breath(s)) == (4, (False, 0))


# --- no speech


@clause("C399")
@pytest.mark.parametrize(
    ("plan", "a", "more"),
    [
        ("cast", {"hands": [], "spells": ["bolt", "ward", "mire", "dread"]}, {}),
        ("parley", {}, {"apart": True}),
        ("taunt", {}, {}),
        ("intimidate", {}, {}),
    ],
)
def test_a_holder_can_neither_cast_nor_speak(scene, plan, a, more):
    s = scene(A=a | {"breathless": 1}, announce={"A": [plan]}, **more)
    assert s.decider == "A"
    s = scene(A=a | HOLDING, announce={"A": [plan]}, **more)
    assert (asked(s), plan in s.unit("A").performed) == (AFTER, False)


@clause("C399")
@pytest.mark.parametrize("plan", ["anticipate", "feint", "fortify", "strike", "brawl", "disengage"])
def test_everything_else_is_open_to_it(scene, plan):
    s = scene(A=HOLDING, announce={"A": [plan]})
    assert s.decider == "A"
    assert s.rows("jab" if plan == "brawl" else plan)
