"""Section 2.5 of the rules: where the actor's roll has advantage or disadvantage."""

import pytest

from fracas.envs.core.testing import clause

PLAIN, ADVANTAGE, DISADVANTAGE = "plain", "advantage", "disadvantage"
NINE = {PLAIN: [5, 4], ADVANTAGE: [2, 4, 5], DISADVANTAGE: [5, 4, 7]}
PROPS = {"Z0": {"props": True}}
DREAD = {"spells": ["dread"], "kept": [{"spell": "dread", "target": "A", "tokens": 0}]}
# Attacks on B that are plain by themselves: what A has, its plan, its row.
ATTACKS = {
    "harry": ({}, "strike", ("strike", "B", "harry")),
    "clash": ({}, "strike", ("strike", "B", "clash")),
    "shoot": ({"hands": ["bow"]}, "shoot", ("shoot", "B")),
    "throw": ({"hands": ["dagger"]}, "throw", ("throw", "B", "main")),
    "jab": ({}, "brawl", ("jab", "B", "strength")),
    "wrestle": ({}, "brawl", ("wrestle", "B", "strength")),
    "bolt": ({"hands": [], "spells": ["bolt"]}, "cast", ("cast", "bolt", "B")),
}
COMBAT = [name for name in ATTACKS if name != "bolt"]
RANGED = ("shoot", "throw")
INFLUENCE = {
    "anticipate": ("anticipate", "B"),
    "feint": ("feint", "B"),
    "intimidate": ("intimidate", "B"),
    "taunt": ("taunt", "B", "plain"),
}


def hit(s):
    return bool(s.unit("B").hit)


def chosen(s):
    return s.phase == "option"


def check(s, row, how, success=hit, penalty=0, answer="dodge", extra=()):
    """Check that A's action comes to 9 if it is rolled so: 8 does not stop it, 9 does.

    ``extra`` is the third die of the roll against it, if that has one to drop.
    """
    for opposing, succeeds in (([5, 3 - penalty], True), ([5, 4 - penalty], False)):
        t, dice = s.copy(), [*NINE[how], *opposing, *extra]
        rolled = t.battle.dice_rolled
        t.declare(*row, dice=dice)
        if t.phase == "defend":
            t.declare(answer, by="B")
        assert t.battle.dice_rolled - rolled == len(dice)
        assert success(t) is succeeds


def attack(scene, name, how, a=(), penalty=0, before=(), extra=(), **more):
    """Check how an attack is rolled, after what A announced and did ``before``."""
    gear, plan, row = ATTACKS[name]
    more = {"apart": name in RANGED, "zones": PROPS, **more}
    plans = [*(verb for verb, *_ in before), plan]
    s = scene(A={**gear, **dict(a)}, announce={"A": plans}, **more)
    for call in before:
        s.act(*call)
    check(s, row, how, penalty=penalty, extra=extra)


def influence(scene, name, how, row=None, penalty=0, plans=None, **more):
    row = row or INFLUENCE[name]
    s = scene(announce={"A": plans or [name]}, **more)
    check(s, row, how, chosen, penalty)


# --- any action against a target with a grant


@clause("C164", "C190", "C468")
@pytest.mark.parametrize("name", ATTACKS)
def test_attacks_on_a_target_with_a_grant(scene, name):
    attack(scene, name, PLAIN)
    attack(scene, name, ADVANTAGE, B={"grant_any": True})
    attack(scene, name, PLAIN if name == "bolt" else ADVANTAGE, B={"grant_combat": True})


@clause("C189", "C190")
@pytest.mark.parametrize("name", INFLUENCE)
def test_influence_on_a_target_with_a_grant(scene, name):
    influence(scene, name, PLAIN)
    influence(scene, name, ADVANTAGE, B={"grant_any": True})
    influence(scene, name, PLAIN, B={"grant_combat": True})


@clause("C190")
@pytest.mark.parametrize(("grant", "how"), [("grant_any", ADVANTAGE), ("grant_combat", PLAIN)])
def test_disengage_and_escape_from_a_unit_with_a_grant(scene, grant, how):
    s = scene(B={grant: True}, announce={"A": ["disengage"]})
    check(s, ("disengage",), how, lambda t: not t.unit("A").engaged)
    s = scene(B={grant: True, "grappling": {"A"}}, announce={"A": ["escape"]})
    check(s, ("escape", "grapple"), how, lambda t: not t.unit("A").grappled_by, answer="guard")


@clause("C496", "C006")
@pytest.mark.parametrize("name", COMBAT)
def test_a_grant_and_a_hindrance_cancel_out(scene, name):
    attack(scene, name, PLAIN, a={"prone": True}, B={"grant_combat": True})
    both = {"grant_combat": True, "grant_any": True}
    attack(scene, name, PLAIN, a={"prone": True}, B=both)
    attack(scene, name, ADVANTAGE, B=both)


# --- Influence


@clause("C152")
@pytest.mark.parametrize(("sapient", "how"), [(True, PLAIN), (False, DISADVANTAGE)])
def test_anticipate_a_target_that_is_not_sapient(scene, sapient, how):
    influence(scene, "anticipate", how, B={"sapient": sapient})


@clause("C152")
@pytest.mark.parametrize("name", ["feint", "intimidate", "taunt"])
def test_other_influence_is_not_hindered_by_that(scene, name):
    influence(scene, name, PLAIN, B={"sapient": False})


@clause("C161")
@pytest.mark.parametrize(
    ("a", "how"),
    [
        ({}, PLAIN),
        ({"defended_last": {"B"}}, ADVANTAGE),
        ({"defended_last": {"B2"}}, PLAIN),
        ({"defended": {"B"}}, PLAIN),
    ],
)
def test_feint_against_a_unit_defended_against_last_round(scene, a, how):
    influence(scene, "feint", how, A=a, B2={})


@clause("C161")
@pytest.mark.parametrize("name", ["anticipate", "intimidate", "taunt"])
def test_other_influence_does_not_profit_from_that(scene, name):
    influence(scene, name, PLAIN, A={"defended_last": {"B"}})


@clause("C171", "C172", "C173")
@pytest.mark.parametrize(
    ("a", "b", "how"),
    [
        ({}, {"slots_free": [0, 0, 1, 1, 1]}, ADVANTAGE),
        ({}, {"slots_free": [0, 1, 1, 1, 1]}, PLAIN),
        ({}, {"restrained": 5}, ADVANTAGE),
        ({}, {"breathless": 1}, ADVANTAGE),
        ({}, {"prone": True, "marks": 4}, ADVANTAGE),
        ({"prone": True}, {"slots_free": [0, 0, 1, 1, 1]}, PLAIN),
        ({"slots_free": [0, 0, 1, 1, 1]}, {}, DISADVANTAGE),
        ({"slots_free": [0, 1, 1, 1, 1]}, {}, PLAIN),
        ({}, {"grappling": {"A"}}, DISADVANTAGE),
        ({"grappling": {"B"}}, {}, ADVANTAGE),
    ],
)
def test_intimidate_who_feels_weaker_or_in_control(scene, a, b, how):
    influence(scene, "intimidate", how, A=a, B=b)


@clause("C182", "C184", "C185")
@pytest.mark.parametrize(
    ("offer", "attacked_last", "how"),
    [
        ("none", (), PLAIN),
        ("mark", (), ADVANTAGE),
        ("none", ("one",), DISADVANTAGE),
        ("none", ("two",), PLAIN),
        ("mark", ("one",), PLAIN),
        ("mark", ("two",), ADVANTAGE),
    ],
)
def test_parley_with_an_offer_or_after_an_attack(scene, offer, attacked_last, how):
    row = ("parley", "B", offer)
    influence(scene, "parley", how, row, apart=True, attacked_last=attacked_last)


@clause("C192", "C196")
@pytest.mark.parametrize(
    ("dance", "hit_last", "how"),
    [
        ("plain", False, PLAIN),
        ("dance", False, ADVANTAGE),
        ("plain", True, DISADVANTAGE),
        ("dance", True, PLAIN),
    ],
)
def test_taunt_with_a_dance_or_after_a_hit(scene, dance, hit_last, how):
    row = ("taunt", "B", dance)
    a = {"hit_last": hit_last}
    influence(scene, "taunt", how, row, penalty=2, plans=["taunt", "dance"], A=a)


@clause("C196")
@pytest.mark.parametrize("name", ["anticipate", "feint", "intimidate"])
def test_other_influence_is_not_hindered_by_a_hit(scene, name):
    influence(scene, name, PLAIN, A={"hit_last": True})


# --- Movement and Interaction


@clause("C129")
@pytest.mark.parametrize(
    ("armour", "how"), [("none", PLAIN), ("light", PLAIN), ("heavy", DISADVANTAGE)]
)
def test_hide_in_heavy_armour(scene, armour, how):
    zones = {"Z0": {"conceal": True}}
    s = scene(A={"armour": armour}, zones=zones, apart=True, announce={"A": ["hide"]})
    check(s, ("hide", "surroundings"), how, lambda t: "B" in t.unit("A").hidden_from)


@clause("C283", "C285", "C286")
@pytest.mark.parametrize(
    ("a", "more", "how"),
    [
        ({}, {"apart": True}, PLAIN),
        ({}, {}, DISADVANTAGE),
        ({"restrained": 5}, {"apart": True}, DISADVANTAGE),
        ({}, {"apart": True, "zones": {"Z0": {"hazard": True}}}, DISADVANTAGE),
        ({"hidden_from": {"B"}, "hide_result": 9}, {"apart": True}, ADVANTAGE),
        ({"restrained": 5, "hidden_from": {"B"}, "hide_result": 9}, {"apart": True}, PLAIN),
    ],
)
def test_recover_in_safety_or_in_danger(scene, a, more, how):
    s = scene(A={"marks": 8, **a}, announce={"A": ["recover"]}, **more)
    dice = {PLAIN: [3, 2], ADVANTAGE: [1, 2, 3], DISADVANTAGE: [3, 2, 7]}
    s.act("recover", dice=dice[how])
    assert s.unit("A").marks == 3


@clause("C283")
@pytest.mark.parametrize(("more", "how"), [({"apart": True}, ADVANTAGE), ({}, PLAIN)])
def test_recover_behind_cover(scene, more, how):
    plans = {"A": ["take_cover", "recover"]}
    s = scene(A={"marks": 8}, zones={"Z0": {"cover": True}}, announce=plans, **more)
    s.act("take_cover")
    s.act("recover", dice={ADVANTAGE: [1, 3, 4], PLAIN: [4, 3]}[how])
    assert s.unit("A").marks == 3  # 7 - 2


@clause("C463")
@pytest.mark.parametrize(("strain", "how"), [(0, PLAIN), (1, DISADVANTAGE), (4, DISADVANTAGE)])
def test_cast_a_spell_that_is_strained_already(scene, strain, how):
    attack(scene, "bolt", how, a={"strain": {"bolt": strain}})


@clause("C463")
def test_the_strain_of_another_spell_does_not_matter(scene):
    a = {"spells": ["bolt", "ward"], "strain": {"ward": 3}}
    attack(scene, "bolt", PLAIN, a=a)


# --- Combat


@clause("C490", "C493")
@pytest.mark.parametrize("name", COMBAT)
@pytest.mark.parametrize(
    "a", [{"prone": True}, {"restrained": 5}, {"prone": True, "restrained": 5}]
)
def test_combat_when_prone_or_restrained(scene, name, a):
    attack(scene, name, DISADVANTAGE, a=a)


@clause("C467")
@pytest.mark.parametrize("name", COMBAT)
def test_combat_when_dreaded(scene, name):
    attack(scene, name, DISADVANTAGE, B=DREAD)
    another = {**DREAD, "kept": [{"spell": "dread", "target": "A2", "tokens": 0}]}
    attack(scene, name, PLAIN, A2={}, B=another)


@clause("C468", "C490")
@pytest.mark.parametrize(
    ("a", "more"),
    [
        ({"prone": True}, {}),
        ({}, {"B": DREAD}),
        ({}, {"apart": True}),
        ({}, {"before": [("dance",)], "penalty": 2}),
        ({}, {"B": {"prone": True, "zone": "Z1"}, "extra": [7]}),
    ],
)
def test_a_bolt_is_no_combat_action_and_hindered_by_none_of_it(scene, a, more):
    attack(scene, "bolt", PLAIN, a=a, **more)


@clause("C333", "C334", "C344", "C345")
@pytest.mark.parametrize("name", COMBAT)
def test_only_shoot_is_hindered_by_movement_and_only_shoot_and_throw_by_engagement(scene, name):
    moved = DISADVANTAGE if name == "shoot" else PLAIN
    attack(scene, name, moved, before=[("dance",)], penalty=2)
    engaged = DISADVANTAGE if name in RANGED else PLAIN
    attack(scene, name, engaged, apart=False)


@clause("C342")
@pytest.mark.parametrize(
    ("item", "how"), [("dagger", PLAIN), ("sword", DISADVANTAGE), ("glaive", DISADVANTAGE)]
)
def test_throw_something_not_made_for_it(scene, item, how):
    attack(scene, "throw", how, a={"hands": [item]})


@clause("C366")
@pytest.mark.parametrize(
    ("zones", "b", "how"),
    [
        (None, {}, DISADVANTAGE),
        (PROPS, {}, PLAIN),
        (None, {"revealed": ["dodge"]}, PLAIN),
    ],
)
@pytest.mark.parametrize("name", ["wrestle", "jab"])
def test_wrestle_without_clever_use(scene, name, zones, b, how):
    attack(scene, name, how if name == "wrestle" else PLAIN, zones=zones, B=b)


@clause("C490")
@pytest.mark.parametrize("name", ATTACKS)
def test_attacks_on_a_prone_target_in_the_same_zone(scene, name):
    attack(scene, name, PLAIN, B={"prone": True}, extra=[7])  # its Dodge has disadvantage


@clause("C490")
@pytest.mark.parametrize(
    ("name", "how"),
    [("shoot", DISADVANTAGE), ("throw", DISADVANTAGE), ("bolt", PLAIN), ("clash", PLAIN)],
)
def test_shoot_and_throw_at_a_prone_target_at_near(scene, name, how):
    a = {"hands": ["glaive"]} if name == "clash" else {}
    attack(scene, name, how, a=a, B={"prone": True, "zone": "Z1"}, extra=[7])


# --- Instant Actions


@clause("C054", "C496")
@pytest.mark.parametrize(
    ("a", "b", "clash", "how"),
    [
        ({}, {}, [8, 4], PLAIN),
        ({}, {"grant_combat": True}, [2, 4, 8], ADVANTAGE),
        ({"prone": True}, {}, [8, 4, 8], DISADVANTAGE),
        ({"prone": True}, {"grant_combat": True}, [8, 4], PLAIN),
    ],
)
def test_an_instant_action_has_what_its_parent_had(scene, a, b, clash, how):
    a = {"techniques": ["follow_up"], **a}
    s = scene(A=a, B=b, announce={"A": ["strike"]})
    s.declare("strike", "B", "clash", dice=clash)
    s.declare("decline", by="B")
    assert s.phase == "technique"
    s.declare("technique", "follow_up")
    check(s, ("jab", "B", "agility"), how, lambda t: t.unit("B").marks == 1)
