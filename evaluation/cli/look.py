"""Commands that only look: ``list``, ``show``, ``check``."""

from typing import Annotated, Any

import typer

from fracas.evaluation.cli.common import CommandError, Encounter, Json, output


def list_(as_json: Json = False) -> None:
    """List encounters and scripted policies.

    Examples:
      fracas list
      fracas list --json
    """
    from rich.table import Table

    from fracas.envs import arena, bundled, system_names
    from fracas.policies.resolve import script_names

    arenas = [arena(name) for name in bundled()]
    encounters = [
        {
            "id": made.name,
            "title": made.title,
            "system": made.system.name,
            "sides": {side: made.sides_of.count(number) for number, side in enumerate(made.sides)},
            "rows": made.n_rows,
            "floats": made.n_floats,
        }
        for made in arenas
    ]
    scripts = {system: list(script_names(system)) for system in system_names()}
    table = Table(title="encounters", title_justify="left")
    for title in ("id", "title", "units"):
        table.add_column(title)
    for title in ("actions", "observation"):
        table.add_column(title, justify="right")
    for entry in encounters:
        units = " v ".join(str(n) for n in entry["sides"].values())  # type: ignore[attr-defined]
        table.add_row(
            str(entry["id"]), str(entry["title"]), units, str(entry["rows"]), str(entry["floats"])
        )
    policies = Table(title="scripted policies", title_justify="left")
    policies.add_column("system")
    policies.add_column("names", overflow="fold")
    for system, names in scripts.items():
        policies.add_row(system, ", ".join(names))
    output({"encounters": encounters, "policies": scripts}, [table, policies], as_json)


def show(encounter: Encounter, as_json: Json = False) -> None:
    """Show the map, units and rulings of an encounter.

    Examples:
      fracas show undead/alley
      fracas show my_fight.yaml --json
    """
    from fracas.envs import Battle, arena
    from fracas.envs.core.encounter import read

    made = arena(encounter)
    data, _ = read(encounter)
    battle = Battle(made)
    units = {unit: _plain(vars(battle.unit(unit))) for unit in made.units}
    from fracas.evaluation.evaluate import heading

    document = {
        **heading(made, "show"),
        "description": data.get("description", ""),
        "round_limit": data.get("round_limit"),
        "options": data.get("options", {}),
        "rows": made.n_rows,
        "floats": made.n_floats,
        "record_bytes": made.system.dtype.itemsize,
        "units": units,
    }
    if as_json:
        output(document, [], as_json)
        return
    print(f"{made.title} ({made.name})\nsystem: {made.system.name}, {made.system.title}")
    for title in ("description", "round_limit"):
        if document[title]:
            print(f"{title.replace('_', ' ')}: {document[title]}")
    for name, value in document["options"].items():
        print(f"ruling: {name} = {value}")
    print(f"\n{battle.board()}\n")
    for number, side in enumerate(made.sides):
        print(f"side {side}")
        for unit, own in zip(made.units, made.sides_of, strict=True):
            if own == number:
                print(f"  {unit}: {_figures(units[unit])}")
    print(
        f"\n{made.n_rows} actions, {made.n_floats} numbers in an observation,"
        f" {document['record_bytes']} bytes a battle; rules {document['rules']['digest']}"
    )


def _plain(fields: dict[str, Any]) -> dict[str, Any]:
    """Return fields as JSON can hold them."""
    return {
        name: sorted(value) if isinstance(value, (set, frozenset)) else value
        for name, value in fields.items()
        if name != "name"
    }


def _figures(fields: dict[str, Any]) -> str:
    """Return the fields of a unit that say something, the numbers first."""
    skipped = ("side", "x", "y", "items")
    texts = []
    for name, value in fields.items():
        if name in skipped or value in (None, False, 0, [], {}):
            continue
        if isinstance(value, dict):
            value = "/".join(str(part) for part in value.values())
            if set(value) <= {"0", "/"}:
                continue
        if isinstance(value, (list, tuple)):
            named = [str(part) for part in value if part]
            if not named:
                continue
            value = ", ".join(named)
        texts.append(name if value is True else f"{name} {value}")
    return "; ".join(texts)


def check(
    system: Annotated[str | None, typer.Argument(help="rule system; all if left out")] = None,
    as_json: Json = False,
) -> None:
    """Check that all clauses are tested and cited.

    Needs a checkout, since it reads the tests. The exit status is 1 when something is missing.

    Examples:
      fracas check
      fracas check undead --json
    """
    from rich.table import Table

    from fracas.envs import system_named, system_names
    from fracas.evaluation.ledger import ledger

    names = system_names()
    if system is not None and system not in names:
        raise CommandError(f"no system {system!r}: one of {', '.join(names)}")
    books = [ledger(n, system_named(n).clauses) for n in ([system] if system else names)]
    table = Table(title="clauses", title_justify="left")
    table.add_column("system")
    for title in ("clauses", "tested", "cited", "options", "tested", "tests"):
        table.add_column(title, justify="right")
    for book in books:
        entry = book.to_json()
        keys = ("clauses", "tested", "cited", "options", "options_tested", "tests")
        table.add_row(book.system, *(str(entry[key]) for key in keys))
    output({"systems": [book.to_json() for book in books]}, [table], as_json)
    if not as_json:
        for book in books:
            for title, found in book.missing.items():
                places = (f"{n} ({', '.join(p)})" if p else n for n, p in found.items())
                print(f"{book.system}: {title}: {', '.join(places)}")
    if any(book.missing for book in books):
        raise typer.Exit(1)
