"""Accounts: a guest stays who he is, comes from elsewhere, sees all that is kept, and leaves for good."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
from contextlib import closing

import pytest
from argon2 import PasswordHasher, extract_parameters
from server_postgres import rows_of
from server_running import Running

from parapegma.server.people import passphrases
from parapegma.server.people.passphrases import Passphrases
from parapegma.server.store.schema import metadata

PHRASE = "five planets wander slowly"


def _account(server, login, name="Ada"):
    client = server.client(name)
    answer = client.post("/account", {"login": login, "passphrase": PHRASE})
    assert answer.status_code == 201, answer.text
    return client


def _log_in(server, login, phrase=PHRASE):
    client = server.client(None)
    return client, client.post("/login", {"login": login, "passphrase": phrase})


@pytest.mark.on_postgres_too
def test_a_guest_keeps_name_and_tables_as_an_account(server):
    ada = server.client("Ada")
    table = ada.open("ophiuchus", seats=["me", "me"])["id"]
    assert ada.post("/account", {"login": "Ada Keeps", "passphrase": PHRASE}).json()["account"] is True
    assert ada.get("/me").json()["account"] is True
    elsewhere, answer = _log_in(server, "ada  KEEPS")
    assert answer.status_code == 200
    assert answer.json()["id"] == ada.id
    assert elsewhere.look(table)["table"]["seats"][0]["mine"] is True


def test_whoever_is_called_otherwise_sits_down_under_the_new_name(server):
    ada = server.client("Guest 1")
    before = ada.open("ophiuchus", seats=["me", "open"])["id"]
    renamed = ada.http.put("/api/v1/me", json={"name": "  Ada   L. "})
    assert renamed.json()["name"] == "Ada L."
    assert ada.get("/me").json()["name"] == "Ada L."
    assert ada.open("ophiuchus", seats=["me", "open"])["seats"][0]["name"] == "Ada L."
    assert ada.look(before)["table"]["seats"][0]["name"] == "Guest 1"
    assert ada.http.put("/api/v1/me", json={"name": "\u202e"}).json()["code"] == "name"


def test_wrong_names_and_passphrases_are_refused_alike(server):
    _account(server, "ada-refused")
    _, wrong = _log_in(server, "ada-refused", "six planets wander slowly")
    _, unknown = _log_in(server, "nobody-at-all")
    assert wrong.status_code == unknown.status_code == 401
    assert wrong.json() == unknown.json()


def test_an_unknown_name_is_checked_with_as_much_effort_as_a_known_one(monkeypatch):
    checked = []

    class Hasher(PasswordHasher):
        def verify(self, kept, phrase):
            checked.append(extract_parameters(kept))
            return super().verify(kept, phrase)

    monkeypatch.setattr(passphrases, "PasswordHasher", Hasher)

    async def main():
        found = Passphrases()
        kept = await found.hashed("five planets wander")
        assert await found.fits(kept, "five planets wander")
        assert not await found.fits(kept, "six planets wander slowly")
        assert not await found.fits(None, "six planets wander slowly")
        found.stop()

    asyncio.run(main())
    known, wrong, unknown = checked
    assert known == wrong == unknown


@pytest.mark.on_postgres_too
def test_weak_passphrases_and_taken_names_are_refused(server):
    ada = _account(server, "ada-taken")
    guest = server.client("Bob")
    for phrase in ("short", "aaaaaaaaaaaaaaaa", "bob-weakbob-weak"):
        answer = guest.post("/account", {"login": "bob-weak", "passphrase": phrase})
        assert (answer.status_code, answer.json()["code"]) == (422, "passphrase"), phrase
    taken = guest.post("/account", {"login": "ADA-taken", "passphrase": PHRASE})
    assert (taken.status_code, taken.json()["code"]) == (409, "name-taken")
    again = ada.post("/account", {"login": "ada-other", "passphrase": PHRASE})
    assert again.json()["code"] == "account-already"


@pytest.mark.on_postgres_too
def test_logging_out_everywhere_ends_every_session_and_connection(server):
    ada = _account(server, "ada-leaves")
    elsewhere, _ = _log_in(server, "ada-leaves")
    table = ada.open("ophiuchus", seats=["me", "me"])["id"]
    with elsewhere.live(table) as live:
        old = dict(elsewhere.http.cookies)
        assert ada.post("/logout-everywhere", {}).status_code == 204
        assert live.until("goodbye")["code"] == "recalled"
    assert elsewhere.get("/me").status_code == 401
    elsewhere.http.cookies.update(old)
    assert elsewhere.get("/me").status_code == 401
    assert ada.get("/me").status_code == 401
    _, answer = _log_in(server, "ada-leaves")
    assert answer.status_code == 200


def test_a_new_passphrase_ends_other_sessions(server):
    ada = _account(server, "ada-changes")
    elsewhere, _ = _log_in(server, "ada-changes")
    wrong = ada.post("/account/passphrase", {"old": "not the right words", "new": PHRASE + "!"})
    assert wrong.json()["code"] == "wrong-passphrase"
    assert ada.post("/account/passphrase", {"old": PHRASE, "new": PHRASE + "!"}).status_code == 200
    assert ada.get("/me").status_code == 200
    assert elsewhere.get("/me").status_code == 401
    assert _log_in(server, "ada-changes")[1].status_code == 401
    assert _log_in(server, "ada-changes", PHRASE + "!")[1].status_code == 200


@pytest.mark.on_postgres_too
def test_everything_about_oneself_can_be_taken_along(server):
    ada, bob = _account(server, "ada-export"), server.client("Bob")
    table = ada.open("ophiuchus", players=2)["id"]
    bob.join(table)
    mover = ada if ada.look(table).get("choices") else bob
    number = mover.look(table)["number"]
    action = mover.look(table)["choices"][0]["number"]
    assert mover.command(table, "act", seen=number, actions=[action]).status_code == 200
    assert ada.post(f"/tables/{table}/chat", {"key": "1", "text": "hello Bob"}).status_code == 201
    assert bob.post(f"/tables/{table}/chat", {"key": "1", "text": "hello Ada"}).status_code == 201
    assert ada.post("/mutes", {"table": table, "line": 2}).status_code == 201
    token = ada.post("/tokens", {"name": "my bot", "scopes": ["play"]}).json()
    taken = ada.get("/account/export")
    assert taken.status_code == 200
    everything = taken.json()
    assert everything["person"]["login"] == "ada-export"
    assert everything["person"]["name"] == "Ada"
    assert [each["revoked_at"] is None for each in everything["sessions"]] == [False, True], (
        "the guest's ended"
    )
    assert [(t["name"], t["scopes"]) for t in everything["tokens"]] == [("my bot", ["play"])]
    assert [line["text"] for line in everything["chat"]] == ["hello Bob"]
    assert [muted["name"] for muted in everything["muted"]] == ["Bob"]
    assert everything["push_subscriptions"] == []
    (told,) = everything["tables"]
    assert (told["id"], told["seats"], told["opened_by_me"]) == (table, [0], True)
    acted = [event for event in told["events"] if event["kind"] == "acted"]
    assert [event["actions"] for event in acted] == ([[action]] if mover is ada else [])
    for secret in (token["token"], "argon2", "digest", PHRASE, *ada.http.cookies.values()):
        assert secret not in taken.text


@pytest.mark.on_postgres_too
def test_leaving_for_good_leaves_nothing_but_other_peoples_games(tmp_path, database_settings):
    chance = random.Random(4)
    with Running(tmp_path, **database_settings) as server:
        ada, bob = _account(server, "zenobia-login", "Zenobia"), server.client("Bob")
        shared = ada.open("ophiuchus", players=2)["id"]
        bob.join(shared)
        alone = ada.open("ophiuchus", seats=["me", "me"])["id"]
        for n in range(30):
            ada.post(
                f"/tables/{shared}/chat", {"key": str(n), "text": f"{n}: " + "a secret of Zenobia " * 20}
            )
        ada.post("/tokens", {"name": "zenobias-bot", "scopes": ["play"]})
        refused = ada.post("/account/delete", {"passphrase": "not the right words"})
        assert refused.json()["code"] == "wrong-passphrase"
        with bob.live(shared) as at_bob:
            assert ada.post("/account/delete", {"passphrase": PHRASE}).status_code == 204
            # A bot plays on in the empty seat.
            while sum(event.get("data", {}).get("bot") is not None for event in at_bob.events) < 4:
                if at_bob.choices:
                    at_bob.act_at_random(chance)
                else:
                    at_bob.next()
        assert ada.get("/me").status_code == 401
        assert _log_in(server, "zenobia-login")[1].status_code == 401
        names = [(seat["name"], seat["gone"]) for seat in bob.look(shared)["table"]["seats"]]
        assert names == [("Someone who left", True), ("Bob", False)]
        assert bob.get(f"/tables/{shared}/chat").json() == []
        assert bob.get(f"/tables/{alone}").status_code == 404
        assert [t["id"] for t in bob.get("/tables", which="mine").json()] == [shared]
        server.stop()
        dump, files = _everything_kept(server.database, tmp_path)
        assert "Someone who left" in dump
        for trace in ("Zenobia", "zenobia", "secret of"):
            assert trace not in dump
            assert trace.encode() not in files
        assert "Zenobia" not in server.log
        assert '"level": "error"' not in server.log, server.log


def _everything_kept(database, folder):
    """All rows of a database as text; of SQLite also the bytes of its files, where more might linger."""
    if not database.startswith("sqlite"):
        return str([rows_of(database, f"SELECT * FROM {table}") for table in metadata.tables]), b""
    with closing(sqlite3.connect(folder / "tables.db")) as opened:
        dump = "\n".join(opened.iterdump())
    return dump, b"".join(path.read_bytes() for path in folder.glob("tables.db*"))


def test_what_is_exported_is_plain_data(server):
    guest = server.client("Guest")
    everything = guest.get("/account/export").json()
    assert everything["person"]["login"] is None
    assert json.loads(json.dumps(everything)) == everything
    assert guest.post("/account/delete", {}).status_code == 204
    assert guest.get("/me").status_code == 401


def test_every_place_that_names_a_person_is_thought_of():
    """Whoever adds one adds it to the export and to leaving for good, then here."""
    naming = {
        f"{table.name}.{column.name}"
        for table in metadata.tables.values()
        for column in table.columns
        if any(key.column.table.name == "people" for key in column.foreign_keys)
    }
    assert naming == {
        "chat.person_id",
        "daily_games.person_id",
        "mutes.muted_id",
        "mutes.person_id",
        "notices.person_id",
        "push_subscriptions.person_id",
        "seats.person_id",
        "sessions.person_id",
        "tables.created_by",
        "told_turns.person_id",
        "tokens.person_id",
    }
