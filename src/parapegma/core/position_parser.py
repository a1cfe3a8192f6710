"""Reading a hand-written position: each problem is named by its key."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from parapegma.errors import PositionError, near

T = TypeVar("T")
_MOST_LISTED = 40
"""A longer list of names helps nobody."""


def only(data: Mapping[str, Any], known: Iterable[str]) -> None:
    """Refuse a part that no position has."""
    known = list(known)
    for key in data:
        if key not in known:
            raise PositionError(
                f"a position has no part {key!r}{near(str(key), known)}; parts: {', '.join(known)}"
            )


def whole(value: Any, where: str, low: int, high: int) -> int:
    """A whole number in range."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise PositionError(f"{where} must be a whole number from {low} to {high}, not {value!r}")
    return value


def truth(data: Mapping[str, Any], part: str, default: bool) -> bool:
    """A part that is true or false."""
    value = data.get(part, default)
    if not isinstance(value, bool):
        raise PositionError(f"{part} must be true or false, not {value!r}")
    return value


def ending(data: Mapping[str, Any], over: bool, endings: tuple[str, ...]) -> int:
    """How the game ended, by its place among the endings; 0 if that is not said.

    It may be said only when the game is over.
    """
    ended = data.get("ended")
    if ended is None:
        return 0
    if not over:
        raise PositionError(f"ended must be left out unless the phase is over, not {ended!r}")
    return 1 + name(ended, "ended", endings[1:])


def name(value: Any, where: str, names: tuple[str, ...]) -> int:
    """The place of a name in a list of names."""
    if value not in names:
        known = [known for known in names if known]
        raise PositionError(f"{where}: there is no {value!r}{near(str(value), known)}; {_listed(known)}")
    return names.index(value)


def _listed(known: list[str]) -> str:
    """The names there are: all of them, or of many the first and the last."""
    if len(known) > _MOST_LISTED:
        return f"there are {known[0]} to {known[-1]}"
    return f"choose from {', '.join(known)}"


def bits(value: Any, where: str, names: tuple[str, ...]) -> int:
    """A list of names as a bit each; none may occur twice."""
    if not isinstance(value, list):
        raise PositionError(f"{where} must be a list of names, not {value!r}")
    found = 0
    for item in value:
        bit = 1 << name(item, where, names)
        if found & bit:
            raise PositionError(f"{where}: {item} occurs twice")
        found |= bit
    return found


def by_seat(value: Any, where: str, players: int, read: Callable[[Any, str], T]) -> dict[int, T]:
    """Parts that belong to seats: ``{0: ..., 1: ...}``; seats may be left out."""
    if not isinstance(value, Mapping):
        raise PositionError(f"{where} must be given by seat, such as {{0: ...}}, not {value!r}")
    found = {}
    for key, part in value.items():
        seat = int(key) if isinstance(key, str) and key.isdigit() else key
        whole(seat, f"a seat of {where}", 0, players - 1)
        found[seat] = read(part, f"{where} of seat {seat}")
    return found
