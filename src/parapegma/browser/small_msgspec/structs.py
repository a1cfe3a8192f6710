"""Structs taken apart and changed."""

from __future__ import annotations

import copy
from typing import Any

from .struct import Struct


def asdict(struct: Struct) -> dict[str, Any]:
    """The fields by name."""
    return {name: getattr(struct, name) for name in struct.__struct_fields__}


def replace(struct: Any, /, **changes: Any) -> Any:
    """The same with other values in some fields."""
    made = copy.copy(struct)
    for name in changes:
        if name not in struct.__struct_fields__:
            raise TypeError(f"`{type(struct).__name__}` has no field {name!r}")
    made.__dict__.update(changes)
    return made
