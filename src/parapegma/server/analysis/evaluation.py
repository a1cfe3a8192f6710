"""Evaluating one decision: what could be expected, what would have been best, what was lost."""

from __future__ import annotations

import math
import statistics

import msgspec

from parapegma.bots import BotRunner, Evaluation, Limits
from parapegma.core.action import Action
from parapegma.core.compiled.rng import key_of_seed
from parapegma.core.position import Position

ITERATIONS = 200
"""Of the search about a decision."""
_GUESSES, _ITERATIONS_AFTER = 6, 60
"""How many tables the decision made and the best one are compared on, and the search on each."""
SURER = 10
"""How many times that goes into a decision before it is called a mistake."""
_NORMAL_95 = 1.96
ANALYST = f"search:{SURER * ITERATIONS}@game"
"""Who thinks of decisions, within tighter limits: it asks the network of the game, if there is one."""


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
    doubt: float = 0.0
    """Give or take so much: half of the 95 % interval of the loss."""


def evaluate(position: Position, number: int, played: int) -> EvaluatedDecision:
    """Evaluate the decision that is about to be played, from what its seat may know. The same every time."""
    seat = position.actor
    assert seat is not None
    did = position.action(played)
    if len(position.legal()) == 1:
        return EvaluatedDecision(number, seat, did, did)
    found = _thought(position, number, 1)
    values = [round(value, 4) for value in found.values]
    if found.action == played or _lost(position, seat, number, found.action, played, 1)[0] <= 0:
        return EvaluatedDecision(number, seat, did, did, values)
    # A mistake is called one only if much more thought agrees.
    found = _thought(position, number, SURER)
    values = [round(value, 4) for value in found.values]
    if found.action == played:
        return EvaluatedDecision(number, seat, did, did, values)
    loss, doubt = _lost(position, seat, number, found.action, played, SURER)
    if loss <= 0:
        return EvaluatedDecision(number, seat, did, did, values)
    return EvaluatedDecision(number, seat, did, position.action(found.action), values, loss, doubt)


def _thought(position: Position, number: int, times: int) -> Evaluation:
    """What a search thinks of the decision, with so many times the usual budget."""
    runner = BotRunner(position.game, f"analysis {number} {times}")
    return runner.ask(ANALYST, position, number - 1, Limits(times * ITERATIONS, thorough=True))


def _lost(
    position: Position, seat: int, number: int, better: int, played: int, times: int
) -> tuple[float, float]:
    """How much less a seat can expect after one action than after another, and give or take how much.

    Both are tried on the same guessed tables. Rounded: what is too small to tell is no mistake.
    """
    differences: list[float] = []
    for n in range(_GUESSES):
        seed = f"analysis {number} {n} {times}"
        guess = position.guess(seat, key_of_seed(seed))
        one, other = (
            _value_after(guess.copy(), action, seat, seed, times * _ITERATIONS_AFTER)
            for action in (better, played)
        )
        differences.append(one - other)
    doubt = _NORMAL_95 * statistics.stdev(differences) / math.sqrt(_GUESSES)
    return round(statistics.mean(differences), 4), round(doubt, 4)


def _value_after(position: Position, action: int, seat: int, seed: str, iterations: int) -> float:
    position.apply(action)
    # Answers without a choice change nothing; what is worth a search comes after them.
    while (actor := position.actor) is not None and len(legal := position.legal()) == 1:
        position.apply(legal[0])
    if actor is None:
        return position.win_shares[seat]
    runner = BotRunner(position.game, seed)
    return runner.ask(ANALYST, position, 0, Limits(iterations, thorough=True)).values[seat]


def final_values(ranks: list[int]) -> list[float]:
    """What a finished game was worth to each seat: a win, or a part of one.

    >>> final_values([1, 3, 1])
    [0.5, 0.0, 0.5]
    """
    winners = sum(place == 1 for place in ranks)
    return [1.0 / winners if place == 1 else 0.0 for place in ranks]
