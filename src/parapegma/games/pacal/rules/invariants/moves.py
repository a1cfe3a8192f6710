"""Pacal's Rocket: end cells found slowly and plainly, to hold ``moves.py`` against (5.6)."""

import numpy as np

from parapegma.core.compiled.jit import rule
from parapegma.games.pacal.components import CELLS, COLS, ROWS, SACRED_ROWS
from parapegma.games.pacal.rules.steps.moves import STEP_COL, STEP_ROW
from parapegma.games.pacal.state import ARROWS


@rule
def _open(s, row, col):
    return 0 <= row < ROWS and 0 <= col < COLS and s.free[row] >> col & 1 != 0


@rule
def walk_all_paths(s, ends):
    """Write for each cell how the ship of the seat to move can end there: 2 straight, 1 with turns, 0 not."""
    if s.die == ARROWS:
        _fly_everywhere(s, ends)
    else:
        _walk_everywhere(s, ends)


@rule
def _fly_everywhere(s, ends):
    start = s.ship[s.to_move]
    for direction in range(4):
        row = start // COLS + STEP_ROW[direction]
        col = start % COLS + STEP_COL[direction]
        while 0 <= row < ROWS and 0 <= col < COLS:
            if _open(s, row, col):
                ends[row * COLS + col] = 2
            row += STEP_ROW[direction]
            col += STEP_COL[direction]


@rule
def _walk_everywhere(s, ends):
    """Every path in turn, step by step with its directions in a stack."""
    start = s.ship[s.to_move]
    path = np.zeros(8, np.int64)
    tried = np.zeros(8, np.int64)
    path[0] = start
    step = 0
    while step >= 0 and s.round > 1:
        direction = tried[step]
        if direction == 4 or step == s.die or (step > 0 and _dead_end(s, path[step], start)):
            if direction == 0 and step > 0 and path[step] != start:
                ends[path[step]] = 1
            step -= 1
            continue
        tried[step] += 1
        if step > 0 and direction == (tried[step - 1] - 1 ^ 1):
            continue
        row = path[step] // COLS + STEP_ROW[direction]
        col = path[step] % COLS + STEP_COL[direction]
        inside = 0 <= row < ROWS and 0 <= col < COLS
        if _open(s, row, col) or (s.no_reversal and inside and row * COLS + col == start):
            crossed = False
            for n in range(step + 1):
                crossed = crossed or path[n] == row * COLS + col
            if not crossed or s.no_reversal:
                step += 1
                path[step] = row * COLS + col
                tried[step] = 0
    _straight_ends_win(s, ends)


@rule
def _straight_ends_win(s, ends):
    """A cell that a straight move reaches is a straight end, whatever path was found first."""
    start = s.ship[s.to_move]
    for direction in range(4):
        row = start // COLS
        col = start % COLS
        steps = 0
        while steps < s.die and _open(s, row + STEP_ROW[direction], col + STEP_COL[direction]):
            row += STEP_ROW[direction]
            col += STEP_COL[direction]
            steps += 1
        if steps > 0:
            ends[row * COLS + col] = 2


@rule
def _dead_end(s, cell, start):
    """Whether three sides are obstacles; the ship's own cell is none, and never a dead end itself."""
    obstacles = 0
    for direction in range(4):
        row = cell // COLS + STEP_ROW[direction]
        col = cell % COLS + STEP_COL[direction]
        inside = 0 <= row < ROWS and 0 <= col < COLS
        if not (_open(s, row, col) or (inside and row * COLS + col == start)):
            obstacles += 1
    return obstacles >= 3 and cell != start


@rule
def some_cell_leaves(ends):
    """Whether one of these end cells lies outside the Sacred district."""
    for cell in range(CELLS):
        if ends[cell] != 0 and SACRED_ROWS[cell // COLS] >> cell % COLS & 1 == 0:
            return True
    return False
