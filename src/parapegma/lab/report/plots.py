"""The pictures of a balance report, drawn by Matplotlib, as SVG that takes its colours from the page.

Matplotlib draws with stand-in colours; they become variables of the page's style, so one picture is legible
on a light screen and on a dark one. Text stays text: it can be searched, copied and read aloud.
"""

from __future__ import annotations

import html
import io
import re
from collections.abc import Callable, Sequence
from typing import Any

from parapegma.extras import load_extra

INK, SOFT, LINE, ABOVE, BELOW, OPEN, FAIR, WINNER, OTHER = (f"#0{n}0{n}0{n}" for n in range(1, 10))
_VARIABLES = {
    INK: "ink", SOFT: "soft", LINE: "line", ABOVE: "above", BELOW: "below", OPEN: "open", FAIR: "fair",
    WINNER: "winner", OTHER: "other",
}  # fmt: skip
_WIDTH = 5.0
_ROW = 0.27
"""Inches: a picture's width, and the height of one line of it."""
_FONT = 10.0

Figures = dict[str, Any]


def load_matplotlib() -> Any:
    """The plotting library, or a word on how to get it."""
    return load_extra("matplotlib", "balance", "a report with pictures")


def plot(
    title: str,
    height: float,
    draw: Callable[..., None],
    panels: Sequence[float] = (1,),
    width: float = _WIDTH,
) -> str:
    """An SVG of so many inches, with panels side by side that ``draw`` fills."""
    matplotlib = load_matplotlib()
    from matplotlib.figure import Figure

    settings = {
        "svg.fonttype": "none", "svg.hashsalt": "parapegma", "font.size": _FONT, "text.color": INK,
        "axes.edgecolor": LINE, "axes.labelcolor": SOFT, "xtick.color": SOFT, "ytick.color": INK,
        "axes.spines.top": False, "axes.spines.right": False, "axes.spines.left": False,
        "grid.color": LINE, "axes.axisbelow": True, "axes.titlesize": _FONT, "axes.titlecolor": SOFT,
        "axes.labelsize": _FONT - 1, "xtick.labelsize": _FONT - 1, "font.family": "DejaVu Sans",
    }  # fmt: skip
    with matplotlib.rc_context(settings):
        figure = Figure(figsize=(width, height), layout="constrained")
        figure.patch.set_alpha(0)
        axes = figure.subplots(
            1, len(panels), sharey=len(panels) > 1, width_ratios=list(panels), squeeze=False
        )
        for each in axes[0]:
            each.patch.set_alpha(0)
            each.tick_params(axis="y", length=0)
            each.tick_params(axis="x", length=3)
        draw(*axes[0])
        written = io.StringIO()
        figure.savefig(written, format="svg", metadata={"Date": None, "Creator": None}, transparent=True)
    return _for_page(written.getvalue(), title)


def _for_page(svg: str, title: str) -> str:
    """Only the drawing, with the page's colours and font, and names that no other picture has."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    for colour, name in _VARIABLES.items():
        svg = svg.replace(colour, f"var(--{name})")
    svg = re.sub(r"font: ([0-9.]+)px [^;\"]*", r"font-size: \1px; font-family: inherit", svg)
    mark = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
    svg = re.sub(r'\bid="', f'id="{mark}-', svg)
    svg = re.sub(r"url\(#", f"url(#{mark}-", svg)
    svg = re.sub(r'href="#', f'href="#{mark}-', svg)
    width, height = re.findall(r'(?:width|height)="([0-9.]+)pt"', svg)[:2]
    opening = (
        f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="{html.escape(title, quote=True)}"'
        ' xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">'
    )
    return opening + svg[svg.index(">", svg.index("<svg")) + 1 :].strip()


def shares(title: str, rows: Sequence[tuple[str, Figures]], fair: float, label: str) -> str:
    """Shares with their intervals, one under the other, beside what would be fair."""

    def draw(axes: Any) -> None:
        axes.axvline(fair * 100, color=FAIR, linestyle=(0, (4, 3)), linewidth=1.5)
        for n, (_, win) in enumerate(rows):
            _whisker(axes, n, win, _side(win["low"] - fair, win["high"] - fair), 100)
            # All at the right edge: no whisker and no line runs through them.
            axes.annotate(
                f"{100 * win['value']:.1f} %", (1, n), xycoords=axes.get_yaxis_transform(), ha="right",
                va="center", fontsize=_FONT - 1, color=SOFT,
            )  # fmt: skip
        _names(axes, [name for name, _ in rows])
        axes.set_xlabel(label)
        low = min([fair, *(win["low"] for _, win in rows)]) * 100
        high = max([fair, *(win["high"] for _, win in rows)]) * 100
        room = max(high - low, 2)
        axes.set_xlim(low - 0.15 * room, high + 0.4 * room)
        axes.grid(axis="x", linewidth=0.6)

    return plot(title, 0.75 + len(rows) * 0.36, draw)


def histogram(title: str, found: Figures, label: str, colour: str = OPEN) -> str:
    """A distribution over games, with its middle half marked."""

    def draw(axes: Any) -> None:
        games = sum(found["bars"])
        left = [found["from"] + n * found["width"] for n in range(len(found["bars"]))]
        shares = [100 * bar / games for bar in found["bars"]]
        quantiles = found["quantiles"]
        # A bar for one number stands over it; a bar for several begins at the first of them.
        half = 0.5 if found["width"] == 1 else 0
        axes.axvspan(
            quantiles["25%"] - half, quantiles["75%"] + 1 - half, color=FAIR, alpha=0.16, linewidth=0
        )
        axes.bar([x - half for x in left], shares, width=found["width"] * 0.92, align="edge", color=colour)
        axes.axvline(quantiles["50%"] + 0.5 - half, color=FAIR, linewidth=1.6)
        axes.set_xlabel(label + (" (the last bar has all longer ones)" if found["cut"] else ""))
        axes.set_ylabel("% of games")
        axes.xaxis.get_major_locator().set_params(integer=True)
        axes.tick_params(axis="y", colors=SOFT)
        axes.grid(axis="y", linewidth=0.6)

    return plot(title, 2.3, draw)


def bars(title: str, rows: Sequence[tuple[str, float]], label: str) -> str:
    """Shares as bars, one under the other."""

    def draw(axes: Any) -> None:
        axes.barh(range(len(rows)), [100 * value for _, value in rows], height=0.55, color=OPEN)
        for n, (_, value) in enumerate(rows):
            axes.annotate(
                f"{100 * value:.1f} %", (100 * value, n), (5, 0), textcoords="offset points", va="center",
                fontsize=_FONT - 1, color=SOFT,
            )  # fmt: skip
        _names(axes, [name for name, _ in rows])
        axes.set_xlim(0, 118)
        axes.set_xticks([0, 25, 50, 75, 100])
        axes.set_xlabel(label)
        axes.grid(axis="x", linewidth=0.6)

    return plot(title, 0.7 + len(rows) * 0.34, draw)


def sources(title: str, rows: Sequence[Figures]) -> str:
    """Points by source: of winners, and of the others."""
    compared = all(row["winners"] is not None for row in rows)

    def draw(axes: Any) -> None:
        axes.axvline(0, color=LINE, linewidth=1)
        for n, row in enumerate(rows):
            if compared:
                axes.barh(n - 0.19, row["winners"], height=0.34, color=WINNER)
                axes.barh(n + 0.19, row["others"], height=0.34, color=OTHER)
            else:
                axes.barh(n, row["points"]["value"], height=0.55, color=OPEN)
        _names(axes, [row["source"] for row in rows])
        axes.set_xlabel("points of a seat, mean over games")
        axes.grid(axis="x", linewidth=0.6)

    return plot(title, 0.8 + len(rows) * 0.42, draw)


def countables(title: str, rows: Sequence[Figures], measure: str) -> str:
    """How often each thing is used, and how much more seats reach that used it."""
    scale = 100 if measure == "win" else 1

    def draw(left: Any, right: Any) -> None:
        left.barh(range(len(rows)), [100 * row["used"] for row in rows], height=0.55, color=OPEN)
        left.set_xlabel("used by % of seats")
        left.set_xlim(0, 100)
        left.set_xticks([0, 50, 100])
        left.grid(axis="x", linewidth=0.6)
        right.axvline(0, color=FAIR, linestyle=(0, (4, 3)), linewidth=1.5)
        for n, row in enumerate(rows):
            found = row[measure]
            if found is None:
                right.annotate("too few cases", (0, n), (6, 0), textcoords="offset points", va="center",
                               fontsize=_FONT - 2, color=SOFT)  # fmt: skip
            else:
                _whisker(right, n, found["more"], _of(found), scale)
        right.set_xlabel("more wins if used (% points)" if measure == "win" else "more points if used")
        right.grid(axis="x", linewidth=0.6)
        right.margins(x=0.08)
        _names(left, [row["countable"].replace("_", " ") for row in rows])

    return plot(title, 0.75 + max(len(rows), 2) * _ROW, draw, panels=(1, 2.1))


def variants(title: str, rows: Sequence[Figures], measures: Sequence[tuple[str, str, float]]) -> str:
    """How each variant differs from the table that was asked for, one panel for each measure."""

    def draw(*panels: Any) -> None:
        for axes, (measure, label, scale) in zip(panels, measures, strict=True):
            axes.axvline(0, color=FAIR, linestyle=(0, (4, 3)), linewidth=1.5)
            for n, row in enumerate(rows):
                found = row["more"][measure]
                _whisker(axes, n, found, _of({"more": found, "clear": found["clear"]}), scale)
            axes.set_xlabel(label)
            axes.grid(axis="x", linewidth=0.6)
            axes.margins(x=0.12)
            axes.locator_params(axis="x", nbins=4)
        _names(panels[0], [row["variant"].replace("_", " ") for row in rows])

    return plot(title, 0.9 + max(len(rows), 2) * 0.3, draw, panels=[1] * len(measures), width=_WIDTH * 1.9)


def _side(low: float, high: float) -> str:
    return ABOVE if low > 0 else BELOW if high < 0 else OPEN


def _of(found: Figures) -> str:
    """A difference is coloured only where chance can hardly explain it, among so many."""
    if not found["clear"]:
        return OPEN
    return ABOVE if found["more"]["value"] > 0 else BELOW


def _whisker(axes: Any, n: int, found: Figures, colour: str, scale: float) -> None:
    low, value, high = (found[name] * scale for name in ("low", "value", "high"))
    axes.plot([low, high], [n, n], color=colour, linewidth=1.8, solid_capstyle="round")
    axes.plot([value], [n], marker="o", markersize=5, color=colour, linestyle="")


def _names(axes: Any, names: Sequence[str]) -> None:
    axes.set_yticks(range(len(names)), list(names))
    axes.set_ylim(len(names) - 0.4, -0.6)
