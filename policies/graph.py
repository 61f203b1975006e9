"""What an ONNX graph computes with, read without the onnx package.

A graph from a stranger may hold loops without end, layers of any size made from a few bytes, or
weights in other files. The graphs of brains are dense layers and a mask, so everything else is
refused, before anything runs it.
"""

from collections.abc import Iterator

OPERATORS = frozenset({"Gemm", "Relu", "Tanh", "Squeeze", "Where"})

# Numbers of the fields that a graph may have (onnx.proto); node attributes are not among them.
_MODEL = {1: "ir_version", 2: "producer_name", 3: "producer_version", 7: "graph", 8: "opset_import"}
_GRAPH = {1: "node", 2: "name", 5: "initializer", 11: "input", 12: "output"}
_NODE = {1: "input", 2: "output", 3: "name", 4: "op_type"}
_TENSOR = {1: "dims", 2: "data_type", 8: "name", 9: "raw_data"}


def check(model: bytes) -> None:
    """Refuse a graph that is more than dense layers and a mask.

    Raises:
        ValueError: it is, or it is no ONNX graph.
    """
    try:
        for part, graph in _fields(model, _MODEL):
            if part != "graph":
                continue
            for name, content in _fields(graph, _GRAPH):
                if name == "node":
                    _check_node(content)
                elif name == "initializer":
                    list(_fields(content, _TENSOR))
    except IndexError:
        raise ValueError("not an ONNX graph") from None


def _check_node(node: bytes) -> None:
    for name, content in _fields(node, _NODE):
        operator = content.decode("ascii", "replace")
        if name == "op_type" and operator not in OPERATORS:
            known = ", ".join(sorted(OPERATORS))
            raise ValueError(f"operator {operator[:40]!r}; a brain has {known} only")


def _fields(message: bytes, known: dict[int, str]) -> Iterator[tuple[str, bytes]]:
    """Yield (name, content) of each field of a protobuf message; numbers have no content."""
    at = 0
    while at < len(message):
        key, at = _varint(message, at)
        if key >> 3 not in known:
            raise ValueError(f"it holds more than dense layers and a mask (field {key >> 3})")
        if key & 7 == 0:
            size, at = 0, _varint(message, at)[1]
        elif key & 7 == 2:
            size, at = _varint(message, at)
        else:
            raise ValueError("not an ONNX graph")
        if at + size > len(message):
            raise IndexError
        yield known[key >> 3], message[at : at + size]
        at += size


def _varint(message: bytes, at: int) -> tuple[int, int]:
    """Return a number of at most 64 bits and where it ends."""
    value = 0
    for k in range(10):
        byte = message[at + k]
        value |= (byte & 127) << (7 * k)
        if byte < 128:
            return value, at + k + 1
    raise IndexError
