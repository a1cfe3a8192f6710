"""State records in Python's hands: made, copied, and handed to the rules."""

from __future__ import annotations

from typing import Any

import numpy as np

from parapegma.core.compiled.mode import MODE

States = np.ndarray[Any, np.dtype[np.void]]
"""An array of state records; nearly always of length 1 (see parapegma.core.compiled.entry_points)."""

MOST_CHOICES = 1024
"""The longest list of legal actions a game may write; a conformance test holds games to it."""

if MODE == "loaded":
    from parapegma.core.compiled.loaded import StateArray
    from parapegma.core.compiled.loaded import as_argument as as_argument

    def _as_states(array: States) -> States:
        return array.view(StateArray)

elif MODE == "compiled":

    def as_argument(array: Any) -> Any:
        """An array as rules want it."""
        return array

    def _as_states(array: States) -> States:
        return array

else:
    from parapegma.core.compiled.interpreted import Cells

    def as_argument(array: Any) -> Any:
        """An array as rules want it."""
        return Cells(array)

    def _as_states(array: States) -> States:
        return array


def state_bytes(states: States) -> bytes:
    """The contents of state records, field by field: the gaps between fields hold anything."""
    if len(states) == 1:
        # One record, as nearly always: its bytes without the gaps.
        whole = states.tobytes()
        return b"".join([whole[begin:end] for begin, end in _spans(states.dtype)])
    return b"".join(states[name].tobytes() for name in states.dtype.names or ())


_SPANS: dict[int, tuple[np.dtype[Any], list[tuple[int, int]]]] = {}
"""By the dtype itself: one of a hundred fields takes long to hash."""


def _spans(dtype: np.dtype[Any]) -> list[tuple[int, int]]:
    """Where the fields of a record lie, in their order, neighbours joined."""
    known = _SPANS.get(id(dtype))
    if known is not None and known[0] is dtype:
        return known[1]
    spans: list[tuple[int, int]] = []
    for name in dtype.names or ():
        kind, begin = dtype.fields[name][:2]  # type: ignore[index]
        end = begin + kind.itemsize
        if spans and spans[-1][1] == begin:
            begin = spans.pop()[0]
        spans.append((begin, end))
    if len(_SPANS) > 100:
        _SPANS.clear()
    _SPANS[id(dtype)] = dtype, spans
    return spans


def new_states(dtype: np.dtype[Any], n: int = 1) -> States:
    """Room for n states."""
    return _as_states(np.zeros(n, dtype))


def copy_of(states: States) -> States:
    """The same states once more: bytes are copied at once, fields would be copied one by one."""
    return states_of_bytes(states.tobytes(), states.dtype)


def states_of_bytes(record: bytes, dtype: np.dtype[Any]) -> States:
    """The states whose records have these bytes."""
    return _as_states(np.frombuffer(bytearray(record), dtype))
