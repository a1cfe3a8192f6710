"""What fields of messages may hold."""

from __future__ import annotations

from typing import Annotated

import msgspec

Key = Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern="^[!-~]+$(?!\n)")]
"""A client's own name for a request, so that a repetition is known again. (``$`` alone lets a newline by.)"""
ActionText = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
ActionNumber = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
Actions = Annotated[list[ActionText | ActionNumber], msgspec.Meta(min_length=1, max_length=32)]
"""Decisions by number or in notation."""
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=15)]
EventNumber = Annotated[int, msgspec.Meta(ge=0, le=2_000_000_000)]

Part = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{32}$(?!\n)", description="32 hexadecimal digits.")]
"""What a seat adds to the shuffles."""
Commitment = Annotated[
    str,
    msgspec.Meta(
        pattern="^[0-9a-f]{64}$(?!\n)",
        description="The SHA-256 of the 32 hexadecimal digits that your seat adds to the shuffles.",
    ),
]
