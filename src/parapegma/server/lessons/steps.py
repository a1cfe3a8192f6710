"""A step of a lesson while it is played: the reader's decisions, judged, and how the table stands after them.

Nothing is kept between two questions: a page tells what the reader has decided since the step began, and the
rules play it again.
"""

from __future__ import annotations

import fnmatch
import functools
from collections.abc import Sequence
from typing import Literal

import msgspec

from parapegma.core.match import Match
from parapegma.server.lessons.lesson import Move, Step, find_lesson
from parapegma.server.problems import Problem, ProblemBody
from parapegma.server.protocol.messages import ActionPreview, Update
from parapegma.server.tables.commands.practising import act_in_practice, preview_in_practice
from parapegma.server.tables.messages.practice import practice_update

Verdict = Literal["open", "right", "wrong"]
OTHERS = "novice"
"""Who the other seats are said to be."""
MORE = 3
"""So many decisions more than the model has, a way to what a move wants may take."""


class StepState(msgspec.Struct):
    """How a step stands for the reader."""

    update: Update
    """The table, as any table tells of itself."""
    verdict: Verdict
    """Of what was decided last: ``open`` while a move is not yet complete."""
    done: int
    """How many moves of the step are made."""
    over: bool
    """Whether the step is finished."""
    wrong: int | None
    """Which of the move's wrong decisions it was; none if it is not among them."""
    gained: int
    """Points that the last move brought the reader, or took."""
    best: int
    """Points that the model would have brought."""
    shown: list[str]
    """The model for what is to be decided now, in notation: single decisions, and wholes of several."""


class StepPreview(msgspec.Struct):
    """What decisions would do, or why they are not possible: one of both. A reader may ask about either."""

    preview: ActionPreview | None
    problem: ProblemBody | None


class _Played:
    """A step after some decisions of the reader."""

    def __init__(self, match: Match, step: Step) -> None:
        self.match, self.step = match, step
        self.done = 0
        self.begun = len(match)
        """How many decisions there were when the present move began."""
        self.from_match = match.copy()
        self.verdict: Verdict = "open"
        self.before = match.scores[step.seat]
        self.gained = 0
        self.heard = len(match)
        """How many decisions there were before those that are told."""

    @property
    def move(self) -> Move | None:
        return self.step.move[self.done] if self.done < len(self.step.move) else None

    def act(self, notation: str) -> None:
        """Make one decision of the reader, and judge."""
        move, match, seat = self.move, self.match, self.step.seat
        if move is None or self.verdict == "wrong":
            raise Problem(409, "stale", "This step has moved on; begin it again.")
        act_in_practice(match, seat, notation)
        self.verdict = judged(self.from_match, match, move, seat)
        if self.verdict == "right":
            for line in move.others:
                play_line(match, line)
        self.gained = match.scores[seat] - self.before
        if self.verdict == "right":
            self.done += 1
            self.begin()

    def begin(self) -> None:
        """Begin the next move here."""
        self.begun, self.before = len(self.match), self.match.scores[self.step.seat]
        self.from_match = self.match.copy()


def play_line(match: Match, line: str) -> None:
    """Play a decision of another seat, such as ``1: pass``."""
    seat, _, notation = line.partition(":")
    match.act(notation.strip(), int(seat))


def decided(match: Match, since: int) -> list[str]:
    """What was decided after so many decisions, in notation."""
    trial = match.base.copy()
    written = []
    for decision in match.decisions:
        written.append(trial.notation(decision.action))
        trial.apply(decision.action)
    return written[since - match.decided_before :]


def parts_of(start: Match, right: str | list[str]) -> list[tuple[str, list[str]]]:
    """One right way, part by part as it is written, each with the single decisions that it consists of.

    What is written as a whole is taken apart by playing it.
    """
    trial = start.copy()
    found: list[tuple[str, list[str]]] = []
    for part in [right] if isinstance(right, str) else right:
        before = len(trial)
        trial.act(_meant(trial, part))
        found.append((part, [part] if "*" in part else decided(trial, before)))
    return found


def _meant(match: Match, line: str) -> str:
    """A legal decision that a line of a lesson stands for."""
    return next((each for each in match.legal() if fnmatch.fnmatchcase(each, line)), line)


def lines_of(start: Match, right: str | list[str]) -> list[str]:
    """One right way as single decisions."""
    return [line for _, lines in parts_of(start, right) for line in lines]


def judged(start: Match, match: Match, move: Move, seat: int) -> Verdict:
    """What is to be said of the decisions of a move so far."""
    made = decided(match, len(start))
    if move.says:
        entries = [e for n in range(len(start) + 1, len(match) + 1) for e in match.log_of(n, seat)]
        if any(move.says in entry.words for entry in entries):
            return "right"
        longest = len(lines_of(start, move.right[0])) + MORE
        return "open" if match.actor == seat and len(made) < longest else "wrong"
    verdict: Verdict = "wrong"
    for right in move.right:
        lines = lines_of(start, right)
        fits = all(fnmatch.fnmatchcase(one, line) for one, line in zip(made, lines, strict=False))
        if fits and len(made) == len(lines):
            return "right"
        if fits and len(made) < len(lines) and match.actor == seat:
            verdict = "open"
    return verdict


def find_step(game: str, name: str) -> Step:
    """A step of a game's lesson."""
    for step in find_lesson(game).step:
        if step.name == name:
            return step
    raise Problem(404, "no-lesson", "The lesson of this game has no such step.")


@functools.lru_cache(maxsize=64)
def _dealt(game: str, name: str) -> Match:
    step = find_step(game, name)
    match = Match(game, step.players, step.seed, position=step.given or None, **step.options)
    for line in step.before:
        play_line(match, line)
    return match


def played(game: str, name: str, decisions: Sequence[str], known: int = 0) -> _Played:
    """A step after the reader's decisions since it began."""
    found = _Played(_dealt(game, name).copy(), find_step(game, name))
    for number, notation in enumerate(decisions):
        if number <= known:
            found.heard = len(found.match)
        found.act(notation)
    if known >= len(decisions):
        found.heard = len(found.match)
    return found


def step_state(game: str, name: str, decisions: Sequence[str], known: int = 0) -> StepState:
    """How a step stands after the reader's decisions since it began.

    Of the first ``known`` of them nothing is told.
    """
    found = played(game, name, decisions, known)
    finished = found.move is None
    shown = [] if found.move is None or found.verdict == "wrong" else _shown(found, found.move)
    return StepState(
        update=practice_update(
            found.match,
            found.step.seat,
            heard=found.heard,
            asked=not finished and found.verdict != "wrong",
            begun=len(found.match) > found.begun,
            others=OTHERS,
            table_id="lesson",
        ),
        verdict=found.verdict,
        done=found.done,
        over=finished,
        wrong=_which(found) if found.verdict == "wrong" else None,
        gained=found.gained,
        best=_best(found),
        shown=shown,
    )


def preview(game: str, name: str, decisions: Sequence[str], actions: Sequence[str]) -> StepPreview:
    """What further decisions would do, or why they are not possible."""
    find_step(game, name)
    try:
        found = played(game, name, decisions)
        if found.move is None:
            raise Problem(409, "not-your-turn", "It is not your turn.")
        return StepPreview(preview_in_practice(found.match, found.step.seat, actions), None)
    except Problem as problem:
        return StepPreview(None, problem.body)


def _which(found: _Played) -> int | None:
    """Which of the wrong decisions that a move knows was made, by what was decided or what came of it."""
    match = found.match
    told = [e.words for n in range(found.begun + 1, len(match) + 1) for e in match.log_of(n, found.step.seat)]
    wholes = [*decided(match, found.begun), *told]
    for number, wrong in enumerate(found.move.wrong if found.move else ()):
        if any(fnmatch.fnmatchcase(each, wrong.do) for each in wholes):
            return number
    return None


def _best(found: _Played) -> int:
    """The points that the model of the present move brings."""
    if found.move is None or found.verdict != "wrong":
        return found.gained
    trial, seat = found.from_match.copy(), found.step.seat
    for line in lines_of(trial, found.move.right[0]):
        trial.act(_meant(trial, line))
    for line in found.move.others:
        play_line(trial, line)
    return trial.scores[seat] - found.before


def _shown(found: _Played, move: Move) -> list[str]:
    """What to decide now by the model: a single decision, and the whole that begins with it."""
    if found.match.actor != found.step.seat:
        return []
    made, shown = len(found.match) - found.begun, []
    for part, lines in parts_of(found.from_match, move.right[0]):
        if 0 <= made < len(lines):
            shown += [each for each in found.match.legal() if fnmatch.fnmatchcase(each, lines[made])]
        if made == 0 and "*" not in part and part not in shown:
            shown.append(part)
        made -= len(lines)
    return shown
