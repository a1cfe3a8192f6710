"""Which games there are, what can be chosen about them, and which bots can sit down."""

from __future__ import annotations

from typing import Any

from litestar import Controller, Request, get
from litestar.params import FromPath, FromQuery

from parapegma.server.api.dependencies import ThePool, TheSettings
from parapegma.server.api.errors import refusals
from parapegma.server.games_info import DealPreview, GamesInfo, deal_preview, games_info
from parapegma.server.problems import Problem

_LONGEST = 400
"""Letters in the name or the value of an option."""


class GamesApi(Controller):
    """Games."""

    path = "/api/v1/games"
    tags = ("games",)

    @get("/", responses=refusals())
    async def games(self, settings: TheSettings, pool: ThePool) -> GamesInfo:
        """What can be played, and with which bots."""
        return games_info(settings.local_games, pool.libraries.games)

    @get("/{game:str}/preview", responses=refusals(404, 422), sync_to_thread=True)
    def preview(
        self, request: Request[Any, Any, Any], game: FromPath[str], players: FromQuery[int | None] = None
    ) -> DealPreview:
        """What a fresh deal would show to a spectator. Options are parameters, such as ``?NAME=VALUE``."""
        return deal_preview(game, players, _options_of(request))


def _options_of(request: Request[Any, Any, Any]) -> dict[str, str]:
    """The options in the address, each at most once."""
    given: dict[str, str] = {}
    for name, value in request.query_params.multi_items():
        if len(name) > _LONGEST or len(value) > _LONGEST:
            raise Problem(
                422, "no-deal", f"An option has at most {_LONGEST} letters.", case="long", most=_LONGEST
            )
        if name in given:
            raise Problem(
                422,
                "no-deal",
                f"The option {name!r} is given twice; name it once.",
                case="twice",
                option=name,
            )
        given[name] = value
    given.pop("players", None)
    return given
