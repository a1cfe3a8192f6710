"""Ulysses: a map on a grid of characters: places, names beside them, routes between them."""

from __future__ import annotations

import itertools

from rich.style import Style

from parapegma.core.canvas import Canvas
from parapegma.games.ulysses.types import Map, MapRoute


class Chart(Canvas):
    """Characters with styles; names go wherever beside their place there is room."""

    def __init__(self, board: Map, columns: int, lines: int) -> None:
        lons = [place.lon for place in board.places]
        lats = [place.lat for place in board.places]
        self.west, self.north = min(lons), max(lats)
        self.across = max(1, columns - 18) / max(1e-6, max(lons) - self.west)
        self.down = (lines - 3) / max(1e-6, self.north - min(lats))
        super().__init__(columns, lines)
        self.taken: set[tuple[int, int]] = set()
        self.at = {place.id: self.cell(place.lon, place.lat) for place in board.places}
        for column, line in self.at.values():
            self.taken |= {(column - 1, line), (column, line), (column + 1, line)}

    def cell(self, lon: float, lat: float) -> tuple[int, int]:
        """The column and line of a point."""
        return 5 + round((lon - self.west) * self.across), 1 + round((self.north - lat) * self.down)

    def route(self, route: MapRoute, mark: str, style: Style) -> None:
        """A line of marks through the points of a route."""
        points = [self.at[route.a], *(self.cell(*point) for point in route.via), self.at[route.b]]
        for (x, y), (to_x, to_y) in itertools.pairwise(points):
            steps = max(abs(to_x - x) // 2, abs(to_y - y), 1)
            for i in range(steps + 1):
                self.put(x + round((to_x - x) * i / steps), y + round((to_y - y) * i / steps), mark, style)

    def place(self, name: str, mark: str, label: str, style: Style, label_style: Style) -> None:
        """A place and its name, to the right if there is room, else elsewhere beside it."""
        column, line = self.at[name]
        length = len(label)
        beside = [(column + 2, line), (column - 1 - length, line)]
        around = [(column - length // 2, line + 1), (column - length // 2, line - 1)]
        spots = [
            *beside,
            *around,
            (column + 1, line + 1),
            (column + 1, line - 1),
            (column - length, line + 1),
        ]
        for x, y in [*spots, spots[0]]:
            cells = {(x + i, y) for i in range(length)}
            inside = x >= 0 and x + length <= len(self.letters[0]) and 0 <= y < len(self.letters)
            if inside and not cells & self.taken:
                break
        self.taken |= cells
        for beside_it in (x - 1, x + length):
            if (beside_it, y) not in self.taken:
                self.put(beside_it, y, " ", label_style)
        self.put(x, y, label, label_style)
        self.put(column, line, mark, style)
