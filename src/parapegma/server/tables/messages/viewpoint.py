"""Who reads a table, and which seat's view a reader gets."""

from __future__ import annotations

from typing import NamedTuple

from parapegma.server.problems import Problem
from parapegma.server.tables.live_table import LiveTable


class Reader(NamedTuple):
    """Who reads: a person, and from which of the person's seats, if one was chosen."""

    person: str | None
    seat: int | None = None


def viewpoint(table: LiveTable, reader: Reader) -> int | None:
    """The seat whose view a reader gets: the only one, the chosen one, or the one to decide."""
    mine = table.state.seats_of(reader.person)
    if not mine:
        return None
    if reader.seat is not None and reader.seat in mine:
        return reader.seat
    return table.actor if table.actor in mine else mine[0]


def canonical(table: LiveTable, reader: Reader) -> Reader:
    """A reader as far as it matters at a table: all spectators are alike."""
    if reader.person is None or reader.person == table.row["created_by"]:
        return reader
    return reader if table.state.seats_of(reader.person) else Reader(None)


def check_viewpoint(table: LiveTable, person: str | None, seat: int | None) -> None:
    """After the end everyone may see every seat's view; before, only one's own."""
    if seat is not None and not 0 <= seat < len(table.state.seats):
        raise Problem(422, "no-seat", f"There is no seat {seat}.", seat=seat)
    if seat is None or table.over:
        return
    if seat not in table.state.seats_of(person):
        raise Problem(403, "not-your-seat", "While the game goes on you see only what your own seat saw.")
