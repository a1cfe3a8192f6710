"""People play: exactly once, in turn, with everything they may know and nothing else."""

from __future__ import annotations

import hashlib
import random

import pytest

from parapegma.core.game import all_games
from parapegma.core.match import Match
from parapegma.server.ids import new_id

GAMES = [game.name for game in all_games()]


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_between_people_is_played_over_websockets(server, game):
    chance = random.Random(3)
    ada, bob, eve = server.client("Ada"), server.client("Bob"), server.client(None)
    players = Match(game).players
    table = ada.open(game, players=players)
    for _ in range(players - 1):
        bob.join(table["id"])
    with ada.live(table["id"]) as at_ada, bob.live(table["id"]) as at_bob, eve.live(table["id"]) as at_eve:
        everyone = (at_ada, at_bob, at_eve)
        while at_ada.actor is not None:
            mover = at_ada if at_ada.choices else at_bob
            assert mover.choices, "nobody is offered a decision"
            mover.act_at_random(chance)
            for live in everyone:
                live.until_number(mover.number)
        for live in everyone:
            assert live.table["status"] == "over"
            assert live.view == _fresh_view(server, table["id"], live)
        result = at_eve.table["result"]
        assert hashlib.sha256(result["key"].encode()).hexdigest() == table["commitment"]
        assert [told["number"] for told in at_eve.events] == list(
            range(at_eve.events[0]["number"], at_eve.number + 1)
        )


def _fresh_view(server, table, live):
    """The whole view as someone new gets it, from the same viewpoint."""
    client = server.client(None)
    client.http.cookies.update(dict(_cookies(live)))
    return client.look(table, **({} if live.seat is None else {"seat": live.seat}))["view"]


def _cookies(live):
    header = live.socket.request.headers.get("Cookie", "")
    return [part.split("=", 1) for part in header.split("; ") if part]


@pytest.mark.on_postgres_too
def test_a_repeated_send_is_answered_but_not_played_twice(server):
    ada = server.client()
    table = ada.open("ophiuchus", seats=["me", "me"])
    with ada.live(table["id"]) as live:
        choice, seen, key = live.choices[0]["number"], live.number, new_id()
        first = live.act(choice, key=key, seen=seen)
        again = live.act(choice, key=key, seen=seen)
        assert (first["type"], first["repeated"]) == ("accepted", False)
        assert (again["type"], again["repeated"]) == ("accepted", True)
        assert again["number"] == first["number"]
    by_http = ada.command(table["id"], "act", key=key, seen=seen, actions=[choice])
    assert by_http.json()["repeated"] is True
    assert ada.look(table["id"])["number"] == first["number"]


@pytest.mark.on_postgres_too
def test_a_stale_action_is_refused_with_the_current_view(server):
    ada = server.client()
    table = ada.open("ophiuchus", seats=["me", "me"])
    with ada.live(table["id"]) as live:
        seen, choice = live.number, live.choices[0]["number"]
        live.act(choice)
        refused = live.act(choice, seen=seen)
        assert refused["type"] == "refused"
        assert refused["problem"]["code"] == "stale"
        assert refused["update"]["view"] == live.view


def test_an_illegal_action_is_refused_with_its_reason(server):
    ada = server.client()
    table = ada.open("ophiuchus", seats=["me", "me"])
    with ada.live(table["id"]) as live:
        before = live.number
        refused = live.act("dance")
        assert refused["problem"]["code"] == "illegal"
        assert "dance" in refused["problem"]["detail"]
        assert refused["update"]["number"] == before


@pytest.mark.on_postgres_too
def test_several_actions_are_played_all_or_none(server):
    ada = server.client()
    table = ada.open("ophiuchus", seats=["me", "me"])
    with ada.live(table["id"]) as live:
        first = live.choices[0]["notation"]
        refused = live.act(first, "dance")
        assert refused["problem"]["code"] == "illegal"
        assert ada.look(table["id"])["view"] == live.view
        assert live.act(first)["type"] == "accepted"


@pytest.mark.on_postgres_too
def test_whoever_was_away_gets_exactly_what_was_missed(server):
    chance = random.Random(5)
    ada = server.client()
    table = ada.open("pacal", players=2, seats=["me", "me"])
    with ada.live(table["id"], seat=0) as live:
        first = live.number
        for _ in range(12):
            answer = ada.command(
                table["id"], "act", seen=live.number, actions=[chance.choice(_choices(ada, table["id"]))]
            )
            live.until_number(answer.json()["number"])
        complete = live.events
    for since in range(first, live.number + 1):
        with ada.live(table["id"], since=since, seat=0) as later:
            assert later.events == [event for event in complete if event["number"] > since]
            assert later.view == live.view


def _choices(client, table):
    return [choice["number"] for choice in client.look(table)["choices"]]


def test_nobody_plays_for_someone_else(server):
    ada, bob, eve = server.client("Ada"), server.client("Bob"), server.client("Eve")
    table = ada.open("ophiuchus", players=2)["id"]
    bob.join(table)
    for someone in (ada, bob):
        with someone.live(table) as live:
            if not live.choices:
                assert live.act(0)["problem"]["code"] == "not-your-turn"
    assert eve.command(table, "act", seen=99, actions=[0]).json()["code"] == "unknown-event"
    number = eve.look(table)["number"]
    assert eve.command(table, "act", seen=number, actions=[0]).json()["code"] == "not-seated"
    visitor = server.client(None)
    assert visitor.command(table, "act", seen=number, actions=[0]).status_code == 401


@pytest.mark.on_postgres_too
def test_bots_take_their_seats_and_play_to_the_end(server):
    chance = random.Random(1)
    ada = server.client()
    table = ada.open("ophiuchus", seats=["me", "random", "novice"])["id"]
    with ada.live(table) as live:
        while live.table["status"] != "over":
            if live.choices:
                live.act_at_random(chance)
            else:
                live.next()
        assert {event.get("data", {}).get("bot") for event in live.events} >= {"random", "novice"}
