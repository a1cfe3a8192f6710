"""The short way of a message to the network, and what happens where the network does not take it."""

from __future__ import annotations

import asyncio

import pytest

from parapegma.server.live.connection import Connection
from parapegma.server.live.wire import framed
from parapegma.server.tables.viewing import Reader


class Network:
    """A network that takes messages, or does not."""

    def __init__(self, open_=True):
        self.open = open_
        self.written = []
        self.closed = None
        self.flows = asyncio.Event()

    def wire(self, message):
        if self.open:
            self.written.append(message)
        return self.open

    async def send(self, text):
        await self.flows.wait()
        self.written.append(text.encode())

    async def close(self, code, reason):
        self.closed = reason

    def connection(self, outbox=4):
        return Connection(Reader(None), self.send, self.close, outbox, self.wire)


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


def test_long_messages_arrive_whole(house):
    ada = house.client()
    table = ada.open("ulysses", seats=["me", "me", "me"])["id"]
    with ada.live(table) as live:
        whole = ada.look(table)
        assert live.view == whole["view"]
        for _ in range(5):
            live.until_number(live.act(live.choices[0]["number"])["number"])
        assert live.view == ada.look(table)["view"]
