"""A puzzle while it is solved: the solver's decisions, judged, and how the table stands after them.

Nothing is kept between two questions: a page tells what was decided since the puzzle began, and the rules
play it again.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import msgspec

from parapegma.core.game import game_names
from parapegma.core.log import LogEntry
from parapegma.core.match import Match
from parapegma.errors import OptionError
from parapegma.puzzles.puzzle import Puzzle, Verdict, puzzle_named, puzzles_of
from parapegma.server.problems import Problem
from parapegma.server.protocol.messages import ActionPreview
from parapegma.server.puzzles.messages import (
    PuzzleReason,
    PuzzleSolution,
    PuzzleState,
    PuzzleSummary,
    PuzzleTurn,
)
from parapegma.server.tables.commands.practising import act_in_practice, preview_in_practice
from parapegma.server.tables.messages.practice import practice_update

OTHERS = "adept"
"""Who the other seats are said to be."""


def list_puzzles(game: str) -> list[PuzzleSummary]:
    """The puzzles of a game, the easiest first."""
    if game not in game_names():
        raise Problem(404, "no-game", "There is no such game; GET /api/v1/games names them all.")
    return [
        PuzzleSummary(puzzle.name, puzzle.difficulty, _dealt(game, puzzle.name).players, puzzle.progress)
        for puzzle in puzzles_of(game)
    ]


def puzzle_state(game: str, name: str, decisions: Sequence[str], known: int = 0) -> PuzzleState:
    """How a puzzle stands after the solver's decisions. Of the first ``known`` of them nothing is told."""
    puzzle = _find(game, name)
    match = _dealt(game, name).copy()
    heard, verdict = 0, _judged(puzzle, match)
    for number, notation in enumerate(decisions):
        if verdict != "open":
            # A gesture of several decisions may go on after what matters.
            break
        if number <= known:
            heard = len(match)
        act_in_practice(match, puzzle.seat, notation)
        verdict = _judged(puzzle, match)
    if known >= len(decisions):
        heard = len(match)
    made = [decision.notation for decision in match.decisions]
    return PuzzleState(
        update=practice_update(
            match,
            puzzle.seat,
            heard=heard,
            asked=verdict == "open",
            begun=bool(made),
            others=OTHERS,
            table_id="puzzle",
        ),
        verdict=verdict,
        played=made,
        value=puzzle.value_of(made) if verdict == "wrong" else None,
        best=puzzle.value,
    )


def preview(game: str, name: str, decisions: Sequence[str], actions: Sequence[str]) -> ActionPreview:
    """What further decisions would do, as far as the solver can know."""
    puzzle = _find(game, name)
    match = _dealt(game, name).copy()
    for notation in decisions:
        act_in_practice(match, puzzle.seat, notation)
    return preview_in_practice(match, puzzle.seat, actions)


def solution(game: str, name: str) -> PuzzleSolution:
    """The answer of a puzzle, and why."""
    puzzle = _find(game, name)
    second = max(puzzle.others, key=lambda other: other.value)
    entries = _entries_of(puzzle)
    return PuzzleSolution(
        answer=_turn(puzzle, puzzle.answers[0], puzzle.value),
        second=_turn(puzzle, _as_far_as_judged(puzzle, second.actions), second.value),
        reasons=[
            PuzzleReason(
                reason.code,
                reason.points,
                reason.seat,
                reason.source,
                [entries(each) for each in reason.entries],
            )
            for reason in puzzle.reasons
        ],
        iterations=puzzle.iterations,
    )


def _find(game: str, name: str) -> Puzzle:
    try:
        return puzzle_named(game, name)
    except OptionError:
        raise Problem(404, "no-puzzle", "There is no such puzzle.") from None


@functools.lru_cache(maxsize=256)
def _dealt(game: str, name: str) -> Match:
    return Match.resume(_find(game, name).start())


def _judged(puzzle: Puzzle, match: Match) -> Verdict:
    return puzzle.judge([decision.notation for decision in match.decisions])


def _as_far_as_judged(puzzle: Puzzle, actions: Sequence[str]) -> Sequence[str]:
    ends = (n for n in range(1, len(actions) + 1) if puzzle.judge(actions[:n]) != "open")
    return actions[: next(ends, len(actions))]


def _turn(puzzle: Puzzle, notations: Sequence[str], value: float) -> PuzzleTurn:
    table, actions = puzzle.start(), []
    for notation in notations:
        number = table.check(notation)
        actions.append(table.action(number))
        table.apply(number)
    return PuzzleTurn(list(notations), actions, value)


def _entries_of(puzzle: Puzzle) -> Any:
    """Makes log entries of the game from what the puzzle has written down."""
    kinds = {
        str(kind.__struct_config__.tag): kind for kind in _dealt(puzzle.game, puzzle.name).game.log_types
    }

    def entry(data: dict[str, Any]) -> LogEntry:
        found: LogEntry = msgspec.convert(data, kinds[data["kind"]])
        return found

    return entry
