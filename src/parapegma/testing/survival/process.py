"""A real server in a process of its own: its own folder, its own port; it can be killed and started again."""

from __future__ import annotations

import os
import random
import signal
import socket
import subprocess
import sys
import time
from http.client import HTTPConnection, HTTPException
from pathlib import Path

QUICK = {
    "PARAPEGMA_BOT_PAUSE": "0,0.01",
    "PARAPEGMA_RATE": "2000",
    "PARAPEGMA_BURST": "2000",
    "PARAPEGMA_GUEST_BURST": "2000",
    "PARAPEGMA_ADDRESS_RATE": "5000",
    "PARAPEGMA_ADDRESS_BURST": "5000",
    "PARAPEGMA_BOT_PROCESSES": "1",
    "PARAPEGMA_PERSON_TABLES": "100000",
    "PARAPEGMA_LOBBY_TABLES": "100000",
    "PARAPEGMA_BOT_TABLES": "100000",
    "PARAPEGMA_ADDRESS_BOT_TABLES": "100000",
    "PARAPEGMA_ADDRESS_TABLES": "100000",
    "PARAPEGMA_PERSON_ANALYSES": "1000",
    "PARAPEGMA_ADDRESS_ANALYSES": "1000",
    "PARAPEGMA_LOGIN_BURST": "2000",
    "PARAPEGMA_CHAT_BURST": "2000",
}
"""Settings for tests: hasty bots, generous limits."""

_START_SECONDS = 180
_STOP_SECONDS = 120


class ServerProcess:
    """``parapegma serve`` on a port of this machine; with ``folder`` alone, on a SQLite file there."""

    def __init__(self, folder: Path, **environment: str) -> None:
        self.folder = folder
        self.port = free_port()
        self.environment = {
            **os.environ,
            **QUICK,
            "PARAPEGMA_DATABASE": f"sqlite:///{folder / 'tables.db'}",
            **environment,
        }
        if not self.database.startswith("sqlite"):
            # Each process has a folder of its own, as on a machine of its own: all need the same secret.
            self.environment.setdefault("PARAPEGMA_SECRET", "the same for all processes of the tests")
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def database(self) -> str:
        return self.environment["PARAPEGMA_DATABASE"]

    @property
    def log(self) -> str:
        """What the server has written about itself."""
        return (self.folder / "server.log").read_text("utf-8")

    def launch(self) -> None:
        """Start it without waiting until it answers."""
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "parapegma", "serve", "--port", str(self.port)],
                env=self.environment,
                cwd=self.folder,
                stdout=log,
                stderr=log,
            )

    def wait(self) -> None:
        """Wait until it answers."""
        assert self.process is not None
        until = time.monotonic() + _START_SECONDS
        while time.monotonic() < until:
            if self.process.poll() is not None:
                raise AssertionError(f"the server has stopped\n{self.log}")
            if self._answers():
                return
            time.sleep(0.05)
        self.kill()
        raise AssertionError(f"the server did not start\n{self.log}")

    def _answers(self) -> bool:
        # Asked very often, so not with httpx: each of its clients reads all certificates of the machine.
        asked = HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            asked.request("GET", "/health")
            return asked.getresponse().status == 200
        except (OSError, HTTPException):
            return False
        finally:
            asked.close()

    def start(self) -> None:
        self.launch()
        self.wait()

    def kill(self) -> None:
        """Stop it as a power cut would."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(60)

    def stop(self) -> None:
        """Ask it to stop."""
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(_STOP_SECONDS)


def free_port() -> int:
    """A port that stays free while a server is down: none that systems give to outgoing connections."""
    for port in random.sample(range(20_000, 32_000), 100):
        try:
            socket.create_server(("127.0.0.1", port)).close()
        except OSError:
            continue
        return port
    raise AssertionError("no port is free")
