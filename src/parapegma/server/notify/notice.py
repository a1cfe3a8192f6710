"""What someone is told: which tables wait for them. Nothing of the game itself is ever in it."""

from __future__ import annotations

from dataclasses import dataclass

from parapegma.core.errors import ParapegmaError
from parapegma.core.game import find_game

_MOST_NAMED = 10


@dataclass(frozen=True)
class NoticeTable:
    """A table that waits for someone."""

    id: str
    title: str
    url: str
    """Where it is found; empty if the server does not know its own address."""
    warned: bool
    """Whether most of the time for this decision is gone."""

    @property
    def line(self) -> str:
        """The one sentence.

        >>> NoticeTable("abc", "Ulysses", "", False).line
        'Ulysses: it is your turn'
        """
        return f"{self.title}: it is your turn" + (", and your time is running short" if self.warned else "")


@dataclass(frozen=True)
class Notice:
    """One message to one person."""

    tables: tuple[NoticeTable, ...]

    @property
    def subject(self) -> str:
        first, *others = self.tables
        return first.line if not others else f"It is your turn at {len(self.tables)} tables"

    @property
    def named(self) -> tuple[NoticeTable, ...]:
        """The tables that are named in it."""
        return self.tables[:_MOST_NAMED]

    def data(self) -> dict[str, object]:
        """For programs: a service worker, or whoever listens at a webhook."""
        tables = [{"id": t.id, "title": t.title, "url": t.url, "warned": t.warned} for t in self.named]
        return {"type": "turn", "text": self.subject, "tables": tables}


def title_of(game: str) -> str:
    """What a game is called; its plain name if it is no longer installed."""
    try:
        return find_game(game).title
    except ParapegmaError:
        return game
