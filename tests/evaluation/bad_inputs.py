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


def zipped(name, members):
    """Return a maker of a zip file."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for member, content in members.items():
            archive.writestr(member, content)
    return file(name, out.getvalue())


def swelling(kit):
    """Make a zip that claims a member of four gigabytes."""
    zipped("p.npz", {"meta.npy": b"0" * 64})(kit)
    data = bytearray(Path("p.npz").read_bytes())
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


def of_one_member():
    """Return a zip that is no brain."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("meta.npy", b"")
    return out.getvalue()


class Trap:
    """What a pickle runs when it is loaded: it leaves a folder behind."""

    def __reduce__(self):
        return os.mkdir, ("pwned",)


# -- words -----------------------------------------------------------------------------------------

WORDS = {
    "no such command": ("frobnicate", ""),
    "misspelt command": ("evalute undead/alley", ""),
    "command in capitals": ("SHOW undead/alley", ""),
    "empty command": ("%E", ""),
    "NUL for a command": ("%N", ""),
    "option before the command": ("--seed 3 show undead/alley", ""),
    "list with an argument": ("list undead", ""),
    "list with an option": ("list --jsn", ""),
    "list with a value": ("list --json=yes", ""),
    "show nothing": ("show", ""),
    "show two": ("show undead/alley undead/rush", ""),
    "show misspelt": ("show undead/aley", ""),
    "show without its system": ("show alley", ""),
    "show of another system": ("show dragons/alley", ""),
    "show empty": ("show %E", ""),
    "show NUL": ("show a%Nb.yaml", ""),
    "show a long name": ("show " + "a" * 5000, ""),
    "show a file not there": ("show nowhere.yaml", ""),
    "show in a folder not there": ("show no/such/place.yaml", ""),
    "show an escape code": ("show \x1b[31mred", ""),
    "show half a character": ("show caf\udce9.yaml", ""),
    "show a line break": ("show system:\nundead", ""),
    "show with a misspelt option": ("show undead/alley --jso", ""),
    "show a device": ("show /dev/zero", ""),
    "play nothing": ("play", ""),
    "play as nobody": ("play undead/alley --side green", ""),
    "play as an empty side": ("play undead/alley --side %E", ""),
    "play as a unit": ("play undead/alley --side red_0", ""),
    "play against nobody": ("play undead/alley --against rushr", ""),
    "play with a text for a seed": ("play undead/alley --seed x", ""),
    "play with a negative seed": ("play undead/alley --seed -1", ""),
    "play with a fraction for a seed": ("play undead/alley --seed 1.5", ""),
    "play with an endless seed": ("play undead/alley --seed " + "9" * 30, ""),
    "play with a seed of all digits": ("play undead/alley --seed " + "9" * 5000, ""),
    "play with a seed too few": ("play undead/alley --seed", ""),
    "play with a misspelt option": ("play undead/alley --agianst rusher", ""),
    "evaluate nothing": ("evaluate", ""),
    "evaluate nobody": (f"{EVALUATE} russher {QUICK}", ""),
    "evaluate an empty name": (f"{EVALUATE} %E {QUICK}", ""),
    "evaluate NUL": (f"{EVALUATE} a%Nb {QUICK}", ""),
    "evaluate a long name": (f"{EVALUATE} {'r' * 5000} {QUICK}", ""),
    "evaluate an escape code": (f"{EVALUATE} \x1b[2J {QUICK}", ""),
    "evaluate in capitals": (f"{EVALUATE} Rusher {QUICK}", ""),
    "evaluate one who is and one who isn't": (f"{EVALUATE} random nobody {QUICK}", ""),
    "evaluate against nobody": (f"{EVALUATE} random --against nobody --pairs 1", ""),
    "evaluate no pairs": (f"{EVALUATE} random --pairs 0", ""),
    "evaluate negative pairs": (f"{EVALUATE} random --pairs -3", ""),
    "evaluate too many pairs": (f"{EVALUATE} random --pairs 1000000000000", ""),
    "evaluate half a pair": (f"{EVALUATE} random --pairs 0.5", ""),
    "evaluate pairs not a number": (f"{EVALUATE} random --pairs nan", ""),
    "evaluate pairs in words": (f"{EVALUATE} random --pairs many", ""),
    "evaluate pairs hexadecimal": (f"{EVALUATE} random --pairs 0x10", ""),
    "evaluate no decisions": (f"{EVALUATE} random --limit 0", ""),
    "evaluate too many decisions": (f"{EVALUATE} random --limit {10**20}", ""),
    "evaluate a share above 1": (f"{EVALUATE} random --most-cut 1.5", ""),
    "evaluate a share in per cent": (f"{EVALUATE} random --most-cut 5%", ""),
    "evaluate a share not a number": (f"{EVALUATE} random --most-cut nan", ""),
    "evaluate with an option of another": (f"{EVALUATE} random --minutes 3", ""),
    "tactics nothing": ("tactics", ""),
    "tactics nobody": ("tactics undead/alley rushr", ""),
    "tactics of one pair": ("tactics undead/alley rusher --pairs 1", ""),
    "tactics of no process": ("tactics undead/alley rusher --jobs 0", ""),
    "tactics of a million processes": ("tactics undead/alley rusher --jobs 1000000", ""),
    "tactics nowhere": ("tactics undead/aley rusher", ""),
    "tactics with a misspelt option": ("tactics undead/alley --job 1", ""),
    "train nowhere": ("train undead/aley --decisions 1", ""),
    "train two": ("train undead/alley undead/rush", ""),
    "train no decisions": ("train undead/alley --decisions 0", ""),
    "train negative minutes": ("train undead/alley --minutes -1", ""),
    "train no minutes": ("train undead/alley --minutes 0", ""),
    "train minutes not a number": ("train undead/alley --minutes nan", ""),
    "train endless minutes": ("train undead/alley --minutes inf", ""),
    "train minutes in words": ("train undead/alley --minutes two", ""),
    "train a config not there": ("train --config aley", ""),
    "train a config with an empty name": ("train --config %E", ""),
    "train a config with a NUL": ("train --config a%Nb", ""),
    "train a config with a long name": ("train --config " + "a" * 5000, ""),
    "train a setting misspelt": ("train --set ppo.battle=3", ""),
    "train a setting without a value": ("train --set ppo.battles", ""),
    "train a setting without a key": ("train --set =3", ""),
    "train a setting with an empty value": ("train --set ppo.battles=", ""),
    "train a setting of a text": ("train --set ppo.battles=many", ""),
    "train a setting that isn't YAML": ("train --set ppo.battles=[1", ""),
    "train a setting of a date": ("train --set ppo.battles=2024-13-45", ""),
    "train a setting of code": ("train --set ppo.battles=!!python/name:os.system", ""),
    "train a setting of a bomb": ("train --set ppo.battles=" + "[" * 3000, ""),
    "train a setting not a number": ("train --set ppo.clip=.nan", ""),
    "train a setting without end": ("train --set ppo.clip=.inf", ""),
    "train a setting octal": ("train --set ppo.battles=010", ""),
    "train a setting inside a figure": ("train --set seed.x=1", ""),
    "train a setting of dots": ("train --set ..=1", ""),
    "train a network of no width": ("train --set network.layers=[0]", ""),
    "train a network of negative width": ("train --set network.layers=[-8]", ""),
    "train a network of endless width": (f"train --set network.layers=[{10**15}]", ""),
    "train a network without layers": ("train --set network.layers=[]", ""),
    "train a network of another kind": ("train --set network.activation=rellu", ""),
    "train a rollout without end": ("train --set ppo.battles=65536 --set ppo.steps=65536", ""),
    "train a minibatch without end": (f"train --set ppo.minibatch={10**30}", ""),
    "train a seed without end": (f"train --set seed={10**400}", ""),
    "train against nobody": ("train --set opponents.scripts=[rushr]", ""),
    "train against no file": ("train --set opponents.files=1 --set opponents.networks=[no.npz]", ""),
    "train against no one": ("train --set opponents={random:%_0,scripted:%_0,latest:%_0}", ""),
    "train as nobody": ("train --set side=green", ""),
    "resume nowhere": ("train --resume", ""),
    "resume what isn't there": ("train --resume --out nothing", ""),
    "resume another": ("train undead/rush --resume --out run", "", run()),
    "resume with another config": ("train --resume --config alley --out run", "", run()),
    "resume with another seed": ("train --resume --seed 77 --out run", "", run()),
    "begin where a run is": ("train undead/alley --out run", "", run()),
    "begin where a file is": ("train undead/alley --out f", "", file("f")),
    "begin under a file": ("train undead/alley --out f/run", "", file("f")),
    "begin in a loop of links": ("train undead/alley --out l/run", "", link("l", "l")),
    "begin at a long name": ("train undead/alley --out " + "r" * 300, ""),
    "begin at a NUL": ("train undead/alley --out r%Nn", ""),
    "quickstart nowhere": ("quickstart undead/aley", ""),
    "quickstart no minutes": ("quickstart --minutes 0", ""),
    "quickstart negative minutes": ("quickstart --minutes -2", ""),
    "quickstart minutes not a number": ("quickstart --minutes nan", ""),
    "quickstart endless minutes": ("quickstart --minutes inf", ""),
    "quickstart no pairs": ("quickstart --pairs 0", ""),
    "quickstart where a run is": ("quickstart --out run", "", run()),
    "quickstart where a file is": ("quickstart --out f", "", file("f")),
    "quickstart with a setting": ("quickstart --set ppo.battles=3", ""),
    "check another system": ("check chess", ""),
    "check a misspelt system": ("check undaed", ""),
    "check two systems": ("check undead undead", ""),
    "check with a misspelt option": ("check --jsom", ""),
    "bench nowhere": ("bench undead/aley", ""),
    "bench one that is and one that isn't": ("bench undead/alley undead/aley --no-loads", ""),
    "bench no time": ("bench undead/alley --seconds 0", ""),
    "bench negative time": ("bench undead/alley --seconds -1", ""),
    "bench time not a number": ("bench undead/alley --seconds nan", ""),
    "bench endless time": ("bench undead/alley --seconds inf", ""),
    "bench with a misspelt option": ("bench --no-load", ""),
    "export nothing": ("export", ""),
    "export what isn't there": ("export runs/alley", ""),
    "export NUL": ("export a%Nb", ""),
    "export against nobody": ("export run --against rushr", "", run()),
    "export no pairs": ("export run --pairs 0", "", run()),
    "export under another ending": ("export run --out npc.onnx", "", run()),
    "export into no folder": ("export run --out no/npc.brain", "", run()),
    "export onto a folder": ("export run --out d.brain", "", run(), folder("d.brain")),
    "export under a file": ("export run --out f/npc.brain", "", run(), file("f")),
    "export two": ("export run run", "", run()),
    "export an empty folder": ("export d", "", folder("d")),
    "export a script": ("export rusher", ""),
    "export a brain": ("export b.brain", "", brain(lambda data: data)),
}  # fmt: skip

# -- files and folders that are no encounter -------------------------------------------------------

PLACES = {
    "a folder for an encounter": ("show d", "", folder("d")),
    "a folder named as a file": ("evaluate d.yaml random", "", folder("d.yaml")),
    "a link to nothing": ("show l.yaml", "", link("l.yaml", "gone.yaml")),
    "a loop of links": ("bench l.yaml", "", link("l.yaml", "l.yaml")),
    "a file under a file": ("tactics f/e.yaml", "", file("f")),
    "an encounter of another ending": ("play p.npz", "", weights(lambda arrays: None)),
    "ten gigabytes": ("show big.yaml", "", sparse("big.yaml", 10**10)),
    "a result onto a folder": (f"{EVALUATE} random {QUICK} --out d", "", folder("d")),
    "a result into no folder": (f"{EVALUATE} random {QUICK} --out no/r.json", ""),
    "a result under a file": (f"{EVALUATE} random {QUICK} --out f/r.json", "", file("f")),
    "a result at a loop of links": (f"{EVALUATE} random {QUICK} --out l", "", link("l", "l")),
    "a result at a long name": (f"{EVALUATE} random {QUICK} --out {'r' * 300}", ""),
    "a result at a NUL": (f"{EVALUATE} random {QUICK} --out r%Nr", ""),
    "a result on a full disk": (f"{EVALUATE} random {QUICK} --out /dev/full", ""),
    "tactics into no folder": ("tactics undead/alley --out no/r.json", ""),
    "tactics onto a folder": ("tactics undead/alley --out d", "", folder("d")),
    "bench into no folder": ("bench undead/alley --out no/r.json", ""),
    "bench under a file": ("bench undead/alley --out f/r.json", "", file("f")),
}  # fmt: skip

# -- policies --------------------------------------------------------------------------------------


def zeros_of(shape):
    return lambda arrays: arrays.update({"rows.weight": np.zeros(shape, np.float32)})


NETWORKS = {
    "empty": ("p.npz", "", file("p.npz")),
    "a text": ("p.npz", "", file("p.npz", "not a network")),
    "cut off": ("p.npz", "", lambda kit: file("p.npz", kit.weights[:-50])(kit)),
    "half of it": ("p.npz", "", lambda kit: file("p.npz", kit.weights[:2000])(kit)),
    "one array": ("p.npz", "", file("p.npz", saved(np.zeros(3)))),
    "a pickle": ("p.npz", "", file("p.npz", pickle.dumps(Trap()))),
    "objects": ("p.npz", "", weights(lambda arrays: arrays.update({"value.bias": np.array([Trap()], object)}))),
    "meta of objects": ("p.npz", "", weights(lambda arrays: arrays.update(meta=np.array([Trap()], object)))),
    "no meta": ("p.npz", "", weights(lambda arrays: arrays.pop("meta"))),
    "meta not JSON": ("p.npz", "", weights(lambda arrays: arrays.update(meta=np.array("{")))),
    "meta a list": ("p.npz", "", weights(lambda arrays: arrays.update(meta=np.array("[1]")))),
    "meta nested": ("p.npz", "", weights(lambda arrays: arrays.update(meta=np.array("[" * 9000)))),
    "another format": ("p.npz", "", weights(told(format=99))),
    "no format": ("p.npz", "", weights(told(format=None))),
    "another activation": ("p.npz", "", weights(told(activation="gelu"))),
    "activation a list": ("p.npz", "", weights(told(activation=["relu"]))),
    "another system": ("p.npz", "", weights(told(system="chess"))),
    "another encounter": ("p.npz", "", weights(told(digest="0" * 16))),
    "nothing told": ("p.npz", "", weights(told(system=None, rows=None, floats=None, digest=None))),
    "a layer missing": ("p.npz", "", weights(lambda arrays: arrays.pop("layer_0.weight"))),
    "biases missing": ("p.npz", "", weights(lambda arrays: arrays.pop("rows.bias"))),
    "doubles": ("p.npz", "", weights(lambda arrays: arrays.update({"value.bias": np.zeros(1)}))),
    "no axis": ("p.npz", "", weights(lambda arrays: arrays.update({"value.bias": np.float32(0)}))),
    "too few rows": ("p.npz", "", weights(zeros_of((16, 3)))),
    "no rows": ("p.npz", "", weights(zeros_of((16, 0)))),
    "another width": ("p.npz", "", weights(zeros_of((5, 3)))),
    "not a number": ("p.npz", "", weights(lambda arrays: arrays.update({"value.bias": np.array([np.nan], np.float32)}))),
    "without end": ("p.npz", "", weights(lambda arrays: arrays.update({"value.bias": np.array([np.inf], np.float32)}))),
    "two values": ("p.npz", "", weights(lambda arrays: arrays.update({"value.bias": np.zeros(2, np.float32), "value.weight": np.zeros((16, 2), np.float32)}))),
    "a zip of something": ("p.npz", "", zipped("p.npz", {"readme.txt": b"hello"})),
    "a zip that swells": ("p.npz", "", swelling),
    "an array said to be huge": ("p.npz", "", zipped("p.npz", {"meta.npy": b"\x93NUMPY\x01\x00v\x00" + b"{'descr': '<f4', 'fortran_order': False, 'shape': (1000000000000,), }".ljust(117) + b"\n"})),
    "an array of odd words": ("p.npz", "", zipped("p.npz", {"meta.npy": b"\x93NUMPY\x01\x00v\x00" + b"__import__('os').mkdir('pwned')".ljust(117) + b"\n"})),
    "a model of another library": ("model.zip", "", zipped("model.zip", {"data": b"{}", "policy.pth": b""})),
    "a checkpoint": ("run/checkpoints", "", run()),
    "an encounter": ("e.yaml", "", file("e.yaml", "system: undead\n")),
    "a folder without a policy": ("d", "", folder("d")),
    "a folder for a policy": ("d.npz", "", folder("d.npz")),
    "a link to nothing": ("l.npz", "", link("l.npz", "gone.npz")),
    "a loop of links": ("l.npz", "", link("l.npz", "l.npz")),
    "misspelt": ("p.npy", "", weights(lambda arrays: None)),
    "a megabyte of zeros": ("p.npz", "", sparse("p.npz", 1_000_000)),
}  # fmt: skip

BRAINS = {
    "empty": (lambda data: b"", ""),
    "a text": (lambda data: b"a brain", ""),
    "cut off": (lambda data: data[:-100], ""),
    "half of it": (lambda data: data[: len(data) // 2], ""),
    "a byte changed": (lambda data: data[:3000] + bytes([data[3000] ^ 255]) + data[3001:], ""),
    "graph altered": (member("policy.onnx", lambda data: data[:-1] + b"x"), ""),
    "cases altered": (member("golden.bin", lambda data: data[:-1] + b"x"), ""),
    "cases cut off": (member("golden.bin", lambda data: data[:-8]), ""),
    "told altered": (about(card={"score": 100}), ""),
    "told not JSON": (member("brain.json", lambda data: b"{"), ""),
    "told a list": (member("brain.json", lambda data: b"[]"), ""),
    "told not UTF-8": (member("brain.json", lambda data: b"\xff"), ""),
    "told nested": (member("brain.json", lambda data: b"[" * 9000), ""),
    "another format": (about(format=2), ""),
    "format a text": (about(format="1"), ""),
    "of one member": (lambda data: of_one_member(), ""),
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
    "run.json empty": (cut("run.json", 0), ""),
    "run.json cut off": (cut("run.json", 100), ""),
    "run.json a list": (lambda c: (c / "run.json").write_text("[]"), ""),
    "run.json nothing": (lambda c: (c / "run.json").write_text("null"), ""),
    "run.json nested": (lambda c: (c / "run.json").write_text("[" * 9000), ""),
    "run.json not UTF-8": (lambda c: (c / "run.json").write_bytes(b"\xff\xfe"), ""),
    "run.json not there": (lambda c: (c / "run.json").unlink(), ""),
    "run.json a folder": (lambda c: ((c / "run.json").unlink(), (c / "run.json").mkdir()), ""),
    "run.json without a pool": (json_of("run.json", lambda run: run.pop("pool")), ""),
    "run.json with an odd pool": (json_of("run.json", lambda run: run.update(pool=[])), ""),
    "run.json with odd decisions": (json_of("run.json", lambda run: run.update(decisions="many")), ""),
    "run.json with negative decisions": (json_of("run.json", lambda run: run.update(decisions=-5)), ""),
    "run.json with odd seconds": (json_of("run.json", lambda run: run.update(seconds=None)), ""),
    "run.json with an odd generator": (json_of("run.json", lambda run: run.update(order={"bit_generator": "x"})), ""),
    "run.json with an odd member": (json_of("run.json", lambda run: run["pool"]["members"].update({"0": {"name": "x"}})), ""),
    "run.json with a member called anything": (json_of("run.json", lambda run: run["pool"]["members"].update(x=run["pool"]["members"]["0"])), ""),
    "run.json with weights elsewhere": (json_of("run.json", lambda run: run["pool"]["members"]["0"].update(script=-1, digest="../../secret")), ""),
    "run.json with an unknown script": (json_of("run.json", lambda run: run["pool"]["members"]["0"].update(script=999)), ""),
    "state.npz empty": (cut("state.npz", 0), ""),
    "state.npz cut off": (cut("state.npz", -200), ""),
    "state.npz not there": (lambda c: (c / "state.npz").unlink(), ""),
    "state.npz with a byte changed": (flipped("state.npz", 0.5), ""),
    "state.npz with an array missing": (arrays_of("state.npz", lambda arrays: arrays.pop("draws")), ""),
    "state.npz with objects": (arrays_of("state.npz", lambda arrays: arrays.update(draws=np.array([Trap()], object))), ""),
    "state.npz with other battles": (arrays_of("state.npz", lambda arrays: arrays.update({k: v[:1] for k, v in arrays.items() if v.ndim})), ""),
    "state.npz with odd draws": (arrays_of("state.npz", lambda arrays: arrays.update(draws=np.zeros(3, np.uint8))), ""),
    "state.npz with other kinds": (arrays_of("state.npz", lambda arrays: arrays.update({k: v.astype(np.float16) for k, v in arrays.items() if v.dtype == np.int64})), ""),
    "model.zip empty": (cut("model.zip", 0), ""),
    "model.zip cut off": (cut("model.zip", -300), ""),
    "model.zip not there": (lambda c: (c / "model.zip").unlink(), ""),
    "model.zip a folder": (lambda c: ((c / "model.zip").unlink(), (c / "model.zip").mkdir()), ""),
    "model.zip with a byte changed": (flipped("model.zip", 0.3), ""),
    "no checkpoint": (lambda c: shutil.rmtree(c), ""),
    "an empty checkpoint": (lambda c: [path.unlink() for path in c.iterdir()], ""),
    "a file for a checkpoint": (lambda c: (shutil.rmtree(c), c.write_text("")), ""),
    "run.json of before": (json_of("run.json", lambda run: run.pop("files")), ""),
    "model.zip without a part": (lambda c: (zipped(c / "model.zip", {"data": b"{}"})(None), sign(c)), ""),
    "model.zip with a pickle": (lambda c: (zipped(c / "model.zip", {"policy.pth": pickle.dumps(Trap()), "policy.optimizer.pth": pickle.dumps(Trap())})(None), sign(c)), ""),
    "weights of a former self missing": (lambda c: [path.unlink() for path in (c.parents[1] / "league").iterdir()], ""),
    "weights of a former self altered": (lambda c: [path.write_bytes((c.parents[1] / "policy.npz").read_bytes()[:-1]) for path in (c.parents[1] / "league").iterdir()], ""),
    "weights of a former self exchanged": (exchanged, ""),
    "config.yaml empty": (lambda c: (c.parents[1] / "config.yaml").write_text(""), ""),
    "config.yaml misspelt": (lambda c: (c.parents[1] / "config.yaml").write_text("encounter: undead/alley\ndecisons: 5\n"), ""),
    "config.yaml of another": (lambda c: (c.parents[1] / "config.yaml").write_text("encounter: undead/rush\ndecisions: 500\n"), ""),
    "config.yaml not UTF-8": (lambda c: (c.parents[1] / "config.yaml").write_bytes(b"\xff"), ""),
    "config.yaml not there": (lambda c: (c.parents[1] / "config.yaml").unlink(), ""),
}  # fmt: skip

# -- training settings -----------------------------------------------------------------------------

SOUND_RUN = (
    "encounter: undead/alley\ndecisions: 64\nppo:\n  battles: 4\n  steps: 16\n  minibatch: 32\n"
)

CONFIGS = {
    "empty": ("", ""),
    "a list": ("- encounter\n", ""),
    "without an end": ("encounter: undead/alley\n", ""),
    "without an encounter": ("decisions: 64\n", ""),
    "misspelt key": (SOUND_RUN + "sed: 3\n", ""),
    "misspelt key of the learner": (SOUND_RUN + "  epoch: 3\n", ""),
    "key twice": (SOUND_RUN + "decisions: 65\n", ""),
    "tab": (SOUND_RUN + "\tepochs: 3\n", ""),
    "figure of a text": (SOUND_RUN + "keep: two\n", ""),
    "figure negative": (SOUND_RUN + "keep: -1\n", ""),
    "figure not a number": (SOUND_RUN + "shaping: .nan\n", ""),
    "figure without end": (SOUND_RUN + "minutes: .inf\n", ""),
    "figure above": (SOUND_RUN + "threads: 100000\n", ""),
    "learner as a list": ("encounter: undead/alley\ndecisions: 64\nppo: [1]\n", ""),
    "encounter as a number": ("encounter: 7\ndecisions: 64\n", ""),
    "encounter misspelt": ("encounter: undead/aley\ndecisions: 64\n", ""),
    "encounter in full with a fault": ("encounter: {system: undead, title: T}\ndecisions: 64\n", ""),
    "nobody to meet": (SOUND_RUN + "opponents: {random: 0, scripted: 0, latest: 0}\n", ""),
    "only frozen selves to meet": (SOUND_RUN + "opponents: {random: 0, scripted: 0, latest: 0, frozen: 1}\n", ""),
    "no scripts to meet": (SOUND_RUN + "opponents: {random: 0, latest: 0, scripts: []}\n", ""),
    "a network with a NUL": (SOUND_RUN + 'opponents: {files: 1, networks: ["a\\0b"]}\n', ""),
    "an unknown script": (SOUND_RUN + "opponents: {scripts: [rusher, rushr]}\n", ""),
    "an unknown side": (SOUND_RUN + "side: purple\n", ""),
    "a Python tag": (SOUND_RUN + "seed: !!python/object/apply:os.getpid []\n", ""),
    "a bomb": ("\n".join(["a: &a [x, x, x, x, x, x, x, x, x]", *(f"{n}: &{n} [{', '.join([f'*{o}'] * 9)}]" for o, n in zip("abcdef", "bcdefg"))]), ""),
    "too large": ("#" * 2_000_000, ""),
}  # fmt: skip
