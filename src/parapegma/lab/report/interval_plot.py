"""A picture of values with their intervals: a dot and whiskers each, as SVG in the colours of its page."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from parapegma.lab.report.render import markup, render

_ROW = 30
_MOST_LETTERS = 32
_LETTER = 7.2
"""Of a label: how many there are at most, and how wide one is about."""
_PLOT = 430
_VALUES = 170
_TOP = 8
_AXIS = 26


@dataclass(frozen=True)
class IntervalRow:
    """One row: what it is, its value and interval, and where it should lie if nothing were special."""

    label: str
    value: float
    low: float
    high: float
    says: str
    """The value in words, at the end of the row."""
    fair: float | None = None
    verdict: str = "open"

    @property
    def short_label(self) -> str:
        """As much of the label as has room."""
        return self.label if len(self.label) <= _MOST_LETTERS else self.label[: _MOST_LETTERS - 1] + "…"


@dataclass(frozen=True)
class _Axis:
    """Where values lie across the picture."""

    left: float
    low: float
    high: float

    def x(self, value: float) -> float:
        inside = min(max(value, self.low), self.high)
        return round(self.left + _PLOT * (inside - self.low) / (self.high - self.low), 1)


def interval_plot(title: str, rows: Sequence[IntervalRow], low: float, high: float, percent: bool) -> Any:
    """All rows over one axis from ``low`` to ``high``."""
    left = round(_LETTER * max(len(row.short_label) for row in rows)) + 24
    axis = _Axis(left, low, high)
    labels = [(tick, f"{tick * 100:g} %" if percent else f"{tick:g}") for tick in ticks(low, high)]
    return markup(
        render(
            "interval_plot.svg",
            "arena",
            title=title,
            rows=[(row, _TOP + _ROW * n + _ROW // 2) for n, row in enumerate(rows)],
            ticks=[(axis.x(tick), text) for tick, text in labels],
            x=axis.x,
            top=_TOP,
            bottom=_TOP + _ROW * len(rows),
            width=left + _PLOT + _VALUES,
            height=_TOP + _ROW * len(rows) + _AXIS,
            half_row=_ROW // 2,
            label_x=left - 12,
            says_x=left + _PLOT + 12,
        )
    )


def ticks(low: float, high: float, about: int = 5) -> list[float]:
    """Round values for an axis.

    >>> ticks(0, 1)
    [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]
    >>> ticks(-7, 52)
    [0.0, 10.0, 20.0, 30.0, 40.0, 50.0]
    """
    rough = (high - low) / about
    size = 10.0 ** math.floor(math.log10(rough))
    step = min((size * factor for factor in (1, 2, 5, 10)), key=lambda one: abs(one - rough))
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [round(n * step, 10) for n in range(first, last + 1)]
