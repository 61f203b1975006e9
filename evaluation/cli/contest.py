"""Commands that measure: ``evaluate``, ``balance``, ``tactics``, ``bench``."""

from pathlib import Path
from typing import Annotated

import typer

from fracas.evaluation.cli.common import (
    MOST_PAIRS,
    CommandError,
    Encounter,
    Greedy,
    Json,
    Limit,
    Out,
    Seed,
    check_place,
    finite,
    output,
    progress_bar,
    write_json,
)
from fracas.evaluation.cli.report import Report, write_report


def evaluate(
    encounter: Encounter,
    policies: Annotated[
        list[str] | None,
        typer.Argument(help="scripts, run folders, .brain or .npz files; all scripts if left out"),
    ] = None,
    against: Annotated[
        list[str] | None,
        typer.Option("--against", help="baseline, repeatable; all scripts if left out"),
    ] = None,
    pairs: Annotated[
        int,
        typer.Option(
            "--pairs", min=1, max=MOST_PAIRS, help="pairs of battles with equal dice, sides swapped"
        ),
    ] = 100,
    seed: Seed = 0,
    greedy: Greedy = False,
    limit: Limit = 5000,
    most_cut: Annotated[
        float,
        typer.Option(
            "--most-cut",
            min=0,
            max=1,
            callback=finite,
            help="exit 1 beyond this share of cut battles",
        ),
    ] = 0.01,
    as_json: Json = False,
    out: Out = None,
    save_battles: Annotated[
        int,
        typer.Option(
            "--save-battles",
            min=0,
            max=MOST_PAIRS,
            help="battles of each meeting to write as files",
        ),
    ] = 0,
    battles_dir: Annotated[
        Path, typer.Option("--battles-dir", help="folder of the files for `fracas replay`")
    ] = Path("battles"),
    page: Report = None,
) -> None:
    """Play policies against baselines.

    Results have 95 % intervals; the verbs used stand beside them. Each pair of battles has the
    same dice, with the sides swapped. The score is wins plus half the draws, in % of battles that
    ended. Equal calls give equal JSON.

    Examples:
      fracas evaluate undead/alley
      fracas evaluate undead/alley runs/alley --against random --against rusher --pairs 500
      fracas evaluate undead/alley runs/alley --report alley.html
      fracas evaluate undead/alley rusher --json > rusher.json
      fracas evaluate undead/alley rusher --save-battles 2 --battles-dir battles
    """
    from fracas.envs import arena
    from fracas.evaluation import evaluate as judge
    from fracas.evaluation import replay, report
    from fracas.policies.resolve import resolve, script_names

    check_place("--out", out)
    if page is not None:
        report.ready(page, out)
    made = arena(encounter)
    scripts = list(script_names(made.system.name))
    judged = [(name, resolve(name, made, greedy)) for name in dict.fromkeys(policies or scripts)]
    met = [(name, resolve(name, made, greedy)) for name in dict.fromkeys(against or scripts)]
    keep = replay.Keeper(battles_dir) if save_battles else None
    with progress_bar() as bar:
        task = bar.add_task("battles", total=len(judged) * len(met))
        document = judge.evaluate(
            made, judged, met, pairs, seed, limit,
            progress=lambda: bar.advance(task), record=save_battles, recorded=keep,
        )  # fmt: skip
    write_json(document, out)
    if page is not None:
        repeat = report.command_line(
            "evaluate", encounter, *document["policies"], against=document["baselines"],
            pairs=pairs, seed=seed, greedy=greedy, limit=limit,
        )  # fmt: skip
        write_report(page, document, repeat)
    output(document, [] if as_json else judge.tables(document), as_json)
    share = judge.truncated_share(document)
    if share > most_cut:
        typer.echo(
            f"fracas: {share:.1%} of a match's battles were cut off after {limit} decisions"
            f" (--limit); at most {most_cut:.1%} are accepted (--most-cut)",
            err=True,
        )
        raise typer.Exit(1)


def balance(
    encounter: Encounter,
    policies: Annotated[
        list[str] | None,
        typer.Argument(help="what either side may pick; all scripts but random if left out"),
    ] = None,
    pairs: Annotated[
        int, typer.Option("--pairs", min=2, max=MOST_PAIRS, help="battles of each meeting")
    ] = 100,
    seed: Seed = 0,
    greedy: Greedy = False,
    limit: Limit = 5000,
    as_json: Json = False,
    out: Out = None,
) -> None:
    """Tell whether an encounter is fair.

    Either side may pick, or mix, the policies given. The table has the first side's score for each
    two; below it stands what it scores when both sides mix as well as they can (50 is fair), with a
    95 % interval, how many of those battles are drawn, and how many rounds they last.

    Examples:
      fracas balance undead/rush
      fracas balance contingency/hunt slugger skirmisher runs/hunt --pairs 500
      fracas balance my_encounter.yaml --json > balance.json
    """
    from fracas.envs import arena
    from fracas.evaluation import balance as judge
    from fracas.policies.resolve import resolve, script_names

    check_place("--out", out)
    made = arena(encounter)
    scripts = [name for name in script_names(made.system.name) if name != "random"]
    names = list(dict.fromkeys(policies or scripts or ["random"]))
    players = [(name, resolve(name, made, greedy)) for name in names]
    with progress_bar() as bar:
        task = bar.add_task("meetings", total=len(names) * (len(names) + 1) // 2)
        document = judge.balance(
            made, players, pairs, seed, limit, progress=lambda: bar.advance(task)
        )
    write_json(document, out)
    output(document, [] if as_json else judge.tables(document), as_json)


def tactics(
    encounter: Encounter,
    policies: Annotated[
        list[str] | None,
        typer.Argument(help="scripts, run folders or .brain files; three scripts if left out"),
    ] = None,
    pairs: Annotated[
        int,
        typer.Option(
            "--pairs",
            min=2,
            max=MOST_PAIRS,
            help="pairs of battles of each meeting, sides swapped",
        ),
    ] = 200,
    seed: Seed = 0,
    limit: Limit = 5000,
    jobs: Annotated[int, typer.Option("--jobs", min=1, max=256, help="processes")] = 2,
    as_json: Json = False,
    out: Out = None,
    page: Report = None,
) -> None:
    """Tell which verbs win.

    The policies meet each other. Usage: what winners use more than losers. Knock-out: the same
    battles again while one side may not use a verb, or one of its options, and what that changes
    in the side's score. All with 95 % intervals.

    Examples:
      fracas tactics undead/alley
      fracas tactics undead/alley rusher marksman runs/alley --pairs 500
      fracas tactics undead/alley runs/alley rusher --report tactics.html
      fracas tactics undead/alley rusher --json > rusher.json
    """
    from fracas.envs import arena
    from fracas.evaluation import report
    from fracas.evaluation import tactics as judge
    from fracas.policies.resolve import resolve, script_names

    check_place("--out", out)
    if page is not None:
        report.ready(page, out)
    made = arena(encounter)
    scripts = [name for name in script_names(made.system.name) if name != "random"]
    names = list(dict.fromkeys(policies or scripts[:3] or ["random"]))
    for name in names:
        resolve(name, made)
    with progress_bar() as bar:
        task = bar.add_task("knock-outs", total=None)
        document = judge.tactics(
            made, names, pairs, seed, limit, jobs,
            progress=lambda done, total: bar.update(task, completed=done, total=total),
        )  # fmt: skip
    write_json(document, out)
    if page is not None:
        repeat = report.command_line(
            "tactics", encounter, *names, pairs=pairs, seed=seed, limit=limit
        )
        write_report(page, document, repeat)
    output(document, [] if as_json else judge.tables(document), as_json)


def bench(
    encounters: Annotated[
        list[str] | None, typer.Argument(help="ids or YAML files; all bundled if left out")
    ] = None,
    seconds: Annotated[
        float,
        typer.Option(
            "--seconds",
            min=0.01,
            max=3600,
            callback=finite,
            help="about how long each figure is measured",
        ),
    ] = 1.0,
    loads: Annotated[
        bool, typer.Option(help="measure compiling from nothing too, a minute for each system")
    ] = True,
    as_json: Json = False,
    out: Out = None,
) -> None:
    """Measure speed, in CPU time on one core.

    Only decisions that somebody is asked for count.

    Examples:
      fracas bench
      fracas bench undead/alley --seconds 0.3 --no-loads
      fracas bench --json > speed.json
    """
    from fracas.envs import bundled
    from fracas.evaluation import bench as speed

    check_place("--out", out)
    names = encounters or bundled()
    if not names:
        raise CommandError("no encounter to measure")
    with progress_bar() as bar:
        task = bar.add_task("", total=None)
        document = speed.bench(
            names, seconds, loads, progress=lambda text: bar.update(task, description=text)
        )
    write_json(document, out)
    output(document, [] if as_json else speed.tables(document), as_json)
