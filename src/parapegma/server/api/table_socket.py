"""The WebSocket of a table: commands in, updates out."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

import msgspec
from litestar import WebSocket, websocket
from litestar.params import QueryParameter

from parapegma.server.api.dependencies import (
    TheBroadcast,
    TheChat,
    TheConnections,
    TheLimits,
    TheMessages,
    TheMetrics,
    ThePresence,
    TheRegistry,
    TheSettings,
)
from parapegma.server.api.people import address_of, the_reader
from parapegma.server.api.tables import EVENTS_TOLD, TableId, payment
from parapegma.server.chat.chat import TableChat
from parapegma.server.ids import now
from parapegma.server.live.connection import GOING_AWAY, Connection
from parapegma.server.live.presence import Presence
from parapegma.server.live.write_now import write_now_of
from parapegma.server.people.identity import Person
from parapegma.server.problems import Problem, unknown_person
from parapegma.server.protocol import messages as ms
from parapegma.server.security.rate_limits import RateLimits
from parapegma.server.tables.commands.answering import command_answer, preview_or_speed
from parapegma.server.tables.messages.updates import TableMessages
from parapegma.server.tables.messages.viewpoint import Reader
from parapegma.server.tables.registry import TableRegistry

UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What reading a message may raise; the last if it is nested too deeply."""
_decoder = msgspec.json.Decoder(ms.FromClient)
_encoder = msgspec.json.Encoder()
_MOST_MALFORMED = 5

Socket = WebSocket[Person | None, Any, Any]


def connection_of(socket: Socket, reader: Reader, outbox: int) -> Connection:
    """The connection of a WebSocket that was accepted."""

    async def send(text: str) -> None:
        await socket.send({"type": "websocket.send", "text": text, "bytes": None})

    async def close(code: int, reason: str) -> None:
        await socket.close(code=code, reason=reason)

    return Connection(reader, send, close, outbox, write_now_of(socket.scope))


@websocket("/api/v1/tables/{table_id:str}/live")
async def table_socket(
    socket: Socket,
    table_id: TableId,
    registry: TheRegistry,
    messages: TheMessages,
    presence: ThePresence,
    metrics: TheMetrics,
    connections: TheConnections,
    broadcast: TheBroadcast,
    chat: TheChat,
    limits: TheLimits,
    settings: TheSettings,
    since: Annotated[int | None, QueryParameter(ge=0, le=2_000_000_000)] = None,
    seat: Annotated[int | None, QueryParameter(ge=0, le=15)] = None,
    chat_after: Annotated[int, QueryParameter(ge=0, le=2_000_000_000, name="chat")] = 0,
) -> None:
    """Follow a table and play at it."""
    person = socket.user
    reader = Reader(the_reader(person), seat)
    try:
        table = await registry.open_here(table_id)
    except Problem as problem:
        if problem.body.status != 503:
            raise
        # Such as a table that moves to another process just now: it is said before the connection ends.
        await socket.accept()
        connection = connection_of(socket, reader, settings.outbox)
        connection.drop(problem.body.code, problem.body.detail, GOING_AWAY)
        await connection.finish()
        return
    table.check_may_look(reader.person)
    seen = await registry.seen_by(table_id, reader.person)
    told = 0 if since is None else max(0, seen.number - since)
    address = address_of(socket)
    limits.charge(reader.person, address, told / EVENTS_TOLD)
    pay = payment(limits, reader.person, address)
    await socket.accept()
    connection = connection_of(socket, reader, settings.outbox)
    connections.add(table_id, connection)
    conversation = Conversation(
        registry=registry,
        messages=messages,
        presence=presence,
        chat=chat,
        limits=limits,
        address=address,
        message_bytes=settings.message_bytes,
        table_id=table_id,
        person=person,
        connection=connection,
        answered=metrics.command_seconds.observe,
    )
    try:
        try:
            await broadcast.bring_up_to_date(table, connection, since, pay)
            await chat.begin(table, connection, chat_after)
        except Problem as problem:
            # Such as a database that cannot do its work: it is said before the connection ends.
            connection.drop(problem.body.code, problem.body.detail)
            return
        await conversation.run(socket)
    finally:
        connections.remove(table_id, connection)
        await connection.finish()


@dataclass
class Conversation:
    """What one client says, answered in the order in which it says it."""

    registry: TableRegistry
    messages: TableMessages
    presence: Presence
    chat: TableChat
    limits: RateLimits
    address: str
    """The household that the messages come from."""
    message_bytes: int
    table_id: str
    person: Person | None
    connection: Connection
    answered: Callable[[float], object]
    """Told how long each message took."""
    malformed: int = 0

    async def run(self, socket: Socket) -> None:
        while self.connection.closed is None:
            message = await socket.receive()
            if message["type"] != "websocket.receive":
                return
            text = message.get("text") or message.get("bytes") or ""
            await self.hear(text)

    async def hear(self, text: str | bytes) -> None:
        """Answer one message."""
        try:
            most = self.message_bytes
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
            began = time.perf_counter()
            await self._answer(said)
            self.answered(time.perf_counter() - began)

    def _refuse_malformed(self, problem: Problem) -> None:
        self._put(ms.Refused(problem.body))
        self.malformed += 1
        if self.malformed >= _MOST_MALFORMED:
            self.connection.drop("malformed", "Too many messages that are not understood.")

    async def _answer(self, said: ms.FromClient) -> None:
        key = getattr(said, "key", None)
        try:
            if not self.limits.message(self.connection.reader.person, self.address):
                self.connection.drop("too-many-requests", "Too many requests; you were asked to wait.")
                return
            if isinstance(said, ms.Ping):
                self._put(ms.Pong(now()))
            elif isinstance(said, ms.Look):
                self.connection.looking = said.looking
            elif isinstance(said, ms.Say):
                person = self._who()
                number = await self.chat.say(self.table_id, person, said.text, said.key)
                self._put(ms.Said(said.key, number))
            elif isinstance(said, ms.PreviewActions | ms.ChooseBotSpeed):
                answer = await preview_or_speed(self.registry, self.table_id, self._who().id, said)
                if answer is not None:
                    self._put(answer)
            else:
                await self._carry_out(said)
        except Problem as problem:
            self._put(ms.Refused(problem.body, key))

    def _who(self) -> Person:
        if self.person is None:
            raise unknown_person()
        return self.person

    async def _carry_out(self, command: ms.Command) -> None:
        person = self._who()
        person.check("play")
        answered = await command_answer(
            self.registry,
            self.messages,
            self.table_id,
            self.connection.reader,
            person.id,
            person.name,
            command,
            self.presence.people(self.table_id),
        )
        if isinstance(answered, ms.Accepted):
            # Those who watch are told next, the sender among them.
            self.connection.put_with_next(_encoder.encode(answered))
        else:
            self._put(answered)

    def _put(self, message: object) -> None:
        self.connection.put(_encoder.encode(message))
