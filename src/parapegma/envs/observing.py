"""Writing one observation many times in compiled code, to measure what it costs."""

from __future__ import annotations

from parapegma.core import rules
from parapegma.core.jit import rule


@rule
def observe_often(states, seat, out, times):
    """Write what a seat of ``states[0]`` sees, again and again."""
    for _ in range(times):
        rules.observe(states[0], seat, out)
    return times
