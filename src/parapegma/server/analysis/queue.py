"""Analyses that wait or are under way: everyone has a line; lines are served in turn, a part at a time."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from dataclasses import dataclass


@dataclass(frozen=True)
class Job:
    """A game to be gone through, and who has asked for it."""

    table: str
    line: str
    """Whose line it waits in: that of a household, or of whoever opened the table."""
    person: str = ""


class AnalysisQueue:
    """Waits on an event, not on a clock; who takes a job gives it back, done or to go on with in its turn."""

    def __init__(self) -> None:
        self._jobs: dict[str, Job] = {}
        """All that wait or are under way, by their tables."""
        self._lines: OrderedDict[str, deque[Job]] = OrderedDict()
        self._filled = asyncio.Event()

    def __contains__(self, table_id: str) -> bool:
        return table_id in self._jobs

    def tables(self) -> list[str]:
        """The tables whose games wait or are gone through now."""
        return list(self._jobs)

    def of_person(self, person: str) -> int:
        """How many games a person waits for."""
        return sum(job.person == person for job in self._jobs.values())

    def of_line(self, line: str) -> int:
        """How many games a household waits for."""
        return sum(job.line == line for job in self._jobs.values())

    def put(self, job: Job) -> None:
        """Let a game wait for its turn; once is enough."""
        if job.table not in self._jobs:
            self._jobs[job.table] = job
            self._enter(job)

    async def take(self) -> Job:
        """The next in turn; wait for one if there is none."""
        while not self._lines:
            self._filled.clear()
            await self._filled.wait()
        line, jobs = self._lines.popitem(last=False)
        job = jobs.popleft()
        if jobs:
            # To the end: everyone else comes first.
            self._lines[line] = jobs
        return job

    def give_back(self, job: Job, more: bool) -> None:
        """A part of it is done; is there more, it waits for its next turn."""
        if more:
            self._enter(job)
        else:
            del self._jobs[job.table]

    def _enter(self, job: Job) -> None:
        self._lines.setdefault(job.line, deque()).append(job)
        self._filled.set()
