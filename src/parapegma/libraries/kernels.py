"""The kernels of a game: what a GPU runs in every thread, each thread a game, written in LLVM's IR.

A kernel calls an exported function, the very one that libraries hold for the processor: here is only said
which of its arguments are a thread's own. So nothing of the rules is written twice.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from parapegma.bots.compiled.playout import ROWS
from parapegma.core.compiled.arrays import MOST_CHOICES
from parapegma.envs.compiled.stepping import MOST_SEATS
from parapegma.libraries.exports import RECORDS, STATES

PREFIX = "parapegma_"
"""What the names of kernels begin with; nothing else is visible in a file of kernels."""

_CHOICES = -1
"""Stands for the number of a game's actions in the sizes below."""


@dataclass(frozen=True)
class Kernel:
    """A kernel: an exported function, and what each of its arguments is to a thread.

    Arguments of which nothing is said here are the same for all threads.
    """

    entry: str
    """The symbol of the function."""
    index: str = ""
    """The argument that is the number of the thread."""
    after: str = ""
    """The argument that is one more."""
    beyond: str = ""
    """The argument to which the number of the thread is added."""
    own: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """Scratch arrays of whole numbers, of these sizes."""
    rows: tuple[str, ...] = ()
    """Arrays of which each thread is given its row, as an array of one row."""
    each: tuple[str, ...] = ()
    """Numbers of which each thread has its own, from an array; the function's results replace them."""
    fixed: Mapping[str, int] = field(default_factory=dict)
    """Numbers that are always the same."""
    empty: tuple[str, ...] = ()
    """Arrays without rows."""
    answer: str = ""
    """The result is written to an array with a place for each thread (``each``), or the lowest that is not
    negative to one number (``lowest``)."""

    def names(self) -> set[str]:
        """The arguments of which something is said."""
        single = {self.index, self.after, self.beyond} - {""}
        return single | {*self.own, *self.rows, *self.each, *self.fixed, *self.empty}


_SCRATCH: dict[str, tuple[int, ...]] = {"key": (2,), "work": (ROWS, _CHOICES)}

KERNELS = {
    "step": Kernel("stepping_step", "first", "last", own={**_SCRATCH, "points": (MOST_SEATS,)}),
    "choose": Kernel("stepping_choose", "first", "last"),
    "first_illegal": Kernel("stepping_first_illegal", "first", "last", answer="lowest"),
    "begin_seeds": Kernel("stepping_begin_seeds", "first", "last"),
    "call_off": Kernel("stepping_call_off", "first", "last"),
    "play_steps": Kernel(
        "playing_play_steps", own=_SCRATCH, rows=("states",), each=("number", "chance")
    ),
    "play_games": Kernel(
        "counting_play_games", beyond="first", own=_SCRATCH, fixed={"games": 1},
        rows=("states", "used", "facts", "points", "places", "parts"), empty=("log", "observations"),
    ),
    "determinize": Kernel("determinize", rows=("states", "key"), each=("seat",)),
    "broken": Kernel("broken", rows=("states",), answer="each"),
    "value_at": Kernel("heuristics_value_at", rows=("states", "values")),
}  # fmt: skip
"""By name; each has as many threads as there are games, and their number as its first argument."""

_TAKE = """
define ptx_kernel void @{prefix}take_int{bits}(i64 %games, ptr %given, i32 %many, ptr %taken, i32 %much) {{
entry:
{index}
kernel.work:
  %from = getelementptr i{bits}, ptr %given, i64 %index
  %to = getelementptr i64, ptr %taken, i64 %index
  %action = load i{bits}, ptr %from
  %wide = {widened}
  %low = icmp slt i64 %wide, -1
  %checked = select i1 %low, i64 -1, i64 %wide
  store i64 %checked, ptr %to
  br label %kernel.end
kernel.end:
  ret void
}}
"""
"""Takes over actions that came from outside: what is below -1 would mean something to compiled code."""

_INDEX = """  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %block.wide = zext i32 %block to i64
  %threads.wide = zext i32 %threads to i64
  %thread.wide = zext i32 %thread to i64
  %before = mul i64 %block.wide, %threads.wide
  %index = add i64 %before, %thread.wide
  %next = add i64 %index, 1
  %inside = icmp ult i64 %index, %games
  br i1 %inside, label %kernel.work, label %kernel.end"""

_HEAD = """
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
"""


def kernels_of(described: dict[str, Any]) -> tuple[str, dict[str, dict[str, Any]]]:
    """The kernels of a game as IR, to stand in one module with what it exports, and what they are given."""
    texts, found = [_HEAD], {}
    for name, kernel in KERNELS.items():
        entry = described["entry_points"][kernel.entry]
        text, kinds = _Writer(kernel, described).written(name)
        texts.append(text)
        found[f"{PREFIX}{name}"] = {"function": entry["function"], "parameters": kinds, "returns": "none"}
    for bits, widened in ((64, "add i64 %action, 0"), (32, "sext i32 %action to i64")):
        texts.append(_TAKE.format(prefix=PREFIX, bits=bits, index=_INDEX, widened=widened))
        kinds = [f"int{bits}[]", "int64[]"]
        found[f"{PREFIX}take_int{bits}"] = {"function": "", "parameters": kinds, "returns": "none"}
    return "".join(texts), found


class _Writer:
    """Writes one kernel: what it is given, what it makes of that, the call, and where results go."""

    def __init__(self, kernel: Kernel, described: dict[str, Any]) -> None:
        self.kernel, self.entry = kernel, described["entry_points"][kernel.entry]
        self.state_bytes = described["state"]["bytes"]
        self.actions = min(MOST_CHOICES, described["actions"])
        self.given: list[str] = ["i64 %games"]
        self.room: list[str] = []
        self.work: list[str] = []
        self.call: list[str] = []

        self.kinds: list[str] = []

    def written(self, name: str) -> tuple[str, list[str]]:
        """The kernel's text, and the kinds of its parameters after the number of games."""
        names = self._names()
        assert self.kernel.names() <= set(names), f"{name}: {self.kernel.entry} has no such arguments"
        for parameter, kind in zip(names, self.entry["parameters"], strict=True):
            if kind in (STATES, RECORDS) or "[" in kind:
                self._array(parameter, kind)
            else:
                self._number(parameter, kind)
        self._called()
        lines = [
            f"\ndefine ptx_kernel void @{PREFIX}{name}({', '.join(self.given)}) {{", "entry:",
            *self.room, _INDEX, "kernel.work:", *self.work, "  br label %kernel.end",
            "kernel.end:", "  ret void", "}",
        ]  # fmt: skip
        return "\n".join(lines) + "\n", self.kinds

    def _names(self) -> list[str]:
        """What the function calls its arguments."""
        module, _, name = self.entry["function"].partition(":")
        function = getattr(import_module(module), name)
        return list(inspect.signature(getattr(function, "py_func", function)).parameters)

    def _array(self, name: str, kind: str) -> None:
        records = kind in (STATES, RECORDS)
        axes = 0 if records else kind.count(",") + 1
        if name in self.kernel.own:
            sizes = [self.actions if size == _CHOICES else size for size in self.kernel.own[name]]
            total = 1
            for size in sizes:
                total *= size
            self.room.append(f"  %{name} = alloca [{total} x i64], align 8")
            self.call += [f"ptr %{name}", *(f"i32 {size}" for size in sizes)]
            return
        if name in self.kernel.empty:
            self.call += ["ptr null", *["i32 0"] * axes]
            return
        self.kinds.append(kind)
        self.given += [f"ptr %{name}", *(f"i32 %{name}.{axis}" for axis in range(axes))]
        lengths = [f"i32 %{name}.{axis}" for axis in range(axes)]
        if name in self.kernel.rows:
            self._row(name, kind, axes)
            lengths = ["i32 1", *lengths[1:]] if axes > 1 else lengths
            self.call += [f"ptr %{name}.row", *lengths]
        else:
            self.call += [f"ptr %{name}", *lengths]

    def _row(self, name: str, kind: str, axes: int) -> None:
        if axes == 0:
            size = self.state_bytes
            self.work.append(f"  %{name}.at = mul i64 %index, {size}")
            self.work.append(f"  %{name}.row = getelementptr i8, ptr %{name}, i64 %{name}.at")
            return
        element = _bits(kind.partition("[")[0])
        # An array of one axis is a row of as many numbers as its length says.
        step = "%index"
        for axis in range(min(1, axes - 1), axes):
            self.work.append(f"  %{name}.w{axis} = zext i32 %{name}.{axis} to i64")
            self.work.append(f"  %{name}.s{axis} = mul i64 {step}, %{name}.w{axis}")
            step = f"%{name}.s{axis}"
        self.work.append(f"  %{name}.row = getelementptr i{element}, ptr %{name}, i64 {step}")

    def _number(self, name: str, kind: str) -> None:
        if name in (self.kernel.index, self.kernel.after):
            self.call.append("i64 %index" if name == self.kernel.index else "i64 %next")
            return
        if name in self.kernel.fixed:
            self.call.append(f"i64 {self.kernel.fixed[name]}")
            return
        if name in self.kernel.each:
            self.kinds.append(f"{kind}[]")
            self.given += [f"ptr %{name}", f"i32 %{name}.0"]
            self.work.append(f"  %{name}.place = getelementptr i64, ptr %{name}, i64 %index")
            self.work.append(f"  %{name}.value = load i64, ptr %{name}.place")
            self.call.append(f"i64 %{name}.value")
            return
        self.kinds.append(kind)
        self.given.append(f"i64 %{name}")
        if name == self.kernel.beyond:
            self.work.append(f"  %{name}.beyond = add i64 %{name}, %index")
            self.call.append(f"i64 %{name}.beyond")
        else:
            self.call.append(f"i64 %{name}")

    def _called(self) -> None:
        entry, arguments = self.kernel.entry, ", ".join(self.call)
        if isinstance(self.entry["returns"], list):
            self.room.append(f"  %results = alloca [{len(self.entry['returns'])} x i64], align 8")
            self.work.append(f"  call void @{entry}(ptr %results, {arguments})")
            for part, name in enumerate(self.kernel.each):
                self.work += [
                    f"  %result.{part} = getelementptr i64, ptr %results, i64 {part}",
                    f"  %part.{part} = load i64, ptr %result.{part}",
                    f"  store i64 %part.{part}, ptr %{name}.place",
                ]
        elif self.entry["returns"] == "none":
            self.work.append(f"  call void @{entry}({arguments})")
        else:
            self.work.append(f"  %answer = call i64 @{entry}({arguments})")
        if self.kernel.answer:
            self.kinds.append("int64[]")
            self.given += ["ptr %answers", "i32 %answers.0"]
        if self.kernel.answer == "each":
            self.work.append("  %answer.place = getelementptr i64, ptr %answers, i64 %index")
            self.work.append("  store i64 %answer, ptr %answer.place")
        elif self.kernel.answer == "lowest":
            # Minus one, for none, is the largest of numbers without a sign.
            self.work.append("  %lowest = atomicrmw umin ptr %answers, i64 %answer monotonic")


def _bits(kind: str) -> int:
    return int("".join(letter for letter in kind if letter.isdigit()))
