"""What a declaration fixes: the windows it opens, and the kind and sides of every die."""

import pytest

from fracas.envs.core.testing import clause

SMG_FULL = {"item": "smg", "mode": "full"}
REACTS = {"agility": 1, "physique": 1}


def window(s, depth=-1):
    return s.battle.to_json()["windows"][depth]


def taken(s):
    """Return how many rows the last decision led to: its own, and those taken unasked."""
    return len(s.battle.to_json()["taken"])


def log(s):
    return [(die["kind"], die["sides"]) for die in s.battle.to_json()["dice"]["log"]]


STRUCK = {"asked": 1, "actor": "A", "target": "B", "from_hidden": False, "damage": 0, "total": 0}


@clause("U533", "U043", "U204", "U603")
@pytest.mark.parametrize(
    ("hands", "call", "slot", "item"),
    [
        ([], ("unarmed", "B", "head"), "main", None),
        (["knife"], ("melee", "B", "arms"), "main", "knife"),
        (["pistol", "knife"], ("melee", "B", "legs", "off"), "off", "knife"),
        (["throwing_knife"], ("throw_weapon", "B", "torso"), "main", "throwing_knife"),
        (["bat", "spike"], ("throw_weapon", "B", "head", "off"), "off", "spike"),
        (["revolver"], ("shot_single", "B", "head"), "main", "revolver"),
        (["knife", "pistol"], ("shot_semi", "B", "torso", "off"), "off", "pistol"),
        ([SMG_FULL], ("spray", "B", "legs"), "main", "smg"),
    ],
)
def test_target_area_and_weapon_are_fixed_before_dice(scene, hands, call, slot, item):
    s = scene(A={"hands": hands}, B=REACTS, items={"spike": {"thrown": True}})
    s.declare(*call[:3], dice=[10])
    assert window(s) == STRUCK | {
        "kind": "attack",
        "stage": "defence",
        "verb": call[0],
        "area": call[2],
        "slot": slot,
        "item": item,
    }
    assert s.battle.dice_left == 1


@clause("U235", "U043", "U523", "U528")
@pytest.mark.parametrize("hidden", [False, True])
def test_a_grapple_is_aimed_at_the_torso_and_no_attack_from_hidden(scene, hidden):
    s = scene(A={"hidden": hidden}, B=REACTS)
    s.declare("grapple", "B", dice=[10])
    grapple = {"kind": "grapple", "stage": "defence", "verb": "grapple", "area": "torso"}
    assert window(s) == STRUCK | grapple | {"slot": "main", "item": None}


@clause("U223", "U229", "option:push.is_attack")
def test_a_push_that_may_be_answered_is_aimed_at_the_torso(scene):
    s = scene(A={"hands": ["bat"]}, B=REACTS, options={"push.is_attack": True})
    s.declare("push", "B", dice=[10])
    push = {"kind": "grapple", "stage": "defence", "verb": "push", "area": "torso"}
    assert window(s) == STRUCK | push | {"slot": "main", "item": "bat"}


@clause("U506", "U507", "U508", "U509", "U510", "U511")
@pytest.mark.parametrize(
    ("a", "b", "call", "event"),
    [
        ({}, {"grappling": "A"}, ("escape_reflex",), "other"),
        ({}, {"at": (9, 7), "hidden": True}, ("inspect",), "other"),
        ({}, {}, ("step", "W"), "moved"),
        ({}, {}, ("unarmed", "B", "torso"), "attacked"),
    ],
)
def test_what_an_action_is_to_those_who_wait(scene, a, b, call, event):
    s = scene(A=a, B=b)
    s.declare(*call, dice=[] if event == "moved" else [16])
    action = window(s, 1)
    assert (action["kind"], action["actor"], action["event"]) == ("action", "A", event)
    assert action["target"] == ("B" if event == "attacked" else None)


@clause("U206", "U207", "U208")
def test_the_free_grapple_is_a_window_of_its_own(scene):
    s = scene(B=REACTS)
    s.declare("unarmed", "B", "head", dice=[20])
    s.declare("pass")
    assert (s.phase, window(s)["stage"]) == ("strong_choice", "choice")
    s.declare("strong_grapple", dice=[10])
    assert (s.phase, s.decider, window(s, -2)["stage"]) == ("defend", "B", "after_grapple")
    grapple = {"kind": "grapple", "stage": "defence", "verb": "grapple", "area": "torso"}
    assert window(s) == STRUCK | grapple | {"slot": "main", "item": None}
    told = s.observe("B")
    assert (told["battle.attack_grapple"], told["battle.area_torso"]) == (1, 1)
    assert (s.legal("dodge"), s.legal("parry")) == (True, True)


@clause("U533", "U603")
def test_an_attack_from_hidden_is_noted_when_declared(scene):
    for options, noted in (({}, True), ({"hidden.attack_advantage": False}, False)):
        s = scene(A={"hidden": True}, B=REACTS, options=options)
        s.declare("unarmed", "B", "torso")
        assert (window(s)["from_hidden"], s.unit("A").hidden) == (noted, False)


@clause("U532", "U535", "U527")
@pytest.mark.parametrize(
    "figures",
    [
        {},  # nothing would raise its guard
        {"agility": 1, "physique": 1, "ap": 0},
        {"agility": 1, "physique": 1, "stunned": 1},
        {"agility": 1, "slowed": 1},
        {"physique": 1, "weakened": 1},
    ],
)
def test_a_window_without_a_reaction_does_not_open_at_all(scene, figures):
    s = scene(A={"hands": ["knife"]}, B=figures)
    s.declare("melee", "B", "torso", dice=[9])
    assert (s.phase, s.decider, taken(s)) == ("main", "A", 1)


@clause("U532", "option:reaction.defence_per_attack")
@pytest.mark.parametrize("most", [1, 2])
def test_how_often_a_target_is_asked(scene, most):
    options = {"reaction.defence_per_attack": most}
    s = scene(A={"hands": ["knife"]}, B=REACTS, options=options)
    s.declare("melee", "B", "torso", dice=[9])
    for n in range(most):
        assert (s.phase, s.decider, window(s)["asked"]) == ("defend", "B", n + 1)
        s.declare("pass")
    assert (s.phase, s.unit("B").guard) == ("main", 10)


@clause("U535", "U540")
def test_a_unit_that_is_down_does_not_react_even_with_ap(scene):
    # C's side goes on with B; C has AP only because the test says so.
    s = scene(
        A={"hands": ["bat"]},
        B={"at": (14, 14)},
        C={"side": 2, "at": (8, 7), "hp": 1, "agility": 2, "physique": 2},
    )
    s.act("melee", "C", "torso", dice=[10])
    s.set("C", ap=4)
    s.declare("step", "W")
    assert (s.phase, s.decider, taken(s), s.unit("A").x) == ("main", "A", 1, 6)


@clause("U547", "U544", "U541")
@pytest.mark.parametrize(
    ("figures", "asked"),
    [
        ({"hands": ["knife"]}, True),
        ({"hands": ["pistol", "knife"]}, True),
        ({}, True),
        ({"hands": ["pistol"]}, False),
        ({"hands": ["smg"]}, False),
        ({"hands": ["stone"]}, False),
        ({"hands": ["knife"], "undead": True}, False),
        ({"hands": ["knife"], "ap": 0}, False),
        ({"hands": ["knife"], "stunned": 1}, False),
    ],
)
def test_no_opportunity_window_opens_for_a_unit_that_cannot_strike(scene, figures, asked):
    s = scene(B=figures)
    s.declare("step", "W")
    assert (s.phase, taken(s)) == (("opportunity", 1) if asked else ("main", 1))


@clause("U617", "U547", "option:unarmed.hands")
@pytest.mark.parametrize("held", ["C", "D"])
def test_a_grappler_with_a_knife_makes_no_opportunity_attack(scene, held):
    # B holds another unit: of either index, 0 among them
    units = {
        "A": {"at": (7, 6) if held == "C" else (7, 8)},
        "B": {"at": (8, 7), "hands": ["knife"], "grappling": "A" if held == "D" else "C"},
        "C": {"side": 1, "at": (9, 7) if held == "C" else (7, 6)},
    }
    mover = "A" if held == "C" else "C"
    s = scene(**units, options={"unarmed.hands": "one"}, turn=mover)
    s.declare("step", "W")
    assert (s.phase, s.decider, taken(s)) == ("main", mover, 1)


@clause("U131")
def test_initiative_is_one_d20_for_each_unit(scene):
    s = scene(C={"side": 1, "at": (3, 3)}, initiative=[12, 11, 10])
    assert log(s) == [("initiative", 20)] * 3


@clause("U205", "U603", "U612", "U613", "U614", "U616", "U018", "U019", "U020")
@pytest.mark.parametrize(
    ("hands", "verb"),
    [
        (["knife"], "melee"),
        (["bat"], "melee"),
        (["throwing_knife"], "throw_weapon"),
        (["revolver"], "shot_single"),
        (["pistol"], "shot_semi"),
    ],
)
def test_attacks_and_saves_are_d20_of_their_kinds(scene, hands, verb):
    s = scene(A={"hands": hands}, B={"prone": True} if verb == "melee" else {})
    two = verb == "melee"
    s.act(verb, "B", "torso", dice=[16, 16, 10] if two else [16, 10])
    assert log(s) == [("attack", 20)] * (1 + two) + [("save", 20)]


@clause("U223", "U224", "U235", "U236", "U242", "U315", "U316", "U322", "U422", "U423")
@clause("U432", "U443", "U459")
@pytest.mark.parametrize(
    ("call", "dice", "kinds"),
    [
        (("push", "B"), [10], [("attack", 20)]),
        (("grapple", "B"), [10], [("attack", 20)]),
        (("throw_object", "slot_0", 8, 7), [16], [("attack", 20)]),
        (("throw_object", "slot_0", 8, 7), [10, 1], [("attack", 20), ("scatter", 8)]),
        (("intimidate", "B"), [10, 10], [("contest", 20)] * 2),
        (("sense",), [10], [("sense", 20)]),
        (("inspect",), [10], [("inspect", 20)]),
        (("pressure", "A"), [10], [("medicine", 20)]),
    ],
)
def test_other_rolls_are_d20_of_their_kinds_and_scatter_is_a_d8(scene, call, dice, kinds):
    s = scene(A={"bleed": 1, "inventory": ["stone", "bandage"]})
    s.act(*call, dice=dice)
    assert log(s) == kinds


@clause("U242", "U243")
@pytest.mark.parametrize("verb", ["escape_reflex", "escape_melee"])
def test_an_escape_is_one_d20_of_an_attacks_kind(scene, verb):
    s = scene(B={"grappling": "A"})
    s.act(verb, dice=[10])
    assert log(s) == [("attack", 20)]


@clause("U206", "U207", "U018", "U235")
def test_the_dice_of_a_free_grapple_and_of_the_blunt_table(scene):
    for verb, kind in (("strong_grapple", "attack"), ("table", "save")):
        s = scene()
        s.declare("unarmed", "B", "torso", dice=[16])
        s.act(verb, dice=[10])
        assert log(s) == [("attack", 20), (kind, 20)]
