"""Looking ahead: what a decision would do, before it is made.

It is played on tables that the seat cannot tell from the real one, and only what is the same on all of them
is told. So it tells nothing that the seat could not work out, and nothing of chance.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

from parapegma.core.compiled.rng import Key, key_of_seed
from parapegma.core.log import LogEntry
from parapegma.core.match import Match
from parapegma.core.position import Position
from parapegma.errors import IllegalAction
from parapegma.server.problems import illegal
from parapegma.server.protocol.messages import ActionPreview
from parapegma.server.tables.commands.acting import check_fresh, check_running, check_turn
from parapegma.server.tables.live_table import LiveTable
from parapegma.server.tables.messages.parts import view_parts
from parapegma.server.tables.messages.previews import action_preview

GUESSES = 8


def preview(
    table: LiveTable, person: str, key: str, seen: int, actions: Sequence[int | str]
) -> ActionPreview:
    """What would follow from decisions of a person whose turn it is."""
    check_running(table)
    check_fresh(table, seen)
    seat = table.actor
    assert seat is not None
    check_turn(table, person, seat, None)
    keys = [key_of_seed(secrets.token_hex(8)) for _ in range(GUESSES)]
    return look_ahead(table.match, seat, actions, keys, key, table.number)


def look_ahead(
    match: Match, seat: int, actions: Sequence[int | str], keys: Sequence[Key], key: str = "", number: int = 0
) -> ActionPreview:
    """What would follow from decisions of a seat, on as many guessed tables as there are keys of chance."""
    position, decided = match.position, len(match)
    guesses = [position.guess(seat, each) for each in keys]
    tried = [_played(guess, decided, seat, actions) for guess in guesses]
    logs = [_log(match, seat) for match in tried]
    views = [view_parts(match.position.view(seat)) for match in tried]
    my_turn = all(match.actor == seat for match in tried)
    legal = [match.legal_actions() if my_turn else None for match in tried]
    by_chance = any(a.chance_used != b.position.chance_used for a, b in zip(guesses, tried, strict=True))
    certain = not by_chance and all(each == part[0] for part in (logs, views, legal) for each in part)
    return action_preview(
        key,
        number,
        log=_common(logs),
        certain=certain,
        my_turn=my_turn,
        choices=legal[0] if certain else None,
        changes=_changes(view_parts(position.view(seat)), views),
        rules=_rules(tried[0], position.view(seat).phase),
    )


def _played(guess: Position, decided: int, seat: int, actions: Sequence[int | str]) -> Match:
    """A match on a guessed table after decisions of the seat."""
    match = Match.resume(guess, decided)
    try:
        for action in actions:
            match.act(action, seat)
    except IllegalAction as error:
        raise illegal(error) from None
    return match


def _rules(match: Match, phase: str) -> list[str]:
    """The rules about the decisions that were tried, each once; what is asked first says the rest."""
    found: dict[str, None] = {}
    for decision in match.decisions:
        found.update(dict.fromkeys(match.game.rules_about(decision.notation, phase)))
    return list(found)


def _log(match: Match, seat: int) -> list[LogEntry]:
    first = match.decided_before + 1
    return [entry for number in range(first, len(match) + 1) for entry in match.log_of(number, seat)]


def _common(logs: list[list[LogEntry]]) -> list[LogEntry]:
    """What happens on every one of the tables."""
    first, *others = logs
    return [entry for entry in first if all(entry in other for other in others)]


def _changes(before: dict[str, Any], views: list[dict[str, Any]]) -> dict[str, Any]:
    """The parts of the view that would be others, where all tables agree on them."""
    first, *others = views
    return {
        name: part
        for name, part in first.items()
        if part != before.get(name) and all(other.get(name) == part for other in others)
    }
