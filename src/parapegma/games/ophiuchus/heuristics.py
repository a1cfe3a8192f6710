"""Ophiuchus: policy and value for bots that look ahead, explained in docs/heuristics/ophiuchus.md."""

import numpy as np

from parapegma.core.compiled.bits import count, lowest
from parapegma.core.compiled.heuristics import POINT
from parapegma.core.compiled.jit import rule, table
from parapegma.core.compiled.weights import load_weights
from parapegma.games.ophiuchus.components import (
    CARDS,
    HALF,
    LONGEST_LINE,
    MARKS,
    PENALTY,
    POINTS,
    ROW_LIMIT,
    SQUARES,
    SYMBOLS,
)
from parapegma.games.ophiuchus.rules.scoring import scores
from parapegma.games.ophiuchus.rules.steps import CARD, DIRECTION, TOKEN, square_x, square_y
from parapegma.games.ophiuchus.rules.steps.sky import STEP_X, STEP_Y, first_square, joined, square_at
from parapegma.games.ophiuchus.state import (
    AT,
    BONUS,
    CLAIM,
    FACING,
    NORTH,
    OCCUPIED,
    ORIGIN,
    OVER,
    SIDE,
    WEST,
)

WEIGHTS = load_weights(
    __file__,
    "ophiuchus",
    (
        "half",
        "other_half",
        "thirteen",
        "card",
        "token",
        "search_trust",
        "search_curiosity",
        "search_horizon",
        "search_whole_turns",
        "search_foresight",
        "search_step",
    ),
)
FOR_HALF, FOR_OTHER_HALF, FOR_THIRTEEN, FOR_CARD, FOR_TOKEN = range(5)

LONGEST = 5
"""Lines alike are looked at up to this length."""
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
def policy(s, choices, n, priors, weights):
    """Lay tiles where their halves complete a card; take what gives more points."""
    phase = s.phase
    for i in range(n):
        priors[i] = 1
    if phase == AT:
        for i in range(n):
            square = square_at(square_x(choices[i]), square_y(choices[i]))
            half = HALF[s.picked, 0]
            points = in_line(s, square, half) + in_block(s, square, half)
            priors[i] = 1 + weights[FOR_HALF] * points + beside(s, square, weights)
    elif phase == FACING:
        half = HALF[s.picked, 1]
        for i in range(n):
            facing = choices[i] - DIRECTION
            square = s.square + STEP_X[facing] + STEP_Y[facing] * SIDE
            points = in_line(s, square, half) + in_block(s, square, half)
            points += as_pair(s, s.square, square - s.square)
            priors[i] = (
                1 + weights[FOR_HALF] * points + weights[FOR_THIRTEEN] * makes_full_row(s, s.square, facing)
            )
    elif phase == CLAIM:
        for i in range(n):
            priors[i] = 1 + weights[FOR_CARD] * POINTS[choices[i] - CARD]
    elif phase == BONUS:
        for i in range(n):
            priors[i] = weights[FOR_TOKEN] if choices[i] == TOKEN else 1


@rule
def beside(s, square, weights):
    """How much half B could bring on the four sides of a square, with half A on it."""
    points = 0
    full = 0
    half = HALF[s.picked, 1]
    for facing in range(4):
        col = square % SIDE + STEP_X[facing]
        row = square // SIDE + STEP_Y[facing]
        # No tile lies on the rim of the canvas.
        if 0 < col < SIDE - 1 and 0 < row < SIDE - 1 and s.cell[row * SIDE + col] == 0:
            points += as_pair(s, square, row * SIDE + col - square)
            points += in_line(s, row * SIDE + col, half)
            full |= makes_full_row(s, square, facing)
    return weights[FOR_OTHER_HALF] * points + weights[FOR_THIRTEEN] * full


@rule
def makes_full_row(s, square, facing):
    """1 if the tile taken up would make a row of exactly the limit, which earns the bonus; else 0."""
    col, row, pair = first_square(square % SIDE - ORIGIN, square // SIDE - ORIGIN, facing)
    first = 1 if facing == WEST or facing == NORTH else 0
    one = MARKS[s.picked, first]
    two = MARKS[s.picked, 1 - first]
    across_one, across_two, along = joined(s, col, row, pair)
    full = one + across_one == ROW_LIMIT or two + across_two == ROW_LIMIT or one + two + along == ROW_LIMIT
    return 1 if full else 0


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
def as_pair(s, square, step):
    """The points of the best card that both halves may bring together, half B a step on from half A."""
    a = HALF[s.picked, 0]
    b = HALF[s.picked, 1]
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
def value(s, values, weights):
    """Points of cards and tokens; what can be taken counts, and tiles in hand will be laid."""
    scores(s, values)
    for seat in range(s.players):
        values[seat] *= POINT
        if s.phase != OVER and s.reserve != 0:
            values[seat] += PENALTY * POINT * count(s.hand[seat])
    if s.phase == CLAIM:
        values[s.to_move] += POINT * best_card(s.matched)
    if (s.phase == CLAIM or s.phase == BONUS) and s.bonus_due != 0 and s.supply > 0:
        values[s.to_move] += POINT
