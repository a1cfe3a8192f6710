"""What a library and its loader agree on: where files are, which sources they are made of, how records lie.

Beside each library lies its manifest, a JSON file: the digest of the sources and data files that the library
was built from, which files these are, and how its functions are called.
"""

from __future__ import annotations

import hashlib
import os
import platform
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from parapegma.core.compiled.sources import PACKAGE, data_override

if TYPE_CHECKING:
    import numpy as np

FORMAT = 1
"""Raised whenever an older loader could not call a newer library, or the other way round."""

_V3 = {"avx2", "bmi1", "bmi2", "f16c", "fma", "movbe"}
"""What tells a processor of x86-64-v3 in Linux's list of its abilities."""


def libraries_folder() -> Path:
    """Where libraries are, a folder for each target; ``PARAPEGMA_LIBRARIES`` names another."""
    named = os.environ.get("PARAPEGMA_LIBRARIES")
    return Path(named) if named else PACKAGE / "libraries" / "built"


def host_targets() -> list[str]:
    """The targets whose libraries run on this machine, the best first."""
    machine = platform.machine().lower()
    arm = machine in ("arm64", "aarch64")
    if not arm and machine not in ("x86_64", "amd64"):
        return []
    if sys.platform == "linux":
        if arm:
            return ["linux-arm64"]
        return ["linux-x86-64-v3", "linux-x86-64"] if _has_v3() else ["linux-x86-64"]
    if sys.platform == "darwin":
        return ["macos-arm64" if arm else "macos-x86-64"]
    return ["windows-x86-64"] if sys.platform == "win32" and not arm else []


def _has_v3() -> bool:
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8", "replace").splitlines()
    except OSError:
        return False
    flags = next((line for line in lines if line.startswith("flags")), "")
    return set(flags.split()) >= _V3


def digest_of_files(game: str, names: Iterable[str]) -> str | None:
    """A digest of the files of a library, named within the package; nothing if one of them is missing.

    A data file that ``PARAPEGMA_DATA`` replaces counts as what it is replaced by.
    """
    digest = hashlib.sha256(f"{FORMAT}\0".encode())
    for name in sorted(names):
        try:
            digest.update(name.encode() + b"\0" + _resolved(game, name).read_bytes() + b"\0")
        except OSError:
            return None
    return digest.hexdigest()


def _resolved(game: str, name: str) -> Path:
    data = f"games/{game}/data/"
    if name.startswith(data) and (override := data_override()) is not None:
        replaced = override / game / name.removeprefix(data)
        if replaced.is_file():
            return replaced
    return PACKAGE / name


def layout_of(record: np.dtype[Any]) -> dict[str, Any]:
    """The size of a record in bytes, and a digest of where each of its fields lies."""
    fields = [
        (name, field[0].base.str, field[0].shape, field[1]) for name, field in (record.fields or {}).items()
    ]
    return {"bytes": record.itemsize, "layout": hashlib.sha256(repr(fields).encode()).hexdigest()[:16]}
