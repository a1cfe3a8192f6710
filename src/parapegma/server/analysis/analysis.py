"""The analysis of a game that is over: as it is kept, and as it is told. It may be half done."""

from __future__ import annotations

from typing import cast

import msgspec

from parapegma.core.action import Action
from parapegma.server.analysis.evaluation import ITERATIONS, EvaluatedDecision, final_values
from parapegma.server.tables.live_table import LiveTable

BUDGET = f"search:{ITERATIONS}"
MISTAKES = 3
_FORMAT = 3


class StoredDecision(msgspec.Struct, omit_defaults=True):
    """An evaluated decision as the database keeps it: actions are kept as they are sent."""

    number: int
    seat: int
    played: msgspec.Raw
    best: msgspec.Raw
    values: list[float] = []
    loss: float = 0.0
    doubt: float = 0.0

    @classmethod
    def of(cls, found: EvaluatedDecision) -> StoredDecision:
        return _decoder.decode(_encoder.encode(found))

    def message(self) -> EvaluatedDecision:
        played, best = cast(Action, self.played), cast(Action, self.best)
        return EvaluatedDecision(self.number, self.seat, played, best, self.values, self.loss, self.doubt)


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(StoredDecision)


class StoredAnalysis(msgspec.Struct):
    """What the database keeps."""

    budget: str
    of: int
    decisions: list[StoredDecision]
    format: int = 1
    """Raised when what is kept changes; what has another one is made again."""


class SeatValues(msgspec.Struct):
    """What each seat could expect after a decision."""

    number: int
    values: list[float]


class Analysis(msgspec.Struct):
    """What a bot thinks of a whole game, as far as it has come."""

    status: str
    """none, running or done"""
    done: int
    of: int
    budget: str
    decisions: list[EvaluatedDecision] = []
    values: list[SeatValues] = []
    """After each decision, as far as it is known."""
    mistakes: list[EvaluatedDecision] = []
    """The three that cost most, the largest first."""


def analysis_text(stored: StoredAnalysis) -> str:
    return msgspec.json.encode(stored).decode()


def analysis_of(table: LiveTable, stored: StoredAnalysis) -> Analysis:
    done = len(stored.decisions)
    finished = done == stored.of
    costly = sorted((d for d in stored.decisions if d.loss > 0), key=lambda d: (-d.loss, d.number))
    return Analysis(
        "done" if finished else "running",
        done,
        stored.of,
        stored.budget,
        [decision.message() for decision in stored.decisions],
        _values_after(table, stored, finished),
        [decision.message() for decision in costly[:MISTAKES]],
    )


def _values_after(table: LiveTable, stored: StoredAnalysis, finished: bool) -> list[SeatValues]:
    """What a seat could expect after a decision is what it could before the next one that was a choice."""
    ended = table.state.ended
    values: list[float] = []
    if finished and ended is not None and ended.why == "finished":
        alone = len(ended.ranks) == 1
        values = table.match.position.win_shares if alone else final_values(ended.ranks)
    found: list[SeatValues] = []
    for decision in reversed(stored.decisions):
        if values:
            found.append(SeatValues(decision.number, values))
        values = decision.values or values
    return found[::-1]


def empty_analysis(decisions: int) -> StoredAnalysis:
    """Of a game with so many decisions, none of them evaluated yet."""
    return StoredAnalysis(BUDGET, decisions, [], _FORMAT)


def read_analysis(text: str) -> StoredAnalysis | None:
    """An analysis as it was kept; nothing if another version of this program kept it."""
    try:
        stored = msgspec.json.decode(text, type=StoredAnalysis)
    except msgspec.ValidationError:
        return None
    return stored if stored.format == _FORMAT else None


def no_analysis(table: LiveTable) -> Analysis:
    """Of a game that nobody has had analysed."""
    return Analysis("none", 0, len(table.state.actions), BUDGET)
