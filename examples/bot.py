"""A program that plays: it takes a seat with a personal token and decides whenever it is asked.

    PARAPEGMA_TOKEN=... python examples/bot.py http://127.0.0.1:8017 TABLE

Make the token on your own page (or POST /api/v1/tokens with the scope "play"). Without TABLE it sits down at
the first open table. It needs the packages httpx and websockets. Your own idea goes into choose().
"""

import json
import os
import random
import sys
import uuid
from typing import Any

import httpx
from websockets.sync.client import connect

Data = dict[str, Any]


def choose(view: Data, choices: list[Data]) -> Data:
    """Which of the choices? ``view`` is what our seat may know; a choice has number, notation, kind ..."""
    return random.choice(choices)


def sit_down(url: str, headers: dict[str, str], table: str | None) -> str:
    """Take a seat; the table starts when all are taken."""
    with httpx.Client(base_url=f"{url}/api/v1", headers=headers) as http:
        if table is None:
            table = str(http.get("/tables", params={"which": "open"}).json()[0]["id"])
        if (answer := http.post(f"/tables/{table}/join", json={"key": "sit-down"})).is_error:
            sys.exit(answer.json()["detail"])
    return table


def play(url: str, headers: dict[str, str], table: str) -> None:
    view: Data = {}
    with connect(f"ws{url[4:]}/api/v1/tables/{table}/live", additional_headers=headers) as socket:
        for text in socket:
            message: Data = json.loads(text)
            if message["type"] == "refused":
                sys.exit(message["problem"]["detail"])
            if message["type"] != "update":
                continue
            # An update brings the whole view, or the parts of it that changed.
            view = message.get("view") or {**view, **message.get("changes", {})}
            if (result := message.get("table", {}).get("result")) is not None:
                print("over:", result["scores"])
                return
            if message.get("choices"):
                actions = [choose(view, message["choices"])["number"]]
                act = {"type": "act", "key": uuid.uuid4().hex, "seen": message["number"], "actions": actions}
                socket.send(json.dumps(act))


if __name__ == "__main__":
    server, where = sys.argv[1].rstrip("/"), sys.argv[2] if len(sys.argv) > 2 else None
    bearer = {"Authorization": f"Bearer {os.environ['PARAPEGMA_TOKEN']}"}
    play(server, bearer, sit_down(server, bearer, where))
