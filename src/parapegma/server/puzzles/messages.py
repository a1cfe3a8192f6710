"""What a page is told about puzzles."""

from __future__ import annotations

import msgspec

from parapegma.core.action import Action
from parapegma.core.log import LogEntry
from parapegma.puzzles.puzzle import ReasonCode, Verdict
from parapegma.server.protocol.messages import Update


class PuzzleSummary(msgspec.Struct):
    """A puzzle in a list."""

    name: str
    difficulty: int
    """From 1, easy, to 3, hard."""
    players: int
    progress: float
    """How far the game was, from 0 to 1."""


class PuzzleState(msgspec.Struct):
    """How a puzzle stands after the solver's decisions."""

    update: Update
    """The table, as any table tells of itself."""
    verdict: Verdict
    played: list[str]
    """The decisions one by one, where some were told as a whole."""
    value: float | None
    """What a wrong turn promises, from 0 (lost) to 1 (won); none if the searches gave it up early."""
    best: float
    """What the answer promises."""


class PuzzleReason(msgspec.Struct):
    """One reason why the answer is best; see :data:`~parapegma.puzzles.puzzle.ReasonCode`."""

    code: ReasonCode
    points: float
    """How many points it makes, on average where others or chance decide; how many cards it spares."""
    seat: int | None
    """Who gets them, or would get them."""
    source: str | None
    """Where the points come from, by the end of the game."""
    entries: list[LogEntry]
    """What happens, as the solver's log would tell it."""


class PuzzleTurn(msgspec.Struct):
    """A turn and what it promises."""

    notations: list[str]
    actions: list[Action]
    value: float


class PuzzleSolution(msgspec.Struct):
    """The answer, the best other turn, and why the one is better than the other."""

    answer: PuzzleTurn
    second: PuzzleTurn
    reasons: list[PuzzleReason]
    iterations: int
    """Of each of the ten searches that agree."""
