"""State records in Python's hands: made, copied, and handed to the rules."""

from __future__ import annotations

from typing import Any

import numpy as np

from parapegma.core.jit import COMPILED

States = np.ndarray[Any, np.dtype[np.void]]
"""An array of state records; nearly always of length 1 (see parapegma.core.calls)."""

if COMPILED:

    def handed(array: Any) -> Any:
        """An array as rules want it."""
        return array
else:
    from parapegma.core.interpreted import Cells

    def handed(array: Any) -> Any:
        """An array as rules want it."""
        return Cells(array)


def state_bytes(states: States) -> bytes:
    """The contents of state records, field by field: the gaps between fields hold anything."""
    return b"".join(states[name].tobytes() for name in states.dtype.names or ())


def new_states(dtype: np.dtype[Any], n: int = 1) -> States:
    """Room for n states."""
    return np.zeros(n, dtype)


def copy_of(states: States) -> States:
    """The same states once more: bytes are copied at once, fields would be copied one by one."""
    return states.view(np.uint8).copy().view(states.dtype)
