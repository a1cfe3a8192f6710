"""Ophiuchus: a view as text for a terminal. Marks differ in shape as well as in colour."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.style import Style
from rich.table import Table
from rich.text import Text

from parapegma.core.action import Action
from parapegma.core.canvas import JOINTS, Canvas
from parapegma.games.ophiuchus.components import SYMBOLS
from parapegma.games.ophiuchus.types import At, Card, Return, Take, View

SHAPES = dict(zip(SYMBOLS, "●○✦▲✶■", strict=True))
COLOURS = dict(zip(SYMBOLS, ("#e0654a", "#e8954a", "#e3bd55", "#7fae6a", "#5b97d6", "#a98bd6"), strict=True))
_WIDE, _HIGH = 6, 3
_STEPS = {"E": (1, 0), "S": (0, 1), "W": (-1, 0), "N": (0, -1)}
_BRASS, _QUIET, _CHOOSABLE = Style(color="#c9a45c"), Style(dim=True), Style(color="#ffe9b0", bold=True)


def text(view: View, legal: Sequence[Action] = ()) -> RenderableType:
    """The table as one viewer sees it; squares and tiles that may be chosen stand out."""
    parts: list[RenderableType] = [_sky(view, legal), _firmament(view), _seats(view)]
    hand = _hand(view, legal)
    if hand is not None:
        parts.append(hand)
    return Group(*parts)


def marks(half: str) -> Text:
    """The marks of one half as coloured shapes."""
    drawn = Text()
    for symbol in half:
        drawn.append(SHAPES[symbol], Style(color=COLOURS[symbol]))
    return drawn


def _sky(view: View, legal: Sequence[Action]) -> Text:
    choosable = {(action.x, action.y) for action in legal if isinstance(action, At)}
    box = view.box
    west = min([box.west - 1, *(x for x, _ in choosable)])
    east = max([box.east + 1, *(x for x, _ in choosable)])
    north = min([box.north - 1, *(y for _, y in choosable)])
    south = max([box.south + 1, *(y for _, y in choosable)])
    left = 4
    canvas = Canvas(left + (east - west + 1) * _WIDE + 2, 1 + (south - north + 1) * _HIGH + 1)
    for x in range(west, east + 1):
        canvas.put(left + (x - west) * _WIDE + 1, 0, f"{x:^5}", _QUIET)
    for y in range(north, south + 1):
        canvas.put(0, 1 + (y - north) * _HIGH + 1, f"{y:>3}", _QUIET)

    occupied: dict[tuple[int, int], tuple[str, int]] = {}
    for n, tile in enumerate(view.sky):
        dx, dy = _STEPS[tile.facing]
        for i, half in enumerate(tile.halves):
            occupied[tile.x + dx * i, tile.y + dy * i] = (half, n)
    newest = len(view.sky) - 1

    for y in range(north, south + 1):
        for x in range(west, east + 1):
            column, line = left + (x - west) * _WIDE, 1 + (y - north) * _HIGH
            if (x, y) in occupied:
                half, _ = occupied[x, y]
                for i, symbol in enumerate(half):
                    style = Style(color=COLOURS[symbol])
                    canvas.put(column + 1 + i % 3 * 2, line + 1 + i // 3, SHAPES[symbol], style)
            elif (x, y) in choosable:
                canvas.put(column + 2, line + 1, "[ ]", _CHOOSABLE)
            else:
                canvas.put(column + 3, line + 1, "·", _QUIET)

    def tile_at(x: int, y: int) -> int | None:
        return occupied[x, y][1] if (x, y) in occupied else None

    def edge(one: tuple[int, int], two: tuple[int, int]) -> bool:
        return tile_at(*one) != tile_at(*two)

    def seam(one: tuple[int, int], two: tuple[int, int]) -> bool:
        return tile_at(*one) is not None and tile_at(*one) == tile_at(*two)

    for y in range(north, south + 2):
        for x in range(west, east + 2):
            column, line = left + (x - west) * _WIDE, 1 + (y - north) * _HIGH
            near = (tile_at(x, y), tile_at(x - 1, y), tile_at(x, y - 1), tile_at(x - 1, y - 1))
            style = _CHOOSABLE if newest in near and newest > 0 else _BRASS
            up, right = edge((x - 1, y - 1), (x, y - 1)), edge((x, y - 1), (x, y))
            down, back = edge((x - 1, y), (x, y)), edge((x - 1, y - 1), (x - 1, y))
            joint = JOINTS[up | right << 1 | down << 2 | back << 3]
            if joint != " ":
                canvas.put(column, line, joint, style)
            if right:
                canvas.put(column + 1, line, "─" * (_WIDE - 1), style)
            elif seam((x, y - 1), (x, y)):
                canvas.put(column + 2, line, "┄┄┄", _QUIET)
            for i in range(1, _HIGH):
                if down:
                    canvas.put(column, line + i, "│", style)
                elif seam((x - 1, y), (x, y)):
                    canvas.put(column, line + i, "┊", _QUIET)
    return canvas.text()


def _pattern(card: Card) -> Text:
    """A card's pattern in a few letters: ●●● given, *** any but equal, 123 different; # for a square."""
    if card.rule == "given":
        return marks(card.symbol * card.size)
    stars = "*" * card.size if card.rule == "equal" else "".join(str(i + 1) for i in range(card.size))
    return Text(stars + ("#" if card.shape == "square" else ""))


def _firmament(view: View) -> RenderableType:
    drawn = Text("Firmament  ", style=_BRASS)
    for name in view.firmament:
        drawn.append(name, _CHOOSABLE if name in view.matched else Style.null())
        drawn.append(" ").append(_pattern(view.cards[name]))
        drawn.append(f" {view.cards[name].points}   ", _QUIET)
    if not view.firmament:
        drawn.append("empty", _QUIET)
    drawn.append(f"\nReserve {view.reserve}   tokens {view.supply}", _QUIET)
    drawn.append("   (** any, equal   12 all different   # in a square)", _QUIET)
    return drawn


def _seats(view: View) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style=_QUIET)
    for heading in ("", "seat", "points", "hand", "tokens", "cards"):
        table.add_column(heading, justify="right" if heading in ("points", "hand", "tokens") else "left")
    for i, seat in enumerate(view.seats):
        turn = Text("▶" if view.to_move == i else " ", style=_CHOOSABLE)
        cards = ", ".join(seat.cards) or "none"
        table.add_row(turn, str(i), str(seat.score), str(seat.hand_size), str(seat.tokens), cards)
    return table


def _hand(view: View, legal: Sequence[Action]) -> Text | None:
    hand = None if view.seat is None else view.seats[view.seat].hand
    if hand is None:
        return None
    choosable = {action.tile for action in legal if isinstance(action, Take | Return)}
    drawn = Text("Your tiles  ", style=_BRASS)
    for name in hand:
        one, two = view.tiles[name]
        chosen = name == view.picked
        drawn.append(f"{'▸' if chosen else ''}{name} ", _CHOOSABLE if name in choosable or chosen else _QUIET)
        drawn.append("[").append(marks(one) if one else Text("–")).append(" | ")
        drawn.append(marks(two) if two else Text("–")).append("]   ")
    return drawn
