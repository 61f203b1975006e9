"""Section 8, the rest: hiding, reactions, readied actions, order of turns, the end."""

import pytest

from fracas.envs.core.testing import clause

# Column 6 is a wall from top to bottom: nobody at x < 6 sees anybody at x > 6.
WALL = "......#....\n......#....\n......#...."
SMG_FULL = {"item": "smg", "mode": "full"}
KNIFE = {"hands": ["knife"]}


@clause("option:hidden.adjacent_reveals")
@pytest.mark.parametrize(
    ("options", "hidden"),
    [
        ({}, False),
        ({"hidden.adjacent_reveals": True}, False),
        ({"hidden.adjacent_reveals": False}, True),
    ],
)
def test_hidden_adjacent_reveals(scene, options, hidden):
    for verb in ("step", "disengage"):
        s = scene(turn="B", A={"at": (6, 7), "hidden": True}, options=options)
        s.act(verb, "W")
        assert s.unit("A").hidden is hidden


@clause("option:hidden.attack_advantage")
@pytest.mark.parametrize(
    ("options", "dice"),
    [
        ({}, [3, 12]),
        ({"hidden.attack_advantage": True}, [3, 12]),
        ({"hidden.attack_advantage": False}, [12]),
    ],
)
def test_hidden_attack_advantage(scene, options, dice):
    s = scene(A={"hands": ["pistol"], "hidden": True}, options=options)
    s.act("shot_semi", "B", "torso", dice=dice)
    assert (s.unit("B").hp, s.unit("A").stress, s.unit("A").hidden) == (5, 0, False)
    assert s.dice_used == len(dice)


@clause("option:inspect.sight")
@pytest.mark.parametrize(
    ("options", "through_walls"),
    [({}, False), ({"inspect.sight": "never"}, True), ({"inspect.sight": "always"}, False)],
)
def test_inspect_sight(scene, options, through_walls):
    for x, found in ((8, through_walls), (1, True), (4, True)):
        s = scene(
            map=WALL,
            A={"at": (5, 1)},
            B={"at": (x, 1), "hidden": True},
            options=options,
        )
        s.act("inspect", dice=[12])
        assert s.unit("B").hidden is not found, x


@clause("option:reaction.prune_useless")
@pytest.mark.parametrize(
    ("options", "prune"),
    [
        ({}, True),
        ({"reaction.prune_useless": True}, True),
        ({"reaction.prune_useless": False}, False),
    ],
)
def test_reaction_prune_useless(scene, options, prune):
    s = scene(A=KNIFE, B={"agility": 1}, options=options)
    s.declare("melee", "B", "torso", dice=[9])
    assert (s.phase, s.legal("dodge"), s.legal("parry")) == ("defend", True, not prune)
    s = scene(A=KNIFE, B={"agility": -1}, options=options)
    s.declare("melee", "B", "torso", dice=[9])
    if prune:
        assert (s.phase, s.decider, s.unit("B").hp) == ("main", "A", 6)
        return
    assert (s.phase, s.legal("dodge"), s.legal("parry")) == ("defend", True, True)
    s.act("dodge", by="B")  # D falls to 9, so the 9 hits
    assert (s.unit("B").guard, s.unit("B").hp) == (9, 5)


@clause("option:reaction.defence_per_attack")
@pytest.mark.parametrize(
    ("options", "two"),
    [
        ({}, False),
        ({"reaction.defence_per_attack": 1}, False),
        ({"reaction.defence_per_attack": 2}, True),
    ],
)
def test_reaction_defence_per_attack(scene, options, two):
    s = scene(A=KNIFE, B={"agility": 1, "physique": 2}, options=options)
    s.declare("melee", "B", "torso", dice=[11])
    assert (s.phase, s.decider) == ("defend", "B")
    s.declare("dodge")  # D 11
    if not two:
        assert (s.phase, s.decider) == ("main", "A")
        assert (s.unit("B").hp, s.unit("B").ap, s.unit("B").guard) == (5, 3, 11)
        return
    assert (s.phase, s.decider) == ("defend", "B")
    s.declare("parry")  # D 12
    assert (s.phase, s.decider) == ("main", "A")
    assert (s.unit("B").hp, s.unit("B").ap, s.unit("B").guard) == (6, 2, 12)


NEST = [({}, False), ({"trigger.nest": False}, False), ({"trigger.nest": True}, True)]


@clause("option:trigger.nest")
@pytest.mark.parametrize(("options", "nest"), NEST)
def test_trigger_nest_in_an_opportunity_attack(scene, options, nest):
    armed = {"side": 1, "at": (7, 9), "ready": ("enemy_attacks", "drop_prone")}
    s = scene(C=armed, options=options)
    s.declare("step", "W")
    s.declare("opp_unarmed", "torso", dice=[9])
    assert (s.phase, s.decider) == (("ready_fire", "C") if nest else ("main", "A"))
    if nest:
        s.declare("drop_prone")
    assert (s.phase, s.decider, s.unit("A").x) == ("main", "A", 6)
    assert s.unit("C").prone is nest


@clause("option:trigger.nest")
@pytest.mark.parametrize(("options", "nest"), NEST)
def test_trigger_nest_in_a_readied_action(scene, options, nest):
    armed = {"side": 1, "at": (7, 9), "ready": ("enemy_attacks", "drop_prone")}
    s = scene(B={"ready": ("enemy_moves", "unarmed")}, C=armed, options=options)
    s.declare("step", "N")  # from beside B to beside B
    assert (s.phase, s.decider) == ("ready_fire", "B")
    s.declare("unarmed", "A", "torso", dice=[9])
    assert (s.phase, s.decider) == (("ready_fire", "C") if nest else ("main", "A"))
    if nest:
        s.declare("drop_prone")
    assert (s.phase, s.decider, s.unit("C").prone) == ("main", "A", nest)


@clause("option:ready.decline_keeps")
@pytest.mark.parametrize(
    ("options", "keeps"),
    [({}, True), ({"ready.decline_keeps": True}, True), ({"ready.decline_keeps": False}, False)],
)
def test_ready_decline_keeps(scene, options, keeps):
    ready = ("enemy_moves", "drop_prone")
    s = scene(turn="B", A={"at": (3, 7), "ready": ready}, options=options)
    s.declare("step", "E")
    assert (s.phase, s.decider) == ("ready_fire", "A")
    s.declare("pass")
    assert (s.phase, s.decider) == ("main", "B")
    assert s.unit("A").ready == (ready if keeps else None)
    s.declare("step", "E")
    assert (s.phase, s.decider) == (("ready_fire", "A") if keeps else ("main", "B"))


@clause("option:ready.actions")
@pytest.mark.parametrize(
    ("options", "kinds"),
    [
        ({}, {"melee", "move", "unarmed", "push", "grapple", "sense"}),
        ({"ready.actions": ["melee", "move"]}, {"melee", "move"}),
    ],
)
def test_ready_actions(scene, options, kinds):
    s = scene(A=KNIFE, options=options)
    s.declare("ready", "enemy_moves")
    assert s.phase == "ready_kind"
    for kind in ("melee", "move", "unarmed", "push", "grapple", "sense"):
        assert s.legal("ready_kind", kind) is (kind in kinds), kind
    s.declare("ready_kind", "melee")
    assert (s.unit("A").ready, s.unit("A").ap) == (("enemy_moves", "melee"), 3)


SQUAD = {"C": {"side": 1, "at": (3, 3)}, "D": {"side": 2, "at": (12, 3)}}


@clause("option:initiative.mode")
@pytest.mark.parametrize("options", [{}, {"initiative.mode": "individual"}])
def test_initiative_mode_individual(scene, options):
    s = scene(**SQUAD, options=options)
    for decider in ("B", "C", "D", "A", "B"):
        s.end_turn()
        assert (s.phase, s.decider) == ("main", decider)


@clause("option:initiative.mode")
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
