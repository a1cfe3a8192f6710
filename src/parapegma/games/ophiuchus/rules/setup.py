"""Ophiuchus: an empty table with its options, and the deal (OP-2)."""

from parapegma.core.compiled.bits import draw_from
from parapegma.core.compiled.events import clear_events
from parapegma.core.compiled.jit import rule
from parapegma.core.compiled.rng import below, set_key
from parapegma.games.ophiuchus.components import ALL_CARDS, ALL_TILES, DEAL, HAND, N_TILES, TOKENS
from parapegma.games.ophiuchus.rules.steps.ending import begin_turn
from parapegma.games.ophiuchus.rules.steps.sky import lay
from parapegma.games.ophiuchus.state import EAST, SIDE, TAKE


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
