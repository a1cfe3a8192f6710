"""A full disk and a locked database: refused with 503, one line in the log, nothing lost, play goes on."""

from __future__ import annotations

import random
import resource
import sqlite3
import time
from contextlib import ExitStack, closing, contextmanager

import httpx
import pytest
from server_running import Running


@contextmanager
def full_disk(server):
    """No file of the server grows any more."""
    # The log of the server can be written; that of the database is longer, however much of it is in use.
    most = (server.folder / "server.log").stat().st_size + 50_000
    assert (server.folder / "tables.db-wal").stat().st_size > most
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))
    try:
        yield
    finally:
        unlimited = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, unlimited)


@contextmanager
def locked(server):
    """Another program writes and does not stop."""
    with closing(sqlite3.connect(server.folder / "tables.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@pytest.mark.parametrize(("fault", "code"), [(full_disk, "SQLITE_"), (locked, "SQLITE_BUSY")])
def test_a_fault_of_the_database_is_a_refusal_and_passes(tmp_path, fault, code):
    chance = random.Random(2)
    with Running(tmp_path) as server, ExitStack() as stack:
        ada = server.client("Ada")
        table = ada.open("ophiuchus", seats=["me", "me"])["id"]
        # Someone reads all the while, so that the database's log is not begun anew but grows.
        reader = stack.enter_context(closing(sqlite3.connect(tmp_path / "tables.db", isolation_level=None)))
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM events").fetchall()
        for n in range(60):
            ada.post(f"/tables/{table}/chat", {"key": str(n), "text": "x" * 500})
        with ada.live(table) as live:
            live.act_at_random(chance)
            before = live.number
            with fault(server):
                refused = live.act(live.choices[0]["number"])
                assert (refused["problem"]["code"], refused["problem"]["status"]) == ("database", 503)
                answer = ada.post("/tables", {"game": "ophiuchus", "seats": ["me", "me"]})
                assert (answer.status_code, answer.json()["code"]) == (503, "database")
                assert int(answer.headers["retry-after"]) >= 1
                # It tries to write once a second.
                while (health := httpx.get(f"{server.url}/health", timeout=60)).status_code == 200:
                    time.sleep(0.1)
                assert (health.status_code, health.json()["code"]) == (503, "database")
                live.send('{"type":"ping"}')
                live.until("pong")
            assert ada.look(table)["number"] == before, "what was refused has not happened"
            live.act_at_random(chance)
            assert live.number > before, "and the same connection plays on"
        assert httpx.get(f"{server.url}/health").status_code == 200
        lines = [line for line in server.log.splitlines() if "the database cannot do its work" in line]
        assert lines
        assert all(f'"code": "{code}' in line for line in lines)
        assert '"trace"' not in server.log
