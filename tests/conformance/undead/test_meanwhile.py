"""What happens between a declaration and what it leads to, and what nobody may read of it."""

import json

import pytest

from fracas.envs.core.battle import Battle
from fracas.envs.core.errors import EncounterError
from fracas.envs.core.testing import clause

NEST = {"trigger.nest": True}
MOVER = {"hp": 12}
KNIFE = {"hands": ["knife"]}


def again(s):
    return Battle.from_json(json.dumps(s.battle.to_json()), s.battle.arena)


# --- a step under way (`trigger.nest`: readied actions fire inside opportunity attacks)


@clause("U108", "U135", "U546", "option:trigger.nest")
def test_a_mover_pushed_meanwhile_makes_no_step(scene):
    d = {"side": 2, "at": (2, 7), "ready": ("ally_attacks", "push")}
    s = scene(A={**MOVER, "at": (1, 7)}, B={**KNIFE, "at": (2, 6)}, D=d, options=NEST)
    s.declare("step", "SW")
    s.declare("opp_melee", "torso", dice=[9])
    s.declare("push", "A", dice=[10])
    assert (s.unit("A").x, s.unit("A").y) == (0, 7)
    assert s.battle.faults() == []


@clause("U108", "U135", "U546", "U607", "option:trigger.nest")
@pytest.mark.parametrize("hidden", [False, True])
def test_a_tile_taken_meanwhile_is_not_stepped_on(scene, hidden):
    d = {"side": 2, "at": (5, 7), "ready": ("ally_attacks", "move"), "hidden": hidden}
    s = scene(A=MOVER, B=KNIFE, D=d, options=NEST)
    s.declare("step", "W")
    s.declare("opp_melee", "torso", dice=[9])
    s.declare("move")
    s.declare("step", "E")
    while s.decider == "D":
        s.declare("stop")
    assert (s.unit("A").x, s.unit("A").mv) == (7, 3)  # U546: its cost is spent
    assert (s.unit("D").x, s.unit("D").hidden) == (6, False)
    assert s.battle.faults() == []


@clause("U546", "U617", "option:trigger.nest")
def test_who_grapples_meanwhile_makes_no_step(scene):
    s = scene(A={"hp": 12, "ready": ("enemy_attacks", "grapple")}, B=KNIFE, options=NEST)
    s.declare("step", "W")
    s.declare("opp_melee", "torso", dice=[9])
    s.declare("grapple", "B", dice=[10])
    assert (s.unit("A").x, s.unit("A").grappling) == (7, "B")


@clause("U135", "U550", "option:trigger.nest")
def test_the_document_of_a_step_whose_tile_was_taken_comes_back(scene):
    far = {"side": 2, "ready": ("ally_attacks", "disengage")}
    s = scene(A=MOVER, B=KNIFE, C={**far, "at": (5, 7)}, D={**far, "at": (0, 0)}, options=NEST)
    s.declare("step", "W")
    s.declare("opp_melee", "torso", dice=[9])
    s.declare("disengage", "E", by="C")
    assert s.decider == "D"
    assert again(s).state.tobytes() == s.battle.state.tobytes()


@clause("U108", "U607")
def test_nobody_hidden_is_drawn_where_a_step_leads(scene):
    s = scene(map="....\n....\n....", A={"at": (1, 1)}, B={"at": (2, 1)},
              C={"side": 1, "at": (3, 2), "hidden": True})  # fmt: skip
    s.declare("step", "W")
    tiles = set()
    for seed in range(60):
        drawn = s.battle.redetermine("B", seed)
        tiles.add((drawn.unit("C").x, drawn.unit("C").y))
        drawn.act("pass")
        assert drawn.faults() == [], seed
    assert len(tiles) > 5
    assert (0, 1) not in tiles


# --- who is defeated meanwhile


@clause("U042", "U349", "U012", "option:stress.at_limit")
def test_whom_its_stress_defeats_jams_nothing(scene):
    s = scene(A={"hands": ["smg"], "stress": 3}, C={"side": 1, "at": (0, 0)},
              options={"stress.at_limit": "defeated"})  # fmt: skip
    done = s.act("shot_semi", "B", "torso", dice=[1])
    assert s.unit("A").down
    assert [item.jam for item in s.floor()] == [False]
    assert not [event for event in done if event.what == "jammed"]
    assert again(s).state.tobytes() == s.battle.state.tobytes()


@clause("U643")
@pytest.mark.parametrize(
    ("a", "call", "dice"),
    [
        ({"hands": ["bat"]}, ("melee", "B", "head"), [20, 2]),
        ({"hands": ["knife"]}, ("melee", "B", "head"), [20, 2]),
        ({}, ("intimidate", "B"), [18, 2]),
    ],
)
@pytest.mark.parametrize("undead", [False, True])
def test_what_the_undead_do_not_suffer_is_not_told_of_them(scene, a, call, dice, undead):
    s = scene(A=a, B={"undead": undead, "hp": 10})
    gained = [event for event in s.act(*call, dice=dice) if event.kind == "gained"]
    assert bool(gained) is not undead


# --- what the other side may not read (U608)


@clause("U608", "U645", "U459")
@pytest.mark.parametrize("hidden", [True, False])
@pytest.mark.parametrize("target", ["A", "C"])
def test_pressure_of_a_hidden_unit_is_not_told(scene, hidden, target):
    a = {"hidden": hidden, "inventory": ["bandage"], "bleed": 2}
    s = scene(A=a, B={"at": (14, 14)}, C={"side": 1, "at": (6, 7), "bleed": 2})
    before = len(s.saw("B"))
    s.act("pressure", target, dice=[12])
    told = s.saw("B")[before:]
    assert s.unit("A").hidden is hidden
    assert any("stanched" in text for text in told) is not hidden


@clause("U608", "U645", "U459")
def test_pressure_on_a_hidden_unit_is_not_told(scene):
    s = scene(A={"inventory": ["bandage"]}, B={"at": (14, 14)},
              C={"side": 1, "at": (6, 7), "bleed": 2, "hidden": True})  # fmt: skip
    before = len(s.saw("B"))
    s.act("pressure", "C", dice=[12])
    assert not any("C" in text for text in s.saw("B")[before:])


@clause("U608", "U415", "U517")
def test_a_quiet_readied_action_of_a_hidden_unit_is_not_told(scene):
    a = {"hidden": True, "hands": ["pistol"], "inventory": ["mag12"],
         "ready": ("enemy_moves", "reload")}  # fmt: skip
    s = scene(A=a, turn="B")
    s.passes = {}
    s.declare("step", "E")
    before = len(s.saw("B"))
    s.declare("reload")
    assert s.unit("A").hidden
    assert s.saw("B")[before:] == []


@clause("U608", "U402", "U415")
def test_what_a_hidden_unit_picks_up_is_not_told(scene):
    s = scene(A={"hidden": True}, B={"at": (14, 14)}, floor=[("knife", 7, 7)])
    before = len(s.saw("B"))
    s.act("equip_floor", "here")
    assert s.unit("A").hidden
    assert s.saw("B")[before:] == []


@clause("U608", "U444")
@pytest.mark.parametrize("hidden", [True, False])
def test_who_found_an_item_while_hidden_is_not_told(scene, hidden):
    s = scene(A={"hidden": hidden}, B={"at": (14, 14)},
              floor=[({"item": "knife", "hidden": True}, 7, 8)])  # fmt: skip
    done = s.act("inspect", dice=[20])
    found = [event for event in done if event.kind == "uncovered"]
    assert [event.actor for event in found] == [None if hidden else "A"]


@clause("U608", "U607")
def test_a_hidden_unit_that_bumps_into_another_is_not_told_of(scene):
    s = scene(A={"hidden": True, "sneaking": True}, B={"at": (6, 7), "hidden": True})
    before = len(s.saw("B"))
    s.act("step", "W")
    assert (s.unit("A").hidden, s.unit("B").hidden) == (True, False)
    assert not any("A" in text for text in s.saw("B")[before:])


@clause("U608", "U224", "option:target.allies")
def test_a_push_of_a_hidden_ally_is_not_told(scene):
    s = scene(A={}, B={"at": (14, 14)}, C={"side": 1, "at": (6, 7), "hidden": True},
              options={"target.allies": True})  # fmt: skip
    before = len(s.saw("B"))
    s.act("push", "C", dice=[15])
    assert s.unit("C").hidden
    assert not any("C" in text for text in s.saw("B")[before:])


# --- limits


@clause("U641")
def test_long_battles_are_seen_within_bounds(scene):
    s = scene(round_limit=60)
    shown = s.battle.observation("A")
    assert -1 <= shown.min() <= shown.max() <= 1
    assert s.observe("A")["battle.rounds_left"] == 1


@clause("U416", "U414")
def test_no_item_is_both_thrown_and_a_firearm(scene):
    gunaxe = {"thrown": True, "single": True, "rounds": 3, "damage": "slashing"}
    with pytest.raises(EncounterError, match="a firearm is not `thrown`"):
        scene(items={"gunaxe": gunaxe})
