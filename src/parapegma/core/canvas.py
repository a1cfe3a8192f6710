"""A grid of characters with styles, on which a game's ``draw.py`` draws its board for a terminal."""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter

from rich.style import Style
from rich.text import Text

JOINTS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
"""Box characters by which of four lines meet: 1 up, 2 right, 4 down, 8 left."""


class Canvas:
    """Characters with styles, addressed by column and line; what falls outside is left out."""

    def __init__(self, columns: int, lines: int) -> None:
        self.letters = [[" "] * columns for _ in range(lines)]
        self.styles = [[Style.null()] * columns for _ in range(lines)]

    def put(self, column: int, line: int, words: str, style: Style) -> None:
        """Write words from a place on to the right."""
        for i, letter in enumerate(words):
            if 0 <= line < len(self.letters) and 0 <= column + i < len(self.letters[line]):
                self.letters[line][column + i] = letter
                self.styles[line][column + i] = style

    def text(self) -> Text:
        """All of it, letters of one style together."""
        drawn = Text(no_wrap=True)
        for letters, styles in zip(self.letters, self.styles, strict=True):
            for style, run in groupby(zip(letters, styles, strict=True), key=itemgetter(1)):
                drawn.append("".join(letter for letter, _ in run), style)
            drawn.append("\n")
        return drawn
