"""Functions of libraries as Python calls them: through cffi, and in a browser, which has none, by ctypes."""

from __future__ import annotations

import sys

if sys.platform == "emscripten":
    from parapegma.core.compiled.side_library import StateArray, as_argument, attach, entry_point
else:
    from parapegma.core.compiled.library import StateArray, as_argument, attach, entry_point

__all__ = ["StateArray", "as_argument", "attach", "entry_point"]
