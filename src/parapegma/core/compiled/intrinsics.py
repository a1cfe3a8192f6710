"""Counting and finding bits: one instruction of the machine each when compiled, Python's own otherwise."""

from __future__ import annotations

from typing import Any

from parapegma.core.compiled.jit import COMPILED

if COMPILED:
    from llvmlite import ir
    from numba.core import types
    from numba.extending import intrinsic

    @intrinsic
    def ones(context: Any, bits: Any) -> Any:
        """How many bits are set."""

        def code(_: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.ctpop(arguments[0])

        return types.int64(types.int64), code

    @intrinsic
    def zeros_below(context: Any, bits: Any) -> Any:
        """The place of the lowest bit that is set; there must be one."""

        def code(_: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            none_is_undefined = ir.Constant(ir.IntType(1), 1)
            return builder.cttz(arguments[0], none_is_undefined)

        return types.int64(types.int64), code

else:

    def ones(bits: int) -> int:
        """How many bits are set."""
        return bits.bit_count()

    def zeros_below(bits: int) -> int:
        """The place of the lowest bit that is set; there must be one."""
        assert bits != 0, "there is no lowest bit of nothing"
        return (bits & -bits).bit_length() - 1
