"""A measuring program in another process, asked one question at a time."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import threading
from pathlib import Path
from typing import Any

MEASURE = Path(__file__).resolve().parent / "measure"


class Failed(Exception):
    """A program could not measure; the message says why."""


class Worker:
    """One of the programs in ``measure``, run by the Python that has its library."""

    def __init__(self, python: Path, program: str, timeout: float = 120) -> None:
        self._timeout = timeout
        self._complaints = tempfile.TemporaryFile("w+")  # noqa: SIM115 - lives as long as the worker
        quiet = {"PYTHONWARNINGS": "ignore", "PYGAME_HIDE_SUPPORT_PROMPT": "1", "PYTHONNOUSERSITE": "1"}
        environment = {**os.environ, **quiet}
        environment.pop("PYTHONPATH", None)
        self._process = subprocess.Popen(
            [str(python), str(MEASURE / program)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._complaints,
            text=True,
            env=environment,
        )
        try:
            self.version = str(self._answer(timeout)["version"])
        except Failed:
            self.close()
            raise

    def rate(self, name: str, seconds: float) -> float:
        """Measure for so many seconds of processor time."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps({"name": name, "seconds": seconds}) + "\n")
            self._process.stdin.flush()
        except OSError:
            raise Failed(self._last_words()) from None
        # A shared machine may give a program a tenth of a core; compiling comes first, once.
        answer = self._answer(10 * self._timeout + 20 * seconds)
        if "error" in answer:
            raise Failed(str(answer["error"]))
        return float(answer["rate"])

    def close(self) -> None:
        """End the program."""
        self._process.kill()
        self._process.communicate()
        self._complaints.close()

    def _answer(self, timeout: float) -> dict[str, Any]:
        assert self._process.stdout is not None
        alarm = threading.Timer(timeout, self._process.kill)
        alarm.start()
        line = self._process.stdout.readline()
        alarm.cancel()
        if not line:
            raise Failed(self._last_words())
        found: dict[str, Any] = json.loads(line)
        return found

    def _last_words(self) -> str:
        self._process.wait()
        self._complaints.seek(0)
        lines = [line.strip() for line in self._complaints if line.strip()]
        return lines[-1] if lines else "the measuring program was stopped: it took too long"
