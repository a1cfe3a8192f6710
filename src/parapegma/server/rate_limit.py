"""How often one person or one address may ask for something."""

from __future__ import annotations

import math
import time
from collections import OrderedDict

from parapegma.server.problems import Problem

_MOST = 20_000


class RateLimit:
    """A bucket of tokens for each name; each request takes one, time refills it."""

    def __init__(self, rate: float, burst: int) -> None:
        self._rate, self._burst = rate, float(burst)
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, name: str, cost: float = 1.0) -> None:
        """Take a token, or refuse."""
        wait = self.wait(name, cost)
        if wait > 0:
            raise Problem(
                429,
                "too-many-requests",
                f"Too many requests; wait {wait:.1f} seconds.",
                wait=round(wait, 1),
                seconds=math.ceil(wait),
            )

    def wait(self, name: str, cost: float = 1.0) -> float:
        """Take a token and return 0, or how many seconds are missing; nothing costs more than all."""
        at, cost = time.monotonic(), min(cost, self._burst)
        tokens, last = self._buckets.get(name, (self._burst, at))
        tokens = min(self._burst, tokens + (at - last) * self._rate)
        granted = tokens >= cost
        self._buckets[name] = (tokens - cost if granted else tokens, at)
        self._buckets.move_to_end(name)
        if len(self._buckets) > _MOST:
            self._buckets.popitem(last=False)
        return 0.0 if granted else (cost - tokens) / self._rate
