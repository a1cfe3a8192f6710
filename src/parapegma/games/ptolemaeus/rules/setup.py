"""Ptolemaeus: the setup of a game (PT-2)."""

from parapegma.core.compiled.bits import draw_from
from parapegma.core.compiled.events import clear_events, emit
from parapegma.core.compiled.jit import rule
from parapegma.core.compiled.rng import below, set_key, shuffle
from parapegma.games.ptolemaeus.components import (
    ALL_SIGNS,
    COPIES,
    DISPLAY,
    ECLIPSIS,
    HAND_AT_START,
    N_BONUS_KINDS,
    N_EVENTS,
    N_FACES,
    N_OBJECTIVES,
    N_PLANETS,
    N_SIGNS,
    TOKENS,
)
from parapegma.games.ptolemaeus.rules.knowledge import forget_observation
from parapegma.games.ptolemaeus.rules.steps.bonus import finish_effect
from parapegma.games.ptolemaeus.rules.steps.cards import fill_display, top_card
from parapegma.games.ptolemaeus.rules.steps.packs import how_many, one
from parapegma.games.ptolemaeus.rules.steps.rounds import begin_turn
from parapegma.games.ptolemaeus.rules.steps.sky import look_at_sky, place_comet
from parapegma.games.ptolemaeus.state import BEFORE, EVENT_TURNED, NOT_ENDED, RUNNING

# The options as they are declared in options.py, after the number of players; then come the skies the game
# may start from, each one number with four bits for the sign of each planet, and how many bonus cards there
# are of each kind.
(
    OPTION_PLAYERS, OPTION_IMMEDIATE_WIN, OPTION_SOLO_LEVEL, OPTION_IUPITER, OPTION_JOKER_IN_WIPE,
    OPTION_STUDY_BEFORE, OPTION_TIE, OPTION_FIRST, OPTION_SKIES,
) = range(9)  # fmt: skip


@rule
def setup(s, options, key):
    """Deal: sky, objectives, hands, display, bonus cards, event cards, first player.

    PT-2.1 to PT-2.12, PT-16.1
    """
    clear_table(s, options)
    set_key(s, key)
    sky = options[OPTION_SKIES + below(s, options.size - N_BONUS_KINDS - OPTION_SKIES)]
    for planet in range(N_PLANETS):
        s.place[planet] = sky >> (4 * planet) & 15
    place_comet(s)
    look_at_sky(s)
    s.asteroid_at = ALL_SIGNS
    deal_objectives(s)
    deal_constellations(s)
    deal_bonus_cards(s)
    deal_events(s)
    s.first = options[OPTION_FIRST] - 1 if options[OPTION_FIRST] > 0 else below(s, s.sides)
    begin_turn(s, s.first)
    s.phase = BEFORE


@rule
def clear_table(s, options):
    """A table without cards, with its options and all tokens in reserve."""
    clear_events(s)
    s.players = options[OPTION_PLAYERS]
    s.sides = s.players if s.players > 1 else 2
    s.immediate_win = options[OPTION_IMMEDIATE_WIN]
    s.iupiter_chooses = options[OPTION_IUPITER]
    s.joker_is_wild = options[OPTION_JOKER_IN_WIPE]
    s.study_before = options[OPTION_STUDY_BEFORE]
    s.last_wins_tie = options[OPTION_TIE]
    s.solo_level = options[OPTION_SOLO_LEVEL]
    s.bonus_total = 0
    for kind in range(N_BONUS_KINDS):
        s.bonus_total += options[options.size - N_BONUS_KINDS + kind] * one(kind)
    s.first = 0
    s.lap = 1
    s.turn_of = 0
    s.phase = RUNNING
    s.acted = 0
    s.extra_turns = 0
    s.ended = NOT_ENDED
    s.winner = -1
    s.choices = 0
    finish_effect(s)
    forget_observation(s)
    s.taking = -1
    s.arriving = -1
    s.study_sign = -1
    s.study_planet = -1
    s.bonus_due = 0
    s.umbra_idle = 0
    for seat in range(s.reserve.size):
        s.reserve[seat] = TOKENS if seat < s.sides else 0
        s.held[seat] = 0
        s.full[seat] = 0
        s.studied[seat] = 0
        s.open[seat] = 0
        s.asteroids[seat] = 0
        s.hand[seat] = 0
        s.hand_n[seat] = 0
        s.bonus[seat] = 0
        s.bonus_n[seat] = 0
        s.objective[seat] = -1
        s.others[seat] = 0
        for sign in range(N_SIGNS):
            s.tokens[seat, sign] = 0
        for other in range(s.reserve.size):
            s.known[seat, other] = 0
            s.maybe[seat, other] = 0
            s.slack[seat, other] = 0
            s.robbers[seat, other] = 0
    s.discards = 0
    s.away = 0
    s.bonus_discards = 0
    s.bonus_away = 0
    s.event_used = 0


@rule
def deal_objectives(s):
    """One secret objective each; the others stay in the box, unseen (PT-2.6)."""
    left = (1 << N_OBJECTIVES) - 1
    for seat in range(s.players):
        s.objective[seat] = draw_from(s, left)
        left ^= 1 << s.objective[seat]


@rule
def deal_constellations(s):
    """Shuffle, deal the hands, turn up the display (PT-2.7, PT-2.8)."""
    n = 0
    for face in range(N_FACES):
        for _ in range(COPIES[face]):
            s.deck[n] = face
            n += 1
    s.deck_n = n
    shuffle(s, s.deck, n)
    for seat in range(s.players):
        for _ in range(HAND_AT_START):
            s.hand[seat] += one(top_card(s))
            s.hand_n[seat] += 1
    for slot in range(DISPLAY):
        s.display[slot] = -1
    fill_display(s)


@rule
def deal_bonus_cards(s):
    """Shuffle the bonus cards (PT-2.9)."""
    n = 0
    for kind in range(N_BONUS_KINDS):
        for _ in range(how_many(s.bonus_total, kind)):
            s.bonus_deck[n] = kind
            n += 1
    s.bonus_deck_n = n
    shuffle(s, s.bonus_deck, n)


@rule
def deal_events(s):
    """Shuffle the event cards and turn up the first; Eclipsis goes back among the rest (PT-2.10)."""
    for card in range(N_EVENTS):
        s.event_deck[card] = card
    shuffle(s, s.event_deck, N_EVENTS)
    turn_up_first_event(s, N_EVENTS)


@rule
def turn_up_first_event(s, n):
    """Turn up the first of n event cards that is not Eclipsis (PT-2.10)."""
    if s.event_deck[n - 1] == ECLIPSIS:
        s.event_deck[n - 1] = s.event_deck[n - 2]
        s.event_deck[n - 2] = ECLIPSIS
        shuffle(s, s.event_deck, n - 1)
    s.event_deck_n = n - 1
    s.event_card = s.event_deck[n - 1]
    s.event_deck[n - 1] = 0
    emit(s, EVENT_TURNED, -1, s.event_card, 0)


# An entry point for Python (see parapegma.core.compiled.entry_points).


@rule
def first_event_at(states, n):
    """Turn up the first of n event cards as the setup does (PT-2.10)."""
    turn_up_first_event(states[0], n)
