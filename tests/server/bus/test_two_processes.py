"""Two server processes on one PostgreSQL, of which one is killed: the games go on at the other."""

from __future__ import annotations

import asyncio
import os
import random
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest
from server_channels import CHANNELS, channels_through, cut
from server_running import Running

from parapegma.server.ids import new_id
from parapegma.testing.survival.clients import Clients
from parapegma.testing.survival.command_log import compare

KILLS = int(os.environ.get("PARAPEGMA_KILLS", "2"))


@pytest.fixture(scope="module", params=CHANNELS)
def pair(request, tmp_path_factory, postgres):
    """Two processes that share a database and hear of each other through PostgreSQL or Redis."""
    folders = [tmp_path_factory.mktemp(f"process_{n}") for n in range(2)]
    database = postgres.new_database()
    with ExitStack() as stack:
        folder = tmp_path_factory.mktemp("channels")
        channels = stack.enter_context(channels_through(request.param, database, folder))
        shared = {"PARAPEGMA_DATABASE": database, "PARAPEGMA_CHANNELS": channels}
        servers = [Running(folder, **shared) for folder in folders]
        # Both at once: one makes the schema, the other waits for it.
        for server in servers:
            server.launch()
        for server in servers:
            stack.enter_context(server)
        yield servers
        for server in servers:
            assert '"level": "error"' not in server.log, server.log


def at(server, client):
    """The same person at another process."""
    other = server.client(None)
    other.http.cookies.update(client.http.cookies)
    other.id = client.id
    return other


def test_people_at_different_processes_sit_at_one_table(pair):
    first, second = pair
    ada, bob, eve = first.client("Ada"), second.client("Bob"), second.client(None)
    table = ada.open("ophiuchus", players=2)["id"]
    with ada.live(table) as at_ada, eve.live(table) as at_eve:
        bob.join(table)
        with bob.live(table) as at_bob:
            # Each sees that the other is there, whichever process he came to.
            while at_ada.until("presence")["seats"] != [0, 1]:
                pass
            assert [seat["connected"] for seat in at_bob.table["seats"]] == [True, True]
            at_ada.until_number(at_bob.number)
            for _ in range(6):
                mover = at_ada if at_ada.choices else at_bob
                mover.act_at_random(random.Random(1))
                for live in (at_ada, at_bob, at_eve):
                    live.until_number(mover.number)
            assert bob.post(f"/tables/{table}/chat", {"key": "1", "text": "hello"}).status_code == 201
            assert at_ada.until("chat")["lines"][0]["text"] == "hello"
        while at_ada.until("presence")["seats"] != [0]:
            pass


def test_nobody_hangs_when_the_channels_are_cut(pair):
    first, second = pair
    ada = first.client("Ada")
    table = ada.open("ophiuchus", seats=["me", "me"])["id"]
    with ada.live(table) as at_first, at(second, ada).live(table) as at_second:
        for mover, other in ((at_first, at_second), (at_second, at_first)):
            cut(first.environment["PARAPEGMA_CHANNELS"])
            for _ in range(3):
                mover.act_at_random(random.Random(2))
                other.until_number(mover.number)


def test_a_command_that_is_sent_to_both_processes_is_played_once(pair):
    ada = pair[0].client("Ada")
    both = [ada, at(pair[1], ada)]
    table = ada.open("pacal", players=2, seats=["me", "me"])["id"]
    chance = random.Random(3)
    with ThreadPoolExecutor(2) as threads:
        for _ in range(15):
            stand = ada.look(table)
            command = {
                "key": new_id(),
                "seen": stand["number"],
                "actions": [chance.choice(stand["choices"])["number"]],
            }
            answers = list(threads.map(lambda who, sent=command: who.command(table, "act", **sent), both))
            assert [answer.status_code for answer in answers] == [200, 200]
            told = [answer.json() for answer in answers]
            assert told[0]["number"] == told[1]["number"] == stand["number"] + 1
            assert sorted(answer["repeated"] for answer in told) == [False, True]


def test_the_games_go_on_when_either_process_is_killed(pair):
    """People, bots and clocks; each process dies, and comes back. All tables of the dead one move."""
    chance = random.Random(6)
    clients = Clients([server.url for server in pair], 1, chance)

    # Its person goes away before the first kill; no process but the one that is left can end the time.
    ada = pair[0].client("Ada")
    settings = {"pace": {"kind": "live", "bank": 10, "increment": 0}, "stand_in": "random"}
    clocked = ada.open("ophiuchus", seats=["me", "me"], settings=settings)["id"]
    # Both seats are at one screen: the clock runs once the one who decides has it.
    assert ada.command(clocked, "uncover", seat=ada.look(clocked)["actor"]).status_code == 200
    opened = time.monotonic()

    async def main():
        async with clients.playing():
            await clients.all_back()
            for n in range(KILLS):
                server = pair[n % len(pair)]
                await asyncio.sleep(chance.uniform(0.2, 1.0))
                server.kill()
                await clients.all_move_on()
                await asyncio.to_thread(server.start)
            await clients.all_move_on()
            await clients.rest()
            return await clients.different_views()

    assert asyncio.run(main()) == []
    while "timed-out" not in [event["kind"] for event in ada.look(clocked, since=0)["events"]]:
        assert time.monotonic() - opened < 120
        time.sleep(0.5)
    # Bots may still be playing; what is compared must be at rest.
    for server in pair:
        server.stop()
    assert asyncio.run(compare(clients.commands, pair[0].database)) == []
    commands = clients.commands
    assert commands.unanswered > 0
    print(
        f"{KILLS} kills, {len(commands.acknowledged)} of {len(commands.sent)} commands acknowledged, "
        f"{commands.unanswered} sent again because their answer was lost, {commands.repeated} repetitions"
    )
    for server in pair:
        server.start()


def test_a_game_goes_to_its_end_at_the_process_that_is_left(pair):
    first, second = pair
    chance = random.Random(9)
    ada, bob = first.client("Ada"), second.client("Bob")
    table = ada.open("ptolemaeus", seats=["me", "open", "random"])["id"]
    bob.join(table)
    with ada.live(table) as at_ada:
        while at_ada.number < 20:
            if at_ada.choices:
                at_ada.act_at_random(chance)
            else:
                with bob.live(table) as at_bob:
                    if at_bob.choices:
                        at_bob.act_at_random(chance)
                at_ada.until_number(at_bob.number)
        first.kill()
    ada = at(second, ada)
    with ada.live(table, since=at_ada.number) as at_ada, bob.live(table) as at_bob:
        while at_ada.table["status"] != "over":
            for live in (at_ada, at_bob):
                while live.number < max(at_ada.number, at_bob.number):
                    live.next()
            mover = next((live for live in (at_ada, at_bob) if live.choices), None)
            if mover is not None:
                mover.act_at_random(chance)
            elif at_ada.actor is not None:
                at_ada.next()
    first.start()
    assert at(first, ada).look(table)["view"] == ada.look(table)["view"]
