"""Several searches about one decision, each with a tree and a seed of its own, taken as one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from parapegma.bots.bot import Evaluation, Limits


def shared(limits: Limits, searchers: int) -> Limits:
    """What each of several searchers may do, so that all together do what one may.

    >>> shared(Limits(10_000, 1.8), 4)
    Limits(iterations=2500, seconds=1.8, thorough=False)
    """
    iterations = None if limits.iterations is None else -(-limits.iterations // searchers)
    return Limits(iterations, limits.seconds, limits.thorough)


def combined(evaluations: Sequence[Evaluation]) -> Evaluation:
    """What all of them think: visits are added up, and the action tried most often is taken.

    >>> one = Evaluation(4, [0.5, 0.5], {4: 60, 7: 40}, [4, 9], 100)
    >>> other = Evaluation(7, [0.2, 0.8], {4: 30, 7: 70}, [7, 1], 100)
    >>> found = combined([one, other])
    >>> found.action, found.values, found.visits, found.line, found.iterations
    (7, [0.35, 0.65], {4: 90, 7: 110}, [7, 1], 200)
    """
    if len(evaluations) == 1:
        return evaluations[0]
    visits: Counter[int] = Counter()
    for evaluation in evaluations:
        visits.update(evaluation.visits)
    action = max(visits, key=lambda tried: visits[tried])
    weights = [max(1, evaluation.iterations) for evaluation in evaluations]
    values = [
        sum(weight * value for weight, value in zip(weights, seat, strict=True)) / sum(weights)
        for seat in zip(*(evaluation.values for evaluation in evaluations), strict=True)
    ]
    lines = [each.line for each in evaluations if each.action == action]
    iterations = sum(evaluation.iterations for evaluation in evaluations)
    hurried = any(evaluation.hurried for evaluation in evaluations)
    return Evaluation(action, values, dict(visits), lines[0] if lines else [action], iterations, hurried)
