"""Corners of the rules: edges of the map, rules that meet, options together."""

import pytest

from fracas.envs.core.testing import clause

DIRECTIONS = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)]
ROUTED = {"stress.at_limit": "defeated"}


def place(s, name):
    return (s.unit(name).x, s.unit(name).y)


def taken(s):
    """Return how many rows the last decision led to: its own, and those taken unasked."""
    return len(s.battle.to_json()["taken"])


def floor(s):
    return [(i.item, i.x, i.y, i.rounds, i.mode, i.jam, i.hidden) for i in s.floor()]


# -- throws ---------------------------------------------------------------------------------------


@clause("U322", "U317")
@pytest.mark.parametrize("d8", range(1, 9))
@pytest.mark.parametrize("aim", [(1, 1), (0, 4), (8, 0), (13, 1), (14, 8), (1, 8), (7, 9), (13, 8)])
def test_a_throw_that_goes_astray_stays_on_the_map(scene, aim, d8):
    # 3 tiles off on a map of 15 x 10
    s = scene(
        map="\n".join(["." * 15] * 10),
        A={"at": (7, 4), "inventory": ["stone"]},
        B={"at": (7, 5)},
    )
    s.act("throw_object", "slot_0", *aim, dice=[7, d8])
    dx, dy = DIRECTIONS[d8 - 1]
    x, y = aim
    for _ in range(3):
        if 0 <= x + dx < 15 and 0 <= y + dy < 10:
            x, y = x + dx, y + dy
        else:
            break
    assert floor(s) == [("stone", x, y, 0, "semi", False, False)]


@clause("U323", "U416", "U317", "U319")
@pytest.mark.parametrize("dice", [[7, 3], [16]])
@pytest.mark.parametrize(
    ("item", "rounds"), [({"item": "mag12", "rounds": 3}, 3), ("mag20", 20), ("bandage", 0)]
)
def test_what_lands_is_as_it_was(scene, item, rounds, dice):
    s = scene(A={"inventory": [item]})
    s.act("throw_object", "slot_0", 3, 3, dice=dice)
    name = item if isinstance(item, str) else item["item"]
    assert floor(s) == [(name, 6 if len(dice) == 2 else 3, 3, rounds, "semi", False, False)]
    assert s.unit("A").items == [None] * 8


@clause("U309", "U416")
@pytest.mark.parametrize("die", [4, 9, 10])
def test_a_thrown_weapon_lies_there_as_it_was(scene, die):
    s = scene(A={"hands": ["throwing_knife"]}, B={"at": (10, 7)})
    s.act("throw_weapon", "B", "torso", dice=[die])
    assert floor(s) == [("throwing_knife", 10, 7, 0, "semi", False, False)]
    assert s.unit("A").items == [None] * 8


@clause("U324", "U326", "U012")
@pytest.mark.parametrize("bomb", ["flashbang", "firebomb"])
def test_a_burst_does_not_touch_who_is_down(scene, bomb):
    b = {"hp": 1, "stress": 1}
    s = scene(A={"hands": ["bat"], "inventory": [bomb]}, B=b, D={"side": 2, "at": (9, 7)})
    s.act("melee", "B", "torso", dice=[10])
    before = s.battle.to_json()["units"]["B"]
    done = s.act("throw_object", "slot_0", 8, 7, dice=[20])
    assert s.battle.to_json()["units"]["B"] == before
    hit = [e.target for e in done if e.kind in ("damaged", "stressed", "gained")]
    assert set(hit) == {"A", "D"}  # on either side of where B lay


@clause("U324", "U326", "option:stress.at_limit")
def test_a_flash_that_routs_does_not_stun_too(scene):
    s = scene(
        A={"inventory": ["flashbang"], "at": (0, 7)},
        B={"stress": 3},
        D={"side": 2, "at": (9, 7)},
        options=ROUTED,
    )
    done = s.act("throw_object", "slot_0", 8, 7, dice=[20])
    assert (s.unit("B").down, s.unit("B").stunned_t) == (True, 0)
    assert [e.target for e in done if e.what == "Stunned"] == ["D"]


# -- tables ---------------------------------------------------------------------------------------


@clause("U022", "U018", "U042", "option:strong.damage_mode", "option:outcome.strong_stacks")
@pytest.mark.parametrize(
    ("stacks", "mode", "hp"),
    [(True, "add", 3), (True, "replace", 4), (False, "add", 4), (False, "replace", 4)],
)
def test_how_table_damage_meets_ordinary_damage(scene, stacks, mode, hp):
    options = {"outcome.strong_stacks": stacks, "strong.damage_mode": mode}
    s = scene(A={"hands": ["bat"]}, options=options)
    s.act("melee", "B", "torso", dice=[16, 9])  # 1, and 2 from the table
    assert s.unit("B").hp == hp


@clause("U022", "U042", "option:strong.damage_mode")
@pytest.mark.parametrize(("die", "save", "hp"), [(20, 9, 14 - 5), (17, 9, 14 - 5), (16, 9, 14 - 5)])
def test_more_ordinary_damage_than_the_tables_stays(scene, die, save, hp):
    a = {"hands": [{"item": "smg", "mode": "full"}]}
    s = scene(A=a, B={"hp": 14}, options={"strong.damage_mode": "replace"})
    done = s.act("spray", "B", "torso", dice=[die, save])
    assert s.unit("B").hp == hp
    assert [e.number for e in done if e.kind == "damaged"] == [5]
    assert s.unit("B").bleed == 1


@clause("U042", "U027", "option:stress.at_limit")
def test_stress_that_routs_ends_the_entry(scene):
    s = scene(A={"hands": ["knife"]}, B={"stress": 3}, D={"side": 2, "at": (0, 0)}, options=ROUTED)
    done = s.act("melee", "B", "head", dice=[20, 4])  # 1 Stress, then Bleeding, Deep Wound
    b = s.unit("B")
    assert (b.down, b.bleed, b.injuries, b.hp) == (True, 0, set(), 5)
    assert not [e for e in done if e.kind in ("gained", "injured")]


@clause("U042", "U028", "U032")
@pytest.mark.parametrize("weapon", ["knife", "pistol"])
def test_damage_that_downs_ends_the_entry(scene, weapon):
    s = scene(A={"hands": [weapon]}, B={"hp": 2}, D={"side": 2, "at": (0, 0)})
    verb = "melee" if weapon == "knife" else "shot_semi"
    done = s.act(verb, "B", "torso", dice=[16, 4])
    assert (s.unit("B").down, s.unit("B").bleed) == (True, 0)
    assert not [e for e in done if e.kind in ("gained", "injured")]


# -- grants ---------------------------------------------------------------------------------------


@clause("U446", "U445", "U443")
@pytest.mark.parametrize("seat", ["A", "B"])
def test_a_single_one_found_is_approached_without_asking(scene, seat):
    foe = {"A": "B", "B": "A"}[seat]
    s = scene(**{foe: {"at": (10, 7), "hidden": True}, seat: {"at": (7, 7)}}, turn=seat)
    s.declare("inspect", dice=[16])
    assert (s.phase, s.decider, taken(s)) == ("grant_towards", seat, 1)
    assert s.battle.to_json()["windows"][-1]["target"] == foe


@clause("U446", "U443")
def test_only_who_was_found_may_be_chosen_by_the_second_side(scene):
    s = scene(
        turn="B",
        A={"at": (6, 6)},
        B={"at": (7, 7)},
        C={"side": 1, "at": (9, 9), "hidden": True},
        D={"side": 1, "at": (9, 7), "hidden": True},
    )
    s.declare("inspect", dice=[16])
    assert (s.phase, s.decider) == ("grant_target", "B")
    assert [s.legal("grant_target", name) for name in "ACD"] == [False, True, True]


@clause("U446", "U136", "U546", "U245")
@pytest.mark.parametrize("hands", [["knife"], []])
def test_a_grant_ends_with_its_mover(scene, hands):
    # B breaks free, and its first step provokes D's (here A's and C's) attack
    s = scene(
        B={"hp": 1},
        A={"grappling": "B", "hands": []},
        C={"side": 1, "at": (8, 8), "hands": hands},
        D={"side": 2, "at": (0, 0)},
        turn="B",
    )
    s.declare("escape_reflex", dice=[16])
    assert (s.phase, s.decider) == ("grant_steps", "B")
    s.declare("step", "NE")
    while s.phase == "opportunity":
        s.declare("opp_melee" if s.decider == "C" and hands else "opp_unarmed", "torso", dice=[10])
    b = s.unit("B")
    assert (b.down, place(s, "B"), s.winner) == (True, (8, 7), None)
    assert (s.phase, s.decider, taken(s)) == ("main", "C", 1)
    assert [w["kind"] for w in s.battle.to_json()["windows"]] == ["turn"]


@clause("U546", "U550")
def test_a_mover_that_is_down_with_points_left_does_not_move(scene):
    s = scene(
        A={"ready": ("enemy_moves", "move"), "hp": 1},
        C={"side": 1, "at": (0, 0)},
        B={"at": (8, 7), "ap": 4},
        turn="B",
    )
    s.declare("step", "N")
    s.declare("move", by="A")
    assert (s.phase, s.decider) == ("grant_steps", "A")
    s.declare("step", "W")
    s.declare("opp_unarmed", "torso", dice=[10], by="B")
    assert (s.unit("A").down, place(s, "A")) == (True, (7, 7))
    assert not [e for e in s.saw("B") if e.startswith("A moves")]
    assert (s.phase, s.decider, taken(s)) == ("main", "B", 1)


# -- ready ----------------------------------------------------------------------------------------


@clause("U501", "option:ready.actions")
@pytest.mark.parametrize("kinds", [["move"], ["hide"], ["sense"], []])
def test_one_kind_that_may_be_readied_is_enough(scene, kinds):
    s = scene(options={"ready.actions": kinds})
    assert s.legal("ready") is bool(kinds)
    if kinds:
        s.act("ready", "enemy_moves", kinds[0])
        assert s.unit("A").ready == ("enemy_moves", kinds[0])


@clause("U511", "U505")
@pytest.mark.parametrize(
    "trigger", ["enemy_enters_reach", "enemy_in_sight", "enemy_moves", "enemy_attacks"]
)
def test_the_end_of_a_turn_is_no_other_trigger(scene, trigger):
    s = scene(turn="B", A={"ready": (trigger, "unarmed")})
    s.battle.act("end_turn")
    assert (s.phase, s.decider, taken(s)) == ("main", "A", 1)


@clause("U518", "U516", "U517", "option:trigger.nest")
def test_readied_actions_inside_readied_actions_go_two_deep(scene):
    # Each blow is an event: A's, C's in its check, D's in that one, B's in that one. B's is the
    # third inside others, so that A, who waits for it, isn't asked.
    armed = ("ally_attacks", "unarmed")
    s = scene(
        A={"ready": ("enemy_attacks", "unarmed"), "hp": 14},
        B={"ready": ("enemy_attacks", "unarmed"), "hp": 14},
        C={"side": 1, "at": (8, 8), "ready": armed, "hp": 14},
        D={"side": 1, "at": (9, 7), "ready": armed, "hp": 14},
        options={"trigger.nest": True},
    )
    s.declare("unarmed", "B", "torso", dice=[10])
    asked = []
    blows = {"C": "B", "D": "B", "B": "C"}
    while s.phase == "ready_fire":
        name = s.decider
        asked.append(name)
        if name == "B" and "D" not in asked:  # B waits for the blow inside the others
            s.declare("pass")
        else:
            s.declare("unarmed", blows[name], "torso", dice=[10])
    assert asked == ["B", "C", "B", "D", "B"]
    assert (s.phase, s.decider) == ("main", "A")
    assert s.unit("A").ready == ("enemy_attacks", "unarmed")
    assert [s.unit(name).ready for name in "BCD"] == [None] * 3
    assert [s.unit(name).hp for name in "BC"] == [11, 13]


# -- bandages -------------------------------------------------------------------------------------


@clause("U458", "U459")
@pytest.mark.parametrize("place", [0, 5, 6, 7])
def test_a_bandage_is_taken_from_the_lowest_slot(scene, place):
    def a(*places):
        slots = ["bandage" if k in places else "stone" for k in range(8)]
        return {"bleed": 2, "inventory": slots[:6], "hands": slots[6:]}

    s = scene(A=a(place))
    s.act("pressure", "A", dice=[10])
    assert [k for k, item in enumerate(s.unit("A").items) if item is None] == [place]
    s = scene(A=a(place, 7))
    s.act("pressure", "A", dice=[10])
    assert [k for k, item in enumerate(s.unit("A").items) if item is None] == [place]
    scene(A=a()).refused("pressure", "A")
