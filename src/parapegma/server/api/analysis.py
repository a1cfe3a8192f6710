"""Hints during a game against bots, and the analysis of a game that is over."""

from __future__ import annotations

from litestar import Controller, get, post
from litestar.params import JSONBody

from parapegma.server.analysis.analysis import Analysis
from parapegma.server.analysis.hints import Hint
from parapegma.server.api.dependencies import TheAnalyses, TheHints, TheLimits, TheRegistry
from parapegma.server.api.errors import refusals
from parapegma.server.api.people import address_of, the_person, the_reader
from parapegma.server.api.tables import Asker, TableId
from parapegma.server.protocol.requests import EmptyRequest, HintRequest


class AnalysisApi(Controller):
    """Hints and analysis."""

    path = "/api/v1/tables/{table_id:str}"
    tags = ("analysis",)

    @post("/hint", status_code=200, responses=refusals(401, 404, 409))
    async def hint(
        self,
        request: Asker,
        table_id: TableId,
        data: JSONBody[HintRequest],
        registry: TheRegistry,
        hints: TheHints,
        limits: TheLimits,
    ) -> Hint:
        """What a bot would do in your place; where bots play in all the other seats."""
        person = the_person(request, "play")
        limits.hint.take(person.id)
        table = await registry.seen_by(table_id, person.id)
        return await hints.hint(table, person.id, data.longer)

    @post("/analysis", status_code=200, responses=refusals(401, 404, 409))
    async def analyse(
        self,
        request: Asker,
        table_id: TableId,
        data: JSONBody[EmptyRequest],
        registry: TheRegistry,
        analyses: TheAnalyses,
        limits: TheLimits,
    ) -> Analysis:
        """Let a bot go through a game that is over; ask again to see how far it has come."""
        person = the_person(request, "play")
        limits.hint.take(person.id)
        table = await registry.seen_by(table_id, person.id)
        return await analyses.begin(table, person.id, address_of(request))

    @get("/analysis", responses=refusals(404, 409))
    async def analysis(
        self, request: Asker, table_id: TableId, registry: TheRegistry, analyses: TheAnalyses
    ) -> Analysis:
        """The analysis of a game that is over, as far as it has come."""
        person = the_reader(request.user)
        table = await registry.seen_by(table_id, person)
        return await analyses.read(table)
