"""Lessons as data: one file per game, with its steps, coach marks and the words of both in three languages.

They are TOML, because that is what the Python of a browser reads too (docs/site.md).
"""

from __future__ import annotations

import functools
import tomllib
from pathlib import Path
from typing import Any

import msgspec

from parapegma.core.game import game_names
from parapegma.errors import ParapegmaError
from parapegma.server.problems import Problem

FOLDER = Path(__file__).parent / "data"
LANGUAGES = ("en", "it", "es")


class Words(msgspec.Struct, forbid_unknown_fields=True):
    """What is said, in every language. ``{card.leo}`` is a name: the page's message ``GAME.card.leo``."""

    en: str
    it: str
    es: str


class Wrong(msgspec.Struct, forbid_unknown_fields=True):
    """A decision that many would make instead, and what comes of it."""

    do: str
    """Which decisions are meant, in notation, or by words of the log; ``*`` stands for anything."""
    words: Words


class Move(msgspec.Struct, forbid_unknown_fields=True):
    """What the reader is to do next in a step: one decision, or several that belong together."""

    task: Words
    """What to do, in one sentence."""
    right: list[str | list[str]]
    """Decisions that are right, each in notation, or several in order; ``*`` stands for anything.

    The first is the model: what "Show me" shows, and what tests play.
    """
    well: Words
    """What happened, after a right decision."""
    otherwise: Words
    """What is said of any other decision, beside what the rules say came of it."""
    says: str = ""
    """Words of the log: whatever leads to them is right too."""
    wrong: list[Wrong] = []
    others: list[str] = []
    """What the others decide after it: ``1: pass``."""
    then: dict[str, Any] = {}
    """What is so afterwards, as in a scenario (docs/scenarios.md); tests check it."""
    gains: int | None = None
    """How many points the model brings; tests check it."""


class Step(msgspec.Struct, forbid_unknown_fields=True):
    """A prepared position and one idea."""

    name: str
    title: Words
    text: Words
    move: list[Move]
    given: dict[str, Any] = {}
    """The position (docs/positions.md)."""
    before: list[str] = []
    """What was decided before the reader is asked: ``1: sail dido``."""
    players: int | None = None
    options: dict[str, Any] = {}
    seat: int = 0
    """Where the reader sits."""
    seed: int = 1
    """Of what chance brings."""


class When(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """At what a coach mark is shown: all that is named must be so."""

    log: str | None = None
    """A log entry of this kind has just come."""
    entry: dict[str, Any] = {}
    """What the entry says: its fields, by name."""
    own: bool | None = None
    """Whether it is about the reader's own seat."""
    phase: str | None = None
    """The phase of the view, while the reader is asked."""
    choice: str | None = None
    """A choice of this kind is there for the reader."""


class Mark(msgspec.Struct, forbid_unknown_fields=True):
    """A coach mark: said once, when something happens for the first time."""

    name: str
    when: When
    words: Words


class Lesson(msgspec.Struct, forbid_unknown_fields=True):
    """All that is taught of one game."""

    minutes: int
    """About how long the guided game takes."""
    goal: Words
    """What the game is about, in one sentence."""
    step: list[Step]
    after: Words
    """Said at the end, before a real game."""
    mark: list[Mark] = []


class LessonError(ParapegmaError):
    """A lesson that is written wrongly."""


@functools.cache
def find_lesson(game: str) -> Lesson:
    """The lesson of a game."""
    file = FOLDER / f"{game}.toml"
    if game not in game_names() or not file.is_file():
        raise Problem(404, "no-lesson", "There is no lesson for this game.")
    return read_lesson(file)


def read_lesson(file: Path) -> Lesson:
    """A lesson from its file."""
    try:
        lesson = msgspec.convert(tomllib.loads(file.read_text("utf-8")), Lesson)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise LessonError(f"{file.name}: {error}") from None
    names = [step.name for step in lesson.step]
    if len(set(names)) < len(names):
        raise LessonError(f"{file.name}: two steps have one name")
    return lesson


def lessons() -> list[str]:
    """The games that have a lesson."""
    return [name for name in game_names() if (FOLDER / f"{name}.toml").is_file()]
