"""Write the layout tables of the observation pages anew: ``python docs/observations/make.py``"""

from __future__ import annotations

from pathlib import Path

from parapegma import all_games
from parapegma.core.game import Game

FOLDER = Path(__file__).resolve().parent
BEGIN, END = "<!-- layout: written by make.py -->", "<!-- end of layout -->"


def page(game: Game, text: str) -> str:
    """A page with its table as the code has it now."""
    rows = [f"| {part.at} | {part.length} | `{part.name}` | {part.meaning} |" for part in game.layout]
    table = "\n".join(["| from | length | part | meaning |", "| --: | --: | --- | --- |", *rows])
    before, rest = text.split(BEGIN)
    return f"{before}{BEGIN}\n\n{table}\n\n{END}{rest.split(END)[1]}"


if __name__ == "__main__":
    for found in all_games():
        file = FOLDER / f"{found.name}.md"
        file.write_text(page(found, file.read_text("utf-8")), "utf-8")
