"""Bad battle files, and places that battles and reports can't be written to.

A row of ``FILES`` is (change of a sound battle file's bytes, the line); one of ``WORDS`` (words,
the line, what is in the way: a file ``f`` or a folder ``d``).
"""

import json

from fracas.envs import system_names

SYSTEMS = ", ".join(system_names())


def told(*path, by):
    """Return a change of the value at a path of keys; a function ``by`` alters what is there."""

    def alter(data):
        document = json.loads(data)
        part = document
        for step in path[:-1]:
            part = part[step]
        part[path[-1]] = by(part[path[-1]]) if callable(by) else by
        return json.dumps(document).encode()

    return alter


def without(*path):
    """Return a change that takes a key away."""

    def alter(data):
        document = json.loads(data)
        part = document
        for step in path[:-1]:
            part = part[step]
        del part[path[-1]]
        return json.dumps(document).encode()

    return alter


FILES = {
    "empty": (lambda data: b"", "b.json: the file is empty; a battle file is needed, as `fracas play --save` and `fracas evaluate` write them"),
    "blanks": (lambda data: b" \n ", "b.json: the file is empty; a battle file is needed, as `fracas play --save` and `fracas evaluate` write them"),
    "a text": (lambda data: b"a battle\n", "b.json:1: not JSON (...); a battle file is needed, as `fracas play --save` and `fracas evaluate` write them"),
    "a list": (lambda data: b"[]", "b.json: not a JSON object; a battle file is needed, as `fracas play --save` and `fracas evaluate` write them"),
    "a number": (lambda data: b"7", "b.json: not a JSON object; a battle file is needed, as `fracas play --save` and `fracas evaluate` write them"),
    "cut off": (lambda data: data[: len(data) // 2], "b.json:...: the file breaks off here; a battle file is needed, as `fracas play --save` and `fracas evaluate` write them"),
    "a brace lost": (lambda data: data.rstrip()[:-1], "b.json:...: the file breaks off here; a battle file is needed, as `fracas play --save` and `fracas evaluate` write them"),
    "more behind it": (lambda data: data + b"{}", "b.json:...: not JSON (...); a battle file is needed, as `fracas play --save` and `fracas evaluate` write them"),
    "not UTF-8": (lambda data: b"\xff" + data, "b.json: not a text file in UTF-8; a battle file is needed, as `fracas play --save` and `fracas evaluate` write them"),
    "UTF-16": (lambda data: data.decode().encode("utf-16"), "b.json: not a text file in UTF-8; a battle file is needed, as `fracas play --save` and `fracas evaluate` write them"),
    "nested": (lambda data: b"[" * 100_000, "b.json: nested too deeply; a battle file is needed, as `fracas play --save` and `fracas evaluate` write them"),
    "not a number": (told("result", "round", by=float("nan")), "b.json: not JSON (...); a battle file is needed, as `fracas play --save` and `fracas evaluate` write them"),
    "a number of all digits": (lambda data: data.replace(b'"format": 1', b'"format": ' + b"1" * 5000), "b.json: not JSON (...); a battle file is needed, as `fracas play --save` and `fracas evaluate` write them"),
    "eleven megabytes": (lambda data: data + b" " * 11_000_000, "b.json: larger than 10 MB; battle files are smaller"),
    "another document": (lambda data: b'{"command": "evaluate", "format": 1}', "b.json: its command isn't 'replay'; a battle file is needed, as `fracas play --save` and `fracas evaluate` write them"),
    "an old format": (told("format", by=0), "b.json: format 0; this version reads format 1"),
    "a later format": (told("format", by=99), "b.json: format 99; this version reads format 1"),
    "a format as a text": (told("format", by="1"), "b.json: format \"1\"; this version reads format 1"),
    "a format as a truth": (told("format", by=True), "b.json: format true; this version reads format 1"),
    "no format": (without("format"), "b.json: format null; this version reads format 1"),
    "no encounter": (without("encounter"), "b.json: encounter: this key is missing (The encounter.)"),
    "no seed": (without("seed"), "b.json: seed: this key is missing (generator word, a whole number as text)"),
    "no actions": (without("actions"), "b.json: actions: this key is missing (the decisions)"),
    "an unknown key": (lambda data: data.replace(b"{", b'{"actionz": [],', 1), "b.json: actionz: unknown key; did you mean actions?"),
    "a seed as a number": (told("seed", by=7), "b.json: seed: a text is needed, not 7; put it in quotes"),
    "a negative seed": (told("seed", by="-7"), "b.json: seed: '-7' doesn't fit: generator word, a whole number as text"),
    "a seed too large": (told("seed", by="99999999999999999999"), "b.json: seed: a number below 2 to the 64th is needed"),
    "another system": (told("rules", "system", by="chess"), f"b.json: rules.system: one of {SYSTEMS} is needed, not 'chess'"),
    "another encounter": (told("encounter", "id", by="undead/rush"), "b.json: encounter.options: the encounter has {}, not {\"initiative.tie\": \"lot\"}"),
    "an unknown encounter": (told("encounter", "id", by="undead/aley"), "b.json: encounter.id: no bundled encounter 'undead/aley'; one of ... or the whole encounter as content is needed"),
    "an encounter outside": (told("encounter", "id", by="../../secret"), "b.json: encounter.id: no bundled encounter '../../secret'; one of ... or the whole encounter as content is needed"),
    "another digest of the encounter": (told("encounter", "digest", by="0" * 16), "b.json: encounter.digest: the encounter has ..., not \"0000000000000000\""),
    "a digest that is none": (told("encounter", "digest", by="xyz"), "b.json: encounter.digest: 'xyz' doesn't fit: 16 digits, 0 to 9 and a to f"),
    "other units": (told("encounter", "sides", "red", by=["red_9"]), "b.json: encounter.sides: the encounter has {\"red\": [\"red_0\"], \"blue\": [\"blue_0\"]}, not {\"red\": [\"red_9\"], \"blue\": [\"blue_0\"]}"),
    "other policies": (told("policies", by={"green": "rusher"}), "b.json: policies: the encounter has [\"red\", \"blue\"], not [\"green\"]"),
    "a policy with an escape code": (told("policies", "red", by="\x1b[31mrusher"), "b.json: policies.red: '\\x1b[31mrusher' doesn't fit: a line of text"),
    "actions as a mapping": (told("actions", by={}), "b.json: actions: a list is needed, not a mapping"),
    "an action as a number": (told("actions", 0, by=3), "b.json: actions.0: a mapping of keys is needed, not 3"),
    "an illegal row": (told("actions", 0, "row", by=30000), "b.json: leaves the recorded path: decision 1: row 30000 (...) is not legal for ... (main)"),
    "a negative row": (told("actions", 0, "row", by=-1), "b.json: actions.0.row: a whole number from 0 to 32767 is needed, not -1"),
    "a row too large": (told("actions", 0, "row", by=10**30), "b.json: actions.0.row: a whole number from 0 to 32767 is needed, not 1000000000000000000000000000000"),
    "a row as a text": (told("actions", 0, "row", by="3"), "b.json: actions.0.row: a whole number from 0 to 32767 is needed, not '3'"),
    "another text": (told("actions", 0, "text", by="red_0: fly"), "b.json: leaves the recorded path: decision 1: row ... is '...', not 'red_0: fly'"),
    "an action twice": (told("actions", by=lambda actions: [actions[0], *actions]), "b.json: leaves the recorded path: decision 2: row ... is not legal for ..."),
    "another start": (told("start", by="0" * 16), "b.json: leaves the recorded path: before decision 1: begins as ..., not 0000000000000000"),
    "another outcome": (told("result", "outcome", by="green"), "b.json: leaves the recorded path: after decision ...: result.outcome is ..., not green"),
    "another number of rounds": (told("result", "round", by=99), "b.json: leaves the recorded path: after decision ...: result.round is ..., not 99"),
}  # fmt: skip

SCRIPTS = "undead/alley random --against random --pairs 1"

WORDS = {
    "replay nothing": ("replay", "Missing argument ..."),
    "replay two": ("replay b.json b.json", "Got unexpected extra argument... (b.json)"),
    "replay what isn't there": ("replay nowhere.json", "no file 'nowhere.json'; a battle file is needed, as `fracas play --save` and `fracas evaluate` write them"),
    "replay a folder": ("replay d", "d: a folder; a battle file is needed, as `fracas play --save` and `fracas evaluate` write them"),
    "replay under a file": ("replay f/b.json", "f/b.json: can't be read (Not a directory); a battle file is needed, as `fracas play --save` and `fracas evaluate` write them"),
    "replay a long name": ("replay " + "b" * 5000, "bbb...bbb: can't be read (File name too long); a battle file is needed, as `fracas play --save` and `fracas evaluate` write them"),
    "replay a NUL": ("replay b%Nb", "Invalid value for 'file': ..."),
    "replay a device": ("replay /dev/zero", "/dev/zero: larger than 10 MB; battle files are smaller"),
    "replay an encounter": ("replay undead/alley", "no file 'undead/alley'; a battle file is needed, as `fracas play --save` and `fracas evaluate` write them"),
    "replay of a stranger": ("replay b.json --seat green_0", "no unit 'green_0': one of red_0, ..."),
    "replay of a side": ("replay b.json --seat red", "no unit 'red': one of red_0, ..."),
    "replay verified and shown": ("replay b.json --verify --all", "--verify shows nothing, so --all, --seat and --json don't go with it"),
    "replay verified for a seat": ("replay b.json --verify --seat red_0", "--verify shows nothing, so --all, --seat and --json don't go with it"),
    "replay with a misspelt option": ("replay b.json --verfy", "No such option: --verfy...--verify..."),
    "play into no folder": ("play undead/alley --save no/b.json", "no/b.json: there is no folder no"),
    "play onto a folder": ("play undead/alley --save d", "d: not a file; the name of a file is needed"),
    "play under a file": ("play undead/alley --save f/b.json", "f/b.json: there is no folder f"),
    "play at a long name": ("play undead/alley --save " + "b" * 300, "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb...bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb: File name too long"),
    "battles without end": (f"evaluate {SCRIPTS} --save-battles {10**30} --battles-dir x", "Invalid value for '--save-battles': ..."),
    "battles fewer than none": (f"evaluate {SCRIPTS} --save-battles -1 --battles-dir x", "Invalid value for '--save-battles': ..."),
    "battles into a file": (f"evaluate {SCRIPTS} --save-battles 1 --battles-dir f", "f: File exists"),
    "battles under a file": (f"evaluate {SCRIPTS} --save-battles 1 --battles-dir f/x", "f/x: Not a directory"),
    "a report into no folder": (f"evaluate {SCRIPTS} --report no/r.html", "no/r.html: there is no folder no"),
    "a report onto a folder": (f"evaluate {SCRIPTS} --report d", "d: a report is an HTML page, so name it d.html"),
    "a report under a file": ("tactics undead/alley --report f/r.html", "f/r.html: there is no folder f"),
    "a report at a long name": (f"evaluate {SCRIPTS} --report {'r' * 300}.html", "rrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrr...rrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrr.html: File name too long"),
    "a report of another ending": (f"evaluate {SCRIPTS} --report r.pdf", "r.pdf: a report is an HTML page, so name it r.html"),
    "a report over its own result": (f"evaluate {SCRIPTS} --report r.html --out r.json", "r.json: the report is written there; name another file for --out"),
    "quickstart under a file": ("quickstart --out f/run", "f/run: f is no folder; name another place for the run"),
}  # fmt: skip
