"""Tables over HTTP: lists, opening, seats, and everything that can be done at one."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from litestar import Controller, Request, Response, get, post
from litestar.enums import MediaType
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromQuery, JSONBody, PathParameter, QueryParameter

from parapegma.server import messages as ms
from parapegma.server.api.errors import refusals
from parapegma.server.api.people import the_person, the_reader
from parapegma.server.house import House, TheHouse
from parapegma.server.people.identity import Person
from parapegma.server.problems import Problem
from parapegma.server.tables import seating
from parapegma.server.tables.access import check_may_look
from parapegma.server.tables.commands import carry_out
from parapegma.server.tables.lists import Listed, listed
from parapegma.server.tables.opening import Wish, open_table
from parapegma.server.tables.reading import read_update
from parapegma.server.tables.rooms import Caller, Decide
from parapegma.server.tables.settings import TableSettings
from parapegma.server.tables.viewing import Reader, info

TableId = Annotated[str, PathParameter(max_length=32, pattern="^[2-9a-z]+$", description="The table's id.")]
Asker = Request[Person | None, Any, Any]
_KEY = Annotated[
    ms.Key | None, msgspec.Meta(description="A repetition with the same key is answered, not done twice.")
]


class TableWish(msgspec.Struct, forbid_unknown_fields=True):
    """The table someone wants to open."""

    game: Annotated[str, msgspec.Meta(max_length=40)]
    players: Annotated[int, msgspec.Meta(ge=1, le=16)] | None = None
    options: dict[Annotated[str, msgspec.Meta(max_length=40)], bool | int | str] = {}
    seats: (
        Annotated[list[Annotated[str, msgspec.Meta(max_length=40)]], msgspec.Meta(max_length=16)] | None
    ) = None
    """For each seat ``me``, ``open`` or the level of a bot."""
    settings: TableSettings = TableSettings()
    key: _KEY = None


class SeatWish(msgspec.Struct, forbid_unknown_fields=True):
    """Which seat; any if none is named."""

    seat: ms.SeatNumber | None = None
    key: _KEY = None


class BotWish(msgspec.Struct, forbid_unknown_fields=True):
    """Who sits on a seat: a bot of a level, or anyone who comes."""

    seat: ms.SeatNumber
    bot: Annotated[str, msgspec.Meta(max_length=40)] | None
    key: _KEY = None


class TablesApi(Controller):
    """Tables."""

    path = "/api/v1/tables"
    tags = ("tables",)

    @get("/", responses=refusals(401))
    async def list_tables(
        self,
        request: Asker,
        house: TheHouse,
        which: FromQuery[Literal["open", "mine", "past", "watch"]] = "open",
    ) -> list[Listed]:
        """Open tables, your own, your past ones, or tables to watch."""
        person = the_reader(request.user)
        if which in ("mine", "past"):
            person = the_person(request).id
        return await listed(house.database, which, person)

    @post("/", status_code=201, responses=refusals(401, 422))
    async def open(self, request: Asker, data: JSONBody[TableWish], house: TheHouse) -> ms.TableInfo:
        """Open a table. It starts at once if no seat is open."""
        person = the_person(request, "play")
        house.person_limits.take(person.id, cost=5)
        seats = None if data.seats is None else tuple(data.seats)
        wish = Wish(data.game, data.players, dict(data.options), seats, data.settings)
        await house.rooms.ready(wish.game)
        table_id = await open_table(house.database, wish, person.id, person.name, data.key)
        return await opened(house, table_id, person)

    @get(
        "/{table_id:str}",
        responses={**refusals(404), 200: ResponseSpec(ms.Update, description="How the table stands.")},
    )
    async def look(
        self,
        request: Asker,
        table_id: TableId,
        house: TheHouse,
        since: Annotated[
            int | None, QueryParameter(ge=0, description="Tell what came after this event.")
        ] = None,
        seat: Annotated[
            int | None, QueryParameter(ge=0, le=15, description="Through which of your seats.")
        ] = None,
    ) -> Response[bytes]:
        """How a table stands, through your eyes."""
        person = the_reader(request.user)
        table = await house.rooms.seen_by(table_id, person)
        check_may_look(table, person)
        return _json(await read_update(house.rooms, table, Reader(person, seat), since))

    @post("/{table_id:str}/join", status_code=200, responses=refusals(401, 404, 409, 422))
    async def join(
        self, request: Asker, table_id: TableId, data: JSONBody[SeatWish], house: TheHouse
    ) -> ms.TableInfo:
        """Sit down; also to take your seat back from a bot."""
        person = the_person(request, "play")
        return await _seated(
            house, table_id, person, data.key, seating.join(person.id, person.name, data.seat)
        )

    @post("/{table_id:str}/leave", status_code=200, responses=refusals(401, 404, 409))
    async def leave(
        self, request: Asker, table_id: TableId, data: JSONBody[SeatWish], house: TheHouse
    ) -> ms.TableInfo:
        """Stand up. In a running game a bot plays on until you come back."""
        person = the_person(request, "play")
        return await _seated(house, table_id, person, data.key, seating.leave(person.id, data.seat))

    @post("/{table_id:str}/seats", status_code=200, responses=refusals(401, 404, 409, 422))
    async def set_seat(
        self, request: Asker, table_id: TableId, data: JSONBody[BotWish], house: TheHouse
    ) -> ms.TableInfo:
        """Give an open seat to a bot, or open a bot's seat; for who opened the table, before the start."""
        person = the_person(request, "play")
        return await _seated(
            house, table_id, person, data.key, seating.seat_bot(person.id, data.seat, data.bot)
        )

    @post("/{table_id:str}/commands", status_code=200, responses=refusals(401, 404, 409, 422, 503))
    async def command(
        self, request: Asker, table_id: TableId, data: JSONBody[ms.Command], house: TheHouse
    ) -> ms.Accepted:
        """Decide, take back, ask, answer or resign: the same commands as over the WebSocket."""
        person = the_person(request, "play")
        house.person_limits.take(person.id)
        try:
            outcome = await carry_out(house.rooms, table_id, person, data)
        except Problem as problem:
            if problem.body.status in (409, 422):
                table = await house.rooms.seen_by(table_id, person.id)
                problem.body.extra["update"] = msgspec.Raw(
                    await read_update(house.rooms, table, Reader(person.id), None)
                )
            raise
        return ms.Accepted(data.key, outcome.number, outcome.repeated)


async def opened(house: House, table_id: str, person: Person) -> ms.TableInfo:
    """A table that someone has just opened, as that person sees it."""
    table = await house.rooms.announce(table_id)
    return info(table, Reader(person.id), house.rooms.present(table_id))


async def _seated(
    house: House, table_id: str, person: Person, key: str | None, decide: Decide
) -> ms.TableInfo:
    """Change who sits where, and say how the table stands then."""
    house.person_limits.take(person.id)
    outcome = await house.rooms.command(table_id, Caller(person.id, key), decide)
    return info(outcome.table, Reader(person.id), house.rooms.present(table_id))


def _json(body: bytes) -> Response[bytes]:
    return Response(body, media_type=MediaType.JSON)
