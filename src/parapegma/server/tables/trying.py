"""Looking ahead: what a decision would do, before it is made.

It is played on tables that the seat cannot tell from the real one, and only what is the same on all of them
is told. So it tells nothing that the seat could not work out, and nothing of chance.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

from parapegma.core import engine
from parapegma.core.compiled.rng import key_of_seed
from parapegma.core.log import LogEntry
from parapegma.core.match import Match
from parapegma.errors import IllegalAction
from parapegma.server.messages import Tried
from parapegma.server.problems import illegal
from parapegma.server.tables.acting import check_fresh, check_running, check_turn
from parapegma.server.tables.play import asks_chance
from parapegma.server.tables.record import LiveTable
from parapegma.server.tables.viewing import described, tell_of

GUESSES = 8


def look_ahead(table: LiveTable, person: str, key: str, seen: int, actions: Sequence[int | str]) -> Tried:
    """What would follow from decisions of a person whose turn it is."""
    check_running(table)
    check_fresh(table, seen)
    seat = table.actor
    assert seat is not None
    check_turn(table, person, seat, None)
    before = table.play.view(seat)
    guesses = [_guess(table.play.match, seat) for _ in range(GUESSES)]
    tried = [_played(guess, seat, actions) for guess in guesses]
    told = [_told(match, seat) for match in tried]
    views = [match.game.views.view(match.position.states, seat) for match in tried]
    mine = all(match.actor == seat for match in tried)
    legal = [match.legal_actions() if mine else None for match in tried]
    by_chance = any(asks_chance(a.states, b.states) for a, b in zip(guesses, tried, strict=True))
    sure = not by_chance and all(each == part[0] for part in (told, views, legal) for each in part)
    return Tried(
        key=key,
        number=table.number,
        told=tell_of(_common(told)),
        sure=sure,
        mine=mine,
        choices=described(legal[0]) if sure and legal[0] is not None else None,
        changes=_changes(before, views),
    )


def _guess(match: Match, seat: int) -> Match:
    """The match on a table on which what the seat cannot know is dealt anew."""
    guess = match.copy()
    guess.decisions = []
    guess.position.states = engine.determinize(match.position.states, seat, key_of_seed(secrets.token_hex(8)))
    return guess


def _played(guess: Match, seat: int, actions: Sequence[int | str]) -> Match:
    """The match after decisions of the seat."""
    match = guess.copy()
    try:
        for action in actions:
            match.act(action, seat)
    except IllegalAction as error:
        raise illegal(error) from None
    return match


def _told(match: Match, seat: int) -> list[LogEntry]:
    return [telling for ply in range(1, len(match.decisions) + 1) for telling in match.log_of(ply, seat)]


def _common(told: list[list[LogEntry]]) -> list[LogEntry]:
    """What happens on every one of the tables."""
    first, *others = told
    return [telling for telling in first if all(telling in other for other in others)]


def _changes(before: dict[str, Any], views: list[dict[str, Any]]) -> dict[str, Any]:
    """The parts of the view that would be others, where all tables agree on them."""
    first, *others = views
    return {
        name: part
        for name, part in first.items()
        if part != before.get(name) and all(other.get(name) == part for other in others)
    }
