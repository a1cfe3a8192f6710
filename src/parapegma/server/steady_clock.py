"""The time of tables: it never jumps, whatever the clock of the machine does.

A machine that sleeps, or whose clock is put right, is suddenly hours ahead; nobody at a table could have used
that time. So time is counted by the monotonic clock from when the process began. Small differences are
followed in small steps. When the machine's clock is ahead by more, that is a gap: whoever watches the clocks
first makes it cost nobody anything, then closes it. When the clock is set back, time goes on as it was.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from parapegma.server.ids import now

_JUMP = 2_000
"""Milliseconds from which a difference is a jump."""
_STEP = 50
"""Milliseconds by which a small difference is followed each time someone looks."""


def _monotonic() -> int:
    return time.monotonic_ns() // 1_000_000


class SteadyClock:
    """Milliseconds since 1970 that neither jump nor run backwards."""

    def __init__(self, wall: Callable[[], int] = now, monotonic: Callable[[], int] = _monotonic) -> None:
        self._wall, self._monotonic = wall, monotonic
        self._base = wall() - monotonic()
        self._last = 0

    def __call__(self) -> int:
        self._last = max(self._last, self._base + self._monotonic())
        return self._last

    def gap(self) -> int:
        """By how many milliseconds the machine's clock has jumped ahead; small differences are followed here.

        >>> wall, monotonic = [100_000], [0]
        >>> clock = SteadyClock(lambda: wall[0], lambda: monotonic[0])
        >>> wall[0] += 3_600_000
        >>> clock(), clock.gap()
        (100000, 3600000)
        >>> clock.close(3_600_000)
        >>> clock(), clock.gap()
        (3700000, 0)
        """
        ahead = self._wall() - (self._base + self._monotonic())
        if ahead >= _JUMP:
            return ahead
        if ahead > -_JUMP:
            self._base += max(-_STEP, min(_STEP, ahead))
        return 0

    def close(self, gap: int) -> None:
        """Go on at the machine's time: nobody is charged for the gap any more."""
        self._base += gap
