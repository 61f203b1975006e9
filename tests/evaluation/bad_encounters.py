"""Bad encounter files: what is written, and the line that tells of it.

A row is (what is replaced in the sound file, what by, the line); or (whole content, the line).
``...`` in a line stands for any text.
"""

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
    "misspelt key": ("round_limit: 10", "round_limt: 10", ""),
    "key in capitals": ("title: Test", "Title: Test", ""),
    "key with a hyphen": ("round_limit: 10", "round-limit: 10", ""),
    "key of another tool": ("round_limit: 10", "hit_points: 10", ""),
    "misspelt key of a side": ("  - id: red\n    units:", "  - id: red\n    unit:", ""),
    "misspelt key of a unit": ("inventory: [bandage", "inventry: [bandage", ""),
    "misspelt mark": ("- mark: a", "- marc: a", ""),
    "misspelt system": ("system: undead", "system: undaed", ""),
    "misspelt stat block": ("kind: gunner", "kind: guner", ""),
    "unknown stat block": ("kind: gunner", "kind: wizard", ""),
    "misspelt item": ("[revolver]", "[revolvr]", ""),
    "unknown item": ("[revolver]", "[lightsaber]", ""),
    "item in capitals": ("[smg]", "[SMG]", ""),
    "empty item": ("[smg]", '[""]', ""),
    "item with a line break": ("[smg]", '["smg\\nsmg"]', ""),
    "item very long": ("[smg]", f"[{'smg' * 999}]", ""),
    "misspelt key of an item": ("[smg]", "[{itm: smg}]", ""),
    "key of an item twice": ("[smg]", "[{item: smg, item: knife}]", ""),
    "item of two": ("[smg]", "[{item: [smg, knife]}]", ""),
    "unknown side in a goal": ("map: |", "options: {goal.zone: {rde: [[0, 0]]}}\nmap: |", ""),
    "misspelt option": ("map: |", "options: {move.bse: 5}\nmap: |", ""),
    "option in parts": ("map: |", "options: {move: {base: 5}}\nmap: |", ""),
    "option not offered": ("map: |", "options: {move.base: 1000}\nmap: |", ""),
    "option as a text": ("map: |", "options: {move.base: '5'}\nmap: |", ""),
    # places
    "two units on a tile": ("- at: [5, 1]", "- at: [1, 1]", ""),
    "a unit on a wall": ("- at: [5, 1]", "- at: [2, 2]", ""),
    "a unit off the map": ("- at: [5, 1]", "- at: [7, 0]", ""),
    "a unit far off the map": ("- at: [5, 1]", f"- at: [{10**30}, 0]", ""),
    "a unit left of the map": ("- at: [5, 1]", "- at: [-1, 0]", ""),
    "a unit nowhere": ("- at: [5, 1]\n        kind", "- kind", ""),
    "a key with an escape code": ("kind: gunner", '"\\e[31mred": gunner', ""),
    "key of a sign": ("kind: gunner", "=: gunner", ""),
    "a unit in two places": ("- at: [5, 1]", "- mark: h\n        at: [5, 1]", ""),
    "a tile of three numbers": ("- at: [5, 1]", "- at: [1, 2, 3]", ""),
    "a tile of fractions": ("- at: [5, 1]", "- at: [1.0, 2.0]", ""),
    "a tile of texts": ("- at: [5, 1]", "- at: ['1', '2']", ""),
    "a tile as a text": ("- at: [5, 1]", "- at: 1,2", ""),
    "a tile as a mapping": ("- at: [5, 1]", "- at: {x: 1, y: 2}", ""),
    "a mark that isn't on the map": ("- at: [5, 1]", "- mark: q", ""),
    "a mark that is a tile": ("- at: [5, 1]", "- mark: h", ""),
    "a mark of two letters": ("- at: [5, 1]", "- mark: bb", ""),
    "an empty mark": ("- at: [5, 1]", "- mark: ''", ""),
    "a mark of both sides": ("- at: [5, 1]", "- mark: a", ""),
    "a mark as a number": ("- at: [5, 1]", "- mark: 1", ""),
    "floor item in a wall": ("map: |", "floor: [{item: knife, at: [2, 2]}]\nmap: |", ""),
    "floor item nowhere": ("map: |", "floor: [{item: knife}]\nmap: |", ""),
    "floor item unknown": ("map: |", "floor: [{item: knif, at: [0, 0]}]\nmap: |", ""),
    "goal off the map": ("map: |", "options: {goal.zone: {red: [[9, 9]]}}\nmap: |", ""),
    # the map
    "ragged map": ("  .a..h..\n", "  .a..h.\n", ""),
    "map with a wide row": ("  ..#....\n", "  ..#......\n", ""),
    "map with an unknown tile": ("  .......\n", "  ...?...\n", ""),
    "map with a tab": ("  .......\n", "  ...\t...\n", ""),
    "map with a capital": ("  ..#....\n", "  ..#..B.\n", ""),
    "map with other dots": ("  .......\n", "  ···....\n", ""),
    "map too wide": ("  .a..h..\n", f"  .a{'.' * 19}\n", ""),
    "map too high": ("  .......\n", "  .......\n" * 17, ""),
    "map folded": ("map: |", "map: >", ""),
    "map empty": ("map: |\n  .......\n  .a..h..\n  ..#....\n", "map: ''\n", ""),
    "map as a list": ("map: |\n  .......\n  .a..h..\n  ..#....\n", "map: [.a., .b.]\n", ""),
    "map not there": ("map: |\n  .......\n  .a..h..\n  ..#....\n", "", ""),
    "map symmetric and not": ("round_limit: 10", "symmetric: true", ""),
    # figures
    "figure of a text": ("round_limit: 10", "round_limit: ten", ""),
    "figure below": ("round_limit: 10", "round_limit: 0", ""),
    "figure negative": ("round_limit: 10", "round_limit: -5", ""),
    "figure above": ("round_limit: 10", "round_limit: 61", ""),
    "figure huge": ("round_limit: 10", f"round_limit: {'9' * 400}", ""),
    "figure beyond all digits": ("round_limit: 10", f"round_limit: {'9' * 5000}", ""),
    "figure infinite": ("round_limit: 10", "round_limit: .inf", ""),
    "figure not a number": ("round_limit: 10", "round_limit: .nan", ""),
    "figure with an exponent": ("round_limit: 10", "round_limit: 1e1", ""),
    "figure octal": ("round_limit: 10", "round_limit: 010", ""),
    "figure octal in new style": ("round_limit: 10", "round_limit: 0o10", ""),
    "figure hexadecimal": ("round_limit: 10", "round_limit: 0x0a", ""),
    "figure of sixties": ("round_limit: 10", "round_limit: 0:10", ""),
    "figure with underscores": ("round_limit: 10", "round_limit: 1_0", ""),
    "figure as a date": ("round_limit: 10", "round_limit: 2024-01-10", ""),
    "figure as a truth": ("round_limit: 10", "round_limit: on", ""),
    "figure as nothing": ("round_limit: 10", "round_limit: ~", ""),
    "figure as a list": ("round_limit: 10", "round_limit: [10]", ""),
    "figure of a unit": ("kind: gunner", "kind: gunner\n        hp: -3", ""),
    "figure of a unit fraction": ("kind: gunner", "kind: gunner\n        hp: 3.5", ""),
    "figure of a skill": ("kind: gunner", "kind: gunner\n        melee: 99", ""),
    "figure of action points": ("kind: gunner", "kind: gunner\n        ap: 1000000", ""),
    "rounds beyond the magazine": ("[smg]", "[{item: smg, rounds: 1000}]", ""),
    "rounds negative": ("[smg]", "[{item: smg, rounds: -1}]", ""),
    "mode that isn't": ("[smg]", "[{item: smg, mode: ful}]", ""),
    # kinds of values
    "truth as a word": ("kind: gunner", "kind: gunner\n        hidden: maybe", ""),
    "truth as a quoted word": ("kind: gunner", "kind: gunner\n        hidden: 'yes'", ""),
    "title as a truth": ("title: Test", "title: no", ""),
    "title as a number": ("title: Test", "title: 1984", ""),
    "title as a date": ("title: Test", "title: 1984-04-04", ""),
    "title empty": ("title: Test", "title: ''", ""),
    "title very long": ("title: Test", f"title: {'long ' * 99}", ""),
    "title as a mapping": ("title: Test", "title: {en: Test}", ""),
    "kind as a list": ("kind: gunner", "kind: [gunner]", ""),
    "hands as a word": ("[smg]", "smg", ""),
    "hands as nothing": ("[smg]", "", ""),
    "three hands": ("[smg]", "[knife, knife, knife]", ""),
    "a heap of items": ("[bandage, clip6]", f"[{'bandage, ' * 7}clip6]", ""),
    "units as a mapping": ("      - mark: a\n", "        mark: a\n", ""),
    "system not there": ("system: undead\n", "", ""),
    "system as a list": ("system: undead", "system: [undead]", ""),
    "system as a mapping": ("system: undead", "system: {undead: 1}", ""),
    "system as a path": ("system: undead", "system: ../../undead", ""),
    "side without a name": ("  - id: blue\n    units:", "  - units:", ""),
    "sides of one name": ("- id: blue", "- id: red", ""),
    "side of a strange name": ("- id: blue", "- id: 'b l u e'", ""),
    "side of a very long name": ("- id: blue", f"- id: {'blue' * 99}", ""),
    "units of one name": ("kind: gunner", "kind: gunner\n        id: red_0", ""),
    "own kind with an odd figure": ("map: |", "kinds: {brute: {hp: many}}\nmap: |", ""),
    "own kind with an odd key": ("map: |", "kinds: {brute: {health: 3}}\nmap: |", ""),
    "order of too few": ("map: |", "order: [blue_0]\nmap: |", ""),
    "order of strangers": ("map: |", "order: [red_0, blue_7]\nmap: |", ""),
    "key as a number": ("round_limit: 10", "10: round_limit", ""),
    "key as nothing": ("round_limit: 10", "~: 10", ""),
    "key as a truth": ("round_limit: 10", "yes: 10", ""),
    "key as a date": ("round_limit: 10", "2024-01-01: 10", ""),
    "key as a list": ("round_limit: 10", "[round, limit]: 10", ""),
    "key of bytes": ("round_limit: 10", "!!binary cm91bmQ=: 10", ""),
    "set for a list": ("[smg]", "!!set {smg}", ""),
    "bytes for a text": ("title: Test", "title: !!binary VGVzdA==", ""),
    # YAML
    "tab for an indent": ("    units:\n      - mark: a", "\tunits:\n      - mark: a", ""),
    "indent wrong": ("        kind: drifter", "       kind: drifter", ""),
    "colon in a text": ("title: Test", "title: Test: the beginning", ""),
    "colon without a blank": ("title: Test", "title:Test", ""),
    "bracket open": ("[smg]", "[smg", ""),
    "brace open": ("title: Test", "title: {Test", ""),
    "quote open": ("title: Test", 'title: "Test', ""),
    "escape unknown": ("title: Test", 'title: "\\q"', ""),
    "at sign": ("title: Test", "title: @Test", ""),
    "per cent": ("title: Test", "title: %Test", ""),
    "duplicate key": ("title: Test", "title: Test\ntitle: Test", ""),
    "duplicate key far off": ("hands: [smg]", "hands: [smg]\nmap: |\n  ...", ""),
    "duplicate key of a unit": ("kind: gunner", "kind: gunner\n        kind: gunner", ""),
    "merge of what isn't there": ("kind: gunner", "<<: *base\n        kind: gunner", ""),
    "merge of a word": ("kind: gunner", "<<: gunner\n        kind: gunner", ""),
    "merge of a misspelt key": ("kind: gunner", "<<: {hpp: 3}\n        kind: gunner", ""),
    "merge of itself": ("title: Test", "description: &d {<<: *d}\ntitle: Test", ""),
    "Python object": ("title: Test", "title: !!python/object/apply:os.system [ls]", ""),
    "Python name": ("title: Test", "title: !!python/name:os.system", ""),
    "tag of one's own": ("title: Test", "title: !title Test", ""),
    "tag against its value": ("round_limit: 10", "round_limit: !!int ten", ""),
    "date that isn't": ("title: Test", "title: 2024-02-31", ""),
    "document of two": ("sides:", "---\nsides:", ""),
    "directive": ("system: undead", "%YAML 9.9\n---\nsystem: undead", ""),
    "NUL": ("title: Test", "title: Te\0st", ""),
    "NUL escaped": ("kind: gunner", 'kind: "gun\\0ner"', ""),
    "escape code of a terminal": ("kind: gunner", 'kind: "\\e[31mgunner"', ""),
    "control character": ("title: Test", "title: Te\x07st", ""),
    "half a surrogate": ("kind: gunner", 'kind: "\\ud800"', ""),
}  # fmt: skip

BOMB = ["a: &a [x, x, x, x, x, x, x, x, x]"]
BOMB += [
    f"{new}: &{new} [{', '.join([f'*{old}'] * 9)}]" for old, new in zip("abcdefgh", "bcdefghi")
]

WHOLE = {
    "empty file": (b"", ""),
    "blanks only": (b" \n\n  \n", ""),
    "a comment only": (b"# undead\n", ""),
    "end of document only": (b"---\n...\n", ""),
    "a byte-order mark only": (b"\xef\xbb\xbf", ""),
    "ten megabytes": (SOUND.encode() + b"#" * 10_000_000, ""),
    "a megabyte of one line": (b"title: '" + b"x" * 1_000_000 + b"'\n", ""),
    "a list": (b"- system: undead\n", ""),
    "a word": (b"undead\n", ""),
    "a number": (b"42\n", ""),
    "JSON cut off": (b'{"system": "undead", "title": "Te', ""),
    "not UTF-8": (SOUND.replace("Test", "Caf\u00e9").encode("latin-1"), ""),
    "UTF-16 without a mark": (SOUND.encode("utf-16-le"), ""),
    "a picture": (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", ""),
    "a zip": (b"PK\x03\x04\x14\x00\x00\x00\x08\x00", ""),
    "a page": (b"<!DOCTYPE html>\n<html><body>404: not found</body></html>\n", ""),
    "billion laughs": ("\n".join(BOMB).encode(), ""),
    "laughs by merging": (b"a: &a {x: 1}\n" + b"".join(b"m%d: &m%d {<<: [*%s, *%s]}\n" % (k, k, p, p) for k, p in enumerate([b"a", *(b"m%d" % j for j in range(12))])), ""),
    "nested without end": (b"[" * 5000, ""),
    "nested mappings": (b"a: " + b"{a: " * 2000, ""),
    "an alias of itself": (b"system: &s [*s]\n", ""),
    "a conflict of versions": (b"<<<<<<< HEAD\nsystem: undead\n=======\n", ""),
}  # fmt: skip
