"""Pacal's Rocket: points for building and at the end (PR-7, PR-9)."""

from parapegma.core.compiled.bits import lowest
from parapegma.core.compiled.jit import rule
from parapegma.core.compiled.ranking import rank_by_score
from parapegma.games.pacal.components import (
    COLS,
    LAKE,
    MOST_PLAYERS,
    N_DISTRICTS,
    N_SACRED,
    PENULTIMATE_BONUS,
    RIVER,
    ROWS,
    SACRED_VALUE,
    SECOND_IN_DISTRICT,
    VALUE,
    WATER_PRIZES,
    WATER_ROWS,
)
from parapegma.games.pacal.rules.steps.pieces import pyramid_height
from parapegma.games.pacal.state import ENDED_PYRAMIDS, OVER


@rule
def best_of_others(s, district, seat):
    """The greatest strength of any other player in a district."""
    best = 0
    for other in range(s.players):
        if other != seat and s.strength[district, other] > best:
            best = s.strength[district, other]
    return best


@rule
def points_for_building(s, seat, district, before):
    """The district's value for becoming its sole leader, else 0; ``before`` is the strength before.

    With the option tie_scores also for rising to a shared lead.

    PR-1.8, PR-7.1 to PR-7.6, R-28
    """
    others = best_of_others(s, district, seat)
    after = s.strength[district, seat]
    if after > others >= before:
        return VALUE[district]
    if s.tie_scores and after == others > before:
        return VALUE[district]
    return 0


@rule
def water_strength(s, seat, waters):
    """Storeys on the cells of a water, or of both waters, each cell once (PR-1.7, R-30)."""
    strength = 0
    for row in range(ROWS):
        bits = s.pyramids[seat, row] & WATER_ROWS[waters, row]
        while bits != 0:
            strength += pyramid_height(s, row * COLS + lowest(bits))
            bits &= bits - 1
    return strength


@rule
def water_points(s, seat, waters):
    """A share of the prizes: those who are level add up the prizes of their places and divide them.

    PR-9.2 to PR-9.4, PR-9.11
    """
    own = water_strength(s, seat, waters)
    if own == 0:
        return 0
    ahead = 0
    level = 0
    for other in range(s.players):
        strength = water_strength(s, other, waters)
        if strength > own:
            ahead += 1
        elif strength == own:
            level += 1
    prizes = 0
    for place in range(ahead, ahead + level):
        prizes += WATER_PRIZES[place]
    return prizes // level


@rule
def river_points(s, seat):
    """The river's prizes; with the option for it, those of river and lake together."""
    return water_points(s, seat, RIVER | (LAKE if s.combined_waters else 0))


@rule
def lake_points(s, seat):
    """The lake's prizes, unless they are in the river's."""
    return water_points(s, seat, 0 if s.combined_waters else LAKE)


@rule
def district_points(s, seat, district):
    """At the end: the value for the greatest strength, 2 for the second if the first is alone.

    PR-9.5 to PR-9.8
    """
    own = s.strength[district, seat]
    if own == 0:
        return 0
    ahead = 0
    best = 0
    leaders = 0
    for other in range(s.players):
        strength = s.strength[district, other]
        if strength > own:
            ahead = max(ahead, strength)
        if strength > best:
            best = strength
            leaders = 1
        elif strength == best:
            leaders += 1
    if ahead == 0:
        return VALUE[district]
    if leaders > 1:
        return 0
    for other in range(s.players):
        if own < s.strength[district, other] < best:
            return 0
    return SECOND_IN_DISTRICT


@rule
def all_district_points(s, seat):
    """The points of all districts."""
    points = 0
    for district in range(N_DISTRICTS):
        points += district_points(s, seat, district)
    return points


@rule
def sacred_points(s, seat):
    """The values of the sacred stones that were kept (PR-9.9)."""
    points = 0
    for n in range(N_SACRED):
        if s.sacred[seat] >> n & 1:
            points += SACRED_VALUE[n]
    return points


@rule
def scores(s, out):
    """The score track; at the end the final scoring has been added to it (PR-7.7, PR-9.10)."""
    for seat in range(s.players):
        out[seat] = s.score[seat]


@rule
def sources(s, seat, out):
    """The parts of the score: building, the penultimate pyramid, then those of the final scoring.

    PR-7.7, PR-8.2, PR-9.1, PR-9.10
    """
    for part in range(6):
        out[part] = 0
    if s.ended == ENDED_PYRAMIDS and s.to_move == seat:
        out[1] = PENULTIMATE_BONUS
    if s.phase == OVER:
        out[2] = river_points(s, seat)
        out[3] = lake_points(s, seat)
        out[4] = all_district_points(s, seat)
        out[5] = sacred_points(s, seat)
    # The score track does not say what it is made of: what nothing else explains is from building.
    out[0] = s.score[seat] - out[1] - out[2] - out[3] - out[4] - out[5]


@rule
def ranks(s, out):
    """The highest score is first; equal scores share a place (PR-9.10)."""
    scores(s, out)
    rank_by_score(out, s.players)


@rule
def final_points_at(states, out):
    """Entry point for Python: what a final scoring now would give.

    For each seat: river, lake, districts, sacred stones.
    """
    s = states[0]
    for seat in range(MOST_PLAYERS):
        if seat < s.players:
            out[seat, 0] = river_points(s, seat)
            out[seat, 1] = lake_points(s, seat)
            out[seat, 2] = all_district_points(s, seat)
            out[seat, 3] = sacred_points(s, seat)


@rule
def water_strength_at(states, seat, waters):
    """Entry point for Python: storeys on the cells of a water."""
    return water_strength(states[0], seat, waters)


@rule
def district_points_at(states, seat, district):
    """Entry point for Python: what a district would give at the end."""
    return district_points(states[0], seat, district)


@rule
def all_districts_at(states, out):
    """Entry point for Python: what each district would give each seat at the end."""
    s = states[0]
    for district in range(N_DISTRICTS):
        for seat in range(s.players):
            out[district, seat] = district_points(s, seat, district)
