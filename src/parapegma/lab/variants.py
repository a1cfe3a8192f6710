"""Options side by side: which variants of a game are compared with the table that was asked for."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from parapegma.core.game import Game
from parapegma.core.options import Option, Value
from parapegma.errors import OptionError

ALL, NONE = "all", "none"
_NAME_FOLLOWS = r"(?=\s*\w+\s*=)"


@dataclass(frozen=True)
class Variant:
    """A table that differs from the one that was asked for in an option, or in a few."""

    name: str
    options: dict[str, Value]


@dataclass(frozen=True)
class Skipped:
    """A variant that cannot be compared, and why."""

    name: str
    why: str


def find_variants(
    game: Game, players: int, given: Mapping[str, Any], compare: str
) -> tuple[list[Variant], list[Skipped]]:
    """The variants that ``compare`` names.

    ``all``: every other value of every option that has a list of values, one at a time. ``none``: nothing.
    Else a list such as ``expert=true,tie_scores=true``; what is joined by ``+`` is changed together.
    """
    _, base = game.check(players, given)
    if compare == NONE:
        return [], []
    changes, skipped = _every_change(game, base, given) if compare == ALL else (_read(compare), [])
    found: list[Variant] = []
    for change in changes:
        name = ", ".join(f"{option} = {_spell(value)}" for option, value in change.items())
        try:
            # What follows from other options is not held fast: only what somebody asked for.
            _, options = game.check(players, {**given, **change})
        except OptionError as error:
            if compare != ALL and _unknown(game, change):
                raise
            skipped.append(Skipped(name, str(error)))
            continue
        if game.encode(players, options) == game.encode(players, base):
            skipped.append(Skipped(name, "it is how the table plays already"))
        elif any(options == variant.options for variant in found):
            skipped.append(Skipped(name, "another variant is the same"))
        else:
            found.append(Variant(name, options))
    return found, skipped


def _every_change(
    game: Game, base: Mapping[str, Value], given: Mapping[str, Any]
) -> tuple[list[dict[str, Any]], list[Skipped]]:
    changes: list[dict[str, Any]] = []
    skipped: list[Skipped] = []
    for option in game.options:
        if option.kind not in ("boolean", "choice"):
            why = f"{_what(option)}; name values to compare, such as --compare '{option.name}=...'"
            skipped.append(Skipped(option.name, why))
            continue
        changes += [{option.name: value} for value in option.values or () if value != base[option.name]]
    return changes, skipped


def _what(option: Option) -> str:
    return "it is free text" if option.kind == "text" else f"it can be {option.allowed()}"


def _read(text: str) -> list[dict[str, str]]:
    """The changes in a list; a comma or a plus separates only before another NAME=.

    >>> _read("expert=true,opening_hand=5,6,7+max_turns=9")
    [{'expert': 'true'}, {'opening_hand': '5,6,7', 'max_turns': '9'}]
    """
    found = []
    for piece in re.split(f",{_NAME_FOLLOWS}", text):
        change = {}
        for part in re.split(rf"\+{_NAME_FOLLOWS}", piece):
            name, equals, value = part.partition("=")
            if not equals or not name.strip():
                raise OptionError(
                    f"--compare: {part!r} is not an option and a value, such as expert=true;"
                    " or say all or none"
                )
            change[name.strip()] = value.strip()
        found.append(change)
    return found


def _unknown(game: Game, change: Mapping[str, Any]) -> bool:
    """Whether a change names an option or a value that the game does not have at all."""
    known = {option.name: option for option in game.options}
    for name, value in change.items():
        if name not in known:
            return True
        try:
            known[name].read(value)
        except OptionError:
            return True
    return False


def _spell(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
