"""Kinds of numbers, and of records made of them: how they lie in memory."""

from __future__ import annotations

import math
import struct
from typing import Any


class Whole(int):
    """A whole number out of an array."""

    def item(self) -> int:
        return int(self)

    tolist = item


class Fraction(float):
    """A floating-point number out of an array."""

    def item(self) -> float:
        return float(self)

    tolist = item


class integer:  # noqa: N801 - NumPy's name
    """What whole numbers of an array are instances of in NumPy; here they are Python's own."""


class Scalar:
    """A kind of number, such as ``int8``; called, it makes one."""

    def __init__(self, name: str, letter: str, code: str) -> None:
        self.name, self.letter, self.code = name, letter, code
        self.size = struct.calcsize(f"<{letter}")
        self.whole = letter not in "df?"

    def __call__(self, value: Any = 0) -> Any:
        if self.letter == "?":
            return bool(value)
        return Whole(value) if self.whole else Fraction(value)

    def __repr__(self) -> str:
        return self.name


int8, uint8 = Scalar("int8", "b", "i1"), Scalar("uint8", "B", "u1")
int16, uint16 = Scalar("int16", "h", "i2"), Scalar("uint16", "H", "u2")
int32, uint32 = Scalar("int32", "i", "i4"), Scalar("uint32", "I", "u4")
int64, uint64 = Scalar("int64", "q", "i8"), Scalar("uint64", "Q", "u8")
float32, float64 = Scalar("float32", "f", "f4"), Scalar("float64", "d", "f8")
bool_ = Scalar("bool", "?", "b1")

_SCALARS = (int8, uint8, int16, uint16, int32, uint32, int64, uint64, float32, float64, bool_)
_BY_NAME = {each.name: each for each in _SCALARS} | {each.code: each for each in _SCALARS}
_PYTHON = {bool: bool_, int: int64, float: float64}


class dtype:  # noqa: N801 - NumPy's name
    """A kind of number or of record."""

    scalar: Scalar | None = None
    fields: dict[str, tuple[dtype, int]] | None = None
    names: tuple[str, ...] | None = None
    shape: tuple[int, ...] = ()
    itemsize: int
    alignment: int
    str: Any
    base: dtype

    def __new__(cls, spec: Any = None, align: bool = False) -> dtype:
        if isinstance(spec, dtype):
            return spec
        made = super().__new__(cls)
        made.base = made
        if isinstance(spec, list):
            made._lay_out(spec, align)
        else:
            made._be(_scalar(spec))
        return made

    def __class_getitem__(cls, _: Any) -> type:
        return cls

    def _be(self, scalar: Scalar) -> None:
        self.scalar = scalar
        self.itemsize = self.alignment = scalar.size
        self.str = ("|" if scalar.size == 1 else "<") + scalar.code
        self.packed = struct.Struct(f"<{scalar.letter}")

    def _lay_out(self, spec: list[Any], align: bool) -> None:
        """One field after the other, with gaps where each is to lie at a multiple of its size."""
        self.fields, at, self.alignment = {}, 0, 1
        for name, kind, *shape in spec:
            field = dtype(kind)
            if shape:
                field = field.repeated(shape[0])
            if align:
                at = _up(at, field.alignment)
                self.alignment = max(self.alignment, field.alignment)
            self.fields[name] = field, at
            at += field.itemsize
        self.names = tuple(self.fields)
        self.itemsize = _up(at, self.alignment)
        self.str = f"|V{self.itemsize}"

    def repeated(self, shape: Any) -> dtype:
        """A field that is an array of this kind."""
        made = object.__new__(dtype)
        made.__dict__.update(self.__dict__)
        made.base = self
        made.shape = (shape,) if isinstance(shape, int) else tuple(shape)
        made.itemsize = self.itemsize * math.prod(made.shape)
        return made

    @property
    def char(self) -> Any:
        return "V" if self.scalar is None else self.scalar.letter

    @property
    def kind(self) -> Any:
        return "V" if self.scalar is None else self.scalar.code[0]

    @property
    def name(self) -> Any:
        return f"void{8 * self.itemsize}" if self.scalar is None else self.scalar.name

    def _layout(self) -> Any:
        fields = self.fields or {}
        return self.str, self.shape, tuple((name, *field[:1], field[1]) for name, field in fields.items())

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, dtype) and self._layout() == other._layout()

    def __hash__(self) -> int:
        return hash((self.str, self.shape, self.names))

    def __repr__(self) -> Any:
        return f"dtype({self.str!r})"


def _scalar(spec: Any) -> Scalar:
    if isinstance(spec, Scalar):
        return spec
    if spec is None:
        return float64
    if spec in _PYTHON:
        return _PYTHON[spec]
    found = _BY_NAME.get(str(spec).lstrip("<|="))
    if found is None:
        raise TypeError(f"data type {spec!r} not understood")
    return found


def _up(at: int, alignment: int) -> int:
    return -(-at // alignment) * alignment


def steps_of(shape: tuple[int, ...], size: int) -> tuple[int, ...]:
    """How many bytes apart neighbours lie in each dimension, where nothing lies between them."""
    found: list[int] = []
    for length in reversed(shape):
        found.insert(0, size)
        size *= length
    return tuple(found)
