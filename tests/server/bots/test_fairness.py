"""One guest does not slow everybody: tables are capped, bots think in turn, history has its price."""

from __future__ import annotations

import asyncio
import functools
import sqlite3
import threading
import time
from types import SimpleNamespace

import httpx
import pytest
from server_clients import played_out
from server_running import Running

from parapegma.core.game import find_game
from parapegma.server.bots import pool
from parapegma.server.bots.driver import BotDriver
from parapegma.server.bots.pool import BotPool
from parapegma.server.bots.runners import TableRunners
from parapegma.server.fair_queue import FairQueue
from parapegma.server.people.identity import Identities
from parapegma.server.settings import Settings
from parapegma.server.store.database import Database
from parapegma.server.store.secrets import Secrets
from parapegma.server.tables.lifecycle.opening import TableSetup, open_table
from parapegma.server.tables.registry import TableRegistry

SMALL = {
    "PARAPEGMA_PERSON_TABLES": "6",
    "PARAPEGMA_LOBBY_TABLES": "4",
    "PARAPEGMA_BOT_TABLES": "2",
    "PARAPEGMA_ADDRESS_TABLES": "25",
    "PARAPEGMA_TRUSTED_PROXIES": "127.0.0.1",
    "PARAPEGMA_BURST": "300",
    "PARAPEGMA_RATE": "0.1",
}


def test_lines_are_served_in_turn():
    queue, free, order = FairQueue(1), threading.Event(), []
    first = queue.submit("eve", free.wait)
    futures = [queue.submit("eve", functools.partial(order.append, f"eve {n}")) for n in range(50)]
    futures.append(queue.submit("ada", lambda: order.append("ada")))
    dropped = queue.submit("bob", lambda: order.append("bob"))
    assert dropped.cancel()
    failing = queue.submit("bob", lambda: 1 / 0)
    free.set()
    first.result(60)
    for future in futures:
        future.result(60)
    with pytest.raises(ZeroDivisionError):
        failing.result(60)
    assert order.index("ada") <= 1
    assert "bob" not in order
    queue.stop()


def test_stopping_leaves_nobody_waiting_for_work_that_no_thread_had_begun():
    queue, free = FairQueue(1), threading.Event()
    # The only thread is held up before it comes to the first of them.
    queue._pool.submit(free.wait)
    first, second = queue.submit("ada", lambda: "done"), queue.submit("ada", lambda: "never")
    stopping = threading.Thread(target=queue.stop)
    stopping.start()
    while not second.cancelled():
        time.sleep(0.001)
    free.set()
    assert first.result(60) == "done"
    stopping.join()
    assert queue.submit("ada", lambda: "too late").cancelled()


def test_a_flood_of_masters_does_not_delay_a_strangers_novice(monkeypatch):
    # The clock stands still: what was promised does not depend on how busy this machine is.
    now = 1000.0
    monkeypatch.setattr(pool, "time", SimpleNamespace(monotonic=lambda: now))
    game = find_game("ophiuchus")
    alone, crowded = BotPool(1), BotPool(1)
    usual = alone.promise("novice", game, whose="ada").ready_at - now
    flood = [crowded.promise("master", game, whose="eve") for _ in range(91 * 5)]
    limits = [promise.limits.seconds for promise in flood]
    if limits[0] is not None:
        assert limits[-1] < limits[0] / 10, "the longer one's own line, the shorter each thought"
    promise = crowded.promise("novice", game, whose="ada")
    assert promise.ready_at - now <= usual * 2.5
    assert flood[-1].ready_at > promise.ready_at
    alone.stop()
    crowded.stop()


@pytest.mark.on_postgres_too
def test_tables_of_one_person_and_of_one_household_are_capped(
    tmp_path_factory, server_with, database_settings
):
    server = server_with(**SMALL, **database_settings)

    def opened(client, home, **wish):
        answer = client.http.post(
            "/api/v1/tables", json={"game": "ophiuchus", **wish}, headers={"X-Forwarded-For": home}
        )
        return answer.status_code if answer.status_code == 201 else answer.json()["extra"].get("case", "busy")

    eve, ada = server.client("Eve"), server.client("Ada")
    bots = {"seats": ["me", "novice"]}
    lobby = {"players": 2, "settings": {"public": True}}
    assert [opened(eve, "192.0.2.1", **bots) for _ in range(3)] == [201, 201, "bot-tables"]
    assert [opened(eve, "192.0.2.1", **lobby) for _ in range(5)] == [201, 201, 201, 201, "tables"]
    assert opened(ada, "192.0.2.1", **lobby) == 201
    mine = {seat["name"] for table in ada.get("/tables").json() for seat in table["seats"] if seat["name"]}
    assert mine == {"Eve", "Ada"}
    shown = [t for t in ada.get("/tables").json() if any(seat["name"] == "Eve" for seat in t["seats"])]
    assert len(shown) == 3, "the lobby shows a few of each"
    bob = server.client("Bob")
    assert [opened(bob, "192.0.2.2", **lobby) for _ in range(5)] == [201, 201, 201, 201, "lobby"]
    # Ever new guests of one household.
    answers = [opened(server.client("Mallory"), "192.0.2.1", **lobby) for _ in range(20)]
    assert (answers[0], answers[-1]) == (201, "busy")
    assert opened(server.client("Carol"), "192.0.2.3", **lobby) == 201


def test_tables_that_are_opened_all_at_once_are_counted_too(server_with):
    server = server_with(**SMALL)

    def burst(cookies, wish):
        async def main():
            async with httpx.AsyncClient(cookies=cookies, headers={"Origin": server.url}, timeout=90) as asks:
                opening = [asks.post(f"{server.url}/api/v1/tables", json=wish) for _ in range(12)]
                return [answer.status_code for answer in await asyncio.gather(*opening)]

        return asyncio.run(main())

    for wish, most in (
        ({"game": "ophiuchus", "seats": ["me", "novice"]}, 2),
        ({"game": "ophiuchus", "players": 2, "settings": {"public": True}}, 4),
        ({"game": "ophiuchus", "players": 2}, 6),
    ):
        answers = burst(server.client("Eve").http.cookies, wish)
        assert sorted(answers) == [201] * most + [409] * (12 - most)


def test_games_with_bots_are_capped_however_they_are_begun(server_with):
    server = server_with(PARAPEGMA_BOT_TABLES="2", PARAPEGMA_BURST="300")
    eve = server.client("Eve")
    over = eve.open("ophiuchus", seats=["me", "random"])["id"]
    assert eve.command(over, "resign").status_code == 200
    for _ in range(2):
        eve.open("ophiuchus", seats=["me", "random"])

    def refused(answer):
        return answer.status_code == 409 and answer.json()["extra"]["case"] == "bot-tables"

    # A bot is given the last open seat only later.
    waiting = eve.open("ophiuchus", players=3)["id"]
    assert eve.post(f"/tables/{waiting}/seats", {"seat": 1, "bot": "random"}).status_code == 200
    assert refused(eve.post(f"/tables/{waiting}/seats", {"seat": 2, "bot": "random"}))
    # Going on from a game that is over, and playing it again.
    assert refused(eve.post(f"/tables/{over}/continue", {"decisions": 0, "seats": ["me", "random"]}))
    assert refused(eve.post(f"/tables/{over}/rematch", {}))
    running = next(t for t in eve.get("/tables", which="mine").json() if t["status"] == "running")
    assert eve.command(running["id"], "resign").status_code == 200
    assert eve.post(f"/tables/{over}/rematch", {}).status_code == 200


def test_guests_of_one_household_play_with_so_many_bots_and_no_more(server_with):
    server = server_with(PARAPEGMA_ADDRESS_BOT_TABLES="3", PARAPEGMA_TRUSTED_PROXIES="127.0.0.1")

    def opened(home):
        body = {"game": "ophiuchus", "seats": ["me", "random"]}
        client = server.client("Eve")
        answer = client.http.post("/api/v1/tables", json=body, headers={"X-Forwarded-For": home})
        return answer.status_code if answer.status_code == 201 else answer.json()["extra"]["case"]

    home = [f"2001:db8:1:2::{n}" for n in range(1, 5)]
    assert [opened(address) for address in home] == [201, 201, 201, "home-bot-tables"]
    assert opened("2001:db8:1:3::1") == 201


def test_a_household_is_forgotten_when_its_game_is_over(tmp_path):
    with Running(tmp_path) as server:
        ada = server.client("Ada")
        tables = [ada.open("ophiuchus", seats=["me", "random"])["id"] for _ in range(2)]
        assert ada.command(tables[0], "resign").status_code == 200
    database = sqlite3.connect(tmp_path / "tables.db")
    homes = dict(database.execute("SELECT id, home FROM tables").fetchall())
    database.close()
    assert homes[tables[0]] is None
    assert len(homes[tables[1]]) == 32


def test_bots_of_one_households_guests_think_in_one_line(tmp_path):
    """However many guests come from one place, they are served like one person."""
    lines = []

    class Watched(BotPool):
        def promise(self, level, game, most=None, whose=pool.NOBODY):
            lines.append(whose)
            return super().promise(level, game, most, whose)

    async def main():
        async with Database(Settings(database=f"sqlite:///{tmp_path / 'tables.db'}")) as database:
            registry = TableRegistry(database, 100)
            people = Identities(database, Secrets(database, "secret"))
            bots = Watched(1)
            driver = BotDriver(registry, bots, TableRunners(1 << 20), (0.0, 0.0))
            for home in ("a", "a", "b"):
                eve = (await people.new_guest("Eve"))[0].id
                setup = TableSetup("ophiuchus", seats=("random", "random"), home=home)
                before = len(lines)
                table = await registry.open(await open_table(registry.store, setup, eve, "Eve"))
                driver.wake(table)
                while len(lines) == before:
                    await asyncio.sleep(0)
            await driver.stop()
            bots.stop()

    asyncio.run(main())
    assert set(lines) == {"a", "b"}


def test_a_long_history_is_compressed_and_has_its_price(server_with):
    server = server_with(**SMALL)
    ada = server.client("Ada")
    table = ada.open("ophiuchus", seats=["me", "me"])["id"]
    played_out(ada, table)
    number = ada.look(table)["number"]
    eve = server.client("Eve")
    answer = eve.get(f"/tables/{table}", since=0)
    assert answer.headers["content-encoding"] == "gzip"
    assert len(answer.json()["events"]) == number
    plain = eve.http.get(f"/api/v1/tables/{table}?since=0", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.json()["events"] == answer.json()["events"]
    most = 300 * 100 // number + 10
    assert most < 3_000
    codes = [eve.get(f"/tables/{table}", since=0).status_code for _ in range(min(most, 1500))]
    assert codes[-1] == 429
    assert eve.get(f"/tables/{table}").status_code == 200, "how it stands now costs nothing more"
    assert ada.get(f"/tables/{table}", since=0).status_code == 200
