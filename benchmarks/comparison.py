"""What is compared with what, and the table that comes out of it."""

from __future__ import annotations

import statistics
from dataclasses import dataclass, field

PEERS = {
    "openspiel": ("OpenSpiel", "open_spiel", "spiel.py"),
    "pettingzoo": ("PettingZoo", "pettingzoo[classic]", "zoo.py"),
    "rlcard": ("RLCard", "rlcard", "cards.py"),
    "catanatron": ("Catanatron", "catanatron", "catan.py"),
}
"""By name: what it is called, what is installed, the program that measures it."""


@dataclass(frozen=True)
class Group:
    """Measurements of others that are held against one kind of ours."""

    title: str
    ours: str
    theirs: tuple[tuple[str, str], ...]
    """Peer and measurement."""


GROUPS = {
    "inside": Group(
        "whole random games inside the library, decisions/s",
        "inside",
        (
            ("openspiel", "inside/backgammon"),
            ("openspiel", "inside/go 9x9"),
            ("openspiel", "inside/hanabi 4 players"),
            ("openspiel", "inside/gin_rummy"),
            ("catanatron", "inside/2 players"),
            ("catanatron", "inside/4 players"),
        ),
    ),
    "python": Group(
        "decision by decision from Python, decisions/s",
        "python",
        (
            ("openspiel", "python/backgammon"),
            ("openspiel", "python/go 9x9"),
            ("openspiel", "python/hanabi 4 players"),
            ("openspiel", "python/gin_rummy"),
        ),
    ),
    "hosted": Group(
        "games written in Python, played through OpenSpiel, decisions/s",
        "hosted",
        (("openspiel", "python/python_block_dominoes"), ("openspiel", "python/python_liars_poker")),
    ),
    "environment": Group(
        "one environment with observations and masks, steps/s",
        "environment",
        (
            ("pettingzoo", "environment/hanabi_v5"),
            ("pettingzoo", "environment/connect_four_v3"),
            ("pettingzoo", "environment/texas_holdem_v4"),
            ("pettingzoo", "environment/leduc_holdem_v4"),
            ("rlcard", "environment/uno"),
            ("rlcard", "environment/limit-holdem"),
            ("rlcard", "environment/gin-rummy"),
        ),
    ),
    "batch": Group(
        "our batched environment against one step at a time, both with observations, steps/s",
        "batch",
        (
            ("openspiel", "observed/backgammon"),
            ("openspiel", "observed/hanabi 4 players"),
            ("pettingzoo", "environment/hanabi_v5"),
        ),
    ),
    "search": Group(
        "tree search from the opening with whole playouts, iterations/s",
        "search",
        (("openspiel", "search/backgammon"), ("openspiel", "search/go 9x9")),
    ),
}


@dataclass
class Figure:
    """What several rounds of one measurement gave."""

    rates: list[float] = field(default_factory=list)
    error: str = ""

    @property
    def median(self) -> float | None:
        return statistics.median(self.rates) if self.rates and not self.error else None

    @property
    def spread(self) -> float | None:
        """How far the rounds lie apart, as a part of their median."""
        middle = self.median
        return (max(self.rates) - min(self.rates)) / middle if middle else None


Figures = dict[tuple[str, str], Figure]
"""By peer and measurement; ours stand under ``ours``."""


def order_of(group: Group, games: list[str], peers: list[str]) -> list[tuple[str, str]]:
    """One round: theirs and ours in turn, so that a slow moment of the machine hits both.

    >>> order_of(GROUPS["search"], ["ulysses"], ["openspiel"])
    [('openspiel', 'search/backgammon'), ('ours', 'search/ulysses'), ('openspiel', 'search/go 9x9')]
    """
    theirs = [(peer, name) for peer, name in group.theirs if peer in peers]
    ours = [("ours", f"{group.ours}/{game}") for game in games] if theirs else []
    longest = max(len(theirs), len(ours))
    return [each for n in range(longest) for side in (theirs, ours) for each in side[n : n + 1]]


def ratio(ours: Figure, theirs: Figure) -> float | None:
    """How many times as fast we are."""
    if ours.median is None or not theirs.median:
        return None
    return ours.median / theirs.median


def rows(groups: list[str], games: list[str], peers: list[str], figures: Figures) -> list[list[str]]:
    """The table, its head first."""
    table = [["", "per second", "spread", *games]]
    for name in groups:
        group = GROUPS[name]
        if not order_of(group, games, peers):
            continue
        own = [figures[("ours", f"{group.ours}/{game}")] for game in games]
        table.append([f"**{group.title}**", "", "", *[""] * len(games)])
        table.append(["Parapegma", "", _percent(_widest(own)), *(_number(each) for each in own)])
        for peer, measured in group.theirs:
            if peer in peers:
                theirs = figures[(peer, measured)]
                what = f"{PEERS[peer][0]} {measured.partition('/')[2]}"
                times = [_times(ratio(each, theirs)) for each in own]
                table.append([what, _number(theirs), _percent(theirs.spread), *times])
    return table


def as_markdown(table: list[list[str]]) -> str:
    """A table with columns of one width, which is also a table in Markdown."""
    widths = [max(len(row[n]) for row in table) for n in range(len(table[0]))]

    def line(row: list[str]) -> str:
        cells = [
            row[0].ljust(widths[0]),
            *(cell.rjust(w) for cell, w in zip(row[1:], widths[1:], strict=True)),
        ]
        return "| " + " | ".join(cells) + " |"

    rule = [":" + "-" * (widths[0] - 1), *("-" * (width - 1) + ":" for width in widths[1:])]
    return "\n".join([line(table[0]), line(rule), *map(line, table[1:])])


def problems(figures: Figures) -> list[str]:
    """What could not be measured, and why."""
    return [f"{peer} {name}: {each.error}" for (peer, name), each in figures.items() if each.error]


def _widest(figures: list[Figure]) -> float | None:
    known = [each.spread for each in figures if each.spread is not None]
    return max(known) if known else None


def _number(figure: Figure) -> str:
    value = figure.median
    if value is None:
        return "failed" if figure.error else "-"
    digits = 10 ** max(0, len(str(int(value))) - 3)
    return f"{round(value / digits) * digits:,}"


def _percent(part: float | None) -> str:
    return "-" if part is None else f"{100 * part:.0f} %"


def _times(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:,.0f} x" if value >= 10 else f"{value:.1f} x" if value >= 1 else f"{value:.2f} x"
