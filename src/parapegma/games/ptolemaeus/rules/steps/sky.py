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
def write_free_signs(out):
    """For every set of signs with planets and every sign: the first free one from there on."""
    for planets in range(out.shape[0] - 1):
        for sign in range(N_SIGNS):
            out[planets, sign] = free_sign(planets, sign)
