"""Ptolemaeus: a guess at the bonus cards and objectives of others."""

from parapegma.core.compiled.bits import count, nth
from parapegma.core.compiled.jit import rule
from parapegma.core.compiled.rng import below, shuffle
from parapegma.games.ptolemaeus.components import (
    N_BONUS,
    N_BONUS_KINDS,
    N_OBJECTIVES,
    NOVA_CONSTELLATIO,
    WIN_AT,
)
from parapegma.games.ptolemaeus.rules.knowledge.memory import unseen_bonus
from parapegma.games.ptolemaeus.rules.scoring import winning_points
from parapegma.games.ptolemaeus.rules.steps.packs import how_many, nth_card, one, size_of
from parapegma.games.ptolemaeus.state import WIN_OFF

_TRIES = 24
"""Deals of bonus and objective cards tried at random before one is built with care."""


@rule
def deal_bonus_and_objectives(s, seat):
    """Deal hidden bonus and objective cards so that nobody has won already (PT-15.1)."""
    pool = unseen_bonus(s, seat)
    for _ in range(_TRIES):
        objectives = ((1 << N_OBJECTIVES) - 1) & ~(1 << s.objective[seat])
        n = 0
        for kind in range(N_BONUS_KINDS):
            for _ in range(how_many(pool, kind)):
                s.bonus_deck[n] = kind
                n += 1
        shuffle(s, s.bonus_deck, n)
        fits = True
        for other in range(s.players):
            if other != seat:
                s.objective[other] = nth(objectives, below(s, count(objectives)))
                objectives ^= 1 << s.objective[other]
                s.bonus[other] = 0
                for _ in range(s.bonus_n[other]):
                    n -= 1
                    s.bonus[other] += one(s.bonus_deck[n])
                    s.bonus_deck[n] = 0
                if s.immediate_win != WIN_OFF and winning_points(s, other) >= WIN_AT:
                    fits = False
        s.bonus_deck_n = n
        if fits:
            return
    _deal_with_care(s, seat, pool)


@rule
def _deal_with_care(s, seat, pool):
    """Try all objectives, and give the cards without points first to those who are near winning."""
    start = below(s, N_OBJECTIVES**3)
    for step in range(N_OBJECTIVES**3):
        code = (start + step) % N_OBJECTIVES**3
        taken = 1 << s.objective[seat]
        fits = True
        for other in range(s.players):
            if other != seat:
                s.objective[other] = code % N_OBJECTIVES
                code //= N_OBJECTIVES
                if taken >> s.objective[other] & 1:
                    fits = False
                taken |= 1 << s.objective[other]
        if fits and _deal_bonus_with_care(s, seat, pool):
            return


@rule
def _deal_bonus_with_care(s, seat, pool):
    """First the cards that a seat needs to stay under the winning points, then the rest."""
    novas = how_many(pool, NOVA_CONSTELLATIO)
    plain = pool - novas * one(NOVA_CONSTELLATIO)
    for other in range(s.players):
        if other != seat:
            s.bonus[other] = 0
            most_novas = WIN_AT - 1 - winning_points(s, other)
            if most_novas < 0:
                return False
            for _ in range(s.bonus_n[other] - most_novas):
                if plain == 0:
                    return False
                kind = nth_card(plain, below(s, size_of(plain)))
                plain -= one(kind)
                s.bonus[other] += one(kind)
    rest = plain + novas * one(NOVA_CONSTELLATIO)
    for other in range(s.players):
        if other != seat:
            for _ in range(s.bonus_n[other] - size_of(s.bonus[other])):
                kind = nth_card(rest, below(s, size_of(rest)))
                rest -= one(kind)
                s.bonus[other] += one(kind)
    n = 0
    for kind in range(N_BONUS_KINDS):
        for _ in range(how_many(rest, kind)):
            s.bonus_deck[n] = kind
            n += 1
    shuffle(s, s.bonus_deck, n)
    s.bonus_deck_n = n
    for i in range(n, N_BONUS):
        s.bonus_deck[i] = 0
    return True
