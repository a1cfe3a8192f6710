"""Numba's part of a library: the functions that a game exports, as LLVM's intermediate representation (IR).

Numba types and lowers the rules as always. What happens to a finished module is replaced: nothing is
optimised or compiled for this machine, because offsets and sizes that are right for it only would then be in
the code. The modules are kept as Numba wrote them and joined into one, which is compiled for every target
(:mod:`parapegma.libraries.compiling`).

``python -m parapegma.libraries.lowering GAME FOLDER`` writes ``GAME.ll`` and ``GAME.json``. It has a process
of its own for each game: a process in which Numba has been changed like this can compile nothing else.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import numba
import numpy as np
from numba.core import cgutils, codegen, types
from numba.core.registry import cpu_target
from numba.np import arrayobj

from parapegma.core.compiled.arrays import MOST_CHOICES
from parapegma.core.compiled.library_format import layout_of
from parapegma.core.game import Game, find_game
from parapegma.libraries.calling import PlainCalls
from parapegma.libraries.exports import Export, exports_of
from parapegma.libraries.interface import argument_types, interface_module
from parapegma.libraries.memory import MEMORY

_OBJECT = re.compile(r"@numba\.dynamic\.globals\.[0-9a-f]+(?:\.\d+)?")
_OBJECT_ADDRESS = re.compile(r"^(@constant\.object\.\d+ = .*?) inttoptr \(i64 \d+ to ptr\)", re.MULTILINE)
_ADDRESS = re.compile(r"inttoptr \(i64 (\d{6,}) to ptr\)")

NUMBA = "0.68"
"""The version whose inner workings are known here."""


def lower(game: Game) -> tuple[str, dict[str, Any]]:
    """The IR of all that a game exports, and what a manifest says of it."""
    exports = list(exports_of(game))
    _keep_modules_as_text()
    texts: list[str] = []
    seen: set[int] = set()
    described: dict[str, Any] = {}
    for export in exports:
        given = argument_types(export)
        export.function.compile(given)
        compiled = export.function.overloads[given]
        texts += _modules_of(compiled.library, seen)
        module, returned = interface_module(cpu_target.target_context, export, compiled)
        texts.append(module)
        described[export.symbol] = {
            "function": export.name,
            "parameters": list(export.parameters),
            "returns": returned,
        }
    return _joined(texts, {export.symbol for export in exports}), {
        "game": game.name,
        "entry_points": described,
        "state": layout_of(game.state),
        "fields": _fields(game.state),
        "actions": game.action_count,
        "observation": game.observation_length,
        "choices": MOST_CHOICES,
        "records": _records(exports),
    }


def _fields(record: np.dtype[Any]) -> dict[str, list[Any]]:
    """Where each field of a record lies: its kind, its shape and its offset, for who has no NumPy."""
    return {
        name: [field[0].base.str, list(field[0].shape), field[1]]
        for name, field in (record.fields or {}).items()
    }


def _records(exports: list[Export]) -> dict[str, Any] | None:
    """The records that environments keep beside a state."""
    found = {id(each.records): layout_of(each.records) for each in exports if each.records is not None}
    assert len(found) <= 1, "a library knows one kind of record besides the state"
    return next(iter(found.values()), None)


def _keep_modules_as_text() -> None:
    """From here on Numba keeps the modules of its libraries as text and compiles nothing."""
    if not numba.__version__.startswith(f"{NUMBA}."):
        raise SystemExit(f"libraries are built with Numba {NUMBA}, not {numba.__version__}")
    # What Numba needs for itself is compiled before.
    numba.njit(lambda x: x + 1)(1)

    def add_ir_module(self: Any, module: Any) -> None:
        self.__dict__.setdefault("texts", []).append(cgutils.normalize_ir_text(str(module)))  # type: ignore[no-untyped-call]

    def add_llvm_module(self: Any, module: Any) -> None:
        self.__dict__.setdefault("texts", []).append(str(module))

    def finalize(self: Any) -> None:
        self._finalized = True

    library: Any = codegen.CPUCodeLibrary
    library.add_ir_module, library.add_llvm_module, library.finalize = (
        add_ir_module,
        add_llvm_module,
        finalize,
    )
    loaded: Any = codegen.JITCodeLibrary
    loaded.get_pointer_to_function = lambda self, name: 1
    generator: Any = codegen.JITCPUCodegen
    generator.set_env = lambda self, name, env: None
    # Rules use no negative indexes (the interpreter refuses them), so none needs to be looked for.
    arrays: Any = arrayobj
    arrays.fix_integer_index = lambda context, builder, kind, index, size: context.cast(
        builder, index, kind, types.intp
    )
    calls = PlainCalls(cpu_target.target_context)  # type: ignore[no-untyped-call]
    context: Any = type(cpu_target.target_context)
    context.call_conv = property(lambda self: calls)


def _modules_of(library: Any, seen: set[int]) -> Iterator[str]:
    """The modules of a library and of all that it calls, each once."""
    if id(library) in seen:
        return
    seen.add(id(library))
    yield from getattr(library, "texts", [])
    for other in library._linking_libraries:
        yield from _modules_of(other, seen)


def _joined(texts: list[str], symbols: set[str]) -> str:
    """One module of many in which everything but the exported functions is private."""
    whole = llvm.parse_assembly(MEMORY)
    for text in texts:
        part = llvm.parse_assembly(without_target(text))
        for function in part.functions:
            if not function.is_declaration and function.linkage == llvm.Linkage.external:
                # The same function may stand in several modules. (linkonce_odr would be dropped before the
                # module that calls it has been joined.)
                function.linkage = "weak_odr"
        whole.link_in(part)
    for function in whole.functions:
        if not function.is_declaration:
            function.linkage = "external" if function.name in symbols else "internal"
    for variable in whole.global_variables:
        if not variable.is_declaration:
            variable.linkage = "internal"
    whole.verify()
    # Half of what Numba wrote serves calls through its dispatcher; nobody calls that here.
    options = llvm.create_pipeline_tuning_options(speed_level=0)
    machine = llvm.Target.from_default_triple().create_target_machine()
    passes = llvm.create_new_module_pass_manager()
    passes.add_global_dead_code_eliminate_pass()
    passes.run(whole, llvm.create_pass_builder(machine, options))
    return without_addresses(without_target(str(whole)))


def without_addresses(text: str) -> str:
    """A module's text without addresses of this process, which are others each time.

    Numba keeps the Python object behind every constant array, by its address, to hand it back to Python. No
    rule does that; and an address that anything used would be wrong in every other process.
    """
    names: dict[str, str] = {}
    text = _OBJECT.sub(lambda found: names.setdefault(found[0], f"@constant.object.{len(names)}"), text)
    text = _OBJECT_ADDRESS.sub(r"\1 null", text)
    if left := _ADDRESS.findall(text):
        raise SystemExit(f"the rules use memory of this process, at {', '.join(left)}")
    return text


def without_target(text: str) -> str:
    """A module's text without the target it was written for."""
    marks = ("target triple", "target datalayout", "source_filename", "; ModuleID")
    return "\n".join(line for line in text.splitlines() if not line.startswith(marks)) + "\n"


def main(arguments: list[str]) -> None:
    """Write the IR and the description of one game."""
    name, folder = arguments[0], Path(arguments[1])
    text, described = lower(find_game(name))
    (folder / f"{name}.ll").write_text(text)
    (folder / f"{name}.json").write_text(json.dumps(described, indent=1))


if __name__ == "__main__":
    main(sys.argv[1:])
