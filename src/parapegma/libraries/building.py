"""Builds libraries that are missing or do not fit their sources any more, each once.

Numba's part, the same for every target, is kept in a folder of its own (``ir_folder``) under the digest of
the sources, so that another target costs only LLVM's part.
"""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

from parapegma.core.compiled.cache import cache_root
from parapegma.core.compiled.library_format import FORMAT, digest_of_files, libraries_folder
from parapegma.core.compiled.sources import PACKAGE, compiled_files, data_files
from parapegma.libraries.compiling import compile_object, link
from parapegma.libraries.kernels import kernels_of
from parapegma.libraries.symbols import exported_symbols
from parapegma.libraries.targets import Target

_LOWERING = ("calling", "exports", "interface", "lowering", "memory")
_COMPILING = ("compiling", "symbols", "targets")
"""The modules of this package that each part of a library is made by."""
_STALE_AFTER_S = 30 * 24 * 3600


@dataclass(frozen=True)
class Built:
    """A library that was built, and what it took."""

    path: Path
    bytes: int
    seconds: float


def build(game: str, target: Target, folder: Path | None = None) -> Built | None:
    """Build the library of a game for a target; nothing if the one that is there fits."""
    place = (folder or libraries_folder()) / target.name
    sources = library_sources(game)
    digest = digest_of_files(game, sources)
    assert digest is not None
    out, beside = place / f"{game}{target.suffix}", place / f"{game}.json"
    builder = _tools(*_LOWERING, *_COMPILING, *(["kernels"] if target.cuda else []))
    if _is_built(out, beside, digest, builder):
        return None
    began = time.perf_counter()
    described, text = intermediate(game, digest)
    if target.cuda:
        kernels, described["entry_points"] = kernels_of(described)
        text += kernels
    symbols = list(described["entry_points"])
    place.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="parapegma-library-") as room:
        compiled, linked = Path(room) / f"{game}.o", Path(room) / out.name
        if target.cuda:
            linked.write_bytes(gzip.compress(compile_object(text, target), 9, mtime=0))
        else:
            compiled.write_bytes(compile_object(text, target))
            link(compiled, linked, target, symbols)
        missing = set(symbols) - exported_symbols(linked, target)
        if missing:
            raise SystemExit(f"{out.name} for {target.name} lacks {', '.join(sorted(missing))}")
        content = linked.read_bytes()
    manifest = {
        "format": FORMAT,
        "file": out.name,
        "target": target.name,
        "bytes": len(content),
        "sha256": hashlib.sha256(content).hexdigest(),
        "digest": digest,
        "builder": builder,
        **described,
        "sources": sources,
    }
    # The manifest comes last: a library without one does not count.
    beside.unlink(missing_ok=True)
    _write(out, content)
    _write(beside, (json.dumps(manifest, indent=1) + "\n").encode())
    return Built(out, len(content), time.perf_counter() - began)


def library_sources(game: str) -> list[str]:
    """The sources and data files that a game's library is made of, named within the package."""
    files = [file for _, file in compiled_files(bots=True, game=game)]
    # Replacements of data files are used if there are any, but under the names of what they replace.
    files += [file for name, file in data_files() if file.is_relative_to(PACKAGE / "games" / game)]
    return sorted({file.relative_to(PACKAGE).as_posix() for file in files})


def intermediate(game: str, digest: str) -> tuple[dict[str, Any], str]:
    """What Numba makes of a game: a description and the IR; kept as long as nothing changes."""
    folder = ir_folder() / f"{game}-{digest[:16]}-{_tools(*_LOWERING)}"
    if not folder.is_dir():
        _remove_stale()
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent) as room:
            made = Path(room) / game
            made.mkdir()
            lower(game, made)
            with contextlib.suppress(OSError):  # somebody else was quicker
                made.rename(folder)
    return json.loads((folder / f"{game}.json").read_text()), (folder / f"{game}.ll").read_text()


def _tools(*modules: str) -> str:
    """A short name for what builds: modules of this package, and the packages they use.

    A library that another builder made still runs, so only building asks for it.
    """
    digest = hashlib.sha256()
    for package in ("numba", "llvmlite", "numpy", "ziglang"):
        digest.update(metadata.version(package).encode() + b"\0")
    for module in modules:
        digest.update(Path(__file__).with_name(f"{module}.py").read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _remove_stale() -> None:
    limit = time.time() - _STALE_AFTER_S
    for folder in ir_folder().glob("*-*"):
        if folder.stat().st_mtime < limit:
            shutil.rmtree(folder, ignore_errors=True)


def lower(game: str, folder: Path) -> None:
    """Have Numba write the IR of a game into a folder, in a process of its own."""
    # Code from Numba's own cache would have been compiled for this machine already.
    environment = {**os.environ, "PARAPEGMA_MODE": "compiled", "PARAPEGMA_CACHE": os.devnull + "/none"}
    environment["PYTHONHASHSEED"] = "0"
    environment.pop("NUMBA_BOUNDSCHECK", None)
    command = [sys.executable, "-m", "parapegma.libraries.lowering", game, str(folder)]
    if subprocess.run(command, env=environment, check=False).returncode != 0:
        raise SystemExit(f"the rules of {game} could not be lowered; the reason stands above")


def ir_folder() -> Path:
    """Where Numba's part of libraries is kept."""
    return cache_root() / "libraries"


def _is_built(out: Path, beside: Path, digest: str, builder: str) -> bool:
    try:
        manifest = json.loads(beside.read_text("utf-8"))
        return bool(
            manifest["format"] == FORMAT
            and manifest["digest"] == digest
            and manifest["builder"] == builder
            and manifest["sha256"] == hashlib.sha256(out.read_bytes()).hexdigest()
        )
    except (OSError, ValueError, KeyError, TypeError):
        return False


def _write(file: Path, content: bytes) -> None:
    """Put a whole file in its place at once: somebody may be reading the one before."""
    new = file.with_name(f".{file.name}.{os.getpid()}")
    new.write_bytes(content)
    os.replace(new, file)
