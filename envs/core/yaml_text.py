"""YAML with the line of each of its parts, and every fault of it in one line."""

import re
from collections.abc import Iterator
from typing import Any

import yaml

from fracas.envs.core.errors import EncounterError

MAX_PARTS = 50_000
"""Keys, items and lines of blocks in a file, repeated for each alias (so that none can blow up)."""

_TEXT, _MERGE, _INTEGER = (f"tag:yaml.org,2002:{kind}" for kind in ("str", "merge", "int"))
_PLAIN = re.compile(r"[-+]?(0|[1-9][0-9]*)")


def one_line(text: str) -> EncounterError:
    """Return an error of a text without its line breaks."""
    return EncounterError(" ".join(text.splitlines()))


def shortened(text: str, most: int) -> str:
    """Return a text of at most so many characters."""
    return text if len(text) <= most else f"{text[: most - 3]}..."


class _Loader(yaml.SafeLoader):
    def construct_object(self, node: Any, deep: bool = False) -> Any:
        """Build a value; one that isn't what its form or tag says is a fault with a line."""
        try:
            # YAML 1.1 reads 010 as 8: few people who write it mean that.
            if node.tag == _INTEGER and not _PLAIN.fullmatch(node.value):
                raise ValueError
            return super().construct_object(node, deep)
        except (ValueError, LookupError, AttributeError, TypeError):
            text = shortened(str(node.value), 60)
            raise yaml.constructor.ConstructorError(
                None,
                None,
                f"{text!r} is no value of its kind; write numbers in plain digits, texts in quotes",
                node.start_mark,
            ) from None


def value_of(text: str) -> Any:
    """Return the value of a YAML text that stands alone.

    Raises:
        EncounterError: it is none, or one that encounter files may not hold.
    """
    return loaded(text.encode(errors="surrogateescape"), "value")[0]


def loaded(content: bytes, name: str) -> tuple[Any, dict[tuple[Any, ...], int]]:
    """Return what YAML holds, and the line of each of its parts.

    Args:
        content: the text in UTF-8, with or without a byte-order mark.
        name: what errors call it.

    Raises:
        EncounterError: it is no YAML, or holds what encounter files may not.
    """
    lines: dict[tuple[Any, ...], int] = {}
    try:
        text = content.decode("utf-8-sig")
        loader = _Loader(text)
        node = loader.get_single_node()
        for path, line in _walk(node, (), name):
            lines[path] = line
            if len(lines) > MAX_PARTS:
                raise EncounterError(
                    f"{name}: more than {MAX_PARTS} keys and items, aliases included"
                )
        return (None if node is None else loader.construct_document(node)), lines
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise EncounterError(
            f"{name}:{line}: not a text file in UTF-8; a YAML file is needed"
        ) from None
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        raise EncounterError(
            f"{name}:{line}: {chr(error.character)!r} stands in no YAML file; leave it out"
        ) from None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        where = f"{name}:{mark.line + 1}" if mark else name
        raise one_line(f"{where}: not YAML: {_syntax(error)}") from None
    except RecursionError:
        raise EncounterError(f"{name}: lists and mappings are nested too deeply") from None


def _syntax(error: yaml.MarkedYAMLError) -> str:
    text = str(error.problem)
    if error.context:
        start = error.context_mark
        where = f" (line {start.line + 1})" if start else ""
        text = f"{error.context}{where}: {text}"
    if "mapping values are not allowed" in text:
        return f"{text}; a text with a colon needs quotes, keys that belong together one indent"
    if "'\\t'" in text:
        return f"{text}; indent with spaces, not tabs"
    if "expected ':'" in text:
        return f"{text}; key and value are parted by a colon and a blank"
    return text


def _walk(node: Any, path: tuple[Any, ...], name: str) -> Iterator[tuple[tuple[Any, ...], int]]:
    """Yield path and line of a node and of all its parts; the rows of a block count as parts."""
    if not path and node is not None:
        yield (), node.start_mark.line + 1
    if isinstance(node, yaml.MappingNode):
        seen: dict[str, int] = {}
        for key, value in node.value:
            line = key.start_mark.line + 1
            if not isinstance(key, yaml.ScalarNode):
                raise EncounterError(f"{name}:{line}: a key is a word, not a list or mapping")
            whole = ".".join(str(part) for part in (*path, key.value))
            if key.tag not in (_TEXT, _MERGE):
                shown = shortened(key.value, 60)
                raise one_line(
                    f"{name}:{line}: {whole}: a text is needed, not {shown}; put it in quotes"
                )
            if key.value in seen:
                first = f"line {seen[key.value]} has it too"
                raise one_line(f"{name}:{line}: {whole}: stands twice, {first}; keep one")
            seen[key.value] = line
            yield (*path, key.value), line
            yield from _walk(value, (*path, key.value), name)
    elif isinstance(node, yaml.SequenceNode):
        for k, value in enumerate(node.value):
            yield (*path, k), value.start_mark.line + 1
            yield from _walk(value, (*path, k), name)
    elif isinstance(node, yaml.ScalarNode) and node.style == "|":
        for k in range(node.value.count("\n")):
            yield (*path, k), node.start_mark.line + 2 + k
