"""Pacal's Rocket: the constellations as tables for the rules (PR-6.2, section 7.2).

A constellation is described from one of its cells, the one that is built on: pattern number k, the
offset of its action number. Its ``shape`` tells height, direction, place of that cell and spacing.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from parapegma.core.compiled.jit import table
from parapegma.games.pacal.components.tables import COLS, ROWS

ALONG_ROW, ALONG_COLUMN = 0, 1
THREE_SPACINGS = (max(ROWS, COLS) - 1) // 2
FOUR_SPACINGS = (max(ROWS, COLS) - 1) // 3
SQUARE_SIDES = min(ROWS, COLS) - 1

# Where the patterns of each height begin.
ONE = 0
TWO = ONE + 1
THREE = TWO + 2 * 2
FOUR = THREE + 2 * 3 * THREE_SPACINGS
SQUARE = FOUR + 2 * 4 * FOUR_SPACINGS
N_PATTERNS = SQUARE + 4 * SQUARE_SIDES


@dataclass(frozen=True)
class Pattern:
    """A constellation seen from the building cell: steps (rows down, columns right) to its cells."""

    height: int
    cells: tuple[tuple[int, int], ...]
    gaps: tuple[tuple[int, int], ...]
    """The cells between its cells; for a square, those on its four sides (R-20)."""


def _line(height: int, orientation: int, position: int, spacing: int) -> Pattern:
    def step(distance: int) -> tuple[int, int]:
        return (0, distance) if orientation == ALONG_ROW else (distance, 0)

    first, last = -position * spacing, (height - 1 - position) * spacing
    cells = tuple(range(first, last + 1, spacing))
    gaps = tuple(distance for distance in range(first, last) if distance not in cells)
    return Pattern(height, tuple(map(step, cells)), tuple(map(step, gaps)))


def _square(corner: int, side: int) -> Pattern:
    north = -side if corner >= 2 else 0
    west = -side if corner % 2 else 0
    corners = tuple((north + row, west + col) for row in (0, side) for col in (0, side))
    edge = {(row, col) for row in range(side + 1) for col in (0, side)}
    edge |= {(row, col) for row in (0, side) for col in range(side + 1)}
    gaps = sorted((north + row, west + col) for row, col in edge)
    return Pattern(5, corners, tuple(cell for cell in gaps if cell not in corners))


PATTERNS = (
    Pattern(1, ((0, 0),), ()),
    *(_line(2, direction, position, 1) for direction in (0, 1) for position in range(2)),
    *(
        _line(3, direction, position, spacing)
        for direction in (0, 1)
        for position in range(3)
        for spacing in range(1, THREE_SPACINGS + 1)
    ),
    *(
        _line(4, direction, position, spacing)
        for direction in (0, 1)
        for position in range(4)
        for spacing in range(1, FOUR_SPACINGS + 1)
    ),
    *(_square(corner, side) for corner in range(4) for side in range(1, SQUARE_SIDES + 1)),
)
assert len(PATTERNS) == N_PATTERNS


def _steps(parts: list[tuple[tuple[int, int], ...]]) -> list[list[int]]:
    """Steps between cells as differences of cell numbers, all rows of one length."""
    longest = max(len(part) for part in parts)
    return [
        [row * COLS + col for row, col in part] + [0] * (longest - len(part)) for part in parts
    ]  # fmt: skip


PATTERN_HEIGHT = table([pattern.height for pattern in PATTERNS], np.int64)
PATTERN_SIZE = table([len(pattern.cells) for pattern in PATTERNS], np.int64)
PATTERN_STEP = table(_steps([pattern.cells for pattern in PATTERNS]), np.int64)
GAP_SIZE = table([len(pattern.gaps) for pattern in PATTERNS], np.int64)
GAP_STEP = table(_steps([pattern.gaps for pattern in PATTERNS]), np.int64)

# How far a pattern reaches from its building cell.
NORTHWARD = table([-min(row for row, _ in pattern.cells) for pattern in PATTERNS], np.int64)
SOUTHWARD = table([max(row for row, _ in pattern.cells) for pattern in PATTERNS], np.int64)
WESTWARD = table([-min(col for _, col in pattern.cells) for pattern in PATTERNS], np.int64)
EASTWARD = table([max(col for _, col in pattern.cells) for pattern in PATTERNS], np.int64)
