"""Who acts when (U131), what a turn start and a round's end clear, and the limit (U641)."""

import pytest

from fracas.envs.core.testing import clause

SIDE = {"initiative.mode": "side"}
HEALTH = {"limit.result": "health"}


def order(s, turns):
    """Return who has the next turns; the first offered is picked where a side picks."""
    names = []
    for _ in range(turns):
        if s.phase == "next_unit":
            s.battle.act(s.battle.legal()[0])
        names.append(s.decider)
        s.end_turn()
    return "".join(names)


@clause("U131")
@pytest.mark.parametrize(
    ("a", "b", "dice", "first"),
    [
        ({}, {}, [12, 12], "A"),
        ({}, {}, [12, 13], "B"),
        ({}, {"reflex": 1}, [12, 11], "B"),  # 12 each: Agility + Reflex decide
        ({}, {"agility": 1}, [12, 11], "B"),
        ({"presence": 4, "morale": 4}, {"reflex": 1}, [12, 11], "B"),
        ({"physique": 4, "stealth": 4}, {"agility": 1}, [12, 11], "B"),
        ({"reflex": 2}, {"agility": 1, "reflex": 1}, [10, 10], "A"),
        ({"reflex": 1}, {"presence": 4, "morale": 4}, [11, 12], "A"),
        ({"agility": -1}, {}, [13, 12], "B"),
    ],
)
def test_ties_go_to_agility_and_reflex_then_to_the_first_listed(scene, a, b, dice, first):
    s = scene(A=a, B=b, initiative=dice)
    assert s.decider == first
    assert s.dice_used == 0


@clause("U131")
@pytest.mark.parametrize(
    ("dice", "expected"),
    [
        ([10, 11, 12, 13], "DBCA"),
        ([13, 12, 11, 10], "ACBD"),
        ([12, 12, 12, 12], "ACBD"),
        ([11, 12, 11, 12], "CDAB"),
    ],
)
def test_the_order_of_four(scene, dice, expected):
    # index order: A and C of side 1, then B and D of side 2
    s = scene(C={"side": 1, "at": (3, 3)}, D={"side": 2, "at": (12, 3)}, initiative=dice)
    assert order(s, 5) == expected + expected[0]


# -- turn start -----------------------------------------------------------------------------------


def waits(s, seat):
    told = s.observe(seat)
    return [told[f"{block}.waits"] for block in ("me", "ally_0", "enemy_0", "enemy_1")]


@clause("U100", "U106", "U505", "U641")
def test_who_has_had_its_turn_is_shown_until_the_round_is_over(scene):
    s = scene(C={"side": 1, "at": (3, 3)}, D={"side": 2, "at": (12, 3)})
    for _ in range(2):  # two rounds: A, B, C, D
        had = ""
        for name in "ABCD":
            assert s.decider == name
            had += name
            assert waits(s, "A") == [n not in had for n in "ACBD"]
            assert waits(s, "D") == [n not in had for n in "DBAC"]
            s.end_turn()


@clause("U100", "U132")
def test_surprise_is_over_at_the_first_turn_start(scene):
    s = scene(B={"surprised": True}, A={"surprised": True})
    assert (s.unit("A").surprised, s.unit("A").ap) == (False, 4)
    assert (s.unit("B").surprised, s.unit("B").ap) == (True, 0)
    s.end_turn()
    assert (s.decider, s.unit("B").surprised, s.unit("B").ap) == ("B", False, 4)


@clause("U012", "U505", "U449")
def test_nothing_is_left_on_a_unit_that_is_down(scene):
    b = {
        **{"hp": 1, "stress": 2, "prone": True, "sneaking": True, "bleed": 3, "stanched": True},
        **{"slowed": 1, "weakened": 1, "stunned": 2, "horrified": 2, "horror_source": "A"},
        **{"injuries": ["concussion", "broken_ribs", "broken_leg", "deep_wound"], "ap": 3},
        **{"ready": ("enemy_moves", "unarmed"), "hidden": False, "inventory": ["stone"] * 6},
        "hands": ["knife", "bat"],
    }
    s = scene(A={"hands": ["bat"]}, B=b, D={"side": 2, "at": (0, 0)})
    s.act("melee", "B", "torso", dice=[10, 9])
    u = s.unit("B")
    assert (u.down, u.hp, u.ap, u.mv) == (True, 0, 0, 0)
    assert (u.prone, u.hidden, u.sneaking, u.stanched, u.bleed) == (False,) * 4 + (0,)
    assert (u.slowed_t, u.weakened_t, u.stunned_t, u.horrified_t) == (0, 0, 0, 0)
    assert (u.horror_source, u.ready, u.injuries) == (None, None, set())
    assert (u.inventory, u.hands) == ([None] * 6, [])
    assert (u.sense_tier, u.sense_count, u.sense_dir) == (0, 0, [0] * 6)
    document = s.battle.to_json()["units"]["B"]
    assert (document["ready"], document["down"], document["horror_source"]) == (None, True, None)
    told = s.observe("A")
    assert (told["enemy_0.present"], told["enemy_0.up"], told["enemy_1.up"]) == (1, 0, 1)


@clause("U112", "U121", "U349", "U361", "U460", "U645")
def test_flags_are_shown_as_one(scene):
    s = scene(A={"hidden": True})
    s.act("sneak")
    assert s.observe("A")["me.sneaking"] == 1
    field = "\n".join(["h" * 15] * 7 + ["h" * 8 + "#" + "h" * 6] + ["h" * 15] * 7)
    s = scene(map=field, B={"at": (10, 7)})
    s.act("hide")
    assert s.observe("A")["me.hidden"] == 1
    for gun, verb in (("pistol", "shot_semi"), ({"item": "smg", "mode": "full"}, "spray")):
        s = scene(A={"hands": [gun]})
        s.act(verb, "B", "torso", dice=[4])
        assert [s.observe(seat)[f"{block}.main_jam"] for seat, block in
                (("A", "me"), ("B", "enemy_0"))] == [1, 1]  # fmt: skip
    s = scene(A={"bleed": 2, "inventory": ["bandage"]})
    s.act("pressure", "A", dice=[10])
    assert s.observe("A")["me.stanched"] == 1


# -- rounds and the limit -------------------------------------------------------------------------


@clause("U641", "option:initiative.mode")
def test_in_each_round_every_unit_acts_and_the_same_side_begins(scene):
    c, d = {"side": 1, "at": (3, 3)}, {"side": 2, "at": (12, 3)}
    s = scene(C=c, D=d, options=SIDE)
    assert order(s, 4) == "ABCD"
    assert s.round == 2
    assert order(s, 8) == "ABCD" * 2
    assert s.round == 4


@clause("U641", "option:initiative.mode")
@pytest.mark.parametrize(("dice", "expected"), [([15, 5], "AB"), ([5, 15], "BA")])
def test_the_side_first_in_initiative_begins_each_round(scene, dice, expected):
    s = scene(options=SIDE, initiative=dice)
    assert order(s, 6) == expected * 3


@clause("U641", "option:limit.result")
@pytest.mark.parametrize(
    ("one", "two", "winner"),
    [
        (((3, 6), (0, 6)), ((3, 12),), "draw"),  # 3/12 each: the fallen count as 0
        (((3, 12),), ((3, 6), (0, 6)), "draw"),
        (((3, 4),), ((2, 3),), "one"),  # 9/12 against 8/12: the least there can be
        (((2, 3),), ((3, 4),), "two"),
        (((1, 3), (1, 3)), ((1, 3),), "draw"),
        (((6, 6), (1, 6)), ((1, 2),), "one"),  # 7/12
        (((6, 6), (1, 6)), ((2, 3),), "two"),
    ],
)
def test_the_larger_share_of_health_wins_at_the_limit(scene, one, two, winner):
    names = iter("AC"), iter("BD")
    units = {}
    for side, figures in ((1, one), (2, two)):
        for k, (hp, full) in enumerate(figures):
            name = next(names[side - 1])
            units[name] = {"side": side, "at": (4 * k, 7 * side - 7), "hp": max(hp, 1)}
            units[name]["hp_max"] = full
            if hp == 0:
                fallen = name
                units[name]["bleed"] = 1  # it goes Down at its turn start
    s = scene(**units, turn="A", round_limit=1, options=HEALTH)
    while s.winner is None:
        s.end_turn()
    assert s.winner == winner
    if any(hp == 0 for hp, _ in (*one, *two)):
        assert s.unit(fallen).down


@clause("U642")
@pytest.mark.parametrize(
    ("a", "c", "winner"),
    [((7, 7), (7, 8), "one"), ((7, 7), (3, 3), None), ((3, 3), (7, 8), None)],
)
def test_all_of_a_side_that_are_up_must_stand_on_its_goal(scene, a, c, winner):
    options = {"goal.zone": {"one": [[7, 7], [7, 8]]}}
    c = {"side": 1, "at": c}
    s = scene(A={"at": a}, B={"at": (12, 12)}, C=c, options=options)
    s.end_turn()
    assert s.winner == winner


@clause("U642")
@pytest.mark.parametrize(("a", "winner"), [((7, 7), "one"), ((3, 5), None)])
def test_who_is_down_need_not_stand_on_the_goal(scene, a, winner):
    c = {"side": 1, "at": (3, 3), "hp": 1, "bleed": 1}  # it goes Down at its turn start
    options = {"goal.zone": {"one": [[7, 7]]}}
    s = scene(A={"at": a}, B={"at": (12, 12)}, C=c, options=options)
    while s.winner is None and s.round < 3:
        s.end_turn()
    assert (s.unit("C").down, s.winner) == (True, winner)
