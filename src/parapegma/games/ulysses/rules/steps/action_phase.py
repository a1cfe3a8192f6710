"""Ulysses: the action phase of the active player (UL-4) and what is paid for in it."""

from parapegma.core.compiled.events import emit
from parapegma.core.compiled.jit import rule
from parapegma.games.ulysses.components import (
    ADJACENT,
    COLOUR,
    N_PLACES,
    NO_COLOUR,
    OBJECTIVES,
    PANDORA_DRAWS,
    PLAGUE_DISCS,
)
from parapegma.games.ulysses.rules.steps.cards import draw_cards, play_as
from parapegma.games.ulysses.rules.steps.choices import (
    BUILD_WITH_CARD,
    BUILD_WITH_ZEUS,
    CHANGE_OBJECTIVE,
    COLOUR_TAKEN,
    DRAW_WITH_PANDORA,
    DRAW_WITH_ZEUS,
    END_PHASE,
    PLACE,
    PLAGUE_WITH_CARD,
    PLAGUE_WITH_ZEUS,
    REMOVE_PLAGUE,
    SLOT,
)
from parapegma.games.ulysses.state import (
    ACTION,
    AIMED,
    BUILT,
    CLEARED,
    ESCALATING,
    FOR_CHANGE,
    FOR_REMOVAL,
    FOR_TEMPLE,
    GAVE,
    GIVE,
    GIVES,
    LOST,
    MAY_STAY,
    NOWHERE,
    PANDORA,
    PAYING,
    PLAGUE,
    PLAGUE_PLACE,
    PLAGUED,
    REMOVE_PLACE,
    TAKE,
    TEMPLE,
    TOOK,
    WANTS,
    ZEUS,
)


@rule
def action_choices(s, out):
    """What the active player may do in his action phase (UL-4.1).

    UL-4.2, UL-4.4 to UL-4.7, UL-4.9 to UL-4.11, UL-4.14, UL-4.15, UL-5, UL-6.3
    """
    seat = s.active
    zeus = s.hand[seat, ZEUS] > 0
    can_pay = s.hand_n[seat] >= s.temples[seat]
    n = 0
    if may_end_phase(s):
        out[n] = END_PHASE
        n += 1
    if not s.pandora_used:
        if s.hand[seat, PANDORA] > 0:
            out[n] = DRAW_WITH_PANDORA
            n += 1
        if zeus and s.zeus_as_pandora:
            out[n] = DRAW_WITH_ZEUS
            n += 1
    if s.plague_n < PLAGUE_DISCS:
        if s.hand[seat, PLAGUE] > 0:
            out[n] = PLAGUE_WITH_CARD
            n += 1
        if zeus:
            out[n] = PLAGUE_WITH_ZEUS
            n += 1
    if can_pay and s.plague_n > 0:
        out[n] = REMOVE_PLAGUE
        n += 1
    if can_pay and not s.objective_changed and slots_to_give(s, seat) != 0:
        out[n] = CHANGE_OBJECTIVE
        n += 1
    if can_build(s, seat):
        if s.hand[seat, TEMPLE] > 0:
            out[n] = BUILD_WITH_CARD
            n += 1
        if zeus:
            out[n] = BUILD_WITH_ZEUS
            n += 1
    return n


@rule
def may_end_phase(s):
    """Not while every neighbour is plagued and the player could still clear one (UL-6.3, R-7)."""
    if ADJACENT[s.ship] & ~s.plague != 0:
        return True
    return s.becalmed == MAY_STAY or s.hand_n[s.active] < s.temples[s.active]


@rule
def take_action(s, a):
    """Begin one of the five actions; proposing is in ``proposal.py``."""
    seat = s.active
    if a == DRAW_WITH_PANDORA:
        draw_extra(s, seat, PANDORA)
    elif a == DRAW_WITH_ZEUS:
        draw_extra(s, seat, ZEUS)
    elif a == PLAGUE_WITH_CARD:
        play_as(s, seat, PLAGUE, PLAGUE)
        s.phase = PLAGUE_PLACE
    elif a == PLAGUE_WITH_ZEUS:
        play_as(s, seat, ZEUS, PLAGUE)
        s.phase = PLAGUE_PLACE
    elif a == REMOVE_PLAGUE:
        begin_removal(s)
    elif a == CHANGE_OBJECTIVE:
        begin_change(s, seat)
    elif a == BUILD_WITH_CARD:
        begin_temple(s, seat, TEMPLE)
    elif a == BUILD_WITH_ZEUS:
        begin_temple(s, seat, ZEUS)


# Extra cards


@rule
def draw_extra(s, seat, card):
    """A Pandora card, or Zeus as one, for two cards; once per turn (UL-4.4, UL-4.5, UL-5.2)."""
    play_as(s, seat, card, PANDORA)
    s.pandora_used = 1
    lost = draw_cards(s, seat, PANDORA_DRAWS)
    if lost > 0:
        emit(s, LOST, seat, lost, 0)


# Plague


@rule
def places_without_plague(s, out):
    """Any place that has no disc, the ship's own and the start place too (UL-4.6, R-8, R-9)."""
    n = 0
    for place in range(N_PLACES):
        if not s.plague >> place & 1:
            out[n] = PLACE + place
            n += 1
    return n


@rule
def plagued_places(s, out):
    """Any place that has a disc (UL-4.9)."""
    n = 0
    for place in range(N_PLACES):
        if s.plague >> place & 1:
            out[n] = PLACE + place
            n += 1
    return n


@rule
def place_plague(s, place):
    """A purple disc from the supply (UL-4.6)."""
    s.plague |= 1 << place
    s.plague_n += 1
    emit(s, PLAGUED, s.active, place, 0)
    s.phase = ACTION


@rule
def begin_removal(s):
    """Which disc is to go; with one on the board there is no choice (UL-4.9)."""
    if s.plague_n > 1:
        s.phase = REMOVE_PLACE
        return
    for place in range(N_PLACES):
        if s.plague >> place & 1:
            choose_removal(s, place)


@rule
def choose_removal(s, place):
    """The price is a card per temple (UL-4.9)."""
    s.target = place
    s.pays_for = FOR_REMOVAL
    s.owed = s.temples[s.active]
    emit(s, AIMED, s.active, place, 0)
    s.phase = PAYING


@rule
def clear_target(s, seat):
    """The disc goes back to the supply (UL-4.9, UL-7.6)."""
    s.plague &= ~(1 << s.target)
    s.plague_n -= 1
    emit(s, CLEARED, seat, s.target, 0)
    s.target = NOWHERE


# Changing an objective


@rule
def open_colours(s):
    """Colours that may be taken whatever is given up, a bit each: not the ship's, no empty pile (UL-4.10)."""
    barred = COLOUR[s.ship]
    colours = 0
    for colour in range(OBJECTIVES):
        if colour != barred and s.pile_n[colour] > 0:
            colours |= 1 << colour
    return colours


@rule
def colours_for(s, seat, slot):
    """Colours that may be taken for one objective; it counts as returned already (UL-4.12, UL-4.13, R-15)."""
    own = COLOUR[s.objective[seat, slot]]
    colours = open_colours(s)
    return colours | 1 << own if own != COLOUR[s.ship] else colours


@rule
def slots_to_give(s, seat):
    """Unrevealed objectives for which something can be taken, a bit each (UL-4.10, R-14)."""
    hidden = ~s.revealed[seat] & ((1 << OBJECTIVES) - 1)
    if open_colours(s) != 0:
        return hidden
    for slot in range(OBJECTIVES):
        if colours_for(s, seat, slot) == 0:
            hidden &= ~(1 << slot)
    return hidden


@rule
def slot_choices(s, seat, out):
    """The slots of objectives that can be given up."""
    return _write_bits(slots_to_give(s, seat), SLOT, out)


@rule
def colour_choices(s, seat, out):
    """The colours of which the new objective can be."""
    return _write_bits(colours_for(s, seat, s.slot), COLOUR_TAKEN, out)


@rule
def _write_bits(bits, first, out):
    n = 0
    for i in range(OBJECTIVES):
        if bits >> i & 1:
            out[n] = first + i
            n += 1
    return n


@rule
def only_of_four(bits):
    """The one thing in a set of one, counted from 0; -1 for a larger set."""
    if bits & (bits - 1) != 0:
        return -1
    number = 0
    while bits > 1:
        bits >>= 1
        number += 1
    return number


@rule
def begin_change(s, seat):
    """Which objective is to go: asked unless only one can (UL-4.10, UL-4.11, R-17)."""
    s.objective_changed = 1
    only = only_of_four(slots_to_give(s, seat))
    if only >= 0:
        choose_slot(s, seat, only)
    else:
        s.phase = GIVE


@rule
def choose_slot(s, seat, slot):
    """Which colour is to come: asked unless only one is open (UL-4.10, UL-4.12)."""
    s.slot = slot
    emit(s, GIVES, seat, slot, 0)
    only = only_of_four(colours_for(s, seat, slot))
    if only >= 0:
        choose_colour(s, seat, only)
    else:
        s.phase = TAKE


@rule
def choose_colour(s, seat, colour):
    """The price is a card per temple (UL-4.10)."""
    s.colour = colour
    emit(s, WANTS, seat, colour, 0)
    s.pays_for = FOR_CHANGE
    s.owed = s.temples[seat]
    s.phase = PAYING


@rule
def change_objective(s, seat):
    """The old card under the pile of its colour, then the top card of the chosen pile (UL-4.10, UL-4.12).

    Whoever knew a card goes on knowing it: where it goes is open to all.
    """
    slot = s.slot
    old = s.objective[seat, slot]
    pile = COLOUR[old]
    n = s.pile_n[pile]
    s.pile[pile, n] = old
    s.pile_known[pile, n] = s.objective_known[seat, slot]
    s.pile_not[pile, n] = s.objective_not[seat, slot]
    s.pile_n[pile] = n + 1
    emit(s, GAVE, seat, old, slot)
    pile = s.colour
    s.objective[seat, slot] = s.pile[pile, 0]
    s.objective_known[seat, slot] = s.pile_known[pile, 0] | 1 << seat
    s.objective_not[seat, slot] = s.pile_not[pile, 0]
    last = s.pile_n[pile] - 1
    for i in range(last):
        s.pile[pile, i] = s.pile[pile, i + 1]
        s.pile_known[pile, i] = s.pile_known[pile, i + 1]
        s.pile_not[pile, i] = s.pile_not[pile, i + 1]
    s.pile[pile, last] = NOWHERE
    s.pile_known[pile, last] = 0
    s.pile_not[pile, last] = 0
    s.pile_n[pile] = last
    emit(s, TOOK, seat, s.objective[seat, slot], slot)
    s.slot = -1
    s.colour = NO_COLOUR


# Building a temple


@rule
def temple_cards_needed(s, seat):
    """How many temple cards a further temple takes: one per temple owned, or one (UL-4.14, R-2)."""
    return s.temples[seat] if s.temple_cost == ESCALATING else 1


@rule
def can_build(s, seat):
    """Whether the reserve has a temple and the hand its price.

    UL-4.14, UL-4.15, R-2, R-31
    """
    owned = s.temples[seat]
    needed = temple_cards_needed(s, seat)
    temple_cards = s.hand[seat, TEMPLE] + s.hand[seat, ZEUS]
    return s.reserve > 0 and temple_cards >= needed and s.hand_n[seat] >= needed + owned


@rule
def begin_temple(s, seat, card):
    """The first temple card; the others and the cards to pay follow (UL-4.14)."""
    play_as(s, seat, card, TEMPLE)
    s.owed_temples = temple_cards_needed(s, seat) - 1
    s.owed = s.temples[seat]
    s.pays_for = FOR_TEMPLE
    s.phase = PAYING


@rule
def play_temple_card(s, seat, card):
    """A further temple card, or Zeus as one (UL-4.14)."""
    play_as(s, seat, card, TEMPLE)
    s.owed_temples -= 1
    s.phase = PAYING


@rule
def take_temple(s, seat):
    """One temple of the reserve; it counts at once for every later cost (UL-4.14, UL-4.16)."""
    s.temples[seat] += 1
    s.reserve -= 1
    emit(s, BUILT, seat, s.temples[seat], 0)


# Entry points for Python (see parapegma.core.compiled.entry_points).


@rule
def temple_cards_needed_at(states, seat):
    """How many temple cards a further temple takes."""
    return temple_cards_needed(states[0], seat)
