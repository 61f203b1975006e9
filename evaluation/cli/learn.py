"""Commands that train: ``train``, ``quickstart``."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fracas import configs
from fracas.evaluation.cli.common import (
    MOST_PAIRS,
    CommandError,
    Encounter,
    Seed,
    output,
    progress_bar,
    since,
)
from fracas.evaluation.cli.report import write_report

if TYPE_CHECKING:
    from fracas.training.config import TrainConfig
    from fracas.training.train import Result

LEARNER = ("torch", "stable_baselines3", "sb3_contrib", "tensorboard")
QUICKSTART = "undead/alley"
BATTLE_FILE = "battle.json"  # in the folder of the run: the battle that quickstart shows
ROUNDS_SHOWN = 400  # decisions of the battle shown at most


def train(
    encounter: Annotated[
        str | None,
        typer.Argument(help="bundled id or YAML file; the configuration's if left out"),
    ] = None,
    config: Annotated[
        str | None,
        typer.Option(
            "--config",
            help="bundled run or YAML file; the encounter's own, or default, if left out",
        ),
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", help="folder of the run; runs/<encounter> if left out")
    ] = None,
    decisions: Annotated[
        int | None, typer.Option("--decisions", min=1, help="the learner's decisions in all")
    ] = None,
    minutes: Annotated[
        float | None, typer.Option("--minutes", help="most minutes of training")
    ] = None,
    seed: Annotated[int | None, typer.Option("--seed", min=0, help="seed of everything")] = None,
    settings: Annotated[
        list[str] | None, typer.Option("--set", help="setting such as ppo.battles=64, repeatable")
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="go on from the newest checkpoint in the folder")
    ] = False,
) -> None:
    """Train a network by self-play.

    It meets scripts and former selves. Ctrl-C ends the run with a checkpoint; --resume goes on
    from it.

    Examples:
      fracas train undead/alley --minutes 10
      fracas train undead/lot --out runs/lot --decisions 5000000 --set ppo.battles=512
      fracas train --resume --out runs/lot
    """
    from fracas.training.checkpoint import CONFIG_FILE
    from fracas.training.config import load, parse_override

    given: dict[str, Any] = dict(parse_override(text) for text in settings or ())
    if encounter is not None:
        given["encounter"] = encounter
    if decisions is not None or minutes is not None:  # the end that is asked for is the only one
        given |= {"decisions": decisions, "minutes": minutes}
    if seed is not None:
        given["seed"] = seed
    if resume:
        if out is None:
            raise CommandError("--resume needs the folder of the run: --out FOLDER")
        if config is not None:
            raise CommandError("--config is for a new run: --resume goes on with the run's own")
        before = out / CONFIG_FILE
        result = learn(load(before, given) if given and before.is_file() else None, out, True)
    else:
        made = load(bundled_run(encounter) if config is None else config, given)
        result = learn(made, out or free_folder(str(made.encounter)))
    status = result.status
    print(f"{status.decisions:,} decisions in {status.seconds / 60:.1f} minutes")
    print(f"score so far: {status.line(200)}")
    print(f"run: {result.folder}")


def bundled_run(encounter: str | None) -> str:
    """Return the name of the bundled run for an encounter; ``default`` if it has none."""
    from fracas.training.config import load

    encounter = encounter or QUICKSTART
    name = Path(encounter).stem
    known = name in configs.training_names() and load(name).encounter == encounter
    return name if known else "default"


def learn(config: "TrainConfig | None", folder: Path, resume: bool = False) -> "Result":
    """Train, and say in one line if what it takes is not installed."""
    try:
        from fracas.training import train as trainer

        return trainer.train(config, folder, resume=resume)
    except ModuleNotFoundError as error:
        if error.name and error.name.partition(".")[0] in LEARNER:
            raise CommandError(
                f"training needs {error.name}: pip install 'fracas[train]'"
            ) from None
        raise


def free_folder(encounter: str) -> Path:
    """Return a folder under ``runs`` that is not there yet, named after the encounter."""
    stem = Path("runs") / Path(encounter).stem
    folder, number = stem, 1
    while folder.exists():
        number += 1
        folder = stem.with_name(f"{stem.name}-{number}")
    return folder


def quickstart(
    encounter: Encounter = QUICKSTART,
    out: Annotated[
        Path | None, typer.Option("--out", help="folder of the run; runs/<encounter> if left out")
    ] = None,
    minutes: Annotated[float, typer.Option("--minutes", help="minutes of training")] = 2.0,
    pairs: Annotated[
        int,
        typer.Option(
            "--pairs", min=1, max=MOST_PAIRS, help="pairs of battles against each baseline"
        ),
    ] = 100,
    seed: Seed = 0,
) -> None:
    """Train for two minutes, evaluate, show a battle.

    The figures are also in report.html and report.json in the folder of the run.

    Examples:
      fracas quickstart
      fracas quickstart undead/rush --minutes 5 --out runs/rush
    """
    from fracas.envs import Battle, arena
    from fracas.evaluation import evaluate as judge
    from fracas.evaluation import replay, report
    from fracas.policies.resolve import first_baseline, resolve, script_names
    from fracas.training.checkpoint import RunFolder
    from fracas.training.config import load

    made = arena(encounter)
    config = load(
        "quickstart",
        {"encounter": encounter, "decisions": None, "minutes": minutes, "seed": seed},
    )
    folder = out or free_folder(encounter)
    RunFolder(folder).check_free()
    report.needs_matplotlib()
    print(f"1. training on {encounter} for {minutes:g} minutes, into {folder}", flush=True)
    result = learn(config, folder)
    status = result.status
    print(f"   {status.decisions:,} decisions, {status.speed:,.0f} a second")

    print(f"\n2. {pairs} pairs of battles against each baseline, sides swapped", flush=True)
    names = script_names(made.system.name)
    name = str(result.folder)
    with progress_bar() as bar:
        task = bar.add_task("battles", total=len(names))
        document = judge.evaluate(
            made,
            [(name, resolve(name, made))],
            [(script, resolve(script, made)) for script in names],
            pairs,
            seed,
            progress=lambda: bar.advance(task),
        )
    output(document, judge.tables(document), as_json=False)
    page = result.folder / "report.html"
    repeat = report.command_line("evaluate", encounter, name, against=names, pairs=pairs, seed=seed)
    write_report(page, document, repeat)

    rival = first_baseline(names)
    print(f"\n3. a battle: the run as {made.sides[0]} against {rival}", flush=True)
    battle = Battle(made, seed)
    show_battle(battle, resolve(name, made), resolve(rival, made))
    played = {side: name if k == 0 else rival for k, side in enumerate(made.sides)}
    saved = result.folder / BATTLE_FILE
    replay.write(replay.record(battle, played), saved)
    print(f"\nThe run lies in {result.folder}, its report in {page}. Go on with:")
    print(f"  fracas evaluate {encounter} {result.folder} --pairs 500")
    print(f"  fracas play {encounter} --against {result.folder}")
    print(f"  fracas replay {saved}")


def show_battle(battle: Any, first: Any, second: Any) -> None:
    """Play a battle between policies and tell it in sentences."""
    from fracas.evaluation.cli.person import answer

    first.reset(0)
    second.reset(0)
    print(battle.board())
    seen = 0
    for _ in range(ROUNDS_SHOWN):
        seen, events, _ = since(battle, seen, None)
        for event in events:
            print(f"   {event}")
        if battle.decider is None:
            break
        side = battle.arena.sides_of[battle.index(battle.decider)]
        answer(battle, first if side == 0 else second)
    print(battle.board())
    print(f"outcome: {battle.outcome or 'not over yet'}, round {battle.round}")
