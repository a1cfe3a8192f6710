"""``python -m parapegma.libraries.wheels [KIND...] [--into FOLDER]``: a wheel for each kind of machine.

It has to be run in a checkout whose page and libraries are built. Building twice gives the same bytes.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

from parapegma.core.compiled.sources import PACKAGE

KINDS = ("linux-x86-64", "linux-arm64", "macos-arm64", "macos-x86-64", "windows-x86-64")
_BEGINNING_OF_ARCHIVES = "315532800"
"""1980-01-01: the time that every file in a wheel has, because the earliest that an archive can say."""


def build_wheel(kind: str, into: Path) -> None:
    """Build the wheel for a kind of machine; setup.py refuses what is not complete."""
    environment = {"SOURCE_DATE_EPOCH": _BEGINNING_OF_ARCHIVES, **os.environ, "PARAPEGMA_WHEEL": kind}
    command = [sys.executable, "-m", "pip", "wheel", "--disable-pip-version-check", "--quiet", "--no-deps"]
    command += ["--no-build-isolation", "--wheel-dir", str(into), str(PACKAGE.parents[1])]
    if subprocess.run(command, env=environment, check=False).returncode != 0:
        raise SystemExit(f"there is no wheel for {kind}; the reason stands above")


def main() -> None:
    """Build wheels and say how large they are."""
    parser = argparse.ArgumentParser(prog="python -m parapegma.libraries.wheels", description=__doc__)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=f"{', '.join(KINDS)}; all if none is named")
    parser.add_argument("--into", type=Path, default=PACKAGE.parents[1] / "dist")
    given = parser.parse_args()
    for kind in given.kinds or KINDS:
        build_wheel(kind, given.into)
    for file in sorted(given.into.glob("*.whl")):
        print(f"{file.name}  {file.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
