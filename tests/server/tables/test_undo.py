"""Taking back: what was decided at one go, freely as long as nothing was learnt, by consent otherwise."""

from __future__ import annotations

import random

import pytest

from parapegma.core.match import Match
from parapegma.core.position import Position
from parapegma.server.ids import new_id
from parapegma.server.protocol.table_settings import NoClock
from parapegma.server.tables import events as ev
from parapegma.server.tables.commands.undo import reveals
from parapegma.server.tables.events import TableEvent
from parapegma.server.tables.state import Gesture, TableState


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
def test_inside_a_turn_a_decision_is_taken_back_at_once_though_another_person_sits_there(server):
    ada, bob = server.client("Ada"), server.client("Bob")
    table = ada.open("pacal", players=2)["id"]
    bob.join(table)
    with ada.live(table) as at_ada, bob.live(table) as at_bob:
        while True:
            mover, other = (at_ada, at_bob) if at_ada.choices else (at_bob, at_ada)
            start, before = mover.view, mover.number
            mover.until_number(mover.act(mover.choices[0]["number"])["number"])
            other.until_number(mover.number)
            if mover.choices:
                break
        # The turn goes on, and nothing hidden was seen: nobody is asked.
        assert mover.view != start
        mover.send({"type": "undo", "key": new_id(), "seen": mover.number})
        mover.until_number(mover.until("accepted")["number"])
        other.until_number(mover.number)
        assert mover.number == before + 2
        assert mover.view == start
        for side in (mover, other):
            assert side.events[-1]["kind"] == "undone"
            assert side.table["requests"] == []


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


def test_what_was_sent_at_one_go_is_taken_back_as_a_whole(server):
    ada = server.client()
    table = ada.open("ophiuchus", seats=["me", "me"])["id"]
    with ada.live(table) as live:
        before = live.view
        tile, (way, *_) = next(iter(live.view["placements"].items()))
        x, y, facing = way[:3]
        live.until_number(live.act(f"lay {tile} {x},{y} {facing}")["number"])
        assert live.events[-1]["decisions"] > 1
        live.until_number(ada.command(table, "undo", seen=live.number).json()["number"])
        assert (live.view, live.events[-1]["kind"]) == (before, "undone")


def test_a_decision_that_is_half_made_is_put_back_whole_and_no_undo_ends_inside_one(server):
    ada = server.client()
    table = ada.open("ophiuchus", seats=["me", "me"])["id"]
    with ada.live(table) as live:
        before = live.view
        assert not live.half_made
        live.until_number(live.act(live.choices[0]["number"])["number"])
        assert live.half_made
        assert {choice["kind"] for choice in live.choices} == {"at"}
        live.until_number(ada.command(table, "undo", seen=live.number).json()["number"])
        assert (live.view, live.half_made) == (before, False)
        # Also who asks for the middle of what was decided step by step is brought to its beginning.
        for to in (None, 1):
            live.until_number(live.act(live.choices[0]["number"])["number"])
            while live.half_made:
                live.until_number(live.act(live.choices[0]["number"])["number"])
            live.until_number(ada.command(table, "undo", seen=live.number, to=to).json()["number"])
            assert (live.view, live.half_made) == (before, False)


@pytest.mark.on_postgres_too
def test_putting_back_what_is_half_made_asks_nobody_even_where_nothing_is_taken_back(server):
    ada, bob = server.client("Ada"), server.client("Bob")
    table = ada.open("ophiuchus", players=2, settings={"undo": "never"})["id"]
    bob.join(table)
    with ada.live(table) as at_ada, bob.live(table) as at_bob:
        mover, who = (at_ada, ada) if at_ada.choices else (at_bob, bob)
        before = mover.view
        mover.until_number(mover.act(mover.choices[0]["number"])["number"])
        assert mover.half_made
        mover.until_number(who.command(table, "undo", seen=mover.number).json()["number"])
        assert mover.view == before
        while mover.choices:
            mover.until_number(mover.act(mover.choices[0]["number"])["number"])
        assert who.command(table, "undo", seen=mover.number).json()["code"] == "no-undo"


def test_an_undo_sent_before_the_bots_had_moved_takes_their_moves_back_too(server):
    ada = server.client()
    table = ada.open("pacal", seats=["me", "novice"])["id"]
    with ada.live(table) as live:
        live.until_my_turn()
        before = live.view
        while live.choices:
            live.until_number(live.act(live.choices[0]["number"])["number"])
        sent = max(event["number"] for event in live.events if event["seat"] == live.seat)
        first = next(
            event for event in live.events if event["kind"] == "acted" and event["seat"] == live.seat
        )
        live.until_my_turn()
        assert live.number > sent
        answer = ada.command(table, "undo", seen=sent, to=first["decisions"] - 1)
        assert answer.status_code == 200, answer.text
        live.until_number(answer.json()["number"])
        assert live.view == before


def test_who_has_decided_again_since_takes_nothing_back_by_an_old_wish(server):
    ada = server.client()
    table = ada.open("pacal", seats=["me", "me"])["id"]
    with ada.live(table) as live:
        first = live.act(live.choices[0]["number"])["number"]
        live.until_number(first)
        live.until_number(live.act(live.choices[0]["number"])["number"])
        assert ada.command(table, "undo", seen=first).json()["code"] == "stale"


def test_what_was_seen_is_not_taken_back_from_someone_who_is_only_away(server):
    """Also while bots play for everyone else: their seats are still people's."""
    ada, bob = server.client("Ada"), server.client("Bob")
    table = ada.open("ophiuchus", players=2)["id"]
    bob.join(table)
    seat = 0 if ada.look(table)["actor"] == 0 else 1
    mover, other = (ada, bob) if seat == 0 else (bob, ada)
    other.post(f"/tables/{table}/leave", {})
    with mover.live(table) as live:
        live.until_my_turn()
        live.until_number(live.act(live.choices[0]["number"])["number"])
        assert live.half_made
        live.until_number(mover.command(table, "undo", seen=live.number).json()["number"])
        while live.choices:
            live.until_number(live.act(live.choices[0]["number"])["number"])
        # A tile was drawn.
        assert mover.command(table, "undo", seen=live.number).json()["code"] == "undo-seen"


def three_people(server):
    """A table of three, each of whom has decided; who decides next, and the others in the order of turns."""
    people = [server.client(name) for name in ("Ada", "Bob", "Cleo")]
    table = people[0].open("ophiuchus", players=3, settings={"stand_in": "random"})["id"]
    for someone in people[1:]:
        someone.join(table)
    order = []
    while len(order) < 4:
        seat = people[0].look(table)["actor"]
        with people[seat].live(table) as live:
            while live.choices:
                live.until_number(live.act(live.choices[0]["number"])["number"])
        order.append(seat)
    assert order[0] == order[3]
    return table, [people[seat] for seat in order[:3]]


def test_what_someone_decided_who_is_away_is_not_taken_back_without_them(server):
    table, (first, away, _) = three_people(server)
    away.post(f"/tables/{table}/leave", {})
    number = first.look(table)["number"]
    # What came after the other's decision is only a matter of those who are here.
    assert first.command(table, "undo", seen=number).status_code == 200
    (request,) = first.look(table)["table"]["requests"]
    assert request["what"] == "undo"
    assert first.command(table, "undo", seen=number, to=0).json()["code"] == "undo-away"
    # They are asked once they are back.
    away.join(table)
    number = first.look(table)["number"]
    assert first.command(table, "undo", seen=number, to=0).status_code == 200


def test_nobody_leaves_an_undo_to_the_rest_once_it_was_asked(server):
    table, (first, away, third) = three_people(server)
    number = first.look(table)["number"]
    assert first.command(table, "undo", seen=number, to=0).status_code == 200
    (asked,) = first.look(table)["table"]["requests"]
    away.post(f"/tables/{table}/leave", {})
    assert third.command(table, "answer", request=asked["number"], agreed=True).status_code == 200
    assert "undone" not in [e["kind"] for e in first.look(table, since=0)["events"]]
    away.join(table)
    assert away.command(table, "answer", request=asked["number"], agreed=True).status_code == 200
    assert "undone" in [e["kind"] for e in first.look(table, since=0)["events"]]


def acted(number, seat, bot=None, half_made=False):
    return TableEvent(number, number, ev.Acted(seat, [1], "", 0, bot, half_made))


def test_bots_answer_no_request_by_moving_on_but_people_do():
    state = TableState.new(3, NoClock())
    state = state.after(
        [
            TableEvent(1, 1, ev.Sat(0, "ada", "Ada")),
            TableEvent(2, 2, ev.Sat(1, "bob", "Bob")),
            TableEvent(3, 3, ev.BotSat(2, "novice")),
            TableEvent(4, 4, ev.Started(0)),
            acted(5, 0),
            TableEvent(6, 6, ev.Asked(0, "undo", {"kept": 0}), "ada"),
        ]
    )
    assert list(state.after([acted(7, 2, "novice")]).requests) == [6]
    assert not state.after([acted(7, 1)]).requests


def test_what_belongs_together_is_known_from_the_events():
    state = TableState.new(2, NoClock())
    started = [TableEvent(1, 1, ev.Started(0)), acted(2, 0), acted(3, 0, half_made=True), acted(4, 0)]
    state = state.after([*started, acted(5, 1, half_made=True)])
    assert state.gestures == [Gesture(0, 0, 2), Gesture(1, 0, 4), Gesture(3, 1, 5)]
    assert state.half_made
    back = state.after([TableEvent(6, 6, ev.Undone(0, 1, 0))])
    assert (back.gestures, back.half_made, back.actions) == ([Gesture(0, 0, 2)], False, [1])


def test_what_was_learnt_in_a_whole_game_is_not_looked_through(monkeypatch):
    match, chance, looked = Match("ulysses", 3, "long"), random.Random(1), []
    start = match.position.copy()
    while match.actor is not None:
        match.act(chance.choice(match.position.legal()))
    look = Position.view

    def noted(position, seat=None):
        looked.append(seat)
        return look(position, seat)

    monkeypatch.setattr(Position, "view", noted)
    actions = [decision.action for decision in match.decisions]
    assert len(actions) > 100
    assert reveals(start, actions, 0)
    # Of fewer it is seen at once that chance was used.
    assert reveals(start, actions[:60], 0)
    assert not looked
