"""Fifth Game: the rules, compiled; the numbers are those of the list in the package's first lines."""

from fifth_game.state import (
    ALL_CARDS,
    CARDS,
    DREW,
    ENDED,
    ENDED_EMPTY,
    MOST_PLAYERS,
    NOT_ENDED,
    OVER,
    PLAY,
    PLAYED,
    WON,
)
from parapegma.core.compiled.bits import count, draw_from, put_ones, write_all
from parapegma.core.compiled.events import clear_events, emit
from parapegma.core.compiled.jit import rule
from parapegma.core.compiled.ranking import rank_by_score
from parapegma.core.compiled.rng import below, set_key

ACTION_COUNT = CARDS
"""Action n plays card n."""
INVARIANTS = (
    "",
    "a card is in two places",
    "the hands of those who have played and of those who have not do not fit together",
    "the game is over exactly when all hands are empty",
)
SEE_HAND = 0
SEE_TABLE = SEE_HAND + CARDS
SEE_GONE = SEE_TABLE + CARDS
SEE_PLAYED = SEE_GONE + CARDS
SEE_HAND_SIZES = SEE_PLAYED + MOST_PLAYERS
SEE_POINTS = SEE_HAND_SIZES + MOST_PLAYERS
SEE_REST = SEE_POINTS + MOST_PLAYERS
OBSERVATION_LENGTH = SEE_REST + 4


@rule
def setup(s, options, key):
    """Deal hands, and let chance say who leads. Rule 1"""
    clear_events(s)
    set_key(s, key)
    s.players = options[0]
    s.hand_size = options[1]
    s.phase = PLAY
    s.ended = NOT_ENDED
    s.deck = ALL_CARDS
    for seat in range(MOST_PLAYERS):
        s.hand[seat] = 0
        s.played[seat] = -1
        s.points[seat] = 0
    for seat in range(s.players):
        for _ in range(s.hand_size):
            _draw(s, seat)
    s.leader = below(s, s.players)
    s.to_move = s.leader


@rule
def _draw(s, seat):
    card = draw_from(s, s.deck)
    s.deck ^= 1 << card
    s.hand[seat] |= 1 << card
    return card


@rule
def actor(s):
    """The seat that decides now, or -1."""
    return s.to_move if s.phase == PLAY else -1


@rule
def legal(s, out):
    """Any card of the hand may be played. Rule 2"""
    return write_all(s.hand[s.to_move], 0, out, 0) if s.phase == PLAY else 0


@rule
def apply(s, a):
    """Play a card; the last of a trick decides it. Rules 2 and 3"""
    clear_events(s)
    seat = s.to_move
    s.hand[seat] ^= 1 << a
    s.played[seat] = a
    emit(s, PLAYED, seat, a, 0)
    s.to_move = (seat + 1) % s.players
    if s.to_move == s.leader:
        _end_trick(s)


@rule
def _end_trick(s):
    """The highest card scores the lowest; all draw or none; empty hands end the game. Rules 3 to 5"""
    winner = 0
    lowest = s.played[0]
    for seat in range(s.players):
        if s.played[seat] > s.played[winner]:
            winner = seat
        lowest = min(lowest, s.played[seat])
    for seat in range(s.players):
        s.played[seat] = -1
    s.points[winner] += lowest + 1
    s.leader = winner
    s.to_move = winner
    emit(s, WON, winner, lowest + 1, 0)
    if count(s.deck) >= s.players:
        for turn in range(s.players):
            seat = (winner + turn) % s.players
            emit(s, DREW, seat, _draw(s, seat), 0)
    if s.hand[winner] == 0:
        s.phase = OVER
        s.ended = ENDED_EMPTY
        emit(s, ENDED, -1, ENDED_EMPTY, 0)


@rule
def scores(s, out):
    """Points so far."""
    for seat in range(s.players):
        out[seat] = s.points[seat]


@rule
def ranks(s, out):
    """Places by points."""
    scores(s, out)
    rank_by_score(out, s.players)


@rule
def sources(s, seat, out):
    """All points come from tricks."""
    out[0] = s.points[seat]


@rule
def determinize(s, seat, key):
    """Deal anew what the seat does not see: the other hands and the deck."""
    clear_events(s)
    set_key(s, key)
    for other in range(s.players):
        if other != seat:
            s.deck |= s.hand[other]
    for other in range(s.players):
        if other != seat:
            size = count(s.hand[other])
            s.hand[other] = 0
            for _ in range(size):
                _draw(s, other)


@rule
def observe(s, seat, out):
    """What the seat knows; seats are counted from the one that looks."""
    for i in range(OBSERVATION_LENGTH):
        out[i] = 0
    put_ones(out, SEE_HAND, s.hand[seat])
    put_ones(out, SEE_GONE, gone(s))
    for turn in range(s.players):
        other = (seat + turn) % s.players
        if s.played[other] >= 0:
            out[SEE_TABLE + s.played[other]] = 1
        out[SEE_PLAYED + turn] = s.played[other] + 1
        out[SEE_HAND_SIZES + turn] = count(s.hand[other])
        out[SEE_POINTS + turn] = s.points[other]
    out[SEE_REST] = count(s.deck)
    out[SEE_REST + 1] = s.players
    out[SEE_REST + 2] = (s.leader + s.players - seat) % s.players
    out[SEE_REST + 3] = (s.to_move + s.players - seat) % s.players if s.phase == PLAY else -1


@rule
def gone(s):
    """Cards of earlier tricks."""
    left = s.deck
    for seat in range(s.players):
        left |= s.hand[seat]
        if s.played[seat] >= 0:
            left |= 1 << s.played[seat]
    return ALL_CARDS & ~left


@rule
def broken(s):
    """The number of the first invariant that does not hold, or 0."""
    cards = count(s.deck)
    in_hands = 0
    for seat in range(s.players):
        in_hands += count(s.hand[seat])
        cards += count(s.hand[seat]) + (s.played[seat] >= 0)
    if cards + count(gone(s)) != CARDS:
        return 1
    for seat in range(s.players):
        turn = (seat + s.players - s.leader) % s.players
        now = (s.to_move + s.players - s.leader) % s.players
        if (s.played[seat] >= 0) != (turn < now):
            return 2
    if (s.phase == OVER) != (in_hands == 0):
        return 3
    return 0
