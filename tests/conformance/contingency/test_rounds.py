"""Section 3.2: the round, announcing, initiative (C026 to C031, C041 to C044)."""

import pytest

from fracas.envs.contingency.tables import ATTRIBUTES
from fracas.envs.core.battle import Battle, arena
from fracas.envs.core.testing import clause

FOUR = ["Setting the scene", "Announcing", "Resolving", "Environment"]
GAS = {"round": 3, "kind": "gas_starts", "toxin": "smoke"}
ALL_ROUND = {"marks": 2, "hands": ["dagger"]}


def told(s, unit):
    return s.observation(unit).tobytes(), s.mask(unit).tobytes(), s.saw(unit)


def begun(dice, options=None, a=None, b=None, **more):
    """Return a battle of A against B at its first decision; ``dice`` are the first it rolls."""
    figures = {
        **dict.fromkeys(ATTRIBUTES, 8), "zone": "Z0", "hands": ["sword"],
        "slots": [1, 1, 1, 1, 1], "weaknesses": ["dodge"],
    }  # fmt: skip
    sides = [
        {"id": "one", "units": [{"id": "A", **figures, **(a or {})}]},
        {"id": "two", "units": [{"id": "B", **figures, **(b or {})}]},
    ]
    ready = arena(
        {
            "system": "contingency", "title": "t", "zones": {"Z0": {}}, "edges": [],
            "sides": sides, "options": options or {}, "round_limit": 20, **more,
        }
    )  # fmt: skip
    s = ready.record[0]
    s["forced"][: len(dice)] = dice
    s["n_forced"] = len(dice)
    battle = Battle(ready)
    assert battle.dice_left == 0
    assert battle.dice_rolled == len(dice)
    assert battle.phase == "announce"
    return battle


def next_round(battle, dice=()):
    """Let nobody announce anything; return who is asked first in the next round."""
    battle.force_dice(dice)
    now, before = battle.round, battle.dice_rolled
    while battle.round == now:
        battle.act("done")
    assert battle.dice_left == 0
    assert battle.dice_rolled - before == len(dice)
    return battle.decider


# --- the four phases


@clause("C026")
def test_decisions_of_a_round_come_phase_by_phase(scene):
    s = scene(A={"marks": 3}, zones={"Z0": {"gas": "smoke"}}, B={"zone": "Z1"})
    assert (s.phase, s.decider, s.round) == ("announce", "A", 2)
    s.announce(A=["fortify", "dance", "recover", "strike"], W=["brawl"])
    s.act("fortify", by="A", dice=[])
    s.act("dance", by="A", dice=[])
    assert s.phase == "interaction"
    s.act("recover", by="A", dice=[5, 4, 3])  # in gas: with disadvantage
    assert (s.phase, s.decider) == ("combat", "W")  # A strikes nobody
    s.declare("forgo")
    assert (s.phase, s.decider, s.round) == ("breath", "A", 2)
    s.declare("resist", dice=[5, 4])
    assert (s.phase, s.decider, s.round) == ("breath", "A", 3)  # upkeep
    s.declare("breathe")
    assert (s.phase, s.round) == ("announce", 3)


@clause("C026")
def test_a_round_tells_of_its_phases_in_order_again_and_again(scene):
    s = scene(announce={})
    s.finish_round()
    assert s.round == 3
    seen = [text for text in s.saw("A") if text in FOUR]
    first = len(seen) - seen[::-1].index("Setting the scene") - 1
    assert seen[first:] == FOUR[:2]
    assert seen[:first][-2:] == FOUR[2:]
    s.announce(W=["brawl"])
    s.finish_round()
    assert [text for text in s.saw("A") if text in FOUR][first:] == [*FOUR, *FOUR[:2]]


@clause("C026")
def test_rounds_go_on_until_the_encounter_is_resolved(scene):
    s = scene(B={"slots_free": [0, 0, 0, 0, 1]}, witness=False)
    for number in (2, 3, 4):
        assert (s.round, s.phase, s.winner) == (number, "announce", None)
        s.declare("done")
        s.declare("done")
    s.announce(A=["strike"])
    s.act("strike", "B", "clash", dice=[5, 4])
    assert (s.phase, s.winner) == (None, "one")


@clause("C026")
def test_flags_of_this_round_become_those_of_the_previous_one(scene):
    s = scene(announce={"A": ["strike"]})
    s.declare("strike", "B", "clash", dice=[5, 4])
    s.act("decline")
    assert (s.unit("B").hit, s.unit("B").hit_last) == (True, False)
    s.finish_round()
    assert (s.unit("B").hit, s.unit("B").hit_last) == (False, True)
    s.announce(W=["brawl"])
    s.finish_round()
    assert (s.unit("B").hit, s.unit("B").hit_last) == (False, False)


# --- events of the round are foreshadowed

EVENTS = [
    (GAS | {"zone": "Z3"}, GAS | {"zone": "Z2"}),
    (GAS | {"zone": "Z3"}, {"round": 3, "kind": "hazard_starts", "zone": "Z3"}),
    (
        {"round": 3, "kind": "reinforcement", "zone": "Z3", "unit": "A2"},
        {"round": 3, "kind": "reinforcement", "zone": "Z2", "unit": "A2"},
    ),
]


def expecting(scene, event, options):
    ally = {"reserve": True} if event["kind"] == "reinforcement" else None
    return scene(A2=ally, events=[event], options=options, announce={})


@clause("C027", "option:events.notice")
@pytest.mark.parametrize("options", [{}, {"events.notice": "this_round"}])
@pytest.mark.parametrize(("event", "other"), EVENTS)
def test_an_event_is_shown_from_the_start_of_its_round(scene, event, other, options):
    s, t = (expecting(scene, each, options) for each in (event, other))
    for unit in "AB":
        assert told(s, unit) == told(t, unit)
        assert not any("is coming" in text for text in s.saw(unit))
    for each in (s, t):
        each.finish_round()
        assert (each.round, each.phase) == (3, "announce")
    for unit in "AB":
        assert told(s, unit)[0] != told(t, unit)[0]
        assert any("is coming" in text for text in s.saw(unit))


@clause("C027", "option:events.notice")
@pytest.mark.parametrize(
    ("options", "shown"), [({}, False), ({"events.notice": "next_round"}, True)]
)
@pytest.mark.parametrize(("event", "other"), EVENTS)
def test_events_notice_next_round_shows_it_a_round_earlier(scene, event, other, options, shown):
    s, t = (expecting(scene, each | {"round": 4}, options) for each in (event, other))
    for unit in "AB":
        assert told(s, unit) == told(t, unit)
    for each in (s, t):
        each.finish_round()
        assert (each.round, each.phase) == (3, "announce")
    for unit in "AB":
        assert (told(s, unit)[0] != told(t, unit)[0]) is shown
        assert any("is coming" in text for text in s.saw(unit)) is shown


# --- announcing


@clause("C028")
@pytest.mark.parametrize("plan", ["strike", "throw", "brawl", "feint", "taunt", "anticipate"])
def test_actions_are_announced_without_targets(scene, plan):
    s = scene(B2={}, engaged=[("A", "B"), ("A", "B2")])
    assert s.rows("announce", plan) == [f"announce({plan})"]


@clause("C028")
def test_the_target_is_asked_when_the_action_comes_up(scene):
    s = scene(B2={}, engaged=[("A", "B"), ("A", "B2")], announce={"A": ["strike"]})
    assert s.phase == "combat"
    for enemy in ("B", "B2"):
        for mode in ("harry", "clash"):
            assert s.legal("strike", enemy, mode)


def two_plans(scene, one, two, **more):
    """Return two scenes at B's announcing decision: A has announced this, or that."""
    found = []
    for plan in (one, two):
        s = scene(A2={}, **more)
        for action in plan:
            s.declare("announce", action)
        s.declare("done", by="A")
        found.append(s)
    return found


@clause("C029", "option:intent.secret")
@pytest.mark.parametrize("options", [{}, {"intent.secret": True}])
@pytest.mark.parametrize(
    ("one", "two"),
    [
        (["strike"], ["brawl"]),
        (["strike"], []),
        (["strike"], ["feint", "fortify", "dance"]),
        (["strike", "dance"], ["dance", "strike"]),
    ],
)
def test_enemies_do_not_see_a_plan_while_announcing(scene, one, two, options):
    s, t = two_plans(scene, one, two, options=options)
    while s.decider != "W":
        assert s.decider == t.decider
        for enemy in "BW":
            assert told(s, enemy) == told(t, enemy)
        for each in (s, t):
            each.declare("done")
    assert told(s, "W") == told(t, "W")


@clause("C029", "option:intent.secret")
@pytest.mark.parametrize("options", [{}, {"intent.secret": False}])
def test_allies_see_a_plan_at_once(scene, options):
    s, t = two_plans(scene, ["strike"], ["brawl"], options=options)
    assert s.decider == t.decider == "A2"
    assert told(s, "A2")[0] != told(t, "A2")[0]
    assert "A announces strike" in s.saw("A2")
    s = scene(A2={}, options=options)
    s.declare("announce", "strike")  # and before A is done
    assert "A announces strike" in s.saw("A2")


@clause("C029")
def test_enemies_see_plans_when_announcing_is_over(scene):
    s, t = two_plans(scene, ["strike"], ["brawl"])
    for each in (s, t):
        each.announce(W=["brawl"])
        assert (each.phase, each.decider) == ("combat", "A")
    assert s.observation("B").tobytes() != t.observation("B").tobytes()


@clause("C029", "option:intent.secret")
def test_intent_secret_off_shows_plans_to_enemies_at_once(scene):
    s, t = two_plans(scene, ["strike"], ["brawl"], options={"intent.secret": False})
    for enemy in "BW":
        assert s.observation(enemy).tobytes() != t.observation(enemy).tobytes()
        assert "A announces strike" in s.saw(enemy)


@clause("C030", "option:actions.max")
@pytest.mark.parametrize(
    ("options", "most"),
    [({}, 4), ({"actions.max": 4}, 4), ({"actions.max": 2}, 2), ({"actions.max": 3}, 3)],
)
def test_so_many_actions_may_be_announced(scene, options, most):
    s = scene(A=ALL_ROUND, options=options)
    plans = ["strike", "fortify", "recover", "dance", "brawl", "throw"]
    for k in range(most):
        assert s.decider == "A"
        assert s.legal("done")
        assert s.legal("announce", plans[k])
        s.declare("announce", plans[k])
    assert s.decider == "V"  # only DONE was left, which isn't asked
    assert set(s.unit("A").announced) == set(plans[:most])
    assert s.unit("A").n == most


@clause("C030")
def test_actions_of_any_types_may_be_announced_together(scene):
    for plan in (["anticipate", "feint", "taunt", "fortify"], ["strike", "brawl", "throw"]):
        s = scene(A=ALL_ROUND)
        for action in plan:
            s.declare("announce", action, by="A")
        assert set(s.unit("A").announced) == set(plan)


@clause("C030")
def test_announcing_nothing_is_legal(scene):
    s = scene()
    s.declare("done", by="A")
    assert s.decider == "V"
    assert (s.unit("A").announced, s.unit("A").n) == ([], 0)


@clause("C031")
@pytest.mark.parametrize("plan", ["strike", "brawl", "fortify", "feint", "dance", "recover"])
def test_no_action_is_announced_twice_in_a_round(scene, plan):
    s = scene(A=ALL_ROUND)
    others = set(s.rows("announce")) - {f"announce({plan})"}
    s.declare("announce", plan)
    s.refused("announce", plan)
    assert set(s.rows("announce")) == others


@clause("C031")
def test_no_action_is_performed_twice_in_a_round(scene):
    s = scene(announce={"A": ["strike", "brawl"]})
    s.act("strike", "B", "harry", dice=[4, 3])
    s.act("forgo", by="W")
    assert (s.phase, s.decider) == ("combat", "A")
    assert not s.rows("strike")
    s.act("jab", "B", "agility", dice=[3, 2])
    assert s.round == 3  # nor a Brawl by wrestling


@clause("C031")
def test_an_action_may_be_announced_again_in_the_next_round(scene):
    s = scene(announce={"A": ["strike"]})
    s.act("strike", "B", "harry", dice=[4, 3])
    s.finish_round()
    s.announce(A=["strike"], W=["brawl"])
    assert "strike" in s.unit("A").pending


# --- initiative


@clause("C041", "option:initiative.mode")
@pytest.mark.parametrize("options", [{}, {"initiative.mode": "d20"}])
@pytest.mark.parametrize(
    ("dice", "first"),
    [
        ((7, 12), "B"),
        ((12, 7), "A"),
        ((20, 19), "A"),
        ((7, 7, 3, 9), "B"),
        ((7, 7, 4, 4, 9, 3), "A"),
    ],
)
def test_the_higher_die_begins_round_1_and_initiative_passes_each_round(dice, first, options):
    battle = begun(dice, options)
    order = ["A", "B"] if first == "A" else ["B", "A"]
    assert (battle.round, battle.decider) == (1, order[0])
    for number in (2, 3, 4, 5):
        assert next_round(battle) == order[(number - 1) % 2]


@clause("C041")
def test_initiative_is_rolled_on_a_d20_a_side():
    battle = begun([7, 12])
    assert [int(die["sides"]) for die in battle.state[0]["dice"][:2]] == [20, 20]


@clause("C041")
@pytest.mark.parametrize(("side", "order"), [("one", "ABA"), ("two", "BAB")])
def test_a_scenario_may_fix_who_begins(side, order):
    battle = begun([], initiative=side)
    assert battle.decider == order[0]
    assert next_round(battle) == order[1]
    assert next_round(battle) == order[2]


@clause("C041")
def test_initiative_passes_whatever_happens_in_a_round(scene):
    s = scene(announce={"A": ["strike"]})
    s.act("strike", "B", "clash", dice=[5, 4])
    s.finish_round()
    assert (s.round, s.decider) == (3, "B")
    s.announce(W=["brawl"])
    s.finish_round()
    assert (s.round, s.decider) == (4, "A")


@clause("C041", "option:initiative.mode")
def test_initiative_mode_awareness_is_rolled_a_side_each_round():
    mode = {"initiative.mode": "awareness"}
    battle = begun(
        [5, 4, 4, 4], mode, a={"agility": 10, "awareness": 4}, b={"agility": 6, "awareness": 12}
    )
    assert [int(die["sides"]) for die in battle.state[0]["dice"][:4]] == [10, 4, 6, 12]
    assert battle.decider == "A"
    assert next_round(battle, [5, 4, 5, 3]) == "A"
    assert next_round(battle, [5, 4, 5, 5]) == "B"
    assert next_round(battle, [5, 4, 4, 5, 3, 2, 3, 3]) == "B"  # a tie is rolled again


@clause("C041", "option:initiative.mode")
def test_initiative_mode_fixed_leaves_it_with_the_first_side():
    battle = begun([], {"initiative.mode": "fixed"})
    assert battle.decider == "A"
    for _ in range(3):
        assert next_round(battle) == "A"


# --- who announces


@clause("C042")
def test_a_unit_aware_of_no_enemy_announces_nothing(scene):
    for aware in ({"B"}, set()):
        s = scene(A={"aware_of": aware}, B={"hidden_from": {"A"}}, apart=True)
        assert s.decider == ("A" if aware else "V")
    s.announce(B=["fortify"], W=["brawl"])
    assert (s.unit("A").announced, s.unit("A").n) == ([], 0)


@clause("C042")
def test_one_enemy_that_it_is_aware_of_is_enough(scene):
    b = {"hidden_from": {"A"}}
    s = scene(A={"aware_of": {"B2"}}, B=b, B2={"zone": "Z3"}, apart=True)
    assert s.decider == "A"


@clause("C042", "option:surprise.announces")
def test_surprise_announces_lets_a_surprised_unit_announce_all_the_same(scene):
    for announces in (False, True):
        s = scene(
            A={"aware_of": set()}, B={"hidden_from": {"A"}}, apart=True,
            options={"surprise.announces": announces},
        )  # fmt: skip
        assert s.decider == ("A" if announces else "V")
    s.announce(A=["fortify", "strike"], W=["brawl"])
    s.act("fortify", by="A")
    assert (s.phase, s.decider) == ("combat", "W")  # it can't target anybody


@clause("C043")
@pytest.mark.parametrize(("level", "most"), [(0, 4), (1, 1), (2, 1), (9, 1)])
def test_a_breathless_unit_announces_one_action(scene, level, most):
    s = scene(A={**ALL_ROUND, "breathless": level})
    assert s.legal("done")
    for plan in ["strike", "fortify", "dance", "brawl"][:most]:
        assert s.decider == "A"
        s.declare("announce", plan)
    assert s.decider == "V"
    assert len(s.unit("A").announced) == most


@clause("C044")
def test_a_unit_taken_out_loses_its_pending_actions_and_decides_no_more(scene):
    plans = {"A": ["strike"], "B": ["strike", "brawl"]}
    s = scene(B={"slots_free": [0, 0, 0, 0, 1]}, announce=plans)
    s.act("strike", "B", "clash", dice=[5, 4])
    assert s.unit("B").out
    assert s.unit("B").pending == []
    assert (s.phase, s.decider) == ("combat", "W")
    s.finish_round()
    assert (s.round, s.decider) == (3, "W")  # nor does it announce
