"""Section 3.17 of the rules: Brawl and its Jab (C360-C364, C374, C375)."""

import pytest

from fracas.envs.core.testing import clause

PROPS = {"Z0": {"props": True}}
BRAWLS = [("jab", "strength"), ("jab", "agility"), ("wrestle", "strength"), ("wrestle", "finesse")]
every_brawl = pytest.mark.parametrize(("verb", "attribute"), BRAWLS)


def brawl(scene, verb, attribute, dice, a=(), b=(), **more):
    """Let A brawl with B; stop at the next decision."""
    s = scene(A=dict(a), B=dict(b), zones=PROPS, announce={"A": ["brawl"]}, **more)
    s.declare(verb, "B", attribute, dice=dice)
    return s


def jab(scene, attribute, b, **more):
    """Let A's Jab hit B."""
    s = brawl(scene, "jab", attribute, [5, 4], b=b, **more)
    s.act("decline", by="B")
    return s


def crossed(s, name="B"):
    """Severities of the injury slots crossed out."""
    u = s.unit(name)
    pairs = enumerate(zip(u.slots, u.slots_max, strict=True), start=1)
    return [severity for severity, (free, most) in pairs for _ in range(most - free)]


def sizes(s):
    """Sizes of the dice rolled so far."""
    state = s.battle.state[0]
    return [int(die["sides"]) for die in state["dice"][: int(state["n_dice"])]]


# --- range, choice


@clause("C360")
@pytest.mark.parametrize(
    ("place", "free_step", "legal"),
    [
        ({}, True, True),
        ({}, False, True),
        ({"apart": True}, True, True),
        ({"apart": True}, False, False),
        ({"B": {"zone": "Z1"}}, True, False),
        ({"B": {"zone": "Z2"}}, True, False),
    ],
)
@every_brawl
def test_the_range_is_engaged(scene, place, free_step, legal, verb, attribute):
    options = {"engage.free_step": free_step}
    s = scene(announce={"A": ["brawl"]}, options=options, **place)
    assert s.legal(verb, "B", attribute) is legal
    assert s.decider == ("A" if legal else "W")


@clause("C360")
@every_brawl
def test_a_close_target_is_engaged_first(scene, verb, attribute):
    s = brawl(scene, verb, attribute, [5, 4], apart=True)
    assert (s.phase, s.unit("A").engaged, s.unit("B").engaged) == ("defend", {"B"}, {"A"})


@clause("C360")
@pytest.mark.parametrize("hands", [["glaive"], ["spear"]])
def test_a_weapon_with_reach_does_not_lengthen_it(scene, hands):
    s = scene(A={"hands": hands}, B={"zone": "Z1"}, announce={"A": ["brawl", "dance"]})
    s.act("dance")
    assert (s.phase, s.decider) == ("combat", "W")


@clause("C360", "C361", "C365")
def test_brawl_is_jab_or_wrestle_each_with_two_attributes(scene):
    s = scene(announce={"A": ["brawl"]})
    assert sorted(str(action) for action in s.battle.legal()) == [
        "forgo",
        "jab(B, agility)",
        "jab(B, strength)",
        "let_go(main)",
        "wrestle(B, finesse)",
        "wrestle(B, strength)",
    ]


@clause("C360")
@pytest.mark.parametrize(("verb", "attribute"), [("jab", "agility"), ("wrestle", "finesse")])
def test_one_brawl_a_round_whichever_it_was(scene, verb, attribute):
    s = scene(zones=PROPS, announce={"A": ["brawl", "strike"]})
    s.declare(verb, "B", attribute, dice=[1, 1])
    s.declare("dodge", dice=[5, 4], by="B")
    s.declare("forgo", by="W")
    assert s.decider == "A"
    assert s.legal("strike", "B")
    assert not s.legal("jab")
    assert not s.legal("wrestle")


@clause("C360")
def test_every_engaged_enemy_may_be_chosen(scene):
    s = scene(B2={}, engaged=[("A", "B"), ("A", "B2")], announce={"A": ["brawl"]})
    s.declare("jab", "B2", "agility", dice=[5, 4])
    assert s.decider == "B2"
    s.act("decline")
    assert (s.unit("B").marks, s.unit("B2").marks) == (0, 1)


# --- Jab


@clause("C361")
@pytest.mark.parametrize(("attribute", "size"), [("strength", 10), ("agility", 12)])
@pytest.mark.parametrize("ask", [False, True])
def test_a_jab_rolls_the_chosen_attribute_and_unarmed(scene, attribute, size, ask):
    a = {"strength": 10, "agility": 12, "unarmed": 4, "blades": 12}
    s = brawl(scene, "jab", attribute, [5, 3], a, options={"attr.ask": ask})
    assert sizes(s) == [size, 4]


@clause("C361")
@pytest.mark.parametrize(("strength", "agility"), [(4, 12), (12, 4), (8, 8)])
def test_both_attributes_are_offered_whichever_is_larger(scene, strength, agility):
    a = {"strength": strength, "agility": agility}
    s = scene(A=a, announce={"A": ["brawl"]})
    assert len(s.rows("jab", "B")) == 2


@clause("C361")
def test_a_jab_has_no_disadvantage_in_a_plain_zone(scene):
    s = scene(announce={"A": ["brawl"]})
    s.act("jab", "B", "strength", dice=[5, 4])
    assert s.unit("B").marks == 1


@clause("C362")
@pytest.mark.parametrize("attribute", ["strength", "agility"])
@pytest.mark.parametrize(
    ("answer", "dice", "marks"),
    [
        ("decline", [], 1),
        ("dodge", [4, 4], 1),
        ("dodge", [5, 4], 0),
        ("guard", [4, 4], 2),
        ("guard", [5, 4], 1),
    ],
)
def test_a_successful_jab_makes_the_target_take_one_stamina(scene, attribute, answer, dice, marks):
    s = brawl(scene, "jab", attribute, [5, 4])
    s.act(answer, dice=dice, by="B")
    assert (s.unit("B").marks, crossed(s)) == (marks, [])


@clause("C363")
@pytest.mark.parametrize(("attribute", "severities"), [("strength", [1]), ("agility", [])])
@pytest.mark.parametrize("marks", [4, 5, 7])
def test_with_strength_a_tiring_target_is_injured_too(scene, attribute, severities, marks):
    s = jab(scene, attribute, {"marks": marks})
    assert (s.unit("B").marks, crossed(s)) == (marks + 1, severities)


@clause("C363")
@pytest.mark.parametrize(("marks", "severities"), [(3, []), (4, [1])])
def test_a_target_is_tiring_from_half_its_track_on(scene, marks, severities):
    s = jab(scene, "strength", {"marks": marks, "stamina_max": 7})
    assert crossed(s) == severities


@clause("C363")
@pytest.mark.parametrize("marks", [3, 4, 7])
def test_a_jab_that_fails_injures_no_tiring_target(scene, marks):
    s = brawl(scene, "jab", "strength", [5, 4], b={"marks": marks})
    s.act("dodge", dice=[5, 4], by="B")
    assert (s.unit("B").marks, crossed(s)) == (marks, [])


@clause("C363")
def test_the_injury_is_that_of_an_attack_and_armour_takes_it(scene):
    s = jab(scene, "strength", {"marks": 4, "armour": "light"})
    assert (s.unit("B").boxes, s.unit("B").marks, crossed(s)) == (0, 5, [])


@clause("C363")
def test_a_tiring_attacker_changes_nothing(scene):
    s = brawl(scene, "jab", "strength", [5, 4], a={"marks": 6})
    s.act("decline", by="B")
    assert crossed(s) == []


@clause("C364")
@pytest.mark.parametrize(("marks", "severities"), [(2, []), (3, []), (4, [1])])
def test_tiring_is_judged_before_the_mark(scene, marks, severities):
    s = jab(scene, "strength", {"marks": marks})
    assert (s.unit("B").marks, crossed(s)) == (marks + 1, severities)


@clause("C364", "C425")
@pytest.mark.parametrize(("marks", "severities"), [(2, []), (3, [1])])
def test_the_stress_of_a_failed_guard_comes_before_the_judgement(scene, marks, severities):
    s = brawl(scene, "jab", "strength", [5, 4], b={"marks": marks})
    s.act("guard", dice=[4, 4], by="B")
    assert (s.unit("B").marks, crossed(s)) == (marks + 2, severities)


# --- hands, failure


@clause("C374")
@pytest.mark.parametrize(
    "hands",
    [
        [],
        ["sword"],
        ["sword", "dagger"],
        ["sword", "shield"],
        ["greatsword"],
        ["bow"],
        ["crossbow"],
        ["net", "net"],
        ["tusks"],
    ],
)
@every_brawl
def test_a_brawl_needs_no_free_hand(scene, hands, verb, attribute):
    s = scene(A={"hands": hands}, announce={"A": ["brawl"]})
    assert s.legal(verb, "B", attribute)


@clause("C374")
def test_anybody_may_announce_a_brawl(scene):
    assert scene(A={"hands": []}, B={"zone": "Z3"}).legal("announce", "brawl")


@clause("C375")
@every_brawl
@pytest.mark.parametrize("answer", ["dodge", "guard"])
def test_a_failed_jab_or_wrestle_does_nothing(scene, verb, attribute, answer):
    s = brawl(scene, verb, attribute, [5, 4], b={"marks": 5})
    s.declare(answer, dice=[5, 4], by="B")
    assert (s.phase, s.decider) == ("combat", "W")
    b, guarded = s.unit("B"), int(answer == "guard")
    assert (b.marks, s.unit("A").marks) == (5 + guarded, guarded)  # Guard's own marks
    assert (crossed(s), b.prone, b.main, b.grappled_by, b.zone) == ([], False, "sword", set(), "Z0")
    assert (b.engaged, b.hit) == ({"A"}, False)


@clause("C375")
@every_brawl
def test_a_brawl_that_fails_against_no_defence_does_nothing_either(scene, verb, attribute):
    s = scene(zones=PROPS, announce={"A": ["fortify", "brawl"]}, B={"marks": 5})
    s.act("fortify")
    s.declare(verb, "B", attribute, dice=[1, 1])
    s.declare("decline", by="B")
    assert (s.phase, s.decider) == ("combat", "W")
    assert (s.unit("B").marks, crossed(s), s.unit("B").hit) == (5, [], False)
