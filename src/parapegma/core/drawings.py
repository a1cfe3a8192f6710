"""A view drawn as text for a terminal and as a picture for a notebook."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any

_COLUMNS, _LETTER, _LINE = 100, 9, 20


@dataclass(frozen=True)
class Drawings:
    """How a game draws a view; it knows no rules."""

    text: Callable[..., Any]
    """``text(view, legal=())``: anything that ``rich`` prints; what may be chosen stands out."""
    svg: Callable[[Any], str]
    """``svg(view)``: a picture."""

    @classmethod
    def of_package(cls, package: str) -> Drawings:
        """From a game's ``draw.py`` and ``picture.py``; without the latter the text is the picture.

        They are loaded when something is first drawn: whoever plays in a browser draws nothing here.
        """

        def text(*arguments: Any) -> Any:
            return import_module(f"{package}.draw").text(*arguments)

        def svg(view: Any) -> str:
            if find_spec(f"{package}.picture") is None:
                return text_svg(text(view))
            drawn: str = import_module(f"{package}.picture").svg(view)
            return drawn

        return cls(text, svg)


def text_svg(drawn: Any) -> str:
    """Text as a picture: its lines in letters of one width.

    >>> "a &lt; b</text>" in text_svg("a < b")
    True
    """
    from xml.sax.saxutils import escape

    from rich.console import Console

    console = Console(width=_COLUMNS, color_system=None, force_terminal=False)
    with console.capture() as captured:
        console.print(drawn)
    lines = captured.get().rstrip("\n").split("\n")
    rows = "".join(
        f'<text x="{_LETTER}" y="{_LINE * (n + 1)}" xml:space="preserve">{escape(line.rstrip())}</text>'
        for n, line in enumerate(lines)
    )
    width, height = _LETTER * (max(map(len, lines)) + 2), _LINE * (len(lines) + 1)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">'
        f'<rect width="{width}" height="{height}" fill="white"/>'
        f'<g font-family="monospace" font-size="15">{rows}</g></svg>'
    )
