"""Tables with several connections each: sending actions and measuring when all of them have heard.

The same for both servers. A table knows who may act next and what he would send; an action is over when every
connection of its table has been told of it.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from load.sockets import LightSocket


class Table:
    """One table of a server."""

    def __init__(self, readers: int) -> None:
        self.readers = readers
        self.sockets: list[LightSocket] = []
        self.seen = [-1] * readers
        """The last state each connection was told of."""
        self.number = -1
        """The state that all of them know."""
        self.missing = 0
        """How many connections have not heard of the action that is on its way."""
        self.due = 0.0
        self.next: Callable[[], None] | None = None
        """Sends the next action, if someone may act."""

    @property
    def ready(self) -> bool:
        return self.missing == 0 and self.next is not None


@dataclass
class Played:
    """What a stretch of playing gave."""

    seconds: float = 0.0
    actions: int = 0
    waits: list[float] = field(default_factory=list)
    """For each action, the seconds until all connections of its table had heard of it."""
    problems: list[str] = field(default_factory=list)
    late: float = 0.0
    """The longest time by which an action was sent after its time, because this program was busy."""

    def wait(self, part: float) -> float:
        """The wait that this part of the actions did not exceed."""
        ordered = sorted(self.waits)
        return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else float("nan")


class Players:
    """Everyone at all tables."""

    def __init__(self, tables: list[Table], seed: int = 1) -> None:
        self.tables = tables
        self.chance = random.Random(seed)
        self.played = Played()
        self._again: asyncio.Event | None = None
        self._until = 0.0
        self._open = 0

    def heard(self, table: Table, reader: int, number: int) -> None:
        """A connection was told of a state of its table."""
        before, table.seen[reader] = table.seen[reader], number
        if table.missing and before <= table.number < number:
            table.missing -= 1
            if table.missing == 0:
                self.played.actions += 1
                self.played.waits.append(time.monotonic() - table.due)
                self._over(table)

    def problem(self, text: str) -> None:
        if len(self.played.problems) < 20:
            self.played.problems.append(text)

    def _act(self, table: Table, due: float) -> None:
        send, table.next = table.next, None
        assert send is not None
        table.number, table.missing, table.due = min(table.seen), table.readers, due
        send()

    # --- at a steady pace ---------------------------------------------------------------------

    async def steadily(self, rate: float, seconds: float) -> Played:
        """Actions at equal distances, at tables drawn at random; waits count from when each was due."""
        self.played = played = Played()
        start = time.monotonic()
        for n in range(int(rate * seconds)):
            due = start + n / rate
            pause = due - time.monotonic()
            if pause > 0:
                await asyncio.sleep(pause)
            elif n % 16 == 0:
                await asyncio.sleep(0)
            table = await self._any_ready()
            played.late = max(played.late, time.monotonic() - due)
            self._act(table, due)
        await self._all_heard(10)
        played.seconds = time.monotonic() - start
        return played

    async def _any_ready(self) -> Table:
        """A table at which someone may act, drawn at random."""
        for _ in range(1000):
            for _ in range(50):
                table = self.chance.choice(self.tables)
                if table.ready:
                    return table
            await asyncio.sleep(0.005)
        raise RuntimeError("no table is ready: all games are over, or the server does not answer")

    async def _all_heard(self, timeout: float) -> None:
        end = time.monotonic() + timeout
        while any(table.missing for table in self.tables):
            if time.monotonic() > end:
                missing = sum(table.missing > 0 for table in self.tables)
                self.problem(f"{missing} actions were not told to everyone within {timeout:g} s")
                for table in self.tables:
                    table.missing = 0
                return
            await asyncio.sleep(0.005)

    # --- as fast as it goes -------------------------------------------------------------------

    async def as_fast_as_it_goes(self, at_once: int, seconds: float, most: int) -> Played:
        """So many actions on their way at all times, for so long or until so many are played."""
        self.played = played = Played()
        self._waiting = [table for table in self.tables if table.ready]
        self.chance.shuffle(self._waiting)
        self._again = asyncio.Event()
        self._left, self._open = most, 0
        start = time.monotonic()
        self._until = start + seconds
        for _ in range(min(at_once, len(self._waiting))):
            self._go_on()
        async with asyncio.timeout(seconds + 60):
            await self._again.wait()
        played.seconds = time.monotonic() - start
        self._again = None
        return played

    def _over(self, table: Table) -> None:
        if self._again is None:
            return
        self._open -= 1
        if table.next is not None:
            self._waiting.append(table)
        # Connections of one table hear one after the other; whose turn it is may be told last.
        asyncio.get_running_loop().call_soon(self._go_on)

    def _go_on(self) -> None:
        if self._again is None:
            return
        now = time.monotonic()
        if now < self._until and self._left > 0 and self._waiting:
            # Those who waited longest first: all tables are played evenly.
            table = self._waiting.pop(0)
            self._left -= 1
            self._open += 1
            self._act(table, now)
        elif self._open == 0:
            self._again.set()
