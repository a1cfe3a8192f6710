"""What views are made with quickly: a record's numbers read at once, and one making for all who look.

A view asks a record for dozens of small fields. Taken one by one, each costs a NumPy scalar and its
conversion; unpacked together, all of them cost about as much as three.
"""

from __future__ import annotations

import struct
from collections import namedtuple
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, TypeVar

import msgspec
import numpy as np

from parapegma.core.compiled.arrays import States
from parapegma.core.options import Option, decode_options

_T = TypeVar("_T")
_POSITIONS_KEPT = 16
_OPTIONS_KEPT = 256
_LETTERS = {"i1": "b", "u1": "B", "i2": "h", "u2": "H", "i4": "i", "u4": "I", "i8": "q", "u8": "Q"}
"""What ``struct`` calls NumPy's whole numbers."""


def numbers_of(state: np.dtype[Any]) -> Callable[[States], Any]:
    """A function from states to the single numbers of the first record, as attributes of one tuple.

    Fields that hold several numbers are left out; ``states["hand"][0].tolist()`` reads one of those.

    >>> state = np.dtype([("turn", np.int32), ("hand", np.int8, (3,)), ("phase", np.int8)])
    >>> numbers_of(state)(np.array([(7, (1, 2, 3), -1)], state))
    Numbers(turn=7, phase=-1)
    """
    layout, names, end = "=", [], 0
    for name in state.names or ():
        kind, offset = state.fields[name][:2]  # type: ignore[index]
        if kind.shape == ():
            layout += f"{offset - end}x{_LETTERS[kind.str[1:]]}"
            names.append(name)
            end = offset + kind.itemsize
    unpack = struct.Struct(layout).unpack_from
    numbers: Any = namedtuple("Numbers", names)  # type: ignore[misc]
    make = numbers._make

    def read(states: States) -> Any:
        return make(unpack(states.tobytes()))

    return read


def cached_by_position(state: np.dtype[Any]) -> Callable[[Callable[[States], _T]], Callable[[States], _T]]:
    """Decorate a function of a position: made once for all who look; nobody may write into it."""

    def decorate(make: Callable[[States], _T]) -> Callable[[States], _T]:
        @lru_cache(maxsize=_POSITIONS_KEPT)
        def of_record(record: bytes) -> _T:
            return make(np.frombuffer(bytearray(record), state))

        @wraps(make)
        def of_states(states: States) -> _T:
            return of_record(states.tobytes())

        return of_states

    return decorate


def options_of(state: np.dtype[Any], declared: tuple[Option, ...], kind: type[_T]) -> Callable[[States], _T]:
    """A function from states to their options as a type of the game; equal options are made once."""
    fields: Any = state.fields or {}
    kept = [fields[name] for name in (option.field or option.name for option in declared) if name in fields]
    first = min((field[1] for field in kept), default=0)
    end = max((field[1] + field[0].itemsize for field in kept), default=0)
    made: dict[bytes, _T] = {}

    def read(states: States) -> _T:
        key = states.tobytes()[first:end]
        found = made.get(key)
        if found is None:
            if len(made) >= _OPTIONS_KEPT:
                made.clear()
            found = made[key] = msgspec.convert(decode_options(declared, states), kind)
        return found

    return read
