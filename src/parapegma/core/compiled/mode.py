"""The way rules run in this process, decided once, here.

==============  =======================================================================================
interpreted     by Python: slow, every overflow and every index is checked
loaded          from libraries built ahead of time, one for each game (docs/libraries.md)
compiled        by Numba, when a function is first called, and kept in a disk cache
==============  =======================================================================================

Libraries are loaded if there is one for every game, made from the very sources and data files that are here.
Otherwise Numba compiles the rules of all games, if it is installed (generic code is one or the other in a
process: it cannot be half loaded); and if it is not, the games without a library that fits are interpreted.
``PARAPEGMA_MODE`` asks for one of the three. With ``PARAPEGMA_AWAIT_LIBRARIES`` a process begins at once
whatever is missing: games are interpreted until their library has been built beside it.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from importlib import util
from pathlib import Path
from typing import Any, Literal, NamedTuple

from parapegma.core.compiled.library_format import FORMAT, digest_of_files, host_targets, libraries_folder
from parapegma.core.compiled.sources import games_of_others, own_games
from parapegma.errors import OptionError

Mode = Literal["interpreted", "loaded", "compiled"]
_MODES = ("interpreted", "loaded", "compiled")


class LibraryFile(NamedTuple):
    """A library that fits the sources that are here, and its manifest."""

    path: Path
    manifest: dict[str, Any]


def _decide() -> tuple[Mode, dict[str, LibraryFile], str]:
    """The mode, the libraries by game, and what there is to say about games without one."""
    if sys.platform == "emscripten":
        # A site is built in one go, libraries and all (docs/site.md).
        return "loaded", {}, ""
    asked = os.environ.get("PARAPEGMA_MODE") or ""
    if asked and asked not in _MODES:
        raise OptionError(f"PARAPEGMA_MODE is {asked!r}, but must be one of {', '.join(_MODES)}")
    if asked == "interpreted":
        return "interpreted", {}, ""
    # Checks of bounds are compiled into the code; no library has them.
    if asked == "compiled" or (not asked and os.environ.get("NUMBA_BOUNDSCHECK")):
        return "compiled", {}, ""
    libraries, problems = _libraries() if _is_installed("_cffi_backend") else ({}, ["cffi is not installed"])
    if not problems or os.environ.get("PARAPEGMA_AWAIT_LIBRARIES"):
        return "loaded", libraries, ""
    why = "; ".join(problems)
    if asked != "loaded" and _is_installed("numba"):
        return "compiled", {}, f"Rules are compiled by Numba: {why}."
    sentence = f"Rules are interpreted, which is slow: {why}; pip install 'parapegma[jit]' compiles them."
    return "loaded" if libraries else "interpreted", libraries, sentence


def _is_installed(package: str) -> bool:
    try:
        return util.find_spec(package) is not None
    except (ImportError, ValueError):
        return False


def usable_library(game: str) -> LibraryFile | None:
    """The library of a game, if there is one that fits what is here."""
    library = _library_of(game)
    return None if library is None or _problem(game, library) else library


def _libraries() -> tuple[dict[str, LibraryFile], list[str]]:
    """The libraries that can be used, by game, and why others cannot."""
    found: dict[str, LibraryFile] = {}
    why: dict[str, list[str]] = {}
    for name in [*own_games(), *games_of_others()]:
        library = _library_of(name)
        problem = "there is no library of {} for this machine" if library is None else _problem(name, library)
        if problem:
            why.setdefault(problem, []).append(name)
        elif library is not None:
            found[name] = library
    return found, [problem.format(", ".join(names)) for problem, names in why.items()]


def _library_of(game: str) -> LibraryFile | None:
    for target in host_targets():
        folder = libraries_folder() / target
        try:
            manifest = json.loads((folder / f"{game}.json").read_text("utf-8"))
            return LibraryFile(folder / str(manifest["file"]), manifest)
        except (OSError, ValueError, KeyError, TypeError):
            continue
    return None


def _problem(game: str, library: LibraryFile) -> str:
    """Why a library cannot be used; nothing if it can."""
    manifest = library.manifest
    try:
        if manifest["format"] != FORMAT or digest_of_files(game, manifest["sources"]) != manifest["digest"]:
            return "the library of {} does not fit its sources and data"
        if hashlib.sha256(library.path.read_bytes()).hexdigest() != manifest["sha256"]:
            return "the library of {} is damaged"
    except (OSError, KeyError, TypeError):
        return "the library of {} is damaged"
    return ""


def say_once(cache: Path | None) -> None:
    """Say what there is to say about libraries: once, or in every process if nothing can be remembered."""
    if not SENTENCE:
        return
    said = None if cache is None else cache / "said"
    try:
        if said is not None:
            if said.exists() and said.read_text("utf-8") == SENTENCE:
                return
            said.write_text(SENTENCE, "utf-8")
    except OSError:
        pass
    print(SENTENCE, file=sys.stderr)


MODE: Mode
"""How rules run in this process."""
LIBRARIES: dict[str, LibraryFile]
"""The libraries of this process, by game."""
SENTENCE: str
"""What there is to say about games without a library; empty if there is nothing."""
MODE, LIBRARIES, SENTENCE = _decide()
AWAITED: list[str] = [name for name in own_games() if MODE == "loaded" and name not in LIBRARIES]
"""Games that are interpreted until a library of theirs is opened (:mod:`parapegma.core.compiled.library`)."""
if MODE != "compiled":
    # Numba's cache folder can remember what has been said; see jit.
    say_once(None)
