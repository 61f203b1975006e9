"""Section 3.15, third part: Disengage (C240 to C247), and who opposes it together."""

import pytest

from fracas.envs.core.testing import clause

AFTER = ("combat", "W")  # A is not asked any more
BOTH = [("A", "B"), ("A", "B2")]
SEPARATE = {"cooperation.mode": "separate"}


def asked(s):
    return s.phase, s.decider


def sizes(s):
    """Return the sizes of all dice so far."""
    record = s.side
    return [int(n) for n in record["dice"]["sides"][: int(record["n_dice"])]]


def leaving(scene, plans=("disengage",), others=None, **more):
    return scene(announce={"A": list(plans), **(others or {})}, **more)


def leaving_two(scene, B=None, B2=None, A=None, **more):  # noqa: N803
    return leaving(scene, A=A, B=B, B2=B2 or {}, engaged=BOTH, **more)


# --- who may


@clause("C240")
def test_it_needs_an_engaged_opponent(scene):
    s = leaving(scene)
    assert asked(s) == ("movement", "A")
    s = leaving(scene, apart=True)
    assert (asked(s), "disengage" in s.unit("A").performed) == (AFTER, False)


@clause("C240")
@pytest.mark.parametrize(
    ("B", "announced"),
    [({}, True), ({"zone": "Z1"}, False), ({"hidden_from": {"A"}}, False)],
)
def test_it_is_announced_where_a_visible_enemy_is_close(scene, B, announced):  # noqa: N803
    s = scene(B=B, apart=True, zones={"Z0": {"conceal": True}})
    assert s.legal("announce", "disengage") is announced


@clause("C240")
def test_an_ally_is_no_opponent(scene):
    s = scene(A2={}, B={"zone": "Z1"})
    s.refused("announce", "disengage")


@clause("C241", "C494")
@pytest.mark.parametrize(
    ("A", "B"),
    [({"restrained": 5}, {}), ({"restrained": 1}, {}), ({}, {"grappling": {"A"}})],
)
def test_a_restrained_or_grappled_unit_cannot_disengage(scene, A, B):  # noqa: N803
    s = leaving(scene, A=A, B=B)
    assert (asked(s), s.unit("A").engaged) == (AFTER, {"B"})


@clause("C241")
def test_prone_units_and_those_whose_ally_is_grappled_may_disengage(scene):
    s = leaving(scene, A={"prone": True}, A2={}, B={"grappling": {"A2"}},
                engaged=[("A", "B"), ("A2", "B")])  # fmt: skip
    s.act("disengage", dice=[5, 4, 4, 4])
    assert (s.unit("A").engaged, s.unit("A").prone) == (set(), True)


# --- the rolls


@clause("C242")
@pytest.mark.parametrize(
    ("dodge", "free"), [([4, 4], True), ([5, 3], True), ([5, 4], False), ([6, 4], False)]
)
def test_the_roll_is_against_the_opponents_dodge_and_a_tie_fails(scene, dodge, free):
    s = leaving(scene)
    s.act("disengage", dice=[5, 4, *dodge])
    assert s.unit("A").engaged == (set() if free else {"B"})
    assert asked(s) == AFTER


@clause("C242", "C014")
@pytest.mark.parametrize(
    ("agility", "finesse", "die"), [(10, 8, 10), (8, 12, 12), (10, 10, 10), (4, 6, 6)]
)
def test_the_dice_are_agility_or_finesse_and_reflex(scene, agility, finesse, die):
    a = {"agility": agility, "finesse": finesse, "reflex": 4}
    s = leaving(scene, A=a, B={"agility": 6, "reflex": 12})
    s.act("disengage", dice=[3, 3, 2, 1])
    assert sizes(s) == [die, 4, 6, 12]


@clause("C242", "C014", "option:attr.ask")
@pytest.mark.parametrize(("attribute", "die"), [("agility", 10), ("finesse", 6)])
def test_either_attribute_may_be_chosen_where_it_is_asked(scene, attribute, die):
    a = {"agility": 10, "finesse": 6}
    s = leaving(scene, A=a)
    assert (s.legal("disengage", attribute), len(s.rows("disengage"))) == (die == 10, 1)
    s = leaving(scene, A=a, options={"attr.ask": True})
    assert len(s.rows("disengage")) == 2
    s.act("disengage", attribute, dice=[3, 3, 2, 1])
    assert sizes(s)[0] == die


@clause("C242", "C033")
def test_the_penalty_is_taken_by_the_actor_only(scene):
    s = leaving(scene, ["disengage", "strike"], {"B": ["strike", "brawl"]})
    s.act("disengage", dice=[5, 4, 4, 3])  # 7 against 7
    assert (s.unit("A").engaged, s.unit("A").marks) == ({"B"}, 1)


@clause("C242", "C211", "C430")
@pytest.mark.parametrize(
    ("state", "dodge", "free"),
    [
        ({"fortified": True}, [2, 4, 5], False),  # 9
        ({"fortified": True}, [2, 4, 4], True),
        ({"prone": True}, [5, 4, 6], False),
        ({"prone": True}, [4, 4, 6], True),
        ({"armour": "heavy"}, [4, 4, 6], True),
        ({"restrained": 5}, [4, 4, 6], True),
        ({"restrained": 5, "fortified": True}, [5, 4], False),
        ({"revealed": ["dodge"], "unspent": ["dodge"]}, [4, 4, 6], True),
    ],
)
def test_what_changes_a_dodge_changes_this_one(scene, state, dodge, free):
    s = leaving(scene, B=state)
    s.act("disengage", dice=[5, 4, *dodge])
    assert s.unit("A").engaged == (set() if free else {"B"})


@clause("C242", "C431")
@pytest.mark.parametrize(("dodge", "defended"), [([5, 4], {"A"}), ([4, 4], set())])
def test_it_is_a_defend_roll_against_the_actor(scene, dodge, defended):
    s = leaving(scene)
    s.act("disengage", dice=[5, 4, *dodge])
    assert s.unit("B").defended == defended


@clause("C242", "C190")
@pytest.mark.parametrize("holder", ["B", "B2"])
def test_a_grant_against_any_opponent_gives_advantage(scene, holder):
    s = leaving_two(scene, **{holder: {"grant_any": True}})
    s.act("disengage", dice=[2, 4, 5, 4, 4, 1])
    assert s.unit("A").engaged == set()
    assert not s.unit(holder).grant_any


@clause("C242", "C164")
def test_a_grant_to_combat_actions_is_kept(scene):
    s = leaving(scene, B={"grant_combat": True})
    s.act("disengage", dice=[5, 4, 4, 4])
    assert s.unit("B").grant_combat


# --- several opponents


@clause("C243", "C244", "option:cooperation.mode")
@pytest.mark.parametrize("options", [{}, {"cooperation.mode": "lead_advantage"}])
def test_one_roll_for_all_against_one_dodge_with_advantage(scene, options):
    for dodge, free in [([1, 4, 4], True), ([1, 4, 5], False)]:
        s = leaving_two(scene, options=options)
        s.act("disengage", dice=[5, 4, *dodge])
        assert s.unit("A").engaged == (set() if free else {"B", "B2"})
        assert s.unit("A").marks == (not free)


@clause("C244")
@pytest.mark.parametrize(
    ("B", "B2", "lead"),
    [
        ({"agility": 10, "reflex": 6}, {"agility": 8, "reflex": 6}, [10, 6]),
        ({"agility": 8, "reflex": 6}, {"agility": 10, "reflex": 6}, [10, 6]),
        ({"agility": 8, "reflex": 6}, {"agility": 6, "reflex": 10}, [6, 10]),
        ({"agility": 12, "reflex": 4}, {"agility": 4, "reflex": 12}, [12, 4]),
        ({"agility": 4, "reflex": 12}, {"agility": 12, "reflex": 4}, [4, 12]),
    ],
)
def test_the_one_with_the_largest_dice_leads_and_the_lower_index_on_a_tie(
    scene, B, B2, lead  # noqa: N803
):  # fmt: skip
    s = leaving_two(scene, B=B, B2=B2)
    s.act("disengage", dice=[5, 4, 2, 2, 2])
    assert sizes(s)[2:] == [*lead, lead[0]]


@clause("C244")
def test_three_opponents_give_one_advantage(scene):
    s = leaving(scene, B2={}, B3={}, engaged=[*BOTH, ("A", "B3")])
    s.act("disengage", dice=[5, 4, 1, 4, 4])
    assert s.unit("A").engaged == set()


@clause("C244")
@pytest.mark.parametrize(
    ("B", "dodge"),
    [
        ({"fortified": True}, [1, 4, 4]),
        ({"prone": True}, [4, 4]),
        ({"armour": "heavy"}, [4, 4]),
    ],
)
def test_the_leads_own_states_count_beside_the_help(scene, B, dodge):  # noqa: N803
    s = leaving_two(scene, B=B)
    s.act("disengage", dice=[5, 4, *dodge])
    assert s.unit("A").engaged == set()


@clause("C244")
def test_only_engaged_opponents_help(scene):
    s = leaving(scene, B2={}, engaged=[("A", "B")])
    s.act("disengage", dice=[5, 4, 4, 4])
    assert s.unit("A").engaged == set()


@clause("C244", "C431")
def test_the_leads_success_is_the_leads_own(scene):
    s = leaving_two(scene)
    s.act("disengage", dice=[5, 4, 1, 4, 5])
    assert (s.unit("B").defended, s.unit("B2").defended) == ({"A"}, set())


@clause("C243", "C244", "option:cooperation.mode")
@pytest.mark.parametrize(
    ("dodges", "free"),
    [
        ([4, 4, 4, 3], True),
        ([4, 3, 4, 4], True),
        ([5, 4, 1, 1], False),
        ([1, 1, 5, 4], False),
    ],
)
def test_with_separate_rolls_the_best_counts_for_all(scene, dodges, free):
    s = leaving_two(scene, options=SEPARATE)
    s.act("disengage", dice=[5, 4, *dodges])
    assert s.unit("A").engaged == (set() if free else {"B", "B2"})
    assert s.unit("A").marks == (not free)


@clause("C244", "option:cooperation.mode")
def test_separate_rolls_are_made_in_index_order_each_with_its_own_states(scene):
    b2 = {"agility": 12, "reflex": 10, "prone": True}
    s = leaving_two(scene, B2=b2, options=SEPARATE)
    s.act("disengage", dice=[5, 4, 4, 4, 4, 4, 9])
    assert sizes(s)[2:] == [8, 6, 12, 10, 12]
    assert s.unit("A").engaged == set()


@clause("C244", "option:cooperation.mode")
@pytest.mark.parametrize("cooperation", ["lead_advantage", "separate"])
def test_a_single_opponent_rolls_plainly(scene, cooperation):
    s = leaving(scene, options={"cooperation.mode": cooperation})
    s.act("disengage", dice=[5, 4, 4, 4])
    assert s.unit("A").engaged == set()


# --- success and failure


@clause("C245", "C087")
def test_success_frees_all_pairs_of_the_actor_and_no_others(scene):
    s = leaving(scene, A2={}, B2={}, engaged=[*BOTH, ("A2", "B")])
    s.act("disengage", dice=[5, 4, 1, 4, 4])
    assert (s.unit("A").engaged, s.unit("A2").engaged) == (set(), {"B"})
    assert (s.unit("B").engaged, s.unit("B2").engaged) == ({"A2"}, set())
    assert (s.unit("A").zone, s.unit("A").marks, s.unit("A").moved) == ("Z0", 0, True)


@clause("C245", "C087")
def test_the_freed_pair_cannot_engage_again_this_round(scene):
    s = scene(announce={"A": ["disengage"], "B": ["strike"]})
    s.act("disengage", dice=[5, 4, 4, 4])
    assert (asked(s), s.unit("B").no_engage, s.unit("A").no_engage) == (AFTER, {"A"}, {"B"})
    s.finish_round()
    assert (s.unit("B").no_engage, s.unit("A").no_engage) == (set(), set())
    s.announce(A=["strike"], W=["brawl"])
    s.act("forgo", by="W")
    assert s.legal("strike", "B", "clash")


@clause("C246")
@pytest.mark.parametrize(("dodge", "marks"), [([4, 4], 2), ([5, 4], 3)])
def test_failure_marks_one_stamina_and_the_unit_stays_engaged(scene, dodge, marks):
    s = leaving(scene, A={"marks": 2})
    s.act("disengage", dice=[5, 4, *dodge])
    assert (s.unit("A").marks, s.unit("B").marks) == (marks, 0)
    assert s.unit("A").engaged == ({"B"} if marks == 3 else set())
    assert s.unit("A").no_engage == (set() if marks == 3 else {"B"})


@clause("C246", "C104")
def test_failure_on_a_full_track_makes_breathless(scene):
    s = leaving(scene, A={"marks": 8})
    s.act("disengage", dice=[5, 4, 5, 4])
    assert (s.unit("A").marks, s.unit("A").breathless) == (8, 1)


@clause("C247")
@pytest.mark.parametrize("two", [False, True])
def test_the_opponents_are_not_asked_and_take_no_stress(scene, two):
    s = leaving_two(scene) if two else leaving(scene)
    s.declare("disengage", dice=[5, 4, 4, 4, 1][: 5 if two else 4])
    assert (asked(s), s.unit("B").marks, s.battle.dice_left) == (AFTER, 0, 0)


@clause("C247")
def test_a_shield_does_not_help_the_dodge(scene):
    s = leaving(scene, B={"hands": ["sword", "shield"]})
    s.act("disengage", dice=[5, 4, 4, 4])
    assert s.unit("A").engaged == set()
