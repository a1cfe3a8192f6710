"""A balance report in a few sentences, for whoever reads no tables."""

from __future__ import annotations

from typing import Any

from parapegma.lab.report.formats import ORDINALS, count, percent, signed

Figures = dict[str, Any]


def summary(figures: Figures) -> list[str]:
    """What is worth knowing first."""
    found = [*_first_seat(figures), _length(figures), *_result(figures), *_source(figures)]
    return [*found, *_extremes(figures), *_variants(figures)]


def _first_seat(figures: Figures) -> list[str]:
    """Who wins by the order of play: the strongest players have the first word."""
    if figures["players"] == 1:
        return []
    strong = figures["strong"]
    if strong is None:
        return [_advantage(figures, figures)]
    return [
        *(
            f"Among {_names(each)} ({count(each['games'], 'game')}): {_small(_advantage(each, figures))}"
            for each in (strong, figures)
        ),
        *disagreement(figures),
    ]


def disagreement(figures: Figures) -> list[str]:
    """A warning where the quick players have another order of play than the strong ones."""
    strong = figures["strong"]
    if not strong or not strong["disagree"]:
        return []
    n = max(strong["disagree"], key=lambda n: abs(_win(strong, n)["value"] - _win(figures, n)["value"])) - 1
    best, quick = (_told(_win(each, n + 1)) for each in (strong, figures))
    return [
        f"Warning: they disagree. Whoever decides {ORDINALS[n]} wins {best} among {_names(strong)}, but"
        f" {quick} among {_names(figures)}. Believe the stronger players; what follows is about the others."
    ]


def _advantage(found: Figures, figures: Figures) -> str:
    fair = 1 / figures["players"]
    sure = [row for row in found["order"] if not row["win"]["low"] <= fair <= row["win"]["high"]]
    if not sure:
        widest = max(row["win"]["high"] - row["win"]["low"] for row in found["order"]) / 2
        return (
            f"No place in the order of play has an advantage that {found['games']:,} games could show; one"
            f" of more than about {100 * widest:.1f} percentage points over the fair {percent(fair)} would."
        )
    told = max(sure, key=lambda row: abs(row["win"]["value"] - fair))
    return (
        f"Whoever decides {ORDINALS[told['decides'] - 1]} wins {_told(told['win'], ' of the games')};"
        f" {percent(fair)} would be fair."
    )


def _told(win: dict[str, float], of: str = "") -> str:
    return f"{percent(win['value'])}{of} (95 % interval {percent(win['low'])} to {percent(win['high'])})"


def _win(found: Figures, decides: int) -> dict[str, float]:
    win: dict[str, float] = found["order"][decides - 1]["win"]
    return win


def _names(found: Figures) -> str:
    return ", ".join(dict.fromkeys(found["bots"]))


def _small(sentence: str) -> str:
    return sentence[0].lower() + sentence[1:]


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
        for family in figures["countables"]
        for row in family["rows"]
        if row[measure] is not None and row[measure]["clear"]
    ]
    if not rows:
        return []

    def told(row: Figures) -> str:
        more = row[measure]["more"]["value"]
        if measure == "win":
            return f"{row['countable'].replace('_', ' ')} ({signed(100 * more)} percentage points of wins)"
        return f"{row['countable'].replace('_', ' ')} ({signed(more)} points)"

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
