"""What a bot is: something that decides for a seat from what that seat may know."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from typing import Protocol

from parapegma.core import engine
from parapegma.core.match import Match
from parapegma.core.rng import key_of_seed
from parapegma.core.states import States


@dataclass(frozen=True)
class Thought:
    """A decision, and what the bot thinks about it."""

    action: int
    values: list[float] = field(default_factory=list)
    """What each seat can expect, from 0 to 1."""
    visits: dict[int, int] = field(default_factory=dict)
    """How often each action was tried in thought."""
    line: list[int] = field(default_factory=list)
    """How it thinks the game goes on."""
    iterations: int = 0


class Bot(Protocol):
    """Decides for the seat that is to move.

    It is handed a state in which all that the seat cannot know has been dealt anew: it could not
    cheat if it wanted to.
    """

    def think(self, states: States, seat: int) -> Thought: ...


def ask(bot: Bot, match: Match, seed: int | str | None = None) -> Thought:
    """Let a bot decide for whoever is to move."""
    seat = match.actor
    if seat is None:
        raise ValueError("the game is over; there is nothing to decide")
    key = key_of_seed(secrets.token_hex(16) if seed is None else seed)
    return bot.think(engine.determinize(match.states, seat, key), seat)
