"""Section 8: options about the order of turns, the end, places to hide, targets and goals."""

import pytest

from fracas.envs.core.testing import clause

SMG_FULL = {"item": "smg", "mode": "full"}
KNIFE = {"hands": ["knife"]}
SQUAD = {"C": {"side": 1, "at": (3, 3)}, "D": {"side": 2, "at": (12, 3)}}


@clause("option:initiative.mode")
@pytest.mark.parametrize("options", [{}, {"initiative.mode": "individual"}])
def test_initiative_mode_individual(scene, options):
    s = scene(**SQUAD, options=options)
    for decider in ("B", "C", "D", "A", "B"):
        s.end_turn()
        assert (s.phase, s.decider) == ("main", decider)


@clause("option:initiative.tie", "U131")
@pytest.mark.parametrize("options", [{}, {"initiative.tie": "side"}])
def test_initiative_tie_side(scene, options):
    s = scene(**SQUAD, options=options, initiative=[12, 12, 12, 12])
    assert order(s) == "ACBD"


@clause("option:initiative.tie", "U131")
@pytest.mark.parametrize(
    ("lot", "dice", "expected"),
    [
        (1, [12, 12, 12, 12], "ACBD"),
        (2, [12, 12, 12, 12], "BDAC"),
        (2, [12, 11, 12, 11], "BADC"),
        (2, [12, 12, 11, 13], "DACB"),  # the lot breaks ties only
        (1, [11, 12, 12, 11], "CBAD"),
    ],
)
def test_initiative_tie_lot(scene, lot, dice, expected):
    # a d2 for the side, then a d20 for A, C, B and D
    s = scene(**SQUAD, options={"initiative.tie": "lot"}, initiative=[lot, *dice])
    assert order(s) == expected


@clause("option:initiative.tie", "U131")
@pytest.mark.parametrize(("lot", "dice"), [(1, [12, 11]), (2, [11, 12])])
def test_initiative_tie_lot_comes_after_the_scores(scene, lot, dice):
    better = {"A" if lot == 2 else "B": {"reflex": 1}}  # its one less on the die makes a tie
    s = scene(**better, options={"initiative.tie": "lot"}, initiative=[lot, *dice])
    assert s.decider == ("A" if lot == 2 else "B")


def order(s):
    names = ""
    for _ in range(4):
        names += s.decider
        s.end_turn()
    return names


@clause("option:initiative.mode", "U131")
def test_initiative_mode_side(scene):
    s = scene(**SQUAD, options={"initiative.mode": "side"})
    acted, asked = [s.decider], 0
    s.end_turn()
    while s.round == 1:
        if s.phase == "next_unit":  # side 2, with two units left: the player picks
            asked += 1
            assert [s.legal("next_unit", name) for name in "ABCD"] == [False, True, False, True]
            s.act("next_unit", "D")
            assert (s.phase, s.decider) == ("main", "D")
        acted.append(s.decider)
        s.end_turn()
    assert asked == 1  # C, then B, were the last left of their sides
    assert acted[0] == "A"
    assert sorted(acted) == ["A", "B", "C", "D"]
    assert acted.index("D") < acted.index("B")
    assert s.phase == "next_unit"  # round 2: side 1 picks anew
    assert [s.legal("next_unit", name) for name in "ABCD"] == [True, False, True, False]
    s.act("next_unit", "C")
    assert (s.phase, s.decider, s.unit("C").mv) == ("main", "C", 4)


@clause("option:initiative.mode")
def test_initiative_mode_side_goes_on_with_the_side_that_has_units_left(scene):
    c, d = {"side": 1, "at": (3, 3)}, {"side": 1, "at": (3, 5)}
    s = scene(C=c, D=d, options={"initiative.mode": "side"})
    acted = [s.decider]
    s.end_turn()
    while s.round == 1:
        if s.phase == "next_unit":
            free = [n for n in "ABCD" if s.legal("next_unit", n)]
            assert set(free) == set("ACD") - set(acted)
            s.act("next_unit", free[-1])
        acted.append(s.decider)
        s.end_turn()
    assert acted == ["A", "B", "D", "C"]


@clause("option:initiative.mode")
def test_initiative_mode_side_passes_over_who_is_down(scene):
    s = scene(**{**SQUAD, "B": {"hp": 1}}, options={"initiative.mode": "side"})
    s.act("unarmed", "B", "torso", dice=[10])
    s.end_turn()
    assert (s.phase, s.decider) == ("main", "D")  # the only one left of its side
    s.end_turn()
    assert (s.phase, s.decider, s.round) == ("main", "C", 1)


@clause("option:limit.rounds")
@pytest.mark.parametrize("limit", [1, 2, 3])
def test_limit_rounds(scene, limit):
    s = scene(round_limit=limit)
    for turn in range(2 * limit):
        assert (s.winner, s.round) == (None, turn // 2 + 1)
        s.end_turn()
    assert (s.winner, s.phase, s.decider) == ("draw", None, None)


@clause("option:limit.result")
@pytest.mark.parametrize(
    ("options", "winners"),
    [
        ({}, ("draw", "draw", "draw")),
        ({"limit.result": "draw"}, ("draw", "draw", "draw")),
        ({"limit.result": "health"}, ("one", "two", "draw")),
    ],
)
def test_limit_result(scene, options, winners):
    # shares 5/6 against 7/14, 3/6 against 8/14, 3/6 against 7/14
    for a, b, winner in zip((5, 3, 3), (7, 8, 7), winners, strict=True):
        s = scene(turn="B", A={"hp": a}, B={"hp": b, "hp_max": 14}, round_limit=1, options=options)
        s.end_turn()
        assert (s.winner, s.phase) == (winner, None)


@clause("option:limit.result")
def test_limit_result_health_compares_shares_of_the_sums(scene):
    """Side one 1 + 7 of 14 + 7 (8/21), side two 2 + 2 of 5 + 5 (4/10)."""
    s = scene(
        turn="D",
        A={"hp": 1, "hp_max": 14},
        B={"hp": 2, "hp_max": 5},
        C={"side": 1, "at": (3, 3), "hp": 7, "hp_max": 7},
        D={"side": 2, "at": (12, 3), "hp": 2, "hp_max": 5},
        round_limit=1,
        options={"limit.result": "health"},
    )
    while s.winner is None:
        s.end_turn()
    assert (s.winner, s.round) == ("two", 1)


@clause("option:limit.result")
def test_limit_result_health_counts_the_fallen_as_lost_health(scene):
    s = scene(
        A={"hp": 4, "hp_max": 6},
        B={"hp": 1, "hp_max": 6},
        C={"side": 2, "at": (12, 3), "hp": 5, "hp_max": 6},
        round_limit=1,
        options={"limit.result": "health"},
    )
    s.act("unarmed", "B", "torso", dice=[10])
    s.end_turn()
    s.end_turn()
    assert s.winner == "one"  # 4 of 6 against 5 of 12


@clause("option:limit.result", "option:stress.at_limit")
def test_limit_result_health_counts_the_routed_as_fallen(scene):
    s = scene(
        A={"hp": 4, "hp_max": 6},
        B={"stress": 3},
        C={"side": 2, "at": (12, 3), "hp": 5, "hp_max": 6},
        round_limit=1,
        options={"limit.result": "health", "stress.at_limit": "defeated"},
    )
    s.act("intimidate", "B", dice=[20, 2])
    assert s.unit("B").down
    assert s.unit("B").hp == 6
    s.end_turn()
    s.end_turn()
    assert s.winner == "one"  # 4 of 6 against 5 of 12


@clause("option:full_auto.zero_margin")
@pytest.mark.parametrize(
    ("options", "damage"),
    [({}, 0), ({"full_auto.zero_margin": 0}, 0), ({"full_auto.zero_margin": 1}, 1)],
)
def test_full_auto_zero_margin(scene, options, damage):
    for die, dealt in ((9, 0), (10, damage), (11, 1), (13, 3)):
        s = scene(A={"hands": [SMG_FULL]}, options=options)
        s.act("spray", "B", "torso", dice=[die])
        assert s.unit("B").hp == 6 - dealt


@clause("option:full_auto.zero_margin")
@pytest.mark.parametrize("damage", [0, 1])
def test_full_auto_zero_margin_leaves_other_margins_and_areas(scene, damage):
    options = {"full_auto.zero_margin": damage}
    for area, die, dealt in (
        ("head", 14, damage),
        ("legs", 12, damage),
        ("legs", 13, 1),
        ("head", 13, 0),
    ):
        s = scene(A={"hands": [SMG_FULL]}, options=options)
        s.act("spray", "B", area, dice=[die])
        assert s.unit("B").hp == 6 - dealt


@clause("option:down.final")
@pytest.mark.parametrize("options", [{}, {"down.final": True}])
def test_down_final(scene, options):
    s = scene(
        A={"inventory": ["bandage"]},
        B={"hp": 1, "bleed": 2},
        C={"side": 2, "at": (12, 3)},
        options=options,
    )
    s.act("unarmed", "B", "torso", dice=[10])
    assert (s.unit("B").down, s.unit("B").hp) == (True, 0)
    assert not s.legal("pressure", "B")
    for decider in ("C", "A", "C", "A"):
        s.end_turn()
        assert (s.decider, s.unit("B").down, s.unit("B").hp) == (decider, True, 0)


@clause("option:hide.place")
@pytest.mark.parametrize(
    ("options", "legal"),
    [
        ({}, {".h..": True, "..h.": True, "...h": False, "..x.": False, "..#.": False}),
        (
            {"hide.place": "h"},
            {".h..": True, "h...": True, "...h": False, "x...": False, "#...": False},
        ),
        (
            {"hide.place": "own"},
            {".h..": True, "..h.": False, "...h": False, "..x.": False, "..#.": False},
        ),
        ({"hide.place": "any_wall"}, {"..x.": True, "..#.": True, "...x": False, "....": False}),
    ],
)
def test_hide_place(scene, options, legal):
    for row, expected in legal.items():
        s = scene(
            map="......#....\n" + row + "..#....\n......#....",
            A={"at": (1, 1)},
            B={"at": (9, 1)},
            options=options,
        )
        assert s.legal("hide") is expected, row


@clause("option:hide.place")
@pytest.mark.parametrize(
    ("place", "tiles"),
    [
        ("h", {"h": True, "x": False, "#": False}),
        ("own", {"h": False, "x": False, "#": False}),
        ("any_wall", {"x": True, "#": True}),
    ],
)
@pytest.mark.parametrize("at", [(0, 0), (1, 0), (2, 0), (0, 1), (2, 1), (0, 2), (1, 2), (2, 2)])
def test_hide_place_beside_means_any_of_the_eight_neighbours(scene, place, tiles, at):
    for tile, legal in tiles.items():
        rows = [list("......#....") for _ in range(4)]
        rows[at[1]][at[0]] = tile
        field = "\n".join("".join(row) for row in rows)
        units = {"A": {"at": (1, 1)}, "B": {"at": (9, 1)}}
        s = scene(map=field, **units, options={"hide.place": place})
        assert s.legal("hide") is legal, tile


@clause("option:hide.place")
@pytest.mark.parametrize("place", ["h", "own", "any_wall"])
def test_no_place_hides_from_an_enemy_who_looks(scene, place):
    units = {"A": {"at": (1, 1)}, "B": {"at": (9, 1)}}
    for gap, legal in (("#", True), (".", False)):
        field = f"x.....#....\n.h....{gap}....\n......#...."
        assert scene(map=field, **units, options={"hide.place": place}).legal("hide") is legal


@clause("option:target.allies")
@pytest.mark.parametrize(
    ("options", "allies"),
    [({}, False), ({"target.allies": False}, False), ({"target.allies": True}, True)],
)
def test_target_allies(scene, options, allies):
    s = scene(C={"side": 1, "at": (6, 7)}, options=options)
    for verb in ("unarmed", "push", "grapple", "intimidate"):
        assert s.legal(verb, "C") is allies, verb
        assert s.legal(verb, "B"), verb
    if allies:
        s.act("unarmed", "C", "torso", dice=[10])
        assert s.unit("C").hp == 5


@clause("option:target.allies")
@pytest.mark.parametrize("allies", [False, True])
@pytest.mark.parametrize(
    ("verb", "hands"),
    [
        ("unarmed", []),
        ("melee", ["knife"]),
        ("throw_weapon", ["throwing_knife"]),
        ("shot_single", ["revolver"]),
        ("shot_semi", ["pistol"]),
        ("spray", [SMG_FULL]),
        ("push", []),
        ("grapple", []),
        ("intimidate", []),
    ],
)
def test_target_allies_adds_allies_to_every_verb_but_never_oneself(scene, allies, verb, hands):
    s = scene(A={"hands": hands}, C={"side": 1, "at": (6, 7)}, options={"target.allies": allies})
    named = {row.split("(")[1].rstrip(")").split(", ")[0] for row in s.rows(verb)}
    assert named == ({"B", "C"} if allies else {"B"})


@clause("option:target.allies")
def test_an_ally_who_is_attacked_may_defend_itself(scene):
    c = {"side": 1, "at": (6, 7), "agility": 2}
    s = scene(A=KNIFE, C=c, options={"target.allies": True})
    s.declare("melee", "C", "torso", dice=[11])
    assert (s.phase, s.decider) == ("defend", "C")
    s.act("dodge", by="C")
    assert (s.unit("C").hp, s.unit("C").ap) == (6, 3)


@clause("option:goal.zone")
@pytest.mark.parametrize(
    ("options", "winners"),
    [
        ({}, (None, None)),
        ({"goal.zone": {"one": [[7, 7]]}}, ("one", "one")),
        ({"goal.zone": {"two": [[8, 7]]}}, (None, "two")),
        ({"goal.zone": {"one": [[6, 7]], "two": [[8, 7], [9, 7]]}}, (None, "two")),
    ],
)
def test_goal_zone(scene, options, winners):
    s = scene(options=options)
    s.end_turn()
    assert s.winner == winners[0]  # after A's turn
    if s.winner is None:
        s.end_turn()
    assert s.winner == winners[1]  # after B's turn


@clause("option:goal.zone")
@pytest.mark.parametrize(
    ("c", "tiles", "winner"),
    [
        ({"at": (3, 3)}, [[7, 7]], None),  # C isn't there
        ({"at": (3, 3)}, [[7, 7], [3, 3]], "one"),
        ({"at": (3, 3)}, [[7, 7], [3, 4]], None),
    ],
)
def test_goal_zone_wants_all_units_of_the_side(scene, c, tiles, winner):
    s = scene(C={"side": 1, **c}, options={"goal.zone": {"one": tiles}})
    s.end_turn()
    assert s.winner == winner


@clause("option:goal.zone")
def test_goal_zone_asks_nothing_of_who_is_down_and_is_tested_at_own_turn_ends(scene):
    s = scene(
        turn="B",
        A={"at": (7, 7)},
        C={"side": 1, "at": (8, 6), "hp": 1},
        options={"goal.zone": {"one": [[7, 7]]}},
    )
    s.act("unarmed", "C", "torso", dice=[10])
    assert (s.unit("C").down, s.winner) == (True, None)
    s.end_turn()
    assert (s.winner, s.decider) == (None, "A")  # the end of an enemy's turn is none of its own
    s.end_turn()
    assert s.winner == "one"


@clause("option:goal.zone")
def test_goal_zone_leaves_the_other_way_to_win(scene):
    s = scene(B={"hp": 1}, options={"goal.zone": {"two": [[0, 0]]}})
    s.act("unarmed", "B", "torso", dice=[10])
    assert s.winner == "one"
