"""Ulysses: what must hold after every action, for fuzzing and for positions set up by hand."""

from parapegma.core.compiled.jit import rule
from parapegma.games.ulysses.components import (
    ADJACENT,
    CARD_COUNT,
    COLOUR,
    INDEX_IN_COLOUR,
    N_PLACES,
    OBJECTIVES,
    PLACES_OF_COLOUR,
    PLAGUE_DISCS,
    TEMPLES,
)
from parapegma.games.ulysses.rules.invariants.actions import action_fits, change_fits, payment_fits
from parapegma.games.ulysses.rules.invariants.discussion import discussion_fits
from parapegma.games.ulysses.rules.knowledge import on_table
from parapegma.games.ulysses.rules.steps.arrival import ALL_REVEALED
from parapegma.games.ulysses.rules.steps.cards import strength
from parapegma.games.ulysses.state import (
    BLACK,
    BLUE,
    COMMIT,
    DECLARE,
    DISC_PLACE,
    ENDED_OBJECTIVES,
    FACTION,
    FACTIONS,
    FOR_CHANGE,
    FOR_DISC,
    FOR_NOTHING,
    FOR_REMOVAL,
    FOR_TEMPLE,
    NOT_ENDED,
    NOWHERE,
    OVER,
    PAY,
    PAY_TEMPLE,
    RED,
    TEMPLE,
    TYPES,
    ZEUS,
)

INVARIANTS = (
    "",
    "every action card is in exactly one place",
    "the numbers of cards in hands, deck and discard pile are right",
    "temples before the players and in the reserve add up, and everyone has one",
    "plague discs are counted right, and no more lie than there are",
    "every objective card is in exactly one place, in piles of its own colour",
    "everyone knows his own objectives, all know those revealed, and none is a place it cannot be",
    "discs lie on different places beside the ship that have no plague",
    "factions have cards if and only if they have a disc",
    "discs, cards and commitments end with the proposal",
    "the seat to move is one that can be asked",
    "what is owed or due can be paid and played",
    "deck, hands and open cards are what was last shuffled and held then, and was drawn and played since",
    "the game is over when someone has shown four objectives, and only then or at the turn limit",
    "discs, cards, rights and what is asked in a discussion go together",
    "what is asked about an action leaves a choice",
    "what is given up and taken in a change of objectives can be, and is forgotten after it",
    "as many cards are owed as there are temples, less those paid, and the hand holds more",
    "turns go round from the player who began",
)


@rule
def broken(s):
    """The number of the first invariant that does not hold, or 0."""
    if not _cards_once(s):
        return 1
    if not _counts_right(s):
        return 2
    if not _temples_add_up(s):
        return 3
    if not _plague_right(s):
        return 4
    if not _objectives_once(s):
        return 5
    if not _knowledge_right(s):
        return 6
    if not _discs_apart(s):
        return 7
    if not _factions_right(s):
        return 8
    if not _proposal_forgotten(s):
        return 9
    if not _asked_rightly(s):
        return 10
    if not _can_be_paid(s):
        return 11
    if not _memory_right(s):
        return 12
    if not _ended_rightly(s):
        return 13
    if _discussing(s) and not discussion_fits(s):
        return 14
    if not action_fits(s):
        return 15
    if not change_fits(s):
        return 16
    if not payment_fits(s):
        return 17
    if (s.first + s.turn - 1 - s.active) % s.players != 0:
        return 18
    return 0


@rule
def _cards_once(s):
    """UL-1.1."""
    for card in range(TYPES):
        cards = s.deck[card] + s.discard[card] + on_table(s, card)
        if s.deck[card] < 0 or s.discard[card] < 0:
            return False
        for seat in range(s.players):
            cards += s.hand[seat, card]
            if s.hand[seat, card] < 0:
                return False
        if cards != CARD_COUNT[card]:
            return False
    return True


@rule
def _counts_right(s):
    deck = 0
    discarded = 0
    for card in range(TYPES):
        deck += s.deck[card]
        discarded += s.discard[card]
    for seat in range(s.players):
        hand = 0
        for card in range(TYPES):
            hand += s.hand[seat, card]
        if hand != s.hand_n[seat]:
            return False
    return deck == s.deck_n and discarded == s.discard_n


@rule
def _temples_add_up(s):
    """UL-0.4, UL-1.2."""
    tokens = s.reserve
    for seat in range(s.players):
        if s.temples[seat] < 1:
            return False
        tokens += s.temples[seat]
    return tokens == TEMPLES and s.reserve >= 0


@rule
def _plague_right(s):
    """UL-1.3."""
    discs = 0
    for place in range(N_PLACES):
        discs += s.plague >> place & 1
    return discs == s.plague_n and discs <= PLAGUE_DISCS and s.plague >> N_PLACES == 0


@rule
def _objectives_once(s):
    """UL-4.13, UL-8.5."""
    seen = 0
    cards = 0
    for seat in range(s.players):
        for slot in range(OBJECTIVES):
            place = s.objective[seat, slot]
            if place < 0 or seen >> place & 1:
                return False
            seen |= 1 << place
            cards += 1
    for colour in range(OBJECTIVES):
        cards -= PLACES_OF_COLOUR[colour]
        for i in range(s.pile_n[colour]):
            place = s.pile[colour, i]
            if place < 0 or seen >> place & 1 or COLOUR[place] != colour:
                return False
            seen |= 1 << place
            cards += 1
    return cards == 0


@rule
def _knowledge_right(s):
    everyone = (1 << s.players) - 1
    for seat in range(s.players):
        for slot in range(OBJECTIVES):
            known = s.objective_known[seat, slot]
            if not known >> seat & 1 or known & ~everyone:
                return False
            if s.revealed[seat] >> slot & 1 and known != everyone:
                return False
            if s.objective_not[seat, slot] >> INDEX_IN_COLOUR[s.objective[seat, slot]] & 1:
                return False
    for colour in range(OBJECTIVES):
        for i in range(s.pile_n[colour]):
            if s.pile_not[colour, i] >> INDEX_IN_COLOUR[s.pile[colour, i]] & 1:
                return False
    return True


@rule
def _discs_apart(s):
    """UL-6.1, UL-6.2, UL-7.4, UL-7.6, UL-7.13."""
    taken = s.plague
    for faction in range(FACTIONS):
        place = s.disc[faction]
        if place != NOWHERE:
            if taken >> place & 1 or not ADJACENT[s.ship] >> place & 1:
                return False
            taken |= 1 << place
    if s.disc[BLUE] == NOWHERE and s.disc[RED] != NOWHERE:
        return False
    return s.disc[RED] != NOWHERE or s.disc[BLACK] == NOWHERE


@rule
def _factions_right(s):
    """Blue alone may have a disc without cards; a disc just placed waits for its cards (UL-7.4, UL-7.10)."""
    for faction in range(FACTIONS):
        cards = s.cards_for[faction]
        if cards < s.zeus_for[faction] or s.zeus_for[faction] < 0:
            return False
        if s.disc[faction] == NOWHERE and cards > 0:
            return False
        waiting = faction == BLUE or s.backing == faction
        if s.disc[faction] != NOWHERE and cards == 0 and not waiting:
            return False
    if s.phase == FACTION and s.disc[RED] == NOWHERE:
        return False
    for seat in range(s.players):
        if s.faction[seat] >= 0 and s.disc[s.faction[seat]] == NOWHERE:
            return False
    return True


@rule
def _discussing(s):
    """Whether a proposal is on the board."""
    asked = s.phase == DECLARE or s.phase == DISC_PLACE or s.phase == FACTION or s.phase == COMMIT
    return asked or (s.phase == PAY and s.pays_for == FOR_DISC)


@rule
def _proposal_forgotten(s):
    """UL-7.16, UL-7.17."""
    if _discussing(s):
        return s.disc[BLUE] != NOWHERE and (not s.faction_lock or s.faction[s.active] == BLUE)
    committed = False
    for seat in range(s.players):
        committed = committed or s.faction[seat] >= 0
    nothing = s.still_in == 0 and s.right == 0 and s.backing < 0 and s.due == 0
    return s.disc[BLUE] == NOWHERE and nothing and not committed


@rule
def _asked_rightly(s):
    """UL-4.3, UL-7.1, UL-7.7, UL-7.13."""
    if s.phase > OVER or not 0 <= s.to_move < s.players or s.right & ~s.still_in:
        return False
    if not _discussing(s):
        return s.to_move == s.active
    if s.right >> s.active & 1 or not s.still_in >> s.to_move & 1:
        return False
    if s.phase == DECLARE:
        return s.to_move != s.active and s.right >> s.to_move & 1
    return True


@rule
def _can_be_paid(s):
    """UL-4.2, UL-7.6, UL-7.12."""
    seat = s.to_move
    if (s.phase == PAY or s.phase == PAY_TEMPLE) != (s.pays_for != FOR_NOTHING):
        return False
    if s.pays_for == FOR_NOTHING and (s.owed != 0 or s.owed_temples != 0 or s.target != NOWHERE):
        return False
    if (s.pays_for == FOR_REMOVAL or s.pays_for == FOR_DISC) and not s.plague >> s.target & 1:
        return False
    if s.pays_for == FOR_CHANGE and (s.slot < 0 or s.colour < 0):
        return False
    if s.owed_temples != 0 and (s.phase != PAY_TEMPLE or s.pays_for != FOR_TEMPLE):
        return False
    if s.hand_n[seat] < s.owed + s.owed_temples + s.due or strength(s, seat) < s.due:
        return False
    return s.hand[seat, TEMPLE] + s.hand[seat, ZEUS] >= s.owed_temples


@rule
def _memory_right(s):
    for card in range(TYPES):
        deck = s.shuffled[card]
        played = 0
        for seat in range(s.players):
            deck -= s.drew[seat, card]
            played += s.played[seat, card]
            if s.hand[seat, card] + s.played[seat, card] < s.drew[seat, card]:
                return False
        if deck != s.deck[card] or played != s.discard[card] + on_table(s, card):
            return False
    return True


@rule
def _ended_rightly(s):
    """UL-8.4."""
    winner = False
    for seat in range(s.players):
        winner = winner or s.revealed[seat] == ALL_REVEALED
    if (s.phase == OVER) != (s.ended != NOT_ENDED):
        return False
    return winner == (s.ended == ENDED_OBJECTIVES)
