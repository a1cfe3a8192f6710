"""Ptolemaeus: what a choice and a position promise, for playouts, searches and greedy players.

All of it rests on a few ideas. A token is worth what it adds to a study: the first and the second on a sign
where a planet waits, much more the one that completes a study, little anywhere else. A card is worth what
it can pay for. What lies on the table is worth less the fewer turns are left to use it. And the sky of the
next round is known: planets leave signs, and the Comet sweeps one.
"""

from __future__ import annotations

from parapegma.core.compiled.heuristics import POINT
from parapegma.core.compiled.jit import rule
from parapegma.core.compiled.weights import load_weights
from parapegma.games.ptolemaeus.components import (
    ASTEROIDS_PER_BONUS,
    ASTEROIDS_PER_POINT,
    COMET,
    CONFIGURATION,
    CONFIGURATION_SIZE,
    JOKER,
    LAPS,
    N_COLOURS,
    N_PLANETS,
    N_SIGNS,
    OBJECTIVE_PLANETS,
    PLANET_COUNT,
    SIGNUM_IGNIS,
)
from parapegma.games.ptolemaeus.rules.scoring import final_points, nova_points, tokens_on_signs
from parapegma.games.ptolemaeus.rules.steps.bonus import signum_targets
from parapegma.games.ptolemaeus.rules.steps.packs import by_colour, how_many, jokers_in
from parapegma.games.ptolemaeus.rules.steps.payment import signs_payable
from parapegma.games.ptolemaeus.rules.steps.sky import free_sign, next_place
from parapegma.games.ptolemaeus.rules.turn import (
    CONFIGURE,
    DISCARD,
    DRAW,
    END,
    EXCHANGE,
    OBSERVE,
    OPPONENT,
    PAY_FACE,
    PLANET,
    PLAY,
    SIGN,
    TAKE,
)
from parapegma.games.ptolemaeus.state import (
    DRAWING,
    LUNA_SIGN,
    MERCURIUS_TO,
    OBSERVING,
    ORDER,
    OVER,
    PLAYING_IUPITER,
    PLAYING_LUNA,
    PLAYING_MARS,
    PLAYING_SATURNUS,
    PLAYING_VENUS,
    SIGNUM_SIGN,
    STUDY_WHICH,
    STUDYING,
)

WEIGHTS = load_weights(
    __file__,
    "ptolemaeus",
    (
        "first", "second", "study", "loose", "helper", "swept", "card", "named", "pair", "joker", "unseen",
        "draw", "play", "rest", "ready", "objective", "asteroid", "bonus", "turn", "haste",
    ),
)  # fmt: skip
(
    FIRST, SECOND, STATISTICS, LOOSE, HELPER, SWEPT, CARD, NAMED, PAIR, JOKER_CARD, UNSEEN,
    DRAW_SHARE, PLAY_BONUS, REST, READY, AIM, ASTEROID, BONUS, TURN, HASTE,
) = range(20)  # fmt: skip


@rule
def eager(gain):
    """How likely a gain makes a choice: twice the gain, eight times as likely."""
    gain = min(max(gain, 0), 600)
    return gain * gain * gain // 60


@rule
def planets_ahead(s):
    """The signs on which planets will stand after the end of the round, a bit each."""
    signs = 0
    for planet in range(N_PLANETS):
        signs |= 1 << next_place(s, planet)
    return signs


@rule
def open_ahead(s, seat):
    """The signs that will hold a planet the seat has not studied after the end of the round."""
    signs = 0
    for planet in range(N_PLANETS):
        if not s.studied[seat] >> planet & 1:
            signs |= 1 << next_place(s, planet)
    return signs


@rule
def comet_ahead(s):
    """The sign that the Comet will sweep at the end of the round."""
    return free_sign(planets_ahead(s), (s.place[COMET] + 1) % N_SIGNS)


@rule
def token_gain(s, seat, sign, there, lying, ahead, comet, weights):
    """What one more token of a seat on a sign adds, with so many there and so many lying in all."""
    waits = s.open[seat] >> sign & 1
    if there >= 2:
        return weights[STATISTICS] if waits else 0
    gain = weights[LOOSE]
    if waits or ahead >> sign & 1:
        gain = weights[SECOND] if there == 1 else weights[FIRST]
    if sign == comet:
        gain = gain * weights[SWEPT] // 100
    # Two on a sign and two elsewhere make a study as well.
    if s.full[seat] & s.open[seat] or (there == 1 and waits):
        if lying == 3:
            gain += weights[HELPER]
        elif lying == 2:
            gain += weights[HELPER] // 3
    return gain


@rule
def card_gain(s, seat, face, weights):
    """What a card adds to a hand."""
    if face == JOKER:
        return weights[JOKER_CARD]
    gain = weights[CARD]
    if (s.open[seat]) >> face & 1:
        gain += weights[NAMED] * (1 + s.tokens[seat, face])
    if by_colour(s.hand[seat]) >> (4 * (face % N_COLOURS)) & 15:
        gain += weights[PAIR]
    return gain


@rule
def price(s, seat, sign, weights):
    """About what paying for a sign costs."""
    cards = s.hand[seat]
    if how_many(cards, sign) > 0:
        return weights[CARD]
    if by_colour(cards) >> (4 * (sign % N_COLOURS)) & 15 >= 2:
        return 2 * weights[CARD]
    return weights[JOKER_CARD]


@rule
def observing_gain(s, seat, a, ahead, comet, weights):
    """What an observation adds, less its price."""
    lying = tokens_on_signs(s, seat)
    if a < CONFIGURE:
        sign = a - OBSERVE
        there = s.tokens[seat, sign]
        return token_gain(s, seat, sign, there, lying, ahead, comet, weights) - price(s, seat, sign, weights)
    gain = 0
    before = -1
    for i in range(CONFIGURATION_SIZE[a - CONFIGURE]):
        sign = CONFIGURATION[a - CONFIGURE, i]
        there = s.tokens[seat, sign]
        if sign == before:
            there = there + 1 if there < 2 else 0
        before = sign
        gain += token_gain(s, seat, sign, there, lying, ahead, comet, weights) - price(s, seat, sign, weights)
        lying += 1
    return gain


@rule
def playing_weight(s, seat, kind, ahead, comet, weights):
    """How readily a bonus card is played: a Signum as its best sign deserves."""
    if kind < SIGNUM_IGNIS:
        return weights[PLAY_BONUS]
    best = 0
    lying = tokens_on_signs(s, seat)
    signs = signum_targets(s, seat, kind)
    for sign in range(kind - SIGNUM_IGNIS, N_SIGNS, N_COLOURS):
        if signs >> sign & 1:
            gain = token_gain(s, seat, sign, s.tokens[seat, sign], lying, ahead, comet, weights)
            best = max(best, gain)
    return eager(best)


@rule
def token_loss(s, seat, sign, ahead, comet, weights):
    """What the last token of a seat on a sign is worth where it lies."""
    if sign == comet:
        return weights[LOOSE] * weights[SWEPT] // 100
    if s.open[seat] >> sign & 1 or ahead >> sign & 1:
        return weights[SECOND] if s.tokens[seat, sign] >= 2 else weights[FIRST]
    return weights[LOOSE]


@rule
def paying_weight(s, face):
    """How readily a card is given for the sign being paid: one card rather than two or three."""
    sign = s.signs[s.paid_n]
    if face == sign:
        return 60
    if face == JOKER:
        return 6
    readily = 12 if face % N_COLOURS == sign % N_COLOURS else 4
    return readily // 2 if s.open[s.to_move] >> face & 1 else readily


@rule
def policy(s, choices, n, priors, weights):
    """How likely each choice is in a quick playout."""
    seat = s.to_move
    phase = s.phase
    ahead = open_ahead(s, seat)
    comet = comet_ahead(s)
    for i in range(n):
        a = choices[i]
        weight = 1
        if a < OBSERVE:
            gain = weights[UNSEEN] if a == DRAW else card_gain(s, seat, a - TAKE, weights)
            weight = eager(gain) * weights[DRAW_SHARE] // 100
        elif a < PAY_FACE:
            gain = observing_gain(s, seat, a, ahead, comet, weights)
            weight = eager(gain)
        elif a < SIGN:
            weight = paying_weight(s, a - PAY_FACE)
        elif a < PLANET:
            sign = a - SIGN
            if phase == LUNA_SIGN or phase == MERCURIUS_TO or phase == SIGNUM_SIGN:
                lying = tokens_on_signs(s, seat)
                gain = token_gain(s, seat, sign, s.tokens[seat, sign], lying, ahead, comet, weights)
                weight = eager(gain)
            elif phase != ORDER:
                gain = weights[SECOND] - token_loss(s, seat, sign, ahead, comet, weights)
                weight = eager(gain)
        elif a < OPPONENT:
            weight = eager(weights[STATISTICS])
            if OBJECTIVE_PLANETS[s.objective[seat]] >> (a - PLANET) & 1:
                weight *= 3
        elif a < DISCARD:
            weight = 1 + final_points(s, (seat + 1 + a - OPPONENT) % s.sides)
        elif a < PLAY:
            gain = 3 * weights[CARD] - card_gain(s, seat, a - DISCARD, weights)
            weight = eager(gain)
        elif a < EXCHANGE:
            weight = playing_weight(s, seat, a - PLAY, ahead, comet, weights)
        elif a == EXCHANGE:
            kept = s.asteroids[seat] % ASTEROIDS_PER_POINT >= ASTEROIDS_PER_BONUS
            weight = weights[PLAY_BONUS] if kept else weights[PLAY_BONUS] // 8
        elif a == END:
            weight = weights[REST]
        priors[i] = weight + 1


@rule
def rounds_left(s):
    """About how many rounds end before the Comet has come round, if the planets stood still."""
    planets = planets_ahead(s)
    sign = s.place[COMET]
    steps = s.comet_steps
    rounds = 0
    while steps < N_SIGNS:
        following = free_sign(planets, (sign + 1) % N_SIGNS)
        steps += (following - sign + N_SIGNS) % N_SIGNS
        sign = following
        rounds += 1
    return rounds


@rule
def turns_this_round(s, seat):
    """The turns a seat still begins in this round."""
    turns = LAPS - s.lap
    mine = (seat - s.first + s.sides) % s.sides
    now = (s.turn_of - s.first + s.sides) % s.sides
    if mine > now or (mine == now and s.acted == 0):
        turns += 1
    if mine == now:
        turns += s.extra_turns
    return turns


@rule
def value_of_tokens(s, seat, turns, weights):
    """The tokens on signs, and a study that can be made in the next turn."""
    waiting = s.open[seat]
    comet = -1
    if turns == 0:
        waiting = open_ahead(s, seat)
        comet = comet_ahead(s)
    value = 0
    lying = 0
    ready = 0
    for sign in range(N_SIGNS):
        there = s.tokens[seat, sign]
        if there == 0 or sign == comet:
            continue
        lying += there
        if not waiting >> sign & 1:
            value += weights[LOOSE] * there
        elif there == 1:
            value += weights[FIRST]
        else:
            value += weights[FIRST] + weights[SECOND]
            ready |= 1 << sign
    if ready != 0 and (lying >= 4 or signs_payable(s.hand[seat], ready) != 0):
        value += weights[READY]
    return value


@rule
def value_of_hand(s, seat, weights):
    """The constellation cards in hand."""
    cards = s.hand[seat]
    value = weights[CARD] * (s.hand_n[seat] - jokers_in(cards)) + weights[JOKER_CARD] * jokers_in(cards)
    for sign in range(N_SIGNS):
        if s.open[seat] >> sign & 1 and how_many(cards, sign) > 0:
            value += weights[NAMED] * (1 + s.tokens[seat, sign])
    return value


@rule
def under_way(s, seat, weights):
    """What a seat has paid for and not received yet, or owes and has not given yet."""
    doing = s.doing
    if seat != s.turn_of:
        owed = 0
        if doing == PLAYING_MARS or doing == PLAYING_SATURNUS:
            after = (seat - s.turn_of + s.sides) % s.sides - (s.victim - s.turn_of + s.sides) % s.sides
            owed = s.units if after == 0 else (s.each if after > 0 else 0)
        if doing == PLAYING_MARS:
            return -weights[LOOSE] * min(owed, tokens_on_signs(s, seat))
        return -weights[CARD] * min(owed, s.hand_n[seat])
    value = 0
    if doing == OBSERVING and s.paid_n == s.sign_n:
        for i in range(s.sign_n):
            if s.unplaced >> i & 1:
                value += weights[SECOND]
    elif doing == DRAWING:
        value += weights[UNSEEN]
    elif doing == PLAYING_VENUS or doing == PLAYING_IUPITER:
        value += weights[UNSEEN] * s.units
    elif doing == PLAYING_LUNA:
        value += weights[FIRST] * s.units
    elif doing == STUDYING:
        value += weights[STATISTICS]
    if s.phase == STUDY_WHICH:
        value += weights[STATISTICS]
    elif s.phase == SIGNUM_SIGN:
        value += weights[SECOND]
    return value


@rule
def value(s, values, weights):
    """The points every seat may expect: those it has, and what it can still make of what it holds."""
    rounds = rounds_left(s) if s.phase != OVER else 0
    for seat in range(s.players):
        value = final_points(s, seat) * POINT
        if s.phase != OVER:
            now = turns_this_round(s, seat)
            turns = now + LAPS * (rounds - 1)
            promise = (
                value_of_tokens(s, seat, now, weights)
                + value_of_hand(s, seat, weights)
                + under_way(s, seat, weights)
            )
            promise += weights[AIM] * PLANET_COUNT[s.studied[seat] & OBJECTIVE_PLANETS[s.objective[seat]]]
            promise += weights[ASTEROID] * (s.asteroids[seat] % ASTEROIDS_PER_POINT)
            promise += weights[BONUS] * (s.bonus_n[seat] - nova_points(s, seat))
            value += promise * min(turns, weights[HASTE]) // weights[HASTE] + weights[TURN] * turns
        values[seat] = value
