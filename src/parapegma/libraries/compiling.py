"""LLVM's part of a library: IR to a file for one target, linked by Zig's copy of LLVM's linkers."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import llvmlite.binding as llvm

from parapegma.libraries.kernels import PREFIX
from parapegma.libraries.memory import WASM_MEMORY
from parapegma.libraries.targets import TARGETS, Target

_SPEED = 3
_C_LIBRARY = ("free", "malloc", "memcpy", "memmove", "memset")
"""All that a library may need of the C library."""
_NO_IDIOMS = ("strlen", "wcslen")
"""Functions of the C library that LLVM would put in the place of loops; not every target has them."""


def compile_object(text: str, target: Target) -> bytes:
    """Optimise the IR of a game for a target and compile it.

    In a process of its own: what LLVM compiled before for other targets in the same process can change the
    code it makes, and the same sources must give the same bytes.
    """
    command = [sys.executable, "-m", __spec__.name, target.name]
    return subprocess.run(command, input=text.encode(), stdout=subprocess.PIPE, check=True).stdout


def _compile(text: str, target: Target) -> bytes:
    for name in _NO_IDIOMS:
        llvm.set_option("", f"--disable-loop-idiom-{name}")
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    relocation = "static" if target.linker == "wasm" or target.cuda else "pic"
    machine = llvm.Target.from_triple(target.triple).create_target_machine(
        cpu=target.cpu, features=target.features, opt=_SPEED, reloc=relocation, codemodel="default"
    )
    module = llvm.parse_assembly(text)
    module.triple, module.data_layout = target.triple, str(machine.target_data)
    if target.wasm:
        memory = llvm.parse_assembly(WASM_MEMORY)
        memory.triple, memory.data_layout = target.triple, str(machine.target_data)
        for function in memory.functions:
            if not function.is_declaration:
                function.linkage = "external"
        module.link_in(memory)
        for name in ("malloc", "free"):
            module.get_function(name).linkage = "internal"
    if target.cuda:
        for function in module.functions:
            if not function.is_declaration:
                function.linkage = "external" if function.name.startswith(PREFIX) else "internal"
    if target.linker == "windows":
        for function in module.functions:
            if not function.is_declaration and function.linkage == llvm.Linkage.external:
                function.storage_class = "dllexport"
    options = llvm.create_pipeline_tuning_options(speed_level=_SPEED)
    # Vectors of 128 bits gain nothing in WebAssembly; a GPU has none.
    options.loop_vectorization = options.slp_vectorization = not target.wasm and not target.cuda
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    _refuse_missing(module, target)
    if target.cuda:
        return str(machine.emit_assembly(module)).encode()
    return bytes(machine.emit_object(module))


def _refuse_missing(module: llvm.ModuleRef, target: Target) -> None:
    """What a rule calls must be there on every machine: else it would fail only on some, and late."""
    # Every processor has an instruction for square roots; kernels hold no search, which alone needs them.
    there, where = (("malloc", "free"), "a GPU") if target.cuda else ((*_C_LIBRARY, "sqrt"), target.name)
    missing = [
        function.name
        for function in module.functions
        if function.is_declaration and not function.name.startswith("llvm.")
    ]
    if unknown := set(missing) - set(there):
        raise SystemExit(f"the rules call {', '.join(sorted(unknown))}, which {where} does not have")


def link(compiled: Path, out: Path, target: Target, symbols: list[str]) -> None:
    """Make a library of a compiled file; it needs nothing but the C library that Python has loaded."""
    command = {"elf": _elf, "macos": _macos, "windows": _windows, "wasm": _wasm, "wasm side module": _wasm}
    _zig(*command[target.linker](compiled, out, target, symbols))


def _zig(*arguments: str) -> None:
    subprocess.run([sys.executable, "-m", "ziglang", *arguments], check=True)


def _elf(compiled: Path, out: Path, target: Target, symbols: list[str]) -> list[str]:
    # No C library is named: memcpy and its kin are found in the one of the process, glibc or musl.
    return [
        "ld.lld", "-shared", "--strip-all", "--gc-sections", "--hash-style=gnu", "--build-id=none",
        "-z", "noexecstack", "-z", "relro", "-z", "now", "-m", target.system,
        "-soname", out.name, "-o", str(out), str(compiled),
    ]  # fmt: skip


def _macos(compiled: Path, out: Path, target: Target, symbols: list[str]) -> list[str]:
    name = f"-Wl,-install_name,{out.name}"
    return ["cc", "-target", target.system, "-shared", "-s", name, "-o", str(out), str(compiled)]


def _windows(compiled: Path, out: Path, target: Target, symbols: list[str]) -> list[str]:
    # Every Windows has msvcrt.dll; what is imported from it is listed, so that no toolchain is needed.
    listed, imported = compiled.with_suffix(".def"), compiled.with_suffix(".import.lib")
    listed.write_text("LIBRARY msvcrt.dll\nEXPORTS\n" + "\n".join(_C_LIBRARY) + "\n")
    _zig("dlltool", "-m", "i386:x86-64", "-d", str(listed), "-l", str(imported))
    return [
        "lld-link", "/dll", "/noentry", "/nodefaultlib", "/machine:x64", "/Brepro", "/opt:ref",
        f"/implib:{compiled.with_suffix('.lib')}", f"/out:{out}", str(compiled), str(imported),
    ]  # fmt: skip


def _wasm(compiled: Path, out: Path, target: Target, symbols: list[str]) -> list[str]:
    side = ["-shared", "--experimental-pic"]
    alone = ["-z", "stack-size=262144", "--stack-first", "--export-memory", "--export=__heap_base"]
    return [
        "wasm-ld", "--no-entry", "--strip-all", "--gc-sections", "-O2",
        *(alone if target.linker == "wasm" else side),
        *(f"--export={symbol}" for symbol in symbols), "-o", str(out), str(compiled),
    ]  # fmt: skip


if __name__ == "__main__":
    sys.stdout.buffer.write(_compile(sys.stdin.buffer.read().decode(), TARGETS[sys.argv[1]]))
