"""A plugin of pytest that writes down which rules are held by tests that pass (see coverage.py).

A test is marked ``@pytest.mark.rules("OP-4.6")``. One that is skipped or fails holds nothing; of a test with
several parameters all must pass.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

_MARK = "rules"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rules-report", type=Path, help="write the rules held by passing tests here, as JSON")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", f"{_MARK}(*numbers): holds these numbered rules of a rule page")
    report = config.getoption("--rules-report")
    if report is not None:
        config.pluginmanager.register(_Report(report))


class _Report:
    """What became of each marked test."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._held: dict[str, set[tuple[str, str]]] = {}
        self._failed: set[str] = set()
        self._passed: set[str] = set()

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        for item in items:
            place = item.path.relative_to(item.config.rootpath).as_posix()
            rules = (str(rule) for mark in item.iter_markers(_MARK) for rule in mark.args)
            self._held.setdefault(_test_of(item.nodeid), set()).update((rule, place) for rule in rules)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        test = _test_of(report.nodeid)
        if report.outcome != "passed":
            self._failed.add(test)
        elif report.when == "call":
            self._passed.add(test)

    def pytest_sessionfinish(self) -> None:
        held = {pair for test in self._passed - self._failed for pair in self._held.get(test, ())}
        self._file.write_text(json.dumps(sorted(held)), "utf-8")


def _test_of(nodeid: str) -> str:
    """A test without its parameters."""
    return nodeid.partition("[")[0]
