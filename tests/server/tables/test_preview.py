"""Looking ahead: what a decision would do is told before it is made, and nothing of chance."""

from __future__ import annotations

import random

import pytest

from parapegma.core.game import all_games, find_game
from parapegma.server.ids import new_id

GAMES = [game.name for game in all_games()]


def preview_of(live, *actions, seen=None):
    """Ask what decisions would do, and wait for the answer."""
    live.send(
        {
            "type": "preview",
            "key": new_id(),
            "seen": live.number if seen is None else seen,
            "actions": list(actions),
        }
    )
    while True:
        message = live.next()
        if message["type"] in ("preview", "refused"):
            return message


@pytest.mark.parametrize("game", GAMES)
def test_what_is_foreseen_happens(server, game):
    chance = random.Random(5)
    ada = server.client()
    table = ada.open(game, seats=["me"] * max(2, find_game(game).players[0]))
    foreseen = certain = 0
    with ada.live(table["id"]) as live:
        for _ in range(60):
            if not live.choices:
                break
            choice = chance.choice(live.choices)["number"]
            before, seat, view = live.number, live.seat, live.view
            answer = preview_of(live, choice)
            assert answer["type"] == "preview", answer
            assert live.number == before, "nothing is played"
            assert answer["rules"], "the rules about it are named"
            live.act(choice)
            live.until_number(before + 1)
            if live.seat != seat:
                continue
            foreseen += len(answer["log"])
            if not answer["certain"]:
                continue
            certain += 1
            told = [
                each for event in live.events if event["number"] > before for each in event.get("log", [])
            ]
            assert answer["log"] == told
            assert answer["choices"] == (live.choices or None)
            assert {**view, **answer["changes"]} == live.view
    assert foreseen > 0
    assert certain > 0


def test_what_chance_decides_is_not_foreseen(server):
    ada = server.client()
    table = ada.open("ptolemaeus", seats=["me", "me"])
    with ada.live(table["id"]) as live:
        assert "draw" in [choice["notation"] for choice in live.choices]
        answers = [preview_of(live, "draw") for _ in range(8)]
        assert not any(answer["certain"] for answer in answers)
        assert not any("seats" in answer["changes"] for answer in answers), (
            "the hand would hold the drawn card"
        )


def test_a_decision_that_is_not_possible_is_explained(server):
    ada = server.client()
    table = ada.open("ptolemaeus", seats=["me", "me"])
    with ada.live(table["id"]) as live:
        refused = preview_of(live, "end")
        assert refused["type"] == "refused"
        assert refused["problem"]["code"] == "illegal"
        assert "'end' is not legal" in refused["problem"]["detail"]
        assert refused["problem"]["extra"] == {"reason": "action-first", "values": {}, "rules": ["PT-3.7"]}
        taken = preview_of(live, "study mars")["problem"]["extra"]
        assert taken == {"reason": "study-later", "values": {}, "rules": ["PT-9.6"]}
        # What was not understood is no matter of the rules.
        assert "extra" not in preview_of(live, "dance")["problem"]


def test_only_who_is_to_decide_may_look_ahead(server):
    ada, bob = server.client("Ada"), server.client("Bob")
    table = ada.open("ophiuchus", players=2)
    bob.join(table["id"])
    with ada.live(table["id"]) as at_ada, bob.live(table["id"]) as at_bob:
        mover, other = (at_ada, at_bob) if at_ada.choices else (at_bob, at_ada)
        number = mover.choices[0]["number"]
        assert preview_of(other, number)["problem"]["code"] == "not-your-turn"
        assert preview_of(mover, number, seen=0)["problem"]["code"] == "stale"
        with server.client("Eve").live(table["id"]) as at_eve:
            assert preview_of(at_eve, number)["problem"]["code"] == "not-seated"
