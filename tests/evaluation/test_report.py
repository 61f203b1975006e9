"""Reports: one page that stands alone, says what the document says, and is the same every time."""

import json
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import matplotlib as mpl
import pytest

from fracas.evaluation import evaluate as judge
from fracas.evaluation import report
from fracas.evaluation.cli import main
from fracas.evaluation.cli.learn import quickstart
from fracas.evaluation.cli.report import training_of
from fracas.evaluation.page import mean_of, page
from fracas.evaluation.plots import printable, short
from fracas.evaluation.report import ReportError
from fracas.evaluation.stats import Estimate
from fracas.evaluation.tactics import tactics
from fracas.policies.resolve import resolve
from fracas.training.checkpoint import RunError, RunFolder
from fracas.training.progress import Curve, Status

VOID = {"meta", "link", "wbr"}
NASTY = "</title><script>alert(1)</script>&\"'$x^2$ \x07"


class Page(HTMLParser):
    """What a page holds: elements with their attributes, texts, and tables as rows of cells."""

    def __init__(self, text):
        super().__init__()
        self.elements, self.texts, self.tables, self.open = [], [], [], []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))
        if tag not in VOID:
            self.open.append(tag)
        if tag == "table":
            self.tables.append([])
        if tag == "tr":
            self.tables[-1].append([])
        if tag in ("td", "th"):
            self.tables[-1][-1].append("")

    def handle_startendtag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, text):
        self.texts.append(text)
        if "td" in self.open or "th" in self.open:
            self.tables[-1][-1][-1] += text


@pytest.fixture(scope="module")
def evaluated(alley):
    policies = [(name, resolve(name, alley)) for name in ("rusher", "marksman")]
    baselines = [(name, resolve(name, alley)) for name in ("random", "rusher", "stalker")]
    return report.report(judge.evaluate(alley, policies, baselines, 6, 4), "fracas evaluate E")


@pytest.fixture(scope="module")
def tactical():
    return report.report(tactics("undead/alley", ["rusher", "marksman"], 2, 1), "fracas tactics E")


@pytest.fixture
def both(evaluated, tactical):
    return evaluated, tactical


def trained(found, name="runs/a", scores=(0.25, 0.75)):
    """Return a report that judged a network too."""
    curve = {"decisions": [0, 1_000_000], "scores": {"rusher": list(scores), "late": [None, 0.5]}}
    training = {"policy": name, "decisions": 1_000_000, "seconds": 60.0, "seed": 7, "curve": curve}
    return {**found, "training": [training]}


# -- the page --------------------------------------------------------------------------------------


def test_it_loads_nothing_and_runs_nothing(both) -> None:
    for found in both:
        text = page(trained(found))
        assert "http:" not in text
        assert "https:" not in text
        assert "@import" not in text
        elements = Page(text).elements
        assert not {"script", "img", "iframe", "object", "image"} & {tag for tag, _ in elements}
        for _, attributes in elements:
            assert not any(name.startswith("on") for name in attributes)
            for name in ("src", "href", "xlink:href", "data"):
                assert attributes.get(name, "#").startswith(("#", "data:,"))
        policy = next(a["content"] for _, a in elements if "http-equiv" in a)
        assert policy.startswith("default-src 'none'")


def test_ids_are_unique_and_every_reference_leads_to_one(both) -> None:
    for found in both:
        text = page(trained(found))
        elements = Page(text).elements
        ids = [attributes["id"] for _, attributes in elements if "id" in attributes]
        assert len(ids) == len(set(ids)) > 4
        used = re.findall(r"url\(#([^)]*)\)", text)
        used += [a["xlink:href"][1:] for _, a in elements if "xlink:href" in a]
        used += [n for _, a in elements for n in a.get("aria-labelledby", "").split()]
        assert used
        assert set(used) <= set(ids)


def test_every_figure_has_a_title_and_its_figures_in_words(evaluated) -> None:
    found = Page(page(trained(evaluated)))
    tags = [tag for tag, _ in found.elements]
    assert tags.count("svg") == tags.count("desc") == 4  # curve, rounds, verbs, sides
    assert all(a["role"] == "img" for tag, a in found.elements if tag == "svg")
    texts = " ".join(found.texts)
    rounds = evaluated["matches"][0]["rounds"]
    told = f"random {rounds['value']:.1f} [{rounds['low']:.1f}, {rounds['high']:.1f}]"
    assert told in texts
    assert "late from 50 to 50; rusher from 25 to 75" in texts


def test_the_matrix_says_what_the_document_says(evaluated) -> None:
    head, *rows = Page(page(evaluated)).tables[0]
    assert head == ["policy", "random", "rusher", "stalker", "mean"]
    assert [row[0] for row in rows] == ["rusher", "marksman"]
    for policy, *cells in rows:
        scores = [m["score"] for m in evaluated["matches"] if m["policy"] == policy]
        for cell, score in zip(cells, scores, strict=False):
            low, high = score["low"] * 100, score["high"] * 100
            sign = "▲" if low > 50 else "▼" if high < 50 else "≈"
            assert cell == f"{sign} {score['value'] * 100:.1f} [{low:.1f}, {high:.1f}]"
        mean = sum(score["value"] for score in scores) / 3
        assert cells[-1].split()[1] == f"{mean * 100:.1f}"
    assert {cell[0] for row in rows for cell in row[1:]} >= {"▲", "≈"}


def test_the_meetings_say_what_the_document_says(evaluated) -> None:
    head, *rows = Page(page(evaluated)).tables[1]
    assert head[7:10] == ["score %", "as red", "as blue"]
    for row, m in zip(rows, evaluated["matches"], strict=True):
        counts = [m[key] for key in ("battles", "wins", "draws", "losses", "truncated")]
        assert row[:7] == [m["policy"], m["against"], *map(str, counts)]
        assert row[9].startswith(f"{m['by_side']['blue']['score']['value'] * 100:.1f} [")


def test_it_says_how_to_repeat_it(evaluated) -> None:
    texts = Page(page(evaluated)).texts
    for fact in ("fracas evaluate E", "4", evaluated["encounter"]["digest"]):
        assert fact in texts
    assert evaluated["rules"]["digest"] in texts
    assert re.search(r"undead: \d+ clauses, \d+ tested, \d+ cited", " ".join(texts))


def test_the_tactics_say_what_the_document_says(tactical) -> None:
    found = Page(page(tactical))
    head, *rows = found.tables[0]
    shares = [f"{name} %" for name in tactical["policies"]]
    assert head == ["tactic", "winners %", "losers %", "lift", *shares]
    assert [row[0] for row in rows] == [row["tactic"] for row in tactical["usage"]][:30]
    for row, use in zip(rows, tactical["usage"], strict=False):
        assert row[1] == f"{use['winners'] * 100:.1f}"
        assert (row[3] == "-") == (use["lift"] is None)
        assert row[4:] == [f"{use['policies'][name] * 100:.1f}" for name in tactical["policies"]]
    largest = tactical["knock_out"][0]
    told = (
        f"{largest['side']} without: {largest['forbidden']} {largest['change']['value'] * 100:.1f}"
    )
    assert told in " ".join(found.texts)
    assert found.tables[1][1][:2] == ["rusher", "marksman"]


def test_battles_that_never_end_have_no_score(alley) -> None:
    pair = [("rusher", resolve("rusher", alley))]
    found = report.report(judge.evaluate(alley, pair, pair, 1, limit=3), "x")
    made = Page(page(found))
    assert made.tables[0][1] == ["rusher", "-", "-"]
    assert "No battle was played to its end." in made.texts


def test_names_from_files_stay_text(evaluated, tactical) -> None:
    def renamed(value):
        if isinstance(value, dict):
            return {k: renamed(v) for k, v in value.items()}
        if isinstance(value, list):
            return [renamed(v) for v in value]
        return NASTY if value in ("rusher", "red", "red_0", "E1 Alley", "undead/alley") else value

    for plain in (evaluated, tactical):
        found = renamed(trained(plain, "rusher"))
        for key in ("sides", "scores"):
            for holder in (found, found["encounter"]):
                if isinstance(holder.get(key), dict):
                    holder[key] = {NASTY if k == "red" else k: v for k, v in holder[key].items()}
        for match in found.get("matches", ()):
            match["by_side"] = {NASTY if k == "red" else k: v for k, v in match["by_side"].items()}
        for row in found.get("usage", ()):
            row["policies"] = {NASTY if k == "rusher" else k: v for k, v in row["policies"].items()}
        made = Page(page(found))
        assert "script" not in [tag for tag, _ in made.elements]
        assert printable(NASTY) in " ".join(made.texts)
        assert "\x07" not in "".join(made.texts)


def test_long_and_foreign_names_are_drawn_without_a_word(evaluated, capfd) -> None:
    name = "runs/" + "very/" * 40 + "深夜"
    text = page(trained({**evaluated, "policies": [name, "marksman"], "matches": [
        {**m, "policy": name if m["policy"] == "rusher" else m["policy"]}
        for m in evaluated["matches"]
    ]}))  # fmt: skip
    assert short(name, 44) in text
    assert len(short(name)) == 26
    assert capfd.readouterr().err == ""


# -- the same every time ---------------------------------------------------------------------------


def test_the_same_report_is_the_same_page_whatever_the_readers_settings(both) -> None:
    for found in both:
        text = page(trained(found))
        with mpl.rc_context({"font.size": 30, "svg.fonttype": "path", "lines.linewidth": 9}):
            before = dict(mpl.rcParams)
            assert page(trained(found)) == text
            assert dict(mpl.rcParams) == before
        assert page(trained(found, scores=(0.2, 0.75))) != text


def test_the_json_is_enough_for_the_page(both) -> None:
    for found in both:
        assert page(json.loads(json.dumps(trained(found)))) == page(trained(found))


def test_the_same_page_in_two_processes(evaluated, tmp_path) -> None:
    file = tmp_path / "report.json"
    file.write_text(json.dumps(trained(evaluated)))
    program = (
        "import json, sys; from fracas.evaluation.page import page;"
        " sys.stdout.buffer.write(page(json.load(open(sys.argv[1]))).encode())"
    )
    made = [
        subprocess.run(
            [sys.executable, "-c", program, str(file)],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True, check=True,
        ).stdout
        for seed in ("1", "2")
    ]  # fmt: skip
    assert made[0] == made[1] == page(trained(evaluated)).encode()


def test_a_page_of_many_meetings_stays_small(evaluated) -> None:
    """Nine policies against nine, each with every verb that is drawn."""
    names = [f"policy_{k}" for k in range(9)]
    base = evaluated["matches"][1]
    matches = [{**base, "policy": one, "against": other} for one in names for other in names]
    found = {**evaluated, "policies": names, "baselines": names, "matches": matches}
    assert len(page(found).encode()) < 300_000


# -- what goes into it -----------------------------------------------------------------------------


def test_a_mean_is_no_surer_than_its_parts() -> None:
    parts = [Estimate(0.2, 0.1, 0.3), None, Estimate(0.6, 0.4, 0.9)]
    mean = mean_of(parts)
    assert mean is not None
    assert (mean.value, mean.low, mean.high) == pytest.approx((0.4, 0.25, 0.6))
    assert mean_of([None]) is None
    assert mean_of([Estimate(0.2, None, None), Estimate(0.4, 0.3, 0.5)]) == Estimate(
        pytest.approx(0.3), None, None
    )


def test_the_command_can_be_typed() -> None:
    line = report.command_line(
        "evaluate",
        "my cellar.yaml",
        "a;b",
        against=["random", "x y"],
        pairs=3,
        greedy=True,
        cut=False,
    )
    assert line == (
        "fracas evaluate 'my cellar.yaml' 'a;b' --against random --against 'x y' --pairs 3 --greedy"
    )


def network_folder(folder: Path, rows: int) -> Path:
    """Write what a report reads of a run: weights (none here) and the curve."""
    curve = Curve()
    for k in range(1, rows + 1):
        curve.add(Status(k * 10, 0.0, float(k), 1.0, {"rusher": k / rows, "self_1": 0.5}))
    folder.mkdir()
    RunFolder(folder).draw(curve)
    (folder / "policy.npz").write_bytes(b"")
    return folder


@pytest.mark.parametrize("rows", [1, 199, 200, 201, 537])
def test_a_curve_is_thinned_and_keeps_its_end(tmp_path, monkeypatch, rows) -> None:
    folder = network_folder(tmp_path / "run", rows)
    meta = {"decisions": rows * 10, "seconds": 9.0, "seed": 3}
    monkeypatch.setattr("fracas.policies.network.load", lambda name: (None, meta))
    for name in (folder, folder / "policy.npz"):
        training = training_of(str(name))
        assert {key: training[key] for key in meta} == meta
        curve = training["curve"]
        assert min(rows, 100) <= len(curve["decisions"]) <= 200
        assert curve["decisions"][-1] == rows * 10
        assert curve["scores"]["rusher"][-1] == 1
        assert set(curve["scores"]) == {"rusher", "selves"}
    (folder / "curve.csv").write_text("decisions\nmany\n")
    with pytest.raises(RunError, match=r"curve\.csv: a damaged"):
        training_of(str(folder))


def test_a_network_without_a_curve_says_so(evaluated) -> None:
    found = trained(evaluated)
    found["training"][0]["curve"] = {"decisions": [], "scores": {}}
    assert "No curve: there is no curve.csv beside the weights." in Page(page(found)).texts


# -- files and commands ----------------------------------------------------------------------------

EVALUATE = "evaluate undead/alley rusher --against random --pairs 2".split()
TACTICS = "tactics undead/alley rusher marksman --pairs 2 --jobs 1".split()


@pytest.mark.parametrize("words", [EVALUATE, TACTICS])
def test_a_command_writes_page_and_json_and_its_line_repeats_them(words, tmp_path, capsys) -> None:
    file = tmp_path / "x.html"
    assert main([*words, "--json", "--report", str(file)]) == 0
    out, err = capsys.readouterr()
    assert err == f"wrote {file}\n"
    found = json.loads((tmp_path / "x.json").read_text(encoding="utf-8"))
    assert file.read_text(encoding="utf-8") == page(found)
    assert {key: found[key] for key in json.loads(out)} == json.loads(out)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["x.html", "x.json"]
    again = found["repeat"].split()[1:]
    assert main([*again, "--json", "--report", str(tmp_path / "y.html")]) == 0
    assert (tmp_path / "y.html").read_bytes() == file.read_bytes()
    assert (tmp_path / "y.json").read_bytes() == (tmp_path / "x.json").read_bytes()


@pytest.mark.parametrize("words", [EVALUATE, TACTICS])
@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("x.pdf", "name it x.html"),
        ("x", "name it x.html"),
        ("none/x.html", "there is no folder none"),
        ("folder.html", "folder.html: is a folder"),
        ("taken.html", "taken.json: is a folder"),
        ("out.html", "another file for --out"),
    ],
)
def test_a_bad_place_is_told_before_a_battle_is_played(
    words, name, part, tmp_path, monkeypatch, capsys
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("fracas.evaluation.evaluate.play", None)
    monkeypatch.setattr("fracas.evaluation.tactics.play", None)
    for folder in ("folder.html", "taken.json"):
        Path(folder).mkdir()
    assert main([*words, "--report", name, "--out", "out.json"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("fracas: ")
    assert part in err
    assert err.count("\n") == 1


def test_without_matplotlib_one_line_says_what_to_install(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.setattr(report, "find_spec", lambda name: None)
    assert main([*EVALUATE, "--report", str(tmp_path / "x.html")]) == 2
    assert capsys.readouterr().err == (
        "fracas: a report needs matplotlib: pip install 'fracas[eval]'\n"
    )
    with pytest.raises(ReportError, match="matplotlib"):
        quickstart("undead/alley", tmp_path / "run")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("owner", "broken", "named"), [(Path, "open", "x.json"), (os, "replace", "x.html")]
)
def test_a_full_disk_leaves_the_report_before(
    evaluated, tmp_path, monkeypatch, owner, broken, named
) -> None:
    file = tmp_path / "x.html"
    report.write(file, evaluated)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}

    whole = getattr(owner, broken)

    def full(*arguments, **more):
        if broken == "open" and "wb" not in arguments:  # the page's template is only read
            return whole(*arguments, **more)
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(owner, broken, full)
        with pytest.raises(ReportError, match=f"{named}: No space left on device"):
            report.write(file, trained(evaluated))
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_quickstart_leaves_a_report_with_its_learning_curve(tmp_path, capsys) -> None:
    pytest.importorskip("sb3_contrib")
    out = tmp_path / "run"
    words = ["quickstart", "--minutes", "0.02", "--pairs", "2", "--out", str(out)]
    assert main(words) == 0
    assert f"its report in {out / 'report.html'}." in capsys.readouterr().out
    found = json.loads((out / "report.json").read_text(encoding="utf-8"))
    assert (out / "report.html").read_text(encoding="utf-8") == page(found)
    assert found["repeat"].startswith(f"fracas evaluate undead/alley {out} --against random")
    (training,) = found["training"]
    assert training["curve"]["decisions"][-1] == training["decisions"] > 0
    assert "rusher" in training["curve"]["scores"]
