"""Section 3.19, Ready (C452), letting go (C454), and what hands hold (C497)."""

import pytest

from fracas.envs.core.errors import EncounterError
from fracas.envs.core.testing import clause

AFTER = ("combat", "W")  # A is not asked any more
FOUR = ["hatchet", "axe", "mace", "javelin"]
FREE = {"gear.ready": "free"}
UNLOADED = {"item": "crossbow", "loaded": False}


def asked(s):
    return s.phase, s.decider


def readying(scene, hands=(), carried=(), plans=("ready",), A=None, **more):  # noqa: N803
    a = {"hands": list(hands), "carried": list(carried), **(A or {})}
    return scene(A=a, announce={"A": list(plans)}, **more)


def gear(s):
    a = s.unit("A")
    return a.main, a.off, sorted(a.carried)


# --- draw


@clause("C452", "C497")
@pytest.mark.parametrize(
    ("hands", "carried", "after"),
    [
        ([], ["dagger"], ("dagger", None, [])),
        (["sword"], ["dagger"], ("sword", "dagger", [])),
        ([None, "shield"], ["dagger"], ("dagger", "shield", [])),
        (["sword", "shield"], ["dagger"], ("dagger", "shield", ["sword"])),
        (["greatsword"], ["dagger"], ("dagger", None, ["greatsword"])),
        ([], ["maul"], ("maul", "maul", [])),
        (["sword"], ["maul"], ("maul", "maul", ["sword"])),
        ([None, "shield"], ["maul"], ("maul", "maul", ["shield"])),
        (["sword", "shield"], ["maul"], ("maul", "maul", ["shield", "sword"])),
        (["greatsword"], ["maul"], ("maul", "maul", ["greatsword"])),
        (["sword"], ["bow"], ("bow", "bow", ["sword"])),
    ],
)
def test_a_drawn_item_takes_a_free_hand_or_the_place_of_what_is_held(scene, hands, carried, after):
    s = readying(scene, hands, carried)
    s.act("ready", "draw_0", dice=[])
    assert gear(s) == after
    assert (asked(s), "ready" in s.unit("A").performed) == (AFTER, True)


@clause("C452")
@pytest.mark.parametrize("k", range(4))
def test_each_carried_item_may_be_drawn(scene, k):
    s = readying(scene, [], FOUR)
    assert [s.legal("ready", f"draw_{i}") for i in range(4)] == [True] * 4
    s.act("ready", f"draw_{k}", dice=[])
    assert gear(s) == (FOUR[k], None, sorted(FOUR[:k] + FOUR[k + 1 :]))


@clause("C452")
@pytest.mark.parametrize(
    ("hands", "carried", "legal"),
    [
        (["sword", "shield"], ["maul"], True),
        (["sword", "shield"], ["maul", *FOUR[:2]], True),  # 2 and the two from the hands
        (["sword", "shield"], ["maul", *FOUR[:3]], False),
        (["sword"], ["maul", *FOUR[:3]], True),
        (["greatsword"], ["maul", *FOUR[:3]], True),
        (["sword", "shield"], ["dagger", *FOUR[:3]], True),
    ],
)
def test_what_is_sheathed_in_exchange_must_fit(scene, hands, carried, legal):
    s = readying(scene, hands, carried)
    assert s.legal("ready", "draw_0") is legal


@clause("C452")
@pytest.mark.parametrize("carried", [[], ["dagger"], ["dagger", "axe"]])
def test_only_carried_items_can_be_drawn(scene, carried):
    s = readying(scene, ["sword"], carried)
    rows = [s.legal("ready", f"draw_{i}") for i in range(4)]
    assert rows == [i < len(carried) for i in range(4)]


# --- sheathe


@clause("C452")
@pytest.mark.parametrize(
    ("hands", "hand", "after"),
    [
        (["sword", "shield"], "main", (None, "shield", ["sword"])),
        (["sword", "shield"], "off", ("sword", None, ["shield"])),
        (["greatsword"], "main", (None, None, ["greatsword"])),
    ],
)
def test_one_held_item_is_sheathed(scene, hands, hand, after):
    s = readying(scene, hands)
    s.act("ready", f"sheathe_{hand}", dice=[])
    assert (gear(s), s.floor()) == (after, [])


@clause("C452")
@pytest.mark.parametrize(("held", "hand"), [(["sword"], "off"), ([None, "shield"], "main")])
def test_an_empty_hand_has_nothing_to_sheathe(scene, held, hand):
    readying(scene, held).refused("ready", f"sheathe_{hand}")


@clause("C452")
@pytest.mark.parametrize("n", [3, 4])
def test_at_most_four_items_are_carried(scene, n):
    s = readying(scene, ["sword", "shield"], FOUR[:n])
    for hand in ("main", "off"):
        assert s.legal("ready", f"sheathe_{hand}") is (n < 4)


@clause("C452")
def test_a_natural_weapon_cannot_be_sheathed(scene):
    s = readying(scene, ["tusks"], ["dagger"])
    s.refused("ready", "sheathe_main")
    assert s.legal("ready", "draw_0")


# --- load


@clause("C452", "C337")
def test_a_held_reload_weapon_is_loaded(scene):
    s = readying(scene, [UNLOADED], plans=["ready", "shoot"])
    assert not s.unit("A").loaded
    s.act("ready", "load", dice=[])
    assert s.unit("A").loaded
    assert s.legal("shoot", "B")
    s = readying(scene, [UNLOADED], plans=["ready", "shoot"])
    s.act("ready", "sheathe_main", dice=[])
    assert asked(s) == AFTER


@clause("C452")
@pytest.mark.parametrize(
    ("hands", "carried"),
    [
        (["crossbow"], []),  # loaded
        (["bow"], []),
        (["sword"], []),
        (["sword"], [UNLOADED]),
        ([], [UNLOADED]),
    ],
)
def test_nothing_else_is_loaded(scene, hands, carried):
    readying(scene, hands, carried).refused("ready", "load")


@clause("C452")
def test_a_crossbow_stays_unloaded_in_the_sheath(scene):
    s = readying(scene, [], [UNLOADED])
    s.act("ready", "draw_0", dice=[])
    assert (s.unit("A").main, bool(s.unit("A").loaded)) == ("crossbow", False)


# --- who may


@clause("C452")
@pytest.mark.parametrize(
    ("hands", "carried", "announced"),
    [
        ([], [], False),
        (["tusks"], [], False),
        (["sword"], [], True),
        ([None, "shield"], [], True),
        ([], ["dagger"], True),
    ],
)
def test_it_is_announced_with_gear_only(scene, hands, carried, announced):
    s = scene(A={"hands": hands, "carried": carried})
    assert s.legal("announce", "ready") is announced
    scene(A={"hands": hands, "carried": carried, "sapient": False}).refused("announce", "ready")


@clause("C452")
@pytest.mark.parametrize(
    ("A", "B"),
    [({}, {}), ({"prone": True}, {}), ({"restrained": 5}, {}), ({}, {"grappling": {"A"}})],
)
def test_no_state_forbids_it(scene, A, B):  # noqa: N803
    s = readying(scene, ["sword"], ["dagger"], A=A, B=B)
    assert s.legal("ready", "draw_0")


@clause("C452")
def test_it_is_an_interaction_action_done_once(scene):
    s = readying(scene, [], ["dagger", "axe"])
    assert asked(s) == ("interaction", "A")
    s.act("ready", "draw_0", dice=[])
    assert asked(s) == AFTER
    assert (s.unit("A").moved, s.unit("A").fought, s.unit("A").n) == (False, False, 1)


@clause("C452", "option:gear.ready")
@pytest.mark.parametrize("options", [{}, {"gear.ready": "interaction"}])
def test_by_default_it_must_be_announced_and_pending(scene, options):
    s = scene(A={"carried": ["dagger"]}, options=options)
    s.refused("ready")
    assert s.legal("announce", "ready")
    s.announce(A=["strike"], W=["brawl"])
    assert asked(s) == ("combat", "A")
    s.refused("ready")


@clause("C452", "option:gear.ready")
def test_it_may_be_free_once_a_round(scene):
    s = scene(A={"hands": [], "carried": ["dagger", "axe"]}, options=FREE)
    assert asked(s) == ("announce", "A")
    s.act("ready", "draw_0", dice=[])
    assert gear(s) == ("dagger", None, ["axe"])
    assert (asked(s), s.unit("A").n) == (("announce", "A"), 0)
    s.refused("ready")
    s.announce(A=["strike"], W=["brawl"])
    assert asked(s) == ("combat", "A")
    s.refused("ready")  # once a round, whenever
    s.act("forgo", dice=[])
    s.finish_round()
    while s.decider != "A":
        s.declare("done")
    assert s.legal("ready", "draw_0")


@clause("C452", "C068", "option:gear.ready")
@pytest.mark.parametrize(
    ("plan", "phase"), [("fortify", "influence"), ("dance", "movement"), ("strike", "combat")]
)
def test_it_is_free_at_the_choice_of_an_action_and_uses_no_turn(scene, plan, phase):
    s = scene(A={"carried": ["dagger", "axe"]}, options=FREE, announce={"A": [plan]})
    assert asked(s) == (phase, "A")
    s.act("ready", "draw_0", dice=[])
    assert (asked(s), s.unit("A").off, s.unit("A").n) == ((phase, "A"), "dagger", 1)
    s.refused("ready")


@clause("C452", "option:gear.ready")
def test_free_readying_takes_every_form(scene):
    s = scene(A={"hands": [UNLOADED]}, options=FREE, announce={"A": ["shoot", "fortify"]})
    assert s.legal("ready", "sheathe_main")
    s.act("ready", "load", dice=[])
    s.act("fortify", dice=[])
    assert s.legal("shoot", "B")


@clause("C452", "C068", "option:gear.ready")
def test_it_is_not_free_in_a_reaction(scene):
    s = scene(B={"carried": ["dagger"]}, options=FREE, announce={"A": ["strike"]})
    s.declare("strike", "B", "clash", dice=[5, 4])
    assert asked(s) == ("defend", "B")
    s.refused("ready")


@clause("C068", "option:gear.ready")
def test_free_readying_alone_is_no_decision(scene):
    s = scene(A={"carried": ["dagger"]}, options=FREE, announce={})
    assert asked(s) == AFTER


# --- letting go


@clause("C454")
@pytest.mark.parametrize(
    ("hands", "hand", "left"),
    [
        (["sword", "shield"], "main", (None, "shield")),
        (["sword", "shield"], "off", ("sword", None)),
        ([None, "dagger"], "off", (None, None)),
        (["greatsword"], "main", (None, None)),
    ],
)
def test_a_held_item_is_let_go_and_falls_in_the_zone(scene, hands, hand, left):
    s = scene(A={"hands": hands, "zone": "Z1"})
    s.act("let_go", hand, dice=[])
    assert (s.unit("A").main, s.unit("A").off) == left
    item = hands[0 if hand == "main" else 1]
    assert [(i.item, i.zone) for i in s.floor()] == [(item, "Z1")]
    assert (asked(s), s.unit("A").n) == (("announce", "A"), 0)
    s.refused("let_go", hand)


@clause("C454", "C068")
@pytest.mark.parametrize(
    ("plan", "phase"), [("fortify", "influence"), ("dance", "movement"), ("strike", "combat")]
)
def test_it_is_free_at_the_choice_of_an_action(scene, plan, phase):
    s = scene(A={"hands": ["sword", "shield"]}, announce={"A": [plan]})
    s.act("let_go", "off", dice=[])
    assert (asked(s), s.unit("A").n) == ((phase, "A"), 1)
    assert plan not in s.unit("A").performed
    s.act("let_go", "main", dice=[])
    assert s.unit("A").main is None


@clause("C454")
def test_an_empty_hand_and_a_natural_weapon_let_nothing_go(scene):
    scene(A={"hands": []}).refused("let_go")
    s = scene(A={"hands": ["tusks", "dagger"]})
    s.refused("let_go", "main")
    assert s.legal("let_go", "off")
    scene(A={"hands": [], "carried": ["dagger"]}).refused("let_go")


@clause("C454", "C068")
def test_nothing_is_let_go_in_a_reaction(scene):
    s = scene(announce={"A": ["strike"]})
    s.declare("strike", "B", "clash", dice=[5, 4])
    assert asked(s) == ("defend", "B")
    s.refused("let_go")


@clause("C454")
def test_what_was_let_go_is_no_weapon_any_more(scene):
    s = scene(announce={"A": ["strike", "brawl"]})
    s.declare("let_go", "main")
    s.refused("strike")
    assert s.legal("jab", "B")


# --- hands


@clause("C497")
@pytest.mark.parametrize("item", ["greatsword", "maul", "spear", "glaive", "bow", "crossbow"])
def test_a_two_handed_item_fills_both_hands(scene, item):
    s = scene(A={"hands": [item]})
    assert (s.unit("A").main, s.unit("A").off) == (item, item)


@clause("C497")
@pytest.mark.parametrize(
    "hands", [["greatsword", "dagger"], ["dagger", "greatsword"], ["greatsword", "maul"]]
)
def test_nothing_is_held_beside_a_two_handed_item(scene, hands):
    with pytest.raises(EncounterError):
        scene(A={"hands": hands})


@clause("C497")
@pytest.mark.parametrize("hands", [["sword", "sword"], ["dagger", "shield"], [None, "sword"], []])
def test_each_hand_holds_one_item(scene, hands):
    s = scene(A={"hands": hands})
    main, off = [*hands, None, None][:2]
    assert (s.unit("A").main, s.unit("A").off) == (main, off)
