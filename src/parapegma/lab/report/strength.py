"""How strong a network was in the course of its training: a page with a picture and the figures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parapegma.lab.report.formats import percent, percent_range
from parapegma.lab.report.plots import BELOW, FAIR, OPEN, WINNER, plot
from parapegma.lab.report.render import markup, render

_HEAD = ["decisions", "minutes", "against", "players", "wins", "95 % interval", "fair", "games", "kept"]
_COLOURS = (WINNER, OPEN, BELOW)


def strength_page(title: str, settings: dict[str, Any], log: Sequence[dict[str, Any]]) -> str:
    """The whole page of a training, from the lines of its log."""
    return render(
        "strength.html",
        "train",
        title=title,
        settings=", ".join(f"{name} {value}" for name, value in settings.items()),
        plots=[(name, markup(_picture(name, log))) for name in _rivals(log)],
        head=_HEAD,
        rows=[row for entry in log for row in _rows(entry)],
    )


def _rivals(log: Sequence[dict[str, Any]]) -> list[str]:
    """Against whom it played all along; the best before is another one every time."""
    names = dict.fromkeys(name for entry in log for name in entry["against"])
    return [name for name in names if name != "the best before"]


def _picture(rival: str, log: Sequence[dict[str, Any]]) -> str:
    """The share of wins against somebody, by decisions learnt from; a line for each number of players."""
    found: dict[str, list[tuple[float, dict[str, Any]]]] = {}
    for entry in log:
        for players, share in entry["against"].get(rival, {}).items():
            found.setdefault(players, []).append((entry["decisions"] / 1e6, share))

    def draw(axes: Any) -> None:
        for n, (players, points) in enumerate(found.items()):
            colour, x = _COLOURS[n % len(_COLOURS)], [made for made, _ in points]
            low, high = ([100 * share[side] for _, share in points] for side in ("low", "high"))
            axes.fill_between(x, low, high, color=colour, alpha=0.18, linewidth=0)
            shares = [100 * share["share"] for _, share in points]
            axes.plot(x, shares, color=colour, marker="o", markersize=3, label=f"{players} players")
            axes.axhline(100 * points[0][1]["fair"], color=FAIR, linestyle=(0, (4, 3)), linewidth=1)
        axes.set_ylim(0, 100)
        axes.set_xlabel("million decisions learnt from")
        axes.set_ylabel("% of games won")
        axes.legend(frameon=False, fontsize=9)
        axes.grid(axis="y", linewidth=0.6)

    return plot(f"against {rival}", 2.8, draw)


def _rows(entry: dict[str, Any]) -> list[list[str]]:
    return [
        [
            f"{entry['decisions']:,}", f"{entry['seconds'] / 60:.1f}", rival, players,
            percent(share["share"]), percent_range(share["low"], share["high"]), percent(share["fair"]),
            f"{share['games']:,}",
            "yes" if entry["taken"] else "no",
        ]
        for rival, tables in entry["against"].items()
        for players, share in tables.items()
    ]  # fmt: skip
