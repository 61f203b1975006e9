"""Section 8: options about hiding, reactions, readied actions (the rest: test_options_end.py)."""

import pytest

from fracas.envs.core.testing import clause

# Column 6 is a wall from top to bottom: nobody at x < 6 sees anybody at x > 6.
WALL = "......#....\n......#....\n......#...."
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


@clause("option:hidden.adjacent_reveals")
@pytest.mark.parametrize(
    ("options", "hidden"), [({}, False), ({"hidden.adjacent_reveals": False}, True)]
)
def test_hidden_adjacent_reveals_is_about_neighbours_and_the_enemys_steps(scene, options, hidden):
    s = scene(turn="B", A={"at": (5, 7), "hidden": True}, options=options)
    s.act("step", "W")
    assert s.unit("A").hidden  # two tiles away
    s.act("step", "NW")
    assert s.unit("A").hidden is hidden  # at a corner
    s = scene(A={"at": (6, 7), "hidden": True}, options=options)
    s.act("sneak")
    s.act("step", "E")
    assert s.unit("A").hidden  # its own sneaking beside the enemy


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


@clause("option:hidden.attack_advantage")
@pytest.mark.parametrize(
    ("options", "dice"), [({}, [3, 12]), ({"hidden.attack_advantage": False}, [12])]
)
@pytest.mark.parametrize(
    ("verb", "item"),
    [
        ("unarmed", None),
        ("melee", "knife"),
        ("throw_weapon", "throwing_knife"),
        ("shot_single", "revolver"),
    ],
)
def test_hidden_attack_advantage_of_every_attack(scene, options, dice, verb, item):
    s = scene(A={"hands": [item] if item else [], "hidden": True}, options=options)
    s.act(verb, "B", "torso", dice=dice)
    assert (s.unit("B").hp, s.unit("A").hidden) == (5, False)


@clause("option:inspect.sight")
@pytest.mark.parametrize(
    ("options", "through_walls"),
    [
        ({}, False),
        ({"inspect.sight": "beyond_one"}, False),
        ({"inspect.sight": "never"}, True),
        ({"inspect.sight": "always"}, False),
    ],
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


@clause("option:inspect.sight")
@pytest.mark.parametrize(
    ("options", "found"),
    [({}, False), ({"inspect.sight": "never"}, True), ({"inspect.sight": "always"}, False)],
)
def test_inspect_sight_of_items_and_never_beyond_the_range(scene, options, found):
    lying = [({"item": "knife", "hidden": True}, x, 1) for x in (8, 9, 10)]
    s = scene(map=WALL, A={"at": (4, 1)}, B={"at": (0, 0)}, floor=lying, options=options)
    s.act("inspect", dice=[12])
    assert [not f.hidden for f in s.floor()] == [found, found, False]


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


@clause("option:reaction.prune_useless")
def test_prune_useless_off_still_asks_only_for_what_is_possible(scene):
    options = {"reaction.prune_useless": False}
    s = scene(A={"hands": ["pistol"]}, options=options)
    s.declare("shot_semi", "B", "torso", dice=[9])
    assert (s.phase, s.legal("dodge"), s.legal("parry")) == ("defend", True, False)
    for b in ({"slowed": 1, "weakened": 1}, {"ap": 0}, {"stunned": 1}):
        s = scene(A=KNIFE, B=b, options=options)
        s.declare("melee", "B", "torso", dice=[9])
        assert (s.phase, s.decider) == ("main", "A"), b
    s = scene(A=KNIFE, B={"agility": 3, "physique": 1}, options=options)
    s.declare("melee", "B", "torso", dice=[12])
    s.act("dodge", by="B")
    assert (s.unit("B").guard, s.unit("B").hp) == (13, 6)
    s.declare("melee", "B", "torso", dice=[12])
    assert s.legal("parry")
    s.act("parry", by="B")
    assert (s.unit("B").guard, s.unit("B").hp) == (11, 5)


@clause("option:reaction.prune_useless")
def test_prune_useless_on_offers_only_what_raises_the_present_guard(scene):
    s = scene(A=KNIFE, B={"agility": 2, "physique": 1})
    s.declare("melee", "B", "torso", dice=[9])
    assert (s.legal("dodge"), s.legal("parry")) == (True, True)
    s.act("parry", by="B")  # D 11
    s.declare("melee", "B", "torso", dice=[9])
    assert (s.legal("dodge"), s.legal("parry")) == (True, False)
    s.act("dodge", by="B")  # D 12
    s.declare("melee", "B", "torso", dice=[9])
    assert (s.phase, s.decider) == ("main", "A")


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


@clause("option:reaction.defence_per_attack")
def test_two_defences_want_two_ap_and_each_a_higher_guard(scene):
    options = {"reaction.defence_per_attack": 2}
    s = scene(A=KNIFE, B={"ap": 1, "agility": 1, "physique": 2}, options=options)
    s.declare("melee", "B", "torso", dice=[11])
    s.declare("dodge")
    assert (s.phase, s.decider, s.unit("B").ap) == ("main", "A", 0)
    s = scene(A=KNIFE, B={"agility": 2, "physique": 1}, options=options)
    s.declare("melee", "B", "torso", dice=[11])
    s.declare("dodge")
    assert (s.phase, s.decider, s.unit("B").guard) == ("main", "A", 12)  # Parry's 11 is no more
    s = scene(A={"hands": ["pistol"]}, B={"agility": 1, "physique": 2}, options=options)
    s.declare("shot_semi", "B", "torso", dice=[11])
    s.declare("dodge")
    assert (s.phase, s.decider, s.unit("B").guard) == ("main", "A", 11)
    s = scene(B={"agility": 1, "physique": 2}, options=options)
    s.declare("grapple", "B", dice=[11])
    s.declare("dodge")
    s.declare("parry", by="B")
    assert (s.phase, s.unit("B").guard, s.unit("A").grappling) == ("main", 12, None)


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


# Section 4.2.
KINDS = (
    "move hide stand_up drop_prone disengage unarmed melee push grapple escape release "
    "throw_weapon throw_object shot_single shot_semi spray unjam switch_mode reload equip "
    "unequip place drop_item intimidate inspect pressure sense"
).split()


@clause("option:ready.actions")
@pytest.mark.parametrize(
    ("options", "kinds"),
    [
        ({}, set(KINDS)),
        ({"ready.actions": list(KINDS)}, set(KINDS)),
        ({"ready.actions": ["melee", "move"]}, {"melee", "move"}),
        ({"ready.actions": ["melee", "sense", "drop_item"]}, {"melee", "sense", "drop_item"}),
    ],
)
def test_ready_actions(scene, options, kinds):
    s = scene(A=KNIFE, options=options)
    s.declare("ready", "enemy_moves")
    assert s.phase == "ready_kind"
    assert set(s.rows("ready_kind")) == {f"ready_kind({kind})" for kind in kinds}
    s.declare("ready_kind", "melee")
    assert (s.unit("A").ready, s.unit("A").ap) == (("enemy_moves", "melee"), 3)


@clause("option:ready.decline_keeps")
@pytest.mark.parametrize("keeps", [True, False])
def test_ready_decline_keeps_or_not_whatever_else_happens(scene, keeps):
    """Nothing is paid for declining; the action once taken is gone under either ruling."""
    options = {"ready.decline_keeps": keeps}
    s = scene(
        turn="B",
        A={"at": (3, 7), "ready": ("enemy_moves", "stand_up"), "prone": True},
        options=options,
    )
    taken = s.copy()
    s.declare("step", "E")
    s.declare("pass", by="A")
    assert (s.unit("A").ap, s.unit("A").prone) == (4, True)
    taken.declare("step", "E")
    taken.declare("stand_up", by="A")
    assert (taken.unit("A").ap, taken.unit("A").prone, taken.unit("A").ready) == (3, False, None)
