"""Views in parts: a reader is sent only those parts of a view that changed since the last message."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import msgspec

SentParts = dict[str, bytes]
"""Each part of a view as it was sent, but for those that last, to know which parts changed."""

_encoder = msgspec.json.Encoder()


def view_parts(view: Any) -> dict[str, Any]:
    """A view by the names of its parts, the name of its game included."""
    if isinstance(view, dict):
        return view
    config = type(view).__struct_config__
    return {config.tag_field: config.tag, **msgspec.structs.asdict(view)}


def encoded(parts: dict[str, Any]) -> dict[str, bytes]:
    """Each part of a view as text: all are encoded at once, a line each."""
    return dict(zip(parts, _encoder.encode_lines(parts.values()).split(b"\n"), strict=False))


def joined(parts: dict[str, bytes]) -> Any:
    """Parts that are encoded already, as one; they are not encoded twice."""
    return msgspec.Raw(b"{%b}" % b",".join([_label(name) + text for name, text in parts.items()]))


def without(parts: dict[str, Any], names: Iterable[str]) -> dict[str, Any]:
    """Parts but for some."""
    left = dict(parts)
    for name in names:
        left.pop(name, None)
    return left


@lru_cache(maxsize=1024)
def _label(name: str) -> bytes:
    return _encoder.encode(name) + b":"
