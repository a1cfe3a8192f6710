"""A picture of values with their intervals: a dot and whiskers each, as SVG in the colours of its page."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

_ROW = 30
_LABELS = 240
_PLOT = 430
_VALUES = 170
_TOP = 8
_AXIS = 26


@dataclass(frozen=True)
class Whisker:
    """One row: what it is, its value and interval, and where it should lie if nothing were special."""

    label: str
    value: float
    low: float
    high: float
    says: str
    """The value in words, at the end of the row."""
    fair: float | None = None
    verdict: str = "open"


def picture(title: str, rows: Sequence[Whisker], low: float, high: float, percent: bool) -> str:
    """All rows over one axis from ``low`` to ``high``."""
    width, bottom = _LABELS + _PLOT + _VALUES, _TOP + _ROW * len(rows)
    marks = []

    def x(value: float) -> float:
        return round(_LABELS + _PLOT * (min(max(value, low), high) - low) / (high - low), 1)

    for tick in ticks(low, high):
        text = f"{tick * 100:g} %" if percent else f"{tick:g}"
        marks.append(f'<line class="grid" x1="{x(tick)}" y1="{_TOP}" x2="{x(tick)}" y2="{bottom}"/>')
        marks.append(f'<text class="axis" x="{x(tick)}" y="{bottom + 18}">{text}</text>')
    for n, row in enumerate(rows):
        y = _TOP + _ROW * n + _ROW // 2
        if row.fair is not None:
            x_fair, half = x(row.fair), _ROW // 2
            marks.append(f'<line class="fair" x1="{x_fair}" y1="{y - half}" x2="{x_fair}" y2="{y + half}"/>')
        marks.append(
            f'<g class="{escape(row.verdict)}"><title>{escape(row.label)}: {escape(row.says)}</title>'
            f'<line class="reach" x1="{x(row.low)}" y1="{y}" x2="{x(row.high)}" y2="{y}"/>'
            f'<line class="end" x1="{x(row.low)}" y1="{y - 5}" x2="{x(row.low)}" y2="{y + 5}"/>'
            f'<line class="end" x1="{x(row.high)}" y1="{y - 5}" x2="{x(row.high)}" y2="{y + 5}"/>'
            f'<circle cx="{x(row.value)}" cy="{y}" r="5"/></g>'
            f'<text class="label" x="{_LABELS - 12}" y="{y + 5}">{escape(_short(row.label))}</text>'
            f'<text class="says" x="{width - _VALUES + 12}" y="{y + 5}">{escape(row.says)}</text>'
        )
    return (
        f'<svg viewBox="0 0 {width} {bottom + _AXIS}" role="img" aria-label="{escape(title, quote=True)}">'
        f"<title>{escape(title)}</title>{''.join(marks)}</svg>"
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


def _short(label: str, most: int = 32) -> str:
    return label if len(label) <= most else label[: most - 1] + "…"
