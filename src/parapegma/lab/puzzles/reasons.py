"""Why an answer is best, as far as the rules can tell: what it and the best other turn bring, now and next.

Both are tried out in many deals (``futures``), and where that tells nothing, to the end of the game
(``endings``). A reason is given only where most deals bear it out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec

from parapegma.core.position import Position
from parapegma.lab.puzzles.endings import ending_reasons
from parapegma.lab.puzzles.futures import DEALS, Future, SeatGains, future_of
from parapegma.puzzles.puzzle import Reason, ReasonCode

_LEAST_POINTS = 0.75
"""Fewer points on average are no reason."""
_OFTEN, _OFTENER = 0.5, 0.3
"""An entry is told if it happens in so large a share of the deals, and in so much more of them."""
_MOST_ENTRIES = 3
_LEAST_CARDS = 0.75
"""Fewer cards on average are no reason."""
_APART = 0.5
"""How much may differ, of what happens to the whole table, where about the same follows."""


def reasons_for(position: Position, answer: Sequence[int], other: Sequence[int], seed: str) -> list[Reason]:
    """Why the answer is better than the other turn; the outlook alone, if nothing can be told."""
    seat = position.actor
    assert seat is not None, "the game is over"
    best, second = future_of(position, answer, seed), future_of(position, other, seed)
    found: list[Reason] = []
    if best.over == DEALS and second.over < DEALS:
        found.append(Reason(code="wins" if best.won == DEALS else "ends", seat=seat))
    found += _more("gains", seat, best.now, second.now)
    for opponent in sorted(second.replies):
        theirs = best.replies.get(opponent, SeatGains())
        found += _ended("stops", opponent, second.replies[opponent], theirs)
        found += _more("denies", opponent, second.replies[opponent], theirs)
    found += _ended("closes", seat, best.later, second.later)
    found += _more("prepares", seat, best.later, second.later)
    found = found or [*_follows("leads", best, second), *_follows("avoids", second, best)]
    found = found or [*_spares(seat, best, second), *ending_reasons(position, answer, other, seed)]
    found = found or [*_does("enables", seat, best.later, second.later), *_hinders(best, second)]
    return found or [Reason(code="outlook", seat=seat)]


def _ended(code: ReasonCode, seat: int, more: SeatGains, less: SeatGains) -> list[Reason]:
    """The reason, if the game is mostly ended on one side and mostly not on the other."""
    often = more.ended >= _OFTEN * DEALS and more.ended - less.ended >= _OFTEN * DEALS
    return [Reason(code=code, seat=seat)] if often else []


def _follows(code: ReasonCode, more: Future, less: Future) -> list[Reason]:
    """What next happens to the whole table mostly after one turn and mostly not after the other."""
    entries = _told(more.happened, less.happened)[:1]
    return [Reason(code=code, entries=entries)] if entries else []


def _spares(seat: int, best: Future, second: Future) -> list[Reason]:
    """Cards that the seat keeps, if for the whole table about the same follows."""
    cards = second.spent - best.spent
    events = best.happened.keys() | second.happened.keys()
    apart = sum(abs(best.happened[event] - second.happened[event]) for event in events)
    if cards < _LEAST_CARDS or abs(best.drawn - second.drawn) > 1 - _LEAST_CARDS:
        return []
    if not events or apart > _APART * DEALS:
        return []
    return [Reason(code="spares", points=round(cards, 1), seat=seat)]


def _does(code: ReasonCode, seat: int, more: SeatGains, less: SeatGains) -> list[Reason]:
    """What somebody mostly does in the next turn on one side, and mostly not on the other."""
    entries = _told(more.counted, less.counted)
    return [Reason(code=code, seat=seat, entries=entries)] if entries else []


def _hinders(best: Future, second: Future) -> list[Reason]:
    """What others would mostly do after the other turn."""
    return [
        reason
        for opponent, theirs in sorted(second.replies.items())
        for reason in _does("hinders", opponent, theirs, best.replies.get(opponent, SeatGains()))
    ]


def _told(more: Counter[bytes], less: Counter[bytes]) -> list[dict[str, Any]]:
    told = [
        entry
        for entry, times in more.most_common()
        if times >= _OFTEN * DEALS and times - less[entry] >= _OFTENER * DEALS
    ]
    entries: list[dict[str, Any]] = [msgspec.json.decode(entry) for entry in told]
    # What tells of points before what comes with it.
    return sorted(entries, key=lambda entry: "points" not in entry)[:_MOST_ENTRIES]


def _more(code: ReasonCode, seat: int, more: SeatGains, less: SeatGains) -> list[Reason]:
    """The reason, if one side makes clearly more points and it can be told by what."""
    points = (more.points - less.points) / DEALS
    entries = _told(more.entries, less.seen)
    if points < _LEAST_POINTS or not entries:
        return []
    return [Reason(code=code, points=round(points, 1), seat=seat, entries=entries)]
