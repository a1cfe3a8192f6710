"""The services of a running server: each made with what it needs, started and stopped in order."""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from litestar.channels import ChannelsPlugin

from parapegma.core.game import all_games
from parapegma.server.analysis.analyses import Analyses
from parapegma.server.analysis.asking import hints_in
from parapegma.server.bots.driver import BotDriver
from parapegma.server.bots.pool import bot_pool
from parapegma.server.bots.runners import TableRunners
from parapegma.server.bus.bus import Bus
from parapegma.server.chat.chat import TableChat
from parapegma.server.game_loader import GameLoader
from parapegma.server.live.broadcast import Broadcast
from parapegma.server.live.connections import Connections
from parapegma.server.live.presence import Presence
from parapegma.server.metrics import Figures, Metrics
from parapegma.server.notify.notifier import Notifier
from parapegma.server.notify.open_pages import OpenPages
from parapegma.server.notify.page import Pages
from parapegma.server.notify.senders import Senders
from parapegma.server.owners.leading import Leading
from parapegma.server.people.accounts import Accounts
from parapegma.server.people.identity import Identities
from parapegma.server.people.passphrases import Passphrases
from parapegma.server.people.revoke import Revocation
from parapegma.server.people.tokens import Tokens
from parapegma.server.security.login_guard import Devices, LoginGuard
from parapegma.server.security.rate_limits import RateLimits
from parapegma.server.security.table_caps import TableCaps
from parapegma.server.security.tries import Tries
from parapegma.server.settings import Settings
from parapegma.server.steady_clock import SteadyClock
from parapegma.server.store.database import Database
from parapegma.server.store.ownership import Ownership
from parapegma.server.store.secret_file import secret_file
from parapegma.server.store.secrets import Secrets
from parapegma.server.store.sole_server import SoleServer
from parapegma.server.tables.game_log import log_games
from parapegma.server.tables.messages.updates import TableMessages
from parapegma.server.tables.registry import TableRegistry
from parapegma.server.tables.timeouts import Timeouts

_MEGABYTE = 1 << 20
log = logging.getLogger(__name__)


class Services:
    """Puts a server together. Request handlers never see it: each is handed the services it names."""

    def __init__(self, settings: Settings, channels: ChannelsPlugin) -> None:
        self.settings = settings
        self.limits = RateLimits(settings)
        self.metrics = Metrics(self._figures)
        self.database = Database(settings, self.metrics.commit_seconds.observe)
        self.secrets = Secrets(self.database, settings.secret, secret_file(settings))
        self.bus = Bus(channels, alone=settings.channels.startswith("memory"))
        # Tables, and who watches them.
        self.pool = bot_pool(settings)
        self.loader = GameLoader(all_games(), self.pool.prepare)
        self.clock = SteadyClock()
        self.ownership = Ownership(self.database, alone=self.bus.alone)
        self.registry = TableRegistry(
            self.database, settings.kept_tables, self.loader, self.clock, self.ownership
        )
        self.leading = Leading(self.registry, settings.address, settings.trusted_proxies)
        self.connections = Connections()
        self.presence = Presence(self.connections, self.registry, self.bus)
        self.messages = TableMessages(self.registry, self.presence.seen)
        self.broadcast = Broadcast(self.registry, self.connections, self.messages, self.bus)
        self.timeouts = Timeouts(self.registry, settings.start_grace * 1000, self.clock)
        self.runners = TableRunners(settings.bot_memory * _MEGABYTE, self.pool.runner)
        self.bots = BotDriver(self.registry, self.pool, self.runners, settings.bot_pause)
        self.hints = hints_in(self.pool)
        self.analyses = Analyses(
            self.database, self.registry, self.pool, settings.person_analyses, settings.address_analyses
        )
        self.registry.subscribe(log_games)
        self.registry.subscribe(self.metrics.committed)
        # People.
        self.identities = Identities(self.database, self.secrets)
        self.tokens = Tokens(self.database)
        self.passphrases = Passphrases()
        self.revocation = Revocation(self.connections, self.registry, self.bus, self._forget_people)
        self.tries = Tries(self.database, self.secrets)
        self.login_guard = LoginGuard(self.tries, settings.login_burst)
        self.devices = Devices(self.secrets)
        self.table_caps = TableCaps(self.database, self.tries, settings)
        self.accounts = Accounts(self.database, self.passphrases, self.revocation)
        self.chat = TableChat(self.registry, self.connections, self.bus, self.limits.chat)
        # Telling people that it is their turn.
        self.pages = Pages(self.database, self.registry, self.connections, self.bus)
        self.senders = Senders(settings, self.database, self.secrets)
        open_pages = OpenPages(self.connections, self.bus)
        self.notifier = Notifier(settings, self.registry, open_pages, self.senders.all())

    def _forget_people(self) -> None:
        self.identities.forget()
        self.tokens.forget()

    def _figures(self) -> Figures:
        return Figures(
            connections=len(self.connections),
            tables=len(self.registry),
            waiting=self.database.writer.waiting,
            evaluating=self.pool.busy,
            queued=self.pool.waiting,
            bots_at_once=self.pool.at_once,
            bot_memory=self.runners.memory,
            commits=self.database.writer.commits,
            changes=self.database.writer.changes,
            evaluations=self.pool.evaluations,
            hurried=self.pool.hurried,
            handed=self.leading.handed,
            relayed=self.leading.relayed,
            time_outs=self.timeouts.time_outs,
            warnings=self.timeouts.warnings,
        )

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Run for as long as the block lasts."""
        async with self.database, SoleServer(self.settings):
            await self.secrets.load()
            await self.bus.start()
            parts = (
                self.broadcast,
                self.presence,
                self.chat,
                self.pages,
                self.revocation,
                self.pool.libraries,
                self.bots,
                self.timeouts,
                self.metrics,
                self.analyses,
                self.notifier,
            )
            for part in parts:
                part.start()
            # The first who knock are answered first.
            later = asyncio.get_running_loop().call_later(0.2, self.loader.load)
            collect_garbage_seldom()
            log.info("ready")
            try:
                yield
            finally:
                later.cancel()
                await self.loader.stop()
                await self.leading.stop()
                # Connections are parted from last, when nothing is sent to them any more.
                for part in reversed(parts):
                    await part.stop()
                await self.bus.stop()
                await self.senders.stop()
                self.passphrases.stop()
                self.pool.stop()


def collect_garbage_seldom() -> None:
    """Let Python look for circles of garbage seldom, and never among what is there from the start.

    A server makes many small things for each message and drops them at once; hardly any form circles. Looked
    through every 700 of them, with thousands of tables in memory, everyone would wait for it.
    """
    gc.freeze()
    gc.set_threshold(10_000, 20, 50)
