"""Items that an encounter file defines: loaded, seen, used by the rules and by scripts."""

import numpy as np
import pytest
import yaml

from fracas.envs import Battle, arena
from fracas.envs.core.record import address
from fracas.envs.core.system import OP_LEGAL
from fracas.envs.undead.items import ITEM_NAMES, ITEMS
from fracas.envs.undead.setup_items import MAX_OWN
from fracas.policies.scripted.undead import SCRIPTS, choose

FILE = """\
system: undead
title: Workshop
map: |
  .........
  .a.......
  .........
items:
  sledge: {melee: true, thrown: true, hands: 2, damage: slashing}
  nailgun: {semi: true, full: true, rounds: 8, ammo: nails}
  nails: {rounds: 8, lightweight: true}
sides:
  - id: red
    units:
      - {mark: a, hands: [sledge], inventory: [nailgun, {item: nails, rounds: 7}], ap: 6}
  - id: blue
    units:
      - {at: [2, 1], hp: 14, stress_limit: 12}
order: [red_0, blue_0]
"""
SLEDGE, NAILGUN, NAILS = range(len(ITEM_NAMES), len(ITEM_NAMES) + 3)


def battle_of(hands=("sledge",), inventory=(), at=(2, 1), **changes):
    """Return a battle of the file with other things in red_0's hands and pockets."""
    content = yaml.safe_load(FILE)
    content["items"] |= changes
    unit = content["sides"][0]["units"][0]
    unit["hands"], unit["inventory"] = list(hands), list(inventory)
    content["sides"][1]["units"][0]["at"] = list(at)
    return Battle(content, seed=1)


def texts(battle, verb):
    return [str(action) for action in battle.legal() if action.verb == verb]


def act(battle, *action, dice=()):
    """Take an action; a defence window is passed; exactly these dice are rolled."""
    battle.force_dice(list(dice))
    events = battle.act(*action)
    while battle.phase == "defend":
        events += battle.act("pass")
    assert battle.dice_left == 0
    assert battle.faults() == []
    return [str(event) for event in events]


@pytest.fixture
def battle(tmp_path):
    (tmp_path / "workshop.yaml").write_text(FILE)
    return Battle(tmp_path / "workshop.yaml", seed=1)


def test_names_follow_those_of_the_bundled_items_and_figures_are_in_the_record(battle):
    assert battle.arena.names.words["item"] == (*ITEM_NAMES, "sledge", "nailgun", "nails")
    kinds = battle.state[0]["item_kinds"]
    shown = ("hands", "melee", "thrown", "firearm", "semi", "full", "switch", "damage", "rounds")
    assert [int(kinds[SLEDGE][name]) for name in shown] == [2, 1, 1, 0, 0, 0, 0, 1, 0]
    assert [int(kinds[NAILGUN][name]) for name in shown] == [1, 0, 0, 1, 1, 1, 1, 0, 8]
    assert [int(kinds[NAILS][name]) for name in shown] == [0, 0, 0, 0, 0, 0, 0, 0, 8]
    assert [int(kinds[k]["ammo"]) for k in (SLEDGE, NAILGUN, NAILS)] == [-1, NAILS, -1]
    assert [int(kinds[k]["lightweight"]) for k in (SLEDGE, NAILGUN, NAILS)] == [0, 0, 1]
    assert not kinds[NAILS + 1 :]["verbs"].any()


def test_a_unit_shows_them_by_name(battle):
    unit = battle.unit("red_0")
    assert (unit.hands, unit.inventory[:3]) == (["sledge"], ["nailgun", "nails", None])
    assert [item["rounds"] for item in unit.items[:2]] == [8, 7]
    assert "sledge" in battle.board()


def test_everybody_observes_figures_of_what_is_in_hand_and_the_owner_those_of_its_pockets(battle):
    hand = ("melee", "thrown", "single", "semi", "full", "light", "blunt")
    for seat, block in (("red_0", "me"), ("blue_0", "enemy_0")):
        seen = battle.observe(seat)
        assert [seen[f"{block}.main_{name}"] for name in hand] == [1, 1, 0, 0, 0, 0, 0]
        assert [seen[f"{block}.off_{name}"] for name in hand] == [0] * 7
    pocket = ("used", "melee", "thrown", "firearm", "ammo", "bandage", "bomb", "flashbang")
    seen = battle.observe("red_0")
    assert [seen[f"self.slot_0_{name}"] for name in pocket] == [1, 0, 0, 1, 0, 0, 0, 0]
    assert [seen[f"self.slot_1_{name}"] for name in pocket] == [1, 0, 0, 0, 1, 0, 0, 0]
    assert [seen[f"self.slot_6_{name}"] for name in pocket] == [1, 1, 1, 0, 0, 0, 0, 0]
    assert [seen[f"self.slot_7_{name}"] for name in pocket] == [0] * 8
    club = battle_of(["club"], club={"melee": True})
    assert club.observe("blue_0")["enemy_0.main_blunt"] == 1


@pytest.mark.parametrize(
    ("damage", "injury", "prone"),
    [("blunt", "broken_leg", True), ("slashing", "broken_leg", False),
     ("piercing", "deep_wound", False), (None, "broken_leg", True)],
)  # fmt: skip
@pytest.mark.parametrize("verb", ["melee", "throw_weapon"])
def test_a_strong_hit_rolls_on_the_table_of_the_weapons_damage(damage, injury, prone, verb):
    figures = {"melee": True, "thrown": True, "hands": 2}
    battle = battle_of(["axe"], axe=figures | ({"damage": damage} if damage else {}))
    act(battle, verb, "blue_0", "legs", dice=[20, 1])
    struck = battle.unit("blue_0")
    assert struck.injuries == {injury}
    assert struck.prone is prone


def test_a_thrown_one_leaves_both_hands_and_lies_there_by_its_name():
    battle = battle_of(at=(4, 1))
    assert texts(battle, "melee") == []
    events = act(battle, "throw_weapon", "blue_0", "torso", dice=[10])
    assert "A sledge lies at (4, 1)" in events
    assert [(f.item, f.x, f.y) for f in battle.floor()] == [("sledge", 4, 1)]
    assert battle.unit("red_0").hands == []
    assert len(battle.legal()) > 0


def test_a_two_handed_one_leaves_no_hand_for_another():
    battle = battle_of(inventory=["nailgun"])
    assert texts(battle, "equip") == []
    act(battle, "drop_item")
    assert texts(battle, "equip") == ["equip(slot_0)"]
    assert act(battle, "equip", "nailgun") == ["red_0: equip", "red_0 takes nailgun"]


def test_a_firearm_fires_switches_sprays_and_loads_its_own_magazine():
    battle = battle_of(["nailgun"], ["mag12", {"item": "nails", "rounds": 7}])
    rounds = lambda slot: battle.unit("red_0").items[slot]["rounds"]  # noqa: E731
    act(battle, "shot_semi", "blue_0", "torso", dice=[10])
    assert rounds(6) == 7
    assert texts(battle, "reload") == ["reload(slot_1)"]
    act(battle, "switch_mode")
    battle.edit("red_0", ap=6)
    act(battle, "spray", "blue_0", "torso", dice=[10])
    assert (rounds(6), texts(battle, "spray")) == (2, [])
    act(battle, "reload", "nails")
    assert (rounds(6), rounds(1)) == (7, 2)


def test_a_light_one_is_thrown_at_a_tile():
    battle = battle_of([], ["sledge", "nails"])
    assert texts(battle, "throw_object") == ["throw_object(slot_1)"]
    act(battle, "throw_object", "nails", "5", "1", dice=[15])
    assert [(f.item, f.x, f.y, f.rounds) for f in battle.floor()] == [("nails", 5, 1, 8)]


def test_a_firearm_without_a_magazine_is_never_loaded():
    pipe = {"single": True, "rounds": 1}
    battle = battle_of(["pipe_gun", "revolver"], ["clip6"], pipe_gun=pipe)
    assert texts(battle, "reload") == ["reload(slot_0)"]
    act(battle, "reload", "slot_0")
    assert battle.unit("red_0").items[6]["rounds"] == 1
    alone = arena(yaml.safe_load(FILE.replace(", ammo: nails", "")))
    verbs = alone.system.verbs
    assert alone.record[0]["blocks"][verbs.index["reload"]]["start"] == -1
    assert alone.record[0]["blocks"][verbs.index["spray"]]["start"] >= 0


def test_the_hand_is_named_where_items_in_both_fit_the_verb():
    figures = {"melee": True, "damage": "slashing"}
    battle = battle_of(["cleaver", "knife"], cleaver=figures)
    assert texts(battle, "melee")[:2] == ["melee(blue_0, head, main)", "melee(blue_0, head, off)"]
    assert texts(battle_of(["cleaver", "nails"], cleaver=figures), "melee")[:2] == [
        "melee(blue_0, head)", "melee(blue_0, torso)",
    ]  # fmt: skip


def test_edits_know_them_and_tell_what_else_there_is(battle):
    battle.edit("red_0", hands=["nailgun"], inventory=["sledge", None])
    assert battle.unit("red_0").hands == ["nailgun"]
    with pytest.raises(ValueError, match=r"^'nailgum' is unknown; did you mean nailgun\?$"):
        battle.edit("red_0", hands=["nailgum"])
    assert battle.unit("red_0").hands == ["nailgun"]


def test_battles_with_other_items_are_not_taken_for_each_other():
    one, other = battle_of(), battle_of(wrench={"melee": True})
    assert one.arena.names != other.arena.names
    assert hash(one.arena.names) == hash(battle_of().arena.names)


def played(content, script, decisions):
    """Return masks, observations and sentences of a battle between two of a script."""
    battle = Battle(content, seed=3)
    found = []
    for n in range(decisions):
        if battle.outcome is not None:
            break
        mask = battle.mask()
        at = address(battle.state)
        row = choose.call(at, SCRIPTS.index(script), 7 * n, 0, address(mask))
        assert battle.system.play.call(at, OP_LEGAL, row, 0, address(mask)) == 1
        found.append((mask.tobytes(), battle.observation().tobytes()))
        found.append([str(event) for event in battle.act(int(row))])
        assert battle.faults() == []
    return found


def renamed(text, owns):
    for name in owns:
        text = text.replace(name, f"own_{name}")
    return text


@pytest.mark.parametrize("script", ["random", "rusher", "marksman", "counterpuncher"])
def test_an_own_item_plays_as_a_bundled_one_of_its_figures(script):
    """Own copies of what is held: same masks, same observations, same sentences but for names."""
    held = ("spear", "smg", "mag20", "bat", "throwing_knife")
    text = FILE[: FILE.index("items:")] + FILE[FILE.index("sides:") :]
    text = text.replace("hands: [sledge], inventory: [nailgun, {item: nails, rounds: 7}]",
                        "hands: [smg], inventory: [mag20, bat]")  # fmt: skip
    text = text.replace("{at: [2, 1]", "{at: [6, 1], hands: [spear], inventory: [throwing_knife]")
    own = {f"own_{name}": dict(ITEMS[name]) for name in held}
    own["own_smg"]["ammo"] = "own_mag20"
    bundled = played(yaml.safe_load(text), script, 60)
    copied = played(yaml.safe_load(renamed(text, held)) | {"items": own}, script, 60)
    assert len(bundled) > 20
    for one, other in zip(bundled, copied, strict=True):
        if isinstance(one, list):
            one = [renamed(sentence, held) for sentence in one]
        assert one == other


def test_a_file_may_have_seven_items_of_its_own():
    assert MAX_OWN == 7, "MAX_ITEM_KINDS in state.py grows with the bundled items"


def test_every_number_up_to_the_last_can_be_used():
    own = {f"tool_{k}": {"melee": True, "hands": 1} for k in range(MAX_OWN - 3)}
    battle = battle_of([f"tool_{MAX_OWN - 4}"], **own)
    assert len(battle.arena.names.words["item"]) == len(battle.state[0]["item_kinds"])
    assert len(texts(battle, "melee")) == 4
    assert np.count_nonzero(battle.state[0]["item_kinds"]["verbs"]) == MAX_OWN + len(ITEMS) + 1
