"""Rules hold for the unit of index 0 in every role, and for the last one (its index is no flag)."""

import pytest

from fracas.envs.core.testing import clause

DIRECTIONS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
NEXT = {"N": (7, 6), "NE": (8, 6), "E": (8, 7), "SE": (8, 8), "S": (7, 8), "SW": (6, 8)} | {
    "W": (6, 7),
    "NW": (6, 6),
}
ENEMY = {"A": 1, "B": 2, "C": 1, "D": 2}


def place(s, name):
    return (s.unit(name).x, s.unit(name).y)


def units(**given):
    """Return four units far from each other, with what is given on top."""
    far = {"A": (0, 0), "B": (14, 0), "C": (0, 14), "D": (14, 14)}
    return {
        name: {"side": ENEMY[name], "at": at, **given.get(name, {})} for name, at in far.items()
    }


# -- grapples -------------------------------------------------------------------------------------


@clause("U617")
def test_a_grappler_that_holds_unit_0_is_bound_by_it(scene):
    b = {"grappling": "A", "inventory": ["stone", "bandage", "knife"], "bleed": 1, "mv": 2}
    s = scene(B=b, C={"side": 1, "at": (9, 7)}, turn="B")
    for verb in ("step", "move", "disengage", "push", "grapple", "equip", "place"):
        s.refused(verb)
    for verb in ("throw_object", "pressure"):
        s.refused(verb)
    assert s.legal("release")
    assert [s.legal("unarmed", name) for name in "AC"] == [True, False]


@clause("U201", "U202", "U617")
def test_a_grappler_strikes_only_the_unit_it_holds(scene):
    s = scene(A={"grappling": "B"}, D={"side": 2, "at": (7, 8)})
    assert [s.legal("unarmed", name) for name in "BD"] == [True, False]
    t = scene(B={"grappling": "A"}, C={"side": 1, "at": (9, 7)}, turn="B")
    assert [t.legal("unarmed", name) for name in "AC"] == [True, False]


@clause("U240", "U233", "U234")
@pytest.mark.parametrize(("holder", "held"), [("A", "B"), ("B", "A")])
def test_nobody_in_a_grapple_with_unit_0_is_grappled(scene, holder, held):
    c = {"side": 1, "at": (8, 8)}
    s = scene(**{holder: {"grappling": held}}, C=c, turn="C")
    s.refused("grapple", "B")
    assert s.legal("unarmed", "B")
    free = scene(C=c, turn="C")
    assert free.legal("grapple", "B")


@clause("U240", "U207", "U208")
def test_who_is_held_by_unit_0_is_offered_no_free_grapple(scene):
    # U616: the strike at C has disadvantage
    s = scene(A={"grappling": "B"}, C={"side": 1, "at": (9, 7)}, turn="B")
    s.declare("unarmed", "C", "torso", dice=[16, 17, 9])
    assert (s.phase, s.unit("C").hp) == ("main", 3)  # the table at once
    t = scene(C={"side": 1, "at": (9, 7)}, turn="B")
    t.declare("unarmed", "C", "torso", dice=[16])
    assert t.phase == "strong_choice"


@clause("U616")
@pytest.mark.parametrize(("holder", "held", "other"), [("A", "B", "C"), ("B", "A", "D")])
def test_who_is_held_strikes_others_with_disadvantage(scene, holder, held, other):
    spot = {"side": ENEMY[other], "at": (8, 8)}
    s = scene(**{holder: {"grappling": held}, held: {"hands": ["knife"]}, other: spot}, turn=held)
    s.act("melee", other, "torso", dice=[15, 3])
    assert (s.dice_used, s.unit(other).hp) == (2, 6)
    s.act("melee", holder, "torso", dice=[15])
    assert (s.dice_used, s.unit(holder).hp) == (1, 5)


@clause("U546", "U550")
@pytest.mark.parametrize(("mover", "reactor"), [("B", "A"), ("A", "B")])
def test_a_mover_that_is_grappled_stays_whoever_holds_it(scene, mover, reactor):
    s = scene(turn=mover)
    s.declare("step", "NE" if mover == "B" else "SW")
    assert (s.phase, s.decider) == ("opportunity", reactor)
    before = place(s, mover)
    s.declare("opp_unarmed", "torso", dice=[16])
    s.act("strong_grapple", dice=[10])
    unit = s.unit(mover)
    assert (unit.grappled_by, place(s, mover), unit.mv) == (reactor, before, 1)


@clause("U618")
@pytest.mark.parametrize(
    ("who", "call", "dice", "free"),
    [
        ("A", ("release",), [], "AB"),  # B still holds C
        ("C", ("escape_reflex",), [10], "BC"),  # A still holds B
    ],
)
def test_only_the_grapple_that_ends_is_over(scene, who, call, dice, free):
    # A chain as no play makes it: A holds B, and B holds C.
    s = scene(A={"grappling": "B"}, B={"grappling": "C"}, C={"side": 1, "at": (9, 7)}, turn=who)
    s.act(*call, dice=dice)
    holds = {("A", "B"), ("B", "C")} - {tuple(free)}
    for holder, held in (("A", "B"), ("B", "C")):
        kept = (holder, held) in holds
        assert (s.unit(holder).grappling == held) is kept
        assert (s.unit(held).grappled_by == holder) is kept


# -- targets and slots ----------------------------------------------------------------------------


@clause("U199", "U602", "U012")
@pytest.mark.parametrize("hands", [[], ["knife"], ["pistol"], ["throwing_knife"]])
def test_a_unit_that_is_down_is_no_target(scene, hands):
    s = scene(A={"hands": ["bat"]}, B={"hp": 1, "bleed": 1}, D={"side": 2, "at": (7, 8)})
    s.act("melee", "B", "torso", dice=[10])
    s.set("A", hands=hands, inventory=["bandage"])
    for verb in ("unarmed", "melee", "push", "grapple", "shot_semi", "throw_weapon", "intimidate"):
        assert not s.legal(verb, "B")
    assert s.legal("push", "D")
    s.refused("pressure", "B")


@clause("U199", "option:target.allies")
def test_the_first_ally_may_be_a_target_where_the_option_says_so(scene):
    c = {"side": 1, "at": (7, 8)}
    for allies in (True, False):
        s = scene(C=c, turn="C", options={"target.allies": allies})
        assert [s.legal("unarmed", name) for name in "ABC"] == [allies, True, False]
    s = scene(C=c, turn="C", options={"target.allies": True})
    s.act("unarmed", "A", "torso", dice=[10])
    assert (s.unit("A").hp, s.unit("B").hp) == (5, 6)
    t = scene(
        A={"at": (0, 0)}, B={"at": (7, 7)}, D={"side": 2, "at": (7, 8)},
        turn="D", options={"target.allies": True},
    )  # fmt: skip
    assert [t.legal("push", name) for name in "ABD"] == [False, True, False]


@clause("U456", "U457")
@pytest.mark.parametrize("medic", "ABCD")
@pytest.mark.parametrize("hurt", "ABCD")
def test_anybody_beside_may_be_pressed_by_anybody(scene, medic, hurt):
    at = {"A": (7, 7), "B": (8, 7), "C": (7, 8), "D": (8, 8)}
    given = {n: {"at": at[n], "hp": 5} for n in "ABCD"}
    given[medic]["inventory"] = ["bandage"]
    given[hurt]["bleed"] = 3
    s = scene(**units(**given), turn=medic)
    ticks = s.unit(hurt).bleed
    assert [s.legal("pressure", name) for name in "ABCD"] == [name == hurt for name in "ABCD"]
    s.act("pressure", hurt, dice=[16])
    assert (s.unit(hurt).stanched, s.unit(hurt).bleed) == (True, ticks - 1)


@clause("U456", "U457")
@pytest.mark.parametrize("medic", ["A", "B", "D"])
def test_slots_of_sides_of_unequal_size(scene, medic):
    # side 1 has one unit, side 2 three
    s = scene(
        A={"at": (7, 7)},
        B={"at": (8, 7)},
        C={"side": 2, "at": (7, 8)},
        D={"side": 2, "at": (8, 8)},
        turn=medic,
    )
    s.set(medic, inventory=["bandage"])
    for hurt in "ABCD":
        s.set(hurt, bleed=1)
        assert [s.legal("pressure", name) for name in "ABCD"] == [n == hurt for n in "ABCD"]
        s.set(hurt, bleed=0)


# -- hidden and horrified -------------------------------------------------------------------------


@clause("U607", "U135")
@pytest.mark.parametrize(("mover", "lurker"), [("A", "B"), ("B", "A"), ("A", "D"), ("C", "B")])
@pytest.mark.parametrize("verb", ["step", "disengage"])
def test_whoever_lurks_on_the_tile_stops_the_mover(scene, mover, lurker, verb):
    given = {mover: {"at": (5, 7)}, lurker: {"at": (6, 7), "hidden": True}}
    s = scene(**units(**given), turn=mover)
    s.act(verb, "E")
    unit = s.unit(mover)
    assert (place(s, mover), s.unit(lurker).hidden) == ((5, 7), False)
    assert (unit.mv, unit.ap) == ((3, 4) if verb == "step" else (4, 3))


@clause("U621", "U108")
@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize(("afraid", "source"), [("A", "B"), ("B", "A")])
def test_the_horrified_may_not_come_nearer_from_any_side(scene, afraid, source, direction):
    dx, dy = (3 * (to - 7) for to in NEXT[direction])
    figures = {"at": (7, 7), "horrified": 2, "horror_source": source}
    s = scene(**{afraid: figures, source: {"at": (7 + dx, 7 + dy)}}, turn=afraid)
    nearer = {d for d, (x, y) in NEXT.items() if max(abs(7 + dx - x), abs(7 + dy - y)) < 3}
    assert direction in nearer
    for verb in ("step", "disengage"):
        assert {d for d in DIRECTIONS if s.legal(verb, d)} == set(DIRECTIONS) - nearer


@clause("U621", "U108")
@pytest.mark.parametrize(
    ("a", "b"),
    [
        ({"horrified": 2}, {}),  # by nobody known
        ({"horror_source": "B"}, {}),  # no longer
        ({"horrified": 2, "horror_source": "B"}, {"hidden": True}),
        ({"stress": 4}, {}),  # at its limit: without a source
    ],
)
def test_who_fears_nobody_in_sight_goes_anywhere(scene, a, b):
    s = scene(A=a, B={"at": (10, 7), **b})
    assert {d for d in DIRECTIONS if s.legal("step", d)} == set(DIRECTIONS)


@clause("U621", "U012")
def test_a_source_that_is_down_is_not_feared(scene):
    a = {"hands": ["bat"], "horrified": 2, "horror_source": "B"}
    s = scene(A=a, B={"hp": 1}, D={"side": 2, "at": (14, 14)})
    assert not s.legal("step", "E")
    s.act("melee", "B", "torso", dice=[10, 10])
    assert s.unit("B").down
    assert s.legal("step", "E")


@clause("U601", "U622", "U600")
@pytest.mark.parametrize("source", ["B", "D"])
def test_a_timer_of_two_keeps_its_source_for_a_turn(scene, source):
    s = scene(A={"horrified": 2, "horror_source": source}, D={"side": 2, "at": (14, 14)})
    s.end_turn()
    assert (s.unit("A").horrified_t, s.unit("A").horror_source) == (1, source)
    s.end_turn()
    s.end_turn()
    assert s.decider == "A"
    s.end_turn()
    assert (s.unit("A").horrified_t, s.unit("A").horror_source) == (0, None)


@clause("U600")
def test_timers_never_fall_below_zero(scene):
    names = ("slowed_t", "weakened_t", "stunned_t", "horrified_t")
    for running in (None, *names):
        s = scene(A={running.removesuffix("_t"): 1} if running else {})
        s.end_turn()
        assert [getattr(s.unit("A"), name) for name in names] == [0] * 4
        s.end_turn()
        s.end_turn()
        assert [getattr(s.unit("A"), name) for name in names] == [0] * 4


# -- pushes ---------------------------------------------------------------------------------------


@clause("U225", "U224", "U231")
@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize(("pusher", "pushed"), [("A", "B"), ("B", "A")])
def test_a_push_goes_from_the_pusher_in_each_direction(scene, pusher, pushed, direction):
    x, y = NEXT[direction]
    s = scene(**{pusher: {"at": (7, 7), "athletics": 1}, pushed: {"at": (x, y)}}, turn=pusher)
    s.act("push", pushed, dice=[10])
    assert place(s, pushed) == (x + 2 * (x - 7), y + 2 * (y - 7))
    assert place(s, pusher) == (7, 7)


@clause("U225", "U231")
def test_a_push_that_moves_nobody_leaves_the_grapple(scene):
    rows = [["."] * 15 for _ in range(15)]
    rows[7][9] = "#"
    field = "\n".join("".join(row) for row in rows)
    for c, kept in (((8, 8), False), ((7, 7), True)):  # pushed N, pushed against the wall
        s = scene(
            map=field,
            A={"at": (7, 8)},
            B={"at": (8, 7), "grappling": "A"},
            C={"side": 1, "at": c},
            turn="C",
        )
        s.act("push", "B", dice=[10])
        assert (s.unit("B").grappling == "A") is kept
        assert (place(s, "B") == (8, 7)) is kept
