"""Structs: classes that are made from the annotations of their fields."""

from __future__ import annotations

from typing import Any

NODEFAULT: Any = type("NoDefault", (), {"__repr__": lambda _: "NODEFAULT"})()


class Meta:
    """Limits of an annotated type."""

    def __init__(self, **limits: Any) -> None:
        self.limits = {name: limit for name, limit in limits.items() if limit is not None}


class FieldSetting:
    """What is said of a field besides its type."""

    def __init__(self, default: Any, default_factory: Any, name: str | None) -> None:
        self.default, self.factory, self.name = default, default_factory, name


def field(*, default: Any = NODEFAULT, default_factory: Any = NODEFAULT, name: str | None = None) -> Any:
    """A field with a name of its own in what is written."""
    return FieldSetting(default, default_factory, name)


class Config:
    """What was said of a struct besides its fields."""

    def __init__(self, **said: Any) -> None:
        self.tag: str | None = said["tag"]
        self.tag_field: str | None = said["tag_field"]
        self.omit_defaults: bool = said["omit_defaults"]
        self.frozen: bool = said["frozen"]
        self.forbid_unknown_fields: bool = said["forbid_unknown_fields"]


_INHERITED = {"tag_field": None, "omit_defaults": False, "frozen": False, "forbid_unknown_fields": False}


class _StructMeta(type):
    __struct_config__: Config
    __struct_fields__: tuple[str, ...]
    __struct_defaults_by_name__: dict[str, Any]
    __match_args__: tuple[str, ...]
    __struct_names__: dict[str, str]
    """How fields are called in what is written, where that is not their name."""

    def __new__(
        mcs, name: str, bases: tuple[type, ...], space: dict[str, Any], tag: Any = None, **said: Any
    ) -> _StructMeta:
        own = _own_fields(space)
        settings = {each: space.pop(each) for each in own if each in space}
        parent: Any = bases[0] if bases else None
        inherited = getattr(parent, "__struct_config__", None)
        made = super().__new__(mcs, name, bases, space)
        chosen = {key: said.get(key, getattr(inherited, key, usual)) for key, usual in _INHERITED.items()}
        if tag is True or (tag is None and chosen["tag_field"] is not None):
            tag = name
        chosen["tag"] = tag
        if tag is not None and chosen["tag_field"] is None:
            chosen["tag_field"] = "type"
        made.__struct_config__ = Config(**chosen)
        defaults = dict(getattr(parent, "__struct_defaults_by_name__", {}))
        names = {**getattr(parent, "__struct_names__", {}), **(said.get("rename") or {})}
        for each, setting in settings.items():
            if isinstance(setting, FieldSetting):
                if setting.name is not None:
                    names[each] = setting.name
                setting = setting.default if setting.factory is NODEFAULT else setting
            if setting is not NODEFAULT:
                defaults[each] = setting
        before = getattr(parent, "__struct_fields__", ())
        made.__struct_fields__ = (*before, *(each for each in own if each not in before))
        made.__match_args__ = made.__struct_fields__  # type: ignore[misc]
        made.__struct_defaults_by_name__ = defaults
        made.__struct_names__ = names
        return made

    def __init__(cls, name: str, bases: tuple[type, ...], space: dict[str, Any], **said: Any) -> None:
        super().__init__(name, bases, space)


def _own_fields(space: dict[str, Any]) -> list[str]:
    """The fields that a class declares itself, in their order."""
    annotations = space.get("__annotations__")
    if annotations is None and "__annotate_func__" in space:
        # Python 3.14 keeps annotations that are no strings in a function.
        annotations = space["__annotate_func__"](4)
    kinds = annotations or {}
    kinds = {name: kind for name, kind in kinds.items() if not name.startswith("__")}
    return [name for name, kind in kinds.items() if not str(kind).startswith(("ClassVar", "typing.ClassVar"))]


class Struct(metaclass=_StructMeta):
    """A class of which only the fields are written."""

    __struct_fields__: tuple[str, ...]

    def __init__(self, *values: Any, **named: Any) -> None:
        fields = self.__struct_fields__
        if len(values) > len(fields):
            raise TypeError(f"{type(self).__name__} has {len(fields)} fields")
        put = self.__dict__
        put.update(zip(fields, values, strict=False))
        for name in fields[len(values) :]:
            if name in named:
                put[name] = named.pop(name)
            else:
                put[name] = self._default(name)
        if named:
            raise TypeError(f"{type(self).__name__} has no field {next(iter(named))!r} left")
        if hasattr(self, "__post_init__"):
            self.__post_init__()

    def _default(self, name: str) -> Any:
        try:
            default = type(self).__struct_defaults_by_name__[name]
        except KeyError:
            raise TypeError(f"{type(self).__name__}: missing required argument {name!r}") from None
        if isinstance(default, FieldSetting):
            return default.factory()
        # An empty list or dict of its own for each.
        return default.copy() if type(default) in (list, dict, set) else default

    def __setattr__(self, name: str, value: Any) -> None:
        if type(self).__struct_config__.frozen:
            raise AttributeError(f"immutable type: '{type(self).__name__}'")
        if name not in self.__struct_fields__:
            raise AttributeError(f"{type(self).__name__} has no field {name!r}")
        self.__dict__[name] = value

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        if not type(self).__struct_config__.frozen:
            raise TypeError(f"unhashable type: '{type(self).__name__}'")
        return hash((type(self), *self.__dict__.values()))

    def __copy__(self) -> Any:
        made = object.__new__(type(self))
        made.__dict__.update(self.__dict__)
        return made

    def __repr__(self) -> str:
        parts = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__struct_fields__)
        return f"{type(self).__name__}({parts})"
