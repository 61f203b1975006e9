"""Clauses of the rulebooks = clauses that tests are marked with = clauses that code cites."""

import pytest

from fracas.envs import SYSTEMS
from fracas.evaluation.ledger import ledger

systems = pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.name)


@systems
def test_every_clause_and_option_is_tested_and_every_clause_cited(system) -> None:
    assert ledger(system.name, system.clauses).missing == {}


@systems
def test_the_ledger_is_not_empty(system) -> None:
    """A rulebook laid out in another way must not pass as one without clauses."""
    counts = ledger(system.name, system.clauses).to_json()
    assert counts["clauses"] > 100
    assert counts["options"] > 10
