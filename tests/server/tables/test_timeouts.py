"""When time is up the table acts, once, however many processes watch."""

from __future__ import annotations

import asyncio
import time

import pytest
from server_places import Place, a_table, kinds, on_a_database
from server_running import Running

from parapegma.server.protocol.table_settings import Correspondence, Live, TableSettings
from parapegma.server.tables.commands.acting import act
from parapegma.server.tables.commands.consent import ask
from parapegma.server.tables.commands.hand_over import uncover
from parapegma.server.tables.lifecycle.opening import TableSetup, open_table
from parapegma.server.tables.open_tables import Caller

DAY = 24 * 3600 * 1000


def test_a_bot_plays_on_when_the_bank_is_empty(tmp_path):
    async def play(watch, places, ada, bob):
        (place,) = places
        table = await a_table(place, ada, bob, pace=Live(bank=60, increment=5), stand_in="random")
        seat = table.actor
        watch.at += 59_000
        await place.timeouts.look()
        assert (await kinds(place, table))[-1] == "started"
        watch.at = table.state.clock.deadline_at
        await place.timeouts.look()
        assert (await kinds(place, table))[-1] == "timed-out"
        assert table.state.seats[seat].bot == "random"
        assert table.state.waits_for == "bot"
        watch.at += 100_000
        await place.timeouts.look()
        assert (await kinds(place, table)).count("timed-out") == 1
        assert place.timeouts.time_outs == 1

    on_a_database(tmp_path, play)


def test_or_the_seat_resigns_and_the_other_has_won(tmp_path):
    async def play(watch, places, ada, bob):
        (place,) = places
        table = await a_table(place, ada, bob, pace=Live(bank=60), on_time_out="resign")
        seat = table.actor
        watch.at += 60_000
        await place.timeouts.look()
        assert (await kinds(place, table))[-2:] == ["resigned", "ended"]
        assert table.state.ended.ranks[seat] == 2
        assert table.state.ended.ranks[1 - seat] == 1

    on_a_database(tmp_path, play)


def test_a_decision_in_time_gives_the_turn_to_the_next_clock(tmp_path):
    async def play(watch, places, ada, bob):
        (place,) = places
        table = await a_table(place, ada, bob, pace=Live(bank=60, increment=5))
        while len(table.state.actions) < 6:
            watch.at += 9_000
            person = table.state.waits_for
            choice = table.match.position.legal()[0]
            await place.registry.execute(table.id, Caller(person), act(person, table.number, [choice]))
            await place.timeouts.look()
        assert "timed-out" not in await kinds(place, table)

    on_a_database(tmp_path, play)


def test_clocks_stop_while_the_game_is_paused(tmp_path):
    async def play(watch, places, ada, bob):
        (place,) = places
        wish = TableSetup("ophiuchus", 2, seats=("me", "me"), settings=TableSettings(pace=Live(bank=60)))
        table = await place.registry.open(
            await open_table(place.registry.store, wish, ada, "Ada", at=place.registry.clock())
        )
        # Both seats are at one screen: the clock waits until the one who decides has it.
        await place.registry.execute(table.id, Caller(ada), uncover(ada, table.actor))
        watch.at += 50_000
        await place.registry.execute(table.id, Caller(ada), ask(ada, "pause"))
        watch.at += 10_000_000
        await place.timeouts.look()
        assert (await kinds(place, table))[-1] == "paused"
        await place.registry.execute(table.id, Caller(ada), ask(ada, "resume"))
        watch.at += 9_000
        await place.timeouts.look()
        assert (await kinds(place, table))[-1] == "resumed"
        watch.at += 1_500
        await place.timeouts.look()
        assert (await kinds(place, table))[-1] == "timed-out"

    on_a_database(tmp_path, play)


def test_a_player_by_correspondence_is_warned_once_at_four_fifths(tmp_path):
    async def play(watch, places, ada, bob):
        (place,) = places
        table = await a_table(place, ada, bob, pace=Correspondence(days=1))
        watch.at += int(0.79 * DAY)
        await place.timeouts.look()
        assert "warned" not in await kinds(place, table)
        for _ in range(3):
            watch.at += int(0.05 * DAY)
            await place.timeouts.look()
        assert (await kinds(place, table)).count("warned") == 1
        watch.at += int(0.06 * DAY)
        await place.timeouts.look()
        assert (await kinds(place, table))[-1] == "timed-out"

    on_a_database(tmp_path, play)


@pytest.mark.on_postgres_too
@pytest.mark.parametrize("pace", [Live(bank=60), Correspondence(days=1)])
def test_a_jump_of_the_machines_clock_costs_nobody_time(tmp_path, pace, database_settings):
    async def play(watch, places, ada, bob):
        table = await a_table(places[0], ada, bob, pace=pace)
        seat = table.actor
        there = await places[1].registry.open(table.id)
        watch.at += 20_000
        left = table.state.clock.left(seat, watch.at)
        # The machine sleeps for three days; all processes wake up together.
        watch.jumped = 3 * DAY
        for place in places:
            await place.timeouts.look()
        await places[1].registry.catch_up(there, table.number)
        assert (await kinds(places[0], table))[-1] == "clock-held"
        assert (await kinds(places[0], table)).count("clock-held") == 1, "one for all processes"
        assert all(place.registry.clock() == watch.wall() for place in places)
        for known in (table, there):
            assert known.state.clock.left(seat, watch.wall()) == left
        choice = table.match.position.legal()[0]
        person = table.state.waits_for
        await places[0].registry.execute(table.id, Caller(person), act(person, table.number, [choice]))
        # From then on time counts again.
        watch.at += table.state.clock.deadline_at - watch.wall()
        await places[0].timeouts.look()
        assert (await kinds(places[0], table))[-1] == "timed-out"

    on_a_database(tmp_path, play, 2, database_settings.get("PARAPEGMA_DATABASE"))


def test_a_clock_that_is_set_back_stops_no_clock(tmp_path):
    async def play(watch, places, ada, bob):
        (place,) = places
        table = await a_table(place, ada, bob, pace=Live(bank=60))
        watch.jumped = -3 * DAY
        await place.timeouts.look()
        watch.at += 61_000
        await place.timeouts.look()
        assert (await kinds(place, table))[-1] == "timed-out"

    on_a_database(tmp_path, play)


@pytest.mark.parametrize("pace", [Live(bank=60), Correspondence(days=1)])
def test_of_several_processes_one_acts(tmp_path, pace):
    async def play(watch, places, ada, bob):
        table = await a_table(places[0], ada, bob, pace=pace)
        for place in places[1:]:
            # Each has the table in memory and has seen the same.
            await place.registry.open(table.id)
        for at in (table.state.clock.warn_at, table.state.clock.deadline_at):
            if at is not None:
                watch.at = at
                await asyncio.gather(*(place.timeouts.look() for place in places))
        found = await kinds(places[0], table)
        assert found.count("timed-out") == 1
        assert found.count("warned") == isinstance(pace, Correspondence)
        assert sum(place.timeouts.time_outs for place in places) == 1

    on_a_database(tmp_path, play, processes=3)


def test_a_process_acts_for_a_table_that_another_one_changed(tmp_path):
    async def play(watch, places, ada, bob):
        first, second = places
        table = await a_table(first, ada, bob, pace=Live(bank=60))
        stale = await second.registry.open(table.id)
        person = table.state.waits_for
        while table.state.waits_for == person:
            choice = table.match.position.legal()[0]
            await first.registry.execute(table.id, Caller(person), act(person, table.number, [choice]))
        assert stale.number < table.number
        watch.at = table.state.clock.deadline_at
        await second.timeouts.look()
        assert (await kinds(second, table))[-1] == "timed-out"

    on_a_database(tmp_path, play, processes=2)


def test_after_a_stop_of_the_server_people_have_a_moment(tmp_path):
    async def play(watch, places, ada, bob):
        (place,) = places
        table = await a_table(place, ada, bob, pace=Live(bank=60))
        watch.at += 600_000
        again = Place(place.registry.database, watch, grace=30_000)
        await again.timeouts.look()
        assert (await kinds(place, table))[-1] == "started"
        for _ in range(8):
            watch.at += 5_000
            await again.timeouts.look()
        assert (await kinds(place, table))[-1] == "timed-out"

    on_a_database(tmp_path, play)


def test_a_real_server_lets_a_bot_play_when_ten_seconds_are_over(tmp_path):
    with Running(tmp_path, PARAPEGMA_START_GRACE="0") as server:
        ada = server.client()
        live_clock = {"kind": "live", "bank": 10, "increment": 0}
        table = ada.open("ophiuchus", seats=["me", "me"], settings={"pace": live_clock, "stand_in": "random"})
        _take_the_screen(ada, table["id"])
        with ada.live(table["id"], since=0) as live:
            while live.events[-1:] == [] or live.events[-1]["kind"] != "timed-out":
                message = live.next(timeout=90)
                assert message["type"] == "update"
            timed_out = live.events[-1]
            (began,) = (each for each in live.events if each["kind"] == "uncovered")
            assert timed_out["at"] >= began["at"] + 10_000, "nobody loses time that he still has"
            assert timed_out["data"] == {"bot": "random"}
            while live.events[-1]["kind"] != "acted":
                live.next()
            assert live.events[-1]["data"] == {"bot": "random"}
            # The seat is still hers.
            back = ada.join(table["id"])
            assert back["seats"][timed_out["seat"]]["bot"] is None
        assert '"level": "error"' not in server.log


def test_of_two_real_processes_one_acts_and_one_is_enough(tmp_path):
    shared = {
        "PARAPEGMA_DATABASE": f"sqlite:///{tmp_path / 'shared.db'}",
        "PARAPEGMA_SECRET": "the same for both",
    }
    folders = [tmp_path / "first", tmp_path / "second"]
    for folder in folders:
        folder.mkdir()
    with Running(folders[0], **shared) as first, Running(folders[1], **shared) as second:
        ada = first.client()
        settings = {"pace": {"kind": "live", "bank": 10, "increment": 0}, "stand_in": "random"}
        tables = [ada.open("ophiuchus", seats=["me", "me"], settings=settings)["id"]]
        at_second = second.client(None)
        at_second.http.cookies.update(ada.http.cookies)
        assert at_second.look(tables[0])["seat"] is not None, "both processes know Ada"
        stand = ada.look(tables[0])
        acted = ada.command(tables[0], "act", seen=stand["number"], actions=[stand["choices"][0]["number"]])
        time.sleep(6)
        assert at_second.look(tables[0])["number"] == acted.json()["number"]
        tables.append(ada.open("ophiuchus", seats=["me", "me"], settings=settings)["id"])
        for table in tables:
            _take_the_screen(ada, table)
        for table, alive in zip(tables, (True, False), strict=True):
            until = time.monotonic() + 120
            while "timed-out" not in _kinds_of(at_second, table):
                assert time.monotonic() < until
                time.sleep(0.3)
            time.sleep(0.5)
            assert _kinds_of(at_second, table).count("timed-out") == 1
            if alive:
                first.kill()
        for running in (first, second):
            assert '"level": "error"' not in running.log


def _take_the_screen(client, table):
    """Whoever decides has the screen now, and the clock runs."""
    assert client.command(table, "uncover", seat=client.look(table)["actor"]).status_code == 200


def _kinds_of(client, table):
    return [event["kind"] for event in client.look(table, since=0)["events"]]
