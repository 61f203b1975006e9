"""Section 3.17 of the rules: Strike (C320-C328)."""

import pytest

from fracas.envs.core.testing import clause

MELEE = {  # item: skill, damage, range
    "dagger": ("blades", 2, "engaged"),
    "sword": ("blades", 3, "engaged"),
    "greatsword": ("blades", 4, "engaged"),
    "hatchet": ("hafted", 2, "engaged"),
    "axe": ("hafted", 3, "engaged"),
    "mace": ("hafted", 2, "engaged"),
    "maul": ("hafted", 4, "engaged"),
    "spear": ("polearms", 3, "close"),
    "glaive": ("polearms", 3, "near"),
    "javelin": ("polearms", 2, "engaged"),
    "tusks": ("unarmed", 3, "engaged"),
}
SKILL = {"blades": 4, "hafted": 8, "polearms": 10, "unarmed": 12}
PLACES = {
    "engaged": {},
    "close": {"apart": True},
    "near": {"B": {"zone": "Z1"}},
    "far": {"B": {"zone": "Z2"}},
    "distant": {"B": {"zone": "Z3"}},
}
every_weapon = pytest.mark.parametrize("item", MELEE)


def strike(scene, mode, dice, a=(), hand="main", **more):
    """Let A strike B; stop at B's decision."""
    s = scene(A=dict(a), announce={"A": ["strike"]}, **more)
    s.declare("strike", "B", mode, hand, dice=dice)
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


# --- requirement and range


@clause("C320")
@pytest.mark.parametrize(
    ("hands", "main", "off"),
    [
        ([], False, False),
        (["sword"], True, False),
        ([None, "sword"], False, True),
        (["sword", "dagger"], True, True),
        (["sword", "shield"], True, False),
        (["shield", "sword"], False, True),
        (["net", "hatchet"], False, True),
        (["shield", "net"], False, False),
        (["bow"], False, False),
        (["crossbow"], False, False),
        (["greatsword"], True, False),
        (["tusks"], True, False),
    ],
)
def test_strike_needs_a_wielded_melee_weapon(scene, hands, main, off):
    a = {"hands": hands, "carried": ["dagger"]}
    s = scene(A=a, announce={"A": ["strike", "brawl"]})
    assert s.decider == "A"
    for mode in ("harry", "clash"):
        assert s.legal("strike", "B", mode, "main") is main
        assert s.legal("strike", "B", mode, "off") is off


@clause("C320")
def test_without_one_an_announced_strike_is_not_even_asked_for(scene):
    s = scene(A={"hands": [], "carried": ["sword"]}, announce={"A": ["strike"]})
    assert (s.phase, s.decider) == ("combat", "W")


@clause("C320")
@pytest.mark.parametrize(
    ("a", "legal"),
    [
        ({"hands": []}, False),
        ({"hands": ["bow"]}, False),
        ({"hands": ["shield", "net"]}, False),
        ({"hands": ["bow"], "carried": ["dagger"]}, True),
        ({"hands": [], "carried": ["glaive"]}, True),
        ({"hands": ["tusks"]}, True),
    ],
)
def test_strike_is_announced_by_whoever_holds_or_carries_a_melee_weapon(scene, a, legal):
    assert scene(A=a).legal("announce", "strike") is legal


@clause("C321")
@every_weapon
@pytest.mark.parametrize("place", PLACES)
def test_the_range_is_engaged_or_with_reach_that_of_the_weapon(scene, item, place):
    # no step-in, so that Engaged means engaged
    s = scene(
        A={"hands": [item]},
        announce={"A": ["strike"]},
        options={"engage.free_step": False},
        **PLACES[place],
    )
    names = list(PLACES)
    within = names.index(place) <= names.index(MELEE[item][2])
    assert s.legal("strike", "B") is within
    assert s.decider == ("A" if within else "W")


@clause("C321")
@every_weapon
def test_only_weapons_without_reach_step_in_on_a_close_target(scene, item):
    s = strike(scene, "clash", [5, 4], {"hands": [item]}, apart=True)
    reach = MELEE[item][2] != "engaged"
    assert s.phase == "defend"
    assert s.unit("A").engaged == (set() if reach else {"B"})
    assert s.unit("B").engaged == (set() if reach else {"A"})
    s.act("decline")
    assert s.unit("A").engaged == (set() if reach else {"B"})


@clause("C321")
def test_reach_across_zones_engages_nobody_and_moves_nobody(scene):
    s = strike(scene, "clash", [5, 4], {"hands": ["glaive"]}, B={"zone": "Z1"})
    s.act("decline")
    assert (s.unit("A").zone, s.unit("B").zone) == ("Z0", "Z1")
    assert (s.unit("A").engaged, crossed(s)) == (set(), [3])


@clause("C321")
def test_reach_does_not_end_an_engagement(scene):
    s = strike(scene, "clash", [5, 4], {"hands": ["spear"]})
    s.act("decline")
    assert s.unit("A").engaged == {"B"}


@clause("C321")
@pytest.mark.parametrize("no_sight", [(), (["Z0", "Z1"],)])
def test_reach_needs_sight(scene, no_sight):
    s = scene(
        A={"hands": ["glaive"]},
        B={"zone": "Z1"},
        announce={"A": ["strike"]},
        no_sight=no_sight,
    )
    assert s.legal("strike", "B") is (not no_sight)


# --- Harry


@clause("C322")
@every_weapon
def test_harry_rolls_agility_and_the_weapons_skill(scene, item):
    a = {"agility": 10, "strength": 12, "hands": [item], **SKILL}
    s = strike(scene, "harry", [5, 3], a)
    assert sizes(s) == [10, SKILL[MELEE[item][0]]]


@clause("C323")
@every_weapon
def test_a_successful_harry_makes_the_target_take_two_stamina(scene, item):
    s = strike(scene, "harry", [5, 3], {"hands": [item]})
    s.act("decline", by="B")
    assert (s.unit("B").marks, crossed(s), s.unit("A").marks) == (2, [], 0)


@clause("C323")
@pytest.mark.parametrize(
    ("answer", "dice", "marks"),
    [("decline", [], 2), ("dodge", [4, 3], 2), ("guard", [4, 3], 3)],
)
def test_a_failed_defence_does_not_lessen_it(scene, answer, dice, marks):
    s = strike(scene, "harry", [5, 3])
    s.act(answer, dice=dice, by="B")
    assert (s.unit("B").marks, crossed(s), s.unit("A").marks) == (marks, [], 0)


@clause("C324")
def test_a_failed_harry_makes_the_target_take_one_stamina(scene):
    s = scene(announce={"A": ["fortify", "strike"]})
    s.act("fortify")
    s.declare("strike", "B", "harry", dice=[1, 1])  # result 0, difficulty 1
    s.act("decline", by="B")
    assert (s.unit("B").marks, s.unit("A").marks, s.unit("B").hit) == (1, 0, False)


@clause("C324", "C381")
def test_a_failed_harry_on_an_unaware_target_takes_one_too(scene):
    a = {"hidden_from": {"B"}, "hide_result": 9}
    b = {"aware_of": {"V"}}
    s = scene(A=a, B=b, apart=True, announce={"A": ["fortify", "strike"]})
    s.act("fortify")
    s.act("strike", "B", "harry", dice=[1, 1])
    assert (s.unit("B").marks, s.unit("B").hit) == (1, False)


@clause("C325", "option:harry.on_defend")
@pytest.mark.parametrize(("option", "taken"), [(None, 1), ("mark", 1), ("none", 0)])
@pytest.mark.parametrize(
    ("answer", "dice", "own", "attacker"), [("dodge", [4, 4], 0, 0), ("guard", [4, 4], 1, 1)]
)
def test_a_harry_that_was_defended_still_takes_one(
    scene, option, taken, answer, dice, own, attacker
):
    options = {"harry.on_defend": option} if option else {}
    s = strike(scene, "harry", [5, 3], options=options)
    s.act(answer, dice=dice, by="B")
    assert (s.unit("B").marks, s.unit("A").marks) == (own + taken, attacker)
    assert not s.unit("B").hit


@clause("C325", "option:harry.on_defend")
@pytest.mark.parametrize(
    ("answer", "dice", "marks"),
    [("decline", [], 2), ("dodge", [4, 3], 2), ("guard", [4, 3], 3)],
)
def test_harry_on_defend_none_changes_nothing_about_a_success(scene, answer, dice, marks):
    s = strike(scene, "harry", [5, 3], options={"harry.on_defend": "none"})
    s.act(answer, dice=dice, by="B")
    assert s.unit("B").marks == marks


@clause("C324", "C325", "option:harry.on_defend")
def test_harry_on_defend_none_changes_nothing_about_a_failure_without_defence(scene):
    s = scene(announce={"A": ["fortify", "strike"]}, options={"harry.on_defend": "none"})
    s.act("fortify")
    s.act("strike", "B", "harry", dice=[1, 1])
    assert s.unit("B").marks == 1


# --- Clash


@clause("C326")
@every_weapon
def test_clash_rolls_strength_and_the_weapons_skill(scene, item):
    a = {"agility": 10, "strength": 12, "hands": [item], **SKILL}
    s = strike(scene, "clash", [5, 3], a)
    assert sizes(s) == [12, SKILL[MELEE[item][0]]]


@clause("C327")
@every_weapon
def test_a_successful_clash_deals_the_weapons_damage(scene, item):
    s = strike(scene, "clash", [5, 3], {"hands": [item]})
    s.act("decline", by="B")
    assert (crossed(s), s.unit("B").marks) == ([MELEE[item][1]], 0)
    assert (crossed(s, "A"), s.unit("A").marks) == ([], 0)


@clause("C327")
@pytest.mark.parametrize(
    ("answer", "dice", "severities"),
    [
        ("dodge", [4, 3], [3]),
        ("dodge", [4, 4], []),
        ("guard", [4, 3], [3]),
        ("guard", [4, 4], []),
    ],
)
def test_the_damage_depends_on_the_defence(scene, answer, dice, severities):
    s = strike(scene, "clash", [5, 3])
    s.act(answer, dice=dice, by="B")
    assert crossed(s) == severities


@clause("C328")
@pytest.mark.parametrize(
    ("answer", "dice", "marks"), [("dodge", [4, 4], (0, 0)), ("guard", [4, 4], (1, 1))]
)
def test_a_failed_clash_does_nothing(scene, answer, dice, marks):
    s = strike(scene, "clash", [5, 3])
    s.act(answer, dice=dice, by="B")  # a Guard has its own marks
    assert (crossed(s), crossed(s, "A")) == ([], [])
    assert (s.unit("B").marks, s.unit("A").marks) == marks
    assert (s.unit("B").prone, s.unit("B").main, s.unit("A").main) == (False, "sword", "sword")


@clause("C328")
def test_a_clash_that_fails_against_no_defence_does_nothing(scene):
    s = scene(announce={"A": ["fortify", "strike"]})
    s.act("fortify")
    s.act("strike", "B", "clash", dice=[1, 1])
    assert (crossed(s), s.unit("B").marks, s.unit("B").hit) == ([], 0, False)


@clause("C328")
@pytest.mark.parametrize(("hand", "skill", "severity"), [("main", 4, 3), ("off", 8, 2)])
@pytest.mark.parametrize(("mode", "attribute"), [("harry", 10), ("clash", 12)])
def test_with_two_melee_weapons_the_unit_picks_one(scene, hand, skill, severity, mode, attribute):
    a = {"agility": 10, "strength": 12, "hands": ["sword", "hatchet"], **SKILL}
    s = strike(scene, mode, [5, 3], a, hand=hand)
    assert sizes(s) == [attribute, skill]
    s.act("decline", by="B")
    assert crossed(s) == ([severity] if mode == "clash" else [])


@clause("C328")
@pytest.mark.parametrize(
    ("hands", "rows"),
    [(["sword"], 2), (["sword", "dagger"], 4), (["sword", "shield"], 2), (["greatsword"], 2)],
)
def test_there_are_two_modes_for_each_weapon(scene, hands, rows):
    s = scene(A={"hands": hands}, announce={"A": ["strike"]})
    assert len(s.rows("strike", "B")) == rows


@clause("C320", "C328")
def test_one_strike_a_round_whatever_the_mode_and_the_hand(scene):
    s = scene(A={"hands": ["sword", "dagger"]}, announce={"A": ["strike", "brawl"]})
    s.act("strike", "B", "harry", "main", dice=[1, 2])
    s.declare("forgo", by="W")
    assert s.decider == "A"
    assert not s.legal("strike")
    assert s.legal("jab", "B")
