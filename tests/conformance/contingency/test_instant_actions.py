"""Section 3.3: Instant Actions (C050 to C055)."""

import pytest

from fracas.envs.core.testing import clause

FOLLOW_UP = {"techniques": ["follow_up"]}
SLIP_AWAY = {"techniques": ["slip_away"]}
GRABBER = {"hands": [None], "techniques": ["quick_grab"]}
AXE = {"ground": [{"item": "axe", "zone": "Z0"}], "apart": True}


def verbs(s):
    return {action.verb for action in s.battle.legal()}


def struck(scene, plan=("strike",), dice=(8, 3), mode="clash", a=None, **more):
    """Return a scene where A has hit B with a Strike and may use an omen."""
    s = scene(A={**FOLLOW_UP, **(a or {})}, announce={"A": [*plan]}, **more)
    for verb in plan[: plan.index("strike")]:
        s.act(verb)
    s.declare("strike", "B", mode, dice=dice, by="A")
    s.declare("decline", by="B")
    return s


def grabbed(scene, dice=(8, 3), plan=("pick_up",), a=None, **more):
    """Return a scene where A has taken an axe from the ground and may use an omen."""
    s = scene(A={**GRABBER, **(a or {})}, announce={"A": [*plan]}, **{**AXE, **more})
    s.declare("pick_up", "axe", "roll", dice=dice, by="A")
    return s


# --- what grants one


@clause("C050")
@pytest.mark.parametrize("mode", ["clash", "harry"])
def test_follow_up_jabs_the_target_of_a_successful_strike(scene, mode):
    s = struck(scene, mode=mode)
    assert (s.phase, s.decider) == ("technique", "A")
    assert verbs(s) == {"technique", "keep"}
    assert s.rows("technique") == ["technique(follow_up)"]
    s.declare("technique", "follow_up")
    assert (s.phase, s.decider) == ("instant", "A")
    assert verbs(s) == {"jab"}
    before = s.unit("B").marks
    s.act("jab", "B", "agility", dice=[3, 2])
    assert s.unit("B").marks == before + 1
    assert (s.phase, s.decider) == ("combat", "W")


@clause("C050")
def test_follow_up_jabs_nobody_else(scene):
    s = struck(scene, B2={}, engaged=[("A", "B"), ("A", "B2")])
    s.declare("technique", "follow_up")
    assert s.legal("jab", "B", "strength")
    assert s.legal("jab", "B", "agility")
    assert not s.legal("jab", "B2")


@clause("C050")
def test_the_target_of_an_instant_attack_defends(scene):
    s = struck(scene)
    s.declare("technique", "follow_up")
    s.declare("jab", "B", "agility", dice=[4, 4])
    assert (s.phase, s.decider) == ("defend", "B")
    s.act("dodge", dice=[5, 3])
    assert s.unit("B").marks == 0


@clause("C050")
def test_slip_away_repositions_after_a_successful_disengage(scene):
    s = scene(A=SLIP_AWAY, announce={"A": ["disengage"]})
    s.declare("disengage", dice=[8, 3, 4, 4])
    assert (s.phase, s.decider) == ("technique", "A")
    assert s.rows("technique") == ["technique(slip_away)"]
    s.declare("technique", "slip_away", dice=[2, 1])
    assert (s.phase, s.decider) == ("step", "A")
    s.declare("step", "Z1")
    s.act("step", "Z2", dice=[])
    assert s.unit("A").zone == "Z2"
    assert (s.phase, s.decider) == ("combat", "W")


@clause("C050")
@pytest.mark.parametrize("verb", ["strike", "throw"])
def test_quick_grab_strikes_or_throws_with_what_was_picked_up(scene, verb):
    s = grabbed(scene)
    assert (s.phase, s.decider) == ("technique", "A")
    assert s.rows("technique") == ["technique(quick_grab)"]
    s.declare("technique", "quick_grab")
    assert (s.phase, s.decider) == ("instant", "A")
    assert verbs(s) == {"strike", "throw"}
    if verb == "strike":
        s.act("strike", "B", "clash", dice=[4, 3])
    else:
        s.act("throw", "B", "main", dice=[4, 3, 6])  # an axe is not made for it
    assert s.unit("B").slots == (1, 1, 0, 1, 1)
    assert (s.phase, s.decider) == ("combat", "W")


@clause("C050")
def test_quick_grab_is_for_that_item_only(scene):
    s = grabbed(scene, a={"hands": ["dagger"]})
    s.declare("technique", "quick_grab")
    assert s.unit("A").off == "axe"
    for call in [("strike", "B", "harry"), ("strike", "B", "clash"), ("throw", "B")]:
        assert s.legal(*call, "off")
        assert not s.legal(*call, "main")


@clause("C050")
@pytest.mark.parametrize("technique", [["follow_up"], ["slip_away"], ["quick_grab"], []])
def test_each_technique_belongs_to_its_own_action(scene, technique):
    s = struck(scene, a={"techniques": technique})
    assert (s.phase == "technique") is (technique == ["follow_up"])
    s = scene(A={"techniques": technique}, announce={"A": ["disengage"]})
    s.declare("disengage", dice=[8, 3, 4, 4])
    assert (s.phase == "technique") is (technique == ["slip_away"])
    s = grabbed(scene, a={"techniques": technique})
    assert (s.phase == "technique") is (technique == ["quick_grab"])


@clause("C050")
def test_an_omen_is_needed(scene):
    assert struck(scene, dice=(7, 3)).phase == "combat"
    assert grabbed(scene, dice=(7, 3)).phase == "combat"
    s = scene(A=SLIP_AWAY, announce={"A": ["disengage"]})
    s.declare("disengage", dice=[7, 3, 4, 4])
    assert s.phase == "combat"


@clause("C050")
def test_a_success_is_needed(scene):
    s = scene(A=FOLLOW_UP, announce={"A": ["strike"]})
    s.declare("strike", "B", "harry", dice=[8, 3])
    s.declare("dodge", dice=[5, 6], by="B")
    assert s.phase == "combat"
    s = scene(A=SLIP_AWAY, announce={"A": ["disengage"]})
    s.declare("disengage", dice=[8, 3, 5, 6])
    assert s.phase == "combat"
    # At -6, 8 is short of the difficulty of 3.
    plan = ("pick_up", "ready", "strike", "brawl")
    s = grabbed(scene, dice=(2, 6), plan=plan, a={"carried": ["dagger"]})
    assert s.phase != "technique"
    assert s.unit("A").main is None


@clause("C050")
def test_a_pick_up_without_a_roll_has_no_omens(scene):
    s = scene(A=GRABBER, B={"zone": "Z1"}, announce={"A": ["pick_up"]}, **AXE)
    s.declare("pick_up", "axe", "auto", dice=[])
    assert (s.phase, s.decider) == ("combat", "W")


@clause("C050")
def test_follow_up_needs_the_target_to_be_engaged(scene):
    """A spear strikes at Close without a step-in."""
    for apart in (False, True):
        s = struck(scene, a={"hands": ["spear"]}, apart=apart)
        assert (s.phase == "technique") is not apart


@clause("C050")
def test_the_omen_may_be_kept(scene):
    s = struck(scene)
    s.act("keep", dice=[], by="A")
    assert s.unit("B").marks == 0
    assert (s.phase, s.decider) == ("combat", "W")


@clause("C050")
def test_a_target_that_is_out_is_not_followed_up(scene):
    s = struck(scene, B={"slots_free": [0, 0, 0, 0, 1]})
    assert s.unit("B").out
    assert (s.phase, s.decider) == ("combat", "W")


# --- part of the action that caused it


@clause("C051")
@pytest.mark.parametrize(
    "plan", [("strike",), ("fortify", "strike"), ("fortify", "dance", "strike")]
)
def test_it_adds_nothing_to_the_count(scene, plan):
    s = struck(scene, plan)
    s.declare("technique", "follow_up")
    assert s.unit("A").n == len(plan)
    s.act("jab", "B", "agility", dice=[3, 2] if len(plan) == 1 else [5, 4])
    assert s.unit("A").n == len(plan)
    assert s.unit("A").performed == [*plan]


@clause("C051", "C052")
@pytest.mark.parametrize(("plan", "result"), [(("strike",), 9), (("fortify", "strike"), 7)])
def test_it_rolls_with_the_penalty_of_its_parent_and_no_further_one(scene, plan, result):
    s = struck(scene, plan)
    s.declare("technique", "follow_up")
    s.declare("jab", "B", "agility", dice=[5, 4])
    for less in (0, 1):
        t = s.copy()
        t.act("dodge", dice=[result - 3 - less, 3], by="B")
        assert t.unit("B").marks == less


@clause("C052")
def test_an_instant_reposition_carries_the_same_penalty(scene):
    s = scene(A=SLIP_AWAY, announce={"A": ["disengage", "strike"]})
    s.declare("disengage", dice=[8, 3, 4, 4])
    s.declare("technique", "slip_away", dice=[3, 2])  # 5 - 2: two zones
    s.declare("step", "Z1")
    s.act("step", "Z2")
    assert (s.unit("A").zone, s.phase) == ("Z2", "combat")


@clause("C052")
def test_an_instant_strike_carries_the_same_penalty(scene):
    s = grabbed(scene, plan=("pick_up", "brawl"))
    s.declare("technique", "quick_grab")
    s.declare("strike", "B", "clash", dice=[5, 4])
    for less in (0, 1):
        t = s.copy()
        t.act("dodge", dice=[4 - less, 3], by="B")
        assert t.unit("B").slots == ((1, 1, 0, 1, 1) if less else (1, 1, 1, 1, 1))


@clause("C053")
def test_it_leaves_the_announced_action_of_its_name(scene):
    s = struck(scene, ("strike", "brawl"))
    s.declare("technique", "follow_up")
    s.act("jab", "B", "agility", dice=[4, 3])
    s.act("forgo", by="W")
    assert (s.phase, s.decider) == ("combat", "A")
    assert s.legal("jab", "B")
    assert s.legal("wrestle", "B")
    s.act("jab", "B", "agility", dice=[4, 3])
    assert s.unit("B").marks == 2


@clause("C053")
def test_it_is_legal_though_the_action_of_its_name_is_done(scene):
    s = scene(A=FOLLOW_UP, announce={"A": ["strike", "brawl"]})
    s.act("jab", "B", "agility", dice=[4, 3])
    s.act("forgo", by="W")
    s.declare("strike", "B", "clash", dice=[8, 3], by="A")
    s.declare("decline", by="B")
    s.declare("technique", "follow_up")
    s.act("jab", "B", "agility", dice=[4, 3])
    assert s.unit("B").marks == 2


@clause("C053")
def test_an_instant_strike_leaves_the_announced_one(scene):
    s = grabbed(scene, plan=("pick_up", "strike"), a={"carried": ["dagger"]})
    s.declare("technique", "quick_grab")
    s.act("strike", "B", "harry", dice=[4, 3])
    assert (s.phase, s.decider) == ("combat", "A")
    assert s.legal("strike", "B", "harry")


@clause("C053")
def test_an_instant_reposition_leaves_the_announced_one(scene):
    s = scene(A=SLIP_AWAY, announce={"A": ["disengage", "reposition"]})
    s.declare("disengage", dice=[8, 3, 4, 4])
    s.declare("technique", "slip_away", dice=[2, 1])
    s.act("step", "Z1")
    assert (s.phase, s.decider) == ("movement", "A")
    assert s.legal("reposition")


# --- advantage and disadvantage of the action that caused it


@clause("C054")
@pytest.mark.parametrize("grant", ["grant_combat", "grant_any"])
def test_the_advantage_of_its_parent_is_its_own(scene, grant):
    s = struck(scene, dice=(8, 3, 2), B={grant: True})
    s.declare("technique", "follow_up")
    s.declare("jab", "B", "agility", dice=[2, 3, 5])
    for less in (0, 1):
        t = s.copy()
        t.act("dodge", dice=[5 - less, 3], by="B")
        assert t.unit("B").marks == less


@clause("C054")
def test_the_advantage_of_a_disengage_is_that_of_the_reposition(scene):
    s = scene(A=SLIP_AWAY, B={"grant_any": True}, announce={"A": ["disengage"]})
    s.declare("disengage", dice=[8, 3, 2, 4, 4])
    s.declare("technique", "slip_away", dice=[1, 2, 3])  # 5: three zones
    for zone in ("Z1", "Z2"):
        s.declare("step", zone)
    s.act("step", "Z3")
    assert s.unit("A").zone == "Z3"


@clause("C054")
def test_the_disadvantage_of_its_parent_is_its_own(scene):
    s = struck(scene, dice=(8, 3, 8), a={"prone": True})
    s.declare("technique", "follow_up")
    s.act("jab", "B", "agility", dice=[2, 3, 5])
    assert s.unit("B").marks == 1


@clause("C054")
def test_both_of_its_parent_make_it_plain_as_well(scene):
    s = struck(scene, dice=(8, 3), a={"prone": True}, B={"grant_combat": True})
    s.declare("technique", "follow_up")
    s.act("jab", "B", "agility", dice=[2, 3])
    assert s.unit("B").marks == 1


@clause("C054")
def test_it_has_its_own_besides(scene):
    for hands, dice in [("dagger", [4, 3]), ("sword", [4, 3, 6])]:  # made to be thrown, or not
        s = scene(
            A=GRABBER, announce={"A": ["pick_up"]}, ground=[{"item": hands, "zone": "Z0"}],
            apart=True,
        )  # fmt: skip
        s.declare("pick_up", hands, "roll", dice=[8, 3])
        s.declare("technique", "quick_grab")
        s.act("throw", "B", "main", dice=dice)
        assert s.unit("B").hit


@clause("C054")
def test_a_plain_parent_gives_it_neither(scene):
    s = struck(scene, dice=(8, 3))
    s.declare("technique", "follow_up")
    s.act("jab", "B", "agility", dice=[2, 3])
    assert s.unit("B").marks == 1


# --- no chain


@clause("C055")
@pytest.mark.parametrize("dice", [(8, 6), (6, 6), (5, 5)])
def test_an_instant_jab_grants_no_further_one(scene, dice):
    s = struck(scene)
    s.declare("technique", "follow_up")
    s.declare("jab", "B", "agility", dice=dice)
    s.declare("decline", by="B")
    assert (s.phase, s.decider) == ("combat", "W")


@clause("C055")
def test_an_instant_strike_is_not_followed_up(scene):
    both = {"techniques": ["quick_grab", "follow_up"]}
    s = grabbed(scene, a=both)
    s.declare("technique", "quick_grab")
    s.declare("strike", "B", "clash", dice=[8, 6])
    s.declare("decline", by="B")
    assert s.unit("B").hit
    assert (s.phase, s.decider) == ("combat", "W")
