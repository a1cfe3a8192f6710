"""What the people at a table must agree to: an undo that is not free, a pause, an end, a new player."""

from __future__ import annotations

from typing import Any, Literal

from parapegma.server.problems import Problem
from parapegma.server.tables import events as ev
from parapegma.server.tables.commands.undo import decided_by, taken_back
from parapegma.server.tables.live_table import Effects, LiveTable, TableCommand
from parapegma.server.tables.state import Request

Asked = Literal["pause", "resume", "end"]
LEAST_TO_REPLACE = 2
"""People who must agree before someone takes over a seat: a lone opponent could ask under another name."""


def ask(person: str, what: Asked, **data: Any) -> TableCommand:
    """Ask the others for something; alone with bots it is granted at once.

    Nobody decides alone while someone else may come back: that one would have no say in it.
    """

    def command(table: LiveTable) -> Effects:
        seat = _seat(table, person)
        if table.state.status != "running":
            raise Problem(409, "not-running", "No game is going on at this table.")
        if what == "pause" and table.state.paused:
            raise Problem(409, "paused", "The game is paused already.", case="already")
        if what == "resume" and not table.state.paused:
            raise Problem(409, "not-paused", "The game is not paused.")
        if any(request.what == what for request in table.state.requests.values()):
            raise Problem(409, "asked-already", "This is being asked already; answer that.")
        if table.state.owners() == {person}:
            return granted(table, Request(0, seat, what, data))
        if table.state.people() == {person}:
            raise Problem(
                409,
                "nobody-to-agree",
                "Nobody else is here who could agree, and someone may still come back.",
                case="away",
            )
        return Effects([ev.Asked(seat=seat, what=what, data=data)])

    return command


def answer(person: str, request: int, agreed: bool) -> TableCommand:
    """Agree or decline; what all have agreed to happens in the same moment."""

    def command(table: LiveTable) -> Effects:
        seat = _seat(table, person)
        asked = table.state.requests.get(request)
        if asked is None:
            raise Problem(409, "no-request", "Nothing of that number is being asked any more.")
        if person in asked.agreed:
            if agreed:
                return Effects([])
        said = ev.Answered(seat=seat, request=request, agreed=agreed)
        yes = asked.agreed | {person}
        if not agreed or voters(table, asked) - yes or not _enough(table, asked, yes):
            return Effects([said])
        outcome = granted(table, asked)
        return Effects([said, *outcome.events], outcome.match)

    return command


def voters(table: LiveTable, request: Request) -> set[str]:
    """Who must agree: everyone who plays, but nobody is asked whether to be replaced."""
    people = table.state.people()
    if request.what == "replace":
        people -= {table.state.seats[request.data["seat"]].person or ""}
    return people


def _enough(table: LiveTable, request: Request, yes: set[str]) -> bool:
    """Whether those who agreed may decide alone, though others have left since it was asked."""
    owners = table.state.owners()
    if request.what == "undo":
        return not decided_by(table, request.data["kept"], owners - table.state.people() - yes)
    if request.what == "replace" and request.data.get("bot") is None:
        return len(yes & owners) >= LEAST_TO_REPLACE
    return True


def granted(table: LiveTable, request: Request) -> Effects:
    """What follows once everyone has agreed."""
    match request.what:
        case "undo":
            return taken_back(table, request.seat, request.data["kept"])
        case "pause":
            return Effects([ev.Paused()])
        case "resume":
            return Effects([ev.Resumed()])
        case "replace":
            if request.data.get("bot") is not None:
                return Effects([ev.Left(seat=request.data["seat"], bot=request.data["bot"])])
            return Effects([ev.Sat(**request.data)])
        case _:
            return Effects([ev.Ended(why="agreed")])


def _seat(table: LiveTable, person: str) -> int:
    mine = [seat for seat in table.state.seats_of(person) if not table.state.seats[seat].resigned]
    if not mine:
        raise Problem(403, "not-seated", "You have no seat at this table.")
    playing = [seat for seat in mine if table.state.seats[seat].bot is None]
    if not playing:
        raise Problem(409, "bot-plays", "A bot plays in your seat; sit down again first.", case="yours")
    return playing[0]
