"""How processes hear of news: in memory for one process, through PostgreSQL or Redis for several."""

from __future__ import annotations

from litestar.channels import ChannelsPlugin
from litestar.channels.backends.base import ChannelsBackend
from litestar.channels.backends.memory import MemoryChannelsBackend

from parapegma.errors import OptionError

CHANNEL = "tables"


def make_channels(url: str) -> ChannelsPlugin:
    """The channels that an address stands for."""
    return ChannelsPlugin(_backend(url), channels=[CHANNEL])


def _backend(url: str) -> ChannelsBackend:
    if url.startswith("memory://"):
        return MemoryChannelsBackend()
    if url.startswith("redis"):
        try:
            from parapegma.server.bus.redis import RedisChannels
        except ImportError:
            raise OptionError("channels through Redis need: pip install 'parapegma[redis]'") from None
        return RedisChannels(url)
    from parapegma.server.bus.postgres import PostgresChannels

    return PostgresChannels(url)
