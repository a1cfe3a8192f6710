"""What the seats add to the shuffles: nobody chooses the deal, not the host, nor whoever says nothing."""

from __future__ import annotations

import secrets

import pytest
from server_places import a_table, kinds, on_a_database

from parapegma.core.match import Match
from parapegma.core.records import Record
from parapegma.core.shuffle_key import commitment, mixed_key
from parapegma.errors import RecordError
from parapegma.server.admin import check_games
from parapegma.server.problems import Problem
from parapegma.server.tables.commands.acting import act
from parapegma.server.tables.commands.seats import join, leave, resign
from parapegma.server.tables.commands.shuffling import commit, reveal
from parapegma.server.tables.lifecycle.finished import continue_from, game_record
from parapegma.server.tables.lifecycle.opening import TableSetup, open_table
from parapegma.server.tables.messages.info import table_info
from parapegma.server.tables.messages.viewpoint import Reader
from parapegma.server.tables.open_tables import Caller
from parapegma.server.tables.shuffle import TIME_TO_SHUFFLE


def a_part():
    part = secrets.token_hex(16)
    return part, commitment(part)


async def seated(place, ada, bob, ada_promise="", bob_promise="", game="ophiuchus"):
    """A table of two that both have sat down to."""
    wish = TableSetup(game, 2, commitment=ada_promise)
    store, at = place.registry.store, place.registry.clock()
    table = await place.registry.open(await open_table(store, wish, ada, "Ada", at=at))
    await does(place, table, bob, join(bob, "Bob", commitment=bob_promise))
    return table


async def does(place, table, person, command):
    await place.registry.execute(table.id, Caller(person), command)


async def refused(place, table, person, command):
    with pytest.raises(Problem) as problem:
        await does(place, table, person, command)
    return problem.value.body.code


@pytest.mark.on_postgres_too
def test_the_deal_is_made_of_what_all_have_committed_to(tmp_path, database_settings):
    async def play(watch, places, ada, bob):
        (place, other) = places
        (one, promise), (two, promised) = a_part(), a_part()
        table = await seated(place, ada, bob, promise, promised)
        assert table.state.status == "waiting"
        assert not table.dealt
        told = table_info(table, Reader(None), frozenset()).shuffle
        assert (told.stage, told.waits_for) == ("reveal", [0, 1])
        assert [(part.commitment, part.part) for part in told.parts] == [(promise, None), (promised, None)]
        assert await refused(place, table, ada, reveal(ada, 0, two)) == "other-part"
        assert await refused(place, table, ada, reveal(ada, 1, two)) == "not-seated"
        assert await refused(place, table, ada, commit(ada, 0, promised)) == "not-asked"
        await does(place, table, ada, reveal(ada, 0, one))
        assert await refused(place, table, ada, reveal(ada, 0, one)) == "not-asked"
        assert table.state.status == "waiting"
        there = await other.registry.open(table.id)
        await does(place, table, bob, reveal(bob, 1, two))
        assert table.state.status == "running"
        key = mixed_key(table.row["key"], {0: one, 1: two})
        assert table.deal.key == key != table.row["key"]
        same = Match("ophiuchus", 2, f"key:{key}", **table.deal.options)
        assert table.match.position == same.position
        # Whoever reads the table from the database, or follows it, comes to the same deal.
        await other.registry.catch_up(there, table.number)
        place.registry.forget(table.id)
        for again in (there, await place.registry.open(table.id)):
            assert again.match.position == same.position
            assert again.difference is None
        assert [found.difference async for found in check_games(place.registry.database)] == [None]

    on_a_database(tmp_path, play, 2, database_settings.get("PARAPEGMA_DATABASE"))


def test_what_the_host_adds_is_shown_by_nobody_before_the_end_and_can_be_checked_then(tmp_path):
    async def play(watch, places, ada, bob):
        (place,) = places
        one, promise = a_part()
        table = await seated(place, ada, bob, promise)
        await does(place, table, ada, reveal(ada, 0, one))
        assert "started" in await kinds(place, table)
        actor = table.state.waits_for
        choice = table.match.position.legal()[0]
        await does(place, table, actor, act(actor, table.number, [choice]))
        assert table.row["key"] not in repr(table_info(table, Reader(ada), frozenset()))
        await does(place, table, bob, resign(bob))
        record = game_record(table)
        assert commitment(record.key) == record.commitment == table.row["commitment"]
        assert [(part.seat, part.commitment, part.part) for part in record.shuffle.parts] == [
            (0, promise, one)
        ]
        read = Record.from_text(record.record)
        assert read.seed == f"key:{mixed_key(record.key, {0: one})}"
        assert Match.replay(record.record).position == table.match.position
        for before, after, said in (
            (one, "0" * 32, "not what the host and the seats have added"),
            (f"shuffle host: {record.key}\n", "", "lacks the line 'shuffle host"),
            ("seat 0", "seat 7", "and its number"),
            (one, "x", "32 hexadecimal digits"),
        ):
            with pytest.raises(RecordError, match=said):
                Match.replay(record.record.replace(before, after))
        # Going on from there is going on with the same cards.
        again = await continue_from(place.registry, table, 1, ("me", "me"), None, ada, "Ada", None)
        went_on = await place.registry.open(again)
        assert went_on.match.position.states.tobytes() == table.match.position.states.tobytes()

    on_a_database(tmp_path, play)


def test_whoever_does_not_reveal_adds_nothing_and_the_others_begin_anew(tmp_path):
    async def play(watch, places, ada, bob):
        (place,) = places
        (one, promise), (_, promised) = a_part(), a_part()
        table = await seated(place, ada, bob, promise, promised)
        await does(place, table, ada, reveal(ada, 0, one))
        watch.at += TIME_TO_SHUFFLE - 1
        await place.timeouts.look()
        assert table.state.shuffle.stage == "reveal"
        watch.at += 1
        await place.timeouts.look()
        told = table_info(table, Reader(None), frozenset()).shuffle
        assert (told.stage, told.waits_for, told.left_out) == ("commit", [0], [1])
        assert table.state.status == "waiting"
        # The part that Bob could have known serves for nothing any more.
        fresh, afresh = a_part()
        await does(place, table, ada, commit(ada, 0, afresh))
        assert await refused(place, table, ada, reveal(ada, 0, one)) == "other-part"
        await does(place, table, ada, reveal(ada, 0, fresh))
        assert table.deal.key == mixed_key(table.row["key"], {0: fresh})
        assert table_info(table, Reader(None), frozenset()).shuffle.left_out == [1]

    on_a_database(tmp_path, play)


def test_a_table_where_nobody_reveals_is_dealt_all_the_same(tmp_path):
    async def play(watch, places, ada, bob):
        (place,) = places
        table = await seated(place, ada, bob, a_part()[1], a_part()[1])
        watch.at += TIME_TO_SHUFFLE
        await place.timeouts.look()
        assert table.state.status == "running"
        assert table.deal.key == table.row["key"]
        assert table_info(table, Reader(None), frozenset()).shuffle.left_out == [0, 1]

    on_a_database(tmp_path, play)


def test_whoever_does_not_commit_anew_is_left_out_without_another_round(tmp_path):
    async def play(watch, places, ada, bob):
        (place,) = places
        (one, promise), (_, promised) = a_part(), a_part()
        table = await seated(place, ada, bob, promise, promised)
        await does(place, table, ada, reveal(ada, 0, one))
        for _ in range(2):
            watch.at += TIME_TO_SHUFFLE
            place.timeouts._next_look = watch.at
            await place.timeouts.look()
        assert table.state.status == "running"
        assert table.deal.key == table.row["key"]

    on_a_database(tmp_path, play)


def test_someone_who_stands_up_at_the_last_moment_takes_the_known_parts_along(tmp_path):
    async def play(watch, places, ada, bob):
        (place,) = places
        (one, promise), (_, promised) = a_part(), a_part()
        table = await seated(place, ada, bob, promise, promised)
        await does(place, table, ada, reveal(ada, 0, one))
        await does(place, table, bob, leave(bob))
        assert table.state.shuffle.stage is None
        two, again = a_part()
        await does(place, table, bob, join(bob, "Bob", commitment=again))
        assert (table.state.shuffle.stage, table.state.shuffle.lacking) == ("commit", {0})
        fresh, afresh = a_part()
        await does(place, table, ada, commit(ada, 0, afresh))
        await does(place, table, bob, reveal(bob, 1, two))
        await does(place, table, ada, reveal(ada, 0, fresh))
        assert table.deal.key == mixed_key(table.row["key"], {0: fresh, 1: two})

    on_a_database(tmp_path, play)


def test_tables_where_nobody_adds_anything_begin_as_before(tmp_path):
    async def play(watch, places, ada, bob):
        (place,) = places
        table = await a_table(place, ada, bob)
        assert (await kinds(place, table))[-1] == "started"
        assert table.deal.key == table.row["key"]

    on_a_database(tmp_path, play)


def test_programs_add_to_the_shuffles_too(server):
    ada, bob = server.client("Ada"), server.client("Bob")
    (one, promise), (two, promised) = a_part(), a_part()
    table = ada.open("ophiuchus", players=2, commitment=promise)["id"]
    assert bob.post(f"/tables/{table}/join", {"commitment": "nonsense"}).status_code == 400
    joined = bob.post(f"/tables/{table}/join", {"commitment": promised}).json()
    assert joined["shuffle"]["waits_for"] == [0, 1]
    with ada.live(table) as live:
        live.send({"type": "reveal", "key": "ada", "seat": 0, "part": one})
        live.until("accepted")
        assert bob.command(table, "reveal", seat=1, part=two).status_code == 200
        while live.next().get("actor") is None:
            pass
    shuffle = ada.look(table)["table"]["shuffle"]
    assert [part["part"] for part in shuffle["parts"]] == [one, two]
    alone = ada.open("ophiuchus", seats=["me", "random"], commitment=promise)
    assert alone["shuffle"]["waits_for"] == [0]
    ada.command(alone["id"], "reveal", seat=0, part=one)
    assert ada.look(alone["id"])["table"]["status"] == "running"
    ada.command(alone["id"], "resign")
    again = ada.post(f"/tables/{alone['id']}/rematch", {"commitment": promised}).json()
    assert again["shuffle"]["parts"] == [{"seat": 1, "commitment": promised, "part": None}]
