"""Standing up: who may come back and for how long, what a bot does meanwhile, what nobody gains."""

from __future__ import annotations

import pytest
from server_places import a_table, kinds, on_a_database

from parapegma.server.people.identity import Identities
from parapegma.server.problems import Problem
from parapegma.server.protocol.table_settings import Correspondence, Live, NoClock, TableSettings
from parapegma.server.store.secrets import Secrets
from parapegma.server.tables.coming_back import MOST_RETURNS, time_to_return
from parapegma.server.tables.commands.acting import act, bot_act
from parapegma.server.tables.commands.consent import ask
from parapegma.server.tables.commands.replace import replace_by_me
from parapegma.server.tables.commands.seats import join, leave, resign
from parapegma.server.tables.commands.undo import undo
from parapegma.server.tables.lifecycle.opening import TableSetup, open_table
from parapegma.server.tables.messages.info import table_info
from parapegma.server.tables.messages.viewpoint import Reader
from parapegma.server.tables.open_tables import Caller
from parapegma.server.tables.state import BOT

PACES = [NoClock(), Live(bank=600), Correspondence(days=2)]


class Playing:
    """A table, and what people do at it."""

    def __init__(self, place, table):
        self.place, self.table = place, table

    async def does(self, person, command):
        await self.place.registry.execute(self.table.id, Caller(person), command)

    async def decides(self, person):
        choice = self.table.match.position.legal()[0]
        await self.does(person, act(person, self.table.number, [choice]))

    async def bot_decides(self):
        state = self.table.state
        choice = self.table.match.position.legal()[0]
        level = state.seats[state.actor].bot
        await self.does(None, bot_act(state.actor, level, state.moved, choice))

    def person(self, seat):
        return self.table.state.seats[seat].person


async def newcomer(place, name):
    people = Identities(place.registry.database, Secrets(place.registry.database, "secret"))
    return (await people.new_guest(name))[0].id


@pytest.mark.on_postgres_too
@pytest.mark.parametrize("pace", PACES)
def test_whoever_does_not_come_back_in_time_has_lost(tmp_path, pace, database_settings):
    async def play(watch, places, ada, bob):
        (place,) = places
        table = await a_table(place, ada, bob, pace=pace)
        game = Playing(place, table)
        leaver = table.actor
        await game.does(game.person(leaver), leave(game.person(leaver)))
        told = table_info(table, Reader(None), frozenset())
        assert told.seats[leaver].back_by == watch.at + time_to_return(pace) == watch.at + told.return_time
        watch.at += time_to_return(pace) - 1
        await place.timeouts.look()
        assert table.state.seats[leaver].away
        watch.at += 1
        # Also of a process that has only now begun to look.
        place.timeouts._next_look = watch.at
        await place.timeouts.look()
        assert (await kinds(place, table))[-2:] == ["resigned", "ended"]
        assert table.state.ended.ranks[leaver] == 2
        assert table.state.ended.ranks[1 - leaver] == 1
        with pytest.raises(Problem):
            await game.does(game.person(leaver), join(game.person(leaver), "Back"))

    on_a_database(tmp_path, play, database=database_settings.get("PARAPEGMA_DATABASE"))


def test_where_several_play_on_a_bot_stays_in_the_seat_that_is_lost(tmp_path):
    async def play(watch, places, ada, bob):
        (place,) = places
        cleo = await newcomer(place, "Cleo")
        wish = TableSetup("ophiuchus", 3, settings=TableSettings(pace=Live(bank=6000)))
        table = await place.registry.open(
            await open_table(place.registry.store, wish, ada, "Ada", at=watch.at)
        )
        game = Playing(place, table)
        for person in (bob, cleo):
            await game.does(person, join(person, "Someone"))
        await game.does(bob, leave(bob))
        watch.at += time_to_return(Live())
        await place.timeouts.look()
        seat = table.state.seats_of(bob)[0]
        assert (await kinds(place, table))[-1] == "resigned"
        assert (table.state.seats[seat].resigned, table.state.seats[seat].bot) == (True, "novice")
        assert table.state.status == "running"

    on_a_database(tmp_path, play)


@pytest.mark.parametrize("pace", PACES)
def test_a_game_stops_when_everyone_has_left_and_goes_on_when_someone_is_back(tmp_path, pace):
    async def play(watch, places, ada, bob):
        (place,) = places
        wish = TableSetup(
            "pacal", 4, seats=("me", "open", "random", "random"), settings=TableSettings(pace=pace)
        )
        table = await place.registry.open(
            await open_table(place.registry.store, wish, ada, "Ada", at=watch.at)
        )
        game = Playing(place, table)
        await game.does(bob, join(bob, "Bob"))
        await game.does(ada, leave(ada))
        assert not table.state.stopped
        await game.does(bob, leave(bob))
        assert table.state.stopped
        assert table.state.waits_for is None
        assert table.state.clock.deadline_at is None
        assert table_info(table, Reader(None), frozenset()).stopped
        await game.does(bob, join(bob, "Bob"))
        assert not table.state.stopped
        assert table.state.waits_for is not None
        await game.does(bob, leave(bob))
        watch.at += time_to_return(pace)
        await place.timeouts.look()
        assert table.state.status == "over"
        # Nobody came back: all who left have lost, and none of them is said to have won.
        assert [table.state.seats_of(person) for person in (ada, bob)] == [[0], [1]]
        assert min(table.state.ended.ranks[:2]) > max(table.state.ended.ranks[2:])

    on_a_database(tmp_path, play)


def test_games_of_bots_alone_go_on_without_people(tmp_path):
    async def play(watch, places, ada, bob):
        (place,) = places
        wish = TableSetup("pacal", 2, seats=("random", "random"))
        table = await place.registry.open(
            await open_table(place.registry.store, wish, ada, "Ada", at=watch.at)
        )
        assert table.state.waits_for == BOT

    on_a_database(tmp_path, play)


@pytest.mark.parametrize("pace", [Live(bank=600, increment=30), Correspondence(days=1)])
def test_standing_up_stops_no_clock_and_gains_no_time(tmp_path, pace):
    async def play(watch, places, ada, bob):
        (place,) = places
        table = await a_table(place, ada, bob, pace=pace)
        game = Playing(place, table)
        seat = table.actor
        person = game.person(seat)
        left = table.state.clock.left(seat, watch.at)
        watch.at += 100_000
        await game.does(person, leave(person))
        watch.at += 50_000
        assert table.state.clock.left(seat, watch.at) == left - 150_000
        await game.does(person, join(person, "Back"))
        assert table.state.clock.left(seat, watch.at) == left - 150_000
        if isinstance(pace, Live):
            await game.does(person, leave(person))
            while table.actor == seat:
                await game.bot_decides()
            assert table.state.clock.banks[seat] == left - 150_000, "a bot earns no increment"

    on_a_database(tmp_path, play)


def test_nobody_comes_back_for_ever(tmp_path):
    async def play(watch, places, ada, bob):
        (place,) = places
        table = await a_table(place, ada, bob)
        game = Playing(place, table)
        for _ in range(MOST_RETURNS):
            await game.does(ada, leave(ada))
            await game.does(ada, join(ada, "Ada"))
        assert table.state.status == "running"
        await game.does(ada, leave(ada))
        assert table.state.status == "over"
        assert table.state.ended.ranks[table.state.seats_of(bob)[0]] == 1

    on_a_database(tmp_path, play)


def test_an_alt_of_the_only_opponent_never_gets_the_seat_nor_sees_the_hand(tmp_path):
    async def play(watch, places, ada, bob):
        (place,) = places
        table = await a_table(place, ada, bob)
        game = Playing(place, table)
        alt = await newcomer(place, "Zoe")
        seat = table.state.seats_of(ada)[0]
        await game.does(ada, leave(ada))
        for _ in range(2):
            with pytest.raises(Problem) as refused:
                await game.does(alt, replace_by_me(alt, "Zoe", seat))
            assert refused.value.body.code == "not-left"
            watch.at += time_to_return(NoClock()) // 2
        assert table.state.requests == {}
        assert table.state.seats_of(alt) == []

    on_a_database(tmp_path, play)


def test_the_last_person_at_a_table_with_bots_gives_no_seat_away(tmp_path):
    async def play(watch, places, ada, bob):
        (place,) = places
        wish = TableSetup("pacal", 3, seats=("me", "open", "random"))
        table = await place.registry.open(
            await open_table(place.registry.store, wish, ada, "Ada", at=watch.at)
        )
        game = Playing(place, table)
        await game.does(bob, join(bob, "Bob"))
        await game.does(bob, resign(bob))
        alt = await newcomer(place, "Zoe")
        with pytest.raises(Problem, match="Two people"):
            await game.does(alt, replace_by_me(alt, "Zoe", 1))

    on_a_database(tmp_path, play)


@pytest.mark.parametrize("what", ["end", "pause"])
def test_nobody_decides_alone_for_someone_who_may_come_back(tmp_path, what):
    async def play(watch, places, ada, bob):
        (place,) = places
        table = await a_table(place, ada, bob)
        game = Playing(place, table)
        await game.does(bob, leave(bob))
        with pytest.raises(Problem) as refused:
            await game.does(ada, ask(ada, what))
        assert refused.value.body.code == "nobody-to-agree"
        assert table.state.status == "running"
        assert not table.state.paused

    on_a_database(tmp_path, play)


def test_what_was_seen_is_not_taken_back_behind_someones_back(tmp_path):
    async def play(watch, places, ada, bob):
        (place,) = places
        for command in (leave, None):
            table = await a_table(place, ada, bob, game="pacal")
            game = Playing(place, table)
            seat = table.actor
            me, other = game.person(seat), game.person(1 - seat)
            while table.actor == seat:
                await game.decides(me)
            if command is not None:
                await game.does(other, command(other))
                while table.actor != seat:
                    await game.bot_decides()
            else:
                while table.actor != seat:
                    await game.decides(other)
            stand = list(table.state.actions)
            if command is None:
                await game.does(me, undo(me, table.number))
                assert [request.what for request in table.state.requests.values()] == ["undo"]
            else:
                with pytest.raises(Problem) as refused:
                    await game.does(me, undo(me, table.number))
                assert refused.value.body.code == "undo-seen"
            assert table.state.actions == stand

    on_a_database(tmp_path, play)


def test_bots_do_not_win_for_someone_who_ran_out_of_time(tmp_path):
    async def play(watch, places, ada, bob):
        (place,) = places
        table = await a_table(place, ada, bob, game="pacal", pace=Live(bank=60), stand_in="random")
        game = Playing(place, table)
        seat = table.actor
        watch.at += 60_000
        await place.timeouts.look()
        assert table.state.seats[seat].away
        while table.state.status == "running":
            if table.state.waits_for == BOT:
                await game.bot_decides()
            else:
                await game.decides(table.state.waits_for)
        assert table.state.ended.why == "finished"
        assert table.state.ended.ranks[seat] == 2
        assert table.state.ended.ranks[1 - seat] == 1

    on_a_database(tmp_path, play)


def test_time_that_the_machine_slept_is_not_charged_to_those_who_are_away(tmp_path):
    async def play(watch, places, ada, bob):
        (place,) = places
        table = await a_table(place, ada, bob)
        game = Playing(place, table)
        await game.does(bob, leave(bob))
        seat = table.state.seats_of(bob)[0]
        before = table.state.back_by(seat) - watch.at
        watch.jumped = 3 * 24 * 3600 * 1000
        await place.timeouts.look()
        assert table.state.seats[seat].away
        assert table.state.back_by(seat) - watch.wall() == before

    on_a_database(tmp_path, play)
