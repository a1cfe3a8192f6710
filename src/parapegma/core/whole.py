"""Whole numbers that callers hand over: Python's own and those of NumPy, but no truth values."""

from __future__ import annotations

import operator
from typing import Any


def whole_number(value: Any) -> int | None:
    """The number as an ``int``; ``None`` for what is no whole number.

    >>> whole_number(4), whole_number(True), whole_number(4.0), whole_number("4")
    (4, None, None, None)
    """
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)
    except TypeError:
        return None
