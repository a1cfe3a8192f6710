"""The bus: notifications that reach every process of a server, the one that sends them included."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from litestar.channels import ChannelsPlugin

from parapegma.server.background import Background
from parapegma.server.bus.channels import CHANNEL
from parapegma.server.bus.notifications import Notification, decode, encode
from parapegma.server.problems import Problem

N = TypeVar("N", bound=Notification)
log = logging.getLogger(__name__)


class Bus:
    """Publishes notifications and hands those that arrive to whoever subscribed to their type.

    ``alone``: there are no other processes, so what only they would need to hear need not be published.
    """

    def __init__(self, channels: ChannelsPlugin, alone: bool) -> None:
        self._channels = channels
        self.alone = alone
        self._subscribers: dict[type[Any], list[Callable[[Any], Awaitable[None]]]] = {}
        self._background = Background("notifications are no longer heard")

    def subscribe(self, kind: type[N], subscriber: Callable[[N], Awaitable[None]]) -> None:
        """Call a subscriber with every notification of a type."""
        self._subscribers.setdefault(kind, []).append(subscriber)

    def publish(self, notification: Notification) -> None:
        """Tell all processes, this one included."""
        self._channels.publish(encode(notification), CHANNEL)

    async def start(self) -> None:
        events = await self._channels.subscribe(CHANNEL)

        async def listen() -> None:
            async for payload in events.iter_events():
                await self.deliver(payload)

        self._background.spawn(listen())

    async def stop(self) -> None:
        await self._background.stop()

    async def deliver(self, payload: bytes) -> None:
        """Hand a notification that arrived to its subscribers; one that fails keeps it from nobody."""
        try:
            notification = decode(payload)
        except ValueError:
            log.exception("a notification was not understood")
            return
        for subscriber in self._subscribers.get(type(notification), ()):
            try:
                await subscriber(notification)
            except Problem:
                # Such as a database that cannot do its work; it has said so itself.
                log.warning("a notification was not delivered")
            except Exception:
                log.exception("a notification was not delivered")
