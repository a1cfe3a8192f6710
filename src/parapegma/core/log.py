"""One thing that happened, told to one seat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class LogEntry:
    """An event as data for programs and as words for people; it holds only what its reader may know."""

    kind: str
    seat: int | None
    data: dict[str, Any]
    words: str
