"""Ophiuchus: a view as an SVG picture, for notebooks and documents."""

from __future__ import annotations

from xml.sax.saxutils import escape

from parapegma.games.ophiuchus.components import SYMBOLS
from parapegma.games.ophiuchus.types import LaidTile, View

_UNIT = 48
_STEPS = {"E": (1, 0), "S": (0, 1), "W": (-1, 0), "N": (0, -1)}
_COLOURS = ("#e0654a", "#e8954a", "#e3bd55", "#7fae6a", "#5b97d6", "#a98bd6")
# Shapes in a box from -1 to 1: disc, ring, four-point star, triangle, six-point star, square.
_SHAPES = (
    '<circle r="0.8"/>',
    '<circle r="0.6" fill="none" stroke-width="0.4"/>',
    '<path d="M0-1 .25-.25 1 0 .25.25 0 1-.25.25-1 0-.25-.25Z"/>',
    '<path d="M0-.9.95.75H-.95Z"/>',
    '<path d="M0-1 .87.5H-.87ZM0 1-.87-.5H.87Z"/>',
    '<path d="M-.75-.75H.75V.75H-.75Z"/>',
)


def svg(view: View) -> str:
    """The sky, the scores and the cards still to be had."""
    box = view.box
    left, top = box.west - 1, box.north - 1
    columns, rows = box.east - left + 2, box.south - top + 2
    width, height = max(columns * _UNIT, 480), rows * _UNIT + 56
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
        f' height="{height}" role="img" aria-label="Ophiuchus: the sky">',
        f'<rect width="{width}" height="{height}" fill="#0b1122"/>',
    ]
    for y in range(rows):
        for x in range(columns):
            cx, cy = (x + 0.5) * _UNIT, (y + 0.5) * _UNIT
            parts.append(f'<circle cx="{cx}" cy="{cy}" r="1.5" fill="#c9a45c" opacity="0.35"/>')
    for tile in view.sky:
        parts.append(_tile(tile, left, top))
    scores = "   ".join(f"seat {i}: {seat.score}" for i, seat in enumerate(view.seats))
    names = ", ".join(name.capitalize() for name in view.firmament) or "none"
    style = 'x="12" font-family="Georgia, serif" fill="#efe6d0"'
    parts.append(f'<text y="{height - 32}" font-size="16" {style}>{escape(scores)}</text>')
    parts.append(f'<text y="{height - 12}" font-size="12" {style}>Firmament: {escape(names)}</text>')
    return "".join([*parts, "</svg>"])


def _tile(tile: LaidTile, left: int, top: int) -> str:
    dx, dy = _STEPS[tile.facing]
    x, y = tile.x - left, tile.y - top
    bx, by = x + dx, y + dy
    wide, high = (2, 1) if dx else (1, 2)
    drawn = [
        f"<g><title>{escape(tile.tile)}</title>"
        f'<rect x="{min(x, bx) * _UNIT + 2}" y="{min(y, by) * _UNIT + 2}" width="{wide * _UNIT - 4}"'
        f' height="{high * _UNIT - 4}" rx="7" fill="#141d33" stroke="#c9a45c" stroke-width="1.5"/>'
    ]
    middle = ((x + bx + 1) / 2 * _UNIT, (y + by + 1) / 2 * _UNIT)
    ex, ey = abs(dy) * _UNIT * 0.3, abs(dx) * _UNIT * 0.3
    seam = f"M{middle[0] - ex} {middle[1] - ey}l{2 * ex} {2 * ey}"
    drawn.append(f'<path d="{seam}" stroke="#c9a45c" opacity="0.5"/>')
    for half, (hx, hy) in zip(tile.halves, ((x, y), (bx, by)), strict=True):
        drawn += [_mark(symbol, i, len(half), hx, hy) for i, symbol in enumerate(half)]
    return "".join([*drawn, "</g>"])


def _mark(symbol: str, place: int, number: int, x: int, y: int) -> str:
    """A mark in its place: up to three in a line, up to two lines."""
    lines = 1 if number <= 3 else 2
    line, column = divmod(place, 3)
    in_line = min(3, number - 3 * line)
    cx = (x + 0.5 + (column - (in_line - 1) / 2) * 0.28) * _UNIT
    cy = (y + 0.5 + (line - (lines - 1) / 2) * 0.34) * _UNIT
    i = SYMBOLS.index(symbol)
    place_and_size = f"translate({cx:.1f} {cy:.1f}) scale(6)"
    colour = _COLOURS[i]
    return (
        f'<g transform="{place_and_size}" fill="{colour}" stroke="{colour}" stroke-width="0">{_SHAPES[i]}</g>'
    )
