"""What someone is told: which tables wait for them. Nothing of the game itself is ever in it."""

from __future__ import annotations

from dataclasses import dataclass

from parapegma.core.game import find_game
from parapegma.errors import ParapegmaError
from parapegma.server.notify.words import Language, say

_MOST_NAMED = 10


@dataclass(frozen=True)
class NoticeTable:
    """A table that waits for someone."""

    id: str
    game: str
    url: str
    """Where it is found; empty if the server does not know its own address."""
    warned: bool
    """Whether most of the time for this decision is gone."""

    def line(self, language: Language) -> str:
        """The one sentence.

        >>> NoticeTable("abc", "ulysses", "", False).line("it")
        'Ulisse: tocca a te'
        """
        return say("short" if self.warned else "turn", language, title=title_of(self.game, language))


@dataclass(frozen=True)
class Notice:
    """One message to one person."""

    tables: tuple[NoticeTable, ...]
    language: Language = "en"

    @property
    def subject(self) -> str:
        first, *others = self.tables
        if not others:
            return first.line(self.language)
        return say("turns", self.language, number=len(self.tables))

    @property
    def lines(self) -> list[str]:
        """A sentence for each table, with the address where it is found."""
        return [f"{table.line(self.language)}.\n{table.url}".rstrip() for table in self.named]

    @property
    def named(self) -> tuple[NoticeTable, ...]:
        """The tables that are named in it."""
        return self.tables[:_MOST_NAMED]

    def data(self) -> dict[str, object]:
        """For programs: a service worker, or whoever listens at a webhook."""
        tables = [
            {
                "id": t.id,
                "game": t.game,
                "title": title_of(t.game, self.language),
                "url": t.url,
                "warned": t.warned,
            }
            for t in self.named
        ]
        return {"type": "turn", "text": self.subject, "language": self.language, "tables": tables}


def title_of(game: str, language: Language = "en") -> str:
    """What a game is called; its plain name if it is no longer installed."""
    try:
        return find_game(game).title_in(language)
    except ParapegmaError:
        return game
