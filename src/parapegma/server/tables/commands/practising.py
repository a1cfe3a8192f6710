"""Decisions where nothing is kept of a game: in steps of lessons and in puzzles."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from parapegma.core.compiled.rng import key_of_seed
from parapegma.core.match import Match
from parapegma.errors import IllegalAction
from parapegma.server.problems import Problem, illegal
from parapegma.server.protocol.messages import ActionPreview
from parapegma.server.tables.commands.preview import GUESSES, look_ahead


def check_turn(match: Match, seat: int) -> None:
    """Refuse a decision of somebody who is not to decide."""
    if match.actor != seat:
        raise Problem(409, "not-your-turn", "It is not your turn.")


def act_in_practice(match: Match, seat: int, notation: str) -> None:
    """Make one decision of a seat."""
    check_turn(match, seat)
    try:
        match.act(notation, seat)
    except IllegalAction as error:
        raise illegal(error) from None


def preview_in_practice(match: Match, seat: int, actions: Sequence[str]) -> ActionPreview:
    """What decisions of a seat would do, as far as it can know."""
    check_turn(match, seat)
    return look_ahead(match, seat, actions, [key_of_seed(secrets.token_hex(8)) for _ in range(GUESSES)])
