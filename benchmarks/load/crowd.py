"""Thousands of connections at which nothing happens, and beside them people who play."""

from __future__ import annotations

import argparse
import asyncio
import resource
import sys
from pathlib import Path

from load import ours
from load.figures import Figure
from load.parts import at_rest, told
from load.playing import Players
from load.sockets import LightSocket, connect
from load.usage import Meter, resident_bytes

_PER_TABLE = 100
_AT_ONCE = 64
"""Connections that are opened at a time."""
_PER_ADDRESS = 800
"""Connections from one address of this machine: fewer than a server admits by default."""
_BESIDE = 200
"""Files that a process has open besides its connections."""


class _Idle:
    """Someone who only watches."""

    socket: LightSocket | None = None

    def hear(self, message: bytes) -> None:
        pass


async def crowd(asked: argparse.Namespace, folder: Path) -> list[Figure]:
    """``--watching`` idle connections beside those of the tables that are played at."""
    wanted = asked.watching + asked.tables * asked.readers + _BESIDE
    if (allowed := _many_files()) < wanted:
        why = f"{allowed:,} files may be open, not {wanted:,}"
        return [Figure(f"idle WebSockets were not measured: {why}", float("nan"), "")]
    quiet = -(-asked.watching // _PER_TABLE)
    dealt = await ours.deal(folder, ours.usual_tables(asked.tables + quiet))
    with ours.Server(folder) as server:
        players = await ours.sit_down(server.port, dealt[quiet:], asked.readers)
        await at_rest(server.pid)
        before = resident_bytes(server.pid)
        idle = await _watch(server.port, dealt[:quiet], asked.watching)
        await at_rest(server.pid)
        each = (resident_bytes(server.pid) - before) / max(1, len(idle)) / 1000
        # The first actions at each table open it.
        await players.steadily(asked.rate / 2, 3)
        await at_rest(server.pid)
        meter = Meter(server.pid)
        played = await players.steadily(asked.rate, asked.seconds)
        spent = meter.spent()
        open_still = sum(socket.why_closed is None for socket in idle)
        active = _open(players)
        for socket in idle:
            socket.close()
    name = f"{open_still:,} idle and {active:,} active WebSockets, {asked.rate:g} actions/s"
    return [
        Figure(
            f"{name}: p99 until all were told",
            1000 * played.wait(0.99),
            "ms",
            most=100,
            remarks=f"{told(played, spent)}; the clients were up to {1000 * played.late:.0f} ms late",
        ),
        Figure("memory per idle WebSocket", each, "kB"),
    ]


def _many_files() -> int:
    """Every connection is an open file, here and in the server, which inherits the limit."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    return sys.maxsize if most == resource.RLIM_INFINITY else most


async def _watch(port: int, tables: list[ours.Dealt], count: int) -> list[LightSocket]:
    sockets: list[LightSocket] = []
    for first in range(0, count, _AT_ONCE):
        sockets += await asyncio.gather(
            *(
                connect(
                    port,
                    f"/api/v1/tables/{tables[n % len(tables)].id}/live",
                    _Idle(),
                    ours.headers_of(port, None),
                    f"127.0.1.{1 + n // _PER_ADDRESS}",
                )
                for n in range(first, min(count, first + _AT_ONCE))
            )
        )
    return sockets


def _open(players: Players) -> int:
    return sum(socket.why_closed is None for table in players.tables for socket in table.sockets)
