"""Arrays and records over a piece of memory that several of them may share."""

from __future__ import annotations

import ctypes
import itertools
import math
import operator
import struct
from collections.abc import Callable, Iterator
from typing import Any

from .dtypes import Scalar, bool_, dtype, float64, int64, steps_of


class Memory:
    """Bytes that stay where they are, and their address once someone has asked for it."""

    __slots__ = ("_held", "bytes")

    def __init__(self, content: bytearray) -> None:
        self.bytes = content
        self._held: Any = None

    @property
    def address(self) -> int:
        if self._held is None:
            # As long as it is held, the bytes cannot be moved.
            self._held = (ctypes.c_char * len(self.bytes)).from_buffer(self.bytes)
        return ctypes.addressof(self._held)


class ndarray:  # noqa: N801 - NumPy's name
    """Numbers or records in rows and columns."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(
        self, memory: Memory, at: int, shape: tuple[int, ...], strides: tuple[int, ...], kind: dtype
    ) -> None:
        self.memory, self.at, self.shape, self.strides, self.dtype = memory, at, shape, strides, kind

    def __class_getitem__(cls, _: Any) -> type:
        return cls

    @property
    def address(self) -> int:
        """Where it lies in memory, for code that is handed addresses."""
        return self.memory.address + self.at

    @property
    def size(self) -> int:
        return math.prod(self.shape)

    @property
    def nbytes(self) -> int:
        return self.size * self.dtype.itemsize

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def T(self) -> ndarray:  # noqa: N802 - NumPy's name
        return ndarray(self.memory, self.at, self.shape[::-1], self.strides[::-1], self.dtype)

    @property
    def in_one_piece(self) -> bool:
        """Whether nothing lies between its elements."""
        return self.strides == steps_of(self.shape, self.dtype.itemsize)

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        return (self[place] for place in range(len(self)))

    def __contains__(self, value: object) -> bool:
        return value in self._flat()

    def __bool__(self) -> bool:
        if self.size != 1:
            raise ValueError("the truth of an array with several elements is ambiguous")
        return bool(self._flat()[0])

    def __int__(self) -> int:
        return int(self.item())

    # --- elements -----------------------------------------------------------------------------

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, str):
            return self._field(index)
        if isinstance(index, (list, ndarray)):
            return self._chosen(index)
        at, shape, strides, single = self._part(index)
        return self._read(at) if single else ndarray(self.memory, at, shape, strides, self.dtype)

    def __setitem__(self, index: Any, value: Any) -> None:
        if isinstance(index, str):
            self._field(index)[:] = value
            return
        if isinstance(index, (list, ndarray)):
            for number, place in enumerate(_places_chosen(index)):
                self[place] = value[number] if isinstance(value, (list, tuple, ndarray)) else value
            return
        at, shape, strides, single = self._part(index)
        if single:
            self._write(at, value)
        else:
            ndarray(self.memory, at, shape, strides, self.dtype)._write_all(value)

    def _part(self, index: Any) -> tuple[int, tuple[int, ...], tuple[int, ...], bool]:
        """Where a part lies, its shape, and whether it is a single element."""
        at, shape, strides, dimension = self.at, [], [], 0
        for part in index if isinstance(index, tuple) else (index,):
            if part is None:
                shape.append(1)
                strides.append(0)
                continue
            length, stride = self.shape[dimension], self.strides[dimension]
            if isinstance(part, slice):
                first, last, step = part.indices(length)
                at += first * stride
                shape.append(len(range(first, last, step)))
                strides.append(stride * step)
            else:
                place = operator.index(part)
                place += length if place < 0 else 0
                if not 0 <= place < length:
                    raise IndexError(f"index {part} is out of bounds for axis {dimension} with size {length}")
                at += place * stride
            dimension += 1
        single = dimension == len(self.shape) and not shape
        return at, (*shape, *self.shape[dimension:]), (*strides, *self.strides[dimension:]), single

    def _field(self, name: str) -> ndarray:
        kind, offset = (self.dtype.fields or {})[name]
        strides = self.strides + steps_of(kind.shape, kind.base.itemsize)
        return ndarray(self.memory, self.at + offset, self.shape + kind.shape, strides, kind.base)

    def _chosen(self, index: Any) -> ndarray:
        places = _places_chosen(index)
        made = _zeros((len(places), *self.shape[1:]), self.dtype)
        for number, place in enumerate(places):
            made[number] = self[place]
        return made

    def _read(self, at: int) -> Any:
        kind = self.dtype
        if kind.scalar is None:
            return void(self.memory, at, kind)
        return kind.scalar(kind.packed.unpack_from(self.memory.bytes, at)[0])

    def _write(self, at: int, value: Any) -> None:
        kind = self.dtype
        if kind.scalar is None:
            self.memory.bytes[at : at + kind.itemsize] = value.tobytes()
            return
        try:
            kind.packed.pack_into(self.memory.bytes, at, int(value) if kind.scalar.whole else value)
        except struct.error:
            raise OverflowError(f"Python integer {value} out of bounds for {kind.name}") from None

    def _write_all(self, value: Any) -> None:
        """Into every element: of an array of the same shape, or of one row for all, or one number."""
        if isinstance(value, (list, tuple, range)):
            value = _array(list(value), self.dtype)
        if not isinstance(value, ndarray):
            for at in self._places():
                self._write(at, value)
            return
        missing = self.ndim - value.ndim
        if missing < 0 or value.shape != self.shape[missing:]:
            raise ValueError(f"could not broadcast {value.shape} into {self.shape}")
        values = [value._read(at) for at in value._places()]
        for at, each in zip(self._places(), itertools.cycle(values) if values else (), strict=False):
            self._write(at, each)

    def _places(self) -> Iterator[int]:
        """Where each element lies, row by row."""
        ranges = (
            range(0, length * stride, stride) if stride else [0] * length
            for length, stride in zip(self.shape, self.strides, strict=True)
        )
        return (self.at + sum(steps) for steps in itertools.product(*ranges))

    def _flat(self) -> list[Any]:
        if self.dtype.scalar is not None and self.in_one_piece:
            return list(self._unpacked())
        return [self._read(at) for at in self._places()]

    def _unpacked(self) -> tuple[Any, ...]:
        return struct.unpack_from(f"<{self.size}{self.dtype.char}", self.memory.bytes, self.at)

    # --- as a whole ---------------------------------------------------------------------------

    def tolist(self) -> Any:
        if not self.shape:
            return self.item()
        flat = [each.item() if hasattr(each, "item") else each for each in self._flat()]
        for length in reversed(self.shape[1:]):
            flat = [flat[i : i + length] for i in range(0, len(flat), length)] if length else []
        return flat

    def tobytes(self) -> bytes:
        if self.in_one_piece:
            return bytes(self.memory.bytes[self.at : self.at + self.nbytes])
        size = self.dtype.itemsize
        return b"".join(bytes(self.memory.bytes[at : at + size]) for at in self._places())

    def copy(self) -> ndarray:
        strides = steps_of(self.shape, self.dtype.itemsize)
        return ndarray(Memory(bytearray(self.tobytes())), 0, self.shape, strides, self.dtype)

    def reshape(self, *shape: Any) -> ndarray:
        lengths = list(shape[0]) if len(shape) == 1 and isinstance(shape[0], (tuple, list)) else list(shape)
        if -1 in lengths:
            lengths[lengths.index(-1)] = self.size // max(1, -math.prod(lengths))
        whole = self if self.in_one_piece else self.copy()
        strides = steps_of(tuple(lengths), self.dtype.itemsize)
        return ndarray(whole.memory, whole.at, tuple(lengths), strides, self.dtype)

    def ravel(self) -> ndarray:
        return self.reshape(self.size)

    def flatten(self) -> ndarray:
        return self.copy().ravel()

    def astype(self, kind: Any) -> ndarray:
        return _array(self.tolist(), dtype(kind))

    def view(self, kind: Any) -> ndarray:
        """The same memory read as another kind of the same size."""
        if kind is ndarray:
            return self
        found = dtype(kind)
        if found.itemsize != self.dtype.itemsize:
            raise TypeError("only a kind of the same size")
        return ndarray(self.memory, self.at, self.shape, self.strides, found)

    def setflags(self, write: bool = True) -> None:
        """Nothing is protected here."""

    def fill(self, value: Any) -> None:
        if value == 0 and self.in_one_piece:
            self.memory.bytes[self.at : self.at + self.nbytes] = bytes(self.nbytes)
            return
        self._write_all(value)

    def item(self) -> Any:
        if self.size != 1:
            raise ValueError("can only convert an array of size 1")
        found = self._flat()[0]
        return found.item() if hasattr(found, "item") else found

    def sum(self, axis: int | None = None) -> Any:
        if axis is None:
            scalar = _sum_kind(self.dtype)
            return scalar(sum(self._flat()))
        rows = self if axis == 0 else self.T
        columns = [sum(column) for column in zip(*rows.tolist(), strict=True)]
        return _array(columns or [0] * rows.shape[1], dtype(_sum_kind(self.dtype)))

    def any(self) -> bool:
        return any(self._flat())

    def all(self) -> bool:
        return all(self._flat())

    def max(self) -> Any:
        return max(self._flat())

    def min(self) -> Any:
        return min(self._flat())

    def nonzero(self) -> tuple[ndarray, ...]:
        ranges = map(range, self.shape)
        found = [
            place for place, value in zip(itertools.product(*ranges), self._flat(), strict=True) if value
        ]
        return tuple(_array([place[i] for place in found], dtype(int64)) for i in range(self.ndim))

    # --- arithmetic ---------------------------------------------------------------------------

    def _with(self, other: Any, work: Callable[[Any, Any], Any], kind: Scalar | None = None) -> ndarray:
        """Element by element, with another array of the same shape or with one number for all."""
        if isinstance(other, (list, tuple)):
            other = _array(list(other), None)
        if isinstance(other, ndarray):
            if other.shape != self.shape:
                raise ValueError(f"shapes {self.shape} and {other.shape} differ")
            values = list(map(work, self._flat(), other._flat()))
        else:
            values = [work(each, other) for each in self._flat()]
        if kind is None:
            kind = int64 if all(isinstance(value, int) for value in values) else float64
        return _array(values, dtype(kind)).reshape(self.shape)

    def __add__(self, other: Any) -> ndarray:
        return self._with(other, operator.add)

    def __sub__(self, other: Any) -> ndarray:
        return self._with(other, operator.sub)

    def __mul__(self, other: Any) -> ndarray:
        return self._with(other, operator.mul)

    def __or__(self, other: Any) -> ndarray:
        return self._with(other, operator.or_)

    def __and__(self, other: Any) -> ndarray:
        return self._with(other, operator.and_)

    def __rshift__(self, other: Any) -> ndarray:
        return self._with(other, operator.rshift)

    def __lshift__(self, other: Any) -> ndarray:
        return self._with(other, operator.lshift)

    def __eq__(self, other: object) -> Any:
        return self._with(other, operator.eq, bool_)

    def __ne__(self, other: object) -> Any:
        return self._with(other, operator.ne, bool_)

    def __gt__(self, other: Any) -> ndarray:
        return self._with(other, operator.gt, bool_)

    def __ge__(self, other: Any) -> ndarray:
        return self._with(other, operator.ge, bool_)

    def __lt__(self, other: Any) -> ndarray:
        return self._with(other, operator.lt, bool_)

    def __le__(self, other: Any) -> ndarray:
        return self._with(other, operator.le, bool_)

    def __repr__(self) -> str:
        return f"array({self.tolist()})"


class void:  # noqa: N801 - NumPy's name
    """One record of an array: it shares the array's memory."""

    def __init__(self, memory: Memory, at: int, kind: dtype) -> None:
        self._memory, self._at, self.dtype = memory, at, kind

    def __getitem__(self, name: str) -> Any:
        try:
            kind, offset = self.dtype.fields[name]  # type: ignore[index]
        except KeyError:
            raise ValueError(f"no field of name {name}") from None
        at = self._at + offset
        if kind.shape:
            strides = steps_of(kind.shape, kind.base.itemsize)
            return ndarray(self._memory, at, kind.shape, strides, kind.base)
        if kind.scalar is None:
            return void(self._memory, at, kind)
        return kind.scalar(kind.packed.unpack_from(self._memory.bytes, at)[0])

    def __setitem__(self, name: str, value: Any) -> None:
        kind, offset = self.dtype.fields[name]  # type: ignore[index]
        if kind.shape:
            self[name][:] = value
        else:
            ndarray(self._memory, 0, (), (), kind)._write(self._at + offset, value)

    def tobytes(self) -> bytes:
        return bytes(self._memory.bytes[self._at : self._at + self.dtype.itemsize])

    def copy(self) -> void:
        return void(Memory(bytearray(self.tobytes())), 0, self.dtype)


def _places_chosen(index: Any) -> list[int]:
    if isinstance(index, ndarray) and index.dtype.scalar is bool_:
        return [place for place, on in enumerate(index) if on]
    return [int(place) for place in index]


def _sum_kind(kind: dtype) -> Scalar:
    return int64 if kind.scalar is not None and kind.kind in "iub" else float64


def _zeros(shape: tuple[int, ...], kind: dtype) -> ndarray:
    content = bytearray(math.prod(shape) * kind.itemsize)
    return ndarray(Memory(content), 0, shape, steps_of(shape, kind.itemsize), kind)


def _array(values: Any, kind: dtype | None) -> ndarray:
    """An array of nested lists."""
    shape: tuple[int, ...] = ()
    flat = [values]
    while flat and isinstance(flat[0], (list, tuple, range, ndarray)):
        shape = (*shape, len(flat[0]))
        flat = [each for part in flat for each in part]
    if kind is None:
        whole = all(isinstance(each, int) for each in flat) and bool(flat)
        kind = dtype(int64 if whole else float64)
    scalar = kind.scalar
    if scalar is None:
        raise TypeError("records are made by zeros and frombuffer")
    if scalar.whole:
        flat = [int(each) for each in flat]
    try:
        content = bytearray(struct.pack(f"<{len(flat)}{scalar.letter}", *flat))
    except struct.error:
        raise OverflowError(f"a number is out of bounds for {kind.name}") from None
    return ndarray(Memory(content), 0, shape, steps_of(shape, kind.itemsize), kind)
