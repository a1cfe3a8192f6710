"""Records brought to a table: a game that was played elsewhere, to keep and to go on with."""

from __future__ import annotations

from parapegma.core.compiled.rng import key_of_seed
from parapegma.core.match import Match
from parapegma.errors import ParapegmaError
from parapegma.server.problems import Problem
from parapegma.server.protocol.requests import RecordRequest
from parapegma.server.tables.lifecycle.opening import Admit, TableSetup, admit_all, open_table
from parapegma.server.tables.open_tables import OpenTables


async def bring_record(
    tables: OpenTables, wish: RecordRequest, person: str, name: str, admit: Admit = admit_all
) -> str:
    """Keep the game of a record as a table of one's own; its id. Everyone may know how it was dealt."""
    setup = await admit(await tables.work(_setup, wish))
    return await open_table(tables.store, setup, person, name, wish.key, tables.clock())


def _setup(wish: RecordRequest) -> TableSetup:
    try:
        match = Match.replay(wish.record)
    except ParapegmaError as error:
        raise Problem(422, "no-record", str(error)) from None
    assert match.seed is not None
    key = b"".join(int(word).to_bytes(8, "little") for word in key_of_seed(match.seed)).hex()
    return TableSetup(
        match.game.name,
        match.players,
        dict(match.options),
        tuple(wish.seats) if wish.seats is not None else ("me",) * match.players,
        wish.settings,
        names=tuple(wish.names),
        key=key,
        known=True,
        position=None if match.start_position is None else dict(match.start_position),
        played=tuple(decision.action for decision in match.decisions),
    )
