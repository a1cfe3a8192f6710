"""Scenarios: rules as data, in cases of given / do / then (docs/scenarios.md), read from files.

The same format serves tests, puzzles and bug reports. A case sets up a position, plays decisions and
checks what is named; nothing of a rule is repeated here. :mod:`parapegma.core.scenario_runner` runs cases.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from parapegma.errors import ParapegmaError, near

CHECKS = ("then", "legal", "illegal", "choices")
"""What a case may check, after its decisions and between them."""
KEYS = ("name", "rules", "game", "players", "options", "given", "do", *CHECKS, "refused", "seat", "figure")
STEP_KEYS = (*CHECKS, "chance")
"""What may stand between two decisions."""


class ScenarioError(ParapegmaError):
    """A scenario file or case that cannot be understood."""


@dataclass(frozen=True)
class Checks:
    """What must be so at one moment of a case."""

    then: Mapping[str, Any] = field(default_factory=dict)
    """Parts of the position, facts and words of the log."""
    legal: tuple[str, ...] = ()
    illegal: tuple[Any, ...] = ()
    choices: tuple[str, ...] | None = None
    """All legal actions, in any order."""


@dataclass(frozen=True)
class Chance:
    """What chance shall bring about with the next decision."""

    wish: Mapping[str, Any]


Step = str | Checks | Chance
"""A decision, or what is checked or wished before the next."""


@dataclass(frozen=True)
class Scenario:
    """One case of a file."""

    file: Path
    number: int
    name: str
    game: str
    rules: tuple[str, ...]
    players: int | None
    options: Mapping[str, Any]
    given: Mapping[str, Any]
    do: tuple[Step, ...]
    checks: Checks
    """What must be so at the end."""
    refused: str | None
    """Words with which the given position must be refused; empty for any refusal."""
    seat: int | None
    figure: Mapping[str, Any] | None = None
    """How the rulebook draws the position at the end, if it does; see docs/page.md."""

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
    _known(where, case, KEYS)
    for key in ("name", "game"):
        if not isinstance(case.get(key), str):
            raise ScenarioError(f"{where}: {key} must be text")
    where = f"{where} ({case['name']})"
    for key in ("rules", "do"):
        _must(where, key, case.get(key, []), list)
    for key in ("options", "given"):
        _must(where, key, case.get(key, {}), dict)
    if "figure" in case:
        _must(where, "figure", case["figure"], dict)
    refused = case.get("refused")
    if not (refused is None or refused is True or isinstance(refused, str)):
        raise ScenarioError(f"{where}: refused must be true or words of the refusal")
    do = tuple(_read_step(where, step) for step in case.get("do", ()))
    followers = (*do[1:], None)
    if any(isinstance(step, Chance) and not isinstance(followers[n], str) for n, step in enumerate(do)):
        raise ScenarioError(f"{where}: after chance comes the decision whose outcome is wished for")
    checks = _read_checks(where, case)
    if checks == Checks() and refused is None and not any(isinstance(step, Checks) for step in do):
        raise ScenarioError(f"{where}: checks nothing; give {', '.join(CHECKS)} or refused")
    return Scenario(
        file,
        number,
        case["name"],
        case["game"],
        tuple(case.get("rules", ())),
        case.get("players"),
        case.get("options", {}),
        case.get("given", {}),
        do,
        checks,
        "" if refused is True else refused,
        case.get("seat"),
        case.get("figure"),
    )


def _read_step(where: str, step: Any) -> Step:
    if not isinstance(step, dict):
        return str(step)
    if len(step) == 1 and isinstance(next(iter(step)), int):
        # ``0: pass`` without quotes is a table of one key to YAML.
        ((seat, notation),) = step.items()
        return f"{seat}: {notation}"
    _known(where, step, STEP_KEYS, "a step between decisions")
    if "chance" not in step:
        return _read_checks(where, step)
    if len(step) > 1:
        raise ScenarioError(f"{where}: chance stands alone in its step")
    _must(where, "chance", step["chance"], dict)
    _check_log(where, step["chance"])
    return Chance(step["chance"])


def _read_checks(where: str, part: Mapping[str, Any]) -> Checks:
    for key in ("legal", "illegal", "choices"):
        _must(where, key, part.get(key, []), list)
    _must(where, "then", part.get("then", {}), dict)
    for entry in part.get("illegal", ()):
        if isinstance(entry, dict) and set(entry) != {"do", "why"}:
            raise ScenarioError(f"{where}: what is illegal is a decision, or a table of do and why")
    _check_log(where, part.get("then", {}))
    choices = tuple(map(str, part["choices"])) if "choices" in part else None
    legal, illegal = (tuple(part.get(key, ())) for key in ("legal", "illegal"))
    return Checks(part.get("then", {}), legal, illegal, choices)


def _check_log(where: str, then: Mapping[str, Any]) -> None:
    log = then.get("log", [])
    _must(where, "log", log, list)
    for wanted in log:
        if isinstance(wanted, str):
            continue
        if isinstance(wanted, dict) and set(wanted) == {"says", "times"}:
            if isinstance(wanted["times"], int) and not isinstance(wanted["times"], bool):
                continue
            raise ScenarioError(f"{where}: times in log must be a whole number")
        if isinstance(wanted, dict) and set(wanted) == {"in_order"} and isinstance(wanted["in_order"], list):
            continue
        forms = "{says: words, times: number} and {in_order: [words]}"
        raise ScenarioError(f"{where}: log is a list of words, of tables {forms}")


def _known(where: str, part: Mapping[str, Any], keys: tuple[str, ...], what: str = "a case") -> None:
    for key in part:
        if key not in keys:
            close = near(str(key), keys)
            raise ScenarioError(f"{where}: there is no part {key!r}{close}; {what} has {', '.join(keys)}")


def _must(where: str, key: str, value: Any, kind: type) -> None:
    if not isinstance(value, kind):
        raise ScenarioError(f"{where}: {key} must be a {'list' if kind is list else 'table'}")
