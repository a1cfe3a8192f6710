"""A real server in a process of its own: its own database, its own port, real connections."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType

import psutil
import pytest
from server_clients import Client
from server_postgres import Postgres

from parapegma.testing.survival.process import ServerProcess


class Running(ServerProcess):
    """A server, and whoever comes to it."""

    def __init__(self, folder: Path, **environment: str) -> None:
        super().__init__(folder, **environment)
        self.clients: list[Client] = []

    def client(self, name: str | None = "Ada") -> Client:
        """Someone who comes to this server; a guest unless without a name."""
        client = Client(self.url)
        self.clients.append(client)
        if name is not None:
            client.become_guest(name)
        return client

    @property
    def workers(self) -> list[psutil.Process]:
        """The processes that serve, where there are several."""
        assert self.process is not None
        children = psutil.Process(self.process.pid).children()
        return [child for child in children if _serves(child, self.port)]

    def __enter__(self) -> Running:
        if self.process is None:
            self.launch()
        self.wait()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for client in self.clients:
            client.http.close()
        self.stop()


def _serves(process: psutil.Process, port: int) -> bool:
    try:
        return any(each.laddr and each.laddr.port == port for each in process.net_connections("tcp"))
    except psutil.Error:
        # It has just died.
        return False


@pytest.fixture
def server(request: pytest.FixtureRequest) -> Running:
    """One server for all tests that do not hurt it; on PostgreSQL where a test asks for both."""
    found: Running = request.getfixturevalue(f"{getattr(request, 'param', 'sqlite')}_server")
    return found


@pytest.fixture
def database_settings(request: pytest.FixtureRequest) -> dict[str, str]:
    """Where a server of a test's own keeps its data: in the test's folder, or in a PostgreSQL."""
    if getattr(request, "param", "sqlite") == "sqlite":
        return {}
    return {"PARAPEGMA_DATABASE": request.getfixturevalue("postgres").new_database()}


@pytest.fixture(scope="module")
def server_with(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Running]]:
    """Servers with settings of their own; tests of a file that ask for the same ones share one server."""
    with ExitStack() as stack:

        @functools.cache
        def started(**environment: str) -> Running:
            return stack.enter_context(Running(tmp_path_factory.mktemp("server"), **environment))

        yield started


@pytest.fixture(scope="session")
def sqlite_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    yield from _open(tmp_path_factory.mktemp("server"))


@pytest.fixture(scope="session")
def postgresql_server(tmp_path_factory: pytest.TempPathFactory, postgres: Postgres) -> Iterator[Running]:
    yield from _open(tmp_path_factory.mktemp("server"), PARAPEGMA_DATABASE=postgres.new_database())


def _open(folder: Path, **environment: str) -> Iterator[Running]:
    # What its page begins is played on it, not in the browser; test_local_and_server.py does that.
    with Running(folder, PARAPEGMA_LOCAL_GAMES="0", **environment) as running:
        yield running
        assert '"level": "error"' not in running.log, running.log
