"""People leave and come back; bots and other people take over if those who are left agree."""

from __future__ import annotations

import pytest
from server_places import a_table as a_table_of_two
from server_places import on_a_database

from parapegma.server.ids import new_id
from parapegma.server.people.identity import Identities
from parapegma.server.problems import Problem
from parapegma.server.protocol.table_settings import TableSettings
from parapegma.server.store.secrets import Secrets
from parapegma.server.tables.away import bot_from
from parapegma.server.tables.commands.consent import answer
from parapegma.server.tables.commands.replace import replace_by_bot
from parapegma.server.tables.commands.seats import join
from parapegma.server.tables.lifecycle.opening import TableSetup, open_table
from parapegma.server.tables.open_tables import Caller

CORRESPONDENCE = {"pace": {"kind": "correspondence", "days": 1}, "stand_in": "random"}


def a_table(server, game="ophiuchus"):
    """A running game of three people."""
    people = [server.client(name) for name in ("Ada", "Bob", "Cleo")]
    table = people[0].open(game, players=3, settings={"stand_in": "random"})["id"]
    for someone in people[1:]:
        someone.join(table)
    return table, people


def seats(client, table):
    return client.look(table)["table"]["seats"]


def request_of(client, table):
    (request,) = client.look(table)["table"]["requests"]
    return request["number"]


def test_whoever_left_can_take_the_seat_back_from_the_bot(server):
    table, (ada, bob, _) = a_table(server)
    bob.post(f"/tables/{table}/leave", {})
    assert seats(ada, table)[1]["bot"] == "random"
    bob.join(table)
    assert seats(ada, table)[1] == {**seats(ada, table)[1], "bot": None, "name": "Bob"}


@pytest.mark.on_postgres_too
def test_another_person_takes_over_once_everyone_who_is_left_agrees(server):
    table, (ada, bob, cleo) = a_table(server)
    dora = server.client("Dora")
    assert dora.command(table, "replace", seat=1).json()["code"] == "not-left"
    bob.post(f"/tables/{table}/leave", {})
    # Bob has the right to come back.
    assert dora.command(table, "replace", seat=1).json()["code"] == "not-left"
    bob.command(table, "resign")
    assert dora.command(table, "replace", seat=1).status_code == 200
    assert dora.command(table, "replace", seat=1).json()["code"] == "asked-already"
    (request,) = ada.look(table)["table"]["requests"]
    assert request["what"] == "replace"
    assert request["data"] == {"seat": 1, "name": "Dora"}
    number = request["number"]
    # The one who left has no say, nor has the one who asks.
    assert bob.command(table, "answer", request=number, agreed=True).json()["code"] == "not-seated"
    assert dora.command(table, "answer", request=number, agreed=True).json()["code"] == "not-seated"
    ada.command(table, "answer", request=number, agreed=True)
    assert seats(ada, table)[1]["name"] == "Bob"
    cleo.command(table, "answer", request=number, agreed=True)
    taken = seats(dora, table)[1]
    assert (taken["name"], taken["bot"], taken["mine"]) == ("Dora", None, True)
    assert dora.look(table)["seat"] == 1
    assert bob.look(table).get("seat") is None
    assert bob.post(f"/tables/{table}/join", {}).json()["code"] == "started"


def test_two_must_agree_also_when_someone_leaves_while_they_are_asked(server):
    table, (ada, bob, cleo) = a_table(server)
    dora = server.client("Dora")
    bob.command(table, "resign")
    assert dora.command(table, "replace", seat=1).status_code == 200
    number = request_of(ada, table)
    cleo.post(f"/tables/{table}/leave", {})
    # Dora may be Ada under another name.
    assert ada.command(table, "answer", request=number, agreed=True).status_code == 200
    assert seats(ada, table)[1]["name"] == "Bob"
    cleo.join(table)
    assert seats(ada, table)[1]["name"] == "Bob"
    assert cleo.command(table, "answer", request=number, agreed=True).status_code == 200
    assert seats(ada, table)[1]["name"] == "Dora"


def test_one_who_declines_is_enough(server):
    table, (ada, bob, cleo) = a_table(server)
    dora = server.client("Dora")
    bob.command(table, "resign")
    dora.command(table, "replace", seat=1)
    number = request_of(ada, table)
    cleo.command(table, "answer", request=number, agreed=False)
    assert ada.command(table, "answer", request=number, agreed=True).json()["code"] == "no-request"


def test_nobody_is_replaced_who_is_here_or_has_a_clock_or_is_not_awaited(server):
    table, (ada, bob, cleo) = a_table(server)
    actor = ada.look(table)["actor"]
    people = [ada, bob, cleo]
    asker, away = people[actor - 1], people[actor]
    with away.live(table):
        refused = asker.command(table, "replace", seat=actor, bot="random")
        assert (refused.json()["code"], "is here" in refused.json()["detail"]) == ("not-away", True)
    for seat, bot, code in (
        (actor, "dragon", "no-bot"),
        # Nobody gives an opponent's seat to a bot of one's own choice.
        (actor, "master", "other-bot"),
        (actor, "random", "not-away"),
        ((actor + 1) % 3, "random", "not-awaited"),
        ((actor - 1) % 3, "random", "not-away"),
        (7, "random", "no-seat"),
    ):
        assert asker.command(table, "replace", seat=seat, bot=bot).json()["code"] == code
    clocked = ada.open("ophiuchus", players=2, settings=CORRESPONDENCE)["id"]
    bob.join(clocked)
    actor = ada.look(clocked)["actor"]
    asker = (bob, ada)[actor]
    assert asker.command(clocked, "replace", seat=actor, bot="random").json()["code"] == "clock-decides"


def test_a_bot_plays_for_someone_who_has_been_away_too_long(tmp_path):
    async def play(watch, places, ada, bob):
        (place,) = places
        registry = place.registry
        table = await a_table_of_two(place, ada, bob, stand_in="random")
        seat = table.actor
        away, asker = ((ada, bob), (bob, ada))[seat]

        def wanted():
            return replace_by_bot(asker, seat, "random", frozenset(), registry.clock())

        for minutes in (0, 23 * 60):
            watch.at += minutes * 60_000
            assert bot_from(table, asker) > watch.at, "a bot is offered that would be refused"
            with pytest.raises(Problem, match="be patient"):
                await registry.execute(table.id, Caller(asker), wanted())
        watch.at += 60 * 60_000
        assert bot_from(table, asker) <= watch.at
        assert bot_from(table, away) is None
        assert bot_from(table, None) is None
        await registry.execute(table.id, Caller(asker), wanted())
        assert table.state.seats[seat].bot == "random"
        assert table.state.seats[seat].person == away
        await registry.execute(table.id, Caller(away), join(away, "Back"))
        assert table.state.seats[seat].bot is None

    on_a_database(tmp_path, play)


def test_whoever_is_away_can_say_no(tmp_path):
    async def play(watch, places, ada, bob):
        (place,) = places
        registry = place.registry
        wish = TableSetup("ophiuchus", 3, settings=TableSettings(stand_in="random"))
        table = await registry.open(await open_table(registry.store, wish, ada, "Ada", at=watch.at))
        cleo = (await Identities(registry.database, Secrets(registry.database, "secret")).new_guest("Cleo"))[
            0
        ].id
        for person in (bob, cleo):
            await registry.execute(table.id, Caller(person), join(person, "Someone"))
        seat = table.actor
        away = table.state.seats[seat].person
        asker, third = [person for person in (ada, bob, cleo) if person != away]
        watch.at += 11 * 60_000
        for answerer, agreed, bot in ((away, False, None), (third, True, "random")):
            wanted = replace_by_bot(asker, seat, "random", frozenset(), watch.at)
            await registry.execute(table.id, Caller(asker), wanted)
            (request,) = table.state.requests
            await registry.execute(table.id, Caller(answerer), answer(answerer, request, agreed))
            assert table.state.requests == {}
            assert table.state.seats[seat].bot == bot

    on_a_database(tmp_path, play)


def test_those_who_left_do_not_hold_up_what_the_others_agree_on(server):
    table, (ada, bob, cleo) = a_table(server)
    bob.post(f"/tables/{table}/leave", {})
    ada.command(table, "ask", what="pause")
    cleo.command(table, "answer", request=request_of(cleo, table), agreed=True)
    assert ada.look(table)["table"]["paused"] is True


def test_a_yes_of_someone_who_left_since_is_not_enough(server):
    table, (ada, bob, cleo) = a_table(server)
    ada.command(table, "ask", what="pause")
    number = request_of(bob, table)
    bob.command(table, "answer", request=number, agreed=True)
    bob.post(f"/tables/{table}/leave", {})
    assert ada.look(table)["table"]["paused"] is False
    cleo.command(table, "answer", request=number, agreed=True)
    assert ada.look(table)["table"]["paused"] is True


def test_what_someone_asked_who_left_since_is_asked_no_more(server):
    table, (ada, bob, _) = a_table(server)
    ada.command(table, "ask", what="pause")
    number = request_of(bob, table)
    ada.post(f"/tables/{table}/leave", {})
    assert bob.command(table, "answer", request=number, agreed=True).status_code == 409
    assert bob.look(table)["table"]["paused"] is False


def test_over_a_websocket_too(server):
    table, (ada, bob, _) = a_table(server)
    dora = server.client("Dora")
    bob.command(table, "resign")
    with dora.live(table) as live:
        live.send({"type": "replace", "key": new_id(), "seat": 1})
        live.until("accepted")
    assert request_of(ada, table)
