"""Section 3.20: one worked round, decision by decision."""

import pytest

from fracas.envs.core.testing import clause


@pytest.fixture
def round_3(scene):
    """Play the round and return the scene at the first decision of the next one."""
    plans = {"A": ["feint", "strike"], "B": ["fortify", "strike"]}
    s = scene(witness=False, announce=plans)
    a, b = s.unit("A"), s.unit("B")
    assert (a.n, b.n) == (2, 2)

    # Influence
    assert (s.phase, s.decider) == ("influence", "A")
    s.declare("feint", "B", dice=[8, 3, 4, 3])  # 11 - 2 against 7, an omen
    assert (s.phase, s.decider) == ("muddle", "A")
    s.declare("muddle", 1)
    assert (s.phase, s.decider) == ("option", "B")
    assert s.rows("option") == ["option(2)", "option(3)"]
    s.declare("option", 3)
    assert s.unit("B").grant_combat
    assert (s.phase, s.decider) == ("influence", "B")
    s.act("fortify", dice=[])
    assert s.unit("B").fortified

    # Movement and Interaction: nothing pending. Combat
    assert (s.phase, s.decider) == ("combat", "A")
    s.declare("strike", "B", "clash", dice=[3, 4, 6])  # 10 - 2
    assert (s.phase, s.decider) == ("defend", "B")
    assert not s.unit("B").grant_combat
    s.act("dodge", dice=[2, 3, 5])  # 8: a tie
    b = s.unit("B")
    assert (b.hit, b.slots, b.marks) == (False, (1, 1, 1, 1, 1), 0)
    assert b.defended == {"A"}

    assert (s.phase, s.decider) == ("combat", "B")
    s.declare("strike", "A", "harry", dice=[5, 5])  # 10 - 2, an omen without a use
    assert (s.phase, s.decider) == ("defend", "A")
    s.declare("guard", dice=[4, 3])  # 7: hit
    a = s.unit("A")
    assert (a.marks, a.stamina_max, a.tiring) == (3, 8, False)

    assert (s.round, s.phase, s.decider) == (3, "announce", "B")
    assert s.battle.dice_rolled == 4 + 3 + 3 + 2 + 2
    return s


@clause("C026", "C033", "C140", "C144", "C164", "C210", "C323", "C424")
def test_the_worked_round_ends_as_told(round_3):
    a, b = round_3.unit("A"), round_3.unit("B")
    assert (a.hit_last, b.hit_last) == (True, False)
    assert (a.defended_last, b.defended_last) == (set(), {"A"})
    for unit in (a, b):
        assert (unit.fortified, unit.grant_combat, unit.grant_any) == (False, False, False)
        assert (unit.n, unit.announced, unit.pending, unit.performed) == (0, [], [], [])
        assert unit.slots == (1, 1, 1, 1, 1)
    assert b.marks == 0


@clause("C161")
def test_in_the_next_round_the_feint_of_B_has_advantage(round_3):
    round_3.announce(B=["feint"])
    round_3.declare("feint", "A", dice=[2, 4, 7, 5, 5])  # 11 against 10
    assert round_3.battle.dice_left == 0
    assert (round_3.phase, round_3.decider) == ("option", "A")


@clause("C161")
def test_in_the_next_round_the_feint_of_A_is_plain(round_3):
    round_3.announce(A=["feint"])
    round_3.declare("feint", "B", dice=[5, 3, 4, 3])
    assert round_3.battle.dice_left == 0
    assert (round_3.phase, round_3.decider) == ("option", "B")


@clause("C196")
def test_in_the_next_round_the_taunt_of_A_has_disadvantage(round_3):
    round_3.announce(A=["taunt", "strike"])
    round_3.act("taunt", "B", "plain", dice=[7, 5, 3, 3, 3])  # 8 - 2: a tie
    assert (round_3.phase, round_3.decider) == ("combat", "A")


@clause("C196")
def test_in_the_next_round_the_taunt_of_B_is_plain(round_3):
    round_3.announce(B=["taunt", "strike"])
    round_3.act("taunt", "A", "plain", dice=[5, 4, 4, 3])
    assert (round_3.phase, round_3.decider) == ("combat", "B")


@clause("C184")
@pytest.mark.parametrize(("actor", "target"), [("A", "B"), ("B", "A")])
def test_in_the_next_round_parley_of_either_side_has_disadvantage(round_3, actor, target):
    for unit in "AB":
        round_3.set(unit, engaged=set())
    round_3.announce(**{actor: ["parley", "strike"]})
    # 8 - 2: a tie
    round_3.act("parley", target, "none", dice=[7, 5, 3, 3, 3], by=actor)
    assert (round_3.phase, round_3.decider) == ("combat", actor)
