"""Functions that make arrays, and the few that work on them."""

from __future__ import annotations

import functools
import math
import operator
from typing import Any

from .arrays import Memory, _array, _zeros, ndarray
from .dtypes import Whole, float64, int64
from .dtypes import dtype as _dtype

sqrt = math.sqrt


def zeros(shape: Any, dtype: Any = float64) -> ndarray:
    return _zeros((shape,) if isinstance(shape, int) else tuple(shape), _dtype(dtype))


empty = zeros


def full(shape: Any, value: Any, dtype: Any = int64) -> ndarray:
    made = zeros(shape, dtype)
    made.fill(value)
    return made


def array(values: Any, dtype: Any = None) -> ndarray:
    kind = None if dtype is None else _dtype(dtype)
    if isinstance(values, ndarray):
        if kind is None or kind == values.dtype:
            return values.copy()
        values = values.tolist()
    elif not isinstance(values, (list, tuple, range, int, float)):
        values = list(values)
    return _array(values, kind)


def asarray(values: Any, dtype: Any = None) -> ndarray:
    same = isinstance(values, ndarray) and (dtype is None or _dtype(dtype) == values.dtype)
    return values if same else array(values, dtype)


def ascontiguousarray(values: Any, dtype: Any = None) -> ndarray:
    found = asarray(values, dtype)
    return found if found.in_one_piece else found.copy()


def frombuffer(content: Any, dtype: Any = float64) -> ndarray:
    kind = _dtype(dtype)
    memory = Memory(content if isinstance(content, bytearray) else bytearray(content))
    return ndarray(memory, 0, (len(content) // kind.itemsize,), (kind.itemsize,), kind)


def arange(*limits: int, dtype: Any = int64) -> ndarray:
    return array(range(*limits), dtype)


def nonzero(values: ndarray) -> tuple[ndarray, ...]:
    return values.nonzero()


def flatnonzero(values: ndarray) -> ndarray:
    return values.ravel().nonzero()[0]


def bincount(values: Any, minlength: int = 0) -> ndarray:
    counted = [int(value) for value in values]
    made = zeros(max([minlength - 1, *counted], default=-1) + 1, int64)
    for value in counted:
        made[value] = made[value] + 1
    return made


def prod(values: Any) -> int:
    return math.prod(int(value) for value in values)


class bitwise_or:  # noqa: N801 - NumPy's name
    """Only as ``bitwise_or.reduce``."""

    @staticmethod
    def reduce(values: Any) -> Whole:
        return Whole(functools.reduce(operator.or_, (int(value) for value in values), 0))
