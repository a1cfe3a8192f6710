"""The WebSocket of one's own page: which tables wait for me, wherever I am in it."""

from __future__ import annotations

import msgspec
from litestar import websocket

from parapegma.server.api.dependencies import TheConnections, TheLimits, ThePages, TheSettings
from parapegma.server.api.people import address_of, the_reader
from parapegma.server.api.table_socket import UNREADABLE, Socket, connection_of
from parapegma.server.ids import now
from parapegma.server.live.connections import page_of
from parapegma.server.problems import Problem, unknown_person
from parapegma.server.protocol import messages as ms
from parapegma.server.tables.messages.viewpoint import Reader

_decoder = msgspec.json.Decoder(ms.Look | ms.Ping)
_encoder = msgspec.json.Encoder()


@websocket("/api/v1/me/live")
async def person_socket(
    socket: Socket,
    connections: TheConnections,
    pages: ThePages,
    limits: TheLimits,
    settings: TheSettings,
) -> None:
    """Be told in the page that it is your turn."""
    person = the_reader(socket.user)
    if person is None:
        raise unknown_person()
    await socket.accept()
    connection = connection_of(socket, Reader(person), settings.outbox)
    place, address = page_of(person), address_of(socket)
    connections.add(place, connection)
    try:
        await pages.begin(person, connection)
        while connection.closed is None:
            message = await socket.receive()
            if message["type"] != "websocket.receive":
                return
            if not limits.message(person, address):
                connection.drop("too-many-requests", "Too many requests; you were asked to wait.")
                return
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
        connections.remove(place, connection)
        await connection.finish()
