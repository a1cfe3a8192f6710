"""Ptolemaeus: points, final scores and places (PT-10.4, PT-11, PT-15)."""

from parapegma.core.compiled.jit import rule
from parapegma.core.compiled.ranking import rank_by_score
from parapegma.games.ptolemaeus.components import (
    ASTEROIDS_PER_POINT,
    NOVA_CONSTELLATIO,
    OBJECTIVE_PLANETS,
    OBJECTIVE_POINTS,
    PLANET_COUNT,
    PLANET_POINTS,
    TOKENS,
)
from parapegma.games.ptolemaeus.rules.steps.packs import how_many
from parapegma.games.ptolemaeus.state import WIN_ALL, WIN_OBJECTIVE


@rule
def table_points(s, seat):
    """Points for the planets studied (PT-15.6)."""
    return PLANET_POINTS[PLANET_COUNT[s.studied[seat]]]


@rule
def nova_points(s, seat):
    """A point for every Nova Constellatio held (PT-13.11)."""
    return how_many(s.bonus[seat], NOVA_CONSTELLATIO)


@rule
def asteroid_points(s, seat):
    """A point for every three asteroids held (PT-10.4)."""
    return s.asteroids[seat] // ASTEROIDS_PER_POINT


@rule
def objective_points(s, seat):
    """Points for the secret objective; Umbra has none (PT-11.1, PT-16.1)."""
    if s.objective[seat] < 0:
        return 0
    return OBJECTIVE_POINTS[PLANET_COUNT[s.studied[seat] & OBJECTIVE_PLANETS[s.objective[seat]]]]


@rule
def winning_points(s, seat):
    """The points that count for the immediate win (PT-15.2, R-35)."""
    points = table_points(s, seat) + nova_points(s, seat)
    if s.immediate_win == WIN_OBJECTIVE or s.immediate_win == WIN_ALL:
        points += objective_points(s, seat)
    if s.immediate_win == WIN_ALL:
        points += asteroid_points(s, seat)
    return points


@rule
def final_points(s, seat):
    """All points of a seat (PT-15.5, PT-16.10)."""
    return table_points(s, seat) + nova_points(s, seat) + asteroid_points(s, seat) + objective_points(s, seat)


@rule
def tokens_on_signs(s, seat):
    """How many tokens of a seat lie on signs (PT-1.6)."""
    return TOKENS - s.reserve[seat] - PLANET_COUNT[s.studied[seat]]


@rule
def standing(s, seat):
    """One number that orders the seats: the immediate win, points, planets, tokens, turn order.

    PT-15.3, PT-15.5, PT-15.7, PT-15.8, R-39
    """
    value = 1 if s.winner == seat else 0
    value = value * 100 + final_points(s, seat)
    value = value * 10 + PLANET_COUNT[s.studied[seat]]
    value = value * 20 + tokens_on_signs(s, seat)
    if s.last_wins_tie:
        value = value * 10 + (seat + s.sides - s.first) % s.sides
    return value


@rule
def scores(s, out):
    """Everybody's points now, hidden ones included; Umbra's are not among them (PT-15.5)."""
    for seat in range(s.players):
        out[seat] = final_points(s, seat)


@rule
def sources(s, seat, out):
    """The parts of the points: planets, objective, asteroids, Nova Constellatio (PT-15.5)."""
    out[0] = table_points(s, seat)
    out[1] = objective_points(s, seat)
    out[2] = asteroid_points(s, seat)
    out[3] = nova_points(s, seat)


@rule
def ranks(s, out):
    """Places; who is equal in everything shares one (PT-15). Umbra has none: see ``against_umbra``."""
    for seat in range(s.players):
        out[seat] = standing(s, seat)
    rank_by_score(out, s.players)


@rule
def solo_result(s):
    """Umbra is beaten, or not; a full tie is half of it (PT-16.10)."""
    ahead = standing(s, 0) - standing(s, 1)
    if ahead == 0:
        return 50
    return 100 if ahead > 0 else 0


# Entry points for Python (see parapegma.core.compiled.entry_points).


@rule
def points_at(states, seat):
    """All points of a seat, Umbra's included."""
    return final_points(states[0], seat)


@rule
def public_points_at(states, seat):
    """The points everybody can count: planets and asteroids (section 6)."""
    return table_points(states[0], seat) + asteroid_points(states[0], seat)


@rule
def winning_points_at(states, seat):
    """The points of a seat that count for the immediate win."""
    return winning_points(states[0], seat)


@rule
def against_umbra(states):
    """Who is ahead in the game for one: above 0 the player, below 0 Umbra, 0 a draw (PT-16.10)."""
    return standing(states[0], 0) - standing(states[0], 1)
