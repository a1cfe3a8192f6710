"""Clients: parties of people and bots who open a table, play to the end, and open the next one."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from parapegma.core.game import all_games
from parapegma.core.match import Match
from parapegma.server.ids import new_id
from parapegma.testing.survival.command_log import CommandLog
from parapegma.testing.survival.people import Survivor

_BOTS = ("random", "greedy", "novice")
_PACES: tuple[dict[str, Any], ...] = (
    {"kind": "none"},
    {"kind": "live", "bank": 3600, "increment": 5},
    {"kind": "correspondence", "days": 2},
)
_TIMEOUT = 600
"""Seconds after which someone who is not back has been lost; a busy machine needs some."""


@dataclass
class Party:
    """People with a game: a host, a guest, and someone who only watches."""

    game: str
    people: list[Survivor]
    bots: tuple[str, ...]
    pace: dict[str, Any]
    games: int = 0
    """Played to the end."""

    async def play(self) -> None:
        """Play game after game, until the host rests."""
        for someone in self.people:
            await someone.become_guest()
        host, *guests = [someone for someone in self.people if someone.person]
        while not host.resting:
            seats = ["me", *["open" for _ in guests], *self.bots]
            wish = {"game": self.game, "seats": seats, "settings": {"pace": self.pace}, "key": new_id()}
            table = (await host.insist("POST", "/tables", wish))["id"]
            for guest in guests:
                await guest.insist("POST", f"/tables/{table}/join", {"key": new_id()})
            async with asyncio.TaskGroup() as at_the_table:
                for someone in self.people:
                    at_the_table.create_task(someone.follow(table))
            self.games += 1


class Clients:
    """So many parties for each game, with bots where the game has more seats than people.

    Where there are several servers, the people of a party begin at different ones.
    """

    def __init__(self, urls: Sequence[str], of_each_game: int, chance: random.Random) -> None:
        self.commands = CommandLog()
        self.parties = [
            self._party(game.name, n, urls, chance) for game in all_games() for n in range(of_each_game)
        ]
        self.people = [someone for party in self.parties for someone in party.people]
        self._before: dict[Survivor, int] = {}

    def _party(self, game: str, n: int, urls: Sequence[str], chance: random.Random) -> Party:
        people = []
        for place, name in enumerate(("Host", "Guest", None)):
            first = (n + place) % len(urls)
            turned = [*urls[first:], *urls[:first]]
            people.append(Survivor(turned, name, self.commands, random.Random(chance.random())))
        bots = chance.choices(_BOTS, k=max(Match(game).players - 2, n % 2))
        return Party(game, people, tuple(bots), _PACES[n % len(_PACES)])

    @asynccontextmanager
    async def playing(self) -> AsyncIterator[None]:
        """Everyone plays for as long as the block lasts; if someone finds something wrong, it ends there."""
        try:
            async with asyncio.TaskGroup() as group:
                tasks = [group.create_task(party.play()) for party in self.parties]
                yield
                for task in tasks:
                    task.cancel()
        finally:
            for someone in self.people:
                await someone.close()

    def lost_everything(self) -> None:
        """From now on someone is back when a connection was opened since."""
        self._before = {someone: someone.resumed for someone in self.people}

    async def all_move_on(self) -> None:
        """Wait until something has happened at every table, or people have moved on to the next one."""
        stood = {someone: (someone.table, someone.number) for someone in self.people}
        await self._until(lambda someone: (someone.table, someone.number) != stood[someone])

    async def all_back(self) -> None:
        """Wait until everyone is back at a table."""
        await self._until(lambda someone: someone.resumed > self._before.get(someone, 0))

    async def rest(self) -> None:
        """Let everyone wait for the answers that are due, and send nothing more."""
        for someone in self.people:
            someone.resting = True
        await self._until(lambda someone: not someone.busy)

    async def _until(self, condition: Callable[[Survivor], bool]) -> None:
        async with asyncio.timeout(_TIMEOUT):
            for someone in self.people:
                while not condition(someone):
                    someone.news.clear()
                    await someone.news.wait()

    async def different_views(self) -> list[str]:
        """Who has another picture of the table than someone who comes in just now."""
        wrong = []
        for someone in self.people:
            async with asyncio.timeout(_TIMEOUT):
                while (stand := await someone.look())["number"] != someone.number:
                    # A bot is still playing.
                    await asyncio.sleep(0.1)
            if stand.get("view") != someone.view:
                wrong.append(f"a client sees another table {someone.table} after event {someone.number}")
        return wrong
