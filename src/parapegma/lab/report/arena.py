"""An arena's result as a page with tables and pictures, and the words that page and terminal share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from parapegma.lab.arena import ArenaResult
from parapegma.lab.arena_results import LineupResult, Share
from parapegma.lab.ratings import Rating
from parapegma.lab.report.formats import count, milliseconds, number, percent, percent_range
from parapegma.lab.report.interval_plot import IntervalRow, interval_plot
from parapegma.lab.report.render import render

_BOTS = ["bot", "rating", "wins", "95 % interval", "× fair", "place", "points", "choices", "ms", "games"]
_LINEUPS = ["line-up", "bot", "wins", "95 % interval", "fair", "× fair", "games"]


def arena_page(result: ArenaResult, command: str = "") -> str:
    """The whole page; ``command`` is shown as the way to repeat it."""
    arena = result.arena
    return render(
        "arena.html",
        "arena",
        arena=arena,
        facts=[
            count(arena.players, "player"),
            count(result.games, "game"),
            f"seed {arena.seed}",
            f"rules version {arena.game.version}",
            f"Parapegma {arena.command['parapegma']}",
        ],
        options=", ".join(f"{name} {str(value).lower()}" for name, value in arena.options.items()),
        wins_plot=_wins_plot(result),
        bot_head=_BOTS,
        bot_rows=_bot_rows(result),
        rating_plot=_rating_plot(result) if any(each.rating for each in result.bots) else None,
        cross_rows=_cross_rows(result),
        lineup_plot=_lineup_plot(result),
        lineup_head=_LINEUPS,
        lineup_rows=_lineup_rows(result),
        command=command,
    )


def shown_shares(lineups: Iterable[LineupResult]) -> Iterable[tuple[LineupResult, str, Share]]:
    """The shares that tell a line-up's result: of two bots the first, otherwise all."""
    for result in lineups:
        shares = list(result.wins.items())
        for bot, share in shares[:1] if len(shares) == 2 else shares:
            yield result, bot, share


def rating_words(rating: Rating | None) -> str:
    """A rating with two standard deviations."""
    return "–" if rating is None else f"{rating.mu:.1f} ± {2 * rating.sigma:.1f}"


def _wins_plot(result: ArenaResult) -> Any:
    rows = [_share_row(each.bot, each.wins) for each in result.bots]
    return interval_plot("Wins per seat with 95 % intervals", rows, 0, 1, percent=True)


def _rating_plot(result: ArenaResult) -> Any:
    rows = [
        IntervalRow(each.bot, mu, mu - 2 * sigma, mu + 2 * sigma, rating_words(each.rating))
        for each in result.bots
        if each.rating is not None
        for mu, sigma in [(each.rating.mu, each.rating.sigma)]
    ]
    low, high = min(row.low for row in rows), max(row.high for row in rows)
    room = (high - low) / 20 or 1
    return interval_plot("Ratings, two standard deviations", rows, low - room, high + room, percent=False)


def _lineup_plot(result: ArenaResult) -> Any:
    rows = [
        _share_row(f"{bot} in {each.lineup}" if len(each.wins) > 2 else str(each.lineup), share)
        for each, bot, share in shown_shares(result.lineups)
    ]
    return interval_plot("Wins in each line-up with 95 % intervals", rows, 0, 1, percent=True)


def _share_row(label: str, share: Share) -> IntervalRow:
    says = f"{percent(share.share)}, {share.times_fair:.2f} × fair"
    return IntervalRow(label, share.share, share.low, share.high, says, share.fair, share.verdict)


def _bot_rows(result: ArenaResult) -> list[list[str]]:
    return [
        [
            each.bot,
            rating_words(each.rating),
            percent(each.wins.share),
            percent_range(each.wins.low, each.wins.high),
            f"{each.wins.times_fair:.2f}",
            f"{each.place:.2f}",
            number(each.points, 2),
            f"{each.decisions:.1f}",
            milliseconds(each.seconds),
            f"{each.wins.games:,}",
        ]
        for each in result.bots
    ]


def _lineup_rows(result: ArenaResult) -> list[list[str]]:
    return [
        [
            str(each.lineup),
            bot,
            percent(share.share),
            percent_range(share.low, share.high),
            percent(share.fair),
            f"{share.times_fair:.2f}",
            f"{share.games:,}",
        ]
        for each in result.lineups
        for bot, share in each.wins.items()
    ]


def _cross_rows(result: ArenaResult) -> list[tuple[str, list[dict[str, Any] | None]]]:
    """One of the row's bot against a table of the column's; nothing for fewer than three bots."""
    shares: dict[tuple[str, str], Share] = {}
    for each in result.lineups:
        bots = each.lineup.bots
        if len(each.wins) == 2 and each.lineup.seats_of(bots[0]) == 1:
            shares[bots[0], bots[1]] = each.wins[bots[0]]
            if len(bots) == 2:
                shares[bots[1], bots[0]] = each.wins[bots[1]]
    names = [each.bot for each in result.bots]
    if len(names) < 3 or not shares:
        return []
    return [(row, [_cross_cell(shares.get((row, column))) for column in names]) for row in names]


def _cross_cell(share: Share | None) -> dict[str, Any] | None:
    if share is None:
        return None
    # From -1, nothing won, over 0, the fair share, to 1, everything won.
    lead = (share.share - share.fair) / (1 - share.fair if share.share > share.fair else share.fair)
    return {
        "share": share.share,
        "side": "won" if lead > 0 else "lost",
        "depth": f"{abs(lead) * 55:.0f}",
        "interval": percent_range(share.low, share.high),
    }
