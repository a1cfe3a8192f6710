"""Channels through PostgreSQL: one connection listens, one notifies, both are opened again when lost.

News that passes while a connection is lost is not repeated; whoever watches a table is brought up to date by
the next news of it, or by each part's own look at the database.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Iterable
from typing import Any

import asyncpg
from litestar.channels.backends.base import ChannelsBackend

_RETRY = 0.5


class PostgresChannels(ChannelsBackend):
    """Litestar's own backend connects anew for every message; this one stays connected."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._names: set[str] = set()
        self._heard: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue()
        self._listener: Any = None
        self._speaker: Any = None
        self._lock = asyncio.Lock()
        self._closing = False

    async def on_startup(self) -> None:
        self._listener = await self._connect_listener()

    async def on_shutdown(self) -> None:
        self._closing = True
        for connection in (self._listener, self._speaker):
            if connection is not None:
                with contextlib.suppress(OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
                    await connection.close(timeout=2)

    async def publish(self, data: bytes, channels: Iterable[str]) -> None:
        async with self._lock:
            for last_try in (False, True):
                try:
                    if self._speaker is None or self._speaker.is_closed():
                        self._speaker = await asyncpg.connect(self._url)
                    for name in channels:
                        await self._speaker.execute("SELECT pg_notify($1, $2)", name, data.decode())
                    return
                except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
                    self._speaker = None
                    if last_try:
                        # Nobody is lost: watchers are brought up to date by the next look at the database.
                        return

    async def subscribe(self, channels: Iterable[str]) -> None:
        for name in set(channels) - self._names:
            self._names.add(name)
            await self._listener.add_listener(name, self._hear)

    async def unsubscribe(self, channels: Iterable[str]) -> None:
        for name in set(channels) & self._names:
            self._names.discard(name)
            await self._listener.remove_listener(name, self._hear)

    async def stream_events(self) -> AsyncGenerator[tuple[str, bytes], None]:
        while True:
            yield await self._heard.get()

    async def get_history(self, channel: str, limit: int | None = None) -> list[bytes]:
        return []

    def _hear(self, connection: Any, pid: int, channel: str, payload: object) -> None:
        self._heard.put_nowait((channel, str(payload).encode()))

    async def _connect_listener(self) -> Any:
        connection = await asyncpg.connect(self._url)
        connection.add_termination_listener(self._lost)
        for name in self._names:
            await connection.add_listener(name, self._hear)
        return connection

    def _lost(self, connection: Any) -> None:
        if not self._closing and connection is self._listener:
            self._reconnecting = asyncio.get_running_loop().create_task(self._reconnect())

    async def _reconnect(self) -> None:
        while not self._closing:
            try:
                self._listener = await self._connect_listener()
                return
            except (OSError, asyncpg.PostgresError):
                await asyncio.sleep(_RETRY)
