"""It is your turn: told in the page, by push, by mail, by webhook; once, quietly, and after a restart too."""

from __future__ import annotations

import json
import re
import sqlite3
import time
from types import SimpleNamespace
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from server_receivers import Browser, MailServer, WebServer, body_of, eventually, vapid_claims
from server_running import Running
from websockets.sync.client import connect

from parapegma.server.notify.encryption import seal
from parapegma.server.notify.outbound import OutboundHttp
from parapegma.server.notify.vapid import Vapid, from_base64url
from parapegma.server.problems import Problem

SOON = {
    "PARAPEGMA_NOTICE_DELAY": "0.3",
    "PARAPEGMA_NOTICE_GAP": "60",
    "PARAPEGMA_PRIVATE_ADDRESSES": "yes",
    "PARAPEGMA_PUBLIC_URL": "https://tables.example",
    "PARAPEGMA_PUSH_CONTACT": "mailto:host@tables.example",
    "PARAPEGMA_WEBHOOKS": "yes",
    "PARAPEGMA_MAIL_FROM": "tables@tables.example",
}
TOLD = "Ophiuchus: it is your turn"


@pytest.fixture
def web():
    with WebServer() as server:
        yield server


@pytest.fixture
def post():
    with MailServer() as server:
        yield server


@pytest.fixture(scope="module")
def post_office():
    """The mail server of the table server that most tests here share."""
    with MailServer() as server:
        yield server


@pytest.fixture
def soon(server_with, post_office):
    """A server that tells of turns soon, and of no second one within a minute."""
    return server_with(PARAPEGMA_SMTP=post_office.url, **SOON)


def _webhook(client, web, path="/hook"):
    answer = client.http.put("/api/v1/notices/webhook", json={"address": web.url + path})
    assert answer.status_code == 200, answer.text


def _confirmed(client, post, address="ada@post.example"):
    answer = client.http.put("/api/v1/notices/mail", json={"address": address})
    assert (answer.status_code, answer.json()["email"]) == (200, None), answer.text
    code = re.search(r"Your code is (\w+)", body_of(post.next()))
    assert code is not None
    answer = client.post("/notices/mail/code", {"code": code[1]})
    assert answer.json()["email"] == address


def _waiting_table(server, client, other):
    """A table at which it is the client's turn."""
    table = client.open("ophiuchus", players=2)["id"]
    other.join(table)
    if not client.look(table).get("choices"):
        _pass(other, client, table)
    return table


def _pass(mover, other, table):
    """TableCommand until it is the other's turn."""
    while not other.look(table).get("choices"):
        stand = mover.look(table)
        action = stand["choices"][0]["number"]
        answer = mover.command(table, "act", seen=stand["number"], actions=[action])
        assert answer.status_code == 200, answer.text


@pytest.mark.on_postgres_too
def test_the_page_is_told_at_once_which_tables_wait(server):
    ada, bob = server.client("Ada"), server.client("Bob")
    cookie = "; ".join(f"{name}={value}" for name, value in ada.http.cookies.items())
    address = f"{server.url.replace('http', 'ws', 1)}/api/v1/me/live"
    with connect(address, origin=server.url, additional_headers={"Cookie": cookie}) as page:
        assert json.loads(page.recv(20)) == {"type": "waiting", "tables": []}
        table = _waiting_table(server, ada, bob)
        waiting = json.loads(page.recv(20))["tables"]
        while not waiting:
            waiting = json.loads(page.recv(20))["tables"]
        assert [(t["id"], t["title"]) for t in waiting] == [(table, "Ophiuchus")]
        _pass(ada, bob, table)
        while waiting:
            waiting = json.loads(page.recv(20))["tables"]
        page.send('{"type":"ping"}')
        assert json.loads(page.recv(20))["type"] == "pong"
        page.send('{"type":"act"}')
        assert json.loads(page.recv(20))["code"] == "not-understood"


def test_a_table_that_starts_as_it_is_opened_is_told_too(server):
    ada = server.client("Ada")
    cookie = "; ".join(f"{name}={value}" for name, value in ada.http.cookies.items())
    address = f"{server.url.replace('http', 'ws', 1)}/api/v1/me/live"
    with connect(address, origin=server.url, additional_headers={"Cookie": cookie}) as page:
        assert json.loads(page.recv(20))["tables"] == []
        table = ada.open("ophiuchus", seats=["me", "me"])["id"]
        assert [waiting["id"] for waiting in json.loads(page.recv(20))["tables"]] == [table]


def test_a_browser_gets_a_push_that_only_it_can_read(soon, web):
    ada, bob, browser = soon.client("Ada"), soon.client("Bob"), Browser()
    key = ada.get("/notices").json()["push_key"]
    answer = ada.post("/notices/push", browser.subscription(web.url + "/push/1"))
    assert answer.status_code == 201, answer.text
    table = _waiting_table(soon, ada, bob)
    posted = web.next()
    told = browser.read(posted)
    assert told["text"] == TOLD
    assert [t["id"] for t in told["tables"]] == [table]
    assert TOLD.encode() not in posted.body
    claims = vapid_claims(posted, key)
    assert (claims["aud"], claims["sub"]) == (web.url, "mailto:host@tables.example")
    assert time.time() < claims["exp"] < time.time() + 24 * 3600
    assert posted.headers["ttl"].isdigit()
    assert web.nothing_for(1.5)


def test_a_browser_that_is_gone_is_forgotten(soon, web):
    web.status = 410
    ada, bob = soon.client("Ada"), soon.client("Bob")
    ada.post("/notices/push", Browser().subscription(web.url + "/push/1"))
    _waiting_table(soon, ada, bob)
    web.next()
    eventually(lambda: ada.get("/notices").json()["subscriptions"] == [])


def test_mail_comes_to_an_address_that_was_confirmed(soon, post_office):
    ada, bob = soon.client("Ada"), soon.client("Bob")
    ada.http.put("/api/v1/notices/mail", json={"address": "not-mine@post.example"})
    post_office.next()
    assert ada.post("/notices/mail/code", {"code": "wrongone"}).json()["code"] == "wrong-code"
    table = _waiting_table(soon, ada, bob)
    assert post_office.nothing_for(1.5), "nobody confirmed that address"
    _confirmed(ada, post_office)
    mail = post_office.next()
    assert (mail["To"], mail["Subject"]) == ("ada@post.example", TOLD)
    assert f"https://tables.example/tables/{table}" in body_of(mail)
    ada.http.put("/api/v1/notices/mail", json={"address": None})
    assert ada.get("/notices").json()["email"] is None


def test_a_webhook_is_told_table_and_turn_and_nothing_else(soon, web):
    ada, bob = soon.client("Ada"), soon.client("Bob")
    _webhook(ada, web)
    table = _waiting_table(soon, ada, bob)
    link = f"https://tables.example/tables/{table}"
    told = web.next()
    assert told.path == "/hook"
    assert told.json == {
        "type": "turn",
        "text": TOLD,
        "content": TOLD,
        "language": "en",
        "tables": [{"id": table, "game": "ophiuchus", "title": "Ophiuchus", "url": link, "warned": False}],
    }
    for name in ("Bob", "Ada"):
        assert name.encode() not in told.body


def test_messages_speak_the_language_in_which_someone_reads_the_page(soon, web):
    ada, bob = soon.client("Ada"), soon.client("Bob")
    assert ada.http.put("/api/v1/me/language", json={"language": "tlh"}).status_code == 400
    assert ada.http.put("/api/v1/me/language", json={"language": "it"}).status_code == 204
    _webhook(ada, web)
    _waiting_table(soon, ada, bob)
    told = web.next().json
    assert (told["language"], told["text"]) == ("it", "Ophiuchus: tocca a te")


def test_at_most_one_message_a_minute_and_it_names_all_tables(tmp_path, web):
    with Running(tmp_path, **{**SOON, "PARAPEGMA_NOTICE_GAP": "4"}) as server:
        ada, bob = server.client("Ada"), server.client("Bob")
        _webhook(ada, web)
        first = _waiting_table(server, ada, bob)
        assert [t["id"] for t in web.next().json["tables"]] == [first]
        # Without the minute each of them would be told alone.
        later = {_waiting_table(server, ada, bob) for _ in range(3)}
        told = web.next().json
        assert {t["id"] for t in told["tables"]} == later
        assert told["text"] == "It is your turn at 3 tables"
        assert web.nothing_for(5)


@pytest.mark.on_postgres_too
def test_each_turn_is_told_once_and_the_next_one_again(tmp_path, database_settings, web):
    with Running(tmp_path, **database_settings, **{**SOON, "PARAPEGMA_NOTICE_GAP": "0.5"}) as server:
        ada, bob = server.client("Ada"), server.client("Bob")
        _webhook(ada, web)
        table = _waiting_table(server, ada, bob)
        web.next()
        assert web.nothing_for(2)
        _pass(ada, bob, table)
        _pass(bob, ada, table)
        assert [t["id"] for t in web.next().json["tables"]] == [table]


def test_someone_whose_time_runs_short_is_told_once_more(tmp_path, web):
    with Running(tmp_path, **{**SOON, "PARAPEGMA_NOTICE_GAP": "0.5"}) as server:
        ada, bob = server.client("Ada"), server.client("Bob")
        _webhook(ada, web)
        table = _waiting_table(server, ada, bob)
        assert web.next().json["tables"][0]["warned"] is False
        # As if four fifths of three days had passed.
        database = sqlite3.connect(tmp_path / "tables.db", timeout=20)
        database.execute("UPDATE tables SET warn_at = ? WHERE id = ?", (int(time.time() * 1000), table))
        database.commit()
        database.close()
        told = web.next().json
        assert told["tables"][0]["warned"] is True
        assert told["text"] == TOLD + ", and your time is running short"
        assert web.nothing_for(2)


def test_whoever_looks_is_left_in_peace(soon, web):
    ada, bob = soon.client("Ada"), soon.client("Bob")
    _webhook(ada, web)
    table = ada.open("ophiuchus", players=2)["id"]
    with ada.live(table) as live:
        bob.join(table)
        if not ada.look(table).get("choices"):
            _pass(bob, ada, table)
        assert web.nothing_for(2)
    assert web.nothing_for(2), "she saw it before she left"
    with ada.live(table) as live:
        live.send({"type": "look", "looking": False})
        _pass(ada, bob, table)
        _pass(bob, ada, table)
        assert [t["id"] for t in web.next().json["tables"]] == [table]


def test_a_restart_neither_loses_nor_repeats(tmp_path, post):
    settings = {
        **SOON,
        "PARAPEGMA_SMTP": post.url,
        "PARAPEGMA_NOTICE_GAP": "1",
        "PARAPEGMA_NOTICE_LEASE": "2",
    }
    with Running(tmp_path, **settings) as server:
        ada, bob = server.client("Ada"), server.client("Bob")
        _confirmed(ada, post)
        first = _waiting_table(server, ada, bob)
        assert first in body_of(post.next())
        time.sleep(0.5)
        server.kill()
        server.start()
        assert post.nothing_for(3), "it was told before"
        # Killed in the middle of sending: the mail server has not taken it yet.
        post.hanging, post.asked = True, 0
        second = _waiting_table(server, ada, bob)
        eventually(lambda: post.asked)
        server.kill()
        post.hanging = False
        server.start()
        mail = body_of(post.next())
        assert second in mail
        assert first not in mail
        assert post.nothing_for(3)


def test_what_fails_is_tried_again_later(tmp_path, post):
    post_settings = {**SOON, "PARAPEGMA_SMTP": post.url, "PARAPEGMA_NOTICE_GAP": "1"}
    with Running(tmp_path, **post_settings) as server:
        ada, bob = server.client("Ada"), server.client("Bob")
        _confirmed(ada, post)
        post.failing, post.asked = True, 0
        table = _waiting_table(server, ada, bob)
        eventually(lambda: post.asked)
        post.failing = False
        assert table in body_of(post.next())
        assert "mail failed" in server.log
        assert "post.example" not in server.log


def test_no_secret_is_ever_logged(tmp_path, web, post):
    settings = {**SOON, "PARAPEGMA_SMTP": post.url, "PARAPEGMA_LOG_LEVEL": "debug"}
    phrase = "five planets wander slowly"
    with Running(tmp_path, **settings) as server:
        ada, bob, browser = server.client("Ada"), server.client("Bob"), Browser()
        ada.post("/account", {"login": "ada", "passphrase": phrase})
        server.client(None).post("/login", {"login": "ada", "passphrase": "wrong " + phrase})
        server.client(None).post("/login", {"login": "ada", "passphrase": phrase})
        token = ada.post("/tokens", {"name": "bot", "scopes": ["play"]}).json()["token"]
        subscription = browser.subscription(web.url + "/push/secret-place")
        ada.post("/notices/push", subscription)
        _webhook(ada, web, "/hook/secret-place")
        _confirmed(ada, post)
        with ada.live(_waiting_table(server, bob, ada)):
            pass
        _waiting_table(server, ada, bob)
        web.next()
        web.next()
        post.next()
        secrets = [phrase, token, "secret-place", "ada@post.example", *subscription["keys"].values()]
        for secret in [*secrets, *ada.http.cookies.values(), *bob.http.cookies.values()]:
            assert secret not in server.log


def test_push_needs_no_setting_and_keeps_its_key(tmp_path):
    with Running(tmp_path) as server:
        key = server.client().get("/notices").json()["push_key"]
        assert len(key) > 80
        server.stop()
        server.start()
        assert server.client().get("/notices").json()["push_key"] == key


def test_who_runs_the_server_is_told_to_push_services_only_if_it_is_known():
    kept: Any = SimpleNamespace(vapid="secret")
    for contact, claims in (("", {"aud", "exp"}), ("mailto:me@host.example", {"aud", "exp", "sub"})):
        header = Vapid(kept, contact).authorization("https://push.example/1")
        token = header.partition("t=")[2].partition(",")[0]
        assert set(jwt.decode(token, options={"verify_signature": False})) == claims


def test_ways_that_are_not_set_up_are_not_offered(server_with):
    ada = server_with(PARAPEGMA_PUSH="no").client()
    told = ada.get("/notices").json()
    assert (told["push_key"], told["mail_offered"], told["webhook_offered"]) == (None, False, False)
    assert ada.post("/notices/push", Browser().subscription("https://push.example/1")).status_code == 404
    assert ada.http.put("/api/v1/notices/mail", json={"address": "a@b.example"}).status_code == 404
    assert ada.http.put("/api/v1/notices/webhook", json={"address": "https://b.example"}).status_code == 404


@pytest.mark.parametrize(
    "address",
    ["http://tables.example/", "ftp://a.example/", "https://", "https://u:p@a.example/", "https://a b/", "x"],
)
def test_unfit_addresses_are_refused(address):
    with pytest.raises(Problem, match="https://"):
        OutboundHttp(private=False).checked(address)


def test_the_server_cannot_be_sent_to_its_neighbours(tmp_path, web):
    with Running(tmp_path, **{**SOON, "PARAPEGMA_PRIVATE_ADDRESSES": "no"}) as server:
        ada, bob = server.client("Ada"), server.client("Bob")
        port = web.url.rpartition(":")[2]
        assert ada.http.put("/api/v1/notices/webhook", json={"address": web.url}).status_code == 422
        answer = ada.http.put("/api/v1/notices/webhook", json={"address": f"https://localhost:{port}/"})
        assert answer.status_code == 200
        _waiting_table(server, ada, bob)
        eventually(lambda: "private network" in server.log)
        assert web.nothing_for(0.5)


def test_every_message_is_sealed_with_a_key_of_its_own():
    browser = Browser()
    keys = browser.subscription("https://push.example/1")["keys"]
    public, secret = from_base64url(keys["p256dh"]), from_base64url(keys["auth"])
    first, second = (seal(b"turn", public, secret) for _ in range(2))
    assert browser.unsealed(first) == browser.unsealed(second) == b"turn"
    assert first != second
    assert first[21:86] != second[21:86], "the sender's public key stands there"


def test_a_message_is_sealed_as_in_the_example_of_the_standard():
    """RFC 8291, section 5 and appendix A."""
    private = from_base64url("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")
    sealed = seal(
        b"When I grow up, I want to be a watermelon",
        from_base64url(
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
        ),
        from_base64url("BTBZMqHH6r4Tts7J_aSIgg"),
        ec.derive_private_key(int.from_bytes(private, "big"), ec.SECP256R1()),
        from_base64url("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert sealed == from_base64url(
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
        "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
        "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_what_is_too_long_for_a_push_message_is_not_cut():
    keys = Browser().subscription("https://push.example/1")["keys"]
    public, secret = from_base64url(keys["p256dh"]), from_base64url(keys["auth"])
    with pytest.raises(ValueError, match="4079 bytes"):
        seal(b"." * 4080, public, secret)
