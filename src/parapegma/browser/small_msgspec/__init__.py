"""As much of msgspec as views, messages and tables need, in plain Python: structs with tags, JSON both ways.

msgspec is a C extension, and the browser's Python has none of it. In the site this package is called
``msgspec``. What is written is the same bytes; what is read is checked against its type as well;
``tests/browser`` compares both.
"""

from . import json, structs
from .converting import convert, to_builtins
from .errors import DecodeError, EncodeError, MsgspecError, ValidationError
from .raw import Raw
from .struct import Meta, Struct, field

__version__ = "0"

__all__ = [
    "DecodeError",
    "EncodeError",
    "Meta",
    "MsgspecError",
    "Raw",
    "Struct",
    "ValidationError",
    "convert",
    "field",
    "json",
    "structs",
    "to_builtins",
]
