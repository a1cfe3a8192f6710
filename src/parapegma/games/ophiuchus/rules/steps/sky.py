"""Ophiuchus: where a tile may lie, and laying it (OP-1.8 to OP-1.10, OP-4).

Placements are looked at as *pairs*: two neighbouring squares, flat or upright, named by the canvas
column and row of the western or northern one. A pair is possible or not whatever tile is to lie
there (empty, touching, inside the grid, closing nothing); the tile only matters for the row sums.
"""

import numpy as np

from parapegma.core.compiled.bits import count, lowest
from parapegma.core.compiled.jit import rule, table
from parapegma.games.ophiuchus.components import GRID, HALF, MARKS, ROW_LIMIT, SAME_HALVES
from parapegma.games.ophiuchus.state import EAST, NORTH, OCCUPIED, ORIGIN, SIDE, SOUTH, WEST

# Why a tile may not lie somewhere, in the order in which it is reported (OP-4.9).
FITS, SQUARE_OCCUPIED, NOT_ADJACENT, OUT_OF_GRID, ROW_OVER_LIMIT, CLOSED_ZONE = range(6)

FLAT, UPRIGHT = 0, 1
LAST = SIDE - 1

STEP_X = table([1, 0, -1, 0], np.int64)
STEP_Y = table([0, 1, 0, -1], np.int64)

# The ten squares round a pair in walking order, as bits of the index that `_ring` makes.
_WALKS = ((0, 1, 2, 3, 9, 7, 6, 5, 4, 8), (0, 1, 2, 7, 9, 5, 4, 3, 8, 6))
_CORNERS = ({0, 3, 7, 4}, {0, 2, 5, 3})


def _arcs(ring: int, pair: int, corner_ways: bool) -> int:
    """How many separate stretches of empty squares there are on the way round a pair."""
    walk = _WALKS[pair]
    empty = [not ring >> bit & 1 for bit in walk]
    if corner_ways:
        # A path may pass diagonally, so a lone occupied corner does not part its neighbours.
        for i, bit in enumerate(walk):
            if bit in _CORNERS[pair] and empty[i - 1] and empty[(i + 1) % 10]:
                empty[i] = True
    starts = sum(empty[i] and not empty[i - 1] for i in range(10))
    return starts if starts else int(empty[0])


# Whether a pair may be filled, by the kind of closed zone, the kind of pair and the ring round it.
# All tiles hang together, so two stretches of empty squares round a pair are parted by the pair
# and by a chain of tiles that comes back to it: one of them is shut in. One stretch never is.
OPEN = table(
    [
        [[_arcs(ring, pair, ways == 1) <= 1 or ways == 2 for ring in range(1024)] for pair in (0, 1)]
        for ways in range(3)
    ],
    np.int8,
)


@rule
def square_at(x, y):
    """The canvas index of square (x, y)."""
    return (y + ORIGIN) * SIDE + x + ORIGIN


@rule
def first_row(s):
    """The canvas row of the northernmost pair that could touch the sky and stay in the grid."""
    return max(s.north - 2, s.south - GRID + 1) + ORIGIN


@rule
def last_row(s):
    """The canvas row of the southernmost such pair."""
    return min(s.south + 1, s.north + GRID - 1) + ORIGIN


@rule
def _free(s, row):
    """The empty squares of a row that lie in the grid, wherever it may float (OP-4.7)."""
    if row < s.south - GRID + 1 + ORIGIN or row > s.north + GRID - 1 + ORIGIN:
        return 0
    low = s.east - GRID + 1 + ORIGIN
    high = s.west + GRID - 1 + ORIGIN
    return ~s.occupied[row] & ((2 << high) - (1 << low))


@rule
def _touching(s, row):
    """The squares of a row that have an occupied neighbour (OP-4.2)."""
    line = s.occupied[row]
    return (line << 1) | (line >> 1) | s.occupied[row - 1] | s.occupied[row + 1]


@rule
def flat_pairs(free, near):
    """The flat pairs of a row that are empty, touch the sky and stay in the grid.

    OP-4.1, OP-4.2, OP-4.7
    """
    return free & (free >> 1) & (near | (near >> 1))


@rule
def upright_pairs(free, near, free_below, near_below):
    """The upright pairs that begin in a row, likewise, from that row and the one below.

    OP-4.1, OP-4.2, OP-4.7
    """
    return free & free_below & (near | near_below)


@rule
def possible_pair(s, col, row, pair):
    """Whether a pair is empty, touches the sky and stays in the grid."""
    if pair == FLAT:
        pairs = flat_pairs(_free(s, row), _touching(s, row))
    else:
        pairs = upright_pairs(_free(s, row), _touching(s, row), _free(s, row + 1), _touching(s, row + 1))
    return pairs >> col & 1 != 0


@rule
def _ring(s, col, row, pair):
    """Which of the ten squares round a pair are occupied, a bit each."""
    left = col - 1
    if pair == FLAT:
        line = s.occupied[row] >> left
        return (
            (s.occupied[row - 1] >> left & 15)
            | (s.occupied[row + 1] >> left & 15) << 4
            | (line & 1) << 8
            | (line >> 3 & 1) << 9
        )
    upper = s.occupied[row] >> left
    lower = s.occupied[row + 1] >> left
    return (
        (s.occupied[row - 1] >> left & 7)
        | (s.occupied[row + 2] >> left & 7) << 3
        | (upper & 1) << 6
        | (upper >> 2 & 1) << 7
        | (lower & 1) << 8
        | (lower >> 2 & 1) << 9
    )


@rule
def closes_nothing(s, col, row, pair):
    """Whether filling the pair leaves every empty square a way out (OP-4.6, OP-4.8)."""
    return OPEN[s.closed_zone, pair, _ring(s, col, row, pair)] != 0


@rule
def _row_of(runs):
    """The marks a square would join in its horizontal row."""
    return (runs & 15) + (runs >> 4 & 15)


@rule
def _column_of(runs):
    """The marks a square would join in its column."""
    return (runs >> 8 & 15) + (runs >> 12 & 15)


@rule
def joined(s, col, row, pair):
    """The marks a pair would join: across its first square, across its second, along both.

    OP-1.9, OP-1.10
    """
    first = s.runs[row * SIDE + col]
    if pair == FLAT:
        second = s.runs[row * SIDE + col + 1]
        return _column_of(first), _column_of(second), (first & 15) + (second >> 4 & 15)
    second = s.runs[row * SIDE + SIDE + col]
    return _row_of(first), _row_of(second), (first >> 8 & 15) + (second >> 12 & 15)


@rule
def across_fits(one, two, across_one, across_two):
    """Whether both rows across a pair stay within the limit with these marks on it (OP-4.4, OP-4.5)."""
    return one + across_one <= ROW_LIMIT and two + across_two <= ROW_LIMIT


@rule
def along_fits(both, along):
    """Whether the row along a pair stays within the limit with these marks on it (OP-4.4, OP-4.5)."""
    return both + along <= ROW_LIMIT


@rule
def playable_at(s, tiles, col, row, pair):
    """Which of some tiles, a bit each, may lie on a pair that is possible, either way round."""
    found = 0
    across_one, across_two, along = joined(s, col, row, pair)
    while tiles != 0:
        bit = tiles & -tiles
        tiles ^= bit
        tile = lowest(bit)
        a = MARKS[tile, 0]
        b = MARKS[tile, 1]
        if along_fits(a + b, along) and (
            across_fits(a, b, across_one, across_two) or across_fits(b, a, across_one, across_two)
        ):
            found |= bit
    if found != 0 and not closes_nothing(s, col, row, pair):
        return 0
    return found


@rule
def playable(s, tiles):
    """Which of some tiles, a bit each, have a legal placement (OP-3.2)."""
    left = tiles
    first = first_row(s)
    free = _free(s, first)
    near = _touching(s, first)
    for row in range(first, last_row(s) + 1):
        free_below = _free(s, row + 1)
        near_below = _touching(s, row + 1) if free_below != 0 else 0
        for pair in range(2):
            pairs = (
                flat_pairs(free, near) if pair == FLAT else upright_pairs(free, near, free_below, near_below)
            )
            while pairs != 0:
                bit = pairs & -pairs
                pairs ^= bit
                left &= ~playable_at(s, left, lowest(bit), row, pair)
                if left == 0:
                    return tiles
        free = free_below
        near = near_below
    return tiles & ~left


@rule
def squares_for(s, tile, out, first_number):
    """Write the squares on which half A of a tile may lie, as action numbers; return how many.

    The number of square (x, y) is ``first_number`` plus its index on the canvas without the rim.
    """
    n = 0
    a = MARKS[tile, 0]
    b = MARKS[tile, 1]
    # A tile with equal halves lies only eastwards or southwards, so that each position has one
    # name: then half A is always on the first square of the pair.
    turns = SAME_HALVES[tile] == 0
    here = 0
    first = first_row(s)
    last = last_row(s)
    free = _free(s, first)
    near = _touching(s, first)
    for row in range(first, last + 2):
        under = 0
        free_below = _free(s, row + 1) if row <= last else 0
        near_below = _touching(s, row + 1) if free_below != 0 else 0
        for pair in range(2):
            pairs = (
                flat_pairs(free, near) if pair == FLAT else upright_pairs(free, near, free_below, near_below)
            )
            while pairs != 0:
                bit = pairs & -pairs
                pairs ^= bit
                col = lowest(bit)
                across_one, across_two, along = joined(s, col, row, pair)
                if along_fits(a + b, along):
                    one = across_fits(a, b, across_one, across_two)
                    two = turns and across_fits(b, a, across_one, across_two)
                    if (one or two) and closes_nothing(s, col, row, pair):
                        if one:
                            here |= bit
                        if two and pair == FLAT:
                            here |= bit << 1
                        elif two:
                            under |= bit
        while here != 0:
            bit = here & -here
            here ^= bit
            out[n] = first_number + (row - 1) * (SIDE - 2) + lowest(bit) - 1
            n += 1
        here = under
        free = free_below
        near = near_below
    return n


@rule
def first_square(x, y, facing):
    """The canvas column and row by which a placement's pair is named, and its kind."""
    col = x + ORIGIN
    row = y + ORIGIN
    if facing == WEST:
        col -= 1
    elif facing == NORTH:
        row -= 1
    return col, row, UPRIGHT if facing == SOUTH or facing == NORTH else FLAT


@rule
def may_lie(s, tile, x, y, facing):
    """Whether a tile may lie with half A on (x, y) and half B on the side it faces (OP-4)."""
    if SAME_HALVES[tile] != 0 and (facing == WEST or facing == NORTH):
        return False
    col, row, pair = first_square(x, y, facing)
    if col < 1 or row < 1 or col >= LAST or row >= LAST - pair:
        return False
    if not possible_pair(s, col, row, pair):
        return False
    return playable_facing(s, tile, col, row, pair, facing) and closes_nothing(s, col, row, pair)


@rule
def playable_facing(s, tile, col, row, pair, facing):
    """Whether the row sums allow a tile on a pair with its halves this way round (OP-4.4)."""
    across_one, across_two, along = joined(s, col, row, pair)
    first = 0 if facing == EAST or facing == SOUTH else 1
    one = MARKS[tile, first]
    two = MARKS[tile, 1 - first]
    return along_fits(one + two, along) and across_fits(one, two, across_one, across_two)


@rule
def why_not(s, tile, x, y, facing):
    """The first reason why a tile may not lie there, or FITS (OP-4.9)."""
    bx = x + STEP_X[facing]
    by = y + STEP_Y[facing]
    if abs(x) > ORIGIN or abs(y) > ORIGIN or abs(bx) > ORIGIN or abs(by) > ORIGIN:
        return NOT_ADJACENT
    # A square of the rim is never occupied; it may touch the sky, but lies outside the grid.
    if s.cell[square_at(x, y)] != 0 or s.cell[square_at(bx, by)] != 0:
        return SQUARE_OCCUPIED
    if not (_has_neighbour(s, x, y) or _has_neighbour(s, bx, by)):
        return NOT_ADJACENT
    if max(s.east, x, bx) - min(s.west, x, bx) >= GRID or max(s.south, y, by) - min(s.north, y, by) >= GRID:
        return OUT_OF_GRID
    col, row, pair = first_square(x, y, facing)
    if not playable_facing(s, tile, col, row, pair, facing):
        return ROW_OVER_LIMIT
    if not closes_nothing(s, col, row, pair):
        return CLOSED_ZONE
    return FITS


@rule
def _has_neighbour(s, x, y):
    for facing in range(4):
        nx = x + STEP_X[facing]
        ny = y + STEP_Y[facing]
        if abs(nx) <= ORIGIN and abs(ny) <= ORIGIN and s.cell[square_at(nx, ny)] != 0:
            return True
    return False


@rule
def _mend_runs(s, square, step, total, before, after):
    """Tell the empty squares at both ends of a row that its sum is now ``total``.

    ``before`` and ``after`` are the places of the four bits that look along ``step`` and back. A legal sum
    fits them; a placement that is only tried, to tell why it is refused, may have a larger one.
    """
    total &= 15
    end = square
    while s.cell[end] != 0:
        end += step
    s.runs[end] = (s.runs[end] & ~(15 << before)) | (total << before)
    end = square
    while s.cell[end] != 0:
        end -= step
    s.runs[end] = (s.runs[end] & ~(15 << after)) | (total << after)


@rule
def lay(s, tile, x, y, facing):
    """Lay a tile; return whether it forms a row of exactly the limit (OP-4.10, OP-6.2)."""
    col, row, pair = first_square(x, y, facing)
    one = row * SIDE + col
    two = one + (1 if pair == FLAT else SIDE)
    turned = facing == WEST or facing == NORTH
    half_one = HALF[tile, 1 if turned else 0]
    half_two = HALF[tile, 0 if turned else 1]
    across_one, across_two, along = joined(s, col, row, pair)
    sum_one = MARKS[tile, 1 if turned else 0] + across_one
    sum_two = MARKS[tile, 0 if turned else 1] + across_two
    sum_along = MARKS[tile, 0] + MARKS[tile, 1] + along
    # A row that was complete already joins only blanks now: its sum is not new.
    forms = (
        (sum_one == ROW_LIMIT and not _complete(s.runs[one], 1 - pair))
        or (sum_two == ROW_LIMIT and not _complete(s.runs[two], 1 - pair))
        or (sum_along == ROW_LIMIT and not (_complete(s.runs[one], pair) or _complete(s.runs[two], pair)))
    )

    s.cell[one] = half_one | OCCUPIED
    s.cell[two] = half_two | OCCUPIED
    s.occupied[row] |= 1 << col
    s.occupied[two // SIDE] |= 1 << two % SIDE
    bx = x + STEP_X[facing]
    by = y + STEP_Y[facing]
    s.west = min(s.west, x, bx)
    s.east = max(s.east, x, bx)
    s.north = min(s.north, y, by)
    s.south = max(s.south, y, by)
    n = s.laid_n
    s.laid[n, 0] = tile
    s.laid[n, 1] = x
    s.laid[n, 2] = y
    s.laid[n, 3] = facing
    s.laid_n = n + 1

    if pair == FLAT:
        _mend_runs(s, one, 1, sum_along, 0, 4)
        _mend_runs(s, one, SIDE, sum_one, 8, 12)
        _mend_runs(s, two, SIDE, sum_two, 8, 12)
    else:
        _mend_runs(s, one, SIDE, sum_along, 8, 12)
        _mend_runs(s, one, 1, sum_one, 0, 4)
        _mend_runs(s, two, 1, sum_two, 0, 4)
    return forms


@rule
def _complete(runs, pair):
    """Whether a row that ends at a square, along this kind of pair, already has the full sum."""
    shift = 0 if pair == FLAT else 8
    return (runs >> shift & 15) == ROW_LIMIT or (runs >> (shift + 4) & 15) == ROW_LIMIT


@rule
def run_sum(s, square, step):
    """The marks of the run that begins next to a square, counted square by square (OP-1.9)."""
    total = 0
    square += step
    while s.cell[square] != 0:
        total += count(s.cell[square] & (OCCUPIED - 1))
        square += step
    return total


@rule
def last_rows(s):
    """The sums of the three new rows of the tile laid last: along it, across A, across B (OP-1.10)."""
    n = s.laid_n - 1
    facing = s.laid[n, 3]
    a = square_at(s.laid[n, 1], s.laid[n, 2])
    b = square_at(s.laid[n, 1] + STEP_X[facing], s.laid[n, 2] + STEP_Y[facing])
    along = 1 if facing == EAST or facing == WEST else SIDE
    across = SIDE if along == 1 else 1
    marks_a = count(s.cell[a] & (OCCUPIED - 1))
    marks_b = count(s.cell[b] & (OCCUPIED - 1))
    return (
        marks_a + run_sum(s, a, along) + run_sum(s, a, -along),
        marks_a + run_sum(s, a, across) + run_sum(s, a, -across),
        marks_b + run_sum(s, b, across) + run_sum(s, b, -across),
    )


@rule
def rows_if_laid(s, tile, x, y, facing):
    """The sums that the three new rows of a placement would have: along it, across A, across B (OP-1.10)."""
    col, row, pair = first_square(x, y, facing)
    across_one, across_two, along = joined(s, col, row, pair)
    a = MARKS[tile, 0]
    b = MARKS[tile, 1]
    if facing == WEST or facing == NORTH:
        return along + a + b, across_two + a, across_one + b
    return along + a + b, across_one + a, across_two + b


# Entry points for Python (see parapegma.core.compiled.entry_points).


@rule
def reason_at(states, tile, x, y, facing):
    """Why a tile may not lie there."""
    return why_not(states[0], tile, x, y, facing)


@rule
def rows_at(states, tile, x, y, facing):
    """The sums that the three new rows of a placement would have."""
    return rows_if_laid(states[0], tile, x, y, facing)


@rule
def lay_at(states, tile, x, y, facing):
    """Lay a tile on a growing sky: for positions set up by hand."""
    return lay(states[0], tile, x, y, facing)


@rule
def placements(states, tile):
    """How many legal placements a tile has."""
    n = 0
    for y in range(1 - ORIGIN, ORIGIN):
        for x in range(1 - ORIGIN, ORIGIN):
            for facing in range(4):
                if may_lie(states[0], tile, x, y, facing):
                    n += 1
    return n


@rule
def rows_of_last(states):
    """The sums of the three new rows of the tile laid last."""
    return last_rows(states[0])
