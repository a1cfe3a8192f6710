"""Records brought to a server: a game that was played elsewhere is kept there and goes on."""

from __future__ import annotations

import pytest

from parapegma.core.game import all_games
from parapegma.core.match import Match

GAMES = [game.name for game in all_games()]


def _begun(game, decisions=6):
    match = Match(game, seed=5)
    for n in range(decisions):
        match.act(match.position.legal()[n % len(match.position.legal())])
    return match


@pytest.mark.parametrize("game", GAMES)
def test_a_game_goes_on_where_its_record_ends(server, game):
    ada, match = server.client("Ada"), _begun(game)
    answer = ada.post("/tables/record", {"record": match.record()})
    assert answer.status_code == 201, answer.text
    table = answer.json()
    assert table["known_deal"] is True
    assert table["status"] == "running"
    seen = ada.look(table["id"])
    assert seen["actor"] == match.actor
    assert [each["notation"] for each in seen["choices"]] == [
        each.notation for each in match.position.legal_actions()
    ]
    first = seen["choices"][0]["notation"]
    assert ada.command(table["id"], "act", seen=seen["number"], actions=[first]).status_code in (200, 201)


def test_bots_go_on_in_the_seats_that_they_had(server):
    ada, match = server.client("Ada"), _begun("ophiuchus")
    seats = ["me" if seat == match.actor else "light" for seat in range(match.players)]
    table = ada.post("/tables/record", {"record": match.record(), "seats": seats}).json()
    assert [seat["bot"] for seat in table["seats"]] == [None if kind == "me" else kind for kind in seats]
    with ada.live(table["id"]) as line:
        line.act(line.choices[0]["notation"])
        while line.table["status"] == "running" and not line.choices:
            line.next()


def test_a_finished_game_is_kept_as_over(server):
    ada, match = server.client("Ada"), Match("ophiuchus", players=2, seed=7)
    while not match.over:
        match.act(match.position.legal()[0])
    table = ada.post("/tables/record", {"record": match.record()}).json()
    assert (table["status"], table["known_deal"]) == ("over", True)
    assert ada.get(f"/tables/{table['id']}/record").json()["scores"] == match.scores


def test_a_table_that_was_dealt_here_is_not_known(server):
    table = server.client("Ada").open("ophiuchus", seats=["me", "light"])
    assert not table.get("known_deal")


def test_a_record_sent_twice_with_one_key_is_one_table(server):
    ada, wish = server.client("Ada"), {"record": _begun("pacal").record(), "key": "once-only"}
    ids = {ada.post("/tables/record", wish).json()["id"] for _ in range(2)}
    assert len(ids) == 1


_GOOD = "parapegma record 1\ngame: ophiuchus\nplayers: 2\nseed: 7\n"


@pytest.mark.parametrize(
    "record",
    [
        "",
        "Dear Ada, this is no record.",
        _GOOD.replace("ophiuchus", "chess"),
        _GOOD.replace("record 1", "record 99"),
        _GOOD.replace("players: 2", "players: 40"),
        _GOOD + "\n1. take the crown\n",
    ],
)
def test_what_is_no_record_is_refused_in_a_sentence(server, record):
    answer = server.client("Ada").post("/tables/record", {"record": record})
    assert answer.status_code == 422, answer.text
    assert answer.json()["code"] == "no-record"
    assert len(answer.json()["detail"]) > 10


def test_seats_that_do_not_fit_are_refused(server):
    wish = {"record": _begun("ophiuchus").record(), "seats": ["me"]}
    answer = server.client("Ada").post("/tables/record", wish)
    assert 400 <= answer.status_code < 500
    assert answer.json()["detail"]


def test_nobody_brings_a_record_without_saying_who(server):
    assert server.client(None).post("/tables/record", {"record": _GOOD}).status_code == 401
