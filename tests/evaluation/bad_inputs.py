"""Bad words, policies, training settings, run folders and places to write to.

A row is (the command's words, the line that tells of it, what makes its files). ``...`` in a line
stands for any text. The words are split at blanks; in one, ``%N``
stands for a NUL character, ``%_`` for a blank, ``%E`` for nothing.
"""

import hashlib
import io
import json
import os
import pickle
import shutil
import zipfile
from pathlib import Path

import numpy as np

from fracas.envs import system_names

SYSTEMS = ", ".join(system_names())
EVALUATE = "evaluate undead/alley"
QUICK = "--against random --pairs 1"


# -- what makes files ------------------------------------------------------------------------------


def file(name, content=b""):
    """Return a maker of a file."""
    data = content if isinstance(content, bytes) else content.encode()
    return lambda kit: Path(name).write_bytes(data)


def folder(name):
    """Return a maker of an empty folder."""
    return lambda kit: Path(name).mkdir()


def link(name, target):
    """Return a maker of a symbolic link."""
    return lambda kit: Path(name).symlink_to(target)


def sparse(name, size):
    """Return a maker of a file of zeros that takes no room on the disk."""

    def make(kit):
        with open(name, "wb") as out:
            out.truncate(size)

    return make


def run(change=lambda checkpoint: None, name="run"):
    """Return a maker of a run folder with one checkpoint, changed."""

    def make(kit):
        kit.copy_run(name)
        change(next(Path(name, "checkpoints").iterdir()))

    return make


def json_of(name, change):
    """Return a change of a JSON file: ``change`` alters what is in it."""

    def alter(checkpoint):
        path = checkpoint / name
        data = json.loads(path.read_text())
        change(data)
        path.write_text(json.dumps(data))

    return alter


def arrays_of(name, change):
    """Return a change of an ``.npz`` file: ``change`` alters the mapping of its arrays."""

    def alter(checkpoint):
        with np.load(checkpoint / name) as data:
            arrays = dict(data)
        change(arrays)
        np.savez(checkpoint / name, **arrays)
        sign(checkpoint)

    return alter


def sign(checkpoint):
    """Write digests that fit, so that what lies behind them is met."""
    run = json.loads((checkpoint / "run.json").read_text())
    for name in run["files"]:
        run["files"][name] = hashlib.sha256((checkpoint / name).read_bytes()).hexdigest()
    (checkpoint / "run.json").write_text(json.dumps(run))


def cut(name, bytes_left):
    """Return a change that cuts a file off (at the end, if negative)."""

    def alter(checkpoint):
        path = checkpoint / name
        path.write_bytes(path.read_bytes()[:bytes_left])

    return alter


def flipped(name, share):
    """Return a change of one byte of a file, so far in."""

    def alter(checkpoint):
        path = checkpoint / name
        data = bytearray(path.read_bytes())
        data[int(len(data) * share)] ^= 0xFF
        path.write_bytes(data)

    return alter


def weights(change, name="p.npz"):
    """Return a maker of a network file, its arrays changed."""

    def make(kit):
        arrays = kit.arrays()
        change(arrays)
        np.savez(name, **arrays)

    return make


def told(**changes):
    """Return a change of what a network file says of itself; None takes a key away."""

    def alter(arrays):
        about = json.loads(str(arrays["meta"])) | changes
        kept = {key: value for key, value in about.items() if value is not None}
        arrays["meta"] = np.array(json.dumps(kept))

    return alter


def zip_of(members):
    """Return the content of a zip file."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for member, content in members.items():
            archive.writestr(member, content)
    return out.getvalue()


def swelling(kit):
    """Make a zip that claims a member of four gigabytes."""
    data = bytearray(zip_of({"meta.npy": b"0" * 64}))
    at = data.rindex(b"PK\x01\x02")
    data[at + 24 : at + 28] = (2**32 - 2).to_bytes(4, "little")
    Path("p.npz").write_bytes(data)


def brain(change, name="b.brain"):
    """Return a maker of a brain, its bytes changed."""
    return lambda kit: Path(name).write_bytes(change(kit.brain))


def member(which, change):
    """Return a change of one member of a brain, without its digests."""

    def alter(data):
        out = io.BytesIO()
        with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
            for each in old.namelist():
                content = old.read(each)
                new.writestr(each, change(content) if each == which else content)
        return out.getvalue()

    return alter


def about(**changes):
    """Return a change of keys of a brain's JSON."""
    return member("brain.json", lambda data: json.dumps(json.loads(data) | changes))


def saved(array):
    """Return the content of an ``.npy`` file."""
    out = io.BytesIO()
    np.save(out, array)
    return out.getvalue()


class Trap:
    """What a pickle runs when it is loaded: it leaves a folder behind."""

    def __reduce__(self):
        return os.mkdir, ("pwned",)


# -- words -----------------------------------------------------------------------------------------

WORDS = {
    "no such command": ("frobnicate", "No such command 'frobnicate'. There are quickstart, ..."),
    "misspelt command": ("evalute undead/alley", "No such command 'evalute'. Did you mean 'evaluate'?"),
    "command in capitals": ("SHOW undead/alley", "No such command 'SHOW'. There are quickstart, ..."),
    "empty command": ("%E", "No such command ''. There are quickstart, ..."),
    "NUL for a command": ("%N", "No such command '\\x00'. There are quickstart, ..."),
    "option before the command": ("--seed 3 show undead/alley", "No such option: --seed"),
    "list with an argument": ("list undead", "Got unexpected extra argument... (undead)"),
    "list with an option": ("list --jsn", "No such option: --jsn...--json..."),
    "list with a value": ("list --json=yes", "Option '--json' ..."),
    "show nothing": ("show", "Missing argument ..."),
    "show two": ("show undead/alley undead/rush", "Got unexpected extra argument... (undead/rush)"),
    "show misspelt": ("show undead/aley", "no encounter 'undead/aley', neither a file nor a bundled id; did you mean undead/alley?"),
    "show without its system": ("show alley", "no encounter 'alley', neither a file nor a bundled id; did you mean undead/alley?"),
    "show of another system": ("show dragons/alley", "no encounter 'dragons/alley', neither a file nor a bundled id; there are ..."),
    "show empty": ("show %E", "no encounter '', neither a file nor a bundled id; there are ..."),
    "show NUL": ("show a%Nb.yaml", "no encounter 'a\\x00b.yaml', neither a file nor a bundled id; there are ..."),
    "show a long name": ("show " + "a" * 5000, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa...aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa...: can't be read (File name too long); a YAML file or a bundled id is needed"),
    "show a file not there": ("show nowhere.yaml", "no encounter 'nowhere.yaml', neither a file nor a bundled id; there are ..."),
    "show in a folder not there": ("show no/such/place.yaml", "no encounter 'no/such/place.yaml', neither a file nor a bundled id; there are ..."),
    "show an escape code": ("show \x1b[31mred", "no encounter '\\x1b[31mred', neither a file nor a bundled id; there are ..."),
    "show half a character": ("show caf\udce9.yaml", "no encounter 'caf\\udce9.yaml', neither a file nor a bundled id; there are ..."),
    "show a line break": ("show system:\nundead", "a file's name or a bundled id is needed, not the text of an encounter"),
    "show with a misspelt option": ("show undead/alley --jso", "No such option: --jso...--json..."),
    "show a device": ("show /dev/zero", "/dev/zero: larger than 1 MB; encounter files are smaller"),
    "play nothing": ("play", "Missing argument ..."),
    "play as nobody": ("play undead/alley --side green", "no side 'green': one of red, blue"),
    "play as an empty side": ("play undead/alley --side %E", "no side '': one of red, blue"),
    "play as a unit": ("play undead/alley --side red_0", "no side 'red_0': one of red, blue"),
    "play against nobody": ("play undead/alley --against rushr", "no policy 'rushr': neither one of random, rusher, ... nor a training run or a .brain file; did you mean rusher?"),
    "play with a text for a seed": ("play undead/alley --seed x", "Invalid value for '--seed': ..."),
    "play with a negative seed": ("play undead/alley --seed -1", "Invalid value for '--seed': ..."),
    "play with a fraction for a seed": ("play undead/alley --seed 1.5", "Invalid value for '--seed': ..."),
    "play with an endless seed": ("play undead/alley --seed " + "9" * 30, "Invalid value for '--seed': ..."),
    "play with a seed of all digits": ("play undead/alley --seed " + "9" * 5000, "Invalid value for '--seed': ..."),
    "play with a seed too few": ("play undead/alley --seed", "Option '--seed' ..."),
    "play with a misspelt option": ("play undead/alley --agianst rusher", "No such option: --agianst...--against..."),
    "evaluate nothing": ("evaluate", "Missing argument ..."),
    "evaluate nobody": (f"{EVALUATE} russher {QUICK}", "no policy 'russher': neither one of random, rusher, ... nor a training run or a .brain file; did you mean rusher?"),
    "evaluate an empty name": (f"{EVALUATE} %E {QUICK}", "no policy '': neither one of random, rusher, ... nor a training run or a .brain file"),
    "evaluate NUL": (f"{EVALUATE} a%Nb {QUICK}", "no policy 'a\\x00b': neither one of random, rusher, ... nor a training run or a .brain file"),
    "evaluate a long name": (f"{EVALUATE} {'r' * 5000} {QUICK}", "rrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrr...rrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrr: File name too long"),
    "evaluate an escape code": (f"{EVALUATE} \x1b[2J {QUICK}", "no policy '\\x1b[2J': neither one of random, rusher, ... nor a training run or a .brain file"),
    "evaluate in capitals": (f"{EVALUATE} Rusher {QUICK}", "no policy 'Rusher': neither one of random, rusher, ... nor a training run or a .brain file; did you mean rusher?"),
    "evaluate one who is and one who isn't": (f"{EVALUATE} random nobody {QUICK}", "no policy 'nobody': neither one of random, rusher, ... nor a training run or a .brain file"),
    "evaluate against nobody": (f"{EVALUATE} random --against nobody --pairs 1", "no policy 'nobody': neither one of random, rusher, ... nor a training run or a .brain file"),
    "evaluate no pairs": (f"{EVALUATE} random --pairs 0", "Invalid value for '--pairs': ..."),
    "evaluate negative pairs": (f"{EVALUATE} random --pairs -3", "Invalid value for '--pairs': ..."),
    "evaluate too many pairs": (f"{EVALUATE} random --pairs 1000000000000", "Invalid value for '--pairs': ..."),
    "evaluate half a pair": (f"{EVALUATE} random --pairs 0.5", "Invalid value for '--pairs': ..."),
    "evaluate pairs not a number": (f"{EVALUATE} random --pairs nan", "Invalid value for '--pairs': ..."),
    "evaluate pairs in words": (f"{EVALUATE} random --pairs many", "Invalid value for '--pairs': ..."),
    "evaluate pairs hexadecimal": (f"{EVALUATE} random --pairs 0x10", "Invalid value for '--pairs': ..."),
    "evaluate no decisions": (f"{EVALUATE} random --limit 0", "Invalid value for '--limit': ..."),
    "evaluate too many decisions": (f"{EVALUATE} random --limit {10**20}", "Invalid value for '--limit': ..."),
    "evaluate a share above 1": (f"{EVALUATE} random --most-cut 1.5", "Invalid value for '--most-cut': ..."),
    "evaluate a share in per cent": (f"{EVALUATE} random --most-cut 5%", "Invalid value for '--most-cut': ..."),
    "evaluate a share not a number": (f"{EVALUATE} random --most-cut nan", "Invalid value for '--most-cut': ..."),
    "evaluate with an option of another": (f"{EVALUATE} random --minutes 3", "No such option: --minutes...--limit..."),
    "balance nothing": ("balance", "Missing argument ..."),
    "balance nobody": ("balance undead/alley rushr", "no policy 'rushr': neither one of random, rusher, ... nor a training run or a .brain file; did you mean rusher?"),
    "balance of one battle": ("balance undead/alley rusher --pairs 1", "Invalid value for '--pairs': ..."),
    "balance nowhere": ("balance undead/aley rusher", "no encounter 'undead/aley', neither a file nor a bundled id; did you mean undead/alley?"),
    "tactics nothing": ("tactics", "Missing argument ..."),
    "tactics nobody": ("tactics undead/alley rushr", "no policy 'rushr': neither one of random, rusher, ... nor a training run or a .brain file; did you mean rusher?"),
    "tactics of one pair": ("tactics undead/alley rusher --pairs 1", "Invalid value for '--pairs': ..."),
    "tactics of no process": ("tactics undead/alley rusher --jobs 0", "Invalid value for '--jobs': ..."),
    "tactics of a million processes": ("tactics undead/alley rusher --jobs 1000000", "Invalid value for '--jobs': ..."),
    "tactics nowhere": ("tactics undead/aley rusher", "no encounter 'undead/aley', neither a file nor a bundled id; did you mean undead/alley?"),
    "tactics with a misspelt option": ("tactics undead/alley --job 1", "No such option: --job...--jobs, --json, --out..."),
    "train nowhere": ("train undead/aley --decisions 1", "no encounter 'undead/aley', neither a file nor a bundled id; did you mean undead/alley?"),
    "train two": ("train undead/alley undead/rush", "Got unexpected extra argument... (undead/rush)"),
    "train no decisions": ("train undead/alley --decisions 0", "Invalid value for '--decisions': ..."),
    "train negative minutes": ("train undead/alley --minutes -1", "given beside the file: minutes: a number above 0 is needed, not -1.0"),
    "train no minutes": ("train undead/alley --minutes 0", "given beside the file: minutes: a number above 0 is needed, not 0.0"),
    "train minutes not a number": ("train undead/alley --minutes nan", "given beside the file: minutes: a number above 0 is needed, not nan"),
    "train endless minutes": ("train undead/alley --minutes inf", "given beside the file: minutes: a number above 0 is needed, not inf"),
    "train minutes in words": ("train undead/alley --minutes two", "Invalid value for '--minutes': ..."),
    "train a config not there": ("train --config aley", "no training run 'aley'; did you mean alley? (nor is there such a file)"),
    "train a config with an empty name": ("train --config %E", "no training run ''; there are alley, bridge, cellar, default, hunt, market, quickstart, road, yard, yard_mirror (nor is there such a file)"),
    "train a config with a NUL": ("train --config a%Nb", "no training run 'a\\x00b'; there are alley, bridge, cellar, default, hunt, market, quickstart, road, yard, yard_mirror (nor is there such a file)"),
    "train a config with a long name": ("train --config " + "a" * 5000, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa...aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa: File name too long"),
    "train a setting misspelt": ("train --set ppo.battle=3", "given beside the file: ppo.battle: unknown key; did you mean battles?"),
    "train a setting without a value": ("train --set ppo.battles", "'ppo.battles': key=value is needed, such as ppo.battles=64"),
    "train a setting without a key": ("train --set =3", "'=3': key=value is needed, such as ppo.battles=64"),
    "train a setting with an empty value": ("train --set ppo.battles=", "given beside the file: ppo.battles: a whole number from 1 to 65536 is needed, not nothing"),
    "train a setting of a text": ("train --set ppo.battles=many", "given beside the file: ppo.battles: a whole number from 1 to 65536 is needed, not 'many'"),
    "train a setting that isn't YAML": ("train --set ppo.battles=[1", "'ppo.battles=[1': value:1: not YAML: while parsing a flow sequence (line 1): expected ',' or ']', but got '<stream end>'"),
    "train a setting of a date": ("train --set ppo.battles=2024-13-45", "'ppo.battles=2024-13-45': value:1: not YAML: '2024-13-45' is no value of its kind; write numbers in plain digits, texts in quotes"),
    "train a setting of code": ("train --set ppo.battles=!!python/name:os.system", "'ppo.battles=!!python/name:os.system': value:1: not YAML: could not determine a constructor for the tag 'tag:yaml.org,2002:python/name:os.system'"),
    "train a setting of a bomb": ("train --set ppo.battles=" + "[" * 500, "'ppo.battles=[[[[[[[[[[[[[[[[[[[[[[[[[[[...[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[': value: lists and mappings are nested too deeply"),
    "train a setting not a number": ("train --set ppo.clip=.nan", "given beside the file: ppo.clip: a number above 0 and below 1 is needed, not nan"),
    "train a setting without end": ("train --set ppo.clip=.inf", "given beside the file: ppo.clip: a number above 0 and below 1 is needed, not inf"),
    "train a setting octal": ("train --set ppo.battles=010", "'ppo.battles=010': value:1: not YAML: '010' is no value of its kind; write numbers in plain digits, texts in quotes"),
    "train a setting inside a figure": ("train --set seed.x=1", "given beside the file: seed: a whole number from 0 to 9223372036854775807 is needed, not a mapping"),
    "train a setting of dots": ("train --set ..=1", "'..=1': key=value is needed, such as ppo.battles=64"),
    "train a network of no width": ("train --set network.layers=[0]", "given beside the file: network.layers.0: a whole number from 1 to 4096 is needed, not 0"),
    "train a network of negative width": ("train --set network.layers=[-8]", "given beside the file: network.layers.0: a whole number from 1 to 4096 is needed, not -8"),
    "train a network of endless width": (f"train --set network.layers=[{10**15}]", "given beside the file: network.layers.0: a whole number from 1 to 4096 is needed, not 1000000000000000"),
    "train a network without layers": ("train --set network.layers=[]", "given beside the file: network.layers: from 1 to 8 items are needed, not 0"),
    "train a network of another kind": ("train --set network.activation=rellu", "given beside the file: network.activation: 'rellu' is unknown; did you mean relu?"),
    "train a rollout without end": ("train --set ppo.battles=65536 --set ppo.steps=65536", "given beside the file: ppo: battles times steps is 4,294,967,296, at most 4,194,304 decisions are kept for a gradient"),
    "train a minibatch without end": (f"train --set ppo.minibatch={10**30}", "given beside the file: ppo.minibatch: a whole number from 2 to 4194304 is needed, not 1000000000000000000000000000000"),
    "train a seed without end": (f"train --set seed={10**400}", "given beside the file: seed: a whole number from 0 to 9223372036854775807 is needed, not 100000000000000000000000000000000000000000000000000000000..."),
    "train against nobody": ("train --set opponents.scripts=[rushr]", "opponents.scripts: no script 'rushr'; known: random, rusher, ..."),
    "train against no file": ("train --set opponents.files=1 --set opponents.networks=[no.npz]", "no.npz: no such file"),
    "train against no one": ("train --set opponents={random:%_0,scripted:%_0,latest:%_0}", "given beside the file: opponents: give random, scripted, latest or files (with networks) a share"),
    "train as nobody": ("train --set side=green", "side: no side 'green'; sides: red, blue"),
    "resume nowhere": ("train --resume", "--resume needs the folder of the run: --out FOLDER"),
    "resume what isn't there": ("train --resume --out nothing", "nothing: no training run in this folder (no config.yaml)"),
    "resume another": ("train undead/rush --resume --out run", "run: begun with another encounter; only decisions, minutes, checkpoint_every, keep, threads, tensorboard may change when a run is resumed", run()),
    "resume with another config": ("train --resume --config alley --out run", "--config is for a new run: --resume goes on with the run's own", run()),
    "resume with another seed": ("train --resume --seed 77 --out run", "run: begun with another seed; only decisions, minutes, checkpoint_every, keep, threads, tensorboard may change when a run is resumed", run()),
    "begin where a run is": ("train undead/alley --out run", "run: holds a run already; resume it, or name another folder", run()),
    "begin where a file is": ("train undead/alley --out f", "f: f is no folder; name another place for the run", file("f")),
    "begin under a file": ("train undead/alley --out f/run", "f/run: f is no folder; name another place for the run", file("f")),
    "begin in a loop of links": ("train undead/alley --out l/run", "l/run: l is no folder; name another place for the run", link("l", "l")),
    "begin at a long name": ("train undead/alley --out " + "r" * 300, "rrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrr...rrrrrrrrrrrrrrrrrrrrrrrrrrr/config.yaml: File name too long"),
    "begin at a NUL": ("train undead/alley --out r%Nn", "Invalid value for '--out': ..."),
    "quickstart nowhere": ("quickstart undead/aley", "no encounter 'undead/aley', neither a file nor a bundled id; did you mean undead/alley?"),
    "quickstart no minutes": ("quickstart --minutes 0", "given beside the file: minutes: a number above 0 is needed, not 0.0"),
    "quickstart negative minutes": ("quickstart --minutes -2", "given beside the file: minutes: a number above 0 is needed, not -2.0"),
    "quickstart minutes not a number": ("quickstart --minutes nan", "given beside the file: minutes: a number above 0 is needed, not nan"),
    "quickstart endless minutes": ("quickstart --minutes inf", "given beside the file: minutes: a number above 0 is needed, not inf"),
    "quickstart no pairs": ("quickstart --pairs 0", "Invalid value for '--pairs': ..."),
    "quickstart where a run is": ("quickstart --out run", "run: holds a run already; resume it, or name another folder", run()),
    "quickstart where a file is": ("quickstart --out f", "f: f is no folder; name another place for the run", file("f")),
    "quickstart with a setting": ("quickstart --set ppo.battles=3", "No such option: --set...--out, --seed..."),
    "check another system": ("check chess", f"no system 'chess': one of {SYSTEMS}"),
    "check a misspelt system": ("check undaed", f"no system 'undaed': one of {SYSTEMS}"),
    "check two systems": ("check undead undead", "Got unexpected extra argument... (undead)"),
    "check with a misspelt option": ("check --jsom", "No such option: --jsom...--json..."),
    "bench nowhere": ("bench undead/aley", "no encounter 'undead/aley', neither a file nor a bundled id; did you mean undead/alley?"),
    "bench one that is and one that isn't": ("bench undead/alley undead/aley --no-loads", "no encounter 'undead/aley', neither a file nor a bundled id; did you mean undead/alley?"),
    "bench no time": ("bench undead/alley --seconds 0", "Invalid value for '--seconds': ..."),
    "bench negative time": ("bench undead/alley --seconds -1", "Invalid value for '--seconds': ..."),
    "bench time not a number": ("bench undead/alley --seconds nan", "Invalid value for '--seconds': ..."),
    "bench endless time": ("bench undead/alley --seconds inf", "Invalid value for '--seconds': ..."),
    "bench with a misspelt option": ("bench --no-load", "No such option: --no-load...--loads, --no-loads..."),
    "export nothing": ("export", "Missing argument ..."),
    "export what isn't there": ("export runs/alley", "runs/alley: no such file"),
    "export NUL": ("export a%Nb", "Invalid value for ..."),
    "export against nobody": ("export run --against rushr", "no policy 'rushr': neither one of random, rusher, ... nor a training run or a .brain file; did you mean rusher?", run()),
    "export no pairs": ("export run --pairs 0", "Invalid value for '--pairs': ...", run()),
    "export under another ending": ("export run --out npc.onnx", "--out npc.onnx: brains are called .brain, such as npc.brain", run()),
    "export into no folder": ("export run --out no/npc.brain", "--out no/npc.brain: no folder no", run()),
    "export onto a folder": ("export run --out d.brain", "--out d.brain: a folder; the name of a file is needed", run(), folder("d.brain")),
    "export under a file": ("export run --out f/npc.brain", "--out f/npc.brain: no folder f", run(), file("f")),
    "export two": ("export run run", "Got unexpected extra argument... (run)", run()),
    "export an empty folder": ("export d", "d: no policy.npz in this folder; is it a training run?", folder("d")),
    "export a script": ("export rusher", "rusher: no such file"),
    "export a brain": ("export b.brain", "b.brain: not a network file (an .npz that training wrote)", brain(lambda data: data)),
}  # fmt: skip

# -- files and folders that are no encounter -------------------------------------------------------

PLACES = {
    "a folder for an encounter": ("show d", "d: a folder; a YAML file or a bundled id is needed", folder("d")),
    "a folder named as a file": ("evaluate d.yaml random", "d.yaml: a folder; a YAML file or a bundled id is needed", folder("d.yaml")),
    "a link to nothing": ("show l.yaml", "no encounter 'l.yaml', neither a file nor a bundled id; there are ...", link("l.yaml", "gone.yaml")),
    "a loop of links": ("bench l.yaml", "l.yaml: can't be read (Too many levels of symbolic links); a YAML file or a bundled id is needed", link("l.yaml", "l.yaml")),
    "a file under a file": ("tactics f/e.yaml", "no encounter 'f/e.yaml', neither a file nor a bundled id; there are ...", file("f")),
    "an encounter of another ending": ("play p.npz", "p.npz:1: not a text file in UTF-8; a YAML file is needed", weights(lambda arrays: None)),
    "ten gigabytes": ("show big.yaml", "big.yaml: larger than 1 MB; encounter files are smaller", sparse("big.yaml", 10**10)),
    "a result onto a folder": (f"{EVALUATE} random {QUICK} --out d", "--out d: a folder; the name of a file is needed", folder("d")),
    "a result into no folder": (f"{EVALUATE} random {QUICK} --out no/r.json", "--out no/r.json: no folder no"),
    "a result under a file": (f"{EVALUATE} random {QUICK} --out f/r.json", "--out f/r.json: no folder f", file("f")),
    "a result at a loop of links": (f"{EVALUATE} random {QUICK} --out l", "--out l: Too many levels of symbolic links", link("l", "l")),
    "a result at a long name": (f"{EVALUATE} random {QUICK} --out {'r' * 300}", "rrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrr...rrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrr: File name too long"),
    "a result at a NUL": (f"{EVALUATE} random {QUICK} --out r%Nr", "Invalid value for '--out': ..."),
    "a result on a full disk": (f"{EVALUATE} random {QUICK} --out /dev/full", "/dev/full: No space left on device"),
    "balance into no folder": ("balance undead/alley --out no/r.json", "--out no/r.json: no folder no"),
    "tactics into no folder": ("tactics undead/alley --out no/r.json", "--out no/r.json: no folder no"),
    "tactics onto a folder": ("tactics undead/alley --out d", "--out d: a folder; the name of a file is needed", folder("d")),
    "bench into no folder": ("bench undead/alley --out no/r.json", "--out no/r.json: no folder no"),
    "bench under a file": ("bench undead/alley --out f/r.json", "--out f/r.json: no folder f", file("f")),
}  # fmt: skip

# -- policies --------------------------------------------------------------------------------------


def zeros_of(shape):
    return lambda arrays: arrays.update({"rows.weight": np.zeros(shape, np.float32)})


NETWORKS = {
    "empty": ("p.npz", "p.npz: not a network file (an .npz that training wrote)", file("p.npz")),
    "a text": ("p.npz", "p.npz: not a network file (an .npz that training wrote)", file("p.npz", "not a network")),
    "cut off": ("p.npz", "p.npz: not a network file (an .npz that training wrote)", lambda kit: file("p.npz", kit.weights[:-50])(kit)),
    "half of it": ("p.npz", "p.npz: not a network file (an .npz that training wrote)", lambda kit: file("p.npz", kit.weights[:2000])(kit)),
    "one array": ("p.npz", "p.npz: not a network file (an .npz that training wrote)", file("p.npz", saved(np.zeros(3)))),
    "a pickle": ("p.npz", "p.npz: not a network file (an .npz that training wrote)", file("p.npz", pickle.dumps(Trap(), 2))),
    "objects": ("p.npz", "p.npz: not a network file (an .npz that training wrote)", weights(lambda arrays: arrays.update({"value.bias": np.array([Trap()], object)}))),
    "meta of objects": ("p.npz", "p.npz: not a network file (an .npz that training wrote)", weights(lambda arrays: arrays.update(meta=np.array([Trap()], object)))),
    "no meta": ("p.npz", "p.npz: not a network file (an .npz that training wrote)", weights(lambda arrays: arrays.pop("meta"))),
    "meta not JSON": ("p.npz", "p.npz: not a network file (an .npz that training wrote)", weights(lambda arrays: arrays.update(meta=np.array("{")))),
    "meta a list": ("p.npz", "p.npz: not a network file (an .npz that training wrote)", weights(lambda arrays: arrays.update(meta=np.array("[1]")))),
    "meta nested": ("p.npz", "p.npz: not a network file (an .npz that training wrote)", weights(lambda arrays: arrays.update(meta=np.array("[" * 9000)))),
    "another format": ("p.npz", "p.npz: format 99; this version reads format 1", weights(told(format=99))),
    "no format": ("p.npz", "p.npz: not a network file (an .npz that training wrote)", weights(told(format=None))),
    "another activation": ("p.npz", "p.npz: activation 'gelu': relu or tanh is needed", weights(told(activation="gelu"))),
    "activation a list": ("p.npz", "p.npz: activation ['relu']: relu or tanh is needed", weights(told(activation=["relu"]))),
    "another system": ("p.npz", "p.npz: made for undead/alley (system chess), which doesn't fit undead/alley (system undead)", weights(told(system="chess"))),
    "another encounter": ("p.npz", "p.npz: made for undead/alley (digest 0000000000000000), which doesn't fit undead/alley (digest ...)", weights(told(digest="0" * 16))),
    "nothing told": ("p.npz", "p.npz: made for undead/alley (system None), which doesn't fit undead/alley (system undead)", weights(told(system=None, rows=None, floats=None, digest=None))),
    "a layer missing": ("p.npz", "p.npz: layer_0.weight is missing", weights(lambda arrays: arrays.pop("layer_0.weight"))),
    "biases missing": ("p.npz", "p.npz: rows.bias is missing", weights(lambda arrays: arrays.pop("rows.bias"))),
    "doubles": ("p.npz", "p.npz: value.bias is float64 of shape (1,); float32 with 1 axes is needed", weights(lambda arrays: arrays.update({"value.bias": np.zeros(1)}))),
    "no axis": ("p.npz", "p.npz: value.bias is float32 of shape (); float32 with 1 axes is needed", weights(lambda arrays: arrays.update({"value.bias": np.float32(0)}))),
    "too few rows": ("p.npz", "p.npz: rows: 3 columns of weights, 178 biases", weights(zeros_of((16, 3)))),
    "no rows": ("p.npz", "p.npz: rows.weight is float32 of shape (16, 0); float32 with 2 axes is needed", weights(zeros_of((16, 0)))),
    "another width": ("p.npz", "p.npz: rows: 3 columns of weights, 178 biases", weights(zeros_of((5, 3)))),
    "not a number": ("p.npz", "p.npz: value.bias holds numbers that are not finite", weights(lambda arrays: arrays.update({"value.bias": np.array([np.nan], np.float32)}))),
    "without end": ("p.npz", "p.npz: value.bias holds numbers that are not finite", weights(lambda arrays: arrays.update({"value.bias": np.array([np.inf], np.float32)}))),
    "two values": ("p.npz", "p.npz: value gives 2 numbers, 1 is needed", weights(lambda arrays: arrays.update({"value.bias": np.zeros(2, np.float32), "value.weight": np.zeros((16, 2), np.float32)}))),
    "a zip of something": ("p.npz", "p.npz: not a network file (an .npz that training wrote)", file("p.npz", zip_of({"readme.txt": b"hello"}))),
    "a zip that swells": ("p.npz", "p.npz: not a network file (an .npz that training wrote)", swelling),
    "an array said to be huge": ("p.npz", "p.npz: not a network file (an .npz that training wrote)", file("p.npz", zip_of({"meta.npy": b"\x93NUMPY\x01\x00v\x00" + b"{'descr': '<f4', 'fortran_order': False, 'shape': (1000000000000,), }".ljust(117) + b"\n"}))),
    "an array of odd words": ("p.npz", "p.npz: not a network file (an .npz that training wrote)", file("p.npz", zip_of({"meta.npy": b"\x93NUMPY\x01\x00v\x00" + b"__import__('os').mkdir('pwned')".ljust(117) + b"\n"}))),
    "a model of another library": ("model.zip", "model.zip: a .zip of stable-baselines3 can run code when it is loaded, so none ever is; give the training run's folder or a .brain file (fracas export)", file("model.zip", zip_of({"data": b"{}", "policy.pth": b""}))),
    "a checkpoint": ("run/checkpoints", "run/checkpoints: no policy.npz in this folder; is it a training run?", run()),
    "an encounter": ("e.yaml", "e.yaml: not a network file (an .npz that training wrote)", file("e.yaml", "system: undead\n")),
    "a folder without a policy": ("d", "d: no policy.npz in this folder; is it a training run?", folder("d")),
    "a folder for a policy": ("d.npz", "d.npz: no policy.npz in this folder; is it a training run?", folder("d.npz")),
    "a link to nothing": ("l.npz", "no policy 'l.npz': neither one of random, rusher, ... nor a training run or a .brain file", link("l.npz", "gone.npz")),
    "a loop of links": ("l.npz", "no policy 'l.npz': neither one of random, rusher, ... nor a training run or a .brain file", link("l.npz", "l.npz")),
    "misspelt": ("p.npy", "no policy 'p.npy': neither one of random, rusher, ... nor a training run or a .brain file; did you mean p.npz?", weights(lambda arrays: None)),
    "a megabyte of zeros": ("p.npz", "p.npz: not a network file (an .npz that training wrote)", sparse("p.npz", 1_000_000)),
}  # fmt: skip

BRAINS = {
    "empty": (lambda data: b"", "b.brain: no brain, or a damaged one; `fracas export` writes them"),
    "a text": (lambda data: b"a brain", "b.brain: no brain, or a damaged one; `fracas export` writes them"),
    "cut off": (lambda data: data[:-100], "b.brain: no brain, or a damaged one; `fracas export` writes them"),
    "half of it": (lambda data: data[: len(data) // 2], "b.brain: no brain, or a damaged one; `fracas export` writes them"),
    "a byte changed": (lambda data: data[:3000] + bytes([data[3000] ^ 255]) + data[3001:], "b.brain: no brain, or a damaged one; `fracas export` writes them"),
    "graph altered": (member("policy.onnx", lambda data: data[:-1] + b"x"), "b.brain: policy.onnx was altered"),
    "cases altered": (member("golden.bin", lambda data: data[:-1] + b"x"), "b.brain: golden.bin was altered"),
    "cases cut off": (member("golden.bin", lambda data: data[:-8]), "b.brain: golden.bin was altered"),
    "told altered": (about(card={"score": 100}), "b.brain: brain.json was altered"),
    "told not JSON": (member("brain.json", lambda data: b"{"), "b.brain: brain.json can't be read"),
    "told a list": (member("brain.json", lambda data: b"[]"), "b.brain: brain.json can't be read"),
    "told not UTF-8": (member("brain.json", lambda data: b"\xff"), "b.brain: brain.json can't be read"),
    "told nested": (member("brain.json", lambda data: b"[" * 9000), "b.brain: brain.json can't be read"),
    "another format": (about(format=2), "b.brain: format 2; this version reads format 1: export it anew"),
    "format a text": (about(format="1"), "b.brain: format '1'; this version reads format 1: export it anew"),
    "of one member": (lambda data: zip_of({"meta.npy": b""}), "b.brain: holds ['meta.npy']; a brain is brain.json, policy.onnx, golden.bin"),
}  # fmt: skip


def exchanged(checkpoint):
    """Put other weights in the place of former selves."""
    from fracas.policies import network

    own, meta = network.load(checkpoint.parents[1])
    arrays = {name: array * 2 for name, array in own.arrays().items()}
    for path in (checkpoint.parents[1] / "league").iterdir():
        network.save(path, network.Network.from_arrays(arrays, own.activation), meta)


# -- checkpoints -----------------------------------------------------------------------------------

CHECKPOINTS = {
    "run.json empty": (cut("run.json", 0), "run/checkpoints/000000000064: a damaged checkpoint (...)"),
    "run.json cut off": (cut("run.json", 100), "run/checkpoints/000000000064: a damaged checkpoint (...)"),
    "run.json a list": (lambda c: (c / "run.json").write_text("[]"), "run/checkpoints/000000000064/run.json: a mapping of keys is needed, not a list"),
    "run.json nothing": (lambda c: (c / "run.json").write_text("null"), "run/checkpoints/000000000064/run.json: a mapping of keys is needed, not nothing"),
    "run.json nested": (lambda c: (c / "run.json").write_text("[" * 9000), "run/checkpoints/000000000064: a damaged checkpoint (...)"),
    "run.json not UTF-8": (lambda c: (c / "run.json").write_bytes(b"\xff\xfe"), "run/checkpoints/000000000064: a damaged checkpoint (...)"),
    "run.json not there": (lambda c: (c / "run.json").unlink(), "run/checkpoints/000000000064: a damaged checkpoint (...)"),
    "run.json a folder": (lambda c: ((c / "run.json").unlink(), (c / "run.json").mkdir()), "run/checkpoints/000000000064: a damaged checkpoint (...)"),
    "run.json without a pool": (json_of("run.json", lambda run: run.pop("pool")), "run/checkpoints/000000000064/run.json: pool: this key is missing (A saved pool of opponents.)"),
    "run.json with an odd pool": (json_of("run.json", lambda run: run.update(pool=[])), "run/checkpoints/000000000064/run.json: pool: a mapping of keys is needed, not a list"),
    "run.json with odd decisions": (json_of("run.json", lambda run: run.update(decisions="many")), "run/checkpoints/000000000064/run.json: decisions: a whole number at least 0 is needed, not 'many'"),
    "run.json with negative decisions": (json_of("run.json", lambda run: run.update(decisions=-5)), "run/checkpoints/000000000064/run.json: decisions: a whole number at least 0 is needed, not -5"),
    "run.json with odd seconds": (json_of("run.json", lambda run: run.update(seconds=None)), "run/checkpoints/000000000064/run.json: seconds: a number at least 0 is needed, not nothing"),
    "run.json with an odd generator": (json_of("run.json", lambda run: run.update(order={"bit_generator": "x"})), "run/checkpoints/000000000064: a checkpoint that doesn't fit (...)"),
    "run.json with an odd member": (json_of("run.json", lambda run: run["pool"]["members"].update({"0": {"name": "x"}})), "run/checkpoints/000000000064/run.json: pool.members.0.kind: this key is missing"),
    "run.json with a member called anything": (json_of("run.json", lambda run: run["pool"]["members"].update(x=run["pool"]["members"]["0"])), "run/checkpoints/000000000064: a checkpoint that doesn't fit (...)"),
    "run.json with weights elsewhere": (json_of("run.json", lambda run: run["pool"]["members"]["0"].update(script=-1, digest="../../secret")), "run/checkpoints/000000000064/run.json: pool.members.0.digest: '../../secret' doesn't fit: name of its weights"),
    "run.json with an unknown script": (json_of("run.json", lambda run: run["pool"]["members"]["0"].update(script=999)), "run/checkpoints/000000000064: a checkpoint that doesn't fit (...)"),
    "state.npz empty": (cut("state.npz", 0), "run/checkpoints/000000000064/state.npz: altered since it was written, or damaged"),
    "state.npz cut off": (cut("state.npz", -200), "run/checkpoints/000000000064/state.npz: altered since it was written, or damaged"),
    "state.npz not there": (lambda c: (c / "state.npz").unlink(), "run/checkpoints/000000000064: a damaged checkpoint (...)"),
    "state.npz with a byte changed": (flipped("state.npz", 0.5), "run/checkpoints/000000000064/state.npz: altered since it was written, or damaged"),
    "state.npz with an array missing": (arrays_of("state.npz", lambda arrays: arrays.pop("draws")), "run/checkpoints/000000000064: a checkpoint that doesn't fit (...)"),
    "state.npz with objects": (arrays_of("state.npz", lambda arrays: arrays.update(draws=np.array([Trap()], object))), "run/checkpoints/000000000064: a damaged checkpoint (...)"),
    "state.npz with other battles": (arrays_of("state.npz", lambda arrays: arrays.update({k: v[:1] for k, v in arrays.items() if v.ndim})), "run/checkpoints/000000000064: a checkpoint that doesn't fit (...)"),
    "state.npz with odd draws": (arrays_of("state.npz", lambda arrays: arrays.update(draws=np.zeros(3, np.uint8))), "run/checkpoints/000000000064: a checkpoint that doesn't fit (...)"),
    "state.npz with other kinds": (arrays_of("state.npz", lambda arrays: arrays.update({k: v.astype(np.float16) for k, v in arrays.items() if v.dtype == np.int64})), "run/checkpoints/000000000064: a checkpoint that doesn't fit (...)"),
    "model.zip empty": (cut("model.zip", 0), "run/checkpoints/000000000064/model.zip: altered since it was written, or damaged"),
    "model.zip cut off": (cut("model.zip", -300), "run/checkpoints/000000000064/model.zip: altered since it was written, or damaged"),
    "model.zip not there": (lambda c: (c / "model.zip").unlink(), "run/checkpoints/000000000064: a damaged checkpoint (...)"),
    "model.zip a folder": (lambda c: ((c / "model.zip").unlink(), (c / "model.zip").mkdir()), "run/checkpoints/000000000064: a damaged checkpoint (...)"),
    "model.zip with a byte changed": (flipped("model.zip", 0.3), "run/checkpoints/000000000064/model.zip: altered since it was written, or damaged"),
    "no checkpoint": (lambda c: shutil.rmtree(c), "run: no checkpoint in this folder yet; begin the run anew"),
    "an empty checkpoint": (lambda c: [path.unlink() for path in c.iterdir()], "run/checkpoints/000000000064: a damaged checkpoint (...)"),
    "a file for a checkpoint": (lambda c: (shutil.rmtree(c), c.write_text("")), "run: no checkpoint in this folder yet; begin the run anew"),
    "run.json of before": (json_of("run.json", lambda run: run.pop("files")), "run/checkpoints/000000000064/run.json: files: this key is missing (SHA-256 of the files beside it)"),
    "model.zip without a part": (lambda c: (file(c / "model.zip", zip_of({"data": b"{}"}))(None), sign(c)), "run/checkpoints/000000000064: weights that don't fit or are damaged (...)"),
    "model.zip with a pickle": (lambda c: (file(c / "model.zip", zip_of({"policy.pth": pickle.dumps(Trap(), 2), "policy.optimizer.pth": pickle.dumps(Trap(), 2)}))(None), sign(c)), "run/checkpoints/000000000064: model.zip holds more than tensors, so it isn't read"),
    "weights of a former self missing": (lambda c: [path.unlink() for path in (c.parents[1] / "league").iterdir()], "run/checkpoints/000000000064: a checkpoint that doesn't fit (...)"),
    "weights of a former self altered": (lambda c: [path.write_bytes((c.parents[1] / "policy.npz").read_bytes()[:-1]) for path in (c.parents[1] / "league").iterdir()], "run/checkpoints/000000000064: a checkpoint that doesn't fit (...)"),
    "weights of a former self exchanged": (exchanged, "run/checkpoints/000000000064: a checkpoint that doesn't fit (...)"),
    "config.yaml empty": (lambda c: (c.parents[1] / "config.yaml").write_text(""), "run/config.yaml: the file is empty; a training run is a mapping of keys (encounter, decisions, ppo, ...)"),
    "config.yaml misspelt": (lambda c: (c.parents[1] / "config.yaml").write_text("encounter: undead/alley\ndecisons: 5\n"), "run/config.yaml:2: decisons: unknown key; did you mean decisions?"),
    "config.yaml of another": (lambda c: (c.parents[1] / "config.yaml").write_text("encounter: undead/rush\ndecisions: 500\n"), "run/checkpoints/000000000064: weights that don't fit or are damaged (...)"),
    "config.yaml not UTF-8": (lambda c: (c.parents[1] / "config.yaml").write_bytes(b"\xff"), "run/config.yaml:1: not a text file in UTF-8; a YAML file is needed"),
    "config.yaml not there": (lambda c: (c.parents[1] / "config.yaml").unlink(), "run: no training run in this folder (no config.yaml)"),
}  # fmt: skip
