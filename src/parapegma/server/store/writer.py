"""The one way to write: changes of many tables share a transaction, and so a wait for the disk.

A change is committed before :meth:`Writer.commit` returns; only then may anyone be told of it. Changes
that arrive while a transaction is on its way to the disk go together into the next one. A change that
collides with another process's (the same event number, the same request) is refused alone, and so is one
whose table lives elsewhere by now; those that shared its transaction are written without it. So are those
whose transactions wait for each other for ever: PostgreSQL ends one of them.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.sql import Executable

from parapegma.server.store.collision import Collision as Collision
from parapegma.server.store.epochs import Epochs
from parapegma.server.store.faults import fault_of
from parapegma.server.store.not_owner import NotOwner

_MOST_TOGETHER = 200
_TRIES = 5
_CROSSED = ("40P01", "40001")
"""What PostgreSQL calls transactions that waited for each other, or that cannot both be."""

Step = tuple[Executable, Mapping[str, Any]]
Batch = tuple[Executable, list[Mapping[str, Any]]]
"""A statement and the rows it is executed with."""
Transaction = Callable[[Sequence[Batch], Epochs], Awaitable[None]]
"""Writes rows of several statements durably, all or none; none if a table lives elsewhere (NotOwner)."""


@dataclass
class Change:
    """Steps that are written all or none."""

    steps: list[Step] = field(default_factory=list)
    epochs: dict[str, int] = field(default_factory=dict)
    """The tables that must still live in this process, and the epochs by which it knows them."""

    def add(self, statement: Executable, **values: Any) -> None:
        """Add one row's worth of a statement; equal statements are sent to the database together."""
        self.steps.append((statement, values))


@dataclass(eq=False)
class _Waiting:
    change: Change
    done: asyncio.Future[None]


class Writer:
    """Writes changes in groups; one lane on SQLite, which has one writer, several elsewhere.

    ``timed`` is told how long each transaction took.
    """

    def __init__(self, transaction: Transaction, lanes: int, timed: Callable[[float], object]) -> None:
        self._transaction, self._timed = transaction, timed
        self._lanes = lanes
        self._queue: asyncio.Queue[_Waiting] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []
        self.commits = 0
        """Transactions so far."""
        self.changes = 0
        """Changes so far."""

    def start(self) -> None:
        self._tasks = [asyncio.create_task(self._run()) for _ in range(self._lanes)]

    async def stop(self) -> None:
        """Finish what was asked, then stop."""
        await self._queue.join()
        for task in self._tasks:
            task.cancel()
        for task in self._tasks:
            with contextlib.suppress(asyncio.CancelledError):
                await task

    @property
    def waiting(self) -> int:
        """How many changes wait to be written."""
        return self._queue.qsize()

    async def commit(self, change: Change) -> None:
        """Write a change durably, or raise :class:`Collision`."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        # Of a client that hangs up only this is cancelled: what is in the queue is written all the same.
        self._queue.put_nowait(_Waiting(change, done))
        await done

    def post(self, change: Change) -> None:
        """Write a change that nobody waits for, and that may be lost."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        done.add_done_callback(lambda future: future.cancelled() or future.exception())
        self._queue.put_nowait(_Waiting(change, done))

    async def written(self) -> None:
        """Wait until everything that was asked so far is written, whoever writes it."""
        await self._queue.join()

    async def _run(self) -> None:
        while True:
            group = [await self._queue.get()]
            while len(group) < _MOST_TOGETHER and not self._queue.empty():
                group.append(self._queue.get_nowait())
            try:
                await self._write(group)
            finally:
                for _ in group:
                    self._queue.task_done()

    async def _write_apart(self, group: list[_Waiting], tries: int = _TRIES) -> None:
        for waiting in group:
            await self._write([waiting], tries)

    async def _write(self, group: list[_Waiting], tries: int = _TRIES) -> None:
        began = time.perf_counter()
        try:
            steps = [step for waiting in group for step in waiting.change.steps]
            epochs = {table: epoch for each in group for table, epoch in each.change.epochs.items()}
            await self._transaction(_together(steps), epochs)
        except NotOwner as error:
            gone = [waiting for waiting in group if error.tables & waiting.change.epochs.keys()]
            _answer_all(gone, error)
            rest = [waiting for waiting in group if waiting not in gone]
            if rest:
                await self._write(rest, tries)
        except IntegrityError:
            if len(group) == 1:
                _answer(group[0], Collision())
            else:
                await self._write_apart(group)
        except DBAPIError as error:
            if _crossed(error) and tries > 0:
                await self._write_apart(group, tries - 1)
            else:
                _answer_all(group, error)
        except Exception as error:
            _answer_all(group, error)
        else:
            self._timed(time.perf_counter() - began)
            self.commits += 1
            self.changes += len(group)
            for waiting in group:
                _answer(waiting, None)


def _together(steps: list[Step]) -> list[Batch]:
    """Steps of the same statement as one, in the order in which the statements first appear.

    Every change lists its statements in the same order (parents before children), so gathering keeps it.
    """
    gathered: dict[int, Batch] = {}
    for statement, values in steps:
        gathered.setdefault(id(statement), (statement, []))[1].append(values)
    return list(gathered.values())


def _crossed(error: DBAPIError) -> bool:
    return getattr(error.orig, "sqlstate", None) in _CROSSED


def _answer_all(group: list[_Waiting], error: Exception) -> None:
    """None of them was written. Each is told of a fault by itself, or of a mistake of ours."""
    for waiting in group:
        _answer(waiting, fault_of(error) or error)


def _answer(waiting: _Waiting, error: BaseException | None) -> None:
    if waiting.done.done():
        return
    if error is None:
        waiting.done.set_result(None)
    else:
        waiting.done.set_exception(error)
