"""An arena's result as one HTML file with tables and pictures; it needs no network and no script."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from importlib import resources

from parapegma.lab.standings import LineupStanding, Share
from parapegma.lab.whiskers import Whisker, picture

from parapegma.lab.arena import Result
from parapegma.lab.ratings import Rating

_HOW_TO_READ = """
<p><b>Wins</b> are per seat: with <i>n</i> seats the fair share is one in <i>n</i>. Seats that share the
first place share the win. The interval is Wilson's at 95 %: if the arena were played again and again with
other seeds, about 95 of 100 such intervals would hold the true share. A dot is coloured when its whole
interval lies to one side of the fair share (dashed line).</p>
<p><b>Rating</b> is openskill's (Plackett-Luce), which begins at 25; the interval is two standard deviations
to each side. It compares only bots of this table.</p>
<p><b>Place</b> counts a shared place at its middle. <b>Choices</b> are decisions with more than one legal
action, per game and seat; <b>ms</b> is the thinking time of one of them.</p>
<p>Every deal was played by every line-up in every rotation of seats, so that neither lucky cards nor a lucky
seat favour a bot.</p>
"""


def as_page(result: Result, command: str = "") -> str:
    """The whole page; ``command`` is shown as the way to repeat it."""
    arena = result.arena
    facts = [
        _count(arena.players, "player"),
        _count(result.games, "game"),
        f"seed {arena.seed}",
        f"rules version {arena.game.version}",
        f"Parapegma {arena.command['parapegma']}",
    ]
    title = f"{arena.game.title}: {', '.join(arena.bots)}"
    options = ", ".join(f"{name} {str(value).lower()}" for name, value in arena.options.items())
    parts = [
        f"<h1>{escape(arena.game.title)} <small>arena</small></h1>",
        f'<p class="facts">{escape(" · ".join(facts))}</p>',
        f'<p class="facts">{escape(options)}</p>' if options else "",
        '<p class="note">Some bots think by the clock: another run may play other games.</p>'
        if arena.by_the_clock
        else "",
        "<h2>Wins per seat</h2>",
        _win_picture(result),
        "<h2>The bots</h2>",
        _bot_table(result),
    ]
    if any(standing.rating for standing in result.bots):
        parts += ["<h2>Ratings</h2>", _rating_picture(result)]
    if arena.players > 1:
        parts += ["<h2>Line-ups</h2>", _cross_table(result), _lineup_picture(result), _lineup_table(result)]
    parts.append(f"<details><summary>How to read this</summary>{_HOW_TO_READ}</details>")
    if command:
        parts.append(f"<h2>To repeat it</h2><pre>{escape(command)}</pre>")
    style = resources.files("parapegma.lab").joinpath("arena.css").read_text("utf-8")
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>\n{style}</style></head>\n<body><main>\n"
        + "\n".join(filter(None, parts))
        + "\n</main></body></html>\n"
    )


def percent(share: float) -> str:
    """A share as people write it.

    >>> percent(0.9125)
    '91.2 %'
    """
    return f"{share * 100:.1f} %"


def interval(share: Share) -> str:
    """An interval as people write it."""
    return f"{share.low * 100:.1f} to {share.high * 100:.1f} %"


def _count(n: int, thing: str) -> str:
    return f"{n:,} {thing}{'' if n == 1 else 's'}"


def _win_picture(result: Result) -> str:
    rows = [_whisker(standing.bot, standing.wins) for standing in result.bots]
    return _figure(picture("Wins per seat with 95 % intervals", rows, 0, 1, percent=True))


def _rating_picture(result: Result) -> str:
    rows = [
        Whisker(standing.bot, mu, mu - 2 * sigma, mu + 2 * sigma, f"{mu:.1f} ± {2 * sigma:.1f}")
        for standing in result.bots
        if standing.rating is not None
        for mu, sigma in [(standing.rating.mu, standing.rating.sigma)]
    ]
    low, high = min(row.low for row in rows), max(row.high for row in rows)
    room = (high - low) / 20 or 1
    return _figure(picture("Ratings, two standard deviations", rows, low - room, high + room, percent=False))


def _lineup_picture(result: Result) -> str:
    rows = [
        _whisker(f"{bot} in {standing.lineup}" if len(standing.wins) > 2 else str(standing.lineup), share)
        for standing, bot, share in shown_shares(result.lineups)
    ]
    return _figure(picture("Wins in each line-up with 95 % intervals", rows, 0, 1, percent=True))


def shown_shares(lineups: Iterable[LineupStanding]) -> Iterable[tuple[LineupStanding, str, Share]]:
    """The shares that tell a line-up's result: of two bots the first, otherwise all."""
    for standing in lineups:
        shares = list(standing.wins.items())
        for bot, share in shares[:1] if len(shares) == 2 else shares:
            yield standing, bot, share


def _whisker(label: str, share: Share) -> Whisker:
    says = f"{percent(share.share)}, {share.times_fair:.2f} × fair"
    return Whisker(label, share.share, share.low, share.high, says, share.fair, share.verdict)


def _bot_table(result: Result) -> str:
    head = ["bot", "rating", "wins", "95 % interval", "× fair", "place", "points", "choices", "ms", "games"]
    rows = [
        [
            standing.bot,
            rating_words(standing.rating),
            percent(standing.wins.share),
            interval(standing.wins),
            f"{standing.wins.times_fair:.2f}",
            f"{standing.place:.2f}",
            f"{standing.points:.2f}",
            f"{standing.decisions:.1f}",
            milliseconds(standing.seconds),
            f"{standing.wins.games:,}",
        ]
        for standing in result.bots
    ]
    return _table(head, rows)


def rating_words(rating: Rating | None) -> str:
    """A rating with two standard deviations."""
    return "–" if rating is None else f"{rating.mu:.1f} ± {2 * rating.sigma:.1f}"


def milliseconds(seconds: float) -> str:
    """Thinking time to two figures that matter.

    >>> milliseconds(0.0000123), milliseconds(1.2)
    ('0.012', '1,200')
    """
    thousandths = seconds * 1000
    return f"{thousandths:,.0f}" if thousandths >= 10 else f"{thousandths:.2g}"


def _cross_table(result: Result) -> str:
    """One of the row's bot against a table of the column's."""
    shares: dict[tuple[str, str], Share] = {}
    for standing in result.lineups:
        bots = standing.lineup.bots
        if len(standing.wins) == 2 and standing.lineup.seats_of(bots[0]) == 1:
            shares[bots[0], bots[1]] = standing.wins[bots[0]]
            if len(bots) == 2:
                shares[bots[1], bots[0]] = standing.wins[bots[1]]
    names = [standing.bot for standing in result.bots]
    if len(names) < 3 or not shares:
        return ""
    cells = []
    for row in names:
        line = [f'<th scope="row">{escape(row)}</th>']
        for column in names:
            share = shares.get((row, column))
            if share is None:
                line.append('<td class="none">·</td>')
            else:
                # From -1, nothing won, over 0, the fair share, to 1, everything won.
                lead = (share.share - share.fair) / (
                    1 - share.fair if share.share > share.fair else share.fair
                )
                side, depth = ("won", lead) if lead > 0 else ("lost", -lead)
                line.append(
                    f'<td class="{side}" style="--depth:{depth * 55:.0f}%" title="{interval(share)}">'
                    f"{percent(share.share)}</td>"
                )
        cells.append(f"<tr>{''.join(line)}</tr>")
    others = result.arena.players - 1
    against = "the column's bot" if others == 1 else f"{others} of the column's"
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in names)
    return _wide(
        f'<table class="cross"><caption>One of the row\'s bot against {against}: its wins</caption>'
        f"<thead><tr><th></th>{head}</tr></thead><tbody>{''.join(cells)}</tbody></table>"
    )


def _lineup_table(result: Result) -> str:
    rows = [
        [
            str(standing.lineup),
            bot,
            percent(share.share),
            interval(share),
            percent(share.fair),
            f"{share.times_fair:.2f}",
            f"{share.games:,}",
        ]
        for standing in result.lineups
        for bot, share in standing.wins.items()
    ]
    return _table(["line-up", "bot", "wins", "95 % interval", "fair", "× fair", "games"], rows, words=2)


def _table(head: list[str], rows: list[list[str]], words: int = 1) -> str:
    """A table whose first columns are words and whose others are numbers."""

    def cells(kind: str, line: list[str]) -> str:
        return "".join(
            f"<{kind}{'' if n < words else ' class=number'}>{escape(text)}</{kind}>"
            for n, text in enumerate(line)
        )

    body = "".join(f"<tr>{cells('td', row)}</tr>" for row in rows)
    return _wide(f"<table><thead><tr>{cells('th', head)}</tr></thead><tbody>{body}</tbody></table>")


def _wide(content: str) -> str:
    """Content that scrolls sideways on a narrow screen."""
    return f'<div class="wide">{content}</div>'


def _figure(svg: str) -> str:
    return _wide(f"<figure>{svg}</figure>")
