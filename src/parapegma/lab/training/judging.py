"""How strong a network is: games of one look against other players, in the arena."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from parapegma.core.seed import Seed
from parapegma.lab.arena import Arena
from parapegma.lab.arena_results import Share

_SURE = 1.645
"""So many deviations more wins than is fair come about by chance once in twenty times."""


@dataclass(frozen=True)
class Verdict:
    """What came of the games, by number of players."""

    against: str
    tables: dict[int, Share]

    @property
    def times_fair(self) -> float:
        """The share of wins as a multiple of the fair one, all numbers of players alike."""
        return sum(each.times_fair for each in self.tables.values()) / len(self.tables)

    @property
    def better(self) -> bool:
        """Whether it won more than chance explains."""
        won = sum(each.share * each.games for each in self.tables.values())
        fair = sum(each.fair * each.games for each in self.tables.values())
        spread = sum(each.games * each.fair * (1 - each.fair) for each in self.tables.values())
        return won - fair > _SURE * math.sqrt(spread)

    def as_data(self) -> dict[str, Any]:
        """As data, for the log."""
        return {
            str(players): {
                "share": round(each.share, 4), "low": round(each.low, 4), "high": round(each.high, 4),
                "fair": round(each.fair, 4), "games": each.games,
            }
            for players, each in self.tables.items()
        }  # fmt: skip


def judge(
    game: str, file: Path, against: str, players: tuple[int, ...], games: int, seed: Seed, cores: int | None
) -> Verdict:
    """One seat played by the network of a file, all others by somebody else; every deal in all rotations."""
    bot = f"look:{file}"
    tables = {}
    for seats in players:
        arena = Arena(game, [bot, *[against] * (seats - 1)], games=games, seed=seed, exact=True)
        tables[seats] = arena.run(cores=cores).lineups[0].wins[bot]
    return Verdict(against, tables)
