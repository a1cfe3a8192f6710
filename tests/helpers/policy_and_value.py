"""What a game's heuristics say of a position, by the words of its actions."""

from __future__ import annotations

from parapegma import Match
from parapegma.core.heuristics import policy_of, value_of


def policy_by_notation(match: Match, **changes: int) -> dict[str, int]:
    """The prior of every legal action; weights of the heuristics can be changed by name."""
    priors = policy_of(match.position, match.game.weights.array(changes))
    return {action.notation: priors[action.number] for action in match.legal_actions()}


def values_of(match: Match, **changes: int) -> list[int]:
    """What every seat may expect, in hundredths of a point."""
    return value_of(match.position, match.game.weights.array(changes))
