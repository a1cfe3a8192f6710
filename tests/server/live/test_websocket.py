"""The short way of a message to the network, and what happens where the network does not take it."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import time

import pytest
import uvicorn
from websockets.frames import Frame, Opcode

from parapegma.server import run
from parapegma.server.live.connection import Connection
from parapegma.server.live.direct_websocket import framed, is_control, unframed
from parapegma.server.settings import Settings
from parapegma.server.tables.messages.viewpoint import Reader


class Network:
    """A network that takes messages, or does not."""

    def __init__(self, open_=True):
        self.open = open_
        self.written = []
        self.writes = 0
        self.closed = None
        self.flows = asyncio.Event()

    def write_now(self, *messages):
        if self.open:
            self.writes += 1
            self.written += messages
        return self.open

    async def send(self, text):
        await self.flows.wait()
        self.written.append(text.encode())

    async def close(self, code, reason):
        self.closed = reason

    def connection(self, outbox=4):
        return Connection(Reader(None), self.send, self.close, outbox, self.write_now)


def test_a_message_is_written_at_once_where_the_network_takes_it():
    async def main():
        network = Network()
        network.connection().put(b"one")
        assert network.written == [b"one"]

    asyncio.run(main())


def test_no_message_overtakes_one_that_waits():
    async def main():
        network = Network(open_=False)
        connection = network.connection()
        connection.put(b"one")
        await asyncio.sleep(0)
        network.open = True
        connection.put(b"two")
        assert network.written == []
        network.flows.set()
        await asyncio.sleep(0.01)
        assert network.written == [b"one", b"two"]
        connection.put(b"three")
        assert network.written == [b"one", b"two", b"three"]

    asyncio.run(main())


@pytest.mark.parametrize("open_", [True, False])
def test_a_message_goes_with_the_one_that_follows_at_once_and_never_after_it(open_):
    async def main():
        network = Network(open_)
        connection = network.connection()
        asyncio.get_running_loop().call_soon(connection.put, b"two")
        connection.put_with_next(b"one")
        network.flows.set()
        await asyncio.sleep(0.01)
        assert network.written == [b"one", b"two"]
        assert network.writes == (1 if open_ else 0)
        # Where nothing follows, it goes alone; two of them in their order.
        connection.put_with_next(b"three")
        connection.put_with_next(b"four")
        await asyncio.sleep(0.01)
        assert network.written == [b"one", b"two", b"three", b"four"]

    asyncio.run(main())


def test_who_does_not_fetch_messages_is_dropped_with_a_reason():
    async def main():
        network = Network(open_=False)
        connection = network.connection(outbox=2)
        for n in range(4):
            connection.put(b"%d" % n)
        assert connection.closed == "too-slow"
        network.flows.set()
        await connection.finish()
        assert network.closed == "too-slow"
        assert b"goodbye" in network.written[-1]

    asyncio.run(main())


def test_nothing_is_sent_to_who_has_gone():
    async def main():
        network = Network(open_=False)
        connection = network.connection()
        connection.put(b"one")
        await connection.finish()
        network.open = True
        connection.put(b"two")
        assert (network.written, connection.closed) == ([], "gone")

    asyncio.run(main())


@pytest.mark.parametrize("length", [0, 125, 126, 65_535, 65_536])
def test_a_frame_says_how_long_it_is(length):
    frame = framed(b"." * length)
    head = 2 if length < 126 else 4 if length < 65_536 else 10
    said = frame[1] if head == 2 else int.from_bytes(frame[2:head], "big")
    assert (frame[0], said, len(frame)) == (0x81, length, head + length)


def test_long_messages_arrive_whole(server):
    ada = server.client()
    table = ada.open("ulysses", seats=["me", "me", "me"])["id"]
    with ada.live(table) as live:
        whole = ada.look(table)
        assert live.view == whole["view"]
        for _ in range(5):
            live.until_number(live.act(live.choices[0]["number"])["number"])
        assert live.view == ada.look(table)["view"]


def frame_of(opcode, data, fin=True):
    return Frame(opcode, data, fin=fin).serialize(mask=True)


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 128, 5_000, 16_384])
def test_one_whole_frame_of_text_is_taken_apart(length):
    text = "é" * (length // 2) + "." * (length % 2)
    assert unframed(frame_of(Opcode.TEXT, text.encode())) == text


def test_anything_else_is_not_taken_for_a_whole_frame_of_text():
    whole = frame_of(Opcode.TEXT, b"hello there")
    for data in (
        b"",
        whole[:-1],
        whole + b"\x81",
        whole + whole,
        framed(b"hello there"),
        frame_of(Opcode.TEXT, b"hello there", fin=False),
        frame_of(Opcode.CONT, b"hello there"),
        frame_of(Opcode.BINARY, b"hello there"),
        frame_of(Opcode.PING, b"hello there"),
        frame_of(Opcode.TEXT, b"\xff\xfe"),
        frame_of(Opcode.TEXT, b"." * 16_385),
        frame_of(Opcode.TEXT, b"." * 70_000),
        # It says that its length takes eight more bytes.
        bytes((0x81, 255)) + bytes(4 + 127),
        bytes((0xC1, *whole[1:])),
    ):
        assert unframed(data) is None
    assert is_control(frame_of(Opcode.PONG, b"1234"))
    assert not is_control(frame_of(Opcode.PONG, b"1234") + b"\x8a")
    assert not is_control(whole)


class Raw:
    """A client that sends bytes as it likes."""

    def __init__(self, server, client, table):
        cookie = "; ".join(f"{name}={value}" for name, value in client.http.cookies.items())
        self.socket = socket.create_connection(("127.0.0.1", server.port), 60)
        self.socket.sendall(
            f"GET /api/v1/tables/{table}/live HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
            f"Origin: http://127.0.0.1:{server.port}\r\nCookie: {cookie}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n".encode()
        )
        self.seen = b""
        while b"\r\n\r\n" not in self.seen:
            self.seen += self.socket.recv(65_536)
        assert self.seen.startswith(b"HTTP/1.1 101"), self.seen

    def pong(self, pieces):
        """Send pieces of bytes, each on its own, and wait for an answer to the ping in them."""
        answers = self.seen.count(b'"type":"pong"')
        for piece in pieces:
            self.socket.sendall(piece)
            time.sleep(0.05)
        while self.seen.count(b'"type":"pong"') == answers:
            more = self.socket.recv(65_536)
            assert more, "the server hung up"
            self.seen += more


def test_frames_that_come_in_pieces_or_together_are_read_as_well(server):
    ada = server.client()
    raw = Raw(server, ada, ada.open("ophiuchus", seats=["me", "me"])["id"])
    ping = frame_of(Opcode.TEXT, json.dumps({"type": "ping"}).encode())
    look = frame_of(Opcode.TEXT, json.dumps({"type": "look", "looking": True}).encode())
    # The short way, before and after a frame that keeps the connection open.
    raw.pong([ping])
    raw.pong([frame_of(Opcode.PONG, os.urandom(4)), ping])
    # The long way, in every possible piece.
    raw.pong([look + ping])
    raw.pong([ping[:1], ping[1:]])
    raw.pong([look, ping[:9], ping[9:]])
    raw.pong([frame_of(Opcode.TEXT, b'{"type":', fin=False), frame_of(Opcode.CONT, b'"ping"}')])
    raw.pong([ping])
    raw.socket.close()


@pytest.mark.parametrize("kind", ["direct", "standard"])
def test_a_game_is_played_over_either_websocket(request, server_with, kind):
    # The server that all tests share has the direct one.
    usual = Settings().websocket == kind
    server = request.getfixturevalue("server") if usual else server_with(PARAPEGMA_WEBSOCKET=kind)
    ada = server.client()
    table = ada.open("ophiuchus", seats=["me", "me"])["id"]
    with ada.live(table) as live:
        for _ in range(6):
            live.until_number(live.act(live.choices[0]["number"])["number"])
        assert live.view == ada.look(table)["view"]
    raw = Raw(server, ada, table)
    ping = frame_of(Opcode.TEXT, json.dumps({"type": "ping"}).encode())
    raw.pong([ping, frame_of(Opcode.PONG, b"1234")])
    raw.pong([ping[:3], ping[3:]])
    raw.socket.close()


def test_another_version_of_uvicorn_gets_its_own_websocket(monkeypatch, caplog):
    assert run.websocket_class("direct").__name__ == "DirectWebSocket"
    assert run.websocket_class("standard") == run.STANDARD
    monkeypatch.setattr(uvicorn, "__version__", "0.99.0")
    assert run.websocket_class("direct") == run.STANDARD
    assert "0.99.0" in caplog.text
