"""Section 3.16, second part: Recover (C280 to C287)."""

import pytest

from fracas.envs.core.testing import clause

AFTER = ("combat", "W")  # A is not asked any more
THICKET = {"Z0": {"conceal": True}}
TIRED = {"marks": 8}
UNSEEN = {"marks": 8, "hidden_from": {"B"}, "hide_result": 9}
UNAWARE = {"aware_of": set()}
ENEMIES = {"recover.danger": "enemies"}


def asked(s):
    return s.phase, s.decider


def recovering(scene, A=TIRED, apart=True, plans=("recover",), others=None, **more):  # noqa: N803
    announce = {"A": list(plans), **(others or {})}
    return scene(A=A, apart=apart, announce=announce, **more)


def marks_after(s, dice):
    s.act("recover", dice=dice, by="A")
    return s.unit("A").marks


def assert_plain(s):
    assert marks_after(s, [2, 4]) == 2


def assert_helped(s):
    assert marks_after(s, [1, 3, 4]) == 1  # 1 is dropped: 7


def assert_hindered(s):
    assert marks_after(s, [1, 3, 4]) == 4  # 4 is dropped: 4


# --- who may


@clause("C280")
@pytest.mark.parametrize("level", [1, 4, 5, 9])  # with CON d8 it suffocates above 4
def test_a_breathless_or_suffocating_unit_does_not_announce_it(scene, level):
    scene(A=TIRED | {"breathless": level}).refused("announce", "recover")
    assert scene(A=TIRED).legal("announce", "recover")


@clause("C280", "C287")
@pytest.mark.parametrize(("marks", "breathless"), [(7, 0), (8, 1)])
def test_a_unit_that_became_breathless_cannot_recover(scene, marks, breathless):
    s = recovering(scene, {"marks": marks}, others={"B": ["taunt"]})
    s.declare("taunt", "A", "plain", dice=[5, 4, 1, 2], by="B")
    s.act("option", 1, dice=[], by="A")  # mark one
    a = s.unit("A")
    assert asked(s) == (AFTER if breathless else ("interaction", "A"))
    assert (a.breathless, a.marks) == (breathless, 8)


@clause("C280", "C491", "C494")
def test_a_grappled_unit_cannot_recover(scene):
    assert asked(recovering(scene, apart=False)) == ("interaction", "A")
    s = recovering(scene, apart=False, B={"grappling": {"A"}})
    assert (asked(s), s.unit("A").marks) == (AFTER, 8)


@clause("C280")
@pytest.mark.parametrize("state", [{"restrained": 5}, {"prone": True}, {"grappling": {"B"}}])
def test_other_states_do_not_forbid_it(scene, state):
    assert recovering(scene, TIRED | state, apart=False).legal("recover")


@clause("C280")
@pytest.mark.parametrize(("marks", "announced"), [(0, False), (1, True)])
def test_it_is_announced_with_stamina_marked_only(scene, marks, announced):
    assert scene(A={"marks": marks}).legal("announce", "recover") is announced


# --- the roll


@clause("C281", "C282")
@pytest.mark.parametrize(
    ("marks", "dice", "left"),
    [
        (8, [2, 3], 3),
        (8, [1, 1], 6),
        (8, [4, 4], 0),
        (8, [5, 4], 0),
        (2, [5, 4], 0),
        (1, [1, 1], 0),
    ],
)
def test_it_clears_as_many_as_the_result_and_no_more_than_there_are(scene, marks, dice, left):
    s = recovering(scene, {"marks": marks})
    assert len(s.rows("recover")) == 1
    assert marks_after(s, dice) == left
    assert (asked(s), "recover" in s.unit("A").performed) == (AFTER, True)


@clause("C281")
def test_the_dice_are_willpower_and_endurance(scene):
    s = recovering(scene, TIRED | {"willpower": 10, "endurance": 4})
    assert marks_after(s, [3, 1]) == 4
    assert [int(n) for n in s.side["dice"]["sides"][:2]] == [10, 4]


@clause("C281", "C033")
@pytest.mark.parametrize(
    ("plans", "left"),
    [(["recover"], 3), (["recover", "strike"], 5), (["recover", "strike", "brawl"], 7)],
)
def test_the_penalty_lowers_the_result(scene, plans, left):
    assert marks_after(recovering(scene, plans=plans), [2, 3]) == left


@clause("C281", "C002")
def test_a_result_of_0_clears_nothing(scene):
    s = recovering(scene, plans=["recover", "strike", "brawl"])
    assert marks_after(s, [2, 1]) == 8


@clause("C281")
def test_an_enemy_close_by_does_not_change_the_roll(scene):
    assert_plain(recovering(scene))


# --- advantage


@clause("C283", "C284")
def test_behind_cover_it_has_advantage(scene):
    cover = {"Z0": {"cover": True}}
    assert_plain(recovering(scene, zones=cover))  # not taken
    assert_helped(recovering(scene, TIRED | {"covered": True}, zones=cover))


@clause("C283", "C284")
def test_take_cover_helps_the_recover_of_the_same_round(scene):
    s = recovering(scene, zones={"Z0": {"cover": True}}, plans=["take_cover", "recover"])
    s.act("take_cover", dice=[])
    assert marks_after(s, [1, 3, 4]) == 3  # -2


@clause("C283", "C284")
@pytest.mark.parametrize(
    ("B", "B2", "helped"),
    [
        ({}, None, True),
        ({}, {}, False),  # B2 sees it
        ({}, {"zone": "Z3"}, False),
        ({}, {"zone": "Z2"}, True),  # no sight
        ({}, UNAWARE, True),
        ({}, {"aware_of": {"V"}}, False),  # it knows of somebody
    ],
)
def test_it_must_be_hidden_from_all_threats(scene, B, B2, helped):  # noqa: N803
    s = recovering(scene, UNSEEN, zones=THICKET, B=B, B2=B2, no_sight=[["Z0", "Z2"]])
    (assert_helped if helped else assert_plain)(s)


@clause("C284")
@pytest.mark.parametrize(
    ("B", "helped"),
    [
        ({}, False),
        ({"zone": "Z2"}, True),
        ({"zone": "Z3"}, False),
        (UNAWARE, True),
        ({"aware_of": {"V"}}, False),
    ],
)
def test_no_sight_or_no_knowledge_of_its_side_is_hidden_too(scene, B, helped):  # noqa: N803
    s = recovering(scene, B=B, no_sight=[["Z0", "Z2"]])
    (assert_helped if helped else assert_plain)(s)


@clause("C284")
def test_enemies_not_in_play_are_no_threat(scene):
    s = recovering(
        scene,
        UNSEEN,
        zones=THICKET,
        B2={"reserve": True},
        events=[{"round": 9, "kind": "reinforcement", "zone": "Z0", "unit": "B2"}],
    )
    assert_helped(s)


@clause("C283", "C005")
def test_covered_and_hidden_are_one_advantage(scene):
    zones = {"Z0": {"conceal": True, "cover": True}}
    assert_helped(recovering(scene, UNSEEN | {"covered": True}, zones=zones))


# --- disadvantage


@clause("C285")
def test_engaged_it_has_disadvantage(scene):
    assert_hindered(recovering(scene, apart=False))


@clause("C285", "C286", "option:recover.danger")
@pytest.mark.parametrize("options", [{}, {"recover.danger": "hazards"}])
@pytest.mark.parametrize("trait", [{"hazard": True}, {"gas": "smoke"}, {"gas": "venom"}])
def test_a_hazard_or_gas_is_immediate_danger(scene, trait, options):
    assert_hindered(recovering(scene, zones={"Z0": trait}, options=options))
    assert_plain(recovering(scene, zones={"Z1": trait}, options=options))


@clause("C285", "C286")
def test_an_airless_zone_is_immediate_danger(scene):
    assert_hindered(recovering(scene, zones={"Z0": {"airless": True}}, round=1))


@clause("C285", "C286", "option:recover.danger")
@pytest.mark.parametrize("options", [{}, {"recover.danger": "hazards"}])
def test_a_restraint_is_immediate_danger(scene, options):
    assert_hindered(recovering(scene, TIRED | {"restrained": 5}, options=options))


@clause("C286")
@pytest.mark.parametrize(
    ("trait", "state"),
    [({"clutter": True, "props": True, "crowd": 6}, {}), ({}, {"prone": True})],
)
def test_nothing_else_is_immediate_danger(scene, trait, state):
    assert_plain(recovering(scene, TIRED | state, zones={"Z0": trait}))


@clause("C286")
def test_a_coming_event_is_no_danger_yet(scene):
    events = [{"round": 2, "kind": "hazard_starts", "zone": "Z0"}]
    assert_plain(recovering(scene, events=events))


@clause("C285", "C005")
def test_engaged_in_danger_is_one_disadvantage(scene):
    assert_hindered(recovering(scene, apart=False, zones={"Z0": {"hazard": True}}))


@clause("C283", "C285", "C006")
@pytest.mark.parametrize(
    ("A", "more"),
    [
        (TIRED | {"covered": True}, {"apart": False, "zones": {"Z0": {"cover": True}}}),
        (TIRED | {"covered": True}, {"zones": {"Z0": {"cover": True, "hazard": True}}}),
        (UNSEEN, {"zones": {"Z0": {"conceal": True, "gas": "smoke"}}}),
        (UNSEEN | {"restrained": 5}, {"zones": THICKET}),
    ],
)
def test_advantage_and_disadvantage_make_a_plain_roll(scene, A, more):  # noqa: N803
    assert_plain(recovering(scene, A, **more))


@clause("C285", "C286", "option:recover.danger")
def test_immediate_danger_may_be_any_enemy_in_the_zone(scene):
    assert_hindered(recovering(scene, options=ENEMIES))  # B is Close
    assert_plain(recovering(scene, B={"zone": "Z1"}, options=ENEMIES))
    assert_plain(recovering(scene, B={"zone": "Z1"}, A2={}, options=ENEMIES))
    assert_hindered(recovering(scene, apart=False, options=ENEMIES))


@clause("C286", "option:recover.danger")
def test_a_hidden_enemy_is_no_danger_that_dice_could_tell_of(scene):
    hidden = {"hidden_from": {"A"}, "hide_result": 9}
    assert_plain(recovering(scene, B=hidden, options=ENEMIES))
    assert_hindered(recovering(scene, B=hidden, B2={}, options=ENEMIES))


@clause("C286", "option:recover.danger")
@pytest.mark.parametrize(
    ("trait", "state"),
    [({"hazard": True}, {}), ({"gas": "smoke"}, {}), ({}, {"restrained": 5})],
)
def test_it_is_then_neither_a_hazard_nor_a_restraint(scene, trait, state):
    s = recovering(scene, TIRED | state, zones={"Z0": trait}, B={"zone": "Z1"}, options=ENEMIES)
    assert_plain(s)


# --- what stays


@clause("C287", "C281")
def test_it_clears_stamina_marks_and_nothing_else(scene):
    a = TIRED | {"slots_free": [0, 1, 1, 1, 1], "wellness": 2, "prone": True}
    s = recovering(scene, a)
    marks_after(s, [5, 4])
    a = s.unit("A")
    assert (a.marks, a.slots, a.wellness, a.prone) == (0, (0, 1, 1, 1, 1), 2, True)


@clause("C287")
def test_a_breathless_level_is_left_to_rest(scene):
    s = scene(A={"marks": 8, "breathless": 2}, apart=True, announce={})
    s.finish_round()
    assert (s.unit("A").breathless, s.unit("A").marks) == (1, 8)
    s.announce(W=["brawl"])
    s.finish_round()
    assert (s.unit("A").breathless, s.unit("A").marks) == (0, 8)
    assert s.decider == "A"
    assert s.legal("announce", "recover")
