"""How a person did at a table of the day."""

from __future__ import annotations

from parapegma.server.daily.messages import DailyResult, Outcome
from parapegma.server.tables.live_table import LiveTable


def result_of(table: LiveTable, person: str, name: str, mine: bool) -> DailyResult:
    """A person's result; points count only if the person has played to the end."""
    (seat,) = table.state.seats_of(person)
    ended, held = table.state.ended, table.state.seats[seat]
    if ended is None:
        return DailyResult(name, mine, "playing", None, None)
    outcome: Outcome = "finished" if ended.why == "finished" and held.bot is None else "given up"
    if outcome == "given up":
        return DailyResult(name, mine, outcome, None, None)
    return DailyResult(name, mine, outcome, ended.scores[seat], ended.ranks[seat])
