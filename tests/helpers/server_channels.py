"""Channels for tests: a real PostgreSQL, and a real Redis where the program ``redis-server`` is installed."""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from redis import Redis
from server_postgres import rows_of

from parapegma.testing.survival.process import free_port

_PROGRAM = shutil.which("redis-server")
CHANNELS = ["postgresql", "redis"] if _PROGRAM else ["postgresql"]


@contextmanager
def channels_through(kind: str, database: str, folder: Path) -> Iterator[str]:
    """The address of channels of a kind; those through PostgreSQL use the database named."""
    if kind == "postgresql":
        yield database
    else:
        with _redis(folder) as address:
            yield address


def cut(channels: str) -> None:
    """End all connections through which processes listen."""
    if channels.startswith("redis"):
        with Redis.from_url(channels) as redis:
            assert redis.execute_command("CLIENT", "KILL", "TYPE", "pubsub") > 0
    else:
        listening = "FROM pg_stat_activity WHERE query LIKE 'LISTEN %' AND datname = current_database()"
        assert rows_of(channels, f"SELECT pg_terminate_backend(pid) {listening}")


@contextmanager
def _redis(folder: Path) -> Iterator[str]:
    """The address of a Redis that keeps nothing on the disk."""
    assert _PROGRAM is not None
    port = free_port()
    command = [_PROGRAM, "--bind", "127.0.0.1", "--port", str(port), "--save", "", "--dir", str(folder)]
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
