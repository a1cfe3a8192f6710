"""Ulysses: the objective cards of a position, read and set up by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parapegma.core import position_parser
from parapegma.errors import PositionError
from parapegma.games.ulysses.components import CARDS_OF_COLOUR, COLOURS, OBJECTIVES, PLACE_NAMES, PLACES
from parapegma.games.ulysses.state import NOWHERE
from parapegma.games.ulysses.view import seats_of


def read_objectives(s: Any) -> dict[str, Any]:
    """Who has which objectives, what lies in the piles from the top, and who knows of it."""
    seats = range(int(s["players"]))
    sizes = {colour: int(s["pile_n"][number]) for number, colour in enumerate(COLOURS)}
    return {
        "objectives": {seat: [PLACE_NAMES[place] for place in s["objective"][seat]] for seat in seats},
        "revealed": {
            seat: [
                PLACE_NAMES[s["objective"][seat][slot]]
                for slot in range(OBJECTIVES)
                if int(s["revealed"][seat]) >> slot & 1
            ]
            for seat in seats
        },
        "piles": {
            colour: [PLACE_NAMES[place] for place in s["pile"][number][: sizes[colour]]]
            for number, colour in enumerate(COLOURS)
        },
        "excluded": {
            "objectives": {
                seat: [
                    _places_of(int(s["objective"][seat][slot]), int(s["objective_not"][seat][slot]))
                    for slot in range(OBJECTIVES)
                ]
                for seat in seats
            },
            "piles": {
                colour: [
                    _places_of(int(s["pile"][number][i]), int(s["pile_not"][number][i]))
                    for i in range(sizes[colour])
                ]
                for number, colour in enumerate(COLOURS)
            },
        },
        "known": {
            "objectives": {seat: [seats_of(int(k)) for k in s["objective_known"][seat]] for seat in seats},
            "piles": {
                colour: [seats_of(int(k)) for k in s["pile_known"][number][: sizes[colour]]]
                for number, colour in enumerate(COLOURS)
            },
        },
    }


def _places_of(card: int, bits: int) -> list[str]:
    """The names of places of a card's colour, a bit each."""
    places = CARDS_OF_COLOUR[PLACES[card].colour or 0]
    return [PLACE_NAMES[place] for i, place in enumerate(places) if bits >> i & 1]


def build_objectives(s: Any, data: Mapping[str, Any]) -> None:
    """Every objective card in exactly one place (UL-1.4, UL-4.13)."""
    if "objectives" in data or "piles" in data:
        _build_places(s, data)
    _build_revealed(s, data)
    _build_known(s, data.get("known", {}))
    _build_excluded(s, data.get("excluded", {}))


def _build_places(s: Any, data: Mapping[str, Any]) -> None:
    players = int(s["players"])
    taken: set[int] = set()

    def cards(value: Any, where: str) -> list[int]:
        if not isinstance(value, list):
            raise PositionError(f"{where} must be a list of places, not {value!r}")
        found = [position_parser.name(name, where, PLACE_NAMES) for name in value]
        for place in found:
            if PLACES[place].colour is None:
                raise PositionError(f"{where}: {PLACE_NAMES[place]} has no objective card")
            if place in taken:
                raise PositionError(f"{where}: {PLACE_NAMES[place]} occurs twice")
            taken.add(place)
        return found

    def four(value: Any, where: str) -> list[int]:
        found = cards(value, where)
        if len(found) != OBJECTIVES:
            raise PositionError(f"{where} must be {OBJECTIVES} places, not {len(found)}")
        return found

    named = position_parser.by_seat(data.get("objectives", {}), "objectives", players, four)
    piles = _piles(data.get("piles", {}), cards)
    dealt = {seat: s["objective"][seat].tolist() for seat in range(players) if seat not in named}
    kept = {place for places in dealt.values() for place in places if place not in taken}
    old_piles = [s["pile"][colour][: int(s["pile_n"][colour])].tolist() for colour in range(len(COLOURS))]
    spare = [
        [card for card in [*old_piles[colour], *CARDS_OF_COLOUR[colour]] if card not in taken | kept]
        for colour in range(len(COLOURS))
    ]
    spare = [list(dict.fromkeys(cards)) for cards in spare]
    for seat, places in dealt.items():
        for slot, place in enumerate(places):
            if place in kept:
                continue
            colour = PLACES[place].colour or 0
            if not spare[colour]:
                raise PositionError(f"no {COLOURS[colour]} objective is left for seat {seat}")
            places[slot] = spare[colour].pop(0)
    for seat, places in (named | dealt).items():
        s["objective"][seat] = places
    for colour, name in enumerate(COLOURS):
        if colour in piles:
            if spare[colour]:
                raise PositionError(
                    f"{PLACE_NAMES[spare[colour][0]]} must be in the {name} pile or an objective"
                )
            if any(PLACES[place].colour != colour for place in piles[colour]):
                raise PositionError(f"the {name} pile can only have {name} places")
        pile = piles.get(colour, spare[colour])
        s["pile"][colour] = NOWHERE
        s["pile"][colour][: len(pile)] = pile
        s["pile_n"][colour] = len(pile)


def _piles(value: Any, cards: Any) -> dict[int, list[int]]:
    if not isinstance(value, Mapping):
        raise PositionError(f"piles must be given by colour, not {value!r}")
    return {
        position_parser.name(colour, "piles", COLOURS): cards(places, f"{colour} pile")
        for colour, places in value.items()
    }


def _build_revealed(s: Any, data: Mapping[str, Any]) -> None:
    players = int(s["players"])
    if "revealed" not in data:
        return
    s["revealed"] = 0
    found = position_parser.by_seat(
        data["revealed"],
        "revealed",
        players,
        lambda value, where: position_parser.bits(value, where, PLACE_NAMES),
    )
    for seat, places in found.items():
        for slot, place in enumerate(s["objective"][seat]):
            if places >> int(place) & 1:
                s["revealed"][seat] |= 1 << slot
                places &= ~(1 << int(place))
        if places:
            name = PLACE_NAMES[places.bit_length() - 1]
            raise PositionError(f"revealed: {name} is no objective of seat {seat}")


def _build_known(s: Any, data: Any) -> None:
    """Who knows which card: by default the owner, and all of what is revealed."""
    players = int(s["players"])
    if not isinstance(data, Mapping):
        raise PositionError(f"known must be {{objectives: ..., piles: ...}}, not {data!r}")
    for key in data:
        position_parser.name(key, "known", ("objectives", "piles"))

    def knowers(value: Any, where: str) -> list[int]:
        if not isinstance(value, list) or not all(isinstance(seats, list) for seats in value):
            raise PositionError(f"{where} must be a list of seats for each card, not {value!r}")
        return [
            sum({1 << position_parser.whole(seat, where, 0, players - 1) for seat in seats})
            for seats in value
        ]

    objectives = position_parser.by_seat(data.get("objectives", {}), "known objectives", players, knowers)
    piles = _piles(data.get("piles", {}), knowers)
    for seat in range(players):
        for slot in range(OBJECTIVES):
            usual = (1 << players) - 1 if int(s["revealed"][seat]) >> slot & 1 else 1 << seat
            s["objective_known"][seat][slot] = usual
        if seat in objectives:
            if len(objectives[seat]) != OBJECTIVES:
                raise PositionError(f"known objectives of seat {seat} must be {OBJECTIVES} lists of seats")
            s["objective_known"][seat] = objectives[seat]
    s["pile_known"] = 0
    for colour, name in enumerate(COLOURS):
        known = piles.get(colour, [])
        if len(known) not in (0, int(s["pile_n"][colour])):
            raise PositionError(f"known {name} pile must be a list of seats for each of its cards")
        s["pile_known"][colour][: len(known)] = known


def _build_excluded(s: Any, data: Any) -> None:
    """Which places a card cannot be, because the ship called there and it was not shown; by default none."""
    players = int(s["players"])
    if not isinstance(data, Mapping):
        raise PositionError(f"excluded must be {{objectives: ..., piles: ...}}, not {data!r}")
    for key in data:
        position_parser.name(key, "excluded", ("objectives", "piles"))

    def names(value: Any, where: str) -> list[list[int]]:
        if not isinstance(value, list) or not all(isinstance(places, list) for places in value):
            raise PositionError(f"{where} must be a list of places for each card, not {value!r}")
        return [[position_parser.name(name, where, PLACE_NAMES) for name in places] for places in value]

    def bits(card: int, places: list[int]) -> int:
        own = CARDS_OF_COLOUR[PLACES[card].colour or 0]
        return sum(1 << own.index(place) for place in set(places) if place in own)

    s["objective_not"] = 0
    s["pile_not"] = 0
    objectives = position_parser.by_seat(data.get("objectives", {}), "excluded objectives", players, names)
    for seat, cards in objectives.items():
        for slot, places in enumerate(cards[:OBJECTIVES]):
            s["objective_not"][seat][slot] = bits(int(s["objective"][seat][slot]), places)
    piles: dict[int, Any] = _piles(data.get("piles", {}), names)
    for colour, pile in piles.items():
        for i, places in enumerate(pile[: int(s["pile_n"][colour])]):
            s["pile_not"][colour][i] = bits(int(s["pile"][colour][i]), places)
