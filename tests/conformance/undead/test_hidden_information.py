"""Section 3.7: what a seat may know (U608, U645)."""

import pytest

from fracas.envs import Battle
from fracas.envs.core.testing import clause

SMG_FULL = {"item": "smg", "mode": "full"}
INJURIES = ("concussion", "broken_ribs", "broken_arm", "broken_leg", "deep_wound")


def told(s, seat):
    return s.observation(seat).tobytes(), s.mask(seat).tobytes(), s.saw(seat)


@clause("U608")
@pytest.mark.parametrize(
    "secret",
    [
        {"at": (6, 6)},
        {"at": (12, 2)},
        {"at": (0, 14)},
        {"hp": 2},
        {"stress": 3},
        {"ap": 1},
        {"prone": True},
        {"slowed": 1},
        {"weakened": 1},
        {"stunned": 1},
        {"horrified": 1, "horror_source": "A"},
        {"bleed": 2},
        {"injuries": ["broken_arm"]},
        {"sneaking": True},
        {"hands": []},
        {"inventory": []},
        {"detect_bonus": 6},
    ],
)
def test_an_enemy_sees_nothing_of_a_hidden_unit(scene, secret):
    s = scene(B={"hidden": True, "hands": ["knife"], "inventory": ["stone"]})
    t = s.copy()
    t.set("B", **secret)
    assert s.bytes() != t.bytes()
    assert told(s, "A") == told(t, "A")
    if "detect_bonus" not in secret and "inventory" not in secret:
        for each in (s, t):
            each.set("B", hidden=False)
        assert told(s, "A") != told(t, "A")


@clause("U608")
def test_the_rows_of_throwing_and_placing_do_not_tell_where_a_hidden_unit_is(scene):
    told_by = []
    for at in [(8, 7), (6, 6), (12, 2)]:
        s = scene(A={"hands": ["stone"]}, B={"at": at, "hidden": True})
        texts = []
        for part in (("throw_object", "main"), ("place", "main")):
            t = s.copy()
            t.declare(*part)
            texts += [str(action) for action in t.battle.legal()]
            if t.phase == "tile":
                for column in list(t.battle.legal()):
                    u = t.copy()
                    u.battle.act(column)
                    texts += [str(action) for action in u.battle.legal()]
        told_by.append(texts)
    assert len(told_by[0]) > 8 + 15
    assert told_by[0] == told_by[1] == told_by[2]


@clause("U608")
@pytest.mark.parametrize("at", [(7, 6), (9, 8), (12, 7), (14, 14)])
@pytest.mark.parametrize("hands", [[], ["knife"], ["pistol"], ["throwing_knife"]])
def test_rows_and_observation_are_the_same_for_any_tile(scene, hands, at):
    field = "\n".join(["." * 15] * 7 + ["." * 6 + "h" + "." * 8] + ["." * 15] * 7)
    a = {"hands": hands, "inventory": ["stone", "bandage", "mag12"]}
    s = scene(map=field, A=a, B={"hidden": True, "bleed": 1}, floor=[("knife", 8, 7)])
    t = s.copy()
    t.set("B", at=at)
    assert told(s, "A") == told(t, "A")


@clause("U608")
def test_a_failed_inspect_does_not_tell_whether_anybody_is_there(scene):
    s = scene(B={"hidden": True})
    t = s.copy()
    t.set("B", at=(14, 14))  # out of its range
    for each in (s, t):
        each.act("inspect", dice=[9])
    assert told(s, "A") == told(t, "A")


@clause("U608")
def test_every_enemy_seat_is_told_the_same_little_and_the_own_side_everything(scene):
    s = scene(B={"hidden": True}, C={"side": 1, "at": (5, 5)}, D={"side": 2, "at": (12, 12)})
    t = s.copy()
    t.set("B", at=(9, 9), hp=3)
    for seat in "AC":
        assert told(s, seat) == told(t, seat)
    for seat in "BD":
        assert s.observation(seat).tobytes() != t.observation(seat).tobytes()


@clause("U608")
def test_nothing_of_what_was_seen_before_is_kept_once_the_unit_is_hidden(scene):
    field = "\n".join(["." * 15] * 7 + ["." * 6 + "#" + "." * 8] + ["." * 15] * 7)
    field = field.replace("." * 6 + "#" + "." * 8, "." * 6 + "#h" + "." * 7)
    s = scene(map=field, turn="B", A={"at": (2, 7)}, B={"at": (8, 6), "hands": ["knife"]})
    t = s.copy()
    t.act("drop_item", "main")
    for each in (s, t):
        each.act("step", "SW")  # behind the wall, onto the hiding place
        each.act("hide")
    assert [each.unit("B").hidden for each in (s, t)] == [True, True]
    shown = {k for k, value in s.observe("A").items() if value != t.observe("A")[k]}
    assert shown
    assert all(k.startswith("floor") for k in shown)


@clause("U608")
@pytest.mark.parametrize(
    ("one", "other"),
    [(("step", "N"), ("step", "S")), (("equip", "slot_0"), ("equip", "slot_1"))],
)
def test_an_enemy_cannot_tell_what_a_hidden_unit_did(scene, one, other):
    unit = {"at": (12, 7), "hidden": True, "sneaking": True, "inventory": ["knife", "bat"]}
    s = scene(turn="B", B=unit)
    t = s.copy()
    s.act(*one, dice=[])
    t.act(*other, dice=[])
    assert s.unit("B").hidden
    assert t.unit("B").hidden
    assert told(s, "A") == told(t, "A")


@clause("U608")
@pytest.mark.parametrize(("die", "same"), [(7, True), (8, True), (13, False), (18, False)])
def test_sense_area_may_tell_of_a_hidden_unit(scene, die, same):
    # Reason 3: totals 10, 11 (the number), 16 (the direction), 21 (the tile)
    s = scene(A={"reason": 3}, B={"at": (13, 7), "hidden": True})
    t = s.copy()
    t.set("B", at=(7, 2))
    for each in (s, t):
        each.act("sense", dice=[die])
    assert (s.observation("A").tobytes() == t.observation("A").tobytes()) is same


@clause("U645")
@pytest.mark.parametrize(
    "change",
    [
        {"at": (9, 7)},
        {"hp": 5},
        {"stress": 1},
        {"ap": 3},
        {"prone": True},
        {"hidden": True},
        {"sneaking": True},
        {"slowed": 1},
        {"weakened": 1},
        {"stunned": 1},
        {"horrified": 1, "horror_source": "A"},
        {"bleed": 1},
        {"bleed": 1, "stanched": True},
        *({"injuries": [name]} for name in INJURIES),
        {"hands": []},
        {"hands": ["knife"]},
        {"hands": ["revolver"]},
        {"hands": ["stone"]},
        {"hands": [SMG_FULL]},
        {"hands": [{"item": "smg", "jam": True}]},
    ],
)
@pytest.mark.parametrize("name", ["B", "C"])
def test_what_is_open_of_an_enemy_and_of_an_ally(scene, name, change):
    side = {"B": 2, "C": 1}[name]
    s = scene(**{name: {"side": side, "at": (5, 5), "hands": ["smg"]}})
    t = s.copy()
    t.set(name, **change)
    assert s.observation("A").tobytes() != t.observation("A").tobytes()


@clause("U645")
def test_grappled_and_grappling_are_open(scene):
    c, d = {"side": 1, "at": (9, 7)}, {"side": 2, "at": (8, 8)}
    seen = {
        scene(C=c | hold_c, D=d | hold_d).observation("A").tobytes()
        for hold_c, hold_d in [({}, {}), ({"grappling": "B"}, {}), ({}, {"grappling": "C"})]
    }
    assert len(seen) == 3


@clause("U645")
def test_what_is_open_is_open_without_line_of_sight_too(scene):
    field = "\n".join(["." * 15] * 7 + ["." * 8 + "#" + "." * 6] + ["." * 15] * 7)
    s = scene(map=field, B={"at": (12, 7)})
    for change in ({"hp": 3}, {"at": (13, 7)}, {"prone": True}, {"hands": ["bat"]}, {"ap": 1}):
        t = s.copy()
        t.set("B", **change)
        assert s.observation("A").tobytes() != t.observation("A").tobytes()


@clause("U645")
def test_floor_items_are_open(scene):
    s, t = (scene(floor=[("stone", x, 3)]) for x in (3, 9))
    for seat in "AB":
        assert s.observation(seat).tobytes() != t.observation(seat).tobytes()


@clause("U645")
@pytest.mark.parametrize(
    "secret",
    [
        {"inventory": ["mag20"]},
        {"inventory": [{"item": "mag20", "rounds": 3}, "bandage"]},
        {"hands": [{"item": "smg", "rounds": 3}]},
        {"ready": ("enemy_attacks", "unarmed")},
        {"ready": ("enemy_moves", "push")},
        {"ready": None},
        {"detect_bonus": 3},
    ],
)
def test_inventory_rounds_and_readied_action_are_closed_to_the_enemy(scene, secret):
    s = scene(
        B={
            "hands": ["smg"],
            "inventory": ["mag20", "bandage"],
            "ready": ("enemy_moves", "unarmed"),
        }
    )
    t = s.copy()
    t.set("B", **secret)
    assert s.bytes() != t.bytes()
    assert told(s, "A") == told(t, "A")
    assert s.observation("B").tobytes() != t.observation("B").tobytes()


@clause("U645")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("ready", "enemy_moves", "unarmed"), ("ready", "enemy_attacks", "push")),
        (("reload", "slot_0"), ("reload", "slot_1")),
    ],
)
def test_the_enemy_cannot_read_what_was_readied_or_loaded(scene, one, other):
    magazines = ["mag12", {"item": "mag12", "rounds": 3}]
    s = scene(A={"hands": ["pistol"], "inventory": magazines})
    t = s.copy()
    s.act(*one, dice=[])
    t.act(*other, dice=[])
    assert s.bytes() != t.bytes()
    assert told(s, "B") == told(t, "B")


@clause("U645")
def test_the_dice_of_inspect_and_the_detection_bonus_are_closed(scene):
    s = scene()
    t = s.copy()
    s.act("inspect", dice=[5])
    t.act("inspect", dice=[15])
    for seat in "AB":
        assert told(s, seat) == told(t, seat)
    s = scene(B={"hidden": True})
    t = s.copy()
    s.act("inspect", dice=[9])  # F
    t.act("inspect", dice=[4])  # SF: the score rises by 3
    assert (s.unit("B").detect_bonus, t.unit("B").detect_bonus) == (0, 3)
    assert told(s, "A") == told(t, "A")


@clause("U645")
def test_of_a_hidden_enemy_being_hidden_is_shown(scene):
    s = scene()
    t = s.copy()
    t.set("B", hidden=True)
    assert s.observation("A").tobytes() != t.observation("A").tobytes()


@clause("U645")
def test_the_kind_of_a_hidden_enemy_is_shown(scene):
    kinds = ({}, {"agility": 2}, {"melee": 3}, {"undead": True}, {"hp": 9})
    for hidden in (False, True):
        s = [scene(B={"hidden": hidden, **kind}) for kind in kinds]
        assert len({each.observation("A").tobytes() for each in s}) == len(kinds)


@clause("U645")
def test_what_is_hidden_is_redrawn_as_the_seed_says():
    battle = Battle("undead/stalkers", seed=1)
    while battle.decider not in ("blue_0", "blue_1", "blue_2"):
        battle.act("end_turn")
    drawn = {battle.redetermine("blue_0", seed=n).state.tobytes() for n in (1, 1, 2)}
    assert len(drawn) == 2
    tiles = {(b.unit("red_0").x, b.unit("red_0").y) for b in
             (battle.redetermine("blue_0", seed=n) for n in range(30))}  # fmt: skip
    assert len(tiles) > 15  # a Hidden enemy may be anywhere
