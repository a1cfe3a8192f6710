"""Ptolemaeus: Umbra, the opponent of the game for one (PT-16)."""

from parapegma.core.compiled.bits import count, lowest
from parapegma.core.compiled.events import emit
from parapegma.core.compiled.jit import rule
from parapegma.games.ptolemaeus.components import JOKER, N_SIGNS
from parapegma.games.ptolemaeus.rules.scoring import tokens_on_signs
from parapegma.games.ptolemaeus.rules.steps.cards import renew_deck, top_card
from parapegma.games.ptolemaeus.rules.steps.packs import one
from parapegma.games.ptolemaeus.rules.steps.tokens import lift_tokens, may_take_token, return_tokens, slowest
from parapegma.games.ptolemaeus.state import (
    MAGISTER,
    MOVED,
    NOTHING,
    TIRO,
    UMBRA_IDLE,
    UMBRA_MOVES,
    UMBRA_TURNED,
)

UMBRA = 1
"""Umbra's seat."""


@rule
def begin_umbra_turn(s):
    """Turn up a card and discard it; it says where Umbra places and how many tokens (PT-16.2 to PT-16.4)."""
    face = top_card(s)
    s.acted = 1
    if face < 0:
        return
    emit(s, UMBRA_TURNED, UMBRA, face, 0)
    renew_deck(s)
    s.discards += one(face)
    if s.umbra_idle > 0:
        s.umbra_idle -= 1
        emit(s, UMBRA_IDLE, UMBRA, 0, 0)
        return
    s.doing = UMBRA_MOVES
    possible = s.bodies & may_take_token(s, UMBRA)
    if possible == 0:
        return
    s.units = 1
    if face == JOKER:
        s.placing = joker_target(s, possible)
        s.units = 2
        return
    sign = face
    while not possible >> sign & 1:
        sign = (sign + 1) % N_SIGNS
    s.placing = sign
    if s.solo_level == MAGISTER and sign == face and count(s.planets_at[sign]) >= 2:
        s.units = 2


@rule
def go_on_with_umbra(s):
    """Umbra places its tokens, makes its optional studies, and its turn is over (PT-16.3 to PT-16.8)."""
    if s.units > 0:
        s.units -= 1
        umbra_places(s)
        return
    s.placing = -1
    if s.solo_level == TIRO or not umbra_studies(s):
        s.doing = NOTHING


@rule
def joker_target(s, possible):
    """Most planets Umbra has not studied, then most Umbra tokens, then the lowest number (PT-16.4)."""
    best = -1
    target = 0
    for sign in range(N_SIGNS):
        if possible >> sign & 1:
            value = count(s.planets_at[sign] & ~s.studied[UMBRA]) * 4 + s.tokens[UMBRA, sign]
            if value > best:
                best = value
                target = sign
    return target


@rule
def umbra_gives_up(s, keep):
    """The sign Umbra takes a token from, never ``keep``; -1 if there is none.

    Signs without planets first, then fewer Umbra tokens, then the lowest number (PT-16.5).
    """
    best = 99
    found = -1
    for sign in range(N_SIGNS):
        if sign != keep and s.tokens[UMBRA, sign] > 0:
            value = s.tokens[UMBRA, sign]
            if s.planets_at[sign] != 0:
                value += 10
            if value < best:
                best = value
                found = sign
    return found


@rule
def umbra_places(s):
    """One token, if it may lie there; with an empty reserve it is moved (PT-16.3, PT-16.5)."""
    sign = s.placing
    if not may_take_token(s, UMBRA) >> sign & 1:
        return
    if s.reserve[UMBRA] == 0:
        source = umbra_gives_up(s, sign)
        if source < 0:
            return
        lift_tokens(s, UMBRA, source, 1)
        emit(s, MOVED, UMBRA, source, 0)
    s.arriving = sign


@rule
def umbra_studies(s):
    """The next optional study Umbra can make, signs in the order of their numbers (PT-16.8, PT-9.6)."""
    signs = s.full[UMBRA] & s.open[UMBRA]
    if signs == 0 or tokens_on_signs(s, UMBRA) < 4:
        return False
    sign = lowest(signs)
    for _ in range(2):
        other = umbra_gives_up(s, sign)
        return_tokens(s, UMBRA, other, 1)
    s.study_sign = sign
    s.study_planet = slowest(s.planets_at[sign] & ~s.studied[UMBRA])
    return True
