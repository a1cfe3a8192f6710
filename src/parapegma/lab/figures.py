"""From sums to figures: everything a balance report says, as plain data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from importlib import metadata
from typing import Any

from parapegma.core.game import Game, find_game
from parapegma.lab.balance import Study
from parapegma.lab.compiled import counting
from parapegma.lab.compiled.counting import SHARE
from parapegma.lab.estimates import Difference, Estimate, between, difference, mean, share
from parapegma.lab.totals import Totals
from parapegma.lab.variants import Skipped, Variant

Figures = dict[str, Any]

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
_BARS = 40
"""About as many bars has a picture of a distribution."""


def figures(
    studies: Sequence[Study],
    counted: Sequence[Totals],
    variants: Sequence[Variant] = (),
    skipped: Sequence[Skipped] = (),
    strong: Study | None = None,
    beside: Totals | None = None,
) -> Figures:
    """All figures of the first study, and how the others differ from it, variant by variant.

    ``strong`` is a study of the same table by stronger players, ``beside`` what has been played of it.
    """
    study, totals = studies[0], counted[0]
    setup = study.setup
    game = find_game(setup.game)
    asked = sum(each.games for each in studies)
    played = sum(each.games for each in counted)
    short = strong is not None and (beside is None or beside.games < strong.games)
    return {
        "game": game.name,
        "title": game.title,
        "rules_version": game.version,
        "components": game.components,
        "parapegma": metadata.version("parapegma"),
        "players": setup.players,
        "options": dict(setup.options),
        "bots": list(setup.bots),
        "seed": setup.seed,
        "games": totals.games,
        "games_of_all_variants": played,
        "stopped_early": played < asked or short,
        "seats": _places(totals, totals.wins, totals.points, totals.points2, "seat", 0),
        "order": _order(totals, game),
        "strong": _strong(strong, beside, totals),
        "players_by_bot": _bots(totals, setup.bots),
        "decisions": _distribution(totals.decisions),
        "length": {"of": game.statistics.length, **_distribution(totals.length)},
        "endings": [
            {"ending": name, **share(totals.endings[n + 1], totals.games).data()}
            for n, name in enumerate(game.endings)
        ],
        "winning_points": _distribution(totals.best),
        "ahead": _distribution(totals.ahead) if totals.players > 1 else None,
        "shared_wins": share(sum(n for k, n in totals.winners.items() if k > 1), totals.games).data(),
        "points": _table_points(totals).data(),
        "sources": _sources(totals, game),
        "countables": _countables(totals, game),
        "variants": [_variant("as asked", {}, totals, None, 1)]
        + [
            _variant(variant.name, variant.options, each, totals, len(variants))
            for variant, each in zip(variants, counted[1:], strict=True)
            if each.games
        ],
        "skipped": [{"variant": each.name, "why": each.why} for each in skipped],
    }


def _places(totals: Totals, wins: Any, points: Any, points2: Any, name: str, first: int) -> list[Figures]:
    return [
        {
            name: n + first,
            "win": share(int(wins[n]) / SHARE, totals.games).data(),
            "points": mean(int(points[n]), int(points2[n]), totals.games).data(),
        }
        for n in range(totals.players)
    ]


def _order(totals: Totals, game: Game) -> list[Figures]:
    found = _places(totals, totals.order_wins, totals.order_points, totals.order_points2, "decides", 1)
    for n, row in enumerate(found):
        row["places"] = [round(int(times) / max(totals.games, 1), 6) for times in totals.order_places[n]]
        row["sources"] = {
            name: round(int(totals.order_sources[n, source]) / max(totals.games, 1), 6)
            for source, name in enumerate(game.statistics.sources)
        }
    return found


def _strong(study: Study | None, totals: Totals | None, quick: Totals) -> Figures | None:
    """The order of play among stronger players, and the places for which the quick ones say otherwise."""
    if study is None or totals is None or not totals.games:
        return None
    order = _places(totals, totals.order_wins, totals.order_points, totals.order_points2, "decides", 1)
    others = _places(quick, quick.order_wins, quick.order_points, quick.order_points2, "decides", 1)
    apart = [
        row["decides"]
        for row, other in zip(order, others, strict=True)
        if row["win"]["low"] > other["win"]["high"] or row["win"]["high"] < other["win"]["low"]
    ]
    return {"bots": list(study.setup.bots), "games": totals.games, "order": order, "disagree": apart}


def _bots(totals: Totals, bots: Sequence[str]) -> list[Figures]:
    """By name of bot, where there are several."""
    if len(set(bots)) < 2:
        return []
    found = []
    for name in dict.fromkeys(bots):
        seats = [n for n, bot in enumerate(bots) if bot == name]
        won = sum(int(totals.bot_wins[n]) for n in seats) / SHARE
        points = sum(int(totals.bot_points[n]) for n in seats)
        points2 = sum(int(totals.bot_points2[n]) for n in seats)
        fair = len(seats) / len(bots)
        found.append(
            {
                "bot": name,
                "seats": len(seats),
                "fair": round(fair, 6),
                "win": share(won, totals.games).data(),
                "points": mean(points, points2, totals.games * len(seats)).data(),
            }
        )
    return found


def _table_points(totals: Totals) -> Estimate:
    """The points of a seat, on the mean over the table."""
    whole = mean(totals.table_points, totals.table_points2, totals.games)
    n = totals.players
    return Estimate(whole.value / n, whole.low / n, whole.high / n)


def _mean_of(counter: Counter[int]) -> Estimate:
    n = sum(counter.values())
    total = sum(value * times for value, times in counter.items())
    return mean(total, sum(value * value * times for value, times in counter.items()), n)


def _distribution(counter: Counter[int]) -> Figures:
    """Mean, quantiles, and a histogram: where bars begin, how wide they are, how many games each has."""
    n = sum(counter.values())
    if n == 0:
        return {"mean": None, "quantiles": {}, "from": 0, "width": 1, "bars": []}
    quantiles, seen = {}, 0
    waiting = list(QUANTILES)
    for value in sorted(counter):
        seen += counter[value]
        while waiting and seen >= waiting[0] * n:
            quantiles[f"{waiting.pop(0):.0%}"] = value
    low, high = min(counter), max(counter)
    top = _cut(counter, n)
    width = max(1, -(-(top - low + 1) // _BARS))
    bars = [0] * ((top - low) // width + 1)
    for value, times in counter.items():
        bars[min((value - low) // width, len(bars) - 1)] += times
    return {
        "mean": _mean_of(counter).data(),
        "quantiles": quantiles,
        "least": low,
        "most": high,
        "from": low,
        "width": width,
        "cut": top < high,
        "bars": bars,
    }


def _cut(counter: Counter[int], n: int) -> int:
    """The value of the last bar: the few longest games of a million would press all others together."""
    values = sorted(counter)
    if len(values) > _BARS:
        beyond = 0
        while beyond + counter[values[-1]] <= n // 500:
            beyond += counter[values.pop()]
    return values[-1]


def _sources(totals: Totals, game: Game) -> list[Figures]:
    found = []
    for n, name in enumerate(game.statistics.sources):
        sums = totals.source_sums(n)
        whole = mean(sums.t, sums.t2, totals.games)
        seats = totals.players
        row: Figures = {
            "source": name,
            "points": Estimate(whole.value / seats, whole.low / seats, whole.high / seats).data(),
        }
        found.append(
            {**row, **_compared(difference(sums), len(game.statistics.sources), "winners", "others")}
        )
    return found


def _compared(found: Difference | None, comparisons: int, yes: str, no: str) -> Figures:
    if found is None:
        return {yes: None, no: None, "more": None, "clear": False}
    return {
        yes: round(found.with_it, 6),
        no: round(found.without, 6),
        "more": found.more.data(),
        "clear": found.clear(comparisons),
    }


def _countables(totals: Totals, game: Game) -> list[Figures]:
    found: list[Figures] = []
    base = 0
    every = sum(len(countables.names) for countables in game.statistics.countables)
    for countables in game.statistics.countables:
        names = enumerate(countables.names)
        rows = [{"countable": name, **_countable(totals, base + n, every)} for n, name in names]
        found.append({"name": countables.name, "rows": rows})
        base += len(countables.names)
    return found


def _countable(totals: Totals, countable: int, every: int) -> Figures:
    row = totals.countables[countable]
    seats, games = totals.games * totals.players, max(totals.games, 1)
    used = int(row[counting.SEATS])
    found: Figures = {
        "used": round(used / max(seats, 1), 6),
        "games": round(int(row[counting.GAMES]) / games, 6),
        "times": round(int(row[counting.TIMES]) / games, 6),
        "win": None,
        "lead": None,
    }
    if totals.players > 1:
        wins = difference(totals.countable_sums(countable, "wins"), 1 / SHARE)
        found["win"] = _compared(wins, every, "with", "without") if wins else None
    lead = difference(totals.countable_sums(countable, "lead"), 1 / totals.players)
    found["lead"] = _compared(lead, every, "with", "without") if lead else None
    return found


def _variant(
    name: str, options: dict[str, Any], totals: Totals, base: Totals | None, comparisons: int
) -> Figures:
    measured = _headline(totals)
    found: Figures = {"variant": name, "options": options, "games": totals.games}
    for measure, estimate in measured.items():
        found[measure] = estimate.data()
    if base is not None:
        differences = {}
        for measure, estimate in _headline(base).items():
            more, error = between(measured[measure], estimate)
            clear = Difference(0, 0, more, error).clear(comparisons * len(measured))
            differences[measure] = {**more.data(), "clear": clear}
        found["more"] = differences
    return found


MEASURES = {
    "first_win": "wins of who decides first",
    "last_win": "wins of who decides last",
    "shared": "shared wins",
    "points": "points of a seat",
    "best": "points of the winner",
    "length": "length",
    "decisions": "decisions",
}
"""What is compared between variants, and its name."""


def _headline(totals: Totals) -> dict[str, Estimate]:
    """The few figures by which variants are compared."""
    found: dict[str, Estimate] = {}
    if totals.players > 1:
        found["first_win"] = share(int(totals.order_wins[0]) / SHARE, totals.games)
        found["last_win"] = share(int(totals.order_wins[-1]) / SHARE, totals.games)
        found["shared"] = share(sum(n for k, n in totals.winners.items() if k > 1), totals.games)
    found["points"] = _table_points(totals)
    found["best"] = _mean_of(totals.best)
    found["length"] = _mean_of(totals.length)
    found["decisions"] = _mean_of(totals.decisions)
    return found
