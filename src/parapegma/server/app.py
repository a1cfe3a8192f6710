"""The application: request handlers, authentication, channels and the services behind them."""

from __future__ import annotations

from litestar import Litestar
from litestar.channels import ChannelsPlugin
from litestar.config.app import AppConfig
from litestar.di import Provide
from litestar.middleware import DefineMiddleware
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.plugins import InitPlugin

from parapegma.server.api.accounts import AccountsApi
from parapegma.server.api.analysis import AnalysisApi
from parapegma.server.api.chat import ChatApi
from parapegma.server.api.daily import DailyApi
from parapegma.server.api.dependencies import NAMES
from parapegma.server.api.errors import EXCEPTION_HANDLERS
from parapegma.server.api.finished import FinishedApi
from parapegma.server.api.games import GamesApi
from parapegma.server.api.health import health
from parapegma.server.api.lessons import LessonsApi
from parapegma.server.api.metrics import show_metrics
from parapegma.server.api.notices import NoticesApi
from parapegma.server.api.page import page
from parapegma.server.api.people import PeopleApi
from parapegma.server.api.person_socket import person_socket
from parapegma.server.api.puzzles import PuzzlesApi
from parapegma.server.api.schemas import AnyGameSchemas
from parapegma.server.api.table_socket import table_socket
from parapegma.server.api.tables import TablesApi
from parapegma.server.api.tokens import TokensApi
from parapegma.server.bus.channels import make_channels
from parapegma.server.security.auth import Authentication
from parapegma.server.security.headers import headers_for
from parapegma.server.security.request_ids import named_requests
from parapegma.server.services import Services
from parapegma.server.settings import Settings

API_VERSION = "1.0.0"


class _RunsServices(InitPlugin):
    """Runs the services for as long as the application runs, inside all plugins before it."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def on_app_init(self, app_config: AppConfig) -> AppConfig:
        app_config.lifespan.append(lambda _: self._services.running())
        return app_config


def make_app(settings: Settings) -> Litestar:
    """An application for these settings; it opens its database when it starts."""
    channels = make_channels(settings.channels)
    return app_of(Services(settings, channels), channels)


def app_of(services: Services, channels: ChannelsPlugin) -> Litestar:
    """An application over services, which run while it does."""
    settings = services.settings
    return Litestar(
        [
            PeopleApi,
            AccountsApi,
            TokensApi,
            GamesApi,
            LessonsApi,
            PuzzlesApi,
            DailyApi,
            TablesApi,
            FinishedApi,
            AnalysisApi,
            ChatApi,
            NoticesApi,
            table_socket,
            person_socket,
            health,
            show_metrics,
            page,
        ],
        # The services come after the channels: they listen to them from the moment they start.
        plugins=[channels, _RunsServices(services), AnyGameSchemas()],
        dependencies={name: _provide(getattr(services, name)) for name in NAMES},
        middleware=[
            named_requests,
            DefineMiddleware(
                Authentication,
                identities=services.identities,
                tokens=services.tokens,
                address_limit=services.limits.address,
                settings=settings,
                exclude=["^/health$", "^/metrics$", "^/api/schema"],
            ),
        ],
        exception_handlers=EXCEPTION_HANDLERS,
        before_send=[headers_for(settings), services.metrics.count],
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
    )


def _provide(service: object) -> Provide:
    return Provide(lambda: service, sync_to_thread=False)
