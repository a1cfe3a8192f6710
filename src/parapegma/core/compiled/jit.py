"""One decorator for rules, and the three ways a rule can run: interpreted, loaded or compiled for the CPU.

A rule is an ordinary function over one record. It uses integers, booleans, ``if/for/while``,
fields of the record, constant tables and calls of other rules: no allocation, no exceptions,
no strings, no recursion. The same source therefore runs

* in the interpreter: slow, but every field write is checked for overflow and every index for range (see
  :mod:`parapegma.core.compiled.interpreted`);
* from a library that was built ahead of time (see :mod:`parapegma.core.compiled.library`);
* compiled by Numba, and kept in a disk cache (see :mod:`parapegma.core.compiled.cache`).

Which of them is decided in :mod:`parapegma.core.compiled.mode`.

Rules must not rely on how wide an integer is: in the interpreter values are Python integers, when
compiled they are 64 bits wide. ``word`` and ``integer`` convert between unsigned machine words
(random numbers, hashes) and everything else; mixing the two without them gives a float in Numba.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from parapegma.core.compiled.mode import MODE, say_once

COMPILED: bool = MODE == "compiled"
"""Whether Numba compiles rules in this process."""

CACHE: Path | None = None
"""Where this process keeps compiled rules; nothing if they are not compiled or cannot be kept."""

if COMPILED:
    import numba

    from parapegma.core.compiled.cache import cache_folder, kind_of

    CACHE = cache_folder()
    say_once(CACHE)
    _FOLDERS = {"rules": CACHE, "bots": cache_folder("bots")}

    def rule(function: Callable[..., Any]) -> Any:
        """Compile a rule for the CPU when it is first needed, or take it from the disk cache."""
        folder = _FOLDERS[kind_of(function.__module__)]
        # Numba asks for the folder when it wraps a function.
        numba.config.CACHE_DIR = str(folder or "")  # type: ignore[attr-defined]
        compiled = numba.njit(function, cache=folder is not None, nogil=True, error_model="numpy")
        inherited = compiled.get_call_template
        compiled.get_call_template = lambda args, kws: inherited([_wide(each) for each in args], kws)
        return compiled

    def _wide(kind: Any) -> Any:
        """The type a rule is called with by other rules: one for all narrower integers and constants.

        Numba would otherwise compile a rule anew for every width of field and every constant it is
        called with, and take several times as long.
        """
        kind = numba.types.unliteral(kind)  # type: ignore[no-untyped-call]
        narrow = isinstance(kind, numba.types.Integer) and getattr(kind, "bitwidth", 64) < 64
        return numba.int64 if narrow else kind

    word: Any = np.uint64
    integer: Any = np.int64
elif MODE == "loaded":
    from parapegma.core.compiled.loaded import entry_point as rule

    word = int
    integer = int
else:

    def rule(function: Callable[..., Any]) -> Any:
        """Leave the rule to the interpreter."""
        return function

    word = int
    integer = int


def table(values: Any, dtype: Any) -> Any:
    """A constant array that rules may read: frozen into the code when compiled.

    >>> int(table([1, 2, 4], np.int8)[2])
    4
    """
    array = np.ascontiguousarray(values, dtype=dtype)
    array.setflags(write=False)
    if COMPILED:
        return array
    from parapegma.core.compiled.interpreted import Cells

    return Cells(array)
