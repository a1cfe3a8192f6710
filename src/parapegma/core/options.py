"""The options of a game: declared once, checked with clear errors, shown by every front end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from parapegma.core.errors import OptionError, near

Value = bool | int | str


@dataclass(frozen=True)
class Option:
    """One choice a table makes before it deals.

    ``values`` lists what may be chosen; a :class:`range` stands for whole numbers, ``None`` for free
    text that the game itself checks. An ``expert`` option belongs behind a fold in a user interface.
    """

    name: str
    default: Value
    values: tuple[Value, ...] | range | None
    help: str
    expert: bool = False

    @property
    def kind(self) -> str:
        if isinstance(self.default, bool):
            return "boolean"
        if isinstance(self.values, range):
            return "integer"
        return "text" if self.values is None else "choice"

    def read(self, value: Any) -> Value:
        """Accept a value, or its spelling on a command line; text may be given as a table, too.

        >>> Option("bonus", True, (True, False), "").read("no")
        False
        >>> Option("sky", "", None, "").read({"sol": "leo", "luna": "aries"})
        'sol: leo, luna: aries'
        """
        if self.kind == "text" and isinstance(value, Mapping):
            return ", ".join(f"{name}: {part}" for name, part in value.items())
        if self.kind == "text" and isinstance(value, str):
            return value
        if self.kind == "boolean" and isinstance(value, str):
            value = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}.get(
                value.lower(), value
            )
        if self.kind == "integer" and isinstance(value, str) and value.lstrip("-").isdigit():
            value = int(value)
        if self.kind == "choice" and type(value) is int and str(value) in (self.values or ()):
            value = str(value)
        allowed: tuple[Value, ...] | range = () if self.values is None else self.values
        if any(type(value) is type(known) and value == known for known in allowed):
            return value  # type: ignore[no-any-return]
        raise OptionError(f"option {self.name} cannot be {value!r}; it must be {self.allowed()}")

    def allowed(self) -> str:
        """What may be chosen, in words."""
        if self.kind == "text":
            return "text"
        if isinstance(self.values, range):
            return f"a whole number from {self.values[0]} to {self.values[-1]}"
        return " or ".join(_spell(value) for value in self.values or ())


def read_options(declared: tuple[Option, ...], given: Mapping[str, Any]) -> dict[str, Value]:
    """All options of a game: the given ones checked, the others by default."""
    known = {option.name: option for option in declared}
    for name in given:
        if name not in known:
            names = ", ".join(known) or "none"
            raise OptionError(f"there is no option {name!r}{near(name, known)}; options: {names}")
    return {
        name: option.read(given[name]) if name in given else option.default for name, option in known.items()
    }


def _spell(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
