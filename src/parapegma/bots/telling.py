"""What a bot thinks, in words of the game: for hints and analysis."""

from __future__ import annotations

from dataclasses import dataclass

from parapegma.bots.bot import Thought
from parapegma.core import engine
from parapegma.core.game import Action
from parapegma.core.match import Match
from parapegma.core.rng import key_of_seed


@dataclass(frozen=True)
class Considered:
    """One action and how much thought went into it."""

    action: Action
    visits: int
    share: float
    """Of all visits."""


@dataclass(frozen=True)
class Advice:
    """A thought as people read it."""

    action: Action
    values: list[float]
    """What each seat can expect, from 0 to 1."""
    considered: list[Considered]
    """The actions, the one most thought of first."""
    line: list[tuple[int, Action]]
    """How the game may go on: seats and what they do, as far as it can be told."""
    iterations: int


def advice(match: Match, thought: Thought, seed: int | str = 0) -> Advice:
    """Put a thought about the decision to be made into words.

    The line is followed on a table where all that the seat cannot know is a guess, and ends where the
    guess does not allow it.
    """
    seat = match.actor
    if seat is None:
        raise ValueError("the game is over; there is nothing to decide")
    tell = match.game.actions.describe
    total = max(sum(thought.visits.values()), 1)
    ordered = sorted(thought.visits.items(), key=lambda each: (-each[1], each[0]))
    considered = [
        Considered(tell(match.states, action), visits, visits / total) for action, visits in ordered
    ]
    line: list[tuple[int, Action]] = []
    states = engine.determinize(match.states, seat, key_of_seed(seed))
    for action in thought.line or [thought.action]:
        actor = engine.actor(states)
        if actor < 0 or action not in engine.legal(states):
            break
        line.append((actor, tell(states, action)))
        engine.apply(states, action)
    return Advice(tell(match.states, thought.action), thought.values, considered, line, thought.iterations)
