"""Bad encounter files and training settings: what is written, and the line that tells of it.

A row is (what is replaced in the sound file, what by, the line); or (whole content, the line).
``...`` in a line stands for any text.
"""

from fracas.envs import system_names

ONE_OF = f"{'one of ' * (len(system_names()) > 1)}{', '.join(system_names())}"

SOUND = """\
system: undead
title: Test
round_limit: 10
map: |
  .......
  .a..h..
  ..#....
sides:
  - id: red
    units:
      - mark: a
        kind: drifter
        hands: [revolver]
        inventory: [bandage, clip6]
  - id: blue
    units:
      - at: [5, 1]
        kind: gunner
        hands: [smg]
"""

CHANGED = {
    # spelling
    "misspelt key": ("round_limit: 10", "round_limt: 10", "e.yaml:3: round_limt: unknown key; did you mean round_limit?"),
    "key in capitals": ("title: Test", "Title: Test", "e.yaml:2: Title: unknown key; did you mean title?"),
    "key with a hyphen": ("round_limit: 10", "round-limit: 10", "e.yaml:3: round-limit: unknown key; did you mean round_limit?"),
    "key of another tool": ("round_limit: 10", "hit_points: 10", "e.yaml:3: hit_points: unknown key; there are system, title, ..."),
    "misspelt key of a side": ("  - id: red\n    units:", "  - id: red\n    unit:", "e.yaml:10: sides.0.unit: unknown key; did you mean units?"),
    "misspelt key of a unit": ("inventory: [bandage", "inventry: [bandage", "e.yaml:14: sides.0.units.0.inventry: unknown key; did you mean inventory?"),
    "misspelt mark": ("- mark: a", "- marc: a", "e.yaml:11: sides.0.units.0.marc: unknown key; did you mean mark?"),
    "misspelt system": ("system: undead", "system: undaed", "e.yaml:1: system: 'undaed' is unknown; did you mean undead?"),
    "misspelt stat block": ("kind: gunner", "kind: guner", "e.yaml:18: sides.1.units.0.kind: no stat block 'guner'; did you mean gunner?"),
    "unknown stat block": ("kind: gunner", "kind: wizard", "e.yaml:18: sides.1.units.0.kind: no stat block 'wizard'; there are drifter, gunner, ..."),
    "misspelt item": ("[revolver]", "[revolvr]", "e.yaml:13: sides.0.units.0.hands.0: 'revolvr' is unknown; did you mean revolver?"),
    "unknown item": ("[revolver]", "[lightsaber]", "e.yaml:13: sides.0.units.0.hands.0: one of knife, ... is needed, not 'lightsaber'"),
    "item in capitals": ("[smg]", "[SMG]", "e.yaml:19: sides.1.units.0.hands.0: one of knife, ... is needed, not 'SMG'"),
    "empty item": ("[smg]", '[""]', "e.yaml:19: sides.1.units.0.hands.0: one of knife, ... is needed, not ''"),
    "item with a line break": ("[smg]", '["smg\\nsmg"]', "e.yaml:19: sides.1.units.0.hands.0: 'smg\\nsmg' is unknown; did you mean smg?"),
    "item very long": ("[smg]", f"[{'smg' * 999}]", "e.yaml:19: sides.1.units.0.hands.0: one of knife, ... is needed, not 'smgsmgsmgsmgsmgsmgsmgsmgsmgsmgsmgsmgsmgsmgsmgsmgsmgsmgsm..."),
    "misspelt key of an item": ("[smg]", "[{itm: smg}]", "e.yaml:19: sides.1.units.0.hands.0.itm: unknown key; did you mean item?"),
    "key of an item twice": ("[smg]", "[{item: smg, item: knife}]", "e.yaml:19: sides.1.units.0.hands.0.item: stands twice, line 19 has it too; keep one"),
    "item of two": ("[smg]", "[{item: [smg, knife]}]", "e.yaml:19: sides.1.units.0.hands.0.item: a text is needed, not a list"),
    "unknown side in a goal": ("map: |", "options: {goal.zone: {rde: [[0, 0]]}}\nmap: |", "e.yaml:4: options.goal.zone.rde: no side 'rde'; did you mean red?"),
    "misspelt option": ("map: |", "options: {move.bse: 5}\nmap: |", "e.yaml:4: options.move.bse: unknown key; did you mean move.base?"),
    "option in parts": ("map: |", "options: {move: {base: 5}}\nmap: |", "e.yaml:4: options.move: unknown key; did you mean move.base?"),
    "option not offered": ("map: |", "options: {move.base: 1000}\nmap: |", "e.yaml:4: options.move.base: one of 3, 4, 5, 6 is needed, not 1000"),
    "option as a text": ("map: |", "options: {move.base: '5'}\nmap: |", "e.yaml:4: options.move.base: one of 3, 4, 5, 6 is needed, not '5'"),
    # places
    "two units on a tile": ("- at: [5, 1]", "- at: [1, 1]", "e.yaml:17: sides.1.units.0: blue_0 and red_0 both stand on (1, 1); each unit needs a tile of its own"),
    "a unit on a wall": ("- at: [5, 1]", "- at: [2, 2]", "e.yaml:17: sides.1.units.0.at: (2, 2) is '#'; units stand on open ground (. ~ h)"),
    "a unit off the map": ("- at: [5, 1]", "- at: [7, 0]", "e.yaml:17: sides.1.units.0.at: (7, 0) lies outside the map of 7 columns and 3 rows"),
    "a unit far off the map": ("- at: [5, 1]", f"- at: [{10**30}, 0]", "e.yaml:17: sides.1.units.0.at: (1000000000000000000000000000000, 0) lies outside the map of 7 columns and 3 rows"),
    "a unit left of the map": ("- at: [5, 1]", "- at: [-1, 0]", "e.yaml:17: sides.1.units.0.at: (-1, 0) lies outside the map of 7 columns and 3 rows"),
    "a unit nowhere": ("- at: [5, 1]\n        kind", "- kind", "e.yaml:17: sides.1.units.0: a unit has either `mark` or `at: [column, row]`, this has neither"),
    "a key with an escape code": ("kind: gunner", '"\\e[31mred": gunner', "e.yaml:18: sides.1.units.0.\\x1b[31mred: unknown key; there are physique, reason, agility, presence, athletics, melee, resilience, awareness, medicine, aiming, stealth, reflex, morale, intimidation, hp, stress_limit, ap, undead, id, kind, mark, at, hands, inventory, gear, hidden, surprised, prone"),
    "key of a sign": ("kind: gunner", "=: gunner", "e.yaml:18: sides.1.units.0.=: a text is needed, not =; put it in quotes"),
    "a unit in two places": ("- at: [5, 1]", "- mark: h\n        at: [5, 1]", "e.yaml:17: sides.1.units.0: a unit has either `mark` or `at: [column, row]`, this has both"),
    "a tile of three numbers": ("- at: [5, 1]", "- at: [1, 2, 3]", "e.yaml:17: sides.1.units.0.at: exactly 2 items are needed, not 3"),
    "a tile of fractions": ("- at: [5, 1]", "- at: [1.0, 2.0]", "e.yaml:17: sides.1.units.0.at.0: a whole number is needed, not 1.0"),
    "a tile of texts": ("- at: [5, 1]", "- at: ['1', '2']", "e.yaml:17: sides.1.units.0.at.0: a whole number is needed, not '1'"),
    "a tile as a text": ("- at: [5, 1]", "- at: 1,2", "e.yaml:17: sides.1.units.0.at: a list is needed, not '1,2'"),
    "a tile as a mapping": ("- at: [5, 1]", "- at: {x: 1, y: 2}", "e.yaml:17: sides.1.units.0.at: a list is needed, not a mapping"),
    "a mark that isn't on the map": ("- at: [5, 1]", "- mark: q", "e.yaml:17: sides.1.units.0.mark: 'q' doesn't stand on the map; put it there"),
    "a mark that is a tile": ("- at: [5, 1]", "- mark: h", "e.yaml:17: sides.1.units.0.mark: 'h' is a kind of tile; a mark is none of .~hx#"),
    "a mark of two letters": ("- at: [5, 1]", "- mark: bb", "e.yaml:17: sides.1.units.0.mark: 'bb' doesn't fit: one character that stands on the map"),
    "an empty mark": ("- at: [5, 1]", "- mark: ''", "e.yaml:17: sides.1.units.0.mark: '' doesn't fit: one character that stands on the map"),
    "a mark of both sides": ("- at: [5, 1]", "- mark: a", "e.yaml:17: sides.1.units.0.mark: another unit has the mark 'a'; marks differ"),
    "a mark as a number": ("- at: [5, 1]", "- mark: 1", "e.yaml:17: sides.1.units.0.mark: a text is needed, not 1; put it in quotes"),
    "floor item in a wall": ("map: |", "floor: [{item: knife, at: [2, 2]}]\nmap: |", "e.yaml:4: floor.0.at: (2, 2) is a wall or outside the map"),
    "floor item nowhere": ("map: |", "floor: [{item: knife}]\nmap: |", "e.yaml:4: floor.0.at: this key is missing ([column, row] from 0)"),
    "floor item unknown": ("map: |", "floor: [{item: knif, at: [0, 0]}]\nmap: |", "e.yaml:4: floor.0.item: 'knif' is unknown; did you mean knife?"),
    "goal off the map": ("map: |", "options: {goal.zone: {red: [[9, 9]]}}\nmap: |", "e.yaml:4: options.goal.zone.red.0: (9, 9) lies outside the map of 7 columns and 3 rows"),
    # the map
    "ragged map": ("  .a..h..\n", "  .a..h.\n", "e.yaml:6: map: row 2 has 6 tiles, not 7 as the first"),
    "map with a wide row": ("  ..#....\n", "  ..#......\n", "e.yaml:7: map: row 3 has 9 tiles, not 7 as the first"),
    "map with an unknown tile": ("  .......\n", "  ...?...\n", "e.yaml:5: map: row 1, column 4: a tile (. ~ h x #) or a unit's mark (a) is needed, not '?'"),
    "map with a tab": ("  .......\n", "  ...\t...\n", "e.yaml:5: map: row 1, column 4: a tile (. ~ h x #) or a unit's mark (a) is needed, not '\\t'"),
    "map with a capital": ("  ..#....\n", "  ..#..B.\n", "e.yaml:7: map: row 3, column 6: a tile (. ~ h x #) or a unit's mark (a) is needed, not 'B'"),
    "map with other dots": ("  .......\n", "  ···....\n", "e.yaml:5: map: row 1, column 1: a tile (. ~ h x #) or a unit's mark (a) is needed, not '\u00b7'"),
    "map too wide": ("  .a..h..\n", f"  .a{'.' * 19}\n", "e.yaml:6: map: row 2 has 21 tiles, not 7 as the first"),
    "map too high": ("  .......\n", "  .......\n" * 17, "e.yaml:4: map: at most 20 columns and 16 rows, not 7 columns and 19 rows"),
    "map folded": ("map: |", "map: >", "e.yaml:4: map: at most 20 columns and 16 rows, not 23 columns and 1 rows"),
    "map empty": ("map: |\n  .......\n  .a..h..\n  ..#....\n", "map: ''\n", "e.yaml:4: map: no tiles; a tile is one of . ~ h x #"),
    "map as a list": ("map: |\n  .......\n  .a..h..\n  ..#....\n", "map: [.a., .b.]\n", "e.yaml:4: map: a text is needed, not a list"),
    "map not there": ("map: |\n  .......\n  .a..h..\n  ..#....\n", "", "e.yaml:1: map: this key is missing (a block of rows: ..."),
    "map symmetric and not": ("round_limit: 10", "symmetric: true", "e.yaml:3: symmetric: true needs a map that is the same turned by half; (4, 0) is '.', (2, 2) '#'"),
    # figures
    "figure of a text": ("round_limit: 10", "round_limit: ten", "e.yaml:3: round_limit: a whole number from 1 to 60 is needed, not 'ten'"),
    "figure below": ("round_limit: 10", "round_limit: 0", "e.yaml:3: round_limit: a whole number from 1 to 60 is needed, not 0"),
    "figure negative": ("round_limit: 10", "round_limit: -5", "e.yaml:3: round_limit: a whole number from 1 to 60 is needed, not -5"),
    "figure above": ("round_limit: 10", "round_limit: 61", "e.yaml:3: round_limit: a whole number from 1 to 60 is needed, not 61"),
    "figure huge": ("round_limit: 10", f"round_limit: {'9' * 400}", "e.yaml:3: round_limit: a whole number from 1 to 60 is needed, not 999999999999999999999999999999999999999999999999999999999..."),
    "figure beyond all digits": ("round_limit: 10", f"round_limit: {'9' * 5000}", "e.yaml:3: not YAML: '999999999999999999999999999999999999999999999999999999999...' is no value of its kind; write numbers in plain digits, texts in quotes"),
    "figure infinite": ("round_limit: 10", "round_limit: .inf", "e.yaml:3: round_limit: a whole number from 1 to 60 is needed, not inf"),
    "figure not a number": ("round_limit: 10", "round_limit: .nan", "e.yaml:3: round_limit: a whole number from 1 to 60 is needed, not nan"),
    "figure with an exponent": ("round_limit: 10", "round_limit: 1e1", "e.yaml:3: round_limit: a whole number from 1 to 60 is needed, not '1e1'"),
    "figure octal": ("round_limit: 10", "round_limit: 010", "e.yaml:3: not YAML: '010' is no value of its kind; write numbers in plain digits, texts in quotes"),
    "figure octal in new style": ("round_limit: 10", "round_limit: 0o10", "e.yaml:3: round_limit: a whole number from 1 to 60 is needed, not '0o10'"),
    "figure hexadecimal": ("round_limit: 10", "round_limit: 0x0a", "e.yaml:3: not YAML: '0x0a' is no value of its kind; write numbers in plain digits, texts in quotes"),
    "figure of sixties": ("round_limit: 10", "round_limit: 0:10", "e.yaml:3: round_limit: a whole number from 1 to 60 is needed, not '0:10'"),
    "figure with underscores": ("round_limit: 10", "round_limit: 1_0", "e.yaml:3: not YAML: '1_0' is no value of its kind; write numbers in plain digits, texts in quotes"),
    "figure as a date": ("round_limit: 10", "round_limit: 2024-01-10", "e.yaml:3: round_limit: a whole number from 1 to 60 is needed, not 2024-01-10"),
    "figure as a truth": ("round_limit: 10", "round_limit: on", "e.yaml:3: round_limit: a whole number from 1 to 60 is needed, not true"),
    "figure as nothing": ("round_limit: 10", "round_limit: ~", "e.yaml:3: round_limit: a whole number from 1 to 60 is needed, not nothing"),
    "figure as a list": ("round_limit: 10", "round_limit: [10]", "e.yaml:3: round_limit: a whole number from 1 to 60 is needed, not a list"),
    "figure of a unit": ("kind: gunner", "kind: gunner\n        hp: -3", "e.yaml:19: sides.1.units.0.hp: a whole number from 1 to 14 is needed, not -3"),
    "figure of a unit fraction": ("kind: gunner", "kind: gunner\n        hp: 3.5", "e.yaml:19: sides.1.units.0.hp: a whole number from 1 to 14 is needed, not 3.5"),
    "figure of a skill": ("kind: gunner", "kind: gunner\n        melee: 99", "e.yaml:19: sides.1.units.0.melee: a whole number from 0 to 4 is needed, not 99"),
    "figure of action points": ("kind: gunner", "kind: gunner\n        ap: 1000000", "e.yaml:19: sides.1.units.0.ap: a whole number from 1 to 6 is needed, not 1000000"),
    "rounds beyond the magazine": ("[smg]", "[{item: smg, rounds: 1000}]", "e.yaml:19: sides.1.units.0.hands.0.rounds: a whole number from 0 to 30 is needed, not 1000"),
    "rounds negative": ("[smg]", "[{item: smg, rounds: -1}]", "e.yaml:19: sides.1.units.0.hands.0.rounds: a whole number from 0 to 30 is needed, not -1"),
    "mode that isn't": ("[smg]", "[{item: smg, mode: ful}]", "e.yaml:19: sides.1.units.0.hands.0.mode: 'ful' is unknown; did you mean full?"),
    # kinds of values
    "truth as a word": ("kind: gunner", "kind: gunner\n        hidden: maybe", "e.yaml:19: sides.1.units.0.hidden: true or false is needed, not 'maybe'"),
    "truth as a quoted word": ("kind: gunner", "kind: gunner\n        hidden: 'yes'", "e.yaml:19: sides.1.units.0.hidden: true or false is needed, not 'yes'"),
    "title as a truth": ("title: Test", "title: no", "e.yaml:2: title: a text is needed, not false; put it in quotes"),
    "title as a number": ("title: Test", "title: 1984", "e.yaml:2: title: a text is needed, not 1984; put it in quotes"),
    "title as a date": ("title: Test", "title: 1984-04-04", "e.yaml:2: title: a text is needed, not 1984-04-04; put it in quotes"),
    "title empty": ("title: Test", "title: ''", "e.yaml:2: title: from 1 to 80 characters are needed, not 0"),
    "title very long": ("title: Test", f"title: {'long ' * 99}", "e.yaml:2: title: from 1 to 80 characters are needed, not 494"),
    "title as a mapping": ("title: Test", "title: {en: Test}", "e.yaml:2: title: a text is needed, not a mapping"),
    "kind as a list": ("kind: gunner", "kind: [gunner]", "e.yaml:18: sides.1.units.0.kind: a text is needed, not a list"),
    "hands as a word": ("[smg]", "smg", "e.yaml:19: sides.1.units.0.hands: a list is needed, not 'smg'"),
    "hands as nothing": ("[smg]", "", "e.yaml:19: sides.1.units.0.hands: a list is needed, not nothing"),
    "three hands": ("[smg]", "[knife, knife, knife]", "e.yaml:19: sides.1.units.0.hands: at most 2 items are needed, not 3"),
    "a heap of items": ("[bandage, clip6]", f"[{'bandage, ' * 7}clip6]", "e.yaml:14: sides.0.units.0.inventory: at most 6 items are needed, not 8"),
    "units as a mapping": ("      - mark: a\n", "        mark: a\n", "e.yaml:10: sides.0.units: a list is needed, not a mapping"),
    "system not there": ("system: undead\n", "", f"e.yaml:1: system: {ONE_OF} is needed, not nothing"),
    "system as a list": ("system: undead", "system: [undead]", f"e.yaml:1: system: {ONE_OF} is needed, not a list"),
    "system as a mapping": ("system: undead", "system: {undead: 1}", f"e.yaml:1: system: {ONE_OF} is needed, not a mapping"),
    "system as a path": ("system: undead", "system: ../../undead", "e.yaml:1: system: '../../undead' is unknown; did you mean undead?"),
    "side without a name": ("  - id: blue\n    units:", "  - units:", "e.yaml:15: sides.1.id: this key is missing (small letters and digits, a letter first)"),
    "sides of one name": ("- id: blue", "- id: red", "e.yaml:15: sides.1.id: both sides are called 'red'; ids differ"),
    "side of a strange name": ("- id: blue", "- id: 'b l u e'", "e.yaml:15: sides.1.id: 'b l u e' doesn't fit: small letters and digits, a letter first"),
    "side of a very long name": ("- id: blue", f"- id: {'blue' * 99}", "e.yaml:15: sides.1.id: at most 16 characters are needed, not 396"),
    "units of one name": ("kind: gunner", "kind: gunner\n        id: red_0", "e.yaml:19: sides.1.units.0.id: another unit is called 'red_0'; ids differ"),
    "own kind with an odd figure": ("map: |", "kinds: {brute: {hp: many}}\nmap: |", "e.yaml:4: kinds.brute.hp: a whole number from 1 to 14 is needed, not 'many'"),
    "own kind with an odd key": ("map: |", "kinds: {brute: {health: 3}}\nmap: |", "e.yaml:4: kinds.brute.health: unknown key; did you mean stealth?"),
    "order of too few": ("map: |", "order: [blue_0]\nmap: |", "e.yaml:4: order: names every unit once; red_0 is missing"),
    "order of strangers": ("map: |", "order: [red_0, blue_7]\nmap: |", "e.yaml:4: order.1: no unit 'blue_7'; did you mean blue_0?"),
    "key as a number": ("round_limit: 10", "10: round_limit", "e.yaml:3: 10: a text is needed, not 10; put it in quotes"),
    "key as nothing": ("round_limit: 10", "~: 10", "e.yaml:3: ~: a text is needed, not ~; put it in quotes"),
    "key as a truth": ("round_limit: 10", "yes: 10", "e.yaml:3: yes: a text is needed, not yes; put it in quotes"),
    "key as a date": ("round_limit: 10", "2024-01-01: 10", "e.yaml:3: 2024-01-01: a text is needed, not 2024-01-01; put it in quotes"),
    "key as a list": ("round_limit: 10", "[round, limit]: 10", "e.yaml:3: a key is a word, not a list or mapping"),
    "key of bytes": ("round_limit: 10", "!!binary cm91bmQ=: 10", "e.yaml:3: cm91bmQ=: a text is needed, not cm91bmQ=; put it in quotes"),
    "set for a list": ("[smg]", "!!set {smg}", "e.yaml:19: sides.1.units.0.hands: a list is needed, not {'smg'}"),
    "bytes for a text": ("title: Test", "title: !!binary VGVzdA==", "e.yaml:2: title: a text is needed, not b'Test'; put it in quotes"),
    # YAML
    "tab for an indent": ("    units:\n      - mark: a", "\tunits:\n      - mark: a", "e.yaml:10: not YAML: while scanning for the next token: found character '\\t' that cannot start any token; indent with spaces, not tabs"),
    "indent wrong": ("        kind: drifter", "       kind: drifter", "e.yaml:12: not YAML: while parsing a block collection (line 11): expected <block end>, but found '<block mapping start>'"),
    "colon in a text": ("title: Test", "title: Test: the beginning", "e.yaml:2: not YAML: mapping values are not allowed here; a text with a colon needs quotes, keys that belong together one indent"),
    "colon without a blank": ("title: Test", "title:Test", "e.yaml:3: not YAML: while scanning a simple key (line 2): could not find expected ':'; key and value are parted by a colon and a blank"),
    "bracket open": ("[smg]", "[smg", "e.yaml:20: not YAML: while parsing a flow sequence (line 19): expected ',' or ']', but got '<stream end>'"),
    "brace open": ("title: Test", "title: {Test", "e.yaml:3: not YAML: while parsing a flow mapping (line 2): expected ',' or '}', but got ':'"),
    "quote open": ("title: Test", 'title: "Test', "e.yaml:20: not YAML: while scanning a quoted scalar (line 2): found unexpected end of stream"),
    "escape unknown": ("title: Test", 'title: "\\q"', "e.yaml:2: not YAML: while scanning a double-quoted scalar (line 2): found unknown escape character 'q'"),
    "at sign": ("title: Test", "title: @Test", "e.yaml:2: not YAML: while scanning for the next token: found character '@' that cannot start any token"),
    "per cent": ("title: Test", "title: %Test", "e.yaml:2: not YAML: while scanning for the next token: found character '%' that cannot start any token"),
    "duplicate key": ("title: Test", "title: Test\ntitle: Test", "e.yaml:3: title: stands twice, line 2 has it too; keep one"),
    "duplicate key far off": ("hands: [smg]", "hands: [smg]\nmap: |\n  ...", "e.yaml:20: map: stands twice, line 4 has it too; keep one"),
    "duplicate key of a unit": ("kind: gunner", "kind: gunner\n        kind: gunner", "e.yaml:19: sides.1.units.0.kind: stands twice, line 18 has it too; keep one"),
    "merge of what isn't there": ("kind: gunner", "<<: *base\n        kind: gunner", "e.yaml:18: not YAML: found undefined alias 'base'"),
    "merge of a word": ("kind: gunner", "<<: gunner\n        kind: gunner", "e.yaml:18: not YAML: while constructing a mapping (line 17): expected a mapping or list of mappings for merging, but found scalar"),
    "merge of a misspelt key": ("kind: gunner", "<<: {hpp: 3}\n        kind: gunner", "e.yaml:17: sides.1.units.0.hpp: unknown key; did you mean hp?"),
    "merge of itself": ("title: Test", "description: &d {<<: *d}\ntitle: Test", "e.yaml: lists and mappings are nested too deeply"),
    "Python object": ("title: Test", "title: !!python/object/apply:os.system [ls]", "e.yaml:2: not YAML: could not determine a constructor for the tag 'tag:yaml.org,2002:python/object/apply:os.system'"),
    "Python name": ("title: Test", "title: !!python/name:os.system", "e.yaml:2: not YAML: could not determine a constructor for the tag 'tag:yaml.org,2002:python/name:os.system'"),
    "tag of one's own": ("title: Test", "title: !title Test", "e.yaml:2: not YAML: could not determine a constructor for the tag '!title'"),
    "tag against its value": ("round_limit: 10", "round_limit: !!int ten", "e.yaml:3: not YAML: 'ten' is no value of its kind; write numbers in plain digits, texts in quotes"),
    "date that isn't": ("title: Test", "title: 2024-02-31", "e.yaml:2: not YAML: '2024-02-31' is no value of its kind; write numbers in plain digits, texts in quotes"),
    "document of two": ("sides:", "---\nsides:", "e.yaml:8: not YAML: expected a single document in the stream (line 1): but found another document"),
    "directive": ("system: undead", "%YAML 9.9\n---\nsystem: undead", "e.yaml:1: not YAML: found incompatible YAML document (version 1.* is required)"),
    "NUL": ("title: Test", "title: Te\0st", "e.yaml:2: '\\x00' stands in no YAML file; leave it out"),
    "NUL escaped": ("kind: gunner", 'kind: "gun\\0ner"', "e.yaml:18: sides.1.units.0.kind: no stat block 'gun\\x00ner'; did you mean gunner?"),
    "escape code of a terminal": ("kind: gunner", 'kind: "\\e[31mgunner"', "e.yaml:18: sides.1.units.0.kind: no stat block '\\x1b[31mgunner'; did you mean gunner?"),
    "control character": ("title: Test", "title: Te\x07st", "e.yaml:2: '\\x07' stands in no YAML file; leave it out"),
    "half a surrogate": ("kind: gunner", 'kind: "\\ud800"', "e.yaml:18: sides.1.units.0.kind: no stat block '\\ud800'; there are drifter, gunner, ..."),
}  # fmt: skip

BOMB = ["a: &a [x, x, x, x, x, x, x, x, x]"]
BOMB += [
    f"{new}: &{new} [{', '.join([f'*{old}'] * 9)}]"
    for old, new in zip("abcdefgh", "bcdefghi", strict=True)
]

WHOLE = {
    "empty file": (b"", "e.yaml: the file is empty; an encounter is a mapping of keys (system, title, sides, ...)"),
    "blanks only": (b" \n\n  \n", "e.yaml: the file is empty; an encounter is a mapping of keys (system, title, sides, ...)"),
    "a comment only": (b"# undead\n", "e.yaml: the file is empty; an encounter is a mapping of keys (system, title, sides, ...)"),
    "end of document only": (b"---\n...\n", "e.yaml: the file is empty; an encounter is a mapping of keys (system, title, sides, ...)"),
    "a byte-order mark only": (b"\xef\xbb\xbf", "e.yaml: the file is empty; an encounter is a mapping of keys (system, title, sides, ...)"),
    "ten megabytes": (SOUND.encode() + b"#" * 10_000_000, "e.yaml: larger than 1 MB; encounter files are smaller"),
    "a megabyte of one line": (b"title: '" + b"x" * 1_000_000 + b"'\n", "e.yaml: larger than 1 MB; encounter files are smaller"),
    "a list": (b"- system: undead\n", "e.yaml: this is a list; an encounter is a mapping of keys (system, title, sides, ...)"),
    "a word": (b"undead\n", "e.yaml: this is 'undead'; an encounter is a mapping of keys (system, title, sides, ...)"),
    "a number": (b"42\n", "e.yaml: this is 42; an encounter is a mapping of keys (system, title, sides, ...)"),
    "JSON cut off": (b'{"system": "undead", "title": "Te', "e.yaml:1: not YAML: while scanning a quoted scalar (line 1): found unexpected end of stream"),
    "not UTF-8": (SOUND.replace("Test", "Caf\u00e9").encode("latin-1"), "e.yaml:2: not a text file in UTF-8; a YAML file is needed"),
    "UTF-16 without a mark": (SOUND.encode("utf-16-le"), "e.yaml:1: '\\x00' stands in no YAML file; leave it out"),
    "a picture": (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "e.yaml:1: not a text file in UTF-8; a YAML file is needed"),
    "a zip": (b"PK\x03\x04\x14\x00\x00\x00\x08\x00", "e.yaml:1: '\\x03' stands in no YAML file; leave it out"),
    "a page": (b"<!DOCTYPE html>\n<html><body>404: not found</body></html>\n", "e.yaml:2: not YAML: mapping values are not allowed here; a text with a colon needs quotes, keys that belong together one indent"),
    "billion laughs": ("\n".join(BOMB).encode(), "e.yaml: more than 50000 keys and items, aliases included"),
    "laughs by merging": (b"a: &a {x: 1}\n" + b"".join(b"m%d: &m%d {<<: [*%s, *%s]}\n" % (k, k, p, p) for k, p in enumerate([b"a", *(b"m%d" % j for j in range(12))])), "e.yaml: more than 50000 keys and items, aliases included"),
    "nested without end": (b"[" * 500, "e.yaml: lists and mappings are nested too deeply"),
    "nested mappings": (b"a: " + b"{a: " * 2000, "e.yaml: lists and mappings are nested too deeply"),
    "an alias of itself": (b"system: &s [*s]\n", "e.yaml: lists and mappings are nested too deeply"),
    "a conflict of versions": (b"<<<<<<< HEAD\nsystem: undead\n=======\n", "e.yaml:2: not YAML: mapping values are not allowed here; a text with a colon needs quotes, keys that belong together one indent"),
}  # fmt: skip

# -- training settings -----------------------------------------------------------------------------

SOUND_RUN = (
    "encounter: undead/alley\ndecisions: 64\nppo:\n  battles: 4\n  steps: 16\n  minibatch: 32\n"
)

CONFIGS = {
    "empty": ("", "c.yaml: the file is empty; a training run is a mapping of keys (encounter, decisions, ppo, ...)"),
    "a list": ("- encounter\n", "c.yaml: this is a list; a training run is a mapping of keys (encounter, decisions, ppo, ...)"),
    "without an end": ("encounter: undead/alley\n", "c.yaml:1: a run needs an end: give `decisions` or `minutes`"),
    "without an encounter": ("decisions: 64\n", "c.yaml:1: encounter: this key is missing (bundled id, YAML path, or in full)"),
    "misspelt key": (SOUND_RUN + "sed: 3\n", "c.yaml:7: sed: unknown key; did you mean seed?"),
    "misspelt key of the learner": (SOUND_RUN + "  epoch: 3\n", "c.yaml:7: ppo.epoch: unknown key; did you mean epochs?"),
    "key twice": (SOUND_RUN + "decisions: 65\n", "c.yaml:7: decisions: stands twice, line 2 has it too; keep one"),
    "tab": (SOUND_RUN + "\tepochs: 3\n", "c.yaml:7: not YAML: while scanning for the next token: found character '\\t' that cannot start any token; indent with spaces, not tabs"),
    "figure of a text": (SOUND_RUN + "keep: two\n", "c.yaml:7: keep: a whole number from 1 to 1000 is needed, not 'two'"),
    "figure negative": (SOUND_RUN + "keep: -1\n", "c.yaml:7: keep: a whole number from 1 to 1000 is needed, not -1"),
    "figure not a number": (SOUND_RUN + "shaping: .nan\n", "c.yaml:7: shaping: a number from 0 to 10 is needed, not nan"),
    "figure without end": (SOUND_RUN + "minutes: .inf\n", "c.yaml:7: minutes: a number above 0 is needed, not inf"),
    "figure above": (SOUND_RUN + "threads: 100000\n", "c.yaml:7: threads: a whole number from 1 to 256 is needed, not 100000"),
    "learner as a list": ("encounter: undead/alley\ndecisions: 64\nppo: [1]\n", "c.yaml:3: ppo: a mapping of keys is needed, not a list"),
    "encounter as a number": ("encounter: 7\ndecisions: 64\n", "c.yaml:1: encounter: a text is needed, not 7; put it in quotes"),
    "encounter misspelt": ("encounter: undead/aley\ndecisions: 64\n", "no encounter 'undead/aley', neither a file nor a bundled id; did you mean undead/alley?"),
    "encounter in full with a fault": ("encounter: {system: undead, title: T}\ndecisions: 64\n", "encounter: map: this key is missing (a block of rows: ..."),
    "nobody to meet": (SOUND_RUN + "opponents: {random: 0, scripted: 0, latest: 0}\n", "c.yaml:7: opponents: give random, scripted, latest or files (with networks) a share"),
    "only frozen selves to meet": (SOUND_RUN + "opponents: {random: 0, scripted: 0, latest: 0, frozen: 1}\n", "c.yaml:7: opponents: give random, scripted, latest or files (with networks) a share"),
    "no scripts to meet": (SOUND_RUN + "opponents: {random: 0, latest: 0, scripts: []}\n", "opponents: nobody to meet; give random, latest or files a share"),
    "a network with a NUL": (SOUND_RUN + 'opponents: {files: 1, networks: ["a\\0b"]}\n', "a\\x00b: not a network file (an .npz that training wrote)"),
    "an unknown script": (SOUND_RUN + "opponents: {scripts: [rusher, rushr]}\n", "opponents.scripts: no script 'rushr'; known: random, rusher, ..."),
    "an unknown side": (SOUND_RUN + "side: purple\n", "side: no side 'purple'; sides: red, blue"),
    "a Python tag": (SOUND_RUN + "seed: !!python/object/apply:os.getpid []\n", "c.yaml:7: not YAML: could not determine a constructor for the tag 'tag:yaml.org,2002:python/object/apply:os.getpid'"),
    "a bomb": ("\n".join(["a: &a [x, x, x, x, x, x, x, x, x]", *(f"{n}: &{n} [{', '.join([f'*{o}'] * 9)}]" for o, n in zip("abcdef", "bcdefg", strict=True))]), "c.yaml: more than 50000 keys and items, aliases included"),
    "too large": ("#" * 2_000_000, "c.yaml: larger than 1 MB; encounter files are smaller"),
}  # fmt: skip
