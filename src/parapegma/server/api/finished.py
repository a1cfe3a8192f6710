"""What is left of a game, and what comes after it: records, watching again, rematches, going on."""

from __future__ import annotations

import asyncio
from typing import Annotated

from litestar import Controller, get, post
from litestar.params import JSONBody, QueryParameter

from parapegma.server.api.dependencies import TheLimits, TheMessages, TheRegistry, TheSecrets, TheTableCaps
from parapegma.server.api.errors import refusals
from parapegma.server.api.people import address_of, the_person, the_reader
from parapegma.server.api.tables import EVENTS_TOLD, Asker, TableId, opened
from parapegma.server.protocol import messages as ms
from parapegma.server.protocol.requests import ContinueRequest, RematchRequest
from parapegma.server.security.rate_limits import RateLimits
from parapegma.server.tables.lifecycle import finished, replay
from parapegma.server.tables.messages.viewpoint import check_viewpoint


class FinishedApi(Controller):
    """After the end."""

    path = "/api/v1/tables/{table_id:str}"
    tags = ("after",)

    @get("/record", responses=refusals(404, 409))
    async def record(
        self, request: Asker, table_id: TableId, registry: TheRegistry, limits: TheLimits
    ) -> ms.GameRecord:
        """The whole game once it is over: every decision, the points by source, the key."""
        person = _limited(request, limits, cost=4)
        table = await registry.seen_by(table_id, person)
        finished.check_over(table)
        return await asyncio.to_thread(finished.game_record, table)

    @get("/replay", responses=refusals(404, 409, 422))
    async def replay(
        self,
        request: Asker,
        table_id: TableId,
        registry: TheRegistry,
        limits: TheLimits,
        first: Annotated[int, QueryParameter(ge=1, le=2_000_000_000, description="The first event.")] = 1,
        count: Annotated[int, QueryParameter(ge=1, le=replay.MOST, description="How many events.")] = 1,
        seat: Annotated[
            int | None, QueryParameter(ge=0, le=15, description="As which seat saw it; none: a spectator.")
        ] = None,
    ) -> ms.Replay:
        """The table as it stood after each event. While the game goes on, only as your own seats saw it."""
        person = _limited(request, limits, cost=1 + count / 10)
        table = await registry.seen_by(table_id, person)
        check_viewpoint(table, person, seat)
        _limited(request, limits, cost=replay.gone_through(registry, table, first) / EVENTS_TOLD)
        return await replay.replay(registry, table, seat, first, count)

    @post("/rematch", status_code=200, responses=refusals(401, 404, 409))
    async def rematch(
        self,
        request: Asker,
        table_id: TableId,
        data: JSONBody[RematchRequest],
        registry: TheRegistry,
        messages: TheMessages,
        secrets: TheSecrets,
        limits: TheLimits,
        table_caps: TheTableCaps,
    ) -> ms.TableInfo:
        """Play again with the same people, at a table where their seats are kept."""
        person = the_person(request, "play")
        limits.person.take(person.id, cost=5)
        table = await registry.seen_by(table_id, person.id)
        async with table_caps.admission(person.id, address_of(request)) as admit:
            new_id = await finished.rematch(
                registry, secrets.rematch, table, person.id, person.name, data.commitment or "", admit
            )
        return await opened(registry, messages, new_id, person)

    @post("/continue", status_code=201, responses=refusals(401, 404, 409, 422))
    async def go_on(
        self,
        request: Asker,
        table_id: TableId,
        data: JSONBody[ContinueRequest],
        registry: TheRegistry,
        messages: TheMessages,
        limits: TheLimits,
        table_caps: TheTableCaps,
    ) -> ms.TableInfo:
        """Open a table that begins at a position of this game, with the same shuffles."""
        person = the_person(request, "play")
        limits.person.take(person.id, cost=5)
        table = await registry.seen_by(table_id, person.id)
        seats = None if data.seats is None else tuple(data.seats)
        async with table_caps.admission(person.id, address_of(request), data.key) as admit:
            new_id = await finished.continue_from(
                registry, table, data.decisions, seats, data.settings, person.id, person.name, data.key, admit
            )
        return await opened(registry, messages, new_id, person)


def _limited(request: Asker, limits: RateLimits, cost: float) -> str | None:
    """Who asks; what takes work cannot be asked for without end, by a visitor either."""
    person = the_reader(request.user)
    limits.charge(person, address_of(request), cost)
    return person
