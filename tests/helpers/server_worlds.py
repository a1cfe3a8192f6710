"""Two servers that differ only in what some reader may not know, and everything they send that reader.

Each world is a whole application on a database of its own. The people, ids, times and keys are the same in
both; the tables begin at two positions that the reader cannot tell apart. Whatever differs on the wire is a
leak.
"""

from __future__ import annotations

import asyncio
import json
import logging
from contextlib import AsyncExitStack
from typing import Any

import httpx
from server_places import Watch
from sqlalchemy import bindparam, select

from parapegma.bots import levels, runner
from parapegma.core.compiled.rng import key_of_seed
from parapegma.core.match import Match
from parapegma.core.position import Position
from parapegma.errors import PositionError
from parapegma.server.api import table_socket
from parapegma.server.api.table_socket import Conversation
from parapegma.server.app import app_of
from parapegma.server.bots import runners
from parapegma.server.bots.pool import BotPool
from parapegma.server.bus.channels import make_channels
from parapegma.server.live.connection import Connection
from parapegma.server.logs import JsonLines
from parapegma.server.people.identity import INSERT_PERSON, INSERT_SESSION, Person, kept
from parapegma.server.protocol.table_settings import Live, TableSettings
from parapegma.server.services import Services
from parapegma.server.settings import Settings
from parapegma.server.store import schema
from parapegma.server.store.writer import Change
from parapegma.server.tables.commands import preview
from parapegma.server.tables.commands.seats import join
from parapegma.server.tables.lifecycle.opening import TableSetup, open_table
from parapegma.server.tables.messages.viewpoint import Reader
from parapegma.server.tables.open_tables import Caller
from parapegma.testing.fuzz import every_setting

URL = "http://tables.test"
ACTOR = -1
EVE, VISITOR = "eve", None
"""A person without a seat, and someone who has not said who he is."""


_LOGGER = logging.getLogger("parapegma")
_T = schema.tables.c
_ROW = select(
    _T.status, _T.last_event, _T.actor, _T.waits_for, _T.turn, _T.deadline_at, _T.warn_at, _T.changed_at
).where(_T.id == bindparam("table"))  # fmt: skip


class Chance:
    """Stands in for the module ``secrets`` where guesses are seeded: the same in both worlds."""

    def __init__(self):
        self.begin()

    def begin(self):
        self._asked = 0

    def token_hex(self, _):
        self._asked += 1
        return f"guess {self._asked}"

    def randbits(self, _):
        self._asked += 1
        return self._asked


class Ears(logging.Handler):
    """Keeps what is logged while a block lasts, without its time."""

    def __init__(self):
        super().__init__(logging.DEBUG)
        self.setFormatter(JsonLines())
        self.heard = []

    def emit(self, record):
        entry = json.loads(self.format(record))
        del entry["at"]
        self.heard.append(entry)

    def __enter__(self):
        _LOGGER.addHandler(self)
        return self

    def __exit__(self, *_):
        _LOGGER.removeHandler(self)


# --- positions that a reader cannot tell apart ------------------------------------------------------


def random_match(game, chance):
    """A game for two or more after some random decisions."""
    while True:
        setting = chance.choice([one for one in every_setting(game) if one.players > 1])
        match = Match(game, setting.players, seed=chance.getrandbits(60), **setting.options)
        for _ in range(chance.randrange(90)):
            if match.over:
                break
            match.act(chance.choice(match.position.legal()))
        if not match.over:
            return match


def guess(match, reader, chance):
    """The same match where all that a seat cannot know is dealt anew; for a spectator, all that is hidden.

    A guess for one seat keeps what everyone knows and what this seat knows. Guesses for each seat in turn
    keep only what everyone knows. Most guesses have the true key of chance, so that the tables stay alike for
    longer.
    """
    position = match.position
    for seat in range(match.players) if reader is None else [reader]:
        position = position.guess(seat, key_of_seed(chance.getrandbits(60)))
    if chance.random() < 0.7:
        for part in ("key", "counter"):
            position.states[0][part] = match.position.states[0][part]
    return _at(match, position)


def _at(match, position: Position):
    """A match that begins at a position."""
    return Match(match.game, match.players, seed=1, position=position.to_data(), **match.options)


def two_tables(game, chance, reader=ACTOR):
    """Two different matches that a reader cannot tell apart, and the reader; if not named, who decides."""
    whose = reader
    while True:
        match = random_match(game, chance)
        reader = match.actor if whose == ACTOR else whose
        if reader is not None and reader >= match.players:
            continue
        try:
            pair = _at(match, match.position), guess(match, reader, chance)
        except PositionError:
            # A guess leaves what third seats remember as it is, which may not fit; a position must.
            continue
        if pair[0].position.to_data() != pair[1].position.to_data():
            return pair, reader


def seen(match, reader):
    """What a reader can see of a match by the rules alone."""
    choices = match.legal() if match.actor == reader else None
    return match.view(reader), match.actor, choices


def next_step(pair, reader, chance):
    """A decision for each of two matches after which the reader still cannot tell them apart, if any.

    What others decide in secret need not be the same decision.
    """
    first, second = pair
    for one in chance.sample(first.position.legal(), min(8, len(first.position.legal()))):
        others = second.position.legal()
        tried = [one] if one in others else []
        if reader not in (None, first.actor):
            tried = [n for n in chance.sample(others, min(3, len(others))) if n != one] + tried
        for other in tried:
            after = first.copy(), second.copy()
            after[0].act(one)
            after[1].act(other)
            if any(match.over for match in after) or seen(after[0], reader) != seen(after[1], reader):
                continue
            if one == other or known_the_same(*after, reader):
                return one, other, after
    return None


def known_the_same(one, other, reader):
    """Whether a seat knows the same of two matches: what it cannot know, dealt anew, makes them equal.

    A view need not show all that was open once, such as what lies in a ship since everyone saw it put there.
    """
    key = key_of_seed("known")
    here, there = (match.position.guess(reader, key) for match in (one, other))
    return here == there


# --- a world ---------------------------------------------------------------------------------------


class World:
    """A server on a database of its own, all in this process; real but for the network and the time."""

    def __init__(self, folder, at):
        folder.mkdir()
        settings = Settings(
            database=f"sqlite:///{folder / 'tables.db'}", secret="the same in both", bot_threads=1,
            rate=1e9, burst=10**9, address_rate=1e9, address_burst=10**9,
        )  # fmt: skip
        channels = make_channels(settings.channels)
        self.services = Services(settings, channels)
        self.app = app_of(self.services, channels)
        self.watch = Watch()
        self.watch.at = at
        self.services.registry.clock = self.watch
        self.ears = Ears()
        """What this world logs; it listens while something happens in this world."""
        self.people = {}
        self.clients = {}
        self.connections = {}
        self.conversations = {}
        self.inboxes = {}

    async def open(self, stack):
        await stack.enter_async_context(self.app.lifespan())
        for n, name in enumerate(["p0", "p1", "p2", "p3", "p4", EVE]):
            change = Change()
            person, session = f"person{n}", f"session{n}"
            change.add(INSERT_PERSON, id=person, name=name, created_at=self.watch.at)
            change.add(
                INSERT_SESSION,
                id=kept(session),
                person_id=person,
                created_at=self.watch.at,
                seen_at=self.watch.at,
            )
            await self.services.database.writer.commit(change)
            self.people[name] = Person(person, name, session)
            await self._client(stack, name, {"parapegma": self.services.identities.sign(session)})
        await self._client(stack, VISITOR, {})

    async def _client(self, stack, name, cookies):
        app: Any = self.app
        transport = httpx.ASGITransport(app=app, client=("127.0.0.1", 1))
        # Requests have names; here each reader gives theirs, so that answers can be compared with them.
        headers = {"Origin": URL, "X-Request-Id": "the-same-in-both-worlds"}
        client = httpx.AsyncClient(
            transport=transport, base_url=URL, headers=headers, cookies=cookies, verify=False
        )
        self.clients[name] = await stack.enter_async_context(client)

    async def table(self, table_id, match, seats=None, **settings):
        """Open a table that begins where a match stands; without ``seats`` each is a person's."""
        wish = TableSetup(
            match.game.name,
            match.players,
            match.options,
            seats=seats,
            settings=TableSettings(pace=Live(900, 5), public=True, **settings),
            key="00" * 16,
            position=match.position.to_data(),
            id=table_id,
        )
        await open_table(self.services.registry.store, wish, "person0", "p0", at=self.watch.at)
        for n in range(1, match.players if seats is None else 1):
            decide = join(f"person{n}", f"p{n}")
            await self.services.registry.execute(table_id, Caller(f"person{n}"), decide)

    async def connect(self, table_id, name):
        """Follow a table; what is sent is kept."""
        inbox = self.inboxes[name] = []
        person = self.people.get(name)

        async def send(text):
            inbox.append(text)

        async def close(code, reason):
            inbox.append(f"closed {code} {reason}")

        connection = Connection(Reader(None if person is None else person.id), send, close, 10_000)
        self.services.connections.add(table_id, connection)
        table = await self.services.registry.open(table_id)
        await self.services.broadcast.bring_up_to_date(table, connection, None)
        await self.services.chat.begin(table, connection, 0)
        self.connections[name] = connection
        services = self.services
        self.conversations[name] = Conversation(
            registry=services.registry,
            messages=services.messages,
            presence=services.presence,
            chat=services.chat,
            limits=services.limits,
            address="a household",
            message_bytes=services.settings.message_bytes,
            table_id=table_id,
            person=person,
            connection=connection,
            answered=services.metrics.command_seconds.observe,
        )

    async def part(self, table_id):
        for connection in self.connections.values():
            self.services.connections.remove(table_id, connection)
            await connection.finish()
        self.connections.clear()
        self.inboxes.clear()

    async def say(self, name, **message):
        """Let someone who is connected send a message."""
        await self.conversations[name].hear(json.dumps(message))
        await self.settled(name)

    async def settled(self, name):
        """Wait until all that is under way to someone has been sent."""
        connection = self.connections[name]
        while connection._outbox or connection._sender is not None:
            await asyncio.sleep(0)
        await asyncio.sleep(0)

    async def told(self, table_id, name):
        """Wait until someone has been sent the last event."""
        table = await self.services.registry.open(table_id)
        while self.connections[name].number < table.number:
            await asyncio.sleep(0.002)
        await self.settled(name)

    async def ask(self, name, method, path, **more):
        """A request over HTTP: everything of the answer."""
        answer = await self.clients[name].request(method, f"/api/v1{path}", **more)
        return answer.status_code, sorted(answer.headers.items()), answer.content

    async def row(self, table_id):
        """What the database says of a table: lists and notices are made of it."""
        found = await self.services.database.row(_ROW, {"table": table_id})
        return dict(found)

    async def metrics(self):
        """Figures about what happened; the others depend on the time."""
        answer = await self.clients[VISITOR].get("/metrics")
        counted = tuple(
            f"parapegma_{name}_total" for name in ("events", "requests", "evaluations", "hurried")
        )
        return [line for line in answer.text.splitlines() if line.startswith(counted)]


async def two_worlds(folder, monkeypatch, play):
    """Run a coroutine with two worlds and the chance they share."""
    chance, at, wrong = Chance(), Watch().at, None
    # Bots that are made ready in the background would take from the chance that both worlds share.
    monkeypatch.setattr(BotPool, "prepare", lambda self, games: None)
    async with AsyncExitStack() as stack:
        worlds = World(folder / "one", at), World(folder / "other", at)
        for world in worlds:
            await world.open(stack)
        monkeypatch.setattr(table_socket, "now", lambda: worlds[0].watch.at)
        for module in (preview, runner, runners, levels):
            monkeypatch.setattr(module, "secrets", chance)
        try:
            await play(worlds, chance)
        except AssertionError as error:
            # Raised when all is closed: on its way through the servers it would be wrapped many times.
            wrong = error
    if wrong is not None:
        raise wrong


def in_order(messages, late=False):
    """Messages as they were sent, but who is here last: that is told when connections settle.

    Spectators who lag behind are sent updates by the clock on the wall, which no test turns: theirs are read
    over HTTP.
    """
    kinds = [json.loads(text)["type"] for text in messages]
    here = [text for kind, text in zip(kinds, messages, strict=True) if kind == "presence"]
    apart = ("presence", "update") if late else ("presence",)
    return [text for kind, text in zip(kinds, messages, strict=True) if kind not in apart] + here[-1:]
