"""Chances of the key rolls, over all dice, against fractions worked out by hand from the rules.

Ways to roll a sum, written from the lowest sum on:

d4 + d4, 2 to 8:              1 2 3 4 3 2 1, of 16; below a sum: 0 1 3 6 10 13 15.
Best two of three d4:         1 3 7 12 16 15 10, of 64; below: 0 1 4 11 23 39 54. The pairs 11, 22,
                              33, 44 are kept in 1, 4, 7, 10 ways (at least two such dice, the third
                              no higher: 3(k - 1) + 1), a pair a > b in 6(b - 1) + 3.
Worst two of three d4:        10 15 16 12 7 3 1, the mirror of it; below: 0 10 25 41 53 60 63.
d8 + d6, 2 to 14:             1 2 3 4 5 6 6 6 5 4 3 2 1, of 48; below: 0 1 3 6 10 15 21 27 33 38 42
                              45 47.

Two rolls of d4 + d4 against each other, 256 lists: 1 + 4 + 9 + 16 + 9 + 4 + 1 = 44 tie, so each
side is higher in (256 - 44) / 2 = 106.

Omens, falls, toxins, spells, stamina, hiding, crowds: test_chances_actions.py.
"""

import dataclasses
from collections import Counter
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from fracas.envs.core.batch import act_many
from fracas.envs.core.battle import Battle
from fracas.envs.core.jit import COMPILED
from fracas.envs.core.testing import clause

LARGE = pytest.mark.skipif(not COMPILED, reason="takes long in plain Python")
HIGHER = Fraction(106, 256)
HIGHER_OR_TIE = Fraction(150, 256)


# --- against a fixed difficulty: Escape from a net of that difficulty


def escapes(scene, chances, difficulty, plan=("escape",), **options):
    s = scene(A={"restrained": difficulty}, announce={"A": [*plan]}, options=options)
    for verb in plan[: plan.index("escape")]:
        s.act(verb)
    return chances(s, [("escape", "restraint")], [8, 6], "A.restrained")[0]


@clause("C001", "C007", "option:dice.combine")
@pytest.mark.parametrize(
    ("difficulty", "ways"),
    [(1, 48), (3, 47), (5, 42), (7, 33), (9, 21)],  # 48 less the ways below it: 0 1 6 15 27
)
def test_each_step_of_the_ladder_with_d8_and_d6(scene, chances, difficulty, ways):
    assert escapes(scene, chances, difficulty) == Fraction(ways, 48)


@clause("option:dice.combine")
@pytest.mark.parametrize(
    ("difficulty", "below"),
    [(3, 2 * 2), (5, 4 * 4), (7, 6 * 6)],  # both dice below it: of 8 faces, of 6 faces
)
def test_each_step_of_the_ladder_with_the_higher_of_the_two(scene, chances, difficulty, below):
    found = escapes(scene, chances, difficulty, **{"dice.combine": "highest"})
    assert found == 1 - Fraction(below, 48)


@clause("C002", "C033", "option:penalty.mode")
@pytest.mark.parametrize(
    ("mode", "plan", "ways"),
    [
        # Difficulty 5 by a sum of 5: 42 ways; of 7 at -2: 33; of 9 at -4: 21; of 11 at -6: 10.
        ("announced", ("escape",), 42),
        ("announced", ("escape", "strike"), 33),
        ("announced", ("fortify", "escape", "strike"), 21),
        ("announced", ("fortify", "escape", "strike", "brawl"), 10),
        ("progressive", ("escape", "strike"), 42),  # the first is free
        ("progressive", ("fortify", "escape", "strike"), 33),
        ("flat", ("escape",), 42),
        ("flat", ("escape", "strike"), 33),
        ("flat", ("fortify", "escape", "strike"), 33),
    ],
)
def test_what_further_actions_cost(scene, chances, mode, plan, ways):
    assert escapes(scene, chances, 5, plan, **{"penalty.mode": mode}) == Fraction(ways, 48)


# --- advantage and disadvantage


def cleared(chances, fours, leans, **options):
    """Return the distribution of a Recover's result, with d4 for all and 8 of 8 marks."""
    fight = {"apart": leans != "disadvantage", "options": options}
    a = {"covered": leans == "advantage", "constitution": 12, "marks": 8}
    s = fours(["recover"], a, zones={"Z0": {"cover": True}}, **fight)
    twice = options.get("dice.advantage") == "reroll"
    dice = [4, 4] if leans == "plain" else [4] * (4 if twice else 3)
    return {8 - m: n for m, n in chances(s, [("recover",)], dice, "A.marks").items()}


def spread(first, ways):
    return {first + k: Fraction(n, sum(ways)) for k, n in enumerate(ways) if n}


@clause("C001", "C003", "C004", "C281", "option:dice.advantage", "option:dice.combine")
@pytest.mark.parametrize(
    ("options", "leans", "result"),
    [
        ({}, "plain", spread(2, [1, 2, 3, 4, 3, 2, 1])),
        ({}, "advantage", spread(2, [1, 3, 7, 12, 16, 15, 10])),
        ({}, "disadvantage", spread(2, [10, 15, 16, 12, 7, 3, 1])),
        # Better of two rolls, of 256: squares of 1 3 6 10 13 15 16 (ways up to a sum), less the
        # square before: 1, 9 - 1, 36 - 9, 100 - 36, 169 - 100, 225 - 169, 256 - 225.
        ({"dice.advantage": "reroll"}, "advantage", spread(2, [1, 8, 27, 64, 69, 56, 31])),
        ({"dice.advantage": "reroll"}, "disadvantage", spread(2, [31, 56, 69, 64, 27, 8, 1])),
        # Highest of n d4: k^n - (k - 1)^n.
        ({"dice.combine": "highest"}, "plain", spread(1, [1, 3, 5, 7])),
        ({"dice.combine": "highest"}, "advantage", spread(1, [1, 7, 19, 37])),
        # Middle one of three d4: at most k in 3k^2(4 - k) + k^3 ways, 10 32 54 64.
        ({"dice.combine": "highest"}, "disadvantage", spread(1, [10, 22, 22, 10])),
    ],
)
def test_what_a_roll_comes_to(chances, fours, options, leans, result):
    assert cleared(chances, fours, leans, **options) == result


@clause("C220", "C221")
def test_half_a_reposition_in_zones(chances, fours):
    s = fours(["reposition"], apart=True)
    # A sum of 2: one zone, 1 way; 3 or 4: two, 5 ways; 5 or more: the line's end, 10 ways.
    calls = [("reposition",), ("step", "Z1"), ("step", "Z2"), ("step", "Z3")]
    assert chances(s, calls, [4, 4], "A.zone") == spread(1, [1, 5, 10])


# --- contests of d4 + d4 against d4 + d4

DAGGER = {"hands": ["dagger"]}
CASTER = {"hands": [None], "spells": ["bolt", "dread"]}
PROPS = {"Z0": {"props": True}}
STRIKE = ("strike", "B", "clash")
# Name: plan, what is not as usual, calls; what is looked at, how it stands when A wins.
TRIGGERED = {
    "strike, dodge": (["strike"], {}, [STRIKE, ("dodge",)], "B.hit", 1),
    "strike, guard": (["strike"], {}, [STRIKE, ("guard",)], "B.hit", 1),
    "shoot, dodge": (
        ["shoot"], {"a": {"hands": ["bow"]}, "apart": True}, [("shoot", "B"), ("dodge",)],
        "B.hit", 1,
    ),
    "throw, guard": (
        ["throw"], {"a": DAGGER, "apart": True},
        [("throw", "B", "main"), ("guard",), ("fall",)], "B.hit", 1,
    ),
    "jab, dodge": (["brawl"], {}, [("jab", "B", "agility"), ("dodge",)], "B.marks", 1),
    "wrestle, dodge": (
        ["brawl"], {"zones": PROPS}, [("wrestle", "B", "finesse"), ("dodge",)], "phase", "effect",
    ),
    "bolt, guard": (
        ["cast"], {"a": CASTER}, [("cast", "bolt", "B"), ("guard",), ("keep",)], "B.hit", 1,
    ),
    "dread, focus": (
        ["cast"], {"a": CASTER}, [("cast", "dread", "B"), ("keep",)], "A.kept", (4, 0, 0),
    ),
    **{
        f"{verb}, focus": ([verb], {}, [(verb, "B", *how), ("keep",)], "phase", "option")
        for verb, how in [
            ("anticipate", ()), ("feint", ()), ("intimidate", ()), ("taunt", ("plain",)),
        ]
    },
    "parley, focus": (
        ["parley"], {"apart": True}, [("parley", "B", "none"), ("keep",)], "phase", "option",
    ),
    "disengage": (["disengage"], {}, [("disengage",)], "A.engaged", 0),
    "escape": (
        ["escape"], {"b": {"grappling": {"A"}}}, [("escape", "grapple"), ("guard",)],
        "A.grappled_by", 0,
    ),
}  # fmt: skip


@clause("C008", "C140", "C242", "C270", "C310", "C386", "C422", "C424", "option:opposed.tie")
@pytest.mark.parametrize(("tie", "chance"), [("triggered", HIGHER), ("actor", HIGHER_OR_TIE)])
@pytest.mark.parametrize("name", TRIGGERED)
def test_the_actor_must_be_higher_than_a_triggered_roll(chances, fours, name, tie, chance):
    plan, more, calls, field, won = TRIGGERED[name]
    s = fours(plan, options={"opposed.tie": tie}, **more)
    assert chances(s, calls, [4] * 4, field)[won] == chance


@clause("C298", "C299")
def test_a_contest_for_an_object_may_leave_it_on_the_ground(chances, fours):
    ground = [{"item": "dagger", "zone": "Z0"}]
    announce = {"A": ["pick_up"], "B": ["pick_up"]}
    bare = {"hands": [None]}
    s = fours(a=bare, b=bare, ground=ground, apart=True, announce=announce)
    found = chances(s, [("pick_up", "dagger", "roll"), ("contest",)], [4] * 4, "A.main", "B.main")
    assert {(bool(a), bool(b)): n for (a, b), n in found.items()} == {
        (True, False): HIGHER, (False, True): HIGHER, (False, False): Fraction(44, 256),
    }  # fmt: skip


REVEALED = {"weaknesses": ["dodge", "guard"], "revealed": ["dodge"], "unspent": ["dodge"]}


@clause("C003", "C004", "C005", "C006", "C008", "C158", "C164", "C210", "C430", "C490")
@pytest.mark.parametrize(
    ("a", "b", "wins"),
    [
        ({}, {}, 106),
        # Ways of A's sum, times the ways of B to be below it:
        # 3*1 + 7*3 + 12*6 + 16*10 + 15*13 + 10*15 = 601, of 64 * 16.
        ({}, {"grant_combat": True}, 601),
        # 15*1 + 16*3 + 12*6 + 7*10 + 3*13 + 1*15 = 259.
        ({"prone": True}, {}, 259),
        # 2*1 + 3*4 + 4*11 + 3*23 + 2*39 + 1*54 = 259.
        ({}, {"fortified": True}, 259),
        # 2*10 + 3*25 + 4*41 + 3*53 + 2*60 + 1*63 = 601.
        ({}, {"prone": True}, 601),
        ({}, REVEALED, 601),
        ({}, {"fortified": True, "prone": True}, 106),
        ({"prone": True}, {"grant_combat": True}, 106),
        # Best against best: ties 1 + 9 + 49 + 144 + 256 + 225 + 100 = 784; (4096 - 784) / 2.
        ({}, {"grant_combat": True, "fortified": True}, 1656),
        # Best against worst: 3*10 + 7*25 + 12*41 + 16*53 + 15*60 + 10*63.
        ({}, {"grant_combat": True, "prone": True}, 3075),
    ],
    ids=str,
)
def test_a_strike_at_a_dodging_target(chances, fours, a, b, wins):
    ours = 3 if bool(a.get("prone")) != bool(b.get("grant_combat")) else 2
    theirs = 3 if bool(b.get("fortified")) != bool(b.get("prone") or b.get("unspent")) else 2
    s = fours(["strike"], a, b)
    found = chances(s, [STRIKE, ("dodge",)], [4] * (ours + theirs), "B.hit")
    assert found[1] == Fraction(wins, 4 ** (ours + theirs))


@clause("C032", "C033", "C380", "option:triggered.penalty")
@pytest.mark.parametrize(
    ("lost", "wins"),
    [
        # A is at -2 for its second action. Higher by 3 or more: 1*4 + 2*3 + 3*2 + 4*1 = 20 ways by
        # 3, 1*3 + 2*2 + 3*1 = 10 by 4, 1*2 + 2*1 = 4 by 5, 1 by 6.
        (0, 35),
        (2, 106),  # B is at -2 too, for its second triggered roll
    ],
)
def test_the_price_of_a_second_action_and_of_a_second_reaction(chances, fours, lost, wins):
    s = fours(["feint", "strike"], options={"triggered.penalty": lost})
    s.act("feint", "B", dice=[2, 1, 3, 4])
    found = chances(s, [STRIKE, ("dodge",)], [4] * 4, "B.hit")
    assert found[1] == Fraction(wins, 256)


@clause("C192", "C193")
def test_a_promised_dance_gives_advantage_at_minus_2(chances, fours):
    s = fours(["taunt"])
    found = chances(s, [("taunt", "B", "dance"), ("keep",)], [4] * 5, "phase")
    # Best two of three, less 2: 12*1 + 16*3 + 15*6 + 10*10.
    assert found["option"] == Fraction(250, 1024)


@clause("C429")
def test_a_shield_against_a_strike(chances, fours):
    s = fours(["strike"], b={"hands": ["sword", "shield"]})
    found = chances(s, [STRIKE, ("guard",)], [4] * 4, "B.hit")
    assert found[1] == Fraction(35, 256)  # higher by 3 or more


# --- several against one, and out of hiding

LEADS = Fraction(259, 1024)  # against the best two of three d4, as above
# Against the higher of two rolls of d4 + d4: below it in the squares of 0 1 3 6 10 13 15 ways.
# 2*1 + 3*9 + 4*36 + 3*100 + 2*169 + 1*225.
AGAINST_TWO = Fraction(1036, 4096)


@clause("C243", "C244", "C273", "option:cooperation.mode")
@pytest.mark.parametrize(
    ("mode", "dice", "chance"), [("lead_advantage", 5, LEADS), ("separate", 6, AGAINST_TWO)]
)
def test_to_leave_two_opponents(chances, fours, mode, dice, chance):
    pairs = [("A", "B"), ("A", "B2")]
    s = fours(["disengage"], B2={}, engaged=pairs, options={"cooperation.mode": mode})
    assert chances(s, [("disengage",)], [4] * dice, "A.engaged")[0] == chance


@clause("C273")
def test_to_escape_two_grapplers(chances, fours):
    grapples = {"grappling": {"A"}}
    pairs = [("A", "B"), ("A", "B2")]
    s = fours(["escape"], b=grapples, B2=grapples, engaged=pairs)
    found = chances(s, [("escape", "grapple"), ("guard",)], [4] * 5, "A.grappled_by")
    assert found[0] == LEADS


@clause("C272", "C009")
def test_a_grappler_that_does_not_guard_lets_go(chances, fours):
    s = fours(["escape"], b={"grappling": {"A"}})
    assert chances(s, [("escape", "grapple"), ("decline",)], [4, 4], "A.grappled_by") == {0: 1}


@clause("C088", "C090", "option:ambush.defend")
@pytest.mark.parametrize("ambush", ["none", "disadvantage"])
@pytest.mark.parametrize("aware", [True, False])
def test_a_strike_out_of_hiding(chances, fours, ambush, aware):
    a = {"hidden_from": {"B"}}
    b = {} if aware else {"aware_of": set()}
    s = fours(["strike"], a, b, apart=True, options={"ambush.defend": ambush})
    if aware or ambush == "disadvantage":
        found = chances(s, [STRIKE, ("dodge",)], [4] * 5, "B.hit")
        assert found[1] == Fraction(601, 1024)  # against the worst two of three, as above
    else:
        assert chances(s, [STRIKE], [4, 4], "B.hit") == {1: 1}


# --- d8 + d6 on both sides, as most meet it


@clause("C003", "C004", "C008", "C033", "C326", "C327", "C422")
@pytest.mark.parametrize(
    ("a", "b", "dice", "wins"),
    [
        # Ties 2(1 + 4 + 9 + 16 + 25) + 3 * 36 = 218; (2304 - 218) / 2.
        ({}, {}, [8, 6, 8, 6], 1043),
        # Best two of d8, d8, d6, sums 2 to 16: 1 3 7 12 19 27 36 44 50 51 48 40 28 12 6, of 384:
        # a pair a > b in 6(b - 1) + 3 ways up to 6, with a of 7 or 8 in 4(b - 1) + 2, 87 in 12;
        # 11 to 66 in 1 4 7 10 13 16, 77 and 88 in 6. Times the ways to be below with d8 + d6:
        # 3 + 21 + 72 + 190 + 405 + 756 + 1188 + 1650 + 1938 + 2016 + 1800 + 1316 + 576 + 288.
        ({}, {"grant_combat": True}, [8, 6, 8, 8, 6], 12219),
        # Worst two, sums 2 to 14: 20 35 46 52 54 51 42 32 23 15 9 4 1, of 384: a pair a < b in
        # 47 - 6b ways, with b of 7 in 3, of 8 in 1; 11 to 66 in 20 17 14 11 8 5.
        # 35 + 138 + 312 + 540 + 765 + 882 + 864 + 759 + 570 + 378 + 180 + 47.
        ({"prone": True}, {}, [8, 6, 8, 8, 6], 5470),
        # B best two, below a sum of 3 to 14: 1 4 11 23 42 69 105 149 199 250 298 338.
        # 2 + 12 + 44 + 115 + 252 + 414 + 630 + 745 + 796 + 750 + 596 + 338.
        ({}, {"fortified": True}, [8, 6, 8, 6, 8], 4694),
    ],
    ids=["plain", "advantage", "disadvantage", "advantage of the target"],
)
def test_a_clash_with_a_sword_against_a_dodge(scene, chances, a, b, dice, wins):
    s = scene(A=a, B=b, announce={"A": ["strike"]})
    hit = Fraction(wins, int(np.prod(dice)))
    found = chances(s, [STRIKE, ("dodge",)], dice, "B.hit", "B.slots")
    assert found == {(1, (1, 1, 0, 1, 1)): hit, (0, (1, 1, 1, 1, 1)): 1 - hit}


@clause("C033", "C008")
@pytest.mark.parametrize(
    ("plan", "b", "dice", "wins"),
    [
        # Higher by 1: 1*2 + 2*3 + 3*4 + 4*5 + 5*6 + 6*6 twice and the same back = 212 ways;
        # by 2: 3 + 8 + 15 + 24 + 30 + 36 + 30 + 24 + 15 + 8 + 3 = 196. At -2: 1043 - 212 - 196.
        (["fortify", "strike"], {}, [8, 6, 8, 6], 635),
        # By 3: 4 + 10 + 18 + 24 + 30 + 30 + 24 + 18 + 10 + 4 = 172; by 4: 5 + 12 + 18 + 24 + 25
        # + 24 + 18 + 12 + 5 = 143. At -4: 635 - 172 - 143.
        (["fortify", "dance", "strike"], {}, [8, 6, 8, 6], 320),
        # With advantage, sums of 5 to 16 at -2, times the ways to be below:
        # 12 + 57 + 162 + 360 + 660 + 1050 + 1377 + 1584 + 1520 + 1176 + 540 + 282.
        (["fortify", "strike"], {"grant_combat": True}, [8, 6, 8, 8, 6], 8780),
    ],
)
def test_a_clash_as_one_of_several_actions(scene, chances, plan, b, dice, wins):
    s = scene(B=b, announce={"A": plan})
    for verb in plan[:-1]:
        s.act(verb)
    found = chances(s, [STRIKE, ("dodge",)], dice, "B.hit")
    assert found[1] == Fraction(wins, int(np.prod(dice)))


@clause("C009", "C421", "option:difficulty.passive")
@pytest.mark.parametrize(
    ("passive", "plan", "ways"),
    [
        (1, ["strike"], 48),
        (3, ["strike"], 47),
        (5, ["strike"], 42),
        (1, ["fortify", "dance", "strike"], 42),  # a sum of 5 or more at -4
        (5, ["fortify", "dance", "strike"], 21),  # of 9 or more
    ],
)
def test_a_clash_at_a_target_that_does_not_defend(scene, chances, passive, plan, ways):
    s = scene(announce={"A": plan}, options={"difficulty.passive": passive})
    for verb in plan[:-1]:
        s.act(verb)
    found = chances(s, [STRIKE, ("decline",)], [8, 6], "B.hit")
    assert found[1] == Fraction(ways, 48)


# --- initiative


def begins(s, dice):
    """Return the side that begins round 1, -1 where more dice are rolled than these."""
    ready = dataclasses.replace(s.battle.arena, record=s.battle.arena.record.copy())
    record = ready.record[0]
    record["fixed_initiative"] = -1
    record["forced"][: len(dice)], record["n_forced"] = dice, len(dice)
    battle = Battle(ready)
    assert battle.dice_left == 0
    return int(battle.state[0]["initiative"]) if battle.dice_rolled == len(dice) else -1


@LARGE
@clause("C041", "option:initiative.mode")
@pytest.mark.parametrize(
    ("mode", "sizes", "first", "tied", "low", "high"),
    [
        # Of 400 pairs 20 tie and are cast again; (400 - 20) / 2.
        ("d20", [20, 20], Fraction(190, 400), Fraction(20, 400), [3], [4]),
        ("awareness", [4] * 4, HIGHER, Fraction(44, 256), [1, 2], [2, 2]),
    ],
)
def test_each_side_begins_as_often_as_the_other(fours, mode, sizes, first, tied, low, high):
    s = fours(witness=False, options={"initiative.mode": mode})
    lists = list(product(*(range(1, n + 1) for n in sizes)))
    counts = Counter(begins(s, dice) for dice in lists)
    assert {side: Fraction(n, len(lists)) for side, n in counts.items()} == {
        0: first, 1: first, -1: tied,
    }  # fmt: skip
    for again, side in [(high + low, 0), (low + high, 1), (low + low, -1)]:
        for dice in lists:
            if sum(dice[: len(low)]) == sum(dice[len(low) :]):
                assert begins(s, [*dice, *again]) == side


# --- dice that nobody forces


@LARGE
@pytest.mark.parametrize(
    ("sizes", "limit"),
    # 99.9 % points of chi-square with 48 - 1, 120 - 1 and 16 - 1 degrees of freedom: fair dice
    # would miss one in a thousand choices of seeds, and the seeds here are fixed.
    [((8, 6), 82.7), ((12, 10), 172.4), ((4, 4), 37.7)],
)
def test_pairs_of_free_dice_are_uniform(scene, sizes, limit):
    a = {"agility": sizes[0], "mobility": sizes[1]}
    s = scene(A=a, announce={"A": ["reposition"]}, apart=True)
    pairs = sizes[0] * sizes[1]
    n, first = 100 * pairs, s.battle.dice_rolled
    states = np.repeat(s.battle.state, n)
    states["seed"] = np.random.SeedSequence(1).generate_state(n, np.uint64)
    asked = s.battle.copy()
    asked.act("reposition")
    rows = np.full(n, asked.rows[-1])
    masks, deciders = np.zeros((n, len(s.battle.mask())), np.int8), np.zeros(n, np.int64)
    flat, nothing = states.view(np.uint8).reshape(n, -1), np.zeros((n, 0), np.float32)
    act_many(s.battle.system.play.function, flat, rows, nothing, masks, deciders)
    rolled = Counter(map(tuple, states["dice"]["value"][:, first : first + 2].tolist()))
    assert set(rolled) == set(product(range(1, sizes[0] + 1), range(1, sizes[1] + 1)))
    assert sum((count - 100) ** 2 / 100 for count in rolled.values()) < limit
