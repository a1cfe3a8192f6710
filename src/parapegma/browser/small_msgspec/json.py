"""JSON, written without spaces and read into types."""

from __future__ import annotations

import json as _json
from collections.abc import Iterable
from typing import Any

from .converting import convert, fields_of
from .errors import DecodeError
from .raw import Raw
from .struct import Struct


class Encoder:
    """Writes JSON."""

    def encode(self, value: Any) -> bytes:
        ready: list[bytes] = []

        def other(part: Any) -> Any:
            if isinstance(part, Struct):
                return fields_of(part)
            if isinstance(part, Raw):
                # What is written already takes its place when all else is written; no text holds a NUL.
                ready.append(part)
                return f"\0{len(ready) - 1}\0"
            if isinstance(part, (set, frozenset)):
                return list(part)
            if hasattr(part, "item"):
                return part.item()
            raise TypeError(f"Encoding objects of type {type(part).__name__} is unsupported")

        text = _json.dumps(value, default=other, separators=(",", ":"), ensure_ascii=False)
        for number, part in enumerate(ready):
            text = text.replace(f'"\\u0000{number}\\u0000"', part.decode(), 1)
        return text.encode()

    def encode_lines(self, values: Iterable[Any]) -> bytes:
        return b"".join(self.encode(value) + b"\n" for value in values)


class Decoder:
    """Reads JSON into a type."""

    def __init__(self, type: Any = Any) -> None:  # noqa: A002 - msgspec's name
        self.type = type

    def decode(self, text: bytes | str) -> Any:
        try:
            data = _json.loads(text)
        except ValueError as error:
            raise DecodeError(f"JSON is malformed: {error}") from None
        return convert(data, self.type)


_ENCODER = Encoder()


def encode(value: Any) -> bytes:
    return _ENCODER.encode(value)


def decode(text: bytes | str, *, type: Any = Any) -> Any:  # noqa: A002 - msgspec's name
    return Decoder(type).decode(text)
