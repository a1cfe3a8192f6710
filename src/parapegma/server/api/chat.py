"""Chat over HTTP: reading and writing at a table, and muting people."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, delete, get, post
from litestar.params import JSONBody, QueryParameter

from parapegma.server.api.dependencies import TheChat, TheDatabase, TheLimits, TheRegistry
from parapegma.server.api.errors import refusals
from parapegma.server.api.people import the_person, the_reader
from parapegma.server.api.tables import TableId
from parapegma.server.api.tokens import SomeId
from parapegma.server.chat import store
from parapegma.server.people.identity import Person
from parapegma.server.problems import Problem
from parapegma.server.protocol import messages as ms
from parapegma.server.store.database import Database

Asker = Request[Person | None, Any, Any]


class SayRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A line to write."""

    key: ms.Key
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=500)]


class LineNumber(msgspec.Struct):
    """A line that was written."""

    number: int
    """0 for whoever watches with a delay: how many there are by now is told later."""


class MuteRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Whom to mute: who wrote a line at a table."""

    table: Annotated[str, msgspec.Meta(max_length=32, pattern="^[2-9a-z]+$")]
    line: ms.EventNumber


class MuteInfo(msgspec.Struct):
    """Someone you have muted."""

    id: str
    name: str
    at: int


class ChatApi(Controller):
    """Chat."""

    path = "/api/v1"
    tags = ("chat",)

    @get("/tables/{table_id:str}/chat", responses=refusals(404))
    async def read(
        self,
        request: Asker,
        table_id: TableId,
        registry: TheRegistry,
        chat: TheChat,
        after: Annotated[
            int, QueryParameter(ge=0, le=2_000_000_000, description="Only lines after this one.")
        ] = 0,
    ) -> list[ms.ChatLine]:
        """The latest lines, oldest first, without those of people you have muted."""
        reader = the_reader(request.user)
        table = await registry.open_for(table_id, reader)
        return await chat.lines(table, reader, after)

    @post("/tables/{table_id:str}/chat", status_code=201, responses=refusals(401, 404, 422, 503))
    async def say(
        self, request: Asker, table_id: TableId, data: JSONBody[SayRequest], chat: TheChat
    ) -> LineNumber:
        """Write a line. The same key writes it once."""
        person = the_person(request, "chat")
        return LineNumber(await chat.say(table_id, person, data.text, data.key))

    @post("/mutes", status_code=201, responses=refusals(401, 404, 422))
    async def mute(
        self,
        request: Asker,
        data: JSONBody[MuteRequest],
        registry: TheRegistry,
        chat: TheChat,
        limits: TheLimits,
    ) -> list[MuteInfo]:
        """Mute whoever wrote a line: you are not sent what they write, at any table."""
        person = the_person(request, "chat")
        limits.person.take(person.id)
        table = await registry.open_for(data.table, person.id)
        writer = await chat.writer(table, person.id, data.line)
        if writer == person.id:
            raise Problem(422, "yourself", "You cannot mute yourself.")
        await store.mute(registry.database, person.id, writer)
        return await _mutes(registry.database, person)

    @get("/mutes", responses=refusals(401))
    async def mutes(self, request: Asker, database: TheDatabase) -> list[MuteInfo]:
        """Whom you have muted."""
        return await _mutes(database, the_person(request, "chat"))

    @delete("/mutes/{muted_id:str}", status_code=204, responses=refusals(401))
    async def unmute(
        self, request: Asker, muted_id: SomeId, database: TheDatabase, limits: TheLimits
    ) -> None:
        """Hear someone again."""
        person = the_person(request, "chat")
        limits.person.take(person.id)
        await store.unmute(database, person.id, muted_id)


async def _mutes(database: Database, person: Person) -> list[MuteInfo]:
    rows = await store.mutes_of(database, person.id)
    return [MuteInfo(row["id"], row["name"], row["at"]) for row in rows]
