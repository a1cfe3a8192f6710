"""The parts of a server without a process around them: a clock that tests turn, and databases to share."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

from parapegma.server.ids import now
from parapegma.server.people.identity import Identities
from parapegma.server.settings import Settings
from parapegma.server.store.database import Database
from parapegma.server.store.tables import load_events
from parapegma.server.tables.events import kind_of
from parapegma.server.tables.opening import Wish, open_table
from parapegma.server.tables.rooms import Caller, Rooms
from parapegma.server.tables.seating import join
from parapegma.server.tables.settings import TableSettings
from parapegma.server.tables.timing import Timing


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


def on_a_database(tmp_path, play, processes=1):
    """Run a coroutine with so many processes' worth of parts on one SQLite file."""

    async def main():
        async with AsyncExitStack() as stack:
            watch = Watch()
            settings = Settings(database=f"sqlite:///{tmp_path / 'tables.db'}")
            databases = [await stack.enter_async_context(Database(settings)) for _ in range(processes)]
            people = Identities(databases[0], "secret")
            ada, bob = [(await people.new_guest(name))[0].id for name in ("Ada", "Bob")]
            await play(watch, [Place(database, watch) for database in databases], ada, bob)

    asyncio.run(main())


async def a_table(place, ada, bob, game="ophiuchus", **settings):
    wish = Wish(game, 2, settings=TableSettings(**settings))
    table_id = await open_table(place.rooms.database, wish, ada, "Ada", at=place.rooms.clock())
    outcome = await place.rooms.command(table_id, Caller(bob), join(bob, "Bob"))
    return outcome.table


async def kinds(place, table):
    return [kind_of(event.what) for event in await load_events(place.rooms.database, table.id)]
