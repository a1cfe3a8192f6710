"""People who play on whatever happens: they connect again, and send again what was not answered."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidMessage

from parapegma.testing.survival.command_log import CommandLog, Sent

_LOST = (OSError, ConnectionClosed, InvalidMessage, TimeoutError, EOFError)
_FOR_NOW = (429, 503)
_TWICE, _HANG_UP, _CHAT = 0.1, 0.03, 0.05
"""How often someone sends a command twice at once, hangs up before the answer comes, writes a line."""


class Survivor:
    """Someone with a cookie; or, without a name, someone who only watches.

    ``urls`` are the servers that may be asked; when one is lost, the next is tried.
    """

    def __init__(
        self, urls: Sequence[str], name: str | None, commands: CommandLog, chance: random.Random
    ) -> None:
        self._urls, self._at = urls, 0
        self._name, self._commands, self._chance = name, commands, chance
        # Without reading the certificates of the machine: there are many people, and only plain connections.
        self._http = httpx.AsyncClient(timeout=30, verify=False)
        self.person = ""
        self.table, self.number = "", 0
        self.seat: int | None = None
        self.view: dict[str, Any] | None = None
        self.status = ""
        self.resumed = 0
        """How often a connection was opened and the first news came."""
        self.news = asyncio.Event()
        """Set whenever something came."""
        self._choices: list[dict[str, Any]] = []
        self._pending: Sent | None = None
        self._acknowledged = 0
        self.resting = False
        """No new commands; what was sent is still seen through."""

    @property
    def url(self) -> str:
        """The server that is asked now."""
        return self._urls[self._at % len(self._urls)]

    @property
    def busy(self) -> bool:
        """Whether an answer is waited for."""
        return self._pending is not None

    async def close(self) -> None:
        await self._http.aclose()

    # --- over HTTP ----------------------------------------------------------------------------

    async def become_guest(self) -> None:
        if self._name is not None:
            self.person = (await self.insist("POST", "/guest", {"name": self._name}))["id"]

    async def insist(self, method: str, path: str, body: Any = None, **query: Any) -> dict[str, Any]:
        """Ask until there is an answer; what must not be done twice carries a key in its body."""
        while True:
            try:
                answer = await self._http.request(
                    method,
                    f"{self.url}/api/v1{path}",
                    json=body,
                    params=query,
                    headers={"Origin": self.url},
                )
            except httpx.TransportError:
                await self._elsewhere()
                continue
            if answer.status_code in _FOR_NOW:
                await asyncio.sleep(0.2)
                continue
            if answer.status_code >= 400:
                raise AssertionError(f"{path} was answered with {answer.text}")
            return dict(answer.json())

    async def look(self) -> dict[str, Any]:
        """How the table stands, from the same viewpoint."""
        seat = {} if self.seat is None else {"seat": self.seat}
        return await self.insist("GET", f"/tables/{self.table}", **seat)

    async def _elsewhere(self) -> None:
        """The server is lost: wait a moment, try the next."""
        self._at += 1
        await asyncio.sleep(self._chance.uniform(0.05, 0.4))

    # --- at a table ---------------------------------------------------------------------------

    async def follow(self, table: str) -> None:
        """Play at a table, or watch it, until the game is over."""
        self.table, self.number, self.view, self.status = table, 0, None, ""
        self._choices, self._acknowledged = [], 0
        # An answer that was lost is asked for again, even if the game is over by now.
        while self.status != "over" or self._pending is not None:
            try:
                async with connect(self._address(), additional_headers=self._headers(), proxy=None) as socket:
                    await self._converse(socket)
            except _LOST:
                await self._elsewhere()

    def _address(self) -> str:
        query = {"since": self.number} if self.number else {}
        return f"{self.url.replace('http', 'ws', 1)}/api/v1/tables/{self.table}/live?{urlencode(query)}"

    def _headers(self) -> dict[str, str]:
        cookies = "; ".join(f"{name}={value}" for name, value in self._http.cookies.items())
        return {"Origin": self.url, **({"Cookie": cookies} if cookies else {})}

    async def _converse(self, socket: ClientConnection) -> None:
        fresh = True
        if self._pending is not None:
            # Its answer was lost; nobody knows whether it was carried out. The key makes that no matter.
            self._commands.unanswered += 1
            await self._send(socket, self._pending)
        async for text in socket:
            message = json.loads(text)
            await self._hear(socket, message)
            if fresh and message["type"] == "update":
                fresh = False
                self.resumed += 1
            self.news.set()
            if self.status == "over" and self._pending is None:
                return

    async def _hear(self, socket: ClientConnection, message: dict[str, Any]) -> None:
        match message["type"]:
            case "update":
                self._update(message)
            case "accepted" | "said":
                self._commands.answered(message["key"], message["number"], message.get("repeated", False))
                if message["type"] == "accepted":
                    self._acknowledged = max(self._acknowledged, message["number"])
                if self._pending is not None and self._pending.key == message["key"]:
                    self._pending = None
            case "refused":
                if message["problem"]["status"] not in _FOR_NOW or self._pending is None:
                    raise AssertionError(f"refused: {message['problem']}")
                await asyncio.sleep(0.2)
                await self._send(socket, self._pending)
        await self._decide(socket)

    def _update(self, message: dict[str, Any]) -> None:
        if self.number and message["since"] != self.number:
            raise AssertionError(f"after event {self.number} came what follows event {message['since']}")
        self._commands.told[f"{id(self)}", self.table] += [event["number"] for event in message["events"]]
        self.number = message["number"]
        self.seat = message.get("seat")
        self._choices = message.get("choices") or []
        if "view" in message:
            self.view = message["view"]
        else:
            self.view = {**(self.view or {}), **message.get("changes", {})}
        self.status = message["table"]["status"] if "table" in message else self.status

    async def _decide(self, socket: ClientConnection) -> None:
        """Decide anything that is offered, once everything that was decided before has been told."""
        if self._pending is not None or self.resting or not self.person:
            return
        if not self._choices or self.number < self._acknowledged:
            return
        if self._chance.random() < _CHAT:
            said = {"type": "say", "text": f"at event {self.number}"}
            self._pending = self._commands.new(self.table, self.person, said)
        else:
            action = self._chance.choice(self._choices)["number"]
            act = {"type": "act", "seen": self.number, "actions": [action]}
            self._pending = self._commands.new(self.table, self.person, act)
            self._choices = []
        await self._send(socket, self._pending)

    async def _send(self, socket: ClientConnection, sent: Sent) -> None:
        text = json.dumps(sent.message)
        for _ in range(2 if self._chance.random() < _TWICE else 1):
            sent.times += 1
            await socket.send(text)
        if self._chance.random() < _HANG_UP:
            socket.transport.abort()
