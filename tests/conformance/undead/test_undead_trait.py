"""Section 3.7: the undead trait (U643, U644)."""

import pytest

from fracas.envs.core.testing import clause

# A wall between x = 5 and x = 7 on the middle row only.
CORNER = "...........\n......#....\n..........."
SMG_FULL = {"item": "smg", "mode": "full"}


@clause("U643")
def test_the_undead_are_immune_to_stress_horror_bleeding_stun_and_concussion(scene):
    s = scene(A={"undead": True})
    s.act("push", "B", dice=[4])
    assert s.unit("A").stress == 0
    s = scene(B={"undead": True})
    s.act("intimidate", "B", dice=[18, 8])  # legal, without effect
    assert (s.unit("B").stress, s.unit("B").horrified, s.unit("A").ap) == (0, False, 3)
    s = scene(A={"hands": ["knife"]}, B={"undead": True})
    s.act("melee", "B", "torso", dice=[16, 4])  # 1 + 1; no Bleeding
    assert (s.unit("B").hp, s.unit("B").bleed) == (4, 0)
    s = scene(A={"hands": ["bat"]}, B={"undead": True})
    s.act("melee", "B", "head", dice=[20, 4])
    assert (s.unit("B").stunned_t, "concussion" in s.unit("B").injuries) == (0, False)


@clause("U643")
@pytest.mark.parametrize(
    ("weapon", "area", "dice", "hp", "found"),  # a Head hit deals 1 more (U644)
    [
        ("knife", "head", [20, 9], 4, set()),  # no Stress, no Bleeding
        ("knife", "head", [20, 4], 4, set()),
        ("knife", "torso", [16, 9], 4, set()),
        ("knife", "arms", [18, 9], 5, {"weakened_t"}),
        ("knife", "arms", [18, 4], 5, {"weakened_t", "broken_arm"}),
        ("knife", "legs", [18, 9], 5, {"slowed_t"}),
        ("knife", "legs", [18, 4], 5, {"slowed_t", "broken_leg"}),
        ("bat", "head", [20, 9], 4, set()),  # no Stun
        ("bat", "torso", [16, 4], 3, {"broken_ribs"}),
        ("bat", "legs", [18, 9], 5, {"prone"}),
        ("pistol", "head", [20, 4], 2, set()),  # no Concussion
        ("pistol", "torso", [16, 4], 4, set()),
        ("pistol", "legs", [18, 4], 5, {"slowed_t"}),
    ],
)
def test_the_tables_do_to_the_undead_all_but_what_they_are_immune_to(
    scene, weapon, area, dice, hp, found
):
    s = scene(A={"hands": [weapon]}, B={"undead": True})
    s.act("shot_semi" if weapon == "pistol" else "melee", "B", area, dice=dice)
    b = s.unit("B")
    fields = "stress prone slowed_t weakened_t stunned_t horrified_t bleed".split()
    marks = {field for field in fields if getattr(b, field)}
    assert (b.hp, marks | set(b.injuries) - {"deep_wound"}) == (hp, found)
    s.end_turn()
    assert (s.decider, s.unit("B").hp, s.unit("B").ap) == ("B", hp, 4)


@clause("U643")
def test_a_flashbang_neither_stresses_nor_stuns_the_undead(scene):
    for undead, stress, stunned in ((False, 1, 1), (True, 0, 0)):
        s = scene(A={"inventory": ["flashbang"]}, B={"undead": undead, "hidden": True})
        done = s.act("throw_object", "slot_0", 8, 7, dice=[20])
        b = s.unit("B")
        assert (b.stress, b.stunned_t, b.hidden) == (stress, stunned, False)
        gained = [e.what for e in done if e.kind == "gained" and e.target == "B"]
        assert gained == ["Stunned"] * stunned  # nor is it told so


@clause("U643")
@pytest.mark.parametrize(
    ("call", "hp"), [(("unarmed", "B", "torso"), 5), (("push", "B"), 6), (("grapple", "B"), 6)]
)
def test_strong_failures_give_the_undead_no_stress(scene, call, hp):
    for undead, stress in ((False, 1), (True, 0)):
        s = scene(A={"undead": undead})
        s.act(*call, dice=[4])
        assert (s.unit("A").stress, s.unit("A").hp) == (stress, hp)


@clause("U643")
@pytest.mark.parametrize(
    ("call", "unit"),
    [
        (("equip", "slot_0"), {"inventory": ["knife"]}),
        (("equip_floor", "here"), {}),
        (("throw_object", "slot_0"), {"inventory": ["stone"]}),
        (("throw_object", "main"), {"hands": ["stone"]}),
        (("pressure", "B"), {"inventory": ["bandage"]}),
        (("pressure", "B"), {"hands": ["bandage"]}),
        (("melee", "B", "torso"), {"hands": ["knife"]}),
        (("throw_weapon", "B", "torso"), {"hands": ["throwing_knife"]}),
        (("shot_single", "B", "torso"), {"hands": ["revolver"]}),
        (("shot_semi", "B", "torso"), {"hands": ["pistol"]}),
        (("spray", "B", "torso"), {"hands": [SMG_FULL]}),
        (("unjam",), {"hands": [{"item": "smg", "jam": True}]}),
        (("switch_mode",), {"hands": ["smg"]}),
        (("reload", "slot_0"), {"hands": ["pistol"], "inventory": ["mag12"]}),
        (("unequip", "main"), {"hands": ["knife"]}),
        (("place", "slot_0"), {"inventory": ["knife"]}),
        (("place", "main"), {"hands": ["knife"]}),
        (("drop_item", "main"), {"hands": ["knife"]}),
        (("ready", "enemy_moves"), {}),
        (("intimidate", "B"), {}),
        (("sense",), {}),
    ],
)
def test_the_undead_use_no_items_and_neither_ready_intimidate_nor_sense(scene, call, unit):
    for undead in (False, True):
        s = scene(A={**unit, "undead": undead}, B={"bleed": 2}, floor=[("stone", 7, 7)])
        assert s.legal(*call) is not undead


@clause("U643")
def test_the_undead_cannot_hide_but_fight_and_walk(scene):
    for undead in (False, True):
        s = scene(
            map=CORNER.replace("......#", ".h....#"),
            A={"at": (2, 1), "undead": undead},
            B={"at": (7, 1)},
        )
        assert s.legal("hide") is not undead
    s = scene(A={"undead": True, "mv": 3})
    for call in (
        ("unarmed", "B", "torso"),
        ("push", "B"),
        ("grapple", "B"),
        ("step", "N"),
        ("move",),
        ("disengage", "N"),
        ("drop_prone",),
        ("inspect",),
        ("end_turn",),
    ):
        assert s.legal(*call), call
    assert scene(A={"undead": True, "prone": True}).legal("stand_up")
    assert scene(A={"undead": True, "grappling": "B"}).legal("release")
    assert scene(A={"undead": True, "hidden": True}).legal("sneak")
    s = scene(A={"undead": True}, B={"grappling": "A"})
    assert s.legal("escape_reflex")
    assert s.legal("escape_melee")


@clause("U643")
def test_the_unarmed_table_of_the_undead_is_slashing(scene):
    s = scene(A={"undead": True})
    s.act("unarmed", "B", "torso", dice=[16])
    assert (s.phase, s.decider) == ("strong_choice", "A")
    s.act("table", dice=[9])
    assert (s.unit("B").hp, s.unit("B").bleed) == (4, 1)  # Blunt: Health 3, no Bleeding


@clause("U643")
@pytest.mark.parametrize(
    ("area", "dice", "after"),  # stress, weakened, slowed, bleed, injuries
    [
        ("head", [20, 9], (1, 0, 0, 1, set())),
        ("arms", [18, 9], (0, 1, 0, 1, set())),
        ("arms", [18, 4], (0, 1, 0, 1, {"broken_arm"})),
        ("legs", [18, 9], (0, 0, 1, 1, set())),
        ("torso", [16, 4], (0, 0, 0, 3, {"deep_wound"})),
    ],
)
def test_the_undead_use_the_slashing_table_on_every_area(scene, area, dice, after):
    s = scene(A={"undead": True})
    s.act("unarmed", "B", area, dice=dice[:1])
    s.act("table", dice=dice[1:])
    b = s.unit("B")
    assert (b.stress, b.weakened_t, b.slowed_t, b.bleed, b.injuries) == after
    assert (b.stunned_t, b.prone) == (0, False)


@clause("U643")
def test_the_undead_make_opportunity_attacks_by_unarmed_and_slashing_only(scene):
    s = scene(B={"undead": True})
    s.declare("step", "W")
    s.declare("opp_unarmed", "torso", dice=[16, 9], by="B")
    s.act("table", by="B")
    assert (s.unit("A").hp, s.unit("A").bleed) == (4, 1)
    for undead in (False, True):
        s = scene(B={"undead": undead, "hands": ["knife"]})
        s.declare("step", "W")
        assert (s.phase, s.decider) == (("main", "A") if undead else ("opportunity", "B"))


@clause("U643")
def test_the_undead_neither_dodge_nor_parry(scene):
    for undead in (False, True):
        s = scene(B={"agility": 1, "physique": 1, "undead": undead})
        s.declare("unarmed", "B", "torso", dice=[9])
        assert s.phase == ("main" if undead else "defend")


@clause("U643")
@pytest.mark.parametrize(
    ("able", "verb"),
    [({"agility": 2, "reflex": 1}, "dodge"), ({"physique": 2, "melee": 1}, "parry")],
)
@pytest.mark.parametrize(
    ("hands", "call", "melee"),
    [
        ([], ("unarmed", "B", "torso"), True),
        (["knife"], ("melee", "B", "torso"), True),
        ([], ("grapple", "B"), True),
        (["throwing_knife"], ("throw_weapon", "B", "torso"), False),
        (["revolver"], ("shot_single", "B", "torso"), False),
        (["pistol"], ("shot_semi", "B", "torso"), False),
        ([SMG_FULL], ("spray", "B", "torso"), False),
    ],
)
def test_against_no_attack_do_the_undead_have_a_reaction(scene, able, verb, hands, call, melee):
    for undead in (False, True):
        s = scene(A={"hands": hands}, B={**able, "undead": undead})
        s.declare(*call, dice=[9])
        asked = not undead and (melee or verb == "dodge")
        assert (s.phase, s.legal(verb)) == (("defend", True) if asked else ("main", False))


@clause("U644")
def test_a_head_hit_deals_one_extra_damage_to_the_undead(scene):
    for undead, area, dice, hp in (
        (True, "head", [14], 4),
        (True, "head", [13], 6),
        (True, "torso", [10], 5),
        (True, "arms", [12], 5),
        (False, "head", [14], 5),
        (True, "head", [20, 10], 4),  # SS, save S: only the ordinary damage
    ):
        s = scene(A={"hands": ["knife"]}, B={"undead": undead})
        s.act("melee", "B", area, dice=dice)
        assert s.unit("B").hp == hp


@clause("U644")
@pytest.mark.parametrize(
    ("verb", "hands", "dice", "damage"),
    [
        ("unarmed", [], [14], 1),
        ("throw_weapon", ["throwing_knife"], [14], 1),
        ("shot_single", ["revolver"], [14], 1),
        ("shot_semi", ["pistol"], [14], 1),
        ("spray", [SMG_FULL], [16], 2),
        ("shot_semi", ["pistol"], [20, 9], 3),  # the table's 2 are not doubled
    ],
)
def test_a_head_hit_of_every_attack_deals_one_extra_damage(scene, verb, hands, dice, damage):
    for undead in (False, True):
        s = scene(A={"hands": hands}, B={"undead": undead})
        s.act(verb, "B", "head", dice=dice)
        assert s.unit("B").hp == 6 - damage - undead


@clause("U644")
@pytest.mark.parametrize(("undead", "hp"), [(False, 5), (True, 4)])
def test_a_head_hit_of_an_opportunity_attack_deals_one_extra_damage(scene, undead, hp):
    s = scene(A={"undead": undead}, B={"hands": ["knife"]})
    s.declare("step", "W")
    s.act("opp_melee", "head", dice=[14], by="B")
    assert s.unit("A").hp == hp


@clause("U644")
@pytest.mark.parametrize(("hp", "down"), [(2, True), (3, False)])
def test_the_extra_damage_can_bring_the_undead_down(scene, hp, down):
    s = scene(A={"hands": ["bat"]}, B={"hp": hp, "undead": True})
    s.act("melee", "B", "head", dice=[14])
    assert (s.unit("B").down, s.winner) == ((True, "one") if down else (False, None))


@clause("U644")
def test_a_head_hit_by_the_undead_deals_no_extra_damage(scene):
    s = scene(A={"undead": True})
    s.act("unarmed", "B", "head", dice=[14])
    assert s.unit("B").hp == 5


@clause("U643")
def test_a_deep_wound_never_bleeds_the_undead(scene):
    s = scene(A={"hands": ["pistol"]}, B={"undead": True})
    s.act("shot_semi", "B", "torso", dice=[16, 4])
    for _ in range(4):
        s.end_turn()
    assert (s.unit("B").hp, s.unit("B").bleed) == (4, 0)


@clause("U643")
@pytest.mark.parametrize(("dice", "stress"), [([18, 8], 0), ([12, 8], 0), ([4, 12], 1)])
def test_the_undead_may_be_intimidated_at_the_intimidators_risk_only(scene, dice, stress):
    s = scene(B={"undead": True})
    s.act("intimidate", "B", dice=dice)
    b = s.unit("B")
    assert (s.unit("A").stress, b.stress, b.horrified) == (stress, 0, False)
