"""Playing the cells of the ladder, and reading what was played; all of it from one commit."""

from __future__ import annotations

import hashlib
import json
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from ladder_cells import Cell

import parapegma
from parapegma.bots.network import FILE as NETWORK
from parapegma.errors import OptionError
from parapegma.lab.arena import Arena, ArenaResult
from parapegma.lab.arena_results import Share


@dataclass(frozen=True)
class Stamp:
    """What all results of a table have in common."""

    commit: str
    sources: str
    """A digest of all that is measured: whoever names a wrong commit is found out."""


@dataclass(frozen=True)
class Played:
    """A cell that has been played to its end."""

    share: Share
    """Of the seat of the first bot: the games it won."""
    points: float


class TimeUp(Exception):
    """No time is left; what has been played is kept."""


def sources_digest() -> str:
    """Of everything in the package that can change a game: code, weights, components, networks.

    >>> len(sources_digest())
    16
    """
    folder = Path(parapegma.__file__).parent
    digest = hashlib.sha256()
    for part in ("core", "games", "bots", "lab"):
        for file in sorted((folder / part).rglob("*")):
            if file.suffix in (".py", ".toml") or file.name == NETWORK:
                digest.update(file.relative_to(folder).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:16]


def play(
    cell: Cell, results: Path, stamp: Stamp, games: int, seed: str, cores: int, until: float | None
) -> Played:
    """Play what is missing of a cell; ``until`` is when there is no more time."""

    def progress(finished: int) -> None:
        if until is not None and time.monotonic() >= until and finished < len(arena.fixtures):
            raise TimeUp(f"{cell.name} ({finished} of {len(arena.fixtures)} games)")

    arena = _arena(cell, games, seed)
    journal = _file(cell, results)
    _check_stamp(journal, stamp)
    return _played(cell, arena.run(cores=cores, journal=journal, stamp=asdict(stamp), progress=progress))


def read(cell: Cell, results: Path, stamp: Stamp, games: int, seed: str) -> Played | None:
    """What a cell gave; nothing if it has not been played to its end."""
    journal = _file(cell, results)
    if not journal.exists():
        return None
    _check_stamp(journal, stamp)
    arena = _arena(cell, games, seed)

    def progress(finished: int) -> None:
        if finished < len(arena.fixtures):
            raise TimeUp

    try:
        return _played(cell, arena.run(cores=1, journal=journal, stamp=asdict(stamp), progress=progress))
    except TimeUp:
        return None


def _arena(cell: Cell, games: int, seed: str) -> Arena:
    return Arena(cell.game, cell.bots, players=cell.players, games=games, seed=seed, exact=True, rated=False)


def _file(cell: Cell, results: Path) -> Path:
    return results / f"{cell.name}.jsonl"


def _check_stamp(journal: Path, stamp: Stamp) -> None:
    """Refuse what another commit has played, in words that say what to do."""
    if not journal.exists():
        return
    with open(journal, encoding="utf-8") as lines:
        try:
            head = json.loads(lines.readline())
        except ValueError:
            return  # The journal itself refuses what is none.
    for name, here in asdict(stamp).items():
        found = head.get(name)
        if found != here:
            raise OptionError(
                f"{journal}: its games were played by another {name.rstrip('s')} ({found}, here {here}); "
                "one table is of one commit: name another folder with --results"
            )


def _played(cell: Cell, result: ArenaResult) -> Played:
    one = cell.bots[0]
    points = next(bot.points for bot in result.bots if bot.bot == one)
    return Played(result.lineups[0].wins[one], points)
