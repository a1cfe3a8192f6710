"""What is said at a table, answered: over a WebSocket of a server and over a line in a browser alike."""

from __future__ import annotations

import contextlib
from typing import cast

import msgspec

from parapegma.server.problems import Problem
from parapegma.server.protocol import messages as ms
from parapegma.server.tables.bot_speed import choose_bot_speed
from parapegma.server.tables.commands.dispatch import carry_out
from parapegma.server.tables.commands.preview import preview
from parapegma.server.tables.messages.updates import TableMessages
from parapegma.server.tables.messages.viewpoint import Reader
from parapegma.server.tables.open_tables import OpenTables

_STANDING = (409, 422)
"""What came too late or did not fit is refused together with how the table stands."""


async def preview_or_speed(
    tables: OpenTables, table_id: str, person: str, said: ms.PreviewActions | ms.ChooseBotSpeed
) -> ms.ActionPreview | None:
    """What decisions would do; or nothing, when someone has said how quickly bots should play."""
    table = await tables.seen_by(table_id, person)
    if isinstance(said, ms.ChooseBotSpeed):
        choose_bot_speed(table, person, said.speed)
        return None
    return preview(table, person, said.key, said.seen, said.actions)


async def command_answer(
    tables: OpenTables,
    messages: TableMessages,
    table_id: str,
    reader: Reader,
    person: str,
    name: str,
    command: ms.Command,
    present: frozenset[str],
) -> ms.Accepted | ms.Refused:
    """Carry out the command of a person of that name who looks as ``reader``; what is to be answered."""
    try:
        outcome = await carry_out(tables, table_id, person, name, command, present)
    except Problem as problem:
        refused = ms.Refused(problem.body, command.key)
        if problem.body.status in _STANDING:
            refused.update = await _standing(tables, messages, table_id, reader)
        return refused
    return ms.Accepted(command.key, outcome.number, outcome.repeated)


async def _standing(
    tables: OpenTables, messages: TableMessages, table_id: str, reader: Reader
) -> ms.Update | None:
    """How the table stands; nothing for whom it does not exist any more."""
    with contextlib.suppress(Problem):
        table = await tables.seen_by(table_id, reader.person)
        # Written already: it goes into the message as it is.
        return cast(ms.Update, msgspec.Raw(await messages.read(table, reader, None)))
    return None
