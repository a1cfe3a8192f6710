"""Programs take part with a token: as far as it goes, until it is revoked."""

from __future__ import annotations

import os
import random
import sqlite3
import subprocess
import sys

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect


def _program(server, token):
    return httpx.Client(
        base_url=f"{server.url}/api/v1", headers={"Authorization": f"Bearer {token}"}, timeout=20
    )


def _token(client, *scopes):
    answer = client.post("/tokens", {"name": "my bot", "scopes": list(scopes)})
    assert answer.status_code == 201, answer.text
    return answer.json()


def test_the_example_bot_plays_a_whole_game(server, root):
    chance = random.Random(6)
    assert len((root / "examples" / "bot.py").read_text("utf-8").splitlines()) <= 60
    ada, owner = server.client("Ada"), server.client("Bob's bot")
    table = ada.open("ophiuchus", players=2)["id"]
    program = subprocess.Popen(
        [sys.executable, str(root / "examples" / "bot.py"), server.url, table],
        env={**os.environ, "PARAPEGMA_TOKEN": _token(owner, "play")["token"]},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    with ada.live(table) as live:
        while live.table["status"] != "over":
            if live.choices:
                live.act_at_random(chance)
            else:
                live.next()
        told, _ = program.communicate(timeout=60)
        assert program.returncode == 0, told
        assert str(live.table["result"]["scores"]) in told
        assert [seat["name"] for seat in live.table["seats"]] == ["Ada", "Bob's bot"]


def test_a_token_is_shown_once_and_kept_only_as_a_digest(server):
    ada = server.client()
    made = _token(ada, "play", "chat")
    (listed,) = ada.get("/tokens").json()
    assert listed == {name: part for name, part in made.items() if name != "token"}
    rows = sqlite3.connect(f"file:{server.folder / 'tables.db'}?mode=ro", uri=True)
    dump = "\n".join(rows.iterdump())
    rows.close()
    assert listed["id"] in dump
    assert made["token"] not in dump
    assert made["token"] not in server.log


@pytest.mark.parametrize(
    ("scopes", "allowed"),
    [
        (["read"], {"look"}),
        (["play"], {"look", "open"}),
        (["chat"], {"write"}),
        (["chat", "read"], {"look", "write"}),
    ],
)
def test_a_token_does_what_its_scopes_say_and_nothing_else(server, scopes, allowed):
    ada = server.client()
    table = ada.open("ophiuchus", seats=["me", "me"])["id"]
    with _program(server, _token(ada, *scopes)["token"]) as program:
        tried = {
            "look": program.get(f"/tables/{table}"),
            "open": program.post("/tables", json={"game": "ophiuchus"}),
            "write": program.post(f"/tables/{table}/chat", json={"key": "1", "text": "hello"}),
        }
        for what, answer in tried.items():
            assert answer.is_success == (what in allowed), (what, answer.text)
            if what not in allowed:
                assert (answer.status_code, answer.json()["code"]) == (403, "scope")
        assert program.get("/me").status_code == 200


def test_a_token_without_the_right_to_look_opens_no_websocket(server):
    ada = server.client()
    table = ada.open("ophiuchus", seats=["me", "me"])["id"]
    headers = {"Authorization": f"Bearer {_token(ada, 'chat')['token']}"}
    for path in (f"tables/{table}/live", "me/live"):
        address = f"{server.url.replace('http', 'ws', 1)}/api/v1/{path}"
        with pytest.raises(InvalidStatus) as refused, connect(address, additional_headers=headers):
            pass
        assert refused.value.response.status_code == 403


def test_no_token_reaches_the_account_itself(server):
    ada = server.client()
    with _program(server, _token(ada, "read", "play", "chat")["token"]) as program:
        for answer in (
            program.post("/tokens", json={"name": "another", "scopes": ["play"]}),
            program.get("/tokens"),
            program.get("/account/export"),
            program.post("/account", json={"login": "stolen", "passphrase": "five planets wander"}),
            program.post("/account/delete", json={}),
            program.post("/logout-everywhere"),
            program.get("/notices"),
            program.put("/notices/webhook", json={"address": "https://evil.example/"}),
        ):
            assert (answer.status_code, answer.json()["code"]) == (403, "not-by-token"), answer.url


def test_a_revoked_token_opens_nothing_and_its_connections_end(server):
    ada, bob = server.client(), server.client("Bob")
    made = _token(ada, "play")
    table = ada.open("ophiuchus", seats=["me", "me"])["id"]
    headers = {"Authorization": f"Bearer {made['token']}"}
    address = f"{server.url.replace('http', 'ws', 1)}/api/v1/tables/{table}/live"
    with _program(server, made["token"]) as program, connect(address, additional_headers=headers) as socket:
        assert program.get("/me").json()["id"] == ada.id
        assert '"choices"' in socket.recv(20)
        assert bob.http.delete(f"/api/v1/tokens/{made['id']}").status_code == 404
        assert ada.http.delete(f"/api/v1/tokens/{made['id']}").status_code == 204
        assert '"recalled"' in socket.recv(20)
        assert program.get("/me").json()["code"] == "unknown-token"
    assert ada.get("/tokens").json() == []
    assert ada.get("/me").status_code == 200
