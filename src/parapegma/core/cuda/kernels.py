"""The kernels of a game on a GPU: found beside the libraries of the rules, loaded once, started by name."""

from __future__ import annotations

import ctypes
import functools
import gzip
import hashlib
import json
from typing import Any

from parapegma.core.compiled.library_format import FORMAT, digest_of_files, layout_of, libraries_folder
from parapegma.core.compiled.sources import own_games
from parapegma.core.cuda.driver import Device, GpuError
from parapegma.core.game import Game, find_game

TARGET = "cuda"
"""The folder of kernels among those of libraries."""
_PREFIX = "parapegma_"
_HOW = "build them with: make kernels"
THREADS = 64
"""Threads of a block: small ones, for every thread has a whole game in its hands."""


@functools.cache
def kernels_of(game: str, device: Device) -> Kernels:
    """The kernels of a game, loaded on a card when they are first asked for."""
    return Kernels(find_game(game), device)


def kernel_file(game: Game) -> tuple[dict[str, Any], bytes]:
    """The manifest of a game's kernels and their code (PTX); an error that says why where none fit."""
    if game.name not in own_games():
        raise GpuError(f"{game.name} cannot be played on a GPU: only the games of this package have kernels")
    file = libraries_folder() / TARGET / f"{game.name}.json"
    try:
        manifest = json.loads(file.read_text("utf-8"))
        code = file.with_name(manifest["file"]).read_bytes()
        whole = hashlib.sha256(code).hexdigest() == manifest["sha256"]
        fits = manifest["format"] == FORMAT and manifest["state"] == layout_of(game.state)
        fits &= digest_of_files(game.name, manifest["sources"]) == manifest["digest"]
    except OSError:
        raise GpuError(f"there are no kernels of {game.name} for the GPU; {_HOW}") from None
    except (ValueError, KeyError, TypeError):
        whole, fits = False, True
    if not whole:
        raise GpuError(f"the kernels of {game.name} for the GPU are damaged; {_HOW}")
    if not fits:
        raise GpuError(f"the kernels of {game.name} for the GPU do not fit its sources and data; {_HOW}")
    return manifest, gzip.decompress(code)


class Kernels:
    """A game's kernels on one card."""

    def __init__(self, game: Game, device: Device) -> None:
        self.device = device
        manifest, code = kernel_file(game)
        # A text for the driver ends with a zero.
        self._module = device.load(code + b"\0")
        self._known = {
            name.removeprefix(_PREFIX): (each["parameters"], device.function(self._module, name))
            for name, each in manifest["entry_points"].items()
        }

    def run(self, name: str, games: int, *arguments: Any, threads: int = THREADS) -> None:
        """Start a kernel with a thread for each game; it is not waited for."""
        kinds, function = self._known[name]
        values: list[Any] = [ctypes.c_int64(games)]
        for kind, argument in zip(kinds, arguments, strict=True):
            values += _passed(kind, argument)
        self.device.launch(function, -(-games // threads), threads, values)


def _passed(kind: str, argument: Any) -> list[Any]:
    """An argument as the kernel takes it: an array is its address and its lengths."""
    if kind == "uint64":
        return [ctypes.c_uint64(argument)]
    if kind == "int64":
        return [ctypes.c_int64(argument)]
    address = ctypes.c_uint64(argument.address)
    if "[" not in kind:
        return [address]
    # Where every thread has a row of its own, the rows are one axis more.
    return [address, *map(ctypes.c_int32, argument.shape[-kind.count(",") - 1 :])]
