"""Clients for tests: plain HTTP and WebSockets, as a browser would use them."""

from __future__ import annotations

import json
import random
from contextlib import AbstractContextManager
from types import TracebackType
from typing import Any
from urllib.parse import urlencode

import httpx
from websockets.sync.client import ClientConnection, connect

from parapegma.server.ids import new_id


class Client:
    """Someone with a cookie."""

    def __init__(self, url: str) -> None:
        self.url = url
        # Without reading the certificates of the machine: there are thousands of clients, all of plain HTTP.
        self.http = httpx.Client(base_url=url, headers={"Origin": url}, timeout=90, verify=False)
        self.id = ""

    def become_guest(self, name: str) -> None:
        """Become a guest."""
        answer = self.http.post("/api/v1/guest", json={"name": name})
        assert answer.status_code == 201, answer.text
        self.id = answer.json()["id"]

    def post(self, path: str, body: Any) -> httpx.Response:
        return self.http.post(f"/api/v1{path}", json=body)

    def get(self, path: str, **query: Any) -> httpx.Response:
        return self.http.get(f"/api/v1{path}", params=query)

    def open(self, game: str, **wish: Any) -> dict[str, Any]:
        """Open a table."""
        answer = self.post("/tables", {"game": game, **wish})
        assert answer.status_code == 201, answer.text
        return answer.json()

    def join(self, table: str, seat: int | None = None) -> dict[str, Any]:
        answer = self.post(f"/tables/{table}/join", {"seat": seat})
        assert answer.status_code == 200, answer.text
        return answer.json()

    def command(self, table: str, kind: str, **fields: Any) -> httpx.Response:
        """Send a command over HTTP."""
        body = {"type": kind, "key": new_id(), **fields}
        return self.post(f"/tables/{table}/commands", body)

    def look(self, table: str, **query: Any) -> dict[str, Any]:
        answer = self.get(f"/tables/{table}", **query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def live(self, table: str, origin: str | None = None, **query: Any) -> Live:
        """Follow a table over a WebSocket."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        address = f"{self.url.replace('http', 'ws', 1)}/api/v1/tables/{table}/live?{urlencode(query)}"
        headers = {"Cookie": cookies} if cookies else {}
        origin_sent: Any = origin or self.url
        return Live(connect(address, origin=origin_sent, additional_headers=headers))


class Live:
    """An open connection that keeps the view up to date, as a page would."""

    def __init__(self, opening: AbstractContextManager[ClientConnection]) -> None:
        self._opening = opening
        self.socket = opening.__enter__()
        self.view: dict[str, Any] | None = None
        self.table: dict[str, Any] = {}
        self.number = 0
        self.choices: list[dict[str, Any]] = []
        self.events: list[dict[str, Any]] = []
        self.actor: int | None = None
        self.seat: int | None = None
        self.half_made = False

    def __enter__(self) -> Live:
        self.next()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._opening.__exit__(kind, error, trace)

    def send(self, message: Any) -> None:
        self.socket.send(message if isinstance(message, str) else json.dumps(message))

    def next(self, timeout: float = 90) -> dict[str, Any]:
        """The next message, taken into account."""
        message: dict[str, Any] = json.loads(self.socket.recv(timeout))
        if message["type"] == "update":
            self._update(message)
        return message

    def until(self, kind: str) -> dict[str, Any]:
        """Read on until a message of a kind comes."""
        while True:
            message = self.next()
            if message["type"] == kind:
                return message

    def until_number(self, number: int) -> None:
        """Read on until an event has been told."""
        while self.number < number:
            self.next()

    def until_my_turn(self) -> None:
        """Read on until something is to be decided."""
        while not self.choices:
            self.next()

    def act(self, *actions: int | str, key: str | None = None, seen: int | None = None) -> dict[str, Any]:
        """TableCommand, and wait for the answer."""
        self.send(
            {
                "type": "act",
                "key": key or new_id(),
                "seen": self.number if seen is None else seen,
                "actions": list(actions),
            }
        )
        while True:
            message = self.next()
            if message["type"] in ("accepted", "refused"):
                return message

    def act_at_random(self, chance: random.Random) -> None:
        """Make any decision that is offered, and wait until it is told."""
        answer = self.act(chance.choice(self.choices)["number"])
        assert answer["type"] == "accepted", answer
        self.until_number(answer["number"])

    def _update(self, message: dict[str, Any]) -> None:
        if self.number:
            assert message["since"] == self.number, "an update was missed"
        self.number = message["number"]
        self.events += message["events"]
        self.choices = message.get("choices") or []
        self.actor, self.seat = message.get("actor"), message.get("seat")
        self.half_made = message.get("half_made", False)
        if "view" in message:
            self.view = message["view"]
        elif "changes" in message:
            assert self.view is not None
            self.view = {**self.view, **message["changes"]}
        self.table = message.get("table", self.table)


def played_out(
    client: Client, table: str, seed: int = 4, most: int = 10_000
) -> list[tuple[int, int | None, Any, list[dict[str, Any]]]]:
    """Play a table of one's own to its end, or for so many decisions; returns what was seen on the way."""
    chance = random.Random(seed)
    seen: list[tuple[int, int | None, Any, list[dict[str, Any]]]] = []
    with client.live(table) as live:
        while live.actor is not None and most > 0:
            seen.append((live.number, live.seat, live.view, live.choices))
            live.act_at_random(chance)
            most -= 1
    return seen
