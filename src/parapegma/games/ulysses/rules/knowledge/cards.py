"""Ulysses: a guess at deck and hands that fits all a seat has seen since the last shuffle.

Every player's cards are old, held at the last shuffle, or fresh, drawn since. How many of both he has had is
open, and so is what he has played; who is placing a disc, adding cards or building a temple holds besides
what he has promised. All this he must have had: a card each, old or fresh, as chance will have it. If then
more old cards of a type are needed than there were, or more in a hand than it had, some of them become
fresh ones along a chain of exchanges; a chain is found whenever there is any deal at all that fits. The
other cards can be anywhere. Chains favour some deals: so after them cards change places at random.
"""

from parapegma.core.compiled.jit import rule
from parapegma.core.compiled.rng import below
from parapegma.games.ulysses.components import CARD_COUNT, MOST_PLAYERS
from parapegma.games.ulysses.rules.knowledge.mixing import mix
from parapegma.games.ulysses.state import CHALLENGE, TEMPLE, TYPES, ZEUS

# The events have just been forgotten: their rows give room to count in. A row for each type of card:
_FRESH = 0  # cards of the last shuffle without a place
_OLD = 1  # cards in other hands at the last shuffle without a place
_SPARE = 2  # cards that nobody is known to have had
# A row for each seat:
_SEATS = 8
_DRAWN = 0  # how many cards it has drawn since the last shuffle
_HELD = 1  # how many it held then
_DRAWS_LEFT = 2  # of these, how many have not been dealt anew yet
_HELD_LEFT = 3
# And a row for each link of a chain: the types, the seats, and nobody in particular.
_CHAIN = 16
_NOBODY = TYPES + MOST_PLAYERS
_LINKS = _NOBODY + 1


@rule
def guess_cards(s, seat):
    """Deck and other hands at random; hands that hold for sure what has been promised."""
    for other in range(s.players):
        drawn = 0
        gone = 0
        for card in range(TYPES):
            drawn += s.drew[other, card]
            gone += s.played[other, card]
        s.event[_SEATS + other, _DRAWN] = drawn
        s.event[_SEATS + other, _HELD] = s.hand_n[other] + gone - drawn
    kind = TEMPLE if s.owed_temples > 0 else CHALLENGE
    promised = 0
    if s.to_move != seat:
        promised += s.due + s.owed_temples
    first = 0
    fits = True
    for more in range(promised + 1):
        _collect(s, seat)
        if more == 0:
            first = _zeus_among(s, kind, promised)
        zeus = (first + more) % (promised + 1)
        if promised > 0:
            s.hand[s.to_move, kind] += promised - zeus
            s.hand[s.to_move, ZEUS] += zeus
            s.event[kind, _SPARE] -= promised - zeus
            s.event[ZEUS, _SPARE] -= zeus
        _give_what_was_had(s, seat)
        fits = fits and _can_be(s, seat)
        if fits or _exchange_what_cannot_be(s, seat):
            break
    _deal_the_rest(s, seat)
    if not fits:
        mix(s, seat, kind, promised)


@rule
def _collect(s, seat):
    """Take up deck and other hands; each hand is then to get first what has left it."""
    for card in range(TYPES):
        held = s.hand[seat, card] + s.played[seat, card] - s.drew[seat, card]
        s.event[card, _FRESH] = s.shuffled[card] - s.drew[seat, card]
        s.event[card, _OLD] = CARD_COUNT[card] - s.shuffled[card] - held
        spare = s.event[card, _FRESH] + s.event[card, _OLD]
        s.deck[card] = 0
        for other in range(s.players):
            if other != seat:
                s.hand[other, card] = s.played[other, card]
                s.drew[other, card] = 0
                spare -= s.played[other, card]
        s.event[card, _SPARE] = spare
    for other in range(s.players):
        s.event[_SEATS + other, _DRAWS_LEFT] = s.event[_SEATS + other, _DRAWN]
        s.event[_SEATS + other, _HELD_LEFT] = s.event[_SEATS + other, _HELD]


@rule
def _zeus_among(s, kind, promised):
    """How many of the promised cards are Zeus, by how many of each can be anywhere."""
    own = s.event[kind, _SPARE]
    zeus = s.event[ZEUS, _SPARE]
    chosen = 0
    for _ in range(promised):
        if zeus > 0 and below(s, own + zeus) >= own:
            zeus -= 1
            chosen += 1
        else:
            own = max(0, own - 1)
    return chosen


@rule
def _give_what_was_had(s, seat):
    """Each player the cards he has had for sure, the rarest type and the smallest hand first."""
    types = (1 << TYPES) - 1
    while types != 0:
        card = 0
        for i in range(TYPES):
            rarer = s.event[i, _SPARE] < s.event[card, _SPARE]
            if types >> i & 1 and (rarer or not types >> card & 1):
                card = i
        types &= ~(1 << card)
        others = ((1 << s.players) - 1) & ~(1 << seat)
        while others != 0:
            other = 0
            for i in range(s.players):
                if others >> i & 1 and (s.hand_n[i] < s.hand_n[other] or not others >> other & 1):
                    other = i
            others &= ~(1 << other)
            for _ in range(s.hand[other, card]):
                _give_one(s, other, card)


@rule
def _give_one(s, other, card):
    """One card that a player has had: drawn or held, as chance will have it; held also if it cannot be."""
    fresh = max(0, s.event[card, _FRESH]) * max(0, s.event[_SEATS + other, _DRAWS_LEFT])
    old = max(0, s.event[card, _OLD]) * max(0, s.event[_SEATS + other, _HELD_LEFT])
    s.event[card, _OLD] -= 1
    s.event[_SEATS + other, _HELD_LEFT] -= 1
    if fresh > 0 and below(s, fresh + old) < fresh:
        _make_fresh(s, other, card)


@rule
def _make_fresh(s, other, card):
    """Let a card be one that the player has drawn, not one that he held."""
    s.drew[other, card] += 1
    s.event[card, _FRESH] -= 1
    s.event[card, _OLD] += 1
    s.event[_SEATS + other, _DRAWS_LEFT] -= 1
    s.event[_SEATS + other, _HELD_LEFT] += 1


@rule
def _make_old(s, other, card):
    """Let a card be one that the player held, not one that he has drawn."""
    s.drew[other, card] -= 1
    s.event[card, _FRESH] += 1
    s.event[card, _OLD] -= 1
    s.event[_SEATS + other, _DRAWS_LEFT] += 1
    s.event[_SEATS + other, _HELD_LEFT] -= 1


@rule
def _can_be(s, seat):
    """Whether no type and no hand has more old cards than it had."""
    for card in range(TYPES):
        if s.event[card, _OLD] < 0:
            return False
    for other in range(s.players):
        if other != seat and s.event[_SEATS + other, _HELD_LEFT] < 0:
            return False
    return True


@rule
def _exchange_what_cannot_be(s, seat):
    """Until no type and no hand has more old cards than it had; whether that can be."""
    for card in range(TYPES):
        while s.event[card, _OLD] < 0:
            if s.event[card, _FRESH] <= 0 or not _exchange(s, seat, card, _NOBODY):
                return False
    for other in range(s.players):
        while other != seat and s.event[_SEATS + other, _HELD_LEFT] < 0:
            if s.event[_SEATS + other, _DRAWS_LEFT] <= 0 or not _exchange(s, seat, _NOBODY, TYPES + other):
                return False
    return True


@rule
def _exchange(s, seat, first, last):
    """A shortest chain from one link to another; whether there is one.

    Along it a seat has drawn a card it had held and held another it had drawn, and so on. Links are tried in
    an order that chance begins.
    """
    reached = 1 << first
    before = 0
    begin = below(s, _LINKS)
    while not reached >> last & 1:
        if reached == before:
            return False
        before = reached
        for i in range(_LINKS):
            link = (begin + i) % _LINKS
            for j in range(_LINKS):
                further = (begin + j) % _LINKS
                new = before >> link & 1 and not reached >> further & 1
                if new and _leads_on(s, seat, link, further):
                    reached |= 1 << further
                    s.event[_CHAIN + further, 0] = link
    link = last
    while link != first:
        nearer = s.event[_CHAIN + link, 0]
        if nearer < TYPES and link != _NOBODY:
            _make_fresh(s, link - TYPES, nearer)
        elif link < TYPES and nearer != _NOBODY:
            _make_old(s, nearer - TYPES, link)
        link = nearer
    return True


@rule
def _leads_on(s, seat, link, further):
    """Whether one more card can go from a link of a chain to another.

    From a type to a seat that can have drawn it; from a seat to a type that it can have held; from nobody to
    a type with fresh cards or a seat with room for old ones, and the other way round to nobody.
    """
    other = (link if link >= TYPES and link != _NOBODY else further) - TYPES
    if link == _NOBODY and further < TYPES:
        return s.event[further, _FRESH] > 0
    if further == _NOBODY and link < TYPES:
        return s.event[link, _OLD] > 0
    if other < 0 or other >= s.players or other == seat:
        return False
    if link == _NOBODY:
        return s.event[_SEATS + other, _HELD_LEFT] > 0
    if further == _NOBODY:
        return s.event[_SEATS + other, _DRAWS_LEFT] > 0
    if link < TYPES:
        return s.drew[other, link] < s.hand[other, link]
    return further < TYPES and s.drew[other, further] > 0


@rule
def _deal_the_rest(s, seat):
    """The other old and fresh cards at random; the deck is what is left."""
    for other in range(s.players):
        if other != seat:
            for _ in range(s.event[_SEATS + other, _HELD_LEFT]):
                card = _random_of(s, _OLD)
                s.event[card, _OLD] -= 1
                s.hand[other, card] += 1
            for _ in range(s.event[_SEATS + other, _DRAWS_LEFT]):
                card = _random_of(s, _FRESH)
                s.event[card, _FRESH] -= 1
                s.hand[other, card] += 1
                s.drew[other, card] += 1
            for card in range(TYPES):
                s.hand[other, card] -= s.played[other, card]
    for card in range(TYPES):
        s.deck[card] = s.event[card, _FRESH]


@rule
def _random_of(s, column):
    """The type of a card taken at random from the old or the fresh ones."""
    total = 0
    for card in range(TYPES):
        total += s.event[card, column]
    place = below(s, total)
    card = 0
    while place >= s.event[card, column]:
        place -= s.event[card, column]
        card += 1
    return card
