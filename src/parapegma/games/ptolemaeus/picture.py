"""Ptolemaeus: a view as an SVG picture, for notebooks and documents."""

from __future__ import annotations

import math
from xml.sax.saxutils import escape

from parapegma.games.ptolemaeus.types import View

_SIZE, _CENTRE = 760, 380
_INNER, _OUTER = 120, 355
_COLOURS = {"red": "#e0654a", "green": "#7fae6a", "yellow": "#e3bd55", "blue": "#5b97d6"}
# Shapes of the four colours in a box from -1 to 1: triangle, square, disc, diamond.
_SHAPES = {
    "red": '<path d="M0-.9.95.75H-.95Z"/>',
    "green": '<path d="M-.75-.75H.75V.75H-.75Z"/>',
    "yellow": '<circle r="0.8"/>',
    "blue": '<path d="M0-1 .8 0 0 1-.8 0Z"/>',
}
_PLANETS = {
    "luna": "☽", "mercurius": "☿", "venus": "♀", "sol": "☉", "mars": "♂", "iupiter": "♃", "saturnus": "♄",
    "comet": "☄",
}  # fmt: skip
_SEATS = ("#f2efe6", "#e8954a", "#7fae6a", "#a98bd6")
# Shapes of the seats' tokens: disc, hexagon, triangle, square.
_TOKENS = (
    '<circle r="1"/>',
    '<path d="M1 0 .5.87-.5.87-1 0-.5-.87.5-.87Z"/>',
    '<path d="M0-1 1 .8H-1Z"/>',
    '<path d="M-.85-.85H.85V.85H-.85Z"/>',
)


def svg(view: View) -> str:
    """The ring of signs with bodies, asteroids and tokens; in the middle the round, below the points."""
    height = _SIZE + 24 * len(view.seats) + 20
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_SIZE} {height}" width="{_SIZE}"'
        f' height="{height}" role="img" aria-label="Ptolemaeus: the zodiac">',
        f'<rect width="{_SIZE}" height="{height}" fill="#0b1122"/>',
        *(
            f'<circle cx="{_CENTRE}" cy="{_CENTRE}" r="{r}" fill="none" stroke="#c9a45c" opacity="0.6"/>'
            for r in (_INNER, _OUTER)
        ),
    ]
    for i, sign in enumerate(view.signs):
        parts.append(_sign(view, i, sign.sign, sign.colour))
    note = f"moving next: {', '.join(view.coming.planets) or 'none'}"
    if view.ended:
        note = view.outcome or view.ended
    parts.append(_text(_CENTRE, _CENTRE - 14, f"lap {view.lap} of {view.laps}", 18))
    parts.append(_text(_CENTRE, _CENTRE + 10, note, 12))
    parts.append(_text(_CENTRE, _CENTRE + 28, f"Comet {view.comet.steps} of 12 signs", 12))
    for i, seat in enumerate(view.seats):
        studied = ", ".join(seat.studied) or "nothing"
        name = "Umbra" if seat.umbra else f"seat {i}"
        words = f"{name}: {seat.points} points, studied {studied}, {seat.asteroids} asteroids"
        y = _SIZE + 20 + 24 * i
        parts.append(_token(i, 20, y - 4))
        parts.append(_text(34, y, words, 14, "start"))
    return "".join([*parts, "</svg>"])


def _sign(view: View, i: int, sign: str, colour: str) -> str:
    """One twelfth of the ring, clockwise from the top."""
    edge = math.radians(30 * i - 105)
    line = f"M{_x(edge, _INNER)} {_y(edge, _INNER)}L{_x(edge, _OUTER)} {_y(edge, _OUTER)}"
    drawn = [f'<path d="{line}" stroke="#c9a45c" opacity="0.4"/>']
    middle = math.radians(30 * i - 90)
    # Words lie flat: to the left and right of the wheel they need more room towards the middle.
    inwards = 26 * abs(math.cos(middle))
    place = f"translate({_x(middle, 340)} {_y(middle, 340)}) scale(6)"
    drawn.append(f'<g transform="{place}" fill="{_COLOURS[colour]}">{_SHAPES[colour]}</g>')
    drawn.append(_text(_x(middle, 312 - inwards), _y(middle, 312 - inwards) + 4, sign.capitalize(), 12))
    bodies = [_PLANETS[body] for body, at in view.bodies.items() if at == sign]
    if bodies:
        drawn.append(
            _text(_x(middle, 268 - 2 * inwards), _y(middle, 268 - 2 * inwards) + 7, " ".join(bodies), 22)
        )
    if sign in view.asteroids_at:
        drawn.append(f'<circle cx="{_x(middle, 367)}" cy="{_y(middle, 367)}" r="4" fill="#9a8f7a"/>')
    n = 0
    for seat, owner in enumerate(view.seats):
        for _ in range(owner.tokens.get(sign, 0)):
            at = math.radians(30 * i - 98 + 16 / 3 * (n % 4))
            far = 185 - 22 * (n // 4)
            drawn.append(_token(seat, _x(at, far), _y(at, far)))
            n += 1
    return "".join(drawn)


def _token(seat: int, x: float | str, y: float) -> str:
    style = f'fill="{_SEATS[seat]}" stroke="#0b1122" stroke-width="0.15"'
    return f'<g transform="translate({x} {y}) scale(7)" {style}><title>seat {seat}</title>{_TOKENS[seat]}</g>'


def _x(angle: float, far: float) -> str:
    return f"{_CENTRE + far * math.cos(angle):.1f}"


def _y(angle: float, far: float) -> float:
    return round(_CENTRE + far * math.sin(angle), 1)


def _text(x: float | str, y: float, words: str, size: int, anchor: str = "middle") -> str:
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" text-anchor="{anchor}"'
        f' font-family="Georgia, serif" fill="#efe6d0">{escape(words)}</text>'
    )
