"""Ulysses: the deal, the ladder of phases, and the standing (UL-2, UL-3, sections 7.2 and 7.3).

Each phase that asks has one function that lists the choices and one that carries the choice out; the
phases after ``OVER`` pass by themselves, or ask only if there is something to choose.
"""

from parapegma.core.compiled.events import clear_events
from parapegma.core.compiled.jit import rule
from parapegma.core.compiled.ranking import rank_by_score
from parapegma.core.compiled.rng import below, set_key, shuffle
from parapegma.games.ulysses.components import (
    ADJACENT,
    CARD_COUNT,
    COLOUR,
    MOST_IN_PILE,
    MOST_PLAYERS,
    N_CARDS,
    NO_COLOUR,
    OBJECTIVES,
    PLACE_OF_COLOUR,
    PLACES_OF_COLOUR,
    START,
    TEMPLES,
)
from parapegma.games.ulysses.rules.action_phase import (
    action_choices,
    change_objective,
    choose_colour,
    choose_removal,
    choose_slot,
    clear_target,
    colour_choices,
    place_plague,
    places_without_plague,
    plagued_places,
    play_temple_card,
    slot_choices,
    take_action,
    take_temple,
)
from parapegma.games.ulysses.rules.arrival import begin_turn, decide_wind, end_turn, sail, wind_choices
from parapegma.games.ulysses.rules.cards import draw_cards, may_pay_with, pay_whole_hand, pay_with
from parapegma.games.ulysses.rules.choices import COLOUR_TAKEN, END_PHASE, PAY_CARD, PLACE, SLOT
from parapegma.games.ulysses.rules.discussion import (
    ask_for_place,
    ask_to_commit,
    ask_to_speak,
    choose_disc_place,
    commit,
    commit_choices,
    faction_choices,
    put_disc,
    speak,
)
from parapegma.games.ulysses.rules.proposal import (
    ask_to_declare,
    declare,
    declare_choices,
    disc_targets,
    end_action_phase,
    forget_proposal,
    neighbours_in,
    propose,
)
from parapegma.games.ulysses.state import (
    ACTION,
    COMMIT,
    COMMITTING,
    DECLARE,
    DECLARING,
    DISC_PLACE,
    FACTION,
    FOR_CHANGE,
    FOR_DISC,
    FOR_NOTHING,
    FOR_REMOVAL,
    FOR_TEMPLE,
    GIVE,
    NO_FACTION,
    NOT_ENDED,
    NOWHERE,
    OVER,
    PAY,
    PAY_TEMPLE,
    PAYING,
    PLACING,
    PLAGUE_PLACE,
    PROPOSE,
    REMOVE_PLACE,
    SAILING,
    SPEAKING,
    TAKE,
    TEMPLE,
    TURN_ENDS,
    TYPES,
    WIND,
    ZEUS,
)

# The options as whole numbers: players, then these; the opening hands come last.
OPTION_TEMPLE_COST, OPTION_ZEUS, OPTION_LOCK, OPTION_BECALMED, OPTION_MAX_TURNS, OPTION_FIRST = range(1, 7)
OPTION_HANDS = 7


@rule
def setup(s, options, key):
    """Objectives, temples, the first player, the hands; the first turn begins with a draw.

    UL-2.1 to UL-2.6, UL-3.1
    """
    clear_table(s, options)
    set_key(s, key)
    deal_objectives(s)
    s.first = options[OPTION_FIRST] if options[OPTION_FIRST] >= 0 else below(s, s.players)
    for i in range(s.players):
        draw_cards(s, (s.first + i) % s.players, options[OPTION_HANDS + i])
    clear_events(s)
    begin_turn(s, s.first)


@rule
def clear_table(s, options):
    """An empty table with its options: the ship at the start, a temple each, all cards in the deck."""
    clear_events(s)
    s.players = options[0]
    s.temple_cost = options[OPTION_TEMPLE_COST]
    s.zeus_as_pandora = options[OPTION_ZEUS]
    s.faction_lock = options[OPTION_LOCK]
    s.becalmed = options[OPTION_BECALMED]
    s.max_turns = options[OPTION_MAX_TURNS]
    s.first = 0
    s.active = 0
    s.to_move = 0
    s.phase = ACTION
    s.ended = NOT_ENDED
    s.turn = 0
    s.pandora_used = 0
    s.objective_changed = 0
    s.ship = START
    s.plague = 0
    s.plague_n = 0
    s.reserve = TEMPLES - s.players
    s.pays_for = FOR_NOTHING
    s.owed = 0
    s.owed_temples = 0
    s.target = NOWHERE
    s.slot = -1
    s.colour = NO_COLOUR
    s.due = 0
    s.backing = NO_FACTION
    forget_proposal(s)
    for seat in range(MOST_PLAYERS):
        s.temples[seat] = 1 if seat < s.players else 0
        s.faction[seat] = NO_FACTION
        s.hand_n[seat] = 0
        s.revealed[seat] = 0
        for card in range(TYPES):
            s.hand[seat, card] = 0
            s.drew[seat, card] = 0
            s.played[seat, card] = 0
        for slot in range(OBJECTIVES):
            s.objective[seat, slot] = NOWHERE
            s.objective_known[seat, slot] = 0
            s.objective_not[seat, slot] = 0
    for card in range(TYPES):
        s.deck[card] = CARD_COUNT[card]
        s.shuffled[card] = CARD_COUNT[card]
        s.discard[card] = 0
    s.deck_n = N_CARDS
    s.discard_n = 0


@rule
def deal_objectives(s):
    """Shuffle the pile of each colour; every player takes the top card of each (UL-2.1)."""
    for colour in range(OBJECTIVES):
        n = PLACES_OF_COLOUR[colour]
        pile = s.pile[colour]
        for i in range(n):
            pile[i] = PLACE_OF_COLOUR[colour, i]
        shuffle(s, pile, n)
        for seat in range(s.players):
            s.objective[seat, colour] = pile[seat]
            s.objective_known[seat, colour] = 1 << seat
        for i in range(MOST_IN_PILE):
            s.pile_known[colour, i] = 0
            s.pile_not[colour, i] = 0
            pile[i] = pile[i + s.players] if i + s.players < n else NOWHERE
        s.pile_n[colour] = n - s.players


@rule
def actor(s):
    """The seat that decides; -1 after the end."""
    return -1 if s.phase == OVER else s.to_move


@rule
def legal(s, out):
    """The choices of the seat to move, by what it is asked (section 7.2)."""
    seat = s.to_move
    if s.phase == COMMIT:
        return commit_choices(s, seat, out)
    if s.phase == FACTION:
        return faction_choices(s, seat, out)
    if s.phase == DECLARE:
        return declare_choices(s, seat, out)
    if s.phase == ACTION:
        return action_choices(s, out)
    if s.phase == PAY:
        return pay_choices(s, seat, out)
    if s.phase == PROPOSE:
        return neighbours_in(s, ADJACENT[s.ship] & ~s.plague, out)
    if s.phase == DISC_PLACE:
        return neighbours_in(s, disc_targets(s, seat, s.due), out)
    if s.phase == WIND:
        return wind_choices(s, seat, out)
    if s.phase == PLAGUE_PLACE:
        return places_without_plague(s, out)
    if s.phase == REMOVE_PLACE:
        return plagued_places(s, out)
    if s.phase == GIVE:
        return slot_choices(s, seat, out)
    if s.phase == TAKE:
        return colour_choices(s, seat, out)
    if s.phase == PAY_TEMPLE:
        return temple_card_choices(s, seat, out)
    return 0


@rule
def apply(s, a):
    """Play one decision and what follows from it."""
    clear_events(s)
    if s.phase == COMMIT:
        commit(s, a)
    elif s.phase == FACTION:
        speak(s, a)
    elif s.phase == DECLARE:
        declare(s, a)
    elif s.phase == ACTION:
        if a == END_PHASE:
            end_action_phase(s)
        else:
            take_action(s, a)
    elif s.phase == PAY:
        pay_with(s, s.to_move, a - PAY_CARD)
        s.phase = PAYING
    elif s.phase == PROPOSE:
        propose(s, a - PLACE)
    elif s.phase == DISC_PLACE:
        choose_disc_place(s, a - PLACE)
    elif s.phase == WIND:
        decide_wind(s, a)
    elif s.phase == PLAGUE_PLACE:
        place_plague(s, a - PLACE)
    elif s.phase == REMOVE_PLACE:
        choose_removal(s, a - PLACE)
    elif s.phase == GIVE:
        choose_slot(s, s.to_move, a - SLOT)
    elif s.phase == TAKE:
        choose_colour(s, s.to_move, a - COLOUR_TAKEN)
    elif s.phase == PAY_TEMPLE:
        play_temple_card(s, s.to_move, a - PAY_CARD)
    go_on(s)


@rule
def go_on(s):
    """Whatever follows without a choice, up to the next question (section 7.3)."""
    while s.phase > OVER:
        if s.phase == COMMITTING:
            ask_to_commit(s)
        elif s.phase == SPEAKING:
            ask_to_speak(s)
        elif s.phase == DECLARING:
            ask_to_declare(s)
        elif s.phase == PAYING:
            ask_to_pay(s)
        elif s.phase == PLACING:
            ask_for_place(s)
        elif s.phase == SAILING:
            sail(s)
        elif s.phase == TURN_ENDS:
            end_turn(s)


@rule
def ask_to_pay(s):
    """The next card that is owed; a hand of no more cards is paid whole, unasked (UL-0.5, UL-4.2)."""
    seat = s.to_move
    if s.owed + s.owed_temples > 0:
        if s.hand_n[seat] > s.owed + s.owed_temples:
            s.phase = PAY_TEMPLE if s.owed_temples > 0 else PAY
            return
        pay_whole_hand(s, seat)
    take_effect(s, seat)


@rule
def take_effect(s, seat):
    """What has been paid for happens (UL-4.2)."""
    paid_for = s.pays_for
    s.pays_for = FOR_NOTHING
    s.phase = ACTION
    if paid_for == FOR_TEMPLE:
        take_temple(s, seat)
    elif paid_for == FOR_CHANGE:
        change_objective(s, seat)
    elif paid_for == FOR_REMOVAL:
        clear_target(s, seat)
    elif paid_for == FOR_DISC:
        place = s.target
        clear_target(s, seat)
        put_disc(s, place)


@rule
def pay_choices(s, seat, out):
    """The types of card that can be paid (UL-0.5, UL-7.6)."""
    n = 0
    for card in range(TYPES):
        if may_pay_with(s, seat, card):
            out[n] = PAY_CARD + card
            n += 1
    return n


@rule
def temple_card_choices(s, seat, out):
    """A temple card or Zeus as one (UL-4.14)."""
    n = 0
    if s.hand[seat, TEMPLE] > 0:
        out[n] = PAY_CARD + TEMPLE
        n += 1
    if s.hand[seat, ZEUS] > 0:
        out[n] = PAY_CARD + ZEUS
        n += 1
    return n


@rule
def scores(s, out):
    """Objectives shown so far (UL-8.4, UL-10)."""
    for seat in range(s.players):
        slots = s.revealed[seat]
        shown = 0
        while slots != 0:
            slots &= slots - 1
            shown += 1
        out[seat] = shown


@rule
def sources(s, seat, out):
    """Objectives shown so far, by their colours (UL-8.4)."""
    for colour in range(OBJECTIVES):
        out[colour] = 0
    for slot in range(OBJECTIVES):
        if s.revealed[seat] >> slot & 1:
            out[COLOUR[s.objective[seat, slot]]] += 1


@rule
def ranks(s, out):
    """Who has shown four has won; the others by objectives shown, equals sharing a place (UL-8.4, UL-10)."""
    scores(s, out)
    rank_by_score(out, s.players)
