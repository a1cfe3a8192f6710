"""Rules from WebAssembly libraries in a browser, called through ctypes.

A browser's Python has neither Numba nor cffi. Libraries built ahead of time lie in its file system, one for
each game, each with a manifest that says which functions it has and what they take. Arrays and rules share
one memory, so only addresses are handed over. Whatever a library does not have is interpreted.
"""

from __future__ import annotations

import ctypes
import hashlib
import inspect
import json
import os
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

from parapegma.core.compiled.interpreted import Cells
from parapegma.errors import LibraryError

_KINDS: dict[str, Any] = {
    "int64": ctypes.c_int64,
    "uint64": ctypes.c_uint64,
    "int32": ctypes.c_int32,
    "int16": ctypes.c_int16,
    "int8": ctypes.c_int8,
    "float64": ctypes.c_double,
    "float32": ctypes.c_float,
}


class _Library:
    """The library of one game; it is opened when a function of it is first called."""

    def __init__(self, manifest: dict[str, Any], folder: Path) -> None:
        self.game: str = manifest["game"]
        self.entry_points: dict[str, dict[str, Any]] = manifest["entry_points"]
        self.bytes: int = manifest["state"]["bytes"]
        self._path = folder / str(manifest["file"])
        self._digest: str = manifest["sha256"]
        self._functions: SimpleNamespace | None = None

    @property
    def functions(self) -> SimpleNamespace:
        if self._functions is None:
            self._functions = self._open()
        return self._functions

    def _open(self) -> SimpleNamespace:
        try:
            if hashlib.sha256(self._path.read_bytes()).hexdigest() != self._digest:
                raise OSError("it is damaged")
            opened = ctypes.CDLL(str(self._path))
            return SimpleNamespace(
                **{symbol: _function(opened, symbol, each) for symbol, each in self.entry_points.items()}
            )
        except (OSError, AttributeError) as error:
            raise LibraryError(f"the rules of {self.game} cannot be loaded: {error}") from None


def _function(library: ctypes.CDLL, symbol: str, described: dict[str, Any]) -> Any:
    function = library[symbol]
    returned = described["returns"]
    kinds: list[Any] = [ctypes.c_void_p] if isinstance(returned, list) else []
    for kind in described["parameters"]:
        element, bracket, _ = kind.partition("[")
        if kind in ("states", "records"):
            kinds.append(ctypes.c_void_p)
        elif bracket:
            kinds += [ctypes.c_void_p, *[ctypes.c_int32] * (kind.count(",") + 1)]
        else:
            kinds.append(ctypes.c_int32 if kind == "bool" else _KINDS[element])
    function.argtypes = kinds
    if isinstance(returned, list) or returned == "none":
        function.restype = None
    else:
        function.restype = ctypes.c_bool if returned == "bool" else _KINDS[returned]
    return function


def _read_manifests(folder: Path) -> dict[str, _Library]:
    found = [_Library(json.loads(file.read_text("utf-8")), folder) for file in sorted(folder.glob("*.json"))]
    return {library.game: library for library in found}


_LIBRARIES = _read_manifests(Path(os.environ.get("PARAPEGMA_LIBRARIES", "/libraries")))
_ATTACHED: list[tuple[np.dtype[Any], _Library | None]] = []


def attach(state: np.dtype[Any], rules: str) -> None:
    """From now on states with this dtype belong to the library of the game with the rules named."""
    library = _LIBRARIES.get(rules.split(".")[-2])
    if library is not None and library.bytes != state.itemsize:
        raise LibraryError(f"the library of {library.game} was made for other states")
    _ATTACHED.append((state, library))


class Argument(Cells):
    """An array as rules want it: with its address, and the library of the game if it holds states."""

    __slots__ = ("library", "pointer")

    def __init__(self, array: Any) -> None:
        self._array = array
        self.pointer: int = array.address
        self.library = None if array.dtype.names is None else _library_of(array.dtype)


StateArray = np.ndarray
"""An array of states; nothing about it needs to be remembered here."""


def as_argument(array: Any) -> Any:
    """An array as rules want it."""
    return Argument(array)


def _library_of(dtype: np.dtype[Any]) -> _Library | None:
    for state, library in _ATTACHED:
        if state is dtype:
            return library
    return next((library for state, library in _ATTACHED if state == dtype), None)


def entry_point(function: Callable[..., Any]) -> Any:
    """A rule as Python calls it: into the library of its states if it is an entry point, else as it is."""
    name = f"{function.__module__}:{function.__qualname__}"
    for library in _LIBRARIES.values():
        for symbol, described in library.entry_points.items():
            if described["function"] == name:
                return _caller(function, symbol, described, library)
    return function


def _caller(
    function: Callable[..., Any], symbol: str, described: dict[str, Any], some: _Library
) -> Callable[..., Any]:
    kinds: list[str] = described["parameters"]
    returned = described["returns"]
    lengths = [kind.count(",") + 1 if "[" in kind else 0 for kind in kinds]
    pointers = ["[" in kind or kind in ("states", "records") for kind in kinds]
    owner = kinds.index("states") if "states" in kinds else None

    def call(*arguments: Any) -> Any:
        given: list[Any] = []
        library: _Library | None = some
        for place, argument in enumerate(arguments):
            if not pointers[place]:
                given.append(int(argument) if kinds[place] not in ("float64", "float32") else argument)
                continue
            if not isinstance(argument, Argument):
                argument = Argument(argument._array if isinstance(argument, Cells) else argument)
            if place == owner:
                library = argument.library
            given.append(argument.pointer)
            if lengths[place]:
                given += argument._array.shape
        if library is None:
            return function(*arguments)
        called = getattr(library.functions, symbol)
        if not isinstance(returned, list):
            return called(*given)
        results = (ctypes.c_uint64 * len(returned))()
        called(ctypes.addressof(results), *given)
        return tuple(_KINDS[kind].from_buffer(results, 8 * n).value for n, kind in enumerate(returned))

    call.__name__, call.__doc__, call.__module__ = function.__name__, function.__doc__, function.__module__
    call.__signature__ = inspect.signature(function)  # type: ignore[attr-defined]
    call.py_func = function  # type: ignore[attr-defined]
    return call
