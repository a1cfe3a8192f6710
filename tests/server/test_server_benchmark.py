"""The measurement of the server: its arguments, its arithmetic, its light client; not the real run."""

from __future__ import annotations

import asyncio
import importlib
import os
import subprocess
import sys
import time

import pytest

from conftest import ROOT


@pytest.fixture(autouse=True)
def importable(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))


@pytest.fixture
def load():
    return importlib.import_module


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [
        (["--only", "speed"], "--only does not know 'speed'"),
        (["--readers", "1"], "--readers must be from 4 to 8"),
        (["--seconds", "1000"], "--seconds must be from 1 to 120"),
        (["--json", "/no/such/folder/file"], "there is no folder"),
    ],
)
def test_wrong_arguments_are_refused_in_words(load, capsys, arguments, wrong):
    with pytest.raises(SystemExit):
        load("server").parse(arguments)
    assert wrong in capsys.readouterr().err


def test_a_target_is_reached_or_missed(load):
    figures = load("load.figures")
    reached = figures.Figure("p99", 80.0, "ms", most=100)
    missed = figures.Figure("ratio", 1.5, "x", least=3)
    open_ = figures.Figure("memory", 12.0, "kB")
    assert [figure.reached for figure in (reached, missed, open_)] == [True, False, None]
    table = figures.rows([reached, missed])
    assert [row[4] for row in table[1:]] == ["reached", "missed"]
    assert [row[3] for row in table[1:]] == ["under 100", "at least 3"]


def test_a_target_may_have_two_sides(load):
    figures = load("load.figures")
    ratios = [figures.Figure("ratio", value, "x", least=0.9, most=1.1) for value in (0.8, 1.0, 1.2)]
    assert [figure.reached for figure in ratios] == [False, True, False]
    assert figures.rows(ratios)[1][3] == "0.90 to 1.10"


def test_owners_are_compared_turn_by_turn(load):
    owners, playing, usage = load("load.owners"), load("load.playing"), load("load.usage")

    def turn(milliseconds):
        played = playing.Played(seconds=1.0, actions=100)
        return owners._Stretch(played, usage.Spent(1.0, milliseconds / 10, 0.0, 0.0), 0.0)

    turns = {1: [turn(1.0), turn(2.0)], 2: [turn(1.5), turn(2.6)]}
    steady = owners._compared("steady", turns, both_ways=True)
    assert [figure.value for figure in steady] == pytest.approx([1.5, 2.05, 1.4])
    assert steady[-1].reached is False
    *_, ratio, times = owners._compared("flat", turns, both_ways=False)
    assert (ratio.value, times.value) == pytest.approx((1.4, 2 / 1.4))
    assert times.reached is False


def test_processor_time_of_those_that_have_ended_counts(load):
    usage = load("load.usage")
    before = usage.family_seconds(os.getpid())
    work = "import time\nwhile time.process_time() < 0.1: pass"
    subprocess.run([sys.executable, "-c", work], check=True)
    assert usage.family_seconds(os.getpid()) >= before + 0.09


def test_p99_is_a_wait_that_one_in_a_hundred_exceeds(load):
    played = load("load.playing").Played(waits=[n / 1000 for n in range(1000)])
    assert played.wait(0.99) == 0.99
    assert played.wait(0.5) == 0.5
    assert played.wait(1) == 0.999


def test_an_action_is_over_when_everyone_at_the_table_was_told(load):
    playing = load("load.playing")

    async def main():
        table = playing.Table(readers=2)
        players = playing.Players([table])
        for reader in range(2):
            players.heard(table, reader, 5)
        sent = []
        table.next = lambda: sent.append(1)
        stretch = asyncio.create_task(players.as_fast_as_it_goes(1, 5, 1))
        await asyncio.sleep(0)
        assert sent == [1]
        players.heard(table, 0, 6)
        assert players.played.actions == 0
        players.heard(table, 0, 7)
        players.heard(table, 1, 6)
        assert (await stretch).actions == 1

    asyncio.run(main())


def test_the_light_client_plays_at_a_real_server(load, server):
    ours = load("load.ours")
    people = [server.client("Ada"), server.client("Bob")]
    table = people[0].open("pacal", players=2)["id"]
    people[1].join(table)
    dealt = ours.Dealt(table, "pacal", 2, [person.http.cookies["parapegma"] for person in people])

    async def main():
        players = await ours.sit_down(server.port, [dealt], 4)
        fast = await players.as_fast_as_it_goes(1, 60, 6)
        steady = await players.steadily(20, 0.3)
        for socket in players.tables[0].sockets:
            socket.close()
        return fast, steady

    fast, steady = asyncio.run(main())
    assert (fast.actions, steady.actions) == (6, 6)
    assert fast.problems == steady.problems == []
    assert all(wait > 0 for wait in fast.waits)
    assert people[0].look(table, since=0)["events"][-1]["decisions"] == 12


@pytest.mark.parametrize(
    "attack",
    ["header_lines", "one_line", "half_open", "masters", "all_of_a_table", "replay", "messages"],
)
def test_attacks_do_what_they_say_and_the_server_goes_on(load, monkeypatch, server, attack):
    attacks = load("load.attacks")
    monkeypatch.setattr(attacks, "_HALF_OPEN", 20)
    assert len(attacks.ATTACKS) == 7
    ada = server.client("Ada")
    table = ada.open("ophiuchus", seats=["me", "me"])["id"]
    target = attacks.Target(server.port, table, time.monotonic() + 0.3)
    asyncio.run(getattr(attacks, attack)(target))
    assert target.done.total() > 0
    assert ada.get("/me").status_code == 200


def test_how_long_a_novice_takes_is_noted(load, server):
    stranger = load("load.flood")._Stranger(server.port)

    async def main():
        playing = asyncio.create_task(stranger.play(600))
        while len(stranger.waits) < 3 and not playing.done():
            await asyncio.sleep(0.01)
        playing.cancel()
        await asyncio.wait([playing])
        await asyncio.sleep(0)

    asyncio.run(main())
    assert len(stranger.waits) >= 3
    assert all(wait > 0 for wait in stranger.waits)


def test_a_long_game_is_dealt_as_it_was_found(load, tmp_path):
    ours = load("load.ours")
    wanted = ours.longest_game("ophiuchus", 2, tries=2, most=500)
    assert len(wanted.actions) > 20
    (dealt,) = asyncio.run(ours.deal(tmp_path, [wanted]))
    assert dealt.events >= len(wanted.actions)


def test_the_server_that_only_tells_tells_all(load):
    bare = load("load.bare")

    async def main(port):
        players = await bare.sit_down(port, 3, 4, 0)
        played = await players.as_fast_as_it_goes(2, 60, 20)
        for table in players.tables:
            for socket in table.sockets:
                socket.close()
        return played

    with bare.Server() as server:
        played = asyncio.run(main(server.port))
    assert played.actions == 20
    assert played.problems == []
