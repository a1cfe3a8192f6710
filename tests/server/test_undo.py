"""Taking back: free within one's own turn, by consent otherwise, always as an event."""

from __future__ import annotations

import pytest

from parapegma.server.ids import new_id


@pytest.mark.on_postgres_too
def test_with_bots_only_a_decision_is_taken_back_at_once(server):
    ada = server.client()
    table = ada.open("ophiuchus", seats=["me", "me"])["id"]
    with ada.live(table) as live:
        before = live.view
        choice = live.choices[0]["number"]
        live.until_number(live.act(choice)["number"])
        assert live.view != before
        answer = ada.command(table, "undo", seen=live.number)
        live.until_number(answer.json()["number"])
        assert live.events[-1]["kind"] == "undone"
        assert live.view == before
        assert live.act(choice)["type"] == "accepted"


@pytest.mark.on_postgres_too
def test_another_person_is_asked_once_the_turn_has_passed(server):
    ada, bob = server.client("Ada"), server.client("Bob")
    table = ada.open("pacal", players=2)["id"]
    bob.join(table)
    with ada.live(table) as at_ada, bob.live(table) as at_bob:
        mover, other = (at_ada, at_bob) if at_ada.choices else (at_bob, at_ada)
        start = mover.view
        while mover.choices:
            mover.until_number(mover.act(mover.choices[0]["number"])["number"])
        other.until_number(mover.number)
        mover.send({"type": "undo", "key": new_id(), "seen": mover.number, "to": 0})
        mover.until("accepted")
        other.until("update")
        (request,) = other.table["requests"]
        assert request["what"] == "undo"
        assert mover.view != start
        other.send({"type": "answer", "key": new_id(), "request": request["number"], "agreed": True})
        answer = other.until("accepted")
        mover.until_number(answer["number"])
        assert mover.events[-1]["kind"] == "undone"
        assert mover.view == start


@pytest.mark.on_postgres_too
def test_a_request_that_is_declined_changes_nothing(server):
    ada, bob = server.client("Ada"), server.client("Bob")
    table = ada.open("ophiuchus", players=2)["id"]
    bob.join(table)
    asked = ada.command(table, "ask", what="pause").json()
    answered = bob.command(table, "answer", request=asked["number"], agreed=False)
    assert answered.status_code == 200
    now = ada.look(table)["table"]
    assert (now["paused"], now["requests"]) == (False, [])


def test_what_all_agreed_to_is_no_longer_asked_and_can_be_asked_again(server):
    ada, bob = server.client("Ada"), server.client("Bob")
    table = ada.open("ophiuchus", players=2)["id"]
    bob.join(table)
    for what, paused in (("pause", True), ("resume", False), ("pause", True)):
        asked = ada.command(table, "ask", what=what)
        assert asked.status_code == 200, asked.text
        bob.command(table, "answer", request=asked.json()["number"], agreed=True)
        now = bob.look(table)["table"]
        assert (now["paused"], now["requests"]) == (paused, [])


@pytest.mark.on_postgres_too
def test_nobody_acts_while_the_game_is_paused(server):
    ada, bob = server.client("Ada"), server.client("Bob")
    table = ada.open("ophiuchus", players=2)["id"]
    bob.join(table)
    asked = ada.command(table, "ask", what="pause").json()
    bob.command(table, "answer", request=asked["number"], agreed=True)
    stand = ada.look(table)
    assert stand["table"]["paused"] is True
    for someone in (ada, bob):
        refused = someone.command(table, "act", seen=stand["number"], actions=[0])
        assert refused.json()["code"] == "paused"
