"""Actions as text, and back."""

import numpy as np
import pytest

from fracas.envs import Battle, IllegalAction, bundled
from fracas.envs.core.notation import full_name, split


@pytest.mark.parametrize("name", bundled())
def test_every_row_has_a_name_of_its_own(name):
    battle = Battle(name)
    for seat in range(len(battle.units)):
        rows = range(battle.arena.n_rows)
        names = [full_name(battle.arena, battle.state[0], seat, row) for row in rows]
        assert len(set(names)) == battle.arena.n_rows


@pytest.mark.parametrize("name", bundled())
def test_every_legal_text_leads_back_to_its_row(name):
    rng = np.random.default_rng(1)
    battle = Battle(name, seed=2)
    for _ in range(60):
        if battle.outcome is not None:
            break
        for action in battle.legal():
            if battle.system.verbs.verbs[battle.system.verbs.index[action.verb]].then is None:
                copy, twin = battle.copy(), battle.copy()
                copy.act(str(action))
                twin.act(action)
                assert copy.state.tobytes() == twin.state.tobytes(), str(action)
        battle.act(int(rng.choice(np.flatnonzero(battle.mask()))))


def test_parts_may_be_given_in_one_call():
    whole, parts = Battle("undead/alley", seed=7), Battle("undead/alley", seed=7)
    whole.act("ready", "enemy_in_sight", "shot_single")
    parts.act("ready(enemy_in_sight)")
    parts.act("ready_kind(shot_single)")
    assert whole.state.tobytes() == parts.state.tobytes()
    assert whole.unit(whole.decider).ready == ("enemy_in_sight", "shot_single")


def test_items_may_be_named_by_what_they_are():
    battle = Battle("undead/alley", seed=7)
    battle.act("drop_item", "revolver")
    battle.act("equip", "knife")
    assert battle.unit(battle.decider).hands == ["knife"]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (("mele", "red_0"), "no verb 'mele'; did you mean melee?"),
        (("step", "up"), r"step\(up\) is not legal"),
        (("end_turn", "now"), "end_turn takes 0 arguments, not 1"),
        (("ready", "enemy_moves", "dance"), r"ready_kind\(dance\) is not legal"),
        (("ready", "enemy_moves", "melee", "x"), "ready_kind takes 1 arguments, not 2"),
        (("step",), "fits several actions"),
        ((10_000,), "row 10000"),
        ((-1,), "row -1"),
    ],
)
def test_a_wrong_call_is_refused_in_one_line_and_changes_nothing(call, message):
    battle = Battle("undead/alley", seed=7)
    before = battle.state.tobytes()
    with pytest.raises(IllegalAction, match=message) as error:
        battle.act(*call)
    assert battle.state.tobytes() == before
    assert "\n" not in str(error.value)


def test_split():
    assert split("melee(blue_0, torso)") == ("melee", ("blue_0", "torso"))
    assert split("end_turn") == ("end_turn", ())
    assert split("stop()") == ("stop", ())
