"""Section 2.4 of the rules: the order inside an attack, whoever is taken out in between."""

import pytest

from fracas.envs.core.testing import clause

PROPS = {"Z0": {"props": True}}
LAST = {"slots_free": [0, 0, 0, 0, 1]}  # any injury takes it out
SPENT = {**LAST, "marks": 8, "breathless": 1}  # so does any mark
HIDDEN = {"hidden_from": {"B"}, "hide_result": 9}
# What A has, its plan, its row; B is Close, and Z0 has props.
ATTACKS = {
    "harry": ({}, "strike", ("strike", "B", "harry")),
    "clash": ({}, "strike", ("strike", "B", "clash")),
    "shoot": ({"hands": ["bow"]}, "shoot", ("shoot", "B")),
    "throw": ({"hands": ["dagger"]}, "throw", ("throw", "B", "main")),
    "jab": ({}, "brawl", ("jab", "B", "strength")),
    "wrestle": ({}, "brawl", ("wrestle", "B", "strength")),
    "bolt": ({"hands": [], "spells": ["bolt"]}, "cast", ("cast", "bolt", "B")),
}
MELEE = ("harry", "clash", "jab", "wrestle")
every_attack = pytest.mark.parametrize("name", ATTACKS)


def attack(scene, name, dice=(5, 4), a=(), b=(), **more):
    """Let A attack; stop at the next decision."""
    gear, plan, row = ATTACKS[name]
    more = {"apart": True, "zones": PROPS, **more}
    s = scene(A={**gear, **dict(a)}, B=dict(b), announce={"A": [plan]}, **more)
    s.declare(*row, dice=list(dice))
    return s


def follow_up(scene, b=(), a=(), dice=(8, 4)):
    """A's Clash has hit B; stop where FOLLOW_UP is offered, if it is."""
    s = attack(scene, "clash", dice, a={"techniques": ["follow_up"], **dict(a)}, b=b)
    s.declare("decline", by="B")
    return s


def on_the_floor(s):
    return sorted((thing.item, thing.zone) for thing in s.floor())


def crossed(s, name="B"):
    """Severities of the injury slots crossed out."""
    u = s.unit(name)
    pairs = enumerate(zip(u.slots, u.slots_max, strict=True), start=1)
    return [severity for severity, (free, most) in pairs for _ in range(most - free)]


def waits(s):
    """Whether the attack is over and W is to act."""
    return (s.phase, s.decider) == ("combat", "W")


# --- step 1: the row


@clause("C083", "C092", "C313")
@every_attack
def test_first_the_step_in_and_the_note_that_it_attacked(scene, name):
    s = attack(scene, name)
    assert s.phase == "defend"
    assert s.unit("A").engaged == ({"B"} if name in MELEE else set())
    assert list(s.side["attacked"]) == [1, 0]


@clause("C092", "C314")
@every_attack
def test_hidden_and_aware_bits_stay_until_the_end_of_the_attack(scene, name):
    s = attack(scene, name, a=HIDDEN)
    assert (s.phase, s.unit("A").hidden_from) == ("defend", {"B"})
    s.declare("dodge", dice=[5, 4, 7], by="B")  # a hidden attacker: the 7 is dropped
    assert waits(s)
    assert (s.unit("B").hit, s.unit("A").hidden_from) == (False, set())


@clause("C092", "C089")
@pytest.mark.parametrize("name", ["harry", "clash", "shoot", "throw", "jab", "bolt"])
def test_an_unaware_target_is_aware_only_after_the_attack(scene, name):
    s = attack(scene, name, a=HIDDEN, b={"aware_of": {"V"}}, B2={"aware_of": {"V"}})
    assert waits(s)  # no Defend
    assert s.unit("B").hit
    assert s.unit("B").aware_of == s.unit("B2").aware_of == {"A", "V"}


# --- step 2: the roll


@clause("C496", "C032")
@pytest.mark.parametrize("name", ["harry", "clash", "shoot", "throw", "jab", "wrestle"])
def test_grants_are_used_up_before_the_defence(scene, name):
    s = attack(scene, name, [2, 4, 7], b={"grant_combat": True})
    assert (s.phase, s.battle.dice_left, bool(s.unit("B").grant_combat)) == ("defend", 0, False)


@clause("C347")
@pytest.mark.parametrize("answer", ["dodge", "decline"])
def test_a_thrown_item_leaves_the_hand_before_the_defence_and_falls_after_it(scene, answer):
    s = attack(scene, "throw")
    assert (s.phase, s.unit("A").main, on_the_floor(s)) == ("defend", None, [])
    s.act(answer, dice=[5, 4] if answer == "dodge" else [], by="B")
    assert on_the_floor(s) == [("dagger", "Z0")]


@clause("C347", "C349")
def test_the_item_lies_nowhere_while_the_target_chooses(scene):
    s = attack(scene, "throw", [7, 1])
    s.declare("decline", by="B")
    assert (s.phase, on_the_floor(s), s.unit("B").embedded) == ("embed", [], [])
    assert crossed(s) == [2]  # the damage comes first


# --- step 3: the defence


@clause("C425")
@every_attack
def test_a_guard_that_takes_the_target_out_ends_the_attack(scene, name):
    s = attack(scene, name, b=SPENT)
    s.declare("guard", dice=[], by="B")
    assert waits(s)
    assert (s.unit("B").out, s.dice_used, s.unit("A").marks) == (True, 0, 0)


@clause("C425", "C347")
def test_the_thrown_item_falls_all_the_same(scene):
    s = attack(scene, "throw", [7, 1], b={**SPENT, "zone": "Z1"})
    s.declare("guard", by="B")
    assert waits(s)
    assert on_the_floor(s) == [("dagger", "Z1"), ("sword", "Z1")]


@clause("C425", "C314")
@every_attack
def test_the_attacker_is_seen_all_the_same(scene, name):
    a = {"hidden_from": {"B", "B2"}, "hide_result": 9}
    s = attack(scene, name, a=a, b=SPENT, B2={"zone": "Z1"})
    s.declare("guard", by="B")
    assert waits(s)
    assert "B2" not in s.unit("A").hidden_from


@clause("C425", "C050")
def test_no_technique_follows_an_attack_that_a_guard_ended(scene):
    s = attack(scene, "clash", [8, 4], a={"techniques": ["follow_up"]}, b=SPENT)
    s.declare("guard", by="B")
    assert waits(s)


# --- step 4: success


@clause("C427", "C325")
def test_a_harry_turned_by_a_guard_that_takes_the_attacker_out_still_marks(scene):
    s = attack(scene, "harry", a=SPENT)
    s.declare("guard", dice=[5, 4], by="B")
    assert waits(s)
    assert (s.unit("A").out, s.unit("B").marks, s.unit("B").out) == (True, 2, False)
    assert s.unit("B").defended == {"A"}


@clause("C427", "option:harry.on_defend")
def test_with_harry_on_defend_none_only_the_guard_marks(scene):
    s = attack(scene, "harry", a=SPENT, options={"harry.on_defend": "none"})
    s.declare("guard", dice=[5, 4], by="B")
    assert (s.unit("A").out, s.unit("B").marks) == (True, 1)


@clause("C427")
@pytest.mark.parametrize("name", MELEE)
def test_an_attacker_taken_out_by_a_guard_is_out_at_once(scene, name):
    s = attack(scene, name, a=SPENT)
    s.declare("guard", dice=[5, 4], by="B")
    assert waits(s)
    assert (s.unit("A").out, on_the_floor(s)) == (True, [("sword", "Z0")])
    assert (s.unit("B").engaged, s.unit("B").hit) == (set(), False)


@clause("C427")
@pytest.mark.parametrize("name", ["shoot", "throw", "bolt"])
def test_other_attackers_have_nothing_to_fear(scene, name):
    s = attack(scene, name, a=SPENT)
    s.declare("guard", dice=[5, 4], by="B")
    assert not s.unit("A").out


@clause("C312", "C431")
@pytest.mark.parametrize(
    ("dice", "hit", "defended"), [([4, 4], True, set()), ([5, 4], False, {"A"})]
)
def test_hit_or_defended_is_noted_before_the_effect_is_chosen(scene, dice, hit, defended):
    s = attack(scene, "wrestle")
    s.declare("dodge", dice=dice, by="B")
    assert s.phase == ("effect" if hit else "combat")
    assert (s.unit("B").hit, s.unit("B").defended) == (hit, defended)


# --- step 5: effects


@clause("C323", "C104")
def test_a_harry_marks_unit_by_unit_and_stops_when_the_target_is_out(scene):
    b = {"constitution": 12, "strength": 12, "slots": [1, 1, 1, 1, 2]}
    b |= {"slots_free": [0, 0, 0, 0, 2], "marks": 10, "breathless": 1}
    s = attack(scene, "harry", b=b)
    s.declare("decline", by="B")
    assert waits(s)
    assert (s.unit("B").out, s.unit("B").slots) == (True, (0, 0, 0, 0, 1))


@clause("C362", "C363")
def test_a_jab_whose_mark_takes_the_target_out_does_not_injure_it_again(scene):
    b = {"constitution": 12, "strength": 12, "slots": [1, 1, 1, 1, 2]}
    b |= {"slots_free": [0, 0, 0, 0, 2], "marks": 10, "breathless": 1}
    s = attack(scene, "jab", b=b)
    s.declare("decline", by="B")
    assert waits(s)
    assert (s.unit("B").out, s.unit("B").slots) == (True, (0, 0, 0, 0, 1))


@clause("C392")
def test_a_toxin_comes_after_the_damage_and_before_the_technique(scene):
    hands = {"hands": [{"item": "dagger", "toxin": "venom"}]}
    s = follow_up(scene, dice=(8, 4, 3, 3), a=hands)
    assert (s.phase, s.decider) == ("technique", "A")
    assert (crossed(s), s.unit("B").marks, s.battle.dice_left) == ([1, 2], 1, 0)


@clause("C392")
def test_a_target_taken_out_by_the_damage_resists_no_toxin(scene):
    hands = {"hands": [{"item": "dagger", "toxin": "venom"}]}
    s = attack(scene, "clash", a=hands, b=LAST)
    s.act("decline", dice=[], by="B")
    assert (s.unit("B").out, s.unit("B").marks) == (True, 0)


# --- step 6: omens


@clause("C349")
def test_a_target_taken_out_by_a_throw_does_not_choose_and_the_item_falls(scene):
    s = attack(scene, "throw", [7, 1], b={**LAST, "zone": "Z1"})
    s.declare("decline", by="B")
    assert waits(s)
    assert (s.unit("B").out, s.unit("B").embedded) == (True, [])
    assert on_the_floor(s) == [("dagger", "Z1"), ("sword", "Z1")]


@clause("C050")
@pytest.mark.parametrize(("b", "offered"), [({}, True), (LAST, False)])
def test_no_follow_up_on_a_target_that_is_out(scene, b, offered):
    s = follow_up(scene, b)
    assert (s.phase, s.decider) == (("technique", "A") if offered else ("combat", "W"))
    assert crossed(s)[-1] == (3 if offered else 5)


@clause("C050")
def test_the_technique_comes_after_the_damage(scene):
    s = follow_up(scene)
    assert (s.phase, crossed(s)) == ("technique", [3])


@clause("C052", "C310")
@pytest.mark.parametrize(("dodge", "marks"), [([4, 4], 1), ([5, 4], 0)])
def test_the_whole_list_runs_again_in_an_instant_action(scene, dodge, marks):
    s = follow_up(scene)
    s.declare("technique", "follow_up", by="A")
    assert (s.phase, s.decider) == ("instant", "A")
    s.declare("jab", "B", "agility", dice=[5, 4])
    assert (s.phase, s.decider) == ("defend", "B")
    s.declare("dodge", dice=dodge)
    assert waits(s)
    assert (s.unit("B").marks, crossed(s)) == (marks, [3])


@clause("C050", "C427")
def test_a_guarded_follow_up_marks_the_attacker(scene):
    s = follow_up(scene)
    s.declare("technique", "follow_up", by="A")
    s.declare("jab", "B", "strength", dice=[5, 4])
    s.declare("guard", dice=[5, 4], by="B")
    assert (s.unit("A").marks, s.unit("B").marks) == (1, 1)


@clause("C092", "C314")
def test_the_attacker_stays_hidden_until_its_instant_action_is_over(scene):
    s = follow_up(scene, a=HIDDEN)
    assert (s.phase, s.unit("A").hidden_from) == ("technique", {"B"})
    s.declare("technique", "follow_up")
    s.declare("jab", "B", "agility", dice=[5, 4])
    assert (s.phase, s.unit("A").hidden_from) == ("defend", {"B"})
    s.declare("dodge", dice=[5, 4, 7], by="B")
    assert waits(s)
    assert s.unit("A").hidden_from == set()


@clause("C092", "C088")
def test_a_target_that_was_unaware_does_not_answer_the_instant_action_either(scene):
    a = {**HIDDEN, "techniques": ["follow_up"]}
    s = attack(scene, "clash", [8, 4], a=a, b={"aware_of": {"V"}})
    assert (s.phase, s.decider) == ("technique", "A")
    s.declare("technique", "follow_up")
    s.declare("jab", "B", "agility", dice=[1, 1])
    assert waits(s)
    assert (s.unit("B").marks, s.unit("B").aware_of) == (1, {"A", "V"})


# --- step 7: the end of the attack


@clause("C130")
@pytest.mark.parametrize("name", ["clash", "shoot", "throw", "bolt"])
def test_victory_is_checked_after_the_attack(scene, name):
    s = attack(scene, name, b=LAST, witness=False)
    s.declare("decline", by="B")
    assert (s.phase, s.winner) == (None, "one")


@clause("C130", "C427")
def test_an_attacker_taken_out_by_a_guard_may_lose_the_battle(scene):
    s = attack(scene, "clash", a=SPENT, witness=False)
    s.declare("guard", dice=[5, 4], by="B")
    assert (s.phase, s.winner) == (None, "two")


@clause("C130", "C425")
def test_a_target_taken_out_by_its_own_guard_may_lose_the_battle(scene):
    s = attack(scene, "clash", b=SPENT, witness=False)
    s.declare("guard", by="B")
    assert (s.phase, s.winner) == (None, "one")


@clause("C130", "C325", "C427")
def test_both_out_in_one_attack_is_a_draw(scene):
    # the Guard fills B's track and takes A out; the failed Harry then takes B out
    s = attack(scene, "harry", a=SPENT, b={**SPENT, "marks": 7}, witness=False)
    s.declare("guard", dice=[5, 4], by="B")
    assert (s.unit("A").out, s.unit("B").out) == (True, True)
    assert (s.phase, s.winner) == (None, "draw")
