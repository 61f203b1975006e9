"""What both sides, or one, read of what happens (U608, U645), and that nothing else is told."""

import pytest

from fracas.envs.core.testing import clause

BOTH = ("one", "two")


def told(events, kind):
    """Return (actor, target, what, number) of the events of a kind."""
    return [(e.actor, e.target, e.what, e.number) for e in events if e.kind == kind]


def kinds(events):
    return [event.kind for event in events]


def readers(events, kind):
    return [event.sides for event in events if event.kind == kind]


@clause("U608")
@pytest.mark.parametrize(
    ("hidden", "sides"), [(False, {"A": BOTH, "B": BOTH}), (True, {"A": ("one",), "B": ("two",)})]
)
@pytest.mark.parametrize("name", ["A", "B"])
def test_who_reads_what_a_unit_does(scene, hidden, sides, name):
    s = scene(**{name: {"hidden": hidden, "sneaking": True}}, turn=name)
    done = s.act("drop_prone")
    assert readers(done, "acted") == [sides[name]]
    assert readers(done, "gained") == [sides[name]]
    done = s.act("stand_up")
    assert readers(done, "acted") == [sides[name]]
    assert readers(done, "lost") == [sides[name]]
    done = s.act("step", "N")
    assert readers(done, "moved") == [sides[name]]


@clause("U449", "U604")
@pytest.mark.parametrize("hidden", [False, True])
@pytest.mark.parametrize(
    ("hands", "call", "dice"),
    [
        (["knife"], ("melee", "B", "torso"), [9]),
        ([], ("grapple", "B"), [9]),
        (["stone"], ("throw_object", "main", 8, 7), [16]),
        ([], ("disengage", "W"), []),
        ([], ("step", "N"), []),
    ],
)
def test_that_hidden_is_lost_is_told_of_who_was_hidden(scene, hidden, hands, call, dice):
    s = scene(A={"hidden": hidden, "hands": hands})
    two = hidden and call[0] == "melee"  # U603
    lost = told(s.act(*call, dice=dice * (2 if two else 1)), "lost")
    assert lost == ([(None, "A", "Hidden", 0)] if hidden else [])


@clause("U618", "U244", "U249")
@pytest.mark.parametrize(("holder", "held"), [("A", "B"), ("B", "A")])
@pytest.mark.parametrize("way", ["release", "escape_reflex", "push", "down"])
def test_the_end_of_a_grapple_names_who_was_held(scene, holder, held, way):
    foe = "C" if holder == "B" else "D"  # a third unit, the holder's enemy
    at = {"A": (7, 7), "B": (8, 7), foe: (7, 8)}
    s = scene(
        **{
            holder: {"at": at[holder], "grappling": held, "hp": 1},
            held: {"at": at[held]},
            foe: {"side": 1 if foe == "C" else 2, "at": at[foe], "hands": ["bat"]},
            ("D" if foe == "C" else "C"): {"side": 2 if foe == "C" else 1, "at": (0, 0)},
        },
        turn={"release": holder, "escape_reflex": held}.get(way, foe),
    )
    call = {"push": ("push", holder), "down": ("melee", holder, "torso")}.get(way, (way,))
    done = s.act(*call, dice=[] if way == "release" else [10])
    assert told(done, "lost") == [(None, held, "Grappled", 0)]
    assert (s.unit(holder).grappling, s.unit(held).grappled_by) == (None, None)


@clause("U618", "U012", "U231")
def test_no_grapple_ends_where_none_was(scene):
    s = scene(A={"hands": ["bat"]}, B={"hp": 2}, D={"side": 2, "at": (0, 0)})
    assert told(s.act("push", "B", dice=[10]), "lost") == []
    t = scene(A={"hands": ["bat"]}, B={"hp": 1}, D={"side": 2, "at": (0, 0)})
    assert told(t.act("melee", "B", "torso", dice=[10]), "lost") == []
    assert t.unit("B").down


@clause("U640", "U641", "U137")
def test_how_a_battle_ends_is_told(scene):
    for a, b, last in ((6, 2, ("won", 1)), (1, 6, ("won", 2)), (1, 2, ("drawn", 0))):
        s = scene(A={"hp": a, "inventory": ["firebomb"]}, B={"hp": b})
        done = s.act("throw_object", "slot_0", 8, 7, dice=[16])
        ends = [(e.kind, e.number, e.sides) for e in done if e.kind in ("won", "drawn")]
        assert ends == [(*last, BOTH)]
        assert (s.round, s.battle.to_json()["phase"]) == (1, None)
    s = scene(turn="B", round_limit=1)
    assert kinds(s.end_turn())[-1] == "drawn"
    s = scene(turn="B", B={"hp": 5}, round_limit=1, options={"limit.result": "health"})
    event = s.end_turn()[-1]
    assert (event.kind, event.number) == ("won", 1)


@clause("U014", "U643", "U423")
def test_stress_is_told_only_of_who_gains_it(scene):
    s = scene(A={"hands": ["bat"]})
    assert told(s.act("melee", "B", "torso", dice=[16, 9]), "stressed") == []
    s = scene(A={"hands": ["knife"]})
    done = s.act("melee", "B", "head", dice=[20, 9])
    assert told(done, "stressed") == [(None, "B", None, 1)]
    for undead in (False, True):
        s = scene(B={"undead": undead})
        done = s.act("intimidate", "B", dice=[10, 8])
        assert len(told(done, "stressed")) == 1 - undead
        assert s.unit("B").stress == 1 - undead


@clause("U040", "U038")
def test_the_same_injury_is_told_once(scene):
    s = scene(A={"hands": ["bat"]}, B={"hp": 14})
    first = s.act("melee", "B", "legs", dice=[18, 4])
    assert told(first, "injured") == [(None, "B", "broken_leg", 0)]
    s.set("B", prone=False)
    again = s.act("melee", "B", "legs", dice=[18, 4])
    assert told(again, "injured") == []
    assert told(again, "saved") == [(None, "B", "strong failure", 4)]


@clause("U316", "U317", "U318", "U319", "U320", "U321", "U315")
@pytest.mark.parametrize("item", ["stone", "firebomb"])
@pytest.mark.parametrize("die", [1, 4, 5, 9, 10, 14, 15, 16, 19, 20])
def test_the_band_of_a_throw_is_told(scene, item, die):
    s = scene(A={"inventory": [item]}, B={"at": (0, 0)})
    scatters = die < 15 and not (item == "firebomb" and die <= 4)
    done = s.act("throw_object", "slot_0", 11, 7, dice=[die, 3] if scatters else [die])
    band = "strong failure" if die <= 4 else "strong success" if die >= 20 else "success"
    assert told(done, "rolled") == [("A", None, band, die)]
    off = 0 if not scatters else 5 if die <= 4 else 3 if die <= 9 else 2
    assert told(done, "scattered") == ([("A", None, "E", off)] if scatters else [])


@clause("U402", "U414", "U401")
@pytest.mark.parametrize("item", ["knife", "stone", "rifle", "flashbang"])
def test_what_is_picked_up_is_told(scene, item):
    s = scene(floor=[("bat", 0, 0), (item, 6, 7)])
    assert told(s.act("equip_floor", "W"), "took") == [("A", None, item, 0)]
    assert [lying.item for lying in s.floor()] == ["bat"]


@clause("U450", "U442")
def test_only_hidden_items_are_found(scene):
    lying = [{"item": "knife", "hidden": True}, {"item": "bat"}, {"item": "spear", "hidden": True}]
    floor = [(item, 6 + k, 5) for k, item in enumerate(lying)]
    s = scene(floor=floor)
    assert told(s.act("inspect", dice=[11]), "uncovered") == []
    done = s.act("inspect", dice=[12])
    assert told(done, "uncovered") == [("A", None, "knife", 0), ("A", None, "spear", 0)]
    assert [item.hidden for item in s.floor()] == [False] * 3


@clause("U041", "U042", "U014", "U210", "option:stress.at_limit")
def test_who_is_routed_takes_no_damage_more(scene):
    # SF of Unarmed: 1 Stress, which brings A Down, and 1 damage
    a = {"stress": 3, "hp": 6}
    options = {"stress.at_limit": "defeated"}
    s = scene(A=a, C={"side": 1, "at": (0, 0)}, options=options)
    done = s.act("unarmed", "B", "torso", dice=[4])
    assert (s.unit("A").down, s.unit("A").hp, s.winner) == (True, 6, None)
    assert told(done, "damaged") == []
    assert kinds(done).count("went_down") == 1


@clause("U424", "U423", "U012", "option:stress.at_limit")
def test_who_is_routed_is_not_horrified_too(scene):
    d = {"side": 2, "at": (0, 0)}
    s = scene(B={"stress": 3}, D=d, options={"stress.at_limit": "defeated"})
    done = s.act("intimidate", "B", dice=[18, 8])
    b = s.unit("B")
    assert (b.down, b.horrified_t, b.horror_source) == (True, 0, None)
    assert told(done, "gained") == []


@clause("U643", "option:stress.at_limit")
def test_the_undead_are_not_routed(scene):
    s = scene(B={"undead": True}, options={"stress.at_limit": "defeated"})
    s.act("intimidate", "B", dice=[18, 8])
    assert (s.unit("B").down, s.unit("B").stress, s.winner) == (False, 0, None)
