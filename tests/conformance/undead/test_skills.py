"""Section 1.1 of the rules: each skill's roll adds the ability that it belongs to (U001)."""

import pytest

from fracas.envs.core.testing import clause

ABILITIES = ("physique", "reason", "agility", "presence")
PARENTS = {
    "athletics": "physique",
    "melee": "physique",
    "resilience": "physique",
    "awareness": "reason",
    "medicine": "reason",
    "aiming": "agility",
    "stealth": "agility",
    "reflex": "agility",
    "morale": "presence",
    "intimidation": "presence",
}
ROLLS = {  # skill -> what makes A roll it
    "athletics": ({}, ("push", "B")),
    "melee": ({"hands": ["knife"]}, ("melee", "B", "torso")),
    "medicine": ({"bleed": 2, "inventory": ["bandage"]}, ("pressure", "A")),
    "aiming": ({"hands": ["pistol"]}, ("shot_semi", "B", "torso")),
    "intimidation": ({}, ("intimidate", "B")),
}


def numbers(events, kind):
    return [event.number for event in events if event.kind == kind]


def added(scene, skill, figures):
    """Return what figures of the unit that rolls add to its roll of a skill."""
    if skill in ROLLS:
        more, call = ROLLS[skill]
        s = scene(A={**more, **figures})
        dice = [7, 7] if call[0] == "intimidate" else [7]
        return numbers(s.act(*call, dice=dice), "rolled")[0] - 7
    if skill == "resilience":
        s = scene(A={"hands": ["bat"]}, B=figures)
        return numbers(s.act("melee", "B", "torso", dice=[16, 7]), "saved")[0] - 7
    if skill == "reflex":
        s = scene(A=figures, B={"grappling": "A"})
        return numbers(s.act("escape_reflex", dice=[7]), "rolled")[0] - 7
    if skill == "awareness":  # 11 and up: tier 1
        tiers = []
        for die in range(1, 12):
            s = scene(A=figures)
            s.act("sense", dice=[die])
            tiers.append(s.unit("A").sense_tier)
        return tiers.count(1) - 1
    if skill == "stealth":  # its Detection Score
        found = []
        for die in range(8, 20):
            s = scene(B={"at": (10, 7), "hidden": True, **figures})
            s.declare("inspect", dice=[die])
            found.append(s.unit("B").hidden)
        return found.count(True) - 2
    outcomes = []  # Morale: the die with which Intimidate fails against a 7
    for die in range(1, 20):
        s = scene(B=figures)
        s.act("intimidate", "B", dice=[die, 7])
        outcomes.append(s.unit("B").stress)
    return outcomes.count(0) - 6


@clause("U001")
@pytest.mark.parametrize("skill", PARENTS)
def test_a_roll_adds_the_skill_and_its_own_ability(scene, skill):
    assert added(scene, skill, {}) == 0
    assert added(scene, skill, {skill: 2}) == 2
    for ability in ABILITIES:
        expected = 2 if ability == PARENTS[skill] else 0
        assert added(scene, skill, {ability: 2, "stress_limit": 4}) == expected
    assert added(scene, skill, {skill: 1, PARENTS[skill]: -1}) == 0
    assert added(scene, skill, {skill: 1, PARENTS[skill]: 2}) == 3
