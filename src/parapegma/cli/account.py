"""What happened, in lines for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from rich.markup import escape

from parapegma.core.log import LogEntry
from parapegma.core.match import Match


def sentence(entry: LogEntry) -> str:
    """One event as a line."""
    words = escape(entry.words)
    return words if entry.seat is None else f"seat {entry.seat} {words}"


def account(match: Match, seat: int | None = None, since: int = 0) -> Iterator[str]:
    """The events from decision ``since`` on, numbered by decision."""
    for number in range(since, len(match) + 1):
        for entry in match.log_of(number, seat):
            yield f"[dim]{number:>4}[/dim]  {sentence(entry)}"


def result(match: Match) -> str:
    """How it stands: who won, or who decides."""
    if match.actor is not None:
        return f"{len(match)} decisions; seat {match.actor} decides now."
    winners = [str(seat) for seat, place in enumerate(match.ranks) if place == 1]
    points = ", ".join(f"seat {seat}: {score}" for seat, score in enumerate(match.scores))
    if match.players == 1:
        view = match.position.view(0)
        earned = getattr(view, "outcome", None) or getattr(view, "title", None)
        points = f"{match.scores[0]} points{f', {escape(str(earned))}' if earned else ''}"
        return f"[bold]The game is over: {points}.[/bold]"
    who = f"seat {winners[0]} wins" if len(winners) == 1 else f"seats {' and '.join(winners)} win together"
    return f"[bold]The game is over: {who}[/bold] ({points})."
