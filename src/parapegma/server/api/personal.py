"""The WebSocket of one's own page: which tables wait for me, wherever I am in it."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import WebSocket, websocket

from parapegma.server import messages as ms
from parapegma.server.api.live import UNREADABLE
from parapegma.server.api.people import the_reader
from parapegma.server.house import TheHouse
from parapegma.server.ids import now
from parapegma.server.live.connection import Connection
from parapegma.server.live.wire import wire_of
from parapegma.server.notify.attention import PAGE
from parapegma.server.people.identity import Person
from parapegma.server.problems import Problem, unknown_person
from parapegma.server.tables.viewing import Reader

_decoder = msgspec.json.Decoder(ms.Look | ms.Ping)
_encoder = msgspec.json.Encoder()


@websocket("/api/v1/me/live")
async def my_live(socket: WebSocket[Person | None, Any, Any], house: TheHouse) -> None:
    """Be told in the page that it is your turn."""
    person = the_reader(socket.user)
    if person is None:
        raise unknown_person()
    await socket.accept()

    async def send(text: str) -> None:
        await socket.send({"type": "websocket.send", "text": text, "bytes": None})

    async def close(code: int, reason: str) -> None:
        await socket.close(code=code, reason=reason)

    connection = Connection(Reader(person), send, close, house.settings.outbox, wire_of(socket.scope))
    place = PAGE + person
    house.hub.add(place, connection)
    try:
        await house.pages.begin(person, connection)
        while connection.closed is None:
            message = await socket.receive()
            if message["type"] != "websocket.receive":
                return
            house.person_limits.take(person)
            said = _decoder.decode(message.get("text") or message.get("bytes") or "")
            if isinstance(said, ms.Look):
                connection.looking = said.looking
            else:
                connection.put(_encoder.encode(ms.Pong(now())))
    except Problem as problem:
        connection.drop(problem.body.code, problem.body.detail)
    except UNREADABLE:
        connection.drop("not-understood", "This channel understands look and ping.")
    finally:
        house.hub.remove(place, connection)
        await connection.finish()
