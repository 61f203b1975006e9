"""Section 3.5 of the rules, first part: ranges and sight (C080, C081)."""

import pytest

from fracas.envs.core.testing import clause

ENGAGED, CLOSE, NEAR, FAR, DISTANT = PLACES = ("engaged", "Z0", "Z1", "Z2", "Z3")
CASTER = {"hands": [], "spells": ["bolt", "ward", "mire", "dread"]}


def reaches(scene, call, place, a=None, **more):
    """Whether A has a row of this call on B, who stands there, when it announces only that."""
    plan = "brawl" if call[0] in ("jab", "wrestle") else call[0]
    b = more.pop("B", {})
    if place != ENGAGED:
        b = {"zone": place, **b}
    s = scene(A=a, B=b, apart=place != ENGAGED, **more)
    if not s.legal("announce", plan):
        return False
    s.announce(A=[plan], W=["brawl"])
    return s.decider == "A" and s.legal(*call)


def ranges(scene, call, a=None, **more):
    return [place for place in PLACES if reaches(scene, call, place, a, **more)]


# --- ranges


@clause("C080")
@pytest.mark.parametrize(
    ("call", "reached"),
    [
        (("feint", "B"), [ENGAGED, CLOSE]),  # by step-in
        (("anticipate", "B"), [ENGAGED, CLOSE, NEAR]),
        (("intimidate", "B"), [ENGAGED, CLOSE, NEAR]),
        (("taunt", "B"), [ENGAGED, CLOSE, NEAR]),
        (("parley", "B"), [CLOSE, NEAR]),  # its text names exact ranges
        (("jab", "B"), [ENGAGED, CLOSE]),
        (("wrestle", "B"), [ENGAGED, CLOSE]),
    ],
)
def test_an_action_reaches_every_range_up_to_its_own(scene, call, reached):
    assert ranges(scene, call) == reached


@clause("C080")
@pytest.mark.parametrize(
    ("weapon", "verb", "reached"),
    [
        ("sword", "strike", [ENGAGED, CLOSE]),  # by step-in
        ("spear", "strike", [ENGAGED, CLOSE]),
        ("glaive", "strike", [ENGAGED, CLOSE, NEAR]),
        ("bow", "shoot", [ENGAGED, CLOSE, NEAR, FAR]),
        ("crossbow", "shoot", [ENGAGED, CLOSE, NEAR, FAR]),
        ("sword", "throw", [ENGAGED, CLOSE]),
        ("net", "throw", [ENGAGED, CLOSE]),
        ("dagger", "throw", [ENGAGED, CLOSE, NEAR]),
        ("hatchet", "throw", [ENGAGED, CLOSE, NEAR]),
        ("spear", "throw", [ENGAGED, CLOSE, NEAR]),
        ("javelin", "throw", [ENGAGED, CLOSE, NEAR, FAR]),
    ],
)
def test_a_weapon_reaches_every_range_up_to_its_own(scene, weapon, verb, reached):
    assert ranges(scene, (verb, "B"), {"hands": [weapon]}) == reached


@clause("C080")
@pytest.mark.parametrize("spell", ["bolt", "dread"])
def test_a_spell_on_an_enemy_reaches_near(scene, spell):
    assert ranges(scene, ("cast", spell, "B"), CASTER) == [ENGAGED, CLOSE, NEAR]


@clause("C080")
def test_a_spell_on_an_ally_reaches_near(scene):
    found = [
        place
        for place in PLACES[1:]
        if reaches(scene, ("cast", "ward", "A2"), ENGAGED, CASTER, A2={"zone": place})
    ]
    assert found == [CLOSE, NEAR]


@clause("C080")
@pytest.mark.parametrize("actor", ["Z0", "Z1"])
@pytest.mark.parametrize(
    "edge",
    [
        ["Z0", "Z1"],
        {"from": "Z0", "to": "Z1", "kind": "difficult"},
        {"from": "Z0", "to": "Z1", "kind": "drop", "dice": "2d6"},
        {"from": "Z1", "to": "Z0", "kind": "drop", "dice": "2d6"},
    ],
)
def test_an_edge_of_any_kind_is_a_distance_of_one(scene, actor, edge):
    other = {"Z0": "Z1", "Z1": "Z0"}[actor]
    edges = [edge, ["Z1", "Z2"], ["Z2", "Z3"]]
    assert reaches(scene, ("anticipate", "B"), other, {"zone": actor}, edges=edges)
    assert not reaches(scene, ("anticipate", "B"), "Z3", {"zone": actor}, edges=edges)


@clause("C080")
def test_the_shortest_path_counts(scene):
    ring = [["Z0", "Z1"], ["Z1", "Z2"], ["Z2", "Z3"], ["Z3", "Z0"]]
    assert reaches(scene, ("anticipate", "B"), "Z3", edges=ring)
    assert not reaches(scene, ("anticipate", "B"), "Z2", edges=ring)


@clause("C080")
def test_a_zone_that_no_path_leads_to_is_out_of_range(scene):
    bow = {"hands": ["bow"]}
    assert reaches(scene, ("shoot", "B"), "Z2", bow)
    assert not reaches(scene, ("shoot", "B"), "Z2", bow, edges=[["Z0", "Z1"]])


@clause("C080")
def test_close_is_the_same_zone_wherever_that_is(scene):
    assert reaches(scene, ("parley", "B"), "Z3", {"zone": "Z3"})
    assert not reaches(scene, ("parley", "B"), "Z1", {"zone": "Z3"})


# --- sight

AIMED_NEAR = [
    (("anticipate",), {}),
    (("intimidate",), {}),
    (("parley",), {}),
    (("taunt",), {}),
    (("strike",), {"hands": ["glaive"]}),
    (("shoot",), {"hands": ["bow"]}),
    (("throw",), {"hands": ["dagger"]}),
    (("cast", "bolt"), CASTER),
    (("cast", "dread"), CASTER),
]
AIMED = [*AIMED_NEAR, (("feint",), {}), (("jab",), {}), (("wrestle",), {}), (("strike",), {})]


@clause("C081")
@pytest.mark.parametrize(("call", "a"), AIMED_NEAR)
@pytest.mark.parametrize("pair", [["Z0", "Z1"], ["Z1", "Z0"]])
def test_the_zones_must_be_in_sight_of_each_other(scene, call, a, pair):
    for no_sight in ([], [pair]):
        seen = reaches(scene, (*call, "B"), "Z1", a, B2={}, no_sight=no_sight)
        assert seen is not bool(no_sight)
        # another that can be seen may be aimed at all the same
        assert reaches(scene, (*call, "B2"), "Z1", a, B2={}, no_sight=no_sight)


@clause("C081")
def test_sight_to_other_zones_does_not_matter(scene):
    no_sight = [["Z0", "Z2"], ["Z1", "Z2"], ["Z0", "Z3"]]
    assert reaches(scene, ("anticipate", "B"), "Z1", no_sight=no_sight)


@clause("C081")
def test_an_ally_must_be_seen_too(scene):
    for no_sight in ([], [["Z0", "Z1"]]):
        seen = reaches(
            scene, ("cast", "ward", "A2"), ENGAGED, CASTER, A2={"zone": "Z1"}, no_sight=no_sight
        )
        assert seen is not bool(no_sight)


@clause("C081", "C470")
@pytest.mark.parametrize(("call", "a"), AIMED)
def test_a_target_hidden_from_the_actor_has_no_row(scene, call, a):
    for hidden in (set(), {"A"}, {"A", "A2", "V"}):
        b = {"hidden_from": hidden}
        assert reaches(scene, (*call, "B"), "Z0", a, B=b, A2={}, B2={}) is not bool(hidden)
        assert reaches(scene, (*call, "B2"), "Z0", a, B=b, A2={}, B2={})


@clause("C081", "C470")
@pytest.mark.parametrize(("call", "a"), AIMED)
def test_a_target_hidden_from_the_actors_ally_alone_has_its_row(scene, call, a):
    assert reaches(scene, (*call, "B"), "Z0", a, B={"hidden_from": {"A2"}}, A2={})
