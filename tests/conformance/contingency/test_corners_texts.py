"""How actions are written: what a text leaves out, and that it is said where it matters."""

import pytest

from fracas.envs.contingency.verbs import VERBS
from fracas.envs.core.testing import clause

PLAIN, ASKED = {}, {"attr.ask": True}
OFFERS = ("none", "mark", "recover", "drop_main", "sheathe_main", "grant")


@clause("C014", "C140", "C141", "C142", "C143", "option:attr.ask")
@pytest.mark.parametrize(
    ("verb", "ways", "attributes"),
    [
        ("anticipate", ["B"], ("wisdom", "charisma")),
        ("feint", ["B"], ("agility", "charisma")),
        ("intimidate", ["B"], ("strength", "charisma")),
        ("parley", [f"B, {offer}" for offer in OFFERS], ("willpower", "charisma")),
        ("taunt", ["B, plain", "B, dance"], ("finesse", "charisma")),
    ],
)
def test_an_influence_names_the_attribute_where_it_is_asked(scene, verb, ways, attributes):
    s = scene(announce={"A": [verb]}, apart=verb == "parley")
    assert s.rows(verb) == [f"{verb}({way})" for way in ways]
    s = scene(announce={"A": [verb]}, apart=verb == "parley", options=ASKED)
    assert s.rows(verb) == [f"{verb}({way}, {name})" for way in ways for name in attributes]


@clause("C014", "C240", "C242", "C270", "C271", "C276", "option:attr.ask")
@pytest.mark.parametrize(
    ("verb", "a", "plain", "asked"),
    [
        ("disengage", {}, ["disengage"], ["disengage(agility)", "disengage(finesse)"]),
        (
            "escape", {"restrained": 3}, ["escape(restraint)"],
            ["escape(restraint, strength)", "escape(restraint, finesse)"],
        ),
    ],
    ids=["disengage", "escape"],
)  # fmt: skip
def test_getting_away_names_the_attribute_where_it_is_asked(scene, verb, a, plain, asked):
    for options, rows in ((PLAIN, plain), (ASKED, asked)):
        assert scene(A=a, announce={"A": [verb]}, options=options).rows(verb) == rows


@clause("C014", "C310", "C311", "C312", "C313", "C340", "C341", "option:attr.ask")
@pytest.mark.parametrize(
    ("hands", "named"), [(["dagger"], ["main"]), (["dagger", "dagger"], ["main", "off"])]
)
def test_a_throw_names_the_hand_always_and_the_attribute_where_it_is_asked(scene, hands, named):
    for options, ends in ((PLAIN, [""]), (ASKED, [", strength", ", finesse"])):
        s = scene(A={"hands": hands}, announce={"A": ["throw"]}, apart=True, options=options)
        assert s.rows("throw") == [f"throw(B, {hand}{end})" for hand in named for end in ends]


@clause("C310", "C311", "C312", "C313", "C320")
@pytest.mark.parametrize(
    ("hands", "ends"), [(["sword"], [""]), (["dagger", "sword"], [", main", ", off"])]
)
def test_a_strike_names_the_hand_where_both_hold_a_weapon(scene, hands, ends):
    s = scene(A={"hands": hands}, announce={"A": ["strike"]})
    modes = ("harry", "clash")
    assert s.rows("strike") == [f"strike(B, {mode}{end})" for mode in modes for end in ends]


@clause("C012", "C030", "C034", "C040", "C221", "C300", "C347", "C397", "C398", "C403", "C421")
def test_what_only_ends_a_turn_or_a_choice() -> None:
    declining = {verb.name for verb in VERBS.verbs if verb.declines}
    assert declining == {"done", "forgo", "stop", "decline", "keep", "fall", "let", "breathe"}


@clause("C064", "C068", "C443", "C454", "C492")
def test_what_is_free() -> None:
    free = {verb.name for verb in VERBS.verbs if verb.free}
    assert free == {"end_concentration", "release", "let_go"}
