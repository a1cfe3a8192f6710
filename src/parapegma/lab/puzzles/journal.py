"""What has been found so far, a line for every game looked through and every search of a proof.

A last line that was cut off when the process died is dropped.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from parapegma.errors import ParapegmaError
from parapegma.lab.puzzles.candidates import Candidate, Job
from parapegma.lab.puzzles.turns import Turn


class Searched(msgspec.Struct, frozen=True, tag="searched"):
    """A game that was looked through."""

    job: Job
    candidates: list[Candidate]


class Tried(msgspec.Struct, frozen=True, tag="tried"):
    """One search of a proof."""

    name: str
    number: int
    key: str
    """Of the answer that was left out; empty where none was."""
    turns: list[Turn]


Line = Searched | Tried


def read_journal(file: Path) -> Iterator[Line]:
    """Everything that is kept in a file; nothing if there is none."""
    if not file.exists():
        return
    lines = file.read_bytes().splitlines(keepends=True)
    for number, line in enumerate(lines, start=1):
        if number == len(lines) and not line.endswith(b"\n"):
            return
        try:
            yield msgspec.json.decode(line, type=Line)
        except msgspec.DecodeError:
            raise ParapegmaError(f"{file}: line {number} is not of a journal of puzzles") from None


class Journal:
    """Writes lines as they come; use as a context so that it is closed."""

    def __init__(self, file: Path) -> None:
        try:
            if file.exists():
                kept = file.read_bytes()
                file.write_bytes(kept[: kept.rfind(b"\n") + 1])
            self._opened = open(file, "ab")  # noqa: SIM115
        except OSError as error:
            raise ParapegmaError(f"{file}: cannot be written: {error.strerror}") from None

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self._opened.close()

    def add(self, line: Line) -> None:
        self._opened.write(msgspec.json.encode(line) + b"\n")
        self._opened.flush()
