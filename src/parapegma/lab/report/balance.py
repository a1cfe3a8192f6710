"""A balance report as one page of HTML: no script, nothing that is loaded from elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from parapegma.lab.balance_words import ORDINALS, in_short, percent, signed

from parapegma.lab import pictures
from parapegma.lab.balance_style import STYLE
from parapegma.lab.figures import MEASURES

Figures = dict[str, Any]
_NOTHING = '<span class="none">–</span>'


def page(figures: Figures) -> str:
    """The whole report."""
    sections = [
        ("order", "Order of play and seats", _order(figures) if figures["players"] > 1 else ""),
        ("length", "Length and ends", _length(figures)),
        ("points", "Points", _points(figures)),
        ("things", "What is used, and what it goes with", _things(figures)),
        ("options", "Options side by side", _variants(figures)),
        ("reading", "How to read this", _reading(figures)),
    ]
    shown = [section for section in sections if section[2]]
    title = f"{escape(figures['title'])}: balance"
    links = "".join(f'<a href="#{anchor}">{heading}</a>' for anchor, heading, _ in shown)
    told = "".join(f"<li>{escape(sentence)}</li>" for sentence in in_short(figures))
    body = "".join(
        f'<section id="{anchor}"><h2>{heading}</h2>{text}</section>' for anchor, heading, text in shown
    )
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}</title><style>{STYLE}</style></head><body><main>"
        f"<h1>{escape(figures['title'])} <small>balance</small></h1>{_facts(figures)}<nav>{links}</nav>"
        f'<ul class="short">{told}</ul>{body}</main></body></html>\n'
    )


def _facts(figures: Figures) -> str:
    bots = list(dict.fromkeys(figures["bots"]))
    who = f"all seats played by {bots[0]}" if len(bots) == 1 else f"players {', '.join(figures['bots'])}"
    n = figures["players"]
    lines = [
        f"{figures['games']:,} games of {n} player{'' if n == 1 else 's'}, {who}, seed {figures['seed']}",
        "Options: " + ", ".join(f"{name} = {_spell(value)}" for name, value in figures["options"].items()),
        f"Rules version {figures['rules_version']}, components {figures['components']},"
        f" Parapegma {figures['parapegma']}",
    ]
    text = "".join(f'<p class="facts">{escape(line)}</p>' for line in lines)
    if figures["stopped_early"]:
        text += '<p class="note">Stopped early: this is what had been played by then.</p>'
    return text


def _order(figures: Figures) -> str:
    fair = 1 / figures["players"]
    rows = [(f"decides {ORDINALS[row['decides'] - 1]}", row["win"]) for row in figures["order"]]
    seats = [(f"seat {row['seat']}", row["win"]) for row in figures["seats"]]
    text = (
        "<p>Who decides first is drawn by lot unless an option says otherwise, so the order of play tells"
        " more than the numbers of the seats. The dashed line is what would be fair.</p>"
    )
    drawn = [
        _figure("Wins by order of play", pictures.whiskers("Wins by order of play", rows, fair, "% of wins")),
        _figure("Wins by seat", pictures.whiskers("Wins by seat", seats, fair, "% of wins")),
    ]
    bots = figures["players_by_bot"]
    head = ["decides", "wins", "points", *(f"is {ORDINALS[n]}" for n in range(figures["players"]))]
    table = [
        [
            ORDINALS[row["decides"] - 1],
            _share(row["win"]),
            _mean(row["points"]),
            *(percent(value) for value in row["places"]),
        ]
        for row in figures["order"]
    ]
    text += f'<div class="pair">{"".join(drawn)}</div>' + _table(head, table)
    if bots:
        table = [
            [
                escape(row["bot"]),
                str(row["seats"]),
                percent(row["fair"]),
                _share(row["win"]),
                _mean(row["points"]),
            ]
            for row in bots
        ]
        text += "<h3>Who played</h3><p>The players move on by one seat with every game.</p>"
        text += _table(["bot", "seats", "fair share", "wins", "points"], table)
    return text


def _length(figures: Figures) -> str:
    of = figures["length"]["of"]
    drawn = [
        _histogram(f"Length in {of}", figures["length"], of),
        _histogram("Length in decisions", figures["decisions"], "decisions"),
    ]
    if len(figures["endings"]) > 1:
        endings = [(row["ending"], row["value"]) for row in figures["endings"]]
        drawn.append(_figure("How games end", pictures.bars("How games end", endings, "% of games")))
    text = "<p>The line is the median game, the shade the middle half of all games.</p>"
    head = ["", "mean", "least", *QUANTILE_NAMES, "most"]
    table = [_distribution(of, figures["length"]), _distribution("decisions", figures["decisions"])]
    return f'{text}<div class="pair">{"".join(drawn)}</div>' + _table(head, table)


QUANTILE_NAMES = ("5%", "25%", "50%", "75%", "95%")


def _distribution(name: str, found: Figures) -> list[str]:
    quantiles = [f"{found['quantiles'][each]:,}" for each in QUANTILE_NAMES]
    return [escape(name), _mean(found["mean"]), f"{found['least']:,}", *quantiles, f"{found['most']:,}"]


def _points(figures: Figures) -> str:
    rows = figures["sources"]
    key = '<figcaption>mean of a seat:<span class="key winner"></span>winners'
    key += '<span class="key other"></span>others</figcaption>'
    compared = rows[0]["more"] is not None
    drawn = [_figure("Points by source", pictures.sources("Points by source", rows), key if compared else "")]
    winner = "Points of the winner" if figures["players"] > 1 else "Points"
    drawn.append(_histogram(winner, figures["winning_points"], "points"))
    lines = [_distribution(winner.lower(), figures["winning_points"])]
    if figures["ahead"]:
        title = "Lead of the best over the next"
        drawn.append(_histogram(title, figures["ahead"], "points"))
        lines.append(_distribution(title.lower(), figures["ahead"]))
    head = ["source", "mean"] + (["winners", "others", "winners have more"] if compared else [])
    table = [
        [escape(row["source"]), _mean(row["points"])]
        + (
            [f"{row['winners']:.2f}", f"{row['others']:.2f}", _more(row["more"], row["clear"], 1, 2)]
            if row["more"]
            else [_NOTHING] * (3 if compared else 0)
        )
        for row in rows
    ]
    text = f'<div class="pair">{"".join(drawn)}</div>' + _table(head, table)
    return text + _table(["", "mean", "least", *QUANTILE_NAMES, "most"], lines)


def _things(figures: Figures) -> str:
    measure = "win" if figures["players"] > 1 else "lead"
    text = (
        "<p>For each thing: how many seats used it, and how much more those reached than seats that did not."
        " Coloured is what chance can hardly explain among so many comparisons. What is used by those who are"
        " ahead anyway looks good without helping them: this shows what goes with winning, not what brings it"
        " about.</p>"
    )
    drawn = []
    for family in figures["things"]:
        rows = sorted(
            family["rows"], key=lambda row: -row[measure]["more"]["value"] if row[measure] else float("inf")
        )
        title = family["name"][0].upper() + family["name"][1:]
        picture = pictures.things(title, rows, measure)
        table = _table(
            _THING_HEAD if measure == "win" else _SOLO_HEAD, [_thing(row, measure) for row in rows]
        )
        drawn.append(_figure(title, picture, f"<details><summary>all figures</summary>{table}</details>"))
    return f'{text}<div class="pair">{"".join(drawn)}</div>' if drawn else ""


_SOLO_HEAD = ["", "seats", "times a game", "points with", "without", "more"]
_THING_HEAD = ["", "seats", "games", "times a game", "wins with", "without", "more wins", "more points"]


def _thing(row: Figures, measure: str) -> list[str]:
    name = [escape(row["thing"].replace("_", " ")), percent(row["used"])]
    lead = row["lead"]
    if measure == "lead":
        cells = [f"{row['times']:.2f}"]
        if lead is None:
            return [*name, *cells, _NOTHING, _NOTHING, _NOTHING]
        more = _more(lead["more"], lead["clear"], 1, 2)
        return [*name, *cells, f"{lead['with']:.2f}", f"{lead['without']:.2f}", more]
    win = row["win"]
    cells = [percent(row["games"]), f"{row['times']:.2f}"]
    if win is None:
        return [*name, *cells, *[_NOTHING] * 4]
    return [
        *name, *cells, percent(win["with"]), percent(win["without"]),
        _more(win["more"], win["clear"], 100, 1),
        _more(lead["more"], lead["clear"], 1, 2) if lead else _NOTHING,
    ]  # fmt: skip


def _variants(figures: Figures) -> str:
    rows = figures["variants"][1:]
    skipped = "".join(
        f"<li><b>{escape(row['variant'])}</b>: {escape(row['why'])}</li>" for row in figures["skipped"]
    )
    notes = f"<details><summary>not compared: {len(figures['skipped'])}</summary><ul>{skipped}</ul></details>"
    if not rows:
        return notes if skipped else ""
    of = figures["length"]["of"]
    names = {**MEASURES, "length": of}
    measures = [name for name in MEASURES if name in rows[0]["more"]]
    panels = [("points", "points of a seat", 1.0), ("length", of, 1.0)]
    if "first_win" in measures:
        panels.insert(0, ("first_win", "wins of the first (% points)", 100.0))
    title = "Options side by side"
    text = (
        "<p>Each variant changes one thing of the table as asked. Shown is how much more each figure is than"
        " there; coloured is what chance can hardly explain.</p>"
    )
    text += _figure(title, pictures.variants(title, rows, panels), broad=True)
    table = []
    for row in figures["variants"]:
        cells = [escape(row["variant"].replace("_", " ")), f"{row['games']:,}"]
        for measure in measures:
            scale, digits = (100, 1) if measure in _SHARES else (1, 2)
            told = percent(row[measure]["value"]) if scale == 100 else f"{row[measure]['value']:,.2f}"
            if "more" in row:
                told += " " + _more(row["more"][measure], row["more"][measure]["clear"], scale, digits)
            cells.append(told)
        table.append(cells)
    return text + _table(["variant", "games", *(names[measure] for measure in measures)], table) + (
        notes if skipped else ""
    )  # fmt: skip


_SHARES = ("first_win", "last_win", "shared")


def _reading(figures: Figures) -> str:
    lines = [
        "An interval covers the true figure in 95 of 100 studies like this one. It tells what chance may have"
        " done, not whether these players play like yours.",
        "The figures are about games between these bots. Bots that play badly use things badly: before a rule"
        " is changed, look whether stronger bots show the same.",
        "Games, not seats, are counted as drawn by lot, since seats of one table depend on each other.",
        "Of many comparisons some stand out by chance alone. Colours allow for that (Bonferroni over all rows"
        " of a section); intervals do not.",
        "More points means points above the mean of the table, so that long games do not make everything look"
        " good.",
    ]
    if figures["players"] == 1:
        lines.pop()
    again = f"parapegma balance {figures['game']} --players {figures['players']} --games {figures['games']}"
    again += f" --bots {','.join(figures['bots'])} --seed {figures['seed']}"
    items = "".join(f"<li>{escape(line)}</li>" for line in lines)
    return f"<ul>{items}</ul><p>The same games again: <code>{escape(again)}</code></p>"


def _histogram(title: str, found: Figures, label: str) -> str:
    """A picture, unless all games are alike: then the table says it better."""
    if found["least"] == found["most"]:
        return ""
    return _figure(title, pictures.histogram(title, found, label))


def _figure(title: str, svg: str, under: str = "", broad: bool = False) -> str:
    kind = ' class="broad"' if broad else ""
    return f"<figure{kind}><h3>{escape(title)}</h3>{svg}{under}</figure>"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    top = "".join(f'<th scope="col">{escape(name)}</th>' for name in head)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return (
        f'<div class="wide"><table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>'
    )  # fmt: skip


def _share(found: Figures) -> str:
    reach = f"{100 * found['low']:.1f} to {100 * found['high']:.1f}"
    return f'{percent(found["value"])} <span class="range">{reach}</span>'


def _mean(found: Figures) -> str:
    digits = 1 if abs(found["value"]) >= 100 else 2
    reach = " to ".join(f"{found[end]:,.{digits}f}".replace("-", "−") for end in ("low", "high"))
    return f'{found["value"]:,.{digits}f} <span class="range">{reach}</span>'.replace(">-", ">−")


def _more(found: Figures, clear: bool, scale: float, digits: int) -> str:
    kind = ("above" if found["value"] > 0 else "below") if clear else "none"
    half = (found["high"] - found["low"]) / 2 * scale
    told = f"{signed(found['value'] * scale, digits)}"
    return f'<span class="{kind}">{told}</span> <span class="range">±{half:.{digits}f}</span>'


def _spell(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
