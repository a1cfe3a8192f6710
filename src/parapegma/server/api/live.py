"""The WebSocket of a table: commands in, updates out."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import WebSocket, websocket
from litestar.params import QueryParameter

from parapegma.server import messages as ms
from parapegma.server.api.people import the_reader
from parapegma.server.api.tables import TableId
from parapegma.server.house import House, TheHouse
from parapegma.server.ids import now
from parapegma.server.live.connection import Connection
from parapegma.server.live.wire import wire_of
from parapegma.server.people.identity import Person
from parapegma.server.problems import Problem, unknown_person
from parapegma.server.tables.access import check_may_look
from parapegma.server.tables.commands import carry_out
from parapegma.server.tables.reading import read_update
from parapegma.server.tables.trying import look_ahead
from parapegma.server.tables.viewing import Reader

UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What reading a message may raise; the last if it is nested too deeply."""
_decoder = msgspec.json.Decoder(ms.FromClient)
_encoder = msgspec.json.Encoder()
_MOST_MALFORMED = 5

Socket = WebSocket[Person | None, Any, Any]


@websocket("/api/v1/tables/{table_id:str}/live")
async def live(
    socket: Socket,
    table_id: TableId,
    house: TheHouse,
    since: Annotated[int | None, QueryParameter(ge=0)] = None,
    seat: Annotated[int | None, QueryParameter(ge=0, le=15)] = None,
    chat: Annotated[int, QueryParameter(ge=0)] = 0,
) -> None:
    """Follow a table and play at it."""
    person = socket.user
    reader = Reader(the_reader(person), seat)
    table = await house.rooms.open(table_id)
    check_may_look(table, reader.person)
    await socket.accept()

    async def send(text: str) -> None:
        await socket.send({"type": "websocket.send", "text": text, "bytes": None})

    async def close(code: int, reason: str) -> None:
        await socket.close(code=code, reason=reason)

    connection = Connection(reader, send, close, house.settings.outbox, wire_of(socket.scope))
    house.hub.add(table_id, connection)
    try:
        await house.hub.bring(table, connection, since)
        await house.chat.begin(table, connection, chat)
        await _Conversation(house, table_id, person, connection).run(socket)
    finally:
        house.hub.remove(table_id, connection)
        await connection.finish()


class _Conversation:
    """What one client says, answered in the order in which it says it."""

    def __init__(self, house: House, table_id: str, person: Person | None, connection: Connection) -> None:
        self._house, self._table_id = house, table_id
        self._person, self._connection = person, connection
        self._malformed = 0

    async def run(self, socket: Socket) -> None:
        while self._connection.closed is None:
            message = await socket.receive()
            if message["type"] != "websocket.receive":
                return
            text = message.get("text") or message.get("bytes") or ""
            await self._hear(text)

    async def _hear(self, text: str | bytes) -> None:
        try:
            most = self._house.settings.message_bytes
            if len(text) > most:
                raise Problem(
                    413,
                    "too-large",
                    f"A message is at most {most // 1024} kilobytes long.",
                    case="message",
                    kilobytes=most // 1024,
                )
            said = _decoder.decode(text)
        except Problem as problem:
            self._refuse_malformed(problem)
        except UNREADABLE as error:
            self._refuse_malformed(Problem(400, "not-understood", str(error)))
        else:
            await self._answer(said)

    def _refuse_malformed(self, problem: Problem) -> None:
        self._put(ms.Refused(problem.body))
        self._malformed += 1
        if self._malformed >= _MOST_MALFORMED:
            self._connection.drop("malformed", "Too many messages that are not understood.")

    async def _answer(self, said: ms.FromClient) -> None:
        name = self._connection.reader.person or str(id(self._connection))
        key = getattr(said, "key", None)
        try:
            self._house.person_limits.take(name)
        except Problem as problem:
            self._put(ms.Refused(problem.body, key))
            return
        if isinstance(said, ms.Ping):
            self._put(ms.Pong(now()))
            return
        if isinstance(said, ms.Look):
            self._connection.looking = said.looking
            return
        if isinstance(said, ms.Say):
            await self._say(said)
            return
        if isinstance(said, ms.Try):
            await self._try(said)
            return
        try:
            if self._person is None:
                raise unknown_person()
            outcome = await carry_out(self._house.rooms, self._table_id, self._person, said)
        except Problem as problem:
            refused = ms.Refused(problem.body, key)
            if problem.body.status in (409, 422):
                table = await self._house.rooms.seen_by(self._table_id, self._connection.reader.person)
                update: Any = await read_update(self._house.rooms, table, self._connection.reader, None)
                refused.update = msgspec.Raw(update)  # type: ignore[assignment]
            self._put(refused)
        else:
            # Those who watch are told next, the sender among them.
            accepted = ms.Accepted(key, outcome.number, outcome.repeated)
            self._connection.put_with_next(_encoder.encode(accepted))

    async def _try(self, said: ms.Try) -> None:
        try:
            if self._person is None:
                raise unknown_person()
            table = await self._house.rooms.seen_by(self._table_id, self._person.id)
            tried = look_ahead(table, self._person.id, said.key, said.seen, said.actions)
        except Problem as problem:
            self._put(ms.Refused(problem.body, said.key))
        else:
            self._put(tried)

    async def _say(self, said: ms.Say) -> None:
        try:
            if self._person is None:
                raise unknown_person()
            number = await self._house.chat.say(self._table_id, self._person, said.text, said.key)
        except Problem as problem:
            self._put(ms.Refused(problem.body, said.key))
        else:
            self._put(ms.Said(said.key, number))

    def _put(self, message: object) -> None:
        self._connection.put(_encoder.encode(message))
