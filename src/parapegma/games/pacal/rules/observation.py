"""Pacal's Rocket: what a seat knows, as a vector of fixed length for learning.

The parts begin at the SEE_ constants. Seats are counted from the observer: 0 is the seat itself.
Parts with a number per cell are given row by row. What ships hold is always there: a seat that
remembers what it saw knows it.
"""

from parapegma.core.compiled.bits import lowest, put_bits, put_ones
from parapegma.core.compiled.jit import rule
from parapegma.games.pacal.components import (
    CELLS,
    COLS,
    HEIGHTS,
    MOST_PLAYERS,
    N_DISTRICTS,
    N_FACES,
    N_SACRED,
    ROWS,
    THRESHOLD,
)
from parapegma.games.pacal.components.constellations import PATTERN_SIZE, PATTERN_STEP
from parapegma.games.pacal.state import ARROWS, NOWHERE, OVER

SEE_PLAYERS = 0  # one of 2 to 5
SEE_OPTIONS = SEE_PLAYERS + MOST_PLAYERS - 1  # ten options, yes or no
SEE_ROUNDS_LEFT = SEE_OPTIONS + 10
SEE_FACES = SEE_ROUNDS_LEFT + 1  # how many faces of the die show 1 to 5, and arrows
SEE_PHASE = SEE_FACES + ARROWS
SEE_TO_MOVE = SEE_PHASE + OVER + 1
SEE_START = SEE_TO_MOVE + MOST_PLAYERS
SEE_DIE = SEE_START + MOST_PLAYERS  # not rolled, 1 to 5, arrows
SEE_ROUND = SEE_DIE + ARROWS + 1
SEE_LAST_ROUND = SEE_ROUND + 1
SEE_ALLOWANCE = SEE_LAST_ROUND + 1
SEE_TARGET = SEE_ALLOWANCE + 1  # the seat whose ship waits for a recovered stone
SEE_SCORES = SEE_TARGET + MOST_PLAYERS
SEE_TO_THRESHOLD = SEE_SCORES + MOST_PLAYERS  # points that are missing
SEE_SUPPLY = SEE_TO_THRESHOLD + MOST_PLAYERS
SEE_STOCK = SEE_SUPPLY + MOST_PLAYERS
SEE_SACRED = SEE_STOCK + MOST_PLAYERS * HEIGHTS
SEE_ABOARD = SEE_SACRED + MOST_PLAYERS * N_SACRED
SEE_STRENGTH = SEE_ABOARD + MOST_PLAYERS * MOST_PLAYERS
SEE_SHIPS = SEE_STRENGTH + MOST_PLAYERS * N_DISTRICTS
SEE_STONES = SEE_SHIPS + MOST_PLAYERS * CELLS
SEE_PYRAMIDS = SEE_STONES + MOST_PLAYERS * CELLS  # heights
SEE_FREE = SEE_PYRAMIDS + MOST_PLAYERS * CELLS
SEE_BUILD_CELL = SEE_FREE + CELLS
SEE_PATTERN = SEE_BUILD_CELL + CELLS  # the cells of the constellation chosen
OBSERVATION_LENGTH = SEE_PATTERN + CELLS

BAND = 63 // COLS
"""Rows whose cells fit into one set."""


@rule
def observe(s, seat, out):
    """Write what a seat knows; the parts are the SEE_ constants above."""
    for i in range(OBSERVATION_LENGTH):
        out[i] = 0
    out[SEE_PLAYERS + s.players - 2] = 1
    out[SEE_OPTIONS] = s.expert
    out[SEE_OPTIONS + 1] = s.independent
    out[SEE_OPTIONS + 2] = s.forbid_duplicates
    out[SEE_OPTIONS + 3] = s.no_reversal
    out[SEE_OPTIONS + 4] = s.empty_gaps
    out[SEE_OPTIONS + 5] = s.tie_scores
    out[SEE_OPTIONS + 6] = s.combined_waters
    out[SEE_OPTIONS + 7] = s.finish_round
    out[SEE_OPTIONS + 8] = s.first_round_sacred
    out[SEE_OPTIONS + 9] = s.lowest_sacred
    out[SEE_ROUNDS_LEFT] = s.max_rounds - s.round
    for face in range(N_FACES):
        out[SEE_FACES + s.faces[face] - 1] += 1
    out[SEE_PHASE + s.phase] = 1
    out[SEE_TO_MOVE + _from(s, seat, s.to_move)] = 1
    out[SEE_START + _from(s, seat, s.start)] = 1
    out[SEE_DIE + s.die] = 1
    out[SEE_ROUND] = s.round
    out[SEE_LAST_ROUND] = s.last_round
    out[SEE_ALLOWANCE] = s.allowance
    if s.target != NOWHERE:
        out[SEE_TARGET + _from(s, seat, s.target)] = 1
    for other in range(s.players):
        see_seat(s, other, _from(s, seat, other), seat, out)
    for row in range(ROWS):
        put_bits(out, SEE_FREE + row * COLS, s.free[row], COLS)
    _see_pyramids(s, seat, out)
    if s.build_cell != NOWHERE:
        out[SEE_BUILD_CELL + s.build_cell] = 1
    if s.pattern != NOWHERE:
        for n in range(PATTERN_SIZE[s.pattern]):
            out[SEE_PATTERN + s.build_cell + PATTERN_STEP[s.pattern, n]] = 1


@rule
def _from(s, seat, other):
    """How far a seat is from the observer, clockwise; divisions would cost as much as all the rest."""
    return other - seat if other >= seat else other - seat + s.players


@rule
def see_seat(s, other, place, seat, out):
    """All that belongs to one seat."""
    out[SEE_SCORES + place] = s.score[other]
    out[SEE_TO_THRESHOLD + place] = max(THRESHOLD[s.players] - s.score[other], 0)
    out[SEE_SUPPLY + place] = s.supply[other]
    for height in range(HEIGHTS):
        out[SEE_STOCK + place * HEIGHTS + height] = s.stock[other, height + 1]
    for n in range(N_SACRED):
        out[SEE_SACRED + place * N_SACRED + n] = s.sacred[other] >> n & 1
    for colour in range(s.players):
        out[SEE_ABOARD + place * MOST_PLAYERS + _from(s, seat, colour)] = s.aboard[other, colour]
    for district in range(N_DISTRICTS):
        out[SEE_STRENGTH + place * N_DISTRICTS + district] = s.strength[district, other]
    if s.ship[other] != NOWHERE:
        out[SEE_SHIPS + place * CELLS + s.ship[other]] = 1
    at = SEE_STONES + place * CELLS
    for first in range(0, ROWS, BAND):
        put_ones(out, at + first * COLS, _band(s.stones, other, first))


@rule
def _see_pyramids(s, seat, out):
    for first in range(0, ROWS, BAND):
        cells = 0
        for other in range(s.players):
            cells |= _band(s.pyramids, other, first)
        while cells != 0:
            cell = first * COLS + lowest(cells)
            place = _from(s, seat, s.pyramid[cell] >> 3)
            out[SEE_PYRAMIDS + place * CELLS + cell] = s.pyramid[cell] & 7
            cells &= cells - 1


@rule
def _band(lines, seat, first):
    """Several rows of a seat's cells as one set: a loop over each row by itself would take twice as long."""
    cells = 0
    for row in range(first, min(first + BAND, ROWS)):
        cells |= lines[seat, row] << (row - first) * COLS
    return cells
