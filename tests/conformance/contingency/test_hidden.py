"""Section 3.19 of the rules: what Hidden means and what ends it (C470, C471).

Detection: test_hidden_detection.py; hidden and unaware starts: test_surprise.py.
"""

import pytest

from fracas.envs.core.testing import clause

HIDDEN = {"hidden_from": {"B", "W"}}
FROM_BOTH = {"hidden_from": {"B", "B2", "W"}}
THICKET = {"Z0": {"conceal": True, "cover": True, "props": True}}
W_IS_ASKED = ("combat", "W")
CALLS = [
    ("anticipate", ("anticipate",), {}),
    ("feint", ("feint",), {}),
    ("intimidate", ("intimidate",), {}),
    ("parley", ("parley",), {}),
    ("taunt", ("taunt",), {}),
    ("strike", ("strike",), {}),
    ("strike", ("strike",), {"hands": ["glaive"]}),
    ("shoot", ("shoot",), {"hands": ["bow"]}),
    ("throw", ("throw",), {"hands": ["dagger"]}),
    ("brawl", ("jab",), {}),
    ("brawl", ("wrestle",), {}),
    ("cast", ("cast", "bolt"), {"hands": [], "spells": ["bolt", "dread"]}),
    ("cast", ("cast", "dread"), {"hands": [], "spells": ["bolt", "dread"]}),
]


def hidden_from(s, *names):
    return [name in s.unit("A").hidden_from for name in names]


def asked(s):
    return s.phase, s.decider


# --- per enemy


@clause("C470", "C081")
@pytest.mark.parametrize(("plan", "call", "gear"), CALLS)
@pytest.mark.parametrize("hidden", [set(), {"B"}, {"B2"}, {"B", "B2"}])
def test_only_those_that_it_is_hidden_from_cannot_target_it(scene, plan, call, gear, hidden):
    s = scene(
        A={"hidden_from": hidden},
        A2={},
        B=gear,
        B2=gear,
        apart=True,
        initiative="two",
        announce={"B": [plan], "B2": [plan]},
    )
    for name in ("B", "B2"):
        if s.phase == "next":
            s.act("next", name)
        assert s.decider == name
        assert s.legal(*call, "A2")
        assert s.legal(*call, "A") is (name not in hidden)
        s.act("forgo")


@clause("C470")
def test_it_is_asked_about_as_if_it_were_not_there(scene):
    s = scene(A=HIDDEN, apart=True, announce={"B": ["strike", "throw", "brawl"]})
    assert asked(s) == W_IS_ASKED
    s = scene(apart=True, announce={"B": ["strike", "throw", "brawl"]})
    assert asked(s) == ("next", "B")


@clause("C470")
def test_it_may_itself_target_those_that_it_is_hidden_from(scene):
    s = scene(A=HIDDEN, apart=True, announce={"A": ["anticipate", "strike"]})
    assert s.legal("anticipate", "B")
    s.act("forgo")
    assert s.legal("strike", "B")


# --- what ends it

LOUD = [
    ("strike", ("strike", "B", "clash"), ["sword"]),
    ("strike", ("strike", "B", "harry"), ["sword"]),
    ("strike", ("strike", "B", "clash"), ["glaive"]),
    ("shoot", ("shoot", "B"), ["bow"]),
    ("throw", ("throw", "B", "main"), ["javelin"]),
    ("brawl", ("jab", "B", "agility"), []),
    ("brawl", ("wrestle", "B", "finesse"), []),
    ("cast", ("cast", "bolt", "B"), []),
]


@clause("C471", "C314")
@pytest.mark.parametrize(("plan", "call", "hands"), LOUD)
def test_an_attack_even_a_missed_one_ends_it_for_all_with_sight(scene, plan, call, hands):
    a = {"hands": hands, "spells": ["bolt"], "hidden_from": {"B", "B2", "B3", "W"}}
    s = scene(
        A=a,
        B2={"zone": "Z2"},
        B3={"zone": "Z3"},
        apart=True,
        zones=THICKET,
        no_sight=[["Z0", "Z3"]],
        announce={"A": [plan]},
    )
    s.declare(*call, dice=[3, 2])
    s.act("dodge", dice=[6, 5, 5], by="B")
    assert hidden_from(s, "B", "B2", "B3", "W") == [False, False, True, True]


@clause("C471", "C147")
@pytest.mark.parametrize(
    "call",
    [
        ("anticipate", "B"),
        ("feint", "B"),
        ("intimidate", "B"),
        ("parley", "B", "none"),
        ("taunt", "B", "plain"),
    ],
)
@pytest.mark.parametrize("focus", [[1, 1], [6, 5]])
def test_an_influence_on_an_enemy_ends_it_whether_it_works_or_not(scene, call, focus):
    s = scene(A=FROM_BOTH, B2={"zone": "Z2"}, apart=True, zones=THICKET, announce={"A": [call[0]]})
    s.declare(*call, dice=[3, 2, *focus])
    if s.phase == "option":
        s.act("option", 1, by="B")
    assert hidden_from(s, "B", "B2") == [False, False]


@clause("C471", "C467")
@pytest.mark.parametrize("focus", [[1, 1], [6, 5]])
def test_dread_on_an_enemy_ends_it(scene, focus):
    a = {"hands": [], "spells": ["dread"], **FROM_BOTH}
    s = scene(A=a, B2={"zone": "Z2"}, apart=True, zones=THICKET, announce={"A": ["cast"]})
    s.act("cast", "dread", "B", dice=[3, 2, *focus])
    assert hidden_from(s, "B", "B2") == [False, False]


CAST = {"hands": [], "spells": ["ward", "mire"]}


@clause("C471")
@pytest.mark.parametrize(
    ("call", "a", "dice"),
    [
        (("fortify",), {}, []),
        (("dance",), {}, []),
        (("take_cover",), {}, []),
        (("stand",), {"prone": True}, []),
        (("ready", "sheathe_main"), {}, []),
        (("pick_up", "dagger", "auto"), {}, []),
        (("recover",), {"marks": 1}, [1, 2, 3]),  # hidden from every threat: advantage
        (("cast", "ward", "A"), CAST, [3, 2]),
        (("cast", "ward", "A"), CAST, [2, 2]),
        (("cast", "mire", "Z0"), CAST, [3, 2]),
        (("cast", "mire", "Z1"), CAST, [2, 2]),
    ],
)
def test_what_is_done_to_no_enemy_does_not_end_it(scene, call, a, dice):
    s = scene(
        A={**FROM_BOTH, **a},
        B={"zone": "Z1"},
        B2={"zone": "Z2"},
        zones=THICKET,
        ground=[{"item": "dagger", "zone": "Z0"}],
        announce={"A": [call[0]]},
    )
    s.act(*call, dice=dice)
    assert hidden_from(s, "B", "B2") == [True, True]


@clause("C471")
def test_an_action_that_is_forgone_does_not_end_it(scene):
    s = scene(A=HIDDEN, apart=True, announce={"A": ["anticipate", "strike"]})
    s.act("forgo")
    s.act("forgo")
    assert hidden_from(s, "B") == [True]


@clause("C471")
def test_an_injury_from_nobody_does_not_end_it(scene):
    zones = {"Z0": {"conceal": True, "hazard": True}}
    s = scene(A=HIDDEN, B={"zone": "Z1"}, zones=zones, announce={})
    s.finish_round()
    assert s.unit("A").slots == (0, 1, 1, 1, 1)
    assert hidden_from(s, "B") == [True]


@clause("C471", "C084")
@pytest.mark.parametrize("choice", [("engage", "B"), ("stop",)])
def test_becoming_engaged_ends_it_for_all_with_sight(scene, choice):
    s = scene(
        A={"hidden_from": {"B", "B2", "B3", "W"}},
        B2={"zone": "Z2"},
        B3={"zone": "Z3"},
        apart=True,
        zones=THICKET,
        no_sight=[["Z0", "Z3"]],
        announce={"A": ["reposition"]},
    )
    s.act("reposition", dice=[1, 1])
    s.declare("stop")
    s.act(*choice)
    seen = choice[0] == "engage"
    assert hidden_from(s, "B", "B2", "B3") == [not seen, not seen, True]


@clause("C471")
@pytest.mark.parametrize(
    ("effect", "zone", "seen"),
    [
        (("grapple",), "Z1", True),
        (("shove", "Z1"), "Z2", True),
        (("prone",), "Z1", False),
        (("disarm",), "Z1", False),
    ],
)
def test_being_grappled_or_shoved_ends_it(scene, effect, zone, seen):
    s = scene(
        A={"hidden_from": {"B"}},
        B={"zone": zone},
        B2={},
        engaged=[("A", "B2")],
        zones={**THICKET, "Z1": {"conceal": True}},
        announce={"B2": ["brawl"]},
    )
    s.act("next", "B2")
    s.declare("wrestle", "A", "strength", dice=[5, 4], by="B2")
    s.declare("decline", by="A")
    s.act(*effect, by="B2")
    assert hidden_from(s, "B") == [not seen]


@clause("C471")
@pytest.mark.parametrize(("effect", "blind"), [(("grapple",), "Z0"), (("shove", "Z1"), "Z1")])
def test_for_those_without_sight_of_it_it_goes_on(scene, effect, blind):
    s = scene(
        A={"hidden_from": {"B"}},
        B={"zone": "Z3"},
        B2={},
        engaged=[("A", "B2")],
        zones=THICKET,
        no_sight=[[blind, "Z3"]],
        announce={"B2": ["brawl"]},
    )
    s.act("next", "B2")
    s.declare("wrestle", "A", "strength", dice=[5, 4], by="B2")
    s.declare("decline", by="A")
    s.act(*effect, by="B2")
    assert hidden_from(s, "B") == [True]


# --- on the move


@clause("C471")
@pytest.mark.parametrize(
    ("traits", "hidden"),
    [
        ({"conceal": True}, True),
        ({"cover": True}, True),
        ({"crowd": 1}, True),
        ({"conceal": True, "crowd": 3}, True),
        ({}, False),
        ({"props": True, "clutter": True}, False),
        ({"hazard": True}, False),
    ],
)
def test_a_step_into_the_open_ends_it(scene, traits, hidden):
    s = scene(
        A=FROM_BOTH,
        B={"zone": "Z2"},
        B2={"zone": "Z3"},
        zones={**THICKET, "Z1": traits},
        no_sight=[["Z1", "Z3"]],
        announce={"A": ["reposition"]},
    )
    s.act("reposition", dice=[1, 1])
    s.act("step", "Z1")
    assert hidden_from(s, "B", "B2") == [hidden, True]


@clause("C471")
def test_it_ends_at_the_step_though_the_way_ends_in_hiding(scene):
    zones = {**THICKET, "Z2": {"conceal": True}}
    s = scene(A=HIDDEN, B={"zone": "Z3"}, zones=zones, announce={"A": ["reposition"]})
    s.act("reposition", dice=[2, 1])
    s.act("step", "Z1")
    assert hidden_from(s, "B") == [False]
    s.act("step", "Z2")
    assert hidden_from(s, "B") == [False]


@clause("C471")
def test_a_whole_way_through_hiding_places_does_not_end_it(scene):
    zones = {**THICKET, "Z1": {"cover": True}, "Z2": {"crowd": 2}}
    s = scene(A=HIDDEN, B={"zone": "Z3"}, zones=zones, announce={"A": ["reposition"]})
    s.act("reposition", dice=[2, 1])
    s.act("step", "Z1")
    s.act("step", "Z2")
    assert hidden_from(s, "B") == [True]


@clause("C471")
def test_a_reposition_without_a_step_does_not_end_it_even_in_the_open(scene):
    s = scene(A=HIDDEN, B={"zone": "Z1"}, announce={"A": ["reposition"]})
    s.act("reposition", dice=[1, 1])
    s.act("stop")
    assert hidden_from(s, "B") == [True]


@clause("C471", "C089")
def test_who_sees_it_again_is_aware_of_it(scene):
    b = {"zone": "Z2", "aware_of": {"V"}}
    s = scene(A=HIDDEN, B=b, zones=THICKET, announce={"A": ["reposition"]})
    s.act("reposition", dice=[1, 1])
    s.act("step", "Z1")
    assert "A" in s.unit("B").aware_of
