"""Tables that stand where a test of the page wants them: played there in Python and brought as records."""

from __future__ import annotations

import itertools
import random
from pathlib import Path

from playwright.sync_api import Page

from parapegma import Match

RECORDS = Path(__file__).resolve().parents[1] / "records"
ENDED = {
    "ophiuchus": "all-cards-taken",
    "pacal": "last_round_played",
    "ptolemaeus": "twelve-points-with-the-objective",
    "ulysses": "four-objectives-reached",
}
"""Of each game one that is over, in which there is something of every kind to be told at the end."""


def ended_game(game: str) -> Match:
    """A game that is over."""
    return Match.replay((RECORDS / game / f"{ENDED[game]}.txt").read_text("utf-8"))


def begun_by_the_reader(game: str) -> Match:
    """A game in which nothing was decided yet, and seat 0 is to decide."""
    return next(match for seed in itertools.count() if (match := Match(game, seed=seed)).actor == 0)


def where_one_may(game: str, *wanted: str) -> Match:
    """A game in which seat 0 is to decide, and may decide all that is wanted; each begins like a choice."""
    for seed in itertools.count():
        match, chance = Match(game, seed=seed), random.Random(seed)
        while not match.over:
            legal = match.legal()
            if match.actor == 0 and not match.position.half_made:
                if all(any(each.startswith(one) for each in legal) for one in wanted):
                    return match
            match.act(chance.choice(legal))
    raise AssertionError


def before_it_is_half_made(game: str, phase: str) -> tuple[Match, str]:
    """A game in which seat 0 is to decide, and what it may decide to be asked for the rest in that phase."""
    for seed in itertools.count():
        match = Match(game, seed=seed)
        chance = random.Random(seed)
        while not match.over:
            if match.actor == 0 and not match.position.half_made:
                for action in match.legal():
                    match.act(action)
                    asked = match.view(0).phase == phase and match.actor == 0
                    match.undo()
                    if asked:
                        return match, action
            match.act(chance.choice(match.legal()))
    raise AssertionError


def open_record(page: Page, match: Match, bot: str = "novice") -> str:
    """Bring a game as a new guest who has seat 0, against bots, and go to its table."""
    api, origin = page.request, {"Origin": page.evaluate("location.origin")}
    if api.get("/api/v1/me").status == 401:
        assert api.post("/api/v1/guest", data={"name": "Ada"}, headers=origin).ok
    wish = {"record": match.record(), "seats": ["me", *[bot] * (match.players - 1)]}
    answer = api.post("/api/v1/tables/record", data=wish, headers=origin)
    assert answer.ok, answer.text()
    table: str = answer.json()["id"]
    page.goto(f"/tables/{table}")
    return table
