"""Tells people who are away that it is their turn.

The rules: not while they look; only if the turn has lasted a while; at most one message a minute by each
sender, which then names all tables that wait; each turn once, and once more when time runs short. The
database is asked again and again who is due, so nothing is lost when a process stops, and any process may
tell.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence

from parapegma.server.background import Background
from parapegma.server.ids import now
from parapegma.server.live.connections import page_of
from parapegma.server.notify.notice import Notice, NoticeTable
from parapegma.server.notify.open_pages import OpenPages
from parapegma.server.notify.outbox import Outbox
from parapegma.server.notify.sender import Sender, SendFailed
from parapegma.server.notify.words import language_of
from parapegma.server.problems import Problem
from parapegma.server.settings import Settings
from parapegma.server.store.schema import Row
from parapegma.server.tables.registry import TableRegistry

_SENDING_AT_ONCE = 16
_SECONDS = 30
_WAITS = (1, 5, 30, 120)
"""After a failure the next try comes after so many times the usual gap; after the last one it is given up."""
log = logging.getLogger(__name__)


class Notifier:
    """Sends what is due, by all senders that are set up."""

    def __init__(
        self, settings: Settings, registry: TableRegistry, open_pages: OpenPages, senders: Sequence[Sender]
    ) -> None:
        self._registry, self._open_pages = registry, open_pages
        self._senders = [(sender, Outbox(registry.database, sender)) for sender in senders]
        self._url = settings.public_url.rstrip("/")
        self._delay = int(settings.notice_delay * 1000)
        self._gap = int(settings.notice_gap * 1000)
        self._lease = int(max(settings.notice_lease, 1) * 1000)
        self._pause = max(0.2, min(5.0, settings.notice_delay / 2))
        self._slots = asyncio.Semaphore(_SENDING_AT_ONCE)
        self._background = Background("notices were not sent")

    def start(self) -> None:
        if self._senders:
            self._background.every(self._pause, self._sweep)

    async def stop(self) -> None:
        await self._background.stop()

    async def _sweep(self) -> None:
        at = now()
        for sender, outbox in self._senders:
            await outbox.recover(at, at - self._lease)
            for person, rows in (await outbox.due(at, at - self._delay)).items():
                place = (sender.name, person)
                if place not in self._background:
                    self._background.spawn(self._tell(sender, outbox, person, rows), place)

    async def _tell(self, sender: Sender, outbox: Outbox, person: str, rows: list[Row]) -> None:
        """Tell one person by one sender, unless the rules say no."""
        async with self._slots:
            last = await outbox.last(person)
            if last is not None and (last["sent_at"] is None or last["not_before"] > now()):
                return
            waiting = [row for row in rows if await self._waits(row)]
            places = await self._open_pages.looked_at(person)
            seen = [row for row in waiting if row["id"] in places or page_of(person) in places]
            if seen:
                await outbox.seen(person, seen)
            due = [row for row in waiting if row not in seen]
            if due:
                await self._send(sender, outbox, person, due, last)

    async def _waits(self, row: Row) -> bool:
        """Whether a table still waits for the person: not while it is paused."""
        try:
            table = await self._registry.open(row["id"])
        except Problem:
            return False
        await self._registry.catch_up(table, row["turn"])
        return not table.state.paused and table.state.turn == row["turn"]

    async def _send(
        self, sender: Sender, outbox: Outbox, person: str, due: list[Row], last: Row | None
    ) -> None:
        number = 1 if last is None else last["number"] + 1
        tries = 0 if last is None else last["tries"]
        at = now()
        if not await outbox.enter(person, due, number, tries, at, at + self._gap):
            return
        try:
            async with asyncio.timeout(min(_SECONDS, self._lease / 1000)):
                await sender.send(person, await self._notice(person, due))
        except (SendFailed, TimeoutError) as error:
            # Neither the address nor the text: only which sender failed, and how.
            log.warning("%s failed: %s", sender.name, str(error) or type(error).__name__)
            if tries < len(_WAITS):
                await outbox.failed(person, number, now(), now() + self._gap * _WAITS[tries], tries + 1)
                return
        await outbox.sent(person, number, now(), at + self._gap)

    async def _notice(self, person: str, due: list[Row]) -> Notice:
        tables = tuple(
            NoticeTable(
                row["id"],
                row["game"],
                f"{self._url}/tables/{row['id']}" if self._url else "",
                bool(row["short"]),
            )
            for row in due
        )
        return Notice(tables, await language_of(self._registry.database, person))
