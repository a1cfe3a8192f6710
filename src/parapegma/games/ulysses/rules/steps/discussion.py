"""Ulysses: the discussion of the gods (UL-7.4 to UL-7.15): three factions, commitments, minimums, the end."""

from parapegma.core.compiled.events import emit
from parapegma.core.compiled.jit import rule
from parapegma.games.ulysses.rules.steps.cards import strength
from parapegma.games.ulysses.rules.steps.choices import (
    ADD_CHALLENGE,
    ADD_ZEUS,
    PASS,
    PLACE_BLACK,
    STOP_ADDING,
    SUPPORT,
)
from parapegma.games.ulysses.rules.steps.proposal import disc_targets, only_neighbour
from parapegma.games.ulysses.state import (
    ADDED,
    ADDED_ALL,
    AIMED,
    BACKED,
    BLACK,
    BLUE,
    CHALLENGE,
    COMMIT,
    COMMITTING,
    DISC,
    DISC_PLACE,
    FACTION,
    FACTIONS,
    FOR_DISC,
    NO_FACTION,
    NOWHERE,
    OPPOSED,
    PASSED,
    PAYING,
    PLACING,
    RED,
    SAILING,
    SPEAKING,
    STOPPED,
    ZEUS,
)


@rule
def leader(s):
    """The faction with most cards; ties go to blue before red before black (UL-7.11)."""
    blue = s.cards_for[BLUE]
    red = s.cards_for[RED]
    black = s.cards_for[BLACK]
    if blue >= red and blue >= black:
        return BLUE
    if red >= black:
        return RED
    return BLACK


@rule
def missing_for(s, faction):
    """How many strength cards a faction lacks to lead; 0 or less if it does (UL-7.10, UL-7.13)."""
    blue = s.cards_for[BLUE]
    red = s.cards_for[RED]
    black = s.cards_for[BLACK]
    if faction == BLUE:
        return max(red, black) - blue
    if faction == RED:
        return max(blue + 1, black) - red
    return max(blue, red) + 1 - black


@rule
def least_for(s, faction):
    """How many strength cards must be played at least to support a faction (UL-7.10, UL-7.13)."""
    return max(1, missing_for(s, faction))


@rule
def is_bound(s, seat):
    """Whether a player can only add to his own faction or pass (UL-7.9, R-4)."""
    return s.faction_lock != 0 and s.faction[seat] != NO_FACTION


@rule
def may_support(s, seat, faction):
    """Whether a faction has a disc and is open to a player (UL-7.9)."""
    if s.disc[faction] == NOWHERE:
        return False
    return not is_bound(s, seat) or s.faction[seat] == faction


@rule
def may_place_black(s, seat):
    """Whether a player is entitled to the black disc and can afford it (UL-7.13, UL-7.14, R-5, R-23)."""
    if s.disc[BLACK] != NOWHERE or not s.right >> seat & 1 or is_bound(s, seat):
        return False
    least = least_for(s, BLACK)
    return strength(s, seat) >= least and disc_targets(s, seat, least) != 0


@rule
def faction_choices(s, seat, out):
    """Pass, support a faction, or place the black disc (UL-7.8, UL-7.12)."""
    cards = strength(s, seat)
    out[0] = PASS
    n = 1
    if may_place_black(s, seat):
        out[n] = PLACE_BLACK
        n += 1
    for faction in range(FACTIONS):
        if may_support(s, seat, faction) and cards >= least_for(s, faction):
            out[n] = SUPPORT + faction
            n += 1
    return n


@rule
def speak(s, a):
    """One decision in the discussion (UL-7.8)."""
    if a == PASS:
        pass_out(s)
        s.phase = SPEAKING
    elif a == PLACE_BLACK:
        s.backing = BLACK
        s.due = least_for(s, BLACK)
        emit(s, OPPOSED, s.to_move, BLACK, 0)
        s.phase = PLACING
    else:
        s.backing = a - SUPPORT
        s.due = least_for(s, s.backing)
        emit(s, BACKED, s.to_move, s.backing, 0)
        s.phase = COMMITTING


@rule
def pass_out(s):
    """Out of this discussion for good (UL-7.8, R-35)."""
    s.still_in &= ~(1 << s.to_move)
    s.right &= s.still_in
    emit(s, PASSED, s.to_move, 0, 0)


@rule
def ask_for_place(s):
    """Where the disc goes: asked unless there is only one place (UL-7.4, UL-7.13)."""
    places = disc_targets(s, s.to_move, s.due)
    if places & (places - 1) == 0:
        choose_disc_place(s, only_neighbour(s, places))
    else:
        s.phase = DISC_PLACE


@rule
def choose_disc_place(s, place):
    """A plagued place is cleared first, at the placer's own price (UL-7.6, R-26)."""
    if s.plague >> place & 1:
        s.target = place
        s.pays_for = FOR_DISC
        s.owed = s.temples[s.to_move]
        emit(s, AIMED, s.to_move, place, 0)
        s.phase = PAYING
    else:
        put_disc(s, place)


@rule
def put_disc(s, place):
    """The disc lies; its placer is committed to it and has used his right (UL-7.4, UL-7.5, UL-7.13)."""
    s.disc[s.backing] = place
    s.right &= ~(1 << s.to_move)
    emit(s, DISC, s.to_move, s.backing, place)
    s.phase = COMMITTING


@rule
def ask_to_commit(s):
    """Cards are added one by one; a hand of no more cards than are due is played whole, unasked.

    UL-7.10, UL-7.12, R-20
    """
    seat = s.to_move
    if s.hand_n[seat] > s.due:
        s.phase = COMMIT
        return
    challenge = s.hand[seat, CHALLENGE]
    zeus = s.hand[seat, ZEUS]
    if challenge + zeus > 0:
        s.hand[seat, CHALLENGE] = 0
        s.hand[seat, ZEUS] = 0
        s.hand_n[seat] = 0
        s.played[seat, CHALLENGE] += challenge
        s.played[seat, ZEUS] += zeus
        s.cards_for[s.backing] += challenge + zeus
        s.zeus_for[s.backing] += zeus
        emit(s, ADDED_ALL, seat, s.backing, challenge * 128 + zeus)
    end_commitment(s)


@rule
def commit_choices(s, seat, out):
    """A challenge card, a Zeus, or enough (UL-7.10, UL-7.12)."""
    n = 0
    if s.hand[seat, CHALLENGE] > 0:
        out[n] = ADD_CHALLENGE
        n += 1
    if s.hand[seat, ZEUS] > 0:
        out[n] = ADD_ZEUS
        n += 1
    if s.due == 0:
        out[n] = STOP_ADDING
        n += 1
    return n


@rule
def commit(s, a):
    """Add one card to the faction, or stop (UL-7.5, UL-7.10)."""
    if a == STOP_ADDING:
        end_commitment(s)
        return
    seat = s.to_move
    card = ZEUS if a == ADD_ZEUS else CHALLENGE
    s.hand[seat, card] -= 1
    s.hand_n[seat] -= 1
    s.played[seat, card] += 1
    s.cards_for[s.backing] += 1
    s.zeus_for[s.backing] += 1 if card == ZEUS else 0
    s.due = max(0, s.due - 1)
    emit(s, ADDED, seat, s.backing, card)
    s.phase = COMMITTING


@rule
def end_commitment(s):
    """The player is committed; with the lock on he can place no disc any more (UL-7.9, R-5)."""
    s.faction[s.to_move] = s.backing
    emit(s, STOPPED, s.to_move, s.backing, s.cards_for[s.backing])
    if s.faction_lock:
        s.right &= ~(1 << s.to_move)
    s.backing = NO_FACTION
    s.due = 0
    s.phase = SPEAKING


@rule
def discussion_is_over(s):
    """Everyone still in is committed to the leader; without the lock, one player is left (UL-7.15, R-25)."""
    if not s.faction_lock:
        return s.still_in & (s.still_in - 1) == 0
    leading = leader(s)
    for seat in range(s.players):
        if s.still_in >> seat & 1 and s.faction[seat] != leading:
            return False
    return True


@rule
def ask_to_speak(s):
    """The next player who is in decides; who by his number of cards alone cannot play passes unasked.

    UL-7.7, UL-7.12, UL-7.15
    """
    while not discussion_is_over(s):
        s.to_move = (s.to_move + 1) % s.players
        if s.still_in >> s.to_move & 1:
            for faction in range(FACTIONS):
                if may_support(s, s.to_move, faction) and s.hand_n[s.to_move] >= least_for(s, faction):
                    s.phase = FACTION
                    return
            pass_out(s)
    s.phase = SAILING


# Entry points for Python (see parapegma.core.compiled.entry_points).


@rule
def leader_at(states):
    """The faction that leads."""
    return leader(states[0])


@rule
def least_at(states, faction):
    """How many strength cards must be played at least to support a faction."""
    return least_for(states[0], faction)


@rule
def is_bound_at(states, seat):
    """Whether a player can only add to his own faction or pass."""
    return is_bound(states[0], seat)
