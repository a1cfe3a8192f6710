"""Pacal's Rocket: a view as an SVG picture, for notebooks and documents."""

from __future__ import annotations

from xml.sax.saxutils import escape

from parapegma.games.pacal.components import cell_at
from parapegma.games.pacal.types import View

_UNIT = 52
_MARGIN = 24
_COLOURS = ("#5faf4f", "#d9b02f", "#4a86c8", "#9f6cc8", "#dd7630")
# A shape for each player in a box from -1 to 1: disc, square, triangle, diamond, cross.
_SHAPES = (
    '<circle r="0.8"/>',
    '<path d="M-.75-.75H.75V.75H-.75Z"/>',
    '<path d="M0-.9.95.75H-.95Z"/>',
    '<path d="M0-1 .85 0 0 1-.85 0Z"/>',
    '<path d="M-.3-.9H.3V-.3H.9V.3H.3V.9H-.3V.3H-.9V-.3H-.3Z"/>',
)
_GROUND = ("#e9dcbf", "#dccfa9", "#e3d2b4", "#d4c69c", "#efe4cb")


def svg(view: View) -> str:
    """The board with all that stands on it, and the scores."""
    rows = view.board.rows
    high, wide = len(rows), len(rows[0])
    width, height = wide * _UNIT + 2 * _MARGIN, high * _UNIT + 2 * _MARGIN + 36
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
        f' height="{height}" role="img" aria-label="Pacal\'s Rocket: the board">',
        f'<rect width="{width}" height="{height}" fill="#2c241b"/>',
        *_ground(view, high, wide),
        *_lines(view, high, wide),
        *_pieces(view, high, wide),
    ]
    style = 'font-size="15" font-family="Georgia, serif" fill="#efe6d0"'
    words = f"Round {view.round}, die {view.die or '-'}"
    parts.append(f'<text x="{_MARGIN}" y="{height - 34}" {style}>{escape(words)}</text>')
    for i, seat in enumerate(view.seats):
        x = _MARGIN + i * wide * _UNIT // len(view.seats)
        words = f"{seat.colour} {seat.score}"
        parts.append(_shape(i, x + 7, height - 17, 6))
        parts.append(f'<text x="{x + 19}" y="{height - 12}" {style}>{escape(words)}</text>')
    return "".join([*parts, "</svg>"])


def _corner(row: int, col: int) -> tuple[int, int]:
    return _MARGIN + col * _UNIT, _MARGIN + row * _UNIT


def _ground(view: View, high: int, wide: int) -> list[str]:
    board = view.board
    lake, covered = set(board.lake), set(board.covered)
    drawn = []
    for row in range(high):
        for col in range(wide):
            name = f"{chr(ord('A') + col)}{row + 1}"
            letter = board.rows[row][col]
            x, y = _corner(row, col)
            fill = _GROUND[ord(letter) % len(_GROUND)]
            if name in lake:
                fill = "#3f7fae"
            elif name in covered:
                fill = "#3a3127"
            elif letter == board.sacred:
                fill = "#d99a86"
            drawn.append(
                f'<rect x="{x}" y="{y}" width="{_UNIT}" height="{_UNIT}" fill="{fill}" stroke="#b9a67f"'
                f' stroke-width="0.5"><title>{name}</title></rect>'
            )
            if name in view.constellation:
                drawn.append(
                    f'<rect x="{x + 3}" y="{y + 3}" width="{_UNIT - 6}" height="{_UNIT - 6}" rx="5"'
                    ' fill="none" stroke="#fff4c4" stroke-width="2.5"/>'
                )
            if letter in view.districts and name not in covered:
                value = view.districts[letter].value
                drawn.append(
                    f'<text x="{x + _UNIT - 5}" y="{y + 12}" font-size="10" text-anchor="end" fill="#7a6845"'
                    f' font-family="Georgia, serif">{value}</text>'
                )
    for col in range(wide):
        drawn.append(_label(_MARGIN + (col + 0.5) * _UNIT, _MARGIN - 8, chr(ord("A") + col)))
    for row in range(high):
        drawn.append(_label(_MARGIN / 2, _MARGIN + (row + 0.5) * _UNIT + 4, str(row + 1)))
    return drawn


def _label(x: float, y: float, words: str) -> str:
    return (
        f'<text x="{x}" y="{y}" font-size="12" text-anchor="middle" fill="#cbbd9c"'
        f' font-family="Georgia, serif">{words}</text>'
    )


def _lines(view: View, high: int, wide: int) -> list[str]:
    """District borders, the river, and dots for the cells that count for river and lake."""
    rows = view.board.rows
    paths = []
    for row in range(high):
        for col in range(wide):
            x, y = _corner(row, col)
            if col and rows[row][col - 1] != rows[row][col]:
                paths.append(f"M{x} {y}v{_UNIT}")
            if row and rows[row - 1][col] != rows[row][col]:
                paths.append(f"M{x} {y}h{_UNIT}")
    drawn = [f'<path d="{"".join(paths)}" stroke="#6d5a38" stroke-width="2" fill="none"/>']
    river = []
    for one, two in view.board.river:
        row, col = _place(two, high, wide)
        x, y = _corner(row, col)
        river.append(f"M{x} {y}" + (f"v{_UNIT}" if _place(one, high, wide)[0] == row else f"h{_UNIT}"))
    drawn.append(f'<path d="{"".join(river)}" stroke="#3f7fae" stroke-width="7" fill="none"/>')
    for cells, offset in ((view.board.river_bank, 7), (view.board.lake_shore, 14)):
        for name in cells:
            x, y = _corner(*_place(name, high, wide))
            drawn.append(f'<circle cx="{x + offset}" cy="{y + 7}" r="2.5" fill="#3f7fae"/>')
    return drawn


def _place(name: str, high: int, wide: int) -> tuple[int, int]:
    cell = cell_at(name, high, wide)
    assert cell is not None
    return divmod(cell, wide)


def _shape(seat: int, x: float, y: float, size: float) -> str:
    colour = _COLOURS[seat]
    return (
        f'<g transform="translate({x:.1f} {y:.1f}) scale({size})" fill="{colour}" stroke="#2c241b"'
        f' stroke-width="{1 / size:.2f}">{_SHAPES[seat]}</g>'
    )


def _pieces(view: View, high: int, wide: int) -> list[str]:
    drawn = []
    for i, seat in enumerate(view.seats):
        for name in seat.stones:
            drawn.append(_stones(i, 1, *_corner(*_place(name, high, wide))))
        for name, height in seat.pyramids.items():
            drawn.append(_pyramid(i, height, *_corner(*_place(name, high, wide))))
        if seat.ship:
            x, y = _corner(*_place(seat.ship, high, wide))
            lifted = i == view.to_move and view.phase in ("move", "set")
            drawn.append(_ship(i, x, y, lifted))
            for colour, stones in enumerate(seat.aboard or []):
                if stones:
                    drawn.append(_stones(colour, stones, x, y))
    return drawn


def _stones(seat: int, stones: int, x: int, y: int) -> str:
    """Stones of a colour at the foot of a cell, each colour in its place; several have their number."""
    left, y = x + 3 + seat * 9.4, y + _UNIT - 8
    if stones == 1:
        return _shape(seat, left + 4.7, y, 4.4)
    return _shape(seat, left + 2.4, y, 2.6) + (
        f'<text x="{left + 4.9:.1f}" y="{y + 3}" font-size="8" textLength="4.4" font-weight="bold"'
        f' lengthAdjust="spacingAndGlyphs" fill="#2c241b" font-family="Georgia, serif">{stones}</text>'
    )


def _ship(seat: int, x: int, y: int, lifted: bool) -> str:
    """A ring with the player's shape; broken where the ship is lifted and the cell below is open."""
    x, y = x + _UNIT // 2, y + 22
    ring = f'<circle cx="{x}" cy="{y}" r="13" fill="#f7f0dc" stroke="{_COLOURS[seat]}" stroke-width="5"'
    return ring + (' stroke-dasharray="6 4"/>' if lifted else "/>") + _shape(seat, x, y, 7)


def _pyramid(seat: int, height: int, x: int, y: int) -> str:
    """Storeys one above the other, and the height as a number."""
    steps = []
    for storey in range(height):
        width = 40 - storey * 7
        steps.append(
            f'<rect x="{x + (_UNIT - width) / 2}" y="{y + _UNIT - 12 - storey * 7}" width="{width}"'
            f' height="7" fill="{_COLOURS[seat]}" stroke="#2c241b"/>'
        )
    label = (
        f'<text x="{x + 4}" y="{y + _UNIT - 21}" font-size="11" font-weight="bold" fill="#2c241b"'
        f' font-family="Georgia, serif">{height}</text>'
    )
    return "".join(steps) + label + _shape(seat, x + _UNIT - 8, y + _UNIT - 25, 4)
