"""Tables over HTTP: lists, opening, seats, and everything that can be done at one."""

from __future__ import annotations

from contextlib import AsyncExitStack
from typing import Annotated, Any, Literal

import msgspec
from litestar import Controller, Request, Response, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromQuery, JSONBody, PathParameter, QueryParameter

from parapegma.server.api.compressed import compressed
from parapegma.server.api.dependencies import TheLimits, TheMessages, ThePresence, TheRegistry, TheTableCaps
from parapegma.server.api.errors import refusals
from parapegma.server.api.people import address_of, the_person, the_reader
from parapegma.server.people.identity import Person
from parapegma.server.problems import Problem
from parapegma.server.protocol import messages as ms
from parapegma.server.protocol.requests import (
    BotRequest,
    EmptyRequest,
    RecordRequest,
    SeatRequest,
    TableRequest,
)
from parapegma.server.security.rate_limits import RateLimits
from parapegma.server.tables.commands import seats
from parapegma.server.tables.commands.dispatch import carry_out
from parapegma.server.tables.lifecycle.from_record import bring_record
from parapegma.server.tables.lifecycle.opening import TableSetup, open_table
from parapegma.server.tables.lists import list_tables
from parapegma.server.tables.messages.updates import Pay, TableMessages
from parapegma.server.tables.messages.viewpoint import Reader
from parapegma.server.tables.open_tables import Caller
from parapegma.server.tables.registry import TableRegistry

TableId = Annotated[str, PathParameter(max_length=32, pattern="^[2-9a-z]+$", description="The table's id.")]
EVENTS_TOLD = 100
"""Events that are told for the price of one command."""
_LONGEST_RECORD = 262_144
"""Bytes of a request that brings a record: a long game does not fit into an ordinary one."""
Asker = Request[Person | None, Any, Any]


class TablesApi(Controller):
    """Tables."""

    path = "/api/v1/tables"
    tags = ("tables",)

    @get("/", responses=refusals(401))
    async def list_tables(
        self,
        request: Asker,
        registry: TheRegistry,
        limits: TheLimits,
        which: FromQuery[Literal["open", "mine", "past", "watch"]] = "open",
    ) -> list[ms.TableSummary]:
        """Open tables, your own, your past ones, or tables to watch."""
        person = the_reader(request.user)
        if which in ("mine", "past"):
            person = the_person(request).id
        # Tables that someone sees late are opened to be listed.
        limits.charge(person, address_of(request), 5 if which == "watch" else 1)
        return await list_tables(registry, which, person)

    @post("/", status_code=201, responses=refusals(401, 422))
    async def open(
        self,
        request: Asker,
        data: JSONBody[TableRequest],
        registry: TheRegistry,
        messages: TheMessages,
        limits: TheLimits,
        table_caps: TheTableCaps,
    ) -> ms.TableInfo:
        """Open a table. It starts at once if no seat is open."""
        person = the_person(request, "play")
        limits.person.take(person.id, cost=5)
        wanted = None if data.seats is None else tuple(data.seats)
        setup = TableSetup(
            data.game,
            data.players,
            dict(data.options),
            wanted,
            data.settings,
            names=tuple(data.names),
            commitment=data.commitment or "",
        )
        await registry.ready(setup.game)
        async with table_caps.admission(person.id, address_of(request), data.key) as admit:
            setup, at = await admit(setup), registry.clock()
            table_id = await open_table(registry.store, setup, person.id, person.name, data.key, at)
        return await opened(registry, messages, table_id, person)

    @post("/record", status_code=201, responses=refusals(401, 422), request_max_body_size=_LONGEST_RECORD)
    async def bring(
        self,
        request: Asker,
        data: JSONBody[RecordRequest],
        registry: TheRegistry,
        messages: TheMessages,
        limits: TheLimits,
        table_caps: TheTableCaps,
    ) -> ms.TableInfo:
        """Bring the record of a game that was played elsewhere; it goes on here if it is not over."""
        person = the_person(request, "play")
        limits.person.take(person.id, cost=10)
        async with table_caps.admission(person.id, address_of(request), data.key) as admit:
            table_id = await bring_record(registry, data, person.id, person.name, admit)
        return await opened(registry, messages, table_id, person)

    @get(
        "/{table_id:str}",
        responses={**refusals(404), 200: ResponseSpec(ms.Update, description="How the table stands.")},
    )
    async def look(
        self,
        request: Asker,
        table_id: TableId,
        registry: TheRegistry,
        messages: TheMessages,
        limits: TheLimits,
        since: Annotated[
            int | None, QueryParameter(ge=0, le=2_000_000_000, description="Tell what came after this event.")
        ] = None,
        seat: Annotated[
            int | None, QueryParameter(ge=0, le=15, description="Which of your seats' view you want.")
        ] = None,
    ) -> Response[bytes]:
        """How a table stands, as you may see it. What is told of a long game costs accordingly."""
        person = the_reader(request.user)
        table = await registry.seen_by(table_id, person)
        told = 0 if since is None else max(0, table.number - since)
        address = address_of(request)
        limits.charge(person, address, told / EVENTS_TOLD)
        body = await messages.read(table, Reader(person, seat), since, payment(limits, person, address))
        return await compressed(request, body)

    @post("/{table_id:str}/join", status_code=200, responses=refusals(401, 404, 409, 422))
    async def join(
        self,
        request: Asker,
        table_id: TableId,
        data: JSONBody[SeatRequest],
        registry: TheRegistry,
        messages: TheMessages,
        limits: TheLimits,
    ) -> ms.TableInfo:
        """Sit down; also to take your seat back from a bot."""
        person = the_person(request, "play")
        limits.person.take(person.id)
        command = seats.join(person.id, person.name, data.seat, data.commitment or "")
        outcome = await registry.execute(table_id, Caller(person.id, data.key), command)
        return messages.info(outcome.table, Reader(person.id))

    @post("/{table_id:str}/leave", status_code=200, responses=refusals(401, 404, 409))
    async def leave(
        self,
        request: Asker,
        table_id: TableId,
        data: JSONBody[SeatRequest],
        registry: TheRegistry,
        messages: TheMessages,
        limits: TheLimits,
    ) -> ms.TableInfo:
        """Stand up. In a running game a bot plays on until you come back."""
        person = the_person(request, "play")
        limits.person.take(person.id)
        command = seats.leave(person.id, data.seat)
        outcome = await registry.execute(table_id, Caller(person.id, data.key), command)
        return messages.info(outcome.table, Reader(person.id))

    @post("/{table_id:str}/cancel", status_code=200, responses=refusals(401, 403, 404, 409))
    async def cancel(
        self,
        request: Asker,
        table_id: TableId,
        data: JSONBody[EmptyRequest],
        registry: TheRegistry,
        messages: TheMessages,
        limits: TheLimits,
    ) -> ms.TableInfo:
        """Close a table that has not started; for who opened it."""
        person = the_person(request, "play")
        limits.person.take(person.id)
        outcome = await registry.execute(table_id, Caller(person.id), seats.cancel(person.id))
        return messages.info(outcome.table, Reader(person.id))

    @post("/{table_id:str}/seats", status_code=200, responses=refusals(401, 404, 409, 422))
    async def set_seat(
        self,
        request: Asker,
        table_id: TableId,
        data: JSONBody[BotRequest],
        registry: TheRegistry,
        messages: TheMessages,
        limits: TheLimits,
        table_caps: TheTableCaps,
    ) -> ms.TableInfo:
        """Give an open seat to a bot, or open a bot's seat; for who opened the table, before the start."""
        person = the_person(request, "play")
        limits.person.take(person.id)
        table = await registry.open_for(table_id, person.id)
        command = seats.seat_bot(person.id, data.seat, data.bot)
        async with AsyncExitStack() as stack:
            if data.bot is not None and seats.left_to_bots(table, person.id, data.seat):
                await stack.enter_async_context(table_caps.bot_admission(person.id, address_of(request)))
            outcome = await registry.execute(table_id, Caller(person.id, data.key), command)
        return messages.info(outcome.table, Reader(person.id))

    @post("/{table_id:str}/commands", status_code=200, responses=refusals(401, 404, 409, 422, 503))
    async def command(
        self,
        request: Asker,
        table_id: TableId,
        data: JSONBody[ms.Command],
        registry: TheRegistry,
        messages: TheMessages,
        presence: ThePresence,
        limits: TheLimits,
    ) -> ms.Accepted:
        """Decide, take back, ask, answer or resign: the same commands as over the WebSocket."""
        person = the_person(request, "play")
        limits.person.take(person.id)
        present = presence.people(table_id)
        try:
            outcome = await carry_out(registry, table_id, person.id, person.name, data, present)
        except Problem as problem:
            if problem.body.status in (409, 422):
                table = await registry.seen_by(table_id, person.id)
                problem.body.extra["update"] = msgspec.Raw(
                    await messages.read(table, Reader(person.id), None)
                )
            raise
        return ms.Accepted(data.key, outcome.number, outcome.repeated)


def payment(limits: RateLimits, person: str | None, address: str) -> Pay:
    """What charges a reader for events that are gone through."""
    return lambda events: limits.charge(person, address, events / EVENTS_TOLD)


async def opened(
    registry: TableRegistry, messages: TableMessages, table_id: str, person: Person
) -> ms.TableInfo:
    """A table that someone has just opened, as that person sees it."""
    table = await registry.announce(table_id)
    return messages.info(table, Reader(person.id))
