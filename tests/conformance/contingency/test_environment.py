"""Section 3.19 of the rules: the environment's phase (C480-C485)."""

import pytest

from fracas.envs.core.testing import clause

UNHURT = (1, 1, 1, 1, 1)
HURT = (0, 1, 1, 1, 1)
FRAIL = {"slots_free": [0, 0, 0, 0, 1]}  # any injury takes the unit out
HAZARD = {"Z0": {"hazard": True}}
AWAY = {"zone": "Z1"}


def event(kind, zone="Z0", round=2, **more):
    return {"round": round, "kind": kind, "zone": zone, **more}


def gas(toxin="smoke", **more):
    return event("gas_starts", toxin=toxin, **more)


def asked(s):
    return s.round, s.phase, s.decider


def is_gassy(s, zone):
    return int(s.zone(zone)["gas"]) != 0


def answer(s, unit, verb, *dice):
    """Answer the gas; all these dice are used."""
    s.declare(verb, dice=list(dice), by=unit)
    assert s.battle.dice_left == 0


def askers(s):
    """Who is asked to announce this round; nobody announces anything."""
    now, found = s.round, []
    while s.phase == "announce" and s.round == now:
        found.append(s.decider)
        s.declare("done")
    return found


# --- after all other actions


@clause("C480")
def test_it_comes_after_combat(scene):
    s = scene(B=AWAY, zones={"Z0": {"hazard": True}}, events=[gas()], announce={"A": ["fortify"]})
    s.act("fortify")
    assert s.phase == "combat"
    assert (is_gassy(s, "Z0"), s.unit("A").slots) == (False, UNHURT)
    s.finish_round()
    assert asked(s) == (2, "breath", "A")
    assert is_gassy(s, "Z0")
    answer(s, "A", "resist", 3, 2)
    assert s.unit("A").slots == HURT


@clause("C480")
def test_who_is_taken_out_in_combat_meets_it_no_more(scene):
    s = scene(B=FRAIL, events=[gas()], announce={"A": ["strike"]})
    s.act("strike", "B", "clash", dice=[5, 4])
    s.finish_round()
    assert asked(s) == (2, "breath", "A")
    answer(s, "A", "resist", 3, 2)
    assert s.round == 3


# --- gas


@clause("C481", "C397")
def test_each_unit_in_the_zone_resists_or_holds_its_breath(scene):
    s = scene(A2={}, B2=AWAY, events=[gas()], announce={})
    s.finish_round()
    for name in ("A", "A2", "B"):
        assert asked(s) == (2, "breath", name)
        assert [str(action) for action in s.battle.legal()] == ["hold", "resist"]
        answer(s, name, "resist", 3, 2)
    assert s.round == 3
    assert [s.unit(name).marks for name in ("A", "A2", "B", "B2")] == [0, 0, 0, 0]


@clause("C481", "C391")
@pytest.mark.parametrize(
    ("toxin", "dice", "marks", "slots"),
    [
        ("smoke", (3, 2), 0, UNHURT),
        ("smoke", (2, 2), 2, UNHURT),
        ("venom", (4, 3), 0, UNHURT),
        ("venom", (3, 3), 1, HURT),
    ],
)
def test_it_is_targeted_by_the_toxin_of_the_zone(scene, toxin, dice, marks, slots):
    s = scene(B=AWAY, events=[gas(toxin)], announce={})
    s.finish_round()
    answer(s, "A", "resist", *dice)
    assert (s.unit("A").marks, s.unit("A").slots) == (marks, slots)
    assert (s.unit("B").marks, s.unit("B").slots) == (0, UNHURT)


@clause("C481", "C395")
def test_who_holds_its_breath_instead_is_not_targeted(scene):
    s = scene(B=AWAY, events=[gas()], announce={})
    s.finish_round()
    answer(s, "A", "hold")
    assert (s.unit("A").holding, s.unit("A").breathless, s.unit("A").marks) == (True, 1, 0)


@clause("C481", "C398")
def test_who_holds_its_breath_already_is_not_targeted(scene):
    s = scene(A={"holding": True, "breathless": 1}, events=[gas()], announce={})
    s.finish_round()
    assert asked(s) == (2, "breath", "B")
    answer(s, "B", "resist", 3, 2)
    assert (s.unit("A").marks, s.unit("A").breathless) == (0, 1)


@clause("C481")
def test_a_zone_may_hold_gas_from_the_start(scene):
    zones = {"Z1": {"gas": "venom"}}
    s = scene(apart=True, zones=zones, announce={"A": ["reposition"]})
    s.act("reposition", dice=[1, 1])
    s.act("step", "Z1")
    s.finish_round()
    assert asked(s) == (2, "breath", "A")
    answer(s, "A", "resist", 3, 3)
    assert (s.unit("A").marks, s.unit("A").slots) == (1, HURT)


@clause("C481")
def test_who_left_the_zone_in_time_is_not_targeted(scene):
    s = scene(apart=True, events=[gas()], announce={"A": ["reposition"]})
    s.act("reposition", dice=[1, 1])
    s.act("step", "Z1")
    s.finish_round()
    assert asked(s) == (2, "breath", "B")


# --- hazards


@clause("C482")
def test_each_unit_that_ends_the_round_in_a_hazard_is_hurt(scene):
    s = scene(A2=AWAY, zones=HAZARD, announce={})
    s.finish_round()
    assert s.dice_used == 0
    assert [s.unit(name).slots for name in ("A", "A2", "B")] == [HURT, UNHURT, HURT]
    s.announce(W=["brawl"])
    s.finish_round()
    assert s.unit("A").slots == (0, 0, 1, 1, 1)


@clause("C482", "C128")
@pytest.mark.parametrize(("armour", "boxes"), [("light", 1), ("heavy", 2), ("hide", 2)])
def test_armour_counts_against_a_hazard(scene, armour, boxes):
    s = scene(A={"armour": armour}, zones=HAZARD, announce={})
    s.finish_round()
    assert (s.unit("A").slots, s.unit("A").boxes) == (UNHURT, boxes - 1)


@clause("C482")
@pytest.mark.parametrize(("start", "end", "slots"), [("Z0", "Z1", UNHURT), ("Z1", "Z0", HURT)])
def test_only_where_the_round_ends_matters(scene, start, end, slots):
    s = scene(A={"zone": start}, B={"zone": "Z3"}, zones=HAZARD, announce={"A": ["reposition"]})
    s.act("reposition", dice=[1, 1])
    s.act("step", end)
    s.finish_round()
    assert s.unit("A").slots == slots


@clause("C482", "C126")
def test_a_hazard_may_take_a_unit_out(scene):
    s = scene(A=FRAIL, zones=HAZARD, announce={})
    s.finish_round()
    assert s.unit("A").out


# --- events


@clause("C483")
@pytest.mark.parametrize("due", [2, 3])
def test_gas_starts_in_its_round_and_zone(scene, due):
    s = scene(apart=True, events=[gas(zone="Z2", round=due)], announce={})
    for round in (2, 3):
        assert not is_gassy(s, "Z2")
        s.finish_round()
        assert is_gassy(s, "Z2") is (round >= due)
        if is_gassy(s, "Z2"):
            break
        s.announce(W=["brawl"])
    assert not any(is_gassy(s, zone) for zone in ("Z0", "Z1", "Z3"))


@clause("C483")
def test_gas_ends_in_its_round_and_zone(scene):
    zones = {"Z1": {"gas": "smoke"}, "Z2": {"gas": "smoke"}}
    s = scene(zones=zones, events=[event("gas_ends", "Z1", 3)], announce={})
    s.finish_round()
    assert [is_gassy(s, zone) for zone in ("Z1", "Z2")] == [True, True]
    s.announce(W=["brawl"])
    s.finish_round()
    assert [is_gassy(s, zone) for zone in ("Z1", "Z2")] == [False, True]


@clause("C483")
def test_a_hazard_starts_in_its_round_and_zone(scene):
    s = scene(B=AWAY, events=[event("hazard_starts", round=3)], announce={})
    s.finish_round()
    assert s.unit("A").slots == UNHURT
    s.announce(W=["brawl"])
    s.finish_round()
    assert [s.unit(name).slots for name in "AB"] == [HURT, UNHURT]
    s.announce(W=["brawl"])
    s.finish_round()
    assert s.unit("A").slots == (0, 0, 1, 1, 1)


@clause("C483")
@pytest.mark.parametrize("zone", ["Z0", "Z2"])
def test_a_reinforcement_arrives_in_its_round_and_zone(scene, zone):
    arrival = event("reinforcement", zone, unit="A2")
    s = scene(A2={"reserve": True, "zone": "Z3"}, events=[arrival])
    assert s.unit("A2").reserve
    assert askers(s) == ["A", "V", "B", "W"]
    assert s.round == 3
    assert (s.unit("A2").reserve, s.unit("A2").zone) == (False, zone)
    assert askers(s) == ["B", "W", "A", "A2", "V"]


@clause("C483")
def test_a_unit_in_reserve_is_no_target(scene):
    coming = {"round": 9, "kind": "reinforcement", "zone": "Z3", "unit": "B2"}
    s = scene(B2={"reserve": True}, events=[coming], apart=True, announce={"A": ["anticipate"]})
    assert s.legal("anticipate", "B")
    assert not s.legal("anticipate", "B2")


# --- bystanders


@clause("C484", "C295")
@pytest.mark.parametrize(
    ("crowd", "difficulty"), [(0, 3), (1, 3), (2, 5), (3, 5), (4, 7), (5, 7), (6, 9)]
)
def test_bystanders_crowd_a_zone(scene, crowd, difficulty):
    for result, taken in [(difficulty - 1, False), (difficulty, True)]:
        s = scene(
            A={"hands": []},
            apart=True,
            zones={"Z0": {"crowd": crowd}},
            ground=[{"item": "dagger", "zone": "Z0"}],
            announce={"A": ["pick_up"]},
        )
        s.act("pick_up", "dagger", "roll", dice=[result - result // 2, result // 2])
        assert (s.unit("A").main == "dagger") is taken


@clause("C484", "C292")
def test_bystanders_are_no_adversaries(scene):
    s = scene(
        A={"hands": []},
        B=AWAY,
        zones={"Z0": {"crowd": 6}},
        ground=[{"item": "dagger", "zone": "Z0"}],
        announce={"A": ["pick_up"]},
    )
    s.act("pick_up", "dagger", "auto", dice=[])
    assert s.unit("A").main == "dagger"


@clause("C484")
def test_bystanders_hinder_no_attack_movement_or_rest(scene):
    zones = {"Z0": {"crowd": 6}}
    s = scene(A={"hands": ["bow"]}, B=AWAY, zones=zones, announce={"A": ["shoot"]})
    s.declare("shoot", "B", dice=[5, 4])
    s.act("dodge", dice=[5, 4], by="B")
    assert not s.unit("B").hit
    s = scene(A={"marks": 8}, B=AWAY, zones=zones, announce={"A": ["reposition", "recover"]})
    s.act("reposition", dice=[2, 3])
    s.act("stop")
    s.act("recover", dice=[4, 3])
    assert s.unit("A").marks == 3


# --- the order


@clause("C485", "C483")
def test_events_come_in_the_order_of_the_list(scene):
    start, end = gas(zone="Z2"), event("gas_ends", "Z2")
    for events, after in [([start, end], False), ([end, start], True)]:
        s = scene(events=events, announce={})
        s.finish_round()
        assert is_gassy(s, "Z2") is after


@clause("C485", "option:events.order")
@pytest.mark.parametrize("order", ["first", "last"])
def test_gas_bites_in_the_round_in_which_it_starts(scene, order):
    s = scene(B=AWAY, events=[gas()], options={"events.order": order}, announce={})
    s.finish_round()
    assert is_gassy(s, "Z0")
    # with the events last, the gas is met first in the next round's upkeep
    assert asked(s) == (2 if order == "first" else 3, "breath", "A")
    assert s.legal("resist") is (order == "first")


@clause("C485", "option:events.order")
@pytest.mark.parametrize("order", ["first", "last"])
def test_gas_does_not_bite_in_the_round_in_which_it_ends(scene, order):
    s = scene(
        apart=True,
        zones={"Z1": {"gas": "smoke"}},
        events=[event("gas_ends", "Z1")],
        options={"events.order": order},
        announce={"A": ["reposition"]},
    )
    s.act("reposition", dice=[1, 1])
    s.act("step", "Z1")
    s.finish_round()
    if order == "last":
        assert asked(s) == (2, "breath", "A")
        answer(s, "A", "resist", 3, 2)
    assert asked(s)[:2] == (3, "announce")
    assert not is_gassy(s, "Z1")


@clause("C485", "option:events.order")
@pytest.mark.parametrize("order", ["first", "last"])
def test_a_hazard_hurts_in_the_round_in_which_it_starts(scene, order):
    events = [event("hazard_starts"), event("reinforcement", unit="A2")]
    s = scene(
        A2={"reserve": True, "zone": "Z3"},
        events=events,
        options={"events.order": order},
        announce={},
    )
    s.finish_round()
    now = HURT if order == "first" else UNHURT
    assert [s.unit(name).slots for name in ("A", "A2", "B")] == [now, now, now]
    s.announce(W=["brawl"])
    s.finish_round()
    after = (0, 0, 1, 1, 1) if order == "first" else HURT
    assert [s.unit(name).slots for name in ("A", "A2", "B")] == [after, after, after]


@clause("C485", "C194")
def test_stress_for_undone_dances_comes_before_gas_for_all_units(scene):
    dance = {"owes_dance": True}
    s = scene(A=dance, B=dance, events=[gas()], announce={})
    s.finish_round()
    assert asked(s) == (2, "breath", "A")
    assert [s.unit(name).marks for name in "AB"] == [2, 2]


@clause("C485", "C396")
def test_an_airless_zone_comes_before_its_gas(scene):
    s = scene(B=AWAY, zones={"Z0": {"airless": True}}, events=[gas()], announce={})
    s.finish_round()
    assert asked(s)[:2] == (3, "announce")  # nobody was asked
    assert s.unit("A").holding
    assert (s.unit("A").marks, s.unit("A").breathless) == (0, 2)  # in phase 5 and in upkeep


@clause("C485")
def test_gas_comes_before_the_hazard_unit_by_unit(scene):
    s = scene(zones=HAZARD, events=[gas()], announce={})
    s.finish_round()
    assert asked(s) == (2, "breath", "A")
    assert [s.unit(name).slots for name in "AB"] == [UNHURT, UNHURT]
    answer(s, "A", "resist", 3, 2)
    assert asked(s) == (2, "breath", "B")
    assert [s.unit(name).slots for name in "AB"] == [HURT, UNHURT]
    answer(s, "B", "resist", 3, 2)
    assert [s.unit(name).slots for name in "AB"] == [HURT, HURT]


@clause("C485", "C107")
@pytest.mark.parametrize(("level", "slots"), [(3, UNHURT), (4, HURT)])
def test_suffocation_comes_after_breath_is_held(scene, level, slots):
    s = scene(A={"breathless": level}, zones={"Z0": {"airless": True}}, announce={})
    s.finish_round()
    assert s.unit("A").slots == slots
    s = scene(A={"breathless": level}, B=AWAY, events=[gas()], announce={})
    s.finish_round()
    answer(s, "A", "hold")
    assert s.unit("A").slots == slots


@clause("C485", "C107")
def test_suffocation_comes_after_the_zones_of_all_units(scene):
    s = scene(
        A={"breathless": 5, **AWAY},
        B={"breathless": 5, "armour": "light"},
        zones=HAZARD,
        events=[gas(zone="Z0")],
        announce={},
    )
    s.finish_round()
    assert asked(s) == (2, "breath", "B")
    assert s.unit("A").slots == UNHURT
    answer(s, "B", "resist", 3, 2)
    assert (s.unit("A").slots, s.unit("B").slots, s.unit("B").boxes) == (HURT, HURT, 0)


@clause("C485", "C472")
def test_detection_comes_after_suffocation(scene):
    a = {"hidden_from": {"B", "W"}, "hide_result": 9}
    for b, dice in [({"breathless": 5, **FRAIL}, []), ({"breathless": 5}, [4, 4])]:
        s = scene(A=a, B=b, apart=True, zones={"Z0": {"conceal": True}}, announce={})
        s.finish_round(dice=dice)
        assert s.dice_used == len(dice)
        assert s.unit("B").out == (not dice)


@clause("C485", "C472")
def test_a_hidden_unit_that_the_hazard_took_out_is_not_looked_for(scene):
    a = {"hidden_from": {"B", "W"}, "hide_result": 9, **FRAIL}
    s = scene(A=a, apart=True, zones=HAZARD, announce={})
    s.finish_round()
    assert s.unit("A").out
    assert s.dice_used == 0


@clause("C485", "C106")
def test_breathless_levels_fall_last(scene):
    s = scene(A={"breathless": 5}, announce={})
    s.finish_round()
    assert (s.unit("A").slots, s.unit("A").breathless) == (HURT, 4)
