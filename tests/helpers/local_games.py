"""Whole games at tables in a browser's host, decision by decision, and what came of them as digests."""

from __future__ import annotations

import asyncio
import hashlib
import json
from typing import Any

from parapegma.local.host import LocalHost
from parapegma.local.keeper import MemoryKeeper
from parapegma.local.thinking import Thinker
from parapegma.server.tables import opening

KEY = "0123456789abcdef0123456789abcdef"


class Page:
    """Stands for the page: remembers what it is told."""

    def __init__(self, keeper: MemoryKeeper | None = None) -> None:
        thinker = Thinker()

        async def think(questions: list[str]) -> list[str]:
            return [thinker.answer(each) for each in questions]

        self.told: list[Any] = []
        self.not_kept: list[str] = []
        self.keeper = keeper or MemoryKeeper()
        self.host = LocalHost(
            self.keeper, lambda line, text: self.told.append(json.loads(text)), self.not_kept.append, think
        )
        self.host.bots._pause = 0

    async def ask(self, method: str, path: str, body: Any = None, **parameters: Any) -> Any:
        status, text = await self.host.ask(method, path, json.dumps(parameters), json.dumps(body))
        assert status == 200, text
        return json.loads(text)

    async def say(self, **message: Any) -> Any:
        """Say something over line 1; the answer."""
        key = f"k{len(self.told)}"
        await self.host.hear(1, json.dumps({**message, "key": key}))
        return next(each for each in reversed(self.told) if each.get("key") == key)

    async def my_turn(self) -> Any:
        """The last update, once there is something to decide or the game is over."""
        for _ in range(100_000):
            updates = [each for each in self.told if each["type"] == "update"]
            if updates and (updates[-1].get("choices") or _over(updates)):
                return updates[-1]
            await asyncio.sleep(0)
        raise AssertionError("nothing happens")


def _over(updates: list[Any]) -> bool:
    return any((each.get("table") or {}).get("status") == "over" for each in updates[-2:])


async def _play(game: str, seats: list[str], most: int) -> dict[str, Any]:
    page = Page()
    await page.host.start()
    wish = {"game": game, "players": len(seats), "seats": seats}
    table = await page.ask("POST", "/tables", wish)
    await page.host.open_line(1, table["id"], 0, None)
    decided = 0
    while decided < most:
        update = await page.my_turn()
        choices = update.get("choices")
        if not choices:
            break
        chosen = choices[decided * 7 % len(choices)]
        answer = await page.say(type="act", seen=update["number"], actions=[chosen["notation"]])
        assert answer["type"] == "accepted", answer
        decided += 1
    whole = await page.ask("GET", "/tables/{table_id}", table_id=table["id"], since=0)
    last = whole["number"]
    replay = await page.ask(
        "GET", "/tables/{table_id}/replay", table_id=table["id"], first=max(1, last - 9), count=10, seat=seats.index("me")
    )
    record = await page.ask("GET", "/tables/{table_id}/record", table_id=table["id"])
    return {
        "decided": decided,
        "events": last,
        "view": _digest(whole["view"]),
        "log": _digest([event.get("log") for event in whole["events"]]),
        "words": _digest([[entry["words"] for entry in event.get("log", [])] for event in whole["events"]]),
        "replay": _digest([step["view"] for step in replay["steps"]]),
        "record": _digest(record["record"]),
        "kept": len(page.keeper.kept),
    }


def _digest(data: Any) -> str:
    return hashlib.sha256(json.dumps(data).encode()).hexdigest()[:16]


def play(game: str, seats: list[str], most: int) -> dict[str, Any]:
    """A game against bots whose key, and whose bots' seeds, are always the same."""
    opening.secrets.token_hex = lambda n=16: KEY[: 2 * n]  # type: ignore[assignment]
    return asyncio.run(_play(game, seats, most))
