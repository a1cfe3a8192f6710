"""Bots that think in processes of their own: the same decisions, whatever becomes of the processes."""

from __future__ import annotations

import asyncio
import os
import pickle
import random
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from server_running import Running

from parapegma.bots import BotRunner, Limits
from parapegma.core.match import Match
from parapegma.errors import BotError, OptionError
from parapegma.server.bots import sealed
from parapegma.server.bots.elsewhere import BotService, RunnerElsewhere
from parapegma.server.bots.pool import BotPool
from parapegma.server.bots.processes import BotProcesses, how_many, listening_at, place_of
from parapegma.server.settings import Settings, read_settings
from parapegma.testing.survival.process import free_port

KEY = "the key of these tests"


@pytest.fixture
def processes(tmp_path):
    """Two bot processes, and where they answer."""
    address = str(tmp_path / "s")
    with listening_at(address) as listening, BotProcesses(2, listening, KEY) as started:
        yield SimpleNamespace(address=address, started=started)


def children(process):
    """The processes that another one has started."""
    found = Path(f"/proc/{process}/task/{process}/children").read_text("ascii").split()
    for task in Path(f"/proc/{process}/task").iterdir():
        found += (task / "children").read_text("ascii").split()
    return sorted({int(each) for each in found})


def bot_processes(server):
    return [
        child
        for child in children(server)
        if b"server.bots.worker" in Path(f"/proc/{child}/cmdline").read_bytes()
    ]


def alive(process):
    try:
        return "State:\tZ" not in Path(f"/proc/{process}/status").read_text("ascii")
    except OSError:
        return False


def until(fact):
    began = time.monotonic()
    while not (found := fact()):
        assert time.monotonic() - began < 120, "it did not come true"
        time.sleep(0.02)
    return found


def test_decisions_are_those_of_the_arena_though_processes_die(processes):
    """Several decisions in one turn go on with what was thought, each in whichever process is free."""
    match = Match("ulysses", seed=3)
    service = BotService([processes.address], KEY)
    there, here = RunnerElsewhere(service, match.game, "seed"), BotRunner(match.game, "seed")
    chance, kept = random.Random(1), 0
    for n in range(90):
        bot = chance.choice(["search:60", "light", "novice"])
        if n % 9 == 4:
            os.kill(service.call(os.getpid), signal.SIGKILL)
        asked = [
            runner.ask(bot, match.position, len(match), Limits(iterations=40)) for runner in (there, here)
        ]
        assert asked[0] == asked[1], f"decision {n}"
        assert there.memory == here.memory
        kept += there.memory > 0
        if n % 7 == 0:
            there.forget()
            here.forget()
            assert there.memory == 0
        match.act(asked[0].action)
    assert kept > 5, "nothing was remembered between decisions"


def test_a_question_is_asked_again_when_a_process_dies_over_it(processes, tmp_path):
    service = BotService([processes.address], KEY)
    left = str(tmp_path / "left")
    # The first process that is asked leaves a file and dies; the next one finds the file.
    dies_once = f"__import__('os').path.exists({left!r}) or (open({left!r}, 'w'), __import__('os')._exit(9))"
    assert service.call(eval, dies_once) is True
    with pytest.raises(BotError, match="ended while they thought"):
        service.call(os._exit, 9)
    # All that died were replaced.
    pids = until(
        lambda: (found := {service.call(os.getpid) for _ in range(20)}) and len(found) == 2 and found
    )
    assert os.getpid() not in pids


def test_what_goes_wrong_there_is_told_here(processes):
    with pytest.raises(BotError, match="modulo by zero"):
        BotService([processes.address], KEY).call(divmod, 1, 0)


def test_a_bot_that_cannot_be_sent_thinks_in_the_serving_process(processes, monkeypatch):
    match = Match("pacal", seed=1)
    monkeypatch.setattr(pickle, "dumps", refusing_bots(pickle.dumps))
    calls = []

    def call(work, *values):
        calls.append(work)
        return work(*values)

    service: Any = SimpleNamespace(call=call)
    runner = RunnerElsewhere(service, match.game, "seed")
    twin = BotRunner(match.game, "seed")
    for _ in range(3):
        asked = runner.ask("search:30", match.position, len(match))
        assert asked == twin.ask("search:30", match.position, len(match))
        match.act(asked.action)
    assert len(calls) == 1, "it was tried once"


def refusing_bots(dumps):
    def refuse(content):
        if isinstance(content, BotRunner) or hasattr(content, "think"):
            raise TypeError("cannot pickle this")
        return dumps(content)

    return refuse


def test_nothing_is_read_from_somebody_without_the_key(processes):
    stranger = BotService([processes.address], "another key")
    with pytest.raises(BotError):
        stranger.call(os.getpid)
    assert BotService([processes.address], KEY).call(abs, -3) == 3


def test_an_answer_fits_its_question_alone():
    ours, theirs = socket.socketpair()
    with ours, theirs:
        first, second = (sealed.send(ours, b"key", question) for question in (b"one", b"two"))
        sealed.send(theirs, b"key", b"answer to the first", first)
        with pytest.raises(sealed.NotSealed):
            sealed.receive(ours, b"key", second)


def test_where_no_process_is_bots_think_here(tmp_path):
    assert BotService([str(tmp_path / "nobody")], KEY).call(os.getpid) == os.getpid()


def test_other_work_of_a_pool_is_done_there_too_and_stopping_waits_for_nobody(processes):
    async def main():
        pool = BotPool(2, BotService([processes.address], KEY))
        assert await pool.run(os.getpid) != os.getpid()
        asked = asyncio.create_task(pool.run(time.sleep, 100_000))
        await asyncio.sleep(0)
        await asyncio.to_thread(pool.stop)
        with pytest.raises((BotError, asyncio.CancelledError)):
            await asked

    asyncio.run(main())


def test_a_question_asked_while_the_service_stops_waits_for_no_answer(processes, monkeypatch):
    service = BotService([processes.address], KEY)
    connected = service._connected

    def connected_too_late():
        connection = connected()
        service.stop()
        return connection

    monkeypatch.setattr(service, "_connected", connected_too_late)
    with pytest.raises(BotError):
        service.call(time.sleep, 100_000)


@pytest.mark.parametrize("way", ["stopped", "killed"])
def test_no_bot_process_outlives_its_server(tmp_path, way):
    with Running(tmp_path) as server:
        found = until(lambda: bot_processes(server.process.pid))
        os.kill(found[0], signal.SIGKILL)
        replaced = until(lambda: [each for each in bot_processes(server.process.pid) if each not in found])
        getattr(server, {"stopped": "stop", "killed": "kill"}[way])()
        until(lambda: not any(map(alive, replaced)))
        assert "a bot process ended (-9) and is replaced" in server.log


def test_bot_processes_of_their_own_serve_a_server_and_can_end(tmp_path):
    """Over the network; when they are gone the server's bots think in its threads."""
    address = f"127.0.0.1:{free_port()}"
    shared = {"PARAPEGMA_BOT_KEY": KEY, "PARAPEGMA_BOT_PROCESSES": "1"}
    bots = subprocess.Popen(
        [sys.executable, "-m", "parapegma", "bots", address],
        env=os.environ | shared,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    try:
        assert b"1 bot processes answer" in bots.stdout.readline()
        with Running(tmp_path, PARAPEGMA_BOTS=address, **shared) as server:
            ada = server.client("Ada")
            play(ada, decisions=3)
            assert bot_processes(server.process.pid) == []
            assert "no bot process can be reached" not in server.log
            there = children(bots.pid)
            bots.terminate()
            assert bots.wait(60) == 0
            until(lambda: not any(map(alive, there)))
            play(ada, decisions=3)
            assert "no bot process can be reached" in server.log
    finally:
        bots.kill()
        bots.communicate()


def play(person, decisions):
    table = person.open("ophiuchus", seats=["me", "novice"])["id"]
    with person.live(table) as live:
        while decisions:
            if live.choices:
                live.act_at_random(random.Random(1))
                decisions -= 1
            elif live.actor is None:
                return
            else:
                live.next()
        number = live.number
        while live.actor is not None and not live.choices:
            live.next()
        assert live.number > number or live.choices


def test_how_many_there_are():
    cores = os.cpu_count() or 1
    assert how_many(Settings()) == max(1, cores - 1)
    assert how_many(Settings(bot_processes=5)) == 5
    assert how_many(Settings(bot_threads=2)) == 0
    assert how_many(Settings(bot_threads=2, bots=("/there",), bot_processes=3)) == 3


@pytest.mark.parametrize("address", ["nowhere", "host:", ":80", "host:port", "host:70000"])
def test_an_address_that_leads_nowhere_is_refused(address):
    with pytest.raises(OptionError, match="write HOST:PORT"):
        place_of(address)


def test_settings_that_do_not_go_together_are_refused():
    with pytest.raises(OptionError, match="PARAPEGMA_BOT_KEY"):
        read_settings({"PARAPEGMA_BOTS": "10.0.0.3:8020"})
    with pytest.raises(OptionError, match="--bot-processes -1"):
        read_settings({}, bot_processes=-1)
