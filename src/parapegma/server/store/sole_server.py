"""Whether others serve the same PostgreSQL database: a lock that ends with the process, however that ends.

A server without channels would not hear what another one writes, and each would own every table. So it holds
the lock alone; those with channels share it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING

from parapegma.errors import OptionError
from parapegma.server.background import Background
from parapegma.server.settings import Settings

if TYPE_CHECKING:
    import asyncpg

_LOCK = 8_017_002
_SECONDS, _PAUSE = 10.0, 0.2
"""How long a process that was killed may still hold it."""
_LOOK_EVERY = 5.0
log = logging.getLogger(__name__)


class SoleServer:
    """Holds the lock while a server runs; on SQLite there is none."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._alone = settings.channels.startswith("memory")
        self._connection: asyncpg.Connection | None = None
        self._background = Background("the lock of the server was not held")

    async def __aenter__(self) -> SoleServer:
        if not self._settings.on_sqlite:
            await self._hold()
            self._background.every(_LOOK_EVERY, self._look)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._background.stop()
        await self._let_go()

    async def _hold(self) -> None:
        # Only where there is PostgreSQL: its driver need not be installed elsewhere.
        import asyncpg

        shared = "" if self._alone else "_shared"
        until = asyncio.get_running_loop().time() + _SECONDS
        self._connection = await asyncpg.connect(
            f"postgresql://{self._settings.database.partition('://')[2]}"
        )
        while not await self._connection.fetchval(f"SELECT pg_try_advisory_lock{shared}({_LOCK})"):
            if asyncio.get_running_loop().time() > until:
                await self._let_go()
                raise OptionError(
                    "another server uses this database, and they would not hear of each other: give all of "
                    "them --channels postgresql://... or redis://..., or stop the other one"
                )
            await asyncio.sleep(_PAUSE)

    async def _let_go(self) -> None:
        if self._connection is not None:
            with contextlib.suppress(Exception):
                await self._connection.close(timeout=2)
            self._connection = None

    async def _look(self) -> None:
        """The database may have been started anew; then the lock is taken again."""
        if self._connection is None or self._connection.is_closed():
            try:
                await self._hold()
            except OptionError as error:
                log.warning("%s", error)
            except Exception:
                # It is not there yet; the writer has said so itself.
                self._connection = None
