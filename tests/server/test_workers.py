"""``--workers 2``: one command, two processes, one port."""

from __future__ import annotations

import random
from contextlib import ExitStack

import psutil
import pytest
from server_channels import CHANNELS, channels_through
from server_receivers import eventually
from server_running import Running
from websockets.exceptions import ConnectionClosed


@pytest.mark.parametrize("kind", CHANNELS)
def test_two_workers_serve_one_table_and_one_of_them_may_die(tmp_path, postgres, kind):
    chance = random.Random(4)
    with ExitStack() as stack:
        channels = stack.enter_context(channels_through(kind, postgres.new_database(), tmp_path))
        several = {"PARAPEGMA_WORKERS": "2", "PARAPEGMA_CHANNELS": channels}
        server = stack.enter_context(Running(tmp_path, **several))
        eventually(lambda: server.log.count('"ready"') == 2)
        ada = server.client()
        table = ada.open("ophiuchus", seats=["me", "me"])["id"]
        readers = [stack.enter_context(ada.live(table)) for _ in range(12)]
        for mover in readers[:4]:
            mover.act_at_random(chance)
            for live in readers:
                live.until_number(mover.number)
        workers = [
            child for child in psutil.Process(server.process.pid).children() if _serves(child, server.port)
        ]
        assert len(workers) == 2
        workers[0].kill()
        # Those who were connected to it come again; the others have noticed nothing.
        eventually(lambda: server.log.count('"ready"') == 3)
        again = [_connected(ada, table, live, stack) for live in readers]
        assert 0 < sum(now is not before for now, before in zip(again, readers, strict=True)) < len(readers)
        for mover in (again[0], again[-1]):
            mover.act_at_random(chance)
            for live in again:
                live.until_number(mover.number)
        server.stop()
        assert not any(worker.is_running() for worker in workers)
    assert '"level": "error"' not in server.log, server.log


def _serves(process, port):
    return any(connection.laddr.port == port for connection in process.net_connections("tcp"))


def _connected(client, table, live, stack):
    """The connection if it is still open, else a new one."""
    try:
        live.send({"type": "ping"})
        live.until("pong")
    except ConnectionClosed:
        return stack.enter_context(client.live(table, since=live.number))
    return live
