"""Channels through Redis: Litestar's own backend, which here survives a Redis that is gone for a while.

News that passes meanwhile is not repeated; each part's own look at the database finds what it told of.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Iterable
from typing import Any

from litestar.channels.backends.redis import RedisChannelsPubSubBackend
from redis.asyncio import Redis
from redis.exceptions import RedisError

_RETRY = 0.5


class RedisChannels(RedisChannelsPubSubBackend):
    """A failure must not end the one task that publishes, nor the one that listens."""

    def __init__(self, url: str) -> None:
        super().__init__(redis=Redis.from_url(url), key_prefix="PARAPEGMA")

    async def on_startup(self) -> None:
        # Whoever starts a server should hear at once that its Redis cannot be reached.
        await self._redis.ping()

    async def on_shutdown(self) -> None:
        with contextlib.suppress(OSError, RedisError):
            await super().on_shutdown()
            await self._redis.aclose()

    async def publish(self, data: bytes, channels: Iterable[str]) -> None:
        with contextlib.suppress(OSError, RedisError):
            await super().publish(data, channels)

    async def stream_events(self) -> AsyncGenerator[tuple[str, Any], None]:
        while True:
            try:
                async for event in super().stream_events():
                    yield event
            except (OSError, RedisError):
                await asyncio.sleep(_RETRY)

    async def get_history(self, channel: str, limit: int | None = None) -> list[bytes]:
        return []
