"""The named weights of a game's heuristics: read from its data, handed to compiled code at each call."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from parapegma.core.compiled.data import load
from parapegma.errors import OptionError, near

_MOST = 1_000_000


@dataclass(frozen=True)
class Weights:
    """The named weights of a game's heuristics, in the order in which its code knows them."""

    names: tuple[str, ...]
    values: tuple[int, ...]

    def array(self, changes: Mapping[str, int] | None = None) -> np.ndarray[Any, np.dtype[np.int64]]:
        """The weights as compiled code wants them, some of them changed by name."""
        values = dict(zip(self.names, self.values, strict=True))
        for name, value in (changes or {}).items():
            if name not in values:
                known = ", ".join(self.names) or "none"
                raise OptionError(f"there is no weight {name!r}{near(name, values)}; weights: {known}")
            values[name] = value
        # An empty array has no place in compiled code, so there is always one number.
        return np.array([*values.values()] or [0], np.int64)


NO_WEIGHTS = Weights((), ())


def load_weights(package: str, game: str, names: tuple[str, ...]) -> Weights:
    """Read the weights that a game's ``heuristics.py`` names from its ``data/heuristics.toml``.

    Each is a table with its ``value`` and the reason for it, ``why``.
    """
    data = load(package, game, "heuristics.toml")
    data.only(*names)
    values = []
    for name in names:
        weight = data.part(name)
        weight.only("value", "why")
        weight.get("why", str)
        values.append(weight.whole("value", -_MOST, _MOST))
    return Weights(names, tuple(values))
