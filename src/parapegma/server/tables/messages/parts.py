"""Views in parts: a reader is sent only those parts of a view that changed since the last message."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from operator import attrgetter
from typing import Any

SentParts = dict[str, Any]
"""The parts of the view that a reader has, but for those that last, to know later which of them changed."""


def view_parts(view: Any) -> dict[str, Any]:
    """A view by the names of its parts, the name of its game included."""
    if isinstance(view, dict):
        return view
    config = type(view).__struct_config__
    return {config.tag_field: config.tag, **changing_parts(view, frozenset())}


def changing_parts(view: Any, lasting: frozenset[str]) -> SentParts:
    """The parts of a view, but for those that never change."""
    if isinstance(view, dict):
        return {name: part for name, part in view.items() if name not in lasting}
    kind: Any = type(view)
    names, read = _reader(kind, lasting)
    return dict(zip(names, read(view), strict=True))


def changes(parts: SentParts, sent: SentParts) -> SentParts:
    """The parts that are others now. What did not change is often the very same object, not compared then."""
    return {
        name: part for name, part in parts.items() if part is not (known := sent.get(name)) and part != known
    }


@lru_cache(maxsize=256)
def _reader(kind: Any, lasting: frozenset[str]) -> tuple[tuple[str, ...], Callable[[Any], Any]]:
    """The names of the parts of a kind of view, and what reads them all at once."""
    names = tuple(name for name in kind.__struct_fields__ if name not in lasting)
    return names, attrgetter(*names)
