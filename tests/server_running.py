"""A real server in a process of its own: its own database, its own port, real connections."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

import pytest

from parapegma.testing.survival.process import ServerProcess
from server_clients import Client


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
            client.come_in(name)
        return client

    def __enter__(self) -> Running:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for client in self.clients:
            client.http.close()
        self.stop()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One server for all tests that do not hurt it."""
    with Running(tmp_path_factory.mktemp("house")) as running:
        yield running
        assert '"level": "error"' not in running.log, running.log
