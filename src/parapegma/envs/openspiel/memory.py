"""What a seat remembers: a fingerprint of everything it has seen and done, in order.

OpenSpiel's information state must tell apart any two histories that a player with perfect memory could
tell apart. The observation is only the present, so a memory is added to it: after every decision, the
fingerprint before it, what the seat was told, what it then saw, and its own action. It is worked out only
when somebody asks, from the positions that are kept for it.
"""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from parapegma.core.position import Position

FINGERPRINT = 18
"""Bytes of a fingerprint: 144 bits."""


class Memory:
    """One step of a game as each seat remembers it; never changed, so copies of a state share it."""

    __slots__ = ("_action", "_before", "_known", "_position", "_seat")

    def __init__(
        self, before: Memory | None, position: Position | None, seat: int = -1, action: int = -1
    ) -> None:
        self._before = before
        self._position = position
        self._seat = seat
        self._action = action
        self._known: dict[int, bytes] = {}

    def of(self, seat: int) -> bytes:
        """The fingerprint of what a seat remembers."""
        # A loop, not a recursion: games can be thousands of decisions long.
        waiting: list[Memory] = []
        step: Memory | None = self
        while step is not None and seat not in step._known:
            waiting.append(step)
            step = step._before
        found = step._known[seat] if step is not None else b""
        for later in reversed(waiting):
            found = later._add(found, seat)
            later._known[seat] = found
        return found

    def kept_by(self, seat: int, guess: Position) -> Memory:
        """The memory in a guess at what ``seat`` cannot know: its own is kept.

        What the others remember is part of what it cannot know. In the guess they know just what they see.
        """
        start = Memory(None, guess)
        for other in range(guess.players):
            start._known[other] = self.of(seat) if other == seat else start._add(b"", other)
        return start

    def _add(self, found: bytes, seat: int) -> bytes:
        assert self._position is not None
        digest = hashlib.blake2b(found, digest_size=FINGERPRINT)
        if self._seat == seat:
            digest.update(b"%d " % self._action)
        for entry in self._position.log(seat):
            digest.update(msgspec.json.encode(entry))
        digest.update(self._position.observe(seat).tobytes())
        return digest.digest()

    def __deepcopy__(self, memo: Any) -> Memory:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Written to a file it holds the fingerprints alone, not every position since the deal."""
        players = len(self._known) if self._position is None else self._position.players
        return _read, ({seat: self.of(seat) for seat in range(players)},)


def _read(known: dict[int, bytes]) -> Memory:
    read = Memory(None, None)
    read._known = known
    return read
