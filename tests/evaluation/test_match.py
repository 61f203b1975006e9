"""Battles on paired seeds with the sides swapped, counted honestly."""

from collections import Counter

import numpy as np
import pytest

from fracas.evaluation.evaluate import summary
from fracas.evaluation.match import CUT, DRAWN, Match, MatchError, play
from fracas.policies.resolve import resolve


def test_each_pair_has_one_seed_and_both_sides(alley, watcher, idle):
    match = play(alley, watcher, idle, 5, seed=3)
    assert match.pair.tolist() == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]
    assert match.side.tolist() == [0, 1] * 5
    met = Counter(watcher.seen)
    seeds = {seed for seed, _ in met}
    assert len(seeds) == 5
    assert set(met) == {(seed, side) for seed in seeds for side in (0, 1)}


def test_the_seed_decides_everything_and_each_policy_gets_one_of_its_own(alley, watcher):
    play(alley, watcher, watcher, 1, seed=3)
    play(alley, watcher, watcher, 1, seed=3)
    play(alley, watcher, watcher, 1, seed=4)
    first, second, again, _, other, _ = watcher.seeds
    assert first == again
    assert len({first, second, other}) == 3


def test_H10_H13_a_drawn_battle_is_half_a_point_and_nobodys_win(alley, idle):
    """At the round limit the rules' draw is read, with 0 points and 0 Health lost (H10, H13)."""
    match = play(alley, idle, idle, 4)
    figures = summary(match)
    assert (match.winner == DRAWN).all()
    assert [figures[k] for k in ("battles", "wins", "draws", "losses", "truncated")] == [
        8, 0, 8, 0, 0,
    ]  # fmt: skip
    assert figures["score"]["value"] == 0.5
    assert (match.rounds == 20).all()


def test_H17_a_battle_that_is_cut_off_is_no_draw(alley, idle):
    match = play(alley, idle, idle, 3, limit=4)
    figures = summary(match)
    assert (match.winner == CUT).all()
    assert (match.decisions == 4).all()
    assert (figures["draws"], figures["truncated"]) == (0, 6)
    assert figures["score"] is None


def test_H17_cut_battles_are_left_out_of_the_score(alley):
    """Pair 0: a win and one cut off; pair 1: a loss and a draw; pair 2: both cut off (H17)."""
    winner = np.array([0, CUT, 1, DRAWN, CUT, CUT])
    size = np.zeros(6, np.int64)
    match = Match(
        alley, np.arange(6) // 2, np.arange(6) % 2, winner, size, size, np.zeros((6, 2, 1), int)
    )
    assert match.scores().tolist() == [1.0, 0.25]
    assert match.scores(match.side == 1).tolist() == [0.5]


@pytest.mark.parametrize(("one", "other"), [("random", "rusher"), ("stalker", "wrestler")])
def test_H11_results_add_up(alley, one, other):
    figures = summary(play(alley, resolve(one, alley), resolve(other, alley), 15))
    parts = [figures, *figures["by_side"].values()]
    for part in parts:
        four = (part[key] for key in ("wins", "draws", "losses", "truncated"))
        assert sum(four) == part["battles"]
    for key in ("battles", "wins", "draws", "losses", "truncated"):
        assert sum(part[key] for part in parts[1:]) == figures[key]
    points = figures["wins"] + figures["draws"] / 2
    assert figures["score"]["value"] == pytest.approx(points / figures["battles"], abs=1e-6)
    for use in figures["verbs"].values():
        assert sum(verb["share"]["value"] for verb in use.values()) == pytest.approx(1, abs=1e-4)


def test_H8_figures_do_not_depend_on_the_order_of_the_battles(alley):
    match = play(alley, resolve("random", alley), resolve("rusher", alley), 30, seed=2)
    order = np.random.default_rng(3).permutation(len(match.winner))
    fields = ("pair", "side", "winner", "rounds", "decisions", "usage")
    shuffled = Match(alley, *(getattr(match, name)[order] for name in fields))
    assert (order != np.arange(len(order))).any()
    assert summary(shuffled) == summary(match)


def test_swapping_the_policies_swaps_the_result(alley):
    one, other = resolve("rusher", alley), resolve("stalker", alley)
    there, back = play(alley, one, other, 20, seed=9), play(alley, other, one, 20, seed=9)
    assert (there.scores() + back.scores()).tolist() == [1.0] * 20
    assert (there.usage[:, 0].sum(axis=0) == back.usage[:, 1].sum(axis=0)).all()


def test_a_script_against_itself_scores_a_half_in_every_pair(alley):
    """Both battles of a pair are one and the same battle then, seen from either side."""
    script = resolve("random", alley)
    assert set(play(alley, script, script, 20, seed=1).scores()) == {0.5}


def test_verbs_add_up_to_decisions(alley):
    match = play(alley, resolve("random", alley), resolve("rusher", alley), 10)
    assert (match.usage.sum(axis=(1, 2)) == match.decisions).all()


@pytest.mark.parametrize("other", ["rusher", "breaker"])
def test_in_the_kernel_and_asked_from_python_scripts_play_the_same_battles(alley, plain, other):
    first, second = resolve("marksman", alley), resolve(other, alley)
    kernel = play(alley, first, second, 12, seed=2)
    asked = play(alley, plain(first), plain(second), 12, seed=2)
    for key in ("winner", "rounds", "decisions", "usage"):
        assert (getattr(kernel, key) == getattr(asked, key)).all(), key


def test_counting_verbs_changes_no_battle(alley):
    one, other = resolve("rusher", alley), resolve("random", alley)
    counted = play(alley, one, other, 30, seed=6)
    bare = play(alley, one, other, 30, seed=6, usage=False)
    assert bare.usage.size == 0
    for key in ("winner", "rounds", "decisions"):
        assert (getattr(counted, key) == getattr(bare, key)).all(), key


def test_a_policy_that_breaks_the_rules_is_named(alley, stray, idle):
    with pytest.raises(MatchError, match=r"a Stray took row \d+, which the rules refuse"):
        play(alley, stray, idle, 1)


def test_no_pairs_are_refused(alley, idle):
    with pytest.raises(MatchError, match="at least 1 pair"):
        play(alley, idle, idle, 0)
