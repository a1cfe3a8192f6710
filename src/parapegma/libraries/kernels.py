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

from parapegma.bots.compiled.network import MOST
from parapegma.bots.compiled.playout import ROWS
from parapegma.core.compiled.arrays import MOST_CHOICES
from parapegma.envs.compiled.stepping import MOST_SEATS
from parapegma.libraries.exports import RECORDS, STATES

PREFIX = "parapegma_"
"""What the names of kernels begin with; nothing else is visible in a file of kernels."""

_CHOICES, _OBSERVATION = -1, -2
"""Stand for the number of a game's actions and the length of its observation in the sizes below."""


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
    """Scratch arrays, of these sizes."""
    copied: str = ""
    """An array of rows of which each thread writes its own in scratch memory; it is copied to its place in
    wide pieces if the result is not 0. A GPU keeps scratch memory by column: rows that many threads write
    number by number would be as many small accesses."""
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
        single = {self.index, self.after, self.beyond, self.copied} - {""}
        return single | {*self.own, *self.rows, *self.each, *self.fixed, *self.empty}


_SCRATCH: dict[str, tuple[int, ...]] = {"key": (2,), "work": (ROWS, _CHOICES)}

KERNELS = {
    "step": Kernel(
        "stepping_step", "first", "last", own={**_SCRATCH, "points": (MOST_SEATS,)}, copied="observations"
    ),
    "choose": Kernel("stepping_choose", "first", "last"),
    "first_illegal": Kernel("stepping_first_illegal", "first", "last", answer="lowest"),
    "begin_seeds": Kernel("stepping_begin_seeds", "first", "last"),
    "call_off": Kernel("stepping_call_off", "first", "last"),
    "play_steps": Kernel(
        "playing_play_steps", own=_SCRATCH, rows=("states",), each=("number", "chance")
    ),
    "play_looks": Kernel(
        "looking_play_looks", rows=("states",), each=("number", "chance"),
        own={
            **_SCRATCH, "seen": (_OBSERVATION,), "sums": (2 * MOST,), "active": (2 * MOST,),
            "values": (MOST_SEATS,),
        },
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

define internal void @copy_row(ptr %to, ptr %from, i64 %bytes) alwaysinline {
entry:
  %address = ptrtoint ptr %to to i64
  %below = sub i64 0, %address
  %until.wide = and i64 %below, 15
  %short = icmp ult i64 %bytes, %until.wide
  %head = select i1 %short, i64 %bytes, i64 %until.wide
  %left = sub i64 %bytes, %head
  %wide = and i64 %left, -16
  %tail = add i64 %head, %wide
  br label %head.begin
head.begin:
  %h = phi i64 [ 0, %entry ], [ %h.next, %head.copy ]
  %h.more = icmp ult i64 %h, %head
  br i1 %h.more, label %head.copy, label %wide.begin
head.copy:
  %h.from = getelementptr i8, ptr %from, i64 %h
  %h.to = getelementptr i8, ptr %to, i64 %h
  %h.value = load i16, ptr %h.from, align 2
  store i16 %h.value, ptr %h.to, align 2
  %h.next = add i64 %h, 2
  br label %head.begin
wide.begin:
  %w = phi i64 [ %head, %head.begin ], [ %w.next, %wide.copy ]
  %w.more = icmp ult i64 %w, %tail
  br i1 %w.more, label %wide.copy, label %tail.begin
wide.copy:
  %w.from = getelementptr i8, ptr %from, i64 %w
  %w.to = getelementptr i8, ptr %to, i64 %w
  %w.value = load <4 x i32>, ptr %w.from, align 16
  store <4 x i32> %w.value, ptr %w.to, align 16
  %w.next = add i64 %w, 16
  br label %wide.begin
tail.begin:
  %t = phi i64 [ %tail, %wide.begin ], [ %t.next, %tail.copy ]
  %t.more = icmp ult i64 %t, %bytes
  br i1 %t.more, label %tail.copy, label %done
tail.copy:
  %t.from = getelementptr i8, ptr %from, i64 %t
  %t.to = getelementptr i8, ptr %to, i64 %t
  %t.value = load i16, ptr %t.from, align 2
  store i16 %t.value, ptr %t.to, align 2
  %t.next = add i64 %t, 2
  br label %tail.begin
done:
  ret void
}
"""
"""What a thread asks for its number; and a row copied by 16 bytes at a time, whose old and new place are
equally far from a multiple of 16."""


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
        self.sizes = {
            _CHOICES: min(MOST_CHOICES, described["actions"]),
            _OBSERVATION: described["observation"],
        }
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
            sizes = [self.sizes.get(size, size) for size in self.kernel.own[name]]
            total = 1
            for size in sizes:
                total *= size
            self.room.append(f"  %{name} = alloca [{total} x i{_element(kind)}], align 8")
            self.call += [f"ptr %{name}", *(f"i32 {size}" for size in sizes)]
            return
        if name in self.kernel.empty:
            self.call += ["ptr null", *["i32 0"] * axes]
            return
        self.kinds.append(kind)
        self.given += [f"ptr %{name}", *(f"i32 %{name}.{axis}" for axis in range(axes))]
        lengths = [f"i32 %{name}.{axis}" for axis in range(axes)]
        if name == self.kernel.copied:
            self._copied(name, kind)
            self.call += [f"ptr %{name}.shifted", *lengths]
        elif name in self.kernel.rows:
            self._row(name, kind, axes)
            lengths = ["i32 1", *lengths[1:]] if axes > 1 else lengths
            self.call += [f"ptr %{name}.row", *lengths]
        else:
            self.call += [f"ptr %{name}", *lengths]

    def _copied(self, name: str, kind: str) -> None:
        assert kind == "int16[,]", f"{name}: rows of {kind} are not copied"
        # As far from a multiple of 16 as its place; the function adds what comes before its row.
        self.room.append(f"  %{name}.own = alloca [{2 * self.sizes[_OBSERVATION] + 16} x i8], align 16")
        self.work += [
            f"  %{name}.wide = zext i32 %{name}.1 to i64",
            f"  %{name}.bytes = mul i64 %{name}.wide, 2",
            f"  %{name}.at = mul i64 %index, %{name}.bytes",
            f"  %{name}.row = getelementptr i8, ptr %{name}, i64 %{name}.at",
            f"  %{name}.address = ptrtoint ptr %{name}.row to i64",
            f"  %{name}.shift = and i64 %{name}.address, 15",
            f"  %{name}.begin = getelementptr i8, ptr %{name}.own, i64 %{name}.shift",
            f"  %{name}.back = sub i64 0, %{name}.at",
            f"  %{name}.shifted = getelementptr i8, ptr %{name}.begin, i64 %{name}.back",
        ]

    def _row(self, name: str, kind: str, axes: int) -> None:
        if axes == 0:
            size = self.state_bytes
            self.work.append(f"  %{name}.at = mul i64 %index, {size}")
            self.work.append(f"  %{name}.row = getelementptr i8, ptr %{name}, i64 %{name}.at")
            return
        element = _element(kind)
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
        if name := self.kernel.copied:
            self.work += [
                "  %written = icmp ne i64 %answer, 0",
                "  br i1 %written, label %kernel.copy, label %kernel.end",
                "kernel.copy:",
                f"  call void @copy_row(ptr %{name}.row, ptr %{name}.begin, i64 %{name}.bytes)",
            ]
        if self.kernel.answer:
            self.kinds.append("int64[]")
            self.given += ["ptr %answers", "i32 %answers.0"]
        if self.kernel.answer == "each":
            self.work.append("  %answer.place = getelementptr i64, ptr %answers, i64 %index")
            self.work.append("  store i64 %answer, ptr %answer.place")
        elif self.kernel.answer == "lowest":
            # Minus one, for none, is the largest of numbers without a sign.
            self.work.append("  %lowest = atomicrmw umin ptr %answers, i64 %answer monotonic")


def _element(kind: str) -> int:
    """How many bits a number of an array has."""
    return int("".join(letter for letter in kind.partition("[")[0] if letter.isdigit()))
