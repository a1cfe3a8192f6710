"""Whoever sends much over one WebSocket waits for everyone else, and keeps no server busy for nothing."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import pytest
import uvicorn
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode

from parapegma.server.live.direct_websocket import DirectWebSocket

_OPENING = (
    b"GET / HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n"
)


def frame(opcode: Opcode, data: bytes = b"", fin: bool = True) -> bytes:
    return Frame(opcode, data, fin=fin).serialize(mask=True)


class Turns:
    """Counts the turns of an event loop."""

    def __init__(self) -> None:
        self.number = 0
        self._count()

    def _count(self) -> None:
        self.number += 1
        asyncio.get_running_loop().call_soon(self._count)


async def said(sent: bytes, app) -> bytes:
    """What a server with this application says until it hangs up, to whoever sends all this at once."""
    config = uvicorn.Config(app, ws_ping_interval=None, ws_per_message_deflate=False, log_config=None)
    config.load()
    state = ServerState()
    server = await asyncio.get_running_loop().create_server(
        lambda: DirectWebSocket(config, state, {}), "127.0.0.1"
    )
    async with server:
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        writer.write(_OPENING)
        await reader.readuntil(b"\r\n\r\n")
        writer.write(sent)
        answer = b""
        # Whoever is hung up on in the middle of a word may not hear the last of what was said before.
        with suppress(ConnectionError):
            while data := await reader.read(65_536):
                answer += data
        writer.close()
        return answer


def test_of_what_one_connection_sends_at_once_one_message_is_answered_a_turn():
    messages = 3_000
    heard: list[tuple[int, str]] = []

    async def app(scope, receive, send):
        turns = Turns()
        await receive()
        await send({"type": "websocket.accept"})
        while len(heard) < messages:
            message = await receive()
            heard.append((turns.number, message["text"]))
            assert protocol_of(send).queue.qsize() < 400, "only some of it was looked at"
        await send({"type": "websocket.close"})

    asyncio.run(said(b"".join(frame(Opcode.TEXT, b"%d" % n) for n in range(messages)), app))
    assert [text for _, text in heard] == [str(n) for n in range(messages)]
    assert len({turn for turn, _ in heard}) == messages


def protocol_of(send) -> DirectWebSocket:
    protocol = send.__self__
    assert isinstance(protocol, DirectWebSocket)
    return protocol


@pytest.mark.parametrize(
    "idle",
    [frame(Opcode.PING), frame(Opcode.PONG), frame(Opcode.CONT, fin=False)],
    ids=["pings", "pongs", "parts of a message that is none"],
)
def test_whoever_sends_frames_that_are_no_message_without_end_is_parted_from(idle):
    ends = []

    async def app(scope, receive, send):
        await receive()
        await send({"type": "websocket.accept"})
        ends.append(await receive())

    first = frame(Opcode.TEXT, b"", fin=False) if idle[0] & 15 == Opcode.CONT else b""
    answer = asyncio.run(said(first + idle * 20_000, app))
    assert [(end["type"], end["code"]) for end in ends] == [("websocket.disconnect", 1008)]
    assert answer.count(b"\x8a\x00") < 5_000, "most of the pings were never answered"


def test_a_message_in_many_parts_with_pings_between_is_heard():
    heard = []

    async def app(scope, receive, send):
        await receive()
        await send({"type": "websocket.accept"})
        heard.append((await receive())["text"])
        await send({"type": "websocket.close"})

    text = b"x" * 300
    parts = [frame(Opcode.CONT if n else Opcode.TEXT, b"x", fin=n == 299) for n in range(300)]
    asyncio.run(said(frame(Opcode.PING, b"there?").join(parts), app))
    assert heard == [text.decode()]
