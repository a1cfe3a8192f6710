"""Data and types: plain data made into structs and checked, structs made into plain data."""

from __future__ import annotations

import json
import re
import types
import typing
from collections.abc import Callable
from functools import cache
from typing import Any

from .errors import ValidationError
from .raw import Raw
from .struct import Meta, Struct

_Converter = Callable[[Any], Any]
_NAMES = {dict: "object", list: "array", str: "str", bool: "bool", int: "int", float: "float"}


def convert(data: Any, type: Any) -> Any:  # noqa: A002 - msgspec's name
    """Plain data as a type; a ValidationError if it is none."""
    return _converter(type)(data)


def to_builtins(value: Any) -> Any:
    """A value as plain data."""
    if isinstance(value, Struct):
        return {name: to_builtins(part) for name, part in fields_of(value).items()}
    if isinstance(value, dict):
        return {key: to_builtins(part) for key, part in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [to_builtins(part) for part in value]
    return value


def fields_of(struct: Struct) -> dict[str, Any]:
    """What is written of a struct: its tag and its fields; usual values are left out where so agreed."""
    kind = type(struct)
    config, names = kind.__struct_config__, kind.__struct_names__
    found: dict[str, Any] = {} if config.tag is None else {str(config.tag_field): config.tag}
    values = struct.__dict__
    for name in kind.__struct_fields__:
        value = values[name]
        if config.omit_defaults and _is_usual(kind, name, value):
            continue
        found[names.get(name, name)] = value
    return found


def _is_usual(kind: Any, name: str, value: Any) -> bool:
    defaults = kind.__struct_defaults_by_name__
    if name not in defaults:
        return False
    default = defaults[name]
    if type(default) in (list, dict, set):
        return type(value) is type(default) and not value
    # As msgspec has it: the very same, or an equal plain value.
    same_kind = type(value) is type(default)
    return value is default or (same_kind and isinstance(value, (int, float, str)) and value == default)


@cache
def _converter(kind: Any) -> _Converter:
    origin = typing.get_origin(kind)
    if kind is Any:
        return lambda data: data
    if kind is Raw:
        return lambda data: Raw(json.dumps(data, separators=(",", ":"), ensure_ascii=False).encode())
    if origin is typing.Annotated:
        inner, *notes = typing.get_args(kind)
        return _limited(_converter(inner), notes)
    if origin in (typing.Union, types.UnionType):
        return _union(typing.get_args(kind))
    if origin is typing.Literal:
        return _literal(typing.get_args(kind))
    if origin is list or kind is list:
        return _list(_converter((typing.get_args(kind) or (Any,))[0]))
    if origin is dict or kind is dict:
        keys, values = typing.get_args(kind) or (Any, Any)
        return _dict(_converter(keys), _converter(values))
    if origin is tuple:
        element = _converter(typing.get_args(kind)[0])
        return lambda data: tuple(_list(element)(data))
    if isinstance(kind, type) and issubclass(kind, Struct):
        return _struct(kind)
    if kind in (None, type(None)):
        return _literal((None,))
    if kind in (bool, int, float, str):
        return _plain(kind)
    raise TypeError(f"type {kind!r} is not supported")


def _refuse(expected: str, data: Any) -> ValidationError:
    found = "null" if data is None else _NAMES.get(type(data), type(data).__name__)
    return ValidationError(f"Expected `{expected}`, got `{found}`")


def _plain(kind: type) -> _Converter:
    def read(data: Any) -> Any:
        if type(data) is kind:
            return data
        if kind is float and type(data) is int:
            return float(data)
        raise _refuse(_NAMES[kind], data)

    return read


def _literal(values: tuple[Any, ...]) -> _Converter:
    def read(data: Any) -> Any:
        for value in values:
            if data == value and type(data) is type(value):
                return data
        raise ValidationError(f"Invalid value {data!r}")

    return read


def _list(element: _Converter) -> _Converter:
    def read(data: Any) -> Any:
        if not isinstance(data, (list, tuple)):
            raise _refuse("array", data)
        return [element(each) for each in data]

    return read


def _dict(keys: _Converter, values: _Converter) -> _Converter:
    def read(data: Any) -> Any:
        if not isinstance(data, dict):
            raise _refuse("object", data)
        return {keys(key): values(value) for key, value in data.items()}

    return read


def _union(options: tuple[Any, ...]) -> _Converter:
    tagged = {
        option.__struct_config__.tag: option
        for option in options
        if isinstance(option, type) and issubclass(option, Struct)
    }
    if tagged:
        some = next(iter(tagged.values()))
        tag_field = some.__struct_config__.tag_field
    others = [_converter(option) for option in options if option not in tagged.values()]

    def read(data: Any) -> Any:
        if tagged and isinstance(data, dict):
            if len(tagged) == 1 and tag_field is None:
                return _converter(next(iter(tagged.values())))(data)
            if tag_field not in data:
                raise ValidationError(f"Object missing required field `{tag_field}`")
            if data[tag_field] not in tagged:
                raise ValidationError(f"Invalid value {data[tag_field]!r} - at `$.{tag_field}`")
            return _converter(tagged[data[tag_field]])(data)
        problem: ValidationError | None = None
        for option in others:
            try:
                return option(data)
            except ValidationError as error:
                problem = error
        raise problem or _refuse("object", data)

    return read


def _struct(kind: Any) -> _Converter:
    config, names = kind.__struct_config__, kind.__struct_names__
    hints: dict[str, Any] | None = None

    def read(data: Any) -> Any:
        nonlocal hints
        if isinstance(data, kind):
            return data
        if not isinstance(data, dict):
            raise _refuse("object", data)
        if hints is None:
            found = typing.get_type_hints(kind, include_extras=True)
            hints = {name: _converter(found[name]) for name in kind.__struct_fields__}
        given = {}
        for name, reader in hints.items():
            written = names.get(name, name)
            if written in data:
                given[name] = reader(data[written])
            elif name not in kind.__struct_defaults_by_name__:
                raise ValidationError(f"Object missing required field `{written}`")
        if config.tag is not None and data.get(config.tag_field, config.tag) != config.tag:
            raise ValidationError(f"Invalid value {data[config.tag_field]!r} - at `$.{config.tag_field}`")
        if config.forbid_unknown_fields:
            known = {names.get(name, name) for name in hints} | {config.tag_field}
            for name in data:
                if name not in known:
                    raise ValidationError(f"Object contains unknown field `{name}`")
        return kind(**given)

    return read


def _limited(inner: _Converter, notes: list[Any]) -> _Converter:
    limits = {name: limit for note in notes if isinstance(note, Meta) for name, limit in note.limits.items()}

    def read(data: Any) -> Any:
        found = inner(data)
        if found is None:
            return found
        for name, limit in limits.items():
            if name in _CHECKS and not _CHECKS[name](found, limit):
                raise ValidationError(f"Expected a value with {name} {limit!r}")
        return found

    return read


_CHECKS: dict[str, Callable[[Any, Any], Any]] = {
    "ge": lambda value, limit: value >= limit,
    "le": lambda value, limit: value <= limit,
    "gt": lambda value, limit: value > limit,
    "lt": lambda value, limit: value < limit,
    "min_length": lambda value, limit: len(value) >= limit,
    "max_length": lambda value, limit: len(value) <= limit,
    "pattern": lambda value, limit: re.search(limit, value),
}
