"""Which numbered rules of the rule pages are held by a passing scenario or by a passing test.

A rule page (``docs/rules/<game>.md``) defines rules such as OP-4.6 at the beginning of a line. A scenario
holds the rules that it cites, a test those it is marked with: ``@pytest.mark.rules("OP-4.6")``. A number in a
comment or a docstring counts for nothing.
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from parapegma.core.scenario import read_scenarios
from parapegma.core.scenario_runner import run_scenario
from parapegma.errors import ParapegmaError

MARK = "rules"
_DEFINED = re.compile(r"^[\s>*|-]*\**([A-Z]{2}-\d+\.\d+[a-z]?)\**[\s.:|]", re.MULTILINE)

Held = dict[str, set[str]]
"""The files in which each rule is held."""


@dataclass(frozen=True)
class Coverage:
    """The rules of one game, and where each is held."""

    places: dict[str, list[str]]

    @property
    def total(self) -> int:
        return len(self.places)

    @property
    def missing(self) -> list[str]:
        return [rule for rule, places in self.places.items() if not places]

    @property
    def held(self) -> int:
        return self.total - len(self.missing)

    def as_data(self) -> dict[str, Any]:
        return {"rules": self.total, "held": self.held, "missing": self.missing, "places": self.places}


def rules_coverage(root: Path | None = None, run_tests: bool = True) -> dict[str, Coverage]:
    """The coverage of every game that has a rule page, by name.

    Scenarios are run, and so are the marked tests. Within the test suite, which runs those anyway,
    ``run_tests=False`` takes every marked test as one that passes.
    """
    folder = root or project_root()
    held: Held = {}
    _add(held, _held_by_scenarios(folder))
    _add(held, passing_marks(folder) if run_tests else marks(folder))
    pages = sorted((folder / "docs" / "rules").glob("*.md"))
    return {page.stem: Coverage({r: sorted(held.get(r, ())) for r in defined_rules(page)}) for page in pages}


def _add(held: Held, found: Iterator[tuple[str, str]]) -> None:
    for rule, place in found:
        held.setdefault(rule, set()).add(place)


def _held_by_scenarios(folder: Path) -> Iterator[tuple[str, str]]:
    for file in sorted((folder / "tests").rglob("*.yaml")):
        for case in read_scenarios(file):
            if case.rules and run_scenario(case) is None:
                yield from ((rule, file.relative_to(folder).as_posix()) for rule in case.rules)


def marks(folder: Path) -> Iterator[tuple[str, str]]:
    """The rules that tests are marked with, and their files, as the sources say; nothing is run."""
    for file in sorted((folder / "tests").rglob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
                for rule in (rule for decorator in node.decorator_list for rule in _marked(decorator)):
                    yield rule, file.relative_to(folder).as_posix()


def _marked(decorator: ast.expr) -> list[str]:
    if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == f"pytest.mark.{MARK}":
        return [str(argument.value) for argument in decorator.args if isinstance(argument, ast.Constant)]
    return []


def passing_marks(folder: Path) -> Iterator[tuple[str, str]]:
    """The same, of those tests only that are run here and pass."""
    files = sorted({place for _, place in marks(folder)})
    if not files:
        return
    with tempfile.TemporaryDirectory() as place:
        report = Path(place) / "rules.json"
        command = [sys.executable, "-m", "pytest", "-q", "-p", "parapegma.testing.rule_marks", "-m", MARK]
        done = subprocess.run(
            [*command, f"--rules-report={report}", *files],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )
        if not report.exists():
            reason = (done.stderr.strip() or done.stdout.strip() or "it said nothing").splitlines()[-1]
            raise ParapegmaError(f"the tests that hold rules could not be run with pytest: {reason}")
        yield from map(tuple, json.loads(report.read_text("utf-8")))


def as_markdown(found: dict[str, Coverage]) -> str:
    """The page that shows where every rule is held: docs/coverage.md."""
    lines = [
        "# Where every rule is held",
        "",
        "Each numbered rule of the rule pages, the scenario files that cite it and the tests that are marked",
        "with it. Written by `parapegma rules --coverage --markdown > docs/coverage.md`.",
    ]
    for game, covered in found.items():
        lines += ["", f"## [{game}](rules/{game}.md): {covered.held} of {covered.total}", ""]
        lines += ["| rule | scenarios | tests |", "| --- | --- | --- |"]
        for rule, places in covered.places.items():
            scenarios = [Path(place).stem for place in places if place.endswith(".yaml")]
            tests = [Path(place).stem.removeprefix("test_") for place in places if place.endswith(".py")]
            lines.append(f"| {rule} | {', '.join(scenarios)} | {', '.join(tests)} |")
    return "\n".join(lines) + "\n"


def defined_rules(page: Path) -> list[str]:
    """The numbers of the rules that a page defines, in order."""
    found = dict.fromkeys(_DEFINED.findall(page.read_text("utf-8")))
    return sorted(found, key=_by_number)


def project_root() -> Path:
    """The folder of the source checkout: rule pages and tests are not part of an installed package."""
    for folder in (Path.cwd(), *Path.cwd().parents, *Path(__file__).resolve().parents):
        if (folder / "docs" / "rules").is_dir() and (folder / "tests").is_dir():
            return folder
    raise ParapegmaError("rules --coverage needs a source checkout with docs/rules and tests")


def _by_number(rule: str) -> tuple[str, int, int, str]:
    found = re.fullmatch(r"([A-Z]{2})-(\d+)\.(\d+)([a-z]?)", rule)
    assert found is not None
    return found[1], int(found[2]), int(found[3]), found[4]
