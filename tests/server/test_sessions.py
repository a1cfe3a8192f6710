"""Session cookies: signed, unreadable for scripts, and those of older servers still good."""

from __future__ import annotations

import hashlib
import hmac

import pytest

from parapegma.server.people.identity import Identities
from parapegma.server.store.secrets import Secrets

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
    (header,) = [value for name, value in answer.headers.multi_items() if name == "set-cookie"]
    assert "HttpOnly" in header
    assert "SameSite=lax" in header
    assert ada.http.cookies["parapegma"] != first
