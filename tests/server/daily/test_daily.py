"""The deal of the day: the same for everyone, played once, without help, and compared."""

from __future__ import annotations

import asyncio
import datetime

import msgspec
import pytest
from browser_python import run_there
from server_clients import played_out

from parapegma.core.game import all_games
from parapegma.core.match import Match
from parapegma.server.daily.deals import LEVEL, daily_key
from parapegma.server.daily.messages import DailyResult, in_order

GAMES = [game.name for game in all_games()]


def begun(client, game):
    answer = client.post(f"/daily/{game}", {})
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.rules("OP-9.4")
@pytest.mark.parametrize("game", GAMES)
def test_everyone_plays_the_same_deal_once(server, game):
    ada, bob = server.client("Ada"), server.client("Bob")
    day = ada.get("/daily").json()["day"]
    first, second = begun(ada, game), begun(bob, game)
    assert first["id"] != second["id"]
    assert begun(ada, game)["id"] == first["id"]
    assert first["daily"] == day
    assert first["known_deal"]
    assert first["players"] == Match(game, all_games()[GAMES.index(game)].players[0]).players
    assert [seat["bot"] for seat in first["seats"]] == [None, *[LEVEL] * (first["players"] - 1)]
    dealt = Match(game, first["players"], f"key:{daily_key(game, datetime.date.fromisoformat(day))}")
    seen = msgspec.json.decode(msgspec.json.encode(dealt.view(0)))
    for client, table in ((ada, first), (bob, second)):
        steps = client.get(f"/tables/{table['id']}/replay", first=1, count=20, seat=0).json()["steps"]
        assert next(step["view"] for step in steps if step["view"]) == seen
    (mine,) = [each for each in ada.get("/daily").json()["games"] if each["game"] == game]
    assert (mine["table"], mine["status"]) == (first["id"], "running")


@pytest.mark.rules("OP-9.4")
@pytest.mark.on_postgres_too
def test_results_are_compared_and_nobody_plays_twice(server):
    ada, bob, eve = server.client("Carla"), server.client("Dario"), server.client(None)
    day = ada.get("/daily").json()["day"]
    tables = {client: begun(client, "ophiuchus")["id"] for client in (ada, bob)}
    listed = {each["name"]: each for each in eve.get("/daily/ophiuchus/results").json()["results"]}
    assert listed["Carla"]["outcome"] == listed["Dario"]["outcome"] == "playing"
    played_out(ada, tables[ada])
    assert bob.command(tables[bob], "resign").status_code == 200
    for _ in range(2):
        told = ada.get("/daily/ophiuchus/results", day=day).json()
        results = [each for each in told["results"] if each["name"] in ("Carla", "Dario")]
        assert [each["name"] for each in results] == ["Carla", "Dario"]
        assert results[0]["points"] == ada.get(f"/tables/{tables[ada]}/record").json()["scores"][0]
        assert (results[0]["place"], results[0]["mine"]) == (1, True)
        assert (results[1]["outcome"], results[1]["points"]) == ("given up", None)
    assert begun(ada, "ophiuchus")["id"] == tables[ada]
    statuses = {each["game"]: each["status"] for each in ada.get("/daily").json()["games"]}
    assert statuses["ophiuchus"] == "over"
    assert eve.get("/daily/ophiuchus/results", day="yesterday").json()["code"] == "no-day"
    assert eve.get("/daily/chess/results").json()["code"] == "no-game"
    assert eve.post("/daily/ophiuchus", {}).status_code == 401


def test_the_same_two_requests_at_once_open_one_table(server):
    ada = server.client("Ada")

    async def both():
        return await asyncio.gather(*(asyncio.to_thread(begun, ada, "ophiuchus") for _ in range(4)))

    assert len({table["id"] for table in asyncio.run(both())}) == 1


def test_there_are_no_hints_and_nothing_that_was_learnt_is_taken_back(server):
    ada = server.client("Ada")
    table = begun(ada, "ophiuchus")["id"]
    assert ada.post(f"/tables/{table}/hint", {}).json()["extra"]["case"] == "daily"
    with ada.live(table) as live:
        accepted = live.act(live.choices[0]["notation"])
        live.until_number(accepted["number"])
        assert ada.command(table, "undo", seen=live.number).status_code == 200
    played_out(ada, table, most=6)
    looked = ada.look(table, since=0)
    drawn = [e for e in looked["events"] if any(each["kind"] == "drew" for each in e.get("log", []))]
    assert drawn, "some tile was drawn"
    refused = ada.command(table, "undo", seen=looked["number"], to=0).json()
    assert (refused["code"], refused["extra"]["case"]) == ("no-undo", "daily")


@pytest.mark.on_postgres_too
def test_whoever_leaves_for_good_leaves_no_result(server):
    ada, bob = server.client("Zenobia"), server.client("Bob")
    begun(ada, "ophiuchus")
    export = ada.get("/account/export").json()
    assert [each["game"] for each in export["daily_games"]] == ["ophiuchus"]
    assert "Zenobia" in bob.get("/daily/ophiuchus/results").text
    assert ada.post("/account/delete", {}).status_code == 204
    assert "Zenobia" not in bob.get("/daily/ophiuchus/results").text


def test_days_and_games_have_deals_of_their_own():
    day = datetime.date(2026, 11, 18)
    keys = {daily_key(game, day + datetime.timedelta(days=n)) for game in GAMES for n in range(100)}
    assert len(keys) == 100 * len(GAMES)


def test_the_best_come_first_and_those_who_have_not_finished_last():
    def result(name, place, points):
        return DailyResult(name, False, "finished" if place else "playing", points, place)

    listed = [result("a", 2, 90), result("b", None, None), result("c", 1, 20), result("d", 1, 30)]
    assert [each.name for each in in_order(listed)] == ["d", "c", "a", "b"]


@pytest.mark.rules("OP-9.4")
def test_a_browser_without_a_server_has_the_same_deal_and_the_same_puzzle(server):
    ada = server.client("Ada")
    daily = ada.get("/daily").json()
    told = run_there("parapegma.browser.walkthrough", "day")
    assert told["commitment"] == begun(ada, "ophiuchus")["commitment"]
    assert told["puzzle"] == {name: daily["puzzle"][name] for name in ("game", "name")}
    assert told["puzzles"] == len(ada.get(f"/games/{told['puzzle']['game']}/puzzles").json())
    assert (told["once"], told["daily"], told["outcomes"]) == (True, True, ["playing"])
    assert (told["looked"], told["verdicts"]) == ("preview", ["open", "right"])
