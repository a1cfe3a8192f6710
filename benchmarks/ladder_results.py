"""Playing the cells of the ladder, and reading what was played; all of it by the same sources."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from pathlib import Path

from ladder_cells import Cell
from ladder_sources import sources_of

from parapegma.errors import OptionError
from parapegma.lab.arena import Arena, ArenaResult
from parapegma.lab.arena_results import Share


@dataclass(frozen=True)
class Played:
    """A cell that has been played to its end."""

    share: Share
    """Of the seat of the first bot: the games it won."""
    points: float


class TimeUp(Exception):
    """No time is left; what has been played is kept."""


def play(cell: Cell, results: Path, games: int, seed: str, cores: int, until: float | None) -> Played:
    """Play what is missing of a cell; ``until`` is when there is no more time."""

    def progress(finished: int) -> None:
        if until is not None and time.monotonic() >= until and finished < len(arena.fixtures):
            raise TimeUp(f"{cell.name} ({finished} of {len(arena.fixtures)} games)")

    arena = _arena(cell, games, seed)
    journal = _file(cell, results)
    stamp = _checked_stamp(cell, journal)
    return _played(cell, arena.run(cores=cores, journal=journal, stamp=stamp, progress=progress))


def read(cell: Cell, results: Path, games: int, seed: str) -> Played | None:
    """What a cell gave; nothing if it has not been played to its end."""
    journal = _file(cell, results)
    if not journal.exists():
        return None
    stamp = _checked_stamp(cell, journal)
    arena = _arena(cell, games, seed)

    def progress(finished: int) -> None:
        if finished < len(arena.fixtures):
            raise TimeUp

    try:
        return _played(cell, arena.run(cores=1, journal=journal, stamp=stamp, progress=progress))
    except TimeUp:
        return None


def _arena(cell: Cell, games: int, seed: str) -> Arena:
    return Arena(cell.game, cell.bots, players=cell.players, games=games, seed=seed, exact=True, rated=False)


def _file(cell: Cell, results: Path) -> Path:
    return results / f"{cell.name}.jsonl"


def _checked_stamp(cell: Cell, journal: Path) -> dict[str, str]:
    """What the results of a cell carry; those of other sources are refused, in words that say what to do."""
    here, found = sources_of(cell), _sources_in(journal)
    if found not in (None, here):
        raise OptionError(
            f"{journal}: its games were played by other sources ({found}, here {here}); what counts is how "
            "bots play now: delete it, or name another folder with --results"
        )
    return {"sources": here}


def _sources_in(journal: Path) -> str | None:
    """Which sources have played the games of a file; a file that is no journal is refused when it is read."""
    if not journal.exists():
        return None
    with open(journal, encoding="utf-8") as lines:
        try:
            return str(json.loads(lines.readline())["sources"])
        except (ValueError, KeyError, TypeError):
            return None


def _played(cell: Cell, result: ArenaResult) -> Played:
    one = cell.bots[0]
    points = next(bot.points for bot in result.bots if bot.bot == one)
    return Played(result.lineups[0].wins[one], points)
