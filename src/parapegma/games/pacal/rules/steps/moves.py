"""Pacal's Rocket: where a ship can go (PR-4). The end cells are kept in ``straight`` and ``turning``."""

import numpy as np

from parapegma.core.compiled.jit import rule, table
from parapegma.games.pacal.components import COLS, ROWS, SACRED_ROWS
from parapegma.games.pacal.rules.steps.pieces import is_free
from parapegma.games.pacal.state import ARROWS

# Directions: east, west, south, north.
STEP_ROW = table([0, 0, 1, -1], np.int64)
STEP_COL = table([1, -1, 0, 0], np.int64)


def _rings(row: int, col: int) -> list[list[tuple[int, int]]]:
    """The six ways of five steps from a cell to its neighbour (row, col), by the four cells between.

    With the step between the two cells it would be a ring of six, round two squares side by side.
    """
    found = []

    def walk(path: list[tuple[int, int]]) -> None:
        if len(path) == 6:
            if path[-1] == (row, col):
                found.append(path[1:5])
            return
        for dr, dc in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            beside = (path[-1][0] + dr, path[-1][1] + dc)
            if beside not in path and (beside != (row, col) or len(path) == 5):
                walk([*path, beside])

    walk([(0, 0)])
    return found


RING = table(
    [_rings(int(STEP_ROW[way]), int(STEP_COL[way])) for way in range(4)],
    np.int64,
)
RINGS = 6

_LANE = 16
_ONE_LANE = (1 << _LANE) - 1


@rule
def forget_ends(s):
    """No ship is about to move."""
    for row in range(ROWS):
        s.straight[row] = 0
        s.turning[row] = 0


@rule
def find_ends(s, seat):
    """All end cells of this seat's ship for what the die shows.

    Where a straight move and a move with turns end on the same cell, it counts as straight. In
    round 1 only straight and arrows moves are allowed, and they must leave the Sacred district if
    any of them can.

    PR-4.16, PR-4.19, PR-4.27, PR-4.29
    """
    forget_ends(s)
    if s.die == ARROWS:
        find_arrows_ends(s, s.ship[seat])
    else:
        find_straight_ends(s, s.ship[seat])
        if s.round > 1:
            find_turning_ends(s, s.ship[seat])
            for row in range(ROWS):
                s.turning[row] &= ~s.straight[row]
    if s.round == 1 and some_end_leaves(s):
        for row in range(ROWS):
            s.straight[row] &= ~SACRED_ROWS[row]


@rule
def some_end_leaves(s):
    """Whether an end cell lies outside the Sacred district."""
    outside = 0
    for row in range(ROWS):
        outside |= (s.straight[row] | s.turning[row]) & ~SACRED_ROWS[row]
    return outside != 0


@rule
def is_enclosed(s):
    """Whether there is no end cell at all (PR-4.24)."""
    ends = 0
    for row in range(ROWS):
        ends |= s.straight[row] | s.turning[row]
    return ends == 0


@rule
def find_straight_ends(s, cell):
    """In each direction the number rolled, less if an obstacle stops the ship (PR-4.4, PR-4.6 to PR-4.8)."""
    for direction in range(4):
        row = cell // COLS
        col = cell % COLS
        steps = 0
        while steps < s.die and is_free(s, row + STEP_ROW[direction], col + STEP_COL[direction]):
            row += STEP_ROW[direction]
            col += STEP_COL[direction]
            steps += 1
        if steps > 0:
            s.straight[row] |= 1 << col


@rule
def find_arrows_ends(s, cell):
    """Any free cell of the row and column, over all obstacles, as far as the uncovered board goes.

    Every row and column of the uncovered board is in one piece: the data file is checked for it.

    PR-4.17, PR-4.18
    """
    col = cell % COLS
    s.straight[cell // COLS] = s.free[cell // COLS]
    for row in range(ROWS):
        s.straight[row] |= s.free[row] & 1 << col


@rule
def find_turning_ends(s, cell):
    """Cells where a path with turns of exactly the number rolled ends, and dead ends on the way.

    ``walk`` has, for each row, the cells where paths have come to with their last step to the east,
    west, south and north, in four lanes of one integer. A step never goes back where it came from,
    and no path enters the cell the ship left (unless paths may cross themselves). Straight paths are
    among these; they end where straight moves end, and are taken out by the caller.

    PR-4.10 to PR-4.14, R-7, R-8
    """
    start_row = cell // COLS
    start = 1 << cell % COLS
    steps = s.die
    s.walk[start_row] = start | start << _LANE | start << 2 * _LANE | start << 3 * _LANE
    for step in range(1, steps + 1):
        north_end = max(start_row - step, 0)
        south_end = min(start_row + step, ROWS - 1)
        above = 0
        for row in range(north_end, south_end + 1):
            here = s.walk[row]
            below = s.walk[row + 1]
            way = s.free[row]
            if s.no_reversal and row == start_row:
                way |= start
            east = here & _ONE_LANE
            west = here >> _LANE & _ONE_LANE
            along = here >> 2 * _LANE & _ONE_LANE | here >> 3 * _LANE
            to_east = (east | along) << 1 & way
            to_west = (west | along) >> 1 & way
            to_south = (above | above >> _LANE | above >> 2 * _LANE) & way
            to_north = (below | below >> _LANE | below >> 3 * _LANE) & way
            s.walk[row] = to_east | to_west << _LANE | to_south << 2 * _LANE | to_north << 3 * _LANE
            above = here
            reached = to_east | to_west | to_south | to_north
            if reached != 0:
                if step < steps:
                    reached &= dead_ends(s, row, start_row, start)
                s.turning[row] |= reached
    for row in range(max(start_row - steps, 0), min(start_row + steps, ROWS - 1) + 1):
        s.walk[row] = 0
    if s.no_reversal:
        s.turning[start_row] &= ~start
    elif steps == 5:
        leave_out_circles(s, start_row, cell % COLS)


@rule
def dead_ends(s, row, start_row, start):
    """The cells of a row three of whose sides are obstacles; the cell the ship left is none (PR-4.14)."""
    here = s.free[row]
    above = s.free[row - 1] if row > 0 else 0
    below = s.free[row + 1] if row < ROWS - 1 else 0
    beside = here
    if row == start_row:
        beside |= start
    elif row - 1 == start_row:
        above |= start
    elif row + 1 == start_row:
        below |= start
    east = beside >> 1
    west = beside << 1
    two_ways_out = above & below | east & west | (above | below) & (east | west)
    return here & ~two_ways_out


@rule
def leave_out_circles(s, row, col):
    """Five steps lead to a neighbouring cell only round two squares, never round one and back (PR-4.13)."""
    for direction in range(4):
        to_row = row + STEP_ROW[direction]
        to_col = col + STEP_COL[direction]
        if is_free(s, to_row, to_col) and s.turning[to_row] >> to_col & 1 != 0:
            found = False
            for ring in range(RINGS):
                open_cells = 0
                for n in range(4):
                    if is_free(s, row + RING[direction, ring, n, 0], col + RING[direction, ring, n, 1]):
                        open_cells += 1
                if open_cells == 4:
                    found = True
                    break
            if not found:
                s.turning[to_row] ^= 1 << to_col


@rule
def may_be_set_down(s, row):
    """The cells of a row where a ship that does not move may be set: free ones, never the cell it left.

    In round 1 only outside the Sacred district (PR-4.21, PR-4.26, PR-4.29).
    """
    return s.free[row] & ~SACRED_ROWS[row] if s.round == 1 else s.free[row]


# Entry points for Python (see parapegma.core.compiled.entry_points), for positions set up by hand.


@rule
def find_ends_at(states, seat):
    """Find the end cells of a ship."""
    find_ends(states[0], seat)
