"""Which verbs win: a planted case is found, intervals cover, bars are kept."""

from importlib.resources import files

import numpy as np
import pytest
import yaml

from fracas.envs import arena
from fracas.evaluation.match import play
from fracas.evaluation.stats import mean_interval
from fracas.evaluation.tactics import (
    Meetings,
    change_interval,
    knock_out,
    lift,
    tables,
    tactics,
    tactics_of,
    usage_table,
    used,
)
from fracas.policies.resolve import resolve

ALLEY = "undead/alley"
# Where full Stress is defeat, and little of it is full, Intimidate fells an enemy in two strokes.
PLANTED = {"stress.at_limit": "defeated", "stress.base": 2}


def alley(options=None):
    path = files("fracas.configs") / "encounters" / "undead" / "alley.yaml"
    return {**yaml.safe_load(path.read_text(encoding="utf-8")), "options": options or {}}


def marks(made, verb):
    return next(tactic.rows for tactic in tactics_of(made) if tactic.name == verb)


@pytest.mark.parametrize("seed", range(3))
def test_a_verb_that_an_option_makes_far_too_strong_comes_first(seed):
    for options, first in (({}, "shot_single"), (PLANTED, "intimidate")):
        found = tactics(alley(options), ["breaker", "marksman"], pairs=60, seed=seed)["knock_out"]
        assert found[0]["verb"] == first
        assert found[0]["change"]["high"] < 0


def test_the_interval_of_a_change_covers_the_true_one():
    made = arena(alley(PLANTED))
    rows = marks(made, "intimidate")

    def changes(pairs, seed):
        meetings = Meetings(made, ("breaker", "marksman"), pairs, seed)
        before = meetings.scores([m for _, _, m in meetings.play()], 0)
        return knock_out(meetings, 0, rows) - before

    true = changes(6000, 1000).mean()
    intervals = [change_interval(changes(40, seed)) for seed in range(100)]
    assert sum(i.low <= true <= i.high for i in intervals) >= 90
    assert all(i.high - i.low < 0.5 for i in intervals)


def test_a_change_that_never_shows_has_a_width_all_the_same():
    nothing = change_interval(np.zeros(50))
    assert nothing.value == 0
    assert nothing.low < 0 < nothing.high
    assert change_interval(np.zeros(0)) is None
    one = change_interval(np.array([0.5]))
    assert (one.value, one.low) == (0.5, None)


def test_a_lift_is_the_ratio_of_shares():
    parts = np.array([[4, 6, 5], [1, 2, 2]])
    wholes = np.array([[10, 10, 10], [20, 15, 15]])
    found = lift(parts, wholes)
    assert found.value == pytest.approx((15 / 30) / (5 / 50))
    assert 1 < found.low < found.value < found.high
    assert lift(np.zeros((2, 3)), wholes) is None


@pytest.mark.parametrize("names", [("rusher", "marksman"), ("random", "rusher")])
@pytest.mark.parametrize("side", [0, 1])
def test_a_side_never_takes_barred_rows_while_another_is_legal(names, side):
    made = arena(ALLEY)
    groups = np.arange(made.n_rows)
    barred = np.zeros((2, made.n_rows), np.int8)
    barred[side] = marks(made, "step") | marks(made, "unarmed")
    first, second = (resolve(name, made) for name in names)
    free = play(made, first, second, 10, seed=1, groups=groups)
    bound = play(made, first, second, 10, seed=1, groups=groups, barred=barred)
    assert used([free], side) @ barred[side] > 0
    assert used([bound], side) @ barred[side] == 0
    assert used([bound], 1 - side) @ barred[side] > 0


def test_scripts_in_the_kernel_and_in_batches_are_barred_alike():
    made = arena(ALLEY)
    barred = np.zeros((2, made.n_rows), np.int8)
    barred[0] = marks(made, "shot_single")
    breaker, marksman = (resolve(name, made) for name in ("breaker", "marksman"))

    class Plain:
        """The same script without its door, so that it answers batches."""

        def __init__(self, script):
            self.reset, self.act = script.reset, script.act

    inside = play(made, breaker, marksman, 40, seed=3, barred=barred)
    outside = play(made, Plain(breaker), Plain(marksman), 40, seed=3, barred=barred)
    for match in (inside, outside):
        low = mean_interval(match.per_pair(match.side_points(0)))
        assert low.high < 0.5  # without its shots the first side loses
    assert abs(inside.side_points(0).mean() - outside.side_points(0).mean()) < 0.15


def test_usage_counts_what_was_taken_and_ranks_by_what_is_certain():
    made = arena(ALLEY)
    meetings = Meetings(made, ("rusher", "marksman"), 50, 1)
    base = meetings.play(usage=True)
    table = usage_table(base, tactics_of(made), 50)
    shares = {row["tactic"]: row for row in table}
    assert 0 < shares["melee"]["winners"] <= 1
    assert not {"end_turn", "pass", "ready_kind", "column"} & set(shares)
    for name, row in shares.items():
        if " " in name:
            whole = shares[row["verb"]]
            for who in ("winners", "losers"):
                assert row[who] <= whole[who] + 1e-9
    [(_, _, match)] = base
    number = made.system.verbs.index["melee"]
    for player, name in enumerate(meetings.policies):
        taken = match.usage[:, player].sum(axis=0)
        rows = [row for row, (verb, *_) in enumerate(made.rows) if verb == number]
        share = shares["melee"]["policies"][name]
        assert share == pytest.approx(taken[rows].sum() / taken.sum(), abs=1e-6)
    assert shares["melee"]["policies"]["rusher"] > shares["melee"]["policies"]["marksman"]


def test_the_document_is_the_same_for_any_number_of_processes_and_has_tables():
    one = tactics(ALLEY, ["rusher"], pairs=4, seed=2)
    assert one == tactics(ALLEY, ["rusher"], pairs=4, seed=2, jobs=2)
    assert one["policies"] == ["rusher"]
    assert len(tables(one)) == 2
