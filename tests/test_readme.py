"""The README's examples run, and its encounter is a good one."""

import doctest
import re
from pathlib import Path

import yaml

from fracas.envs import SYSTEMS, Battle, bundled
from fracas.evaluation.ledger import ledger

README = Path(__file__).resolve().parents[1] / "README.md"


def test_the_examples_run():
    failed, tried = doctest.testfile(str(README), module_relative=False)
    assert failed == 0
    assert tried > 10


def test_the_table_counts_the_encounters_and_clauses():
    text = README.read_text(encoding="utf-8")
    for system in SYSTEMS:
        row = re.search(rf"(?m)^\| `{system.name}` \|.* \| (\d+) \| (\d+) \|$", text)
        encounters = [name for name in bundled() if name.startswith(f"{system.name}/")]
        clauses = ledger(system.name, system.clauses).to_json()["clauses"]
        counted = (len(encounters), clauses)
        assert (int(row[1]), int(row[2])) == counted, (
            f"the row of {system.name} on the first screen"
        )


def blocks():
    return re.findall(r"```yaml\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)


def test_the_encounters_can_be_played():
    whole = [text for text in blocks() if "system:" in text]
    units = [set(Battle(yaml.safe_load(text)).units) for text in whole]
    assert units == [{"red_0", "blue_0", "blue_1"}, {"red_0", "blue_0"}]


def test_own_items_can_be_added_to_the_first():
    whole, items = blocks()[:2]
    own = Battle(yaml.safe_load(whole.replace("[mag12, ", "[nails, ")) | yaml.safe_load(items))
    assert own.unit("red_0").inventory[0] == "nails"
