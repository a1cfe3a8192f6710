"""Which numbered rules of the rule pages are cited by a passing scenario or by a test.

A rule page (``docs/rules/<game>.md``) defines rules such as OP-4.6 at the beginning of a line. A
scenario counts only if it passes; a test counts by naming the rule in its source, and the test suite
itself sees to it that it passes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from parapegma.core.scenario import read_scenarios
from parapegma.core.scenario_runner import run_scenario
from parapegma.errors import ParapegmaError

_DEFINED = re.compile(r"^[\s>*|-]*\**([A-Z]{2}-\d+\.\d+[a-z]?)\**[\s.:|]", re.MULTILINE)
_CITED = re.compile(r"\b[A-Z]{2}-\d+\.\d+[a-z]?\b")


@dataclass(frozen=True)
class Coverage:
    """The rules of one game, and where each is cited."""

    places: dict[str, list[str]]

    @property
    def total(self) -> int:
        return len(self.places)

    @property
    def missing(self) -> list[str]:
        return [rule for rule, places in self.places.items() if not places]

    @property
    def cited(self) -> int:
        return self.total - len(self.missing)

    def as_data(self) -> dict[str, Any]:
        return {"rules": self.total, "cited": self.cited, "missing": self.missing, "places": self.places}


def rules_coverage(root: Path | None = None) -> dict[str, Coverage]:
    """The coverage of every game that has a rule page, by name."""
    folder = root or project_root()
    cited: dict[str, set[str]] = {}
    for file in sorted((folder / "tests").rglob("*.yaml")):
        for case in read_scenarios(file):
            if case.rules and run_scenario(case) is None:
                for rule in case.rules:
                    cited.setdefault(rule, set()).add(file.relative_to(folder).as_posix())
    for file in sorted((folder / "tests").rglob("*.py")):
        for rule in _CITED.findall(file.read_text("utf-8")):
            cited.setdefault(rule, set()).add(file.relative_to(folder).as_posix())
    pages = sorted((folder / "docs" / "rules").glob("*.md"))
    return {page.stem: Coverage({r: sorted(cited.get(r, ())) for r in defined_rules(page)}) for page in pages}


def as_markdown(found: dict[str, Coverage]) -> str:
    """The page that shows where every rule is held: docs/coverage.md."""
    lines = [
        "# Where every rule is held",
        "",
        "Each numbered rule of the rule pages, and the scenario files and tests that cite it. Written by",
        "`parapegma rules --coverage --markdown > docs/coverage.md`.",
    ]
    for game, covered in found.items():
        lines += ["", f"## [{game}](rules/{game}.md): {covered.cited} of {covered.total}", ""]
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
