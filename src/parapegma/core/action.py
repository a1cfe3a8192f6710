"""A decision taken apart: what is done, and with what."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Action:
    """A decision taken apart: what is done, and with what."""

    number: int
    kind: str
    data: dict[str, Any]
    notation: str
