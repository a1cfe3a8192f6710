"""Rules count as held only where a scenario that cites them or a test marked with them passes."""

from __future__ import annotations

from pathlib import Path

import pytest

from parapegma.testing.coverage import as_markdown, marks, rules_coverage

PAGE = """# A game

- **XX-1.1** by a scenario
- **XX-1.2** by a scenario that fails
- **XX-1.3** by a marked test
- **XX-1.4** by a marked test that fails
- **XX-1.5** by a marked test that is skipped
- **XX-1.6** by a marked test of which one case fails
- **XX-1.7** only mentioned (as XX-1.1 is)
- **XX-1.8** by a test that cannot be set up
"""
SCENARIOS = """
- {name: one, rules: [XX-1.1], game: ophiuchus, given: {seed: 7}, then: {over: false}}
- {name: two, rules: [XX-1.2], game: ophiuchus, given: {seed: 7}, then: {over: true}}
"""
TESTS = '''"""XX-1.7 is mentioned here."""

import pytest


@pytest.mark.rules("XX-1.3")
def test_passes():
    """XX-1.7 too."""
    # and XX-1.7 here


@pytest.mark.rules("XX-1.4")
def test_fails():
    assert False


@pytest.mark.rules("XX-1.5")
@pytest.mark.skip
def test_skipped():
    pass


@pytest.mark.rules("XX-1.6")
@pytest.mark.parametrize("n", [0, 1])
def test_one_of_two(n):
    assert n


@pytest.mark.rules("XX-1.8")
def test_needs(what_is_not_there):
    pass
'''


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    for file, text in (("docs/rules/xx.md", PAGE), ("tests/xx.yaml", SCENARIOS), ("tests/test_xx.py", TESTS)):
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text(text, "utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    return tmp_path


def test_only_what_passes_counts(checkout):
    found = rules_coverage(checkout)["xx"]
    held = {rule: places for rule, places in found.places.items() if places}
    assert held == {"XX-1.1": ["tests/xx.yaml"], "XX-1.3": ["tests/test_xx.py"]}
    assert found.missing == ["XX-1.2", "XX-1.4", "XX-1.5", "XX-1.6", "XX-1.7", "XX-1.8"]
    assert (found.total, found.held) == (8, 2)


def test_marks_are_found_without_running_and_mentions_are_not(checkout):
    assert {rule for rule, _ in marks(checkout)} == {"XX-1.3", "XX-1.4", "XX-1.5", "XX-1.6", "XX-1.8"}
    found = rules_coverage(checkout, run_tests=False)["xx"]
    assert found.missing == ["XX-1.2", "XX-1.7"]


def test_the_page_tells_scenarios_and_tests(checkout):
    page = as_markdown(rules_coverage(checkout))
    assert "## [xx](rules/xx.md): 2 of 8" in page
    assert "| XX-1.1 | xx |  |" in page
    assert "| XX-1.3 |  | xx |" in page
    assert "| XX-1.7 |  |  |" in page
