"""Work beside requests: the tasks of one part of the server, none forgotten, all ended together."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Hashable
from typing import Any

from parapegma.server.problems import Problem

log = logging.getLogger(__name__)


class Background:
    """Tasks that run until they are done or the server stops. ``failed`` is logged when one fails."""

    def __init__(self, failed: str) -> None:
        self._failed = failed
        self._tasks: dict[Hashable, asyncio.Task[None]] = {}

    def __contains__(self, name: Hashable) -> bool:
        """Whether something of this name is under way."""
        return name in self._tasks

    def spawn(self, work: Coroutine[Any, Any, None], name: Hashable = None) -> None:
        """Begin something; what has a name must not be under way already."""
        name = object() if name is None else name
        assert name not in self._tasks
        self._tasks[name] = task = asyncio.create_task(self._run(work, name))
        # One that is ended before it began.
        task.add_done_callback(lambda _: work.close())

    def every(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        """Do something now and again after each pause; a failure does not end it."""

        async def run() -> None:
            while True:
                try:
                    await work()
                except Problem:
                    # Such as a database that cannot do its work; it has said so itself.
                    log.warning(self._failed)
                except Exception:
                    log.exception(self._failed)
                await asyncio.sleep(seconds)

        self.spawn(run())

    async def stop(self) -> None:
        """End everything that is under way."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _run(self, work: Coroutine[Any, Any, None], name: Hashable) -> None:
        try:
            await work
        except Problem:
            log.warning(self._failed)
        except Exception:
            log.exception(self._failed)
        finally:
            # In the same moment in which it ends, so that nobody takes it for still under way.
            del self._tasks[name]
