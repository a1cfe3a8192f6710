"""Ulysses: what players who think go by.

One measure for everything, in hundredths of a point: an objective not yet shown is worth the more the fewer
steps the ship has to it; a card and a temple have their price. ``value`` adds that up for every seat, as if
the ship stood already where the leading disc lies. ``policy`` asks what each choice gains or costs by the
same prices, seen by the seat that decides alone: a choice that is worse by ``steep`` is half as likely.
"""

import numpy as np

from parapegma.core.compiled.heuristics import POINT
from parapegma.core.compiled.jit import rule, table
from parapegma.core.compiled.weights import load_weights
from parapegma.games.ulysses.components import ADJACENT, DEGREE, N_PLACES, NEIGHBOUR, NEIGHBOURS, OBJECTIVES
from parapegma.games.ulysses.rules.scoring import scores
from parapegma.games.ulysses.rules.steps.choices import (
    ADD_CHALLENGE,
    ADD_ZEUS,
    BUILD_WITH_CARD,
    BUILD_WITH_ZEUS,
    CHANGE_OBJECTIVE,
    DRAW_WITH_PANDORA,
    DRAW_WITH_ZEUS,
    PASS,
    PAY_CARD,
    PLACE,
    PLACE_BLACK,
    PLAGUE_WITH_CARD,
    PLAGUE_WITH_ZEUS,
    REMOVE_PLAGUE,
    SLOT,
    SUPPORT,
    WIND_WITH_CARD,
    WITHOUT_WIND,
)
from parapegma.games.ulysses.rules.steps.discussion import leader, least_for
from parapegma.games.ulysses.rules.steps.proposal import disc_targets
from parapegma.games.ulysses.state import (
    ACTION,
    BLACK,
    BLUE,
    CHALLENGE,
    COMMIT,
    DECLARE,
    DISC_PLACE,
    FACTION,
    FOR_DISC,
    FOR_TEMPLE,
    GIVE,
    OVER,
    PANDORA,
    PAY,
    PAY_TEMPLE,
    PLAGUE,
    PLAGUE_PLACE,
    PROPOSE,
    REMOVE_PLACE,
    TEMPLE,
    TYPES,
    WIND,
    WIND_CARD,
    ZEUS,
)

NEAR = 0
"""The first of the weights for an objective that is 0, 1, 2, 3 or at least 4 steps away."""
FAR = 4
CARD = NEAR + FAR + 1
"""The first of the weights for a card of each type."""
TEMPLE_BUILT, PLAGUED, BID, STEEP, PLAGUING, CHANGING = range(CARD + TYPES, CARD + TYPES + 6)

WEIGHTS = load_weights(
    __file__,
    "ulysses",
    (
        "reached",
        "one_step",
        "two_steps",
        "three_steps",
        "farther",
        "challenge",
        "temple_card",
        "wind",
        "plague",
        "zeus",
        "pandora",
        "temple",
        "plagued",
        "bid",
        "steep",
        "plaguing",
        "changing",
        "search_curiosity",
        "search_trust",
        "search_win_weight",
        "search_margin",
        "greedy_noise",
    ),
)

_LIKELY = table([round(4096 * 2 ** (-quarters / 4)) for quarters in range(49)], np.int64)
"""How likely a choice is that is so many quarters of ``steep`` worse than the best: at least 1 in 4096."""


def _steps() -> list[list[int]]:
    """How many steps the ship has from each place to each other, counted as far as ``FAR``."""
    steps = [[0 if a == b else FAR for b in range(N_PLACES)] for a in range(N_PLACES)]
    for far in range(1, FAR):
        for a in range(N_PLACES):
            for between in range(N_PLACES):
                if steps[a][between] == far - 1:
                    for b in NEIGHBOURS[between]:
                        steps[a][b] = min(steps[a][b], far)
    return steps


STEPS = table(_steps(), np.int64)


@rule
def pull(s, seat, place, weights):
    """What a seat may hope of the objectives it has not shown, if the ship comes to a place."""
    hidden = ~s.revealed[seat]
    total = 0
    for slot in range(OBJECTIVES):
        if hidden >> slot & 1:
            total += weights[NEAR + STEPS[place, s.objective[seat, slot]]]
    return total


@rule
def best_pull(s, seat, places, weights):
    """The most a seat may hope of a neighbour of the ship in a set; 0 if there is none."""
    best = 0
    for i in range(DEGREE[s.ship]):
        if places >> NEIGHBOUR[s.ship, i] & 1:
            best = max(best, pull(s, seat, NEIGHBOUR[s.ship, i], weights))
    return best


@rule
def policy(s, choices, n, priors, weights):
    """Write how likely each choice should be in a quick playout, by what it gains at once."""
    if n == 1:
        priors[0] = 1
        return
    if s.phase == COMMIT:
        _gain_of_cards(choices, n, priors, weights)
    elif s.phase == FACTION:
        _gain_in_discussion(s, choices, n, priors, weights)
    elif s.phase == DECLARE:
        priors[0] = pull(s, s.to_move, s.disc[BLUE], weights)
        priors[1] = best_pull(s, s.to_move, disc_targets(s, s.to_move, 1), weights) - weights[BID]
    elif s.phase == PROPOSE or s.phase == DISC_PLACE or s.phase == REMOVE_PLACE:
        for i in range(n):
            priors[i] = pull(s, s.to_move, choices[i] - PLACE, weights)
    elif s.phase == ACTION:
        _gain_of_actions(s, choices, n, priors, weights)
    elif s.phase == WIND:
        gain = best_pull(s, s.to_move, ADJACENT[s.ship] & ~s.plague, weights) - pull(
            s, s.to_move, s.ship, weights
        )
        for i in range(n):
            if choices[i] == WITHOUT_WIND:
                priors[i] = 0
            else:
                card = WIND_CARD if choices[i] == WIND_WITH_CARD else ZEUS
                priors[i] = gain - weights[CARD + card]
    elif s.phase == PAY or s.phase == PAY_TEMPLE:
        for i in range(n):
            priors[i] = -weights[CARD + choices[i] - PAY_CARD]
    elif s.phase == GIVE:
        for i in range(n):
            priors[i] = -weights[NEAR + STEPS[s.ship, s.objective[s.to_move, choices[i] - SLOT]]]
    elif s.phase == PLAGUE_PLACE:
        _gain_of_plague(s, choices, n, priors, weights)
    else:
        for i in range(n):
            priors[i] = 0
    _make_likely(n, priors, weights[STEEP])


@rule
def _make_likely(n, priors, steep):
    """Turn gains into likelihoods: half as likely for every so much less than the best."""
    best = priors[0]
    for i in range(1, n):
        best = max(best, priors[i])
    for i in range(n):
        priors[i] = _LIKELY[min(48, 4 * (best - priors[i]) // steep)]


@rule
def _gain_of_cards(choices, n, priors, weights):
    """Adding more cards than need be only costs them."""
    for i in range(n):
        if choices[i] == ADD_CHALLENGE:
            priors[i] = -weights[CARD + CHALLENGE]
        elif choices[i] == ADD_ZEUS:
            priors[i] = -weights[CARD + ZEUS]
        else:
            priors[i] = 0


@rule
def _gain_in_discussion(s, choices, n, priors, weights):
    """What another place would be better than that of the leading faction, at the price of a bid."""
    seat = s.to_move
    leading = leader(s)
    now = pull(s, seat, s.disc[leading], weights)
    for i in range(n):
        if choices[i] == PASS:
            priors[i] = now
        elif choices[i] == PLACE_BLACK:
            least = least_for(s, BLACK)
            priors[i] = best_pull(s, seat, disc_targets(s, seat, least), weights) - least * weights[BID]
        else:
            faction = choices[i] - SUPPORT
            priors[i] = pull(s, seat, s.disc[faction], weights) - least_for(s, faction) * weights[BID]


@rule
def _gain_of_actions(s, choices, n, priors, weights):
    """Cards are drawn and temples built while they pay; the rest happens now and then."""
    seat = s.to_move
    owned = s.temples[seat]
    for i in range(n):
        a = choices[i]
        gain = 0
        if a == DRAW_WITH_PANDORA:
            gain = 2 * weights[CARD + CHALLENGE] - weights[CARD + PANDORA]
        elif a == DRAW_WITH_ZEUS:
            gain = 2 * weights[CARD + CHALLENGE] - weights[CARD + ZEUS]
        elif a == BUILD_WITH_CARD or a == BUILD_WITH_ZEUS:
            card = TEMPLE if a == BUILD_WITH_CARD else ZEUS
            gain = (
                weights[TEMPLE_BUILT]
                - weights[CARD + card]
                - (owned - 1) * weights[CARD + TEMPLE]
                - owned * weights[CARD + CHALLENGE]
            )
        elif a == PLAGUE_WITH_CARD:
            gain = weights[PLAGUING] - weights[CARD + PLAGUE]
        elif a == PLAGUE_WITH_ZEUS:
            gain = weights[PLAGUING] - weights[CARD + ZEUS]
        elif a == CHANGE_OBJECTIVE:
            gain = weights[CHANGING] - _least_hope(s, seat, weights) - owned * weights[CARD + CHALLENGE]
        elif a == REMOVE_PLAGUE:
            free = best_pull(s, seat, ADJACENT[s.ship] & ~s.plague, weights)
            cleared = best_pull(s, seat, ADJACENT[s.ship], weights)
            gain = cleared - free - (owned + 1) * weights[CARD + CHALLENGE]
        priors[i] = gain


@rule
def _least_hope(s, seat, weights):
    """What the objective farthest from the ship still promises."""
    least = weights[NEAR]
    for slot in range(OBJECTIVES):
        if not s.revealed[seat] >> slot & 1:
            least = min(least, weights[NEAR + STEPS[s.ship, s.objective[seat, slot]]])
    return least


@rule
def _gain_of_plague(s, choices, n, priors, weights):
    """Plague lies best beside the ship, and not where the seat itself wants to go."""
    own = 0
    for slot in range(OBJECTIVES):
        if not s.revealed[s.to_move] >> slot & 1:
            own |= 1 << s.objective[s.to_move, slot]
    for i in range(n):
        place = choices[i] - PLACE
        priors[i] = 0
        if ADJACENT[s.ship] >> place & 1:
            priors[i] = weights[PLAGUED]
        if own >> place & 1:
            priors[i] = -2 * weights[PLAGUED]


@rule
def value(s, values, weights):
    """Write what every seat may expect: objectives shown, hope of the others, cards and temples."""
    scores(s, values)
    for seat in range(s.players):
        values[seat] *= POINT
    if s.phase == OVER:
        return
    place = _bound_for(s)
    for seat in range(s.players):
        values[seat] += pull(s, seat, place, weights) + s.temples[seat] * weights[TEMPLE_BUILT]
        for card in range(TYPES):
            values[seat] += s.hand[seat, card] * weights[CARD + card]
        for slot in range(OBJECTIVES):
            plagued = s.plague >> s.objective[seat, slot] & 1
            if plagued and s.objective[seat, slot] != place and not s.revealed[seat] >> slot & 1:
                values[seat] -= weights[PLAGUED]
    # What is paid for is as good as received, what is promised as good as paid.
    values[s.to_move] -= s.owed * weights[CARD + PLAGUE] + s.due * weights[CARD + CHALLENGE]
    if s.pays_for == FOR_TEMPLE:
        values[s.to_move] += weights[TEMPLE_BUILT] - s.owed_temples * weights[CARD + TEMPLE]
    if s.objective_changed:
        values[s.active] -= weights[CHANGING]


@rule
def _bound_for(s):
    """Where the ship will be if nobody plays another card."""
    if s.pays_for == FOR_DISC:
        return s.target
    if s.backing >= 0 and s.disc[s.backing] >= 0:
        return s.disc[s.backing]
    if s.disc[BLUE] >= 0:
        return s.disc[leader(s)]
    return s.ship
