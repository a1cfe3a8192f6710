"""A balance report in a few sentences, for whoever reads no tables."""

from __future__ import annotations

from typing import Any

from parapegma.lab.report.formats import ORDINALS, percent, signed

Figures = dict[str, Any]


def summary(figures: Figures) -> list[str]:
    """What is worth knowing first."""
    found = [*_first_seat(figures), _length(figures), *_result(figures), *_source(figures)]
    return [*found, *_extremes(figures), *_variants(figures)]


def _first_seat(figures: Figures) -> list[str]:
    n = figures["players"]
    if n == 1:
        return []
    fair = 1 / n
    sure = [row for row in figures["order"] if not row["win"]["low"] <= fair <= row["win"]["high"]]
    if not sure:
        widest = max(row["win"]["high"] - row["win"]["low"] for row in figures["order"]) / 2
        return [
            f"No place in the order of play has an advantage that {figures['games']:,} games could show; one"
            f" of more than about {100 * widest:.1f} percentage points over the fair {percent(fair)} would."
        ]
    told = max(sure, key=lambda row: abs(row["win"]["value"] - fair))
    win = told["win"]
    return [
        f"Whoever decides {ORDINALS[told['decides'] - 1]} wins {percent(win['value'])} of the games"
        f" (95 % interval {percent(win['low'])} to {percent(win['high'])}); {percent(fair)} would be fair."
    ]


def _length(figures: Figures) -> str:
    found, length = figures["decisions"], figures["length"]
    quantiles, of = found["quantiles"], length["of"]
    return (
        f"A game takes {found['mean']['value']:.0f} decisions on average ({quantiles['5%']} to"
        f" {quantiles['95%']} in nine games of ten) and {length['mean']['value']:.1f} {of}."
    )


def _result(figures: Figures) -> list[str]:
    if figures["players"] == 1:
        return [f"The mean result is {figures['points']['value']:.1f} points."]
    ahead = figures["ahead"]
    return [
        f"The winner has {figures['winning_points']['mean']['value']:.1f} points,"
        f" {ahead['mean']['value']:.1f} more than the next;"
        f" {percent(figures['shared_wins']['value'])} of the games have no single winner."
    ]


def _source(figures: Figures) -> list[str]:
    rows = [row for row in figures["sources"] if row["more"] is not None]
    if len(rows) < 2:
        return []
    told = max(rows, key=lambda row: row["more"]["value"])
    return [
        f"Winners are ahead mostly by {told['source']}: {told['winners']:.1f} points against"
        f" {told['others']:.1f} of the others."
    ]


def _extremes(figures: Figures) -> list[str]:
    measure = "win" if figures["players"] > 1 else "lead"
    rows = [
        (family["name"], row)
        for family in figures["things"]
        for row in family["rows"]
        if row[measure] is not None and row[measure]["clear"]
    ]
    if not rows:
        return []

    def told(row: Figures) -> str:
        more = row[measure]["more"]["value"]
        if measure == "win":
            return f"{row['thing'].replace('_', ' ')} ({signed(100 * more)} percentage points of wins)"
        return f"{row['thing'].replace('_', ' ')} ({signed(more)} points)"

    best = max(rows, key=lambda item: item[1][measure]["more"]["value"])
    worst = min(rows, key=lambda item: item[1][measure]["more"]["value"])
    sentence = f"The strongest sign of success is {told(best[1])} among {best[0]}"
    if worst[1][measure]["more"]["value"] < 0:
        sentence += f"; of failure, {told(worst[1])} among {worst[0]}"
    return [sentence + ". A sign is not yet a cause."]


def _variants(figures: Figures) -> list[str]:
    rows = [row for row in figures["variants"][1:] if any(each["clear"] for each in row["more"].values())]
    if len(figures["variants"]) < 2:
        return []
    if not rows:
        return ["No variant that was compared differs clearly from the table as asked."]
    names = ", ".join(row["variant"].replace("_", " ") for row in rows[:6])
    return [
        f"{len(rows)} of {len(figures['variants']) - 1} variants clearly change something: {names}"
        f"{' and others' if len(rows) > 6 else ''}."
    ]
