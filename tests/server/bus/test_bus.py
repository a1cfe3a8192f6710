"""The bus: typed notifications that reach those who subscribed to their type."""

from __future__ import annotations

import asyncio
from typing import Any

from parapegma.server.bus.bus import Bus
from parapegma.server.bus.channels import make_channels
from parapegma.server.bus.notifications import (
    AskedWhoLooks,
    ChatWritten,
    LooksAt,
    PersonRenamed,
    PersonRevoked,
    SeatsConnected,
    TableRewritten,
    TableTaken,
    TurnChanged,
    decode,
    encode,
)

ALL: list[Any] = [
    TableTaken("t", "p"),
    TableRewritten("t"),
    ChatWritten("t", 2),
    SeatsConnected("t", 1 << 39, [0, 2]),
    TurnChanged(["a", "b c"]),
    PersonRevoked("a"),
    PersonRenamed("a"),
    AskedWhoLooks("a"),
    LooksAt("a", ["t", "page-of-a"]),
]


def test_every_notification_arrives_as_it_was_sent():
    assert [decode(encode(each)) for each in ALL] == ALL


def test_a_notification_reaches_its_subscribers_in_every_process_even_if_one_fails(caplog):
    async def main():
        async with make_channels("memory://") as channels:
            here, there = Bus(channels, alone=False), Bus(channels, alone=False)
            heard = []

            async def fails(_):
                raise ValueError("this one fails")

            def hears(name):
                async def hear(notification):
                    heard.append((name, notification))

                return hear

            here.subscribe(TableTaken, fails)
            here.subscribe(TableTaken, hears("here"))
            there.subscribe(TableTaken, hears("there"))
            there.subscribe(ChatWritten, hears("chat"))
            for bus in (here, there):
                await bus.start()
            here.publish(TableTaken("t", "p"))
            there.publish(ChatWritten("t", 1))
            async with asyncio.timeout(60):
                while len(heard) < 3:
                    await asyncio.sleep(0.01)
            for bus in (here, there):
                await bus.stop()
            return heard

    heard = asyncio.run(main())
    assert set(heard) == {
        ("here", TableTaken("t", "p")),
        ("there", TableTaken("t", "p")),
        ("chat", ChatWritten("t", 1)),
    }
    assert "a notification was not delivered" in caplog.text


def test_what_is_no_notification_is_left_aside(caplog):
    async def main():
        async with make_channels("memory://") as channels:
            await Bus(channels, alone=True).deliver(b'["table-changed"]')

    asyncio.run(main())
    assert "a notification was not understood" in caplog.text
