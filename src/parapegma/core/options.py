"""The options of a game: declared once, checked with clear errors, shown by every front end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from parapegma.core.compiled.arrays import States
from parapegma.errors import OptionError, near

Value = bool | int | str


class UnfitOption(OptionError):
    """An option whose value is wrong, or does not fit the number of players or other options."""

    def __init__(self, message: str, option: str) -> None:
        super().__init__(message)
        self.option = option


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
    field: str = ""
    """The field of the state that keeps it, if it is not called like the option."""
    numbers: Callable[[Value], list[int]] | None = None
    """How text is handed to the rules; the other kinds need nothing said: see :meth:`encode`."""
    spelled: Callable[[Any], Value] | None = None
    """The way back from ``numbers``: the value, from the number (or list of numbers) in the state's field."""

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

    def encode(self, value: Value) -> list[int]:
        """The value as the rules read it: a whole number, 0 or 1, the place in the list, or ``numbers``.

        >>> Option("end", "now", ("now", "later"), "").encode("later")
        [1]
        """
        if self.numbers is not None:
            return self.numbers(value)
        if isinstance(self.values, tuple) and not isinstance(value, bool):
            return [self.values.index(value)]
        return [int(value)]

    def decode(self, states: States) -> Value:
        """The value that a position keeps; the default, where the rules need it for the deal alone.

        An option with ``numbers`` is read back only by its ``spelled``.
        """
        field = self.field or self.name
        if field not in (states.dtype.names or ()):
            return self.default
        if self.spelled is not None:
            return self.spelled(states[0][field].tolist())
        if self.numbers is not None:
            return self.default
        number = int(states[0][field])
        if isinstance(self.default, bool):
            return bool(number)
        return self.values[number] if isinstance(self.values, tuple) else number

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


def encode_options(declared: tuple[Option, ...], players: int, options: Mapping[str, Value]) -> list[int]:
    """What ``setup`` is handed: the number of players, then the options in the order of their declaration.

    Options with ``numbers``, which may be many, come after all others, so that each other one has its place:
    the place of its declaration among those, counted from 1.

    >>> faces = Option("faces", "1 2", None, "", numbers=lambda text: [int(n) for n in str(text).split()])
    >>> rounds = Option("rounds", 3, range(1, 9), "")
    >>> encode_options((faces, rounds), 2, {"faces": "4 5", "rounds": 7})
    [2, 7, 4, 5]
    """
    ordered = sorted(declared, key=lambda option: option.numbers is not None)
    return [players, *(number for option in ordered for number in option.encode(options[option.name]))]


def decode_options(declared: tuple[Option, ...], states: States) -> dict[str, Value]:
    """The options as far as a position keeps them."""
    return {option.name: option.decode(states) for option in declared}


def _spell(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
