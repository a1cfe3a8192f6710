"""One thing that happened, told to one seat."""

from __future__ import annotations

import msgspec


class LogEntry(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind"):
    """An event as data for programs and as words for people; it holds only what its reader may know.

    A game has a subclass for each kind of event, with what it is about:
    ``class Laid(LogEntry, frozen=True, kw_only=True, tag="laid"): tile: str``
    """

    seat: int | None
    """Who did it; nobody, where it happened to the whole table."""
    words: str

    @property
    def kind(self) -> str:
        """What happened: ``laid``, ``drew`` ...

        >>> from parapegma import Match
        >>> [entry.kind for entry in Match("ophiuchus", players=2, seed=7).act("lay T05 1,-1 W")]
        ['laid', 'drew']
        """
        return str(type(self).__struct_config__.tag)
