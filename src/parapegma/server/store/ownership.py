"""Which tables live in this process: a lease of the process, and an epoch of each table (docs/owners.md).

PostgreSQL decides. A process may write to a table only while the epoch that it knows stands in the table's
row, which is compared in the transaction that writes. So a process that was thought dead, and is not, can do
no harm: whoever took the table from it has raised the epoch.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    bindparam,
    delete,
    insert,
    literal_column,
    or_,
    select,
    true,
    update,
)

from parapegma.server.background import Background
from parapegma.server.ids import new_id
from parapegma.server.problems import Problem
from parapegma.server.store import schema
from parapegma.server.store.database import Database
from parapegma.server.store.writer import Change

LEASE = 10_000
"""Milliseconds for which a process is believed to live after it was last heard of."""
_RENEW_EVERY = 2.0
_KEPT = 3_600_000
"""Milliseconds after which the row of a dead process is removed."""
_TRIES = 20
_T, _P = schema.tables.c, schema.processes.c
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Elsewhere:
    """Another process, in which a table lives."""

    process: str
    machine: str
    socket: str
    address: str


class Ownership:
    """What this process owns. ``alone``: there is no other process, so all tables are its own."""

    def __init__(self, database: Database, alone: bool, lease: int = LEASE) -> None:
        self.alone = alone
        self.process = new_id()
        self._database, self._lease = database, lease
        self._place: Callable[[], tuple[str, str, str]] = lambda: (socket.gethostname(), "", "")
        self.released = False
        """Whether this process has given its tables back, and takes no more."""
        self._entered = asyncio.Event()
        self._background = Background("the lease was not renewed")
        at: ColumnElement[int] = literal_column(database.engine.milliseconds, BigInteger)
        live = select(_P.id).where(_P.expires_at > at)
        me = self.process
        self.here: ColumnElement[bool] = (
            true() if alone else or_(_T.owner == me, _T.owner.is_(None), _T.owner.not_in(live))
        )
        """Tables that live in this process, or in none: a condition for queries."""
        self._owner = (
            select(_T.owner, _T.epoch, (_P.expires_at > at).label("lives"), _P.machine, _P.socket, _P.address)
            .outerjoin(schema.processes, _P.id == _T.owner)
            .where(_T.id == bindparam("table"))
        )
        self._take = (
            update(schema.tables)
            .where(_T.id == bindparam("table"), _T.epoch == bindparam("known"))
            .values(owner=me, epoch=_T.epoch + 1)
        )
        self._free = update(schema.tables).where(_T.owner == bindparam("whose")).values(owner=None)
        self._forget = delete(schema.processes).where(_P.id == bindparam("process"))
        self._forget_old = delete(schema.processes).where(_P.expires_at < at - bindparam("kept"))
        self._enter = insert(schema.processes).values(
            id=bindparam("process"),
            machine=bindparam("on"),
            socket=bindparam("at_socket"),
            address=bindparam("at_address"),
            expires_at=at + bindparam("lease"),
        )

    # --- the lease ----------------------------------------------------------------------------------

    async def start(self, place: Callable[[], tuple[str, str, str]] | None = None) -> None:
        """Enter this process among those that live; ``place``: its machine, socket and address."""
        if self.alone:
            return
        if place is not None:
            self._place = place
        await self._renew()
        self._entered.set()
        self._background.every(_RENEW_EVERY, self._renew)

    async def stop(self) -> None:
        await self._background.stop()

    async def release(self) -> None:
        """Give all tables back: others take them at once; what is under way is written or refused."""
        if self.alone or self.released:
            return
        self.released = True
        await self._background.stop()
        change = Change()
        change.add(self._free, whose=self.process)
        change.add(self._forget, process=self.process)
        try:
            await self._database.writer.commit(change)
        except Problem:
            log.warning("tables were not given back; others take them when the lease has run out")

    async def _renew(self) -> None:
        if self.released:
            return
        machine, path, address = self._place()
        change = Change()
        change.add(self._forget, process=self.process)
        change.add(self._forget_old, kept=_KEPT)
        change.add(
            self._enter,
            process=self.process,
            on=machine,
            at_socket=path,
            at_address=address,
            lease=self._lease,
        )
        await self._database.writer.commit(change)

    async def died(self, process: str) -> None:
        """Nobody listens where a process was: it need not be waited for."""
        log.warning("another process has died")
        change = Change()
        change.add(self._forget, process=process)
        await self._database.writer.commit(change)

    # --- tables -------------------------------------------------------------------------------------

    async def claim(self, table_id: str) -> int | Elsewhere | None:
        """Take a table that lives in no process: its epoch. The other process, if it lives in one.

        Nothing if there is no such table.
        """
        return await self._claim(table_id, by_force=False)

    async def seize(self, table_id: str) -> int | None:
        """Take a table wherever it lives; whoever had it can write there no more."""
        found = await self._claim(table_id, by_force=True)
        assert not isinstance(found, Elsewhere)
        return found

    async def _claim(self, table_id: str, by_force: bool) -> int | Elsewhere | None:
        # Nobody could be led here before.
        await self._entered.wait()
        for _ in range(_TRIES):
            row = await self._database.row(self._owner, {"table": table_id})
            if row is None:
                return None
            if row["owner"] == self.process:
                return int(row["epoch"])
            if self.released:
                raise Problem(503, "restart", "The server stops; connect again.", wait=0.5, seconds=1)
            if row["lives"] and not by_force:
                return Elsewhere(row["owner"], row["machine"], row["socket"], row["address"])
            change = Change()
            change.add(self._take, table=table_id, known=row["epoch"])
            await self._database.writer.commit(change)
        raise Problem(503, "contended", "Too much happens at this table at once; send it again.")


async def set_free(database: Database, table_id: str) -> None:
    """Take a table from the process in which it lives, for someone who changes it from outside."""
    change = Change()
    change.add(
        update(schema.tables)
        .where(_T.id == bindparam("table"), _T.owner.is_not(None))
        .values(owner=None, epoch=_T.epoch + 1),
        table=table_id,
    )
    await database.writer.commit(change)
