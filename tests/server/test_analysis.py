"""Hints against bots, and the analysis of a game that is over."""

from __future__ import annotations

import json
import random
import sqlite3
import time
from contextlib import closing

import pytest
from server_clients import played_out
from server_receivers import eventually
from server_running import Running

from parapegma.core.match import Match
from parapegma.server.analysis.evaluation import evaluate


def wait_for_analysis(client, table, seconds=120):
    until = time.monotonic() + seconds
    while True:
        found = client.get(f"/tables/{table}/analysis").json()
        if found["status"] == "done":
            return found
        assert time.monotonic() < until, found
        time.sleep(0.3)


@pytest.mark.parametrize("game", ["ophiuchus", "ulysses"])
def test_alone_with_bots_one_may_ask_for_a_hint(server, game):
    ada = server.client()
    players = Match(game).players
    table = ada.open(game, seats=["me"] + ["random"] * (players - 1))["id"]
    with ada.live(table) as live:
        for _ in range(5):
            while not live.choices:
                live.next()
            hint = ada.post(f"/tables/{table}/hint", {}).json()
            assert hint["number"] == live.number
            assert hint["action"] in live.choices
            assert all(each["action"] in live.choices for each in hint["considered"])
            assert all(step["action"]["kind"] for step in hint["line"])
            assert hint["line"][0] == {"seat": live.seat, "action": hint["action"]}
            assert all(0 <= value <= 1 for value in hint["values"])
            live.until_number(live.act(hint["action"]["notation"])["number"])


def test_there_are_no_hints_where_another_person_plays(server):
    ada, bob, eve = server.client("Ada"), server.client("Bob"), server.client("Eve")
    table = ada.open("ophiuchus", seats=["me", "open", "random"])["id"]
    assert ada.post(f"/tables/{table}/hint", {}).json()["code"] == "not-started"
    bob.join(table)
    for someone, code in ((ada, "no-hints"), (bob, "no-hints"), (eve, "not-seated")):
        assert someone.post(f"/tables/{table}/hint", {}).json()["code"] == code
    # Nor when that person has left: it is still his game.
    bob.post(f"/tables/{table}/leave", {})
    assert ada.post(f"/tables/{table}/hint", {}).json()["code"] == "no-hints"


def test_nobody_gets_a_hint_for_a_bots_turn_or_an_analysis_before_the_end(server):
    ada = server.client()
    table = ada.open("ophiuchus", seats=["me", "me"])["id"]
    ada.post(f"/tables/{table}/leave", {"seat": ada.look(table)["actor"]})
    assert ada.post(f"/tables/{table}/hint", {}).json()["code"] == "not-your-turn"
    for answer in (ada.get(f"/tables/{table}/analysis"), ada.post(f"/tables/{table}/analysis", {})):
        assert answer.json()["code"] == "not-over"


@pytest.mark.on_postgres_too
def test_a_game_is_analysed_after_the_end_for_everyone(server):
    ada, eve = server.client("Ada"), server.client("Eve")
    table = ada.open("ophiuchus", seats=["me", "me"])["id"]
    seen = played_out(ada, table)
    assert eve.get(f"/tables/{table}/analysis").json()["status"] == "none"
    eve.post(f"/tables/{table}/analysis", {})
    found = wait_for_analysis(eve, table)
    assert [evaluated["number"] for evaluated in found["decisions"]] == list(range(1, len(seen) + 1))
    for evaluated, (_, seat, _, choices) in zip(found["decisions"], seen, strict=True):
        assert evaluated["seat"] == seat
        assert evaluated["played"] in choices
        assert evaluated["best"] in choices
        assert ("values" in evaluated) == (len(choices) > 1)
        assert (evaluated.get("loss", 0) > 0) == (evaluated["played"] != evaluated["best"])
    losses = sorted((evaluated.get("loss", 0) for evaluated in found["decisions"]), reverse=True)
    assert [mistake["loss"] for mistake in found["mistakes"]] == losses[:3]
    assert [after["number"] for after in found["values"]] == list(range(1, len(seen) + 1))
    ranks = eve.get(f"/tables/{table}/record").json()["ranks"]
    assert [value > 0 for value in found["values"][-1]["values"]] == [place == 1 for place in ranks]


def test_an_interrupted_analysis_goes_on_where_it_was_without_being_asked(tmp_path):
    with Running(tmp_path) as server:
        ada = server.client()
        table = ada.open("ophiuchus", seats=["me"] * 4)["id"]
        played_out(ada, table)
        ada.post(f"/tables/{table}/analysis", {})
        while (before := ada.get(f"/tables/{table}/analysis").json())["done"] < 10:
            time.sleep(0.1)
        server.kill()
        with closing(sqlite3.connect(tmp_path / "tables.db")) as database, database:
            kept = _evaluated(database, table)
            assert before["done"] <= len(kept) < before["of"], "killed too late to see anything"
            # As if it had stopped a minute ago.
            database.execute("UPDATE analyses SET at = at - 60000")
        server.start()
        with closing(sqlite3.connect(tmp_path / "tables.db")) as database:
            eventually(lambda: len(_evaluated(database, table)) == before["of"], seconds=240)
        found = ada.get(f"/tables/{table}/analysis").json()
        assert found["status"] == "done"
        assert [_whole(each) for each in found["decisions"][: len(kept)]] == [_whole(each) for each in kept]


def _whole(decision):
    """A decision with what is left out where it is as usual."""
    return {"values": [], "loss": 0.0, **decision}


def _evaluated(database, table):
    """The decisions that are evaluated by now, without asking the server for them."""
    (data,) = database.execute("SELECT data FROM analyses WHERE table_id = ?", (table,)).fetchone()
    return json.loads(data)["decisions"]


def test_a_blunder_costs_more_than_the_best_decision():
    match = Match("ophiuchus", players=2, seed=3)
    chance = random.Random(3)
    while len(match.decisions) < 12:
        match.act(chance.choice(match.position.legal()))
    while len(match.position.legal()) < 3:
        match.act(match.position.legal()[0])
    evaluated = {number: evaluate(match.position, 1, number) for number in match.position.legal()}
    best = [found for found in evaluated.values() if found.loss == 0]
    assert best, "the best decision costs nothing"
    assert max(found.loss for found in evaluated.values()) > 0
    # The same thought every time: an analysis that goes on does not contradict itself.
    assert evaluated == {number: evaluate(match.position, 1, number) for number in match.position.legal()}


def test_an_analysis_that_an_older_server_made_is_made_again(server):
    ada = server.client()
    table = ada.open("ophiuchus", seats=["me", "me"])["id"]
    played_out(ada, table, most=3)
    ada.command(table, "resign", seat=0)
    ada.post(f"/tables/{table}/analysis", {})
    found = wait_for_analysis(ada, table)
    with closing(sqlite3.connect(server.folder / "tables.db", timeout=20)) as database, database:
        old = {"budget": "search:200", "of": found["of"], "decisions": []}
        old["decisions"] = [{"number": 1, "seat": 0, "played": "take T05", "best": "take T05"}]
        database.execute("UPDATE analyses SET at = 5, data = ? WHERE table_id = ?", (json.dumps(old), table))
    assert wait_for_analysis(ada, table) == found
