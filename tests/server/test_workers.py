"""``--workers 2``: one command, two processes, one port."""

from __future__ import annotations

import random
import sqlite3
from contextlib import ExitStack, closing

import pytest
from server_channels import CHANNELS, channels_through
from server_receivers import eventually
from server_running import Running
from websockets.exceptions import ConnectionClosed


@pytest.mark.parametrize("kind", CHANNELS)
def test_two_workers_serve_one_port_and_one_of_them_may_die(tmp_path, postgres, kind):
    chance = random.Random(4)
    with ExitStack() as stack:
        channels = stack.enter_context(channels_through(kind, postgres.new_database(), tmp_path))
        several = {"PARAPEGMA_WORKERS": "2", "PARAPEGMA_CHANNELS": channels}
        server = stack.enter_context(Running(tmp_path, **several))
        eventually(lambda: server.log.count('"ready"') == 2)
        ada = server.client()
        tables = _tables_in_both(server, ada)
        readers = {table: [stack.enter_context(ada.live(table)) for _ in range(6)] for table in tables}
        for some in readers.values():
            _play(some, some[:2], chance)
        workers = server.workers
        assert len(workers) == 2
        workers[0].kill()
        # Those whose table lived in it come again; the others have noticed nothing.
        eventually(lambda: server.log.count('"ready"') == 3)
        came_again = []
        for table, before in readers.items():
            again = [_connected(ada, table, live, stack) for live in before]
            came_again.append(sum(now is not then for now, then in zip(again, before, strict=True)))
            _play(again, (again[0], again[-1]), chance)
        assert sorted(came_again) == [0, 6]
        server.stop()
        assert not any(worker.is_running() for worker in workers)
    assert '"level": "error"' not in server.log, server.log


def _play(readers, movers, chance):
    """Some decide; all are told."""
    for mover in movers:
        mover.act_at_random(chance)
        for live in readers:
            live.until_number(mover.number)


def _tables_in_both(server, ada):
    """Two tables that live in different processes: a table lives in the one that was asked for it."""
    lives = {}
    for _ in range(200):
        asks = server.client(None)
        asks.http.cookies.update(ada.http.cookies)
        table = asks.open("ophiuchus", seats=["me", "me"])["id"]
        with closing(sqlite3.connect(server.folder / "tables.db")) as database:
            (owner,) = database.execute("SELECT owner FROM tables WHERE id = ?", (table,)).fetchone()
        lives.setdefault(owner, table)
        if len(lives) == 2:
            return list(lives.values())
    raise AssertionError("all connections came to one process")


def _connected(client, table, live, stack):
    """The connection if it is still open, else a new one."""
    try:
        live.send({"type": "ping"})
        live.until("pong")
    except ConnectionClosed:
        return stack.enter_context(client.live(table, since=live.number))
    return live
