"""Ulysses: a view as an SVG picture, for notebooks and documents."""

from __future__ import annotations

from xml.sax.saxutils import escape

from msgspec.structs import asdict

from parapegma.games.ulysses.components import COLOURS
from parapegma.games.ulysses.state import FACTION_NAMES
from parapegma.games.ulysses.types import Map, MapPlace, MapRoute, View

_PAINTS: dict[str | None, str] = {
    None: "#efe6d0",
    **dict(zip(COLOURS, ("#a98bd6", "#7fae6a", "#e0654a", "#6fb7e0"), strict=True)),
}
# Shapes in a box from -1 to 1: star, diamond, triangle, square, disc.
_SHAPES: dict[str | None, str] = {
    None: '<path d="M0-1.2 .3-.4 1.1-.4.5.1.7 1 0 .5-.7 1-.5.1-1.1-.4-.3-.4Z"/>',
    **dict(
        zip(
            COLOURS,
            (
                '<path d="M0-1.1 1.1 0 0 1.1-1.1 0Z"/>',
                '<path d="M0-1.1 1.05.85H-1.05Z"/>',
                '<path d="M-.85-.85H.85V.85H-.85Z"/>',
                '<circle r="0.95"/>',
            ),
            strict=True,
        )
    ),
}
_DISCS = dict(zip(FACTION_NAMES, ("#3f7fd0", "#d6402a", "#222222"), strict=True))
_WIDTH, _MARGIN, _FOOT = 1040, 46, 84


def svg(view: View) -> str:
    """The map with ship, plague and discs; below it the standing."""
    frame = _Frame(view.map)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {frame.height}" width="{_WIDTH}"'
        f' height="{frame.height}" role="img" aria-label="Ulysses: the map">',
        f'<rect width="{_WIDTH}" height="{frame.height}" fill="#0e2233"/>',
    ]
    parts += [_route(route, frame) for route in view.map.routes]
    parts += [_place(place, view, frame) for place in view.map.places]
    for i, seat in enumerate(view.seats):
        x = 12 + i * (_WIDTH // 5)
        parts.append(_words(x, frame.height - 58, f"seat {i}: {seat.score} reached"))
        parts.append(_words(x, frame.height - 38, f"{seat.hand_size} cards, {seat.temples} temples"))
    parts.append(_words(12, frame.height - 12, _state(view)))
    return "".join([*parts, "</svg>"])


def _words(x: int, y: int, words: str) -> str:
    style = 'font-size="14" font-family="Georgia, serif" fill="#efe6d0"'
    return f'<text x="{x}" y="{y}" {style}>{escape(words)}</text>'


def _state(view: View) -> str:
    state = f"Turn {view.turn}, seat {view.active} is active."
    if view.proposal is not None:
        state += " " + ", ".join(
            f"{name} {faction.place} {faction.cards}"
            for name, faction in asdict(view.proposal.factions).items()
            if faction.place is not None
        )
    return state + (f" The game is over: {view.ended}." if view.ended else "")


class _Frame:
    """Degrees to points of the picture; a degree north is longer than one east at this latitude."""

    def __init__(self, board: Map) -> None:
        lons = [place.lon for place in board.places]
        lats = [place.lat for place in board.places]
        self.west, self.north = min(lons), max(lats)
        self.across = (_WIDTH - 2 * _MARGIN - 40) / max(1e-6, max(lons) - self.west)
        self.down = self.across * 1.28
        self.height = round((self.north - min(lats)) * self.down) + 2 * _MARGIN + _FOOT
        self.places = {place.id: self.point(place.lon, place.lat) for place in board.places}

    def point(self, lon: float, lat: float) -> tuple[float, float]:
        x = _MARGIN + (lon - self.west) * self.across
        return round(x, 1), round(_MARGIN + (self.north - lat) * self.down, 1)


def _route(route: MapRoute, frame: _Frame) -> str:
    points = [frame.places[route.a], *(frame.point(*p) for p in route.via), frame.places[route.b]]
    line = " ".join(f"{x},{y}" for x, y in points)
    dashes = ' stroke-dasharray="5 5"' if route.overland else ""
    return f'<polyline points="{line}" fill="none" stroke="#c9a45c" stroke-opacity="0.55"{dashes}/>'


def _place(place: MapPlace, view: View, frame: _Frame) -> str:
    x, y = frame.places[place.id]
    paint = _PAINTS[place.colour]
    drawn = [
        f'<g transform="translate({x} {y})"><title>{escape(place.name)}</title>',
        f'<g transform="scale(8)" fill="{paint}">{_SHAPES[place.colour]}</g>',
        f'<text x="12" y="4" font-size="12" font-family="Georgia, serif" fill="#efe6d0">'
        f"{escape(place.name)}</text>",
    ]
    if place.id in view.plague:
        drawn.append('<path d="M-9-9 9 9M9-9-9 9" stroke="#d48cf0" stroke-width="4" stroke-linecap="round"/>')
    if place.id == view.ship:
        drawn.append('<path d="M-16-12H16L10-3H-10ZM-1-13V-32L13-16H1Z" fill="#ffe9b0" stroke="#0e2233"/>')
    factions = {} if view.proposal is None else asdict(view.proposal.factions)
    for name, faction in factions.items():
        if faction.place == place.id:
            drawn.append(
                f'<circle cx="0" cy="16" r="7" fill="{_DISCS[name]}" stroke="#efe6d0"/>'
                f'<text x="10" y="21" font-size="12" fill="#efe6d0">{faction.cards}</text>'
            )
    return "".join([*drawn, "</g>"])
