"""For a game whose decisions are written one by one: what its ``actions.py`` needs for compound notation.

Such a game imports these functions into its ``actions.py`` instead of writing its own.
"""

from __future__ import annotations

from parapegma.core.game import Entry, Event


def expand(text: str) -> tuple[str, ...]:
    """A notation as its atomic parts: it is one.

    >>> expand("take T08")
    ('take T08',)
    """
    return (text,)


def settled(part: str, events: tuple[Event, ...]) -> bool:
    """Whether a part of a compound was carried out already: there are no compounds."""
    return False


def compact(entries: list[Entry]) -> list[tuple[int, str]]:
    """The lines of a record: one for each decision."""
    return [(entry.seat, entry.notation) for entry in entries]
