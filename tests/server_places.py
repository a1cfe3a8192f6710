"""The parts of a server without a process around them: a clock that tests turn, and databases to share."""

from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack

from parapegma.server.channels import make_channels
from parapegma.server.chat.chat import TableChat
from parapegma.server.ids import now
from parapegma.server.live.connection import Connection
from parapegma.server.live.here import Presence
from parapegma.server.live.hub import Hub
from parapegma.server.notify.attention import PAGE
from parapegma.server.notify.page import Pages
from parapegma.server.people.identity import Identities
from parapegma.server.people.recall import Recall
from parapegma.server.security.limits import Limits
from parapegma.server.settings import Settings
from parapegma.server.store.database import Database
from parapegma.server.store.tables import load_events
from parapegma.server.tables.events import kind_of
from parapegma.server.tables.opening import Wish, open_table
from parapegma.server.tables.rooms import Caller, Rooms
from parapegma.server.tables.seating import join
from parapegma.server.tables.settings import TableSettings
from parapegma.server.tables.timing import Timing
from parapegma.server.tables.viewing import Reader


class Watch:
    """A clock that tests turn by hand."""

    def __init__(self):
        self.at = now()

    def __call__(self):
        return self.at


class Place:
    """One process's rooms and timing, on a database that others may share."""

    def __init__(self, database, watch, grace=0):
        self.rooms = Rooms(database, 100, watch)
        self.timing = Timing(self.rooms, grace, watch)
        self.timing._started = self.timing._next_look = watch.at


def on_a_database(tmp_path, play, processes=1, database=None):
    """Run a coroutine with so many processes' worth of parts on one SQLite file, or on another database."""

    async def main():
        async with AsyncExitStack() as stack:
            watch = Watch()
            settings = Settings(database=database or f"sqlite:///{tmp_path / 'tables.db'}")
            databases = [await stack.enter_async_context(Database(settings)) for _ in range(processes)]
            people = Identities(databases[0], "secret")
            ada, bob = [(await people.new_guest(name))[0].id for name in ("Ada", "Bob")]
            await play(watch, [Place(database, watch) for database in databases], ada, bob)

    asyncio.run(main())


class Process:
    """Rooms, hub, presence, chat and pages of one of several processes."""

    def __init__(self, database, channels):
        self.rooms = Rooms(database, 100)
        self.hub = Hub(self.rooms, channels, look_every=0.2)
        self.presence = Presence(self.hub, self.rooms, alone=False)
        self.chat = TableChat(self.rooms, self.hub, Limits(100, 100))
        self.pages = Pages(database, self.rooms, self.hub, alone=False)
        self.recall = Recall(self.hub, self.rooms, lambda: None)
        self._connections = []

    async def start(self):
        await self.hub.start()
        self.presence.start()

    async def stop(self):
        for connection in self._connections:
            await connection.finish()
        for part in (self.presence, self.chat, self.pages, self.hub):
            await part.stop()

    def tell_nobody(self):
        """All its news is lost on the way."""
        self.hub.nudge = lambda kind, table_id, number: None

    async def connect(self, table_id, person):
        """A connection to a table, and the list in which its messages end up."""
        connection, messages = self._connection(table_id, person)
        table = await self.rooms.open(table_id)
        await self.hub.bring(table, connection, None)
        await self.chat.begin(table, connection, 0)
        return connection, messages

    async def open_page(self, person):
        """The messages that a person's own page gets."""
        connection, messages = self._connection(PAGE + person, person)
        await self.pages.begin(person, connection)
        return messages

    def _connection(self, place, person):
        messages = []

        async def send(text):
            messages.append(json.loads(text))

        async def close(code, reason):
            messages.append({"type": "closed", "reason": reason})

        connection = Connection(Reader(person), send, close, 64)
        self._connections.append(connection)
        self.hub.add(place, connection)
        return connection, messages


def two_processes(tmp_path, play):
    """Run a coroutine with the parts of two processes on one SQLite file, and a table for Ada and Bob."""

    async def main():
        async with AsyncExitStack() as stack:
            settings = Settings(database=f"sqlite:///{tmp_path / 'tables.db'}")
            channels = await stack.enter_async_context(make_channels("memory://"))
            databases = [await stack.enter_async_context(Database(settings)) for _ in range(2)]
            here, there = [Process(database, channels) for database in databases]
            people = Identities(databases[0], "secret")
            ada, bob = [(await people.new_guest(name))[0].id for name in ("Ada", "Bob")]
            for process in (here, there):
                await process.start()
            table = await open_table(databases[0], Wish("ophiuchus", 2), ada, "Ada")
            await here.rooms.command(table, Caller(bob), join(bob, "Bob"))
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
    wish = Wish(game, 2, settings=TableSettings(**settings))
    table_id = await open_table(place.rooms.database, wish, ada, "Ada", at=place.rooms.clock())
    outcome = await place.rooms.command(table_id, Caller(bob), join(bob, "Bob"))
    return outcome.table


async def kinds(place, table):
    return [kind_of(event.what) for event in await load_events(place.rooms.database, table.id)]
