"""Ulysses: cards, tokens and the map from the data files, as names for people and tables for the rules."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass

import numpy as np

from parapegma.core.compiled import data
from parapegma.core.compiled.jit import table

MOST_PLAYERS = 5
OBJECTIVES = 4
"""Every player has four objectives, one of each colour at the start (UL-2.1)."""
MOST_PLACES = 62
"""The rules keep the plagued places as the bits of one 64-bit integer."""
MOST_PER_COLOUR = 15
_WORD = "[a-z0-9_]+"
CARD_TYPES = ("challenge", "temple", "wind", "plague", "zeus", "pandora")


@dataclass(frozen=True)
class Place:
    """A place of the map; the start place may have no colour, and then has no objective card (UL-1.4)."""

    id: str
    name: str
    colour: int | None
    lon: float
    lat: float


@dataclass(frozen=True)
class Route:
    """A route between two places, and how it is drawn."""

    a: int
    b: int
    via: tuple[tuple[float, float], ...]
    overland: bool


def _colours(source: data.Data) -> tuple[str, ...]:
    found = source.get("colours", list)
    words = [colour for colour in found if isinstance(colour, str) and re.fullmatch(_WORD, colour)]
    if len(found) != OBJECTIVES or len(set(words)) != OBJECTIVES:
        source.refuse("colours", f"must be {OBJECTIVES} different words of small letters")
    return tuple(found)


def _degrees(source: data.Data, key: str, most: float) -> float:
    value = float(source.get(key, (int, float)))
    if not -most <= value <= most:
        source.refuse(key, f"is {value}, but must be from {-most} to {most} degrees")
    return value


def _place(source: data.Data, start: str) -> Place:
    source.only("id", "name", "colour", "lon", "lat")
    place: str = source.get("id", str)
    colour = None
    if "colour" in source.values:
        colour = COLOURS.index(source.choice("colour", COLOURS))
    elif place != start:
        source.refuse("colour", f"is missing: only the start place {start!r} may have none")
    if not re.fullmatch(_WORD, place) or place in CARD_TYPES:
        source.refuse("id", f"is {place!r}, but must be one word of small letters and no type of card")
    lon, lat = _degrees(source, "lon", 180), _degrees(source, "lat", 90)
    return Place(place, source.get("name", str), colour, lon, lat)


def _places(source: data.Data) -> tuple[Place, ...]:
    start: str = source.get("start", str)
    found = tuple(_place(part, start) for part in source.parts("places"))
    names = [place.id for place in found]
    for name in names:
        if names.count(name) > 1:
            source.refuse("places", f"the id {name!r} occurs twice")
    if start not in names:
        source.refuse("start", f"is {start!r}, which is no place")
    if len(found) > MOST_PLACES:
        source.refuse("places", f"has {len(found)} places, but may have at most {MOST_PLACES}")
    for number, colour in enumerate(COLOURS):
        cards = sum(place.colour == number for place in found)
        if not MOST_PLAYERS <= cards <= MOST_PER_COLOUR:
            source.refuse(
                "places",
                f"has {cards} places of the colour {colour}, but must have {MOST_PLAYERS} (one for each"
                f" player) to {MOST_PER_COLOUR}",
            )
    return found


def _points(source: data.Data) -> tuple[tuple[float, float], ...]:
    points = source.get("via", list) if "via" in source.values else []
    for point in points:
        if (
            not isinstance(point, list)
            or len(point) != 2
            or not all(isinstance(x, int | float) for x in point)
        ):
            source.refuse("via", f"has the point {point!r}, but a point is [degrees east, degrees north]")
    return tuple((float(lon), float(lat)) for lon, lat in points)


def _route(source: data.Data, names: tuple[str, ...]) -> Route:
    source.only("a", "b", "via", "overland")
    a, b = names.index(source.choice("a", names)), names.index(source.choice("b", names))
    if a == b:
        source.refuse("b", f"is {names[b]!r} like a: a route joins two places")
    overland = bool(source.get("overland", bool)) if "overland" in source.values else False
    return Route(a, b, _points(source), overland)


def _routes(source: data.Data) -> tuple[Route, ...]:
    """At most one per pair, two at least from every place, all hanging together (UL-1.5, UL-1.6)."""
    names = tuple(place.id for place in PLACES)
    found = tuple(_route(part, names) for part in source.parts("routes"))
    pairs = [frozenset((route.a, route.b)) for route in found]
    for pair in pairs:
        if pairs.count(pair) > 1:
            source.refuse("routes", f"has two routes between {' and '.join(names[i] for i in sorted(pair))}")
    for number, name in enumerate(names):
        if sum(number in pair for pair in pairs) < 2:
            source.refuse("routes", f"gives {name} fewer than two neighbours")
    reached = {0}
    while True:
        grown = reached.union(*(pair for pair in pairs if pair & reached))
        if grown == reached:
            break
        reached = grown
    if len(reached) < len(names):
        apart = next(name for number, name in enumerate(names) if number not in reached)
        source.refuse("routes", f"does not join {apart} with {names[0]}: the map must hang together")
    return found


def _cards(source: data.Data) -> tuple[int, ...]:
    part = source.part("cards")
    part.only(*CARD_TYPES)
    return tuple(part.whole(name, 1, 120) for name in CARD_TYPES)


def _opening_hand(source: data.Data) -> tuple[int, ...]:
    found = source.get("opening_hand", list)
    if len(found) != MOST_PLAYERS or not all(type(n) is int and 0 <= n <= 20 for n in found):
        source.refuse("opening_hand", f"must be {MOST_PLAYERS} whole numbers from 0 to 20")
    if sum(found) > N_CARDS:
        source.refuse("opening_hand", f"deals {sum(found)} cards, but there are {N_CARDS}")
    return tuple(found)


_SOURCE = data.load(__file__, "ulysses", "components.toml")
_SOURCE.only("temples", "plague_discs", "pandora_draws", "opening_hand", "cards")
_MAP = data.load(__file__, "ulysses", "map.toml")
_MAP.only("title", "start", "colours", "places", "routes")

CARD_COUNTS = _cards(_SOURCE)
N_CARDS = sum(CARD_COUNTS)
TEMPLES = _SOURCE.whole("temples", MOST_PLAYERS, 31)
"""At most 31, so that the cards of one draw phase fit five bits per type in an event."""
PLAGUE_DISCS = _SOURCE.whole("plague_discs", 0, 19)
"""Fewer than the smallest map has places, so that a disc always finds a place."""
PANDORA_DRAWS = _SOURCE.whole("pandora_draws", 1, 31)
OPENING_HAND = _opening_hand(_SOURCE)
COLOURS = _colours(_MAP)
PLACES = _places(_MAP)
ROUTES = _routes(_MAP)
DIGEST = hashlib.sha256((_SOURCE.digest() + _MAP.digest()).encode()).hexdigest()[:8]

MAP_TITLE: str = _MAP.get("title", str)
PLACE_NAMES = tuple(place.id for place in PLACES)
N_PLACES = len(PLACES)
START = PLACE_NAMES.index(_MAP.get("start", str))
NEIGHBOURS = tuple(
    tuple(sorted(route.a + route.b - place for route in ROUTES if place in (route.a, route.b)))
    for place in range(N_PLACES)
)
CARDS_OF_COLOUR = tuple(
    tuple(number for number, place in enumerate(PLACES) if place.colour == colour)
    for colour in range(len(COLOURS))
)
MOST_IN_PILE = max(len(cards) for cards in CARDS_OF_COLOUR)
_MOST_NEIGHBOURS = max(len(near) for near in NEIGHBOURS)

# What the rules read.
NO_COLOUR = -1
COLOUR = table([NO_COLOUR if place.colour is None else place.colour for place in PLACES], np.int64)
DEGREE = table([len(near) for near in NEIGHBOURS], np.int64)
NEIGHBOUR = table([[*near, *[-1] * (_MOST_NEIGHBOURS - len(near))] for near in NEIGHBOURS], np.int64)
ADJACENT = table([sum(1 << place for place in near) for near in NEIGHBOURS], np.int64)
"""The neighbours of each place, a bit each."""
CARD_COUNT = table(CARD_COUNTS, np.int64)
PLACES_OF_COLOUR = table([len(cards) for cards in CARDS_OF_COLOUR], np.int64)
PLACE_OF_COLOUR = table(
    [[*cards, *[-1] * (MOST_IN_PILE - len(cards))] for cards in CARDS_OF_COLOUR], np.int64
)
"""The places of each colour, in the order of the map file."""
INDEX_IN_COLOUR = table(
    [NO_COLOUR if place.colour is None else CARDS_OF_COLOUR[place.colour].index(number)
     for number, place in enumerate(PLACES)],
    np.int64,
)  # fmt: skip
"""Which of its colour's places a place is, in that order."""


def _distances() -> list[list[int]]:
    """The steps from each place to each, in the order of the places; plague bars no one's way for ever."""
    found = []
    for start in range(N_PLACES):
        steps = {start: 0}
        reached = [start]
        for place in reached:
            for near in NEIGHBOURS[place]:
                if near not in steps:
                    steps[near] = steps[place] + 1
                    reached.append(near)
        found.append([steps[place] for place in range(N_PLACES)])
    return found


DISTANCES = _distances()
DISTANCE = table(DISTANCES, np.int64)
