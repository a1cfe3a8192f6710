"""Ophiuchus: what a seat knows, guesses and remembers (section 6 of the specification).

Hidden are the tiles of other hands and of the Reserve, and which tile a player has taken up before
he lays it. Known besides the open table: that a player who passed could lay none of his tiles, that
a player who is to move can lay at least one, and which tiles this seat itself has put back.
"""

from parapegma.core.compiled.bits import count, draw_from
from parapegma.core.compiled.events import clear_events
from parapegma.core.compiled.jit import rule
from parapegma.core.compiled.rng import set_key
from parapegma.games.ophiuchus.components import ALL_TILES
from parapegma.games.ophiuchus.rules.steps.sky import playable
from parapegma.games.ophiuchus.state import AT, FACING, OVER, TAKE

_TRIES = 24
"""Deals tried at random before one is built step by step; most positions need only one."""


@rule
def remember_draw(s, holder):
    """Nothing is known any more of a hand that drew."""
    for knower in range(s.players):
        s.cannot_hold[knower, holder] = 0


@rule
def remember_pass(s, holder):
    """Everybody knows that a hand that passed holds no tile that could be laid (OP-3.3)."""
    if s.players > 1:
        tiles = playable(s, ALL_TILES)
        for knower in range(s.players):
            if knower != holder:
                s.cannot_hold[knower, holder] |= tiles


@rule
def remember_return(s, knower, tile):
    """Who puts a tile back knows that nobody holds it until he draws."""
    for holder in range(s.players):
        if holder != knower:
            s.cannot_hold[knower, holder] |= 1 << tile


@rule
def laying(s):
    """Whether the seat to move is choosing a tile and its place."""
    return s.phase == TAKE or s.phase == AT or s.phase == FACING


@rule
def unseen_tiles(s, seat):
    """All tiles that lie in no place this seat can see."""
    tiles = s.reserve
    for other in range(s.players):
        if other != seat:
            tiles |= s.hand[other]
    return tiles


@rule
def determinize(s, seat, key):
    """Deal the unseen tiles anew, at random among all deals that fit what this seat knows."""
    clear_events(s)
    unseen = unseen_tiles(s, seat)
    set_key(s, key)
    if s.phase == OVER:
        return
    mover = -1
    fitting = 0
    if laying(s) and s.to_move != seat:
        # Which tile is taken up is not known yet, only that some tile of the hand fits.
        s.phase = TAKE
        s.picked = -1
        s.square = -1
        mover = s.to_move
        fitting = playable(s, unseen)
    sizes = 0
    for other in range(s.players):
        if other != seat:
            sizes |= count(s.hand[other]) << 8 * other
    for _ in range(_TRIES):
        _deal_freely(s, seat, unseen, sizes)
        if _fits_knowledge(s, seat, mover, fitting):
            break
    else:
        _deal_with_care(s, seat, unseen, sizes, mover, fitting)
    if mover >= 0:
        s.playable = s.hand[mover] & fitting


@rule
def _deal_freely(s, seat, pool, sizes):
    for other in range(s.players):
        if other != seat:
            hand = 0
            for _ in range(sizes >> 8 * other & 255):
                tile = draw_from(s, pool)
                pool ^= 1 << tile
                hand |= 1 << tile
            s.hand[other] = hand
    s.reserve = pool


@rule
def _fits_knowledge(s, seat, mover, fitting):
    for other in range(s.players):
        if other != seat and s.hand[other] & s.cannot_hold[seat, other]:
            return False
    return mover < 0 or s.hand[mover] & fitting != 0


@rule
def _deal_with_care(s, seat, pool, sizes, mover, fitting):
    """Deal tile by tile, never one that would leave another hand without enough possible tiles."""
    for other in range(s.players):
        if other != seat:
            s.hand[other] = 0
    if mover >= 0:
        tile = _choose(s, seat, mover, pool, fitting, sizes)
        pool ^= 1 << tile
        sizes -= 1 << 8 * mover
        s.hand[mover] |= 1 << tile
    for other in range(s.players):
        while other != seat and sizes >> 8 * other & 255:
            tile = _choose(s, seat, other, pool, ALL_TILES, sizes)
            pool ^= 1 << tile
            sizes -= 1 << 8 * other
            s.hand[other] |= 1 << tile
    s.reserve = pool


@rule
def _choose(s, seat, holder, pool, among, sizes):
    """A random tile for a hand after which the rest can still be dealt."""
    allowed = pool & among & ~s.cannot_hold[seat, holder]
    while True:
        tile = draw_from(s, allowed)
        if _can_finish(s, seat, pool ^ (1 << tile), sizes - (1 << 8 * holder)):
            return tile
        allowed ^= 1 << tile


@rule
def _can_finish(s, seat, pool, sizes):
    """Whether every group of hands finds as many possible tiles as it needs (Hall's condition)."""
    for group in range(1, 1 << s.players):
        need = 0
        possible = 0
        for other in range(s.players):
            if other != seat and group >> other & 1:
                need += sizes >> 8 * other & 255
                if sizes >> 8 * other & 255:
                    possible |= pool & ~s.cannot_hold[seat, other]
        if count(possible) < need:
            return False
    return True
