"""Bot processes: started together on one socket, each replaced when it ends, none left behind."""

from __future__ import annotations

import contextlib
import logging
import os
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from parapegma.errors import OptionError
from parapegma.server.settings import Settings

CAN_RUN = hasattr(socket, "AF_UNIX") and os.name == "posix"
"""Whether a process can inherit a socket here; elsewhere bots think in threads."""
_PAUSE = 1.0
"""Seconds before a process is replaced that ended soon after it began."""
log = logging.getLogger(__name__)


class BotProcesses:
    """So many processes that answer at a listening socket, for as long as the block lasts."""

    def __init__(self, count: int, listening: socket.socket, key: str) -> None:
        self._count, self._listening, self._key = count, listening, key
        self._lock = threading.Lock()
        self._running: set[subprocess.Popen[bytes]] = set()
        self._stopped = threading.Event()
        self._threads: list[threading.Thread] = []

    def __enter__(self) -> BotProcesses:
        for _ in range(self._count):
            thread = threading.Thread(target=self._keep_one, name="bot-process", daemon=True)
            thread.start()
            self._threads.append(thread)
        return self

    def __exit__(self, *_: object) -> None:
        self._stopped.set()
        with self._lock:
            for process in self._running:
                process.kill()
        for thread in self._threads:
            thread.join()

    def _keep_one(self) -> None:
        """Keep one process running until the end."""
        while (process := self._start()) is not None:
            began = time.monotonic()
            process.wait()
            assert process.stdin is not None
            process.stdin.close()
            with self._lock:
                self._running.discard(process)
            if self._stopped.is_set():
                return
            log.warning("a bot process ended (%s) and is replaced", process.returncode)
            if time.monotonic() - began < _PAUSE:
                self._stopped.wait(_PAUSE)

    def _start(self) -> subprocess.Popen[bytes] | None:
        with self._lock:
            if self._stopped.is_set():
                return None
            number = self._listening.fileno()
            process = subprocess.Popen(
                [sys.executable, "-m", "parapegma.server.bots.worker", str(number)],
                stdin=subprocess.PIPE,
                pass_fds=[number],
            )
            self._running.add(process)
        assert process.stdin is not None
        with contextlib.suppress(OSError):
            # The key goes where nobody can read it; what follows is its end, when this process ends.
            process.stdin.write(self._key.encode() + b"\n")
            process.stdin.flush()
        return process


def how_many(settings: Settings) -> int:
    """How many processes bots think in; none where they think in threads of the serving process."""
    if not settings.bots and (settings.bot_threads > 0 or not CAN_RUN):
        return 0
    return settings.bot_processes or max(1, (os.cpu_count() or 1) - 1)


@contextlib.contextmanager
def own_processes(settings: Settings) -> Iterator[Settings]:
    """The settings of a server, whose bot processes run for as long as the block lasts."""
    count = how_many(settings)
    if settings.bots or count == 0:
        yield settings
        return
    key = secrets.token_hex(32)
    folder = Path(tempfile.mkdtemp(prefix="parapegma-bots-"))
    try:
        with listening_at(str(folder / "s")) as listening, BotProcesses(count, listening, key):
            yield replace(settings, bots=(str(folder / "s"),), bot_processes=count, bot_key=key)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def listening_at(address: str) -> socket.socket:
    """A socket that listens at HOST:PORT, or at a path."""
    where = place_of(address)
    listening = socket.socket(socket.AF_UNIX if isinstance(where, str) else socket.AF_INET)
    try:
        if isinstance(where, str):
            with contextlib.suppress(FileNotFoundError):
                # Left behind by processes that were killed.
                os.unlink(where)
        else:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(where)
        listening.listen(1024)
    except OSError as error:
        listening.close()
        raise OptionError(f"nothing can listen at {address}: {error.strerror}") from None
    return listening


def place_of(address: str) -> str | tuple[str, int]:
    """Where an address leads: a path, or a host and a port.

    >>> place_of("/run/parapegma/bots"), place_of("10.0.0.3:8020")
    ('/run/parapegma/bots', ('10.0.0.3', 8020))
    """
    if "/" in address:
        return address
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal() or not 0 < int(port) < 65536:
        raise OptionError(f"bots at {address!r}: write HOST:PORT, or the path of a socket")
    return host, int(port)
