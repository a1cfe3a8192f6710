"""Ptolemaeus: the constellation deck, its discards and the display (PT-4)."""

from parapegma.core.compiled.events import emit
from parapegma.core.compiled.jit import rule
from parapegma.core.compiled.rng import shuffle
from parapegma.games.ptolemaeus.components import DISPLAY, JOKER, N_COLOURS, N_FACES, WIPE_AT, WIPES_IN_A_ROW
from parapegma.games.ptolemaeus.rules.knowledge.memory import see_gain, see_loss
from parapegma.games.ptolemaeus.rules.steps.packs import how_many, one
from parapegma.games.ptolemaeus.state import DISCARDED, DREW, RESHUFFLED, TOOK, TURNED_UP, WIPED

DECK = 0
"""The deck as a source of cards; face f of the display is source 1 + f."""


@rule
def reshuffle(s):
    """Make the discards the new deck (PT-4.9)."""
    n = 0
    for face in range(N_FACES):
        for _ in range(how_many(s.discards, face)):
            s.deck[n] = face
            n += 1
    s.deck_n = n
    s.discards = 0
    shuffle(s, s.deck, n)
    emit(s, RESHUFFLED, -1, n, 0)


@rule
def top_card(s):
    """The top card of the deck, or -1 if there are neither deck nor discards (PT-4.9, PT-4.10).

    Who takes it says so, and then calls ``renew_deck``: the log tells both in this order.
    """
    if s.deck_n == 0:
        if s.discards == 0:
            return -1
        reshuffle(s)
    s.deck_n -= 1
    face = s.deck[s.deck_n]
    s.deck[s.deck_n] = 0
    return face


@rule
def renew_deck(s):
    """When the last card of the deck has been taken, the discards are the new deck at once (PT-4.9)."""
    if s.deck_n == 0 and s.discards != 0:
        reshuffle(s)


@rule
def deck_has_card(s):
    """Whether a card can be drawn from the deck (PT-4.10)."""
    return s.deck_n > 0 or s.discards != 0


@rule
def fill_display(s):
    """Fill the empty slots as far as cards exist, then wipe if need be (PT-2.8, PT-4.3, PT-4.8, PT-4.10)."""
    for wipes in range(WIPES_IN_A_ROW + 1):
        complete = True
        for slot in range(DISPLAY):
            if s.display[slot] < 0:
                face = top_card(s)
                s.display[slot] = face
                if face < 0:
                    complete = False
                else:
                    emit(s, TURNED_UP, -1, face, slot)
                    renew_deck(s)
        if not complete or wipes == WIPES_IN_A_ROW or not one_coloured(s):
            return
        for slot in range(DISPLAY):
            s.discards += one(s.display[slot])
            s.display[slot] = -1
        emit(s, WIPED, -1, 0, 0)


@rule
def complete_display(s):
    """At the start of a turn an incomplete display is filled up (PT-4.10)."""
    for slot in range(DISPLAY):
        if s.display[slot] < 0:
            fill_display(s)
            return


@rule
def one_coloured(s):
    """Whether five or more of the face-up cards have one colour; jokers have none (PT-4.8, R-06)."""
    jokers = 0
    colours = 0
    for slot in range(DISPLAY):
        face = s.display[slot]
        if face == JOKER:
            jokers += 1
        else:
            colours += 1 << (8 * (face % N_COLOURS))
    if not s.joker_is_wild:
        jokers = 0
    for colour in range(N_COLOURS):
        if (colours >> (8 * colour) & 255) + jokers >= WIPE_AT:
            return True
    return False


@rule
def sources(s, joker_allowed):
    """Where a card may come from: bit 0 the deck, bit 1 + f face f of the display (PT-4.2, PT-4.5)."""
    found = 0
    if deck_has_card(s):
        found = 1 << DECK
    for slot in range(DISPLAY):
        if s.display[slot] >= 0:
            found |= 2 << s.display[slot]
    if not joker_allowed:
        found &= ~(2 << JOKER)
    return found


@rule
def take_card(s):
    """Take the top card of the deck or a face-up card, which is replaced at once (PT-4.2, PT-4.3)."""
    seat = s.turn_of
    source = s.taking
    s.taking = -1
    if source == DECK:
        face = top_card(s)
        emit(s, DREW, seat, face, 0)
        renew_deck(s)
        s.hand[seat] += one(face)
        s.hand_n[seat] += 1
        return
    face = source - 1
    slot = 0
    while s.display[slot] != face:
        slot += 1
    s.display[slot] = -1
    emit(s, TOOK, seat, face, 0)
    s.hand[seat] += one(face)
    s.hand_n[seat] += 1
    see_gain(s, seat, face)
    fill_display(s)


@rule
def discard(s, seat, face):
    """A card of a hand goes openly to the discards (PT-13.5, PT-14.8)."""
    s.hand[seat] -= one(face)
    s.hand_n[seat] -= 1
    s.discards += one(face)
    see_loss(s, seat, face)
    emit(s, DISCARDED, seat, face, 0)
