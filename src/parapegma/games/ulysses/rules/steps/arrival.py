"""Ulysses: the ship arrives, objectives are shown, the turn goes on or ends (UL-8, UL-9)."""

from parapegma.core.compiled.events import emit
from parapegma.core.compiled.jit import rule
from parapegma.games.ulysses.components import COLOUR, INDEX_IN_COLOUR, OBJECTIVES
from parapegma.games.ulysses.rules.steps.cards import draw_phase, play_as
from parapegma.games.ulysses.rules.steps.choices import WIND_WITH_CARD, WIND_WITH_ZEUS, WITHOUT_WIND
from parapegma.games.ulysses.rules.steps.discussion import leader
from parapegma.games.ulysses.rules.steps.proposal import forget_proposal
from parapegma.games.ulysses.state import (
    ACTION,
    BLUE,
    CHALLENGE,
    ENDED,
    ENDED_OBJECTIVES,
    ENDED_TURNS,
    FACTIONS,
    NO_FACTION,
    NO_WIND,
    NOWHERE,
    OVER,
    RED,
    REVEALED,
    SAILED,
    TURN,
    TURN_ENDS,
    WIND,
    WIND_CARD,
    ZEUS,
)

ALL_REVEALED = (1 << OBJECTIVES) - 1
_LARGEST = 32767


@rule
def sail(s):
    """The ship goes to the place of the leading faction; the cards of the discussion are discarded.

    UL-7.3, UL-7.16, UL-8.1, UL-8.4, UL-9.1
    """
    winner = leader(s)
    discussed = s.disc[RED] != NOWHERE
    s.ship = s.disc[winner]
    for faction in range(FACTIONS):
        s.discard[CHALLENGE] += s.cards_for[faction] - s.zeus_for[faction]
        s.discard[ZEUS] += s.zeus_for[faction]
        s.discard_n += s.cards_for[faction]
    forget_proposal(s)
    s.to_move = s.active
    emit(s, SAILED, s.active, s.ship, winner if discussed else NO_FACTION)
    if reveal(s):
        end_game(s, ENDED_OBJECTIVES)
    elif winner != BLUE:
        s.phase = TURN_ENDS
    elif s.hand_n[s.active] > 0:
        s.phase = WIND
    else:
        emit(s, NO_WIND, s.active, 0, 0)
        s.phase = TURN_ENDS


@rule
def reveal(s):
    """Who holds the place's card shows it, whoever moved the ship; whether he has now shown all four.

    UL-8.1 to UL-8.6
    """
    colour = COLOUR[s.ship]
    complete = False
    for seat in range(s.players):
        for slot in range(OBJECTIVES):
            place = s.objective[seat, slot]
            if COLOUR[place] == colour and colour >= 0 and not s.revealed[seat] >> slot & 1:
                if place == s.ship:
                    s.revealed[seat] |= 1 << slot
                    s.objective_known[seat, slot] = (1 << s.players) - 1
                    emit(s, REVEALED, seat, s.ship, slot)
                    complete = s.revealed[seat] == ALL_REVEALED
                else:
                    # Everybody sees that this card is another one.
                    s.objective_not[seat, slot] |= 1 << INDEX_IN_COLOUR[s.ship]
    return complete


@rule
def wind_choices(s, seat, out):
    """A wind card, Zeus as one, or none (UL-9.1)."""
    n = 0
    if s.hand[seat, WIND_CARD] > 0:
        out[n] = WIND_WITH_CARD
        n += 1
    if s.hand[seat, ZEUS] > 0:
        out[n] = WIND_WITH_ZEUS
        n += 1
    out[n] = WITHOUT_WIND
    return n + 1


@rule
def decide_wind(s, a):
    """Wind brings a new leg of the same turn; without it the turn ends (UL-9.1 to UL-9.5)."""
    if a == WITHOUT_WIND:
        emit(s, NO_WIND, s.active, 0, 0)
        s.phase = TURN_ENDS
    else:
        play_as(s, s.active, ZEUS if a == WIND_WITH_ZEUS else WIND_CARD, WIND_CARD)
        s.phase = ACTION


@rule
def end_turn(s):
    """The player on the left becomes active, unless the table has agreed on a last turn (UL-9.5, UL-10)."""
    if s.max_turns > 0 and s.turn >= s.max_turns:
        end_game(s, ENDED_TURNS)
    else:
        begin_turn(s, (s.active + 1) % s.players)


@rule
def begin_turn(s, seat):
    """All draw; then the active player's action phase (UL-3.1, UL-3.2, UL-4.5, UL-4.11)."""
    s.active = seat
    s.to_move = seat
    s.turn += 1
    s.pandora_used = 0
    s.objective_changed = 0
    emit(s, TURN, seat, min(s.turn, _LARGEST), 0)
    draw_phase(s)
    s.phase = ACTION


@rule
def end_game(s, how):
    """Nobody decides any more."""
    s.phase = OVER
    s.ended = how
    emit(s, ENDED, s.active, how, 0)
