"""A wheel is for one kind of machine: it holds the libraries of the rules for it and the page, or is refused.

Everything else stands in pyproject.toml. ``PARAPEGMA_WHEEL`` names a kind of machine; without it, the wheel
is for the one that builds it. ``make wheels`` makes them all. Nothing of the package is imported here: what
it needs may not be installed while a wheel is built.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import shutil
import sys
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py

PACKAGE = Path(__file__).parent / "src" / "parapegma"
LIBRARIES = Path("libraries", "built")

WHEELS = {
    "linux-x86-64": (
        "manylinux_2_17_x86_64.musllinux_1_1_x86_64",
        ("linux-x86-64", "linux-x86-64-v3", "cuda"),
    ),
    "linux-arm64": ("manylinux_2_17_aarch64.musllinux_1_1_aarch64", ("linux-arm64", "cuda")),
    "macos-arm64": ("macosx_11_0_arm64", ("macos-arm64",)),
    "macos-x86-64": ("macosx_11_0_x86_64", ("macos-x86-64",)),
    "windows-x86-64": ("win_amd64", ("windows-x86-64", "cuda")),
}
"""For each kind of machine its tag, and the targets whose libraries a wheel for it holds."""


def kind_of_machine() -> str:
    """The kind of machine that the wheel is for."""
    named = os.environ.get("PARAPEGMA_WHEEL")
    if not named:
        system = {"linux": "linux", "darwin": "macos", "win32": "windows"}.get(sys.platform, sys.platform)
        arm = platform.machine().lower() in ("arm64", "aarch64")
        named = f"{system}-{'arm64' if arm else 'x86-64'}"
    if named not in WHEELS:
        raise SystemExit(f"there are no wheels for {named}; there are for {', '.join(WHEELS)}")
    return named


def refuse_unless_complete(kind: str) -> None:
    """A wheel without the page, or with rules that are slow, would only be noticed by who installs it."""
    if not (PACKAGE / "page" / "index.html").is_file():
        raise SystemExit("no wheel is built without the page: 'make page' builds it")
    if not list((PACKAGE / "page").glob("python-*/pyodide.asm.wasm.gz")):
        raise SystemExit("no wheel is built without the games in the browser: 'make page' packs them")
    for target in WHEELS[kind][1]:
        for game in sorted(each.parent.name for each in (PACKAGE / "games").glob("*/__init__.py")):
            if not fits(PACKAGE / LIBRARIES / target / f"{game}.json"):
                raise SystemExit(
                    f"no wheel is built without libraries of the rules, and that of {game} for {target} is "
                    f"missing or does not fit its sources: 'make libraries' builds it"
                )


def fits(file: Path) -> bool:
    """Whether a library is there, and was built from the sources that are here."""
    try:
        manifest = json.loads(file.read_text("utf-8"))
        digest = hashlib.sha256(f"{manifest['format']}\0".encode())
        for name in sorted(manifest["sources"]):
            digest.update(name.encode() + b"\0" + (PACKAGE / name).read_bytes() + b"\0")
        whole = hashlib.sha256(file.with_name(manifest["file"]).read_bytes()).hexdigest()
        return bool(digest.hexdigest() == manifest["digest"] and whole == manifest["sha256"])
    except (OSError, ValueError, KeyError, TypeError):
        return False


class Build(build_py):
    """Puts the libraries for one kind of machine beside the sources."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            kind = kind_of_machine()
            refuse_unless_complete(kind)
            for target in WHEELS[kind][1]:
                place = Path(self.build_lib, "parapegma", LIBRARIES, target)
                shutil.copytree(PACKAGE / LIBRARIES / target, place, dirs_exist_ok=True)


class OfOneKind(Distribution):
    """What is for one kind of machine is put where such things are put."""

    def has_ext_modules(self) -> bool:
        return True


class Wheel(bdist_wheel):
    """Says which machines a wheel is for; any Python 3 will do."""

    def get_tag(self) -> tuple[str, str, str]:
        return "py3", "none", WHEELS[kind_of_machine()][0]


# What was put together for one kind of machine must not stay for the next.
ROOM = Path("build", os.environ.get("PARAPEGMA_WHEEL") or "here")
if "bdist_wheel" in sys.argv:
    shutil.rmtree(ROOM, ignore_errors=True)

setup(
    distclass=OfOneKind,
    cmdclass={"build_py": Build, "bdist_wheel": Wheel},
    options={"build": {"build_base": str(ROOM)}},
)
