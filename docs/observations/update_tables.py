"""Write the tables of these pages anew: ``python docs/observations/update_tables.py``"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from parapegma import all_games
from parapegma.core.game import Game

FOLDER = Path(__file__).resolve().parent


def page(game: Game, text: str) -> str:
    """A page with its tables as the code has them now."""
    text = _replaced(
        text, "layout", _table(("from", "length", "part", "each is", "meaning"), _layout(game), numbers=2)
    )
    ranges = _actions(game)
    if ranges:
        text = _replaced(text, "actions", _table(("number", "notation", "meaning"), ranges, numbers=1))
    return text


def _layout(game: Game) -> list[tuple[str, ...]]:
    return [
        (str(part.at), str(part.length), f"`{part.name}`", str(part.range), part.meaning)
        for part in game.layout
    ]


def _actions(game: Game) -> list[tuple[str, ...]]:
    """The numbers of a game's actions, as its ``actions.py`` lists them."""
    return [
        (str(first) if first == last else f"{first} to {last}", f"`{notation}`", meaning)
        for first, last, notation, meaning in getattr(game.actions, "ACTION_RANGES", ())
    ]


def _table(head: Sequence[str], rows: Iterable[Sequence[str]], numbers: int) -> str:
    """A table in Markdown; its first columns are numbers."""
    rule = ["--:"] * numbers + ["---"] * (len(head) - numbers)
    cells = [[cell.replace("|", "\\|") for cell in row] for row in rows]
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, rule, *cells))


def _replaced(text: str, name: str, table: str) -> str:
    begin, end = f"<!-- {name}: written by update_tables.py -->", f"<!-- end of {name} -->"
    before, rest = text.split(begin)
    return f"{before}{begin}\n\n{table}\n\n{end}{rest.split(end)[1]}"


if __name__ == "__main__":
    for found in all_games():
        file = FOLDER / f"{found.name}.md"
        file.write_text(page(found, file.read_text("utf-8")), "utf-8")
