"""Ulysses: points and places (UL-8)."""

from parapegma.core.compiled.jit import rule
from parapegma.core.compiled.ranking import rank_by_score
from parapegma.games.ulysses.components import COLOUR, OBJECTIVES


@rule
def scores(s, out):
    """Objectives shown so far (UL-8.4, UL-10)."""
    for seat in range(s.players):
        slots = s.revealed[seat]
        shown = 0
        while slots != 0:
            slots &= slots - 1
            shown += 1
        out[seat] = shown


@rule
def sources(s, seat, out):
    """Objectives shown so far, by their colours (UL-8.4)."""
    for colour in range(OBJECTIVES):
        out[colour] = 0
    for slot in range(OBJECTIVES):
        if s.revealed[seat] >> slot & 1:
            out[COLOUR[s.objective[seat, slot]]] += 1


@rule
def ranks(s, out):
    """Who has shown four has won; the others by objectives shown, equals sharing a place (UL-8.4, UL-10)."""
    scores(s, out)
    rank_by_score(out, s.players)
