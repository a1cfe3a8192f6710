"""An arena's result as plain data, for programs (docs/arena.md describes the shape)."""

from __future__ import annotations

from typing import Any

from parapegma.lab.arena import ArenaResult
from parapegma.lab.arena_results import Share

FORMAT = "parapegma arena"
VERSION = 1
"""Raised when a reader of the old shape would stumble; new keys alone do not raise it."""


def as_data(result: ArenaResult) -> dict[str, Any]:
    """Everything under ``timing`` differs from run to run; the rest is the same for the same seed."""
    arena = result.arena
    command = arena.command
    del command["lineups"]
    return {
        "format": FORMAT,
        "version": VERSION,
        **command,
        "games": result.games,
        "deals": arena.fixtures[-1].deal + 1,
        "by_the_clock": arena.by_the_clock,
        "bots": [
            {
                "bot": each.bot,
                "rating": None
                if each.rating is None
                else {"mu": _rounded(each.rating.mu), "sigma": _rounded(each.rating.sigma)},
                "wins": _share(each.wins),
                "place": _rounded(each.place),
                "points": _rounded(each.points),
                "decisions": _rounded(each.decisions),
            }
            for each in result.bots
        ],
        "lineups": [
            {
                "bots": list(each.lineup.bots),
                "wins": {bot: _share(share) for bot, share in each.wins.items()},
            }
            for each in result.lineups
        ],
        "timing": {
            "seconds": round(result.seconds, 3),
            "games_from_journal": result.resumed,
            "seconds_per_decision": {each.bot: round(each.seconds, 7) for each in result.bots},
            "hurried": {each.bot: _rounded(each.hurried) for each in result.bots},
        },
    }


def _share(share: Share) -> dict[str, Any]:
    return {
        "share": _rounded(share.share),
        "low": _rounded(share.low),
        "high": _rounded(share.high),
        "fair": _rounded(share.fair),
        "times_fair": _rounded(share.times_fair),
        "verdict": share.verdict,
        "games": share.games,
    }


def _rounded(number: float) -> float:
    return round(number, 6)
