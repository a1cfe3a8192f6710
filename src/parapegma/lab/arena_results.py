"""What finished games say about bots: win shares with intervals, places, points, time, ratings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from parapegma.lab.arena_games import PlayedGame
from parapegma.lab.intervals import middle_ranks, wilson
from parapegma.lab.lineups import Fixture, Lineup
from parapegma.lab.ratings import Rating, rate


@dataclass(frozen=True)
class Share:
    """A share of wins, its 95 % interval, and what would be fair."""

    share: float
    low: float
    high: float
    fair: float
    games: int

    @property
    def times_fair(self) -> float:
        return self.share / self.fair

    @property
    def verdict(self) -> str:
        """Whether the whole interval lies to one side of the fair share."""
        if self.low > self.fair:
            return "above"
        return "below" if self.high < self.fair else "open"


@dataclass(frozen=True)
class BotResult:
    """How one bot did in all its games."""

    bot: str
    rating: Rating | None
    """Nothing where there is only one seat, or where nobody asked."""
    wins: Share
    """Per seat: a bot with two seats in a game has a share for each."""
    place: float
    points: float
    decisions: float
    """Real choices per game and seat."""
    seconds: float
    """Thinking time of one decision."""
    hurried: float
    """The share of decisions for which a clock left too little time."""


@dataclass(frozen=True)
class LineupResult:
    """How the bots of one line-up did against each other; a bot's seats count together."""

    lineup: Lineup
    wins: dict[str, Share]


def bot_results(
    games: Sequence[tuple[Fixture, PlayedGame]], bots: Sequence[str], players: int, rated: bool
) -> list[BotResult]:
    """Every bot over all its games, the highest rated first; without ratings, that of most points."""
    ratings = rate((fixture.seats, played.ranks) for fixture, played in games) if rated else {}
    results = [_bot_result(games, bot, players, ratings.get(bot)) for bot in bots]
    return sorted(results, key=lambda one: -(one.rating.mu if one.rating else one.points))


def lineup_results(
    games: Sequence[tuple[Fixture, PlayedGame]], lineups: Sequence[Lineup]
) -> list[LineupResult]:
    """Every line-up over all its games."""
    won = [dict.fromkeys(lineup.bots, 0.0) for lineup in lineups]
    counts = [0] * len(lineups)
    for fixture, played in games:
        counts[fixture.lineup] += 1
        for bot, share in zip(fixture.seats, played.wins, strict=True):
            won[fixture.lineup][bot] += share
    return [
        LineupResult(
            lineup,
            {bot: _share(sum_, count, lineup.seats_of(bot) / len(lineup.bots)) for bot, sum_ in wins.items()},
        )
        for lineup, wins, count in zip(lineups, won, counts, strict=True)
    ]


def _share(won: float, games: int, fair: float) -> Share:
    # Thirds of wins do not add up exactly.
    won = min(max(won, 0.0), float(games))
    return Share(won / games if games else 0.0, *wilson(won, games), fair, games)


def _bot_result(
    games: Sequence[tuple[Fixture, PlayedGame]], bot: str, players: int, rating: Rating | None
) -> BotResult:
    count = seats = decisions = hurried = 0
    won = place = points = seconds = 0.0
    for fixture, played in games:
        own = [seat for seat, other in enumerate(fixture.seats) if other == bot]
        if not own:
            continue
        shares, places = played.wins, middle_ranks(played.ranks)
        count += 1
        seats += len(own)
        # The seats of one game depend on each other: they count as one trial, with their mean.
        won += sum(shares[seat] for seat in own) / len(own)
        for seat in own:
            place += places[seat]
            points += played.points[seat]
            decisions += played.decisions[seat]
            seconds += played.seconds[seat]
            hurried += played.hurried[seat]
    return BotResult(
        bot,
        rating,
        _share(won, count, 1 / players),
        place / max(seats, 1),
        points / max(seats, 1),
        decisions / max(seats, 1),
        seconds / max(decisions, 1),
        hurried / max(decisions, 1),
    )
