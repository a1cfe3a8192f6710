"""Ophiuchus: the score, its parts, and who is first (OP-8.5, OP-8.6, OP-9.3)."""

from parapegma.core.compiled.bits import count, lowest
from parapegma.core.compiled.jit import rule
from parapegma.core.compiled.ranking import rank_by_score
from parapegma.games.ophiuchus.components import PENALTY, POINTS, SOLO_FROM


@rule
def card_points(s, seat):
    """The points of the constellations won (OP-8.5)."""
    points = 0
    cards = s.won[seat]
    while cards != 0:
        points += POINTS[lowest(cards)]
        cards &= cards - 1
    return points


@rule
def penalty(s, seat):
    """What the tiles still in hand cost (OP-8.5)."""
    return PENALTY * count(s.hand[seat])


@rule
def points_of(s, seat):
    """The score of a seat (OP-8.5)."""
    return card_points(s, seat) + s.tokens[seat] - penalty(s, seat)


@rule
def scores(s, out):
    """Cards and tokens, less the penalty for tiles in hand (OP-8.5, OP-9.3)."""
    for seat in range(s.players):
        out[seat] = points_of(s, seat)


@rule
def sources(s, seat, out):
    """The parts of the score: cards, tokens, tiles in hand (OP-8.5)."""
    out[0] = card_points(s, seat)
    out[1] = s.tokens[seat]
    out[2] = -penalty(s, seat)


@rule
def ranks(s, out):
    """The highest score is first; equal scores share a place (OP-8.6)."""
    scores(s, out)
    rank_by_score(out, s.players)


@rule
def solo_result(s):
    """How many steps of the titles a lone player has climbed, as a share of all of them (OP-9.3)."""
    steps = 0
    for title in range(1, SOLO_FROM.size):
        if points_of(s, 0) >= SOLO_FROM[title]:
            steps = title
    return 100 * steps // max(SOLO_FROM.size - 1, 1)
