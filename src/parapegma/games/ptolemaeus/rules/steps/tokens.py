"""Ptolemaeus: tokens on signs, studies and what they bring (PT-8, PT-9, PT-10.1, PT-12.1)."""

from parapegma.core.compiled.bits import lowest
from parapegma.core.compiled.events import emit
from parapegma.core.compiled.jit import rule
from parapegma.games.ptolemaeus.components import N_PLANETS, NOVA_CONSTELLATIO, WIN_AT
from parapegma.games.ptolemaeus.rules.scoring import final_points, standing, winning_points
from parapegma.games.ptolemaeus.rules.steps.packs import one
from parapegma.games.ptolemaeus.rules.steps.sky import look_for_open_signs
from parapegma.games.ptolemaeus.state import (
    AGAINST_UMBRA,
    BONUS_LOST,
    DREW_BONUS,
    ENDED,
    ENDED_TWELVE,
    OVER,
    PLACED,
    RETURNED,
    STUDIED,
    STUDY_WHICH,
    TOOK_ASTEROID,
    WIN_OFF,
)


@rule
def may_take_token(s, seat):
    """The signs where one more token of a seat may lie: not a third one without a study (PT-8.5, PT-8.6)."""
    return ~s.full[seat] | s.open[seat]


@rule
def put_token(s, seat, sign):
    """A token goes from the reserve to a sign (PT-8.1)."""
    s.reserve[seat] -= 1
    s.tokens[seat, sign] += 1
    s.held[seat] |= 1 << sign
    if s.tokens[seat, sign] >= 2:
        s.full[seat] |= 1 << sign


@rule
def lift_tokens(s, seat, sign, n):
    """Tokens go from a sign to the reserve."""
    s.reserve[seat] += n
    s.tokens[seat, sign] -= n
    if s.tokens[seat, sign] < 2:
        s.full[seat] &= ~(1 << sign)
    if s.tokens[seat, sign] == 0:
        s.held[seat] &= ~(1 << sign)


@rule
def return_tokens(s, seat, sign, n):
    """Tokens go back to their owner's reserve, told to everyone (PT-13.1)."""
    lift_tokens(s, seat, sign, n)
    emit(s, RETURNED, seat, sign, n)


@rule
def return_all(s, sign):
    """All tokens on a sign go back to their reserves (PT-14.3, PT-14.8)."""
    for seat in range(s.sides):
        n = s.tokens[seat, sign]
        if n > 0:
            return_tokens(s, seat, sign, n)


@rule
def arrive(s):
    """A token of the active seat arrives on a sign; a third one forces a study (PT-8.5, PT-9.1)."""
    seat = s.turn_of
    sign = s.arriving
    s.arriving = -1
    put_token(s, seat, sign)
    emit(s, PLACED, seat, sign, 0)
    if s.tokens[seat, sign] == 3:
        planets = s.planets_at[sign] & ~s.studied[seat]
        s.study_sign = sign
        if seat >= s.players:
            s.study_planet = slowest(planets)
        elif planets & (planets - 1):
            s.phase = STUDY_WHICH
            s.choices = planets
        else:
            s.study_planet = lowest(planets)


@rule
def slowest(planets):
    """Umbra prefers the slowest planet (PT-16.6)."""
    planet = N_PLANETS - 1
    while not planets >> planet & 1:
        planet -= 1
    return planet


@rule
def study(s):
    """Study a planet: all own tokens leave its sign, one of them for the study area (PT-9.2, PT-9.7).

    Then the asteroid, the check for 12 points, a bonus card and the check again.
    PT-9.3, PT-9.4, PT-10.1
    """
    seat = s.turn_of
    sign = s.study_sign
    planet = s.study_planet
    s.study_sign = -1
    s.study_planet = -1
    lift_tokens(s, seat, sign, s.tokens[seat, sign])
    s.reserve[seat] -= 1
    s.studied[seat] |= 1 << planet
    look_for_open_signs(s, seat)
    emit(s, STUDIED, seat, planet, sign)
    if s.asteroid_at >> sign & 1:
        s.asteroid_at ^= 1 << sign
        s.asteroids[seat] += 1
        emit(s, TOOK_ASTEROID, seat, sign, 0)
    check_twelve(s, seat)
    if s.phase != OVER:
        s.bonus_due = 1


@rule
def draw_bonus(s):
    """A bonus card, if the deck has one; Umbra keeps only Nova Constellatio (PT-12.1, PT-16.7)."""
    seat = s.turn_of
    s.bonus_due = 0
    if s.bonus_deck_n == 0:
        return
    s.bonus_deck_n -= 1
    kind = s.bonus_deck[s.bonus_deck_n]
    s.bonus_deck[s.bonus_deck_n] = 0
    if seat >= s.players and kind != NOVA_CONSTELLATIO:
        s.bonus_discards += one(kind)
        emit(s, BONUS_LOST, seat, kind, 0)
        return
    s.bonus[seat] += one(kind)
    s.bonus_n[seat] += 1
    emit(s, DREW_BONUS, seat, kind, 0)
    check_twelve(s, seat)


@rule
def check_twelve(s, seat):
    """The game ends at once when a seat has 12 points (PT-15.1, PT-15.2)."""
    if s.immediate_win != WIN_OFF and winning_points(s, seat) >= WIN_AT:
        s.winner = seat
        end_game(s, ENDED_TWELVE)


@rule
def end_game(s, how):
    """The game is over; alone one has won or lost against Umbra (PT-15, PT-16.10)."""
    s.phase = OVER
    s.ended = how
    emit(s, ENDED, s.winner, how, s.winner)
    if s.players == 1:
        ahead = standing(s, 0) - standing(s, 1)
        emit(s, AGAINST_UMBRA, 0, final_points(s, 0), 1 if ahead > 0 else (-1 if ahead < 0 else 0))
