"""Coming back: how long, and how often, someone who stood up or ran out of time keeps the seat."""

from __future__ import annotations

from parapegma.server.protocol.table_settings import Correspondence, Live, Pace

MOST_RETURNS = 3
"""So often a person may come back to a seat in one game: nobody stands up only to let a bot decide."""
_MINUTE = 60 * 1000
_DAY = 24 * 60 * _MINUTE


def time_to_return(pace: Pace) -> int:
    """Milliseconds within which whoever is away must be back; then the game is lost for them.

    >>> time_to_return(Live()), time_to_return(Correspondence(days=2))
    (300000, 172800000)
    """
    match pace:
        case Live():
            return 5 * _MINUTE
        case Correspondence(days=days):
            # As long as for a decision.
            return int(days * _DAY)
        case _:
            return _DAY
