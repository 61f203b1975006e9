"""What may be announced, exactly (4.1), what counts as a choice (C068), rows of a quick grab."""

import pytest

from fracas.envs.core.testing import clause

NEEDS_ENEMY = {"anticipate", "intimidate", "parley", "taunt"}
NEEDS_CLOSE = {"feint", "disengage", "escape"}
NEEDS_HANDS = {"ready", "strike", "throw"}
ALWAYS = {"fortify", "dance", "brawl"}
USUAL = NEEDS_ENEMY | NEEDS_CLOSE | NEEDS_HANDS | ALWAYS | {"reposition", "hide"}
"""What a unit with a sword may announce next to an enemy."""

NEAR = {"B": {"zone": "Z1"}}
BY_UNIT = {"resolve.order": "by_unit"}
FREE_READY = {"gear.ready": "free"}


def announceable(s):
    assert (s.phase, s.decider) == ("announce", "A")
    return {str(row)[len("announce(") : -1] for row in s.rows("announce")}


def of(**fields):
    return {"A": fields}


def lying(zone):
    return {"ground": [{"item": "dagger", "zone": zone}]}


@clause("C030", "C031", "C043", "C452", "C290", "C301")
@pytest.mark.parametrize(
    ("scenery", "more", "less"),
    [
        ({}, set(), set()),
        ({"apart": True}, set(), set()),
        (NEAR, set(), NEEDS_CLOSE),
        ({"B": {"zone": "Z3"}}, set(), NEEDS_CLOSE),
        ({"B": {"hidden_from": {"A"}}}, set(), NEEDS_ENEMY | {"feint", "escape"}),
        ({"B": {"hidden_from": {"A"}}, "apart": True}, set(), NEEDS_ENEMY | NEEDS_CLOSE),
        ({"B": {"grappling": {"A"}}}, set(), {"reposition", "hide"}),
        (
            {"B": {"grappling": {"A"}, "hidden_from": {"A"}}}, set(),
            NEEDS_ENEMY | {"feint", "reposition", "hide"},
        ),
        (
            NEAR | of(restrained=5), set(),
            {"feint", "disengage", "reposition", "hide"},
        ),
        ({"zones": {"Z3": {"cover": True}}}, {"take_cover"}, set()),
        (of(prone=True), {"stand"}, set()),
        (of(marks=1), {"recover"}, set()),
        (of(marks=8, breathless=1), set(), set()),
        (of(spells=["ward"]), {"cast"}, set()),
        (NEAR | lying("Z0"), {"pick_up"}, NEEDS_CLOSE),
        (lying("Z1"), {"pick_up"}, set()),
        (lying("Z2"), set(), set()),
        ({"options": FREE_READY}, set(), {"ready"}),
        (NEAR | {"options": FREE_READY}, set(), NEEDS_CLOSE | {"ready"}),
    ],
)  # fmt: skip
def test_each_action_may_be_announced_that_could_become_possible(scene, scenery, more, less):
    assert announceable(scene(**scenery)) == (USUAL | more) - less


@clause("C030", "C031", "C043", "C340", "C342", "C452")
@pytest.mark.parametrize(
    ("gear", "plans"),
    [
        ({"hands": []}, set()),
        ({"hands": ["tusks"]}, {"strike"}),
        ({"hands": [], "carried": ["sword"]}, {"ready", "strike", "throw"}),
        ({"hands": [None, "dagger"]}, {"ready", "strike", "throw"}),
        ({"hands": ["bow"]}, {"ready", "shoot"}),
        ({"hands": ["tusks"], "carried": ["bow"]}, {"ready", "strike", "shoot"}),
        ({"hands": ["shield"]}, {"ready"}),
        ({"hands": ["net"]}, {"ready", "throw"}),
        ({"hands": ["bow"], "carried": ["dagger"]}, {"ready", "strike", "shoot", "throw"}),
    ],
)
def test_what_gear_lets_a_unit_announce(scene, gear, plans):
    assert announceable(scene(A=gear)) == USUAL - NEEDS_HANDS | plans


@clause("C030", "C031", "C043")
def test_who_is_not_sapient_announces_less(scene):
    s = scene(A={"sapient": False})
    plans = {"intimidate", "fortify", "reposition", "disengage", "hide", "dance", "escape"}
    assert announceable(s) == plans | {"strike", "brawl"}


@clause("C030", "C031", "C043")
def test_what_was_announced_is_left_out_and_four_are_enough(scene):
    s = scene()
    left = set(USUAL)
    for plan in ("feint", "taunt", "hide"):
        s.declare("announce", plan)
        left.remove(plan)
        assert announceable(s) == left
    s.declare("announce", "brawl")
    assert s.decider == "V"


# --- what counts as a choice


@clause("C068", "C045")
def test_an_attack_that_is_owed_and_has_one_row_is_not_asked_for_the_sake_of_free_actions(scene):
    s = scene(A={"hands": ["bow"], "owes_attack": "B"}, announce={"A": ["shoot"]})
    assert (s.phase, s.decider) == ("defend", "B")


@clause("C068", "C045", "option:resolve.order")
def test_an_announced_ready_counts_as_a_choice_beside_an_owed_attack(scene):
    a = {"hands": ["bow"], "owes_attack": "B"}
    s = scene(A=a, options=BY_UNIT, announce={"A": ["shoot", "ready"]})
    assert (s.phase, s.decider) == ("any", "A")
    assert (s.rows("ready"), s.rows("shoot")) == (["ready(sheathe_main)"], ["shoot(B)"])
    assert not s.legal("forgo")


@clause("C068", "C043", "option:gear.ready")
def test_readying_free_of_charge_is_no_reason_to_be_asked(scene):
    s = scene(A={"breathless": 1}, options=FREE_READY)
    assert s.rows("ready") == ["ready(sheathe_main)"]
    s.declare("announce", "brawl")
    assert s.decider == "V"


@clause("C068", "C045", "option:gear.ready")
def test_readying_free_of_charge_goes_with_the_choice_of_an_action(scene):
    s = scene(options=FREE_READY, announce={"A": ["strike"]})
    assert (s.phase, s.decider, len(s.rows("ready"))) == ("combat", "A", 1)
    a = {"hands": ["bow"], "owes_attack": "B"}
    s = scene(A=a, options=FREE_READY, announce={"A": ["shoot"]})
    assert (s.phase, s.decider) == ("defend", "B")


@clause("C068", "C443")
def test_which_effect_to_end_is_not_asked_where_one_is_kept(scene):
    kept = [{"spell": "ward", "target": "A", "tokens": 15}]
    s = scene(A={"spells": ["ward"], "kept": kept}, announce={})
    s.finish_round(dice=[1, 1])
    assert (s.round, s.phase, s.unit("A").kept) == (3, "announce", [])


@clause("C045", "C461")
def test_being_able_to_cast_is_no_reason_to_ask_for_another_action(scene):
    kept = [{"spell": "ward", "target": "A", "tokens": 0}]
    a = {"hands": [], "carried": ["bow"], "spells": ["ward"], "kept": kept}
    s = scene(A=a, announce={"A": ["shoot"]})
    assert (s.phase, s.decider) == ("combat", "W")
    assert "A forgoes its actions" not in s.saw("A")


# --- rows


@clause("C258")
@pytest.mark.parametrize("zone", ["Z1", "Z3"])
def test_a_dash_to_any_zone_next_to_it_is_a_way_to_hide(scene, zone):
    s = scene(
        A={"zone": "Z2"}, zones={zone: {"conceal": True}}, apart=True, announce={"A": ["hide"]}
    )
    assert (s.phase, s.decider) == ("movement", "A")
    assert s.rows("hide") == [f"hide({zone})"]


@clause("C452", "C337")
def test_a_natural_weapon_may_be_loaded_though_nothing_else_can_be_readied(scene):
    spitter = {"class": "ranged", "skill": "accuracy", "hands": 0, "range": "near",
               "natural": True, "reload": True}  # fmt: skip
    a = {"hands": [{"item": "spitter", "loaded": False}, "dagger"]}
    s = scene(A=a, items={"spitter": spitter})
    s.declare("announce", "ready")
    s.declare("let_go", "off")
    s.declare("done")
    s.announce(W=["brawl"])
    assert (s.phase, s.decider, s.rows("ready")) == ("interaction", "A", ["ready(load)"])


@clause("C050", "C320", "C340", "C341")
@pytest.mark.parametrize(
    ("item", "hands", "strikes", "throws"),
    [
        ("dagger", [None, "dagger"], ["B main"], ["B main", "B2 main"]),
        ("dagger", ["dagger"], ["B off"], ["B off", "B2 off"]),
        ("spear", [], ["B"], ["B main", "B2 main"]),
        ("glaive", [], ["B", "B2"], ["B main"]),
    ],
)
def test_a_quick_grab_has_the_rows_that_the_item_allows(scene, item, hands, strikes, throws):
    s = scene(
        A={"hands": hands, "techniques": ["quick_grab"]}, B2={"zone": "Z1"}, B3={"zone": "Z3"},
        ground=[{"item": item, "zone": "Z0"}], apart=True, announce={"A": ["pick_up"]},
    )  # fmt: skip
    s.declare("pick_up", item, "roll", dice=[8, 3])
    s.declare("technique", "quick_grab", by="A")
    assert (s.phase, s.decider) == ("instant", "A")
    rows = [f"throw({', '.join(aim.split())})" for aim in throws]
    for aim in strikes:
        enemy, *hand = aim.split()
        rows += [f"strike({', '.join((enemy, mode, *hand))})" for mode in ("harry", "clash")]
    assert sorted(map(str, s.battle.legal())) == sorted(rows)
