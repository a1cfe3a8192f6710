"""Nothing hidden in any message: two worlds that a reader cannot tell apart send that reader the same bytes.

``PARAPEGMA_TWO_WORLDS=200`` compares so many pairs of tables of each game instead of a few.
"""

from __future__ import annotations

import asyncio
import logging
import os
import random

import pytest
from server_worlds import EVE, VISITOR, in_order, next_step, two_tables, two_worlds

from parapegma.bots import Limits
from parapegma.core.game import all_games, find_game
from parapegma.core.position import Position
from parapegma.server.analysis import hints
from parapegma.server.problems import Problem
from parapegma.server.tables.commands import acting
from parapegma.server.tables.messages import teller, updates
from parapegma.server.tables.messages.parts import view_parts

GAMES = all_games()
TABLES = int(os.environ.get("PARAPEGMA_TWO_WORLDS", "5"))
STEPS = 6
"""Decisions at each pair of tables."""


def questions(match, reader, number, chance):
    """What a reader may send that changes nothing: most of it must be refused, with the same words."""
    legal = match.position.legal()
    illegal = [n for n in chance.sample(range(match.game.action_count), 8) if n not in legal]
    words = [match.game.actions.describe(match.position.states, n).notation for n in illegal[:2]]
    act = {"type": "act", "key": "k"}
    yield {**act, "seen": 0, "actions": legal[:1]}
    yield {**act, "seen": number + 3, "actions": legal[:1]}
    yield {**act, "seen": number, "seat": 1 if reader == 0 else 0, "actions": [match.game.action_count]}
    if match.actor != reader:
        yield {**act, "seen": number, "actions": [chance.randrange(match.game.action_count)]}
        yield {"type": "preview", "key": "k", "seen": number, "actions": [legal[0]]}
        return
    for action in (*illegal[:4], *words, "dance", match.game.action_count + 5):
        yield {**act, "seen": number, "actions": [action]}
    for actions in ([chance.choice(legal)], [chance.choice(legal)], illegal[:1], [legal[0], legal[0]]):
        if actions:
            yield {"type": "preview", "key": "k", "seen": number, "actions": actions}


def addresses(table_id, reader, number):
    """What a reader may look at."""
    table = f"/tables/{table_id}"
    first = max(1, number - 5)
    yield from (table, f"{table}?since=0", f"{table}?since={number - 1}")
    yield from (f"{table}/replay?first={first}&count=6", f"{table}/record", f"{table}/analysis")
    for seat in (0, 1):
        yield f"{table}/replay?first={first}&count=6&seat={seat}"
    if reader is not None:
        yield f"{table}/replay?first=1&count=50&seat={reader}"
    yield from (f"/tables?which={which}" for which in ("mine", "watch"))


async def everything(world, shared, table_id, name, reader, asked, late):
    """All that someone can get out of a world now, and all that was sent on the way."""
    number = (await world.services.registry.open(table_id)).number
    found = [(path, await world.ask(name, "GET", path)) for path in addresses(table_id, reader, number)]
    for message in asked:
        shared.begin()
        await world.say(name, **message)
        if message["type"] == "act":
            path = f"/tables/{table_id}/commands"
            found.append((message, await world.ask(name, "POST", path, json=message)))
    if name in world.people:
        found.append(("waiting", await world.services.pages.waiting(world.people[name].id)))
    return [*found, *in_order(world.inboxes[name], late)]


class Comparison:
    """Two tables that a reader cannot tell apart, one in each world, and what happens at them."""

    def __init__(self, worlds, shared, game, n):
        self.worlds, self.shared, self.n = worlds, shared, n
        self.chance = random.Random(f"{game.name} {n}")
        self.pair, self.reader = two_tables(game, self.chance, [None, 0, 1][n % 3])
        self.id = "pair" + str(n).translate(str.maketrans("01", "xy"))
        self.late = n % 4 == 3
        """Whether spectators lag behind at these tables."""
        self.readers = [EVE, VISITOR] if self.reader is None else [f"p{self.reader}", EVE, VISITOR]
        self.where = f"{game.name}, tables {n}, reader {self.reader}"

    async def run(self):
        """How many decisions could be made before the reader could tell the tables apart."""
        for world, match in zip(self.worlds, self.pair, strict=True):
            with world.ears:
                await world.table(self.id, match, delay=10 if self.late else 0)
            for name in self.readers:
                await world.connect(self.id, name)
        for step in range(STEPS):
            await self.compare(step)
            found = next_step(self.pair, self.reader, self.chance)
            if found is None:
                break
            await self.decide(step, *found)
        if self.reader is not None:
            await self.take_back()
        for world in self.worlds:
            await world.part(self.id)
        return step

    async def compare(self, step, with_questions=True):
        for name in self.readers:
            reader = None if name in (EVE, VISITOR) else self.reader
            number = (await self.worlds[0].services.registry.open(self.id)).number
            asked = list(questions(self.pair[0], reader, number, self.chance)) if with_questions else []
            one, other = [
                await everything(
                    world, self.shared, self.id, name, reader, asked, self.late and reader is None
                )
                for world in self.worlds
            ]
            assert len(one) == len(other), f"{self.where}, step {step}, to {name}"
            for here, there in zip(one, other, strict=True):
                assert here == there, f"{self.where}, step {step}, to {name}"
        one, other = self.worlds
        assert one.ears.heard == other.ears.heard, f"{self.where}, step {step}, logs"
        assert await one.row(self.id) == await other.row(self.id), f"{self.where}, step {step}, row"

    async def decide(self, step, one, other, after):
        actor = f"p{self.pair[0].actor}"
        for world, action in zip(self.worlds, (one, other), strict=True):
            world.watch.at += 2_000
            await self.command(world, actor, {"type": "act", "key": f"step-{step}", "actions": [action]})
        self.pair = after

    async def take_back(self):
        """The reader wants a decision back; the others agree if they are asked."""
        answers = []
        for world in self.worlds:
            undo = {"type": "undo", "key": "undo"}
            answers.append([await self.command(world, f"p{self.reader}", undo)])
            requests = (await world.services.registry.open(self.id)).state.requests
            for seat in range(self.pair[0].players):
                if requests and seat != self.reader:
                    agree = {
                        "type": "answer",
                        "key": f"yes-{seat}",
                        "request": next(iter(requests)),
                        "agreed": True,
                    }
                    answers[-1].append(await self.command(world, f"p{seat}", agree))
        assert answers[0] == answers[1], f"{self.where}, taking back"
        await self.compare("taken back", with_questions=False)

    async def command(self, world, name, command):
        """Send a command and wait until all readers are told what came of it."""
        number = (await world.services.registry.open(self.id)).number
        seen = {"seen": number} if command["type"] != "answer" else {}
        path = f"/tables/{self.id}/commands"
        with world.ears:
            answer = await world.ask(name, "POST", path, json={**command, **seen})
            assert command["type"] != "act" or answer[0] == 200, answer
            for reader in self.readers:
                if not self.late or reader not in (EVE, VISITOR):
                    await world.told(self.id, reader)
        return answer


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_reader_is_sent_the_same_bytes_whatever_is_hidden(game, tmp_path, monkeypatch):
    steps = []

    async def play(worlds, shared):
        for n in range(TABLES):
            steps.append(await Comparison(worlds, shared, game, n).run())
        assert await worlds[0].metrics() == await worlds[1].metrics()

    asyncio.run(two_worlds(tmp_path, monkeypatch, play))
    assert sum(steps) > TABLES, f"hardly anything was compared: {steps}"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_hints_do_not_depend_on_what_is_hidden(game, tmp_path, monkeypatch):
    monkeypatch.setattr(hints, "BUDGET", "search:80")
    for limits in ("LIMITS", "_REST_LIMITS"):
        monkeypatch.setattr(hints, limits, Limits(seconds=600))

    async def play(worlds, shared):
        chance = random.Random(game.name)
        for n in range(2):
            pair, _ = two_tables(game, chance)
            answers = []
            for world, match in zip(worlds, pair, strict=True):
                await world.table(f"hint{'ab'[n]}", match, seats=("me",) * match.players)
                shared.begin()
                answers.append(await world.ask("p0", "POST", f"/tables/hint{'ab'[n]}/hint", json={}))
            assert answers[0] == answers[1]
            assert answers[0][0] == 200

    asyncio.run(two_worlds(tmp_path, monkeypatch, play))


def leaky_view(position, seat=None, sound=Position.view):
    return {**view_parts(sound(position, seat)), "hint": hash(str(position.to_data()))}


def leaky_log(table, events, seat, sound=teller.tell_noted):
    logging.getLogger("parapegma.server").warning("told of %s", table.match.position.to_data())
    return sound(table, events, seat)


def leaky_refusal(table, person, actor, seat, sound=acting.check_turn):
    try:
        sound(table, person, actor, seat)
    except Problem as problem:
        problem.body.detail += f" They hold {table.match.position.to_data()}."
        raise


@pytest.mark.parametrize(
    ("whose", "name", "leak"),
    [
        (Position, "view", leaky_view),
        (updates, "tell_noted", leaky_log),
        (acting, "check_turn", leaky_refusal),
    ],
    ids=["view", "log", "refusal"],
)
def test_a_leak_would_be_noticed(whose, name, leak, tmp_path, monkeypatch):
    async def play(worlds, shared):
        for n in range(3):
            await Comparison(worlds, shared, find_game("ulysses"), n).run()

    monkeypatch.setattr(whose, name, leak)
    with pytest.raises(AssertionError, match="ulysses, tables"):
        asyncio.run(two_worlds(tmp_path, monkeypatch, play))
