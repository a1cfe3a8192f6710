"""Games that are over: meeting again, going on from a position, and the record of the game."""

from __future__ import annotations

import contextlib

import msgspec

from parapegma.errors import ParapegmaError
from parapegma.server.ids import secret_id
from parapegma.server.problems import Problem
from parapegma.server.protocol.messages import GameRecord
from parapegma.server.protocol.table_settings import TableSettings
from parapegma.server.store.collision import Collision
from parapegma.server.tables import events as ev
from parapegma.server.tables.commands.acting import check_playable
from parapegma.server.tables.commands.seats import join
from parapegma.server.tables.lifecycle.opening import ME, OPEN, Admit, TableSetup, admit_all, open_table
from parapegma.server.tables.live_table import Effects, LiveTable, TableCommand
from parapegma.server.tables.messages.record import record_message
from parapegma.server.tables.open_tables import Caller, OpenTables

_MOST_REMATCHES = 20


def check_over(table: LiveTable) -> None:
    """Refuse while the game goes on, and where today's rules cannot play it again."""
    if not table.over:
        raise Problem(409, "not-over", "The game is not over.")
    if table.state.moved == 0:
        raise Problem(409, "not-started", "This game was never dealt.", case="never")
    check_playable(table)


def game_record(table: LiveTable) -> GameRecord:
    """The record of a game that is over; it plays the whole game again, so it belongs in a thread."""
    check_over(table)
    ended = table.state.ended
    assert ended is not None
    return record_message(table, ended.why, ended.scores, ended.ranks)


def unfinished_record(table: LiveTable) -> GameRecord:
    """The record of a game that goes on, for whoever may know how it was dealt."""
    check_playable(table)
    return record_message(table, "unfinished", [], [])


# --- again ----------------------------------------------------------------------------------------


async def rematch(
    tables: OpenTables,
    secret: str,
    table: LiveTable,
    person: str,
    name: str,
    commitment: str = "",
    admit: Admit = admit_all,
) -> str:
    """The table where the same people play again; whoever asks first opens it, the others find it.

    Seats move on by one. Nobody else can take the seats of those who have not come yet.
    """
    if not table.over:
        raise Problem(409, "not-over", "The game is not over.")
    if not table.state.seats_of(person):
        raise Problem(403, "not-seated", "Only those who played here can play again.", case="played")
    for again in range(_MOST_REMATCHES):
        new_id = tables.store.id_prefix + secret_id(secret, f"rematch {table.id} {again}")
        if not await tables.store.has(new_id):
            setup = await admit(_same_again(table, person, new_id, commitment))
            # Someone else may open it in the same moment; then we sit down there.
            with contextlib.suppress(Collision):
                await open_table(tables.store, setup, person, name, at=tables.clock())
                await tables.execute(table.id, Caller(None), _rematched(new_id))
                return new_id
        found = await tables.open(new_id)
        if found.over:
            continue
        if not found.state.seats_of(person):
            await _sit_down(tables, found, person, name, commitment)
        return new_id
    raise Problem(
        409,
        "too-many",
        "These people have played again often enough from here; open a new table.",
        case="rematches",
        most=_MOST_REMATCHES,
    )


def _same_again(table: LiveTable, person: str, new_id: str, commitment: str) -> TableSetup:
    seats = table.state.seats
    order = [*range(1, len(seats)), 0]
    kinds: list[str] = []
    kept: dict[int, tuple[str, str]] = {}
    for place, old in enumerate(order):
        seat = seats[old]
        if seat.person == person:
            kinds.append(ME)
        elif seat.person is not None:
            kinds.append(OPEN)
            kept[place] = (seat.person, seat.name)
        else:
            kinds.append(seat.bot or OPEN)
    return TableSetup(
        table.row["game"],
        len(seats),
        table.deal.options,
        tuple(kinds),
        msgspec.structs.replace(table.settings, public=False),
        position=table.deal.position,
        rematch_of=table.id,
        kept=kept,
        names=tuple(seats[old].name if seats[old].person == person else "" for old in order),
        commitment=commitment,
        id=new_id,
    )


async def _sit_down(tables: OpenTables, table: LiveTable, person: str, name: str, commitment: str) -> None:
    """On every seat that is kept for a person."""
    while any(seat.kept_for == person for seat in table.state.seats):
        # Only for people whose seats are kept there: it may live in another process than the old table.
        caller = Caller(person, takes=True)
        await tables.execute(table.id, caller, join(person, name, commitment=commitment))
    if not table.state.seats_of(person):
        raise Problem(409, "started", "The others play again without you.", case="without-you")


def _rematched(new_id: str) -> TableCommand:
    def command(table: LiveTable) -> Effects:
        return Effects([] if table.state.rematch == new_id else [ev.Rematched(table=new_id)])

    return command


# --- going on -------------------------------------------------------------------------------------


async def continue_from(
    tables: OpenTables,
    table: LiveTable,
    decisions: int,
    seats: tuple[str, ...] | None,
    settings: TableSettings | None,
    person: str,
    name: str,
    request_key: str | None,
    admit: Admit = admit_all,
) -> str:
    """Open a table that begins where another one stood after so many decisions, with the same shuffles."""
    check_over(table)
    played = table.state.actions
    if not 0 <= decisions <= len(played):
        raise Problem(
            422,
            "no-decision",
            f"This game has {len(played)} decisions, not {decisions}.",
            decisions=len(played),
            wanted=decisions,
        )
    begun = (*table.deal.begun, *played[:decisions])
    setup = TableSetup(
        table.row["game"],
        table.row["players"],
        table.deal.options,
        seats,
        settings or msgspec.structs.replace(table.settings, public=False),
        key=table.deal.key,
        known=True,
        position=table.deal.position,
        continues=table.id,
        continues_at=decisions,
        actions=begun,
    )
    try:
        if table.deal.whole_match(played[:decisions]).over:
            raise Problem(422, "finished", "The game is over after this decision; name an earlier one.")
    except ParapegmaError as error:
        raise Problem(409, "rules-changed", str(error)) from None
    return await open_table(tables.store, await admit(setup), person, name, request_key, tables.clock())
