"""One measured figure, what it should be, and the table that comes out of many."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from load.usage import busy


@dataclass
class Figure:
    """Something that was measured."""

    what: str
    value: float
    unit: str
    least: float | None = None
    most: float | None = None
    """Its target: at least this, at most that, or between the two."""
    remarks: str = ""
    busy: float = field(default_factory=busy)
    """How many programs wanted to run on the machine then, over the last minute."""

    @property
    def reached(self) -> bool | None:
        if self.least is None and self.most is None:
            return None
        return (self.least is None or self.value >= self.least) and (
            self.most is None or self.value < self.most
        )

    @property
    def target(self) -> str:
        if self.least is not None and self.most is not None:
            return f"{self.least:.2f} to {self.most:.2f}"
        if self.least is not None:
            return f"at least {self.least:g}"
        return "" if self.most is None else f"under {self.most:g}"

    def data(self) -> dict[str, Any]:
        return {**asdict(self), "reached": self.reached}


def rows(figures: list[Figure]) -> list[list[str]]:
    """The table, its head first."""
    table = [["", "measured", "", "target", "", "load", "remarks"]]
    for each in figures:
        verdict = {None: "", True: "reached", False: "missed"}[each.reached]
        table.append(
            [
                each.what,
                _number(each.value),
                each.unit,
                each.target,
                verdict,
                f"{each.busy:.1f}",
                each.remarks,
            ]
        )
    return table


def _number(value: float) -> str:
    """Three digits are enough.

    >>> [_number(value) for value in (2345.6, 23.456, 0.23456)]
    ['2,346', '23.5', '0.235']
    """
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.3g}" if value < 1 else f"{value:.1f}"
