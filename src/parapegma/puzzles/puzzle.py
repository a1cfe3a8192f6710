"""A puzzle as data, and the puzzles that come with the program: a file of lines for each game."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec

from parapegma.core.position import Position
from parapegma.core.view import View
from parapegma.errors import OptionError, ParapegmaError

FOLDER = Path(__file__).parent / "data"
Verdict = Literal["open", "right", "wrong"]
"""Of a turn so far: ``open`` while nothing can be said yet."""
ReasonCode = Literal[
    "wins", "ends", "gains", "stops", "denies", "closes", "prepares", "leads", "avoids", "spares", "grows",
    "limits", "enables", "hinders", "outlook",
]  # fmt: skip
"""Why the answer is best, as far as the rules can tell.

========  ====================================================================================
wins      the game ends at once, and the seat wins it
ends      the game ends at once
gains     it brings more points now than the best other turn
stops     after the best other turn an opponent would end the game
denies    after the best other turn an opponent gets more, as ``entries`` tell
closes    the seat can end the game in its next turn
prepares  it brings more points in the seat's next turn
leads     what mostly happens to the whole table after it, and not after the best other turn
avoids    what mostly happens to the whole table after the best other turn, and not after it
spares    it costs fewer cards (``points`` of them), and about the same follows for the whole table
grows     by the end of the game it brings more points from ``source``
limits    by the end of the game an opponent gets fewer points from ``source``
enables   what the seat mostly does in its next turn, and not after the best other turn
hinders   what an opponent would mostly do after the best other turn, and not after it
outlook   none of these: long searches think it better by what the puzzle's ``gap`` says
========  ====================================================================================
"""


class Reason(msgspec.Struct, frozen=True, kw_only=True):
    """One reason why the answer is best."""

    code: ReasonCode
    points: float = 0.0
    """How many points it makes, on average where others or chance decide."""
    seat: int | None = None
    """Who gets them (gains, prepares, grows), would get them (denies, limits) or does it (others)."""
    source: str | None = None
    """Where the points come from (grows, limits), as :attr:`Position.sources` names it."""
    entries: list[dict[str, Any]] = []
    """What happens, as the seat's log would tell it: log entries of the game."""


class Other(msgspec.Struct, frozen=True, kw_only=True):
    """Another turn, and how good it is."""

    actions: list[str]
    value: float


class Puzzle(msgspec.Struct, frozen=True, kw_only=True):
    """A position and the turn to be found in it."""

    name: str
    """Game, number of players, number of the bot game and of the decision in it."""
    game: str
    seat: int
    """Whose turn it is; the solver sees what this seat may see."""
    position: str
    """In one line, as :meth:`Position.from_text` reads it; what the seat cannot know is dealt at random."""
    answers: list[list[str]]
    """Every order of actions, in notation, that leads to the one right outcome."""
    value: float
    """What the answer promises, from 0 (lost) to 1 (won): the mean of ten searches."""
    gap: float
    """How much less every other turn promises: the mean of ten searches."""
    spread: float
    """The standard deviation of that gap over the searches."""
    challenge: float
    """How much less the best other turn promises to a search that thinks of nothing else."""
    iterations: int
    """Of each search."""
    seeds: int
    """From as many seeds searches began; all of them name the answer."""
    others: list[Other]
    """The other turns that the searches tried most."""
    reasons: list[Reason]
    difficulty: Literal[1, 2, 3]
    """How seldom simple players find it: 1 is easy, 3 is hard."""
    progress: float
    """How far the game was, from 0 to 1."""

    def start(self) -> Position:
        """The position to solve."""
        return _position(self.position).copy()

    def judge(self, actions: Sequence[str]) -> Verdict:
        """What to say of actions that were played one after the other.

        Whatever leads to the same as the answer is right. A turn is judged when it is over, so that a
        gesture tells nothing; where the answer is only the beginning of a turn, as soon as as much was done.
        """
        made, table = list(actions), self.start()
        wanted = self._outcome(self.answers[0])
        happened = False
        for number, notation in enumerate(made, start=1):
            happened = bool(table.apply(table.check(notation)))
            if made[:number] in self.answers or (table.actor, table.view(self.seat)) == wanted:
                return "right"
            if table.actor != self.seat:
                return "wrong"
        if any(answer[: len(made)] == made for answer in self.answers):
            return "open"
        ends_turn = wanted[0] != self.seat
        enough = len(made) >= max(len(answer) for answer in self.answers)
        return "wrong" if enough and happened and not ends_turn else "open"

    def value_of(self, actions: Sequence[str]) -> float | None:
        """What another turn promises, whole or not; none if the searches gave it up early."""
        made = list(actions)
        known = [
            other.value
            for other in self.others
            if other.actions[: len(made)] == made or made[: len(other.actions)] == other.actions
        ]
        if not known:
            reached = self._outcome(made)
            known = [other.value for other in self.others if self._outcome(other.actions) == reached]
        return max(known, default=None)

    def _outcome(self, actions: Sequence[str]) -> tuple[int | None, View]:
        """Who decides after actions, and what the solver sees then."""
        return _outcome(self.position, self.seat, tuple(actions))


@functools.lru_cache(maxsize=64)
def _position(text: str) -> Position:
    return Position.from_text(text)


@functools.lru_cache(maxsize=64)
def _outcome(text: str, seat: int, actions: tuple[str, ...]) -> tuple[int | None, View]:
    table = _position(text).copy()
    for notation in actions:
        table.apply(table.check(notation))
    return table.actor, table.view(seat)


@functools.cache
def puzzles_of(game: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game that come with the program, the easiest first."""
    file = FOLDER / f"{game}.jsonl"
    return tuple(read_puzzles(file.read_text("utf-8"), file.name)) if file.is_file() else ()


def puzzle_named(game: str, name: str) -> Puzzle:
    """A puzzle by its name."""
    for puzzle in puzzles_of(game):
        if puzzle.name == name:
            return puzzle
    raise OptionError(f"there is no puzzle {name!r} of {game}")


def read_puzzles(text: str, source: str) -> Iterable[Puzzle]:
    """Puzzles written one to a line."""
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            yield msgspec.json.decode(line, type=Puzzle)
        except msgspec.DecodeError as error:
            raise ParapegmaError(f"{source}, line {number}: {error}") from None


def write_puzzles(puzzles: Iterable[Puzzle]) -> str:
    """The same as text."""
    return "".join(msgspec.json.encode(puzzle).decode() + "\n" for puzzle in puzzles)
