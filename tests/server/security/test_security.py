"""The walls, stone by stone: headers, limits per person and address, nothing of anyone's in the logs."""

from __future__ import annotations

import json
import secrets

import httpx
import pytest
from server_running import Running
from websockets.exceptions import ConnectionClosed, InvalidStatus

from parapegma.server.security.headers import CONTENT_SECURITY_POLICY


def answers(server):
    """Answers of every kind: granted, refused by a handler, by the framework, by the gate."""
    ada = server.client()
    table = ada.open("ophiuchus", seats=["me", "me"])["id"]
    yield ada.get("/me")
    yield ada.get(f"/tables/{table}")
    yield ada.get(f"/tables/{table}/record")
    yield ada.post("/tables", {"game": "chess"})
    yield ada.post("/guest", {"name": "x" * 100_000})
    yield ada.post("/tables/nosuchtable/join", {})
    yield ada.http.post("/api/v1/guest", content="{")
    yield ada.http.post("/api/v1/tables", json={}, headers={"Origin": "http://evil.example"})
    yield ada.http.patch("/api/v1/me")
    yield ada.http.get("/no/such/<b>place</b>")
    yield server.client(None).get("/me")
    for path in ("/health", "/metrics", "/api/schema/openapi.json"):
        yield ada.http.get(path)


def test_a_websocket_that_is_refused_gets_no_page(server):
    with pytest.raises(InvalidStatus) as refused, server.client().live("nosuchtable"):
        pass
    assert (refused.value.response.status_code, refused.value.response.body) == (403, b"")


def test_every_answer_forbids_scripts_that_are_not_ours(server):
    seen = set()
    for answer in answers(server):
        seen.add(answer.status_code)
        headers = answer.headers
        assert headers["content-security-policy"] == CONTENT_SECURITY_POLICY, answer
        assert headers["x-content-type-options"] == "nosniff"
        assert "html" not in headers["content-type"] or not answer.url.path.startswith("/api")
        assert "server" not in headers
    assert seen >= {200, 400, 401, 403, 404, 405, 409, 413, 422}


def test_no_script_may_stand_in_a_page_itself():
    parts = dict(part.strip().split(" ", 1) for part in CONTENT_SECURITY_POLICY.split(";"))
    assert parts["default-src"] == "'none'"
    # WebAssembly of our own may be compiled, for games in the browser; no text may become a script.
    assert parts["script-src"] == "'self' 'wasm-unsafe-eval'"
    assert parts["style-src"] == "'self'"
    assert "unsafe" not in CONTENT_SECURITY_POLICY.replace("'wasm-unsafe-eval'", "")
    assert parts["frame-ancestors"] == parts["base-uri"] == "'none'"


def test_a_message_that_is_too_large_is_refused_with_the_limit(server):
    ada = server.client()
    table = ada.open("ophiuchus", seats=["me", "me"])["id"]
    with ada.live(table) as live:
        live.send(json.dumps({"type": "say", "key": "k", "text": "x" * 20_000}))
        assert live.until("refused")["problem"]["code"] == "too-large"
        live.send("x" * 50_000)
        with pytest.raises(ConnectionClosed) as closed:
            live.until("never")
        assert closed.value.rcvd.code == 1009


@pytest.fixture(scope="module")
def strict(tmp_path_factory):
    """A server that speaks HTTPS through a proxy, logs everything it can and allows little."""
    with Running(
        tmp_path_factory.mktemp("strict"),
        PARAPEGMA_LOG_LEVEL="debug",
        PARAPEGMA_SECURE_COOKIES="yes",
        PARAPEGMA_RATE="0.01",
        PARAPEGMA_BURST="30",
        PARAPEGMA_ADDRESS_RATE="0.01",
        PARAPEGMA_ADDRESS_BURST="150",
    ) as running:
        yield running


def newcomer(server, name="Ada"):
    """A guest who sends the cookie although the test speaks HTTP."""
    client = server.client(None)
    answer = client.post("/guest", {"name": name})
    cookie = answer.headers["set-cookie"]
    client.http.headers["Cookie"] = cookie.split(";")[0]
    return client, cookie


def test_behind_https_a_cookie_is_sent_over_https_only(strict):
    _, cookie = newcomer(strict)
    parts = {part.strip().lower() for part in cookie.split(";")[1:]}
    assert {"secure", "httponly", "samesite=lax", "path=/"} <= parts
    assert cookie.startswith("__Host-parapegma=")


def test_behind_a_proxy_that_speaks_https_nothing_has_to_be_set(server_with):
    server = server_with(PARAPEGMA_TRUSTED_PROXIES="127.0.0.1")
    client = server.client(None)
    over_tls = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.7"}
    answer = client.http.post("/api/v1/guest", json={"name": "Ada"}, headers=over_tls)
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("__Host-parapegma=")
    assert "Secure" in cookie
    assert answer.headers["strict-transport-security"] == "max-age=31536000"
    value = cookie.split(";")[0].partition("=")[2]

    def who(name, **headers):
        return httpx.get(
            f"{server.url}/api/v1/me", headers={"Cookie": f"{name}={value}", **headers}
        ).status_code

    assert who("__Host-parapegma", **over_tls) == 200
    assert who("parapegma", **over_tls) == 401, "over TLS a neighbour's cookie is nobody's"
    plain = client.post("/guest", {"name": "Ada"})
    assert plain.headers["set-cookie"].startswith("parapegma=")
    assert "strict-transport-security" not in plain.headers


def test_what_people_write_is_never_logged(strict):
    mark = f"zq{secrets.token_hex(6)}"
    ada, cookie = newcomer(strict, mark)
    table = ada.open("ophiuchus", seats=["me", "me"])["id"]
    ada.post(f"/tables/{table}/chat", {"key": mark, "text": f"{mark} <b>{mark}</b>"})
    ada.post("/tables", {"game": mark, "options": {mark: mark}})
    ada.post("/login", {"login": mark, "passphrase": f"{mark} {mark} {mark}"})
    ada.command(table, "act", seen=0, actions=[mark])
    ada.http.post("/api/v1/guest", content=f'{{"{mark}": ')
    ada.http.get(f"/api/v1/{mark}?{mark}={mark}", headers={"User-Agent": mark, "X-Mark": mark})
    ada.http.get(f"/api/v1/tables/{mark}/replay?first={mark}")
    ada.http.get("/api/v1/me", headers={"Authorization": f"Bearer {mark}"})
    with ada.live(table, origin=strict.url) as live:
        live.send(json.dumps({"type": "say", "key": "k", "text": mark}))
        live.send(json.dumps({"type": "act", "key": mark, "seen": 0, "actions": [mark]}))
        live.send(f'{{"type": "{mark}"}}')
        live.send(f'{{"{mark}')
        live.send('{"type":"ping"}')
        live.until("pong")
    log = strict.log
    assert '"message": "ready"' in log
    assert mark not in log
    assert cookie.split("=")[1].split(".")[0] not in log
    assert table not in log


def test_limits_hold_for_each_person_and_for_each_address(strict):
    ada, _ = newcomer(strict, "Ada")
    bob, _ = newcomer(strict, "Bob")
    table = ada.open("ophiuchus", seats=["me", "me"])["id"]
    codes = [ada.command(table, "undo", seen=0).status_code for _ in range(40)]
    assert codes[-1] == 429
    assert bob.open("ophiuchus", seats=["me", "me"])["id"], "another person may still"
    for _ in range(200):
        answer = httpx.get(f"{strict.url}/api/v1/games")
        if answer.status_code == 429:
            break
    assert answer.status_code == 429
    assert answer.json()["code"] == "too-many-requests"
    assert int(answer.headers["retry-after"]) >= 1
    assert answer.headers["content-security-policy"] == CONTENT_SECURITY_POLICY
    assert bob.get("/me").status_code == 429, "whoever comes from that address must wait"
    assert httpx.get(f"{strict.url}/health").status_code == 200
