"""A walk through all that a page may ask of tables in a browser, with digests of what it is told.

The site's builder takes it to learn which modules a browser needs; tests take it in the browser's Python and
in ordinary Python, where it must tell the same.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import secrets
from typing import Any

from parapegma.bots import Limits
from parapegma.local.host import LocalHost
from parapegma.local.keeper import MemoryKeeper
from parapegma.local.thinking import Thinker

_KEY = "0123456789abcdef0123456789abcdef"
_ORACLE = 60
"""Iterations: so few that no clock ends them."""


class Page:
    """Stands for a page: asks, and remembers what it is told."""

    def __init__(self, keeper: MemoryKeeper | None = None) -> None:
        thinker = Thinker()

        async def think(questions: list[str]) -> list[str]:
            return [thinker.answer(each) for each in questions]

        self.told: list[Any] = []
        self.not_kept: list[str] = []
        self.keeper = keeper or MemoryKeeper()
        self.host = LocalHost(self.keeper, self._hear, self.not_kept.append, think, pause=0)

    def _hear(self, line: int, text: str) -> None:
        self.told.append(json.loads(text))

    async def ask(self, method: str, path: str, body: Any = None, **parameters: Any) -> Any:
        """What a request is answered with."""
        status, text = await self.host.ask(method, path, json.dumps(parameters), json.dumps(body))
        if status != 200:
            raise ValueError(text)
        return json.loads(text)

    async def say(self, **message: Any) -> Any:
        """Say something over line 1; the answer."""
        key = f"k{len(self.told)}"
        await self.host.hear(1, json.dumps({**message, "key": key}))
        return next(each for each in reversed(self.told) if each.get("key") == key)

    async def turn(self) -> Any:
        """The last update, once there is something to decide or the game is over."""
        while True:
            updates = [each for each in self.told if each["type"] == "update"]
            over = any((each.get("table") or {}).get("status") == "over" for each in updates[-2:])
            if updates and (updates[-1].get("choices") or over):
                return updates[-1]
            await asyncio.sleep(0)

    async def play(self, most: int) -> int:
        """Make so many decisions, or fewer if the game is over; how many."""
        for decided in range(most):
            update = await self.turn()
            choices = update.get("choices")
            if not choices:
                return decided
            chosen = choices[decided * 7 % len(choices)]["notation"]
            looked = await self.say(type="preview", seen=update["number"], actions=[chosen])
            answer = await self.say(type="act", seen=update["number"], actions=[chosen])
            if (looked["type"], answer["type"]) != ("preview", "accepted"):
                raise ValueError([looked, answer])
        return most


async def _walkthrough(
    game: str, seats: list[str], most: int, help_too: bool, options: dict[str, Any]
) -> dict[str, Any]:
    page = Page()
    await page.host.start()
    wish = {"game": game, "players": len(seats), "seats": seats, "options": options}
    opened = await page.ask("POST", "/tables", wish)
    here: dict[str, Any] = {"table_id": opened["id"]}
    await page.host.open_line(1, opened["id"], 0, None)
    decided = await page.play(most)
    await page.turn()
    whole = await page.ask("GET", "/tables/{table_id}", **here, since=0)
    last, mine = whole["number"], seats.index("me")
    watched = {**here, "first": max(1, last - 9), "count": 10, "seat": mine}
    replayed = await page.ask("GET", "/tables/{table_id}/replay", **watched)
    position = (await page.host.tables.open(opened["id"])).match.position
    found = {
        "games": _digest(await page.ask("GET", "/games")),
        "decided": decided,
        "events": last,
        "view": _digest(whole["view"]),
        "log": _digest([event.get("log") for event in whole["events"]]),
        "words": _digest([[entry["words"] for entry in event.get("log", [])] for event in whole["events"]]),
        "choices": _digest(whole.get("choices")),
        "position": _digest([position.to_text(), position.facts()]),
        "replay": _digest([[step["view"], step.get("choices")] for step in replayed["steps"]]),
        "record": _digest((await page.ask("GET", "/tables/{table_id}/record", **here))["record"]),
        "kept": len(page.keeper.kept),
    }
    found["lesson"] = await _lesson(page, game)
    if help_too:
        found |= await _with_help(page, here, seats)
    return found


async def _oracle(page: Page, table_id: str) -> list[Any]:
    """What an oracle thinks here after a few iterations, one tree after the other or each in a worker."""
    match = (await page.host.tables.open(table_id)).match
    found = []
    for page.host.bots.workers in (1, 2):
        evaluation = await page.host.bots.evaluate(match, "oracle", "seed", Limits(_ORACLE))
        found.append([evaluation.action, _digest(sorted(evaluation.visits.items())), evaluation.iterations])
    return found


async def _lesson(page: Page, game: str) -> str:
    """All that a lesson says, and how each of its steps begins."""
    lesson = await page.ask("GET", "/games/{game}/lesson", game=game)
    begun = []
    for step in lesson["step"]:
        here = {"game": game, "step": step["name"]}
        state = await page.ask("POST", "/games/{game}/lesson/{step}", {"played": []}, **here)
        ahead = {"played": [], "actions": state["shown"][:1]}
        looked = await page.ask("POST", "/games/{game}/lesson/{step}/preview", ahead, **here)
        begun.append([state["update"]["view"], state["shown"], looked["preview"]["my_turn"]])
    return _digest([lesson, begun])


async def _with_help(page: Page, here: dict[str, Any], seats: list[str]) -> dict[str, Any]:
    """Hints, taking back, the end, going on, playing again, a record brought back, an analysis begun."""
    oracle = await _oracle(page, here["table_id"])
    hint = await page.ask("POST", "/tables/{table_id}/hint", {}, **here)
    again_asked = await page.ask("POST", "/tables/{table_id}/hint", {}, **here)
    longer = await page.ask("POST", "/tables/{table_id}/hint", {"longer": True}, **here)
    undone = await page.say(type="undo", seen=page.host.watchers[1].number)
    await page.turn()
    record = await page.ask("GET", "/tables/{table_id}/record", **here)
    await page.say(type="ask", what="end")
    again = await page.ask("POST", "/tables/{table_id}/rematch", {}, **here)
    further = await page.ask(
        "POST", "/tables/{table_id}/continue", {"decisions": 2, "seats": ["me"] * len(seats)}, **here
    )
    brought = await page.ask("POST", "/tables/record", {"record": record["record"]})
    begun = await page.ask("POST", "/tables/{table_id}/analysis", {}, **here)
    listed = await page.ask("GET", "/tables", which="mine")
    return {
        "oracle": oracle,
        "hint": hint["seat"],
        "same hint": again_asked == {**hint, "again": "same"},
        "longer": longer["again"] in ("confirmed", "changed"),
        "undone": undone["type"],
        "again": again["rematch_of"] == here["table_id"],
        "further": _digest(further["seats"]),
        "brought": brought["known_deal"],
        "analysis": begun["of"],
        "listed": len(listed),
        "day": await _day(page),
    }


async def _day(page: Page) -> dict[str, Any]:
    """The day in a browser: its deal is opened once, its puzzle is solved."""
    first = await page.ask("POST", "/daily/{game}", {}, game="ophiuchus")
    again = await page.ask("POST", "/daily/{game}", {}, game="ophiuchus")
    results = await page.ask("GET", "/daily/{game}/results", game="ophiuchus")
    daily = await page.ask("GET", "/daily")
    name = {"game": daily["puzzle"]["game"], "name": daily["puzzle"]["name"]}
    begun = await page.ask("POST", "/games/{game}/puzzles/{name}", {}, **name)
    choice = begun["update"]["choices"][0]["notation"]
    looked = await page.ask("POST", "/games/{game}/puzzles/{name}/preview", {"actions": [choice]}, **name)
    solution = await page.ask("GET", "/games/{game}/puzzles/{name}/solution", **name)
    answer = {"played": solution["answer"]["notations"]}
    solved = await page.ask("POST", "/games/{game}/puzzles/{name}", answer, **name)
    return {
        "once": first["id"] == again["id"],
        "daily": first["daily"] == daily["day"],
        "commitment": first["commitment"],
        "outcomes": [each["outcome"] for each in results["results"]],
        "puzzle": name,
        "puzzles": len(await page.ask("GET", "/games/{game}/puzzles", game=name["game"])),
        "looked": looked["type"],
        "verdicts": [begun["verdict"], solved["verdict"]],
    }


def _digest(data: Any) -> str:
    return hashlib.sha256(json.dumps(data).encode()).hexdigest()[:16]


def day() -> dict[str, Any]:
    """What is the same for everyone today."""
    return asyncio.run(_only_the_day())


async def _only_the_day() -> dict[str, Any]:
    page = Page()
    await page.host.start()
    return await _day(page)


def walkthrough(
    game: str,
    seats: list[str],
    most: int,
    help_too: bool = False,
    options: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """A game against bots in which nothing is left to chance."""
    return asyncio.run(in_the_same_way(game, seats, most, help_too, options))


async def in_the_same_way(
    game: str,
    seats: list[str],
    most: int,
    help_too: bool = False,
    options: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """The same where an event loop runs already."""
    usual = secrets.token_hex
    secrets.token_hex = lambda nbytes=16: _KEY[: 2 * (nbytes or 16)]
    try:
        return await _walkthrough(game, seats, most, help_too, options or {})
    finally:
        secrets.token_hex = usual
