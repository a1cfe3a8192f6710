"""What a game's heuristics say of a position, by the words of its actions."""

from __future__ import annotations

from parapegma import Match
from parapegma.core.heuristics import weights_of, worth_of


def weighed(match: Match, **changes: int) -> dict[str, int]:
    """The weight of every legal action; weights of the heuristics can be changed by name."""
    weights = weights_of(match.states, match.game.knobs.array(changes))
    return {action.notation: weights[action.number] for action in match.legal_actions()}


def worths(match: Match, **changes: int) -> list[int]:
    """What every seat may expect, in hundredths of a point."""
    return worth_of(match.states, match.game.knobs.array(changes))
