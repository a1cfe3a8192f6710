"""The journal of an arena: a line for every finished game, so that nothing is played twice.

The first line says which arena it belongs to. Each line is one JSON object; a last line that was cut off when
the machine or the process died is dropped.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from parapegma.errors import ParapegmaError
from parapegma.lab.arena_games import PlayedGame

FORMAT = "parapegma arena journal"
VERSION = 3
"""Raised when the same seed no longer gives the same games, or a line has another shape."""

Command = dict[str, Any]


class Journal:
    """Finished games on disk; use as a context so that it is closed."""

    def __init__(self, file: Path, command: Command, fresh: bool = False) -> None:
        """Open a journal, or begin one; ``command`` is what an arena must have in common with it."""
        self.file = file
        self.played: list[PlayedGame] = []
        head = {"format": FORMAT, "version": VERSION, **command}
        try:
            self._opened = open(file, "a+b")  # noqa: SIM115
        except OSError as error:
            raise ParapegmaError(f"{file}: cannot be written: {error.strerror}") from None
        try:
            _lock(self._opened, file)
            self._read(head, fresh)
        except BaseException:
            self._opened.close()
            raise

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self._opened.close()

    def add(self, games: Iterable[PlayedGame]) -> None:
        """Write down finished games at once."""
        self._opened.write(b"".join(_line(played._asdict()) for played in games))
        self._opened.flush()

    def _read(self, head: dict[str, Any], fresh: bool) -> None:
        self._opened.seek(0)
        whole = self._opened.read()
        if fresh and whole.startswith(_line({"format": FORMAT})[:-2]):  # Nothing else is ever thrown away.
            self._opened.truncate(0)
            whole = b""
        kept = whole[: whole.rfind(b"\n") + 1]
        if not kept and not _line(head).startswith(whole):
            raise ParapegmaError(f"{self.file}: is not a journal of the arena")
        if len(kept) < len(whole):
            self._opened.truncate(len(kept))
        if not kept:
            self._opened.write(_line(head))
            self._opened.flush()
            return
        first, *rest = kept.splitlines()
        self._check_head(_parsed(first), head)
        for number, text in enumerate(rest, start=2):
            try:
                self.played.append(_played(_parsed(text), head["players"]))
            except (TypeError, ValueError):
                raise ParapegmaError(f"{self.file}: line {number} is not a finished game") from None

    def _check_head(self, found: Any, head: dict[str, Any]) -> None:
        if not isinstance(found, dict) or found.get("format") != FORMAT:
            raise ParapegmaError(f"{self.file}: is not a journal of the arena")
        for name in dict.fromkeys((*head, *found)):
            if found.get(name) != head.get(name):
                raise ParapegmaError(
                    f"{self.file}: is the journal of another arena ({name.replace('_', ' ')}: "
                    f"{json.dumps(found.get(name))}, now {json.dumps(head.get(name))}); "
                    "name another --journal, or begin this one anew with --fresh"
                )


def _line(data: dict[str, Any]) -> bytes:
    return json.dumps(data, separators=(",", ":")).encode() + b"\n"


def _parsed(line: bytes) -> Any:
    try:
        return json.loads(line)
    except ValueError:
        return None


def _played(data: Any, players: int) -> PlayedGame:
    """A line as a game; a wrong shape raises TypeError or ValueError."""
    played = PlayedGame(**data)
    numbers = (played.lineup, played.deal, played.rotation)
    rows = (played.ranks, played.points, played.wins, played.decisions, played.seconds, played.hurried)
    if not all(type(number) is int for number in numbers):
        raise ValueError
    if not all(isinstance(row, list) and len(row) == players for row in rows):
        raise ValueError
    if not all(type(value) in (int, float) for row in rows for value in row):
        raise ValueError
    return played


def _lock(opened: Any, file: Path) -> None:
    """Keep a second arena from writing into the same journal, where the system can."""
    if os.name != "posix":
        return
    import fcntl

    try:
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise ParapegmaError(f"{file}: another arena is writing to it") from None
