"""What a game declares worth counting, as the tables that compiled code reads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from parapegma.core.compiled.arrays import as_argument
from parapegma.core.game import Game
from parapegma.core.statistics import Count
from parapegma.lab.compiled import counting

Integers = np.ndarray[Any, np.dtype[np.int64]]

_LARGEST_EVENT = 32767


@dataclass(frozen=True)
class CountPlan:
    """Where each event of a game counts: rows by kind, and the countables behind the numbers in the rows."""

    starts: Integers
    rows: Integers
    which: Integers
    countables: int

    @classmethod
    def of(cls, game: Game) -> CountPlan:
        statistics = game.statistics
        found: list[tuple[int, int, tuple[int, ...], int]] = []
        base = 0
        for countables in statistics.countables:
            found += [_meaning(count, base, len(countables.names)) for count in countables.counts]
            base += len(countables.names)
        if statistics.length_count is not None:
            found.append(_meaning(statistics.length_count, counting.FOR_LENGTH, _LARGEST_EVENT))
        if statistics.ending is not None:
            found.append(_meaning(statistics.ending, counting.FOR_ENDING, len(game.endings) + 1))
        found.sort(key=lambda meaning: meaning[0])
        kinds = max((kind for kind, *_ in found), default=-1) + 1
        starts = [sum(kind < until for kind, *_ in found) for until in range(kinds + 1)]
        rows, which = [], [0]
        for _, column, table, base_of in found:
            rows.append((column, len(which), len(table), base_of))
            which += table
        # An empty array has no place in compiled code.
        rows = rows or [(0, 0, 0, 0)]
        return cls(
            np.array(starts, np.int64), np.array(rows, np.int64), np.array(which, np.int64), max(base, 1)
        )

    def arrays(self) -> tuple[Any, Any, Any]:
        return as_argument(self.starts), as_argument(self.rows), as_argument(self.which)


def _meaning(count: Count, base: int, countables: int) -> tuple[int, int, tuple[int, ...], int]:
    table = tuple(range(countables)) if count.which is None else count.which
    return count.event, "ab".index(count.column), table, base
