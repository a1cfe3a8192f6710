"""After the end: the record, watching again from every seat, playing again, going on."""

from __future__ import annotations

import hashlib
import random

import pytest
from server_clients import played_out

from parapegma.core.game import all_games
from parapegma.core.match import Match

GAMES = [game.name for game in all_games()]


@pytest.mark.parametrize("game", GAMES)
def test_the_record_tells_everything_once_the_game_is_over(server, game):
    ada, eve = server.client("Ada"), server.client(None)
    players = Match(game).players
    table = ada.open(game, seats=["me"] * players)
    for someone in (ada, eve):
        assert someone.get(f"/tables/{table['id']}/record").json()["code"] == "not-over"
    seen = played_out(ada, table["id"])
    record = eve.get(f"/tables/{table['id']}/record").json()
    assert hashlib.sha256(record["key"].encode()).hexdigest() == record["commitment"] == table["commitment"]
    again = Match.replay(record["record"])
    assert again.over
    assert again.scores == record["scores"]
    assert again.seed == f"key:{record['key']}"
    assert len(again.decisions) == record["decisions"] == len(seen)
    assert record["sources"] == [again.position.sources[seat] for seat in range(players)]
    assert [sum(points.values()) for points in record["sources"]] == record["scores"]


def test_a_game_is_watched_again_through_every_seats_eyes(server):
    ada, eve = server.client("Ada"), server.client(None)
    table = ada.open("ulysses", seats=["me"] * Match("ulysses").players)["id"]
    seen = played_out(ada, table)
    for number, seat, view, choices in random.Random(1).sample(seen, 12):
        answer = eve.get(f"/tables/{table}/replay", first=number, seat=seat).json()
        (step,) = answer["steps"]
        assert step["number"] == number
        assert step["actor"] == seat
        assert step["view"] == view
        assert step["choices"] == choices
        other = eve.get(f"/tables/{table}/replay", first=number, seat=(seat + 1) % 3).json()["steps"][0]
        assert other["choices"] is None
        assert other["view"] != view


def test_many_steps_come_in_one_answer_and_in_order(server):
    ada = server.client()
    table = ada.open("ophiuchus", seats=["me", "me"])["id"]
    played_out(ada, table, most=5)
    answer = ada.get(f"/tables/{table}/replay", first=1, count=50, seat=0).json()
    assert [step["number"] for step in answer["steps"]] == list(range(1, answer["last"] + 1))
    assert [step["event"]["kind"] for step in answer["steps"]][:4] == [
        "opened",
        "sat",
        "sat",
        "started",
    ]
    assert [step["view"] is None for step in answer["steps"]] == [True] * 3 + [False] * 6
    assert ada.get(f"/tables/{table}/replay", first=99).json()["code"] == "no-event"


def test_while_the_game_goes_on_only_ones_own_past_is_shown(server):
    ada, bob, eve = server.client("Ada"), server.client("Bob"), server.client("Eve")
    table = ada.open("ulysses", players=3)["id"]
    bob.join(table)
    bob.join(table)
    last = ada.look(table)["number"]
    for someone, allowed in ((ada, (0,)), (bob, (1, 2)), (eve, ()), (server.client(None), ())):
        for seat in (0, 1, 2):
            answer = someone.get(f"/tables/{table}/replay", first=last, seat=seat)
            if seat in allowed:
                assert answer.json()["steps"][0]["view"] == someone.look(table, seat=seat)["view"]
            else:
                assert answer.json()["code"] == "not-your-seat"
        spectator = someone.get(f"/tables/{table}/replay", first=last).json()
        assert spectator["steps"][0]["view"] == eve.look(table)["view"]


@pytest.mark.on_postgres_too
def test_the_same_people_play_again_and_nobody_takes_their_seats(server):
    ada, bob, eve = server.client("Ada"), server.client("Bob"), server.client("Eve")
    table = ada.open("ophiuchus", players=2)["id"]
    bob.join(table)
    assert ada.post(f"/tables/{table}/rematch", {}).json()["code"] == "not-over"
    ada.command(table, "resign")
    assert eve.post(f"/tables/{table}/rematch", {}).json()["code"] == "not-seated"
    first = ada.post(f"/tables/{table}/rematch", {}).json()
    assert first["rematch_of"] == table
    assert [(seat["kind"], seat["name"], seat["reserved"]) for seat in first["seats"]] == [
        ("open", "Bob", True),
        ("person", "Ada", False),
    ]
    assert bob.look(table)["table"]["rematch"] == first["id"]
    (listed,) = bob.get("/tables", which="mine").json()
    assert (listed["id"], [seat["mine"] for seat in listed["seats"]]) == (first["id"], [True, False])
    assert eve.look(table)["table"]["rematch"] is None
    for wish in ({}, {"seat": 0}):
        assert eve.post(f"/tables/{first['id']}/join", wish).status_code == 409
    second = bob.post(f"/tables/{table}/rematch", {}).json()
    assert second["id"] == first["id"]
    assert second["status"] == "running"
    again = ada.post(f"/tables/{table}/rematch", {}).json()
    assert (again["id"], again["status"]) == (first["id"], "running")


def test_bots_keep_their_levels_in_a_rematch(server):
    ada = server.client()
    table = ada.open("ophiuchus", seats=["me", "random", "novice"])["id"]
    ada.command(table, "ask", what="end")
    again = ada.post(f"/tables/{table}/rematch", {}).json()
    assert [seat["bot"] for seat in again["seats"]] == ["random", "novice", None]
    assert again["status"] == "running"


@pytest.mark.parametrize("game", GAMES)
def test_any_position_can_be_played_on_from(server, game):
    ada, bob = server.client("Ada"), server.client("Bob")
    players = Match(game).players
    table = ada.open(game, seats=["me"] * players)["id"]
    seen = played_out(ada, table)
    at = len(seen) // 2
    _, seat, view, choices = seen[at]
    seats = ["me"] + ["open"] * (players - 1)
    wish = {"decisions": at, "seats": seats, "key": "once"}
    opened = bob.post(f"/tables/{table}/continue", wish).json()
    assert (opened["status"], opened["continues"]) == ("waiting", table)
    assert bob.post(f"/tables/{table}/continue", wish).json()["id"] == opened["id"]
    for _ in range(players - 1):
        ada.join(opened["id"])
    mover = bob if seat == 0 else ada
    now = mover.look(opened["id"], seat=seat)
    assert now["view"] == view
    assert now["choices"] == choices
    # The table plays like any other: on to the end, with a record from the deal on.
    played_out(bob, opened["id"], most=0)
    ada.command(opened["id"], "ask", what="end")
    request = bob.look(opened["id"])["table"]["requests"][0]["number"]
    bob.command(opened["id"], "answer", request=request, agreed=True)
    record = bob.get(f"/tables/{opened['id']}/record").json()
    assert len(Match.replay(record["record"]).decisions) == at


def test_only_a_game_that_is_over_is_played_on_from(server):
    ada = server.client()
    table = ada.open("ophiuchus", seats=["me", "me"])["id"]
    assert ada.post(f"/tables/{table}/continue", {"decisions": 0}).json()["code"] == "not-over"
    seen = played_out(ada, table)
    for decisions, code in ((len(seen), "finished"), (len(seen) + 1, "no-decision")):
        assert ada.post(f"/tables/{table}/continue", {"decisions": decisions}).json()["code"] == code


@pytest.mark.on_postgres_too
@pytest.mark.parametrize("decisions", [0, 3])
def test_a_game_that_goes_on_is_no_marked_deck(server, decisions):
    """Whoever goes on from a game knows all of its deal, from the first decision too."""
    ada, bob, eve = server.client("Ada"), server.client("Bob"), server.client("Eve")
    table = ada.open("ophiuchus", seats=["me", "me"])["id"]
    played_out(ada, table)
    wish = {"decisions": decisions, "seats": ["me", "open"]}
    public = ada.post(f"/tables/{table}/continue", {**wish, "settings": {"public": True}})
    assert (public.status_code, public.json()["code"]) == (422, "known-deal")
    opened = ada.post(f"/tables/{table}/continue", wish).json()
    again = opened["id"]
    assert (opened["known_deal"], opened["settings"]["public"], opened["continues"]) == (True, False, table)
    assert again not in {listed["id"] for listed in eve.get("/tables").json()}
    assert bob.look(again)["table"]["known_deal"] is True, "in the waiting room"
    joined = bob.join(again)
    assert joined["known_deal"] is True
    assert joined.get("continues") is None, "the id of the other table is a key to it"
    assert [t["known_deal"] for t in bob.get("/tables", which="mine").json() if t["id"] == again] == [True]
    ada.command(again, "ask", what="end")
    asked = next(iter(bob.look(again)["table"]["requests"]))
    bob.command(again, "answer", request=asked["number"], agreed=True)
    assert ada.get(f"/tables/{again}/record").json()["known_deal"] is True
    assert ada.get(f"/tables/{table}/record").json()["known_deal"] is False
    rematch = bob.post(f"/tables/{again}/rematch", {}).json()
    assert (rematch["known_deal"], rematch["rematch_of"]) == (False, again)
    stranger = eve.look(rematch["id"])["table"]
    assert stranger.get("rematch_of") is None
