"""Strangers: foreign pages, forged cookies, floods and nonsense are refused politely."""

from __future__ import annotations

from contextlib import suppress

import httpx
import pytest
from server_running import Running
from websockets.exceptions import ConnectionClosed, InvalidStatus


def test_a_cookie_is_out_of_reach_of_scripts_and_other_sites(server):
    answer = server.client(None).post("/guest", {"name": "Ada"})
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie


def test_a_forged_cookie_is_nobody(server):
    client = server.client(None)
    for forged in ("abc", "abc.def", "." * 50, "x" * 3000):
        client.http.cookies.set("parapegma", forged)
        assert client.get("/me").status_code == 401


def test_a_page_of_another_site_cannot_act_in_my_name(server):
    ada = server.client()
    for origin in ("http://evil.example", "null"):
        answer = ada.http.post("/api/v1/tables", json={"game": "ophiuchus"}, headers={"Origin": origin})
        assert (answer.status_code, answer.json()["code"]) == (403, "foreign-origin")
    del ada.http.headers["Origin"]
    assert ada.post("/tables", {"game": "ophiuchus"}).json()["code"] == "foreign-origin"


def test_a_page_of_another_site_cannot_open_a_websocket(server):
    ada = server.client()
    table = ada.open("ophiuchus", seats=["me", "me"])["id"]
    with pytest.raises(InvalidStatus) as refused, ada.live(table, origin="http://evil.example"):
        pass
    assert refused.value.response.status_code == 403


def test_every_answer_forbids_foreign_script(server):
    for path in ("/health", "/api/v1/games", "/nowhere", "/api/schema/openapi.json"):
        answer = httpx.get(server.url + path)
        assert "script-src 'self'" in answer.headers["content-security-policy"], path
        assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/tables", {"game": "chess"}, 422),
        ("/tables", {"game": "ophiuchus", "players": 9}, 422),
        ("/tables", {"game": "ophiuchus", "seats": ["me", "grandmaster"]}, 422),
        ("/tables", {"game": "ophiuchus", "options": {"nonsense": 1}}, 422),
        ("/tables", {"game": "ophiuchus", "surprise": 1}, 400),
        ("/tables", {"players": 2}, 400),
        ("/tables/nosuchtable/join", {}, 404),
        ("/guest", {"name": ""}, 400),
        ("/guest", {"name": "\u202e"}, 422),
        ("/nowhere", {}, 404),
    ],
)
def test_bad_requests_are_told_what_is_wrong(server, path, body, status):
    answer = server.client().post(path, body)
    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["code"]
    assert answer.json()["detail"]


def test_a_body_that_is_too_large_is_not_read(server):
    answer = server.client().post("/guest", {"name": "x" * 100_000})
    assert answer.status_code == 413


@pytest.mark.parametrize("body", ['{"a":' * 3_000, '{"type":' + "[" * 8_000, '{"name":' + "[" * 8_000])
def test_a_body_that_is_nested_too_deeply_is_refused(server, body):
    ada = server.client()
    for path in ("/api/v1/guest", "/api/v1/tables", "/api/v1/tables/abc/commands"):
        answer = ada.http.post(path, content=body, headers={"Content-Type": "application/json"})
        assert (answer.status_code, answer.json()["code"]) == (400, "not-understood")


def test_what_is_asked_for_is_one_of_three_words_and_nothing_after_it(server):
    ada = server.client()
    table = ada.open("ophiuchus", seats=["me", "me"])["id"]
    assert ada.command(table, "ask", what="pause\n").json()["code"] == "not-understood"
    assert (
        ada.post(f"/tables/{table}/commands", {"type": "ask", "key": "k\n", "what": "end"}).status_code == 400
    )
    assert ada.command(table, "ask", what="pause").status_code == 200


def test_nonsense_on_a_websocket_is_refused_and_then_ends_it(server):
    ada = server.client()
    table = ada.open("ophiuchus", seats=["me", "me"])["id"]
    with ada.live(table) as live:
        for nonsense in ("", "{", "[]", '{"type":"dance"}'):
            live.send(nonsense)
            assert live.until("refused")["problem"]["code"] == "not-understood"
        live.send('{"type":"ping"}')
        assert live.until("pong")
        live.send('{"type":"act"}')
        assert live.until("goodbye")["code"] == "malformed"
        with pytest.raises(ConnectionClosed):
            live.next()
    assert ada.look(table)["number"] > 0


def test_a_flood_is_slowed_down(tmp_path):
    limits = {"PARAPEGMA_RATE": "1", "PARAPEGMA_BURST": "8"}
    with Running(tmp_path, **limits) as server:
        ada = server.client()
        table = ada.open("ophiuchus", seats=["me", "me"])["id"]
        answers = [ada.command(table, "act", seen=0, actions=[0]).status_code for _ in range(12)]
        assert answers[0] == 409
        assert answers[-1] == 429


def test_visitors_of_one_household_share_a_limit_over_websockets(server_with):
    server = server_with(PARAPEGMA_RATE="0.001", PARAPEGMA_BURST="20")
    table = server.client().open("ophiuchus", seats=["me", "me"])["id"]
    with server.client(None).live(table) as first, server.client(None).live(table) as second:
        for _ in range(30):
            first.send('{"type":"ping"}')
        assert first.until("refused")["problem"]["code"] == "too-many-requests"
        second.send('{"type":"ping"}')
        assert second.until("refused")["problem"]["code"] == "too-many-requests"


@pytest.mark.parametrize("name", ["Eve", None], ids=["guest", "visitor"])
def test_whoever_goes_on_flooding_a_table_is_parted_from(server_with, name):
    """With the limits that a server has of itself."""
    server = server_with(
        PARAPEGMA_RATE="20", PARAPEGMA_BURST="60", PARAPEGMA_ADDRESS_RATE="100", PARAPEGMA_ADDRESS_BURST="400"
    )
    table = server.client().open("ophiuchus", seats=["me", "me"])["id"]
    with server.client(name).live(table) as live:
        with suppress(ConnectionClosed):
            for _ in range(50_000):
                live.send('{"type":"ping"}')
        told = []
        with suppress(ConnectionClosed):
            while True:
                told.append(live.next())
        assert told[-1]["type"] == "goodbye"
        assert told[-1]["code"] == "too-many-requests"
        assert live.socket.close_code == 1008
        assert sum(message["type"] == "refused" for message in told) < 1_000
    assert httpx.get(f"{server.url}/health").status_code == 200


def test_lists_of_tables_have_their_price(server_with):
    server = server_with(PARAPEGMA_RATE="0.001", PARAPEGMA_BURST="20")
    eve = server.client("Eve")
    codes = [eve.get("/tables", which="watch").status_code for _ in range(6)]
    assert codes == [200, 200, 200, 200, 429, 429]
