"""What a turn brings by the end: games that greedy players play out, by where points come from."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean, stdev

from parapegma.bots.greedy import Greedy
from parapegma.bots.runner import decide
from parapegma.core.compiled.rng import key_of_seed
from parapegma.core.position import Position
from parapegma.core.seed import derived_seed
from parapegma.puzzles.puzzle import Reason, ReasonCode

_DEALS = 24
_LEAST_POINTS = 0.5
_LEAST_ERRORS = 3.0
"""How many standard errors a difference must be away from nothing: many are looked at."""
_MOST_REASONS = 2
_LONGEST_GAME = 1000

_Sources = dict[int, dict[str, int]]


def ending_reasons(
    position: Position, answer: Sequence[int], other: Sequence[int], seed: str
) -> list[Reason]:
    """Where the seat gets more points by the end, or another fewer; nothing where that is not to its good."""
    seat = position.actor
    assert seat is not None, "the game is over"
    games = [
        (_played_out(position, answer, seat, seed, deal), _played_out(position, other, seat, seed, deal))
        for deal in range(_DEALS)
    ]
    if fmean(_ahead(best, seat) - _ahead(second, seat) for best, second in games) <= 0:
        return []
    found: list[Reason] = []
    for who in range(position.players):
        code: ReasonCode = "grows" if who == seat else "limits"
        for source in games[0][0][who]:
            more = [best[who][source] - second[who][source] for best, second in games]
            gain = fmean(more) if who == seat else -fmean(more)
            if gain >= _LEAST_POINTS and gain >= _LEAST_ERRORS * stdev(more) / _DEALS**0.5:
                found.append(Reason(code=code, points=round(gain, 1), seat=who, source=source))
    return sorted(found, key=lambda reason: -reason.points)[:_MOST_REASONS]


def _played_out(position: Position, actions: Sequence[int], seat: int, seed: str, deal: int) -> _Sources:
    """Everybody's points at the end of a game, by where they come from."""
    table = position.guess(seat, key_of_seed(derived_seed("endings", seed, deal)))
    for action in actions:
        if table.actor != seat or action not in table.legal():
            break
        table.apply(action)
    greedy = Greedy(table.game, derived_seed("endings", seed, deal), {"greedy_noise": 0}, guesses=1)
    for number in range(_LONGEST_GAME):
        if table.over:
            break
        key = key_of_seed(derived_seed("endings", seed, deal, number))
        table.apply(decide(greedy, "greedy", table, key).action)
    return table.sources


def _ahead(sources: _Sources, seat: int) -> float:
    """How far a seat is ahead of the best of the others."""
    points = {who: sum(of.values()) for who, of in sources.items()}
    return points.pop(seat) - max(points.values(), default=0)
