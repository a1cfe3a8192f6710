"""A balance report as a page: what its templates need, from the figures of a study."""

from __future__ import annotations

from typing import Any

from parapegma.lab.figures import MEASURES
from parapegma.lab.report import plots
from parapegma.lab.report.formats import ORDINALS, count
from parapegma.lab.report.render import markup, render
from parapegma.lab.report.summary import disagreement, summary

Figures = dict[str, Any]
Plot = tuple[str, Any]
"""A title and a picture."""

_SHARES = ("first_win", "last_win", "shared")
_HEADINGS = {
    "order": "Order of play and seats",
    "length": "Length and ends",
    "points": "Points",
    "countables": "What is used, and what it goes with",
    "options": "Options side by side",
    "reading": "How to read this",
}


def balance_page(figures: Figures) -> str:
    """The whole report."""
    more_than_one = figures["players"] > 1
    return render(
        "balance.html",
        "balance",
        figures=figures,
        facts=_facts(figures),
        summary=summary(figures),
        warnings=disagreement(figures),
        sections=_sections(figures),
        places=[f"is {ORDINALS[n]}" for n in range(figures["players"])],
        plots={
            "order": _order_plot(figures) if more_than_one else None,
            "strong": _strong_plot(figures) if figures["strong"] else None,
            "seats": _seats_plot(figures) if more_than_one else None,
            "length": _length_plots(figures),
            "sources": markup(plots.sources("Points by source", figures["sources"])),
            "points": _point_plots(figures),
            "variants": _variants_plot(figures),
        },
        point_distributions=_point_distributions(figures),
        families=_families(figures),
        measures=_measures(figures),
    )


def _sections(figures: Figures) -> list[tuple[str, str]]:
    empty = {
        "order": figures["players"] == 1,
        "countables": not figures["countables"],
        "options": len(figures["variants"]) < 2 and not figures["skipped"],
    }
    return [(anchor, heading) for anchor, heading in _HEADINGS.items() if not empty.get(anchor)]


def _facts(figures: Figures) -> list[str]:
    bots = list(dict.fromkeys(figures["bots"]))
    who = f"all seats played by {bots[0]}" if len(bots) == 1 else f"players {', '.join(figures['bots'])}"
    options = ", ".join(f"{name} = {_spelled(value)}" for name, value in figures["options"].items())
    of = count(figures["players"], "player")
    strong = figures["strong"]
    also = f"; {strong['games']:,} by {', '.join(dict.fromkeys(strong['bots']))}" if strong else ""
    return [
        f"{figures['games']:,} games of {of}, {who}, seed {figures['seed']}{also}",
        f"Options: {options}",
        f"Rules version {figures['rules_version']}, components {figures['components']},"
        f" Parapegma {figures['parapegma']}",
    ]


def _order_plot(figures: Figures) -> Any:
    rows = [(f"decides {ORDINALS[row['decides'] - 1]}", row["win"]) for row in figures["order"]]
    return _wins("Wins by order of play", rows, figures)


def _strong_plot(figures: Figures) -> Any:
    rows = [(f"decides {ORDINALS[row['decides'] - 1]}", row["win"]) for row in figures["strong"]["order"]]
    return _wins("Wins by order of play, strong players", rows, figures)


def _seats_plot(figures: Figures) -> Any:
    return _wins("Wins by seat", [(f"seat {row['seat']}", row["win"]) for row in figures["seats"]], figures)


def _wins(title: str, rows: list[tuple[str, Figures]], figures: Figures) -> Any:
    return markup(plots.shares(title, rows, 1 / figures["players"], "% of wins"))


def _length_plots(figures: Figures) -> list[Plot]:
    of = figures["length"]["of"]
    found = _histogram(f"Length in {of}", figures["length"], of)
    found += _histogram("Length in decisions", figures["decisions"], "decisions")
    if len(figures["endings"]) > 1:
        endings = [(row["ending"], row["value"]) for row in figures["endings"]]
        found.append(("How games end", markup(plots.bars("How games end", endings, "% of games"))))
    return found


def _point_distributions(figures: Figures) -> list[tuple[str, Figures]]:
    winner = "points of the winner" if figures["players"] > 1 else "points"
    found = [(winner, figures["winning_points"])]
    return [*found, ("lead of the best over the next", figures["ahead"])] if figures["ahead"] else found


def _point_plots(figures: Figures) -> list[Plot]:
    return [
        plot
        for name, distribution in _point_distributions(figures)
        for plot in _histogram(name[0].upper() + name[1:], distribution, "points")
    ]


def _histogram(title: str, found: Figures, label: str) -> list[Plot]:
    """A picture, unless all games are alike: then the table says it better."""
    if found["least"] == found["most"]:
        return []
    return [(title, markup(plots.histogram(title, found, label)))]


def _families(figures: Figures) -> list[Figures]:
    """Each kind of thing, what goes best with success first."""
    measure = "win" if figures["players"] > 1 else "lead"

    def order(row: Figures) -> float:
        return -row[measure]["more"]["value"] if row[measure] else float("inf")

    found = []
    for family in figures["countables"]:
        rows, title = sorted(family["rows"], key=order), family["name"][0].upper() + family["name"][1:]
        found.append({"title": title, "rows": rows, "plot": markup(plots.countables(title, rows, measure))})
    return found


def _measures(figures: Figures) -> list[Figures]:
    """What variants are compared by."""
    names = {**MEASURES, "length": figures["length"]["of"]}
    found = figures["variants"][1]["more"] if len(figures["variants"]) > 1 else {}
    return [
        {"name": name, "title": names[name], "share": name in _SHARES} for name in MEASURES if name in found
    ]


def _variants_plot(figures: Figures) -> Any:
    rows = figures["variants"][1:]
    if not rows:
        return None
    panels = [("points", "points of a seat", 1.0), ("length", figures["length"]["of"], 1.0)]
    if "first_win" in rows[0]["more"]:
        panels.insert(0, ("first_win", "wins of the first (% points)", 100.0))
    return markup(plots.variants("Options side by side", rows, panels))


def _spelled(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
