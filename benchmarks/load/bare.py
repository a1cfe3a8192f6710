"""A server that only tells: no rules, no views, no disk. How fast could any server be here?

It answers every message of a connection by one message to each connection of its table, with the same event
loop and the same clients as ours. What it reaches is a bound for whatever does more.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from collections import defaultdict
from pathlib import Path
from typing import ClassVar, cast

import uvloop

from load.ours import free_port
from load.playing import Players, Table
from load.sockets import LightSocket, connect

_NUMBER = b'{"number":'
_BODY = b',"changes":"%b"}' % (b"." * 1_000)
"""About as much as ours tells of an action."""
_HANDS = b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"


class Server:
    """It, in a process of its own."""

    def __init__(self) -> None:
        self.port = free_port()

    def __enter__(self) -> Server:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "load.bare", str(self.port)],
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent)},
            stdout=subprocess.PIPE,
        )
        assert self.process.stdout is not None
        if not self.process.stdout.readline():
            raise RuntimeError("the bare server did not start")
        return self

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.communicate(timeout=60)

    @property
    def pid(self) -> int:
        return self.process.pid


class _Connection(asyncio.Protocol):
    tables: ClassVar[dict[bytes, list[_Connection]]] = defaultdict(list)
    """All connections, by the address of their table."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.table: list[_Connection] | None = None
        self.number = 0

    def data_received(self, data: bytes) -> None:
        if self.table is None:
            self.table = self.tables[data.split(b" ", 2)[1]]
            self.table.append(self)
            self.transport.write(_HANDS + self._news())
            return
        self.table[0].number += 1
        news = self.table[0]._news()
        for each in self.table:
            each.transport.write(news)

    def connection_lost(self, _: Exception | None) -> None:
        if self.table is not None:
            self.table.remove(self)

    def _news(self) -> bytes:
        text = b"%b%d%b" % (_NUMBER, self.number, _BODY)
        return bytes((0x81, 126, len(text) >> 8, len(text) & 255)) + text


async def _serve(port: int) -> None:
    server = await asyncio.get_running_loop().create_server(_Connection, "127.0.0.1", port)
    print("listening", flush=True)
    await server.serve_forever()


async def sit_down(port: int, tables: int, readers: int, round_number: int) -> Players:
    """Open so many connections to every table; the first of them acts."""
    players = Players([Table(readers) for _ in range(tables)])
    for n, table in enumerate(players.tables):
        for reader in range(readers):
            client = _Client(players, table, reader)
            table.sockets.append(await connect(port, f"/{round_number}-{n}", client))
    end = time.monotonic() + 60
    while not all(min(table.seen) >= 0 for table in players.tables):
        assert time.monotonic() < end, "the bare server does not answer"
        await asyncio.sleep(0.02)
    return players


class _Client:
    __slots__ = ("players", "reader", "socket", "table")

    def __init__(self, players: Players, table: Table, reader: int) -> None:
        self.players, self.table, self.reader = players, table, reader
        self.socket: LightSocket | None = None

    def hear(self, message: bytes) -> None:
        if self.reader == 0:
            self.table.next = self.act
        number = int(message[len(_NUMBER) : message.index(b",", len(_NUMBER))])
        self.players.heard(self.table, self.reader, number)

    def act(self) -> None:
        assert self.socket is not None
        self.socket.send(b'{"type":"act","key":"0123456789abcdef","seen":1,"actions":[1]}')


if __name__ == "__main__":
    uvloop.run(_serve(int(sys.argv[1])))
