"""The parts of the measurement, each in a folder of its own."""

from __future__ import annotations

import argparse
import asyncio
import statistics
import time
from pathlib import Path

import httpx

from load import bare, ours, theirs
from load import opening as long_games
from load.figures import Figure
from load.playing import Played, Players
from load.usage import Meter, Spent, processor_seconds, resident_bytes

_AT_ONCE = 64
"""Actions on their way at a time, where it goes as fast as it goes."""
_PER_TABLE = 9
"""Actions at one table then: tic-tac-toe has no more."""


async def start(asked: argparse.Namespace, folder: Path) -> list[Figure]:
    """From the command to the first answer, everything compiled already."""
    with ours.Server(folder):
        pass
    walls, processors = [], []
    for _ in range(5):
        with ours.Server(folder) as server:
            walls.append(server.started_in)
            processors.append(processor_seconds(server.pid))
    return [
        Figure(
            "warm start, from the command to /health",
            min(walls),
            "s",
            most=3,
            remarks=f"the fastest of five; median {statistics.median(walls):.2f} s, "
            f"processor time {min(processors):.2f} s",
        )
    ]


async def opening(asked: argparse.Namespace, folder: Path) -> list[Figure]:
    """The longest games that chance finds, opened from the database."""
    wanted = [("ophiuchus", 2), ("pacal", 4), ("ptolemaeus", 4), ("ulysses", 4)]
    dealt = await long_games.longest(folder, wanted, 6)
    found: list[Figure] = []
    for each in await long_games.opened(folder, dealt):
        who = f"{each.game}, {each.players} players, {each.events:,} events"
        found.append(
            Figure(
                f"opening a game that is not in memory: {who}",
                each.cold,
                "ms",
                most=10,
                remarks=f"the fastest of many tries; processor time {each.cold_processor:.1f} ms",
            )
        )
        found.append(
            Figure(
                f"telling someone all of it again: {who}",
                each.missed,
                "ms",
                remarks=f"processor time {each.missed_processor:.1f} ms, {each.missed_bytes / 1000:,.0f} kB, "
                f"never longer than {each.longest_pause:.1f} ms at a time",
            )
        )
    return found


async def memory(asked: argparse.Namespace, folder: Path) -> list[Figure]:
    """Tables that are open in memory and at which nobody is."""
    first = 100
    dealt = await ours.deal(folder, ours.usual_tables(asked.idle + first))
    with ours.Server(folder, kept_tables=asked.idle + first) as server:
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{server.port}", timeout=60) as client:
            await _look_at(client, dealt[:first])
            await asyncio.sleep(1)
            before = resident_bytes(server.pid)
            await _look_at(client, dealt[first:])
            await asyncio.sleep(1)
            after = resident_bytes(server.pid)
    each = (after - before) / asked.idle / 1000
    return [
        Figure("memory per idle table", each, "kB", most=50, remarks=f"{asked.idle:,} tables looked at once")
    ]


async def _look_at(client: httpx.AsyncClient, tables: list[ours.Dealt]) -> None:
    for n in range(0, len(tables), 20):
        answers = await asyncio.gather(
            *(client.get(f"/api/v1/tables/{table.id}") for table in tables[n : n + 20])
        )
        for answer in answers:
            answer.raise_for_status()


async def steady(asked: argparse.Namespace, folder: Path) -> list[Figure]:
    """Many tables of all games at a steady pace."""
    dealt = await ours.deal(folder, ours.usual_tables(asked.tables))
    with ours.Server(folder) as server:
        # The first ones make the server load what all of them need.
        first = asked.tables // 5
        players = await ours.sit_down(server.port, dealt[:first], asked.readers)
        await asyncio.sleep(2)
        before = resident_bytes(server.pid)
        await ours.sit_down(server.port, dealt[first:], asked.readers, players)
        await asyncio.sleep(1)
        grown = (resident_bytes(server.pid) - before) / (asked.tables - first) / 1000
        # The first actions at each table open it.
        await players.steadily(asked.rate / 2, 3)
        await at_rest(server.pid)
        stretches = []
        for _ in range(asked.rounds):
            meter = Meter(server.pid)
            played = await players.steadily(asked.rate, asked.seconds)
            stretches.append((played, meter.spent()))
        connections = sum(socket.why_closed is None for table in players.tables for socket in table.sockets)
        _leave(players)
    name = f"{connections:,} connections to {asked.tables} tables, {asked.rate:g} actions/s"
    # Now and then a shared machine's disk takes its time: the middle stretch is told, and all beside it.
    stretches.sort(key=lambda stretch: stretch[0].wait(0.99))
    played, spent = stretches[len(stretches) // 2]
    each = ", ".join(f"{1000 * stretch.wait(0.99):.1f}" for stretch, _ in stretches)
    return [
        Figure(
            f"{name}: actions/s that all were told of",
            played.actions / played.seconds,
            "/s",
            remarks=told(played, spent),
        ),
        Figure(f"{name}: half of the waits", 1000 * played.wait(0.5), "ms"),
        Figure(
            f"{name}: p99 until all were told",
            1000 * played.wait(0.99),
            "ms",
            most=100,
            remarks=f"{len(stretches)} stretches: {each}; {_late(played)}",
        ),
        Figure(f"memory per table with {asked.readers} connections", grown, "kB"),
    ]


def _late(played: Played) -> str:
    return f"the clients themselves were up to {1000 * played.late:.0f} ms late"


async def peers(asked: argparse.Namespace, folder: Path) -> list[Figure]:
    """As fast as it goes, ours and boardgame.io's in turn."""
    home = folder / "boardgame.io" if asked.keep is None else asked.keep.resolve()
    try:
        versions = theirs.install(home)
    except theirs.CannotRun as error:
        return [Figure(f"boardgame.io was not measured: {error}", float("nan"), "")]
    rates: dict[str, list[float]] = {"ours": [], "theirs": []}
    costs: dict[str, list[float]] = {"ours": [], "theirs": []}
    remarks: dict[str, str] = {}
    with theirs.Server(home) as server:
        # Compilers that learn while a program runs have their time, too.
        await _theirs(asked, server, -1)
        for n in range(asked.rounds):
            for who in ("theirs", "ours"):
                if who == "theirs":
                    played, spent = await _theirs(asked, server, n)
                else:
                    played, spent = await _ours(asked, folder / f"round-{n}")
                rates[who].append(played.actions / played.seconds)
                costs[who].append(1000 * spent.server / max(1, played.actions))
                remarks[who] = told(played, spent)
    bound, bound_told = await _bare(asked)
    ratio = statistics.median(o / t for o, t in zip(rates["ours"], rates["theirs"], strict=True))
    cost = statistics.median(t / o for o, t in zip(costs["ours"], costs["theirs"], strict=True))
    return [
        Figure(
            "ours as fast as it goes, durable, best round",
            max(rates["ours"]),
            "/s",
            remarks=f"last round: {remarks['ours']}",
        ),
        Figure(
            f"{versions}, tic-tac-toe, best round",
            max(rates["theirs"]),
            "/s",
            remarks=f"last round: {remarks['theirs']}",
        ),
        Figure(
            "a server that only tells, without rules, views and disk, best round",
            bound,
            "/s",
            remarks=f"{bound / max(rates['theirs']):.2f} x theirs; last round: {bound_told}",
        ),
        Figure("actions/s, ours to theirs", ratio, "x", least=3, remarks=f"median of {asked.rounds} rounds"),
        Figure(
            "actions per second of the server's processor time, ours to theirs",
            cost,
            "x",
            remarks=f"{min(costs['ours']):.2f} ms and {min(costs['theirs']):.2f} ms per action at best",
        ),
    ]


async def _ours(asked: argparse.Namespace, folder: Path) -> tuple[Played, Spent]:
    folder.mkdir()
    wanted = ours.small_tables(asked.tables)
    dealt = await ours.deal(folder, wanted)
    with ours.Server(folder) as server:
        players = await ours.sit_down(server.port, dealt, asked.readers)
        await players.as_fast_as_it_goes(_AT_ONCE, asked.seconds, asked.tables)
        # The games and their bots are loaded after the start, beside everything else.
        await at_rest(server.pid)
        return await flat_out(asked, players, server.pid)


async def _theirs(asked: argparse.Namespace, server: theirs.Server, n: int) -> tuple[Played, Spent]:
    players = await theirs.sit_down(server.port, asked.tables, asked.readers, n)
    return await flat_out(asked, players, server.pid)


async def _bare(asked: argparse.Namespace) -> tuple[float, str]:
    """What no server in Python can exceed with these clients on this machine."""
    rates = []
    for n in range(asked.rounds):
        with bare.Server() as server:
            players = await bare.sit_down(server.port, asked.tables, asked.readers, n)
            played, spent = await flat_out(asked, players, server.pid)
        rates.append(played.actions / played.seconds)
    return max(rates), told(played, spent)


async def flat_out(asked: argparse.Namespace, players: Players, pid: int) -> tuple[Played, Spent]:
    meter = Meter(pid)
    played = await players.as_fast_as_it_goes(_AT_ONCE, asked.seconds, asked.tables * _PER_TABLE)
    spent = meter.spent()
    _leave(players)
    await asyncio.sleep(0.5)
    return played, spent


async def at_rest(pid: int, timeout: float = 60) -> None:
    """Wait until a server has nothing to do."""
    end = time.monotonic() + timeout
    while time.monotonic() < end:
        before = processor_seconds(pid)
        await asyncio.sleep(1)
        if processor_seconds(pid) - before < 0.05:
            return


def _leave(players: Players) -> None:
    for table in players.tables:
        for socket in table.sockets:
            socket.close()


def told(played: Played, spent: Spent) -> str:
    """Where the time went."""
    each = 1000 / max(1, played.actions)
    text = (
        f"{played.actions:,} actions; per action {each * spent.server:.2f} ms of the server's processor time "
        f"and {each * spent.load:.2f} ms of the clients'; others {spent.others / spent.seconds:.1f} cores"
    )
    return text if not played.problems else f"{text}; PROBLEMS: {played.problems[0]}"
