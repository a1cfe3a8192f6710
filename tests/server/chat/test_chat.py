"""Chat: those who may, read and write; nobody is flooded; nothing of it is logged."""

from __future__ import annotations

import sqlite3
import time

import pytest
from server_running import Running

from parapegma.server.chat.words import plain
from parapegma.server.problems import Problem


def _say(client, table, text, key=None):
    return client.post(f"/tables/{table}/chat", {"key": key or str(time.monotonic_ns()), "text": text})


def _texts(client, table, **query):
    return [line["text"] for line in client.get(f"/tables/{table}/chat", **query).json()]


def _pair(server, **settings):
    ada, bob = server.client("Ada"), server.client("Bob")
    table = ada.open("ophiuchus", players=2, settings=settings)["id"]
    bob.join(table)
    return ada, bob, table


@pytest.mark.on_postgres_too
def test_what_is_said_reaches_everyone_at_the_table(server):
    ada, bob, table = _pair(server)
    eve = server.client(None)
    with ada.live(table) as at_ada, bob.live(table) as at_bob, eve.live(table) as at_eve:
        at_ada.send({"type": "say", "key": "1", "text": "  good luck,\n Bob "})
        assert at_ada.until("said") == {"type": "said", "key": "1", "number": 1}
        for live, mine in ((at_ada, True), (at_bob, False), (at_eve, False)):
            (line,) = live.until("chat")["lines"]
            assert (line["number"], line["name"], line["seats"], line["mine"]) == (1, "Ada", [0], mine)
            assert line["text"] == "good luck, Bob"


@pytest.mark.on_postgres_too
def test_whoever_comes_later_finds_what_was_said(server):
    ada, bob, table = _pair(server)
    for n in range(3):
        _say(ada, table, f"line {n}")
    with bob.live(table) as live:
        assert [line["text"] for line in live.until("chat")["lines"]] == ["line 0", "line 1", "line 2"]
    with bob.live(table, chat=2) as live:
        assert [line["text"] for line in live.until("chat")["lines"]] == ["line 2"]
    assert _texts(bob, table) == ["line 0", "line 1", "line 2"]
    assert _texts(bob, table, after=1) == ["line 1", "line 2"]


@pytest.mark.on_postgres_too
def test_a_line_that_is_sent_twice_is_written_once(server):
    ada, _, table = _pair(server)
    first, again = _say(ada, table, "once", "same"), _say(ada, table, "once", "same")
    assert first.json() == again.json() == {"number": 1}
    assert _texts(ada, table) == ["once"]


def test_the_table_decides_who_may_write(server):
    eve, visitor = server.client("Eve"), server.client(None)
    for policy, seated, watching in (
        ("players", 201, 403),
        ("everyone", 201, 201),
        ("off", 403, 403),
    ):
        ada, _, table = _pair(server, chat=policy)
        assert _say(ada, table, "hello").status_code == seated
        assert _say(eve, table, "hello").status_code == watching
        assert _say(visitor, table, "hello").status_code == 401
    ada, _, hidden = _pair(server, chat="everyone", spectators=False)
    _say(ada, hidden, "just us")
    assert _say(eve, hidden, "hello").status_code == 404
    assert eve.get(f"/tables/{hidden}/chat").status_code == 404


@pytest.mark.on_postgres_too
def test_the_muted_are_not_heard(server):
    ada, bob, table = _pair(server)
    _say(bob, table, "first")
    assert [m["name"] for m in ada.post("/mutes", {"table": table, "line": 1}).json()] == ["Bob"]
    assert _texts(ada, table) == []
    with ada.live(table) as live:
        _say(bob, table, "second")
        _say(ada, table, "third")
        assert [line["text"] for line in live.until("chat")["lines"]] == ["third"]
    assert _texts(bob, table) == ["first", "second", "third"]
    (muted,) = ada.get("/mutes").json()
    assert ada.http.delete(f"/api/v1/mutes/{muted['id']}").status_code == 204
    assert _texts(ada, table) == ["first", "second", "third"]
    assert bob.post("/mutes", {"table": table, "line": 1}).json()["code"] == "yourself"


def test_spectators_who_lag_behind_hear_late(server):
    ada, bob, table = _pair(server, delay=4)
    eve = server.client("Eve")
    with bob.live(table) as at_bob, eve.live(table) as at_eve:
        said = time.monotonic()
        _say(ada, table, "my plan")
        at_bob.until("chat")
        assert _texts(eve, table) == []
        at_eve.until("chat")
        assert time.monotonic() - said >= 4
    assert _texts(eve, table) == ["my plan"]


def test_long_empty_and_hurried_lines_are_refused(tmp_path):
    with Running(tmp_path, PARAPEGMA_CHAT_BURST="3") as server:
        ada, _, table = _pair(server)
        assert _say(ada, table, "x" * 501).status_code == 400
        assert _say(ada, table, "\u202e\u0007 ").json()["code"] == "empty"
        answers = [_say(ada, table, f"line {n}").status_code for n in range(5)]
        assert answers[:3] == [201, 201, 201]
        assert answers[-1] == 429
        with ada.live(table) as live:
            live.send({"type": "say", "key": "9", "text": "again"})
            assert live.until("refused")["problem"]["code"] == "too-many-requests"


def test_no_line_is_ever_logged_even_when_something_breaks(tmp_path):
    with Running(tmp_path, PARAPEGMA_LOG_LEVEL="debug") as server:
        ada, bob, table = _pair(server)
        with bob.live(table) as live:
            _say(ada, table, "a confidence of Ada's")
            live.until("chat")
            live.send({"type": "say", "key": "1", "text": "a confidence of Bob's"})
            live.until("said")
        broken = sqlite3.connect(tmp_path / "tables.db", timeout=20)
        broken.execute("ALTER TABLE chat RENAME COLUMN text TO words")
        broken.commit()
        broken.close()
        assert _say(ada, table, "another confidence").status_code == 500
        assert '"level": "error"' in server.log
        assert "confidence" not in server.log


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("a\tb\n\nc", "a b c"),
        ("e\u0301", "\u00e9"),
        ("turn\u202eround", "turnround"),
        ("\U0001f468\u200d\U0001f467", "\U0001f468\u200d\U0001f467"),
        ("<b>&amp;", "<b>&amp;"),
    ],
)
def test_a_line_is_plain_text(written, kept):
    assert plain(written) == kept


def test_nothing_to_read_is_nothing_to_write():
    for nothing in ("", "   ", "\x00\x1b"):
        with pytest.raises(Problem):
            plain(nothing)
