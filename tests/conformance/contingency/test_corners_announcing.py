"""Who announces and in what order, what may be announced, and what a new round clears."""

import pytest

from fracas.envs.contingency.state_names import at_announcing
from fracas.envs.contingency.tables import ATTRIBUTES, DICE
from fracas.envs.core.battle import Battle, arena
from fracas.envs.core.testing import clause


def begun(one, two):
    """A battle of two sides in one place, and one out of its sight, at its first decision."""
    units = [
        [{**dict.fromkeys(ATTRIBUTES, 8), "zone": "here", **unit} for unit in side]
        for side in (one, two)
    ]
    return Battle(
        arena(
            {
                "system": "contingency", "title": "begun", "round_limit": 20,
                "zones": {"here": {}, "away": {}}, "no_sight": [["here", "away"]],
                "sides": [{"id": f"side{k}", "units": side} for k, side in enumerate(units)],
            }
        )
    )  # fmt: skip


def first_to_announce(s):
    """The one who is asked first, when announcing begins again."""
    at_announcing(s.battle.state[0])
    return s.phase, s.decider


def row(s, unit):
    return s.battle.state[0]["units"][s.battle.index(unit)]


# --- who


@clause("C042", "C044")
@pytest.mark.parametrize("field", ["out", "reserve"])
def test_only_units_in_play_announce(scene, field):
    s = scene(A2={}, apart=True)
    assert first_to_announce(s) == ("announce", "A")
    row(s, "A")[field] = 1
    assert first_to_announce(s) == ("announce", "A2")


@clause("C042")
def test_who_knows_of_fallen_enemies_only_is_surprised(scene):
    s = scene(A={"aware_of": {"B"}}, A2={}, B2={}, apart=True)
    assert first_to_announce(s) == ("announce", "A")
    row(s, "B")["out"] = 1
    assert first_to_announce(s) == ("announce", "A2")


@clause("C042")
def test_knowing_of_its_own_side_a_unit_is_surprised_all_the_same(scene):
    s = scene(A2={}, apart=True)
    row(s, "A")["aware_of"] = 1 << s.battle.index("A2")
    assert first_to_announce(s) == ("announce", "A2")


@clause("C028", "C030", "C036")
@pytest.mark.parametrize(("initiative", "order"), [("one", "AVBW"), ("two", "BWAV")])
def test_each_unit_announces_once_the_side_with_initiative_first(scene, initiative, order):
    s = scene(initiative=initiative)
    for unit in order:
        assert (s.phase, s.decider) == ("announce", unit)
        s.act("announce", "brawl")
        s.declare("done")
    assert (s.phase, s.decider) == ("combat", order[0]) or s.phase == "next"


@clause("C030")
def test_a_plan_is_made_once_it_is_done(scene):
    s = scene()
    s.declare("done")
    assert (row(s, "A")["announced_all"], row(s, "B")["announced_all"]) == (1, 0)
    assert s.observe("A")["me.announced_all"] == 1


@clause("C026", "C028", "C036")
def test_announcing_is_followed_by_the_types_of_actions(scene):
    s = scene(announce={"A": ["strike"]})
    told = s.saw("A")
    types = ("Influence", "Movement", "Interaction", "Combat")
    assert told[-5:] == ["Resolving", *(f"{name} actions" for name in types)]


@clause("C036", "option:resolve.order")
def test_unit_by_unit_no_type_begins(scene):
    s = scene(announce={"A": ["strike"]}, options={"resolve.order": "by_unit"})
    assert s.phase in ("next", "any")
    assert s.saw("A")[-1] == "Resolving"
    assert not any(text.endswith(" actions") for text in s.saw("A"))


@clause("C037", "C026")
def test_nobody_has_acted_yet_when_resolving_begins(scene):
    s = scene(A2={}, announce={"A": ["strike"], "A2": ["strike"]})
    assert s.phase == "next"
    assert s.battle.to_json()["windows"][0]["acted"] is None


@clause("C026", "C036", "C037", "C481")
def test_in_the_environment_no_side_has_been_skipped(scene):
    s = scene(zones={"Z0": {"gas": "smoke"}}, announce={})
    s.finish_round()
    assert (s.phase, s.battle.state[0]["skipped"]) == ("breath", 0)
    document = s.battle.to_json()
    assert (document["windows"][0]["stage"], document["windows"][0]["type"]) == ("environment", 0)
    assert Battle.from_json(document).phase == "breath"


@clause("C041")
def test_the_dice_of_initiative_are_a_kind_of_their_own():
    battle = begun([{}], [{}])
    assert [int(die["sides"]) for die in battle.state[0]["dice"][:2]] == [20, 20]
    assert [DICE[die["kind"]] for die in battle.state[0]["dice"][:2]] == ["initiative"] * 2


# --- what


@clause("C240")
def test_who_is_engaged_may_announce_disengage_though_it_sees_nobody(scene):
    s = scene(B={"hidden_from": {"A"}})
    assert s.legal("announce", "disengage")
    s = scene(B={"hidden_from": {"A"}}, apart=True)
    assert not s.legal("announce", "disengage")


@clause("C452", "C045", "C454")
def test_with_all_gear_let_go_ready_has_no_row(scene):
    s = scene()
    s.declare("announce", "ready")
    s.declare("announce", "strike")
    s.declare("let_go", "main")
    s.announce(W=["brawl"])
    assert (s.phase, s.decider) == ("combat", "W")
    assert "A drops ready" in s.saw("A")
    assert "A forgoes its actions" not in s.saw("A")  # it never was up


# --- a new round


NOTHING = (
    "announced", "pending", "performed", "n", "order", "triggered", "announced_all", "moved",
    "fought", "forced_had", "recovering", "frozen", "barred", "no_engage",
)  # fmt: skip


@clause("C026", "C033", "C155", "C177")
def test_a_new_round_begins_with_nothing_announced_performed_or_forced(scene):
    s = scene(announce={"A": ["intimidate", "reposition", "strike"], "B": ["dance", "fortify"]})
    s.declare("intimidate", "B", dice=[8, 6, 1, 1])
    s.act("muddle", 1)
    s.act("option", 2, by="B")
    s.finish_round()
    assert (s.round, s.phase) == (3, "announce")
    for unit in s.battle.units:
        assert {name: int(row(s, unit)[name]) for name in NOTHING} == dict.fromkeys(NOTHING, 0)
        assert not row(s, unit)["forced"].any()
        assert (row(s, unit)["forced_from"] == -1).all()
        assert (row(s, unit)["owes_attack"], row(s, unit)["declared"]) == (-1, -1)


@clause("C155")
@pytest.mark.parametrize("plan", ["anticipate", "strike"])
@pytest.mark.parametrize(("when", "left"), [(2, False), (3, True)])
def test_a_declaration_lapses_with_the_round_that_it_is_for(scene, plan, when, left):
    s = scene(B={"declared": plan, "declared_round": when}, announce={})
    s.finish_round()
    assert s.round == 3
    assert s.unit("B").declared == (plan if left else None)
    assert s.unit("B").marks == 0


@clause("C155", "C154")
def test_who_declared_anticipate_and_strikes_marks_two(scene):
    s = scene(A={"declared": "anticipate", "declared_round": 2}, announce={"A": ["strike"]})
    s.act("strike", "B", "clash", dice=[5, 4])
    assert (s.unit("A").marks, s.unit("A").declared) == (2, None)


@clause("C026", "C061", "C440")
def test_the_last_of_eight_units_maintains_its_concentration_once():
    alone = {"zone": "away", "spells": ["ward"], "aware": False}
    battle = begun([{"aware": False}] * 4, [{}, {}, {}, alone])
    last = battle.units[-1]
    battle.edit(last, kept=[{"spell": "ward", "target": last, "tokens": 0}])
    start = battle.dice_rolled
    while battle.round == 1:
        battle.act("done")
    assert (battle.round, battle.dice_rolled - start) == (2, 2)
