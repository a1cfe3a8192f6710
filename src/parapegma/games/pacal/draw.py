"""Pacal's Rocket: a view as text for a terminal. Players differ in shape as well as in colour."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from rich.console import Group, RenderableType
from rich.style import Style
from rich.table import Table
from rich.text import Text

from parapegma.core.action import Action
from parapegma.core.canvas import JOINTS, Canvas
from parapegma.games.pacal.actions import cells_of_action
from parapegma.games.pacal.components import cell_at
from parapegma.games.pacal.types import Seat, View

SHAPES = "●■▲◆✚"
COLOURS = ("#6fbf5f", "#e8c34a", "#5b97d6", "#b07fd6", "#e8894a")
_WIDE, _HIGH = 7, 3
_LINE, _QUIET, _CHOOSABLE = Style(color="#a08c6a"), Style(dim=True), Style(color="#ffe9b0", bold=True)
_WATER, _VALUE = Style(color="#4a90c2"), Style(color="#c9a45c")


@dataclass
class _Place:
    """What is to be drawn on a cell."""

    letter: str
    value: str = ""
    """Of the district."""
    kind: Literal["land", "lake", "covered"] = "land"
    water: str = ""
    """Marks of the waters that it counts for."""
    choosable: bool = False
    allows: str = ""
    """Stones that may be put into play by a ship that ends there."""
    stones: list[int] = field(default_factory=list)
    """Seats, like the others."""
    pyramid: tuple[int, int] | None = None
    """Seat and height."""
    ship: int | None = None
    lifted: int | None = None


def text(view: View, legal: Sequence[Action] = ()) -> RenderableType:
    """The table as one viewer sees it; cells that may be chosen stand out."""
    return Group(_board(view, legal), _status(view), _seats(view))


def _board(view: View, legal: Sequence[Action]) -> Text:
    rows = view.board.rows
    high, wide = len(rows), len(rows[0])
    left, top = 2, 1
    canvas = Canvas(left + wide * _WIDE + 1, top + high * _HIGH + 1)
    for col in range(wide):
        canvas.put(left + col * _WIDE + _WIDE // 2, 0, chr(ord("A") + col), _QUIET)
    for row in range(high):
        canvas.put(0, top + row * _HIGH + 1, f"{row + 1:>2}", _QUIET)
    places = _places(view, legal, high, wide)
    for row in range(high):
        for col in range(wide):
            _cell(canvas, left + col * _WIDE, top + row * _HIGH, places[row * wide + col])
    _borders(canvas, view, left, top)
    return canvas.text()


def _places(view: View, legal: Sequence[Action], high: int, wide: int) -> list[_Place]:
    """What lies on each cell."""
    board = view.board
    values = {name: str(district.value) for name, district in view.districts.items()}
    places = [_Place(letter, values.get(letter, "")) for row in board.rows for letter in row]

    def place(name: str) -> _Place:
        cell = cell_at(name, high, wide)
        assert cell is not None
        return places[cell]

    for name in board.lake:
        place(name).kind = "lake"
    for name in board.covered:
        place(name).kind = "covered"
    for name in board.river_bank:
        place(name).water += "≈"
    for name in board.lake_shore:
        place(name).water += "~"
    for name in [*view.constellation, *(name for action in legal for name in cells_of_action(action))]:
        place(name).choosable = True
    for name in view.ends.two_stones:
        place(name).allows = "2"
    for name in view.ends.one_stone:
        place(name).allows = "1"
    for i, seat in enumerate(view.seats):
        for name in seat.stones:
            place(name).stones.append(i)
        for name, height in seat.pyramids.items():
            place(name).pyramid = (i, height)
        if seat.ship and i == view.to_move and view.phase in ("move", "set"):
            place(seat.ship).lifted = i
        elif seat.ship:
            place(seat.ship).ship = i
    return places


def _cell(canvas: Canvas, column: int, line: int, place: _Place) -> None:
    """Two lines: the district and what may be done, then what stands or lies there.

    Where stones are visible nothing stands, so they have the line for themselves; a lifted ship, over
    a cell that is never to be chosen, is in the line above.
    """
    if place.kind == "lake":
        canvas.put(column + 1, line + 1, "≈ ≈ ≈ ", _WATER)
        canvas.put(column + 1, line + 2, " ≈ ≈ ≈", _WATER)
        return
    if place.kind == "covered":
        canvas.put(column + 1, line + 1, "░" * (_WIDE - 1), _QUIET)
        canvas.put(column + 1, line + 2, "░" * (_WIDE - 1), _QUIET)
        return
    value = place.value
    canvas.put(
        column + _WIDE - 1 - len(value), line + 1, place.letter, _CHOOSABLE if place.choosable else _QUIET
    )
    canvas.put(column + _WIDE - len(value), line + 1, value, _CHOOSABLE if place.choosable else _VALUE)
    canvas.put(column + 1, line + 1, place.water, _WATER)
    if place.pyramid is not None:
        seat, height = place.pyramid
        style = Style(color=COLOURS[seat], bold=True)
        canvas.put(column + 1, line + 2, f"/{height}\\{SHAPES[seat]}", style)
    elif place.ship is not None:
        style = Style(color=COLOURS[place.ship], bold=True)
        canvas.put(column + 1, line + 2, f"({SHAPES[place.ship]})", style)
    if place.choosable:
        canvas.put(column + 3, line + 1, "▸" + place.allows, _CHOOSABLE)
    if place.lifted is not None:
        style = Style(color=COLOURS[place.lifted], bold=True)
        canvas.put(column + 3, line + 1, f"↑{SHAPES[place.lifted]}", style)
    for i, seat in enumerate(place.stones):
        canvas.put(column + 1 + i, line + 2, SHAPES[seat], Style(color=COLOURS[seat]))


def _borders(canvas: Canvas, view: View, left: int, top: int) -> None:
    """Lines between districts; the river is drawn double."""
    rows = view.board.rows
    high, wide = len(rows), len(rows[0])
    river = {tuple(sorted(cell_at(name, high, wide) or 0 for name in pair)) for pair in view.board.river}

    def letter(row: int, col: int) -> str:
        return rows[row][col] if 0 <= row < high and 0 <= col < wide else ""

    for row in range(high + 1):
        for col in range(wide + 1):
            column, line = left + col * _WIDE, top + row * _HIGH
            up = letter(row - 1, col - 1) != letter(row - 1, col)
            down = letter(row, col - 1) != letter(row, col)
            right = letter(row - 1, col) != letter(row, col)
            back = letter(row - 1, col - 1) != letter(row, col - 1)
            here = row * wide + col
            joint = JOINTS[up | right << 1 | down << 2 | back << 3]
            if joint == "─" and {(here - wide, here), (here - wide - 1, here - 1)} <= river:
                canvas.put(column, line, "═", _WATER)
            elif joint == "│" and {(here - 1, here), (here - wide - 1, here - wide)} <= river:
                canvas.put(column, line, "║", _WATER)
            else:
                canvas.put(column, line, joint, _LINE)
            if right:
                flows = (here - wide, here) in river
                canvas.put(
                    column + 1, line, ("═" if flows else "─") * (_WIDE - 1), _WATER if flows else _LINE
                )
            if down:
                flows = (here - 1, here) in river
                for i in range(1, _HIGH):
                    canvas.put(column, line + i, "║" if flows else "│", _WATER if flows else _LINE)


def _status(view: View) -> Text:
    drawn = Text(f"Round {view.round}", style=_VALUE)
    drawn.append(f"   die {view.die or '-'}")
    if view.ended:
        drawn.append(f"   over: {view.ended}", _CHOOSABLE)
    else:
        drawn.append(f"   start: seat {view.start}   threshold {view.threshold}")
    if view.last_round and view.ended is None:
        drawn.append("   last round", _CHOOSABLE)
    marks = "\n(●) ship  /3\\● pyramid  ● stone  ≈ river  ~ lake"
    if view.phase in ("move", "set"):
        marks += "  ↑● lifted"
    if view.ends.two_stones or view.ends.one_stone:
        marks += "  ▸2 ▸1 stones"
    drawn.append(marks, _QUIET)
    return drawn


def _seats(view: View) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style=_QUIET)
    for heading in ("", "seat", "points", "supply", "stock 1-5", "sacred", "ship", "aboard"):
        table.add_column(heading, justify="right" if heading in ("points", "supply") else "left")
    for i, seat in enumerate(view.seats):
        turn = Text("▶" if view.to_move == i else " ", style=_CHOOSABLE)
        name = Text(f"{i} {SHAPES[i]} {seat.colour}", style=Style(color=COLOURS[i]))
        stock = " ".join(str(number) for number in seat.stock.values())
        sacred = " ".join(str(value) for value in seat.sacred) or "-"
        counts = str(seat.score), str(seat.supply), stock, sacred
        table.add_row(turn, name, *counts, seat.ship or "-", _aboard(seat))
    return table


def _aboard(seat: Seat) -> Text:
    if seat.aboard is None:
        return Text("?", style=_QUIET)
    drawn = Text()
    for colour, stones in enumerate(seat.aboard):
        shapes = SHAPES[colour] * stones if stones <= 3 else f"{stones}{SHAPES[colour]}"
        drawn.append(shapes, Style(color=COLOURS[colour]))
    return drawn if drawn.plain else Text("-", style=_QUIET)
