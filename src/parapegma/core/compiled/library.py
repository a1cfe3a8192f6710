"""Rules from libraries built ahead of time: the functions that Python calls, and the arrays handed to them.

A function is called through cffi, which takes addresses. Asking an array for its address costs more than the
call, so an array is wrapped once (:class:`Argument`) and keeps it. cffi checks the kind of every array and
lets other threads run meanwhile.

Whatever a library does not have is interpreted: games without a library, and rules that are not among its
entry points. An :class:`Argument` is therefore also what the interpreter wants.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import cffi
import numpy as np

from parapegma.core.compiled.interpreted import Cells
from parapegma.core.compiled.library_format import layout_of
from parapegma.core.compiled.mode import LIBRARIES, LibraryFile

_C_TYPES = {
    "int64": "int64_t",
    "uint64": "uint64_t",
    "int32": "int32_t",
    "int16": "int16_t",
    "int8": "int8_t",
    "float64": "double",
    "float32": "float",
}
_FFI = cffi.FFI()
_ARRAYS = {np.dtype(name).char: _FFI.typeof(f"{c}[]") for name, c in _C_TYPES.items()}
_BYTES = _FFI.typeof("char[]")


class Argument(Cells):
    """An array with its address; without one if no library could use it."""

    __slots__ = ("length", "library", "pointer")

    def __init__(self, array: np.ndarray[Any, Any]) -> None:
        self._array = array
        kind = _ARRAYS.get(array.dtype.char)
        if kind is None:
            kind, self.library = _records(array.dtype)
            if kind is None:
                return
        try:
            self.pointer = _from_buffer(kind, array)
            self.length = len(array)
        except (BufferError, ValueError):
            # Not one piece of memory: the interpreter does not mind.
            return


class StateArray(np.ndarray[Any, Any]):
    """An array of states that remembers how it is handed over."""

    argument: Argument


def as_argument(array: Any) -> Any:
    """An array as rules want it."""
    if type(array) is not StateArray:
        return Argument(array)
    try:
        return array.argument
    except AttributeError:
        # The plain array behind it: with the array itself, both would wait for the garbage collector.
        array.argument = Argument(array.view(np.ndarray))
        return array.argument


_from_buffer = _FFI.from_buffer
_Known = tuple[np.dtype[Any], Any, Any]
"""A record's dtype, the type of its arrays in C, and its library."""
_ATTACHED: dict[int, _Known] = {}
"""What is known of the states of games, by the identity of their dtype: to hash one takes long."""
_RECORDS: dict[int, _Known] = {}
"""The same, and equal dtypes that are other objects, and records of environments."""
_MOST_RECORDS = 200


def _records(dtype: np.dtype[Any]) -> tuple[Any, Any]:
    known = _RECORDS.get(id(dtype))
    if known is None:
        known = next((each for each in _ATTACHED.values() if each[0] == dtype), None)
        if known is None and dtype.names is not None:
            layout = layout_of(dtype)
            if any(layout == library.manifest["records"] for library in LIBRARIES.values()):
                known = (dtype, _BYTES, None)
        if len(_RECORDS) > _MOST_RECORDS:
            _RECORDS.clear()
            _RECORDS.update(_ATTACHED)
        known = _RECORDS[id(dtype)] = (dtype, None, None) if known is None else (dtype, *known[1:])
    return known[1:]


def attach(state: np.dtype[Any], rules: str) -> None:
    """From now on states with this dtype belong to the library of the game with the rules named."""
    package, _, module = rules.rpartition(".")
    folder, _, game = package.rpartition(".")
    file = LIBRARIES.get(game) if (folder, module) == ("parapegma.games", "rules") else None
    library = None if file is None else _opened(file, state)
    kind = None if library is None else library.ffi.typeof("struct state[]")
    for identity in [each for each, known in _ATTACHED.items() if known[0] == state]:
        del _ATTACHED[identity]
    _ATTACHED[id(state)] = (state, kind, library)
    _RECORDS.clear()
    _RECORDS.update(_ATTACHED)


_OPENED: dict[str, SimpleNamespace] = {}


def _opened(file: LibraryFile, state: np.dtype[Any]) -> SimpleNamespace | None:
    """A library, its functions as attributes; nothing, and a sentence, if it cannot be opened."""
    name = file.manifest["game"]
    if name not in _OPENED:
        try:
            if layout_of(state) != file.manifest["state"]:
                raise OSError("its states lie otherwise in memory")
            _OPENED[name] = _open(file)
        except (OSError, AttributeError, cffi.CDefError) as error:
            why = " ".join(str(error).split())
            print(f"Rules of {name} are interpreted, which is slow: {file.path}: {why}.", file=sys.stderr)
            return None
    return _OPENED[name]


def _open(file: LibraryFile) -> SimpleNamespace:
    ffi = cffi.FFI()
    entry_points = file.manifest["entry_points"]
    lines = [f"struct state {{ uint8_t bytes[{file.manifest['state']['bytes']}]; }};"]
    lines += [_declared(symbol, each) for symbol, each in entry_points.items()]
    ffi.cdef("\n".join(lines))
    library = ffi.dlopen(str(file.path))
    functions = {symbol: getattr(library, symbol) for symbol in entry_points}
    results = {
        f"{symbol}_result": ffi.typeof(f"struct {symbol}_result *")
        for symbol, each in entry_points.items()
        if isinstance(each["returns"], list)
    }
    return SimpleNamespace(ffi=ffi, new=ffi.new, **functions, **results)


def _declared(symbol: str, entry_point: dict[str, Any]) -> str:
    """A function as C would declare it."""
    returned, parameters, before = entry_point["returns"], [], ""
    if isinstance(returned, list):
        parts = " ".join(f"{_C_TYPES[kind]} part{i};" for i, kind in enumerate(returned))
        before = f"struct {symbol}_result {{ {parts} }};\n"
        parameters.append(f"struct {symbol}_result *")
    for kind in entry_point["parameters"]:
        element, bracket, _ = kind.partition("[")
        if kind in ("states", "records"):
            parameters.append("struct state *" if kind == "states" else "void *")
        elif bracket:
            parameters += [f"{_C_TYPES[element]} *", *["int32_t"] * (kind.count(",") + 1)]
        else:
            parameters.append("int32_t" if kind == "bool" else _C_TYPES[kind])
    result = {"none": "void", "bool": "_Bool"}.get(str(returned)) or _C_TYPES.get(str(returned), "void")
    return f"{before}{result} {symbol}({', '.join(parameters) or 'void'});"


def _known_entry_points() -> dict[str, tuple[str, dict[str, Any]]]:
    """By the function's module and name: its symbol and description. Games agree on all that they share."""
    return {
        entry_point["function"]: (symbol, entry_point)
        for file in LIBRARIES.values()
        for symbol, entry_point in file.manifest["entry_points"].items()
    }


_ENTRY_POINTS = _known_entry_points()


def entry_point(function: Callable[..., Any]) -> Any:
    """A rule as Python calls it: into the library of its states if it is an entry point, else as it is."""
    known = _ENTRY_POINTS.get(f"{function.__module__}:{function.__qualname__}")
    if known is None:
        return function

    def otherwise(*arguments: Any) -> Any:
        """Arrays that are not wrapped are; what has no library is interpreted."""
        if any(isinstance(each, np.ndarray) for each in arguments):
            return caller(
                *(as_argument(each) if isinstance(each, np.ndarray) else each for each in arguments)
            )
        return function(*arguments)

    names = {"otherwise": otherwise, "any_library": _any_library}
    exec(_caller_source(function, *known), names)
    caller: Any = names[function.__name__]
    caller.__doc__, caller.__module__ = function.__doc__, function.__module__
    caller.py_func = function
    return caller


def _caller_source(function: Callable[..., Any], symbol: str, described: dict[str, Any]) -> str:
    """A Python function that calls into a library: written for its parameters, because that is quickest."""
    names = list(inspect.signature(function).parameters)
    kinds = described["parameters"]
    given = []
    for name, kind in zip(names, kinds, strict=True):
        dimensions = 0 if kind in ("states", "records") or "[" not in kind else kind.count(",") + 1
        given.append(name if "[" not in kind and kind not in ("states", "records") else f"{name}.pointer")
        given += {0: [], 1: [f"{name}.length"]}.get(dimensions, [f"*{name}._array.shape"])
    owner = f"{names[kinds.index('states')]}.library" if "states" in kinds else "any_library()"
    head = f"def {function.__name__}({', '.join(names)}):\n    try:\n"
    tail = f"    except AttributeError:\n        return otherwise({', '.join(names)})\n"
    if not isinstance(described["returns"], list):
        return f"{head}        return {owner}.{symbol}({', '.join(given)})\n{tail}"
    parts = ", ".join(f"result.part{i}" for i in range(len(described["returns"])))
    return (
        f"{head}        library = {owner}\n        result = library.new(library.{symbol}_result)\n"
        f"        library.{symbol}({', '.join(['result', *given])})\n        return {parts}\n{tail}"
    )


def _any_library() -> Any:
    """For functions that are the same in every library; nothing, so far, if none has been opened."""
    return next(iter(_OPENED.values()), None)
