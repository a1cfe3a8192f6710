"""Attacks on a server while other people play: what do they notice, and what does whoever plays with a bot?

The server has the limits that it has by default. The attackers run on the same machine, behind everyone else;
what is measured is the others' wait until everyone at their table was told, and how long a stranger's bot
takes.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import sys
import time
from pathlib import Path

import httpx
import msgspec

from load import ours
from load.attacks import ATTACKS
from load.figures import Figure
from load.parts import at_rest
from load.playing import Played
from load.sockets import LightSocket, connect
from load.usage import resident_bytes
from parapegma.server.ids import new_id

_TABLES = 40
_RATE = 60.0
"""Actions a second of those who play meanwhile."""
_LONGEST = 12.0
"""Seconds of one attack: all of them together shall not take longer than a few minutes."""
_LEAD = 1.0
"""Seconds of an attack before it counts."""
_LONG_GAME = 2_000
"""Decisions of the game that is told and watched again and again."""


async def flood(asked: argparse.Namespace, folder: Path) -> list[Figure]:
    """First nobody attacks, then each attack in turn."""
    seconds = min(asked.seconds, _LONGEST)
    long_game = ours.longest_game("ulysses", 4, 3, _LONG_GAME)
    *dealt, long_table = await ours.deal(folder, [*ours.usual_tables(_TABLES), long_game])
    figures = []
    with ours.Server(folder, limited=True) as server:
        players = await ours.sit_down(server.port, dealt, asked.readers)
        await at_rest(server.pid)
        # The first actions at each table open it.
        await players.steadily(_RATE, 2)
        for name in ("nobody attacks", *ATTACKS):
            before = resident_bytes(server.pid)
            attack = None if name not in ATTACKS else await _attack(name, server.port, long_table.id, seconds)
            stranger = asyncio.create_task(_Stranger(server.port).play(seconds + _LEAD))
            await asyncio.sleep(_LEAD)
            played = await players.steadily(_RATE, seconds)
            waits = await stranger
            grown = (resident_bytes(server.pid) - before) / 1e6
            done = {} if attack is None else json.loads((await attack.communicate())[0] or b"{}")
            figures += _figures(name, played, waits, grown, done)
        for table in players.tables:
            for socket in table.sockets:
                socket.close()
    return figures


async def _attack(name: str, port: int, table: str, seconds: float) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", "load.attacks", name, str(port), table, str(seconds + _LEAD),
        cwd=Path(__file__).parent.parent,
        stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip


def _figures(
    name: str, played: Played, waits: list[float], grown: float, done: dict[str, int]
) -> list[Figure]:
    what = ", ".join(f"{key}: {count:,}" for key, count in done.items())
    remarks = [
        f"{played.actions:,} actions, half of the waits {1000 * played.wait(0.5):.1f} ms",
        f"the clients were up to {1000 * played.late:.0f} ms late",
        f"memory of the server {grown:+.0f} MB",
        *([f"the attack: {what}"] if what else []),
        *played.problems[:1],
    ]
    half, longest = (statistics.median(waits), max(waits)) if waits else (float("nan"), float("nan"))
    return [
        Figure(
            f"{name}: p99 until all were told",
            1000 * played.wait(0.99),
            "ms",
            most=200,
            remarks="; ".join(remarks),
        ),
        Figure(
            f"{name}: a stranger's novice, longest time for a decision",
            1000 * longest,
            "ms",
            remarks=f"{len(waits)} decisions, half of them {1000 * half:.0f} ms; 50 to 110 are drawn",
        ),
    ]


# --- someone who plays with a bot -------------------------------------------------------------------


class _Choice(msgspec.Struct):
    number: int


class _Update(msgspec.Struct, tag="update", tag_field="type"):
    number: int
    actor: int | None = None
    seat: int | None = None
    choices: list[_Choice] | None = None


_decoder = msgspec.json.Decoder(_Update)


class _Stranger:
    """Plays with one novice that answers at once, and notes how long each of its decisions takes."""

    socket: LightSocket | None = None

    def __init__(self, port: int) -> None:
        self._port = port
        self.waits: list[float] = []
        """Seconds, for each of its decisions."""
        self._since: float | None = None

    async def play(self, seconds: float) -> list[float]:
        """Play for so long."""
        base = f"http://127.0.0.1:{self._port}"
        async with httpx.AsyncClient(base_url=base, headers={"Origin": base}, timeout=60) as client:
            (await client.post("/api/v1/guest", json={"name": "Stranger"})).raise_for_status()
            wish = {"game": "ophiuchus", "seats": ["me", "novice"]}
            answer = (await client.post("/api/v1/tables", json=wish)).raise_for_status()
            cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
        path = f"/api/v1/tables/{answer.json()['id']}/live"
        socket = await connect(self._port, path, self, {"Origin": base, "Cookie": cookie})
        try:
            socket.send(b'{"type":"bot speed","speed":"at once"}')
            await asyncio.sleep(seconds)
            if self._since is not None:
                # One that has not come yet counts for as long as it has been waited for.
                self.waits.append(time.monotonic() - self._since)
        finally:
            socket.close()
        return self.waits

    def hear(self, message: bytes) -> None:
        """Whoever is asked decides at once; whatever the bot decides was waited for since the last event."""
        if not message.startswith(b'{"type":"update"'):
            return
        update = _decoder.decode(message)
        now = time.monotonic()
        if self._since is not None:
            self.waits.append(now - self._since)
        self._since = None if update.actor is None or update.actor == update.seat else now
        if update.choices:
            assert self.socket is not None
            action = update.choices[len(update.choices) // 2].number
            self.socket.send(
                b'{"type":"act","key":"%b","seen":%d,"actions":[%d]}'
                % (new_id().encode(), update.number, action)
            )
