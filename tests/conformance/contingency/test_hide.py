"""Section 3.15, last part: Hide (C250 to C262)."""

import pytest

from fracas.envs.core.testing import clause

AFTER = ("combat", "W")  # A is not asked any more
THICKET = {"Z0": {"conceal": True}}
HIDDEN = {"hidden_from": {"B"}, "hide_result": 6}
# Manner, zones, what A has for it, the attribute of its roll. W never sees the zones of the line.
MANNERS = [
    ("surroundings", THICKET, {}, "wisdom"),
    ("Z1", {"Z1": {"conceal": True}}, {}, "agility"),
    ("nerve", {}, HIDDEN, "willpower"),
    ("crowd", {"Z0": {"crowd": 1}}, {}, "charisma"),
]


def asked(s):
    return s.phase, s.decider


def sizes(s):
    """Return the sizes of all dice so far."""
    record = s.side
    return [int(n) for n in record["dice"]["sides"][: int(record["n_dice"])]]


def hiding(scene, zones=THICKET, plans=("hide",), apart=True, others=None, **more):
    announce = {"A": list(plans), **(others or {})}
    return scene(zones=zones, announce=announce, apart=apart, **more)


# --- who may


@clause("C250", "C085")
@pytest.mark.parametrize(("manner", "zones", "a", "attribute"), MANNERS)
def test_it_needs_that_the_unit_is_not_engaged(scene, manner, zones, a, attribute):
    assert hiding(scene, zones, A=a).legal("hide", manner)
    s = hiding(scene, zones, A2={"zone": "Z0"}, apart=False)
    assert (asked(s), "hide" in s.unit("A").performed) == (AFTER, False)


@clause("C250", "C491", "C493")
@pytest.mark.parametrize(("A", "B"), [({"restrained": 5}, {}), ({}, {"grappling": {"A"}})])
def test_a_grappled_or_restrained_unit_does_not_announce_it(scene, A, B):  # noqa: N803
    scene(A=A, B=B, zones=THICKET).refused("announce", "hide")
    assert scene(zones=THICKET).legal("announce", "hide")


@clause("C250", "C493")
@pytest.mark.parametrize("restrained", [0, 5])
def test_a_unit_restrained_after_it_announced_cannot_hide(scene, restrained):
    s = hiding(scene, plans=["fortify", "hide"])
    s.set("A", restrained=restrained)
    s.act("fortify", dice=[])
    assert asked(s) == (AFTER if restrained else ("movement", "A"))


@clause("C250")
def test_after_a_disengage_it_may_hide(scene):
    s = hiding(scene, plans=["disengage", "hide"], apart=False)
    s.refused("hide")
    s.act("disengage", dice=[8, 5, 2, 1])
    s.act("hide", "surroundings", dice=[5, 4, 1, 2])
    assert s.unit("A").hidden_from == {"B", "W"}


# --- four manners


@clause("C251", "C252", "C253", "C254", "C255")
@pytest.mark.parametrize(("manner", "zones", "a", "attribute"), MANNERS)
def test_each_manner_has_its_attribute_against_knowledge_and_awareness(
    scene, manner, zones, a, attribute
):
    others = {"agility": 6, "charisma": 6, "willpower": 6, "wisdom": 6}
    a = others | a | {attribute: 10, "stealth": 12}
    s = hiding(scene, zones, A=a, B={"knowledge": 4, "awareness": 10})
    s.act("hide", manner, dice=[5, 4, 4, 4])
    assert sizes(s) == [10, 12, 4, 10]
    assert s.unit("A").hidden_from == {"B", "W"}
    assert (s.unit("A").moved, "hide" in s.unit("A").performed) == (True, True)


@clause("C251", "C258")
@pytest.mark.parametrize(
    ("traits", "legal"),
    [({"conceal": True}, True), ({"cover": True}, False), ({"props": True}, False),
     ({"clutter": True}, False), ({"crowd": 6}, False)],
)  # fmt: skip
def test_surroundings_need_a_zone_that_conceals(scene, traits, legal):
    s = hiding(scene, {"Z0": traits, "Z1": {"cover": True}})
    assert s.legal("hide", "surroundings") is legal


@clause("C254", "C258")
@pytest.mark.parametrize(("crowd", "legal"), [(0, False), (1, True), (6, True)])
def test_a_crowd_needs_bystanders_in_the_zone(scene, crowd, legal):
    zones = {"Z0": {"crowd": crowd}, "Z1": {"cover": True, "crowd": 6}}
    assert hiding(scene, zones, A2={}).legal("hide", "crowd") is legal


@clause("C253", "C258")
@pytest.mark.parametrize(
    ("a", "legal"),
    [({}, False), (HIDDEN, True), ({"hidden_from": {"W"}, "hide_result": 6}, True)],
)
@pytest.mark.parametrize("zones", [THICKET, {"Z1": {"cover": True}}])
def test_nerve_needs_to_be_hidden_from_someone(scene, a, legal, zones):
    assert hiding(scene, zones, A=a).legal("hide", "nerve") is legal


@clause("C252", "C258")
@pytest.mark.parametrize(
    ("traits", "legal"),
    [({"conceal": True}, True), ({"cover": True}, True), ({"crowd": 6}, False),
     ({"props": True, "clutter": True}, False)],
)  # fmt: skip
def test_a_dash_needs_an_adjacent_zone_that_conceals_or_covers(scene, traits, legal):
    zones = {"Z0": {"conceal": True}, "Z1": traits, "Z2": {"conceal": True, "cover": True}}
    s = hiding(scene, zones)
    assert s.legal("hide", "Z1") is legal
    s.refused("hide", "Z2")
    s.refused("hide", "Z0")


@clause("C252", "C258")
def test_a_dash_goes_to_the_zone_first(scene):
    s = hiding(scene, {"Z1": {"cover": True}})
    s.act("hide", "Z1", dice=[5, 4, 4, 4])
    assert (s.unit("A").zone, s.unit("A").hidden_from) == ("Z1", {"B", "W"})
    s = hiding(scene, {"Z1": {"cover": True}})
    s.act("hide", "Z1", dice=[5, 4, 6, 4])  # it moves though it is seen
    assert (s.unit("A").zone, s.unit("A").hidden_from) == ("Z1", {"W"})


@clause("C258")
@pytest.mark.parametrize(
    ("edge", "legal"),
    [
        ({"from": "Z0", "to": "Z1", "kind": "difficult"}, True),
        ({"from": "Z0", "to": "Z1", "kind": "drop"}, False),
        ({"from": "Z1", "to": "Z0", "kind": "drop"}, False),
    ],
)
def test_a_dash_costs_nothing_and_does_not_lead_over_a_drop(scene, edge, legal):
    zones = {"Z0": {"conceal": True}, "Z1": {"cover": True}}
    keeper = {"hands": [], "spells": ["mire"],
              "kept": [{"spell": "mire", "target": "Z0", "tokens": 0}]}  # fmt: skip
    for b in ({}, keeper):
        s = hiding(scene, zones, B={"zone": "Z1", **b}, edges=[edge, ["Z1", "Z2"], ["Z2", "Z3"]])
        assert s.legal("hide", "Z1") is legal


@clause("C258")
def test_with_plain_zones_all_round_hide_is_dropped(scene):
    s = hiding(scene, {"Z2": {"conceal": True, "cover": True, "crowd": 3}})
    assert (asked(s), "hide" in s.unit("A").performed) == (AFTER, False)


@clause("C258")
def test_all_manners_that_are_possible_have_a_row(scene):
    zones = {"Z0": {"conceal": True, "crowd": 2, "cover": True}, "Z1": {"cover": True},
             "Z2": {"conceal": True}, "Z3": {}}  # fmt: skip
    edges = [["Z0", "Z1"], ["Z0", "Z2"], ["Z0", "Z3"]]
    s = hiding(scene, zones, A=HIDDEN, edges=edges)
    assert all(s.legal("hide", m) for m in ("surroundings", "nerve", "crowd", "Z1", "Z2"))
    assert len(s.rows("hide")) == 5


@clause("C261")
def test_prone_units_cannot_dash(scene):
    zones = {"Z0": {"conceal": True, "crowd": 1}, "Z1": {"cover": True}}
    for prone in (False, True):
        s = hiding(scene, zones, A=HIDDEN | {"prone": prone})
        assert s.legal("hide", "Z1") is not prone
        assert all(s.legal("hide", m) for m in ("surroundings", "nerve", "crowd"))
    s = hiding(scene, {"Z1": {"cover": True}}, A={"prone": True})
    assert asked(s) == AFTER


@clause("C261", "C226")
def test_a_unit_that_stood_frozen_cannot_dash(scene):
    s = scene(A={"forced": "freeze", "forced_from": "B"}, apart=True, zones={"Z1": {"cover": True}})
    s.announce(A=["hide"], W=["brawl"])
    assert (asked(s), s.unit("A").frozen, s.unit("A").zone) == (AFTER, True, "Z0")


# --- the rolls


@clause("C255", "C256")
@pytest.mark.parametrize(
    ("detect", "hidden"), [([4, 4], True), ([5, 3], True), ([5, 4], False), ([8, 6], False)]
)
def test_an_opponent_that_rolls_less_fails_and_a_tie_detects(scene, detect, hidden):
    s = hiding(scene)
    s.act("hide", "surroundings", dice=[5, 4, *detect])
    assert ("B" in s.unit("A").hidden_from) is hidden


@clause("C255", "C256")
@pytest.mark.parametrize(
    ("B", "B2", "hidden"),
    [
        ([4, 4], [6, 4], {"B"}),
        ([6, 4], [4, 4], {"B2"}),
        ([4, 4], [4, 4], {"B", "B2"}),
        ([6, 4], [6, 4], set()),
    ],
)
def test_each_opponent_rolls_for_itself(scene, B, B2, hidden):  # noqa: N803
    s = hiding(scene, B2={})
    s.act("hide", "surroundings", dice=[5, 4, *B, *B2])
    assert s.unit("A").hidden_from == hidden | {"W"}


@clause("C255")
def test_allies_and_units_not_in_play_do_not_roll(scene):
    s = hiding(
        scene,
        A2={},
        B2={"reserve": True},
        events=[{"round": 9, "kind": "reinforcement", "zone": "Z0", "unit": "B2"}],
    )
    s.act("hide", "surroundings", dice=[5, 4, 4, 4])
    assert {"B", "W"} <= s.unit("A").hidden_from


@clause("C256")
def test_a_hidden_unit_is_no_target_of_those_it_hides_from(scene):
    s = hiding(scene, B2={}, others={"B": ["strike"], "B2": ["strike"]})
    s.act("hide", "surroundings", dice=[5, 4, 4, 4, 6, 4])
    s.declare("next", "B2")  # B has no row
    assert s.legal("strike", "A", "clash")
    s.act("forgo", dice=[])
    assert asked(s) == AFTER


@clause("C255", "C033")
def test_the_hiders_roll_takes_the_penalty_the_detection_does_not(scene):
    s = hiding(scene, plans=["hide", "brawl"], others={"B": ["strike", "brawl"]})
    s.act("hide", "surroundings", dice=[5, 4, 4, 3])  # 7 against 7
    assert (s.unit("A").hide_result, s.unit("A").hidden_from) == (7, {"W"})


@clause("C255", "C129")
@pytest.mark.parametrize(("manner", "zones", "a", "attribute"), MANNERS)
def test_heavy_armour_is_a_disadvantage(scene, manner, zones, a, attribute):
    s = hiding(scene, zones, A=a | {"armour": "heavy"})
    s.act("hide", manner, dice=[5, 4, 7, 4, 4])  # 7 dropped
    assert (s.unit("A").hide_result, s.unit("A").hidden_from) == (9, {"B", "W"})
    s = hiding(scene, zones, A=a | {"armour": "light"})
    s.act("hide", manner, dice=[5, 4, 4, 4])


@clause("C257", "C260")
@pytest.mark.parametrize("manner", ["nerve", "surroundings"])
@pytest.mark.parametrize(("detect", "aware"), [([4, 4], False), ([6, 4], True)])
def test_the_unaware_who_fail_stay_unaware(scene, manner, detect, aware):
    s = hiding(scene, A=HIDDEN, B={"aware_of": {"V"}})
    assert "A" not in s.unit("B").aware_of
    s.act("hide", manner, dice=[5, 4, *detect])
    assert ("A" in s.unit("B").aware_of) is aware
    assert ("B" in s.unit("A").hidden_from) is not aware


@clause("C257")
def test_the_aware_who_fail_stay_aware(scene):
    s = hiding(scene)
    s.act("hide", "surroundings", dice=[5, 4, 4, 4])
    assert "A" in s.unit("B").aware_of


@clause("C259")
def test_opponents_without_sight_of_the_zone_fail_without_rolling(scene):
    s = hiding(scene, B={"zone": "Z2"}, no_sight=[["Z0", "Z2"]])
    s.act("hide", "surroundings", dice=[5, 4])
    assert s.unit("A").hidden_from == {"B", "W"}


@clause("C259")
@pytest.mark.parametrize(
    ("no_sight", "dice"), [([["Z1", "Z2"]], [5, 4, 6, 4]), ([["Z0", "Z2"]], [5, 4, 6, 4, 4, 4])]
)
def test_the_final_zone_of_a_dash_counts(scene, no_sight, dice):
    zones = {"Z1": {"conceal": True}}
    s = hiding(scene, zones, B={}, B2={"zone": "Z2"}, no_sight=no_sight)
    s.act("hide", "Z1", dice=dice)
    assert s.unit("A").hidden_from == {"B2", "W"}


@clause("C259")
def test_the_others_roll_in_index_order_after_the_hiders_one_roll(scene):
    b, b2, b3 = ({"knowledge": k, "awareness": 4} for k in (6, 10, 12))
    s = hiding(scene, B=b, B2=b2, B3=b3, A={"wisdom": 4})
    s.act("hide", "surroundings", dice=[4, 4, 1, 2, 5, 4, 1, 2])
    assert sizes(s) == [4, 6, 6, 4, 10, 4, 12, 4]
    assert s.unit("A").hidden_from == {"B", "B3", "W"}


# --- the result


@clause("C260")
@pytest.mark.parametrize(("manner", "zones", "a", "attribute"), MANNERS)
def test_the_result_is_kept(scene, manner, zones, a, attribute):
    s = hiding(scene, zones, A=a)
    s.act("hide", manner, dice=[5, 4, 4, 4])
    assert s.unit("A").hide_result == 9


@clause("C260")
@pytest.mark.parametrize(("before", "dice", "after"), [(6, [5, 4], 9), (9, [2, 2], 4)])
def test_nerve_replaces_the_result_also_with_a_lower_one(scene, before, dice, after):
    s = hiding(scene, A=HIDDEN | {"hide_result": before})
    s.act("hide", "nerve", dice=[*dice, 1, 2])
    assert (s.unit("A").hide_result, s.unit("A").hidden_from) == (after, {"B", "W"})


@clause("C260")
@pytest.mark.parametrize(
    ("B", "B2", "hidden"),
    [
        ([5, 4], [4, 4], {"B2"}),  # B saw nothing before, B2 saw it
        ([4, 4], [4, 4], {"B", "B2"}),
        ([5, 4], [5, 4], set()),
    ],
)
def test_nerve_is_rolled_against_anew_by_every_opponent_with_sight(scene, B, B2, hidden):  # noqa: N803
    s = hiding(scene, A=HIDDEN, B2={})
    s.act("hide", "nerve", dice=[5, 4, *B, *B2])
    assert s.unit("A").hidden_from == hidden | {"W"}


@clause("C262")
def test_failure_changes_nothing_for_one_that_saw_the_unit(scene):
    s = hiding(scene, A={"marks": 2})
    before = s.unit("B")
    s.act("hide", "surroundings", dice=[2, 1, 5, 4])
    a = s.unit("A")
    assert (a.hidden_from, a.marks, a.zone, a.prone) == ({"W"}, 2, "Z0", False)
    assert s.unit("B").aware_of == before.aware_of


@clause("C262", "C250")
def test_failure_uses_the_action_all_the_same(scene):
    s = hiding(scene)
    s.act("hide", "surroundings", dice=[2, 1, 5, 4])
    assert (asked(s), "hide" in s.unit("A").performed) == (AFTER, True)
