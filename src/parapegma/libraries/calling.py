"""How compiled rules call each other in a library: a result is returned as it is.

Numba lets every function tell whether it failed, and write its result to an address that the caller sets
aside. Rules raise nothing, so nothing is told, and results stay in registers: in WebAssembly the address
would lie on a stack that has to be kept in memory by hand. Code that could only run after an error stops the
program.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import callconv, types

_NO, _YES = ir.Constant(ir.IntType(1), 0), ir.Constant(ir.IntType(1), 1)
_FINE = callconv.Status(
    code=callconv.RETCODE_OK,
    is_ok=_YES,
    is_none=_NO,
    is_error=_NO,
    is_stop_iteration=_NO,
    is_python_exc=_NO,
    is_user_exc=_NO,
    excinfoptr=ir.Constant(callconv.excinfo_ptr_t, None),
)


class PlainCalls(callconv.BaseCallConv):
    """A calling convention for functions that cannot fail."""

    def get_return_type(self, ty: Any) -> Any:
        return self.context.data_model_manager[ty].get_return_type()

    def get_function_type(self, restype: Any, argtypes: Any) -> Any:
        arguments = list(self._packer(argtypes).argument_types)
        return ir.FunctionType(self.get_return_type(restype), arguments)

    def get_arguments(self, func: Any) -> Any:
        return func.args

    def decorate_function(self, fn: Any, args: Any, fe_argtypes: Any, noalias: bool = False) -> None:
        self._packer(fe_argtypes).assign_names(fn.args, [f"arg.{name}" for name in args])

    def call_function(
        self, builder: Any, callee: Any, resty: Any, argtys: Any, args: Any, attrs: Any = None
    ) -> tuple[Any, Any]:
        lent = [_lent(builder, kind, value) for kind, value in zip(argtys, args, strict=True)]
        given = list(self._packer(argtys).as_arguments(builder, lent))
        value = builder.call(callee, given, attrs=tuple(attrs or ()))
        return _FINE, self.context.get_returned_value(builder, resty, value)

    def _packer(self, argtypes: Any) -> Any:
        return self.context.get_arg_packer(argtypes)

    def return_value(self, builder: Any, retval: Any) -> None:
        builder.ret(retval)

    def return_native_none(self, builder: Any) -> None:
        raise NotImplementedError("a rule returns a value always or never, not now and then")

    def return_status_propagate(self, builder: Any, status: Any) -> None:
        """Never reached: no call fails."""
        builder.unreachable()

    def return_user_exc(self, builder: Any, *_: Any, **__: Any) -> None:
        self._stop(builder)

    return_dynamic_user_exc = return_user_exc

    def set_static_user_exc(self, *_: Any, **__: Any) -> None:
        """Nobody asks what went wrong."""

    def _return_errcode_raw(self, builder: Any, code: Any) -> None:
        self._stop(builder)

    def _make_call_helper(self, builder: Any) -> None:
        return None

    @staticmethod
    def _stop(builder: Any) -> None:
        """Whatever this is, nothing that follows would be right."""
        kind = ir.FunctionType(ir.VoidType(), [])
        module = builder.module
        builder.call(module.globals.get("llvm.trap") or ir.Function(module, kind, "llvm.trap"), [])
        builder.unreachable()


def _lent(builder: Any, kind: Any, value: Any) -> Any:
    """An array whose users nobody counts: the caller has it until the call returns, and no rule keeps one."""
    if not isinstance(kind, types.Array):
        return value
    counter: Any = value.type.elements[0]
    return builder.insert_value(value, ir.Constant(counter, None), 0)
