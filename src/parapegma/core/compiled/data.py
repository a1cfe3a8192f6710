"""Reading a game's data files: each problem is named by its file and key.

A file of the same name in the folder that ``PARAPEGMA_DATA`` names takes the place of the packaged
one, so that other components can be tried without touching code: ``$PARAPEGMA_DATA/<game>/<file>``.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from parapegma.core.compiled.sources import data_override
from parapegma.errors import DataError, near


@dataclass(frozen=True)
class Data:
    """The contents of one data file, with checks that say which key is wrong."""

    file: Path
    values: dict[str, Any]
    prefix: str = ""

    def refuse(self, key: str, problem: str) -> NoReturn:
        raise DataError(f"{self.file}: {self.prefix}{key}: {problem}")

    def get(self, key: str, kind: type | tuple[type, ...]) -> Any:
        if key not in self.values:
            self.refuse(key, f"is missing{near(key, self.values)}")
        value = self.values[key]
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is int):
            self.refuse(key, f"is {value!r}, but must be {_kind_name(kind)}")
        return value

    def whole(self, key: str, low: int, high: int) -> int:
        value: int = self.get(key, int)
        if not low <= value <= high:
            self.refuse(key, f"is {value}, but must be from {low} to {high}")
        return value

    def choice(self, key: str, allowed: tuple[str, ...]) -> str:
        value: str = self.get(key, str)
        if value not in allowed:
            self.refuse(key, f"is {value!r}, but must be one of {', '.join(allowed)}")
        return value

    def part(self, key: str) -> Data:
        return Data(self.file, self.get(key, dict), f"{self.prefix}{key}.")

    def parts(self, key: str) -> list[Data]:
        found = []
        for number, values in enumerate(self.get(key, list), start=1):
            if not isinstance(values, dict):
                self.refuse(f"{key}[{number}]", "must be a table")
            found.append(Data(self.file, values, f"{self.prefix}{key}[{number}]."))
        return found

    def only(self, *known: str) -> None:
        """Refuse keys nobody reads: they are nearly always misspelt."""
        for key in self.values:
            if key not in known:
                self.refuse(key, f"is not known{near(key, known)}")

    def digest(self) -> str:
        """Eight letters that tell this set of components from another."""
        text = json.dumps(self.values, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:8]


def load(package: str, game: str, name: str) -> Data:
    """Read ``name`` from the game's data folder, or its replacement."""
    file = Path(package).resolve().parent / "data" / name
    override = data_override()
    if override is not None and (override / game / name).is_file():
        file = override / game / name
    try:
        return Data(file, tomllib.loads(file.read_text("utf-8")))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DataError(f"{file}: is not readable as TOML: {error}") from None
    except OSError as error:
        raise DataError(f"{file}: cannot be read: {error.strerror}") from None


def _kind_name(kind: type | tuple[type, ...]) -> str:
    names = {int: "a whole number", str: "text", list: "a list", dict: "a table", bool: "true or false"}
    kinds = kind if isinstance(kind, tuple) else (kind,)
    return " or ".join(names.get(k, k.__name__) for k in kinds)
