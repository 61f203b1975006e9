"""Which verbs Grappled (U615), Grappling (U617) and the undead trait (U643) forbid, one by one."""

import pytest

from fracas.envs.core.battle import Battle
from fracas.envs.core.testing import clause
from fracas.envs.undead.verbs import VERBS

SMG_FULL = {"item": "smg", "mode": "full"}
HIDING = "\n".join(["." * 7 + "#" + "." * 7] * 7 + ["." * 6 + "h#" + "." * 7] * 8)
# What each verb needs to be legal, of a unit A beside B; None: nothing.
NEEDS = {
    "step": {},
    "disengage": {},
    "move": {"mv": 0},
    "sneak": {"hidden": True},
    "stand_up": {"prone": True},
    "drop_prone": {},
    "unarmed": {},
    "push": {},
    "grapple": {},
    "melee": {"hands": ["knife"]},
    "throw_weapon": {"hands": ["throwing_knife"]},
    "throw_object": {"inventory": ["stone"]},
    "shot_single": {"hands": ["revolver"]},
    "shot_semi": {"hands": ["pistol"]},
    "spray": {"hands": [SMG_FULL]},
    "unjam": {"hands": [{"item": "smg", "jam": True}]},
    "switch_mode": {"hands": ["smg"]},
    "reload": {"hands": ["pistol"], "inventory": ["mag12"]},
    "equip": {"inventory": ["knife"]},
    "equip_floor": {},
    "unequip": {"hands": ["knife"]},
    "place": {"hands": ["knife"]},
    "drop_item": {"hands": ["knife"]},
    "intimidate": {},
    "sense": {},
    "inspect": {},
    "pressure": {"bleed": 1, "inventory": ["bandage"]},
    "ready": {},
}
HELD = set("step disengage move push grapple stand_up".split())
HOLDING = set(
    "step disengage move push grapple equip equip_floor unequip place throw_object reload "
    "unjam switch_mode pressure melee throw_weapon shot_single shot_semi spray".split()
)
UNDEAD = set(
    "melee throw_weapon throw_object shot_single shot_semi spray unjam switch_mode reload equip "
    "equip_floor unequip place drop_item ready intimidate sense".split()
)


def legal(scene, verb, a=None, b=None):
    floor = [("knife", 7, 7)] if verb == "equip_floor" else []
    return scene(A={**NEEDS[verb], **(a or {})}, B=b or {}, floor=floor).legal(verb)


@clause("U615", "U124", "U240")
@pytest.mark.parametrize("verb", [verb for verb in NEEDS if verb != "sneak"])
def test_what_a_grappled_unit_may_not_do(scene, verb):
    assert legal(scene, verb)
    assert legal(scene, verb, b={"grappling": "A"}) is (verb not in HELD)


@clause("U617")
@pytest.mark.parametrize("verb", NEEDS)
def test_what_a_grappling_unit_may_not_do(scene, verb):
    free = {"sneak", "stand_up", "drop_prone", "unarmed", "drop_item", "intimidate", "sense"}
    assert HOLDING | free | {"inspect", "ready"} == set(NEEDS)
    assert legal(scene, verb, {"grappling": "B"}) is (verb not in HOLDING)


@clause("U643")
@pytest.mark.parametrize("verb", [verb for verb in NEEDS if verb != "pressure"])
def test_what_the_undead_may_not_do(scene, verb):
    assert legal(scene, verb, {"undead": True}) is (verb not in UNDEAD)


@clause("U643", "U458")
def test_the_undead_press_on_no_wound(scene):
    s = scene(A={"undead": True, "inventory": ["bandage"]}, B={"bleed": 1})
    s.refused("pressure")
    assert scene(A={"inventory": ["bandage"]}, B={"bleed": 1}).legal("pressure", "B")


@clause("U615", "U617", "U643", "U122")
def test_who_may_not_hide(scene):
    place = {"at": (6, 7)}
    far = {"at": (14, 7)}  # behind the wall
    assert scene(map=HIDING, A=place, B=far).legal("hide")
    scene(map=HIDING, A={**place, "undead": True}, B=far).refused("hide")
    # a hold on an ally of the enemy's that stands on this side of the wall, itself Hidden
    beside = {"side": 2, "at": (5, 7), "hidden": True}
    assert scene(map=HIDING, A=place, B=far, D=beside).legal("hide")
    scene(map=HIDING, A=place, B=far, D={**beside, "grappling": "A"}).refused("hide")
    scene(map=HIDING, A={**place, "grappling": "D"}, B=far, D=beside).refused("hide")


@clause("U617", "U643", "U544")
@pytest.mark.parametrize(
    ("b", "verbs"),
    [
        ({}, ["opp_unarmed"]),
        ({"hands": ["knife"]}, ["opp_melee"]),
        ({"undead": True}, ["opp_unarmed"]),
        ({"hands": ["knife"], "undead": True}, []),
    ],
)
def test_who_may_make_an_opportunity_attack(scene, b, verbs):
    s = scene(B=b)
    s.declare("step", "W")
    found = {action.verb for action in s.battle.legal()} if s.phase == "opportunity" else set()
    assert found - {"pass"} == set(verbs)


# -- costs and names ------------------------------------------------------------------------------

COSTS = {
    **dict.fromkeys(("step", "drop_prone", "drop_item"), 0),
    **dict.fromkeys(("grapple", "shot_single", "unjam", "reload", "sense", "inspect"), 2),
    "spray": 3,
}


@clause("U101", "U102")
@pytest.mark.parametrize("verb", NEEDS)
def test_what_each_verb_costs_at_least(scene, verb):
    cost = COSTS.get(verb, 1)
    assert [legal(scene, verb, {"ap": ap}) for ap in range(7)] == [ap >= cost for ap in range(7)]


@clause("U101", "U102", "option:ap.per_turn")
def test_six_ap_pay_for_two_sprays(scene):
    s = scene(A={"hands": [SMG_FULL], "ap": 6}, options={"ap.per_turn": 6})
    for left in (3, 0):
        s.act("spray", "B", "torso", dice=[9])
        assert s.unit("A").ap == left


@clause("U220", "U211", "U300", "U330", "U340", "U350", "U363", "U366", "U369", "U404")
@clause("U411")
@pytest.mark.parametrize(
    ("verb", "one", "two", "arguments"),
    [
        ("melee", ["knife", "pistol"], ["knife", "bat"], ("B", "head")),
        ("throw_weapon", ["throwing_knife"], ["throwing_knife", "throwing_knife"], ("B", "legs")),
        ("shot_single", ["revolver", "knife"], ["revolver", "revolver"], ("B", "torso")),
        ("shot_semi", ["knife", "pistol"], ["pistol", "pistol"], ("B", "arms")),
        ("spray", ["sprayer"], ["sprayer", "sprayer"], ("B", "head")),
        ("switch_mode", ["knife", "switched"], ["switched", "switched"], ()),
        ("unjam", [{"item": "sprayer", "jam": True}], [{"item": "sprayer", "jam": True}] * 2, ()),
        ("reload", ["pistol", "knife"], ["pistol", "pistol"], ("slot_0",)),
        ("unequip", ["knife"], ["knife", "bat"], ()),
        ("drop_item", ["knife"], ["knife", "bat"], ()),
    ],
)
def test_the_hand_is_named_if_both_fit(scene, verb, one, two, arguments):
    own = {
        "sprayer": {"full": True, "rounds": 10},
        "switched": {"semi": True, "full": True, "rounds": 10},
    }
    for hands, names in ((one, [""]), (two, ["main", "off"])):
        s = scene(A={"hands": hands, "inventory": ["mag12"]}, items=own)
        texts = [", ".join([*arguments, *([hand] if hand else [])]) for hand in names]
        expected = [f"{verb}({text})" if text else verb for text in texts]
        assert s.rows(verb, *arguments) == expected


@clause("U220", "U540", "U544")
def test_the_hand_of_an_opportunity_attack_is_named_if_both_fit(scene):
    for hands, rows in (
        (["knife"], ["opp_melee(head)"]),
        (["knife", "bat"], ["opp_melee(head, main)", "opp_melee(head, off)"]),
    ):
        s = scene(B={"hands": hands})
        s.declare("step", "W")
        assert s.rows("opp_melee", "head") == rows


@clause("U104", "U502", "U245", "U445", "U513")
def test_which_verbs_decline():
    declining = {verb.name for verb in VERBS.verbs if verb.declines}
    assert declining == {"end_turn", "pass", "stop"}


# -- documents of declared attacks ----------------------------------------------------------------


@clause("U533", "U043", "U235", "U223")
@pytest.mark.parametrize(
    "verb",
    "unarmed melee throw_weapon shot_single shot_semi spray grapple push".split(),
)
def test_a_battle_is_read_back_while_the_target_is_asked(scene, verb):
    s = scene(
        A=NEEDS[verb], B={"agility": 1, "physique": 1}, options={"push.is_attack": verb == "push"}
    )
    s.declare(verb, "B", *([] if verb in ("grapple", "push") else ["torso"]), dice=[10])
    assert (s.phase, s.decider) == ("defend", "B")
    read = Battle.from_json(s.battle.to_json(), encounter=s.battle.arena)
    assert read.digest() == s.battle.digest()
