"""Rare cases of Ready and Pick Up Object (C290 to C301, C452)."""

import pytest

from fracas.envs.core.testing import clause

AFTER = ("combat", "W")  # nobody else is asked any more
CLAW = {"claw": {"class": "melee", "hands": 0, "damage": 1, "natural": True}}
PISTOL = {"pistol": {"class": "ranged", "skill": "accuracy", "range": "near", "reload": True}}
UNLOADED = {"item": "pistol", "loaded": False}


def asked(s):
    return s.phase, s.decider


# --- Ready


@clause("C452")
@pytest.mark.parametrize(
    ("hands", "carried"),
    [
        (["tusks", "sword"], "dagger"),  # it would take the place of what is in the main hand
        (["tusks"], "maul"),
        (["sword", "claw"], "maul"),
    ],
)
def test_nothing_is_drawn_that_a_natural_weapon_would_have_to_make_room_for(scene, hands, carried):
    a = {"hands": hands, "carried": [carried]}
    s = scene(A=a, items=CLAW, announce={"A": ["ready"]})
    s.refused("ready", "draw_0")
    assert s.legal("ready", "sheathe_main") is (hands[0] == "sword")


@clause("C452", "C337")
def test_a_free_main_hand_does_not_matter_for_loading_what_the_off_hand_holds(scene):
    ground = [{"item": "dagger", "zone": "Z3"}] * 17 + [{**UNLOADED, "zone": "Z3"}]
    a = {"hands": [None, UNLOADED]}
    s = scene(A=a, ground=ground, items=PISTOL, witness=False, announce={"A": ["ready"]})
    assert s.side["n_items"] == 20  # all that there may be
    s.act("ready", "load", dice=[])
    assert s.unit("A").loaded


# --- Pick Up Object


@clause("C290", "C301")
def test_what_sticks_in_another_is_not_within_reach(scene):
    s = scene(A={"hands": ["javelin"]}, B={"hands": []}, apart=True, announce={"A": ["throw"]},
              ground=[{"item": "dagger", "zone": "Z0"}])  # fmt: skip
    s.declare("throw", "B", "main", dice=[7, 1])
    s.declare("decline", by="B")
    s.act("embed", dice=[], by="B")
    s.finish_round()
    s.announce(A=["pick_up"], W=["brawl"])
    assert s.legal("pick_up", "dagger", "roll")
    assert len(s.rows("pick_up")) == 1


@clause("C295")
@pytest.mark.parametrize(("reserve", "taken"), [(True, True), (False, False)])
def test_a_unit_that_has_yet_to_arrive_crowds_nobody(scene, reserve, taken):
    events = [{"round": 9, "kind": "reinforcement", "zone": "Z0", "unit": "A2"}]
    s = scene(A2={"reserve": reserve}, B={"zone": "Z3"}, events=events if reserve else (),
              ground=[{"item": "dagger", "zone": "Z0"}], announce={"A": ["pick_up"]})  # fmt: skip
    s.act("pick_up", "dagger", "roll", dice=[1, 1])
    assert s.unit("A").off == ("dagger" if taken else None)


@clause("C295", "C127")
def test_a_unit_that_was_taken_out_crowds_nobody(scene):
    s = scene(A2={"wellness": 1, "owes_dance": True, "hands": []}, B={"zone": "Z3"},
              options={"stress.track": "wellness"},
              ground=[{"item": "dagger", "zone": "Z0"}])  # fmt: skip
    s.announce(W=["brawl"])
    s.finish_round()
    assert s.unit("A2").out
    s.announce(A=["pick_up"], W=["brawl"])
    s.act("pick_up", "dagger", "roll", dice=[1, 1])
    assert s.unit("A").off == "dagger"


@clause("C045")
def test_whatever_lies_there_may_be_worth_letting_go_for(scene):
    s = scene(A={"hands": ["sword"]}, A2={"hands": ["sword", "shield"]}, apart=True)
    s.act("let_go", "main")  # the first of all items
    s.announce(A2=["pick_up"], W=["brawl"])
    assert asked(s) == ("interaction", "A2")
    s.refused("pick_up")
    s.act("let_go", "off")
    assert s.legal("pick_up", "sword", "roll")


@clause("C045", "C291")
@pytest.mark.parametrize(
    ("hands", "asked_too"), [(["tusks"], False), (["sword"], True), ([None, "shield"], True)]
)
def test_who_has_nothing_to_let_go_is_not_asked_to_make_room(scene, hands, asked_too):
    ground = [{"item": "maul", "zone": "Z0"}]
    plans = {"A": ["pick_up"], "A2": ["ready"]}
    s = scene(A={"hands": hands}, A2={}, ground=ground, apart=True, announce=plans)
    assert asked(s) == (("next", "A") if asked_too else ("interaction", "A2"))


# --- Wrestle


@clause("C372", "C368")
@pytest.mark.parametrize(
    ("hands", "falls"), [([None, "dagger"], True), (["dagger"], True), ([None, "claw"], False)]
)
def test_either_hand_may_be_all_that_a_wrestle_can_still_change(scene, hands, falls):
    s = scene(A={"grappling": {"B"}}, B={"hands": hands, "prone": True}, items=CLAW,
              zones={"Z0": {"props": True}}, announce={"A": ["brawl"]})  # fmt: skip
    s.declare("wrestle", "B", "finesse", dice=[5, 4])
    s.act("decline", dice=[], by="B")
    assert asked(s) == AFTER
    assert [item.item for item in s.floor()] == (["dagger"] if falls else [])
