"""The README's examples run, and its encounter is a good one."""

import doctest
import re
from pathlib import Path

import yaml

from fracas.envs import Battle

README = Path(__file__).resolve().parents[1] / "README.md"


def test_the_examples_run():
    failed, tried = doctest.testfile(str(README), module_relative=False)
    assert failed == 0
    assert tried > 10


def test_the_encounter_can_be_played():
    text = README.read_text(encoding="utf-8")
    whole, items = re.findall(r"```yaml\n(.*?)```", text, re.DOTALL)
    battle = Battle(yaml.safe_load(whole))
    assert set(battle.units) == {"red_0", "blue_0", "blue_1"}
    assert battle.legal()
    own = Battle(yaml.safe_load(whole.replace("[mag12, ", "[nails, ")) | yaml.safe_load(items))
    assert own.unit("red_0").inventory[0] == "nails"
