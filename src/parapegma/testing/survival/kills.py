"""``make soak``: a server under load, killed with SIGKILL at random moments, again and again.

    python -m parapegma.testing.survival.kills [--kills N] [--seed WORD]

People and bots play all games at many tables. After each kill the server is started again, everyone connects
again with ``since=`` and sends again what was not answered. In the end the database is compared with what
everyone was told: no acknowledged decision is lost, none was played twice, no event number is missing, and
every game can be played again.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import Progress, TimeElapsedColumn, TimeRemainingColumn

from parapegma.testing.survival.clients import Clients
from parapegma.testing.survival.command_log import compare
from parapegma.testing.survival.process import ServerProcess

_OF_EACH_GAME = 3


@dataclass
class Survived:
    """What came of it."""

    kills: int
    clients: Clients
    wrong: list[str]
    """Nothing, if all is well."""

    def __str__(self) -> str:
        clients, commands = self.clients, self.clients.commands
        games = sum(party.games for party in clients.parties)
        return (
            f"{self.kills} kills, {len(clients.people)} clients at {len(clients.parties)} tables,"
            f" {games} games to the end; {len(commands.acknowledged):,} of {len(commands.sent):,} commands"
            f" acknowledged, {commands.unanswered} sent again because their answer was lost,"
            f" {commands.repeated} repetitions answered; {len(self.wrong)} wrong"
        )


async def survive(folder: Path, kills: int, seed: str, after_each: Callable[[], None]) -> Survived:
    """Play under load while the server is killed; everyone must be back after it."""
    chance = random.Random(seed)
    server = ServerProcess(folder)
    clients = Clients([server.url], _OF_EACH_GAME, chance)
    await asyncio.to_thread(server.start)
    try:
        async with clients.playing():
            await clients.all_back()
            for _ in range(kills):
                await asyncio.sleep(chance.uniform(0.05, 1.0))
                server.kill()
                clients.lost_everything()
                if chance.random() < 0.2:
                    # Also while it is starting.
                    server.launch()
                    await asyncio.sleep(chance.uniform(0.1, 2.0))
                    server.kill()
                await asyncio.to_thread(server.start)
                # Now and then the next kill comes while they are still coming back.
                if chance.random() < 0.7:
                    await clients.all_back()
                after_each()
            await clients.all_back()
            await clients.rest()
            wrong = await clients.different_views()
    finally:
        await asyncio.to_thread(server.stop)
    wrong += await compare(clients.commands, server.database)
    if '"level": "error"' in server.log:
        wrong.append(server.log)
    return Survived(kills, clients, wrong)


def main() -> int:
    """Kill a server as often as is asked."""
    asked = argparse.ArgumentParser(prog="python -m parapegma.testing.survival.kills", description=__doc__)
    asked.add_argument("--kills", type=int, default=100, help="how often it is killed (default 100)")
    asked.add_argument("--seed", default="kills", help="another word, other moments")
    given = asked.parse_args()
    began = time.perf_counter()
    columns = (*Progress.get_default_columns()[:3], TimeElapsedColumn(), TimeRemainingColumn())
    with (
        tempfile.TemporaryDirectory(prefix="parapegma-kills-") as folder,
        Progress(*columns, console=Console(file=sys.stderr)) as progress,
    ):
        bar = progress.add_task(f"{given.kills} kills", total=given.kills)
        survived = asyncio.run(survive(Path(folder), given.kills, given.seed, lambda: progress.advance(bar)))
    for line in survived.wrong:
        print(line)
    print(f"{survived} ({time.perf_counter() - began:.0f} s)")
    return 1 if survived.wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
