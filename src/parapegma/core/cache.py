"""Where compiled rules are kept between runs.

Numba's cache notices a change in the file of a compiled function, but not in the files it calls
nor in the data frozen into it. So the folder's name carries a digest of all of that: sources, data
files and library versions. A change of any of them starts a new folder; folders that have not been
used for a month are removed. Numba finds compiled code by the path of its source, too, so every checkout
has folders of its own.

There are two folders, for two kinds of compiled code. ``rules`` keeps the rules of the games, which
change rarely and take long to compile. ``thought`` keeps what is built on them (heuristics, search,
environments): its digest covers all of that as well, so that a change in a heuristic compiles the
search anew, but not the rules.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import time
from collections.abc import Iterator
from importlib import metadata, util
from pathlib import Path

import platformdirs

GAME_ENTRY_POINTS = "parapegma.games"
"""Other packages offer games under this entry point group."""

FOR_PEOPLE = frozenset(
    f"{name}.py"
    for name in ("actions", "draw", "events", "options", "picture", "position", "reasons", "studies", "view")
)
"""Files of a game that no compiled rule may use, so that changing them compiles nothing anew."""

THOUGHT = frozenset({"bots", "envs"})
"""Folders of the package with compiled code that calls the rules."""

HEURISTICS = "heuristics.py"
"""The file of a game that only thinking players use."""

_NOT_COMPILED = frozenset({"cli", "lab", "server", "testing"})
_PACKAGE = Path(__file__).resolve().parent.parent
_STALE_AFTER_S = 30 * 24 * 3600


def cache_folder(kind: str = "rules") -> Path | None:
    """The folder for this version of everything, made if need be; nothing if it cannot be written."""
    root = Path(os.environ.get("PARAPEGMA_CACHE") or platformdirs.user_cache_path("parapegma"))
    place = hashlib.sha256(str(_PACKAGE).encode()).hexdigest()[:8]
    folder = root / f"{kind}-{place}-{source_digest(kind)}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
    except OSError:
        # A read-only home must not stop anyone from playing: it only means compiling every time.
        return None
    _remove_stale(root)
    return folder if os.access(folder, os.W_OK) else None


def data_override() -> Path | None:
    """The folder of replacement data files named by ``PARAPEGMA_DATA``, if any."""
    named = os.environ.get("PARAPEGMA_DATA")
    return Path(named) if named else None


def kind_of(module: str) -> str:
    """Which of the two folders keeps the compiled functions of a module."""
    package, *inner = module.split(".")
    rules = package == "parapegma" and inner[:1] in (["core"], ["games"])
    return "rules" if rules and inner[-1] != Path(HEURISTICS).stem else "thought"


def source_digest(kind: str = "rules") -> str:
    """A short name for everything that compiled code of a kind is made of."""
    digest = hashlib.sha256()
    for part in (sys.version, metadata.version("numba"), metadata.version("numpy")):
        digest.update(part.encode() + b"\0")
    # Bounds checks are compiled into the code, so they are part of its identity.
    digest.update(os.environ.get("NUMBA_BOUNDSCHECK", "").encode() + b"\0")
    for folder in _source_folders():
        for file in sorted(folder.rglob("*")):
            if file.suffix in {".py", ".toml"} and _reaches(kind, file.relative_to(folder)):
                digest.update(str(file.relative_to(folder)).encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:20]


def _reaches(kind: str, relative: Path) -> bool:
    """Whether a file can reach compiled code: drawings, notation, the command line and the like cannot.

    What a heuristic weighs is handed to it when it is called, so ``heuristics.toml`` is not frozen in.
    """
    if (relative.name in FOR_PEOPLE and relative.parts[0] == "games") or relative.name == "heuristics.toml":
        return False
    if relative.name == HEURISTICS or relative.parts[0] in THOUGHT:
        return kind == "thought"
    return relative.parts[0] not in _NOT_COMPILED


def _source_folders() -> Iterator[Path]:
    yield _PACKAGE
    override = data_override()
    if override is not None and override.is_dir():
        yield override
    for entry in sorted(metadata.entry_points(group=GAME_ENTRY_POINTS), key=lambda e: e.value):
        module = entry.value.partition(":")[0]
        if module.split(".")[0] == "parapegma":
            continue
        spec = util.find_spec(module)
        if spec is not None and spec.origin is not None:
            yield Path(spec.origin).resolve().parent


def _remove_stale(root: Path) -> None:
    limit = time.time() - _STALE_AFTER_S
    for folder in [*root.glob("rules-*"), *root.glob("thought-*")]:
        try:
            if folder.stat().st_mtime < limit:
                shutil.rmtree(folder, ignore_errors=True)
        except OSError:
            continue
