"""What happened, in lines for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from rich.markup import escape

from parapegma.core.match import Match
from parapegma.core.telling import Telling


def sentence(telling: Telling) -> str:
    """One event as a line."""
    words = escape(telling.words)
    return words if telling.seat is None else f"seat {telling.seat} {words}"


def account(match: Match, seat: int | None = None, since: int = 0) -> Iterator[str]:
    """The events from decision ``since`` on, numbered by decision."""
    for ply in range(since, len(match.plies) + 1):
        for telling in match.told(ply, seat):
            yield f"[dim]{ply:>4}[/dim]  {sentence(telling)}"


def result(match: Match) -> str:
    """How it stands: who won, or who decides."""
    if match.actor is not None:
        return f"{len(match.plies)} decisions; seat {match.actor} decides now."
    winners = [str(seat) for seat, place in enumerate(match.ranks) if place == 1]
    points = ", ".join(f"seat {seat}: {score}" for seat, score in enumerate(match.scores))
    if match.players == 1:
        view = match.view(0)
        earned = view.get("outcome") or view.get("title")
        points = f"{match.scores[0]} points{f', {escape(str(earned))}' if earned else ''}"
        return f"[bold]The game is over: {points}.[/bold]"
    who = f"seat {winners[0]} wins" if len(winners) == 1 else f"seats {' and '.join(winners)} win together"
    return f"[bold]The game is over: {who}[/bold] ({points})."
