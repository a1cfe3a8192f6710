"""What arrives together is written together: one commit for all tables, one write for each reader."""

from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack

import pytest
from server_places import nobody

from parapegma.server.bus.bus import Bus
from parapegma.server.bus.channels import make_channels
from parapegma.server.live.broadcast import Broadcast
from parapegma.server.live.connection import Connection
from parapegma.server.live.connections import Connections
from parapegma.server.people.identity import Identities
from parapegma.server.protocol import messages as ms
from parapegma.server.settings import Settings
from parapegma.server.store.database import Database
from parapegma.server.store.secrets import Secrets
from parapegma.server.tables.commands.answering import command_answer
from parapegma.server.tables.lifecycle.opening import TableSetup, open_table
from parapegma.server.tables.messages.updates import TableMessages
from parapegma.server.tables.messages.viewpoint import Reader
from parapegma.server.tables.registry import TableRegistry

TABLES = 10


class Socket:
    """The network of one reader, which takes everything at once."""

    def __init__(self, person):
        self.writes: list[list[str]] = []
        self.connection = Connection(Reader(person), self._never, self._never, 16, self._write)

    def _write(self, *texts):
        self.writes.append([json.loads(text)["type"] for text in texts])
        return True

    async def _never(self, *_):
        raise AssertionError("the short way is always open")


@pytest.mark.on_postgres_too
def test_commands_that_arrive_together_share_a_commit_and_every_reader_is_written_to_once(
    tmp_path, database_settings
):
    url = database_settings.get("PARAPEGMA_DATABASE", f"sqlite:///{tmp_path / 'tables.db'}")

    async def main():
        async with AsyncExitStack() as stack:
            database = await stack.enter_async_context(Database(Settings(database=url)))
            channels = await stack.enter_async_context(make_channels("memory://"))
            registry, connections = TableRegistry(database, 100), Connections()
            messages = TableMessages(registry, nobody)
            broadcast = Broadcast(registry, connections, messages, Bus(channels, alone=True))
            people = Identities(database, Secrets(database, "secret"))
            ada = (await people.new_guest("Ada"))[0].id
            sockets: list[tuple[Socket, Socket]] = []
            commands = []
            for _ in range(TABLES):
                table_id = await open_table(
                    registry.store, TableSetup("ophiuchus", 2, seats=("me", "me")), ada, "Ada"
                )
                table = await registry.open(table_id)
                at_table = Socket(ada), Socket(None)
                for socket in at_table:
                    connections.add(table_id, socket.connection)
                    await broadcast.bring_up_to_date(table, socket.connection, None)
                    socket.writes.clear()
                sockets.append(at_table)
                act = ms.Act(f"key of {table_id}", table.number, [table.match.position.legal()[0]])
                commands.append((table_id, at_table[0].connection, act))
            await database.writer.written()
            commits = database.writer.commits

            async def sent(table_id, connection, act):
                answer = await command_answer(
                    registry, messages, table_id, connection.reader, ada, "Ada", act, frozenset()
                )
                assert isinstance(answer, ms.Accepted), answer
                connection.put_with_next(json.dumps({"type": "accepted"}).encode())

            await asyncio.gather(*(sent(*command) for command in commands))
            await asyncio.sleep(0)
            assert database.writer.commits - commits == 1
            for mover, watcher in sockets:
                assert mover.writes == [["accepted", "update"]]
                assert watcher.writes == [["update"]]
            await broadcast.stop()

    asyncio.run(main())
