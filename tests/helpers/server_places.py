"""The parts of a server without a process around them: a clock that tests turn, and databases to share."""

from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack

from parapegma.server.bus.bus import Bus
from parapegma.server.bus.channels import make_channels
from parapegma.server.chat.chat import TableChat
from parapegma.server.ids import now
from parapegma.server.live.broadcast import Broadcast
from parapegma.server.live.connection import Connection
from parapegma.server.live.connections import Connections, page_of
from parapegma.server.live.presence import Presence
from parapegma.server.notify.page import Pages
from parapegma.server.people.identity import Identities
from parapegma.server.people.revoke import Revocation
from parapegma.server.protocol.table_settings import TableSettings
from parapegma.server.rate_limit import RateLimit
from parapegma.server.settings import Settings
from parapegma.server.steady_clock import SteadyClock
from parapegma.server.store.database import Database
from parapegma.server.store.secrets import Secrets
from parapegma.server.tables.commands.seats import join
from parapegma.server.tables.events import kind_of
from parapegma.server.tables.lifecycle.opening import TableSetup, open_table
from parapegma.server.tables.messages.updates import TableMessages
from parapegma.server.tables.messages.viewpoint import Reader
from parapegma.server.tables.open_tables import Caller
from parapegma.server.tables.registry import TableRegistry
from parapegma.server.tables.storage.rows import load_events
from parapegma.server.tables.timeouts import Timeouts

_LOOK_EVERY = 0.2


def nobody(_):
    """Nobody is connected to any table."""
    return frozenset()


class Watch:
    """A clock that tests turn by hand; the machine's is ahead of it by ``jumped``."""

    def __init__(self):
        self.at = now()
        self.jumped = 0

    def __call__(self):
        return self.at

    def wall(self):
        return self.at + self.jumped


class Place:
    """One process's registry, messages and time-outs, on a database that others may share."""

    def __init__(self, database, watch, grace=0):
        clock = SteadyClock(watch.wall, watch)
        self.registry = TableRegistry(database, 100, clock=clock)
        self.messages = TableMessages(self.registry, nobody)
        self.timeouts = Timeouts(self.registry, grace, clock)
        self.timeouts._started = self.timeouts._next_look = watch.at


def on_a_database(tmp_path, play, processes=1, database=None):
    """Run a coroutine with so many processes' worth of parts on one SQLite file, or on another database."""

    async def main():
        async with AsyncExitStack() as stack:
            watch = Watch()
            settings = Settings(database=database or f"sqlite:///{tmp_path / 'tables.db'}")
            databases = [await stack.enter_async_context(Database(settings)) for _ in range(processes)]
            people = Identities(databases[0], Secrets(databases[0], "secret"))
            ada, bob = [(await people.new_guest(name))[0].id for name in ("Ada", "Bob")]
            await play(watch, [Place(database, watch) for database in databases], ada, bob)

    asyncio.run(main())


class Process:
    """Registry, broadcast, presence, chat and pages of one of several processes."""

    def __init__(self, database, channels):
        self.registry = TableRegistry(database, 100)
        self.bus = Bus(channels, alone=False)
        self.connections = Connections()
        self.presence = Presence(self.connections, self.registry, self.bus)
        self.messages = TableMessages(self.registry, self.presence.seen)
        everyone = (self.registry, self.connections)
        self.broadcast = Broadcast(*everyone, self.messages, self.bus, _LOOK_EVERY)
        self.chat = TableChat(*everyone, self.bus, RateLimit(100, 100), _LOOK_EVERY)
        self.pages = Pages(database, *everyone, self.bus, _LOOK_EVERY)
        self.revocation = Revocation(self.connections, self.registry, self.bus, lambda: None, _LOOK_EVERY)
        self._parts = (self.broadcast, self.presence, self.chat, self.pages, self.revocation)
        self._opened = []

    async def start(self):
        await self.bus.start()
        for part in self._parts:
            part.start()

    async def stop(self):
        for connection in self._opened:
            await connection.finish()
        for part in (*reversed(self._parts), self.bus):
            await part.stop()

    def tell_nobody(self):
        """All its notifications are lost on the way."""
        self.bus.publish = lambda notification: None  # type: ignore[method-assign]

    async def connect(self, table_id, person):
        """A connection to a table, and the list in which its messages end up."""
        connection, messages = self._connection(table_id, person)
        table = await self.registry.open(table_id)
        await self.broadcast.bring_up_to_date(table, connection, None)
        await self.chat.begin(table, connection, 0)
        return connection, messages

    async def open_page(self, person):
        """The messages that a person's own page gets."""
        connection, messages = self._connection(page_of(person), person)
        await self.pages.begin(person, connection)
        return messages

    def _connection(self, place, person):
        messages = []

        async def send(text):
            messages.append(json.loads(text))

        async def close(code, reason):
            messages.append({"type": "closed", "reason": reason})

        connection = Connection(Reader(person), send, close, 64)
        self._opened.append(connection)
        self.connections.add(place, connection)
        return connection, messages


def two_processes(tmp_path, play):
    """Run a coroutine with the parts of two processes on one SQLite file, and a table for Ada and Bob."""

    async def main():
        async with AsyncExitStack() as stack:
            settings = Settings(database=f"sqlite:///{tmp_path / 'tables.db'}")
            channels = await stack.enter_async_context(make_channels("memory://"))
            databases = [await stack.enter_async_context(Database(settings)) for _ in range(2)]
            here, there = [Process(database, channels) for database in databases]
            people = Identities(databases[0], Secrets(databases[0], "secret"))
            ada, bob = [(await people.new_guest(name))[0].id for name in ("Ada", "Bob")]
            for process in (here, there):
                await process.start()
            table = await open_table(here.registry.store, TableSetup("ophiuchus", 2), ada, "Ada")
            await here.registry.execute(table, Caller(bob), join(bob, "Bob"))
            await play(here, there, ada, bob, table)
            for process in (here, there):
                await process.stop()

    asyncio.run(main())


async def until(condition):
    """Wait until something is so."""
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0.02)


async def a_table(place, ada, bob, game="ophiuchus", **settings):
    wish = TableSetup(game, 2, settings=TableSettings(**settings))
    table_id = await open_table(place.registry.store, wish, ada, "Ada", at=place.registry.clock())
    outcome = await place.registry.execute(table_id, Caller(bob), join(bob, "Bob"))
    return outcome.table


async def kinds(place, table):
    return [kind_of(event.body) for event in await load_events(place.registry.database, table.id)]
