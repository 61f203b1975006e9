"""Every fault of an encounter is one line: file, line, key, and what would be accepted."""

import pytest

from fracas.envs import EncounterError, arena, system_names
from fracas.envs.core.encounter import MAX_FILE_BYTES, not_among
from fracas.envs.undead.items import ITEMS

SOUND = """\
system: undead
title: Test
round_limit: 10
map: |
  .....
  .a.b.
  ..#h.
sides:
  - id: red
    units:
      - {mark: a, kind: drifter, hands: [revolver], inventory: [bandage]}
  - id: blue
    units:
      - {mark: b, kind: gunner, hands: [smg]}
"""


def fault_of(source):
    with pytest.raises(EncounterError) as caught:
        arena(source)
    text = str(caught.value)
    assert len(text.splitlines()) == 1
    return text


@pytest.fixture
def written(tmp_path, monkeypatch):
    """Return a function: the fault of a file ``e.yaml`` with this content."""
    monkeypatch.chdir(tmp_path)

    def check(content):
        data = content if isinstance(content, bytes) else content.encode()
        (tmp_path / "e.yaml").write_bytes(data)
        return fault_of("e.yaml")

    return check


def changed(old, new):
    assert SOUND.count(old) == 1
    return SOUND.replace(old, new)


def test_the_file_without_a_fault_loads(tmp_path):
    (tmp_path / "e.yaml").write_text(SOUND)
    assert arena(tmp_path / "e.yaml").units == ("red_0", "blue_0")


@pytest.mark.parametrize("content", [b"\xef\xbb\xbf" + SOUND.encode(), SOUND.replace("\n", "\r\n")])
def test_byte_order_marks_and_other_line_ends_are_no_fault(tmp_path, content):
    data = content if isinstance(content, bytes) else content.encode()
    (tmp_path / "e.yaml").write_bytes(data)
    assert arena(tmp_path / "e.yaml").title == "Test"


LINE = "{mark: a, kind: drifter, hands: [revolver], inventory: [bandage]}"
OTHER = "{mark: b, kind: gunner, hands: [smg]}"
TILES = "a tile (. ~ h x #) or a unit's mark"
KINDS = "drifter, gunner, bruiser, medic, stalker, guard, lookout, shambler"
CASES = {
    # keys
    "misspelt key": ("title:", "titel:", "2: titel: unknown key; did you mean title?"),
    "misspelt key of a unit": (
        "kind: drifter", "knid: drifter",
        "11: sides.0.units.0.knid: unknown key; did you mean kind?",
    ),
    "misspelt option": (
        "round_limit: 10", "options: {ap.per_trun: 3}",
        "3: options.ap.per_trun: unknown key; did you mean ap.per_turn?",
    ),
    "misspelt figure of a kind": (
        "round_limit: 10", "kinds: {boss: {phisique: 3}}",
        "3: kinds.boss.phisique: unknown key; did you mean physique?",
    ),
    "unknown key": (
        "round_limit: 10", "colour: red",
        "3: colour: unknown key; there are system, title, description, round_limit, symmetric, "
        "map, kinds, items, sides, floor, options, order",
    ),
    "missing key": (
        "title: Test\n", "", "1: title: this key is missing (name shown to people)",
    ),
    "missing id of a side": (
        "- id: blue\n    units", "- units",
        "12: sides.1.id: this key is missing (small letters and digits, a letter first)",
    ),
    # words
    "unknown item": (
        "[revolver]", "[revolvr]",
        "11: sides.0.units.0.hands.0: 'revolvr' is unknown; did you mean revolver?",
    ),
    "unknown item in full": (
        "[revolver]", "[{item: revolvr}]",
        "11: sides.0.units.0.hands.0.item: 'revolvr' is unknown; did you mean revolver?",
    ),
    "item like no other": (
        "[revolver]", "[xyz]",
        f"11: sides.0.units.0.hands.0: one of {', '.join(ITEMS)} is needed, not 'xyz'",
    ),
    "unknown kind": (
        "gunner", "gunnar",
        "14: sides.1.units.0.kind: no stat block 'gunnar'; did you mean gunner?",
    ),
    "kind like no other": (
        "gunner", "q", f"14: sides.1.units.0.kind: no stat block 'q'; there are {KINDS}",
    ),
    "unknown system": ("undead", "undaed", "1: system: 'undaed' is unknown; did you mean undead?"),
    "unknown mode": (
        "[smg]", "[{item: smg, mode: auto}]",
        "14: sides.1.units.0.hands.0.mode: one of semi, full is needed, not 'auto'",
    ),
    "unknown armour": (
        "[smg]", "[smg], gear: [helm]",
        "14: sides.1.units.0.gear.0: 'helm' is unknown; did you mean helmet?",
    ),
    # placing
    "two units on a tile": (
        OTHER, "{mark: b}\n      - {at: [3, 1]}",
        "15: sides.1.units.1: blue_1 and blue_0 both stand on (3, 1); each unit needs a tile of "
        "its own",
    ),
    "unit on a wall": (
        OTHER, "{mark: b}\n      - {at: [2, 2]}",
        "15: sides.1.units.1.at: (2, 2) is '#'; units stand on open ground (. ~ h)",
    ),
    "unit outside the map": (
        OTHER, "{mark: b}\n      - {at: [9, 2]}",
        "15: sides.1.units.1.at: (9, 2) lies outside the map of 5 columns and 3 rows",
    ),
    "mark not on the map": (
        OTHER, "{mark: b}\n      - {mark: q}",
        "15: sides.1.units.1.mark: 'q' doesn't stand on the map; put it there",
    ),
    "mark and at": (
        "mark: b", "mark: b, at: [0, 0]",
        "14: sides.1.units.0: a unit has either `mark` or `at: [column, row]`, this has both",
    ),
    "neither mark nor at": (
        "mark: b, ", "",
        "14: sides.1.units.0: a unit has either `mark` or `at: [column, row]`, this has neither",
    ),
    "mark of two": (
        "mark: b", "mark: a",
        "14: sides.1.units.0.mark: another unit has the mark 'a'; marks differ",
    ),
    "mark that is a tile": (
        "mark: b", "mark: x",
        "14: sides.1.units.0.mark: 'x' is a kind of tile; a mark is none of .~hx#",
    ),
    "long mark": (
        "mark: b", "mark: bb",
        "14: sides.1.units.0.mark: 'bb' doesn't fit: one character that stands on the map",
    ),
    "id of another": (
        "mark: b", "mark: b, id: red_0",
        "14: sides.1.units.0.id: another unit is called 'red_0'; ids differ",
    ),
    "sides of one id": (
        "id: blue", "id: red", "12: sides.1.id: both sides are called 'red'; ids differ",
    ),
    "side called draw": (
        "id: blue", "id: draw", "12: sides.1.id: 'draw' names a result; a side needs another id",
    ),
    "side with blanks": (
        "id: blue", "id: Blue Team",
        "12: sides.1.id: 'Blue Team' doesn't fit: small letters and digits, a letter first",
    ),
    "seven units": (
        "  .....\n", "  bbbbb\n  bb...\n", "15: sides.1.units.0: a side has at most 6 units",
    ),
    # the map
    "ragged map": ("..#h.", "..#h", "7: map: row 3 has 4 tiles, not 5 as the first"),
    "unknown map character": (
        "..#h.", "..#q.", f"7: map: row 3, column 4: {TILES} (a b) is needed, not 'q'",
    ),
    "too many columns": (
        "  .....\n", f"  {'.' * 21}\n",
        "4: map: at most 20 columns and 16 rows, not 21 columns and 3 rows",
    ),
    "too many rows": (
        "  .....\n", "  .....\n" * 15,
        "4: map: at most 20 columns and 16 rows, not 5 columns and 17 rows",
    ),
    "no map": (
        "|\n  .....\n  .a.b.\n  ..#h.", '""', "4: map: no tiles; a tile is one of . ~ h x #",
    ),
    "not symmetric": (
        "round_limit: 10", "symmetric: true",
        "3: symmetric: true needs a map that is the same turned by half; (1, 0) is '.', (3, 2) 'h'",
    ),
    # items
    "three hands": (
        "[revolver]", "[knife, knife, knife]",
        "11: sides.0.units.0.hands: at most 2 items are needed, not 3",
    ),
    "no hand left": (
        "[smg]", "[smg, knife]",
        "14: sides.1.units.0.hands.1: no hand is left for knife; a unit has two, some items take "
        "both",
    ),
    "seven items": (
        "[bandage]", f"[{', '.join(['stone'] * 7)}]",
        "11: sides.0.units.0.inventory: at most 6 items are needed, not 7",
    ),
    "rounds above the magazine": (
        "[revolver]", "[{item: revolver, rounds: 9}]",
        "11: sides.0.units.0.hands.0: revolver holds at most 6 rounds, not 9",
    ),
    "rounds above the magazine in the inventory": (
        "[bandage]", "[{item: clip6, rounds: 7}]",
        "11: sides.0.units.0.inventory.0: clip6 holds at most 6 rounds, not 7",
    ),
    "rounds above all": (
        "[revolver]", "[{item: revolver, rounds: 99}]",
        "11: sides.0.units.0.hands.0.rounds: a whole number from 0 to 30 is needed, not 99",
    ),
    "mode of another": (
        "[revolver]", "[{item: revolver, mode: full}]",
        "11: sides.0.units.0.hands.0: revolver has no full mode; leave the mode out",
    ),
    "jam of what can't": (
        "[bandage]", "[{item: knife, jam: true}]",
        "11: sides.0.units.0.inventory.0: knife can't jam, only firearms can",
    ),
    # types and figures
    "text for a number": (
        "10", '"10"', "3: round_limit: a whole number from 1 to 60 is needed, not '10'",
    ),
    "fraction": ("10", "1.5", "3: round_limit: a whole number from 1 to 60 is needed, not 1.5"),
    "truth for a number": (
        "10", "yes", "3: round_limit: a whole number from 1 to 60 is needed, not true",
    ),
    "below": ("10", "0", "3: round_limit: a whole number from 1 to 60 is needed, not 0"),
    "above": ("10", "61", "3: round_limit: a whole number from 1 to 60 is needed, not 61"),
    "ability above": (
        "kind: drifter", "physique: 5",
        "11: sides.0.units.0.physique: a whole number from -1 to 4 is needed, not 5",
    ),
    "health above": (
        "kind: drifter", "hp: 15",
        "11: sides.0.units.0.hp: a whole number from 1 to 14 is needed, not 15",
    ),
    "number for a text": ("Test", "12", "2: title: a text is needed, not 12; put it in quotes"),
    "date for a text": (
        "Test", "2020-01-01", "2: title: a text is needed, not 2020-01-01; put it in quotes",
    ),
    "nothing for a text": ("Test", "", "2: title: a text is needed, not nothing"),
    "no text": ("Test", '""', "2: title: from 1 to 80 characters are needed, not 0"),
    "long text": ("Test", "x" * 81, "2: title: from 1 to 80 characters are needed, not 81"),
    "number for a truth": (
        "kind: drifter", "hidden: 1", "11: sides.0.units.0.hidden: true or false is needed, not 1",
    ),
    "word for a list": (
        "[revolver]", "revolver", "11: sides.0.units.0.hands: a list is needed, not 'revolver'",
    ),
    "mapping for a list": (
        "[bandage]", "{a: b}", "11: sides.0.units.0.inventory: a list is needed, not a mapping",
    ),
    "word for a mapping": (
        LINE, "foo", "11: sides.0.units.0: a mapping of keys is needed, not 'foo'",
    ),
    "half a tile": (
        "mark: b", "at: [1]", "14: sides.1.units.0.at: exactly 2 items are needed, not 1",
    ),
    # YAML
    "colon": (
        "Test", "a: b",
        "2: not YAML: mapping values are not allowed here; a text with a colon needs quotes, keys "
        "that belong together one indent",
    ),
    "tab": (
        "  - id: red", "\t- id: red",
        "9: not YAML: while scanning for the next token: found character '\\t' that cannot start "
        "any token; indent with spaces, not tabs",
    ),
    "open quote": (
        "Test", '"Test',
        "15: not YAML: while scanning a quoted scalar (line 2): found unexpected end of stream",
    ),
    "duplicate key": (
        "round_limit: 10", "round_limit: 10\nround_limit: 11",
        "4: round_limit: stands twice, line 3 has it too; keep one",
    ),
    "duplicate key of a unit": (
        "kind: drifter", "kind: drifter, kind: gunner",
        "11: sides.0.units.0.kind: stands twice, line 11 has it too; keep one",
    ),
    "no date": (
        "Test", "2020-13-45",
        "2: not YAML: '2020-13-45' is no value of its kind; write numbers in plain digits, texts "
        "in quotes",
    ),
    "code": (
        "Test", "!!python/object:os.system x",
        "2: not YAML: could not determine a constructor for the tag "
        "'tag:yaml.org,2002:python/object:os.system'",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_a_fault_of_a_file(written, name):
    old, new, message = CASES[name]
    assert written(changed(old, new)) == f"e.yaml:{message}"


MORE = {  # what is written below the sound file, and its fault
    "options:\n  ap.per_turn: 9": (
        "16: options.ap.per_turn: one of 1, 2, 3, 4, 5, 6 is needed, not 9"
    ),
    "options:\n  ap.per_turn: true": (
        "16: options.ap.per_turn: one of 1, 2, 3, 4, 5, 6 is needed, not true"
    ),
    "options:\n  ap.per_turn: 4.0": (
        "16: options.ap.per_turn: one of 1, 2, 3, 4, 5, 6 is needed, not 4.0"
    ),
    "options:\n  push.is_attack: 1": (
        "16: options.push.is_attack: one of false, true is needed, not 1"
    ),
    "options:\n  move.at_turn_start: fll": (
        "16: options.move.at_turn_start: 'fll' is unknown; did you mean full?"
    ),
    "options:\n  intimidate.range: 7": (
        "16: options.intimidate.range: one of sight, 5, 10 is needed, not 7"
    ),
    "options:\n  down.final: false": "16: options.down.final: true is needed, not false",
    "options:\n  ready.actions: [mov]": (
        "16: options.ready.actions.0: 'mov' is unknown; did you mean move?"
    ),
    "options:": "15: options: a mapping of keys is needed, not nothing",
    "options: {goal.zone: {rd: [[0, 0]]}}": (
        "15: options.goal.zone.rd: no side 'rd'; did you mean red?"
    ),
    "options: {goal.zone: {green: [[0, 0]]}}": (
        "15: options.goal.zone.green: no side 'green'; there are red, blue"
    ),
    "options: {goal.zone: {red: [[0, 9]]}}": (
        "15: options.goal.zone.red.0: (0, 9) lies outside the map of 5 columns and 3 rows"
    ),
    "options: {goal.zone: {1: [[0, 0]]}}": (
        "15: options.goal.zone.1: a text is needed, not 1; put it in quotes"
    ),
    "order: [red_0]": "15: order: names every unit once; blue_0 is missing",
    "order: [red_0, red_0]": "15: order.1: red_0 stands twice; once is needed",
    "order: [red_0, blu_0]": "15: order.1: no unit 'blu_0'; did you mean blue_0?",
    "order: red_0": "15: order: a list is needed, not 'red_0'",
    "floor:\n  - {item: knife, at: [2, 2]}": (
        "16: floor.0.at: (2, 2) is a wall or outside the map"
    ),
    "floor:\n  - {item: knife, at: [-1, 0]}": (
        "16: floor.0.at: (-1, 0) is a wall or outside the map"
    ),
    "floor:\n  - {item: mag12, rounds: 13, at: [2, 1]}": (
        "16: floor.0: mag12 holds at most 12 rounds, not 13"
    ),
    "floor: [knife]": "15: floor.0: a mapping of keys is needed, not 'knife'",
}


NO_MAGAZINE = "is a weapon or holds no rounds; a magazine or clip is needed"
OWN = {
    # what follows ``items:`` in line 15, from line 16 on
    "saw: {meelee: true}": "16: items.saw.meelee: unknown key; did you mean melee?",
    "saw: {melee: 1}": "16: items.saw.melee: true or false is needed, not 1",
    "saw: {melee: true, hands: 3}": (
        "16: items.saw.hands: a whole number from 0 to 2 is needed, not 3"
    ),
    "saw: {melee: true, damage: slash}": (
        "16: items.saw.damage: 'slash' is unknown; did you mean slashing?"
    ),
    "gun: {single: true, rounds: 31}": (
        "16: items.gun.rounds: a whole number from 0 to 30 is needed, not 31"
    ),
    "saw: {melee: true, hands: 0}": "16: items.saw: a weapon fills 1 or 2 hands, not 0",
    "saw: {melee: true, rounds: 2}": (
        "16: items.saw: rounds are for firearms, magazines and clips; leave them out"
    ),
    "saw: {damage: blunt}": (
        "16: items.saw: damage is for `melee` and `thrown` weapons; leave it out"
    ),
    "saw: {melee: true, ammo: clip6}": (
        "16: items.saw: ammo is for firearms (`single`, `semi`, `full`); leave it out"
    ),
    "gun: {single: true}": "16: items.gun: a firearm holds 1 to 30 rounds; give `rounds`",
    "gun: {single: true, rounds: 6, ammo: clip7}": (
        "16: items.gun.ammo: no item 'clip7'; did you mean clip6?"
    ),
    "gun: {single: true, rounds: 6, ammo: 7}": (
        "16: items.gun.ammo: a text is needed, not 7; put it in quotes"
    ),
    "gun: {single: true, rounds: 6, ammo: stone}": f"16: items.gun.ammo: stone {NO_MAGAZINE}",
    "gun: {single: true, rounds: 6, ammo: pistol}": f"16: items.gun.ammo: pistol {NO_MAGAZINE}",
    "gun: {single: true, rounds: 8, ammo: clip6}": (
        "16: items.gun.ammo: clip6 holds 6 rounds, gun 8; give both one number"
    ),
    "saw: true": "16: items.saw: a mapping of keys is needed, not true",
    "1: {melee: true}": "16: items.1: a text is needed, not 1; put it in quotes",
    "Saw: {melee: true}": (
        "16: items.Saw: a name is up to 24 small letters, digits and _, a letter first"
    ),
    f"{'s' * 25}: {{}}": (
        f"16: items.{'s' * 25}: a name is up to 24 small letters, digits and _, a letter first"
    ),
    "knife: {melee: true}": (
        "16: items.knife: a bundled item is called so; an item of one's own needs another name"
    ),
    "nothing: {}": (
        "16: items.nothing: a bundled item is called so; an item of one's own needs another name"
    ),
    "main: {melee: true}": (
        "16: items.main: a place for items is called so; an item needs another name"
    ),
    "\n  ".join(f"saw_{k}: {{}}" for k in range(8)): (
        "15: items: at most 7 items are needed, not 8"
    ),
}  # fmt: skip


@pytest.mark.parametrize("own", OWN)
def test_a_fault_of_an_own_item(written, own):
    assert written(f"{SOUND}items:\n  {own}\n") == f"e.yaml:{OWN[own]}"


def test_a_fault_of_how_an_own_item_is_carried(written):
    items = "items:\n  gun: {single: true, rounds: 2}\n  saw: {melee: true, hands: 2}\n"
    line = "e.yaml:11: sides.0.units.0.hands."
    wrong = {
        "[gum]": "0: 'gum' is unknown; did you mean gun?",
        "[{item: gun, rounds: 3}]": "0: gun holds at most 2 rounds, not 3",
        "[{item: gun, mode: full}]": "0: gun has no full mode; leave the mode out",
        "[{item: saw, jam: true}]": "0: saw can't jam, only firearms can",
        "[gun, saw]": "1: no hand is left for saw; a unit has two, some items take both",
    }
    for hands, message in wrong.items():
        assert written(changed("[revolver]", hands) + items) == line + message
    for hands in ("nothing", "second_hand"):
        fault = written(changed("[revolver]", f"[{hands}]") + items)
        assert fault.endswith(f"{', '.join(ITEMS)}, gun, saw is needed, not '{hands}'")


@pytest.mark.parametrize("more", MORE)
def test_a_fault_of_options_order_and_floor(written, more):
    assert written(f"{SOUND}{more}\n") == f"e.yaml:{MORE[more]}"


def test_an_id_for_several_units(written):
    text = changed("mark: b", "mark: b, id: bob").replace("  .....\n", "  .b.b.\n")
    assert written(text) == (
        "e.yaml:14: sides.1.units.0.id: 'b' stands on 3 tiles, so these are 3 units; "
        "leave the id out"
    )


# Files that are no encounter at all -------------------------------------------------------------

NO_MAPPING = "an encounter is a mapping of keys (system, title, sides, ...)"
NO_TEXT = "e.yaml:1: not a text file in UTF-8; a YAML file is needed"
TENFOLD = (f"{new}: &{new} [{f'*{old}, ' * 10}]" for old, new in zip("abcde", "bcdef", strict=True))
SWELLING = "\n".join(["a: &a [1]", *TENFOLD]).encode()
CONTENTS = {
    "empty": (b"", f"e.yaml: the file is empty; {NO_MAPPING}"),
    "only a comment": (b"# nothing\n", f"e.yaml: the file is empty; {NO_MAPPING}"),
    "a list": (b"- a\n- b\n", f"e.yaml: this is a list; {NO_MAPPING}"),
    "a word": (b"hello\n", f"e.yaml: this is 'hello'; {NO_MAPPING}"),
    "a picture": (b"\x89PNG\r\n\x1a\n\xff\xfe\x00", NO_TEXT),
    "zeros": (b"a\x00b: 1", "e.yaml:1: '\\x00' stands in no YAML file; leave it out"),
    "UTF-16": (SOUND.encode("utf-16"), NO_TEXT),
    "large": (b"#" * (MAX_FILE_BYTES + 1), "e.yaml: larger than 1 MB; encounter files are smaller"),
    "deep": (b"[" * 3000, "e.yaml: lists and mappings are nested too deeply"),
    "endless": (b"a: &a [*a]", "e.yaml: lists and mappings are nested too deeply"),
    "swelling": (
        SWELLING,
        "e.yaml: more than 50000 keys and items, aliases included",
    ),
    "two documents": (
        b"a: 1\n---\nb: 2\n",
        "e.yaml:2: not YAML: expected a single document in the stream (line 1): but found another "
        "document",
    ),
    "a list as key": (b"? [a]\n: b\n", "e.yaml:1: a key is a word, not a list or mapping"),
    "unknown alias": (b"a: *b", "e.yaml:1: not YAML: found undefined alias 'b'"),
    "no system": (b"a: 1", f"e.yaml:1: system: {not_among(None, system_names())}"),
    "value against its tag": (
        b"a: !!timestamp x",
        "e.yaml:1: not YAML: 'x' is no value of its kind; write numbers in plain digits, texts in "
        "quotes",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CONTENTS)
def test_a_file_that_is_no_encounter(written, name):
    content, message = CONTENTS[name]
    assert written(content) == message


def test_a_line_break_in_a_key_stays_on_one_line(written):
    assert written('"a\\nb": 1\n' + SOUND).startswith("e.yaml:1: a b: unknown key")
