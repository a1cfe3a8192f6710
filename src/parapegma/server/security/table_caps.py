"""How many tables one person and one household may have: nobody floods the lobby or keeps all bots busy."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

from sqlalchemy import bindparam, case, exists, func, select

from parapegma.server.ids import now
from parapegma.server.problems import Problem
from parapegma.server.security.tries import KEPT, Tries
from parapegma.server.settings import Settings
from parapegma.server.store import schema
from parapegma.server.store.database import Database
from parapegma.server.store.tables import opened_by
from parapegma.server.tables.lifecycle.opening import Admit, TableSetup

_T, _S = schema.tables.c, schema.seats.c
_LATELY = 3600 * 1000
"""Milliseconds after which a table of bots counts no longer: nobody plays there, and no bot thinks."""
_HAS_BOT = exists().where(_S.table_id == _T.id, _S.kind == "bot")
_HAS_OTHERS = exists().where(
    _S.table_id == _T.id, _S.kind != "bot", (_S.person_id.is_(None)) | (_S.person_id != _T.created_by)
)
_OF_BOTS = func.coalesce(
    func.sum(case((_HAS_BOT & ~_HAS_OTHERS & (_T.changed_at > bindparam("since")), 1), else_=0)), 0
).label("bots")
_GOES_ON = _T.status.in_(["waiting", "running"])
_COUNTS = select(
    func.count().label("tables"),
    func.coalesce(func.sum(case((_T.public & (_T.status == "waiting"), 1), else_=0)), 0).label("lobby"),
    _OF_BOTS,
).where(_T.created_by == bindparam("person"), _GOES_ON)
_AT_HOME = select(_OF_BOTS).where(_T.home == bindparam("home"), _GOES_ON)


class TableCaps:
    """Refuses tables beyond what the settings allow.

    Tables are counted as they stand in the database, so each is written before the next one is counted:
    a person, and a household, opens one at a time. Each process sees to that by itself; several may let
    through one more each.
    """

    def __init__(self, database: Database, tries: Tries, settings: Settings) -> None:
        self._database, self._tries, self._settings = database, tries, settings
        self._turns: WeakValueDictionary[tuple[str, str], asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def admission(self, person: str, home: str, request_key: str | None = None) -> AsyncIterator[Admit]:
        """What refuses one more table of a person, or from a household, where there are enough.

        The table is opened before the block is left. A request that has led to a table already is not
        refused: it is answered with that one.
        """

        async def admit(setup: TableSetup) -> TableSetup:
            known = request_key is not None and await opened_by(self._database, person, request_key)
            if not known:
                await self._check(person, home, setup.settings.public, setup.only_bots)
            return dataclasses.replace(setup, home=self._digest(home))

        async with self._in_turn(person, home):
            yield admit

    @asynccontextmanager
    async def bot_admission(self, person: str, home: str) -> AsyncIterator[None]:
        """Refuse that a table becomes one more with nobody but bots; it does so before the block is left."""
        async with self._in_turn(person, home):
            await self._check_bots(person, home)
            yield

    @asynccontextmanager
    async def _in_turn(self, person: str, home: str) -> AsyncIterator[None]:
        # Always in this order: nobody who has the household's turn waits for a person's.
        async with self._turn("person", person), self._turn("home", home):
            yield

    def _turn(self, kind: str, whose: str) -> asyncio.Lock:
        return self._turns.setdefault((kind, whose), asyncio.Lock())

    async def _check(self, person: str, home: str, public: bool, only_bots: bool) -> None:
        settings = self._settings
        row = await self._database.row(_COUNTS, {"person": person, "since": now() - _LATELY})
        assert row is not None
        if row["tables"] >= (most := settings.person_tables):
            raise Problem(
                409, "too-many", f"You have {most} tables that are not over.", case="tables", most=most
            )
        if public and row["lobby"] >= (most := settings.lobby_tables):
            raise Problem(
                409, "too-many", f"{most} of your tables wait in the lobby.", case="lobby", most=most
            )
        if only_bots:
            await self._check_bots(person, home)
        (count,) = await self._tries.add(f"table from {home}", seconds=KEPT)
        if count > settings.address_tables:
            raise Problem(
                429,
                "too-many-requests",
                "Enough tables were opened from your network in this hour.",
                wait=float(KEPT),
                seconds=KEPT,
            )

    async def _check_bots(self, person: str, home: str) -> None:
        since = now() - _LATELY
        row = await self._database.row(_COUNTS, {"person": person, "since": since})
        assert row is not None
        if row["bots"] >= (most := self._settings.bot_tables):
            raise Problem(
                409, "too-many", f"You play {most} games with bots at once.", case="bot-tables", most=most
            )
        row = await self._database.row(_AT_HOME, {"home": self._digest(home), "since": since})
        assert row is not None
        if row["bots"] >= (most := self._settings.address_bot_tables):
            raise Problem(
                409,
                "too-many",
                f"{most} games with bots are played from your network at once.",
                case="home-bot-tables",
                most=most,
            )

    def _digest(self, home: str) -> str:
        return self._tries.digest(f"home {home}")
