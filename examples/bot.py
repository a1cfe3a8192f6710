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

import httpx
from websockets.sync.client import connect


def choose(view, choices):
    """Which of the choices? ``view`` is what our seat may know; a choice has number, kind, data, notation."""
    return random.choice(choices)


def sit_down(url, headers, table):
    """Take a seat; the table starts when all are taken."""
    with httpx.Client(base_url=f"{url}/api/v1", headers=headers) as http:
        if table is None:
            table = http.get("/tables", params={"which": "open"}).raise_for_status().json()[0]["id"]
        answer = http.post(f"/tables/{table}/join", json={"key": "sit-down"})
        if answer.is_error:
            sys.exit(answer.json()["detail"])
    return table


def play(url, headers, table):
    address = f"{url.replace('http', 'ws', 1)}/api/v1/tables/{table}/live"
    view = {}
    with connect(address, additional_headers=headers) as socket:
        for text in socket:
            message = json.loads(text)
            if message["type"] == "refused":
                sys.exit(message["problem"]["detail"])
            if message["type"] != "update":
                continue
            # An update brings the whole view, or the parts of it that changed.
            view = message.get("view") or {**view, **message.get("changes", {})}
            result = message.get("table", {}).get("result")
            if result is not None:
                print("over:", result["scores"])
                return
            if message.get("choices"):
                action = choose(view, message["choices"])["number"]
                act = {"type": "act", "key": uuid.uuid4().hex, "seen": message["number"], "actions": [action]}
                socket.send(json.dumps(act))


if __name__ == "__main__":
    server, where = sys.argv[1].rstrip("/"), sys.argv[2] if len(sys.argv) > 2 else None
    bearer = {"Authorization": f"Bearer {os.environ['PARAPEGMA_TOKEN']}"}
    play(server, bearer, sit_down(server, bearer, where))
