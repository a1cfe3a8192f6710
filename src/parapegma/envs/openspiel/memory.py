"""What a seat remembers: a fingerprint of everything it has seen and done, in order.

OpenSpiel's information state must tell apart any two histories that a player with perfect memory could
tell apart. The observation is only the present, so a memory is added to it: after every decision, the
fingerprint before it, what the seat was told, what it then saw, and its own action. It is worked out only
when somebody asks, from the states that are kept for it.
"""

from __future__ import annotations

import hashlib
from typing import Any

from parapegma.core import engine
from parapegma.core.compiled.arrays import States
from parapegma.core.compiled.events import rows
from parapegma.core.game import Game

FINGERPRINT = 18
"""Bytes of a fingerprint: 144 bits."""


class Memory:
    """One step of a game as each seat remembers it; never changed, so copies of a state share it."""

    __slots__ = ("_action", "_before", "_game", "_known", "_seat", "_states")

    def __init__(
        self, game: Game, before: Memory | None, states: States | None, seat: int = -1, action: int = -1
    ) -> None:
        self._game = game
        self._before = before
        self._states = states
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

    def kept_by(self, seat: int, guess: States, players: int) -> Memory:
        """The memory in a guess at what ``seat`` cannot know: its own is kept.

        What the others remember is part of what it cannot know. In the guess they know just what they see.
        """
        start = Memory(self._game, None, guess)
        for other in range(players):
            start._known[other] = self.of(seat) if other == seat else start._add(b"", other)
        return start

    def _add(self, found: bytes, seat: int) -> bytes:
        assert self._states is not None
        digest = hashlib.blake2b(found, digest_size=FINGERPRINT)
        if self._seat == seat:
            digest.update(b"%d " % self._action)
        for event in rows(self._states[0]):
            told = self._game.events.describe(event, seat)
            digest.update(repr((told.kind, told.seat, told.data)).encode())
        digest.update(engine.observe(self._states, seat, self._game.observation_length).tobytes())
        return digest.digest()

    def __deepcopy__(self, memo: Any) -> Memory:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Written to a file it holds the fingerprints alone, not every state since the deal."""
        players = int(self._states[0]["players"]) if self._states is not None else len(self._known)
        return _read, (self._game.name, {seat: self.of(seat) for seat in range(players)})


def _read(name: str, known: dict[int, bytes]) -> Memory:
    from parapegma.core.game import find_game

    read = Memory(find_game(name), None, None)
    read._known = known
    return read
