"""Which command does what; the same over HTTP and over a WebSocket."""

from __future__ import annotations

from parapegma.server import messages as ms
from parapegma.server.people.identity import Person
from parapegma.server.problems import Problem
from parapegma.server.tables.acting import act
from parapegma.server.tables.consent import answer, ask
from parapegma.server.tables.lateness import lags
from parapegma.server.tables.record import LiveTable
from parapegma.server.tables.replacing import replace_by_bot, replace_by_me
from parapegma.server.tables.rooms import Caller, Decide, Decision, Outcome, Rooms
from parapegma.server.tables.seating import resign
from parapegma.server.tables.undoing import undo


async def carry_out(rooms: Rooms, table_id: str, person: Person, command: ms.Command) -> Outcome:
    """Carry out a person's command at a table."""
    person.check("play")
    decide = _decide(rooms, table_id, person, command)
    return await rooms.command(table_id, Caller(person.id, command.key), decide)


def _decide(rooms: Rooms, table_id: str, who: Person, command: ms.Command) -> Decide:
    person = who.id
    if isinstance(command, ms.Replace):
        if command.bot is None:
            return replace_by_me(person, who.name, command.seat)
        return replace_by_bot(person, command.seat, command.bot, rooms.present(table_id), rooms.clock())
    return _from_a_seat(person, _of_player(person, command))


def _from_a_seat(person: str, decide: Decide) -> Decide:
    """Where spectators lag behind, a refusal must not tell them how the table stands by now."""

    def checked(table: LiveTable) -> Decision:
        if lags(table, person):
            raise Problem(403, "not-seated", "You have no seat at this table.")
        return decide(table)

    return checked


def _of_player(person: str, command: ms.Act | ms.Undo | ms.Ask | ms.Answer | ms.Resign) -> Decide:
    match command:
        case ms.Act(seen=seen, actions=actions, seat=seat):
            return act(person, seen, actions, seat)
        case ms.Undo(seen=seen, to=to):
            return undo(person, seen, to)
        case ms.Ask(what=what):
            return ask(person, what)
        case ms.Answer(request=request, agreed=agreed):
            return answer(person, request, agreed)
        case ms.Resign(seat=seat):
            return resign(person, seat)
