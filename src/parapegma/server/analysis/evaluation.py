"""Evaluating one decision: what could be expected, what would have been best, what was lost."""

from __future__ import annotations

import msgspec

from parapegma.bots import BotRunner, Limits
from parapegma.core.action import Action
from parapegma.core.compiled.rng import key_of_seed
from parapegma.core.position import Position

ITERATIONS = 200
"""Of the search about a decision."""
_GUESSES, _ITERATIONS_AFTER = 6, 60
"""How many tables the decision made and the best one are compared on, and the search on each."""
_ALL = Limits(thorough=True)


class EvaluatedDecision(msgspec.Struct, omit_defaults=True):
    """One decision of a game."""

    number: int
    """Counted from 1."""
    seat: int
    played: Action
    best: Action
    """What a bot would have done; what was played, where nothing better was found."""
    values: list[float] = []
    """What each seat could expect before it, from 0 to 1; none where there was no choice."""
    loss: float = 0.0
    """How much less the seat could expect after it than after the best one."""


def evaluate(position: Position, number: int, played: int) -> EvaluatedDecision:
    """Evaluate the decision that is about to be played, from what its seat may know. The same every time."""
    seat = position.actor
    assert seat is not None
    did = position.action(played)
    if len(position.legal()) == 1:
        return EvaluatedDecision(number, seat, did, did)
    runner = BotRunner(position.game, f"analysis {number}")
    evaluation = runner.ask(f"search:{ITERATIONS}", position, number - 1, _ALL)
    values = [round(value, 4) for value in evaluation.values]
    if evaluation.action == played:
        return EvaluatedDecision(number, seat, did, did, values)
    # Rounded first: what is too small to tell is no mistake.
    loss = round(_difference(position, seat, number, evaluation.action, played), 4)
    if loss <= 0:
        return EvaluatedDecision(number, seat, did, did, values)
    return EvaluatedDecision(number, seat, did, position.action(evaluation.action), values, loss)


def _difference(position: Position, seat: int, number: int, better: int, played: int) -> float:
    """How much more a seat can expect after one action than after another, on the same guessed tables."""
    total = 0.0
    for n in range(_GUESSES):
        guess = position.guess(seat, key_of_seed(f"analysis {number} {n}"))
        for action, sign in ((better, 1), (played, -1)):
            total += sign * _value_after(guess.copy(), action, seat, f"analysis {number} {n}")
    return total / _GUESSES


def _value_after(position: Position, action: int, seat: int, seed: str) -> float:
    position.apply(action)
    # Answers without a choice change nothing; what is worth a search comes after them.
    while (actor := position.actor) is not None and len(legal := position.legal()) == 1:
        position.apply(legal[0])
    if actor is None:
        return final_values(position.ranks)[seat]
    runner = BotRunner(position.game, seed)
    return runner.ask(f"search:{_ITERATIONS_AFTER}", position, 0, _ALL).values[seat]


def final_values(ranks: list[int]) -> list[float]:
    """What a finished game was worth to each seat: a win, or a part of one.

    >>> final_values([1, 3, 1])
    [0.5, 0.0, 0.5]
    """
    winners = sum(place == 1 for place in ranks)
    return [1.0 / winners if place == 1 else 0.0 for place in ranks]
