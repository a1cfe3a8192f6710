"""The games of the day: what there is to play, playing it once, and how everyone did."""

from __future__ import annotations

import datetime
from typing import Annotated

from litestar import Controller, get, post
from litestar.params import JSONBody, QueryParameter

from parapegma.server.api.dependencies import TheLimits, TheMessages, TheRegistry, TheSecrets, TheTableCaps
from parapegma.server.api.errors import refusals
from parapegma.server.api.people import address_of, the_person, the_reader
from parapegma.server.api.puzzles import GameName
from parapegma.server.api.tables import Asker, opened
from parapegma.server.daily.deals import daily_of, day_of, open_daily
from parapegma.server.daily.messages import Daily, DailyResults
from parapegma.server.daily.results import note_begun, results_of
from parapegma.server.ids import now
from parapegma.server.problems import Problem
from parapegma.server.protocol import messages as ms
from parapegma.server.protocol.requests import EmptyRequest


class DailyApi(Controller):
    """The games of the day."""

    path = "/api/v1/daily"
    tags = ("daily",)

    @get("/", responses=refusals())
    async def today(self, request: Asker, registry: TheRegistry, secrets: TheSecrets) -> Daily:
        """What everyone may play today (a day of UTC), and how far you have come with it."""
        return await daily_of(registry, secrets.rematch, day_of(now()), the_reader(request.user))

    @post("/{game:str}", status_code=200, responses=refusals(401, 404))
    async def play(
        self,
        request: Asker,
        game: GameName,
        data: JSONBody[EmptyRequest],
        registry: TheRegistry,
        messages: TheMessages,
        secrets: TheSecrets,
        limits: TheLimits,
        table_caps: TheTableCaps,
    ) -> ms.TableInfo:
        """Your table with today's deal of a game: opened the first time, found again after that."""
        person = the_person(request, "play")
        limits.person.take(person.id, cost=5)
        day = day_of(now())
        await registry.ready(game)
        async with table_caps.admission(person.id, address_of(request)) as admit:
            table_id = await open_daily(registry, secrets.rematch, game, day, person.id, person.name, admit)
        await note_begun(registry.database, day, game, person.id, table_id)
        return await opened(registry, messages, table_id, person)

    @get("/{game:str}/results", responses=refusals(404, 422))
    async def results(
        self,
        request: Asker,
        game: GameName,
        registry: TheRegistry,
        day: Annotated[
            str | None, QueryParameter(max_length=10, description="Which day, as 2026-11-18; today if none.")
        ] = None,
    ) -> DailyResults:
        """How everyone did with the deal of a day."""
        return await results_of(registry, _day(day), game, the_reader(request.user))


def _day(text: str | None) -> datetime.date:
    try:
        return day_of(now()) if text is None else datetime.date.fromisoformat(text)
    except ValueError:
        raise Problem(422, "no-day", "A day is written like 2026-11-18.") from None
