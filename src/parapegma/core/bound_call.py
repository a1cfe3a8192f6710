"""A call that is made over and over with the same arrays."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any


def bound_call(rule: Callable[..., Any], *arguments: Any) -> Callable[[], Any]:
    """A rule with all it is handed; what the arrays hold may change, the arrays may not.

    A function of a library takes every array apart into its address and lengths: done once here, that costs
    nothing when it is called.
    """
    try:
        call: Callable[[], Any] = rule.bound(*arguments)  # type: ignore[attr-defined]
    except (AttributeError, TypeError):
        # Compiled by Numba, interpreted, or without a library so far.
        return functools.partial(rule, *arguments)
    return call
