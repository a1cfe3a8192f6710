"""Every scenario of every game passes, and every numbered rule is cited by one or by a test."""

from __future__ import annotations

import pytest

from conftest import ROOT
from parapegma import all_games
from parapegma.core.scenario import Scenario, read_scenarios
from parapegma.core.scenario_runner import run_scenario
from parapegma.testing.coverage import as_markdown, rules_coverage

CASES = [
    case for file in sorted((ROOT / "tests" / "scenarios").rglob("*.yaml")) for case in read_scenarios(file)
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_scenario(case: Scenario) -> None:
    assert run_scenario(case) is None


def test_no_two_cases_of_a_game_have_the_same_name() -> None:
    names = [(case.game, case.name) for case in CASES]
    assert len(names) == len(set(names)), sorted({name for name in names if names.count(name) > 1})


def test_every_numbered_rule_is_cited() -> None:
    found = rules_coverage(ROOT)
    assert {game.name for game in all_games()} <= set(found)
    assert {game: covered.missing for game, covered in found.items() if covered.missing} == {}
    assert all(covered.total > 50 for covered in found.values())


def test_the_table_in_the_docs_is_up_to_date() -> None:
    written = (ROOT / "docs" / "coverage.md").read_text("utf-8")
    assert written == as_markdown(rules_coverage(ROOT)), (
        "write it anew: parapegma rules --coverage --markdown"
    )


def test_no_scenario_cites_a_rule_that_does_not_exist() -> None:
    known = {rule for covered in rules_coverage(ROOT).values() for rule in covered.places}
    assert {rule for case in CASES for rule in case.rules} <= known
