"""Thousands of hostile messages: connections are closed politely, and others play on undisturbed.

``PARAPEGMA_HOSTILE=100000`` sends so many; ``PARAPEGMA_HOSTILE_SEED`` repeats a run.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import threading
from collections import Counter
from pathlib import Path

import httpx
import pytest
from server_clients import Client
from server_hostile import (
    BINARY,
    CLOSE,
    PING,
    POLITE,
    PONG,
    VIOLATIONS,
    Raw,
    break_rules,
    command,
    in_parts,
    nonsense,
)
from server_running import Running

MESSAGES = int(os.environ.get("PARAPEGMA_HOSTILE", "6000"))
SEED = os.environ.get("PARAPEGMA_HOSTILE_SEED") or f"{random.getrandbits(40):x}"
AT_ONCE = 6
MOST_GROWTH = 8_000_000
"""Bytes by which a server may grow after the first quarter of the messages, however many there are."""
ANSWERS = {"accepted", "refused", "preview", "said", "pong"}


class Honest(threading.Thread):
    """Two people who play one game after another in the midst of it all."""

    def __init__(self, server):
        super().__init__()
        self.ada, self.bob = server.client("Ada"), server.client("Bob")
        self.enough = threading.Event()
        self.games = 0
        self.error = None
        self.table = self._table()

    def _table(self):
        table = self.ada.open("ophiuchus", players=2, settings={"public": True})["id"]
        self.bob.join(table)
        return table

    def run(self):
        try:
            while not self.games or not self.enough.is_set():
                self._play(self.table)
                self.games += 1
                self.table = self._table()
        except BaseException as error:
            self.error = error

    def _play(self, table):
        chance = random.Random(SEED)
        decided = 0
        with self.ada.live(table) as at_ada, self.bob.live(table) as at_bob:
            while at_ada.actor is not None:
                mover, other = (at_ada, at_bob) if at_ada.choices else (at_bob, at_ada)
                mover.act_at_random(chance)
                other.until_number(mover.number)
                decided += 1
        told = self.ada.look(table, since=0)
        assert [event["kind"] for event in told["events"]].count("acted") == decided
        assert told["table"]["status"] == "over"
        assert told["table"]["result"]["why"] == "finished"


class Attack:
    """Those who send, until enough has been sent."""

    def __init__(self, server, honest):
        self.server, self.honest = server, honest
        self.sent = 0
        self.seen = Counter()
        self.memory = []
        """What the server used after each quarter."""
        self.eve = server.client("Eve")
        self.cookie = cookie_of(self.eve)

    async def run(self):
        for quarter in range(1, 5):
            await asyncio.gather(*(self._one_after_another(n, quarter) for n in range(AT_ONCE)))
            self.memory.append(anonymous_bytes(self.server.process.pid))

    async def _one_after_another(self, n, quarter):
        turn = 0
        while self.sent < MESSAGES * quarter / 4:
            seed = f"{SEED} {quarter} {n} {turn}"
            try:
                await self._converse(random.Random(seed))
            except Exception as error:
                raise AssertionError(f"hostile conversation {seed!r}: {error!r}") from error
            turn += 1

    def _where(self, chance):
        """At whose table, and as whom: a stranger, a spectator, or someone at a table of her own."""
        whom = chance.choice(["stranger", "spectator", "player", "page"])
        if whom == "page":
            return "/api/v1/me/live", self.cookie, whom
        if whom != "player":
            return (
                f"/api/v1/tables/{self.honest.table}/live",
                self.cookie if whom == "spectator" else "",
                whom,
            )
        mine = self.eve.open("ophiuchus", seats=["me", "me"])["id"]
        return f"/api/v1/tables/{mine}/live?since={chance.choice([0, 3, 2_000_000_000])}", self.cookie, whom

    async def _converse(self, chance):
        path, cookie, whom = await asyncio.to_thread(self._where, chance)
        async with Raw(self.server.url, path, cookie) as raw:
            said = self._talk(raw, chance, whom)
            await raw.drain()
            if chance.random() < 0.7:
                # Otherwise what follows may cut off the answers.
                await self._answered(raw)
            end = chance.choice(["break", "vanish", "vanish in a frame", "farewell", "wait"])
            if end == "break":
                end = break_rules(raw, chance)
            elif end == "farewell":
                raw.frame(b"\x03\xe8" + b"adieu", CLOSE)
            elif end == "vanish in a frame":
                raw.frame(b'{"type":"pi', length=40)
            await raw.drain()
            if end.startswith("vanish"):
                raw.vanish()
            elif end == "wait":
                await self._answered(raw)
                raw.frame(b"\x03\xe8", CLOSE)
                await raw.drain()
                await raw.ended()
            else:
                await raw.ended()
                assert raw.closed is not None or raw.reset, f"no close frame after {end}"
            self._judge(raw, end, whom, said)

    def _talk(self, raw, chance, whom):
        """Say some things; how many."""
        said = chance.randrange(1, 60)
        for _ in range(said):
            self.sent += 1
            number = chance.randrange(60)
            if whom == "page" or chance.random() < 0.06:
                message = nonsense(chance, number)
            else:
                message = json.dumps(command(chance, number), ensure_ascii=chance.random() < 0.5)
            how = chance.random()
            if isinstance(message, bytes) or how < 0.1:
                raw.frame(message, BINARY)
            elif how < 0.25:
                in_parts(raw, message, chance)
            else:
                raw.frame(message)
            if chance.random() < 0.05:
                raw.frame(chance.randbytes(9), chance.choice([PING, PONG]))
        return said

    async def _answered(self, raw):
        """Whoever was not shown out is still answered."""
        before = len(raw.texts)
        raw.frame('{"type":"ping"}')
        await raw.drain()
        async with asyncio.timeout(60):
            while not raw.reading.done() and not any('"pong"' in text for text in raw.texts[before:]):
                await asyncio.sleep(0.01)

    def _judge(self, raw, end, whom, said):
        kinds = Counter(json.loads(text)["type"] for text in raw.texts)
        self.seen.update(f"{whom}: {kind}" for kind in kinds.elements())
        if raw.closed is None:
            self.seen["vanished"] += 1
            return
        code, reason = raw.closed
        self.seen[f"closed {code} {reason}"[:40]] += 1
        assert code in POLITE, raw.closed
        if code in (1008, 1013):
            goodbye = json.loads(raw.texts[-1])
            assert (goodbye["type"], goodbye["code"]) == ("goodbye", reason)
            assert goodbye["detail"]
        elif end in VIOLATIONS:
            assert code in (1002, 1007, 1009), (end, raw.closed)
        assert sum(kinds[kind] for kind in ANSWERS) <= said + 2


def anonymous_bytes(process):
    """The memory of a process that is its own."""
    for line in Path(f"/proc/{process}/smaps_rollup").read_text("ascii").splitlines():
        if line.startswith("Anonymous:"):
            return int(line.split()[1]) * 1024
    raise AssertionError("no figure of memory")


def cookie_of(client: Client) -> str:
    return "; ".join(f"{name}={value}" for name, value in client.http.cookies.items())


@pytest.fixture
def besieged(tmp_path):
    """A server of its own, with limits that let the messages through, and few tables in memory."""
    settings = {"PARAPEGMA_RATE": "100000", "PARAPEGMA_BURST": "100000", "PARAPEGMA_KEPT_TABLES": "10"}
    with Running(tmp_path, **settings) as server:
        yield server


@pytest.mark.parametrize("how", VIOLATIONS)
def test_what_is_no_websocket_any_more_is_closed_with_a_code(server, how):
    async def main():
        ada = server.client()
        table = ada.open("ophiuchus", seats=["me", "me"])["id"]
        async with Raw(server.url, f"/api/v1/tables/{table}/live", cookie_of(ada)) as raw:
            VIOLATIONS[how](raw)
            await raw.ended()
            if raw.closed is None:
                # What was still on its way has cut off the farewell.
                assert raw.reset
                assert "large" in how
            else:
                assert raw.closed[0] in (1002, 1007, 1009), raw.closed

    asyncio.run(main())
    assert httpx.get(f"{server.url}/health").status_code == 200


def test_hostile_messages_end_politely_and_disturb_nobody(besieged):
    honest = Honest(besieged)
    attack = Attack(besieged, honest)
    honest.start()
    try:
        asyncio.run(attack.run())
    finally:
        honest.enough.set()
        honest.join(300)
    if honest.error is not None:
        raise AssertionError(f"the honest were disturbed (seed {SEED})") from honest.error
    print(f"seed {SEED}: {attack.sent:,} messages, {honest.games} games beside them, {dict(attack.seen)}")
    print("memory after each quarter, MB:", [round(each / 1e6, 1) for each in attack.memory])
    # As much as at any time it might need; what is kept of each message or connection would add up.
    assert max(attack.memory[1:]) - attack.memory[0] < MOST_GROWTH, (
        f"seed {SEED}: memory grows: {attack.memory}"
    )
    assert honest.games >= 1
    assert httpx.get(f"{besieged.url}/health").status_code == 200
    assert besieged.process.poll() is None
    errors = [line for line in besieged.log.splitlines() if '"level": "error"' in line]
    assert not errors, f"seed {SEED}: {errors[:3]}"
