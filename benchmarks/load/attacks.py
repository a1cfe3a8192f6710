"""Attacks on a server of ours on this machine: ``python -m load.attacks NAME PORT TABLE SECONDS``.

Each runs in a process of its own, as fast as the machine lets it but behind everyone else (``nice``), from
one address that nobody else has, and never for longer than it was told. At the end it says what it
did, as JSON.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import uvloop

from load.sockets import LightSocket, connect

ADDRESS = "127.0.0.9"
_HEAD = b"GET /health HTTP/1.1\r\nHost: attacked\r\n"
_LINES = b"".join(b"X-%d: and no end\r\n" % n for n in range(500))
_MOST_LINES = 192_000
_HALF_OPEN = 3_000
_MASTERS = 91
_AT_ONCE = 8
_WEBSOCKETS = 20
_TOGETHER = 20
"""Messages that are sent at a time over one WebSocket."""
_LENGTH = re.compile(rb"content-length: *(\d+)", re.IGNORECASE)
_SESSION = re.compile(rb"parapegma=[^;]+")


@dataclass
class Target:
    """What is attacked, and what came of it."""

    port: int
    table: str
    """A long game at which anyone may watch."""
    until: float
    done: Counter[str] = field(default_factory=Counter)

    @property
    def over(self) -> bool:
        return time.monotonic() >= self.until

    async def open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection from the attacker's address."""
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=(ADDRESS, 0))


# --- requests without end ---------------------------------------------------------------------------


async def _endless(target: Target, some: bytes, most: int) -> None:
    """Heads of requests that do not end, one after the other."""
    while not target.over:
        with contextlib.suppress(OSError):
            reader, writer = await target.open()
            target.done["connections"] += 1
            try:
                writer.write(_HEAD)
                for _ in range(most):
                    writer.write(some)
                    target.done["bytes"] += len(some)
                    await writer.drain()
                    if target.over or reader.at_eof():
                        break
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(reader.read(), max(0, target.until - time.monotonic()))
            finally:
                writer.transport.abort()
        await asyncio.sleep(0)


async def header_lines(target: Target) -> None:
    """192,000 header lines, and no blank one."""
    await _together(4, lambda: _endless(target, _LINES, _MOST_LINES // 500))


async def one_line(target: Target) -> None:
    """One line of a head, 20 MB long."""
    await _together(4, lambda: _endless(target, b"x" * 10_000, 2_000))


async def half_open(target: Target) -> None:
    """3,000 connections that begin a request; whoever is turned away comes again."""

    async def one() -> None:
        while not target.over:
            with contextlib.suppress(OSError):
                reader, writer = await target.open()
                target.done["connections"] += 1
                try:
                    writer.write(_HEAD)
                    await asyncio.wait_for(reader.read(), max(0, target.until - time.monotonic()))
                except TimeoutError:
                    target.done["held to the end"] += 1
                finally:
                    writer.transport.abort()
            await asyncio.sleep(0.5)

    await _together(_HALF_OPEN, one)


# --- requests that cost something -------------------------------------------------------------------


async def _ask(
    target: Target,
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    request: str,
    *more: str,
    body: str = "",
) -> bytes:
    """Send a request over a connection that stays open; the head of the answer, whose body is read, too."""
    origin = f"http://127.0.0.1:{target.port}"
    lines = [f"{request} HTTP/1.1", f"Host: {origin[7:]}", f"Origin: {origin}", *more]
    if body:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    writer.write("\r\n".join([*lines, "", body]).encode())
    head = await reader.readuntil(b"\r\n\r\n")
    length = _LENGTH.search(head)
    await reader.readexactly(int(length[1]) if length else 0)
    target.done["status " + head[9:12].decode()] += 1
    return head


async def _loop(target: Target, path: str) -> None:
    """The same request again and again."""
    while not target.over:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            reader, writer = await target.open()
            try:
                while not target.over:
                    await _ask(target, reader, writer, f"GET {path}")
            finally:
                writer.transport.abort()


async def all_of_a_table(target: Target) -> None:
    """All of a long game, told again and again."""
    await _together(_AT_ONCE, lambda: _loop(target, f"/api/v1/tables/{target.table}?since=0"))


async def replay(target: Target) -> None:
    """A long game watched again, fifty events at a time."""
    path = f"/api/v1/tables/{target.table}/replay?first=1000&count=50"
    await _together(_AT_ONCE, lambda: _loop(target, path))


async def masters(target: Target) -> None:
    """91 tables of five masters, opened by one guest, who asks for more of them until the end."""
    reader, writer = await target.open()
    head = await _ask(target, reader, writer, "POST /api/v1/guest", body='{"name":"Crowd"}')
    session = _SESSION.search(head)
    assert session is not None, head
    cookie = f"Cookie: {session[0].decode()}"
    wish = json.dumps({"game": "pacal", "seats": ["master"] * 5})
    opened = 0
    while not target.over and opened < _MASTERS:
        head = await _ask(target, reader, writer, "POST /api/v1/tables", cookie, body=wish)
        if head[9:12] == b"201":
            opened += 1
        else:
            await asyncio.sleep(0.02)
    await asyncio.sleep(max(0, target.until - time.monotonic()))
    writer.transport.abort()


# --- messages ---------------------------------------------------------------------------------------


class _Flooder:
    """One WebSocket over which more is said than anyone should."""

    socket: LightSocket | None = None

    def __init__(self, target: Target) -> None:
        self._target = target

    def hear(self, message: bytes) -> None:
        self._target.done["answers"] += 1


async def messages(target: Target) -> None:
    """WebSockets with pings, decisions that are refused, and text that means nothing."""
    kinds = (
        b'{"type":"ping"}',
        b'{"type":"act","key":"0123456789","seen":1,"actions":[1]}',
        b'{"type":"preview","key":"0123456789","seen":1,"actions":[1]}',
        b"{" * 2_000,
    )

    async def one(kind: bytes) -> None:
        while not target.over:
            with contextlib.suppress(OSError, TimeoutError):
                client = _Flooder(target)
                path = f"/api/v1/tables/{target.table}/live"
                origin = {"Origin": f"http://127.0.0.1:{target.port}"}
                socket = await connect(target.port, path, client, origin, ADDRESS)
                target.done["connections"] += 1
                while not target.over and socket.why_closed is None:
                    assert socket.transport is not None
                    if socket.transport.get_write_buffer_size() < 100_000:
                        for _ in range(_TOGETHER):
                            socket.send(kind)
                        target.done["messages"] += _TOGETHER
                    await asyncio.sleep(0.001)
                socket.close()
            await asyncio.sleep(0.05)

    async with asyncio.TaskGroup() as group:
        for n in range(_WEBSOCKETS):
            group.create_task(one(kinds[n % len(kinds)]))


async def _together(count: int, one: Callable[[], Awaitable[None]]) -> None:
    await asyncio.gather(*(one() for _ in range(count)))


ATTACKS: dict[str, Callable[[Target], Awaitable[None]]] = {
    "header lines without end": header_lines,
    "a header line without end": one_line,
    f"{_HALF_OPEN:,} half-open requests": half_open,
    f"{_MASTERS} tables of five masters": masters,
    "a long game told in a loop": all_of_a_table,
    "a replay in a loop": replay,
    "WebSocket messages without end": messages,
}


def main(name: str, port: str, table: str, seconds: str) -> None:
    """Carry out one attack."""
    os.nice(10)
    target = Target(int(port), table, time.monotonic() + float(seconds))

    async def run() -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(float(seconds) + 5):
                await ATTACKS[name](target)

    uvloop.run(run())
    print(json.dumps(target.done))


if __name__ == "__main__":
    main(*sys.argv[1:])
