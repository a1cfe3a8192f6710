"""Places at the end of a game."""

from __future__ import annotations

from parapegma.core.compiled.jit import rule

_PLACES = 16
_MARK = 1 << 40


@rule
def rank_by_score(out, players):
    """Turn scores into places: 1 for the highest, equals share a place: 14, 9, 14 gives 1, 3, 1.

    The places are written over the scores, and rules may not allocate: so a seat that has its
    place keeps its score beside it, in one large number, until all have theirs.
    """
    for seat in range(players):
        place = 1
        for other in range(players):
            if _score(out[other]) > out[seat]:
                place += 1
        out[seat] = (out[seat] + _MARK) * _PLACES + place
    for seat in range(players):
        out[seat] %= _PLACES


@rule
def _score(value):
    return value // _PLACES - _MARK if value >= _MARK else value
