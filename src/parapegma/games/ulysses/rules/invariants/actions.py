"""Ulysses: what must hold while an action of the active player is under way, and while cards are paid."""

from parapegma.core.compiled.jit import rule
from parapegma.games.ulysses.components import ADJACENT, NO_COLOUR, PLAGUE_DISCS
from parapegma.games.ulysses.rules.steps.action_phase import (
    colours_for,
    slots_to_give,
    temple_cards_needed,
)
from parapegma.games.ulysses.state import (
    FOR_CHANGE,
    FOR_TEMPLE,
    GIVE,
    PAY,
    PAY_TEMPLE,
    PLAGUE_PLACE,
    PROPOSE,
    REMOVE_PLACE,
    TAKE,
    WIND,
)


@rule
def action_fits(s):
    """What has one answer alone is not asked (UL-4.6, UL-4.9, UL-6.1, UL-9.1)."""
    if s.phase == PLAGUE_PLACE:
        return s.plague_n < PLAGUE_DISCS
    if s.phase == REMOVE_PLACE:
        return s.plague_n > 1 and s.hand_n[s.active] >= s.temples[s.active]
    if s.phase == PROPOSE:
        free = ADJACENT[s.ship] & ~s.plague
        return free & (free - 1) != 0
    if s.phase == WIND:
        return s.hand_n[s.active] > 0
    return True


@rule
def change_fits(s):
    """Slot and colour are chosen one after the other, and forgotten with the change (UL-4.10 to UL-4.12)."""
    seat = s.active
    paying = s.pays_for == FOR_CHANGE
    if s.phase != GIVE and s.phase != TAKE and not paying:
        return s.slot < 0 and s.colour == NO_COLOUR
    if not s.objective_changed or s.hand_n[seat] < s.owed:
        return False
    slots = slots_to_give(s, seat)
    if s.phase == GIVE:
        return s.slot < 0 and s.colour == NO_COLOUR and slots & (slots - 1) != 0
    if s.slot < 0 or not slots >> s.slot & 1:
        return False
    colours = colours_for(s, seat, s.slot)
    if s.phase == TAKE:
        return s.colour == NO_COLOUR and colours & (colours - 1) != 0
    return s.colour != NO_COLOUR and colours >> s.colour & 1 != 0


@rule
def payment_fits(s):
    """A card per temple is owed, less those paid; a hand of no more cards is paid whole (UL-0.5, UL-4.2)."""
    if s.phase != PAY and s.phase != PAY_TEMPLE:
        return True
    seat = s.to_move
    if s.owed < 1 or s.owed > s.temples[seat] or s.hand_n[seat] <= s.owed + s.owed_temples:
        return False
    if s.pays_for == FOR_TEMPLE and s.reserve == 0:
        return False
    if s.phase == PAY:
        return s.owed_temples == 0
    return s.owed == s.temples[seat] and 0 < s.owed_temples < temple_cards_needed(s, seat)
