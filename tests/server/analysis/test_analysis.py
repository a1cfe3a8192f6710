"""Hints against bots, and the analysis of a game that is over."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import threading
import time
from contextlib import closing

import pytest
from server_clients import played_out
from server_receivers import eventually
from server_running import Running
from sqlalchemy import insert, select

from parapegma.bots import Evaluation
from parapegma.core.match import Match
from parapegma.puzzles.puzzle import puzzles_of
from parapegma.server.analysis import evaluation
from parapegma.server.analysis.analyses import Analyses
from parapegma.server.analysis.analysis import analysis_text, empty_analysis
from parapegma.server.analysis.evaluation import SURER, evaluate
from parapegma.server.analysis.queue import AnalysisQueue, Job
from parapegma.server.bots.pool import BotPool
from parapegma.server.ids import now
from parapegma.server.people.identity import Identities
from parapegma.server.settings import Settings
from parapegma.server.store import schema
from parapegma.server.store.database import Database
from parapegma.server.store.secrets import Secrets
from parapegma.server.store.writer import Change
from parapegma.server.tables.commands.acting import act
from parapegma.server.tables.commands.seats import resign
from parapegma.server.tables.lifecycle.opening import TableSetup, open_table
from parapegma.server.tables.open_tables import Caller
from parapegma.server.tables.registry import TableRegistry


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
            # All of it can be sent at one go, and then nothing is left half made.
            answer = live.act(*(step["notation"] for step in hint["move"]))
            assert (answer["type"], hint["move"][0]) == ("accepted", hint["action"])
            live.until_number(answer["number"])
            assert not live.half_made


@pytest.mark.parametrize("game", ["ophiuchus", "ptolemaeus"])
def test_who_asks_again_hears_the_same_unless_more_thought_went_in(server, game):
    ada = server.client()
    table = ada.open(game, seats=["me", "random"])["id"]
    with ada.live(table) as live:
        live.until_my_turn()
        first, again = (ada.post(f"/tables/{table}/hint", {}).json() for _ in range(2))
        assert (first["again"], again["again"]) == ("first", "same")
        assert {**again, "again": "first"} == first
        longer = ada.post(f"/tables/{table}/hint", {"longer": True}).json()
        assert longer["again"] == ("confirmed" if longer["move"] == first["move"] else "changed")
        assert longer["tries"] > first["tries"] or len(live.choices) == 1
        # It is about the position, however one has come to it again.
        live.until_number(live.act(live.choices[0]["notation"])["number"])
        live.until_number(ada.command(table, "undo", seen=live.number).json()["number"])
        back = ada.post(f"/tables/{table}/hint", {}).json()
        assert (back["again"], back["move"], back["number"]) == ("same", longer["move"], live.number)


def test_a_hint_whose_first_decision_is_forced_tells_of_the_choice_that_follows(server):
    match, chance = Match("ulysses", players=3, seed=1), random.Random(2)
    # Nothing is left but to end the actions and to propose somewhere.
    while match.legal() != ["end"]:
        match.act(chance.choice(match.legal()))
    seats = ["me" if seat == match.actor else "random" for seat in range(3)]
    ada = server.client()
    table = ada.post("/tables/record", {"record": match.record(), "seats": seats}).json()["id"]
    hint = ada.post(f"/tables/{table}/hint", {}).json()
    assert hint["move"][0]["notation"] == "end"
    assert len(hint["move"]) == 2
    assert [step["action"] for step in hint["line"][:2]] == hint["move"]
    assert hint["why"]["kind"] != "only"
    assert hint["tries"] > 0
    assert hint["values"]


def test_there_are_no_hints_where_another_person_plays(server):
    ada, bob, eve = server.client("Ada"), server.client("Bob"), server.client("Eve")
    table = ada.open("ophiuchus", seats=["me", "open", "random"])["id"]
    assert ada.post(f"/tables/{table}/hint", {}).json()["code"] == "not-started"
    bob.join(table)
    for someone, code in ((ada, "no-hints"), (bob, "no-hints"), (eve, "not-seated")):
        assert someone.post(f"/tables/{table}/hint", {}).json()["code"] == code
    # Once a bot plays in that seat, only bots are left to play against.
    bob.post(f"/tables/{table}/leave", {})
    with ada.live(table) as live:
        live.until_my_turn()
        assert ada.post(f"/tables/{table}/hint", {}).status_code == 200
    bob.join(table)
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


def test_so_many_games_are_gone_through_for_one_person_and_one_household(server_with):
    server = server_with(
        PARAPEGMA_PERSON_ANALYSES="1", PARAPEGMA_ADDRESS_ANALYSES="2", PARAPEGMA_TRUSTED_PROXIES="127.0.0.1"
    )
    ada = server.client("Ada")
    tables = [ada.open("ophiuchus", seats=["me"] * 4)["id"] for _ in range(4)]
    for table in tables:
        played_out(ada, table)

    def asked(client, table, home):
        answer = client.http.post(
            f"/api/v1/tables/{table}/analysis", json={}, headers={"X-Forwarded-For": home}
        )
        return answer.json()["status"] if answer.status_code == 200 else answer.json()["extra"]["case"]

    assert asked(ada, tables[0], "192.0.2.1") == "running"
    assert asked(ada, tables[1], "192.0.2.1") == "analyses"
    assert asked(ada, tables[0], "192.0.2.1") in ("running", "done"), "what is under way is no more"
    assert asked(server.client("Bob"), tables[1], "192.0.2.1") == "running"
    assert asked(server.client("Eve"), tables[2], "192.0.2.1") == "home-analyses"
    assert asked(server.client("Eve"), tables[2], "192.0.2.2") == "running"


def test_everyones_games_are_gone_through_in_turn():
    async def main():
        queue, order = AnalysisQueue(), []
        waiting = asyncio.create_task(queue.take())
        await asyncio.sleep(0)
        for n in range(3):
            queue.put(Job(f"eve {n}", "eve"))
        queue.put(Job("eve 0", "eve"))
        queue.put(Job("ada", "ada"))
        job = await waiting
        while True:
            order.append(job.table)
            queue.give_back(job, more=order.count(job.table) < 2)
            if not queue.tables():
                return order
            job = await queue.take()

    order = asyncio.run(main())
    assert order == ["eve 0", "ada", "eve 1", "ada", "eve 2", "eve 0", "eve 1", "eve 2"]


def test_what_was_interrupted_goes_on_in_turn_when_a_bot_has_time(tmp_path):
    """Not all of it at once, and without looking again and again."""

    async def main():
        async with Database(Settings(database=f"sqlite:///{tmp_path / 'tables.db'}")) as database:
            registry, pool = TableRegistry(database, 100), BotPool(1)
            people = Identities(database, Secrets(database, "secret"))
            ada = (await people.new_guest("Ada"))[0].id
            change = Change()
            for _ in range(3):
                table = await open_table(
                    registry.store, TableSetup("ophiuchus", seats=("me", "me")), ada, "Ada"
                )
                await registry.execute(table, Caller(ada), act_first(ada))
                await registry.execute(table, Caller(ada), resign(ada, 0))
                registry.forget(table)
                stopped = analysis_text(empty_analysis(1))
                change.add(insert(schema.analyses), table_id=table, at=now() - 60_000, data=stopped)
            await database.writer.commit(change)
            free = threading.Event()
            hog = asyncio.create_task(pool.run(free.wait))
            await asyncio.sleep(0)
            analyses = Analyses(database, registry, pool, 4, 12)
            analyses.start()
            while not pool.awaited:
                await asyncio.sleep(0)
            assert len(registry) == 0, "nothing is opened that nobody can go through yet"
            free.set()
            await hog
            while await unfinished(database):
                await asyncio.sleep(0.01)
            assert len(registry) == 3
            await analyses.stop()
            pool.stop()

    asyncio.run(main())


def act_first(person):
    def command(table):
        return act(person, table.number, [table.match.position.legal()[0]])(table)

    return command


async def unfinished(database):
    rows = await database.rows(select(schema.analyses.c.data))
    return [row for row in rows if not json.loads(row["data"])["decisions"]]


def _whole(decision):
    """A decision with what is left out where it is as usual."""
    return {"values": [], "loss": 0.0, "doubt": 0.0, **decision}


def _evaluated(database, table):
    """The decisions that are evaluated by now, without asking the server for them."""
    (data,) = database.execute("SELECT data FROM analyses WHERE table_id = ?", (table,)).fetchone()
    return json.loads(data)["decisions"]


def test_a_blunder_costs_more_than_the_best_decision():
    # A puzzle: one decision is better than all others, which long searches have proven.
    puzzle = next(each for each in puzzles_of("ptolemaeus") if len(each.answers[0]) == 1)
    position = puzzle.start()
    best = next(number for number in position.legal() if position.notation(number) == puzzle.answers[0][0])
    evaluated = {number: evaluate(position, 1, number) for number in position.legal()}
    assert evaluated[best].loss == 0, "the best decision costs nothing"
    assert max(found.loss for found in evaluated.values()) > 0
    # The same thought every time: an analysis that goes on does not contradict itself.
    assert evaluated == {number: evaluate(position, 1, number) for number in position.legal()}


def test_a_mistake_is_called_one_only_if_ten_times_the_thought_agrees(monkeypatch):
    position = Match("ophiuchus", players=2, seed=3).position
    played, better, *_ = position.legal()

    def thinks(thoughts):
        monkeypatch.setattr(
            evaluation,
            "_thought",
            lambda position, number, times: Evaluation(thoughts[times], values=[times / 100, 0.5]),
        )

    monkeypatch.setattr(evaluation, "_lost", lambda *asked: (0.01 * asked[-1], 0.002 * asked[-1]))
    thinks({1: better, SURER: played})
    assert evaluate(position, 1, played).loss == 0
    thinks({1: better, SURER: better})
    found = evaluate(position, 1, played)
    assert (found.loss, found.doubt, found.values) == (0.01 * SURER, 0.002 * SURER, [SURER / 100, 0.5])
    assert found.best == position.action(better)
    monkeypatch.setattr(evaluation, "_lost", lambda *asked: (0.1 if asked[-1] == 1 else -0.1, 0.0))
    assert evaluate(position, 1, played).loss == 0


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
