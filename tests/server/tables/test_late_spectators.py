"""Whoever watches with a delay learns the present in no way: lists and refusals are as they were."""

from __future__ import annotations

import pytest

from parapegma.server.ids import new_id

DELAY = {"settings": {"delay": 3600, "public": True, "chat": "everyone"}}


def answers(client, table):
    """Everything that a stranger can find out of a table, and every refusal."""

    def told(answer):
        body = answer.json()
        return answer.status_code, body.get("code"), body.get("detail")

    return {
        "rematch": told(client.post(f"/tables/{table}/rematch", {})),
        "leave": told(client.post(f"/tables/{table}/leave", {})),
        "join": told(client.post(f"/tables/{table}/join", {})),
        "seats": told(client.post(f"/tables/{table}/seats", {"seat": 0, "bot": "novice"})),
        "take over": told(client.command(table, "replace", seat=1)),
        "bot": told(client.command(table, "replace", seat=1, bot="novice")),
        "resign": told(client.command(table, "resign")),
        "end": told(client.command(table, "ask", what="end")),
        "continue": told(client.post(f"/tables/{table}/continue", {"decisions": 0})),
        "analysis": told(client.post(f"/tables/{table}/analysis", {})),
        "record": told(client.get(f"/tables/{table}/record")),
        "mute": told(client.post("/mutes", {"table": table, "line": 1})),
        "chat": client.get(f"/tables/{table}/chat").json(),
        "say": client.post(f"/tables/{table}/chat", {"key": new_id(), "text": "hello"}).json(),
        "table": {**client.look(table), "clock": None},
        "export": [one for one in client.get("/account/export").json()["tables"] if one["id"] == table],
    }


def listed(client, tables):
    return [t for t in client.get("/tables", which="watch").json() if t["id"] in tables]


@pytest.mark.on_postgres_too
def test_nothing_tells_what_happens_now(server):
    ada, bob, eve = server.client("Ada"), server.client("Bob"), server.client("Eve")
    tables = []
    for _ in range(3):
        table = ada.open("ophiuchus", players=2, **DELAY)["id"]
        # Whoever sat here before the deal is a stranger afterwards.
        ada.post(f"/tables/{table}/leave", {})
        eve.join(table)
        eve.post(f"/tables/{table}/leave", {})
        ada.join(table)
        bob.join(table)
        tables.append(table)
    ended, left, still = tables
    before = {table: answers(eve, table) for table in tables}
    seen = listed(eve, tables)
    assert [t["id"] for t in listed(ada, tables)] == tables[::-1], "those who play see it"
    for table in tables:
        for n in range(3):
            assert ada.post(f"/tables/{table}/chat", {"key": f"a{n}", "text": "well played"}).json()["number"]
    ada.post(f"/tables/{left}/leave", {})
    ada.command(ended, "resign")
    assert ada.look(ended)["table"]["status"] == "over"
    assert ada.look(left)["table"]["seats"][0]["bot"] is not None
    for table in (ended, left, still):
        with ada.live(table) as at_ada, eve.live(table) as at_eve:
            at_ada.send('{"type":"ping"}')
            at_ada.until("pong")
            assert answers(eve, table) == before[table], table
            assert not any(seat["connected"] for seat in at_eve.table["seats"])
    assert listed(eve, tables) == seen
    assert listed(server.client(None), tables) == seen
    assert [t["id"] for t in listed(ada, tables)] == [left, still]
    assert eve.command(ended, "replace", seat=1).json()["extra"]["case"] == "delayed"
