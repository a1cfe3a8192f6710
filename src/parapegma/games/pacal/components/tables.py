"""Pacal's Rocket: board and pieces from the data file, as names for people and tables for the rules.

How a data file is checked is in ``board.py``; the constellations are in ``constellations.py``.
"""

from __future__ import annotations

import numpy as np

from parapegma.core.compiled.jit import table
from parapegma.games.pacal.components.board import BOARD, PLAYERS

MOST_PLAYERS = PLAYERS[-1]
DIGEST = BOARD.digest

ROWS = len(BOARD.rows)
COLS = len(BOARD.rows[0])
CELLS = ROWS * COLS
LINES = ROWS + COLS
"""Lines of the board: first the rows from the north, then the columns from the west."""

CELL_NAMES = tuple(f"{chr(ord('A') + col)}{row + 1}" for row in range(ROWS) for col in range(COLS))
DISTRICT_NAMES = tuple(BOARD.values)
N_DISTRICTS = len(DISTRICT_NAMES)
COLOURS = BOARD.colours
STONES = BOARD.stones
HEIGHTS = 5
"""There are five constellations, for pyramids of height 1 to 5 (PR-6.2)."""
SACRED_STONES = BOARD.sacred_stones
N_SACRED = len(SACRED_STONES)
ALL_SACRED = (1 << N_SACRED) - 1
PENULTIMATE_BONUS = BOARD.penultimate_bonus
SECOND_IN_DISTRICT = BOARD.second_in_district
DIE_FACES = BOARD.die
N_FACES = len(DIE_FACES)

LAKE_CELLS = tuple(cell for cell in range(CELLS) if BOARD.letter(cell) == BOARD.lake)
COVERED_CELLS = {players: BOARD.covered(players) for players in PLAYERS}
LAND_CELLS = {players: BOARD.land(players) for players in PLAYERS}


def _row_bits(cells: set[int]) -> list[int]:
    """For each row of the board, a bit for each of its cells that is in the set."""
    return [sum(1 << col for col in range(COLS) if row * COLS + col in cells) for row in range(ROWS)]


# What the rules read. A row's cells are bits, the westernmost lowest.
LAND = table(
    [_row_bits(LAND_CELLS.get(players, set())) for players in range(MOST_PLAYERS + 1)],
    np.int64,
)
"""For each number of players and row: cells that are neither lake nor covered (PR-1.2)."""
SACRED_ROWS = table(_row_bits(BOARD.cells_of(BOARD.sacred)), np.int64)
DISTRICT = table(
    [DISTRICT_NAMES.index(BOARD.letter(c)) if BOARD.letter(c) != BOARD.lake else 0 for c in range(CELLS)],
    np.int64,
)
VALUE = table(list(BOARD.values.values()), np.int64)
RIVER, LAKE = 1, 2
WATER = table(
    [RIVER * (c in BOARD.river_bank) | LAKE * (c in BOARD.lake_shore) for c in range(CELLS)], np.int64
)
"""Which waters a cell counts for: the bits RIVER and LAKE."""
WATER_ROWS = table(
    [_row_bits({c for c in range(CELLS) if int(WATER[c]) & waters}) for waters in range((RIVER | LAKE) + 1)],
    np.int64,
)
"""For each set of waters and row: the cells that count for one of them."""
WATER_PRIZES = table([*BOARD.water_prizes, *[0] * (MOST_PLAYERS - len(BOARD.water_prizes))], np.int64)
PYRAMIDS = table([0, *BOARD.pyramids], np.int64)
SACRED_VALUE = table(list(SACRED_STONES), np.int64)
THRESHOLD = table([BOARD.thresholds.get(players, 0) for players in range(MOST_PLAYERS + 1)], np.int64)
