"""What views are made with quickly: numbers read at once, one making for all who look, parts kept.

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

from parapegma.core.compiled.arrays import States, states_of_bytes
from parapegma.core.options import Option, decode_options

_T = TypeVar("_T")
_PARTS_KEPT = 512
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
    """Decorate a function of a position: made once for all who look; nobody may write into it.

    Whoever looks at a position nearly always looks for all who see it, one after the other: only the last
    position is remembered.
    """

    def decorate(make: Callable[[States], _T]) -> Callable[[States], _T]:
        last: tuple[bytes, _T] | None = None

        @wraps(make)
        def of_states(states: States) -> _T:
            nonlocal last
            record, known = states.tobytes(), last
            if known is not None and known[0] == record:
                return known[1]
            made = make(states)
            # At once: several threads may look.
            last = record, made
            return made

        return of_states

    return decorate


def cached_by_fields(state: np.dtype[Any], *names: str) -> Callable[[Callable[..., _T]], Callable[..., _T]]:
    """Decorate a function of some fields of a state: a part of a view that seldom changes, such as scores
    that only some decisions touch. It is made anew only when one of the fields is another.

    The function is handed a state in which all other fields are zero. So it cannot depend on them: what is
    remembered is what would be made. Nobody may write into it. Further arguments must be hashable.

    >>> state = np.dtype([("turn", np.int32), ("hand", np.int8, (3,))])
    >>> @cached_by_fields(state, "hand")
    ... def largest(states):
    ...     return states["turn"][0].tolist(), max(states["hand"][0].tolist())
    >>> largest(np.array([(7, (1, 2, 3))], state)), largest(np.array([(8, (1, 2, 3))], state))
    ((0, 3), (0, 3))
    """
    fields = fields_of(state, names)

    def decorate(make: Callable[..., _T]) -> Callable[..., _T]:
        @lru_cache(maxsize=_PARTS_KEPT)
        def of_fields(contents: bytes, *more: Any) -> _T:
            return make(fields.alone(contents), *more)

        @wraps(make)
        def of_states(states: States, *more: Any) -> _T:
            return of_fields(fields.contents(states), *more)

        return of_states

    return decorate


class Fields:
    """Some fields of a state: what they hold, and a state that holds nothing else."""

    def __init__(self, state: np.dtype[Any], names: tuple[str, ...]) -> None:
        self._state = state
        fields: Any = state.fields
        self._places = [(fields[name][1], fields[name][1] + fields[name][0].itemsize) for name in names]

    def contents(self, states: States) -> bytes:
        """What the fields hold, as bytes."""
        record = states.tobytes()
        return b"".join([record[first:end] for first, end in self._places])

    def alone(self, contents: bytes) -> States:
        """A state in which all other fields are zero."""
        record, begin = bytearray(self._state.itemsize), 0
        for first, end in self._places:
            record[first:end] = contents[begin : begin + end - first]
            begin += end - first
        return states_of_bytes(bytes(record), self._state)


_FIELDS: dict[tuple[int, tuple[str, ...]], tuple[np.dtype[Any], Fields]] = {}
"""By the identity of the dtype: one of a hundred fields takes long to hash."""


def fields_of(state: np.dtype[Any], names: tuple[str, ...]) -> Fields:
    """Some fields of a state; the same ones are looked up once."""
    known = _FIELDS.get((id(state), names))
    if known is None or known[0] is not state:
        if len(_FIELDS) >= _OPTIONS_KEPT:
            _FIELDS.clear()
        known = _FIELDS[id(state), names] = state, Fields(state, names)
    return known[1]


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
