"""A whole move: a decision and the rest of it, and what is known to follow, so that one can say why.

It is tried on tables that the seat cannot tell from the real one. It ends where they differ in what comes
next, or where chance has been asked: so it tells nothing that is hidden.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from parapegma.bots import Evaluation
from parapegma.core.action import Action
from parapegma.core.compiled.rng import key_of_seed
from parapegma.core.position import Position

_GUESSES = 4
_MOST = 32
"""Decisions that a move has at most: as many as can be sent at one go."""


class HintReason(msgspec.Struct, omit_defaults=True):
    """Why a bot would do it, as far as it can be told."""

    kind: Literal["only", "wins", "points", "soon", "best"]
    """Nothing else is possible; it wins the game; it brings points; points may follow from it; or it only
    promised more than anything else that was tried."""
    points: int = 0
    sources: dict[str, int] = {}
    """Where the points come from that it brings at once."""


class WholeMove:
    """Decisions of a seat that belong together, beginning with one."""

    def __init__(self, position: Position, seat: int, first: int, seed: str) -> None:
        self._seat, self._only = seat, len(position.legal()) == 1
        self._before = [position.guess(seat, key_of_seed(f"{seed} {n}")) for n in range(_GUESSES)]
        self._after = [guess.copy() for guess in self._before]
        self._described: list[Action] = []
        self.actions: list[int] = []
        self.add(first)

    def add(self, action: int) -> None:
        """The next decision of the seat."""
        self._described.append(self._after[0].action(action))
        self.actions.append(action)
        for guess in self._after:
            guess.apply(action)

    def described(self) -> list[Action]:
        """The decisions, taken apart."""
        return self._described

    def half_made(self) -> Position | None:
        """Where the rest of it is to be decided; nothing if it is whole or nobody knows how it goes on."""
        first, *others = self._after
        if len(self.actions) >= _MOST or first.actor != self._seat or not first.half_made:
            return None
        legal = first.legal()
        if any(other.actor != self._seat or other.legal() != legal for other in others):
            return None
        if any(a.chance_used != b.chance_used for a, b in zip(self._before, self._after, strict=True)):
            return None
        self._only = self._only and len(legal) == 1
        return first.copy()

    def why(self, evaluation: Evaluation) -> HintReason:
        """Why a bot that thinks so would do it."""
        if self._only:
            return HintReason("only")
        if all(self._won(guess) for guess in self._after):
            return HintReason("wins")
        gained = [self._gained(*pair) for pair in zip(self._before, self._after, strict=True)]
        if gained[0] and all(each == gained[0] for each in gained):
            return HintReason("points", sum(gained[0].values()), gained[0])
        soon = self._soon(evaluation)
        return HintReason("soon", soon) if soon > 0 else HintReason("best")

    def _won(self, guess: Position) -> bool:
        """Whether the game is over there, and nobody did better; alone, whether nothing is left to be had."""
        if guess.players == 1:
            return guess.over and guess.win_shares[0] == 1.0
        return guess.over and guess.ranks[self._seat] == 1

    def _gained(self, before: Position, after: Position) -> dict[str, int]:
        """The points that the seat wins, by source. What it only does not lose yet is no gain."""
        old, new = before.sources[self._seat], after.sources[self._seat]
        more = {name: points - max(0, old.get(name, 0)) for name, points in new.items()}
        return {name: points for name, points in more.items() if points > 0}

    def _soon(self, evaluation: Evaluation) -> int:
        """The points that the seat may win later, if the game goes on as the bot thinks."""
        guess, most = self._before[0].copy(), 0
        for action in evaluation.line:
            if guess.over or action not in guess.legal():
                break
            guess.apply(action)
            most = max(most, sum(self._gained(self._before[0], guess).values()))
        return most
