"""News that is lost between processes is found in the database: nobody hangs."""

from __future__ import annotations

from server_places import two_processes, until
from sqlalchemy import update

from parapegma.server.ids import now
from parapegma.server.people.identity import Person
from parapegma.server.store import schema
from parapegma.server.store.writer import Change
from parapegma.server.tables.commands.acting import act
from parapegma.server.tables.open_tables import Caller


async def decide(process, table_id):
    """Whoever is to decide does, at one of the processes."""
    table = await process.registry.open(table_id)
    person = table.state.waits_for
    action = table.match.position.legal()[0]
    return await process.registry.execute(table_id, Caller(person), act(person, table.number, [action]))


def test_a_decision_is_told_all_the_same(tmp_path):
    async def play(here, there, ada, bob, table):
        _, told = await there.connect(table, bob)
        here.tell_nobody()
        for _ in range(3):
            outcome = await decide(here, table)
            await until(lambda number=outcome.number: told[-1].get("number") == number)
        assert [message["since"] + 1 for message in told[1:] if message["type"] == "update"] == [
            message["number"] for message in told[1:] if message["type"] == "update"
        ]

    two_processes(tmp_path, play)


def test_a_table_that_was_put_out_of_memory_is_looked_after_too(tmp_path):
    async def play(here, there, ada, bob, table):
        _, told = await there.connect(table, bob)
        here.tell_nobody()
        there.registry.forget(table)
        outcome = await decide(here, table)
        await until(lambda: told[-1].get("number") == outcome.number)

    two_processes(tmp_path, play)


def test_whoever_watches_is_told_what_the_process_has_read_without_telling(tmp_path):
    async def play(here, there, ada, bob, table):
        _, told = await there.connect(table, bob)
        here.tell_nobody()
        outcome = await decide(here, table)
        # As when a clock is looked at.
        await there.registry.catch_up(await there.registry.open(table), outcome.number)
        await until(lambda: told[-1].get("number") == outcome.number)

    two_processes(tmp_path, play)


def test_a_line_of_chat_is_told_all_the_same(tmp_path):
    async def play(here, there, ada, bob, table):
        _, told = await there.connect(table, bob)
        here.tell_nobody()
        await here.chat.say(table, Person(ada, "Ada", None), "hello", "1")
        await until(lambda: told[-1]["type"] == "chat")
        assert [line["text"] for line in told[-1]["lines"]] == ["hello"]

    two_processes(tmp_path, play)


def test_a_page_learns_that_it_is_its_persons_turn(tmp_path):
    async def play(here, there, ada, bob, table):
        waits_for = (await here.registry.open(table)).state.waits_for
        other = bob if waits_for == ada else ada
        told = await there.open_page(other)
        await until(lambda: told == [{"type": "waiting", "tables": []}])
        here.tell_nobody()
        while (await here.registry.open(table)).state.waits_for != other:
            await decide(here, table)
        await until(lambda: [waiting["id"] for waiting in told[-1]["tables"]] == [table])

    two_processes(tmp_path, play)


def test_whoever_logged_out_is_parted_from(tmp_path):
    async def play(here, there, ada, bob, table):
        _, told_ada = await there.connect(table, ada)
        _, told_bob = await there.connect(table, bob)
        here.tell_nobody()
        change = Change()
        change.add(
            update(schema.sessions).where(schema.sessions.c.person_id == bob).values(revoked_at=now() + 1)
        )
        await here.registry.database.writer.commit(change)
        await until(lambda: told_bob[-1] == {"type": "closed", "reason": "recalled"})
        # Whoever comes again afterwards is not sent away again, and nobody else was.
        _, again = await there.connect(table, bob)
        await decide(there, table)
        await until(lambda: again[-1].get("number") == told_ada[-1].get("number"))
        assert not any(message["type"] == "closed" for message in [*told_ada, *again])

    two_processes(tmp_path, play)
