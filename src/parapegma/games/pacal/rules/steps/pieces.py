"""Pacal's Rocket: ships, stones and pyramids on their cells (PR-1)."""

from parapegma.core.compiled.events import emit
from parapegma.core.compiled.jit import rule
from parapegma.games.pacal.components import COLS, DISTRICT, MOST_PLAYERS, ROWS
from parapegma.games.pacal.state import RETURNED


@rule
def is_free(s, row, col):
    """Whether a cell is on the board and holds neither ship nor pyramid (PR-1.3)."""
    return 0 <= row < ROWS and 0 <= col < COLS and s.free[row] >> col & 1 != 0


@rule
def turn_free(s, cell):
    """Make a free cell unfree, or the other way round."""
    s.free[cell // COLS] ^= 1 << cell % COLS


@rule
def has_stone(s, seat, cell):
    """Whether a visible stone of this seat lies on a cell (PR-1.5)."""
    return s.stones[seat, cell // COLS] >> cell % COLS & 1 != 0


@rule
def has_piece(s, seat, cell):
    """Whether a cell holds a visible stone or a pyramid of this seat (PR-6.2)."""
    row = cell // COLS
    return (s.stones[seat, row] | s.pyramids[seat, row]) >> cell % COLS & 1 != 0


@rule
def turn_stone(s, seat, cell):
    """Lay a visible stone on a cell that has none of this seat, or take it away."""
    row = cell // COLS
    col = cell % COLS
    s.stones[seat, row] ^= 1 << col
    s.stones[seat, ROWS + col] ^= 1 << row


@rule
def any_stone(s, seat):
    """Whether a seat has a visible stone anywhere."""
    rows = 0
    for row in range(ROWS):
        rows |= s.stones[seat, row]
    return rows != 0


@rule
def return_stone(s, seat, cell):
    """A visible stone goes back to its owner's supply."""
    turn_stone(s, seat, cell)
    s.supply[seat] += 1
    emit(s, RETURNED, seat, cell, 1)


@rule
def lift(s, seat):
    """The ship is lifted: its stones become visible, duplicates go home, all of them.

    PR-4.1, PR-4.23, PR-5.4, PR-5.6, PR-5.7
    """
    cell = s.ship[seat]
    for colour in range(MOST_PLAYERS):
        stones = s.aboard[seat, colour]
        if stones == 1:
            turn_stone(s, colour, cell)
        elif stones > 1:
            s.supply[colour] += stones
            emit(s, RETURNED, colour, cell, stones)
        s.aboard[seat, colour] = 0


@rule
def land(s, seat, cell):
    """The ship comes down on a free cell; the stones there are hidden now (PR-1.4, PR-1.5, PR-4.3)."""
    turn_free(s, s.ship[seat])
    turn_free(s, cell)
    s.ship[seat] = cell
    for colour in range(MOST_PLAYERS):
        if has_stone(s, colour, cell):
            turn_stone(s, colour, cell)
            s.aboard[seat, colour] = 1


@rule
def pyramid_height(s, cell):
    """The height of the pyramid on a cell, or 0."""
    return s.pyramid[cell] & 7


@rule
def set_pyramid(s, seat, cell, height):
    """A new pyramid from the stock, or a higher one in the place of an own one (PR-6.8, PR-6.12)."""
    replaced = pyramid_height(s, cell)
    if replaced != 0:
        s.stock[seat, replaced] += 1
    else:
        s.pyramids[seat, cell // COLS] |= 1 << cell % COLS
        s.pyramids[seat, ROWS + cell % COLS] |= 1 << cell // COLS
        turn_free(s, cell)
    s.stock[seat, height] -= 1
    s.pyramid[cell] = seat * 8 + height
    s.strength[DISTRICT[cell], seat] += height - replaced


# Entry points for Python (see parapegma.core.compiled.entry_points), for positions set up by hand.


@rule
def set_pyramid_at(states, seat, cell, height):
    """Put a pyramid on the board."""
    set_pyramid(states[0], seat, cell, height)


@rule
def turn_stone_at(states, seat, cell):
    """Lay a visible stone on the board."""
    turn_stone(states[0], seat, cell)
