"""Who came where at the end of a game: the places of the rules, with those who did not play to it last."""

from __future__ import annotations

from collections.abc import Sequence

from parapegma.server.tables.state import Seat


def final_ranks(seats: Sequence[Seat], ranks: Sequence[int]) -> list[int]:
    """Places; whoever gave up or is away shares the last one, also where the bot that played on did better.

    >>> final_ranks([Seat(), Seat(resigned=True), Seat()], [3, 1, 2])
    [2, 3, 1]
    >>> final_ranks([Seat(), Seat(), Seat()], [1, 1, 3])
    [1, 1, 3]
    >>> final_ranks([Seat("ada"), Seat("bob", bot="novice")], [2, 1])
    [1, 2]
    """
    playing = [rank for rank, seat in zip(ranks, seats, strict=True) if not (seat.resigned or seat.away)]
    return [
        len(playing) + 1 if seat.resigned or seat.away else 1 + sum(other < rank for other in playing)
        for rank, seat in zip(ranks, seats, strict=True)
    ]
