"""A real server in a process of its own: its own database, its own port, real connections."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

import httpx
import pytest

from server_clients import Client

QUICK = {
    "PARAPEGMA_BOT_PAUSE": "0,0.01",
    "PARAPEGMA_RATE": "2000",
    "PARAPEGMA_BURST": "2000",
    "PARAPEGMA_GUEST_BURST": "2000",
    "PARAPEGMA_ADDRESS_RATE": "5000",
    "PARAPEGMA_ADDRESS_BURST": "5000",
    "PARAPEGMA_BOT_THREADS": "1",
    "PARAPEGMA_LOGIN_BURST": "2000",
    "PARAPEGMA_CHAT_BURST": "2000",
}
"""Settings for tests: hasty bots, generous limits."""


class Running:
    """A server that listens on a port of this machine; it can be killed and started again."""

    def __init__(self, folder: Path, **environment: str) -> None:
        self.folder = folder
        self.port = free_port()
        self.environment = {
            **os.environ,
            **QUICK,
            "PARAPEGMA_DATABASE": f"sqlite:///{folder / 'tables.db'}",
            **environment,
        }
        self.clients: list[Client] = []
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> str:
        """What the server has written about itself."""
        return (self.folder / "server.log").read_text("utf-8")

    def start(self) -> None:
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "parapegma", "serve", "--port", str(self.port)],
                env=self.environment,
                cwd=self.folder,
                stdout=log,
                stderr=log,
            )
        for _ in range(3000):
            assert self.process.poll() is None, self.log
            try:
                if httpx.get(f"{self.url}/health", timeout=5).status_code == 200:
                    return
            except httpx.TransportError:
                time.sleep(0.05)
        raise AssertionError(f"the server did not start\n{self.log}")

    def kill(self) -> None:
        """Stop it as a power cut would."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(60)

    def stop(self) -> None:
        """Ask it to stop."""
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(60)

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


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One server for all tests that do not hurt it."""
    with Running(tmp_path_factory.mktemp("house")) as running:
        yield running
        assert '"level": "error"' not in running.log, running.log
