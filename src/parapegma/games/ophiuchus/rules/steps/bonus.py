"""Ophiuchus: the bonus for a row of exactly 13, and drawing at the end of a turn (OP-6, OP-7)."""

from parapegma.core.compiled.bits import count, draw_from
from parapegma.core.compiled.events import emit
from parapegma.core.compiled.jit import rule
from parapegma.games.ophiuchus.rules.knowledge import remember_draw, remember_return
from parapegma.games.ophiuchus.rules.steps.ending import end_turn
from parapegma.games.ophiuchus.state import BONUS, DREW, PUT_BACK, RETURN, TOOK_TOKEN


@rule
def token_left(s):
    """Whether there is a token for the bonus (OP-6.4, OP-6.7)."""
    return s.supply > 0


@rule
def two_left(s):
    """Whether two tiles can be drawn for the bonus (OP-6.4, OP-6.8)."""
    return count(s.reserve) >= 2


@rule
def give_bonus(s):
    """The bonus for exactly 13: a choice if both are possible (OP-6.1, OP-6.3, OP-6.4, OP-6.7, OP-6.8)."""
    token = s.bonus_due != 0 and token_left(s)
    two = s.bonus_due != 0 and two_left(s)
    if token and two:
        s.phase = BONUS
    elif token:
        take_token(s)
    elif two:
        draw_two(s)
    else:
        draw_one(s)


@rule
def take_token(s):
    """A prize token, then the usual draw (OP-6.5)."""
    s.supply -= 1
    s.tokens[s.to_move] += 1
    emit(s, TOOK_TOKEN, s.to_move, 0, 0)
    draw_one(s)


@rule
def draw_one(s):
    """The usual draw at the end of a turn, if there is something to draw (OP-7.1)."""
    if s.reserve != 0:
        draw(s)
    end_turn(s)


@rule
def draw_two(s):
    """Draw two instead of one, then put one of the whole hand back (OP-6.6, OP-7.3)."""
    draw(s)
    draw(s)
    s.bonus_due = 0
    s.phase = RETURN


@rule
def draw(s):
    """One random tile of the Reserve, which has no order (OP-7.2)."""
    tile = draw_from(s, s.reserve)
    s.reserve ^= 1 << tile
    s.hand[s.to_move] |= 1 << tile
    remember_draw(s, s.to_move)
    emit(s, DREW, s.to_move, tile, 0)


@rule
def put_back(s, tile):
    """Back into the Reserve, face down (OP-6.6)."""
    s.hand[s.to_move] ^= 1 << tile
    s.reserve |= 1 << tile
    remember_return(s, s.to_move, tile)
    emit(s, PUT_BACK, s.to_move, tile, 0)
    end_turn(s)
