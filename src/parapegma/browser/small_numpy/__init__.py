"""As much of NumPy as views, words and tables need, in plain Python: records and small arrays of numbers.

There is no NumPy in the browser's Python that could be had with it. The rules themselves run compiled there,
so nothing here has to be quick. In the site this package is called ``numpy``. What is asked for and not here
is an error, never a different answer; ``tests/browser`` compares both.
"""

from .arrays import ndarray, void
from .creation import (
    arange,
    array,
    asarray,
    ascontiguousarray,
    bincount,
    bitwise_or,
    empty,
    flatnonzero,
    frombuffer,
    full,
    nonzero,
    prod,
    sqrt,
    zeros,
)
from .dtypes import (
    bool_,
    dtype,
    float32,
    float64,
    int8,
    int16,
    int32,
    int64,
    integer,
    uint8,
    uint16,
    uint32,
    uint64,
)

__version__ = "0"
intp = int64

__all__ = [
    "arange",
    "array",
    "asarray",
    "ascontiguousarray",
    "bincount",
    "bitwise_or",
    "bool_",
    "dtype",
    "empty",
    "flatnonzero",
    "float32",
    "float64",
    "frombuffer",
    "full",
    "int8",
    "int16",
    "int32",
    "int64",
    "integer",
    "intp",
    "ndarray",
    "nonzero",
    "prod",
    "sqrt",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "void",
    "zeros",
]
