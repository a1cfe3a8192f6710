"""The kinds of machines that libraries are built for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Linker = Literal["elf", "macos", "windows", "wasm", "wasm side module", "ptx"]


@dataclass(frozen=True)
class Target:
    """One kind of machine, and how a library for it is compiled and linked."""

    name: str
    """The folder of its libraries."""
    triple: str
    """What LLVM calls it."""
    cpu: str
    suffix: str
    linker: Linker
    features: str = ""
    system: str = ""
    """What the linker calls it, where that is another name."""

    @property
    def wasm(self) -> bool:
        """Whether it is WebAssembly."""
        return self.linker.startswith("wasm")

    @property
    def cuda(self) -> bool:
        """Whether it is a GPU: what is built for it are kernels, not functions to call."""
        return self.linker == "ptx"


_WASM = "+mutable-globals,+sign-ext,+nontrapping-fptoint,+bulk-memory,+bulk-memory-opt"

_LIST = (
    Target("linux-x86-64", "x86_64-unknown-linux-gnu", "x86-64", ".so", "elf", system="elf_x86_64"),
    Target("linux-x86-64-v3", "x86_64-unknown-linux-gnu", "x86-64-v3", ".so", "elf", system="elf_x86_64"),
    Target("linux-arm64", "aarch64-unknown-linux-gnu", "generic", ".so", "elf", system="aarch64linux"),
    Target("macos-arm64", "arm64-apple-macosx11.0.0", "apple-m1", ".dylib", "macos", system="aarch64-macos"),
    Target(
        "macos-x86-64", "x86_64-apple-macosx11.0.0", "x86-64-v2", ".dylib", "macos", system="x86_64-macos"
    ),
    Target("windows-x86-64", "x86_64-pc-windows-gnu", "x86-64", ".dll", "windows"),
    Target("wasm32", "wasm32-unknown-unknown", "generic", ".wasm", "wasm", _WASM),
    Target("wasm32-pyodide", "wasm32-unknown-emscripten", "generic", ".so", "wasm side module", _WASM),
    # Any card of NVIDIA's from 2018 on: its driver compiles the rest of the way.
    Target("cuda", "nvptx64-nvidia-cuda", "sm_75", ".ptx.gz", "ptx", "+ptx70"),
)

TARGETS = {target.name: target for target in _LIST}
"""All targets by name. The variant v3 needs a processor of 2013 or later: the loader looks which to take."""
