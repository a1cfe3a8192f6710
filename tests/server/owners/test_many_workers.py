"""``--workers`` on PostgreSQL: games in all processes, the figures of all, and one after the other dies."""

from __future__ import annotations

import asyncio
import os
import random
import re

import httpx
import pytest
from server_postgres import rows_of
from server_receivers import eventually
from server_running import Running
from websockets.exceptions import ConnectionClosed

from parapegma.testing.survival.clients import Clients
from parapegma.testing.survival.command_log import compare

WORKERS = int(os.environ.get("PARAPEGMA_TESTED_WORKERS", "3"))
KILLS = int(os.environ.get("PARAPEGMA_KILLS", "2"))
TABLES = 2 * WORKERS


@pytest.fixture(scope="module")
def server(tmp_path_factory, postgres):
    database = postgres.new_database()
    several = {"PARAPEGMA_WORKERS": str(WORKERS), "PARAPEGMA_CHANNELS": database}
    with Running(tmp_path_factory.mktemp("workers"), PARAPEGMA_DATABASE=database, **several) as server:
        eventually(lambda: ready(server) == WORKERS, seconds=300)
        yield server
        workers = server.workers
        assert len(workers) == WORKERS
        server.stop()
        assert not any(worker.is_running() for worker in workers)
        assert '"level": "error"' not in server.log, server.log


def ready(server):
    """How many processes have begun to serve so far."""
    return server.log.count('"ready"')


def owners(server):
    """In which process each table lives."""
    return dict(rows_of(server.database, "SELECT id, owner FROM tables WHERE owner IS NOT NULL"))


def worker_of(server, owner):
    """The process of this machine behind an owner's name."""
    ((socket,),) = rows_of(server.database, "SELECT socket FROM processes WHERE id = $1", owner)
    (found,) = [
        worker
        for worker in server.workers
        if any(socket in str(each.laddr) for each in worker.net_connections("unix"))
    ]
    return found


def spread_tables(server):
    """Someone's tables that live in different processes: each lives in the one that was asked for it."""
    ada = server.client()
    tables = []
    for _ in range(200):
        asks = server.client(None)
        asks.http.cookies.update(ada.http.cookies)
        tables.append(asks.open("ophiuchus", seats=["me", "me"])["id"])
        asks.http.close()
        if len(tables) >= TABLES and len(set(owners(server).values())) > 1:
            return ada, tables
    raise AssertionError("all connections came to one process")


def figure(server, name):
    """A figure of all processes, from whichever answers."""
    (line,) = re.findall(rf"^{re.escape(name)} (.+)$", httpx.get(f"{server.url}/metrics").text, re.MULTILINE)
    return float(line)


def test_games_go_on_in_all_processes_and_their_figures_are_added_up(server):
    chance = random.Random(4)
    ada, tables = spread_tables(server)
    played = 0
    lives = {table: ada.live(table).__enter__() for table in tables}
    try:
        for _ in range(3):
            for live in lives.values():
                live.act_at_random(chance)
                played += 1
        acted = 'parapegma_events_total{kind="acted"}'
        assert figure(server, acted) == played
        # Each process writes down every few seconds how many connections it has.
        eventually(lambda: figure(server, "parapegma_connections") == len(tables))
        before = owners(server)
        dies = before[tables[0]]
        worker_of(server, dies).kill()
        for table, live in lives.items():
            try:
                live.send({"type": "ping"})
                live.until("pong")
                assert before[table] != dies
            except ConnectionClosed:
                assert before[table] == dies, "only its own tables notice that a process died"
                lives[table] = ada.live(table, since=live.number).__enter__()
        for live in lives.values():
            live.act_at_random(chance)
            played += 1
        after = owners(server)
        assert all((after[table] == before[table]) == (before[table] != dies) for table in tables)
        eventually(lambda: ready(server) == WORKERS + 1, seconds=300)
        assert figure(server, acted) == played, "what the dead one counted still counts"
        # Its connections do not, once another has begun in its place.
        eventually(lambda: figure(server, "parapegma_connections") == len(tables))
    finally:
        for live in lives.values():
            live.__exit__(None, None, None)


def test_processes_that_die_under_load_lose_nothing(server):
    """Each time another one dies; the games go on before it is back."""
    chance = random.Random(7)
    clients = Clients([server.url], 1, chance)

    async def main():
        async with clients.playing():
            await clients.all_back()
            for _ in range(KILLS):
                await asyncio.sleep(chance.uniform(0.1, 0.5))
                began = ready(server)
                chance.choice(server.workers).kill()
                await clients.all_move_on()
                # One that dies while it begins is missed by uvicorn's supervisor for a minute.
                await asyncio.to_thread(eventually, lambda number=began: ready(server) > number, 300)
            await clients.all_move_on()
            await clients.rest()
            return await clients.different_views()

    assert asyncio.run(main()) == []
    # Bots may still be playing; what is compared must be at rest.
    server.stop()
    try:
        assert asyncio.run(compare(clients.commands, server.database)) == []
    finally:
        began = ready(server)
        server.start()
        eventually(lambda: ready(server) == began + WORKERS, seconds=300)
    commands = clients.commands
    print(
        f"{KILLS} kills of {WORKERS} processes, {len(commands.acknowledged)} of {len(commands.sent)} "
        f"commands acknowledged, {commands.unanswered} sent again because their answer was lost"
    )
