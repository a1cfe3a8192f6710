"""What clients sent and what they were answered, and whether the database agrees."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import select

from parapegma.server.admin import check_games
from parapegma.server.ids import new_id
from parapegma.server.settings import Settings
from parapegma.server.store import schema
from parapegma.server.store.database import Database
from parapegma.server.tables import events as ev
from parapegma.server.tables.events import TableEvent
from parapegma.server.tables.storage.rows import load_events


@dataclass
class Sent:
    """A command with its key; however often it is sent, it may be carried out once."""

    table: str
    person: str
    message: dict[str, Any]
    number: int | None = None
    """The event, or the line of chat, that it led to; none until it is acknowledged."""
    times: int = 0
    """How often it was sent."""

    @property
    def key(self) -> str:
        return str(self.message["key"])


@dataclass
class CommandLog:
    """Everything that clients sent, and the events they were told of."""

    sent: dict[str, Sent] = field(default_factory=dict)
    told: dict[tuple[str, str], list[int]] = field(default_factory=lambda: defaultdict(list))
    """For each client and table the numbers of the events, in the order in which they came."""
    repeated: int = 0
    """Answers that said: this had been carried out before."""
    unanswered: int = 0
    """Commands that were sent again because the connection was lost before the answer came."""

    def new(self, table: str, person: str, message: dict[str, Any]) -> Sent:
        """A command that is about to be sent for the first time."""
        sent = Sent(table, person, {**message, "key": new_id()})
        self.sent[sent.key] = sent
        return sent

    def answered(self, key: str, number: int, repeated: bool = False) -> None:
        """The server acknowledged a command; a repetition must get the same answer."""
        sent = self.sent[key]
        if sent.number is not None and sent.number != number:
            raise AssertionError(f"a command led to {sent.number}, and when it was repeated to {number}")
        sent.number = number
        self.repeated += repeated

    @property
    def acknowledged(self) -> list[Sent]:
        return [sent for sent in self.sent.values() if sent.number is not None]


async def compare(commands: CommandLog, database_url: str) -> list[str]:
    """What the database says otherwise than the clients were told; nothing if all is well."""
    async with Database(Settings(database=database_url)) as database:
        # Others may play on the same server; what they do meanwhile is not at rest.
        ours = {table for _, table in commands.told}
        rows = {row["id"]: row for row in await database.rows(select(schema.tables)) if row["id"] in ours}
        events = {table: await load_events(database, table) for table in rows}
        chat = await database.rows(select(schema.chat))
        wrong = [
            f"{checked.table}: {checked.difference}"
            async for checked in check_games(database)
            if checked.difference is not None
        ]
    for table, row in rows.items():
        wrong += _gaps(table, row["last_event"], events[table])
    wrong += _lost(commands, events, chat)
    wrong += _played_twice(commands, events)
    for (who, table), numbers in commands.told.items():
        if not numbers:
            # Came, and nothing has happened since.
            continue
        if numbers != list(range(numbers[0], numbers[0] + len(numbers))):
            wrong.append(f"{who} at {table} was told {numbers}")
        if numbers[-1] > len(events[table]):
            wrong.append(f"{who} at {table} was told of event {numbers[-1]}, which is not there")
    return wrong


def _gaps(table: str, last: int, events: Sequence[TableEvent]) -> list[str]:
    numbers = [event.number for event in events]
    if numbers != list(range(1, last + 1)):
        return [f"{table}: its row says {last} events, there are {numbers}"]
    return []


def _lost(commands: CommandLog, events: dict[str, list[TableEvent]], chat: Sequence[schema.Row]) -> list[str]:
    """Acknowledged commands that are not where they were said to be."""
    found = {(table, event.number): event for table, some in events.items() for event in some}
    lines = {(row["table_id"], row["number"]): row["request_key"] for row in chat}
    wrong = []
    for sent in commands.acknowledged:
        assert sent.number is not None
        if sent.message["type"] == "say":
            same = lines.get((sent.table, sent.number)) == sent.key
        else:
            same = _is(sent, found, sent.number)
        if not same:
            wrong.append(f"{sent.table}: {sent.message} was acknowledged as {sent.number} and is not there")
    return wrong


def _is(sent: Sent, found: dict[tuple[str, int], TableEvent], number: int) -> bool:
    """Whether a decision is there under the number it was acknowledged with."""
    last = found.get((sent.table, number))
    if last is None or (last.person, last.request_key) != (sent.person, sent.key):
        return False
    # The end of the game follows the decision that brings it.
    decision = found.get((sent.table, number - 1)) if isinstance(last.body, ev.Ended) else last
    return (
        decision is not None
        and isinstance(decision.body, ev.Acted)
        and decision.body.actions == sent.message["actions"]
    )


def _played_twice(commands: CommandLog, events: dict[str, list[TableEvent]]) -> list[str]:
    """Decisions that nobody sent, or that stand there more often than they were sent."""
    wrong, seen = [], set()
    for table, some in events.items():
        for event, following in zip(some, [*some[1:], None], strict=True):
            if not isinstance(event.body, ev.Acted) or event.person is None:
                continue
            ends = following is not None and isinstance(following.body, ev.Ended)
            sent = commands.sent.get((following if ends and following else event).request_key or "")
            if sent is None or (sent.table, sent.message["actions"]) != (table, event.body.actions):
                wrong.append(f"{table}: nobody sent event {event.number}")
            elif sent.key in seen:
                wrong.append(f"{table}: event {event.number} was played twice")
            else:
                seen.add(sent.key)
    return wrong
