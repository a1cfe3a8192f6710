"""A real Redis for tests, where the program ``redis-server`` is installed."""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from parapegma.testing.survival.process import free_port

PROGRAM = shutil.which("redis-server")


@contextmanager
def running_redis(folder: Path) -> Iterator[str]:
    """The address of a Redis that keeps nothing on the disk."""
    assert PROGRAM is not None
    port = free_port()
    command = [PROGRAM, "--bind", "127.0.0.1", "--port", str(port), "--save", "", "--dir", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        try:
            _wait(port)
            yield f"redis://127.0.0.1:{port}"
        finally:
            process.terminate()


def _wait(port: int) -> None:
    for _ in range(600):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except OSError:
            time.sleep(0.05)
    raise AssertionError("Redis did not start")
