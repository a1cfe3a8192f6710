"""What several test files need."""

from __future__ import annotations

import gc
import io
import os
import random
import signal
import subprocess
import sys
import zlib
from collections.abc import Callable, Generator
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from hypothesis import settings
from kept_start import come_again
from page_browser import browser, visit
from server_postgres import own_postgres, postgres
from server_running import database_settings, postgresql_server, server, server_with, sqlite_server
from site_server import site

from parapegma.cli.main import main

__all__ = [
    "ROOT",
    "Run",
    "browser",
    "come_again",
    "database_settings",
    "own_postgres",
    "parapegma",
    "parapegma_process",
    "postgres",
    "postgresql_server",
    "root",
    "server",
    "server_with",
    "site",
    "sqlite_server",
    "visit",
]

ROOT = Path(__file__).resolve().parent.parent

# PyTorch is larger than all else together: make soak installs it, and runs what needs it.
collect_ignore = [] if find_spec("torch") else ["lab/test_training.py"]

Run = Callable[..., "subprocess.CompletedProcess[str]"]

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Started in the background the tests, and all that they start, would not hear Ctrl-C.
    signal.signal(signal.SIGINT, signal.default_int_handler)


LONGEST = [
    "test_site", "test_libraries", "test_every_state", "test_notices", "test_site_failures", "test_wheels",
    "test_table_explains_itself", "test_two_processes", "test_other_ways", "test_every_page",
    "test_taking_lessons", "test_rulebooks", "test_site_bots", "test_conformance", "test_afterwards",
    "test_whole_games", "test_people_at_a_table", "test_broken_connection", "test_finished", "test_languages",
    "test_chat", "test_together", "test_elsewhere", "test_bounds", "test_timeouts",
    "test_description", "test_presence", "test_solving_puzzles", "test_admin", "test_workers",
    "test_many_workers", "test_restoring",
    "test_surviving", "test_local_and_server", "test_accounts", "test_two_worlds", "test_site_start",
    "test_in_worker", "test_site_tour", "test_balance_cluster", "test_analysis", "test_local_games",
    "test_play", "test_openspiel",
]  # fmt: skip
"""Files that take longest, in the order in which they are begun."""


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What the test files bring stays to the end: looking for garbage in it takes as long as reading them."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the longest files: whoever is handed one last keeps all others waiting."""
    place = {name: n for n, name in enumerate(LONGEST)}
    items.sort(key=lambda item: place.get(item.path.stem, len(place)))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Tests marked ``on_postgres_too`` run on SQLite and on PostgreSQL."""
    if metafunc.definition.get_closest_marker("on_postgres_too"):
        place = "database_settings" if "database_settings" in metafunc.fixturenames else "server"
        metafunc.parametrize(place, ["sqlite", "postgresql"], indirect=True)


settings.register_profile("seeded", derandomize=True, deadline=None)
settings.load_profile("seeded")


@pytest.fixture(autouse=True)
def seeded(request: pytest.FixtureRequest) -> None:
    """Chance in a test is the same each time, also where the test says nothing of it."""
    random.seed(request.node.nodeid)
    np.random.seed(zlib.crc32(request.node.nodeid.encode()))


@pytest.fixture
def parapegma(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs the command ``parapegma`` in an empty folder, in this process: starting one takes a second."""

    def run(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        said, complained = io.BytesIO(), io.BytesIO()
        with monkeypatch.context() as here:
            here.chdir(tmp_path)
            here.setenv("COLUMNS", "100")
            here.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode()), "utf-8"))
            here.setattr(sys, "stdout", io.TextIOWrapper(said, "utf-8", write_through=True))
            here.setattr(sys, "stderr", io.TextIOWrapper(complained, "utf-8", write_through=True))
            try:
                status = main(list(arguments))
            except SystemExit as left:
                status = left.code  # type: ignore[assignment]
            told = said.getvalue().decode(), complained.getvalue().decode()
        return subprocess.CompletedProcess(arguments, status, *told)

    return run


@pytest.fixture
def parapegma_process(tmp_path: Path) -> Run:
    """Runs the command ``parapegma`` as a user would: in an empty folder, in a process of its own."""

    def run(*arguments: str, stdin: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "parapegma", *arguments],
            input=stdin,
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env={**os.environ, "COLUMNS": "100", **environment},
            timeout=300,
            check=False,
        )

    return run


@pytest.fixture(scope="session")
def root() -> Path:
    """The folder of the checkout."""
    return ROOT
