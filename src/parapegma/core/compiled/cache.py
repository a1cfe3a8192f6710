"""Where compiled rules are kept between runs.

Numba's cache notices a change in the file of a compiled function, but not in the files it calls
nor in the data frozen into it. So the folder's name carries a digest of all of that: sources, data
files and library versions. A change of any of them starts a new folder; folders that have not been
used for a month are removed. Numba finds compiled code by the path of its source, too, so every checkout
has folders of its own.

Which sources these are is not listed anywhere: the digest follows the imports of compiled modules
(:mod:`parapegma.core.compiled.sources`).

There are two folders, for two kinds of compiled code. ``rules`` keeps the rules of the games, which
change rarely and take long to compile. ``bots`` keeps what is built on them (heuristics, search,
environments): its digest covers all of that as well, so that a change in a heuristic compiles the
search anew, but not the rules.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import time
from pathlib import Path
from typing import Literal

from parapegma.core.compiled.sources import PACKAGE, compiled_files, data_files

Kind = Literal["rules", "bots"]

_STALE_AFTER_S = 30 * 24 * 3600


def cache_folder(kind: Kind = "rules") -> Path | None:
    """The folder for this version of everything, made if need be; nothing if it cannot be written."""
    root = cache_root()
    place = hashlib.sha256(str(PACKAGE).encode()).hexdigest()[:8]
    folder = root / f"{kind}-{place}-{source_digest(kind)}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
    except OSError:
        # A read-only home must not stop anyone from playing: it only means compiling every time.
        return None
    _remove_stale(root)
    return folder if os.access(folder, os.W_OK) else None


def cache_root() -> Path:
    """Where this program keeps what can be made again; ``PARAPEGMA_CACHE`` names another folder."""
    if named := os.environ.get("PARAPEGMA_CACHE"):
        return Path(named)
    import platformdirs

    return platformdirs.user_cache_path("parapegma")


def kind_of(module: str) -> Kind:
    """Which of the two folders keeps the compiled functions of a module."""
    package, *inner = module.split(".")
    rules = package == "parapegma" and inner[:1] in (["core"], ["games"])
    return "rules" if rules and inner[-1] != "heuristics" else "bots"


def source_digest(kind: Kind = "rules") -> str:
    """A short name for everything that compiled code of a kind is made of."""
    digest = hashlib.sha256()
    for part in (sys.version, _version("numba"), _version("numpy")):
        digest.update(part.encode() + b"\0")
    # Bounds checks are compiled into the code, so they are part of its identity.
    digest.update(os.environ.get("NUMBA_BOUNDSCHECK", "").encode() + b"\0")
    for name, file in (*compiled_files(bots=kind == "bots"), *data_files()):
        digest.update(name.encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:20]


def _version(package: str) -> str:
    """The version of a package that may not be installed."""
    from importlib import metadata

    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "none"


def _remove_stale(root: Path) -> None:
    limit = time.time() - _STALE_AFTER_S
    for folder in [*root.glob("rules-*"), *root.glob("bots-*"), *root.glob("thought-*")]:
        try:
            if folder.stat().st_mtime < limit:
                shutil.rmtree(folder, ignore_errors=True)
        except OSError:
            continue
