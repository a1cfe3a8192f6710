"""What is left of a game, and what comes after it: records, watching again, rematches, going on."""

from __future__ import annotations

import asyncio
from typing import Annotated

import msgspec
from litestar import Controller, get, post
from litestar.params import JSONBody, QueryParameter

from parapegma.server import messages as ms
from parapegma.server.api.errors import refusals
from parapegma.server.api.people import the_person, the_reader
from parapegma.server.api.tables import Asker, TableId, opened
from parapegma.server.house import House, TheHouse
from parapegma.server.tables import after, moments
from parapegma.server.tables.access import check_may_look
from parapegma.server.tables.settings import TableSettings

_Kind = Annotated[str, msgspec.Meta(max_length=40)]


class RematchWish(msgspec.Struct, forbid_unknown_fields=True):
    """Once more with the same people."""


class ContinueWish(msgspec.Struct, forbid_unknown_fields=True):
    """A table that goes on from a position of a game that is over."""

    decisions: ms.EventNumber
    """How many decisions of that game stand at the start."""
    seats: Annotated[list[_Kind], msgspec.Meta(max_length=16)] | None = None
    """For each seat ``me``, ``open`` or the level of a bot; without it, me and open seats."""
    settings: TableSettings | None = None
    """Those of the old table if none are named; it is not shown in the lobby then."""
    key: ms.Key | None = None
    """A repetition with the same key is answered, not done twice."""


class AfterApi(Controller):
    """After the end."""

    path = "/api/v1/tables/{table_id:str}"
    tags = ("after",)

    @get("/record", responses=refusals(404, 409))
    async def record(self, request: Asker, table_id: TableId, house: TheHouse) -> after.Record:
        """The whole game once it is over: every decision, the points by source, the key."""
        person = _limited(request, house, cost=4)
        table = await house.rooms.seen_by(table_id, person)
        check_may_look(table, person)
        after.check_over(table)
        return await asyncio.to_thread(after.full_record, table)

    @get("/replay", responses=refusals(404, 409, 422))
    async def replay(
        self,
        request: Asker,
        table_id: TableId,
        house: TheHouse,
        first: Annotated[int, QueryParameter(ge=1, le=2_000_000_000, description="The first event.")] = 1,
        count: Annotated[int, QueryParameter(ge=1, le=moments.MOST, description="How many events.")] = 1,
        seat: Annotated[
            int | None, QueryParameter(ge=0, le=15, description="Through whose eyes; none: a spectator's.")
        ] = None,
    ) -> moments.Replay:
        """The table as it stood after each event. While the game goes on, only through your own eyes."""
        person = _limited(request, house, cost=1 + count / 10)
        table = await house.rooms.seen_by(table_id, person)
        check_may_look(table, person)
        moments.check_eyes(table, person, seat)
        return await moments.replay(house.rooms, table, seat, first, count)

    @post("/rematch", status_code=200, responses=refusals(401, 404, 409))
    async def rematch(
        self, request: Asker, table_id: TableId, data: JSONBody[RematchWish], house: TheHouse
    ) -> ms.TableInfo:
        """Play again with the same people, at a table where their seats are kept."""
        person = the_person(request, "play")
        house.person_limits.take(person.id, cost=5)
        table = await house.rooms.open(table_id)
        check_may_look(table, person.id)
        new_id = await after.rematch(house.rooms, house.rematch_secret, table, person.id, person.name)
        return await opened(house, new_id, person)

    @post("/continue", status_code=201, responses=refusals(401, 404, 409, 422))
    async def go_on(
        self, request: Asker, table_id: TableId, data: JSONBody[ContinueWish], house: TheHouse
    ) -> ms.TableInfo:
        """Open a table that begins at a position of this game, with the same shuffles."""
        person = the_person(request, "play")
        house.person_limits.take(person.id, cost=5)
        table = await house.rooms.seen_by(table_id, person.id)
        check_may_look(table, person.id)
        seats = None if data.seats is None else tuple(data.seats)
        new_id = await after.go_on(
            house.rooms, table, data.decisions, seats, data.settings, person.id, person.name, data.key
        )
        return await opened(house, new_id, person)


def _limited(request: Asker, house: House, cost: float) -> str | None:
    """Who asks; what takes work cannot be asked for without end, by a visitor either."""
    person = the_reader(request.user)
    address = request.client.host if request.client else ""
    house.person_limits.take(person or f"visitor {address}", cost)
    return person
