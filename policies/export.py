"""Writes brains: a network as an ONNX graph, with all that a stranger needs to ask it.

See ``fracas.policies.brain`` for the file.
"""

import hashlib
import json
import zipfile
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fracas.envs.core.batch import BattleBatch
from fracas.envs.core.battle import Arena, arena
from fracas.envs.core.encounter import read
from fracas.envs.core.files import written_whole
from fracas.envs.core.record import digest as record_digest
from fracas.envs.core.system import rules_digest
from fracas.policies.brain import ABOUT, FORMAT, GOLDEN, POLICY, REFUSED, BrainError, digest
from fracas.policies.network import Network, check_fit, describe

OPSET, IR = 17, 8
"""Old enough for every onnxruntime that is supported."""

CASES = 64
FRAME = (
    "as the decider calls it: ally_k and enemy_k are the units of its own and of the other side in"
    " index order; places and directions as the first side sees them, exchanged for the second one"
    " where the map is symmetric"
)
_BATTLES, _STEPS = 16, 128
_DATE = (1980, 1, 1, 0, 0, 0)  # of members: equal brains are equal files


def pack(
    network: Network,
    meta: Mapping[str, Any],
    source: str | Path | Mapping[str, Any],
    card: Mapping[str, Any],
) -> bytes:
    """Return the content of a brain file.

    Args:
        network: the policy.
        meta: what the network's file says it was made for.
        source: the encounter: a bundled id, a YAML path, or a mapping.
        card: the model card, anything that JSON holds.

    Raises:
        BrainError: onnx is not installed.
        EncounterError: the encounter can't be used.
        NetworkError: the network is not for this encounter.
    """
    made, (definition, _) = arena(source), read(source)
    check_fit(meta, made, "the network")
    golden = golden_cases(network, made)
    members = {
        POLICY: onnx_of(network),
        GOLDEN: b"".join(array.tobytes() for array in golden),
    }
    name = _plain_name(made)
    sides: dict[str, list[str]] = {side: [] for side in made.sides}
    for unit, number in zip(made.units, made.sides_of, strict=True):
        sides[made.sides[number]].append(unit)
    about = {
        "format": FORMAT,
        "fracas": _release(),
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
        "fits": {**describe(made), "encounter": name, "rules": rules_digest(made.system.name)},
        "encounter": {
            "id": name,
            "title": made.title,
            "digest": record_digest(made.record),
            "sides": sides,
            "definition": definition,
        },
        "options": definition.get("options") or {},
        "frame": FRAME,
        "names": row_names(made),
        "layout": [[block, list(names)] for block, names in made.layout.blocks],
        "card": dict(card),
        "golden": len(golden[0]),
        "files": {
            member: {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
            for member, data in members.items()
        },
    }
    about["sha256"] = digest(about)
    members[ABOUT] = json.dumps(about, indent=1, allow_nan=False).encode()
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        for member in (ABOUT, POLICY, GOLDEN):
            info = zipfile.ZipInfo(member, _DATE)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            file.writestr(info, members[member])
    return out.getvalue()


def write(path: str | Path, data: bytes) -> None:
    """Write a file beside the old one first, then in its place."""
    with written_whole(path) as file:
        file.write(data)


def _release() -> str:
    try:
        return version("fracas")
    except PackageNotFoundError:
        return "unknown"


def _plain_name(made: Arena) -> str:
    """Return a bundled id as it is, of a file its name without the folders it lies in."""
    return Path(made.name).stem if Path(made.name).suffix else made.name


def row_names(made: Arena) -> list[str]:
    """Return the name of each row of an action table in its decider's frame."""
    frames = []
    for own in range(len(made.sides)):
        counts = {True: 0, False: 0}
        ids = []
        for side in made.sides_of:
            ids.append(f"{'ally' if side == own else 'enemy'}_{counts[side == own]}")
            counts[side == own] += 1
        frames.append((made.sides_of.index(own), replace(made.names, units=tuple(ids))))
    verbs, record = made.system.verbs.verbs, made.record[0]

    def argument(kind: str, number: int) -> str:
        # A slot may be empty on one side and not on the other.
        called = [made.system.argument_name(kind, number, record, *frame) for frame in frames]
        known = (t for t, (_, names) in zip(called, frames, strict=True) if t in names.units)
        return next(known, called[0])

    names = []
    for verb, *numbers in made.rows:
        kinds = verbs[verb].arguments
        inside = ", ".join(argument(k, n) for k, n in zip(kinds, numbers, strict=False))
        names.append(f"{verbs[verb].name}({inside})" if inside else verbs[verb].name)
    return names


def golden_cases(network: Network, made: Arena, cases: int = CASES) -> tuple[NDArray[Any], ...]:
    """Return (observations, masks, logits, values) of decisions that the network met in play."""
    batch = BattleBatch(made, _BATTLES, seed=0)
    batch.restart()
    rng = np.random.default_rng(0)
    seen: list[tuple[NDArray[np.float32], NDArray[np.int8]]] = []
    for _ in range(_STEPS):
        over = np.flatnonzero(batch.deciders < 0)
        if over.size:
            batch.restart(over)
        asked = np.flatnonzero(batch.deciders >= 0)
        seen += [(batch.observations[k].copy(), batch.masks[k].copy()) for k in asked]
        batch.step(network.choose(batch.observations, batch.masks, rng))
    if not seen:
        raise BrainError(f"{made.name}: nobody ever decides anything")
    chosen = np.sort(rng.choice(len(seen), min(cases, len(seen)), replace=False))
    observations, masks = (np.stack([seen[k][part] for k in chosen]) for part in (0, 1))
    logits, values = network.evaluate(observations)
    return (
        observations.astype("<f4"),
        masks.astype("u1"),
        np.where(masks != 0, logits, REFUSED).astype("<f4"),
        values.astype("<f4"),
    )


def onnx_of(network: Network) -> bytes:
    """Return a network as an ONNX graph; the mask is one of its inputs.

    Raises:
        BrainError: onnx is not installed.
    """
    try:
        from onnx import TensorProto, checker, helper, numpy_helper
    except ModuleNotFoundError:
        raise BrainError("writing brains needs onnx: pip install 'fracas[export]'") from None
    activation = {"relu": "Relu", "tanh": "Tanh"}[network.activation]
    arrays = network.arrays()
    nodes, last = [], "observation"
    for k in range(len(network.widths) - 2):
        layer = f"layer_{k}"
        inputs = [last, f"{layer}.weight", f"{layer}.bias"]
        nodes.append(helper.make_node("Gemm", inputs, [layer]))
        last = f"trunk_{k}"
        nodes.append(helper.make_node(activation, [layer], [last]))
    for head in ("rows", "value"):
        inputs = [last, f"{head}.weight", f"{head}.bias"]
        nodes.append(helper.make_node("Gemm", inputs, [f"{head}.all"]))
    nodes.append(helper.make_node("Where", ["mask", "rows.all", "refused"], ["logits"]))
    nodes.append(helper.make_node("Squeeze", ["value.all", "axis"], ["value"]))
    constants: dict[str, NDArray[Any]] = {
        "refused": np.array(REFUSED, np.float32),
        "axis": np.array([1], np.int64),
    }
    graph = helper.make_graph(
        nodes,
        "policy",
        [
            helper.make_tensor_value_info(
                "observation", TensorProto.FLOAT, ["batch", network.n_floats]
            ),
            helper.make_tensor_value_info("mask", TensorProto.BOOL, ["batch", network.n_rows]),
        ],
        [
            helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", network.n_rows]),
            helper.make_tensor_value_info("value", TensorProto.FLOAT, ["batch"]),
        ],
        [numpy_helper.from_array(array, name) for name, array in {**constants, **arrays}.items()],
    )
    model = helper.make_model(
        graph, ir_version=IR, opset_imports=[helper.make_opsetid("", OPSET)], producer_name="fracas"
    )
    checker.check_model(model)
    content: bytes = model.SerializeToString()
    return content
