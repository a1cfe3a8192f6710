"""Ptolemaeus: the bonus cards: when they may be played and what they do (PT-12, PT-13)."""

from parapegma.core.compiled.bits import count, lowest
from parapegma.core.compiled.events import emit
from parapegma.core.compiled.jit import rule
from parapegma.core.compiled.rng import below
from parapegma.games.ptolemaeus.components import (
    ALL_SIGNS,
    IMPROVED_BY,
    IUPITER_ORIENTALIS,
    MALEFICUS_MARS,
    MALEFICUS_SATURNUS,
    MERCURIUS_RETROGRADUS,
    NOVA_CONSTELLATIO,
    NOVA_LUNA,
    SIGNS_OF_COLOUR,
    SIGNUM_IGNIS,
    SOL_IN_MEDIO_CAELI,
    VENUS_RETROGRADA,
)
from parapegma.games.ptolemaeus.rules.knowledge.memory import look_into_hand, see_theft
from parapegma.games.ptolemaeus.rules.scoring import tokens_on_signs
from parapegma.games.ptolemaeus.rules.steps.cards import DECK, deck_has_card, discard, sources
from parapegma.games.ptolemaeus.rules.steps.packs import faces_of, nth_card, one
from parapegma.games.ptolemaeus.rules.steps.tokens import lift_tokens, may_take_token, return_tokens
from parapegma.games.ptolemaeus.rules.steps.umbra import umbra_gives_up
from parapegma.games.ptolemaeus.state import (
    ECLIPSE,
    ECLIPSIS_DISCARD,
    IUPITER_FACE,
    IUPITER_SEAT,
    LUNA_OWNER,
    LUNA_SIGN,
    MARS_GIVE,
    MERCURIUS_FROM,
    MERCURIUS_TO,
    MOVED,
    NOTHING,
    PLAYED,
    PLAYING_IUPITER,
    PLAYING_LUNA,
    PLAYING_MARS,
    PLAYING_MERCURIUS,
    PLAYING_SATURNUS,
    PLAYING_VENUS,
    SATURNUS_DISCARD,
    SIGNUM_SIGN,
    STOLE,
    VENUS_DRAW,
)


@rule
def playable(s, seat, kind):
    """Whether at least one unit of a card's effect can be carried out (PT-12.4)."""
    if kind == NOVA_LUNA:
        return luna_targets(s, seat) != 0
    if kind == VENUS_RETROGRADA:
        return sources(s, True) != 0
    if kind == MALEFICUS_MARS:
        return opponents_with_tokens(s, seat)
    if kind == MALEFICUS_SATURNUS or kind == IUPITER_ORIENTALIS:
        if s.players == 1:
            return deck_has_card(s)
        return opponents_with_cards(s, seat) != 0
    if kind == MERCURIUS_RETROGRADUS:
        return s.held[seat] != 0
    if kind == SOL_IN_MEDIO_CAELI:
        return True
    if kind == NOVA_CONSTELLATIO:
        return False
    return signum_targets(s, seat, kind) != 0


@rule
def play(s, kind):
    """Play a bonus card: it is discarded for good, and its effect begins (PT-12.3, PT-12.5)."""
    seat = s.turn_of
    planet = IMPROVED_BY[kind]
    improved = planet >= 0 and s.studied[seat] >> planet & 1 != 0
    s.bonus[seat] -= one(kind)
    s.bonus_n[seat] -= 1
    s.bonus_discards += one(kind)
    emit(s, PLAYED, seat, kind, 1 if improved else 0)
    s.each = 2 if improved else 1
    s.units = s.each
    if kind == NOVA_LUNA:
        s.doing = PLAYING_LUNA
    elif kind == VENUS_RETROGRADA:
        s.doing = PLAYING_VENUS
    elif kind == MERCURIUS_RETROGRADUS:
        s.doing = PLAYING_MERCURIUS
    elif kind == IUPITER_ORIENTALIS:
        s.doing = PLAYING_IUPITER
    elif kind == MALEFICUS_MARS or kind == MALEFICUS_SATURNUS:
        s.doing = PLAYING_MARS if kind == MALEFICUS_MARS else PLAYING_SATURNUS
        s.victim = seat
        s.units = 0
    elif kind == SOL_IN_MEDIO_CAELI:
        s.extra_turns += s.each
        finish_effect(s)
    else:
        signs = signum_targets(s, seat, kind)
        finish_effect(s)
        if signs & (signs - 1):
            s.phase = SIGNUM_SIGN
            s.choices = signs
        else:
            s.arriving = lowest(signs)


@rule
def finish_effect(s):
    """Nothing is under way any more; the turn goes on with its owner."""
    s.doing = NOTHING
    s.units = 0
    s.each = 0
    s.victim = -1
    s.moved_to = -1
    s.to_move = s.turn_of


@rule
def signum_targets(s, seat, kind):
    """Signs of the element where a token from the reserve may go, bodies or not (PT-13.12)."""
    if s.reserve[seat] == 0:
        return 0
    return SIGNS_OF_COLOUR[kind - SIGNUM_IGNIS] & may_take_token(s, seat)


@rule
def luna_targets(s, seat):
    """Signs with an opposing token that one from the own reserve may replace (PT-13.1, PT-13.2)."""
    if s.reserve[seat] == 0:
        return 0
    signs = 0
    for other in range(s.sides):
        if other != seat:
            signs |= s.held[other]
    return signs & may_take_token(s, seat)


@rule
def go_on_with_luna(s):
    """Nova Luna: one replacement, improved up to two (PT-13.1, R-26)."""
    signs = luna_targets(s, s.turn_of) if s.units > 0 else 0
    if signs == 0:
        finish_effect(s)
    elif s.units < s.each or signs & (signs - 1):
        s.phase = LUNA_SIGN
        s.choices = signs
    else:
        choose_luna_owner(s, lowest(signs))


@rule
def choose_luna_owner(s, sign):
    """Whose token on the sign is replaced; bit 0 is the next seat clockwise (PT-13.1)."""
    owners = 0
    for step in range(s.sides - 1):
        if s.tokens[(s.turn_of + 1 + step) % s.sides, sign] > 0:
            owners |= 1 << step
    if owners & (owners - 1):
        s.placing = sign
        s.phase = LUNA_OWNER
        s.choices = owners
    else:
        replace(s, sign, lowest(owners))


@rule
def replace(s, sign, step):
    """The displaced token returns to its owner's reserve, the own one arrives (PT-13.1)."""
    owner = (s.turn_of + 1 + step) % s.sides
    return_tokens(s, owner, sign, 1)
    s.placing = -1
    s.arriving = sign
    s.units -= 1


@rule
def go_on_with_venus(s):
    """Venus Retrograda: one card, improved two; jokers are free to take (PT-13.3)."""
    found = sources(s, True) if s.units > 0 else 0
    if found == 0:
        finish_effect(s)
    elif found & (found - 1):
        s.phase = VENUS_DRAW
        s.choices = found
    else:
        s.units -= 1
        s.taking = lowest(found)


@rule
def mercurius_sources(s):
    """Signs with an own token that this card has not moved yet (PT-13.7, R-30)."""
    signs = s.held[s.turn_of]
    if s.moved_to >= 0 and s.tokens[s.turn_of, s.moved_to] == 1:
        signs &= ~(1 << s.moved_to)
    return signs


@rule
def go_on_with_mercurius(s):
    """Mercurius Retrogradus: move one own token, improved up to two different ones (PT-13.7)."""
    signs = mercurius_sources(s) if s.units > 0 else 0
    if signs == 0:
        finish_effect(s)
    elif s.units < s.each or signs & (signs - 1):
        s.phase = MERCURIUS_FROM
        s.choices = signs
    else:
        choose_mercurius_destination(s, lowest(signs))


@rule
def choose_mercurius_destination(s, source):
    """Any other sign where the token may lie (PT-13.7, PT-8.5)."""
    s.placing = source
    s.phase = MERCURIUS_TO
    s.choices = may_take_token(s, s.turn_of) & ALL_SIGNS & ~(1 << source)


@rule
def move_by_mercurius(s, sign):
    """The token leaves its sign and arrives on another (PT-13.7)."""
    lift_tokens(s, s.turn_of, s.placing, 1)
    emit(s, MOVED, s.turn_of, s.placing, 0)
    s.placing = -1
    s.moved_to = sign
    s.arriving = sign
    s.units -= 1


@rule
def opponents_with_tokens(s, seat):
    """Whether any opponent has a token on a sign."""
    for other in range(s.sides):
        if other != seat and s.held[other] != 0:
            return True
    return False


@rule
def opponents_with_cards(s, seat):
    """The opponents with constellation cards; bit 0 is the next seat clockwise."""
    found = 0
    for step in range(s.players - 1):
        if s.hand_n[(seat + 1 + step) % s.players] > 0:
            found |= 1 << step
    return found


@rule
def go_on_with_iupiter(s):
    """Iupiter Orientalis: one card from an opponent, improved two, card by card (PT-13.10).

    Umbra has no hand: the cards come from the deck (PT-16.9).
    """
    if s.players == 1:
        if s.units > 0 and deck_has_card(s):
            s.units -= 1
            s.taking = DECK
        else:
            finish_effect(s)
        return
    found = opponents_with_cards(s, s.turn_of) if s.units > 0 else 0
    if found == 0:
        finish_effect(s)
    elif found & (found - 1):
        s.phase = IUPITER_SEAT
        s.choices = found
    else:
        rob(s, lowest(found))


@rule
def rob(s, step):
    """Take a card unseen, or look into the hand and choose (PT-13.10, R-32)."""
    victim = (s.turn_of + 1 + step) % s.players
    s.victim = victim
    if s.iupiter_chooses:
        look_into_hand(s, s.turn_of, victim)
        if s.hand_n[victim] > 1:
            s.phase = IUPITER_FACE
            s.choices = faces_of(s.hand[victim])
            return
    steal(s, nth_card(s.hand[victim], below(s, s.hand_n[victim])))


@rule
def steal(s, face):
    """The card goes from the victim's hand to the thief's."""
    thief = s.turn_of
    victim = s.victim
    s.hand[victim] -= one(face)
    s.hand_n[victim] -= 1
    s.hand[thief] += one(face)
    s.hand_n[thief] += 1
    see_theft(s, thief, victim, face)
    emit(s, STOLE, thief, victim, face)
    s.victim = -1
    s.units -= 1


@rule
def go_on_with_mars(s):
    """Maleficus Mars: clockwise, every opponent returns tokens of his choice (PT-13.4, PT-13.6)."""
    if s.units == 0:
        s.victim = (s.victim + 1) % s.sides
        s.units = s.each
        if s.victim == s.turn_of:
            finish_effect(s)
        return
    victim = s.victim
    held = s.held[victim]
    if held == 0:
        s.units = 0
    elif victim >= s.players:
        give_up(s, umbra_gives_up(s, -1))
    elif held & (held - 1) == 0 or tokens_on_signs(s, victim) <= s.units:
        give_up(s, lowest(held))
    else:
        s.to_move = victim
        s.phase = MARS_GIVE
        s.choices = held


@rule
def give_up(s, sign):
    """One token of the victim returns to his reserve (PT-13.4)."""
    return_tokens(s, s.victim, sign, 1)
    s.units -= 1


@rule
def go_on_with_discards(s):
    """Every seat concerned discards cards of its choice, one seat after the other.

    For Maleficus Saturnus all opponents, clockwise from the active seat; Umbra loses turns instead. For
    Eclipsis everyone, clockwise from the first player; Umbra none.
    PT-13.5, PT-13.6, PT-14.8, PT-16.9, PT-16.10
    """
    eclipse = s.doing == ECLIPSE
    if s.units == 0:
        s.victim = (s.victim + 1) % s.sides
        s.units = s.each
        if s.victim == (s.first if eclipse else s.turn_of):
            s.units = 0
            s.each = 0
            if not eclipse:
                finish_effect(s)
        return
    victim = s.victim
    if victim >= s.players:
        if not eclipse:
            s.umbra_idle += s.units
        s.units = 0
        return
    faces = faces_of(s.hand[victim])
    if faces == 0:
        s.units = 0
    elif s.hand_n[victim] <= s.units or (s.players == 1 and count(faces) == 1):
        # All that is left; but among others, that a hand holds one face only is not given away.
        throw_away(s, lowest(faces))
    else:
        s.to_move = victim
        s.phase = ECLIPSIS_DISCARD if eclipse else SATURNUS_DISCARD
        s.choices = faces


@rule
def throw_away(s, face):
    """One card of the victim goes to the discards."""
    discard(s, s.victim, face)
    s.units -= 1
