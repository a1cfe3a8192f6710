"""Running scenarios: a case is played, and what it says is compared with what is so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from parapegma.core.compiled.rng import key_of_seed
from parapegma.core.match import Match
from parapegma.core.scenario import Chance, Checks, Scenario
from parapegma.errors import IllegalAction, ParapegmaError, PositionError

MOST_TRIES = 5_000
"""How many keys are tried for an outcome of chance that a case wishes for."""


def run_scenario(case: Scenario) -> str | None:
    """Run a case: ``None`` if it passes, otherwise what was different."""
    try:
        return next(_differences(case), None)
    except ParapegmaError as error:
        return str(error)


def play_scenario(case: Scenario, decisions: int | None = None) -> Match:
    """The match after the decisions of a case, or after its first ones; nothing is checked."""
    table = _Table(_dealt(case), case.seat)
    wish: Mapping[str, Any] | None = None
    left = len(case.do) if decisions is None else decisions
    for step in case.do:
        if isinstance(step, Chance):
            wish = step.wish
        elif isinstance(step, str) and left > 0:
            table.play(step, wish)
            wish, left = None, left - 1
    return table.match


def _dealt(case: Scenario) -> Match:
    """The match at the position that is given."""
    given = dict(case.given)
    seed = given.pop("seed", 1)
    return Match(case.game, case.players, seed, position=given or None, **case.options)


def _differences(case: Scenario) -> Iterator[str]:
    """What is not as the case says."""
    try:
        match = _dealt(case)
    except PositionError as error:
        if case.refused is None:
            yield f"given: {error}"
        elif case.refused not in str(error):
            yield f"the position is refused with {str(error)!r}, not with {case.refused!r}"
        return
    if case.refused is not None:
        yield "the position should be refused, but was accepted"
    table = _Table(match, case.seat)
    wish: Mapping[str, Any] | None = None
    for number, step in enumerate(case.do, start=1):
        if isinstance(step, Chance):
            wish = step.wish
        elif isinstance(step, Checks):
            yield from (f"{difference} (in step {number} of do)" for difference in table.differences(step))
        else:
            table.play(step, wish)
            wish = None
    yield from table.differences(case.checks)


class _Table:
    """A match under a case, with the words of its log so far.

    Where chance is set, the match goes on from the position alone, so the log is kept here.
    """

    def __init__(self, match: Match, seat: int | None) -> None:
        self.match, self._seat = match, seat
        self.log = [entry.words for entry in match.log()]

    def play(self, line: str, wish: Mapping[str, Any] | None = None) -> None:
        """Play a decision; with a wish, under the first key of chance that makes it come true."""
        if wish is not None:
            self.match = self._lucky(line, wish)
        before = len(self.match)
        seat, notation = self._line(line)
        self.match.act(notation, seat)
        for number in range(before + 1, len(self.match) + 1):
            self.log += [entry.words for entry in self.match.log_of(number)]

    def _lucky(self, line: str, wish: Mapping[str, Any]) -> Match:
        """The match, its chance going on under another key, so that the decision leads to what is wished."""
        position = self.match.position
        difference = ""
        for number in range(MOST_TRIES):
            lucky = position.with_chance(key_of_seed(f"chance {number}"), position.chance_used)
            found = Match.resume(lucky, len(self.match))
            trial = _Table(found.copy(), self._seat)
            trial.play(line)
            first = next(trial.differences(Checks(then=wish)), None)
            if first is None:
                return found
            difference = difference or first
            if trial.match.position.chance_used == position.chance_used:
                raise ParapegmaError(f"chance: {line!r} draws nothing, and {first}")
        raise ParapegmaError(
            f"chance: {line!r} led to nothing of the kind in {MOST_TRIES} tries: {difference}"
        )

    def differences(self, checks: Checks) -> Iterator[str]:
        """What is not as it should be now."""
        if checks.then:
            position = self.match.position
            found = {**position.to_data(), **position.facts(), **self._outcome()}
            yield from _log_differences(checks.then.get("log", ()), self.log)
            yield from _compare({k: v for k, v in checks.then.items() if k != "log"}, found, "")
        for line in checks.legal:
            problem = self._refusal(line)
            if problem is not None:
                yield f"{line!r} should be legal: {problem}"
        for entry in checks.illegal:
            line, why = (entry["do"], str(entry["why"])) if isinstance(entry, dict) else (entry, "")
            problem = self._refusal(line)
            if problem is None:
                yield f"{line!r} should not be legal"
            elif why not in problem:
                yield f"{line!r} is refused with {problem!r}, not with {why!r}"
        if checks.choices is not None:
            yield from self._choice_differences(checks.choices)

    def _choice_differences(self, lines: tuple[str, ...]) -> Iterator[str]:
        actor, legal = self.match.actor, self.match.legal()
        wanted = []
        for line in lines:
            seat, notation = self._line(line)
            if seat is not None and seat != actor:
                yield f"the choices are those of seat {actor}, not of seat {seat}"
            wanted.append(notation)
        missing = [notation for notation in wanted if notation not in legal]
        more = [notation for notation in legal if notation not in wanted]
        if missing:
            yield f"there is no choice {', '.join(map(repr, missing))}; there is {', '.join(legal) or 'none'}"
        if more:
            yield f"there are more choices: {', '.join(more)}"
        if len(wanted) != len(set(wanted)):
            yield "a choice is named twice"

    def _outcome(self) -> dict[str, Any]:
        match = self.match
        return {
            "scores": match.scores,
            "ranks": match.ranks,
            "win_shares": match.position.win_shares,
            "actor": match.actor,
            "over": match.over,
        }

    def _refusal(self, line: str) -> str | None:
        """Why a decision would be refused, or ``None``; the match stays as it is."""
        seat, notation = self._line(line)
        try:
            self.match.copy().act(notation, seat)
        except IllegalAction as error:
            return str(error)
        return None

    def _line(self, line: Any) -> tuple[int | None, str]:
        """A line ``0: notation`` taken apart; without a seat, the case's own."""
        head, colon, notation = str(line).partition(":")
        if colon and head.strip().isdigit():
            return int(head), notation.strip()
        return self._seat, str(line)


def _log_differences(wanted: Any, log: list[str]) -> Iterator[str]:
    """What the log should say and does not, how often or in which order."""
    for each in wanted:
        if isinstance(each, str):
            if not any(each in words for words in log):
                yield f"the log does not say {each!r}"
        elif "times" in each:
            times = sum(str(each["says"]) in words for words in log)
            if times != each["times"]:
                yield f"the log says {each['says']!r} {times} times, not {each['times']}"
        else:
            yield from _order_differences([str(words) for words in each["in_order"]], log)


def _order_differences(wanted: list[str], log: list[str]) -> Iterator[str]:
    place = 0
    for n, words in enumerate(wanted):
        place = next((at + 1 for at in range(place, len(log)) if words in log[at]), -1)
        if place < 0:
            after = f" after {wanted[n - 1]!r}" if n else ""
            yield f"the log does not say {words!r}{after}"
            return


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
