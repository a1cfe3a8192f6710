"""What processes use: processor time and memory, and how busy the machine is."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

_TICK = os.sysconf("SC_CLK_TCK")


def processor_seconds(pid: int) -> float:
    """Processor time of a process so far, threads included."""
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICK


def family_seconds(pid: int) -> float:
    """The same with the processes that it has started: those that run, and those that have ended."""
    started = Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    seconds = sum(int(field) for field in fields[11:15]) / _TICK
    for child in started:
        # It may end meanwhile.
        with suppress(FileNotFoundError, ProcessLookupError):
            seconds += processor_seconds(int(child))
    return seconds


def resident_bytes(pid: int) -> int:
    """Memory of a process that is its own: what it shares with files does not count."""
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text("ascii").splitlines():
        if line.startswith("Anonymous:"):
            return int(line.split()[1]) * 1024
    raise ValueError("no figure of memory")


def busy() -> float:
    """How many programs want to run, over the last minute."""
    return os.getloadavg()[0]


@contextmanager
def awake() -> Iterator[None]:
    """Keep all cores awake with work that gives way to everything else.

    A core that was asleep begins slowly. Where little happens, that makes each thing that happens dearer,
    which says nothing of who does it.
    """
    idle = "import os, time\nos.nice(19)\nend = time.monotonic() + 600\nwhile time.monotonic() < end: pass"
    programs = [subprocess.Popen([sys.executable, "-c", idle]) for _ in range(os.cpu_count() or 1)]
    try:
        yield
    finally:
        for program in programs:
            program.kill()
            program.wait()


@dataclass
class Spent:
    """What a stretch of time cost."""

    seconds: float
    server: float
    """Seconds of processor time."""
    load: float
    """The same, of the clients."""
    others: float
    """The same, of everything else on the machine."""


class Meter:
    """Measures a server, of one process or several, and this process over a stretch of time."""

    def __init__(self, *server: int) -> None:
        self._server = server
        self._start = self._now()

    def _now(self) -> tuple[float, float, float, float]:
        used, stolen = _machine()
        return (
            time.monotonic(),
            sum(map(processor_seconds, self._server)),
            processor_seconds(os.getpid()),
            used + stolen,
        )

    def spent(self) -> Spent:
        """Since this meter was made."""
        seconds, server, load, all_ = (
            after - before for after, before in zip(self._now(), self._start, strict=True)
        )
        return Spent(seconds, server, load, max(0.0, all_ - server - load))


def _machine() -> tuple[float, float]:
    """Processor time used on the whole machine, and taken away by its host."""
    fields = [int(field) for field in Path("/proc/stat").read_text("ascii").split("\n", 1)[0].split()[1:]]
    user, nice, system, _, _, irq, soft, steal = fields[:8]
    return (user + nice + system + irq + soft) / _TICK, steal / _TICK
