"""What can go wrong through bad input: one line for a person, what is wrong and what would be right."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping


class ParapegmaError(ValueError):
    """Something was asked that cannot be done; the message says what would be right."""


class Reason(str):
    """Why the rules refuse: a sentence that knows by which code it can be said in another language."""

    code: str
    values: Mapping[str, str | int]


class OptionError(ParapegmaError):
    """A game, player count or option that does not exist or does not fit."""


class IllegalAction(ParapegmaError):
    """An action that is not legal now, or not this seat's, or not readable.

    ``reason`` is the rules' own reason, where it was they that refused.
    """

    def __init__(self, message: str, reason: str | None = None) -> None:
        super().__init__(message)
        self.reason = reason if isinstance(reason, Reason) else None


class PositionError(ParapegmaError):
    """A position that cannot occur."""


class RecordError(ParapegmaError):
    """A record that cannot be read or replayed; the message names the line."""


class BotError(ParapegmaError):
    """A bot that failed or chose what is not legal; the message names it."""


class DataError(ParapegmaError):
    """A data file of components that is broken; the message names the file and the key."""


class LibraryError(Exception):
    """A library of rules built ahead of time that is missing, broken or made for other sources.

    Whatever was asked, nothing was wrong with it: so it is no :class:`ParapegmaError`.
    """


def near(word: str, known: Iterable[str], most: int = 3) -> str:
    """``(did you mean ...?)`` for a mistyped word, or nothing.

    >>> near("ophiucus", ["ophiuchus", "ulysses"])
    " (did you mean 'ophiuchus'?)"
    """
    close = difflib.get_close_matches(word, list(known), n=most, cutoff=0.55)
    return f" (did you mean {' or '.join(repr(c) for c in close)}?)" if close else ""
