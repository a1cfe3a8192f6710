"""What ``parapegma admin`` does about people, old tables, and moving to another database."""

from __future__ import annotations

import json
import sqlite3
import time
from contextlib import closing

import pytest
from server_clients import played_out
from server_running import Running

PHRASE = "five planets wander"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Running(tmp_path_factory.mktemp("people")) as running:
        yield running
        assert '"level": "error"' not in running.log, running.log


@pytest.fixture
def admin(parapegma, server):
    def run(*words):
        return parapegma("admin", *words, "--database", server.environment["PARAPEGMA_DATABASE"])

    return run


def an_account(server, name):
    client = server.client(name)
    kept = client.post("/account", {"login": name, "passphrase": PHRASE})
    assert kept.status_code < 300, kept.text
    return client


def until(happened):
    """Wait for what a running server finds out by itself."""
    limit = time.monotonic() + 60
    while not happened():
        assert time.monotonic() < limit
        time.sleep(0.2)


def log_in(server, name, phrase):
    return server.client(None).post("/login", {"login": name, "passphrase": phrase}).status_code


def test_a_forgotten_passphrase_is_replaced_and_sessions_end(admin, server):
    ada = an_account(server, "ada")
    listed = admin("accounts")
    assert (listed.returncode, " ada  0 tables" in listed.stdout) == (0, True), listed.stderr
    answer = admin("passphrase", "ada")
    assert answer.returncode == 0, answer.stderr
    phrase = answer.stdout.partition(" is ")[2].partition(";")[0]
    assert log_in(server, "ada", PHRASE) == 401
    assert log_in(server, "ada", phrase) < 300
    # Also a server that was not told finds out within seconds.
    until(lambda: ada.get("/me").status_code == 401)
    assert admin("passphrase", "nobody").returncode == 2


def test_whoever_is_banned_comes_in_no_more_until_it_is_lifted(admin, server):
    an_account(server, "mallory")
    guest = server.client("Troll")
    assert admin("ban", "mallory").returncode == 0
    assert admin("ban", guest.id).returncode == 0
    until(lambda: guest.get("/me").status_code == 401)
    assert log_in(server, "mallory", PHRASE) == 401
    assert "banned" in admin("accounts").stdout
    phrase = admin("passphrase", "mallory").stdout.partition(" is ")[2].partition(";")[0]
    assert log_in(server, "mallory", phrase) < 300


def test_a_line_of_chat_goes(admin, server):
    ada = server.client()
    table = ada.open("ophiuchus", seats=["me", "me"])["id"]
    said = ada.post(f"/tables/{table}/chat", {"text": "something nasty", "key": "k"})
    assert said.status_code < 300, said.text
    assert admin("remove-line", table, "1").returncode == 0
    assert "something nasty" not in ada.get(f"/tables/{table}/chat").text
    assert admin("remove-line", table, "9").returncode == 2


def test_old_tables_and_guests_are_forgotten_and_running_games_stay(admin, server, parapegma, tmp_path):
    ada, bob = server.client("Ann"), server.client("Ben")
    over = ada.open("ophiuchus", seats=["me", "me"])["id"]
    played_out(ada, over)
    running = bob.open("ophiuchus", seats=["me", "me"])["id"]
    server.client("Nobody at all")
    copy = tmp_path / "copy.db"
    assert admin("backup", str(copy)).returncode == 0
    with closing(sqlite3.connect(copy)) as opened, opened:
        # As if all of it had been two years ago.
        opened.execute("UPDATE tables SET changed_at = 1000")
        opened.execute("UPDATE sessions SET seen_at = 1000")
        opened.execute("UPDATE people SET created_at = 1000")
    url = f"sqlite:///{copy}"
    assert parapegma("admin", "purge", "--database", url).returncode == 2
    done = parapegma("admin", "purge", "--tables", "30", "--guests", "30", "--database", url)
    assert done.returncode == 0, done.stderr
    with closing(sqlite3.connect(copy)) as opened:
        tables = [row[0] for row in opened.execute("SELECT id FROM tables")]
        names = {row[0] for row in opened.execute("SELECT name FROM people WHERE login IS NULL")}
        broken = opened.execute("PRAGMA foreign_key_check").fetchall()
    assert running in tables
    assert over not in tables
    assert "Ben" in names
    assert not names & {"Ann", "Nobody at all"}
    assert broken == []
    told = parapegma("admin", "statistics", "--database", url).stdout
    assert "tables of ophiuchus, running" in told
    assert "tables of ophiuchus, over" not in told


def test_everything_moves_to_postgresql_and_games_go_on_there(admin, server, parapegma, postgres, tmp_path):
    ada = an_account(server, "mover")
    table = ada.open("ophiuchus", seats=["me", "me"])["id"]
    played_out(ada, table, most=6)
    stand = ada.look(table)
    copy = tmp_path / "copy.db"
    assert admin("backup", str(copy)).returncode == 0
    url = postgres.new_database()
    moved = parapegma("admin", "move", url, "--database", f"sqlite:///{copy}")
    assert moved.returncode == 0, moved.stderr
    again = parapegma("admin", "move", url, "--database", f"sqlite:///{copy}")
    assert (again.returncode, "is not empty" in again.stderr) == (2, True)
    secret = server.environment.get("PARAPEGMA_SECRET")
    folder = tmp_path / "there"
    folder.mkdir()
    environment = {"PARAPEGMA_DATABASE": url, **({"PARAPEGMA_SECRET": secret} if secret else {})}
    with Running(folder, **environment) as there:
        mover = there.client(None)
        assert mover.post("/login", {"login": "mover", "passphrase": PHRASE}).status_code < 300
        found = mover.look(table)
        assert json.dumps(found["view"]) == json.dumps(stand["view"])
        choice = found["choices"][0]["number"]
        assert mover.command(table, "act", seen=found["number"], actions=[choice]).status_code == 200


def test_after_a_move_the_server_starts_with_the_secret_that_the_move_names(tmp_path, parapegma, postgres):
    here, there = tmp_path / "here", tmp_path / "there"
    for folder in (here, there):
        folder.mkdir()
    with Running(here) as server:
        assert "PARAPEGMA_SECRET" not in server.environment
        ada = server.client("Ada")
        table = ada.open("ophiuchus", seats=["me", "me"])["id"]
    url = postgres.new_database()
    moved = parapegma("admin", "move", url, "--database", f"sqlite:///{here / 'tables.db'}")
    assert moved.returncode == 0, moved.stderr
    name, _, file = moved.stdout.splitlines()[-1].rpartition(" ")[2].partition("=")
    assert name == "PARAPEGMA_SECRET_FILE"
    with Running(there, PARAPEGMA_DATABASE=url, PARAPEGMA_SECRET="", **{name: file}) as server:
        again = server.client(None)
        again.http.cookies.update(ada.http.cookies)
        # Nobody has to log in again.
        choice = again.look(table)["choices"][0]["number"]
        assert (
            again.command(table, "act", seen=again.look(table)["number"], actions=[choice]).status_code == 200
        )
