"""The layout of an observation: which numbers mean what, read from the constants that the rules write by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import ModuleType

from parapegma.errors import DataError

_PREFIX = "SEE_"


@dataclass(frozen=True)
class Part:
    """Some numbers of an observation that belong together."""

    name: str
    at: int
    length: int
    meaning: str

    @property
    def slice(self) -> slice:
        """Where the part is in an observation."""
        return slice(self.at, self.at + self.length)


def layout(observation: ModuleType, meanings: Mapping[str, str]) -> tuple[Part, ...]:
    """The parts of a game's observation, in order.

    Where they begin is said once, by the SEE_ constants of ``rules/observation.py``; ``meanings`` says what
    they are, by the same names in small letters.
    """
    found = {
        name.removeprefix(_PREFIX).lower(): value
        for name, value in vars(observation).items()
        if name.startswith(_PREFIX)
    }
    if found.keys() != meanings.keys():
        wrong = ", ".join(sorted(found.keys() ^ meanings.keys()))
        raise DataError(f"{observation.__name__}: parts and their meanings do not fit together: {wrong}")
    names = sorted(found, key=lambda name: found[name])
    ends = [*(found[name] for name in names[1:]), observation.OBSERVATION_LENGTH]
    return tuple(
        Part(name, found[name], end - found[name], meanings[name])
        for name, end in zip(names, ends, strict=True)
    )
