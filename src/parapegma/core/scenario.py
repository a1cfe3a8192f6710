"""Scenarios: rules as data, in cases of given / do / then (docs/scenarios.md).

The same format serves tests, puzzles and bug reports. A case sets up a position, plays decisions and
checks what is named; nothing of a rule is repeated here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from parapegma.core.match import Match
from parapegma.errors import IllegalAction, ParapegmaError, PositionError, near

KEYS = (
    "name", "rules", "game", "players", "options", "given",
    "do", "then", "legal", "illegal", "refused", "seat",
)  # fmt: skip


class ScenarioError(ParapegmaError):
    """A scenario file or case that cannot be understood."""


@dataclass(frozen=True)
class Scenario:
    """One case of a file."""

    file: Path
    number: int
    name: str
    game: str
    rules: tuple[str, ...] = ()
    players: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    given: Mapping[str, Any] = field(default_factory=dict)
    do: tuple[str, ...] = ()
    then: Mapping[str, Any] = field(default_factory=dict)
    legal: tuple[str, ...] = ()
    illegal: tuple[Any, ...] = ()
    refused: str | None = None
    seat: int | None = None

    def __str__(self) -> str:
        return f"{self.file.name}: {self.name}"


def read_scenarios(file: Path) -> list[Scenario]:
    """All cases of a file."""
    try:
        cases = YAML(typ="safe", pure=True).load(file.read_text("utf-8"))
    except OSError as error:
        raise ScenarioError(f"{file}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ScenarioError(f"{file}: is not text in UTF-8") from None
    except YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f"line {mark.line + 1}: " if mark is not None else ""
        problem = getattr(error, "problem", None) or "is not readable as YAML"
        raise ScenarioError(f"{file}: {where}{' '.join(str(problem).split())}") from None
    if not isinstance(cases, list):
        raise ScenarioError(f"{file}: a scenario file is a list of cases")
    return [_read_case(file, number, case) for number, case in enumerate(cases, start=1)]


def _read_case(file: Path, number: int, case: Any) -> Scenario:
    where = f"{file}: case {number}"
    if not isinstance(case, dict):
        raise ScenarioError(f"{where}: a case is a table with {', '.join(KEYS)}")
    for key in case:
        if key not in KEYS:
            raise ScenarioError(f"{where}: there is no part {key!r}{near(str(key), KEYS)}")
    for key in ("name", "game"):
        if not isinstance(case.get(key), str):
            raise ScenarioError(f"{where}: {key} must be text")
    for key in ("rules", "do", "legal", "illegal"):
        if not isinstance(case.get(key, []), list):
            raise ScenarioError(f"{where} ({case['name']}): {key} must be a list")
    for key in ("options", "given", "then"):
        if not isinstance(case.get(key, {}), dict):
            raise ScenarioError(f"{where} ({case['name']}): {key} must be a table")
    if not any(case.get(key) for key in ("then", "legal", "illegal", "refused")):
        raise ScenarioError(f"{where} ({case['name']}): checks nothing; give then, legal, illegal or refused")
    lists = {key: tuple(case.get(key, ())) for key in ("rules", "do", "legal", "illegal")}
    return Scenario(file, number, **{**case, **lists})


def run_scenario(case: Scenario) -> str | None:
    """Run a case: ``None`` if it passes, otherwise what was different."""
    try:
        return next(_differences(case), None)
    except ParapegmaError as error:
        return str(error)


def _differences(case: Scenario) -> Iterator[str]:
    """What is not as the case says."""
    given = dict(case.given)
    seed = given.pop("seed", 1)
    try:
        match = Match(case.game, case.players, seed, position=given or None, **case.options)
    except PositionError as error:
        if case.refused is None:
            yield f"given: {error}"
        elif case.refused not in str(error):
            yield f"the position is refused with {str(error)!r}, not with {case.refused!r}"
        return
    if case.refused is not None:
        yield "the position should be refused, but was accepted"
    for line in case.do:
        seat, notation = _line(line, case.seat)
        match.act(notation, seat)
    if case.then:
        found = {**match.position.to_data(), **match.position.facts(), **_outcome(match)}
        if "log" in case.then:
            told = "\n".join(entry.words for entry in match.log())
            yield from (f"the log does not say {w!r}" for w in case.then["log"] if w not in told)
        yield from _compare({k: v for k, v in case.then.items() if k != "log"}, found, "")
    for line in case.legal:
        problem = _refusal(match, *_line(line, case.seat))
        if problem is not None:
            yield f"{line!r} should be legal: {problem}"
    for entry in case.illegal:
        line, why = (entry["do"], str(entry["why"])) if isinstance(entry, dict) else (entry, "")
        problem = _refusal(match, *_line(line, case.seat))
        if problem is None:
            yield f"{line!r} should not be legal"
        elif why not in problem:
            yield f"{line!r} is refused with {problem!r}, not with {why!r}"


def _outcome(match: Match) -> dict[str, Any]:
    return {"scores": match.scores, "ranks": match.ranks, "actor": match.actor, "over": match.over}


def _refusal(match: Match, seat: int | None, notation: str) -> str | None:
    """Why a decision would be refused, or ``None``; the match stays as it is."""
    try:
        match.copy().act(notation, seat)
    except IllegalAction as error:
        return str(error)
    return None


def _line(line: Any, seat: int | None) -> tuple[int | None, str]:
    """A line ``0: notation`` taken apart; without a seat, the case's own."""
    head, colon, notation = str(line).partition(":")
    if colon and head.strip().isdigit():
        return int(head), notation.strip()
    return seat, str(line)


def _compare(expected: Any, found: Any, where: str) -> Iterator[str]:
    """Tables are compared by the keys that are named, everything else exactly."""
    if isinstance(expected, dict) and isinstance(found, dict):
        for key, value in expected.items():
            place = f"{where}.{key}" if where else str(key)
            if key not in found:
                yield f"{place} does not exist; there is {', '.join(str(k) for k in found)}"
            else:
                yield from _compare(value, found[key], place)
    elif expected != found or isinstance(expected, bool) != isinstance(found, bool):
        yield f"{where} is {found!r}, not {expected!r}"
