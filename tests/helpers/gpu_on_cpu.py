"""A GPU for machines that have none: the same kernels, compiled for the processor, thread by thread.

What differs from a real one is the last step of compiling; kernels, arguments, memory and all of Python are
the same. (``make gpu`` compares a real one.)
"""

from __future__ import annotations

import ctypes
import gzip
import hashlib
from pathlib import Path
from typing import Any

import numpy as np

from parapegma.core.compiled.library_format import digest_of_files, host_targets, libraries_folder
from parapegma.core.cuda.driver import Device
from parapegma.libraries.building import build, intermediate, library_sources
from parapegma.libraries.compiling import compile_object, link
from parapegma.libraries.kernels import kernels_of
from parapegma.libraries.targets import TARGETS

_THREADS = """
@block.number = global i32 0
@block.size = global i32 1
@thread.number = global i32 0
define i32 @block() {
  %value = load i32, ptr @block.number
  ret i32 %value
}
define i32 @size() {
  %value = load i32, ptr @block.size
  ret i32 %value
}
define i32 @thread() {
  %value = load i32, ptr @thread.number
  ret i32 %value
}
define void @begin_thread(i32 %block, i32 %size, i32 %thread) {
  store i32 %block, ptr @block.number
  store i32 %size, ptr @block.size
  store i32 %thread, ptr @thread.number
  ret void
}
"""
_REGISTERS = {"ctaid": "block", "ntid": "size", "tid": "thread"}


def kernels_for_cpu(game: str, folder: Path) -> Path:
    """A library with the kernels of a game, of which a thread can be called."""
    described, text = intermediate(game, str(digest_of_files(game, library_sources(game))))
    kernels, entry_points = kernels_of(described)
    kernels = "\n".join(line for line in kernels.splitlines() if not line.startswith("declare"))
    for register, function in _REGISTERS.items():
        kernels = kernels.replace(f"@llvm.nvvm.read.ptx.sreg.{register}.x", f"@{function}")
    target = TARGETS[host_targets()[0]]
    compiled, linked = folder / f"{game}.o", folder / f"{game}{target.suffix}"
    compiled.write_bytes(compile_object(text + kernels.replace("ptx_kernel ", "") + _THREADS, target))
    link(compiled, linked, target, [*entry_points, "begin_thread"])
    return linked


class GpuOnCpu(Device):
    """Memory of the processor and kernels that run thread by thread."""

    def __init__(self, games: list[str], folder: Path) -> None:
        self.number, self.name = 0, "the processor"
        self._memory: dict[int, np.ndarray[Any, Any]] = {}
        self._code: dict[str, Any] = {}
        self.launched: list[int] = []
        """How many threads each kernel was started with."""
        for game in games:
            build(game, TARGETS["cuda"])
            code = gzip.decompress((libraries_folder() / "cuda" / f"{game}.ptx.gz").read_bytes())
            self._code[_digest(code)] = ctypes.CDLL(str(kernels_for_cpu(game, folder)))

    def allocate(self, size: int) -> int:
        array = np.full(max(size, 1), 0x55, np.uint8)
        self._memory[array.ctypes.data] = array
        return array.ctypes.data

    def free(self, address: int) -> None:
        del self._memory[address]

    def clear(self, address: int, size: int, value: int = 0) -> None:
        ctypes.memset(address, value, size)

    def upload(self, address: int, host: int, size: int) -> None:
        ctypes.memmove(address, host, size)

    def download(self, host: int, address: int, size: int) -> None:
        ctypes.memmove(host, address, size)

    def wait(self) -> None:
        pass

    def load(self, code: bytes) -> Any:
        return self._code[_digest(code.rstrip(b"\0"))]

    def function(self, module: Any, name: str) -> Any:
        function = getattr(module, name)
        function.restype = None
        return module, function

    def launch(self, function: Any, blocks: int, threads: int, values: list[Any]) -> None:
        library, kernel = function
        self.launched.append(blocks * threads)
        for block in range(blocks):
            for thread in range(threads):
                library.begin_thread(block, threads, thread)
                kernel(*values)


def _digest(code: bytes) -> str:
    return hashlib.sha256(code).hexdigest()
