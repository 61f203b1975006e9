"""The mutation run: does some test notice when a line that cites a clause is changed?

    python tests/mutations.py SYSTEM [--jobs 2] [--out FILE] [--only FILE_OR_CLAUSE]
                                     [--budget SECONDS] [--json]

Each condition and constant on a line of ``envs/SYSTEM`` that cites a clause (on the line, in the
comment above it, or in the docstring of its function) is changed mechanically, one at a time. The
tests of ``tests/conformance/SYSTEM`` that see a difference are run until one fails: those marked
with a clause of the line, then with one of the functions and rows it names, then others from all
files, as far as the budget goes. What no test notices is a survivor, and is listed. Why some can't
be noticed stands in ``tests/mutation/explained/SYSTEM.yaml``; they count as survivors all the same.

How it is fast: the rules run as plain Python, so a mutant is put into a forked child that has the
tests collected, by replacing the function's code. Which tests see a difference is found in one run
of all tests with probes in the rules: wherever an expression has mutants, their values are worked
out beside the true one. A mutant whose value never differs needs no run at all. Mutants of tables
(what runs when the rules are imported) are put in while a fresh child imports them.

Results are lines of JSON in FILE. A later run does only what isn't there: a mutant whose function
changed, a killed one whose killer's file changed, a survivor when any test changed.
"""

import argparse
import contextlib
import hashlib
import importlib
import json
import os
import signal
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import yaml
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

sys.path.append(str(Path(__file__).resolve().parent / "mutation"))
from subject import Subject
from workers import UNBORN, Workers, serve_collected, serve_fresh

ROOT = Path(__file__).resolve().parents[1]
GOAL = 0.95
BUDGET = 4.0  # CPU seconds of tests that aren't marked with a clause of the mutant's line
CHUNK = 20  # tests that a child runs with probes
HEAVY = ("numpy", "numba", "yaml", "pydantic", "gymnasium", "pettingzoo")  # imported before forks

# -- the run --------------------------------------------------------------------------------------


class Run:
    """A mutation run.

    Args:
        subject: the system.
        out: file of results.
        jobs: processes at a time.
        budget: CPU seconds of tests, beside those of its clauses, that a mutant is tried with.
        progress: where to show how far it is.
    """

    def __init__(
        self, subject: Subject, out: Path, jobs: int, budget: float, progress: Progress
    ) -> None:
        self.subject, self.out, self.jobs, self.progress = subject, out, jobs, progress
        self.budget = budget
        files = sorted(subject.tests.rglob("*.py"))
        texts = {p.relative_to(subject.root).as_posix(): p.read_bytes() for p in files}
        shared = [text for name, text in texts.items() if name.endswith("conftest.py")]
        self.files = {name: _digest(text, *shared) for name, text in texts.items()}
        self.folder = _digest(*self.files.values())
        tool = [p.read_bytes() for p in sorted(Path(__file__).parent.glob("mutation/*.py"))]
        self.rules = _digest(*(source.digest for source in subject.sources), *tool)
        self.results: dict[str, dict[str, Any]] = {}
        self.tests: dict[str, dict[str, Any]] = {}
        self._load()

    def _load(self) -> None:
        if not self.out.is_file():
            return
        for line in self.out.read_text("utf-8").splitlines():
            with contextlib.suppress(ValueError):  # a line cut off when a run was stopped
                found = json.loads(line)
                if "mutant" in found and self._stands(found):
                    self.results[found["mutant"]] = found
                elif "test" in found and found["key"] == self._test_key(found["test"]):
                    self.tests[found["test"]] = found

    def _stands(self, found: dict[str, Any]) -> bool:
        more = found["tried"] < found["related"] and found["budget"] < self.budget
        return found["tests"] == self._tests_digest(found) and not (
            more and found["status"] == "survived"
        )

    def _tests_digest(self, found: dict[str, Any]) -> str | None:
        if found["status"] == "killed":
            return self.files.get(found["by"].split("::")[0])
        return self.folder

    def _test_key(self, name: str) -> str:
        return _digest(self.rules, self.files.get(name.split("::")[0], ""))

    def _write(self, found: dict[str, Any]) -> None:
        self.out.parent.mkdir(parents=True, exist_ok=True)
        with self.out.open("a", encoding="utf-8") as file:
            file.write(json.dumps(found) + "\n")

    def run(self, wanted: Sequence[int]) -> None:
        """Try the mutants that have no result yet.

        Raises:
            ValueError: a test fails without a mutant.
        """
        mutants = self.subject.mutants
        left = [n for n in wanted if mutants[n].key not in self.results]
        if not left:
            return
        for name in HEAVY:
            importlib.import_module(name)
        workers = Workers(serve_collected, self.subject, self.jobs)
        all_marks = [pipe.recv() for pipe in workers.pipes]
        if None in all_marks:
            raise ValueError(f"pytest can't collect {self.subject.tests}: run it to see why")
        self.marks = {name: frozenset(ids) for name, ids in all_marks[0].items()}
        self._probe(workers)
        self.masks = {
            name: int(found["differs"], 16)
            for name, found in self.tests.items()
            if name in self.marks
        }
        functions = [n for n in left if self.subject.table_of(mutants[n]) is None]
        tables = [n for n in left if self.subject.table_of(mutants[n]) is not None]
        self._try(workers, functions, "functions")
        workers.close()
        if tables:
            workers = Workers(serve_fresh, self.subject, self.jobs)
            self._try(workers, tables, "tables")
            workers.close()

    def _probe(self, workers: Workers) -> None:
        names = [name for name in self.marks if name not in self.tests]
        bar = self.progress.add_task("tests with probes", total=len(names))
        chunks = [("probe", names[k : k + CHUNK]) for k in range(0, len(names), CHUNK)]
        for (_, chunk), text, code in workers.run(chunks):
            found = [json.loads(line) for line in text.splitlines()]
            if code != 0:
                raise ValueError(f"a test crashes without a mutant: {chunk[len(found)]}")
            for one in found:
                self.tests[one["test"]] = {**one, "key": self._test_key(one["test"])}
                if one["passed"]:
                    self._write(self.tests[one["test"]])
            self.progress.advance(bar, len(chunk))
        failed = [n for n in self.marks if not self.tests[n]["passed"]]
        if failed:
            raise ValueError(f"{len(failed)} tests fail without a mutant, such as {failed[0]}")

    def _related(self, number: int) -> list[str]:
        """Return the tests that see a difference."""
        bit = number
        table = self.subject.table_of(self.subject.mutants[number])
        if table is not None:
            bit = len(self.subject.mutants) + table
            if list(self.subject.tables.values())[table].everywhere:
                return list(self.masks)
        return [name for name, mask in self.masks.items() if mask >> bit & 1]

    def _chosen(self, number: int, related: Sequence[str]) -> list[str]:
        """Return those to run, in order: of its clauses, of clauses near it, from all files."""
        mutant = self.subject.mutants[number]
        chosen, others = [], []
        ranks: Counter[str] = Counter()
        for name in sorted(related, key=lambda name: self.tests[name]["seconds"]):
            if not self.marks[name].isdisjoint(mutant.clauses):
                chosen.append(name)
            else:
                file = name.split("::")[0]
                ranks[file] += 1
                others.append((self.marks[name].isdisjoint(mutant.near), ranks[file], name))
        left = self.budget
        for *_, name in sorted(others):
            if left > 0:
                chosen.append(name)
                left -= self.tests[name]["seconds"]
        return chosen

    def _try(self, workers: Workers, numbers: Sequence[int], title: str) -> None:
        bar = self.progress.add_task(f"mutants of {title}", total=len(numbers))
        tasks = []
        self.related: dict[int, int] = {}
        for number in numbers:
            related = self._related(number)
            self.related[number] = len(related)
            names = self._chosen(number, related)
            if names:
                seconds = {name: self.tests[name]["seconds"] for name in names}
                tasks.append(("try", number, names, seconds))
            else:
                self._judge(number, 0, "", 0)
                self.progress.advance(bar)
        for (_, number, names, _), text, code in workers.run(tasks):
            self._judge(number, len(names), text, code)
            self.progress.advance(bar)

    def _judge(self, number: int, tried: int, text: str, code: int) -> None:
        mutant = self.subject.mutants[number]
        killer = (text.splitlines() or [""])[-1]
        status = {0: "survived", UNBORN: "unborn"}.get(code, "killed")
        how = {0: "", 1: "failed", -signal.SIGVTALRM: "time limit"}.get(code, "crashed")
        reached = any(int(t["reached"], 16) >> number & 1 for t in self.tests.values())
        found = {
            "mutant": mutant.key,
            **{k: getattr(mutant, k) for k in ("file", "line", "function", "clauses", "kind")},
            "change": mutant.change,
            "status": status,
            **({"by": killer, "how": how} if status == "killed" else {}),
            "reached": reached or self.subject.table_of(mutant) is not None,
            "related": self.related[number],
            "tried": tried,
            "budget": self.budget,
        }
        found["tests"] = self._tests_digest(found)
        self.results[mutant.key] = found
        self._write(found)


def _digest(*parts: str | bytes) -> str:
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part.encode() if isinstance(part, str) else part)
        digest.update(b"\0")
    return digest.hexdigest()[:16]


def explained(root: Path, system: str) -> dict[tuple[str, str, str], str]:
    """Return why mutants can't be noticed, by (file, function, change)."""
    path = root / "tests" / "mutation" / "explained" / f"{system}.yaml"
    groups = yaml.safe_load(path.read_text("utf-8")) if path.is_file() else []
    return {
        (group["file"], group.get("function", ""), change): group["why"]
        for group in groups
        for change in group["changes"]
    }


def summary(subject: Subject, run: Run, wanted: Sequence[int]) -> dict[str, Any]:
    """Return the counts and the survivors, those that nobody has explained first."""
    reasons = explained(subject.root, subject.system)
    found = [(subject.mutants[n], run.results[subject.mutants[n].key]) for n in wanted]
    counts = {s: sum(r["status"] == s for _, r in found) for s in ("killed", "survived", "unborn")}
    tried = counts["killed"] + counts["survived"]
    return {
        "system": subject.system,
        "mutants": len(found),
        **counts,
        "score": counts["killed"] / tried if tried else 1.0,
        "survivors": sorted(
            (
                {
                    **r,
                    "line": mutant.line,
                    "why": reasons.get((mutant.file, mutant.function, mutant.change)),
                }
                for mutant, r in found
                if r["status"] == "survived"
            ),
            key=lambda survivor: survivor["why"] is not None,
        ),
    }


def survivor_line(found: dict[str, Any]) -> str:
    """Return a survivor as a line of text."""
    seen = f"{found['related']} tests see a difference, {found['tried']} tried"
    if not found["related"]:
        seen = "never differs" if found["reached"] else "no test gets there"
    cited = " ".join(found["clauses"][:4]) or "-"
    where = f"{found['file']}:{found['line']} {found['function'] or '(table)'}"
    why = f": {found['why']}" if found["why"] else ""
    return f"{where} [{cited}] {found['kind']}: {found['change']} ({seen}){why}"


def main(argv: Sequence[str] | None = None, root: Path = ROOT) -> int:
    """Run the command.

    Returns:
        0: at least 95 % are killed; 1: fewer are; 2: it could not run; 130: it was stopped.
    """
    parser = argparse.ArgumentParser(
        prog="mutations.py", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("system", help="name of a folder in envs")
    parser.add_argument("--jobs", type=int, default=2, help="processes (default 2)")
    parser.add_argument("--out", type=Path, help="results (default build/mutations-SYSTEM.jsonl)")
    parser.add_argument("--only", help="mutants of one file, or that cite one clause")
    parser.add_argument(
        "--budget",
        type=float,
        default=BUDGET,
        help=f"CPU seconds of tests beside those of its clauses, for each mutant ({BUDGET:g})",
    )
    parser.add_argument("--json", action="store_true", help="print the summary as JSON")
    asked = parser.parse_args(argv)
    os.environ["NUMBA_DISABLE_JIT"] = "1"
    try:
        if asked.jobs < 1:
            raise ValueError(f"--jobs is 1 or more, not {asked.jobs}")
        subject = Subject(root, asked.system)
        numbers = range(len(subject.mutants))
        wanted = [n for n in numbers if subject.mutants[n].matches(asked.only)]
        if not wanted:
            what = f" of {asked.only}" if asked.only else ""
            raise ValueError(f"no mutants{what}: --only takes a file of rules or a clause")
        out = asked.out or root / "build" / f"mutations-{asked.system}.jsonl"
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
        console = Console(stderr=True)
        with Progress(*columns, TimeRemainingColumn(), console=console) as progress:
            run = Run(subject, out, asked.jobs, asked.budget, progress)
            run.run(wanted)
    except ValueError as error:
        print(f"mutations.py: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("mutations.py: stopped; the same command goes on", file=sys.stderr)
        return 130
    found = summary(subject, run, wanted)
    if asked.json:
        print(json.dumps(found, indent=2))
    else:
        for survivor in found["survivors"]:
            print(survivor_line(survivor))
        print(
            f"{asked.system}: {found['mutants']} mutants, {found['killed']} killed, "
            f"{found['survived']} survived ({sum(s['why'] is not None for s in found['survivors'])}"
            f" explained), {found['unborn']} can't be loaded: "
            f"{found['score']:.1%} killed (goal {GOAL:.0%})"
        )
    return 0 if found["score"] >= GOAL else 1


if __name__ == "__main__":
    sys.exit(main())
