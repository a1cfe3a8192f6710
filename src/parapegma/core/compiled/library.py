"""Rules from libraries built ahead of time: the functions that Python calls, and the arrays handed to them.

A function is called through cffi, which takes addresses. Asking an array for its address costs more than the
call, so an array is wrapped once (:class:`Argument`) and keeps it. cffi checks the kind of every array and
lets other threads run meanwhile. Only its compiled half is used: the other reads C declarations, and takes
as long to start as the rest of this program; a manifest says the same without being parsed.

Whatever a library does not have is interpreted: games without a library, and rules that are not among its
entry points. An :class:`Argument` is therefore also what the interpreter wants. A game that is interpreted
can get its library later (:func:`open_awaited`): its states then go on in the library from the next call.
"""

from __future__ import annotations

import functools
import inspect
import sys
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import _cffi_backend as cffi
import numpy as np

from parapegma.core.compiled.interpreted import Cells
from parapegma.core.compiled.library_format import layout_of
from parapegma.core.compiled.mode import AWAITED, LIBRARIES, LibraryFile, usable_library

_C_TYPES = {
    "int64": "int64_t",
    "uint64": "uint64_t",
    "int32": "int32_t",
    "int16": "int16_t",
    "int8": "int8_t",
    "float64": "double",
    "float32": "float",
}


def _primitive(name: str) -> Any:
    return cffi.new_primitive_type(name)


def _pointer(kind: Any) -> Any:
    return cffi.new_pointer_type(kind)


def _array(kind: Any) -> Any:
    return cffi.new_array_type(_pointer(kind), None)


_ARRAYS = {np.dtype(name).char: _array(_primitive(c)) for name, c in _C_TYPES.items()}
_BYTES = _array(_primitive("char"))


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


_from_buffer = cffi.from_buffer
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
    library = _opened(game, state) if (folder, module) == ("parapegma.games", "rules") else None
    kind = None if library is None else library.states
    for identity in [each for each, known in _ATTACHED.items() if known[0] == state]:
        del _ATTACHED[identity]
    _ATTACHED[id(state)] = (state, kind, library)
    _RECORDS.clear()
    _RECORDS.update(_ATTACHED)


_OPENED: dict[str, SimpleNamespace] = {}
"""For each game its functions as attributes: none as long as its library is awaited."""
_STATES: dict[str, np.dtype[Any]] = {}


def _opened(game: str, state: np.dtype[Any]) -> SimpleNamespace | None:
    """The library of a game; nothing, and a sentence, if it cannot be opened."""
    file = LIBRARIES.get(game)
    if file is None and game not in AWAITED:
        return None
    if game not in _OPENED:
        opened = _unopened(state.itemsize)
        if file is not None:
            try:
                _open(opened, file, state)
            except (OSError, AttributeError) as error:
                why = " ".join(str(error).split())
                print(f"Rules of {game} are interpreted, which is slow: {file.path}: {why}.", file=sys.stderr)
                return None
        _OPENED[game], _STATES[game] = opened, state
    return _OPENED[game]


def _unopened(size: int) -> SimpleNamespace:
    """A library without functions yet: whatever is asked of it is interpreted."""
    state = cffi.new_struct_type("struct state")
    cells = cffi.new_array_type(_pointer(_primitive("uint8_t")), size)
    cffi.complete_struct_or_union(state, [("bytes", cells, -1)], None, size, 1)
    return SimpleNamespace(new=cffi.newp, state=state, states=_array(state))


def _open(opened: SimpleNamespace, file: LibraryFile, state: np.dtype[Any]) -> None:
    """Give an unopened library its functions."""
    if layout_of(state) != file.manifest["state"]:
        raise OSError("its states lie otherwise in memory")
    # The library is closed when nobody holds it any more; its functions do not.
    library = opened.library = cffi.load_library(str(file.path), 0)
    for symbol, each in file.manifest["entry_points"].items():
        kinds, returned = _parameters(each["parameters"], _pointer(opened.state)), each["returns"]
        if isinstance(returned, list):
            results = _pointer(_results(symbol, returned))
            setattr(opened, f"{symbol}_result", results)
            kinds.insert(0, results)
        kind = cffi.new_function_type(tuple(kinds), _result(returned), False)
        setattr(opened, symbol, library.load_function(kind, symbol))


def open_awaited() -> list[str]:
    """Open the libraries that have been built in the meantime; the games that are still without one.

    Other threads may call rules meanwhile: they find a function of the library or interpret it, and both
    give the same.
    """
    for game in list(AWAITED):
        file = usable_library(game)
        if file is None or game not in _OPENED:
            continue
        _open(_OPENED[game], file, _STATES[game])
        LIBRARIES[game] = file
        AWAITED.remove(game)
        _ENTRY_POINTS.update(_entry_points_of(file))
        _RECORDS.clear()
        _RECORDS.update(_ATTACHED)
        for opened_now in list(_LATER):
            opened_now()
    return list(AWAITED)


def _parameters(written: list[str], states: Any) -> list[Any]:
    """The parameters of a function in C: an array is an address and its lengths."""
    found = []
    for kind in written:
        element, bracket, _ = kind.partition("[")
        if kind in ("states", "records"):
            found.append(states if kind == "states" else _pointer(cffi.new_void_type()))
        elif bracket:
            lengths = [_primitive("int32_t")] * (kind.count(",") + 1)
            found += [_pointer(_primitive(_C_TYPES[element])), *lengths]
        else:
            found.append(_primitive("int32_t" if kind == "bool" else _C_TYPES[kind]))
    return found


def _results(symbol: str, kinds: list[str]) -> Any:
    """Several results: a structure that the function writes."""
    made = cffi.new_struct_type(f"struct {symbol}_result")
    parts = [(f"part{i}", _primitive(_C_TYPES[kind]), -1) for i, kind in enumerate(kinds)]
    cffi.complete_struct_or_union(made, parts)
    return made


def _result(returned: Any) -> Any:
    if isinstance(returned, list) or returned == "none":
        return cffi.new_void_type()
    return _primitive("_Bool" if returned == "bool" else _C_TYPES[returned])


_EntryPoint = tuple[str, dict[str, Any]]


def _entry_points_of(file: LibraryFile) -> dict[str, _EntryPoint]:
    """By the function's module and name: its symbol and description. Games agree on all that they share."""
    return {
        entry_point["function"]: (symbol, entry_point)
        for symbol, entry_point in file.manifest["entry_points"].items()
    }


_ENTRY_POINTS = {name: known for file in LIBRARIES.values() for name, known in _entry_points_of(file).items()}
_LATER: list[Callable[[], None]] = []
"""Called when a library has been opened that was awaited."""


def entry_point(function: Callable[..., Any]) -> Any:
    """A rule as Python calls it: into the library of its states if it is an entry point, else as it is."""
    known = _known(function)
    if known is not None:
        return _caller(function, *known)
    return _later(function) if AWAITED else function


def _known(function: Callable[..., Any]) -> _EntryPoint | None:
    return _ENTRY_POINTS.get(f"{function.__module__}:{function.__qualname__}")


def _later(function: Callable[..., Any]) -> Any:
    """A rule that is interpreted until a library is opened that has it."""
    current: Any = function

    @functools.wraps(function)
    def either(*arguments: Any) -> Any:
        return current(*arguments)

    def opened_now() -> None:
        nonlocal current
        known = _known(function)
        if known is not None:
            current = _caller(function, *known)
            _LATER.remove(opened_now)

    _LATER.append(opened_now)
    either.py_func = function  # type: ignore[attr-defined]
    return either


def _caller(function: Callable[..., Any], symbol: str, described: dict[str, Any]) -> Any:
    """What calls into the library of a state."""

    def otherwise(*arguments: Any) -> Any:
        """Arrays that are not wrapped are; what has no library is interpreted."""
        if any(isinstance(each, np.ndarray) for each in arguments):
            return caller(
                *(as_argument(each) if isinstance(each, np.ndarray) else each for each in arguments)
            )
        return function(*arguments)

    names = {
        "otherwise": otherwise,
        "own_library": functools.partial(_own_library, function.__module__),
        "partial": functools.partial,
    }
    exec(_caller_source(function, symbol, described), names)
    caller: Any = names[function.__name__]
    caller.bound = names.get("bound")
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
    owner = f"{names[kinds.index('states')]}.library" if "states" in kinds else "own_library()"
    head = f"def {function.__name__}({', '.join(names)}):\n    try:\n"
    tail = f"    except AttributeError:\n        return otherwise({', '.join(names)})\n"
    if not isinstance(described["returns"], list):
        bound = f"def bound({', '.join(names)}):\n    return partial({owner}.{symbol}, {', '.join(given)})\n"
        return f"{head}        return {owner}.{symbol}({', '.join(given)})\n{tail}{bound}"
    parts = ", ".join(f"result.part{i}" for i in range(len(described["returns"])))
    return (
        f"{head}        library = {owner}\n        result = library.new(library.{symbol}_result)\n"
        f"        library.{symbol}({', '.join(['result', *given])})\n        return {parts}\n{tail}"
    )


def _own_library(module: str) -> Any:
    """For functions without a state: a game's own is in its library alone, others are in every one.

    Nothing, so far, if it has not been opened.
    """
    package, _, game = module.partition("parapegma.games.")
    if not package and game:
        return _OPENED.get(game.partition(".")[0])
    return next((each for each in _OPENED.values() if hasattr(each, "library")), None)
