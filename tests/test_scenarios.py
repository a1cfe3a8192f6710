"""Every scenario of every game passes, and every numbered rule is held by one or by a test marked with it."""

from __future__ import annotations

import pytest

from conftest import ROOT
from parapegma import all_games
from parapegma.core.scenario import Chance, Checks, Scenario, read_scenarios
from parapegma.core.scenario_runner import run_scenario
from parapegma.testing.coverage import Coverage, as_markdown, marks, rules_coverage

CASES = [
    case for file in sorted((ROOT / "tests" / "scenarios").rglob("*.yaml")) for case in read_scenarios(file)
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_scenario(case: Scenario) -> None:
    assert run_scenario(case) is None


def test_no_two_cases_of_a_game_have_the_same_name() -> None:
    names = [(case.game, case.name) for case in CASES]
    assert len(names) == len(set(names)), sorted({name for name in names if names.count(name) > 1})


@pytest.fixture(scope="module")
def coverage() -> dict[str, Coverage]:
    return rules_coverage(ROOT, run_tests=False)


def test_every_numbered_rule_is_held(coverage: dict[str, Coverage]) -> None:
    found = coverage
    assert {game.name for game in all_games()} <= set(found)
    assert {game: covered.missing for game, covered in found.items() if covered.missing} == {}
    assert all(covered.total > 50 for covered in found.values())


def test_the_table_in_the_docs_is_up_to_date(coverage: dict[str, Coverage]) -> None:
    written = (ROOT / "docs" / "coverage.md").read_text("utf-8")
    assert written == as_markdown(coverage), "write it anew: parapegma rules --coverage --markdown"


def test_no_scenario_or_mark_cites_a_rule_that_does_not_exist(coverage: dict[str, Coverage]) -> None:
    known = {rule for covered in coverage.values() for rule in covered.places}
    assert {rule for case in CASES for rule in case.rules} <= known
    assert {rule for rule, _ in marks(ROOT)} <= known


@pytest.mark.parametrize("game", [game.name for game in all_games()])
def test_every_game_has_scenarios_that_list_all_choices(game: str) -> None:
    listing = [
        case
        for case in CASES
        if case.game == game
        and any(isinstance(step, Checks) and step.choices for step in (*case.do, case.checks))
    ]
    assert len(listing) >= 2


@pytest.mark.parametrize("game", [game.name for game in all_games()])
def test_every_game_has_scenarios_in_which_chance_is_set_ahead(game: str) -> None:
    assert any(case.game == game and any(isinstance(step, Chance) for step in case.do) for case in CASES)
