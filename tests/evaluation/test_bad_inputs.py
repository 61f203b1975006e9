"""Bad input of every kind to every command: one line, status 2, nothing touched.

The rows stand in the files ``bad_*.py`` beside this one.
"""

import contextlib
import importlib.util
import io
import itertools
import os
import re
import shutil
from functools import cached_property
from pathlib import Path

import numpy as np
import pytest

from fracas.evaluation.cli import main


def rows_of(name):
    path = Path(__file__).with_name(f"{name}.py")
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


ENCOUNTERS, OTHERS, REPLAYS = map(rows_of, ("bad_encounters", "bad_inputs", "bad_replays"))

# Encounter files are met by one command after the other.
TAKERS = (
    "show e.yaml",
    "play e.yaml",
    "evaluate e.yaml random --against random --pairs 1",
    "tactics e.yaml random --pairs 2 --jobs 1",
    "balance e.yaml random --pairs 2",
    "bench e.yaml --seconds 0.01 --no-loads",
    "train e.yaml --decisions 1",
    "train --set encounter=e.yaml",
    "quickstart e.yaml --pairs 1",
)


def battle(change):
    """Return a maker of a battle file, its bytes changed."""
    return lambda kit: Path("b.json").write_bytes(change(kit.battle))


def cases():
    """Yield (name, words, the line, what makes the files)."""
    takers = itertools.cycle(TAKERS)
    for name, (old, new, line) in ENCOUNTERS.CHANGED.items():
        assert ENCOUNTERS.SOUND.count(old) == 1, name
        content = ENCOUNTERS.SOUND.replace(old, new)
        yield f"encounter: {name}", next(takers), line, [OTHERS.file("e.yaml", content)]
    for name, (content, line) in ENCOUNTERS.WHOLE.items():
        yield f"encounter: {name}", next(takers), line, [OTHERS.file("e.yaml", content)]
    for name, (words, line, *makers) in (*OTHERS.WORDS.items(), *OTHERS.PLACES.items()):
        yield name, words, line, makers
    askers = itertools.cycle(
        ("evaluate undead/alley {}", "play undead/alley --against {}", "tactics undead/alley {}")
    )
    for name, (policy, line, maker) in OTHERS.NETWORKS.items():
        yield f"policy: {name}", next(askers).format(policy), line, [maker]
    for name, (change, line) in OTHERS.BRAINS.items():
        yield f"brain: {name}", next(askers).format("b.brain"), line, [OTHERS.brain(change)]
    for name, (change, line) in OTHERS.CHECKPOINTS.items():
        words = "train --resume --out run --decisions 128"
        yield f"checkpoint: {name}", words, line, [OTHERS.run(change)]
    for name, (content, line) in ENCOUNTERS.CONFIGS.items():
        yield f"config: {name}", "train --config c.yaml", line, [OTHERS.file("c.yaml", content)]
    for name, (change, line) in REPLAYS.FILES.items():
        yield f"battle: {name}", "replay b.json", line, [battle(change)]
    makers = [OTHERS.file("f"), OTHERS.folder("d"), battle(lambda data: data)]
    for name, (words, line) in REPLAYS.WORDS.items():
        yield name, words, line, makers


CASES = list(cases())


class Kit:
    """A run folder, a brain and a battle file to be spoilt, made when they are first asked for."""

    def __init__(self, folder):
        self.path = folder

    @cached_property
    def folder(self):
        pytest.importorskip("sb3_contrib")
        pytest.importorskip("onnx")
        settings = (
            "ppo.battles=4", "ppo.steps=16", "ppo.minibatch=32", "network.layers=[16]",
            "tensorboard=false",
        )  # fmt: skip
        words = ["train", "undead/alley", "--out", str(self.path / "run"), "--decisions", "64"]
        with contextlib.redirect_stdout(io.StringIO()):
            assert main([*words, *(word for text in settings for word in ("--set", text))]) == 0
            words = ["export", str(self.path / "run"), "--pairs", "1", "--against", "random"]
            assert main(words) == 0
        return self.path

    @property
    def weights(self):
        return (self.folder / "run" / "policy.npz").read_bytes()

    @cached_property
    def battle(self):
        words = ["evaluate", "undead/alley", "rusher", "--against", "random", "--pairs", "1"]
        words += ["--save-battles", "1", "--battles-dir", str(self.path / "battles")]
        with contextlib.redirect_stdout(io.StringIO()):
            assert main(words) == 0
        (file,) = (self.path / "battles").iterdir()
        return file.read_bytes()

    @property
    def brain(self):
        return (self.folder / "run.brain").read_bytes()

    def copy_run(self, name):
        shutil.copytree(self.folder / "run", name)

    def arrays(self):
        with np.load(self.folder / "run" / "policy.npz") as data:
            return dict(data)


@pytest.fixture(scope="module")
def kit(tmp_path_factory):
    return Kit(tmp_path_factory.mktemp("kit"))


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def picture(folder):
    """Return all that is in a folder: path -> content, target of a link, or None for a folder."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.is_symlink():
            found[path] = os.readlink(path)
        elif path.is_dir():
            found[path] = None
        else:
            stat = path.stat()
            small = stat.st_size < 20_000_000
            found[path] = (stat.st_size, stat.st_mtime_ns, path.read_bytes() if small else b"")
    return found


def split(words):
    """Return the words of a row: %E is an empty one, %N a NUL, %_ a blank."""
    meant = (word.replace("%E", "").replace("%N", "\0") for word in words.split(" "))
    return [word.replace("%_", " ") for word in meant]


def fits(line, text):
    return re.fullmatch(".*".join(map(re.escape, line.split("..."))), text) is not None


def test_there_are_rows_for_every_command():
    met = {words.split(" ")[0] for _, words, _, _ in CASES}
    commands = (
        "list show play train quickstart evaluate balance tactics export replay check bench".split()
    )
    assert met >= set(commands)
    assert len({name for name, *_ in CASES}) == len(CASES) >= 200


def started(*_):
    raise AssertionError("training began")


@pytest.mark.parametrize(
    ("words", "line", "makers"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_bad_input_is_one_line_status_2_and_touches_nothing(
    words, line, makers, kit, here, capsys, monkeypatch
):
    for maker in makers:
        maker(kit)
    monkeypatch.setattr("fracas.training.train.Run.go", started)
    before = picture(here)
    status = main(split(words))
    out, err = capsys.readouterr()
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert fits(f"fracas: {line}\n", err), err
    assert picture(here) == before


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["no mark", "byte-order mark"])
@pytest.mark.parametrize("ends", [b"\n", b"\r\n", b"\r"], ids=["LF", "CRLF", "CR"])
def test_marks_and_line_ends_of_other_systems_are_no_fault(mark, ends, here, capsys):
    content = mark + ENCOUNTERS.SOUND.encode().replace(b"\n", ends)
    (here / "e.yaml").write_bytes(content)
    assert main(["show", "e.yaml"]) == 0
    assert ".a..h.." not in capsys.readouterr().out  # the mark stands for open ground
    assert (here / "e.yaml").read_bytes() == content
