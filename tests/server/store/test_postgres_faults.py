"""A PostgreSQL that ends its connections, or is away: refused with 503, nothing lost, play goes on."""

from __future__ import annotations

import random
import time

import httpx
from server_postgres import rows_of
from server_running import Running

from parapegma.server.ids import new_id


def decided(live, chance):
    """A decision, sent until it is accepted; returns its number and what was decided."""
    key, seen, action = new_id(), live.number, chance.choice(live.choices)["number"]
    until = time.monotonic() + 120
    while (answer := live.act(action, key=key, seen=seen))["type"] == "refused":
        assert answer["problem"]["code"] == "database", answer
        assert time.monotonic() < until
        time.sleep(0.2)
    assert answer["number"] == seen + 1
    live.until_number(answer["number"])
    return answer["number"], action


def until_health(server, status):
    until = time.monotonic() + 120
    while (health := httpx.get(f"{server.url}/health", timeout=60)).status_code != status:
        assert time.monotonic() < until
        time.sleep(0.1)
    return health


def test_a_postgresql_that_cuts_connections_or_is_away_is_a_refusal_and_passes(tmp_path, own_postgres):
    chance = random.Random(2)
    database = own_postgres.new_database()
    acknowledged = []
    with Running(tmp_path, PARAPEGMA_DATABASE=database) as server:
        ada = server.client("Ada")
        table = ada.open("ptolemaeus", seats=["me", "me"])["id"]
        with ada.live(table) as live:
            for _ in range(5):
                acknowledged.append(decided(live, chance))
                own_postgres.end_connections(database)
            for _ in range(2):
                acknowledged.append(decided(live, chance))
                own_postgres.stop()
                try:
                    refused = live.act(live.choices[0]["number"])
                    assert (refused["problem"]["code"], refused["problem"]["status"]) == ("database", 503)
                    answer = ada.post("/tables", {"game": "ophiuchus", "seats": ["me", "me"]})
                    assert (answer.status_code, answer.json()["code"]) == (503, "database")
                    assert int(answer.headers["retry-after"]) >= 1
                    assert until_health(server, 503).json()["code"] == "database"
                    live.send('{"type":"ping"}')
                    live.until("pong")
                finally:
                    own_postgres.start()
                until_health(server, 200)
                acknowledged.append(decided(live, chance))
    kept = (
        "SELECT number, data::json -> 'actions' ->> 0 FROM events WHERE table_id = $1 AND data LIKE '%acted%'"
    )
    found = sorted((number, int(action)) for number, action in rows_of(database, kept, table))
    assert found == acknowledged
    assert '"trace"' not in server.log, server.log
