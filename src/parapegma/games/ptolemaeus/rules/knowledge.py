"""Ptolemaeus: what a seat has seen of other hands, and how it guesses the rest (section 6).

Hidden are the cards drawn unseen, bonus cards, objectives and the order of the decks, and which
observation another player is paying for before it is paid. Seen by all are the cards taken from the
display and all discards. A card stolen by Iupiter Orientalis is seen by thief and victim; for the
others, one of the cards they knew may be gone: those cards become ``maybe``, with a ``slack`` of
one, and the thief is one of the ``robbers`` who may hold it. It is still in one of the hands: what the
``others`` hold among them is less only when such a card is openly lost.
"""

from parapegma.core.compiled.bits import count, lowest, nth
from parapegma.core.compiled.events import clear_events
from parapegma.core.compiled.jit import rule
from parapegma.core.compiled.rng import below, set_key, shuffle
from parapegma.games.ptolemaeus.components import (
    COPIES,
    DISPLAY,
    N_BONUS,
    N_BONUS_KINDS,
    N_EVENTS,
    N_FACES,
    N_OBJECTIVES,
    NOVA_CONSTELLATIO,
    WIN_AT,
)
from parapegma.games.ptolemaeus.rules.scoring import winning_points
from parapegma.games.ptolemaeus.rules.steps.packs import faces_of, how_many, nth_card, one, size_of
from parapegma.games.ptolemaeus.state import (
    BEFORE,
    ECLIPSIS_DISCARD,
    IUPITER_FACE,
    NOTHING,
    OVER,
    PAY,
    SATURNUS_DISCARD,
    WIN_OFF,
)

_DEALS_OF_HANDS = 96
"""Deals of hands tried at random before one is built with care."""
_TRIES = 24
"""Deals of bonus and objective cards tried at random before one is built with care."""


@rule
def see_gain(s, holder, face):
    """Everybody sees a hand take a card."""
    for knower in range(s.players):
        if knower != holder:
            s.known[knower, holder] += one(face)
            s.others[knower] += one(face)


@rule
def see_loss(s, holder, face):
    """Everybody sees a card leave a hand."""
    for knower in range(s.players):
        if knower != holder:
            know_loss(s, knower, holder, face)


@rule
def know_loss(s, knower, holder, face):
    """A knower sees a card leave a hand for good, or for his own: one card less is certain to be there."""
    if how_many(s.others[knower], face) > 0:
        s.others[knower] -= one(face)
    if how_many(s.known[knower, holder], face) > 0:
        s.known[knower, holder] -= one(face)
    elif how_many(s.maybe[knower, holder], face) > 0:
        s.maybe[knower, holder] -= one(face)
        if s.maybe[knower, holder] == 0:
            s.slack[knower, holder] = 0
            s.robbers[knower, holder] = 0


@rule
def see_theft(s, thief, victim, face):
    """Thief and victim know the stolen card; the others only that some card is gone (PT-13.10)."""
    know_loss(s, thief, victim, face)
    s.known[victim, thief] += one(face)
    s.others[victim] += one(face)
    for knower in range(s.players):
        if knower != thief and knower != victim:
            s.maybe[knower, victim] += s.known[knower, victim]
            s.known[knower, victim] = 0
            if s.maybe[knower, victim] != 0:
                s.slack[knower, victim] += 1
                s.robbers[knower, victim] |= 1 << thief
            for holder in range(s.players):
                if s.robbers[knower, holder] >> victim & 1 and holder != thief:
                    s.robbers[knower, holder] |= 1 << thief


@rule
def look_into_hand(s, knower, holder):
    """A knower sees a whole hand (R-32, option ``choose``)."""
    s.known[knower, holder] = s.hand[holder]
    s.maybe[knower, holder] = 0
    s.slack[knower, holder] = 0
    s.robbers[knower, holder] = 0
    for face in range(N_FACES):
        more = certain(s, knower, face) - how_many(s.others[knower], face)
        if more > 0:
            s.others[knower] += more * one(face)


@rule
def certain(s, knower, face):
    """How many cards of a face a knower can point at in other hands."""
    n = 0
    for holder in range(s.players):
        if holder != knower:
            n += how_many(s.known[knower, holder], face)
    return n


@rule
def held_by_others(s, seat, face):
    """How many cards of a face the hands of the others hold."""
    n = 0
    for other in range(s.players):
        if other != seat:
            n += how_many(s.hand[other], face)
    return n


@rule
def choice_is_hidden(s, seat):
    """Whether another player is choosing a payment: until it is made, nobody sees what for."""
    return s.phase == PAY and s.to_move != seat


@rule
def forget_observation(s):
    """No observation is under way."""
    s.announced = -1
    s.sign_n = 0
    s.paid_n = 0
    s.unplaced = 0
    s.placing = -1
    s.picked = 0
    s.group_n = 0
    s.group_last = -1
    for i in range(3):
        s.signs[i] = -1


@rule
def unseen_cards(s, seat):
    """The constellation cards that lie in no place this seat can see."""
    pack = 0
    for face in range(N_FACES):
        pack += COPIES[face] * one(face)
    for slot in range(DISPLAY):
        if s.display[slot] >= 0:
            pack -= one(s.display[slot])
    return pack - s.discards - s.away - s.hand[seat]


@rule
def unseen_bonus(s, seat):
    """The bonus cards that lie in no place this seat can see; Umbra's lie open."""
    pack = s.bonus_total - s.bonus_discards - s.bonus_away - s.bonus[seat]
    for other in range(s.players, s.sides):
        pack -= s.bonus[other]
    return pack


@rule
def determinize(s, seat, key):
    """Deal anew all that this seat cannot know, at random among what fits all it has seen."""
    clear_events(s)
    set_key(s, key)
    if s.phase == OVER:
        return
    if choice_is_hidden(s, seat):
        s.phase = BEFORE
        s.doing = NOTHING
        s.choices = 0
        forget_observation(s)
    _deal_hands(s, seat)
    _deal_bonus_and_objectives(s, seat)
    _shuffle_events(s)
    for knower in range(s.players):
        for holder in range(s.players):
            if knower != seat and holder != seat and knower != holder:
                s.known[knower, holder] = s.known[seat, holder]
                s.maybe[knower, holder] = 0
                s.slack[knower, holder] = 0
                s.robbers[knower, holder] = 0
    for knower in range(s.players):
        if knower != seat:
            s.others[knower] = 0
            for holder in range(s.players):
                if holder != knower:
                    s.others[knower] += s.known[knower, holder]
    if s.phase == IUPITER_FACE:
        s.choices = faces_of(s.hand[s.victim])
        look_into_hand(s, s.turn_of, s.victim)
    elif s.phase == SATURNUS_DISCARD or s.phase == ECLIPSIS_DISCARD:
        s.choices = faces_of(s.hand[s.to_move])


@rule
def _deal_hands(s, seat):
    """Known cards stay; of the doubtful ones some have gone to a robber; the rest comes from the pool."""
    pool = -1
    for attempt in range(_DEALS_OF_HANDS):
        # The last attempt takes no more from a hand than must be gone.
        pool = _deal_what_is_known(s, seat, attempt < _DEALS_OF_HANDS - 1)
        if pool >= 0:
            break
    n = 0
    for face in range(N_FACES):
        for _ in range(how_many(pool, face)):
            s.deck[n] = face
            n += 1
    shuffle(s, s.deck, n)
    for other in range(s.players):
        if other != seat:
            for _ in range(s.hand_n[other] - size_of(s.hand[other])):
                n -= 1
                s.hand[other] += one(s.deck[n])
                s.deck[n] = 0
    s.deck_n = n


@rule
def _deal_what_is_known(s, seat, freely):
    """Deal certain and doubtful cards, and what the hands must hold among them besides.

    Return the cards left, or -1 if too many would be missing.
    """
    pool = unseen_cards(s, seat)
    for other in range(s.players):
        if other != seat:
            s.hand[other] = s.known[seat, other]
            pool -= s.known[seat, other]
    left = 0
    for other in range(s.players):
        if other != seat and s.maybe[seat, other] != 0:
            left |= 1 << other
    while left != 0:
        other = lowest(left) if freely else _least_slack(s, seat, left)
        left ^= 1 << other
        pool, missing = _deal_doubtful(s, seat, other, pool, freely)
        if missing > s.slack[seat, other] and freely:
            return -1
    for face in range(N_FACES):
        for _ in range(how_many(s.others[seat], face) - held_by_others(s, seat, face)):
            hands = _hands_for(s, seat, face)
            if hands == 0:
                if freely:
                    return -1
                pool += _make_room(s, seat)
                hands = _hands_for(s, seat, face)
            if hands != 0:
                s.hand[nth(hands, below(s, count(hands)))] += one(face)
                pool -= one(face)
    return pool


@rule
def _least_slack(s, seat, hands):
    """Of some hands, the one that may miss the fewest cards."""
    best = lowest(hands)
    for other in range(s.players):
        if hands >> other & 1 and s.slack[seat, other] < s.slack[seat, best]:
            best = other
    return best


@rule
def _hands_for(s, seat, face):
    """The hands with room for a card that must be in one of them: if possible, who had it or robbed him."""
    suspects = 0
    roomy = 0
    for other in range(s.players):
        if other != seat:
            if how_many(s.maybe[seat, other], face) > 0:
                suspects |= 1 << other | s.robbers[seat, other]
            if s.hand_n[other] > size_of(s.hand[other]):
                roomy |= 1 << other
    return roomy & suspects if roomy & suspects else roomy


@rule
def _make_room(s, seat):
    """Take back a doubtful card that no hand must hold, best where one more may be missing; 0 if none."""
    found = -1
    card = 0
    for other in range(s.players):
        if other != seat:
            spare = doubtful_missing(s, seat, other) < s.slack[seat, other]
            for face in range(N_FACES):
                doubtful = how_many(s.hand[other], face) > how_many(s.known[seat, other], face)
                if doubtful and held_by_others(s, seat, face) > how_many(s.others[seat], face):
                    if found < 0 or spare:
                        found = other
                        card = one(face)
    if found >= 0:
        s.hand[found] -= card
    return card


@rule
def doubtful_missing(s, knower, holder):
    """How many of the cards a knower has seen in a hand are not there."""
    missing = 0
    for face in range(N_FACES):
        seen = how_many(s.known[knower, holder], face) + how_many(s.maybe[knower, holder], face)
        if seen > how_many(s.hand[holder], face):
            missing += seen - how_many(s.hand[holder], face)
    return missing


@rule
def _deal_doubtful(s, seat, holder, pool, freely):
    """Deal the cards a hand had before thefts: each theft may have taken one of them to a robber.

    Return the cards left, and how many of the doubtful ones are missing from the hand.
    """
    maybe = s.maybe[seat, holder]
    missing = 0
    for face in range(N_FACES):
        while how_many(maybe, face) > how_many(pool, face):
            # It was stolen, and has been played since.
            maybe -= one(face)
            missing += 1
    left = size_of(maybe)
    room = s.hand_n[holder] - size_of(s.hand[holder])
    losses = 0
    if freely:
        for _ in range(s.slack[seat, holder] - missing):
            if below(s, s.hand_n[holder] + s.slack[seat, holder]) < left - losses:
                losses += 1
    if left - losses > room:
        losses = left - room
    while left > 0:
        face = nth_card(maybe, below(s, left))
        if not freely:
            face = _needed_first(s, seat, maybe, face)
        maybe -= one(face)
        left -= 1
        lost = losses > 0 if freely else room == 0
        if lost:
            losses -= 1
            robbers = _robbers_with_room(s, seat, holder)
            if not is_needed(s, seat, face) and (not freely or below(s, 2) == 0):
                # A card of this face has been played since, perhaps this one.
                missing += 1
                continue
            if robbers != 0:
                s.hand[nth(robbers, below(s, count(robbers)))] += one(face)
                pool -= one(face)
                missing += 1
                continue
        if room > 0:
            s.hand[holder] += one(face)
            pool -= one(face)
            room -= 1
        else:
            missing += 1
    return pool, missing


@rule
def is_needed(s, seat, face):
    """Whether the hands of the others must hold one more card of a face than they do."""
    return held_by_others(s, seat, face) < how_many(s.others[seat], face)


@rule
def _needed_first(s, seat, cards, otherwise):
    """A card that the hands must hold among them and do not yet, else the other one."""
    for face in range(N_FACES):
        if how_many(cards, face) > 0 and is_needed(s, seat, face):
            return face
    return otherwise


@rule
def _robbers_with_room(s, seat, holder):
    """Who may hold a card stolen from a hand, as far as his other cards leave room for it."""
    robbers = 0
    for other in range(s.players):
        if other != seat and s.robbers[seat, holder] >> other & 1:
            if s.hand_n[other] > size_of(s.hand[other]) + size_of(s.maybe[seat, other]):
                robbers |= 1 << other
    return robbers


@rule
def _deal_bonus_and_objectives(s, seat):
    """Deal hidden bonus and objective cards so that nobody has won already (PT-15.1)."""
    pool = unseen_bonus(s, seat)
    for _ in range(_TRIES):
        objectives = ((1 << N_OBJECTIVES) - 1) & ~(1 << s.objective[seat])
        n = 0
        for kind in range(N_BONUS_KINDS):
            for _ in range(how_many(pool, kind)):
                s.bonus_deck[n] = kind
                n += 1
        shuffle(s, s.bonus_deck, n)
        fits = True
        for other in range(s.players):
            if other != seat:
                s.objective[other] = nth(objectives, below(s, count(objectives)))
                objectives ^= 1 << s.objective[other]
                s.bonus[other] = 0
                for _ in range(s.bonus_n[other]):
                    n -= 1
                    s.bonus[other] += one(s.bonus_deck[n])
                    s.bonus_deck[n] = 0
                if s.immediate_win != WIN_OFF and winning_points(s, other) >= WIN_AT:
                    fits = False
        s.bonus_deck_n = n
        if fits:
            return
    _deal_with_care(s, seat, pool)


@rule
def _deal_with_care(s, seat, pool):
    """Try all objectives, and give the cards without points first to those who are near winning."""
    start = below(s, N_OBJECTIVES**3)
    for step in range(N_OBJECTIVES**3):
        code = (start + step) % N_OBJECTIVES**3
        taken = 1 << s.objective[seat]
        fits = True
        for other in range(s.players):
            if other != seat:
                s.objective[other] = code % N_OBJECTIVES
                code //= N_OBJECTIVES
                if taken >> s.objective[other] & 1:
                    fits = False
                taken |= 1 << s.objective[other]
        if fits and _deal_bonus_with_care(s, seat, pool):
            return


@rule
def _deal_bonus_with_care(s, seat, pool):
    """First the cards that a seat needs to stay under the winning points, then the rest."""
    novas = how_many(pool, NOVA_CONSTELLATIO)
    plain = pool - novas * one(NOVA_CONSTELLATIO)
    for other in range(s.players):
        if other != seat:
            s.bonus[other] = 0
            most_novas = WIN_AT - 1 - winning_points(s, other)
            if most_novas < 0:
                return False
            for _ in range(s.bonus_n[other] - most_novas):
                if plain == 0:
                    return False
                kind = nth_card(plain, below(s, size_of(plain)))
                plain -= one(kind)
                s.bonus[other] += one(kind)
    rest = plain + novas * one(NOVA_CONSTELLATIO)
    for other in range(s.players):
        if other != seat:
            for _ in range(s.bonus_n[other] - size_of(s.bonus[other])):
                kind = nth_card(rest, below(s, size_of(rest)))
                rest -= one(kind)
                s.bonus[other] += one(kind)
    n = 0
    for kind in range(N_BONUS_KINDS):
        for _ in range(how_many(rest, kind)):
            s.bonus_deck[n] = kind
            n += 1
    shuffle(s, s.bonus_deck, n)
    s.bonus_deck_n = n
    for i in range(n, N_BONUS):
        s.bonus_deck[i] = 0
    return True


@rule
def _shuffle_events(s):
    """The event cards not seen yet lie in an unknown order."""
    n = 0
    for card in range(N_EVENTS):
        if card != s.event_card and not s.event_used >> card & 1:
            s.event_deck[n] = card
            n += 1
    s.event_deck_n = n
    shuffle(s, s.event_deck, n)
