"""Ptolemaeus: where the planets and the Comet stand, and the configurations they form (PT-1, PT-7, PT-14)."""

from parapegma.core.compiled.events import clear_events, emit
from parapegma.core.compiled.jit import rule
from parapegma.games.ptolemaeus.components import (
    COMET,
    CONFIGURATION_MASK,
    EVENT_PLANETS,
    LUNA,
    N_CONFIGURATIONS,
    N_PLANETS,
    N_SIGNS,
    OPPOSITION,
)
from parapegma.games.ptolemaeus.state import COMET_MOVED, PLANET_MOVED


@rule
def look_at_sky(s):
    """Work out what follows from the places of the bodies: planets by sign, configurations, open signs.

    PT-7.2 to PT-7.7
    """
    for sign in range(N_SIGNS):
        s.planets_at[sign] = 0
    bodies = 1 << s.place[COMET]
    for planet in range(N_PLANETS):
        s.planets_at[s.place[planet]] |= 1 << planet
        bodies |= 1 << s.place[planet]
    s.bodies = bodies
    n = 0
    for sign in range(OPPOSITION):
        planets = s.planets_at[sign]
        if planets & (planets - 1):
            s.configurations[n] = sign
            n += 1
    for configuration in range(OPPOSITION, N_CONFIGURATIONS):
        if CONFIGURATION_MASK[configuration] & ~bodies == 0:
            s.configurations[n] = configuration
            n += 1
    s.configuration_n = n
    for i in range(n, N_CONFIGURATIONS):
        s.configurations[i] = 0
    for seat in range(s.sides):
        look_for_open_signs(s, seat)


@rule
def look_for_open_signs(s, seat):
    """The signs with a planet that a seat has not studied."""
    signs = 0
    for planet in range(N_PLANETS):
        if not s.studied[seat] >> planet & 1:
            signs |= 1 << s.place[planet]
    s.open[seat] = signs


@rule
def free_sign(planets, sign):
    """The first sign from ``sign`` on that is free of planets; ``planets`` has a bit per sign.

    PT-2.2, PT-14.2
    """
    while planets >> sign & 1:
        sign = (sign + 1) % N_SIGNS
    return sign


@rule
def signs_with_planets(s):
    """The signs on which planets stand, a bit each."""
    signs = 0
    for planet in range(N_PLANETS):
        signs |= 1 << s.place[planet]
    return signs


@rule
def place_comet(s):
    """The Comet and its start marker: opposite Luna, or the next sign without planets (PT-2.2, PT-2.3)."""
    sign = free_sign(signs_with_planets(s), (s.place[LUNA] + 6) % N_SIGNS)
    s.place[COMET] = sign
    s.comet_start = sign
    s.comet_steps = 0


@rule
def next_place(s, planet):
    """The sign a planet will stand on after the end of the round (PT-14.1)."""
    if s.event_card >= 0 and EVENT_PLANETS[s.event_card] >> planet & 1:
        return (s.place[planet] + 1) % N_SIGNS
    return s.place[planet]


@rule
def move_bodies(s):
    """The planets of the event card move on, then the Comet, past signs with planets (PT-14.1, PT-14.2)."""
    for planet in range(N_PLANETS):
        sign = next_place(s, planet)
        if sign != s.place[planet]:
            s.place[planet] = sign
            emit(s, PLANET_MOVED, -1, planet, sign)
    comet = s.place[COMET]
    sign = free_sign(signs_with_planets(s), (comet + 1) % N_SIGNS)
    s.comet_steps += (sign - comet + N_SIGNS) % N_SIGNS
    s.place[COMET] = sign
    emit(s, COMET_MOVED, -1, sign, s.comet_steps)
    look_at_sky(s)


# Entry points for Python (see parapegma.core.compiled.entry_points).


@rule
def move_bodies_at(states):
    """What the end of the round will bring: for looking ahead on a copy."""
    clear_events(states[0])
    move_bodies(states[0])


@rule
def count_orders(signs, cards, start, steps, orders, ended):
    """In how many orders of event cards the Comet has come how far, for every set of cards.

    ``signs`` is where the planets are; ``cards`` which planets each card moves, a bit each; the Comet came
    ``steps`` far from ``start``. ``orders`` has a row for every set of cards, by how far the Comet then is;
    ``ended`` counts the orders that bring it round, by how many cards that takes.
    """
    orders[0, steps] = 1
    for used in range(1, orders.shape[0]):
        size = 0
        for card in range(len(cards)):
            size += used >> card & 1
        planets = 0
        for planet in range(N_PLANETS):
            sign = signs[planet]
            for card in range(len(cards)):
                if used >> card & 1:
                    sign += cards[card] >> planet & 1
            planets |= 1 << sign % N_SIGNS
        for far in range(N_SIGNS):
            ways = 0
            for card in range(len(cards)):
                if used >> card & 1:
                    ways += orders[used ^ 1 << card, far]
            if ways > 0:
                comet = (start + far) % N_SIGNS
                reached = far + (free_sign(planets, (comet + 1) % N_SIGNS) - comet + N_SIGNS) % N_SIGNS
                if reached >= N_SIGNS:
                    ended[size] += ways
                else:
                    orders[used, reached] += ways
