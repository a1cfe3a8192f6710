"""The house: all parts of a running server, put together and started in order."""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from litestar.channels import ChannelsPlugin
from litestar.di import NamedDependency

from parapegma.core.game import all_games
from parapegma.server.analysis.analyses import Analyses
from parapegma.server.bots.pool import BotPool
from parapegma.server.bots.seats import BotSeats
from parapegma.server.chat.chat import TableChat
from parapegma.server.live.here import Presence
from parapegma.server.live.hub import Hub
from parapegma.server.metrics import Metrics
from parapegma.server.notify.attention import Attention
from parapegma.server.notify.mail import Mail
from parapegma.server.notify.notifier import Notifier
from parapegma.server.notify.outside import Outside
from parapegma.server.notify.page import Pages
from parapegma.server.notify.push import Push
from parapegma.server.notify.vapid import Vapid
from parapegma.server.notify.ways import Way
from parapegma.server.notify.webhook import Webhook
from parapegma.server.people.accounts import Accounts
from parapegma.server.people.identity import Identities, kept_secret
from parapegma.server.people.passphrases import Passphrases
from parapegma.server.people.recall import Recall
from parapegma.server.people.tokens import Tokens
from parapegma.server.security.limits import Limits
from parapegma.server.settings import Settings
from parapegma.server.shelf import Shelf
from parapegma.server.store.database import Database
from parapegma.server.tables.diary import log_games
from parapegma.server.tables.rooms import Rooms
from parapegma.server.tables.timing import Timing

log = logging.getLogger(__name__)


class House:
    """What request handlers work with."""

    identities: Identities
    rematch_secret: str

    def __init__(self, settings: Settings, channels: ChannelsPlugin) -> None:
        self.settings = settings
        self.database = Database(settings)
        self.rooms = Rooms(self.database, settings.kept_tables)
        alone = settings.channels.startswith("memory")
        self.hub = Hub(self.rooms, channels, alone)
        self.presence = Presence(self.hub, self.rooms, alone)
        self.timing = Timing(self.rooms, settings.start_grace * 1000)
        self.tokens = Tokens(self.database)
        self.pool = BotPool(settings.bot_threads)
        self.shelf = Shelf(all_games(), self.pool.prepare)
        self.rooms.ready = self.shelf.ready
        self.bots = BotSeats(self.rooms, self.pool, settings.bot_pause)
        self.analyses = Analyses(self.database, self.pool)
        self.metrics = Metrics(self)
        self.rooms.listeners.append(log_games)
        self.hint_limits = Limits(0.5, 20)
        self.person_limits = Limits(settings.rate, settings.burst)
        self.guest_limits = Limits(0.2, settings.guest_burst)
        self.address_limits = Limits(settings.address_rate, settings.address_burst)
        self.login_limits = Limits(0.1, settings.login_burst)
        self.name_limits = Limits(0.1, settings.login_burst * 2)
        self.mail_limits = Limits(1 / 600, 3)
        self.passphrases = Passphrases()
        self.recall = Recall(self.hub, self.rooms, self._forget)
        self.accounts = Accounts(self.database, self.passphrases, self.recall)
        self.chat = TableChat(self.rooms, self.hub, Limits(settings.chat_rate, settings.chat_burst))
        self.pages = Pages(self.database, self.rooms, self.hub, alone)
        self.attention = Attention(self.hub, alone)
        self.outside = Outside(settings.private_addresses)
        self.push: Push | None = None
        self.mail = Mail(self.database, settings.smtp, settings.mail_from) if settings.smtp else None
        self.webhook = Webhook(self.database, self.outside) if settings.webhooks else None

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Open for as long as the block lasts."""
        async with self.database:
            secret = self.settings.secret or await kept_secret(self.database, "cookie")
            self.identities = Identities(self.database, secret)
            await self.hub.start()
            self.rematch_secret = await kept_secret(self.database, "rematch")
            self.presence.start()
            # The first who knock are answered first.
            later = asyncio.get_running_loop().call_later(0.2, self.shelf.load)
            self.bots.start()
            self.timing.start()
            self.metrics.start()
            self.analyses.start(self.rooms)
            notifier = await self._notifier()
            notifier.start()
            tidy_seldom()
            log.info("ready")
            try:
                yield
            finally:
                later.cancel()
                await self.shelf.stop()
                await notifier.stop()
                await self.pages.stop()
                await self.chat.stop()
                await self.outside.stop()
                self.passphrases.stop()
                await self.metrics.stop()
                await self.analyses.stop()
                await self.timing.stop()
                await self.presence.stop()
                await self.bots.stop()
                await self.hub.stop()
                self.pool.stop()

    async def _notifier(self) -> Notifier:
        """Whoever tells people that it is their turn, by the ways that are set up."""
        settings = self.settings
        if settings.push_contact:
            vapid = Vapid(await kept_secret(self.database, "vapid"), settings.push_contact)
            self.push = Push(self.database, self.outside, vapid)
        ways: list[Way] = [way for way in (self.push, self.mail, self.webhook) if way is not None]
        return Notifier(settings, self.rooms, self.attention, ways)

    def _forget(self) -> None:
        self.identities.forget()
        self.tokens.forget()


def tidy_seldom() -> None:
    """Let Python look for circles of garbage seldom, and never among what is there from the start.

    A server makes many small things for each message and drops them at once; hardly any form circles. Looked
    through every 700 of them, with thousands of tables in memory, everyone would wait for it.
    """
    gc.freeze()
    gc.set_threshold(10_000, 20, 50)


TheHouse = NamedDependency[House]
"""The house, as request handlers ask for it: a parameter named ``house``."""
