"""Records and arrays as the interpreter sees them when rules are not compiled.

Compiled rules compute with 64-bit integers whatever the width of a field. NumPy's own scalars would
compute with the field's width instead, and silently wrap round. So in the interpreter a field reads
as a Python integer, a write that does not fit its field is an error, and so is a negative index:
what compiled code would do wrong in silence is found here.
"""

from __future__ import annotations

from typing import Any

import numpy as np


class Cells:
    """An array whose elements are Python integers and whose indexes must be in range."""

    __slots__ = ("_array",)

    def __init__(self, array: np.ndarray[Any, Any]) -> None:
        self._array = array

    @property
    def size(self) -> int:
        return int(self._array.size)

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(self._array.shape)

    def __len__(self) -> int:
        return len(self._array)

    def __getitem__(self, index: Any) -> Any:
        value = self._array[_in_range(index)]
        return Cells(value) if isinstance(value, np.ndarray) else _plain(value)

    def __setitem__(self, index: Any, value: Any) -> None:
        self._array[_in_range(index)] = value._value if isinstance(value, Fields) else value


class Fields:
    """One record of an array: its fields as attributes."""

    __slots__ = ("_value",)

    def __init__(self, value: np.void) -> None:
        object.__setattr__(self, "_value", value)

    @property
    def dtype(self) -> np.dtype[Any]:
        return self._value.dtype  # type: ignore[no-any-return]

    def __getattr__(self, name: str) -> Any:
        try:
            value = self._value[name]
        except ValueError:
            raise AttributeError(f"the record has no field {name!r}") from None
        return Cells(value) if isinstance(value, np.ndarray) else _plain(value)

    def __setattr__(self, name: str, value: Any) -> None:
        self._value[name] = value


def _in_range(index: Any) -> Any:
    for part in index if isinstance(index, tuple) else (index,):
        if part < 0:
            raise IndexError(f"index {index} is negative: compiled code would read elsewhere")
    return index


def _plain(value: Any) -> Any:
    return Fields(value) if isinstance(value, np.void) else value.item()
