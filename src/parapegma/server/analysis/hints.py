"""Hints: what a bot would do in one's place, from what one's own seat may know.

Who asks again in the same position gets the same answer: bots think with a seed that follows from the table
and the decision, and what they thought is kept. Only who asks for more thought may hear something else.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Literal

import msgspec

from parapegma.bots import Evaluation, Limits
from parapegma.bots.advice import Sureness, advice, sureness
from parapegma.bots.combine import combined
from parapegma.core.action import Action
from parapegma.core.position import Position
from parapegma.server.analysis.whole_move import HintReason, WholeMove
from parapegma.server.problems import Problem
from parapegma.server.tables.commands.acting import check_running
from parapegma.server.tables.deal import digest_of
from parapegma.server.tables.live_table import LiveTable

BUDGET, LIMITS = "search:800@game", Limits(seconds=1.0)
LONGER, LONGER_LIMITS = "search:4000@game", Limits(seconds=3.0)
"""What each further time adds that someone asks for more thought."""
_REST, _REST_LIMITS = "search:200@game", Limits(seconds=0.5)
"""For the rest of a decision, such as the cards that are paid."""
_MOST_CONSIDERED = 6
_TABLES_KEPT = 512

Ask = Callable[[Position, int, str, str, Limits, str], Awaitable[Evaluation]]
"""Lets a bot of that name think about a position after so many decisions, with a seed, within limits, in
someone's line."""


class ConsideredAction(msgspec.Struct):
    """An action, and the share of the search that went into it."""

    action: Action
    share: float


class LineStep(msgspec.Struct):
    """A seat and what it may do."""

    seat: int
    action: Action


class Hint(msgspec.Struct):
    """What a bot would do."""

    number: int
    """The last event of the table it is about."""
    seat: int
    action: Action
    """The first of its decisions."""
    move: list[Action]
    """The whole move: all decisions until nothing is half made, as far as they can be known."""
    why: HintReason
    values: list[float]
    """What each seat can expect, from 0 to 1; none where there is no choice."""
    considered: list[ConsideredAction]
    line: list[LineStep]
    """How the game may go on, on a table where what the seat cannot know is a guess."""
    tries: int
    """How often the search has tried something, all in all, about the first decision that leaves a choice."""
    sure: Sureness
    """How far it is ahead of the next best, by the search."""
    again: Literal["first", "same", "confirmed", "changed"] = "first"
    """Whether it was asked before in this position: then it is the same, unless more thought went in."""


@dataclass(frozen=True)
class _Given:
    """A hint that was given, and what led to it."""

    position: str
    seat: int
    evaluation: Evaluation
    hint: Hint
    times: int
    """How often thought was given to it."""


class Hints:
    """Gives hints, and remembers the last one at each of many tables."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask
        self._given: OrderedDict[str, _Given] = OrderedDict()

    async def hint(self, table: LiveTable, person: str, longer: bool = False) -> Hint:
        """What a bot would do in a person's place; ``longer``: after more thought than before."""
        seat, number, decisions = check_hints(table, person), table.number, len(table.match)
        position = table.match.position.copy()
        before = self._before(table.id, digest_of(position), seat)
        if before is not None and not longer:
            return msgspec.structs.replace(before.hint, number=number, again="same")
        times = 0 if before is None else before.times
        # What the seat cannot know is guessed, and nothing that the guess depends on is hidden from it.
        seed = f"hint {table.id} {decisions} {times}"
        budget, limits = (LONGER, LONGER_LIMITS) if longer else (BUDGET, LIMITS)
        evaluation = await self._ask(position, decisions, budget, seed, limits, table.line)
        if before is not None:
            evaluation = combined([before.evaluation, evaluation])
        move = WholeMove(position, seat, evaluation.action, seed)
        thought, sure = evaluation, sureness(list(evaluation.visits.values()))
        while (rest := move.half_made()) is not None:
            # Who had no choice yet is told of the first decision that leaves one; thought is given to that.
            first = not thought.iterations
            spent = (budget, seed, limits) if first else (_REST, seed, _REST_LIMITS)
            found = await self._ask(rest, decisions + len(move.actions), *spent, table.line)
            if first:
                line = [*move.actions, *(found.line or [found.action])]
                thought = replace(found, action=evaluation.action, visits=evaluation.visits, line=line)
                sure = sureness(list(found.visits.values()))
            move.add(found.action)
        hint = _hint(position, seat, number, thought, sure, move, seed)
        if before is not None:
            hint.again = "confirmed" if hint.move == before.hint.move else "changed"
        self._remember(table.id, _Given(digest_of(position), seat, evaluation, hint, times + 1))
        return hint

    def _before(self, table_id: str, position: str, seat: int) -> _Given | None:
        given = self._given.get(table_id)
        return given if given is not None and (given.position, given.seat) == (position, seat) else None

    def _remember(self, table_id: str, given: _Given) -> None:
        self._given[table_id] = given
        self._given.move_to_end(table_id)
        while len(self._given) > _TABLES_KEPT:
            self._given.popitem(last=False)


def check_hints(table: LiveTable, person: str) -> int:
    """The seat to decide, if its person may have a hint: only where nobody else plays but bots."""
    check_running(table)
    if not table.state.seats_of(person):
        raise Problem(403, "not-seated", "You have no seat at this table.")
    if table.deal.daily is not None:
        raise Problem(403, "no-hints", "In the deal of the day everyone plays without hints.", case="daily")
    if table.state.people() - {person}:
        raise Problem(403, "no-hints", "There are hints only where bots play in all the other seats.")
    actor = table.actor
    if actor is None or table.state.seats[actor].person != person or table.state.seats[actor].bot is not None:
        raise Problem(409, "not-your-turn", f"Seat {actor} decides now.", seat=actor)
    return actor


def _hint(
    position: Position,
    seat: int,
    number: int,
    thought: Evaluation,
    sure: Sureness,
    move: WholeMove,
    seed: str,
) -> Hint:
    found = advice(position, thought, seed)
    return Hint(
        number,
        seat,
        found.action,
        move.described(),
        move.why(thought),
        [round(value, 4) for value in found.values],
        [ConsideredAction(each.action, round(each.share, 4)) for each in found.considered[:_MOST_CONSIDERED]],
        [LineStep(who, action) for who, action in found.line],
        thought.iterations,
        sure,
    )
