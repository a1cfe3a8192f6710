"""Ptolemaeus: what must hold after every action, for fuzzing.

Counted afresh from the places of cards, tokens and bodies, so that what the rules keep up to date
step by step (sets of signs, hand sizes, configurations, knowledge) is held against it.
"""

from parapegma.core.compiled.bits import count
from parapegma.core.compiled.jit import rule
from parapegma.games.ptolemaeus.components import (
    COMET,
    CONFIGURATION_MASK,
    COPIES,
    DISPLAY,
    ECLIPSIS,
    MALEFICUS_SATURNUS,
    N_BONUS_KINDS,
    N_CONFIGURATIONS,
    N_EVENTS,
    N_FACES,
    N_PLANETS,
    N_SIGNS,
    OPPOSITION,
    PLANET_COUNT,
    TOKENS,
    WIN_AT,
)
from parapegma.games.ptolemaeus.rules.invariants.choices import choice_is_right
from parapegma.games.ptolemaeus.rules.knowledge.memory import doubtful_missing, is_needed
from parapegma.games.ptolemaeus.rules.scoring import winning_points
from parapegma.games.ptolemaeus.rules.steps.packs import how_many, size_of
from parapegma.games.ptolemaeus.state import (
    BEFORE,
    ECLIPSIS_DISCARD,
    OVER,
    STUDY_WHICH,
    WIN_OFF,
)

INVARIANTS = (
    "",
    "every constellation card is in exactly one place",
    "hands have the size that is written down",
    "every bonus card is in exactly one place",
    "every event card is in exactly one place",
    "reserve, signs and study area of a seat hold all its tokens",
    "nobody has a third token on a sign, but while he chooses what to study",
    "the Comet shares its sign with no planet",
    "the sky's planets by sign and configurations are right",
    "the sets of signs with tokens and with open planets are right",
    "each sign gives one asteroid",
    "objective cards differ",
    "the game has ended when somebody has the points for the immediate win",
    "the Comet is as many steps from its start as written down, fewer than a round trip before the end",
    "what a seat knows of the other hands is true",
    "the right seat is asked, and there is something to choose from: what the rules offer it",
    "Eclipsis lies face up only while cards are discarded for it, in the phase eclipsis discard",
    "an event card lies face up as long as there are any",
    "the display is full, unless deck and discards had no card when the turn began",
    "each event card used, but for Eclipsis, has moved the Comet on by one to eight signs",
)
MOST_STEPS = N_PLANETS + 1
"""How far the Comet goes at most in a round: over a sign with planets for each of them (PT-14.2)."""


@rule
def broken(s):
    """The number of the first invariant that does not hold, or 0."""
    if not _cards_once(s):
        return 1
    for seat in range(s.reserve.size):
        if size_of(s.hand[seat]) != s.hand_n[seat] or size_of(s.bonus[seat]) != s.bonus_n[seat]:
            return 2
    if not _bonus_once(s):
        return 3
    if not _events_once(s):
        return 4
    for seat in range(s.sides):
        on_signs = 0
        for sign in range(N_SIGNS):
            on_signs += s.tokens[seat, sign]
            if s.tokens[seat, sign] < 0:
                return 5
        if s.reserve[seat] < 0 or s.reserve[seat] + on_signs + PLANET_COUNT[s.studied[seat]] != TOKENS:
            return 5
    if not _no_third_token(s):
        return 6
    for planet in range(N_PLANETS):
        if s.place[planet] == s.place[COMET]:
            return 7
    if not _sky_is_right(s):
        return 8
    if not _signs_are_right(s):
        return 9
    asteroids = count(s.asteroid_at)
    for seat in range(s.sides):
        asteroids += s.asteroids[seat]
        if s.asteroids[seat] < 0:
            return 10
    if asteroids > N_SIGNS:
        return 10
    for seat in range(s.players):
        for other in range(seat):
            if s.objective[seat] == s.objective[other]:
                return 11
    if s.immediate_win != WIN_OFF and s.phase != OVER:
        for seat in range(s.sides):
            if winning_points(s, seat) >= WIN_AT:
                return 12
    if (s.comet_start + s.comet_steps) % N_SIGNS != s.place[COMET]:
        return 13
    if s.comet_steps >= N_SIGNS and s.phase != OVER:
        return 13
    if not _knowledge_is_true(s):
        return 14
    if not choice_is_right(s):
        return 15
    if (s.event_card == ECLIPSIS) != (s.phase == ECLIPSIS_DISCARD):
        return 16
    if s.event_card < 0 and s.event_deck_n > 0 and s.phase != OVER:
        return 17
    if not _display_is_full(s):
        return 18
    rounds = count(s.event_used & ~(1 << ECLIPSIS))
    if not rounds <= s.comet_steps <= MOST_STEPS * rounds:
        return 19
    return 0


@rule
def _cards_once(s):
    for face in range(N_FACES):
        n = how_many(s.discards, face) + how_many(s.away, face)
        for seat in range(s.players):
            n += how_many(s.hand[seat], face)
        for slot in range(DISPLAY):
            if s.display[slot] == face:
                n += 1
        for i in range(s.deck_n):
            if s.deck[i] == face:
                n += 1
        if n != COPIES[face]:
            return False
    return True


@rule
def _bonus_once(s):
    for kind in range(N_BONUS_KINDS):
        n = how_many(s.bonus_discards, kind) + how_many(s.bonus_away, kind)
        for seat in range(s.sides):
            n += how_many(s.bonus[seat], kind)
        for i in range(s.bonus_deck_n):
            if s.bonus_deck[i] == kind:
                n += 1
        if n != how_many(s.bonus_total, kind):
            return False
    return True


@rule
def _events_once(s):
    seen = s.event_used
    if s.event_card >= 0:
        if seen >> s.event_card & 1:
            return False
        seen |= 1 << s.event_card
    for i in range(s.event_deck_n):
        if seen >> s.event_deck[i] & 1:
            return False
        seen |= 1 << s.event_deck[i]
    return seen == (1 << N_EVENTS) - 1


@rule
def _display_is_full(s):
    """A slot stays empty where no card was left; those discarded since then are not laid out (PT-4.10)."""
    for slot in range(DISPLAY):
        if s.display[slot] < 0:
            left = s.deck_n + size_of(s.discards)
            return s.phase == OVER or left <= _discarded_in_turn(s)
    return True


@rule
def _discarded_in_turn(s):
    """How many cards may have come to the discards since the turn began: nine that pay for a trine, two of
    every opponent for each Maleficus Saturnus, two of everybody for Eclipsis (PT-5.6, PT-13.5, PT-14.8).
    """
    cards = 2 * (s.players - 1) * how_many(s.bonus_discards, MALEFICUS_SATURNUS)
    if s.phase != BEFORE:
        cards += 9
    if s.phase == ECLIPSIS_DISCARD:
        cards += 2 * s.players
    return cards


@rule
def _no_third_token(s):
    for seat in range(s.sides):
        for sign in range(N_SIGNS):
            if s.tokens[seat, sign] > 2:
                chosen = s.phase == STUDY_WHICH and seat == s.turn_of and sign == s.study_sign
                if s.tokens[seat, sign] > 3 or not chosen:
                    return False
    return True


@rule
def _sky_is_right(s):
    bodies = 1 << s.place[COMET]
    for planet in range(N_PLANETS):
        bodies |= 1 << s.place[planet]
        if not s.planets_at[s.place[planet]] >> planet & 1:
            return False
    planets = 0
    for sign in range(N_SIGNS):
        planets += PLANET_COUNT[s.planets_at[sign]]
    if planets != N_PLANETS or s.bodies != bodies:
        return False
    n = 0
    for configuration in range(N_CONFIGURATIONS):
        if configuration < OPPOSITION:
            there = PLANET_COUNT[s.planets_at[configuration]] >= 2
        else:
            there = CONFIGURATION_MASK[configuration] & ~bodies == 0
        if there:
            if n >= s.configuration_n or s.configurations[n] != configuration:
                return False
            n += 1
    return n == s.configuration_n


@rule
def _signs_are_right(s):
    for seat in range(s.sides):
        for sign in range(N_SIGNS):
            n = s.tokens[seat, sign]
            if (n >= 1) != (s.held[seat] >> sign & 1 != 0) or (n >= 2) != (s.full[seat] >> sign & 1 != 0):
                return False
            is_open = s.planets_at[sign] & ~s.studied[seat] != 0
            if is_open != (s.open[seat] >> sign & 1 != 0):
                return False
    return True


@rule
def _knowledge_is_true(s):
    for knower in range(s.players):
        for face in range(N_FACES):
            if is_needed(s, knower, face):
                return False
        for holder in range(s.players):
            if knower != holder:
                for face in range(N_FACES):
                    if how_many(s.known[knower, holder], face) > how_many(s.hand[holder], face):
                        return False
                if doubtful_missing(s, knower, holder) > s.slack[knower, holder]:
                    return False
    return True
