"""Ptolemaeus: observing a sign or a configuration: which are possible, paying, placing (PT-5 to PT-8)."""

from parapegma.core.compiled.bits import count, lowest
from parapegma.core.compiled.events import emit
from parapegma.core.compiled.jit import rule
from parapegma.games.ptolemaeus.components import (
    CONFIGURATION,
    CONFIGURATION_MASK,
    CONFIGURATION_SIZE,
    JOKER,
    N_COLOURS,
    N_FACES,
    N_SIGNS,
    OPPOSITION,
)
from parapegma.games.ptolemaeus.rules.knowledge import forget_observation
from parapegma.games.ptolemaeus.rules.knowledge.memory import see_loss
from parapegma.games.ptolemaeus.rules.scoring import tokens_on_signs
from parapegma.games.ptolemaeus.rules.steps.packs import how_many, one
from parapegma.games.ptolemaeus.rules.steps.payment import can_pay, group_size, payments, signs_payable
from parapegma.games.ptolemaeus.rules.steps.tokens import lift_tokens, may_take_token
from parapegma.games.ptolemaeus.state import (
    MOVE_FROM,
    MOVED,
    NOTHING,
    OBSERVED,
    OBSERVING,
    ORDER,
    PAID,
    PAY,
)


@rule
def observable(s, seat):
    """The signs a seat may observe alone: a body, room for a token, a token to place, and the price.

    PT-6.1 to PT-6.3, PT-8.2, PT-8.3, PT-8.5
    """
    signs = s.bodies & may_take_token(s, seat)
    if s.reserve[seat] == 0:
        held = s.held[seat]
        if held & (held - 1) == 0:
            # All tokens on signs are on one sign: they can be moved anywhere but there.
            signs = signs & ~held if held != 0 else 0
    return signs_payable(s.hand[seat], signs)


@rule
def may_observe(s, seat, configuration):
    """Whether a configuration of the sky may be observed (PT-7.1, PT-7.9, PT-8.3, PT-5.7)."""
    signs = CONFIGURATION_MASK[configuration]
    if without_room(s, seat, signs, configuration < OPPOSITION):
        return False
    if not has_tokens_for(s, seat, signs, CONFIGURATION_SIZE[configuration]):
        return False
    return can_pay(
        s.hand[seat],
        CONFIGURATION[configuration, 0],
        CONFIGURATION[configuration, 1],
        CONFIGURATION[configuration, 2],
    )


@rule
def without_room(s, seat, signs, conjunction):
    """Which of the observed signs can take no token, or not the two of a conjunction (PT-8.5, PT-7.9)."""
    if conjunction:
        # Of two tokens on one sign, the second is a third one if there is one already.
        return signs & s.held[seat] & ~s.open[seat]
    return signs & ~may_take_token(s, seat)


@rule
def has_tokens_for(s, seat, signs, size):
    """Whether so many tokens can be placed on the observed signs (PT-8.2, PT-8.3)."""
    if s.reserve[seat] >= size:
        return True
    studies = count(signs & s.full[seat])
    return can_complete(free_tokens(s, seat, signs), size - studies, studies)


@rule
def free_tokens(s, seat, observed):
    """Tokens in reserve and on signs that are not observed: those that can be placed (PT-8.2)."""
    n = s.reserve[seat] + tokens_on_signs(s, seat)
    while observed != 0:
        n -= s.tokens[seat, lowest(observed)]
        observed &= observed - 1
    return n


@rule
def can_complete(free, plain, studies):
    """Whether so many free tokens suffice, in the best order: a placement that forces a study comes
    first, since it gives two tokens back for one (PT-8.3, PT-8.8, PT-8.9).
    """
    if studies > 0 and free == 0:
        return False
    return free + studies >= plain


@rule
def announce(s, a, first_sign, first_configuration):
    """Begin to observe a sign or a configuration (PT-6, PT-7)."""
    s.doing = OBSERVING
    s.announced = a
    if a < first_configuration:
        s.signs[0] = a - first_sign
        s.sign_n = 1
    else:
        s.sign_n = CONFIGURATION_SIZE[a - first_configuration]
        for i in range(s.sign_n):
            s.signs[i] = CONFIGURATION[a - first_configuration, i]
    s.unplaced = (1 << s.sign_n) - 1


@rule
def go_on_observing(s):
    """Pay for every token, in the order of the signs, then place them one by one (PT-5.7, PT-5.8, PT-8.8)."""
    seat = s.turn_of
    if s.paid_n < s.sign_n:
        faces = payments(s, s.hand[seat] - s.picked)
        if faces & (faces - 1) == 0:
            pick_for_payment(s, lowest(faces))
        else:
            s.phase = PAY
            s.choices = faces
    elif s.unplaced == 0:
        forget_observation(s)
        s.doing = NOTHING
        s.acted = 1
    elif s.placing < 0:
        choose_next_sign(s)
    elif s.reserve[seat] > 0:
        place_next(s)
    else:
        move_own_token(s)


@rule
def pick_for_payment(s, face):
    """Pick a card; a pair or triple needs more of its colour (PT-5.1 to PT-5.5)."""
    sign = s.signs[s.paid_n]
    s.picked += one(face)
    s.group_n += 1
    s.group_last = face
    wanted = 1
    if face != sign and face != JOKER:
        wanted = group_size(sign, face % N_COLOURS)
    if s.group_n == wanted:
        s.group_n = 0
        s.group_last = -1
        s.paid_n += 1
        if s.paid_n == s.sign_n:
            hand_over(s)


@rule
def hand_over(s):
    """All that was picked goes face up to the discards (PT-5.8)."""
    seat = s.turn_of
    emit(s, OBSERVED, seat, s.announced, 0)
    for face in range(N_FACES):
        for _ in range(how_many(s.picked, face)):
            see_loss(s, seat, face)
            s.hand_n[seat] -= 1
            emit(s, PAID, seat, face, 0)
    s.hand[seat] -= s.picked
    s.discards += s.picked
    s.picked = 0


@rule
def observed_signs(s):
    """The signs of the observation under way."""
    signs = 0
    for i in range(s.sign_n):
        signs |= 1 << s.signs[i]
    return signs


@rule
def signs_to_place(s):
    """The signs that still await a token."""
    signs = 0
    for i in range(s.sign_n):
        if s.unplaced >> i & 1:
            signs |= 1 << s.signs[i]
    return signs


@rule
def choose_next_sign(s):
    """The player chooses the order only while the reserve is short; else signs come in order (PT-8.9)."""
    signs = next_signs(s)
    if order_matters(s) and signs & (signs - 1):
        s.phase = ORDER
        s.choices = signs
    else:
        s.placing = lowest(signs)


@rule
def order_matters(s):
    """Whether several signs await a token, and the reserve is short of them (PT-8.9)."""
    left = count(s.unplaced)
    signs = signs_to_place(s)
    return left > 1 and s.reserve[s.turn_of] < left and signs & (signs - 1) != 0


@rule
def next_signs(s):
    """The signs that may get the next token, so that all others can get theirs afterwards (PT-8.9)."""
    seat = s.turn_of
    signs = signs_to_place(s)
    if not order_matters(s):
        return signs
    free = free_tokens(s, seat, observed_signs(s))
    studies = count(signs & s.full[seat])
    plain = count(s.unplaced) - studies
    possible = 0
    for sign in range(N_SIGNS):
        if signs >> sign & 1:
            if s.full[seat] >> sign & 1:
                fits = can_complete(free + 1, plain, studies - 1)
            else:
                fits = free > 0 and can_complete(free - 1, plain - 1, studies)
            if fits:
                possible |= 1 << sign
    return possible


@rule
def move_own_token(s):
    """With an empty reserve an own token is moved from a sign that is not observed (PT-8.2)."""
    sources = s.held[s.turn_of] & ~observed_signs(s)
    if sources & (sources - 1):
        s.phase = MOVE_FROM
        s.choices = sources
    else:
        take_up(s, lowest(sources))


@rule
def take_up(s, sign):
    """Take an own token up from a sign to use it elsewhere (PT-8.2)."""
    lift_tokens(s, s.turn_of, sign, 1)
    emit(s, MOVED, s.turn_of, sign, 0)


@rule
def place_next(s):
    """The token of the chosen sign arrives (PT-8.8)."""
    i = 0
    while not s.unplaced >> i & 1 or s.signs[i] != s.placing:
        i += 1
    s.unplaced ^= 1 << i
    s.arriving = s.placing
    s.placing = -1


# Entry points for Python (see parapegma.core.compiled.entry_points).


@rule
def without_room_at(states, seat, signs, conjunction):
    """Which of some signs can take no token of a seat."""
    return without_room(states[0], seat, signs, conjunction)


@rule
def has_tokens_at(states, seat, signs, size):
    """Whether a seat can place so many tokens on some signs."""
    return has_tokens_for(states[0], seat, signs, size)
