"""A table lives in one process: its lease, its epoch, and the way of a connection to it."""

from __future__ import annotations

import asyncio
import json
import random
import socket
from contextlib import AsyncExitStack, ExitStack, suppress

import httpx
import pytest
from server_postgres import rows_of
from server_running import Running
from sqlalchemy import delete
from websockets.exceptions import ConnectionClosed

from parapegma.server.owners import relay
from parapegma.server.people.identity import Identities
from parapegma.server.problems import Problem
from parapegma.server.settings import Settings
from parapegma.server.store import schema
from parapegma.server.store.database import Database
from parapegma.server.store.not_owner import NotOwner
from parapegma.server.store.ownership import Elsewhere, Ownership, set_free
from parapegma.server.store.secrets import Secrets
from parapegma.server.store.writer import Change
from parapegma.server.tables.commands.acting import act
from parapegma.server.tables.lifecycle.opening import TableSetup, open_table
from parapegma.server.tables.open_tables import Caller
from parapegma.server.tables.registry import TableRegistry


@pytest.fixture(params=["sqlite", "postgresql"])
def shared(request, tmp_path):
    """The address of an empty database that several processes share."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.db'}"
    return request.getfixturevalue("postgres").new_database()


def with_two(address, play):
    """Run a coroutine with the registries of two processes, and a table of Ada's that lives in the first."""

    async def main():
        async with AsyncExitStack() as stack:
            registries = []
            for _ in range(2):
                database = await stack.enter_async_context(Database(Settings(database=address)))
                ownership = Ownership(database, alone=False)
                await ownership.start()
                stack.push_async_callback(ownership.stop)
                registries.append(TableRegistry(database, 100, ownership=ownership))
            first = registries[0]
            people = Identities(first.database, Secrets(first.database, "secret"))
            ada = (await people.new_guest("Ada"))[0].id
            setup = TableSetup("ophiuchus", 2, seats=("me", "me"))
            table = await open_table(first.store, setup, ada, "Ada")
            await first.open(table)
            await play(*registries, table, ada)

    asyncio.run(main())


async def decide(registry, table_id, person, takes=False):
    """A decision at one of the processes; the number of its event."""
    table = await registry.open(table_id)
    command = act(person, table.number, [table.match.position.legal()[0]])
    return (await registry.execute(table_id, Caller(person, takes=takes), command)).number


async def numbers(registry, table_id):
    return [event.number for event in await registry.store.events(table_id)]


async def dies(registry):
    """A process is not heard of any more."""
    await registry.ownership.stop()
    change = Change()
    change.add(delete(schema.processes).where(schema.processes.c.id == registry.ownership.process))
    await registry.database.writer.commit(change)


def test_a_table_lives_where_it_was_opened_and_others_read_it_there(shared):
    async def play(here, there, table, ada):
        assert isinstance(await there.ownership.claim(table), Elsewhere)
        number = await decide(here, table, ada)
        assert (await there.open(table)).number == number
        assert not there.is_here(table)
        # What was read is not kept: it would grow old.
        number = await decide(here, table, ada)
        assert (await there.open(table)).number == number
        with pytest.raises(NotOwner):
            await there.open_here(table)

    with_two(shared, play)


def test_a_table_of_a_process_that_died_lives_where_it_is_asked_for_next(shared):
    async def play(here, there, table, ada):
        number = await decide(here, table, ada)
        await dies(here)
        taken = await there.open_here(table)
        assert (taken.number, taken.epoch) == (number, 2)
        assert await decide(there, table, ada) == number + 1

    with_two(shared, play)


def test_whoever_was_thought_dead_writes_no_more(shared):
    async def play(here, there, table, ada):
        lost = []
        here.when_lost(lost.append)
        await decide(here, table, ada)
        await dies(here)
        number = (await there.open_here(table)).number
        # It lives after all, and has not noticed.
        with pytest.raises(NotOwner):
            await decide(here, table, ada)
        assert lost == [table]
        assert not here.is_here(table)
        assert await numbers(there, table) == list(range(1, number + 1))
        assert await decide(there, table, ada) == number + 1

    with_two(shared, play)


def test_a_write_under_an_old_epoch_spoils_nobody_elses(shared):
    """Changes of several tables share a transaction; only the one whose table has moved is refused."""

    async def play(here, there, table, ada):
        other = await open_table(here.store, TableSetup("pacal", 2, seats=("me", "me")), ada, "Ada")
        stays = await here.open(other)
        moves = await here.open(table)
        await there.ownership.seize(table)
        outcomes = await asyncio.gather(
            here.execute(table, Caller(ada), act(ada, moves.number, [moves.match.position.legal()[0]])),
            here.execute(other, Caller(ada), act(ada, stays.number, [stays.match.position.legal()[0]])),
            return_exceptions=True,
        )
        assert isinstance(outcomes[0], NotOwner)
        assert outcomes[1].number == (await numbers(here, other))[-1]

    with_two(shared, play)


def test_a_process_that_stops_gives_its_tables_back_and_takes_none(shared):
    async def play(here, there, table, ada):
        number = await decide(here, table, ada)
        await here.ownership.release()
        assert (await there.open_here(table)).number == number
        here.forget(table)
        await there.ownership.release()
        with pytest.raises(Problem, match="stops"):
            await here.open(table)

    with_two(shared, play)


def test_a_change_by_someone_elses_process_takes_the_table_there(shared):
    """Such as leaving for good: it concerns tables wherever they live."""

    async def play(here, there, table, ada):
        taken = []
        there.when_taken(taken.append)
        number = await decide(here, table, ada)
        assert await decide(there, table, ada, takes=True) == number + 1
        assert taken == [table]
        with pytest.raises(NotOwner):
            await decide(here, table, ada)

    with_two(shared, play)


def test_nobody_takes_a_table_by_sending_a_command_to_another_process(shared):
    async def play(here, there, table, ada):
        lost = []
        here.when_lost(lost.append)
        with pytest.raises(NotOwner):
            await decide(there, table, ada)
        with pytest.raises(NotOwner):
            await there.execute(table, Caller("a stranger"), act("a stranger", 1, [0]))
        assert isinstance(await there.ownership.claim(table), Elsewhere)
        assert await decide(here, table, ada) > 1
        assert lost == []

    with_two(shared, play)


def test_what_lives_elsewhere_is_not_loaded_for_each_question(shared, monkeypatch):
    async def play(here, there, table, ada):
        loads = []
        load = there.store.load

        async def counted(table_id, ready):
            loads.append(table_id)
            return await load(table_id, ready)

        monkeypatch.setattr(there.store, "load", counted)
        for _ in range(5):
            number = await decide(here, table, ada)
            assert (await there.open(table)).number == number
        assert loads == [table]

    with_two(shared, play)


def test_an_administrator_sets_a_table_free_before_changing_it(shared):
    async def play(here, there, table, ada):
        await set_free(here.database, table)
        with pytest.raises(NotOwner):
            await decide(here, table, ada)
        assert await decide(here, table, ada) > 1

    with_two(shared, play)


# --- real processes -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def pair(tmp_path_factory, postgres):
    """Two processes that know each other's address, each with a port of its own."""
    database = postgres.new_database()
    servers = []
    for n in range(2):
        server = Running(
            tmp_path_factory.mktemp(f"process_{n}"),
            PARAPEGMA_DATABASE=database,
            PARAPEGMA_CHANNELS=database,
            PARAPEGMA_TRUSTED_PROXIES="127.0.0.1",
        )
        server.environment["PARAPEGMA_ADDRESS"] = f"127.0.0.1:{server.port}"
        server.launch()
        servers.append(server)
    with servers[0], servers[1]:
        yield servers
        for server in servers:
            assert '"level": "error"' not in server.log, server.log


@pytest.fixture
def elsewhere(pair, tmp_path):
    """A process on another machine: one that shares no folder for temporary files with the others."""
    apart = tmp_path / "t"
    apart.mkdir()
    server = Running(tmp_path, **pair[0].environment | {"TMPDIR": str(apart)})
    server.environment["PARAPEGMA_ADDRESS"] = f"127.0.0.1:{server.port}"
    server.environment["PARAPEGMA_CONNECTIONS"] = "12"
    with server:
        yield server


def opened(stack, server, table):
    """What a WebSocket of a table is answered; it stays open for as long as the others."""
    connection = stack.enter_context(socket.create_connection(("127.0.0.1", server.port), 60))
    connection.sendall(
        f"GET /api/v1/tables/{table}/live HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n".encode()
    )
    return connection.recv(65_536).split()[1]


def led(server, how):
    """How many connections a process has handed on, or relayed."""
    (line,) = (
        line
        for line in httpx.get(f"{server.url}/metrics").text.splitlines()
        if line.startswith(f"parapegma_{how}_total ")
    )
    return float(line.split()[1])


def owners(server):
    """For each table where it lives, and its epoch."""
    return {row[0]: row[1:] for row in rows_of(server.database, "SELECT id, owner, epoch FROM tables")}


def at(server, client):
    """The same person at another process."""
    other = server.client(None)
    other.http.cookies.update(client.http.cookies)
    other.id = client.id
    return other


def test_connections_are_handed_to_the_process_in_which_their_table_lives(pair):
    first, second = pair
    ada = first.client("Ada")
    here = ada.open("ophiuchus", seats=["me", "me"])["id"]
    there = at(second, ada).open("pacal", seats=["me", "me"])["id"]
    before = owners(first)
    assert before[here] != before[there]
    asks = at(second, ada)
    chance = random.Random(1)
    with asks.live(here) as live, ada.live(there) as other:
        for each in (live, other) * 3:
            each.act_at_random(chance)
    assert led(second, "handed") > 0
    assert led(second, "relayed") == 0
    # One connection that is kept open goes to and fro.
    for table in (here, there) * 3:
        assert asks.look(table)["number"] > 1
        assert asks.http.get("/api/v1/me").status_code == 200
    assert owners(first) == before


@pytest.mark.parametrize(
    "written",
    [
        lambda table: [f"POST /api/v1/tables/%{ord(table[0]):02x}{table[1:]}/commands HTTP/1.1\r\n"],
        lambda table: [f"POST /api/v1/tables/{table[:5]}", f"{table[5:]}/commands HTTP/1.1\r\n"],
        lambda table: [f"\r\nPOST /api/v1/tables/{table}/commands HTTP/1.1\r\n"],
        lambda table: [f"POST HTTP://x/api/v1/tables/{table}/commands HTTP/1.1\r\n"],
    ],
    ids=["encoded", "in two packets", "after an empty line", "whole address"],
)
def test_nobody_takes_a_table_from_its_owner_by_the_way_a_request_is_written(pair, written):
    first, second = pair
    ada, eve = first.client("Ada"), second.client("Eve")
    table = ada.open("ophiuchus", seats=["me", "me"])["id"]
    before, led_before = owners(first), led(second, "handed")
    with ada.live(table) as live:
        body = json.dumps({"type": "resign", "key": "k"}).encode()
        cookies = "; ".join(f"{name}={value}" for name, value in eve.http.cookies.items())
        head = f"Host: x\r\nOrigin: http://x\r\nCookie: {cookies}\r\nContent-Type: application/json\r\n"
        rest = f"{head}Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode() + body
        with socket.create_connection(("127.0.0.1", second.port), timeout=20) as connection:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            *begun, last = written(table)
            for part in begun:
                connection.sendall(part.encode())
                # Nobody reads on before this has been read: the other side says so over another connection.
                assert httpx.get(f"{second.url}/health").status_code == 200
            connection.sendall(last.encode() + rest)
            told = b""
            while data := connection.recv(65_536):
                told += data
        assert b"not-seated" in told, told
        live.act_at_random(random.Random(1))
    assert led(second, "handed") == led_before + 1
    assert owners(first) == before


def test_what_was_handed_over_does_not_end_with_the_process_that_accepted_it(pair):
    first, second = pair
    ada = first.client("Ada")
    table = ada.open("ophiuchus", seats=["me", "me"])["id"]
    with at(second, ada).live(table) as live:
        second.kill()
        live.act_at_random(random.Random(1))
    second.start()


def test_connections_are_relayed_to_another_machine(pair, elsewhere):
    first, _ = pair
    ada = first.client("Ada")
    table = ada.open("ophiuchus", seats=["me", "me"])["id"]
    before = owners(first)
    asks = at(elsewhere, ada)
    chance = random.Random(1)
    with asks.live(table) as relayed, ada.live(table) as direct:
        for n in range(3):
            relayed.act_at_random(chance)
            direct.until_number(relayed.number)
            assert asks.look(table)["number"] == relayed.number
            # The WebSocket, and a request each time.
            assert led(elsewhere, "relayed") == 2 + n
        assert led(elsewhere, "handed") == 0
        # Those that are passed on count like any others.
        with ExitStack() as stack:
            told = [opened(stack, elsewhere, table) for _ in range(20)]
            assert 0 < told.count(b"101") < 12
            assert told.count(b"503") == 20 - told.count(b"101")
        # What it passes on ends with it; the table, and whoever is there directly, go on.
        elsewhere.kill()
        with pytest.raises(ConnectionClosed):
            relayed.next()
        direct.act_at_random(chance)
    assert owners(first) == before
    elsewhere.start()


def test_what_a_stranger_says_about_itself_is_not_relayed():
    said = (
        b"GET /x HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 192.0.2.1\r\nX-Forwarded-Proto: https\r\n"
        b"Upgrade: h2c\r\nConnection: Upgrade\r\n\r\n"
    )
    alone = relay.for_whom(said, "10.1.2.3")
    assert b"192.0.2.1" not in alone
    assert b"https" not in alone
    assert b"X-Forwarded-For: 10.1.2.3\r\n" in alone
    # Nothing but a WebSocket keeps the connection.
    assert b"pgrade" not in alone
    assert b"Connection: close\r\n" in alone
    behind = relay.for_whom(said, "10.1.2.3", trusted=True)
    assert b"X-Forwarded-For: 192.0.2.1, 10.1.2.3\r\n" in behind
    assert b"X-Forwarded-Proto: https\r\n" in behind
    assert b"Connection: Upgrade\r\n" in relay.for_whom(said.replace(b"h2c", b"WebSocket"), "10.1.2.3")


def test_no_second_request_is_relayed_as_it_is_after_a_websocket_was_refused(pair, elsewhere):
    first, _ = pair
    ada = first.client("Ada")
    table = ada.open("ophiuchus", seats=["me", "me"])["id"]
    opening = (
        f"GET /api/v1/tables/{table}/live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nOrigin: http://evil.example\r\n\r\n"
    )
    second = f"GET /api/v1/tables/{table} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n"
    with socket.create_connection(("127.0.0.1", elsewhere.port), timeout=60) as connection:
        connection.sendall(opening.encode())
        told = connection.recv(65_536)
        assert told.startswith(b"HTTP/1.1 403 "), told
        # It may have been hung up on already.
        with suppress(ConnectionError):
            connection.sendall(second.encode())
            with suppress(OSError):
                connection.shutdown(socket.SHUT_WR)
            while data := connection.recv(65_536):
                told += data
    assert b"HTTP/1.1 200 " not in told


def test_a_process_that_is_stopped_hands_its_tables_over_at_once(pair):
    first, second = pair
    ada = first.client("Ada")
    table = ada.open("ophiuchus", seats=["me", "me"])["id"]
    with ada.live(table) as live:
        live.act_at_random(random.Random(1))
    first.stop()
    assert not any(owner for owner, _ in owners(second).values() if owner not in processes(second))
    with at(second, ada).live(table, since=live.number) as again:
        again.act_at_random(random.Random(1))
        assert again.number == live.number + 1
    first.start()


def processes(server):
    return {name for (name,) in rows_of(server.database, "SELECT id FROM processes")}
