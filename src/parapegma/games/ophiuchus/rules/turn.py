"""Ophiuchus: whose decision it is, what may be decided, and what a decision does (OP-3)."""

from parapegma.core.compiled.bits import count, write_all
from parapegma.core.compiled.events import clear_events
from parapegma.core.compiled.jit import rule
from parapegma.games.ophiuchus.rules.steps import (
    CARD,
    DIRECTION,
    DRAW_TWO,
    SQUARE,
    TILE,
    TOKEN,
    square_x,
    square_y,
)
from parapegma.games.ophiuchus.rules.steps.bonus import (
    draw_two,
    give_bonus,
    put_back,
    take_token,
    token_left,
    two_left,
)
from parapegma.games.ophiuchus.rules.steps.ending import begin_turn
from parapegma.games.ophiuchus.rules.steps.laying import choose_square, claim, lay_and_look, lay_picked
from parapegma.games.ophiuchus.rules.steps.sky import last_rows, may_lie, playable, squares_for
from parapegma.games.ophiuchus.state import AT, BONUS, CLAIM, FACING, ORIGIN, OVER, RETURN, SIDE, TAKE


@rule
def actor(s):
    """The seat to move; -1 after the end."""
    return -1 if s.phase == OVER else s.to_move


@rule
def legal(s, out):
    """The choices of the seat to move.

    Tiles that fit somewhere (OP-3.2), squares for half A, directions of half B, matched cards
    (OP-5.8), the bonus (OP-6.3), the tile to put back (OP-6.6).
    """
    if s.phase == TAKE:
        return write_all(s.playable, TILE, out, 0)
    if s.phase == AT:
        return squares_for(s, s.picked, out, SQUARE)
    if s.phase == FACING:
        n = 0
        for facing in range(4):
            if may_lie(s, s.picked, s.square % SIDE - ORIGIN, s.square // SIDE - ORIGIN, facing):
                out[n] = DIRECTION + facing
                n += 1
        return n
    if s.phase == CLAIM:
        return write_all(s.matched, CARD, out, 0)
    if s.phase == BONUS:
        out[0] = TOKEN
        out[1] = DRAW_TWO
        return 2
    if s.phase == RETURN:
        return write_all(s.hand[s.to_move], TILE, out, 0)
    return 0


@rule
def apply(s, a):
    """Play one decision and what follows from it."""
    clear_events(s)
    if s.phase == TAKE:
        s.picked = a - TILE
        s.phase = AT
    elif s.phase == AT:
        choose_square(s, square_x(a), square_y(a))
    elif s.phase == FACING:
        lay_picked(s, s.square % SIDE - ORIGIN, s.square // SIDE - ORIGIN, a - DIRECTION)
    elif s.phase == CLAIM:
        claim(s, a - CARD)
        give_bonus(s)
    elif s.phase == BONUS:
        if a == TOKEN:
            take_token(s)
        else:
            draw_two(s)
    elif s.phase == RETURN:
        put_back(s, a - TILE)


# Entry points for Python (see parapegma.core.compiled.entry_points).


@rule
def begin_at(states, seat):
    """Begin a turn in a position set up by hand."""
    begin_turn(states[0], seat)


@rule
def tiles_playable(states, tiles):
    """Which of some tiles can be laid."""
    return playable(states[0], tiles)


@rule
def ways_at(states, tile, squares, out):
    """Every way to lay a tile of the mover, a row each, and what it would bring; how many there are.

    A row holds x, y, the direction, the sums of the three new rows, the cards matched, a bit each, and
    whether it earns a bonus. Once a square has been chosen, only ways with half A there are meant.
    ``states[1]`` is room to lay the tile, ``squares`` room for squares.
    """
    s = states[0]
    if s.phase == FACING:
        squares[0] = SQUARE + (s.square // SIDE - 1) * (SIDE - 2) + s.square % SIDE - 1
        found = 1
    else:
        found = squares_for(s, tile, squares, SQUARE)
    n = 0
    for i in range(found):
        x = square_x(squares[i])
        y = square_y(squares[i])
        for facing in range(4):
            if may_lie(s, tile, x, y, facing):
                states[1] = states[0]
                after = states[1]
                lay_and_look(after, tile, x, y, facing)
                along, across_a, across_b = last_rows(after)
                out[n, 0] = x
                out[n, 1] = y
                out[n, 2] = facing
                out[n, 3] = along
                out[n, 4] = across_a
                out[n, 5] = across_b
                out[n, 6] = after.matched
                # While a card is to be claimed, it is still open what the bonus will be.
                sure = count(after.matched) > 1 or token_left(after) or two_left(after)
                out[n, 7] = 1 if after.bonus_due != 0 and sure else 0
                n += 1
    return n
