"""Our server: a database with games under way, the server in a process of its own, and its clients."""

from __future__ import annotations

import asyncio
import os
import random
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from load.playing import Players, Table
from load.sockets import LightSocket, connect
from parapegma import Match, all_games
from parapegma.server.ids import new_id
from parapegma.server.people.identity import Identities
from parapegma.server.settings import Settings
from parapegma.server.store.database import Database
from parapegma.server.store.secrets import Secrets
from parapegma.server.tables.commands import acting, seats
from parapegma.server.tables.events import EventBody
from parapegma.server.tables.lifecycle.opening import TableSetup, open_table
from parapegma.server.tables.live_table import Effects, LiveTable, TableCommand
from parapegma.server.tables.open_tables import Caller
from parapegma.server.tables.registry import TableRegistry

_SECRET = "for the benchmark only"
_TOGETHER = 100


@dataclass
class Wanted:
    """A table that shall be there when the server starts."""

    game: str
    players: int
    decisions: int = 0
    """How many have been made there, at random."""
    key: str | None = None
    actions: list[int] | None = None
    """Or the decisions themselves, after shuffles with that key."""


@dataclass
class Dealt:
    """A table in the database, and the cookies of those who sit there."""

    id: str
    game: str
    players: int
    cookies: list[str] = field(default_factory=list)
    events: int = 0


# --- before the server runs -----------------------------------------------------------------------


async def deal(folder: Path, wanted: Sequence[Wanted], address: str = "") -> list[Dealt]:
    """Tables in a database, which is made if need be: SQLite's in a folder, or another."""
    async with Database(Settings(database=address or database_of(folder))) as database:
        registry = TableRegistry(database, 10_000)
        identities = Identities(database, Secrets(database, _SECRET))
        gate = asyncio.Semaphore(64)

        async def one(n: int, wish: Wanted) -> Dealt:
            async with gate:
                return await _deal_one(registry, identities, n, wish)

        return await asyncio.gather(*(one(n, each) for n, each in enumerate(wanted)))


async def _deal_one(registry: TableRegistry, identities: Identities, n: int, wanted: Wanted) -> Dealt:
    people = [await identities.new_guest(f"Player {seat + 1}") for seat in range(wanted.players)]
    host = people[0][0]
    setup = TableSetup(wanted.game, wanted.players, key=wanted.key)
    table_id = await open_table(registry.store, setup, host.id, host.name)
    for person, _ in people[1:]:
        await registry.execute(table_id, Caller(person.id), seats.join(person.id, person.name))
    dealt = Dealt(table_id, wanted.game, wanted.players, [cookie for _, cookie in people])
    chance = random.Random(n)
    decisions = wanted.decisions if wanted.actions is None else len(wanted.actions)
    for first in range(0, decisions, _TOGETHER):
        some = min(_TOGETHER, decisions - first)
        script = None if wanted.actions is None else wanted.actions[first : first + some]
        await registry.execute(table_id, Caller(None), _decisions(chance, some, script))
    table = await registry.open(table_id)
    dealt.events = table.number
    registry.forget(table_id)
    return dealt


def _decisions(chance: random.Random, count: int, script: list[int] | None) -> TableCommand:
    """Decisions, each an event of its own as if it had been sent alone."""

    def command(table: LiveTable) -> Effects:
        match, events = table.match, list[EventBody]()
        for n in range(count):
            actor = match.actor
            assert actor is not None, "the game is over too soon"
            action = chance.choice(match.position.legal()) if script is None else script[n]
            seen, table._match = table._match, match
            effects = acting.played(table, actor, [action])
            table._match = seen
            events += effects.events
            assert effects.match is not None
            match = effects.match
            match.forget(64)
        return Effects(events, match)

    return command


def longest_game(game: str, players: int, tries: int, most: int) -> Wanted:
    """The longest of some random games, up to a limit, five decisions before its end."""
    found = Wanted(game, players, key="", actions=[])
    for seed in range(tries):
        key = f"{seed:032x}"
        match, chance, actions = Match(game, players, f"key:{key}"), random.Random(seed), list[int]()
        while match.actor is not None and len(actions) < most:
            actions.append(chance.choice(match.position.legal()))
            match.act(actions[-1])
        if len(actions) > len(found.actions or ()) + 5:
            found = Wanted(game, players, key=key, actions=actions[:-5])
    return found


def usual_tables(count: int) -> list[Wanted]:
    """Tables of all games with as many seats as four readers can fill, in their first third."""
    wanted: list[Wanted] = []
    chance = random.Random(5)
    games = all_games()
    for n in range(count):
        game = games[n % len(games)]
        fitting = [players for players in game.players if 2 <= players <= 4]
        wanted.append(Wanted(game.name, chance.choice(fitting), chance.randint(0, 10)))
    return wanted


def small_tables(count: int) -> list[Wanted]:
    """Tables of all games with as few seats as they allow, but two: the other readers are spectators."""
    games = all_games()
    return [
        Wanted(game.name, max(2, min(game.players))) for game in (games[n % len(games)] for n in range(count))
    ]


def database_of(folder: Path) -> str:
    return f"sqlite:///{folder / 'tables.db'}"


# --- the server -----------------------------------------------------------------------------------


_WITHOUT_LIMITS = {
    "PARAPEGMA_ADDRESS_RATE": "100000",
    "PARAPEGMA_ADDRESS_BURST": "100000",
    "PARAPEGMA_ADDRESS_CONNECTIONS": "20000",
    "PARAPEGMA_PERSON_TABLES": "100000",
    "PARAPEGMA_LOBBY_TABLES": "100000",
    "PARAPEGMA_BOT_TABLES": "100000",
    "PARAPEGMA_ADDRESS_TABLES": "100000",
}


class Server:
    """``parapegma serve`` with its usual settings, but for limits per address: all clients share one.

    ``limited``: with those limits, too.
    """

    def __init__(
        self, folder: Path, kept_tables: int = 2_000, *, limited: bool = False, **environment: str
    ) -> None:
        self.port = free_port()
        self._log = (folder / "server.log").open("ab")
        self.started_in = 0.0
        self.environment = {
            **os.environ,
            "PARAPEGMA_DATABASE": database_of(folder),
            "PARAPEGMA_SECRET": _SECRET,
            "PARAPEGMA_KEPT_TABLES": str(kept_tables),
            **({} if limited else _WITHOUT_LIMITS),
            **environment,
        }
        self.folder = folder

    def __enter__(self) -> Server:
        begin = time.monotonic()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "parapegma", "serve", "--port", str(self.port)],
            env=self.environment,
            cwd=self.folder,
            stdout=self._log,
            stderr=self._log,
        )
        while not self._answers():
            if self.process.poll() is not None or time.monotonic() - begin > 300:
                raise RuntimeError(f"our server did not start: {(self.folder / 'server.log').read_text()}")
            time.sleep(0.005)
        self.started_in = time.monotonic() - begin
        return self

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.wait(60)
        self._log.close()

    @property
    def pid(self) -> int:
        return self.process.pid

    def _answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), 1):
                pass
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/health", timeout=30) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


# --- its clients ----------------------------------------------------------------------------------


class _Offered(msgspec.Struct):
    number: int


class _News(msgspec.Struct):
    number: int
    choices: list[_Offered] | None = None


_decoder = msgspec.json.Decoder(_News)
_UPDATE = b'{"type":"update","number":'
_CHOICES = b'"choices":[{'


def headers_of(port: int, cookie: str | None) -> dict[str, str]:
    """What a browser would send."""
    origin = {"Origin": f"http://127.0.0.1:{port}"}
    return origin if cookie is None else {**origin, "Cookie": f"parapegma={cookie}"}


async def sit_down(
    port: int, dealt: Sequence[Dealt], readers: int, players: Players | None = None, at_once: int = 16
) -> Players:
    """Open so many connections to every table: one for each seat, the others are spectators'."""
    tables = [Table(readers) for _ in dealt]
    players = Players([]) if players is None else players
    players.tables += tables
    gate = asyncio.Semaphore(at_once)

    async def one(table: Table, where: Dealt, reader: int) -> None:
        cookie = where.cookies[reader] if reader < len(where.cookies) else None
        client = _Client(players, table, reader)
        async with gate:
            path = f"/api/v1/tables/{where.id}/live"
            table.sockets.append(await connect(port, path, client, headers_of(port, cookie)))

    await asyncio.gather(
        *(one(table, where, n) for table, where in zip(tables, dealt, strict=True) for n in range(readers))
    )
    async with asyncio.timeout(60):
        while not all(min(table.seen) >= 0 for table in tables):
            await asyncio.sleep(0.02)
    return players


class _Client:
    """One connection: it looks no further into a message than it must."""

    __slots__ = ("offer", "players", "reader", "socket", "table")

    def __init__(self, players: Players, table: Table, reader: int) -> None:
        self.players, self.table, self.reader = players, table, reader
        self.socket: LightSocket | None = None
        self.offer = b""

    def hear(self, message: bytes) -> None:
        if message.startswith(_UPDATE):
            number = int(message[len(_UPDATE) : message.index(b",", len(_UPDATE))])
            if _CHOICES in message:
                self.offer = message
                self.table.next = self.act
            self.players.heard(self.table, self.reader, number)
        elif message.startswith((b'{"type":"refused"', b'{"type":"goodbye"')):
            self.players.problem(message[:300].decode())

    def act(self) -> None:
        news = _decoder.decode(self.offer)
        assert news.choices
        assert self.socket is not None
        action = self.players.chance.choice(news.choices).number
        self.socket.send(
            b'{"type":"act","key":"%b","seen":%d,"actions":[%d]}' % (new_id().encode(), news.number, action)
        )
