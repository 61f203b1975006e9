"""A learner that begins as a script plays: what it learns from, and that it does."""

import threading

import numpy as np
import pytest

from fracas.envs import arena
from fracas.envs.core.errors import IllegalAction
from fracas.evaluation.match import play
from fracas.policies.resolve import resolve
from fracas.training.imitate import BATTLES, STEPS, STRONGEST, Lessons, strongest
from fracas.training.opponents import scripts_of
from fracas.training.train import RunError, train

pytest.importorskip("torch")

SCRIPT = "rusher"


def lessons(arena, seed=3):
    return Lessons(arena, SCRIPT, np.random.SeedSequence(seed), threading.Event())


def test_lessons_are_legal_decisions_of_the_script_on_both_seats(duel) -> None:
    course = lessons(duel)
    names = {"red": 0, "blue": 0}
    for _ in range(3):
        observations, masks, rows = course.next()
        assert len(observations) == len(masks) == len(rows)
        assert 0 < len(rows) <= BATTLES * STEPS
        assert masks[np.arange(len(rows)), rows].all()
    for side, name in enumerate(names):
        names[name] = int((course._own == side).sum())
    assert min(names.values()) > BATTLES / 3
    own = course._scripts[np.arange(BATTLES), course._own]
    assert (own == course.numbers[course._own]).all()
    others = course._scripts[np.arange(BATTLES), 1 - course._own]
    assert len(set(others.tolist())) == course.count  # it meets all scripts


def test_battles_over_before_anybody_decides_teach_nothing(duel) -> None:
    course = lessons(duel)
    course.batch.deciders[:] = -1
    rows = course.next()[2]
    assert len(rows) > 0
    assert (rows >= 0).all()


def test_the_same_seed_gives_the_same_lessons(duel) -> None:
    first, second, other = lessons(duel).next(), lessons(duel).next(), lessons(duel, 4).next()
    assert all((a == b).all() for a, b in zip(first, second, strict=True))
    assert first[2].tolist() != other[2].tolist()


def test_a_learner_does_what_the_script_does(small, runs, duel) -> None:
    agreed = {}
    for name, more in (("plain", {}), ("taught", {"imitate": SCRIPT, "lessons": 60_000})):
        network = train(small(**more), runs / name, progress=False).network
        observations, masks, rows = lessons(duel, 9).next()
        agreed[name] = np.mean(network.choose(observations, masks.astype(np.int8), None) == rows)
    assert agreed["taught"] > 0.8
    assert agreed["plain"] < agreed["taught"] - 0.2


def worst_meetings(made, names, side):
    """Return each script's lowest score on a side against any other, by the evaluation's count."""
    players = [resolve(name, made) for name in names]
    return [
        min(
            play(made, own, other, 100, 5, usage=False).side_points(side)[side::2].mean()
            for other in players
        )
        for own in players
    ]


def test_the_strongest_script_of_each_side_is_the_one_hardest_to_beat() -> None:
    made = arena("undead/rush")
    names = scripts_of("undead")[1]
    found = strongest(made, np.random.default_rng(1), threading.Event())
    assert len(found) == 2
    for side, number in enumerate(found):
        worst = worst_meetings(made, names, side)
        assert worst[number] > max(worst) - 0.15
        assert worst[number] > min(worst) + 0.2


def test_who_stops_a_run_need_not_wait_for_the_strongest_script(duel, monkeypatch) -> None:
    played = []
    monkeypatch.setattr("fracas.training.imitate.script_many", lambda *_: played.append(1) or -1)
    stop = threading.Event()
    stop.set()
    strongest(duel, np.random.default_rng(1), stop)
    assert not played


def test_a_refused_row_leaves_no_winners_to_count(duel, monkeypatch) -> None:
    monkeypatch.setattr("fracas.training.imitate.script_many", lambda *_: 3)
    with pytest.raises(IllegalAction, match="a script took a row that the rules refuse"):
        strongest(duel, np.random.default_rng(1), threading.Event())


def test_lessons_say_how_far_they_are(small, runs) -> None:
    told = []
    train(small(imitate=SCRIPT, lessons=20_000), runs / "run", progress=told.append)
    stages = [status.stage for status in told]
    taught = [stage for stage in stages if stage]
    assert (taught[0], taught[-1]) == ("lessons 0%", "lessons 100%")
    assert len(taught) > 2
    assert stages[: len(taught)] == taught  # then it plays to win
    assert len(stages) > len(taught)


def test_each_side_can_have_lessons_of_its_own_script(monkeypatch, duel) -> None:
    monkeypatch.setattr("fracas.training.imitate.strongest", lambda *_: np.array([1, 2]))
    course = Lessons(duel, STRONGEST, np.random.SeedSequence(3), threading.Event())
    course.next()
    own = course._scripts[np.arange(BATTLES), course._own]
    assert own.tolist() == [1 + side for side in course._own]


def test_a_run_can_imitate_the_strongest_script(small, runs) -> None:
    made = [
        train(small(imitate=STRONGEST, lessons=2000), runs / name, progress=False).network.digest()
        for name in ("a", "b")
    ]
    assert made[0] == made[1]


def test_imitating_runs_are_repeatable(small, runs) -> None:
    made = [
        train(small(imitate=SCRIPT, lessons=2000), runs / name, progress=False).network.digest()
        for name in ("a", "b")
    ]
    assert made[0] == made[1]


def test_an_unknown_script_is_refused_in_one_line(small, runs) -> None:
    with pytest.raises(RunError, match=r"imitate: no script 'rush'; known: .*rusher"):
        train(small(imitate="rush"), runs / "run", progress=False)
