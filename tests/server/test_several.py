"""Two processes' worth of parts on one database and one channel know of each other's people."""

from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack

from parapegma.server.channels import make_channels
from parapegma.server.live.connection import Connection
from parapegma.server.live.here import Presence
from parapegma.server.live.hub import Hub
from parapegma.server.people.identity import Identities
from parapegma.server.settings import Settings
from parapegma.server.store.database import Database
from parapegma.server.tables.opening import Wish, open_table
from parapegma.server.tables.rooms import Caller, Rooms
from parapegma.server.tables.seating import join
from parapegma.server.tables.viewing import Reader


class Place:
    """Rooms, hub and presence of one process."""

    def __init__(self, database, channels):
        self.rooms = Rooms(database, 100)
        self.hub = Hub(self.rooms, channels)
        self.presence = Presence(self.hub, self.rooms, alone=False)

    async def connect(self, table_id, person):
        """A connection whose messages end up in a list."""
        messages = []

        async def send(text):
            messages.append(json.loads(text))

        async def close(code, reason):
            messages.append({"type": "closed", "reason": reason})

        table = await self.rooms.open(table_id)
        connection = Connection(Reader(person), send, close, 64)
        self.hub.add(table_id, connection)
        await self.hub.bring(table, connection, None)
        return connection, messages


async def until(condition):
    async with asyncio.timeout(10):
        while not condition():
            await asyncio.sleep(0.02)


def test_who_is_connected_to_one_process_is_here_for_the_other(tmp_path):
    async def main():
        async with AsyncExitStack() as stack:
            settings = Settings(database=f"sqlite:///{tmp_path / 'tables.db'}")
            channels = await stack.enter_async_context(make_channels("memory://"))
            databases = [await stack.enter_async_context(Database(settings)) for _ in range(2)]
            here, there = places = [Place(database, channels) for database in databases]
            for place in places:
                await place.hub.start()
                place.presence.start()
            people = Identities(databases[0], "secret")
            ada, bob = [(await people.new_guest(name))[0].id for name in ("Ada", "Bob")]
            table = await open_table(databases[0], Wish("ophiuchus", 2), ada, "Ada")
            await here.rooms.command(table, Caller(bob), join(bob, "Bob"))

            at_ada, told_ada = await here.connect(table, ada)
            assert here.rooms.present(table) == {ada}
            at_bob, _ = await there.connect(table, bob)
            await until(lambda: {"type": "here", "seats": [0, 1]} in told_ada)
            assert here.rooms.present(table) == {ada, bob}
            await until(lambda: there.rooms.present(table) == {ada, bob})
            there.hub.remove(table, at_bob)
            await until(lambda: told_ada[-1] == {"type": "here", "seats": [0]})
            assert here.rooms.present(table) == {ada}

            for connection in (at_ada, at_bob):
                await connection.finish()
            for place in places:
                await place.presence.stop()
                await place.hub.stop()

    asyncio.run(main())
