"""What a bot thinks, in words of the game: for hints and analysis."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from parapegma.bots.bot import Evaluation
from parapegma.core.action import Action
from parapegma.core.compiled.rng import key_of_seed
from parapegma.core.position import Position

Sureness = Literal["clear", "likely", "close"]
"""How far the action that was tried most is ahead of the next: other thought would hardly, perhaps or easily
have taken another."""


@dataclass(frozen=True)
class Considered:
    """One action and how much thought went into it."""

    action: Action
    visits: int
    share: float
    """Of all visits."""


@dataclass(frozen=True)
class Advice:
    """An evaluation as people read it."""

    action: Action
    values: list[float]
    """What each seat can expect, from 0 to 1."""
    considered: list[Considered]
    """The actions, the one most thought of first."""
    line: list[tuple[int, Action]]
    """How the game may go on: seats and what they do, as far as it can be told."""
    iterations: int
    sure: Sureness = "clear"


def sureness(visits: Sequence[int]) -> Sureness:
    """How sure a search is that tried its actions so often.

    >>> sureness([90, 10, 5]), sureness([60, 30]), sureness([50, 45]), sureness([1])
    ('clear', 'likely', 'close', 'clear')
    """
    first, second, *_ = sorted((*visits, 0, 0), reverse=True)
    if 3 * second <= first:
        return "clear"
    return "likely" if 3 * second <= 2 * first else "close"


def advice(position: Position, evaluation: Evaluation, seed: int | str = 0) -> Advice:
    """Put an evaluation of the decision to be made into words.

    The line is followed on a table where all that the seat cannot know is a guess, and ends where the
    guess does not allow it.
    """
    seat = position.actor
    if seat is None:
        raise ValueError("the game is over; there is nothing to decide")
    total = max(sum(evaluation.visits.values()), 1)
    ordered = sorted(evaluation.visits.items(), key=lambda each: (-each[1], each[0]))
    considered = [Considered(position.action(action), visits, visits / total) for action, visits in ordered]
    line: list[tuple[int, Action]] = []
    guess = position.guess(seat, key_of_seed(seed))
    for action in evaluation.line or [evaluation.action]:
        actor = guess.actor
        if actor is None or action not in guess.legal():
            break
        line.append((actor, guess.action(action)))
        guess.apply(action)
    chosen = position.action(evaluation.action)
    sure = sureness(list(evaluation.visits.values()))
    return Advice(chosen, evaluation.values, considered, line, evaluation.iterations, sure)
