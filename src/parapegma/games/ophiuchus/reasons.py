"""Ophiuchus: everything that makes a decision illegal, with the rule that says so."""

from __future__ import annotations

from parapegma.core.reasons import Reasons
from parapegma.games.ophiuchus.components import GRID, ROW_LIMIT
from parapegma.games.ophiuchus.rules.steps.sky import (
    CLOSED_ZONE,
    NOT_ADJACENT,
    OUT_OF_GRID,
    ROW_OVER_LIMIT,
    SQUARE_OCCUPIED,
)

because = Reasons(
    {
        "not-asked": "asked is {asked}",
        "not-in-hand": "{tile} is not in hand (OP-3.2)",
        "fits-nowhere": "{tile} fits nowhere (OP-3.2)",
        "occupied": "OCCUPIED: a square is occupied (OP-4.1)",
        "not-adjacent": "NOT_ADJACENT: the tile would not touch the sky by a side (OP-4.2)",
        "row-over": f"ROW_OVER_13: a row would have more than {ROW_LIMIT} marks (OP-4.4)",
        "row-sums": f"ROW_OVER_13: a row would have more than {ROW_LIMIT} marks"
        " (rows: {along} along, {a} and {b} across) (OP-4.4)",
        "closed-zone": "CLOSED_ZONE: an empty zone would be closed in (OP-4.6)",
        "out-of-grid": f"OUT_OF_GRID: the sky would be more than {GRID} squares wide or high (OP-4.7)",
        "equal-halves": "a tile with two equal halves faces E or S only, so that each position has one name",
        "card-taken": "{card} has been taken (OP-5.9)",
        "no-match": "the tile just laid does not match {card} (OP-5.1)",
    }
)
CODES = {
    SQUARE_OCCUPIED: "occupied",
    NOT_ADJACENT: "not-adjacent",
    OUT_OF_GRID: "out-of-grid",
    ROW_OVER_LIMIT: "row-over",
    CLOSED_ZONE: "closed-zone",
}
"""By the number that the rules give a reason why a tile may not lie somewhere."""
