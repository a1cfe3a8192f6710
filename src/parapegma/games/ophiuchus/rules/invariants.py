"""Ophiuchus: what must hold after every action (5.6 of the specification), for fuzzing.

Checked from the cells and hands alone, so that what the rules keep up to date step by step (row
sums, the rectangle, occupied lines) is held against a fresh count.
"""

import numpy as np

from parapegma.core.compiled.bits import count
from parapegma.core.compiled.jit import rule
from parapegma.games.ophiuchus.components import ALL_CARDS, ALL_TILES, GRID, HALF, HAND, ROW_LIMIT, TOKENS
from parapegma.games.ophiuchus.rules.steps.alignments import cards_of_last
from parapegma.games.ophiuchus.rules.steps.sky import (
    STEP_X,
    STEP_Y,
    last_rows,
    playable,
    run_sum,
    square_at,
)
from parapegma.games.ophiuchus.state import (
    BONUS,
    CLAIM,
    CORNER_WAYS,
    NO_ZONES,
    OCCUPIED,
    ORIGIN,
    OVER,
    RETURN,
    SIDE,
    TAKE,
)

INVARIANTS = (
    "",
    "every tile is in exactly one place",
    "every card is in exactly one place",
    "supply and won tokens add up",
    "every row has a sum within the limit",
    "the sky hangs together",
    "the sky fits the grid",
    "no empty square is shut in",
    "hands have the size that the phase gives them in the standard deal",
    "squares show the tiles that were laid on them",
    "the kept row sums are right",
    "a tile that counts as playable fits",
    "nobody won more than a card and a token per turn",
    "a card is claimed only where the tile laid last matches several, and those are offered",
    "a bonus is due only after a row of exactly 13, and chosen only if there are a token and two tiles",
)


@rule
def broken(s):
    """The number of the first invariant that does not hold, or 0."""
    if not _tiles_once(s):
        return 1
    if not _cards_once(s):
        return 2
    tokens = s.supply
    for seat in range(s.players):
        tokens += s.tokens[seat]
    if tokens != (TOKENS if s.thirteen_bonus else 0):
        return 3
    if not _rows_within_limit(s):
        return 4
    if not _hangs_together(s):
        return 5
    if s.east - s.west >= GRID or s.south - s.north >= GRID:
        return 6
    if s.closed_zone != NO_ZONES and not _nothing_shut_in(s):
        return 7
    if not s.full_deal and s.away == 0 and not _hands_right(s):
        return 8
    if not _cells_show_tiles(s):
        return 9
    if not _runs_are_right(s):
        return 10
    if s.phase == TAKE and (s.playable == 0 or s.playable != playable(s, s.hand[s.to_move])):
        return 11
    for seat in range(s.players):
        if count(s.won[seat]) + s.tokens[seat] > 2 * s.laid_n and s.away == 0:
            return 12
    if not _claim_right(s):
        return 13
    if not _bonus_right(s):
        return 14
    return 0


@rule
def _hands_right(s):
    """While there is something to draw, hands are full but for the tile just laid or two just drawn."""
    if s.phase == OVER or (s.reserve == 0 and s.phase != RETURN):
        return True
    for seat in range(s.players):
        size = HAND
        if seat == s.to_move and (s.phase == CLAIM or s.phase == BONUS):
            size -= 1
        if seat == s.to_move and s.phase == RETURN:
            size += 1
        if count(s.hand[seat]) != size:
            return False
    return True


@rule
def _claim_right(s):
    if s.phase != CLAIM:
        return s.matched == 0
    return s.laid_n > 1 and count(s.matched) > 1 and s.matched == cards_of_last(s)


@rule
def _bonus_right(s):
    """A row of the tile laid last has the full sum; whether it is new cannot be seen any more."""
    if s.bonus_due != 0 and s.phase != CLAIM and s.phase != BONUS:
        return False
    if s.phase == BONUS and (s.bonus_due == 0 or s.supply == 0 or count(s.reserve) < 2):
        return False
    if s.bonus_due != 0 or s.phase == RETURN:
        along, across_a, across_b = last_rows(s)
        full = along == ROW_LIMIT or across_a == ROW_LIMIT or across_b == ROW_LIMIT
        return s.thirteen_bonus != 0 and s.laid_n > 1 and full
    return True


@rule
def _tiles_once(s):
    seen = s.reserve
    if seen & s.away:
        return False
    seen |= s.away
    for seat in range(s.players):
        if seen & s.hand[seat]:
            return False
        seen |= s.hand[seat]
    for n in range(s.laid_n):
        tile = 1 << s.laid[n, 0]
        if seen & tile:
            return False
        seen |= tile
    return seen == ALL_TILES


@rule
def _cards_once(s):
    seen = s.firmament
    for seat in range(s.players):
        if seen & s.won[seat]:
            return False
        seen |= s.won[seat]
    return seen == ALL_CARDS


@rule
def _marks(cell):
    return count(cell & (OCCUPIED - 1))


@rule
def _rows_within_limit(s):
    for line in range(SIDE):
        across = 0
        down = 0
        for i in range(SIDE):
            cell = s.cell[line * SIDE + i]
            across = across + _marks(cell) if cell else 0
            cell = s.cell[i * SIDE + line]
            down = down + _marks(cell) if cell else 0
            if across > ROW_LIMIT or down > ROW_LIMIT:
                return False
    return True


@rule
def _spread(s, reached, want_occupied, corners):
    """Let ``reached`` grow from square to neighbouring square of one kind until nothing changes."""
    growing = True
    while growing:
        growing = False
        for row in range(1, SIDE - 1):
            for col in range(1, SIDE - 1):
                here = row * SIDE + col
                if reached[here] == 0 and (s.cell[here] != 0) == want_occupied:
                    touched = (
                        reached[here - 1] + reached[here + 1] + reached[here - SIDE] + reached[here + SIDE]
                    )
                    if corners:
                        touched += reached[here - SIDE - 1] + reached[here - SIDE + 1]
                        touched += reached[here + SIDE - 1] + reached[here + SIDE + 1]
                    if touched != 0:
                        reached[here] = 1
                        growing = True


@rule
def _hangs_together(s):
    reached = np.zeros(SIDE * SIDE, np.int64)
    reached[square_at(s.laid[0, 1], s.laid[0, 2])] = 1
    _spread(s, reached, True, False)
    for square in range(SIDE * SIDE):
        if s.cell[square] != 0 and reached[square] == 0:
            return False
    return True


@rule
def _nothing_shut_in(s):
    reached = np.zeros(SIDE * SIDE, np.int64)
    for i in range(SIDE):
        reached[i] = 1
        reached[(SIDE - 1) * SIDE + i] = 1
        reached[i * SIDE] = 1
        reached[i * SIDE + SIDE - 1] = 1
    _spread(s, reached, False, s.closed_zone == CORNER_WAYS)
    for square in range(SIDE * SIDE):
        if s.cell[square] == 0 and reached[square] == 0:
            return False
    return True


@rule
def _cells_show_tiles(s):
    shown = 0
    for row in range(SIDE):
        for col in range(SIDE):
            there = s.cell[row * SIDE + col] != 0
            if there != (s.occupied[row] >> col & 1 != 0):
                return False
            if there:
                shown += 1
                if not (s.west <= col - ORIGIN <= s.east and s.north <= row - ORIGIN <= s.south):
                    return False
    for n in range(s.laid_n):
        tile, x, y, facing = s.laid[n, 0], s.laid[n, 1], s.laid[n, 2], s.laid[n, 3]
        if s.cell[square_at(x, y)] != HALF[tile, 0] | OCCUPIED:
            return False
        if s.cell[square_at(x + STEP_X[facing], y + STEP_Y[facing])] != HALF[tile, 1] | OCCUPIED:
            return False
    return shown == 2 * s.laid_n


@rule
def _runs_are_right(s):
    for row in range(1, SIDE - 1):
        for col in range(1, SIDE - 1):
            square = row * SIDE + col
            if s.cell[square] == 0:
                runs = run_sum(s, square, -1) | run_sum(s, square, 1) << 4
                runs |= run_sum(s, square, -SIDE) << 8 | run_sum(s, square, SIDE) << 12
                if s.runs[square] != runs:
                    return False
    return True
