"""The application: handlers, gate, channels and the house behind them."""

from __future__ import annotations

from litestar import Litestar
from litestar.config.app import AppConfig
from litestar.di import Provide
from litestar.middleware import DefineMiddleware
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.plugins import InitPlugin

from parapegma.server.api.accounts import AccountsApi
from parapegma.server.api.after import AfterApi
from parapegma.server.api.analysis import AnalysisApi
from parapegma.server.api.chat import ChatApi
from parapegma.server.api.errors import EXCEPTION_HANDLERS
from parapegma.server.api.games import GamesApi
from parapegma.server.api.health import health
from parapegma.server.api.live import live
from parapegma.server.api.metrics import metrics
from parapegma.server.api.notices import NoticesApi
from parapegma.server.api.page import page
from parapegma.server.api.people import PeopleApi
from parapegma.server.api.personal import my_live
from parapegma.server.api.tables import TablesApi
from parapegma.server.api.tokens import TokensApi
from parapegma.server.channels import make_channels
from parapegma.server.house import House
from parapegma.server.security.gate import Gate
from parapegma.server.security.headers import add_headers
from parapegma.server.settings import Settings

API_VERSION = "1.0.0"


class _OpensTheHouse(InitPlugin):
    """Opens the house when the application starts, after all plugins before it."""

    def __init__(self, house: House) -> None:
        self._house = house

    def on_app_init(self, app_config: AppConfig) -> AppConfig:
        app_config.state.house = self._house
        app_config.lifespan.append(lambda _: self._house.running())
        return app_config


def make_app(settings: Settings) -> Litestar:
    """An application for these settings; it opens its database when it starts."""
    channels = make_channels(settings.channels)
    house = House(settings, channels)

    return Litestar(
        [
            PeopleApi,
            AccountsApi,
            TokensApi,
            GamesApi,
            TablesApi,
            AfterApi,
            AnalysisApi,
            ChatApi,
            NoticesApi,
            live,
            my_live,
            health,
            metrics,
            page,
        ],
        # The house comes after the channels: it listens to them from the moment it opens.
        plugins=[channels, _OpensTheHouse(house)],
        dependencies={"house": Provide(lambda: house, sync_to_thread=False)},
        middleware=[DefineMiddleware(Gate, exclude=["^/health$", "^/metrics$", "^/api/schema"])],
        exception_handlers=EXCEPTION_HANDLERS,
        before_send=[add_headers, house.metrics.count],
        request_max_body_size=settings.message_bytes,
        openapi_config=OpenAPIConfig(
            title="Parapegma",
            version=API_VERSION,
            description="Tables where people and programs play board games.",
            path="/api/schema",
            create_examples=False,
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        ),
        logging_config=None,
        debug=False,
        signature_types=[House],
    )
