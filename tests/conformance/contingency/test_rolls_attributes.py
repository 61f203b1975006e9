"""Section 3.1: the choice between two attributes, and actions without a roll (C014, C015)."""

import pytest

from fracas.envs.core.testing import clause

# --- either of two attributes: verb, arguments, the two in the order named, scene
EITHER = [
    ("anticipate", ("B",), "wisdom", "charisma", {}),
    ("feint", ("B",), "agility", "charisma", {}),
    ("intimidate", ("B",), "strength", "charisma", {}),
    ("parley", ("B", "none"), "willpower", "charisma", {"apart": True}),
    ("taunt", ("B", "plain"), "finesse", "charisma", {}),
    ("disengage", (), "agility", "finesse", {}),
    ("escape", ("restraint",), "strength", "finesse", {"A": {"restrained": 5}}),
    ("throw", ("B", "main"), "strength", "finesse", {"A": {"hands": ["dagger"]}, "apart": True}),
]
OWN_EFFECT = [("jab", "strength", "agility"), ("wrestle", "strength", "finesse")]
either = pytest.mark.parametrize(("verb", "args", "first", "second", "more"), EITHER)


def about_to(scene, verb, figures, more, **options):
    plan = {"jab": "brawl", "wrestle": "brawl"}.get(verb, verb)
    more = {**more, "A": {**figures, **more.get("A", {})}}
    return scene(announce={"A": [plan]}, options=options, **more)


def first_die(s, verb, *args):
    before = s.battle.dice_rolled
    s.declare(verb, *args)
    log = s.battle.state[0]["dice"]
    return int(log[before % len(log)]["sides"])


@clause("C014", "option:attr.ask")
@pytest.mark.parametrize("options", [{}, {"attr.ask": False}])
@pytest.mark.parametrize("larger", [0, 1])
@either
def test_by_default_the_larger_die_is_taken(
    scene, verb, args, first, second, more, larger, options
):
    figures = {first: (10, 8)[larger], second: (8, 10)[larger]}
    s = about_to(scene, verb, figures, more, **options)
    assert len(s.rows(verb, *args)) == 1
    assert s.legal(verb, *args, (first, second)[larger])
    s.refused(verb, *args, (second, first)[larger])
    assert first_die(s, verb, *args) == 10


@clause("C014", "option:attr.ask")
@either
def test_of_equal_dice_the_one_named_first_is_taken(scene, verb, args, first, second, more):
    s = about_to(scene, verb, {}, more)
    assert len(s.rows(verb, *args)) == 1
    assert s.legal(verb, *args, first)
    s.refused(verb, *args, second)


@clause("C014", "option:attr.ask")
@pytest.mark.parametrize("figures", [(10, 6), (6, 10), (8, 8)])
@either
def test_attr_ask_lets_the_actor_choose(scene, verb, args, first, second, more, figures):
    own = dict(zip((first, second), figures, strict=True))
    for attribute, size in own.items():
        s = about_to(scene, verb, own, more, **{"attr.ask": True})
        assert len(s.rows(verb, *args)) == 2
        assert first_die(s, verb, *args, attribute) == size


@clause("C014")
@pytest.mark.parametrize("options", [{}, {"attr.ask": True}])
@pytest.mark.parametrize(("verb", "first", "second"), OWN_EFFECT)
@pytest.mark.parametrize("figures", [(12, 4), (4, 12), (8, 8)])
def test_where_the_choice_changes_the_effect_it_is_always_asked(
    scene, verb, first, second, figures, options
):
    own = dict(zip((first, second), figures, strict=True))
    for attribute, size in own.items():
        s = about_to(scene, verb, own, {}, **options)
        assert len(s.rows(verb, "B")) == 2
        assert first_die(s, verb, "B", attribute) == size


@clause("C014")
@pytest.mark.parametrize("options", [{}, {"attr.ask": True}])
@pytest.mark.parametrize(
    ("way", "size"), [("surroundings", 4), ("nerve", 6), ("crowd", 10), ("Z1", 12)]
)
def test_each_way_to_hide_has_its_own_attribute(scene, way, size, options):
    figures = {"wisdom": 4, "willpower": 6, "charisma": 10, "agility": 12, "hidden_from": {"B"}}
    zones = {"Z0": {"conceal": True, "crowd": 2}, "Z1": {"cover": True}}
    s = about_to(scene, "hide", figures, {"zones": zones, "apart": True}, **options)
    assert len(s.rows("hide")) == 4
    assert first_die(s, "hide", way) == size


# --- actions without a roll

PICKED = {"A": {"hands": [None]}, "B": {"zone": "Z1"}, "ground": [{"item": "axe", "zone": "Z0"}]}
WITHOUT_DICE = [
    ("fortify", (), {}),
    ("take_cover", (), {"zones": {"Z0": {"cover": True}}}),
    ("dance", (), {}),
    ("stand", (), {"A": {"prone": True}}),
    ("ready", ("draw_0",), {"A": {"carried": ["dagger"]}}),
    ("ready", ("sheathe_main",), {}),
    ("ready", ("load",), {"A": {"hands": [{"item": "crossbow", "loaded": False}]}}),
    ("pick_up", ("axe", "auto"), PICKED),
]


@clause("C015")
@pytest.mark.parametrize(("verb", "args", "more"), WITHOUT_DICE)
def test_an_action_whose_outcome_is_certain_rolls_no_dice(scene, verb, args, more):
    s = scene(announce={"A": [verb]}, **more)
    s.act(verb, *args, dice=[], by="A")
    assert verb in s.unit("A").performed


@clause("C015")
def test_neither_announcing_nor_forgoing_nor_free_actions_roll_dice(scene):
    s = scene(A={"grappling": {"B"}})
    for call in [("announce", "strike"), ("release",), ("let_go", "main"), ("done",)]:
        s.act(*call, dice=[], by="A")
    s.announce(W=["brawl"])
    assert s.battle.dice_rolled == 0
    s = scene(announce={"A": ["strike"]})
    s.act("forgo", dice=[], by="A")
    assert s.battle.dice_rolled == 0
