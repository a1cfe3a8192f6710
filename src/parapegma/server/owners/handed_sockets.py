"""Connections handed from one process of a machine to another: the open socket, and what was read from it.

The receiving process goes on with the very connection; nothing passes through the one that accepted it. A
socket in a folder that only this user may enter takes them, one message each.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import socket
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Literal

CAN_HAND_OVER = hasattr(socket, "send_fds") and hasattr(socket, "AF_UNIX")
_MOST_BYTES = 60_000
_AT_ONCE = 64
_WAIT, _TRIES = 0.01, 200

Handed = Literal["handed", "dead", "unreachable"]


def machine() -> str:
    """A name for everything that shares the folder for temporary files, and so can hand sockets over."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()
    except OSError:
        boot = ""
    folder = os.stat(tempfile.gettempdir())
    return f"{socket.gethostname()[:20]} {boot[:8]} {folder.st_dev:x} {folder.st_ino:x}"[:64]


class HandedSockets:
    """Where this process is handed connections."""

    def __init__(self) -> None:
        self._folder: Path | None = None
        self._socket: socket.socket | None = None
        self._take: Callable[[socket.socket, bytes], None] | None = None

    @property
    def path(self) -> str:
        """Where others find it; made anew if someone has tidied it away. Empty where there is none."""
        if not CAN_HAND_OVER:
            return ""
        if self._folder is None or not (self._folder / "s").exists():
            self._open()
        return str(self._folder / "s") if self._folder is not None else ""

    def _open(self) -> None:
        self.close()
        self._folder = Path(tempfile.mkdtemp(prefix="parapegma-"))
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.setblocking(False)
        self._socket.bind(str(self._folder / "s"))
        if self._take is not None:
            self._listen()

    def listen(self, take: Callable[[socket.socket, bytes], None]) -> None:
        """From now on call ``take`` with each connection and what was read from it."""
        self._take = take
        if self.path and self._socket is not None:
            self._listen()

    def _listen(self) -> None:
        assert self._socket is not None
        asyncio.get_running_loop().add_reader(self._socket.fileno(), self._read)

    def _read(self) -> None:
        assert self._socket is not None
        assert self._take is not None
        for _ in range(_AT_ONCE):
            try:
                data, descriptors, _, _ = socket.recv_fds(self._socket, _MOST_BYTES + 1, 1)
            except OSError:
                return
            for descriptor in descriptors:
                connection = socket.socket(fileno=descriptor)
                connection.setblocking(False)
                self._take(connection, data)

    def close(self) -> None:
        """Take no more."""
        if self._socket is not None:
            if self._take is not None:
                asyncio.get_running_loop().remove_reader(self._socket.fileno())
            self._socket.close()
            self._socket = None
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder = None


async def hand_over(connection: int, data: bytes, path: str) -> Handed:
    """Hand an open connection, by its descriptor, to the process that listens at a path."""
    if not path or not CAN_HAND_OVER or len(data) > _MOST_BYTES:
        return "unreachable"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as to:
        to.setblocking(False)
        for _ in range(_TRIES):
            try:
                to.connect(path)
                socket.send_fds(to, [data], [connection])
            except (BlockingIOError, InterruptedError):
                # Its line is full for a moment.
                await asyncio.sleep(_WAIT)
            except ConnectionRefusedError:
                # The path is left of a process that was killed.
                return "dead"
            except OSError:
                return "unreachable"
            else:
                return "handed"
    return "unreachable"
