"""Which command of the wire does what; the same over HTTP and over a WebSocket."""

from __future__ import annotations

from parapegma.server.protocol import messages as ms
from parapegma.server.tables.commands.acting import act
from parapegma.server.tables.commands.consent import answer, ask
from parapegma.server.tables.commands.hand_over import uncover
from parapegma.server.tables.commands.replace import replace_by_bot, replace_by_me
from parapegma.server.tables.commands.seats import resign
from parapegma.server.tables.commands.shuffling import commit, reveal
from parapegma.server.tables.commands.undo import undo
from parapegma.server.tables.live_table import TableCommand
from parapegma.server.tables.open_tables import Caller, OpenTables, Outcome


async def carry_out(
    tables: OpenTables,
    table_id: str,
    person: str,
    name: str,
    command: ms.Command,
    present: frozenset[str],
) -> Outcome:
    """Carry out the command of a person of that name; ``present`` are the people connected to the table."""
    if isinstance(command, ms.Replace):
        meant = _replace(person, name, command, present, tables.clock())
    else:
        meant = _of_player(person, command)
    return await tables.execute(table_id, Caller(person, command.key), meant)


def _replace(person: str, name: str, command: ms.Replace, present: frozenset[str], at: int) -> TableCommand:
    if command.bot is None:
        return replace_by_me(person, name, command.seat)
    return replace_by_bot(person, command.seat, command.bot, present, at)


def _of_player(
    person: str,
    command: ms.Act | ms.Undo | ms.Ask | ms.Answer | ms.Resign | ms.Uncover | ms.Commit | ms.Reveal,
) -> TableCommand:
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
        case ms.Uncover(seat=seat):
            return uncover(person, seat)
        case ms.Commit(seat=seat, commitment=promise):
            return commit(person, seat, promise)
        case ms.Reveal(seat=seat, part=part):
            return reveal(person, seat, part)
