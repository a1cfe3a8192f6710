"""Pacal's Rocket: what must hold after every action (5.6 of the specification), for fuzzing.

End cells, buildable cells, free cells and strengths, which the rules find with bit sets or keep step
by step, are held against slow and plain counts: every path is walked, every pattern looked at.
"""

import numpy as np

from parapegma.core.compiled.bits import count
from parapegma.core.compiled.jit import rule
from parapegma.games.pacal.components import (
    ALL_SACRED,
    CELLS,
    COLS,
    DISTRICT,
    HEIGHTS,
    LAND,
    LINES,
    MOST_PLAYERS,
    N_DISTRICTS,
    PYRAMIDS,
    ROWS,
    SACRED_ROWS,
    STONES,
    THRESHOLD,
)
from parapegma.games.pacal.components.constellations import N_PATTERNS, PATTERN_HEIGHT
from parapegma.games.pacal.rules.invariants.moves import some_cell_leaves, walk_all_paths
from parapegma.games.pacal.rules.invariants.phases import (
    asked_in_any_case,
    choices_fit_phase,
    first_round_fits,
    insertion_fits,
    placing_fits,
    setting_down_fits,
)
from parapegma.games.pacal.rules.steps import ACTION_COUNT
from parapegma.games.pacal.rules.steps.building import is_constellation, tallest, tallest_on
from parapegma.games.pacal.rules.steps.pieces import has_piece, has_stone
from parapegma.games.pacal.rules.steps.raising import stock_left
from parapegma.games.pacal.rules.turn import legal
from parapegma.games.pacal.state import (
    BUILD,
    ENDED_PYRAMIDS,
    HEIGHT,
    MOVE,
    NOT_ENDED,
    NOWHERE,
    OVER,
    PATTERN,
    PLACE,
    SET_DOWN,
)

INVARIANTS = (
    "",
    "each colour has all its stones, in the supply, on cells or on ships' cells",
    "each colour has all its pyramids of each height, in the stock or on the board",
    "stones lie on land cells, rows and columns agree, and under a ship none is visible",
    "a pyramid's cell has no stone and no ship, and is land",
    "ships stand on different land cells",
    "scores are not negative, and sacred stones are those of the game",
    "at most one pyramid is left only when the game is over",
    "there is something to choose",
    "free cells are land without ship and pyramid",
    "strengths are the storeys in each district",
    "the end cells are those that some path reaches",
    "the cells to build on are those that have a constellation",
    "what has been chosen in this turn fits the phase",
    "the game ends as soon as an end is reached",
    "while ships are placed, they stand in the Sacred district, and nothing else has happened",
    "a ship is set down after a sacred stone was discarded, or because it is enclosed and none is left",
    "a stone is offered only if there is one, and only for a ship that may take it now",
    "nothing is asked that has only one answer, except where a ship goes",
    "it is the last round if somebody who has had his turn in it has reached the threshold, and only then",
    "in round 1 nobody has built, and who has not had his turn has all he began with",
)


@rule
def broken(s):
    """The number of the first invariant that does not hold, or 0."""
    if not _stones_complete(s):
        return 1
    if not _pyramids_complete(s):
        return 2
    if not _stones_lie_right(s):
        return 3
    if not _pyramids_stand_right(s):
        return 4
    if not _ships_stand_right(s):
        return 5
    for seat in range(s.players):
        if s.score[seat] < 0 or s.sacred[seat] & ~ALL_SACRED:
            return 6
        left = stock_left(s, seat)
        if left < 1 or (left == 1 and s.ended != ENDED_PYRAMIDS):
            return 7
    if not choices_fit_phase(s):
        return 13
    if s.phase == PLACE and not placing_fits(s):
        return 15
    if s.round == 1 and s.phase != OVER and not first_round_fits(s):
        return 20
    ends = np.zeros(CELLS, np.int64)
    if _lifted(s):
        walk_all_paths(s, ends)
    if s.phase == SET_DOWN and not setting_down_fits(s, ends):
        return 16
    if not insertion_fits(s):
        return 17
    choices = legal(s, np.zeros(ACTION_COUNT, np.int64))
    if s.phase != OVER and choices < 1:
        return 8
    if s.phase != OVER and choices < 2 and not asked_in_any_case(s):
        return 18
    if not _free_right(s):
        return 9
    if not _strength_right(s):
        return 10
    if not _ends_right(s, ends):
        return 11
    if not _buildable_right(s):
        return 12
    if (s.phase == OVER) != (s.ended != NOT_ENDED):
        return 14
    if s.phase != OVER and s.round > s.max_rounds:
        return 14
    if s.phase != OVER and not _goes_on(s):
        return 14
    if s.phase != OVER and not _last_round_right(s):
        return 19
    return 0


@rule
def _goes_on(s):
    """Whether no end by points has been missed: the last round is on, unless two players stop at once."""
    for seat in range(s.players):
        if s.score[seat] >= THRESHOLD[s.players]:
            if not s.last_round or (s.players == 2 and not s.finish_round):
                return False
    return True


@rule
def _last_round_right(s):
    """Whoever has reached the threshold did so in this round; in a last round somebody has."""
    reached = False
    for seat in range(s.players):
        if s.score[seat] >= THRESHOLD[s.players]:
            reached = True
            turn = (seat + s.players - s.start) % s.players
            if turn >= (s.to_move + s.players - s.start) % s.players:
                return False
    return reached == (s.last_round != 0)


@rule
def _lifted(s):
    """Whether the ship of the seat to move is in the air."""
    return s.phase == MOVE or s.phase == SET_DOWN


@rule
def _stones_complete(s):
    for seat in range(MOST_PLAYERS):
        stones = s.supply[seat]
        if stones < 0:
            return False
        for ship in range(MOST_PLAYERS):
            if s.aboard[ship, seat] < 0 or (s.aboard[ship, seat] > 0 and max(ship, seat) >= s.players):
                return False
            stones += s.aboard[ship, seat]
        for row in range(ROWS):
            stones += count(s.stones[seat, row])
        if stones != STONES:
            return False
    return True


@rule
def _pyramids_complete(s):
    pieces = np.zeros((MOST_PLAYERS, 8), np.int64)
    for cell in range(CELLS):
        if s.pyramid[cell] != 0:
            pieces[s.pyramid[cell] >> 3, s.pyramid[cell] & 7] += 1
    for seat in range(MOST_PLAYERS):
        for height in range(1, HEIGHTS + 1):
            if s.stock[seat, height] < 0 or s.stock[seat, height] + pieces[seat, height] != PYRAMIDS[height]:
                return False
    return True


@rule
def _stones_lie_right(s):
    for seat in range(MOST_PLAYERS):
        for row in range(ROWS):
            if s.stones[seat, row] & ~LAND[s.players, row]:
                return False
            in_columns = 0
            for col in range(COLS):
                in_columns |= (s.stones[seat, ROWS + col] >> row & 1) << col
            if s.stones[seat, row] != in_columns:
                return False
        for ship in range(s.players):
            lifted = ship == s.to_move and _lifted(s)
            if s.ship[ship] != NOWHERE and not lifted and has_stone(s, seat, s.ship[ship]):
                return False
            if (lifted or s.ship[ship] == NOWHERE) and s.aboard[ship, seat] != 0:
                return False
    return True


@rule
def _pyramids_stand_right(s):
    shown = 0
    for cell in range(CELLS):
        if s.pyramid[cell] == 0:
            continue
        row = cell // COLS
        col = cell % COLS
        shown += 1
        if LAND[s.players, row] >> col & 1 == 0:
            return False
        owner = s.pyramid[cell] >> 3
        if s.pyramids[owner, row] >> col & 1 == 0 or s.pyramids[owner, ROWS + col] >> row & 1 == 0:
            return False
        for seat in range(MOST_PLAYERS):
            if has_stone(s, seat, cell) or s.ship[seat] == cell:
                return False
    in_rows = 0
    in_columns = 0
    for seat in range(MOST_PLAYERS):
        for line in range(LINES):
            if line < ROWS:
                in_rows += count(s.pyramids[seat, line])
            else:
                in_columns += count(s.pyramids[seat, line])
    return in_rows == shown and in_columns == shown


@rule
def _ships_stand_right(s):
    for seat in range(MOST_PLAYERS):
        cell = s.ship[seat]
        if cell == NOWHERE:
            if seat < s.players and s.phase != PLACE:
                return False
        elif seat >= s.players or LAND[s.players, cell // COLS] >> cell % COLS & 1 == 0:
            return False
        for other in range(seat):
            if cell != NOWHERE and s.ship[other] == cell:
                return False
    return True


@rule
def _free_right(s):
    for row in range(ROWS):
        free = LAND[s.players, row]
        for seat in range(s.players):
            free &= ~s.pyramids[seat, row]
            if s.ship[seat] != NOWHERE and s.ship[seat] // COLS == row:
                free &= ~(1 << s.ship[seat] % COLS)
        if s.free[row] != free:
            return False
    return True


@rule
def _strength_right(s):
    strength = np.zeros((N_DISTRICTS, MOST_PLAYERS), np.int64)
    for cell in range(CELLS):
        if s.pyramid[cell] != 0:
            strength[DISTRICT[cell], s.pyramid[cell] >> 3] += s.pyramid[cell] & 7
    for district in range(N_DISTRICTS):
        for seat in range(MOST_PLAYERS):
            if s.strength[district, seat] != strength[district, seat]:
                return False
    return True


@rule
def _ends_right(s, ends):
    """The end cells that are kept are those where some path ends; they are kept for moving only."""
    for row in range(ROWS + 1):
        if s.walk[row] != 0:
            return False
    must_leave = s.round == 1 and some_cell_leaves(ends)
    for cell in range(CELLS):
        row = cell // COLS
        col = cell % COLS
        if s.phase != MOVE or (must_leave and SACRED_ROWS[row] >> col & 1 != 0):
            ends[cell] = 0
        kept = 2 * (s.straight[row] >> col & 1) + (s.turning[row] >> col & 1)
        if kept != ends[cell]:
            return False
    return True


@rule
def _buildable_right(s):
    seat = s.to_move
    for cell in range(CELLS):
        can_build = False
        height = 1
        asked = s.phase == BUILD or s.phase == PATTERN or s.phase == HEIGHT
        if asked and has_piece(s, seat, cell):
            for pattern in range(N_PATTERNS):
                if is_constellation(s, seat, cell, pattern):
                    can_build = True
                    height = max(height, tallest(s, seat, PATTERN_HEIGHT[pattern]))
        if (s.buildable[cell // COLS] >> cell % COLS & 1 != 0) != can_build:
            return False
        if tallest_on(s, cell) != height:
            return False
    return True
