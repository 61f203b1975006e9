"""Who may import whom, whose generator may be asked, and what may be iterated over.

All of it is read from the sources, nothing is imported.
"""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("configs", "envs", "evaluation", "policies", "training")

CLI = "fracas.evaluation.cli"
LEARNER = ("torch", "stable_baselines3", "sb3_contrib")
MAY_LEARN = ("fracas.training", "fracas.policies.network")
READS_BUNDLED = "fracas.envs.core.encounter"
EXTRAS = {"fracas.training": "train", "fracas.evaluation": "eval"}
IMPORT_NAMES = {"pyyaml": "yaml"}  # where it is not the distribution's name with underscores
TEST_HELPERS = {"fracas.envs.core.testing": {"pytest"}}  # imported by tests only


def name_of(path: Path) -> str:
    """Return the import name of a source file."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(("fracas", *parts)).removesuffix(".__init__")


MODULES = {
    name_of(path): path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))
}
every_module = pytest.mark.parametrize("module", MODULES)


def source(module: str) -> ast.Module:
    """Return the syntax tree of a module."""
    return ast.parse(MODULES[module].read_text(encoding="utf-8"))


def within(name: str, *packages: str) -> bool:
    """Return whether ``name`` is one of the packages or something inside one."""
    return any(name == package or name.startswith(package + ".") for package in packages)


# Imports ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Import:
    """One imported name: its dotted path, its line, and where it stands."""

    name: str
    line: int
    in_function: bool
    for_types: bool


def imports(tree: ast.Module, module: str, is_package: bool = False) -> list[Import]:
    """Return all imports of a module, also those made by a call with a literal name."""
    found: list[Import] = []

    def visit(node: ast.AST, in_function: bool, for_types: bool) -> None:
        for name in imported_names(node, module, is_package):
            found.append(Import(name, node.lineno, in_function, for_types))
        in_function |= isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
        typing_only = isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        for field, value in ast.iter_fields(node):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    visit(child, in_function, for_types or (typing_only and field == "body"))

    visit(tree, in_function=False, for_types=False)
    return found


def imported_names(node: ast.AST, module: str, is_package: bool) -> list[str]:
    """Return the dotted names that one node imports."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        base = node.module or ""
        if node.level:
            parts = module.split(".")
            above = parts[: len(parts) - node.level + is_package]
            base = ".".join((*above, *filter(None, [node.module])))
        return [f"{base}.{alias.name}" for alias in node.names]
    if isinstance(node, ast.Call) and node.args:
        function = ast.unparse(node.func).rpartition(".")[2]
        if function in {"import_module", "__import__", "find_spec"}:
            argument = node.args[0]
            if isinstance(argument, ast.JoinedStr) and argument.values:  # f"fracas.envs.{name}"
                argument = argument.values[0]
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                return [argument.value.rstrip(".")]
    return []


def imports_of(module: str) -> list[Import]:
    """Return all imports of one of our modules."""
    return imports(source(module), module, is_package=MODULES[module].name == "__init__.py")


def allowed(module: str) -> tuple[str, ...]:
    """Return the parts of fracas that a module may import."""
    folder, *rest = module.split(".")[1:]
    envs, policies, configs = "fracas.envs", "fracas.policies", "fracas.configs"
    if within(module, CLI):
        return ("fracas",)
    if folder == "configs":
        return (configs,)
    if folder == "envs":
        if not rest or not (ROOT / "envs" / rest[0]).is_dir():
            return (envs,)
        return (f"{envs}.core", f"{envs}.{rest[0]}")
    if folder == "policies":
        return (envs, policies)
    return (envs, policies, configs, f"fracas.{folder}")


@every_module
def test_a_module_imports_only_from_the_layers_below(module: str) -> None:
    wrong = [
        f"line {found.line}: {found.name}"
        for found in imports_of(module)
        if within(found.name, "fracas") and not within(found.name, *allowed(module))
    ]
    assert wrong == [], f"{module} may import {allowed(module)}"


@every_module
def test_only_the_encounter_loader_of_the_core_reads_the_bundled_files(module: str) -> None:
    """``importlib.resources.files("fracas.configs")`` is no import, so it is looked for as text."""
    if not within(module, "fracas.envs") or module == READS_BUNDLED:
        return
    strings = (node.value for node in ast.walk(source(module)) if isinstance(node, ast.Constant))
    assert [text for text in strings if isinstance(text, str) and text == "fracas.configs"] == []


@every_module
def test_the_learner_is_imported_in_few_places_and_inside_functions(module: str) -> None:
    wrong = [
        f"line {found.line}: {found.name}"
        for found in imports_of(module)
        if within(found.name, *LEARNER)
        and not found.for_types
        and not (found.in_function and within(module, *MAY_LEARN))
    ]
    assert wrong == [], f"only inside functions of {MAY_LEARN}"


def import_names(requirements: list[str]) -> set[str]:
    """Return the import names of a list of requirements."""
    names = (re.split(r"[^\w.-]", text, maxsplit=1)[0].lower() for text in requirements)
    return {IMPORT_NAMES.get(name, name.replace("-", "_")) for name in names}


@every_module
def test_importing_a_module_needs_only_what_its_folder_declares(module: str) -> None:
    """Core dependencies everywhere, an extra in its own folder, anything else inside functions."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    declared = import_names(project["dependencies"]) | TEST_HELPERS.get(module, set())
    for package, extra in EXTRAS.items():
        # the package itself and the command line must work without the extra
        if module.startswith(package + ".") and not within(module, CLI):
            declared |= import_names(project["optional-dependencies"][extra])
    tops = {
        found.name.partition(".")[0]
        for found in imports_of(module)
        if not found.in_function and not found.for_types
    }
    assert sorted(tops - declared - {"fracas"} - sys.stdlib_module_names) == []


# Generators ------------------------------------------------------------------------------------

# Everything else in numpy.random and random asks a generator that the whole process shares.
OWN_GENERATORS = {
    "numpy.random": {
        "BitGenerator",
        "Generator",
        "PCG64",
        "PCG64DXSM",
        "Philox",
        "SFC64",
        "SeedSequence",
        "default_rng",
    },
    "random": {"Random"},
}


def global_generators(tree: ast.Module) -> list[str]:
    """Return all uses of a process-wide random generator."""
    aliases: dict[str, str] = {}
    faults: list[tuple[int, str]] = []

    def check(dotted: str, line: int) -> None:
        for package, own in OWN_GENERATORS.items():
            inside = dotted.removeprefix(package + ".")
            if inside != dotted and inside.partition(".")[0] not in own:
                faults.append((line, dotted))

    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                top = alias.name.partition(".")[0]
                aliases[alias.asname or top] = alias.name if alias.asname else top
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for alias in node.names:
                aliases[alias.asname or alias.name] = f"{node.module}.{alias.name}"
                check(f"{node.module}.{alias.name}", node.lineno)
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            dotted = ast.unparse(node)
            first, _, rest = dotted.partition(".")
            if first in aliases and re.fullmatch(r"[\w.]+", dotted):
                check(f"{aliases[first]}.{rest}", node.lineno)
    return [f"line {line}: {dotted}" for line, dotted in sorted(set(faults))]


@every_module
def test_D17_no_generator_is_shared_by_the_process(module: str) -> None:
    assert global_generators(source(module)) == []


# Sets ------------------------------------------------------------------------------------------

SET_TYPES = {"set", "frozenset", "Set", "AbstractSet", "MutableSet"}
SET_METHODS = {"copy", "difference", "intersection", "symmetric_difference", "union"}
SET_OPERATORS = (ast.BitAnd, ast.BitOr, ast.BitXor, ast.Sub)
# What these return does not depend on the order in which a set gives its members.
ORDERLESS = {"all", "any", "frozenset", "len", "set", "sorted"}
ORDERED = {"dict.fromkeys", "enumerate", "filter", "iter", "list", "map", "tuple", "zip"}
ORDERED_METHODS = {"array", "asarray", "extend", "fromiter", "join"}
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def is_set(node: ast.expr | None, names: set[str]) -> bool:
    """Return whether an expression is seen to be a set, ``names`` being known sets."""
    match node:
        case ast.Set() | ast.SetComp():
            return True
        case ast.Name(id=name):
            return name in names
        case ast.Call(func=ast.Name(id="set" | "frozenset")):
            return True
        case ast.Call(func=ast.Attribute(value=value, attr=method)):
            return method in SET_METHODS and is_set(value, names)
        case ast.BinOp(left=left, op=operator, right=right):
            both = is_set(left, names) or is_set(right, names)
            return isinstance(operator, SET_OPERATORS) and both
        case ast.IfExp(body=body, orelse=orelse):
            return is_set(body, names) or is_set(orelse, names)
        case ast.NamedExpr(value=value):
            return is_set(value, names)
    return False


def own_nodes(scope: ast.AST) -> Iterator[ast.AST]:
    """Yield what stands in a scope, not what stands in the functions inside it."""
    for child in ast.iter_child_nodes(scope):
        yield child
        if not isinstance(child, FUNCTIONS):
            yield from own_nodes(child)


def set_names(scope: ast.AST, outer: set[str]) -> set[str]:
    """Return the names that are sets in a scope."""
    sets, others = set(outer), set()
    if isinstance(scope, FUNCTIONS):
        arguments = scope.args
        for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
            (sets.add if is_set_type(argument.annotation) else sets.discard)(argument.arg)
    for node in own_nodes(scope):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            known = is_set_type(node.annotation) or is_set(node.value, sets)
            (sets.add if known else others.add)(node.target.id)
        elif isinstance(node, (ast.Assign, ast.NamedExpr)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                if isinstance(target, ast.Name):
                    (sets.add if is_set(node.value, sets) else others.add)(target.id)
    return sets - others


def is_set_type(annotation: ast.expr | None) -> bool:
    """Return whether an annotation says set."""
    if isinstance(annotation, ast.Subscript):
        annotation = annotation.value
    return annotation is not None and ast.unparse(annotation).rpartition(".")[2] in SET_TYPES


def set_iterations(scope: ast.AST, outer: frozenset[str] = frozenset()) -> list[int]:
    """Return the lines on which the order of a set's members matters."""
    names = set_names(scope, set(outer))
    lines: list[int] = []
    orderless: list[ast.AST] = []
    for node in own_nodes(scope):
        match node:
            case ast.For(iter=iterated) if is_set(iterated, names):
                lines.append(node.lineno)
            case ast.ListComp() | ast.GeneratorExp() | ast.DictComp():
                of_sets = any(is_set(part.iter, names) for part in node.generators)
                if of_sets and node not in orderless:
                    lines.append(node.lineno)
            case ast.List(elts=parts) | ast.Tuple(elts=parts):
                starred = (part.value for part in parts if isinstance(part, ast.Starred))
                lines.extend(node.lineno for part in starred if is_set(part, names))
            case ast.Call(func=function, args=arguments):
                called = ast.unparse(function)
                if called in ORDERLESS:
                    orderless.extend(arguments)
                takes_order = called in ORDERED or (
                    isinstance(function, ast.Attribute) and function.attr in ORDERED_METHODS
                )
                bare = (part.value for part in arguments if isinstance(part, ast.Starred))
                lines.extend(node.lineno for part in bare if is_set(part, names))
                if takes_order and any(is_set(argument, names) for argument in arguments):
                    lines.append(node.lineno)
                match function:
                    case ast.Attribute(value=value, attr="pop") if is_set(value, names):
                        lines.append(node.lineno)
        if isinstance(node, FUNCTIONS):
            lines.extend(set_iterations(node, frozenset(names)))
    return sorted(set(lines))


@every_module
def test_D2_nothing_depends_on_the_order_of_a_set(module: str) -> None:
    """Strings hash differently in each process: the same seed would give another battle."""
    assert set_iterations(source(module)) == [], "lines: use sorted(...), a tuple or a dict"


# The checks themselves -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("module", "line", "fine"),
    [
        ("fracas.envs.core.aec", "from fracas.envs.core import jit", True),
        ("fracas.envs.core.aec", "from fracas.envs import make", False),
        ("fracas.envs.core.aec", "import fracas.envs.undead.step", False),
        ("fracas.envs.core.aec", "import_module(f'fracas.envs.{name}')", False),
        ("fracas.envs.core.encounter", "from fracas.configs import load", False),
        ("fracas.envs.core.encounter", "importlib.resources.files('fracas.configs')", True),
        ("fracas.envs", "import_module(f'fracas.envs.{name}')", True),
        ("fracas.envs", "from fracas import policies", False),
        ("fracas.policies.base", "from ..envs import make", True),
        ("fracas.policies.base", "from ..training import train", False),
        ("fracas.policies.base", "from fracas.configs import load", False),
        ("fracas.training.train", "from fracas.evaluation.match import play", False),
        ("fracas.evaluation.match", "from fracas.configs import load", True),
        ("fracas.evaluation.cli", "from fracas.training.train import train", True),
        ("fracas.configs", "import fracas.envs", False),
    ],
)
def test_the_table_of_layers(module: str, line: str, fine: bool) -> None:
    found = imports(ast.parse(line), module)
    inside = [item.name for item in found if within(item.name, "fracas")]
    assert all(within(name, *allowed(module)) for name in inside) == fine


def test_where_an_import_stands() -> None:
    text = (
        "if TYPE_CHECKING:\n    import a\nelse:\n    import b\n"
        "def f():\n    import c\nclass D:\n    import d\n"
    )
    stands = {
        item.name: (item.in_function, item.for_types) for item in imports(ast.parse(text), "m")
    }
    assert stands == {
        "a": (False, True),
        "b": (False, False),
        "c": (True, False),
        "d": (False, False),
    }


@pytest.mark.parametrize(
    ("text", "fine"),
    [
        ("import numpy as np\nnp.random.default_rng(1).random()", True),
        ("import numpy as np\ndef f(rng: np.random.Generator): rng.shuffle(x)", True),
        ("from numpy.random import PCG64, Generator, SeedSequence", True),
        ("import random\nrandom.Random(3).random()", True),
        ("from fracas.policies import random\nrandom.act()", True),
        ("import numpy as np\nnp.random.seed(1)", False),
        ("import numpy\nx = numpy.random.rand(3)", False),
        ("import numpy.random as npr\nnpr.choice(3)", False),
        ("from numpy import random\nrandom.integers(3)", False),
        ("from numpy.random import rand", False),
        ("import random\nrandom.shuffle(x)", False),
        ("import random\nshuffle = random.shuffle", False),
        ("from random import choice as pick", False),
    ],
)
def test_the_check_of_generators(text: str, fine: bool) -> None:
    assert (global_generators(ast.parse(text)) == []) == fine


@pytest.mark.parametrize(
    ("text", "fine"),
    [
        ("for x in sorted({1, 2}): pass", True),
        ("y = sorted(f(x) for x in set(z))", True),
        ("y = {f(x) for x in set(z)}", True),
        ("x in {1, 2}", True),
        ("s = {1}\ndef f(s):\n    for x in s: pass", True),
        ("def f():\n    s = {1}\ndef g():\n    s = [1]\n    for x in s: pass", True),
        ("for x in {1, 2}: pass", False),
        ("for x in set(y): pass", False),
        ("for x in set(y) - {0}: pass", False),
        ("y = [x for x in frozenset(z)]", False),
        ("y = {x: 0 for x in {1, 2}}", False),
        ("S = frozenset(z)\ndef f():\n    for x in S: pass", False),
        ("def f(s: set[str]):\n    for x in s: pass", False),
        ("def f(s: set[str]):\n    return s.pop()", False),
        ("y = list(set(z))", False),
        ("y = [*{1, 2}]", False),
        ("y = ', '.join({'a', 'b'})", False),
    ],
)
def test_the_check_of_sets(text: str, fine: bool) -> None:
    assert (set_iterations(ast.parse(text)) == []) == fine
