"""Ulysses: the proposal and the declarations of the others (UL-6, UL-7.1 to UL-7.4)."""

from parapegma.core.compiled.events import emit
from parapegma.core.compiled.jit import rule
from parapegma.games.ulysses.components import ADJACENT, DEGREE, NEIGHBOUR
from parapegma.games.ulysses.rules.steps.cards import strength
from parapegma.games.ulysses.rules.steps.choices import AGREE, OPPOSE, PLACE
from parapegma.games.ulysses.state import (
    AGREED,
    BECALMED,
    BLUE,
    DECLARE,
    DECLARING,
    FACTIONS,
    NO_FACTION,
    OPPOSED,
    PLACING,
    PROPOSE,
    PROPOSED,
    RED,
    SAILING,
    TURN_ENDS,
)


@rule
def end_action_phase(s):
    """A proposal must follow if one is possible; if not, the ship is becalmed (UL-6.1, UL-6.3, R-7)."""
    free = ADJACENT[s.ship] & ~s.plague
    if free == 0:
        emit(s, BECALMED, s.active, s.ship, 0)
        s.phase = TURN_ENDS
    elif free & (free - 1) == 0:
        propose(s, only_neighbour(s, free))
    else:
        s.phase = PROPOSE


@rule
def only_neighbour(s, places):
    """The first neighbour of the ship in a set."""
    for i in range(DEGREE[s.ship]):
        if places >> NEIGHBOUR[s.ship, i] & 1:
            return NEIGHBOUR[s.ship, i]
    return 0


@rule
def neighbours_in(s, places, out):
    """Write the neighbours of the ship that are in a set."""
    n = 0
    for i in range(DEGREE[s.ship]):
        if places >> NEIGHBOUR[s.ship, i] & 1:
            out[n] = PLACE + NEIGHBOUR[s.ship, i]
            n += 1
    return n


@rule
def propose(s, place):
    """The blue disc goes on an adjacent place without plague; the others declare.

    UL-6.1, UL-6.2, UL-6.4, UL-7.1, UL-7.9, UL-7.17
    """
    s.disc[BLUE] = place
    s.still_in = (1 << s.players) - 1
    s.right = s.still_in & ~(1 << s.active)
    s.faction[s.active] = BLUE
    s.to_move = (s.active + 1) % s.players
    emit(s, PROPOSED, s.active, place, 0)
    s.phase = DECLARING


@rule
def disc_targets(s, seat, least):
    """Where a red or black disc may go, a bit each, if ``least`` strength cards are played for it.

    Adjacent places without a disc; plagued ones only if the hand can pay for clearing besides.
    UL-7.4, UL-7.6, UL-7.13, R-26, R-28
    """
    places = ADJACENT[s.ship]
    for faction in range(FACTIONS):
        if s.disc[faction] >= 0:
            places &= ~(1 << s.disc[faction])
    if s.hand_n[seat] < least + s.temples[seat]:
        places &= ~s.plague
    return places


@rule
def ask_to_declare(s):
    """The next player declares; who by his number of cards alone cannot oppose agrees unasked.

    UL-7.1, UL-7.3
    """
    while s.to_move != s.active:
        if s.hand_n[s.to_move] > 0 and disc_targets(s, s.to_move, 1) != 0:
            s.phase = DECLARE
            return
        agree(s)
    s.phase = SAILING


@rule
def declare_choices(s, seat, out):
    """Agree, or oppose if some disc is affordable (UL-7.1, UL-7.4, UL-7.6)."""
    out[0] = AGREE
    if strength(s, seat) > 0 and disc_targets(s, seat, 1) != 0:
        out[1] = OPPOSE
        return 2
    return 1


@rule
def declare(s, a):
    """Agreeing costs the right to place a disc; opposing starts the discussion (UL-7.2, UL-7.4)."""
    if a == AGREE:
        agree(s)
        s.phase = DECLARING
    else:
        s.backing = RED
        s.due = 1
        emit(s, OPPOSED, s.to_move, RED, 0)
        s.phase = PLACING


@rule
def agree(s):
    """No disc for this player on this proposal; nothing else is lost (UL-7.2, R-22)."""
    s.right &= ~(1 << s.to_move)
    emit(s, AGREED, s.to_move, 0, 0)
    s.to_move = (s.to_move + 1) % s.players


@rule
def forget_proposal(s):
    """Discs off the board; passes, commitments and rights end with the proposal (UL-7.16, UL-7.17)."""
    for faction in range(FACTIONS):
        s.disc[faction] = -1
        s.cards_for[faction] = 0
        s.zeus_for[faction] = 0
    for seat in range(s.players):
        s.faction[seat] = NO_FACTION
    s.still_in = 0
    s.right = 0
