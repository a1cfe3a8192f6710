"""Pacal's Rocket: a view as text for a terminal. Players differ in shape as well as in colour."""

from __future__ import annotations

from typing import Any

from rich.console import Group, RenderableType
from rich.style import Style
from rich.table import Table
from rich.text import Text

from parapegma.core.canvas import JOINTS, Canvas
from parapegma.games.pacal.board import cell_at
from parapegma.games.pacal.picture import svg

__all__ = ["svg", "text"]

SHAPES = "●■▲◆✚"
COLOURS = ("#6fbf5f", "#e8c34a", "#5b97d6", "#b07fd6", "#e8894a")
_WIDE, _HIGH = 7, 3
_LINE, _QUIET, _LIT = Style(color="#a08c6a"), Style(dim=True), Style(color="#ffe9b0", bold=True)
_WATER, _VALUE = Style(color="#4a90c2"), Style(color="#c9a45c")


def text(view: dict[str, Any]) -> RenderableType:
    """The table as one viewer sees it; cells that may be chosen are lit."""
    return Group(_board(view), _status(view), _seats(view))


def _board(view: dict[str, Any]) -> Text:
    rows = view["board"]["rows"]
    high, wide = len(rows), len(rows[0])
    left, top = 2, 1
    canvas = Canvas(left + wide * _WIDE + 1, top + high * _HIGH + 1)
    for col in range(wide):
        canvas.put(left + col * _WIDE + _WIDE // 2, 0, chr(ord("A") + col), _QUIET)
    for row in range(high):
        canvas.put(0, top + row * _HIGH + 1, f"{row + 1:>2}", _QUIET)
    places = _places(view, high, wide)
    for row in range(high):
        for col in range(wide):
            _cell(canvas, left + col * _WIDE, top + row * _HIGH, places[row * wide + col])
    _borders(canvas, view, left, top)
    return canvas.text()


def _places(view: dict[str, Any], high: int, wide: int) -> list[dict[str, Any]]:
    """What lies on each cell."""
    rows = view["board"]["rows"]
    places: list[dict[str, Any]] = [
        {"letter": rows[i // wide][i % wide], "kind": "land", "stones": []} for i in range(high * wide)
    ]

    def place(name: str) -> dict[str, Any]:
        cell = cell_at(name, high, wide)
        assert cell is not None
        return places[cell]

    for kind in ("lake", "covered"):
        for name in view["board"][kind]:
            place(name)["kind"] = kind
    for kind, mark in (("river_bank", "≈"), ("lake_shore", "~")):
        for name in view["board"][kind]:
            place(name)["water"] = place(name).get("water", "") + mark
    for action in view.get("legal", []):
        for name in [action["data"].get("cell"), *action["data"].get("cells", [])]:
            if name:
                place(name)["lit"] = True
    for name in view["constellation"]:
        place(name)["lit"] = True
    for kind, stones in (("two_stones", "2"), ("one_stone", "1")):
        for name in view["ends"][kind]:
            place(name)["allows"] = stones
    values = {name: district["value"] for name, district in view["districts"].items()}
    for one in places:
        one["value"] = values.get(one["letter"], "")
    for i, seat in enumerate(view["seats"]):
        for name in seat["stones"]:
            place(name)["stones"].append(i)
        for name, height in seat["pyramids"].items():
            place(name)["pyramid"] = (i, height)
        if seat["ship"]:
            lifted = i == view["to_move"] and view["phase"] in ("move", "set")
            place(seat["ship"])["lifted" if lifted else "ship"] = i
    return places


def _cell(canvas: Canvas, column: int, line: int, place: dict[str, Any]) -> None:
    """Two lines: the district and what may be done, then what stands or lies there.

    Where stones are visible nothing stands, so they have the line for themselves; a lifted ship, over
    a cell that is never to be chosen, is in the line above.
    """
    if place["kind"] == "lake":
        canvas.put(column + 1, line + 1, "≈ ≈ ≈ ", _WATER)
        canvas.put(column + 1, line + 2, " ≈ ≈ ≈", _WATER)
        return
    if place["kind"] == "covered":
        canvas.put(column + 1, line + 1, "░" * (_WIDE - 1), _QUIET)
        canvas.put(column + 1, line + 2, "░" * (_WIDE - 1), _QUIET)
        return
    lit = place.get("lit", False)
    value = str(place["value"])
    canvas.put(column + _WIDE - 1 - len(value), line + 1, place["letter"], _LIT if lit else _QUIET)
    canvas.put(column + _WIDE - len(value), line + 1, value, _LIT if lit else _VALUE)
    canvas.put(column + 1, line + 1, place.get("water", ""), _WATER)
    if "pyramid" in place:
        seat, height = place["pyramid"]
        style = Style(color=COLOURS[seat], bold=True)
        canvas.put(column + 1, line + 2, f"/{height}\\{SHAPES[seat]}", style)
    elif "ship" in place:
        seat = place["ship"]
        canvas.put(column + 1, line + 2, f"({SHAPES[seat]})", Style(color=COLOURS[seat], bold=True))
    if lit:
        canvas.put(column + 3, line + 1, "▸" + place.get("allows", ""), _LIT)
    if "lifted" in place:
        seat = place["lifted"]
        canvas.put(column + 3, line + 1, f"↑{SHAPES[seat]}", Style(color=COLOURS[seat], bold=True))
    for i, seat in enumerate(place["stones"]):
        canvas.put(column + 1 + i, line + 2, SHAPES[seat], Style(color=COLOURS[seat]))


def _borders(canvas: Canvas, view: dict[str, Any], left: int, top: int) -> None:
    """Lines between districts; the river is drawn double."""
    rows = view["board"]["rows"]
    high, wide = len(rows), len(rows[0])
    river = {
        tuple(sorted(cell_at(name, high, wide) or 0 for name in pair)) for pair in view["board"]["river"]
    }

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


def _status(view: dict[str, Any]) -> Text:
    drawn = Text(f"Round {view['round']}", style=_VALUE)
    drawn.append(f"   die {view['die'] or '-'}")
    if view["ended"]:
        drawn.append(f"   over: {view['ended']}", _LIT)
    else:
        drawn.append(f"   start: seat {view['start']}   threshold {view['threshold']}")
    if view["last_round"] and view["ended"] is None:
        drawn.append("   last round", _LIT)
    marks = "\n(●) ship  /3\\● pyramid  ● stone  ≈ river  ~ lake"
    if view["phase"] in ("move", "set"):
        marks += "  ↑● lifted"
    if any(view["ends"].values()):
        marks += "  ▸2 ▸1 stones"
    drawn.append(marks, _QUIET)
    return drawn


def _seats(view: dict[str, Any]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style=_QUIET)
    for heading in ("", "seat", "points", "supply", "stock 1-5", "sacred", "ship", "aboard"):
        table.add_column(heading, justify="right" if heading in ("points", "supply") else "left")
    for i, seat in enumerate(view["seats"]):
        turn = Text("▶" if view["to_move"] == i else " ", style=_LIT)
        name = Text(f"{i} {SHAPES[i]} {seat['colour']}", style=Style(color=COLOURS[i]))
        stock = " ".join(str(number) for number in seat["stock"].values())
        sacred = " ".join(str(value) for value in seat["sacred"]) or "-"
        counts = str(seat["score"]), str(seat["supply"]), stock, sacred
        table.add_row(turn, name, *counts, seat["ship"] or "-", _aboard(seat))
    return table


def _aboard(seat: dict[str, Any]) -> Text:
    if seat["aboard"] is None:
        return Text("?", style=_QUIET)
    drawn = Text()
    for colour, stones in enumerate(seat["aboard"]):
        shapes = SHAPES[colour] * stones if stones <= 3 else f"{stones}{SHAPES[colour]}"
        drawn.append(shapes, Style(color=COLOURS[colour]))
    return drawn if drawn.plain else Text("-", style=_QUIET)
