"""Session cookies: signed, unreadable for scripts, and those of older servers still good."""

from __future__ import annotations

import hashlib
import hmac
import sqlite3
from contextlib import closing

import pytest
from alembic import command
from server_running import Running
from sqlalchemy import create_engine

from parapegma.server.people.identity import Identities
from parapegma.server.store.database import migrations
from parapegma.server.store.secrets import Secrets
from parapegma.testing.survival.process import ServerProcess

SESSION = "abcdefgh23456789abcd"


@pytest.fixture
def identities():
    return Identities(None, Secrets(None, "a secret"))


def test_a_cookie_that_we_signed_names_its_session(identities):
    cookie = identities.sign(SESSION)
    assert cookie.startswith(f"{SESSION}.")
    assert identities.verified(cookie) == SESSION


def test_a_cookie_of_an_older_server_is_still_good(identities):
    signature = hmac.new(b"a secret", f"session {SESSION}".encode(), hashlib.sha256).hexdigest()
    assert identities.verified(f"{SESSION}.{signature}") == SESSION


@pytest.mark.parametrize(
    "change",
    [
        lambda cookie: cookie[:-1] + ("A" if cookie[-1] != "A" else "B"),
        lambda cookie: "b" + cookie[1:],
        lambda cookie: cookie.partition(".")[0],
        lambda cookie: cookie.partition(".")[0] + ".",
        lambda cookie: cookie.partition(".")[0] + "." + "0" * 64,
        lambda cookie: cookie.partition(".")[0] + "." + "é" * 64,
        lambda cookie: cookie + "." + cookie,
        lambda cookie: "",
    ],
)
def test_no_other_cookie_is_believed(identities, change):
    assert identities.verified(change(identities.sign(SESSION))) is None


def test_another_secret_signs_otherwise(identities):
    other = Identities(None, Secrets(None, "another secret"))
    assert other.verified(identities.sign(SESSION)) is None


def test_scripts_and_other_sites_do_not_get_the_cookie_and_logging_in_makes_a_new_one(server):
    ada = server.client()
    first = ada.http.cookies["parapegma"]
    login = {"login": "Ada of the cookies", "passphrase": "five planets wander"}
    assert ada.post("/account", login).status_code == 201
    answer = ada.post("/login", login)
    headers = [value for name, value in answer.headers.multi_items() if name == "set-cookie"]
    (header,) = [value for value in headers if value.startswith("parapegma=")]
    assert "HttpOnly" in header
    assert "SameSite=lax" in header
    assert ada.http.cookies["parapegma"] != first


@pytest.mark.on_postgres_too
def test_a_guest_who_becomes_an_account_gets_a_new_session(server):
    ada, seen = server.client(), server.client(None)
    seen.http.cookies.set("parapegma", ada.http.cookies["parapegma"])
    assert seen.get("/me").status_code == 200
    login = {"login": f"Ada {ada.id}", "passphrase": "five planets wander"}
    assert ada.post("/account", login).status_code == 201
    assert ada.get("/me").json()["account"] is True
    assert seen.get("/me").status_code == 401, "the guest's cookie opens no account"


def test_the_database_holds_nothing_that_lets_anyone_in(tmp_path):
    with Running(tmp_path) as server:
        cookie = server.client().http.cookies["parapegma"]
        session, signature = cookie.split(".")
        secret = (tmp_path / "tables.db.secret").read_text("ascii").strip()
        assert (tmp_path / "tables.db.secret").stat().st_mode & 0o077 == 0
        with closing(sqlite3.connect(tmp_path / "tables.db")) as database:
            dump = "\n".join(database.iterdump())
    assert len(secret) == 64
    for word in (session, signature, secret):
        assert word not in dump


def test_sessions_and_the_secret_of_an_older_server_go_on(tmp_path):
    with Running(tmp_path) as server:
        cookie = server.client().http.cookies["parapegma"]
    session = cookie.partition(".")[0]
    file = tmp_path / "tables.db.secret"
    engine = create_engine(f"sqlite:///{tmp_path / 'tables.db'}")
    with engine.begin() as connection:
        command.downgrade(migrations(connection), "0006a")
    engine.dispose()
    with closing(sqlite3.connect(tmp_path / "tables.db")) as database, database:
        # As the schema before kept them.
        database.execute("UPDATE sessions SET id = ?", (session,))
        database.execute("INSERT INTO secrets VALUES ('cookie', ?)", (file.read_text("ascii").strip(),))
        database.execute("DELETE FROM secrets WHERE name = 'cookie-check'")
        database.execute("UPDATE alembic_version SET version_num = '0005a'")
    file.unlink()
    with Running(tmp_path) as server:
        client = server.client(None)
        client.http.cookies.set("parapegma", cookie)
        assert client.get("/me").status_code == 200
        with closing(sqlite3.connect(tmp_path / "tables.db")) as database:
            assert database.execute("SELECT count(*) FROM secrets WHERE name = 'cookie'").fetchone() == (0,)
    # Another machine, without the file of the first.
    file.write_text("x" * 64)
    other = ServerProcess(tmp_path)
    other.launch()
    assert other.process.wait(120) != 0
    assert "is not the secret with which this database was used before" in other.log
    assert "Traceback" not in other.log
