"""Falls under omens by margin, reinforcements, and searches of those who aren't there yet."""

import pytest

from fracas.envs.core.testing import clause

EDGES = [["Z0", "Z1"], {"from": "Z0", "to": "P", "kind": "drop", "dice": "2d6"}]
MARGIN = {"omens.source": "margin"}


def jumps(scene, brace):
    """A jumps down with this Brace and falls on 5 and 5."""
    s = scene(
        apart=True, zones={"Z0": {}, "Z1": {}, "P": {}}, edges=EDGES, options=MARGIN,
        announce={"A": ["reposition"]},
    )  # fmt: skip
    s.declare("reposition", dice=[2, 2])
    s.declare("step", "P", dice=[*brace, 5, 5])
    return s


@clause("C400", "C405", "option:omens.source")
@pytest.mark.parametrize(
    ("brace", "feet"), [([4, 3, 1], True), ([3, 3, 1], False), ([6, 3, 2], True)]
)
def test_by_margin_brace_has_an_omen_for_every_3_above_1(scene, brace, feet):
    s = jumps(scene, brace)
    assert s.phase == "lower"
    s.declare("done")
    assert (s.phase == "land" and s.legal("feet")) is feet
    if feet:
        s.declare("feet")
        assert (s.unit("A").prone, s.unit("A").zone) == (False, "P")


@clause("C405", "C012", "option:omens.source")
def test_on_your_feet_serves_once(scene):
    s = jumps(scene, [8, 5, 1])  # 4 omens
    assert s.phase == "skilled"
    s.declare("keep")
    s.declare("done")
    assert (s.phase, s.legal("feet")) == ("land", True)
    s.declare("feet")
    assert s.phase != "land"
    assert not s.unit("A").prone


@clause("C483")
def test_who_has_arrived_does_not_arrive_again(scene):
    events = [
        {"round": number, "kind": "reinforcement", "zone": zone, "unit": "B2"}
        for number, zone in ((2, "Z1"), (3, "Z2"))
    ]
    s = scene(B2={"reserve": True}, events=events, announce={})
    s.finish_round()
    assert (s.unit("B2").reserve, s.unit("B2").zone) == (False, "Z1")
    s.announce(W=["brawl"])
    s.finish_round()
    assert (s.round, s.unit("B2").zone) == (4, "Z1")
    assert s.saw("A").count("B2 arrives") == 1


@clause("C472", "C483")
@pytest.mark.parametrize("there", [True, False])
def test_who_has_not_arrived_searches_for_nobody(scene, there):
    events = [{"round": 9, "kind": "reinforcement", "zone": "Z0", "unit": "B2"}]
    s = scene(
        A={"hidden_from": {"B2"}, "hide_result": 24}, B2={"reserve": not there}, apart=True,
        events=[] if there else events, announce={},
    )  # fmt: skip
    start = s.battle.dice_rolled
    s.finish_round([1, 1] if there else [])
    assert (s.round, s.battle.dice_rolled - start) == (3, 2 if there else 0)
