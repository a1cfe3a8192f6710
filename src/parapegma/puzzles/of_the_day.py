"""The puzzle of the day: the same for everyone, wherever they play."""

from __future__ import annotations

import datetime
import hashlib

from parapegma.core.game import game_names
from parapegma.puzzles.puzzle import Puzzle, puzzles_of


def puzzle_of_the_day(day: datetime.date) -> Puzzle | None:
    """The puzzle of a day: games take turns, and none of a game comes again before all of it have come.

    It depends on the date and on the puzzles that come with the program, and on nothing else.
    """
    games = [name for name in game_names() if puzzles_of(name)]
    if not games:
        return None
    turn, place = divmod(day.toordinal(), len(games))
    puzzles = puzzles_of(games[place])
    cycle, number = divmod(turn, len(puzzles))
    return sorted(puzzles, key=lambda puzzle: _shuffled(cycle, puzzle.name))[number]


def _shuffled(cycle: int, name: str) -> str:
    return hashlib.sha256(f"{cycle} {name}".encode()).hexdigest()
