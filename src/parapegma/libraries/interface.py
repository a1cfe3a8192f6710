"""The C functions that a library exports: each unpacks its arguments and calls what Numba has compiled.

An array comes as its address and its lengths (32 bits each); an array of records as its address alone. Whole
numbers have 64 bits, truths 32. Several results are written to an address that comes first, 8 bytes each.
"""

from __future__ import annotations

from typing import Any

import numba
from llvmlite import ir
from numba.core import types
from numba.np import arrayobj
from numba.np.numpy_support import from_dtype

from parapegma.libraries.exports import RECORDS, STATES, Export

_I1, _I32, _I64 = ir.IntType(1), ir.IntType(32), ir.IntType(64)
_ADDRESS = ir.IntType(8).as_pointer()

Returned = str | list[str]


def argument_types(export: Export) -> tuple[Any, ...]:
    """What Numba calls the types of an export's arguments."""
    return tuple(_numba_type(export, each) for each in export.parameters)


def _numba_type(export: Export, written: str) -> Any:
    if written in (STATES, RECORDS):
        record = export.state if written == STATES else export.records
        assert record is not None
        return types.Array(from_dtype(record), 1, "C")
    element, bracket, _ = written.partition("[")
    kind = numba.boolean if element == "bool" else getattr(numba, element)
    return types.Array(kind, written.count(",") + 1, "C") if bracket else kind


def interface_module(context: Any, export: Export, compiled: Any) -> tuple[str, Returned]:
    """A module with the exported function, and the types of what it returns."""
    argument_types, return_type = compiled.signature.args, compiled.signature.return_type
    several = isinstance(return_type, types.BaseTuple)
    returned: Returned = [_name(each) for each in return_type] if several else _name(return_type)
    parameters: list[Any] = [_ADDRESS] if several else []
    for kind in argument_types:
        parameters += _c_types(context, kind)
    module = ir.Module(f"interface.{export.symbol}")
    shape = ir.FunctionType(_c_result(returned), parameters)
    outer = ir.Function(module, shape, export.symbol)
    if returned == "bool":
        outer.return_value.add_attribute("zeroext")
    builder = ir.IRBuilder(outer.append_basic_block("entry"))
    given = list(outer.args)
    results = given.pop(0) if several else None
    values = [_unpacked(context, builder, kind, given) for kind in argument_types]
    callee = context.declare_function(module, compiled.fndesc)
    _, result = context.call_conv.call_function(builder, callee, return_type, argument_types, values)
    if several:
        for i, kind in enumerate(return_type):
            part = _widened(builder, builder.extract_value(result, i), kind)
            place = builder.gep(results, [ir.Constant(_I32, 8 * i)])
            builder.store(part, builder.bitcast(place, part.type.as_pointer()))
    if returned == "none" or several:
        builder.ret_void()
    else:
        builder.ret(_widened(builder, result, return_type))
    return str(module), returned


def _name(written: Any) -> str:
    """How a manifest calls the type of a result."""
    kind: Any = types.unliteral(written)  # type: ignore[no-untyped-call]
    if kind == types.none:
        return "none"
    if isinstance(kind, types.Boolean):
        return "bool"
    if isinstance(kind, types.Integer):
        return "int64" if getattr(kind, "signed", False) else "uint64"
    if kind == types.float64:
        return "float64"
    raise TypeError(f"a library cannot return {kind}")


def _c_result(returned: Returned) -> Any:
    if isinstance(returned, list) or returned == "none":
        return ir.VoidType()
    return {"bool": _I1, "float64": ir.DoubleType()}.get(returned, _I64)


def _c_types(context: Any, kind: Any) -> list[Any]:
    if isinstance(kind, types.Array):
        lengths = 0 if isinstance(kind.dtype, types.Record) else kind.ndim
        return [_ADDRESS, *[_I32] * lengths]
    return [_I32] if isinstance(kind, types.Boolean) else [context.get_value_type(kind)]


def _widened(builder: Any, value: Any, kind: Any) -> Any:
    if not isinstance(kind, types.Integer) or value.type.width == 64:
        return value
    return (builder.sext if _name(kind) == "int64" else builder.zext)(value, _I64)


def _unpacked(context: Any, builder: Any, kind: Any, given: list[Any]) -> Any:
    """The next argument as Numba's code wants it."""
    first = given.pop(0)
    if isinstance(kind, types.Boolean):
        return builder.icmp_unsigned("!=", first, ir.Constant(_I32, 0))
    if not isinstance(kind, types.Array):
        return first
    if isinstance(kind.dtype, types.Record):
        # Nobody asks how many records there are (tests/libraries holds rules to it).
        shape = [ir.Constant(_I64, 0)]
    else:
        shape = [builder.zext(given.pop(0), _I64) for _ in range(kind.ndim)]
    size = ir.Constant(_I64, context.get_abi_sizeof(context.get_data_type(kind.dtype)))
    strides: list[Any] = []
    step = size
    for length in reversed(shape):
        strides.insert(0, step)
        step = builder.mul(step, length)
    array = context.make_array(kind)(context, builder)
    data = builder.bitcast(first, array.data.type)
    fields = {"data": data, "shape": shape, "strides": strides, "itemsize": size, "meminfo": None}
    arrayobj.populate_array(array, **fields)  # type: ignore[no-untyped-call]
    return array._getvalue()
