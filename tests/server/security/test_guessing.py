"""Guessing passphrases gets slow; whoever owns an account is never locked out by others' guesses."""

from __future__ import annotations

import asyncio
import re
import threading
from contextlib import ExitStack, suppress

import pytest
from server_receivers import MailServer
from server_running import Running

from parapegma.server.ids import now
from parapegma.server.notify.mail_address import PATTERN
from parapegma.server.people.passphrases import Passphrases
from parapegma.server.problems import Problem
from parapegma.server.security import tries
from parapegma.server.security.login_guard import Devices, LoginGuard
from parapegma.server.security.tries import Tries
from parapegma.server.settings import Settings
from parapegma.server.store.database import Database
from parapegma.server.store.secrets import Secrets

PHRASE = "five planets wander slowly"


def guess(client, login, home, phrase="six planets wander slowly"):
    headers = {"X-Forwarded-For": home}
    body = {"login": login, "passphrase": phrase}
    return client.http.post("/api/v1/login", json=body, headers=headers).status_code


@pytest.mark.on_postgres_too
def test_guesses_of_others_lock_nobody_out(tmp_path, database_settings):
    with Running(
        tmp_path, PARAPEGMA_LOGIN_BURST="2", PARAPEGMA_TRUSTED_PROXIES="127.0.0.1", **database_settings
    ) as server:
        ada = server.client("Ada")
        assert ada.post("/account", {"login": "ada", "passphrase": PHRASE}).status_code == 201
        eve = server.client(None)
        # More than are free for one household, and for the name from everywhere.
        assert {guess(eve, "ada", f"2001:db8:0:{n // 2}::{n}") for n in range(12)} == {401}
        assert guess(server.client(None), "ada", "192.0.2.1", PHRASE) == 200


def test_a_browser_that_is_known_is_counted_by_itself(tmp_path):
    with Running(tmp_path, PARAPEGMA_LOGIN_BURST="1", PARAPEGMA_TRUSTED_PROXIES="127.0.0.1") as server:
        ada, eve = server.client("Ada"), server.client(None)
        ada.post("/account", {"login": "ada", "passphrase": PHRASE})
        assert guess(ada, "ada", "192.0.2.1", PHRASE) == 200
        assert ada.post("/logout", {}).status_code == 204
        # From the same household, under many names: in the end the household has to wait.
        answers = [guess(eve, f"nobody {n}", "192.0.2.1") for n in range(22)]
        assert (answers[0], answers[-1]) == (401, 429)
        assert guess(eve, "ada", "192.0.2.1", PHRASE) == 429
        assert guess(ada, "ada", "192.0.2.1", PHRASE) == 200, "a known browser is not held up"


@pytest.mark.on_postgres_too
def test_processes_count_together_and_by_household(tmp_path, request, database_settings, monkeypatch):
    # However long a busy machine takes, all of it happens in one moment.
    moment = now()
    monkeypatch.setattr(tries, "now", lambda: moment)
    url = database_settings.get("PARAPEGMA_DATABASE", f"sqlite:///{tmp_path / 'tries.db'}")
    settings = Settings(database=url)
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    async def main():
        async with Database(settings) as one, Database(settings) as other:
            guards = [LoginGuard(Tries(base, Secrets(base, "secret")), 2, sleep) for base in (one, other)]
            for n in range(6):
                await guards[n % 2].wait("ada", "home", None)
            assert slept == [0.0, 0.0, 0.5, 1.0, 2.0, 4.0]
            line = await guards[0].wait("ada", "elsewhere", None)
            assert slept[-1] == 0.0
            await guards[0].right(line)
            for n in range(6):
                await guards[n % 2].wait("ada", f"house {n}", None)
            assert slept[-1] == 2.0, "guesses from everywhere slow everyone a little"
            await guards[0].wait("ada", "house 1", "my-browser")
            assert slept[-1] == 0.0
            for n in range(33):
                await guards[n % 2].wait(f"name {n}", "home", None)
            await guards[0].wait("another", "home", None)
            with pytest.raises(Problem):
                await guards[1].wait("another", "home", None)

    asyncio.run(main())


def test_a_browser_knows_only_the_accounts_that_were_used_in_it():
    devices = Devices(Secrets(None, "secret"))
    cookie = devices.with_account(devices.with_account(None, "ada"), "bob")
    assert devices.known(cookie, "ada") == devices.known(cookie, "bob") == cookie.partition(".")[0]
    assert devices.known(cookie, "eve") is None
    assert devices.known("x" * 20 + cookie[20:], "ada") is None
    assert Devices(Secrets(None, "other")).known(cookie, "ada") is None
    for nonsense in (None, "", ".", "a.b.c", "é" * 20, cookie + ".é" + "x" * 31):
        assert devices.known(nonsense, "eve") is None
        assert devices.known(devices.with_account(nonsense, "eve"), "eve")
    many = cookie
    for n in range(20):
        many = devices.with_account(many, f"account {n}")
    assert len(many) < 400


@pytest.mark.parametrize(
    "address",
    ["ada@example.org", "a.b-c+d_e@x.y.example.org", "o'brien@example.org", "x" * 64 + "@example.org"],
)
def test_addresses_of_one_recipient_are_admitted(address):
    assert re.search(PATTERN, address)


@pytest.mark.parametrize(
    "address",
    [
        "ada@example.org,eve", "eve,ada@example.org", "a:ada@example.org;", "<ada@example.org>",
        '"a"@example.org', "ada@example.org\n", "ada(x)@example.org", "ada@[127.0.0.1]", "ada@localhost",
        "victim%other.org@example.org", "other.org!victim@example.org", ".a@example.org", "a@b@c.org",
        "ada@-example.org", "ada@example..org", "x" * 65 + "@example.org", "ada@exämple.org",
        "a;b@example.org", "a..b@example.org", "a b@example.org",
    ],
)  # fmt: skip
def test_anything_that_could_be_several_recipients_is_refused(address):
    assert not re.search(PATTERN, address)


def test_few_codes_are_sent_to_one_mailbox_whoever_asks(tmp_path):
    with ExitStack() as stack:
        post = stack.enter_context(MailServer())
        server = stack.enter_context(
            Running(tmp_path, PARAPEGMA_SMTP=post.url, PARAPEGMA_MAIL_FROM="tables@tables.example")
        )

        def ask(address):
            return (
                server.client("Ada").http.put("/api/v1/notices/mail", json={"address": address}).status_code
            )

        assert ask("bob@post.example,eve@post.example") == 400
        addresses = ["bob@post.example", "Bob@Post.example", "bob+a@post.example", "bob+b@post.example"]
        assert [ask(address) for address in addresses] == [200, 200, 200, 429]
        assert ask("carol@post.example") == 200
        # Each of a person of its own, but all from one household.
        assert [ask(f"someone{n}@post.example") for n in range(20)][-1] == 429


def test_tries_made_at_once_wait_for_each_other(tmp_path):
    """Otherwise a hundred at once would pay one pause."""
    under_way, most, slept = 0, 0, []

    async def sleep(seconds: float) -> None:
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        slept.append(seconds)
        await asyncio.sleep(0)
        under_way -= 1

    async def main():
        async with Database(Settings(database=f"sqlite:///{tmp_path / 'tries.db'}")) as database:
            guard = LoginGuard(Tries(database, Secrets(database, "secret")), 1, sleep)

            async def guess(home: str) -> bool:
                try:
                    async with guard.turn("ada", home, None):
                        return True
                except Problem as refused:
                    return refused.body.status != 429

            tried = await asyncio.gather(*(guess("192.0.2.1") for _ in range(20)))
            assert sum(tried) == 5, "so many wait, and no more"
            assert most == 1
            assert slept == [0.0, 0.5, 1.0, 2.0, 4.0]
            assert await guess("192.0.2.2"), "others do not wait for them"

    asyncio.run(main())


def test_whoever_tries_much_at_once_keeps_nobody_elses_passphrase_waiting():
    async def main():
        found, free, order = Passphrases(), threading.Event(), []

        async def asked(whose: str) -> None:
            with suppress(Problem):
                await found.fits(None, "a guess", whose)
                order.append(whose)

        hogs = [asyncio.create_task(found._work(free.wait, "hog")) for _ in range(2)]
        await asyncio.sleep(0)
        guesses = [asyncio.create_task(asked("eve")) for _ in range(60)]
        await asyncio.sleep(0)
        guesses.append(asyncio.create_task(asked("ada")))
        await asyncio.sleep(0)
        free.set()
        await asyncio.gather(*hogs, *guesses)
        assert order.count("eve") == 8
        assert "ada" in order[:4]
        found.stop()

    asyncio.run(main())
