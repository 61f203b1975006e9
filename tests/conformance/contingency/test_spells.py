"""Section 1.6, the four spells (C467, C468): whom they reach, who opposes them, what they do."""

import pytest

from fracas.envs.core.testing import clause

AFTER = ("combat", "W")  # neither A nor B is asked any more
ALL = ["bolt", "ward", "mire", "dread"]
CASTER = {"hands": [], "spells": ALL}


def asked(s):
    return s.phase, s.decider


def casting(scene, A=None, plans=("cast",), others=None, **more):  # noqa: N803
    announce = {"A": list(plans), **(others or {})}
    return scene(A=CASTER | (A or {}), announce=announce, **more)


def kept(s, unit="A"):
    return [(effect["spell"], effect["target"]) for effect in s.unit(unit).kept]


def keeping(spell, target):
    return CASTER | {"kept": [{"spell": spell, "target": target, "tokens": 0}]}


# --- targets


@clause("C467", "C468", "C081")
@pytest.mark.parametrize("spell", ["bolt", "dread"])
@pytest.mark.parametrize(
    ("B", "more", "legal"),
    [
        ({}, {}, True),
        ({}, {"apart": True}, True),
        ({"zone": "Z1"}, {}, True),
        ({"zone": "Z2"}, {}, False),
        ({"zone": "Z1"}, {"no_sight": [["Z0", "Z1"]]}, False),
        ({"hidden_from": {"A"}}, {"apart": True, "zones": {"Z0": {"conceal": True}}}, False),
    ],
)
def test_bolt_and_dread_aim_at_an_enemy_up_to_near_in_sight(scene, spell, B, more, legal):  # noqa: N803
    s = casting(scene, A2={}, B=B, **more)
    assert s.legal("cast", spell, "B") is legal
    assert not any(s.legal("cast", spell, x) for x in ("A", "A2", "V", "W", "Z0", "Z1"))


@clause("C467")
@pytest.mark.parametrize(("zone", "legal"), [("Z0", True), ("Z1", True), ("Z2", False)])
def test_ward_aims_at_oneself_or_an_ally_up_to_near(scene, zone, legal):
    s = casting(scene, A2={"zone": zone})
    assert s.legal("cast", "ward", "A")
    assert s.legal("cast", "ward", "A2") is legal
    assert not any(s.legal("cast", "ward", x) for x in ("B", "V", "W", "Z0", "Z1"))


@clause("C467")
@pytest.mark.parametrize(
    ("zone", "near"),
    [("Z0", {"Z0", "Z1"}), ("Z1", {"Z0", "Z1", "Z2"}), ("Z3", {"Z2", "Z3"})],
)
def test_mire_aims_at_a_zone_up_to_near(scene, zone, near):
    s = casting(scene, {"zone": zone})
    legal = {z for z in ("Z0", "Z1", "Z2", "Z3", "aside") if s.legal("cast", "mire", z)}
    assert legal == near
    assert not any(s.legal("cast", "mire", x) for x in ("A", "B"))


@clause("C467")
def test_an_own_unit_in_reserve_is_no_target(scene):
    events = [{"round": 9, "kind": "reinforcement", "zone": "Z0", "unit": "A2"}]
    s = casting(scene, A2={"reserve": True}, events=events)
    assert not s.legal("cast", "ward", "A2")


# --- Bolt


@clause("C467", "C468", "C310")
@pytest.mark.parametrize(
    ("defence", "dice", "hit"),
    [
        ("dodge", [4, 4], True),
        ("dodge", [5, 4], False),  # a tie
        ("guard", [4, 4], True),
        ("guard", [5, 4], False),
        ("decline", [], True),
    ],
)
def test_bolt_is_an_attack_that_the_target_defends_against(scene, defence, dice, hit):
    s = casting(scene)
    s.declare("cast", "bolt", "B", dice=[5, 4])
    assert asked(s) == ("defend", "B")
    s.act(defence, dice=dice, by="B")
    b = s.unit("B")
    assert (b.slots, b.hit) == ((1, 0 if hit else 1, 1, 1, 1), hit)
    assert b.defended == (set() if hit else {"A"})
    assert kept(s) == []


@clause("C468", "C427", "C428")
def test_bolt_is_not_melee(scene):
    s = casting(scene)
    s.declare("cast", "bolt", "B", dice=[5, 4])
    s.act("guard", dice=[5, 4], by="B")
    assert (s.unit("B").marks, s.unit("A").marks) == (1, 0)


@clause("C468", "C313")
@pytest.mark.parametrize("dodge", [[4, 4], [5, 4]])
def test_bolt_counts_as_an_attack_of_the_side(scene, dodge):
    s = casting(scene)
    s.declare("cast", "bolt", "B", dice=[5, 4])
    s.act("dodge", dice=dodge, by="B")
    assert [int(n) for n in s.side["attacked"]] == [1, 0]


@clause("C467", "C128")
@pytest.mark.parametrize(
    ("armour", "slots"), [("none", (1, 0, 1, 1, 1)), ("light", (0, 1, 1, 1, 1))]
)
def test_bolt_is_an_injury_of_severity_two_that_armour_lowers(scene, armour, slots):
    s = casting(scene, B={"armour": armour})
    s.act("cast", "bolt", "B", dice=[5, 4])
    assert (s.unit("B").slots, s.unit("B").boxes) == (slots, 0)


@clause("C468")
@pytest.mark.parametrize("state", [{"prone": True}, {"moved": True}])
def test_bolt_is_no_combat_action_and_nothing_hinders_it_like_one(scene, state):
    s = casting(scene, state, B2=keeping("dread", "A") | {"zone": "Z3"}, engaged=[("A", "B")])
    s.act("cast", "bolt", "B", dice=[5, 4])  # engaged and dreaded, too
    assert not s.unit("A").fought


@clause("C468", "C165", "C190")
@pytest.mark.parametrize(
    ("grant", "dice", "left"), [("grant_combat", [5, 4], True), ("grant_any", [2, 5, 4], False)]
)
def test_bolt_uses_grants_to_any_action_only(scene, grant, dice, left):
    s = casting(scene, B={grant: True})
    s.act("cast", "bolt", "B", dice=dice)
    assert bool(getattr(s.unit("B"), grant)) is left


@clause("C468", "C175")
def test_a_unit_barred_from_combat_actions_on_an_enemy_may_cast_at_it(scene):
    s = casting(scene, {"barred": {"B"}}, plans=["cast", "brawl"])
    s.act("cast", "bolt", "B", dice=[5, 4])
    assert asked(s) == AFTER  # but not brawl with it


@clause("C468", "C088", "C314")
@pytest.mark.parametrize("unaware", [False, True])
def test_bolt_out_of_hiding(scene, unaware):
    a = {"hidden_from": {"B"}, "hide_result": 9}
    b = {"aware_of": {"V"}} if unaware else {}
    s = casting(scene, a, B=b, apart=True, zones={"Z0": {"conceal": True}})
    s.declare("cast", "bolt", "B", dice=[5, 4])
    if not unaware:
        s.act("dodge", dice=[4, 4, 7], by="B")  # disadvantage
    assert (asked(s), s.unit("B").slots) == (AFTER, (1, 0, 1, 1, 1))
    assert "B" not in s.unit("A").hidden_from
    assert "A" in s.unit("B").aware_of


@clause("C468")
def test_bolt_does_not_step_in(scene):
    s = casting(scene, apart=True)
    s.act("cast", "bolt", "B", dice=[5, 4])
    assert s.unit("A").engaged == set()


# --- Ward and Mire


@clause("C467")
@pytest.mark.parametrize(("spell", "target"), [("ward", "A"), ("ward", "A2"), ("mire", "Z1")])
@pytest.mark.parametrize(("dice", "success"), [([3, 2], True), ([2, 1], False), ([3, 1], False)])
def test_ward_and_mire_have_difficulty_five(scene, spell, target, dice, success):
    s = casting(scene, A2={"zone": "Z1"})
    s.declare("cast", spell, target, dice=dice)
    assert asked(s) == AFTER  # nobody opposes them
    assert kept(s) == ([(spell, target)] if success else [])


@clause("C467", "C060")
def test_a_bolt_is_not_kept_the_others_are(scene):
    for spell, target, dice in [
        ("bolt", "B", [5, 4]),
        ("ward", "A", [5, 4]),
        ("mire", "Z0", [5, 4]),
        ("dread", "B", [5, 4, 1, 2]),
    ]:
        s = casting(scene)
        s.act("cast", spell, target, dice=dice)
        assert kept(s) == ([] if spell == "bolt" else [(spell, target)])


@clause("C467", "C065", "C045")
def test_a_spell_that_is_kept_cannot_be_cast_again(scene):
    s = casting(scene, {"kept": [{"spell": "ward", "target": "A", "tokens": 0}]}, A2={})
    s.refused("cast", "ward")
    assert s.legal("cast", "mire", "Z0")
    s.declare("end_concentration", "ward")
    assert s.legal("cast", "ward", "A2")


@clause("C467")
@pytest.mark.parametrize(("defence", "dice"), [("dodge", [1, 2, 4]), ("guard", [1, 2, 4])])
@pytest.mark.parametrize("keeper", ["A", "A2"])
def test_a_warded_unit_defends_with_advantage(scene, defence, dice, keeper):
    units = {"A": {}, "A2": {"zone": "Z1"}}
    units[keeper] = units[keeper] | keeping("ward", "A")
    s = scene(**units, initiative="two", announce={"B": ["strike"]})
    s.declare("next", "B")
    s.declare("strike", "A", "clash", dice=[3, 2])
    s.act(defence, dice=dice, by="A")
    assert not s.unit("A").hit


@clause("C467")
def test_a_ward_that_was_just_cast_helps_in_this_round(scene):
    s = casting(scene, others={"B": ["strike"]})
    s.act("cast", "ward", "A", dice=[5, 4])
    s.declare("next", "B")
    s.declare("strike", "A", "clash", dice=[3, 2])
    s.act("dodge", dice=[1, 2, 4], by="A")
    assert not s.unit("A").hit


@clause("C467")
def test_a_ward_on_an_ally_does_not_help_its_keeper(scene):
    s = scene(A=keeping("ward", "A2"), A2={}, initiative="two", announce={"B": ["strike"]})
    s.declare("next", "B")
    s.declare("strike", "A", "clash", dice=[3, 2])
    s.act("dodge", dice=[1, 2], by="A")
    assert s.unit("A").hit


@clause("C467", "C222")
def test_leaving_a_mired_zone_costs_one_more_while_it_is_kept(scene):
    s = casting(scene, B={"zone": "Z1"})
    s.act("cast", "mire", "Z1", dice=[5, 4])
    assert s.zone("Z1")["mired"]
    assert not s.zone("Z0")["mired"]
    s.finish_round([5, 4])  # concentration holds
    s.announce(B=["reposition"], W=["brawl"])
    s.declare("reposition", dice=[1, 1], by="B")
    assert (asked(s), s.unit("B").zone) == (AFTER, "Z1")  # 1 is not enough


@clause("C467", "C066")
def test_a_mire_ends_with_its_concentration(scene):
    s = scene(A=keeping("mire", "Z0"), apart=True, announce={"A": ["reposition"]})
    assert s.zone("Z0")["mired"]
    s.declare("end_concentration", "mire")
    assert not s.zone("Z0")["mired"]
    s.declare("reposition", dice=[1, 1])
    assert s.legal("step", "Z1")


# --- Dread


@clause("C467", "C468", "C385", "C386")
@pytest.mark.parametrize(("focus", "success"), [([4, 4], True), ([5, 4], False), ([6, 4], False)])
def test_dread_is_opposed_by_focus(scene, focus, success):
    s = casting(scene, B={"willpower": 10, "discipline": 12})
    s.declare("cast", "dread", "B", dice=[5, 4, *focus])
    assert asked(s) == AFTER  # B is not asked
    assert [int(n) for n in s.side["dice"]["sides"][:4]] == [8, 6, 10, 12]
    assert kept(s) == ([("dread", "B")] if success else [])
    assert (s.unit("B").marks, s.unit("B").hit) == (0, False)


@clause("C468", "C313")
def test_dread_is_no_attack(scene):
    s = casting(scene)
    s.act("cast", "dread", "B", dice=[5, 4, 1, 2])
    assert [int(n) for n in s.side["attacked"]] == [0, 0]


@clause("C468", "C141", "C158")
@pytest.mark.parametrize(
    ("B", "dice"),
    [
        ({"aware_of": {"V"}}, [1, 2]),  # it cannot focus
        ({"weaknesses": ["focus"], "revealed": ["focus"], "unspent": ["focus"]}, [5, 4, 4, 4, 7]),
        ({"fortified": True}, [5, 4, 4, 4]),
        ({"grant_any": True}, [1, 5, 4, 4, 4]),
        ({"sapient": False}, [5, 4, 4, 4]),
    ],
)
def test_what_changes_an_influence_roll_changes_this_one(scene, B, dice):  # noqa: N803
    a = {"hidden_from": {"B"}, "hide_result": 9} if "aware_of" in B else {}
    s = casting(scene, a, B=B, apart=True, zones={"Z0": {"conceal": True}})
    s.act("cast", "dread", "B", dice=dice)
    assert kept(s) == [("dread", "B")]
    assert "B" not in s.unit("A").hidden_from


@clause("C467")
@pytest.mark.parametrize(
    ("hands", "plan", "row"),
    [
        (["sword"], "strike", ("strike", "A", "clash")),
        (["sword"], "strike", ("strike", "A", "harry")),
        (["sword"], "brawl", ("jab", "A", "strength")),
    ],
)
def test_a_dreaded_units_combat_rolls_have_disadvantage(scene, hands, plan, row):
    s = scene(A=keeping("dread", "B"), B={"hands": hands}, initiative="two", announce={"B": [plan]})
    s.declare("next", "B")
    s.act(*row, dice=[3, 4, 8], by="B")


@clause("C467")
@pytest.mark.parametrize(
    ("hands", "plan", "row"), [(["bow"], "shoot", ("shoot", "A")),
                               (["dagger"], "throw", ("throw", "A", "main"))]
)  # fmt: skip
def test_dread_hinders_shots_and_throws_from_afar_too(scene, hands, plan, row):
    b = {"hands": hands, "zone": "Z1"}
    s = scene(A=keeping("dread", "B"), B=b, initiative="two", announce={"B": [plan]})
    s.declare("next", "B")
    s.act(*row, dice=[3, 4, 8], by="B")


@clause("C467")
def test_dread_hinders_neither_other_rolls_nor_other_units(scene):
    s = scene(
        A=keeping("dread", "B") | {"hands": ["sword"]},
        B2={},
        engaged=[("A", "B"), ("A", "B2")],
        initiative="two",
        announce={"A": ["strike"], "B": ["feint"], "B2": ["strike"]},
    )
    s.act("feint", "A", dice=[1, 2, 4, 4], by="B")
    s.declare("next", "B2")
    s.act("strike", "A", "clash", dice=[3, 4], by="B2")
    s.declare("strike", "B", "clash", dice=[3, 2], by="A")
    s.act("dodge", dice=[5, 4], by="B")


@clause("C467", "C066")
def test_dread_ends_with_its_concentration(scene):
    plans = {"A": ["fortify"], "B": ["strike"]}
    s = scene(A=keeping("dread", "B"), initiative="two", announce=plans)
    s.declare("end_concentration", "dread")
    s.act("fortify", dice=[], by="A")
    s.declare("next", "B")
    s.act("strike", "A", "clash", dice=[3, 4], by="B")
