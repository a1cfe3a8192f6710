"""Ophiuchus: the turn, the deal, the end and the score (OP-2, OP-3, OP-5.8, OP-6 to OP-9).

Where a tile may lie is in ``sky.py``, what it matches in ``alignments.py``.
"""

from parapegma.core.compiled.bits import count, draw_from, lowest, write_all
from parapegma.core.compiled.events import clear_events, emit
from parapegma.core.compiled.jit import rule
from parapegma.core.compiled.ranking import rank_by_score
from parapegma.core.compiled.rng import below, set_key
from parapegma.games.ophiuchus.components import (
    ALL_CARDS,
    ALL_TILES,
    DEAL,
    HAND,
    N_CARDS,
    N_TILES,
    PENALTY,
    POINTS,
    TOKENS,
)
from parapegma.games.ophiuchus.rules.alignments import cards_matched
from parapegma.games.ophiuchus.rules.knowledge import remember_draw, remember_pass, remember_return
from parapegma.games.ophiuchus.rules.sky import (
    first_square,
    last_rows,
    lay,
    may_lie,
    playable,
    square_at,
    squares_for,
)
from parapegma.games.ophiuchus.state import (
    AT,
    BONUS,
    CLAIM,
    CLAIMED,
    DREW,
    EAST,
    ENDED,
    ENDED_CARDS,
    ENDED_HANDS_EMPTY,
    ENDED_RESERVE,
    ENDED_ROUND,
    ENDED_STUCK,
    FACING,
    FINISH_ROUND,
    LAID,
    ORIGIN,
    OVER,
    PASSED,
    PUT_BACK,
    RESERVE_EMPTY,
    RETURN,
    SIDE,
    TAKE,
    TOOK_TOKEN,
)

# The flat action space, 7.2 of the specification.
TILE = 0
SQUARE = TILE + N_TILES
DIRECTION = SQUARE + (SIDE - 2) * (SIDE - 2)
CARD = DIRECTION + 4
TOKEN = CARD + N_CARDS
DRAW_TWO = TOKEN + 1
ACTIONS = DRAW_TWO + 1


@rule
def square_x(a):
    """The x of the square that an action number names."""
    return (a - SQUARE) % (SIDE - 2) - ORIGIN + 1


@rule
def square_y(a):
    """The y of the square that an action number names."""
    return (a - SQUARE) // (SIDE - 2) - ORIGIN + 1


@rule
def setup(s, options, key):
    """Deal: hands seat by seat, then the start tile; the rest is the Reserve.

    OP-2.1 to OP-2.9, OP-9.1
    """
    clear_table(s, options)
    set_key(s, key)
    s.reserve = ALL_TILES
    size = DEAL[s.players] if s.full_deal else HAND
    for seat in range(s.players):
        for _ in range(size):
            tile = draw_from(s, s.reserve)
            s.reserve ^= 1 << tile
            s.hand[seat] |= 1 << tile
    tile = draw_from(s, s.reserve)
    s.reserve ^= 1 << tile
    lay(s, tile, 0, 0, EAST)
    s.start = below(s, s.players)
    begin_turn(s, s.start)


@rule
def clear_table(s, options):
    """An empty table with its options, all cards in the Firmament (OP-2.6, OP-2.7)."""
    clear_events(s)
    s.players = options[0]
    s.full_deal = options[1]
    s.thirteen_bonus = options[2]
    s.end_mode = options[3]
    s.end_when_all_cards_taken = options[4]
    s.closed_zone = options[5]
    s.start = 0
    s.to_move = 0
    s.phase = TAKE
    s.ended = 0
    s.picked = -1
    s.bonus_due = 0
    s.square = -1
    s.matched = 0
    s.playable = 0
    s.reserve = 0
    s.away = 0
    s.firmament = ALL_CARDS
    s.supply = TOKENS if s.thirteen_bonus else 0
    for seat in range(s.hand.size):
        s.hand[seat] = 0
        s.won[seat] = 0
        s.tokens[seat] = 0
        for other in range(s.hand.size):
            s.cannot_hold[seat, other] = 0
    for n in range(N_TILES):
        for part in range(4):
            s.laid[n, part] = 0
    s.laid_n = 0
    s.west = 0
    s.east = 0
    s.north = 0
    s.south = 0
    for row in range(SIDE):
        s.occupied[row] = 0
    for square in range(SIDE * SIDE):
        s.cell[square] = 0
        s.runs[square] = 0


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


@rule
def choose_square(s, x, y):
    """Half A goes on a square; its direction is asked only if there is more than one (7.1, D3)."""
    ways = 0
    only = EAST
    for facing in range(4):
        if may_lie(s, s.picked, x, y, facing):
            ways += 1
            only = facing
    if ways == 1:
        lay_picked(s, x, y, only)
    else:
        s.square = square_at(x, y)
        s.phase = FACING


@rule
def lay_and_look(s, tile, x, y, facing):
    """Lay a tile and see what it forms: a row of exactly 13, and which cards it matches (OP-5.1, OP-6.2)."""
    s.bonus_due = 1 if lay(s, tile, x, y, facing) and s.thirteen_bonus else 0
    col, row, pair = first_square(x, y, facing)
    one = row * SIDE + col
    s.matched = cards_matched(s, one, one + (1 if pair == 0 else SIDE))


@rule
def lay_picked(s, x, y, facing):
    """Lay the tile taken up, then look for an alignment (OP-3.1, OP-5.1, OP-5.8)."""
    seat = s.to_move
    tile = s.picked
    s.hand[seat] ^= 1 << tile
    lay_and_look(s, tile, x, y, facing)
    s.picked = -1
    s.square = -1
    s.playable = 0
    emit(s, LAID, seat, tile, square_at(x, y) * 4 + facing)
    cards = count(s.matched)
    if cards > 1:
        s.phase = CLAIM
        return
    if cards == 1:
        claim(s, lowest(s.matched))
    give_bonus(s)


@rule
def claim(s, card):
    """Take one card of the Firmament (OP-5.8, OP-5.9)."""
    s.firmament ^= 1 << card
    s.won[s.to_move] |= 1 << card
    s.matched = 0
    emit(s, CLAIMED, s.to_move, card, 0)


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


@rule
def end_turn(s):
    """Between turns: the ends that a turn can bring, then the next player (OP-8.1, OP-8.3, OP-8.9)."""
    s.bonus_due = 0
    if s.end_when_all_cards_taken and s.firmament == 0:
        end_game(s, ENDED_CARDS)
    elif s.end_mode == RESERVE_EMPTY and s.reserve == 0:
        end_game(s, ENDED_RESERVE)
    elif round_finished(s):
        end_game(s, ENDED_ROUND)
    else:
        begin_turn(s, (s.to_move + 1) % s.players)


@rule
def round_finished(s):
    """Whether the last turn of the last round has just ended (OP-8.8)."""
    return s.end_mode == FINISH_ROUND and s.reserve == 0 and (s.to_move + 1) % s.players == s.start


@rule
def begin_turn(s, seat):
    """The next turn: from ``seat`` on, whoever cannot lay a tile passes; if all pass, it is over.

    OP-3.1, OP-3.3, OP-3.4, OP-8.2, OP-8.4, OP-8.7, OP-9.2
    """
    s.to_move = seat
    hands = 0
    for _ in range(s.players):
        seat = s.to_move
        hands |= s.hand[seat]
        s.playable = playable(s, s.hand[seat])
        if s.playable != 0:
            s.phase = TAKE
            return
        emit(s, PASSED, seat, 0, 0)
        remember_pass(s, seat)
        if round_finished(s):
            end_game(s, ENDED_ROUND)
            return
        s.to_move = (seat + 1) % s.players
    end_game(s, ENDED_STUCK if hands != 0 else ENDED_HANDS_EMPTY)


@rule
def end_game(s, how):
    """Nobody moves any more."""
    s.phase = OVER
    s.ended = how
    s.playable = 0
    emit(s, ENDED, 0, how, 0)


@rule
def card_points(s, seat):
    """The points of the constellations won (OP-8.5)."""
    points = 0
    cards = s.won[seat]
    while cards != 0:
        points += POINTS[lowest(cards)]
        cards &= cards - 1
    return points


@rule
def penalty(s, seat):
    """What the tiles still in hand cost (OP-8.5)."""
    return PENALTY * count(s.hand[seat])


@rule
def scores(s, out):
    """Cards and tokens, less the penalty for tiles in hand (OP-8.5, OP-9.3)."""
    for seat in range(s.players):
        out[seat] = card_points(s, seat) + s.tokens[seat] - penalty(s, seat)


@rule
def sources(s, seat, out):
    """The parts of the score: cards, tokens, tiles in hand (OP-8.5)."""
    out[0] = card_points(s, seat)
    out[1] = s.tokens[seat]
    out[2] = -penalty(s, seat)


@rule
def ranks(s, out):
    """The highest score is first; equal scores share a place (OP-8.6)."""
    scores(s, out)
    rank_by_score(out, s.players)


# Doors for Python (see parapegma.core.compiled.entry_points).


@rule
def clear_at(states, options):
    """An empty table, for positions set up by hand."""
    clear_table(states[0], options)


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
