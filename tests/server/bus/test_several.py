"""Two processes' worth of parts on one database and one channel know of each other's people."""

from __future__ import annotations

from server_places import two_processes, until


def test_who_is_connected_to_one_process_is_here_for_the_other(tmp_path):
    async def play(here, there, ada, bob, table):
        _, told_ada = await here.connect(table, ada)
        assert here.presence.people(table) == {ada}
        at_bob, _ = await there.connect(table, bob)
        await until(lambda: {"type": "presence", "seats": [0, 1]} in told_ada)
        assert here.presence.people(table) == {ada, bob}
        await until(lambda: there.presence.people(table) == {ada, bob})
        there.connections.remove(table, at_bob)
        await until(lambda: told_ada[-1] == {"type": "presence", "seats": [0]})
        assert here.presence.people(table) == {ada}

    two_processes(tmp_path, play)
