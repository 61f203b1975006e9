"""The command ``export``: a trained policy as one ``.brain`` file."""

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fracas.evaluation.cli.common import (
    MOST_PAIRS,
    CommandError,
    Seed,
    check_place,
    output,
    progress_bar,
)

if TYPE_CHECKING:
    from fracas.policies.brain import Brain

TIMED = 2000  # decisions


def export(
    run: Annotated[Path, typer.Argument(help="folder of a training run, or its .npz weights")],
    out: Annotated[
        Path | None, typer.Option("--out", help="the file; RUN.brain beside it if left out")
    ] = None,
    pairs: Annotated[
        int,
        typer.Option(
            "--pairs", min=1, max=MOST_PAIRS, help="pairs of battles against each baseline"
        ),
    ] = 200,
    against: Annotated[
        list[str] | None,
        typer.Option("--against", help="baseline, repeatable; all scripts if left out"),
    ] = None,
    seed: Seed = 0,
) -> None:
    """Write a policy into one file for games and tools.

    The file holds the network, the names of its actions and observations, its encounter, and a
    model card with scores against baselines. Asking it takes numpy and onnxruntime, no learner.

    Examples:
      fracas export runs/alley
      fracas export runs/alley --out npc.brain --pairs 500
      fracas evaluate undead/alley npc.brain --greedy
    """
    from fracas.envs import arena
    from fracas.evaluation import evaluate as judge
    from fracas.policies import export as exporter
    from fracas.policies import network as networks
    from fracas.policies.brain import SUFFIX, Brain
    from fracas.policies.network import NetworkPolicy
    from fracas.policies.resolve import resolve, script_names

    network, meta = networks.load(run)
    stem = run.resolve().name if run.is_dir() else run.stem
    target = out or run.parent / f"{stem}{SUFFIX}"
    if target.suffix != SUFFIX:
        raise CommandError(f"--out {target}: brains are called {SUFFIX}, such as npc{SUFFIX}")
    check_place("--out", target)
    source, training = _training(run, network, meta)
    made = arena(source)
    networks.check_fit(meta, made, run)
    exporter.onnx_of(network)  # says at once if onnx is missing
    names = list(dict.fromkeys(against or script_names(made.system.name)))
    baselines = [(name, resolve(name, made)) for name in names]
    # Exported brains are asked either way, so the card tells both.
    judged = [
        (name, NetworkPolicy(network, meta, greedy=greedy))
        for name, greedy in (("greedy", True), ("drawn", False))
    ]
    with progress_bar() as bar:
        task = bar.add_task("battles", total=len(judged) * len(baselines))
        document = judge.evaluate(
            made, judged, baselines, pairs, seed, progress=lambda: bar.advance(task)
        )
    card = {"training": training, "evaluation": _scores(document)}
    draft = Brain.from_bytes(exporter.pack(network, meta, source, card), str(target))
    card["cpu_milliseconds"] = _timed(draft)
    content = exporter.pack(network, meta, source, card)
    Brain.from_bytes(content, str(target))
    exporter.write(target, content)
    output(document, judge.tables(document)[:1], as_json=False)
    print(
        f"one decision takes {card['cpu_milliseconds']['p50']:.3f} ms of one core,"
        f" 99 % under {card['cpu_milliseconds']['p99']:.3f} ms"
    )
    print(f"brain: {target} ({len(content) / 1000:,.0f} kB)")


def _training(run: Path, network: Any, meta: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
    """Return the encounter, and how the network was trained as far as its files tell."""
    from fracas.training.checkpoint import CONFIG_FILE
    from fracas.training.config import load

    keys = ("decisions", "seconds", "seed", "results", "games")
    told = {key: meta[key] for key in keys if key in meta}
    told["network"] = {
        "layers": list(network.widths[1:-1]),
        "activation": network.activation,
        "weights": len(network.weights),
    }
    if "scores" in meta:
        told["scores_while_training"] = meta["scores"]
    file = (run if run.is_dir() else run.parent) / CONFIG_FILE
    if not file.is_file():
        return meta.get("encounter", ""), told
    config = load(file).model_dump(mode="json")
    told["settings"] = {key: config[key] for key in ("shaping", "side", "ppo")}
    return config["encounter"], told


def _scores(document: dict[str, Any]) -> dict[str, Any]:
    """Return what the model card says of an evaluation."""
    keys = ("pairs", "seed", "decision_limit", "interval", "score")
    counts = ("policy", "against", "battles", "wins", "draws", "losses", "truncated", "score")
    return {
        **{key: document[key] for key in keys},
        "matches": [
            {
                **{key: match[key] for key in counts},
                "by_side": {side: part["score"] for side, part in match["by_side"].items()},
                "rounds": match["rounds"],
            }
            for match in document["matches"]
        ],
    }


def _timed(brain: "Brain") -> dict[str, float]:
    """Return the CPU time that one decision takes, in milliseconds."""
    import numpy as np

    observations, masks = brain.golden["observation"], brain.golden["mask"]
    times = []
    for k in range(TIMED):
        one = slice(k % len(masks), k % len(masks) + 1)
        begun = time.thread_time()
        brain.choose(observations[one], masks[one])
        times.append(time.thread_time() - begun)
    p50, p99 = np.percentile(times, (50, 99)) * 1000
    return {"p50": round(float(p50), 4), "p99": round(float(p99), 4)}
