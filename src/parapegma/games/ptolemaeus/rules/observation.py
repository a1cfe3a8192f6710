"""Ptolemaeus: what a seat knows, as a vector of fixed length for learning.

The parts begin at the SEE_ constants. Seats are counted from the observer: 0 is the seat itself; in
the game for one, 1 is Umbra.
"""

from parapegma.core.compiled.bits import put_bits
from parapegma.core.compiled.jit import rule
from parapegma.games.ptolemaeus.components import (
    DISPLAY,
    EVENT_PLANETS,
    MOST_PLAYERS,
    N_BONUS_KINDS,
    N_EVENTS,
    N_FACES,
    N_OBJECTIVES,
    N_PLANETS,
    N_SIGNS,
)
from parapegma.games.ptolemaeus.rules.knowledge import choice_is_hidden
from parapegma.games.ptolemaeus.rules.knowledge.memory import unseen_bonus, unseen_cards
from parapegma.games.ptolemaeus.state import (
    BEFORE,
    ECLIPSIS_DISCARD,
    IUPITER_FACE,
    OVER,
    SATURNUS_DISCARD,
)

SEE_PLAYERS = 0  # how many
SEE_OPTIONS = SEE_PLAYERS + 1  # immediate win, Iupiter, joker in the wipe, study before, tie
SEE_LEVEL = SEE_OPTIONS + 5  # of Umbra
SEE_PHASE = SEE_LEVEL + 1  # one of the phases
SEE_SEATS = SEE_PHASE + OVER + 1  # per seat: first player, its turn, to move
SEE_LAP = SEE_SEATS + 3 * MOST_PLAYERS
SEE_ACTED = SEE_LAP + 1
SEE_TURN = SEE_ACTED + 1  # extra turns, units, Umbra's idle turns
SEE_CHOICES = SEE_TURN + 3  # what the observer chooses from, where it is his choice
SEE_SIGNS = SEE_CHOICES + N_FACES + 1  # the signs of the observation under way
SEE_PICKED = SEE_SIGNS + N_SIGNS  # cards picked for the payment
SEE_PLACING = (
    SEE_PICKED + N_FACES
)  # the sign that gets the next token, or a token is moved from or replaced on
SEE_STUDY = SEE_PLACING + N_SIGNS  # the planet of the study under way
SEE_COMET = SEE_STUDY + N_PLANETS  # steps from its start
SEE_PLACES = SEE_COMET + 1  # per body, its sign
SEE_EVENT = SEE_PLACES + 8 * N_SIGNS  # the planets that move next
SEE_EVENTS_USED = SEE_EVENT + N_PLANETS
SEE_ASTEROIDS_AT = SEE_EVENTS_USED + N_EVENTS
SEE_HAND = SEE_ASTEROIDS_AT + N_SIGNS
SEE_DISPLAY = SEE_HAND + N_FACES  # how many of each face
SEE_DISCARDS = SEE_DISPLAY + N_FACES
SEE_DECK = SEE_DISCARDS + N_FACES  # sizes of the constellation and bonus decks
SEE_BONUS = SEE_DECK + 2
SEE_BONUS_DISCARDS = SEE_BONUS + N_BONUS_KINDS
SEE_OBJECTIVE = SEE_BONUS_DISCARDS + N_BONUS_KINDS
SEE_TOKENS = SEE_OBJECTIVE + N_OBJECTIVES  # from here on per seat: tokens by sign
SEE_STUDIED = SEE_TOKENS + N_SIGNS * MOST_PLAYERS
SEE_RESERVE = SEE_STUDIED + N_PLANETS * MOST_PLAYERS
SEE_ASTEROIDS = SEE_RESERVE + MOST_PLAYERS
SEE_HAND_SIZES = SEE_ASTEROIDS + MOST_PLAYERS
SEE_BONUS_SIZES = SEE_HAND_SIZES + MOST_PLAYERS
SEE_KNOWN = SEE_BONUS_SIZES + MOST_PLAYERS  # per other seat: cards known to be there
SEE_UNSEEN = SEE_KNOWN + N_FACES * (MOST_PLAYERS - 1)  # cards of each face in the deck and in other hands
SEE_BONUS_UNSEEN = SEE_UNSEEN + N_FACES  # bonus cards of each kind in their deck and in other hands
OBSERVATION_LENGTH = SEE_BONUS_UNSEEN + N_BONUS_KINDS


@rule
def _put_pack(out, at, pack, n):
    for i in range(n):
        out[at + i] = pack & 15
        pack >>= 4


@rule
def observe(s, seat, out):
    """Write what a seat knows; the parts are the SEE_ constants above."""
    for i in range(OBSERVATION_LENGTH):
        out[i] = 0
    hidden = choice_is_hidden(s, seat)
    own = s.to_move == seat and s.phase != OVER
    out[SEE_PLAYERS] = s.players
    out[SEE_OPTIONS] = s.immediate_win
    out[SEE_OPTIONS + 1] = s.iupiter_chooses
    out[SEE_OPTIONS + 2] = s.joker_is_wild
    out[SEE_OPTIONS + 3] = s.study_before
    out[SEE_OPTIONS + 4] = s.last_wins_tie
    out[SEE_LEVEL] = s.solo_level
    out[SEE_PHASE + (BEFORE if hidden else s.phase)] = 1
    out[SEE_SEATS + (s.first + s.sides - seat) % s.sides] = 1
    out[SEE_SEATS + MOST_PLAYERS + (s.turn_of + s.sides - seat) % s.sides] = 1
    out[SEE_SEATS + 2 * MOST_PLAYERS + (s.to_move + s.sides - seat) % s.sides] = 1
    out[SEE_LAP] = s.lap
    out[SEE_ACTED] = s.acted
    out[SEE_TURN] = s.extra_turns
    out[SEE_TURN + 1] = s.units
    out[SEE_TURN + 2] = s.umbra_idle
    # Choices from another's hand show that hand: only their owner sees them.
    secret = s.phase == IUPITER_FACE or s.phase == SATURNUS_DISCARD or s.phase == ECLIPSIS_DISCARD
    put_bits(out, SEE_CHOICES, s.choices if own or not (hidden or secret) else 0, N_FACES + 1)
    if not hidden:
        for i in range(s.sign_n):
            out[SEE_SIGNS + s.signs[i]] = 1
        if s.picked != 0:
            _put_pack(out, SEE_PICKED, s.picked, N_FACES)
        if s.placing >= 0:
            out[SEE_PLACING + s.placing] = 1
        if s.study_planet >= 0:
            out[SEE_STUDY + s.study_planet] = 1
    out[SEE_COMET] = s.comet_steps
    for body in range(8):
        out[SEE_PLACES + N_SIGNS * body + s.place[body]] = 1
    put_bits(out, SEE_EVENT, EVENT_PLANETS[s.event_card] if s.event_card >= 0 else 0, N_PLANETS)
    put_bits(out, SEE_EVENTS_USED, s.event_used, N_EVENTS)
    put_bits(out, SEE_ASTEROIDS_AT, s.asteroid_at, N_SIGNS)
    _put_pack(out, SEE_HAND, s.hand[seat], N_FACES)
    for slot in range(DISPLAY):
        if s.display[slot] >= 0:
            out[SEE_DISPLAY + s.display[slot]] += 1
    _put_pack(out, SEE_DISCARDS, s.discards, N_FACES)
    out[SEE_DECK] = s.deck_n
    out[SEE_DECK + 1] = s.bonus_deck_n
    _put_pack(out, SEE_BONUS, s.bonus[seat], N_BONUS_KINDS)
    _put_pack(out, SEE_BONUS_DISCARDS, s.bonus_discards, N_BONUS_KINDS)
    _put_pack(out, SEE_UNSEEN, unseen_cards(s, seat), N_FACES)
    _put_pack(out, SEE_BONUS_UNSEEN, unseen_bonus(s, seat), N_BONUS_KINDS)
    out[SEE_OBJECTIVE + s.objective[seat]] = 1
    for i in range(s.sides):
        other = (seat + i) % s.sides
        for sign in range(N_SIGNS):
            out[SEE_TOKENS + N_SIGNS * i + sign] = s.tokens[other, sign]
        put_bits(out, SEE_STUDIED + N_PLANETS * i, s.studied[other], N_PLANETS)
        out[SEE_RESERVE + i] = s.reserve[other]
        out[SEE_ASTEROIDS + i] = s.asteroids[other]
        out[SEE_HAND_SIZES + i] = s.hand_n[other]
        out[SEE_BONUS_SIZES + i] = s.bonus_n[other]
        if i > 0 and s.known[seat, other] != 0:
            _put_pack(out, SEE_KNOWN + N_FACES * (i - 1), s.known[seat, other], N_FACES)
