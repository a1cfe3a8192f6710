"""Ophiuchus: what players weigh who look ahead; the ideas are told in docs/heuristics/ophiuchus.md."""

import numpy as np

from parapegma.core.bits import count, lowest
from parapegma.core.heuristics import POINT, load_knobs
from parapegma.core.jit import rule, table
from parapegma.games.ophiuchus.components import (
    CARDS,
    HALF,
    LONGEST_LINE,
    PENALTY,
    POINTS,
    SQUARES,
    SYMBOLS,
)
from parapegma.games.ophiuchus.rules.knowledge import laying
from parapegma.games.ophiuchus.rules.sky import STEP_X, STEP_Y, may_lie, square_at
from parapegma.games.ophiuchus.rules.turn import (
    CARD,
    DIRECTION,
    TILE,
    TOKEN,
    scores,
    square_x,
    square_y,
)
from parapegma.games.ophiuchus.state import AT, BONUS, CLAIM, FACING, OCCUPIED, ORIGIN, OVER, SIDE, TAKE

KNOBS = load_knobs(
    __file__, "ophiuchus", ("take_up", "half", "other_half", "card", "token", "next_claim", "later_claim")
)
TAKE_UP, H_HALF, OTHER_HALF, H_CARD, H_TOKEN, NEXT_CLAIM, LATER_CLAIM = range(len(KNOBS.names))

LONGEST = 5
_MARKS = OCCUPIED - 1


def _cards_alike(size: int, shared: int) -> int:
    """The cards that lines of a size with these symbols in common bring, a bit each."""
    return sum(
        1 << n
        for n, card in enumerate(CARDS)
        if card.shape == "line"
        and card.size == size
        and shared
        and (card.rule == "equal" or (card.rule == "given" and shared >> SYMBOLS.index(card.symbol) & 1))
    )


def _cards(shape: str, rules: tuple[str, ...], most: int) -> int:
    return sum(
        1 << n
        for n, card in enumerate(CARDS)
        if card.shape == shape and card.rule in rules and card.size <= most
    )


SHORTEST = 3
"""Shorter lines bring no card worth looking for."""
UNLIKE = table([_cards("line", ("different",), size) for size in range(LONGEST_LINE + 1)], np.int64)
"""Cards of different symbols by the length of a row: whether the symbols fit is left to chance."""
BLOCK = table([_cards("square", ("different",), 4), _cards("square", ("equal", "different"), 4)], np.int64)
"""Cards of a block of four, whose symbols have something in common or not."""
ALIKE = table(
    [[_cards_alike(size, shared) for shared in range(OCCUPIED)] for size in range(LONGEST + 1)], np.int64
)


@rule
def weigh(s, choices, n, weights, knobs):
    """Lay tiles where their halves complete a card; take what gives more points."""
    phase = s.phase
    for i in range(n):
        weights[i] = 1
    if phase == TAKE:
        three, four, five = wanted_marks(s)
        for i in range(n):
            marks = HALF[choices[i] - TILE, 0] | HALF[choices[i] - TILE, 1]
            cards = ALIKE[3, marks & three] | ALIKE[4, marks & four] | ALIKE[5, marks & five]
            weights[i] = 1 + knobs[TAKE_UP] * best_card(cards & s.firmament)
    elif phase == AT:
        a = HALF[s.picked, 0]
        b = HALF[s.picked, 1]
        for i in range(n):
            square = square_at(square_x(choices[i]), square_y(choices[i]))
            points = in_line(s, square, a) + in_block(s, square, a)
            weights[i] = 1 + knobs[H_HALF] * points + knobs[OTHER_HALF] * beside(s, square, a, b)
    elif phase == FACING:
        a = HALF[s.picked, 0]
        b = HALF[s.picked, 1]
        for i in range(n):
            facing = choices[i] - DIRECTION
            step = STEP_X[facing] + STEP_Y[facing] * SIDE
            square = s.square + step
            points = in_line(s, square, b) + in_block(s, square, b) + as_pair(s, s.square, step, a, b)
            weights[i] = 1 + knobs[H_HALF] * points
    elif phase == CLAIM:
        for i in range(n):
            weights[i] = 1 + knobs[H_CARD] * POINTS[choices[i] - CARD]
    elif phase == BONUS:
        for i in range(n):
            weights[i] = knobs[H_TOKEN] if choices[i] == TOKEN else 1


@rule
def wanted_marks(s):
    """The symbols with which some empty square would complete a line alike of three, four and five."""
    three = 0
    four = 0
    five = 0
    for row in range(s.north + ORIGIN, s.south + ORIGIN + 1):
        for step in (1, SIDE):
            for square in range(row * SIDE + s.west + ORIGIN, row * SIDE + s.east + ORIGIN + 1):
                # Two neighbours with a symbol in common: a line of three lacks a square at either end.
                pair = s.cell[square] & s.cell[square + step] & _MARKS
                if pair == 0:
                    gap = s.cell[square - step] & s.cell[square + step] & _MARKS
                    if gap != 0 and s.cell[square] == 0:
                        three |= gap
                    continue
                if s.cell[square - step] == 0 or s.cell[square + 2 * step] == 0:
                    three |= pair
                longer = pair & s.cell[square + 2 * step]
                if longer != 0:
                    if s.cell[square - step] == 0 or s.cell[square + 3 * step] == 0:
                        four |= longer
                    longest = longer & s.cell[square + 3 * step]
                    if longest != 0 and (s.cell[square - step] == 0 or s.cell[square + 4 * step] == 0):
                        five |= longest
    return three, four, five


@rule
def beside(s, square, a, b):
    """What half B could bring on the four sides of a square, with half A on it."""
    points = 0
    for facing in range(4):
        col = square % SIDE + STEP_X[facing]
        row = square // SIDE + STEP_Y[facing]
        # No tile lies on the rim of the canvas.
        if 0 < col < SIDE - 1 and 0 < row < SIDE - 1 and s.cell[row * SIDE + col] == 0:
            points += as_pair(s, square, row * SIDE + col - square, a, b)
            points += in_line(s, row * SIDE + col, b)
    return points


@rule
def in_line(s, square, half):
    """The points of the best card of a line that a half may complete on a square."""
    cards = 0
    for step in (1, SIDE):
        back = s.cell[square - step]
        ahead = s.cell[square + step]
        if back | ahead == 0:
            continue
        size = run(s, square, -step) + run(s, square, step) + 1
        if size < SHORTEST:
            continue
        if half != 0:
            cards |= UNLIKE[min(size, LONGEST_LINE)]
        back &= half
        ahead &= half
        back_two = back & s.cell[square - 2 * step] if back else 0
        ahead_two = ahead & s.cell[square + 2 * step] if ahead else 0
        three = back_two | ahead_two | back & ahead
        if three != 0:
            cards |= ALIKE[3, three]
            back_three = back_two & s.cell[square - 3 * step] if back_two else 0
            ahead_three = ahead_two & s.cell[square + 3 * step] if ahead_two else 0
            four = back_three | ahead_three | back_two & ahead | back & ahead_two
            if four != 0:
                cards |= ALIKE[4, four]
                five = back_three & ahead | back_two & ahead_two | back & ahead_three
                if back_three:
                    five |= back_three & s.cell[square - 4 * step]
                if ahead_three:
                    five |= ahead_three & s.cell[square + 4 * step]
                cards |= ALIKE[5, five]
    return best_card(cards & s.firmament)


@rule
def run(s, square, step):
    """How many squares with marks lie in a row next to a square."""
    size = 0
    square += step
    while s.cell[square] & _MARKS:
        size += 1
        square += step
    return size


@rule
def in_block(s, square, half):
    """The points of the best card that a half may bring as the last square of a block of four."""
    if s.firmament & SQUARES == 0 or half == 0:
        return 0
    cards = 0
    for side in (-1, 1):
        if s.cell[square + side] & _MARKS:
            for step in (-SIDE, SIDE):
                if s.cell[square + step] & _MARKS and s.cell[square + side + step] & _MARKS:
                    shared = half & s.cell[square + side] & s.cell[square + step]
                    cards |= BLOCK[1 if shared & s.cell[square + side + step] else 0]
    return best_card(cards & s.firmament)


@rule
def as_pair(s, square, step, a, b):
    """What both halves together may bring, half A on the square and half B a step on."""
    if a == 0 or b == 0:
        return 0
    common = a & b
    cards = 0
    shared = common & (s.cell[square - step] | s.cell[square + 2 * step])
    if shared != 0:
        cards = ALIKE[3, shared]
    if s.firmament & SQUARES:
        across = SIDE if step == 1 or step == -1 else 1
        for side in (-across, across):
            one = s.cell[square + side] & _MARKS
            two = s.cell[square + step + side] & _MARKS
            if one and two:
                cards |= BLOCK[1 if common & one & two else 0]
    return best_card(cards & s.firmament)


@rule
def best_card(cards):
    """The points of the best of some cards, 0 for none."""
    best = 0
    while cards != 0:
        best = max(best, POINTS[lowest(cards)])
        cards &= cards - 1
    return best


@rule
def worth(s, values, knobs):
    """Points of cards and tokens, and what each hand could claim next; tiles in hand will be laid."""
    scores(s, values)
    for seat in range(s.players):
        values[seat] *= POINT
        if s.phase != OVER:
            if s.reserve != 0:
                values[seat] += PENALTY * POINT * count(s.hand[seat])
            moves = seat == s.to_move
            if moves and s.phase == CLAIM:
                values[seat] += POINT * best_card(s.matched)
            share = knobs[NEXT_CLAIM] if moves and laying(s) else knobs[LATER_CLAIM]
            if share != 0:
                tiles = 1 << s.picked if moves and s.picked >= 0 else s.hand[seat]
                values[seat] += share * best_claim(s, tiles)


@rule
def best_claim(s, tiles):
    """The points of the best card that one of some tiles could bring now."""
    best = 0
    for y in range(max(s.north - 1, 1 - ORIGIN), min(s.south + 2, ORIGIN)):
        for x in range(max(s.west - 1, 1 - ORIGIN), min(s.east + 2, ORIGIN)):
            square = square_at(x, y)
            if s.cell[square] != 0:
                continue
            left = tiles
            while left != 0:
                tile = lowest(left)
                left &= left - 1
                for n in range(2):
                    points = max(in_line(s, square, HALF[tile, n]), in_block(s, square, HALF[tile, n]))
                    if points > best and fits(s, tile, n, x, y):
                        best = points
    return best


@rule
def fits(s, tile, half, x, y):
    """Whether a tile may lie with this half on a square."""
    for facing in range(4):
        back = facing if half == 1 else 0
        ax = x - STEP_X[back] * half
        ay = y - STEP_Y[back] * half
        if abs(ax) < ORIGIN and abs(ay) < ORIGIN and may_lie(s, tile, ax, ay, facing):
            return True
    return False
