"""Pacal's Rocket: constellations, and what can be built with them (PR-6, PR-11).

Which cells can be built on is found line by line with bit sets; which constellations a chosen cell
has, pattern by pattern. The invariants hold the one against the other.
"""

from parapegma.core.compiled.bits import lowest
from parapegma.core.compiled.jit import rule
from parapegma.games.pacal.components import COLS, LINES, MOST_PLAYERS, ROWS
from parapegma.games.pacal.components.constellations import (
    EASTWARD,
    FOUR,
    FOUR_SPACINGS,
    GAP_SIZE,
    GAP_STEP,
    N_PATTERNS,
    NORTHWARD,
    PATTERN_HEIGHT,
    PATTERN_SIZE,
    PATTERN_STEP,
    SOUTHWARD,
    SQUARE,
    SQUARE_SIDES,
    THREE,
    THREE_SPACINGS,
    TWO,
    WESTWARD,
)
from parapegma.games.pacal.rules.steps.pieces import has_piece, has_stone, pyramid_height
from parapegma.games.pacal.state import HEIGHT_BITS


@rule
def tallest(s, seat, height):
    """The tallest pyramid a constellation of this height gives: the height itself while the stock has
    it, else the next lower one in stock; 0 for none (PR-6.13, PR-6.14).
    """
    while height > 0 and s.stock[seat, height] == 0:
        height -= 1
    return height


@rule
def gaps_are_empty(s, cell, pattern):
    """Whether no ship, pyramid or visible stone lies between the cells of a constellation (R-20)."""
    for n in range(GAP_SIZE[pattern]):
        between = cell + GAP_STEP[pattern, n]
        if s.pyramid[between] != 0:
            return False
        for seat in range(MOST_PLAYERS):
            if s.ship[seat] == between or has_stone(s, seat, between):
                return False
    return True


@rule
def pyramids_in(s, cell, pattern):
    """How many pyramids are part of a constellation."""
    pyramids = 0
    for n in range(PATTERN_SIZE[pattern]):
        if s.pyramid[cell + PATTERN_STEP[pattern, n]] != 0:
            pyramids += 1
    return pyramids


@rule
def is_usable(s, cell, pattern):
    """Whether a pattern whose cells are all the player's counts as a constellation.

    At least one of its cells holds a stone (PR-6.2); for experts at most one a pyramid (PR-11.3).
    """
    pyramids = pyramids_in(s, cell, pattern)
    if pyramids == PATTERN_SIZE[pattern] or (s.expert and pyramids > 1):
        return False
    return not s.empty_gaps or gaps_are_empty(s, cell, pattern)


@rule
def can_carry(s, cell, pyramids, highest):
    """Whether a cell of a usable constellation can be built on: a stone, or a lower own pyramid.

    PR-6.8, PR-6.11, PR-11.1, PR-11.2
    """
    replaced = pyramid_height(s, cell)
    if replaced == 0:
        return highest > 0 and not (s.expert and pyramids > 0)
    return highest > replaced


@rule
def find_buildable(s, seat):
    """All cells on which this seat can build or upgrade now; whether there are any.

    PR-6.2 to PR-6.7, PR-6.13
    """
    for row in range(ROWS):
        s.buildable[row] = s.stones[seat, row] if s.stock[seat, 1] > 0 else 0
        s.heights[row] = 0
    find_on_lines(s, seat)
    find_on_squares(s, seat)
    found = 0
    for row in range(ROWS):
        found |= s.buildable[row]
    return found != 0


@rule
def find_on_lines(s, seat):
    """Constellations of height 2, 3 and 4."""
    for line in range(LINES):
        stones = s.stones[seat, line]
        own = stones | s.pyramids[seat, line]
        two = own & (own - 1)
        if stones == 0 or two == 0:
            continue
        column = 0 if line < ROWS else 1
        mark_all(s, seat, own & own >> 1, line, TWO + 2 * column)
        if two & (two - 1) == 0:
            continue
        for spacing in range(1, THREE_SPACINGS + 1):
            threes = own & own >> spacing & own >> 2 * spacing
            if threes != 0:
                mark_all(s, seat, threes, line, THREE + 3 * column * THREE_SPACINGS + spacing - 1)
                if spacing <= FOUR_SPACINGS:
                    fours = threes & own >> 3 * spacing
                    mark_all(s, seat, fours, line, FOUR + 4 * column * FOUR_SPACINGS + spacing - 1)


@rule
def find_on_squares(s, seat):
    """Constellations of height 5."""
    for row in range(ROWS - 1):
        own = s.stones[seat, row] | s.pyramids[seat, row]
        if own & (own - 1) == 0:
            continue
        for side in range(1, min(SQUARE_SIDES, ROWS - 1 - row) + 1):
            both = own & (s.stones[seat, row + side] | s.pyramids[seat, row + side])
            squares = both & both >> side
            if squares != 0:
                mark_all(s, seat, squares, row, SQUARE + side - 1)


@rule
def mark_all(s, seat, firsts, line, pattern):
    """Mark the cells that constellations of one pattern allow, given their first cells on a line."""
    if firsts == 0:
        return
    highest = tallest(s, seat, PATTERN_HEIGHT[pattern])
    if highest == 0:
        return
    while firsts != 0:
        place = lowest(firsts)
        firsts &= firsts - 1
        first = line * COLS + place if line < ROWS else place * COLS + line - ROWS
        if is_usable(s, first, pattern):
            pyramids = pyramids_in(s, first, pattern)
            for n in range(PATTERN_SIZE[pattern]):
                cell = first + PATTERN_STEP[pattern, n]
                if can_carry(s, cell, pyramids, highest):
                    s.buildable[cell // COLS] |= 1 << cell % COLS
                    note_height(s, cell, highest)


@rule
def note_height(s, cell, height):
    """Remember that a cell can carry a pyramid of this height, unless it can carry a taller one."""
    row = cell // COLS
    place = cell % COLS * HEIGHT_BITS
    known = s.heights[row] >> place & (1 << HEIGHT_BITS) - 1
    if height > known:
        s.heights[row] += height - known << place


@rule
def tallest_on(s, cell):
    """The height of the tallest pyramid that can be built now on a cell that can be built on."""
    return max(s.heights[cell // COLS] >> cell % COLS * HEIGHT_BITS & (1 << HEIGHT_BITS) - 1, 1)


@rule
def is_constellation(s, seat, cell, pattern):
    """Whether a pattern fits round a cell and allows building on that cell (PR-6.2, PR-6.8, PR-6.11)."""
    row = cell // COLS
    col = cell % COLS
    if row < NORTHWARD[pattern] or row + SOUTHWARD[pattern] >= ROWS:
        return False
    if col < WESTWARD[pattern] or col + EASTWARD[pattern] >= COLS:
        return False
    for n in range(PATTERN_SIZE[pattern]):
        if not has_piece(s, seat, cell + PATTERN_STEP[pattern, n]):
            return False
    if not is_usable(s, cell, pattern):
        return False
    highest = tallest(s, seat, PATTERN_HEIGHT[pattern])
    return can_carry(s, cell, pyramids_in(s, cell, pattern), highest)


@rule
def find_patterns(s, seat, cell, first, out):
    """Write the patterns that can be used to build on a cell, plus ``first``; return how many."""
    n = 0
    for pattern in range(N_PATTERNS):
        if is_constellation(s, seat, cell, pattern):
            out[n] = first + pattern
            n += 1
    return n


@rule
def next_pattern(s, seat, cell, pattern):
    """The next pattern after ``pattern`` that can be used to build on a cell, or N_PATTERNS."""
    pattern += 1
    while pattern < N_PATTERNS and not is_constellation(s, seat, cell, pattern):
        pattern += 1
    return pattern


@rule
def may_have_height(s, seat, cell, pattern, height):
    """Whether a constellation may give a pyramid of this height on a cell (PR-6.11, PR-6.13, PR-6.14)."""
    full = PATTERN_HEIGHT[pattern]
    if s.stock[seat, height] == 0 or height <= pyramid_height(s, cell) or height > full:
        return False
    return height == full or s.stock[seat, full] == 0


# Entry points for Python (see parapegma.core.compiled.entry_points), for positions and refusals.


@rule
def find_buildable_at(states, seat):
    """Find the cells that can be built on."""
    return find_buildable(states[0], seat)


@rule
def may_have_height_at(states, seat, cell, pattern, height):
    """Whether a constellation may give a pyramid of this height on a cell."""
    return may_have_height(states[0], seat, cell, pattern, height)


@rule
def is_constellation_at(states, seat, cell, pattern):
    """Whether a pattern can be used to build on a cell."""
    return is_constellation(states[0], seat, cell, pattern)
