"""Pacal's Rocket: steps 3 and 4 of a turn, a pyramid is built and scored (PR-6, PR-7).

What can be built is in ``building.py``, what it is worth in ``rules/scoring.py``.
"""

from parapegma.core.compiled.events import emit
from parapegma.core.compiled.jit import rule
from parapegma.games.pacal.components import DISTRICT, HEIGHTS, MOST_PLAYERS, PENULTIMATE_BONUS
from parapegma.games.pacal.components.constellations import N_PATTERNS, PATTERN_SIZE, PATTERN_STEP
from parapegma.games.pacal.rules.scoring import points_for_building
from parapegma.games.pacal.rules.steps import ASK_HEIGHT, END_TURN, RAISE, WAIT
from parapegma.games.pacal.rules.steps.building import find_buildable, may_have_height, next_pattern
from parapegma.games.pacal.rules.steps.pieces import has_stone, pyramid_height, return_stone, set_pyramid
from parapegma.games.pacal.state import (
    BONUS,
    BUILD,
    BUILT,
    CHOSE,
    ENDED_PYRAMIDS,
    HEIGHT,
    NOWHERE,
    PATTERN,
    SCORED,
)


@rule
def ask_build(s):
    """One pyramid may be built, if something can be (PR-6.1, PR-6.16)."""
    if find_buildable(s, s.to_move):
        s.phase = BUILD
        return WAIT
    return END_TURN


@rule
def ask_pattern(s):
    """The constellation is asked only if the cell has several (7.1)."""
    seat = s.to_move
    cell = s.build_cell
    pattern = next_pattern(s, seat, cell, NOWHERE)
    if next_pattern(s, seat, cell, pattern) < N_PATTERNS:
        s.phase = PATTERN
        return WAIT
    choose_pattern(s, pattern)
    return ASK_HEIGHT


@rule
def choose_pattern(s, pattern):
    """The constellation is known."""
    s.pattern = pattern
    emit(s, CHOSE, s.to_move, s.build_cell, pattern)


@rule
def ask_height(s):
    """The height is asked only if the right one is exhausted and several are lower (PR-6.13)."""
    seat = s.to_move
    heights = 0
    only = 0
    for height in range(1, HEIGHTS + 1):
        if may_have_height(s, seat, s.build_cell, s.pattern, height):
            heights += 1
            only = height
    if heights > 1:
        s.phase = HEIGHT
        return WAIT
    return RAISE + only


@rule
def raise_pyramid(s, height):
    """The pyramid stands; the constellation's stones go home, and those of others from its cell.

    PR-6.8 to PR-6.12, PR-7.1, PR-7.7, PR-8.1, PR-8.2
    """
    seat = s.to_move
    cell = s.build_cell
    replaced = pyramid_height(s, cell)
    emit(s, BUILT, seat, cell, height * 8 + replaced)
    for n in range(PATTERN_SIZE[s.pattern]):
        if has_stone(s, seat, cell + PATTERN_STEP[s.pattern, n]):
            return_stone(s, seat, cell + PATTERN_STEP[s.pattern, n])
    for other in range(MOST_PLAYERS):
        if has_stone(s, other, cell):
            return_stone(s, other, cell)
    district = DISTRICT[cell]
    before = s.strength[district, seat]
    set_pyramid(s, seat, cell, height)
    points = points_for_building(s, seat, district, before)
    if points > 0:
        s.score[seat] += points
        emit(s, SCORED, seat, points, district)
    if replaced == 0 and stock_left(s, seat) == 1:
        s.score[seat] += PENULTIMATE_BONUS
        emit(s, BONUS, seat, PENULTIMATE_BONUS, 0)
        s.ended = ENDED_PYRAMIDS
    return END_TURN


@rule
def stock_left(s, seat):
    """How many pyramids a seat has not built."""
    left = 0
    for height in range(1, HEIGHTS + 1):
        left += s.stock[seat, height]
    return left
